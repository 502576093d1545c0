! SPDX-License-Identifier: MIT
! What every part of the Fortran binding builds on: statuses as stat= and errmsg=, C strings, views of arrays, progress.
module ebbwave_base
  use, intrinsic :: iso_fortran_env, only: int64, real32, real64
  use ebw_c
  implicit none
  private

  public :: int64, real32, real64
  public :: ebw_library_version, ebw_status_text, ebw_last_text, ebw_progress
  ! For the other modules of the binding alone:
  public :: finish, report, gone, refuse_copy, c_text, f_text, array_view, view_of, flag, progress_box, progress_thunk
  public :: progress_release, same_shape, shape_text

  ! An array as the C library sees it: axes in logical order, (x, z) or (x, y, z), with element strides.
  type :: array_view
    type(c_ptr) :: address = c_null_ptr
    integer(c_int32_t) :: dtype = 0, ndim = 0
    integer(c_int64_t) :: nodes(3) = 0, stride(3) = 0
  end type array_view

  ! A view of v(nz, nx) or v(nz, ny, nx), also of a section of any stride: nothing is copied.
  interface view_of
    module procedure view_f32_2d, view_f32_3d, view_f64_2d, view_f64_3d
  end interface view_of

  ! Is told of the progress of a long call, and may cancel it: extend it and override report.
  type, abstract :: ebw_progress
  contains
    procedure(report_progress), deferred :: report
  end type ebw_progress

  abstract interface
    ! done, total (in): steps, forward and reverse, over all shots. recomputed (in): those that repeat a forward step.
    ! cancel (inout): false before; set it to end the call with stat = EBW_ERR_CANCELLED. Comes on the caller's thread.
    subroutine report_progress(self, done, total, recomputed, cancel)
      import :: ebw_progress, int64
      class(ebw_progress), intent(inout) :: self
      integer(int64), intent(in) :: done, total, recomputed
      logical, intent(inout) :: cancel
    end subroutine report_progress
  end interface

  ! What the library holds for a user's object.
  type :: progress_box
    class(ebw_progress), pointer :: progress => null()
  end type progress_box

contains

  ! Release of the library as "major.minor.patch". Never fails. Threads: any. Cost: none. Since 0.1.
  function ebw_library_version() result(text)
    character(:), allocatable :: text
    text = f_text(ebw_version())
  end function ebw_library_version

  ! Short English name of a status. status (in): any number. Never fails. Threads: any. Cost: none. Since 0.1.
  function ebw_status_text(status) result(text)
    integer, intent(in) :: status
    character(:), allocatable :: text
    text = f_text(ebw_status_name(int(status, c_int32_t)))
  end function ebw_status_text

  ! Whole text of the last failed call of the library on this thread, where errmsg was too short for it. Never fails.
  ! Threads: any, each has its own. Cost: none. Since 0.1.
  function ebw_last_text() result(text)
    character(:), allocatable :: text
    text = f_text(ebw_last_error())
  end function ebw_last_text

  ! Ends every procedure: a status of the library goes to stat and errmsg, or stops the program when there is no stat.
  ! After EBW_ERR_CALLBACK stat is what the user's procedure answered.
  subroutine finish(status, stat, errmsg)
    integer(c_int32_t), intent(in) :: status
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer :: number

    number = status
    if (status == EBW_ERR_CALLBACK) number = ebw_last_callback_status()
    if (status /= EBW_OK) then
      call report(number, f_text(ebw_last_error()), stat, errmsg)
    else if (present(stat)) then
      stat = EBW_OK
    end if
  end subroutine finish

  ! Reports a failure that the binding found itself, or one with another text than the library's.
  subroutine report(status, text, stat, errmsg)
    integer, intent(in) :: status
    character(*), intent(in) :: text
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (present(errmsg)) errmsg = text
    if (.not. present(stat)) error stop text
    stat = status
  end subroutine report

  ! Whether an object holds nothing; that is reported.
  function gone(address, name, stat, errmsg)
    type(c_ptr), intent(in) :: address
    character(*), intent(in) :: name
    integer, intent(inout), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical :: gone

    gone = .not. c_associated(address)
    if (gone) call report(EBW_ERR_HANDLE, 'the ' // name // ' was never created, or is destroyed; create it first', &
                          stat, errmsg)
  end function gone

  ! Two objects with one handle would destroy it twice.
  subroutine refuse_copy(name)
    character(*), intent(in) :: name
    error stop 'a ' // name // ' cannot be assigned: it stands for memory of the library; pass it, or use a pointer'
  end subroutine refuse_copy

  ! A Fortran string as C takes it.
  function c_text(text)
    character(*), intent(in) :: text
    character(kind=c_char, len=:), allocatable :: c_text
    c_text = trim(text) // c_null_char
  end function c_text

  ! A C string as Fortran takes it.
  function f_text(address) result(text)
    type(c_ptr), intent(in) :: address
    character(:), allocatable :: text
    character(kind=c_char), pointer :: letters(:)
    integer :: i, length
    interface
      function strlen(text) bind(c) result(length)
        import :: c_ptr, c_size_t
        type(c_ptr), value :: text
        integer(c_size_t) :: length
      end function strlen
    end interface

    length = 0
    if (c_associated(address)) length = int(strlen(address))
    allocate (character(length) :: text)
    if (length == 0) return
    call c_f_pointer(address, letters, [length])
    do i = 1, length
      text(i:i) = letters(i)
    end do
  end function f_text

  ! A logical as the library's 0 or 1.
  pure function flag(on)
    logical, intent(in) :: on
    integer(c_int32_t) :: flag
    flag = merge(1_c_int32_t, 0_c_int32_t, on)
  end function flag

  ! Elements from one place to another. Fortran lays elements on multiples of their size, so nothing is lost.
  function distance(from, to, element_bytes)
    type(c_ptr), intent(in) :: from, to
    integer, intent(in) :: element_bytes
    integer(c_int64_t) :: distance
    integer(c_intptr_t) :: a, b
    a = transfer(from, a)
    b = transfer(to, b)
    distance = (b - a) / element_bytes
  end function distance

  function view_f32_2d(values) result(view)
    real(real32), intent(in), target :: values(:, :)
    type(array_view) :: view
    view%dtype = EBW_F32
    view%ndim = 2
    view%nodes(:2) = [size(values, 2, c_int64_t), size(values, 1, c_int64_t)]
    view%stride = 1
    if (size(values) == 0) return
    view%address = c_loc(values(1, 1))
    if (size(values, 1) > 1) view%stride(2) = distance(c_loc(values(1, 1)), c_loc(values(2, 1)), 4)
    view%stride(1) = view%stride(2) * size(values, 1)
    if (size(values, 2) > 1) view%stride(1) = distance(c_loc(values(1, 1)), c_loc(values(1, 2)), 4)
  end function view_f32_2d

  function view_f64_2d(values) result(view)
    real(real64), intent(in), target :: values(:, :)
    type(array_view) :: view
    view%dtype = EBW_F64
    view%ndim = 2
    view%nodes(:2) = [size(values, 2, c_int64_t), size(values, 1, c_int64_t)]
    view%stride = 1
    if (size(values) == 0) return
    view%address = c_loc(values(1, 1))
    if (size(values, 1) > 1) view%stride(2) = distance(c_loc(values(1, 1)), c_loc(values(2, 1)), 8)
    view%stride(1) = view%stride(2) * size(values, 1)
    if (size(values, 2) > 1) view%stride(1) = distance(c_loc(values(1, 1)), c_loc(values(1, 2)), 8)
  end function view_f64_2d

  function view_f32_3d(values) result(view)
    real(real32), intent(in), target :: values(:, :, :)
    type(array_view) :: view
    view%dtype = EBW_F32
    view%ndim = 3
    view%nodes = [size(values, 3, c_int64_t), size(values, 2, c_int64_t), size(values, 1, c_int64_t)]
    view%stride = 1
    if (size(values) == 0) return
    view%address = c_loc(values(1, 1, 1))
    if (size(values, 1) > 1) view%stride(3) = distance(c_loc(values(1, 1, 1)), c_loc(values(2, 1, 1)), 4)
    view%stride(2) = view%stride(3) * size(values, 1)
    if (size(values, 2) > 1) view%stride(2) = distance(c_loc(values(1, 1, 1)), c_loc(values(1, 2, 1)), 4)
    view%stride(1) = view%stride(2) * size(values, 2)
    if (size(values, 3) > 1) view%stride(1) = distance(c_loc(values(1, 1, 1)), c_loc(values(1, 1, 2)), 4)
  end function view_f32_3d

  function view_f64_3d(values) result(view)
    real(real64), intent(in), target :: values(:, :, :)
    type(array_view) :: view
    view%dtype = EBW_F64
    view%ndim = 3
    view%nodes = [size(values, 3, c_int64_t), size(values, 2, c_int64_t), size(values, 1, c_int64_t)]
    view%stride = 1
    if (size(values) == 0) return
    view%address = c_loc(values(1, 1, 1))
    if (size(values, 1) > 1) view%stride(3) = distance(c_loc(values(1, 1, 1)), c_loc(values(2, 1, 1)), 8)
    view%stride(2) = view%stride(3) * size(values, 1)
    if (size(values, 2) > 1) view%stride(2) = distance(c_loc(values(1, 1, 1)), c_loc(values(1, 2, 1)), 8)
    view%stride(1) = view%stride(2) * size(values, 2)
    if (size(values, 3) > 1) view%stride(1) = distance(c_loc(values(1, 1, 1)), c_loc(values(1, 1, 2)), 8)
  end function view_f64_3d

  ! Whether an array has the shape and the precision that are wanted, nodes in logical order; if not, that is reported.
  function same_shape(view, name, dtype, nodes, stat, errmsg) result(same)
    type(array_view), intent(in) :: view
    character(*), intent(in) :: name
    integer(c_int32_t), intent(in) :: dtype
    integer(c_int64_t), intent(in) :: nodes(:)
    integer, intent(inout), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical :: same
    character(*), parameter :: precision(2) = ['real32', 'real64']

    same = .false.
    if (view%ndim /= size(nodes)) then
      call report(EBW_ERR_SHAPE, wrong_shape(), stat, errmsg)
    else if (any(view%nodes(:view%ndim) /= nodes)) then
      call report(EBW_ERR_SHAPE, wrong_shape(), stat, errmsg)
    else if (view%dtype /= dtype) then
      call report(EBW_ERR_DTYPE, name // ' is ' // precision(view%dtype) // ', the model is ' // precision(dtype) // &
                  ': declare both alike', stat, errmsg)
    else
      same = .true.
    end if

  contains

    function wrong_shape() result(text)
      character(:), allocatable :: text
      text = name // ' has shape ' // shape_text(view%nodes(view%ndim:1:-1)) // ', but ' // &
             shape_text(nodes(size(nodes):1:-1)) // ' is needed'
    end function wrong_shape
  end function same_shape

  ! A shape as it stands in Fortran, such as (101, 201).
  function shape_text(extents) result(text)
    integer(c_int64_t), intent(in) :: extents(:)
    character(:), allocatable :: text
    character(20) :: number
    integer :: i

    text = '('
    do i = 1, size(extents)
      write (number, '(i0)') extents(i)
      if (i > 1) text = text // ', '
      text = text // trim(number)
    end do
    text = text // ')'
  end function shape_text

  ! What the library calls for a user's progress object.
  function progress_thunk(done, total, recomputed, user) bind(c, name='') result(answer)
    integer(c_int64_t), value :: done, total, recomputed
    type(c_ptr), value :: user
    integer(c_int32_t) :: answer
    type(progress_box), pointer :: box
    logical :: cancel

    call c_f_pointer(user, box)
    cancel = .false.
    call box%progress%report(done, total, recomputed, cancel)
    answer = flag(cancel)
  end function progress_thunk

  subroutine progress_release(user) bind(c, name='')
    type(c_ptr), value :: user
    type(progress_box), pointer :: box
    call c_f_pointer(user, box)
    deallocate (box)
  end subroutine progress_release
end module ebbwave_base
