# SPDX-License-Identifier: MIT
"""The main calls: misfit, gradient, forward and adjoint of a model and its shots."""

from __future__ import annotations

import ctypes
from ctypes import c_double, c_void_p
from typing import Sequence, Union

import numpy as np

from ._arrays import address, check_array, strides, whole
from ._library import call
from .errors import argument_error
from .executor import Plan
from .model import Model
from .shot import Shot


Shots = Union[Shot, Sequence[Shot]]


def _handles(model, shots):
    """The first arguments of every main call: model, shots, their number."""
    if not isinstance(model, Model):
        raise argument_error(f"model is {model!r}, need a Model")
    shots = [shots] if isinstance(shots, Shot) else list(shots)
    wrong = [shot for shot in shots if not isinstance(shot, Shot)]
    if wrong:
        raise argument_error(f"shots has {wrong[0]!r}, need Shot objects")
    addresses = [shot._handle.value for shot in shots]
    return model._handle, (c_void_p * len(shots))(*addresses), len(shots)


def _run(function, model, shots, *arguments):
    handles = _handles(model, shots)
    call(function, *handles, *arguments)


def _output(model, out, wanted):
    """Where the gradient goes: the array, its address, its strides."""
    if not wanted:
        if out is not None:
            raise argument_error("out is given, but the gradient by the model is not wanted: leave out one of the two")
        return None, None, None
    if not isinstance(model, Model):
        raise argument_error(f"model is {model!r}, need a Model")
    out = np.empty(model.shape, model.dtype) if out is None else out
    check_array(out, model.dtype, model.shape, "out", written=True)
    return out, address(out), strides(out)


def gradient(
    model: Model, shots: Shots, memory_bytes: int = 0, out: np.ndarray | None = None, wanted: bool = True
) -> tuple[float, np.ndarray | None]:
    """The misfit and its exact gradient by the model, summed over shots, within ``memory_bytes``.

    Parameters
    ----------
    model : Model
        With a field, a boundary on every face and a time axis.
    shots : Shot or sequence of Shot
        Their traces and wavelet gradients are filled.
    memory_bytes : int
        Bound on all that the library holds during the call; 0: half of the machine's memory. Every step is stored if
        that fits, else the schedule is revolve with the most slots that fit.
    out : numpy.ndarray, optional
        Of the model's dtype and shape, any strides; absent: a new array.
    wanted : bool
        False: no gradient by the model and no checkpoints, but wavelet gradients and traces.

    Returns
    -------
    misfit : float
        J = 1/2 sum (weight (d - d_obs))^2, or the sum of the model's misfit function.
    gradient : numpy.ndarray or None
        dJ/d(velocity) per m/s, or by ``Model.set_parameter``, of each cell: no cell volume.

    Raises
    ------
    EbbWaveStateError
        Something is missing; the run was cancelled.
    EbbWaveMemoryError
        The budget is too small: the text names the least that works.
    EbbWaveRuntimeError
        An unstable time step; a field that became infinite.
    BaseException
        What a misfit or progress function raised.

    Notes
    -----
    Same bits for every memory, number of slots and number of threads. Forward steps: see ``gradient_plan``.

    References
    ----------
    Griewank and Walther 2000, Algorithm 799.
    """
    out, place, stride = _output(model, out, wanted)
    value = c_double()
    _run("ebw_gradient", model, shots, whole(memory_bytes, "memory_bytes"), ctypes.byref(value), place, stride)
    return value.value, out


def forward(model: Model, shots: Shots) -> None:
    """Runs the forward sweep of each shot and fills its traces (``Shot.traces``). Errors as ``gradient``."""
    _run("ebw_forward", model, shots)


def misfit(model: Model, shots: Shots) -> float:
    """The misfit alone, for line searches: the same bits as by ``gradient``. Errors as ``gradient``."""
    value = c_double()
    _run("ebw_misfit", model, shots, ctypes.byref(value))
    return value.value


def adjoint(
    model: Model, shots: Shots, memory_bytes: int = 0, out: np.ndarray | None = None, wanted: bool = True
) -> np.ndarray | None:
    """Applies the transpose of the linearised map from model, wavelets and initial state to traces and final state.

    Parameters and errors are those of ``gradient``; what goes back are the shots' adjoint sources and final
    cotangents.

    Returns
    -------
    numpy.ndarray or None
    """
    out, place, stride = _output(model, out, wanted)
    _run("ebw_adjoint", model, shots, whole(memory_bytes, "memory_bytes"), place, stride)
    return out


def gradient_plan(model: Model, shots: Shots, memory_bytes: int = 0) -> Plan:
    """Tells what ``gradient`` with these arguments will do and hold; nothing large is allocated.

    Returns
    -------
    Plan
    """
    plan = Plan()
    call("ebw_gradient_plan", *_handles(model, shots), whole(memory_bytes, "memory_bytes"), ctypes.byref(plan._address))
    return plan
