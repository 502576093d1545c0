! SPDX-License-Identifier: MIT
! Claims of the Fortran tests as Test Anything Protocol: each is one line.
module check
  use ebbwave
  implicit none
  private

  public :: ok, fails, works, same, finish_checks

  interface same
    module procedure same_f32_2d, same_f64_1d, same_f64_2d, same_f64_3d
  end interface same

  integer :: count = 0, failed = 0

contains

  subroutine ok(condition, claim)
    logical, intent(in) :: condition
    character(*), intent(in) :: claim

    count = count + 1
    if (condition) then
      print '(a, i0, 2a)', 'ok ', count, ' - ', claim
    else
      failed = failed + 1
      print '(a, i0, 2a)', 'not ok ', count, ' - ', claim
    end if
  end subroutine ok

  ! A call failed with this status and a text that holds this word.
  subroutine fails(stat, errmsg, status, word, claim)
    integer, intent(in) :: stat, status
    character(*), intent(in) :: errmsg, word, claim
    logical :: right

    right = stat == status .and. index(errmsg, word) > 0
    if (.not. right) print '(a, i0, 2a)', '# stat ', stat, ': ', trim(errmsg)
    call ok(right, claim)
  end subroutine fails

  ! A call worked.
  subroutine works(stat, errmsg, claim)
    integer, intent(in) :: stat
    character(*), intent(in) :: errmsg, claim

    if (stat /= 0) print '(a, i0, 2a)', '# stat ', stat, ': ', trim(errmsg)
    call ok(stat == 0, claim)
  end subroutine works

  logical function same_f32_2d(a, b) result(same)
    real(real32), intent(in) :: a(:, :), b(:, :)
    same = all(transfer(a, [0]) == transfer(b, [0]))
  end function same_f32_2d

  logical function same_f64_1d(a, b) result(same)
    real(real64), intent(in) :: a(:), b(:)
    same = all(transfer(a, [0_int64]) == transfer(b, [0_int64]))
  end function same_f64_1d

  logical function same_f64_2d(a, b) result(same)
    real(real64), intent(in) :: a(:, :), b(:, :)
    same = all(transfer(a, [0_int64]) == transfer(b, [0_int64]))
  end function same_f64_2d

  logical function same_f64_3d(a, b) result(same)
    real(real64), intent(in) :: a(:, :, :), b(:, :, :)
    same = all(transfer(a, [0_int64]) == transfer(b, [0_int64]))
  end function same_f64_3d

  subroutine finish_checks()
    print '(a, i0)', '1..', count
    if (failed > 0) stop 1
  end subroutine finish_checks
end module check
