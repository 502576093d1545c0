! SPDX-License-Identifier: MIT
! Models and the main calls on their shots: gradient, misfit, forward, adjoint. Acoustic, constant density, 2-D and 3-D.
module ebbwave_model
  use ebw_c, c_gradient => ebw_gradient, c_forward => ebw_forward, c_misfit => ebw_misfit, c_adjoint => ebw_adjoint
  use ebbwave_base
  use ebbwave_plan, only: ebw_plan, adopt_plan
  use ebbwave_settings, only: ebw_model_settings
  use ebbwave_shot, only: ebw_shot, adopt_shot
  implicit none
  private

  public :: ebw_model

  ! Order of calls: create, set_field, set_boundary, set_time; create_shot, and add_source, add_receivers, set_observed
  ! of the shot; gradient. Set a new field and call again: memory is reused.
  type, extends(ebw_model_settings) :: ebw_model
  contains
    procedure :: create_shot
    generic :: gradient => gradient_f32_2d, gradient_f32_3d, gradient_f64_2d, gradient_f64_3d, &
      gradient_none
    procedure :: forward
    procedure :: misfit
    generic :: adjoint => adjoint_f32_2d, adjoint_f32_3d, adjoint_f64_2d, adjoint_f64_3d, adjoint_none
    procedure :: plan => plan_gradient
    procedure :: get_count
    procedure :: get_seconds
    procedure :: get_description
    procedure :: get_tuning
    procedure :: release_memory
    procedure, private :: gradient_f32_2d, gradient_f32_3d, gradient_f64_2d, gradient_f64_3d
    procedure, private :: adjoint_f32_2d, adjoint_f32_3d, adjoint_f64_2d, adjoint_f64_3d
    procedure, private :: gradient_none, adjoint_none
  end type ebw_model

contains

  ! Creates an empty shot for models with the grid and the number of steps that this one has now.
  ! shot (out): the shot; what it held before goes, on success only.
  ! Errors: EBW_ERR_STATE (no time axis), EBW_ERR_NO_MEMORY, EBW_ERR_HANDLE, EBW_ERR_BUSY. Ownership: destroy it; the
  ! model may go first.
  ! Threads: one at a time per object. Cost: constant. Since 0.1.
  subroutine create_shot(self, shot, stat, errmsg)
    class(ebw_model), intent(in) :: self
    type(ebw_shot), intent(inout) :: shot
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64), allocatable :: nodes(:)
    integer :: dtype
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    if (gone(self%c_handle(), 'model', stat, errmsg)) return
    status = ebw_shot_create(self%c_handle(), made)
    call self%get_grid(dtype, nodes)
    if (status == EBW_OK) call adopt_shot(shot, made, size(nodes))
    call finish(status, stat, errmsg)
  end subroutine create_shot

  ! ---- The main calls ------------------------------------------------------------------------------------------------

  ! The C handles of one shot or of an array of shots; not allocated when one is not created, which is reported.
  subroutine collect(shots, handles, stat, errmsg)
    type(ebw_shot), intent(in) :: shots(..)
    type(c_ptr), allocatable, intent(out) :: handles(:)
    integer, intent(inout), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer :: i

    select rank (shots)
    rank (0)
      handles = [shots%c_handle()]
    rank (1)
      call collect_array(shots, handles)
    rank default
      call report(EBW_ERR_SHAPE, 'shots has more than one axis: give one shot or shots(n)', stat, errmsg)
      return
    end select
    do i = 1, size(handles)
      if (.not. gone(handles(i), 'shot', stat, errmsg)) cycle
      deallocate (handles)
      return
    end do
  end subroutine collect

  ! Apart from collect, since gfortran 12 reads the elements of an array constructor wrongly inside select rank.
  subroutine collect_array(shots, handles)
    type(ebw_shot), intent(in) :: shots(:)
    type(c_ptr), allocatable, intent(out) :: handles(:)
    integer :: i

    allocate (handles(size(shots)))
    do i = 1, size(shots)
      handles(i) = shots(i)%c_handle()
    end do
  end subroutine collect_array

  ! Computes the misfit and its exact gradient by the model, summed over shots, within memory_bytes.
  ! shots (inout): one shot or shots(n), none twice, each of the model's grid and number of steps, with a source or an
  ! initial state, and with a receiver, a final cotangent or kept states. Their traces and wavelet gradients are filled.
  ! gradient (out): gradient(nz, nx) or gradient(nz, ny, nx) in the model's precision, dJ/d(parameter) per unit of the
  ! parameter of set_parameter; a section of any stride too. Without it no checkpoints are kept, and misfit, traces,
  ! wavelet gradients and initial cotangents are still given.
  ! misfit (out): J. memory_bytes (in): bound on all that the library holds during the call; 0 or absent: half of the
  ! machine's.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_SHAPE, EBW_ERR_DTYPE, EBW_ERR_OVERFLOW, EBW_ERR_STATE (something is missing),
  ! EBW_ERR_UNSTABLE, EBW_ERR_BUDGET (names the least that works), EBW_ERR_NO_MEMORY, EBW_ERR_NON_FINITE,
  ! EBW_ERR_CANCELLED, EBW_ERR_UNSUPPORTED, EBW_ERR_INTERNAL, EBW_ERR_HANDLE, EBW_ERR_BUSY, what a misfit function set
  ! stat to. On failure misfit and gradient are left alone and the objects serve again. Ownership: the model keeps its
  ! work memory for the next call.
  ! Threads: one at a time per object; the same bits for any number of OpenMP threads. Cost: per shot the plan's forward
  ! steps and n_steps reverse steps; the plan's bytes. Since 0.1.
  ! Reference: Griewank and Walther 2000, Algorithm 799 (schedule); docs/theory.md (imaging by parts).
  subroutine gradient_f32_2d(self, shots, gradient, misfit, memory_bytes, stat, errmsg)
    class(ebw_model), intent(inout) :: self
    type(ebw_shot), intent(in) :: shots(..)
    real(real32), intent(inout), target :: gradient(:, :)
    real(real64), intent(inout), optional :: misfit
    integer(int64), intent(in), optional :: memory_bytes
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call gradient_view(self, shots, view_of(gradient), misfit, memory_bytes, stat, errmsg)
  end subroutine gradient_f32_2d

  ! As gradient_f32_2d.
  subroutine gradient_f32_3d(self, shots, gradient, misfit, memory_bytes, stat, errmsg)
    class(ebw_model), intent(inout) :: self
    type(ebw_shot), intent(in) :: shots(..)
    real(real32), intent(inout), target :: gradient(:, :, :)
    real(real64), intent(inout), optional :: misfit
    integer(int64), intent(in), optional :: memory_bytes
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call gradient_view(self, shots, view_of(gradient), misfit, memory_bytes, stat, errmsg)
  end subroutine gradient_f32_3d

  ! As gradient_f32_2d.
  subroutine gradient_f64_2d(self, shots, gradient, misfit, memory_bytes, stat, errmsg)
    class(ebw_model), intent(inout) :: self
    type(ebw_shot), intent(in) :: shots(..)
    real(real64), intent(inout), target :: gradient(:, :)
    real(real64), intent(inout), optional :: misfit
    integer(int64), intent(in), optional :: memory_bytes
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call gradient_view(self, shots, view_of(gradient), misfit, memory_bytes, stat, errmsg)
  end subroutine gradient_f64_2d

  ! As gradient_f32_2d.
  subroutine gradient_f64_3d(self, shots, gradient, misfit, memory_bytes, stat, errmsg)
    class(ebw_model), intent(inout) :: self
    type(ebw_shot), intent(in) :: shots(..)
    real(real64), intent(inout), target :: gradient(:, :, :)
    real(real64), intent(inout), optional :: misfit
    integer(int64), intent(in), optional :: memory_bytes
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call gradient_view(self, shots, view_of(gradient), misfit, memory_bytes, stat, errmsg)
  end subroutine gradient_f64_3d

  ! As gradient_f32_2d, without the array.
  subroutine gradient_none(self, shots, misfit, memory_bytes, stat, errmsg)
    class(ebw_model), intent(inout) :: self
    type(ebw_shot), intent(in) :: shots(..)
    real(real64), intent(inout), optional :: misfit
    integer(int64), intent(in), optional :: memory_bytes
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call gradient_view(self, shots, array_view(), misfit, memory_bytes, stat, errmsg)
  end subroutine gradient_none

  subroutine gradient_view(self, shots, view, misfit, memory_bytes, stat, errmsg)
    class(ebw_model), intent(inout) :: self
    type(ebw_shot), intent(in) :: shots(..)
    type(array_view), intent(in) :: view
    real(real64), intent(inout), optional :: misfit
    integer(int64), intent(in), optional :: memory_bytes
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr), allocatable :: handles(:)
    integer(int64) :: bytes

    if (gone(self%c_handle(), 'model', stat, errmsg)) return
    if (view%ndim > 0) then
      if (.not. self%same_shape(view, 'gradient', stat, errmsg)) return
    end if
    call collect(shots, handles, stat, errmsg)
    if (.not. allocated(handles)) return
    bytes = 0
    if (present(memory_bytes)) bytes = memory_bytes
    call finish(c_gradient(self%c_handle(), handles, size(handles, kind=int64), bytes, misfit, &
                           view%address, view%stride), &
                stat, errmsg)
  end subroutine gradient_view

  ! Applies the transpose of the linearised map from model, wavelets and initial state to traces and final state.
  ! shots (inout): as in gradient; their adjoint sources take the place of a misfit's residual.
  ! gradient (out): as in gradient. memory_bytes (in): as in gradient.
  ! Errors: as gradient. Ownership: as gradient. Threads: as gradient. Cost: as gradient. Since 0.1.
  subroutine adjoint_f32_2d(self, shots, gradient, memory_bytes, stat, errmsg)
    class(ebw_model), intent(inout) :: self
    type(ebw_shot), intent(in) :: shots(..)
    real(real32), intent(inout), target :: gradient(:, :)
    integer(int64), intent(in), optional :: memory_bytes
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call adjoint_view(self, shots, view_of(gradient), memory_bytes, stat, errmsg)
  end subroutine adjoint_f32_2d

  ! As adjoint_f32_2d.
  subroutine adjoint_f32_3d(self, shots, gradient, memory_bytes, stat, errmsg)
    class(ebw_model), intent(inout) :: self
    type(ebw_shot), intent(in) :: shots(..)
    real(real32), intent(inout), target :: gradient(:, :, :)
    integer(int64), intent(in), optional :: memory_bytes
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call adjoint_view(self, shots, view_of(gradient), memory_bytes, stat, errmsg)
  end subroutine adjoint_f32_3d

  ! As adjoint_f32_2d.
  subroutine adjoint_f64_2d(self, shots, gradient, memory_bytes, stat, errmsg)
    class(ebw_model), intent(inout) :: self
    type(ebw_shot), intent(in) :: shots(..)
    real(real64), intent(inout), target :: gradient(:, :)
    integer(int64), intent(in), optional :: memory_bytes
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call adjoint_view(self, shots, view_of(gradient), memory_bytes, stat, errmsg)
  end subroutine adjoint_f64_2d

  ! As adjoint_f32_2d.
  subroutine adjoint_f64_3d(self, shots, gradient, memory_bytes, stat, errmsg)
    class(ebw_model), intent(inout) :: self
    type(ebw_shot), intent(in) :: shots(..)
    real(real64), intent(inout), target :: gradient(:, :, :)
    integer(int64), intent(in), optional :: memory_bytes
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call adjoint_view(self, shots, view_of(gradient), memory_bytes, stat, errmsg)
  end subroutine adjoint_f64_3d

  ! As adjoint_f32_2d, without the array.
  subroutine adjoint_none(self, shots, memory_bytes, stat, errmsg)
    class(ebw_model), intent(inout) :: self
    type(ebw_shot), intent(in) :: shots(..)
    integer(int64), intent(in), optional :: memory_bytes
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call adjoint_view(self, shots, array_view(), memory_bytes, stat, errmsg)
  end subroutine adjoint_none

  subroutine adjoint_view(self, shots, view, memory_bytes, stat, errmsg)
    class(ebw_model), intent(inout) :: self
    type(ebw_shot), intent(in) :: shots(..)
    type(array_view), intent(in) :: view
    integer(int64), intent(in), optional :: memory_bytes
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr), allocatable :: handles(:)
    integer(int64) :: bytes

    if (gone(self%c_handle(), 'model', stat, errmsg)) return
    if (view%ndim > 0) then
      if (.not. self%same_shape(view, 'gradient', stat, errmsg)) return
    end if
    call collect(shots, handles, stat, errmsg)
    if (.not. allocated(handles)) return
    bytes = 0
    if (present(memory_bytes)) bytes = memory_bytes
    call finish(c_adjoint(self%c_handle(), handles, size(handles, kind=int64), bytes, &
                          view%address, view%stride), &
                stat, errmsg)
  end subroutine adjoint_view

  ! Runs the forward sweep of each shot and fills its traces, and its final state where set_keep_states of it asks.
  ! shots (inout): as in gradient. Errors: as gradient, without EBW_ERR_BUDGET. Ownership: as gradient.
  ! Threads: as gradient. Cost: n_steps steps per shot; two wavefields. Since 0.1.
  subroutine forward(self, shots, stat, errmsg)
    class(ebw_model), intent(inout) :: self
    type(ebw_shot), intent(in) :: shots(..)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr), allocatable :: handles(:)

    if (gone(self%c_handle(), 'model', stat, errmsg)) return
    call collect(shots, handles, stat, errmsg)
    if (.not. allocated(handles)) return
    call finish(c_forward(self%c_handle(), handles, size(handles, kind=int64)), stat, errmsg)
  end subroutine forward

  ! Computes the misfit alone, for line searches: a forward sweep of each shot, which fills its traces, and the misfit.
  ! shots (inout): as in gradient. misfit_value (out): J, the same bits as by gradient.
  ! Errors: as gradient, without EBW_ERR_BUDGET. Ownership: as gradient. Threads: as gradient.
  ! Cost: n_steps steps per shot; two wavefields. Since 0.1.
  subroutine misfit(self, shots, misfit_value, stat, errmsg)
    class(ebw_model), intent(inout) :: self
    type(ebw_shot), intent(in) :: shots(..)
    real(real64), intent(inout) :: misfit_value
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr), allocatable :: handles(:)

    if (gone(self%c_handle(), 'model', stat, errmsg)) return
    call collect(shots, handles, stat, errmsg)
    if (.not. allocated(handles)) return
    call finish(c_misfit(self%c_handle(), handles, size(handles, kind=int64), misfit_value), stat, errmsg)
  end subroutine misfit

  ! Tells what gradient with these arguments will do and hold. Nothing large is allocated.
  ! shots (in): as in gradient; nothing of them changes. memory_bytes (in): as in gradient.
  ! plan (out): the plan; what it held before goes, on success only. Its steps and slots are those of one shot.
  ! Errors: as gradient. Ownership: destroy the plan. Threads: one at a time per object.
  ! Cost: that of counting the schedule and the weights of points. Since 0.1.
  subroutine plan_gradient(self, shots, plan, memory_bytes, stat, errmsg)
    class(ebw_model), intent(inout) :: self
    type(ebw_shot), intent(in) :: shots(..)
    type(ebw_plan), intent(inout) :: plan
    integer(int64), intent(in), optional :: memory_bytes
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr), allocatable :: handles(:)
    type(c_ptr) :: made
    integer(int64) :: bytes
    integer(c_int32_t) :: status

    if (gone(self%c_handle(), 'model', stat, errmsg)) return
    call collect(shots, handles, stat, errmsg)
    if (.not. allocated(handles)) return
    bytes = 0
    if (present(memory_bytes)) bytes = memory_bytes
    status = ebw_gradient_plan(self%c_handle(), handles, size(handles, kind=int64), bytes, made)
    call adopt_plan(plan, status, made, stat, errmsg)
  end subroutine plan_gradient

  ! ---- Results of the last run ---------------------------------------------------------------------------------------

  ! Gets a count of the last run that finished on this model, by its name.
  ! name (in): "steps", "forward_steps", "reverse_steps" and "slots" (of one shot), "planned_bytes", "peak_bytes" or
  ! "threads".
  ! Errors: EBW_ERR_NOT_FOUND, EBW_ERR_STATE (no run yet), EBW_ERR_HANDLE, EBW_ERR_BUSY, with the answer 0.
  ! Threads: one at a time per object. Cost: constant. Since 0.1.
  function get_count(self, name, stat, errmsg) result(value)
    class(ebw_model), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: value

    value = 0
    if (gone(self%c_handle(), 'model', stat, errmsg)) return
    call finish(ebw_model_get_count(self%c_handle(), c_text(name), value), stat, errmsg)
  end function get_count

  ! Gets a time of the last run that finished on this model in seconds of wall clock, by its name.
  ! name (in): "prepare", "forward", "reverse" or "total".
  ! Errors: EBW_ERR_NOT_FOUND, EBW_ERR_STATE (no run yet), EBW_ERR_HANDLE, EBW_ERR_BUSY, with the answer 0.
  ! Threads: one at a time per object. Cost: constant. Since 0.1.
  function get_seconds(self, name, stat, errmsg) result(seconds)
    class(ebw_model), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    real(real64) :: seconds

    seconds = 0.0_real64
    if (gone(self%c_handle(), 'model', stat, errmsg)) return
    call finish(ebw_model_get_seconds(self%c_handle(), c_text(name), seconds), stat, errmsg)
  end function get_seconds

  ! Gets the settings of a run in words, for a result's label: dtype, order, instruction set, threads, flush-to-zero.
  ! Errors: EBW_ERR_ARGUMENT (EBW_ISA), EBW_ERR_UNSUPPORTED, EBW_ERR_NO_MEMORY, EBW_ERR_HANDLE, EBW_ERR_BUSY, with the
  ! answer "".
  ! Threads: one at a time per object. Cost: constant. Since 0.1.
  function get_description(self, stat, errmsg) result(description)
    class(ebw_model), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(:), allocatable :: description
    type(c_ptr) :: text

    description = ''
    if (gone(self%c_handle(), 'model', stat, errmsg)) return
    text = c_null_ptr
    call finish(ebw_model_get_description(self%c_handle(), text), stat, errmsg)
    description = f_text(text)
  end function get_description

  ! Gets the time tiles that were found, as one line for set_tuning of another model, here or elsewhere.
  ! Errors: EBW_ERR_STATE (none were found), EBW_ERR_NO_MEMORY, EBW_ERR_HANDLE, EBW_ERR_BUSY, with the answer "".
  ! Threads: one at a time per object. Cost: constant. Since 0.1.
  function get_tuning(self, stat, errmsg) result(tuning)
    class(ebw_model), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(:), allocatable :: tuning
    type(c_ptr) :: text

    tuning = ''
    if (gone(self%c_handle(), 'model', stat, errmsg)) return
    text = c_null_ptr
    call finish(ebw_model_get_tuning(self%c_handle(), text), stat, errmsg)
    tuning = f_text(text)
  end function get_tuning

  ! Frees the wavefields and slots that the model keeps from its last run for the next.
  ! Errors: EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost: constant. Since 0.1.
  subroutine release_memory(self, stat, errmsg)
    class(ebw_model), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%c_handle(), 'model', stat, errmsg)) return
    call finish(ebw_model_release_memory(self%c_handle()), stat, errmsg)
  end subroutine release_memory
end module ebbwave_model
