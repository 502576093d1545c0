! SPDX-License-Identifier: MIT
! A model checker for schedules: runs any stream of actions on integers alone and names the first that is not legal.
module ebbwave_checker
  use ebw_c
  use ebbwave_base
  implicit none
  private

  public :: ebw_checker

  ! A check of one stream of actions, the library's or your own.
  type :: ebw_checker
    private
    type(c_ptr) :: address = c_null_ptr
  contains
    procedure :: create => create_checker
    generic :: take => take_one, take_many
    procedure :: finish => finish_stream
    procedure :: get_count
    procedure :: c_handle => checker_handle
    procedure :: destroy => destroy_checker
    procedure, private :: take_one, take_many, assign_checker
    generic, public :: assignment(=) => assign_checker
  end type ebw_checker

contains

  ! Creates a checker that has seen nothing yet.
  ! steps (in): number of steps, 1 .. 2**62, or 0 when only the turn tells it. reverse_kind (in): EBW_REVERSE_*.
  ! slots, disk_slots, tape_slots (in): the most states in memory, states on disk and tapes, at least 0 (0).
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_OVERFLOW, EBW_ERR_NO_MEMORY. Ownership: destroy it; what it held before goes, on
  ! success only. Threads: any. Cost: constant. Since 0.1.
  subroutine create_checker(self, steps, reverse_kind, slots, disk_slots, tape_slots, stat, errmsg)
    class(ebw_checker), intent(inout) :: self
    integer(int64), intent(in) :: steps
    integer, intent(in) :: reverse_kind
    integer(int64), intent(in), optional :: slots, disk_slots, tape_slots
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    made = c_null_ptr
    status = ebw_checker_create(steps, reverse_kind, or_none(slots), or_none(disk_slots), or_none(tape_slots), made)
    if (status == EBW_OK) then
      call self%destroy()
      self%address = made
    end if
    call finish(status, stat, errmsg)
  end subroutine create_checker

  pure function or_none(slots)
    integer(int64), intent(in), optional :: slots
    integer(int64) :: or_none
    or_none = 0
    if (present(slots)) or_none = slots
  end function or_none

  ! Takes the next action of the stream, or the next ones.
  ! kind, from, to, slot (in): the action, EBW_ACTION_*; a field that its kind does not use is -1. Or actions (in):
  ! actions(4, count), as export of a schedule gives them.
  ! Errors: EBW_ERR_STATE (an action is not legal: errmsg begins with its number, counted from 1, and says what is
  ! wrong; every later call says the same), EBW_ERR_SHAPE (actions), EBW_ERR_OVERFLOW, EBW_ERR_NO_MEMORY,
  ! EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost: constant for an action. Since 0.1.
  subroutine take_one(self, kind, from, to, slot, stat, errmsg)
    class(ebw_checker), intent(inout) :: self
    integer, intent(in) :: kind
    integer(int64), intent(in) :: from, to, slot
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'checker', stat, errmsg)) return
    call finish(ebw_checker_take(self%address, kind, from, to, slot), stat, errmsg)
  end subroutine take_one

  ! As take_one.
  subroutine take_many(self, actions, stat, errmsg)
    class(ebw_checker), intent(inout) :: self
    integer(int64), intent(in) :: actions(:, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int32_t) :: status, kind
    integer :: i

    if (gone(self%address, 'checker', stat, errmsg)) return
    if (size(actions, 1) /= 4) then
      call report(EBW_ERR_SHAPE, 'actions has shape ' // shape_text(shape(actions, int64)) // &
                  ', but (4, count) is needed', stat, errmsg)
      return
    end if
    status = EBW_OK
    do i = 1, size(actions, 2)
      ! A kind beyond 32 bits is no kind; it must not become one by losing bits.
      kind = -1
      if (abs(actions(1, i)) <= huge(kind)) kind = int(actions(1, i), c_int32_t)
      status = ebw_checker_take(self%address, kind, actions(2, i), actions(3, i), actions(4, i))
      if (status /= EBW_OK) exit
    end do
    call finish(status, stat, errmsg)
  end subroutine take_many

  ! Says that the stream has ended: every step must be reversed and no slot in use.
  ! Errors: EBW_ERR_STATE (something is left, or an action was not legal), EBW_ERR_HANDLE, EBW_ERR_BUSY.
  ! Threads: one at a time per object. Cost: constant. Since 0.1.
  subroutine finish_stream(self, stat, errmsg)
    class(ebw_checker), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'checker', stat, errmsg)) return
    call finish(ebw_checker_finish(self%address), stat, errmsg)
  end subroutine finish_stream

  ! Gets a count of the stream so far by its name.
  ! name (in): "actions", "advances", "taped", "saves", "loads", "peak_slots", "disk_saves", "disk_loads",
  ! "peak_disk_slots", "tape_saves", "tape_loads" or "peak_tape_slots".
  ! Errors: EBW_ERR_NOT_FOUND, EBW_ERR_HANDLE, EBW_ERR_BUSY, with the answer 0. Threads: one at a time per object.
  ! Cost: constant. Since 0.1.
  function get_count(self, name, stat, errmsg) result(value)
    class(ebw_checker), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: value

    value = 0
    if (gone(self%address, 'checker', stat, errmsg)) return
    call finish(ebw_checker_get_count(self%address, c_text(name), value), stat, errmsg)
  end function get_count

  ! The C handle, for calls of module ebw_c. Never fails. Ownership: stays with the object. Threads: any. Since 0.1.
  function checker_handle(self) result(address)
    class(ebw_checker), intent(in) :: self
    type(c_ptr) :: address
    address = self%address
  end function checker_handle

  ! Releases what the object holds; it can be created again. Doing so twice is fine. Never fails. Threads: any.
  ! Cost: constant. Since 0.1.
  subroutine destroy_checker(self)
    class(ebw_checker), intent(inout) :: self
    call ebw_checker_destroy(self%address)
    self%address = c_null_ptr
  end subroutine destroy_checker

  impure elemental subroutine assign_checker(to, from)
    class(ebw_checker), intent(inout) :: to
    class(ebw_checker), intent(in) :: from
    call refuse_copy('checker')
  end subroutine assign_checker
end module ebbwave_checker
