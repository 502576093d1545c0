# SPDX-License-Identifier: MIT
# What the tests of gradients, Hessians and adjoints have in common: verdicts, faults, vectors in and out of callbacks.

const VERDICTS = (pass = EBW_VERDICT_PASS, fail = EBW_VERDICT_FAIL, inconclusive = EBW_VERDICT_INCONCLUSIVE)

const FAULTS = (
    none = EBW_FAULT_NONE,
    point_non_finite = EBW_FAULT_POINT_NON_FINITE,
    value_non_finite = EBW_FAULT_VALUE_NON_FINITE,
    gradient_non_finite = EBW_FAULT_GRADIENT_NON_FINITE,
    input_written = EBW_FAULT_INPUT_WRITTEN,
    state_leak = EBW_FAULT_STATE_LEAK,
    forward_non_finite = EBW_FAULT_FORWARD_NON_FINITE,
    adjoint_non_finite = EBW_FAULT_ADJOINT_NON_FINITE,
    input_changed = EBW_FAULT_INPUT_CHANGED,
    hessian_non_finite = EBW_FAULT_HESSIAN_NON_FINITE,
)

# The fault that was seen and its element, which Julia counts from 1; 0 where none can be named.
function fault_of(f, test)
    fault, index = Ref{Int32}(0), Ref{Int64}(0)
    check(f(test, fault, index))
    return symbol_of(FAULTS, fault[]), index[] + 1
end

function text_of(f, test, arguments...)
    text = Ref{Cstring}()
    check(f(test, arguments..., text))
    return unsafe_string(text[])
end

# A dense array of the test's type and size, or C_NULL for none.
dense(name, ::Nothing, ::Type, sizes) = C_NULL
function dense(name, values::AbstractArray, ::Type{T}, sizes) where {T}
    require_eltype(name, values, T)
    require_size(name, values, sizes)
    return convert(Array{T}, values)
end

# <a, b> of vectors of one size.
set_product(product, a, b, ::Type{T}, sizes, to::Ptr{Cdouble}) where {T} =
    unsafe_store!(to, Float64(product(taken(T, a, sizes), taken(T, b, sizes))))

"""
    passed(result)

Whether a [`TaylorResult`](@ref), [`DotResult`](@ref), [`MemoryFit`](@ref) or [`Report`](@ref) has the verdict `:pass`;
`:inconclusive` is none.
Throws: nothing; of a report `EbbWaveError`: handle (closed). Threads: any. Cost: constant. Since 0.1.
"""
passed(result) = result.verdict === :pass

# Numbers in tables for people; what is not known is a dash.
brief(value::AbstractFloat) = isnan(value) ? "-" : string(round(value; sigdigits = 3))
brief(value) = string(value)

function print_table(io, head, rows)
    table = [[collect(head)]; [map(brief, collect(row)) for row in rows]]
    widths = [maximum(length(row[i]) for row in table) for i in eachindex(head)]
    for row in table
        print(io, "\n  ", rstrip(join(rpad.(row, widths), "  ")))
    end
end
