# SPDX-License-Identifier: MIT
# Taylor tests in detail: parts, Hessians, inner products, what they prove. f and g are those of problems.jl.

H(x, v) = 3 .* x .^ 2 .* v

@testset Claim "an error in one part is found there and named, whatever form the part has" begin
    m = [1.0 2; 3 4; 5 6]
    wrong(x) = (y = g(x); y[2, 2] *= 2; y) # one element of six
    for elements in (5:5, [5], [CartesianIndex(2, 2)], (2, 2:2), [i == 5 for i in reshape(1:6, 3, 2)])
        found = taylor_test(f, wrong, m; parts = ["good" => [1, 3], Part("bad", elements; kind = :boundary)])
        @test [d.part for d in found.directions] == ["all", "all", "all", "good", "bad"]
        @test found.directions[4].verdict === :pass && found.directions[5].verdict === :fail
        @test found.directions[5].kind === :boundary && found.directions[4].kind === :block
        @test isapprox(found.directions[5].ratio, 0.5; rtol = 1e-9)
    end
    numbered = taylor_test(f, wrong, m; blocks = [1 1; 1 2; 0 0], part_directions = 2)
    @test [d.part for d in numbered.directions[4:end]] == ["block 1", "block 1", "block 2", "block 2"]
    @test [d.verdict for d in numbered.directions[4:end]] == [:pass, :pass, :fail, :fail]
    @test occursin("block 2", sprint(show, MIME("text/plain"), numbered))
    @test_throws BoundsError taylor_test(f, g, m; parts = ["far" => 6:7])
    @test refuses(() -> taylor_test(f, g, m; parts = ["" => 1:2]), 10, "name")
    @test refuses(() -> taylor_test(f, g, m; parts = [Part("x", 1:2; kind = :corner)]), 10, ":corner", ":boundary")
    @test refuses(() -> taylor_test(f, g, m; blocks = [1, 2]), 11, "blocks")
    @test refuses(() -> taylor_test(f, g, m; part_directions = 0), 10)
end

@testset Claim "a diagnosis names the constant, a certificate bounds the whole gradient" begin
    m, dt = [1.0, 2.0, 3.0], 0.004
    missing_dt = taylor_test(f, x -> g(x) ./ dt, m; constants = (dt = dt,))
    @test missing_dt.verdict === :fail && occursin("dt", missing_dt.diagnosis)
    @test occursin("dt", taylor_test(f, x -> g(x) .* dt^2, m; constants = Dict("dt" => dt)).diagnosis)
    @test refuses(() -> taylor_test(f, g, m; constants = (dt = -1,)), 10, "dt")
    right = taylor_test(f, g, m)
    @test right.diagnosis == "" && right.fault === :none && right.repeatable && right.restored
    @test right.tolerance == 1e-6 && right.value == f(m) && right.seconds >= 0
    proof = certificate(right; factor = 10)
    @test isapprox(proof.miss_probability, 0.08^3; rtol = 1e-12) && 0 < proof.bound < 1e-9
    @test certificate(taylor_test(f, g, m; directions = [[1.0, 0, 0]])) === nothing
    @test refuses(() -> certificate(right; factor = 0.5), 10, "factor")
    fault = taylor_test(f, x -> [1.0, NaN, 1.0], m)
    @test fault.fault === :gradient_non_finite && fault.fault_index == 2 && isempty(fault.directions)
    @test close(right) === nothing && refuses(() -> certificate(right), 22)
end

@testset Claim "given directions are taken as they come" begin
    m = [1.0, 2.0, 3.0]
    along = taylor_test(f, x -> [0.0; g(x)[2:3]], m; directions = [[0.0, 1, 0], [1.0, 0, 0]])
    @test [d.verdict for d in along.directions] == [:pass, :fail] && !passed(along)
    @test refuses(() -> taylor_test(f, g, m; directions = [[1.0, 0]]), 11, "direction")
    @test refuses(() -> taylor_test(f, g, m; directions = [[NaN, 0, 0]]), 10)
end

@testset Claim "with a Hessian the remainder R2 falls with order 3, with a wrong one with order 2" begin
    m = [1.0, 2.0, 3.0]
    right = taylor_test(f, g, m; hessian = H)
    for d in right.directions
        # A fit over steps where the next term still counts; its own interval is much narrower.
        @test isapprox(d.orders[3].order, 3; atol = 0.1) && 0 < d.orders[3].half_width < 0.1
        @test d.curvature > 0 && d.levels[1].R2 != 0
    end
    wrong = taylor_test(f, g, m; hessian = (x, v) -> 2 .* H(x, v))
    @test all(d -> isapprox(d.orders[3].order, 2; atol = 0.1), wrong.directions)
    @test isnan(taylor_test(f, g, m).directions[1].orders[3].order)
    @test_throws Planted taylor_test(f, g, m; hessian = (x, v) -> planted_here(:H))
end

@testset Claim "a right Hessian passes, a wrong, an asymmetric and a non-linear one fail" begin
    m = [1.0, 2.0, 3.0]
    right = hessian_test(g, H, m; profile = :exact)
    @test passed(right) && all(d -> d.symmetry.verdict === :pass, right.directions)
    @test hessian_test(x -> Float32.(g(x)), (x, v) -> Float32.(H(x, v)), Float32.(m)).verdict === :pass
    @test hessian_test(g, (x, v) -> 1.001 .* H(x, v), m).verdict === :fail
    crooked = hessian_test(g, (x, v) -> H(x, v) .+ 0.1 .* [v[2], 0, 0], m)
    @test crooked.verdict === :fail && any(d -> d.symmetry.error > d.symmetry.bound, crooked.directions)
    bent = hessian_test(g, (x, v) -> H(x, v) .+ 0.1 .* abs.(v), m)
    @test bent.verdict === :fail && any(d -> d.symmetry.linearity > d.symmetry.bound, bent.directions)
    @test hessian_test(g, H, m; steps = 4).directions[1].symmetry.bound == 2right.directions[1].symmetry.bound
    @test_throws DimensionMismatch hessian_test(g, (x, v) -> [1.0], m)
    @test comes_out(() -> hessian_test(x -> planted_here(:g), H, m), :g)
    @test comes_out(() -> hessian_test(g, (x, v) -> planted_here(:H), m), :H)
    @test refuses(() -> hessian_test(g, H, m; steps = 0), 10, "steps")
end

@testset Claim "an inner product of the user's own is the one that counts" begin
    m, weight = [1.0, 2.0, 3.0], [1.0, 10.0, 0.5]
    product(a, b) = sum(weight .* a .* b)
    riesz(x) = g(x) ./ weight
    @test taylor_test(f, riesz, m; inner_product = product).verdict === :pass
    @test taylor_test(f, riesz, m).verdict === :fail
    @test comes_out(() -> taylor_test(f, g, m; inner_product = (a, b) -> planted_here(:product)), :product)
    # A slice of a larger vector moves along a slice of the same direction.
    @test taylor_test(f, g, m; index_offset = 7).directions[1].g_dot_d != taylor_test(f, g, m).directions[1].g_dot_d
    whole = taylor_test(x -> f(x[2:3]), x -> [0.0; g(x[2:3])], m; directions = 1).directions[1]
    @test taylor_test(f, g, m[2:3]; directions = 1, index_offset = 1).directions[1].g_dot_d == whole.g_dot_d
    @test refuses(() -> taylor_test(f, g, m; index_offset = -1), 10, "offset")
    At(y) = (weight .* y) ./ 2
    A(x) = x
    @test dot_test(A, At, 3, 3; product_x = (a, b) -> 2sum(a .* b), product_y = product).verdict === :pass
    @test dot_test(A, At, 3, 3; product_y = product).verdict === :fail
    @test comes_out(() -> dot_test(A, A, 3, 3; product_x = (a, b) -> planted_here(:product)), :product)
    @test refuses(() -> dot_test(A, A, 3, 3; index_offset_y = -1), 10, "offset_y")
end

@testset Claim "a dot test tells all pairs, calls and faults" begin
    result = dot_test(x -> 2x, y -> 2y, 3, 3; seeds = 2, image = true)
    @test length(result.pairs) == 4 && all(p -> p.verdict === :pass && p.a == p.b && p.scale > 0, result.pairs)
    @test result.forward_calls == 6 && result.adjoint_calls == 4 && result.linearity <= result.bound
    bent = dot_test(x -> x .^ 2, y -> y, 3, 3)
    @test bent.verdict === :fail && bent.linearity > bent.bound
    @test occursin("linearity", sprint(show, MIME("text/plain"), bent))
    fault = dot_test(x -> 2x, y -> [1.0, 1.0, Inf], 3, 3)
    @test fault.fault === :adjoint_non_finite && fault.fault_index == 3
end
