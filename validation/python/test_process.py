# SPDX-License-Identifier: MIT
"""The host process, a new one each: numpy loaded first, fork after a run, a small stack, floating-point modes."""
import os
import platform
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from problems import survey

import ebbwave

HERE = Path(__file__).resolve().parent
X86 = platform.machine() == "x86_64"

OPENING = """
import ctypes, os, sys
import numpy as np
def mode():
    # MXCSR lies at byte 28 of the environment that fegetenv saves; the low six bits are sticky flags.
    environment = (ctypes.c_ubyte * 32)()
    assert ctypes.CDLL("libm.so.6").fegetenv(environment) == 0
    return int.from_bytes(bytes(environment[28:32]), "little") & ~0x3F
"""
GRADIENT = "from problems import survey\nimport ebbwave\nvalue, g = ebbwave.gradient(*survey(np.float32, THREADS))\n"


def bits(threads=1):
    return ebbwave.gradient(*survey(np.float32, threads))[1].tobytes().hex()


def run(code, threads=2, **options):
    program = OPENING + code.replace("GRADIENT", GRADIENT).replace("THREADS", str(threads))
    environment = {**os.environ, "PYTHONPATH": f"{HERE}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_numpy_that_was_loaded_and_used_first_changes_no_bits():
    used = "x = np.random.default_rng(1).normal(size=(300, 300))\nassert np.isfinite(x @ x).all()\n"
    assert run(used + "GRADIENT\nprint(g.tobytes().hex())") == bits()


def test_the_library_loaded_before_numpy_gives_the_same_bits():
    first = "import ebbwave._lowlevel\nGRADIENT\nprint(g.tobytes().hex())"
    code = "import ctypes, os; ctypes.CDLL(os.environ['EBW_LIBRARY'])\n"
    program = code + OPENING + first.replace("GRADIENT", GRADIENT).replace("THREADS", "2")
    environment = {**os.environ, "PYTHONPATH": f"{HERE}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and done.stdout.strip() == bits(), done.stderr


def test_a_child_forked_after_a_run_computes_with_the_same_bits():
    code = """
GRADIENT
child = os.fork()
if child == 0:
    try:
        assert ebbwave.gradient(*survey(np.float32, 2))[1].tobytes() == g.tobytes()
        propagator = ebbwave.AcousticPropagator(*survey(np.float32, 2))
        ebbwave.Executor(ebbwave.Schedule.revolve(30, 3, "state_only"), propagator).run()
        assert propagator.gradient()[1].tobytes() == g.tobytes()
        os._exit(0)
    except BaseException:
        import traceback
        traceback.print_exc()
        os._exit(5)
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == 0, status
assert ebbwave.gradient(*survey(np.float32, 2))[1].tobytes() == g.tobytes()
"""
    run(code)


def test_a_child_forked_before_any_run_may_use_threads():
    code = """
from problems import survey
import ebbwave
child = os.fork()
if child == 0:
    ebbwave.gradient(*survey(np.float32, 2))
    os._exit(0)
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == 0
"""
    run(code)


@pytest.mark.parametrize("threads", [1, 4])
def test_a_stack_of_256_kilobytes_is_enough(threads):
    def small_stack():
        resource.setrlimit(resource.RLIMIT_STACK, (256 * 1024, resource.RLIM_INFINITY))

    assert run("GRADIENT\nprint(g.tobytes().hex())", threads, preexec_fn=small_stack) == bits()


@pytest.mark.skipif(not X86, reason="MXCSR is x86-64's")
def test_floating_point_modes_and_subnormals_are_as_before():
    code = """
before = mode()
seen = []
GRADIENT
from problems import Loop, executor_of
model, shot = survey(np.float32, THREADS)
model.set_misfit(lambda *_: seen.append(mode()) or 1.0)
model.set_progress(lambda *_: seen.append(mode()) and None, every=1)
ebbwave.gradient(model, shot)
executor_of(Loop()).run()
assert seen and set(seen) == {before} and mode() == before, [before, mode(), set(seen)]
assert np.float64(5e-308) / 2.0**10 != 0.0 and np.float32(2e-38) / np.float32(2.0**10) != 0.0
"""
    run(code)


@pytest.mark.skipif(not X86, reason="MXCSR is x86-64's")
def test_a_changed_floating_point_mode_would_be_seen():
    code = """
before = mode()
environment = (ctypes.c_ubyte * 32)()
libm = ctypes.CDLL("libm.so.6")
libm.fegetenv(environment)
environment[29] |= 0x80
libm.fesetenv(environment)
assert mode() != before
"""
    run(code)


def test_importing_the_package_prints_nothing_and_leaves_signal_handlers():
    code = """
import signal
before = [signal.getsignal(s) for s in signal.valid_signals()]
GRADIENT
assert before == [signal.getsignal(s) for s in signal.valid_signals()]
"""
    assert run(code) == ""
