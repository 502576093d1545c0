! SPDX-License-Identifier: MIT
! Small wave problems for the tests, and a misfit of a user's own.
module waves
  use ebbwave
  implicit none

  integer, parameter :: nx = 24, ny = 14, nz = 18, steps = 40, receivers = 3
  real(real64), parameter :: h = 10.0_real64, dt = 0.001_real64, f0 = 25.0_real64

  ! Least squares as the library has them, and a failure when told to.
  type, extends(ebw_misfit_function) :: least_squares
    real(real64), allocatable :: observed(:, :)
    integer :: answer = 0, calls = 0, last_shot = 0
    logical :: wanted = .false. ! whether the residual was
  contains
    procedure :: evaluate
  end type least_squares

contains

  subroutine evaluate(self, shot, traces, value, residual, stat)
    class(least_squares), intent(inout) :: self
    integer, intent(in) :: shot
    real(real64), intent(in) :: traces(:, :)
    real(real64), intent(inout) :: value
    real(real64), intent(inout), optional :: residual(:, :)
    integer, intent(inout) :: stat

    self%calls = self%calls + 1
    self%last_shot = shot
    self%wanted = present(residual)
    value = 0.5_real64 * sum((traces - self%observed)**2)
    if (present(residual)) residual = traces - self%observed
    stat = self%answer
  end subroutine evaluate

  ! A model without a field, and a shot with a source and receivers, in 2-D or 3-D.
  subroutine set_up(model, shot, dtype, axes)
    type(ebw_model), intent(inout) :: model
    type(ebw_shot), intent(inout) :: shot
    integer, intent(in) :: dtype, axes

    if (axes == 2) call model%create([nx, nz], [h, h], dtype)
    if (axes == 3) call model%create([nx, ny, nz], [h, h, h], dtype)
    call model%set_order(4)
    call model%set_boundary(EBW_FACE_ALL, EBW_BOUNDARY_CPML, 6, 2200.0_real64, f0)
    call model%set_time(dt, int(steps, int64))
    call add_points(model, shot, axes, 60.0_real64)
  end subroutine set_up

  subroutine add_points(model, shot, axes, x)
    type(ebw_model), intent(in) :: model
    type(ebw_shot), intent(inout) :: shot
    integer, intent(in) :: axes
    real(real64), intent(in) :: x
    real(real64) :: wavelet(0:steps), places(3, receivers)
    integer :: r

    call model%create_shot(shot)
    call ebw_ricker(f0, 1.2_real64 / f0, dt, wavelet)
    do r = 1, receivers
      places(:, r) = [60.0_real64 * (r - 1) + 33.0_real64, 40.0_real64, 20.0_real64]
    end do
    if (axes == 2) then
      call shot%add_source([x, 90.0_real64], wavelet)
      call shot%add_receivers(places([1, 3], :))
    else
      call shot%add_source([x, 55.0_real64, 90.0_real64], wavelet)
      call shot%add_receivers(places)
    end if
  end subroutine add_points

  ! 2000 m/s, a little more with depth and to the right: v(nz, nx).
  function velocity_2d() result(v)
    real(real64) :: v(nz, nx)
    integer :: i, k
    do i = 1, nx
      do k = 1, nz
        v(k, i) = 2000.0_real64 + 2.0_real64 * k + i
      end do
    end do
  end function velocity_2d

  function velocity_3d() result(v)
    real(real64) :: v(nz, ny, nx)
    integer :: i, j
    do i = 1, nx
      do j = 1, ny
        v(:, j, i) = 1990.0_real64 + 3.0_real64 * j + i
      end do
      v(5, :, i) = 2100.0_real64
    end do
  end function velocity_3d
end module waves
