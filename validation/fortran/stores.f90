! SPDX-License-Identifier: MIT
! A store of a user's own for the tests: keeps copies in arrays, fails and forgets when told to.
module stores
  use, intrinsic :: iso_c_binding, only: c_int8_t
  use ebbwave
  implicit none

  type :: copy
    integer(c_int8_t), allocatable :: bytes(:)
  end type copy

  type, extends(ebw_store) :: shelf
    type(copy), allocatable :: states(:), tapes(:)
    integer :: saves = 0, loads = 0, discards = 0, fail_save = -1
    logical :: garble = .false.
  contains
    procedure :: begin
    procedure :: save
    procedure :: load
    procedure :: discard
  end type shelf

contains

  subroutine begin(self, bank, slots, slot_bytes, stat)
    class(shelf), intent(inout) :: self
    integer, intent(in) :: bank
    integer(int64), intent(in) :: slots, slot_bytes
    integer, intent(inout) :: stat
    type(copy), allocatable :: room(:)

    allocate (room(0:max(slots - 1, 0_int64)))
    if (bank == EBW_BANK_STATE) then
      call move_alloc(room, self%states)
    else
      call move_alloc(room, self%tapes)
    end if
  end subroutine begin

  subroutine save(self, bank, slot, step, bytes, stat)
    class(shelf), intent(inout) :: self
    integer, intent(in) :: bank
    integer(int64), intent(in) :: slot, step
    integer(c_int8_t), intent(in) :: bytes(:)
    integer, intent(inout) :: stat

    if (self%saves == self%fail_save) then
      stat = 555
      return
    end if
    self%saves = self%saves + 1
    if (bank == EBW_BANK_STATE) then
      self%states(slot)%bytes = bytes
    else
      self%tapes(slot)%bytes = bytes
    end if
  end subroutine save

  subroutine load(self, bank, slot, step, bytes, stat)
    class(shelf), intent(inout) :: self
    integer, intent(in) :: bank
    integer(int64), intent(in) :: slot, step
    integer(c_int8_t), intent(inout) :: bytes(:)
    integer, intent(inout) :: stat

    self%loads = self%loads + 1
    if (bank == EBW_BANK_STATE) then
      bytes = self%states(slot)%bytes
    else
      bytes = self%tapes(slot)%bytes
    end if
    if (self%garble) bytes(size(bytes)) = ieor(bytes(size(bytes)), 1_c_int8_t)
  end subroutine load

  subroutine discard(self, bank, slot, step, stat)
    class(shelf), intent(inout) :: self
    integer, intent(in) :: bank
    integer(int64), intent(in) :: slot, step
    integer, intent(inout) :: stat

    self%discards = self%discards + 1
    if (bank == EBW_BANK_STATE) then
      deallocate (self%states(slot)%bytes)
    else
      deallocate (self%tapes(slot)%bytes)
    end if
  end subroutine discard
end module stores
