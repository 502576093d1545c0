# SPDX-License-Identifier: MIT
# Julia arrays as the library sees them. A Julia array [z, y, x] and a C array [x][y][z] are the same bytes, so only
# the order in which shape and strides are told is turned round.

dtype_of(::Type{Float32}) = EBW_F32
dtype_of(::Type{Float64}) = EBW_F64
dtype_of(::Type{T}) where {T} =
    refuse(EBW_ERR_DTYPE, "element type ", T, ", allowed are Float32 and Float64; convert with Float64.(array)")

logical(sizes) = Int64[reverse(Tuple(sizes))...]

function require_eltype(name, array::AbstractArray, ::Type{T}) where {T}
    eltype(array) === T || refuse(EBW_ERR_DTYPE, name, " has elements of ", eltype(array), ", needed are ", T,
                                  "; convert it with ", T, ".(", name, ")")
end

function require_size(name, array::AbstractArray, wanted::Tuple)
    size(array) == wanted || refuse(EBW_ERR_SHAPE, name, " has size ", size(array), ", needed is ", wanted,
                                    size(array) == reverse(wanted) ? "; pass permutedims($name)" : "")
end

# Calls f(pointer, strides in logical order) of an array that must have memory of its own.
function with_memory(f, name, array::AbstractArray)
    stride, pointer_to = try
        logical(strides(array)), pointer(array)
    catch
        refuse(EBW_ERR_ARGUMENT, name, " of type ", typeof(array), " has no strides in memory; pass collect($name)")
    end
    GC.@preserve array f(Ptr{Cvoid}(pointer_to), stride)
end

# The checks of an array that goes in or out, then the call.
function with_array(f, name, array::AbstractArray, ::Type{T}, wanted::Tuple) where {T}
    require_eltype(name, array, T)
    require_size(name, array, wanted)
    return with_memory(f, name, array)
end

# A small vector that the library copies: any real numbers.
float64_vector(values) = collect(Float64, values)::Vector{Float64}

# An array of the user's own out of what the library gives, so that it may be kept and written.
taken(::Type{T}, from::Ptr{Cvoid}, sizes) where {T} = copy(unsafe_wrap(Array, Ptr{T}(from), sizes))

function given(values, ::Type{T}, to::Ptr{Cvoid}, sizes) where {T}
    size(values) == sizes || throw(DimensionMismatch("the result has size $(size(values)), needed is $sizes"))
    copyto!(unsafe_wrap(Array, Ptr{T}(to), sizes), values)
end
