# SPDX-License-Identifier: MIT
# Dot test: proves adjoints of any code right or wrong.

const DotPair = NamedTuple{(:verdict, :error, :linearity, :a, :b, :scale),
                           Tuple{Symbol,Float64,Float64,Float64,Float64,Float64}}

# The test itself, which a report reads; it is not run again.
mutable struct DotTest <: Handle
    pointer::Ptr{Cvoid}
    DotTest(pointer) = owned(new(pointer))
end
destroy(::DotTest, pointer) = ebw_dot_destroy(pointer)

"""
    DotResult

Result of [`dot_test`](@ref). It prints on one line, at the prompt as a table.

  * `verdict::Symbol`: `:pass`, `:fail` or `:inconclusive`; [`passed`](@ref) asks it.
  * `error`: |<Ax, y> - <x, A'y>| relative to its size for independent vectors; `linearity`: how far A is from linear,
    both of the pair of vectors that decides; `bound`: what rounding allows both to be.
  * `pairs`: all of them, a vector of `(verdict, error, linearity, a, b, scale)`, a = <Ax, y>, b = <x, A'y>.
  * `fault::Symbol`: `:none`, or what was seen, such as `:adjoint_non_finite`; `fault_index`: of the element, 0 where
    none can be named.
  * `forward_calls`, `adjoint_calls`, `seconds`, `text::String` (the result in words).

For a file: [`add!`](@ref) to a [`Report`](@ref); until `close` or collection the result keeps what that needs.
Since 0.1.
"""
struct DotResult
    verdict::Symbol
    error::Float64
    linearity::Float64
    bound::Float64
    pairs::Vector{DotPair}
    fault::Symbol
    fault_index::Int64
    forward_calls::Int64
    adjoint_calls::Int64
    seconds::Float64
    text::String
    test::DotTest
end

Base.close(result::DotResult) = close(result.test)

Base.show(io::IO, result::DotResult) = print(io, "DotResult(:", result.verdict, ", ", result.text, ")")

function Base.show(io::IO, ::MIME"text/plain", result::DotResult)
    print(io, "DotResult: ", result.text)
    isempty(result.pairs) && return
    print_table(io, ("pair", "verdict", "error", "linearity", "bound"),
                [(i, p.verdict, p.error, p.linearity, result.bound) for (i, p) in enumerate(result.pairs)])
end

on_forward(x::Ptr{Cvoid}, y::Ptr{Cvoid}, user::Ptr{Cvoid}) =
    asked(c -> given(c.A(taken(c.T, x, c.size_x)), c.T, y, c.size_y), user)

on_adjoint(y::Ptr{Cvoid}, x::Ptr{Cvoid}, user::Ptr{Cvoid}) =
    asked(c -> given(c.At(taken(c.T, y, c.size_y)), c.T, x, c.size_x), user)

on_product_x(a::Ptr{Cvoid}, b::Ptr{Cvoid}, product::Ptr{Cdouble}, user::Ptr{Cvoid}) =
    asked(c -> set_product(c.product_x, a, b, c.T, c.size_x, product), user)

on_product_y(a::Ptr{Cvoid}, b::Ptr{Cvoid}, product::Ptr{Cdouble}, user::Ptr{Cvoid}) =
    asked(c -> set_product(c.product_y, a, b, c.T, c.size_y, product), user)

"""
    dot_test(A, At, size_x, size_y; eltype = Float64, steps = 1, bound_factor = 64, seed = 1, seeds = 3, image = false,
             product_x, product_y, index_offset_x = 0, index_offset_y = 0)

Tests whether `At` is the transpose of `A`, and `A` linear, a [`DotResult`](@ref). Nothing else of Ebbwave is needed.

  * `A(x)`: an array of size `size_y` for an `x` of size `size_x`; `At(y)`: the other way round. Both get arrays that
    belong to them, of `eltype`, `Float32` or `Float64`. Sizes are numbers or tuples.
  * `steps`: operations that `A` applies one after another, such as time steps; `bound_factor`: C of the bound
    C u sqrt(steps). `seed`, `seeds`: of the random vectors; every one must pass. `image`: adds a pair with y = A x'.
  * `product_x(a, b)`, `product_y(a, b)`: inner products in which `At` is the adjoint, for example sums over ranks,
    which then all pass the number of elements before their own as `index_offset_x`, `index_offset_y`.

Throws `EbbWaveError`: argument (a value out of range); shape; dtype; no memory; and what the functions threw, such as a
`DimensionMismatch` for a result of the wrong size. Threads: any; all are called in the caller's task.
Cost: per seed 3 `A` and 1 `At`, 2 with `image`; 5 arrays of each size. Since 0.1.
Reference: Claerbout 1992, chapter 5.
"""
function dot_test(A, At, size_x, size_y; eltype::Type = Float64, steps::Integer = 1, bound_factor::Real = 64,
                  seed::Integer = 1, seeds::Integer = 3, image::Bool = false, product_x = nothing, product_y = nothing,
                  index_offset_x::Integer = 0, index_offset_y::Integer = 0)
    dtype = dtype_of(eltype)
    hook = Hook((A = A, At = At, product_x = product_x, product_y = product_y, T = eltype, size_x = Tuple(size_x),
                 size_y = Tuple(size_y)))
    GC.@preserve hook begin
        user = hook_pointer(hook)
        forward = @cfunction(on_forward, Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}))
        adjoint = @cfunction(on_adjoint, Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}))
        test = DotTest(create(ebw_dot_create, dtype, prod(size_x), prod(size_y), forward, adjoint, user, C_NULL))
        check(ebw_dot_set_steps(test, steps))
        check(ebw_dot_set_bound_factor(test, bound_factor))
        check(ebw_dot_set_seeds(test, seed, seeds))
        check(ebw_dot_set_image(test, image))
        check(ebw_dot_set_index_offsets(test, index_offset_x, index_offset_y))
        set_products(test, product_x, product_y, user)
        seconds = @elapsed check(ebw_dot_run(test, Ref{Int32}(0)), hook)
        return dot_result(test, seconds)
    end
end

function set_products(test, product_x, product_y, user)
    product_x === nothing && product_y === nothing && return
    x = @cfunction(on_product_x, Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cdouble}, Ptr{Cvoid}))
    y = @cfunction(on_product_y, Int32, (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cdouble}, Ptr{Cvoid}))
    check(ebw_dot_set_inner_products(test, product_x === nothing ? C_NULL : x, product_y === nothing ? C_NULL : y, user,
                                     C_NULL))
end

function pair_of(test, pair)
    verdict, values = Ref{Int32}(0), ntuple(_ -> Ref(0.0), 5)
    check(ebw_dot_get_pair(test, pair, verdict, values[1:2]...))
    check(ebw_dot_get_products(test, pair, values[3:5]...))
    return DotPair((symbol_of(VERDICTS, verdict[]), map(getindex, values)...))
end

# A fault that came before the first pair leaves no numbers.
function dot_result(test, seconds)
    verdict, bound, forward, adjoint = Ref{Int32}(0), Ref(0.0), Ref{Int64}(0), Ref{Int64}(0)
    check(ebw_dot_get_verdict(test, verdict))
    check(ebw_dot_get_bound(test, bound))
    check(ebw_dot_get_calls(test, forward, adjoint))
    count = get_number(Int64, ebw_dot_count_pairs, test)
    deciding = count == 0 ? (error = NaN, linearity = NaN) : pair_of(test, EBW_WORST)
    return DotResult(
        symbol_of(VERDICTS, verdict[]), deciding.error, deciding.linearity, bound[],
        [pair_of(test, pair) for pair in 0:count-1], fault_of(ebw_dot_get_fault, test)..., forward[], adjoint[],
        seconds, text_of(ebw_dot_get_text, test), test,
    )
end
