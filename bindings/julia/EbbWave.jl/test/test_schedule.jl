# SPDX-License-Identifier: MIT
# Schedules and storages.

@testset Claim "a schedule is read by one loop at a time" begin
    schedule = Schedule(1000; slots = 3)
    all = collect(schedule)
    first, state = iterate(schedule)
    @test iterate(schedule)[1] == first == all[1]
    error = try
        while state !== nothing
            step = iterate(schedule, state)
            state = step === nothing ? nothing : step[2]
        end
        nothing
    catch found
        found
    end
    @test error isa EbbWaveError && occursin("a loop that began later", sprint(showerror, error))
    @test collect(schedule) == all
end

@testset Claim "a schedule iterates over the actions it exports, again and again" begin
    schedule = Schedule(10; slots = 3)
    @test collect(schedule) == collect(schedule) == actions(schedule)
    @test first(schedule) == Action(:save, 0, -1, 0)
    @test next!(reset!(schedule)) == Action(:save, 0, -1, 0)
    @test last(actions(schedule)).kind in (:discard, :reverse)
    @test count(a -> a.kind === :reverse, actions(schedule)) == 10
end

@testset Claim "a schedule tells its counts" begin
    schedule = Schedule(10; slots = 3, kind = :state_only)
    listed = actions(schedule)
    @test schedule.steps == 10 && schedule.slots == 3 && schedule.kind === :state_only && schedule.taped == 0
    @test schedule.saves == count(a -> a.kind === :save, listed)
    @test schedule.loads == count(a -> a.kind === :load, listed)
    @test schedule.advances == sum(a.to - a.from for a in listed if a.kind === :advance)
    @test Schedule(7).slots == 7 && Schedule(7).taped == 7
    @test sprint(show, schedule) == "Schedule(10 steps, 3 slots, :state_only)"
end

@testset Claim "a schedule refuses what it cannot do" begin
    @test refuses(() -> Schedule(0; slots = 1), 10, "steps = 0")
    @test refuses(() -> Schedule(5; slots = 0), 10, "slots = 0")
    @test refuses(() -> Schedule(5; kind = :both), 10, ":both", ":fused", ":state_only")
    @test refuses(() -> Schedule(5; tape = false), 15)
    @test refuses(() -> actions(Schedule(10^16; slots = 2)), 15)
end

@testset Claim "a storage keeps a state and gives it back" begin
    Storage() do storage
        state, back = [1.0, 2.0, 3.0], zeros(3)
        reserve!(storage, 2, sizeof(state))
        save!(storage, 1, 42, state)
        @test load!(back, storage, 1, 42) == state
        @test stats(storage).live_slots == 1
        discard!(storage, 1)
        @test stats(storage).saves == stats(storage).loads == stats(storage).discards == 1
        @test refuses(() -> load!(back, storage, 1, 42), 20)
        @test refuses(() -> save!(storage, 2, 0, state), 10, "slot")
        @test refuses(() -> discard!(storage, 0), 20)
        @test refuses(() -> save!(storage, 0, 0, zeros(2)), 11, "16 bytes", "24")
        @test refuses(() -> load!(zeros(4), storage, 0, 0), 11)
        @test refuses(() -> save!(storage, 0, 0, Any[1, 2, 3]), 12)
        @test refuses(() -> reserve!(storage, -1, 8), 10)
    end
end

@testset Claim "a closed handle is refused by every function, and can be closed again" begin
    model, shot = small_survey()
    loop = cubic_propagator(Cubic(), :fused, 5)
    schedule, storage = Schedule(5; slots = 2), Storage()
    executor = Executor(schedule, storage, loop)
    for handle in (schedule, storage, loop, executor, shot, model)
        @test isopen(handle)
        @test close(handle) === nothing && close(handle) === nothing
        @test !isopen(handle) && occursin("closed", sprint(show, handle))
    end
    for call in (
        () -> next!(schedule), () -> actions(schedule), () -> stats(storage), () -> run!(executor),
        () -> plan(executor), () -> stats(executor), () -> loop.state_bytes, () -> Executor(schedule, storage, loop),
        () -> gradient(model, shot), () -> forward!(model, shot), () -> misfit(model, shot), () -> dt_max(model),
        () -> traces(shot), () -> Shot(model), () -> set_time!(model, 1e-3, 5), () -> add_source!(shot, (0, 0), [1.0]),
        () -> Propagator(model, shot), () -> set_progress!(nothing, executor), () -> set_misfit!(nothing, model),
    )
        @test refuses(call, 22, "closed", "make a new one")
    end
end
