# SPDX-License-Identifier: MIT
# The model: a grid with its field, boundaries, time axis, and how to run.

const FACES = (
    all = EBW_FACE_ALL,
    left = EBW_FACE_LEFT,
    right = EBW_FACE_RIGHT,
    front = EBW_FACE_FRONT,
    back = EBW_FACE_BACK,
    top = EBW_FACE_TOP,
    bottom = EBW_FACE_BOTTOM,
)
const BOUNDARIES = (
    cpml = EBW_BOUNDARY_CPML,
    sponge = EBW_BOUNDARY_SPONGE,
    free = EBW_BOUNDARY_FREE,
    rigid = EBW_BOUNDARY_RIGID,
    zero = EBW_BOUNDARY_ZERO,
)
const PARAMETERS = (velocity = EBW_PARAMETER_VELOCITY, slowness_squared = EBW_PARAMETER_SLOWNESS_SQUARED)

"""
    Model(T, size; spacing)
    Model(velocity; spacing)
    Model(f, arguments...; spacing)

An acoustic model of constant density on a regular grid.

  * `T`: `Float32` or `Float64`, of the field, the wavefields and the gradient.
  * `size`: that of the field's array, `(nz, nx)` or `(nz, ny, nx)`; node (i, j, k), from 0, lies at
    (i hx, j hy, k hz) metres, z down.
  * `spacing`: metres, above 0; one number, or `(hx, hz)` or `(hx, hy, hz)`.
  * `velocity`: `velocity[z, x]` or `velocity[z, y, x]`, m/s, finite and above 0; gives `T`, `size` and the field.

A run needs a field ([`set_field!`](@ref)), a boundary on every face ([`set_boundary!`](@ref)) and a time axis
([`set_time!`](@ref)).

Throws `EbbWaveError`: argument (spacing); shape (size); dtype (T); overflow; no memory; and as `set_field!`.
Threads: any. Cost: constant, and one copy of the field. Since 0.1.
"""
mutable struct Model{T,N} <: Handle
    pointer::Ptr{Cvoid}
    size::NTuple{N,Int}
    misfit::Hook
    progress::Hook
    function Model(::Type{T}, size::NTuple{N,Integer}; spacing) where {T,N}
        dtype = dtype_of(T)
        metres = spacing isa Real ? fill(Float64(spacing), N) : float64_vector(spacing)
        length(metres) == N ||
            refuse(EBW_ERR_ARGUMENT, "spacing has ", length(metres), " numbers, needed are ", N, " or one for all axes")
        pointer = create(ebw_model_create, dtype, N, logical(size), metres)
        return owned(new{T,N}(pointer, size, Hook(nothing), Hook(nothing)))
    end
end

function Model(velocity::AbstractArray; spacing)
    model = Model(eltype(velocity), size(velocity); spacing = spacing)
    return set_field!(model, velocity)
end
Model(f::Function, arguments...; keywords...) = closing(f, Model(arguments...; keywords...))

destroy(::Model, pointer) = ebw_model_destroy(pointer)

Base.size(model::Model) = model.size
Base.eltype(::Type{<:Model{T}}) where {T} = T

function Base.show(io::IO, model::Model{T}) where {T}
    isopen(model) || return show_closed(io, model)
    print(io, "Model(", join(size(model), " x "), " nodes, ", T, ")")
end

"""
    set_field!(model, values, name = :velocity)

Sets the medium, copied; it replaces whichever field was set.

  * `values`: any strided array of the model's `size` and element type, `[z, x]` or `[z, y, x]`, finite and above 0.
  * `name`: `:velocity` (m/s) or `:slowness_squared` (s^2/m^2).

Throws `EbbWaveError`: argument (a value <= 0; an array without strides: pass `collect(values)`); shape; dtype (convert
with `Float32.(values)`); not found (name); no memory; non-finite; handle (closed); busy. On failure the old field
stays. Threads: one at a time per handle. Cost: one copy. Since 0.1.
"""
function set_field!(model::Model{T,N}, values::AbstractArray, name::Symbol = :velocity) where {T,N}
    with_array("values", values, T, size(model)) do pointer, stride
        check(ebw_model_set_field(model, String(name), pointer, dtype_of(T), N, logical(size(model)), stride))
    end
    return model
end

"""
    get_field(model, name = :velocity)

A copy of the field as it was set, an `Array` of the model's `size` and element type, in m/s or s^2/m^2.
Throws `EbbWaveError`: not found (no such field, or another was set); handle (closed); busy. Threads: one at a time per
handle. Cost: one copy. Since 0.1.
"""
function get_field(model::Model{T,N}, name::Symbol = :velocity) where {T,N}
    values = Array{T}(undef, size(model))
    shape = logical(size(model))
    check(ebw_model_get_field(model, String(name), values, dtype_of(T), N, shape, C_NULL))
    return values
end

"""
    set_boundary!(model, face, kind; cells = 0, v_ref = 0, f_ref = 0)

Sets what happens at a face; every face must be set before a run.

  * `face`: `:left` (x = 0), `:right`, `:front` (y = 0, 3-D), `:back`, `:top` (z = 0), `:bottom`, or `:all`.
  * `kind`: `:cpml` (absorbing layer outside the grid), `:sponge` (damping layer), `:free` (pressure release on the
    face), `:rigid`, `:zero` (nothing beyond the array). Mirror faces need `order` nodes on their axis.
  * `cells`: thickness of a cpml or sponge layer, at least 5, usually 20; 0 for the others.
  * `v_ref`: m/s, above 0, for cpml and sponge. `f_ref`: Hz, above 0, for cpml. Both stay as given when the field
    changes: a layer that followed the model would make the gradient wrong.

Throws `EbbWaveError`: argument (face, kind, cells, v_ref, f_ref); handle (closed); busy. Threads: one at a time per
handle. Cost: constant. Since 0.1. Reference: Komatitsch and Martin 2007; Pasalic and McGarry 2010 (cpml).
"""
function set_boundary!(model::Model, face::Symbol, kind::Symbol; cells::Integer = 0, v_ref::Real = 0, f_ref::Real = 0)
    face_number, kind_number = number_of("face", FACES, face), number_of("kind", BOUNDARIES, kind)
    check(ebw_model_set_boundary(model, face_number, kind_number, cells, v_ref, f_ref))
    return model
end

"""
    set_time!(model, dt, steps)

Sets the time axis: `steps`, 1 to 2^40, of `dt` seconds, above 0; they have `steps + 1` samples. Whether `dt` is stable
is checked when run, see [`dt_max`](@ref).
Throws `EbbWaveError`: argument (dt, steps); overflow (steps); handle (closed); busy. Threads: one at a time per handle.
Cost: constant. Since 0.1.
"""
set_time!(model::Model, dt::Real, steps::Integer) = (check(ebw_model_set_time(model, dt, steps)); model)

"""
    dt_max(model)

The largest stable time step of the present field and order, in seconds.
Throws `EbbWaveError`: state (no field); handle (closed); busy. Threads: one at a time per handle. Cost: constant.
Since 0.1.
"""
dt_max(model::Model) = get_number(Float64, ebw_model_get_dt_max, model)

"""
    set_order!(model, order)

Sets the spatial order: 2, 4, 6, 8 (default), 10 or 12.
Throws `EbbWaveError`: argument (order); handle (closed); busy. Threads: one at a time per handle. Cost: constant.
Since 0.1.
"""
set_order!(model::Model, order::Integer) = (check(ebw_model_set_order(model, order)); model)

"""
    set_parameter!(model, parameter)

Sets what gradients are taken by: `:velocity` (default, per m/s) or `:slowness_squared` (per s^2/m^2), whichever field
was set.
Throws `EbbWaveError`: argument (parameter); handle (closed); busy. Threads: one at a time per handle. Cost: constant.
Since 0.1.
"""
function set_parameter!(model::Model, parameter::Symbol)
    check(ebw_model_set_parameter(model, number_of("parameter", PARAMETERS, parameter)))
    return model
end

"""
    set_threads!(model, threads)

Sets the number of OpenMP threads of a run, 1 to 1024, or 0 (default) for OpenMP's own limit; the bits of the result do
not depend on it.
Throws `EbbWaveError`: argument (threads); handle (closed); busy. Threads: one at a time per handle. Cost: constant.
Since 0.1.
"""
set_threads!(model::Model, threads::Integer) = (check(ebw_model_set_threads(model, threads)); model)

"""
    set_shots_at_once!(model, shots)

Sets how many shots run at a time, each on its share of the threads: 1 for one after the other, 2 to 1024 for at most so
many, 0 (default) for several where a grid is small for all threads and memory has room. Same bits for any number.
Throws `EbbWaveError`: argument (shots); handle (closed); busy. Threads: one at a time per handle. Cost: constant.
Since 0.1.
"""
set_shots_at_once!(model::Model, shots::Integer) = (check(ebw_model_set_shots_at_once(model, shots)); model)

"""
    set_flush_to_zero!(model, on::Bool)

Sets whether numbers too small for full precision count as zero during a run (default `true`). It changes bits: compare
bits under one setting. Off, runs are up to 2 times slower.
Throws `EbbWaveError`: handle (closed); busy. Threads: one at a time per handle. Cost: constant. Since 0.1.
"""
set_flush_to_zero!(model::Model, on::Bool) = (check(ebw_model_set_flush_to_zero(model, on)); model)

"""
    set_slots!(model, slots)

Forces the schedule revolve with this many slots, at least 1; the gradient has the same bits for any number. 0
(default): the keyword `memory` of [`gradient`](@ref) decides.
Throws `EbbWaveError`: argument (slots); handle (closed); busy. Threads: one at a time per handle. Cost: constant.
Since 0.1.
"""
set_slots!(model::Model, slots::Integer) = (check(ebw_model_set_slots(model, slots)); model)

"""
    set_schedule!(model, name)

Chooses how a [`gradient`](@ref) keeps what its reverse sweep needs; the bits are the same.

  * `name`: `:store_all`, `:revolve` (slots by cost), `:segment` (tapes in leaves, by cost), `:mixed`; with states in
    the directory of [`set_directory!`](@ref) `:two_level`, `:disk`, `:periodic`, `:async`, `:segment_disk`; `:auto`:
    the cheapest of all that fit; `nothing` (default): store_all if it fits, else revolve.

Throws `EbbWaveError`: not found (name); handle (closed); busy; a later plan or run with slots set: unsupported.
Threads: one at a time per handle. Cost: constant. Since 0.1.
"""
set_schedule!(model::Model, name::Union{Nothing,Symbol}) =
    (check(ebw_model_set_schedule(model, name === nothing ? C_NULL : String(name))); model)

"""
    set_costs!(model, costs, disk = nothing)

Gives the costs that schedules are chosen by and from which a [`Plan`](@ref) forecasts seconds.

  * `costs`: `(F, FT, A, COPY)`, seconds of an advance (above 0), of one that keeps its tape, of a reverse step, of one
    copy of a state, at least 0; `nothing` (default): usual ratios, and no forecast. [`measure_costs!`](@ref) finds
    them.

  * `disk`: `(W, R)`, seconds of a state to disk and of one from disk; `nothing`: 25 times a copy in memory.

Throws `EbbWaveError`: argument (costs); handle (closed); busy. Threads: one at a time per handle. Cost: constant.
Since 0.1.
"""
function set_costs!(model::Model, costs, disk = nothing)
    pair = cost_vector(disk, (:W, :R))
    check(ebw_model_set_costs(model, cost_vector(costs, (:F, :FT, :A, :COPY))))
    check(ebw_model_set_disk_costs(model, pair))
    return model
end

"""
    measure_costs!(model)

Measures the costs of [`set_costs!`](@ref) on this machine, with a directory set those of the disk too, and gives them
to the model; a named tuple
`(F, FT, A, COPY)` in seconds. A change of the grid's boundary, order, threads or type wants a new measurement.
Throws `EbbWaveError`: state (something is missing in the model); unstable; no memory; handle (closed); busy.
Threads: one at a time per handle. Cost: some 30 steps, four tapes and one state, given back at the end. Since 0.1.
"""
function measure_costs!(model::Model)
    costs = zeros(4)
    check(ebw_model_measure_costs(model, costs))
    return (F = costs[1], FT = costs[2], A = costs[3], COPY = costs[4])
end

"""
    set_directory!(model, directory; disk_bytes = 0, generation_seconds = 60, every_disk_checkpoint = false,
                   resume = false)

Sets the directory in which a [`gradient`](@ref) leaves generations, from which a killed call can be resumed.

  * `directory`: path of a directory of your own, whose last part is made when it is missing, one run at a time;
    `nothing`: no generations (default). `disk_bytes`: the most that lies there beside finished shots, half of it for
    states; 0: no bound.
  * `generation_seconds`: time between two, and so the work that a kill can lose; 0: after every action.
    `every_disk_checkpoint`: whether one follows each state that goes to disk too.
  * `resume`: whether the next gradient goes on from the newest whole generation, with the bits of a call that was never
    stopped; without one it begins anew. Off, a directory with an unfinished run is refused.

Throws `EbbWaveError`: argument (an empty directory, disk_bytes, generation_seconds); handle (closed); busy; no memory;
the gradient later: not resumable (another problem), corrupt, no space, permission, storage. Threads: one at a time per
handle. Cost: constant; a run holds one buffer more. Since 0.1.
"""
function set_directory!(model::Model, directory::Union{Nothing,AbstractString}; disk_bytes::Integer = 0,
                        generation_seconds::Real = 60, every_disk_checkpoint::Bool = false, resume::Bool = false)
    check(ebw_model_set_directory(model, directory === nothing ? C_NULL : directory, disk_bytes))
    check(ebw_model_set_generation_seconds(model, generation_seconds))
    check(ebw_model_set_disk_generations(model, every_disk_checkpoint))
    check(ebw_model_set_resume(model, resume))
    return model
end

# traces: n_receivers x n_samples in C, which is samples x receivers here. The user's function gets arrays of its own:
# it may keep them.
function on_misfit(shot::Int64, receivers::Int64, samples::Int64, data::Ptr{Cdouble}, misfit::Ptr{Cdouble},
                   residual::Ptr{Cdouble}, user::Ptr{Cvoid})
    hook = hook_of(user)
    return guarded(hook) do
        recorded = copy(unsafe_wrap(Array, data, (samples, receivers)))
        wanted = residual == C_NULL ? nothing : zeros(samples, receivers)
        unsafe_store!(misfit, Float64(hook.call(shot + 1, recorded, wanted)))
        wanted === nothing || unsafe_copyto!(residual, pointer(wanted), length(wanted))
        0
    end
end

"""
    set_misfit!(f, model)
    set_misfit!(nothing, model)

Sets the misfit function, or takes the library's least squares again.

  * `f(shot, traces, residual)`: called once per shot and run. `shot`: position in the array of shots, from 1.
    `traces[sample, receiver]`: `Matrix{Float64}`. `residual`: `Matrix{Float64}` of the same size, zero before: set it
    to dJ/d(traces); `nothing` when only the misfit is wanted. Returns J of this shot; the library sums over shots. What
    it throws comes out of the run.

Throws `EbbWaveError`: no memory; handle (closed); busy. Threads: one at a time per handle; `f` is called on the thread
of the run. Cost: constant. Since 0.1.

# Example
    set_misfit!(model) do shot, traces, residual
        residual === nothing || (residual .= traces)
        sum(abs2, traces) / 2
    end
"""
function set_misfit!(f, model::Model)
    hook = Hook(f)
    callback = f === nothing ? C_NULL :
        @cfunction(on_misfit, Int32, (Int64, Int64, Int64, Ptr{Cdouble}, Ptr{Cdouble}, Ptr{Cdouble}, Ptr{Cvoid}))
    check(ebw_model_set_misfit(model, callback, hook_pointer(hook), C_NULL))
    model.misfit = hook
    return model
end

function on_progress(done::Int64, total::Int64, recomputed::Int64, user::Ptr{Cvoid})
    hook = hook_of(user)
    return guarded(() -> hook.call(done, total, recomputed) === false, hook)
end

progress_callback(f) = f === nothing ? C_NULL : @cfunction(on_progress, Int32, (Int64, Int64, Int64, Ptr{Cvoid}))

"""
    set_progress!(f, model; every = 0)
    set_progress!(f, executor; every = 0)

Sets the function that is told of progress, `nothing` for none.

  * `f(done, total, recomputed)`: steps, forward and reverse, over all shots; always once at the end. Returning `false`
    cancels: the run throws `EbbWaveError` cancelled. What it throws comes out of the run.
  * `every`: steps between calls, or 0 for about ten calls a second.

Throws `EbbWaveError`: argument (every); no memory; handle (closed); busy. Threads: one at a time per handle; `f` is
called on the thread of the run. Cost: constant. Since 0.1.
"""
function set_progress!(f, model::Model; every::Integer = 0)
    hook = Hook(f)
    check(ebw_model_set_progress(model, progress_callback(f), every, hook_pointer(hook), C_NULL))
    model.progress = hook
    return model
end

"""
    state_length(model)

Elements, of the model's type, of one state: of a slot, of initial and final states, of their cotangents.
Throws `EbbWaveError`: shape (a mirror face on too few nodes); state (a face without boundary); overflow; no memory;
handle (closed); busy. Threads: one at a time per handle. Cost: nx + ny + nz. Since 0.1.
"""
state_length(model::Model{T}) where {T} = Int(get_number(Int64, ebw_model_get_state_bytes, model) ÷ sizeof(T))

"""
    state_field(model, state, name)

A view of one field in a state: `[z, x]` or `[z, y, x]`, layer cells included. Writing to it writes to the state.

  * `state`: a `Vector` of [`state_length`](@ref) elements, such as that of [`final_state`](@ref).
  * `name`: `:u`, `:u_prev`, or a layer's memory such as `:pi_left`, `:zeta_left`.

Throws `EbbWaveError`: not found (name); shape, dtype (state); and as `state_length`. Threads: one at a time per handle.
Cost: nx + ny + nz. Since 0.1.
"""
function state_field(model::Model{T,N}, state::Vector, name::Symbol) where {T,N}
    require_eltype("state", state, T)
    require_size("state", state, (state_length(model),))
    found, offset, shape, stride = Ref{Cstring}(), Ref{Int64}(), Vector{Int64}(undef, N), Vector{Int64}(undef, N)
    for index in 0:typemax(Int32)
        check(ebw_model_get_state_field(model, index, found, offset, shape, stride))
        unsafe_string(found[]) == String(name) && break
    end
    # Rows are padded: each axis is laid out whole and cut to its nodes afterwards. The last one needs no padding.
    sizes, steps = reverse(shape), reverse(stride)
    whole = ntuple(d -> d < N ? steps[d+1] ÷ steps[d] : sizes[d], N)
    first_element = offset[] ÷ sizeof(T) + 1
    field = reshape(view(state, first_element:first_element+prod(whole)-1), whole)
    return view(field, ntuple(d -> 1:sizes[d], N)...)
end

function stats(model::Model)
    counts = get_named(Int64, ebw_model_get_count, model,
                       (:steps, :forward_steps, :reverse_steps, :slots, :planned_bytes, :peak_bytes, :threads,
                        :shots_at_once))
    seconds = get_named(Float64, ebw_model_get_seconds, model, (:prepare, :forward, :reverse, :total))
    return merge(counts, (seconds = seconds,))
end

"""
    release_memory!(model)

Frees the wavefields and slots that the model keeps from its last run for the next.
Throws `EbbWaveError`: handle (closed); busy. Threads: one at a time per handle. Cost: constant. Since 0.1.
"""
release_memory!(model::Model) = (check(ebw_model_release_memory(model)); model)
