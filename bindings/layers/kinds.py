# SPDX-License-Identifier: MIT
"""What an argument of the C ABI is to a binding, told from its C type."""
import re
import textwrap

NUMBERS = ("int32_t", "int64_t", "double")


def kind(argument, interface):
    """One of: number, text, text_out, handle, handle_out, handles, bytes, numbers, callback."""
    base = re.sub(r"\bconst\b|\*", " ", argument.type).strip()
    depth = argument.type.count("*")
    if base in NUMBERS and depth <= 1:
        return ("number", "numbers")[depth]
    if base == "char" and depth in (1, 2):
        return ("text", "text_out")[depth - 1]
    if base == "void" and depth == 1:
        return "bytes"
    if base in interface.opaque and depth == 1:
        return "handle"
    if base in interface.opaque and depth == 2:
        return "handles" if "*const" in argument.type else "handle_out"
    if depth == 0 and any(base == callback.name for callback in interface.callbacks):
        return "callback"
    raise ValueError(f"no binding knows the C type `{argument.type}` of {argument.name}")


def base(argument):
    """The C type without const and pointers."""
    return re.sub(r"\bconst\b|\*", " ", argument.type).strip()


def is_const(argument):
    return argument.type.startswith("const ")


def summary(comment):
    """The first sentence of a comment; the dots of `from .. to` end none."""
    return re.match(r".*?[^. ]\.(?=\s|$)|.*", comment).group(0).strip()


def comment_lines(text, mark, indent="", width=120):
    """A comment of one or more lines."""
    return textwrap.wrap(text, width, initial_indent=indent + mark, subsequent_indent=indent + mark)
