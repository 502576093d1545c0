# SPDX-License-Identifier: MIT
# The main calls on waves: gradient, forward sweep, misfit, adjoint, plan.

# Calls f(pointers of the shots, their number) with the shots kept alive.
function with_shots(f, shots::AbstractVector{<:Shot})
    pointers = Ptr{Cvoid}[Base.unsafe_convert(Ptr{Cvoid}, shot) for shot in shots]
    GC.@preserve shots f(pointers, length(pointers))
end
with_shots(f, shot::Shot) = with_shots(f, [shot])

"""
    gradient(model, shots; memory = 0)
    gradient(propagator)

The misfit and its exact gradient by the model, summed over shots, a named tuple `(misfit, gradient)`.

  * `model`: with a field, a boundary on every face and a time axis.
  * `shots`: a [`Shot`](@ref) or a vector of shots, none twice; their traces and wavelet gradients are filled.
  * `memory`: bytes, bound on all that the library holds during the call, model and traces included; 0: half of the
    machine's memory. Every step is stored if that fits, else checkpoints; the bits are the same.
  * `propagator`: an acoustic one; the result of its last run in an executor.

`gradient[z, x]` or `gradient[z, y, x]` is an `Array` of the model's `size` and element type: the partial derivative
by each cell's value, per unit of the parameter of [`set_parameter!`](@ref), no cell volume.

Throws `EbbWaveError`: argument (no shots, one twice, memory); shape (a mirror face on too few nodes; a given state);
overflow; state (something is missing, or a shot of another grid or number of steps); unstable (dt above dt_max); budget
too small (names the least); no memory; non-finite (names shot and step); cancelled; handle (closed); busy; and what the
misfit or progress function threw. On failure the handles serve again.
Threads: one at a time per handle, model and shots; OpenMP inside. Cost: per shot the plan's forward steps and as many
reverse steps as steps, about 3 forward sweeps when every step is stored; the plan's bytes. Since 0.1.
Reference: Griewank and Walther 2000, Algorithm 799.
"""
function gradient(model::Model{T}, shots; memory::Integer = 0) where {T}
    result = Array{T}(undef, size(model))
    J = gradient!(result, model, shots; memory = memory)
    return (misfit = J, gradient = result)
end

"""
    gradient!(out, model, shots; memory = 0)

As [`gradient`](@ref), into `out`, any strided array of the model's `size` and element type, no two elements at one
place; returns the misfit. `out = nothing`: no gradient by the model is computed and no checkpoints are kept; misfit,
traces, wavelet gradients and initial cotangents still are.
Throws `EbbWaveError`: as `gradient`, and shape, dtype (pass an array of the model's). On failure `out` is untouched.
Threads: one at a time per handle. Cost: as `gradient`. Since 0.1.
"""
function gradient!(out::AbstractArray, model::Model{T}, shots; memory::Integer = 0) where {T}
    with_array("out", out, T, size(model)) do pointer, stride
        gradient_into(pointer, stride, model, shots, memory)
    end
end
gradient!(::Nothing, model::Model, shots; memory::Integer = 0) = gradient_into(C_NULL, C_NULL, model, shots, memory)

function gradient_into(pointer, stride, model, shots, memory)
    J = Ref(0.0)
    with_shots(shots) do handles, count
        check(ebw_gradient(model, handles, count, memory, J, pointer, stride), model.misfit, model.progress)
    end
    return J[]
end

"""
    forward!(model, shots)

Runs the forward sweep of each shot and fills its traces, and its final state where [`keep_states!`](@ref) asks.
Returns `shots`. The misfit function is not called.
Throws `EbbWaveError`: as [`gradient`](@ref), without budget too small; and what the progress function threw.
Threads: one at a time per handle, model and shots. Cost: steps per shot; two wavefields. Since 0.1.
"""
function forward!(model::Model, shots)
    with_shots(shots) do handles, count
        check(ebw_forward(model, handles, count), model.progress)
    end
    return shots
end

"""
    misfit(model, shots)

The misfit alone, for line searches: the same bits as by [`gradient`](@ref). Traces are filled.
Throws `EbbWaveError`: as `gradient`, without budget too small; and what the misfit or progress function threw.
Threads: one at a time per handle, model and shots. Cost: steps per shot; two wavefields. Since 0.1.
"""
function misfit(model::Model, shots)
    J = Ref(0.0)
    with_shots(shots) do handles, count
        check(ebw_misfit(model, handles, count, J), model.misfit, model.progress)
    end
    return J[]
end

"""
    adjoint(model, shots; memory = 0)

Applies the transpose of the linearised map from model, wavelets and initial state to traces and final state, to the
shots' adjoint sources ([`set_adjoint_sources!`](@ref)) and final cotangents. Returns the part of the model, an `Array`
of its `size` and element type; [`wavelet_gradient`](@ref) and [`initial_cotangent`](@ref) give the others. A method of
`Base.adjoint`.
Throws `EbbWaveError`: as [`gradient`](@ref); and what the progress function threw. Threads: one at a time per handle,
model and shots. Cost: as `gradient`. Since 0.1.
"""
Base.adjoint(model::Model{T}, shots; memory::Integer = 0) where {T} =
    apply_adjoint!(Array{T}(undef, size(model)), model, shots; memory = memory)

"""
    apply_adjoint!(out, model, shots; memory = 0)

As [`adjoint`](@ref), into `out`, any strided array of the model's `size` and element type, which is returned;
`nothing`: wavelet gradients and initial cotangents only, without checkpoints.
Throws `EbbWaveError`: as `adjoint`, and shape, dtype. Threads: one at a time per handle. Cost: as `gradient`.
Since 0.1.
"""
function apply_adjoint!(out::AbstractArray, model::Model{T}, shots; memory::Integer = 0) where {T}
    with_array("out", out, T, size(model)) do pointer, stride
        adjoint_into(pointer, stride, model, shots, memory)
    end
    return out
end
apply_adjoint!(::Nothing, model::Model, shots; memory::Integer = 0) = adjoint_into(C_NULL, C_NULL, model, shots, memory)

function adjoint_into(pointer, stride, model, shots, memory)
    with_shots(shots) do handles, count
        check(ebw_adjoint(model, handles, count, memory, pointer, stride), model.progress)
    end
end

"""
    plan(model, shots; memory = 0)
    plan(executor)

Tells what [`gradient`](@ref) or [`run!`](@ref) will do and hold, a [`Plan`](@ref). Nothing large is allocated. Of a
model, steps and slots are those of one shot, bytes those of the whole call.
Throws `EbbWaveError`: as `gradient` (such as budget too small, unstable, state); of an executor overflow, no memory,
handle (closed), busy. Threads: one at a time per handle. Cost: that of counting the schedule. Since 0.1.
"""
plan(model::Model, shots; memory::Integer = 0) =
    with_shots((handles, count) -> Plan(create(ebw_gradient_plan, model, handles, count, memory)), shots)
