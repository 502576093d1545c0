# SPDX-License-Identifier: MIT
"""Exact gradients of time-stepping simulations in a fixed amount of memory.

In the order in which to read: ``Model``, ``Shot`` and ``gradient`` for wave inversions; ``taylor_test`` and
``dot_test`` for the gradient or adjoint of any code; ``Executor`` with ``Schedule``, ``Storage`` and ``Propagator`` for
a time loop of one's own. Errors are ``EbbWaveError``, which are also ValueError, MemoryError, OSError or RuntimeError.
"""
from ._library import library_path, versioninfo
from ._lowlevel import VERSION as __version__
from .checker import Checker, check_actions
from .dot import DotResult, dot_test
from .errors import (
    EbbWaveError,
    EbbWaveMemoryError,
    EbbWaveOSError,
    EbbWaveRuntimeError,
    EbbWaveStateError,
    EbbWaveValueError,
)
from .executor import Executor
from .log import set_log
from .memory import Memory, MemoryFit, memory_fit, memory_held, reset_memory_peak
from .model import Boundary, Face, Model, Parameter, ricker
from .plan import Plan
from .propagator import AcousticPropagator, Propagator
from .report import Report, ReportFormat
from .schedule import Action, ActionKind, ReverseKind, Schedule, choose_segment
from .shot import Shot
from .storage import Bank, Storage
from .survey import adjoint, forward, gradient, gradient_plan, misfit
from .taylor import Region, hessian_test, taylor_test
from .taylor_result import TaylorResult
from .verify import Verdict

__all__ = [
    "AcousticPropagator",
    "Action",
    "ActionKind",
    "Bank",
    "Boundary",
    "Checker",
    "DotResult",
    "EbbWaveError",
    "EbbWaveMemoryError",
    "EbbWaveOSError",
    "EbbWaveRuntimeError",
    "EbbWaveStateError",
    "EbbWaveValueError",
    "Executor",
    "Face",
    "Memory",
    "MemoryFit",
    "Model",
    "Parameter",
    "Plan",
    "Propagator",
    "Region",
    "Report",
    "ReportFormat",
    "ReverseKind",
    "Schedule",
    "Shot",
    "Storage",
    "TaylorResult",
    "Verdict",
    "__version__",
    "adjoint",
    "check_actions",
    "choose_segment",
    "dot_test",
    "forward",
    "gradient",
    "gradient_plan",
    "hessian_test",
    "library_path",
    "memory_fit",
    "memory_held",
    "misfit",
    "reset_memory_peak",
    "ricker",
    "set_log",
    "taylor_test",
    "versioninfo",
]
