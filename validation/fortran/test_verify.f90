! SPDX-License-Identifier: MIT
! Taylor and dot tests of Fortran procedures in both precisions: right ones pass, wrong ones fail, stat comes out again.
program test_verify
  use ebbwave
  use check
  implicit none

  integer, parameter :: n = 6
  real(real64) :: m(n), g(n), wide(2 * n), x(4), y(3), error, resolution, bound
  real(real32) :: m32(n), g32(n), x32(4), y32(3)
  integer :: i, verdict, stat, answer = 0, calls = 0
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

  call taylor_options()

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
  call dot_options()
  call finish_checks()

contains

  ! Every option does what it says, and wrong ones are refused.
  subroutine taylor_options()
    real(real64) :: along(n, 2), size_of(n), order, wrong(n)
    integer(int64) :: evaluations, reduced
    integer :: fault
    character(:), allocatable :: text

    call ebw_taylor_test(m, g, cubes, verdict, order=order, evaluations=evaluations, fault=fault, text=text)
    call ok(abs(order - 2.0_real64) < 0.1_real64, 'the order of a right gradient is 2')
    call ok(evaluations == 81 .and. fault == EBW_FAULT_NONE .and. index(text, 'PASS') > 0, 'a test tells its results')
    call ebw_taylor_test(m, g, cubes, verdict, profile=EBW_PROFILE_EXACT, ladder=EBW_LADDER_REDUCED, &
                         evaluations=reduced)
    call ok(verdict == EBW_VERDICT_PASS .and. reduced == 33, 'the reduced ladder takes 33 evaluations')
    call ebw_taylor_test(m, g, cubes, verdict, directions=1_int64, evaluations=reduced)
    call ok(reduced == 29, 'one direction takes 29 evaluations')
    call ebw_taylor_test(m, 1.01_real64 * g, cubes, verdict, tolerance=0.5_real64)
    call ok(verdict == EBW_VERDICT_PASS, 'a tolerance of 0.5 lets 1 % pass')

    ! Wrong in the last element alone, which a direction, a size of 0 or a bound can leave out.
    wrong = g
    wrong(n) = 2.0_real64 * g(n)
    along = 0.0_real64
    along(1, 1) = 1.0_real64
    along(2, 2) = 1.0_real64
    size_of = m
    size_of(n) = 0.0_real64
    call ebw_taylor_test(m, wrong, cubes, verdict)
    call ok(verdict == EBW_VERDICT_FAIL, 'a wrong element is found')
    call ebw_taylor_test(m, wrong, cubes, verdict, along=along)
    call ok(verdict == EBW_VERDICT_PASS, 'not along given directions that leave it out')
    call ebw_taylor_test(m, wrong, cubes, verdict, typical_size=size_of)
    call ok(verdict == EBW_VERDICT_PASS, 'nor with a typical size of 0')
    size_of = 2.0_real64 * m
    size_of(n) = m(n)
    call ebw_taylor_test(m, wrong, cubes, verdict, lower=0.0_real64 * m, upper=size_of)
    call ok(verdict == EBW_VERDICT_PASS, 'nor on its bound')

    call ebw_taylor_test(m, g, cubes, verdict, lower=m(2:), stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, 'lower', 'a bound of another size is an error')
    call ebw_taylor_test(m, g, cubes, verdict, along=along(2:, :), stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, 'along', 'so are directions')
    call ebw_taylor_test(m, g, cubes, verdict, upper=0.5_real64 * m, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'm', 'a point outside the bounds is an error')
    call ebw_taylor_test(m, g, cubes, verdict, directions=0_int64, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, '0', 'no directions are an error')
    call ebw_taylor_test(m32, g32, cubes32, verdict, profile=EBW_PROFILE_EXACT, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_UNSUPPORTED, 'f32', 'exact in single precision is an error')
    call ebw_taylor_test(m32, g32, cubes32, verdict, ladder=EBW_LADDER_REDUCED, lower=0.0_real32 * m32, seed=5_int64)
    call ok(verdict == EBW_VERDICT_PASS, 'options serve single precision')
  end subroutine taylor_options

  subroutine dot_options()
    real(real64) :: linearity
    integer :: fault
    character(:), allocatable :: text

    answer = 0
    calls = 0
    call ebw_dot_test(x, y, forward, adjoint, verdict, seed=9_int64, seeds=2_int64, linearity=linearity, fault=fault, &
                      text=text)
    call ok(calls == 8, 'two seeds take 6 forward and 2 adjoint')
    call ok(linearity < 1e-12_real64 .and. fault == EBW_FAULT_NONE .and. index(text, 'PASS') > 0, 'a dot test tells')
    call ebw_dot_test(x, y, forward, adjoint, verdict, bound=bound)
    call ebw_dot_test(x, y, forward, adjoint, verdict, bound=error, bound_factor=128.0_real64, image=.true.)
    call ok(verdict == EBW_VERDICT_PASS .and. abs(error - 2.0_real64 * bound) < 1e-3_real64 * bound, &
            'twice the factor is twice the bound')
    call ebw_dot_test(x, y, forward, adjoint, verdict, seeds=0_int64, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, '0', 'no seeds are an error')
    call ebw_dot_test(x32, y32, forward32, adjoint32, verdict, bound_factor=-1.0_real64, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'factor', 'a negative factor is an error')
  end subroutine dot_options

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
    calls = calls + 1
    to = matmul(matrix, from)
    stat = answer
  end subroutine forward

  subroutine adjoint(from, to, stat)
    real(real64), intent(in) :: from(:)
    real(real64), intent(inout) :: to(:)
    integer, intent(inout) :: stat
    calls = calls + 1
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
