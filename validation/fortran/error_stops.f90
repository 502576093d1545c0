! SPDX-License-Identifier: MIT
! What stops a program, by the name of the case; `none` ends well.
program error_stops
  use ebbwave
  use loops, only: growth
  use waves
  implicit none

  type :: holder
    type(ebw_schedule) :: schedule
  end type holder

  type(growth), target :: loop
  type(ebw_schedule) :: schedule, other, many(2), more(2)
  type(ebw_storage) :: storage
  type(ebw_propagator) :: propagator, second
  type(ebw_executor) :: executor, copy
  type(ebw_model) :: model, twin
  type(ebw_shot) :: shot, double
  type(ebw_plan) :: plan, sketch
  type(ebw_taylor) :: test, retest
  type(ebw_dot) :: dot, dots
  type(ebw_report) :: account, story
  type(ebw_checker) :: checker, tester
  type(holder) :: one, two
  integer(int64) :: value
  character(30) :: name
  character(100) :: errmsg
  real(real64) :: v(3, 3)

  call get_command_argument(1, name)
  call schedule%create_revolve(9_int64, 2_int64, EBW_REVERSE_FUSED)
  call storage%create_memory()
  call propagator%create(EBW_REVERSE_FUSED, 44_int64, loop)
  call executor%create(schedule, storage, propagator)
  v = 2000.0_real64
  select case (name)
  case ('none')
    call executor%run()
  case ('argument')
    call other%create_revolve(-1_int64, 2_int64, EBW_REVERSE_FUSED)
  case ('errmsg without stat')
    call other%create_revolve(-1_int64, 2_int64, EBW_REVERSE_FUSED, errmsg=errmsg)
  case ('callback')
    loop%fail_at = 3
    call executor%run()
  case ('checkpoint')
    loop%forget = 1
    call executor%run()
  case ('destroyed')
    call executor%destroy()
    call executor%run()
  case ('shape')
    call set_up(model, shot, EBW_F64, 2)
    call model%set_field('velocity', v)
  case ('function')
    value = other%get_steps()
    print *, value
  case ('assign schedule')
    other = schedule
  case ('assign array')
    many = more
  case ('assign component')
    one = two
  case ('assign storage')
    storage = storage
  case ('assign propagator')
    second = propagator
  case ('assign executor')
    copy = executor
  case ('assign model')
    twin = model
  case ('assign shot')
    double = shot
  case ('assign plan')
    sketch = plan
  case ('assign taylor')
    retest = test
  case ('assign dot')
    dots = dot
  case ('assign report')
    story = account
  case ('assign checker')
    tester = checker
  case default
    print '(a)', 'no such case'
    stop 3
  end select
  print '(a)', 'went on'
end program error_stops
