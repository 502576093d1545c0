# SPDX-License-Identifier: MIT
"""Numpy arrays at the border: passed as they are, with their strides, or refused with the remedy."""
import ctypes
import operator

import numpy as np

from . import _lowlevel as low
from .errors import argument_error

CODES = {np.dtype(np.float32): low.EBW_F32, np.dtype(np.float64): low.EBW_F64}


def dtype_code(dtype, argument="dtype"):
    """EBW_F32 or EBW_F64."""
    try:
        found = np.dtype(dtype)
    except TypeError:
        found = None
    if found in CODES and found.isnative:
        return CODES[found]
    text = f"{argument} is {dtype!r}, need float32 or float64 in the byte order of this machine"
    raise argument_error(f"{text}: convert it with .astype(numpy.float32) or .astype(numpy.float64)", low.EBW_ERR_DTYPE)


def whole(value, argument):
    """The whole number itself; 10e9 is one, 100.7 is refused rather than cut."""
    try:
        return operator.index(value)
    except TypeError:
        pass
    try:
        number = int(value)
        if number == value:
            return number
    except (TypeError, ValueError, OverflowError):
        pass
    raise argument_error(f"{argument} is {value!r}, need a whole number: use int({argument}) to cut it")


def wholes(**values):
    """whole() of each, in their order."""
    return tuple(whole(value, name) for name, value in values.items())


def number(value, argument):
    """A float of a number or of an array with one element."""
    try:
        return float(value.item() if isinstance(value, np.ndarray) and value.size == 1 else value)
    except (TypeError, ValueError):
        raise argument_error(f"{argument} is {value!r}, need a number") from None


def check_array(array, dtype, shape, argument, written=False):
    """The array itself, when it can be passed without a copy; else an error that tells what to do."""
    dtype = np.dtype(dtype)
    if not isinstance(array, np.ndarray):
        text = f"{argument} is a {type(array).__name__}, need a numpy array: use numpy.asarray({argument}, '{dtype}')"
        raise argument_error(text)
    if isinstance(array, np.ma.MaskedArray):
        raise argument_error(f"{argument} is masked, and a mask would be lost: use {argument}.filled(value)")
    if array.dtype != dtype:
        text = f"{argument} has dtype {array.dtype.str}, need {dtype.str}: use {argument}.astype(numpy.{dtype.name})"
        raise argument_error(text, low.EBW_ERR_DTYPE)
    if array.shape != tuple(shape):
        raise argument_error(f"{argument} has shape {array.shape}, need {tuple(shape)}", low.EBW_ERR_SHAPE)
    if not array.flags.aligned or any(stride % dtype.itemsize for stride in array.strides):
        text = f"{argument} lies across element borders (strides {array.strides} bytes): use a copy, {argument}.copy()"
        raise argument_error(text)
    if written and not array.flags.writeable:
        raise argument_error(f"{argument} is read-only, need an array that can be written: use {argument}.copy()")
    return array


def address(array):
    """The address of the first element."""
    return ctypes.c_void_p(array.ctypes.data)


def strides(array):
    """The element strides as int64, for the library."""
    return int64s(stride // array.itemsize for stride in array.strides)


def int64s(values, argument="numbers"):
    values = [whole(value, argument) for value in values]
    return (ctypes.c_int64 * len(values))(*values)


def doubles(values, shape, argument):
    """A dense float64 array of small size, converted when needed: points, wavelets, weights."""
    if isinstance(values, np.ma.MaskedArray):
        raise argument_error(f"{argument} is masked, and a mask would be lost: use {argument}.filled(value)")
    try:
        array = np.asarray(values, dtype=np.float64, order="C")
    except (TypeError, ValueError):
        raise argument_error(f"{argument} is {values!r}, need numbers") from None
    if shape is not None and array.shape != tuple(shape):
        raise argument_error(f"{argument} has shape {array.shape}, need {tuple(shape)}", low.EBW_ERR_SHAPE)
    return array


def cost_array(costs, count=4):
    """So many numbers as doubles for the library, which copies them; None: its default."""
    return None if costs is None else (ctypes.c_double * count)(*doubles(costs, (count,), "costs"))


def viewer(shape, dtype, read_only=False):
    """A function that makes of an address an array there: `view` for callbacks that come at every step."""
    dtype, array = np.dtype(dtype), np.ndarray
    memory = (ctypes.c_char * (int(np.prod(shape, dtype=np.int64)) * dtype.itemsize)).from_address

    def writable(pointer):
        return array(shape, dtype, memory(pointer))

    def protected(pointer):
        made = array(shape, dtype, memory(pointer))
        made.flags.writeable = False
        return made

    return protected if read_only else writable


def view(pointer, shape, dtype, read_only=False):
    """An array over memory of the library, for the time of a callback."""
    return viewer(shape, dtype, read_only)(pointer)
