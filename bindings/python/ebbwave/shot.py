# SPDX-License-Identifier: MIT
"""A shot: sources with wavelets, receivers, observed data, and what a run leaves."""

from __future__ import annotations

import ctypes
from ctypes import c_int64
from typing import Any, Sequence

import numpy as np

from . import _lowlevel as low
from ._arrays import address, check_array, doubles, strides, whole
from ._handle import Handle
from ._library import call
from .errors import argument_error
from .model import Model


class Shot(Handle):
    """Sources and receivers of one experiment, for models with the grid and number of steps that ``model`` has now.

    Parameters
    ----------
    model : Model
        With its time axis set.

    Raises
    ------
    EbbWaveStateError
        The model has no time axis.
    """

    _destroy = "ebw_shot_destroy"

    def __init__(self, model: Model) -> None:
        super().__init__()
        call("ebw_shot_create", model._handle, ctypes.byref(self._address))
        self._ndim = len(model.shape)

    def _sizes(self):
        sizes = [c_int64(), c_int64(), c_int64()]
        call("ebw_shot_get_sizes", self._handle, *map(ctypes.byref, sizes))
        return [size.value for size in sizes]

    @property
    def n_sources(self) -> int:
        """Number of sources."""
        return self._sizes()[0]

    @property
    def n_receivers(self) -> int:
        """Number of receivers."""
        return self._sizes()[1]

    @property
    def n_samples(self) -> int:
        """Samples of each wavelet and trace, n_steps + 1."""
        return self._sizes()[2]

    # ---- Sources and receivers -------------------------------------------------------------------------------------

    def add_source(self, position: Sequence[float], wavelet: Any) -> None:
        """Adds a source, in 2-D a line source.

        Parameters
        ----------
        position : sequence of float, shape (ndim,)
            Metres, within the grid.
        wavelet : array_like, shape (n_samples,)
            Finite; the last sample acts on nothing.

        Raises
        ------
        EbbWaveValueError
            A position outside, a wavelet of another length.
        EbbWaveRuntimeError
            A sample that is not finite.
        """
        position = doubles(position, (self._ndim,), "position")
        wavelet = doubles(wavelet, (self.n_samples,), "wavelet")
        call("ebw_shot_add_source", self._handle, address(position), address(wavelet), wavelet.size)

    def set_wavelet(self, source: int, wavelet: Any) -> None:
        """Replaces the wavelet of one source, counted from 0. Errors as ``add_source``."""
        wavelet = doubles(wavelet, (self.n_samples,), "wavelet")
        call("ebw_shot_set_wavelet", self._handle, whole(source, "source"), address(wavelet), wavelet.size)

    def add_receivers(self, positions: Any) -> None:
        """Adds receivers; observed data, weights and adjoint sources set before are dropped.

        Parameters
        ----------
        positions : array_like, shape (n, ndim)
            Metres, within the grid.

        Raises
        ------
        EbbWaveValueError
            A position outside: its number is named.
        """
        positions = doubles(positions, None, "positions")
        if positions.ndim != 2 or positions.shape[1] != self._ndim:
            text = f"positions has shape {positions.shape}, need (receivers, {self._ndim})"
            raise argument_error(text, low.EBW_ERR_SHAPE)
        call("ebw_shot_add_receivers", self._handle, len(positions), address(positions))

    # ---- Data ------------------------------------------------------------------------------------------------------

    def _set_data(self, function, data, argument):
        _, receivers, samples = self._sizes()
        check_array(data, np.float64, (receivers, samples), argument)
        call(function, self._handle, address(data), receivers, samples, strides(data))

    def set_observed(self, data: np.ndarray) -> None:
        """Sets the observed data, copied; absent data are zero.

        Parameters
        ----------
        data : numpy.ndarray
            float64, shape (n_receivers, n_samples), any strides, finite.

        Raises
        ------
        EbbWaveValueError
            Another dtype or shape.
        EbbWaveRuntimeError
            A value that is not finite.
        """
        self._set_data("ebw_shot_set_observed", data, "data")

    def set_adjoint_sources(self, data: np.ndarray) -> None:
        """Sets the cotangents of the traces for ``adjoint``; as ``set_observed``."""
        self._set_data("ebw_shot_set_adjoint_sources", data, "data")

    def set_weights(self, weights: Any) -> None:
        """Sets one weight per trace, array_like of shape (n_receivers,); absent weights are 1."""
        weights = doubles(weights, (self.n_receivers,), "weights")
        call("ebw_shot_set_weights", self._handle, address(weights), weights.size)

    # ---- States ----------------------------------------------------------------------------------------------------

    def _set_state(self, function, state, argument):
        if state is None:
            call(function, self._handle, None, 0)
            return
        check_array(state, np.uint8, (getattr(state, "size", 0),), argument)
        if not state.flags.c_contiguous:
            raise argument_error(f"{argument} has gaps between its bytes: use {argument}.copy()")
        call(function, self._handle, address(state), state.size)

    def set_initial_state(self, state: np.ndarray | None) -> None:
        """Sets the state at step 0: uint8, shape (model.state_bytes,), see ``Model.state_fields``; None: zero."""
        self._set_state("ebw_shot_set_initial_state", state, "state")

    def set_final_cotangent(self, cotangent: np.ndarray | None) -> None:
        """Sets the cotangent of the state at step n, as ``set_initial_state``; None: none."""
        self._set_state("ebw_shot_set_final_cotangent", cotangent, "cotangent")

    def set_keep_states(self, keep: bool) -> None:
        """Sets whether runs keep the state at step n and the cotangent of that at step 0 (default False)."""
        call("ebw_shot_set_keep_states", self._handle, bool(keep))

    # ---- What a run left -------------------------------------------------------------------------------------------

    def traces(self, out: np.ndarray | None = None) -> np.ndarray:
        """The traces of the last run.

        Parameters
        ----------
        out : numpy.ndarray, optional
            float64, shape (n_receivers, n_samples), any strides; absent: a new array.

        Returns
        -------
        numpy.ndarray

        Raises
        ------
        EbbWaveStateError
            No run since the points were changed.
        """
        _, receivers, samples = self._sizes()
        out = np.empty((receivers, samples)) if out is None else out
        check_array(out, np.float64, (receivers, samples), "out", written=True)
        call("ebw_shot_get_traces", self._handle, address(out), receivers, samples, strides(out))
        return out

    def wavelet_gradient(self, source: int = 0) -> np.ndarray:
        """dJ/d(wavelet) of one source: float64, shape (n_samples,), the last sample is 0."""
        out = np.empty(self.n_samples)
        call("ebw_shot_get_wavelet_gradient", self._handle, whole(source, "source"), address(out), out.size)
        return out

    def _state(self, function, model):
        out = np.empty(model.state_bytes, np.uint8)
        call(function, self._handle, address(out), out.size)
        return out

    def final_state(self, model: Model) -> np.ndarray:
        """The state at step n of the last run on ``model``: uint8, shape (model.state_bytes,).

        Raises
        ------
        EbbWaveStateError
            ``set_keep_states(True)`` was not said before the run.
        """
        return self._state("ebw_shot_get_final_state", model)

    def initial_cotangent(self, model: Model) -> np.ndarray:
        """The cotangent of the state at step 0 from the last gradient or adjoint, as ``final_state``."""
        return self._state("ebw_shot_get_initial_cotangent", model)

    def _describe(self):
        sources, receivers, samples = self._sizes()
        return f"{sources} sources, {receivers} receivers, {samples} samples"
