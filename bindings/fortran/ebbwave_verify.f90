! SPDX-License-Identifier: MIT
! Proves gradients and adjoints of any user code right or wrong; nothing else of the library is needed.
module ebbwave_verify
  use ebw_c, c_taylor_test => ebw_taylor_test, c_dot_test => ebw_dot_test
  use ebbwave_base
  implicit none
  private

  public :: ebw_taylor_test, ebw_dot_test
  public :: ebw_objective_f32, ebw_objective_f64, ebw_operator_f32, ebw_operator_f64
  ! For the other modules of the binding alone:
  public :: shape_differs, taylor_arrays

  ! Tests whether g is the gradient of J at m, in the precision of m.
  ! m, g (in): m(n), g(n), n at least 1, real32 or real64; sections are copied first.
  ! evaluate (in): J, as ebw_objective_f32 or ebw_objective_f64; an internal procedure sees its host's variables.
  ! verdict (out): EBW_VERDICT_PASS, EBW_VERDICT_FAIL or EBW_VERDICT_INCONCLUSIVE.
  ! error (out): error of the directional derivative relative to the gradient's size, the worst direction's.
  ! resolution (out): uncertainty of error; 1 when nothing could be measured.
  ! Options (in), by keyword:
  !   profile: EBW_PROFILE_DEFAULT or EBW_PROFILE_EXACT (real64). tolerance: instead, in (0, 1).
  !   ladder: EBW_LADDER_FULL (default) or EBW_LADDER_REDUCED. seed: of the random directions (1). directions: their
  !   number, at least 1 (3). along(n, count): given directions instead, of the precision of m as all that follows.
  !   typical_size(n): in the unit of m, >= 0, what counts as a big change (|m|, 1 where it is 0); 0 keeps fixed.
  !   lower(n), upper(n): bounds that all points respect.
  ! Results (out), by keyword: order: that with which J(m + h d) - J - h g.d falls, 2 for a right gradient, 0 when not
  !   known. evaluations: of J. fault: EBW_FAULT_*. text: the result in words, allocated.
  ! Errors: EBW_ERR_SHAPE (sizes differ, or are 0), EBW_ERR_ARGUMENT (an option out of its range), EBW_ERR_UNSUPPORTED
  ! (exact in real32), what evaluate set stat to, EBW_ERR_NO_MEMORY.
  ! Threads: any. Cost: 81 evaluations (real64), 87 (real32), reduced 33, 39; two vectors of n elements and n doubles.
  ! Since 0.1.
  ! Reference: More and Wild 2011 (noise), Ridders 1982 (extrapolation).
  interface ebw_taylor_test
    module procedure taylor_test_f32, taylor_test_f64
  end interface ebw_taylor_test

  ! Tests whether adjoint is the transpose of forward, and forward linear.
  ! x, y (in): arrays of the sizes and the precision of A's input and output, at least 1; what they hold is not used.
  ! forward (in): y = A x, as ebw_operator_f32 or ebw_operator_f64. adjoint (in): x = A^T y, likewise.
  ! verdict (out): EBW_VERDICT_*.
  ! error (out): |<Ax,y> - <x,A^T y>| relative to its size for independent vectors, the worst pair's.
  ! bound (out): what rounding allows. steps (in): operations that A applies one after another, at least 1 (default).
  ! Options (in), by keyword: bound_factor: C of the bound C u sqrt(steps) (64). seed, seeds: of the random vectors (1),
  !   and how many (3). image: adds a pair with y = A x' (false).
  ! Results (out), by keyword: linearity: how far A is from linear, relative. fault: EBW_FAULT_*. text: the result in
  !   words, allocated.
  ! Errors: EBW_ERR_ARGUMENT (an option out of its range), EBW_ERR_SHAPE (an empty array), what a procedure
  ! set stat to, EBW_ERR_NO_MEMORY.
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

  ! The arrays among the options, NULL where absent.
  type :: taylor_arrays
    type(c_ptr) :: typical_size = c_null_ptr, lower = c_null_ptr, upper = c_null_ptr, along = c_null_ptr
    integer(int64) :: n_along = 0
  end type taylor_arrays

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

  ! An array of an option has the shape that it needs; that is reported.
  function shape_differs(name, found, needed, stat, errmsg) result(differs)
    character(*), intent(in) :: name
    integer(int64), intent(in) :: found(:), needed(:)
    integer, intent(inout), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical :: differs

    differs = any(found /= needed)
    if (differs) call report(EBW_ERR_SHAPE, name // ' has shape ' // shape_text(found) // ', m has ' // &
                             shape_text(needed(:1)) // ': they must be alike', stat, errmsg)
  end function shape_differs

  ! Every option that is present; the first refusal ends it.
  function set_taylor_options(test, options, profile, tolerance, ladder, seed, directions) result(status)
    type(c_ptr), intent(in) :: test
    type(taylor_arrays), intent(in) :: options
    integer, intent(in), optional :: profile, ladder
    real(real64), intent(in), optional :: tolerance
    integer(int64), intent(in), optional :: seed, directions
    integer(c_int32_t) :: status

    status = ebw_taylor_set_typical_size(test, options%typical_size)
    if (status == EBW_OK) status = ebw_taylor_set_bounds(test, options%lower, options%upper)
    if (status == EBW_OK .and. present(profile)) status = ebw_taylor_set_profile(test, profile)
    if (status == EBW_OK .and. present(tolerance)) status = ebw_taylor_set_tolerance(test, tolerance)
    if (status == EBW_OK .and. present(ladder)) status = ebw_taylor_set_ladder(test, ladder)
    if (status == EBW_OK .and. present(seed)) status = ebw_taylor_set_seed(test, seed)
    if (status == EBW_OK .and. present(directions)) status = ebw_taylor_set_directions(test, directions)
    if (status == EBW_OK .and. options%n_along > 0) &
      status = ebw_taylor_set_given_directions(test, options%n_along, options%along)
  end function set_taylor_options

  ! What a run has left. After a fault before the first direction error is 0 and resolution 1. text is not optional:
  ! gfortran 12 loses the length of an optional one that is passed on.
  function get_taylor_results(test, error, resolution, order, evaluations, fault, text) result(status)
    type(c_ptr), intent(in) :: test
    real(real64), intent(inout), optional :: error, resolution, order
    integer(int64), intent(inout), optional :: evaluations
    integer, intent(inout), optional :: fault
    character(:), allocatable, intent(inout) :: text
    integer(c_int32_t) :: status
    integer(int64) :: directions
    type(c_ptr) :: words

    if (present(error)) error = 0.0_real64
    if (present(resolution)) resolution = 1.0_real64
    if (present(order)) order = 0.0_real64
    status = ebw_taylor_count_directions(test, directions)
    if (status == EBW_OK .and. directions > 0) then
      status = ebw_taylor_get_direction(test, int(EBW_WORST, int64), error=error, resolution=resolution)
      if (status == EBW_OK) status = ebw_taylor_get_order(test, int(EBW_WORST, int64), 1_c_int32_t, order)
    end if
    if (status == EBW_OK .and. present(evaluations)) status = ebw_taylor_get_evaluations(test, evaluations)
    if (status == EBW_OK .and. present(fault)) status = ebw_taylor_get_fault(test, fault)
    if (status == EBW_OK) status = ebw_taylor_get_text(test, words)
    if (status == EBW_OK) text = f_text(words)
  end function get_taylor_results

  ! Every option that is present; the first refusal ends it.
  function set_dot_options(test, steps, bound_factor, seed, seeds, image) result(status)
    type(c_ptr), intent(in) :: test
    integer(int64), intent(in), optional :: steps, seed, seeds
    real(real64), intent(in), optional :: bound_factor
    logical, intent(in), optional :: image
    integer(c_int32_t) :: status
    integer(int64) :: first, count

    status = EBW_OK
    first = 1
    count = 3
    if (present(seed)) first = seed
    if (present(seeds)) count = seeds
    if (present(seed) .or. present(seeds)) status = ebw_dot_set_seeds(test, first, count)
    if (status == EBW_OK .and. present(steps)) status = ebw_dot_set_steps(test, steps)
    if (status == EBW_OK .and. present(bound_factor)) status = ebw_dot_set_bound_factor(test, bound_factor)
    if (status == EBW_OK .and. present(image)) status = ebw_dot_set_image(test, flag(image))
  end function set_dot_options

  ! What a run has left. After a fault before the first pair error and linearity are 0.
  function get_dot_results(test, error, bound, linearity, fault, text) result(status)
    type(c_ptr), intent(in) :: test
    real(real64), intent(inout), optional :: error, bound, linearity
    integer, intent(inout), optional :: fault
    character(:), allocatable, intent(inout) :: text
    integer(c_int32_t) :: status
    integer(int64) :: pairs
    type(c_ptr) :: words

    if (present(error)) error = 0.0_real64
    if (present(linearity)) linearity = 0.0_real64
    status = ebw_dot_count_pairs(test, pairs)
    if (status == EBW_OK .and. pairs > 0) &
      status = ebw_dot_get_pair(test, int(EBW_WORST, int64), error=error, linearity=linearity)
    if (status == EBW_OK .and. present(bound)) status = ebw_dot_get_bound(test, bound)
    if (status == EBW_OK .and. present(fault)) status = ebw_dot_get_fault(test, fault)
    if (status == EBW_OK) status = ebw_dot_get_text(test, words)
    if (status == EBW_OK) text = f_text(words)
  end function get_dot_results

  subroutine taylor_test_f32(m, g, evaluate, verdict, error, resolution, stat, errmsg, profile, tolerance, ladder, &
                             seed, directions, along, typical_size, lower, upper, order, evaluations, fault, text)
    real(real32), intent(in), contiguous, target :: m(:), g(:)
    procedure(ebw_objective_f32) :: evaluate
    integer, intent(inout) :: verdict
    real(real64), intent(inout), optional :: error, resolution, order
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: profile, ladder
    real(real64), intent(in), optional :: tolerance
    integer(int64), intent(in), optional :: seed, directions
    real(real32), intent(in), contiguous, target, optional :: along(:, :), typical_size(:), lower(:), upper(:)
    integer(int64), intent(inout), optional :: evaluations
    integer, intent(inout), optional :: fault
    character(:), allocatable, intent(inout), optional :: text
    type(taylor_box_f32), target :: box
    type(taylor_arrays) :: options
    character(:), allocatable :: words
    type(c_ptr) :: test
    integer(c_int32_t) :: status
    integer(int64) :: n(1)

    n = shape(m, int64)
    if (shape_differs('g', shape(g, int64), n, stat, errmsg)) return
    if (present(along)) then
      options%n_along = size(along, 2, int64)
      if (shape_differs('along', shape(along, int64), [n, options%n_along], stat, errmsg)) return
      options%along = c_loc(along)
    end if
    if (present(typical_size)) then
      if (shape_differs('typical_size', shape(typical_size, int64), n, stat, errmsg)) return
      options%typical_size = c_loc(typical_size)
    end if
    if (present(lower)) then
      if (shape_differs('lower', shape(lower, int64), n, stat, errmsg)) return
      options%lower = c_loc(lower)
    end if
    if (present(upper)) then
      if (shape_differs('upper', shape(upper, int64), n, stat, errmsg)) return
      options%upper = c_loc(upper)
    end if
    box%n = n(1)
    box%evaluate => evaluate
    test = c_null_ptr
    status = ebw_taylor_create(EBW_F32, box%n, c_funloc(evaluate_f32), c_loc(box), c_null_funptr, test)
    if (status == EBW_OK) status = set_taylor_options(test, options, profile, tolerance, ladder, seed, directions)
    if (status == EBW_OK) status = ebw_taylor_run(test, c_loc(m), c_loc(g), verdict)
    if (status == EBW_OK) status = get_taylor_results(test, error, resolution, order, evaluations, fault, words)
    if (status == EBW_OK .and. present(text)) text = words
    call ebw_taylor_destroy(test)
    call finish(status, stat, errmsg)
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

  subroutine dot_test_f32(x, y, forward, adjoint, verdict, error, bound, steps, stat, errmsg, bound_factor, seed, &
                          seeds, image, linearity, fault, text)
    real(real32), intent(in) :: x(:), y(:)
    procedure(ebw_operator_f32) :: forward, adjoint
    integer, intent(inout) :: verdict
    real(real64), intent(inout), optional :: error, bound, linearity
    integer(int64), intent(in), optional :: steps, seed, seeds
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    real(real64), intent(in), optional :: bound_factor
    logical, intent(in), optional :: image
    integer, intent(inout), optional :: fault
    character(:), allocatable, intent(inout), optional :: text
    type(dot_box_f32), target :: box
    character(:), allocatable :: words
    type(c_ptr) :: test
    integer(c_int32_t) :: status

    box%n_x = size(x, kind=int64)
    box%n_y = size(y, kind=int64)
    box%forward => forward
    box%adjoint => adjoint
    test = c_null_ptr
    status = ebw_dot_create(EBW_F32, box%n_x, box%n_y, c_funloc(forward_f32), c_funloc(adjoint_f32), c_loc(box), &
                            c_null_funptr, test)
    if (status == EBW_OK) status = set_dot_options(test, steps, bound_factor, seed, seeds, image)
    if (status == EBW_OK) status = ebw_dot_run(test, verdict)
    if (status == EBW_OK) status = get_dot_results(test, error, bound, linearity, fault, words)
    if (status == EBW_OK .and. present(text)) text = words
    call ebw_dot_destroy(test)
    call finish(status, stat, errmsg)
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

  subroutine taylor_test_f64(m, g, evaluate, verdict, error, resolution, stat, errmsg, profile, tolerance, ladder, &
                             seed, directions, along, typical_size, lower, upper, order, evaluations, fault, text)
    real(real64), intent(in), contiguous, target :: m(:), g(:)
    procedure(ebw_objective_f64) :: evaluate
    integer, intent(inout) :: verdict
    real(real64), intent(inout), optional :: error, resolution, order
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer, intent(in), optional :: profile, ladder
    real(real64), intent(in), optional :: tolerance
    integer(int64), intent(in), optional :: seed, directions
    real(real64), intent(in), contiguous, target, optional :: along(:, :), typical_size(:), lower(:), upper(:)
    integer(int64), intent(inout), optional :: evaluations
    integer, intent(inout), optional :: fault
    character(:), allocatable, intent(inout), optional :: text
    type(taylor_box_f64), target :: box
    type(taylor_arrays) :: options
    character(:), allocatable :: words
    type(c_ptr) :: test
    integer(c_int32_t) :: status
    integer(int64) :: n(1)

    n = shape(m, int64)
    if (shape_differs('g', shape(g, int64), n, stat, errmsg)) return
    if (present(along)) then
      options%n_along = size(along, 2, int64)
      if (shape_differs('along', shape(along, int64), [n, options%n_along], stat, errmsg)) return
      options%along = c_loc(along)
    end if
    if (present(typical_size)) then
      if (shape_differs('typical_size', shape(typical_size, int64), n, stat, errmsg)) return
      options%typical_size = c_loc(typical_size)
    end if
    if (present(lower)) then
      if (shape_differs('lower', shape(lower, int64), n, stat, errmsg)) return
      options%lower = c_loc(lower)
    end if
    if (present(upper)) then
      if (shape_differs('upper', shape(upper, int64), n, stat, errmsg)) return
      options%upper = c_loc(upper)
    end if
    box%n = n(1)
    box%evaluate => evaluate
    test = c_null_ptr
    status = ebw_taylor_create(EBW_F64, box%n, c_funloc(evaluate_f64), c_loc(box), c_null_funptr, test)
    if (status == EBW_OK) status = set_taylor_options(test, options, profile, tolerance, ladder, seed, directions)
    if (status == EBW_OK) status = ebw_taylor_run(test, c_loc(m), c_loc(g), verdict)
    if (status == EBW_OK) status = get_taylor_results(test, error, resolution, order, evaluations, fault, words)
    if (status == EBW_OK .and. present(text)) text = words
    call ebw_taylor_destroy(test)
    call finish(status, stat, errmsg)
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

  subroutine dot_test_f64(x, y, forward, adjoint, verdict, error, bound, steps, stat, errmsg, bound_factor, seed, &
                          seeds, image, linearity, fault, text)
    real(real64), intent(in) :: x(:), y(:)
    procedure(ebw_operator_f64) :: forward, adjoint
    integer, intent(inout) :: verdict
    real(real64), intent(inout), optional :: error, bound, linearity
    integer(int64), intent(in), optional :: steps, seed, seeds
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    real(real64), intent(in), optional :: bound_factor
    logical, intent(in), optional :: image
    integer, intent(inout), optional :: fault
    character(:), allocatable, intent(inout), optional :: text
    type(dot_box_f64), target :: box
    character(:), allocatable :: words
    type(c_ptr) :: test
    integer(c_int32_t) :: status

    box%n_x = size(x, kind=int64)
    box%n_y = size(y, kind=int64)
    box%forward => forward
    box%adjoint => adjoint
    test = c_null_ptr
    status = ebw_dot_create(EBW_F64, box%n_x, box%n_y, c_funloc(forward_f64), c_funloc(adjoint_f64), c_loc(box), &
                            c_null_funptr, test)
    if (status == EBW_OK) status = set_dot_options(test, steps, bound_factor, seed, seeds, image)
    if (status == EBW_OK) status = ebw_dot_run(test, verdict)
    if (status == EBW_OK) status = get_dot_results(test, error, bound, linearity, fault, words)
    if (status == EBW_OK .and. present(text)) text = words
    call ebw_dot_destroy(test)
    call finish(status, stat, errmsg)
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
