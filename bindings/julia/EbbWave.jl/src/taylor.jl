# SPDX-License-Identifier: MIT
# Taylor test: proves gradients and Hessians of any code right or wrong.

const PROFILES = (default = EBW_PROFILE_DEFAULT, exact = EBW_PROFILE_EXACT)
const LADDERS = (full = EBW_LADDER_FULL, reduced = EBW_LADDER_REDUCED)

# A point outside the domain of J drops that step of the ladder; the library ends the run where there is none to drop.
function leaving(f, user::Ptr{Cvoid})
    hook = hook_of(user)
    hook.thrown === nothing || return Int32(1)
    return guarded(hook) do
        try
            f(hook.call)
            0
        catch exception
            exception isa DomainError || rethrow()
            hook.call.left[] = CapturedException(exception, catch_backtrace())
            2
        end
    end
end

on_evaluate(m::Ptr{Cvoid}, J::Ptr{Cdouble}, user::Ptr{Cvoid}) =
    leaving(c -> unsafe_store!(J, Float64(c.f(taken(c.T, m, c.size)))), user)

on_gradient(m::Ptr{Cvoid}, g::Ptr{Cvoid}, user::Ptr{Cvoid}) =
    leaving(c -> given(c.g(taken(c.T, m, c.size)), c.T, g, c.size), user)

on_hessian(m::Ptr{Cvoid}, v::Ptr{Cvoid}, Hv::Ptr{Cvoid}, user::Ptr{Cvoid}) =
    asked(c -> given(c.H(taken(c.T, m, c.size), taken(c.T, v, c.size)), c.T, Hv, c.size), user)

on_product(a::Ptr{Cvoid}, b::Ptr{Cvoid}, product::Ptr{Cdouble}, user::Ptr{Cvoid}) =
    asked(c -> set_product(c.product, a, b, c.T, c.size, product), user)

# All options of a Taylor test with their defaults.
Base.@kwdef struct TaylorOptions
    profile::Symbol = :default
    tolerance::Union{Nothing,Real} = nothing
    ladder::Symbol = :full
    seed::Integer = 1
    directions::Union{Integer,AbstractVector{<:AbstractArray}} = 3
    typical_size::Union{Nothing,AbstractArray} = nothing
    lower::Union{Nothing,AbstractArray} = nothing
    upper::Union{Nothing,AbstractArray} = nothing
    parts::Any = ()
    blocks::Union{Nothing,AbstractArray{<:Integer}} = nothing
    part_directions::Integer = 1
    constants::Any = ()
    inner_product::Any = nothing
    index_offset::Integer = 0
    steps::Integer = 1
end

function set_directions(test, count::Integer, m)
    check(ebw_taylor_set_directions(test, count))
end

function set_directions(test, listed::AbstractVector, m)
    T = eltype(m)
    joined = T[]
    foreach(d -> append!(joined, vec(dense("a direction", d, T, size(m)))), listed)
    check(ebw_taylor_set_given_directions(test, length(listed), joined))
end

function set_options(test, options::TaylorOptions, m, hook)
    T = eltype(m)
    vector(name) = dense(name, getfield(options, name), T, size(m))
    check(ebw_taylor_set_profile(test, number_of("profile", PROFILES, options.profile)))
    options.tolerance === nothing || check(ebw_taylor_set_tolerance(test, options.tolerance))
    check(ebw_taylor_set_ladder(test, number_of("ladder", LADDERS, options.ladder)))
    check(ebw_taylor_set_seed(test, options.seed))
    set_directions(test, options.directions, m)
    check(ebw_taylor_set_typical_size(test, vector(:typical_size)))
    check(ebw_taylor_set_bounds(test, vector(:lower), vector(:upper)))
    foreach(part -> add_part(test, convert(Part, part), m), options.parts)
    foreach(part -> add_part(test, part, m), block_parts(options.blocks, m))
    check(ebw_taylor_set_part_directions(test, options.part_directions))
    for (name, value) in pairs_of(options.constants)
        check(ebw_taylor_set_constant(test, string(name), value))
    end
    check(ebw_taylor_set_index_offset(test, options.index_offset))
    check(ebw_taylor_set_steps(test, options.steps))
    options.inner_product === nothing && return
    callback = @cfunction(on_product, Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cdouble}, Ptr{Cvoid}))
    check(ebw_taylor_set_inner_product(test, callback, hook_pointer(hook), C_NULL))
end

pairs_of(constants::Union{NamedTuple,AbstractDict}) = pairs(constants)
pairs_of(constants::Pair) = (constants,)
pairs_of(constants) = constants

# Creates the test, sets all that it knows, runs it by `run(test)` and reads it. Without f it is of the Hessian, which
# never asks for J.
function with_taylor(run, m, options, f, g, H)
    T = eltype(m)
    dtype = dtype_of(T)
    hook = Hook((f = f, g = g, H = H, product = options.inner_product, T = T, size = size(m),
                 left = Ref{Any}(nothing)))
    GC.@preserve hook begin
        user = hook_pointer(hook)
        evaluate = @cfunction(on_evaluate, Int32, (Ptr{Cvoid}, Ptr{Cdouble}, Ptr{Cvoid}))
        test = TaylorTest(create(ebw_taylor_create, dtype, length(m), evaluate, user, C_NULL))
        set_options(test, options, m, hook)
        if g !== nothing
            callback = @cfunction(on_gradient, Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}))
            check(ebw_taylor_set_gradient(test, callback, user, C_NULL))
        end
        if H !== nothing
            callback = @cfunction(on_hessian, Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}))
            check(ebw_taylor_set_hessian(test, callback, user, C_NULL))
        end
        seconds = @elapsed begin
            status = run(test)
            status == EBW_ERR_CALLBACK && hook.thrown === nothing && (hook.thrown = hook.call.left[])
            status == EBW_OK && (hook.thrown = nothing)
            check(status, hook)
        end
        return taylor_result(test, seconds; with_hessian = f !== nothing && H !== nothing, of_hessian = f === nothing)
    end
end

"""
    taylor_test(f, g, m; profile = :default, tolerance, ladder = :full, seed = 1, directions = 3, typical_size,
                lower, upper, parts, blocks, part_directions = 1, hessian, constants, inner_product, index_offset = 0)

Tests whether `g` is the gradient of `f` at `m`, a [`TaylorResult`](@ref). Nothing else of Ebbwave is needed.

  * `m`: array of `Float32` or `Float64`, of any shape. `f(x)`: a real number; `x` is an array of the size of `m` that
    belongs to it. A `DomainError` at a step of the ladder drops that step; anything else it throws comes out.
  * `g`: array of the size and type of `m`, or a function that gives one: `g(m)`.
  * `profile`: `:default` (tolerance 1e-6, for `Float32` 1e-3) or `:exact` (1e-8, `Float64`: gradients exact up to
    rounding); or `tolerance`, in (0, 1), relative to the gradient's size.
  * `ladder`: `:full`, or `:reduced` for an expensive `f`. `seed`, `directions`: of the random directions, at least 1;
    or `directions`, a vector of arrays of the size of `m` along which to go.
  * `typical_size`: array, in the unit of `m`, >= 0, what counts as a big change of each element (default |m|, 1 where
    it is 0); 0 keeps an element fixed. `lower`, `upper`: arrays, bounds that all points respect.
  * `parts`: of `m` that get `part_directions` directions each, `["velocity" => 1:100, Part("rim", mask)]`, see
    [`Part`](@ref). `blocks`: instead, or as well, an array with the number of each element's block, from 1; 0: in none.
  * `hessian(x, v)`: the array H(x) v; adds the remainder R2 and its order.
  * `constants`: of the code under test, such as `(dt = 1e-3,)`: when the gradient is wrong by one, its square or an
    inverse, the diagnosis says so by name. Finite and above 0.
  * `inner_product(a, b)`: in which `g` is the gradient, for example a sum over ranks, which then all pass the number of
    elements before their own as `index_offset`. Given directions are then not scaled.

Throws `EbbWaveError`: argument (a value out of range, m outside the bounds); shape; dtype; unsupported (exact in
`Float32`); no memory; `BoundsError` (elements of a part); and what the functions threw. Threads: any; the functions are
called in the caller's task. Cost: 81 evaluations of `f` (`Float32` 87), reduced 33 (39), a part's direction 26 (28),
reduced 10 (12); one Hessian per direction; two arrays. Since 0.1.
Reference: More and Wild 2011 (noise), Ridders 1982 (extrapolation).

# Example
    taylor_test(x -> sum(x .^ 4) / 4, x -> x .^ 3, [1.0, 2.0, 3.0]; parts = ["first" => 1:1, "rest" => 2:3])
"""
function taylor_test(f, g, m::AbstractArray; hessian = nothing, keywords...)
    T = eltype(m)
    dtype_of(T)
    point = convert(Array{T}, m)
    derivative = dense("g", g isa AbstractArray ? g : g(copy(point)), T, size(m))
    return with_taylor(point, TaylorOptions(; keywords...), f, nothing, hessian) do test
        ebw_taylor_run(test, point, derivative, Ref{Int32}(0))
    end
end

"""
    hessian_test(g, H, m; steps = 1, keywords...)

Tests whether `H(x, v)` is the derivative of the gradient `g(x)` along `v`, at `m`, symmetric and linear: a
[`TaylorResult`](@ref) for the functional <w, g> with a random w per direction, whose gradient is H w; symmetry and
linearity stand in each direction's `symmetry`. Nothing else of Ebbwave is needed.

  * `g(x)`, `H(x, v)`: arrays of the size and type of `m`; all arguments belong to the functions.
  * `steps`: operations that `H` applies one after another, such as time steps: the bound of the asymmetry grows with
    its square root. All other keywords are those of [`taylor_test`](@ref) but `hessian`.

Throws `EbbWaveError`: as [`taylor_test`](@ref), argument also for steps; and what `g` or `H` threw, such as a
`DimensionMismatch`. Threads: any; the functions are called in the caller's task. Cost: per direction 29 gradients
(`Float32` 31), reduced 13 (15), and 4 Hessians; 13 arrays. Since 0.1.

# Example
    hessian_test(x -> x .^ 3, (x, v) -> 3 .* x .^ 2 .* v, [1.0, 2.0, 3.0])
"""
function hessian_test(g, H, m::AbstractArray; keywords...)
    point = convert(Array{eltype(m)}, m)
    return with_taylor(point, TaylorOptions(; keywords...), nothing, g, H) do test
        ebw_taylor_run_hessian(test, point, Ref{Int32}(0))
    end
end
