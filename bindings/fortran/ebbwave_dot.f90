! SPDX-License-Identifier: MIT
! A dot test with all its options and results: is A^T the adjoint of A? Any user code.
module ebbwave_dot
  use ebw_c
  use ebbwave_base
  use ebbwave_taylor_calls, only: ebw_product_f32, ebw_product_f64
  use ebbwave_verify, only: ebw_operator_f32, ebw_operator_f64
  implicit none
  private

  public :: ebw_dot

  ! Options and the results of the last run. Pairs of vectors count from 1. `print *, test` writes the result in words.
  type :: ebw_dot
    private
    type(c_ptr) :: address = c_null_ptr
    integer(int64) :: seed = 1, seeds = 3
  contains
    generic :: create => create_f32, create_f64
    procedure :: set => set_options
    procedure :: run
    procedure :: get_text
    procedure :: get_fault
    procedure :: get_run
    procedure :: get_pair
    procedure :: c_handle => dot_handle
    procedure :: destroy => destroy_dot
    procedure, private :: create_f32, create_f64, write_dot, assign_dot
    generic, public :: write(formatted) => write_dot
    generic, public :: assignment(=) => assign_dot
  end type ebw_dot

  ! What the library holds for a user's procedures.
  type :: dot_box
    integer(int64) :: n_x = 0, n_y = 0
    procedure(ebw_operator_f32), pointer, nopass :: forward_f32 => null(), adjoint_f32 => null()
    procedure(ebw_product_f32), pointer, nopass :: product_x_f32 => null(), product_y_f32 => null()
    procedure(ebw_operator_f64), pointer, nopass :: forward_f64 => null(), adjoint_f64 => null()
    procedure(ebw_product_f64), pointer, nopass :: product_x_f64 => null(), product_y_f64 => null()
  end type dot_box

contains

  ! Creates a test of A and A^T with the default options.
  ! x, y (in): arrays of the sizes and the precision of A's input and output, at least 1; what they hold is not used.
  ! forward (in): y = A x, as ebw_operator_f32 or _f64. adjoint (in): x = A^T y, likewise. An internal procedure must
  ! still have its host when the test runs.
  ! product_x, product_y (in): inner products of the two spaces, as ebw_product_f32 or _f64; absent: sums of products.
  ! Errors: EBW_ERR_SHAPE (an empty array), EBW_ERR_OVERFLOW, EBW_ERR_NO_MEMORY. Ownership: destroy it; what it held
  ! before goes, on success only. Threads: any. Cost: constant. Since 0.1.
  subroutine create_f32(self, x, y, forward, adjoint, product_x, product_y, stat, errmsg)
    class(ebw_dot), intent(inout) :: self
    real(real32), intent(in) :: x(:), y(:)
    procedure(ebw_operator_f32) :: forward, adjoint
    procedure(ebw_product_f32), optional :: product_x, product_y
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(dot_box), pointer :: box
    type(c_funptr) :: products(2)
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    products = c_null_funptr
    allocate (box)
    box%n_x = size(x, kind=int64)
    box%n_y = size(y, kind=int64)
    box%forward_f32 => forward
    box%adjoint_f32 => adjoint
    if (present(product_x)) then
      box%product_x_f32 => product_x
      products(1) = c_funloc(product_of_x_f32)
    end if
    if (present(product_y)) then
      box%product_y_f32 => product_y
      products(2) = c_funloc(product_of_y_f32)
    end if
    made = c_null_ptr
    status = ebw_dot_create(EBW_F32, box%n_x, box%n_y, c_funloc(forward_f32), c_funloc(adjoint_f32), c_loc(box), &
                            c_funloc(release), made)
    if (status /= EBW_OK) then
      deallocate (box) ! which the library has not taken
      call finish(status, stat, errmsg)
      return
    end if
    status = ebw_dot_set_inner_products(made, products(1), products(2), c_loc(box), c_null_funptr)
    call adopt_dot(self, status, made, stat, errmsg)
  end subroutine create_f32

  ! As create_f32.
  subroutine create_f64(self, x, y, forward, adjoint, product_x, product_y, stat, errmsg)
    class(ebw_dot), intent(inout) :: self
    real(real64), intent(in) :: x(:), y(:)
    procedure(ebw_operator_f64) :: forward, adjoint
    procedure(ebw_product_f64), optional :: product_x, product_y
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(dot_box), pointer :: box
    type(c_funptr) :: products(2)
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    products = c_null_funptr
    allocate (box)
    box%n_x = size(x, kind=int64)
    box%n_y = size(y, kind=int64)
    box%forward_f64 => forward
    box%adjoint_f64 => adjoint
    if (present(product_x)) then
      box%product_x_f64 => product_x
      products(1) = c_funloc(product_of_x_f64)
    end if
    if (present(product_y)) then
      box%product_y_f64 => product_y
      products(2) = c_funloc(product_of_y_f64)
    end if
    made = c_null_ptr
    status = ebw_dot_create(EBW_F64, box%n_x, box%n_y, c_funloc(forward_f64), c_funloc(adjoint_f64), c_loc(box), &
                            c_funloc(release), made)
    if (status /= EBW_OK) then
      deallocate (box) ! which the library has not taken
      call finish(status, stat, errmsg)
      return
    end if
    status = ebw_dot_set_inner_products(made, products(1), products(2), c_loc(box), c_null_funptr)
    call adopt_dot(self, status, made, stat, errmsg)
  end subroutine create_f64

  ! Takes over a new test, or gives it back after a refusal.
  subroutine adopt_dot(self, status, made, stat, errmsg)
    class(ebw_dot), intent(inout) :: self
    integer(c_int32_t), intent(in) :: status
    type(c_ptr), intent(in) :: made
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (status /= EBW_OK) then
      call ebw_dot_destroy(made) ! which releases the box and leaves the text of the error
    else
      call self%destroy()
      self%address = made
    end if
    call finish(status, stat, errmsg)
  end subroutine adopt_dot

  ! Sets options; what is absent stays.
  ! steps (in): operations K that A applies one after another, at least 1 (1). bound_factor (in): C of the bound
  ! C u sqrt(K), above 0 (64). seed, seeds (in): of the random vectors (1), and how many, at least 1 (3). image (in): a
  ! second pair per seed, with y = A x' (false). offset_x, offset_y (in): elements of the whole vectors before x and y,
  ! at least 0 (0), for ranks that hold a slice each.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_OVERFLOW, EBW_ERR_HANDLE, EBW_ERR_BUSY; options before the one that is refused
  ! are set. Threads: one at a time per object. Cost: constant. Since 0.1.
  subroutine set_options(self, steps, bound_factor, seed, seeds, image, offset_x, offset_y, stat, errmsg)
    class(ebw_dot), intent(inout) :: self
    integer(int64), intent(in), optional :: steps, seed, seeds, offset_x, offset_y
    real(real64), intent(in), optional :: bound_factor
    logical, intent(in), optional :: image
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int32_t) :: status
    integer(int64) :: first, count, x, y

    if (gone(self%address, 'dot test', stat, errmsg)) return
    status = EBW_OK
    if (present(steps)) status = ebw_dot_set_steps(self%address, steps)
    if (status == EBW_OK .and. present(bound_factor)) status = ebw_dot_set_bound_factor(self%address, bound_factor)
    if (status == EBW_OK .and. (present(seed) .or. present(seeds))) then
      first = self%seed
      count = self%seeds
      if (present(seed)) first = seed
      if (present(seeds)) count = seeds
      status = ebw_dot_set_seeds(self%address, first, count)
      if (status == EBW_OK) self%seed = first
      if (status == EBW_OK) self%seeds = count
    end if
    if (status == EBW_OK .and. present(image)) status = ebw_dot_set_image(self%address, flag(image))
    if (status == EBW_OK .and. (present(offset_x) .or. present(offset_y))) then
      x = 0
      y = 0
      if (present(offset_x)) x = offset_x
      if (present(offset_y)) y = offset_y
      status = ebw_dot_set_index_offsets(self%address, x, y)
    end if
    call finish(status, stat, errmsg)
  end subroutine set_options

  ! Runs the test.
  ! verdict (out): EBW_VERDICT_PASS when A^T is the adjoint and A is linear, both to the bound, in all pairs;
  ! EBW_VERDICT_INCONCLUSIVE when A x and A^T y vanish; else EBW_VERDICT_FAIL.
  ! Errors: what a procedure set stat to, EBW_ERR_NO_MEMORY, EBW_ERR_HANDLE, EBW_ERR_BUSY.
  ! Threads: one at a time per object. Cost: per seed 3 forward, 1 adjoint (2 with image). Since 0.1.
  subroutine run(self, verdict, stat, errmsg)
    class(ebw_dot), intent(inout) :: self
    integer, intent(inout) :: verdict
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'dot test', stat, errmsg)) return
    call finish(ebw_dot_run(self%address, verdict), stat, errmsg)
  end subroutine run

  ! Gets the result in words, on one line.
  ! Errors: EBW_ERR_STATE (no run yet), EBW_ERR_HANDLE, EBW_ERR_BUSY, with an empty answer.
  ! Threads: one at a time per object. Cost: constant. Since 0.1.
  function get_text(self, stat, errmsg) result(text)
    class(ebw_dot), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(:), allocatable :: text
    type(c_ptr) :: words

    text = ''
    if (gone(self%address, 'dot test', stat, errmsg)) return
    words = c_null_ptr
    call finish(ebw_dot_get_text(self%address, words), stat, errmsg)
    text = f_text(words)
  end function get_text

  ! Gets the fault that was seen.
  ! fault (out): EBW_FAULT_*. element (out): where, 0 when none can be named.
  ! Errors: as get_text, with nothing written. Threads: as get_text. Cost: constant. Since 0.1.
  subroutine get_fault(self, fault, element, stat, errmsg)
    class(ebw_dot), intent(in) :: self
    integer, intent(inout) :: fault
    integer(int64), intent(inout), optional :: element
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: place
    integer(c_int32_t) :: status

    if (gone(self%address, 'dot test', stat, errmsg)) return
    status = ebw_dot_get_fault(self%address, fault, place)
    if (status == EBW_OK .and. present(element)) element = place + 1
    call finish(status, stat, errmsg)
  end subroutine get_fault

  ! Gets what holds for the whole run.
  ! bound (out): what rounding allows error and linearity to be. pairs (out): of vectors that were tested. forward,
  ! adjoint (out): calls of A and A^T.
  ! Errors: as get_text, with nothing written. Threads: as get_text. Cost: constant. Since 0.1.
  subroutine get_run(self, bound, pairs, forward, adjoint, stat, errmsg)
    class(ebw_dot), intent(in) :: self
    real(real64), intent(inout), optional :: bound
    integer(int64), intent(inout), optional :: pairs, forward, adjoint
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int32_t) :: status

    if (gone(self%address, 'dot test', stat, errmsg)) return
    status = ebw_dot_get_bound(self%address, bound)
    if (status == EBW_OK) status = ebw_dot_count_pairs(self%address, pairs)
    if (status == EBW_OK) status = ebw_dot_get_calls(self%address, forward, adjoint)
    call finish(status, stat, errmsg)
  end subroutine get_run

  ! Gets the result of a pair of vectors.
  ! pair (in): 1 .. pairs; absent: the one that decides the verdict. verdict (out): EBW_VERDICT_*. error (out):
  ! |a - b| / scale. linearity (out): how far A is from linear, relative. a, b (out): <A x, y> and <x, A^T y>.
  ! scale (out): the size that a has for independent vectors.
  ! Errors: as get_text, EBW_ERR_NOT_FOUND (no such pair). Threads: as get_text. Cost: constant. Since 0.1.
  subroutine get_pair(self, pair, verdict, error, linearity, a, b, scale, stat, errmsg)
    class(ebw_dot), intent(in) :: self
    integer(int64), intent(in), optional :: pair
    integer, intent(inout), optional :: verdict
    real(real64), intent(inout), optional :: error, linearity, a, b, scale
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int32_t) :: status
    integer(int64) :: which

    if (gone(self%address, 'dot test', stat, errmsg)) return
    which = int(EBW_WORST, int64)
    ! Numbers below 1 stay outside of what there is; that of the worst one has no number here.
    if (present(pair)) which = merge(pair - 1, -2_int64, pair > 0)
    status = ebw_dot_get_pair(self%address, which, verdict, error, linearity)
    if (status == EBW_OK) status = ebw_dot_get_products(self%address, which, a, b, scale)
    call finish(status, stat, errmsg)
  end subroutine get_pair

  ! The C handle, for calls of module ebw_c. Never fails. Ownership: stays with the object. Threads: any. Since 0.1.
  function dot_handle(self) result(address)
    class(ebw_dot), intent(in) :: self
    type(c_ptr) :: address
    address = self%address
  end function dot_handle

  ! Releases what the object holds; it can be created again. Doing so twice is fine. Never fails. Threads: any.
  ! Cost: constant. Since 0.1.
  subroutine destroy_dot(self)
    class(ebw_dot), intent(inout) :: self
    call ebw_dot_destroy(self%address)
    self%address = c_null_ptr
    self%seed = 1
    self%seeds = 3
  end subroutine destroy_dot

  ! The result in words, or why there is none.
  subroutine write_dot(self, unit, iotype, v_list, iostat, iomsg)
    class(ebw_dot), intent(in) :: self
    integer, intent(in) :: unit, v_list(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    integer :: stat
    character(200) :: errmsg

    write (unit, '(a)', iostat=iostat, iomsg=iomsg) self%get_text(stat, errmsg)
    if (stat /= 0) write (unit, '(a)', iostat=iostat, iomsg=iomsg) trim(errmsg)
  end subroutine write_dot

  impure elemental subroutine assign_dot(to, from)
    class(ebw_dot), intent(inout) :: to
    class(ebw_dot), intent(in) :: from
    call refuse_copy('dot test')
  end subroutine assign_dot

  ! ---- What the library calls ----------------------------------------------------------------------------------------

  subroutine release(user) bind(c, name='')
    type(c_ptr), value :: user
    type(dot_box), pointer :: box
    call c_f_pointer(user, box)
    deallocate (box)
  end subroutine release

  function forward_f32(a, b, user) bind(c, name='') result(answer)
    type(c_ptr), value :: a, b, user
    integer(c_int32_t) :: answer
    type(dot_box), pointer :: box
    real(real32), pointer :: from(:), to(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(a, from, [box%n_x])
    call c_f_pointer(b, to, [box%n_y])
    stat = 0
    call box%forward_f32(from, to, stat)
    answer = int(stat, c_int32_t)
  end function forward_f32

  function adjoint_f32(a, b, user) bind(c, name='') result(answer)
    type(c_ptr), value :: a, b, user
    integer(c_int32_t) :: answer
    type(dot_box), pointer :: box
    real(real32), pointer :: from(:), to(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(a, from, [box%n_y])
    call c_f_pointer(b, to, [box%n_x])
    stat = 0
    call box%adjoint_f32(from, to, stat)
    answer = int(stat, c_int32_t)
  end function adjoint_f32

  function product_of_x_f32(a, b, product, user) bind(c, name='') result(answer)
    type(c_ptr), value :: a, b, user
    real(c_double), intent(inout) :: product
    integer(c_int32_t) :: answer
    type(dot_box), pointer :: box
    real(real32), pointer :: one(:), other(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(a, one, [box%n_x])
    call c_f_pointer(b, other, [box%n_x])
    stat = 0
    call box%product_x_f32(one, other, product, stat)
    answer = int(stat, c_int32_t)
  end function product_of_x_f32

  function product_of_y_f32(a, b, product, user) bind(c, name='') result(answer)
    type(c_ptr), value :: a, b, user
    real(c_double), intent(inout) :: product
    integer(c_int32_t) :: answer
    type(dot_box), pointer :: box
    real(real32), pointer :: one(:), other(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(a, one, [box%n_y])
    call c_f_pointer(b, other, [box%n_y])
    stat = 0
    call box%product_y_f32(one, other, product, stat)
    answer = int(stat, c_int32_t)
  end function product_of_y_f32

  function forward_f64(a, b, user) bind(c, name='') result(answer)
    type(c_ptr), value :: a, b, user
    integer(c_int32_t) :: answer
    type(dot_box), pointer :: box
    real(real64), pointer :: from(:), to(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(a, from, [box%n_x])
    call c_f_pointer(b, to, [box%n_y])
    stat = 0
    call box%forward_f64(from, to, stat)
    answer = int(stat, c_int32_t)
  end function forward_f64

  function adjoint_f64(a, b, user) bind(c, name='') result(answer)
    type(c_ptr), value :: a, b, user
    integer(c_int32_t) :: answer
    type(dot_box), pointer :: box
    real(real64), pointer :: from(:), to(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(a, from, [box%n_y])
    call c_f_pointer(b, to, [box%n_x])
    stat = 0
    call box%adjoint_f64(from, to, stat)
    answer = int(stat, c_int32_t)
  end function adjoint_f64

  function product_of_x_f64(a, b, product, user) bind(c, name='') result(answer)
    type(c_ptr), value :: a, b, user
    real(c_double), intent(inout) :: product
    integer(c_int32_t) :: answer
    type(dot_box), pointer :: box
    real(real64), pointer :: one(:), other(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(a, one, [box%n_x])
    call c_f_pointer(b, other, [box%n_x])
    stat = 0
    call box%product_x_f64(one, other, product, stat)
    answer = int(stat, c_int32_t)
  end function product_of_x_f64

  function product_of_y_f64(a, b, product, user) bind(c, name='') result(answer)
    type(c_ptr), value :: a, b, user
    real(c_double), intent(inout) :: product
    integer(c_int32_t) :: answer
    type(dot_box), pointer :: box
    real(real64), pointer :: one(:), other(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(a, one, [box%n_y])
    call c_f_pointer(b, other, [box%n_y])
    stat = 0
    call box%product_y_f64(one, other, product, stat)
    answer = int(stat, c_int32_t)
  end function product_of_y_f64
end module ebbwave_dot
