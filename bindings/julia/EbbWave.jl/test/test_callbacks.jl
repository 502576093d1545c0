# SPDX-License-Identifier: MIT
# Exceptions, cancelling and garbage collection in every callback.

@testset Claim "what any callback of a loop throws comes out with its own trace, and the next run is right" begin
    for (name, kind, slots) in (
        (:start, :fused, 2), (:advance, :fused, 2), (:reverse, :fused, 2), (:turn, :state_only, 2),
        (:advance_taped, :state_only, nothing), (:loaded, :fused, nothing),
    )
        plant = Ref(true)
        c = Cubic(place -> plant[] && place === name && planted_here(name))
        executor = Executor(Schedule(8; slots = slots, kind = kind), Storage(), cubic_propagator(c, kind, 8))
        @test comes_out(() -> run!(executor), name)
        plant[] = false
        run!(executor)
        @test (c.gradient, c.adjoint) == cubic_reference(8)
    end
end

@testset Claim "what save, load, save_tape and load_tape throw comes out with its own trace" begin
    for name in (:save, :load, :save_tape, :load_tape)
        fail(place) = place === name && planted_here(name)
        propagator = Propagator(
            :fused, 8;
            start = () -> nothing, advance = (from, to) -> nothing, reverse = k -> nothing, turn = n -> nothing,
            save = (k, bytes) -> fail(:save), load = (k, bytes) -> fail(:load), tape = 8,
            advance_taped = k -> nothing, save_tape = (k, bytes) -> fail(:save_tape),
            load_tape = (k, bytes) -> fail(:load_tape),
        )
        slots = name in (:save, :load) ? 2 : nothing
        @test comes_out(() -> run!(Executor(Schedule(8; slots = slots), Storage(), propagator)), name)
    end
end

@testset Claim "what misfit, progress and tested functions throw comes out with its own trace" begin
    model, shot = small_survey()
    set_misfit!((shot, traces, residual) -> planted_here(:misfit), model)
    @test comes_out(() -> gradient(model, shot), :misfit)
    @test comes_out(() -> misfit(model, shot), :misfit)
    acoustic = Executor(Schedule(40; slots = 3, kind = :state_only), Storage(), Propagator(model, shot))
    @test comes_out(() -> run!(acoustic), :misfit)
    set_misfit!(nothing, model)
    set_progress!((done, total, again) -> planted_here(:progress), model; every = 5)
    for call in (gradient, forward!, misfit, adjoint)
        @test comes_out(() -> call(model, shot), :progress)
    end
    set_progress!(nothing, model)
    @test misfit(model, shot) > 0
    executor = Executor(Schedule(8; slots = 2), Storage(), cubic_propagator(Cubic(), :fused, 8))
    set_progress!((done, total, again) -> planted_here(:progress), executor; every = 1)
    @test comes_out(() -> run!(executor), :progress)
    @test comes_out(() -> taylor_test(x -> planted_here(:f), x -> x, ones(3)), :f)
    @test_throws Planted taylor_test(x -> 1.0, x -> planted_here(:g), ones(3))
    @test comes_out(() -> dot_test(x -> planted_here(:A), y -> y, 3, 3), :A)
    @test comes_out(() -> dot_test(x -> x, y -> planted_here(:At), 3, 3), :At)
end

@testset Claim "progress counts to the end, and false cancels" begin
    seen = Tuple{Int,Int,Int}[]
    executor = Executor(Schedule(8; slots = 2), Storage(), cubic_propagator(Cubic(), :fused, 8))
    set_progress!((done, total, again) -> push!(seen, (done, total, again)), executor; every = 1)
    run!(executor)
    @test seen[end][1] == seen[end][2] && issorted(first.(seen)) && length(seen) > 8
    @test seen[end][3] == stats(executor).recomputed
    set_progress!((done, total, again) -> done < 3, executor; every = 1)
    @test refuses(() -> run!(executor), 23)
    @test refuses(() -> set_progress!(nothing, executor; every = -1), 10, "every")
end

@testset Claim "garbage collection in every callback changes no bits" begin
    for (kind, slots) in ((:fused, 2), (:state_only, 2), (:fused, nothing))
        c = Cubic(name -> GC.gc())
        run!(Executor(Schedule(6; slots = slots, kind = kind), Storage(), cubic_propagator(c, kind, 6)))
        @test (c.gradient, c.adjoint) == cubic_reference(6)
    end
    model, shot = small_survey()
    plain = gradient(model, shot)
    set_progress!((done, total, again) -> GC.gc(), model; every = 10)
    set_misfit!(model) do number, recorded, residual
        GC.gc()
        residual === nothing || (residual .= recorded)
        number == 1 || error("shots count from 1")
        sum(abs2, recorded) / 2
    end
    collected = gradient(model, shot)
    @test collected.gradient == plain.gradient
    @test isapprox(collected.misfit, plain.misfit; rtol = 1e-14) # the order of the sum is another
    @test misfit(model, shot) == collected.misfit
    @test dot_test(x -> (GC.gc(); 2x), y -> (GC.gc(); 2y), 3, 3).verdict === :pass
end

@testset Claim "a handle used inside its own run is refused, and the refusal comes out" begin
    c = Cubic()
    executor = Executor(Schedule(5; slots = 2), Storage(), cubic_propagator(c, :fused, 5))
    c.inside = name -> name === :turn || run!(executor)
    @test refuses(() -> run!(executor), 21)
    c.inside = name -> nothing
    run!(executor)
    @test (c.gradient, c.adjoint) == cubic_reference(5)
end

@testset Claim "a handle closed inside its own run ends that run first" begin
    c = Cubic()
    executor = Executor(Schedule(5; slots = 2), Storage(), cubic_propagator(c, :fused, 5))
    c.inside = name -> close(executor)
    run!(executor)
    @test !isopen(executor) && (c.gradient, c.adjoint) == cubic_reference(5)
end
