"""Skipped tests are told in one line, with the command that installs what they lack; `-rs` tells each.

A test says `lacks("Node")`, or it imports a library by `importorskip`, or its file `needs` one, or it quotes the
program.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable
from importlib.util import find_spec
from typing import NoReturn

import pytest

APT, PIP, NPM = "apt-get install", f"{sys.executable} -m pip install", "npm --prefix tools/javascript"
PACKAGES = {  # of Debian and Ubuntu
    "a browser": "chromium-headless-shell",
    "Node": "nodejs npm",
    "a C compiler": "gcc",
    "liblzma": "liblzma-dev",
}
FOR_SLOW = {
    "Firefox": "firefox-esr",
    "QEMU": "qemu-user",
    **{name: name for name in ("cadical", "clasp", "minisat", "minisat+", "minizinc")},
}
INSTALLS = {  # with which program, and what it is told; all else are libraries of the extra `dev`
    **{what: (APT, package) for what, package in (PACKAGES | FOR_SLOW).items()},
    **{what: (PIP, what) for what in ("pycryptosat", "ziglang", "uv")},
    **dict.fromkeys(("axe-core", "Pyodide"), (NPM, "ci")),
}
_LACKING = re.compile(r"could not import '([\w.]+)'|the library ([\w.-]+): |(.+) is not installed$")


def lacks(what: str) -> NoReturn:
    """Skip a test that needs a program or library."""
    pytest.skip(f"{what} is not installed")


def needs(library: str) -> pytest.MarkDecorator:
    """Return a mark of tests that are skipped without a large library, which is imported only by those that run."""
    return pytest.mark.skipif(find_spec(library) is None, reason=f"could not import {library!r}")


def told(reasons: Iterable[str]) -> str:
    """Return one line about tests that were skipped for these reasons, with a command if some lack something."""
    lacking, others = Counter[str](), 0
    for reason in reasons:
        if found := _LACKING.search(reason.removeprefix("Skipped: ")):
            lacking[next(filter(None, found.groups()))] += 1
        else:
            others += 1
    each = [f"{many} without {what}" for what, many in lacking.most_common()]
    each += [f"{others} for other reasons"] * bool(others)
    commands = _commands(lacking)
    return f"skipped: {', '.join(each)}" + f".  To install: {' && '.join(commands)}" * bool(commands)


def _commands(lacking: Iterable[str]) -> list[str]:
    """Return one command for each program that installs something."""
    found: dict[str, dict[str, None]] = {}
    for what in lacking:
        program, told = INSTALLS.get(what, (PIP, "-e '.[dev]'"))
        found.setdefault(program, {})[told] = None
    return [" ".join([program, *told]) for program, told in found.items()]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if skipped := terminalreporter.stats.get("skipped", []):
        terminalreporter.write_line(told(report.longrepr[2] for report in skipped))
