! SPDX-License-Identifier: MIT
! The C ABI for Fortran: constants, abstract interfaces of callbacks, one interface per function. Written by
! bindings/generate.py; do not edit.
!
! An optional argument that is absent is NULL. Handles and arrays of unknown element type are c_ptr. A string is
! character(kind=c_char) and ends with c_null_char; one that is returned is a c_ptr. A callback is passed by c_funloc.
! Shapes are those of the headers, where the last axis is fastest: a Fortran array has its axes the other way round.
! The full text of each function stands in its header.
module ebw_c
  use, intrinsic :: iso_c_binding
  implicit none
  public

  ! Release and ABI that this layer was written for.
  character(len=*), parameter :: EBW_LAYER_VERSION = "0.1.0"
  integer(c_int32_t), parameter :: EBW_LAYER_ABI_VERSION = 0_c_int32_t

  integer(c_int32_t), parameter :: EBW_OK = 0_c_int32_t
  ! a value out of its range, a NULL where none is allowed
  integer(c_int32_t), parameter :: EBW_ERR_ARGUMENT = 10_c_int32_t
  ! wrong number of axes or elements, too few nodes
  integer(c_int32_t), parameter :: EBW_ERR_SHAPE = 11_c_int32_t
  ! another element type than the object's
  integer(c_int32_t), parameter :: EBW_ERR_DTYPE = 12_c_int32_t
  ! a size or count beyond 64 bits
  integer(c_int32_t), parameter :: EBW_ERR_OVERFLOW = 13_c_int32_t
  ! no such name, index or file
  integer(c_int32_t), parameter :: EBW_ERR_NOT_FOUND = 14_c_int32_t
  ! not offered for this combination
  integer(c_int32_t), parameter :: EBW_ERR_UNSUPPORTED = 15_c_int32_t
  ! call out of order
  integer(c_int32_t), parameter :: EBW_ERR_STATE = 20_c_int32_t
  ! handle in use by another thread, or by the call whose callback this is
  integer(c_int32_t), parameter :: EBW_ERR_BUSY = 21_c_int32_t
  ! handle of another kind
  integer(c_int32_t), parameter :: EBW_ERR_HANDLE = 22_c_int32_t
  ! the progress callback asked to stop
  integer(c_int32_t), parameter :: EBW_ERR_CANCELLED = 23_c_int32_t
  ! the machine refused memory
  integer(c_int32_t), parameter :: EBW_ERR_NO_MEMORY = 30_c_int32_t
  ! the given memory or number of slots is too small; the text names the least
  integer(c_int32_t), parameter :: EBW_ERR_BUDGET = 31_c_int32_t
  ! a checkpoint could not be stored or read
  integer(c_int32_t), parameter :: EBW_ERR_STORAGE = 40_c_int32_t
  ! storage is full
  integer(c_int32_t), parameter :: EBW_ERR_NO_SPACE = 41_c_int32_t
  ! a checkpoint or file is damaged
  integer(c_int32_t), parameter :: EBW_ERR_CORRUPT = 42_c_int32_t
  ! the system denies access
  integer(c_int32_t), parameter :: EBW_ERR_PERMISSION = 43_c_int32_t
  ! nothing to resume from
  integer(c_int32_t), parameter :: EBW_ERR_NOT_RESUMABLE = 44_c_int32_t
  ! a NaN or an infinity; the text names the step or index
  integer(c_int32_t), parameter :: EBW_ERR_NON_FINITE = 50_c_int32_t
  ! the time step is above the stability limit
  integer(c_int32_t), parameter :: EBW_ERR_UNSTABLE = 51_c_int32_t
  ! an iteration did not converge
  integer(c_int32_t), parameter :: EBW_ERR_NOT_CONVERGED = 52_c_int32_t
  ! a user callback returned non-zero; see ebw_last_callback_status
  integer(c_int32_t), parameter :: EBW_ERR_CALLBACK = 60_c_int32_t
  ! an MPI call failed
  integer(c_int32_t), parameter :: EBW_ERR_MPI = 70_c_int32_t
  ! the domain cannot be split so
  integer(c_int32_t), parameter :: EBW_ERR_DECOMPOSITION = 71_c_int32_t
  ! ranks passed different arguments
  integer(c_int32_t), parameter :: EBW_ERR_RANKS_DISAGREE = 72_c_int32_t
  ! another rank failed
  integer(c_int32_t), parameter :: EBW_ERR_RANK_FAILED = 73_c_int32_t
  ! a fault of the library: please report it with the text
  integer(c_int32_t), parameter :: EBW_ERR_INTERNAL = 90_c_int32_t
  ! IEEE single precision
  integer(c_int32_t), parameter :: EBW_F32 = 1_c_int32_t
  ! IEEE double precision
  integer(c_int32_t), parameter :: EBW_F64 = 2_c_int32_t
  ! one object; `checks` has one object per check
  integer(c_int32_t), parameter :: EBW_REPORT_JSON = 0_c_int32_t
  ! a FAIL is a failure, an INCONCLUSIVE an error
  integer(c_int32_t), parameter :: EBW_REPORT_JUNIT = 1_c_int32_t
  ! one file that needs nothing else
  integer(c_int32_t), parameter :: EBW_REPORT_HTML = 2_c_int32_t
  ! no action: the schedule is exhausted
  integer(c_int32_t), parameter :: EBW_ACTION_END = 0_c_int32_t
  ! (from, to): run steps from .. to-1, keep nothing
  integer(c_int32_t), parameter :: EBW_ACTION_ADVANCE = 1_c_int32_t
  ! (from, slot): the state at from into slot, which is free
  integer(c_int32_t), parameter :: EBW_ACTION_SAVE = 2_c_int32_t
  ! (from, slot): the state at from out of slot
  integer(c_int32_t), parameter :: EBW_ACTION_LOAD = 3_c_int32_t
  ! (from, slot): slot is free again; it held from
  integer(c_int32_t), parameter :: EBW_ACTION_DISCARD = 4_c_int32_t
  ! (from): the forward sweep has reached the state at n = from
  integer(c_int32_t), parameter :: EBW_ACTION_TURN = 5_c_int32_t
  ! (from, to, slot): reverse from, from-1, .. to; tapes in slot + (k - to), or -1
  integer(c_int32_t), parameter :: EBW_ACTION_REVERSE = 6_c_int32_t
  ! (from, to, slot): run steps from .. to-1, tapes into slot, slot+1, ..
  integer(c_int32_t), parameter :: EBW_ACTION_ADVANCE_TAPED = 7_c_int32_t
  ! (from, slot): the tape that kind 7 with slot -1 just took, into slot
  integer(c_int32_t), parameter :: EBW_ACTION_SAVE_TAPE = 8_c_int32_t
  ! (from, slot): the next reverse uses the tape of step from, which lies in slot
  integer(c_int32_t), parameter :: EBW_ACTION_LOAD_TAPE = 9_c_int32_t
  ! the state before the step: it runs the step once more, taping, then reverses it
  integer(c_int32_t), parameter :: EBW_REVERSE_FUSED = 1_c_int32_t
  ! the state before the step and no forward step (linear waves)
  integer(c_int32_t), parameter :: EBW_REVERSE_STATE_ONLY = 2_c_int32_t
  ! as fused, in a loop that sees its end only after the last step
  integer(c_int32_t), parameter :: EBW_REVERSE_UNFUSED = 3_c_int32_t
  ! states; also checkpoints of the caller's own
  integer(c_int32_t), parameter :: EBW_BANK_STATE = 0_c_int32_t
  ! tapes
  integer(c_int32_t), parameter :: EBW_BANK_TAPE = 1_c_int32_t
  ! 1e-6 (f64), 1e-3 (f32)
  integer(c_int32_t), parameter :: EBW_PROFILE_DEFAULT = 0_c_int32_t
  ! 1e-8, f64 only: gradients that are exact up to rounding
  integer(c_int32_t), parameter :: EBW_PROFILE_EXACT = 1_c_int32_t
  ! 9 steps (f64), 10 (f32), 8 points for the noise: the best resolution
  integer(c_int32_t), parameter :: EBW_LADDER_FULL = 0_c_int32_t
  ! 3 steps (f64), 4 (f32), 4 points for the noise: for an expensive J
  integer(c_int32_t), parameter :: EBW_LADDER_REDUCED = 1_c_int32_t
  integer(c_int32_t), parameter :: EBW_PART_ALL = 0_c_int32_t
  ! a parameter, such as the velocity, or the wavelets
  integer(c_int32_t), parameter :: EBW_PART_BLOCK = 1_c_int32_t
  ! any set of elements
  integer(c_int32_t), parameter :: EBW_PART_REGION = 2_c_int32_t
  ! the cells along the faces, absorbing layers included
  integer(c_int32_t), parameter :: EBW_PART_BOUNDARY = 3_c_int32_t
  ! the cells around the sources
  integer(c_int32_t), parameter :: EBW_PART_SOURCES = 4_c_int32_t
  ! the cells around the receivers
  integer(c_int32_t), parameter :: EBW_PART_RECEIVERS = 5_c_int32_t
  ! the cells along the borders of the ranks of a parallel program
  integer(c_int32_t), parameter :: EBW_PART_INTERFACE = 6_c_int32_t
  ! the error is below the tolerance, its uncertainty included
  integer(c_int32_t), parameter :: EBW_VERDICT_PASS = 0_c_int32_t
  ! the error is above the tolerance, its uncertainty taken off; or a fault was seen
  integer(c_int32_t), parameter :: EBW_VERDICT_FAIL = 1_c_int32_t
  ! neither; the text tells what would help
  integer(c_int32_t), parameter :: EBW_VERDICT_INCONCLUSIVE = 2_c_int32_t
  integer(c_int32_t), parameter :: EBW_FAULT_NONE = 0_c_int32_t
  ! m holds a NaN or an infinity
  integer(c_int32_t), parameter :: EBW_FAULT_POINT_NON_FINITE = 1_c_int32_t
  ! J(m) is one, or evaluate did not write it
  integer(c_int32_t), parameter :: EBW_FAULT_VALUE_NON_FINITE = 2_c_int32_t
  ! g holds one, or the gradient callback did not write that element
  integer(c_int32_t), parameter :: EBW_FAULT_GRADIENT_NON_FINITE = 3_c_int32_t
  ! a callback wrote into its input
  integer(c_int32_t), parameter :: EBW_FAULT_INPUT_WRITTEN = 4_c_int32_t
  ! J(m) has other bits after the test than before, although it repeats
  integer(c_int32_t), parameter :: EBW_FAULT_STATE_LEAK = 5_c_int32_t
  ! A x holds one, or was not written there
  integer(c_int32_t), parameter :: EBW_FAULT_FORWARD_NON_FINITE = 6_c_int32_t
  ! A^T y holds one, or was not written there
  integer(c_int32_t), parameter :: EBW_FAULT_ADJOINT_NON_FINITE = 7_c_int32_t
  ! m or g of the caller has other values after the test than before
  integer(c_int32_t), parameter :: EBW_FAULT_INPUT_CHANGED = 8_c_int32_t
  ! H v holds one, or was not written there
  integer(c_int32_t), parameter :: EBW_FAULT_HESSIAN_NON_FINITE = 9_c_int32_t
  integer(c_int32_t), parameter :: EBW_WORST = -1_c_int32_t
  integer(c_int32_t), parameter :: EBW_FACE_ALL = -1_c_int32_t
  ! x = 0
  integer(c_int32_t), parameter :: EBW_FACE_LEFT = 0_c_int32_t
  ! x = (nx-1) hx
  integer(c_int32_t), parameter :: EBW_FACE_RIGHT = 1_c_int32_t
  ! y = 0, 3-D only
  integer(c_int32_t), parameter :: EBW_FACE_FRONT = 2_c_int32_t
  ! y = (ny-1) hy, 3-D only
  integer(c_int32_t), parameter :: EBW_FACE_BACK = 3_c_int32_t
  ! z = 0
  integer(c_int32_t), parameter :: EBW_FACE_TOP = 4_c_int32_t
  ! z = (nz-1) hz
  integer(c_int32_t), parameter :: EBW_FACE_BOTTOM = 5_c_int32_t
  ! convolutional perfectly matched layer outside the grid, at least 5 cells, usually 20
  integer(c_int32_t), parameter :: EBW_BOUNDARY_CPML = 1_c_int32_t
  ! damping layer outside the grid, at least 5 cells
  integer(c_int32_t), parameter :: EBW_BOUNDARY_SPONGE = 2_c_int32_t
  ! pressure release on the face's first node plane: u = 0, odd mirror behind
  integer(c_int32_t), parameter :: EBW_BOUNDARY_FREE = 3_c_int32_t
  ! even mirror about the plane half a spacing outside
  integer(c_int32_t), parameter :: EBW_BOUNDARY_RIGID = 4_c_int32_t
  ! u = 0 for ever outside the array
  integer(c_int32_t), parameter :: EBW_BOUNDARY_ZERO = 5_c_int32_t
  ! per m/s
  integer(c_int32_t), parameter :: EBW_PARAMETER_VELOCITY = 1_c_int32_t
  ! per s^2/m^2
  integer(c_int32_t), parameter :: EBW_PARAMETER_SLOWNESS_SQUARED = 2_c_int32_t

  abstract interface
    ! Release called for a user pointer when the library no longer needs it.
    subroutine ebw_release_fn(user) bind(c)
      import
      type(c_ptr), value :: user
    end subroutine ebw_release_fn
    ! Receives remarks of the library.
    subroutine ebw_log_fn(level, message, user) bind(c)
      import
      integer(c_int32_t), value :: level
      character(kind=c_char), intent(in) :: message(*)
      type(c_ptr), value :: user
    end subroutine ebw_log_fn
    ! Progress of a long call: done of total steps (forward and reverse, over all shots), of which recomputed repeat a
    ! forward step.
    function ebw_progress_fn(done, total, recomputed, user) bind(c) result(answer)
      import
      integer(c_int64_t), value :: done
      integer(c_int64_t), value :: total
      integer(c_int64_t), value :: recomputed
      type(c_ptr), value :: user
      integer(c_int32_t) :: answer
    end function ebw_progress_fn
    ! Sets y = A x.
    function ebw_dot_forward_fn(x, y, user) bind(c) result(answer)
      import
      type(c_ptr), value :: x
      type(c_ptr), value :: y
      type(c_ptr), value :: user
      integer(c_int32_t) :: answer
    end function ebw_dot_forward_fn
    ! Sets x = A^T y.
    function ebw_dot_adjoint_fn(y, x, user) bind(c) result(answer)
      import
      type(c_ptr), value :: y
      type(c_ptr), value :: x
      type(c_ptr), value :: user
      integer(c_int32_t) :: answer
    end function ebw_dot_adjoint_fn
    ! state := the initial state, gradient and adjoint := 0; once at the begin of every run.
    function ebw_start_fn(user) bind(c) result(answer)
      import
      type(c_ptr), value :: user
      integer(c_int32_t) :: answer
    end function ebw_start_fn
    ! Takes steps from .. to-1; the state is that at `from` before and that at `to` afterwards.
    function ebw_advance_fn(from, to, user) bind(c) result(answer)
      import
      integer(c_int64_t), value :: from
      integer(c_int64_t), value :: to
      type(c_ptr), value :: user
      integer(c_int32_t) :: answer
    end function ebw_advance_fn
    ! The state is that at n, the number of steps: seed the adjoint.
    function ebw_turn_fn(n, user) bind(c) result(answer)
      import
      integer(c_int64_t), value :: n
      type(c_ptr), value :: user
      integer(c_int32_t) :: answer
    end function ebw_turn_fn
    ! Takes the adjoint from k+1 to k and adds to the gradient.
    function ebw_reverse_fn(k, user) bind(c) result(answer)
      import
      integer(c_int64_t), value :: k
      type(c_ptr), value :: user
      integer(c_int32_t) :: answer
    end function ebw_reverse_fn
    ! Writes the state at k, state_bytes of it, aligned to 64; reads it back.
    function ebw_save_fn(k, bytes, user) bind(c) result(answer)
      import
      integer(c_int64_t), value :: k
      type(c_ptr), value :: bytes
      type(c_ptr), value :: user
      integer(c_int32_t) :: answer
    end function ebw_save_fn
    ! Writes the state at k, state_bytes of it, aligned to 64; reads it back.
    function ebw_load_fn(k, bytes, user) bind(c) result(answer)
      import
      integer(c_int64_t), value :: k
      type(c_ptr), value :: bytes
      type(c_ptr), value :: user
      integer(c_int32_t) :: answer
    end function ebw_load_fn
    ! Takes step k and remembers what its adjoint needs, until save_tape(k) asks for it right after.
    function ebw_advance_taped_fn(k, user) bind(c) result(answer)
      import
      integer(c_int64_t), value :: k
      type(c_ptr), value :: user
      integer(c_int32_t) :: answer
    end function ebw_advance_taped_fn
    ! `slots` checkpoints of at most `slot_bytes` are to come; all that the bank holds has been discarded.
    function ebw_store_begin_fn(bank, slots, slot_bytes, user) bind(c) result(answer)
      import
      integer(c_int32_t), value :: bank
      integer(c_int64_t), value :: slots
      integer(c_int64_t), value :: slot_bytes
      type(c_ptr), value :: user
      integer(c_int32_t) :: answer
    end function ebw_store_begin_fn
    ! Keeps `size` bytes, which are the library's, until they are discarded.
    function ebw_store_save_fn(bank, slot, step, bytes, size, user) bind(c) result(answer)
      import
      integer(c_int32_t), value :: bank
      integer(c_int64_t), value :: slot
      integer(c_int64_t), value :: step
      type(c_ptr), value :: bytes
      integer(c_int64_t), value :: size
      type(c_ptr), value :: user
      integer(c_int32_t) :: answer
    end function ebw_store_save_fn
    ! Gives the same `size` bytes back; may be asked for several times.
    function ebw_store_load_fn(bank, slot, step, bytes, size, user) bind(c) result(answer)
      import
      integer(c_int32_t), value :: bank
      integer(c_int64_t), value :: slot
      integer(c_int64_t), value :: step
      type(c_ptr), value :: bytes
      integer(c_int64_t), value :: size
      type(c_ptr), value :: user
      integer(c_int32_t) :: answer
    end function ebw_store_load_fn
    ! Forgets them; after a failed run too, when the answer is not looked at.
    function ebw_store_discard_fn(bank, slot, step, user) bind(c) result(answer)
      import
      integer(c_int32_t), value :: bank
      integer(c_int64_t), value :: slot
      integer(c_int64_t), value :: step
      type(c_ptr), value :: user
      integer(c_int32_t) :: answer
    end function ebw_store_discard_fn
    ! Sets *J = J(m).
    function ebw_taylor_evaluate_fn(m, J, user) bind(c) result(answer)
      import
      type(c_ptr), value :: m
      real(c_double), intent(inout) :: J
      type(c_ptr), value :: user
      integer(c_int32_t) :: answer
    end function ebw_taylor_evaluate_fn
    ! Sets g = dJ/dm at m.
    function ebw_taylor_gradient_fn(m, g, user) bind(c) result(answer)
      import
      type(c_ptr), value :: m
      type(c_ptr), value :: g
      type(c_ptr), value :: user
      integer(c_int32_t) :: answer
    end function ebw_taylor_gradient_fn
    ! Sets Hv = H(m) v, the derivative of the gradient along v.
    function ebw_taylor_hessian_fn(m, v, Hv, user) bind(c) result(answer)
      import
      type(c_ptr), value :: m
      type(c_ptr), value :: v
      type(c_ptr), value :: Hv
      type(c_ptr), value :: user
      integer(c_int32_t) :: answer
    end function ebw_taylor_hessian_fn
    ! Sets *product = <a, b>, an inner product of two vectors: symmetric, linear in both, positive.
    function ebw_inner_product_fn(a, b, product, user) bind(c) result(answer)
      import
      type(c_ptr), value :: a
      type(c_ptr), value :: b
      real(c_double), intent(inout) :: product
      type(c_ptr), value :: user
      integer(c_int32_t) :: answer
    end function ebw_inner_product_fn
    ! A user's misfit of one shot, called once per shot and run on the thread that made the call.
    function ebw_misfit_fn(shot, n_receivers, n_samples, traces, misfit, residual, user) bind(c) result(answer)
      import
      integer(c_int64_t), value :: shot
      integer(c_int64_t), value :: n_receivers
      integer(c_int64_t), value :: n_samples
      real(c_double), intent(in) :: traces(*)
      real(c_double), intent(inout) :: misfit
      real(c_double), intent(inout), optional :: residual(*)
      type(c_ptr), value :: user
      integer(c_int32_t) :: answer
    end function ebw_misfit_fn
  end interface

  interface
    ! Release of the library as "major.minor.patch".
    function ebw_version() bind(c) result(answer)
      import
      type(c_ptr) :: answer
    end function ebw_version
    ! Number of the binary interface, also the number in the library's file name.
    function ebw_abi_version() bind(c) result(answer)
      import
      integer(c_int32_t) :: answer
    end function ebw_abi_version
    ! How the library was built: compiler, instruction sets, options; one line.
    function ebw_build_info() bind(c) result(answer)
      import
      type(c_ptr) :: answer
    end function ebw_build_info
    ! Short English name of a status, such as "budget too small".
    function ebw_status_name(status) bind(c) result(answer)
      import
      integer(c_int32_t), value :: status
      type(c_ptr) :: answer
    end function ebw_status_name
    ! Text of the last failed call of this thread; "" when none failed yet.
    function ebw_last_error() bind(c) result(answer)
      import
      type(c_ptr) :: answer
    end function ebw_last_error
    ! What the user's callback returned in the last call of this thread that failed with EBW_ERR_CALLBACK; 0 when none
    ! did.
    function ebw_last_callback_status() bind(c) result(answer)
      import
      integer(c_int32_t) :: answer
    end function ebw_last_callback_status
    ! Gets the bytes that all handles of the process hold in fields, states, tapes, traces and other large arrays,
    ! counted where they are allocated (what massif sees of them, to the byte); small objects, code and stacks are not
    ! in it.
    subroutine ebw_get_memory(now, peak) bind(c)
      import
      integer(c_int64_t), intent(inout), optional :: now
      integer(c_int64_t), intent(inout), optional :: peak
    end subroutine ebw_get_memory
    ! Lets the peak of ebw_get_memory begin again from what is held now.
    subroutine ebw_reset_memory_peak() bind(c)
      import
    end subroutine ebw_reset_memory_peak
    ! Sets the process's log function.
    subroutine ebw_set_log(callback, user) bind(c)
      import
      type(c_funptr), value :: callback
      type(c_ptr), value :: user
    end subroutine ebw_set_log
    ! Creates a checker that has seen nothing yet.
    function ebw_checker_create( &
        steps, reverse_kind, memory_slots, disk_slots, tape_slots, checker &
        ) bind(c) result(answer)
      import
      integer(c_int64_t), value :: steps
      integer(c_int32_t), value :: reverse_kind
      integer(c_int64_t), value :: memory_slots
      integer(c_int64_t), value :: disk_slots
      integer(c_int64_t), value :: tape_slots
      type(c_ptr), intent(inout) :: checker
      integer(c_int32_t) :: answer
    end function ebw_checker_create
    ! Takes the next action of the stream.
    function ebw_checker_take(checker, kind, from, to, slot) bind(c) result(answer)
      import
      type(c_ptr), value :: checker
      integer(c_int32_t), value :: kind
      integer(c_int64_t), value :: from
      integer(c_int64_t), value :: to
      integer(c_int64_t), value :: slot
      integer(c_int32_t) :: answer
    end function ebw_checker_take
    ! Says that the stream has ended: every step must be reversed and no slot in use.
    function ebw_checker_finish(checker) bind(c) result(answer)
      import
      type(c_ptr), value :: checker
      integer(c_int32_t) :: answer
    end function ebw_checker_finish
    ! Gets a count of the stream so far by its name.
    function ebw_checker_get_count(checker, name, value) bind(c) result(answer)
      import
      type(c_ptr), value :: checker
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), intent(inout), optional :: value
      integer(c_int32_t) :: answer
    end function ebw_checker_get_count
    ! Checks a whole schedule, from its first action to its last: it is legal within the slots that it says it needs,
    ! which are within the limits, and does just as many steps, saves and loads as it says.
    function ebw_schedule_check(schedule, memory_slots, disk_slots, tape_slots) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      integer(c_int64_t), value :: memory_slots
      integer(c_int64_t), value :: disk_slots
      integer(c_int64_t), value :: tape_slots
      integer(c_int32_t) :: answer
    end function ebw_schedule_check
    ! Releases the handle.
    subroutine ebw_checker_destroy(checker) bind(c)
      import
      type(c_ptr), value :: checker
    end subroutine ebw_checker_destroy
    ! Tests whether adjoint is the transpose of forward, and forward linear, with the defaults of ebw_dot_create.
    function ebw_dot_test(dtype, n_x, n_y, forward, adjoint, user, steps, verdict, error, bound) bind(c) result(answer)
      import
      integer(c_int32_t), value :: dtype
      integer(c_int64_t), value :: n_x
      integer(c_int64_t), value :: n_y
      type(c_funptr), value :: forward
      type(c_funptr), value :: adjoint
      type(c_ptr), value :: user
      integer(c_int64_t), value :: steps
      integer(c_int32_t), intent(inout), optional :: verdict
      real(c_double), intent(inout), optional :: error
      real(c_double), intent(inout), optional :: bound
      integer(c_int32_t) :: answer
    end function ebw_dot_test
    ! Creates a dot test with the default options: 1 step, bound factor 64, 3 seeds from 1, no image vectors.
    function ebw_dot_create(dtype, n_x, n_y, forward, adjoint, user, release, test) bind(c) result(answer)
      import
      integer(c_int32_t), value :: dtype
      integer(c_int64_t), value :: n_x
      integer(c_int64_t), value :: n_y
      type(c_funptr), value :: forward
      type(c_funptr), value :: adjoint
      type(c_ptr), value :: user
      type(c_funptr), value :: release
      type(c_ptr), intent(inout) :: test
      integer(c_int32_t) :: answer
    end function ebw_dot_create
    ! Releases the handle.
    subroutine ebw_dot_destroy(test) bind(c)
      import
      type(c_ptr), value :: test
    end subroutine ebw_dot_destroy
    ! Sets the number K of operations that A applies one after another; the bound grows with sqrt(K).
    function ebw_dot_set_steps(test, steps) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: steps
      integer(c_int32_t) :: answer
    end function ebw_dot_set_steps
    ! Sets the factor C of the bound C u sqrt(K), u = 2^-53 (f64), 2^-24 (f32).
    function ebw_dot_set_bound_factor(test, factor) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      real(c_double), value :: factor
      integer(c_int32_t) :: answer
    end function ebw_dot_set_bound_factor
    ! Sets the seed of the random vectors and how many seeds are tried; every one must pass, there are no second tries.
    function ebw_dot_set_seeds(test, seed, count) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: seed
      integer(c_int64_t), value :: count
      integer(c_int32_t) :: answer
    end function ebw_dot_set_seeds
    ! Sets whether each seed has a second pair of vectors, y = A x' scaled to size 1, which lies where A has its energy.
    function ebw_dot_set_image(test, on) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int32_t), value :: on
      integer(c_int32_t) :: answer
    end function ebw_dot_set_image
    ! Sets the inner products in which A^T is the adjoint: <A x, y> = <x, A^T y>.
    function ebw_dot_set_inner_products(test, product_x, product_y, user, release) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      type(c_funptr), value :: product_x
      type(c_funptr), value :: product_y
      type(c_ptr), value :: user
      type(c_funptr), value :: release
      integer(c_int32_t) :: answer
    end function ebw_dot_set_inner_products
    ! Sets which elements of the whole vectors x and y are: random vectors are drawn by the global number of an element,
    ! so that ranks that hold a slice each have slices of the same vectors, for any number of ranks.
    function ebw_dot_set_index_offsets(test, offset_x, offset_y) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: offset_x
      integer(c_int64_t), value :: offset_y
      integer(c_int32_t) :: answer
    end function ebw_dot_set_index_offsets
    ! Runs the test.
    function ebw_dot_run(test, verdict) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int32_t), intent(inout), optional :: verdict
      integer(c_int32_t) :: answer
    end function ebw_dot_run
    ! Gets the verdict of the whole run.
    function ebw_dot_get_verdict(test, verdict) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int32_t), intent(inout), optional :: verdict
      integer(c_int32_t) :: answer
    end function ebw_dot_get_verdict
    ! Gets the result in words, on one line.
    function ebw_dot_get_text(test, text) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      type(c_ptr), intent(inout) :: text
      integer(c_int32_t) :: answer
    end function ebw_dot_get_text
    ! Gets the fault that was seen.
    function ebw_dot_get_fault(test, fault, index) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int32_t), intent(inout), optional :: fault
      integer(c_int64_t), intent(inout), optional :: index
      integer(c_int32_t) :: answer
    end function ebw_dot_get_fault
    ! Gets what rounding allows error and linearity to be.
    function ebw_dot_get_bound(test, bound) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      real(c_double), intent(inout), optional :: bound
      integer(c_int32_t) :: answer
    end function ebw_dot_get_bound
    ! Gets the options of the run.
    function ebw_dot_get_options(test, dtype, n_x, n_y, steps, seed) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int32_t), intent(inout), optional :: dtype
      integer(c_int64_t), intent(inout), optional :: n_x
      integer(c_int64_t), intent(inout), optional :: n_y
      integer(c_int64_t), intent(inout), optional :: steps
      integer(c_int64_t), intent(inout), optional :: seed
      integer(c_int32_t) :: answer
    end function ebw_dot_get_options
    ! Gets how often the run called the code under test.
    function ebw_dot_get_calls(test, forward, adjoint) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), intent(inout), optional :: forward
      integer(c_int64_t), intent(inout), optional :: adjoint
      integer(c_int32_t) :: answer
    end function ebw_dot_get_calls
    ! Gets the number of pairs of vectors that were tested: one per seed, two with image vectors (the random one first).
    function ebw_dot_count_pairs(test, count) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), intent(inout), optional :: count
      integer(c_int32_t) :: answer
    end function ebw_dot_count_pairs
    ! Gets the result of a pair.
    function ebw_dot_get_pair(test, pair, verdict, error, linearity) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: pair
      integer(c_int32_t), intent(inout), optional :: verdict
      real(c_double), intent(inout), optional :: error
      real(c_double), intent(inout), optional :: linearity
      integer(c_int32_t) :: answer
    end function ebw_dot_get_pair
    ! Gets the inner products of a pair.
    function ebw_dot_get_products(test, pair, a, b, scale) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: pair
      real(c_double), intent(inout), optional :: a
      real(c_double), intent(inout), optional :: b
      real(c_double), intent(inout), optional :: scale
      integer(c_int32_t) :: answer
    end function ebw_dot_get_products
    ! Creates an executor.
    function ebw_executor_create(schedule, storage, propagator, executor) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      type(c_ptr), value :: storage
      type(c_ptr), value :: propagator
      type(c_ptr), intent(inout) :: executor
      integer(c_int32_t) :: answer
    end function ebw_executor_create
    ! Tells what a run will do and hold.
    function ebw_executor_plan(executor, plan) bind(c) result(answer)
      import
      type(c_ptr), value :: executor
      type(c_ptr), intent(inout) :: plan
      integer(c_int32_t) :: answer
    end function ebw_executor_plan
    ! Sets the function that is told of progress, and may cancel.
    function ebw_executor_set_progress(executor, callback, every, user, release) bind(c) result(answer)
      import
      type(c_ptr), value :: executor
      type(c_funptr), value :: callback
      integer(c_int64_t), value :: every
      type(c_ptr), value :: user
      type(c_funptr), value :: release
      integer(c_int32_t) :: answer
    end function ebw_executor_set_progress
    ! Runs forward and reverse sweep once: one gradient.
    function ebw_executor_run(executor) bind(c) result(answer)
      import
      type(c_ptr), value :: executor
      integer(c_int32_t) :: answer
    end function ebw_executor_run
    ! Sets whether a run holds each state that it computes again, or loads, against the one of the first sweep, by a
    ! hash of what the propagator saves.
    function ebw_executor_set_replay_check(executor, on) bind(c) result(answer)
      import
      type(c_ptr), value :: executor
      integer(c_int32_t), value :: on
      integer(c_int32_t) :: answer
    end function ebw_executor_set_replay_check
    ! Sets the directory in which runs leave generations, from which a killed run can be resumed.
    function ebw_executor_set_directory(executor, directory, disk_bytes) bind(c) result(answer)
      import
      type(c_ptr), value :: executor
      character(kind=c_char), intent(in) :: directory(*)
      integer(c_int64_t), value :: disk_bytes
      integer(c_int32_t) :: answer
    end function ebw_executor_set_directory
    ! Sets the time between two generations, and with it the work that a kill can lose.
    function ebw_executor_set_generation_seconds(executor, seconds) bind(c) result(answer)
      import
      type(c_ptr), value :: executor
      real(c_double), value :: seconds
      integer(c_int32_t) :: answer
    end function ebw_executor_set_generation_seconds
    ! Sets whether a generation follows each checkpoint that goes to disk, beside those by time: each state that is
    ! saved in a slot which the storage keeps in a file.
    function ebw_executor_set_disk_generations(executor, on) bind(c) result(answer)
      import
      type(c_ptr), value :: executor
      integer(c_int32_t), value :: on
      integer(c_int32_t) :: answer
    end function ebw_executor_set_disk_generations
    ! Tells the library what tells your problem from another: parameters, initial state, data.
    function ebw_executor_set_fingerprint(executor, data, bytes) bind(c) result(answer)
      import
      type(c_ptr), value :: executor
      type(c_ptr), value :: data
      integer(c_int64_t), value :: bytes
      integer(c_int32_t) :: answer
    end function ebw_executor_set_fingerprint
    ! Goes on with a run that was killed, or that failed, from the newest whole generation in the directory, forward or
    ! in reverse; begins anew when there is none.
    function ebw_executor_resume(executor) bind(c) result(answer)
      import
      type(c_ptr), value :: executor
      integer(c_int32_t) :: answer
    end function ebw_executor_resume
    ! Gets a count of the last run by its name; partial when the run failed.
    function ebw_executor_get_stat(executor, name, value) bind(c) result(answer)
      import
      type(c_ptr), value :: executor
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), intent(inout), optional :: value
      integer(c_int32_t) :: answer
    end function ebw_executor_get_stat
    ! Gets a time of the last run by its name; partial when the run failed.
    function ebw_executor_get_seconds(executor, name, seconds) bind(c) result(answer)
      import
      type(c_ptr), value :: executor
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(inout), optional :: seconds
      integer(c_int32_t) :: answer
    end function ebw_executor_get_seconds
    ! Releases the handle; a run that is under way ends first.
    subroutine ebw_executor_destroy(executor) bind(c)
      import
      type(c_ptr), value :: executor
    end subroutine ebw_executor_destroy
    ! Gets the number of steps.
    function ebw_plan_get_steps(plan, steps) bind(c) result(answer)
      import
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(inout), optional :: steps
      integer(c_int32_t) :: answer
    end function ebw_plan_get_steps
    ! Gets the number of all forward steps, those that are taped included.
    function ebw_plan_get_forward_steps(plan, forward_steps) bind(c) result(answer)
      import
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(inout), optional :: forward_steps
      integer(c_int32_t) :: answer
    end function ebw_plan_get_forward_steps
    ! Gets the number of forward steps beyond the first sweep's.
    function ebw_plan_get_recomputed(plan, recomputed) bind(c) result(answer)
      import
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(inout), optional :: recomputed
      integer(c_int32_t) :: answer
    end function ebw_plan_get_recomputed
    ! Gets the number of checkpoints held at once: states, or tapes where no states are kept (store_all with tapes,
    ! segment in one leaf), or units of a room that both share (mixed).
    function ebw_plan_get_slots(plan, slots) bind(c) result(answer)
      import
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(inout), optional :: slots
      integer(c_int32_t) :: answer
    end function ebw_plan_get_slots
    ! Gets the sum of all bytes that the library will hold at most; a user's propagator is not ours to count.
    function ebw_plan_get_total_bytes(plan, total_bytes) bind(c) result(answer)
      import
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(inout), optional :: total_bytes
      integer(c_int32_t) :: answer
    end function ebw_plan_get_total_bytes
    ! Gets the least total of bytes with which the run is possible: by the schedule that was named, or by whichever may
    ! be taken (without a name store_all or revolve), on the disk that there is.
    function ebw_plan_get_least_bytes(plan, least_bytes) bind(c) result(answer)
      import
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(inout), optional :: least_bytes
      integer(c_int32_t) :: answer
    end function ebw_plan_get_least_bytes
    ! Gets the time step.
    function ebw_plan_get_dt(plan, dt) bind(c) result(answer)
      import
      type(c_ptr), value :: plan
      real(c_double), intent(inout), optional :: dt
      integer(c_int32_t) :: answer
    end function ebw_plan_get_dt
    ! Gets the name of the schedule, as "store_all", "revolve", "segment", "two_level", "segment_disk".
    function ebw_plan_get_schedule(plan, schedule) bind(c) result(answer)
      import
      type(c_ptr), value :: plan
      type(c_ptr), intent(inout) :: schedule
      integer(c_int32_t) :: answer
    end function ebw_plan_get_schedule
    ! Gets the bytes of one use.
    function ebw_plan_get_bytes(plan, name, bytes) bind(c) result(answer)
      import
      type(c_ptr), value :: plan
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), intent(inout), optional :: bytes
      integer(c_int32_t) :: answer
    end function ebw_plan_get_bytes
    ! Gets the number of slots that hold tapes alone.
    function ebw_plan_get_tape_slots(plan, tape_slots) bind(c) result(answer)
      import
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(inout), optional :: tape_slots
      integer(c_int32_t) :: answer
    end function ebw_plan_get_tape_slots
    ! Gets the cost that the schedule was chosen by: advances, taped advances, reverse steps and copies of states, each
    ! times its own cost.
    function ebw_plan_get_cost(plan, cost) bind(c) result(answer)
      import
      type(c_ptr), value :: plan
      real(c_double), intent(inout), optional :: cost
      integer(c_int32_t) :: answer
    end function ebw_plan_get_cost
    ! Gets the forecast of the time of one shot.
    function ebw_plan_get_seconds(plan, seconds) bind(c) result(answer)
      import
      type(c_ptr), value :: plan
      real(c_double), intent(inout), optional :: seconds
      integer(c_int32_t) :: answer
    end function ebw_plan_get_seconds
    ! Gets the number of slots on disk.
    function ebw_plan_get_disk_slots(plan, disk_slots) bind(c) result(answer)
      import
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(inout), optional :: disk_slots
      integer(c_int32_t) :: answer
    end function ebw_plan_get_disk_slots
    ! Gets the bytes that slots on disk take there at most.
    function ebw_plan_get_disk_bytes(plan, disk_bytes) bind(c) result(answer)
      import
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(inout), optional :: disk_bytes
      integer(c_int32_t) :: answer
    end function ebw_plan_get_disk_bytes
    ! Gets a number of the plan by its name.
    function ebw_plan_get_number(plan, name, value) bind(c) result(answer)
      import
      type(c_ptr), value :: plan
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), intent(inout), optional :: value
      integer(c_int32_t) :: answer
    end function ebw_plan_get_number
    ! Gets the bound on memory that the plan was made for.
    function ebw_plan_get_memory_limit(plan, bytes) bind(c) result(answer)
      import
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(inout), optional :: bytes
      integer(c_int32_t) :: answer
    end function ebw_plan_get_memory_limit
    ! Counts the plans of other kinds of schedule that stood beside this one when it was chosen, itself included.
    function ebw_plan_count_alternatives(plan, count) bind(c) result(answer)
      import
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(inout), optional :: count
      integer(c_int32_t) :: answer
    end function ebw_plan_count_alternatives
    ! Gets one of these plans, the cheapest first; of equal cost the one with fewer forward steps, then with fewer
    ! bytes.
    function ebw_plan_get_alternative(plan, index, alternative) bind(c) result(answer)
      import
      type(c_ptr), value :: plan
      integer(c_int64_t), value :: index
      type(c_ptr), intent(inout) :: alternative
      integer(c_int32_t) :: answer
    end function ebw_plan_get_alternative
    ! Creates the schedule that the plan speaks of.
    function ebw_plan_create_schedule(plan, schedule) bind(c) result(answer)
      import
      type(c_ptr), value :: plan
      type(c_ptr), intent(inout) :: schedule
      integer(c_int32_t) :: answer
    end function ebw_plan_create_schedule
    ! Creates the storage in which the plan places checkpoints: memory, or memory and files as ebw_storage_create_tiered
    ! with the plan's disk_bytes as the bound.
    function ebw_plan_create_storage(plan, directory, storage) bind(c) result(answer)
      import
      type(c_ptr), value :: plan
      character(kind=c_char), intent(in) :: directory(*)
      type(c_ptr), intent(inout) :: storage
      integer(c_int32_t) :: answer
    end function ebw_plan_create_storage
    ! Chooses a schedule for any time loop from a budget in bytes, with checkpoints in memory.
    function ebw_plan_choose( &
        steps, reverse_kind, state_bytes, tape_bytes, memory_bytes, schedule, costs, plan &
        ) bind(c) result(answer)
      import
      integer(c_int64_t), value :: steps
      integer(c_int32_t), value :: reverse_kind
      integer(c_int64_t), value :: state_bytes
      integer(c_int64_t), value :: tape_bytes
      integer(c_int64_t), value :: memory_bytes
      character(kind=c_char), intent(in) :: schedule(*)
      real(c_double), intent(in), optional :: costs(*)
      type(c_ptr), intent(inout) :: plan
      integer(c_int32_t) :: answer
    end function ebw_plan_choose
    ! Chooses a schedule for any time loop from a budget in bytes for memory and one for a disk: the one that costs
    ! least, of equal ones that with fewer forward steps, then with fewer bytes.
    function ebw_plan_choose_places( &
        steps, reverse_kind, state_bytes, tape_bytes, memory_bytes, disk_bytes, schedule, costs, plan &
        ) bind(c) result(answer)
      import
      integer(c_int64_t), value :: steps
      integer(c_int32_t), value :: reverse_kind
      integer(c_int64_t), value :: state_bytes
      integer(c_int64_t), value :: tape_bytes
      integer(c_int64_t), value :: memory_bytes
      integer(c_int64_t), value :: disk_bytes
      character(kind=c_char), intent(in) :: schedule(*)
      real(c_double), intent(in), optional :: costs(*)
      type(c_ptr), intent(inout) :: plan
      integer(c_int32_t) :: answer
    end function ebw_plan_choose_places
    ! Releases the plan.
    subroutine ebw_plan_destroy(plan) bind(c)
      import
      type(c_ptr), value :: plan
    end subroutine ebw_plan_destroy
    ! Creates a propagator from the user's own code; its callbacks are set one by one afterwards.
    function ebw_propagator_create_user(reverse_kind, state_bytes, user, release, propagator) bind(c) result(answer)
      import
      integer(c_int32_t), value :: reverse_kind
      integer(c_int64_t), value :: state_bytes
      type(c_ptr), value :: user
      type(c_funptr), value :: release
      type(c_ptr), intent(inout) :: propagator
      integer(c_int32_t) :: answer
    end function ebw_propagator_create_user
    ! Sets the callback that begins a run.
    function ebw_propagator_set_start(propagator, callback) bind(c) result(answer)
      import
      type(c_ptr), value :: propagator
      type(c_funptr), value :: callback
      integer(c_int32_t) :: answer
    end function ebw_propagator_set_start
    ! Sets the callback that takes forward steps.
    function ebw_propagator_set_advance(propagator, callback) bind(c) result(answer)
      import
      type(c_ptr), value :: propagator
      type(c_funptr), value :: callback
      integer(c_int32_t) :: answer
    end function ebw_propagator_set_advance
    ! Sets the callback that seeds the adjoint at the final state.
    function ebw_propagator_set_turn(propagator, callback) bind(c) result(answer)
      import
      type(c_ptr), value :: propagator
      type(c_funptr), value :: callback
      integer(c_int32_t) :: answer
    end function ebw_propagator_set_turn
    ! Sets the callback that takes one adjoint step.
    function ebw_propagator_set_reverse(propagator, callback) bind(c) result(answer)
      import
      type(c_ptr), value :: propagator
      type(c_funptr), value :: callback
      integer(c_int32_t) :: answer
    end function ebw_propagator_set_reverse
    ! Sets the callback that writes a state into a checkpoint.
    function ebw_propagator_set_save(propagator, callback) bind(c) result(answer)
      import
      type(c_ptr), value :: propagator
      type(c_funptr), value :: callback
      integer(c_int32_t) :: answer
    end function ebw_propagator_set_save
    ! Sets the callback that takes a state out of a checkpoint.
    function ebw_propagator_set_load(propagator, callback) bind(c) result(answer)
      import
      type(c_ptr), value :: propagator
      type(c_funptr), value :: callback
      integer(c_int32_t) :: answer
    end function ebw_propagator_set_load
    ! Sets the three callbacks of tapes, which belong together: they allow schedules that keep tapes.
    function ebw_propagator_set_tape(propagator, tape_bytes, advance_taped, save_tape, load_tape) bind(c) result(answer)
      import
      type(c_ptr), value :: propagator
      integer(c_int64_t), value :: tape_bytes
      type(c_funptr), value :: advance_taped
      type(c_funptr), value :: save_tape
      type(c_funptr), value :: load_tape
      integer(c_int32_t) :: answer
    end function ebw_propagator_set_tape
    ! Sets the two callbacks of the adjoint state, gradient included, which belong together: they are for resuming a
    ! killed run (ebw_executor_set_directory).
    function ebw_propagator_set_adjoint(propagator, adjoint_bytes, save_adjoint, load_adjoint) bind(c) result(answer)
      import
      type(c_ptr), value :: propagator
      integer(c_int64_t), value :: adjoint_bytes
      type(c_funptr), value :: save_adjoint
      type(c_funptr), value :: load_adjoint
      integer(c_int32_t) :: answer
    end function ebw_propagator_set_adjoint
    ! Sets the two callbacks of what the forward sweep leaves beside its state (traces, step sizes that were chosen),
    ! which belong together: for resuming a killed run.
    function ebw_propagator_set_record(propagator, record_bytes, save_record, load_record) bind(c) result(answer)
      import
      type(c_ptr), value :: propagator
      integer(c_int64_t), value :: record_bytes
      type(c_funptr), value :: save_record
      type(c_funptr), value :: load_record
      integer(c_int32_t) :: answer
    end function ebw_propagator_set_record
    ! Gets the bytes of one state.
    function ebw_propagator_get_state_bytes(propagator, bytes) bind(c) result(answer)
      import
      type(c_ptr), value :: propagator
      integer(c_int64_t), intent(inout), optional :: bytes
      integer(c_int32_t) :: answer
    end function ebw_propagator_get_state_bytes
    ! Gets the bytes of the tape of one step.
    function ebw_propagator_get_tape_bytes(propagator, bytes) bind(c) result(answer)
      import
      type(c_ptr), value :: propagator
      integer(c_int64_t), intent(inout), optional :: bytes
      integer(c_int32_t) :: answer
    end function ebw_propagator_get_tape_bytes
    ! Tells of what a state of a user's propagator is made, for the lossy codecs of a storage; nothing else needs it.
    function ebw_propagator_set_state_layout(propagator, parts, dtype, shape) bind(c) result(answer)
      import
      type(c_ptr), value :: propagator
      integer(c_int64_t), value :: parts
      integer(c_int32_t), intent(in), optional :: dtype(*)
      integer(c_int64_t), intent(in), optional :: shape(*)
      integer(c_int32_t) :: answer
    end function ebw_propagator_set_state_layout
    ! Gets one array of a state: bytes only, without names or coordinates.
    function ebw_propagator_get_state_layout(propagator, part, dtype, offset, shape, row_stride) bind(c) result(answer)
      import
      type(c_ptr), value :: propagator
      integer(c_int64_t), value :: part
      integer(c_int32_t), intent(inout), optional :: dtype
      integer(c_int64_t), intent(inout), optional :: offset
      integer(c_int64_t), intent(inout), optional :: shape(*)
      integer(c_int64_t), intent(inout), optional :: row_stride
      integer(c_int32_t) :: answer
    end function ebw_propagator_get_state_layout
    ! Gets the bytes of the adjoint state, gradient included.
    function ebw_propagator_get_adjoint_bytes(propagator, bytes) bind(c) result(answer)
      import
      type(c_ptr), value :: propagator
      integer(c_int64_t), intent(inout), optional :: bytes
      integer(c_int32_t) :: answer
    end function ebw_propagator_get_adjoint_bytes
    ! Releases the handle; the propagator goes with the last executor that uses it.
    subroutine ebw_propagator_destroy(propagator) bind(c)
      import
      type(c_ptr), value :: propagator
    end subroutine ebw_propagator_destroy
    ! Creates an empty report.
    function ebw_report_create(title, report) bind(c) result(answer)
      import
      character(kind=c_char), intent(in) :: title(*)
      type(c_ptr), intent(inout) :: report
      integer(c_int32_t) :: answer
    end function ebw_report_create
    ! Releases the handle.
    subroutine ebw_report_destroy(report) bind(c)
      import
      type(c_ptr), value :: report
    end subroutine ebw_report_destroy
    ! Adds a check of any kind.
    function ebw_report_add_check(report, suite, name, verdict, words, seconds) bind(c) result(answer)
      import
      type(c_ptr), value :: report
      character(kind=c_char), intent(in) :: suite(*)
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int32_t), value :: verdict
      character(kind=c_char), intent(in) :: words(*)
      real(c_double), value :: seconds
      integer(c_int32_t) :: answer
    end function ebw_report_add_check
    ! Adds the last run of a Taylor test: verdict, words, all numbers of the direction that decides, and its ladder,
    ! which HTML shows as a picture.
    function ebw_report_add_taylor(report, suite, name, test, seconds) bind(c) result(answer)
      import
      type(c_ptr), value :: report
      character(kind=c_char), intent(in) :: suite(*)
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), value :: test
      real(c_double), value :: seconds
      integer(c_int32_t) :: answer
    end function ebw_report_add_taylor
    ! Adds the last run of a dot test.
    function ebw_report_add_dot(report, suite, name, test, seconds) bind(c) result(answer)
      import
      type(c_ptr), value :: report
      character(kind=c_char), intent(in) :: suite(*)
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), value :: test
      real(c_double), value :: seconds
      integer(c_int32_t) :: answer
    end function ebw_report_add_dot
    ! Adds measured memory against slots, which HTML shows as a picture: PASS when a slot costs state_bytes.
    function ebw_report_add_memory( &
        report, suite, name, count, slots, bytes, state_bytes, tolerance, seconds &
        ) bind(c) result(answer)
      import
      type(c_ptr), value :: report
      character(kind=c_char), intent(in) :: suite(*)
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), value :: count
      integer(c_int64_t), intent(in), optional :: slots(*)
      integer(c_int64_t), intent(in), optional :: bytes(*)
      integer(c_int64_t), value :: state_bytes
      real(c_double), value :: tolerance
      real(c_double), value :: seconds
      integer(c_int32_t) :: answer
    end function ebw_report_add_memory
    ! Adds a named number to the check that was added last, or before the first check to the whole report.
    function ebw_report_add_number(report, name, value) bind(c) result(answer)
      import
      type(c_ptr), value :: report
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: value
      integer(c_int32_t) :: answer
    end function ebw_report_add_number
    ! Adds a named text to the check that was added last, or before the first check to the whole report.
    function ebw_report_add_text(report, name, text) bind(c) result(answer)
      import
      type(c_ptr), value :: report
      character(kind=c_char), intent(in) :: name(*)
      character(kind=c_char), intent(in) :: text(*)
      integer(c_int32_t) :: answer
    end function ebw_report_add_text
    ! Gets the verdict of all checks together: FAIL when any fails, else INCONCLUSIVE when any is or when there is none.
    function ebw_report_get_verdict(report, verdict) bind(c) result(answer)
      import
      type(c_ptr), value :: report
      integer(c_int32_t), intent(inout), optional :: verdict
      integer(c_int32_t) :: answer
    end function ebw_report_get_verdict
    ! Counts the checks of one verdict.
    function ebw_report_count_checks(report, verdict, count) bind(c) result(answer)
      import
      type(c_ptr), value :: report
      integer(c_int32_t), value :: verdict
      integer(c_int64_t), intent(inout), optional :: count
      integer(c_int32_t) :: answer
    end function ebw_report_count_checks
    ! Writes the report to a file, which appears whole or not at all and replaces one of that name.
    function ebw_report_write(report, format, path) bind(c) result(answer)
      import
      type(c_ptr), value :: report
      integer(c_int32_t), value :: format
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int32_t) :: answer
    end function ebw_report_write
    ! Creates the schedule that keeps what the reverse of each step needs, so that no step is run twice.
    function ebw_schedule_create_store_all(steps, reverse_kind, tape, schedule) bind(c) result(answer)
      import
      integer(c_int64_t), value :: steps
      integer(c_int32_t), value :: reverse_kind
      integer(c_int32_t), value :: tape
      type(c_ptr), intent(inout) :: schedule
      integer(c_int32_t) :: answer
    end function ebw_schedule_create_store_all
    ! Creates the schedule with the fewest advances for a given number of slots and, among those, the fewest saves.
    function ebw_schedule_create_revolve(steps, slots, reverse_kind, schedule) bind(c) result(answer)
      import
      integer(c_int64_t), value :: steps
      integer(c_int64_t), value :: slots
      integer(c_int32_t), value :: reverse_kind
      type(c_ptr), intent(inout) :: schedule
      integer(c_int32_t) :: answer
    end function ebw_schedule_create_revolve
    ! Creates revolve over leaves of steps: the tapes of one leaf are kept while it runs and are read by one ranged
    ! reverse; states stand between leaves by the binomial rule; the last leaf is taped on the first sweep.
    function ebw_schedule_create_segment(steps, leaf, slots, reverse_kind, schedule) bind(c) result(answer)
      import
      integer(c_int64_t), value :: steps
      integer(c_int64_t), value :: leaf
      integer(c_int64_t), value :: slots
      integer(c_int32_t), value :: reverse_kind
      type(c_ptr), intent(inout) :: schedule
      integer(c_int32_t) :: answer
    end function ebw_schedule_create_segment
    ! Chooses the leaf and the slots of a segment schedule together: the least cost F * advances + (FT + A) * steps +
    ! COPY * (saves + loads of states) of all pairs that fit in a room.
    function ebw_schedule_choose_segment(steps, room, state_size, tape_size, costs, leaf, slots) bind(c) result(answer)
      import
      integer(c_int64_t), value :: steps
      integer(c_int64_t), value :: room
      integer(c_int64_t), value :: state_size
      integer(c_int64_t), value :: tape_size
      real(c_double), intent(in), optional :: costs(*)
      integer(c_int64_t), intent(inout), optional :: leaf
      integer(c_int64_t), intent(inout), optional :: slots
      integer(c_int32_t) :: answer
    end function ebw_schedule_choose_segment
    ! Creates the schedule with the fewest forward steps where states and tapes share one room, each where it saves
    ! most.
    function ebw_schedule_create_mixed( &
        steps, units, restart_units, tape_units, reverse_kind, schedule &
        ) bind(c) result(answer)
      import
      integer(c_int64_t), value :: steps
      integer(c_int64_t), value :: units
      integer(c_int64_t), value :: restart_units
      integer(c_int64_t), value :: tape_units
      integer(c_int32_t), value :: reverse_kind
      type(c_ptr), intent(inout) :: schedule
      integer(c_int32_t) :: answer
    end function ebw_schedule_create_mixed
    ! Creates the schedule of a loop whose length is not known until it ends.
    function ebw_schedule_create_online(slots, reverse_kind, schedule) bind(c) result(answer)
      import
      integer(c_int64_t), value :: slots
      integer(c_int32_t), value :: reverse_kind
      type(c_ptr), intent(inout) :: schedule
      integer(c_int32_t) :: answer
    end function ebw_schedule_create_online
    ! Creates the cheapest schedule for slots in memory and slots on disk; copies in memory cost nothing.
    function ebw_schedule_create_two_level( &
        steps, slots, disk_slots, reverse_kind, costs, schedule &
        ) bind(c) result(answer)
      import
      integer(c_int64_t), value :: steps
      integer(c_int64_t), value :: slots
      integer(c_int64_t), value :: disk_slots
      integer(c_int32_t), value :: reverse_kind
      real(c_double), intent(in), optional :: costs(*)
      type(c_ptr), intent(inout) :: schedule
      integer(c_int32_t) :: answer
    end function ebw_schedule_create_two_level
    ! Creates the cheapest schedule for slots in memory and as many on disk as are of use.
    function ebw_schedule_create_disk(steps, slots, reverse_kind, costs, schedule) bind(c) result(answer)
      import
      integer(c_int64_t), value :: steps
      integer(c_int64_t), value :: slots
      integer(c_int32_t), value :: reverse_kind
      real(c_double), intent(in), optional :: costs(*)
      type(c_ptr), intent(inout) :: schedule
      integer(c_int32_t) :: answer
    end function ebw_schedule_create_disk
    ! Creates the schedule with a state on disk every `period` steps; within a period memory and that state are used the
    ! cheapest way.
    function ebw_schedule_create_periodic(steps, slots, period, reverse_kind, costs, schedule) bind(c) result(answer)
      import
      integer(c_int64_t), value :: steps
      integer(c_int64_t), value :: slots
      integer(c_int64_t), value :: period
      integer(c_int32_t), value :: reverse_kind
      real(c_double), intent(in), optional :: costs(*)
      type(c_ptr), intent(inout) :: schedule
      integer(c_int32_t) :: answer
    end function ebw_schedule_create_periodic
    ! Creates the schedule for a disk that is written and read in the background: a state on disk every `interval`
    ! steps, so many that the transfer hides behind them, loaded once on the way back; within an interval the binomial
    ! rule in memory.
    function ebw_schedule_create_async(steps, slots, interval, reverse_kind, costs, schedule) bind(c) result(answer)
      import
      integer(c_int64_t), value :: steps
      integer(c_int64_t), value :: slots
      integer(c_int64_t), value :: interval
      integer(c_int32_t), value :: reverse_kind
      real(c_double), intent(in), optional :: costs(*)
      type(c_ptr), intent(inout) :: schedule
      integer(c_int32_t) :: answer
    end function ebw_schedule_create_async
    ! Takes the next action out of the stream.
    function ebw_schedule_next(schedule, kind, from, to, slot) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      integer(c_int32_t), intent(inout), optional :: kind
      integer(c_int64_t), intent(inout), optional :: from
      integer(c_int64_t), intent(inout), optional :: to
      integer(c_int64_t), intent(inout), optional :: slot
      integer(c_int32_t) :: answer
    end function ebw_schedule_next
    ! Takes the next actions out of the stream, several in one call, for languages in which a call is dear.
    function ebw_schedule_next_many(schedule, actions, capacity, count) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      integer(c_int64_t), intent(inout), optional :: actions(*)
      integer(c_int64_t), value :: capacity
      integer(c_int64_t), intent(inout), optional :: count
      integer(c_int32_t) :: answer
    end function ebw_schedule_next_many
    ! Puts the stream back to the first action.
    function ebw_schedule_reset(schedule) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      integer(c_int32_t) :: answer
    end function ebw_schedule_reset
    ! Says where a loop of unknown length ends, for schedules made by ebw_schedule_create_online.
    function ebw_schedule_finish(schedule, steps) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      integer(c_int64_t), value :: steps
      integer(c_int32_t) :: answer
    end function ebw_schedule_finish
    ! Writes all actions from the first to the last (without EBW_ACTION_END); the stream stays where it is.
    function ebw_schedule_export(schedule, actions, capacity, count) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      integer(c_int64_t), intent(inout), optional :: actions(*)
      integer(c_int64_t), value :: capacity
      integer(c_int64_t), intent(inout), optional :: count
      integer(c_int32_t) :: answer
    end function ebw_schedule_export
    ! Counts the forward steps that keep nothing (in store_all of kind state_only all forward steps), without running.
    function ebw_schedule_count_advances(schedule, count) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      integer(c_int64_t), intent(inout), optional :: count
      integer(c_int32_t) :: answer
    end function ebw_schedule_count_advances
    ! Counts the forward steps that keep adjoint data: `steps` in kind fused, 0 in kind state_only.
    function ebw_schedule_count_taped(schedule, count) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      integer(c_int64_t), intent(inout), optional :: count
      integer(c_int32_t) :: answer
    end function ebw_schedule_count_taped
    ! Counts the saves of states (of tapes in store_all with tapes), without running.
    function ebw_schedule_count_saves(schedule, count) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      integer(c_int64_t), intent(inout), optional :: count
      integer(c_int32_t) :: answer
    end function ebw_schedule_count_saves
    ! Counts the loads of states (of tapes in store_all with tapes), without running.
    function ebw_schedule_count_loads(schedule, count) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      integer(c_int64_t), intent(inout), optional :: count
      integer(c_int32_t) :: answer
    end function ebw_schedule_count_loads
    ! Counts the saves of states to disk, without running.
    function ebw_schedule_count_disk_saves(schedule, count) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      integer(c_int64_t), intent(inout), optional :: count
      integer(c_int32_t) :: answer
    end function ebw_schedule_count_disk_saves
    ! Counts the loads of states from disk, without running.
    function ebw_schedule_count_disk_loads(schedule, count) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      integer(c_int64_t), intent(inout), optional :: count
      integer(c_int32_t) :: answer
    end function ebw_schedule_count_disk_loads
    ! Counts the states on disk that the schedule has not discarded at its end: 0 for every kind of this library.
    function ebw_schedule_count_left_on_disk(schedule, count) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      integer(c_int64_t), intent(inout), optional :: count
      integer(c_int32_t) :: answer
    end function ebw_schedule_count_left_on_disk
    ! Weighs the schedule: uf * all forward steps + ub * reverse steps + wd * saves to disk + rd * loads from disk.
    function ebw_schedule_get_cost(schedule, costs, cost) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      real(c_double), intent(in), optional :: costs(*)
      real(c_double), intent(inout), optional :: cost
      integer(c_int32_t) :: answer
    end function ebw_schedule_get_cost
    ! Gets the number of steps.
    function ebw_schedule_get_steps(schedule, steps) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      integer(c_int64_t), intent(inout), optional :: steps
      integer(c_int32_t) :: answer
    end function ebw_schedule_get_steps
    ! Gets the most slots that are in use at once; slot numbers are below it.
    function ebw_schedule_get_peak_slots(schedule, slots) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      integer(c_int64_t), intent(inout), optional :: slots
      integer(c_int32_t) :: answer
    end function ebw_schedule_get_peak_slots
    ! Gets the most states that are on disk at once.
    function ebw_schedule_get_peak_disk_slots(schedule, slots) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      integer(c_int64_t), intent(inout), optional :: slots
      integer(c_int32_t) :: answer
    end function ebw_schedule_get_peak_disk_slots
    ! Gets the number of the first slot on disk: slots of states below it are memory.
    function ebw_schedule_get_memory_slots(schedule, slots) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      integer(c_int64_t), intent(inout), optional :: slots
      integer(c_int32_t) :: answer
    end function ebw_schedule_get_memory_slots
    ! Gets the number of slots that hold tapes alone; slots of tapes are numbered apart from those of states.
    function ebw_schedule_get_tape_slots(schedule, slots) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      integer(c_int64_t), intent(inout), optional :: slots
      integer(c_int32_t) :: answer
    end function ebw_schedule_get_tape_slots
    ! Gets the reverse kind that the schedule was made for.
    function ebw_schedule_get_reverse_kind(schedule, reverse_kind) bind(c) result(answer)
      import
      type(c_ptr), value :: schedule
      integer(c_int32_t), intent(inout), optional :: reverse_kind
      integer(c_int32_t) :: answer
    end function ebw_schedule_get_reverse_kind
    ! Releases the handle; an executor that runs the schedule keeps it alive.
    subroutine ebw_schedule_destroy(schedule) bind(c)
      import
      type(c_ptr), value :: schedule
    end subroutine ebw_schedule_destroy
    ! Creates a storage in memory; it takes none before it is reserved or run.
    function ebw_storage_create_memory(storage) bind(c) result(answer)
      import
      type(c_ptr), intent(inout) :: storage
      integer(c_int32_t) :: answer
    end function ebw_storage_create_memory
    ! Creates a storage in files.
    function ebw_storage_create_disk(directory, bytes, storage) bind(c) result(answer)
      import
      character(kind=c_char), intent(in) :: directory(*)
      integer(c_int64_t), value :: bytes
      type(c_ptr), intent(inout) :: storage
      integer(c_int32_t) :: answer
    end function ebw_storage_create_disk
    ! Creates a storage in two tiers: the first slots of states, and all tapes, in memory, the other slots in files as
    ! those of ebw_storage_create_disk, written in the background and read before they are needed as far as the schedule
    ! tells.
    function ebw_storage_create_tiered(directory, bytes, memory_slots, storage) bind(c) result(answer)
      import
      character(kind=c_char), intent(in) :: directory(*)
      integer(c_int64_t), value :: bytes
      integer(c_int64_t), value :: memory_slots
      type(c_ptr), intent(inout) :: storage
      integer(c_int32_t) :: answer
    end function ebw_storage_create_tiered
    ! Measures what a checkpoint costs in a directory: the middle of three saves and of three loads, as a storage on
    ! disk makes them.
    function ebw_storage_measure_disk(directory, slot_bytes, save, load) bind(c) result(answer)
      import
      character(kind=c_char), intent(in) :: directory(*)
      integer(c_int64_t), value :: slot_bytes
      real(c_double), intent(inout), optional :: save
      real(c_double), intent(inout), optional :: load
      integer(c_int32_t) :: answer
    end function ebw_storage_measure_disk
    ! Creates a storage over callbacks of the user's.
    function ebw_storage_create_user(begin, save, load, discard, user, release, storage) bind(c) result(answer)
      import
      type(c_funptr), value :: begin
      type(c_funptr), value :: save
      type(c_funptr), value :: load
      type(c_funptr), value :: discard
      type(c_ptr), value :: user
      type(c_funptr), value :: release
      type(c_ptr), intent(inout) :: storage
      integer(c_int32_t) :: answer
    end function ebw_storage_create_user
    ! Limits what slots in memory may take; for storages of ebw_storage_create_memory.
    function ebw_storage_set_limit(storage, bytes) bind(c) result(answer)
      import
      type(c_ptr), value :: storage
      integer(c_int64_t), value :: bytes
      integer(c_int32_t) :: answer
    end function ebw_storage_set_limit
    ! Sets how checkpoints are encoded.
    function ebw_storage_set_codec(storage, name, parameter) bind(c) result(answer)
      import
      type(c_ptr), value :: storage
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: parameter
      integer(c_int32_t) :: answer
    end function ebw_storage_set_codec
    ! Gets the largest error that a lossy codec made: of any real number that was saved since the last reserve or run,
    ! as a part of the largest magnitude in its array at that save.
    function ebw_storage_get_codec_error(storage, error) bind(c) result(answer)
      import
      type(c_ptr), value :: storage
      real(c_double), intent(inout), optional :: error
      integer(c_int32_t) :: answer
    end function ebw_storage_get_codec_error
    ! Has checkpoints in memory, or at the user's, summed (CRC-32C) when they are saved and compared at every load: one
    ! that changed is EBW_ERR_CORRUPT, with slot and step.
    function ebw_storage_set_checksums(storage, on) bind(c) result(answer)
      import
      type(c_ptr), value :: storage
      integer(c_int32_t), value :: on
      integer(c_int32_t) :: answer
    end function ebw_storage_set_checksums
    ! Tells of what the caller's own checkpoints are made, for lossy codecs; an executor tells it for its runs.
    function ebw_storage_set_layout(storage, parts, dtype, shape) bind(c) result(answer)
      import
      type(c_ptr), value :: storage
      integer(c_int64_t), value :: parts
      integer(c_int32_t), intent(in), optional :: dtype(*)
      integer(c_int64_t), intent(in), optional :: shape(*)
      integer(c_int32_t) :: answer
    end function ebw_storage_set_layout
    ! Makes room for checkpoints.
    function ebw_storage_reserve(storage, slots, slot_bytes) bind(c) result(answer)
      import
      type(c_ptr), value :: storage
      integer(c_int64_t), value :: slots
      integer(c_int64_t), value :: slot_bytes
      integer(c_int32_t) :: answer
    end function ebw_storage_reserve
    ! Copies a checkpoint into a free slot.
    function ebw_storage_save(storage, slot, step, bytes) bind(c) result(answer)
      import
      type(c_ptr), value :: storage
      integer(c_int64_t), value :: slot
      integer(c_int64_t), value :: step
      type(c_ptr), value :: bytes
      integer(c_int32_t) :: answer
    end function ebw_storage_save
    ! Copies a checkpoint out of its slot; the slot keeps it.
    function ebw_storage_load(storage, slot, step, bytes) bind(c) result(answer)
      import
      type(c_ptr), value :: storage
      integer(c_int64_t), value :: slot
      integer(c_int64_t), value :: step
      type(c_ptr), value :: bytes
      integer(c_int32_t) :: answer
    end function ebw_storage_load
    ! Frees a slot.
    function ebw_storage_discard(storage, slot) bind(c) result(answer)
      import
      type(c_ptr), value :: storage
      integer(c_int64_t), value :: slot
      integer(c_int32_t) :: answer
    end function ebw_storage_discard
    ! Gets one count by its name.
    function ebw_storage_get_stat(storage, name, value) bind(c) result(answer)
      import
      type(c_ptr), value :: storage
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), intent(inout), optional :: value
      integer(c_int32_t) :: answer
    end function ebw_storage_get_stat
    ! Releases the handle; the storage goes with the last executor that uses it.
    subroutine ebw_storage_destroy(storage) bind(c)
      import
      type(c_ptr), value :: storage
    end subroutine ebw_storage_destroy
    ! Tests whether g is the gradient of J at m, with the defaults of ebw_taylor_create.
    function ebw_taylor_test(dtype, n, m, g, evaluate, user, verdict, error, resolution) bind(c) result(answer)
      import
      integer(c_int32_t), value :: dtype
      integer(c_int64_t), value :: n
      type(c_ptr), value :: m
      type(c_ptr), value :: g
      type(c_funptr), value :: evaluate
      type(c_ptr), value :: user
      integer(c_int32_t), intent(inout), optional :: verdict
      real(c_double), intent(inout), optional :: error
      real(c_double), intent(inout), optional :: resolution
      integer(c_int32_t) :: answer
    end function ebw_taylor_test
    ! Creates a Taylor test of J with the default options: profile default, full ladder, 3 random directions, seed 1,
    ! typical size |m| (1 where m is 0), no bounds, no parts, the plain sum as inner product.
    function ebw_taylor_create(dtype, n, evaluate, user, release, test) bind(c) result(answer)
      import
      integer(c_int32_t), value :: dtype
      integer(c_int64_t), value :: n
      type(c_funptr), value :: evaluate
      type(c_ptr), value :: user
      type(c_funptr), value :: release
      type(c_ptr), intent(inout) :: test
      integer(c_int32_t) :: answer
    end function ebw_taylor_create
    ! Releases the handle.
    subroutine ebw_taylor_destroy(test) bind(c)
      import
      type(c_ptr), value :: test
    end subroutine ebw_taylor_destroy
    ! Sets where the gradient comes from when ebw_taylor_run gets none.
    function ebw_taylor_set_gradient(test, gradient, user, release) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      type(c_funptr), value :: gradient
      type(c_ptr), value :: user
      type(c_funptr), value :: release
      integer(c_int32_t) :: answer
    end function ebw_taylor_set_gradient
    ! Sets the Hessian.
    function ebw_taylor_set_hessian(test, hessian, user, release) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      type(c_funptr), value :: hessian
      type(c_ptr), value :: user
      type(c_funptr), value :: release
      integer(c_int32_t) :: answer
    end function ebw_taylor_set_hessian
    ! Sets the tolerance by a profile.
    function ebw_taylor_set_profile(test, profile) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int32_t), value :: profile
      integer(c_int32_t) :: answer
    end function ebw_taylor_set_profile
    ! Sets the tolerance by a number.
    function ebw_taylor_set_tolerance(test, tolerance) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      real(c_double), value :: tolerance
      integer(c_int32_t) :: answer
    end function ebw_taylor_set_tolerance
    ! Sets the steps at which J is evaluated.
    function ebw_taylor_set_ladder(test, ladder) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int32_t), value :: ladder
      integer(c_int32_t) :: answer
    end function ebw_taylor_set_ladder
    ! Sets the seed of random directions.
    function ebw_taylor_set_seed(test, seed) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: seed
      integer(c_int32_t) :: answer
    end function ebw_taylor_set_seed
    ! Sets the number of random directions, typical size times Gaussian, and forgets given ones.
    function ebw_taylor_set_directions(test, count) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: count
      integer(c_int32_t) :: answer
    end function ebw_taylor_set_directions
    ! Takes given directions instead of random ones.
    function ebw_taylor_set_given_directions(test, count, directions) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: count
      type(c_ptr), value :: directions
      integer(c_int32_t) :: answer
    end function ebw_taylor_set_given_directions
    ! Sets the size that counts as a big change of each element; the largest step is 5 % of it (reduced ladder: 0.1 % in
    ! f64, 4 % in f32).
    function ebw_taylor_set_typical_size(test, size) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      type(c_ptr), value :: size
      integer(c_int32_t) :: answer
    end function ebw_taylor_set_typical_size
    ! Sets bounds that m and all points of the test respect: steps are cut element by element; an element on its bound
    ! stays fixed.
    function ebw_taylor_set_bounds(test, lower, upper) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      type(c_ptr), value :: lower
      type(c_ptr), value :: upper
      integer(c_int32_t) :: answer
    end function ebw_taylor_set_bounds
    ! Sets the inner product in which g is the gradient: J(m + d) = J(m) + <g, d> + ... Given directions are then not
    ! scaled but taken as they are, in the unit of m, and the gradient's size is a mean over random vectors.
    function ebw_taylor_set_inner_product(test, inner_product, user, release) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      type(c_funptr), value :: inner_product
      type(c_ptr), value :: user
      type(c_funptr), value :: release
      integer(c_int32_t) :: answer
    end function ebw_taylor_set_inner_product
    ! Sets which elements of the whole vector m is: random directions are drawn by the global number of an element, so
    ! that ranks that hold a slice each move along slices of one direction, the same for any number of ranks.
    function ebw_taylor_set_index_offset(test, offset) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: offset
      integer(c_int32_t) :: answer
    end function ebw_taylor_set_index_offset
    ! Tells the value of a constant of the code under test, such as the time step: when the gradient is wrong by this
    ! factor, its square, or the inverse of either, the diagnosis says so by name.
    function ebw_taylor_set_constant(test, name, value) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), value :: value
      integer(c_int32_t) :: answer
    end function ebw_taylor_set_constant
    ! Tells noise of J that is known beforehand, such as the unit of the last digit to which J was rounded: the noise
    ! that the test reckons with is never below it.
    function ebw_taylor_set_least_noise(test, noise) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      real(c_double), value :: noise
      integer(c_int32_t) :: answer
    end function ebw_taylor_set_least_noise
    ! Sets the number K of operations that the Hessian applies one after another; the bound of its asymmetry is 64 u
    ! sqrt(K), u = 2^-53 (f64), 2^-24 (f32), as in a dot test.
    function ebw_taylor_set_steps(test, steps) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: steps
      integer(c_int32_t) :: answer
    end function ebw_taylor_set_steps
    ! Adds a block: a range of elements.
    function ebw_taylor_add_block(test, name, begin, end) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), value :: begin
      integer(c_int64_t), value :: end
      integer(c_int32_t) :: answer
    end function ebw_taylor_add_block
    ! Adds blocks "block 0" to "block <count - 1>" by the number of each element's block.
    function ebw_taylor_add_block_ids(test, count, ids) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: count
      integer(c_int32_t), intent(in), optional :: ids(*)
      integer(c_int32_t) :: answer
    end function ebw_taylor_add_block_ids
    ! Adds a region: a set of elements.
    function ebw_taylor_add_region(test, name, kind, count, elements) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int32_t), value :: kind
      integer(c_int64_t), value :: count
      integer(c_int64_t), intent(in), optional :: elements(*)
      integer(c_int32_t) :: answer
    end function ebw_taylor_add_region
    ! Forgets all parts.
    function ebw_taylor_clear_parts(test) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int32_t) :: answer
    end function ebw_taylor_clear_parts
    ! Sets the number of random directions of each part.
    function ebw_taylor_set_part_directions(test, count) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: count
      integer(c_int32_t) :: answer
    end function ebw_taylor_set_part_directions
    ! Runs the test at m.
    function ebw_taylor_run(test, m, g, verdict) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      type(c_ptr), value :: m
      type(c_ptr), value :: g
      integer(c_int32_t), intent(inout), optional :: verdict
      integer(c_int32_t) :: answer
    end function ebw_taylor_run
    ! Tests the Hessian callback against the gradient callback at m: the same test for J' = <w, gradient> and its
    ! gradient H w, along each direction with a random w of its own; and that <w, H v> = <v, H w> and H is linear, to
    ! what rounding allows.
    function ebw_taylor_run_hessian(test, m, verdict) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      type(c_ptr), value :: m
      integer(c_int32_t), intent(inout), optional :: verdict
      integer(c_int32_t) :: answer
    end function ebw_taylor_run_hessian
    ! Gets the verdict of the whole run.
    function ebw_taylor_get_verdict(test, verdict) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int32_t), intent(inout), optional :: verdict
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_verdict
    ! Gets the result in words, on one line.
    function ebw_taylor_get_text(test, text) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      type(c_ptr), intent(inout) :: text
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_text
    ! Gets what is likely wrong with a gradient that fails: a sign, a factor, a constant, the part that fails alone.
    function ebw_taylor_get_diagnosis(test, text) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      type(c_ptr), intent(inout) :: text
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_diagnosis
    ! Gets the options of the run.
    function ebw_taylor_get_options(test, dtype, n, tolerance, seed, ladder) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int32_t), intent(inout), optional :: dtype
      integer(c_int64_t), intent(inout), optional :: n
      real(c_double), intent(inout), optional :: tolerance
      integer(c_int64_t), intent(inout), optional :: seed
      integer(c_int32_t), intent(inout), optional :: ladder
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_options
    ! Gets the fault that was seen.
    function ebw_taylor_get_fault(test, fault, index) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int32_t), intent(inout), optional :: fault
      integer(c_int64_t), intent(inout), optional :: index
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_fault
    ! Gets the value at m.
    function ebw_taylor_get_value(test, J, repeatable) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      real(c_double), intent(inout), optional :: J
      integer(c_int32_t), intent(inout), optional :: repeatable
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_value
    ! Gets whether the test and the code under test left everything as it was.
    function ebw_taylor_get_restored(test, restored) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int32_t), intent(inout), optional :: restored
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_restored
    ! Gets the number of evaluations of J that the run made.
    function ebw_taylor_get_evaluations(test, evaluations) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), intent(inout), optional :: evaluations
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_evaluations
    ! Gets the number of directions that were tested.
    function ebw_taylor_count_directions(test, count) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), intent(inout), optional :: count
      integer(c_int32_t) :: answer
    end function ebw_taylor_count_directions
    ! Gets the result along a direction.
    function ebw_taylor_get_direction(test, direction, verdict, error, resolution) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: direction
      integer(c_int32_t), intent(inout), optional :: verdict
      real(c_double), intent(inout), optional :: error
      real(c_double), intent(inout), optional :: resolution
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_direction
    ! Gets what the random directions prove of the whole gradient, parts aside.
    function ebw_taylor_get_certificate(test, factor, miss_probability, bound, known) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      real(c_double), value :: factor
      real(c_double), intent(inout), optional :: miss_probability
      real(c_double), intent(inout), optional :: bound
      integer(c_int32_t), intent(inout), optional :: known
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_certificate
    ! Gets what a direction covers.
    function ebw_taylor_get_part(test, direction, name, kind) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: direction
      type(c_ptr), intent(inout) :: name
      integer(c_int32_t), intent(inout), optional :: kind
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_part
    ! Gets why a direction is inconclusive.
    function ebw_taylor_get_reason(test, direction, text) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: direction
      type(c_ptr), intent(inout) :: text
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_reason
    ! Gets how wrong the gradient is as a factor.
    function ebw_taylor_get_ratio(test, direction, ratio, known) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: direction
      real(c_double), intent(inout), optional :: ratio
      integer(c_int32_t), intent(inout), optional :: known
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_ratio
    ! Gets the derivative along a direction d, all in the unit of J.
    function ebw_taylor_get_derivative(test, direction, g_dot_d, finite_difference, scale) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: direction
      real(c_double), intent(inout), optional :: g_dot_d
      real(c_double), intent(inout), optional :: finite_difference
      real(c_double), intent(inout), optional :: scale
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_derivative
    ! Gets the noise of J along a direction.
    function ebw_taylor_get_noise(test, direction, noise) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: direction
      real(c_double), intent(inout), optional :: noise
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_noise
    ! Gets the second derivative along a direction d.
    function ebw_taylor_get_curvature(test, direction, curvature) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: direction
      real(c_double), intent(inout), optional :: curvature
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_curvature
    ! Gets the order with which a Taylor remainder falls.
    function ebw_taylor_get_order(test, direction, remainder, order, points, known) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: direction
      integer(c_int32_t), value :: remainder
      real(c_double), intent(inout), optional :: order
      integer(c_int64_t), intent(inout), optional :: points
      integer(c_int32_t), intent(inout), optional :: known
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_order
    ! Gets how well an order is known.
    function ebw_taylor_get_order_interval(test, direction, remainder, half_width) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: direction
      integer(c_int32_t), value :: remainder
      real(c_double), intent(inout), optional :: half_width
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_order_interval
    ! Gets the steps of the ladder that were dropped because J was not to be had there.
    function ebw_taylor_get_dropped(test, direction, levels, last_status) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: direction
      integer(c_int64_t), intent(inout), optional :: levels
      integer(c_int32_t), intent(inout), optional :: last_status
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_dropped
    ! Gets the number of steps of the ladder that were kept.
    function ebw_taylor_count_levels(test, direction, count) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: direction
      integer(c_int64_t), intent(inout), optional :: count
      integer(c_int32_t) :: answer
    end function ebw_taylor_count_levels
    ! Gets one step of the ladder, for plots.
    function ebw_taylor_get_level(test, direction, level, h, J_plus, J_minus, R0, R1) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: direction
      integer(c_int64_t), value :: level
      real(c_double), intent(inout), optional :: h
      real(c_double), intent(inout), optional :: J_plus
      real(c_double), intent(inout), optional :: J_minus
      real(c_double), intent(inout), optional :: R0
      real(c_double), intent(inout), optional :: R1
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_level
    ! Gets more of a step of the ladder, for plots.
    function ebw_taylor_get_remainders(test, direction, level, R2, odd, even) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: direction
      integer(c_int64_t), value :: level
      real(c_double), intent(inout), optional :: R2
      real(c_double), intent(inout), optional :: odd
      real(c_double), intent(inout), optional :: even
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_remainders
    ! Gets the symmetry of a Hessian, after ebw_taylor_run_hessian.
    function ebw_taylor_get_symmetry(test, direction, verdict, error, linearity, bound) bind(c) result(answer)
      import
      type(c_ptr), value :: test
      integer(c_int64_t), value :: direction
      integer(c_int32_t), intent(inout), optional :: verdict
      real(c_double), intent(inout), optional :: error
      real(c_double), intent(inout), optional :: linearity
      real(c_double), intent(inout), optional :: bound
      integer(c_int32_t) :: answer
    end function ebw_taylor_get_symmetry
    ! Tells whether memory grows with the slots as it should: the line peak = base + slope slots by least squares, and
    ! whether its slope is the size of a state.
    function ebw_memory_fit( &
        count, slots, peak, state_bytes, tolerance, verdict, base, slope, uncertainty, largest_residual &
        ) bind(c) result(answer)
      import
      integer(c_int64_t), value :: count
      integer(c_int64_t), intent(in), optional :: slots(*)
      integer(c_int64_t), intent(in), optional :: peak(*)
      integer(c_int64_t), value :: state_bytes
      real(c_double), value :: tolerance
      integer(c_int32_t), intent(inout), optional :: verdict
      real(c_double), intent(inout), optional :: base
      real(c_double), intent(inout), optional :: slope
      real(c_double), intent(inout), optional :: uncertainty
      real(c_double), intent(inout), optional :: largest_residual
      integer(c_int32_t) :: answer
    end function ebw_memory_fit
    ! Computes the misfit and its exact gradient by the model, summed over shots, within memory_bytes.
    function ebw_gradient(model, shots, n_shots, memory_bytes, misfit, gradient, stride) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      type(c_ptr), intent(in) :: shots(*)
      integer(c_int64_t), value :: n_shots
      integer(c_int64_t), value :: memory_bytes
      real(c_double), intent(inout), optional :: misfit
      type(c_ptr), value :: gradient
      integer(c_int64_t), intent(in), optional :: stride(*)
      integer(c_int32_t) :: answer
    end function ebw_gradient
    ! Runs the forward sweep of each shot and fills its traces, and its final state where ebw_shot_set_keep_states asks.
    function ebw_forward(model, shots, n_shots) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      type(c_ptr), intent(in) :: shots(*)
      integer(c_int64_t), value :: n_shots
      integer(c_int32_t) :: answer
    end function ebw_forward
    ! Computes the misfit alone, for line searches: a forward sweep of each shot, which fills its traces, and the
    ! misfit.
    function ebw_misfit(model, shots, n_shots, misfit) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      type(c_ptr), intent(in) :: shots(*)
      integer(c_int64_t), value :: n_shots
      real(c_double), intent(inout), optional :: misfit
      integer(c_int32_t) :: answer
    end function ebw_misfit
    ! Applies the transpose of the linearised map from model, wavelets and initial state to traces and final state.
    function ebw_adjoint(model, shots, n_shots, memory_bytes, gradient, stride) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      type(c_ptr), intent(in) :: shots(*)
      integer(c_int64_t), value :: n_shots
      integer(c_int64_t), value :: memory_bytes
      type(c_ptr), value :: gradient
      integer(c_int64_t), intent(in), optional :: stride(*)
      integer(c_int32_t) :: answer
    end function ebw_adjoint
    ! Tells what ebw_gradient with these arguments and a gradient will do and hold.
    function ebw_gradient_plan(model, shots, n_shots, memory_bytes, plan) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      type(c_ptr), intent(in) :: shots(*)
      integer(c_int64_t), value :: n_shots
      integer(c_int64_t), value :: memory_bytes
      type(c_ptr), intent(inout) :: plan
      integer(c_int32_t) :: answer
    end function ebw_gradient_plan
    ! Creates a model on a regular grid.
    function ebw_model_create(dtype, ndim, shape, spacing, model) bind(c) result(answer)
      import
      integer(c_int32_t), value :: dtype
      integer(c_int32_t), value :: ndim
      integer(c_int64_t), intent(in), optional :: shape(*)
      real(c_double), intent(in), optional :: spacing(*)
      type(c_ptr), intent(inout) :: model
      integer(c_int32_t) :: answer
    end function ebw_model_create
    ! Sets the medium, copied; it replaces whichever field was set.
    function ebw_model_set_field(model, name, data, dtype, ndim, shape, stride) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), value :: data
      integer(c_int32_t), value :: dtype
      integer(c_int32_t), value :: ndim
      integer(c_int64_t), intent(in), optional :: shape(*)
      integer(c_int64_t), intent(in), optional :: stride(*)
      integer(c_int32_t) :: answer
    end function ebw_model_set_field
    ! Copies the field out, as it was set.
    function ebw_model_get_field(model, name, data, dtype, ndim, shape, stride) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      type(c_ptr), value :: data
      integer(c_int32_t), value :: dtype
      integer(c_int32_t), value :: ndim
      integer(c_int64_t), intent(in), optional :: shape(*)
      integer(c_int64_t), intent(in), optional :: stride(*)
      integer(c_int32_t) :: answer
    end function ebw_model_get_field
    ! Sets what happens at a face.
    function ebw_model_set_boundary(model, face, kind, cells, v_ref, f_ref) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      integer(c_int32_t), value :: face
      integer(c_int32_t), value :: kind
      integer(c_int64_t), value :: cells
      real(c_double), value :: v_ref
      real(c_double), value :: f_ref
      integer(c_int32_t) :: answer
    end function ebw_model_set_boundary
    ! Sets the time axis.
    function ebw_model_set_time(model, dt, n_steps) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      real(c_double), value :: dt
      integer(c_int64_t), value :: n_steps
      integer(c_int32_t) :: answer
    end function ebw_model_set_time
    ! Gets the largest stable time step of the present field and order: 2 / (v_max sqrt(sum over axes of S_d / h_d^2)),
    ! S_d the sum of |second-derivative coefficients|.
    function ebw_model_get_dt_max(model, dt_max) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      real(c_double), intent(inout), optional :: dt_max
      integer(c_int32_t) :: answer
    end function ebw_model_get_dt_max
    ! Sets the spatial order.
    function ebw_model_set_order(model, order) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      integer(c_int32_t), value :: order
      integer(c_int32_t) :: answer
    end function ebw_model_set_order
    ! Sets what gradients are taken by, whichever field was set.
    function ebw_model_set_parameter(model, parameter) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      integer(c_int32_t), value :: parameter
      integer(c_int32_t) :: answer
    end function ebw_model_set_parameter
    ! Sets the number of OpenMP threads of a run; the result has the same bits for any number.
    function ebw_model_set_threads(model, threads) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      integer(c_int32_t), value :: threads
      integer(c_int32_t) :: answer
    end function ebw_model_set_threads
    ! Sets how many shots run at a time, each on its share of the threads; the result has the same bits for any number.
    function ebw_model_set_shots_at_once(model, shots) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      integer(c_int32_t), value :: shots
      integer(c_int32_t) :: answer
    end function ebw_model_set_shots_at_once
    ! Sets whether numbers too small for full precision count as zero inside our parallel regions.
    function ebw_model_set_flush_to_zero(model, on) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      integer(c_int32_t), value :: on
      integer(c_int32_t) :: answer
    end function ebw_model_set_flush_to_zero
    ! Forces the schedule revolve with this many slots; the gradient has the same bits for any number.
    function ebw_model_set_slots(model, slots) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      integer(c_int64_t), value :: slots
      integer(c_int32_t) :: answer
    end function ebw_model_set_slots
    ! Chooses how a gradient keeps what its reverse sweep needs; the bits are the same.
    function ebw_model_set_schedule(model, name) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int32_t) :: answer
    end function ebw_model_set_schedule
    ! Gives the costs that schedules are chosen by and from which a plan forecasts seconds.
    function ebw_model_set_costs(model, costs) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      real(c_double), intent(in), optional :: costs(*)
      integer(c_int32_t) :: answer
    end function ebw_model_set_costs
    ! Gives the costs of the directory of ebw_model_set_directory, by which states go there.
    function ebw_model_set_disk_costs(model, costs) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      real(c_double), intent(in), optional :: costs(*)
      integer(c_int32_t) :: answer
    end function ebw_model_set_disk_costs
    ! Measures the costs on this machine by some steps without sources and receivers, and gives them to the model; when
    ! a directory is set, those of a state there too (ebw_storage_measure_disk), else these are set back.
    function ebw_model_measure_costs(model, costs) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      real(c_double), intent(inout), optional :: costs(*)
      integer(c_int32_t) :: answer
    end function ebw_model_measure_costs
    ! Sets the directory in which ebw_gradient leaves generations, from which a killed call can be resumed.
    function ebw_model_set_directory(model, directory, disk_bytes) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: directory(*)
      integer(c_int64_t), value :: disk_bytes
      integer(c_int32_t) :: answer
    end function ebw_model_set_directory
    ! Sets the time between two generations, and with it the work that a kill can lose.
    function ebw_model_set_generation_seconds(model, seconds) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      real(c_double), value :: seconds
      integer(c_int32_t) :: answer
    end function ebw_model_set_generation_seconds
    ! Sets whether a generation follows each state that goes to disk, beside those by time.
    function ebw_model_set_disk_generations(model, on) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      integer(c_int32_t), value :: on
      integer(c_int32_t) :: answer
    end function ebw_model_set_disk_generations
    ! Sets whether ebw_gradient goes on from the newest whole generation in the directory; the gradient has the bits of
    ! a call that was never stopped.
    function ebw_model_set_resume(model, on) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      integer(c_int32_t), value :: on
      integer(c_int32_t) :: answer
    end function ebw_model_set_resume
    ! Sets the misfit function.
    function ebw_model_set_misfit(model, callback, user, release) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      type(c_funptr), value :: callback
      type(c_ptr), value :: user
      type(c_funptr), value :: release
      integer(c_int32_t) :: answer
    end function ebw_model_set_misfit
    ! Sets the function that is told of progress of the main calls, and may cancel.
    function ebw_model_set_progress(model, callback, every, user, release) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      type(c_funptr), value :: callback
      integer(c_int64_t), value :: every
      type(c_ptr), value :: user
      type(c_funptr), value :: release
      integer(c_int32_t) :: answer
    end function ebw_model_set_progress
    ! Gets the bytes of one state: of a slot, of initial and final states, of their cotangents.
    function ebw_model_get_state_bytes(model, bytes) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      integer(c_int64_t), intent(inout), optional :: bytes
      integer(c_int32_t) :: answer
    end function ebw_model_get_state_bytes
    ! Gets one field of a state's layout.
    function ebw_model_get_state_field(model, index, name, offset, shape, stride) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      integer(c_int32_t), value :: index
      type(c_ptr), intent(inout) :: name
      integer(c_int64_t), intent(inout), optional :: offset
      integer(c_int64_t), intent(inout), optional :: shape(*)
      integer(c_int64_t), intent(inout), optional :: stride(*)
      integer(c_int32_t) :: answer
    end function ebw_model_get_state_field
    ! Gets a count of the last run that finished on this model, by its name.
    function ebw_model_get_count(model, name, value) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), intent(inout), optional :: value
      integer(c_int32_t) :: answer
    end function ebw_model_get_count
    ! Gets a time of the last run that finished on this model, by its name.
    function ebw_model_get_seconds(model, name, seconds) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: name(*)
      real(c_double), intent(inout), optional :: seconds
      integer(c_int32_t) :: answer
    end function ebw_model_get_seconds
    ! Gets the settings of a run in words, for a result's label: dtype, order, instruction set, threads, flush-to-zero,
    ! tiles.
    function ebw_model_get_description(model, description) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      type(c_ptr), intent(inout) :: description
      integer(c_int32_t) :: answer
    end function ebw_model_get_description
    ! Gets the time tiles that were found for runs of this model with one shot at a time, to spare another model, or
    ! another process, the search: by the last run that searched, or by ebw_model_set_tuning.
    function ebw_model_get_tuning(model, tuning) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      type(c_ptr), intent(inout) :: tuning
      integer(c_int32_t) :: answer
    end function ebw_model_get_tuning
    ! Sets the time tiles of runs with one shot at a time, however short; no bit of a result changes.
    function ebw_model_set_tuning(model, tuning) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      character(kind=c_char), intent(in) :: tuning(*)
      integer(c_int32_t) :: answer
    end function ebw_model_set_tuning
    ! Frees the wavefields and slots that the model keeps from its last run for the next.
    function ebw_model_release_memory(model) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      integer(c_int32_t) :: answer
    end function ebw_model_release_memory
    ! Releases the handle; the model goes with the last acoustic propagator that uses it, a run under way ends first.
    subroutine ebw_model_destroy(model) bind(c)
      import
      type(c_ptr), value :: model
    end subroutine ebw_model_destroy
    ! Creates an empty shot for models with the grid and the number of steps that `model` has now.
    function ebw_shot_create(model, shot) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      type(c_ptr), intent(inout) :: shot
      integer(c_int32_t) :: answer
    end function ebw_shot_create
    ! Adds a source; sources count 0, 1, ... in this order.
    function ebw_shot_add_source(shot, position, wavelet, n_samples) bind(c) result(answer)
      import
      type(c_ptr), value :: shot
      real(c_double), intent(in), optional :: position(*)
      real(c_double), intent(in), optional :: wavelet(*)
      integer(c_int64_t), value :: n_samples
      integer(c_int32_t) :: answer
    end function ebw_shot_add_source
    ! Replaces the wavelet of one source.
    function ebw_shot_set_wavelet(shot, source, wavelet, n_samples) bind(c) result(answer)
      import
      type(c_ptr), value :: shot
      integer(c_int64_t), value :: source
      real(c_double), intent(in), optional :: wavelet(*)
      integer(c_int64_t), value :: n_samples
      integer(c_int32_t) :: answer
    end function ebw_shot_set_wavelet
    ! Adds receivers; two at one place are fine.
    function ebw_shot_add_receivers(shot, n_receivers, positions) bind(c) result(answer)
      import
      type(c_ptr), value :: shot
      integer(c_int64_t), value :: n_receivers
      real(c_double), intent(in), optional :: positions(*)
      integer(c_int32_t) :: answer
    end function ebw_shot_add_receivers
    ! Sets the observed data of all receivers, copied; absent data are zero.
    function ebw_shot_set_observed(shot, data, n_receivers, n_samples, stride) bind(c) result(answer)
      import
      type(c_ptr), value :: shot
      real(c_double), intent(in), optional :: data(*)
      integer(c_int64_t), value :: n_receivers
      integer(c_int64_t), value :: n_samples
      integer(c_int64_t), intent(in), optional :: stride(*)
      integer(c_int32_t) :: answer
    end function ebw_shot_set_observed
    ! Sets one weight per trace, copied; absent weights are 1.
    function ebw_shot_set_weights(shot, weights, n_receivers) bind(c) result(answer)
      import
      type(c_ptr), value :: shot
      real(c_double), intent(in), optional :: weights(*)
      integer(c_int64_t), value :: n_receivers
      integer(c_int32_t) :: answer
    end function ebw_shot_set_weights
    ! Sets the adjoint sources of ebw_adjoint, copied: cotangents of the traces; absent ones are zero.
    function ebw_shot_set_adjoint_sources(shot, data, n_receivers, n_samples, stride) bind(c) result(answer)
      import
      type(c_ptr), value :: shot
      real(c_double), intent(in), optional :: data(*)
      integer(c_int64_t), value :: n_receivers
      integer(c_int64_t), value :: n_samples
      integer(c_int64_t), intent(in), optional :: stride(*)
      integer(c_int32_t) :: answer
    end function ebw_shot_set_adjoint_sources
    ! Sets the state at step 0, copied: u^0, u^{-1} and the layers' memories, laid out as ebw_model_get_state_field
    ! tells, in the model's dtype.
    function ebw_shot_set_initial_state(shot, state, bytes) bind(c) result(answer)
      import
      type(c_ptr), value :: shot
      type(c_ptr), value :: state
      integer(c_int64_t), value :: bytes
      integer(c_int32_t) :: answer
    end function ebw_shot_set_initial_state
    ! Sets the cotangent of the state at step n, copied; what the traces give is added to it.
    function ebw_shot_set_final_cotangent(shot, cotangent, bytes) bind(c) result(answer)
      import
      type(c_ptr), value :: shot
      type(c_ptr), value :: cotangent
      integer(c_int64_t), value :: bytes
      integer(c_int32_t) :: answer
    end function ebw_shot_set_final_cotangent
    ! Sets whether runs keep the state at step n (forward sweep) and the cotangent of that at step 0 (adjoint sweep).
    function ebw_shot_set_keep_states(shot, keep) bind(c) result(answer)
      import
      type(c_ptr), value :: shot
      integer(c_int32_t), value :: keep
      integer(c_int32_t) :: answer
    end function ebw_shot_set_keep_states
    ! Copies the traces of the last run.
    function ebw_shot_get_traces(shot, data, n_receivers, n_samples, stride) bind(c) result(answer)
      import
      type(c_ptr), value :: shot
      real(c_double), intent(inout), optional :: data(*)
      integer(c_int64_t), value :: n_receivers
      integer(c_int64_t), value :: n_samples
      integer(c_int64_t), intent(in), optional :: stride(*)
      integer(c_int32_t) :: answer
    end function ebw_shot_get_traces
    ! Copies dJ/d(wavelet) of one source from the last gradient or adjoint.
    function ebw_shot_get_wavelet_gradient(shot, source, wavelet_gradient, n_samples) bind(c) result(answer)
      import
      type(c_ptr), value :: shot
      integer(c_int64_t), value :: source
      real(c_double), intent(inout), optional :: wavelet_gradient(*)
      integer(c_int64_t), value :: n_samples
      integer(c_int32_t) :: answer
    end function ebw_shot_get_wavelet_gradient
    ! Copies the state at step n of the last run.
    function ebw_shot_get_final_state(shot, state, bytes) bind(c) result(answer)
      import
      type(c_ptr), value :: shot
      type(c_ptr), value :: state
      integer(c_int64_t), value :: bytes
      integer(c_int32_t) :: answer
    end function ebw_shot_get_final_state
    ! Copies the cotangent of the state at step 0 from the last gradient or adjoint.
    function ebw_shot_get_initial_cotangent(shot, cotangent, bytes) bind(c) result(answer)
      import
      type(c_ptr), value :: shot
      type(c_ptr), value :: cotangent
      integer(c_int64_t), value :: bytes
      integer(c_int32_t) :: answer
    end function ebw_shot_get_initial_cotangent
    ! Gets the sizes of a shot.
    function ebw_shot_get_sizes(shot, n_sources, n_receivers, n_samples) bind(c) result(answer)
      import
      type(c_ptr), value :: shot
      integer(c_int64_t), intent(inout), optional :: n_sources
      integer(c_int64_t), intent(inout), optional :: n_receivers
      integer(c_int64_t), intent(inout), optional :: n_samples
      integer(c_int32_t) :: answer
    end function ebw_shot_get_sizes
    ! Releases the handle; the shot goes with the last acoustic propagator that uses it, a run under way ends first.
    subroutine ebw_shot_destroy(shot) bind(c)
      import
      type(c_ptr), value :: shot
    end subroutine ebw_shot_destroy
    ! Fills a Ricker wavelet: wavelet[k] = (1 - 2q) exp(-q), q = (pi f0 (k dt - t0))^2.
    function ebw_ricker(f0, t0, dt, n_samples, wavelet) bind(c) result(answer)
      import
      real(c_double), value :: f0
      real(c_double), value :: t0
      real(c_double), value :: dt
      integer(c_int64_t), value :: n_samples
      real(c_double), intent(inout), optional :: wavelet(*)
      integer(c_int32_t) :: answer
    end function ebw_ricker
    ! Creates a propagator of a model and a shot, of reverse kind EBW_REVERSE_STATE_ONLY, with tapes (u^k); a schedule
    ! for it has the model's n_steps.
    function ebw_propagator_create_acoustic(model, shot, propagator) bind(c) result(answer)
      import
      type(c_ptr), value :: model
      type(c_ptr), value :: shot
      type(c_ptr), intent(inout) :: propagator
      integer(c_int32_t) :: answer
    end function ebw_propagator_create_acoustic
    ! Gets misfit and gradient of the last executor run on an acoustic propagator.
    function ebw_propagator_get_gradient(propagator, misfit, gradient, stride) bind(c) result(answer)
      import
      type(c_ptr), value :: propagator
      real(c_double), intent(inout), optional :: misfit
      type(c_ptr), value :: gradient
      integer(c_int64_t), intent(in), optional :: stride(*)
      integer(c_int32_t) :: answer
    end function ebw_propagator_get_gradient
    ! As ebw_model_get_tuning, of an acoustic propagator.
    function ebw_propagator_get_tuning(propagator, tuning) bind(c) result(answer)
      import
      type(c_ptr), value :: propagator
      type(c_ptr), intent(inout) :: tuning
      integer(c_int32_t) :: answer
    end function ebw_propagator_get_tuning
    ! As ebw_model_set_tuning, of an acoustic propagator, from its next run on.
    function ebw_propagator_set_tuning(propagator, tuning) bind(c) result(answer)
      import
      type(c_ptr), value :: propagator
      character(kind=c_char), intent(in) :: tuning(*)
      integer(c_int32_t) :: answer
    end function ebw_propagator_set_tuning
  end interface
end module ebw_c
