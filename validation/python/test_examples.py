# SPDX-License-Identifier: MIT
"""The examples and the tutorial run, and their gradients have the bits of the C example."""
import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs/examples"


def printed(name, *words, folder=None):
    command = [sys.executable, EXAMPLES / "python" / name, *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=250, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_acoustic_example_has_the_bits_of_the_c_example_in_every_schedule(tmp_path):
    rows = [line.split() for line in printed("acoustic_gradient.py").splitlines()[1:]]
    assert [row[:2] for row in rows] == [[t, s] for t in ("float32", "float64") for s in ("store_all", "revolve")]
    for dtype, name in (("float32", "f32"), ("float64", "f64")):
        program = Path(os.environ["EBW_TEST_PROGRAMS"]) / f"gradient_bytes_{name}"
        subprocess.run([program, tmp_path / name, "0"], check=True, capture_output=True, timeout=100)
        digest = hashlib.sha256((tmp_path / name).read_bytes()).hexdigest()
        assert {row[-1] for row in rows if row[0] == dtype} == {digest}


def test_the_acoustic_example_draws(tmp_path):
    pytest.importorskip("matplotlib")
    printed("acoustic_gradient.py", str(tmp_path / "gradient.png"))
    assert (tmp_path / "gradient.png").stat().st_size > 10000


def test_the_own_loop_prints_the_numbers_that_the_page_names():
    text = printed("own_loop.py")
    assert "PASS" in text and len(set(re.findall(r"steps  ([0-9a-f]{16})$", text, re.M))) == 1
    page = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    pairs = {"misfit": "J", "gradient norm": "norm of g", "adjoint norm": "norm of the cotangent"}
    for said, named in pairs.items():
        found = float(re.search(rf"^{said} +(\S+)$", text, re.M).group(1))
        wanted = float(re.search(rf"^\| {named} \| (\S+) \|$", page, re.M).group(1))
        assert abs(found - wanted) <= 1e-12 * abs(wanted), said  # sums may be taken in another order


def blocks(page):
    return re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.M | re.S)


PAGES = [
    ("docs/tutorial-python.md", 5),
    ("docs/checkpointing-python.md", 10),
    ("docs/test-your-own-gradient.md", 2),
    ("README.md", 1),
]


@pytest.mark.parametrize("page, least", PAGES)
def test_the_code_of_a_page_runs_from_top_to_bottom(page, least, tmp_path, monkeypatch, capsys):
    found = blocks(page)
    assert len(found) >= least
    monkeypatch.chdir(tmp_path)
    if os.access("/dev/shm", os.W_OK):
        monkeypatch.setattr("tempfile.tempdir", "/dev/shm")  # fsync takes no time there
    names = {"__name__": "page"}
    for number, block in enumerate(found):
        exec(compile(block, f"{page}, block {number}", "exec"), names)
    assert capsys.readouterr().out


def test_a_page_whose_code_fails_is_found(tmp_path):
    (tmp_path / "page.md").write_text("```python\n1 / 0\n```\n", encoding="utf-8")
    block = blocks(tmp_path / "page.md")[0]
    with pytest.raises(ZeroDivisionError):
        exec(compile(block, "page", "exec"), {})
