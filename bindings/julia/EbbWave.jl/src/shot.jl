# SPDX-License-Identifier: MIT
# Shots: sources with wavelets, receivers, observed data, and what a run leaves.

"""
    Shot(model)
    Shot(f, model)

An empty shot for models with the grid and the number of steps that `model` has now. Properties: `n_sources`,
`n_receivers`, `n_samples` (steps + 1).
Throws `EbbWaveError`: state (no time axis); no memory; handle (closed); busy. Threads: one at a time per handle.
Cost: constant. Since 0.1.
"""
mutable struct Shot{T,N} <: Handle
    pointer::Ptr{Cvoid}
    Shot(model::Model{T,N}) where {T,N} = owned(new{T,N}(create(ebw_shot_create, model)))
end
Shot(f::Function, model::Model) = closing(f, Shot(model))

destroy(::Shot, pointer) = ebw_shot_destroy(pointer)

const SHOT_SIZES = (:n_sources, :n_receivers, :n_samples)
Base.propertynames(::Shot, private::Bool = false) = SHOT_SIZES

function Base.getproperty(shot::Shot, name::Symbol)
    name in SHOT_SIZES || return getfield(shot, name)
    sizes = ntuple(_ -> Ref{Int64}(0), 3)
    check(ebw_shot_get_sizes(shot, sizes...))
    return Int(sizes[findfirst(isequal(name), SHOT_SIZES)][])
end

function Base.show(io::IO, shot::Shot)
    isopen(shot) || return show_closed(io, shot)
    print(io, "Shot(", shot.n_sources, " sources, ", shot.n_receivers, " receivers, ", shot.n_samples, " samples)")
end

trace_size(shot::Shot) = (shot.n_samples, shot.n_receivers)

# C counts sources from 0.
function source_number(shot::Shot, source::Integer)
    1 <= source <= shot.n_sources ||
        refuse(EBW_ERR_NOT_FOUND, "source = ", source, ", the shot has ", shot.n_sources, ", counted from 1")
    return source - 1
end

function require_axes(name, count, ::Shot{T,N}) where {T,N}
    wanted = N == 2 ? "(x, z)" : "(x, y, z)"
    count == N || refuse(EBW_ERR_SHAPE, name, " has ", count, " coordinates, needed are ", wanted)
end

"""
    add_source!(shot, position, wavelet)

Adds a source; sources count 1, 2, ... in this order. What a run left is dropped.

  * `position`: `(x, z)` or `(x, y, z)`, metres, within the grid; in 2-D a source is a line source.
  * `wavelet[sample]`: steps + 1 real numbers, finite, copied; the last one acts on nothing.

Throws `EbbWaveError`: argument (position); shape (numbers of coordinates or samples); overflow; no memory; non-finite;
handle (closed); busy. Threads: one at a time per handle. Cost: one copy of all wavelets. Since 0.1.
Reference: Hicks 2002.
"""
function add_source!(shot::Shot, position, wavelet)
    point, samples = float64_vector(position), float64_vector(wavelet)
    require_axes("position", length(point), shot)
    check(ebw_shot_add_source(shot, point, samples, length(samples)))
    return shot
end

"""
    set_wavelet!(shot, source, wavelet)

Replaces the wavelet (steps + 1 real numbers, finite, copied) of the source with number `source`, from 1.
Throws `EbbWaveError`: shape (samples); not found (source); non-finite; handle (closed); busy. On failure the old
wavelet stays. Threads: one at a time per handle. Cost: one copy. Since 0.1.
"""
function set_wavelet!(shot::Shot, source::Integer, wavelet)
    samples = float64_vector(wavelet)
    check(ebw_shot_set_wavelet(shot, source_number(shot, source), samples, length(samples)))
    return shot
end

"""
    add_receivers!(shot, positions)

Adds receivers; two at one place are fine. Observed data, weights and adjoint sources set before are dropped, and what a
run left.

  * `positions`: a vector of `(x, z)` or `(x, y, z)`, or a matrix `[axis, receiver]`, metres, within the grid.

Throws `EbbWaveError`: argument (none, or a position outside: its number from 0 is named); shape (coordinates);
overflow; no memory; handle (closed); busy. On failure none is added. Threads: one at a time per handle. Cost: one copy.
Since 0.1.
"""
function add_receivers!(shot::Shot, positions::AbstractMatrix)
    require_axes("positions", size(positions, 1), shot)
    check(ebw_shot_add_receivers(shot, size(positions, 2), collect(Float64, positions)))
    return shot
end

function add_receivers!(shot::Shot{T,N}, positions) where {T,N}
    points = [float64_vector(position) for position in positions]
    foreach(point -> require_axes("a position", length(point), shot), points)
    return add_receivers!(shot, isempty(points) ? zeros(N, 0) : reduce(hcat, points))
end

"""
    set_observed!(shot, data)

Sets the observed data of all receivers, copied; absent data are zero.

  * `data[sample, receiver]`: `Float64`, steps + 1 samples, finite; any strided matrix.

Throws `EbbWaveError`: argument (no strides: pass `collect(data)`); shape; dtype (convert with `Float64.(data)`); no
memory; non-finite; handle (closed); busy. On failure the old data stay. Threads: one at a time per handle. Cost: one
copy. Since 0.1.
"""
function set_observed!(shot::Shot, data::AbstractMatrix)
    with_array("data", data, Float64, trace_size(shot)) do pointer, stride
        check(ebw_shot_set_observed(shot, pointer, shot.n_receivers, shot.n_samples, stride))
    end
    return shot
end

"""
    set_weights!(shot, weights)

Sets one weight per trace (real numbers, finite, copied); absent weights are 1.
Throws `EbbWaveError`: shape (their number); no memory; non-finite; handle (closed); busy. On failure the old weights
stay. Threads: one at a time per handle. Cost: one copy. Since 0.1.
"""
function set_weights!(shot::Shot, weights)
    numbers = float64_vector(weights)
    check(ebw_shot_set_weights(shot, numbers, length(numbers)))
    return shot
end

"""
    set_adjoint_sources!(shot, data)

Sets the adjoint sources of [`adjoint`](@ref), copied: cotangents of the traces, `data[sample, receiver]`, `Float64`,
finite, any strided matrix; absent ones are zero.
Throws `EbbWaveError`: as [`set_observed!`](@ref), among them shape and dtype. On failure the old ones stay.
Threads: one at a time per handle. Cost: one copy. Since 0.1.
"""
function set_adjoint_sources!(shot::Shot, data::AbstractMatrix)
    with_array("data", data, Float64, trace_size(shot)) do pointer, stride
        check(ebw_shot_set_adjoint_sources(shot, pointer, shot.n_receivers, shot.n_samples, stride))
    end
    return shot
end

function set_state(f, shot::Shot{T}, name, state::AbstractVector) where {T}
    require_eltype(name, state, T)
    dense = convert(Vector{T}, state)
    check(f(shot, dense, sizeof(dense)))
    return shot
end

function set_state(f, shot::Shot, name, ::Nothing)
    check(f(shot, C_NULL, 0))
    return shot
end

"""
    set_initial_state!(shot, state)

Sets the state at step 0, copied: a vector of [`state_length`](@ref) elements of the model's type, laid out as
[`state_field`](@ref) shows; `nothing`: the zero state (default). Its size and its values are checked when run.
Throws `EbbWaveError`: dtype; no memory; handle (closed); busy. Threads: one at a time per handle. Cost: one copy.
Since 0.1.
"""
set_initial_state!(shot::Shot, state) = set_state(ebw_shot_set_initial_state, shot, "state", state)

"""
    set_final_cotangent!(shot, cotangent)

Sets the cotangent of the state at the last step, copied, laid out as a state; what the traces give is added to it;
`nothing`: none (default). Its size and its values are checked when run.
Throws `EbbWaveError`: dtype; no memory; handle (closed); busy. Threads: one at a time per handle. Cost: one copy.
Since 0.1.
"""
set_final_cotangent!(shot::Shot, cotangent) = set_state(ebw_shot_set_final_cotangent, shot, "cotangent", cotangent)

"""
    keep_states!(shot, keep::Bool)

Sets whether runs keep the state at the last step and the cotangent of that at step 0, which costs two states of memory
(default `false`).
Throws `EbbWaveError`: handle (closed); busy. Threads: one at a time per handle. Cost: constant. Since 0.1.
"""
keep_states!(shot::Shot, keep::Bool) = (check(ebw_shot_set_keep_states(shot, keep)); shot)

"""
    traces(shot)

The traces of the last run, a `Matrix{Float64}` `[sample, receiver]`, sample k+1 at time k dt.
Throws `EbbWaveError`: state (no forward sweep came to its end since the last change of points); handle (closed); busy.
Threads: one at a time per handle. Cost: one copy. Since 0.1.
"""
traces(shot::Shot) = traces!(Matrix{Float64}(undef, trace_size(shot)), shot)

"""
    traces!(data, shot)

Writes the traces of the last run into `data[sample, receiver]`, `Float64`, any strided matrix.
Throws `EbbWaveError`: argument (no strides, or two elements at one place); shape; dtype (pass one of `Float64`); state
(no run yet); handle (closed); busy. Threads: one at a time per handle. Cost: one copy. Since 0.1.
"""
function traces!(data::AbstractMatrix, shot::Shot)
    with_array("data", data, Float64, trace_size(shot)) do pointer, stride
        check(ebw_shot_get_traces(shot, pointer, shot.n_receivers, shot.n_samples, stride))
    end
    return data
end

"""
    wavelet_gradient(shot, source)

dJ/d(wavelet) of the source with number `source`, from 1, a `Vector{Float64}`, per unit of the wavelet; the last sample
is 0.
Throws `EbbWaveError`: not found (source); state (no adjoint sweep came to its end since the last change of points, or
a forward run came after it); handle (closed); busy. Threads: one at a time per handle. Cost: one copy. Since 0.1.
"""
function wavelet_gradient(shot::Shot, source::Integer)
    samples = Vector{Float64}(undef, shot.n_samples)
    check(ebw_shot_get_wavelet_gradient(shot, source_number(shot, source), samples, length(samples)))
    return samples
end

function get_state(f, shot::Shot{T}, model::Model{T}) where {T}
    state = Vector{T}(undef, state_length(model))
    check(f(shot, state, sizeof(state)))
    return state
end

"""
    final_state(shot, model)

The state at the last step, a `Vector` of [`state_length`](@ref) elements of the model's type.
Throws `EbbWaveError`: shape (another model's); state (none is kept: [`keep_states!`](@ref) before the run); handle
(closed); busy. Threads: one at a time per handle. Cost: one copy. Since 0.1.
"""
final_state(shot::Shot, model::Model) = get_state(ebw_shot_get_final_state, shot, model)

"""
    initial_cotangent(shot, model)

The cotangent of the state at step 0 from the last gradient or adjoint, laid out as a state.
Throws `EbbWaveError`: shape (another model's); state (none is kept: [`keep_states!`](@ref) before the run); handle
(closed); busy. Threads: one at a time per handle. Cost: one copy. Since 0.1.
"""
initial_cotangent(shot::Shot, model::Model) = get_state(ebw_shot_get_initial_cotangent, shot, model)

"""
    ricker(f0, dt, n_samples; t0 = 1.2 / f0)

A Ricker wavelet, (1 - 2q) exp(-q) with q = (pi f0 (k dt - t0))^2, k = 0 .. n_samples-1, a `Vector{Float64}`.

  * `f0`: peak frequency, Hz, above 0. `dt`: seconds, above 0. `n_samples`: at least 1, for a shot steps + 1. `t0`:
    delay, seconds.

Throws `EbbWaveError`: argument (f0, dt, n_samples, t0). Threads: any. Cost: n_samples exponentials. Since 0.1.
Reference: Ricker 1953.
"""
function ricker(f0::Real, dt::Real, n_samples::Integer; t0::Real = 1.2 / f0)
    wavelet = Vector{Float64}(undef, max(n_samples, 0))
    check(ebw_ricker(f0, t0, dt, n_samples, wavelet))
    return wavelet
end
