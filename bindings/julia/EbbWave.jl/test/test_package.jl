# SPDX-License-Identifier: MIT
# The package: version, library search, documentation.

# Runs a line of Julia with the package in a process of its own and an environment of its own.
function in_process(line, environment...; threads = 1, project = package)
    command = `$(Base.julia_cmd()) --startup-file=no --project=$project -e $line`
    output = IOBuffer()
    variables = merge(Dict{String,Any}(ENV), Dict("JULIA_NUM_THREADS" => string(threads)), Dict(environment...))
    filter!(pair -> pair.second !== nothing, variables)
    done = run(pipeline(ignorestatus(setenv(command, variables)); stdout = output, stderr = output))
    return success(done), String(take!(output))
end

@testset Claim "package, layer and library have one version" begin
    project = read(joinpath(package, "Project.toml"), String)
    @test occursin("version = \"$(EbbWave.LAYER_VERSION)\"", project)
    @test EbbWave.version() == VersionNumber(EbbWave.LAYER_VERSION)
end

@testset Claim "versioninfo shows the library that EBW_LIBRARY names" begin
    text = sprint(EbbWave.versioninfo)
    @test occursin(EbbWave.library_path[], text)
    ok, text = in_process("using EbbWave; EbbWave.versioninfo()", "EBW_LIBRARY" => EbbWave.library_path[])
    @test ok && occursin("$(EbbWave.library_path[]) (EBW_LIBRARY)", text)
end

@testset Claim "without a registry the package is found by the load path alone" begin
    line = "push!(LOAD_PATH, $(repr(package))); using EbbWave; print(EbbWave.version())"
    ok, text = in_process(line, "JULIA_PROJECT" => nothing; project = mktempdir())
    @test ok && text == EbbWave.LAYER_VERSION
end

@testset Claim "a library that cannot be opened is an error with the remedy" begin
    ok, text = in_process("using EbbWave", "EBW_LIBRARY" => "/nowhere/libebbwave.so")
    @test !ok
    @test occursin("/nowhere/libebbwave.so (EBW_LIBRARY) cannot be opened", text) && occursin("./dev build", text)
end

@testset Claim "without EBW_LIBRARY the build tree comes first, then the system" begin
    built = isfile(joinpath(EbbWave.build_tree, "libebbwave.so.$(EbbWave.LAYER_ABI_VERSION)"))
    line = "try using EbbWave; EbbWave.versioninfo() catch e; showerror(stdout, e) end"
    _, text = in_process(line, "EBW_LIBRARY" => nothing)
    @test occursin(built ? "(build tree)" : "(system)", text)
end

@testset Claim "a library of another binary interface is refused" begin
    ok, text = in_process("using EbbWave", "EBW_LIBRARY" => joinpath(programs, "libother_abi.so"))
    @test !ok && occursin("has the binary interface 99", text) && occursin("one release", text)
end

@testset Claim "every exported name is documented, functions with errors and release" begin
    for name in names(EbbWave)
        name === :EbbWave && continue
        documented = Base.Docs.doc(Base.Docs.Binding(EbbWave, name))
        text = string(documented)
        @test occursin("Since 0.1", text) || (println("# ", name, " lacks its release"); false)
        value = getfield(EbbWave, name)
        value isa Function || value <: EbbWave.Handle || continue
        for part in ("Throws", "Threads:", "Cost:")
            @test occursin(part, text) || (println("# ", name, " lacks ", part); false)
        end
    end
end

@testset Claim "the package depends on nothing that must be registered" begin
    project = read(joinpath(package, "Project.toml"), String)
    dependencies = split(split(project, "[deps]")[2], "[compat]")[1]
    @test [strip(split(line, "=")[1]) for line in split(dependencies, '\n') if occursin("=", line)] == ["Libdl"]
end
