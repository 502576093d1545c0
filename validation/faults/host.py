# SPDX-License-Identifier: MIT
"""The library in hosts that are not its own: a process that loaded numpy first, a forked child, a small stack.

Every host is a process of its own with a time limit, so that a wait for ever is a failure and no more.
"""
import ctypes
import gc
import os
import resource
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tap import Checks  # noqa: E402
from wave_library import CPML, F32, Library, Model, Refused, Shot  # noqa: E402

TIME_LIMIT = 60  # seconds; a host takes one or two
SHAPE = (14, 12, 16)
STEPS = 24
WINDOW, WINDOWS = 10, 4  # rounds of loading and closing
WINDOW_GROWTH = 256 * 1024  # bytes; leaking the library's pages or one gradient's memory takes many times that


def gradient(library, threads, order=12, again=lambda: False):
    """Misfit and gradient of a small survey as text: equal text, equal bits. As long as again(), once more."""
    model = Model(library, F32, SHAPE, (10.0, 10.0, 10.0))
    nodes = SHAPE[0] * SHAPE[1] * SHAPE[2]
    model.set_velocity([1500.0 + 40.0 * (node % SHAPE[2]) for node in range(nodes)])
    model.set_boundary(CPML, 6, 2000.0, 20.0)
    model.set_order(order)
    model.set_time(1e-3, STEPS)
    model.set_threads(threads)
    model.set_slots(3)
    shot = Shot(model)
    shot.add_source((63.0, 51.0, 22.0), [1e3 * (k % 3 - 1) for k in range(STEPS + 1)])
    shot.add_receiver((33.0, 71.0, 88.0))
    texts = set()
    while not texts or again():
        misfit, values = model.gradient([shot])
        texts.add(f"{misfit.hex()} {bytes(values).hex()}")
    shot.close()
    model.close()
    return texts.pop() if len(texts) == 1 else f"{len(texts)} results"


# ---- Hosts: each prints what it found -------------------------------------------------------------------------------

def plain(path):
    print(gradient(Library(path), 2))


def numpy_first(path):
    import numpy
    square = numpy.random.default_rng(1).standard_normal((300, 300))
    product = square @ square  # starts the threads of its own linear algebra
    text = gradient(Library(path), 2)
    print(text if numpy.array_equal(square @ square, product) else "numpy's product has changed")


def in_child(work):
    """Runs work() in a forked child and prints what it gave; a child that stands still is killed."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            text = work()
        except Refused as refused:
            text = f"refused {refused}"
        os.write(write, text.encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as answer:
        print(answer.read())
    os.waitpid(child, 0)


def fork_one_thread(path):
    library = Library(path)
    gradient(library, 2)
    in_child(lambda: gradient(library, 1))


def fork_two_threads(path):
    library = Library(path)
    gradient(library, 2)
    in_child(lambda: gradient(library, 2))


def fork_before_a_run(path):
    library = Library(path)
    gradient(library, 1)
    in_child(lambda: gradient(library, 2))


def parent_after_fork(path):
    library = Library(path)
    gradient(library, 2)
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    print(gradient(library, 2))


def small_stack(path):
    print(gradient(Library(path), 2))


def resident_bytes():
    with open("/proc/self/statm", encoding="ascii") as sizes:
        return int(sizes.read().split()[1]) * resource.getpagesize()


def many_gradients(path):
    """A thousand gradients on the same handles: the same bits, and memory stays as it is."""
    sizes = []

    def again():
        if len(sizes) % 250 == 0:
            gc.collect()
        sizes.append(resident_bytes())
        return len(sizes) < 1000

    text = gradient(Library(path), 1, order=2, again=again)
    leak = leak_per_window(sizes, 250)
    flat = len(text.split()) == 2 and leak < WINDOW_GROWTH
    print("flat" if flat else f"{leak} bytes more in every 250 gradients: {sizes[249::250]}; {text[:200]}")


def leak_per_window(sizes, window=WINDOW):
    """Bytes that memory grows by in every window after the first.

    What the allocator and the threads' stacks take comes in steps, early or late: some window is without one. A leak
    is in all of them.
    """
    marks = sizes[window - 1::window]
    return min(after - before for before, after in zip(marks, marks[1:]))


def reloaded(path):
    """Loads, computes with two threads and closes, again and again: the same bits, and memory stays as it is."""
    close = ctypes.CDLL(None).dlclose
    close.argtypes = [ctypes.c_void_p]
    texts, sizes = set(), []
    for _ in range(WINDOW * WINDOWS):
        library = Library(path)
        texts.add(gradient(library, 2))
        if close(library.c._handle) != 0:
            raise SystemExit("dlclose failed")
        del library
        gc.collect()
        sizes.append(resident_bytes())
    leak = leak_per_window(sizes)
    print(texts.pop() if len(texts) == 1 and leak < WINDOW_GROWTH
          else f"{len(texts)} results, {leak} bytes more in every {WINDOW} rounds: {sizes}")


HOSTS = {host.__name__: host for host in (plain, many_gradients, numpy_first, fork_one_thread, fork_two_threads,
                                          fork_before_a_run, parent_after_fork, small_stack, reloaded)}


# ---- The claims ------------------------------------------------------------------------------------------------------

def limit_stack():
    """As `ulimit -s 256`: for the main thread and, by default, for the threads of OpenMP."""
    resource.setrlimit(resource.RLIMIT_STACK, (256 * 1024, 256 * 1024))


def run(host, path, limit=TIME_LIMIT):
    """What the host printed; on a wait for ever, a crash or an error, what went wrong."""
    command = [sys.executable, __file__, path, host]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
                          preexec_fn=limit_stack if host == "small_stack" else None) as process:
        try:
            out, error = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)  # its child too
            return f"no answer within {limit} seconds"
    return out.strip() if process.returncode == 0 else f"exit code {process.returncode}: {error[-500:]}"


def has_numpy():
    return subprocess.run([sys.executable, "-c", "import numpy"], capture_output=True, check=False).returncode == 0


def main():
    path = sys.argv[1]
    if len(sys.argv) > 2:
        HOSTS[sys.argv[2]](path)
        return 0
    checks = Checks()
    step, leak = [5000] * 12 + [3000000] * 28, [32 * 1024 * n for n in range(WINDOW * WINDOWS)]
    checks.ok(leak_per_window(step) < WINDOW_GROWTH <= leak_per_window(leak),
              "a step of memory is no leak, 32 KiB in every round are one")
    expected = run("plain", path)
    checks.ok(len(expected.split()) == 2, "a gradient in a plain process", [expected[:500]])
    same = {
        "numpy_first": "a process that loaded numpy first gives the same bits",
        "fork_one_thread": "a child forked after a run computes with one thread, with the same bits",
        "fork_before_a_run": "a child forked before a run with several threads computes with two, with the same bits",
        "parent_after_fork": "the parent computes on after a fork",
        "reloaded": "loaded, run and closed by dlclose again and again it gives the same bits and memory does not grow",
        "small_stack": "256 KiB of stack are enough, for the threads too",
    }
    for host, claim in same.items():
        if host == "numpy_first" and not has_numpy():
            checks.skip(claim, "no numpy here")
            continue
        found = run(host, path)
        checks.ok(found == expected, claim, [found[:500]])
    found = run("many_gradients", path, 5 * TIME_LIMIT)
    checks.ok(found == "flat", "a thousand gradients have the same bits and memory does not grow", [found[:500]])
    found = run("fork_two_threads", path)
    checks.ok(found == expected, "a child forked after a run with several threads computes, with the same bits",
              [found[:500]])
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
