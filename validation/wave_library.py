# SPDX-License-Identifier: MIT
"""The C ABI's waves by ctypes, for scripts of the validation: plain lists and bytes, numpy arrays where there is numpy.

Signatures are declared for what is used here; a status other than 0 is raised with the library's own text.
"""
import ctypes as c

F32, F64 = 1, 2
FACE_ALL = -1
CPML, SPONGE, FREE, RIGID, ZERO = 1, 2, 3, 4, 5


class Refused(Exception):
    """A status other than 0, with the library's text."""

    def __init__(self, name, text):
        super().__init__(f"{name}: {text}")
        self.name = name


def address(values, kind=c.c_double):
    """A C array of a sequence, or the memory of a contiguous numpy array; keeps what it points to alive."""
    if hasattr(values, "ctypes"):
        assert values.flags.c_contiguous
        return c.cast(values.ctypes.data, c.c_void_p), values
    array = (kind * len(values))(*values)
    return c.cast(array, c.c_void_p), array


class Library:
    def __init__(self, path):
        self.c = c.CDLL(str(path))
        self.c.ebw_last_error.restype = self.c.ebw_status_name.restype = c.c_char_p
        self.c.ebw_model_destroy.restype = self.c.ebw_shot_destroy.restype = None

    def call(self, name, *arguments):
        status = getattr(self.c, name)(*arguments)
        if status:
            raise Refused(self.c.ebw_status_name(status).decode(), self.c.ebw_last_error().decode())


class Model:
    """A model whose boundary is the same on all faces."""

    def __init__(self, library, dtype, shape, spacing):
        self.library, self.dtype, self.shape = library, dtype, tuple(shape)
        self.handle = c.c_void_p()
        library.call("ebw_model_create", dtype, len(shape), (c.c_int64 * len(shape))(*shape),
                     (c.c_double * len(shape))(*spacing), c.byref(self.handle))

    def set_velocity(self, values):
        where, self._velocity = address(values, c.c_float if self.dtype == F32 else c.c_double)
        self.library.call("ebw_model_set_field", self.handle, b"velocity", where, self.dtype, len(self.shape),
                          (c.c_int64 * len(self.shape))(*self.shape), None)

    def set_boundary(self, kind, cells=0, v_ref=0.0, f_ref=0.0):
        self.library.call("ebw_model_set_boundary", self.handle, FACE_ALL, kind, c.c_int64(cells),
                          c.c_double(v_ref), c.c_double(f_ref))

    def set_time(self, dt, steps):
        self.steps = steps
        self.library.call("ebw_model_set_time", self.handle, c.c_double(dt), c.c_int64(steps))

    def set_order(self, order):
        self.library.call("ebw_model_set_order", self.handle, order)

    def set_threads(self, threads):
        self.library.call("ebw_model_set_threads", self.handle, threads)

    def set_slots(self, slots):
        self.library.call("ebw_model_set_slots", self.handle, c.c_int64(slots))

    def gradient(self, shots, memory_bytes=0):
        """Misfit and gradient as a ctypes array of the model's dtype."""
        nodes = 1
        for count in self.shape:
            nodes *= count
        misfit = c.c_double()
        gradient = ((c.c_float if self.dtype == F32 else c.c_double) * nodes)()
        handles = (c.c_void_p * len(shots))(*[shot.handle for shot in shots])
        self.library.call("ebw_gradient", self.handle, handles, c.c_int64(len(shots)), c.c_int64(memory_bytes),
                          c.byref(misfit), gradient, None)
        return misfit.value, gradient

    def close(self):
        self.library.c.ebw_model_destroy(self.handle)


class Shot:
    def __init__(self, model):
        self.library, self.samples, self.receivers = model.library, model.steps + 1, 0
        self.handle = c.c_void_p()
        self.library.call("ebw_shot_create", model.handle, c.byref(self.handle))

    def add_source(self, position, wavelet):
        where, keep = address(wavelet)
        self.library.call("ebw_shot_add_source", self.handle, (c.c_double * len(position))(*position), where,
                          c.c_int64(len(keep)))

    def add_receiver(self, position):
        self.receivers += 1
        self.library.call("ebw_shot_add_receivers", self.handle, c.c_int64(1), (c.c_double * len(position))(*position))

    def set_observed(self, data):
        where, _keep = address(data)
        self.library.call("ebw_shot_set_observed", self.handle, where, c.c_int64(self.receivers),
                          c.c_int64(self.samples), None)

    def traces(self):
        """[receiver][sample] as a flat ctypes array."""
        data = (c.c_double * (self.receivers * self.samples))()
        self.library.call("ebw_shot_get_traces", self.handle, data, c.c_int64(self.receivers),
                          c.c_int64(self.samples), None)
        return data

    def wavelet_gradient(self, source):
        data = (c.c_double * self.samples)()
        self.library.call("ebw_shot_get_wavelet_gradient", self.handle, c.c_int64(source), data,
                          c.c_int64(self.samples))
        return data

    def close(self):
        self.library.c.ebw_shot_destroy(self.handle)
