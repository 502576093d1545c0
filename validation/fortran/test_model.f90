! SPDX-License-Identifier: MIT
! Models and the main calls in Fortran: arrays of every stride, both precisions, wrong shapes, callbacks.
program test_model
  use ebbwave
  use check
  use loops, only: counter
  use waves
  implicit none

  integer(int64) :: answer
  integer :: stat
  character(400) :: errmsg, told

  call fields()
  call gradients_2d()
  call gradients_3d()
  call settings()
  call misfits()
  call progress()
  call propagators()
  call remarks()
  call finished()
  call finish_checks()

contains

  subroutine remarks()
    type(ebw_model) :: model
    type(ebw_shot) :: shots(1)
    real(real64) :: value

    call set_up(model, shots(1), EBW_F64, 2)
    call model%set_field('velocity', velocity_2d())
    told = ''
    call ebw_set_log(remark)
    call model%misfit(shots, value)
    call ebw_set_log()
    call ok(index(told, 'schedule') > 0, 'the log tells which schedule was chosen')
    told = ''
    call model%misfit(shots, value)
    call ok(told == '', 'and is silent when taken away')
    call model%destroy()
    call shots(1)%destroy()
  end subroutine remarks

  subroutine remark(text)
    character(*), intent(in) :: text
    told = text
  end subroutine remark

  subroutine fields()
    type(ebw_model) :: model
    real(real64) :: v(nz, nx), back(nz, nx), wide(2 * nz, 3 * nx), turned(nx, nz), cube(nz, ny, nx)
    real(real32) :: single(nz, nx)

    v = velocity_2d()
    call model%set_field('velocity', v, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'create', 'a model that was not created takes no field')
    call model%create([nx, nz], [h], EBW_F64, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, 'spacing', 'a spacing per axis is needed')
    call model%create([nx, 0], [h, h], EBW_F64, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, 'shape', 'an axis without nodes is an error')
    call model%create([nx, nz], [h, h], 7, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_DTYPE, 'dtype', 'an unknown precision is an error')
    call model%create([nx, nz], [h, h], EBW_F64, stat, errmsg)
    call works(stat, errmsg, 'a model is created')
    call model%get_field('velocity', back, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_NOT_FOUND, 'velocity', 'without a field none is got')
    call model%set_field('velocity', v, stat, errmsg)
    call works(stat, errmsg, 'a dense field is set')
    call model%get_field('velocity', back)
    call ok(same(v, back), 'and got')
    wide = -1.0_real64
    call model%get_field('velocity', wide(2::2, ::3))
    call ok(same(wide(2::2, ::3), v), 'a field is got into a section')
    wide(2::2, ::3) = -1.0_real64
    call ok(all(wide < 0.0_real64), 'and nowhere else')
    wide(2 * nz:2:-2, 3 * nx - 2:1:-3) = v
    call model%set_field('velocity', wide(2 * nz:2:-2, 3 * nx - 2:1:-3))
    back = 0.0_real64
    call model%get_field('velocity', back)
    call ok(same(v, back), 'a section of negative strides is set as it stands')

    call model%set_field('velocity', transpose(v), stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, '(24, 18)', 'v(nx, nz) is an error that tells both shapes')
    call model%set_field('velocity', v(:, 2:), stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, '(18, 23)', 'a column too few is an error')
    call model%set_field('velocity', v(:0, :), stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, '(0, 24)', 'an empty field is an error')
    cube = velocity_3d()
    call model%set_field('velocity', cube, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, '(18, 14, 24)', 'an axis too many is an error')
    call model%get_field('velocity', turned, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, '(18, 24)', 'a field is not got into a wrong shape')
    single = real(v, real32)
    call model%set_field('velocity', single, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_DTYPE, 'real32', 'single precision in a double model is an error')
    call model%set_field('density', v, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_NOT_FOUND, 'density', 'an unknown field is an error')
    v(3, 4) = -1.0_real64
    call model%set_field('velocity', v, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, '-1', 'a negative velocity is an error')
    back = 0.0_real64
    call model%get_field('velocity', back)
    call ok(same(velocity_2d(), back), 'a failed set leaves the old field')
    call model%destroy()
  end subroutine fields

  ! What was measured is what the plan forecasts by: of store_all a taped step and a reverse one for each.
  subroutine costs_are_measured(model, shots)
    type(ebw_model), intent(inout) :: model
    type(ebw_shot), intent(in) :: shots(:)
    type(ebw_model) :: empty
    type(ebw_plan) :: plan
    real(real64) :: costs(4), seconds

    costs = -1.0_real64
    call empty%measure_costs(costs, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'model', 'a model that was not created has no costs')
    call model%measure_costs(costs, stat=stat, errmsg=errmsg)
    call works(stat, errmsg, 'costs are measured')
    call ok(all(costs > 0.0_real64), 'an advance, a taped one, a reverse and a copy take time')
    call model%plan(shots, plan)
    seconds = real(plan%get_steps(), real64) * (costs(2) + costs(3))
    call ok(abs(plan%get_seconds() - seconds) <= 1e-9_real64 * seconds, 'the plan forecasts by them')
    call plan%destroy()
    call model%set_costs()
    call model%plan(shots, plan)
    call ok(.not. plan%get_seconds() > 0.0_real64, 'without costs there is no forecast')
    call plan%destroy()
  end subroutine costs_are_measured

  subroutine gradients_2d()
    type(ebw_model) :: model
    type(ebw_shot) :: shots(2)
    type(ebw_plan) :: plan
    real(real32) :: v(nz, nx), gradient(nz, nx), other(nz, nx), wide(3 * nz, 2 * nx)
    real(real64) :: misfit, again
    real(real64), allocatable :: double(:, :)

    v = real(velocity_2d(), real32)
    call set_up(model, shots(1), EBW_F32, 2)
    call add_points(model, shots(2), 2, 150.0_real64)
    call model%gradient(shots, gradient, misfit, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, 'field', 'a model without a field has no gradient')
    call model%set_field('velocity', v)
    call model%gradient(shots, gradient, misfit, stat=stat, errmsg=errmsg)
    call works(stat, errmsg, 'a gradient of two shots is computed')
    call ok(maxval(abs(gradient)) > 0.0 .and. misfit > 0.0_real64, 'it is not zero')
    wide = 7.0
    call model%gradient(shots, wide(3 * nz:1:-3, 2::2), again)
    call ok(same(wide(3 * nz:1:-3, 2::2), gradient) .and. again - misfit == 0.0_real64, 'a section has the same bits')
    wide(3 * nz:1:-3, 2::2) = 7.0
    call ok(all(wide == 7.0), 'and nothing is written beside it')
    call model%set_slots(3_int64)
    other = 0.0
    call model%gradient(shots(2:1:-1), other)
    call ok(maxval(abs(other - gradient)) < 1e-5 * maxval(abs(gradient)), 'shots may come in another order')
    call model%gradient(shots, other)
    call ok(same(other, gradient), '3 slots give the same bits')
    call model%set_slots(0_int64)
    call model%gradient(shots, misfit=again)
    call ok(again - misfit == 0.0_real64, 'without an array the misfit alone is given')
    call model%misfit(shots, again)
    call ok(again - misfit == 0.0_real64, 'misfit has the same bits')
    call costs_are_measured(model, shots)
    call model%plan(shots, plan)
    call ok(plan%get_schedule() == 'store_all' .and. plan%get_dt() > 0.0_real64, 'a plan is told')
    call ok(plan%get_total_bytes() > plan%get_least_bytes(), 'with what is needed at least')
    call model%gradient(shots, other, memory_bytes=plan%get_least_bytes())
    call ok(same(other, gradient), 'the least memory gives the same bits')
    call ok(model%get_count('peak_bytes') == plan%get_least_bytes(), 'and is all that is held')
    other = 5.0
    call model%gradient(shots, other, misfit, 1000_int64, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_BUDGET, '1000', 'too little memory is an error')
    call ok(all(other == 5.0), 'which leaves the gradient alone')

    call model%gradient(shots, other(:, 2:), stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, '(18, 23)', 'a gradient of a wrong shape is an error')
    allocate (double(nz, nx))
    call model%gradient(shots, double, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_DTYPE, 'real64', 'a gradient of another precision is an error')
    call model%gradient([shots(1), shots(1)], other, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'shot', 'a shot twice is an error')
    call model%gradient(shots(:0), other, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'n_shots', 'no shots are an error')
    call model%gradient(reshape([shots(1)], [1, 1]), other, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, 'axis', 'shots of two axes are an error')

    call shots(2)%destroy()
    call model%gradient(shots, other, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'shot', 'a destroyed shot is an error')
    call model%forward(shots, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'shot', 'forward refuses it too')
    call model%misfit(shots, misfit, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'shot', 'misfit refuses it too')
    call model%plan(shots, plan, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'shot', 'plan refuses it too')
    call model%gradient(shots(1), other, stat=stat, errmsg=errmsg)
    call works(stat, errmsg, 'one shot needs no array')
    call shots(1)%destroy()
    call model%destroy()
    call plan%destroy()
  end subroutine gradients_2d

  subroutine gradients_3d()
    type(ebw_model) :: model
    type(ebw_shot) :: shot
    real(real64) :: v(nz, ny, nx), gradient(nz, ny, nx), other(nz, ny, nx)
    real(real64), allocatable :: padded(:, :, :)
    real(real32) :: single(nz, ny, nx)
    real(real64) :: flat(nz, nx)

    v = velocity_3d()
    call set_up(model, shot, EBW_F64, 3)
    allocate (padded(0:nz + 1, 2 * ny, nx + 3), source=0.0_real64)
    padded(1:nz, ::2, nx + 2:3:-1) = v
    call model%set_field('velocity', padded(1:nz, ::2, nx + 2:3:-1), stat, errmsg)
    call works(stat, errmsg, 'a 3-D section is set')
    call model%get_field('velocity', other)
    call ok(same(other, v), 'as it stands')
    call model%gradient(shot, gradient)
    padded = 3.0_real64
    call model%gradient(shot, padded(nz:1:-1, 2::2, 4:))
    call ok(same(padded(nz:1:-1, 2::2, 4:), gradient), 'a 3-D section has the same bits')
    call ok(count(abs(padded - 3.0_real64) > 0.0_real64) <= size(gradient), 'and nothing is written beside it')
    call ok(maxval(abs(gradient)) > 0.0_real64, 'it is not zero')
    call model%gradient(shot, flat, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, '(18, 14, 24)', 'a 2-D gradient of a 3-D model is an error')
    call model%gradient(shot, single, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_DTYPE, 'real32', 'a 3-D gradient of another precision is an error')
    call set_up(model, shot, EBW_F32, 3)
    call model%set_field('velocity', real(v, real32))
    call model%gradient(shot, single)
    call ok(maxval(abs(single - gradient)) < 1e-3_real64 * maxval(abs(gradient)), 'single precision is close to double')
    call shot%destroy()
    call model%destroy()
  end subroutine gradients_3d

  subroutine settings()
    type(ebw_model) :: model
    type(ebw_shot) :: shot
    real(real64) :: v(nz, nx), gradient(nz, nx), dt_max
    integer(int64) :: offset, nodes(2), stride(2), bytes
    character(:), allocatable :: name

    v = velocity_2d()
    call set_up(model, shot, EBW_F64, 2)
    dt_max = model%get_dt_max(stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, 'field', 'without a field there is no largest time step')
    call model%set_field('velocity', v)
    dt_max = model%get_dt_max()
    call ok(dt_max > dt .and. dt_max < 0.01_real64, 'the largest time step is got')
    call model%set_time(1.01_real64 * dt_max, int(steps, int64))
    call model%gradient(shot, gradient, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_UNSTABLE, 'dt', 'a larger one is an error')
    call model%set_time(-1.0_real64, 1_int64, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'dt', 'a negative time step is an error')
    call model%set_time(dt, int(steps, int64))
    call model%set_order(5, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'order', 'an odd order is an error')
    call model%set_boundary(9, EBW_BOUNDARY_FREE, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'face', 'an unknown face is an error')
    call model%set_boundary(EBW_FACE_TOP, EBW_BOUNDARY_FREE, stat=stat, errmsg=errmsg)
    call works(stat, errmsg, 'a free face needs no cells')
    call model%set_parameter(3, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'parameter', 'an unknown parameter is an error')
    call model%set_parameter(EBW_PARAMETER_SLOWNESS_SQUARED)
    call model%set_threads(-1, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'threads', 'negative threads are an error')
    call model%set_threads(1)
    call model%set_shots_at_once(-1, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'shots', 'a negative number of shots at once is an error')
    call model%set_shots_at_once(1)
    call model%set_tuning('tiles', stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'tuning', 'a tuning that is none is an error')
    call model%set_tuning('')
    call ok(model%get_tuning(stat, errmsg) == '', 'without a search there is no tuning')
    call fails(stat, errmsg, EBW_ERR_STATE, 'tiles', 'and that is an error')
    call model%set_flush_to_zero(.false.)
    call model%set_slots(-1_int64, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'slots', 'negative slots are an error')
    answer = model%get_count('threads', stat, errmsg)
    call ok(answer == 0, 'before a run a count answers 0')
    call fails(stat, errmsg, EBW_ERR_STATE, 'run', 'and says that there was no run')
    call model%gradient(shot, gradient)
    call ok(model%get_count('steps') == steps .and. model%get_count('threads') == 1, 'a run tells its counts')
    call ok(model%get_seconds('total') > 0.0_real64, 'and its seconds')
    answer = model%get_count('doors', stat, errmsg)
    call ok(answer == 0, 'an unknown count answers 0')
    call fails(stat, errmsg, EBW_ERR_NOT_FOUND, 'slots', 'and lists the names')
    call ok(index(model%get_description(), 'f64') > 0, 'the settings are told in words')
    call model%release_memory(stat, errmsg)
    call works(stat, errmsg, 'work memory is released')

    bytes = model%get_state_bytes()
    call model%get_state_field(1, name, offset, nodes, stride)
    call ok(name == 'u' .and. offset == 0 .and. stride(2) == 1, 'the first field of a state is u')
    call ok(bytes > 2 * 8 * product(nodes), 'a state has more than two fields')
    call model%get_state_field(99, name, offset, nodes, stride, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_NOT_FOUND, 'index', 'a field that does not exist is an error')
    call model%get_state_field(1, name, offset, nodes(:1), stride, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, '(1)', 'too short a shape is an error')
    call shot%destroy()
    call model%destroy()
  end subroutine settings

  subroutine misfits()
    type(ebw_model) :: model
    type(ebw_shot) :: shots(2)
    type(least_squares), target :: own
    real(real64) :: gradient(nz, nx), other(nz, nx), misfit, again

    call set_up(model, shots(1), EBW_F64, 2)
    call add_points(model, shots(2), 2, 150.0_real64)
    call model%set_field('velocity', velocity_2d())
    call model%gradient(shots, gradient, misfit)
    allocate (own%observed(0:steps, receivers), source=0.0_real64)
    call model%set_misfit(own)
    call model%gradient(shots, other, again)
    call ok(own%calls == 2 .and. own%last_shot == 2 .and. own%wanted, 'a misfit is asked once per shot, counted from 1')
    call ok(maxval(abs(other - gradient)) <= 1e-12_real64 * maxval(abs(gradient)), 'it has the gradient of the same J')
    call ok(abs(again - misfit) <= 1e-12_real64 * misfit, 'and the same J')
    call model%misfit(shots, again)
    call ok(.not. own%wanted, 'the misfit alone wants no residual')
    own%answer = 4711
    other = 5.0_real64
    call model%gradient(shots, other, again, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, 4711, 'misfit', 'what a misfit sets stat to comes out as stat')
    call ok(all(other > 4.0_real64), 'and leaves the gradient alone')
    own%answer = 0
    call model%gradient(shots, other, stat=stat, errmsg=errmsg)
    call works(stat, errmsg, 'the model serves again')
    call model%set_misfit()
    call model%gradient(shots, other)
    call ok(same(other, gradient), 'without an argument the library''s misfit is back')
    call shots(1)%destroy()
    call shots(2)%destroy()
    call model%destroy()
  end subroutine misfits

  subroutine progress()
    type(ebw_model) :: model
    type(ebw_shot) :: shot
    type(counter), target :: told
    real(real64) :: gradient(nz, nx)

    call set_up(model, shot, EBW_F64, 2)
    call model%set_field('velocity', velocity_2d())
    call model%set_progress(told, -1_int64, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'every', 'a negative distance of reports is an error')
    call model%set_progress(told, 1_int64)
    call model%gradient(shot, gradient)
    call ok(told%last == told%total .and. told%total >= 2 * steps, 'progress is told up to the end')
    told%cancel_at = told%reports + 3
    call model%gradient(shot, gradient, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_CANCELLED, '', 'progress may cancel')
    call model%set_progress()
    call model%gradient(shot, gradient, stat=stat, errmsg=errmsg)
    call works(stat, errmsg, 'and can be taken away')
    call shot%destroy()
    call model%destroy()
  end subroutine progress

  ! An acoustic propagator under an executor gives the gradient of the model, bit by bit.
  subroutine propagators()
    type(ebw_model) :: model
    type(ebw_shot) :: shot
    type(ebw_schedule) :: schedule
    type(ebw_storage) :: storage
    type(ebw_propagator) :: propagator
    type(ebw_executor) :: executor
    real(real64) :: gradient(nz, nx), other(nz, nx), misfit, again

    call propagator%create_acoustic(model, shot, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'model', 'an acoustic propagator wants a model')
    call set_up(model, shot, EBW_F64, 2)
    call model%set_field('velocity', velocity_2d())
    call model%gradient(shot, gradient, misfit)
    call propagator%create_acoustic(model, shot)
    call schedule%create_revolve(int(steps, int64), 4_int64, EBW_REVERSE_STATE_ONLY)
    call storage%create_memory()
    call executor%create(schedule, storage, propagator)
    call propagator%get_gradient(other, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, 'run', 'before a run there is no gradient')
    call executor%run()
    call propagator%get_gradient(other, again)
    call ok(same(other, gradient) .and. again - misfit == 0.0_real64, 'an executor gives the same bits')
    call ok(propagator%get_misfit() - misfit == 0.0_real64, 'the misfit can be had alone')
    call ok(propagator%get_state_bytes() == model%get_state_bytes(), 'it has the model''s state')
    call propagator%get_gradient(other(2:, :), stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, '(17, 24)', 'a gradient of a wrong shape is an error')
    call shot%destroy()
    call model%destroy()
    call executor%run(stat, errmsg)
    call works(stat, errmsg, 'model and shot may be destroyed first')
    call executor%destroy()
    call propagator%destroy()
    call propagator%get_gradient(other, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'propagator', 'a destroyed propagator has no gradient')
    call storage%destroy()
    call schedule%destroy()
  end subroutine propagators

  ! After destroy every call is an error.
  subroutine finished()
    type(ebw_model) :: model
    type(ebw_shot) :: shot
    real(real64) :: gradient(nz, nx), misfit

    call set_up(model, shot, EBW_F64, 2)
    call model%destroy()
    call model%destroy()
    call model%gradient(shot, gradient, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'model', 'a destroyed model has no gradient')
    call model%adjoint(shot, gradient, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'model', 'nor an adjoint')
    call model%misfit(shot, misfit, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'model', 'nor a misfit')
    call model%forward(shot, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'model', 'nor a forward run')
    call model%create_shot(shot, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'model', 'nor shots')
    call model%set_order(8, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'model', 'nor settings')
    answer = model%get_state_bytes(stat, errmsg)
    call ok(answer == 0 .and. stat == EBW_ERR_HANDLE, 'nor a state')
    answer = len(model%get_description(stat, errmsg))
    call ok(answer == 0 .and. stat == EBW_ERR_HANDLE, 'nor a description')
    call shot%destroy()
  end subroutine finished
end program test_model
