/* SPDX-License-Identifier: MIT */
/* Functionals with known gradients, and with every flaw that a Taylor test should see. */
#ifndef EBBWAVE_VALIDATION_TAYLOR_PROBLEM_H
#define EBBWAVE_VALIDATION_TAYLOR_PROBLEM_H

#include "check.h"

#include <stdio.h>
#include <stdlib.h>

#define N 24
#define SEEDS 20

/* J(m) = scale (offset + sum of c_i phi(m_i - centre_i)), in double whatever the dtype of m, and what is wrong with it.
 */
enum kind { LINEAR, QUADRATIC, QUARTIC, SMOOTH, WAVY, KINK, CONSTANT };
struct problem {
  int32_t dtype;
  enum kind kind;
  double scale, offset;
  int digits;     /* to which J is rounded, as if printed; 0: all */
  double noise;   /* relative to J, a function of the point: repeats */
  double reach;   /* beyond it, in units of 1, J is not to be had; 0: everywhere */
  int32_t refuse; /* status that is returned beyond; 0: J = NaN */
  double m[N], centre[N], c[N];
  int calls;
  int fail_call;                      /* this call returns 17; calls count from 1; 0: none */
  int nan_call;                       /* this call gives NaN */
  double leak;                        /* J grows by this times scale from call 3 on */
  int restless;                       /* J differs in every call by 1e-15 relative */
  int write_call;                     /* this call writes into its input */
  double wrong_factor, wrong_element; /* gradient times the first; its element 5 times the second */
  int gradient_status, gradient_nan, gradient_writes, gradient_incomplete;
  ebw_taylor *busy; /* a handle to be used from inside the callback */
  int32_t busy_status;
};

static inline double get(const struct problem *p, const void *a, int i) {
  return p->dtype == EBW_F32 ? ((const float *)a)[i] : ((const double *)a)[i];
}
static inline void put(const struct problem *p, void *a, int i, double value) {
  if (p->dtype == EBW_F32)
    ((float *)a)[i] = (float)value;
  else
    ((double *)a)[i] = value;
}

static inline double phi(enum kind kind, double x) {
  switch (kind) {
    case LINEAR: return x;
    case QUADRATIC: return 0.5 * x * x;
    case QUARTIC: return x * x * x * x;
    case SMOOTH: return sin(x) + 0.3 * x * x;
    case WAVY: return sin(40.0 * x);
    case KINK: return fabs(x);
    case CONSTANT: return 0.0;
  }
  return NAN;
}
static inline double dphi(enum kind kind, double x) {
  switch (kind) {
    case LINEAR: return 1.0;
    case QUADRATIC: return x;
    case QUARTIC: return 4.0 * x * x * x;
    case SMOOTH: return cos(x) + 0.6 * x;
    case WAVY: return 40.0 * cos(40.0 * x);
    case KINK: return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0;
    case CONSTANT: return 0.0;
  }
  return NAN;
}

/* Uniform in [-1, 1), a hash (FNV-1a, then mixed) of the bytes of the point. */
static inline double hash_of(const void *bytes, size_t count) {
  uint64_t h = 1469598103934665603u;
  for (size_t i = 0; i < count; ++i) h = (h ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
  h ^= h >> 29;
  h *= 0xbf58476d1ce4e5b9u;
  h ^= h >> 32;
  return (double)(h >> 11) * 0x1p-52 - 1.0;
}

static inline int32_t evaluate(const void *m, double *J, void *user) {
  struct problem *p = user;
  const int call = ++p->calls;
  double sum = p->offset, distance = 0.0;
  if (p->busy) p->busy_status = ebw_taylor_set_seed(p->busy, 5);
  if (call == p->fail_call) return 17;
  for (int i = 0; i < N; ++i) {
    const double x = get(p, m, i);
    sum += p->c[i] * phi(p->kind, x - p->centre[i]);
    distance = fmax(distance, fabs(x - p->m[i]));
  }
  if (p->reach > 0.0 && distance > p->reach) {
    *J = NAN;
    return p->refuse;
  }
  if (call == p->nan_call) sum = NAN;
  if (call >= 3) sum += p->leak;
  if (p->restless) sum *= 1.0 + 1e-15 * (call % 7);
  sum *= 1.0 + p->noise * hash_of(m, N * (p->dtype == EBW_F32 ? 4 : 8));
  if (call == p->write_call) put(p, (void *)(uintptr_t)m, 7, 3.0);
  *J = p->scale * sum;
  if (p->digits > 0) {
    char printed[40];
    snprintf(printed, sizeof printed, "%.*e", p->digits - 1, *J);
    *J = strtod(printed, NULL);
  }
  return 0;
}

static inline int32_t gradient(const void *m, void *g, void *user) {
  struct problem *p = user;
  if (p->gradient_status) return p->gradient_status;
  for (int i = 0; i < N - p->gradient_incomplete; ++i) {
    double slope = p->wrong_factor * p->scale * p->c[i] * dphi(p->kind, get(p, m, i) - p->centre[i]);
    if (i == 5) slope *= p->wrong_element;
    if (i == 9 && p->gradient_nan) slope = NAN;
    put(p, g, i, slope);
  }
  if (p->gradient_writes) put(p, (void *)(uintptr_t)m, 3, 0.0);
  return 0;
}

/* A healthy problem at a point away from its centre. Elements of m are 0.5 to 1.5 in size, signs alternate. */
static inline struct problem make_problem(int32_t dtype, enum kind kind) {
  struct problem p;
  memset(&p, 0, sizeof p);
  p.dtype = dtype;
  p.kind = kind;
  p.scale = p.wrong_factor = p.wrong_element = 1.0;
  for (int i = 0; i < N; ++i) {
    p.c[i] = 1.0 + 0.5 * sin(1.7 * i);
    p.m[i] = (float)((i % 2 ? -1.0 : 1.0) * (1.0 + 0.5 * sin(2.3 * i + 1.0)));
    p.centre[i] = (float)(0.4 * cos(0.9 * i));
  }
  return p;
}
static inline struct problem at_centre(struct problem p) {
  memcpy(p.centre, p.m, sizeof p.m);
  return p;
}

static inline void fill_point(const struct problem *p, void *m) {
  for (int i = 0; i < N; ++i) put(p, m, i, p->m[i]);
}

static inline ebw_taylor *make_test(struct problem *p) {
  ebw_taylor *test = NULL;
  assert_ok(ebw_taylor_create(p->dtype, N, evaluate, p, NULL, &test));
  assert_ok(ebw_taylor_set_gradient(test, gradient, p, NULL));
  return test;
}

static inline int32_t run(ebw_taylor *test, struct problem *p) {
  double m[N];
  int32_t verdict = -1;
  p->calls = 0;
  fill_point(p, m);
  assert_ok(ebw_taylor_run(test, m, NULL, &verdict));
  return verdict;
}

static const int32_t dtypes[] = {EBW_F32, EBW_F64};

#endif
