! SPDX-License-Identifier: MIT
! What a model is made of: grid, field, boundaries, time axis, how to run, whom to tell. Shapes of grids and positions
! are in logical order, (x, z) or (x, y, z); arrays are v(nz, nx) or v(nz, ny, nx).
module ebbwave_settings
  use ebw_c
  use ebbwave_base
  use ebbwave_misfit, only: ebw_misfit_function, misfit_box, misfit_thunk, misfit_release
  implicit none
  private

  public :: ebw_model_settings

  ! What ebw_model, which adds the main calls, is set up by.
  type :: ebw_model_settings
    private
    type(c_ptr) :: address = c_null_ptr
    integer(c_int32_t) :: dtype = 0, ndim = 0
    integer(c_int64_t) :: nodes(3) = 0
  contains
    procedure :: create => create_model
    generic :: set_field => set_field_f32_2d, set_field_f32_3d, set_field_f64_2d, set_field_f64_3d
    generic :: get_field => get_field_f32_2d, get_field_f32_3d, get_field_f64_2d, get_field_f64_3d
    procedure :: set_boundary
    procedure :: set_time
    procedure :: get_grid
    procedure :: get_dt_max
    procedure :: set_order
    procedure :: set_parameter
    procedure :: set_threads
    procedure :: set_shots_at_once
    procedure :: set_tuning
    procedure :: set_flush_to_zero
    procedure :: set_slots
    procedure :: set_schedule
    procedure :: set_costs
    procedure :: measure_costs
    procedure :: set_directory
    procedure :: set_misfit
    procedure :: set_progress
    procedure :: get_state_bytes
    procedure :: get_state_field
    procedure :: same_shape => same_shape_as_model
    procedure :: c_handle => model_handle
    procedure :: destroy => destroy_model
    procedure, private :: set_field_f32_2d, set_field_f32_3d, set_field_f64_2d, set_field_f64_3d
    procedure, private :: get_field_f32_2d, get_field_f32_3d, get_field_f64_2d, get_field_f64_3d
    procedure, private :: assign_model
    generic, public :: assignment(=) => assign_model
  end type ebw_model_settings

contains

  ! Creates a model on a regular grid.
  ! nodes (in): nodes(ndim), ndim 2 or 3: (nx, nz) or (nx, ny, nz), each at least 1.
  ! spacing (in): spacing(ndim), metres, in the same order, above 0.
  ! dtype (in): EBW_F32 (real32) or EBW_F64 (real64), of the field, the wavefields and the gradient.
  ! Errors: EBW_ERR_ARGUMENT (spacing), EBW_ERR_SHAPE, EBW_ERR_DTYPE, EBW_ERR_OVERFLOW, EBW_ERR_NO_MEMORY.
  ! Ownership: destroy it; what it held before goes, on success only. Threads: any. Cost: constant. Since 0.1.
  subroutine create_model(self, nodes, spacing, dtype, stat, errmsg)
    class(ebw_model_settings), intent(inout) :: self
    integer, intent(in) :: nodes(:)
    real(real64), intent(in), contiguous :: spacing(:)
    integer, intent(in) :: dtype
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: made
    integer(c_int32_t) :: status

    if (size(nodes) /= size(spacing)) then
      call report(EBW_ERR_SHAPE, 'nodes has shape ' // shape_text([size(nodes, kind=int64)]) // ', spacing has ' // &
                  shape_text([size(spacing, kind=int64)]) // ': give one spacing per axis', stat, errmsg)
      return
    end if
    status = ebw_model_create(dtype, size(nodes), int(nodes, int64), spacing, made)
    if (status == EBW_OK) then
      call self%destroy()
      self%address = made
      self%dtype = dtype
      self%ndim = size(nodes)
      self%nodes(:size(nodes)) = nodes
    end if
    call finish(status, stat, errmsg)
  end subroutine create_model

  ! Whether an array fits the model's grid and precision; if not, that is reported.
  ! view (in): the array. name (in): what it is. Errors: EBW_ERR_SHAPE, EBW_ERR_DTYPE. Threads: any. Since 0.1.
  function same_shape_as_model(self, view, name, stat, errmsg) result(same)
    class(ebw_model_settings), intent(in) :: self
    type(array_view), intent(in) :: view
    character(*), intent(in) :: name
    integer, intent(inout), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical :: same
    same = same_shape(view, name, self%dtype, self%nodes(:self%ndim), stat, errmsg)
  end function same_shape_as_model

  ! Sets the medium, copied; it replaces whichever field was set.
  ! name (in): "velocity" (m/s) or "slowness_squared" (s^2/m^2).
  ! values (in): values(nz, nx) or values(nz, ny, nx) in the model's precision, finite and above 0; a section of any
  ! stride is not copied first.
  ! Errors: EBW_ERR_ARGUMENT (a value <= 0), EBW_ERR_SHAPE, EBW_ERR_DTYPE, EBW_ERR_NOT_FOUND (name), EBW_ERR_NO_MEMORY,
  ! EBW_ERR_NON_FINITE, EBW_ERR_HANDLE, EBW_ERR_BUSY; the old field stays then. Threads: one at a time per object. Cost:
  ! one copy. Since 0.1.
  subroutine set_field_f32_2d(self, name, values, stat, errmsg)
    class(ebw_model_settings), intent(inout) :: self
    character(*), intent(in) :: name
    real(real32), intent(in), target :: values(:, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call set_field_view(self, name, view_of(values), stat, errmsg)
  end subroutine set_field_f32_2d

  ! As set_field_f32_2d.
  subroutine set_field_f32_3d(self, name, values, stat, errmsg)
    class(ebw_model_settings), intent(inout) :: self
    character(*), intent(in) :: name
    real(real32), intent(in), target :: values(:, :, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call set_field_view(self, name, view_of(values), stat, errmsg)
  end subroutine set_field_f32_3d

  ! As set_field_f32_2d.
  subroutine set_field_f64_2d(self, name, values, stat, errmsg)
    class(ebw_model_settings), intent(inout) :: self
    character(*), intent(in) :: name
    real(real64), intent(in), target :: values(:, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call set_field_view(self, name, view_of(values), stat, errmsg)
  end subroutine set_field_f64_2d

  ! As set_field_f32_2d.
  subroutine set_field_f64_3d(self, name, values, stat, errmsg)
    class(ebw_model_settings), intent(inout) :: self
    character(*), intent(in) :: name
    real(real64), intent(in), target :: values(:, :, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call set_field_view(self, name, view_of(values), stat, errmsg)
  end subroutine set_field_f64_3d

  subroutine set_field_view(self, name, view, stat, errmsg)
    class(ebw_model_settings), intent(in) :: self
    character(*), intent(in) :: name
    type(array_view), intent(in) :: view
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'model', stat, errmsg)) return
    if (.not. self%same_shape(view, name, stat, errmsg)) return
    call finish(ebw_model_set_field(self%address, c_text(name), view%address, view%dtype, view%ndim, view%nodes, &
                                    view%stride), stat, errmsg)
  end subroutine set_field_view

  ! Copies the field out, as it was set.
  ! name (in): that of the last set_field.
  ! values (out): as in set_field, a section of any stride too; left alone when this fails.
  ! Errors: EBW_ERR_SHAPE, EBW_ERR_DTYPE, EBW_ERR_NOT_FOUND, EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per
  ! object. Cost: one copy. Since 0.1.
  subroutine get_field_f32_2d(self, name, values, stat, errmsg)
    class(ebw_model_settings), intent(in) :: self
    character(*), intent(in) :: name
    real(real32), intent(inout), target :: values(:, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call get_field_view(self, name, view_of(values), stat, errmsg)
  end subroutine get_field_f32_2d

  ! As get_field_f32_2d.
  subroutine get_field_f32_3d(self, name, values, stat, errmsg)
    class(ebw_model_settings), intent(in) :: self
    character(*), intent(in) :: name
    real(real32), intent(inout), target :: values(:, :, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call get_field_view(self, name, view_of(values), stat, errmsg)
  end subroutine get_field_f32_3d

  ! As get_field_f32_2d.
  subroutine get_field_f64_2d(self, name, values, stat, errmsg)
    class(ebw_model_settings), intent(in) :: self
    character(*), intent(in) :: name
    real(real64), intent(inout), target :: values(:, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call get_field_view(self, name, view_of(values), stat, errmsg)
  end subroutine get_field_f64_2d

  ! As get_field_f32_2d.
  subroutine get_field_f64_3d(self, name, values, stat, errmsg)
    class(ebw_model_settings), intent(in) :: self
    character(*), intent(in) :: name
    real(real64), intent(inout), target :: values(:, :, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call get_field_view(self, name, view_of(values), stat, errmsg)
  end subroutine get_field_f64_3d

  subroutine get_field_view(self, name, view, stat, errmsg)
    class(ebw_model_settings), intent(in) :: self
    character(*), intent(in) :: name
    type(array_view), intent(in) :: view
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'model', stat, errmsg)) return
    if (.not. self%same_shape(view, name, stat, errmsg)) return
    call finish(ebw_model_get_field(self%address, c_text(name), view%address, view%dtype, view%ndim, view%nodes, &
                                    view%stride), stat, errmsg)
  end subroutine get_field_view

  ! Sets what happens at a face. Every face that exists must be set before a run.
  ! face (in): EBW_FACE_LEFT .. EBW_FACE_BOTTOM, or EBW_FACE_ALL. kind (in): EBW_BOUNDARY_*.
  ! cells (in): thickness of a cpml or sponge layer, 5 to 2**24 cells outside the grid; absent: 0, for the other kinds.
  ! v_ref (in): m/s, above 0, for cpml and sponge. f_ref (in): Hz, above 0, for cpml. They stay as the field changes.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost: constant. Since
  ! 0.1.
  ! Reference: Komatitsch and Martin 2007; Pasalic and McGarry 2010 (cpml).
  subroutine set_boundary(self, face, kind, cells, v_ref, f_ref, stat, errmsg)
    class(ebw_model_settings), intent(inout) :: self
    integer, intent(in) :: face, kind
    integer, intent(in), optional :: cells
    real(real64), intent(in), optional :: v_ref, f_ref
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: n_cells
    real(real64) :: v, f

    if (gone(self%address, 'model', stat, errmsg)) return
    n_cells = 0
    v = 0.0_real64
    f = 0.0_real64
    if (present(cells)) n_cells = cells
    if (present(v_ref)) v = v_ref
    if (present(f_ref)) f = f_ref
    call finish(ebw_model_set_boundary(self%address, face, kind, n_cells, v, f), stat, errmsg)
  end subroutine set_boundary

  ! Sets the time axis.
  ! dt (in): seconds, above 0; whether it is stable hangs on the field and is checked when run.
  ! n_steps (in): number of steps, 1 to 2**40.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_OVERFLOW, EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost:
  ! constant. Since 0.1.
  subroutine set_time(self, dt, n_steps, stat, errmsg)
    class(ebw_model_settings), intent(inout) :: self
    real(real64), intent(in) :: dt
    integer(int64), intent(in) :: n_steps
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'model', stat, errmsg)) return
    call finish(ebw_model_set_time(self%address, dt, n_steps), stat, errmsg)
  end subroutine set_time

  ! Gets the largest stable time step of the present field and order, in seconds; a dt of just this value is accepted.
  ! Errors: EBW_ERR_STATE (no field), EBW_ERR_HANDLE, EBW_ERR_BUSY, with the answer 0. Threads: one at a time per
  ! object. Cost: constant. Since 0.1.
  function get_dt_max(self, stat, errmsg) result(dt_max)
    class(ebw_model_settings), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    real(real64) :: dt_max

    dt_max = 0.0_real64
    if (gone(self%address, 'model', stat, errmsg)) return
    call finish(ebw_model_get_dt_max(self%address, dt_max), stat, errmsg)
  end function get_dt_max

  ! Sets the spatial order. order (in): 2, 4, 6, 8 (default), 10 or 12.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost: constant. Since
  ! 0.1.
  subroutine set_order(self, order, stat, errmsg)
    class(ebw_model_settings), intent(inout) :: self
    integer, intent(in) :: order
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'model', stat, errmsg)) return
    call finish(ebw_model_set_order(self%address, order), stat, errmsg)
  end subroutine set_order

  ! Sets what gradients are taken by, whichever field was set.
  ! parameter (in): EBW_PARAMETER_VELOCITY (default) or EBW_PARAMETER_SLOWNESS_SQUARED.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost: constant. Since
  ! 0.1.
  subroutine set_parameter(self, parameter, stat, errmsg)
    class(ebw_model_settings), intent(inout) :: self
    integer, intent(in) :: parameter
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'model', stat, errmsg)) return
    call finish(ebw_model_set_parameter(self%address, parameter), stat, errmsg)
  end subroutine set_parameter

  ! Sets the number of OpenMP threads of a run; the result has the same bits for any number.
  ! threads (in): 1 to 1024, or 0 (default) for OpenMP's own limit.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost: constant. Since
  ! 0.1.
  subroutine set_threads(self, threads, stat, errmsg)
    class(ebw_model_settings), intent(inout) :: self
    integer, intent(in) :: threads
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'model', stat, errmsg)) return
    call finish(ebw_model_set_threads(self%address, threads), stat, errmsg)
  end subroutine set_threads

  ! Sets how many shots run at a time, each on its share of the threads; the result has the same bits for any number.
  ! shots (in): 1: one after the other; 2 to 1024: at most so many; 0 (default): several where a grid is small for all
  ! threads and memory has room.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost: constant. Since
  ! 0.1.
  subroutine set_shots_at_once(self, shots, stat, errmsg)
    class(ebw_model_settings), intent(inout) :: self
    integer, intent(in) :: shots
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'model', stat, errmsg)) return
    call finish(ebw_model_set_shots_at_once(self%address, shots), stat, errmsg)
  end subroutine set_shots_at_once

  ! Sets the time tiles of runs with one shot at a time, as get_tuning gave them; no bit of a result changes.
  ! tuning (in): the line; "" forgets what was set.
  ! Errors: EBW_ERR_ARGUMENT (no such line, or of another shape, number of threads or instruction set), EBW_ERR_STATE,
  ! EBW_ERR_NO_MEMORY, EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost: constant. Since 0.1.
  subroutine set_tuning(self, tuning, stat, errmsg)
    class(ebw_model_settings), intent(inout) :: self
    character(*), intent(in) :: tuning
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'model', stat, errmsg)) return
    call finish(ebw_model_set_tuning(self%address, c_text(tuning)), stat, errmsg)
  end subroutine set_tuning

  ! Sets whether numbers too small for full precision count as zero inside parallel regions. It changes bits.
  ! on (in): true (default) or false, which is up to 2 times slower.
  ! Errors: EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost: constant. Since 0.1.
  subroutine set_flush_to_zero(self, on, stat, errmsg)
    class(ebw_model_settings), intent(inout) :: self
    logical, intent(in) :: on
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'model', stat, errmsg)) return
    call finish(ebw_model_set_flush_to_zero(self%address, flag(on)), stat, errmsg)
  end subroutine set_flush_to_zero

  ! Forces the schedule revolve with this many slots; the gradient has the same bits for any number.
  ! slots (in): states kept, at least 1; 0 (default): chosen by memory_bytes.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost: constant. Since
  ! 0.1.
  subroutine set_slots(self, slots, stat, errmsg)
    class(ebw_model_settings), intent(inout) :: self
    integer(int64), intent(in) :: slots
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'model', stat, errmsg)) return
    call finish(ebw_model_set_slots(self%address, slots), stat, errmsg)
  end subroutine set_slots

  ! Chooses how a gradient keeps what its reverse sweep needs; the bits are the same.
  ! name (in): "auto" (the cheapest that fits memory and disk), "store_all", "revolve", "segment", "mixed", with states
  ! in the directory of set_directory "two_level", "disk", "periodic", "async", "segment_disk"; "" (default): store_all
  ! if it fits, else revolve.
  ! Errors: EBW_ERR_NOT_FOUND, EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost: constant. Since
  ! 0.1.
  subroutine set_schedule(self, name, stat, errmsg)
    class(ebw_model_settings), intent(inout) :: self
    character(*), intent(in) :: name
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'model', stat, errmsg)) return
    call finish(ebw_model_set_schedule(self%address, c_text(name)), stat, errmsg)
  end subroutine set_schedule

  ! Gives the costs that schedules are chosen by and from which a plan forecasts seconds.
  ! costs (in): costs(4), seconds of an advance, of one that keeps its tape, of a reverse step, of a copy of a state;
  ! absent: usual ratios. disk (in): disk(2), of a state to and from the directory; absent: 25 copies in memory.
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost: constant. Since
  ! 0.1.
  subroutine set_costs(self, costs, disk, stat, errmsg)
    class(ebw_model_settings), intent(inout) :: self
    real(real64), intent(in), optional :: costs(4), disk(2)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int32_t) :: status

    if (gone(self%address, 'model', stat, errmsg)) return
    status = ebw_model_set_costs(self%address, costs)
    if (status == EBW_OK) status = ebw_model_set_disk_costs(self%address, disk)
    call finish(status, stat, errmsg)
  end subroutine set_costs

  ! Measures the costs on this machine by some steps without sources and receivers, and gives them to the model; with a
  ! directory set those of a state there too. A change of boundary, order, threads or dtype wants a new measurement.
  ! costs (out): costs(4) as in set_costs.
  ! Errors: EBW_ERR_STATE (something is missing in the model), EBW_ERR_UNSTABLE, EBW_ERR_NO_MEMORY, EBW_ERR_HANDLE,
  ! EBW_ERR_BUSY, and those of the directory. Threads: one at a time per object. Cost: some 30 steps. Since 0.1.
  subroutine measure_costs(self, costs, stat, errmsg)
    class(ebw_model_settings), intent(inout) :: self
    real(real64), intent(out), optional :: costs(4)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    real(real64) :: measured(4)

    measured = 0.0_real64
    if (present(costs)) costs = measured
    if (gone(self%address, 'model', stat, errmsg)) return
    call finish(ebw_model_measure_costs(self%address, measured), stat, errmsg)
    if (present(costs)) costs = measured
  end subroutine measure_costs

  ! Sets the directory for generations, from which a killed gradient can be resumed, and for states on disk.
  ! directory (in): path of a directory of your own; its last part is made by the run. disk_bytes (in): bound on what
  ! lies there, half of it for states; absent or 0: none. resume (in): go on from what a killed run left there.
  ! seconds (in): between two generations, at least 0 (60); every_disk_checkpoint (in): one after each state gone to
  ! disk too (not).
  ! Errors: EBW_ERR_ARGUMENT, EBW_ERR_HANDLE, EBW_ERR_BUSY, EBW_ERR_NO_MEMORY. Threads: one at a time per object. Cost:
  ! constant. Since 0.1.
  subroutine set_directory(self, directory, disk_bytes, resume, seconds, every_disk_checkpoint, stat, errmsg)
    class(ebw_model_settings), intent(inout) :: self
    character(*), intent(in) :: directory
    integer(int64), intent(in), optional :: disk_bytes
    logical, intent(in), optional :: resume
    real(real64), intent(in), optional :: seconds
    logical, intent(in), optional :: every_disk_checkpoint
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(c_int32_t) :: status
    integer(int64) :: bound

    if (gone(self%address, 'model', stat, errmsg)) return
    bound = 0
    if (present(disk_bytes)) bound = disk_bytes
    status = ebw_model_set_directory(self%address, c_text(directory), bound)
    if (status == EBW_OK .and. present(resume)) status = ebw_model_set_resume(self%address, flag(resume))
    if (status == EBW_OK .and. present(seconds)) status = ebw_model_set_generation_seconds(self%address, seconds)
    if (status == EBW_OK .and. present(every_disk_checkpoint)) status = &
      ebw_model_set_disk_generations(self%address, flag(every_disk_checkpoint))
    call finish(status, stat, errmsg)
  end subroutine set_directory

  ! Sets the misfit of gradient and misfit; without an argument, the library's least squares again (default).
  ! misfit (in): extends ebw_misfit_function; it stays yours, is a target, and lives as long as the model uses it.
  ! Errors: EBW_ERR_NO_MEMORY, EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost: constant. Since
  ! 0.1.
  subroutine set_misfit(self, misfit, stat, errmsg)
    class(ebw_model_settings), intent(inout) :: self
    class(ebw_misfit_function), intent(inout), target, optional :: misfit
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(misfit_box), pointer :: box
    integer(c_int32_t) :: status

    if (gone(self%address, 'model', stat, errmsg)) return
    if (present(misfit)) then
      allocate (box)
      box%misfit => misfit
      status = ebw_model_set_misfit(self%address, c_funloc(misfit_thunk), c_loc(box), c_funloc(misfit_release))
      if (status /= EBW_OK) deallocate (box)
    else
      status = ebw_model_set_misfit(self%address, c_null_funptr, c_null_ptr, c_null_funptr)
    end if
    call finish(status, stat, errmsg)
  end subroutine set_misfit

  ! Sets what is told of the progress of the main calls, and may cancel them; without an argument, nothing (default).
  ! progress (in): extends ebw_progress; it stays yours, is a target, and lives as long as the model uses it.
  ! every (in): steps between reports, at least 0; 0 or absent: about ten a second.
  ! Errors: EBW_ERR_ARGUMENT (every), EBW_ERR_NO_MEMORY, EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per
  ! object. Cost: constant. Since 0.1.
  subroutine set_progress(self, progress, every, stat, errmsg)
    class(ebw_model_settings), intent(inout) :: self
    class(ebw_progress), intent(inout), target, optional :: progress
    integer(int64), intent(in), optional :: every
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(progress_box), pointer :: box
    integer(c_int32_t) :: status
    integer(int64) :: steps

    if (gone(self%address, 'model', stat, errmsg)) return
    steps = 0
    if (present(every)) steps = every
    if (present(progress)) then
      allocate (box)
      box%progress => progress
      status = ebw_model_set_progress(self%address, c_funloc(progress_thunk), steps, c_loc(box), &
                                      c_funloc(progress_release))
      if (status /= EBW_OK) deallocate (box)
    else
      status = ebw_model_set_progress(self%address, c_null_funptr, steps, c_null_ptr, c_null_funptr)
    end if
    call finish(status, stat, errmsg)
  end subroutine set_progress


  ! Gets the bytes of one state: of a slot, of initial and final states, of their cotangents.
  ! Errors: EBW_ERR_SHAPE, EBW_ERR_OVERFLOW, EBW_ERR_STATE (a face without boundary), EBW_ERR_HANDLE, EBW_ERR_BUSY, with
  ! the answer 0. Threads: one at a time per object. Cost: nx + ny + nz. Since 0.1.
  function get_state_bytes(self, stat, errmsg) result(bytes)
    class(ebw_model_settings), intent(in) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    integer(int64) :: bytes

    bytes = 0
    if (gone(self%address, 'model', stat, errmsg)) return
    call finish(ebw_model_get_state_bytes(self%address, bytes), stat, errmsg)
  end function get_state_bytes

  ! Gets one field of a state's layout. Bytes between rows are padding.
  ! index (in): 1, 2, ... until EBW_ERR_NOT_FOUND. name (out): "u", "u_prev", "pi_left", "zeta_left", ...
  ! offset (out): bytes from the state's begin. nodes (out): nodes(ndim), layer cells included, in logical order.
  ! stride (out): stride(ndim), element strides in logical order.
  ! Errors: EBW_ERR_NOT_FOUND (index), EBW_ERR_SHAPE (size of nodes or stride), and as get_state_bytes.
  ! Threads: one at a time per object. Cost: nx + ny + nz. Since 0.1.
  subroutine get_state_field(self, index, name, offset, nodes, stride, stat, errmsg)
    class(ebw_model_settings), intent(in) :: self
    integer, intent(in) :: index
    character(:), allocatable, intent(inout) :: name
    integer(int64), intent(inout) :: offset
    integer(int64), intent(inout), contiguous :: nodes(:), stride(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: text
    integer(c_int32_t) :: status

    if (gone(self%address, 'model', stat, errmsg)) return
    if (size(nodes) /= self%ndim .or. size(stride) /= self%ndim) then
      call report(EBW_ERR_SHAPE, 'nodes and stride have shapes ' // shape_text([size(nodes, kind=int64)]) // &
                  ' and ' // shape_text([size(stride, kind=int64)]) // ', but ' // &
                  shape_text([int(self%ndim, int64)]) // ' is needed', stat, errmsg)
      return
    end if
    status = ebw_model_get_state_field(self%address, index - 1, text, offset, nodes, stride)
    if (status == EBW_OK) name = f_text(text)
    call finish(status, stat, errmsg)
  end subroutine get_state_field

  ! Gets what the model was created with.
  ! dtype (out): EBW_F32 or EBW_F64; 0 before create. nodes (out): nodes(ndim), in logical order.
  ! Errors: none. Threads: any. Cost: none. Since 0.1.
  subroutine get_grid(self, dtype, nodes)
    class(ebw_model_settings), intent(in) :: self
    integer, intent(out) :: dtype
    integer(int64), allocatable, intent(out) :: nodes(:)
    dtype = self%dtype
    nodes = self%nodes(:self%ndim)
  end subroutine get_grid

  ! The C handle, for calls of module ebw_c. Never fails. Ownership: stays with the object. Threads: any. Since 0.1.
  function model_handle(self) result(address)
    class(ebw_model_settings), intent(in) :: self
    type(c_ptr) :: address
    address = self%address
  end function model_handle

  ! Releases what the object holds; it can be created again. Doing so twice is fine. Never fails. Threads: any.
  ! Cost: constant, or that of freeing what nothing else holds. Since 0.1.
  subroutine destroy_model(self)
    class(ebw_model_settings), intent(inout) :: self
    call ebw_model_destroy(self%address)
    self%address = c_null_ptr
  end subroutine destroy_model

  impure elemental subroutine assign_model(to, from)
    class(ebw_model_settings), intent(inout) :: to
    class(ebw_model_settings), intent(in) :: from
    call refuse_copy('model')
  end subroutine assign_model
end module ebbwave_settings
