/* SPDX-License-Identifier: MIT */
/* Work in a child process that is killed by SIGKILL at some moment, again and again, until it gets through. */
#ifndef EBBWAVE_VALIDATION_KILLED_H
#define EBBWAVE_VALIDATION_KILLED_H

#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "scratch_directory.h"

enum { KILLED_RESULT = 1 << 20 };

/* Shared between the test and its children. */
typedef struct {
  int64_t moment;                 /* calls of killed_here() until the child kills itself; below 0: never */
  int64_t calls;                  /* of killed_here(), by this child */
  int64_t forward, reverse, anew; /* resumes of each kind, by the library's own words */
  int64_t size;
  unsigned char result[KILLED_RESULT];
} killed_shared;

static killed_shared *killed_self;

/* Reads what the library says of a resume. */
static inline void killed_log(int32_t level, const char *message, void *user) {
  (void)level;
  (void)user;
  if (strstr(message, "goes on forward") || strstr(message, "goes on with the next shot")) ++killed_self->forward;
  if (strstr(message, "goes on with the reverse")) ++killed_self->reverse;
  if (strstr(message, "begins anew")) ++killed_self->anew;
}

/* For the work's callbacks: a moment at which the child may be killed from inside. */
static inline void killed_here(void) {
  if (killed_self && killed_self->calls++ == killed_self->moment) raise(SIGKILL);
}

/* Runs or resumes in `directory`, writes its results into `result` and returns their size, or 0 when it failed. */
typedef size_t (*killed_work)(const char *directory, int resume, unsigned char *result);

/* One child; 0: it got through, 1: it was killed, -1: it failed. moment: as in killed_shared; microseconds: after which
 * it is killed from outside, below 0: never. */
static inline int killed_child(killed_work work, const char *directory, int resume, int64_t moment,
                               int64_t microseconds) {
  killed_self->moment = moment;
  killed_self->calls = 0;
  const pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) {
    ebw_set_log(killed_log, NULL);
    const size_t size = work(directory, resume, killed_self->result);
    killed_self->size = (int64_t)size;
    _exit(size ? 0 : 1);
  }
  if (microseconds >= 0) {
    const struct timespec pause = {microseconds / 1000000, microseconds % 1000000 * 1000};
    nanosleep(&pause, NULL);
    kill(child, SIGKILL);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child) return -1;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) return 1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
}

static inline uint64_t killed_random(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return *seed >> 33;
}

/* Kills `kills` children of runs and resumes, half of them at a random callback, half after a random time, lets each
 * run come to its end and compares its results with those of a run that nobody stopped. */
static inline void killed_trials(killed_work work, int kills, uint64_t seed) {
  killed_self = mmap(NULL, sizeof *killed_self, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert_true(killed_self != MAP_FAILED);
  scratch_directory place = scratch_open();
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  assert_int_equal(killed_child(work, place.path, 0, -1, -1), 0);
  clock_gettime(CLOCK_MONOTONIC, &end);
  assert_int_equal(scratch_count(&place), 0);
  scratch_close(&place);
  const int64_t microseconds = (end.tv_sec - begin.tv_sec) * 1000000 + (end.tv_nsec - begin.tv_nsec) / 1000;
  const int64_t calls = killed_self->calls;
  const size_t size = (size_t)killed_self->size;
  unsigned char *expected = malloc(size);
  memcpy(expected, killed_self->result, size);

  for (int killed = 0, trial = 0; killed < kills; ++trial) {
    assert_true(trial < 20 * kills);
    place = scratch_open();
    int outcome = 1;
    /* Two kills in a row hit one run, and a third comes while it is resumed again. */
    for (int round = 0; outcome == 1; ++round) {
      /* The first two trials begin with a kill on the way forward and one on the way back. */
      const int last = round == 3, set = round == 0 && trial < 2, inside = set || killed_random(&seed) % 2;
      const int64_t given = calls * (trial ? 15 : 1) / 16;
      const int64_t any = (int64_t)(killed_random(&seed) % (uint64_t)calls);
      const int64_t moment = last || !inside ? -1 : set ? given : any;
      const int64_t after = last || inside ? -1 : (int64_t)(killed_random(&seed) % (uint64_t)microseconds);
      memset(killed_self->result, 0xEE, size);
      outcome = killed_child(work, place.path, round > 0, moment, after);
      killed += outcome == 1;
    }
    assert_int_equal(outcome, 0);
    assert_int_equal(killed_self->size, (int64_t)size);
    assert_memory_equal(killed_self->result, expected, size);
    assert_int_equal(scratch_count(&place), 0);
    scratch_close(&place);
  }
  free(expected);
  assert_true(killed_self->forward > 0);
  assert_true(killed_self->reverse > 0);
  munmap(killed_self, sizeof *killed_self);
  killed_self = NULL;
}

/* The number of kills on the command line, or that of the quick suite. */
static inline int killed_count(int argc, char **argv) { return argc > 1 ? atoi(argv[1]) : 20; }

#endif
