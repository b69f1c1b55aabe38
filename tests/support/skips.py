"""Skipped tests are told in one line, with the command that installs what they lack; `-rs` tells each.

A test says `lacks("Node")`, or it imports a library by `importorskip`, or it quotes the program.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable
from typing import NoReturn

import pytest

# Packages of Debian and Ubuntu, and those that slow tests need besides.
PACKAGES = {
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
OTHERS = {"pycryptosat": "pycryptosat", "ziglang": "ziglang"}  # libraries that the extra `dev` does not have
_LACKING = re.compile(r"could not import '([\w.]+)'|the library ([\w.-]+): |(.+) is not installed$")


def lacks(what: str) -> NoReturn:
    """Skip a test that needs a program or library."""
    pytest.skip(f"{what} is not installed")


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
    commands = _commands([*lacking])
    return f"skipped: {', '.join(each)}" + f".  To install: {' && '.join(commands)}" * bool(commands)


def _commands(lacking: list[str]) -> list[str]:
    known = PACKAGES | FOR_SLOW
    system = [known[what] for what in lacking if what in known]
    python = sorted({OTHERS.get(what, "-e '.[dev]'") for what in lacking if what not in known})
    return [f"apt-get install {' '.join(system)}"] * bool(system) + [
        f"{sys.executable} -m pip install {' '.join(python)}"
    ] * bool(python)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if skipped := terminalreporter.stats.get("skipped", []):
        terminalreporter.write_line(told(report.longrepr[2] for report in skipped))
