# SPDX-License-Identifier: MIT
# Storage: where checkpoints lie.

"""
    Storage(; limit = 0, codec = :none, checksums = false)
    Storage(directory; bytes = 0, memory_slots = nothing, codec = :none, checksums = false)
    Storage(; save, load, discard, prepare = nothing, codec = :none, checksums = false)
    Storage(f, arguments...; keywords...)

A storage for checkpoints; it takes nothing before it is reserved or run. An [`Executor`](@ref) fills and empties it;
[`reserve!`](@ref), [`save!`](@ref), [`load!`](@ref) and [`discard!`](@ref) use it alone.

  * In memory. `limit`: the most bytes of all slots, compressed ones as they are; 0: none.
  * In files in `directory`, a path; its last part is made when it is missing. A file has no name, so that nothing is
    left behind however the process ends, and all that is read is checked. `bytes`: the most that all files take; 0: no
    limit. With `memory_slots`, at least 0: in two tiers, these many slots and all tapes in memory, the others in files
    that are written and read in the background; a schedule with disk slots of its own says itself which they are.
  * A store of your own: `save(bank, slot, step, bytes)` keeps `bytes`, a `Vector{UInt8}` that is yours;
    `load(bank, slot, step)` gives as many bytes back, maybe several times; `discard(bank, slot, step)` forgets them,
    after a failed run too; `prepare(bank, slots, slot_bytes)` tells what is to come. `bank` is `:state` or `:tape`,
    whose slots are numbered apart. All are called in the task of the call.
  * `codec`: `:none`, `:zstd` or `:zstd => level` (1 to 22), without loss; `:bf16`, `:fp16`, `:int16` and
    `:zfp => tolerance` change the gradient, see [`codec_error`](@ref), and need a state of `Float32` or `Float64`
    arrays.
  * `checksums`: of checkpoints in memory or in your own store; files always have them.

Throws `EbbWaveError`: argument (bytes, memory_slots, codec's number); not found (codec); unsupported (a codec that the
library was built without; `limit` of another kind); permission, storage (directory); no memory. Later, from runs, saves
and loads: no space, budget, corrupt (with slot and step), storage, non-finite (codecs with loss); and what your store
threw. Threads: any. Cost: constant; a run takes slots times the bytes of a state, on disk one state in memory, and
keeps them for later runs of the same size. Since 0.1.

# Example
    dict = Dict()
    Storage(; save = (bank, slot, step, bytes) -> dict[(bank, slot)] = bytes,
            load = (bank, slot, step) -> dict[(bank, slot)],
            discard = (bank, slot, step) -> delete!(dict, (bank, slot)))
"""
mutable struct Storage <: Handle
    pointer::Ptr{Cvoid}
    slot_bytes::Int64
    hook::Hook # of a store of the user's own
    Storage(pointer::Ptr{Cvoid}, hook::Hook) = owned(new(pointer, 0, hook))
end

function Storage(; limit::Integer = 0, save = nothing, load = nothing, discard = nothing, prepare = nothing,
                 keywords...)
    if save === load === discard === prepare === nothing
        storage = Storage(create(ebw_storage_create_memory), Hook(nothing))
    else
        storage = user_storage(save, load, discard, prepare)
    end
    limit == 0 || check(ebw_storage_set_limit(storage, limit))
    return configured(storage; keywords...)
end

function Storage(directory::AbstractString; bytes::Integer = 0, memory_slots::Union{Nothing,Integer} = nothing,
                 keywords...)
    pointer = memory_slots === nothing ? create(ebw_storage_create_disk, directory, bytes) :
              create(ebw_storage_create_tiered, directory, bytes, memory_slots)
    return configured(Storage(pointer, Hook(nothing)); keywords...)
end

Storage(f::Function, arguments...; keywords...) = closing(f, Storage(arguments...; keywords...))

"""
    measure_disk(directory, slot_bytes)

Measures what a checkpoint of so many bytes costs in a directory, where nothing is left: a named tuple `(save, load)` in
seconds.
Throws `EbbWaveError`: argument; no memory; permission, storage, no space (the directory). Threads: any. Cost: three
saves and three loads. Since 0.1.
"""
function measure_disk(directory::AbstractString, slot_bytes::Integer)
    save, load = Ref(0.0), Ref(0.0)
    check(ebw_storage_measure_disk(directory, slot_bytes, save, load))
    return (save = save[], load = load[])
end

destroy(::Storage, pointer) = ebw_storage_destroy(pointer)

function configured(storage::Storage; codec = :none, checksums::Bool = false)
    name, parameter = codec isa Pair ? codec : (codec, 0)
    name === :none || check(ebw_storage_set_codec(storage, string(name), parameter))
    checksums && check(ebw_storage_set_checksums(storage, checksums))
    return storage
end

# ---- A store of the user's own --------------------------------------------------------------------------------------

const BANKS = (state = EBW_BANK_STATE, tape = EBW_BANK_TAPE)

on_prepare(bank::Int32, slots::Int64, slot_bytes::Int64, user::Ptr{Cvoid}) =
    asked(c -> c.prepare(symbol_of(BANKS, bank), slots, slot_bytes), user)

on_store(bank::Int32, slot::Int64, step::Int64, bytes::Ptr{Cvoid}, size::Int64, user::Ptr{Cvoid}) =
    asked(c -> c.save(symbol_of(BANKS, bank), slot, step, taken(UInt8, bytes, (Int(size),))), user)

on_fetch(bank::Int32, slot::Int64, step::Int64, bytes::Ptr{Cvoid}, size::Int64, user::Ptr{Cvoid}) =
    asked(c -> given(c.load(symbol_of(BANKS, bank), slot, step), UInt8, bytes, (Int(size),)), user)

# Comes after a failure too, whose exception stays the one that is thrown.
function on_discard(bank::Int32, slot::Int64, step::Int64, user::Ptr{Cvoid})
    hook = hook_of(user)
    first_thrown = hook.thrown
    answer = guarded(() -> (hook.call.discard(symbol_of(BANKS, bank), slot, step); 0), hook)
    first_thrown === nothing || (hook.thrown = first_thrown)
    return answer
end

function user_storage(save, load, discard, prepare)
    save === nothing || load === nothing || discard === nothing || return new_user_storage(save, load, discard, prepare)
    refuse(EBW_ERR_ARGUMENT, "a store of your own needs save, load and discard; give all three")
end

function new_user_storage(save, load, discard, prepare)
    hook = Hook((save = save, load = load, discard = discard, prepare = prepare))
    begins = prepare === nothing ? C_NULL : @cfunction(on_prepare, Int32, (Int32, Int64, Int64, Ptr{Cvoid}))
    saves = @cfunction(on_store, Int32, (Int32, Int64, Int64, Ptr{Cvoid}, Int64, Ptr{Cvoid}))
    loads = @cfunction(on_fetch, Int32, (Int32, Int64, Int64, Ptr{Cvoid}, Int64, Ptr{Cvoid}))
    discards = @cfunction(on_discard, Int32, (Int32, Int64, Int64, Ptr{Cvoid}))
    return Storage(create(ebw_storage_create_user, begins, saves, loads, discards, hook_pointer(hook), C_NULL), hook)
end

# ---- Use ------------------------------------------------------------------------------------------------------------

function Base.show(io::IO, storage::Storage)
    isopen(storage) || return show_closed(io, storage)
    held = stats(storage)
    print(io, "Storage(", held.live_slots, " slots in use, ", held.bytes, " bytes")
    print(io, held.disk_bytes == 0 ? ")" : ", $(held.disk_bytes) on disk)")
end

"""
    codec_error(storage)

The largest error that a codec with loss made in a [`Storage`](@ref) since the last reserve or run, of any number as a
part of the largest one in its array; 0 without such a codec; of `:zfp` its tolerance.
Throws `EbbWaveError`: handle (closed); busy. Threads: one at a time per handle. Cost: constant; waits for background
writes. Since 0.1.
"""
codec_error(storage::Storage) = get_number(Float64, ebw_storage_get_codec_error, storage)

"""
    reserve!(storage, slots, slot_bytes)
    reserve!(storage, slots, state::Array)

Makes room for `slots` checkpoints of `slot_bytes` bytes each, or of arrays like `state`, which codecs with loss need to
know; what the storage holds is dropped. Not needed before a run. `slots = 0` gives the memory back.
Throws `EbbWaveError`: argument (slots, slot_bytes); dtype; overflow; budget; unsupported (more slots on disk than files
may be open, a codec that needs a state); no memory; handle (closed); busy; what `prepare` threw. Threads: one at a time
per handle. Cost: writes every byte once. Since 0.1.
"""
function reserve!(storage::Storage, slots::Integer, slot_bytes::Integer)
    check(ebw_storage_reserve(storage, slots, slot_bytes), storage.hook)
    storage.slot_bytes = slot_bytes
    return storage
end

function reserve!(storage::Storage, slots::Integer, state::Array)
    require_plain("state", (state,))
    dtypes, shapes = layout_of((state,))
    check(ebw_storage_set_layout(storage, length(dtypes), dtypes, shapes))
    return reserve!(storage, slots, sizeof(state))
end

function require_slot(storage::Storage, state::Array)
    require_plain("state", (state,))
    sizeof(state) == storage.slot_bytes || refuse(EBW_ERR_SHAPE, "state has ", sizeof(state), " bytes, a slot has ",
                                                  storage.slot_bytes, "; reserve slots of this size")
end

"""
    save!(storage, slot, step, state::Array)

Copies `state` (as many bytes as [`reserve!`](@ref) gave a slot) into the free slot `slot`, from 0, as that of step
`step`, at least 0.
Throws `EbbWaveError`: argument (slot, step); shape (bytes); state (slot not free); handle (closed); busy; and as
[`Storage`](@ref) says. Threads: one at a time per handle. Cost: one copy. Since 0.1.
"""
function save!(storage::Storage, slot::Integer, step::Integer, state::Array)
    require_slot(storage, state)
    check(ebw_storage_save(storage, slot, step, state), storage.hook)
    return storage
end

"""
    load!(state::Array, storage, slot, step)

Copies a checkpoint out of its slot into `state` (as many bytes as a slot has); the slot keeps it.
Throws `EbbWaveError`: argument (slot); shape (bytes); state (the slot is free or holds another step); corrupt; handle
(closed); busy; and as [`Storage`](@ref) says. Threads: one at a time per handle. Cost: one copy. Since 0.1.
"""
function load!(state::Array, storage::Storage, slot::Integer, step::Integer)
    require_slot(storage, state)
    check(ebw_storage_load(storage, slot, step, state), storage.hook)
    return state
end

"""
    discard!(storage, slot)

Frees a slot.
Throws `EbbWaveError`: argument (slot); state (free already); handle (closed); busy. Threads: one at a time per handle.
Cost: constant. Since 0.1.
"""
discard!(storage::Storage, slot::Integer) = (check(ebw_storage_discard(storage, slot), storage.hook); storage)

"""
    stats(storage)
    stats(executor)
    stats(model)

Counts, and of an executor and a model also times, of the last run (of a storage: since the last reserve or run), a
named tuple. Steps, slots, bytes; times in seconds of wall clock.

  * storage: `saves`, `loads`, `discards`, `live_slots`, `peak_slots`, `bytes` (memory held), `peak_bytes`, `held_bytes`
    (what live slots take as encoded), `peak_held_bytes`, `raw_bytes`, `kept_bytes` (of all saves, as they came and as
    they were kept), `disk_bytes`, `peak_disk_bytes`, `disk_saves`, `disk_loads`, `prefetched`.
  * executor: `forward_steps`, `reverse_steps`, `recomputed`, `saves`, `loads`, `peak_slots`, `disk_saves`,
    `disk_loads`, `peak_disk_slots`, `planned_bytes`, `peak_bytes`, `replans` (how often the rest was planned again
    because a checkpoint did not fit), `replan_step`, `replan_slots_before`, `replan_slots` (of the last time; step -1:
    never), `generations`, `restored_steps` (taken by
    [`resume!`](@ref) to fill slots again), `seconds` (a named tuple: `forward`, `reverse`, `total`); partial when the
    run failed.
  * model: `steps`, `forward_steps`, `reverse_steps`, `slots` (of one shot), `planned_bytes`, `peak_bytes`, `threads`,
    `seconds` (`prepare`, `forward`, `reverse`, `total`, over all shots).

Throws `EbbWaveError`: state (no run yet; executor and model); handle (closed); busy. Threads: one at a time per handle.
Cost: constant. Since 0.1.
"""
function stats(storage::Storage)
    names = (:saves, :loads, :discards, :live_slots, :peak_slots, :bytes, :peak_bytes, :held_bytes, :peak_held_bytes,
             :raw_bytes, :kept_bytes, :disk_bytes, :peak_disk_bytes, :disk_saves, :disk_loads, :prefetched)
    return get_named(Int64, ebw_storage_get_stat, storage, names)
end
