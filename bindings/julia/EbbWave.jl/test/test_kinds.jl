# SPDX-License-Identifier: MIT
# Schedules by name, their costs, and the model checker. The time loop is that of problems.jl.

const KINDS = (
    (:revolve, (slots = 3,)),
    (:two_level, (slots = 2, disk_slots = 2)),
    (:two_level, (slots = 1, disk_slots = 3, costs = (uf = 1, ub = 1, wd = 2, rd = 2))),
    (:disk, (slots = 2, costs = (1, 1, 4, 4))),
    (:periodic, (slots = 2, period = 5)),
    (:periodic, (slots = 2, costs = (1, 1, 1, 1))),
    (:async, (slots = 2, interval = 4)),
)

@testset Claim "every kind of schedule is legal and gives the bits of the plain loop" begin
    for (name, keywords) in KINDS, kind in (:fused, :state_only, :unfused)
        c, loop = Cubic(), kind === :state_only ? :state_only : :fused
        schedule = Schedule(name, 17; kind = kind, keywords...)
        counts = check_actions(schedule)
        @test counts.disk_saves == schedule.disk_saves && counts.peak_disk_slots == schedule.disk_slots
        @test counts.disk_loads == schedule.disk_loads && counts.saves == schedule.saves && schedule.left_on_disk == 0
        @test check_actions(actions(schedule), 17; kind = kind, slots = schedule.memory_slots,
                            disk_slots = schedule.disk_slots) == counts
        run!(Executor(schedule, Storage(), cubic_propagator(c, loop, 17)))
        @test (c.gradient, c.adjoint) == cubic_reference(17)
    end
end

@testset Claim "tapes in leaves, or among states, give the bits of the plain loop" begin
    for kind in (:fused, :state_only)
        choice = choose_segment(17, 9, 2, 1)
        for schedule in (Schedule(:segment, 17; kind = kind, choice...), Schedule(:segment, 17; leaf = 17, slots = 1),
                         Schedule(:mixed, 17; units = 6, restart_units = 2, tape_units = 1, kind = kind))
            c = Cubic()
            @test check_actions(schedule).actions == length(actions(schedule))
            run!(Executor(schedule, Storage(), cubic_propagator(c, kind, 17)))
            @test (c.gradient, c.adjoint) == cubic_reference(17)
        end
    end
    prices = (F = 1, FT = 2, A = 3, COPY = 0)
    choice = choose_segment(100, 20, 2, 1; costs = prices)
    @test 2choice.slots + choice.leaf <= 20
    @test cost(Schedule(:segment, 100; choice...), prices) >= 100 * (2 + 3)
    @test refuses(() -> choose_segment(100, 1, 2, 1), 31, "least")
    @test refuses(() -> choose_segment(100, 20, 2, 1; costs = (uf = 1, ub = 1, wd = 1, rd = 1)), 10, "COPY")
end

@testset Claim "a loop that finds its end while it runs is reversed" begin
    for kind in (:unfused, :state_only), slots in (1, 2, 4)
        c, schedule = Cubic(), Schedule(:online; slots = slots, kind = kind)
        @test schedule.steps == 0 && occursin("unknown", sprint(show, schedule))
        function advance(from, to)
            foreach(_ -> cubic_step!(c.state, c.forcing), from:to-1)
            to == 13 && finish!(schedule, 13)
        end
        loop = cubic_propagator(c, kind === :unfused ? :fused : :state_only, 13; advance = advance)
        executor = Executor(schedule, Storage(), loop)
        for _ in 1:2 # each run finds its end anew
            run!(executor)
            @test (c.gradient, c.adjoint) == cubic_reference(13)
        end
        finish!(schedule, 13)
        @test check_actions(schedule).advances == schedule.advances
    end
    schedule = Schedule(:online; slots = 2)
    @test refuses(() -> check_actions(schedule), 20) && refuses(() -> cost(schedule), 20)
    @test finish!(schedule, 9) === schedule && refuses(() -> finish!(schedule, 10), 20)
    @test refuses(() -> finish!(Schedule(5; slots = 2), 5), 15)
end

@testset Claim "costs are counted, and the best schedule is the cheapest" begin
    schedule = Schedule(:two_level, 40; slots = 2, disk_slots = 3)
    weights = (uf = 1.0, ub = 2.0, wd = 3.0, rd = 5.0)
    @test cost(schedule) == schedule.advances + schedule.taped
    @test cost(schedule, weights) == cost(schedule) + 2 * 40 + 3schedule.disk_saves + 5schedule.disk_loads
    best = Schedule(:two_level, 40; slots = 2, disk_slots = 3, costs = weights)
    @test cost(best) == cost(best, weights) <= cost(schedule, weights)
    @test cost(Schedule(:disk, 40; slots = 2, costs = weights)) <= cost(best)
    @test occursin("and $(best.disk_slots) on disk", sprint(show, best))
end

@testset Claim "a schedule by a wrong name or with wrong numbers is refused with the remedy" begin
    @test refuses(() -> Schedule(:revolver, 5; slots = 1), 10, ":revolver", ":two_level")
    @test refuses(() -> Schedule(:online, 5; slots = 1), 10, "takes no number")
    @test refuses(() -> Schedule(:disk; slots = 1), 10, "needs a number")
    @test refuses(() -> Schedule(:disk, 5; slots = 1, costs = (1, 2)), 10, "costs", "4 numbers")
    @test refuses(() -> Schedule(:disk, 5; slots = 1, costs = (wd = 1, rd = 2, uf = 1, ub = 1)), 10, "costs")
    @test refuses(() -> Schedule(:disk, 5; slots = 1, costs = (0, 0, 0, 0)), 10, "uf")
    @test refuses(() -> Schedule(:online; slots = 1, kind = :fused), 15)
    @test refuses(() -> Schedule(:mixed, 50; units = 1, restart_units = 2, tape_units = 2), 31)
    @test refuses(() -> check_actions(Schedule(20; slots = 3); slots = 2), 20)
end

@testset Claim "the checker takes one's own list and names the first action that is not legal" begin
    own = [Action(:save, 0, -1, 0), Action(:advance, 0, 1, -1), Action(:reverse, 1, 1, -1), Action(:load, 0, -1, 0),
           Action(:reverse, 0, 0, -1), Action(:discard, 0, -1, 0)]
    counts = check_actions(own, 2; slots = 1)
    @test counts.actions == 6 && counts.advances == 1 && counts.loads == counts.saves == counts.peak_slots == 1
    @test refuses(() -> check_actions(own[[1, 2, 3, 5]], 2; slots = 1), 20, "action 4")
    @test refuses(() -> check_actions(own[1:5], 2; slots = 1), 20, "still holds")
    @test refuses(() -> check_actions(own, 2; slots = 0), 20, "action 1")
    @test refuses(() -> check_actions([Action(:jump, 0, 0, 0)], 2; slots = 1), 10, ":jump", ":advance")
    Checker(2; slots = 1) do checker
        @test take!(checker, own[1]) === checker && checker.saves == 1
        @test refuses(() -> take!(checker, own[1]), 20, "action 2")
        @test refuses(() -> finish!(checker), 20)
    end
    checker = Checker(2; slots = 1)
    close(checker)
    @test refuses(() -> checker.saves, 22) && occursin("closed", sprint(show, checker))
end

@testset Claim "a budget in bytes chooses a schedule, beside which the others stand" begin
    c, loop = Cubic(), (kind = :state_only, state_bytes = 40, tape_bytes = 40)
    chosen = plan(17; memory = 250, schedule = :auto, costs = (F = 1, FT = 1, A = 2, COPY = 0), loop...)
    @test chosen.total_bytes <= chosen.memory_limit == 250 && chosen.steps == 17
    @test chosen.seconds == chosen.cost > 0 # by costs in seconds
    others = alternatives(chosen)
    @test length(others) > 1 && issorted(other.cost for other in others if other.total_bytes <= 250)
    for other in others
        schedule = Schedule(other)
        @test schedule.advances + schedule.taped == other.forward_steps
        run!(Executor(schedule, Storage(), cubic_propagator(c, :state_only, 17)))
        @test (c.gradient, c.adjoint) == cubic_reference(17)
    end
    @test plan(17; memory = 10^6, loop...).schedule == "store_all"
    @test refuses(() -> plan(17; memory = 10, loop...), 31)
    @test refuses(() -> plan(17; schedule = :best, loop...), 14, "best")
    @test refuses(() -> plan(17; kind = :fused, state_bytes = 8, schedule = :segment), 15)
    close(chosen)
    @test refuses(() -> Schedule(chosen), 22) && refuses(() -> alternatives(chosen), 22)
end

@testset Claim "a budget for memory and one for a disk choose schedule and storage" begin
    mktempdir() do directory
        measured = measure_disk(directory, 1 << 16)
        @test 0 < measured.save < 60 && 0 < measured.load < 60
        loop = (kind = :state_only, state_bytes = 24, tape_bytes = 8)
        costs = (F = 1, FT = 1, A = 2, COPY = 0, W = 0.5, R = 0.5)
        chosen = plan(40; memory = 600, disk = 1000, schedule = :auto, costs = costs, loop...)
        beside = Dict(other.schedule => other for other in alternatives(chosen))
        @test issubset(["revolve", "mixed", "two_level", "periodic", "async", "segment_disk"], keys(beside))
        @test all(other.disk_bytes <= 1000 == other.disk_limit for other in values(beside))
        @test chosen.cost == minimum(p.cost for p in values(beside) if p.total_bytes <= p.memory_limit)
        @test beside["async"].interval > 0 && beside["two_level"].disk_slots > 0 && beside["revolve"].disk_bytes == 0
        foreach(other -> check_actions(Schedule(other)), values(beside))
        close(Storage(beside["two_level"], directory))
        @test isempty(readdir(directory))
        @test plan(40; memory = 600, disk = Inf, schedule = :two_level, loop...).disk_limit == typemax(Int64)
        @test refuses(() -> plan(40; memory = 600, disk = 10, schedule = :two_level, loop...), 31, "disk_bytes = 10")
        @test refuses(() -> plan(40; memory = 600, disk = 0, schedule = :two_level, loop...), 15)
        @test refuses(() -> Storage(beside["two_level"]), 10, "directory")
    end
end
