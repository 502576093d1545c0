# SPDX-License-Identifier: MIT
# Propagators: a state, its advance and its reverse; one's own by callbacks, or the acoustic one.

"""
    Propagator(kind, state; start, advance, reverse, turn, ...)
    Propagator(model, shot)
    Propagator(f, arguments...; ...)

A time loop with its adjoint, for an [`Executor`](@ref). The first form is your own loop:

  * `kind`: `:fused` (`reverse(k)` first takes step k once more from the state, keeping what its adjoint needs) or
    `:state_only` (it needs the state before the step alone).
  * `state`: the array that holds the state, or a tuple of arrays, of plain numbers: checkpoints are copied from it and
    back. Or the bytes of a state, a number, with `save(k, bytes)` and `load(k, bytes)`, where `bytes` is a
    `Vector{UInt8}` that must not be used after the call.
  * `start()`: state := initial state, gradient and adjoint := 0; once at the begin of every run. Needed.
  * `advance(from, to)`: takes steps from .. to-1, counted from 0. Needed by schedules that keep states.
  * `turn(n)`: the state is that at n, the number of steps: seeds the adjoint. Needed in kind `:state_only` and with
    tapes.
  * `reverse(k)`: takes the adjoint from k+1 to k and adds to the gradient; k = n-1 first. In kind `:fused` without
    tapes reverse(n-1) seeds the adjoint. The forward state is undefined afterwards. Needed.
  * `tape` (an array, a tuple of arrays or bytes) and `advance_taped(k)`: takes step k and leaves in `tape` what its
    adjoint needs; when the tape of step k has been read back, `reverse(k)` finds it there and no state. With bytes also
    `save_tape(k, bytes)` and `load_tape(k, bytes)`. `loaded(k)` is called after a tape was read back, so that `reverse`
    can tell. Needed by schedules that keep tapes.
  * `adjoint` (as `tape`): all that your code keeps outside the state in the reverse sweep, the adjoint, the gradient,
    for [`resume!`](@ref); with bytes `save_adjoint(k, bytes)` and `load_adjoint(k, bytes)`.
  * `record` (as `tape`): what the forward sweep leaves beside the state, such as traces or step sizes that were chosen,
    for [`resume!`](@ref); with bytes `save_record(k, bytes)` and `load_record(k, bytes)` after k steps.

What callbacks return does not matter. What one throws ends the run and comes out of [`run!`](@ref); the next run begins
anew with `start`. A state of `Float32` and `Float64` arrays can be encoded by any codec of a [`Storage`](@ref). The
second form is the acoustic propagator, of kind `:state_only` with tapes: a run fills the shot, and [`gradient`](@ref)
gives its result. Properties: `state_bytes`, `tape_bytes`, `adjoint_bytes`.

Throws `EbbWaveError`: argument (kind, bytes below 1, a callback missing); dtype (an array that is not of plain
numbers); no memory; of a model as [`gradient`](@ref). Threads: any; callbacks come in the task of the run.
Cost: constant. Since 0.1.
"""
mutable struct Propagator <: Handle
    pointer::Ptr{Cvoid}
    hooks::Tuple{Vararg{Hook}}
    kept::Any # model and shot, whose callbacks a run calls
end

Propagator(f::Function, arguments...; keywords...) = closing(f, Propagator(arguments...; keywords...))

destroy(::Propagator, pointer) = ebw_propagator_destroy(pointer)

# ---- What a checkpoint is made of: arrays that are copied, or a number of bytes and the user's functions ------------

const Arrays = Tuple{Vararg{Array}}

as_place(array::Array) = (array,)
as_place(place) = place

function require_plain(name, arrays::Arrays)
    for array in arrays
        isbitstype(eltype(array)) ||
            refuse(EBW_ERR_DTYPE, name, " has elements of ", eltype(array), ", needed are plain numbers like Float64")
    end
end
require_plain(name, ::Integer) = nothing
require_plain(name, place) =
    refuse(EBW_ERR_ARGUMENT, name, " is a ", typeof(place), "; pass an Array, a tuple of Arrays or a number of bytes")

place_bytes(arrays::Arrays) = mapreduce(sizeof, +, arrays; init = 0)
place_bytes(bytes::Integer) = Int(bytes)

# The bytes were told once: an array that has been resized since would be written past its end.
function require_bytes(arrays::Arrays, bytes)
    place_bytes(arrays) == bytes ||
        refuse(EBW_ERR_SHAPE, "the arrays of a checkpoint have ", place_bytes(arrays), " bytes, at creation they had ",
               bytes, "; do not resize them")
end

# part: what `part` below makes of state, tape or adjoint.
copy_out(part, k, to) = copy_out(part.place, part, k, to)
copy_in(part, k, from) = copy_in(part.place, part, k, from)

function copy_out(arrays::Arrays, part, k, to::Ptr{Cvoid})
    require_bytes(arrays, part.bytes)
    target = Ptr{UInt8}(to)
    for array in arrays
        GC.@preserve array unsafe_copyto!(target, Ptr{UInt8}(pointer(array)), sizeof(array))
        target += sizeof(array)
    end
end
copy_out(::Integer, part, k, to::Ptr{Cvoid}) = part.save(k, unsafe_wrap(Array, Ptr{UInt8}(to), part.bytes))

function copy_in(arrays::Arrays, part, k, from::Ptr{Cvoid})
    require_bytes(arrays, part.bytes)
    source = Ptr{UInt8}(from)
    for array in arrays
        GC.@preserve array unsafe_copyto!(Ptr{UInt8}(pointer(array)), source, sizeof(array))
        source += sizeof(array)
    end
    part.load === nothing || part.load(k)
end
copy_in(::Integer, part, k, from::Ptr{Cvoid}) = part.load(k, unsafe_wrap(Array, Ptr{UInt8}(from), part.bytes))

# ---- What the library calls -----------------------------------------------------------------------------------------

function called(f, user::Ptr{Cvoid})
    hook = hook_of(user)
    return guarded(() -> (f(hook.call); 0), hook)
end

on_start(user::Ptr{Cvoid}) = called(c -> c.start(), user)
on_advance(from::Int64, to::Int64, user::Ptr{Cvoid}) = called(c -> c.advance(from, to), user)
on_turn(n::Int64, user::Ptr{Cvoid}) = called(c -> c.turn(n), user)
on_reverse(k::Int64, user::Ptr{Cvoid}) = called(c -> c.reverse(k), user)
on_advance_taped(k::Int64, user::Ptr{Cvoid}) = called(c -> c.advance_taped(k), user)

on_save(k::Int64, bytes::Ptr{Cvoid}, user::Ptr{Cvoid}) = called(c -> copy_out(c.state, k, bytes), user)
on_load(k::Int64, bytes::Ptr{Cvoid}, user::Ptr{Cvoid}) = called(c -> copy_in(c.state, k, bytes), user)
on_save_tape(k::Int64, bytes::Ptr{Cvoid}, user::Ptr{Cvoid}) = called(c -> copy_out(c.tape, k, bytes), user)
on_load_tape(k::Int64, bytes::Ptr{Cvoid}, user::Ptr{Cvoid}) = called(c -> copy_in(c.tape, k, bytes), user)
on_save_record(k::Int64, bytes::Ptr{Cvoid}, user::Ptr{Cvoid}) = called(c -> copy_out(c.record, k, bytes), user)
on_load_record(k::Int64, bytes::Ptr{Cvoid}, user::Ptr{Cvoid}) = called(c -> copy_in(c.record, k, bytes), user)
on_save_adjoint(k::Int64, bytes::Ptr{Cvoid}, user::Ptr{Cvoid}) = called(c -> copy_out(c.adjoint, k, bytes), user)
on_load_adjoint(k::Int64, bytes::Ptr{Cvoid}, user::Ptr{Cvoid}) = called(c -> copy_in(c.adjoint, k, bytes), user)

# ---- Creation -------------------------------------------------------------------------------------------------------

function part(name, place, save, load)
    place = as_place(place)
    require_plain(name, place)
    if place isa Integer && (save === nothing || load === nothing)
        refuse(EBW_ERR_ARGUMENT, name, " is given as bytes, which needs functions to save and load; or pass its array")
    end
    return (place = place, save = save, load = load, bytes = place_bytes(place))
end

function Propagator(kind::Symbol, state; start, reverse, advance = nothing, turn = nothing, save = nothing,
                    load = nothing, tape = nothing, advance_taped = nothing, save_tape = nothing, load_tape = nothing,
                    loaded = nothing, adjoint = nothing, save_adjoint = nothing, load_adjoint = nothing,
                    record = nothing, save_record = nothing, load_record = nothing)
    number = number_of("kind", REVERSE_KINDS, kind)
    (tape === nothing) == (advance_taped === nothing) ||
        refuse(EBW_ERR_ARGUMENT, "tape and advance_taped belong together; give both or neither")
    hook = Hook((
        start = start,
        advance = advance,
        turn = turn,
        reverse = reverse,
        advance_taped = advance_taped,
        state = part("state", state, save, load),
        tape = tape === nothing ? nothing : part("tape", tape, save_tape, something(load_tape, Some(loaded))),
        adjoint = adjoint === nothing ? nothing : part("adjoint", adjoint, save_adjoint, load_adjoint),
        record = record === nothing ? nothing : part("record", record, save_record, load_record),
    ))
    pointer = create(ebw_propagator_create_user, number, hook.call.state.bytes, hook_pointer(hook), C_NULL)
    propagator = owned(Propagator(pointer, (hook,), nothing))
    set_callbacks(propagator, hook.call)
    set_layout(propagator, hook.call.state.place)
    return propagator
end

# Of what a checkpoint is made, for codecs with loss: three extents of each array, the fastest last; nothing where there
# are other numbers than theirs.
extents(sizes) = Int64[prod(sizes[3:end]), length(sizes) < 2 ? 1 : sizes[2], isempty(sizes) ? 1 : sizes[1]]

function layout_of(arrays::Arrays)
    all(array -> eltype(array) in (Float32, Float64) && !isempty(array), arrays) || return Int32[], Int64[]
    return Int32[dtype_of(eltype(array)) for array in arrays], vcat(map(array -> extents(size(array)), arrays)...)
end
layout_of(::Integer) = Int32[], Int64[]

function set_layout(p::Propagator, place)
    dtypes, shapes = layout_of(place)
    check(ebw_propagator_set_state_layout(p, length(dtypes), dtypes, shapes))
end

function set_callbacks(p::Propagator, call)
    check(ebw_propagator_set_start(p, @cfunction(on_start, Int32, (Ptr{Cvoid},))))
    check(ebw_propagator_set_reverse(p, @cfunction(on_reverse, Int32, (Int64, Ptr{Cvoid}))))
    if call.advance !== nothing
        check(ebw_propagator_set_advance(p, @cfunction(on_advance, Int32, (Int64, Int64, Ptr{Cvoid}))))
    end
    call.turn === nothing || check(ebw_propagator_set_turn(p, @cfunction(on_turn, Int32, (Int64, Ptr{Cvoid}))))
    check(ebw_propagator_set_save(p, @cfunction(on_save, Int32, (Int64, Ptr{Cvoid}, Ptr{Cvoid}))))
    check(ebw_propagator_set_load(p, @cfunction(on_load, Int32, (Int64, Ptr{Cvoid}, Ptr{Cvoid}))))
    if call.tape !== nothing
        check(ebw_propagator_set_tape(p, call.tape.bytes,
                                      @cfunction(on_advance_taped, Int32, (Int64, Ptr{Cvoid})),
                                      @cfunction(on_save_tape, Int32, (Int64, Ptr{Cvoid}, Ptr{Cvoid})),
                                      @cfunction(on_load_tape, Int32, (Int64, Ptr{Cvoid}, Ptr{Cvoid}))))
    end
    if call.adjoint !== nothing
        check(ebw_propagator_set_adjoint(p, call.adjoint.bytes,
                                         @cfunction(on_save_adjoint, Int32, (Int64, Ptr{Cvoid}, Ptr{Cvoid})),
                                         @cfunction(on_load_adjoint, Int32, (Int64, Ptr{Cvoid}, Ptr{Cvoid}))))
    end
    if call.record !== nothing
        check(ebw_propagator_set_record(p, call.record.bytes,
                                        @cfunction(on_save_record, Int32, (Int64, Ptr{Cvoid}, Ptr{Cvoid})),
                                        @cfunction(on_load_record, Int32, (Int64, Ptr{Cvoid}, Ptr{Cvoid}))))
    end
end

function Propagator(model::Model, shot::Shot)
    pointer = create(ebw_propagator_create_acoustic, model, shot)
    return owned(Propagator(pointer, (), (model, shot)))
end

"""
    tuning(model)
    tuning(propagator)

The time tiles that were found for a model's runs with one shot at a time, or for an acoustic propagator, as one line
for [`set_tuning!`](@ref) of another one, here or elsewhere.
Throws `EbbWaveError`: state (none were found); handle (closed, or not acoustic); busy. Threads: one at a time per
handle. Cost: constant. Since 0.1.
"""
tuning(model::Model) = text_of(ebw_model_get_tuning, model)
tuning(propagator::Propagator) = text_of(ebw_propagator_get_tuning, propagator)

"""
    set_tuning!(model, line)
    set_tuning!(propagator, line)

Sets the time tiles by a line of [`tuning`](@ref); `""` forgets them. No bit of a result changes.
Throws `EbbWaveError`: argument (no such line, or of another shape, number of threads or instruction set); handle
(closed, or not acoustic); busy. Threads: one at a time per handle. Cost: constant. Since 0.1.
"""
set_tuning!(model::Model, line::AbstractString) = (check(ebw_model_set_tuning(model, line)); model)
set_tuning!(propagator::Propagator, line::AbstractString) =
    (check(ebw_propagator_set_tuning(propagator, line)); propagator)

# The hooks that a run may call: a model's misfit function may be replaced between runs.
hooks(p::Propagator) = p.kept === nothing ? p.hooks : (p.kept[1].misfit,)

const PROPAGATOR_SIZES = (
    state_bytes = ebw_propagator_get_state_bytes,
    tape_bytes = ebw_propagator_get_tape_bytes,
    adjoint_bytes = ebw_propagator_get_adjoint_bytes,
)
Base.propertynames(::Propagator, private::Bool = false) = keys(PROPAGATOR_SIZES)

function Base.getproperty(propagator::Propagator, name::Symbol)
    haskey(PROPAGATOR_SIZES, name) && return get_number(Int64, PROPAGATOR_SIZES[name], propagator)
    return getfield(propagator, name)
end

function Base.show(io::IO, propagator::Propagator)
    isopen(propagator) || return show_closed(io, propagator)
    print(io, "Propagator(", propagator.kept === nothing ? "user's, " : "acoustic, ", propagator.state_bytes,
          " bytes of state, ", propagator.tape_bytes, " of tape)")
end

function gradient(propagator::Propagator)
    propagator.kept === nothing &&
        refuse(EBW_ERR_UNSUPPORTED, "a propagator of your own keeps its gradient itself; read it where reverse put it")
    model = propagator.kept[1]
    result, J = Array{eltype(model)}(undef, size(model)), Ref(0.0)
    check(ebw_propagator_get_gradient(propagator, J, result, C_NULL))
    return (misfit = J[], gradient = result)
end
