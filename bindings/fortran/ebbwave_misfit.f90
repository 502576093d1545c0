! SPDX-License-Identifier: MIT
! A user's own misfit: the type to extend.
module ebbwave_misfit
  use ebw_c, only: c_ptr, c_double, c_int32_t, c_int64_t, c_f_pointer
  use ebbwave_base, only: int64, real64
  implicit none
  private

  public :: ebw_misfit_function
  public :: misfit_box, misfit_thunk, misfit_release ! for the model alone

  ! How far traces are from what they should be: extend it and override evaluate.
  type, abstract :: ebw_misfit_function
  contains
    procedure(evaluate_misfit), deferred :: evaluate
  end type ebw_misfit_function

  abstract interface
    ! The misfit of one shot, called once per shot and run, on the thread that made the call.
    ! shot (in): position in the array of shots, from 1. traces (in): traces(n_samples, n_receivers).
    ! value (inout): set it to J of this shot; the library sums over shots.
    ! residual (inout): residual(n_samples, n_receivers), zero before: set it to dJ/d(traces); absent when only the
    ! misfit is wanted. stat (inout): 0 before; any other number ends the run, which has it as its stat.
    subroutine evaluate_misfit(self, shot, traces, value, residual, stat)
      import :: ebw_misfit_function, real64
      class(ebw_misfit_function), intent(inout) :: self
      integer, intent(in) :: shot
      real(real64), intent(in) :: traces(:, :)
      real(real64), intent(inout) :: value
      real(real64), intent(inout), optional :: residual(:, :)
      integer, intent(inout) :: stat
    end subroutine evaluate_misfit
  end interface

  ! What the library holds for a user's misfit.
  type :: misfit_box
    class(ebw_misfit_function), pointer :: misfit => null()
  end type misfit_box

contains

  ! What the library calls.
  function misfit_thunk(shot, n_receivers, n_samples, traces, value, residual, user) bind(c, name='') result(answer)
    integer(c_int64_t), value :: shot, n_receivers, n_samples
    real(c_double), intent(in) :: traces(n_samples, n_receivers)
    real(c_double), intent(inout) :: value
    real(c_double), intent(inout), optional :: residual(n_samples, n_receivers)
    type(c_ptr), value :: user
    integer(c_int32_t) :: answer
    type(misfit_box), pointer :: box
    integer :: stat

    call c_f_pointer(user, box)
    stat = 0
    call box%misfit%evaluate(int(shot) + 1, traces, value, residual, stat)
    answer = int(stat, c_int32_t)
  end function misfit_thunk

  subroutine misfit_release(user) bind(c, name='')
    type(c_ptr), value :: user
    type(misfit_box), pointer :: box
    call c_f_pointer(user, box)
    deallocate (box)
  end subroutine misfit_release
end module ebbwave_misfit
