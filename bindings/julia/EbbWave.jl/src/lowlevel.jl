# SPDX-License-Identifier: MIT
# The C ABI for Julia: constants and one ccall per function. Written by bindings/generate.py; do not edit.
#
# Function pointers are looked up once, by `load_functions`, which `__init__` calls with the library's handle: what is
# compiled carries no address. An array or a Ref is passed where a Ptr stands, C_NULL for NULL. The full text of each
# function stands in its header.
#
# A collection of garbage waits for a thread that is inside a ccall. What would let it go ahead,
# `@ccall gc_safe = true`, is not offered below Julia 1.12, and a region of one's own around the call would have to be
# left in every callback.
import Libdl

# Release and ABI that this layer was written for.
const LAYER_VERSION = "0.1.0"
const LAYER_ABI_VERSION = Int32(0)

const EBW_OK = Int32(0)
# a value out of its range, a NULL where none is allowed
const EBW_ERR_ARGUMENT = Int32(10)
# wrong number of axes or elements, too few nodes
const EBW_ERR_SHAPE = Int32(11)
# another element type than the object's
const EBW_ERR_DTYPE = Int32(12)
# a size or count beyond 64 bits
const EBW_ERR_OVERFLOW = Int32(13)
# no such name, index or file
const EBW_ERR_NOT_FOUND = Int32(14)
# not offered for this combination
const EBW_ERR_UNSUPPORTED = Int32(15)
# call out of order
const EBW_ERR_STATE = Int32(20)
# handle in use by another thread, or by the call whose callback this is
const EBW_ERR_BUSY = Int32(21)
# handle of another kind
const EBW_ERR_HANDLE = Int32(22)
# the progress callback asked to stop
const EBW_ERR_CANCELLED = Int32(23)
# the machine refused memory
const EBW_ERR_NO_MEMORY = Int32(30)
# the given memory or number of slots is too small; the text names the least
const EBW_ERR_BUDGET = Int32(31)
# a checkpoint could not be stored or read
const EBW_ERR_STORAGE = Int32(40)
# storage is full
const EBW_ERR_NO_SPACE = Int32(41)
# a checkpoint or file is damaged
const EBW_ERR_CORRUPT = Int32(42)
# the system denies access
const EBW_ERR_PERMISSION = Int32(43)
# nothing to resume from
const EBW_ERR_NOT_RESUMABLE = Int32(44)
# a NaN or an infinity; the text names the step or index
const EBW_ERR_NON_FINITE = Int32(50)
# the time step is above the stability limit
const EBW_ERR_UNSTABLE = Int32(51)
# an iteration did not converge
const EBW_ERR_NOT_CONVERGED = Int32(52)
# a user callback returned non-zero; see ebw_last_callback_status
const EBW_ERR_CALLBACK = Int32(60)
# an MPI call failed
const EBW_ERR_MPI = Int32(70)
# the domain cannot be split so
const EBW_ERR_DECOMPOSITION = Int32(71)
# ranks passed different arguments
const EBW_ERR_RANKS_DISAGREE = Int32(72)
# another rank failed
const EBW_ERR_RANK_FAILED = Int32(73)
# a fault of the library: please report it with the text
const EBW_ERR_INTERNAL = Int32(90)
# IEEE single precision
const EBW_F32 = Int32(1)
# IEEE double precision
const EBW_F64 = Int32(2)
# one object; `checks` has one object per check
const EBW_REPORT_JSON = Int32(0)
# a FAIL is a failure, an INCONCLUSIVE an error
const EBW_REPORT_JUNIT = Int32(1)
# one file that needs nothing else
const EBW_REPORT_HTML = Int32(2)
# no action: the schedule is exhausted
const EBW_ACTION_END = Int32(0)
# (from, to): run steps from .. to-1, keep nothing
const EBW_ACTION_ADVANCE = Int32(1)
# (from, slot): the state at from into slot, which is free
const EBW_ACTION_SAVE = Int32(2)
# (from, slot): the state at from out of slot
const EBW_ACTION_LOAD = Int32(3)
# (from, slot): slot is free again; it held from
const EBW_ACTION_DISCARD = Int32(4)
# (from): the forward sweep has reached the state at n = from
const EBW_ACTION_TURN = Int32(5)
# (from, to, slot): reverse from, from-1, .. to; tapes in slot + (k - to), or -1
const EBW_ACTION_REVERSE = Int32(6)
# (from, to, slot): run steps from .. to-1, tapes into slot, slot+1, ..
const EBW_ACTION_ADVANCE_TAPED = Int32(7)
# (from, slot): the tape that kind 7 with slot -1 just took, into slot
const EBW_ACTION_SAVE_TAPE = Int32(8)
# (from, slot): the next reverse uses the tape of step from, which lies in slot
const EBW_ACTION_LOAD_TAPE = Int32(9)
# the state before the step: it runs the step once more, taping, then reverses it
const EBW_REVERSE_FUSED = Int32(1)
# the state before the step and no forward step (linear waves)
const EBW_REVERSE_STATE_ONLY = Int32(2)
# as fused, in a loop that sees its end only after the last step
const EBW_REVERSE_UNFUSED = Int32(3)
# states; also checkpoints of the caller's own
const EBW_BANK_STATE = Int32(0)
# tapes
const EBW_BANK_TAPE = Int32(1)
# 1e-6 (f64), 1e-3 (f32)
const EBW_PROFILE_DEFAULT = Int32(0)
# 1e-8, f64 only: gradients that are exact up to rounding
const EBW_PROFILE_EXACT = Int32(1)
# 9 steps (f64), 10 (f32), 8 points for the noise: the best resolution
const EBW_LADDER_FULL = Int32(0)
# 3 steps (f64), 4 (f32), 4 points for the noise: for an expensive J
const EBW_LADDER_REDUCED = Int32(1)
const EBW_PART_ALL = Int32(0)
# a parameter, such as the velocity, or the wavelets
const EBW_PART_BLOCK = Int32(1)
# any set of elements
const EBW_PART_REGION = Int32(2)
# the cells along the faces, absorbing layers included
const EBW_PART_BOUNDARY = Int32(3)
# the cells around the sources
const EBW_PART_SOURCES = Int32(4)
# the cells around the receivers
const EBW_PART_RECEIVERS = Int32(5)
# the cells along the borders of the ranks of a parallel program
const EBW_PART_INTERFACE = Int32(6)
# the error is below the tolerance, its uncertainty included
const EBW_VERDICT_PASS = Int32(0)
# the error is above the tolerance, its uncertainty taken off; or a fault was seen
const EBW_VERDICT_FAIL = Int32(1)
# neither; the text tells what would help
const EBW_VERDICT_INCONCLUSIVE = Int32(2)
const EBW_FAULT_NONE = Int32(0)
# m holds a NaN or an infinity
const EBW_FAULT_POINT_NON_FINITE = Int32(1)
# J(m) is one, or evaluate did not write it
const EBW_FAULT_VALUE_NON_FINITE = Int32(2)
# g holds one, or the gradient callback did not write that element
const EBW_FAULT_GRADIENT_NON_FINITE = Int32(3)
# a callback wrote into its input
const EBW_FAULT_INPUT_WRITTEN = Int32(4)
# J(m) has other bits after the test than before, although it repeats
const EBW_FAULT_STATE_LEAK = Int32(5)
# A x holds one, or was not written there
const EBW_FAULT_FORWARD_NON_FINITE = Int32(6)
# A^T y holds one, or was not written there
const EBW_FAULT_ADJOINT_NON_FINITE = Int32(7)
# m or g of the caller has other values after the test than before
const EBW_FAULT_INPUT_CHANGED = Int32(8)
# H v holds one, or was not written there
const EBW_FAULT_HESSIAN_NON_FINITE = Int32(9)
const EBW_WORST = Int32(-1)
const EBW_FACE_ALL = Int32(-1)
# x = 0
const EBW_FACE_LEFT = Int32(0)
# x = (nx-1) hx
const EBW_FACE_RIGHT = Int32(1)
# y = 0, 3-D only
const EBW_FACE_FRONT = Int32(2)
# y = (ny-1) hy, 3-D only
const EBW_FACE_BACK = Int32(3)
# z = 0
const EBW_FACE_TOP = Int32(4)
# z = (nz-1) hz
const EBW_FACE_BOTTOM = Int32(5)
# convolutional perfectly matched layer outside the grid, at least 5 cells, usually 20
const EBW_BOUNDARY_CPML = Int32(1)
# damping layer outside the grid, at least 5 cells
const EBW_BOUNDARY_SPONGE = Int32(2)
# pressure release on the face's first node plane: u = 0, odd mirror behind
const EBW_BOUNDARY_FREE = Int32(3)
# even mirror about the plane half a spacing outside
const EBW_BOUNDARY_RIGID = Int32(4)
# u = 0 for ever outside the array
const EBW_BOUNDARY_ZERO = Int32(5)
# per m/s
const EBW_PARAMETER_VELOCITY = Int32(1)
# per s^2/m^2
const EBW_PARAMETER_SLOWNESS_SQUARED = Int32(2)

# Callbacks, which are passed as Ptr{Cvoid}:
# ebw_release_fn: @cfunction(f, Cvoid, (Ptr{Cvoid},)). Release called for a user pointer when the library no longer
# needs it.
# ebw_log_fn: @cfunction(f, Cvoid, (Int32, Cstring, Ptr{Cvoid})). Receives remarks of the library.
# ebw_progress_fn: @cfunction(f, Int32, (Int64, Int64, Int64, Ptr{Cvoid})). Progress of a long call: done of total steps
# (forward and reverse, over all shots), of which recomputed repeat a forward step.
# ebw_dot_forward_fn: @cfunction(f, Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid})). Sets y = A x.
# ebw_dot_adjoint_fn: @cfunction(f, Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid})). Sets x = A^T y.
# ebw_start_fn: @cfunction(f, Int32, (Ptr{Cvoid},)). state := the initial state, gradient and adjoint := 0; once at the
# begin of every run.
# ebw_advance_fn: @cfunction(f, Int32, (Int64, Int64, Ptr{Cvoid})). Takes steps from .. to-1; the state is that at
# `from` before and that at `to` afterwards.
# ebw_turn_fn: @cfunction(f, Int32, (Int64, Ptr{Cvoid})). The state is that at n, the number of steps: seed the adjoint.
# ebw_reverse_fn: @cfunction(f, Int32, (Int64, Ptr{Cvoid})). Takes the adjoint from k+1 to k and adds to the gradient.
# ebw_save_fn: @cfunction(f, Int32, (Int64, Ptr{Cvoid}, Ptr{Cvoid})). Writes the state at k, state_bytes of it, aligned
# to 64; reads it back.
# ebw_load_fn: @cfunction(f, Int32, (Int64, Ptr{Cvoid}, Ptr{Cvoid})). Writes the state at k, state_bytes of it, aligned
# to 64; reads it back.
# ebw_advance_taped_fn: @cfunction(f, Int32, (Int64, Ptr{Cvoid})). Takes step k and remembers what its adjoint needs,
# until save_tape(k) asks for it right after.
# ebw_store_begin_fn: @cfunction(f, Int32, (Int32, Int64, Int64, Ptr{Cvoid})). `slots` checkpoints of at most
# `slot_bytes` are to come; all that the bank holds has been discarded.
# ebw_store_save_fn: @cfunction(f, Int32, (Int32, Int64, Int64, Ptr{Cvoid}, Int64, Ptr{Cvoid})). Keeps `size` bytes,
# which are the library's, until they are discarded.
# ebw_store_load_fn: @cfunction(f, Int32, (Int32, Int64, Int64, Ptr{Cvoid}, Int64, Ptr{Cvoid})). Gives the same `size`
# bytes back; may be asked for several times.
# ebw_store_discard_fn: @cfunction(f, Int32, (Int32, Int64, Int64, Ptr{Cvoid})). Forgets them; after a failed run too,
# when the answer is not looked at.
# ebw_taylor_evaluate_fn: @cfunction(f, Int32, (Ptr{Cvoid}, Ptr{Cdouble}, Ptr{Cvoid})). Sets *J = J(m).
# ebw_taylor_gradient_fn: @cfunction(f, Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid})). Sets g = dJ/dm at m.
# ebw_taylor_hessian_fn: @cfunction(f, Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid})). Sets Hv = H(m) v, the
# derivative of the gradient along v.
# ebw_inner_product_fn: @cfunction(f, Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cdouble}, Ptr{Cvoid})). Sets *product = <a,
# b>, an inner product of two vectors: symmetric, linear in both, positive.
# ebw_misfit_fn: @cfunction(f, Int32, (Int64, Int64, Int64, Ptr{Cdouble}, Ptr{Cdouble}, Ptr{Cdouble}, Ptr{Cvoid})). A
# user's misfit of one shot, called once per shot and run on the thread that made the call.

const POINTER_ebw_version = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_abi_version = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_build_info = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_status_name = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_last_error = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_last_callback_status = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_get_memory = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_reset_memory_peak = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_set_log = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_checker_create = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_checker_take = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_checker_finish = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_checker_get_count = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_check = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_checker_destroy = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_dot_test = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_dot_create = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_dot_destroy = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_dot_set_steps = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_dot_set_bound_factor = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_dot_set_seeds = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_dot_set_image = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_dot_set_inner_products = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_dot_set_index_offsets = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_dot_run = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_dot_get_verdict = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_dot_get_text = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_dot_get_fault = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_dot_get_bound = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_dot_get_options = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_dot_get_calls = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_dot_count_pairs = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_dot_get_pair = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_dot_get_products = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_executor_create = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_executor_plan = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_executor_set_progress = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_executor_run = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_executor_set_replay_check = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_executor_set_directory = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_executor_set_generation_seconds = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_executor_set_disk_generations = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_executor_set_fingerprint = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_executor_resume = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_executor_get_stat = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_executor_get_seconds = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_executor_destroy = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_get_steps = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_get_forward_steps = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_get_recomputed = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_get_slots = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_get_total_bytes = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_get_least_bytes = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_get_dt = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_get_schedule = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_get_bytes = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_get_tape_slots = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_get_cost = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_get_seconds = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_get_disk_slots = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_get_disk_bytes = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_get_number = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_get_memory_limit = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_count_alternatives = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_get_alternative = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_create_schedule = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_create_storage = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_choose = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_choose_places = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_plan_destroy = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_propagator_create_user = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_propagator_set_start = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_propagator_set_advance = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_propagator_set_turn = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_propagator_set_reverse = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_propagator_set_save = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_propagator_set_load = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_propagator_set_tape = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_propagator_set_adjoint = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_propagator_set_record = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_propagator_get_state_bytes = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_propagator_get_tape_bytes = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_propagator_set_state_layout = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_propagator_get_state_layout = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_propagator_get_adjoint_bytes = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_propagator_destroy = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_report_create = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_report_destroy = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_report_add_check = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_report_add_taylor = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_report_add_dot = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_report_add_memory = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_report_add_number = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_report_add_text = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_report_get_verdict = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_report_count_checks = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_report_write = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_create_store_all = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_create_revolve = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_create_segment = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_choose_segment = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_create_mixed = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_create_online = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_create_two_level = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_create_disk = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_create_periodic = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_create_async = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_next = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_next_many = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_reset = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_finish = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_export = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_count_advances = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_count_taped = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_count_saves = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_count_loads = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_count_disk_saves = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_count_disk_loads = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_count_left_on_disk = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_get_cost = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_get_steps = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_get_peak_slots = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_get_peak_disk_slots = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_get_memory_slots = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_get_tape_slots = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_get_reverse_kind = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_schedule_destroy = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_storage_create_memory = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_storage_create_disk = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_storage_create_tiered = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_storage_measure_disk = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_storage_create_user = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_storage_set_limit = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_storage_set_codec = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_storage_get_codec_error = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_storage_set_checksums = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_storage_set_layout = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_storage_reserve = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_storage_save = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_storage_load = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_storage_discard = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_storage_get_stat = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_storage_destroy = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_test = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_create = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_destroy = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_set_gradient = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_set_hessian = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_set_profile = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_set_tolerance = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_set_ladder = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_set_seed = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_set_directions = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_set_given_directions = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_set_typical_size = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_set_bounds = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_set_inner_product = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_set_index_offset = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_set_constant = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_set_least_noise = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_set_steps = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_add_block = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_add_block_ids = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_add_region = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_clear_parts = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_set_part_directions = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_run = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_run_hessian = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_verdict = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_text = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_diagnosis = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_options = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_fault = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_value = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_restored = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_evaluations = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_count_directions = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_direction = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_certificate = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_part = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_reason = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_ratio = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_derivative = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_noise = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_curvature = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_order = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_order_interval = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_dropped = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_count_levels = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_level = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_remainders = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_taylor_get_symmetry = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_memory_fit = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_gradient = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_forward = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_misfit = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_adjoint = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_gradient_plan = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_create = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_set_field = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_get_field = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_set_boundary = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_set_time = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_get_dt_max = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_set_order = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_set_parameter = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_set_threads = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_set_shots_at_once = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_set_flush_to_zero = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_set_slots = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_set_schedule = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_set_costs = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_set_disk_costs = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_measure_costs = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_set_directory = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_set_generation_seconds = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_set_disk_generations = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_set_resume = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_set_misfit = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_set_progress = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_get_state_bytes = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_get_state_field = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_get_count = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_get_seconds = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_get_description = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_get_tuning = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_set_tuning = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_release_memory = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_model_destroy = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_shot_create = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_shot_add_source = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_shot_set_wavelet = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_shot_add_receivers = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_shot_set_observed = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_shot_set_weights = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_shot_set_adjoint_sources = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_shot_set_initial_state = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_shot_set_final_cotangent = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_shot_set_keep_states = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_shot_get_traces = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_shot_get_wavelet_gradient = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_shot_get_final_state = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_shot_get_initial_cotangent = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_shot_get_sizes = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_shot_destroy = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_ricker = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_propagator_create_acoustic = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_propagator_get_gradient = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_propagator_get_tuning = Ref{Ptr{Cvoid}}(C_NULL)
const POINTER_ebw_propagator_set_tuning = Ref{Ptr{Cvoid}}(C_NULL)

# Looks up every function in an opened library; an older library lacks one, which is an error here.
function load_functions(library)
    POINTER_ebw_version[] = Libdl.dlsym(library, :ebw_version)
    POINTER_ebw_abi_version[] = Libdl.dlsym(library, :ebw_abi_version)
    POINTER_ebw_build_info[] = Libdl.dlsym(library, :ebw_build_info)
    POINTER_ebw_status_name[] = Libdl.dlsym(library, :ebw_status_name)
    POINTER_ebw_last_error[] = Libdl.dlsym(library, :ebw_last_error)
    POINTER_ebw_last_callback_status[] = Libdl.dlsym(library, :ebw_last_callback_status)
    POINTER_ebw_get_memory[] = Libdl.dlsym(library, :ebw_get_memory)
    POINTER_ebw_reset_memory_peak[] = Libdl.dlsym(library, :ebw_reset_memory_peak)
    POINTER_ebw_set_log[] = Libdl.dlsym(library, :ebw_set_log)
    POINTER_ebw_checker_create[] = Libdl.dlsym(library, :ebw_checker_create)
    POINTER_ebw_checker_take[] = Libdl.dlsym(library, :ebw_checker_take)
    POINTER_ebw_checker_finish[] = Libdl.dlsym(library, :ebw_checker_finish)
    POINTER_ebw_checker_get_count[] = Libdl.dlsym(library, :ebw_checker_get_count)
    POINTER_ebw_schedule_check[] = Libdl.dlsym(library, :ebw_schedule_check)
    POINTER_ebw_checker_destroy[] = Libdl.dlsym(library, :ebw_checker_destroy)
    POINTER_ebw_dot_test[] = Libdl.dlsym(library, :ebw_dot_test)
    POINTER_ebw_dot_create[] = Libdl.dlsym(library, :ebw_dot_create)
    POINTER_ebw_dot_destroy[] = Libdl.dlsym(library, :ebw_dot_destroy)
    POINTER_ebw_dot_set_steps[] = Libdl.dlsym(library, :ebw_dot_set_steps)
    POINTER_ebw_dot_set_bound_factor[] = Libdl.dlsym(library, :ebw_dot_set_bound_factor)
    POINTER_ebw_dot_set_seeds[] = Libdl.dlsym(library, :ebw_dot_set_seeds)
    POINTER_ebw_dot_set_image[] = Libdl.dlsym(library, :ebw_dot_set_image)
    POINTER_ebw_dot_set_inner_products[] = Libdl.dlsym(library, :ebw_dot_set_inner_products)
    POINTER_ebw_dot_set_index_offsets[] = Libdl.dlsym(library, :ebw_dot_set_index_offsets)
    POINTER_ebw_dot_run[] = Libdl.dlsym(library, :ebw_dot_run)
    POINTER_ebw_dot_get_verdict[] = Libdl.dlsym(library, :ebw_dot_get_verdict)
    POINTER_ebw_dot_get_text[] = Libdl.dlsym(library, :ebw_dot_get_text)
    POINTER_ebw_dot_get_fault[] = Libdl.dlsym(library, :ebw_dot_get_fault)
    POINTER_ebw_dot_get_bound[] = Libdl.dlsym(library, :ebw_dot_get_bound)
    POINTER_ebw_dot_get_options[] = Libdl.dlsym(library, :ebw_dot_get_options)
    POINTER_ebw_dot_get_calls[] = Libdl.dlsym(library, :ebw_dot_get_calls)
    POINTER_ebw_dot_count_pairs[] = Libdl.dlsym(library, :ebw_dot_count_pairs)
    POINTER_ebw_dot_get_pair[] = Libdl.dlsym(library, :ebw_dot_get_pair)
    POINTER_ebw_dot_get_products[] = Libdl.dlsym(library, :ebw_dot_get_products)
    POINTER_ebw_executor_create[] = Libdl.dlsym(library, :ebw_executor_create)
    POINTER_ebw_executor_plan[] = Libdl.dlsym(library, :ebw_executor_plan)
    POINTER_ebw_executor_set_progress[] = Libdl.dlsym(library, :ebw_executor_set_progress)
    POINTER_ebw_executor_run[] = Libdl.dlsym(library, :ebw_executor_run)
    POINTER_ebw_executor_set_replay_check[] = Libdl.dlsym(library, :ebw_executor_set_replay_check)
    POINTER_ebw_executor_set_directory[] = Libdl.dlsym(library, :ebw_executor_set_directory)
    POINTER_ebw_executor_set_generation_seconds[] = Libdl.dlsym(library, :ebw_executor_set_generation_seconds)
    POINTER_ebw_executor_set_disk_generations[] = Libdl.dlsym(library, :ebw_executor_set_disk_generations)
    POINTER_ebw_executor_set_fingerprint[] = Libdl.dlsym(library, :ebw_executor_set_fingerprint)
    POINTER_ebw_executor_resume[] = Libdl.dlsym(library, :ebw_executor_resume)
    POINTER_ebw_executor_get_stat[] = Libdl.dlsym(library, :ebw_executor_get_stat)
    POINTER_ebw_executor_get_seconds[] = Libdl.dlsym(library, :ebw_executor_get_seconds)
    POINTER_ebw_executor_destroy[] = Libdl.dlsym(library, :ebw_executor_destroy)
    POINTER_ebw_plan_get_steps[] = Libdl.dlsym(library, :ebw_plan_get_steps)
    POINTER_ebw_plan_get_forward_steps[] = Libdl.dlsym(library, :ebw_plan_get_forward_steps)
    POINTER_ebw_plan_get_recomputed[] = Libdl.dlsym(library, :ebw_plan_get_recomputed)
    POINTER_ebw_plan_get_slots[] = Libdl.dlsym(library, :ebw_plan_get_slots)
    POINTER_ebw_plan_get_total_bytes[] = Libdl.dlsym(library, :ebw_plan_get_total_bytes)
    POINTER_ebw_plan_get_least_bytes[] = Libdl.dlsym(library, :ebw_plan_get_least_bytes)
    POINTER_ebw_plan_get_dt[] = Libdl.dlsym(library, :ebw_plan_get_dt)
    POINTER_ebw_plan_get_schedule[] = Libdl.dlsym(library, :ebw_plan_get_schedule)
    POINTER_ebw_plan_get_bytes[] = Libdl.dlsym(library, :ebw_plan_get_bytes)
    POINTER_ebw_plan_get_tape_slots[] = Libdl.dlsym(library, :ebw_plan_get_tape_slots)
    POINTER_ebw_plan_get_cost[] = Libdl.dlsym(library, :ebw_plan_get_cost)
    POINTER_ebw_plan_get_seconds[] = Libdl.dlsym(library, :ebw_plan_get_seconds)
    POINTER_ebw_plan_get_disk_slots[] = Libdl.dlsym(library, :ebw_plan_get_disk_slots)
    POINTER_ebw_plan_get_disk_bytes[] = Libdl.dlsym(library, :ebw_plan_get_disk_bytes)
    POINTER_ebw_plan_get_number[] = Libdl.dlsym(library, :ebw_plan_get_number)
    POINTER_ebw_plan_get_memory_limit[] = Libdl.dlsym(library, :ebw_plan_get_memory_limit)
    POINTER_ebw_plan_count_alternatives[] = Libdl.dlsym(library, :ebw_plan_count_alternatives)
    POINTER_ebw_plan_get_alternative[] = Libdl.dlsym(library, :ebw_plan_get_alternative)
    POINTER_ebw_plan_create_schedule[] = Libdl.dlsym(library, :ebw_plan_create_schedule)
    POINTER_ebw_plan_create_storage[] = Libdl.dlsym(library, :ebw_plan_create_storage)
    POINTER_ebw_plan_choose[] = Libdl.dlsym(library, :ebw_plan_choose)
    POINTER_ebw_plan_choose_places[] = Libdl.dlsym(library, :ebw_plan_choose_places)
    POINTER_ebw_plan_destroy[] = Libdl.dlsym(library, :ebw_plan_destroy)
    POINTER_ebw_propagator_create_user[] = Libdl.dlsym(library, :ebw_propagator_create_user)
    POINTER_ebw_propagator_set_start[] = Libdl.dlsym(library, :ebw_propagator_set_start)
    POINTER_ebw_propagator_set_advance[] = Libdl.dlsym(library, :ebw_propagator_set_advance)
    POINTER_ebw_propagator_set_turn[] = Libdl.dlsym(library, :ebw_propagator_set_turn)
    POINTER_ebw_propagator_set_reverse[] = Libdl.dlsym(library, :ebw_propagator_set_reverse)
    POINTER_ebw_propagator_set_save[] = Libdl.dlsym(library, :ebw_propagator_set_save)
    POINTER_ebw_propagator_set_load[] = Libdl.dlsym(library, :ebw_propagator_set_load)
    POINTER_ebw_propagator_set_tape[] = Libdl.dlsym(library, :ebw_propagator_set_tape)
    POINTER_ebw_propagator_set_adjoint[] = Libdl.dlsym(library, :ebw_propagator_set_adjoint)
    POINTER_ebw_propagator_set_record[] = Libdl.dlsym(library, :ebw_propagator_set_record)
    POINTER_ebw_propagator_get_state_bytes[] = Libdl.dlsym(library, :ebw_propagator_get_state_bytes)
    POINTER_ebw_propagator_get_tape_bytes[] = Libdl.dlsym(library, :ebw_propagator_get_tape_bytes)
    POINTER_ebw_propagator_set_state_layout[] = Libdl.dlsym(library, :ebw_propagator_set_state_layout)
    POINTER_ebw_propagator_get_state_layout[] = Libdl.dlsym(library, :ebw_propagator_get_state_layout)
    POINTER_ebw_propagator_get_adjoint_bytes[] = Libdl.dlsym(library, :ebw_propagator_get_adjoint_bytes)
    POINTER_ebw_propagator_destroy[] = Libdl.dlsym(library, :ebw_propagator_destroy)
    POINTER_ebw_report_create[] = Libdl.dlsym(library, :ebw_report_create)
    POINTER_ebw_report_destroy[] = Libdl.dlsym(library, :ebw_report_destroy)
    POINTER_ebw_report_add_check[] = Libdl.dlsym(library, :ebw_report_add_check)
    POINTER_ebw_report_add_taylor[] = Libdl.dlsym(library, :ebw_report_add_taylor)
    POINTER_ebw_report_add_dot[] = Libdl.dlsym(library, :ebw_report_add_dot)
    POINTER_ebw_report_add_memory[] = Libdl.dlsym(library, :ebw_report_add_memory)
    POINTER_ebw_report_add_number[] = Libdl.dlsym(library, :ebw_report_add_number)
    POINTER_ebw_report_add_text[] = Libdl.dlsym(library, :ebw_report_add_text)
    POINTER_ebw_report_get_verdict[] = Libdl.dlsym(library, :ebw_report_get_verdict)
    POINTER_ebw_report_count_checks[] = Libdl.dlsym(library, :ebw_report_count_checks)
    POINTER_ebw_report_write[] = Libdl.dlsym(library, :ebw_report_write)
    POINTER_ebw_schedule_create_store_all[] = Libdl.dlsym(library, :ebw_schedule_create_store_all)
    POINTER_ebw_schedule_create_revolve[] = Libdl.dlsym(library, :ebw_schedule_create_revolve)
    POINTER_ebw_schedule_create_segment[] = Libdl.dlsym(library, :ebw_schedule_create_segment)
    POINTER_ebw_schedule_choose_segment[] = Libdl.dlsym(library, :ebw_schedule_choose_segment)
    POINTER_ebw_schedule_create_mixed[] = Libdl.dlsym(library, :ebw_schedule_create_mixed)
    POINTER_ebw_schedule_create_online[] = Libdl.dlsym(library, :ebw_schedule_create_online)
    POINTER_ebw_schedule_create_two_level[] = Libdl.dlsym(library, :ebw_schedule_create_two_level)
    POINTER_ebw_schedule_create_disk[] = Libdl.dlsym(library, :ebw_schedule_create_disk)
    POINTER_ebw_schedule_create_periodic[] = Libdl.dlsym(library, :ebw_schedule_create_periodic)
    POINTER_ebw_schedule_create_async[] = Libdl.dlsym(library, :ebw_schedule_create_async)
    POINTER_ebw_schedule_next[] = Libdl.dlsym(library, :ebw_schedule_next)
    POINTER_ebw_schedule_next_many[] = Libdl.dlsym(library, :ebw_schedule_next_many)
    POINTER_ebw_schedule_reset[] = Libdl.dlsym(library, :ebw_schedule_reset)
    POINTER_ebw_schedule_finish[] = Libdl.dlsym(library, :ebw_schedule_finish)
    POINTER_ebw_schedule_export[] = Libdl.dlsym(library, :ebw_schedule_export)
    POINTER_ebw_schedule_count_advances[] = Libdl.dlsym(library, :ebw_schedule_count_advances)
    POINTER_ebw_schedule_count_taped[] = Libdl.dlsym(library, :ebw_schedule_count_taped)
    POINTER_ebw_schedule_count_saves[] = Libdl.dlsym(library, :ebw_schedule_count_saves)
    POINTER_ebw_schedule_count_loads[] = Libdl.dlsym(library, :ebw_schedule_count_loads)
    POINTER_ebw_schedule_count_disk_saves[] = Libdl.dlsym(library, :ebw_schedule_count_disk_saves)
    POINTER_ebw_schedule_count_disk_loads[] = Libdl.dlsym(library, :ebw_schedule_count_disk_loads)
    POINTER_ebw_schedule_count_left_on_disk[] = Libdl.dlsym(library, :ebw_schedule_count_left_on_disk)
    POINTER_ebw_schedule_get_cost[] = Libdl.dlsym(library, :ebw_schedule_get_cost)
    POINTER_ebw_schedule_get_steps[] = Libdl.dlsym(library, :ebw_schedule_get_steps)
    POINTER_ebw_schedule_get_peak_slots[] = Libdl.dlsym(library, :ebw_schedule_get_peak_slots)
    POINTER_ebw_schedule_get_peak_disk_slots[] = Libdl.dlsym(library, :ebw_schedule_get_peak_disk_slots)
    POINTER_ebw_schedule_get_memory_slots[] = Libdl.dlsym(library, :ebw_schedule_get_memory_slots)
    POINTER_ebw_schedule_get_tape_slots[] = Libdl.dlsym(library, :ebw_schedule_get_tape_slots)
    POINTER_ebw_schedule_get_reverse_kind[] = Libdl.dlsym(library, :ebw_schedule_get_reverse_kind)
    POINTER_ebw_schedule_destroy[] = Libdl.dlsym(library, :ebw_schedule_destroy)
    POINTER_ebw_storage_create_memory[] = Libdl.dlsym(library, :ebw_storage_create_memory)
    POINTER_ebw_storage_create_disk[] = Libdl.dlsym(library, :ebw_storage_create_disk)
    POINTER_ebw_storage_create_tiered[] = Libdl.dlsym(library, :ebw_storage_create_tiered)
    POINTER_ebw_storage_measure_disk[] = Libdl.dlsym(library, :ebw_storage_measure_disk)
    POINTER_ebw_storage_create_user[] = Libdl.dlsym(library, :ebw_storage_create_user)
    POINTER_ebw_storage_set_limit[] = Libdl.dlsym(library, :ebw_storage_set_limit)
    POINTER_ebw_storage_set_codec[] = Libdl.dlsym(library, :ebw_storage_set_codec)
    POINTER_ebw_storage_get_codec_error[] = Libdl.dlsym(library, :ebw_storage_get_codec_error)
    POINTER_ebw_storage_set_checksums[] = Libdl.dlsym(library, :ebw_storage_set_checksums)
    POINTER_ebw_storage_set_layout[] = Libdl.dlsym(library, :ebw_storage_set_layout)
    POINTER_ebw_storage_reserve[] = Libdl.dlsym(library, :ebw_storage_reserve)
    POINTER_ebw_storage_save[] = Libdl.dlsym(library, :ebw_storage_save)
    POINTER_ebw_storage_load[] = Libdl.dlsym(library, :ebw_storage_load)
    POINTER_ebw_storage_discard[] = Libdl.dlsym(library, :ebw_storage_discard)
    POINTER_ebw_storage_get_stat[] = Libdl.dlsym(library, :ebw_storage_get_stat)
    POINTER_ebw_storage_destroy[] = Libdl.dlsym(library, :ebw_storage_destroy)
    POINTER_ebw_taylor_test[] = Libdl.dlsym(library, :ebw_taylor_test)
    POINTER_ebw_taylor_create[] = Libdl.dlsym(library, :ebw_taylor_create)
    POINTER_ebw_taylor_destroy[] = Libdl.dlsym(library, :ebw_taylor_destroy)
    POINTER_ebw_taylor_set_gradient[] = Libdl.dlsym(library, :ebw_taylor_set_gradient)
    POINTER_ebw_taylor_set_hessian[] = Libdl.dlsym(library, :ebw_taylor_set_hessian)
    POINTER_ebw_taylor_set_profile[] = Libdl.dlsym(library, :ebw_taylor_set_profile)
    POINTER_ebw_taylor_set_tolerance[] = Libdl.dlsym(library, :ebw_taylor_set_tolerance)
    POINTER_ebw_taylor_set_ladder[] = Libdl.dlsym(library, :ebw_taylor_set_ladder)
    POINTER_ebw_taylor_set_seed[] = Libdl.dlsym(library, :ebw_taylor_set_seed)
    POINTER_ebw_taylor_set_directions[] = Libdl.dlsym(library, :ebw_taylor_set_directions)
    POINTER_ebw_taylor_set_given_directions[] = Libdl.dlsym(library, :ebw_taylor_set_given_directions)
    POINTER_ebw_taylor_set_typical_size[] = Libdl.dlsym(library, :ebw_taylor_set_typical_size)
    POINTER_ebw_taylor_set_bounds[] = Libdl.dlsym(library, :ebw_taylor_set_bounds)
    POINTER_ebw_taylor_set_inner_product[] = Libdl.dlsym(library, :ebw_taylor_set_inner_product)
    POINTER_ebw_taylor_set_index_offset[] = Libdl.dlsym(library, :ebw_taylor_set_index_offset)
    POINTER_ebw_taylor_set_constant[] = Libdl.dlsym(library, :ebw_taylor_set_constant)
    POINTER_ebw_taylor_set_least_noise[] = Libdl.dlsym(library, :ebw_taylor_set_least_noise)
    POINTER_ebw_taylor_set_steps[] = Libdl.dlsym(library, :ebw_taylor_set_steps)
    POINTER_ebw_taylor_add_block[] = Libdl.dlsym(library, :ebw_taylor_add_block)
    POINTER_ebw_taylor_add_block_ids[] = Libdl.dlsym(library, :ebw_taylor_add_block_ids)
    POINTER_ebw_taylor_add_region[] = Libdl.dlsym(library, :ebw_taylor_add_region)
    POINTER_ebw_taylor_clear_parts[] = Libdl.dlsym(library, :ebw_taylor_clear_parts)
    POINTER_ebw_taylor_set_part_directions[] = Libdl.dlsym(library, :ebw_taylor_set_part_directions)
    POINTER_ebw_taylor_run[] = Libdl.dlsym(library, :ebw_taylor_run)
    POINTER_ebw_taylor_run_hessian[] = Libdl.dlsym(library, :ebw_taylor_run_hessian)
    POINTER_ebw_taylor_get_verdict[] = Libdl.dlsym(library, :ebw_taylor_get_verdict)
    POINTER_ebw_taylor_get_text[] = Libdl.dlsym(library, :ebw_taylor_get_text)
    POINTER_ebw_taylor_get_diagnosis[] = Libdl.dlsym(library, :ebw_taylor_get_diagnosis)
    POINTER_ebw_taylor_get_options[] = Libdl.dlsym(library, :ebw_taylor_get_options)
    POINTER_ebw_taylor_get_fault[] = Libdl.dlsym(library, :ebw_taylor_get_fault)
    POINTER_ebw_taylor_get_value[] = Libdl.dlsym(library, :ebw_taylor_get_value)
    POINTER_ebw_taylor_get_restored[] = Libdl.dlsym(library, :ebw_taylor_get_restored)
    POINTER_ebw_taylor_get_evaluations[] = Libdl.dlsym(library, :ebw_taylor_get_evaluations)
    POINTER_ebw_taylor_count_directions[] = Libdl.dlsym(library, :ebw_taylor_count_directions)
    POINTER_ebw_taylor_get_direction[] = Libdl.dlsym(library, :ebw_taylor_get_direction)
    POINTER_ebw_taylor_get_certificate[] = Libdl.dlsym(library, :ebw_taylor_get_certificate)
    POINTER_ebw_taylor_get_part[] = Libdl.dlsym(library, :ebw_taylor_get_part)
    POINTER_ebw_taylor_get_reason[] = Libdl.dlsym(library, :ebw_taylor_get_reason)
    POINTER_ebw_taylor_get_ratio[] = Libdl.dlsym(library, :ebw_taylor_get_ratio)
    POINTER_ebw_taylor_get_derivative[] = Libdl.dlsym(library, :ebw_taylor_get_derivative)
    POINTER_ebw_taylor_get_noise[] = Libdl.dlsym(library, :ebw_taylor_get_noise)
    POINTER_ebw_taylor_get_curvature[] = Libdl.dlsym(library, :ebw_taylor_get_curvature)
    POINTER_ebw_taylor_get_order[] = Libdl.dlsym(library, :ebw_taylor_get_order)
    POINTER_ebw_taylor_get_order_interval[] = Libdl.dlsym(library, :ebw_taylor_get_order_interval)
    POINTER_ebw_taylor_get_dropped[] = Libdl.dlsym(library, :ebw_taylor_get_dropped)
    POINTER_ebw_taylor_count_levels[] = Libdl.dlsym(library, :ebw_taylor_count_levels)
    POINTER_ebw_taylor_get_level[] = Libdl.dlsym(library, :ebw_taylor_get_level)
    POINTER_ebw_taylor_get_remainders[] = Libdl.dlsym(library, :ebw_taylor_get_remainders)
    POINTER_ebw_taylor_get_symmetry[] = Libdl.dlsym(library, :ebw_taylor_get_symmetry)
    POINTER_ebw_memory_fit[] = Libdl.dlsym(library, :ebw_memory_fit)
    POINTER_ebw_gradient[] = Libdl.dlsym(library, :ebw_gradient)
    POINTER_ebw_forward[] = Libdl.dlsym(library, :ebw_forward)
    POINTER_ebw_misfit[] = Libdl.dlsym(library, :ebw_misfit)
    POINTER_ebw_adjoint[] = Libdl.dlsym(library, :ebw_adjoint)
    POINTER_ebw_gradient_plan[] = Libdl.dlsym(library, :ebw_gradient_plan)
    POINTER_ebw_model_create[] = Libdl.dlsym(library, :ebw_model_create)
    POINTER_ebw_model_set_field[] = Libdl.dlsym(library, :ebw_model_set_field)
    POINTER_ebw_model_get_field[] = Libdl.dlsym(library, :ebw_model_get_field)
    POINTER_ebw_model_set_boundary[] = Libdl.dlsym(library, :ebw_model_set_boundary)
    POINTER_ebw_model_set_time[] = Libdl.dlsym(library, :ebw_model_set_time)
    POINTER_ebw_model_get_dt_max[] = Libdl.dlsym(library, :ebw_model_get_dt_max)
    POINTER_ebw_model_set_order[] = Libdl.dlsym(library, :ebw_model_set_order)
    POINTER_ebw_model_set_parameter[] = Libdl.dlsym(library, :ebw_model_set_parameter)
    POINTER_ebw_model_set_threads[] = Libdl.dlsym(library, :ebw_model_set_threads)
    POINTER_ebw_model_set_shots_at_once[] = Libdl.dlsym(library, :ebw_model_set_shots_at_once)
    POINTER_ebw_model_set_flush_to_zero[] = Libdl.dlsym(library, :ebw_model_set_flush_to_zero)
    POINTER_ebw_model_set_slots[] = Libdl.dlsym(library, :ebw_model_set_slots)
    POINTER_ebw_model_set_schedule[] = Libdl.dlsym(library, :ebw_model_set_schedule)
    POINTER_ebw_model_set_costs[] = Libdl.dlsym(library, :ebw_model_set_costs)
    POINTER_ebw_model_set_disk_costs[] = Libdl.dlsym(library, :ebw_model_set_disk_costs)
    POINTER_ebw_model_measure_costs[] = Libdl.dlsym(library, :ebw_model_measure_costs)
    POINTER_ebw_model_set_directory[] = Libdl.dlsym(library, :ebw_model_set_directory)
    POINTER_ebw_model_set_generation_seconds[] = Libdl.dlsym(library, :ebw_model_set_generation_seconds)
    POINTER_ebw_model_set_disk_generations[] = Libdl.dlsym(library, :ebw_model_set_disk_generations)
    POINTER_ebw_model_set_resume[] = Libdl.dlsym(library, :ebw_model_set_resume)
    POINTER_ebw_model_set_misfit[] = Libdl.dlsym(library, :ebw_model_set_misfit)
    POINTER_ebw_model_set_progress[] = Libdl.dlsym(library, :ebw_model_set_progress)
    POINTER_ebw_model_get_state_bytes[] = Libdl.dlsym(library, :ebw_model_get_state_bytes)
    POINTER_ebw_model_get_state_field[] = Libdl.dlsym(library, :ebw_model_get_state_field)
    POINTER_ebw_model_get_count[] = Libdl.dlsym(library, :ebw_model_get_count)
    POINTER_ebw_model_get_seconds[] = Libdl.dlsym(library, :ebw_model_get_seconds)
    POINTER_ebw_model_get_description[] = Libdl.dlsym(library, :ebw_model_get_description)
    POINTER_ebw_model_get_tuning[] = Libdl.dlsym(library, :ebw_model_get_tuning)
    POINTER_ebw_model_set_tuning[] = Libdl.dlsym(library, :ebw_model_set_tuning)
    POINTER_ebw_model_release_memory[] = Libdl.dlsym(library, :ebw_model_release_memory)
    POINTER_ebw_model_destroy[] = Libdl.dlsym(library, :ebw_model_destroy)
    POINTER_ebw_shot_create[] = Libdl.dlsym(library, :ebw_shot_create)
    POINTER_ebw_shot_add_source[] = Libdl.dlsym(library, :ebw_shot_add_source)
    POINTER_ebw_shot_set_wavelet[] = Libdl.dlsym(library, :ebw_shot_set_wavelet)
    POINTER_ebw_shot_add_receivers[] = Libdl.dlsym(library, :ebw_shot_add_receivers)
    POINTER_ebw_shot_set_observed[] = Libdl.dlsym(library, :ebw_shot_set_observed)
    POINTER_ebw_shot_set_weights[] = Libdl.dlsym(library, :ebw_shot_set_weights)
    POINTER_ebw_shot_set_adjoint_sources[] = Libdl.dlsym(library, :ebw_shot_set_adjoint_sources)
    POINTER_ebw_shot_set_initial_state[] = Libdl.dlsym(library, :ebw_shot_set_initial_state)
    POINTER_ebw_shot_set_final_cotangent[] = Libdl.dlsym(library, :ebw_shot_set_final_cotangent)
    POINTER_ebw_shot_set_keep_states[] = Libdl.dlsym(library, :ebw_shot_set_keep_states)
    POINTER_ebw_shot_get_traces[] = Libdl.dlsym(library, :ebw_shot_get_traces)
    POINTER_ebw_shot_get_wavelet_gradient[] = Libdl.dlsym(library, :ebw_shot_get_wavelet_gradient)
    POINTER_ebw_shot_get_final_state[] = Libdl.dlsym(library, :ebw_shot_get_final_state)
    POINTER_ebw_shot_get_initial_cotangent[] = Libdl.dlsym(library, :ebw_shot_get_initial_cotangent)
    POINTER_ebw_shot_get_sizes[] = Libdl.dlsym(library, :ebw_shot_get_sizes)
    POINTER_ebw_shot_destroy[] = Libdl.dlsym(library, :ebw_shot_destroy)
    POINTER_ebw_ricker[] = Libdl.dlsym(library, :ebw_ricker)
    POINTER_ebw_propagator_create_acoustic[] = Libdl.dlsym(library, :ebw_propagator_create_acoustic)
    POINTER_ebw_propagator_get_gradient[] = Libdl.dlsym(library, :ebw_propagator_get_gradient)
    POINTER_ebw_propagator_get_tuning[] = Libdl.dlsym(library, :ebw_propagator_get_tuning)
    POINTER_ebw_propagator_set_tuning[] = Libdl.dlsym(library, :ebw_propagator_set_tuning)
    return nothing
end

# Release of the library as "major.minor.patch".
ebw_version() = ccall(POINTER_ebw_version[], Cstring, ())
# Number of the binary interface, also the number in the library's file name.
ebw_abi_version() = ccall(POINTER_ebw_abi_version[], Int32, ())
# How the library was built: compiler, instruction sets, options; one line.
ebw_build_info() = ccall(POINTER_ebw_build_info[], Cstring, ())
# Short English name of a status, such as "budget too small".
ebw_status_name(status) = ccall(POINTER_ebw_status_name[], Cstring, (Int32,), status)
# Text of the last failed call of this thread; "" when none failed yet.
ebw_last_error() = ccall(POINTER_ebw_last_error[], Cstring, ())
# What the user's callback returned in the last call of this thread that failed with EBW_ERR_CALLBACK; 0 when none did.
ebw_last_callback_status() = ccall(POINTER_ebw_last_callback_status[], Int32, ())
# Gets the bytes that all handles of the process hold in fields, states, tapes, traces and other large arrays, counted
# where they are allocated (what massif sees of them, to the byte); small objects, code and stacks are not in it.
ebw_get_memory(now, peak) = ccall(POINTER_ebw_get_memory[], Cvoid, (Ptr{Int64}, Ptr{Int64}), now, peak)
# Lets the peak of ebw_get_memory begin again from what is held now.
ebw_reset_memory_peak() = ccall(POINTER_ebw_reset_memory_peak[], Cvoid, ())
# Sets the process's log function.
ebw_set_log(callback, user) = ccall(POINTER_ebw_set_log[], Cvoid, (Ptr{Cvoid}, Ptr{Cvoid}), callback, user)
# Creates a checker that has seen nothing yet.
ebw_checker_create(steps, reverse_kind, memory_slots, disk_slots, tape_slots, checker) =
    ccall(POINTER_ebw_checker_create[], Int32,
          (Int64, Int32, Int64, Int64, Int64, Ptr{Ptr{Cvoid}}),
          steps, reverse_kind, memory_slots, disk_slots, tape_slots, checker)
# Takes the next action of the stream.
ebw_checker_take(checker, kind, from, to, slot) =
    ccall(POINTER_ebw_checker_take[], Int32, (Ptr{Cvoid}, Int32, Int64, Int64, Int64), checker, kind, from, to, slot)
# Says that the stream has ended: every step must be reversed and no slot in use.
ebw_checker_finish(checker) = ccall(POINTER_ebw_checker_finish[], Int32, (Ptr{Cvoid},), checker)
# Gets a count of the stream so far by its name.
ebw_checker_get_count(checker, name, value) =
    ccall(POINTER_ebw_checker_get_count[], Int32, (Ptr{Cvoid}, Cstring, Ptr{Int64}), checker, name, value)
# Checks a whole schedule, from its first action to its last: it is legal within the slots that it says it needs, which
# are within the limits, and does just as many steps, saves and loads as it says.
ebw_schedule_check(schedule, memory_slots, disk_slots, tape_slots) =
    ccall(POINTER_ebw_schedule_check[], Int32,
          (Ptr{Cvoid}, Int64, Int64, Int64),
          schedule, memory_slots, disk_slots, tape_slots)
# Releases the handle.
ebw_checker_destroy(checker) = ccall(POINTER_ebw_checker_destroy[], Cvoid, (Ptr{Cvoid},), checker)
# Tests whether adjoint is the transpose of forward, and forward linear, with the defaults of ebw_dot_create.
ebw_dot_test(dtype, n_x, n_y, forward, adjoint, user, steps, verdict, error, bound) =
    ccall(POINTER_ebw_dot_test[], Int32,
          (Int32, Int64, Int64, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Int64, Ptr{Int32}, Ptr{Cdouble}, Ptr{Cdouble}),
          dtype, n_x, n_y, forward, adjoint, user, steps, verdict, error, bound)
# Creates a dot test with the default options: 1 step, bound factor 64, 3 seeds from 1, no image vectors.
ebw_dot_create(dtype, n_x, n_y, forward, adjoint, user, release, test) =
    ccall(POINTER_ebw_dot_create[], Int32,
          (Int32, Int64, Int64, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Ptr{Cvoid}}),
          dtype, n_x, n_y, forward, adjoint, user, release, test)
# Releases the handle.
ebw_dot_destroy(test) = ccall(POINTER_ebw_dot_destroy[], Cvoid, (Ptr{Cvoid},), test)
# Sets the number K of operations that A applies one after another; the bound grows with sqrt(K).
ebw_dot_set_steps(test, steps) = ccall(POINTER_ebw_dot_set_steps[], Int32, (Ptr{Cvoid}, Int64), test, steps)
# Sets the factor C of the bound C u sqrt(K), u = 2^-53 (f64), 2^-24 (f32).
ebw_dot_set_bound_factor(test, factor) =
    ccall(POINTER_ebw_dot_set_bound_factor[], Int32, (Ptr{Cvoid}, Cdouble), test, factor)
# Sets the seed of the random vectors and how many seeds are tried; every one must pass, there are no second tries.
ebw_dot_set_seeds(test, seed, count) =
    ccall(POINTER_ebw_dot_set_seeds[], Int32, (Ptr{Cvoid}, Int64, Int64), test, seed, count)
# Sets whether each seed has a second pair of vectors, y = A x' scaled to size 1, which lies where A has its energy.
ebw_dot_set_image(test, on) = ccall(POINTER_ebw_dot_set_image[], Int32, (Ptr{Cvoid}, Int32), test, on)
# Sets the inner products in which A^T is the adjoint: <A x, y> = <x, A^T y>.
ebw_dot_set_inner_products(test, product_x, product_y, user, release) =
    ccall(POINTER_ebw_dot_set_inner_products[], Int32,
          (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}),
          test, product_x, product_y, user, release)
# Sets which elements of the whole vectors x and y are: random vectors are drawn by the global number of an element, so
# that ranks that hold a slice each have slices of the same vectors, for any number of ranks.
ebw_dot_set_index_offsets(test, offset_x, offset_y) =
    ccall(POINTER_ebw_dot_set_index_offsets[], Int32, (Ptr{Cvoid}, Int64, Int64), test, offset_x, offset_y)
# Runs the test.
ebw_dot_run(test, verdict) = ccall(POINTER_ebw_dot_run[], Int32, (Ptr{Cvoid}, Ptr{Int32}), test, verdict)
# Gets the verdict of the whole run.
ebw_dot_get_verdict(test, verdict) =
    ccall(POINTER_ebw_dot_get_verdict[], Int32, (Ptr{Cvoid}, Ptr{Int32}), test, verdict)
# Gets the result in words, on one line.
ebw_dot_get_text(test, text) = ccall(POINTER_ebw_dot_get_text[], Int32, (Ptr{Cvoid}, Ptr{Cstring}), test, text)
# Gets the fault that was seen.
ebw_dot_get_fault(test, fault, index) =
    ccall(POINTER_ebw_dot_get_fault[], Int32, (Ptr{Cvoid}, Ptr{Int32}, Ptr{Int64}), test, fault, index)
# Gets what rounding allows error and linearity to be.
ebw_dot_get_bound(test, bound) = ccall(POINTER_ebw_dot_get_bound[], Int32, (Ptr{Cvoid}, Ptr{Cdouble}), test, bound)
# Gets the options of the run.
ebw_dot_get_options(test, dtype, n_x, n_y, steps, seed) =
    ccall(POINTER_ebw_dot_get_options[], Int32,
          (Ptr{Cvoid}, Ptr{Int32}, Ptr{Int64}, Ptr{Int64}, Ptr{Int64}, Ptr{Int64}),
          test, dtype, n_x, n_y, steps, seed)
# Gets how often the run called the code under test.
ebw_dot_get_calls(test, forward, adjoint) =
    ccall(POINTER_ebw_dot_get_calls[], Int32, (Ptr{Cvoid}, Ptr{Int64}, Ptr{Int64}), test, forward, adjoint)
# Gets the number of pairs of vectors that were tested: one per seed, two with image vectors (the random one first).
ebw_dot_count_pairs(test, count) = ccall(POINTER_ebw_dot_count_pairs[], Int32, (Ptr{Cvoid}, Ptr{Int64}), test, count)
# Gets the result of a pair.
ebw_dot_get_pair(test, pair, verdict, error, linearity) =
    ccall(POINTER_ebw_dot_get_pair[], Int32,
          (Ptr{Cvoid}, Int64, Ptr{Int32}, Ptr{Cdouble}, Ptr{Cdouble}),
          test, pair, verdict, error, linearity)
# Gets the inner products of a pair.
ebw_dot_get_products(test, pair, a, b, scale) =
    ccall(POINTER_ebw_dot_get_products[], Int32,
          (Ptr{Cvoid}, Int64, Ptr{Cdouble}, Ptr{Cdouble}, Ptr{Cdouble}),
          test, pair, a, b, scale)
# Creates an executor.
ebw_executor_create(schedule, storage, propagator, executor) =
    ccall(POINTER_ebw_executor_create[], Int32,
          (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Ptr{Cvoid}}),
          schedule, storage, propagator, executor)
# Tells what a run will do and hold.
ebw_executor_plan(executor, plan) =
    ccall(POINTER_ebw_executor_plan[], Int32, (Ptr{Cvoid}, Ptr{Ptr{Cvoid}}), executor, plan)
# Sets the function that is told of progress, and may cancel.
ebw_executor_set_progress(executor, callback, every, user, release) =
    ccall(POINTER_ebw_executor_set_progress[], Int32,
          (Ptr{Cvoid}, Ptr{Cvoid}, Int64, Ptr{Cvoid}, Ptr{Cvoid}),
          executor, callback, every, user, release)
# Runs forward and reverse sweep once: one gradient.
ebw_executor_run(executor) = ccall(POINTER_ebw_executor_run[], Int32, (Ptr{Cvoid},), executor)
# Sets whether a run holds each state that it computes again, or loads, against the one of the first sweep, by a hash of
# what the propagator saves.
ebw_executor_set_replay_check(executor, on) =
    ccall(POINTER_ebw_executor_set_replay_check[], Int32, (Ptr{Cvoid}, Int32), executor, on)
# Sets the directory in which runs leave generations, from which a killed run can be resumed.
ebw_executor_set_directory(executor, directory, disk_bytes) =
    ccall(POINTER_ebw_executor_set_directory[], Int32, (Ptr{Cvoid}, Cstring, Int64), executor, directory, disk_bytes)
# Sets the time between two generations, and with it the work that a kill can lose.
ebw_executor_set_generation_seconds(executor, seconds) =
    ccall(POINTER_ebw_executor_set_generation_seconds[], Int32, (Ptr{Cvoid}, Cdouble), executor, seconds)
# Sets whether a generation follows each checkpoint that goes to disk, beside those by time: each state that is saved in
# a slot which the storage keeps in a file.
ebw_executor_set_disk_generations(executor, on) =
    ccall(POINTER_ebw_executor_set_disk_generations[], Int32, (Ptr{Cvoid}, Int32), executor, on)
# Tells the library what tells your problem from another: parameters, initial state, data.
ebw_executor_set_fingerprint(executor, data, bytes) =
    ccall(POINTER_ebw_executor_set_fingerprint[], Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Int64), executor, data, bytes)
# Goes on with a run that was killed, or that failed, from the newest whole generation in the directory, forward or in
# reverse; begins anew when there is none.
ebw_executor_resume(executor) = ccall(POINTER_ebw_executor_resume[], Int32, (Ptr{Cvoid},), executor)
# Gets a count of the last run by its name; partial when the run failed.
ebw_executor_get_stat(executor, name, value) =
    ccall(POINTER_ebw_executor_get_stat[], Int32, (Ptr{Cvoid}, Cstring, Ptr{Int64}), executor, name, value)
# Gets a time of the last run by its name; partial when the run failed.
ebw_executor_get_seconds(executor, name, seconds) =
    ccall(POINTER_ebw_executor_get_seconds[], Int32, (Ptr{Cvoid}, Cstring, Ptr{Cdouble}), executor, name, seconds)
# Releases the handle; a run that is under way ends first.
ebw_executor_destroy(executor) = ccall(POINTER_ebw_executor_destroy[], Cvoid, (Ptr{Cvoid},), executor)
# Gets the number of steps.
ebw_plan_get_steps(plan, steps) = ccall(POINTER_ebw_plan_get_steps[], Int32, (Ptr{Cvoid}, Ptr{Int64}), plan, steps)
# Gets the number of all forward steps, those that are taped included.
ebw_plan_get_forward_steps(plan, forward_steps) =
    ccall(POINTER_ebw_plan_get_forward_steps[], Int32, (Ptr{Cvoid}, Ptr{Int64}), plan, forward_steps)
# Gets the number of forward steps beyond the first sweep's.
ebw_plan_get_recomputed(plan, recomputed) =
    ccall(POINTER_ebw_plan_get_recomputed[], Int32, (Ptr{Cvoid}, Ptr{Int64}), plan, recomputed)
# Gets the number of checkpoints held at once: states, or tapes where no states are kept (store_all with tapes, segment
# in one leaf), or units of a room that both share (mixed).
ebw_plan_get_slots(plan, slots) = ccall(POINTER_ebw_plan_get_slots[], Int32, (Ptr{Cvoid}, Ptr{Int64}), plan, slots)
# Gets the sum of all bytes that the library will hold at most; a user's propagator is not ours to count.
ebw_plan_get_total_bytes(plan, total_bytes) =
    ccall(POINTER_ebw_plan_get_total_bytes[], Int32, (Ptr{Cvoid}, Ptr{Int64}), plan, total_bytes)
# Gets the least total of bytes with which the run is possible: by the schedule that was named, or by whichever may be
# taken (without a name store_all or revolve), on the disk that there is.
ebw_plan_get_least_bytes(plan, least_bytes) =
    ccall(POINTER_ebw_plan_get_least_bytes[], Int32, (Ptr{Cvoid}, Ptr{Int64}), plan, least_bytes)
# Gets the time step.
ebw_plan_get_dt(plan, dt) = ccall(POINTER_ebw_plan_get_dt[], Int32, (Ptr{Cvoid}, Ptr{Cdouble}), plan, dt)
# Gets the name of the schedule, as "store_all", "revolve", "segment", "two_level", "segment_disk".
ebw_plan_get_schedule(plan, schedule) =
    ccall(POINTER_ebw_plan_get_schedule[], Int32, (Ptr{Cvoid}, Ptr{Cstring}), plan, schedule)
# Gets the bytes of one use.
ebw_plan_get_bytes(plan, name, bytes) =
    ccall(POINTER_ebw_plan_get_bytes[], Int32, (Ptr{Cvoid}, Cstring, Ptr{Int64}), plan, name, bytes)
# Gets the number of slots that hold tapes alone.
ebw_plan_get_tape_slots(plan, tape_slots) =
    ccall(POINTER_ebw_plan_get_tape_slots[], Int32, (Ptr{Cvoid}, Ptr{Int64}), plan, tape_slots)
# Gets the cost that the schedule was chosen by: advances, taped advances, reverse steps and copies of states, each
# times its own cost.
ebw_plan_get_cost(plan, cost) = ccall(POINTER_ebw_plan_get_cost[], Int32, (Ptr{Cvoid}, Ptr{Cdouble}), plan, cost)
# Gets the forecast of the time of one shot.
ebw_plan_get_seconds(plan, seconds) =
    ccall(POINTER_ebw_plan_get_seconds[], Int32, (Ptr{Cvoid}, Ptr{Cdouble}), plan, seconds)
# Gets the number of slots on disk.
ebw_plan_get_disk_slots(plan, disk_slots) =
    ccall(POINTER_ebw_plan_get_disk_slots[], Int32, (Ptr{Cvoid}, Ptr{Int64}), plan, disk_slots)
# Gets the bytes that slots on disk take there at most.
ebw_plan_get_disk_bytes(plan, disk_bytes) =
    ccall(POINTER_ebw_plan_get_disk_bytes[], Int32, (Ptr{Cvoid}, Ptr{Int64}), plan, disk_bytes)
# Gets a number of the plan by its name.
ebw_plan_get_number(plan, name, value) =
    ccall(POINTER_ebw_plan_get_number[], Int32, (Ptr{Cvoid}, Cstring, Ptr{Int64}), plan, name, value)
# Gets the bound on memory that the plan was made for.
ebw_plan_get_memory_limit(plan, bytes) =
    ccall(POINTER_ebw_plan_get_memory_limit[], Int32, (Ptr{Cvoid}, Ptr{Int64}), plan, bytes)
# Counts the plans of other kinds of schedule that stood beside this one when it was chosen, itself included.
ebw_plan_count_alternatives(plan, count) =
    ccall(POINTER_ebw_plan_count_alternatives[], Int32, (Ptr{Cvoid}, Ptr{Int64}), plan, count)
# Gets one of these plans, the cheapest first; of equal cost the one with fewer forward steps, then with fewer bytes.
ebw_plan_get_alternative(plan, index, alternative) =
    ccall(POINTER_ebw_plan_get_alternative[], Int32, (Ptr{Cvoid}, Int64, Ptr{Ptr{Cvoid}}), plan, index, alternative)
# Creates the schedule that the plan speaks of.
ebw_plan_create_schedule(plan, schedule) =
    ccall(POINTER_ebw_plan_create_schedule[], Int32, (Ptr{Cvoid}, Ptr{Ptr{Cvoid}}), plan, schedule)
# Creates the storage in which the plan places checkpoints: memory, or memory and files as ebw_storage_create_tiered
# with the plan's disk_bytes as the bound.
ebw_plan_create_storage(plan, directory, storage) =
    ccall(POINTER_ebw_plan_create_storage[], Int32, (Ptr{Cvoid}, Cstring, Ptr{Ptr{Cvoid}}), plan, directory, storage)
# Chooses a schedule for any time loop from a budget in bytes, with checkpoints in memory.
ebw_plan_choose(steps, reverse_kind, state_bytes, tape_bytes, memory_bytes, schedule, costs, plan) =
    ccall(POINTER_ebw_plan_choose[], Int32,
          (Int64, Int32, Int64, Int64, Int64, Cstring, Ptr{Cdouble}, Ptr{Ptr{Cvoid}}),
          steps, reverse_kind, state_bytes, tape_bytes, memory_bytes, schedule, costs, plan)
# Chooses a schedule for any time loop from a budget in bytes for memory and one for a disk: the one that costs least,
# of equal ones that with fewer forward steps, then with fewer bytes.
ebw_plan_choose_places(steps, reverse_kind, state_bytes, tape_bytes, memory_bytes, disk_bytes, schedule, costs, plan) =
    ccall(POINTER_ebw_plan_choose_places[], Int32,
          (Int64, Int32, Int64, Int64, Int64, Int64, Cstring, Ptr{Cdouble}, Ptr{Ptr{Cvoid}}),
          steps, reverse_kind, state_bytes, tape_bytes, memory_bytes, disk_bytes, schedule, costs, plan)
# Releases the plan.
ebw_plan_destroy(plan) = ccall(POINTER_ebw_plan_destroy[], Cvoid, (Ptr{Cvoid},), plan)
# Creates a propagator from the user's own code; its callbacks are set one by one afterwards.
ebw_propagator_create_user(reverse_kind, state_bytes, user, release, propagator) =
    ccall(POINTER_ebw_propagator_create_user[], Int32,
          (Int32, Int64, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Ptr{Cvoid}}),
          reverse_kind, state_bytes, user, release, propagator)
# Sets the callback that begins a run.
ebw_propagator_set_start(propagator, callback) =
    ccall(POINTER_ebw_propagator_set_start[], Int32, (Ptr{Cvoid}, Ptr{Cvoid}), propagator, callback)
# Sets the callback that takes forward steps.
ebw_propagator_set_advance(propagator, callback) =
    ccall(POINTER_ebw_propagator_set_advance[], Int32, (Ptr{Cvoid}, Ptr{Cvoid}), propagator, callback)
# Sets the callback that seeds the adjoint at the final state.
ebw_propagator_set_turn(propagator, callback) =
    ccall(POINTER_ebw_propagator_set_turn[], Int32, (Ptr{Cvoid}, Ptr{Cvoid}), propagator, callback)
# Sets the callback that takes one adjoint step.
ebw_propagator_set_reverse(propagator, callback) =
    ccall(POINTER_ebw_propagator_set_reverse[], Int32, (Ptr{Cvoid}, Ptr{Cvoid}), propagator, callback)
# Sets the callback that writes a state into a checkpoint.
ebw_propagator_set_save(propagator, callback) =
    ccall(POINTER_ebw_propagator_set_save[], Int32, (Ptr{Cvoid}, Ptr{Cvoid}), propagator, callback)
# Sets the callback that takes a state out of a checkpoint.
ebw_propagator_set_load(propagator, callback) =
    ccall(POINTER_ebw_propagator_set_load[], Int32, (Ptr{Cvoid}, Ptr{Cvoid}), propagator, callback)
# Sets the three callbacks of tapes, which belong together: they allow schedules that keep tapes.
ebw_propagator_set_tape(propagator, tape_bytes, advance_taped, save_tape, load_tape) =
    ccall(POINTER_ebw_propagator_set_tape[], Int32,
          (Ptr{Cvoid}, Int64, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}),
          propagator, tape_bytes, advance_taped, save_tape, load_tape)
# Sets the two callbacks of the adjoint state, gradient included, which belong together: they are for resuming a killed
# run (ebw_executor_set_directory).
ebw_propagator_set_adjoint(propagator, adjoint_bytes, save_adjoint, load_adjoint) =
    ccall(POINTER_ebw_propagator_set_adjoint[], Int32,
          (Ptr{Cvoid}, Int64, Ptr{Cvoid}, Ptr{Cvoid}),
          propagator, adjoint_bytes, save_adjoint, load_adjoint)
# Sets the two callbacks of what the forward sweep leaves beside its state (traces, step sizes that were chosen), which
# belong together: for resuming a killed run.
ebw_propagator_set_record(propagator, record_bytes, save_record, load_record) =
    ccall(POINTER_ebw_propagator_set_record[], Int32,
          (Ptr{Cvoid}, Int64, Ptr{Cvoid}, Ptr{Cvoid}),
          propagator, record_bytes, save_record, load_record)
# Gets the bytes of one state.
ebw_propagator_get_state_bytes(propagator, bytes) =
    ccall(POINTER_ebw_propagator_get_state_bytes[], Int32, (Ptr{Cvoid}, Ptr{Int64}), propagator, bytes)
# Gets the bytes of the tape of one step.
ebw_propagator_get_tape_bytes(propagator, bytes) =
    ccall(POINTER_ebw_propagator_get_tape_bytes[], Int32, (Ptr{Cvoid}, Ptr{Int64}), propagator, bytes)
# Tells of what a state of a user's propagator is made, for the lossy codecs of a storage; nothing else needs it.
ebw_propagator_set_state_layout(propagator, parts, dtype, shape) =
    ccall(POINTER_ebw_propagator_set_state_layout[], Int32,
          (Ptr{Cvoid}, Int64, Ptr{Int32}, Ptr{Int64}),
          propagator, parts, dtype, shape)
# Gets one array of a state: bytes only, without names or coordinates.
ebw_propagator_get_state_layout(propagator, part, dtype, offset, shape, row_stride) =
    ccall(POINTER_ebw_propagator_get_state_layout[], Int32,
          (Ptr{Cvoid}, Int64, Ptr{Int32}, Ptr{Int64}, Ptr{Int64}, Ptr{Int64}),
          propagator, part, dtype, offset, shape, row_stride)
# Gets the bytes of the adjoint state, gradient included.
ebw_propagator_get_adjoint_bytes(propagator, bytes) =
    ccall(POINTER_ebw_propagator_get_adjoint_bytes[], Int32, (Ptr{Cvoid}, Ptr{Int64}), propagator, bytes)
# Releases the handle; the propagator goes with the last executor that uses it.
ebw_propagator_destroy(propagator) = ccall(POINTER_ebw_propagator_destroy[], Cvoid, (Ptr{Cvoid},), propagator)
# Creates an empty report.
ebw_report_create(title, report) = ccall(POINTER_ebw_report_create[], Int32, (Cstring, Ptr{Ptr{Cvoid}}), title, report)
# Releases the handle.
ebw_report_destroy(report) = ccall(POINTER_ebw_report_destroy[], Cvoid, (Ptr{Cvoid},), report)
# Adds a check of any kind.
ebw_report_add_check(report, suite, name, verdict, words, seconds) =
    ccall(POINTER_ebw_report_add_check[], Int32,
          (Ptr{Cvoid}, Cstring, Cstring, Int32, Cstring, Cdouble),
          report, suite, name, verdict, words, seconds)
# Adds the last run of a Taylor test: verdict, words, all numbers of the direction that decides, and its ladder, which
# HTML shows as a picture.
ebw_report_add_taylor(report, suite, name, test, seconds) =
    ccall(POINTER_ebw_report_add_taylor[], Int32,
          (Ptr{Cvoid}, Cstring, Cstring, Ptr{Cvoid}, Cdouble),
          report, suite, name, test, seconds)
# Adds the last run of a dot test.
ebw_report_add_dot(report, suite, name, test, seconds) =
    ccall(POINTER_ebw_report_add_dot[], Int32,
          (Ptr{Cvoid}, Cstring, Cstring, Ptr{Cvoid}, Cdouble),
          report, suite, name, test, seconds)
# Adds measured memory against slots, which HTML shows as a picture: PASS when a slot costs state_bytes.
ebw_report_add_memory(report, suite, name, count, slots, bytes, state_bytes, tolerance, seconds) =
    ccall(POINTER_ebw_report_add_memory[], Int32,
          (Ptr{Cvoid}, Cstring, Cstring, Int64, Ptr{Int64}, Ptr{Int64}, Int64, Cdouble, Cdouble),
          report, suite, name, count, slots, bytes, state_bytes, tolerance, seconds)
# Adds a named number to the check that was added last, or before the first check to the whole report.
ebw_report_add_number(report, name, value) =
    ccall(POINTER_ebw_report_add_number[], Int32, (Ptr{Cvoid}, Cstring, Cdouble), report, name, value)
# Adds a named text to the check that was added last, or before the first check to the whole report.
ebw_report_add_text(report, name, text) =
    ccall(POINTER_ebw_report_add_text[], Int32, (Ptr{Cvoid}, Cstring, Cstring), report, name, text)
# Gets the verdict of all checks together: FAIL when any fails, else INCONCLUSIVE when any is or when there is none.
ebw_report_get_verdict(report, verdict) =
    ccall(POINTER_ebw_report_get_verdict[], Int32, (Ptr{Cvoid}, Ptr{Int32}), report, verdict)
# Counts the checks of one verdict.
ebw_report_count_checks(report, verdict, count) =
    ccall(POINTER_ebw_report_count_checks[], Int32, (Ptr{Cvoid}, Int32, Ptr{Int64}), report, verdict, count)
# Writes the report to a file, which appears whole or not at all and replaces one of that name.
ebw_report_write(report, format, path) =
    ccall(POINTER_ebw_report_write[], Int32, (Ptr{Cvoid}, Int32, Cstring), report, format, path)
# Creates the schedule that keeps what the reverse of each step needs, so that no step is run twice.
ebw_schedule_create_store_all(steps, reverse_kind, tape, schedule) =
    ccall(POINTER_ebw_schedule_create_store_all[], Int32,
          (Int64, Int32, Int32, Ptr{Ptr{Cvoid}}),
          steps, reverse_kind, tape, schedule)
# Creates the schedule with the fewest advances for a given number of slots and, among those, the fewest saves.
ebw_schedule_create_revolve(steps, slots, reverse_kind, schedule) =
    ccall(POINTER_ebw_schedule_create_revolve[], Int32,
          (Int64, Int64, Int32, Ptr{Ptr{Cvoid}}),
          steps, slots, reverse_kind, schedule)
# Creates revolve over leaves of steps: the tapes of one leaf are kept while it runs and are read by one ranged reverse;
# states stand between leaves by the binomial rule; the last leaf is taped on the first sweep.
ebw_schedule_create_segment(steps, leaf, slots, reverse_kind, schedule) =
    ccall(POINTER_ebw_schedule_create_segment[], Int32,
          (Int64, Int64, Int64, Int32, Ptr{Ptr{Cvoid}}),
          steps, leaf, slots, reverse_kind, schedule)
# Chooses the leaf and the slots of a segment schedule together: the least cost F * advances + (FT + A) * steps + COPY *
# (saves + loads of states) of all pairs that fit in a room.
ebw_schedule_choose_segment(steps, room, state_size, tape_size, costs, leaf, slots) =
    ccall(POINTER_ebw_schedule_choose_segment[], Int32,
          (Int64, Int64, Int64, Int64, Ptr{Cdouble}, Ptr{Int64}, Ptr{Int64}),
          steps, room, state_size, tape_size, costs, leaf, slots)
# Creates the schedule with the fewest forward steps where states and tapes share one room, each where it saves most.
ebw_schedule_create_mixed(steps, units, restart_units, tape_units, reverse_kind, schedule) =
    ccall(POINTER_ebw_schedule_create_mixed[], Int32,
          (Int64, Int64, Int64, Int64, Int32, Ptr{Ptr{Cvoid}}),
          steps, units, restart_units, tape_units, reverse_kind, schedule)
# Creates the schedule of a loop whose length is not known until it ends.
ebw_schedule_create_online(slots, reverse_kind, schedule) =
    ccall(POINTER_ebw_schedule_create_online[], Int32, (Int64, Int32, Ptr{Ptr{Cvoid}}), slots, reverse_kind, schedule)
# Creates the cheapest schedule for slots in memory and slots on disk; copies in memory cost nothing.
ebw_schedule_create_two_level(steps, slots, disk_slots, reverse_kind, costs, schedule) =
    ccall(POINTER_ebw_schedule_create_two_level[], Int32,
          (Int64, Int64, Int64, Int32, Ptr{Cdouble}, Ptr{Ptr{Cvoid}}),
          steps, slots, disk_slots, reverse_kind, costs, schedule)
# Creates the cheapest schedule for slots in memory and as many on disk as are of use.
ebw_schedule_create_disk(steps, slots, reverse_kind, costs, schedule) =
    ccall(POINTER_ebw_schedule_create_disk[], Int32,
          (Int64, Int64, Int32, Ptr{Cdouble}, Ptr{Ptr{Cvoid}}),
          steps, slots, reverse_kind, costs, schedule)
# Creates the schedule with a state on disk every `period` steps; within a period memory and that state are used the
# cheapest way.
ebw_schedule_create_periodic(steps, slots, period, reverse_kind, costs, schedule) =
    ccall(POINTER_ebw_schedule_create_periodic[], Int32,
          (Int64, Int64, Int64, Int32, Ptr{Cdouble}, Ptr{Ptr{Cvoid}}),
          steps, slots, period, reverse_kind, costs, schedule)
# Creates the schedule for a disk that is written and read in the background: a state on disk every `interval` steps, so
# many that the transfer hides behind them, loaded once on the way back; within an interval the binomial rule in memory.
ebw_schedule_create_async(steps, slots, interval, reverse_kind, costs, schedule) =
    ccall(POINTER_ebw_schedule_create_async[], Int32,
          (Int64, Int64, Int64, Int32, Ptr{Cdouble}, Ptr{Ptr{Cvoid}}),
          steps, slots, interval, reverse_kind, costs, schedule)
# Takes the next action out of the stream.
ebw_schedule_next(schedule, kind, from, to, slot) =
    ccall(POINTER_ebw_schedule_next[], Int32,
          (Ptr{Cvoid}, Ptr{Int32}, Ptr{Int64}, Ptr{Int64}, Ptr{Int64}),
          schedule, kind, from, to, slot)
# Takes the next actions out of the stream, several in one call, for languages in which a call is dear.
ebw_schedule_next_many(schedule, actions, capacity, count) =
    ccall(POINTER_ebw_schedule_next_many[], Int32,
          (Ptr{Cvoid}, Ptr{Int64}, Int64, Ptr{Int64}),
          schedule, actions, capacity, count)
# Puts the stream back to the first action.
ebw_schedule_reset(schedule) = ccall(POINTER_ebw_schedule_reset[], Int32, (Ptr{Cvoid},), schedule)
# Says where a loop of unknown length ends, for schedules made by ebw_schedule_create_online.
ebw_schedule_finish(schedule, steps) = ccall(POINTER_ebw_schedule_finish[], Int32, (Ptr{Cvoid}, Int64), schedule, steps)
# Writes all actions from the first to the last (without EBW_ACTION_END); the stream stays where it is.
ebw_schedule_export(schedule, actions, capacity, count) =
    ccall(POINTER_ebw_schedule_export[], Int32,
          (Ptr{Cvoid}, Ptr{Int64}, Int64, Ptr{Int64}),
          schedule, actions, capacity, count)
# Counts the forward steps that keep nothing (in store_all of kind state_only all forward steps), without running.
ebw_schedule_count_advances(schedule, count) =
    ccall(POINTER_ebw_schedule_count_advances[], Int32, (Ptr{Cvoid}, Ptr{Int64}), schedule, count)
# Counts the forward steps that keep adjoint data: `steps` in kind fused, 0 in kind state_only.
ebw_schedule_count_taped(schedule, count) =
    ccall(POINTER_ebw_schedule_count_taped[], Int32, (Ptr{Cvoid}, Ptr{Int64}), schedule, count)
# Counts the saves of states (of tapes in store_all with tapes), without running.
ebw_schedule_count_saves(schedule, count) =
    ccall(POINTER_ebw_schedule_count_saves[], Int32, (Ptr{Cvoid}, Ptr{Int64}), schedule, count)
# Counts the loads of states (of tapes in store_all with tapes), without running.
ebw_schedule_count_loads(schedule, count) =
    ccall(POINTER_ebw_schedule_count_loads[], Int32, (Ptr{Cvoid}, Ptr{Int64}), schedule, count)
# Counts the saves of states to disk, without running.
ebw_schedule_count_disk_saves(schedule, count) =
    ccall(POINTER_ebw_schedule_count_disk_saves[], Int32, (Ptr{Cvoid}, Ptr{Int64}), schedule, count)
# Counts the loads of states from disk, without running.
ebw_schedule_count_disk_loads(schedule, count) =
    ccall(POINTER_ebw_schedule_count_disk_loads[], Int32, (Ptr{Cvoid}, Ptr{Int64}), schedule, count)
# Counts the states on disk that the schedule has not discarded at its end: 0 for every kind of this library.
ebw_schedule_count_left_on_disk(schedule, count) =
    ccall(POINTER_ebw_schedule_count_left_on_disk[], Int32, (Ptr{Cvoid}, Ptr{Int64}), schedule, count)
# Weighs the schedule: uf * all forward steps + ub * reverse steps + wd * saves to disk + rd * loads from disk.
ebw_schedule_get_cost(schedule, costs, cost) =
    ccall(POINTER_ebw_schedule_get_cost[], Int32, (Ptr{Cvoid}, Ptr{Cdouble}, Ptr{Cdouble}), schedule, costs, cost)
# Gets the number of steps.
ebw_schedule_get_steps(schedule, steps) =
    ccall(POINTER_ebw_schedule_get_steps[], Int32, (Ptr{Cvoid}, Ptr{Int64}), schedule, steps)
# Gets the most slots that are in use at once; slot numbers are below it.
ebw_schedule_get_peak_slots(schedule, slots) =
    ccall(POINTER_ebw_schedule_get_peak_slots[], Int32, (Ptr{Cvoid}, Ptr{Int64}), schedule, slots)
# Gets the most states that are on disk at once.
ebw_schedule_get_peak_disk_slots(schedule, slots) =
    ccall(POINTER_ebw_schedule_get_peak_disk_slots[], Int32, (Ptr{Cvoid}, Ptr{Int64}), schedule, slots)
# Gets the number of the first slot on disk: slots of states below it are memory.
ebw_schedule_get_memory_slots(schedule, slots) =
    ccall(POINTER_ebw_schedule_get_memory_slots[], Int32, (Ptr{Cvoid}, Ptr{Int64}), schedule, slots)
# Gets the number of slots that hold tapes alone; slots of tapes are numbered apart from those of states.
ebw_schedule_get_tape_slots(schedule, slots) =
    ccall(POINTER_ebw_schedule_get_tape_slots[], Int32, (Ptr{Cvoid}, Ptr{Int64}), schedule, slots)
# Gets the reverse kind that the schedule was made for.
ebw_schedule_get_reverse_kind(schedule, reverse_kind) =
    ccall(POINTER_ebw_schedule_get_reverse_kind[], Int32, (Ptr{Cvoid}, Ptr{Int32}), schedule, reverse_kind)
# Releases the handle; an executor that runs the schedule keeps it alive.
ebw_schedule_destroy(schedule) = ccall(POINTER_ebw_schedule_destroy[], Cvoid, (Ptr{Cvoid},), schedule)
# Creates a storage in memory; it takes none before it is reserved or run.
ebw_storage_create_memory(storage) = ccall(POINTER_ebw_storage_create_memory[], Int32, (Ptr{Ptr{Cvoid}},), storage)
# Creates a storage in files.
ebw_storage_create_disk(directory, bytes, storage) =
    ccall(POINTER_ebw_storage_create_disk[], Int32, (Cstring, Int64, Ptr{Ptr{Cvoid}}), directory, bytes, storage)
# Creates a storage in two tiers: the first slots of states, and all tapes, in memory, the other slots in files as those
# of ebw_storage_create_disk, written in the background and read before they are needed as far as the schedule tells.
ebw_storage_create_tiered(directory, bytes, memory_slots, storage) =
    ccall(POINTER_ebw_storage_create_tiered[], Int32,
          (Cstring, Int64, Int64, Ptr{Ptr{Cvoid}}),
          directory, bytes, memory_slots, storage)
# Measures what a checkpoint costs in a directory: the middle of three saves and of three loads, as a storage on disk
# makes them.
ebw_storage_measure_disk(directory, slot_bytes, save, load) =
    ccall(POINTER_ebw_storage_measure_disk[], Int32,
          (Cstring, Int64, Ptr{Cdouble}, Ptr{Cdouble}),
          directory, slot_bytes, save, load)
# Creates a storage over callbacks of the user's.
ebw_storage_create_user(first, save, load, discard, user, release, storage) =
    ccall(POINTER_ebw_storage_create_user[], Int32,
          (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Ptr{Cvoid}}),
          first, save, load, discard, user, release, storage)
# Limits what slots in memory may take; for storages of ebw_storage_create_memory.
ebw_storage_set_limit(storage, bytes) =
    ccall(POINTER_ebw_storage_set_limit[], Int32, (Ptr{Cvoid}, Int64), storage, bytes)
# Sets how checkpoints are encoded.
ebw_storage_set_codec(storage, name, parameter) =
    ccall(POINTER_ebw_storage_set_codec[], Int32, (Ptr{Cvoid}, Cstring, Cdouble), storage, name, parameter)
# Gets the largest error that a lossy codec made: of any real number that was saved since the last reserve or run, as a
# part of the largest magnitude in its array at that save.
ebw_storage_get_codec_error(storage, error) =
    ccall(POINTER_ebw_storage_get_codec_error[], Int32, (Ptr{Cvoid}, Ptr{Cdouble}), storage, error)
# Has checkpoints in memory, or at the user's, summed (CRC-32C) when they are saved and compared at every load: one that
# changed is EBW_ERR_CORRUPT, with slot and step.
ebw_storage_set_checksums(storage, on) =
    ccall(POINTER_ebw_storage_set_checksums[], Int32, (Ptr{Cvoid}, Int32), storage, on)
# Tells of what the caller's own checkpoints are made, for lossy codecs; an executor tells it for its runs.
ebw_storage_set_layout(storage, parts, dtype, shape) =
    ccall(POINTER_ebw_storage_set_layout[], Int32,
          (Ptr{Cvoid}, Int64, Ptr{Int32}, Ptr{Int64}),
          storage, parts, dtype, shape)
# Makes room for checkpoints.
ebw_storage_reserve(storage, slots, slot_bytes) =
    ccall(POINTER_ebw_storage_reserve[], Int32, (Ptr{Cvoid}, Int64, Int64), storage, slots, slot_bytes)
# Copies a checkpoint into a free slot.
ebw_storage_save(storage, slot, step, bytes) =
    ccall(POINTER_ebw_storage_save[], Int32, (Ptr{Cvoid}, Int64, Int64, Ptr{Cvoid}), storage, slot, step, bytes)
# Copies a checkpoint out of its slot; the slot keeps it.
ebw_storage_load(storage, slot, step, bytes) =
    ccall(POINTER_ebw_storage_load[], Int32, (Ptr{Cvoid}, Int64, Int64, Ptr{Cvoid}), storage, slot, step, bytes)
# Frees a slot.
ebw_storage_discard(storage, slot) = ccall(POINTER_ebw_storage_discard[], Int32, (Ptr{Cvoid}, Int64), storage, slot)
# Gets one count by its name.
ebw_storage_get_stat(storage, name, value) =
    ccall(POINTER_ebw_storage_get_stat[], Int32, (Ptr{Cvoid}, Cstring, Ptr{Int64}), storage, name, value)
# Releases the handle; the storage goes with the last executor that uses it.
ebw_storage_destroy(storage) = ccall(POINTER_ebw_storage_destroy[], Cvoid, (Ptr{Cvoid},), storage)
# Tests whether g is the gradient of J at m, with the defaults of ebw_taylor_create.
ebw_taylor_test(dtype, n, m, g, evaluate, user, verdict, error, resolution) =
    ccall(POINTER_ebw_taylor_test[], Int32,
          (Int32, Int64, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Int32}, Ptr{Cdouble}, Ptr{Cdouble}),
          dtype, n, m, g, evaluate, user, verdict, error, resolution)
# Creates a Taylor test of J with the default options: profile default, full ladder, 3 random directions, seed 1,
# typical size |m| (1 where m is 0), no bounds, no parts, the plain sum as inner product.
ebw_taylor_create(dtype, n, evaluate, user, release, test) =
    ccall(POINTER_ebw_taylor_create[], Int32,
          (Int32, Int64, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Ptr{Cvoid}}),
          dtype, n, evaluate, user, release, test)
# Releases the handle.
ebw_taylor_destroy(test) = ccall(POINTER_ebw_taylor_destroy[], Cvoid, (Ptr{Cvoid},), test)
# Sets where the gradient comes from when ebw_taylor_run gets none.
ebw_taylor_set_gradient(test, gradient, user, release) =
    ccall(POINTER_ebw_taylor_set_gradient[], Int32,
          (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}),
          test, gradient, user, release)
# Sets the Hessian.
ebw_taylor_set_hessian(test, hessian, user, release) =
    ccall(POINTER_ebw_taylor_set_hessian[], Int32,
          (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}),
          test, hessian, user, release)
# Sets the tolerance by a profile.
ebw_taylor_set_profile(test, profile) =
    ccall(POINTER_ebw_taylor_set_profile[], Int32, (Ptr{Cvoid}, Int32), test, profile)
# Sets the tolerance by a number.
ebw_taylor_set_tolerance(test, tolerance) =
    ccall(POINTER_ebw_taylor_set_tolerance[], Int32, (Ptr{Cvoid}, Cdouble), test, tolerance)
# Sets the steps at which J is evaluated.
ebw_taylor_set_ladder(test, ladder) = ccall(POINTER_ebw_taylor_set_ladder[], Int32, (Ptr{Cvoid}, Int32), test, ladder)
# Sets the seed of random directions.
ebw_taylor_set_seed(test, seed) = ccall(POINTER_ebw_taylor_set_seed[], Int32, (Ptr{Cvoid}, Int64), test, seed)
# Sets the number of random directions, typical size times Gaussian, and forgets given ones.
ebw_taylor_set_directions(test, count) =
    ccall(POINTER_ebw_taylor_set_directions[], Int32, (Ptr{Cvoid}, Int64), test, count)
# Takes given directions instead of random ones.
ebw_taylor_set_given_directions(test, count, directions) =
    ccall(POINTER_ebw_taylor_set_given_directions[], Int32, (Ptr{Cvoid}, Int64, Ptr{Cvoid}), test, count, directions)
# Sets the size that counts as a big change of each element; the largest step is 5 % of it (reduced ladder: 0.1 % in
# f64, 4 % in f32).
ebw_taylor_set_typical_size(test, size) =
    ccall(POINTER_ebw_taylor_set_typical_size[], Int32, (Ptr{Cvoid}, Ptr{Cvoid}), test, size)
# Sets bounds that m and all points of the test respect: steps are cut element by element; an element on its bound stays
# fixed.
ebw_taylor_set_bounds(test, lower, upper) =
    ccall(POINTER_ebw_taylor_set_bounds[], Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}), test, lower, upper)
# Sets the inner product in which g is the gradient: J(m + d) = J(m) + <g, d> + ... Given directions are then not scaled
# but taken as they are, in the unit of m, and the gradient's size is a mean over random vectors.
ebw_taylor_set_inner_product(test, inner_product, user, release) =
    ccall(POINTER_ebw_taylor_set_inner_product[], Int32,
          (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}),
          test, inner_product, user, release)
# Sets which elements of the whole vector m is: random directions are drawn by the global number of an element, so that
# ranks that hold a slice each move along slices of one direction, the same for any number of ranks.
ebw_taylor_set_index_offset(test, offset) =
    ccall(POINTER_ebw_taylor_set_index_offset[], Int32, (Ptr{Cvoid}, Int64), test, offset)
# Tells the value of a constant of the code under test, such as the time step: when the gradient is wrong by this
# factor, its square, or the inverse of either, the diagnosis says so by name.
ebw_taylor_set_constant(test, name, value) =
    ccall(POINTER_ebw_taylor_set_constant[], Int32, (Ptr{Cvoid}, Cstring, Cdouble), test, name, value)
# Tells noise of J that is known beforehand, such as the unit of the last digit to which J was rounded: the noise that
# the test reckons with is never below it.
ebw_taylor_set_least_noise(test, noise) =
    ccall(POINTER_ebw_taylor_set_least_noise[], Int32, (Ptr{Cvoid}, Cdouble), test, noise)
# Sets the number K of operations that the Hessian applies one after another; the bound of its asymmetry is 64 u
# sqrt(K), u = 2^-53 (f64), 2^-24 (f32), as in a dot test.
ebw_taylor_set_steps(test, steps) = ccall(POINTER_ebw_taylor_set_steps[], Int32, (Ptr{Cvoid}, Int64), test, steps)
# Adds a block: a range of elements.
ebw_taylor_add_block(test, name, first, last) =
    ccall(POINTER_ebw_taylor_add_block[], Int32, (Ptr{Cvoid}, Cstring, Int64, Int64), test, name, first, last)
# Adds blocks "block 0" to "block <count - 1>" by the number of each element's block.
ebw_taylor_add_block_ids(test, count, ids) =
    ccall(POINTER_ebw_taylor_add_block_ids[], Int32, (Ptr{Cvoid}, Int64, Ptr{Int32}), test, count, ids)
# Adds a region: a set of elements.
ebw_taylor_add_region(test, name, kind, count, elements) =
    ccall(POINTER_ebw_taylor_add_region[], Int32,
          (Ptr{Cvoid}, Cstring, Int32, Int64, Ptr{Int64}),
          test, name, kind, count, elements)
# Forgets all parts.
ebw_taylor_clear_parts(test) = ccall(POINTER_ebw_taylor_clear_parts[], Int32, (Ptr{Cvoid},), test)
# Sets the number of random directions of each part.
ebw_taylor_set_part_directions(test, count) =
    ccall(POINTER_ebw_taylor_set_part_directions[], Int32, (Ptr{Cvoid}, Int64), test, count)
# Runs the test at m.
ebw_taylor_run(test, m, g, verdict) =
    ccall(POINTER_ebw_taylor_run[], Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Int32}), test, m, g, verdict)
# Tests the Hessian callback against the gradient callback at m: the same test for J' = <w, gradient> and its gradient H
# w, along each direction with a random w of its own; and that <w, H v> = <v, H w> and H is linear, to what rounding
# allows.
ebw_taylor_run_hessian(test, m, verdict) =
    ccall(POINTER_ebw_taylor_run_hessian[], Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Int32}), test, m, verdict)
# Gets the verdict of the whole run.
ebw_taylor_get_verdict(test, verdict) =
    ccall(POINTER_ebw_taylor_get_verdict[], Int32, (Ptr{Cvoid}, Ptr{Int32}), test, verdict)
# Gets the result in words, on one line.
ebw_taylor_get_text(test, text) = ccall(POINTER_ebw_taylor_get_text[], Int32, (Ptr{Cvoid}, Ptr{Cstring}), test, text)
# Gets what is likely wrong with a gradient that fails: a sign, a factor, a constant, the part that fails alone.
ebw_taylor_get_diagnosis(test, text) =
    ccall(POINTER_ebw_taylor_get_diagnosis[], Int32, (Ptr{Cvoid}, Ptr{Cstring}), test, text)
# Gets the options of the run.
ebw_taylor_get_options(test, dtype, n, tolerance, seed, ladder) =
    ccall(POINTER_ebw_taylor_get_options[], Int32,
          (Ptr{Cvoid}, Ptr{Int32}, Ptr{Int64}, Ptr{Cdouble}, Ptr{Int64}, Ptr{Int32}),
          test, dtype, n, tolerance, seed, ladder)
# Gets the fault that was seen.
ebw_taylor_get_fault(test, fault, index) =
    ccall(POINTER_ebw_taylor_get_fault[], Int32, (Ptr{Cvoid}, Ptr{Int32}, Ptr{Int64}), test, fault, index)
# Gets the value at m.
ebw_taylor_get_value(test, J, repeatable) =
    ccall(POINTER_ebw_taylor_get_value[], Int32, (Ptr{Cvoid}, Ptr{Cdouble}, Ptr{Int32}), test, J, repeatable)
# Gets whether the test and the code under test left everything as it was.
ebw_taylor_get_restored(test, restored) =
    ccall(POINTER_ebw_taylor_get_restored[], Int32, (Ptr{Cvoid}, Ptr{Int32}), test, restored)
# Gets the number of evaluations of J that the run made.
ebw_taylor_get_evaluations(test, evaluations) =
    ccall(POINTER_ebw_taylor_get_evaluations[], Int32, (Ptr{Cvoid}, Ptr{Int64}), test, evaluations)
# Gets the number of directions that were tested.
ebw_taylor_count_directions(test, count) =
    ccall(POINTER_ebw_taylor_count_directions[], Int32, (Ptr{Cvoid}, Ptr{Int64}), test, count)
# Gets the result along a direction.
ebw_taylor_get_direction(test, direction, verdict, error, resolution) =
    ccall(POINTER_ebw_taylor_get_direction[], Int32,
          (Ptr{Cvoid}, Int64, Ptr{Int32}, Ptr{Cdouble}, Ptr{Cdouble}),
          test, direction, verdict, error, resolution)
# Gets what the random directions prove of the whole gradient, parts aside.
ebw_taylor_get_certificate(test, factor, miss_probability, bound, known) =
    ccall(POINTER_ebw_taylor_get_certificate[], Int32,
          (Ptr{Cvoid}, Cdouble, Ptr{Cdouble}, Ptr{Cdouble}, Ptr{Int32}),
          test, factor, miss_probability, bound, known)
# Gets what a direction covers.
ebw_taylor_get_part(test, direction, name, kind) =
    ccall(POINTER_ebw_taylor_get_part[], Int32,
          (Ptr{Cvoid}, Int64, Ptr{Cstring}, Ptr{Int32}),
          test, direction, name, kind)
# Gets why a direction is inconclusive.
ebw_taylor_get_reason(test, direction, text) =
    ccall(POINTER_ebw_taylor_get_reason[], Int32, (Ptr{Cvoid}, Int64, Ptr{Cstring}), test, direction, text)
# Gets how wrong the gradient is as a factor.
ebw_taylor_get_ratio(test, direction, ratio, known) =
    ccall(POINTER_ebw_taylor_get_ratio[], Int32,
          (Ptr{Cvoid}, Int64, Ptr{Cdouble}, Ptr{Int32}),
          test, direction, ratio, known)
# Gets the derivative along a direction d, all in the unit of J.
ebw_taylor_get_derivative(test, direction, g_dot_d, finite_difference, scale) =
    ccall(POINTER_ebw_taylor_get_derivative[], Int32,
          (Ptr{Cvoid}, Int64, Ptr{Cdouble}, Ptr{Cdouble}, Ptr{Cdouble}),
          test, direction, g_dot_d, finite_difference, scale)
# Gets the noise of J along a direction.
ebw_taylor_get_noise(test, direction, noise) =
    ccall(POINTER_ebw_taylor_get_noise[], Int32, (Ptr{Cvoid}, Int64, Ptr{Cdouble}), test, direction, noise)
# Gets the second derivative along a direction d.
ebw_taylor_get_curvature(test, direction, curvature) =
    ccall(POINTER_ebw_taylor_get_curvature[], Int32, (Ptr{Cvoid}, Int64, Ptr{Cdouble}), test, direction, curvature)
# Gets the order with which a Taylor remainder falls.
ebw_taylor_get_order(test, direction, remainder, order, points, known) =
    ccall(POINTER_ebw_taylor_get_order[], Int32,
          (Ptr{Cvoid}, Int64, Int32, Ptr{Cdouble}, Ptr{Int64}, Ptr{Int32}),
          test, direction, remainder, order, points, known)
# Gets how well an order is known.
ebw_taylor_get_order_interval(test, direction, remainder, half_width) =
    ccall(POINTER_ebw_taylor_get_order_interval[], Int32,
          (Ptr{Cvoid}, Int64, Int32, Ptr{Cdouble}),
          test, direction, remainder, half_width)
# Gets the steps of the ladder that were dropped because J was not to be had there.
ebw_taylor_get_dropped(test, direction, levels, last_status) =
    ccall(POINTER_ebw_taylor_get_dropped[], Int32,
          (Ptr{Cvoid}, Int64, Ptr{Int64}, Ptr{Int32}),
          test, direction, levels, last_status)
# Gets the number of steps of the ladder that were kept.
ebw_taylor_count_levels(test, direction, count) =
    ccall(POINTER_ebw_taylor_count_levels[], Int32, (Ptr{Cvoid}, Int64, Ptr{Int64}), test, direction, count)
# Gets one step of the ladder, for plots.
ebw_taylor_get_level(test, direction, level, h, J_plus, J_minus, R0, R1) =
    ccall(POINTER_ebw_taylor_get_level[], Int32,
          (Ptr{Cvoid}, Int64, Int64, Ptr{Cdouble}, Ptr{Cdouble}, Ptr{Cdouble}, Ptr{Cdouble}, Ptr{Cdouble}),
          test, direction, level, h, J_plus, J_minus, R0, R1)
# Gets more of a step of the ladder, for plots.
ebw_taylor_get_remainders(test, direction, level, R2, odd, even) =
    ccall(POINTER_ebw_taylor_get_remainders[], Int32,
          (Ptr{Cvoid}, Int64, Int64, Ptr{Cdouble}, Ptr{Cdouble}, Ptr{Cdouble}),
          test, direction, level, R2, odd, even)
# Gets the symmetry of a Hessian, after ebw_taylor_run_hessian.
ebw_taylor_get_symmetry(test, direction, verdict, error, linearity, bound) =
    ccall(POINTER_ebw_taylor_get_symmetry[], Int32,
          (Ptr{Cvoid}, Int64, Ptr{Int32}, Ptr{Cdouble}, Ptr{Cdouble}, Ptr{Cdouble}),
          test, direction, verdict, error, linearity, bound)
# Tells whether memory grows with the slots as it should: the line peak = base + slope slots by least squares, and
# whether its slope is the size of a state.
ebw_memory_fit(count, slots, peak, state_bytes, tolerance, verdict, base, slope, uncertainty, largest_residual) =
    ccall(POINTER_ebw_memory_fit[], Int32,
         (Int64, Ptr{Int64}, Ptr{Int64}, Int64, Cdouble, Ptr{Int32}, Ptr{Cdouble}, Ptr{Cdouble}, Ptr{Cdouble},
          Ptr{Cdouble}),
          count, slots, peak, state_bytes, tolerance, verdict, base, slope, uncertainty, largest_residual)
# Computes the misfit and its exact gradient by the model, summed over shots, within memory_bytes.
ebw_gradient(model, shots, n_shots, memory_bytes, misfit, gradient, stride) =
    ccall(POINTER_ebw_gradient[], Int32,
          (Ptr{Cvoid}, Ptr{Ptr{Cvoid}}, Int64, Int64, Ptr{Cdouble}, Ptr{Cvoid}, Ptr{Int64}),
          model, shots, n_shots, memory_bytes, misfit, gradient, stride)
# Runs the forward sweep of each shot and fills its traces, and its final state where ebw_shot_set_keep_states asks.
ebw_forward(model, shots, n_shots) =
    ccall(POINTER_ebw_forward[], Int32, (Ptr{Cvoid}, Ptr{Ptr{Cvoid}}, Int64), model, shots, n_shots)
# Computes the misfit alone, for line searches: a forward sweep of each shot, which fills its traces, and the misfit.
ebw_misfit(model, shots, n_shots, misfit) =
    ccall(POINTER_ebw_misfit[], Int32,
          (Ptr{Cvoid}, Ptr{Ptr{Cvoid}}, Int64, Ptr{Cdouble}),
          model, shots, n_shots, misfit)
# Applies the transpose of the linearised map from model, wavelets and initial state to traces and final state.
ebw_adjoint(model, shots, n_shots, memory_bytes, gradient, stride) =
    ccall(POINTER_ebw_adjoint[], Int32,
          (Ptr{Cvoid}, Ptr{Ptr{Cvoid}}, Int64, Int64, Ptr{Cvoid}, Ptr{Int64}),
          model, shots, n_shots, memory_bytes, gradient, stride)
# Tells what ebw_gradient with these arguments and a gradient will do and hold.
ebw_gradient_plan(model, shots, n_shots, memory_bytes, plan) =
    ccall(POINTER_ebw_gradient_plan[], Int32,
          (Ptr{Cvoid}, Ptr{Ptr{Cvoid}}, Int64, Int64, Ptr{Ptr{Cvoid}}),
          model, shots, n_shots, memory_bytes, plan)
# Creates a model on a regular grid.
ebw_model_create(dtype, ndim, shape, spacing, model) =
    ccall(POINTER_ebw_model_create[], Int32,
          (Int32, Int32, Ptr{Int64}, Ptr{Cdouble}, Ptr{Ptr{Cvoid}}),
          dtype, ndim, shape, spacing, model)
# Sets the medium, copied; it replaces whichever field was set.
ebw_model_set_field(model, name, data, dtype, ndim, shape, stride) =
    ccall(POINTER_ebw_model_set_field[], Int32,
          (Ptr{Cvoid}, Cstring, Ptr{Cvoid}, Int32, Int32, Ptr{Int64}, Ptr{Int64}),
          model, name, data, dtype, ndim, shape, stride)
# Copies the field out, as it was set.
ebw_model_get_field(model, name, data, dtype, ndim, shape, stride) =
    ccall(POINTER_ebw_model_get_field[], Int32,
          (Ptr{Cvoid}, Cstring, Ptr{Cvoid}, Int32, Int32, Ptr{Int64}, Ptr{Int64}),
          model, name, data, dtype, ndim, shape, stride)
# Sets what happens at a face.
ebw_model_set_boundary(model, face, kind, cells, v_ref, f_ref) =
    ccall(POINTER_ebw_model_set_boundary[], Int32,
          (Ptr{Cvoid}, Int32, Int32, Int64, Cdouble, Cdouble),
          model, face, kind, cells, v_ref, f_ref)
# Sets the time axis.
ebw_model_set_time(model, dt, n_steps) =
    ccall(POINTER_ebw_model_set_time[], Int32, (Ptr{Cvoid}, Cdouble, Int64), model, dt, n_steps)
# Gets the largest stable time step of the present field and order: 2 / (v_max sqrt(sum over axes of S_d / h_d^2)), S_d
# the sum of |second-derivative coefficients|.
ebw_model_get_dt_max(model, dt_max) =
    ccall(POINTER_ebw_model_get_dt_max[], Int32, (Ptr{Cvoid}, Ptr{Cdouble}), model, dt_max)
# Sets the spatial order.
ebw_model_set_order(model, order) = ccall(POINTER_ebw_model_set_order[], Int32, (Ptr{Cvoid}, Int32), model, order)
# Sets what gradients are taken by, whichever field was set.
ebw_model_set_parameter(model, parameter) =
    ccall(POINTER_ebw_model_set_parameter[], Int32, (Ptr{Cvoid}, Int32), model, parameter)
# Sets the number of OpenMP threads of a run; the result has the same bits for any number.
ebw_model_set_threads(model, threads) =
    ccall(POINTER_ebw_model_set_threads[], Int32, (Ptr{Cvoid}, Int32), model, threads)
# Sets how many shots run at a time, each on its share of the threads; the result has the same bits for any number.
ebw_model_set_shots_at_once(model, shots) =
    ccall(POINTER_ebw_model_set_shots_at_once[], Int32, (Ptr{Cvoid}, Int32), model, shots)
# Sets whether numbers too small for full precision count as zero inside our parallel regions.
ebw_model_set_flush_to_zero(model, on) =
    ccall(POINTER_ebw_model_set_flush_to_zero[], Int32, (Ptr{Cvoid}, Int32), model, on)
# Forces the schedule revolve with this many slots; the gradient has the same bits for any number.
ebw_model_set_slots(model, slots) = ccall(POINTER_ebw_model_set_slots[], Int32, (Ptr{Cvoid}, Int64), model, slots)
# Chooses how a gradient keeps what its reverse sweep needs; the bits are the same.
ebw_model_set_schedule(model, name) = ccall(POINTER_ebw_model_set_schedule[], Int32, (Ptr{Cvoid}, Cstring), model, name)
# Gives the costs that schedules are chosen by and from which a plan forecasts seconds.
ebw_model_set_costs(model, costs) =
    ccall(POINTER_ebw_model_set_costs[], Int32, (Ptr{Cvoid}, Ptr{Cdouble}), model, costs)
# Gives the costs of the directory of ebw_model_set_directory, by which states go there.
ebw_model_set_disk_costs(model, costs) =
    ccall(POINTER_ebw_model_set_disk_costs[], Int32, (Ptr{Cvoid}, Ptr{Cdouble}), model, costs)
# Measures the costs on this machine by some steps without sources and receivers, and gives them to the model; when a
# directory is set, those of a state there too (ebw_storage_measure_disk), else these are set back.
ebw_model_measure_costs(model, costs) =
    ccall(POINTER_ebw_model_measure_costs[], Int32, (Ptr{Cvoid}, Ptr{Cdouble}), model, costs)
# Sets the directory in which ebw_gradient leaves generations, from which a killed call can be resumed.
ebw_model_set_directory(model, directory, disk_bytes) =
    ccall(POINTER_ebw_model_set_directory[], Int32, (Ptr{Cvoid}, Cstring, Int64), model, directory, disk_bytes)
# Sets the time between two generations, and with it the work that a kill can lose.
ebw_model_set_generation_seconds(model, seconds) =
    ccall(POINTER_ebw_model_set_generation_seconds[], Int32, (Ptr{Cvoid}, Cdouble), model, seconds)
# Sets whether a generation follows each state that goes to disk, beside those by time.
ebw_model_set_disk_generations(model, on) =
    ccall(POINTER_ebw_model_set_disk_generations[], Int32, (Ptr{Cvoid}, Int32), model, on)
# Sets whether ebw_gradient goes on from the newest whole generation in the directory; the gradient has the bits of a
# call that was never stopped.
ebw_model_set_resume(model, on) = ccall(POINTER_ebw_model_set_resume[], Int32, (Ptr{Cvoid}, Int32), model, on)
# Sets the misfit function.
ebw_model_set_misfit(model, callback, user, release) =
    ccall(POINTER_ebw_model_set_misfit[], Int32,
          (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}),
          model, callback, user, release)
# Sets the function that is told of progress of the main calls, and may cancel.
ebw_model_set_progress(model, callback, every, user, release) =
    ccall(POINTER_ebw_model_set_progress[], Int32,
          (Ptr{Cvoid}, Ptr{Cvoid}, Int64, Ptr{Cvoid}, Ptr{Cvoid}),
          model, callback, every, user, release)
# Gets the bytes of one state: of a slot, of initial and final states, of their cotangents.
ebw_model_get_state_bytes(model, bytes) =
    ccall(POINTER_ebw_model_get_state_bytes[], Int32, (Ptr{Cvoid}, Ptr{Int64}), model, bytes)
# Gets one field of a state's layout.
ebw_model_get_state_field(model, index, name, offset, shape, stride) =
    ccall(POINTER_ebw_model_get_state_field[], Int32,
          (Ptr{Cvoid}, Int32, Ptr{Cstring}, Ptr{Int64}, Ptr{Int64}, Ptr{Int64}),
          model, index, name, offset, shape, stride)
# Gets a count of the last run that finished on this model, by its name.
ebw_model_get_count(model, name, value) =
    ccall(POINTER_ebw_model_get_count[], Int32, (Ptr{Cvoid}, Cstring, Ptr{Int64}), model, name, value)
# Gets a time of the last run that finished on this model, by its name.
ebw_model_get_seconds(model, name, seconds) =
    ccall(POINTER_ebw_model_get_seconds[], Int32, (Ptr{Cvoid}, Cstring, Ptr{Cdouble}), model, name, seconds)
# Gets the settings of a run in words, for a result's label: dtype, order, instruction set, threads, flush-to-zero,
# tiles.
ebw_model_get_description(model, description) =
    ccall(POINTER_ebw_model_get_description[], Int32, (Ptr{Cvoid}, Ptr{Cstring}), model, description)
# Gets the time tiles that were found for runs of this model with one shot at a time, to spare another model, or another
# process, the search: by the last run that searched, or by ebw_model_set_tuning.
ebw_model_get_tuning(model, tuning) =
    ccall(POINTER_ebw_model_get_tuning[], Int32, (Ptr{Cvoid}, Ptr{Cstring}), model, tuning)
# Sets the time tiles of runs with one shot at a time, however short; no bit of a result changes.
ebw_model_set_tuning(model, tuning) = ccall(POINTER_ebw_model_set_tuning[], Int32, (Ptr{Cvoid}, Cstring), model, tuning)
# Frees the wavefields and slots that the model keeps from its last run for the next.
ebw_model_release_memory(model) = ccall(POINTER_ebw_model_release_memory[], Int32, (Ptr{Cvoid},), model)
# Releases the handle; the model goes with the last acoustic propagator that uses it, a run under way ends first.
ebw_model_destroy(model) = ccall(POINTER_ebw_model_destroy[], Cvoid, (Ptr{Cvoid},), model)
# Creates an empty shot for models with the grid and the number of steps that `model` has now.
ebw_shot_create(model, shot) = ccall(POINTER_ebw_shot_create[], Int32, (Ptr{Cvoid}, Ptr{Ptr{Cvoid}}), model, shot)
# Adds a source; sources count 0, 1, ... in this order.
ebw_shot_add_source(shot, position, wavelet, n_samples) =
    ccall(POINTER_ebw_shot_add_source[], Int32,
          (Ptr{Cvoid}, Ptr{Cdouble}, Ptr{Cdouble}, Int64),
          shot, position, wavelet, n_samples)
# Replaces the wavelet of one source.
ebw_shot_set_wavelet(shot, source, wavelet, n_samples) =
    ccall(POINTER_ebw_shot_set_wavelet[], Int32,
          (Ptr{Cvoid}, Int64, Ptr{Cdouble}, Int64),
          shot, source, wavelet, n_samples)
# Adds receivers; two at one place are fine.
ebw_shot_add_receivers(shot, n_receivers, positions) =
    ccall(POINTER_ebw_shot_add_receivers[], Int32, (Ptr{Cvoid}, Int64, Ptr{Cdouble}), shot, n_receivers, positions)
# Sets the observed data of all receivers, copied; absent data are zero.
ebw_shot_set_observed(shot, data, n_receivers, n_samples, stride) =
    ccall(POINTER_ebw_shot_set_observed[], Int32,
          (Ptr{Cvoid}, Ptr{Cdouble}, Int64, Int64, Ptr{Int64}),
          shot, data, n_receivers, n_samples, stride)
# Sets one weight per trace, copied; absent weights are 1.
ebw_shot_set_weights(shot, weights, n_receivers) =
    ccall(POINTER_ebw_shot_set_weights[], Int32, (Ptr{Cvoid}, Ptr{Cdouble}, Int64), shot, weights, n_receivers)
# Sets the adjoint sources of ebw_adjoint, copied: cotangents of the traces; absent ones are zero.
ebw_shot_set_adjoint_sources(shot, data, n_receivers, n_samples, stride) =
    ccall(POINTER_ebw_shot_set_adjoint_sources[], Int32,
          (Ptr{Cvoid}, Ptr{Cdouble}, Int64, Int64, Ptr{Int64}),
          shot, data, n_receivers, n_samples, stride)
# Sets the state at step 0, copied: u^0, u^{-1} and the layers' memories, laid out as ebw_model_get_state_field tells,
# in the model's dtype.
ebw_shot_set_initial_state(shot, state, bytes) =
    ccall(POINTER_ebw_shot_set_initial_state[], Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Int64), shot, state, bytes)
# Sets the cotangent of the state at step n, copied; what the traces give is added to it.
ebw_shot_set_final_cotangent(shot, cotangent, bytes) =
    ccall(POINTER_ebw_shot_set_final_cotangent[], Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Int64), shot, cotangent, bytes)
# Sets whether runs keep the state at step n (forward sweep) and the cotangent of that at step 0 (adjoint sweep).
ebw_shot_set_keep_states(shot, keep) = ccall(POINTER_ebw_shot_set_keep_states[], Int32, (Ptr{Cvoid}, Int32), shot, keep)
# Copies the traces of the last run.
ebw_shot_get_traces(shot, data, n_receivers, n_samples, stride) =
    ccall(POINTER_ebw_shot_get_traces[], Int32,
          (Ptr{Cvoid}, Ptr{Cdouble}, Int64, Int64, Ptr{Int64}),
          shot, data, n_receivers, n_samples, stride)
# Copies dJ/d(wavelet) of one source from the last gradient or adjoint.
ebw_shot_get_wavelet_gradient(shot, source, wavelet_gradient, n_samples) =
    ccall(POINTER_ebw_shot_get_wavelet_gradient[], Int32,
          (Ptr{Cvoid}, Int64, Ptr{Cdouble}, Int64),
          shot, source, wavelet_gradient, n_samples)
# Copies the state at step n of the last run.
ebw_shot_get_final_state(shot, state, bytes) =
    ccall(POINTER_ebw_shot_get_final_state[], Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Int64), shot, state, bytes)
# Copies the cotangent of the state at step 0 from the last gradient or adjoint.
ebw_shot_get_initial_cotangent(shot, cotangent, bytes) =
    ccall(POINTER_ebw_shot_get_initial_cotangent[], Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Int64), shot, cotangent, bytes)
# Gets the sizes of a shot.
ebw_shot_get_sizes(shot, n_sources, n_receivers, n_samples) =
    ccall(POINTER_ebw_shot_get_sizes[], Int32,
          (Ptr{Cvoid}, Ptr{Int64}, Ptr{Int64}, Ptr{Int64}),
          shot, n_sources, n_receivers, n_samples)
# Releases the handle; the shot goes with the last acoustic propagator that uses it, a run under way ends first.
ebw_shot_destroy(shot) = ccall(POINTER_ebw_shot_destroy[], Cvoid, (Ptr{Cvoid},), shot)
# Fills a Ricker wavelet: wavelet[k] = (1 - 2q) exp(-q), q = (pi f0 (k dt - t0))^2.
ebw_ricker(f0, t0, dt, n_samples, wavelet) =
    ccall(POINTER_ebw_ricker[], Int32, (Cdouble, Cdouble, Cdouble, Int64, Ptr{Cdouble}), f0, t0, dt, n_samples, wavelet)
# Creates a propagator of a model and a shot, of reverse kind EBW_REVERSE_STATE_ONLY, with tapes (u^k); a schedule for
# it has the model's n_steps.
ebw_propagator_create_acoustic(model, shot, propagator) =
    ccall(POINTER_ebw_propagator_create_acoustic[], Int32,
          (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Ptr{Cvoid}}),
          model, shot, propagator)
# Gets misfit and gradient of the last executor run on an acoustic propagator.
ebw_propagator_get_gradient(propagator, misfit, gradient, stride) =
    ccall(POINTER_ebw_propagator_get_gradient[], Int32,
          (Ptr{Cvoid}, Ptr{Cdouble}, Ptr{Cvoid}, Ptr{Int64}),
          propagator, misfit, gradient, stride)
# As ebw_model_get_tuning, of an acoustic propagator.
ebw_propagator_get_tuning(propagator, tuning) =
    ccall(POINTER_ebw_propagator_get_tuning[], Int32, (Ptr{Cvoid}, Ptr{Cstring}), propagator, tuning)
# As ebw_model_set_tuning, of an acoustic propagator, from its next run on.
ebw_propagator_set_tuning(propagator, tuning) =
    ccall(POINTER_ebw_propagator_set_tuning[], Int32, (Ptr{Cvoid}, Cstring), propagator, tuning)
