! SPDX-License-Identifier: MIT
! Shots: sources with wavelets, receivers, observed data, and what a run leaves. Positions are metres, in logical order.
module ebbwave_shot
  use ebw_c, c_ricker => ebw_ricker
  use ebbwave_base
  implicit none
  private

  public :: ebw_shot, ebw_ricker
  public :: adopt_shot ! for the model alone

  interface ebw_ricker
    module procedure ricker
  end interface ebw_ricker

  ! Made by create_shot of a model. With n steps there are n + 1 samples; sample k, counted from 0, is at time k dt.
  type :: ebw_shot
    private
    type(c_ptr) :: address = c_null_ptr
    integer :: ndim = 0
  contains
    procedure :: add_source
    procedure :: set_wavelet
    procedure :: add_receivers
    procedure :: set_observed
    procedure :: set_weights
    procedure :: set_adjoint_sources
    generic :: set_initial_state => set_initial_state_f32, set_initial_state_f64, set_no_initial_state
    generic :: set_final_cotangent => set_final_cotangent_f32, set_final_cotangent_f64, set_no_final_cotangent
    procedure :: set_keep_states
    procedure :: get_traces
    procedure :: get_wavelet_gradient
    generic :: get_final_state => get_final_state_f32, get_final_state_f64
    generic :: get_initial_cotangent => get_initial_cotangent_f32, get_initial_cotangent_f64
    procedure :: get_sizes
    procedure :: c_handle => shot_handle
    procedure :: destroy => destroy_shot
    procedure, private :: set_initial_state_f32, set_initial_state_f64, set_no_initial_state
    procedure, private :: set_final_cotangent_f32, set_final_cotangent_f64, set_no_final_cotangent
    procedure, private :: get_final_state_f32, get_final_state_f64
    procedure, private :: get_initial_cotangent_f32, get_initial_cotangent_f64
    procedure, private :: assign_shot
    generic, public :: assignment(=) => assign_shot
  end type ebw_shot

contains

  ! Takes over a handle that a model made.
  subroutine adopt_shot(shot, made, ndim)
    type(ebw_shot), intent(inout) :: shot
    type(c_ptr), intent(in) :: made
    integer, intent(in) :: ndim
    call shot%destroy()
    shot%address = made
    shot%ndim = ndim
  end subroutine adopt_shot

  ! Whether a position has another number of coordinates than the model has axes; that is reported.
  function other_axes(self, name, axes, stat, errmsg) result(other)
    class(ebw_shot), intent(in) :: self
    character(*), intent(in) :: name
    integer, intent(in) :: axes
    integer, intent(inout), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical :: other
    character(120) :: text

    other = axes /= self%ndim
    if (.not. other) return
    write (text, '(2a, i0, a, i0, a)') name, ' has ', axes, ' coordinates per point, the model has ', self%ndim, &
      ' axes: give (x, z) in 2-D, (x, y, z) in 3-D'
    call report(EBW_ERR_SHAPE, trim(text), stat, errmsg)
  end function other_axes

  ! Whether there is no source of this number, which counts from 1; that is reported.
  function no_source(self, source, stat, errmsg) result(none)
    class(ebw_shot), intent(in) :: self
    integer, intent(in) :: source
    integer, intent(inout), optional :: stat
    character(*), intent(inout), optional :: errmsg
    logical :: none
    integer(int64) :: n_sources
    integer(c_int32_t) :: status
    character(120) :: text

    none = .true.
    n_sources = 0
    status = ebw_shot_get_sizes(self%address, n_sources)
    if (status /= EBW_OK) then
      call finish(status, stat, errmsg)
    else if (source < 1 .or. source > n_sources) then
      write (text, '(2(a, i0))') 'source = ', source, ', must be 1 .. ', n_sources
      call report(EBW_ERR_NOT_FOUND, trim(text), stat, errmsg)
    else
      none = .false.
    end if
  end function no_source

  ! A section of any stride as the library takes it: the first element and the element strides of (receiver, sample).
  subroutine first_element(view, first)
    type(array_view), intent(in) :: view
    real(c_double), pointer, intent(out) :: first(:)
    first => null()
    if (c_associated(view%address)) call c_f_pointer(view%address, first, [1])
  end subroutine first_element

  ! Adds a source; sources count 1, 2, ... in this order. In 2-D a source is a line source. What a run left is dropped.
  ! position (in): position(ndim), metres, within the grid to 1e-6 spacings.
  ! wavelet (in): wavelet(n_steps + 1), finite, copied; the last sample acts on nothing.
  ! Errors: EBW_ERR_ARGUMENT (position), EBW_ERR_SHAPE, EBW_ERR_OVERFLOW, EBW_ERR_NO_MEMORY, EBW_ERR_NON_FINITE,
  ! EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost: one copy of all wavelets. Since 0.1.
  ! Reference: Hicks 2002 (Kaiser-windowed sinc, half-width 4, b = 6.31).
  subroutine add_source(self, position, wavelet, stat, errmsg)
    class(ebw_shot), intent(inout) :: self
    real(real64), intent(in), contiguous :: position(:), wavelet(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'shot', stat, errmsg)) return
    if (other_axes(self, 'position', size(position), stat, errmsg)) return
    call finish(ebw_shot_add_source(self%address, position, wavelet, size(wavelet, kind=int64)), stat, errmsg)
  end subroutine add_source

  ! Replaces the wavelet of one source.
  ! source (in): its number, from 1. wavelet (in): wavelet(n_steps + 1), finite, copied.
  ! Errors: EBW_ERR_SHAPE, EBW_ERR_NOT_FOUND (source), EBW_ERR_NON_FINITE, EBW_ERR_HANDLE, EBW_ERR_BUSY; the old wavelet
  ! stays then. Threads: one at a time per object. Cost: one copy. Since 0.1.
  subroutine set_wavelet(self, source, wavelet, stat, errmsg)
    class(ebw_shot), intent(inout) :: self
    integer, intent(in) :: source
    real(real64), intent(in), contiguous :: wavelet(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'shot', stat, errmsg)) return
    if (no_source(self, source, stat, errmsg)) return
    call finish(ebw_shot_set_wavelet(self%address, int(source - 1, int64), wavelet, size(wavelet, kind=int64)), stat, &
                errmsg)
  end subroutine set_wavelet

  ! Adds receivers; two at one place are fine. Observed data, weights and adjoint sources set before are dropped, and
  ! what a run left.
  ! positions (in): positions(ndim, n_receivers), metres, within the grid to 1e-6 spacings; sections are copied first.
  ! Errors: EBW_ERR_SHAPE, EBW_ERR_ARGUMENT (none, or one outside or not finite), EBW_ERR_OVERFLOW, EBW_ERR_NO_MEMORY,
  ! EBW_ERR_HANDLE, EBW_ERR_BUSY; none is added then. Threads: one at a time per object. Cost: one copy. Since 0.1.
  subroutine add_receivers(self, positions, stat, errmsg)
    class(ebw_shot), intent(inout) :: self
    real(real64), intent(in), contiguous :: positions(:, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'shot', stat, errmsg)) return
    if (other_axes(self, 'positions', size(positions, 1), stat, errmsg)) return
    call finish(ebw_shot_add_receivers(self%address, size(positions, 2, int64), positions), stat, errmsg)
  end subroutine add_receivers

  ! Sets the observed data of all receivers, copied; absent data are zero.
  ! data (in): data(n_samples, n_receivers), finite; a section of any stride is not copied first.
  ! Errors: EBW_ERR_SHAPE, EBW_ERR_NO_MEMORY, EBW_ERR_NON_FINITE, EBW_ERR_HANDLE, EBW_ERR_BUSY; the old data stay then.
  ! Threads: one at a time per object. Cost: one copy. Since 0.1.
  subroutine set_observed(self, data, stat, errmsg)
    class(ebw_shot), intent(inout) :: self
    real(real64), intent(in), target :: data(:, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(array_view) :: view
    real(c_double), pointer :: first(:)

    if (gone(self%address, 'shot', stat, errmsg)) return
    view = view_of(data)
    call first_element(view, first)
    call finish(ebw_shot_set_observed(self%address, first, view%nodes(1), view%nodes(2), view%stride), stat, errmsg)
  end subroutine set_observed

  ! Sets the cotangents of the traces that adjoint of a model takes, copied; absent ones are zero.
  ! data (in): data(n_samples, n_receivers), finite; a section of any stride is not copied first.
  ! Errors: EBW_ERR_SHAPE, EBW_ERR_NO_MEMORY, EBW_ERR_NON_FINITE, EBW_ERR_HANDLE, EBW_ERR_BUSY; the old data stay then.
  ! Threads: one at a time per object. Cost: one copy. Since 0.1.
  subroutine set_adjoint_sources(self, data, stat, errmsg)
    class(ebw_shot), intent(inout) :: self
    real(real64), intent(in), target :: data(:, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(array_view) :: view
    real(c_double), pointer :: first(:)

    if (gone(self%address, 'shot', stat, errmsg)) return
    view = view_of(data)
    call first_element(view, first)
    call finish(ebw_shot_set_adjoint_sources(self%address, first, view%nodes(1), view%nodes(2), view%stride), stat, &
                errmsg)
  end subroutine set_adjoint_sources

  ! Sets one weight per trace, copied; absent weights are 1.
  ! weights (in): weights(n_receivers), finite.
  ! Errors: EBW_ERR_SHAPE, EBW_ERR_NO_MEMORY, EBW_ERR_NON_FINITE, EBW_ERR_HANDLE, EBW_ERR_BUSY; the old weights stay
  ! then.
  ! Threads: one at a time per object. Cost: one copy. Since 0.1.
  subroutine set_weights(self, weights, stat, errmsg)
    class(ebw_shot), intent(inout) :: self
    real(real64), intent(in), contiguous :: weights(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'shot', stat, errmsg)) return
    call finish(ebw_shot_set_weights(self%address, weights, size(weights, kind=int64)), stat, errmsg)
  end subroutine set_weights

  ! Sets the state at step 0, copied. Without the array: the zero state (default).
  ! state (in): the state's bytes as get_state_field of the model lays them out, in the model's precision, real32 or
  ! real64.
  ! Errors: EBW_ERR_NO_MEMORY, EBW_ERR_HANDLE, EBW_ERR_BUSY; size and values are checked when run.
  ! Threads: one at a time per object. Cost: one copy. Since 0.1.
  subroutine set_initial_state_f32(self, state, stat, errmsg)
    class(ebw_shot), intent(inout) :: self
    real(real32), intent(in), contiguous, target :: state(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'shot', stat, errmsg)) return
    call finish(ebw_shot_set_initial_state(self%address, c_loc(state), 4 * size(state, kind=int64)), stat, errmsg)
  end subroutine set_initial_state_f32

  ! As set_initial_state_f32.
  subroutine set_initial_state_f64(self, state, stat, errmsg)
    class(ebw_shot), intent(inout) :: self
    real(real64), intent(in), contiguous, target :: state(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'shot', stat, errmsg)) return
    call finish(ebw_shot_set_initial_state(self%address, c_loc(state), 8 * size(state, kind=int64)), stat, errmsg)
  end subroutine set_initial_state_f64

  ! As set_initial_state_f32, without the array.
  subroutine set_no_initial_state(self, stat, errmsg)
    class(ebw_shot), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'shot', stat, errmsg)) return
    call finish(ebw_shot_set_initial_state(self%address, c_null_ptr, 0_int64), stat, errmsg)
  end subroutine set_no_initial_state

  ! Sets the cotangent of the state at step n, copied; what the traces give is added to it. Without the array: none
  ! (default).
  ! cotangent (in): the state's bytes as get_state_field of the model lays them out, in the model's precision, real32 or
  ! real64.
  ! Errors: EBW_ERR_NO_MEMORY, EBW_ERR_HANDLE, EBW_ERR_BUSY; size and values are checked when run.
  ! Threads: one at a time per object. Cost: one copy. Since 0.1.
  subroutine set_final_cotangent_f32(self, cotangent, stat, errmsg)
    class(ebw_shot), intent(inout) :: self
    real(real32), intent(in), contiguous, target :: cotangent(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'shot', stat, errmsg)) return
    call finish(ebw_shot_set_final_cotangent(self%address, c_loc(cotangent), 4 * size(cotangent, kind=int64)), stat, &
                errmsg)
  end subroutine set_final_cotangent_f32

  ! As set_final_cotangent_f32.
  subroutine set_final_cotangent_f64(self, cotangent, stat, errmsg)
    class(ebw_shot), intent(inout) :: self
    real(real64), intent(in), contiguous, target :: cotangent(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'shot', stat, errmsg)) return
    call finish(ebw_shot_set_final_cotangent(self%address, c_loc(cotangent), 8 * size(cotangent, kind=int64)), stat, &
                errmsg)
  end subroutine set_final_cotangent_f64

  ! As set_final_cotangent_f32, without the array.
  subroutine set_no_final_cotangent(self, stat, errmsg)
    class(ebw_shot), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'shot', stat, errmsg)) return
    call finish(ebw_shot_set_final_cotangent(self%address, c_null_ptr, 0_int64), stat, errmsg)
  end subroutine set_no_final_cotangent

  ! Sets whether runs keep the state at step n (forward sweep) and the cotangent of that at step 0 (adjoint sweep).
  ! keep (in): true, which costs two states of memory, or false (default).
  ! Errors: EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost: constant. Since 0.1.
  subroutine set_keep_states(self, keep, stat, errmsg)
    class(ebw_shot), intent(inout) :: self
    logical, intent(in) :: keep
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'shot', stat, errmsg)) return
    call finish(ebw_shot_set_keep_states(self%address, flag(keep)), stat, errmsg)
  end subroutine set_keep_states

  ! Copies the traces of the last run.
  ! data (out): data(n_samples, n_receivers), a section of any stride too; left alone when this fails.
  ! Errors: EBW_ERR_SHAPE, EBW_ERR_STATE (no finished run since the last change of points), EBW_ERR_HANDLE,
  ! EBW_ERR_BUSY.
  ! Threads: one at a time per object. Cost: one copy. Since 0.1.
  subroutine get_traces(self, data, stat, errmsg)
    class(ebw_shot), intent(in) :: self
    real(real64), intent(inout), target :: data(:, :)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(array_view) :: view
    real(c_double), pointer :: first(:)

    if (gone(self%address, 'shot', stat, errmsg)) return
    view = view_of(data)
    call first_element(view, first)
    call finish(ebw_shot_get_traces(self%address, first, view%nodes(1), view%nodes(2), view%stride), stat, errmsg)
  end subroutine get_traces

  ! Copies dJ/d(wavelet) of one source from the last gradient or adjoint.
  ! source (in): its number, from 1.
  ! wavelet_gradient (out): wavelet_gradient(n_steps + 1), per unit of the wavelet; the last sample is 0.
  ! Errors: EBW_ERR_SHAPE, EBW_ERR_NOT_FOUND (source), EBW_ERR_STATE (no finished adjoint sweep), EBW_ERR_HANDLE,
  ! EBW_ERR_BUSY. Threads: one at a time per object. Cost: one copy. Since 0.1.
  subroutine get_wavelet_gradient(self, source, wavelet_gradient, stat, errmsg)
    class(ebw_shot), intent(in) :: self
    integer, intent(in) :: source
    real(real64), intent(inout), contiguous :: wavelet_gradient(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'shot', stat, errmsg)) return
    if (no_source(self, source, stat, errmsg)) return
    call finish(ebw_shot_get_wavelet_gradient(self%address, int(source - 1, int64), wavelet_gradient, &
                                              size(wavelet_gradient, kind=int64)), stat, errmsg)
  end subroutine get_wavelet_gradient

  ! Copies the state at step n of the last run; set_keep_states before.
  ! state (out): room for just the bytes of get_state_bytes of the model, in its precision, real32 or real64.
  ! Errors: EBW_ERR_SHAPE (bytes), EBW_ERR_STATE (none is kept), EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time
  ! per object. Cost: one copy. Since 0.1.
  subroutine get_final_state_f32(self, state, stat, errmsg)
    class(ebw_shot), intent(in) :: self
    real(real32), intent(inout), contiguous, target :: state(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'shot', stat, errmsg)) return
    call finish(ebw_shot_get_final_state(self%address, c_loc(state), 4 * size(state, kind=int64)), stat, errmsg)
  end subroutine get_final_state_f32

  ! As get_final_state_f32.
  subroutine get_final_state_f64(self, state, stat, errmsg)
    class(ebw_shot), intent(in) :: self
    real(real64), intent(inout), contiguous, target :: state(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'shot', stat, errmsg)) return
    call finish(ebw_shot_get_final_state(self%address, c_loc(state), 8 * size(state, kind=int64)), stat, errmsg)
  end subroutine get_final_state_f64

  ! Copies the cotangent of the state at step 0 from the last gradient or adjoint; set_keep_states before.
  ! cotangent (out): room for just the bytes of get_state_bytes of the model, in its precision, real32 or real64.
  ! Errors: EBW_ERR_SHAPE (bytes), EBW_ERR_STATE (none is kept), EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time
  ! per object. Cost: one copy. Since 0.1.
  subroutine get_initial_cotangent_f32(self, cotangent, stat, errmsg)
    class(ebw_shot), intent(in) :: self
    real(real32), intent(inout), contiguous, target :: cotangent(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'shot', stat, errmsg)) return
    call finish(ebw_shot_get_initial_cotangent(self%address, c_loc(cotangent), 4 * size(cotangent, kind=int64)), stat, &
                errmsg)
  end subroutine get_initial_cotangent_f32

  ! As get_initial_cotangent_f32.
  subroutine get_initial_cotangent_f64(self, cotangent, stat, errmsg)
    class(ebw_shot), intent(in) :: self
    real(real64), intent(inout), contiguous, target :: cotangent(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'shot', stat, errmsg)) return
    call finish(ebw_shot_get_initial_cotangent(self%address, c_loc(cotangent), 8 * size(cotangent, kind=int64)), stat, &
                errmsg)
  end subroutine get_initial_cotangent_f64

  ! Gets the sizes of a shot.
  ! n_sources, n_receivers (out): numbers of sources and receivers. n_samples (out): samples of each wavelet and trace.
  ! Errors: EBW_ERR_HANDLE, EBW_ERR_BUSY. Threads: one at a time per object. Cost: constant. Since 0.1.
  subroutine get_sizes(self, n_sources, n_receivers, n_samples, stat, errmsg)
    class(ebw_shot), intent(in) :: self
    integer(int64), intent(inout), optional :: n_sources, n_receivers, n_samples
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    if (gone(self%address, 'shot', stat, errmsg)) return
    call finish(ebw_shot_get_sizes(self%address, n_sources, n_receivers, n_samples), stat, errmsg)
  end subroutine get_sizes

  ! Fills a Ricker wavelet: wavelet(k+1) = (1 - 2q) exp(-q), q = (pi f0 (k dt - t0))**2, k = 0, 1, ...
  ! f0 (in): peak frequency, Hz, above 0. t0 (in): delay, seconds, usually 1.2 / f0.
  ! dt (in): seconds between samples, above 0. wavelet (out): wavelet(n_samples), at least 1; left alone on failure.
  ! Errors: EBW_ERR_ARGUMENT. Threads: any. Cost: an exponential per sample. Since 0.1. Reference: Ricker 1953.
  subroutine ricker(f0, t0, dt, wavelet, stat, errmsg)
    real(real64), intent(in) :: f0, t0, dt
    real(real64), intent(inout), contiguous :: wavelet(:)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg

    call finish(c_ricker(f0, t0, dt, size(wavelet, kind=int64), wavelet), stat, errmsg)
  end subroutine ricker

  ! The C handle, for calls of module ebw_c. Never fails. Ownership: stays with the object. Threads: any. Since 0.1.
  function shot_handle(self) result(address)
    class(ebw_shot), intent(in) :: self
    type(c_ptr) :: address
    address = self%address
  end function shot_handle

  ! Releases what the object holds; it can be created again. Doing so twice is fine. Never fails. Threads: any.
  ! Cost: constant, or that of freeing what nothing else holds. Since 0.1.
  subroutine destroy_shot(self)
    class(ebw_shot), intent(inout) :: self
    call ebw_shot_destroy(self%address)
    self%address = c_null_ptr
  end subroutine destroy_shot

  impure elemental subroutine assign_shot(to, from)
    class(ebw_shot), intent(inout) :: to
    class(ebw_shot), intent(in) :: from
    call refuse_copy('shot')
  end subroutine assign_shot
end module ebbwave_shot
