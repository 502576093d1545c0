! SPDX-License-Identifier: MIT
! What a call costs from Fortran: as overhead.c; iterate is the binding's own procedure, next the one of module ebw_c.
module empty_loops
  use ebbwave
  implicit none

  ! A loop whose steps do nothing.
  type, extends(ebw_loop) :: empty_loop
    integer(int64) :: state = 0, callbacks = 0
  contains
    procedure :: start
    procedure :: advance
    procedure :: reverse
    procedure :: save
    procedure :: load
  end type empty_loop

contains

  subroutine start(self, stat)
    class(empty_loop), intent(inout) :: self
    integer, intent(inout) :: stat
    self%callbacks = 1
  end subroutine start

  subroutine advance(self, from, to, stat)
    class(empty_loop), intent(inout) :: self
    integer(int64), intent(in) :: from, to
    integer, intent(inout) :: stat
    self%callbacks = self%callbacks + 1
  end subroutine advance

  subroutine reverse(self, k, stat)
    class(empty_loop), intent(inout) :: self
    integer(int64), intent(in) :: k
    integer, intent(inout) :: stat
    self%callbacks = self%callbacks + 1
  end subroutine reverse

  subroutine save(self, k, checkpoint, stat)
    class(empty_loop), intent(inout) :: self
    integer(int64), intent(in) :: k
    type(ebw_checkpoint), intent(inout) :: checkpoint
    integer, intent(inout) :: stat
    call checkpoint%put(self%state)
    self%callbacks = self%callbacks + 1
  end subroutine save

  subroutine load(self, k, checkpoint, stat)
    class(empty_loop), intent(inout) :: self
    integer(int64), intent(in) :: k
    type(ebw_checkpoint), intent(inout) :: checkpoint
    integer, intent(inout) :: stat
    call checkpoint%get(self%state)
    self%callbacks = self%callbacks + 1
  end subroutine load
end module empty_loops

program overhead
  use ebbwave
  use empty_loops
  use ebw_c, only: ebw_schedule_next
  implicit none

  integer(int64), parameter :: steps = 100000, slots = 20
  integer, parameter :: rounds = 5
  type(empty_loop), target :: loop
  type(ebw_schedule) :: schedule
  type(ebw_storage) :: storage
  type(ebw_propagator) :: propagator
  type(ebw_executor) :: executor
  real(real64) :: next_ns, iterate_ns, callback_ns
  integer(int64) :: begun, total
  integer :: round

  call schedule%create_revolve(steps, slots, EBW_REVERSE_FUSED)
  call storage%create_memory()
  call propagator%create(EBW_REVERSE_FUSED, 8_int64, loop)
  call executor%create(schedule, storage, propagator)
  next_ns = huge(next_ns)
  iterate_ns = huge(iterate_ns)
  callback_ns = huge(callback_ns)
  total = 0
  do round = 1, rounds
    next_ns = min(next_ns, low_level(.false.))
    iterate_ns = min(iterate_ns, high_level())
    begun = now()
    call executor%run()
    callback_ns = min(callback_ns, real(now() - begun, real64) / real(loop%callbacks, real64))
  end do
  print '(3(a, f0.3))', '{"next": ', next_ns, ', "iterate": ', iterate_ns, ', "callback": ', callback_ns
  call executor%destroy()
  call propagator%destroy()
  call storage%destroy()
  call schedule%destroy()
  ! The main kinds, each of some 1e5 actions or more.
  call schedule%create_revolve(steps, slots, EBW_REVERSE_FUSED)
  call print_kind('revolve')
  call schedule%create_two_level(10000_int64, 20_int64, 5_int64, EBW_REVERSE_FUSED)
  call print_kind('two_level')
  call schedule%create_online(slots, EBW_REVERSE_UNFUSED)
  call print_kind('online')
  call schedule%create_segment(steps, 8_int64, slots, EBW_REVERSE_FUSED)
  call print_kind('segment')
  print '(a, i0, a)', ', "check": ', total, '}'

contains

  subroutine print_kind(name)
    character(*), intent(in) :: name
    real(real64) :: least

    least = huge(least)
    do round = 1, rounds
      least = min(least, low_level(name == 'online'))
    end do
    print '(3a, f0.3)', ', "next_', name, '": ', least
    call schedule%destroy()
  end subroutine print_kind

  ! Nanoseconds, by the clock of 64 bits.
  integer(int64) function now()
    integer(int64) :: rate
    call system_clock(now, rate)
    now = now * (1000000000_int64 / rate)
  end function now

  ! to_finish: the schedule must be told its end.
  real(real64) function low_level(to_finish)
    logical, intent(in) :: to_finish
    integer(int64) :: actions, begin, from, to, slot
    integer :: kind

    call schedule%reset()
    if (to_finish) call schedule%finish(steps)
    begin = now()
    actions = 0
    kind = EBW_ACTION_SAVE
    do while (kind /= EBW_ACTION_END)
      if (ebw_schedule_next(schedule%c_handle(), kind, from, to, slot) /= EBW_OK) error stop 'refused'
      total = total + from
      actions = actions + 1
    end do
    low_level = real(now() - begin, real64) / real(actions, real64)
  end function low_level

  real(real64) function high_level()
    integer(int64) :: actions, begin, from, to, slot
    integer :: kind

    call schedule%reset()
    begin = now()
    actions = 0
    kind = EBW_ACTION_SAVE
    do while (kind /= EBW_ACTION_END)
      call schedule%next(kind, from, to, slot)
      total = total + from
      actions = actions + 1
    end do
    high_level = real(now() - begin, real64) / real(actions, real64)
  end function high_level
end program overhead
