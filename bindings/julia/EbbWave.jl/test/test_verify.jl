# SPDX-License-Identifier: MIT
# Taylor and dot tests of user code.

@testset Claim "a right gradient passes and a wrong one fails, in any shape and both types" begin
    for T in (Float32, Float64), m in (T[1, 2, 3], T[1 2; 3 4])
        right, wrong = taylor_test(f, g, m), taylor_test(f, x -> T(1.1) .* g(x), m)
        @test right.verdict === :pass && taylor_test(f, g(m), m).verdict === :pass
        @test wrong.verdict === :fail && wrong.error > 0.01
        @test occursin("PASS", right.text) && occursin(":fail", sprint(show, wrong))
    end
    right = taylor_test(f, g, [1.0, 2.0, 3.0])
    @test isapprox(right.order, 2; atol = 0.1) # a fit over steps where the next term still counts
    @test length(right.levels) == 9 && right.levels[1].h > right.levels[end].h && right.evaluations == 81
end

@testset Claim "options reach the test" begin
    m = [1.0, 2.0, 3.0]
    @test taylor_test(f, g, m; ladder = :reduced).evaluations == 33
    @test taylor_test(f, g, m; directions = 1).evaluations == 29
    @test taylor_test(f, g, m; profile = :exact).verdict === :pass
    almost = x -> 1.001 .* g(x)
    @test taylor_test(f, almost, m).verdict === :fail
    @test taylor_test(f, almost, m; tolerance = 0.1).verdict === :pass
    inside = taylor_test(x -> all(0.9 .<= x .<= 3.1) ? f(x) : error("outside"), g, m; lower = fill(0.9, 3),
                         upper = fill(3.1, 3))
    @test inside.verdict === :pass
    # The first element is kept fixed, so that its wrong derivative is not seen.
    @test taylor_test(f, x -> [7.0; g(x)[2:3]], m; typical_size = [0.0, 1.0, 1.0]).verdict === :pass
    @test refuses(() -> taylor_test(f, g, m; directions = 0), 10)
    @test refuses(() -> taylor_test(f, g, m; tolerance = 2), 10, "tolerance")
    @test refuses(() -> taylor_test(f, g, m; profile = :sharp), 10, ":exact")
    @test refuses(() -> taylor_test(f, g, Float32.(m); profile = :exact), 15)
    @test refuses(() -> taylor_test(f, [1.0], m), 11)
    @test refuses(() -> taylor_test(f, g, m; lower = fill(2.0, 3)), 10)
end

@testset Claim "a domain error on the ladder drops its steps, at the point itself it comes out" begin
    narrow = taylor_test(x -> sum(sqrt, x), x -> 0.5 ./ sqrt.(x), [1e-4, 1.0]; typical_size = [1.0, 1.0])
    @test narrow.verdict !== :fail && narrow.evaluations < 81
    @test_throws DomainError taylor_test(x -> sum(sqrt, x), x -> x, [-1.0, 1.0])
end

@testset Claim "a function may write into what it is given" begin
    @test taylor_test(x -> (y = f(x); x .= 0; y), g, [1.0, 2.0]).verdict === :pass
    @test dot_test(x -> (y = 2x; x .= 0; y), y -> 2y, 3, 3).verdict === :pass
end

@testset Claim "a fault is told in words" begin
    @test taylor_test(x -> NaN, g, [1.0, 2.0]).verdict === :fail
    @test occursin("NaN", uppercase(taylor_test(f, x -> [NaN, 1.0], [1.0, 2.0]).text)) ||
          taylor_test(f, x -> [NaN, 1.0], [1.0, 2.0]).verdict === :fail
    @test dot_test(x -> fill(NaN, 3), y -> y, 3, 3).verdict === :fail
end

@testset Claim "a transpose passes, a wrong one and a map that is not linear fail" begin
    A = [1.0 2 3; 4 5 6]
    @test dot_test(x -> A * x, y -> A' * y, 3, 2).verdict === :pass
    @test dot_test(x -> A * x, y -> 1.001 .* (A' * y), 3, 2).verdict === :fail
    @test dot_test(x -> (A * x) .^ 2, y -> A' * y, 3, 2).verdict === :fail
    @test dot_test(x -> Float32.(A) * x, y -> Float32.(A)' * y, 3, 2; eltype = Float32, image = true).verdict === :pass
    @test dot_test(x -> sum(x; dims = 1), y -> repeat(y, 4), (4, 3), (1, 3)).verdict === :pass
    @test_throws DimensionMismatch dot_test(x -> zeros(4), y -> zeros(3), 3, 2)
    @test refuses(() -> dot_test(identity, identity, 0, 2), 11)
    @test refuses(() -> dot_test(identity, identity, 2, 2; steps = 0), 10, "steps")
    @test refuses(() -> dot_test(identity, identity, 2, 2; eltype = Int), 12)
end
