# SPDX-License-Identifier: MIT
"""Small surveys for tests of the command: writes its inputs by hand and runs it."""
import array
import json
import pathlib
import struct
import subprocess

NX, NY, NZ = 24, 13, 20
SPACING = 10.0


def npy_bytes(shape, values, descr="<f8", fortran=False, version=1, header=None):
    """A .npy file; values lie in the file's order. `header` replaces the usual dictionary."""
    if header is None:
        axes = "".join(f"{n}, " for n in shape)
        header = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': ({axes}), }}"
    length = "<H" if version == 1 else "<I"
    lead = 8 + struct.calcsize(length)
    header += " " * (-(lead + len(header) + 1) % 64) + "\n"
    code = {"4": "f", "8": "d"}[descr[-1]]
    data = array.array(code, values)
    if descr[0] == ">":
        data.byteswap()
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack(length, len(header)) + header.encode() + data.tobytes()


def read_npy(path):
    """(descr, fortran_order, shape, values in the file's order) of a version 1 file."""
    raw = pathlib.Path(path).read_bytes()
    end = 10 + struct.unpack("<H", raw[8:10])[0]
    facts = eval(raw[10:end], {"__builtins__": {}})  # a Python literal by the format's definition
    data = array.array({"<f4": "f", "<f8": "d"}[facts["descr"]], raw[end:])
    return facts["descr"], facts["fortran_order"], facts["shape"], list(data)


def velocity(i, j, k):
    """A model without symmetry, m/s; exact in f32."""
    return 2000.0 + 25.0 * k + 8.0 * i + 2.0 * j + (200.0 if 8 <= i < 14 and 9 <= k < 13 else 0.0)


def plane(order="xz"):
    """The 2-D model's values with its axes in this order, the last fastest."""
    if order == "xz":
        return [velocity(i, 0, k) for i in range(NX) for k in range(NZ)]
    return [velocity(i, 0, k) for k in range(NZ) for i in range(NX)]


def transposed(values, rows, columns):
    return [values[r * columns + c] for c in range(columns) for r in range(rows)]


class Survey:
    """A folder with inputs, and the options of a run that works."""

    def __init__(self, command, folder):
        self.command = command
        self.folder = pathlib.Path(folder)
        self.out = self.folder / "gradient.npy"
        self.options = {
            "spacing": f"{SPACING}", "steps": "60", "freq": "15", "boundary": "cpml:5", "order": "4",
            "sources": self.write("sources.csv", "x,z\n103.5,42\n"), "receivers": "line:20,30:200,30:5",
            "out": str(self.out),
        }
        self.model = self.write("model.npy", npy_bytes((NX, NZ), plane()))

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    def arguments(self, subcommand, changes):
        changes = {name.replace("_", "-"): value for name, value in changes.items()}
        options = self.options | {name: value for name, value in changes.items() if name not in ("model", "extra")}
        if subcommand == "plan":
            options["out"] = None
        words = [self.command, subcommand, changes.get("model", self.model), *changes.get("extra", ())]
        return words + [word for name, value in options.items() if value is not None for word in ("--" + name, value)]

    def run(self, subcommand="gradient", json_wanted=True, **changes):
        words = self.arguments(subcommand, changes) + (["--json"] if json_wanted else [])
        return subprocess.run(words, capture_output=True, text=True, timeout=100)

    def gradient(self, **changes):
        """The object that a run prints, and its gradient file's content; the file is removed."""
        ran = self.run(**changes)
        if ran.returncode != 0:
            raise RuntimeError(f"{changes}: exit {ran.returncode}: {ran.stderr}")
        content = self.out.read_bytes()
        self.out.unlink()
        return json.loads(ran.stdout), content

    def values(self, **changes):
        """The gradient's (descr, fortran_order, shape, values)."""
        _, content = self.gradient(**changes)
        return read_npy(self.write("values.npy", content))
