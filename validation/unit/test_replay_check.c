/* SPDX-License-Identifier: MIT */
/* The replay check: silent on a sound loop, and names the step where a loop does not repeat itself. */
#include "check.h"
#include "lorenz.h"

enum { N = 17 };

static int64_t noisy_step = -1; /* the step that differs when it is taken again */
static int forgetful_load;      /* load leaves the last cell alone */
static int taken[N];

static int32_t noisy_advance(int64_t from, int64_t to, void *user) {
  lorenz *self = user;
  for (int64_t k = from; k < to; ++k) {
    lorenz_step(self->state, self->forcing);
    if (k == noisy_step && taken[k]++) self->state[3] += 1e-15 * self->state[3] + 1e-15;
  }
  self->forward_steps += to - from;
  return 0;
}

static int32_t forgetful(int64_t k, const void *bytes, void *user) {
  lorenz *self = user;
  const double kept = self->state[CELLS - 1];
  const int32_t answer = lorenz_load(k, bytes, user);
  if (forgetful_load) self->state[CELLS - 1] = kept;
  return answer;
}

static const char *codec = "none";

static ebw_executor *make(lorenz *loop, int32_t kind, int64_t slots) {
  ebw_schedule *schedule = NULL;
  ebw_storage *storage = NULL;
  ebw_executor *executor = NULL;
  lorenz_init(loop, N, kind);
  ebw_propagator *propagator = lorenz_propagator(loop);
  assert_non_null(propagator);
  assert_ok(ebw_propagator_set_advance(propagator, noisy_advance));
  assert_ok(ebw_propagator_set_load(propagator, forgetful));
  if (slots)
    assert_ok(ebw_schedule_create_revolve(N, slots, kind, &schedule));
  else
    assert_ok(ebw_schedule_create_store_all(N, kind, 1, &schedule));
  assert_ok(ebw_storage_create_memory(&storage));
  assert_ok(ebw_storage_set_codec(storage, codec, 0));
  const int32_t dtype = EBW_F64;
  const int64_t shape[3] = {1, 1, CELLS + 1}; /* with the time */
  assert_ok(ebw_propagator_set_state_layout(propagator, 1, &dtype, shape));
  assert_ok(ebw_executor_create(schedule, storage, propagator, &executor));
  ebw_propagator_destroy(propagator);
  ebw_storage_destroy(storage);
  ebw_schedule_destroy(schedule);
  memset(taken, 0, sizeof taken);
  return executor;
}

static void a_sound_loop_passes_with_the_same_bits(void **state) {
  (void)state;
  noisy_step = -1;
  forgetful_load = 0;
  for (int c = 0; c < 4; ++c) {
    const int32_t kind = c % 2 ? EBW_REVERSE_STATE_ONLY : EBW_REVERSE_FUSED;
    lorenz loop;
    ebw_executor *executor = make(&loop, kind, c < 2 ? 3 : 0);
    double plain[CELLS];
    assert_ok(ebw_executor_run(executor));
    memcpy(plain, loop.gradient, sizeof plain);
    assert_ok(ebw_executor_set_replay_check(executor, 1));
    for (int twice = 0; twice < 2; ++twice) {
      int64_t planned = 0, peak = 0;
      assert_ok(ebw_executor_run(executor));
      assert_memory_equal(loop.gradient, plain, sizeof plain);
      assert_ok(ebw_executor_get_stat(executor, "planned_bytes", &planned));
      assert_ok(ebw_executor_get_stat(executor, "peak_bytes", &peak));
      assert_int_equal(planned, peak);
    }
    ebw_executor_destroy(executor);
  }
}

static void the_step_that_differs_is_named(void **state) {
  (void)state;
  forgetful_load = 0;
  int found = 0;
  for (noisy_step = 0; noisy_step < N - 1; ++noisy_step) {
    lorenz loop;
    ebw_executor *executor = make(&loop, EBW_REVERSE_STATE_ONLY, 2);
    assert_ok(ebw_executor_run(executor)); /* unseen without the check */
    memset(taken, 0, sizeof taken);
    assert_ok(ebw_executor_set_replay_check(executor, 1));
    char words[64];
    snprintf(words, sizeof words, "state at step %d, computed again", (int)noisy_step + 1);
    if (ebw_executor_run(executor) != EBW_OK) {
      memset(taken, 0, sizeof taken);
      assert_refused(ebw_executor_run(executor), EBW_ERR_CORRUPT, words);
      ++found;
    } else {
      assert_true(taken[noisy_step] < 2); /* taken once only */
    }
    assert_ok(ebw_executor_set_replay_check(executor, 0));
    assert_ok(ebw_executor_run(executor));
    ebw_executor_destroy(executor);
  }
  assert_true(found > N / 2);
}

static void a_load_that_forgets_is_found(void **state) {
  (void)state;
  noisy_step = -1;
  forgetful_load = 1;
  lorenz loop;
  ebw_executor *executor = make(&loop, EBW_REVERSE_FUSED, 3);
  assert_ok(ebw_executor_set_replay_check(executor, 1));
  assert_refused(ebw_executor_run(executor), EBW_ERR_CORRUPT, "loaded, differs");
  assert_refused(ebw_executor_set_replay_check(executor, 2), EBW_ERR_ARGUMENT, "on = 2");
  assert_refused(ebw_executor_set_replay_check(NULL, 1), EBW_ERR_ARGUMENT, "executor");
  ebw_executor_destroy(executor);
}

/* What is computed again from a lossy checkpoint is never the same. */
static void a_lossy_codec_is_refused_where_bits_must_be_the_same(void **state) {
  (void)state;
  noisy_step = -1;
  forgetful_load = 0;
  codec = "bf16";
  lorenz loop;
  ebw_executor *executor = make(&loop, EBW_REVERSE_FUSED, 3);
  codec = "none";
  assert_ok(ebw_executor_run(executor));
  assert_ok(ebw_executor_set_replay_check(executor, 1));
  assert_refused(ebw_executor_run(executor), EBW_ERR_UNSUPPORTED, "lossy");
  assert_ok(ebw_executor_set_replay_check(executor, 0));
  assert_ok(ebw_executor_run(executor));
  ebw_executor_destroy(executor);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sound_loop_passes_with_the_same_bits),
      cmocka_unit_test(the_step_that_differs_is_named),
      cmocka_unit_test(a_load_that_forgets_is_found),
      cmocka_unit_test(a_lossy_codec_is_refused_where_bits_must_be_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
