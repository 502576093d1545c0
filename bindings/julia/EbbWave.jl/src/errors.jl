# SPDX-License-Identifier: MIT
# Statuses as exceptions, and the way of a user's exception through C: caught in the callback, thrown after the call.

"""
    EbbWaveError(status, text)

What the library refused or could not finish.

  * `status::Int32`: number for ever, such as 31; `showerror` prints its name, such as "budget too small".
  * `text::String`: names the argument, the value, the limit and the remedy.

Since 0.1.
"""
struct EbbWaveError <: Exception
    status::Int32
    text::String
end

status_name(status) = unsafe_string(ebw_status_name(status))

Base.showerror(io::IO, e::EbbWaveError) =
    print(io, "EbbWaveError: ", status_name(e.status), " (", e.status, "): ", e.text)

refuse(status, text...) = throw(EbbWaveError(status, string(text...)))

# A user's function (or a named tuple of them) and the exception it threw, which waits here for the end of the C call
# that no exception may cross. The library's `user` pointer points to a Hook; whatever can make the library call it
# holds the Hook too, so that it is not collected before.
mutable struct Hook
    call::Any
    thrown::Union{Nothing,CapturedException}
end
Hook(call) = Hook(call, nothing)

hook_pointer(hook::Hook) = pointer_from_objref(hook)
hook_of(user::Ptr{Cvoid}) = unsafe_pointer_to_objref(user)::Hook

# The answer of a callback: f's own number, or 1 when it threw.
function guarded(f, hook::Hook)
    try
        return Int32(f())
    catch exception
        hook.thrown = CapturedException(exception, catch_backtrace())
        return Int32(1)
    end
end

# A callback that only has to be called; not after an exception, when the library may still ask for something.
function asked(f, user::Ptr{Cvoid})
    hook = hook_of(user)
    hook.thrown === nothing || return Int32(1)
    return guarded(() -> (f(hook.call); 0), hook)
end

# Throws the exception itself; the captured one below it on the stack has the trace of the place it came from.
function throw_again(captured::CapturedException)
    try
        throw(captured)
    catch
        throw(captured.ex)
    end
end

# Fetches the error text with no place between for another task to come in: the text belongs to the thread.
function check(status::Int32, hooks::Hook...)
    text = status == EBW_OK ? "" : unsafe_string(ebw_last_error())
    for hook in hooks
        captured, hook.thrown = hook.thrown, nothing
        captured === nothing || throw_again(captured)
    end
    status == EBW_OK || throw(EbbWaveError(status, text))
    return nothing
end

# The number that a symbol stands for.
function number_of(name, table::NamedTuple, value::Symbol)
    haskey(table, value) && return table[value]
    refuse(EBW_ERR_ARGUMENT, name, " = :", value, ", allowed are ", join(map(repr, keys(table)), ", "))
end

symbol_of(table::NamedTuple, number) = keys(table)[findfirst(isequal(number), values(table))]
