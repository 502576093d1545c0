! SPDX-License-Identifier: MIT
! Fortran as host: a gradient, then the same in a forked child and in the parent; `same bits` is printed at the end.
program host
  use, intrinsic :: iso_c_binding, only: c_int
  use ebbwave
  implicit none

  interface
    integer(c_int) function c_fork() bind(c, name='fork')
      import :: c_int
    end function c_fork
    integer(c_int) function c_waitpid(pid, status, options) bind(c, name='waitpid')
      import :: c_int
      integer(c_int), value :: pid, options
      integer(c_int), intent(inout) :: status
    end function c_waitpid
    subroutine c_exit(code) bind(c, name='_exit')
      import :: c_int
      integer(c_int), value :: code
    end subroutine c_exit
  end interface

  integer, parameter :: nx = 24, nz = 30, steps = 24
  real(real64), allocatable :: expected(:, :), found(:, :)
  integer(c_int) :: child, status

  allocate (expected(nz, nx), found(nz, nx))
  call compute(expected)
  if (maxval(abs(expected)) <= 0.0_real64) error stop 'no gradient'
  child = c_fork()
  if (child < 0) error stop 'no child'
  if (child == 0) then
    call compute(found)
    call c_exit(merge(0_c_int, 1_c_int, same(expected, found)))
  end if
  status = -1
  if (c_waitpid(child, status, 0_c_int) /= child) error stop 'the child is lost'
  if (status /= 0) error stop 'the bits of the child differ'
  call compute(found)
  if (.not. same(expected, found)) error stop 'the bits of the parent differ after the fork'
  print '(a)', 'same bits'

contains

  logical function same(a, b)
    real(real64), intent(in) :: a(:, :), b(:, :)
    same = all(transfer(a, [0_int64]) == transfer(b, [0_int64]))
  end function same

  ! A failure ends this process with a text: in the child with another status than 0.
  subroutine compute(gradient)
    real(real64), intent(inout) :: gradient(:, :)
    type(ebw_model) :: model
    type(ebw_shot) :: shot
    real(real64) :: v(nz, nx), wavelet(0:steps), misfit
    integer :: k

    do k = 1, nz
      v(k, :) = 1500.0_real64 + 40.0_real64 * (k - 1)
    end do
    do k = 0, steps
      wavelet(k) = 1e3_real64 * (mod(k, 3) - 1)
    end do
    call model%create([nx, nz], [10.0_real64, 10.0_real64], EBW_F64)
    call model%set_boundary(EBW_FACE_ALL, EBW_BOUNDARY_CPML, cells=6, v_ref=2700.0_real64, f_ref=20.0_real64)
    call model%set_time(1e-3_real64, int(steps, int64))
    call model%set_threads(2)
    call model%set_slots(3_int64)
    call model%create_shot(shot)
    call shot%add_source([63.0_real64, 22.0_real64], wavelet)
    call shot%add_receivers(reshape([33.0_real64, 88.0_real64, 150.0_real64, 40.0_real64], [2, 2]))
    call model%set_field('velocity', v)
    call model%gradient(shot, gradient, misfit)
    call shot%destroy()
    call model%destroy()
  end subroutine compute
end program host
