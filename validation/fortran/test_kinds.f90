! SPDX-License-Identifier: MIT
! Every kind of schedule in Fortran: legal, as cheap as it says, and all of them through one loop with the same bits.
program test_kinds
  use ebbwave
  use check
  use loops
  implicit none

  integer(int64), parameter :: n = 20
  real(real64), parameter :: costs(4) = [1.0_real64, 1.5_real64, 3.0_real64, 2.0_real64]
  integer(int64) :: answer
  integer :: stat
  character(300) :: errmsg

  call kinds()
  call disk_counts()
  call online()
  call streams()
  call own_streams()
  call bits()
  call planned()
  call finish_checks()

contains

  subroutine make(schedule, kind, reverse_kind, stat, errmsg)
    type(ebw_schedule), intent(inout) :: schedule
    character(*), intent(in) :: kind
    integer, intent(in) :: reverse_kind
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    select case (kind)
    case ('store_all')
      call schedule%create_store_all(n, reverse_kind, .true., stat, errmsg)
    case ('revolve')
      call schedule%create_revolve(n, 3_int64, reverse_kind, stat, errmsg)
    case ('two_level')
      call schedule%create_two_level(n, 2_int64, 3_int64, reverse_kind, costs, stat, errmsg)
    case ('disk')
      call schedule%create_disk(n, 2_int64, reverse_kind, costs, stat, errmsg)
    case ('periodic')
      call schedule%create_periodic(n, 2_int64, 5_int64, reverse_kind, stat=stat, errmsg=errmsg)
    case ('async')
      call schedule%create_async(n, 2_int64, 0_int64, reverse_kind, costs, stat, errmsg)
    case ('segment')
      call schedule%create_segment(n, 4_int64, 2_int64, reverse_kind, stat, errmsg)
    case ('mixed')
      call schedule%create_mixed(n, 12_int64, 3_int64, 2_int64, reverse_kind, stat, errmsg)
    end select
  end subroutine make

  ! All kinds in all reverse kinds that they have.
  subroutine kinds()
    character(9), parameter :: names(8) = [character(9) :: 'store_all', 'revolve', 'two_level', 'disk', 'periodic', &
                                           'async', 'segment', 'mixed']
    type(ebw_schedule) :: schedule
    integer(int64), allocatable :: actions(:, :)
    integer :: i, kind
    logical :: legal, counted

    legal = .true.
    counted = .true.
    do i = 1, size(names)
      do kind = EBW_REVERSE_FUSED, EBW_REVERSE_UNFUSED
        if (kind == EBW_REVERSE_UNFUSED .and. (i == 1 .or. i > 6)) cycle
        call make(schedule, names(i), kind, stat, errmsg)
        if (stat /= 0) print '(4a)', '# ', names(i), ': ', trim(errmsg)
        legal = legal .and. stat == 0
        if (stat /= 0) cycle
        call schedule%check(stat=stat, errmsg=errmsg)
        if (stat /= 0) print '(4a)', '# ', names(i), ': ', trim(errmsg)
        legal = legal .and. stat == 0
        call schedule%export(actions)
        counted = counted .and. schedule%count_disk_saves() <= count(actions(1, :) == EBW_ACTION_SAVE)
        counted = counted .and. schedule%count_left_on_disk() == 0
      end do
    end do
    call ok(legal, 'every kind is legal and does what it says')
    call ok(counted, 'and leaves nothing on disk')
    call make(schedule, 'segment', EBW_REVERSE_FUSED)
    call ok(schedule%get_tape_slots() == 4, 'a segment has as many tape slots as steps in a leaf')
    call schedule%create_online(3_int64, EBW_REVERSE_FUSED, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_UNSUPPORTED, 'fused', 'online in kind fused is an error')
    call schedule%create_two_level(n, -1_int64, 3_int64, EBW_REVERSE_FUSED, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'slots', 'negative slots are an error')
    call schedule%create_disk(n, 2_int64, EBW_REVERSE_FUSED, -costs, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'cost', 'negative costs are an error')
    call schedule%create_periodic(n, 2_int64, 0_int64, EBW_REVERSE_FUSED, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'period', 'the cheapest period wants costs')
    call schedule%create_async(n, 0_int64, 5_int64, EBW_REVERSE_FUSED, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'slots', 'async wants a slot')
    call schedule%create_segment(n, 0_int64, 1_int64, EBW_REVERSE_FUSED, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'leaf', 'a leaf has a step')
    call schedule%create_mixed(n, 2_int64, 3_int64, 2_int64, EBW_REVERSE_FUSED, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_BUDGET, 'units', 'mixed wants room for a state')
    call schedule%destroy()
    answer = schedule%count_disk_saves(stat, errmsg)
    call ok(answer == 0 .and. stat == EBW_ERR_HANDLE, 'a destroyed schedule counts nothing')
  end subroutine kinds

  subroutine disk_counts()
    type(ebw_schedule) :: schedule
    integer(int64), allocatable :: actions(:, :)
    integer(int64) :: leaf, slots
    real(real64) :: cost
    integer(int64) :: first
    integer :: saves, loads

    call schedule%create_two_level(n, 2_int64, 3_int64, EBW_REVERSE_FUSED, costs)
    call schedule%export(actions)
    first = schedule%get_memory_slots()
    saves = count(actions(1, :) == EBW_ACTION_SAVE .and. actions(4, :) >= first)
    loads = count(actions(1, :) == EBW_ACTION_LOAD .and. actions(4, :) >= first)
    call ok(first == 2 .and. schedule%get_peak_disk_slots() <= 3, 'disk slots follow memory slots')
    call ok(schedule%count_disk_saves() == saves .and. saves > 0, 'saves to disk are counted')
    call ok(schedule%count_disk_loads() == loads .and. loads > 0, 'loads from disk are counted')
    cost = costs(1) * (schedule%count_advances() + schedule%count_taped()) + costs(2) * n + costs(3) * saves + &
           costs(4) * loads
    ! Sums of small multiples of 1/2 are exact.
    call ok(abs(schedule%get_cost() - cost) <= 0.0_real64, 'its cost is that of its counts')
    cost = schedule%get_cost([1.0_real64, 0.0_real64, 0.0_real64, 0.0_real64])
    call ok(nint(cost, int64) == schedule%count_advances() + schedule%count_taped(), 'and by other costs another')
    call schedule%create_two_level(n, 2_int64, 1_int64, EBW_REVERSE_FUSED)
    call schedule%export(actions)
    saves = count(actions(1, :) == EBW_ACTION_SAVE .and. actions(4, :) >= first)
    loads = count(actions(1, :) == EBW_ACTION_LOAD .and. actions(4, :) >= first)
    call ok(saves /= loads .and. schedule%count_disk_saves() == saves .and. schedule%count_disk_loads() == loads, &
            'each by itself')
    call schedule%check(slots=1_int64, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, '', 'a check may ask for fewer slots')
    call schedule%check(slots=2_int64, disk_slots=3_int64, tape_slots=0_int64, stat=stat, errmsg=errmsg)
    call works(stat, errmsg, 'or for as many as it was given')

    call ebw_choose_segment(1000_int64, 4000_int64, 300_int64, 100_int64, leaf, slots)
    call ok(leaf >= 1 .and. slots >= 1 .and. 100 * leaf + 300 * slots <= 4000, 'a segment is chosen within its room')
    call schedule%create_segment(1000_int64, leaf, slots, EBW_REVERSE_STATE_ONLY)
    answer = schedule%count_advances()
    call schedule%create_revolve(1000_int64, 13_int64, EBW_REVERSE_STATE_ONLY)
    call ok(answer < schedule%count_advances(), 'and advances less than revolve in the same memory')
    call ebw_choose_segment(1000_int64, 10_int64, 300_int64, 100_int64, leaf, slots, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_BUDGET, 'room', 'too small a room is an error')
    call schedule%destroy()
  end subroutine disk_counts

  ! A loop that sees its end while it runs.
  subroutine online()
    type(endless), target :: loop
    type(growth), target :: known
    type(ebw_schedule), target :: schedule
    type(ebw_storage) :: storage
    type(ebw_propagator) :: propagator
    type(ebw_executor) :: executor
    integer(int64) :: length
    real(real64) :: cost
    integer :: kind
    logical :: equal

    equal = .true.
    call storage%create_memory()
    do kind = EBW_REVERSE_STATE_ONLY, EBW_REVERSE_UNFUSED
      call schedule%create_online(3_int64, kind)
      loop%schedule => schedule
      call propagator%create(merge(EBW_REVERSE_FUSED, kind, kind == EBW_REVERSE_UNFUSED), 44_int64, loop)
      call executor%create(schedule, storage, propagator)
      do length = 1, 25, 6
        loop%last = length
        call executor%run(stat, errmsg)
        if (stat /= 0) print '(2a)', '# ', trim(errmsg)
        call plain(known, length)
        equal = equal .and. stat == 0 .and. same(loop%adjoint, known%adjoint)
      end do
    end do
    call ok(equal, 'a loop of unknown length ends where it says, with the bits of one of known length')
    call ok(schedule%get_steps() == 25, 'its steps are known then')
    call schedule%check(stat=stat, errmsg=errmsg)
    call works(stat, errmsg, 'and it is legal')
    call schedule%finish(26_int64, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, '', 'another end is an error')
    call schedule%reset()
    cost = schedule%get_cost(stat=stat, errmsg=errmsg)
    call ok(cost <= 0.0_real64, 'before its end a cost answers 0')
    call fails(stat, errmsg, EBW_ERR_STATE, 'finish', 'and says why')
    call schedule%create_revolve(n, 2_int64, EBW_REVERSE_FUSED)
    call schedule%finish(n, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_UNSUPPORTED, '', 'a schedule of known length has its end')
    call executor%destroy()
    call propagator%destroy()
    call storage%destroy()
    call schedule%destroy()
  end subroutine online

  ! The gradient with every step's tape.
  subroutine plain(loop, steps)
    type(growth), intent(inout), target :: loop
    integer(int64), intent(in) :: steps
    type(ebw_schedule) :: schedule
    type(ebw_storage) :: storage
    type(ebw_propagator) :: propagator
    type(ebw_executor) :: executor

    call schedule%create_store_all(steps, EBW_REVERSE_FUSED, .true.)
    call storage%create_memory()
    call propagator%create(EBW_REVERSE_FUSED, 44_int64, loop, tape_bytes=40_int64)
    call executor%create(schedule, storage, propagator)
    call executor%run()
    call executor%destroy()
    call propagator%destroy()
    call storage%destroy()
    call schedule%destroy()
  end subroutine plain

  ! Actions in blocks are the actions one by one.
  subroutine streams()
    type(ebw_schedule) :: schedule
    integer(int64), allocatable :: actions(:, :)
    integer(int64) :: block(4, 7), wrong(3, 7), written, seen
    logical :: equal

    call schedule%create_revolve(n, 3_int64, EBW_REVERSE_FUSED)
    call schedule%export(actions)
    seen = 0
    equal = .true.
    do
      call schedule%next_many(block, written)
      if (written == 0) exit
      equal = equal .and. all(block(:, :written) == actions(:, seen + 1:seen + written))
      seen = seen + written
    end do
    call ok(equal .and. seen == size(actions, 2), 'blocks of actions are the stream')
    call schedule%next_many(wrong, written, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, '(3, 7)', 'a block has four rows')
    call schedule%next_many(block(:, :0), written, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'capacity', 'and room for one action')
    call schedule%destroy()
  end subroutine streams

  ! A list of one's own: n = 2 with one slot.
  subroutine own_streams()
    type(ebw_checker) :: checker
    integer(int64) :: mine(4, 6), word

    mine(:, 1) = [int(EBW_ACTION_SAVE, int64), 0_int64, -1_int64, 0_int64]
    mine(:, 2) = [int(EBW_ACTION_ADVANCE, int64), 0_int64, 1_int64, -1_int64]
    mine(:, 3) = [int(EBW_ACTION_REVERSE, int64), 1_int64, 1_int64, -1_int64]
    mine(:, 4) = [int(EBW_ACTION_LOAD, int64), 0_int64, -1_int64, 0_int64]
    mine(:, 5) = [int(EBW_ACTION_DISCARD, int64), 0_int64, -1_int64, 0_int64]
    mine(:, 6) = [int(EBW_ACTION_REVERSE, int64), 0_int64, 0_int64, -1_int64]
    call checker%create(2_int64, EBW_REVERSE_FUSED, slots=1_int64)
    call checker%take(mine, stat, errmsg)
    call works(stat, errmsg, 'a right list is taken')
    call checker%finish(stat, errmsg)
    call works(stat, errmsg, 'and ends well')
    call ok(checker%get_count('actions') == 6 .and. checker%get_count('peak_slots') == 1, 'it is counted')
    word = checker%get_count('doors', stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_NOT_FOUND, 'peak_slots', 'an unknown count lists the names')

    call checker%create(2_int64, EBW_REVERSE_FUSED, slots=1_int64)
    call checker%take(mine(:, [1, 2, 3, 6]), stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, '4', 'a reverse without its state is the fourth action')
    call checker%take(EBW_ACTION_LOAD, 0_int64, -1_int64, 0_int64, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, '4', 'what comes later says the same')
    call checker%create(2_int64, EBW_REVERSE_FUSED, slots=1_int64)
    call checker%take(mine(:, :4))
    call checker%finish(stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, '', 'a stream that is not at its end is an error')
    call checker%create(2_int64, EBW_REVERSE_FUSED)
    call checker%take(mine(:, :1), stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, '1', 'a save beyond the limits is an error')
    call checker%create(2_int64, EBW_REVERSE_FUSED, slots=1_int64)
    mine(1, 1) = 2_int64**32 + EBW_ACTION_SAVE
    call checker%take(mine(:, :1), stat, errmsg)
    call ok(stat /= 0, 'a kind that needs more than 32 bits is no kind')
    call checker%take(mine(2:, :), stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, '(3, 6)', 'a list has four rows')
    call checker%create(-1_int64, EBW_REVERSE_FUSED, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'steps', 'negative steps are an error')
    call checker%destroy()
    call checker%finish(stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'checker', 'a destroyed checker takes nothing')
  end subroutine own_streams

  ! The gradient of every kind of schedule.
  subroutine bits()
    character(9), parameter :: names(7) = [character(9) :: 'revolve', 'two_level', 'disk', 'periodic', 'async', &
                                           'segment', 'mixed']
    type(growth), target :: loop, known
    type(ebw_schedule) :: schedule
    type(ebw_storage) :: storage
    type(ebw_propagator) :: propagator
    type(ebw_executor) :: executor
    logical :: equal
    integer :: i, kind

    call plain(known, n)
    call storage%create_memory()
    equal = .true.
    do i = 1, size(names)
      do kind = EBW_REVERSE_FUSED, EBW_REVERSE_STATE_ONLY
        loop%adjoint = 0.0_real64
        call make(schedule, names(i), kind)
        call propagator%create(kind, 44_int64, loop, tape_bytes=40_int64)
        call executor%create(schedule, storage, propagator)
        call executor%run(stat, errmsg)
        if (stat /= 0) print '(4a)', '# ', names(i), ': ', trim(errmsg)
        equal = equal .and. stat == 0 .and. same(loop%adjoint, known%adjoint)
      end do
    end do
    call ok(equal, 'every kind gives the same bits')
    call executor%destroy()
    call propagator%destroy()
    call storage%destroy()
    call schedule%destroy()
  end subroutine bits

  ! A budget for memory and one for a disk.
  subroutine planned()
    character(12), parameter :: names(9) = [character(12) :: 'store_all', 'revolve', 'segment', 'mixed', 'two_level', &
                                            'disk', 'periodic', 'async', 'segment_disk']
    real(real64), parameter :: six(6) = [1.0_real64, 1.25_real64, 1.5_real64, 0.0_real64, 0.5_real64, 0.5_real64]
    type(growth), target :: loop, known
    type(ebw_plan) :: plan, other
    type(ebw_schedule) :: schedule
    type(ebw_storage) :: storage
    type(ebw_propagator) :: propagator
    type(ebw_executor) :: executor
    real(real64) :: save, load, least, costs(6)
    logical :: equal
    integer :: i
    integer(int64) :: k, memory

    call plain(known, n)
    call ebw_measure_disk('.', 65536_int64, save, load, stat, errmsg)
    call ok(stat == 0 .and. save > 0.0_real64 .and. load > 0.0_real64, 'a disk is measured')
    equal = .true.
    do i = 1, size(names)
      loop%adjoint = 0.0_real64
      memory = merge(1500_int64, 700_int64, i <= 4)  ! store_all fits into the larger one
      costs = six
      if (i > 4) costs(5:) = 0.01_real64  ! or so few steps would not be worth a disk
      call plan%choose(n, EBW_REVERSE_STATE_ONLY, 44_int64, 40_int64, memory, 5000_int64, trim(names(i)), costs, &
                       stat, errmsg)
      equal = equal .and. stat == 0 .and. plan%get_schedule() == names(i) .and. plan%get_disk_bytes() <= 5000
      if (i > 4) equal = equal .and. plan%get_disk_slots() > 0 .and. plan%get_number('least_disk_bytes') > 0
      call schedule%create_planned(plan, stat, errmsg)
      call storage%create_planned(plan, '.', stat, errmsg)
      call propagator%create(EBW_REVERSE_STATE_ONLY, 44_int64, loop, tape_bytes=40_int64)
      call executor%create(schedule, storage, propagator)
      call executor%run(stat, errmsg)
      if (stat /= 0) print '(4a)', '# ', names(i), ': ', trim(errmsg)
      equal = equal .and. stat == 0 .and. same(loop%adjoint, known%adjoint)
      equal = equal .and. executor%get_stat('peak_bytes') == plan%get_total_bytes()
    end do
    call ok(equal, 'every kind that is planned for two places gives the same bits in the bytes planned')
    call plan%choose(n, EBW_REVERSE_STATE_ONLY, 44_int64, 40_int64, 1500_int64, 5000_int64, 'auto', six, stat, errmsg)
    least = huge(least)
    do k = 1, plan%count_alternatives()
      call plan%get_alternative(k, other)
      if (other%get_total_bytes() <= 1500) least = min(least, other%get_cost())
    end do
    call ok(plan%get_cost() <= least .and. plan%get_seconds() >= least, 'auto is the cheapest that fits')
    call plan%choose(n, EBW_REVERSE_STATE_ONLY, 44_int64, 40_int64, 1500_int64, 5_int64, 'async', six, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_BUDGET, 'disk_bytes = 5', 'a disk that is too small is named')
    call executor%destroy()
    call propagator%destroy()
    call storage%destroy()
    call schedule%destroy()
    call plan%destroy()
    call other%destroy()
  end subroutine planned
end program test_kinds
