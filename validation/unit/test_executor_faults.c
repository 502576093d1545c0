/* SPDX-License-Identifier: MIT */
/* Executor group: callbacks that fail, handles in use, destroyed or wrong, calls out of order, plans that cannot be. */
#include <pthread.h>

#include "check.h"
#include "lorenz.h"

static const int32_t kKinds[] = {EBW_REVERSE_FUSED, EBW_REVERSE_STATE_ONLY};

static void assert_bits(const lorenz *loop) {
  double adjoint[CELLS + 1], gradient[CELLS];
  lorenz_reference(loop, adjoint, gradient);
  assert_memory_equal(loop->adjoint, adjoint, sizeof adjoint);
  assert_memory_equal(loop->gradient, gradient, sizeof gradient);
}

/* Name of the last call in the log. */
static const char *last_call(const lorenz *loop) {
  static char name[32];
  const char *last = loop->log;
  for (const char *c = loop->log; *c; ++c)
    if (*c == ',') last = c + 2;
  sscanf(last, "%31[a-z_]", name);
  return name;
}

static void a_callback_failing_at_any_call_passes_its_number_on(void **state) {
  (void)state;
  for (int kind = 0; kind < 2; ++kind)
    for (int64_t slots = 0; slots <= 3; ++slots) {
      lorenz loop;
      ebw_storage *storage = NULL;
      lorenz_init(&loop, 6, kKinds[kind]);
      assert_ok(ebw_storage_create_memory(&storage));
      ebw_executor *executor = lorenz_executor(&loop, slots, storage);
      assert_ok(ebw_executor_run(executor));
      const int64_t calls = loop.calls;
      for (int64_t call = 0; call < calls; ++call) {
        int64_t live = -1;
        char words[64];
        loop.calls = 0;
        loop.fail_at = call;
        loop.log[0] = 0;
        const int32_t status = ebw_executor_run(executor);
        assert_int_equal(status, EBW_ERR_CALLBACK);
        assert_int_equal(ebw_last_callback_status(), 1000 + call);
        snprintf(words, sizeof words, "'%s' returned %d at step", last_call(&loop), (int)(1000 + call));
        if (!strstr(ebw_last_error(), words)) fail_msg("\"%s\" does not say \"%s\"", ebw_last_error(), words);
        assert_int_equal(loop.calls, call + 1);
        assert_ok(ebw_storage_get_stat(storage, "live_slots", &live));
        assert_int_equal(live, 0);
        loop.fail_at = -1;
        loop.log[0] = 0;
        assert_ok(ebw_executor_run(executor));
        assert_bits(&loop);
      }
      ebw_executor_destroy(executor);
      ebw_storage_destroy(storage);
      assert_int_equal(loop.released, 1);
    }
}

typedef struct {
  ebw_schedule *schedule;
  ebw_storage *storage;
  ebw_propagator *propagator;
  ebw_executor *executor;
} handles;

static handles create_all(lorenz *loop, int64_t slots) {
  handles h = {NULL, NULL, NULL, NULL};
  h.propagator = lorenz_propagator(loop);
  assert_ok(ebw_schedule_create_revolve(loop->steps, slots, loop->kind, &h.schedule));
  assert_ok(ebw_storage_create_memory(&h.storage));
  assert_ok(ebw_executor_create(h.schedule, h.storage, h.propagator, &h.executor));
  return h;
}

static void destroy_all(handles *h) {
  ebw_schedule_destroy(h->schedule);
  ebw_propagator_destroy(h->propagator);
  ebw_storage_destroy(h->storage);
  ebw_executor_destroy(h->executor);
}

/* All that is in use by a run answers busy, to its callbacks and to other threads. */
static void *use_all(void *user) {
  const handles *h = user;
  ebw_plan *plan = NULL;
  ebw_executor *another = NULL;
  int64_t value = -5;
  double seconds = -5.0;
  int wrong = 0;
  wrong += ebw_executor_run(h->executor) != EBW_ERR_BUSY;
  wrong += ebw_executor_plan(h->executor, &plan) != EBW_ERR_BUSY;
  wrong += ebw_executor_set_progress(h->executor, NULL, 0, NULL, NULL) != EBW_ERR_BUSY;
  wrong += ebw_executor_get_stat(h->executor, "saves", &value) != EBW_ERR_BUSY;
  wrong += ebw_executor_get_seconds(h->executor, "total", &seconds) != EBW_ERR_BUSY;
  wrong += ebw_executor_create(h->schedule, h->storage, h->propagator, &another) != EBW_ERR_BUSY;
  wrong += ebw_schedule_reset(h->schedule) != EBW_ERR_BUSY;
  wrong += ebw_storage_get_stat(h->storage, "saves", &value) != EBW_ERR_BUSY;
  wrong += ebw_storage_reserve(h->storage, 0, 0) != EBW_ERR_BUSY;
  wrong += ebw_storage_save(h->storage, 0, 0, &value) != EBW_ERR_BUSY;
  wrong += ebw_storage_load(h->storage, 0, 0, &value) != EBW_ERR_BUSY;
  wrong += ebw_storage_discard(h->storage, 0) != EBW_ERR_BUSY;
  wrong += ebw_propagator_set_start(h->propagator, lorenz_start) != EBW_ERR_BUSY;
  wrong += !strstr(ebw_last_error(), "propagator is in use");
  wrong += plan || another || value != -5 || seconds != -5.0;
  return wrong ? user : NULL;
}

static int32_t use_all_inside(lorenz *self) {
  pthread_t thread;
  void *wrong = self;
  assert_null(use_all(self->extra));
  assert_int_equal(pthread_create(&thread, NULL, use_all, self->extra), 0);
  assert_int_equal(pthread_join(thread, &wrong), 0);
  assert_null(wrong);
  return 0;
}

static void handles_in_use_are_busy_for_callbacks_and_other_threads(void **state) {
  (void)state;
  lorenz loop;
  lorenz_init(&loop, 4, EBW_REVERSE_STATE_ONLY);
  handles h = create_all(&loop, 2);
  loop.inside = use_all_inside;
  loop.extra = &h;
  assert_ok(ebw_executor_run(h.executor));
  assert_bits(&loop);
  loop.inside = NULL;
  assert_ok(ebw_executor_run(h.executor));
  destroy_all(&h);
}

static int32_t destroy_all_inside(lorenz *self) {
  if (self->calls == 2) destroy_all(self->extra);
  assert_int_equal(self->released, 0);
  return 0;
}

static void destroying_everything_inside_a_callback_lets_the_run_end_well(void **state) {
  (void)state;
  lorenz loop;
  lorenz_init(&loop, 6, EBW_REVERSE_FUSED);
  handles h = create_all(&loop, 2);
  loop.inside = destroy_all_inside;
  loop.extra = &h;
  assert_ok(ebw_executor_run(h.executor));
  assert_bits(&loop);
  assert_int_equal(loop.released, 1);
}

static void needed_callbacks_are_named_with_their_setters(void **state) {
  (void)state;
  lorenz loop;
  for (int kind = 0; kind < 2; ++kind) {
    lorenz_init(&loop, 4, kKinds[kind]);
    ebw_schedule *schedule = NULL;
    ebw_storage *storage = NULL;
    ebw_propagator *p = NULL;
    ebw_executor *executor = NULL;
    int64_t bytes = -1;
    assert_ok(ebw_propagator_create_user(loop.kind, sizeof loop.state, &loop, NULL, &p));
    assert_ok(ebw_schedule_create_revolve(4, 2, loop.kind, &schedule));
    assert_ok(ebw_storage_create_memory(&storage));
    assert_ok(ebw_executor_create(schedule, storage, p, &executor));
    assert_refused(ebw_executor_run(executor), EBW_ERR_STATE, "ebw_propagator_set_start");
    assert_ok(ebw_propagator_set_start(p, lorenz_start));
    assert_refused(ebw_executor_run(executor), EBW_ERR_STATE, "ebw_propagator_set_reverse");
    assert_ok(ebw_propagator_set_reverse(p, lorenz_reverse));
    assert_refused(ebw_executor_run(executor), EBW_ERR_STATE, "ebw_propagator_set_advance");
    assert_ok(ebw_propagator_set_advance(p, lorenz_advance));
    assert_refused(ebw_executor_run(executor), EBW_ERR_STATE, "ebw_propagator_set_save");
    assert_ok(ebw_propagator_set_save(p, lorenz_save));
    assert_refused(ebw_executor_run(executor), EBW_ERR_STATE, "ebw_propagator_set_load");
    assert_ok(ebw_propagator_set_load(p, lorenz_load));
    if (loop.kind == EBW_REVERSE_STATE_ONLY) {
      assert_refused(ebw_executor_run(executor), EBW_ERR_STATE, "ebw_propagator_set_turn");
      assert_ok(ebw_propagator_set_turn(p, lorenz_turn));
    }
    assert_int_equal(loop.calls, 0);
    assert_ok(ebw_storage_get_stat(storage, "bytes", &bytes));
    assert_int_equal(bytes, 0);
    assert_ok(ebw_executor_run(executor));
    assert_bits(&loop);
    ebw_executor_destroy(executor);
    ebw_propagator_destroy(p);
    ebw_storage_destroy(storage);
    ebw_schedule_destroy(schedule);
  }
}

static void tapes_alone_need_no_callbacks_of_states(void **state) {
  (void)state;
  lorenz loop;
  lorenz_init(&loop, 4, EBW_REVERSE_FUSED);
  handles h = {NULL, NULL, NULL, NULL};
  assert_ok(ebw_propagator_create_user(loop.kind, sizeof loop.state, &loop, NULL, &h.propagator));
  assert_ok(ebw_schedule_create_store_all(4, EBW_REVERSE_FUSED, 1, &h.schedule));
  assert_ok(ebw_storage_create_memory(&h.storage));
  assert_refused(ebw_executor_create(h.schedule, h.storage, h.propagator, &h.executor), EBW_ERR_UNSUPPORTED,
                 "use revolve with slots = 4");
  assert_null(h.executor);
  assert_ok(ebw_propagator_set_start(h.propagator, lorenz_start));
  assert_ok(ebw_propagator_set_reverse(h.propagator, lorenz_reverse));
  assert_ok(ebw_propagator_set_tape(h.propagator, sizeof loop.tape, lorenz_advance_taped, lorenz_save_tape,
                                    lorenz_load_tape));
  assert_ok(ebw_executor_create(h.schedule, h.storage, h.propagator, &h.executor));
  assert_refused(ebw_executor_run(h.executor), EBW_ERR_STATE, "ebw_propagator_set_turn");
  assert_ok(ebw_propagator_set_turn(h.propagator, lorenz_turn));
  assert_ok(ebw_executor_run(h.executor));
  assert_bits(&loop);
  destroy_all(&h);
}

static void kinds_that_do_not_match_are_refused(void **state) {
  (void)state;
  for (int kind = 0; kind < 2; ++kind) {
    lorenz loop;
    lorenz_init(&loop, 4, kKinds[kind]);
    handles h = {NULL, NULL, NULL, NULL};
    h.propagator = lorenz_propagator(&loop);
    assert_ok(ebw_schedule_create_revolve(4, 2, kKinds[1 - kind], &h.schedule));
    assert_ok(ebw_storage_create_memory(&h.storage));
    assert_refused(ebw_executor_create(h.schedule, h.storage, h.propagator, &h.executor), EBW_ERR_UNSUPPORTED,
                   "propagator's kind");
    assert_null(h.executor);
    destroy_all(&h);
  }
}

/* An executor over one state of this size and this many steps and slots; its callbacks are never called. */
static handles create_sized(lorenz *loop, int64_t state_bytes, int64_t steps, int64_t slots) {
  handles h = {NULL, NULL, NULL, NULL};
  assert_ok(ebw_propagator_create_user(EBW_REVERSE_FUSED, state_bytes, loop, NULL, &h.propagator));
  assert_ok(ebw_propagator_set_start(h.propagator, lorenz_start));
  assert_ok(ebw_propagator_set_advance(h.propagator, lorenz_advance));
  assert_ok(ebw_propagator_set_reverse(h.propagator, lorenz_reverse));
  assert_ok(ebw_propagator_set_save(h.propagator, lorenz_save));
  assert_ok(ebw_propagator_set_load(h.propagator, lorenz_load));
  assert_ok(ebw_schedule_create_revolve(steps, slots, EBW_REVERSE_FUSED, &h.schedule));
  assert_ok(ebw_storage_create_memory(&h.storage));
  assert_ok(ebw_executor_create(h.schedule, h.storage, h.propagator, &h.executor));
  return h;
}

static void what_does_not_fit_is_refused_before_any_call(void **state) {
  (void)state;
  lorenz loop;
  ebw_plan *plan = NULL;
  lorenz_init(&loop, 4, EBW_REVERSE_FUSED);

  handles bytes = create_sized(&loop, INT64_C(1) << 62, 100, 4);
  assert_refused(ebw_executor_plan(bytes.executor, &plan), EBW_ERR_OVERFLOW, "64 bits");
  assert_refused(ebw_executor_run(bytes.executor), EBW_ERR_OVERFLOW, "64 bits");
  destroy_all(&bytes);

  handles steps = create_sized(&loop, 8, INT64_C(10000000000), 1);
  assert_refused(ebw_executor_plan(steps.executor, &plan), EBW_ERR_OVERFLOW, "advances");
  assert_refused(ebw_executor_run(steps.executor), EBW_ERR_OVERFLOW, "advances");
  destroy_all(&steps);
  assert_null(plan);

  handles memory = create_sized(&loop, INT64_C(1) << 58, 4, 2);
  assert_ok(ebw_executor_plan(memory.executor, &plan));
  ebw_plan_destroy(plan);
  assert_refused(ebw_executor_run(memory.executor), EBW_ERR_NO_MEMORY, "fewer slots");
  destroy_all(&memory);
  assert_int_equal(loop.calls, 0);
}

static void calls_out_of_order_and_wrong_names_are_refused(void **state) {
  (void)state;
  lorenz loop;
  int64_t value = -5;
  double seconds = -5.0;
  lorenz_init(&loop, 4, EBW_REVERSE_FUSED);
  handles h = create_all(&loop, 2);
  assert_refused(ebw_executor_get_stat(h.executor, "saves", &value), EBW_ERR_STATE, "ebw_executor_run");
  assert_refused(ebw_executor_get_seconds(h.executor, "total", &seconds), EBW_ERR_STATE, "ebw_executor_run");
  assert_ok(ebw_executor_run(h.executor));
  assert_refused(ebw_executor_get_stat(h.executor, "steps", &value), EBW_ERR_NOT_FOUND, "forward_steps");
  assert_refused(ebw_executor_get_stat(h.executor, NULL, &value), EBW_ERR_ARGUMENT, "name is NULL");
  assert_refused(ebw_executor_get_stat(h.executor, "saves", NULL), EBW_ERR_ARGUMENT, "value is NULL");
  assert_refused(ebw_executor_get_seconds(h.executor, "saves", &seconds), EBW_ERR_NOT_FOUND, "forward, reverse");
  assert_refused(ebw_executor_get_seconds(h.executor, NULL, &seconds), EBW_ERR_ARGUMENT, "name is NULL");
  assert_refused(ebw_executor_get_seconds(h.executor, "total", NULL), EBW_ERR_ARGUMENT, "seconds is NULL");
  assert_int_equal(value, -5);
  assert_true(seconds == -5.0);
  destroy_all(&h);
}

static void no_handle_and_other_handles_are_refused(void **state) {
  (void)state;
  lorenz loop;
  lorenz_init(&loop, 4, EBW_REVERSE_FUSED);
  handles h = create_all(&loop, 2);
  ebw_executor *another = NULL;
  ebw_plan *plan = NULL;
  int64_t value = -5;
  double seconds = -5.0;
  ebw_executor *const wrong[] = {NULL, (ebw_executor *)h.storage};
  const int32_t statuses[] = {EBW_ERR_ARGUMENT, EBW_ERR_HANDLE};
  for (int i = 0; i < 2; ++i) {
    assert_refused(ebw_executor_run(wrong[i]), statuses[i], "executor");
    assert_refused(ebw_executor_plan(wrong[i], &plan), statuses[i], "executor");
    assert_refused(ebw_executor_set_progress(wrong[i], NULL, 0, NULL, NULL), statuses[i], "executor");
    assert_refused(ebw_executor_get_stat(wrong[i], "saves", &value), statuses[i], "executor");
    assert_refused(ebw_executor_get_seconds(wrong[i], "total", &seconds), statuses[i], "executor");
    assert_refused(ebw_executor_create((ebw_schedule *)wrong[i], h.storage, h.propagator, &another), statuses[i],
                   "schedule");
    assert_refused(ebw_executor_create(h.schedule, h.storage, (ebw_propagator *)wrong[i], &another), statuses[i],
                   "propagator");
  }
  assert_refused(ebw_executor_create(h.schedule, NULL, h.propagator, &another), EBW_ERR_ARGUMENT, "storage");
  assert_refused(ebw_executor_create(h.schedule, (ebw_storage *)h.schedule, h.propagator, &another), EBW_ERR_HANDLE,
                 "storage");
  assert_refused(ebw_executor_create(h.schedule, h.storage, h.propagator, NULL), EBW_ERR_ARGUMENT, "executor is NULL");
  assert_refused(ebw_executor_plan(h.executor, NULL), EBW_ERR_ARGUMENT, "plan is NULL");
  assert_null(another);
  assert_null(plan);
  assert_int_equal(value, -5);
  assert_true(seconds == -5.0);
  assert_ok(ebw_executor_run(h.executor));
  destroy_all(&h);
  ebw_executor_destroy(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_callback_failing_at_any_call_passes_its_number_on),
      cmocka_unit_test(handles_in_use_are_busy_for_callbacks_and_other_threads),
      cmocka_unit_test(destroying_everything_inside_a_callback_lets_the_run_end_well),
      cmocka_unit_test(needed_callbacks_are_named_with_their_setters),
      cmocka_unit_test(tapes_alone_need_no_callbacks_of_states),
      cmocka_unit_test(kinds_that_do_not_match_are_refused),
      cmocka_unit_test(what_does_not_fit_is_refused_before_any_call),
      cmocka_unit_test(calls_out_of_order_and_wrong_names_are_refused),
      cmocka_unit_test(no_handle_and_other_handles_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
