# SPDX-License-Identifier: MIT
"""What is computed here and by a peer: small surveys in f64 within `zero` faces, made of integers, points on nodes.

Sizes are odd and unequal, so that exchanged axes show; two shots, two sources each.
"""
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from wave_library import F64, ZERO, Library, Model, Shot  # noqa: E402

SPACING = {2: (10.0, 8.0), 3: (10.0, 9.0, 8.0)}
SHAPE = {2: (37, 29), 3: (19, 15, 17)}
SAMPLES = {2: 151, 3: 81}
DT = 0.0008  # below the 0.6 / (v sqrt(sum 1/h^2)) at which deepwave 0.1.0 would take steps in between
# Rounding of some hundred steps in f64; a wrong coefficient, sign or sample is 1e-4 and more.
TOLERANCE = {"misfit": 1e-12, "traces": 1e-12, "gradient": 1e-11, "wavelets": 1e-11}
EVERY = {"traces": 37, "gradient": 53, "wavelets": 41}  # of the numbers kept for the quick test
CASES = [(ndim, order) for ndim in (2, 3) for order in (2, 4, 6, 8)]


def name_of(ndim, order):
    return f"{ndim}-D, order {order}"


def nodes(ndim):
    """All node indices in the order of the arrays, z fastest."""
    index = [()]
    for count in SHAPE[ndim]:
        index = [node + (i,) for node in index for i in range(count)]
    return index


def velocity(ndim):
    return [1500.0 + 13.0 * node[-1] + 31.0 * ((7 * node[0] + 3 * node[-1] + 5 * node[1]) % 11) for node in nodes(ndim)]


def sources(ndim):
    """[shot][source] as node indices."""
    middle = [count // 2 for count in SHAPE[ndim]]
    return [[tuple(middle), tuple(m - 3 - shot for m in middle)] for shot in range(2)]


def receivers(ndim):
    """[shot][receiver] as node indices; the first lies beside a source, the second in a corner cell."""
    middle = [count // 2 for count in SHAPE[ndim]]
    last = tuple(count - 1 for count in SHAPE[ndim])
    return [[tuple(m + 1 for m in middle), last, tuple(3 + 2 * shot for _ in middle)] for shot in range(2)]


def wavelet(ndim, shot, source):
    """A pulse with a sharp begin; amplitudes differ by shot and source."""
    amplitude = 1.0 + 0.5 * shot - 0.25 * source
    return [amplitude * math.exp(-((k - 12.0 - 3.0 * source) / 5.0) ** 2) * (k - 11.0) for k in range(SAMPLES[ndim])]


def compute(library_path, ndim, order):
    """Misfit 1/2 sum d^2, traces [shot][receiver][sample], gradient, wavelet gradients [shot][source][sample]: flat."""
    spacing, steps = SPACING[ndim], SAMPLES[ndim] - 1
    model = Model(Library(library_path), F64, SHAPE[ndim], spacing)
    model.set_velocity(velocity(ndim))
    model.set_boundary(ZERO)
    model.set_order(order)
    model.set_time(DT, steps)
    model.set_threads(1)  # barriers cost more than so small a grid
    model.set_slots(7)
    # deepwave adds -v^2 dt^2 f to its source's node; here f is spread over the node's cell.
    cell = -math.prod(spacing)
    shots = []
    for s, (own_sources, own_receivers) in enumerate(zip(sources(ndim), receivers(ndim))):
        shot = Shot(model)
        for n, node in enumerate(own_sources):
            shot.add_source([i * h for i, h in zip(node, spacing)], [cell * f for f in wavelet(ndim, s, n)])
        for node in own_receivers:
            shot.add_receiver([i * h for i, h in zip(node, spacing)])
        shots.append(shot)
    misfit, gradient = model.gradient(shots)
    traces = [value for shot in shots for value in shot.traces()]
    slopes = [cell * value for shot in shots for n in range(2) for value in shot.wavelet_gradient(n)]
    for shot in shots:
        shot.close()
    model.close()
    return {"misfit": misfit, "traces": traces, "gradient": list(gradient), "wavelets": slopes}


def difference(found, expected):
    """Relative L2 norm; infinite for anything that is not finite or of another length."""
    if len(found) != len(expected) or not all(map(math.isfinite, (*found, *expected))):
        return math.inf
    distance = math.fsum((a - b) ** 2 for a, b in zip(found, expected))
    return math.sqrt(distance / math.fsum(b * b for b in expected))


def excerpt(values):
    """The misfit and every so manieth of the other numbers."""
    return {"misfit": values["misfit"], **{name: values[name][::every] for name, every in EVERY.items()}}


def compare(checks, case, ours, theirs):
    """Claims that both dictionaries are equal within TOLERANCE."""
    for name, tolerance in TOLERANCE.items():
        a, b = ([values[name]] if name == "misfit" else values[name] for values in (ours, theirs))
        found = difference(a, b)
        print(f"# {case}: {name} differ by {found:.1e}")
        checks.ok(found <= tolerance, f"{case}: {name} equal deepwave's to {tolerance:g}", [f"differ by {found:.3e}"])
