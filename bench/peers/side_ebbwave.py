# SPDX-License-Identifier: MIT
"""Ebbwave as a side of a comparison, through its Python package: whole calls, as a user makes them."""
import os

import contest
import numpy as np
from problem import ORDER, SPACING, V_REF, Problem


def knows_tiles(ebbwave):
    """Whether the library tiles time: then it refuses an EBW_TILE that is none."""
    model = ebbwave.Model((8, 8), SPACING)
    model.set_velocity(np.full((8, 8), 2000.0))
    model.set_boundary("all", "zero")
    model.set_time(0.001, 1)
    shot = ebbwave.Shot(model)
    shot.add_source((40.0, 40.0), np.zeros(2))
    shot.add_receivers([(20.0, 20.0)])
    ebbwave.forward(model, shot)
    os.environ["EBW_TILE"] = "none"
    try:
        ebbwave.forward(model, shot)
    except ebbwave.EbbWaveError:
        return True
    finally:
        del os.environ["EBW_TILE"]
    return False


class Side:
    """boundary: 'zero', 'cpml' or 'sponge'; tile: EBW_TILE, 'plain' or 'k,by,bx'."""

    def __init__(self, problem, boundary, threads, tile="plain"):
        import ebbwave

        self.ebbwave, self.memory_bytes = ebbwave, 0
        tiles = knows_tiles(ebbwave)
        if tiles:
            os.environ["EBW_TILE"] = tile
        self.before = contest.process_bytes("VmRSS")
        p = self.problem = Problem(**problem)
        self.model = ebbwave.Model(p.shape, SPACING, p.dtype)
        self.model.set_velocity(p.velocity)
        self.model.set_boundary("all", boundary, *([p.cells, V_REF] if p.cells else []),
                                **({"f_ref": p.frequency} if boundary == "cpml" else {}))
        self.model.set_order(ORDER)
        self.model.set_time(p.dt, p.steps)
        self.model.set_threads(threads)
        cell = SPACING ** len(p.shape)  # a wavelet of ours is spread over the node's cell
        self.shots = []
        for source in p.sources:
            shot = ebbwave.Shot(self.model)
            shot.add_source([SPACING * i for i in source], cell * p.wavelet)
            shot.add_receivers(SPACING * np.array(p.receivers, np.float64))
            self.shots.append(shot)
        self.result = {}
        self.about = {"name": f"Ebbwave {ebbwave.__version__}", "boundary": boundary, "knows_tiles": tiles,
                      "tile": tile if tiles else "plain"}

    def forward(self):
        _, times = contest.timed(lambda: self.ebbwave.forward(self.model, self.shots))
        return times

    def gradient(self):
        (misfit, gradient), times = contest.timed(
            lambda: self.ebbwave.gradient(self.model, self.shots, self.memory_bytes))
        self.result = {"gradient": gradient}
        return {**times, "misfit": misfit, "forward_steps": self.model.count("forward_steps"),
                "slots": self.model.count("slots"), "planned_bytes": self.model.count("planned_bytes")}

    def set_memory(self, memory_bytes):
        """A bound, and what its plan is."""
        self.memory_bytes = memory_bytes
        plan = self.ebbwave.gradient_plan(self.model, self.shots, memory_bytes)
        return {"schedule": plan.schedule, "slots": plan.slots, "tape_slots": plan.tape_slots,
                "total_bytes": plan.total_bytes, "forward_steps": plan.forward_steps}

    def set_schedule(self, schedule):
        self.model.set_schedule(schedule)

    def peak(self):
        high = contest.process_bytes("VmHWM")
        return {"process_bytes": high, "net_bytes": high - self.before}

    def write(self, traces=None, gradient=None):
        """Traces [shot][receiver][sample] and the gradient by velocity as files."""
        if traces:
            np.save(traces, np.stack([shot.traces() for shot in self.shots]))
        if gradient:
            np.save(gradient, self.result["gradient"])
