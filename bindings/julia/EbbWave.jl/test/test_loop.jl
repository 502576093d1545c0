# SPDX-License-Identifier: MIT
# One's own loop: bits for every schedule, what a run tells, what is refused.

@testset Claim "every number of slots, both kinds and tapes give the bits of the plain loop" begin
    for steps in (1, 2, 13), kind in (:fused, :state_only), slots in (nothing, 1, 2, 3, steps)
        c = Cubic()
        executor = Executor(Schedule(steps; slots = slots, kind = kind), Storage(), cubic_propagator(c, kind, steps))
        run!(executor)
        @test (c.gradient, c.adjoint) == cubic_reference(steps)
        run!(executor)
        @test (c.gradient, c.adjoint) == cubic_reference(steps)
    end
end

@testset Claim "checkpoints by functions on bytes, or on several arrays, give the same bits" begin
    steps, c = 9, Cubic()
    propagator = Propagator(
        :state_only, sizeof(c.state);
        start = () -> (c.state .= 0.2; c.adjoint .= 0; c.gradient .= 0),
        advance = (from, to) -> foreach(_ -> cubic_step!(c.state, c.forcing), from:to-1),
        turn = n -> c.adjoint .= 1,
        reverse = k -> cubic_reverse!(c, :state_only, steps, k),
        save = (k, bytes) -> copyto!(bytes, reinterpret(UInt8, c.state)),
        load = (k, bytes) -> copyto!(c.state, reinterpret(Float64, bytes)),
    )
    run!(Executor(Schedule(steps; slots = 2, kind = :state_only), Storage(), propagator))
    @test (c.gradient, c.adjoint) == cubic_reference(steps)

    step, x = [0], zeros(5)
    several = Propagator(
        :state_only, (x, step);
        start = () -> (x .= 0.2; step .= 0; c.adjoint .= 0; c.gradient .= 0),
        advance = (from, to) -> (foreach(_ -> cubic_step!(x, c.forcing), from:to-1); step .+= to - from),
        turn = n -> c.adjoint .= 1,
        reverse = k -> (step[1] == k || error("wrong state"); c.state .= x; cubic_reverse!(c, :state_only, steps, k)),
    )
    @test several.state_bytes == 48
    run!(Executor(Schedule(steps; slots = 3, kind = :state_only), Storage(), several))
    @test (c.gradient, c.adjoint) == cubic_reference(steps)
end

@testset Claim "plan and counts agree" begin
    executor = Executor(Schedule(20; slots = 3), Storage(), cubic_propagator(Cubic(), :fused, 20))
    @test refuses(() -> stats(executor), 20)
    expected = plan(executor)
    run!(executor)
    done = stats(executor)
    @test done.forward_steps == expected.forward_steps && done.recomputed == expected.recomputed
    @test done.peak_slots == expected.slots == 3 && done.reverse_steps == expected.steps == 20
    @test done.peak_bytes == done.planned_bytes == expected.total_bytes && expected.bytes.slots > 0
    @test expected.schedule == "revolve" && done.seconds.total >= 0 && close(expected) === nothing
    @test occursin("revolve, 20 steps", sprint(show, expected))
end

@testset Claim "an executor refuses what does not belong together, a run what is missing" begin
    loop = cubic_propagator(Cubic(), :fused, 5)
    @test loop.state_bytes == loop.tape_bytes == 40 && loop.adjoint_bytes == 0
    @test refuses(() -> Executor(Schedule(5; slots = 2, kind = :state_only), Storage(), loop), 15)
    bare = Propagator(:fused, zeros(2); start = () -> nothing, reverse = k -> nothing)
    @test refuses(() -> Executor(Schedule(5), Storage(), bare), 15)
    @test refuses(() -> run!(Executor(Schedule(5; slots = 2), Storage(), bare)), 20, "advance")
    @test refuses(() -> gradient(loop), 15)
end

@testset Claim "a propagator refuses arrays and numbers that are no state" begin
    make(state; keywords...) = Propagator(:fused, state; start = () -> 0, reverse = k -> 0, keywords...)
    @test refuses(() -> make(Any[1, 2]), 12, "Any", "plain numbers")
    @test refuses(() -> make(1:5), 10, "UnitRange", "pass an Array")
    @test refuses(() -> make(8), 10, "save", "load")
    @test refuses(() -> make(Float64[]), 10, "state_bytes")
    @test refuses(() -> make(zeros(1); tape = zeros(1)), 10, "advance_taped")
    @test refuses(() -> Propagator(:other, zeros(1); start = () -> 0, reverse = k -> 0), 10, ":other")
end

@testset Claim "a state that was resized is an exception, not a write past its end" begin
    c = Cubic(name -> name === :advance && resize!(c_state[], 3))
    c_state = Ref(c.state)
    executor = Executor(Schedule(5; slots = 2), Storage(), cubic_propagator(c, :fused, 5))
    @test refuses(() -> run!(executor), 11, "24 bytes", "40", "resize")
end

@testset Claim "the adjoint's bytes are told" begin
    c = Cubic()
    @test cubic_propagator(c, :fused, 5; adjoint = (c.adjoint, c.gradient)).adjoint_bytes == 80
end
