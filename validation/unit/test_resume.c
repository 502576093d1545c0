/* SPDX-License-Identifier: MIT */
/* Runs that stop and go on from a directory: same bits from everywhere, damage found, other problems refused. */
#define _DEFAULT_SOURCE /* mkdtemp, fork and mmap beside C11 */
#include "check.h"
#include "lorenz_resumed.h"
#include "scratch_directory.h"

enum { N = 13 };

typedef struct {
  int32_t kind;
  int64_t slots; /* as lorenz_schedule takes them */
} loop_case;
static const loop_case kCases[] = {
    {EBW_REVERSE_FUSED, 1},
    {EBW_REVERSE_FUSED, 3},
    {EBW_REVERSE_FUSED, 0},
    {EBW_REVERSE_STATE_ONLY, 2},
    {EBW_REVERSE_STATE_ONLY, 4},
    {EBW_REVERSE_STATE_ONLY, 0},
    {EBW_REVERSE_FUSED, -3},
    {EBW_REVERSE_STATE_ONLY, -4},
    {EBW_REVERSE_FUSED, LORENZ_MIXED + 8},
    {EBW_REVERSE_STATE_ONLY, LORENZ_MIXED + 9},
    {EBW_REVERSE_FUSED, LORENZ_TWO_LEVEL + 1},
    {EBW_REVERSE_STATE_ONLY, LORENZ_TWO_LEVEL + 2},
    {EBW_REVERSE_STATE_ONLY, LORENZ_ASYNC + 1},
    {EBW_REVERSE_STATE_ONLY, LORENZ_DISK + 1},
    {EBW_REVERSE_FUSED, LORENZ_PERIODIC + 1},
};
enum { CASES = sizeof kCases / sizeof kCases[0] };

static char log_text[8192];
static void keep_log(int32_t level, const char *message, void *user) {
  (void)level;
  (void)user;
  const size_t used = strlen(log_text);
  snprintf(log_text + used, sizeof log_text - used, "%s\n", message);
}

static int setup(void **state) {
  (void)state;
  log_text[0] = 0;
  ebw_set_log(keep_log, NULL);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  ebw_set_log(NULL, NULL);
  return 0;
}

static void loop_init(lorenz *loop, const loop_case *of) { lorenz_init(loop, N, of->kind); }

static lorenz_bits reference(const loop_case *of) {
  lorenz loop;
  loop_init(&loop, of);
  ebw_executor *executor = lorenz_executor(&loop, of->slots, NULL);
  assert_ok(ebw_executor_run(executor));
  ebw_executor_destroy(executor);
  return lorenz_bits_of(&loop);
}

static int64_t stat_of(const ebw_executor *executor, const char *name) {
  int64_t value = -1;
  assert_ok(ebw_executor_get_stat(executor, name, &value));
  return value;
}

/* A run that fails in callback number `at` and leaves its directory. Returns 0 when it came to its end before. */
static int interrupted(const loop_case *of, const char *directory, int64_t disk_bytes, int64_t at) {
  lorenz loop;
  loop_init(&loop, of);
  loop.fail_at = at;
  ebw_executor *executor = lorenz_resumable(&loop, of->slots, directory, disk_bytes);
  assert_non_null(executor);
  const int32_t status = ebw_executor_run(executor);
  ebw_executor_destroy(executor);
  if (status == EBW_OK) return 0;
  assert_int_equal(status, EBW_ERR_CALLBACK);
  return 1;
}

/* Goes on with fresh handles and a fresh loop, as another process would. */
static void assert_goes_on(const loop_case *of, const scratch_directory *place, int64_t disk_bytes,
                           const lorenz_bits *expected) {
  lorenz loop;
  loop_init(&loop, of);
  memset(loop.adjoint, 0x55, sizeof loop.adjoint);
  ebw_executor *executor = lorenz_resumable(&loop, of->slots, place->path, disk_bytes);
  assert_ok(ebw_executor_resume(executor));
  const lorenz_bits bits = lorenz_bits_of(&loop);
  assert_memory_equal(&bits, expected, sizeof bits);
  assert_int_equal(scratch_count(place), 0);
  /* Counts are those of a whole run; the executor itself holds them against its plan. */
  assert_int_equal(stat_of(executor, "reverse_steps"), N);
  ebw_executor_destroy(executor);
}

/* ---- Bits */

static void a_run_with_generations_has_the_same_bits_and_leaves_nothing(void **state) {
  (void)state;
  for (int c = 0; c < CASES; ++c) {
    const lorenz_bits expected = reference(&kCases[c]);
    const scratch_directory place = scratch_open();
    lorenz loop;
    loop_init(&loop, &kCases[c]);
    ebw_executor *executor = lorenz_resumable(&loop, kCases[c].slots, place.path, 0);
    for (int twice = 0; twice < 2; ++twice) {
      assert_ok(ebw_executor_run(executor));
      const lorenz_bits bits = lorenz_bits_of(&loop);
      assert_memory_equal(&bits, &expected, sizeof bits);
      assert_int_equal(scratch_count(&place), 0);
      assert_true(stat_of(executor, "generations") >= N);
      assert_int_equal(stat_of(executor, "restored_steps"), 0);
      assert_int_equal(stat_of(executor, "peak_bytes"), stat_of(executor, "planned_bytes"));
    }
    ebw_executor_destroy(executor);
    scratch_close(&place);
  }
}

static void every_callback_that_fails_is_a_place_to_go_on_from(void **state) {
  (void)state;
  for (int c = 0; c < CASES; ++c) {
    const lorenz_bits expected = reference(&kCases[c]);
    int64_t at = 0;
    for (int more = 1; more; ++at) {
      const scratch_directory place = scratch_open();
      more = interrupted(&kCases[c], place.path, 0, at);
      if (more) assert_goes_on(&kCases[c], &place, 0, &expected);
      scratch_close(&place);
    }
    assert_true(at > 4 * N);
    assert_non_null(strstr(log_text, "goes on forward from step"));
    assert_non_null(strstr(log_text, "goes on with the reverse of step"));
    assert_non_null(strstr(log_text, "begins anew"));
    log_text[0] = 0;
  }
}

/* ---- What a stop costs */

/* How many steps were taken: now, and when the newest generation was written. */
typedef struct {
  scratch_directory place;
  char newest[SCRATCH_NAME];
  int64_t forward, reverse, forward_kept, reverse_kept;
} work_done;

/* At the end of each callback: a generation that is new was written after the callback before this one. */
static int32_t watch_generations(lorenz *self) {
  static char names[SCRATCH_MOST][SCRATCH_NAME];
  work_done *work = self->extra;
  const int manifests = scratch_names(&work->place, "-g", names);
  if (manifests > 0 && strcmp(names[manifests - 1], work->newest) != 0) {
    memcpy(work->newest, names[manifests - 1], sizeof work->newest);
    work->forward_kept = work->forward;
    work->reverse_kept = work->reverse;
  }
  work->forward = self->forward_steps;
  work->reverse = self->reverse_steps;
  return 0;
}

/* The most steps of one action; a fused reverse step takes one forward. */
static int64_t longest_action(const loop_case *of, const lorenz *loop) {
  static int64_t actions[1000][4];
  ebw_schedule *schedule = NULL;
  int64_t count = 0, most = 1;
  assert_ok(lorenz_schedule(loop, of->slots, &schedule));
  assert_ok(ebw_schedule_export(schedule, actions[0], 1000, &count));
  ebw_schedule_destroy(schedule);
  for (int64_t i = 0; i < count; ++i) {
    const int64_t from = actions[i][1], to = actions[i][2];
    const int64_t steps = actions[i][0] == EBW_ACTION_REVERSE ? from - to + 1 : to - from;
    if (to >= 0 && steps > most) most = steps;
  }
  return most;
}

/* What was done at the newest generation is not done again, but for the steps that fill lost slots; and that generation
 * was written at most one action before the stop. */
static void a_stop_loses_at_most_the_action_under_way(void **state) {
  (void)state;
  for (int c = 0; c < CASES; ++c) {
    const loop_case *of = &kCases[c];
    lorenz whole;
    loop_init(&whole, of);
    ebw_executor *executor = lorenz_executor(&whole, of->slots, NULL);
    assert_ok(ebw_executor_run(executor));
    ebw_executor_destroy(executor);
    const int64_t longest = longest_action(of, &whole);
    int64_t forward = 0, reverse = 0;
    for (int64_t at = 2 + c % 3;; at += 3) {
      work_done work = {.place = scratch_open()};
      lorenz loop;
      loop_init(&loop, of);
      loop.fail_at = at;
      loop.inside = watch_generations;
      loop.extra = &work;
      executor = lorenz_resumable(&loop, of->slots, work.place.path, 0);
      const int32_t stopped = ebw_executor_run(executor) != EBW_OK;
      ebw_executor_destroy(executor);
      if (stopped) {
        assert_true(work.forward - work.forward_kept <= longest);
        assert_true(work.reverse - work.reverse_kept <= longest);
        loop_init(&loop, of);
        executor = lorenz_resumable(&loop, of->slots, work.place.path, 0);
        assert_ok(ebw_executor_resume(executor));
        const int64_t again = stat_of(executor, "restored_steps");
        ebw_executor_destroy(executor);
        assert_int_equal(work.forward_kept + loop.forward_steps - again, whole.forward_steps);
        assert_int_equal(work.reverse_kept + loop.reverse_steps, N);
        /* Lost slots are filled by one sweep at most. */
        assert_true(again <= N);
        forward += work.forward_kept > 0 && work.reverse_kept == 0;
        reverse += work.reverse_kept > 0;
      }
      scratch_close(&work.place);
      if (!stopped) break;
    }
    assert_true(forward > 3 && reverse > 3);
  }
}

/* Room for three generations without slots: all slots are computed again. */
static void slots_without_room_on_disk_are_computed_again(void **state) {
  (void)state;
  const int64_t least = 3 * (int64_t)(sizeof(double) * (CELLS + 1) + sizeof(lorenz_adjoint));
  const loop_case of = {EBW_REVERSE_STATE_ONLY, 4};
  const lorenz_bits expected = reference(&of);
  int64_t restored = 0;
  for (int64_t at = 20; at < 100; at += 9) {
    const scratch_directory place = scratch_open();
    assert_true(interrupted(&of, place.path, least, at));
    lorenz loop;
    loop_init(&loop, &of);
    ebw_executor *executor = lorenz_resumable(&loop, of.slots, place.path, least);
    assert_ok(ebw_executor_resume(executor));
    const lorenz_bits bits = lorenz_bits_of(&loop);
    assert_memory_equal(&bits, &expected, sizeof bits);
    restored += stat_of(executor, "restored_steps");
    ebw_executor_destroy(executor);
    scratch_close(&place);
  }
  assert_true(restored > N);
  const scratch_directory place = scratch_open();
  lorenz loop;
  loop_init(&loop, &of);
  ebw_executor *executor = lorenz_resumable(&loop, of.slots, place.path, least - 1);
  char words[64];
  snprintf(words, sizeof words, "at least %d", (int)least);
  assert_refused(ebw_executor_run(executor), EBW_ERR_BUDGET, words);
  ebw_executor_destroy(executor);
  scratch_close(&place);
}

/* ---- When */

static int64_t generations_of(const loop_case *of, double seconds, int32_t every, int64_t *disk_saves) {
  const lorenz_bits expected = reference(of);
  const scratch_directory place = scratch_open();
  lorenz loop;
  loop_init(&loop, of);
  ebw_executor *executor = lorenz_resumable(&loop, of->slots, place.path, 0);
  assert_ok(ebw_executor_set_generation_seconds(executor, seconds));
  assert_ok(ebw_executor_set_disk_generations(executor, every));
  assert_ok(ebw_executor_run(executor));
  const lorenz_bits bits = lorenz_bits_of(&loop);
  assert_memory_equal(&bits, &expected, sizeof bits);
  const int64_t count = stat_of(executor, "generations");
  *disk_saves = stat_of(executor, "disk_saves");
  assert_refused(ebw_executor_set_disk_generations(executor, 2), EBW_ERR_ARGUMENT, "on = 2");
  ebw_executor_destroy(executor);
  assert_refused(ebw_executor_set_disk_generations(NULL, 1), EBW_ERR_ARGUMENT, "executor");
  scratch_close(&place);
  return count;
}

static void a_generation_follows_each_disk_checkpoint_when_asked_for(void **state) {
  (void)state;
  const loop_case two_level = {EBW_REVERSE_STATE_ONLY, LORENZ_TWO_LEVEL + 1}, revolve = {EBW_REVERSE_STATE_ONLY, 3};
  int64_t disk_saves = 0;
  assert_int_equal(generations_of(&two_level, 1e9, 0, &disk_saves), 0);
  assert_int_equal(generations_of(&two_level, 1e9, 1, &disk_saves), disk_saves);
  assert_true(disk_saves >= 3);
  assert_true(generations_of(&two_level, 0.0, 1, &disk_saves) > disk_saves);
  /* In memory there is none. */
  assert_int_equal(generations_of(&revolve, 1e9, 1, &disk_saves), 0);
}

/* ---- Damage */

static void the_older_generation_is_used_when_the_newest_is_damaged(void **state) {
  (void)state;
  static char names[SCRATCH_MOST][SCRATCH_NAME];
  const loop_case of = {EBW_REVERSE_FUSED, 3};
  const lorenz_bits expected = reference(&of);
  /* Every bit of the manifest's header, and bits of its numbers and checksum. */
  for (long bit = 0; bit < 8 * 150; bit += bit < 8 * 128 ? 5 : 13) {
    const scratch_directory place = scratch_open();
    assert_true(interrupted(&of, place.path, 0, 60));
    const int manifests = scratch_names(&place, "-g", names);
    assert_int_equal(manifests, 2);
    scratch_flip(&place, names[1], bit);
    log_text[0] = 0;
    assert_goes_on(&of, &place, 0, &expected);
    assert_non_null(strstr(log_text, "the one before it is used"));
    assert_non_null(strstr(log_text, names[1] + strlen(names[1]) - 17));
    scratch_close(&place);
  }
  /* An array of the newest alone. */
  const scratch_directory place = scratch_open();
  assert_true(interrupted(&of, place.path, 0, 60));
  const int parts = scratch_names(&place, "-p", names);
  assert_true(parts >= 4);
  scratch_flip(&place, names[parts - 1], 8 * 128 + 3);
  log_text[0] = 0;
  assert_goes_on(&of, &place, 0, &expected);
  assert_non_null(strstr(log_text, "checksum of block 0"));
  scratch_close(&place);
}

static void no_whole_generation_is_an_error_with_its_reason(void **state) {
  (void)state;
  static char names[SCRATCH_MOST][SCRATCH_NAME];
  const loop_case of = {EBW_REVERSE_FUSED, 3};
  const scratch_directory place = scratch_open();
  assert_true(interrupted(&of, place.path, 0, 60));
  const int manifests = scratch_names(&place, "-g", names);
  for (int i = 0; i < manifests; ++i) scratch_flip(&place, names[i], 8 * 130);
  const int files = scratch_count(&place);
  lorenz loop;
  loop_init(&loop, &of);
  ebw_executor *executor = lorenz_resumable(&loop, of.slots, place.path, 0);
  assert_refused(ebw_executor_resume(executor), EBW_ERR_CORRUPT, "no generation is whole");
  assert_int_equal(scratch_count(&place), files);
  assert_int_equal(loop.calls, 0);
  ebw_executor_destroy(executor);
  scratch_close(&place);
}

/* ---- Refusals */

static void another_problem_is_not_resumable(void **state) {
  (void)state;
  const loop_case of = {EBW_REVERSE_FUSED, 3};
  const scratch_directory place = scratch_open();
  assert_true(interrupted(&of, place.path, 0, 60));
  const int files = scratch_count(&place);
  for (int change = 0; change < 3; ++change) {
    lorenz loop;
    lorenz_init(&loop, change == 0 ? N + 1 : N, of.kind);
    ebw_executor *executor = lorenz_resumable(&loop, change == 1 ? 4 : 3, place.path, 0);
    if (change == 2) assert_ok(ebw_executor_set_fingerprint(executor, loop.forcing, sizeof loop.forcing));
    assert_refused(ebw_executor_resume(executor), EBW_ERR_NOT_RESUMABLE, "another problem");
    assert_refused(ebw_executor_run(executor), EBW_ERR_NOT_RESUMABLE, "another problem");
    assert_int_equal(loop.calls, 0);
    assert_int_equal(scratch_count(&place), files);
    ebw_executor_destroy(executor);
  }
  const lorenz_bits expected = reference(&of);
  assert_goes_on(&of, &place, 0, &expected);
  scratch_close(&place);
}

static void an_unfinished_run_is_not_overwritten(void **state) {
  (void)state;
  const loop_case of = {EBW_REVERSE_FUSED, 3};
  const scratch_directory place = scratch_open();
  assert_true(interrupted(&of, place.path, 0, 60));
  lorenz loop;
  loop_init(&loop, &of);
  ebw_executor *executor = lorenz_resumable(&loop, of.slots, place.path, 0);
  assert_refused(ebw_executor_run(executor), EBW_ERR_STATE, "resume it");
  assert_int_equal(loop.calls, 0);
  ebw_executor_destroy(executor);
  scratch_close(&place);
}

static void arguments_and_missing_parts_are_refused(void **state) {
  (void)state;
  const loop_case of = {EBW_REVERSE_FUSED, 3};
  lorenz loop;
  loop_init(&loop, &of);
  ebw_executor *executor = lorenz_executor(&loop, of.slots, NULL);
  assert_refused(ebw_executor_set_directory(NULL, "x", 0), EBW_ERR_ARGUMENT, "executor");
  assert_refused(ebw_executor_set_directory(executor, "", 0), EBW_ERR_ARGUMENT, "directory");
  assert_refused(ebw_executor_set_directory(executor, "x", -1), EBW_ERR_ARGUMENT, "disk_bytes = -1");
  assert_refused(ebw_executor_set_generation_seconds(executor, -0.5), EBW_ERR_ARGUMENT, "seconds = -0.5");
  assert_refused(ebw_executor_set_generation_seconds(executor, NAN), EBW_ERR_ARGUMENT, "seconds");
  assert_refused(ebw_executor_set_fingerprint(executor, NULL, 1), EBW_ERR_ARGUMENT, "data");
  assert_refused(ebw_executor_set_fingerprint(executor, &of, -1), EBW_ERR_ARGUMENT, "bytes = -1");
  assert_refused(ebw_executor_resume(executor), EBW_ERR_STATE, "ebw_executor_set_directory");
  assert_refused(ebw_executor_resume(NULL), EBW_ERR_ARGUMENT, "executor");
  ebw_propagator *propagator = lorenz_propagator(&loop);
  assert_refused(ebw_propagator_set_record(propagator, 0, lorenz_save, lorenz_load), EBW_ERR_ARGUMENT, "record_bytes");
  assert_refused(ebw_propagator_set_record(propagator, 8, NULL, lorenz_load), EBW_ERR_ARGUMENT, "save_record");
  assert_refused(ebw_propagator_set_record(propagator, 8, lorenz_save, NULL), EBW_ERR_ARGUMENT, "load_record");
  ebw_propagator_destroy(propagator);
  const scratch_directory place = scratch_open();
  assert_ok(ebw_executor_set_directory(executor, place.path, 0));
  assert_refused(ebw_executor_run(executor), EBW_ERR_UNSUPPORTED, "ebw_propagator_set_adjoint");
  assert_int_equal(loop.calls, 0);
  assert_ok(ebw_executor_set_directory(executor, NULL, 0));
  assert_ok(ebw_executor_run(executor));
  ebw_executor_destroy(executor);
  executor = lorenz_resumable(&loop, 3, "/nowhere/at/all", 0);
  assert_refused(ebw_executor_run(executor), EBW_ERR_STORAGE, "/nowhere/at/all");
  ebw_executor_destroy(executor);
  scratch_close(&place);
}

/* Called inside a run: a second one on the same directory. */
static int32_t second_run(lorenz *outer) {
  const char *path = outer->extra;
  if (outer->calls != 20) return 0;
  const loop_case of = {EBW_REVERSE_FUSED, 3};
  lorenz loop;
  loop_init(&loop, &of);
  ebw_executor *executor = lorenz_resumable(&loop, of.slots, path, 0);
  const int32_t status = ebw_executor_resume(executor);
  ebw_executor_destroy(executor);
  return status == EBW_ERR_BUSY ? 0 : 7;
}

static void a_directory_serves_one_run_at_a_time(void **state) {
  (void)state;
  const loop_case of = {EBW_REVERSE_FUSED, 3};
  const scratch_directory place = scratch_open();
  lorenz loop;
  loop_init(&loop, &of);
  loop.inside = second_run;
  loop.extra = (void *)place.path;
  ebw_executor *executor = lorenz_resumable(&loop, of.slots, place.path, 0);
  assert_ok(ebw_executor_run(executor));
  assert_true(loop.calls > 20);
  ebw_executor_destroy(executor);
  scratch_close(&place);
}

/* The directory goes away in mid-run: a status, and the handles serve again. */
static int32_t remove_directory(lorenz *self) {
  if (self->calls == 20) scratch_close(self->extra);
  return 0;
}

static void a_directory_that_is_gone_is_a_status(void **state) {
  (void)state;
  const loop_case of = {EBW_REVERSE_FUSED, 3};
  scratch_directory place = scratch_open();
  lorenz loop;
  loop_init(&loop, &of);
  loop.inside = remove_directory;
  loop.extra = &place;
  ebw_executor *executor = lorenz_resumable(&loop, of.slots, place.path, 0);
  assert_refused(ebw_executor_run(executor), EBW_ERR_STORAGE, place.path);
  loop.inside = NULL;
  assert_ok(ebw_executor_run(executor)); /* made anew */
  const lorenz_bits expected = reference(&of), bits = lorenz_bits_of(&loop);
  assert_memory_equal(&bits, &expected, sizeof bits);
  ebw_executor_destroy(executor);
  scratch_close(&place);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
  const struct CMUnitTest tests[] = {
      TEST(a_run_with_generations_has_the_same_bits_and_leaves_nothing),
      TEST(every_callback_that_fails_is_a_place_to_go_on_from),
      TEST(a_stop_loses_at_most_the_action_under_way),
      TEST(slots_without_room_on_disk_are_computed_again),
      TEST(a_generation_follows_each_disk_checkpoint_when_asked_for),
      TEST(the_older_generation_is_used_when_the_newest_is_damaged),
      TEST(no_whole_generation_is_an_error_with_its_reason),
      TEST(another_problem_is_not_resumable),
      TEST(an_unfinished_run_is_not_overwritten),
      TEST(arguments_and_missing_parts_are_refused),
      TEST(a_directory_serves_one_run_at_a_time),
      TEST(a_directory_that_is_gone_is_a_status),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
