# SPDX-License-Identifier: MIT
# Handles left to the garbage collector, also while another task or thread runs.

function leave_garbage()
    for _ in 1:20
        model, shot = small_survey(Float32; steps = 4)
        c = Cubic()
        executor = Executor(Schedule(4; slots = 2), Storage(), cubic_propagator(c, :fused, 4))
        run!(executor)
        set_progress!((done, total, again) -> nothing, model)
        Propagator(model, shot)
    end
    GC.gc()
end

@testset Claim "finalizers close what is dropped, in any order" begin
    leave_garbage()
    leave_garbage()
    model, shot = small_survey()
    @test misfit(model, shot) > 0
end

@testset Claim "what an executor needs stays when only the executor is kept" begin
    make(c) = Executor(Schedule(6; slots = 2), Storage(), cubic_propagator(c, :fused, 6))
    c = Cubic()
    executor = make(c)
    leave_garbage()
    run!(executor)
    @test (c.gradient, c.adjoint) == cubic_reference(6)
    c = Cubic()
    propagator = cubic_propagator(c, :fused, 6)
    executor = Executor(Schedule(6; slots = 2), Storage(), propagator)
    close(propagator)
    run!(executor)
    @test (c.gradient, c.adjoint) == cubic_reference(6)
end

@testset Claim "a misfit function stays while only an acoustic propagator is kept" begin
    function make()
        model, shot = small_survey()
        weight = Ref(3.0)
        set_misfit!((number, recorded, residual) -> weight[] * sum(abs2, recorded), model)
        propagator = Propagator(model, shot)
        return propagator, Executor(Schedule(40; slots = 3, kind = :state_only), Storage(), propagator)
    end
    propagator, executor = make()
    leave_garbage()
    run!(executor)
    @test gradient(propagator).misfit > 0
end

@testset Claim "finalizers run while another task is in the middle of a run" begin
    c = Cubic(name -> yield())
    executor = Executor(Schedule(30; slots = 3), Storage(), cubic_propagator(c, :fused, 30))
    other = @async leave_garbage()
    run!(executor)
    wait(other)
    @test (c.gradient, c.adjoint) == cubic_reference(30)
end

@testset Claim "finalizers run on one thread while another computes" begin
    line = """
        using EbbWave, Test
        include($(repr(joinpath(@__DIR__, "problems.jl"))))
        Threads.nthreads() == 2 || error("needs two threads")
        model, shot = small_survey()
        expected = gradient(model, shot)
        busy = Threads.@spawn all(gradient(model, shot) == expected for _ in 1:30)
        for _ in 1:10
            foreach(_ -> small_survey(Float32), 1:10)
            GC.gc()
        end
        fetch(busy) || error("other bits")
        """
    ok, text = in_process(line; threads = 2)
    @test ok || (println("# ", text); false)
end
