# SPDX-License-Identifier: MIT
"""Propagators: the user's own time loop by callbacks, or the acoustic one of a model and a shot."""

from __future__ import annotations

import ctypes
from ctypes import c_double, c_int64
from typing import TYPE_CHECKING, Any, Callable

import numpy as np

from . import _lowlevel as low
from ._arrays import address, check_array, strides, viewer
from ._handle import Handle, choice
from ._library import call, get, guarded
from .errors import argument_error
from .schedule import ReverseKind
from .storage import layout_of

if TYPE_CHECKING:
    from .model import Model
    from .shot import Shot


def checkpoint_layout(layout, argument):
    """Shape and dtype of a checkpoint: those of an array, or bytes."""
    if isinstance(layout, np.ndarray) and not layout.dtype.hasobject:
        return layout.shape, layout.dtype
    if isinstance(layout, (int, np.integer)) and not isinstance(layout, bool):
        return (int(layout),), np.dtype(np.uint8)
    raise argument_error(f"{argument} is {layout!r}, need an array like the checkpoint, or a number of bytes")


def size_of(layout):
    shape, dtype = layout
    return int(np.prod(shape, dtype=np.int64)) * dtype.itemsize


class Propagator(Handle):
    """The user's own time loop.

    Parameters
    ----------
    loop : object, optional
        Has the methods named below; or give them as keyword arguments.
    state : numpy.ndarray or int
        An array with the shape and dtype of one state, such as the state itself, or a number of bytes. Checkpoints
        come to ``save`` and ``load`` in this form.
    reverse_kind : {'fused', 'state_only'}
        What ``reverse(k)`` needs: with 'fused' it takes step k once more from the state and then its adjoint; with
        'state_only' it needs no forward step.
    tape : numpy.ndarray or int, optional
        The same for the tape of one step; needs the three callbacks of tapes.
    adjoint, record : numpy.ndarray or int, optional
        The same for what save_adjoint and save_record write; each needs its two callbacks.
    start()
        state := the initial state, gradient and adjoint := 0.
    advance(start, stop)
        Takes steps start .. stop - 1.
    turn(n)
        The state is that at n: seed the adjoint. Not called in kind 'fused' without tapes: there ``reverse(n - 1)``
        seeds it.
    reverse(k)
        Takes the adjoint from k + 1 to k and adds to the gradient. The forward state may be left undefined.
    save(k, checkpoint), load(k, checkpoint)
        Write the state at k into an array; read it back from a read-only one. Valid during the call only.
    advance_taped(k), save_tape(k, checkpoint), load_tape(k, checkpoint)
        For schedules with tapes.
    save_adjoint(k, checkpoint), load_adjoint(k, checkpoint)
        For ``Executor.set_directory``: all that reverse leaves outside the state, gradient included.
    save_record(k, checkpoint), load_record(k, checkpoint)
        For the same: what the first k forward steps have left outside the state, if anything.

    Notes
    -----
    Callbacks run on the thread that called ``Executor.run``. An exception in one ends the run, which raises it again
    with its own traceback. What they return is ignored.
    """

    _destroy = "ebw_propagator_destroy"
    PLAIN = ("start", "advance", "turn", "reverse", "save", "load")
    TAPES = ("advance_taped", "save_tape", "load_tape")
    # What is written and read by callbacks that are set together, beside the tape.
    PAIRS = ("adjoint", "record")

    def __init__(
        self,
        loop: Any = None,
        *,
        state: np.ndarray | int,
        reverse_kind: str | ReverseKind = "fused",
        tape: np.ndarray | int | None = None,
        adjoint: np.ndarray | int | None = None,
        record: np.ndarray | int | None = None,
        **functions: Callable[..., Any],
    ) -> None:
        super().__init__()
        pairs = [f"{move}_{what}" for what in self.PAIRS for move in ("save", "load")]
        unknown = set(functions) - {*self.PLAIN, *self.TAPES, *pairs}
        if unknown:
            known = ", ".join((*self.PLAIN, *self.TAPES, *pairs))
            raise argument_error(f"{sorted(unknown)} is no callback, need: {known}")
        layouts = {"state": checkpoint_layout(state, "state")}
        if tape is not None:
            layouts["tape"] = checkpoint_layout(tape, "tape")
        found = {name: functions.get(name, getattr(loop, name, None)) for name in (*self.PLAIN, *self.TAPES)}
        for name, function in found.items():
            if function is not None and not callable(function):
                raise argument_error(f"{name} is {function!r}, need a function")
        absent = [name for name in self.TAPES if not found[name]]
        if tape is not None and absent:
            raise argument_error(f"tape is given, but {absent[0]} is not: give all of {', '.join(self.TAPES)}")
        kind = choice(ReverseKind, reverse_kind, "reverse_kind")
        release, created = low.ebw_release_fn(), ctypes.byref(self._address)
        call("ebw_propagator_create_user", kind, size_of(layouts["state"]), None, release, created)
        # Told as far as it is known: lossy codecs need it, nothing else does.
        layout = layout_of([state]) if isinstance(state, np.ndarray) else None
        if layout is not None:
            call("ebw_propagator_set_state_layout", self._handle, *layout)
        self._callbacks = {
            name: self._callback(name, function, layouts.get("tape" if name in self.TAPES else "state"))
            for name, function in found.items()
            if function is not None and (name in self.PLAIN or tape is not None)
        }
        for name in self.PLAIN:
            if name in self._callbacks:
                call(f"ebw_propagator_set_{name}", self._handle, self._callbacks[name])
        if tape is not None:
            tapes = [self._callbacks[name] for name in self.TAPES]
            call("ebw_propagator_set_tape", self._handle, size_of(layouts["tape"]), *tapes)
        for what, given in (("adjoint", adjoint), ("record", record)):
            if given is not None:
                self._set_pair(what, checkpoint_layout(given, what), loop, functions)

    def _set_pair(self, what, layout, loop, functions):
        """Sets save_<what> and load_<what>."""
        names = [f"{move}_{what}" for move in ("save", "load")]
        for name in names:
            function = functions.get(name, getattr(loop, name, None))
            if not callable(function):
                raise argument_error(f"{what} is given, but {name} is {function!r}, need a function")
            self._callbacks[name] = self._callback(name, function, layout)
        callbacks = [self._callbacks[name] for name in names]
        call(f"ebw_propagator_set_{what}", self._handle, size_of(layout), *callbacks)

    @staticmethod
    def _callback(name, function, layout):
        """The C callback that calls a Python function."""
        moves = {"save": low.ebw_save_fn, "load": low.ebw_load_fn}
        move = name.split("_")[0]
        if move not in moves:
            kind = getattr(low, f"ebw_{name}_fn")

            # By hand for one number: what a call costs here is paid at every step.
            def step(k, _user):
                function(k)

            def steps(*numbers_and_user):
                function(*numbers_and_user[:-1])

            return kind(guarded(step if len(kind._argtypes_) == 2 else steps))

        checkpoint = viewer(*layout, read_only=move == "load")

        def copy(k, pointer, _user):
            function(k, checkpoint(pointer))

        return moves[move](guarded(copy))

    @property
    def state_bytes(self) -> int:
        """Bytes of one state."""
        return get("ebw_propagator_get_state_bytes", c_int64, self._handle)

    @property
    def tape_bytes(self) -> int:
        """Bytes of the tape of one step, 0 when it keeps none."""
        return get("ebw_propagator_get_tape_bytes", c_int64, self._handle)

    @property
    def adjoint_bytes(self) -> int:
        """Bytes of the adjoint state, gradient included; 0 when it cannot be saved."""
        return get("ebw_propagator_get_adjoint_bytes", c_int64, self._handle)

    def _describe(self):
        return f"{self.state_bytes} bytes of state, {self.tape_bytes} of tape"


class AcousticPropagator(Propagator):
    """The propagator of a model and a shot, of kind 'state_only', with tapes, for an executor of one's own.

    Parameters
    ----------
    model : Model
        Boundaries, order and time must not change afterwards; the field may.
    shot : Shot
    """

    def __init__(self, model: Model, shot: Shot) -> None:
        Handle.__init__(self)
        # Kept alive: the model's misfit function is called during runs.
        self._model, self._shot = model, shot
        call("ebw_propagator_create_acoustic", model._handle, shot._handle, ctypes.byref(self._address))

    @property
    def tuning(self) -> str:
        """The time tiles that were found, as ``Model.tuning``."""
        return get("ebw_propagator_get_tuning", ctypes.c_char_p, self._handle)

    def set_tuning(self, tuning: str) -> None:
        """Sets the time tiles from the next run on, as ``Model.set_tuning``."""
        call("ebw_propagator_set_tuning", self._handle, str(tuning).encode())

    def gradient(self, out: np.ndarray | None = None) -> tuple[float, np.ndarray]:
        """Misfit and gradient of the last run.

        Parameters
        ----------
        out : numpy.ndarray, optional
            Of the model's dtype and shape, any strides; absent: a new array.

        Returns
        -------
        misfit : float
        gradient : numpy.ndarray
        """
        model, misfit = self._model, c_double()
        out = np.empty(model.shape, model.dtype) if out is None else out
        check_array(out, model.dtype, model.shape, "out", written=True)
        arguments = (ctypes.byref(misfit), address(out), strides(out))
        call("ebw_propagator_get_gradient", self._handle, *arguments)
        return misfit.value, out
