# SPDX-License-Identifier: MIT
"""Exact gradients of time-stepping simulations in a fixed amount of memory.

In the order in which to read: ``Model``, ``Shot`` and ``gradient`` for wave inversions; ``taylor_test`` and
``dot_test`` for the gradient or adjoint of any code; ``Executor`` with ``Schedule``, ``Storage`` and ``Propagator`` for
a time loop of one's own. Errors are ``EbbWaveError``, which are also ValueError, MemoryError, OSError or RuntimeError.
"""
from ._library import library_path, versioninfo
from ._lowlevel import VERSION as __version__
from .errors import (
    EbbWaveError,
    EbbWaveMemoryError,
    EbbWaveOSError,
    EbbWaveRuntimeError,
    EbbWaveStateError,
    EbbWaveValueError,
)
from .executor import Executor, Plan
from .log import set_log
from .model import Boundary, Face, Model, Parameter, ricker
from .propagator import AcousticPropagator, Propagator
from .schedule import Action, ActionKind, ReverseKind, Schedule, Storage
from .shot import Shot
from .survey import adjoint, forward, gradient, gradient_plan, misfit
from .verify import DotResult, TaylorResult, Verdict, dot_test, taylor_test

__all__ = [
    "AcousticPropagator",
    "Action",
    "ActionKind",
    "Boundary",
    "DotResult",
    "EbbWaveError",
    "EbbWaveMemoryError",
    "EbbWaveOSError",
    "EbbWaveRuntimeError",
    "EbbWaveStateError",
    "EbbWaveValueError",
    "Executor",
    "Face",
    "Model",
    "Parameter",
    "Plan",
    "Propagator",
    "ReverseKind",
    "Schedule",
    "Shot",
    "Storage",
    "TaylorResult",
    "Verdict",
    "__version__",
    "adjoint",
    "dot_test",
    "forward",
    "gradient",
    "gradient_plan",
    "library_path",
    "misfit",
    "ricker",
    "set_log",
    "taylor_test",
    "versioninfo",
]
