# SPDX-License-Identifier: MIT
# Arrays of any stride go in and out uncopied; wrong types, shapes and arrays without memory are refused.
using LinearAlgebra

# A field by several kinds of array that hold the same values.
function disguises(values::Matrix)
    wide = fill(NaN, 2 .* size(values))
    sparse_view = view(wide, 2:2:2size(values, 1), 1:2:2size(values, 2))
    backwards = view(reverse(reverse(values; dims = 1); dims = 2), size(values, 1):-1:1, size(values, 2):-1:1)
    sparse_view .= values
    return (sparse_view, backwards, transpose(permutedims(values)), PermutedDimsArray(permutedims(values), (2, 1)),
            reshape(vec(copy(values)), size(values)), view(cat(values, values; dims = 3), :, :, 2))
end

@testset Claim "a field of any stride is taken as the values it shows" begin
    model, _ = small_survey()
    velocity = get_field(model)
    for disguise in disguises(velocity)
        set_field!(model, fill(1.0, size(model)))
        set_field!(model, disguise)
        @test get_field(model) == velocity
        @test get_field(Model(disguise; spacing = 1)) == velocity
    end
end

@testset Claim "a gradient and traces go into an array of any stride, and nothing beside it is touched" begin
    model, shot = small_survey()
    expected, recorded = gradient(model, shot).gradient, traces(shot)
    for out in disguises(zeros(15, 20))
        gradient!(out, model, shot)
        @test out == expected
    end
    wide = fill(NaN, 30, 40)
    gradient!(view(wide, 1:2:30, 1:2:40), model, shot)
    @test count(!isnan, wide) == 300
    for out in disguises(zeros(41, 3))
        @test traces!(out, shot) == recorded
        set_observed!(shot, out)
        @test misfit(model, shot) == 0
    end
end

@testset Claim "axes are not mixed up: the 3-D gradient has its source where it is" begin
    model = Model(fill(2000f0, 10, 14, 18); spacing = (10, 11, 12))
    set_boundary!(model, :all, :zero)
    set_threads!(set_time!(model, 1e-3, 12), 1)
    shot = Shot(model)
    add_source!(shot, (40.0, 77.0, 60.0), ricker(40, 1e-3, 13)) # node x = 4, y = 7, z = 5
    add_receivers!(shot, [(40.0, 77.0, 60.0)])
    g = gradient(model, shot).gradient
    @test size(g) == (10, 14, 18) && Tuple(argmax(abs.(g))) == (6, 8, 5)
    other = zeros(Float32, 18, 14, 10)
    gradient!(PermutedDimsArray(other, (3, 2, 1)), model, shot)
    @test permutedims(other, (3, 2, 1)) == g
end

@testset Claim "a wrong element type is refused with the conversion" begin
    model, shot = small_survey(Float32)
    @test refuses(() -> set_field!(model, fill(2000.0, 15, 20)), 12, "Float64", "Float32.(values)")
    @test refuses(() -> set_field!(model, fill(2000, 15, 20)), 12, "Int64")
    @test refuses(() -> gradient!(zeros(15, 20), model, shot), 12, "Float32")
    @test refuses(() -> apply_adjoint!(zeros(15, 20), model, shot), 12, "Float32")
    @test refuses(() -> set_observed!(shot, zeros(Float32, 41, 3)), 12, "Float64.(data)")
    @test refuses(() -> set_adjoint_sources!(shot, zeros(Float32, 41, 3)), 12)
    @test refuses(() -> traces!(zeros(Float32, 41, 3), shot), 12)
    @test refuses(() -> set_initial_state!(shot, zeros(state_length(model))), 12)
    @test refuses(() -> Model(fill(2000, 4, 4); spacing = 1), 12, "Int64")
    @test refuses(() -> taylor_test(sum, x -> x, [1, 2]), 12)
end

@testset Claim "a wrong shape is refused, and a transposed one named" begin
    model, shot = small_survey()
    @test refuses(() -> set_field!(model, fill(2000.0, 20, 15)), 11, "(20, 15)", "(15, 20)", "permutedims")
    @test refuses(() -> set_field!(model, fill(2000.0, 15)), 11)
    @test refuses(() -> gradient!(zeros(14, 20), model, shot), 11, "(14, 20)")
    @test refuses(() -> set_observed!(shot, zeros(3, 41)), 11, "permutedims(data)")
    @test refuses(() -> traces!(zeros(41, 2), shot), 11)
end

@testset Claim "an array without memory of its own is refused with the remedy" begin
    model, _ = small_survey()
    @test refuses(() -> set_field!(model, Diagonal(fill(2000.0, 15)) |> d -> view(d, :, [1:15; 1:5])), 10, "collect")
    picked = view(fill(2000.0, 20, 25), [1:15;], [1:20;])
    @test refuses(() -> set_field!(model, picked), 10, "no strides", "collect(values)")
    @test set_field!(model, collect(picked)) === model
    overlapping = PermutedDimsArray(zeros(20, 15), (2, 1))
    @test gradient!(overlapping, small_survey()...) > 0
end

@testset Claim "values that no model has are refused by their index, and the old field stays" begin
    model, _ = small_survey()
    before = get_field(model)
    for (value, status) in ((-1.0, 10), (0.0, 10), (NaN, 50), (Inf, 50))
        bad = copy(before)
        bad[3, 5] = value
        @test refuses(() -> set_field!(model, bad), status, "4", "2") # x = 4, z = 2, from 0
        @test get_field(model) == before
    end
end
