/* SPDX-License-Identifier: MIT */
/* Several shots at a time: the bits, the plan, the callbacks and the errors of one after the other. */
#include <pthread.h>

#include "small_wave.h"

enum { SHOTS = 7, THREADS = 3 };

typedef struct {
  ebw_model *model;
  ebw_shot *shots[SHOTS];
} survey;

/* Shot `loud` (-1: none) has a source that no float32 holds for long. */
static survey new_survey(int at_once, int loud) {
  survey s = {small_model(), {NULL}};
  assert_ok(ebw_model_set_threads(s.model, THREADS));
  assert_ok(ebw_model_set_shots_at_once(s.model, at_once));
  for (int n = 0; n < SHOTS; ++n) {
    assert_ok(ebw_shot_create(s.model, &s.shots[n]));
    small_add_source(s.shots[n], 31.0 + 23.0 * n, 63.0, n == loud ? 1e60 : 1e4 * (n + 1));
    small_add_receivers(s.shots[n], n % 2 ? RECEIVERS : RECEIVERS - 2);
  }
  return s;
}

static void drop(survey *s) {
  for (int n = 0; n < SHOTS; ++n) ebw_shot_destroy(s->shots[n]);
  ebw_model_destroy(s->model);
}

typedef struct {
  double misfit;
  float gradient[CELLS_ALL];
  double traces[SHOTS][RECEIVERS * SAMPLES], wavelets[SHOTS][SAMPLES];
} outcome;

static void look(const survey *s, outcome *out) {
  for (int n = 0; n < SHOTS; ++n) {
    assert_ok(ebw_shot_get_traces(s->shots[n], out->traces[n], n % 2 ? RECEIVERS : RECEIVERS - 2, SAMPLES, NULL));
    assert_ok(ebw_shot_get_wavelet_gradient(s->shots[n], 0, out->wavelets[n], SAMPLES));
  }
}

static void run(survey *s, int64_t memory_bytes, outcome *out) {
  memset(out, 0, sizeof *out);
  assert_ok(ebw_gradient(s->model, s->shots, SHOTS, memory_bytes, &out->misfit, out->gradient, NULL));
  look(s, out);
}

static const outcome *one_after_the_other(void) {
  static outcome out;
  survey s = new_survey(1, -1);
  run(&s, 0, &out);
  assert_int_equal(small_count(s.model, "shots_at_once"), 1);
  drop(&s);
  return &out;
}

static void same_bits_for_any_number_at_a_time(void **state) {
  (void)state;
  const outcome *expected = one_after_the_other();
  for (int at_once = 0; at_once <= SHOTS; ++at_once) {
    static outcome out;
    survey s = new_survey(at_once, -1);
    for (int again = 0; again < 2; ++again) {
      run(&s, 0, &out);
      assert_memory_equal(&out, expected, sizeof out);
    }
    /* 7 shots in rounds of 3: small enough for one thread each. */
    assert_int_equal(small_count(s.model, "shots_at_once"), at_once == 0 || at_once > THREADS ? THREADS : at_once);
    assert_int_equal(small_count(s.model, "peak_bytes"), small_count(s.model, "planned_bytes"));
    drop(&s);
  }
}

static void other_runs_give_the_same_too(void **state) {
  (void)state;
  static outcome one, several;
  memset(&one, 0, sizeof one);
  memset(&several, 0, sizeof several);
  survey a = new_survey(1, -1), b = new_survey(3, -1);
  double misfit[2];
  assert_ok(ebw_misfit(a.model, a.shots, SHOTS, &misfit[0]));
  assert_ok(ebw_misfit(b.model, b.shots, SHOTS, &misfit[1]));
  assert_int_equal(small_count(b.model, "shots_at_once"), 3);
  assert_memory_equal(&misfit[0], &misfit[1], sizeof misfit[0]);
  assert_ok(ebw_gradient(a.model, a.shots, SHOTS, 0, &one.misfit, NULL, NULL));
  assert_ok(ebw_gradient(b.model, b.shots, SHOTS, 0, &several.misfit, NULL, NULL));
  look(&a, &one);
  look(&b, &several);
  assert_memory_equal(&one, &several, sizeof one);
  assert_int_equal(small_count(b.model, "reverse_steps"), STEPS);
  drop(&a);
  drop(&b);
}

static int64_t planned(survey *s, int64_t memory_bytes, const char *name) {
  ebw_plan *plan = NULL;
  int64_t bytes = -1;
  assert_ok(ebw_gradient_plan(s->model, s->shots, SHOTS, memory_bytes, &plan));
  if (!strcmp(name, "total"))
    assert_ok(ebw_plan_get_total_bytes(plan, &bytes));
  else if (!strcmp(name, "at once"))
    assert_ok(ebw_plan_get_number(plan, "shots_at_once", &bytes));
  else
    assert_ok(ebw_plan_get_bytes(plan, name, &bytes));
  ebw_plan_destroy(plan);
  return bytes;
}

static void the_plan_counts_the_fields_of_all_that_run(void **state) {
  (void)state;
  survey one = new_survey(1, -1), three = new_survey(3, -1);
  static const char *const kPerShot[] = {"work_fields", "adjoint_state", "tape_ring"};
  for (int i = 0; i < 3; ++i) assert_int_equal(planned(&three, 0, kPerShot[i]), 3 * planned(&one, 0, kPerShot[i]));
  assert_int_equal(planned(&three, 0, "traces"), planned(&one, 0, "traces"));
  assert_int_equal(planned(&three, 0, "wavelets"), planned(&one, 0, "wavelets"));
  drop(&one);
  drop(&three);
}

static void fewer_run_where_memory_has_no_room_for_more(void **state) {
  (void)state;
  const outcome *expected = one_after_the_other();
  static outcome out;
  survey s = new_survey(3, -1);
  const int64_t three = planned(&s, 0, "total");
  assert_int_equal(planned(&s, three, "at once"), 3);
  run(&s, three, &out);
  assert_int_equal(small_count(s.model, "peak_bytes"), three);
  /* Down to what one at a time needs at least; never above the bound. */
  assert_ok(ebw_model_set_shots_at_once(s.model, 1));
  ebw_plan *plan = NULL;
  int64_t least;
  assert_ok(ebw_gradient_plan(s.model, s.shots, SHOTS, 0, &plan));
  assert_ok(ebw_plan_get_least_bytes(plan, &least));
  ebw_plan_destroy(plan);
  assert_ok(ebw_model_set_shots_at_once(s.model, 3));
  int seen_one = 0, seen_three = 0;
  for (int part = 0; part <= 10; ++part) {
    const int64_t bound = least + part * (three - least) / 10;
    run(&s, bound, &out);
    assert_memory_equal(&out, expected, sizeof out);
    assert_true(small_count(s.model, "peak_bytes") <= bound);
    seen_one |= small_count(s.model, "shots_at_once") == 1;
    seen_three |= small_count(s.model, "shots_at_once") == 3;
  }
  assert_true(seen_one && seen_three);
  assert_refused(ebw_gradient(s.model, s.shots, SHOTS, least - 1, &out.misfit, out.gradient, NULL), EBW_ERR_BUDGET,
                 "memory_bytes");
  drop(&s);
}

/* Chosen by the library, several at a time never repeat steps that one at a time would not. */
static void the_librarys_choice_recomputes_nothing_more(void **state) {
  (void)state;
  survey s = new_survey(1, -1);
  const int64_t one = planned(&s, 0, "total");
  assert_ok(ebw_model_set_shots_at_once(s.model, 0));
  assert_int_equal(planned(&s, 0, "at once"), 3);
  assert_int_equal(planned(&s, one, "at once"), 1);
  drop(&s);
}

static void a_failure_in_one_shot_ends_all_with_its_text(void **state) {
  (void)state;
  char expected[512];
  for (int loud = 0; loud < SHOTS; ++loud)
    for (int at_once = 1; at_once <= 3; ++at_once) {
      survey s = new_survey(at_once, loud);
      double misfit = 7.0;
      float gradient[CELLS_ALL] = {3.0f};
      assert_refused(ebw_gradient(s.model, s.shots, SHOTS, 0, &misfit, gradient, NULL), EBW_ERR_NON_FINITE, "shot");
      if (at_once == 1) snprintf(expected, sizeof expected, "%s", ebw_last_error());
      assert_string_equal(ebw_last_error(), expected);
      assert_true(misfit == 7.0 && gradient[0] == 3.0f);
      /* The handles serve again. */
      double wavelet[SAMPLES];
      small_wavelet(wavelet, 1e4);
      assert_ok(ebw_shot_set_wavelet(s.shots[loud], 0, wavelet, SAMPLES));
      assert_ok(ebw_gradient(s.model, s.shots, SHOTS, 0, &misfit, gradient, NULL));
      drop(&s);
    }
}

/* ---- Callbacks: on the caller's thread alone, one at a time ------------------------------------------------------ */

typedef struct {
  pthread_t caller;
  int64_t calls, last_shot, fails_at, done, total;
  int wrong;
} witness;

static int32_t witnessed_misfit(int64_t shot, int64_t receivers, int64_t samples, const double *traces, double *j,
                                double *residual, void *user) {
  witness *w = user;
  w->wrong |= !pthread_equal(pthread_self(), w->caller) || shot != w->last_shot + 1;
  w->last_shot = shot;
  *j = 0.0;
  for (int64_t i = 0; i < receivers * samples; ++i) {
    *j += 0.5 * traces[i] * traces[i];
    if (residual) residual[i] = traces[i];
  }
  return ++w->calls == w->fails_at ? 77 : 0;
}

static int32_t witnessed_progress(int64_t done, int64_t total, int64_t recomputed, void *user) {
  witness *w = user;
  w->wrong |= !pthread_equal(pthread_self(), w->caller) || done < w->done || done > total || recomputed > done;
  w->done = done;
  w->total = total;
  return ++w->calls == w->fails_at ? 5 : 0;
}

static void the_misfit_function_is_asked_by_the_caller_in_order(void **state) {
  (void)state;
  for (int64_t fails_at = 0; fails_at <= SHOTS; ++fails_at) {
    survey s = new_survey(3, -1);
    witness w = {pthread_self(), 0, -1, fails_at, 0, 0, 0};
    static outcome out;
    assert_ok(ebw_model_set_misfit(s.model, witnessed_misfit, &w, NULL));
    if (fails_at == 0) {
      run(&s, 0, &out);
      assert_int_equal(w.calls, SHOTS);
    } else {
      assert_refused(ebw_gradient(s.model, s.shots, SHOTS, 0, &out.misfit, out.gradient, NULL), EBW_ERR_CALLBACK, "77");
      assert_int_equal(ebw_last_callback_status(), 77);
      assert_int_equal(w.calls, fails_at);
    }
    assert_int_equal(w.wrong, 0);
    drop(&s);
  }
}

static void progress_is_told_to_the_caller_and_cancels(void **state) {
  (void)state;
  survey s = new_survey(3, -1);
  static outcome out;
  witness w = {pthread_self(), 0, -1, 0, 0, 0, 0};
  assert_ok(ebw_model_set_progress(s.model, witnessed_progress, 10, &w, NULL));
  run(&s, 0, &out);
  assert_int_equal(w.wrong, 0);
  assert_int_equal(w.done, SHOTS * 2 * STEPS);
  assert_int_equal(w.done, w.total);
  assert_true(w.calls >= 1); /* the caller may have been told of all at once */
  w = (witness){pthread_self(), 0, -1, 1, 0, 0, 0};
  assert_refused(ebw_gradient(s.model, s.shots, SHOTS, 0, &out.misfit, out.gradient, NULL), EBW_ERR_CANCELLED,
                 "progress callback returned 5");
  assert_int_equal(w.calls, 1);
  w = (witness){pthread_self(), 0, -1, 0, 0, 0, 0};
  run(&s, 0, &out);
  assert_memory_equal(&out, one_after_the_other(), sizeof out);
  drop(&s);
}

static void numbers_out_of_range_are_refused(void **state) {
  (void)state;
  ebw_model *model = small_model();
  assert_refused(ebw_model_set_shots_at_once(model, -1), EBW_ERR_ARGUMENT, "shots = -1");
  assert_refused(ebw_model_set_shots_at_once(model, 1025), EBW_ERR_ARGUMENT, "1025");
  assert_refused(ebw_model_set_shots_at_once(NULL, 1), EBW_ERR_ARGUMENT, "model");
  ebw_model_destroy(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_bits_for_any_number_at_a_time),
      cmocka_unit_test(other_runs_give_the_same_too),
      cmocka_unit_test(the_plan_counts_the_fields_of_all_that_run),
      cmocka_unit_test(fewer_run_where_memory_has_no_room_for_more),
      cmocka_unit_test(the_librarys_choice_recomputes_nothing_more),
      cmocka_unit_test(a_failure_in_one_shot_ends_all_with_its_text),
      cmocka_unit_test(the_misfit_function_is_asked_by_the_caller_in_order),
      cmocka_unit_test(progress_is_told_to_the_caller_and_cancels),
      cmocka_unit_test(numbers_out_of_range_are_refused),
  };
  return cmocka_run_group_tests_name("shots at once", tests, NULL, NULL);
}
