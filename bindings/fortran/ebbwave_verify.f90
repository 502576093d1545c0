! SPDX-License-Identifier: MIT
! Proves gradients and adjoints of any user code right or wrong; nothing else of the library is needed.
module ebbwave_verify
  use ebw_c, c_taylor_test => ebw_taylor_test, c_dot_test => ebw_dot_test
  use ebbwave_base
  implicit none
  private

  public :: ebw_taylor_test, ebw_dot_test
  public :: ebw_objective_f32, ebw_objective_f64, ebw_operator_f32, ebw_operator_f64

  ! Tests whether g is the gradient of J at m, in the precision of m, with the library's default options.
  ! m, g (in): m(n), g(n), n at least 1, real32 or real64; sections are copied first.
  ! evaluate (in): J, as ebw_objective_f32 or ebw_objective_f64; an internal procedure sees its host's variables.
  ! verdict (out): EBW_VERDICT_PASS, EBW_VERDICT_FAIL or EBW_VERDICT_INCONCLUSIVE.
  ! error (out): error of the directional derivative relative to the gradient's size, the worst of 3 directions.
  ! resolution (out): uncertainty of error; 1 when nothing could be measured.
  ! Errors: EBW_ERR_SHAPE (sizes of m and g differ, or are 0), what evaluate set stat to, EBW_ERR_NO_MEMORY.
  ! Threads: any. Cost: 81 evaluations (real64), 87 (real32); two vectors of n elements and n doubles. Since 0.1.
  ! Reference: More and Wild 2011 (noise), Ridders 1982 (extrapolation).
  interface ebw_taylor_test
    module procedure taylor_test_f32, taylor_test_f64
  end interface ebw_taylor_test

  ! Tests whether adjoint is the transpose of forward, and forward linear, with the library's default options.
  ! x, y (in): arrays of the sizes and the precision of A's input and output, at least 1; what they hold is not used.
  ! forward (in): y = A x, as ebw_operator_f32 or ebw_operator_f64. adjoint (in): x = A^T y, likewise.
  ! verdict (out): EBW_VERDICT_*.
  ! error (out): |<Ax,y> - <x,A^T y>| relative to its size for independent vectors, the worst pair's.
  ! bound (out): what rounding allows. steps (in): operations that A applies one after another, at least 1 (default).
  ! Errors: EBW_ERR_ARGUMENT (steps), EBW_ERR_SHAPE (an empty array), what a procedure set stat to, EBW_ERR_NO_MEMORY.
  ! Threads: any. Cost: 9 forward, 3 adjoint; 5 vectors of each length. Since 0.1. Reference: Claerbout 1992, chapter 5.
  interface ebw_dot_test
    module procedure dot_test_f32, dot_test_f64
  end interface ebw_dot_test

  abstract interface
    ! Sets value = J(m). m (in): m(n). stat (inout): 0 before; any other number drops a step of the test's ladder (m may
    ! lie outside the domain of J), and ends the test elsewhere.
    subroutine ebw_objective_f32(m, value, stat)
      import :: real32, real64
      real(real32), intent(in) :: m(:)
      real(real64), intent(inout) :: value
      integer, intent(inout) :: stat
    end subroutine ebw_objective_f32
    ! The same in double precision.
    subroutine ebw_objective_f64(m, value, stat)
      import :: real64
      real(real64), intent(in) :: m(:)
      real(real64), intent(inout) :: value
      integer, intent(inout) :: stat
    end subroutine ebw_objective_f64
    ! Sets to = A from, or A^T from. Every element of to must be written: it holds NaN before. stat (inout): 0 before;
    ! any other number ends the test.
    subroutine ebw_operator_f32(from, to, stat)
      import :: real32
      real(real32), intent(in) :: from(:)
      real(real32), intent(inout) :: to(:)
      integer, intent(inout) :: stat
    end subroutine ebw_operator_f32
    ! The same in double precision.
    subroutine ebw_operator_f64(from, to, stat)
      import :: real64
      real(real64), intent(in) :: from(:)
      real(real64), intent(inout) :: to(:)
      integer, intent(inout) :: stat
    end subroutine ebw_operator_f64
  end interface

  type :: taylor_box_f32
    integer(int64) :: n = 0
    procedure(ebw_objective_f32), pointer, nopass :: evaluate => null()
  end type taylor_box_f32

  type :: dot_box_f32
    integer(int64) :: n_x = 0, n_y = 0
    procedure(ebw_operator_f32), pointer, nopass :: forward => null(), adjoint => null()
  end type dot_box_f32

  type :: taylor_box_f64
    integer(int64) :: n = 0
    procedure(ebw_objective_f64), pointer, nopass :: evaluate => null()
  end type taylor_box_f64

  type :: dot_box_f64
    integer(int64) :: n_x = 0, n_y = 0
    procedure(ebw_operator_f64), pointer, nopass :: forward => null(), adjoint => null()
  end type dot_box_f64

contains

  ! Whether m and g differ in size; that is reported.
  function sizes_differ(n_m, n_g, stat, errmsg) result(differ)
    integer(int64), intent(in) :: n_m, n_g
    integer, intent(inout), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical :: differ

    differ = n_m /= n_g
    if (differ) call report(EBW_ERR_SHAPE, 'g has shape ' // shape_text([n_g]) // ', m has ' // shape_text([n_m]) // &
                            ': they must be alike', stat, errmsg)
  end function sizes_differ

  subroutine taylor_test_f32(m, g, evaluate, verdict, error, resolution, stat, errmsg)
    real(real32), intent(in), contiguous, target :: m(:), g(:)
    procedure(ebw_objective_f32) :: evaluate
    integer, intent(inout) :: verdict
    real(real64), intent(inout), optional :: error, resolution
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(taylor_box_f32), target :: box

    if (sizes_differ(size(m, kind=int64), size(g, kind=int64), stat, errmsg)) return
    box%n = size(m, kind=int64)
    box%evaluate => evaluate
    call finish(c_taylor_test(EBW_F32, box%n, c_loc(m), c_loc(g), c_funloc(evaluate_f32), c_loc(box), verdict, error, &
                              resolution), stat, errmsg)
  end subroutine taylor_test_f32

  function evaluate_f32(m, value, user) bind(c, name='') result(answer)
    type(c_ptr), value :: m, user
    real(c_double), intent(inout) :: value
    integer(c_int32_t) :: answer
    type(taylor_box_f32), pointer :: box
    real(real32), pointer :: point(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(m, point, [box%n])
    stat = 0
    call box%evaluate(point, value, stat)
    answer = int(stat, c_int32_t)
  end function evaluate_f32

  subroutine dot_test_f32(x, y, forward, adjoint, verdict, error, bound, steps, stat, errmsg)
    real(real32), intent(in) :: x(:), y(:)
    procedure(ebw_operator_f32) :: forward, adjoint
    integer, intent(inout) :: verdict
    real(real64), intent(inout), optional :: error, bound
    integer(int64), intent(in), optional :: steps
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(dot_box_f32), target :: box
    integer(int64) :: n_operations

    n_operations = 1
    if (present(steps)) n_operations = steps
    box%n_x = size(x, kind=int64)
    box%n_y = size(y, kind=int64)
    box%forward => forward
    box%adjoint => adjoint
    call finish(c_dot_test(EBW_F32, box%n_x, box%n_y, c_funloc(forward_f32), c_funloc(adjoint_f32), c_loc(box), &
                           n_operations, verdict, error, bound), stat, errmsg)
  end subroutine dot_test_f32

  function forward_f32(x, y, user) bind(c, name='') result(answer)
    type(c_ptr), value :: x, y, user
    integer(c_int32_t) :: answer
    type(dot_box_f32), pointer :: box
    real(real32), pointer :: from(:), to(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(x, from, [box%n_x])
    call c_f_pointer(y, to, [box%n_y])
    stat = 0
    call box%forward(from, to, stat)
    answer = int(stat, c_int32_t)
  end function forward_f32

  function adjoint_f32(y, x, user) bind(c, name='') result(answer)
    type(c_ptr), value :: y, x, user
    integer(c_int32_t) :: answer
    type(dot_box_f32), pointer :: box
    real(real32), pointer :: from(:), to(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(y, from, [box%n_y])
    call c_f_pointer(x, to, [box%n_x])
    stat = 0
    call box%adjoint(from, to, stat)
    answer = int(stat, c_int32_t)
  end function adjoint_f32

  subroutine taylor_test_f64(m, g, evaluate, verdict, error, resolution, stat, errmsg)
    real(real64), intent(in), contiguous, target :: m(:), g(:)
    procedure(ebw_objective_f64) :: evaluate
    integer, intent(inout) :: verdict
    real(real64), intent(inout), optional :: error, resolution
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(taylor_box_f64), target :: box

    if (sizes_differ(size(m, kind=int64), size(g, kind=int64), stat, errmsg)) return
    box%n = size(m, kind=int64)
    box%evaluate => evaluate
    call finish(c_taylor_test(EBW_F64, box%n, c_loc(m), c_loc(g), c_funloc(evaluate_f64), c_loc(box), verdict, error, &
                              resolution), stat, errmsg)
  end subroutine taylor_test_f64

  function evaluate_f64(m, value, user) bind(c, name='') result(answer)
    type(c_ptr), value :: m, user
    real(c_double), intent(inout) :: value
    integer(c_int32_t) :: answer
    type(taylor_box_f64), pointer :: box
    real(real64), pointer :: point(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(m, point, [box%n])
    stat = 0
    call box%evaluate(point, value, stat)
    answer = int(stat, c_int32_t)
  end function evaluate_f64

  subroutine dot_test_f64(x, y, forward, adjoint, verdict, error, bound, steps, stat, errmsg)
    real(real64), intent(in) :: x(:), y(:)
    procedure(ebw_operator_f64) :: forward, adjoint
    integer, intent(inout) :: verdict
    real(real64), intent(inout), optional :: error, bound
    integer(int64), intent(in), optional :: steps
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(dot_box_f64), target :: box
    integer(int64) :: n_operations

    n_operations = 1
    if (present(steps)) n_operations = steps
    box%n_x = size(x, kind=int64)
    box%n_y = size(y, kind=int64)
    box%forward => forward
    box%adjoint => adjoint
    call finish(c_dot_test(EBW_F64, box%n_x, box%n_y, c_funloc(forward_f64), c_funloc(adjoint_f64), c_loc(box), &
                           n_operations, verdict, error, bound), stat, errmsg)
  end subroutine dot_test_f64

  function forward_f64(x, y, user) bind(c, name='') result(answer)
    type(c_ptr), value :: x, y, user
    integer(c_int32_t) :: answer
    type(dot_box_f64), pointer :: box
    real(real64), pointer :: from(:), to(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(x, from, [box%n_x])
    call c_f_pointer(y, to, [box%n_y])
    stat = 0
    call box%forward(from, to, stat)
    answer = int(stat, c_int32_t)
  end function forward_f64

  function adjoint_f64(y, x, user) bind(c, name='') result(answer)
    type(c_ptr), value :: y, x, user
    integer(c_int32_t) :: answer
    type(dot_box_f64), pointer :: box
    real(real64), pointer :: from(:), to(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(y, from, [box%n_y])
    call c_f_pointer(x, to, [box%n_x])
    stat = 0
    call box%adjoint(from, to, stat)
    answer = int(stat, c_int32_t)
  end function adjoint_f64
end module ebbwave_verify
