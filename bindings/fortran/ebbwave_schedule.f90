! SPDX-License-Identifier: MIT
! Checkpoint schedules: which steps to advance, save, load and reverse so that few states are kept.
module ebbwave_schedule
  use ebw_c
  use ebbwave_base
  implicit none
  private

  public :: ebw_schedule

  ! Which steps to advance, save, load and reverse so that n steps are reversed with few slots. Integers only.
  type :: ebw_schedule
    private
    type(c_ptr) :: address = c_null_ptr
  contains
    procedure :: create_revolve
    procedure :: create_store_all
    procedure :: next => next_action
    procedure :: reset => reset_schedule
    procedure :: export => export_actions
    procedure :: count_advances
    procedure :: count_taped
    procedure :: count_saves
    procedure :: count_loads
    procedure :: get_steps => get_schedule_steps
    procedure :: get_peak_slots
    procedure :: get_reverse_kind
    procedure :: c_handle => schedule_handle
    procedure :: destroy => destroy_schedule
    procedure, private :: assign_schedule
    generic, public :: assignment(=) => assign_schedule
  end type ebw_schedule

contains

  ! Creates the schedule with the fewest advances for a given number of slots and, among those, the fewest saves.
  ! steps (in): number of steps, 1 .. 2**62.
  ! slots (in): most states held at once, the initial state's included, at least 1.
  ! reverse_kind (in): EBW_REVERSE_FUSED or EBW_REVERSE_STATE_ONLY.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_NO_MEMORY. Ownership: destroy it; what it held before goes, on success only.
  ! Threads: any. Cost: log(steps) evaluations of a binomial number. Since 0.1.
  ! Reference: Griewank and Walther 2000, ACM TOMS 26(1), Algorithm 799.
  subroutine create_revolve(self, steps, slots, reverse_kind, stat, errmsg)
    class(ebw_schedule), intent(inout) :: self
    integer(int64), intent(in) :: steps, slots
    integer, intent(in) :: reverse_kind
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    status = ebw_schedule_create_revolve(steps, slots, reverse_kind, made)
    call adopt_schedule(self, status, made, stat, errmsg)
  end subroutine create_revolve

  ! Creates the schedule that keeps what the reverse of each step needs, so that no step is run twice.
  ! steps (in): number of steps, 1 .. 2**62; it takes as many slots.
  ! reverse_kind (in): EBW_REVERSE_FUSED or EBW_REVERSE_STATE_ONLY.
  ! tape (in): true keeps tapes, false keeps states (EBW_REVERSE_STATE_ONLY only).
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_UNSUPPORTED (fused without tapes), EBW_ERR_NO_MEMORY. Ownership: as
  ! create_revolve. Threads: any. Cost: constant. Since 0.1.
  subroutine create_store_all(self, steps, reverse_kind, tape, stat, errmsg)
    class(ebw_schedule), intent(inout) :: self
    integer(int64), intent(in) :: steps
    integer, intent(in) :: reverse_kind
    logical, intent(in) :: tape
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    status = ebw_schedule_create_store_all(steps, reverse_kind, flag(tape), made)
    call adopt_schedule(self, status, made, stat, errmsg)
  end subroutine create_store_all

  subroutine adopt_schedule(self, status, made, stat, errmsg)
    class(ebw_schedule), intent(inout) :: self
    integer(c_int32_t), intent(in) :: status
    type(c_ptr), intent(in) :: made
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (status == EBW_OK) then
      call self%destroy()
      self%address = made
    end if
    call finish(status, stat, errmsg)
  end subroutine adopt_schedule

  ! Takes the next action out of the stream.
  ! kind (out): EBW_ACTION_*; EBW_ACTION_END when all is done, and again on every later call.
  ! from, to, slot (out): as said at the kind, -1 where unused; steps and slots count from 0.
  ! Errors: EBW_ERR_HANDLE, EBW_ERR_BUSY, EBW_ERR_NO_MEMORY. Threads: one at a time per object.
  ! Cost: constant. Since 0.1.
  subroutine next_action(self, kind, from, to, slot, stat, errmsg)
    class(ebw_schedule), intent(inout) :: self
    integer, intent(inout) :: kind
    integer(int64), intent(inout) :: from, to, slot
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'schedule', stat, errmsg)) return
    call finish(ebw_schedule_next(self%address, kind, from, to, slot), stat, errmsg)
  end subroutine next_action

  ! Puts the stream back to the first action.
  ! Errors: EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost: constant. Since 0.1.
  subroutine reset_schedule(self, stat, errmsg)
    class(ebw_schedule), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'schedule', stat, errmsg)) return
    call finish(ebw_schedule_reset(self%address), stat, errmsg)
  end subroutine reset_schedule

  ! Gets all actions from the first to the last, without EBW_ACTION_END; the stream stays where it is.
  ! actions (out): allocated as actions(4, count): kind, from, to, slot; left alone when this fails.
  ! Errors: EBW_ERR_OVERFLOW, EBW_ERR_UNSUPPORTED, EBW_ERR_HANDLE, EBW_ERR_NO_MEMORY.
  ! Threads: any. Cost: that of count_saves and of every action. Since 0.1.
  subroutine export_actions(self, actions, stat, errmsg)
    class(ebw_schedule), intent(in) :: self
    integer(int64), allocatable, intent(inout) :: actions(:, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64), allocatable :: written(:, :)
    integer(int64) :: count
    integer(c_int32_t) :: status
    integer :: refused

    if (gone(self%address, 'schedule', stat, errmsg)) return
    count = 0
    status = ebw_schedule_export(self%address, capacity=0_int64, count=count)
    if (status == EBW_OK) then
      allocate (written(4, count), stat=refused)
      if (refused /= 0) then
        call report(EBW_ERR_NO_MEMORY, 'no memory for actions of shape ' // shape_text([4_int64, count]), stat, errmsg)
        return
      end if
      status = ebw_schedule_export(self%address, written, count, count)
    end if
    if (status == EBW_OK) call move_alloc(written, actions)
    call finish(status, stat, errmsg)
  end subroutine export_actions

  ! Counts the forward steps that keep nothing; all forward steps are these and count_taped together.
  ! Errors: EBW_ERR_OVERFLOW, EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: as create. Since 0.1.
  function count_advances(self, stat, errmsg) result(count)
    class(ebw_schedule), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: count

    count = 0
    if (gone(self%address, 'schedule', stat, errmsg)) return
    call finish(ebw_schedule_count_advances(self%address, count), stat, errmsg)
  end function count_advances

  ! Counts the forward steps that keep adjoint data: all in kind fused, none in kind state_only.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function count_taped(self, stat, errmsg) result(count)
    class(ebw_schedule), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: count

    count = 0
    if (gone(self%address, 'schedule', stat, errmsg)) return
    call finish(ebw_schedule_count_taped(self%address, count), stat, errmsg)
  end function count_taped

  ! Counts the saves of states, of tapes in store_all with tapes, without running.
  ! Errors: EBW_ERR_UNSUPPORTED (too many sub-ranges: count while running), EBW_ERR_HANDLE, EBW_ERR_NO_MEMORY, with the
  ! answer 0. Threads: any. Cost: about slots * r distinct sub-ranges. Since 0.1.
  function count_saves(self, stat, errmsg) result(count)
    class(ebw_schedule), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: count

    count = 0
    if (gone(self%address, 'schedule', stat, errmsg)) return
    call finish(ebw_schedule_count_saves(self%address, count), stat, errmsg)
  end function count_saves

  ! Counts the loads of states, of tapes in store_all with tapes, without running.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function count_loads(self, stat, errmsg) result(count)
    class(ebw_schedule), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: count

    count = 0
    if (gone(self%address, 'schedule', stat, errmsg)) return
    call finish(ebw_schedule_count_loads(self%address, count), stat, errmsg)
  end function count_loads

  ! Gets the number of steps.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function get_schedule_steps(self, stat, errmsg) result(steps)
    class(ebw_schedule), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: steps

    steps = 0
    if (gone(self%address, 'schedule', stat, errmsg)) return
    call finish(ebw_schedule_get_steps(self%address, steps), stat, errmsg)
  end function get_schedule_steps

  ! Gets the most slots that are in use at once; slot numbers are below it.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function get_peak_slots(self, stat, errmsg) result(slots)
    class(ebw_schedule), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: slots

    slots = 0
    if (gone(self%address, 'schedule', stat, errmsg)) return
    call finish(ebw_schedule_get_peak_slots(self%address, slots), stat, errmsg)
  end function get_peak_slots

  ! Gets the reverse kind that the schedule was made for, EBW_REVERSE_*.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function get_reverse_kind(self, stat, errmsg) result(reverse_kind)
    class(ebw_schedule), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer :: reverse_kind

    reverse_kind = 0
    if (gone(self%address, 'schedule', stat, errmsg)) return
    call finish(ebw_schedule_get_reverse_kind(self%address, reverse_kind), stat, errmsg)
  end function get_reverse_kind

  ! The C handle, for calls of module ebw_c. Never fails. Ownership: stays with the object. Threads: any. Since 0.1.
  function schedule_handle(self) result(address)
    class(ebw_schedule), intent(in) :: self
    type(c_ptr) :: address
    address = self%address
  end function schedule_handle

  ! Releases what the object holds; it can be created again. Doing so twice is fine. Never fails. Threads: any.
  ! Cost: constant, or that of freeing what nothing else holds. Since 0.1.
  subroutine destroy_schedule(self)
    class(ebw_schedule), intent(inout) :: self
    call ebw_schedule_destroy(self%address)
    self%address = c_null_ptr
  end subroutine destroy_schedule

  impure elemental subroutine assign_schedule(to, from)
    class(ebw_schedule), intent(inout) :: to
    class(ebw_schedule), intent(in) :: from
    call refuse_copy('schedule')
  end subroutine assign_schedule
end module ebbwave_schedule
