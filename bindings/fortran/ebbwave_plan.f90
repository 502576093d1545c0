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
    procedure :: get_steps => get_plan_steps
    procedure :: get_forward_steps
    procedure :: get_recomputed
    procedure :: get_slots
    procedure :: get_total_bytes
    procedure :: get_least_bytes
    procedure :: get_dt
    procedure :: get_schedule
    procedure :: get_bytes
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

  ! Gets the name of the schedule: "store_all" or "revolve".
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
  ! "traces", "residuals", "wavelets" or "scratch".
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
