! SPDX-License-Identifier: MIT
! Checkpoint schedules: which steps to advance, save, load and reverse so that few states are kept.
module ebbwave_schedule
  use ebw_c
  use ebbwave_base
  use ebbwave_plan, only: ebw_plan
  implicit none
  private

  public :: ebw_schedule, choose_segment

  ! Which steps to advance, save, load and reverse so that n steps are reversed with few slots. Integers only.
  type :: ebw_schedule
    private
    type(c_ptr) :: address = c_null_ptr
  contains
    procedure :: create_revolve
    procedure :: create_planned
    procedure :: create_store_all
    procedure :: create_online
    procedure :: create_two_level
    procedure :: create_disk
    procedure :: create_periodic
    procedure :: create_async
    procedure :: create_segment
    procedure :: create_mixed
    procedure :: next => next_action
    procedure :: next_many
    procedure :: finish => finish_schedule
    procedure :: check => check_schedule
    procedure :: reset => reset_schedule
    procedure :: export => export_actions
    procedure :: count_advances
    procedure :: count_taped
    procedure :: count_saves
    procedure :: count_loads
    procedure :: get_steps => get_schedule_steps
    procedure :: count_disk_saves
    procedure :: count_disk_loads
    procedure :: count_left_on_disk
    procedure :: get_cost
    procedure :: get_peak_slots
    procedure :: get_peak_disk_slots
    procedure :: get_memory_slots
    procedure :: get_tape_slots
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
  ! reverse_kind (in): EBW_REVERSE_FUSED, EBW_REVERSE_STATE_ONLY or EBW_REVERSE_UNFUSED.
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

  ! Creates the schedule that a plan speaks of.
  ! plan (in): one by its choose or by plan of a model, or one of its alternatives.
  ! Errors: EBW_ERR_ARGUMENT (an empty plan), EBW_ERR_UNSUPPORTED (a plan without checkpoints), EBW_ERR_NO_MEMORY.
  ! Ownership: as create_revolve. Threads: any. Cost: constant. Since 0.1.
  subroutine create_planned(self, plan, stat, errmsg)
    class(ebw_schedule), intent(inout) :: self
    type(ebw_plan), intent(in) :: plan
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    status = ebw_plan_create_schedule(plan%c_handle(), made)
    call adopt_schedule(self, status, made, stat, errmsg)
  end subroutine create_planned

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

  ! Creates the schedule of a loop whose length is not known until it ends: finish says where that is. As few advances
  ! as any where steps + 1 <= (slots + 1)(slots + 2)/2, at most 4.2 % more beyond (16 % with less than 5 slots).
  ! slots (in): most states held at once, at least 1. reverse_kind (in): EBW_REVERSE_UNFUSED (with a propagator of kind
  ! fused) or EBW_REVERSE_STATE_ONLY.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_UNSUPPORTED (EBW_REVERSE_FUSED), EBW_ERR_NO_MEMORY. Ownership: as create_revolve.
  ! Threads: any. Cost: constant. Since 0.1. Reference: Stumm and Walther 2010, SIAM J. Sci. Comput. 32(2).
  subroutine create_online(self, slots, reverse_kind, stat, errmsg)
    class(ebw_schedule), intent(inout) :: self
    integer(int64), intent(in) :: slots
    integer, intent(in) :: reverse_kind
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    status = ebw_schedule_create_online(slots, reverse_kind, made)
    call adopt_schedule(self, status, made, stat, errmsg)
  end subroutine create_online

  ! Creates the cheapest schedule for slots in memory and slots on disk.
  ! steps (in): number of steps, 1 .. 2**62. slots (in): most states in memory, at least 0 (1 without disk slots).
  ! disk_slots (in): most states on disk, at least 0; numbered on from the memory slots. reverse_kind (in):
  ! EBW_REVERSE_*.
  ! costs (in): costs(4), per forward step, per reverse step, per save to disk and per load from it, in one unit.
  ! Absent: the fewest forward steps, then the fewest disk operations.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_UNSUPPORTED (too large a table: use create_periodic or create_async),
  ! EBW_ERR_NO_MEMORY. Ownership: as create_revolve. Threads: any. Cost: disk_slots steps**2 / 2 sums; 4 bytes per step
  ! and disk slot. Since 0.1. Reference: Herrmann and Pallez 2020, ACM TOMS 46(2).
  subroutine create_two_level(self, steps, slots, disk_slots, reverse_kind, costs, stat, errmsg)
    class(ebw_schedule), intent(inout) :: self
    integer(int64), intent(in) :: steps, slots, disk_slots
    integer, intent(in) :: reverse_kind
    real(real64), intent(in), optional :: costs(4)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    status = ebw_schedule_create_two_level(steps, slots, disk_slots, reverse_kind, costs, made)
    call adopt_schedule(self, status, made, stat, errmsg)
  end subroutine create_two_level

  ! Creates the cheapest schedule for slots in memory and as many on disk as are of use.
  ! steps, slots, reverse_kind (in): as in create_two_level.
  ! costs (in): costs(4), per forward step, per reverse step, per save to disk and per load from it, in one unit.
  ! Absent: the fewest forward steps, then the fewest disk operations.
  ! Errors: as create_two_level. Ownership: as create_revolve. Threads: any. Cost: some ten sums and 4 bytes per step.
  ! Since 0.1. Reference: Aupy, Herrmann, Hovland and Robert 2016, SIAM J. Sci. Comput. 38(3).
  subroutine create_disk(self, steps, slots, reverse_kind, costs, stat, errmsg)
    class(ebw_schedule), intent(inout) :: self
    integer(int64), intent(in) :: steps, slots
    integer, intent(in) :: reverse_kind
    real(real64), intent(in), optional :: costs(4)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    status = ebw_schedule_create_disk(steps, slots, reverse_kind, costs, made)
    call adopt_schedule(self, status, made, stat, errmsg)
  end subroutine create_disk

  ! Creates the schedule with a state on disk every period steps, and the cheapest use of memory between.
  ! steps, slots, reverse_kind (in): as in create_two_level, slots at least 0. period (in): at least 1; 0 takes the
  ! cheapest for the costs, up to 4096.
  ! costs (in): costs(4), per forward step, per reverse step, per save to disk and per load from it, in one unit.
  ! Needed with period 0; absent else: the fewest forward steps, then the fewest disk operations.
  ! Errors: as create_two_level, EBW_ERR_OVERFLOW. Ownership: as create_revolve. Threads: any. Cost: period**2 / 2 sums,
  ! with 0 8e6. Since 0.1. Reference: Aupy and Herrmann 2017, Optim. Methods Softw. 32(3).
  subroutine create_periodic(self, steps, slots, period, reverse_kind, costs, stat, errmsg)
    class(ebw_schedule), intent(inout) :: self
    integer(int64), intent(in) :: steps, slots, period
    integer, intent(in) :: reverse_kind
    real(real64), intent(in), optional :: costs(4)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    status = ebw_schedule_create_periodic(steps, slots, period, reverse_kind, costs, made)
    call adopt_schedule(self, status, made, stat, errmsg)
  end subroutine create_periodic

  ! Creates the schedule for a disk that is written and read in the background: a state on disk every interval steps, so
  ! many that the transfer hides behind them; within an interval the binomial rule in memory.
  ! steps, slots, reverse_kind (in): as in create_two_level, slots at least 1. interval (in): at least 1; 0 takes the
  ! shortest that hides both transfers.
  ! costs (in): costs(4), per forward step, per reverse step, per save to disk and per load from it, in one unit.
  ! Needed with interval 0.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_UNSUPPORTED, EBW_ERR_OVERFLOW, EBW_ERR_NO_MEMORY. Ownership: as create_revolve.
  ! Threads: any. Cost: that of the saves of one interval. Since 0.1. Reference: Kukreja, Hueckelheim and Gorman 2018.
  subroutine create_async(self, steps, slots, interval, reverse_kind, costs, stat, errmsg)
    class(ebw_schedule), intent(inout) :: self
    integer(int64), intent(in) :: steps, slots, interval
    integer, intent(in) :: reverse_kind
    real(real64), intent(in), optional :: costs(4)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    status = ebw_schedule_create_async(steps, slots, interval, reverse_kind, costs, made)
    call adopt_schedule(self, status, made, stat, errmsg)
  end subroutine create_async

  ! Creates revolve over leaves of steps, whose tapes are kept while a leaf runs: fewer forward steps than revolve in
  ! the same memory where a state is larger than a tape. ebw_choose_segment finds leaf and slots.
  ! steps, slots (in): as in create_revolve. leaf (in): most steps of a leaf, which is the number of tape slots, at
  ! least 1. reverse_kind (in): EBW_REVERSE_FUSED or EBW_REVERSE_STATE_ONLY; the propagator's may differ.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_NO_MEMORY. Ownership: as create_revolve. Threads: any. Cost: as create_revolve.
  ! Since 0.1.
  subroutine create_segment(self, steps, leaf, slots, reverse_kind, stat, errmsg)
    class(ebw_schedule), intent(inout) :: self
    integer(int64), intent(in) :: steps, leaf, slots
    integer, intent(in) :: reverse_kind
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    status = ebw_schedule_create_segment(steps, leaf, slots, reverse_kind, made)
    call adopt_schedule(self, status, made, stat, errmsg)
  end subroutine create_segment

  ! Creates the schedule with the fewest forward steps where states and tapes share one room, each where it saves most.
  ! steps (in): number of steps, 1 .. 40000. units (in): the room. restart_units, tape_units (in): what one state and
  ! one tape take of it, at least 1. reverse_kind (in): the propagator's, EBW_REVERSE_FUSED or EBW_REVERSE_STATE_ONLY.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_BUDGET (units; errmsg names the least), EBW_ERR_UNSUPPORTED (too large a table),
  ! EBW_ERR_NO_MEMORY. Ownership: as create_revolve. Threads: any. Cost: steps**2 * units / 2 sums. Since 0.1.
  ! Reference: Maddison 2024, J. Comput. Sci. 82, 102405.
  subroutine create_mixed(self, steps, units, restart_units, tape_units, reverse_kind, stat, errmsg)
    class(ebw_schedule), intent(inout) :: self
    integer(int64), intent(in) :: steps, units, restart_units, tape_units
    integer, intent(in) :: reverse_kind
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    status = ebw_schedule_create_mixed(steps, units, restart_units, tape_units, reverse_kind, made)
    call adopt_schedule(self, status, made, stat, errmsg)
  end subroutine create_mixed

  ! Module ebbwave calls this ebw_choose_segment.
  ! Chooses leaf and slots of a segment schedule together: the cheapest pair that fits in a room.
  ! steps (in): number of steps, 1 .. 2**62. room (in): what states and tapes may take together, in any unit, such as
  ! bytes. state_size, tape_size (in): what one takes, in that unit, at least 1. leaf, slots (out): for create_segment;
  ! slots 0: one leaf takes all steps, pass 1. costs (in): costs(4), an advance, one that keeps its tape, a reverse step
  ! and a copy of a state, in one unit; absent: 1, 1, 0, 0.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_BUDGET (errmsg names the least room), EBW_ERR_NO_MEMORY. Threads: any.
  ! Cost: milliseconds. Since 0.1.
  subroutine choose_segment(steps, room, state_size, tape_size, leaf, slots, costs, stat, errmsg)
    integer(int64), intent(in) :: steps, room, state_size, tape_size
    integer(int64), intent(inout) :: leaf, slots
    real(real64), intent(in), optional :: costs(4)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    call finish(ebw_schedule_choose_segment(steps, room, state_size, tape_size, costs, leaf, slots), stat, errmsg)
  end subroutine choose_segment

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

  ! Takes the next actions out of the stream, as many as there is room for.
  ! actions (out): actions(4, capacity), each kind, from, to, slot. count (out): how many were written, 0 only when all
  ! is done; fewer than there is room for also where what comes next is not decided yet.
  ! Errors: EBW_ERR_SHAPE (the first extent is not 4), EBW_ERR_ARGUMENT (no room), EBW_ERR_HANDLE, EBW_ERR_BUSY,
  ! EBW_ERR_NO_MEMORY. Threads: one at a time per object. Cost: constant per action. Since 0.1.
  subroutine next_many(self, actions, count, stat, errmsg)
    class(ebw_schedule), intent(inout) :: self
    integer(int64), intent(inout), contiguous :: actions(:, :)
    integer(int64), intent(inout) :: count
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'schedule', stat, errmsg)) return
    if (size(actions, 1) /= 4) then
      call report(EBW_ERR_SHAPE, 'actions has shape ' // shape_text(shape(actions, int64)) // &
                  ', but (4, capacity) is needed', stat, errmsg)
      return
    end if
    call finish(ebw_schedule_next_many(self%address, actions, size(actions, 2, int64), count), stat, errmsg)
  end subroutine next_many

  ! Says where a loop of unknown length ends: the state at steps is the last one. Call it from advance of the loop when
  ! that has taken the last step, or between two calls of next. A reset, and the begin of a run, forget it.
  ! steps (in): at least 1 and where the last advance led.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_STATE (another end was given), EBW_ERR_UNSUPPORTED (the length is known),
  ! EBW_ERR_HANDLE. Threads: any, also while a run uses it. Cost: constant. Since 0.1.
  subroutine finish_schedule(self, steps, stat, errmsg)
    class(ebw_schedule), intent(in) :: self
    integer(int64), intent(in) :: steps
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'schedule', stat, errmsg)) return
    call finish(ebw_schedule_finish(self%address, steps), stat, errmsg)
  end subroutine finish_schedule

  ! Checks the whole schedule: each action is legal, within its slots and these limits, and all counts are right.
  ! slots, disk_slots, tape_slots (in): the most that it may need in memory, on disk and for tapes; absent: as many as
  ! it says.
  ! Errors: EBW_ERR_STATE (a fault, which errmsg names; or an end that is not known), EBW_ERR_ARGUMENT,
  ! EBW_ERR_OVERFLOW, EBW_ERR_UNSUPPORTED, EBW_ERR_HANDLE, EBW_ERR_NO_MEMORY. Threads: any. Cost: that of every action.
  ! Since 0.1.
  subroutine check_schedule(self, slots, disk_slots, tape_slots, stat, errmsg)
    class(ebw_schedule), intent(in) :: self
    integer(int64), intent(in), optional :: slots, disk_slots, tape_slots
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: most(3)

    if (gone(self%address, 'schedule', stat, errmsg)) return
    most = -1
    if (present(slots)) most(1) = slots
    if (present(disk_slots)) most(2) = disk_slots
    if (present(tape_slots)) most(3) = tape_slots
    call finish(ebw_schedule_check(self%address, most(1), most(2), most(3)), stat, errmsg)
  end subroutine check_schedule

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

  ! Counts the saves of states to disk, without running.
  ! Errors: EBW_ERR_OVERFLOW, EBW_ERR_STATE (online before finish), EBW_ERR_HANDLE, with the answer 0. Threads: any.
  ! Cost: constant. Since 0.1.
  function count_disk_saves(self, stat, errmsg) result(count)
    class(ebw_schedule), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: count

    count = 0
    if (gone(self%address, 'schedule', stat, errmsg)) return
    call finish(ebw_schedule_count_disk_saves(self%address, count), stat, errmsg)
  end function count_disk_saves

  ! Counts the loads of states from disk, without running.
  ! Errors: as count_disk_saves, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function count_disk_loads(self, stat, errmsg) result(count)
    class(ebw_schedule), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: count

    count = 0
    if (gone(self%address, 'schedule', stat, errmsg)) return
    call finish(ebw_schedule_count_disk_loads(self%address, count), stat, errmsg)
  end function count_disk_loads

  ! Counts the states on disk that are not discarded at the end: 0 for every kind of this library.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function count_left_on_disk(self, stat, errmsg) result(count)
    class(ebw_schedule), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: count

    count = 0
    if (gone(self%address, 'schedule', stat, errmsg)) return
    call finish(ebw_schedule_count_left_on_disk(self%address, count), stat, errmsg)
  end function count_left_on_disk

  ! Weighs the schedule: the costs times forward steps, reverse steps, saves to disk and loads from it, summed.
  ! costs (in): costs(4), as in create_two_level; absent: those that it was created with, or else the number of forward
  ! steps.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_OVERFLOW, EBW_ERR_STATE (online before finish), EBW_ERR_HANDLE, with the answer 0.
  ! Threads: any. Cost: that of the counts. Since 0.1.
  function get_cost(self, costs, stat, errmsg) result(cost)
    class(ebw_schedule), intent(in) :: self
    real(real64), intent(in), optional :: costs(4)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    real(real64) :: cost

    cost = 0.0_real64
    if (gone(self%address, 'schedule', stat, errmsg)) return
    call finish(ebw_schedule_get_cost(self%address, costs, cost), stat, errmsg)
  end function get_cost

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

  ! Gets the most states that are on disk at once.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function get_peak_disk_slots(self, stat, errmsg) result(slots)
    class(ebw_schedule), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: slots

    slots = 0
    if (gone(self%address, 'schedule', stat, errmsg)) return
    call finish(ebw_schedule_get_peak_disk_slots(self%address, slots), stat, errmsg)
  end function get_peak_disk_slots

  ! Gets the number of the first slot on disk: slots of states below it are memory.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function get_memory_slots(self, stat, errmsg) result(slots)
    class(ebw_schedule), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: slots

    slots = 0
    if (gone(self%address, 'schedule', stat, errmsg)) return
    call finish(ebw_schedule_get_memory_slots(self%address, slots), stat, errmsg)
  end function get_memory_slots

  ! Gets the number of slots that hold tapes alone, which are numbered apart from those of states.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function get_tape_slots(self, stat, errmsg) result(slots)
    class(ebw_schedule), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: slots

    slots = 0
    if (gone(self%address, 'schedule', stat, errmsg)) return
    call finish(ebw_schedule_get_tape_slots(self%address, slots), stat, errmsg)
  end function get_tape_slots

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
