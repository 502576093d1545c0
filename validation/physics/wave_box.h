/* SPDX-License-Identifier: MIT */
/* A box of acoustic medium for physics tests: grid, faces, models and runs through the C ABI, and states read and
 * written as dense arrays of double, so that a test's own arithmetic need not know the library's layout. */
#ifndef EBBWAVE_VALIDATION_WAVE_BOX_H
#define EBBWAVE_VALIDATION_WAVE_BOX_H

#include "check.h"

/* Axes in logical order: (x, z) or (x, y, z); the last varies fastest in dense arrays. */
typedef struct Box {
  int32_t dtype, ndim, order;
  int64_t shape[3];
  double spacing[3];
  int32_t faces[3][2]; /* EBW_BOUNDARY_* of each axis, low and high end */
  int64_t cells;       /* of cpml and sponge */
  double v_ref, f_ref; /* of cpml and sponge */
} Box;

/* 2^-24 or 2^-53. */
double unit_roundoff(int32_t dtype);
const char *dtype_name(int32_t dtype);
const char *kind_name(int32_t kind);

/* A box with all faces of one kind, layers (if that is one) of `cells` cells for 2000 m/s and 15 Hz. */
Box make_box(int32_t dtype, int32_t ndim, int32_t order, const int64_t *shape, const double *spacing, int32_t kind,
             int64_t cells);
int64_t box_nodes(const Box *box);

/* Uniform in [0, 1); the state is the caller's, any start value will do. */
double next_uniform(uint64_t *state);
/* values[count] uniform in [low, high). */
void fill_uniform(double *values, int64_t count, double low, double high, uint64_t seed);
/* calloc that fails the test. */
void *zeros(int64_t count, int64_t size);

/* A model of the box with velocity[nodes] (NULL: 2000 m/s everywhere), on one thread: the grids are too small for
 * more. */
ebw_model *open_model(const Box *box, const double *velocity);
double dt_max_of(const ebw_model *model);

/* A state as bytes in the library's layout. */
typedef struct State {
  void *bytes;
  int64_t size;
  int32_t dtype, ndim;
} State;
State new_state(const ebw_model *model, const Box *box);
/* Nodes of the fields u and u_prev, layers included. */
int64_t state_nodes(const ebw_model *model);
/* Field 0 is u^k, 1 is u^{k-1}; dense[state_nodes], rounded to the dtype. */
void put_field(const ebw_model *model, State *state, int32_t index, const double *dense);
void get_field(const ebw_model *model, const State *state, int32_t index, double *dense);
void free_state(State *state);

/* Replaces the state by the one `steps` steps of dt later. */
void advance_state(ebw_model *model, double dt, int64_t steps, State *state);

/* Traces [n_receivers][steps + 1] of one source with the wavelet [steps + 1]; positions in metres, logical order. */
void run_source(ebw_model *model, double dt, int64_t steps, const double *source, const double *wavelet,
                int64_t n_receivers, const double *receivers, double *traces);

/* The larger of two errors; infinite when one is not finite, so that no bound holds for it. */
double worse_of(double a, double b);
double largest(const double *values, int64_t count);
double norm(const double *values, int64_t count);
double norm_of_difference(const double *a, const double *b, int64_t count);

#endif
