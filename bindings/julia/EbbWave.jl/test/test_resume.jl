# SPDX-License-Identifier: MIT
# Generations in a directory, resuming, and the replay check. The time loop is that of problems.jl.

resumable(c, kind, steps; keywords...) =
    cubic_propagator(c, kind, steps; adjoint = (c.adjoint, c.gradient), keywords...)

executor_in(folder, c, kind; slots = 3, steps = 17, keywords...) =
    Executor(Schedule(steps; slots = slots, kind = kind), Storage(), resumable(c, kind, steps); directory = folder,
             generation_seconds = 0, keywords...)

# Fails in callback `name` when it is called for the count-th time.
function failing(name, count)
    seen = Ref(0)
    return place -> place === name && (seen[] += 1) == count && planted_here(name)
end

@testset Claim "a run that failed anywhere goes on from its directory with the same bits" begin
    for (kind, slots) in ((:fused, 3), (:state_only, 3), (:state_only, nothing)),
        (name, count) in ((:advance, 2), (:reverse, 1), (:reverse, 9), (:reverse, 17))

        name === :advance && slots === nothing && continue # it advances with tapes alone
        folder = mktempdir()
        broken = Cubic(failing(name, count))
        @test_throws Planted run!(executor_in(folder, broken, kind; slots = slots))
        @test !isempty(readdir(folder))
        c = Cubic()
        executor = executor_in(folder, c, kind; slots = slots)
        @test refuses(() -> run!(executor), 20, "resume")
        resume!(executor)
        @test (c.gradient, c.adjoint) == cubic_reference(17) && isempty(readdir(folder))
        @test stats(executor).reverse_steps == 17 # the broken run's included
    end
end

@testset Claim "an empty directory is begun anew, that of another problem is refused" begin
    folder, c = mktempdir(), Cubic()
    resume!(executor_in(folder, c, :fused))
    @test (c.gradient, c.adjoint) == cubic_reference(17)
    broken = Cubic(failing(:reverse, 5))
    print_of(c) = ("cubic", c.forcing)
    @test_throws Planted run!(executor_in(folder, broken, :fused; fingerprint = print_of(broken)))
    other = Cubic()
    other.forcing[1] += 1e-16 + 1e-15
    @test refuses(() -> resume!(executor_in(folder, other, :fused; fingerprint = print_of(other))), 44)
    @test refuses(() -> resume!(executor_in(folder, Cubic(), :fused; slots = 2, fingerprint = print_of(c))), 44)
    resume!(executor_in(folder, c, :fused; fingerprint = print_of(c)))
    @test (c.gradient, c.adjoint) == cubic_reference(17)
end

@testset Claim "a generation follows each state that goes to disk when it is asked for" begin
    folder = mktempdir()
    for every in (false, true)
        c = Cubic()
        executor = Executor(Schedule(17; slots = 3), Storage(folder), resumable(c, :fused, 17); directory = folder,
                            generation_seconds = 1e9, every_disk_checkpoint = every)
        run!(executor)
        @test stats(executor).generations == (every ? stats(executor).saves : 0)
        @test (c.gradient, c.adjoint) == cubic_reference(17)
    end
end

@testset Claim "what cannot be resumed is refused with the remedy" begin
    folder, c = mktempdir(), Cubic()
    plain = Executor(Schedule(17; slots = 3), Storage(), resumable(c, :fused, 17))
    @test refuses(() -> resume!(plain), 20, "directory")
    bare = Executor(Schedule(17; slots = 3), Storage(), cubic_propagator(c, :fused, 17); directory = folder)
    @test refuses(() -> resume!(bare), 15, "adjoint")
    @test refuses(() -> executor_in(folder, c, :fused; disk_bytes = -1), 10, "disk_bytes")
    @test refuses(() -> executor_in("", c, :fused), 10, "directory")
    @test refuses(() -> executor_in(folder, c, :fused; fingerprint = (Any[1],)), 12)
    @test refuses(() -> run!(executor_in(folder, c, :fused; disk_bytes = 10)), 31, "disk_bytes")
end

@testset Claim "what a loop leaves beside its state is kept and put back" begin
    folder, trace = mktempdir(), zeros(18)
    function recorded(c, trace)
        advance = (from, to) -> for k in from:to-1
            cubic_step!(c.state, c.forcing)
            trace[k+2] = sum(c.state)
        end
        loop = resumable(c, :state_only, 17; advance = advance, record = trace)
        return Executor(Schedule(17; slots = 3, kind = :state_only), Storage(), loop; directory = folder,
                        generation_seconds = 0)
    end
    whole = zeros(18)
    @test_throws Planted run!(recorded(Cubic(failing(:reverse, 6)), whole))
    c = Cubic()
    resume!(recorded(c, trace))
    @test trace == whole && trace[18] != 0 && (c.gradient, c.adjoint) == cubic_reference(17)
end

@testset Claim "the replay check passes a sound loop and names the step of one that drifts" begin
    for drift in (0.0, 1e-13)
        c, runs = Cubic(), zeros(Int, 17)
        advance = (from, to) -> for k in from:to-1
            runs[k+1] += 1
            cubic_step!(c.state, c.forcing)
            k == 4 && (c.state[2] += drift * runs[k+1])
        end
        loop = cubic_propagator(c, :state_only, 17; advance = advance)
        executor = Executor(Schedule(17; slots = 2, kind = :state_only), Storage(), loop; replay_check = true)
        if drift == 0
            run!(executor)
            @test (c.gradient, c.adjoint) == cubic_reference(17)
        else
            @test refuses(() -> run!(executor), 42, "5")
        end
    end
end

@testset Claim "a gradient of waves goes on from its directory with the same bits, whatever its schedule" begin
    whole = gradient(small_survey()...)
    folder = mktempdir()
    for name in (nothing, :revolve, :segment, :mixed, :auto)
        model, shot = small_survey()
        set_schedule!(model, name)
        set_directory!(model, folder; generation_seconds = 0)
        set_progress!((done, total, again) -> done < 60, model; every = 1)
        @test refuses(() -> gradient(model, shot), 23)
        set_progress!(nothing, model)
        @test refuses(() -> gradient(model, shot), 20)
        set_directory!(model, folder; generation_seconds = 0, every_disk_checkpoint = true, resume = true)
        @test gradient(model, shot) == whole
        set_directory!(model, nothing)
        @test gradient(model, shot) == whole && isempty(readdir(folder))
    end
    model, shot = small_survey()
    costs = measure_costs!(model)
    @test all(value -> value > 0, costs) && plan(model, shot).seconds > 0
    @test plan(set_costs!(model, nothing), shot).seconds == 0
    @test refuses(() -> set_costs!(model, (0, 0, 0, 0)), 10, "costs")
    @test refuses(() -> set_schedule!(model, :best), 14, "best")
    @test refuses(() -> set_directory!(model, ""), 10, "directory")
    @test refuses(() -> set_directory!(model, folder; generation_seconds = -1), 10, "seconds")
end
