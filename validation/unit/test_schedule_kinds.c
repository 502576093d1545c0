/* SPDX-License-Identifier: MIT */
/* Schedules with slots on disk and of unknown length under the executor, a loop that finds its own end, the checker. */
#include "check.h"
#include "lorenz.h"

static int64_t stat(const ebw_executor *executor, const char *name) {
  int64_t value = -1;
  assert_ok(ebw_executor_get_stat(executor, name, &value));
  return value;
}

static int64_t told(const ebw_schedule *schedule, int32_t (*get)(const ebw_schedule *, int64_t *)) {
  int64_t value = -1;
  assert_ok(get(schedule, &value));
  return value;
}

/* Gradient and cotangent of the initial state have the bits of the plain loop that keeps every state. */
static void assert_bits(const lorenz *loop) {
  double adjoint[CELLS + 1], gradient[CELLS];
  lorenz_reference(loop, adjoint, gradient);
  assert_memory_equal(loop->adjoint, adjoint, sizeof adjoint);
  assert_memory_equal(loop->gradient, gradient, sizeof gradient);
}

static ebw_executor *executor_of(lorenz *loop, ebw_schedule *schedule) {
  ebw_storage *storage = NULL;
  ebw_executor *executor = NULL;
  ebw_propagator *propagator = lorenz_propagator(loop);
  assert_ok(ebw_storage_create_memory(&storage));
  assert_ok(ebw_executor_create(schedule, storage, propagator, &executor));
  ebw_propagator_destroy(propagator);
  ebw_storage_destroy(storage);
  return executor;
}

static const double kCosts[] = {1.0, 2.0, 5.0, 1.0};

/* The k-th schedule of known length; NULL beyond the last. */
static ebw_schedule *known_schedule(int k, int64_t steps, int64_t slots, int32_t kind) {
  ebw_schedule *schedule = NULL;
  switch (k) {
    case 0: assert_ok(ebw_schedule_create_revolve(steps, slots, kind, &schedule)); break;
    case 1: assert_ok(ebw_schedule_create_two_level(steps, slots, 2, kind, NULL, &schedule)); break;
    case 2: assert_ok(ebw_schedule_create_two_level(steps, slots, 2, kind, kCosts, &schedule)); break;
    case 3: assert_ok(ebw_schedule_create_disk(steps, slots, kind, NULL, &schedule)); break;
    case 4: assert_ok(ebw_schedule_create_disk(steps, slots, kind, kCosts, &schedule)); break;
    case 5: assert_ok(ebw_schedule_create_periodic(steps, slots, 3, kind, NULL, &schedule)); break;
    case 6: assert_ok(ebw_schedule_create_periodic(steps, slots, 0, kind, kCosts, &schedule)); break;
    case 7: assert_ok(ebw_schedule_create_async(steps, slots, 3, kind, NULL, &schedule)); break;
    case 8: assert_ok(ebw_schedule_create_async(steps, slots, 0, kind, kCosts, &schedule)); break;
    default: break;
  }
  return schedule;
}

static void schedules_on_disk_give_the_same_bits_with_their_counts(void **state) {
  (void)state;
  for (int32_t kind = EBW_REVERSE_FUSED; kind <= EBW_REVERSE_UNFUSED; ++kind)
    for (int64_t steps = 1; steps <= 14; ++steps)
      for (int64_t slots = 1; slots <= 3; ++slots)
        for (int k = 0; k < 9; ++k) {
          lorenz loop;
          lorenz_init(&loop, steps, kind == EBW_REVERSE_STATE_ONLY ? EBW_REVERSE_STATE_ONLY : EBW_REVERSE_FUSED);
          ebw_schedule *schedule = known_schedule(k, steps, slots, kind);
          assert_ok(ebw_schedule_check(schedule, slots, -1, 0));
          int32_t said = 0;
          assert_ok(ebw_schedule_get_reverse_kind(schedule, &said));
          assert_int_equal(said, kind);
          ebw_executor *executor = executor_of(&loop, schedule);
          for (int run = 0; run < 2; ++run) {
            if (run) loop.forcing[2] += 0.125;
            loop.log[0] = 0;
            assert_ok(ebw_executor_run(executor));
            assert_bits(&loop);
            assert_int_equal(stat(executor, "forward_steps"), loop.forward_steps);
            assert_int_equal(stat(executor, "disk_saves"), told(schedule, ebw_schedule_count_disk_saves));
            assert_int_equal(stat(executor, "disk_loads"), told(schedule, ebw_schedule_count_disk_loads));
            assert_int_equal(stat(executor, "peak_disk_slots"), told(schedule, ebw_schedule_get_peak_disk_slots));
            assert_int_equal(stat(executor, "peak_slots"), told(schedule, ebw_schedule_get_peak_slots));
            assert_int_equal(told(schedule, ebw_schedule_count_left_on_disk), 0);
          }
          ebw_executor_destroy(executor);
          ebw_schedule_destroy(schedule);
        }
}

static void costs_weigh_steps_and_disk_operations(void **state) {
  (void)state;
  for (int k = 0; k < 7; ++k) {
    ebw_schedule *schedule = known_schedule(k, 30, 2, EBW_REVERSE_FUSED);
    double cost = 0.0, own = 0.0;
    assert_ok(ebw_schedule_get_cost(schedule, kCosts, &cost));
    assert_ok(ebw_schedule_get_cost(schedule, NULL, &own));
    const int64_t forward = told(schedule, ebw_schedule_count_advances) + 30;
    const int64_t writes = told(schedule, ebw_schedule_count_disk_saves);
    const int64_t reads = told(schedule, ebw_schedule_count_disk_loads);
    assert_true(cost == (double)(forward + 2 * 30 + 5 * writes + reads));
    assert_true(own == (k % 2 == 0 && k > 0 ? cost : (double)forward));
    ebw_schedule_destroy(schedule);
  }
}

/* A loop that ends where its running cost passes a limit. */
typedef struct {
  lorenz loop; /* first: the other callbacks take it */
  ebw_schedule *schedule;
  double limit;
  int64_t ended_at; /* 0 while the first sweep runs */
  int32_t finish_status;
} open_loop;

static int32_t open_start(void *user) {
  open_loop *self = user;
  self->ended_at = 0;
  return lorenz_start(&self->loop);
}

static int32_t open_advance(int64_t from, int64_t to, void *user) {
  open_loop *self = user;
  const int32_t answer = lorenz_advance(from, to, &self->loop);
  if (answer || self->ended_at || self->loop.state[CELLS] < self->limit) return answer;
  self->ended_at = to;
  self->finish_status = ebw_schedule_finish(self->schedule, to);
  return self->finish_status;
}

static int64_t end_of(const lorenz *loop, double limit) {
  double state[CELLS + 1];
  memcpy(state, loop->first, sizeof state);
  int64_t n = 0;
  do lorenz_step(state, loop->forcing), ++n;
  while (state[CELLS] < limit);
  return n;
}

static ebw_executor *open_executor(open_loop *self, int64_t slots, int32_t kind) {
  memset(self, 0, sizeof *self);
  lorenz_init(&self->loop, 0, kind == EBW_REVERSE_STATE_ONLY ? EBW_REVERSE_STATE_ONLY : EBW_REVERSE_FUSED);
  assert_ok(ebw_schedule_create_online(slots, kind, &self->schedule));
  ebw_storage *storage = NULL;
  ebw_executor *executor = NULL;
  ebw_propagator *propagator = lorenz_propagator(&self->loop);
  assert_ok(ebw_propagator_set_start(propagator, open_start));
  assert_ok(ebw_propagator_set_advance(propagator, open_advance));
  assert_ok(ebw_storage_create_memory(&storage));
  assert_ok(ebw_executor_create(self->schedule, storage, propagator, &executor));
  ebw_propagator_destroy(propagator);
  ebw_storage_destroy(storage);
  return executor;
}

static void a_loop_that_finds_its_end_gives_the_same_bits(void **state) {
  (void)state;
  const int32_t kinds[] = {EBW_REVERSE_UNFUSED, EBW_REVERSE_STATE_ONLY};
  for (int k = 0; k < 2; ++k)
    for (int64_t slots = 1; slots <= 6; ++slots) {
      static open_loop self;
      ebw_executor *executor = open_executor(&self, slots, kinds[k]);
      int64_t lengths[4];
      for (int run = 0; run < 4; ++run) {
        self.limit = run == 3 ? 1e-9 : 40.0 + 50.0 * run;
        self.loop.steps = lengths[run] = end_of(&self.loop, self.limit);
        assert_true(lengths[run] <= 64); /* what the reference keeps */
        self.loop.log[0] = 0;
        assert_ok(ebw_executor_run(executor));
        assert_int_equal(self.ended_at, self.loop.steps);
        assert_int_equal(told(self.schedule, ebw_schedule_get_steps), self.loop.steps);
        assert_bits(&self.loop);
        assert_int_equal(stat(executor, "forward_steps"), self.loop.forward_steps);
        assert_int_equal(stat(executor, "reverse_steps"), self.loop.steps);
        assert_int_equal(stat(executor, "saves"), told(self.schedule, ebw_schedule_count_saves));
        assert_ok(ebw_schedule_check(self.schedule, slots, 0, 0));
      }
      assert_true(lengths[0] > 8 && lengths[0] < lengths[1] && lengths[1] < lengths[2]);
      assert_int_equal(lengths[3], 1);
      ebw_executor_destroy(executor);
      ebw_schedule_destroy(self.schedule);
    }
}

static int32_t told_progress(int64_t done, int64_t total, int64_t recomputed, void *user) {
  (void)recomputed;
  int64_t *seen = user;
  seen[0] = done;
  seen[1] = total;
  return 0;
}

static void an_unknown_end_leaves_plan_and_progress_without_a_total(void **state) {
  (void)state;
  static open_loop self;
  ebw_executor *executor = open_executor(&self, 3, EBW_REVERSE_UNFUSED);
  self.limit = 100.0;
  self.loop.steps = end_of(&self.loop, self.limit);
  int64_t seen[2] = {-1, -1};
  assert_ok(ebw_executor_set_progress(executor, told_progress, 1, seen, NULL));
  for (int run = 0; run < 2; ++run) { /* what the first run found says nothing of the second */
    ebw_plan *plan = NULL;
    int64_t steps = -1, slots = -1;
    assert_ok(ebw_executor_plan(executor, &plan));
    assert_ok(ebw_plan_get_steps(plan, &steps));
    assert_ok(ebw_plan_get_slots(plan, &slots));
    assert_true(steps == 0 && slots == 3);
    ebw_plan_destroy(plan);
    assert_ok(ebw_executor_run(executor));
    assert_bits(&self.loop);
    assert_int_equal(seen[0], stat(executor, "forward_steps") + self.loop.steps);
    assert_int_equal(seen[1], 0);
  }
  ebw_executor_destroy(executor);
  ebw_schedule_destroy(self.schedule);
}

static int32_t finish_too_early(int64_t from, int64_t to, void *user) {
  open_loop *self = user;
  lorenz_advance(from, to, &self->loop);
  if (to < 4) return 0;
  self->finish_status = ebw_schedule_finish(self->schedule, 2);
  return 7;
}

static void a_wrong_end_is_refused_and_the_run_stops(void **state) {
  (void)state;
  static open_loop self;
  ebw_executor *executor = open_executor(&self, 2, EBW_REVERSE_UNFUSED);
  ebw_executor_destroy(executor);
  ebw_storage *storage = NULL;
  ebw_propagator *propagator = lorenz_propagator(&self.loop);
  assert_ok(ebw_propagator_set_advance(propagator, finish_too_early));
  assert_ok(ebw_storage_create_memory(&storage));
  assert_ok(ebw_executor_create(self.schedule, storage, propagator, &executor));
  assert_refused(ebw_executor_run(executor), EBW_ERR_CALLBACK, "advance");
  assert_int_equal(ebw_last_callback_status(), 7);
  assert_int_equal(self.finish_status, EBW_ERR_ARGUMENT);
  ebw_executor_destroy(executor);
  ebw_propagator_destroy(propagator);
  ebw_storage_destroy(storage);
  ebw_schedule_destroy(self.schedule);
}

static void an_unfused_schedule_needs_the_callback_turn(void **state) {
  (void)state;
  lorenz loop;
  lorenz_init(&loop, 5, EBW_REVERSE_FUSED);
  ebw_schedule *schedule = known_schedule(0, 5, 2, EBW_REVERSE_UNFUSED);
  ebw_propagator *propagator = NULL;
  ebw_storage *storage = NULL;
  ebw_executor *executor = NULL;
  assert_ok(ebw_propagator_create_user(EBW_REVERSE_FUSED, 8, &loop, NULL, &propagator));
  assert_ok(ebw_propagator_set_start(propagator, lorenz_start));
  assert_ok(ebw_propagator_set_advance(propagator, lorenz_advance));
  assert_ok(ebw_propagator_set_reverse(propagator, lorenz_reverse));
  assert_ok(ebw_propagator_set_save(propagator, lorenz_save));
  assert_ok(ebw_propagator_set_load(propagator, lorenz_load));
  assert_ok(ebw_storage_create_memory(&storage));
  assert_ok(ebw_executor_create(schedule, storage, propagator, &executor));
  assert_refused(ebw_executor_run(executor), EBW_ERR_STATE, "turn");
  assert_refused(ebw_propagator_create_user(EBW_REVERSE_UNFUSED, 8, NULL, NULL, &propagator), EBW_ERR_ARGUMENT,
                 "reverse_kind");
  ebw_executor_destroy(executor);
  ebw_propagator_destroy(propagator);
  ebw_storage_destroy(storage);
  ebw_schedule_destroy(schedule);
}

static void the_checker_takes_any_stream_and_names_the_fault(void **state) {
  (void)state;
  ebw_checker *checker = NULL;
  int64_t count = -1;
  assert_ok(ebw_checker_create(2, EBW_REVERSE_FUSED, 1, 0, 0, &checker));
  assert_ok(ebw_checker_take(checker, EBW_ACTION_SAVE, 0, -1, 0));
  assert_ok(ebw_checker_take(checker, EBW_ACTION_ADVANCE, 0, 1, -1));
  assert_ok(ebw_checker_take(checker, EBW_ACTION_REVERSE, 1, 1, -1));
  assert_refused(ebw_checker_take(checker, EBW_ACTION_REVERSE, 0, 0, -1), EBW_ERR_STATE, "action 4 (");
  assert_refused(ebw_checker_take(checker, EBW_ACTION_LOAD, 0, -1, 0), EBW_ERR_STATE, "action 4 (");
  assert_refused(ebw_checker_finish(checker), EBW_ERR_STATE, "action 4 (");
  assert_refused(ebw_checker_get_count(checker, "bytes", &count), EBW_ERR_NOT_FOUND, "peak_disk_slots");
  assert_ok(ebw_checker_get_count(checker, "saves", &count));
  assert_int_equal(count, 1);
  ebw_checker_destroy(checker);

  /* Of unknown length, on disk; complete, then anything more is too much. */
  assert_ok(ebw_checker_create(0, EBW_REVERSE_UNFUSED, 0, 1, 0, &checker));
  assert_ok(ebw_checker_take(checker, EBW_ACTION_SAVE, 0, -1, 0));
  assert_ok(ebw_checker_take(checker, EBW_ACTION_ADVANCE, 0, 1, -1));
  assert_ok(ebw_checker_take(checker, EBW_ACTION_TURN, 1, -1, -1));
  assert_ok(ebw_checker_take(checker, EBW_ACTION_LOAD, 0, -1, 0));
  assert_ok(ebw_checker_take(checker, EBW_ACTION_DISCARD, 0, -1, 0));
  assert_ok(ebw_checker_take(checker, EBW_ACTION_REVERSE, 0, 0, -1));
  assert_ok(ebw_checker_finish(checker));
  assert_ok(ebw_checker_get_count(checker, "disk_saves", &count));
  assert_int_equal(count, 1);
  assert_refused(ebw_checker_take(checker, 17, 0, -1, -1), EBW_ERR_STATE, "ended");
  ebw_checker_destroy(checker);

  checker = NULL;
  assert_refused(ebw_checker_create(-1, EBW_REVERSE_FUSED, 1, 0, 0, &checker), EBW_ERR_ARGUMENT, "steps");
  assert_refused(ebw_checker_create(2, 4, 1, 0, 0, &checker), EBW_ERR_ARGUMENT, "reverse_kind");
  assert_refused(ebw_checker_create(2, EBW_REVERSE_FUSED, -1, 0, 0, &checker), EBW_ERR_ARGUMENT, "slots");
  assert_refused(ebw_checker_create(2, EBW_REVERSE_FUSED, INT64_MAX, 1, 0, &checker), EBW_ERR_OVERFLOW, "slots");
  assert_refused(ebw_checker_create(2, EBW_REVERSE_FUSED, 1, 0, 0, NULL), EBW_ERR_ARGUMENT, "checker");
  assert_null(checker);
}

static void limits_and_unknown_ends_are_refused_by_name(void **state) {
  (void)state;
  ebw_schedule *schedule = known_schedule(3, 30, 2, EBW_REVERSE_FUSED), *none = NULL;
  double cost = -7.0;
  int64_t count = -7;
  assert_refused(ebw_schedule_check(schedule, 1, -1, -1), EBW_ERR_STATE, "allowed");
  assert_refused(ebw_schedule_check(schedule, 2, 3, -1), EBW_ERR_STATE, "on disk");
  assert_refused(ebw_schedule_check(schedule, -2, -1, -1), EBW_ERR_ARGUMENT, "memory_slots");
  const double negative[] = {1.0, 0.0, -1.0, 0.0}, nan[] = {NAN, 0.0, 0.0, 0.0}, huge[] = {1e308, 0.0, 0.0, 0.0};
  assert_refused(ebw_schedule_get_cost(schedule, negative, &cost), EBW_ERR_ARGUMENT, "wd");
  assert_refused(ebw_schedule_get_cost(schedule, nan, &cost), EBW_ERR_ARGUMENT, "uf");
  assert_refused(ebw_schedule_get_cost(schedule, huge, &cost), EBW_ERR_ARGUMENT, "1e100");
  assert_true(cost == -7.0);
  assert_refused(ebw_schedule_create_two_level(10, 2, 2, EBW_REVERSE_FUSED, nan, &none), EBW_ERR_ARGUMENT, "uf");
  assert_refused(ebw_schedule_create_online(2, EBW_REVERSE_FUSED, &none), EBW_ERR_UNSUPPORTED, "UNFUSED");
  assert_refused(ebw_schedule_finish(schedule, 30), EBW_ERR_UNSUPPORTED, "online");
  assert_null(none);
  ebw_schedule_destroy(schedule);

  assert_ok(ebw_schedule_create_online(2, EBW_REVERSE_UNFUSED, &schedule));
  assert_refused(ebw_schedule_count_advances(schedule, &count), EBW_ERR_STATE, "ebw_schedule_finish");
  assert_refused(ebw_schedule_check(schedule, -1, -1, -1), EBW_ERR_STATE, "ebw_schedule_finish");
  assert_refused(ebw_schedule_export(schedule, NULL, 0, &count), EBW_ERR_STATE, "ebw_schedule_finish");
  assert_refused(ebw_schedule_finish(schedule, 0), EBW_ERR_ARGUMENT, "steps");
  assert_int_equal(count, -7);
  assert_ok(ebw_schedule_finish(schedule, 40));
  assert_ok(ebw_schedule_check(schedule, 2, 0, 0));
  ebw_schedule_destroy(schedule);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(schedules_on_disk_give_the_same_bits_with_their_counts),
      cmocka_unit_test(costs_weigh_steps_and_disk_operations),
      cmocka_unit_test(a_loop_that_finds_its_end_gives_the_same_bits),
      cmocka_unit_test(an_unknown_end_leaves_plan_and_progress_without_a_total),
      cmocka_unit_test(a_wrong_end_is_refused_and_the_run_stops),
      cmocka_unit_test(an_unfused_schedule_needs_the_callback_turn),
      cmocka_unit_test(the_checker_takes_any_stream_and_names_the_fault),
      cmocka_unit_test(limits_and_unknown_ends_are_refused_by_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
