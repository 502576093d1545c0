# SPDX-License-Identifier: MIT
# What the documentation shows, run: examples, tutorial, README.
using SHA

# What an example prints.
function output_of(name)
    example = joinpath(root, "docs", "examples", "julia", name)
    return read(`$(Base.julia_cmd()) --startup-file=no --project=$package $example`, String)
end

blocks(path) = [m.captures[1] for m in eachmatch(r"^```julia\n(.*?)^```$"ms, read(joinpath(root, path), String))]

# Runs all blocks of a page in one module, one after the other, as a reader would.
function run_blocks(path)
    page = Module(:Page)
    for (number, block) in enumerate(blocks(path))
        println("# ", path, ", block ", number)
        open("/dev/null", "w") do nowhere
            redirect_stdout(() -> include_string(page, block, "$path, block $number"), nowhere)
        end
    end
    return length(blocks(path))
end

@testset Claim "own_loop.jl prints the numbers that docs/examples/README.md names" begin
    printed = output_of("own_loop.jl")
    named = read(joinpath(root, "docs", "examples", "README.md"), String)
    for (ours, theirs) in (("misfit", "J"), ("gradient norm", "norm of g"), ("adjoint norm", "norm of the cotangent"))
        value = parse(Float64, match(Regex("^$ours +(\\S+)\$", "m"), printed).captures[1])
        expected = parse(Float64, match(Regex("^\\| $theirs \\| ([0-9.]+) \\|\$", "m"), named).captures[1])
        @test isapprox(value, expected; rtol = 1e-12)
    end
    @test occursin(":pass", printed)
end

@testset Claim "acoustic_gradient.jl has the bits of C, for both types, store-all and 3 slots" begin
    printed = output_of("acoustic_gradient.jl")
    file = tempname()
    runs = ((0, "store_all"), (3, "revolve"))
    for (type, ctype) in (("float32", "f32"), ("float64", "f64")), (slots, schedule) in runs
        digest = match(Regex("^$type +$schedule .* ([0-9a-f]{64})\$", "m"), printed).captures[1]
        @test success(`$(joinpath(programs, "gradient_bytes_$ctype")) $file $slots`)
        @test digest == bytes2hex(sha256(read(file)))
    end
    rm(file)
end

@testset Claim "the tutorial runs as it is printed" begin
    @test run_blocks(joinpath("docs", "tutorial-julia.md")) > 5
end

@testset Claim "the tutorial on checkpoints runs as it is printed" begin
    @test run_blocks(joinpath("docs", "checkpointing-julia.md")) > 5
end

@testset Claim "the page on testing one's own gradient runs as it is printed" begin
    @test run_blocks(joinpath("docs", "test-your-own-gradient.md")) == 2
end

@testset Claim "the README's Julia example runs as it is printed" begin
    @test run_blocks("README.md") == 1
end
