! SPDX-License-Identifier: MIT
! The gradient of docs/examples/acoustic_gradient.c in both precisions, with every step stored and with 3 slots: the
! same bits. With a prefix, `acoustic_gradient PREFIX`, it writes the bytes of the gradients to PREFIX_f32.bin and
! PREFIX_f64.bin, z fastest, so that examples in all languages can be compared.
program acoustic_gradient
  use ebbwave
  implicit none

  integer, parameter :: nx = 201, nz = 101, steps = 600, n_receivers = 51
  real(real64), parameter :: spacing(2) = 10.0_real64, dt = 0.0015_real64, f0 = 10.0_real64
  type(ebw_model) :: model
  type(ebw_shot) :: shot

  print '(a)', 'dtype  schedule   slots  forward steps       bytes  misfit                    gradient norm'
  call single_precision()
  call double_precision()

contains

  ! The model without its field, and the shot without its data.
  subroutine set_up(dtype)
    integer, intent(in) :: dtype
    real(real64) :: wavelet(0:steps), receivers(2, n_receivers)
    integer :: r

    call model%create([nx, nz], spacing, dtype)
    call model%set_boundary(EBW_FACE_ALL, EBW_BOUNDARY_CPML, cells=20, v_ref=2300.0_real64, f_ref=f0)
    call model%set_time(dt, int(steps, int64))
    call model%create_shot(shot)
    call ebw_ricker(f0, 1.2_real64 / f0, dt, wavelet)
    call shot%add_source([1000.0_real64, 20.0_real64], wavelet)
    do r = 1, n_receivers
      receivers(:, r) = [40.0_real64 * (r - 1), 20.0_real64]
    end do
    call shot%add_receivers(receivers)
  end subroutine set_up

  ! 2000 m/s, and `inside` within 200 m of the middle.
  function velocity(inside) result(v)
    real(real64), intent(in) :: inside
    real(real64), allocatable :: v(:, :)
    integer :: i, k

    allocate (v(nz, nx), source=2000.0_real64)
    do i = 1, nx
      do k = 1, nz
        if (hypot(10.0_real64 * (i - 1) - 1000.0_real64, 10.0_real64 * (k - 1) - 500.0_real64) < 200.0_real64) &
          v(k, i) = inside
      end do
    end do
  end function velocity

  ! The traces of the model as it is are what was observed.
  subroutine observe()
    real(real64), allocatable :: traces(:, :)

    allocate (traces(0:steps, n_receivers))
    call model%forward(shot)
    call shot%get_traces(traces)
    call shot%set_observed(traces)
  end subroutine observe

  subroutine single_precision()
    real(real32), allocatable :: gradient(:, :), other(:, :)
    real(real64) :: misfit

    allocate (gradient(nz, nx), other(nz, nx))
    call set_up(EBW_F32)
    call model%set_field('velocity', real(velocity(2300.0_real64), real32))
    call observe()
    call model%set_field('velocity', real(velocity(2000.0_real64), real32))
    call model%gradient(shot, gradient, misfit)
    call tell('f32', misfit, real(gradient, real64))
    call model%set_slots(3_int64)
    call model%gradient(shot, other, misfit)
    call tell('f32', misfit, real(other, real64))
    if (any(transfer(gradient, [0]) /= transfer(other, [0]))) error stop 'the bits differ'
    if (command_argument_count() > 0) then
      call open_file('f32')
      write (10) gradient
      close (10)
    end if
    call clean_up()
  end subroutine single_precision

  subroutine double_precision()
    real(real64), allocatable :: gradient(:, :), other(:, :)
    real(real64) :: misfit

    allocate (gradient(nz, nx), other(nz, nx))
    call set_up(EBW_F64)
    call model%set_field('velocity', velocity(2300.0_real64))
    call observe()
    call model%set_field('velocity', velocity(2000.0_real64))
    call model%gradient(shot, gradient, misfit)
    call tell('f64', misfit, gradient)
    call model%set_slots(3_int64)
    call model%gradient(shot, other, misfit)
    call tell('f64', misfit, other)
    if (any(transfer(gradient, [0_int64]) /= transfer(other, [0_int64]))) error stop 'the bits differ'
    if (command_argument_count() > 0) then
      call open_file('f64')
      write (10) gradient
      close (10)
    end if
    call clean_up()
  end subroutine double_precision

  ! One line of the table.
  subroutine tell(name, misfit, gradient)
    character(*), intent(in) :: name
    real(real64), intent(in) :: misfit, gradient(:, :)
    type(ebw_plan) :: plan

    call model%plan(shot, plan)
    print '(a5, 2x, a9, i7, i15, i12, 2es25.16)', name, plan%get_schedule(), plan%get_slots(), &
      plan%get_forward_steps(), plan%get_total_bytes(), misfit, norm2(gradient)
    call plan%destroy()
  end subroutine tell

  subroutine open_file(name)
    character(*), intent(in) :: name
    character(1000) :: prefix

    call get_command_argument(1, prefix)
    open (10, file=trim(prefix) // '_' // name // '.bin', access='stream', form='unformatted', status='replace')
  end subroutine open_file

  subroutine clean_up()
    call shot%destroy()
    call model%destroy()
  end subroutine clean_up
end program acoustic_gradient
