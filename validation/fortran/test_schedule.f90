! SPDX-License-Identifier: MIT
! Schedules, storage and plans in Fortran: success and failure through stat and errmsg.
program test_schedule
  use ebbwave
  use check
  implicit none

  integer(int64) :: answer
  integer :: stat
  character(300) :: errmsg

  call schedules()
  call storages()
  call texts()
  call finish_checks()

contains

  subroutine schedules()
    type(ebw_schedule) :: schedule
    integer(int64), allocatable :: actions(:, :)
    integer(int64) :: from, to, slot, seen, forward
    integer :: kind

    errmsg = 'untouched'
    call schedule%create_revolve(10_int64, 3_int64, EBW_REVERSE_FUSED, stat, errmsg)
    call works(stat, errmsg, 'a schedule is created')
    call ok(errmsg == 'untouched', 'errmsg is left alone by success')
    call ok(schedule%get_steps() == 10 .and. schedule%get_peak_slots() == 3, 'it has its steps and slots')
    call ok(schedule%get_reverse_kind() == EBW_REVERSE_FUSED, 'it has its reverse kind')
    call ok(schedule%count_taped() == 10, 'kind fused tapes every step')
    ! t(10, 3) = r n - beta(s+1, r-1) with the least r such that C(3+r, 3) >= 10, r = 2: 20 - C(5, 4) = 15.
    call ok(schedule%count_advances() == 15, 'advances are the closed binomial count')

    call schedule%export(actions, stat, errmsg)
    call works(stat, errmsg, 'all actions are exported')
    call ok(size(actions, 1) == 4, 'actions have shape (4, count)')
    seen = 0
    forward = 0
    do
      call schedule%next(kind, from, to, slot, stat, errmsg)
      if (stat /= 0 .or. kind == EBW_ACTION_END) exit
      seen = seen + 1
      if (any(actions(:, seen) /= [int(kind, int64), from, to, slot])) exit
      if (kind == EBW_ACTION_ADVANCE) forward = forward + to - from
    end do
    call ok(stat == 0 .and. kind == EBW_ACTION_END .and. seen == size(actions, 2), 'the stream is what was exported')
    call ok(forward == schedule%count_advances(), 'advances are as many as were counted')
    call ok(count(actions(1, :) == EBW_ACTION_SAVE) == schedule%count_saves(), 'saves are as many as were counted')
    call ok(count(actions(1, :) == EBW_ACTION_LOAD) == schedule%count_loads(), 'loads are as many as were counted')
    call schedule%reset()
    call schedule%next(kind, from, to, slot)
    call ok(kind == actions(1, 1), 'reset begins anew')

    call schedule%create_revolve(0_int64, 3_int64, EBW_REVERSE_FUSED, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'steps', 'no steps are an error')
    call ok(schedule%get_steps() == 10, 'a failed create leaves what was there')
    call schedule%create_store_all(7_int64, EBW_REVERSE_FUSED, .false., stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_UNSUPPORTED, 'revolve', 'store_all of states in kind fused is an error')
    call schedule%create_store_all(7_int64, EBW_REVERSE_STATE_ONLY, .true.)
    call ok(schedule%get_steps() == 7, 'create replaces what was there')

    call schedule%destroy()
    call schedule%destroy()
    call schedule%next(kind, from, to, slot, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'create', 'a destroyed schedule gives no action')
    call schedule%reset(stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'schedule', 'a destroyed schedule is not reset')
    call schedule%export(actions, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'schedule', 'a destroyed schedule exports nothing')
    call ok(size(actions, 1) == 4, 'what was exported stays')
    answer = schedule%get_steps(stat, errmsg)
    call ok(answer == 0 .and. stat == EBW_ERR_HANDLE, 'a destroyed schedule has no steps')
  end subroutine schedules

  subroutine storages()
    type(ebw_storage) :: storage
    real(real64) :: state(4, 3), back(4, 3), wide(8, 6)

    call storage%create_memory(stat, errmsg)
    call works(stat, errmsg, 'a storage is created')
    call storage%save(0_int64, 0_int64, state, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, 'reserve', 'saving before reserving is an error')
    call storage%reserve(2_int64, 96_int64, stat, errmsg)
    call works(stat, errmsg, 'slots are reserved')
    call random_number(wide)
    state = wide(::2, ::2)
    call storage%save(1_int64, 42_int64, wide(::2, ::2), stat, errmsg)
    call works(stat, errmsg, 'a section with gaps is saved')
    back = 0.0_real64
    call storage%load(1_int64, 42_int64, back, stat, errmsg)
    call ok(stat == 0 .and. same(state, back), 'it comes back')
    wide = -1.0_real64
    call storage%load(1_int64, 42_int64, wide(7:1:-2, ::2))
    call ok(same(wide(7:1:-2, ::2), state), 'it comes back into a section')
    wide(7:1:-2, ::2) = -1.0_real64
    call ok(all(wide < 0.0_real64), 'and nowhere else')
    call storage%save(0_int64, 0_int64, state(:, 1), stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, '32 bytes', 'too short an array is an error')
    call storage%load(1_int64, 42_int64, wide, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, '96', 'too long an array is an error')
    call storage%load(1_int64, 41_int64, back, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, '41', 'another step is an error')
    call storage%save(2_int64, 0_int64, state, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'slot', 'a slot that does not exist is an error')
    call ok(storage%get_stat('live_slots') == 1 .and. storage%get_stat('saves') == 1, 'counts are read by name')
    answer = storage%get_stat('doors', stat, errmsg)
    call ok(answer == 0, 'an unknown name answers 0')
    call fails(stat, errmsg, EBW_ERR_NOT_FOUND, 'peak_bytes', 'and lists the names')
    call storage%discard(1_int64)
    call storage%discard(1_int64, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, 'empty', 'discarding twice is an error')
    call storage%reserve(-1_int64, 8_int64, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'slots', 'a negative number of slots is an error')
    call storage%destroy()
    call storage%reserve(1_int64, 8_int64, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'storage', 'a destroyed storage reserves nothing')
    call storage%save(0_int64, 0_int64, state, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'storage', 'a destroyed storage saves nothing')
    call storage%load(0_int64, 0_int64, back, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'storage', 'a destroyed storage loads nothing')
  end subroutine storages

  subroutine texts()
    type(ebw_schedule) :: schedule
    character(12) :: short

    call ok(len(ebw_library_version()) >= 5, 'the library tells its version')
    call ok(ebw_status_text(EBW_ERR_BUDGET) == 'budget too small', 'statuses have names')
    call schedule%create_revolve(0_int64, 3_int64, EBW_REVERSE_FUSED, stat, short)
    call ok(index(ebw_last_text(), short) == 1, 'a short errmsg has the begin of the text')
    call ok(len(ebw_last_text()) > len(short), 'and the whole text can be had')
    call schedule%create_revolve(0_int64, 3_int64, EBW_REVERSE_FUSED, stat)
    call ok(stat == EBW_ERR_ARGUMENT, 'stat works without errmsg')
  end subroutine texts
end program test_schedule
