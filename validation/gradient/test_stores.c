/* SPDX-License-Identifier: MIT */
/* The same bits of an acoustic gradient from every lossless storage, twice in a row and at a second model; what lossy
 * codecs change. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdio.h>
#include <stdlib.h>

#include "scratch_directory.h"
#include "wave_case.h"

static const wave_case kCases[] = {
    {"2-D cpml f64", EBW_F64, 2, 8, {15, 14}, {1.0, 0.9}, "c6 c5 c5 c7", 12},
    {"2-D sponge, cpml, free, rigid f32", EBW_F32, 2, 4, {17, 13}, {1.0, 0.9}, "s5 c6 f r", 12},
    {"3-D cpml, free f32", EBW_F32, 3, 8, {7, 9, 10}, {1.0, 0.9, 1.1}, "c5 c6 c5 c5 f c5", 6},
};
enum { CASES = sizeof kCases / sizeof *kCases };

typedef struct {
  wave w;
  ebw_propagator *propagator;
  void *gradient;
} problem;

static void open_problem(problem *p, const wave_case *of) {
  wave_open(&p->w, of, 1);
  wave_set_random_initial(&p->w, 0, 40, 0.5);
  assert_ok(ebw_propagator_create_acoustic(p->w.model, p->w.shot[0], &p->propagator));
  p->gradient = calloc((size_t)p->w.nodes, wave_size(&p->w));
}

static void close_problem(problem *p) {
  ebw_propagator_destroy(p->propagator);
  free(p->gradient);
  wave_close(&p->w);
}

/* Runs a schedule, which is used up; the number of states on disk that it saved, when wanted. */
static wave_bits run_schedule(problem *p, ebw_storage *storage, ebw_schedule *schedule, int64_t *disk_saves) {
  ebw_executor *executor = NULL;
  double misfit = NAN;
  assert_ok(ebw_executor_create(schedule, storage, p->propagator, &executor));
  assert_ok(ebw_executor_run(executor));
  assert_ok(ebw_propagator_get_gradient(p->propagator, &misfit, p->gradient, NULL));
  if (disk_saves) assert_ok(ebw_executor_get_stat(executor, "disk_saves", disk_saves));
  ebw_executor_destroy(executor);
  ebw_schedule_destroy(schedule);
  return wave_collect(&p->w, misfit, p->gradient);
}

/* slots 0: store_all with tapes, else revolve. */
static wave_bits run(problem *p, ebw_storage *storage, int64_t slots) {
  ebw_schedule *schedule = NULL;
  if (slots)
    assert_ok(ebw_schedule_create_revolve(p->w.of.steps, slots, EBW_REVERSE_STATE_ONLY, &schedule));
  else
    assert_ok(ebw_schedule_create_store_all(p->w.of.steps, EBW_REVERSE_STATE_ONLY, 1, &schedule));
  return run_schedule(p, storage, schedule, NULL);
}

static ebw_storage *make(int kind, const char *codec, const char *directory) {
  ebw_storage *storage = NULL;
  if (kind == 0) assert_ok(ebw_storage_create_memory(&storage));
  if (kind == 1) assert_ok(ebw_storage_create_disk(directory, 0, &storage));
  if (kind == 2) assert_ok(ebw_storage_create_tiered(directory, 0, 0, &storage));
  if (kind == 3) assert_ok(ebw_storage_create_tiered(directory, 0, 2, &storage));
  assert_ok(ebw_storage_set_codec(storage, codec, 0));
  assert_ok(ebw_storage_set_checksums(storage, 1));
  return storage;
}

/* Calls body for every case at two models, with the bits of store_all in memory and a directory that must be empty in
 * the end. */
static void at_two_models(void (*body)(problem *p, const wave_bits *expected, const char *directory)) {
  scratch_directory directory = scratch_open();
  for (int c = 0; c < CASES; ++c) {
    problem p;
    open_problem(&p, &kCases[c]);
    ebw_storage *plain = NULL;
    assert_ok(ebw_storage_create_memory(&plain));
    for (uint64_t model = 1; model <= 2; ++model) {
      wave_set_random_velocity(&p.w, model);
      wave_bits expected = run(&p, plain, 0);
      body(&p, &expected, directory.path);
      wave_drop(&expected);
    }
    ebw_storage_destroy(plain);
    close_problem(&p);
  }
  assert_int_equal(scratch_close_empty(&directory), 0);
}

static void every_storage(problem *p, const wave_bits *expected, const char *directory) {
  static const char *const kCodecs[] = {"none", "zstd"};
  for (int kind = 0; kind < 4; ++kind)
    for (int codec = 0; codec < 2; ++codec) {
      ebw_storage *storage = make(kind, kCodecs[codec], directory);
      for (int64_t slots = 0; slots <= p->w.of.steps; slots += slots < 4 ? 1 : 3)
        for (int again = 0; again < 2; ++again) {
          wave_bits got = run(p, storage, slots);
          if (!wave_same_bits(expected, &got))
            fail_msg("%s, storage %d, codec %s, %d slots, run %d: other bits", p->w.of.name, kind, kCodecs[codec],
                     (int)slots, again);
          wave_drop(&got);
        }
      ebw_storage_destroy(storage);
    }
}

static void every_storage_gives_the_bits_of_store_all(void **state) {
  (void)state;
  at_two_models(every_storage);
}

/* Leaves of one step, of some and of all; states and tapes in one room of any size, also of two sizes. */
static ebw_schedule *with_tapes(int which, int64_t steps) {
  static const int64_t kLeaf[] = {1, 4, 99}, kUnits[] = {1, 3, 99};
  ebw_schedule *schedule = NULL;
  const int32_t kind = EBW_REVERSE_STATE_ONLY;
  if (which < 3)
    assert_ok(ebw_schedule_create_segment(steps, kLeaf[which], 2, kind, &schedule));
  else if (which < 6)
    assert_ok(ebw_schedule_create_mixed(steps, kUnits[which - 3], 1, 1, kind, &schedule));
  else
    assert_ok(ebw_schedule_create_mixed(steps, 7, 2, 1, kind, &schedule));
  return schedule;
}

static void with_tapes_everywhere(problem *p, const wave_bits *expected, const char *directory) {
  for (int kind = 0; kind < 4; ++kind)
    for (int codec = 0; codec < 2; ++codec) {
      ebw_storage *storage = make(kind, codec ? "zstd" : "none", directory);
      /* Units of two sizes must lie side by side: in memory, as they come. */
      for (int which = 0; which < (kind || codec ? 6 : 7); ++which)
        for (int again = 0; again < 2; ++again) {
          wave_bits got = run_schedule(p, storage, with_tapes(which, p->w.of.steps), NULL);
          if (!wave_same_bits(expected, &got))
            fail_msg("%s, storage %d, codec %d, schedule %d, run %d: other bits", p->w.of.name, kind, codec, which,
                     again);
          wave_drop(&got);
        }
      ebw_storage_destroy(storage);
    }
}

static void schedules_with_tapes_have_the_same_bits_in_every_storage(void **state) {
  (void)state;
  at_two_models(with_tapes_everywhere);
}

/* Schedules with disk slots of their own, which a storage in tiers follows, and one of unknown length. */
static ebw_schedule *with_disk(int which, int64_t steps) {
  ebw_schedule *schedule = NULL;
  const int32_t kind = EBW_REVERSE_STATE_ONLY;
  if (which == 0) assert_ok(ebw_schedule_create_two_level(steps, 1, 3, kind, NULL, &schedule));
  if (which == 1) assert_ok(ebw_schedule_create_disk(steps, 1, kind, NULL, &schedule));
  if (which == 2) assert_ok(ebw_schedule_create_periodic(steps, 1, 2, kind, NULL, &schedule));
  if (which == 3) assert_ok(ebw_schedule_create_async(steps, 1, 2, kind, NULL, &schedule));
  if (which == 4) assert_ok(ebw_schedule_create_online(3, kind, &schedule));
  return schedule;
}

static void with_disk_everywhere(problem *p, const wave_bits *expected, const char *directory) {
  for (int which = 0; which < 5; ++which)
    for (int kind = 0; kind < 8; ++kind) {
      ebw_storage *storage = make(kind / 2, kind % 2 ? "zstd" : "none", directory);
      for (int again = 0; again < 2; ++again) {
        int64_t wanted = -1, written = -1;
        wave_bits got = run_schedule(p, storage, with_disk(which, p->w.of.steps), &wanted);
        if (!wave_same_bits(expected, &got))
          fail_msg("%s, schedule %d, storage %d, codec %d, run %d: other bits", p->w.of.name, which, kind / 2, kind % 2,
                   again);
        wave_drop(&got);
        assert_ok(ebw_storage_get_stat(storage, "disk_saves", &written));
        assert_true((wanted > 0) == (which < 4));
        /* Those meant for a disk, and no others, unless the storage has but a disk, or no tiers were asked for. */
        if (kind >= 4 && which < 4) assert_int_equal(written, wanted);
      }
      ebw_storage_destroy(storage);
    }
}

static void tiers_follow_schedules_with_disk_slots(void **state) {
  (void)state;
  at_two_models(with_disk_everywhere);
}

/* Rows and padding as the state has them: without the right layout a codec would destroy it. */
static void lossy_codecs_change_the_gradient_by_about_their_error(void **state) {
  (void)state;
  static const char *const kCodecs[] = {"bf16", "fp16", "int16", "zfp"};
  for (int c = 0; c < CASES; ++c) {
    problem p;
    open_problem(&p, &kCases[c]);
    const size_t bytes = (size_t)p.w.nodes * wave_size(&p.w);
    void *exact = malloc(bytes);
    ebw_storage *plain = NULL;
    assert_ok(ebw_storage_create_memory(&plain));
    wave_bits expected = run(&p, plain, 3);
    memcpy(exact, p.gradient, bytes);
    for (int codec = 0; codec < 4; ++codec) {
      ebw_storage *storage = NULL;
      assert_ok(ebw_storage_create_memory(&storage));
      const int32_t there = ebw_storage_set_codec(storage, kCodecs[codec], codec == 3 ? 1e-4 : 0.0);
      if (there == EBW_ERR_UNSUPPORTED) {
        print_message("# built without %s: not tested\n", kCodecs[codec]);
        ebw_storage_destroy(storage);
        continue;
      }
      assert_ok(there);
      wave_bits got = run(&p, storage, 3);
      double error, difference = 0.0, norm = 0.0;
      assert_ok(ebw_storage_get_codec_error(storage, &error));
      for (int64_t i = 0; i < p.w.nodes; ++i) {
        const double a = wave_get(&p.w, exact, i), b = wave_get(&p.w, p.gradient, i);
        difference += (a - b) * (a - b);
        norm += a * a;
      }
      /* The waves are linear and the steps few: errors of states add up to a few times the largest of them. */
      const double relative = sqrt(difference / norm);
      /* What would not become smaller is kept as it is: so it goes with zfp on fields as small and rough as these. */
      int64_t raw, kept;
      assert_ok(ebw_storage_get_stat(storage, "raw_bytes", &raw));
      assert_ok(ebw_storage_get_stat(storage, "kept_bytes", &kept));
      assert_true(codec == 3 || kept < raw * 3 / 4);
      if (!(relative < 20.0 * error && (relative > 0.0) == (kept < raw)))
        fail_msg("%s, %s: gradient off by %g, states by %g", kCases[c].name, kCodecs[codec], relative, error);
      wave_drop(&got);
      ebw_storage_destroy(storage);
    }
    wave_drop(&expected);
    ebw_storage_destroy(plain);
    free(exact);
    close_problem(&p);
  }
}

static void layouts_are_those_of_the_state_fields(void **state) {
  (void)state;
  for (int c = 0; c < CASES; ++c) {
    problem p;
    open_problem(&p, &kCases[c]);
    int32_t dtype;
    int64_t offset, shape[3], stride, end = 0;
    for (int f = 0; f < p.w.n_fields; ++f) {
      assert_ok(ebw_propagator_get_state_layout(p.propagator, f, &dtype, &offset, shape, &stride));
      assert_int_equal(dtype, kCases[c].dtype);
      assert_int_equal(offset, end);
      end += shape[0] * shape[1] * stride * (int64_t)wave_size(&p.w);
      assert_int_equal(shape[0] * shape[1] * shape[2], p.w.field[f].nodes);
    }
    assert_int_equal(end, p.w.state_bytes);
    assert_refused(ebw_propagator_get_state_layout(p.propagator, p.w.n_fields, &dtype, &offset, shape, &stride),
                   EBW_ERR_NOT_FOUND, "parts");
    assert_refused(ebw_propagator_set_state_layout(p.propagator, 0, NULL, NULL), EBW_ERR_UNSUPPORTED, "built-in");
    close_problem(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_storage_gives_the_bits_of_store_all),
      cmocka_unit_test(schedules_with_tapes_have_the_same_bits_in_every_storage),
      cmocka_unit_test(tiers_follow_schedules_with_disk_slots),
      cmocka_unit_test(lossy_codecs_change_the_gradient_by_about_their_error),
      cmocka_unit_test(layouts_are_those_of_the_state_fields),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
