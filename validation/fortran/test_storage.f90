! SPDX-License-Identifier: MIT
! Stores on disk, in tiers, encoded, summed and of one's own: the same gradient bits; runs that go on after a failure.
program test_storage
  use ebbwave
  use check
  use loops
  use stores
  implicit none

  integer(int64), parameter :: n = 40, state_bytes = 44, tape_bytes = 40, adjoint_bytes = 44
  real(real64) :: reference(cells)
  integer(int64) :: answer
  integer :: stat
  character(300) :: errmsg
  character(1000) :: name_of_folder
  character(:), allocatable :: folder

  call get_environment_variable('EBW_TEST_FOLDER', name_of_folder)
  folder = trim(name_of_folder)
  call memory()
  call files()
  call own_stores()
  call codecs()
  call plans_again()
  call resumes()
  call records()
  call replays()
  call finish_checks()

contains

  ! Runs the loop over a storage, with states or with tapes.
  subroutine run_over(storage, loop, taped, stat, errmsg)
    type(ebw_storage), intent(inout) :: storage
    type(growth), intent(inout), target :: loop
    logical, intent(in) :: taped
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(ebw_schedule) :: schedule
    type(ebw_propagator) :: propagator
    type(ebw_executor) :: executor

    if (taped) then
      call schedule%create_segment(n, 6_int64, 3_int64, EBW_REVERSE_FUSED)
    else
      call schedule%create_two_level(n, 2_int64, 4_int64, EBW_REVERSE_FUSED)
    end if
    call propagator%create(EBW_REVERSE_FUSED, state_bytes, loop, tape_bytes)
    call executor%create(schedule, storage, propagator)
    loop%adjoint = 0.0_real64
    call executor%run(stat, errmsg)
    call executor%destroy()
    call propagator%destroy()
    call schedule%destroy()
  end subroutine run_over

  ! Both schedules give the reference bits over a storage.
  subroutine right_over(storage, claim)
    type(ebw_storage), intent(inout) :: storage
    character(*), intent(in) :: claim
    type(growth), target :: loop
    logical :: right

    call run_over(storage, loop, .false., stat, errmsg)
    if (stat /= 0) print '(2a)', '# ', trim(errmsg)
    right = stat == 0 .and. same(loop%adjoint, reference)
    call run_over(storage, loop, .true., stat, errmsg)
    if (stat /= 0) print '(2a)', '# ', trim(errmsg)
    call ok(right .and. stat == 0 .and. same(loop%adjoint, reference), claim)
  end subroutine right_over

  subroutine memory()
    type(ebw_storage) :: storage
    type(growth), target :: loop
    real(real64) :: state(4) = [1.0_real64, 2.0_real64, 3.0_real64, 4.0_real64]

    call storage%create_memory()
    call run_over(storage, loop, .true.)
    reference = loop%adjoint
    call right_over(storage, 'states and tapes in memory give the same bits')
    call storage%set_checksums(.true.)
    call right_over(storage, 'also with sums')
    call storage%set_limit(100_int64)
    call run_over(storage, loop, .false., stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_BUDGET, '100', 'a limit that is too small refuses the run')
    call storage%set_limit(-1_int64, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'bytes', 'a negative limit is an error')
    call storage%set_limit(0_int64)
    call storage%reserve(1_int64, 32_int64)
    call storage%save(0_int64, 0_int64, state)
    call storage%set_checksums(.false., stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, '', 'settings change in an empty storage only')
    call storage%discard(0_int64)
    call storage%set_checksums(.false.)
    call storage%save(0_int64, 0_int64, state(:2), stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, 'reserve', 'a setting gives back what was reserved')
    call storage%destroy()
    call storage%set_codec('zstd', stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'storage', 'a destroyed storage has no settings')
  end subroutine memory

  subroutine files()
    type(ebw_storage) :: storage
    type(growth), target :: loop
    real(real64) :: state(4) = [1.0_real64, 2.0_real64, 3.0_real64, 4.0_real64], back(4)

    call storage%create_disk(folder // '/checkpoints', stat=stat, errmsg=errmsg)
    call works(stat, errmsg, 'a storage on disk is created')
    call storage%reserve(2_int64, 32_int64)
    call storage%save(1_int64, 7_int64, state)
    call storage%load(1_int64, 7_int64, back)
    call ok(same(state, back), 'what is saved on disk comes back')
    call ok(storage%get_stat('disk_bytes') >= 32 .and. storage%get_stat('disk_saves') == 1, 'bytes on disk are counted')
    call storage%discard(1_int64)
    call right_over(storage, 'checkpoints on disk give the same bits')
    call storage%create_disk(folder // '/checkpoints', bytes=200_int64)
    call run_over(storage, loop, .false., stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_BUDGET, '200', 'too few bytes on disk are an error')
    call storage%create_tiered(folder // '/checkpoints', memory_slots=1_int64)
    call right_over(storage, 'memory and disk give the same bits')
    call ok(storage%get_stat('disk_saves') > 0 .and. storage%get_stat('peak_bytes') > 0, 'and both were used')
    call storage%create_disk('', stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'directory', 'a directory without a name is an error')
    call storage%create_tiered(folder // '/no/such/folder', 1_int64, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_STORAGE, 'no/such/folder', 'one that cannot be made is an error')
    call storage%create_tiered(folder // '/checkpoints', -1_int64, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'memory_slots', 'negative slots are an error')
    call storage%destroy()
  end subroutine files

  subroutine own_stores()
    type(shelf), target :: mine
    type(growth), target :: loop
    type(ebw_storage) :: storage

    call storage%create_user(mine, stat, errmsg)
    call works(stat, errmsg, 'a store of one''s own is created')
    call right_over(storage, 'it gives the same bits')
    call ok(mine%saves > 5 .and. mine%loads >= mine%saves .and. mine%discards == mine%saves, 'it was used and emptied')
    mine%fail_save = mine%saves + 3
    call run_over(storage, loop, .false., stat, errmsg)
    call fails(stat, errmsg, 555, '', 'what a store sets stat to comes out as stat')
    mine%fail_save = -1
    call right_over(storage, 'and the store serves again')
    call storage%set_checksums(.true.)
    mine%garble = .true.
    call run_over(storage, loop, .false., stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_CORRUPT, 'slot', 'sums find a store that changes a bit')
    mine%garble = .false.
    call storage%destroy()
  end subroutine own_stores

  subroutine codecs()
    type(growth), target :: loop
    type(ebw_storage) :: storage
    type(ebw_schedule) :: schedule
    type(ebw_propagator) :: propagator
    type(ebw_executor) :: executor
    real(real64) :: field(64, 8), back(64, 8), error

    call storage%create_memory()
    call storage%set_codec('zstd', 3.0_real64, stat, errmsg)
    if (stat == EBW_ERR_UNSUPPORTED) then
      print '(a)', '# built without zstd'
    else
      call right_over(storage, 'a lossless codec gives the same bits')
      field = 1.0_real64
      call storage%reserve(1_int64, 4096_int64)
      call storage%save(0_int64, 0_int64, field)
      call ok(storage%get_stat('kept_bytes') < 1000, 'and fewer bytes')
      call storage%load(0_int64, 0_int64, back)
      call ok(same(field, back), 'which come back')
      call storage%discard(0_int64)
    end if
    call storage%set_codec('bf16')
    call storage%reserve(1_int64, 4096_int64, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_UNSUPPORTED, 'layout', 'a lossy codec wants a layout')
    call storage%set_layout([EBW_F64], reshape([64_int64, 8_int64, 1_int64], [3, 1]), stat, errmsg)
    call works(stat, errmsg, 'a layout is given in Fortran order')
    call storage%reserve(1_int64, 4096_int64)
    call random_number(field)
    call storage%save(0_int64, 0_int64, field)
    call storage%load(0_int64, 0_int64, back)
    error = storage%get_codec_error()
    ! bf16 keeps 8 bits: relative error 2^-8, here of numbers below 1.
    call ok(error > 0.0_real64 .and. error <= 2.0_real64**(-8) .and. maxval(abs(field - back)) <= 2.0_real64**(-8), &
            'its error is that of 16 bits')
    call storage%discard(0_int64)
    ! 8 rows of 64, each with a scale of its own, take 2 bytes a number and a little; rows of 1 would take more.
    call storage%set_codec('int16')
    call storage%reserve(1_int64, 4096_int64)
    call storage%save(0_int64, 0_int64, field)
    call ok(storage%get_stat('kept_bytes') >= 1024 .and. storage%get_stat('kept_bytes') < 1280, 'rows are columns')
    call storage%discard(0_int64)
    call storage%set_layout([EBW_F64], reshape([64_int64, 8_int64], [2, 1]), stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, '(3, 1)', 'a layout has three extents')
    call storage%set_codec('papyrus', stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_NOT_FOUND, 'papyrus', 'an unknown codec is an error')

    call storage%set_codec('int16')
    call schedule%create_revolve(n, 3_int64, EBW_REVERSE_FUSED)
    call propagator%create(EBW_REVERSE_FUSED, state_bytes, loop)
    call executor%create(schedule, storage, propagator)
    call executor%run(stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_UNSUPPORTED, 'layout', 'a loop tells its layout first')
    call propagator%set_state_layout([EBW_F64], reshape([5_int64, 1_int64, 1_int64], [3, 1]), stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, '44', 'which has the bytes of a state')
    call propagator%set_state_layout([EBW_F32], reshape([11_int64, 1_int64, 1_int64], [3, 1]), stat, errmsg)
    call works(stat, errmsg, 'and tells it')
    call executor%destroy()
    call propagator%destroy()
    call schedule%destroy()
    call storage%destroy()
  end subroutine codecs

  ! States that lossless compression does not make small enough for the slots that were asked for: fewer from there
  ! on, and the same bits.
  subroutine plans_again()
    integer(int64), parameter :: slots = 6, tight = 200
    type(growth), target :: loop
    type(ebw_storage) :: storage
    type(ebw_schedule) :: schedule
    type(ebw_propagator) :: propagator
    type(ebw_executor) :: executor
    real(real64) :: ample(cells)
    integer(int64) :: left

    call storage%create_memory()
    call storage%set_codec('zstd', stat=stat, errmsg=errmsg)
    if (stat == EBW_ERR_UNSUPPORTED) then
      print '(a)', '# built without zstd: nothing is planned again'
      call storage%destroy()
      return
    end if
    loop%first = [0.11_real64, 0.23_real64, 0.37_real64, 0.53_real64, 0.71_real64]
    call schedule%create_revolve(n, slots, EBW_REVERSE_FUSED)
    call propagator%create(EBW_REVERSE_FUSED, state_bytes, loop)
    call executor%create(schedule, storage, propagator)
    call executor%run()
    ample = loop%adjoint
    call ok(executor%get_stat('replans') == 0 .and. executor%get_stat('replan_step') == -1, &
            'where all fits nothing is planned again')
    call executor%destroy()
    call storage%set_limit(tight)
    call executor%create(schedule, storage, propagator)
    call executor%run(stat, errmsg)
    call works(stat, errmsg, 'a storage that is too small for its slots is planned again')
    call ok(executor%get_stat('replans') > 0 .and. executor%get_stat('replan_slots_before') == slots, 'and counted')
    left = executor%get_stat('replan_slots')
    call ok(left >= 1 .and. left < slots .and. executor%get_stat('peak_slots') == left, 'with the slots that are left')
    call ok(executor%get_stat('replan_step') > 0 .and. executor%get_stat('replan_step') < n, 'and the step')
    call ok(same(loop%adjoint, ample), 'and gives the same bits')
    call executor%destroy()
    call propagator%destroy()
    call schedule%destroy()
    call storage%destroy()
  end subroutine plans_again

  ! Fails at every twelfth call of a run in turn, forward and in reverse, and goes on from the directory.
  subroutine resumes()
    type(growth), target :: loop
    type(ebw_schedule) :: schedule
    type(ebw_storage) :: storage
    type(ebw_propagator) :: propagator
    type(ebw_executor) :: executor
    integer :: call_number, calls
    logical :: failed, equal

    call schedule%create_revolve(6_int64, 2_int64, EBW_REVERSE_FUSED)
    call storage%create_memory()
    call propagator%create(EBW_REVERSE_FUSED, state_bytes, loop)
    call executor%create(schedule, storage, propagator)
    call executor%resume(stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, 'directory', 'a resume wants a directory')
    call executor%set_directory(folder // '/generations')
    call executor%run(stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_UNSUPPORTED, 'adjoint', 'and adjoint_bytes')

    call propagator%create(EBW_REVERSE_FUSED, state_bytes, loop, adjoint_bytes=adjoint_bytes)
    call executor%create(schedule, storage, propagator)
    call executor%set_directory(folder // '/generations', seconds=-1.0_real64, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'seconds', 'negative seconds are an error')
    call executor%set_directory(folder // '/generations', seconds=0.0_real64, fingerprint=loop%first)
    call executor%run(stat, errmsg)
    call works(stat, errmsg, 'a run leaves generations')
    call ok(executor%get_stat('generations') > 5, 'many')
    call executor%set_directory(folder // '/generations', seconds=1e9_real64, every_disk_checkpoint=.true.)
    call executor%run()
    call ok(executor%get_stat('generations') == 0, 'none without states on disk and in a short time')
    call executor%set_directory(folder // '/generations', seconds=0.0_real64)
    call executor%run()
    reference = loop%adjoint
    calls = loop%calls
    equal = .true.
    failed = .true.
    do call_number = 2, calls - 1, 12
      loop%fail_at = call_number
      call executor%run(stat)
      failed = failed .and. stat == 1000 + call_number
      loop%fail_at = -1
      loop%adjoint = 0.0_real64
      call executor%resume(stat, errmsg)
      if (stat /= 0) print '(a, i0, 2a)', '# call ', call_number, ': ', trim(errmsg)
      equal = equal .and. stat == 0 .and. same(loop%adjoint, reference)
    end do
    call ok(calls > 20 .and. failed, 'a run may fail at any call')
    call ok(equal, 'and is resumed with the same bits')

    loop%fail_at = calls / 2
    call executor%run(stat)
    loop%fail_at = -1
    call executor%run(stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, 'resume', 'a new run does not overwrite what can be resumed')
    call executor%set_directory(folder // '/generations', fingerprint=[1.0_real64])
    call executor%resume(stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_NOT_RESUMABLE, '', 'another problem does not resume it')
    call executor%set_directory(folder // '/generations', fingerprint=loop%first)
    call executor%resume(stat, errmsg)
    call ok(stat == 0 .and. same(loop%adjoint, reference), 'its own does')
    call executor%resume(stat, errmsg)
    call ok(stat == 0 .and. same(loop%adjoint, reference), 'where nothing is left a resume begins anew')
    call executor%destroy()
    call executor%resume(stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'executor', 'what was destroyed is not resumed')
    call propagator%destroy()
    call storage%destroy()
    call schedule%destroy()
  end subroutine resumes

  ! What the forward sweep leaves comes back when a run goes on in reverse.
  subroutine records()
    type(diary), target :: loop
    type(ebw_schedule) :: schedule
    type(ebw_storage) :: storage
    type(ebw_propagator) :: propagator
    type(ebw_executor) :: executor
    real(real64) :: trace(6)

    call schedule%create_revolve(6_int64, 2_int64, EBW_REVERSE_STATE_ONLY)
    call storage%create_memory()
    call propagator%create(EBW_REVERSE_STATE_ONLY, state_bytes, loop, adjoint_bytes=adjoint_bytes, &
                           record_bytes=0_int64, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'record_bytes', 'a record of no bytes is an error')
    call propagator%create(EBW_REVERSE_STATE_ONLY, state_bytes, loop, adjoint_bytes=adjoint_bytes, &
                           record_bytes=48_int64)
    call executor%create(schedule, storage, propagator)
    call executor%set_directory(folder // '/generations', seconds=0.0_real64)
    call executor%run()
    trace = loop%trace
    reference = loop%adjoint
    loop%fail_at = loop%calls - 1 ! the end of the reverse sweep
    call executor%run(stat, errmsg)
    call ok(stat == 1000 + loop%fail_at, 'a run with a record fails')
    loop%fail_at = -1
    call executor%resume(stat, errmsg)
    call works(stat, errmsg, 'and goes on')
    call ok(same(loop%trace, trace) .and. same(loop%adjoint, reference) .and. all(trace > 0.0_real64), &
            'with its record')
    call executor%destroy()
    call propagator%destroy()
    call storage%destroy()
    call schedule%destroy()
  end subroutine records

  ! A loop that is not the same the second time is found.
  subroutine replays()
    type(growth), target :: loop
    type(moody), target :: unsteady
    type(ebw_schedule) :: schedule
    type(ebw_storage) :: storage
    type(ebw_propagator) :: propagator
    type(ebw_executor) :: executor

    call schedule%create_revolve(9_int64, 2_int64, EBW_REVERSE_FUSED)
    call storage%create_memory()
    call propagator%create(EBW_REVERSE_FUSED, state_bytes, loop)
    call executor%create(schedule, storage, propagator)
    call executor%set_replay_check(.true.)
    call executor%run(stat, errmsg)
    call works(stat, errmsg, 'a steady loop passes the replay check')
    call propagator%create(EBW_REVERSE_FUSED, state_bytes, unsteady)
    call executor%create(schedule, storage, propagator)
    call executor%run(stat, errmsg)
    call works(stat, errmsg, 'an unsteady one runs')
    call executor%set_replay_check(.true.)
    call executor%run(stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_CORRUPT, 'step', 'and does not pass it')
    call executor%destroy()
    answer = executor%get_stat('loads', stat, errmsg)
    call ok(answer == 0 .and. stat == EBW_ERR_HANDLE, 'what was destroyed has no counts')
    call propagator%destroy()
    call storage%destroy()
    call schedule%destroy()
  end subroutine replays
end program test_storage
