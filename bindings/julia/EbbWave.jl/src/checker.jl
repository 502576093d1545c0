# SPDX-License-Identifier: MIT
# Model checker: proves on integers alone that a stream of actions is legal, the library's or one's own.

"""
    Checker(steps; kind = :fused, slots, disk_slots = 0, tape_slots = 0)
    Checker(f, steps; ...)

Takes a stream of [`Action`](@ref)s one by one with `take!(checker, action)`, and the end with [`finish!`](@ref); what
is not legal is refused with its number, counted from 1, and what is wrong. For a whole list see
[`check_actions`](@ref).

  * `steps`: number of steps, 1 to 2^62, or 0 when only the turn tells it. `kind`: `:fused`, `:state_only` or
    `:unfused`.
  * `slots`, `disk_slots`, `tape_slots`: the most states in memory, states on disk and tapes, at least 0. Slots on disk
    are numbered on from those in memory, those of tapes apart.

Properties, counts of the stream so far: `actions`, `advances`, `taped`, `saves`, `loads`, `peak_slots`, `disk_saves`,
`disk_loads`, `peak_disk_slots`, `tape_saves`, `tape_loads`, `peak_tape_slots`.

Throws `EbbWaveError`: argument (steps, kind, slots); overflow; no memory; `take!`: state (not legal, and again for
every later action); handle (closed); busy. Threads: one at a time per handle. Cost: constant per action. Since 0.1.
"""
mutable struct Checker <: Handle
    pointer::Ptr{Cvoid}
    function Checker(steps::Integer; kind::Symbol = :fused, slots::Integer, disk_slots::Integer = 0,
                     tape_slots::Integer = 0)
        number = number_of("kind", REVERSE_KINDS, kind)
        return owned(new(create(ebw_checker_create, steps, number, slots, disk_slots, tape_slots)))
    end
end
Checker(f::Function, steps; keywords...) = closing(f, Checker(steps; keywords...))

destroy(::Checker, pointer) = ebw_checker_destroy(pointer)

const CHECKER_COUNTS = (:actions, :advances, :taped, :saves, :loads, :peak_slots, :disk_saves, :disk_loads,
                        :peak_disk_slots, :tape_saves, :tape_loads, :peak_tape_slots)

Base.propertynames(::Checker, private::Bool = false) = CHECKER_COUNTS

Base.getproperty(checker::Checker, name::Symbol) =
    name in CHECKER_COUNTS ? get_number(Int64, ebw_checker_get_count, checker, String(name)) : getfield(checker, name)

Base.show(io::IO, checker::Checker) =
    isopen(checker) ? print(io, "Checker(", checker.actions, " actions)") : show_closed(io, checker)

function Base.take!(checker::Checker, action::Action)
    kind = number_of("kind", ACTION_KINDS, action.kind)
    check(ebw_checker_take(checker, kind, action.from, action.to, action.slot))
    return checker
end

finish!(checker::Checker) = (check(ebw_checker_finish(checker)); checker)

"""
    check_actions(actions, steps; kind = :fused, slots, disk_slots = 0, tape_slots = 0)
    check_actions(schedule; slots, disk_slots, tape_slots)

Proves on integers alone that a list of [`Action`](@ref)s, yours or the library's, reverses all steps legally within the
slots; gives its counts, a named tuple as the properties of a [`Checker`](@ref), whose keywords are these. A
[`Schedule`](@ref) is held against its own counts too, its stream stays where it is, and limits not given are its own.

Legal is: forward steps start from the state in work; a save takes a free slot, a load or discard names what its slot
holds; steps are reversed one by one from the last, each from its own state or tape; the turn comes once, at the end of
the forward sweep; at the end no slot is in use.

Throws `EbbWaveError`: state (an action is not legal: its number, counted from 1, and what is wrong; or the end of a
schedule is not known); argument; overflow, unsupported (counts); handle (closed); no memory. Threads: any. Cost: that
of every action. Since 0.1.

# Example
    check_actions([Action(:save, 0, -1, 0), Action(:reverse, 0, 0, -1), Action(:discard, 0, -1, 0)], 1; slots = 1)
"""
function check_actions(actions, steps::Integer; keywords...)
    Checker(steps; keywords...) do checker
        foreach(action -> take!(checker, action), actions)
        return counts(finish!(checker))
    end
end

function check_actions(schedule::Schedule; slots::Integer = -1, disk_slots::Integer = -1, tape_slots::Integer = -1)
    check(ebw_schedule_check(schedule, slots, disk_slots, tape_slots))
    # Legal within the limits: what is left to ask are the counts, for which the peaks set none.
    most = typemax(Int64) ÷ 4
    limits = (slots = min(schedule.memory_slots, most), disk_slots = most, tape_slots = most)
    Checker(schedule.steps; kind = schedule.kind, limits...) do c
        foreach(action -> take!(c, action), actions(schedule))
        return counts(c)
    end
end

counts(checker::Checker) = NamedTuple{CHECKER_COUNTS}(map(name -> getproperty(checker, name), CHECKER_COUNTS))
