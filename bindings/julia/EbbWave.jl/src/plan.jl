# SPDX-License-Identifier: MIT
# Plans: what a run will do and hold.

const PLAN_USES = (:work_fields, :slots, :tape_ring, :adjoint_state, :initial_state, :model_copies, :gradient, :traces,
                   :residuals, :wavelets, :scratch)

# The library's plan, which makes schedules.
mutable struct PlanHandle <: Handle
    pointer::Ptr{Cvoid}
    PlanHandle(pointer) = owned(new(pointer))
end
destroy(::PlanHandle, pointer) = ebw_plan_destroy(pointer)

"""
    Plan

What a run will do and hold, by [`plan`](@ref), told before anything is allocated. A value: it never changes. `close`
frees at once what [`Schedule`](@ref) and [`alternatives`](@ref) need, otherwise the garbage collector does.

  * `steps`, `forward_steps` (taped ones included), `recomputed` (forward steps beyond the first sweep's), `slots`
    (checkpoints held at once), `tape_slots` (of tapes alone).
  * `total_bytes` (all that the library will hold at most), `least_bytes` (the least with which the run is possible; 0
    when not known), `bytes` (a named tuple by use, such as `bytes.slots`).
  * `dt`: seconds, 0 for a propagator of your own. `schedule`: its name, such as `"store_all"` or `"revolve"`.
  * `cost`: by which it was chosen, 0 where nothing was. `seconds`: forecast of one shot, 0 without costs in seconds.
    `memory_limit`: bytes that it was made for, 0 where nothing was chosen by memory.

Since 0.1.
"""
struct Plan
    steps::Int64
    forward_steps::Int64
    recomputed::Int64
    slots::Int64
    total_bytes::Int64
    least_bytes::Int64
    dt::Float64
    schedule::String
    bytes::NamedTuple{PLAN_USES,NTuple{length(PLAN_USES),Int64}}
    tape_slots::Int64
    cost::Float64
    seconds::Float64
    memory_limit::Int64
    handle::PlanHandle
end

# Reads the library's plan into a value.
function Plan(pointer::Ptr{Cvoid})
    handle, name = PlanHandle(pointer), Ref{Cstring}()
    check(ebw_plan_get_schedule(handle, name))
    return Plan(
        get_number(Int64, ebw_plan_get_steps, handle),
        get_number(Int64, ebw_plan_get_forward_steps, handle),
        get_number(Int64, ebw_plan_get_recomputed, handle),
        get_number(Int64, ebw_plan_get_slots, handle),
        get_number(Int64, ebw_plan_get_total_bytes, handle),
        get_number(Int64, ebw_plan_get_least_bytes, handle),
        get_number(Float64, ebw_plan_get_dt, handle),
        unsafe_string(name[]),
        get_named(Int64, ebw_plan_get_bytes, handle, PLAN_USES),
        get_number(Int64, ebw_plan_get_tape_slots, handle),
        get_number(Float64, ebw_plan_get_cost, handle),
        get_number(Float64, ebw_plan_get_seconds, handle),
        get_number(Int64, ebw_plan_get_memory_limit, handle),
        handle,
    )
end

Base.close(plan::Plan) = close(plan.handle)

Schedule(plan::Plan) = Schedule(create(ebw_plan_create_schedule, plan.handle))

function Base.show(io::IO, plan::Plan)
    print(io, "Plan(", plan.schedule, ", ", plan.steps, " steps, ", plan.forward_steps, " forward steps, ", plan.slots,
          " slots, ", plan.total_bytes, " bytes)")
end

"""
    plan(steps; kind, state_bytes, tape_bytes = 0, memory = 0, schedule = nothing, costs = nothing)

Chooses a schedule for any time loop from a budget in bytes, with checkpoints in memory: a [`Plan`](@ref), whose bytes
are those of the checkpoints alone. `Schedule(plan)` makes the schedule.

  * `steps`: 1 to 2^62. `kind`: the propagator's, `:fused` or `:state_only`. `state_bytes`: of a state, at least 1;
    `tape_bytes`: of the tape of one step, 0: it keeps none.
  * `memory`: bound in bytes; 0: half of the machine's. `schedule`: `:auto` (the cheapest of all), `:store_all`,
    `:revolve`, `:segment`; `nothing`: store_all if it fits, else revolve.
  * `costs`: `(F, FT, A, COPY)`, seconds of an advance (above 0), of one that keeps its tape, of a reverse step, of one
    copy of a state; `nothing`: each forward step 1, all else 0, and no forecast in seconds.

Throws `EbbWaveError`: argument; not found (schedule); budget (the text names the least that works); unsupported (tapes
that the propagator does not keep); overflow; no memory. Threads: any. Cost: milliseconds. Since 0.1.
"""
function plan(steps::Integer; kind::Symbol, state_bytes::Integer, tape_bytes::Integer = 0, memory::Integer = 0,
              schedule::Union{Nothing,Symbol} = nothing, costs = nothing)
    name = schedule === nothing ? C_NULL : String(schedule)
    prices = cost_vector(costs, (:F, :FT, :A, :COPY))
    return Plan(create(ebw_plan_choose, steps, kind_number(kind), state_bytes, tape_bytes, memory, name, prices))
end

"""
    alternatives(plan)

The plans of other kinds of schedule that stood beside a [`Plan`](@ref) when it was chosen, itself included, the
cheapest first. One that does not fit is given at its least: its `total_bytes` are above its `memory_limit`.
Throws `EbbWaveError`: handle (the plan was closed); no memory. Threads: any. Cost: constant. Since 0.1.
"""
function alternatives(plan::Plan)
    count = get_number(Int64, ebw_plan_count_alternatives, plan.handle)
    return [Plan(create(ebw_plan_get_alternative, plan.handle, index)) for index in 0:count-1]
end
