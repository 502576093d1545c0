! SPDX-License-Identifier: MIT
! Storage: where checkpoints lie.
module ebbwave_storage
  use ebw_c
  use ebbwave_base
  use ebbwave_store
  use ebbwave_plan, only: ebw_plan
  implicit none
  private

  public :: ebw_storage
  public :: measure_disk

  ! Where checkpoints lie. An executor fills and empties it; it can be used alone.
  type :: ebw_storage
    private
    type(c_ptr) :: address = c_null_ptr
    integer(int64) :: slot_bytes = 0
  contains
    procedure :: create_memory
    procedure :: create_disk
    procedure :: create_tiered
    procedure :: create_user
    procedure :: create_planned
    procedure :: set_limit
    procedure :: set_codec
    procedure :: get_codec_error
    procedure :: set_checksums
    procedure :: set_layout
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
    call adopt_storage(self, status, made, stat, errmsg)
  end subroutine create_memory

  ! Creates a storage in files, which have no name as soon as they are open: nothing is left behind however the program
  ! ends. What is read is checked against sums.
  ! directory (in): path of a directory of your own, no symbolic link; made when it is missing. bytes (in): the most
  ! that all files together may take; 0 or absent: no limit.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_PERMISSION, EBW_ERR_STORAGE, EBW_ERR_NO_MEMORY; later, from whatever saves and
  ! loads: EBW_ERR_NO_SPACE, EBW_ERR_BUDGET (bytes), EBW_ERR_CORRUPT, EBW_ERR_STORAGE. Ownership: as create_memory.
  ! Threads: any. Cost: constant; one checkpoint of memory while reserved, one open file per slot in use. Since 0.1.
  subroutine create_disk(self, directory, bytes, stat, errmsg)
    class(ebw_storage), intent(inout) :: self
    character(*), intent(in) :: directory
    integer(int64), intent(in), optional :: bytes
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    status = ebw_storage_create_disk(c_text(directory), or_none(bytes), made)
    call adopt_storage(self, status, made, stat, errmsg)
  end subroutine create_disk

  ! Creates a storage in two tiers: the first slots and all tapes in memory, the others in files, written in the
  ! background and read before they are needed.
  ! directory, bytes (in): as in create_disk. memory_slots (in): slots in memory, at least 0; a schedule that has disk
  ! slots says itself which they are, this number is for all others (0).
  ! Errors: as create_disk. Ownership: as create_memory. Threads: any; a thread of the library's own moves the files.
  ! Cost: constant; the slots in memory and two checkpoints more while reserved. Since 0.1.
  subroutine create_tiered(self, directory, memory_slots, bytes, stat, errmsg)
    class(ebw_storage), intent(inout) :: self
    character(*), intent(in) :: directory
    integer(int64), intent(in), optional :: memory_slots, bytes
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    status = ebw_storage_create_tiered(c_text(directory), or_none(bytes), or_none(memory_slots), made)
    call adopt_storage(self, status, made, stat, errmsg)
  end subroutine create_tiered

  ! Creates the storage in which a plan places checkpoints.
  ! plan (in): one by its choose, or one of its alternatives. directory (in): for the files of one with states on disk.
  ! Errors: EBW_ERR_ARGUMENT (an empty plan), EBW_ERR_UNSUPPORTED (a plan not chosen by bytes), of the directory as
  ! create_disk. Ownership: as create_memory. Threads: any. Cost: constant. Since 0.1.
  subroutine create_planned(self, plan, directory, stat, errmsg)
    class(ebw_storage), intent(inout) :: self
    type(ebw_plan), intent(in) :: plan
    character(*), intent(in), optional :: directory
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status
    character(:), allocatable :: path

    path = ''
    if (present(directory)) path = directory
    status = ebw_plan_create_storage(plan%c_handle(), c_text(path), made)
    call adopt_storage(self, status, made, stat, errmsg)
  end subroutine create_planned

  ! Measures what a checkpoint costs in a directory, where nothing is left.
  ! directory (in): as in create_disk. slot_bytes (in): bytes of a checkpoint. save, load (out): seconds.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_NO_MEMORY, of the directory as create_disk. Threads: any. Cost: three saves and
  ! three loads. Since 0.1.
  subroutine measure_disk(directory, slot_bytes, save, load, stat, errmsg)
    character(*), intent(in) :: directory
    integer(int64), intent(in) :: slot_bytes
    real(real64), intent(out) :: save, load
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    save = 0.0_real64
    load = 0.0_real64
    call finish(ebw_storage_measure_disk(c_text(directory), slot_bytes, save, load), stat, errmsg)
  end subroutine measure_disk

  ! Creates a storage that is yours: its procedures are called on the thread that made the call, one at a time.
  ! store (inout): extends ebw_store; it stays yours, is a target, and lives as long as the storage and its executors.
  ! Errors: EBW_ERR_NO_MEMORY; later, from whatever saves and loads, what its procedures set stat to. Ownership: as
  ! create_memory. Threads: any. Cost: constant; one checkpoint of memory while reserved. Since 0.1.
  subroutine create_user(self, store, stat, errmsg)
    class(ebw_storage), intent(inout) :: self
    class(ebw_store), intent(inout), target :: store
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(store_box), pointer :: box
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    allocate (box)
    box%store => store
    status = ebw_storage_create_user(c_funloc(begin_thunk), c_funloc(save_thunk), c_funloc(load_thunk), &
                                     c_funloc(discard_thunk), c_loc(box), c_funloc(store_release), made)
    if (status /= EBW_OK) deallocate (box) ! which the library has not taken
    call adopt_storage(self, status, made, stat, errmsg)
  end subroutine create_user

  subroutine adopt_storage(self, status, made, stat, errmsg)
    class(ebw_storage), intent(inout) :: self
    integer(c_int32_t), intent(in) :: status
    type(c_ptr), intent(in) :: made
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (status == EBW_OK) then
      call self%destroy()
      self%address = made
    end if
    call finish(status, stat, errmsg)
  end subroutine adopt_storage

  ! As finish, for settings that give back what was reserved.
  subroutine finish_setting(self, status, stat, errmsg)
    class(ebw_storage), intent(inout) :: self
    integer(c_int32_t), intent(in) :: status
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (status == EBW_OK) self%slot_bytes = 0
    call finish(status, stat, errmsg)
  end subroutine finish_setting

  pure function or_none(number)
    integer(int64), intent(in), optional :: number
    integer(int64) :: or_none
    or_none = 0
    if (present(number)) or_none = number
  end function or_none

  ! Limits what slots in memory may take, of a storage of create_memory without checkpoints. What was reserved goes.
  ! bytes (in): of all slots, as they are encoded; 0: no limit (default).
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_UNSUPPORTED (another kind of storage), EBW_ERR_STATE (checkpoints),
  ! EBW_ERR_HANDLE, EBW_ERR_BUSY; later EBW_ERR_BUDGET. Threads: one at a time per object. Cost: constant. Since 0.1.
  subroutine set_limit(self, bytes, stat, errmsg)
    class(ebw_storage), intent(inout) :: self
    integer(int64), intent(in) :: bytes
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'storage', stat, errmsg)) return
    call finish_setting(self, ebw_storage_set_limit(self%address, bytes), stat, errmsg)
  end subroutine set_limit

  ! Sets how checkpoints are encoded, of a storage without any. What was reserved goes.
  ! name (in): "none" (default); lossless "zstd"; lossy "bf16", "fp16", "int16", "zfp", which change the gradient and
  ! need a layout (set_state_layout of the propagator, or set_layout). parameter (in): the level of zstd, 1 to 22 (1);
  ! the relative tolerance of zfp; 0 or absent for others.
  ! Errors: EBW_ERR_NOT_FOUND (name), EBW_ERR_ARGUMENT (parameter), EBW_ERR_UNSUPPORTED (built without it; later: no
  ! layout), EBW_ERR_STATE (checkpoints), EBW_ERR_HANDLE, EBW_ERR_BUSY, EBW_ERR_NO_MEMORY; later EBW_ERR_NON_FINITE.
  ! Threads: one at a time per object. Cost: constant. Since 0.1.
  subroutine set_codec(self, name, parameter, stat, errmsg)
    class(ebw_storage), intent(inout) :: self
    character(*), intent(in) :: name
    real(real64), intent(in), optional :: parameter
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    real(real64) :: number

    if (gone(self%address, 'storage', stat, errmsg)) return
    number = 0.0_real64
    if (present(parameter)) number = parameter
    call finish_setting(self, ebw_storage_set_codec(self%address, c_text(name), number), stat, errmsg)
  end subroutine set_codec

  ! Gets the largest error that a lossy codec made since the last reserve or run, as a part of the largest magnitude in
  ! its array; 0 without one.
  ! Errors: EBW_ERR_HANDLE, EBW_ERR_BUSY, with the answer 0. Threads: one at a time per object. Cost: constant; waits
  ! for background writes. Since 0.1.
  function get_codec_error(self, stat, errmsg) result(error)
    class(ebw_storage), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    real(real64) :: error

    error = 0.0_real64
    if (gone(self%address, 'storage', stat, errmsg)) return
    call finish(ebw_storage_get_codec_error(self%address, error), stat, errmsg)
  end function get_codec_error

  ! Has checkpoints in memory, or in a store of yours, summed when they are saved and compared at every load: one that
  ! changed is EBW_ERR_CORRUPT. Files are summed always. The storage must hold no checkpoints; what was reserved goes.
  ! on (in): whether.
  ! Errors: EBW_ERR_STATE (checkpoints), EBW_ERR_HANDLE, EBW_ERR_BUSY, EBW_ERR_NO_MEMORY. Threads: one at a time per
  ! object. Cost: constant; later one read per save and load. Since 0.1.
  subroutine set_checksums(self, on, stat, errmsg)
    class(ebw_storage), intent(inout) :: self
    logical, intent(in) :: on
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'storage', stat, errmsg)) return
    call finish_setting(self, ebw_storage_set_checksums(self%address, flag(on)), stat, errmsg)
  end subroutine set_checksums

  ! Tells of what your own checkpoints are made, for lossy codecs; an executor tells it for its runs. Taken up by the
  ! next reserve.
  ! dtypes (in): dtypes(parts), EBW_F32 or EBW_F64, of arrays that lie one after another; none: nothing is known.
  ! shapes (in): shapes(3, parts), extents as Fortran has them, first axis fastest, 1 behind where there are fewer.
  ! Errors: EBW_ERR_SHAPE, EBW_ERR_DTYPE, EBW_ERR_OVERFLOW, EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per
  ! object. Cost: constant. Since 0.1.
  subroutine set_layout(self, dtypes, shapes, stat, errmsg)
    class(ebw_storage), intent(inout) :: self
    integer, intent(in), contiguous :: dtypes(:)
    integer(int64), intent(in) :: shapes(:, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64), allocatable :: slowest_first(:, :)

    if (gone(self%address, 'storage', stat, errmsg)) return
    if (wrong_layout(dtypes, shapes, stat, errmsg)) return
    allocate (slowest_first, source=shapes(3:1:-1, :))
    call finish(ebw_storage_set_layout(self%address, size(dtypes, kind=int64), dtypes, slowest_first), stat, errmsg)
  end subroutine set_layout

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
  ! name (in): "saves", "loads", "discards", "live_slots", "peak_slots", "bytes", "peak_bytes" (memory); "held_bytes",
  ! "peak_held_bytes", "raw_bytes", "kept_bytes" (as encoded); "disk_bytes", "peak_disk_bytes", "disk_saves",
  ! "disk_loads", "prefetched" (files).
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
    self%slot_bytes = 0
  end subroutine destroy_storage

  impure elemental subroutine assign_storage(to, from)
    class(ebw_storage), intent(inout) :: to
    class(ebw_storage), intent(in) :: from
    call refuse_copy('storage')
  end subroutine assign_storage
end module ebbwave_storage
