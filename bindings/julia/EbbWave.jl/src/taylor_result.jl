# SPDX-License-Identifier: MIT
# What a Taylor test found, read into values.

const TaylorOrder = NamedTuple{(:order, :half_width, :points),Tuple{Float64,Float64,Int64}}
const TaylorLevel = NamedTuple{(:h, :J_plus, :J_minus, :R0, :R1, :R2, :odd, :even),NTuple{8,Float64}}
const TaylorSymmetry = NamedTuple{(:verdict, :error, :linearity, :bound),Tuple{Symbol,Float64,Float64,Float64}}

# The test itself, which a report reads; it is not run again.
mutable struct TaylorTest <: Handle
    pointer::Ptr{Cvoid}
    TaylorTest(pointer) = owned(new(pointer))
end
destroy(::TaylorTest, pointer) = ebw_taylor_destroy(pointer)

"""
    TaylorDirection

Result of [`taylor_test`](@ref) or [`hessian_test`](@ref) along one direction d.

  * `verdict::Symbol`, `error` (relative to the gradient's size), `resolution` (its uncertainty), `reason` (why it is
    inconclusive, else `""`).
  * `part::String`, `kind::Symbol`: what it moves, `"all"` and `:all` for all elements; see [`Part`](@ref).
  * `ratio`: finite difference / g.d, 1 for a right gradient, `NaN` when not known. `g_dot_d`, `finite_difference`,
    `scale` (what `error` refers to), `noise` (standard deviation), `curvature` (d'Hd, 0 without a Hessian): in the unit
    of J.
  * `orders`: of R0 = J(m + h d) - J (1), R1 = R0 - h g.d (2 for a right gradient), R2 = R1 - h^2/2 d'Hd (3 for a right
    Hessian): three tuples `(order, half_width, points)`, 95 % of a line through `points` steps; `NaN` when not known.
  * `levels`: the steps, a vector of `(h, J_plus, J_minus, R0, R1, R2, odd, even)`, for plots; `dropped`: how many steps
    had no J.
  * `symmetry`: of a Hessian `(verdict, error, linearity, bound)`, otherwise `nothing`.

Since 0.1.
"""
struct TaylorDirection
    verdict::Symbol
    error::Float64
    resolution::Float64
    reason::String
    part::String
    kind::Symbol
    ratio::Float64
    g_dot_d::Float64
    finite_difference::Float64
    scale::Float64
    noise::Float64
    curvature::Float64
    orders::NTuple{3,TaylorOrder}
    levels::Vector{TaylorLevel}
    dropped::Int64
    symmetry::Union{Nothing,TaylorSymmetry}
end

"""
    TaylorResult

Result of [`taylor_test`](@ref) and [`hessian_test`](@ref). It prints on one line, at the prompt as a table.

  * `verdict::Symbol`: `:pass`, `:fail` or `:inconclusive` (the text tells what would help); [`passed`](@ref) asks it.
  * `error`: error of the directional derivative relative to the gradient's size; `resolution`: its uncertainty;
    `order`: with which J(m + h d) - J - h g.d falls, 2 for a right gradient, `NaN` when not known; `levels`: the steps.
    All of the direction that decides.
  * `directions`: all of them, a vector of [`TaylorDirection`](@ref); those of all elements first, then the parts'.
  * `diagnosis::String`: what is likely wrong with a gradient that fails, `""` when there is nothing to say.
  * `fault::Symbol`: `:none`, or what was seen, such as `:gradient_non_finite`; `fault_index`: of the element, 0 where
    none can be named.
  * `value` (J at m), `repeatable` (a second evaluation gave the same bits), `restored` (the test left nothing behind).
  * `tolerance`, `evaluations` (of J, or of the gradient), `seconds`, `text::String` (the result in words).

What the random directions prove of the whole gradient: [`certificate`](@ref). For a file: [`add!`](@ref) to a
[`Report`](@ref); until `close` or collection the result keeps what that needs. Since 0.1.
"""
struct TaylorResult
    verdict::Symbol
    error::Float64
    resolution::Float64
    order::Float64
    levels::Vector{TaylorLevel}
    directions::Vector{TaylorDirection}
    diagnosis::String
    fault::Symbol
    fault_index::Int64
    value::Float64
    repeatable::Bool
    restored::Bool
    tolerance::Float64
    evaluations::Int64
    seconds::Float64
    text::String
    test::TaylorTest
end

Base.close(result::TaylorResult) = close(result.test)

Base.show(io::IO, result::TaylorResult) = print(io, "TaylorResult(:", result.verdict, ", ", result.text, ")")

function Base.show(io::IO, ::MIME"text/plain", result::TaylorResult)
    print(io, "TaylorResult: ", result.text)
    isempty(result.directions) && return
    print_table(io, ("part", "verdict", "error", "resolution", "ratio", "order of R1"),
                [(d.part, d.verdict, d.error, d.resolution, d.ratio, d.orders[2].order) for d in result.directions])
end

Base.show(io::IO, d::TaylorDirection) =
    print(io, "TaylorDirection(", repr(d.part), ", :", d.verdict, ", error ", brief(d.error), ")")

function order_of(test, direction, remainder)
    order, half_width, points, known = Ref(0.0), Ref(0.0), Ref{Int64}(0), Ref{Int32}(0)
    check(ebw_taylor_get_order(test, direction, remainder, order, points, known))
    known[] == 1 || return TaylorOrder((NaN, NaN, points[]))
    check(ebw_taylor_get_order_interval(test, direction, remainder, half_width))
    return TaylorOrder((order[], half_width[], points[]))
end

function level_of(test, direction, level)
    values = ntuple(_ -> Ref(0.0), 8)
    check(ebw_taylor_get_level(test, direction, level, values[1:5]...))
    check(ebw_taylor_get_remainders(test, direction, level, values[6:8]...))
    return TaylorLevel(map(getindex, values))
end

function symmetry_of(test, direction)
    verdict, values = Ref{Int32}(0), ntuple(_ -> Ref(0.0), 3)
    check(ebw_taylor_get_symmetry(test, direction, verdict, values...))
    return TaylorSymmetry((symbol_of(VERDICTS, verdict[]), map(getindex, values)...))
end

function part_of(test, direction)
    name, kind = Ref{Cstring}(), Ref{Int32}(0)
    check(ebw_taylor_get_part(test, direction, name, kind))
    return unsafe_string(name[]), symbol_of(PART_KINDS, kind[])
end

# with_hessian: beside the gradient, whose remainder R2 exists then; of_hessian: in the gradient's place.
function direction_of(test, direction, with_hessian, of_hessian)
    verdict, known, last_status = Ref{Int32}(0), Ref{Int32}(0), Ref{Int32}(0)
    error, resolution, ratio = Ref(0.0), Ref(0.0), Ref(0.0)
    along, finite, scale, dropped = Ref(0.0), Ref(0.0), Ref(0.0), Ref{Int64}(0)
    check(ebw_taylor_get_direction(test, direction, verdict, error, resolution))
    check(ebw_taylor_get_ratio(test, direction, ratio, known))
    check(ebw_taylor_get_derivative(test, direction, along, finite, scale))
    check(ebw_taylor_get_dropped(test, direction, dropped, last_status))
    count = get_number(Int64, ebw_taylor_count_levels, test, direction)
    R2 = with_hessian ? order_of(test, direction, 2) : TaylorOrder((NaN, NaN, 0))
    return TaylorDirection(
        symbol_of(VERDICTS, verdict[]), error[], resolution[], text_of(ebw_taylor_get_reason, test, direction),
        part_of(test, direction)..., known[] == 1 ? ratio[] : NaN, along[], finite[], scale[],
        get_number(Float64, ebw_taylor_get_noise, test, direction),
        get_number(Float64, ebw_taylor_get_curvature, test, direction),
        (order_of(test, direction, 0), order_of(test, direction, 1), R2),
        [level_of(test, direction, level) for level in 0:count-1],
        dropped[], of_hessian ? symmetry_of(test, direction) : nothing,
    )
end

# A fault that came before the first direction leaves no numbers.
function taylor_result(test, seconds; with_hessian = false, of_hessian = false)
    verdict, repeatable, value, tolerance = Ref{Int32}(0), Ref{Int32}(0), Ref(0.0), Ref(0.0)
    check(ebw_taylor_get_verdict(test, verdict))
    check(ebw_taylor_get_value(test, value, repeatable))
    check(ebw_taylor_get_options(test, C_NULL, C_NULL, tolerance, C_NULL, C_NULL))
    count = get_number(Int64, ebw_taylor_count_directions, test)
    directions = [direction_of(test, k, with_hessian, of_hessian) for k in 0:count-1]
    worst = count == 0 ? nothing : direction_of(test, EBW_WORST, with_hessian, of_hessian)
    deciding = worst === nothing ? (NaN, NaN, NaN, TaylorLevel[]) :
               (worst.error, worst.resolution, worst.orders[2].order, worst.levels)
    return TaylorResult(
        symbol_of(VERDICTS, verdict[]), deciding..., directions, text_of(ebw_taylor_get_diagnosis, test),
        fault_of(ebw_taylor_get_fault, test)..., value[], repeatable[] == 1,
        get_number(Int32, ebw_taylor_get_restored, test) == 1, tolerance[],
        get_number(Int64, ebw_taylor_get_evaluations, test), seconds, text_of(ebw_taylor_get_text, test), test,
    )
end

"""
    certificate(result; factor = 2)

What the random directions of a [`TaylorResult`](@ref) prove of the whole gradient, parts aside: a named tuple
`(miss_probability, bound)`, or `nothing` when there is no such proof (given directions, a fault, a direction that could
not be measured).

  * `factor`: above 0.8, size of an error in tolerances. `miss_probability`: at most, that one of this size passes all
    directions unseen. `bound`: what the whole gradient's error is not above, relative to its size, with 99 %.

Throws `EbbWaveError`: argument (factor); handle (the result was closed). Threads: any. Cost: constant. Since 0.1.
"""
function certificate(result::TaylorResult; factor::Real = 2)
    missed, bound, known = Ref(0.0), Ref(0.0), Ref{Int32}(0)
    check(ebw_taylor_get_certificate(result.test, factor, missed, bound, known))
    return known[] == 1 ? (miss_probability = missed[], bound = bound[]) : nothing
end
