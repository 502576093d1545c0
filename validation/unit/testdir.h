/* SPDX-License-Identifier: MIT */
/* A directory of a test's own, what lies in it, and what the process holds open. */
#ifndef EBBWAVE_VALIDATION_TESTDIR_H
#define EBBWAVE_VALIDATION_TESTDIR_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  char path[512];
} testdir;

/* 0, or -1 when there is no place for it. */
static inline int testdir_open(testdir *self) {
  const char *base = getenv("TMPDIR");
  snprintf(self->path, sizeof self->path, "%s/ebbwave-test-XXXXXX", base && *base ? base : P_tmpdir);
  return mkdtemp(self->path) ? 0 : -1;
}

/* Entries of a directory but . and .., or -1. */
static inline int testdir_count(const char *path) {
  DIR *list = opendir(path);
  int count = 0;
  if (!list) return -1;
  for (const struct dirent *entry = readdir(list); entry; entry = readdir(list))
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) ++count;
  closedir(list);
  return count;
}

/* 0 when it was empty and is gone. */
static inline int testdir_close(const testdir *self) { return rmdir(self->path); }

/* Descriptors that the process holds, the one that counts them not among them. */
static inline int testdir_open_files(void) { return testdir_count("/proc/self/fd") - 1; }

#endif
