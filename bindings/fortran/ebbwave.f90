! SPDX-License-Identifier: MIT
! Ebbwave for Fortran: `use ebbwave`.
!
!   ebw_model, ebw_shot               a gradient of an acoustic inversion in one call
!   ebw_taylor_test, ebw_dot_test     is a gradient or an adjoint right? For any user code, in one call
!   ebw_taylor, ebw_dot, ebw_report   the same with parts, Hessians and all results; JSON, JUnit and HTML of them
!   ebw_memory_fit, ebw_get_memory    does memory grow with the slots as it should?
!   ebw_executor                      your own time loop, which extends ebw_loop, under a checkpoint schedule, with
!   ebw_schedule, ebw_storage,          which steps to keep, where,
!   ebw_propagator, ebw_plan            how to take them, and what a run will do and hold
!   ebw_checker                       is a stream of actions, the library's or your own, legal?
!   ebw_store                         to extend: a place for checkpoints of your own
!   ebw_progress, ebw_misfit_function to extend: progress of a long call, a misfit of your own
!   ebw_set_log                       what the library has to say, such as which schedule it has chosen
!
! Rules that hold for all of it
!  - stat (out, default integer) is 0, a number EBW_ERR_*, or what your own procedure set its stat to. errmsg
!    (character(*), as long as you like) is set on failure only: argument, value, limit and remedy; the whole text is
!    ebw_last_text(). Without stat a failure stops the program with that text.
!  - Objects are created and destroyed by hand, in any order: call x%create(...), call x%destroy(). There is no FINAL.
!    Assigning one to another stops the program. Creating one anew releases what it held.
!  - Arrays are v(nz, nx) and v(nz, ny, nx), traces data(sample, receiver), points positions(axis, point). Shapes of
!    grids, spacings and positions are in logical order, (x, z) or (x, y, z). Sections of any stride are fine.
!  - Steps, slots and bytes are integer(int64), steps and slots counted from 0; sources and shots count from 1.
!  - Threads: different objects may be used from different threads at the same time.
module ebbwave
  use ebw_c, only: &
    EBW_OK, EBW_ERR_ARGUMENT, EBW_ERR_SHAPE, EBW_ERR_DTYPE, EBW_ERR_OVERFLOW, EBW_ERR_NOT_FOUND, &
    EBW_ERR_UNSUPPORTED, EBW_ERR_STATE, EBW_ERR_BUSY, EBW_ERR_HANDLE, EBW_ERR_CANCELLED, EBW_ERR_NO_MEMORY, &
    EBW_ERR_BUDGET, EBW_ERR_STORAGE, EBW_ERR_NO_SPACE, EBW_ERR_CORRUPT, EBW_ERR_PERMISSION, EBW_ERR_NOT_RESUMABLE, &
    EBW_ERR_NON_FINITE, EBW_ERR_UNSTABLE, EBW_ERR_NOT_CONVERGED, EBW_ERR_CALLBACK, EBW_ERR_MPI, &
    EBW_ERR_DECOMPOSITION, EBW_ERR_RANKS_DISAGREE, EBW_ERR_RANK_FAILED, EBW_ERR_INTERNAL, EBW_F32, EBW_F64, &
    EBW_ACTION_END, EBW_ACTION_ADVANCE, EBW_ACTION_SAVE, EBW_ACTION_LOAD, EBW_ACTION_DISCARD, EBW_ACTION_TURN, &
    EBW_ACTION_REVERSE, EBW_ACTION_ADVANCE_TAPED, EBW_ACTION_SAVE_TAPE, EBW_ACTION_LOAD_TAPE, EBW_REVERSE_FUSED, &
    EBW_REVERSE_STATE_ONLY, EBW_REVERSE_UNFUSED, EBW_BANK_STATE, EBW_BANK_TAPE, &
    EBW_VERDICT_PASS, EBW_VERDICT_FAIL, EBW_VERDICT_INCONCLUSIVE, &
    EBW_PROFILE_DEFAULT, &
    EBW_PROFILE_EXACT, EBW_LADDER_FULL, EBW_LADDER_REDUCED, EBW_FAULT_NONE, EBW_FAULT_POINT_NON_FINITE, &
    EBW_FAULT_VALUE_NON_FINITE, EBW_FAULT_GRADIENT_NON_FINITE, EBW_FAULT_INPUT_WRITTEN, EBW_FAULT_STATE_LEAK, &
    EBW_FAULT_FORWARD_NON_FINITE, EBW_FAULT_ADJOINT_NON_FINITE, EBW_FAULT_INPUT_CHANGED, &
    EBW_FAULT_HESSIAN_NON_FINITE, EBW_PART_ALL, EBW_PART_BLOCK, EBW_PART_REGION, EBW_PART_BOUNDARY, EBW_PART_SOURCES, &
    EBW_PART_RECEIVERS, EBW_PART_INTERFACE, EBW_WORST, EBW_REPORT_JSON, EBW_REPORT_JUNIT, EBW_REPORT_HTML, &
    EBW_FACE_ALL, EBW_FACE_LEFT, &
    EBW_FACE_RIGHT, EBW_FACE_FRONT, EBW_FACE_BACK, EBW_FACE_TOP, EBW_FACE_BOTTOM, EBW_BOUNDARY_CPML, &
    EBW_BOUNDARY_SPONGE, EBW_BOUNDARY_FREE, EBW_BOUNDARY_RIGID, EBW_BOUNDARY_ZERO, EBW_PARAMETER_VELOCITY, &
    EBW_PARAMETER_SLOWNESS_SQUARED, ebw_get_memory, ebw_reset_memory_peak
  use ebbwave_base, only: int64, real32, real64, ebw_library_version, ebw_status_text, ebw_last_text, ebw_progress
  use ebbwave_checker, only: ebw_checker
  use ebbwave_dot, only: ebw_dot
  use ebbwave_executor, only: ebw_propagator, ebw_executor
  use ebbwave_log, only: ebw_set_log => set_log, ebw_log_procedure
  use ebbwave_loop, only: ebw_loop, ebw_checkpoint
  use ebbwave_misfit, only: ebw_misfit_function
  use ebbwave_model, only: ebw_model
  use ebbwave_plan, only: ebw_plan
  use ebbwave_report, only: ebw_report, ebw_memory_fit => memory_fit
  use ebbwave_schedule, only: ebw_schedule, ebw_choose_segment => choose_segment
  use ebbwave_shot, only: ebw_shot, ebw_ricker
  use ebbwave_storage, only: ebw_storage, ebw_measure_disk => measure_disk
  use ebbwave_store, only: ebw_store
  use ebbwave_taylor, only: ebw_taylor
  use ebbwave_taylor_calls, only: ebw_gradient_f32, ebw_gradient_f64, ebw_hessian_f32, ebw_hessian_f64, &
    ebw_product_f32, ebw_product_f64
  use ebbwave_verify, only: ebw_taylor_test, ebw_dot_test, ebw_objective_f32, ebw_objective_f64, ebw_operator_f32, &
    ebw_operator_f64
  implicit none
  public
end module ebbwave
