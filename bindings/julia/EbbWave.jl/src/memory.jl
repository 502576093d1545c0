# SPDX-License-Identifier: MIT
# How much memory the library holds, and whether it grows with the slots as it should.

"""
    EbbWave.memory()

What all handles of this process hold in fields, states, tapes, traces and other large arrays: a named tuple
`(now, peak)` in bytes, `peak` since the process began or since [`EbbWave.reset_memory_peak`](@ref). Julia's own arrays
and small objects are not in it.
Throws: nothing. Threads: any. Cost: none. Since 0.1.
"""
function memory()
    now, peak = Ref{Int64}(0), Ref{Int64}(0)
    ebw_get_memory(now, peak)
    return (now = now[], peak = peak[])
end

"""
    EbbWave.reset_memory_peak()

Lets the peak of [`EbbWave.memory`](@ref) begin again from what is held now.
Throws: nothing. Threads: any; a peak that another thread makes at the same moment may be lost. Cost: none. Since 0.1.
"""
reset_memory_peak() = ebw_reset_memory_peak()

"""
    MemoryFit

Result of [`memory_fit`](@ref): the line peak = base + slope slots.

  * `verdict::Symbol`: `:pass`, `:fail` or `:inconclusive`; [`passed`](@ref) asks it.
  * `base` (bytes at no slots), `slope` (bytes a slot), `uncertainty` (of the slope, 95 %), `largest_residual`: bytes.
  * `slots`, `peaks`, `state_bytes`, `tolerance`: as given.

Since 0.1.
"""
struct MemoryFit
    verdict::Symbol
    base::Float64
    slope::Float64
    uncertainty::Float64
    largest_residual::Float64
    slots::Vector{Int64}
    peaks::Vector{Int64}
    state_bytes::Int64
    tolerance::Float64
end

Base.show(io::IO, fit::MemoryFit) =
    print(io, "MemoryFit(:", fit.verdict, ", ", brief(fit.slope), " +- ", brief(fit.uncertainty), " bytes a slot, ",
          fit.state_bytes, " expected)")

"""
    memory_fit(slots, peaks, state_bytes; tolerance = 1e-3)

Tells whether memory grows with the slots as it should, a [`MemoryFit`](@ref) by least squares.

  * `slots`, `peaks`: vectors of one length, of at least 2 different numbers of slots, 3 for a `:pass`: peaks in bytes,
    from [`EbbWave.memory`](@ref), massif or the system.
  * `state_bytes`: bytes of a state, at least 1. `tolerance`: largest |slope - state_bytes| / state_bytes, in (0, 1).

Throws `EbbWaveError`: argument (a value out of range, all slots the same); shape; no memory. Threads: any. Cost: one
pass. Since 0.1.

# Example
    memory_fit([5, 10, 20], [5_400, 10_400, 20_400], 1_000)
"""
function memory_fit(slots::AbstractVector, peaks::AbstractVector, state_bytes::Integer; tolerance::Real = 1e-3)
    x, y = collect(Int64, slots), collect(Int64, peaks)
    require_size("peaks", y, size(x))
    verdict, values = Ref{Int32}(0), ntuple(_ -> Ref(0.0), 4)
    check(ebw_memory_fit(length(x), x, y, state_bytes, tolerance, verdict, values...))
    return MemoryFit(symbol_of(VERDICTS, verdict[]), map(getindex, values)..., x, y, state_bytes, tolerance)
end
