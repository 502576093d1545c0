! SPDX-License-Identifier: MIT
! Procedures of a user that a Taylor test calls: their interfaces, and what the library calls in their place.
module ebbwave_taylor_calls
  use ebw_c
  use ebbwave_base
  use ebbwave_verify, only: ebw_objective_f32, ebw_objective_f64
  implicit none
  private

  public :: ebw_gradient_f32, ebw_gradient_f64, ebw_hessian_f32, ebw_hessian_f64, ebw_product_f32, ebw_product_f64
  ! For the test alone:
  public :: taylor_box, taylor_release, evaluate_f32, evaluate_f64, gradient_f32, gradient_f64, hessian_f32
  public :: hessian_f64, product_f32, product_f64

  abstract interface
    ! The same in single precision.
    subroutine ebw_gradient_f32(m, g, stat)
      import :: real32
      real(real32), intent(in) :: m(:)
      real(real32), intent(inout) :: g(:)
      integer, intent(inout) :: stat
    end subroutine ebw_gradient_f32
    ! The same in single precision.
    subroutine ebw_hessian_f32(m, v, hv, stat)
      import :: real32
      real(real32), intent(in) :: m(:), v(:)
      real(real32), intent(inout) :: hv(:)
      integer, intent(inout) :: stat
    end subroutine ebw_hessian_f32
    ! The same in single precision.
    subroutine ebw_product_f32(a, b, product, stat)
      import :: real32, real64
      real(real32), intent(in) :: a(:), b(:)
      real(real64), intent(inout) :: product
      integer, intent(inout) :: stat
    end subroutine ebw_product_f32
    ! Sets g = dJ/dm at m. Every element of g must be written. stat (inout): 0 before; any other number ends the test.
    subroutine ebw_gradient_f64(m, g, stat)
      import :: real64
      real(real64), intent(in) :: m(:)
      real(real64), intent(inout) :: g(:)
      integer, intent(inout) :: stat
    end subroutine ebw_gradient_f64
    ! Sets hv = H(m) v, the derivative of the gradient along v. Every element of hv must be written. stat: likewise.
    subroutine ebw_hessian_f64(m, v, hv, stat)
      import :: real64
      real(real64), intent(in) :: m(:), v(:)
      real(real64), intent(inout) :: hv(:)
      integer, intent(inout) :: stat
    end subroutine ebw_hessian_f64
    ! Sets product = <a, b>, in which g is the gradient; a parallel program sums over all ranks here. stat: likewise.
    subroutine ebw_product_f64(a, b, product, stat)
      import :: real64
      real(real64), intent(in) :: a(:), b(:)
      real(real64), intent(inout) :: product
      integer, intent(inout) :: stat
    end subroutine ebw_product_f64
  end interface

  ! What the library holds for a user's procedures, and the point with its gradient.
  type :: taylor_box
    integer(int64) :: n = 0
    type(c_ptr) :: point = c_null_ptr, slope = c_null_ptr
    real(real32), allocatable :: m_f32(:), g_f32(:)
    procedure(ebw_objective_f32), pointer, nopass :: evaluate_f32 => null()
    procedure(ebw_gradient_f32), pointer, nopass :: gradient_f32 => null()
    procedure(ebw_hessian_f32), pointer, nopass :: hessian_f32 => null()
    procedure(ebw_product_f32), pointer, nopass :: product_f32 => null()
    real(real64), allocatable :: m_f64(:), g_f64(:)
    procedure(ebw_objective_f64), pointer, nopass :: evaluate_f64 => null()
    procedure(ebw_gradient_f64), pointer, nopass :: gradient_f64 => null()
    procedure(ebw_hessian_f64), pointer, nopass :: hessian_f64 => null()
    procedure(ebw_product_f64), pointer, nopass :: product_f64 => null()
  end type taylor_box

contains

  subroutine taylor_release(user) bind(c, name='')
    type(c_ptr), value :: user
    type(taylor_box), pointer :: box
    call c_f_pointer(user, box)
    deallocate (box)
  end subroutine taylor_release

  function evaluate_f32(m, value, user) bind(c, name='') result(answer)
    type(c_ptr), value :: m, user
    real(c_double), intent(inout) :: value
    integer(c_int32_t) :: answer
    type(taylor_box), pointer :: box
    real(real32), pointer :: point(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(m, point, [box%n])
    stat = 0
    call box%evaluate_f32(point, value, stat)
    answer = int(stat, c_int32_t)
  end function evaluate_f32

  function gradient_f32(m, g, user) bind(c, name='') result(answer)
    type(c_ptr), value :: m, g, user
    integer(c_int32_t) :: answer
    type(taylor_box), pointer :: box
    real(real32), pointer :: point(:), slope(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(m, point, [box%n])
    call c_f_pointer(g, slope, [box%n])
    stat = 0
    call box%gradient_f32(point, slope, stat)
    answer = int(stat, c_int32_t)
  end function gradient_f32

  function hessian_f32(m, v, hv, user) bind(c, name='') result(answer)
    type(c_ptr), value :: m, v, hv, user
    integer(c_int32_t) :: answer
    type(taylor_box), pointer :: box
    real(real32), pointer :: point(:), from(:), to(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(m, point, [box%n])
    call c_f_pointer(v, from, [box%n])
    call c_f_pointer(hv, to, [box%n])
    stat = 0
    call box%hessian_f32(point, from, to, stat)
    answer = int(stat, c_int32_t)
  end function hessian_f32

  function product_f32(a, b, product, user) bind(c, name='') result(answer)
    type(c_ptr), value :: a, b, user
    real(c_double), intent(inout) :: product
    integer(c_int32_t) :: answer
    type(taylor_box), pointer :: box
    real(real32), pointer :: x(:), y(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(a, x, [box%n])
    call c_f_pointer(b, y, [box%n])
    stat = 0
    call box%product_f32(x, y, product, stat)
    answer = int(stat, c_int32_t)
  end function product_f32

  function evaluate_f64(m, value, user) bind(c, name='') result(answer)
    type(c_ptr), value :: m, user
    real(c_double), intent(inout) :: value
    integer(c_int32_t) :: answer
    type(taylor_box), pointer :: box
    real(real64), pointer :: point(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(m, point, [box%n])
    stat = 0
    call box%evaluate_f64(point, value, stat)
    answer = int(stat, c_int32_t)
  end function evaluate_f64

  function gradient_f64(m, g, user) bind(c, name='') result(answer)
    type(c_ptr), value :: m, g, user
    integer(c_int32_t) :: answer
    type(taylor_box), pointer :: box
    real(real64), pointer :: point(:), slope(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(m, point, [box%n])
    call c_f_pointer(g, slope, [box%n])
    stat = 0
    call box%gradient_f64(point, slope, stat)
    answer = int(stat, c_int32_t)
  end function gradient_f64

  function hessian_f64(m, v, hv, user) bind(c, name='') result(answer)
    type(c_ptr), value :: m, v, hv, user
    integer(c_int32_t) :: answer
    type(taylor_box), pointer :: box
    real(real64), pointer :: point(:), from(:), to(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(m, point, [box%n])
    call c_f_pointer(v, from, [box%n])
    call c_f_pointer(hv, to, [box%n])
    stat = 0
    call box%hessian_f64(point, from, to, stat)
    answer = int(stat, c_int32_t)
  end function hessian_f64

  function product_f64(a, b, product, user) bind(c, name='') result(answer)
    type(c_ptr), value :: a, b, user
    real(c_double), intent(inout) :: product
    integer(c_int32_t) :: answer
    type(taylor_box), pointer :: box
    real(real64), pointer :: x(:), y(:)
    integer :: stat

    call c_f_pointer(user, box)
    call c_f_pointer(a, x, [box%n])
    call c_f_pointer(b, y, [box%n])
    stat = 0
    call box%product_f64(x, y, product, stat)
    answer = int(stat, c_int32_t)
  end function product_f64
end module ebbwave_taylor_calls
