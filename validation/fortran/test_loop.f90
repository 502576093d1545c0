! SPDX-License-Identifier: MIT
! A loop of one's own under an executor: same bits whatever is kept, every call may fail, nothing is left behind.
program test_loop
  use ebbwave
  use check
  use loops
  implicit none

  integer(int64), parameter :: steps = 9, state_bytes = 44, tape_bytes = 40
  integer(int64) :: answer
  integer :: stat
  character(300) :: errmsg

  call bits()
  call failures()
  call missing_procedures()
  call refusals()
  call progress()
  call finish_checks()

contains

  ! An executor of a loop; slots = 0: every step's tape is kept. The other objects are gone: the executor keeps them.
  subroutine set_up(executor, loop, kind, slots)
    type(ebw_executor), intent(inout) :: executor
    class(ebw_loop), intent(inout), target :: loop
    integer, intent(in) :: kind
    integer(int64), intent(in) :: slots
    type(ebw_schedule) :: schedule
    type(ebw_storage) :: storage
    type(ebw_propagator) :: propagator

    if (slots == 0) then
      call schedule%create_store_all(steps, kind, .true.)
    else
      call schedule%create_revolve(steps, slots, kind)
    end if
    call storage%create_memory()
    call propagator%create(kind, state_bytes, loop, tape_bytes)
    call executor%create(schedule, storage, propagator)
    call propagator%destroy()
    call storage%destroy()
    call schedule%destroy()
  end subroutine set_up

  subroutine bits()
    type(growth), target :: loop
    type(ebw_executor) :: executor
    type(ebw_plan) :: plan
    real(real64) :: reference(cells)
    integer(int64) :: slots
    integer :: kind
    logical :: equal, planned

    call set_up(executor, loop, EBW_REVERSE_FUSED, 0_int64)
    call executor%run(stat, errmsg)
    call works(stat, errmsg, 'a loop runs with tapes')
    reference = loop%adjoint
    call ok(all(reference > 0.1_real64) .and. all(reference < 10.0_real64), 'the gradient is plausible')
    equal = .true.
    planned = .true.
    do kind = EBW_REVERSE_FUSED, EBW_REVERSE_STATE_ONLY
      do slots = 0, steps + 1
        call set_up(executor, loop, kind, slots)
        call executor%run()
        equal = equal .and. same(reference, loop%adjoint)
        call executor%plan(plan)
        planned = planned .and. plan%get_forward_steps() == executor%get_stat('forward_steps')
        planned = planned .and. plan%get_total_bytes() == executor%get_stat('peak_bytes')
      end do
    end do
    call ok(equal, 'every number of slots and both reverse kinds give the same bits')
    call ok(planned, 'steps and bytes are as planned')
    call ok(plan%get_steps() == steps .and. plan%get_slots() == steps, 'a plan tells steps and slots')
    call ok(plan%get_schedule() == 'revolve', 'a plan names the schedule')
    call ok(plan%get_bytes('slots') >= steps * state_bytes, 'a plan tells the bytes of slots')
    call ok(plan%get_recomputed() + steps == plan%get_forward_steps(), 'recomputed steps are those beyond the first')
    call ok(plan%get_dt() <= 0.0_real64, 'a loop of the user has no time step')
    answer = plan%get_bytes('doors', stat, errmsg)
    call ok(answer == 0, 'an unknown use answers 0')
    call fails(stat, errmsg, EBW_ERR_NOT_FOUND, 'slots', 'and lists the names')
    call ok(executor%get_seconds('total') >= 0.0_real64, 'a run tells its seconds')
    call plan%destroy()
    answer = plan%get_steps(stat, errmsg)
    call ok(answer == 0 .and. stat == EBW_ERR_HANDLE, 'a destroyed plan tells nothing')
    call executor%destroy()
  end subroutine bits

  ! Each call of a run in turn fails with a number of its own.
  subroutine failures()
    type(growth), target :: loop
    type(ebw_executor) :: executor
    real(real64) :: reference(cells)
    integer(int64) :: slots
    integer :: call_number, calls, kind
    logical :: came_out, named, again

    came_out = .true.
    named = .true.
    again = .true.
    do kind = EBW_REVERSE_FUSED, EBW_REVERSE_STATE_ONLY
      do slots = 0, 3
        call set_up(executor, loop, kind, slots)
        call executor%run()
        reference = loop%adjoint
        calls = loop%calls
        do call_number = 0, calls - 1
          loop%fail_at = call_number
          errmsg = ''
          call executor%run(stat, errmsg)
          came_out = came_out .and. stat == 1000 + call_number
          named = named .and. len_trim(errmsg) > 0
          loop%fail_at = -1
          call executor%run(stat)
          again = again .and. stat == 0 .and. same(reference, loop%adjoint)
        end do
        call executor%destroy()
      end do
    end do
    call ok(calls > 20, 'many calls were made to fail')
    call ok(came_out, 'what a procedure sets stat to comes out as stat, at whichever call')
    call ok(named, 'errmsg tells of it')
    call ok(again, 'the next run gives the gradient')
  end subroutine failures

  subroutine missing_procedures()
    type(bare), target :: loop
    type(growth), target :: forgetful
    type(ebw_schedule) :: schedule
    type(ebw_storage) :: storage
    type(ebw_propagator) :: propagator
    type(ebw_executor) :: executor

    call schedule%create_revolve(steps, 2_int64, EBW_REVERSE_FUSED)
    call storage%create_memory()
    call propagator%create(EBW_REVERSE_FUSED, 40_int64, loop)
    call executor%create(schedule, storage, propagator)
    call executor%run(stat, errmsg)
    call works(stat, errmsg, 'kind fused needs five procedures')
    call ok(propagator%get_state_bytes() == 40 .and. propagator%get_tape_bytes() == 0, 'it has a state and no tape')
    call ok(propagator%get_adjoint_bytes() == 0, 'its adjoint cannot be saved')

    call schedule%create_revolve(steps, 2_int64, EBW_REVERSE_STATE_ONLY)
    call propagator%create(EBW_REVERSE_STATE_ONLY, 40_int64, loop)
    call executor%create(schedule, storage, propagator)
    call executor%run(stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, 'turn', 'a procedure that is missing is named')

    call schedule%create_store_all(steps, EBW_REVERSE_STATE_ONLY, .true.)
    call executor%create(schedule, storage, propagator, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_UNSUPPORTED, 'tape', 'a schedule with tapes wants tape_bytes')
    call propagator%create(EBW_REVERSE_STATE_ONLY, 40_int64, loop, tape_bytes=8_int64)
    call executor%create(schedule, storage, propagator)
    call executor%run(stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_STATE, 'advance_taped', 'a procedure of tapes that is missing is named')

    call set_up(executor, forgetful, EBW_REVERSE_FUSED, 2_int64)
    forgetful%forget = 1
    call executor%run(stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, '36 bytes', 'a save of too few bytes is an error')
    forgetful%forget = 2
    call executor%run(stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, 'save', 'a save of too many bytes is an error, not a write beyond')
    forgetful%forget = 3
    call executor%run(stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_SHAPE, 'load', 'a load of too many bytes is an error')
    forgetful%forget = 0
    call executor%run(stat, errmsg)
    call works(stat, errmsg, 'and the executor serves again')
    forgetful%fail_at = 0
    call executor%run(stat, errmsg)
    call ok(index(errmsg, 'bytes of a checkpoint') == 0, 'an old fault is not told again')
    call executor%destroy()
    call propagator%destroy()
    call storage%destroy()
    call schedule%destroy()
  end subroutine missing_procedures

  subroutine refusals()
    type(growth), target :: loop
    type(ebw_schedule) :: schedule
    type(ebw_storage) :: storage
    type(ebw_propagator) :: propagator
    type(ebw_executor) :: executor
    type(ebw_plan) :: plan
    real(real64) :: gradient(3, 3)

    call propagator%create(EBW_REVERSE_FUSED, 0_int64, loop, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'state_bytes', 'a state of no bytes is an error')
    call propagator%create(EBW_REVERSE_FUSED, 8_int64, loop, tape_bytes=-1_int64, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'tape_bytes', 'a tape of negative bytes is an error')
    call propagator%create(EBW_REVERSE_FUSED, 8_int64, loop, adjoint_bytes=0_int64, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'adjoint_bytes', 'an adjoint of no bytes is an error')
    call propagator%create(17, 8_int64, loop, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'reverse_kind', 'an unknown reverse kind is an error')

    call executor%create(schedule, storage, propagator, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'schedule', 'an executor wants a schedule')
    call schedule%create_revolve(steps, 2_int64, EBW_REVERSE_STATE_ONLY)
    call executor%create(schedule, storage, propagator, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'storage', 'an executor wants a storage')
    call storage%create_memory()
    call executor%create(schedule, storage, propagator, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'propagator', 'an executor wants a propagator')
    call propagator%create(EBW_REVERSE_FUSED, state_bytes, loop)
    call executor%create(schedule, storage, propagator, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_UNSUPPORTED, 'kind', 'an executor wants one reverse kind')
    call propagator%get_gradient(gradient, stat=stat, errmsg=errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'loop', 'the gradient of a loop is in the loop')

    call executor%run(stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'executor', 'what was not created does not run')
    call executor%plan(plan, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_HANDLE, 'executor', 'what was not created has no plan')
    answer = executor%get_stat('saves', stat, errmsg)
    call ok(answer == 0 .and. stat == EBW_ERR_HANDLE, 'nor counts')
    call schedule%create_revolve(steps, 2_int64, EBW_REVERSE_FUSED)
    call executor%create(schedule, storage, propagator)
    answer = executor%get_stat('saves', stat, errmsg)
    call ok(answer == 0, 'before a run a count answers 0')
    call fails(stat, errmsg, EBW_ERR_STATE, 'run', 'and says that there was no run')
    call executor%destroy()
    call propagator%destroy()
    call storage%destroy()
    call schedule%destroy()
  end subroutine refusals

  subroutine progress()
    type(growth), target :: loop
    type(counter), target :: told
    type(ebw_executor) :: executor

    call set_up(executor, loop, EBW_REVERSE_FUSED, 2_int64)
    call executor%set_progress(told, -1_int64, stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_ARGUMENT, 'every', 'a negative distance of reports is an error')
    call executor%set_progress(told, 1_int64)
    call executor%run()
    call ok(told%reports > 10 .and. told%last == told%total, 'progress is told up to the end')
    call ok(told%recomputed > 0, 'and what was recomputed')
    told%cancel_at = told%reports + 5
    call executor%run(stat, errmsg)
    call fails(stat, errmsg, EBW_ERR_CANCELLED, '', 'progress may cancel')
    call executor%set_progress()
    told%reports = 0
    call executor%run(stat, errmsg)
    call ok(stat == 0 .and. told%reports == 0, 'progress can be taken away')
    call executor%destroy()
  end subroutine progress
end program test_loop
