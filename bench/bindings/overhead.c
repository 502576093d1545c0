/* SPDX-License-Identifier: MIT */
/* What a call costs from C: the measure of the other languages. Prints one JSON object, ns of the best of five rounds:
 * next (one action per call), next_many (one action out of 256 per call), callback (one callback of a run whose
 * callbacks do nothing, the executor's own work included).
 */
#define _POSIX_C_SOURCE 199309L
#include <ebbwave/ebbwave.h>
#include <stdio.h>
#include <time.h>

enum { STEPS = 100000, SLOTS = 20, ROUNDS = 5, ROWS = 256 };

static int64_t callbacks, sum; /* the sum keeps the compiler from dropping the stream */

static double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static double next_ns(ebw_schedule *schedule) {
  int32_t kind = 1;
  int64_t from, to, slot, actions = 0;
  const double begin = now_ns();
  for (; kind != EBW_ACTION_END; ++actions) {
    if (ebw_schedule_next(schedule, &kind, &from, &to, &slot)) return -1.0;
    sum += from;
  }
  return (now_ns() - begin) / (double)actions;
}

static double next_many_ns(ebw_schedule *schedule) {
  int64_t rows[ROWS][4], count = 1, actions = 0;
  const double begin = now_ns();
  for (; count > 0; actions += count) {
    if (ebw_schedule_next_many(schedule, rows[0], ROWS, &count)) return -1.0;
    for (int64_t i = 0; i < count; ++i) sum += rows[i][1];
  }
  return (now_ns() - begin) / (double)actions;
}

static int32_t start(void *user) { return (void)user, callbacks = 1, 0; }
static int32_t advance(int64_t from, int64_t to, void *user) {
  return (void)from, (void)to, (void)user, ++callbacks, 0;
}
static int32_t reverse(int64_t k, void *user) { return (void)k, (void)user, ++callbacks, 0; }
static int32_t save(int64_t k, void *bytes, void *user) { return *(int64_t *)bytes = k, (void)user, ++callbacks, 0; }
static int32_t load(int64_t k, const void *bytes, void *user) {
  return (void)user, ++callbacks, *(const int64_t *)bytes != k;
}

static ebw_executor *empty_loop(ebw_schedule *schedule) {
  ebw_storage *storage = NULL;
  ebw_propagator *propagator = NULL;
  ebw_executor *executor = NULL;
  if (ebw_storage_create_memory(&storage) ||
      ebw_propagator_create_user(EBW_REVERSE_FUSED, sizeof(int64_t), NULL, NULL, &propagator) ||
      ebw_propagator_set_start(propagator, start) || ebw_propagator_set_advance(propagator, advance) ||
      ebw_propagator_set_reverse(propagator, reverse) || ebw_propagator_set_save(propagator, save) ||
      ebw_propagator_set_load(propagator, load) || ebw_executor_create(schedule, storage, propagator, &executor))
    fprintf(stderr, "%s\n", ebw_last_error());
  ebw_storage_destroy(storage);
  ebw_propagator_destroy(propagator);
  return executor;
}

static double least(double a, double b) { return b >= 0.0 && b < a ? b : a; }

int main(void) {
  double next = 1e300, many = 1e300, callback = 1e300;
  ebw_schedule *schedule = NULL;
  if (ebw_schedule_create_revolve(STEPS, SLOTS, EBW_REVERSE_FUSED, &schedule)) return 1;
  ebw_executor *executor = empty_loop(schedule);
  if (!executor) return 1;
  for (int round = 0; round < ROUNDS; ++round) {
    if (ebw_schedule_reset(schedule)) return 1;
    next = least(next, next_ns(schedule));
    if (ebw_schedule_reset(schedule)) return 1;
    many = least(many, next_many_ns(schedule));
    const double begin = now_ns();
    if (ebw_executor_run(executor)) return 1;
    callback = least(callback, (now_ns() - begin) / (double)callbacks);
  }
  printf("{\"next\": %.2f, \"next_many\": %.2f, \"callback\": %.2f, \"callbacks\": %lld, \"check\": %lld}\n", next,
         many, callback, (long long)callbacks, (long long)sum);
  ebw_executor_destroy(executor);
  ebw_schedule_destroy(schedule);
  return 0;
}
