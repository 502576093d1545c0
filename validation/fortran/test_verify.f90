! SPDX-License-Identifier: MIT
! Taylor and dot tests of Fortran procedures in both precisions: right ones pass, wrong ones fail, stat comes out again.
program test_verify
  use ebbwave
  use check
  implicit none

  integer, parameter :: n = 6
  real(real64) :: m(n), g(n), wide(2 * n), x(4), y(3), error, resolution, bound
  real(real32) :: m32(n), g32(n), x32(4), y32(3)
  integer :: i, verdict, stat, answer = 0
  character(300) :: errmsg
  real(real64) :: matrix(3, 4), transposed(4, 3)

  m = [(0.5_real64 + 0.1_real64 * i, i=1, n)]
  g = m**2
  wide = 0.0_real64
  wide(::2) = m
  call ebw_taylor_test(m, g, cubes, verdict, error, resolution, stat, errmsg)
  call works(stat, errmsg, 'a Taylor test runs')
  call ok(verdict == EBW_VERDICT_PASS .and. max(error, resolution) < 1e-6_real64, 'a right gradient passes')
  call ebw_taylor_test(wide(::2), g, cubes, verdict)
  call ok(verdict == EBW_VERDICT_PASS, 'a section with gaps is tested')
  call ebw_taylor_test(m, 1.01_real64 * g, cubes, verdict, error)
  ! The error is measured against the size that g has along a random direction: the worst of three is near 1 %.
  call ok(verdict == EBW_VERDICT_FAIL .and. error > 1e-3_real64 .and. error < 0.1_real64, 'one off by 1 % fails by it')
  call ebw_taylor_test(m, g(2:), cubes, verdict, stat=stat, errmsg=errmsg)
  call fails(stat, errmsg, EBW_ERR_SHAPE, '(5)', 'a gradient of another size is an error')
  call ebw_taylor_test(m(:0), g(:0), cubes, verdict, stat=stat, errmsg=errmsg)
  call ok(stat /= 0, 'an empty model is an error')
  answer = 314
  call ebw_taylor_test(m, g, cubes, verdict, stat=stat, errmsg=errmsg)
  call fails(stat, errmsg, 314, '', 'what the objective sets stat to comes out as stat')
  answer = 0
  m32 = real(m, real32)
  g32 = m32**2
  call ebw_taylor_test(m32, g32, cubes32, verdict, error)
  call ok(verdict == EBW_VERDICT_PASS .and. error < 1e-3_real64, 'a right gradient passes in single precision')
  call ebw_taylor_test(m32, 1.1_real32 * g32, cubes32, verdict)
  call ok(verdict == EBW_VERDICT_FAIL, 'a wrong one fails in single precision')

  call random_number(matrix)
  transposed = transpose(matrix)
  call ebw_dot_test(x, y, forward, adjoint, verdict, error, bound, stat=stat, errmsg=errmsg)
  call works(stat, errmsg, 'a dot test runs')
  call ok(verdict == EBW_VERDICT_PASS .and. error <= bound, 'a transpose passes')
  transposed(2, 1) = transposed(2, 1) + 1e-6_real64
  call ebw_dot_test(x, y, forward, adjoint, verdict, error, bound)
  call ok(verdict == EBW_VERDICT_FAIL .and. error > bound, 'one element off by 1e-6 fails')
  transposed = transpose(matrix)
  call ebw_dot_test(x32, y32, forward32, adjoint32, verdict, steps=4_int64)
  call ok(verdict == EBW_VERDICT_PASS, 'a transpose passes in single precision')
  call ebw_dot_test(x, y, forward, adjoint, verdict, steps=0_int64, stat=stat, errmsg=errmsg)
  call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'steps', 'no steps are an error')
  call ebw_dot_test(x(:0), y, forward, adjoint, verdict, stat=stat, errmsg=errmsg)
  call fails(stat, errmsg, EBW_ERR_SHAPE, 'n_x', 'an empty input is an error')
  answer = -5
  call ebw_dot_test(x, y, forward, adjoint, verdict, stat=stat, errmsg=errmsg)
  call fails(stat, errmsg, -5, '', 'what an operator sets stat to comes out as stat')
  call finish_checks()

contains

  subroutine cubes(m, value, stat)
    real(real64), intent(in) :: m(:)
    real(real64), intent(inout) :: value
    integer, intent(inout) :: stat
    value = sum(m**3) / 3
    stat = answer
  end subroutine cubes

  subroutine cubes32(m, value, stat)
    real(real32), intent(in) :: m(:)
    real(real64), intent(inout) :: value
    integer, intent(inout) :: stat
    value = sum(real(m, real64)**3) / 3
    stat = answer
  end subroutine cubes32

  subroutine forward(from, to, stat)
    real(real64), intent(in) :: from(:)
    real(real64), intent(inout) :: to(:)
    integer, intent(inout) :: stat
    to = matmul(matrix, from)
    stat = answer
  end subroutine forward

  subroutine adjoint(from, to, stat)
    real(real64), intent(in) :: from(:)
    real(real64), intent(inout) :: to(:)
    integer, intent(inout) :: stat
    to = matmul(transposed, from)
    stat = answer
  end subroutine adjoint

  subroutine forward32(from, to, stat)
    real(real32), intent(in) :: from(:)
    real(real32), intent(inout) :: to(:)
    integer, intent(inout) :: stat
    to = matmul(real(matrix, real32), from)
    stat = answer
  end subroutine forward32

  subroutine adjoint32(from, to, stat)
    real(real32), intent(in) :: from(:)
    real(real32), intent(inout) :: to(:)
    integer, intent(inout) :: stat
    to = matmul(real(transposed, real32), from)
    stat = answer
  end subroutine adjoint32
end program test_verify
