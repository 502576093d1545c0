! SPDX-License-Identifier: MIT
! A small loop with all procedures, which notes its calls and fails at one of them when told to: x' = x + dt x (1 - x),
! J = sum of the final x, gradient by the initial x.
module loops
  use ebbwave
  implicit none

  integer, parameter :: cells = 5
  real(real64), parameter :: dt = 0.1_real64

  type, extends(ebw_loop) :: growth
    logical :: fused = .true., seeded = .false., has_tape = .false.
    real(real64) :: first(cells) = 0.3_real64, x(cells) = 0.0_real64, tape(cells) = 0.0_real64, adjoint(cells)
    integer :: odd = 7 ! part of the state, so that a checkpoint has arrays of two types
    integer :: calls = 0, fail_at = -1
    integer :: forget = 0 ! 1: save puts too little, 2: too much, 3: load gets too much
  contains
    procedure :: start
    procedure :: advance
    procedure :: turn
    procedure :: reverse
    procedure :: save
    procedure :: load
    procedure :: advance_taped
    procedure :: save_tape
    procedure :: load_tape
    procedure :: save_adjoint
    procedure :: load_adjoint
  end type growth

  ! Stops itself at its last step: its length is not known before.
  type, extends(growth) :: endless
    type(ebw_schedule), pointer :: schedule => null()
    integer(int64) :: last = 0
  contains
    procedure :: advance => advance_to_end
  end type endless

  ! Leaves a trace beside its state.
  type, extends(growth) :: diary
    real(real64) :: trace(6) = 0.0_real64
  contains
    procedure :: start => start_diary
    procedure :: advance => advance_diary
    procedure :: save_record
    procedure :: load_record
  end type diary

  ! Takes other steps the more often it has been called: not deterministic.
  type, extends(growth) :: moody
    integer :: mood = 0
  contains
    procedure :: advance => advance_moody
  end type moody

  ! The same with what a loop must have alone.
  type, extends(ebw_loop) :: bare
    real(real64) :: x(cells) = 0.0_real64
  contains
    procedure :: start => bare_start
    procedure :: advance => bare_advance
    procedure :: reverse => bare_reverse
    procedure :: save => bare_bytes
    procedure :: load => bare_load
  end type bare

  ! Counts reports and cancels at one of them.
  type, extends(ebw_progress) :: counter
    integer(int64) :: last = 0, total = 0, recomputed = 0
    integer :: reports = 0, cancel_at = -1
  contains
    procedure :: report => count_report
  end type counter

contains

  ! Each call fails once when it is its turn, with a number of its own.
  subroutine note(self, stat)
    type(growth), intent(inout) :: self
    integer, intent(inout) :: stat
    if (self%calls == self%fail_at) stat = 1000 + self%fail_at
    self%calls = self%calls + 1
  end subroutine note

  subroutine start(self, stat)
    class(growth), intent(inout) :: self
    integer, intent(inout) :: stat
    self%calls = 0
    self%x = self%first
    self%adjoint = 0.0_real64
    self%seeded = .false.
    self%has_tape = .false.
    call note(self, stat)
  end subroutine start

  subroutine advance(self, from, to, stat)
    class(growth), intent(inout) :: self
    integer(int64), intent(in) :: from, to
    integer, intent(inout) :: stat
    integer(int64) :: k
    do k = from, to - 1
      self%x = self%x + dt * self%x * (1.0_real64 - self%x)
    end do
    call note(self, stat)
  end subroutine advance

  subroutine turn(self, n, stat)
    class(growth), intent(inout) :: self
    integer(int64), intent(in) :: n
    integer, intent(inout) :: stat
    self%adjoint = 1.0_real64
    self%seeded = .true.
    call note(self, stat)
  end subroutine turn

  subroutine reverse(self, k, stat)
    class(growth), intent(inout) :: self
    integer(int64), intent(in) :: k
    integer, intent(inout) :: stat
    if (.not. self%has_tape) self%tape = self%x
    self%has_tape = .false.
    if (.not. self%seeded) then
      self%adjoint = 1.0_real64
      self%seeded = .true.
    end if
    self%adjoint = self%adjoint * (1.0_real64 + dt * (1.0_real64 - 2.0_real64 * self%tape))
    self%x = huge(1.0_real64) ! whoever uses the state after a reverse gets nothing
    call note(self, stat)
  end subroutine reverse

  subroutine save(self, k, checkpoint, stat)
    class(growth), intent(inout) :: self
    integer(int64), intent(in) :: k
    type(ebw_checkpoint), intent(inout) :: checkpoint
    integer, intent(inout) :: stat
    call checkpoint%put(self%odd)
    if (self%forget == 1) then
      call checkpoint%put(self%x(2:))
    else
      call checkpoint%put(self%x)
    end if
    if (self%forget == 2) call checkpoint%put(self%x)
    call note(self, stat)
  end subroutine save

  subroutine load(self, k, checkpoint, stat)
    class(growth), intent(inout) :: self
    integer(int64), intent(in) :: k
    type(ebw_checkpoint), intent(inout) :: checkpoint
    integer, intent(inout) :: stat
    self%odd = 0
    call checkpoint%get(self%odd)
    call checkpoint%get(self%x)
    if (self%forget == 3) call checkpoint%get(self%tape)
    if (self%odd /= 7) stat = 77
    call note(self, stat)
  end subroutine load

  subroutine advance_taped(self, k, stat)
    class(growth), intent(inout) :: self
    integer(int64), intent(in) :: k
    integer, intent(inout) :: stat
    self%tape = self%x
    self%x = self%x + dt * self%x * (1.0_real64 - self%x)
    call note(self, stat)
  end subroutine advance_taped

  subroutine save_tape(self, k, checkpoint, stat)
    class(growth), intent(inout) :: self
    integer(int64), intent(in) :: k
    type(ebw_checkpoint), intent(inout) :: checkpoint
    integer, intent(inout) :: stat
    call checkpoint%put(self%tape)
    call note(self, stat)
  end subroutine save_tape

  subroutine load_tape(self, k, checkpoint, stat)
    use, intrinsic :: iso_c_binding, only: c_f_pointer
    class(growth), intent(inout) :: self
    integer(int64), intent(in) :: k
    type(ebw_checkpoint), intent(inout) :: checkpoint
    integer, intent(inout) :: stat
    real(real64), pointer :: tape(:)
    call c_f_pointer(checkpoint%address(), tape, [cells])
    self%tape = tape
    self%has_tape = .true.
    call note(self, stat)
  end subroutine load_tape

  ! All that is kept outside of the state: the adjoint, which is the gradient too, and whether it is seeded.
  subroutine save_adjoint(self, k, checkpoint, stat)
    class(growth), intent(inout) :: self
    integer(int64), intent(in) :: k
    type(ebw_checkpoint), intent(inout) :: checkpoint
    integer, intent(inout) :: stat
    call checkpoint%put(self%adjoint)
    call checkpoint%put(merge(1, 0, self%seeded))
    call note(self, stat)
  end subroutine save_adjoint

  subroutine load_adjoint(self, k, checkpoint, stat)
    class(growth), intent(inout) :: self
    integer(int64), intent(in) :: k
    type(ebw_checkpoint), intent(inout) :: checkpoint
    integer, intent(inout) :: stat
    integer :: seeded
    call checkpoint%get(self%adjoint)
    call checkpoint%get(seeded)
    self%seeded = seeded == 1
    call note(self, stat)
  end subroutine load_adjoint

  subroutine advance_to_end(self, from, to, stat)
    class(endless), intent(inout) :: self
    integer(int64), intent(in) :: from, to
    integer, intent(inout) :: stat
    call self%growth%advance(from, to, stat)
    if (to == self%last) call self%schedule%finish(to)
  end subroutine advance_to_end

  subroutine start_diary(self, stat)
    class(diary), intent(inout) :: self
    integer, intent(inout) :: stat
    self%trace = 0.0_real64
    call self%growth%start(stat)
  end subroutine start_diary

  subroutine advance_diary(self, from, to, stat)
    class(diary), intent(inout) :: self
    integer(int64), intent(in) :: from, to
    integer, intent(inout) :: stat
    integer(int64) :: k
    do k = from, to - 1
      call self%growth%advance(k, k + 1, stat)
      if (stat /= 0) return
      self%trace(k + 1) = sum(self%x)
    end do
  end subroutine advance_diary

  subroutine save_record(self, k, checkpoint, stat)
    class(diary), intent(inout) :: self
    integer(int64), intent(in) :: k
    type(ebw_checkpoint), intent(inout) :: checkpoint
    integer, intent(inout) :: stat
    call checkpoint%put(self%trace)
  end subroutine save_record

  subroutine load_record(self, k, checkpoint, stat)
    class(diary), intent(inout) :: self
    integer(int64), intent(in) :: k
    type(ebw_checkpoint), intent(inout) :: checkpoint
    integer, intent(inout) :: stat
    call checkpoint%get(self%trace)
  end subroutine load_record

  subroutine advance_moody(self, from, to, stat)
    class(moody), intent(inout) :: self
    integer(int64), intent(in) :: from, to
    integer, intent(inout) :: stat
    call self%growth%advance(from, to, stat)
    self%mood = self%mood + 1
    self%x = self%x + 1e-12_real64 * self%mood
  end subroutine advance_moody

  subroutine bare_start(self, stat)
    class(bare), intent(inout) :: self
    integer, intent(inout) :: stat
    self%x = 0.0_real64
  end subroutine bare_start

  subroutine bare_advance(self, from, to, stat)
    class(bare), intent(inout) :: self
    integer(int64), intent(in) :: from, to
    integer, intent(inout) :: stat
    self%x = self%x + (to - from)
  end subroutine bare_advance

  subroutine bare_reverse(self, k, stat)
    class(bare), intent(inout) :: self
    integer(int64), intent(in) :: k
    integer, intent(inout) :: stat
  end subroutine bare_reverse

  subroutine bare_bytes(self, k, checkpoint, stat)
    class(bare), intent(inout) :: self
    integer(int64), intent(in) :: k
    type(ebw_checkpoint), intent(inout) :: checkpoint
    integer, intent(inout) :: stat
    call checkpoint%put(self%x)
  end subroutine bare_bytes

  subroutine bare_load(self, k, checkpoint, stat)
    class(bare), intent(inout) :: self
    integer(int64), intent(in) :: k
    type(ebw_checkpoint), intent(inout) :: checkpoint
    integer, intent(inout) :: stat
    call checkpoint%get(self%x)
  end subroutine bare_load

  subroutine count_report(self, done, total, recomputed, cancel)
    class(counter), intent(inout) :: self
    integer(int64), intent(in) :: done, total, recomputed
    logical, intent(inout) :: cancel
    self%last = done
    self%total = total
    self%recomputed = recomputed
    self%reports = self%reports + 1
    cancel = self%reports == self%cancel_at
  end subroutine count_report
end module loops
