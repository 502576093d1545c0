! SPDX-License-Identifier: MIT
! A Taylor test with all its options and results: is g the gradient of J at m, and H its Hessian? Any user code.
module ebbwave_taylor
  use ebw_c
  use ebbwave_base
  use ebbwave_taylor_calls
  use ebbwave_verify, only: ebw_objective_f32, ebw_objective_f64, shape_differs, taylor_arrays
  implicit none
  private

  public :: ebw_taylor

  ! Options, parts of m, and the results of the last run. Elements of m, directions and steps of a ladder count from 1.
  ! `print *, test` writes the result in words.
  type :: ebw_taylor
    private
    type(c_ptr) :: address = c_null_ptr
    ! Of what is in the box: gfortran 12 prints nothing that can reach a procedure pointer.
    integer(int64) :: n = 0
    type(c_ptr) :: point = c_null_ptr, slope = c_null_ptr
  contains
    generic :: create => create_f32, create_f64
    procedure :: set => set_options
    procedure :: set_constant
    procedure :: add_block
    procedure :: add_blocks
    procedure :: add_region
    procedure :: clear_parts
    procedure :: run
    procedure :: run_hessian
    procedure :: get_text
    procedure :: get_diagnosis
    procedure :: get_fault
    procedure :: get_run
    procedure :: count_directions
    procedure :: get_direction
    procedure :: get_part
    procedure :: get_reason
    procedure :: get_order
    procedure :: get_bound
    procedure :: get_symmetry
    procedure :: count_levels
    procedure :: get_level
    procedure :: c_handle => taylor_handle
    procedure :: destroy => destroy_taylor
    procedure, private :: create_f32, create_f64, write_taylor, assign_taylor
    generic, public :: write(formatted) => write_taylor
    generic, public :: assignment(=) => assign_taylor
  end type ebw_taylor

contains

  ! ---- Create and options --------------------------------------------------------------------------------------------

  ! Creates a test of J at m with the default options.
  ! m (in): m(n), n at least 1, real32 or real64; copied. Its precision is that of all arrays and procedures here.
  ! evaluate (in): J, as ebw_objective_f32 or _f64. An internal procedure must still have its host when the test runs.
  ! gradient (in): dJ/dm, as ebw_gradient_f32 or _f64; or g (in): g(n), its value at m, copied. One of them is needed.
  ! hessian (in): as ebw_hessian_f32 or _f64: run then gives the remainder R2 too, and run_hessian tests it.
  ! inner_product (in): as ebw_product_f32 or _f64, in which g is the gradient; absent: the sum of products.
  ! along (in): along(n, count), directions in place of random ones. typical_size (in): (n), in the unit of m, >= 0,
  ! what counts as a big change (|m|, 1 where it is 0); 0 keeps fixed. lower, upper (in): (n), bounds of all points.
  ! Errors: EBW_ERR_SHAPE (sizes differ, or are 0), EBW_ERR_ARGUMENT (a value out of its range), EBW_ERR_OVERFLOW,
  ! EBW_ERR_NO_MEMORY. Ownership: destroy it; what it held before goes, on success only. Threads: any.
  ! Cost: copies of the arrays. Since 0.1.
  subroutine create_f32(self, m, evaluate, gradient, hessian, g, inner_product, along, typical_size, lower, upper, &
                        stat, errmsg)
    class(ebw_taylor), intent(inout) :: self
    real(real32), intent(in) :: m(:)
    procedure(ebw_objective_f32) :: evaluate
    procedure(ebw_gradient_f32), optional :: gradient
    real(real32), intent(in), optional :: g(:)
    procedure(ebw_hessian_f32), optional :: hessian
    procedure(ebw_product_f32), optional :: inner_product
    real(real32), intent(in), contiguous, target, optional :: along(:, :), typical_size(:), lower(:), upper(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(taylor_box), pointer :: box
    type(taylor_arrays) :: arrays
    type(c_funptr) :: callbacks(3)
    type(c_ptr) :: made
    integer(c_int32_t) :: status
    integer(int64) :: n(1)

    n = shape(m, int64)
    callbacks = c_null_funptr
    if (present(g)) then
      if (shape_differs('g', shape(g, int64), n, stat, errmsg)) return
    end if
    if (present(along)) then
      arrays%n_along = size(along, 2, int64)
      if (shape_differs('along', shape(along, int64), [n, arrays%n_along], stat, errmsg)) return
      arrays%along = c_loc(along)
    end if
    if (present(typical_size)) then
      if (shape_differs('typical_size', shape(typical_size, int64), n, stat, errmsg)) return
      arrays%typical_size = c_loc(typical_size)
    end if
    if (present(lower)) then
      if (shape_differs('lower', shape(lower, int64), n, stat, errmsg)) return
      arrays%lower = c_loc(lower)
    end if
    if (present(upper)) then
      if (shape_differs('upper', shape(upper, int64), n, stat, errmsg)) return
      arrays%upper = c_loc(upper)
    end if
    allocate (box)
    box%n = n(1)
    box%evaluate_f32 => evaluate
    allocate (box%m_f32, source=m)
    box%point = c_loc(box%m_f32)
    if (present(g)) then
      allocate (box%g_f32, source=g)
      box%slope = c_loc(box%g_f32)
    end if
    if (present(gradient)) then
      box%gradient_f32 => gradient
      callbacks(1) = c_funloc(gradient_f32)
    end if
    if (present(hessian)) then
      box%hessian_f32 => hessian
      callbacks(2) = c_funloc(hessian_f32)
    end if
    if (present(inner_product)) then
      box%product_f32 => inner_product
      callbacks(3) = c_funloc(product_f32)
    end if
    made = c_null_ptr
    status = ebw_taylor_create(EBW_F32, box%n, c_funloc(evaluate_f32), c_loc(box), c_funloc(taylor_release), made)
    if (status /= EBW_OK) then
      deallocate (box) ! which the library has not taken
      call finish(status, stat, errmsg)
      return
    end if
    status = set_all(made, box, arrays, callbacks)
    call adopt_taylor(self, box, status, made, stat, errmsg)
  end subroutine create_f32

  ! As create_f32.
  subroutine create_f64(self, m, evaluate, gradient, hessian, g, inner_product, along, typical_size, lower, upper, &
                        stat, errmsg)
    class(ebw_taylor), intent(inout) :: self
    real(real64), intent(in) :: m(:)
    procedure(ebw_objective_f64) :: evaluate
    procedure(ebw_gradient_f64), optional :: gradient
    real(real64), intent(in), optional :: g(:)
    procedure(ebw_hessian_f64), optional :: hessian
    procedure(ebw_product_f64), optional :: inner_product
    real(real64), intent(in), contiguous, target, optional :: along(:, :), typical_size(:), lower(:), upper(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(taylor_box), pointer :: box
    type(taylor_arrays) :: arrays
    type(c_funptr) :: callbacks(3)
    type(c_ptr) :: made
    integer(c_int32_t) :: status
    integer(int64) :: n(1)

    n = shape(m, int64)
    callbacks = c_null_funptr
    if (present(g)) then
      if (shape_differs('g', shape(g, int64), n, stat, errmsg)) return
    end if
    if (present(along)) then
      arrays%n_along = size(along, 2, int64)
      if (shape_differs('along', shape(along, int64), [n, arrays%n_along], stat, errmsg)) return
      arrays%along = c_loc(along)
    end if
    if (present(typical_size)) then
      if (shape_differs('typical_size', shape(typical_size, int64), n, stat, errmsg)) return
      arrays%typical_size = c_loc(typical_size)
    end if
    if (present(lower)) then
      if (shape_differs('lower', shape(lower, int64), n, stat, errmsg)) return
      arrays%lower = c_loc(lower)
    end if
    if (present(upper)) then
      if (shape_differs('upper', shape(upper, int64), n, stat, errmsg)) return
      arrays%upper = c_loc(upper)
    end if
    allocate (box)
    box%n = n(1)
    box%evaluate_f64 => evaluate
    allocate (box%m_f64, source=m)
    box%point = c_loc(box%m_f64)
    if (present(g)) then
      allocate (box%g_f64, source=g)
      box%slope = c_loc(box%g_f64)
    end if
    if (present(gradient)) then
      box%gradient_f64 => gradient
      callbacks(1) = c_funloc(gradient_f64)
    end if
    if (present(hessian)) then
      box%hessian_f64 => hessian
      callbacks(2) = c_funloc(hessian_f64)
    end if
    if (present(inner_product)) then
      box%product_f64 => inner_product
      callbacks(3) = c_funloc(product_f64)
    end if
    made = c_null_ptr
    status = ebw_taylor_create(EBW_F64, box%n, c_funloc(evaluate_f64), c_loc(box), c_funloc(taylor_release), made)
    if (status /= EBW_OK) then
      deallocate (box) ! which the library has not taken
      call finish(status, stat, errmsg)
      return
    end if
    status = set_all(made, box, arrays, callbacks)
    call adopt_taylor(self, box, status, made, stat, errmsg)
  end subroutine create_f64

  ! Hands all that is there to a new test; the status of the first refusal.
  function set_all(made, box, arrays, callbacks) result(status)
    type(c_ptr), intent(in) :: made
    type(taylor_box), intent(in), target :: box
    type(taylor_arrays), intent(in) :: arrays
    type(c_funptr), intent(in) :: callbacks(3) ! gradient, Hessian, inner product
    integer(c_int32_t) :: status

    status = ebw_taylor_set_gradient(made, callbacks(1), c_loc(box), c_null_funptr)
    if (status == EBW_OK) status = ebw_taylor_set_hessian(made, callbacks(2), c_loc(box), c_null_funptr)
    if (status == EBW_OK) status = ebw_taylor_set_inner_product(made, callbacks(3), c_loc(box), c_null_funptr)
    if (status == EBW_OK) status = ebw_taylor_set_typical_size(made, arrays%typical_size)
    if (status == EBW_OK) status = ebw_taylor_set_bounds(made, arrays%lower, arrays%upper)
    if (status == EBW_OK .and. arrays%n_along > 0) &
      status = ebw_taylor_set_given_directions(made, arrays%n_along, arrays%along)
  end function set_all

  subroutine adopt_taylor(self, box, status, made, stat, errmsg)
    class(ebw_taylor), intent(inout) :: self
    type(taylor_box), pointer, intent(in) :: box
    integer(c_int32_t), intent(in) :: status
    type(c_ptr), intent(in) :: made
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (status /= EBW_OK) then
      call ebw_taylor_destroy(made) ! which releases the box and leaves the text of the error
    else
      call self%destroy()
      self%address = made
      self%n = box%n
      self%point = box%point
      self%slope = box%slope
    end if
    call finish(status, stat, errmsg)
  end subroutine adopt_taylor

  ! Sets options; what is absent stays.
  ! profile (in): EBW_PROFILE_DEFAULT, or EBW_PROFILE_EXACT (real64). tolerance (in): instead, in (0, 1).
  ! ladder (in): EBW_LADDER_FULL (default) or EBW_LADDER_REDUCED.
  ! seed (in): of the random directions (1). directions (in): their number, at least 1 (3); forgets given ones.
  ! part_directions (in): random directions of each part, at least 1 (1).
  ! offset (in): elements of the whole vector before m, at least 0 (0), for ranks that hold a slice each.
  ! steps (in): operations that the Hessian applies one after another, at least 1 (1).
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_UNSUPPORTED (exact in real32), EBW_ERR_OVERFLOW (offset), EBW_ERR_HANDLE,
  ! EBW_ERR_BUSY; options before the one that is refused are set. Threads: one at a time per object. Cost: constant.
  ! Since 0.1.
  subroutine set_options(self, profile, tolerance, ladder, seed, directions, part_directions, offset, steps, stat, &
                         errmsg)
    class(ebw_taylor), intent(inout) :: self
    integer, intent(in), optional :: profile, ladder
    real(real64), intent(in), optional :: tolerance
    integer(int64), intent(in), optional :: seed, directions, part_directions, offset, steps
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int32_t) :: status

    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    status = EBW_OK
    if (present(profile)) status = ebw_taylor_set_profile(self%address, profile)
    if (status == EBW_OK .and. present(tolerance)) status = ebw_taylor_set_tolerance(self%address, tolerance)
    if (status == EBW_OK .and. present(ladder)) status = ebw_taylor_set_ladder(self%address, ladder)
    if (status == EBW_OK .and. present(seed)) status = ebw_taylor_set_seed(self%address, seed)
    if (status == EBW_OK .and. present(directions)) status = ebw_taylor_set_directions(self%address, directions)
    if (status == EBW_OK .and. present(part_directions)) &
      status = ebw_taylor_set_part_directions(self%address, part_directions)
    if (status == EBW_OK .and. present(offset)) status = ebw_taylor_set_index_offset(self%address, offset)
    if (status == EBW_OK .and. present(steps)) status = ebw_taylor_set_steps(self%address, steps)
    call finish(status, stat, errmsg)
  end subroutine set_options

  ! Tells the value of a constant of your code: when the gradient is wrong by it, its square, or the inverse of either,
  ! the diagnosis says so by name.
  ! name (in): such as 'dt', not empty. value (in): finite and above 0.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_NO_MEMORY, EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object.
  ! Cost: constant. Since 0.1.
  subroutine set_constant(self, name, value, stat, errmsg)
    class(ebw_taylor), intent(inout) :: self
    character(*), intent(in) :: name
    real(real64), intent(in) :: value
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    call finish(ebw_taylor_set_constant(self%address, c_text(name), value), stat, errmsg)
  end subroutine set_constant

  ! Adds a block of m, which gets directions of its own: an error that the whole hides shows.
  ! name (in): for results and texts, not empty. first, last (in): elements, 1 .. n; last = first - 1: none of them
  ! here, as other ranks may hold some.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_NO_MEMORY, EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object.
  ! Cost: constant. Since 0.1.
  subroutine add_block(self, name, first, last, stat, errmsg)
    class(ebw_taylor), intent(inout) :: self
    character(*), intent(in) :: name
    integer(int64), intent(in) :: first, last
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    call finish(ebw_taylor_add_block(self%address, c_text(name), first - 1, last), stat, errmsg)
  end subroutine add_block

  ! Adds blocks by the number of each element's block; results call them "block 0", "block 1" and so on.
  ! ids (in): ids(n), from 0 on, below 0: in none. count (in): number of blocks; absent: the largest id and one.
  ! Errors: as add_block, EBW_ERR_SHAPE (another size than m). Threads: as add_block. Cost: 8 bytes an element.
  ! Since 0.1.
  subroutine add_blocks(self, ids, count, stat, errmsg)
    class(ebw_taylor), intent(inout) :: self
    integer(c_int32_t), intent(in), contiguous :: ids(:)
    integer(int64), intent(in), optional :: count
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: blocks

    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    if (shape_differs('ids', shape(ids, int64), [self%n], stat, errmsg)) return
    blocks = maxval(ids) + 1_int64
    if (present(count)) blocks = count
    call finish(ebw_taylor_add_block_ids(self%address, blocks, ids), stat, errmsg)
  end subroutine add_blocks

  ! Adds a region: any set of elements, which gets directions of its own.
  ! name (in): as in add_block. elements (in): 1 .. n each, in any order; none at all is fine.
  ! kind (in): EBW_PART_REGION (default), _BLOCK, _BOUNDARY, _SOURCES, _RECEIVERS or _INTERFACE: chooses the words of a
  ! diagnosis.
  ! Errors: as add_block. Threads: as add_block. Cost: 8 bytes an element. Since 0.1.
  subroutine add_region(self, name, elements, kind, stat, errmsg)
    class(ebw_taylor), intent(inout) :: self
    character(*), intent(in) :: name
    integer(int64), intent(in) :: elements(:)
    integer, intent(in), optional :: kind
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64), allocatable :: from_zero(:)
    integer(c_int32_t) :: what

    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    what = EBW_PART_REGION
    if (present(kind)) what = kind
    allocate (from_zero, source=elements - 1)
    call finish(ebw_taylor_add_region(self%address, c_text(name), what, size(elements, kind=int64), from_zero), &
                stat, errmsg)
  end subroutine add_region

  ! Forgets all blocks and regions.
  ! Errors: EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost: constant. Since 0.1.
  subroutine clear_parts(self, stat, errmsg)
    class(ebw_taylor), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    call finish(ebw_taylor_clear_parts(self%address), stat, errmsg)
  end subroutine clear_parts

  ! ---- Run and results -----------------------------------------------------------------------------------------------

  ! Runs the test at m.
  ! verdict (out): EBW_VERDICT_PASS, EBW_VERDICT_FAIL or EBW_VERDICT_INCONCLUSIVE.
  ! Errors: what a procedure set stat to; EBW_ERR_ARGUMENT (m outside its bounds), EBW_ERR_STATE (neither g nor
  ! gradient was given), EBW_ERR_NO_MEMORY, EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object.
  ! Cost: 3 evaluations of J, and per direction 26 (real64) or 28 (real32), reduced 10 or 12; one Hessian per direction.
  ! Since 0.1.
  subroutine run(self, verdict, stat, errmsg)
    class(ebw_taylor), intent(inout) :: self
    integer, intent(inout) :: verdict
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    call finish(ebw_taylor_run(self%address, self%point, self%slope, verdict), stat, errmsg)
  end subroutine run

  ! Tests the Hessian against the gradient at m, and that it is symmetric and linear. Results are read as those of run,
  ! <w, gradient> in the place of J, and by get_symmetry.
  ! verdict (out): as in run.
  ! Errors: as run; EBW_ERR_STATE (gradient or hessian was not given). Threads: as run.
  ! Cost: per direction 29 gradients (real64) or 31 (real32), reduced 13 or 15, and 4 Hessians. Since 0.1.
  subroutine run_hessian(self, verdict, stat, errmsg)
    class(ebw_taylor), intent(inout) :: self
    integer, intent(inout) :: verdict
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    call finish(ebw_taylor_run_hessian(self%address, self%point, verdict), stat, errmsg)
  end subroutine run_hessian

  ! Gets the result in words, on one line.
  ! Errors: EBW_ERR_STATE (no run yet), EBW_ERR_HANDLE, EBW_ERR_BUSY, with an empty answer.
  ! Threads: one at a time per object. Cost: constant. Since 0.1.
  function get_text(self, stat, errmsg) result(text)
    class(ebw_taylor), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(:), allocatable :: text
    type(c_ptr) :: words

    text = ''
    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    words = c_null_ptr
    call finish(ebw_taylor_get_text(self%address, words), stat, errmsg)
    text = f_text(words)
  end function get_text

  ! Gets what is likely wrong with a gradient that fails: a sign, a factor, a constant, the part that fails alone; empty
  ! when there is nothing to say.
  ! Errors: as get_text. Threads: as get_text. Cost: constant. Since 0.1.
  function get_diagnosis(self, stat, errmsg) result(text)
    class(ebw_taylor), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(:), allocatable :: text
    type(c_ptr) :: words

    text = ''
    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    words = c_null_ptr
    call finish(ebw_taylor_get_diagnosis(self%address, words), stat, errmsg)
    text = f_text(words)
  end function get_diagnosis

  ! Gets the fault that was seen.
  ! fault (out): EBW_FAULT_*. element (out): where, 0 when none can be named.
  ! Errors: as get_text, with nothing written. Threads: as get_text. Cost: constant. Since 0.1.
  subroutine get_fault(self, fault, element, stat, errmsg)
    class(ebw_taylor), intent(in) :: self
    integer, intent(inout) :: fault
    integer(int64), intent(inout), optional :: element
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: place
    integer(c_int32_t) :: status

    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    status = ebw_taylor_get_fault(self%address, fault, place)
    if (status == EBW_OK .and. present(element)) element = place + 1
    call finish(status, stat, errmsg)
  end subroutine get_fault

  ! Gets what holds for the whole run.
  ! value (out): J(m). repeatable (out): whether J(m) has the same bits again. restored (out): whether the code under
  ! test left m, g and itself as they were. evaluations (out): of J.
  ! Errors: as get_text, with nothing written. Threads: as get_text. Cost: constant. Since 0.1.
  subroutine get_run(self, value, repeatable, restored, evaluations, stat, errmsg)
    class(ebw_taylor), intent(in) :: self
    real(real64), intent(inout), optional :: value
    logical, intent(inout), optional :: repeatable, restored
    integer(int64), intent(inout), optional :: evaluations
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int32_t) :: status, repeats, whole

    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    status = ebw_taylor_get_value(self%address, value, repeats)
    if (status == EBW_OK) status = ebw_taylor_get_restored(self%address, whole)
    if (status == EBW_OK) status = ebw_taylor_get_evaluations(self%address, evaluations)
    if (status == EBW_OK .and. present(repeatable)) repeatable = repeats /= 0
    if (status == EBW_OK .and. present(restored)) restored = whole /= 0
    call finish(status, stat, errmsg)
  end subroutine get_run

  ! Counts the directions that were tested; fewer than were set after a fault.
  ! Errors: as get_text, with the answer 0. Threads: as get_text. Cost: constant. Since 0.1.
  function count_directions(self, stat, errmsg) result(count)
    class(ebw_taylor), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: count

    count = 0
    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    call finish(ebw_taylor_count_directions(self%address, count), stat, errmsg)
  end function count_directions

  ! The library's number of a direction: from 0, or the worst one's.
  pure function which(direction)
    integer(int64), intent(in), optional :: direction
    integer(int64) :: which

    which = int(EBW_WORST, int64)
    ! Numbers below 1 stay outside of what there is; that of the worst one has no number here.
    if (present(direction)) which = merge(direction - 1, -2_int64, direction > 0)
  end function which

  ! Gets the result along a direction d.
  ! direction (in): 1 .. count_directions; absent: the one that decides the verdict.
  ! verdict (out): EBW_VERDICT_*. error (out): |finite difference - g.d| / scale. resolution (out): its uncertainty.
  ! ratio (out): finite difference / g.d, 1 for a right gradient, 0 when not known. g_dot_d, finite_difference, scale,
  ! noise, curvature (out): in the unit of J; curvature is d'Hd, 0 without a Hessian. dropped (out): steps of the ladder
  ! where J was not to be had. part (out): EBW_PART_*.
  ! Errors: as get_text, EBW_ERR_NOT_FOUND (no such direction). Threads: as get_text. Cost: constant. Since 0.1.
  subroutine get_direction(self, direction, verdict, error, resolution, ratio, g_dot_d, finite_difference, scale, &
                           noise, curvature, dropped, part, stat, errmsg)
    class(ebw_taylor), intent(in) :: self
    integer(int64), intent(in), optional :: direction
    integer, intent(inout), optional :: verdict, part
    real(real64), intent(inout), optional :: error, resolution, ratio, g_dot_d, finite_difference, scale, noise
    real(real64), intent(inout), optional :: curvature
    integer(int64), intent(inout), optional :: dropped
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int32_t) :: status
    integer(int64) :: d
    type(c_ptr) :: name

    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    d = which(direction)
    status = ebw_taylor_get_direction(self%address, d, verdict, error, resolution)
    if (status == EBW_OK) status = ebw_taylor_get_ratio(self%address, d, ratio)
    if (status == EBW_OK) status = ebw_taylor_get_derivative(self%address, d, g_dot_d, finite_difference, scale)
    if (status == EBW_OK) status = ebw_taylor_get_noise(self%address, d, noise)
    if (status == EBW_OK) status = ebw_taylor_get_curvature(self%address, d, curvature)
    if (status == EBW_OK) status = ebw_taylor_get_dropped(self%address, d, dropped)
    if (status == EBW_OK) status = ebw_taylor_get_part(self%address, d, name, part)
    call finish(status, stat, errmsg)
  end subroutine get_direction

  ! Gets the name of the part that a direction covers, "all" for all elements.
  ! direction (in): as in get_direction.
  ! Errors: as get_direction, with an empty answer. Threads: as get_text. Cost: constant. Since 0.1.
  function get_part(self, direction, stat, errmsg) result(name)
    class(ebw_taylor), intent(in) :: self
    integer(int64), intent(in), optional :: direction
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(:), allocatable :: name
    type(c_ptr) :: words

    name = ''
    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    words = c_null_ptr
    call finish(ebw_taylor_get_part(self%address, which(direction), words), stat, errmsg)
    name = f_text(words)
  end function get_part

  ! Gets why a direction is inconclusive; empty when it is not.
  ! direction (in): as in get_direction.
  ! Errors: as get_direction, with an empty answer. Threads: as get_text. Cost: constant. Since 0.1.
  function get_reason(self, direction, stat, errmsg) result(text)
    class(ebw_taylor), intent(in) :: self
    integer(int64), intent(in), optional :: direction
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(:), allocatable :: text
    type(c_ptr) :: words

    text = ''
    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    words = c_null_ptr
    call finish(ebw_taylor_get_reason(self%address, which(direction), words), stat, errmsg)
    text = f_text(words)
  end function get_reason

  ! Gets the order with which a Taylor remainder falls.
  ! remainder (in): 0: J(m + h d) - J, 1: that minus h g.d (order 2 for a right gradient), 2: that minus h^2/2 d'Hd
  ! (order 3 for a right Hessian). order (out): 0 when not known. half_width (out): the 95 % interval is order +- this.
  ! points (out): steps of the ladder above the noise. direction (in): as in get_direction.
  ! Errors: as get_direction, EBW_ERR_ARGUMENT (remainder), EBW_ERR_UNSUPPORTED (2 without a Hessian).
  ! Threads: as get_text. Cost: constant. Since 0.1.
  subroutine get_order(self, remainder, order, half_width, points, direction, stat, errmsg)
    class(ebw_taylor), intent(in) :: self
    integer, intent(in) :: remainder
    real(real64), intent(inout), optional :: order, half_width
    integer(int64), intent(inout), optional :: points
    integer(int64), intent(in), optional :: direction
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int32_t) :: status

    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    status = ebw_taylor_get_order(self%address, which(direction), remainder, order, points)
    if (status == EBW_OK) status = ebw_taylor_get_order_interval(self%address, which(direction), remainder, half_width)
    call finish(status, stat, errmsg)
  end subroutine get_order

  ! Gets what the random directions prove of the whole gradient.
  ! bound (out): what its error is not above, relative to its size, with 99 %. miss_probability (out): at most, that an
  ! error of factor tolerances passes all directions unseen. known (out): false when there is no such proof: given
  ! directions, a fault, a direction that could not be measured. factor (in): above 0.8 (10).
  ! Errors: as get_text, EBW_ERR_ARGUMENT (factor). Threads: as get_text. Cost: constant. Since 0.1.
  subroutine get_bound(self, bound, miss_probability, known, factor, stat, errmsg)
    class(ebw_taylor), intent(in) :: self
    real(real64), intent(inout), optional :: bound, miss_probability
    logical, intent(inout), optional :: known
    real(real64), intent(in), optional :: factor
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    real(real64) :: tolerances
    integer(c_int32_t) :: status, proven

    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    tolerances = 10.0_real64
    if (present(factor)) tolerances = factor
    status = ebw_taylor_get_certificate(self%address, tolerances, miss_probability, bound, proven)
    if (status == EBW_OK .and. present(known)) known = proven /= 0
    call finish(status, stat, errmsg)
  end subroutine get_bound

  ! Gets the symmetry of a Hessian, after run_hessian.
  ! verdict (out): EBW_VERDICT_*. error (out): |<w,Hv> - <v,Hw>|, relative. linearity (out): how far H is from linear,
  ! relative. bound (out): what rounding allows both to be. direction (in): as in get_direction.
  ! Errors: as get_direction, EBW_ERR_NOT_FOUND (the run was not of a Hessian). Threads: as get_text. Cost: constant.
  ! Since 0.1.
  subroutine get_symmetry(self, verdict, error, linearity, bound, direction, stat, errmsg)
    class(ebw_taylor), intent(in) :: self
    integer, intent(inout), optional :: verdict
    real(real64), intent(inout), optional :: error, linearity, bound
    integer(int64), intent(in), optional :: direction
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    call finish(ebw_taylor_get_symmetry(self%address, which(direction), verdict, error, linearity, bound), stat, errmsg)
  end subroutine get_symmetry

  ! Counts the steps of the ladder that were kept.
  ! direction (in): as in get_direction.
  ! Errors: as get_direction, with the answer 0. Threads: as get_text. Cost: constant. Since 0.1.
  function count_levels(self, direction, stat, errmsg) result(count)
    class(ebw_taylor), intent(in) :: self
    integer(int64), intent(in), optional :: direction
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: count

    count = 0
    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    call finish(ebw_taylor_count_levels(self%address, which(direction), count), stat, errmsg)
  end function count_levels

  ! Gets one step of the ladder, for plots.
  ! level (in): 1 (largest step) .. count_levels. h (out): step in typical sizes. r0, r1, r2 (out): the remainders of
  ! get_order at it. direction (in): as in get_direction.
  ! Errors: as get_direction, EBW_ERR_NOT_FOUND (no such level). Threads: as get_text. Cost: constant. Since 0.1.
  subroutine get_level(self, level, h, r0, r1, r2, direction, stat, errmsg)
    class(ebw_taylor), intent(in) :: self
    integer(int64), intent(in) :: level
    real(real64), intent(inout), optional :: h, r0, r1, r2
    integer(int64), intent(in), optional :: direction
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int32_t) :: status

    if (gone(self%address, 'Taylor test', stat, errmsg)) return
    status = ebw_taylor_get_level(self%address, which(direction), level - 1, h, R0=r0, R1=r1)
    if (status == EBW_OK) status = ebw_taylor_get_remainders(self%address, which(direction), level - 1, R2=r2)
    call finish(status, stat, errmsg)
  end subroutine get_level

  ! ---- The object ----------------------------------------------------------------------------------------------------

  ! The C handle, for calls of module ebw_c. Never fails. Ownership: stays with the object. Threads: any. Since 0.1.
  function taylor_handle(self) result(address)
    class(ebw_taylor), intent(in) :: self
    type(c_ptr) :: address
    address = self%address
  end function taylor_handle

  ! Releases what the object holds; it can be created again. Doing so twice is fine. Never fails. Threads: any.
  ! Cost: constant. Since 0.1.
  subroutine destroy_taylor(self)
    class(ebw_taylor), intent(inout) :: self
    call ebw_taylor_destroy(self%address)
    self%address = c_null_ptr
  end subroutine destroy_taylor

  ! The result in words, or why there is none.
  subroutine write_taylor(self, unit, iotype, v_list, iostat, iomsg)
    class(ebw_taylor), intent(in) :: self
    integer, intent(in) :: unit, v_list(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    integer :: stat
    character(200) :: errmsg

    write (unit, '(a)', iostat=iostat, iomsg=iomsg) self%get_text(stat, errmsg)
    if (stat /= 0) write (unit, '(a)', iostat=iostat, iomsg=iomsg) trim(errmsg)
  end subroutine write_taylor

  impure elemental subroutine assign_taylor(to, from)
    class(ebw_taylor), intent(inout) :: to
    class(ebw_taylor), intent(in) :: from
    call refuse_copy('Taylor test')
  end subroutine assign_taylor
end module ebbwave_taylor
