! SPDX-License-Identifier: MIT
! A store of a user's own: the type to extend, and what the library calls in its place.
module ebbwave_store
  use ebw_c
  use ebbwave_base
  implicit none
  private

  public :: ebw_store
  ! For the storage and the propagator alone:
  public :: store_box, store_release, begin_thunk, save_thunk, load_thunk, discard_thunk, wrong_layout

  ! Keeps checkpoints wherever you like: extend it and override save, load and discard, and begin where room is to be
  ! made. States and tapes have banks of their own, EBW_BANK_STATE and EBW_BANK_TAPE; slots count from 0 in each. Set
  ! stat, which is 0 before, to any other number to end the call that saves or loads with it.
  type, abstract :: ebw_store
  contains
    procedure :: begin => begin_nothing
    procedure(store_save), deferred :: save
    procedure(store_load), deferred :: load
    procedure(store_discard), deferred :: discard
  end type ebw_store

  abstract interface
    ! save: keeps the bytes, which are the library's, until they are discarded. The slot is free; a failed save leaves
    ! it so.
    subroutine store_save(self, bank, slot, step, bytes, stat)
      import :: ebw_store, c_int8_t, int64
      class(ebw_store), intent(inout) :: self
      integer, intent(in) :: bank
      integer(int64), intent(in) :: slot, step
      integer(c_int8_t), intent(in) :: bytes(:)
      integer, intent(inout) :: stat
    end subroutine store_save
    ! load: gives the same bytes back; may be asked for several times.
    subroutine store_load(self, bank, slot, step, bytes, stat)
      import :: ebw_store, c_int8_t, int64
      class(ebw_store), intent(inout) :: self
      integer, intent(in) :: bank
      integer(int64), intent(in) :: slot, step
      integer(c_int8_t), intent(inout) :: bytes(:)
      integer, intent(inout) :: stat
    end subroutine store_load
    ! discard: forgets them; after a failed run too, when stat is not looked at.
    subroutine store_discard(self, bank, slot, step, stat)
      import :: ebw_store, int64
      class(ebw_store), intent(inout) :: self
      integer, intent(in) :: bank
      integer(int64), intent(in) :: slot, step
      integer, intent(inout) :: stat
    end subroutine store_discard
  end interface

  ! What the library holds for a user's store.
  type :: store_box
    class(ebw_store), pointer :: store => null()
  end type store_box

contains

  ! Told that so many slots of at most so many bytes are to come in a bank, which is empty now. Does nothing here.
  ! bank (in): EBW_BANK_*. slots, slot_bytes (in): at least 0. Errors: none here. Threads: the caller's. Cost: none.
  ! Since 0.1.
  subroutine begin_nothing(self, bank, slots, slot_bytes, stat)
    class(ebw_store), intent(inout) :: self
    integer, intent(in) :: bank
    integer(int64), intent(in) :: slots, slot_bytes
    integer, intent(inout) :: stat
  end subroutine begin_nothing

  ! Whether there are not as many shapes of three extents as dtypes; that is reported.
  function wrong_layout(dtypes, shapes, stat, errmsg) result(wrong)
    integer, intent(in) :: dtypes(:)
    integer(int64), intent(in) :: shapes(:, :)
    integer, intent(inout), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical :: wrong

    wrong = any(shape(shapes) /= [3, size(dtypes)])
    if (wrong) call report(EBW_ERR_SHAPE, 'shapes has shape ' // shape_text(shape(shapes, int64)) // ', but ' // &
                           shape_text([3_int64, size(dtypes, kind=int64)]) // ' is needed: one column for each dtype', &
                           stat, errmsg)
  end function wrong_layout

  ! ---- What the library calls ----------------------------------------------------------------------------------------

  subroutine store_release(user) bind(c, name='')
    type(c_ptr), value :: user
    type(store_box), pointer :: box
    call c_f_pointer(user, box)
    deallocate (box)
  end subroutine store_release

  function begin_thunk(bank, slots, slot_bytes, user) bind(c, name='') result(answer)
    integer(c_int32_t), value :: bank
    integer(c_int64_t), value :: slots, slot_bytes
    type(c_ptr), value :: user
    integer(c_int32_t) :: answer
    type(store_box), pointer :: box
    integer :: stat

    call c_f_pointer(user, box)
    stat = 0
    call box%store%begin(bank, slots, slot_bytes, stat)
    answer = int(stat, c_int32_t)
  end function begin_thunk

  function save_thunk(bank, slot, step, bytes, size, user) bind(c, name='') result(answer)
    integer(c_int32_t), value :: bank
    integer(c_int64_t), value :: slot, step, size
    type(c_ptr), value :: bytes, user
    integer(c_int32_t) :: answer
    type(store_box), pointer :: box
    integer(c_int8_t), pointer :: all_bytes(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(bytes, all_bytes, [size])
    stat = 0
    call box%store%save(bank, slot, step, all_bytes, stat)
    answer = int(stat, c_int32_t)
  end function save_thunk

  function load_thunk(bank, slot, step, bytes, size, user) bind(c, name='') result(answer)
    integer(c_int32_t), value :: bank
    integer(c_int64_t), value :: slot, step, size
    type(c_ptr), value :: bytes, user
    integer(c_int32_t) :: answer
    type(store_box), pointer :: box
    integer(c_int8_t), pointer :: all_bytes(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(bytes, all_bytes, [size])
    stat = 0
    call box%store%load(bank, slot, step, all_bytes, stat)
    answer = int(stat, c_int32_t)
  end function load_thunk

  function discard_thunk(bank, slot, step, user) bind(c, name='') result(answer)
    integer(c_int32_t), value :: bank
    integer(c_int64_t), value :: slot, step
    type(c_ptr), value :: user
    integer(c_int32_t) :: answer
    type(store_box), pointer :: box
    integer :: stat

    call c_f_pointer(user, box)
    stat = 0
    call box%store%discard(bank, slot, step, stat)
    answer = int(stat, c_int32_t)
  end function discard_thunk
end module ebbwave_store
