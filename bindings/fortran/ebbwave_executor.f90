! SPDX-License-Identifier: MIT
! Propagators and executors: a time loop of your own, or an acoustic one, run forward and reverse under a schedule.
module ebbwave_executor
  use ebw_c
  use ebbwave_base
  use ebbwave_loop
  use ebbwave_model, only: ebw_model
  use ebbwave_plan, only: ebw_plan, adopt_plan
  use ebbwave_schedule, only: ebw_schedule
  use ebbwave_shot, only: ebw_shot
  use ebbwave_storage, only: ebw_storage
  use ebbwave_store, only: wrong_layout
  implicit none
  private

  public :: ebw_propagator, ebw_executor

  ! A state with its advance and its reverse, of any kind.
  type :: ebw_propagator
    private
    type(c_ptr) :: address = c_null_ptr
    type(loop_box), pointer :: box => null() ! a user's loop; the library's, which releases it
    integer :: dtype = 0                      ! an acoustic one's precision and
    integer(int64), allocatable :: nodes(:)   ! grid, in logical order
  contains
    procedure :: create => create_propagator
    procedure :: create_acoustic
    procedure :: get_tuning
    procedure :: set_tuning
    generic :: get_gradient => get_gradient_f32_2d, get_gradient_f32_3d, get_gradient_f64_2d, get_gradient_f64_3d
    procedure :: get_misfit
    procedure :: set_state_layout
    procedure :: get_state_bytes
    procedure :: get_tape_bytes
    procedure :: get_adjoint_bytes
    procedure :: c_handle => propagator_handle
    procedure :: destroy => destroy_propagator
    procedure, private :: get_gradient_f32_2d, get_gradient_f32_3d, get_gradient_f64_2d, get_gradient_f64_3d
    procedure, private :: assign_propagator
    generic, public :: assignment(=) => assign_propagator
  end type ebw_propagator

  ! A schedule, a storage and a propagator that belong together.
  type :: ebw_executor
    private
    type(c_ptr) :: address = c_null_ptr
    type(loop_box), pointer :: box => null() ! as of its propagator, which lives as long
  contains
    procedure :: create => create_executor
    procedure :: plan => plan_executor
    procedure :: set_progress
    procedure :: set_directory
    procedure :: set_replay_check
    procedure :: run
    procedure :: resume
    procedure :: get_stat
    procedure :: get_seconds
    procedure :: c_handle => executor_handle
    procedure :: destroy => destroy_executor
    procedure, private :: assign_executor
    generic, public :: assignment(=) => assign_executor
  end type ebw_executor

contains

  ! ---- Propagator ----------------------------------------------------------------------------------------------------

  ! Creates a propagator from a loop of your own.
  ! reverse_kind (in): EBW_REVERSE_FUSED or EBW_REVERSE_STATE_ONLY; a schedule without tapes must have the same.
  ! state_bytes (in): bytes that save puts and load gets, at least 1.
  ! loop (inout): extends ebw_loop; it stays yours, is a target, and lives as long as the propagator and its executors.
  ! tape_bytes (in): bytes of the tape of one step, at least 1; absent: the loop keeps no tapes.
  ! adjoint_bytes (in): bytes of the adjoint state and gradient, at least 1; absent: it cannot be saved.
  ! record_bytes (in): bytes of what the forward sweep leaves beside its state, at least 1; absent: it leaves nothing.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_NO_MEMORY. Ownership: destroy it; what it held before goes, on success only.
  ! Threads: any. Cost: constant. Since 0.1.
  subroutine create_propagator(self, reverse_kind, state_bytes, loop, tape_bytes, adjoint_bytes, stat, errmsg, &
                               record_bytes)
    class(ebw_propagator), intent(inout) :: self
    integer, intent(in) :: reverse_kind
    integer(int64), intent(in) :: state_bytes
    class(ebw_loop), intent(inout), target :: loop
    integer(int64), intent(in), optional :: tape_bytes, adjoint_bytes, record_bytes
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(loop_box), pointer :: box
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    allocate (box)
    box%loop => loop
    box%state_bytes = state_bytes
    if (present(tape_bytes)) box%tape_bytes = tape_bytes
    if (present(adjoint_bytes)) box%adjoint_bytes = adjoint_bytes
    if (present(record_bytes)) box%record_bytes = record_bytes
    status = ebw_propagator_create_user(reverse_kind, state_bytes, c_loc(box), c_funloc(loop_release), made)
    if (status /= EBW_OK) then
      deallocate (box)
      call finish(status, stat, errmsg)
      return
    end if
    status = set_callbacks(made, tape_bytes, adjoint_bytes, record_bytes)
    if (status /= EBW_OK) then
      call ebw_propagator_destroy(made) ! which releases the box
    else
      call self%destroy()
      self%address = made
      self%box => box
    end if
    call finish(status, stat, errmsg)
  end subroutine create_propagator

  ! Gives a new propagator all that the loop has; the status of the first refusal.
  function set_callbacks(made, tape_bytes, adjoint_bytes, record_bytes) result(status)
    type(c_ptr), intent(in) :: made
    integer(int64), intent(in), optional :: tape_bytes, adjoint_bytes, record_bytes
    integer(c_int32_t) :: status

    status = ebw_propagator_set_start(made, c_funloc(start_thunk))
    if (status == EBW_OK) status = ebw_propagator_set_advance(made, c_funloc(advance_thunk))
    if (status == EBW_OK) status = ebw_propagator_set_turn(made, c_funloc(turn_thunk))
    if (status == EBW_OK) status = ebw_propagator_set_reverse(made, c_funloc(reverse_thunk))
    if (status == EBW_OK) status = ebw_propagator_set_save(made, c_funloc(save_thunk))
    if (status == EBW_OK) status = ebw_propagator_set_load(made, c_funloc(load_thunk))
    if (status == EBW_OK .and. present(tape_bytes)) &
      status = ebw_propagator_set_tape(made, tape_bytes, c_funloc(advance_taped_thunk), c_funloc(save_tape_thunk), &
                                       c_funloc(load_tape_thunk))
    if (status == EBW_OK .and. present(adjoint_bytes)) &
      status = ebw_propagator_set_adjoint(made, adjoint_bytes, c_funloc(save_adjoint_thunk), &
                                          c_funloc(load_adjoint_thunk))
    if (status == EBW_OK .and. present(record_bytes)) &
      status = ebw_propagator_set_record(made, record_bytes, c_funloc(save_record_thunk), c_funloc(load_record_thunk))
  end function set_callbacks

  ! Creates a propagator of a model and a shot, of kind EBW_REVERSE_STATE_ONLY, with tapes.
  ! model, shot (inout): as in gradient of the model; kept alive. Boundaries, order and time of the model may not change
  ! until it is destroyed.
  ! Errors: as gradient of the model. Ownership: as create. Threads: one at a time per object; a run holds model and
  ! shot too. Cost: constant. Since 0.1.
  subroutine create_acoustic(self, model, shot, stat, errmsg)
    class(ebw_propagator), intent(inout) :: self
    type(ebw_model), intent(in) :: model
    type(ebw_shot), intent(in) :: shot
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    if (gone(model%c_handle(), 'model', stat, errmsg)) return
    if (gone(shot%c_handle(), 'shot', stat, errmsg)) return
    status = ebw_propagator_create_acoustic(model%c_handle(), shot%c_handle(), made)
    if (status == EBW_OK) then
      call self%destroy()
      self%address = made
      call model%get_grid(self%dtype, self%nodes)
    end if
    call finish(status, stat, errmsg)
  end subroutine create_acoustic

  ! Gets the time tiles that were found for an acoustic propagator, as get_tuning of a model.
  ! Errors: EBW_ERR_STATE (none were found), EBW_ERR_NO_MEMORY, EBW_ERR_HANDLE, EBW_ERR_BUSY, with the answer "".
  ! Threads: one at a time per object. Cost: constant. Since 0.1.
  function get_tuning(self, stat, errmsg) result(tuning)
    class(ebw_propagator), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(:), allocatable :: tuning
    type(c_ptr) :: text

    tuning = ''
    if (gone(self%address, 'propagator', stat, errmsg)) return
    text = c_null_ptr
    call finish(ebw_propagator_get_tuning(self%address, text), stat, errmsg)
    tuning = f_text(text)
  end function get_tuning

  ! Sets the time tiles of an acoustic propagator from its next run on, as set_tuning of a model.
  ! tuning (in): the line; "" forgets what was set.
  ! Errors: EBW_ERR_ARGUMENT (no such line, or of another shape, number of threads or instruction set),
  ! EBW_ERR_NO_MEMORY, EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost: constant. Since 0.1.
  subroutine set_tuning(self, tuning, stat, errmsg)
    class(ebw_propagator), intent(inout) :: self
    character(*), intent(in) :: tuning
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'propagator', stat, errmsg)) return
    call finish(ebw_propagator_set_tuning(self%address, c_text(tuning)), stat, errmsg)
  end subroutine set_tuning

  ! Gets the gradient of the last executor run on an acoustic propagator, and the misfit.
  ! gradient (out): as in gradient of the model; left alone when this fails. misfit (out): J.
  ! Errors: EBW_ERR_SHAPE, EBW_ERR_DTYPE, EBW_ERR_STATE (no finished run, or the model has changed), EBW_ERR_NO_MEMORY,
  ! EBW_ERR_NON_FINITE, EBW_ERR_HANDLE (also for a loop of your own), EBW_ERR_BUSY.
  ! Threads: one at a time per object, its model included. Cost: one copy; one gradient of memory. Since 0.1.
  subroutine get_gradient_f32_2d(self, gradient, misfit, stat, errmsg)
    class(ebw_propagator), intent(in) :: self
    real(real32), intent(inout), target :: gradient(:, :)
    real(real64), intent(inout), optional :: misfit
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call get_view(self, view_of(gradient), misfit, stat, errmsg)
  end subroutine get_gradient_f32_2d

  ! As get_gradient_f32_2d.
  subroutine get_gradient_f32_3d(self, gradient, misfit, stat, errmsg)
    class(ebw_propagator), intent(in) :: self
    real(real32), intent(inout), target :: gradient(:, :, :)
    real(real64), intent(inout), optional :: misfit
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call get_view(self, view_of(gradient), misfit, stat, errmsg)
  end subroutine get_gradient_f32_3d

  ! As get_gradient_f32_2d.
  subroutine get_gradient_f64_2d(self, gradient, misfit, stat, errmsg)
    class(ebw_propagator), intent(in) :: self
    real(real64), intent(inout), target :: gradient(:, :)
    real(real64), intent(inout), optional :: misfit
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call get_view(self, view_of(gradient), misfit, stat, errmsg)
  end subroutine get_gradient_f64_2d

  ! As get_gradient_f32_2d.
  subroutine get_gradient_f64_3d(self, gradient, misfit, stat, errmsg)
    class(ebw_propagator), intent(in) :: self
    real(real64), intent(inout), target :: gradient(:, :, :)
    real(real64), intent(inout), optional :: misfit
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call get_view(self, view_of(gradient), misfit, stat, errmsg)
  end subroutine get_gradient_f64_3d

  subroutine get_view(self, view, misfit, stat, errmsg)
    class(ebw_propagator), intent(in) :: self
    type(array_view), intent(in) :: view
    real(real64), intent(inout), optional :: misfit
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'propagator', stat, errmsg)) return
    if (.not. allocated(self%nodes)) then
      call report(EBW_ERR_HANDLE, 'the propagator is a loop of your own: take the gradient from the loop', stat, errmsg)
      return
    end if
    if (.not. same_shape(view, 'gradient', self%dtype, self%nodes, stat, errmsg)) return
    call finish(ebw_propagator_get_gradient(self%address, misfit, view%address, view%stride), stat, errmsg)
  end subroutine get_view

  ! Gets the misfit of the last executor run on an acoustic propagator.
  ! Errors: as get_gradient, with the answer 0. Threads: as get_gradient. Cost: constant. Since 0.1.
  function get_misfit(self, stat, errmsg) result(misfit)
    class(ebw_propagator), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    real(real64) :: misfit

    misfit = 0.0_real64
    if (gone(self%address, 'propagator', stat, errmsg)) return
    call finish(ebw_propagator_get_gradient(self%address, misfit, c_null_ptr), stat, errmsg)
  end function get_misfit

  ! Tells of what a state of your loop is made, for the lossy codecs of a storage; nothing else needs it.
  ! dtypes, shapes (in): as in set_layout of a storage: arrays that lie one after another and together are a state.
  ! Errors: EBW_ERR_SHAPE (also: not state_bytes in all), EBW_ERR_DTYPE, EBW_ERR_OVERFLOW, EBW_ERR_UNSUPPORTED (an
  ! acoustic one, which tells it itself), EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object.
  ! Cost: constant. Since 0.1.
  subroutine set_state_layout(self, dtypes, shapes, stat, errmsg)
    class(ebw_propagator), intent(inout) :: self
    integer, intent(in), contiguous :: dtypes(:)
    integer(int64), intent(in) :: shapes(:, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64), allocatable :: slowest_first(:, :)

    if (gone(self%address, 'propagator', stat, errmsg)) return
    if (wrong_layout(dtypes, shapes, stat, errmsg)) return
    allocate (slowest_first, source=shapes(3:1:-1, :))
    call finish(ebw_propagator_set_state_layout(self%address, size(dtypes, kind=int64), dtypes, slowest_first), stat, &
                errmsg)
  end subroutine set_state_layout

  ! Gets the bytes of one state.
  ! Errors: EBW_ERR_HANDLE, EBW_ERR_BUSY, with the answer 0. Threads: one at a time per object. Cost: constant. Since
  ! 0.1.
  function get_state_bytes(self, stat, errmsg) result(bytes)
    class(ebw_propagator), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: bytes

    bytes = 0
    if (gone(self%address, 'propagator', stat, errmsg)) return
    call finish(ebw_propagator_get_state_bytes(self%address, bytes), stat, errmsg)
  end function get_state_bytes

  ! Gets the bytes of the tape of one step; 0 when it keeps none.
  ! Errors: EBW_ERR_HANDLE, EBW_ERR_BUSY, with the answer 0. Threads: one at a time per object. Cost: constant. Since
  ! 0.1.
  function get_tape_bytes(self, stat, errmsg) result(bytes)
    class(ebw_propagator), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: bytes

    bytes = 0
    if (gone(self%address, 'propagator', stat, errmsg)) return
    call finish(ebw_propagator_get_tape_bytes(self%address, bytes), stat, errmsg)
  end function get_tape_bytes

  ! Gets the bytes of the adjoint state, gradient included; 0 when it cannot be saved.
  ! Errors: EBW_ERR_HANDLE, EBW_ERR_BUSY, with the answer 0. Threads: one at a time per object. Cost: constant. Since
  ! 0.1.
  function get_adjoint_bytes(self, stat, errmsg) result(bytes)
    class(ebw_propagator), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: bytes

    bytes = 0
    if (gone(self%address, 'propagator', stat, errmsg)) return
    call finish(ebw_propagator_get_adjoint_bytes(self%address, bytes), stat, errmsg)
  end function get_adjoint_bytes

  ! The C handle, for calls of module ebw_c. Never fails. Ownership: stays with the object. Threads: any. Since 0.1.
  function propagator_handle(self) result(address)
    class(ebw_propagator), intent(in) :: self
    type(c_ptr) :: address
    address = self%address
  end function propagator_handle

  ! Releases what the object holds; it can be created again. Doing so twice is fine. Never fails. Threads: any.
  ! Cost: constant, or that of freeing what nothing else holds. Since 0.1.
  subroutine destroy_propagator(self)
    class(ebw_propagator), intent(inout) :: self
    call ebw_propagator_destroy(self%address)
    self%address = c_null_ptr
    self%box => null()
    if (allocated(self%nodes)) deallocate (self%nodes)
  end subroutine destroy_propagator

  impure elemental subroutine assign_propagator(to, from)
    class(ebw_propagator), intent(inout) :: to
    class(ebw_propagator), intent(in) :: from
    call refuse_copy('propagator')
  end subroutine assign_propagator

  ! ---- Executor ------------------------------------------------------------------------------------------------------

  ! Creates an executor.
  ! schedule (inout): the schedule; a run moves its stream from the first action to the last.
  ! storage (inout): where checkpoints go; several executors may share one, one run at a time.
  ! propagator (inout): the propagator, its tape_bytes given when the schedule keeps tapes.
  ! Errors: EBW_ERR_UNSUPPORTED (they do not fit each other), EBW_ERR_HANDLE, EBW_ERR_BUSY, EBW_ERR_NO_MEMORY.
  ! Ownership: destroy it; it keeps the three alive. Threads: one at a time per object. Cost: constant. Since 0.1.
  subroutine create_executor(self, schedule, storage, propagator, stat, errmsg)
    class(ebw_executor), intent(inout) :: self
    type(ebw_schedule), intent(in) :: schedule
    type(ebw_storage), intent(in) :: storage
    type(ebw_propagator), intent(in) :: propagator
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    if (gone(schedule%c_handle(), 'schedule', stat, errmsg)) return
    if (gone(storage%c_handle(), 'storage', stat, errmsg)) return
    if (gone(propagator%address, 'propagator', stat, errmsg)) return
    status = ebw_executor_create(schedule%c_handle(), storage%c_handle(), propagator%address, made)
    if (status == EBW_OK) then
      call self%destroy()
      self%address = made
      self%box => propagator%box
    end if
    call finish(status, stat, errmsg)
  end subroutine create_executor

  ! Tells what a run will do and hold. Nothing is allocated but the plan itself.
  ! plan (out): the plan; what it held before goes, on success only.
  ! Errors: EBW_ERR_OVERFLOW, EBW_ERR_HANDLE, EBW_ERR_BUSY, EBW_ERR_NO_MEMORY. Ownership: destroy the plan.
  ! Threads: one at a time per object. Cost: that of counting the schedule. Since 0.1.
  subroutine plan_executor(self, plan, stat, errmsg)
    class(ebw_executor), intent(in) :: self
    type(ebw_plan), intent(inout) :: plan
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    if (gone(self%address, 'executor', stat, errmsg)) return
    status = ebw_executor_plan(self%address, made)
    call adopt_plan(plan, status, made, stat, errmsg)
  end subroutine plan_executor

  ! Sets what is told of progress, and may cancel; without an argument, nothing (default).
  ! progress (in): extends ebw_progress; it stays yours, is a target, and lives as long as the executor uses it.
  ! every (in): steps between reports, at least 0; 0 or absent: about ten a second. Ranges of steps are cut for it.
  ! Errors: EBW_ERR_ARGUMENT (every), EBW_ERR_HANDLE, EBW_ERR_BUSY, EBW_ERR_NO_MEMORY.
  ! Threads: one at a time per object. Cost: constant. Since 0.1.
  subroutine set_progress(self, progress, every, stat, errmsg)
    class(ebw_executor), intent(inout) :: self
    class(ebw_progress), intent(inout), target, optional :: progress
    integer(int64), intent(in), optional :: every
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(progress_box), pointer :: box
    integer(int64) :: steps
    integer(c_int32_t) :: status

    if (gone(self%address, 'executor', stat, errmsg)) return
    steps = 0
    if (present(every)) steps = every
    if (present(progress)) then
      allocate (box)
      box%progress => progress
      status = ebw_executor_set_progress(self%address, c_funloc(progress_thunk), steps, c_loc(box), &
                                         c_funloc(progress_release))
      if (status /= EBW_OK) deallocate (box)
    else
      status = ebw_executor_set_progress(self%address, c_null_funptr, steps, c_null_ptr, c_null_funptr)
    end if
    call finish(status, stat, errmsg)
  end subroutine set_progress

  ! Sets the directory in which runs leave generations, from which resume goes on after a kill or a failure. All its
  ! files go when a run succeeds. No generations by default; for none again create the executor anew.
  ! directory (in): path of a directory of your own, no symbolic link; made when it is missing; one run at a time.
  ! disk_bytes (in): bound on what lies in it, 0: none (default); states that do not fit are computed again on resume.
  ! seconds (in): between two generations, at least 0 (60); that much work a kill can lose. fingerprint (in): any array
  ! that tells your problem from another, such as parameters: a directory of another one is not resumed. Call this again
  ! when it changes. every_disk_checkpoint (in): a generation after each state that the storage puts in a file (not).
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_HANDLE, EBW_ERR_BUSY, EBW_ERR_NO_MEMORY. Threads: one at a time per object.
  ! Cost: a read of fingerprint. Since 0.1.
  subroutine set_directory(self, directory, disk_bytes, seconds, fingerprint, every_disk_checkpoint, stat, errmsg)
    class(ebw_executor), intent(inout) :: self
    character(*), intent(in) :: directory
    integer(int64), intent(in), optional :: disk_bytes
    real(real64), intent(in), optional :: seconds
    type(*), intent(in), contiguous, target, optional :: fingerprint(..)
    logical, intent(in), optional :: every_disk_checkpoint
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int32_t) :: status
    integer(int64) :: bound

    if (gone(self%address, 'executor', stat, errmsg)) return
    bound = 0
    if (present(disk_bytes)) bound = disk_bytes
    status = EBW_OK
    if (present(seconds)) status = ebw_executor_set_generation_seconds(self%address, seconds)
    if (status == EBW_OK .and. present(every_disk_checkpoint)) status = &
      ebw_executor_set_disk_generations(self%address, flag(every_disk_checkpoint))
    if (status == EBW_OK .and. present(fingerprint)) &
      status = ebw_executor_set_fingerprint(self%address, c_loc(fingerprint), int(sizeof(fingerprint), int64))
    if (status == EBW_OK) status = ebw_executor_set_directory(self%address, c_text(directory), bound)
    call finish(status, stat, errmsg)
  end subroutine set_directory

  ! Sets whether a run holds each state that it computes again, or loads, against the one of the first sweep, which
  ! finds an advance that is not deterministic and a load that does not give back all that its save took. For tests.
  ! on (in): whether (default: not). A difference ends a run with EBW_ERR_CORRUPT; errmsg names the step.
  ! Errors: EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost: of a run one save and one hash per
  ! step and load. Since 0.1.
  subroutine set_replay_check(self, on, stat, errmsg)
    class(ebw_executor), intent(inout) :: self
    logical, intent(in) :: on
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'executor', stat, errmsg)) return
    call finish(ebw_executor_set_replay_check(self%address, flag(on)), stat, errmsg)
  end subroutine set_replay_check

  ! Runs forward and reverse sweep once: one gradient. May be called again, also after a failure: it begins anew.
  ! Errors: what a procedure of the loop set stat to; EBW_ERR_SHAPE (a checkpoint was not filled to its last byte),
  ! EBW_ERR_STATE (a procedure that the schedule calls is not overridden; the storage holds checkpoints of yours),
  ! EBW_ERR_UNSUPPORTED, EBW_ERR_OVERFLOW, EBW_ERR_NO_MEMORY, EBW_ERR_CANCELLED, EBW_ERR_INTERNAL, EBW_ERR_HANDLE,
  ! EBW_ERR_BUSY.
  ! Threads: one at a time per object, its schedule, storage and propagator included; the loop's procedures come on the
  ! caller's. Cost: the plan's forward steps, as many reverse steps as steps, saves and loads. Since 0.1.
  subroutine run(self, stat, errmsg)
    class(ebw_executor), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int32_t) :: status

    if (gone(self%address, 'executor', stat, errmsg)) return
    status = ebw_executor_run(self%address)
    call end_run(self, status, stat, errmsg)
  end subroutine run

  ! Goes on with a run that was killed, or that failed, from the newest whole generation in the directory; begins anew
  ! where there is none. The gradient has the bits of a run that was never stopped.
  ! Errors: those of run; EBW_ERR_STATE (no directory is set), EBW_ERR_UNSUPPORTED (a loop without adjoint_bytes),
  ! EBW_ERR_NOT_RESUMABLE (the directory is of another problem or schedule), EBW_ERR_CORRUPT (no generation is whole),
  ! EBW_ERR_BUSY (another run uses it), EBW_ERR_BUDGET, EBW_ERR_NO_SPACE, EBW_ERR_PERMISSION, EBW_ERR_STORAGE.
  ! Threads: as run. Cost: the steps left, one generation read, at most one forward sweep to fill slots. Since 0.1.
  subroutine resume(self, stat, errmsg)
    class(ebw_executor), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int32_t) :: status

    if (gone(self%address, 'executor', stat, errmsg)) return
    status = ebw_executor_resume(self%address)
    call end_run(self, status, stat, errmsg)
  end subroutine resume

  ! Reports a run's end; a fault that the binding saw in the loop goes before the library's text.
  subroutine end_run(self, status, stat, errmsg)
    class(ebw_executor), intent(in) :: self
    integer(c_int32_t), intent(in) :: status
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (status == EBW_ERR_CALLBACK .and. associated(self%box)) then
      if (allocated(self%box%fault)) then
        call report(ebw_last_callback_status(), self%box%fault, stat, errmsg)
        return
      end if
    end if
    call finish(status, stat, errmsg)
  end subroutine end_run

  ! Gets a count of the last run by its name; partial when the run failed.
  ! name (in): "forward_steps", "reverse_steps", "recomputed", "saves", "loads", "peak_slots", "planned_bytes",
  ! "peak_bytes", "replans" (how often the rest was planned again because a checkpoint did not fit in the storage's
  ! bytes), "replan_step" (of the last time; -1: never), "replan_slots_before", "replan_slots", "generations" (written
  ! by this run) or "restored_steps" (that a resume took to fill slots again).
  ! Errors: EBW_ERR_NOT_FOUND, EBW_ERR_STATE (no run yet), EBW_ERR_HANDLE, EBW_ERR_BUSY, with the answer 0.
  ! Threads: one at a time per object. Cost: constant. Since 0.1.
  function get_stat(self, name, stat, errmsg) result(value)
    class(ebw_executor), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: value

    value = 0
    if (gone(self%address, 'executor', stat, errmsg)) return
    call finish(ebw_executor_get_stat(self%address, c_text(name), value), stat, errmsg)
  end function get_stat

  ! Gets a time of the last run in seconds of wall clock, by its name; partial when the run failed.
  ! name (in): "forward", "reverse" or "total".
  ! Errors: EBW_ERR_NOT_FOUND, EBW_ERR_STATE (no run yet), EBW_ERR_HANDLE, EBW_ERR_BUSY, with the answer 0.
  ! Threads: one at a time per object. Cost: constant. Since 0.1.
  function get_seconds(self, name, stat, errmsg) result(seconds)
    class(ebw_executor), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    real(real64) :: seconds

    seconds = 0.0_real64
    if (gone(self%address, 'executor', stat, errmsg)) return
    call finish(ebw_executor_get_seconds(self%address, c_text(name), seconds), stat, errmsg)
  end function get_seconds

  ! The C handle, for calls of module ebw_c. Never fails. Ownership: stays with the object. Threads: any. Since 0.1.
  function executor_handle(self) result(address)
    class(ebw_executor), intent(in) :: self
    type(c_ptr) :: address
    address = self%address
  end function executor_handle

  ! Releases what the object holds; it can be created again. Doing so twice is fine. Never fails. Threads: any.
  ! Cost: constant, or that of freeing what nothing else holds. Since 0.1.
  subroutine destroy_executor(self)
    class(ebw_executor), intent(inout) :: self
    call ebw_executor_destroy(self%address)
    self%address = c_null_ptr
    self%box => null()
  end subroutine destroy_executor

  impure elemental subroutine assign_executor(to, from)
    class(ebw_executor), intent(inout) :: to
    class(ebw_executor), intent(in) :: from
    call refuse_copy('executor')
  end subroutine assign_executor
end module ebbwave_executor
