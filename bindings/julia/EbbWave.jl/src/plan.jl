# SPDX-License-Identifier: MIT
# Plans: what a run will do and hold.

const PLAN_USES = (:work_fields, :slots, :tape_ring, :adjoint_state, :initial_state, :model_copies, :gradient, :traces,
                   :residuals, :wavelets, :scratch, :schedule_tables)

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
  * `disk_slots`, `disk_bytes`: states on disk, and what they take there; `disk_limit`: bytes that they may take,
    `typemax(Int64)` without a bound; `least_disk_bytes`: with which this kind of schedule is possible; `interval`:
    steps from one to the next where they are even, else 0.

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
    disk_slots::Int64
    disk_bytes::Int64
    disk_limit::Int64
    least_disk_bytes::Int64
    interval::Int64
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
        get_number(Int64, ebw_plan_get_disk_slots, handle),
        get_number(Int64, ebw_plan_get_disk_bytes, handle),
        get_number(Int64, ebw_plan_get_number, handle, "disk_limit"),
        get_number(Int64, ebw_plan_get_number, handle, "least_disk_bytes"),
        get_number(Int64, ebw_plan_get_number, handle, "interval"),
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
    plan(steps; kind, state_bytes, tape_bytes = 0, memory = 0, disk = nothing, schedule = nothing, costs = nothing)

Chooses a schedule for any time loop from a budget in bytes, for memory or for memory and a disk: a [`Plan`](@ref),
whose bytes are those of the checkpoints alone. `Schedule(plan)` makes the schedule, `Storage(plan, directory)` the
storage for it.

  * `steps`: 1 to 2^62. `kind`: the propagator's, `:fused` or `:state_only`. `state_bytes`: of a state, at least 1;
    `tape_bytes`: of the tape of one step, 0: it keeps none.
  * `memory`: bound in bytes; 0: half of the machine's. `disk`: bound on the files of states; 0: no disk; `Inf`: no
    bound; `nothing`: no disk, and none of the kinds of schedule that came with it.
  * `schedule`: `:auto` (the cheapest of all), `:store_all`, `:revolve`, `:segment`, `:mixed`, with a disk `:two_level`,
    `:disk`, `:periodic`, `:async`, `:segment_disk`; `nothing`: store_all if it fits, else revolve.
  * `costs`: `(F, FT, A, COPY)`, seconds of an advance (above 0), of one that keeps its tape, of a reverse step, of one
    copy of a state; with `disk` `(F, FT, A, COPY, W, R)`, also of a state to disk and of one from disk
    ([`measure_disk`](@ref)); `nothing`: each forward step 1, all else 0, and no forecast in seconds.

Throws `EbbWaveError`: argument; not found (schedule); budget (the text names the least that works); unsupported (tapes
that the propagator does not keep); overflow; no memory. Threads: any. Cost: milliseconds. Since 0.1.
"""
function plan(steps::Integer; kind::Symbol, state_bytes::Integer, tape_bytes::Integer = 0, memory::Integer = 0,
              disk::Union{Nothing,Real} = nothing, schedule::Union{Nothing,Symbol} = nothing, costs = nothing)
    name = schedule === nothing ? C_NULL : String(schedule)
    sizes = (steps, kind_number(kind), state_bytes, tape_bytes, memory)
    disk === nothing &&
        return Plan(create(ebw_plan_choose, sizes..., name, cost_vector(costs, (:F, :FT, :A, :COPY))))
    bound = disk == Inf ? typemax(Int64) : disk
    prices = cost_vector(costs, (:F, :FT, :A, :COPY, :W, :R))
    return Plan(create(ebw_plan_choose_places, sizes..., bound, name, prices))
end

"""
    Storage(plan[, directory])

The storage in which a [`Plan`](@ref) places checkpoints; `directory` is for the files of one with states on disk.
Throws `EbbWaveError`: argument (no directory); unsupported (a plan that was not chosen by bytes); handle (closed); no
memory; permission, storage (the directory). Threads: any. Cost: constant. Since 0.1.
"""
Storage(plan::Plan, directory::Union{Nothing,AbstractString} = nothing) =
    Storage(create(ebw_plan_create_storage, plan.handle, directory === nothing ? C_NULL : directory), Hook(nothing))

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
