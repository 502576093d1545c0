# SPDX-License-Identifier: MIT
# Finds libebbwave, opens it once, and refuses one with another binary interface.

const library_path = Ref("")
const library_origin = Ref("")

# The build folder of the tree that this package lies in.
const build_tree = normpath(joinpath(@__DIR__, "..", "..", "..", "..", "build", "capi"))

function load_library()
    name = "libebbwave.so.$LAYER_ABI_VERSION" # the number of the binary interface is in the file's name
    named = get(ENV, "EBW_LIBRARY", "")
    built = joinpath(build_tree, name)
    path, origin = !isempty(named) ? (named, "EBW_LIBRARY") :
                   isfile(built) ? (built, "build tree") : (name, "system")
    # Without RTLD_DEEPBIND, Julia's default: that would take one half of C++'s exceptions from libgcc and leave the
    # other to the libunwind that Julia has loaded, and the two abort the process.
    library = Libdl.dlopen(path, Libdl.RTLD_LAZY | Libdl.RTLD_LOCAL; throw_error = false)
    if library === nothing
        error("$path ($origin) cannot be opened as a library: set EBW_LIBRARY to the path of libebbwave.so, or build ",
              "it by ./dev build, or install it where the system finds it")
    end
    abi = ccall(Libdl.dlsym(library, :ebw_abi_version), Int32, ())
    abi == LAYER_ABI_VERSION ||
        error("$path ($origin) has the binary interface $abi, this package needs $LAYER_ABI_VERSION: take package and ",
              "library from one release")
    load_functions(library)
    library_path[] = Libdl.dlpath(library)
    library_origin[] = origin
    return nothing
end

"""
    EbbWave.version()

The release of the library, a `VersionNumber`. Throws: nothing. Cost: none. Since 0.1.
"""
version() = VersionNumber(unsafe_string(ebw_version()))

"""
    EbbWave.versioninfo(io = stdout)

Tells which library is used, how it was found (`EBW_LIBRARY`, build tree, system) and how it was built. The environment
variable `EBW_LIBRARY`, a path, comes first in the search and is read when the package is loaded. Throws: nothing.
Since 0.1.
"""
function versioninfo(io::IO = stdout)
    println(io, "Ebbwave ", version(), ", binary interface ", ebw_abi_version())
    println(io, "  library: ", library_path[], " (", library_origin[], ")")
    println(io, "  build: ", unsafe_string(ebw_build_info()))
    println(io, "  Julia: ", VERSION)
end
