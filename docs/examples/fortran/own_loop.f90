! SPDX-License-Identifier: MIT
! The gradient of one's own time loop under Revolve: Lorenz's model of 1996 with a forcing per cell, explicit Euler.
!
! The problem is written down in docs/examples/README.md; examples in other languages print the same norm. Every number
! of slots gives the same bits, in both reverse kinds.
module lorenz
  use ebbwave
  implicit none

  integer, parameter :: cells = 40
  real(real64), parameter :: dt = 0.01_real64

  type, extends(ebw_loop) :: lorenz_loop
    logical :: fused = .true., seeded = .false.
    real(real64) :: first(cells + 1), forcing(cells), final(cells + 1) ! final: dJ/d(final state)
    real(real64) :: state(cells + 1), adjoint(cells + 1), gradient(cells) ! x and the running cost c
  contains
    procedure :: start
    procedure :: advance
    procedure :: turn
    procedure :: reverse
    procedure :: save
    procedure :: load
  end type lorenz_loop

contains

  subroutine set_up(self)
    type(lorenz_loop), intent(inout) :: self
    integer :: i

    do i = 0, cells - 1
      self%first(i + 1) = 2.0_real64 + 0.37_real64 * mod(7 * i, cells) - 0.11_real64 * i
      self%forcing(i + 1) = 8.0_real64 + 0.05_real64 * i
      self%final(i + 1) = 1.0_real64 - 0.2_real64 * mod(5 * i, cells)
    end do
    self%first(cells + 1) = 0.0_real64
    self%final(cells + 1) = 0.5_real64
  end subroutine set_up

  subroutine step(state, forcing)
    real(real64), intent(inout) :: state(:)
    real(real64), intent(in) :: forcing(:)
    real(real64) :: x(cells)

    x = state(:cells)
    state(:cells) = x + dt * ((cshift(x, 1) - cshift(x, -2)) * cshift(x, -1) - x + forcing)
    state(cells + 1) = state(cells + 1) + dt * sum(x**2)
  end subroutine step

  ! ---- What the library calls ----

  subroutine start(self, stat)
    class(lorenz_loop), intent(inout) :: self
    integer, intent(inout) :: stat

    self%state = self%first
    self%adjoint = 0.0_real64
    self%gradient = 0.0_real64
    self%seeded = .false.
  end subroutine start

  subroutine advance(self, from, to, stat)
    class(lorenz_loop), intent(inout) :: self
    integer(int64), intent(in) :: from, to
    integer, intent(inout) :: stat
    integer(int64) :: k

    do k = from, to - 1
      call step(self%state, self%forcing)
    end do
  end subroutine advance

  subroutine turn(self, n, stat)
    class(lorenz_loop), intent(inout) :: self
    integer(int64), intent(in) :: n
    integer, intent(inout) :: stat

    self%adjoint = self%final
    self%seeded = .true.
  end subroutine turn

  subroutine reverse(self, k, stat)
    class(lorenz_loop), intent(inout) :: self
    integer(int64), intent(in) :: k
    integer, intent(inout) :: stat
    real(real64), dimension(cells) :: x, a

    x = self%state(:cells)
    ! Kind fused takes the step once more; a loop with a tape would fill it here.
    if (self%fused) call step(self%state, self%forcing)
    if (.not. self%seeded) call self%turn(k + 1, stat)
    a = self%adjoint(:cells)
    self%gradient = self%gradient + dt * a
    self%adjoint(:cells) = (1.0_real64 - dt) * a + 2.0_real64 * dt * self%adjoint(cells + 1) * x &
      + cshift(dt * cshift(x, -1) * a, -1) - cshift(dt * cshift(x, -1) * a, 2) &
      + cshift(dt * (cshift(x, 1) - cshift(x, -2)) * a, 1)
  end subroutine reverse

  subroutine save(self, k, checkpoint, stat)
    class(lorenz_loop), intent(inout) :: self
    integer(int64), intent(in) :: k
    type(ebw_checkpoint), intent(inout) :: checkpoint
    integer, intent(inout) :: stat

    call checkpoint%put(self%state)
  end subroutine save

  subroutine load(self, k, checkpoint, stat)
    class(lorenz_loop), intent(inout) :: self
    integer(int64), intent(in) :: k
    type(ebw_checkpoint), intent(inout) :: checkpoint
    integer, intent(inout) :: stat

    call checkpoint%get(self%state)
  end subroutine load
end module lorenz

program own_loop
  use ebbwave
  use lorenz
  implicit none

  integer(int64), parameter :: steps = 60, slots(*) = [1_int64, 2_int64, 3_int64, 5_int64, 10_int64, steps]
  character(*), parameter :: names(2) = ['fused     ', 'state_only']
  type(lorenz_loop), target :: loop
  real(real64) :: gradient(cells), adjoint(cells + 1), error, resolution
  integer :: kind, i, verdict
  logical :: same

  call set_up(loop)
  same = .true.
  do kind = EBW_REVERSE_FUSED, EBW_REVERSE_STATE_ONLY
    do i = 1, size(slots)
      call run(kind, slots(i))
      if (kind == EBW_REVERSE_FUSED .and. i == 1) then
        gradient = loop%gradient
        adjoint = loop%adjoint
      end if
      same = same .and. same_bits(gradient, loop%gradient) .and. same_bits(adjoint, loop%adjoint)
    end do
  end do
  if (.not. same) error stop 'the bits differ'

  call ebw_taylor_test(loop%forcing, gradient, misfit, verdict, error, resolution)
  print '(a, i0, 2(a, es8.1))', 'Taylor test: verdict ', verdict, ', error', error, ', resolution', resolution
  print '(a, es24.16e3)', 'misfit       ', misfit_of(loop%forcing)
  print '(a, es24.16e3)', 'gradient norm', norm2(gradient)
  print '(a, es24.16e3)', 'adjoint norm ', norm2(adjoint)
  if (verdict /= EBW_VERDICT_PASS) error stop 'the Taylor test did not pass'

contains

  ! One gradient with so many states in memory; it is left in the loop.
  subroutine run(kind, slots)
    integer, intent(in) :: kind
    integer(int64), intent(in) :: slots
    type(ebw_schedule) :: schedule
    type(ebw_storage) :: storage
    type(ebw_propagator) :: propagator
    type(ebw_executor) :: executor

    loop%fused = kind == EBW_REVERSE_FUSED
    call schedule%create_revolve(steps, slots, kind)
    call storage%create_memory()
    call propagator%create(kind, storage_size(loop%state) / 8 * size(loop%state, kind=int64), loop)
    call executor%create(schedule, storage, propagator)
    call executor%run()
    print '(a, i4, a, i7, a)', names(kind), slots, ' slots', executor%get_stat('forward_steps'), ' forward steps'
    call executor%destroy()
    call propagator%destroy()
    call storage%destroy()
    call schedule%destroy()
  end subroutine run

  function misfit_of(forcing) result(value)
    real(real64), intent(in) :: forcing(:)
    real(real64) :: value, state(cells + 1)
    integer(int64) :: k

    state = loop%first
    do k = 1, steps
      call step(state, forcing)
    end do
    value = dot_product(loop%final, state)
  end function misfit_of

  subroutine misfit(m, value, stat)
    real(real64), intent(in) :: m(:)
    real(real64), intent(inout) :: value
    integer, intent(inout) :: stat
    value = misfit_of(m)
  end subroutine misfit

  pure logical function same_bits(a, b)
    real(real64), intent(in) :: a(:), b(:)
    same_bits = all(transfer(a, [0_int64]) == transfer(b, [0_int64]))
  end function same_bits
end program own_loop
