# SPDX-License-Identifier: MIT
# Executor: runs a schedule with a propagator and a storage, forward and reverse.

"""
    Executor(schedule, storage, propagator; directory = nothing, disk_bytes = 0, generation_seconds = 60,
             every_disk_checkpoint = false, fingerprint, replay_check = false)
    Executor(f, schedule, storage, propagator; ...)

A schedule, a storage and a propagator that belong together; they are kept alive. Several executors may share a
storage, one run at a time.

  * `directory`: a path of your own, in which a run leaves generations, from which [`resume!`](@ref) goes on after it
    was killed; its last part is made when it is missing. The propagator needs its `adjoint`. `disk_bytes`: the most
    that lies there; 0: no bound. `generation_seconds`: time between two, and so the work that a kill can lose; 0: after
    every action. `every_disk_checkpoint`: whether one follows each state that the storage puts in a file too.
  * `fingerprint`: what tells your problem from another, such as parameters and data: a `String`, an array of plain
    numbers or a tuple of these; a directory of another one is not resumed.
  * `replay_check`: whether each state that is computed again or loaded is held against that of the first sweep; finds
    an `advance` that is not deterministic and a state that is not whole. For tests: one save and hash per step.

Throws `EbbWaveError`: unsupported (schedule and propagator of different kinds, a schedule with tapes and a propagator
without, another number of steps than an acoustic propagator's); argument (disk_bytes, generation_seconds, an empty
directory); dtype (fingerprint); no memory; handle (one is closed); busy. Threads: one at a time per handle. Cost:
constant. Since 0.1.

# Example
    executor = Executor(Schedule(1000; slots = 10), Storage(), propagator)
    run!(executor)
"""
mutable struct Executor <: Handle
    pointer::Ptr{Cvoid}
    storage::Storage       # whose Hook the library's storage points to, also when it is closed
    propagator::Propagator # likewise
    progress::Hook
    function Executor(schedule::Schedule, storage::Storage, propagator::Propagator;
                      directory::Union{Nothing,AbstractString} = nothing, disk_bytes::Integer = 0,
                      generation_seconds::Real = 60, every_disk_checkpoint::Bool = false, fingerprint = nothing,
                      replay_check::Bool = false)
        pointer = create(ebw_executor_create, schedule, storage, propagator)
        executor = owned(new(pointer, storage, propagator, Hook(nothing)))
        directory === nothing || check(ebw_executor_set_directory(executor, directory, disk_bytes))
        check(ebw_executor_set_generation_seconds(executor, generation_seconds))
        check(ebw_executor_set_disk_generations(executor, every_disk_checkpoint))
        set_fingerprint(executor, fingerprint)
        replay_check && check(ebw_executor_set_replay_check(executor, replay_check))
        return executor
    end
end
Executor(f::Function, arguments...; keywords...) = closing(f, Executor(arguments...; keywords...))

destroy(::Executor, pointer) = ebw_executor_destroy(pointer)

set_fingerprint(executor, ::Nothing) = nothing
function set_fingerprint(executor, fingerprint)
    bytes = plain_bytes(fingerprint)
    check(ebw_executor_set_fingerprint(executor, bytes, length(bytes)))
end

# Sizes too: the same numbers in another shape are another problem.
plain_bytes(text::AbstractString) = Vector{UInt8}(string(ncodeunits(text), ":", text))
plain_bytes(parts::Tuple) = reduce(vcat, map(plain_bytes, parts); init = UInt8[])
function plain_bytes(array::AbstractArray)
    dense = collect(array)
    require_plain("fingerprint", (dense,))
    return vcat(plain_bytes(string(eltype(dense), size(dense))), reinterpret(UInt8, vec(dense)))
end
plain_bytes(number::Number) = plain_bytes([number])

Base.show(io::IO, executor::Executor) =
    isopen(executor) ? print(io, "Executor(", executor.propagator, ")") : show_closed(io, executor)

plan(executor::Executor) = Plan(create(ebw_executor_plan, executor))

function set_progress!(f, executor::Executor; every::Integer = 0)
    hook = Hook(f)
    check(ebw_executor_set_progress(executor, progress_callback(f), every, hook_pointer(hook), C_NULL))
    executor.progress = hook
    return executor
end

"""
    run!(executor)

Runs forward and reverse sweep once: one gradient. May be called again, also after a failure: it begins anew, which a
directory with an unfinished run refuses: [`resume!`](@ref) that or remove its files. With an `:online` schedule
`advance` comes step by step in the first sweep and says [`finish!`](@ref) when it has taken the last one. Throws what a
callback threw, the very exception; else `EbbWaveError`: state (a callback that is needed is missing; the storage holds
checkpoints of yours; an unfinished run in the directory); unsupported, overflow; no memory; cancelled (the progress
function said `false`); corrupt (the replay check found a difference); what a storage or [`resume!`](@ref) may say of
disks; handle (closed); busy. On failure all slots are free again. Threads: one at a time per handle, its schedule,
storage and propagator included. Cost: the plan's forward steps, as many reverse steps as steps, the schedule's saves
and loads; the plan's bytes. Since 0.1.
"""
run!(executor::Executor) = swept(ebw_executor_run, executor)

"""
    resume!(executor)

Goes on with a run that was killed, or that failed, from the newest whole generation in the directory of the
[`Executor`](@ref), forward or in reverse; begins anew when there is none. The gradient has the bits of a run that was
never stopped; the log ([`EbbWave.set_log`](@ref)) is told at which step it goes on. Calls `start`, then what fills the
slots again.
Throws as [`run!`](@ref); `EbbWaveError` also: state (no directory is set); unsupported (a propagator without
`adjoint`); not resumable (another problem or schedule); corrupt (no generation is whole); busy (another run uses the
directory); budget (disk_bytes; the text names the least); no space, permission, storage. Threads: as [`run!`](@ref).
Cost: that of the steps left, of reading one generation, and at most one forward sweep more. Since 0.1.
"""
resume!(executor::Executor) = swept(ebw_executor_resume, executor)

function swept(f, executor::Executor)
    check(f(executor), executor.progress, hooks(executor.propagator)..., executor.storage.hook)
    return executor
end

function stats(executor::Executor)
    counts = get_named(Int64, ebw_executor_get_stat, executor,
                       (:forward_steps, :reverse_steps, :recomputed, :saves, :loads, :peak_slots, :disk_saves,
                        :disk_loads, :peak_disk_slots, :planned_bytes, :peak_bytes, :replans, :replan_step,
                        :replan_slots_before, :replan_slots, :generations, :restored_steps))
    seconds = get_named(Float64, ebw_executor_get_seconds, executor, (:forward, :reverse, :total))
    return merge(counts, (seconds = seconds,))
end
