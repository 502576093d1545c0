! SPDX-License-Identifier: MIT
! Collects what tests found and writes it for people and machines; and whether memory grows with the slots as it should.
module ebbwave_report
  use ebw_c, c_memory_fit => ebw_memory_fit
  use ebbwave_base
  use ebbwave_dot, only: ebw_dot
  use ebbwave_taylor, only: ebw_taylor
  implicit none
  private

  public :: ebw_report, memory_fit

  ! What tests found: one check after another.
  type :: ebw_report
    private
    type(c_ptr) :: address = c_null_ptr
  contains
    procedure :: create => create_report
    procedure :: add_check
    procedure :: add_taylor
    procedure :: add_dot
    procedure :: add_memory
    generic :: note => note_number, note_text
    procedure :: get_verdict
    procedure :: count_checks
    procedure :: write => write_report
    procedure :: c_handle => report_handle
    procedure :: destroy => destroy_report
    procedure, private :: note_number, note_text, assign_report
    generic, public :: assignment(=) => assign_report
  end type ebw_report

contains

  ! Creates an empty report.
  ! title (in): what was tested, one line.
  ! Errors: EBW_ERR_NO_MEMORY. Ownership: destroy it; what it held before goes, on success only. Threads: any.
  ! Cost: constant. Since 0.1.
  subroutine create_report(self, title, stat, errmsg)
    class(ebw_report), intent(inout) :: self
    character(*), intent(in) :: title
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    made = c_null_ptr
    status = ebw_report_create(c_text(title), made)
    if (status == EBW_OK) then
      call self%destroy()
      self%address = made
    end if
    call finish(status, stat, errmsg)
  end subroutine create_report

  ! Adds a check of any kind.
  ! suite (in): the group that it belongs to. name (in): what is claimed. verdict (in): EBW_VERDICT_*. words (in): what
  ! was found, one line. seconds (in): how long it took, at least 0 (0).
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_NO_MEMORY, EBW_ERR_HANDLE, EBW_ERR_BUSY; nothing is added then.
  ! Threads: one at a time per object. Cost: copies of what is given. Since 0.1.
  subroutine add_check(self, suite, name, verdict, words, seconds, stat, errmsg)
    class(ebw_report), intent(inout) :: self
    character(*), intent(in) :: suite, name, words
    integer, intent(in) :: verdict
    real(real64), intent(in), optional :: seconds
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'report', stat, errmsg)) return
    call finish(ebw_report_add_check(self%address, c_text(suite), c_text(name), verdict, c_text(words), &
                                     or_zero(seconds)), stat, errmsg)
  end subroutine add_check

  ! Adds the last run of a Taylor test, with its ladder, which HTML shows as a picture.
  ! suite, name, seconds (in): as in add_check. test (in): the test, which is not kept.
  ! Errors: as add_check, EBW_ERR_STATE (no run yet). Threads: as add_check. Cost: as add_check. Since 0.1.
  subroutine add_taylor(self, suite, name, test, seconds, stat, errmsg)
    class(ebw_report), intent(inout) :: self
    character(*), intent(in) :: suite, name
    type(ebw_taylor), intent(in) :: test
    real(real64), intent(in), optional :: seconds
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'report', stat, errmsg)) return
    if (gone(test%c_handle(), 'Taylor test', stat, errmsg)) return
    call finish(ebw_report_add_taylor(self%address, c_text(suite), c_text(name), test%c_handle(), or_zero(seconds)), &
                stat, errmsg)
  end subroutine add_taylor

  ! Adds the last run of a dot test.
  ! suite, name, seconds (in): as in add_check. test (in): the test, which is not kept.
  ! Errors: as add_check, EBW_ERR_STATE (no run yet). Threads: as add_check. Cost: as add_check. Since 0.1.
  subroutine add_dot(self, suite, name, test, seconds, stat, errmsg)
    class(ebw_report), intent(inout) :: self
    character(*), intent(in) :: suite, name
    type(ebw_dot), intent(in) :: test
    real(real64), intent(in), optional :: seconds
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'report', stat, errmsg)) return
    if (gone(test%c_handle(), 'dot test', stat, errmsg)) return
    call finish(ebw_report_add_dot(self%address, c_text(suite), c_text(name), test%c_handle(), or_zero(seconds)), &
                stat, errmsg)
  end subroutine add_dot

  ! Adds measured memory against slots, which HTML shows as a picture.
  ! suite, name, seconds (in): as in add_check. slots, peak, state_bytes, tolerance (in): as in ebw_memory_fit.
  ! Errors: as add_check, EBW_ERR_SHAPE (peak and slots differ). Threads: as add_check. Cost: as add_check. Since 0.1.
  subroutine add_memory(self, suite, name, slots, peak, state_bytes, tolerance, seconds, stat, errmsg)
    class(ebw_report), intent(inout) :: self
    character(*), intent(in) :: suite, name
    integer(int64), intent(in), contiguous :: slots(:), peak(:)
    integer(int64), intent(in) :: state_bytes
    real(real64), intent(in), optional :: tolerance, seconds
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'report', stat, errmsg)) return
    if (lengths_differ(slots, peak, stat, errmsg)) return
    call finish(ebw_report_add_memory(self%address, c_text(suite), c_text(name), size(slots, kind=int64), slots, peak, &
                                      state_bytes, or_usual(tolerance), or_zero(seconds)), stat, errmsg)
  end subroutine add_memory

  ! Adds a named number, or text, to the check that was added last, or before the first one to the whole report.
  ! name (in): the key in JSON, such as 'threads'. value (in): real(real64); or character(*).
  ! Errors: EBW_ERR_NO_MEMORY, EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: as add_check. Cost: constant. Since 0.1.
  subroutine note_number(self, name, value, stat, errmsg)
    class(ebw_report), intent(inout) :: self
    character(*), intent(in) :: name
    real(real64), intent(in) :: value
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'report', stat, errmsg)) return
    call finish(ebw_report_add_number(self%address, c_text(name), value), stat, errmsg)
  end subroutine note_number

  ! As note_number.
  subroutine note_text(self, name, value, stat, errmsg)
    class(ebw_report), intent(inout) :: self
    character(*), intent(in) :: name, value
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'report', stat, errmsg)) return
    call finish(ebw_report_add_text(self%address, c_text(name), c_text(value)), stat, errmsg)
  end subroutine note_text

  ! Gets the verdict of all checks together: FAIL when any fails, else INCONCLUSIVE when any is or there is none.
  ! Errors: EBW_ERR_HANDLE, EBW_ERR_BUSY, with the answer EBW_VERDICT_INCONCLUSIVE. Threads: one at a time per object.
  ! Cost: one pass over the checks. Since 0.1.
  function get_verdict(self, stat, errmsg) result(verdict)
    class(ebw_report), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer :: verdict

    verdict = EBW_VERDICT_INCONCLUSIVE
    if (gone(self%address, 'report', stat, errmsg)) return
    call finish(ebw_report_get_verdict(self%address, verdict), stat, errmsg)
  end function get_verdict

  ! Counts the checks of one verdict.
  ! verdict (in): EBW_VERDICT_*.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_HANDLE, EBW_ERR_BUSY, with the answer 0. Threads: one at a time per object.
  ! Cost: one pass over the checks. Since 0.1.
  function count_checks(self, verdict, stat, errmsg) result(count)
    class(ebw_report), intent(in) :: self
    integer, intent(in) :: verdict
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: count

    count = 0
    if (gone(self%address, 'report', stat, errmsg)) return
    call finish(ebw_report_count_checks(self%address, verdict, count), stat, errmsg)
  end function count_checks

  ! Writes the report to a file, which appears whole or not at all and replaces one of that name.
  ! format (in): EBW_REPORT_JSON, EBW_REPORT_JUNIT or EBW_REPORT_HTML. path (in): the file.
  ! Errors: EBW_ERR_ARGUMENT (format, no regular file), EBW_ERR_NOT_FOUND (no such folder), EBW_ERR_PERMISSION,
  ! EBW_ERR_NO_SPACE, EBW_ERR_STORAGE, EBW_ERR_NO_MEMORY, EBW_ERR_HANDLE, EBW_ERR_BUSY.
  ! Threads: one at a time per object. Cost: the file is made in memory first. Since 0.1.
  subroutine write_report(self, format, path, stat, errmsg)
    class(ebw_report), intent(in) :: self
    integer, intent(in) :: format
    character(*), intent(in) :: path
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'report', stat, errmsg)) return
    call finish(ebw_report_write(self%address, format, c_text(path)), stat, errmsg)
  end subroutine write_report

  ! The C handle, for calls of module ebw_c. Never fails. Ownership: stays with the object. Threads: any. Since 0.1.
  function report_handle(self) result(address)
    class(ebw_report), intent(in) :: self
    type(c_ptr) :: address
    address = self%address
  end function report_handle

  ! Releases what the object holds; it can be created again. Doing so twice is fine. Never fails. Threads: any.
  ! Cost: constant. Since 0.1.
  subroutine destroy_report(self)
    class(ebw_report), intent(inout) :: self
    call ebw_report_destroy(self%address)
    self%address = c_null_ptr
  end subroutine destroy_report

  impure elemental subroutine assign_report(to, from)
    class(ebw_report), intent(inout) :: to
    class(ebw_report), intent(in) :: from
    call refuse_copy('report')
  end subroutine assign_report

  ! ---- Memory --------------------------------------------------------------------------------------------------------

  ! Module ebbwave calls this ebw_memory_fit, which is the name of the C function here.
  ! Fits peak = base + slope slots to measured memory: does a slot take what a state takes?
  ! slots, peak (in): numbers of slots and peak bytes at each, from ebw_get_memory or the system, at least 2, at two
  ! numbers of slots at least; 3 for a PASS. state_bytes (in): at least 1. verdict (out): EBW_VERDICT_*.
  ! base, slope, uncertainty, largest_residual (out): bytes; uncertainty is that of slope, 95 %.
  ! tolerance (in): largest |slope - state_bytes| / state_bytes that passes, in (0, 1) (0.001).
  ! Errors: EBW_ERR_SHAPE (sizes), EBW_ERR_ARGUMENT (a value out of its range, all slots the same), EBW_ERR_NO_MEMORY.
  ! Threads: any. Cost: one pass. Since 0.1.
  subroutine memory_fit(slots, peak, state_bytes, verdict, base, slope, uncertainty, largest_residual, tolerance, &
                        stat, errmsg)
    integer(int64), intent(in), contiguous :: slots(:), peak(:)
    integer(int64), intent(in) :: state_bytes
    integer, intent(inout) :: verdict
    real(real64), intent(inout), optional :: base, slope, uncertainty, largest_residual
    real(real64), intent(in), optional :: tolerance
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (lengths_differ(slots, peak, stat, errmsg)) return
    call finish(c_memory_fit(size(slots, kind=int64), slots, peak, state_bytes, or_usual(tolerance), verdict, base, &
                             slope, uncertainty, largest_residual), stat, errmsg)
  end subroutine memory_fit

  ! Whether there are not as many peaks as numbers of slots; that is reported.
  function lengths_differ(slots, peak, stat, errmsg) result(differ)
    integer(int64), intent(in) :: slots(:), peak(:)
    integer, intent(inout), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical :: differ

    differ = size(slots) /= size(peak)
    if (differ) call report(EBW_ERR_SHAPE, 'peak has shape ' // shape_text(shape(peak, int64)) // ', slots has ' // &
                            shape_text(shape(slots, int64)) // ': they must be alike', stat, errmsg)
  end function lengths_differ

  pure function or_zero(seconds)
    real(real64), intent(in), optional :: seconds
    real(real64) :: or_zero
    or_zero = 0.0_real64
    if (present(seconds)) or_zero = seconds
  end function or_zero

  ! A slot should take a state to 0.1 %: rounding to 64 bytes is less for states of 64 kB.
  pure function or_usual(tolerance)
    real(real64), intent(in), optional :: tolerance
    real(real64) :: or_usual
    or_usual = 1e-3_real64
    if (present(tolerance)) or_usual = tolerance
  end function or_usual
end module ebbwave_report
