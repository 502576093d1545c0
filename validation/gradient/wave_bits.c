/* SPDX-License-Identifier: MIT */
/* One gradient by every schedule, number of slots, number of threads and instruction set. */
#define _POSIX_C_SOURCE 200809L /* setenv, mkdtemp */
#include "wave_bits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scratch_directory.h"

static void assert_same(wave *w, const wave_bits *expected, wave_bits got, const char *how, int64_t number) {
  if (!wave_same_bits(expected, &got)) {
    size_t at = 0;
    while (at < got.size && got.bytes[at] == expected->bytes[at]) ++at;
    fail_msg("%s, %s %d: other bits from byte %zu of %zu on", w->of.name, how, (int)number, at, got.size);
  }
  wave_drop(&got);
}

void wave_assert_slots(wave *w, const wave_bits *expected, const char *how) {
  for (int64_t slots = 0; slots <= w->of.steps + 1; ++slots) {
    assert_ok(ebw_model_set_slots(w->model, slots));
    assert_same(w, expected, wave_gradient_bits(w), how, slots);
  }
  assert_ok(ebw_model_set_slots(w->model, 0));
  wave_assert_choices(w, expected, how);
}

void wave_assert_choices(wave *w, const wave_bits *expected, const char *how) {
  static const char *const kNames[] = {"auto", "segment", "revolve", "store_all", "mixed"};
  for (int i = 0; i < 5; ++i) {
    ebw_plan *plan = NULL;
    int64_t most = 0, least = 0, planned = 0, peak = 0;
    assert_ok(ebw_model_set_schedule(w->model, kNames[i]));
    assert_ok(ebw_gradient_plan(w->model, w->shot, w->n_shots, 0, &plan));
    assert_ok(ebw_plan_get_total_bytes(plan, &most));
    assert_ok(ebw_plan_get_least_bytes(plan, &least));
    ebw_plan_destroy(plan);
    for (int64_t memory = most; memory >= least; memory -= (most - least) / 3 + 1) {
      const int32_t status = ebw_gradient_plan(w->model, w->shot, w->n_shots, memory, &plan);
      assert_ok(status);
      assert_ok(ebw_plan_get_total_bytes(plan, &planned));
      assert_true(planned <= memory);
      ebw_plan_destroy(plan);
      assert_same(w, expected, wave_gradient_bits_within(w, memory), how, memory);
      assert_ok(ebw_model_get_count(w->model, "peak_bytes", &peak));
      assert_int_equal(peak, planned);
    }
  }
  assert_ok(ebw_model_set_schedule(w->model, NULL));
}

static void assert_on_disk_by(wave *w, const wave_bits *expected, const char *name);

void wave_assert_states_on_disk(wave *w, const wave_bits *expected) {
  static const char *const kNames[] = {"two_level", "disk", "periodic", "async", "segment_disk"};
  assert_refused(ebw_model_set_schedule(w->model, "two_levels"), EBW_ERR_NOT_FOUND, "two_level");
  for (int i = 0; i < 5; ++i) assert_on_disk_by(w, expected, kNames[i]);
}

static void assert_on_disk_by(wave *w, const wave_bits *expected, const char *name) {
  static const double kFreeCopies[] = {1.0, 1.0, 1.0, 0.0}; /* or few steps would never be worth a disk */
  int64_t most = 0, least = 0, planned = 0, peak = 0, on_disk = 0, most_on_disk = 0;
  ebw_plan *plan = NULL;
  assert_ok(ebw_model_set_costs(w->model, kFreeCopies));
  assert_ok(ebw_model_set_schedule(w->model, name));
  assert_refused(ebw_gradient_plan(w->model, w->shot, w->n_shots, 0, &plan), EBW_ERR_UNSUPPORTED, "directory");
  const scratch_directory place = scratch_open();
  assert_ok(ebw_model_set_directory(w->model, place.path, 1));
  if (strcmp(name, "disk") != 0) /* which needs none where the memory holds all */
    assert_refused(ebw_gradient_plan(w->model, w->shot, w->n_shots, 0, &plan), EBW_ERR_BUDGET, "disk_bytes");
  assert_ok(ebw_model_set_directory(w->model, place.path, 0));
  assert_ok(ebw_gradient_plan(w->model, w->shot, w->n_shots, 0, &plan));
  assert_ok(ebw_plan_get_total_bytes(plan, &most));
  assert_ok(ebw_plan_get_least_bytes(plan, &least));
  ebw_plan_destroy(plan);
  for (int64_t memory = most; memory >= least; memory -= (most - least) / 4 + 1) {
    const int32_t status = ebw_gradient_plan(w->model, w->shot, w->n_shots, memory, &plan);
    assert_ok(status);
    assert_ok(ebw_plan_get_total_bytes(plan, &planned));
    assert_ok(ebw_plan_get_disk_slots(plan, &on_disk));
    if (on_disk > most_on_disk) most_on_disk = on_disk;
    ebw_plan_destroy(plan);
    assert_true(planned <= memory);
    for (int run = 0; run < 2; ++run) assert_same(w, expected, wave_gradient_bits_within(w, memory), name, memory);
    assert_ok(ebw_model_get_count(w->model, "peak_bytes", &peak));
    assert_int_equal(peak, planned);
  }
  assert_true(most_on_disk > 0);
  assert_ok(ebw_model_set_directory(w->model, NULL, 0));
  assert_ok(ebw_model_set_schedule(w->model, NULL));
  assert_ok(ebw_model_set_costs(w->model, NULL));
  assert_int_equal(scratch_count(&place), 0); /* nothing is left there */
  scratch_close(&place);
}

static void run_schedule(wave *w, ebw_propagator *propagator, ebw_schedule *schedule, const wave_bits *expected,
                         const char *how, int64_t number) {
  ebw_storage *storage = NULL;
  ebw_executor *executor = NULL;
  double misfit = NAN;
  void *gradient = calloc((size_t)w->nodes, wave_size(w));
  assert_ok(ebw_storage_create_memory(&storage));
  assert_ok(ebw_executor_create(schedule, storage, propagator, &executor));
  for (int run = 0; run < 2; ++run) { /* the second one on used handles */
    assert_ok(ebw_executor_run(executor));
    assert_ok(ebw_propagator_get_gradient(propagator, &misfit, gradient, NULL));
    assert_same(w, expected, wave_collect(w, misfit, gradient), how, number);
  }
  ebw_executor_destroy(executor);
  ebw_storage_destroy(storage);
  ebw_schedule_destroy(schedule);
  free(gradient);
}

void wave_assert_schedules(wave *w, const wave_bits *expected) {
  static const int32_t kKinds[] = {EBW_REVERSE_FUSED, EBW_REVERSE_STATE_ONLY, EBW_REVERSE_STATE_ONLY};
  ebw_propagator *propagator = NULL;
  assert_ok(ebw_propagator_create_acoustic(w->model, w->shot[0], &propagator));
  for (int i = 0; i < 3; ++i) {
    ebw_schedule *schedule = NULL;
    assert_ok(ebw_schedule_create_store_all(w->of.steps, kKinds[i], i < 2, &schedule));
    run_schedule(w, propagator, schedule, expected, "store_all of sort", i);
  }
  for (int64_t slots = 1; slots <= w->of.steps + 1; ++slots) {
    ebw_schedule *schedule = NULL;
    assert_ok(ebw_schedule_create_revolve(w->of.steps, slots, EBW_REVERSE_STATE_ONLY, &schedule));
    run_schedule(w, propagator, schedule, expected, "revolve with slots", slots);
  }
  for (int64_t leaf = 1; leaf <= w->of.steps; ++leaf)
    for (int64_t slots = 1; slots <= 2; ++slots) {
      ebw_schedule *schedule = NULL;
      assert_ok(ebw_schedule_create_segment(w->of.steps, leaf, slots, kKinds[slots], &schedule));
      run_schedule(w, propagator, schedule, expected, "segment with leaf", leaf);
    }
  for (int64_t units = 4; units <= 12; units += 4)
    for (int64_t restart = 1; restart <= 4; restart += 3) {
      ebw_schedule *schedule = NULL;
      assert_ok(ebw_schedule_create_mixed(w->of.steps, units, restart, 1, EBW_REVERSE_STATE_ONLY, &schedule));
      run_schedule(w, propagator, schedule, expected, "mixed with units", units);
    }
  ebw_propagator_destroy(propagator);
}

int wave_choose_isa(wave *w, const char *isa) {
  const char *text = NULL;
  char word[32];
  if (isa)
    setenv("EBW_ISA", isa, 1);
  else
    unsetenv("EBW_ISA");
  const int32_t status = ebw_model_get_description(w->model, &text);
  if (status != EBW_OK) {
    unsetenv("EBW_ISA");
    assert_true(isa && status == EBW_ERR_ARGUMENT);
#if defined(__x86_64__)
    assert_non_null(strstr(ebw_last_error(), "lacks"));
#endif
    return 0;
  }
  snprintf(word, sizeof word, " %s kernels,", isa ? isa : "");
  if (isa && !strstr(text, word)) fail_msg("EBW_ISA=%s gives: %s", isa, text);
  return 1;
}

void wave_assert_everywhere(wave *w, const wave_bits *expected, const char *isa) {
  static const int32_t kThreads[] = {1, 2, 4};
  for (int i = 0; i < 3; ++i) {
    assert_ok(ebw_model_set_threads(w->model, kThreads[i]));
    wave_assert_slots(w, expected, isa ? isa : "best set");
  }
  assert_ok(ebw_model_set_threads(w->model, 1));
}
