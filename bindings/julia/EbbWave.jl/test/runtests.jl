# SPDX-License-Identifier: MIT
# All tests of EbbWave.jl; prints TAP. They need the clone and its build, and are run by
# meson test -C build --suite julia, or by hand:
# bindings/julia/julia --project=bindings/julia/EbbWave.jl bindings/julia/EbbWave.jl/test/runtests.jl
using EbbWave
using Test

include("tap.jl")
include("problems.jl")

const package = normpath(joinpath(@__DIR__, ".."))
const root = normpath(joinpath(package, "..", "..", ".."))
const programs = get(ENV, "EBW_TEST_PROGRAMS", joinpath(root, "build", "validation", "languages"))

# Whether f throws an EbbWaveError with this status whose text has these words.
function refuses(f, status, words...)
    try
        f()
    catch exception
        exception isa EbbWaveError || rethrow()
        found = exception.status == status && all(word -> occursin(word, exception.text), words)
        found || println("# got ", sprint(showerror, exception))
        return found
    end
    return false
end

const areas = ("package", "schedule", "kinds", "loop", "storage", "resume", "callbacks", "waves", "arrays", "verify",
               "taylor", "report", "collection", "documents")

for name in areas
    include("test_$name.jl")
end
exit(finish())
