! SPDX-License-Identifier: MIT
! Remarks of the library, such as which schedule a call has chosen.
module ebbwave_log
  use, intrinsic :: iso_c_binding, only: c_char, c_funloc, c_int32_t, c_loc, c_null_funptr, c_null_ptr, c_ptr
  use ebw_c, only: ebw_set_log
  use ebbwave_base, only: f_text
  implicit none
  private

  public :: set_log, ebw_log_procedure

  abstract interface
    ! Receives a remark. text (in): one line. Comes on the thread whose call makes the remark.
    subroutine ebw_log_procedure(text)
      character(*), intent(in) :: text
    end subroutine ebw_log_procedure
  end interface

  procedure(ebw_log_procedure), pointer :: told => null()

contains

  ! Module ebbwave calls this ebw_set_log, which is the name of the C function here.
  ! Sets the process's log procedure; the library says nothing by default, and errors are never logged.
  ! log (in): receives each remark; it must stay there as long as it is set. Absent: silence.
  ! Errors: none. Threads: one, while no other is inside the library. Cost: constant. Since 0.1.
  subroutine set_log(log)
    procedure(ebw_log_procedure), optional :: log

    call ebw_set_log(c_null_funptr, c_null_ptr)
    nullify (told)
    if (.not. present(log)) return
    told => log
    call ebw_set_log(c_funloc(tell), c_null_ptr)
  end subroutine set_log

  subroutine tell(level, message, user) bind(c, name='')
    integer(c_int32_t), value :: level
    character(kind=c_char), intent(in), target :: message(*)
    type(c_ptr), value :: user

    if (associated(told)) call told(f_text(c_loc(message)))
  end subroutine tell
end module ebbwave_log
