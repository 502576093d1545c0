# SPDX-License-Identifier: MIT
# Proves gradients and adjoints of any code right or wrong.

const VERDICTS = (pass = EBW_VERDICT_PASS, fail = EBW_VERDICT_FAIL, inconclusive = EBW_VERDICT_INCONCLUSIVE)
const PROFILES = (default = EBW_PROFILE_DEFAULT, exact = EBW_PROFILE_EXACT)
const LADDERS = (full = EBW_LADDER_FULL, reduced = EBW_LADDER_REDUCED)

"""
    TaylorResult

Result of [`taylor_test`](@ref), of the direction that decides.

  * `verdict::Symbol`: `:pass`, `:fail` or `:inconclusive` (the text tells what would help).
  * `error`: error of the directional derivative relative to the gradient's size; `resolution`: its uncertainty.
  * `order`: the order with which J(m + h d) - J - h g.d falls, 2 for a right gradient; `NaN` when not known.
  * `levels`: the steps, a vector of `(h, J_plus, J_minus, R0, R1)`, for plots. `evaluations`: of J.
  * `text::String`: the result in words.

Since 0.1.
"""
struct TaylorResult
    verdict::Symbol
    error::Float64
    resolution::Float64
    order::Float64
    levels::Vector{NamedTuple{(:h, :J_plus, :J_minus, :R0, :R1),NTuple{5,Float64}}}
    evaluations::Int64
    text::String
end

"""
    DotResult

Result of [`dot_test`](@ref), of the pair of vectors that decides.

  * `verdict::Symbol`: `:pass`, `:fail` or `:inconclusive`.
  * `error`: |<Ax, y> - <x, A'y>| relative to its size for independent vectors; `linearity`: how far A is from linear;
    `bound`: what rounding allows both to be.
  * `text::String`: the result in words.

Since 0.1.
"""
struct DotResult
    verdict::Symbol
    error::Float64
    linearity::Float64
    bound::Float64
    text::String
end

Base.show(io::IO, result::Union{TaylorResult,DotResult}) =
    print(io, nameof(typeof(result)), "(:", result.verdict, ", ", result.text, ")")

# What a callback of a test needs: the user's functions and the sizes of what goes in and out.
taken(::Type{T}, from::Ptr{Cvoid}, sizes) where {T} = copy(unsafe_wrap(Array, Ptr{T}(from), sizes))

function given(values, ::Type{T}, to::Ptr{Cvoid}, sizes) where {T}
    size(values) == sizes || throw(DimensionMismatch("the result has size $(size(values)), needed is $sizes"))
    copyto!(unsafe_wrap(Array, Ptr{T}(to), sizes), values)
end

# A point outside the domain of J drops that step of the ladder; another exception is a fault and comes out at the end.
function on_evaluate(m::Ptr{Cvoid}, J::Ptr{Cdouble}, user::Ptr{Cvoid})
    hook = hook_of(user)
    hook.thrown === nothing || return Int32(1)
    return guarded(hook) do
        try
            unsafe_store!(J, Float64(hook.call.f(taken(hook.call.T, m, hook.call.size))))
            0
        catch exception
            exception isa DomainError && hook.call.ladder[] ? 2 : rethrow()
        finally
            hook.call.ladder[] = true
        end
    end
end

function on_forward(x::Ptr{Cvoid}, y::Ptr{Cvoid}, user::Ptr{Cvoid})
    hook = hook_of(user)
    c = hook.call
    return guarded(() -> (given(c.A(taken(c.T, x, c.size_x)), c.T, y, c.size_y); 0), hook)
end

function on_adjoint(y::Ptr{Cvoid}, x::Ptr{Cvoid}, user::Ptr{Cvoid})
    hook = hook_of(user)
    c = hook.call
    return guarded(() -> (given(c.At(taken(c.T, y, c.size_y)), c.T, x, c.size_x); 0), hook)
end

function text_of(f, test)
    text = Ref{Cstring}()
    check(f(test, text))
    return unsafe_string(text[])
end

# A dense array of the test's type and size, or C_NULL for none.
dense(name, ::Nothing, ::Type, sizes) = C_NULL
function dense(name, values::AbstractArray, ::Type{T}, sizes) where {T}
    require_eltype(name, values, T)
    require_size(name, values, sizes)
    return convert(Array{T}, values)
end

"""
    taylor_test(f, g, m; profile = :default, tolerance, ladder = :full, seed = 1, directions = 3, typical_size,
                lower, upper)

Tests whether `g` is the gradient of `f` at `m`, a [`TaylorResult`](@ref). Nothing else of Ebbwave is needed.

  * `m`: array of `Float32` or `Float64`, of any shape. `f(x)`: a real number; `x` is an array of the size of `m` that
    belongs to it. A `DomainError` at a step of the ladder drops that step; anything else it throws comes out.
  * `g`: array of the size and type of `m`, or a function that gives one: `g(m)`.
  * `profile`: `:default` (tolerance 1e-6, for `Float32` 1e-3) or `:exact` (1e-8, `Float64`: gradients exact up to
    rounding); or `tolerance`, in (0, 1), relative to the gradient's size.
  * `ladder`: `:full`, or `:reduced` for an expensive `f`. `seed`, `directions`: of the random directions, at least 1.
  * `typical_size`: array, in the unit of `m`, >= 0, what counts as a big change of each element (default |m|, 1 where
    it is 0); 0 keeps an element fixed. `lower`, `upper`: arrays, bounds that all points respect.

Throws `EbbWaveError`: argument (a value out of range, m outside the bounds); shape; dtype; unsupported (exact in
`Float32`); no memory; and what `f` or `g` threw. Threads: any; `f` is called in the caller's task.
Cost: 81 evaluations of `f` (`Float32` 87), reduced 33 (39); two arrays. Since 0.1.
Reference: More and Wild 2011 (noise), Ridders 1982 (extrapolation).
"""
function taylor_test(f, g, m::AbstractArray; profile::Symbol = :default, tolerance = nothing, ladder::Symbol = :full,
                     seed::Integer = 1, directions::Integer = 3, typical_size = nothing, lower = nothing,
                     upper = nothing)
    T = eltype(m)
    dtype = dtype_of(T)
    point = convert(Array{T}, m)
    derivative = dense("g", g isa AbstractArray ? g : g(copy(point)), T, size(m))
    # The first evaluation is at m itself, where leaving the domain is a fault.
    hook = Hook((f = f, T = T, size = size(m), ladder = Ref(false)))
    GC.@preserve hook begin
        callback = @cfunction(on_evaluate, Int32, (Ptr{Cvoid}, Ptr{Cdouble}, Ptr{Cvoid}))
        test = create(ebw_taylor_create, dtype, length(point), callback, hook_pointer(hook), C_NULL)
        try
            check(ebw_taylor_set_profile(test, number_of("profile", PROFILES, profile)))
            tolerance === nothing || check(ebw_taylor_set_tolerance(test, tolerance))
            check(ebw_taylor_set_ladder(test, number_of("ladder", LADDERS, ladder)))
            check(ebw_taylor_set_seed(test, seed))
            check(ebw_taylor_set_directions(test, directions))
            check(ebw_taylor_set_typical_size(test, dense("typical_size", typical_size, T, size(m))))
            check(ebw_taylor_set_bounds(test, dense("lower", lower, T, size(m)), dense("upper", upper, T, size(m))))
            check(ebw_taylor_run(test, point, derivative, Ref{Int32}(0)), hook)
            return taylor_result(test)
        finally
            ebw_taylor_destroy(test)
        end
    end
end

# A fault that came before the first direction leaves no numbers.
function taylor_result(test)
    verdict, fault = Ref{Int32}(0), Ref{Int32}(0)
    check(ebw_taylor_get_verdict(test, verdict))
    evaluations = get_number(Int64, ebw_taylor_get_evaluations, test)
    directions = get_number(Int64, ebw_taylor_count_directions, test)
    text, name = text_of(ebw_taylor_get_text, test), symbol_of(VERDICTS, verdict[])
    directions == 0 && return TaylorResult(name, NaN, NaN, NaN, [], evaluations, text)
    error, resolution, order, known = Ref(0.0), Ref(0.0), Ref(0.0), Ref{Int32}(0)
    check(ebw_taylor_get_direction(test, EBW_WORST, C_NULL, error, resolution))
    check(ebw_taylor_get_order(test, EBW_WORST, 1, order, C_NULL, known))
    count = get_number(Int64, ebw_taylor_count_levels, test, EBW_WORST)
    levels = map(0:count-1) do level
        values = ntuple(_ -> Ref(0.0), 5)
        check(ebw_taylor_get_level(test, EBW_WORST, level, values...))
        (h = values[1][], J_plus = values[2][], J_minus = values[3][], R0 = values[4][], R1 = values[5][])
    end
    return TaylorResult(name, error[], resolution[], known[] == 1 ? order[] : NaN, levels, evaluations, text)
end

"""
    dot_test(A, At, size_x, size_y; eltype = Float64, steps = 1, bound_factor = 64, seed = 1, seeds = 3, image = false)

Tests whether `At` is the transpose of `A`, and `A` linear, a [`DotResult`](@ref). Nothing else of Ebbwave is needed.

  * `A(x)`: an array of size `size_y` for an `x` of size `size_x`; `At(y)`: the other way round. Both get arrays that
    belong to them, of `eltype`, `Float32` or `Float64`. Sizes are numbers or tuples.
  * `steps`: operations that `A` applies one after another, such as time steps; `bound_factor`: C of the bound
    C u sqrt(steps). `seed`, `seeds`: of the random vectors; every one must pass. `image`: adds a pair with y = A x'.

Throws `EbbWaveError`: argument (a value out of range); shape; dtype; no memory; and what `A` or `At` threw, such as a
`DimensionMismatch` for a result of the wrong size. Threads: any; both are called in the caller's task.
Cost: per seed 3 `A` and 1 `At`; 5 arrays of each size. Since 0.1. Reference: Claerbout 1992, chapter 5.
"""
function dot_test(A, At, size_x, size_y; eltype::Type = Float64, steps::Integer = 1, bound_factor::Real = 64,
                  seed::Integer = 1, seeds::Integer = 3, image::Bool = false)
    dtype = dtype_of(eltype)
    hook = Hook((A = A, At = At, T = eltype, size_x = Tuple(size_x), size_y = Tuple(size_y)))
    GC.@preserve hook begin
        test = create(ebw_dot_create, dtype, prod(size_x), prod(size_y),
                      @cfunction(on_forward, Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid})),
                      @cfunction(on_adjoint, Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid})), hook_pointer(hook), C_NULL)
        try
            check(ebw_dot_set_steps(test, steps))
            check(ebw_dot_set_bound_factor(test, bound_factor))
            check(ebw_dot_set_seeds(test, seed, seeds))
            check(ebw_dot_set_image(test, image))
            check(ebw_dot_run(test, Ref{Int32}(0)), hook)
            return dot_result(test)
        finally
            ebw_dot_destroy(test)
        end
    end
end

function dot_result(test)
    verdict, bound, error, linearity = Ref{Int32}(0), Ref(0.0), Ref(NaN), Ref(NaN)
    check(ebw_dot_get_verdict(test, verdict))
    check(ebw_dot_get_bound(test, bound))
    # A fault that came before the first pair leaves no numbers.
    if get_number(Int64, ebw_dot_count_pairs, test) > 0
        check(ebw_dot_get_pair(test, EBW_WORST, C_NULL, error, linearity))
    end
    text = text_of(ebw_dot_get_text, test)
    return DotResult(symbol_of(VERDICTS, verdict[]), error[], linearity[], bound[], text)
end
