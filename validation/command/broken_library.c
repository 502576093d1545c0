/* SPDX-License-Identifier: MIT */
/* Preloaded before the library, it breaks some of its results: what `ebbwave validate` must find. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <ebbwave/ebbwave.h>
#include <string.h>

/* The library's own function of that name. */
static void *original(const char *name) { return dlsym(RTLD_NEXT, name); }

/* One element of the gradient is 1 % too large; every second time another has another last bit. */
int32_t ebw_gradient(ebw_model *model, ebw_shot *const *shots, int64_t n_shots, int64_t memory_bytes, double *misfit,
                     void *gradient, const int64_t *stride) {
  int32_t (*gradient_of)(ebw_model *, ebw_shot *const *, int64_t, int64_t, double *, void *, const int64_t *);
  *(void **)&gradient_of = original("ebw_gradient");
  static int calls = 0;
  const int32_t status = gradient_of(model, shots, n_shots, memory_bytes, misfit, gradient, stride);
  /* In f32 these are the bytes of two elements, of which the higher one hardly changes. */
  if (status == EBW_OK) ((double *)gradient)[200] *= 1.01;
  if (status == EBW_OK && calls++ % 2) *(unsigned char *)gradient ^= 1;
  return status;
}

/* One step too many. */
int32_t ebw_schedule_count_advances(const ebw_schedule *schedule, int64_t *advances) {
  int32_t (*count)(const ebw_schedule *, int64_t *);
  *(void **)&count = original("ebw_schedule_count_advances");
  const int32_t status = count(schedule, advances);
  if (status == EBW_OK) ++*advances;
  return status;
}

/* The adjoint of the first source is 10 % too large. */
int32_t ebw_shot_get_wavelet_gradient(const ebw_shot *shot, int64_t source, double *values, int64_t samples) {
  int32_t (*get)(const ebw_shot *, int64_t, double *, int64_t);
  *(void **)&get = original("ebw_shot_get_wavelet_gradient");
  const int32_t status = get(shot, source, values, samples);
  for (int64_t k = 0; k < samples && status == EBW_OK && source == 0; ++k) values[k] *= 1.1;
  return status;
}

/* The library holds 1 % more than it planned. */
int32_t ebw_model_get_count(const ebw_model *model, const char *name, int64_t *value) {
  int32_t (*get)(const ebw_model *, const char *, int64_t *);
  *(void **)&get = original("ebw_model_get_count");
  const int32_t status = get(model, name, value);
  if (status == EBW_OK && strcmp(name, "peak_bytes") == 0) *value += *value / 100;
  return status;
}
