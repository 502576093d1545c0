/* SPDX-License-Identifier: MIT */
/* Schedules that keep tapes, on the C ABI: what they refuse, a nonlinear loop of the user's own through them, and
 * several adjoints from one forward sweep. */
#include "check.h"
#include "lorenz.h"

static ebw_executor *executor_of(ebw_propagator *propagator, ebw_schedule *schedule) {
  ebw_storage *storage = NULL;
  ebw_executor *executor = NULL;
  assert_ok(ebw_storage_create_memory(&storage));
  assert_ok(ebw_executor_create(schedule, storage, propagator, &executor));
  ebw_storage_destroy(storage);
  ebw_schedule_destroy(schedule);
  ebw_propagator_destroy(propagator);
  return executor;
}

static int64_t count(ebw_schedule *schedule) {
  int64_t advances = -1, taped = -1;
  assert_ok(ebw_schedule_count_advances(schedule, &advances));
  assert_ok(ebw_schedule_count_taped(schedule, &taped));
  return advances + taped;
}

static void assert_bits_of(lorenz *loop, ebw_schedule *schedule) {
  double adjoint[CELLS + 1], gradient[CELLS];
  const int64_t forward = count(schedule);
  ebw_executor *executor = executor_of(lorenz_propagator(loop), schedule);
  for (int twice = 0; twice < 2; ++twice) {
    loop->log[0] = 0;
    assert_ok(ebw_executor_run(executor));
    lorenz_reference(loop, adjoint, gradient);
    assert_memory_equal(loop->adjoint, adjoint, sizeof adjoint);
    assert_memory_equal(loop->gradient, gradient, sizeof gradient);
    assert_int_equal(loop->forward_steps, forward);
  }
  ebw_executor_destroy(executor);
}

static void a_users_loop_has_the_same_bits_with_segment_and_mixed(void **state) {
  (void)state;
  for (int32_t kind = EBW_REVERSE_FUSED; kind <= EBW_REVERSE_STATE_ONLY; ++kind)
    for (int64_t steps = 1; steps <= 13; ++steps)
      for (int64_t slots = 1; slots <= 4; ++slots) {
        lorenz loop;
        lorenz_init(&loop, steps, kind);
        for (int64_t leaf = 1; leaf <= steps; leaf += 2) {
          ebw_schedule *segment = NULL;
          assert_ok(ebw_schedule_create_segment(steps, leaf, slots, kind, &segment));
          assert_bits_of(&loop, segment);
        }
        ebw_schedule *mixed = NULL;
        assert_ok(ebw_schedule_create_mixed(steps, slots, 1, 1, kind, &mixed));
        assert_bits_of(&loop, mixed);
        /* 13 numbers against 12 */
        assert_ok(ebw_schedule_create_mixed(steps, 13 * slots, 13, 12, kind, &mixed));
        assert_bits_of(&loop, mixed);
      }
}

/* ---- Several adjoints from one forward: the user's reverse takes them all, turn seeds them all. ------------------ */

enum { ADJOINTS = 3 };
typedef struct {
  lorenz forward; /* the loop, and the first adjoint */
  double final[ADJOINTS][CELLS + 1], adjoint[ADJOINTS][CELLS + 1], gradient[ADJOINTS][CELLS];
} several;

static int32_t several_start(void *user) {
  several *self = user;
  memset(self->gradient, 0, sizeof self->gradient);
  return lorenz_start(&self->forward);
}
static int32_t several_turn(int64_t n, void *user) {
  several *self = user;
  memcpy(self->adjoint, self->final, sizeof self->final);
  return lorenz_turn(n, &self->forward);
}
static int32_t several_reverse(int64_t k, void *user) {
  several *self = user;
  if (!self->forward.has_tape) memcpy(self->forward.tape, self->forward.state, sizeof self->forward.tape);
  double x[CELLS];
  memcpy(x, self->forward.tape, sizeof x);
  for (int a = 0; a < ADJOINTS; ++a) lorenz_step_adjoint(x, self->adjoint[a], self->gradient[a]);
  return lorenz_reverse(k, &self->forward);
}

static void several_adjoints_share_one_forward_sweep(void **state) {
  (void)state;
  const int64_t steps = 11;
  for (int which = 0; which < 4; ++which) {
    several loop;
    memset(&loop, 0, sizeof loop);
    lorenz_init(&loop.forward, steps, EBW_REVERSE_STATE_ONLY);
    for (int a = 0; a < ADJOINTS; ++a)
      for (int i = 0; i <= CELLS; ++i) loop.final[a][i] = 0.3 * (i + 1) - 0.7 * a;
    /* Its callbacks begin with the loop, so that most of them are lorenz's own. */
    ebw_propagator *propagator = lorenz_propagator(&loop.forward);
    assert_ok(ebw_propagator_set_start(propagator, several_start));
    assert_ok(ebw_propagator_set_turn(propagator, several_turn));
    assert_ok(ebw_propagator_set_reverse(propagator, several_reverse));
    ebw_schedule *schedule = NULL;
    if (which == 0) assert_ok(ebw_schedule_create_store_all(steps, EBW_REVERSE_STATE_ONLY, 1, &schedule));
    if (which == 1) assert_ok(ebw_schedule_create_revolve(steps, 3, EBW_REVERSE_STATE_ONLY, &schedule));
    if (which == 2) assert_ok(ebw_schedule_create_segment(steps, 3, 2, EBW_REVERSE_STATE_ONLY, &schedule));
    if (which == 3) assert_ok(ebw_schedule_create_mixed(steps, 3, 1, 1, EBW_REVERSE_STATE_ONLY, &schedule));
    const int64_t forward = count(schedule); /* of a single adjoint */
    ebw_executor *executor = executor_of(propagator, schedule);
    assert_ok(ebw_executor_run(executor));
    assert_int_equal(loop.forward.forward_steps, forward);
    for (int a = 0; a < ADJOINTS; ++a) {
      lorenz alone;
      double adjoint[CELLS + 1], gradient[CELLS];
      lorenz_init(&alone, steps, EBW_REVERSE_STATE_ONLY);
      memcpy(alone.final, loop.final[a], sizeof alone.final);
      lorenz_reference(&alone, adjoint, gradient);
      assert_memory_equal(loop.adjoint[a], adjoint, sizeof adjoint);
      assert_memory_equal(loop.gradient[a], gradient, sizeof gradient);
    }
    ebw_executor_destroy(executor);
  }
}

/* ---- Choice and refusals ----------------------------------------------------------------------------------------- */

static void leaf_and_slots_are_chosen_together(void **state) {
  (void)state;
  int64_t leaf = -1, slots = -1;
  assert_ok(ebw_schedule_choose_segment(10000, 1070, 32, 10, NULL, &leaf, &slots));
  assert_int_equal(leaf, 43);
  assert_int_equal(slots, 20);
  assert_ok(ebw_schedule_choose_segment(100, 1000, 32, 10, NULL, &leaf, &slots)); /* all tapes fit */
  assert_int_equal(leaf, 100);
  assert_int_equal(slots, 0);
  /* Where copies are dear and reruns are not, fewer and longer leaves are better. */
  const double cheap[4] = {1, 1, 0, 0}, dear[4] = {1, 1, 0, 1000};
  int64_t leaf_dear = -1;
  assert_ok(ebw_schedule_choose_segment(10000, 600, 32, 10, cheap, &leaf, &slots));
  assert_ok(ebw_schedule_choose_segment(10000, 600, 32, 10, dear, &leaf_dear, &slots));
  assert_true(leaf_dear > leaf);
}

static void costs_of_segment_weigh_all_its_work(void **state) {
  (void)state;
  ebw_schedule *schedule = NULL;
  const double costs[4] = {1, 10, 100, 1000};
  double cost = -1.0, plain = -1.0;
  assert_ok(ebw_schedule_create_segment(7, 3, 2, EBW_REVERSE_FUSED, &schedule));
  /* 4 advances, 7 taped, 7 reverses, 2 saves and 2 loads of states */
  assert_ok(ebw_schedule_get_cost(schedule, costs, &cost));
  assert_ok(ebw_schedule_get_cost(schedule, NULL, &plain));
  assert_true(cost == 4 + 70 + 700 + 4000 && plain == 11);
  int64_t states = -1, tapes = -1, peak = -1;
  assert_ok(ebw_schedule_get_memory_slots(schedule, &states));
  assert_ok(ebw_schedule_get_tape_slots(schedule, &tapes));
  assert_ok(ebw_schedule_get_peak_slots(schedule, &peak));
  assert_int_equal(states, 2);
  assert_int_equal(tapes, 3);
  assert_int_equal(peak, 5);
  ebw_schedule_destroy(schedule);
}

static void what_cannot_be_is_refused_and_outputs_are_untouched(void **state) {
  (void)state;
  ebw_schedule *schedule = NULL;
  int64_t leaf = -7, slots = -7;
  const double bad[4] = {0, 1, 1, 1};
  assert_refused(ebw_schedule_create_segment(5, 0, 1, 1, &schedule), EBW_ERR_ARGUMENT, "leaf");
  assert_refused(ebw_schedule_create_segment(5, 1, 0, 1, &schedule), EBW_ERR_ARGUMENT, "slots");
  assert_refused(ebw_schedule_create_segment(5, 1, 1, 9, &schedule), EBW_ERR_ARGUMENT, "reverse_kind");
  assert_refused(ebw_schedule_create_segment(5, 1, 1, 1, NULL), EBW_ERR_ARGUMENT, "schedule");
  assert_refused(ebw_schedule_create_mixed(0, 1, 1, 1, 1, &schedule), EBW_ERR_ARGUMENT, "steps");
  assert_refused(ebw_schedule_create_mixed(5, 1, 2, 1, 1, &schedule), EBW_ERR_BUDGET, "at least 2");
  assert_refused(ebw_schedule_create_mixed(5, 1, 1, 1, 9, &schedule), EBW_ERR_ARGUMENT, "reverse_kind");
  assert_refused(ebw_schedule_create_mixed(50000, 9, 1, 1, 1, &schedule), EBW_ERR_UNSUPPORTED, "40000");
  assert_refused(ebw_schedule_choose_segment(9, 3, 3, 1, NULL, &leaf, &slots), EBW_ERR_BUDGET, "at least 4");
  assert_refused(ebw_schedule_choose_segment(9, 9, 3, 1, bad, &leaf, &slots), EBW_ERR_ARGUMENT, "F = 0");
  assert_refused(ebw_schedule_choose_segment(9, 9, 3, 1, NULL, NULL, &slots), EBW_ERR_ARGUMENT, "leaf");
  assert_refused(ebw_schedule_choose_segment(9, 9, 3, 1, NULL, &leaf, NULL), EBW_ERR_ARGUMENT, "slots");
  assert_null(schedule);
  assert_true(leaf == -7 && slots == -7);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_users_loop_has_the_same_bits_with_segment_and_mixed),
      cmocka_unit_test(several_adjoints_share_one_forward_sweep),
      cmocka_unit_test(leaf_and_slots_are_chosen_together),
      cmocka_unit_test(costs_of_segment_weigh_all_its_work),
      cmocka_unit_test(what_cannot_be_is_refused_and_outputs_are_untouched),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
