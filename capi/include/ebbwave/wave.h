/* SPDX-License-Identifier: MIT */
/* Waves: a model, shots, and one call for the gradient. Acoustic, constant density, 2-D and 3-D.
 *
 * Equation   (1/v^2) d2u/dt2 - Laplacian(u) = w(t) delta(x - x_s), u pressure. With c = v^2 dt^2, step k = 0..n-1:
 *            u^{k+1} = 2 u^k - u^{k-1} + c (L u^k + B f^k),  trace d[k] = S u^k, k = 0..n.
 *            L: centred Laplacian of order 2..12; S: sampling at a point; B = S^T / (product of spacings).
 * Axes       logical order (x, z) in 2-D, (x, y, z) in 3-D; z points down. Shapes and strides are in this order. Node
 *            (i, j, k) lies at (i hx, j hy, k hz) metres. A C array v[nx][nz] and a Fortran array v(nz, nx) are both
 *            dense.
 * Samples    n steps have n + 1 samples, sample k at time k dt; the last wavelet sample acts on nothing (gradient 0).
 * Misfit     J = 1/2 sum over shots, receivers, samples of (weight (d - d_obs))^2; no factor dt.
 * Gradient   the partial derivative of J by each cell's value, exact for the discrete equations: no cell volume.
 *
 * Order of calls
 *   ebw_model_create, set_field, set_boundary, set_time; ebw_shot_create, add_source, add_receivers, set_observed;
 *   ebw_gradient. Set a new field and call again: memory is reused.
 *
 * Example: a gradient in 8 MB. check ends the program unless it is given EBW_OK; the whole of it is
 * docs/examples/acoustic_gradient.c.
 *
 *   check(ebw_model_create(EBW_F32, 2, shape, spacing, &model));
 *   check(ebw_model_set_field(model, "velocity", velocity, EBW_F32, 2, shape, NULL));
 *   check(ebw_model_set_boundary(model, EBW_FACE_ALL, EBW_BOUNDARY_CPML, 20, 2300.0, f0));
 *   check(ebw_model_set_time(model, dt, STEPS));
 *   check(ebw_shot_create(model, &shot));
 *   check(ebw_ricker(f0, 1.2 / f0, dt, STEPS + 1, wavelet));
 *   check(ebw_shot_add_source(shot, source, wavelet, STEPS + 1));
 *   check(ebw_shot_add_receivers(shot, RECEIVERS, &receivers[0][0]));
 *   check(ebw_shot_set_observed(shot, &traces[0][0], RECEIVERS, STEPS + 1, NULL));
 *   check(ebw_gradient(model, &shot, 1, 8000000, &misfit, gradient, NULL));
 *   ebw_shot_destroy(shot);
 *   ebw_model_destroy(model);
 */
#ifndef EBBWAVE_WAVE_H
#define EBBWAVE_WAVE_H

#include "base.h"
#include "executor.h"
#include "plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A grid with its field, boundaries, time axis, and how to run. */
typedef struct ebw_model ebw_model;
/* Sources with wavelets, receivers, observed data, and what a run leaves: traces, wavelet gradients, states. */
typedef struct ebw_shot ebw_shot;

/* Faces of the grid. */
#define EBW_FACE_ALL (-1)
#define EBW_FACE_LEFT 0   /* x = 0 */
#define EBW_FACE_RIGHT 1  /* x = (nx-1) hx */
#define EBW_FACE_FRONT 2  /* y = 0, 3-D only */
#define EBW_FACE_BACK 3   /* y = (ny-1) hy, 3-D only */
#define EBW_FACE_TOP 4    /* z = 0 */
#define EBW_FACE_BOTTOM 5 /* z = (nz-1) hz */

/* What happens at a face. */
#define EBW_BOUNDARY_CPML 1   /* convolutional perfectly matched layer outside the grid, at least 5 cells, usually 20 */
#define EBW_BOUNDARY_SPONGE 2 /* damping layer outside the grid, at least 5 cells */
#define EBW_BOUNDARY_FREE 3   /* pressure release on the face's first node plane: u = 0, odd mirror behind */
#define EBW_BOUNDARY_RIGID 4  /* even mirror about the plane half a spacing outside */
#define EBW_BOUNDARY_ZERO 5   /* u = 0 for ever outside the array */

/* What a model gradient is taken by. */
#define EBW_PARAMETER_VELOCITY 1         /* per m/s */
#define EBW_PARAMETER_SLOWNESS_SQUARED 2 /* per s^2/m^2 */

/* A user's misfit of one shot, called once per shot and run on the thread that made the call.
 * shot: position in the array of shots (0 for an acoustic propagator). traces[n_receivers][n_samples], sample fastest:
 * read only. misfit: set it to J of this shot; the library sums over shots. residual[n_receivers][n_samples]: set it to
 * dJ/d(traces), zero before the call; NULL when only the misfit is wanted. user: as given to ebw_model_set_misfit.
 * Answer 0 to go on, any other number to end the run with EBW_ERR_CALLBACK. Values that are not finite end it with
 * EBW_ERR_NON_FINITE. */
typedef int32_t (*ebw_misfit_fn)(int64_t shot, int64_t n_receivers, int64_t n_samples, const double *traces,
                                 double *misfit, double *residual, void *user);

/* ---- The main calls ---------------------------------------------------------------------------------------------- */

/* Computes the misfit and its exact gradient by the model, summed over shots, within memory_bytes.
 * model (in): the model, with a field, a boundary on every face and a time axis.
 * shots (in, out): shots[n_shots], none twice, each of the model's grid and number of steps, with a source or an
 * initial state, and with a receiver, a final cotangent or kept states. Their traces and wavelet gradients are filled,
 * and the states that ebw_shot_set_keep_states asks for; those of an earlier run are gone also when the run fails.
 * n_shots (in): number of shots, at least 1.
 * memory_bytes (in): bytes, bound on all that the library holds during the call (model, traces, wavelets included); 0:
 * half of the machine's memory. Schedule store_all is used if it fits, else revolve with the most slots that fit;
 * ebw_model_set_slots forces revolve, ebw_model_set_schedule chooses another rule.
 * misfit (out): J; may be NULL.
 * gradient (out): dJ/d(parameter) in the model's dtype and shape, per unit of the parameter of ebw_model_set_parameter.
 * NULL: not wanted; no checkpoints are kept then, and misfit, traces, wavelet gradients and initial cotangents are
 * still given.
 * stride (in): stride[ndim], element strides of gradient, of any sign, no two elements at one place; NULL: dense, z
 * fastest.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL model, shots or shot; n_shots; a shot twice; memory_bytes; overlapping stride;
 * EBW_ISA names what is unknown or lacking; EBW_TILE is malformed); EBW_ERR_SHAPE (a mirror face on too few nodes; a
 * given state of another size than the model's); EBW_ERR_OVERFLOW (steps, bytes or stride beyond 64 bits);
 * EBW_ERR_STATE (something is missing, or a shot was made for another grid or number of steps); EBW_ERR_UNSTABLE (dt
 * above dt_max; both are named); EBW_ERR_BUDGET (names the least that works); EBW_ERR_NO_MEMORY; EBW_ERR_NON_FINITE
 * (names shot and step, or the node); EBW_ERR_CALLBACK (the misfit function returned non-zero); EBW_ERR_CANCELLED (the
 * progress function did); EBW_ERR_UNSUPPORTED (a processor without SSE4.2); EBW_ERR_INTERNAL (not as planned: a fault
 * of the library); EBW_ERR_HANDLE; EBW_ERR_BUSY; with a directory (ebw_model_set_directory) also EBW_ERR_NOT_RESUMABLE,
 * EBW_ERR_CORRUPT, EBW_ERR_NO_SPACE, EBW_ERR_PERMISSION and EBW_ERR_STORAGE, as ebw_executor_resume. On failure misfit
 * and gradient are untouched and the handles serve again.
 * Ownership: the model keeps its work memory for the next call; ebw_model_release_memory frees it.
 * Threads: one at a time per handle, model and shots; callbacks come on the caller's thread. Runs on the OpenMP threads
 * of ebw_model_set_threads, with the same bits for any number; in the child of a fork on one thread.
 * Cost: per shot the plan's forward steps and n_steps reverse steps; about 3 forward sweeps with store_all. The plan's
 * bytes. Since 0.1.
 * Reference: Griewank and Walther 2000, Algorithm 799 (schedule); docs/theory.md (imaging by parts). */
EBW_API int32_t ebw_gradient(ebw_model *model, ebw_shot *const *shots, int64_t n_shots, int64_t memory_bytes,
                             double *misfit, void *gradient, const int64_t *stride);

/* Runs the forward sweep of each shot and fills its traces, and its final state where ebw_shot_set_keep_states asks.
 * model (in): as in ebw_gradient. Its misfit function is not called.
 * shots (in, out): shots[n_shots], as in ebw_gradient.
 * n_shots (in): number of shots, at least 1.
 * Status: as ebw_gradient, without EBW_ERR_BUDGET and EBW_ERR_CALLBACK.
 * Ownership: as ebw_gradient. Threads: as ebw_gradient. Cost: n_steps steps per shot; two wavefields. Since 0.1. */
EBW_API int32_t ebw_forward(ebw_model *model, ebw_shot *const *shots, int64_t n_shots);

/* Computes the misfit alone, for line searches: a forward sweep of each shot, which fills its traces, and the misfit.
 * model (in): as in ebw_gradient.
 * shots (in, out): shots[n_shots], as in ebw_gradient.
 * n_shots (in): number of shots, at least 1.
 * misfit (out): J, the same bits as by ebw_gradient; not NULL.
 * Status: as ebw_gradient, without EBW_ERR_BUDGET; EBW_ERR_ARGUMENT also for misfit NULL.
 * Ownership: as ebw_gradient. Threads: as ebw_gradient. Cost: n_steps steps per shot; two wavefields. Since 0.1. */
EBW_API int32_t ebw_misfit(ebw_model *model, ebw_shot *const *shots, int64_t n_shots, double *misfit);

/* Applies the transpose of the linearised map from model, wavelets and initial state to traces and final state.
 * model (in): as in ebw_gradient. Its misfit function is not called.
 * shots (in, out): shots[n_shots], as in ebw_gradient. What goes back are their adjoint sources (absent: zero) in place
 * of a misfit's residual, and their final cotangents.
 * n_shots (in): number of shots, at least 1.
 * memory_bytes (in): bytes, as in ebw_gradient.
 * gradient (out): as in ebw_gradient. NULL: wavelet gradients and initial cotangents only, without checkpoints.
 * stride (in): stride[ndim], as in ebw_gradient.
 * Status: as ebw_gradient, without EBW_ERR_CALLBACK.
 * Ownership: as ebw_gradient. Threads: as ebw_gradient. Cost: as ebw_gradient. Since 0.1. */
EBW_API int32_t ebw_adjoint(ebw_model *model, ebw_shot *const *shots, int64_t n_shots, int64_t memory_bytes,
                            void *gradient, const int64_t *stride);

/* Tells what ebw_gradient with these arguments and a gradient will do and hold. Nothing large is allocated; work memory
 * that the model keeps from a run with another grid, boundary, order, time or number of threads is freed.
 * model (in): as in ebw_gradient.
 * shots (in): shots[n_shots], as in ebw_gradient; nothing of them changes.
 * n_shots (in): number of shots, at least 1.
 * memory_bytes (in): bytes, as in ebw_gradient.
 * plan (out): the new plan; not NULL. Its steps and slots are those of one shot, its bytes those of the whole call.
 * Status: as ebw_gradient, without EBW_ERR_NON_FINITE but for given states, EBW_ERR_CALLBACK and EBW_ERR_CANCELLED.
 * Ownership: the caller destroys the plan. Threads: one at a time per handle, model and shots.
 * Cost: that of counting the schedule and the weights of points. Since 0.1. */
EBW_API int32_t ebw_gradient_plan(ebw_model *model, ebw_shot *const *shots, int64_t n_shots, int64_t memory_bytes,
                                  ebw_plan **plan);

/* ---- Model ------------------------------------------------------------------------------------------------------- */

/* Creates a model on a regular grid.
 * dtype (in): EBW_F32 or EBW_F64, of the field, the wavefields and the gradient.
 * ndim (in): 2 or 3.
 * shape (in): shape[ndim], nodes (nx, nz) or (nx, ny, nz), each at least 1; not NULL.
 * spacing (in): spacing[ndim], metres, finite and above 0; not NULL.
 * model (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, spacing); EBW_ERR_SHAPE (ndim, shape); EBW_ERR_DTYPE; EBW_ERR_OVERFLOW (nodes
 * or bytes beyond 64 bits); EBW_ERR_NO_MEMORY.
 * Ownership: the caller destroys the handle. Threads: any. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_model_create(int32_t dtype, int32_t ndim, const int64_t *shape, const double *spacing,
                                 ebw_model **model);

/* Sets the medium, copied; it replaces whichever field was set.
 * model (in, out): the model.
 * name (in): "velocity" (m/s) or "slowness_squared" (s^2/m^2); not NULL.
 * data (in): the values in all cells, finite and above 0; not NULL.
 * dtype (in): element type of data, that of the model.
 * ndim (in): number of axes, that of the model.
 * shape (in): shape[ndim], that of the model; not NULL.
 * stride (in): stride[ndim], element strides of data, of any sign, 0 too; NULL: dense, z fastest.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL; a value <= 0 or out of all proportion, its index named); EBW_ERR_SHAPE;
 * EBW_ERR_DTYPE; EBW_ERR_OVERFLOW (stride); EBW_ERR_NOT_FOUND (name); EBW_ERR_NO_MEMORY; EBW_ERR_NON_FINITE (index
 * named); EBW_ERR_HANDLE; EBW_ERR_BUSY. On failure the old field stays.
 * Threads: one at a time per handle. Cost: one copy. Since 0.1. */
EBW_API int32_t ebw_model_set_field(ebw_model *model, const char *name, const void *data, int32_t dtype, int32_t ndim,
                                    const int64_t *shape, const int64_t *stride);

/* Copies the field out, as it was set.
 * model (in): the model.
 * name (in): that of the last ebw_model_set_field; not NULL.
 * data (out): room for the values; not NULL.
 * dtype (in): element type of data, that of the model.
 * ndim (in): number of axes, that of the model.
 * shape (in): shape[ndim], that of the model; not NULL.
 * stride (in): stride[ndim], element strides of data, of any sign, no two elements at one place; NULL: dense, z
 * fastest.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, overlapping stride); EBW_ERR_SHAPE; EBW_ERR_DTYPE; EBW_ERR_OVERFLOW (stride);
 * EBW_ERR_NOT_FOUND (no such field, or the other one was set, or none); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: one copy. Since 0.1. */
EBW_API int32_t ebw_model_get_field(const ebw_model *model, const char *name, void *data, int32_t dtype, int32_t ndim,
                                    const int64_t *shape, const int64_t *stride);

/* Sets what happens at a face. Every face that exists must be set before a run.
 * model (in, out): the model.
 * face (in): EBW_FACE_LEFT .. EBW_FACE_BOTTOM, or EBW_FACE_ALL for all that exist.
 * kind (in): EBW_BOUNDARY_*. An axis with a free or rigid face needs at least `order` nodes, which is checked when run.
 * cells (in): thickness of a cpml or sponge layer, 5 to 2^24 cells, outside the grid with the model's edge values
 * repeated; 0 for the other kinds.
 * v_ref (in): m/s, finite and above 0, for cpml and sponge; else ignored.
 * f_ref (in): Hz, finite and above 0, for cpml; else ignored. Like v_ref it stays as given when the field changes: a
 * profile that follows the model would make the gradient wrong.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, face, kind, cells, v_ref, f_ref); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1.
 * Reference: Komatitsch and Martin 2007; Pasalic and McGarry 2010 (cpml). */
EBW_API int32_t ebw_model_set_boundary(ebw_model *model, int32_t face, int32_t kind, int64_t cells, double v_ref,
                                       double f_ref);

/* Sets the time axis.
 * model (in, out): the model.
 * dt (in): seconds, finite and above 0. Whether it is stable hangs on the field and is checked when run.
 * n_steps (in): number of steps, 1 to 2^40.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, dt, n_steps below 1); EBW_ERR_OVERFLOW (n_steps); EBW_ERR_HANDLE;
 * EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_model_set_time(ebw_model *model, double dt, int64_t n_steps);

/* Gets the largest stable time step of the present field and order: 2 / (v_max sqrt(sum over axes of S_d / h_d^2)), S_d
 * the sum of |second-derivative coefficients|.
 * model (in): the model.
 * dt_max (out): seconds; a dt of just this value is accepted; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_STATE (no field); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_model_get_dt_max(const ebw_model *model, double *dt_max);

/* Sets the spatial order.
 * model (in, out): the model.
 * order (in): 2, 4, 6, 8 (default), 10 or 12.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, order); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_model_set_order(ebw_model *model, int32_t order);

/* Sets what gradients are taken by, whichever field was set.
 * model (in, out): the model.
 * parameter (in): EBW_PARAMETER_VELOCITY (default) or EBW_PARAMETER_SLOWNESS_SQUARED.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, parameter); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_model_set_parameter(ebw_model *model, int32_t parameter);

/* Sets the number of OpenMP threads of a run; the result has the same bits for any number.
 * model (in, out): the model.
 * threads (in): 1 to 1024, or 0 (default) for OpenMP's own limit.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, threads); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_model_set_threads(ebw_model *model, int32_t threads);

/* Sets how many shots run at a time, each on its share of the threads; the result has the same bits for any number.
 * model (in, out): the model.
 * shots (in): 1: one after the other, each on all threads; 2 to 1024: at most so many, never more than threads or
 * shots; 0 (default): several where a grid has fewer than 32768 points for each thread, its layers included, and where
 * the threads are not bound to places (OMP_PROC_BIND). Each has its own wavefields and slots, which the plan counts:
 * where memory_bytes has no room for so many, or (with 0) only for fewer slots that recompute more, half as many run,
 * and so on down to one. With a directory (ebw_model_set_directory) gradients take one after the other.
 * Callbacks come on the caller's thread: the misfit function in the order of the shots. A run fails with the error of
 * the first shot that fails, as one after the other would.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, shots); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_model_set_shots_at_once(ebw_model *model, int32_t shots);

/* Sets whether numbers too small for full precision count as zero inside our parallel regions. It changes bits: compare
 * bits under one setting.
 * model (in, out): the model.
 * on (in): 1 (default) or 0. Off, runs are up to 2 times slower.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, on); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_model_set_flush_to_zero(ebw_model *model, int32_t on);

/* Forces the schedule revolve with this many slots; the gradient has the same bits for any number.
 * model (in, out): the model.
 * slots (in): states kept, each of ebw_model_get_state_bytes, at least 1, more than n_steps counts as n_steps; 0
 * (default): chosen by memory_bytes.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, slots below 0); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_model_set_slots(ebw_model *model, int64_t slots);

/* Chooses how a gradient keeps what its reverse sweep needs; the bits are the same.
 * model (in, out): the model.
 * name (in): "store_all", "revolve" (slots by cost), "segment" (leaf and slots by cost) or "mixed" (states and tapes in
 * one room), whichever fits memory_bytes or is refused; "two_level", "disk", "periodic", "async"
 * or "segment_disk": states in memory and, in the background, in the directory of ebw_model_set_directory, in half of
 * its disk_bytes; "auto": the cheapest of all that fit, as ebw_plan_choose_places chooses, those on disk only with a
 * directory; NULL or "" (default): store_all if it fits, else revolve.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL model); EBW_ERR_NOT_FOUND (no such name; the text lists them); EBW_ERR_HANDLE;
 * EBW_ERR_BUSY. With slots set, a plan or run of any other than revolve is refused (EBW_ERR_UNSUPPORTED),
 * and so is one with states on disk without a directory.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_model_set_schedule(ebw_model *model, const char *name);

/* Gives the costs that schedules are chosen by and from which a plan forecasts seconds.
 * model (in, out): the model.
 * costs (in): costs[4], seconds of an advance (above 0), of an advance that keeps its tape, of a reverse step, of one
 * copy of a state, 0 to 1e100; NULL (default): usual ratios of these, and no forecast in seconds.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL model, costs); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_model_set_costs(ebw_model *model, const double *costs);

/* Gives the costs of the directory of ebw_model_set_directory, by which states go there.
 * model (in, out): the model.
 * costs (in): costs[2], seconds of a state to disk and of one from disk, 0 to 1e100, in the unit of
 * ebw_model_set_costs; NULL (default): 25 times the copy of a state in memory.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL model, costs); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_model_set_disk_costs(ebw_model *model, const double *costs);

/* Measures the costs on this machine by some steps without sources and receivers, and gives them to the model; when a
 * directory is set, those of a state there too (ebw_storage_measure_disk), else these are set back.
 * model (in, out): the model, with a field, a boundary on every face and a time axis. A change of the grid's boundary,
 * order, threads or dtype wants a new measurement.
 * costs (out): costs[4], as ebw_model_set_costs takes them; may be NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL model); EBW_ERR_STATE (something is missing in the model; the text names it);
 * EBW_ERR_UNSTABLE; EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE; EBW_ERR_BUSY; of the directory as ebw_storage_measure_disk.
 * Threads: one at a time per handle. Cost: some 30 steps, and three states to disk and back; the memory of a gradient
 * with four tapes and one state, given back at the end. Since 0.1. */
EBW_API int32_t ebw_model_measure_costs(ebw_model *model, double *costs);

/* Sets the directory in which ebw_gradient leaves generations, from which a killed call can be resumed. Written are
 * where the run stands, states, adjoint and gradient, and what the finished shots have left; see
 * ebw_executor_set_directory for files, order and checksums. Calls without a gradient write none.
 * model (in, out): the model.
 * directory (in): path of a directory of your own, in UTF-8; its last part is made (mode 0700) by the run when it is
 * missing; no symbolic link. One run at a time may use it. NULL: no generations (the default).
 * disk_bytes (in): bytes, bound on what lies in the directory beside the finished shots, at least three generations
 * without slots; 0: no bound. States in slots that do not fit are computed again on resume. A
 * schedule with states on disk takes at most half of it for them, and leaves three generations their room; the refusal
 * names the least that works.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL model, empty directory, disk_bytes below 0); EBW_ERR_HANDLE; EBW_ERR_BUSY;
 * EBW_ERR_NO_MEMORY.
 * Threads: one at a time per handle. Cost: constant; a run holds one buffer more, which the plan counts in scratch.
 * Since 0.1. */
EBW_API int32_t ebw_model_set_directory(ebw_model *model, const char *directory, int64_t disk_bytes);

/* Sets the time between two generations, and with it the work that a kill can lose.
 * model (in, out): the model.
 * seconds (in): at least 0; 60 by default; 0: after every action of the schedule. One is written after each shot too.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, seconds below 0 or not a number); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_model_set_generation_seconds(ebw_model *model, double seconds);

/* Sets whether a generation follows each state that goes to disk, beside those by time. It links that state's file, so
 * it writes no more than the present state and the adjoint.
 * model (in, out): the model.
 * on (in): 1 or 0 (default).
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, on); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant; of a run the wait for each save in the background. Since 0.1. */
EBW_API int32_t ebw_model_set_disk_generations(ebw_model *model, int32_t on);

/* Sets whether ebw_gradient goes on from the newest whole generation in the directory; the gradient has the bits of a
 * call that was never stopped. Without one there it begins anew; the log function is told either way. Model, shots,
 * options, release and build must be those of the killed call: EBW_ERR_NOT_RESUMABLE else; but the schedule is the one
 * that call had chosen, whatever budgets and costs are set now; memory_bytes must hold it (EBW_ERR_BUDGET). A misfit
 * function of the caller's must be the same too, which the library cannot see.
 * model (in, out): the model.
 * on (in): 1 or 0 (default). Off, a directory with an unfinished run is refused by ebw_gradient (EBW_ERR_STATE).
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, on); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_model_set_resume(ebw_model *model, int32_t on);

/* Sets the misfit function.
 * model (in, out): the model; acoustic propagators of it follow.
 * function (in): the misfit of one shot, to which observed data and weights are its own affair; NULL (default): the
 * library's least squares.
 * user (in): handed to function; may be NULL.
 * release (in): called once with user when the function is replaced or the model goes, or NULL; not called when this
 * function fails.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL model); EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_model_set_misfit(ebw_model *model, ebw_misfit_fn function, void *user, ebw_release_fn release);

/* Sets the function that is told of progress of the main calls, and may cancel.
 * model (in, out): the model.
 * function (in): called with done, total and recomputed steps over all shots, always once at the end; NULL (default):
 * none.
 * every (in): steps between calls, or 0 for about ten calls a second; at least 0.
 * user (in): handed to function; may be NULL.
 * release (in): called once with user when the function is replaced or the model goes, or NULL; not called when this
 * function fails.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL model, every); EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle; function is called on the thread that makes the long call. Cost: constant.
 * Since 0.1. */
EBW_API int32_t ebw_model_set_progress(ebw_model *model, ebw_progress_fn function, int64_t every, void *user,
                                       ebw_release_fn release);

/* Gets the bytes of one state: of a slot, of initial and final states, of their cotangents.
 * model (in): the model, with a boundary on every face.
 * bytes (out): bytes of u^k, u^{k-1}, then for each axis the memories pi of its cpml faces, then zeta; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_SHAPE (a mirror face on too few nodes); EBW_ERR_OVERFLOW;
 * EBW_ERR_STATE (a face without boundary); EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: nx + ny + nz. Since 0.1. */
EBW_API int32_t ebw_model_get_state_bytes(const ebw_model *model, int64_t *bytes);

/* Gets one field of a state's layout. Bytes between rows are padding: written as zero, read by nobody.
 * model (in): the model, with a boundary on every face.
 * index (in): 0, 1, ... until EBW_ERR_NOT_FOUND.
 * name (out): "u", "u_prev", "pi_left", "zeta_left", ...; not NULL.
 * offset (out): bytes from the state's begin; not NULL.
 * shape (out): shape[ndim], nodes, layer cells included, in logical order; not NULL.
 * stride (out): stride[ndim], element strides in logical order; not NULL.
 * Status: EBW_OK; EBW_ERR_NOT_FOUND (index); and as ebw_model_get_state_bytes.
 * Ownership: the name is the library's and stays valid. Threads: one at a time per handle. Cost: nx + ny + nz. Since
 * 0.1. */
EBW_API int32_t ebw_model_get_state_field(const ebw_model *model, int32_t index, const char **name, int64_t *offset,
                                          int64_t *shape, int64_t *stride);

/* Gets a count of the last run that finished on this model, by its name.
 * model (in): the model.
 * name (in): "steps", "forward_steps", "reverse_steps" and "slots" (of one shot), "generations" (written by
 * the call), "restored_steps" (taken to fill slots again on resume), "planned_bytes" (of the whole call),
 * "peak_bytes" (own count of what was held at most), "threads" or "shots_at_once"; not NULL. Both bytes are equal after
 * a gradient. A forward run plans its own work memory alone, and its peak has what is kept from a larger earlier run
 * too.
 * value (out): the count; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_NOT_FOUND (no such name; the text lists them); EBW_ERR_STATE (no run
 * yet); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_model_get_count(const ebw_model *model, const char *name, int64_t *value);

/* Gets a time of the last run that finished on this model, by its name.
 * model (in): the model.
 * name (in): "prepare" (planning), "forward" (all forward steps, repeated ones included), "reverse" (misfit, adjoint
 * steps, imaging) or "total" (these, and copies to and from slots); over all shots, of those that run at a time the
 * mean; not NULL.
 * seconds (out): seconds of wall clock; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_NOT_FOUND (no such name; the text lists them); EBW_ERR_STATE (no run
 * yet); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_model_get_seconds(const ebw_model *model, const char *name, double *seconds);

/* Gets the settings of a run in words, for a result's label: dtype, order, instruction set, threads, flush-to-zero,
 * tiles. Instruction set, threads and tiles change no bit of a result. The environment chooses the set (EBW_ISA:
 * generic, v2, v3 or v4) and the time tiles of sweeps (EBW_TILE: plain, or k,by,bx with 1 to 16 steps k fused, by rows
 * and bx planes of a tile, or k,by,bx,threads that share a tile); left unset, the best set and, in runs beyond some
 * 20 s, the fastest of some tiles, tried on the run's own steps.
 * model (in): the model.
 * description (out): one line; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL; EBW_ISA names what is unknown or lacking; EBW_TILE is malformed);
 * EBW_ERR_UNSUPPORTED (a processor without SSE4.2); EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Ownership: the text is the model's and valid until the next call of this function or until the model goes.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_model_get_description(const ebw_model *model, const char **description);

/* Gets the time tiles that were found for runs of this model with one shot at a time, to spare another model, or
 * another process, the search: by the last run that searched, or by ebw_model_set_tuning.
 * model (in): the model.
 * tuning (out): one line of words, the tiles behind what they hang on: nodes with layers, dtype, order, faces, threads,
 * instruction set; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, EBW_ISA, EBW_TILE); EBW_ERR_STATE (none were found, or EBW_TILE forces
 * them; a boundary is missing); EBW_ERR_SHAPE; EBW_ERR_UNSUPPORTED (a processor without SSE4.2); EBW_ERR_NO_MEMORY;
 * EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Ownership: the text is the model's and valid until the next call of this function or until the model goes.
 * Threads: one at a time per handle. Cost: nx + ny + nz. Since 0.1. */
EBW_API int32_t ebw_model_get_tuning(const ebw_model *model, const char **tuning);

/* Sets the time tiles of runs with one shot at a time, however short; no bit of a result changes. Kinds of sweep that
 * the text does not know are searched as before. Kept until boundary, order, threads, grid or instruction set change.
 * model (in, out): the model.
 * tuning (in): as ebw_model_get_tuning gave it; NULL or "": forgets what was set.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (no such text, or found for other nodes, dtype, order, faces, threads or instruction
 * set: the first that differs is named; NULL model; EBW_ISA, EBW_TILE); EBW_ERR_STATE (a boundary is missing);
 * EBW_ERR_SHAPE; EBW_ERR_UNSUPPORTED; EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE; EBW_ERR_BUSY. On failure nothing changes.
 * Threads: one at a time per handle. Cost: nx + ny + nz. Since 0.1. */
EBW_API int32_t ebw_model_set_tuning(ebw_model *model, const char *tuning);

/* Frees the wavefields and slots that the model keeps from its last run for the next.
 * model (in, out): the model; counts and times of its last run stay.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_model_release_memory(ebw_model *model);

/* Releases the handle; the model goes with the last acoustic propagator that uses it, a run under way ends first.
 * model (in): the handle, or NULL. Threads: any, also during a run and inside its callbacks. Cost: constant, or that of
 * freeing what nothing else holds. Since 0.1. */
EBW_API void ebw_model_destroy(ebw_model *model);

/* ---- Shot -------------------------------------------------------------------------------------------------------- */

/* Creates an empty shot for models with the grid and the number of steps that `model` has now.
 * model (in): the model, its time axis set.
 * shot (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_STATE (no time axis); EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE;
 * EBW_ERR_BUSY.
 * Ownership: the caller destroys the handle; the model may go first. Threads: one at a time per handle. Cost: constant.
 * Since 0.1. */
EBW_API int32_t ebw_shot_create(const ebw_model *model, ebw_shot **shot);

/* Adds a source; sources count 0, 1, ... in this order. In 2-D a source is a line source. What a run left is dropped.
 * shot (in, out): the shot.
 * position (in): position[ndim], metres, within the grid to 1e-6 spacings; not NULL.
 * wavelet (in): wavelet[n_samples], finite, copied; not NULL.
 * n_samples (in): n_steps + 1; the last sample acts on nothing.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, position outside or not finite); EBW_ERR_SHAPE (n_samples); EBW_ERR_OVERFLOW;
 * EBW_ERR_NO_MEMORY; EBW_ERR_NON_FINITE (wavelet, sample named); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: one copy of all wavelets. Since 0.1.
 * Reference: Hicks 2002 (Kaiser-windowed sinc, half-width 4, b = 6.31). */
EBW_API int32_t ebw_shot_add_source(ebw_shot *shot, const double *position, const double *wavelet, int64_t n_samples);

/* Replaces the wavelet of one source.
 * shot (in, out): the shot.
 * source (in): its number, from 0.
 * wavelet (in): wavelet[n_samples], finite, copied; not NULL.
 * n_samples (in): n_steps + 1.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_SHAPE (n_samples); EBW_ERR_NOT_FOUND (source); EBW_ERR_NON_FINITE
 * (wavelet, sample named); EBW_ERR_HANDLE; EBW_ERR_BUSY. On failure the old wavelet stays.
 * Threads: one at a time per handle. Cost: one copy. Since 0.1. */
EBW_API int32_t ebw_shot_set_wavelet(ebw_shot *shot, int64_t source, const double *wavelet, int64_t n_samples);

/* Adds receivers; two at one place are fine. Observed data, weights and adjoint sources set before are dropped, and
 * what a run left.
 * shot (in, out): the shot.
 * n_receivers (in): how many are added, at least 1.
 * positions (in): positions[n_receivers][ndim], metres, within the grid to 1e-6 spacings; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, n_receivers, a position outside or not finite: its number is named);
 * EBW_ERR_OVERFLOW (bytes of traces beyond 64 bits); EBW_ERR_NO_MEMORY; EBW_ERR_HANDLE; EBW_ERR_BUSY. On failure none
 * is added.
 * Threads: one at a time per handle. Cost: one copy. Since 0.1. */
EBW_API int32_t ebw_shot_add_receivers(ebw_shot *shot, int64_t n_receivers, const double *positions);

/* Sets the observed data of all receivers, copied; absent data are zero.
 * shot (in, out): the shot, its receivers added.
 * data (in): data[n_receivers][n_samples], finite; not NULL.
 * n_receivers (in): number of receivers of the shot.
 * n_samples (in): n_steps + 1.
 * stride (in): stride[2], element strides of data, of any sign; NULL: dense, sample fastest.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_SHAPE (n_receivers, n_samples); EBW_ERR_OVERFLOW (stride);
 * EBW_ERR_NO_MEMORY; EBW_ERR_NON_FINITE (receiver and sample named); EBW_ERR_HANDLE; EBW_ERR_BUSY. On failure the old
 * data stay.
 * Threads: one at a time per handle. Cost: one copy. Since 0.1. */
EBW_API int32_t ebw_shot_set_observed(ebw_shot *shot, const double *data, int64_t n_receivers, int64_t n_samples,
                                      const int64_t *stride);

/* Sets one weight per trace, copied; absent weights are 1.
 * shot (in, out): the shot, its receivers added.
 * weights (in): weights[n_receivers], finite; not NULL.
 * n_receivers (in): number of receivers of the shot.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_SHAPE (n_receivers); EBW_ERR_NO_MEMORY; EBW_ERR_NON_FINITE (receiver
 * named); EBW_ERR_HANDLE; EBW_ERR_BUSY. On failure the old weights stay.
 * Threads: one at a time per handle. Cost: one copy. Since 0.1. */
EBW_API int32_t ebw_shot_set_weights(ebw_shot *shot, const double *weights, int64_t n_receivers);

/* Sets the adjoint sources of ebw_adjoint, copied: cotangents of the traces; absent ones are zero.
 * shot (in, out): the shot, its receivers added.
 * data (in): data[n_receivers][n_samples], finite; not NULL.
 * n_receivers (in): number of receivers of the shot.
 * n_samples (in): n_steps + 1.
 * stride (in): stride[2], element strides of data, of any sign; NULL: dense, sample fastest.
 * Status: as ebw_shot_set_observed: EBW_ERR_SHAPE and the others. On failure the old ones stay.
 * Threads: one at a time per handle. Cost: one copy. Since 0.1. */
EBW_API int32_t ebw_shot_set_adjoint_sources(ebw_shot *shot, const double *data, int64_t n_receivers, int64_t n_samples,
                                             const int64_t *stride);

/* Sets the state at step 0, copied: u^0, u^{-1} and the layers' memories, laid out as ebw_model_get_state_field tells,
 * in the model's dtype. Values on a free face's plane are taken as 0.
 * shot (in, out): the shot.
 * state (in): bytes of a state; NULL with bytes = 0: the zero state (default).
 * bytes (in): its size, at least 0. That it is the model's, and all values finite, is checked when run.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL shot; NULL state with bytes; bytes below 0); EBW_ERR_NO_MEMORY;
 * EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: one copy. Since 0.1. */
EBW_API int32_t ebw_shot_set_initial_state(ebw_shot *shot, const void *state, int64_t bytes);

/* Sets the cotangent of the state at step n, copied; what the traces give is added to it.
 * shot (in, out): the shot.
 * cotangent (in): laid out as a state; NULL with bytes = 0: none (default).
 * bytes (in): its size, at least 0. That it is the model's, and all values finite, is checked when run.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL shot; NULL cotangent with bytes; bytes below 0); EBW_ERR_NO_MEMORY;
 * EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: one copy. Since 0.1. */
EBW_API int32_t ebw_shot_set_final_cotangent(ebw_shot *shot, const void *cotangent, int64_t bytes);

/* Sets whether runs keep the state at step n (forward sweep) and the cotangent of that at step 0 (adjoint sweep).
 * shot (in, out): the shot.
 * keep (in): 1, which costs two states of memory, or 0 (default).
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, keep); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_shot_set_keep_states(ebw_shot *shot, int32_t keep);

/* Copies the traces of the last run.
 * shot (in): the shot.
 * data (out): data[n_receivers][n_samples]; not NULL.
 * n_receivers (in): number of receivers of the shot.
 * n_samples (in): n_steps + 1.
 * stride (in): stride[2], element strides of data, of any sign, no two elements at one place; NULL: dense, sample
 * fastest.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, overlapping stride); EBW_ERR_SHAPE (n_receivers, n_samples); EBW_ERR_OVERFLOW
 * (stride); EBW_ERR_STATE (no forward sweep came to its end since the last change of points); EBW_ERR_HANDLE;
 * EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: one copy. Since 0.1. */
EBW_API int32_t ebw_shot_get_traces(const ebw_shot *shot, double *data, int64_t n_receivers, int64_t n_samples,
                                    const int64_t *stride);

/* Copies dJ/d(wavelet) of one source from the last gradient or adjoint.
 * shot (in): the shot.
 * source (in): its number, from 0.
 * wavelet_gradient (out): wavelet_gradient[n_samples], per unit of the wavelet; the last sample is 0; not NULL.
 * n_samples (in): n_steps + 1.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_SHAPE (n_samples); EBW_ERR_NOT_FOUND (source); EBW_ERR_STATE (no
 * adjoint sweep came to its end since the last change of points, or a forward run came after it); EBW_ERR_HANDLE;
 * EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: one copy. Since 0.1. */
EBW_API int32_t ebw_shot_get_wavelet_gradient(const ebw_shot *shot, int64_t source, double *wavelet_gradient,
                                              int64_t n_samples);

/* Copies the state at step n of the last run.
 * shot (in): the shot, ebw_shot_set_keep_states set before the run.
 * state (out): room for a state; not NULL.
 * bytes (in): its size, that of ebw_model_get_state_bytes.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_SHAPE (bytes); EBW_ERR_STATE (no such state is kept);
 * EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: one copy. Since 0.1. */
EBW_API int32_t ebw_shot_get_final_state(const ebw_shot *shot, void *state, int64_t bytes);

/* Copies the cotangent of the state at step 0 from the last gradient or adjoint.
 * shot (in): the shot, ebw_shot_set_keep_states set before the run.
 * cotangent (out): room for a state; not NULL.
 * bytes (in): its size, that of ebw_model_get_state_bytes.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_SHAPE (bytes); EBW_ERR_STATE (no such cotangent is kept);
 * EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: one copy. Since 0.1. */
EBW_API int32_t ebw_shot_get_initial_cotangent(const ebw_shot *shot, void *cotangent, int64_t bytes);

/* Gets the sizes of a shot.
 * shot (in): the shot.
 * n_sources (out): number of sources; may be NULL.
 * n_receivers (out): number of receivers; may be NULL.
 * n_samples (out): samples of each wavelet and trace; may be NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL shot); EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_shot_get_sizes(const ebw_shot *shot, int64_t *n_sources, int64_t *n_receivers, int64_t *n_samples);

/* Releases the handle; the shot goes with the last acoustic propagator that uses it, a run under way ends first.
 * shot (in): the handle, or NULL. Threads: any, also during a run and inside its callbacks. Cost: constant, or that of
 * freeing what nothing else holds. Since 0.1. */
EBW_API void ebw_shot_destroy(ebw_shot *shot);

/* Fills a Ricker wavelet: wavelet[k] = (1 - 2q) exp(-q), q = (pi f0 (k dt - t0))^2.
 * f0 (in): peak frequency, Hz, finite and above 0.
 * t0 (in): delay, seconds, finite, usually 1.2 / f0.
 * dt (in): seconds between samples, finite and above 0.
 * n_samples (in): at least 1.
 * wavelet (out): wavelet[n_samples]; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL, f0, t0, dt, n_samples).
 * Threads: any. Cost: n_samples exponentials. Since 0.1.
 * Reference: Ricker 1953. */
EBW_API int32_t ebw_ricker(double f0, double t0, double dt, int64_t n_samples, double *wavelet);

/* ---- The acoustic propagator, for use with an executor of one's own ------------------------------------------------
 * */

/* Creates a propagator of a model and a shot, of reverse kind EBW_REVERSE_STATE_ONLY, with tapes (u^k); a schedule for
 * it has the model's n_steps. A run fills the shot as ebw_gradient does. Its plan lists work memory and slots, not what
 * model and shot hold themselves.
 * model (in, out): as in ebw_gradient, kept alive. Field, parameter and misfit function may change between runs;
 * boundaries, order and time may not (EBW_ERR_STATE when run); number of threads and flush-to-zero are those of now.
 * shot (in, out): as in ebw_gradient, kept alive. All of it may change between runs.
 * propagator (out): the new handle; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL; EBW_ISA, EBW_TILE); EBW_ERR_SHAPE, EBW_ERR_OVERFLOW, EBW_ERR_STATE,
 * EBW_ERR_UNSTABLE, EBW_ERR_NON_FINITE (a given state), EBW_ERR_UNSUPPORTED (all as ebw_gradient); EBW_ERR_NO_MEMORY;
 * EBW_ERR_HANDLE; EBW_ERR_BUSY.
 * Ownership: the caller destroys the handle with ebw_propagator_destroy. Threads: one at a time per handle; a run holds
 * model and shot too. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_propagator_create_acoustic(ebw_model *model, ebw_shot *shot, ebw_propagator **propagator);

/* Gets misfit and gradient of the last executor run on an acoustic propagator.
 * propagator (in): an acoustic propagator whose last run came to its end; its model must not have changed since.
 * misfit (out): J; may be NULL.
 * gradient (out): as in ebw_gradient; may be NULL.
 * stride (in): stride[ndim], as in ebw_gradient.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL propagator, overlapping stride); EBW_ERR_OVERFLOW (stride); EBW_ERR_STATE (no
 * finished run, or the model has changed); EBW_ERR_NO_MEMORY; EBW_ERR_NON_FINITE (names the node); EBW_ERR_HANDLE (also
 * a propagator that is not acoustic); EBW_ERR_BUSY. On failure misfit and gradient are untouched.
 * Threads: one at a time per handle, its model included. Cost: one copy; one gradient of memory. Since 0.1. */
EBW_API int32_t ebw_propagator_get_gradient(const ebw_propagator *propagator, double *misfit, void *gradient,
                                            const int64_t *stride);

/* As ebw_model_get_tuning, of an acoustic propagator.
 * propagator (in): an acoustic one. tuning (out): one line; not NULL.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL); EBW_ERR_STATE (none were found); EBW_ERR_HANDLE (also one that is not
 * acoustic); EBW_ERR_NO_MEMORY; EBW_ERR_BUSY.
 * Ownership: the text is the propagator's and valid until the next call of this function or until the propagator goes.
 * Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_propagator_get_tuning(const ebw_propagator *propagator, const char **tuning);

/* As ebw_model_set_tuning, of an acoustic propagator, from its next run on.
 * propagator (in, out): an acoustic one. tuning (in): as it was given out; NULL or "": forgets what was set.
 * Status: EBW_OK; EBW_ERR_ARGUMENT (NULL propagator, tuning); EBW_ERR_HANDLE (also one that is not acoustic);
 * EBW_ERR_NO_MEMORY; EBW_ERR_BUSY. Threads: one at a time per handle. Cost: constant. Since 0.1. */
EBW_API int32_t ebw_propagator_set_tuning(ebw_propagator *propagator, const char *tuning);

#ifdef __cplusplus
}
#endif

#endif
