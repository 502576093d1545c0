! SPDX-License-Identifier: MIT
! Taylor and dot tests as objects: parts, Hessians, inner products, constants and every result; reports and memory fits.
program test_taylor
  use ebbwave
  use check
  implicit none

  integer, parameter :: n = 8
  real(real64), parameter :: dt = 0.01_real64
  real(real64) :: m(n), g(n), weight(n), matrix(3, 4), transposed(4, 3), skew = 0.0_real64
  real(real32) :: m32(n)
  integer :: i, verdict, stat, answer = 0, products = 0
  character(400) :: errmsg

  m = [(0.5_real64 + 0.1_real64 * i, i=1, n)]
  g = m**3
  weight = [(1.0_real64 + i, i=1, n)]
  m32 = real(m, real32)
  call random_number(matrix)
  transposed = transpose(matrix)
  call results()
  call parts()
  call hessians()
  call spaces()
  call taylor_errors()
  call dots()
  call reports()
  call memory()
  call finish_checks()

contains

  subroutine results()
    type(ebw_taylor) :: test
    real(real64) :: error, resolution, ratio, slope, difference, scale, noise, order, half, bound, miss, h(2), r0, r1
    real(real64) :: value
    integer(int64) :: points, evaluations, d, reduced, element
    integer :: one, fault
    logical :: known, repeatable, restored, all_pass
    character(200) :: line

    call test%create(m, quartic, gradient=slope_of, stat=stat, errmsg=errmsg)
    call works(stat, errmsg, 'a Taylor test of two procedures is created')
    call test%run(verdict, stat, errmsg)
    call works(stat, errmsg, 'and runs')
    call ok(verdict == EBW_VERDICT_PASS, 'a right gradient passes')
    call ok(index(test%get_text(), 'PASS') == 1 .and. len(test%get_diagnosis()) == 0, 'it is told in words')
    write (line, *) test
    call ok(adjustl(line) == test%get_text(), 'a test is printed by its words')
    call test%get_run(value, repeatable, restored, evaluations)
    call ok(abs(value - sum(m**4) / 4) <= 0.0_real64 .and. repeatable .and. restored, 'J repeats and is restored')
    call ok(evaluations == 81 .and. test%count_directions() == 3, 'three directions take 81 evaluations')
    call test%get_fault(fault, element)
    call ok(fault == EBW_FAULT_NONE .and. element == 0, 'there is no fault')

    all_pass = .true.
    do d = 1, 3
      call test%get_direction(d, verdict=one, error=error, resolution=resolution, ratio=ratio, g_dot_d=slope, &
                              finite_difference=difference, scale=scale, noise=noise)
      all_pass = all_pass .and. one == EBW_VERDICT_PASS .and. error < 1e-6_real64 .and. resolution < 1e-6_real64
      ! The ratio is off by error * scale / |g.d|; no g.d here is below 1e-3 of scale.
      all_pass = all_pass .and. abs(ratio - 1.0_real64) < 1e-3_real64 .and. scale > 0.0_real64 .and. noise >= 0.0_real64
      all_pass = all_pass .and. abs(difference - slope) <= 1e-6_real64 * scale
      all_pass = all_pass .and. test%get_part(d) == 'all' .and. test%get_reason(d) == ''
    end do
    call ok(all_pass, 'every direction has its results')
    call test%get_order(1, order, half, points)
    call ok(abs(order - 2.0_real64) <= 0.1_real64 .and. half > 0.0_real64 .and. points > 2, 'order 2, with an interval')
    call test%get_order(0, order, direction=2_int64)
    call ok(abs(order - 1.0_real64) < 0.1_real64, 'the first remainder has order 1')
    call test%get_order(2, order, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_UNSUPPORTED, 'Hessian', 'the third wants a Hessian')
    call test%get_bound(bound, miss, known)
    ! (0.8 / 10)^3 for three directions and an error of ten tolerances.
    call ok(known .and. bound < 1e-5_real64 .and. abs(miss - 0.08_real64**3) < 1e-9_real64, 'a bound of the whole')
    call test%get_bound(miss_probability=miss, factor=100.0_real64)
    call ok(abs(miss - 0.008_real64**3) < 1e-12_real64, 'a larger error is missed less')
    call test%get_bound(bound, factor=0.1_real64, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'factor', 'too small a factor is an error')
    call ok(test%count_levels() == 9, 'the full ladder has 9 steps')
    call test%get_level(1_int64, h(1), r0, r1)
    call test%get_level(9_int64, h(2))
    call ok(h(1) > h(2) .and. abs(r1) < abs(r0), 'steps fall, and remainders with the gradient are smaller')
    call test%get_level(10_int64, h(1), stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_NOT_FOUND, 'level', 'there is no tenth')
    call test%get_direction(0_int64, error=error, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_NOT_FOUND, 'direction', 'directions count from 1')
    call test%get_direction(4_int64, error=error, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_NOT_FOUND, 'direction', 'up to their number')

    call test%set(ladder=EBW_LADDER_REDUCED, directions=2_int64, seed=7_int64, profile=EBW_PROFILE_EXACT)
    call test%run(verdict)
    call test%get_run(evaluations=reduced)
    call ok(verdict == EBW_VERDICT_PASS .and. reduced == 23, 'the reduced ladder takes 23 for two directions')
    call test%create(m32, quartic32, gradient=slope32)
    call test%run(verdict)
    call ok(verdict == EBW_VERDICT_PASS, 'single precision passes')
    call test%create(m, quartic, g=g)
    call test%run(verdict)
    call ok(verdict == EBW_VERDICT_PASS, 'a gradient may be an array')
    call test%destroy()
  end subroutine results

  ! An error of one part is found and named.
  subroutine parts()
    type(ebw_taylor) :: test
    real(real64) :: wrong(n), along(n, 1)
    integer(int64) :: element
    integer :: part, fault
    character(:), allocatable :: words

    wrong = g
    wrong(n) = 1.0001_real64 * g(n)
    call test%create(m, quartic, g=wrong)
    call test%add_block('velocity', 1_int64, 6_int64)
    call test%add_block('wavelet', 7_int64, int(n, int64))
    call test%add_region('edges', [1_int64, int(n, int64)], EBW_PART_BOUNDARY)
    call test%run(verdict)
    call ok(verdict == EBW_VERDICT_FAIL .and. test%count_directions() == 6, 'each part has a direction of its own')
    call ok(test%get_part(4_int64) == 'velocity' .and. test%get_part(6_int64) == 'edges', 'named as it was')
    call test%get_direction(6_int64, part=part)
    call ok(part == EBW_PART_BOUNDARY, 'with its kind')
    call test%get_direction(4_int64, verdict=part)
    call ok(part == EBW_VERDICT_PASS, 'the right part passes')
    call test%get_direction(5_int64, verdict=part)
    call ok(part == EBW_VERDICT_FAIL, 'the wrong one fails')
    words = test%get_diagnosis()
    call ok(index(words, 'wavelet') > 0 .or. index(words, 'edges') > 0, 'the diagnosis names it')
    call test%clear_parts()
    call test%add_blocks([0, 0, 0, 0, 1, 1, 1, -1])
    call test%set(part_directions=2_int64)
    call test%run(verdict)
    call ok(test%count_directions() == 7 .and. test%get_part(6_int64) == 'block 1', 'blocks are given by numbers')
    call test%add_blocks([0, 1], stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, 'ids', 'a number for each element is wanted')
    call test%add_block('beyond', 0_int64, 3_int64, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'begin', 'elements count from 1')
    call test%add_region('beyond', [int(n + 1, int64)], stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'elements', 'and end with n')

    call test%create(m, quartic, g=dt * g)
    call test%set_constant('dt', dt)
    call test%run(verdict)
    call ok(verdict == EBW_VERDICT_FAIL .and. index(test%get_diagnosis(), 'dt') > 0, 'a factor dt is named')
    call test%set_constant('', dt, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'name', 'a constant has a name')
    call test%create(m, quartic, g=-g)
    call test%run(verdict)
    call ok(index(test%get_diagnosis(), 'sign') > 0, 'a wrong sign is told')

    along = 0.0_real64
    along(1, 1) = 1.0_real64
    call test%create(m, quartic, g=wrong, along=along, lower=0.0_real64 * m, upper=2.0_real64 * m, typical_size=m)
    call test%run(verdict)
    call ok(verdict == EBW_VERDICT_PASS .and. test%count_directions() == 1, 'given directions and bounds')
    wrong(3) = ieee_nan()
    call test%create(m, quartic, g=wrong)
    call test%run(verdict)
    call test%get_fault(fault, element)
    call ok(verdict == EBW_VERDICT_FAIL .and. fault == EBW_FAULT_GRADIENT_NON_FINITE .and. element == 3, &
            'a fault tells its element')
    call test%destroy()
  end subroutine parts

  function ieee_nan() result(nan)
    use, intrinsic :: ieee_arithmetic, only: ieee_quiet_nan, ieee_value
    real(real64) :: nan
    nan = ieee_value(0.0_real64, ieee_quiet_nan)
  end function ieee_nan

  subroutine hessians()
    type(ebw_taylor) :: test
    real(real64) :: order, error, linearity, bound, curvature, r2, r1

    call test%create(m, quartic, gradient=slope_of, hessian=bend)
    call test%run(verdict)
    call test%get_order(2, order)
    call test%get_direction(curvature=curvature)
    call test%get_level(1_int64, r1=r1, r2=r2)
    call ok(verdict == EBW_VERDICT_PASS .and. abs(order - 3.0_real64) < 0.2_real64, 'with a Hessian order 3')
    call ok(curvature > 0.0_real64 .and. abs(r2) < abs(r1), 'and a curvature')
    call test%run_hessian(verdict, stat, errmsg)
    call works(stat, errmsg, 'a Hessian is tested against the gradient')
    call test%get_symmetry(answer, error, linearity, bound)
    call ok(verdict == EBW_VERDICT_PASS .and. answer == EBW_VERDICT_PASS, 'a right one passes')
    call ok(error <= bound .and. linearity <= bound, 'it is symmetric and linear')
    answer = 0
    skew = 0.01_real64
    call test%run_hessian(verdict)
    call test%get_symmetry(error=error, bound=bound)
    call ok(verdict == EBW_VERDICT_FAIL .and. error > bound, 'a skew one does not')
    skew = 0.0_real64
    call test%create(m, quartic, gradient=slope_of)
    call test%run_hessian(verdict, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, 'essian', 'without a Hessian there is none to test')
    call test%create(m32, quartic32, gradient=slope32, hessian=bend32)
    call test%run_hessian(verdict)
    call ok(verdict == EBW_VERDICT_PASS, 'a Hessian passes in single precision')
    call test%destroy()
  end subroutine hessians

  ! A gradient in a weighted inner product, and ranks that hold slices.
  subroutine spaces()
    type(ebw_taylor) :: test, half
    type(ebw_dot) :: dot
    real(real64) :: whole, first, second, x(4), y(3)

    products = 0
    call test%create(m, quartic, g=g / weight, inner_product=weighted)
    call test%run(verdict)
    call ok(verdict == EBW_VERDICT_PASS .and. products > 0, 'a gradient in another inner product passes')
    call test%create(m, quartic, g=g / weight)
    call test%run(verdict)
    call ok(verdict == EBW_VERDICT_FAIL, 'it fails in the plain one')
    answer = -8
    call test%create(m, quartic, g=g / weight, inner_product=weighted)
    answer = 0
    products = -1000000
    call test%run(verdict, stat, errmsg)
    call fails(stat, errmsg, -8, '', 'what an inner product sets stat to comes out as stat')
    products = 0

    ! g.d of the whole is that of two slices together when these know where they lie.
    call test%create(m, quartic, g=g)
    call test%set(directions=1_int64)
    call test%run(verdict)
    call test%get_direction(1_int64, g_dot_d=whole)
    call half%create(m(:4), quartic, g=g(:4))
    call half%set(directions=1_int64)
    call half%run(verdict)
    call half%get_direction(1_int64, g_dot_d=first)
    call half%create(m(5:), quartic, g=g(5:))
    call half%set(directions=1_int64, offset=4_int64)
    call half%run(verdict)
    call half%get_direction(1_int64, g_dot_d=second)
    ! 8 products, summed in another order.
    call ok(abs(whole - first - second) <= 1e-14_real64 * (abs(first) + abs(second)), 'slices move along one direction')

    ! <A x, y> weighted in y: A^T becomes A^T W.
    call dot%create(x, y, forward, adjoint_weighted, product_y=weighted)
    call dot%run(verdict)
    call ok(verdict == EBW_VERDICT_PASS, 'an adjoint in another inner product passes')
    call dot%create(x, y, forward, adjoint, product_y=weighted)
    call dot%run(verdict)
    call ok(verdict == EBW_VERDICT_FAIL, 'the plain transpose does not')
    call dot%destroy()
    call half%destroy()
    call test%destroy()
  end subroutine spaces

  subroutine taylor_errors()
    type(ebw_taylor) :: test
    character(200) :: line

    call test%run(verdict, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'Taylor', 'a test that was not created does not run')
    call test%create(m(:0), quartic, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, 'n', 'an empty model is an error')
    call test%create(m, quartic, g=g(2:), stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, '(7)', 'a gradient of another size is an error')
    call test%create(m, quartic, typical_size=-m, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'size', 'a negative size is an error')
    call test%create(m, quartic)
    call ok(test%get_text(stat, errmsg) == '' .and. stat == EBW_ERR_STATE, 'before a run there are no results')
    write (line, *) test
    call ok(len_trim(line) > 0, 'printing says so')
    call test%run(verdict, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, 'gradient', 'a test wants a gradient')
    call test%set(tolerance=2.0_real64, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'tolerance', 'a tolerance above 1 is an error')
    call test%create(m, quartic, gradient=slope_of)
    answer = 271
    call test%run(verdict, stat, errmsg)
    call fails(stat, errmsg, 271, '', 'what a procedure sets stat to comes out as stat')
    answer = 0
    call test%run(verdict)
    call ok(verdict == EBW_VERDICT_PASS, 'and the test serves again')
    call test%destroy()
    call test%destroy()
  end subroutine taylor_errors

  subroutine dots()
    type(ebw_dot) :: test
    real(real64) :: x(4), y(3), error, linearity, bound, a, b, scale
    real(real32) :: x32(4), y32(3)
    integer(int64) :: pairs, forwards, adjoints
    character(200) :: line

    call test%create(x, y, forward, adjoint, stat=stat, errmsg=errmsg)
    call works(stat, errmsg, 'a dot test is created')
    call test%set(steps=4_int64, seeds=2_int64, image=.true., offset_x=5_int64)
    call test%run(verdict)
    call test%get_run(bound, pairs, forwards, adjoints)
    call ok(verdict == EBW_VERDICT_PASS .and. pairs == 4 .and. forwards == 6 .and. adjoints == 4, 'it runs as told')
    ! 64 u sqrt(4)
    call ok(abs(bound - 128.0_real64 * 2.0_real64**(-53)) < 1e-20_real64, 'its bound is that of 4 steps')
    call test%get_pair(1_int64, verdict, error, linearity, a, b, scale)
    call ok(error <= bound .and. linearity <= bound .and. abs(a - b) <= bound * scale, 'a pair has its results')
    write (line, *) test
    call ok(index(line, 'PASS') > 0, 'it is printed by its words')
    call test%get_pair(5_int64, error=error, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_NOT_FOUND, 'pair', 'there is no fifth pair')
    call test%set(seeds=0_int64, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, '0', 'no seeds are an error')
    transposed(1, 1) = transposed(1, 1) + 1e-6_real64
    call test%run(verdict)
    call ok(verdict == EBW_VERDICT_FAIL, 'one element off fails')
    transposed = transpose(matrix)
    call test%create(x32, y32, forward32, adjoint32)
    call test%run(verdict)
    call ok(verdict == EBW_VERDICT_PASS, 'single precision passes')
    call test%create(x(:0), y, forward, adjoint, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, 'n_x', 'an empty input is an error')
    call test%destroy()
    call test%run(verdict, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'dot', 'a destroyed test does not run')
  end subroutine dots

  subroutine reports()
    type(ebw_report) :: report
    type(ebw_taylor) :: test
    type(ebw_dot) :: dot
    real(real64) :: x(4), y(3)
    character(1000) :: folder
    character(:), allocatable :: text

    call report%create('a Fortran code')
    call ok(report%get_verdict() == EBW_VERDICT_INCONCLUSIVE, 'an empty report proves nothing')
    call test%create(m, quartic, g=g)
    call report%add_taylor('gradient', 'dJ/dm', test, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, 'run', 'a test is run before it is reported')
    call test%run(verdict)
    call report%add_taylor('gradient', 'dJ/dm', test, 0.5_real64)
    call report%note('threads', 2.0_real64)
    call report%note('compiler', 'gfortran & <more>')
    call dot%create(x, y, forward, adjoint)
    call dot%run(verdict)
    call report%add_dot('adjoint', 'A^T', dot)
    call report%add_memory('memory', 'slots', [1_int64, 2_int64, 4_int64], [1100_int64, 2100_int64, 4100_int64], &
                           1000_int64)
    call ok(report%get_verdict() == EBW_VERDICT_PASS .and. report%count_checks(EBW_VERDICT_PASS) == 3, 'all pass')
    call report%add_check('own', 'energy is kept', EBW_VERDICT_FAIL, 'it is not')
    call ok(report%get_verdict() == EBW_VERDICT_FAIL .and. report%count_checks(EBW_VERDICT_FAIL) == 1, 'one fails')
    call report%add_check('own', 'what', 17, 'no verdict', stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'verdict', 'an unknown verdict is an error')

    call get_environment_variable('EBW_TEST_FOLDER', folder)
    call report%write(EBW_REPORT_JSON, trim(folder) // '/report.json', stat, errmsg)
    call works(stat, errmsg, 'a report is written')
    text = whole(trim(folder) // '/report.json')
    call ok(index(text, '"dJ/dm"') > 0 .and. index(text, '"threads"') > 0 .and. index(text, 'gfortran & <more>') > 0, &
            'JSON has its checks and notes')
    call report%write(EBW_REPORT_JUNIT, trim(folder) // '/report.xml')
    text = whole(trim(folder) // '/report.xml')
    call ok(index(text, '<failure') > 0 .and. index(text, 'energy is kept') > 0, 'JUnit has its failure')
    call report%write(EBW_REPORT_HTML, trim(folder) // '/report.html')
    text = whole(trim(folder) // '/report.html')
    call ok(index(text, '<svg') > 0 .and. index(text, 'a Fortran code') > 0, 'HTML has its pictures')
    call report%write(EBW_REPORT_JSON, trim(folder) // '/no such folder/report.json', stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_NOT_FOUND, 'no such folder', 'a folder that is not there is an error')
    call report%destroy()
    call report%write(EBW_REPORT_JSON, trim(folder) // '/report.json', stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'report', 'a destroyed report is not written')
    call dot%destroy()
    call test%destroy()
  end subroutine reports

  ! All bytes of a file.
  function whole(path) result(text)
    character(*), intent(in) :: path
    character(:), allocatable :: text
    integer :: unit, bytes

    open (newunit=unit, file=path, access='stream', form='unformatted', status='old', action='read')
    inquire (unit, size=bytes)
    allocate (character(bytes) :: text)
    read (unit) text
    close (unit)
  end function whole

  subroutine memory()
    type(ebw_storage) :: storage
    integer(int64), parameter :: slots(4) = [5_int64, 10_int64, 20_int64, 40_int64], state = 640000
    integer(int64) :: peak(4), before
    real(real64) :: base, slope, uncertainty, residual

    call storage%create_memory()
    do i = 1, size(slots)
      call storage%reserve(0_int64, 0_int64)
      call ebw_reset_memory_peak()
      call ebw_get_memory(now=before)
      call storage%reserve(slots(i), state)
      call ebw_get_memory(peak=peak(i))
      peak(i) = peak(i) - before
    end do
    call ebw_memory_fit(slots, peak, state, verdict, base, slope, uncertainty, residual)
    call ok(verdict == EBW_VERDICT_PASS .and. abs(slope / state - 1.0_real64) < 1e-3_real64, 'a slot takes a state')
    ! A reservation holds some tens of bytes a slot beside the states, and at most 64 KiB in all.
    call ok(max(abs(base), residual) < 65536.0_real64 .and. uncertainty >= 0.0_real64, 'and little more')
    peak = peak + peak / 100
    call ebw_memory_fit(slots, peak, state, verdict)
    call ok(verdict == EBW_VERDICT_FAIL, 'a slot of 1 % more fails')
    call ebw_memory_fit(slots, peak, state, verdict, tolerance=0.1_real64)
    call ok(verdict == EBW_VERDICT_PASS, 'unless a tolerance lets it pass')
    call ebw_memory_fit(slots, peak(2:), state, verdict, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, 'peak', 'as many peaks as slots are wanted')
    call ebw_memory_fit(slots(:1), peak(:1), state, verdict, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, 'count', 'one measurement is no line')
    call storage%destroy()
  end subroutine memory

  ! ---- What is tested ----

  subroutine quartic(m, value, stat)
    real(real64), intent(in) :: m(:)
    real(real64), intent(inout) :: value
    integer, intent(inout) :: stat
    value = sum(m**4) / 4
    stat = answer
  end subroutine quartic

  subroutine slope_of(m, g, stat)
    real(real64), intent(in) :: m(:)
    real(real64), intent(inout) :: g(:)
    integer, intent(inout) :: stat
    g = m**3
  end subroutine slope_of

  subroutine bend(m, v, hv, stat)
    real(real64), intent(in) :: m(:), v(:)
    real(real64), intent(inout) :: hv(:)
    integer, intent(inout) :: stat
    hv = 3 * m**2 * v
    hv(1) = hv(1) + skew * v(2)
  end subroutine bend

  subroutine quartic32(m, value, stat)
    real(real32), intent(in) :: m(:)
    real(real64), intent(inout) :: value
    integer, intent(inout) :: stat
    value = sum(real(m, real64)**4) / 4
  end subroutine quartic32

  subroutine slope32(m, g, stat)
    real(real32), intent(in) :: m(:)
    real(real32), intent(inout) :: g(:)
    integer, intent(inout) :: stat
    g = m**3
  end subroutine slope32

  subroutine bend32(m, v, hv, stat)
    real(real32), intent(in) :: m(:), v(:)
    real(real32), intent(inout) :: hv(:)
    integer, intent(inout) :: stat
    hv = 3 * m**2 * v
  end subroutine bend32

  subroutine weighted(a, b, product, stat)
    real(real64), intent(in) :: a(:), b(:)
    real(real64), intent(inout) :: product
    integer, intent(inout) :: stat
    product = sum(weight(:size(a)) * a * b)
    products = products + 1
    if (products < 0) stat = -8
  end subroutine weighted

  subroutine forward(from, to, stat)
    real(real64), intent(in) :: from(:)
    real(real64), intent(inout) :: to(:)
    integer, intent(inout) :: stat
    to = matmul(matrix, from)
  end subroutine forward

  subroutine adjoint(from, to, stat)
    real(real64), intent(in) :: from(:)
    real(real64), intent(inout) :: to(:)
    integer, intent(inout) :: stat
    to = matmul(transposed, from)
  end subroutine adjoint

  subroutine adjoint_weighted(from, to, stat)
    real(real64), intent(in) :: from(:)
    real(real64), intent(inout) :: to(:)
    integer, intent(inout) :: stat
    to = matmul(transposed, weight(:3) * from)
  end subroutine adjoint_weighted

  subroutine forward32(from, to, stat)
    real(real32), intent(in) :: from(:)
    real(real32), intent(inout) :: to(:)
    integer, intent(inout) :: stat
    to = matmul(real(matrix, real32), from)
  end subroutine forward32

  subroutine adjoint32(from, to, stat)
    real(real32), intent(in) :: from(:)
    real(real32), intent(inout) :: to(:)
    integer, intent(inout) :: stat
    to = matmul(real(transposed, real32), from)
  end subroutine adjoint32
end program test_taylor
