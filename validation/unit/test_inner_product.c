/* SPDX-License-Identifier: MIT */
/* Tests in an inner product of the user's: weighted, and summed over ranks, here threads that hold a slice each. */
#define _POSIX_C_SOURCE 200809L /* barriers */
#include <pthread.h>

#include "taylor_problem.h"

/* ---- Weights: g is the Riesz representer, dJ/dm over the weight ---------------------------------------------------
 *  */

typedef struct {
  struct problem p;
  double weight; /* of element 0; those of the others differ by up to 1000 */
  int products, fail_product, nan_product;
} weighted;

static double weight_of(const weighted *w, int i) { return w->weight * pow(10.0, i % 4); }

static int32_t weighted_product(const void *a, const void *b, double *product, void *user) {
  weighted *w = user;
  if (++w->products == w->fail_product) return 44;
  *product = 0.0;
  for (int i = 0; i < N; ++i) *product += weight_of(w, i) * get(&w->p, a, i) * get(&w->p, b, i);
  if (w->products == w->nan_product) *product = NAN;
  return 0;
}
static int32_t weighted_evaluate(const void *m, double *J, void *user) {
  return evaluate(m, J, &((weighted *)user)->p);
}
static int32_t weighted_gradient(const void *m, void *g, void *user) {
  weighted *w = user;
  const int32_t status = gradient(m, g, &w->p);
  for (int i = 0; i < N; ++i) put(&w->p, g, i, get(&w->p, g, i) / weight_of(w, i));
  return status;
}
static ebw_taylor *weighted_test(weighted *w) {
  ebw_taylor *test = NULL;
  assert_ok(ebw_taylor_create(w->p.dtype, N, weighted_evaluate, w, NULL, &test));
  assert_ok(ebw_taylor_set_gradient(test, weighted_gradient, w, NULL));
  assert_ok(ebw_taylor_set_inner_product(test, weighted_product, w, NULL));
  return test;
}

static void a_gradient_in_a_weighted_product_passes_and_a_wrong_one_fails(void **state) {
  (void)state;
  const double weights[] = {1e-9, 1.0, 1e9};
  for (int d = 0; d < 2; ++d)
    for (int k = 0; k < 3; ++k)
      for (int seed = 1; seed <= 5; ++seed) {
        weighted w = {make_problem(dtypes[d], SMOOTH), weights[k], 0, 0, 0};
        double m[N];
        int32_t verdict = -1;
        ebw_taylor *test = weighted_test(&w);
        fill_point(&w.p, m);
        assert_ok(ebw_taylor_set_seed(test, seed));
        assert_ok(ebw_taylor_run(test, m, NULL, &verdict));
        assert_int_equal(verdict, EBW_VERDICT_PASS);
        w.p.wrong_factor = 1.01;
        assert_ok(ebw_taylor_run(test, m, NULL, &verdict));
        assert_int_equal(verdict, EBW_VERDICT_FAIL);
        w.p.wrong_factor = 1.0;
        assert_ok(ebw_taylor_set_inner_product(test, NULL, NULL, NULL));
        assert_ok(ebw_taylor_run(test, m, NULL, &verdict));
        assert_int_equal(verdict, EBW_VERDICT_FAIL); /* in the plain product it is another gradient */
        ebw_taylor_destroy(test);
      }
}

static void given_directions_are_taken_as_they_are_with_a_product(void **state) {
  (void)state;
  weighted w = {make_problem(EBW_F64, QUADRATIC), 1.0, 0, 0, 0};
  double m[N], directions[N], g_dot_d = 0, expected = 0, g[N];
  int32_t verdict = -1;
  ebw_taylor *test = weighted_test(&w);
  fill_point(&w.p, m);
  gradient(m, g, &w.p);
  for (int i = 0; i < N; ++i) expected += g[i] * (directions[i] = 0.01 * i);
  assert_ok(ebw_taylor_set_given_directions(test, 1, directions));
  assert_ok(ebw_taylor_run(test, m, NULL, &verdict));
  assert_int_equal(verdict, EBW_VERDICT_PASS);
  assert_ok(ebw_taylor_get_derivative(test, 0, &g_dot_d, NULL, NULL));
  ebw_assert_close(g_dot_d, expected, 1e-12);
  ebw_taylor_destroy(test);
}

static void a_product_that_fails_or_gives_nan_never_passes(void **state) {
  (void)state;
  weighted w = {make_problem(EBW_F64, SMOOTH), 1.0, 0, 0, 0};
  double m[N], errors[3];
  int32_t verdict = -1;
  ebw_taylor *test = weighted_test(&w);
  fill_point(&w.p, m);
  assert_ok(ebw_taylor_run(test, m, NULL, &verdict));
  for (int64_t k = 0; k < 3; ++k) assert_ok(ebw_taylor_get_direction(test, k, NULL, &errors[k], NULL));
  const int all = w.products;
  assert_true(all > 81);
  for (int call = 1; call <= all; ++call) {
    w.products = 0;
    w.fail_product = call;
    assert_refused(ebw_taylor_run(test, m, NULL, &verdict), EBW_ERR_CALLBACK, "inner product");
    assert_int_equal(ebw_last_callback_status(), 44);
    w.products = w.fail_product = 0;
    w.nan_product = call;
    verdict = -1;
    const int32_t status = ebw_taylor_run(test, m, NULL, &verdict);
    w.nan_product = 0;
    if (status != EBW_OK || verdict != EBW_VERDICT_PASS) continue;
    /* Then it was a product that is taken twice, or one step of the ladder was dropped for it. */
    for (int64_t k = 0; k < 3; ++k) {
      int64_t dropped = 0;
      double error = -1;
      assert_ok(ebw_taylor_get_dropped(test, k, &dropped, NULL));
      assert_ok(ebw_taylor_get_direction(test, k, NULL, &error, NULL));
      assert_true(dropped == 1 || (dropped == 0 && error == errors[k]));
    }
  }
  ebw_taylor_destroy(test);
}

/* ---- Ranks --------------------------------------------------------------------------------------------------------
 *  */

enum { MOST_RANKS = 4 };

/* What the ranks share. */
typedef struct {
  int ranks;
  pthread_barrier_t barrier;
  double part[MOST_RANKS];
} world;

/* The sum over all ranks, the same bits on each. */
static double sum_over_ranks(world *all, int rank, double part) {
  double sum = 0.0;
  all->part[rank] = part;
  pthread_barrier_wait(&all->barrier);
  for (int r = 0; r < all->ranks; ++r) sum += all->part[r];
  pthread_barrier_wait(&all->barrier);
  return sum;
}

/* Elements begin to end - 1 of the problem's N. The assertions are the main thread's: a rank only records. */
typedef struct {
  world *all;
  int rank, begin, end;
  struct problem p;
  int nan_rank, writing_rank; /* whose gradient or A x holds a NaN, whose evaluate writes into its input; -1: none */
  int32_t status, verdict, fault;
  int64_t index;
  double error, g_dot_d;
} rank_state;

static int32_t rank_product(const void *a, const void *b, double *product, void *user) {
  rank_state *r = user;
  double sum = 0.0;
  for (int i = 0; i < r->end - r->begin; ++i) sum += get(&r->p, a, i) * get(&r->p, b, i);
  *product = sum_over_ranks(r->all, r->rank, sum);
  return 0;
}
static int32_t rank_evaluate(const void *m, double *J, void *user) {
  rank_state *r = user;
  double sum = 0.0;
  for (int i = r->begin; i < r->end; ++i)
    sum += r->p.c[i] * phi(r->p.kind, get(&r->p, m, i - r->begin) - r->p.centre[i]);
  *J = sum_over_ranks(r->all, r->rank, sum);
  if (++r->p.calls == 30 && r->rank == r->writing_rank) put(&r->p, (void *)(uintptr_t)m, 1, 3.0);
  return 0;
}
static int32_t rank_gradient(const void *m, void *g, void *user) {
  const rank_state *r = user;
  for (int i = r->begin; i < r->end; ++i)
    put(&r->p, g, i - r->begin,
        r->p.wrong_factor * r->p.c[i] * dphi(r->p.kind, get(&r->p, m, i - r->begin) - r->p.centre[i]));
  if (r->rank == r->nan_rank) put(&r->p, g, 2, NAN);
  return 0;
}

static void *run_taylor(void *user) {
  rank_state *r = user;
  double m[N];
  const int64_t n = r->end - r->begin;
  ebw_taylor *test = NULL;
  for (int i = r->begin; i < r->end; ++i) put(&r->p, m, i - r->begin, r->p.m[i]);
  r->status = ebw_taylor_create(r->p.dtype, n, rank_evaluate, r, NULL, &test);
  if (!r->status) r->status = ebw_taylor_set_gradient(test, rank_gradient, r, NULL);
  if (!r->status) r->status = ebw_taylor_set_inner_product(test, rank_product, r, NULL);
  if (!r->status) r->status = ebw_taylor_set_index_offset(test, r->begin);
  /* A part that lies on rank 0 alone. */
  if (!r->status) r->status = ebw_taylor_add_block(test, "begin", 0, r->begin ? 0 : 3);
  if (!r->status) r->status = ebw_taylor_run(test, m, NULL, &r->verdict);
  if (!r->status) r->status = ebw_taylor_get_fault(test, &r->fault, &r->index);
  if (!r->status && !r->fault) r->status = ebw_taylor_get_direction(test, EBW_WORST, NULL, &r->error, NULL);
  if (!r->status && !r->fault) r->status = ebw_taylor_get_derivative(test, 1, &r->g_dot_d, NULL, NULL);
  ebw_taylor_destroy(test);
  return NULL;
}

/* A x = D x + c (1.x): every element of y needs all of x. */
static int32_t rank_forward(const void *x, void *y, void *user) {
  rank_state *r = user;
  const int n = r->end - r->begin;
  double sum = 0.0;
  for (int i = 0; i < n; ++i) sum += get(&r->p, x, i);
  sum = sum_over_ranks(r->all, r->rank, sum);
  for (int i = 0; i < n; ++i) put(&r->p, y, i, (i + r->begin + 1) * get(&r->p, x, i) + r->p.c[r->begin + i] * sum);
  if (r->rank == r->nan_rank) put(&r->p, y, 2, NAN);
  return 0;
}
static int32_t rank_adjoint(const void *y, void *x, void *user) {
  rank_state *r = user;
  const int n = r->end - r->begin;
  double sum = 0.0;
  for (int i = 0; i < n; ++i) sum += r->p.c[r->begin + i] * get(&r->p, y, i);
  sum = r->p.wrong_factor * sum_over_ranks(r->all, r->rank, sum);
  for (int i = 0; i < n; ++i) put(&r->p, x, i, (i + r->begin + 1) * get(&r->p, y, i) + sum);
  return 0;
}

static void *run_dot(void *user) {
  rank_state *r = user;
  const int64_t n = r->end - r->begin;
  ebw_dot *test = NULL;
  r->status = ebw_dot_create(r->p.dtype, n, n, rank_forward, rank_adjoint, r, NULL, &test);
  if (!r->status) r->status = ebw_dot_set_inner_products(test, rank_product, rank_product, r, NULL);
  if (!r->status) r->status = ebw_dot_set_index_offsets(test, r->begin, r->begin);
  if (!r->status) r->status = ebw_dot_set_image(test, 1);
  if (!r->status) r->status = ebw_dot_run(test, &r->verdict);
  if (!r->status) r->status = ebw_dot_get_fault(test, &r->fault, &r->index);
  if (!r->status && !r->fault) r->status = ebw_dot_get_pair(test, EBW_WORST, NULL, &r->error, NULL);
  if (!r->status && !r->fault) r->status = ebw_dot_get_products(test, 1, &r->g_dot_d, NULL, NULL);
  ebw_dot_destroy(test);
  return NULL;
}

/* Runs `job` on so many ranks; all get the same status, verdict, fault and numbers. */
static void run_ranks(void *(*job)(void *), int ranks, rank_state like, rank_state *result) {
  world all;
  pthread_t thread[MOST_RANKS];
  all.ranks = ranks;
  assert_int_equal(pthread_barrier_init(&all.barrier, NULL, (unsigned)ranks), 0);
  for (int r = 0; r < ranks; ++r) {
    result[r] = like;
    result[r].all = &all;
    result[r].rank = r;
    result[r].begin = N * r / ranks;
    result[r].end = N * (r + 1) / ranks;
    assert_int_equal(pthread_create(&thread[r], NULL, job, &result[r]), 0);
  }
  for (int r = 0; r < ranks; ++r) assert_int_equal(pthread_join(thread[r], NULL), 0);
  pthread_barrier_destroy(&all.barrier);
  for (int r = 0; r < ranks; ++r) {
    assert_int_equal(result[r].status, EBW_OK);
    assert_int_equal(result[r].verdict, result[0].verdict);
    assert_int_equal(result[r].fault, result[0].fault);
    assert_true(result[r].error == result[0].error && result[r].g_dot_d == result[0].g_dot_d);
  }
}

static rank_state sound(int32_t dtype) {
  rank_state r;
  memset(&r, 0, sizeof r);
  r.p = make_problem(dtype, SMOOTH);
  r.nan_rank = r.writing_rank = -1;
  return r;
}

static void all_ranks_come_to_one_verdict_along_the_same_directions(void **state) {
  (void)state;
  void *(*const runs[])(void *) = {run_taylor, run_dot};
  for (int k = 0; k < 2; ++k)
    for (int d = 0; d < 2; ++d)
      for (int wrong = 0; wrong < 2; ++wrong) {
        double product = 0.0;
        for (int ranks = 1; ranks <= MOST_RANKS; ++ranks) {
          rank_state like = sound(dtypes[d]), result[MOST_RANKS];
          like.p.wrong_factor = wrong ? 1.05 : 1.0;
          run_ranks(runs[k], ranks, like, result);
          assert_int_equal(result[0].verdict, wrong ? EBW_VERDICT_FAIL : EBW_VERDICT_PASS);
          /* The product of the same global vectors, added up in another order. */
          if (ranks > 1) ebw_assert_close(result[0].g_dot_d / product, 1.0, dtypes[d] == EBW_F32 ? 1e-5 : 1e-13);
          if (ranks == 1) product = result[0].g_dot_d;
        }
      }
}

static void a_fault_on_one_rank_stops_all(void **state) {
  (void)state;
  for (int bad = 0; bad < 3; ++bad) {
    rank_state like = sound(EBW_F64), result[MOST_RANKS];
    like.nan_rank = bad;
    run_ranks(run_taylor, 3, like, result);
    assert_int_equal(result[0].verdict, EBW_VERDICT_FAIL);
    assert_int_equal(result[0].fault, EBW_FAULT_GRADIENT_NON_FINITE);
    for (int r = 0; r < 3; ++r) assert_int_equal(result[r].index, r == bad ? 2 : -1);
    run_ranks(run_dot, 3, like, result);
    assert_int_equal(result[0].verdict, EBW_VERDICT_FAIL);
    assert_int_equal(result[0].fault, EBW_FAULT_FORWARD_NON_FINITE);
    for (int r = 0; r < 3; ++r) assert_int_equal(result[r].index, r == bad ? 2 : -1);
    like = sound(EBW_F64);
    like.writing_rank = bad;
    run_ranks(run_taylor, 3, like, result);
    assert_int_equal(result[0].fault, EBW_FAULT_INPUT_WRITTEN);
    for (int r = 0; r < 3; ++r) assert_int_equal(result[r].index, r == bad ? 1 : -1);
  }
}

static void count_release(void *user) { ++*(int *)user; }
static void bad_offsets_are_refused_and_pointers_released_once(void **state) {
  (void)state;
  weighted w = {make_problem(EBW_F64, SMOOTH), 1.0, 0, 0, 0};
  rank_state r = sound(EBW_F64);
  int taylor = 0, dot = 0;
  ebw_taylor *test = weighted_test(&w);
  ebw_dot *other = NULL;
  assert_ok(ebw_dot_create(EBW_F64, 2, 3, rank_forward, rank_adjoint, &r, NULL, &other));
  assert_refused(ebw_taylor_set_index_offset(test, -1), EBW_ERR_ARGUMENT, "offset = -1");
  assert_refused(ebw_taylor_set_index_offset(test, INT64_MAX), EBW_ERR_OVERFLOW, "offset");
  assert_refused(ebw_dot_set_index_offsets(other, -1, 0), EBW_ERR_ARGUMENT, "offset_x = -1");
  assert_refused(ebw_dot_set_index_offsets(other, 0, -2), EBW_ERR_ARGUMENT, "offset_y = -2");
  assert_refused(ebw_dot_set_index_offsets(other, 0, INT64_MAX), EBW_ERR_OVERFLOW, "offset_y");
  assert_refused(ebw_taylor_set_index_offset(NULL, 0), EBW_ERR_ARGUMENT, "test");
  assert_refused(ebw_dot_set_index_offsets(NULL, 0, 0), EBW_ERR_ARGUMENT, "test");
  assert_ok(ebw_taylor_set_inner_product(test, weighted_product, &taylor, count_release));
  assert_ok(ebw_dot_set_inner_products(other, rank_product, NULL, &dot, count_release));
  assert_ok(ebw_dot_set_inner_products(other, NULL, NULL, NULL, NULL));
  assert_int_equal(dot, 1);
  assert_int_equal(taylor, 0);
  ebw_taylor_destroy(test);
  ebw_dot_destroy(other);
  assert_true(taylor == 1 && dot == 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_gradient_in_a_weighted_product_passes_and_a_wrong_one_fails),
      cmocka_unit_test(given_directions_are_taken_as_they_are_with_a_product),
      cmocka_unit_test(a_product_that_fails_or_gives_nan_never_passes),
      cmocka_unit_test(all_ranks_come_to_one_verdict_along_the_same_directions),
      cmocka_unit_test(a_fault_on_one_rank_stops_all),
      cmocka_unit_test(bad_offsets_are_refused_and_pointers_released_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
