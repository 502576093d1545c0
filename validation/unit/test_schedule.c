/* SPDX-License-Identifier: MIT */
/* Schedule group: streams, export, counts and every refusal. */
#include "check.h"

#define MOST_STEPS (INT64_C(1) << 62)

static ebw_schedule *revolve(int64_t steps, int64_t slots, int32_t kind) {
  ebw_schedule *schedule = NULL;
  assert_ok(ebw_schedule_create_revolve(steps, slots, kind, &schedule));
  return schedule;
}

static ebw_schedule *store_all(int64_t steps, int32_t kind, int32_t tape) {
  ebw_schedule *schedule = NULL;
  assert_ok(ebw_schedule_create_store_all(steps, kind, tape, &schedule));
  return schedule;
}

/* The next actions of the stream are just these rows, and then it ends, for good. */
static void assert_actions(ebw_schedule *schedule, const int64_t (*rows)[4], int count) {
  int32_t kind;
  int64_t from, to, slot;
  for (int i = 0; i < count; ++i) {
    assert_ok(ebw_schedule_next(schedule, &kind, &from, &to, &slot));
    if (kind != rows[i][0] || from != rows[i][1] || to != rows[i][2] || slot != rows[i][3])
      fail_msg("action %d is (%d, %lld, %lld, %lld)", i, (int)kind, (long long)from, (long long)to, (long long)slot);
  }
  for (int i = 0; i < 2; ++i) {
    assert_ok(ebw_schedule_next(schedule, &kind, &from, &to, &slot));
    assert_int_equal(kind, EBW_ACTION_END);
    assert_true(from == -1 && to == -1 && slot == -1);
  }
}
#define ASSERT_ACTIONS(schedule, rows) assert_actions(schedule, rows, (int)(sizeof(rows) / sizeof *(rows)))

static void two_steps_with_one_slot_run_as_documented(void **state) {
  (void)state;
  const int64_t fused_rows[][4] = {{EBW_ACTION_SAVE, 0, -1, 0},    {EBW_ACTION_ADVANCE, 0, 1, -1},
                                   {EBW_ACTION_REVERSE, 1, 1, -1}, {EBW_ACTION_LOAD, 0, -1, 0},
                                   {EBW_ACTION_DISCARD, 0, -1, 0}, {EBW_ACTION_REVERSE, 0, 0, -1}};
  const int64_t state_rows[][4] = {
      {EBW_ACTION_SAVE, 0, -1, 0}, {EBW_ACTION_ADVANCE, 0, 2, -1}, {EBW_ACTION_TURN, 2, -1, -1},
      {EBW_ACTION_LOAD, 0, -1, 0}, {EBW_ACTION_ADVANCE, 0, 1, -1}, {EBW_ACTION_REVERSE, 1, 1, -1},
      {EBW_ACTION_LOAD, 0, -1, 0}, {EBW_ACTION_DISCARD, 0, -1, 0}, {EBW_ACTION_REVERSE, 0, 0, -1}};
  ebw_schedule *fused = revolve(2, 1, EBW_REVERSE_FUSED), *state_only = revolve(2, 1, EBW_REVERSE_STATE_ONLY);
  ASSERT_ACTIONS(fused, fused_rows);
  ASSERT_ACTIONS(state_only, state_rows);
  assert_ok(ebw_schedule_reset(fused));
  ASSERT_ACTIONS(fused, fused_rows);
  ebw_schedule_destroy(fused);
  ebw_schedule_destroy(state_only);
}

static void one_fused_step_needs_no_slot(void **state) {
  (void)state;
  const int64_t rows[][4] = {{EBW_ACTION_REVERSE, 0, 0, -1}};
  ebw_schedule *schedule = revolve(1, 7, EBW_REVERSE_FUSED);
  int64_t slots = -1;
  assert_ok(ebw_schedule_get_peak_slots(schedule, &slots));
  assert_int_equal(slots, 0);
  ASSERT_ACTIONS(schedule, rows);
  ebw_schedule_destroy(schedule);
}

static void store_all_streams_tapes_or_states(void **state) {
  (void)state;
  const int64_t tape_rows[][4] = {
      {EBW_ACTION_ADVANCE_TAPED, 0, 2, 0}, {EBW_ACTION_TURN, 2, -1, -1}, {EBW_ACTION_REVERSE, 1, 0, 0}};
  const int64_t state_rows[][4] = {
      {EBW_ACTION_SAVE, 0, -1, 0},    {EBW_ACTION_ADVANCE, 0, 1, -1}, {EBW_ACTION_SAVE, 1, -1, 1},
      {EBW_ACTION_ADVANCE, 1, 2, -1}, {EBW_ACTION_TURN, 2, -1, -1},   {EBW_ACTION_LOAD, 1, -1, 1},
      {EBW_ACTION_DISCARD, 1, -1, 1}, {EBW_ACTION_REVERSE, 1, 1, -1}, {EBW_ACTION_LOAD, 0, -1, 0},
      {EBW_ACTION_DISCARD, 0, -1, 0}, {EBW_ACTION_REVERSE, 0, 0, -1}};
  ebw_schedule *fused = store_all(2, EBW_REVERSE_FUSED, 1), *tapes = store_all(2, EBW_REVERSE_STATE_ONLY, 1),
               *states = store_all(2, EBW_REVERSE_STATE_ONLY, 0);
  ASSERT_ACTIONS(fused, tape_rows);
  ASSERT_ACTIONS(tapes, tape_rows);
  ASSERT_ACTIONS(states, state_rows);
  ebw_schedule_destroy(fused);
  ebw_schedule_destroy(tapes);
  ebw_schedule_destroy(states);
}

static void export_gives_the_stream_and_leaves_it_where_it_is(void **state) {
  (void)state;
  ebw_schedule *schedule = revolve(10, 3, EBW_REVERSE_STATE_ONLY);
  int64_t needed = -1, written = -1, first[4];
  int32_t kind;
  assert_ok(ebw_schedule_next(schedule, &kind, &first[1], &first[2], &first[3]));
  assert_ok(ebw_schedule_export(schedule, NULL, 0, &needed));
  int64_t rows[100][4];
  assert_in_range(needed, 1, 100);
  assert_ok(ebw_schedule_export(schedule, rows[0], 100, &written));
  assert_int_equal(written, needed);
  assert_true(rows[0][0] == kind && rows[0][1] == first[1] && rows[0][2] == first[2] && rows[0][3] == first[3]);
  assert_actions(schedule, (const int64_t(*)[4])rows + 1, (int)needed - 1);

  int64_t untouched[4] = {-7, -7, -7, -7};
  written = -7;
  assert_refused(ebw_schedule_export(schedule, untouched, needed - 1, &written), EBW_ERR_SHAPE, "capacity");
  assert_int_equal(written, -7);
  assert_int_equal(untouched[0], -7);
  assert_refused(ebw_schedule_export(schedule, rows[0], 100, NULL), EBW_ERR_ARGUMENT, "count");
  ebw_schedule_destroy(schedule);

  schedule = store_all(MOST_STEPS, EBW_REVERSE_STATE_ONLY, 0);
  assert_refused(ebw_schedule_export(schedule, NULL, 0, &written), EBW_ERR_OVERFLOW, "actions");
  ebw_schedule_destroy(schedule);
}

static void many_actions_at_once_are_the_stream(void **state) {
  (void)state;
  enum { ROOM = 200 };
  for (int64_t capacity = 1; capacity <= ROOM; capacity = 2 * capacity + 1) {
    ebw_schedule *schedule = revolve(13, 3, EBW_REVERSE_STATE_ONLY);
    int64_t rows[ROOM][4], taken[ROOM + 1][4], needed = 0, total = 0, count = 1;
    assert_ok(ebw_schedule_export(schedule, rows[0], ROOM, &needed));
    memset(taken, 0x55, sizeof taken);
    const int64_t guard = taken[ROOM][0];
    while (count > 0) {
      assert_ok(
          ebw_schedule_next_many(schedule, taken[total], capacity < ROOM - total ? capacity : ROOM - total, &count));
      assert_true(count <= capacity);
      assert_true(count == capacity || total + count == needed || capacity > ROOM - total);
      total += count;
      assert_true(taken[total][0] == guard); /* nothing is written behind the last row */
    }
    assert_int_equal(total, needed);
    assert_memory_equal(taken, rows, (size_t)needed * sizeof *rows);
    assert_ok(ebw_schedule_reset(schedule));
    /* The two ways of taking actions share one stream. */
    int32_t kind = 0;
    assert_ok(ebw_schedule_next(schedule, &kind, &taken[0][1], &taken[0][2], &taken[0][3]));
    assert_ok(ebw_schedule_next_many(schedule, taken[0], 1, &count));
    assert_int_equal(count, 1);
    assert_memory_equal(taken[0], rows[1], sizeof *rows);
    ebw_schedule_destroy(schedule);
  }
}

/* An action that the user can still change must not be taken ahead. */
static void a_loop_without_an_end_gives_one_action_at_a_time(void **state) {
  (void)state;
  ebw_schedule *schedule = NULL;
  int64_t rows[100][4], count = 0, taken = 0;
  assert_ok(ebw_schedule_create_online(3, EBW_REVERSE_STATE_ONLY, &schedule));
  while (taken < 9) {
    assert_ok(ebw_schedule_next_many(schedule, rows[0], 100, &count));
    assert_int_equal(count, 1);
    taken += rows[0][0] == 1 ? rows[0][2] - rows[0][1] : 0;
  }
  assert_ok(ebw_schedule_finish(schedule, taken));
  assert_ok(ebw_schedule_next_many(schedule, rows[0], 100, &count));
  assert_true(count > 9); /* the way back is decided */
  ebw_schedule_destroy(schedule);
}

typedef int32_t (*count_fn)(const ebw_schedule *, int64_t *);
static const count_fn counts[] = {ebw_schedule_count_advances, ebw_schedule_count_taped, ebw_schedule_count_saves,
                                  ebw_schedule_count_loads,    ebw_schedule_get_steps,   ebw_schedule_get_peak_slots};
enum { COUNTS = (int)(sizeof counts / sizeof *counts) };

static void counts_are_those_of_the_conventions(void **state) {
  (void)state;
  struct {
    ebw_schedule *schedule;
    int64_t expected[COUNTS]; /* advances, taped, saves, loads, steps, peak slots */
    int32_t kind;
  } cases[] = {
      /* t(10, 3) = 15 and t(11, 3) = 18, with r = 2 and 3: 2*10 - beta(4, 1) and 3*11 - beta(4, 2);
         6 saves at least for either, by the dynamic program over all split points */
      {revolve(10, 3, EBW_REVERSE_FUSED), {15, 10, 6, 9, 10, 3}, EBW_REVERSE_FUSED},
      {revolve(10, 3, EBW_REVERSE_STATE_ONLY), {18, 0, 6, 10, 10, 3}, EBW_REVERSE_STATE_ONLY},
      {revolve(4, 9, EBW_REVERSE_FUSED), {3, 4, 3, 3, 4, 3}, EBW_REVERSE_FUSED},
      {revolve(4, 9, EBW_REVERSE_STATE_ONLY), {4, 0, 4, 4, 4, 4}, EBW_REVERSE_STATE_ONLY},
      {store_all(9, EBW_REVERSE_FUSED, 1), {0, 9, 9, 9, 9, 9}, EBW_REVERSE_FUSED},
      {store_all(9, EBW_REVERSE_STATE_ONLY, 1), {9, 0, 9, 9, 9, 9}, EBW_REVERSE_STATE_ONLY},
      {store_all(9, EBW_REVERSE_STATE_ONLY, 0), {9, 0, 9, 9, 9, 9}, EBW_REVERSE_STATE_ONLY},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    for (int c = 0; c < COUNTS; ++c) {
      int64_t count = -1;
      assert_ok(counts[c](cases[i].schedule, &count));
      if (count != cases[i].expected[c]) fail_msg("case %d, count %d is %lld", (int)i, c, (long long)count);
    }
    int32_t kind = -1;
    assert_ok(ebw_schedule_get_reverse_kind(cases[i].schedule, &kind));
    assert_int_equal(kind, cases[i].kind);
    ebw_schedule_destroy(cases[i].schedule);
  }
}

static void counts_beyond_64_bits_are_refused_and_never_wrapped(void **state) {
  (void)state;
  ebw_schedule *schedule = revolve(INT64_C(10000000000), 1, EBW_REVERSE_FUSED);
  int64_t count = -7;
  assert_refused(ebw_schedule_count_advances(schedule, &count), EBW_ERR_OVERFLOW, "10000000000");
  assert_int_equal(count, -7);
  assert_ok(ebw_schedule_count_saves(schedule, &count));
  assert_int_equal(count, 1);
  ebw_schedule_destroy(schedule);
}

static void saves_that_would_take_too_long_to_count_are_refused(void **state) {
  (void)state;
  ebw_schedule *schedule = revolve(MOST_STEPS, 2, EBW_REVERSE_FUSED);
  int64_t count = -7;
  assert_refused(ebw_schedule_count_saves(schedule, &count), EBW_ERR_UNSUPPORTED, "sub-ranges");
  assert_refused(ebw_schedule_export(schedule, NULL, 0, &count), EBW_ERR_UNSUPPORTED, "sub-ranges");
  assert_int_equal(count, -7);
  ebw_schedule_destroy(schedule);
}

static void bad_sizes_and_kinds_are_refused(void **state) {
  (void)state;
  ebw_schedule *none = NULL;
  const int64_t bad_steps[] = {0, -1, INT64_MIN, MOST_STEPS + 1, INT64_MAX}, bad_slots[] = {0, -1, INT64_MIN};
  for (size_t i = 0; i < sizeof bad_steps / sizeof *bad_steps; ++i) {
    assert_refused(ebw_schedule_create_revolve(bad_steps[i], 3, EBW_REVERSE_FUSED, &none), EBW_ERR_ARGUMENT, "steps");
    assert_refused(ebw_schedule_create_store_all(bad_steps[i], EBW_REVERSE_FUSED, 1, &none), EBW_ERR_ARGUMENT, "steps");
  }
  for (size_t i = 0; i < sizeof bad_slots / sizeof *bad_slots; ++i)
    assert_refused(ebw_schedule_create_revolve(10, bad_slots[i], EBW_REVERSE_FUSED, &none), EBW_ERR_ARGUMENT, "slots");
  for (int32_t kind = -1; kind <= 4; kind += kind == 0 ? 4 : 1) {
    assert_refused(ebw_schedule_create_revolve(10, 3, kind, &none), EBW_ERR_ARGUMENT, "reverse_kind");
    assert_refused(ebw_schedule_create_store_all(10, kind, 1, &none), EBW_ERR_ARGUMENT, "reverse_kind");
  }
  assert_refused(ebw_schedule_create_store_all(10, EBW_REVERSE_FUSED, 0, &none), EBW_ERR_UNSUPPORTED,
                 "use revolve with slots = 10");
  assert_null(none);
}

static void null_is_refused_by_name(void **state) {
  (void)state;
  int32_t kind = -7;
  int64_t number = -7;
  assert_refused(ebw_schedule_create_revolve(10, 3, EBW_REVERSE_FUSED, NULL), EBW_ERR_ARGUMENT, "schedule");
  assert_refused(ebw_schedule_create_store_all(10, EBW_REVERSE_FUSED, 1, NULL), EBW_ERR_ARGUMENT, "schedule");
  assert_refused(ebw_schedule_next(NULL, &kind, &number, &number, &number), EBW_ERR_ARGUMENT, "schedule");
  assert_refused(ebw_schedule_next_many(NULL, &number, 1, &number), EBW_ERR_ARGUMENT, "schedule");
  assert_refused(ebw_schedule_reset(NULL), EBW_ERR_ARGUMENT, "schedule");
  assert_refused(ebw_schedule_export(NULL, NULL, 0, &number), EBW_ERR_ARGUMENT, "schedule");
  assert_refused(ebw_schedule_get_reverse_kind(NULL, &kind), EBW_ERR_ARGUMENT, "schedule");
  for (int c = 0; c < COUNTS; ++c) assert_refused(counts[c](NULL, &number), EBW_ERR_ARGUMENT, "schedule");
  ebw_schedule_destroy(NULL);

  ebw_schedule *schedule = revolve(10, 3, EBW_REVERSE_FUSED);
  assert_refused(ebw_schedule_next(schedule, NULL, &number, &number, &number), EBW_ERR_ARGUMENT, "kind");
  assert_refused(ebw_schedule_next(schedule, &kind, NULL, &number, &number), EBW_ERR_ARGUMENT, "from");
  assert_refused(ebw_schedule_next(schedule, &kind, &number, NULL, &number), EBW_ERR_ARGUMENT, "to");
  assert_refused(ebw_schedule_next(schedule, &kind, &number, &number, NULL), EBW_ERR_ARGUMENT, "slot");
  assert_refused(ebw_schedule_get_reverse_kind(schedule, NULL), EBW_ERR_ARGUMENT, "reverse_kind");
  for (int c = 0; c < COUNTS; ++c) assert_refused(counts[c](schedule, NULL), EBW_ERR_ARGUMENT, "NULL");
  int64_t row[4] = {-7, -7, -7, -7};
  assert_refused(ebw_schedule_next_many(schedule, NULL, 1, &number), EBW_ERR_ARGUMENT, "actions");
  assert_refused(ebw_schedule_next_many(schedule, row, 1, NULL), EBW_ERR_ARGUMENT, "count");
  assert_refused(ebw_schedule_next_many(schedule, row, 0, &number), EBW_ERR_ARGUMENT, "capacity = 0");
  assert_int_equal(row[0], -7);
  assert_int_equal(kind, -7);
  assert_int_equal(number, -7);
  /* None of the refused calls has taken an action. */
  assert_ok(ebw_schedule_next(schedule, &kind, &number, &number, &number));
  assert_int_equal(kind, EBW_ACTION_SAVE);
  ebw_schedule_destroy(schedule);
}

static void something_that_is_no_schedule_is_refused(void **state) {
  (void)state;
  uint64_t other[8] = {0};
  ebw_schedule *wrong = (ebw_schedule *)(void *)other;
  int32_t kind = -7;
  int64_t number = -7;
  assert_refused(ebw_schedule_next(wrong, &kind, &number, &number, &number), EBW_ERR_HANDLE, "schedule");
  assert_refused(ebw_schedule_next_many(wrong, &number, 1, &number), EBW_ERR_HANDLE, "schedule");
  assert_refused(ebw_schedule_reset(wrong), EBW_ERR_HANDLE, "schedule");
  assert_refused(ebw_schedule_export(wrong, NULL, 0, &number), EBW_ERR_HANDLE, "schedule");
  assert_refused(ebw_schedule_get_reverse_kind(wrong, &kind), EBW_ERR_HANDLE, "schedule");
  for (int c = 0; c < COUNTS; ++c) assert_refused(counts[c](wrong, &number), EBW_ERR_HANDLE, "schedule");
  assert_int_equal(kind, -7);
  assert_int_equal(number, -7);
}

static void two_streams_are_read_in_turn_without_touching_each_other(void **state) {
  (void)state;
  ebw_schedule *a = revolve(40, 3, EBW_REVERSE_FUSED), *b = revolve(25, 4, EBW_REVERSE_STATE_ONLY);
  int64_t rows_a[400][4], rows_b[400][4], count_a, count_b;
  assert_ok(ebw_schedule_export(a, rows_a[0], 400, &count_a));
  assert_ok(ebw_schedule_export(b, rows_b[0], 400, &count_b));
  for (int64_t i = 0; i < (count_a > count_b ? count_a : count_b); ++i) {
    int32_t kind;
    int64_t from, to, slot;
    assert_ok(ebw_schedule_next(a, &kind, &from, &to, &slot));
    if (i < count_a) assert_true(kind == rows_a[i][0] && from == rows_a[i][1] && slot == rows_a[i][3]);
    assert_ok(ebw_schedule_next(b, &kind, &from, &to, &slot));
    if (i < count_b) assert_true(kind == rows_b[i][0] && from == rows_b[i][1] && slot == rows_b[i][3]);
  }
  ebw_schedule_destroy(a);
  ebw_schedule_destroy(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_steps_with_one_slot_run_as_documented),
      cmocka_unit_test(one_fused_step_needs_no_slot),
      cmocka_unit_test(store_all_streams_tapes_or_states),
      cmocka_unit_test(export_gives_the_stream_and_leaves_it_where_it_is),
      cmocka_unit_test(many_actions_at_once_are_the_stream),
      cmocka_unit_test(a_loop_without_an_end_gives_one_action_at_a_time),
      cmocka_unit_test(counts_are_those_of_the_conventions),
      cmocka_unit_test(counts_beyond_64_bits_are_refused_and_never_wrapped),
      cmocka_unit_test(saves_that_would_take_too_long_to_count_are_refused),
      cmocka_unit_test(bad_sizes_and_kinds_are_refused),
      cmocka_unit_test(null_is_refused_by_name),
      cmocka_unit_test(something_that_is_no_schedule_is_refused),
      cmocka_unit_test(two_streams_are_read_in_turn_without_touching_each_other),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
