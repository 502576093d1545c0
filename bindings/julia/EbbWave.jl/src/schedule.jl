# SPDX-License-Identifier: MIT
# Checkpoint schedules: which steps to advance, save, load and reverse.

const ACTION_KINDS = (
    advance = EBW_ACTION_ADVANCE,
    save = EBW_ACTION_SAVE,
    load = EBW_ACTION_LOAD,
    discard = EBW_ACTION_DISCARD,
    turn = EBW_ACTION_TURN,
    reverse = EBW_ACTION_REVERSE,
    advance_taped = EBW_ACTION_ADVANCE_TAPED,
    save_tape = EBW_ACTION_SAVE_TAPE,
    load_tape = EBW_ACTION_LOAD_TAPE,
)

"""
    Action(kind, from, to, slot)

One action of a [`Schedule`](@ref).

  * `kind::Symbol`: `:advance` (run steps from .. to-1), `:save`, `:load`, `:discard` (state at `from`, in `slot`),
    `:turn` (the state at n is reached), `:reverse` (from, from-1, .. to), `:advance_taped`, `:save_tape`, `:load_tape`.
  * `from`, `to`, `slot`: `Int64`, counted from 0; -1 where the kind does not use them.

Since 0.1.
"""
struct Action
    kind::Symbol
    from::Int64
    to::Int64
    slot::Int64
end

"""
    Schedule(steps; slots = nothing, kind = :fused, tape = true)
    Schedule(f, steps; ...)

A checkpoint schedule: integers only, it knows no time, no bytes and no physics.

  * `steps`: number of steps, 1 to 2^62.
  * `slots`: most states held at once, the initial state's included, at least 1: the schedule with the fewest steps
    repeated. `nothing`: what the reverse of each step needs is kept, and no step is repeated.
  * `kind`: `:fused` (the reverse of a step runs it once more, taping) or `:state_only` (it needs the state alone).
  * `tape`: without `slots`, whether tapes are kept or states (`:state_only` only).

Iterating gives the [`Action`](@ref)s from the first on and reads ahead: begin anew with [`reset!`](@ref) before
[`next!`](@ref). Properties: `steps`, `slots` (most in use at once), `kind`, `advances`, `taped`, `saves`, `loads`.

Throws `EbbWaveError`: argument (steps, slots, kind); unsupported (`:fused` that keeps states); no memory.
Threads: any. Cost: log(steps) evaluations of a binomial number. Since 0.1.
Reference: Griewank & Walther 2000, ACM TOMS 26(1), Algorithm 799.

# Example
    for action in Schedule(10; slots = 3)
        println(action)
    end
"""
mutable struct Schedule <: Handle
    pointer::Ptr{Cvoid}
    function Schedule(steps::Integer; slots::Union{Nothing,Integer} = nothing, kind::Symbol = :fused, tape::Bool = true)
        number = number_of("kind", REVERSE_KINDS, kind)
        pointer = slots === nothing ? create(ebw_schedule_create_store_all, steps, number, tape) :
                  create(ebw_schedule_create_revolve, steps, slots, number)
        return owned(new(pointer))
    end
end
Schedule(f::Function, arguments...; keywords...) = closing(f, Schedule(arguments...; keywords...))

destroy(::Schedule, pointer) = ebw_schedule_destroy(pointer)

const SCHEDULE_COUNTS = (
    steps = ebw_schedule_get_steps,
    slots = ebw_schedule_get_peak_slots,
    advances = ebw_schedule_count_advances,
    taped = ebw_schedule_count_taped,
    saves = ebw_schedule_count_saves,
    loads = ebw_schedule_count_loads,
)

Base.propertynames(::Schedule, private::Bool = false) = (:kind, keys(SCHEDULE_COUNTS)...)

function Base.getproperty(schedule::Schedule, name::Symbol)
    haskey(SCHEDULE_COUNTS, name) && return get_number(Int64, SCHEDULE_COUNTS[name], schedule)
    name === :kind && return symbol_of(REVERSE_KINDS, get_number(Int32, ebw_schedule_get_reverse_kind, schedule))
    return getfield(schedule, name)
end

function Base.show(io::IO, schedule::Schedule)
    isopen(schedule) || return show_closed(io, schedule)
    print(io, "Schedule(", schedule.steps, " steps, ", schedule.slots, " slots, :", schedule.kind, ")")
end

"""
    next!(schedule)

Takes the next [`Action`](@ref) out of the stream; `nothing` when all is done.
Throws `EbbWaveError`: handle (closed); busy. Threads: one at a time per handle. Cost: constant. Since 0.1.
"""
function next!(schedule::Schedule)
    kind, from, to, slot = Ref{Int32}(), Ref{Int64}(), Ref{Int64}(), Ref{Int64}()
    check(ebw_schedule_next(schedule, kind, from, to, slot))
    kind[] == EBW_ACTION_END && return nothing
    return Action(symbol_of(ACTION_KINDS, kind[]), from[], to[], slot[])
end

"""
    reset!(schedule)

Puts the stream back to the first action.
Throws `EbbWaveError`: handle (closed); busy. Threads: one at a time per handle. Cost: constant. Since 0.1.
"""
reset!(schedule::Schedule) = (check(ebw_schedule_reset(schedule)); schedule)

"""
    actions(schedule)

All actions from the first to the last, a `Vector{Action}`; the stream stays where it is.
Throws `EbbWaveError`: overflow, unsupported (too many to count); handle (closed). Threads: any. Cost: that of every
action. Since 0.1.
"""
function actions(schedule::Schedule)
    count = Ref{Int64}(0)
    check(ebw_schedule_export(schedule, C_NULL, 0, count))
    rows = Matrix{Int64}(undef, 4, count[])
    check(ebw_schedule_export(schedule, rows, count[], count))
    return [Action(symbol_of(ACTION_KINDS, row[1]), row[2], row[3], row[4]) for row in eachcol(rows)]
end

Base.IteratorSize(::Type{Schedule}) = Base.SizeUnknown()
Base.eltype(::Type{Schedule}) = Action

# Rows that are fetched in one call, and how many of them have been handed out.
mutable struct Fetched
    rows::Matrix{Int64}
    count::Int64
    used::Int64
end
Fetched() = Fetched(Matrix{Int64}(undef, 4, 256), 0, 0)

function fetch!(fetched::Fetched, schedule::Schedule)
    count = Ref{Int64}(0)
    check(ebw_schedule_next_many(schedule, fetched.rows, size(fetched.rows, 2), count))
    fetched.count, fetched.used = count[], 0
end

function Base.iterate(schedule::Schedule, fetched::Fetched = (reset!(schedule); Fetched()))
    fetched.used == fetched.count && fetch!(fetched, schedule)
    fetched.count == 0 && return nothing
    fetched.used += 1
    rows, i = fetched.rows, fetched.used
    return Action(symbol_of(ACTION_KINDS, rows[1, i]), rows[2, i], rows[3, i], rows[4, i]), fetched
end
