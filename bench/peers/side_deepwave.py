# SPDX-License-Identifier: MIT
"""deepwave as a side of a comparison: its compiled CPU backend, all shots in one call, all of u kept."""
import contest
import numpy as np
from problem import ORDER, SPACING, V_REF, Problem, half_square


class Side:
    """`cells` of its absorbing layer lie outside the given grid; 0: values outside the array are zero for ever."""

    def __init__(self, problem, threads):
        import warnings

        import deepwave
        import torch

        warnings.simplefilter("ignore")  # it warns that faces without a layer reflect: they are meant to
        torch.set_num_threads(threads)
        self.before = contest.process_bytes("VmRSS")
        p = self.problem = Problem(**problem)
        self.deepwave, self.torch = deepwave, torch
        real = torch.float32 if p.dtype == np.float32 else torch.float64
        self.v = torch.tensor(p.velocity).requires_grad_()
        # It adds -v^2 dt^2 times the amplitude to the node.
        wavelet = torch.tensor(-p.wavelet, dtype=real)
        self.arguments = {
            "source_amplitudes": wavelet.expand(len(p.sources), 1, -1).contiguous(),
            "source_locations": torch.tensor(p.sources).reshape(len(p.sources), 1, len(p.shape)),
            "receiver_locations": torch.tensor([p.receivers] * len(p.sources)),
            "accuracy": ORDER, "pml_width": p.cells, "pml_freq": p.frequency, "max_vel": V_REF}
        self.about = {"name": f"deepwave {deepwave.__version__}", "torch": torch.__version__, "threads": threads}

    def run(self):
        return self.deepwave.scalar(self.v, SPACING, self.problem.dt, **self.arguments)[-1]

    def forward(self):
        with self.torch.no_grad():
            self.traces, times = contest.timed(self.run)
        return times

    def gradient(self):
        def run():
            self.v.grad = None
            traces = self.run()
            (0.5 * (traces**2).sum()).backward()
            return traces

        traces, times = contest.timed(run)
        self.traces = traces.detach()
        return {**times, "misfit": half_square(self.traces.numpy())}

    def peak(self):
        high = contest.process_bytes("VmHWM")
        return {"process_bytes": high, "net_bytes": high - self.before}

    def write(self, traces=None, gradient=None):
        if traces:
            np.save(traces, self.traces.numpy())
        if gradient:
            np.save(gradient, self.v.grad.numpy())
