# SPDX-License-Identifier: MIT
"""Storage: where checkpoints lie, in memory, on disk, in both, or wherever the user puts them."""

from __future__ import annotations

import ctypes
import enum
import os
import threading
from ctypes import c_double, c_int32, c_int64
from typing import Any, Sequence

import numpy as np

from . import _lowlevel as low
from ._arrays import CODES, address, int64s, view, whole, wholes
from ._handle import Handle
from ._library import call, get, guarded, guarded_always
from .errors import argument_error


class Bank(enum.IntEnum):
    """Where a user's own storage is asked to put things: each bank has slots of its own."""

    STATE = low.EBW_BANK_STATE
    TAPE = low.EBW_BANK_TAPE


def layout_of(arrays):
    """Element types and extents of arrays for the library, three extents each; None when it does not know such."""
    types, extents = [], []
    for array in arrays:
        if array.dtype not in CODES or not array.dtype.isnative or array.size == 0:
            return None
        types.append(CODES[array.dtype])
        shape = (1, 1, 1, *array.shape)
        extents += [int(np.prod(shape[:-2])), *shape[-2:]]
    return len(types), (c_int32 * len(types))(*types), int64s(extents)


class Storage(Handle):
    """Places for checkpoints. ``Storage()`` is memory; an executor reserves what it needs, so a new one is enough.

    ``Storage.disk`` keeps them in files, ``Storage.tiered`` in memory and files with a thread that writes and reads
    ahead, ``Storage.user`` where functions of your own put them. The bits of a gradient are the same in all, unless a
    lossy codec is asked for.

    Parameters
    ----------
    limit : int
        Most bytes of all slots; 0: no limit.
    codec : {'none', 'zstd', 'bf16', 'fp16', 'int16', 'zfp'}
        How checkpoints are encoded. 'zstd' is lossless; all others change the gradient, see ``codec_error``.
    codec_parameter : float
        Level of zstd, 1 to 22; relative tolerance of zfp.
    checksums : bool
        Has checkpoints in memory summed at each save and compared at each load; files always are.
    """

    _destroy = "ebw_storage_destroy"

    def __init__(
        self, *, limit: int = 0, codec: str = "none", codec_parameter: float = 0.0, checksums: bool = False
    ) -> None:
        super().__init__()
        self._slot_bytes = 0
        self._lock = threading.RLock()  # what is checked here must still hold in the library
        self._callbacks: list[Any] = []
        call("ebw_storage_create_memory", ctypes.byref(self._address))
        if limit:
            call("ebw_storage_set_limit", self._handle, whole(limit, "limit"))
        self._set_coding(codec, codec_parameter, checksums)

    @classmethod
    def _made(cls, name, *arguments, codec="none", codec_parameter=0.0, checksums=False, callbacks=()):
        self = cls.__new__(cls)
        Handle.__init__(self)
        self._slot_bytes, self._callbacks, self._lock = 0, list(callbacks), threading.RLock()
        call(f"ebw_storage_create_{name}", *arguments, ctypes.byref(self._address))
        self._set_coding(codec, codec_parameter, checksums)
        return self

    @classmethod
    def _planned(cls, plan, directory):
        self = cls.__new__(cls)
        Handle.__init__(self)
        self._slot_bytes, self._callbacks, self._lock = 0, [], threading.RLock()
        call("ebw_plan_create_storage", plan, directory, ctypes.byref(self._address))
        return self

    @staticmethod
    def measure_disk(directory: str | os.PathLike[str], slot_bytes: int) -> tuple[float, float]:
        """Measures what a checkpoint costs in a directory: seconds of a save and of a load.

        Parameters
        ----------
        directory : path
            As in ``disk``; nothing is left in it.
        slot_bytes : int
            Bytes of a checkpoint.
        """
        save, load = c_double(), c_double()
        where = (os.fsencode(directory), int(slot_bytes))
        call("ebw_storage_measure_disk", *where, ctypes.byref(save), ctypes.byref(load))
        return save.value, load.value

    def _set_coding(self, codec, parameter, checksums):
        call("ebw_storage_set_codec", self._handle, str(codec).encode(), float(parameter))
        call("ebw_storage_set_checksums", self._handle, bool(checksums))

    @classmethod
    def disk(
        cls, directory: str | os.PathLike[str], *, limit: int = 0, codec: str = "none", codec_parameter: float = 0.0
    ) -> Storage:
        """Files in a directory. Nothing of them is left however the process ends; what is read is checked.

        Parameters
        ----------
        directory : path
            A directory of your own, made when it is missing.
        limit : int
            Most bytes of all files together; 0: no limit.
        codec, codec_parameter
            As in ``Storage``.

        Raises
        ------
        EbbWaveOSError
            The directory cannot be used.
        """
        where = (os.fsencode(directory), whole(limit, "limit"))
        return cls._made("disk", *where, codec=codec, codec_parameter=codec_parameter)

    @classmethod
    def tiered(
        cls,
        directory: str | os.PathLike[str],
        memory_slots: int = 0,
        *,
        limit: int = 0,
        codec: str = "none",
        codec_parameter: float = 0.0,
        checksums: bool = False,
    ) -> Storage:
        """Memory and files, written in the background and read before they are needed.

        Parameters
        ----------
        directory : path
            As in ``disk``.
        memory_slots : int
            Slots below this number lie in memory. A schedule with disk slots says itself which they are.
        limit : int
            Most bytes of all files together; 0: no limit.
        codec, codec_parameter, checksums
            As in ``Storage``.

        Raises
        ------
        EbbWaveOSError
            The directory cannot be used.
        """
        where = (os.fsencode(directory), *wholes(limit=limit, memory_slots=memory_slots))
        return cls._made("tiered", *where, codec=codec, codec_parameter=codec_parameter, checksums=checksums)

    @classmethod
    def user(
        cls, store: Any, *, codec: str = "none", codec_parameter: float = 0.0, checksums: bool = False
    ) -> Storage:
        """Wherever the methods of an object put them, on the thread that runs.

        Parameters
        ----------
        store : object
            ``save(bank, slot, step, data)`` keeps a copy of a read-only uint8 array, which is valid during the call;
            ``load(bank, slot, step, data)`` fills one with the same bytes; ``discard(bank, slot, step)`` forgets them,
            after a failed run too; ``begin(bank, slots, slot_bytes)``, if there is one, is told what is to come. An
            exception ends the run and comes out of it.
        codec, codec_parameter, checksums
            As in ``Storage``.
        """
        functions = {name: getattr(store, name, None) for name in ("begin", "save", "load", "discard")}
        for name, function in functions.items():
            if not callable(function) and (name != "begin" or function is not None):
                raise argument_error(f"store.{name} is {function!r}, need a function: save, load and discard")
        callbacks = _store_callbacks(**functions)
        coding = {"codec": codec, "codec_parameter": codec_parameter, "checksums": checksums}
        return cls._made("user", *callbacks, None, low.ebw_release_fn(), callbacks=callbacks, **coding)

    def set_layout(self, *arrays: np.ndarray) -> None:
        """Tells of which arrays your own checkpoints are made, for lossy codecs; needed without an executor only.

        Parameters
        ----------
        *arrays : numpy.ndarray
            float32 or float64, of the shapes of what lies one after the other in a checkpoint; none: not known.
        """
        found = layout_of(arrays)
        if found is None:
            raise argument_error("arrays need dtype float32 or float64 and at least one element", low.EBW_ERR_DTYPE)
        call("ebw_storage_set_layout", self._handle, *found)

    @property
    def codec_error(self) -> float:
        """Largest error that a lossy codec made since the last reserve or run, relative to the array's largest
        magnitude; 0 without one."""
        return get("ebw_storage_get_codec_error", c_double, self._handle)

    def reserve(self, slots: int, slot_bytes: int) -> None:
        """Makes room for checkpoints of ``slot_bytes`` bytes each; drops what the storage holds.

        Raises
        ------
        EbbWaveValueError, EbbWaveMemoryError
        """
        with self._lock:
            call("ebw_storage_reserve", self._handle, *wholes(slots=slots, slot_bytes=slot_bytes))
            self._slot_bytes = whole(slot_bytes, "slot_bytes")

    def _checked(self, array: np.ndarray, written: bool) -> ctypes.c_void_p:
        if not isinstance(array, np.ndarray):
            raise argument_error(f"array is a {type(array).__name__}, need a numpy array: use numpy.asarray(array)")
        if array.dtype.hasobject:
            text = "array holds Python objects, need numbers: use an array of another dtype"
            raise argument_error(text, low.EBW_ERR_DTYPE)
        if array.nbytes != self._slot_bytes or not array.flags.c_contiguous:
            text = f"array has {array.nbytes} bytes, need {self._slot_bytes} that lie together: use"
            raise argument_error(f"{text} numpy.ascontiguousarray", low.EBW_ERR_SHAPE)
        if written and not array.flags.writeable:
            raise argument_error("array is read-only, need one that can be written: use a copy")
        return address(array)

    def save(self, slot: int, step: int, array: np.ndarray) -> None:
        """Copies an array of ``slot_bytes`` bytes into a free slot.

        Raises
        ------
        EbbWaveValueError
            Slot or step out of range, an array of another size.
        EbbWaveStateError
            Nothing is reserved, or the slot is not free.
        """
        with self._lock:
            call("ebw_storage_save", self._handle, *wholes(slot=slot, step=step), self._checked(array, False))

    def load(self, slot: int, step: int, array: np.ndarray) -> None:
        """Copies a checkpoint into an array of ``slot_bytes`` bytes; the slot keeps it. Errors as ``save``."""
        with self._lock:
            call("ebw_storage_load", self._handle, *wholes(slot=slot, step=step), self._checked(array, True))

    def discard(self, slot: int) -> None:
        """Frees a slot."""
        call("ebw_storage_discard", self._handle, whole(slot, "slot"))

    def stat(self, name: str) -> int:
        """A count by its name: saves, loads, discards, live_slots, peak_slots; bytes, peak_bytes (memory); held_bytes,
        peak_held_bytes (as encoded); raw_bytes, kept_bytes (of all saves, before and after the codec); disk_bytes,
        peak_disk_bytes, disk_saves, disk_loads (files); prefetched."""
        return get("ebw_storage_get_stat", c_int64, self._handle, str(name).encode())

    def _describe(self):
        return f"{self.stat('live_slots')} slots live, {self.stat('bytes')} bytes"


def _store_callbacks(begin, save, load, discard):
    """The C callbacks of a user's store. A discard is called also when another callback has raised already."""

    def begin_body(bank, slots, slot_bytes, _user):
        begin(Bank(bank), slots, slot_bytes)

    def save_body(bank, slot, step, pointer, size, _user):
        save(Bank(bank), slot, step, view(pointer, (size,), np.uint8, read_only=True))

    def load_body(bank, slot, step, pointer, size, _user):
        load(Bank(bank), slot, step, view(pointer, (size,), np.uint8))

    def discard_body(bank, slot, step, _user):
        discard(Bank(bank), slot, step)

    return [
        low.ebw_store_begin_fn() if begin is None else low.ebw_store_begin_fn(guarded(begin_body)),
        low.ebw_store_save_fn(guarded(save_body)),
        low.ebw_store_load_fn(guarded(load_body)),
        low.ebw_store_discard_fn(guarded_always(discard_body)),
    ]
