# SPDX-License-Identifier: MIT
# What a call costs from Julia: as overhead.c; iterate is the package's own loop over a schedule.
using EbbWave

const STEPS, SLOTS, ROUNDS = 100_000, 20, 5

# The low-level layer: one ccall per action.
function next_ns(schedule, to_finish = false)
    kind, from, to, slot = Ref{Int32}(1), Ref{Int64}(), Ref{Int64}(), Ref{Int64}()
    reset!(schedule)
    to_finish && finish!(schedule, STEPS)
    actions, total, begun = 0, 0, time_ns()
    while kind[] != EbbWave.EBW_ACTION_END
        EbbWave.ebw_schedule_next(schedule, kind, from, to, slot) == EbbWave.EBW_OK || error("refused")
        actions += 1
        total += from[]
    end
    return (time_ns() - begun) / actions + 0 * total
end

function iterate_ns(schedule)
    actions, total, begun = 0, 0, time_ns()
    for action in schedule
        actions += 1
        total += action.from
    end
    return (time_ns() - begun) / actions + 0 * total
end

mutable struct Empty
    callbacks::Int
end

function empty_loop(schedule)
    loop = Empty(0)
    count(_...) = (loop.callbacks += 1; nothing)
    propagator = Propagator(:fused, zeros(1); start = () -> loop.callbacks = 1, advance = count, reverse = count)
    return Executor(schedule, Storage(), propagator), loop
end

# Checkpoints are copied by the binding, saves and loads call nothing of the user's: they are counted all the same.
function callback_ns(executor, loop)
    begun = time_ns()
    run!(executor)
    elapsed = time_ns() - begun
    return elapsed / (loop.callbacks + stats(executor).saves + stats(executor).loads)
end

# The schedules by name, each of some 1e5 actions or more, and whether its end must be told.
kinds() = ("revolve" => (Schedule(STEPS; slots = SLOTS), false),
           "two_level" => (Schedule(:two_level, 10_000; slots = 20, disk_slots = 5), false),
           "online" => (Schedule(:online; slots = SLOTS), true),
           "segment" => (Schedule(:segment, STEPS; leaf = 8, slots = SLOTS), false))

function main()
    schedule = Schedule(STEPS; slots = SLOTS)
    executor, loop = empty_loop(schedule)
    next, iterated, callback = Inf, Inf, Inf
    for _ in 1:ROUNDS
        next = min(next, next_ns(schedule))
        iterated = min(iterated, iterate_ns(schedule))
        callback = min(callback, callback_ns(executor, loop))
    end
    print("{\"next\": ", next, ", \"iterate\": ", iterated, ", \"callback\": ", callback)
    for (name, (schedule, to_finish)) in kinds()
        print(", \"next_", name, "\": ", minimum(next_ns(schedule, to_finish) for _ in 1:ROUNDS))
    end
    println("}")
end

main()
