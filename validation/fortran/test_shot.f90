! SPDX-License-Identifier: MIT
! Shots in Fortran: points, traces of every stride, adjoint sources, states, and what is refused.
program test_shot
  use ebbwave
  use check
  use waves
  implicit none

  integer :: stat
  character(400) :: errmsg

  call points()
  call traces()
  call adjoints()
  call states(EBW_F64)
  call states(EBW_F32)
  call ricker()
  call finish_checks()

contains

  subroutine points()
    type(ebw_model) :: model
    type(ebw_shot) :: shot
    real(real64) :: wavelet(0:steps), wide(2, 2 * (steps + 1)), gradient(0:steps)
    integer(int64) :: n_sources, n_receivers, n_samples

    wavelet = 0.0_real64
    call shot%add_source([10.0_real64, 10.0_real64], wavelet, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'shot', 'a shot that was not created takes no source')
    call model%create([nx, nz], [h, h], EBW_F64)
    call model%create_shot(shot, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, 'time', 'a shot wants a time axis')
    call set_up(model, shot, EBW_F64, 2)
    call shot%get_sizes(n_sources, n_receivers, n_samples)
    call ok(n_sources == 1 .and. n_receivers == receivers .and. n_samples == steps + 1, 'a shot tells its sizes')
    call shot%add_source([10.0_real64, 10.0_real64, 10.0_real64], wavelet, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, '3 coordinates', 'a position of three coordinates in 2-D is an error')
    call shot%add_source([-10.0_real64, 10.0_real64], wavelet, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'x = -10', 'a source outside is an error')
    call shot%add_source([10.0_real64, 10.0_real64], wavelet(1:), stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, 'n_samples', 'a wavelet of n samples is an error')
    wide = 0.0_real64
    call shot%add_source([10.0_real64, 10.0_real64], wide(2, ::2), stat, errmsg)
    call works(stat, errmsg, 'a wavelet may be a section')
    call shot%set_wavelet(2, wavelet, stat, errmsg)
    call works(stat, errmsg, 'sources count from 1')
    call shot%set_wavelet(3, wavelet, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_NOT_FOUND, '1 .. 2', 'a source that does not exist is an error')
    call shot%set_wavelet(0, wavelet, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_NOT_FOUND, 'source = 0', 'there is no source 0')
    call shot%get_wavelet_gradient(0, gradient, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_NOT_FOUND, 'source', 'nor its gradient')
    call shot%get_wavelet_gradient(1, gradient, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, '', 'before a run there is no wavelet gradient')
    call shot%add_receivers(reshape([1.0_real64, 1.0_real64, 1.0_real64], [3, 1]), stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, 'positions', 'receivers of three coordinates in 2-D are an error')
    call shot%set_weights([1.0_real64], stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, 'n_receivers', 'one weight per receiver is needed')
    call shot%destroy()
    call shot%destroy()
    call shot%get_sizes(n_sources, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'shot', 'a destroyed shot has no sizes')
    call model%destroy()
  end subroutine points

  subroutine traces()
    type(ebw_model) :: model
    type(ebw_shot) :: shot
    real(real64) :: data(0:steps, receivers), wide(2 * receivers, 3 * (steps + 1)), misfit
    real(real64), allocatable :: turned(:, :)

    call set_up(model, shot, EBW_F64, 2)
    call model%set_field('velocity', velocity_2d())
    call shot%get_traces(data, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, 'run', 'before a run there are no traces')
    call model%forward(shot)
    call shot%get_traces(data)
    call ok(maxval(abs(data)) > 0.0_real64, 'traces are got as data(sample, receiver)')
    call ok(maxval(abs(data(0, :))) <= 0.0_real64, 'the first sample is before all')
    wide = 9.0_real64
    call shot%get_traces(wide(:receivers, :), stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, 'n_', 'traces of a wrong shape are an error')
    allocate (turned(steps + 1, 2 * receivers), source=9.0_real64)
    call shot%get_traces(turned(steps + 1:1:-1, ::2))
    call ok(same(turned(steps + 1:1:-1, ::2), data), 'traces are got into a section')
    turned(:, ::2) = 9.0_real64
    call ok(all(turned > 8.0_real64), 'and nowhere else')
    turned(:, 2::2) = data
    call shot%set_observed(turned(:, 2::2))
    call model%misfit(shot, misfit)
    call ok(misfit <= 0.0_real64, 'observed data of the same model leave no misfit')
    call shot%set_observed(turned(:, 1::2))
    call shot%set_weights([0.0_real64, 0.0_real64, 2.0_real64])
    call model%misfit(shot, misfit)
    call ok(abs(misfit - 2.0_real64 * sum((data(:, 3) - 9.0_real64)**2)) <= 1e-12_real64 * misfit, 'weights weigh')
    call shot%set_observed(turned, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, 'n_receivers', 'observed data of a wrong shape are an error')
    call shot%destroy()
    call shot%set_observed(data, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'shot', 'a destroyed shot takes no data')
    call shot%get_traces(data, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'shot', 'and has no traces')
    call model%destroy()
  end subroutine traces

  ! The adjoint of the residual is the gradient.
  subroutine adjoints()
    type(ebw_model) :: model
    type(ebw_shot) :: shot
    real(real64) :: data(0:steps, receivers), gradient(nz, nx), other(nz, nx), by_wavelet(0:steps), again(0:steps)

    call set_up(model, shot, EBW_F64, 2)
    call model%set_field('velocity', velocity_2d())
    call model%gradient(shot, gradient)
    call shot%get_wavelet_gradient(1, by_wavelet)
    call ok(maxval(abs(by_wavelet)) > 0.0_real64 .and. by_wavelet(steps) == 0.0_real64, 'a wavelet has a gradient')
    call shot%get_traces(data)
    call shot%set_adjoint_sources(data)
    call model%adjoint(shot, other, stat=stat, errmsg=errmsg)
    call works(stat, errmsg, 'an adjoint is computed')
    call ok(maxval(abs(other - gradient)) <= 1e-12_real64 * maxval(abs(gradient)), 'it is the gradient')
    call model%adjoint(shot, stat=stat, errmsg=errmsg)
    call works(stat, errmsg, 'an adjoint needs no array')
    call shot%get_wavelet_gradient(1, again)
    call ok(maxval(abs(again - by_wavelet)) <= 1e-12_real64 * maxval(abs(by_wavelet)), 'the wavelet''s is the same')
    call model%adjoint(shot, other(2:, :), stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, '(17, 24)', 'a gradient of a wrong shape is an error')
    call shot%set_adjoint_sources(data(1:, :), stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, 'n_samples', 'adjoint sources of a wrong shape are an error')
    call shot%destroy()
    call model%destroy()
  end subroutine adjoints

  ! A run from the final state of another goes on where that ended; cotangents go back.
  subroutine states(dtype)
    integer, intent(in) :: dtype
    type(ebw_model) :: model
    type(ebw_shot) :: shot
    real(real64), allocatable :: state(:), cotangent(:)
    real(real32), allocatable :: single(:), single_cotangent(:)
    character(*), parameter :: names(2) = ['f32', 'f64']

    call set_up(model, shot, dtype, 2)
    if (dtype == EBW_F64) call model%set_field('velocity', velocity_2d())
    if (dtype == EBW_F32) call model%set_field('velocity', real(velocity_2d(), real32))
    allocate (state(model%get_state_bytes() / 8), cotangent(model%get_state_bytes() / 8), source=0.0_real64)
    allocate (single(model%get_state_bytes() / 4), single_cotangent(model%get_state_bytes() / 4), source=0.0)
    call model%forward(shot)
    if (dtype == EBW_F64) call shot%get_final_state(state, stat, errmsg)
    if (dtype == EBW_F32) call shot%get_final_state(single, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, 'keep', names(dtype) // ': no state is kept unless asked for')
    call shot%set_keep_states(.true.)
    call model%forward(shot)
    if (dtype == EBW_F64) then
      call shot%get_final_state(state)
      call shot%set_initial_state(state)
      call shot%set_final_cotangent(state)
    else
      call shot%get_final_state(single)
      call shot%set_initial_state(single)
      call shot%set_final_cotangent(single)
    end if
    call ok(maxval(abs(state)) + maxval(abs(single)) > 0.0_real64, names(dtype) // ': a final state is got')
    call model%gradient(shot, stat=stat, errmsg=errmsg)
    call works(stat, errmsg, names(dtype) // ': a run from an initial state')
    if (dtype == EBW_F64) call shot%get_initial_cotangent(cotangent)
    if (dtype == EBW_F32) call shot%get_initial_cotangent(single_cotangent)
    call ok(maxval(abs(cotangent)) + maxval(abs(single_cotangent)) > 0.0_real64, names(dtype) // ': has a cotangent')
    if (dtype == EBW_F64) call shot%get_final_state(state(2:), stat, errmsg)
    if (dtype == EBW_F32) call shot%get_final_state(single(2:), stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, 'bytes', names(dtype) // ': a state of a wrong size is an error')
    if (dtype == EBW_F64) call shot%set_initial_state(state(2:))
    if (dtype == EBW_F32) call shot%set_initial_state(single(2:))
    call model%forward(shot, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, 'state', names(dtype) // ': also an initial one, when run')
    call shot%set_initial_state()
    call shot%set_final_cotangent()
    call model%forward(shot, stat, errmsg)
    call works(stat, errmsg, names(dtype) // ': given states can be taken away')
    call shot%destroy()
    call model%destroy()
  end subroutine states

  subroutine ricker()
    real(real64) :: wavelet(0:40), wide(2, 0:40)

    call ebw_ricker(f0, 0.02_real64, dt, wavelet)
    call ok(abs(wavelet(20) - 1.0_real64) < 1e-15_real64, 'a Ricker wavelet is 1 at its delay')
    wide = 5.0_real64
    call ebw_ricker(f0, 0.02_real64, dt, wide(2, :))
    call ok(same(wide(2, :), wavelet) .and. all(wide(1, :) > 4.0_real64), 'it may be a section')
    call ebw_ricker(0.0_real64, 0.02_real64, dt, wavelet, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'f0', 'no frequency is an error')
    call ebw_ricker(f0, 0.02_real64, dt, wavelet(:-1), stat, errmsg)
    call ok(stat == EBW_ERR_ARGUMENT, 'no samples are an error')
  end subroutine ricker
end program test_shot
