# SPDX-License-Identifier: MIT
# Reports: what tests found, for people and machines.

const REPORT_FORMATS = (json = EBW_REPORT_JSON, xml = EBW_REPORT_JUNIT, html = EBW_REPORT_HTML)

"""
    Report(title)
    Report(f, title)

Collects what tests found by [`add!`](@ref) and writes it by `write(path, report)`: `path` ends in `.json`, `.xml`
(JUnit, for CI) or `.html` (one file with pictures, which needs nothing else); the file appears whole or not at all.
`report["threads"] = 2` adds a number or text of your own to the check that was added last, before the first check to
the whole report. Properties: `verdict` (`:fail` when any check fails, else `:inconclusive` when any is or there is
none), `pass`, `fail`, `inconclusive` (how many).

Throws `EbbWaveError`: no memory; `write`: argument (another ending, no regular file), not found (no such folder),
permission, no space, storage; handle (closed); busy. Threads: one at a time per handle. Cost: constant; a file is made
in memory first. Since 0.1.

# Example
    Report("my solver") do report
        add!(report, "gradient", "misfit by velocity", taylor_test(f, g, m))
        write("report.html", report)
    end
"""
mutable struct Report <: Handle
    pointer::Ptr{Cvoid}
    Report(title::AbstractString) = owned(new(create(ebw_report_create, title)))
end
Report(f::Function, title) = closing(f, Report(title))

destroy(::Report, pointer) = ebw_report_destroy(pointer)

Base.propertynames(::Report, private::Bool = false) = (:verdict, keys(VERDICTS)...)

function Base.getproperty(report::Report, name::Symbol)
    name === :verdict && return symbol_of(VERDICTS, get_number(Int32, ebw_report_get_verdict, report))
    haskey(VERDICTS, name) && return get_number(Int64, ebw_report_count_checks, report, VERDICTS[name])
    return getfield(report, name)
end

function Base.show(io::IO, report::Report)
    isopen(report) || return show_closed(io, report)
    print(io, "Report(:", report.verdict, ", ", report.pass, " passed, ", report.fail, " failed, ", report.inconclusive,
          " inconclusive)")
end

"""
    add!(report, suite, name, result; seconds)
    add!(report, suite, name, verdict::Symbol, words; seconds = 0)

Adds a check to a [`Report`](@ref).

  * `suite`: the group that it belongs to; `name`: what is claimed. `seconds`: how long it took, at least 0.
  * `result`: a [`TaylorResult`](@ref), [`DotResult`](@ref) or [`MemoryFit`](@ref), with all numbers; `seconds` is the
    test's own unless given, of a fit 0. Or a check of any kind: `verdict` (`:pass`, `:fail`, `:inconclusive`) and
    `words`, one line.

Throws `EbbWaveError`: argument (verdict, seconds); handle (the report or the result is closed); busy; no memory; what
is wrong adds nothing. Threads: one at a time per handle. Cost: a copy. Since 0.1.
"""
function add!(report::Report, suite, name, verdict::Symbol, words; seconds::Real = 0)
    check(ebw_report_add_check(report, suite, name, number_of("verdict", VERDICTS, verdict), words, seconds))
    return report
end

function add!(report::Report, suite, name, result::TaylorResult; seconds::Real = result.seconds)
    check(ebw_report_add_taylor(report, suite, name, result.test, seconds))
    return report
end

function add!(report::Report, suite, name, result::DotResult; seconds::Real = result.seconds)
    check(ebw_report_add_dot(report, suite, name, result.test, seconds))
    return report
end

function add!(report::Report, suite, name, fit::MemoryFit; seconds::Real = 0)
    check(ebw_report_add_memory(report, suite, name, length(fit.slots), fit.slots, fit.peaks, fit.state_bytes,
                                fit.tolerance, seconds))
    return report
end

Base.setindex!(report::Report, value::Real, name) = (check(ebw_report_add_number(report, string(name), value)); report)
Base.setindex!(report::Report, text, name) =
    (check(ebw_report_add_text(report, string(name), string(text))); report)

function Base.write(path::AbstractString, report::Report)
    ending = Symbol(lowercase(lstrip(splitext(path)[2], '.')))
    haskey(REPORT_FORMATS, ending) ||
        refuse(EBW_ERR_ARGUMENT, "path = ", path, " has no known format; let it end in .json, .xml or .html")
    check(ebw_report_write(report, REPORT_FORMATS[ending], path))
    return filesize(path)
end
