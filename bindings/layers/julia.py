# SPDX-License-Identifier: MIT
"""Writes bindings/julia/EbbWave.jl/src/lowlevel.jl: constants and one thin ccall per function."""
import textwrap

from .kinds import base, comment_lines, kind, summary

PATH = "bindings/julia/EbbWave.jl/src/lowlevel.jl"
OPENING = """\
# SPDX-License-Identifier: MIT
# The C ABI for Julia: constants and one ccall per function. Written by bindings/generate.py; do not edit.
#
# Function pointers are looked up once, by `load_functions`, which `__init__` calls with the library's handle: what is
# compiled carries no address. An array or a Ref is passed where a Ptr stands, C_NULL for NULL. The full text of each
# function stands in its header.
#
# A collection of garbage waits for a thread that is inside a ccall. What would let it go ahead,
# `@ccall gc_safe = true`, is not offered below Julia 1.12, and a region of one's own around the call would have to be
# left in every callback.
import Libdl
"""
NUMBER = {"int32_t": "Int32", "int64_t": "Int64", "double": "Cdouble"}
KIND = {
    "text": "Cstring",
    "text_out": "Ptr{Cstring}",
    "handle": "Ptr{Cvoid}",
    "handle_out": "Ptr{Ptr{Cvoid}}",
    "handles": "Ptr{Ptr{Cvoid}}",
    "bytes": "Ptr{Cvoid}",
    "callback": "Ptr{Cvoid}",
}
RESULT = {"void": "Cvoid", "const char *": "Cstring", **NUMBER}
RENAMED = {"function": "callback", "begin": "first", "end": "last"}  # reserved words


def jtype(argument, interface):
    found = kind(argument, interface)
    if found == "number":
        return NUMBER[base(argument)]
    return f"Ptr{{{NUMBER[base(argument)]}}}" if found == "numbers" else KIND[found]


def tuple_of(types):
    return f"({', '.join(types)}{',' if len(types) == 1 else ''})"


def wrapper(function, interface):
    names = [RENAMED.get(a.name, a.name) for a in function.arguments]
    types = tuple_of([jtype(a, interface) for a in function.arguments])
    head = f"{function.name}({', '.join(names)}) ="
    pieces = [f"ccall(POINTER_{function.name}[]", RESULT[function.result], types, *names]
    lines = comment_lines(summary(function.comment), "# ")
    one = f"{head} {', '.join(pieces)})"
    if len(one) <= 120:
        return lines + [one]
    call = "    " + ", ".join(pieces) + ")"
    if len(call) <= 120:
        return lines + [head, call]
    parts = [f"    {pieces[0]}, {pieces[1]},", f"          {types},", f"          {', '.join(names)})"]
    if len(parts[1]) > 120:
        parts[1:2] = textwrap.wrap(parts[1].strip(), 120, initial_indent=" " * 9, subsequent_indent=" " * 10)
    return lines + [head, *parts]


def callback_lines(callback, interface):
    types = tuple_of([jtype(a, interface) for a in callback.arguments])
    text = f"{callback.name}: @cfunction(f, {RESULT[callback.result]}, {types}). {summary(callback.comment)}"
    return comment_lines(text, "# ")


def write(interface):
    lines = [OPENING.rstrip("\n"), "", "# Release and ABI that this layer was written for."]
    lines.append(f'const LAYER_VERSION = "{interface.version}"')
    lines += [f"const LAYER_ABI_VERSION = Int32({interface.abi_version})", ""]
    for constant in interface.constants:
        if constant.comment:
            lines += comment_lines(constant.comment, "# ")
        lines.append(f"const {constant.name} = Int32({constant.value})")
    lines += ["", "# Callbacks, which are passed as Ptr{Cvoid}:"]
    for callback in interface.callbacks:
        lines += callback_lines(callback, interface)
    lines += ["", *(f"const POINTER_{f.name} = Ref{{Ptr{{Cvoid}}}}(C_NULL)" for f in interface.functions)]
    lines += ["", "# Looks up every function in an opened library; an older library lacks one, which is an error here."]
    lines += ["function load_functions(library)"]
    lines += [f"    POINTER_{f.name}[] = Libdl.dlsym(library, :{f.name})" for f in interface.functions]
    lines += ["    return nothing", "end", ""]
    for function in interface.functions:
        lines += wrapper(function, interface)
    return "\n".join(lines) + "\n"
