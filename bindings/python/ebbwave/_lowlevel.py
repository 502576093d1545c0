# SPDX-License-Identifier: MIT
"""The C ABI for ctypes: constants, callback types and signatures. Written by bindings/generate.py; do not edit.

Pointers to numbers are c_void_p, which takes the address of a numpy array, byref() of a ctypes number, or None.
A callback that is not wanted is an empty object of its type. The full text of each function stands in its header.
"""
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_double, c_int32, c_int64, c_void_p

# Release and ABI that this layer was written for.
VERSION = "0.1.0"
ABI_VERSION = 0

EBW_OK = 0
# a value out of its range, a NULL where none is allowed
EBW_ERR_ARGUMENT = 10
# wrong number of axes or elements, too few nodes
EBW_ERR_SHAPE = 11
# another element type than the object's
EBW_ERR_DTYPE = 12
# a size or count beyond 64 bits
EBW_ERR_OVERFLOW = 13
# no such name, index or file
EBW_ERR_NOT_FOUND = 14
# not offered for this combination
EBW_ERR_UNSUPPORTED = 15
# call out of order
EBW_ERR_STATE = 20
# handle in use by another thread, or by the call whose callback this is
EBW_ERR_BUSY = 21
# handle of another kind
EBW_ERR_HANDLE = 22
# the progress callback asked to stop
EBW_ERR_CANCELLED = 23
# the machine refused memory
EBW_ERR_NO_MEMORY = 30
# the given memory or number of slots is too small; the text names the least
EBW_ERR_BUDGET = 31
# a checkpoint could not be stored or read
EBW_ERR_STORAGE = 40
# storage is full
EBW_ERR_NO_SPACE = 41
# a checkpoint or file is damaged
EBW_ERR_CORRUPT = 42
# the system denies access
EBW_ERR_PERMISSION = 43
# nothing to resume from
EBW_ERR_NOT_RESUMABLE = 44
# a NaN or an infinity; the text names the step or index
EBW_ERR_NON_FINITE = 50
# the time step is above the stability limit
EBW_ERR_UNSTABLE = 51
# an iteration did not converge
EBW_ERR_NOT_CONVERGED = 52
# a user callback returned non-zero; see ebw_last_callback_status
EBW_ERR_CALLBACK = 60
# an MPI call failed
EBW_ERR_MPI = 70
# the domain cannot be split so
EBW_ERR_DECOMPOSITION = 71
# ranks passed different arguments
EBW_ERR_RANKS_DISAGREE = 72
# another rank failed
EBW_ERR_RANK_FAILED = 73
# a fault of the library: please report it with the text
EBW_ERR_INTERNAL = 90
# IEEE single precision
EBW_F32 = 1
# IEEE double precision
EBW_F64 = 2
# one object; `checks` has one object per check
EBW_REPORT_JSON = 0
# a FAIL is a failure, an INCONCLUSIVE an error
EBW_REPORT_JUNIT = 1
# one file that needs nothing else
EBW_REPORT_HTML = 2
# no action: the schedule is exhausted
EBW_ACTION_END = 0
# (from, to): run steps from .. to-1, keep nothing
EBW_ACTION_ADVANCE = 1
# (from, slot): the state at from into slot, which is free
EBW_ACTION_SAVE = 2
# (from, slot): the state at from out of slot
EBW_ACTION_LOAD = 3
# (from, slot): slot is free again; it held from
EBW_ACTION_DISCARD = 4
# (from): the forward sweep has reached the state at n = from
EBW_ACTION_TURN = 5
# (from, to, slot): reverse from, from-1, .. to; tapes in slot + (k - to), or -1
EBW_ACTION_REVERSE = 6
# (from, to, slot): run steps from .. to-1, tapes into slot, slot+1, ..
EBW_ACTION_ADVANCE_TAPED = 7
# (from, slot): the tape that kind 7 with slot -1 just took, into slot
EBW_ACTION_SAVE_TAPE = 8
# (from, slot): the next reverse uses the tape of step from, which lies in slot
EBW_ACTION_LOAD_TAPE = 9
# the state before the step: it runs the step once more, taping, then reverses it
EBW_REVERSE_FUSED = 1
# the state before the step and no forward step (linear waves)
EBW_REVERSE_STATE_ONLY = 2
# as fused, in a loop that sees its end only after the last step
EBW_REVERSE_UNFUSED = 3
# states; also checkpoints of the caller's own
EBW_BANK_STATE = 0
# tapes
EBW_BANK_TAPE = 1
# 1e-6 (f64), 1e-3 (f32)
EBW_PROFILE_DEFAULT = 0
# 1e-8, f64 only: gradients that are exact up to rounding
EBW_PROFILE_EXACT = 1
# 9 steps (f64), 10 (f32), 8 points for the noise: the best resolution
EBW_LADDER_FULL = 0
# 3 steps (f64), 4 (f32), 4 points for the noise: for an expensive J
EBW_LADDER_REDUCED = 1
EBW_PART_ALL = 0
# a parameter, such as the velocity, or the wavelets
EBW_PART_BLOCK = 1
# any set of elements
EBW_PART_REGION = 2
# the cells along the faces, absorbing layers included
EBW_PART_BOUNDARY = 3
# the cells around the sources
EBW_PART_SOURCES = 4
# the cells around the receivers
EBW_PART_RECEIVERS = 5
# the cells along the borders of the ranks of a parallel program
EBW_PART_INTERFACE = 6
# the error is below the tolerance, its uncertainty included
EBW_VERDICT_PASS = 0
# the error is above the tolerance, its uncertainty taken off; or a fault was seen
EBW_VERDICT_FAIL = 1
# neither; the text tells what would help
EBW_VERDICT_INCONCLUSIVE = 2
EBW_FAULT_NONE = 0
# m holds a NaN or an infinity
EBW_FAULT_POINT_NON_FINITE = 1
# J(m) is one, or evaluate did not write it
EBW_FAULT_VALUE_NON_FINITE = 2
# g holds one, or the gradient callback did not write that element
EBW_FAULT_GRADIENT_NON_FINITE = 3
# a callback wrote into its input
EBW_FAULT_INPUT_WRITTEN = 4
# J(m) has other bits after the test than before, although it repeats
EBW_FAULT_STATE_LEAK = 5
# A x holds one, or was not written there
EBW_FAULT_FORWARD_NON_FINITE = 6
# A^T y holds one, or was not written there
EBW_FAULT_ADJOINT_NON_FINITE = 7
# m or g of the caller has other values after the test than before
EBW_FAULT_INPUT_CHANGED = 8
# H v holds one, or was not written there
EBW_FAULT_HESSIAN_NON_FINITE = 9
EBW_WORST = -1
EBW_FACE_ALL = -1
# x = 0
EBW_FACE_LEFT = 0
# x = (nx-1) hx
EBW_FACE_RIGHT = 1
# y = 0, 3-D only
EBW_FACE_FRONT = 2
# y = (ny-1) hy, 3-D only
EBW_FACE_BACK = 3
# z = 0
EBW_FACE_TOP = 4
# z = (nz-1) hz
EBW_FACE_BOTTOM = 5
# convolutional perfectly matched layer outside the grid, at least 5 cells, usually 20
EBW_BOUNDARY_CPML = 1
# damping layer outside the grid, at least 5 cells
EBW_BOUNDARY_SPONGE = 2
# pressure release on the face's first node plane: u = 0, odd mirror behind
EBW_BOUNDARY_FREE = 3
# even mirror about the plane half a spacing outside
EBW_BOUNDARY_RIGID = 4
# u = 0 for ever outside the array
EBW_BOUNDARY_ZERO = 5
# per m/s
EBW_PARAMETER_VELOCITY = 1
# per s^2/m^2
EBW_PARAMETER_SLOWNESS_SQUARED = 2

# Release called for a user pointer when the library no longer needs it.
ebw_release_fn = CFUNCTYPE(None, c_void_p)
# Receives remarks of the library.
ebw_log_fn = CFUNCTYPE(None, c_int32, c_char_p, c_void_p)
# Progress of a long call: done of total steps (forward and reverse, over all shots), of which recomputed repeat a
# forward step.
ebw_progress_fn = CFUNCTYPE(c_int32, c_int64, c_int64, c_int64, c_void_p)
# Sets y = A x.
ebw_dot_forward_fn = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_void_p)
# Sets x = A^T y.
ebw_dot_adjoint_fn = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_void_p)
# state := the initial state, gradient and adjoint := 0; once at the begin of every run.
ebw_start_fn = CFUNCTYPE(c_int32, c_void_p)
# Takes steps from .. to-1; the state is that at `from` before and that at `to` afterwards.
ebw_advance_fn = CFUNCTYPE(c_int32, c_int64, c_int64, c_void_p)
# The state is that at n, the number of steps: seed the adjoint.
ebw_turn_fn = CFUNCTYPE(c_int32, c_int64, c_void_p)
# Takes the adjoint from k+1 to k and adds to the gradient.
ebw_reverse_fn = CFUNCTYPE(c_int32, c_int64, c_void_p)
# Writes the state at k, state_bytes of it, aligned to 64; reads it back.
ebw_save_fn = CFUNCTYPE(c_int32, c_int64, c_void_p, c_void_p)
# Writes the state at k, state_bytes of it, aligned to 64; reads it back.
ebw_load_fn = CFUNCTYPE(c_int32, c_int64, c_void_p, c_void_p)
# Takes step k and remembers what its adjoint needs, until save_tape(k) asks for it right after.
ebw_advance_taped_fn = CFUNCTYPE(c_int32, c_int64, c_void_p)
# `slots` checkpoints of at most `slot_bytes` are to come; all that the bank holds has been discarded.
ebw_store_begin_fn = CFUNCTYPE(c_int32, c_int32, c_int64, c_int64, c_void_p)
# Keeps `size` bytes, which are the library's, until they are discarded.
ebw_store_save_fn = CFUNCTYPE(c_int32, c_int32, c_int64, c_int64, c_void_p, c_int64, c_void_p)
# Gives the same `size` bytes back; may be asked for several times.
ebw_store_load_fn = CFUNCTYPE(c_int32, c_int32, c_int64, c_int64, c_void_p, c_int64, c_void_p)
# Forgets them; after a failed run too, when the answer is not looked at.
ebw_store_discard_fn = CFUNCTYPE(c_int32, c_int32, c_int64, c_int64, c_void_p)
# Sets *J = J(m).
ebw_taylor_evaluate_fn = CFUNCTYPE(c_int32, c_void_p, POINTER(c_double), c_void_p)
# Sets g = dJ/dm at m.
ebw_taylor_gradient_fn = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_void_p)
# Sets Hv = H(m) v, the derivative of the gradient along v.
ebw_taylor_hessian_fn = CFUNCTYPE(c_int32, c_void_p, c_void_p, c_void_p, c_void_p)
# Sets *product = <a, b>, an inner product of two vectors: symmetric, linear in both, positive.
ebw_inner_product_fn = CFUNCTYPE(c_int32, c_void_p, c_void_p, POINTER(c_double), c_void_p)
# A user's misfit of one shot, called once per shot and run on the thread that made the call.
ebw_misfit_fn = CFUNCTYPE(
    c_int32, c_int64, c_int64, c_int64, POINTER(c_double), POINTER(c_double), POINTER(c_double), c_void_p
)

# Name -> type of the result, types of the arguments.
SIGNATURES = {
    # Release of the library as "major.minor.patch".
    "ebw_version": (c_char_p, []),
    # Number of the binary interface, also the number in the library's file name.
    "ebw_abi_version": (c_int32, []),
    # How the library was built: compiler, instruction sets, options; one line.
    "ebw_build_info": (c_char_p, []),
    # Short English name of a status, such as "budget too small".
    "ebw_status_name": (c_char_p, [c_int32]),
    # Text of the last failed call of this thread; "" when none failed yet.
    "ebw_last_error": (c_char_p, []),
    # What the user's callback returned in the last call of this thread that failed with EBW_ERR_CALLBACK; 0 when none
    # did.
    "ebw_last_callback_status": (c_int32, []),
    # Gets the bytes that all handles of the process hold in fields, states, tapes, traces and other large arrays,
    # counted where they are allocated (what massif sees of them, to the byte); small objects, code and stacks are not
    # in it.
    "ebw_get_memory": (None, [c_void_p, c_void_p]),
    # Lets the peak of ebw_get_memory begin again from what is held now.
    "ebw_reset_memory_peak": (None, []),
    # Sets the process's log function.
    "ebw_set_log": (None, [ebw_log_fn, c_void_p]),
    # Creates a checker that has seen nothing yet.
    "ebw_checker_create": (c_int32, [c_int64, c_int32, c_int64, c_int64, c_int64, POINTER(c_void_p)]),
    # Takes the next action of the stream.
    "ebw_checker_take": (c_int32, [c_void_p, c_int32, c_int64, c_int64, c_int64]),
    # Says that the stream has ended: every step must be reversed and no slot in use.
    "ebw_checker_finish": (c_int32, [c_void_p]),
    # Gets a count of the stream so far by its name.
    "ebw_checker_get_count": (c_int32, [c_void_p, c_char_p, c_void_p]),
    # Checks a whole schedule, from its first action to its last: it is legal within the slots that it says it needs,
    # which are within the limits, and does just as many steps, saves and loads as it says.
    "ebw_schedule_check": (c_int32, [c_void_p, c_int64, c_int64, c_int64]),
    # Releases the handle.
    "ebw_checker_destroy": (None, [c_void_p]),
    # Tests whether adjoint is the transpose of forward, and forward linear, with the defaults of ebw_dot_create.
    "ebw_dot_test": (
        c_int32,
        [
            c_int32, c_int64, c_int64, ebw_dot_forward_fn, ebw_dot_adjoint_fn, c_void_p, c_int64, c_void_p, c_void_p,
            c_void_p
        ],
    ),
    # Creates a dot test with the default options: 1 step, bound factor 64, 3 seeds from 1, no image vectors.
    "ebw_dot_create": (
        c_int32,
        [
            c_int32, c_int64, c_int64, ebw_dot_forward_fn, ebw_dot_adjoint_fn, c_void_p, ebw_release_fn,
            POINTER(c_void_p)
        ],
    ),
    # Releases the handle.
    "ebw_dot_destroy": (None, [c_void_p]),
    # Sets the number K of operations that A applies one after another; the bound grows with sqrt(K).
    "ebw_dot_set_steps": (c_int32, [c_void_p, c_int64]),
    # Sets the factor C of the bound C u sqrt(K), u = 2^-53 (f64), 2^-24 (f32).
    "ebw_dot_set_bound_factor": (c_int32, [c_void_p, c_double]),
    # Sets the seed of the random vectors and how many seeds are tried; every one must pass, there are no second tries.
    "ebw_dot_set_seeds": (c_int32, [c_void_p, c_int64, c_int64]),
    # Sets whether each seed has a second pair of vectors, y = A x' scaled to size 1, which lies where A has its energy.
    "ebw_dot_set_image": (c_int32, [c_void_p, c_int32]),
    # Sets the inner products in which A^T is the adjoint: <A x, y> = <x, A^T y>.
    "ebw_dot_set_inner_products": (
        c_int32,
        [
            c_void_p, ebw_inner_product_fn, ebw_inner_product_fn, c_void_p, ebw_release_fn
        ],
    ),
    # Sets which elements of the whole vectors x and y are: random vectors are drawn by the global number of an element,
    # so that ranks that hold a slice each have slices of the same vectors, for any number of ranks.
    "ebw_dot_set_index_offsets": (c_int32, [c_void_p, c_int64, c_int64]),
    # Runs the test.
    "ebw_dot_run": (c_int32, [c_void_p, c_void_p]),
    # Gets the verdict of the whole run.
    "ebw_dot_get_verdict": (c_int32, [c_void_p, c_void_p]),
    # Gets the result in words, on one line.
    "ebw_dot_get_text": (c_int32, [c_void_p, POINTER(c_char_p)]),
    # Gets the fault that was seen.
    "ebw_dot_get_fault": (c_int32, [c_void_p, c_void_p, c_void_p]),
    # Gets what rounding allows error and linearity to be.
    "ebw_dot_get_bound": (c_int32, [c_void_p, c_void_p]),
    # Gets the options of the run.
    "ebw_dot_get_options": (c_int32, [c_void_p, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p]),
    # Gets how often the run called the code under test.
    "ebw_dot_get_calls": (c_int32, [c_void_p, c_void_p, c_void_p]),
    # Gets the number of pairs of vectors that were tested: one per seed, two with image vectors (the random one first).
    "ebw_dot_count_pairs": (c_int32, [c_void_p, c_void_p]),
    # Gets the result of a pair.
    "ebw_dot_get_pair": (c_int32, [c_void_p, c_int64, c_void_p, c_void_p, c_void_p]),
    # Gets the inner products of a pair.
    "ebw_dot_get_products": (c_int32, [c_void_p, c_int64, c_void_p, c_void_p, c_void_p]),
    # Creates an executor.
    "ebw_executor_create": (c_int32, [c_void_p, c_void_p, c_void_p, POINTER(c_void_p)]),
    # Tells what a run will do and hold.
    "ebw_executor_plan": (c_int32, [c_void_p, POINTER(c_void_p)]),
    # Sets the function that is told of progress, and may cancel.
    "ebw_executor_set_progress": (c_int32, [c_void_p, ebw_progress_fn, c_int64, c_void_p, ebw_release_fn]),
    # Runs forward and reverse sweep once: one gradient.
    "ebw_executor_run": (c_int32, [c_void_p]),
    # Sets whether a run holds each state that it computes again, or loads, against the one of the first sweep, by a
    # hash of what the propagator saves.
    "ebw_executor_set_replay_check": (c_int32, [c_void_p, c_int32]),
    # Sets the directory in which runs leave generations, from which a killed run can be resumed.
    "ebw_executor_set_directory": (c_int32, [c_void_p, c_char_p, c_int64]),
    # Sets the time between two generations, and with it the work that a kill can lose.
    "ebw_executor_set_generation_seconds": (c_int32, [c_void_p, c_double]),
    # Sets whether a generation follows each checkpoint that goes to disk, beside those by time: each state that is
    # saved in a slot which the storage keeps in a file.
    "ebw_executor_set_disk_generations": (c_int32, [c_void_p, c_int32]),
    # Tells the library what tells your problem from another: parameters, initial state, data.
    "ebw_executor_set_fingerprint": (c_int32, [c_void_p, c_void_p, c_int64]),
    # Goes on with a run that was killed, or that failed, from the newest whole generation in the directory, forward or
    # in reverse; begins anew when there is none.
    "ebw_executor_resume": (c_int32, [c_void_p]),
    # Gets a count of the last run by its name; partial when the run failed.
    "ebw_executor_get_stat": (c_int32, [c_void_p, c_char_p, c_void_p]),
    # Gets a time of the last run by its name; partial when the run failed.
    "ebw_executor_get_seconds": (c_int32, [c_void_p, c_char_p, c_void_p]),
    # Releases the handle; a run that is under way ends first.
    "ebw_executor_destroy": (None, [c_void_p]),
    # Gets the number of steps.
    "ebw_plan_get_steps": (c_int32, [c_void_p, c_void_p]),
    # Gets the number of all forward steps, those that are taped included.
    "ebw_plan_get_forward_steps": (c_int32, [c_void_p, c_void_p]),
    # Gets the number of forward steps beyond the first sweep's.
    "ebw_plan_get_recomputed": (c_int32, [c_void_p, c_void_p]),
    # Gets the number of checkpoints held at once: states, or tapes where no states are kept (store_all with tapes,
    # segment in one leaf), or units of a room that both share (mixed).
    "ebw_plan_get_slots": (c_int32, [c_void_p, c_void_p]),
    # Gets the sum of all bytes that the library will hold at most; a user's propagator is not ours to count.
    "ebw_plan_get_total_bytes": (c_int32, [c_void_p, c_void_p]),
    # Gets the least total of bytes with which the run is possible: by the schedule that was named, or by whichever may
    # be taken (without a name store_all or revolve), on the disk that there is.
    "ebw_plan_get_least_bytes": (c_int32, [c_void_p, c_void_p]),
    # Gets the time step.
    "ebw_plan_get_dt": (c_int32, [c_void_p, c_void_p]),
    # Gets the name of the schedule, as "store_all", "revolve", "segment", "two_level", "segment_disk".
    "ebw_plan_get_schedule": (c_int32, [c_void_p, POINTER(c_char_p)]),
    # Gets the bytes of one use.
    "ebw_plan_get_bytes": (c_int32, [c_void_p, c_char_p, c_void_p]),
    # Gets the number of slots that hold tapes alone.
    "ebw_plan_get_tape_slots": (c_int32, [c_void_p, c_void_p]),
    # Gets the cost that the schedule was chosen by: advances, taped advances, reverse steps and copies of states, each
    # times its own cost.
    "ebw_plan_get_cost": (c_int32, [c_void_p, c_void_p]),
    # Gets the forecast of the time of one shot.
    "ebw_plan_get_seconds": (c_int32, [c_void_p, c_void_p]),
    # Gets the number of slots on disk.
    "ebw_plan_get_disk_slots": (c_int32, [c_void_p, c_void_p]),
    # Gets the bytes that slots on disk take there at most.
    "ebw_plan_get_disk_bytes": (c_int32, [c_void_p, c_void_p]),
    # Gets a number of the plan by its name.
    "ebw_plan_get_number": (c_int32, [c_void_p, c_char_p, c_void_p]),
    # Gets the bound on memory that the plan was made for.
    "ebw_plan_get_memory_limit": (c_int32, [c_void_p, c_void_p]),
    # Counts the plans of other kinds of schedule that stood beside this one when it was chosen, itself included.
    "ebw_plan_count_alternatives": (c_int32, [c_void_p, c_void_p]),
    # Gets one of these plans, the cheapest first; of equal cost the one with fewer forward steps, then with fewer
    # bytes.
    "ebw_plan_get_alternative": (c_int32, [c_void_p, c_int64, POINTER(c_void_p)]),
    # Creates the schedule that the plan speaks of.
    "ebw_plan_create_schedule": (c_int32, [c_void_p, POINTER(c_void_p)]),
    # Creates the storage in which the plan places checkpoints: memory, or memory and files as ebw_storage_create_tiered
    # with the plan's disk_bytes as the bound.
    "ebw_plan_create_storage": (c_int32, [c_void_p, c_char_p, POINTER(c_void_p)]),
    # Chooses a schedule for any time loop from a budget in bytes, with checkpoints in memory.
    "ebw_plan_choose": (c_int32, [c_int64, c_int32, c_int64, c_int64, c_int64, c_char_p, c_void_p, POINTER(c_void_p)]),
    # Chooses a schedule for any time loop from a budget in bytes for memory and one for a disk: the one that costs
    # least, of equal ones that with fewer forward steps, then with fewer bytes.
    "ebw_plan_choose_places": (
        c_int32,
        [
            c_int64, c_int32, c_int64, c_int64, c_int64, c_int64, c_char_p, c_void_p, POINTER(c_void_p)
        ],
    ),
    # Releases the plan.
    "ebw_plan_destroy": (None, [c_void_p]),
    # Creates a propagator from the user's own code; its callbacks are set one by one afterwards.
    "ebw_propagator_create_user": (c_int32, [c_int32, c_int64, c_void_p, ebw_release_fn, POINTER(c_void_p)]),
    # Sets the callback that begins a run.
    "ebw_propagator_set_start": (c_int32, [c_void_p, ebw_start_fn]),
    # Sets the callback that takes forward steps.
    "ebw_propagator_set_advance": (c_int32, [c_void_p, ebw_advance_fn]),
    # Sets the callback that seeds the adjoint at the final state.
    "ebw_propagator_set_turn": (c_int32, [c_void_p, ebw_turn_fn]),
    # Sets the callback that takes one adjoint step.
    "ebw_propagator_set_reverse": (c_int32, [c_void_p, ebw_reverse_fn]),
    # Sets the callback that writes a state into a checkpoint.
    "ebw_propagator_set_save": (c_int32, [c_void_p, ebw_save_fn]),
    # Sets the callback that takes a state out of a checkpoint.
    "ebw_propagator_set_load": (c_int32, [c_void_p, ebw_load_fn]),
    # Sets the three callbacks of tapes, which belong together: they allow schedules that keep tapes.
    "ebw_propagator_set_tape": (c_int32, [c_void_p, c_int64, ebw_advance_taped_fn, ebw_save_fn, ebw_load_fn]),
    # Sets the two callbacks of the adjoint state, gradient included, which belong together: they are for resuming a
    # killed run (ebw_executor_set_directory).
    "ebw_propagator_set_adjoint": (c_int32, [c_void_p, c_int64, ebw_save_fn, ebw_load_fn]),
    # Sets the two callbacks of what the forward sweep leaves beside its state (traces, step sizes that were chosen),
    # which belong together: for resuming a killed run.
    "ebw_propagator_set_record": (c_int32, [c_void_p, c_int64, ebw_save_fn, ebw_load_fn]),
    # Gets the bytes of one state.
    "ebw_propagator_get_state_bytes": (c_int32, [c_void_p, c_void_p]),
    # Gets the bytes of the tape of one step.
    "ebw_propagator_get_tape_bytes": (c_int32, [c_void_p, c_void_p]),
    # Tells of what a state of a user's propagator is made, for the lossy codecs of a storage; nothing else needs it.
    "ebw_propagator_set_state_layout": (c_int32, [c_void_p, c_int64, c_void_p, c_void_p]),
    # Gets one array of a state: bytes only, without names or coordinates.
    "ebw_propagator_get_state_layout": (c_int32, [c_void_p, c_int64, c_void_p, c_void_p, c_void_p, c_void_p]),
    # Gets the bytes of the adjoint state, gradient included.
    "ebw_propagator_get_adjoint_bytes": (c_int32, [c_void_p, c_void_p]),
    # Releases the handle; the propagator goes with the last executor that uses it.
    "ebw_propagator_destroy": (None, [c_void_p]),
    # Creates an empty report.
    "ebw_report_create": (c_int32, [c_char_p, POINTER(c_void_p)]),
    # Releases the handle.
    "ebw_report_destroy": (None, [c_void_p]),
    # Adds a check of any kind.
    "ebw_report_add_check": (c_int32, [c_void_p, c_char_p, c_char_p, c_int32, c_char_p, c_double]),
    # Adds the last run of a Taylor test: verdict, words, all numbers of the direction that decides, and its ladder,
    # which HTML shows as a picture.
    "ebw_report_add_taylor": (c_int32, [c_void_p, c_char_p, c_char_p, c_void_p, c_double]),
    # Adds the last run of a dot test.
    "ebw_report_add_dot": (c_int32, [c_void_p, c_char_p, c_char_p, c_void_p, c_double]),
    # Adds measured memory against slots, which HTML shows as a picture: PASS when a slot costs state_bytes.
    "ebw_report_add_memory": (
        c_int32,
        [
            c_void_p, c_char_p, c_char_p, c_int64, c_void_p, c_void_p, c_int64, c_double, c_double
        ],
    ),
    # Adds a named number to the check that was added last, or before the first check to the whole report.
    "ebw_report_add_number": (c_int32, [c_void_p, c_char_p, c_double]),
    # Adds a named text to the check that was added last, or before the first check to the whole report.
    "ebw_report_add_text": (c_int32, [c_void_p, c_char_p, c_char_p]),
    # Gets the verdict of all checks together: FAIL when any fails, else INCONCLUSIVE when any is or when there is none.
    "ebw_report_get_verdict": (c_int32, [c_void_p, c_void_p]),
    # Counts the checks of one verdict.
    "ebw_report_count_checks": (c_int32, [c_void_p, c_int32, c_void_p]),
    # Writes the report to a file, which appears whole or not at all and replaces one of that name.
    "ebw_report_write": (c_int32, [c_void_p, c_int32, c_char_p]),
    # Creates the schedule that keeps what the reverse of each step needs, so that no step is run twice.
    "ebw_schedule_create_store_all": (c_int32, [c_int64, c_int32, c_int32, POINTER(c_void_p)]),
    # Creates the schedule with the fewest advances for a given number of slots and, among those, the fewest saves.
    "ebw_schedule_create_revolve": (c_int32, [c_int64, c_int64, c_int32, POINTER(c_void_p)]),
    # Creates revolve over leaves of steps: the tapes of one leaf are kept while it runs and are read by one ranged
    # reverse; states stand between leaves by the binomial rule; the last leaf is taped on the first sweep.
    "ebw_schedule_create_segment": (c_int32, [c_int64, c_int64, c_int64, c_int32, POINTER(c_void_p)]),
    # Chooses the leaf and the slots of a segment schedule together: the least cost F * advances + (FT + A) * steps +
    # COPY * (saves + loads of states) of all pairs that fit in a room.
    "ebw_schedule_choose_segment": (c_int32, [c_int64, c_int64, c_int64, c_int64, c_void_p, c_void_p, c_void_p]),
    # Creates the schedule with the fewest forward steps where states and tapes share one room, each where it saves
    # most.
    "ebw_schedule_create_mixed": (c_int32, [c_int64, c_int64, c_int64, c_int64, c_int32, POINTER(c_void_p)]),
    # Creates the schedule of a loop whose length is not known until it ends.
    "ebw_schedule_create_online": (c_int32, [c_int64, c_int32, POINTER(c_void_p)]),
    # Creates the cheapest schedule for slots in memory and slots on disk; copies in memory cost nothing.
    "ebw_schedule_create_two_level": (c_int32, [c_int64, c_int64, c_int64, c_int32, c_void_p, POINTER(c_void_p)]),
    # Creates the cheapest schedule for slots in memory and as many on disk as are of use.
    "ebw_schedule_create_disk": (c_int32, [c_int64, c_int64, c_int32, c_void_p, POINTER(c_void_p)]),
    # Creates the schedule with a state on disk every `period` steps; within a period memory and that state are used the
    # cheapest way.
    "ebw_schedule_create_periodic": (c_int32, [c_int64, c_int64, c_int64, c_int32, c_void_p, POINTER(c_void_p)]),
    # Creates the schedule for a disk that is written and read in the background: a state on disk every `interval`
    # steps, so many that the transfer hides behind them, loaded once on the way back; within an interval the binomial
    # rule in memory.
    "ebw_schedule_create_async": (c_int32, [c_int64, c_int64, c_int64, c_int32, c_void_p, POINTER(c_void_p)]),
    # Takes the next action out of the stream.
    "ebw_schedule_next": (c_int32, [c_void_p, c_void_p, c_void_p, c_void_p, c_void_p]),
    # Takes the next actions out of the stream, several in one call, for languages in which a call is dear.
    "ebw_schedule_next_many": (c_int32, [c_void_p, c_void_p, c_int64, c_void_p]),
    # Puts the stream back to the first action.
    "ebw_schedule_reset": (c_int32, [c_void_p]),
    # Says where a loop of unknown length ends, for schedules made by ebw_schedule_create_online.
    "ebw_schedule_finish": (c_int32, [c_void_p, c_int64]),
    # Writes all actions from the first to the last (without EBW_ACTION_END); the stream stays where it is.
    "ebw_schedule_export": (c_int32, [c_void_p, c_void_p, c_int64, c_void_p]),
    # Counts the forward steps that keep nothing (in store_all of kind state_only all forward steps), without running.
    "ebw_schedule_count_advances": (c_int32, [c_void_p, c_void_p]),
    # Counts the forward steps that keep adjoint data: `steps` in kind fused, 0 in kind state_only.
    "ebw_schedule_count_taped": (c_int32, [c_void_p, c_void_p]),
    # Counts the saves of states (of tapes in store_all with tapes), without running.
    "ebw_schedule_count_saves": (c_int32, [c_void_p, c_void_p]),
    # Counts the loads of states (of tapes in store_all with tapes), without running.
    "ebw_schedule_count_loads": (c_int32, [c_void_p, c_void_p]),
    # Counts the saves of states to disk, without running.
    "ebw_schedule_count_disk_saves": (c_int32, [c_void_p, c_void_p]),
    # Counts the loads of states from disk, without running.
    "ebw_schedule_count_disk_loads": (c_int32, [c_void_p, c_void_p]),
    # Counts the states on disk that the schedule has not discarded at its end: 0 for every kind of this library.
    "ebw_schedule_count_left_on_disk": (c_int32, [c_void_p, c_void_p]),
    # Weighs the schedule: uf * all forward steps + ub * reverse steps + wd * saves to disk + rd * loads from disk.
    "ebw_schedule_get_cost": (c_int32, [c_void_p, c_void_p, c_void_p]),
    # Gets the number of steps.
    "ebw_schedule_get_steps": (c_int32, [c_void_p, c_void_p]),
    # Gets the most slots that are in use at once; slot numbers are below it.
    "ebw_schedule_get_peak_slots": (c_int32, [c_void_p, c_void_p]),
    # Gets the most states that are on disk at once.
    "ebw_schedule_get_peak_disk_slots": (c_int32, [c_void_p, c_void_p]),
    # Gets the number of the first slot on disk: slots of states below it are memory.
    "ebw_schedule_get_memory_slots": (c_int32, [c_void_p, c_void_p]),
    # Gets the number of slots that hold tapes alone; slots of tapes are numbered apart from those of states.
    "ebw_schedule_get_tape_slots": (c_int32, [c_void_p, c_void_p]),
    # Gets the reverse kind that the schedule was made for.
    "ebw_schedule_get_reverse_kind": (c_int32, [c_void_p, c_void_p]),
    # Releases the handle; an executor that runs the schedule keeps it alive.
    "ebw_schedule_destroy": (None, [c_void_p]),
    # Creates a storage in memory; it takes none before it is reserved or run.
    "ebw_storage_create_memory": (c_int32, [POINTER(c_void_p)]),
    # Creates a storage in files.
    "ebw_storage_create_disk": (c_int32, [c_char_p, c_int64, POINTER(c_void_p)]),
    # Creates a storage in two tiers: the first slots of states, and all tapes, in memory, the other slots in files as
    # those of ebw_storage_create_disk, written in the background and read before they are needed as far as the schedule
    # tells.
    "ebw_storage_create_tiered": (c_int32, [c_char_p, c_int64, c_int64, POINTER(c_void_p)]),
    # Measures what a checkpoint costs in a directory: the middle of three saves and of three loads, as a storage on
    # disk makes them.
    "ebw_storage_measure_disk": (c_int32, [c_char_p, c_int64, c_void_p, c_void_p]),
    # Creates a storage over callbacks of the user's.
    "ebw_storage_create_user": (
        c_int32,
        [
            ebw_store_begin_fn, ebw_store_save_fn, ebw_store_load_fn, ebw_store_discard_fn, c_void_p, ebw_release_fn,
            POINTER(c_void_p)
        ],
    ),
    # Limits what slots in memory may take; for storages of ebw_storage_create_memory.
    "ebw_storage_set_limit": (c_int32, [c_void_p, c_int64]),
    # Sets how checkpoints are encoded.
    "ebw_storage_set_codec": (c_int32, [c_void_p, c_char_p, c_double]),
    # Gets the largest error that a lossy codec made: of any real number that was saved since the last reserve or run,
    # as a part of the largest magnitude in its array at that save.
    "ebw_storage_get_codec_error": (c_int32, [c_void_p, c_void_p]),
    # Has checkpoints in memory, or at the user's, summed (CRC-32C) when they are saved and compared at every load: one
    # that changed is EBW_ERR_CORRUPT, with slot and step.
    "ebw_storage_set_checksums": (c_int32, [c_void_p, c_int32]),
    # Tells of what the caller's own checkpoints are made, for lossy codecs; an executor tells it for its runs.
    "ebw_storage_set_layout": (c_int32, [c_void_p, c_int64, c_void_p, c_void_p]),
    # Makes room for checkpoints.
    "ebw_storage_reserve": (c_int32, [c_void_p, c_int64, c_int64]),
    # Copies a checkpoint into a free slot.
    "ebw_storage_save": (c_int32, [c_void_p, c_int64, c_int64, c_void_p]),
    # Copies a checkpoint out of its slot; the slot keeps it.
    "ebw_storage_load": (c_int32, [c_void_p, c_int64, c_int64, c_void_p]),
    # Frees a slot.
    "ebw_storage_discard": (c_int32, [c_void_p, c_int64]),
    # Gets one count by its name.
    "ebw_storage_get_stat": (c_int32, [c_void_p, c_char_p, c_void_p]),
    # Releases the handle; the storage goes with the last executor that uses it.
    "ebw_storage_destroy": (None, [c_void_p]),
    # Tests whether g is the gradient of J at m, with the defaults of ebw_taylor_create.
    "ebw_taylor_test": (
        c_int32,
        [
            c_int32, c_int64, c_void_p, c_void_p, ebw_taylor_evaluate_fn, c_void_p, c_void_p, c_void_p, c_void_p
        ],
    ),
    # Creates a Taylor test of J with the default options: profile default, full ladder, 3 random directions, seed 1,
    # typical size |m| (1 where m is 0), no bounds, no parts, the plain sum as inner product.
    "ebw_taylor_create": (
        c_int32,
        [
            c_int32, c_int64, ebw_taylor_evaluate_fn, c_void_p, ebw_release_fn, POINTER(c_void_p)
        ],
    ),
    # Releases the handle.
    "ebw_taylor_destroy": (None, [c_void_p]),
    # Sets where the gradient comes from when ebw_taylor_run gets none.
    "ebw_taylor_set_gradient": (c_int32, [c_void_p, ebw_taylor_gradient_fn, c_void_p, ebw_release_fn]),
    # Sets the Hessian.
    "ebw_taylor_set_hessian": (c_int32, [c_void_p, ebw_taylor_hessian_fn, c_void_p, ebw_release_fn]),
    # Sets the tolerance by a profile.
    "ebw_taylor_set_profile": (c_int32, [c_void_p, c_int32]),
    # Sets the tolerance by a number.
    "ebw_taylor_set_tolerance": (c_int32, [c_void_p, c_double]),
    # Sets the steps at which J is evaluated.
    "ebw_taylor_set_ladder": (c_int32, [c_void_p, c_int32]),
    # Sets the seed of random directions.
    "ebw_taylor_set_seed": (c_int32, [c_void_p, c_int64]),
    # Sets the number of random directions, typical size times Gaussian, and forgets given ones.
    "ebw_taylor_set_directions": (c_int32, [c_void_p, c_int64]),
    # Takes given directions instead of random ones.
    "ebw_taylor_set_given_directions": (c_int32, [c_void_p, c_int64, c_void_p]),
    # Sets the size that counts as a big change of each element; the largest step is 5 % of it (reduced ladder: 0.1 % in
    # f64, 4 % in f32).
    "ebw_taylor_set_typical_size": (c_int32, [c_void_p, c_void_p]),
    # Sets bounds that m and all points of the test respect: steps are cut element by element; an element on its bound
    # stays fixed.
    "ebw_taylor_set_bounds": (c_int32, [c_void_p, c_void_p, c_void_p]),
    # Sets the inner product in which g is the gradient: J(m + d) = J(m) + <g, d> + ... Given directions are then not
    # scaled but taken as they are, in the unit of m, and the gradient's size is a mean over random vectors.
    "ebw_taylor_set_inner_product": (c_int32, [c_void_p, ebw_inner_product_fn, c_void_p, ebw_release_fn]),
    # Sets which elements of the whole vector m is: random directions are drawn by the global number of an element, so
    # that ranks that hold a slice each move along slices of one direction, the same for any number of ranks.
    "ebw_taylor_set_index_offset": (c_int32, [c_void_p, c_int64]),
    # Tells the value of a constant of the code under test, such as the time step: when the gradient is wrong by this
    # factor, its square, or the inverse of either, the diagnosis says so by name.
    "ebw_taylor_set_constant": (c_int32, [c_void_p, c_char_p, c_double]),
    # Tells noise of J that is known beforehand, such as the unit of the last digit to which J was rounded: the noise
    # that the test reckons with is never below it.
    "ebw_taylor_set_least_noise": (c_int32, [c_void_p, c_double]),
    # Sets the number K of operations that the Hessian applies one after another; the bound of its asymmetry is 64 u
    # sqrt(K), u = 2^-53 (f64), 2^-24 (f32), as in a dot test.
    "ebw_taylor_set_steps": (c_int32, [c_void_p, c_int64]),
    # Adds a block: a range of elements.
    "ebw_taylor_add_block": (c_int32, [c_void_p, c_char_p, c_int64, c_int64]),
    # Adds blocks "block 0" to "block <count - 1>" by the number of each element's block.
    "ebw_taylor_add_block_ids": (c_int32, [c_void_p, c_int64, c_void_p]),
    # Adds a region: a set of elements.
    "ebw_taylor_add_region": (c_int32, [c_void_p, c_char_p, c_int32, c_int64, c_void_p]),
    # Forgets all parts.
    "ebw_taylor_clear_parts": (c_int32, [c_void_p]),
    # Sets the number of random directions of each part.
    "ebw_taylor_set_part_directions": (c_int32, [c_void_p, c_int64]),
    # Runs the test at m.
    "ebw_taylor_run": (c_int32, [c_void_p, c_void_p, c_void_p, c_void_p]),
    # Tests the Hessian callback against the gradient callback at m: the same test for J' = <w, gradient> and its
    # gradient H w, along each direction with a random w of its own; and that <w, H v> = <v, H w> and H is linear, to
    # what rounding allows.
    "ebw_taylor_run_hessian": (c_int32, [c_void_p, c_void_p, c_void_p]),
    # Gets the verdict of the whole run.
    "ebw_taylor_get_verdict": (c_int32, [c_void_p, c_void_p]),
    # Gets the result in words, on one line.
    "ebw_taylor_get_text": (c_int32, [c_void_p, POINTER(c_char_p)]),
    # Gets what is likely wrong with a gradient that fails: a sign, a factor, a constant, the part that fails alone.
    "ebw_taylor_get_diagnosis": (c_int32, [c_void_p, POINTER(c_char_p)]),
    # Gets the options of the run.
    "ebw_taylor_get_options": (c_int32, [c_void_p, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p]),
    # Gets the fault that was seen.
    "ebw_taylor_get_fault": (c_int32, [c_void_p, c_void_p, c_void_p]),
    # Gets the value at m.
    "ebw_taylor_get_value": (c_int32, [c_void_p, c_void_p, c_void_p]),
    # Gets whether the test and the code under test left everything as it was.
    "ebw_taylor_get_restored": (c_int32, [c_void_p, c_void_p]),
    # Gets the number of evaluations of J that the run made.
    "ebw_taylor_get_evaluations": (c_int32, [c_void_p, c_void_p]),
    # Gets the number of directions that were tested.
    "ebw_taylor_count_directions": (c_int32, [c_void_p, c_void_p]),
    # Gets the result along a direction.
    "ebw_taylor_get_direction": (c_int32, [c_void_p, c_int64, c_void_p, c_void_p, c_void_p]),
    # Gets what the random directions prove of the whole gradient, parts aside.
    "ebw_taylor_get_certificate": (c_int32, [c_void_p, c_double, c_void_p, c_void_p, c_void_p]),
    # Gets what a direction covers.
    "ebw_taylor_get_part": (c_int32, [c_void_p, c_int64, POINTER(c_char_p), c_void_p]),
    # Gets why a direction is inconclusive.
    "ebw_taylor_get_reason": (c_int32, [c_void_p, c_int64, POINTER(c_char_p)]),
    # Gets how wrong the gradient is as a factor.
    "ebw_taylor_get_ratio": (c_int32, [c_void_p, c_int64, c_void_p, c_void_p]),
    # Gets the derivative along a direction d, all in the unit of J.
    "ebw_taylor_get_derivative": (c_int32, [c_void_p, c_int64, c_void_p, c_void_p, c_void_p]),
    # Gets the noise of J along a direction.
    "ebw_taylor_get_noise": (c_int32, [c_void_p, c_int64, c_void_p]),
    # Gets the second derivative along a direction d.
    "ebw_taylor_get_curvature": (c_int32, [c_void_p, c_int64, c_void_p]),
    # Gets the order with which a Taylor remainder falls.
    "ebw_taylor_get_order": (c_int32, [c_void_p, c_int64, c_int32, c_void_p, c_void_p, c_void_p]),
    # Gets how well an order is known.
    "ebw_taylor_get_order_interval": (c_int32, [c_void_p, c_int64, c_int32, c_void_p]),
    # Gets the steps of the ladder that were dropped because J was not to be had there.
    "ebw_taylor_get_dropped": (c_int32, [c_void_p, c_int64, c_void_p, c_void_p]),
    # Gets the number of steps of the ladder that were kept.
    "ebw_taylor_count_levels": (c_int32, [c_void_p, c_int64, c_void_p]),
    # Gets one step of the ladder, for plots.
    "ebw_taylor_get_level": (c_int32, [c_void_p, c_int64, c_int64, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p]),
    # Gets more of a step of the ladder, for plots.
    "ebw_taylor_get_remainders": (c_int32, [c_void_p, c_int64, c_int64, c_void_p, c_void_p, c_void_p]),
    # Gets the symmetry of a Hessian, after ebw_taylor_run_hessian.
    "ebw_taylor_get_symmetry": (c_int32, [c_void_p, c_int64, c_void_p, c_void_p, c_void_p, c_void_p]),
    # Tells whether memory grows with the slots as it should: the line peak = base + slope slots by least squares, and
    # whether its slope is the size of a state.
    "ebw_memory_fit": (
        c_int32,
        [
            c_int64, c_void_p, c_void_p, c_int64, c_double, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p
        ],
    ),
    # Computes the misfit and its exact gradient by the model, summed over shots, within memory_bytes.
    "ebw_gradient": (c_int32, [c_void_p, POINTER(c_void_p), c_int64, c_int64, c_void_p, c_void_p, c_void_p]),
    # Runs the forward sweep of each shot and fills its traces, and its final state where ebw_shot_set_keep_states asks.
    "ebw_forward": (c_int32, [c_void_p, POINTER(c_void_p), c_int64]),
    # Computes the misfit alone, for line searches: a forward sweep of each shot, which fills its traces, and the
    # misfit.
    "ebw_misfit": (c_int32, [c_void_p, POINTER(c_void_p), c_int64, c_void_p]),
    # Applies the transpose of the linearised map from model, wavelets and initial state to traces and final state.
    "ebw_adjoint": (c_int32, [c_void_p, POINTER(c_void_p), c_int64, c_int64, c_void_p, c_void_p]),
    # Tells what ebw_gradient with these arguments and a gradient will do and hold.
    "ebw_gradient_plan": (c_int32, [c_void_p, POINTER(c_void_p), c_int64, c_int64, POINTER(c_void_p)]),
    # Creates a model on a regular grid.
    "ebw_model_create": (c_int32, [c_int32, c_int32, c_void_p, c_void_p, POINTER(c_void_p)]),
    # Sets the medium, copied; it replaces whichever field was set.
    "ebw_model_set_field": (c_int32, [c_void_p, c_char_p, c_void_p, c_int32, c_int32, c_void_p, c_void_p]),
    # Copies the field out, as it was set.
    "ebw_model_get_field": (c_int32, [c_void_p, c_char_p, c_void_p, c_int32, c_int32, c_void_p, c_void_p]),
    # Sets what happens at a face.
    "ebw_model_set_boundary": (c_int32, [c_void_p, c_int32, c_int32, c_int64, c_double, c_double]),
    # Sets the time axis.
    "ebw_model_set_time": (c_int32, [c_void_p, c_double, c_int64]),
    # Gets the largest stable time step of the present field and order: 2 / (v_max sqrt(sum over axes of S_d / h_d^2)),
    # S_d the sum of |second-derivative coefficients|.
    "ebw_model_get_dt_max": (c_int32, [c_void_p, c_void_p]),
    # Sets the spatial order.
    "ebw_model_set_order": (c_int32, [c_void_p, c_int32]),
    # Sets what gradients are taken by, whichever field was set.
    "ebw_model_set_parameter": (c_int32, [c_void_p, c_int32]),
    # Sets the number of OpenMP threads of a run; the result has the same bits for any number.
    "ebw_model_set_threads": (c_int32, [c_void_p, c_int32]),
    # Sets how many shots run at a time, each on its share of the threads; the result has the same bits for any number.
    "ebw_model_set_shots_at_once": (c_int32, [c_void_p, c_int32]),
    # Sets whether numbers too small for full precision count as zero inside our parallel regions.
    "ebw_model_set_flush_to_zero": (c_int32, [c_void_p, c_int32]),
    # Forces the schedule revolve with this many slots; the gradient has the same bits for any number.
    "ebw_model_set_slots": (c_int32, [c_void_p, c_int64]),
    # Chooses how a gradient keeps what its reverse sweep needs; the bits are the same.
    "ebw_model_set_schedule": (c_int32, [c_void_p, c_char_p]),
    # Gives the costs that schedules are chosen by and from which a plan forecasts seconds.
    "ebw_model_set_costs": (c_int32, [c_void_p, c_void_p]),
    # Gives the costs of the directory of ebw_model_set_directory, by which states go there.
    "ebw_model_set_disk_costs": (c_int32, [c_void_p, c_void_p]),
    # Measures the costs on this machine by some steps without sources and receivers, and gives them to the model; when
    # a directory is set, those of a state there too (ebw_storage_measure_disk), else these are set back.
    "ebw_model_measure_costs": (c_int32, [c_void_p, c_void_p]),
    # Sets the directory in which ebw_gradient leaves generations, from which a killed call can be resumed.
    "ebw_model_set_directory": (c_int32, [c_void_p, c_char_p, c_int64]),
    # Sets the time between two generations, and with it the work that a kill can lose.
    "ebw_model_set_generation_seconds": (c_int32, [c_void_p, c_double]),
    # Sets whether a generation follows each state that goes to disk, beside those by time.
    "ebw_model_set_disk_generations": (c_int32, [c_void_p, c_int32]),
    # Sets whether ebw_gradient goes on from the newest whole generation in the directory; the gradient has the bits of
    # a call that was never stopped.
    "ebw_model_set_resume": (c_int32, [c_void_p, c_int32]),
    # Sets the misfit function.
    "ebw_model_set_misfit": (c_int32, [c_void_p, ebw_misfit_fn, c_void_p, ebw_release_fn]),
    # Sets the function that is told of progress of the main calls, and may cancel.
    "ebw_model_set_progress": (c_int32, [c_void_p, ebw_progress_fn, c_int64, c_void_p, ebw_release_fn]),
    # Gets the bytes of one state: of a slot, of initial and final states, of their cotangents.
    "ebw_model_get_state_bytes": (c_int32, [c_void_p, c_void_p]),
    # Gets one field of a state's layout.
    "ebw_model_get_state_field": (c_int32, [c_void_p, c_int32, POINTER(c_char_p), c_void_p, c_void_p, c_void_p]),
    # Gets a count of the last run that finished on this model, by its name.
    "ebw_model_get_count": (c_int32, [c_void_p, c_char_p, c_void_p]),
    # Gets a time of the last run that finished on this model, by its name.
    "ebw_model_get_seconds": (c_int32, [c_void_p, c_char_p, c_void_p]),
    # Gets the settings of a run in words, for a result's label: dtype, order, instruction set, threads, flush-to-zero,
    # tiles.
    "ebw_model_get_description": (c_int32, [c_void_p, POINTER(c_char_p)]),
    # Gets the time tiles that were found for runs of this model with one shot at a time, to spare another model, or
    # another process, the search: by the last run that searched, or by ebw_model_set_tuning.
    "ebw_model_get_tuning": (c_int32, [c_void_p, POINTER(c_char_p)]),
    # Sets the time tiles of runs with one shot at a time, however short; no bit of a result changes.
    "ebw_model_set_tuning": (c_int32, [c_void_p, c_char_p]),
    # Frees the wavefields and slots that the model keeps from its last run for the next.
    "ebw_model_release_memory": (c_int32, [c_void_p]),
    # Releases the handle; the model goes with the last acoustic propagator that uses it, a run under way ends first.
    "ebw_model_destroy": (None, [c_void_p]),
    # Creates an empty shot for models with the grid and the number of steps that `model` has now.
    "ebw_shot_create": (c_int32, [c_void_p, POINTER(c_void_p)]),
    # Adds a source; sources count 0, 1, ... in this order.
    "ebw_shot_add_source": (c_int32, [c_void_p, c_void_p, c_void_p, c_int64]),
    # Replaces the wavelet of one source.
    "ebw_shot_set_wavelet": (c_int32, [c_void_p, c_int64, c_void_p, c_int64]),
    # Adds receivers; two at one place are fine.
    "ebw_shot_add_receivers": (c_int32, [c_void_p, c_int64, c_void_p]),
    # Sets the observed data of all receivers, copied; absent data are zero.
    "ebw_shot_set_observed": (c_int32, [c_void_p, c_void_p, c_int64, c_int64, c_void_p]),
    # Sets one weight per trace, copied; absent weights are 1.
    "ebw_shot_set_weights": (c_int32, [c_void_p, c_void_p, c_int64]),
    # Sets the adjoint sources of ebw_adjoint, copied: cotangents of the traces; absent ones are zero.
    "ebw_shot_set_adjoint_sources": (c_int32, [c_void_p, c_void_p, c_int64, c_int64, c_void_p]),
    # Sets the state at step 0, copied: u^0, u^{-1} and the layers' memories, laid out as ebw_model_get_state_field
    # tells, in the model's dtype.
    "ebw_shot_set_initial_state": (c_int32, [c_void_p, c_void_p, c_int64]),
    # Sets the cotangent of the state at step n, copied; what the traces give is added to it.
    "ebw_shot_set_final_cotangent": (c_int32, [c_void_p, c_void_p, c_int64]),
    # Sets whether runs keep the state at step n (forward sweep) and the cotangent of that at step 0 (adjoint sweep).
    "ebw_shot_set_keep_states": (c_int32, [c_void_p, c_int32]),
    # Copies the traces of the last run.
    "ebw_shot_get_traces": (c_int32, [c_void_p, c_void_p, c_int64, c_int64, c_void_p]),
    # Copies dJ/d(wavelet) of one source from the last gradient or adjoint.
    "ebw_shot_get_wavelet_gradient": (c_int32, [c_void_p, c_int64, c_void_p, c_int64]),
    # Copies the state at step n of the last run.
    "ebw_shot_get_final_state": (c_int32, [c_void_p, c_void_p, c_int64]),
    # Copies the cotangent of the state at step 0 from the last gradient or adjoint.
    "ebw_shot_get_initial_cotangent": (c_int32, [c_void_p, c_void_p, c_int64]),
    # Gets the sizes of a shot.
    "ebw_shot_get_sizes": (c_int32, [c_void_p, c_void_p, c_void_p, c_void_p]),
    # Releases the handle; the shot goes with the last acoustic propagator that uses it, a run under way ends first.
    "ebw_shot_destroy": (None, [c_void_p]),
    # Fills a Ricker wavelet: wavelet[k] = (1 - 2q) exp(-q), q = (pi f0 (k dt - t0))^2.
    "ebw_ricker": (c_int32, [c_double, c_double, c_double, c_int64, c_void_p]),
    # Creates a propagator of a model and a shot, of reverse kind EBW_REVERSE_STATE_ONLY, with tapes (u^k); a schedule
    # for it has the model's n_steps.
    "ebw_propagator_create_acoustic": (c_int32, [c_void_p, c_void_p, POINTER(c_void_p)]),
    # Gets misfit and gradient of the last executor run on an acoustic propagator.
    "ebw_propagator_get_gradient": (c_int32, [c_void_p, c_void_p, c_void_p, c_void_p]),
    # As ebw_model_get_tuning, of an acoustic propagator.
    "ebw_propagator_get_tuning": (c_int32, [c_void_p, POINTER(c_char_p)]),
    # As ebw_model_set_tuning, of an acoustic propagator, from its next run on.
    "ebw_propagator_set_tuning": (c_int32, [c_void_p, c_char_p]),
}


def declare(library):
    """Gives every function of a loaded library its types."""
    for name, (result, arguments) in SIGNATURES.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
