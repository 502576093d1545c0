# SPDX-License-Identifier: MIT
"""Writes bindings/python/ebbwave/_lowlevel.py: constants, callback types and signatures for ctypes."""
import textwrap

from .kinds import base, comment_lines, kind, summary

PATH = "bindings/python/ebbwave/_lowlevel.py"
OPENING = '''# SPDX-License-Identifier: MIT
"""The C ABI for ctypes: constants, callback types and signatures. Written by bindings/generate.py; do not edit.

Pointers to numbers are c_void_p, which takes the address of a numpy array, byref() of a ctypes number, or None.
A callback that is not wanted is an empty object of its type. The full text of each function stands in its header.
"""
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_double, c_int32, c_int64, c_void_p
'''
NUMBER = {"int32_t": "c_int32", "int64_t": "c_int64", "double": "c_double"}
KIND = {
    "text": "c_char_p",
    "text_out": "POINTER(c_char_p)",
    "handle": "c_void_p",
    "handle_out": "POINTER(c_void_p)",
    "handles": "POINTER(c_void_p)",
    "bytes": "c_void_p",
    "numbers": "c_void_p",
}
RESULT = {"void": "None", "const char *": "c_char_p", **NUMBER}


def ctype(argument, interface):
    found = kind(argument, interface)
    if found == "number":
        return NUMBER[base(argument)]
    return base(argument) if found == "callback" else KIND[found]


def indented(text, depth):
    return textwrap.wrap(text, 120, initial_indent=" " * depth, subsequent_indent=" " * depth)


def callback_type(callback, interface):
    # In a callback a pointer to numbers is typed: the callback reads and writes through it.
    pointer = {"numbers": lambda a: f"POINTER({NUMBER[base(a)]})"}
    types = [pointer.get(kind(a, interface), lambda a: ctype(a, interface))(a) for a in callback.arguments]
    arguments = ", ".join([RESULT[callback.result], *types])
    line = f"{callback.name} = CFUNCTYPE({arguments})"
    return [line] if len(line) <= 120 else [f"{callback.name} = CFUNCTYPE(", *indented(arguments, 4), ")"]


def signature(function, interface):
    types = ", ".join(ctype(a, interface) for a in function.arguments)
    line = f'    "{function.name}": ({RESULT[function.result]}, [{types}]),'
    lines = comment_lines(summary(function.comment), "# ", "    ")
    if len(line) <= 120:
        return lines + [line]
    head = [f'    "{function.name}": (', f"        {RESULT[function.result]},", "        ["]
    return lines + head + indented(types, 12) + ["        ],", "    ),"]


def write(interface):
    lines = [OPENING.rstrip("\n"), "", "# Release and ABI that this layer was written for."]
    lines += [f'VERSION = "{interface.version}"', f"ABI_VERSION = {interface.abi_version}", ""]
    for constant in interface.constants:
        if constant.comment:
            lines += comment_lines(constant.comment, "# ")
        lines.append(f"{constant.name} = {constant.value}")
    lines.append("")
    for callback in interface.callbacks:
        lines += comment_lines(summary(callback.comment), "# ") + callback_type(callback, interface)
    lines += ["", "# Name -> type of the result, types of the arguments.", "SIGNATURES = {"]
    for function in interface.functions:
        lines += signature(function, interface)
    lines += ["}", "", "", "def declare(library):", '    """Gives every function of a loaded library its types."""']
    lines += ["    for name, (result, arguments) in SIGNATURES.items():", "        function = getattr(library, name)"]
    lines += ["        function.restype = result", "        function.argtypes = arguments"]
    return "\n".join(lines) + "\n"
