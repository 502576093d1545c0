# SPDX-License-Identifier: MIT
"""Reports of what tests found, and memory against slots."""
import gc
import json
import pickle
import xml.etree.ElementTree

import numpy as np
import pytest
from problems import Loop, executor_of

import ebbwave
from ebbwave import Verdict

M = np.array([1.0, 2.0, 3.0])


def filled_report():
    report = ebbwave.Report("my solver")
    report.note("threads", 2)
    report.add("energy by m", ebbwave.taylor_test(M, M, lambda m: 0.5 * np.sum(m**2)), seconds=0.5)
    report.note("repeat", "no")
    report.add("identity", ebbwave.dot_test(3, 3, np.copy, np.copy), suite="adjoint")
    report.add_memory("slots", [2, 5, 10], [2100, 5100, 10100], 1000)
    report.add_check("by hand", "fail", "no <luck>")
    gc.collect()
    return report


def test_a_report_has_every_check_in_every_format(tmp_path):
    report = filled_report()
    assert report.verdict == Verdict.FAIL and report.count("pass") == 3 and report.count(Verdict.FAIL) == 1
    for name in ("r.json", "r.xml", "r.html"):
        report.write(tmp_path / name)
    found = json.loads((tmp_path / "r.json").read_text())
    assert [check["verdict"] for check in found["checks"]] == ["PASS", "PASS", "PASS", "FAIL"]
    assert found["threads"] == 2 and found["checks"][0]["repeat"] == "no"
    root = xml.etree.ElementTree.parse(tmp_path / "r.xml").getroot()
    assert len(root.findall(".//testcase")) == 4 and len(root.findall(".//failure")) == 1
    page = (tmp_path / "r.html").read_text()
    assert "my solver" in page and "<svg" in page and "no &lt;luck&gt;" in page
    report.write(tmp_path / "other.txt", "json")
    assert json.loads((tmp_path / "other.txt").read_text()) == found
    assert "3 PASS, 1 FAIL, 0 INCONCLUSIVE" in repr(report)


def test_an_empty_report_is_inconclusive():
    assert ebbwave.Report("nothing").verdict == Verdict.INCONCLUSIVE


def test_a_report_refuses_what_it_cannot_show(tmp_path):
    report = ebbwave.Report("wrong")
    with pytest.raises(ValueError, match="need what taylor_test"):
        report.add("a number", 3)
    copy = pickle.loads(pickle.dumps(ebbwave.dot_test(3, 3, np.copy, np.copy)))
    with pytest.raises(ValueError, match="pickled"):
        report.add("a copy", copy)
    with pytest.raises(ValueError, match="need a name in"):
        report.write(tmp_path / "report.pdf")
    with pytest.raises(ValueError, match="need one of: json, junit, html"):
        report.write(tmp_path / "report", "pdf")
    with pytest.raises(ebbwave.EbbWaveError):
        report.write(tmp_path / "absent" / "report.json")
    with pytest.raises(ValueError, match="need one of: pass"):
        report.add_check("odd", "maybe")
    with pytest.raises(ValueError, match="need one peak for each"):
        report.add_memory("odd", [1, 2, 3], [1, 2], 10)
    with pytest.raises(ValueError):
        report.add("late", ebbwave.dot_test(3, 3, np.copy, np.copy), seconds=-1.0)
    assert not list(tmp_path.iterdir()) and report.count("pass") == 0


def test_a_slot_costs_a_state_by_the_own_counter():
    slots, peaks, cells = [2, 3, 5, 8], [], 8192
    for count in slots:
        loop = Loop()
        loop.state = np.zeros(cells)
        loop.p = np.ones(cells)
        loop.cells = cells
        loop.tape = np.zeros(cells)
        executor = executor_of(loop, count)
        gc.collect()
        ebbwave.reset_memory_peak()
        before = ebbwave.memory_held().now
        executor.run()
        peaks.append(ebbwave.memory_held().peak - before)
    fit = ebbwave.memory_fit(slots, peaks, 8 * cells)
    # Beside its state a slot takes a number or two that tell which step it holds.
    assert fit and 0 <= fit.slope - 8 * cells <= 16 and str(fit).startswith("PASS")
    assert ebbwave.memory_fit(slots, peaks, 8 * cells + 128).verdict == Verdict.FAIL


@pytest.mark.parametrize(
    "arguments, text",
    [
        (([1, 2], [1.5, 2.5], 10), "whole numbers"),
        (([1, 2], [1, 2, 3], 10), "need one peak for each"),
        (([1, 1], [5, 5], 10), "slots"),
        (([1, 2], [5, 6], 0), "state_bytes"),
    ],
)
def test_a_fit_refuses_what_is_no_measurement(arguments, text):
    with pytest.raises(ValueError, match=text):
        ebbwave.memory_fit(*arguments)
