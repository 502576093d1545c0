# SPDX-License-Identifier: MIT
# A test set per claim, printed in the Test Anything Protocol, so that each counts as one test.
import Test

mutable struct Claim <: Test.AbstractTestSet
    text::String
    checks::Int
    faults::Vector{Any}
    Claim(text) = new(text, 0, [])
end

const claims = Claim[]

Test.record(claim::Claim, result) = (claim.checks += 1; result)
Test.record(claim::Claim, result::Union{Test.Fail,Test.Error}) = (push!(claim.faults, result); result)

# A claim in which nothing was checked would hold whatever the code does.
function Test.finish(claim::Claim)
    push!(claims, claim)
    isempty(claim.faults) && claim.checks == 0 && push!(claim.faults, "nothing was checked")
    for fault in claim.faults, line in split(sprint(print, fault), '\n')
        println("# ", line)
    end
    println(isempty(claim.faults) ? "" : "not ", "ok ", length(claims), " - ", claim.text)
    flush(stdout)
    return claim
end

# The plan, and the exit code.
function finish()
    println("1..", length(claims))
    return any(claim -> !isempty(claim.faults), claims) ? 1 : 0
end
