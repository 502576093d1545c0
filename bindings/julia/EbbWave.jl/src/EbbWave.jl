# SPDX-License-Identifier: MIT
# Exact gradients of time-stepping simulations in fixed memory: the C library in Julia's habits.
"""
Exact gradients of time-stepping simulations in fixed memory, by the library Ebbwave.

Two ways in:

  * waves: a [`Model`](@ref) and [`Shot`](@ref)s, then [`gradient`](@ref), [`forward!`](@ref), [`misfit`](@ref);
  * a time loop of your own: a [`Propagator`](@ref) of callbacks, a [`Schedule`](@ref) and a [`Storage`](@ref) in an
    [`Executor`](@ref), then [`run!`](@ref).

[`taylor_test`](@ref), [`hessian_test`](@ref) and [`dot_test`](@ref) prove gradients, Hessians and adjoints of any code
right or wrong, [`check_actions`](@ref) any stream of checkpoint actions; a [`Report`](@ref) keeps what they found.

What holds everywhere

  * Arrays have their axes the Julia way round, `v[z, x]` or `v[z, y, x]`, z fastest; they are the library's own layout
    and are not converted. Any `AbstractArray` with strides will do, a view or a transpose too. Positions and spacings
    are in the logical order `(x, z)` or `(x, y, z)`, in metres.
  * What the library refuses is an [`EbbWaveError`](@ref). An exception thrown in a callback ends the call and is thrown
    again from it; where it came from is shown under "caused by".
  * Sources, receivers and shots count from 1. Steps and slots count from 0, as in the papers. The library's own texts
    count everything from 0.
  * `close` frees what a handle holds at once, otherwise the garbage collector does. Every type takes a do-block:
    `Model(arguments...) do model ... end` closes it at the end.
  * Different handles may be used by different tasks at the same time, one handle by one task at a time. Callbacks run
    on the thread and in the task of the call; they must not move to another thread while they run.
  * A task of another thread that wants to collect garbage waits until a running call returns or calls back: with
    several threads give long calls a progress function ([`set_progress!`](@ref)), whose every call lets it in.
"""
module EbbWave

export Action, Checker, EbbWaveError, Executor, Model, Plan, Propagator, Schedule, Shot, Storage
export DotResult, MemoryFit, Part, Report, TaylorDirection, TaylorResult
export actions, next!, reset!, finish!, cost, check_actions, choose_segment
export reserve!, save!, load!, discard!, stats, codec_error, measure_disk
export run!, resume!, set_progress!, plan, alternatives
export gradient, gradient!, forward!, misfit, apply_adjoint!, release_memory!
export set_field!, get_field, set_boundary!, set_time!, dt_max, set_order!, set_parameter!, set_threads!
export set_shots_at_once!, tuning, set_tuning!
export set_flush_to_zero!, set_slots!, set_schedule!, set_costs!, measure_costs!, set_directory!
export set_misfit!, state_length, state_field
export add_source!, set_wavelet!, add_receivers!, set_observed!, set_weights!, set_adjoint_sources!
export set_initial_state!, set_final_cotangent!, keep_states!
export traces, traces!, wavelet_gradient, final_state, initial_cotangent, ricker
export taylor_test, hessian_test, dot_test, certificate, passed, memory_fit, add!

include("lowlevel.jl")
include("library.jl")
include("errors.jl")
include("log.jl")
include("handles.jl")
include("arrays.jl")
include("schedule.jl")
include("checker.jl")
include("storage.jl")
include("plan.jl")
include("model.jl")
include("shot.jl")
include("waves.jl")
include("propagator.jl")
include("executor.jl")
include("verdicts.jl")
include("parts.jl")
include("taylor_result.jl")
include("taylor.jl")
include("dot.jl")
include("memory.jl")
include("report.jl")

__init__() = load_library()

end
