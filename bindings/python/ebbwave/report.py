# SPDX-License-Identifier: MIT
"""Report: collects what tests found and writes it for people and machines."""

from __future__ import annotations

import ctypes
import enum
import os
from ctypes import c_int32, c_int64
from pathlib import Path
from typing import Any, Sequence

from . import _lowlevel as low
from ._arrays import address, whole
from ._handle import Handle, choice
from ._library import call, get
from .dot import DotResult
from .errors import argument_error
from .memory import slots_and_bytes
from .taylor_result import TaylorResult
from .verify import Verdict


class ReportFormat(enum.IntEnum):
    """Formats of a report."""

    JSON = low.EBW_REPORT_JSON
    JUNIT = low.EBW_REPORT_JUNIT
    HTML = low.EBW_REPORT_HTML


_BY_SUFFIX = {".json": ReportFormat.JSON, ".xml": ReportFormat.JUNIT, ".html": ReportFormat.HTML}


class Report(Handle):
    """What tests found, for people and machines: JSON, JUnit XML for CI, one HTML file with pictures.

    Parameters
    ----------
    title : str
        What was tested, one line.

    Examples
    --------
    >>> report = Report("my solver")
    >>> report.add("misfit by velocity", taylor_test(m, g, J))
    >>> report.write("report.html")
    >>> sys.exit(report.verdict)
    """

    _destroy = "ebw_report_destroy"

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = str(title)
        call("ebw_report_create", self._title.encode(), ctypes.byref(self._address))

    def add(
        self, name: str, result: TaylorResult | DotResult, *, suite: str = "gradient", seconds: float = 0.0
    ) -> None:
        """Adds what ``taylor_test``, ``hessian_test`` or ``dot_test`` returned, with all its numbers.

        Parameters
        ----------
        name : str
            What is claimed.
        result : TaylorResult or DotResult
            As it was returned: a copy out of a pickle has no numbers for pictures and is refused.
        suite : str
            The group that it belongs to.
        seconds : float
            How long it took.
        """
        kinds = {TaylorResult: "taylor", DotResult: "dot"}
        if type(result) not in kinds:
            text = f"result is a {type(result).__name__}, need what taylor_test, hessian_test or dot_test returned"
            raise argument_error(f"{text}; see add_check and add_memory for others")
        if result._test is None:
            raise argument_error("result was pickled, need the one that the test returned; or use add_check")
        words = (str(suite).encode(), str(name).encode())
        function = f"ebw_report_add_{kinds[type(result)]}"
        call(function, self._handle, *words, result._test._handle, float(seconds))

    def add_check(
        self, name: str, verdict: str | Verdict, words: str = "", *, suite: str = "checks", seconds: float = 0.0
    ) -> None:
        """Adds a check of any kind: what is claimed, its verdict, and one line of words."""
        code = choice(Verdict, verdict, "verdict")
        texts = [str(text).encode() for text in (suite, name, words)]
        call("ebw_report_add_check", self._handle, *texts[:2], code, texts[2], float(seconds))

    def add_memory(
        self,
        name: str,
        slots: Sequence[int],
        peak_bytes: Sequence[int],
        state_bytes: int,
        *,
        tolerance: float = 1e-3,
        suite: str = "memory",
        seconds: float = 0.0,
    ) -> None:
        """Adds measured memory against slots, with a picture; arguments as those of ``memory_fit``."""
        slots, peaks = slots_and_bytes(slots, peak_bytes)
        bounds = (whole(state_bytes, "state_bytes"), float(tolerance), float(seconds))
        given = (len(slots), address(slots), address(peaks), *bounds)
        call("ebw_report_add_memory", self._handle, str(suite).encode(), str(name).encode(), *given)

    def note(self, name: str, value: Any) -> None:
        """Adds a named number or text to the check that was added last, or before the first check to the report."""
        if isinstance(value, str):
            call("ebw_report_add_text", self._handle, str(name).encode(), value.encode())
        else:
            call("ebw_report_add_number", self._handle, str(name).encode(), float(value))

    @property
    def verdict(self) -> Verdict:
        """FAIL when any check fails, else INCONCLUSIVE when any is or when there is none; also an exit code."""
        return Verdict(get("ebw_report_get_verdict", c_int32, self._handle))

    def count(self, verdict: str | Verdict) -> int:
        """Number of checks with a verdict."""
        return get("ebw_report_count_checks", c_int64, self._handle, choice(Verdict, verdict, "verdict"))

    def write(self, path: str | os.PathLike[str], report_format: str | ReportFormat | None = None) -> None:
        """Writes the report to a file, which appears whole or not at all and replaces one of that name.

        Parameters
        ----------
        path : path
        report_format : {'json', 'junit', 'html'}, optional
            Absent: by the name, ``.json``, ``.xml`` or ``.html``.

        Raises
        ------
        EbbWaveValueError
            No format, or no such folder.
        EbbWaveOSError
            The file cannot be written.
        """
        if report_format is None:
            report_format = _BY_SUFFIX.get(Path(path).suffix.lower())
            if report_format is None:
                raise argument_error(f"path is {str(path)!r}, need a name in .json, .xml or .html, or report_format")
        code = choice(ReportFormat, report_format, "report_format")
        call("ebw_report_write", self._handle, code, os.fsencode(path))

    def _describe(self):
        counts = ", ".join(f"{self.count(verdict)} {verdict.name}" for verdict in Verdict)
        return f"{self._title!r}, {counts}"
