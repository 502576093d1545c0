# SPDX-License-Identifier: MIT
# Waves: the main calls, settings, shots, states.

@testset Claim "gradient, misfit and forward agree, within any memory" begin
    model, shot = small_survey()
    everything = gradient(model, shot)
    @test everything.misfit == misfit(model, shot) > 0
    @test size(everything.gradient) == size(model) == (15, 20) && eltype(everything.gradient) === Float64
    @test everything.misfit == gradient!(nothing, model, shot)
    recorded = traces(shot)
    @test size(recorded) == (41, 3) && recorded == traces(forward!(model, shot))
    for slots in (1, 3, 10)
        set_slots!(model, slots)
        @test gradient(model, [shot]) == everything
    end
    set_slots!(model, 0)
    least = plan(model, shot).least_bytes
    @test gradient(model, shot; memory = least) == everything
    @test stats(model).peak_bytes <= least
    @test refuses(() -> gradient(model, shot; memory = least - 1), 31, "$least")
    @test refuses(() -> plan(model, shot; memory = 10), 31)
end

@testset Claim "the gradient passes the Taylor test, by velocity and by slowness squared" begin
    model, shot = small_survey()
    velocity = get_field(model)
    g = gradient(model, shot).gradient
    result = taylor_test(v -> misfit(set_field!(model, v), shot), g, velocity; profile = :exact)
    @test result.verdict === :pass
    slowness = 1 ./ velocity .^ 2
    set_field!(model, slowness, :slowness_squared)
    set_parameter!(model, :slowness_squared)
    g = gradient(model, shot).gradient
    @test get_field(model, :slowness_squared) == slowness
    @test refuses(() -> get_field(model), 14)
    @test taylor_test(s -> misfit(set_field!(model, s, :slowness_squared), shot), g, slowness).verdict === :pass
end

@testset Claim "adjoint is the transpose of forward in wavelet and states" begin
    model, shot = small_survey()
    keep_states!(shot, true)
    n = state_length(model)
    A(x) = begin
        set_wavelet!(shot, 1, x[1:41])
        set_initial_state!(shot, x[42:end])
        forward!(model, shot)
        [vec(traces(shot)); final_state(shot, model)]
    end
    At(y) = begin
        set_adjoint_sources!(shot, reshape(y[1:123], 41, 3))
        set_final_cotangent!(shot, y[124:end])
        apply_adjoint!(nothing, model, shot)
        [wavelet_gradient(shot, 1); initial_cotangent(shot, model)]
    end
    @test dot_test(A, At, 41 + n, 123 + n; steps = 40).verdict === :pass
    @test size(adjoint(model, shot)) == size(model)
end

@testset Claim "a state shows its fields as arrays" begin
    model, shot = small_survey()
    keep_states!(shot, true)
    forward!(model, shot)
    state = final_state(shot, model)
    u = state_field(model, state, :u)
    @test size(u) == (15 + 5, 20 + 10) && maximum(abs, u) > 0
    u .= 0
    @test maximum(abs, state_field(model, state, :u)) == 0 && maximum(abs, state) > 0
    @test refuses(() -> state_field(model, state, :velocity), 14)
    @test refuses(() -> state_field(model, zeros(3), :u), 11)
    @test refuses(() -> state_field(model, zeros(Float32, length(state)), :u), 12)
    set_initial_state!(shot, zeros(3))
    @test refuses(() -> forward!(model, shot), 11)
    set_initial_state!(shot, nothing)
    set_final_cotangent!(shot, nothing)
    @test forward!(model, shot) === shot
end

@testset Claim "an acoustic propagator in an executor gives the bits of the one call" begin
    model, shot = small_survey()
    expected = gradient(model, shot)
    propagator = Propagator(model, shot)
    for slots in (nothing, 1, 4)
        run!(Executor(Schedule(40; slots = slots, kind = :state_only), Storage(), propagator))
        @test gradient(propagator) == expected
    end
    @test refuses(() -> gradient(Propagator(model, shot)), 20)
    @test occursin("acoustic", sprint(show, propagator))
end

@testset Claim "several shots sum up, weights and observed data count" begin
    model, shot = small_survey()
    other = Shot(model)
    add_source!(other, (100, 50), ricker(15, 0.0012, 41))
    add_receivers!(other, [30.0 80.0 120.0; 40.0 21.5 90.0])
    a, b, both = misfit(model, shot), misfit(model, other), misfit(model, [shot, other])
    @test isapprox(both, a + b; rtol = 1e-14)
    set_weights!(shot, [2, 2, 2])
    @test isapprox(misfit(model, shot), 4a; rtol = 1e-14)
    set_observed!(shot, traces(shot))
    @test misfit(model, shot) == 0
    @test refuses(() -> gradient(model, [shot, shot]), 10, "twice")
    @test refuses(() -> gradient(model, Shot[]), 10)
end

@testset Claim "settings change no bits that they must not change" begin
    model, shot = small_survey()
    expected = gradient(model, shot)
    @test gradient(set_threads!(model, 2), shot) == expected
    shots = [shot, last(small_survey())]
    one, two = [gradient(set_shots_at_once!(model, count), shots) for count in 1:2]
    @test one == two && stats(model).shots_at_once == 2
    @test refuses(() -> tuning(model), 20, "tiles")
    @test refuses(() -> set_tuning!(model, "tiles"), 10, "no tuning")
    @test set_tuning!(model, "") === model
    @test refuses(() -> set_tuning!(Propagator(model, shot), "tiles"), 10, "no tuning")
    set_order!(model, 2)
    @test gradient(model, shot) != expected
    set_order!(model, 8)
    set_flush_to_zero!(model, false)
    @test isapprox(gradient(model, shot).misfit, expected.misfit; rtol = 1e-12)
    release_memory!(model)
    @test stats(model).steps == 40 && stats(model).seconds.total > 0
end

@testset Claim "models and shots refuse what makes no sense" begin
    model, shot = small_survey()
    for (call, status, word) in (
        (() -> Model(Float32, (0, 4); spacing = 1.0), 11, "shape"),
        (() -> Model(Float32, (4, 4, 4, 4); spacing = 1.0), 11, "ndim"),
        (() -> Model(Float32, (4, 4); spacing = -1.0), 10, "spacing"),
        (() -> Model(Float32, (4, 4); spacing = (1.0, 2.0, 3.0)), 10, "spacing"),
        (() -> Model(Float16, (4, 4); spacing = 1.0), 12, "Float16"),
        (() -> set_boundary!(model, :up, :free), 10, ":top"),
        (() -> set_boundary!(model, :top, :soft), 10, ":rigid"),
        (() -> set_boundary!(model, :top, :cpml; cells = 2, v_ref = 1, f_ref = 1), 10, "cells"),
        (() -> set_time!(model, -1, 5), 10, "dt"),
        (() -> set_order!(model, 3), 10, "order"),
        (() -> set_threads!(model, -1), 10, "threads"),
        (() -> set_shots_at_once!(model, -1), 10, "shots"),
        (() -> set_slots!(model, -1), 10, "slots"),
        (() -> set_parameter!(model, :density), 10, ":velocity"),
        (() -> add_source!(shot, (1.0, 2.0, 3.0), zeros(41)), 11, "3 coordinates"),
        (() -> add_source!(shot, (-1.0, 2.0), zeros(41)), 10, "outside"),
        (() -> add_source!(shot, (1.0, 2.0), zeros(40)), 11, "41"),
        (() -> add_source!(shot, (1.0, 2.0), fill(NaN, 41)), 50, "wavelet"),
        (() -> add_receivers!(shot, [(1.0, 2000.0)]), 10, "outside"),
        (() -> add_receivers!(shot, zeros(3, 2)), 11, "3 coordinates"),
        (() -> add_receivers!(shot, []), 10, "n_receivers"),
        (() -> set_wavelet!(shot, 0, zeros(41)), 14, "counted from 1"),
        (() -> wavelet_gradient(shot, 2), 14, "source = 2"),
        (() -> wavelet_gradient(shot, 1), 20, ""),
        (() -> traces(shot), 20, ""),
        (() -> set_weights!(shot, [1.0]), 11, "3"),
        (() -> final_state(shot, model), 20, ""),
        (() -> ricker(-1, 0.1, 5), 10, "f0"),
        (() -> ricker(10, 0.1, -5), 10, "n_samples"),
        (() -> forward!(set_time!(model, 1.0, 40), shot), 51, "dt"),
    )
        @test refuses(call, status, word)
    end
    @test refuses(() -> Shot(Model(Float32, (4, 4); spacing = 1)), 20)
    @test refuses(() -> dt_max(Model(Float32, (4, 4); spacing = 1)), 20)
end

@testset Claim "handles show what they are, do-blocks close them" begin
    kept = Ref{Any}()
    Model(fill(2000.0, 12, 14); spacing = 10) do model
        kept[] = model
        @test sprint(show, model) == "Model(12 x 14 nodes, Float64)" && eltype(model) === Float64
        @test dt_max(model) > 0
        Shot(set_time!(model, 1e-3, 4)) do shot
            @test sprint(show, shot) == "Shot(0 sources, 0 receivers, 5 samples)" && shot.n_samples == 5
        end
    end
    @test !isopen(kept[])
    @test_throws ErrorException Model(_ -> error("inside"), Float32, (4, 4); spacing = 1)
end

@testset Claim "the log tells the schedule, survives a function that throws, and can be silenced" begin
    model, shot = small_survey()
    told = String[]
    EbbWave.set_log(text -> push!(told, text))
    reference = gradient(model, shot)
    @test length(told) == 1 && occursin("schedule", told[1])
    EbbWave.set_log(text -> error("no"))
    @test (@test_logs (:error, r"set_log threw") gradient(model, shot)) == reference
    EbbWave.set_log(nothing)
    gradient(model, shot)
    @test length(told) == 1
end
