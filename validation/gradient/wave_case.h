/* SPDX-License-Identifier: MIT */
/* Builds a small wave problem from a description, with points of every kind, random medium, wavelets and data. */
#ifndef EBBWAVE_VALIDATION_WAVE_CASE_H
#define EBBWAVE_VALIDATION_WAVE_CASE_H

#include "check.h"

enum { WAVE_MAX_SHOTS = 5, WAVE_SOURCES = 5, WAVE_RECEIVERS = 7, WAVE_MAX_FIELDS = 15 }; /* one more than a state has */

/* What a case is. faces: one word per face in the order left right (front back) top bottom: cN cpml and sN sponge of N
 * cells, f free, r rigid, z zero. Spacings are about 1 m, so that all blocks of a state have about one size. */
typedef struct {
  const char *name;
  int32_t dtype, ndim, order;
  int64_t shape[3];
  double spacing[3];
  const char *faces;
  int64_t steps;
} wave_case;

/* One field of a state. */
typedef struct {
  const char *name;
  int64_t offset, shape[3], stride[3], nodes;
} wave_field;

/* A case ready to run. Points, by number of source and receiver: on a node, off nodes, two at one place, two in one
 * cell, on edges, and so near to edges that their supports leave the grid. */
typedef struct {
  wave_case of;
  int64_t nodes, samples, state_bytes, state_nodes;
  double dt;
  int n_shots, n_fields;
  wave_field field[WAVE_MAX_FIELDS];
  ebw_model *model;
  ebw_shot *shot[WAVE_MAX_SHOTS];
} wave;

/* Speeds lie between 1500 and 3000 m/s; dt is stable up to 4100 m/s. */
void wave_open(wave *w, const wave_case *of, int n_shots);
void wave_close(wave *w);

/* Uniform in (-1, 1); the same numbers everywhere. */
double wave_random(uint64_t *seed);

/* Elements of an array of the case's dtype. */
size_t wave_size(const wave *w);
double wave_get(const wave *w, const void *array, int64_t i);
void wave_put(const wave *w, void *array, int64_t i, double value);

/* Medium. */
void wave_fill_velocity(const wave *w, uint64_t seed, void *velocity);
void wave_set_field(wave *w, const char *name, const void *values);
void wave_set_random_velocity(wave *w, uint64_t seed);

/* A state's real nodes, field after field, without padding. packed: values of the case's dtype. Unpacking fills the
 * padding with `padding`. */
void wave_pack_state(const wave *w, const void *state, void *packed);
void wave_unpack_state(const wave *w, const void *packed, void *state, double padding);
void wave_set_random_initial(wave *w, int shot, uint64_t seed, double amplitude);

/* All results of the last gradient or adjoint in one block: misfit, gradient (NULL: none), and per shot traces, wavelet
 * gradients, initial cotangent and final state. The caller frees it. */
typedef struct {
  unsigned char *bytes;
  size_t size;
} wave_bits;
wave_bits wave_collect(wave *w, double misfit, const void *gradient);
wave_bits wave_gradient_bits(wave *w);
wave_bits wave_gradient_bits_within(wave *w, int64_t memory_bytes);
int wave_same_bits(const wave_bits *a, const wave_bits *b);
void wave_drop(wave_bits *bits);

#endif
