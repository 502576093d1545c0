# SPDX-License-Identifier: MIT
# Executor: runs a schedule with a propagator and a storage, forward and reverse.

"""
    Executor(schedule, storage, propagator)
    Executor(f, schedule, storage, propagator)

A schedule, a storage and a propagator that belong together; they are kept alive. Several executors may share a
storage, one run at a time.
Throws `EbbWaveError`: unsupported (schedule and propagator of different kinds, a schedule with tapes and a propagator
without, another number of steps than an acoustic propagator's); no memory; handle (one is closed); busy.
Threads: one at a time per handle. Cost: constant. Since 0.1.

# Example
    executor = Executor(Schedule(1000; slots = 10), Storage(), propagator)
    run!(executor)
"""
mutable struct Executor <: Handle
    pointer::Ptr{Cvoid}
    propagator::Propagator # whose Hook the library's propagator points to, also when it is closed
    progress::Hook
    function Executor(schedule::Schedule, storage::Storage, propagator::Propagator)
        pointer = create(ebw_executor_create, schedule, storage, propagator)
        return owned(new(pointer, propagator, Hook(nothing)))
    end
end
Executor(f::Function, arguments...) = closing(f, Executor(arguments...))

destroy(::Executor, pointer) = ebw_executor_destroy(pointer)

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

Runs forward and reverse sweep once: one gradient. May be called again, also after a failure: it begins anew.
Throws what a callback threw, the very exception; else `EbbWaveError`: state (a callback that is needed is missing; the
storage holds checkpoints of yours); unsupported, overflow; no memory; cancelled (the progress function said `false`);
handle (closed); busy. On failure all slots are free again.
Threads: one at a time per handle, its schedule, storage and propagator included. Cost: the plan's forward steps, as
many reverse steps as steps, the schedule's saves and loads; the plan's bytes. Since 0.1.
"""
function run!(executor::Executor)
    check(ebw_executor_run(executor), executor.progress, hooks(executor.propagator)...)
    return executor
end

function stats(executor::Executor)
    counts = get_named(Int64, ebw_executor_get_stat, executor,
                       (:forward_steps, :reverse_steps, :recomputed, :saves, :loads, :peak_slots, :planned_bytes,
                        :peak_bytes))
    seconds = get_named(Float64, ebw_executor_get_seconds, executor, (:forward, :reverse, :total))
    return merge(counts, (seconds = seconds,))
end
