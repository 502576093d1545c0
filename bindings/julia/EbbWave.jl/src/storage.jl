# SPDX-License-Identifier: MIT
# Storage: where checkpoints lie.

"""
    Storage()
    Storage(f)

A storage for checkpoints in memory; it takes none before it is reserved or run. An [`Executor`](@ref) fills and
empties it; [`reserve!`](@ref), [`save!`](@ref), [`load!`](@ref) and [`discard!`](@ref) use it alone.

Throws `EbbWaveError`: no memory. Threads: any. Cost: constant; a run takes slots times the bytes of a state and keeps
them for later runs of the same size. Since 0.1.
"""
mutable struct Storage <: Handle
    pointer::Ptr{Cvoid}
    slot_bytes::Int64
    Storage() = owned(new(create(ebw_storage_create_memory), 0))
end
Storage(f::Function) = closing(f, Storage())

destroy(::Storage, pointer) = ebw_storage_destroy(pointer)

function Base.show(io::IO, storage::Storage)
    isopen(storage) || return show_closed(io, storage)
    held = stats(storage)
    print(io, "Storage(", held.live_slots, " slots in use, ", held.bytes, " bytes)")
end

"""
    reserve!(storage, slots, slot_bytes)

Makes room for `slots` checkpoints of `slot_bytes` bytes each; what the storage holds is dropped. Not needed before a
run. `slots = 0` gives the memory back.
Throws `EbbWaveError`: argument (slots, slot_bytes); overflow; no memory; handle (closed); busy. Threads: one at a time
per handle. Cost: writes every byte once. Since 0.1.
"""
function reserve!(storage::Storage, slots::Integer, slot_bytes::Integer)
    check(ebw_storage_reserve(storage, slots, slot_bytes))
    storage.slot_bytes = slot_bytes
    return storage
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
Throws `EbbWaveError`: argument (slot, step); shape (bytes); state (slot not free); handle (closed); busy. Threads: one
at a time per handle. Cost: one copy. Since 0.1.
"""
function save!(storage::Storage, slot::Integer, step::Integer, state::Array)
    require_slot(storage, state)
    check(ebw_storage_save(storage, slot, step, state))
    return storage
end

"""
    load!(state::Array, storage, slot, step)

Copies a checkpoint out of its slot into `state` (as many bytes as a slot has); the slot keeps it.
Throws `EbbWaveError`: argument (slot); shape (bytes); state (the slot is free or holds another step); handle (closed);
busy. Threads: one at a time per handle. Cost: one copy. Since 0.1.
"""
function load!(state::Array, storage::Storage, slot::Integer, step::Integer)
    require_slot(storage, state)
    check(ebw_storage_load(storage, slot, step, state))
    return state
end

"""
    discard!(storage, slot)

Frees a slot.
Throws `EbbWaveError`: argument (slot); state (free already); handle (closed); busy. Threads: one at a time per handle.
Cost: constant. Since 0.1.
"""
discard!(storage::Storage, slot::Integer) = (check(ebw_storage_discard(storage, slot)); storage)

"""
    stats(storage)
    stats(executor)
    stats(model)

Counts, and of an executor and a model also times, of the last run (of a storage: since the last reserve or run), a
named tuple. Steps, slots, bytes; times in seconds of wall clock.

  * storage: `saves`, `loads`, `discards`, `live_slots`, `peak_slots`, `bytes`, `peak_bytes`.
  * executor: `forward_steps`, `reverse_steps`, `recomputed`, `saves`, `loads`, `peak_slots`, `planned_bytes`,
    `peak_bytes`, `seconds` (a named tuple: `forward`, `reverse`, `total`); partial when the run failed.
  * model: `steps`, `forward_steps`, `reverse_steps`, `slots` (of one shot), `planned_bytes`, `peak_bytes`, `threads`,
    `seconds` (`prepare`, `forward`, `reverse`, `total`, over all shots).

Throws `EbbWaveError`: state (no run yet; executor and model); handle (closed); busy. Threads: one at a time per handle.
Cost: constant. Since 0.1.
"""
function stats(storage::Storage)
    names = (:saves, :loads, :discards, :live_slots, :peak_slots, :bytes, :peak_bytes)
    return get_named(Int64, ebw_storage_get_stat, storage, names)
end
