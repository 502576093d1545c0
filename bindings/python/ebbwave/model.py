# SPDX-License-Identifier: MIT
"""A model: grid, medium, boundaries, time axis, and how to run."""

from __future__ import annotations

import ctypes
import enum
import os
from ctypes import c_char_p, c_double, c_int64
from typing import Any, Callable, Sequence

import numpy as np

from . import _lowlevel as low
from ._arrays import address, check_array, cost_array, doubles, dtype_code, int64s, strides, view, whole
from ._handle import Handle, choice
from ._library import call, get, guarded
from .errors import EbbWaveValueError, argument_error
from .progress import Progress, set_progress


class Face(enum.IntEnum):
    """Faces of the grid."""

    ALL = low.EBW_FACE_ALL
    LEFT = low.EBW_FACE_LEFT
    RIGHT = low.EBW_FACE_RIGHT
    FRONT = low.EBW_FACE_FRONT
    BACK = low.EBW_FACE_BACK
    TOP = low.EBW_FACE_TOP
    BOTTOM = low.EBW_FACE_BOTTOM


class Boundary(enum.IntEnum):
    """What happens at a face."""

    CPML = low.EBW_BOUNDARY_CPML
    SPONGE = low.EBW_BOUNDARY_SPONGE
    FREE = low.EBW_BOUNDARY_FREE
    RIGID = low.EBW_BOUNDARY_RIGID
    ZERO = low.EBW_BOUNDARY_ZERO


class Parameter(enum.IntEnum):
    """What a gradient is taken by."""

    VELOCITY = low.EBW_PARAMETER_VELOCITY
    SLOWNESS_SQUARED = low.EBW_PARAMETER_SLOWNESS_SQUARED


class Model(Handle):
    """An acoustic model on a regular grid, 2-D (x, z) or 3-D (x, y, z), z downward.

    Parameters
    ----------
    shape : tuple of int
        Nodes (nx, nz) or (nx, ny, nz).
    spacing : float or tuple of float
        Metres between nodes, one for all axes or one each.
    dtype : numpy.float32 or numpy.float64
        Of the field, the wavefields and the gradient.

    Raises
    ------
    EbbWaveValueError
        A shape, spacing or dtype that is not possible.

    Notes
    -----
    Node (i, k) lies at (i hx, k hz) metres. n steps have n + 1 samples, sample k at time k dt.
    """

    _destroy = "ebw_model_destroy"
    _calls_python = False  # in every run

    def __init__(self, shape: Sequence[int], spacing: float | Sequence[float], dtype: Any = np.float64) -> None:
        super().__init__()
        try:
            self._shape = tuple(whole(count, "count") for count in shape)
        except TypeError:
            raise argument_error(f"shape is {shape!r}, need (nx, nz) or (nx, ny, nz)", low.EBW_ERR_SHAPE) from None
        metres = doubles(spacing, None, "spacing")
        metres = np.full(len(self.shape), metres) if metres.ndim == 0 else metres
        metres = doubles(metres, (len(self.shape),), "spacing")
        self.spacing = tuple(metres.tolist())
        code, self._dtype = dtype_code(dtype), np.dtype(dtype)
        self.n_steps: int | None = None
        self.dt: float | None = None
        self._callbacks: dict[str, Any] = {}
        arguments = (len(self.shape), int64s(self.shape), address(metres), ctypes.byref(self._address))
        call("ebw_model_create", code, *arguments)
        self.set_progress(None)

    # ---- The medium ------------------------------------------------------------------------------------------------

    def _field_arguments(self, array):
        return address(array), dtype_code(self.dtype), array.ndim, int64s(array.shape), strides(array)

    def set_field(self, name: str, array: np.ndarray) -> None:
        """Sets the medium, copied; it replaces whichever field was set.

        Parameters
        ----------
        name : {'velocity', 'slowness_squared'}
            In m/s, or s^2/m^2.
        array : numpy.ndarray
            Of the model's dtype and shape, any strides; finite and above 0.

        Raises
        ------
        EbbWaveValueError
            Another dtype or shape, a value that is not above 0.
        EbbWaveRuntimeError
            A value that is not finite.
        """
        check_array(array, self.dtype, self.shape, "array")
        call("ebw_model_set_field", self._handle, str(name).encode(), *self._field_arguments(array))

    def set_velocity(self, array: np.ndarray) -> None:
        """``set_field('velocity', array)``."""
        self.set_field("velocity", array)

    def field(self, name: str = "velocity", out: np.ndarray | None = None) -> np.ndarray:
        """The field as it was set, in a new array or in ``out``.

        Raises
        ------
        EbbWaveValueError
            Not the field that was set last.
        """
        out = np.empty(self.shape, self.dtype) if out is None else out
        check_array(out, self.dtype, self.shape, "out", written=True)
        call("ebw_model_get_field", self._handle, str(name).encode(), *self._field_arguments(out))
        return out

    # ---- Boundaries, time, and how to run --------------------------------------------------------------------------

    def set_boundary(
        self, face: str | Face, kind: str | Boundary, cells: int = 0, v_ref: float = 0.0, f_ref: float = 0.0
    ) -> None:
        """Sets what happens at a face; every face must be set before a run.

        Parameters
        ----------
        face : {'all', 'left', 'right', 'front', 'back', 'top', 'bottom'}
        kind : {'cpml', 'sponge', 'free', 'rigid', 'zero'}
        cells : int
            Thickness of a cpml or sponge layer outside the grid, at least 5, usually 20; else 0.
        v_ref : float
            m/s, for cpml and sponge.
        f_ref : float
            Hz, for cpml.

        Raises
        ------
        EbbWaveValueError
        """
        face, kind = choice(Face, face, "face"), choice(Boundary, kind, "kind")
        call("ebw_model_set_boundary", self._handle, face, kind, whole(cells, "cells"), float(v_ref), float(f_ref))

    def set_time(self, dt: float, n_steps: int) -> None:
        """Sets the time step in seconds and the number of steps; whether dt is stable is checked by a run."""
        call("ebw_model_set_time", self._handle, float(dt), whole(n_steps, "n_steps"))
        self.dt, self.n_steps = float(dt), whole(n_steps, "n_steps")

    def set_order(self, order: int) -> None:
        """Sets the spatial order: 2, 4, 6, 8 (default), 10 or 12."""
        call("ebw_model_set_order", self._handle, whole(order, "order"))

    def set_parameter(self, parameter: str | Parameter) -> None:
        """Sets what gradients are taken by: 'velocity' (default) or 'slowness_squared'."""
        call("ebw_model_set_parameter", self._handle, choice(Parameter, parameter, "parameter"))

    def set_threads(self, threads: int) -> None:
        """Sets the number of threads, 0 (default) for OpenMP's own limit; the bits are the same for any number."""
        call("ebw_model_set_threads", self._handle, whole(threads, "threads"))

    def set_shots_at_once(self, shots: int) -> None:
        """Sets how many shots run at a time, at most: 1 for one after the other, 0 (default) for several where a grid
        is small for all threads and memory has room. Same bits for any number."""
        call("ebw_model_set_shots_at_once", self._handle, whole(shots, "shots"))

    def set_flush_to_zero(self, on: bool) -> None:
        """Sets whether numbers too small for full precision count as zero inside a run (default True)."""
        call("ebw_model_set_flush_to_zero", self._handle, bool(on))

    def set_slots(self, slots: int) -> None:
        """Forces the schedule revolve with this many slots; 0 (default): chosen by ``memory_bytes``."""
        call("ebw_model_set_slots", self._handle, whole(slots, "slots"))

    def set_schedule(self, schedule: str | None) -> None:
        """Chooses the rule of checkpoints: 'auto' (the cheapest that fits memory and disk), 'store_all', 'revolve',
        'segment', 'mixed', or with states in the directory of ``set_directory`` 'two_level', 'disk', 'periodic',
        'async' or 'segment_disk'; None (default): store_all where it fits, else revolve."""
        call("ebw_model_set_schedule", self._handle, None if schedule is None else str(schedule).encode())

    def set_costs(self, costs: Sequence[float] | None, disk: Sequence[float] | None = None) -> None:
        """Gives the costs that schedules are chosen by and from which a plan forecasts seconds.

        Parameters
        ----------
        costs : four numbers or None
            Seconds of an advance, of one that keeps its tape, of a reverse step, of one copy of a state; None: usual
            ratios of these, and no forecast.
        disk : two numbers or None
            Seconds of a state to disk and of one from disk; None: 25 times a copy in memory.
        """
        pair = cost_array(disk, 2)
        call("ebw_model_set_costs", self._handle, cost_array(costs))
        call("ebw_model_set_disk_costs", self._handle, pair)

    def measure_costs(self) -> np.ndarray:
        """Measures these costs on this machine by some 30 steps, and gives them to the model; with a directory set
        those of the disk too.

        Returns
        -------
        numpy.ndarray
            Four float64, in seconds.
        """
        costs = np.empty(4)
        call("ebw_model_measure_costs", self._handle, address(costs))
        return costs

    def set_directory(
        self,
        directory: str | os.PathLike[str] | None,
        disk_bytes: int = 0,
        seconds: float = 60.0,
        resume: bool = False,
        every_disk_checkpoint: bool = False,
    ) -> None:
        """Sets where ``gradient`` leaves generations, from which it can go on after a kill.

        Parameters
        ----------
        directory : path or None
            A directory of one's own, made when it is missing; None: no generations.
        disk_bytes : int
            Bound on what lies in it beside finished shots; 0: no bound. States on disk may take half of it.
        seconds : float
            Between two generations, which is the work that a kill can lose.
        resume : bool
            Go on from what is there, or begin anew where there is nothing; False: an unfinished run is refused.
        every_disk_checkpoint : bool
            A generation after each state that goes to disk too.
        """
        path = None if directory is None else os.fsencode(directory)
        call("ebw_model_set_generation_seconds", self._handle, float(seconds))
        every = int(bool(every_disk_checkpoint))
        call("ebw_model_set_disk_generations", self._handle, every)
        call("ebw_model_set_resume", self._handle, int(bool(resume)))
        call("ebw_model_set_directory", self._handle, path, whole(disk_bytes, "disk_bytes"))

    def set_misfit(self, function: Callable[[int, np.ndarray, np.ndarray | None], float] | None) -> None:
        """Sets the misfit of one shot; None: the library's least squares.

        Parameters
        ----------
        function : callable or None
            ``function(shot, traces, residual) -> float`` with the position of the shot, its traces (float64,
            [receiver][sample], read only) and an array of the same shape to be filled with dJ/d(traces), or None when
            the misfit alone is wanted. Both arrays are valid during the call only.
        """

        def misfit(shot, n_receivers, n_samples, traces, value, residual, _user):
            shape = (n_receivers, n_samples)
            seen = view(ctypes.addressof(traces.contents), shape, np.float64, read_only=True)
            wanted = view(ctypes.addressof(residual.contents), shape, np.float64) if residual else None
            value[0] = float(function(shot, seen, wanted))

        if function is not None and not callable(function):
            raise argument_error(f"function is {function!r}, need a function (shot, traces, residual)")
        callback = low.ebw_misfit_fn() if function is None else low.ebw_misfit_fn(guarded(misfit))
        call("ebw_model_set_misfit", self._handle, callback, None, low.ebw_release_fn())
        self._callbacks["misfit"] = callback

    def set_progress(self, progress: Progress, every: int = 0) -> None:
        """Sets what is told of progress, as ``Executor.set_progress``; steps count over all shots."""
        set_progress("ebw_model_set_progress", self, progress, every)

    # ---- What it tells ---------------------------------------------------------------------------------------------

    @property
    def n_samples(self) -> int | None:
        """Samples of wavelets and traces, n_steps + 1; None before ``set_time``."""
        return None if self.n_steps is None else self.n_steps + 1

    @property
    def dt_max(self) -> float:
        """Largest stable time step of the present field and order, seconds."""
        return get("ebw_model_get_dt_max", c_double, self._handle)

    @property
    def state_bytes(self) -> int:
        """Bytes of one state."""
        return get("ebw_model_get_state_bytes", c_int64, self._handle)

    def state_fields(self, state: np.ndarray) -> dict[str, np.ndarray]:
        """Views of the fields inside a state.

        Parameters
        ----------
        state : numpy.ndarray
            uint8, shape (state_bytes,): an initial or final state, or a cotangent of one.

        Returns
        -------
        dict of str to numpy.ndarray
            'u', 'u_prev', 'pi_left', ... in logical order, layer cells included.
        """
        check_array(state, np.uint8, (self.state_bytes,), "state")
        fields: dict[str, np.ndarray] = {}
        name, offset = c_char_p(), c_int64()
        shape, stride = int64s(self.shape), int64s(self.shape)
        while True:
            try:
                outputs = (ctypes.byref(name), ctypes.byref(offset), shape, stride)
                call("ebw_model_get_state_field", self._handle, len(fields), *outputs)
            except EbbWaveValueError as end:
                if end.status != low.EBW_ERR_NOT_FOUND:
                    raise
                return fields
            steps = [step * self.dtype.itemsize for step in stride]
            fields[(name.value or b"").decode()] = np.ndarray(tuple(shape), self.dtype, state, offset.value, steps)

    def count(self, name: str) -> int:
        """A count of the last run: steps, forward_steps, reverse_steps, slots, planned_bytes, peak_bytes, threads,
        shots_at_once."""
        return get("ebw_model_get_count", c_int64, self._handle, str(name).encode())

    def seconds(self, name: str) -> float:
        """Wall-clock seconds of the last run: prepare, forward, reverse, total."""
        return get("ebw_model_get_seconds", c_double, self._handle, str(name).encode())

    @property
    def description(self) -> str:
        """The settings of a run in words."""
        return get("ebw_model_get_description", c_char_p, self._handle)

    @property
    def tuning(self) -> str:
        """The time tiles that were found, as one line for ``set_tuning`` of another model, here or elsewhere."""
        return get("ebw_model_get_tuning", c_char_p, self._handle)

    def set_tuning(self, tuning: str) -> None:
        """Sets the time tiles by such a line; '' forgets them. Refuses what was found for another shape, number of
        threads or instruction set. No bit of a result changes."""
        call("ebw_model_set_tuning", self._handle, str(tuning).encode())

    def release_memory(self) -> None:
        """Frees the wavefields and slots that are kept from the last run for the next."""
        call("ebw_model_release_memory", self._handle)

    @property
    def shape(self) -> tuple[int, ...]:
        """Nodes along each axis."""
        return self._shape

    @property
    def dtype(self) -> np.dtype:
        """Of fields, states and gradients: float32 or float64."""
        return self._dtype

    def _describe(self):
        time = "no time axis" if self.dt is None else f"{self.n_steps} steps of {self.dt:g} s"
        return f"{' x '.join(map(str, self.shape))} nodes, {self.dtype}, {time}"


def ricker(f0: float, dt: float, n_samples: int, t0: float | None = None) -> np.ndarray:
    """A Ricker wavelet, (1 - 2q) exp(-q) with q = (pi f0 (k dt - t0))^2.

    Parameters
    ----------
    f0 : float
        Peak frequency, Hz.
    dt : float
        Seconds between samples.
    n_samples : int
        At least 1; a model's is n_steps + 1.
    t0 : float, optional
        Delay, seconds; absent: 1.2 / f0.

    Returns
    -------
    numpy.ndarray
        float64, shape (n_samples,).

    Raises
    ------
    EbbWaveValueError
    """
    if not f0 > 0:
        raise argument_error(f"f0 = {f0!r} Hz, need a number above 0")
    if n_samples < 1:
        raise argument_error(f"n_samples = {n_samples!r}, need at least 1")
    wavelet = np.empty(whole(n_samples, "n_samples"))
    t0 = 1.2 / f0 if t0 is None else t0
    call("ebw_ricker", float(f0), float(t0), float(dt), wavelet.size, address(wavelet))
    return wavelet
