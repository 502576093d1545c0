# SPDX-License-Identifier: MIT
# Remarks of the library, such as which schedule a call has chosen.

const log_function = Ref{Any}(nothing)

# Nothing may be thrown through C, and the call that made the remark goes on: an exception is shown and dropped.
function on_log(level::Int32, message::Cstring, user::Ptr{Cvoid})
    f = log_function[]
    try
        f === nothing || f(unsafe_string(message))
    catch exception
        @error "the function given to EbbWave.set_log threw" exception = (exception, catch_backtrace())
    end
    return nothing
end

"""
    EbbWave.set_log(f)
    EbbWave.set_log(nothing)

Sets the process's log function. The library says nothing by default, and errors are never logged.

  * `f`: is called with each remark, a `String`, on the thread whose call makes it, such as `println` or
    `text -> @info text`. What it throws is shown and goes no further. `nothing` silences.

Throws: nothing. Threads: any; set it while no other task is inside the library. Cost: constant. Since 0.1.
"""
function set_log(f)
    log_function[] = f
    callback = f === nothing ? C_NULL : @cfunction(on_log, Cvoid, (Int32, Cstring, Ptr{Cvoid}))
    ebw_set_log(callback, C_NULL)
    return nothing
end
