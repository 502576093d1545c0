! SPDX-License-Identifier: MIT
! Storage: where checkpoints lie.
module ebbwave_storage
  use ebw_c
  use ebbwave_base
  implicit none
  private

  public :: ebw_storage

  ! Where checkpoints lie. An executor fills and empties it; it can be used alone.
  type :: ebw_storage
    private
    type(c_ptr) :: address = c_null_ptr
    integer(int64) :: slot_bytes = 0
  contains
    procedure :: create_memory
    procedure :: reserve
    procedure :: save => save_checkpoint
    procedure :: load => load_checkpoint
    procedure :: discard
    procedure :: get_stat => get_storage_stat
    procedure :: c_handle => storage_handle
    procedure :: destroy => destroy_storage
    procedure, private :: assign_storage
    generic, public :: assignment(=) => assign_storage
  end type ebw_storage

contains

  ! Creates a storage in memory; it takes none before it is reserved or run.
  ! Errors: EBW_ERR_NO_MEMORY. Ownership: destroy it; what it held before goes, on success only. Threads: any.
  ! Cost: constant; a run takes its slots times the bytes of a state, each slot rounded up to 64 bytes. Since 0.1.
  subroutine create_memory(self, stat, errmsg)
    class(ebw_storage), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    status = ebw_storage_create_memory(made)
    if (status == EBW_OK) then
      call self%destroy()
      self%address = made
    end if
    call finish(status, stat, errmsg)
  end subroutine create_memory

  ! Makes room for checkpoints. Not needed before a run. What the storage holds is dropped.
  ! slots (in): number of slots, at least 0; 0 gives the memory back.
  ! slot_bytes (in): bytes of one checkpoint, at least 1 when slots > 0.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_OVERFLOW, EBW_ERR_NO_MEMORY, EBW_ERR_HANDLE, EBW_ERR_BUSY.
  ! Threads: one at a time per object. Cost: writes every byte once. Since 0.1.
  subroutine reserve(self, slots, slot_bytes, stat, errmsg)
    class(ebw_storage), intent(inout) :: self
    integer(int64), intent(in) :: slots, slot_bytes
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int32_t) :: status

    if (gone(self%address, 'storage', stat, errmsg)) return
    status = ebw_storage_reserve(self%address, slots, slot_bytes)
    if (status == EBW_OK) self%slot_bytes = slot_bytes
    call finish(status, stat, errmsg)
  end subroutine reserve

  ! Copies a checkpoint into a free slot.
  ! slot (in): 0 .. slots-1; must be free.
  ! step (in): number of the step that the checkpoint belongs to, at least 0.
  ! values (in): array of any type, shape and stride without pointers in it, of the bytes that were reserved for a slot.
  ! Errors: EBW_ERR_SHAPE (bytes), EBW_ERR_ARGUMENT, EBW_ERR_STATE, EBW_ERR_HANDLE, EBW_ERR_BUSY.
  ! Threads: one at a time per object. Cost: one copy, one more for a section with gaps. Since 0.1.
  subroutine save_checkpoint(self, slot, step, values, stat, errmsg)
    class(ebw_storage), intent(inout) :: self
    integer(int64), intent(in) :: slot, step
    type(*), intent(in), contiguous, target :: values(..)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'storage', stat, errmsg)) return
    if (other_bytes(self, int(sizeof(values), int64), stat, errmsg)) return
    call finish(ebw_storage_save(self%address, slot, step, c_loc(values)), stat, errmsg)
  end subroutine save_checkpoint

  ! Copies a checkpoint out of its slot; the slot keeps it.
  ! slot (in): 0 .. slots-1. step (in): the step with which the slot was saved.
  ! values (out): as in save.
  ! Errors: as save; EBW_ERR_STATE also when the slot is free or holds another step. Threads: one at a time per object.
  ! Cost: as save. Since 0.1.
  subroutine load_checkpoint(self, slot, step, values, stat, errmsg)
    class(ebw_storage), intent(inout) :: self
    integer(int64), intent(in) :: slot, step
    type(*), intent(inout), contiguous, target :: values(..)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'storage', stat, errmsg)) return
    if (other_bytes(self, int(sizeof(values), int64), stat, errmsg)) return
    call finish(ebw_storage_load(self%address, slot, step, c_loc(values)), stat, errmsg)
  end subroutine load_checkpoint

  ! Whether an array has another size than a slot; that is reported. The library copies slot_bytes whatever is given.
  function other_bytes(self, bytes, stat, errmsg) result(other)
    class(ebw_storage), intent(in) :: self
    integer(int64), intent(in) :: bytes
    integer, intent(inout), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical :: other
    character(120) :: text

    other = bytes /= self%slot_bytes .and. self%slot_bytes > 0
    if (.not. other) return
    write (text, '(3(a, i0))') 'values has ', bytes, ' bytes, a slot ', self%slot_bytes, &
      ': reserve slots of the bytes of the array, ', bytes
    call report(EBW_ERR_SHAPE, trim(text), stat, errmsg)
  end function other_bytes

  ! Frees a slot.
  ! slot (in): 0 .. slots-1; must hold a checkpoint.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_STATE (it is free already), EBW_ERR_HANDLE, EBW_ERR_BUSY.
  ! Threads: one at a time per object. Cost: constant. Since 0.1.
  subroutine discard(self, slot, stat, errmsg)
    class(ebw_storage), intent(inout) :: self
    integer(int64), intent(in) :: slot
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'storage', stat, errmsg)) return
    call finish(ebw_storage_discard(self%address, slot), stat, errmsg)
  end subroutine discard

  ! Gets one count by its name.
  ! name (in): "saves", "loads", "discards", "live_slots", "peak_slots", "bytes" or "peak_bytes".
  ! Errors: EBW_ERR_NOT_FOUND, EBW_ERR_HANDLE, EBW_ERR_BUSY, with the answer 0. Threads: one at a time per object.
  ! Cost: constant. Since 0.1.
  function get_storage_stat(self, name, stat, errmsg) result(value)
    class(ebw_storage), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: value

    value = 0
    if (gone(self%address, 'storage', stat, errmsg)) return
    call finish(ebw_storage_get_stat(self%address, c_text(name), value), stat, errmsg)
  end function get_storage_stat

  ! The C handle, for calls of module ebw_c. Never fails. Ownership: stays with the object. Threads: any. Since 0.1.
  function storage_handle(self) result(address)
    class(ebw_storage), intent(in) :: self
    type(c_ptr) :: address
    address = self%address
  end function storage_handle

  ! Releases what the object holds; it can be created again. Doing so twice is fine. Never fails. Threads: any.
  ! Cost: constant, or that of freeing what nothing else holds. Since 0.1.
  subroutine destroy_storage(self)
    class(ebw_storage), intent(inout) :: self
    call ebw_storage_destroy(self%address)
    self%address = c_null_ptr
  end subroutine destroy_storage

  impure elemental subroutine assign_storage(to, from)
    class(ebw_storage), intent(inout) :: to
    class(ebw_storage), intent(in) :: from
    call refuse_copy('storage')
  end subroutine assign_storage
end module ebbwave_storage
