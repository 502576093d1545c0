/* SPDX-License-Identifier: MIT */
/* Storages in files, in tiers and of the user's own, codecs and checksums: on the C ABI, alone and under executors. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "check.h"
#include "lorenz.h"
#include "scratch_directory.h"

static int64_t stat_of(const ebw_storage *storage, const char *name) {
  int64_t value = -1;
  assert_ok(ebw_storage_get_stat(storage, name, &value));
  return value;
}

/* A user's store: plain arrays, and what was called. */
enum { SHELF_SLOTS = 64, SHELF_BYTES = 256 };
typedef struct {
  unsigned char kept[2][SHELF_SLOTS][SHELF_BYTES];
  int64_t size[2][SHELF_SLOTS], calls, fail_at;
  int live, released, begun;
} shelf;

static int32_t shelf_answer(shelf *self) { return self->calls++ == self->fail_at ? 501 : 0; }

static int32_t shelf_begin(int32_t bank, int64_t slots, int64_t slot_bytes, void *user) {
  shelf *self = user;
  ++self->begun;
  if (bank < EBW_BANK_STATE || bank > EBW_BANK_TAPE || slots > SHELF_SLOTS || slot_bytes > SHELF_BYTES) return 502;
  return shelf_answer(self);
}
static int32_t shelf_save(int32_t bank, int64_t slot, int64_t step, const void *bytes, int64_t size, void *user) {
  shelf *self = user;
  (void)step;
  const int32_t answer = shelf_answer(self);
  if (answer) return answer;
  if (self->size[bank][slot]) return 503;
  memcpy(self->kept[bank][slot], bytes, (size_t)size);
  self->size[bank][slot] = size;
  ++self->live;
  return 0;
}
static int32_t shelf_load(int32_t bank, int64_t slot, int64_t step, void *bytes, int64_t size, void *user) {
  shelf *self = user;
  (void)step;
  if (self->size[bank][slot] != size) return 504;
  memcpy(bytes, self->kept[bank][slot], (size_t)size);
  return shelf_answer(self);
}
static int32_t shelf_discard(int32_t bank, int64_t slot, int64_t step, void *user) {
  shelf *self = user;
  (void)step;
  if (!self->size[bank][slot]) return 505;
  self->size[bank][slot] = 0;
  --self->live;
  return 0;
}
static void shelf_release(void *user) { ++((shelf *)user)->released; }

static ebw_storage *shelf_storage(shelf *self) {
  ebw_storage *storage = NULL;
  memset(self, 0, sizeof *self);
  self->fail_at = -1;
  assert_ok(ebw_storage_create_user(shelf_begin, shelf_save, shelf_load, shelf_discard, self, shelf_release, &storage));
  return storage;
}

/* The loop's gradient against plain arrays, twice, with every number of slots; 0 slots are tapes. */
static void assert_runs(ebw_storage *storage, const char *what) {
  for (int32_t kind = EBW_REVERSE_FUSED; kind <= EBW_REVERSE_STATE_ONLY; ++kind)
    for (int64_t slots = 0; slots <= 9; ++slots) {
      lorenz loop;
      double adjoint[CELLS + 1], gradient[CELLS];
      lorenz_init(&loop, 9, kind);
      ebw_executor *executor = lorenz_executor(&loop, slots, storage);
      assert_non_null(executor);
      for (int run = 0; run < 2; ++run) {
        loop.forcing[3] += 0.25 * run; /* the second run at another control */
        lorenz_reference(&loop, adjoint, gradient);
        loop.log[0] = 0;
        const int32_t status = ebw_executor_run(executor);
        if (status) fail_msg("%s, %d slots: %s", what, (int)slots, ebw_last_error());
        if (memcmp(adjoint, loop.adjoint, sizeof adjoint) != 0 || memcmp(gradient, loop.gradient, sizeof gradient) != 0)
          fail_msg("%s, %d slots, run %d: other bits", what, (int)slots, run);
        assert_int_equal(stat_of(storage, "live_slots"), 0);
        assert_int_equal(stat_of(storage, "held_bytes"), 0);
        assert_int_equal(stat_of(storage, "disk_bytes"), 0);
      }
      ebw_executor_destroy(executor);
    }
}

static void every_lossless_storage_gives_the_same_bits(void **state) {
  (void)state;
  scratch_directory directory;
  shelf own;
  directory = scratch_open();
  for (int kind = 0; kind < 6; ++kind)
    for (int layers = 0; layers < 4; ++layers) {
      ebw_storage *storage = NULL;
      if (kind == 0) assert_ok(ebw_storage_create_memory(&storage));
      if (kind == 1) assert_ok(ebw_storage_create_disk(directory.path, 0, &storage));
      if (kind == 2) assert_ok(ebw_storage_create_tiered(directory.path, 0, 0, &storage));
      if (kind == 3) assert_ok(ebw_storage_create_tiered(directory.path, 1000000, 2, &storage));
      if (kind == 4) assert_ok(ebw_storage_create_tiered(directory.path, 0, 100, &storage));
      if (kind == 5) storage = shelf_storage(&own);
      if (layers & 1) assert_ok(ebw_storage_set_codec(storage, "zstd", 0));
      if (layers & 2) assert_ok(ebw_storage_set_checksums(storage, 1));
      assert_runs(storage, kind == 0 ? "memory" : kind == 1 ? "disk" : kind == 5 ? "user" : "tiered");
      ebw_storage_destroy(storage);
      if (kind == 5) {
        assert_int_equal(own.released, 1);
        assert_int_equal(own.live, 0);
      }
    }
  assert_int_equal(scratch_close_empty(&directory), 0);
}

static int64_t ran(const ebw_executor *executor, const char *name) {
  int64_t value = -1;
  assert_ok(ebw_executor_get_stat(executor, name, &value));
  return value;
}

/* States that turn out larger than the bytes hold: fewer slots from there on, and the same bits. */
static void a_storage_that_is_too_small_for_its_slots_is_planned_again(void **state) {
  (void)state;
  int planned_again = 0;
  for (int64_t limit = 2000; limit >= 200; limit -= 50) {
    lorenz loop;
    double adjoint[CELLS + 1], gradient[CELLS];
    ebw_storage *storage = NULL;
    lorenz_init(&loop, 20, EBW_REVERSE_STATE_ONLY);
    lorenz_reference(&loop, adjoint, gradient);
    assert_ok(ebw_storage_create_memory(&storage));
    assert_ok(ebw_storage_set_codec(storage, "zstd", 0));
    assert_ok(ebw_storage_set_limit(storage, limit));
    ebw_executor *executor = lorenz_executor(&loop, 6, storage);
    const int32_t status = ebw_executor_run(executor);
    if (status == EBW_ERR_BUDGET) {
      ebw_executor_destroy(executor);
      ebw_storage_destroy(storage);
      break; /* not one state */
    }
    assert_ok(status);
    assert_memory_equal(loop.adjoint, adjoint, sizeof adjoint);
    assert_memory_equal(loop.gradient, gradient, sizeof gradient);
    if (ran(executor, "replans") > 0) {
      ++planned_again;
      assert_int_equal(ran(executor, "replan_slots_before"), 6);
      assert_true(ran(executor, "replan_slots") >= 1 && ran(executor, "replan_slots") < 6);
      assert_true(ran(executor, "replan_step") >= 0 && ran(executor, "replan_step") <= 20);
    }
    ebw_executor_destroy(executor);
    ebw_storage_destroy(storage);
  }
  assert_true(planned_again > 0);
}

static void arguments_are_refused_by_name(void **state) {
  (void)state;
  scratch_directory directory;
  shelf own;
  ebw_storage *storage = NULL;
  double error = -1.0;
  directory = scratch_open();
  assert_refused(ebw_storage_create_disk(NULL, 0, &storage), EBW_ERR_ARGUMENT, "directory is NULL");
  assert_refused(ebw_storage_create_disk("", 0, &storage), EBW_ERR_ARGUMENT, "directory");
  assert_refused(ebw_storage_create_disk(directory.path, -1, &storage), EBW_ERR_ARGUMENT, "bytes = -1");
  assert_refused(ebw_storage_create_disk(directory.path, 0, NULL), EBW_ERR_ARGUMENT, "storage is NULL");
  assert_refused(ebw_storage_create_tiered(directory.path, 0, -1, &storage), EBW_ERR_ARGUMENT, "memory_slots = -1");
  assert_refused(ebw_storage_create_tiered(directory.path, 0, 1, NULL), EBW_ERR_ARGUMENT, "storage is NULL");
  memset(&own, 0, sizeof own);
  assert_refused(ebw_storage_create_user(shelf_begin, NULL, shelf_load, shelf_discard, &own, shelf_release, &storage),
                 EBW_ERR_ARGUMENT, "save is NULL");
  assert_refused(ebw_storage_create_user(shelf_begin, shelf_save, NULL, shelf_discard, &own, shelf_release, &storage),
                 EBW_ERR_ARGUMENT, "load is NULL");
  assert_refused(ebw_storage_create_user(shelf_begin, shelf_save, shelf_load, NULL, &own, shelf_release, &storage),
                 EBW_ERR_ARGUMENT, "discard is NULL");
  assert_int_equal(own.released, 0);
  assert_null(storage);

  assert_ok(ebw_storage_create_memory(&storage));
  assert_refused(ebw_storage_set_codec(storage, NULL, 0), EBW_ERR_ARGUMENT, "name is NULL");
  assert_refused(ebw_storage_set_codec(storage, "gzip", 0), EBW_ERR_NOT_FOUND, "none, zstd, bf16");
  assert_refused(ebw_storage_set_codec(storage, "zstd", 99), EBW_ERR_ARGUMENT, "level");
  assert_refused(ebw_storage_set_codec(storage, "int16", 2), EBW_ERR_ARGUMENT, "takes none");
  assert_refused(ebw_storage_set_codec(NULL, "none", 0), EBW_ERR_ARGUMENT, "storage is NULL");
  assert_refused(ebw_storage_set_checksums(NULL, 1), EBW_ERR_ARGUMENT, "storage is NULL");
  assert_refused(ebw_storage_set_limit(storage, -5), EBW_ERR_ARGUMENT, "bytes = -5");
  assert_refused(ebw_storage_get_codec_error(storage, NULL), EBW_ERR_ARGUMENT, "error is NULL");
  assert_ok(ebw_storage_get_codec_error(storage, &error));
  ebw_assert_close(error, 0.0, 0.0);
  const int32_t dtype[] = {EBW_F64, 7};
  const int64_t shape[] = {1, 1, 4, 1, 0, 4};
  assert_refused(ebw_storage_set_layout(storage, -1, dtype, shape), EBW_ERR_ARGUMENT, "parts = -1");
  assert_refused(ebw_storage_set_layout(storage, 1, NULL, shape), EBW_ERR_ARGUMENT, "dtype is NULL");
  assert_refused(ebw_storage_set_layout(storage, 1, dtype, NULL), EBW_ERR_ARGUMENT, "shape is NULL");
  assert_refused(ebw_storage_set_layout(storage, 2, dtype, shape), EBW_ERR_DTYPE, "dtype[1] = 7");
  const int32_t both[] = {EBW_F64, EBW_F32};
  assert_refused(ebw_storage_set_layout(storage, 2, both, shape), EBW_ERR_SHAPE, "part 1, axis 1 = 0");
  const int64_t huge[] = {INT64_C(1) << 40, INT64_C(1) << 40, 4};
  assert_refused(ebw_storage_set_layout(storage, 1, both, huge), EBW_ERR_OVERFLOW, "layout");
  ebw_storage_destroy(storage);

  assert_ok(ebw_storage_create_disk(directory.path, 0, &storage));
  assert_refused(ebw_storage_set_limit(storage, 5), EBW_ERR_UNSUPPORTED, "memory");
  ebw_storage_destroy(storage);
  assert_int_equal(scratch_close_empty(&directory), 0);
}

static void limits_are_held(void **state) {
  (void)state;
  ebw_storage *storage = NULL;
  unsigned char bytes[4096] = {1, 2, 3};
  assert_ok(ebw_storage_create_memory(&storage));
  assert_ok(ebw_storage_set_limit(storage, 10000));
  assert_refused(ebw_storage_reserve(storage, 3, sizeof bytes), EBW_ERR_BUDGET, "10000");
  lorenz loop;
  lorenz_init(&loop, 200, EBW_REVERSE_FUSED);
  ebw_executor *executor = lorenz_executor(&loop, 100, storage);
  assert_refused(ebw_executor_run(executor), EBW_ERR_BUDGET, "10000");
  ebw_executor_destroy(executor);
  assert_ok(ebw_storage_set_codec(storage, "zstd", 0));
  assert_ok(ebw_storage_reserve(storage, 100, sizeof bytes)); /* they compress to a few bytes each */
  for (int64_t slot = 0; slot < 100; ++slot) assert_ok(ebw_storage_save(storage, slot, slot, bytes));
  assert_true(stat_of(storage, "held_bytes") < 10000);
  assert_int_equal(stat_of(storage, "raw_bytes"), 100 * 4096);
  assert_refused(ebw_storage_set_codec(storage, "none", 0), EBW_ERR_STATE, "100 live checkpoints");
  assert_refused(ebw_storage_set_checksums(storage, 1), EBW_ERR_STATE, "live checkpoints");
  assert_refused(ebw_storage_set_limit(storage, 0), EBW_ERR_STATE, "live checkpoints");
  ebw_storage_destroy(storage);
}

static void a_user_store_that_fails_ends_the_run_and_the_next_one_works(void **state) {
  (void)state;
  shelf own;
  ebw_storage *storage = shelf_storage(&own);
  lorenz loop;
  lorenz_init(&loop, 9, EBW_REVERSE_FUSED);
  ebw_executor *executor = lorenz_executor(&loop, 3, storage);
  double adjoint[CELLS + 1], gradient[CELLS];
  lorenz_reference(&loop, adjoint, gradient);
  int failures = 0;
  for (int64_t at = 0;; ++at) {
    own.calls = 0;
    own.fail_at = at;
    loop.log[0] = 0;
    const int32_t status = ebw_executor_run(executor);
    if (own.calls <= at) {
      assert_int_equal(status, EBW_OK);
      break;
    }
    assert_int_equal(status, EBW_ERR_CALLBACK);
    assert_int_equal(ebw_last_callback_status(), 501);
    assert_int_equal(own.live, 0);
    ++failures;
  }
  assert_true(failures > 10);
  assert_memory_equal(gradient, loop.gradient, sizeof gradient);
  ebw_storage_destroy(storage);
  assert_int_equal(own.released, 0); /* the executor still uses it */
  ebw_executor_destroy(executor);
  assert_int_equal(own.released, 1);
}

static void lossy_codecs_need_a_layout_and_say_what_they_did(void **state) {
  (void)state;
  static const char *const kCodecs[] = {"bf16", "fp16", "int16"};
  const int32_t dtype[] = {EBW_F64};
  const int64_t shape[] = {1, 1, CELLS + 1}, other[] = {1, 1, CELLS};
  double adjoint[CELLS + 1], gradient[CELLS];
  for (int c = 0; c < 3; ++c) {
    ebw_storage *storage = NULL;
    ebw_propagator *propagator = NULL;
    ebw_schedule *schedule = NULL;
    ebw_executor *executor = NULL;
    lorenz loop;
    lorenz_init(&loop, 20, EBW_REVERSE_FUSED);
    lorenz_reference(&loop, adjoint, gradient);
    propagator = lorenz_propagator(&loop);
    assert_ok(ebw_storage_create_memory(&storage));
    assert_ok(ebw_schedule_create_revolve(20, 4, EBW_REVERSE_FUSED, &schedule));
    assert_ok(ebw_executor_create(schedule, storage, propagator, &executor));
    assert_ok(ebw_storage_set_codec(storage, kCodecs[c], 0));
    assert_refused(ebw_executor_run(executor), EBW_ERR_UNSUPPORTED, "layout");
    assert_refused(ebw_propagator_set_state_layout(propagator, 1, dtype, other), EBW_ERR_SHAPE, "a checkpoint 104");
    assert_ok(ebw_propagator_set_state_layout(propagator, 1, dtype, shape));
    assert_ok(ebw_executor_run(executor));
    double error = -1.0, change = 0.0, largest = 0.0;
    assert_ok(ebw_storage_get_codec_error(storage, &error));
    assert_true(error > 1e-6 && error <= 0x1p-8);
    for (int i = 0; i < CELLS; ++i) {
      change = fmax(change, fabs(loop.gradient[i] - gradient[i]));
      largest = fmax(largest, fabs(gradient[i]));
    }
    /* It shows in the gradient, about as much as in the states: the loop is short and not stiff. */
    assert_true(change > 1e-8 * largest && change < 100.0 * error * largest);
    assert_ok(ebw_storage_set_codec(storage, "zstd", 0));
    loop.log[0] = 0;
    assert_ok(ebw_executor_run(executor));
    assert_memory_equal(gradient, loop.gradient, sizeof gradient);
    ebw_executor_destroy(executor);
    ebw_schedule_destroy(schedule);
    ebw_propagator_destroy(propagator);
    ebw_storage_destroy(storage);
  }
}

static void layouts_are_told(void **state) {
  (void)state;
  lorenz loop;
  lorenz_init(&loop, 3, EBW_REVERSE_FUSED);
  ebw_propagator *propagator = lorenz_propagator(&loop);
  int32_t dtype = -1;
  int64_t offset = -1, shape[3] = {-1, -1, -1}, stride = -1;
  assert_refused(ebw_propagator_get_state_layout(propagator, 0, &dtype, &offset, shape, &stride), EBW_ERR_NOT_FOUND,
                 "ebw_propagator_set_state_layout");
  const int32_t dtypes[] = {EBW_F32, EBW_F64};
  const int64_t shapes[] = {1, 2, 4, 1, 1, 9};
  assert_ok(ebw_propagator_set_state_layout(propagator, 2, dtypes, shapes));
  assert_ok(ebw_propagator_get_state_layout(propagator, 1, &dtype, &offset, shape, &stride));
  assert_int_equal(dtype, EBW_F64);
  assert_int_equal(offset, 32);
  assert_int_equal(shape[2], 9);
  assert_int_equal(stride, 9);
  assert_refused(ebw_propagator_get_state_layout(propagator, 2, &dtype, &offset, shape, &stride), EBW_ERR_NOT_FOUND,
                 "2 parts");
  assert_refused(ebw_propagator_get_state_layout(propagator, -1, &dtype, &offset, shape, &stride), EBW_ERR_ARGUMENT,
                 "part = -1");
  assert_refused(ebw_propagator_get_state_layout(propagator, 0, NULL, &offset, shape, &stride), EBW_ERR_ARGUMENT,
                 "dtype is NULL");
  assert_ok(ebw_propagator_set_state_layout(propagator, 0, NULL, NULL));
  assert_refused(ebw_propagator_get_state_layout(propagator, 0, &dtype, &offset, shape, &stride), EBW_ERR_NOT_FOUND,
                 "0 parts");
  assert_int_equal(offset, 32);
  ebw_propagator_destroy(propagator);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_lossless_storage_gives_the_same_bits),
      cmocka_unit_test(a_storage_that_is_too_small_for_its_slots_is_planned_again),
      cmocka_unit_test(arguments_are_refused_by_name),
      cmocka_unit_test(limits_are_held),
      cmocka_unit_test(a_user_store_that_fails_ends_the_run_and_the_next_one_works),
      cmocka_unit_test(lossy_codecs_need_a_layout_and_say_what_they_did),
      cmocka_unit_test(layouts_are_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
