/* SPDX-License-Identifier: MIT */
/* Handles of Taylor and dot tests between two threads, and their user pointers: released once, never on failure. */
#include <pthread.h>

#include "check.h"

typedef struct {
  ebw_taylor *taylor;
  ebw_dot *dot;
  int calls, releases;
  int32_t by_run, by_setter, by_getter;
} contest;

static void count_release(void *user) { ++((contest *)user)->releases; }

static int32_t slope(const void *m, void *g, void *user) {
  (void)user;
  *(double *)g = *(const double *)m;
  return 0;
}

/* The second thread: cmocka's assertions are the main thread's, hence statuses only. */
static void *second_thread(void *user) {
  contest *c = user;
  const double one = 1.0;
  int32_t verdict = -1;
  if (c->taylor) {
    c->by_run = ebw_taylor_run(c->taylor, &one, &one, &verdict);
    c->by_setter = ebw_taylor_set_gradient(c->taylor, slope, c, count_release);
    c->by_getter = ebw_taylor_get_verdict(c->taylor, &verdict);
  } else {
    c->by_run = ebw_dot_run(c->dot, &verdict);
    c->by_setter = ebw_dot_set_steps(c->dot, 2);
    c->by_getter = ebw_dot_get_verdict(c->dot, &verdict);
  }
  return NULL;
}

/* At the first call of a callback the other thread tries; it has ended when the callback goes on. */
static int32_t let_the_other_try(contest *c) {
  pthread_t thread;
  if ((!c->taylor && !c->dot) || c->calls++) return 0;
  if (pthread_create(&thread, NULL, second_thread, c)) return 1;
  return pthread_join(thread, NULL);
}

static int32_t square(const void *m, double *J, void *user) {
  const double x = *(const double *)m;
  *J = 0.5 * x * x;
  return let_the_other_try(user);
}

static int32_t copy(const void *from, void *to, void *user) {
  *(double *)to = *(const double *)from;
  return let_the_other_try(user);
}

static void assert_other_was_told_busy(const contest *c) {
  assert_true(c->calls > 0);
  assert_int_equal(c->by_run, EBW_ERR_BUSY);
  assert_int_equal(c->by_setter, EBW_ERR_BUSY);
  assert_int_equal(c->by_getter, EBW_ERR_BUSY);
  assert_int_equal(c->releases, 0); /* a refused setter takes nothing */
}

static void a_second_thread_on_one_taylor_test_is_told_busy(void **state) {
  (void)state;
  contest c = {NULL, NULL, 0, 0, -1, -1, -1};
  const double one = 1.0;
  int32_t verdict = -1;
  ebw_taylor *test = NULL;
  assert_ok(ebw_taylor_create(EBW_F64, 1, square, &c, NULL, &test));
  c.taylor = test;
  assert_ok(ebw_taylor_run(test, &one, &one, &verdict));
  assert_int_equal(verdict, EBW_VERDICT_PASS);
  assert_other_was_told_busy(&c);
  ebw_taylor_destroy(test);
}

static void a_second_thread_on_one_dot_test_is_told_busy(void **state) {
  (void)state;
  contest c = {NULL, NULL, 0, 0, -1, -1, -1};
  int32_t verdict = -1;
  ebw_dot *test = NULL;
  assert_ok(ebw_dot_create(EBW_F64, 1, 1, copy, copy, &c, NULL, &test));
  c.dot = test;
  assert_ok(ebw_dot_run(test, &verdict));
  assert_int_equal(verdict, EBW_VERDICT_PASS);
  assert_other_was_told_busy(&c);
  ebw_dot_destroy(test);
}

typedef struct {
  double slope;
  int32_t status, verdict;
} own_test;

/* J = m^2 / 2 with a right gradient (slope 1) or a wrong one. */
static void *run_own_test(void *user) {
  own_test *job = user;
  contest none = {NULL, NULL, 0, 0, -1, -1, -1};
  const double one = 1.0;
  ebw_taylor *test = NULL;
  job->status = ebw_taylor_create(EBW_F64, 1, square, &none, NULL, &test);
  for (int round = 0; round < 20 && job->status == EBW_OK; ++round)
    job->status = ebw_taylor_run(test, &one, &job->slope, &job->verdict);
  ebw_taylor_destroy(test);
  return NULL;
}

static void two_threads_with_a_handle_each_get_their_own_verdicts(void **state) {
  (void)state;
  own_test job[2] = {{1.0, -1, -1}, {1.5, -1, -1}};
  pthread_t thread[2];
  for (int i = 0; i < 2; ++i) assert_int_equal(pthread_create(&thread[i], NULL, run_own_test, &job[i]), 0);
  for (int i = 0; i < 2; ++i) assert_int_equal(pthread_join(thread[i], NULL), 0);
  assert_int_equal(job[0].status, EBW_OK);
  assert_int_equal(job[1].status, EBW_OK);
  assert_int_equal(job[0].verdict, EBW_VERDICT_PASS);
  assert_int_equal(job[1].verdict, EBW_VERDICT_FAIL);
}

static void a_taylor_call_that_fails_releases_nothing(void **state) {
  (void)state;
  contest c = {NULL, NULL, 0, 0, -1, -1, -1};
  ebw_taylor *test = NULL;
  ebw_storage *foreign = NULL;
  assert_refused(ebw_taylor_create(7, 1, square, &c, count_release, &test), EBW_ERR_DTYPE, "dtype");
  assert_refused(ebw_taylor_create(EBW_F64, 0, square, &c, count_release, &test), EBW_ERR_SHAPE, "n");
  assert_refused(ebw_taylor_create(EBW_F64, INT64_MAX, square, &c, count_release, &test), EBW_ERR_OVERFLOW, "");
  assert_refused(ebw_taylor_create(EBW_F64, 1, NULL, &c, count_release, &test), EBW_ERR_ARGUMENT, "evaluate");
  assert_refused(ebw_taylor_create(EBW_F64, 1, square, &c, count_release, NULL), EBW_ERR_ARGUMENT, "test");
  assert_null(test);
  assert_ok(ebw_storage_create_memory(&foreign));
  assert_refused(ebw_taylor_set_gradient(NULL, slope, &c, count_release), EBW_ERR_ARGUMENT, "test");
  assert_refused(ebw_taylor_set_gradient((ebw_taylor *)foreign, slope, &c, count_release), EBW_ERR_HANDLE, "test");
  assert_int_equal(c.releases, 0);
  ebw_storage_destroy(foreign);
}

static void a_dot_call_that_fails_releases_nothing(void **state) {
  (void)state;
  contest c = {NULL, NULL, 0, 0, -1, -1, -1};
  ebw_dot *test = NULL;
  assert_refused(ebw_dot_create(7, 1, 1, copy, copy, &c, count_release, &test), EBW_ERR_DTYPE, "dtype");
  assert_refused(ebw_dot_create(EBW_F64, 0, 1, copy, copy, &c, count_release, &test), EBW_ERR_SHAPE, "n_x");
  assert_refused(ebw_dot_create(EBW_F64, 1, 0, copy, copy, &c, count_release, &test), EBW_ERR_SHAPE, "n_y");
  assert_refused(ebw_dot_create(EBW_F64, 1, INT64_MAX, copy, copy, &c, count_release, &test), EBW_ERR_OVERFLOW, "n_y");
  assert_refused(ebw_dot_create(EBW_F64, 1, 1, NULL, copy, &c, count_release, &test), EBW_ERR_ARGUMENT, "forward");
  assert_refused(ebw_dot_create(EBW_F64, 1, 1, copy, NULL, &c, count_release, &test), EBW_ERR_ARGUMENT, "adjoint");
  assert_refused(ebw_dot_create(EBW_F64, 1, 1, copy, copy, &c, count_release, NULL), EBW_ERR_ARGUMENT, "test");
  assert_null(test);
  assert_int_equal(c.releases, 0);
}

static void replaced_and_destroyed_pointers_are_released_once_each(void **state) {
  (void)state;
  contest evaluate = {NULL, NULL, 0, 0, -1, -1, -1}, first = evaluate, second = evaluate, dot = evaluate;
  const double one = 1.0;
  int32_t verdict = -1;
  ebw_taylor *test = NULL;
  ebw_dot *other = NULL;
  assert_ok(ebw_taylor_create(EBW_F64, 1, square, &evaluate, count_release, &test));
  assert_ok(ebw_taylor_set_gradient(test, slope, &first, count_release));
  assert_ok(ebw_taylor_set_gradient(test, slope, &second, count_release));
  for (int i = 0; i < 2; ++i) assert_ok(ebw_taylor_run(test, &one, NULL, &verdict));
  assert_int_equal(evaluate.releases + second.releases, 0);
  assert_int_equal(first.releases, 1);
  ebw_taylor_destroy(test);
  assert_int_equal(evaluate.releases, 1);
  assert_int_equal(first.releases, 1);
  assert_int_equal(second.releases, 1);

  assert_ok(ebw_dot_create(EBW_F64, 1, 1, copy, copy, &dot, count_release, &other));
  for (int i = 0; i < 2; ++i) assert_ok(ebw_dot_run(other, &verdict));
  assert_int_equal(dot.releases, 0);
  ebw_dot_destroy(other);
  assert_int_equal(dot.releases, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_second_thread_on_one_taylor_test_is_told_busy),
      cmocka_unit_test(a_second_thread_on_one_dot_test_is_told_busy),
      cmocka_unit_test(two_threads_with_a_handle_each_get_their_own_verdicts),
      cmocka_unit_test(a_taylor_call_that_fails_releases_nothing),
      cmocka_unit_test(a_dot_call_that_fails_releases_nothing),
      cmocka_unit_test(replaced_and_destroyed_pointers_are_released_once_each),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
