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
    Schedule(name::Symbol, arguments...; keywords...)
    Schedule(plan)
    Schedule(f, arguments...; ...)

A checkpoint schedule: integers only, it knows no time, no bytes and no physics. The first form:

  * `steps`: number of steps, 1 to 2^62.
  * `slots`: most states held at once, the initial state's included, at least 1: the schedule with the fewest steps
    repeated. `nothing`: what the reverse of each step needs is kept, and no step is repeated.
  * `kind`: `:fused` (the reverse of a step runs it once more, taping), `:state_only` (it needs the state alone) or
    `:unfused` (as `:fused`, with a turn at the state at `steps`; with `slots` only).
  * `tape`: without `slots`, whether tapes are kept or states (`:state_only` only).

That which a [`Plan`](@ref) speaks of, by [`plan`](@ref); unsupported where it has none. The others by name, with `kind`
as above:

  * `Schedule(:store_all, steps; kind = :fused, tape = true)`, `Schedule(:revolve, steps; slots, kind = :fused)`.
  * `Schedule(:online; slots, kind = :unfused)`: the length is not known until [`finish!`](@ref) says it.
  * `Schedule(:two_level, steps; slots, disk_slots, kind = :fused, costs)`: the cheapest for slots in memory and on
    disk.
  * `Schedule(:disk, steps; slots, kind = :fused, costs)`: as many on disk as are of use.
  * `Schedule(:periodic, steps; slots, period = 0, kind = :fused, costs)`: on disk every `period` steps, 0: the
    cheapest.
  * `Schedule(:async, steps; slots, interval = 0, kind = :fused, costs)`: on disk every `interval` steps, written and
    read in the background, 0: the shortest that hides it.
  * `Schedule(:segment, steps; leaf, slots, kind = :fused)`: tapes of `leaf` steps are kept while they run, states stand
    between such leaves; [`choose_segment`](@ref) gives the best of both.
  * `Schedule(:mixed, steps; units, restart_units, tape_units, kind = :fused)`: states and tapes share `units`.

`costs` is `(uf, ub, wd, rd)`, of a forward step, a reverse step, a save to disk and a load from it, in one unit, at
least 0, `uf` above 0; needed where 0 asks for the best. Without: the fewest forward steps, then disk operations. Slots
on disk are numbered on from those in memory.

Iterating gives the [`Action`](@ref)s from the first on and reads ahead: begin anew with [`reset!`](@ref) before
[`next!`](@ref). Properties: `steps`, `slots` (most in use at once), `kind`, `advances`, `taped`, `saves`, `loads`,
`disk_saves`, `disk_loads`, `disk_slots` (most on disk at once), `memory_slots` (the number of the first on disk),
`tape_slots` (of tapes alone), `left_on_disk`. See also [`cost`](@ref), [`check_actions`](@ref).

Throws `EbbWaveError`: argument (name, steps, slots, kind, costs); budget (units); unsupported (`:fused` that keeps
states, `:fused` of unknown length, tables that are too large); overflow; no memory. Threads: any. Cost: log(steps)
evaluations of a binomial number; with a disk a table, milliseconds for 1000 steps. Since 0.1. Reference: Griewank &
Walther 2000, ACM TOMS 26(1), Algorithm 799; Stumm & Walther 2010, SIAM J. Sci. Comput. 32(2) (online); Maddison 2024,
J. Comput. Sci. 82 (mixed); Herrmann & Pallez 2020, ACM TOMS 46(2) (disk); Kukreja et al. 2018, arXiv 1806.01117
(async).

# Example
    for action in Schedule(10; slots = 3)
        println(action)
    end
"""
mutable struct Schedule <: Handle
    pointer::Ptr{Cvoid}
    loops::Int  # that have begun to read it
    Schedule(pointer::Ptr{Cvoid}) = owned(new(pointer, 0))
end
Schedule(name::Symbol, arguments...; keywords...) = Schedule(made(Val(name), map(Int64, arguments)...; keywords...))
Schedule(steps::Integer; slots::Union{Nothing,Integer} = nothing, kind::Symbol = :fused, tape::Bool = true) =
    slots === nothing ? Schedule(:store_all, steps; kind = kind, tape = tape) :
    Schedule(:revolve, steps; slots = slots, kind = kind)
Schedule(f::Function, arguments...; keywords...) = closing(f, Schedule(arguments...; keywords...))

destroy(::Schedule, pointer) = ebw_schedule_destroy(pointer)

# ---- One method per name: the keywords of one kind of schedule ------------------------------------------------------

kind_number(kind) = number_of("kind", REVERSE_KINDS, kind)

function cost_vector(costs, names = (:uf, :ub, :wd, :rd))
    costs === nothing && return C_NULL
    keys(costs) == names || length(costs) == length(names) && !(costs isa NamedTuple) ||
        refuse(EBW_ERR_ARGUMENT, "costs = ", costs, ", needed are ", length(names), " numbers ", names)
    return Float64[costs...]
end

made(::Val{:store_all}, steps::Int64; kind = :fused, tape = true) =
    create(ebw_schedule_create_store_all, steps, kind_number(kind), tape)
made(::Val{:revolve}, steps::Int64; slots, kind = :fused) =
    create(ebw_schedule_create_revolve, steps, slots, kind_number(kind))
made(::Val{:online}; slots, kind = :unfused) = create(ebw_schedule_create_online, slots, kind_number(kind))
made(::Val{:two_level}, steps::Int64; slots, disk_slots, kind = :fused, costs = nothing) =
    create(ebw_schedule_create_two_level, steps, slots, disk_slots, kind_number(kind), cost_vector(costs))
made(::Val{:disk}, steps::Int64; slots, kind = :fused, costs = nothing) =
    create(ebw_schedule_create_disk, steps, slots, kind_number(kind), cost_vector(costs))
made(::Val{:periodic}, steps::Int64; slots, period = 0, kind = :fused, costs = nothing) =
    create(ebw_schedule_create_periodic, steps, slots, period, kind_number(kind), cost_vector(costs))
made(::Val{:async}, steps::Int64; slots, interval = 0, kind = :fused, costs = nothing) =
    create(ebw_schedule_create_async, steps, slots, interval, kind_number(kind), cost_vector(costs))

made(::Val{:segment}, steps::Int64; leaf, slots, kind = :fused) =
    create(ebw_schedule_create_segment, steps, leaf, slots, kind_number(kind))
made(::Val{:mixed}, steps::Int64; units, restart_units, tape_units, kind = :fused) =
    create(ebw_schedule_create_mixed, steps, units, restart_units, tape_units, kind_number(kind))

function made(::Val{name}, arguments...; keywords...) where {name}
    name in SCHEDULE_NAMES || refuse(EBW_ERR_ARGUMENT, "name = ", repr(name), ", allowed are ",
                                     join(map(repr, SCHEDULE_NAMES), ", "))
    refuse(EBW_ERR_ARGUMENT, repr(name), name === :online ? " takes no number of steps" : " needs a number of steps",
           "; see ?Schedule")
end

const SCHEDULE_NAMES = (:store_all, :revolve, :online, :two_level, :disk, :periodic, :async, :segment, :mixed)

# ---- Counts ---------------------------------------------------------------------------------------------------------

const SCHEDULE_COUNTS = (
    steps = ebw_schedule_get_steps,
    slots = ebw_schedule_get_peak_slots,
    advances = ebw_schedule_count_advances,
    taped = ebw_schedule_count_taped,
    saves = ebw_schedule_count_saves,
    loads = ebw_schedule_count_loads,
    disk_saves = ebw_schedule_count_disk_saves,
    disk_loads = ebw_schedule_count_disk_loads,
    disk_slots = ebw_schedule_get_peak_disk_slots,
    memory_slots = ebw_schedule_get_memory_slots,
    tape_slots = ebw_schedule_get_tape_slots,
    left_on_disk = ebw_schedule_count_left_on_disk,
)

Base.propertynames(::Schedule, private::Bool = false) = (:kind, keys(SCHEDULE_COUNTS)...)

function Base.getproperty(schedule::Schedule, name::Symbol)
    haskey(SCHEDULE_COUNTS, name) && return get_number(Int64, SCHEDULE_COUNTS[name], schedule)
    name === :kind && return symbol_of(REVERSE_KINDS, get_number(Int32, ebw_schedule_get_reverse_kind, schedule))
    return getfield(schedule, name)
end

function Base.show(io::IO, schedule::Schedule)
    isopen(schedule) || return show_closed(io, schedule)
    steps, disk = schedule.steps, schedule.disk_slots
    print(io, "Schedule(", steps == 0 ? "unknown" : steps, " steps, ", schedule.slots, " slots",
          disk == 0 ? "" : " and $disk on disk", ", :", schedule.kind, ")")
end

"""
    cost(schedule, costs = nothing)

What a [`Schedule`](@ref) costs: uf forward steps + ub reverse steps + wd saves to disk + rd loads from disk.

  * `costs`: `(uf, ub, wd, rd)` in one unit, such as seconds, as for [`Schedule`](@ref), of a `:segment` one those of
    [`choose_segment`](@ref); `nothing`: those that it was
    made with, without such the number of forward steps.

Throws `EbbWaveError`: argument (costs); overflow; state (an end that is not known); handle (closed). Threads: any.
Cost: that of the counts. Since 0.1.
"""
function cost(schedule::Schedule, costs = nothing)
    names = costs isa NamedTuple && haskey(costs, :FT) ? (:F, :FT, :A, :COPY) : (:uf, :ub, :wd, :rd)
    return get_number(Float64, ebw_schedule_get_cost, schedule, cost_vector(costs, names))
end

"""
    choose_segment(steps, room, state_size, tape_size; costs = nothing)

Chooses `leaf` and `slots` of `Schedule(:segment, steps; ...)` together, a named tuple `(leaf, slots)`: the least cost
of all that fit.

  * `room`: what states and tapes may take together, in any unit, such as bytes; `state_size`, `tape_size`: what one
    takes, in that unit, at least 1.
  * `costs`: `(F, FT, A, COPY)`, of an advance (above 0), of one that keeps its tape, of a reverse step, of one copy of
    a state, in one unit, at least 0; `nothing`: 1, 1, 0, 0.

Throws `EbbWaveError`: argument (steps, sizes, costs); budget (the text names the least room); no memory. Threads: any.
Cost: milliseconds. Since 0.1.
"""
function choose_segment(steps::Integer, room::Integer, state_size::Integer, tape_size::Integer; costs = nothing)
    leaf, slots = Ref{Int64}(0), Ref{Int64}(0)
    prices = cost_vector(costs, (:F, :FT, :A, :COPY))
    check(ebw_schedule_choose_segment(steps, room, state_size, tape_size, prices, leaf, slots))
    return (leaf = leaf[], slots = max(slots[], 1)) # one leaf that takes all steps keeps no state
end

"""
    finish!(schedule, steps)
    finish!(checker)

Says where a loop of unknown length ends, for `Schedule(:online; ...)`: call it from `advance`, when the last step is
taken, or between two [`next!`](@ref); [`reset!`](@ref) and every run forget it. Of a [`Checker`](@ref): says that the
stream has ended.

  * `steps`: the number n of steps, at least 1 and at least where the last `:advance` led.

Throws `EbbWaveError`: argument (steps); state (another end was given already; of a checker: something is left, or an
action was not legal); unsupported (a schedule whose length is known); handle (closed). Threads: any, of a checker one
at a time per handle. Cost: constant. Since 0.1.
"""
finish!(schedule::Schedule, steps::Integer) = (check(ebw_schedule_finish(schedule, steps)); schedule)

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
    loop::Int  # which of the schedule's loops this is
end

function Fetched(schedule::Schedule)
    reset!(schedule)
    schedule.loops += 1
    return Fetched(Matrix{Int64}(undef, 4, 256), 0, 0, schedule.loops)
end

function fetch!(fetched::Fetched, schedule::Schedule)
    fetched.loop == schedule.loops || refuse(EBW_ERR_STATE,
        "the schedule is read by a loop that began later: take its actions by actions(schedule), or make another")
    count = Ref{Int64}(0)
    check(ebw_schedule_next_many(schedule, fetched.rows, size(fetched.rows, 2), count))
    fetched.count, fetched.used = count[], 0
end

function Base.iterate(schedule::Schedule, fetched::Fetched = Fetched(schedule))
    fetched.used == fetched.count && fetch!(fetched, schedule)
    fetched.count == 0 && return nothing
    fetched.used += 1
    rows, i = fetched.rows, fetched.used
    return Action(symbol_of(ACTION_KINDS, rows[1, i]), rows[2, i], rows[3, i], rows[4, i]), fetched
end
