# SPDX-License-Identifier: MIT
# Plans: what a run will do and hold.

const PLAN_USES = (:work_fields, :slots, :tape_ring, :adjoint_state, :initial_state, :model_copies, :gradient, :traces,
                   :residuals, :wavelets, :scratch)

"""
    Plan

What a run will do and hold, by [`plan`](@ref), told before anything is allocated. A plain value: it never changes, and
there is nothing to close.

  * `steps`, `forward_steps` (taped ones included), `recomputed` (forward steps beyond the first sweep's), `slots`
    (checkpoints held at once).
  * `total_bytes` (all that the library will hold at most), `least_bytes` (the least with which the run is possible; 0
    when not known), `bytes` (a named tuple by use, such as `bytes.slots`).
  * `dt`: seconds, 0 for a propagator of your own. `schedule`: `"store_all"` or `"revolve"`.

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
end

# Reads the library's plan into a value and releases it.
function Plan(pointer::Ptr{Cvoid})
    try
        name = Ref{Cstring}()
        check(ebw_plan_get_schedule(pointer, name))
        return Plan(
            get_number(Int64, ebw_plan_get_steps, pointer),
            get_number(Int64, ebw_plan_get_forward_steps, pointer),
            get_number(Int64, ebw_plan_get_recomputed, pointer),
            get_number(Int64, ebw_plan_get_slots, pointer),
            get_number(Int64, ebw_plan_get_total_bytes, pointer),
            get_number(Int64, ebw_plan_get_least_bytes, pointer),
            get_number(Float64, ebw_plan_get_dt, pointer),
            unsafe_string(name[]),
            get_named(Int64, ebw_plan_get_bytes, pointer, PLAN_USES),
        )
    finally
        ebw_plan_destroy(pointer)
    end
end

Base.close(::Plan) = nothing

function Base.show(io::IO, plan::Plan)
    print(io, "Plan(", plan.schedule, ", ", plan.steps, " steps, ", plan.forward_steps, " forward steps, ", plan.slots,
          " slots, ", plan.total_bytes, " bytes)")
end
