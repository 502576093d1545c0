# SPDX-License-Identifier: MIT
# Parts of a point that get directions of their own in a Taylor test.

const PART_KINDS = (
    all = EBW_PART_ALL,
    block = EBW_PART_BLOCK,
    region = EBW_PART_REGION,
    boundary = EBW_PART_BOUNDARY,
    sources = EBW_PART_SOURCES,
    receivers = EBW_PART_RECEIVERS,
    interface = EBW_PART_INTERFACE,
)

"""
    Part(name, elements; kind = :region)

A part of the array `m` of a [`taylor_test`](@ref): directions of its own move it alone, so that an error that the whole
hides shows, and a diagnosis can say where it is. Parts may overlap.

  * `name`: for results and texts, not empty.
  * `elements`: what indexes `m`: a range or vector of linear indices, `CartesianIndices`, a `Bool` array of the size of
    `m`, or a tuple of one index per axis, such as `(:, 1:3)`. May be empty where other ranks hold some.
  * `kind::Symbol`: `:block` (a parameter), `:region`, `:boundary`, `:sources`, `:receivers`, `:interface` (between
    ranks): only chooses the words of a diagnosis.

In a list of parts `name => elements` stands for a block. Since 0.1.
"""
struct Part
    name::String
    elements::Any
    kind::Symbol
end
Part(name, elements; kind::Symbol = :region) = Part(name, elements, kind)

Base.convert(::Type{Part}, pair::Pair) = Part(pair.first, pair.second, :block)

indices(elements::Tuple, m) = LinearIndices(m)[elements...]
indices(elements, m) = LinearIndices(m)[elements]

function add_part(test, part::Part, m)
    kind = number_of("kind", PART_KINDS, part.kind)
    found = indices(part.elements, m)
    if part.kind === :block && found isa AbstractUnitRange && !isempty(found)
        return check(ebw_taylor_add_block(test, part.name, first(found) - 1, last(found)))
    end
    listed = Int64[i - 1 for i in found]
    check(ebw_taylor_add_region(test, part.name, kind, length(listed), listed))
end

# Parts by the number of each element's block, from 1; elements below 1 are in none.
function block_parts(ids::AbstractArray{<:Integer}, m)
    require_size("blocks", ids, size(m))
    members = [Int64[] for _ in 1:maximum(ids)]
    for (i, block) in enumerate(ids)
        block < 1 || push!(members[block], i)
    end
    return [Part("block $block", listed, :block) for (block, listed) in enumerate(members)]
end
block_parts(::Nothing, m) = Part[]
