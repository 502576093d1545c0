! SPDX-License-Identifier: MIT
! A user's own time loop: the type to extend, and the checkpoints that its procedures fill and read.
module ebbwave_loop
  use ebw_c
  use ebbwave_base
  implicit none
  private

  public :: ebw_loop, ebw_checkpoint
  ! For the propagator alone:
  public :: loop_box, loop_release, start_thunk, advance_thunk, turn_thunk, reverse_thunk, save_thunk, load_thunk
  public :: advance_taped_thunk, save_tape_thunk, load_tape_thunk, save_adjoint_thunk, load_adjoint_thunk
  public :: save_record_thunk, load_record_thunk

  ! The bytes of one state, tape or adjoint. Put arrays into it one after another, and get them in the same order: any
  ! type without pointers, any shape, any stride. They must fill it to the last byte, else the run ends with
  ! EBW_ERR_SHAPE. Or take the address of all its bytes, aligned to 64, for c_f_pointer.
  type :: ebw_checkpoint
    private
    type(c_ptr) :: bytes = c_null_ptr
    integer(int64) :: size = 0, used = 0
  contains
    procedure :: put
    procedure :: get
    procedure :: address
  end type ebw_checkpoint

  ! A state with its advance and its reverse: extend it with the state, its adjoint and the gradient as components, and
  ! override the procedures. Steps are 0 .. n-1; the state at k is what step k starts from. Order of calls: start, then
  ! what the schedule says; reverse(k) with the state at k, k = n-1 first. After a reverse the state is undefined until
  ! the next load. Whenever the forward sweep reaches the state at n, turn(n) is called once with it and seeds the
  ! adjoint; reverse(n-1) seeds it only when turn was not called, that is in kind fused without tapes. In kind fused
  ! reverse(k) takes step k once more, keeping what its adjoint needs; after load_tape(k) it uses the tape and finds no
  ! state. Set stat, which is 0 before, to any other number to end the run: it comes out of run as its stat.
  type, abstract :: ebw_loop
  contains
    procedure(step_none), deferred :: start
    procedure(step_range), deferred :: advance
    procedure(step_one), deferred :: reverse
    procedure(step_bytes), deferred :: save
    procedure(step_bytes), deferred :: load
    ! Those below are for turns, tapes and resumes (what is kept beside the state: the adjoint with its gradient and
    ! whether it is seeded, and what the forward sweep leaves, such as traces or chosen step sizes);
    ! one that is called and not overridden ends the run.
    procedure :: turn => no_turn
    procedure :: advance_taped => no_advance_taped
    procedure :: save_tape => no_save_tape
    procedure :: load_tape => no_load_tape
    procedure :: save_adjoint => no_save_adjoint
    procedure :: load_adjoint => no_load_adjoint
    procedure :: save_record => no_save_record
    procedure :: load_record => no_load_record
  end type ebw_loop

  abstract interface
    ! start: state := the initial state, gradient and adjoint := 0; once at the begin of every run.
    subroutine step_none(self, stat)
      import :: ebw_loop
      class(ebw_loop), intent(inout) :: self
      integer, intent(inout) :: stat
    end subroutine step_none
    ! advance: takes steps from .. to-1. Any cut of a range into several must give the same bits.
    subroutine step_range(self, from, to, stat)
      import :: ebw_loop, int64
      class(ebw_loop), intent(inout) :: self
      integer(int64), intent(in) :: from, to
      integer, intent(inout) :: stat
    end subroutine step_range
    ! reverse: takes the adjoint from k+1 to k and adds to the gradient.
    subroutine step_one(self, k, stat)
      import :: ebw_loop, int64
      class(ebw_loop), intent(inout) :: self
      integer(int64), intent(in) :: k
      integer, intent(inout) :: stat
    end subroutine step_one
    ! save, load: puts the state at k into the checkpoint; gets it back.
    subroutine step_bytes(self, k, checkpoint, stat)
      import :: ebw_loop, ebw_checkpoint, int64
      class(ebw_loop), intent(inout) :: self
      integer(int64), intent(in) :: k
      type(ebw_checkpoint), intent(inout) :: checkpoint
      integer, intent(inout) :: stat
    end subroutine step_bytes
  end interface

  ! What the library holds for a user's loop.
  type :: loop_box
    class(ebw_loop), pointer :: loop => null()
    integer(int64) :: state_bytes = 0, tape_bytes = 0, adjoint_bytes = 0, record_bytes = 0
    character(:), allocatable :: fault ! what the binding itself found wrong in the last run
  end type loop_box

  ! No user's answer, but a procedure that is missing.
  integer, parameter :: not_overridden = -huge(1)

  interface
    function memcpy(to, from, bytes) bind(c) result(same)
      import :: c_ptr, c_size_t
      type(c_ptr), value :: to, from
      integer(c_size_t), value :: bytes
      type(c_ptr) :: same
    end function memcpy
  end interface

contains

  ! ---- Checkpoint ----------------------------------------------------------------------------------------------------

  ! Appends an array, or a scalar, to the checkpoint.
  ! values (in): any type without pointers, any shape and stride. Errors: none here; the run ends with EBW_ERR_SHAPE
  ! when the checkpoint is not filled to its last byte. Cost: one copy, one more for a section with gaps. Since 0.1.
  subroutine put(self, values)
    class(ebw_checkpoint), intent(inout) :: self
    type(*), intent(in), contiguous, target :: values(..)
    call copy(self, c_loc(values), int(sizeof(values), int64), into=.true.)
  end subroutine put

  ! Takes the next array, or scalar, out of the checkpoint.
  ! values (out): as in put, in the same order and sizes. Errors: as put. Cost: as put. Since 0.1.
  subroutine get(self, values)
    class(ebw_checkpoint), intent(inout) :: self
    type(*), intent(inout), contiguous, target :: values(..)
    call copy(self, c_loc(values), int(sizeof(values), int64), into=.false.)
  end subroutine get

  subroutine copy(self, values, bytes, into)
    type(ebw_checkpoint), intent(inout) :: self
    type(c_ptr), intent(in) :: values
    integer(int64), intent(in) :: bytes
    logical, intent(in) :: into
    integer(c_int8_t), pointer :: all_bytes(:)
    type(c_ptr) :: place, same

    if (bytes > 0 .and. self%used + bytes <= self%size) then
      call c_f_pointer(self%bytes, all_bytes, [self%size])
      place = c_loc(all_bytes(self%used + 1))
      if (into) then
        same = memcpy(place, values, int(bytes, c_size_t))
      else
        same = memcpy(values, place, int(bytes, c_size_t))
      end if
    end if
    self%used = self%used + bytes
  end subroutine copy

  ! The address of all its bytes, for c_f_pointer: call c_f_pointer(checkpoint%address(), x, [n]). Whoever asks for it
  ! fills or reads all of them. Errors: none. Ownership: valid until the procedure returns. Cost: none. Since 0.1.
  function address(self) result(bytes)
    class(ebw_checkpoint), intent(inout) :: self
    type(c_ptr) :: bytes
    self%used = self%size
    bytes = self%bytes
  end function address

  ! ---- Procedures that a loop may leave out --------------------------------------------------------------------------

  ! As turn, for a loop that does not override it: ends the run.
  subroutine no_turn(self, n, stat)
    class(ebw_loop), intent(inout) :: self
    integer(int64), intent(in) :: n
    integer, intent(inout) :: stat
    stat = not_overridden
  end subroutine no_turn

  ! As advance_taped, for a loop that does not override it: ends the run.
  subroutine no_advance_taped(self, k, stat)
    class(ebw_loop), intent(inout) :: self
    integer(int64), intent(in) :: k
    integer, intent(inout) :: stat
    stat = not_overridden
  end subroutine no_advance_taped

  ! As save_tape, for a loop that does not override it: ends the run.
  subroutine no_save_tape(self, k, checkpoint, stat)
    class(ebw_loop), intent(inout) :: self
    integer(int64), intent(in) :: k
    type(ebw_checkpoint), intent(inout) :: checkpoint
    integer, intent(inout) :: stat
    stat = not_overridden
  end subroutine no_save_tape

  ! As load_tape, for a loop that does not override it: ends the run.
  subroutine no_load_tape(self, k, checkpoint, stat)
    class(ebw_loop), intent(inout) :: self
    integer(int64), intent(in) :: k
    type(ebw_checkpoint), intent(inout) :: checkpoint
    integer, intent(inout) :: stat
    stat = not_overridden
  end subroutine no_load_tape

  ! As save_adjoint, for a loop that does not override it: ends the run.
  subroutine no_save_adjoint(self, k, checkpoint, stat)
    class(ebw_loop), intent(inout) :: self
    integer(int64), intent(in) :: k
    type(ebw_checkpoint), intent(inout) :: checkpoint
    integer, intent(inout) :: stat
    stat = not_overridden
  end subroutine no_save_adjoint

  ! As load_adjoint, for a loop that does not override it: ends the run.
  subroutine no_load_adjoint(self, k, checkpoint, stat)
    class(ebw_loop), intent(inout) :: self
    integer(int64), intent(in) :: k
    type(ebw_checkpoint), intent(inout) :: checkpoint
    integer, intent(inout) :: stat
    stat = not_overridden
  end subroutine no_load_adjoint

  ! As save_record, for a loop that does not override it: ends the run.
  subroutine no_save_record(self, k, checkpoint, stat)
    class(ebw_loop), intent(inout) :: self
    integer(int64), intent(in) :: k
    type(ebw_checkpoint), intent(inout) :: checkpoint
    integer, intent(inout) :: stat
    stat = not_overridden
  end subroutine no_save_record

  ! As load_record, for a loop that does not override it: ends the run.
  subroutine no_load_record(self, k, checkpoint, stat)
    class(ebw_loop), intent(inout) :: self
    integer(int64), intent(in) :: k
    type(ebw_checkpoint), intent(inout) :: checkpoint
    integer, intent(inout) :: stat
    stat = not_overridden
  end subroutine no_load_record

  ! ---- What the library calls ----------------------------------------------------------------------------------------

  ! The answer of a procedure of the loop: its own stat, or a fault that the binding saw.
  function answer_of(box, name, stat, checkpoint) result(answer)
    type(loop_box), intent(inout) :: box
    character(*), intent(in) :: name
    integer, intent(in) :: stat
    type(ebw_checkpoint), intent(in), optional :: checkpoint
    integer(c_int32_t) :: answer
    character(200) :: text

    answer = int(stat, c_int32_t)
    if (stat == not_overridden) then
      box%fault = 'the schedule calls ' // name // ', which the loop does not override: write it, or take another ' // &
                  'schedule or reverse kind'
      answer = EBW_ERR_STATE
    else if (present(checkpoint) .and. stat == 0) then
      if (checkpoint%used == checkpoint%size) return
      write (text, '(2a, i0, a, i0, a)') name, ' put or got ', checkpoint%used, ' bytes of a checkpoint of ', &
        checkpoint%size, ': name that many when the propagator is created, and put and get the same arrays'
      box%fault = trim(text)
      answer = EBW_ERR_SHAPE
    end if
  end function answer_of

  subroutine loop_release(user) bind(c, name='')
    type(c_ptr), value :: user
    type(loop_box), pointer :: box
    call c_f_pointer(user, box)
    deallocate (box)
  end subroutine loop_release

  function start_thunk(user) bind(c, name='') result(answer)
    type(c_ptr), value :: user
    integer(c_int32_t) :: answer
    type(loop_box), pointer :: box
    integer :: stat

    call c_f_pointer(user, box)
    if (allocated(box%fault)) deallocate (box%fault)
    stat = 0
    call box%loop%start(stat)
    answer = answer_of(box, 'start', stat)
  end function start_thunk

  function advance_thunk(from, to, user) bind(c, name='') result(answer)
    integer(c_int64_t), value :: from, to
    type(c_ptr), value :: user
    integer(c_int32_t) :: answer
    type(loop_box), pointer :: box
    integer :: stat

    call c_f_pointer(user, box)
    stat = 0
    call box%loop%advance(from, to, stat)
    answer = answer_of(box, 'advance', stat)
  end function advance_thunk

  function turn_thunk(n, user) bind(c, name='') result(answer)
    integer(c_int64_t), value :: n
    type(c_ptr), value :: user
    integer(c_int32_t) :: answer
    type(loop_box), pointer :: box
    integer :: stat

    call c_f_pointer(user, box)
    stat = 0
    call box%loop%turn(n, stat)
    answer = answer_of(box, 'turn', stat)
  end function turn_thunk

  function reverse_thunk(k, user) bind(c, name='') result(answer)
    integer(c_int64_t), value :: k
    type(c_ptr), value :: user
    integer(c_int32_t) :: answer
    type(loop_box), pointer :: box
    integer :: stat

    call c_f_pointer(user, box)
    stat = 0
    call box%loop%reverse(k, stat)
    answer = answer_of(box, 'reverse', stat)
  end function reverse_thunk

  function advance_taped_thunk(k, user) bind(c, name='') result(answer)
    integer(c_int64_t), value :: k
    type(c_ptr), value :: user
    integer(c_int32_t) :: answer
    type(loop_box), pointer :: box
    integer :: stat

    call c_f_pointer(user, box)
    stat = 0
    call box%loop%advance_taped(k, stat)
    answer = answer_of(box, 'advance_taped', stat)
  end function advance_taped_thunk

  function save_thunk(k, bytes, user) bind(c, name='') result(answer)
    integer(c_int64_t), value :: k
    type(c_ptr), value :: bytes, user
    integer(c_int32_t) :: answer
    type(loop_box), pointer :: box
    type(ebw_checkpoint) :: checkpoint
    integer :: stat

    call c_f_pointer(user, box)
    checkpoint = ebw_checkpoint(bytes, box%state_bytes)
    stat = 0
    call box%loop%save(k, checkpoint, stat)
    answer = answer_of(box, 'save', stat, checkpoint)
  end function save_thunk

  function load_thunk(k, bytes, user) bind(c, name='') result(answer)
    integer(c_int64_t), value :: k
    type(c_ptr), value :: bytes, user
    integer(c_int32_t) :: answer
    type(loop_box), pointer :: box
    type(ebw_checkpoint) :: checkpoint
    integer :: stat

    call c_f_pointer(user, box)
    checkpoint = ebw_checkpoint(bytes, box%state_bytes)
    stat = 0
    call box%loop%load(k, checkpoint, stat)
    answer = answer_of(box, 'load', stat, checkpoint)
  end function load_thunk

  function save_tape_thunk(k, bytes, user) bind(c, name='') result(answer)
    integer(c_int64_t), value :: k
    type(c_ptr), value :: bytes, user
    integer(c_int32_t) :: answer
    type(loop_box), pointer :: box
    type(ebw_checkpoint) :: checkpoint
    integer :: stat

    call c_f_pointer(user, box)
    checkpoint = ebw_checkpoint(bytes, box%tape_bytes)
    stat = 0
    call box%loop%save_tape(k, checkpoint, stat)
    answer = answer_of(box, 'save_tape', stat, checkpoint)
  end function save_tape_thunk

  function load_tape_thunk(k, bytes, user) bind(c, name='') result(answer)
    integer(c_int64_t), value :: k
    type(c_ptr), value :: bytes, user
    integer(c_int32_t) :: answer
    type(loop_box), pointer :: box
    type(ebw_checkpoint) :: checkpoint
    integer :: stat

    call c_f_pointer(user, box)
    checkpoint = ebw_checkpoint(bytes, box%tape_bytes)
    stat = 0
    call box%loop%load_tape(k, checkpoint, stat)
    answer = answer_of(box, 'load_tape', stat, checkpoint)
  end function load_tape_thunk

  function save_adjoint_thunk(k, bytes, user) bind(c, name='') result(answer)
    integer(c_int64_t), value :: k
    type(c_ptr), value :: bytes, user
    integer(c_int32_t) :: answer
    type(loop_box), pointer :: box
    type(ebw_checkpoint) :: checkpoint
    integer :: stat

    call c_f_pointer(user, box)
    checkpoint = ebw_checkpoint(bytes, box%adjoint_bytes)
    stat = 0
    call box%loop%save_adjoint(k, checkpoint, stat)
    answer = answer_of(box, 'save_adjoint', stat, checkpoint)
  end function save_adjoint_thunk

  function load_adjoint_thunk(k, bytes, user) bind(c, name='') result(answer)
    integer(c_int64_t), value :: k
    type(c_ptr), value :: bytes, user
    integer(c_int32_t) :: answer
    type(loop_box), pointer :: box
    type(ebw_checkpoint) :: checkpoint
    integer :: stat

    call c_f_pointer(user, box)
    checkpoint = ebw_checkpoint(bytes, box%adjoint_bytes)
    stat = 0
    call box%loop%load_adjoint(k, checkpoint, stat)
    answer = answer_of(box, 'load_adjoint', stat, checkpoint)
  end function load_adjoint_thunk

  function save_record_thunk(k, bytes, user) bind(c, name='') result(answer)
    integer(c_int64_t), value :: k
    type(c_ptr), value :: bytes, user
    integer(c_int32_t) :: answer
    type(loop_box), pointer :: box
    type(ebw_checkpoint) :: checkpoint
    integer :: stat

    call c_f_pointer(user, box)
    checkpoint = ebw_checkpoint(bytes, box%record_bytes)
    stat = 0
    call box%loop%save_record(k, checkpoint, stat)
    answer = answer_of(box, 'save_record', stat, checkpoint)
  end function save_record_thunk

  function load_record_thunk(k, bytes, user) bind(c, name='') result(answer)
    integer(c_int64_t), value :: k
    type(c_ptr), value :: bytes, user
    integer(c_int32_t) :: answer
    type(loop_box), pointer :: box
    type(ebw_checkpoint) :: checkpoint
    integer :: stat

    call c_f_pointer(user, box)
    checkpoint = ebw_checkpoint(bytes, box%record_bytes)
    stat = 0
    call box%loop%load_record(k, checkpoint, stat)
    answer = answer_of(box, 'load_record', stat, checkpoint)
  end function load_record_thunk
end module ebbwave_loop
