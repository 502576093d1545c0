# SPDX-License-Identifier: MIT
"""Writes bindings/fortran/ebw_c.f90: module ebw_c with constants, interfaces of callbacks and of functions."""
import re
import textwrap

from .kinds import base, comment_lines, is_const, kind, summary

PATH = "bindings/fortran/ebw_c.f90"
OPENING = """\
! SPDX-License-Identifier: MIT
! The C ABI for Fortran: constants, abstract interfaces of callbacks, one interface per function. Written by
! bindings/generate.py; do not edit.
!
! An optional argument that is absent is NULL. Handles and arrays of unknown element type are c_ptr. A string is
! character(kind=c_char) and ends with c_null_char; one that is returned is a c_ptr. A callback is passed by c_funloc.
! Shapes are those of the headers, where the last axis is fastest: a Fortran array has its axes the other way round.
! The full text of each function stands in its header.
module ebw_c
  use, intrinsic :: iso_c_binding
  implicit none
  public
"""
NUMBER = {"int32_t": "integer(c_int32_t)", "int64_t": "integer(c_int64_t)", "double": "real(c_double)"}
RENAMED = {"function": "callback"}  # a keyword, though not a reserved one


def name_of(argument):
    return RENAMED.get(argument.name, argument.name)


def is_array(argument, comment):
    """A pointer to numbers that are read is an array; one that is written is when its comment shows its shape."""
    return is_const(argument) or re.search(rf"\b{argument.name}\[", comment) is not None


def declaration(argument, comment, interface, optional):
    found, name = kind(argument, interface), name_of(argument)
    if found == "number":
        return f"{NUMBER[base(argument)]}, value :: {name}"
    if found == "numbers":
        intent = "intent(in)" if is_const(argument) else "intent(inout)"
        # A callback's own argument is optional when its comment speaks of NULL.
        may_lack = optional or re.search(rf"\b{argument.name}\[[^:]*:[^;.]*; NULL", comment)
        shape = "(*)" if is_array(argument, comment) else ""
        return f"{NUMBER[base(argument)]}, {intent}{', optional' if may_lack else ''} :: {name}{shape}"
    if found == "text":
        return f"character(kind=c_char), intent(in) :: {name}(*)"
    if found == "handles":
        return f"type(c_ptr), intent(in) :: {name}(*)"
    if found in ("handle_out", "text_out"):
        return f"type(c_ptr), intent(inout) :: {name}"
    return f"type({'c_funptr' if found == 'callback' else 'c_ptr'}), value :: {name}"


def procedure(function, interface, optional):
    """The interface body of a function or of a callback."""
    names = [name_of(a) for a in function.arguments]
    void = function.result == "void"
    word, result = ("subroutine", "") if void else ("function", " result(answer)")
    head = f"    {word} {function.name}({', '.join(names)}) bind(c){result}"
    lines = comment_lines(summary(function.comment), "! ", "    ")
    if len(head) > 120:
        wrapped = textwrap.wrap(", ".join(names), 110, initial_indent=" " * 8, subsequent_indent=" " * 8)
        lines += [f"    {word} {function.name}( &", *(line + " &" for line in wrapped), f"        ) bind(c){result}"]
    else:
        lines.append(head)
    lines.append("      import")
    lines += [f"      {declaration(a, function.comment, interface, optional)}" for a in function.arguments]
    if not void:
        lines.append(f"      {NUMBER.get(function.result, 'type(c_ptr)')} :: answer")
    return lines + [f"    end {word} {function.name}"]


def check_names(interface):
    """Fortran does not tell upper from lower case."""
    names = [x.name.lower() for x in [*interface.constants, *interface.callbacks, *interface.functions]]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(f"names that differ by case alone: {sorted(twice)}")


def write(interface):
    check_names(interface)
    lines = [OPENING.rstrip("\n"), "", "  ! Release and ABI that this layer was written for."]
    lines.append(f'  character(len=*), parameter :: EBW_LAYER_VERSION = "{interface.version}"')
    lines.append(f"  integer(c_int32_t), parameter :: EBW_LAYER_ABI_VERSION = {interface.abi_version}_c_int32_t")
    lines.append("")
    for constant in interface.constants:
        if constant.comment:
            lines += comment_lines(constant.comment, "! ", "  ")
        lines.append(f"  integer(c_int32_t), parameter :: {constant.name} = {constant.value}_c_int32_t")
    lines += ["", "  abstract interface"]
    for callback in interface.callbacks:
        lines += procedure(callback, interface, optional=False)
    lines += ["  end interface", "", "  interface"]
    for function in interface.functions:
        lines += procedure(function, interface, optional=True)
    return "\n".join([*lines, "  end interface", "end module ebw_c"]) + "\n"
