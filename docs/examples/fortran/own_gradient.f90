! SPDX-License-Identifier: MIT
! Tests the gradient of a function: the Fortran program of docs/test-your-own-gradient.md.
program own_gradient
  use, intrinsic :: iso_fortran_env, only: real64
  use ebbwave
  implicit none
  real(real64) :: m(12), g(12), error, resolution
  integer :: i, verdict

  m = [(1.0_real64 + 0.1_real64 * (i - 1), i = 1, 12)]
  g = m**3 - m
  call ebw_taylor_test(m, g, objective, verdict, error, resolution)
  print *, 'verdict', verdict, 'error', error, 'resolution', resolution
  if (verdict /= EBW_VERDICT_PASS) error stop 1

contains

  subroutine objective(m, value, stat)
    real(real64), intent(in) :: m(:)
    real(real64), intent(inout) :: value
    integer, intent(inout) :: stat
    value = 0.25_real64 * sum((m**2 - 1)**2)
    stat = 0
  end subroutine objective

end program own_gradient
