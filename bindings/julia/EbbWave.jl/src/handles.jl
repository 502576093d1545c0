# SPDX-License-Identifier: MIT
# What all handles have in common: closing by hand, by the garbage collector and by do-blocks.

# A handle has a field `pointer`, C_NULL once it is closed, and a method of `destroy`.
abstract type Handle end

const REVERSE_KINDS = (fused = EBW_REVERSE_FUSED, state_only = EBW_REVERSE_STATE_ONLY, unfused = EBW_REVERSE_UNFUSED)

# Destroy takes no lock and calls nothing of ours, so it may run in a finalizer at any time.
owned(handle::Handle) = finalizer(close, handle)

function Base.close(handle::Handle)
    pointer, handle.pointer = handle.pointer, C_NULL
    pointer == C_NULL || destroy(handle, pointer)
    return nothing
end

# Two objects with one pointer would free it twice.
Base.deepcopy_internal(handle::Handle, ::IdDict) =
    refuse(EBW_ERR_UNSUPPORTED, "a ", nameof(typeof(handle)), " cannot be copied; make a new one")
Base.copy(handle::Handle) = deepcopy(handle)

# getfield: types have properties by name, whose lookup would cost more than a call of the library.
pointer_of(handle::Handle) = getfield(handle, :pointer)::Ptr{Cvoid}

Base.isopen(handle::Handle) = pointer_of(handle) != C_NULL

# Makes a handle an argument of ccall, which keeps it alive during the call.
function Base.unsafe_convert(::Type{Ptr{Cvoid}}, handle::Handle)
    isopen(handle) || refuse(EBW_ERR_HANDLE, "this ", nameof(typeof(handle)), " is closed; make a new one")
    return pointer_of(handle)
end

# Creates by function `f` of the library, which takes the place of the new handle last.
function create(f, arguments...)
    pointer = Ref{Ptr{Cvoid}}(C_NULL)
    check(f(arguments..., pointer))
    return pointer[]
end

# Gets one number by function `f` of the library.
function get_number(::Type{T}, f, arguments...) where {T}
    value = Ref{T}(0)
    check(f(arguments..., value))
    return value[]
end

# The named counts of a handle as a named tuple.
get_named(::Type{T}, f, handle, names) where {T} =
    NamedTuple{names}(Tuple(get_number(T, f, handle, String(name)) for name in names))

show_closed(io, handle) = print(io, nameof(typeof(handle)), "(closed)")

function closing(f, handle)
    try
        return f(handle)
    finally
        close(handle)
    end
end
