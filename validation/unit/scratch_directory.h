/* SPDX-License-Identifier: MIT */
/* Directories for one test each; in memory where the machine has such a place, for fsync there takes no time. */
#ifndef EBBWAVE_VALIDATION_SCRATCH_DIRECTORY_H
#define EBBWAVE_VALIDATION_SCRATCH_DIRECTORY_H

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  char path[256];
} scratch_directory;

static inline scratch_directory scratch_open_in(const char *place) {
  scratch_directory self;
  const char *own = getenv("TMPDIR");
  snprintf(self.path, sizeof self.path, "%s/ebbwave-test-XXXXXX", own && *own ? own : place);
  if (!mkdtemp(self.path)) abort();
  return self;
}
static inline scratch_directory scratch_open(void) {
  return scratch_open_in(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
}
/* On a disk as a rule, for what a file system in memory does otherwise. */
static inline scratch_directory scratch_open_on_disk(void) { return scratch_open_in("/tmp"); }

/* Names in the directory that contain `word`, sorted; their number. */
enum { SCRATCH_MOST = 128, SCRATCH_NAME = 128 };
static inline int scratch_names(const scratch_directory *self, const char *word,
                                char names[SCRATCH_MOST][SCRATCH_NAME]) {
  int count = 0;
  DIR *list = opendir(self->path);
  if (!list) return 0;
  for (struct dirent *entry = readdir(list); entry && count < SCRATCH_MOST; entry = readdir(list))
    if (entry->d_name[0] != '.' && strstr(entry->d_name, word))
      snprintf(names[count++], SCRATCH_NAME, "%.100s", entry->d_name);
  closedir(list);
  qsort(names, (size_t)count, SCRATCH_NAME, (int (*)(const void *, const void *))strcmp);
  return count;
}

static inline int scratch_count(const scratch_directory *self) {
  static char names[SCRATCH_MOST][SCRATCH_NAME];
  return scratch_names(self, "", names);
}

static inline void scratch_close(const scratch_directory *self) {
  static char names[SCRATCH_MOST][SCRATCH_NAME];
  char path[512];
  for (int i = scratch_names(self, "", names) - 1; i >= 0; --i) {
    snprintf(path, sizeof path, "%.250s/%.100s", self->path, names[i]);
    remove(path);
  }
  rmdir(self->path);
}

/* Entries of any directory but . and .., or -1. */
static inline int scratch_entries(const char *path) {
  DIR *list = opendir(path);
  int count = 0;
  if (!list) return -1;
  for (const struct dirent *entry = readdir(list); entry; entry = readdir(list))
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) ++count;
  closedir(list);
  return count;
}

/* 0 when it was empty and is gone; else it is left as it is. */
static inline int scratch_close_empty(const scratch_directory *self) { return rmdir(self->path); }

/* Descriptors that the process holds, the one that counts them not among them. */
static inline int scratch_open_files(void) { return scratch_entries("/proc/self/fd") - 1; }

/* Flips one bit of a file; bit counts from the file's first. */
static inline void scratch_flip(const scratch_directory *self, const char *name, long bit) {
  char path[512];
  snprintf(path, sizeof path, "%.250s/%.100s", self->path, name);
  FILE *file = fopen(path, "r+b");
  if (!file) abort();
  fseek(file, bit / 8, SEEK_SET);
  const int byte = fgetc(file);
  if (byte == EOF) abort();
  fseek(file, bit / 8, SEEK_SET);
  fputc(byte ^ (1 << bit % 8), file);
  fclose(file);
}

#endif
