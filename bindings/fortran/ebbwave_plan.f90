! SPDX-License-Identifier: MIT
! Plans: what a run will do and hold.
module ebbwave_plan
  use ebw_c
  use ebbwave_base
  implicit none
  private

  public :: ebw_plan
  public :: adopt_plan ! for the other modules of the binding alone

  ! What a run will do and hold, told before anything is allocated. Made by plan of a model or an executor.
  type :: ebw_plan
    private
    type(c_ptr) :: address = c_null_ptr
  contains
    procedure :: choose
    procedure :: get_steps => get_plan_steps
    procedure :: get_forward_steps
    procedure :: get_recomputed
    procedure :: get_slots
    procedure :: get_total_bytes
    procedure :: get_least_bytes
    procedure :: get_dt
    procedure :: get_schedule
    procedure :: get_bytes
    procedure :: get_tape_slots
    procedure :: get_disk_slots
    procedure :: get_disk_bytes
    procedure :: get_number
    procedure :: get_cost
    procedure :: get_seconds
    procedure :: count_alternatives
    procedure :: get_alternative
    procedure :: c_handle => plan_handle
    procedure :: destroy => destroy_plan
    procedure, private :: assign_plan
    generic, public :: assignment(=) => assign_plan
  end type ebw_plan

contains

  ! Takes over a handle that a model or an executor made.
  subroutine adopt_plan(plan, status, made, stat, errmsg)
    type(ebw_plan), intent(inout) :: plan
    integer(c_int32_t), intent(in) :: status
    type(c_ptr), intent(in) :: made
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (status == EBW_OK) then
      call plan%destroy()
      plan%address = made
    end if
    call finish(status, stat, errmsg)
  end subroutine adopt_plan

  ! Chooses a schedule for any time loop from a budget in bytes, for memory and for a disk: the one that costs least.
  ! steps (in): number of steps, 1 .. 2**62. reverse_kind (in): the propagator's, EBW_REVERSE_FUSED or
  ! EBW_REVERSE_STATE_ONLY. state_bytes (in): bytes of a state. tape_bytes (in): of the tape of one step; 0: none.
  ! memory_bytes (in): bound on checkpoints in memory, 0: half of the machine's. disk_bytes (in): bound on the files of
  ! states, absent or 0: no disk, huge(disk_bytes): no bound.
  ! schedule (in): "auto", "store_all", "revolve", "segment", "mixed", with a disk "two_level", "disk", "periodic",
  ! "async", "segment_disk"; absent: store_all if it fits, else revolve.
  ! costs (in): costs(6), seconds of an advance, of one that keeps its tape, of a reverse step, of a copy of a state in
  ! memory, to disk, from disk; absent: each forward step 1, all else 0.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_NOT_FOUND (schedule), EBW_ERR_BUDGET (the text names the least), EBW_ERR_OVERFLOW,
  ! EBW_ERR_UNSUPPORTED (no tapes, no disk, too large a table), EBW_ERR_NO_MEMORY. Ownership: destroy it; what it held
  ! before goes, on success only. Threads: any. Cost: up to some seconds for thousands of steps. Since 0.1.
  subroutine choose(self, steps, reverse_kind, state_bytes, tape_bytes, memory_bytes, disk_bytes, schedule, costs, &
                    stat, errmsg)
    class(ebw_plan), intent(inout) :: self
    integer(int64), intent(in) :: steps, state_bytes, tape_bytes, memory_bytes
    integer, intent(in) :: reverse_kind
    integer(int64), intent(in), optional :: disk_bytes
    character(*), intent(in), optional :: schedule
    real(real64), intent(in), optional :: costs(6)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status
    integer(int64) :: disk
    character(:), allocatable :: name

    name = ''
    if (present(schedule)) name = schedule
    disk = 0
    if (present(disk_bytes)) disk = disk_bytes
    status = ebw_plan_choose_places(steps, reverse_kind, state_bytes, tape_bytes, memory_bytes, disk, c_text(name), &
                                    costs, made)
    call adopt_plan(self, status, made, stat, errmsg)
  end subroutine choose

  ! Gets the number of steps, of one shot.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function get_plan_steps(self, stat, errmsg) result(steps)
    class(ebw_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: steps

    steps = 0
    if (gone(self%address, 'plan', stat, errmsg)) return
    call finish(ebw_plan_get_steps(self%address, steps), stat, errmsg)
  end function get_plan_steps

  ! Gets the number of all forward steps, those that are taped included.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function get_forward_steps(self, stat, errmsg) result(steps)
    class(ebw_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: steps

    steps = 0
    if (gone(self%address, 'plan', stat, errmsg)) return
    call finish(ebw_plan_get_forward_steps(self%address, steps), stat, errmsg)
  end function get_forward_steps

  ! Gets the number of forward steps beyond the first sweep's.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function get_recomputed(self, stat, errmsg) result(steps)
    class(ebw_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: steps

    steps = 0
    if (gone(self%address, 'plan', stat, errmsg)) return
    call finish(ebw_plan_get_recomputed(self%address, steps), stat, errmsg)
  end function get_recomputed

  ! Gets the number of checkpoints held at once.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function get_slots(self, stat, errmsg) result(slots)
    class(ebw_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: slots

    slots = 0
    if (gone(self%address, 'plan', stat, errmsg)) return
    call finish(ebw_plan_get_slots(self%address, slots), stat, errmsg)
  end function get_slots

  ! Gets the sum of all bytes that the library will hold at most.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function get_total_bytes(self, stat, errmsg) result(bytes)
    class(ebw_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: bytes

    bytes = 0
    if (gone(self%address, 'plan', stat, errmsg)) return
    call finish(ebw_plan_get_total_bytes(self%address, bytes), stat, errmsg)
  end function get_total_bytes

  ! Gets the least total of bytes with which the run is possible at all; 0 when not known.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function get_least_bytes(self, stat, errmsg) result(bytes)
    class(ebw_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: bytes

    bytes = 0
    if (gone(self%address, 'plan', stat, errmsg)) return
    call finish(ebw_plan_get_least_bytes(self%address, bytes), stat, errmsg)
  end function get_least_bytes

  ! Gets the time step in seconds; 0 for a user's loop.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function get_dt(self, stat, errmsg) result(dt)
    class(ebw_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    real(real64) :: dt

    dt = 0.0_real64
    if (gone(self%address, 'plan', stat, errmsg)) return
    call finish(ebw_plan_get_dt(self%address, dt), stat, errmsg)
  end function get_dt

  ! Gets the name of the schedule, such as "store_all", "revolve" or "segment_disk".
  ! Errors: EBW_ERR_HANDLE, with the answer "". Threads: any. Cost: constant. Since 0.1.
  function get_schedule(self, stat, errmsg) result(name)
    class(ebw_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(:), allocatable :: name
    type(c_ptr) :: text

    name = ''
    if (gone(self%address, 'plan', stat, errmsg)) return
    text = c_null_ptr
    call finish(ebw_plan_get_schedule(self%address, text), stat, errmsg)
    name = f_text(text)
  end function get_schedule

  ! Gets the bytes of one use.
  ! name (in): "work_fields", "slots", "tape_ring", "adjoint_state", "initial_state", "model_copies", "gradient",
  ! "traces", "residuals", "wavelets", "scratch" or
  ! "schedule_tables".
  ! Errors: EBW_ERR_NOT_FOUND, EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function get_bytes(self, name, stat, errmsg) result(bytes)
    class(ebw_plan), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: bytes

    bytes = 0
    if (gone(self%address, 'plan', stat, errmsg)) return
    call finish(ebw_plan_get_bytes(self%address, c_text(name), bytes), stat, errmsg)
  end function get_bytes

  ! Gets the number of slots that hold tapes alone.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function get_tape_slots(self, stat, errmsg) result(slots)
    class(ebw_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: slots

    slots = 0
    if (gone(self%address, 'plan', stat, errmsg)) return
    call finish(ebw_plan_get_tape_slots(self%address, slots), stat, errmsg)
  end function get_tape_slots

  ! Gets the number of slots on disk.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function get_disk_slots(self, stat, errmsg) result(slots)
    class(ebw_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: slots

    slots = 0
    if (gone(self%address, 'plan', stat, errmsg)) return
    call finish(ebw_plan_get_disk_slots(self%address, slots), stat, errmsg)
  end function get_disk_slots

  ! Gets the bytes that slots on disk take there at most.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function get_disk_bytes(self, stat, errmsg) result(bytes)
    class(ebw_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: bytes

    bytes = 0
    if (gone(self%address, 'plan', stat, errmsg)) return
    call finish(ebw_plan_get_disk_bytes(self%address, bytes), stat, errmsg)
  end function get_disk_bytes

  ! Gets a number by its name, 0 where it does not apply.
  ! name (in): "interval", "state_units", "tape_units", "disk_saves", "disk_loads", "disk_limit" or "least_disk_bytes".
  ! Errors: EBW_ERR_NOT_FOUND, EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function get_number(self, name, stat, errmsg) result(number)
    class(ebw_plan), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: number

    number = 0
    if (gone(self%address, 'plan', stat, errmsg)) return
    call finish(ebw_plan_get_number(self%address, c_text(name), number), stat, errmsg)
  end function get_number

  ! Gets the cost that the schedule was chosen by, 0 where nothing was chosen.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function get_cost(self, stat, errmsg) result(cost)
    class(ebw_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    real(real64) :: cost

    cost = 0.0_real64
    if (gone(self%address, 'plan', stat, errmsg)) return
    call finish(ebw_plan_get_cost(self%address, cost), stat, errmsg)
  end function get_cost

  ! Gets the forecast of the time of one shot in seconds, 0 without costs in seconds.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function get_seconds(self, stat, errmsg) result(seconds)
    class(ebw_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    real(real64) :: seconds

    seconds = 0.0_real64
    if (gone(self%address, 'plan', stat, errmsg)) return
    call finish(ebw_plan_get_seconds(self%address, seconds), stat, errmsg)
  end function get_seconds

  ! Counts the plans of other kinds of schedule that stood beside this one when it was chosen, itself included.
  ! Errors: EBW_ERR_HANDLE, with the answer 0. Threads: any. Cost: constant. Since 0.1.
  function count_alternatives(self, stat, errmsg) result(count)
    class(ebw_plan), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: count

    count = 0
    if (gone(self%address, 'plan', stat, errmsg)) return
    call finish(ebw_plan_count_alternatives(self%address, count), stat, errmsg)
  end function count_alternatives

  ! Gets one of these plans, the cheapest first.
  ! index (in): 1 to count_alternatives(). alternative (inout): becomes that plan.
  ! Errors: EBW_ERR_ARGUMENT (index), EBW_ERR_NO_MEMORY, EBW_ERR_HANDLE. Threads: any. Cost: constant. Since 0.1.
  subroutine get_alternative(self, index, alternative, stat, errmsg)
    class(ebw_plan), intent(in) :: self
    integer(int64), intent(in) :: index
    type(ebw_plan), intent(inout) :: alternative
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    if (gone(self%address, 'plan', stat, errmsg)) return
    status = ebw_plan_get_alternative(self%address, index - 1, made)
    call adopt_plan(alternative, status, made, stat, errmsg)
  end subroutine get_alternative

  ! The C handle, for calls of module ebw_c. Never fails. Ownership: stays with the object. Threads: any. Since 0.1.
  function plan_handle(self) result(address)
    class(ebw_plan), intent(in) :: self
    type(c_ptr) :: address
    address = self%address
  end function plan_handle

  ! Releases what the object holds; it can be created again. Doing so twice is fine. Never fails. Threads: any.
  ! Cost: constant, or that of freeing what nothing else holds. Since 0.1.
  subroutine destroy_plan(self)
    class(ebw_plan), intent(inout) :: self
    call ebw_plan_destroy(self%address)
    self%address = c_null_ptr
  end subroutine destroy_plan

  impure elemental subroutine assign_plan(to, from)
    class(ebw_plan), intent(inout) :: to
    class(ebw_plan), intent(in) :: from
    call refuse_copy('plan')
  end subroutine assign_plan
end module ebbwave_plan
