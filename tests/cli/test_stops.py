"""What a command has found is printed, however it is stopped, with the same words and the same statuses."""

import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import typer

from satpuzzle.cli import signals
from satpuzzle.cli.app import app
from satpuzzle.cli.progress import Progress
from satpuzzle.clock import UNLIMITED, Clock, Status
from satpuzzle.search.run import Search

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends signals")

BOARDS = "A:\n##\n#.\n\n" + "".join(f"{x}x{y}: {x * y // 3}\n" for x, y in ((4, 4), (4, 5), (5, 5), (5, 7)))
# A command, when it is stopped: by the words of its progress, or a number of solutions; and what it has found then.
STOPPED: dict[str, tuple[str | int, str]] = {
    "count bedlam -j 1 --method search": (4, r"raw ≥ [1-9]"),
    "count bedlam -j 1 --method search --format json": (4, r'"raw": [1-9].*"final": false'),
    "solve bedlam -j 1": (4, r"(?s)\w+\n.*isometries ≥ [1-9]"),
    "solve bedlam -j 1 --format ndjson": (4, r'"solution": .*\n.*"final": false'),
    "solve bedlam -j 1 --sort level": (4, r"not final"),
    "assemble bedlam -j 1 -n 0": (4, r"\d+ of \d+ packings examined can be put together"),
    "odds bedlam -j 1 --method search": (4, r"≥ [1-9]|so far"),
    "unique y-pentominoes-5x10 -j 1": (0, "undecided"),
    "explain boards.txt -j 1": ("board 3", r"boards#1: \w+.*\n(?s:.*)4 boards: .*[1-9] undecided"),
    "explain boards.txt -j 1 --format csv": ("board 3", r"boards#1,\w+"),
    "explain boards.txt -j 1 --format json": ("board 3", '"undecided": [1-9]'),
    "hint soma --all": ("solutions", "≥|so far"),
    "challenge pentominoes-3x20 -n 3": ("card 2", r"card 1|1 of 3|only 1"),
    "choose pentominoes --board y-pentominoes-5x10 --seed 1": ("1 found", r"1 set"),
    "rate soma": ("try 3 of", r"effort.*or more|search was stopped"),
}
STOPS = ("limit", "SIGINT", "SIGTERM")


@contextmanager
def stopped(how: str, when: str | int, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the time be over, or a signal come, as soon as the progress says so."""
    over, status, came = list[bool](), vars(Clock)["status"].fget, list[bool]()

    def stop() -> None:
        if came:
            return
        came.append(True)
        if how == "limit":
            over.append(True)
        else:
            os.kill(os.getpid(), getattr(signal, how))

    def looked(clock: Clock) -> Status | None:
        return Status.TIME_LIMIT if over and clock is not UNLIMITED else status(clock)

    def update(shown: Progress, run: Search) -> None:
        if isinstance(when, int) and (run.counts.raw or 0) >= when:
            stop()

    def note(shown: Progress, text: str, at_once: bool = False) -> None:
        if isinstance(when, str) and when in text:
            stop()

    monkeypatch.setattr(Clock, "status", property(looked))
    monkeypatch.setattr(Progress, "update", update)
    monkeypatch.setattr(Progress, "note", note)
    with signals.command():
        yield
    assert came, "the command had ended before"


@pytest.mark.few(1, "how")
@pytest.mark.some(10, "how")
@pytest.mark.parametrize("line", STOPPED)
@pytest.mark.parametrize("how", STOPS)
def test_what_was_found_is_printed_however_a_command_is_stopped(
    how: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "boards.txt").write_text(BOARDS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("satpuzzle.engines.native.mrv.WORK", 1 << 16)
    when, found = STOPPED[line]
    with stopped(how, when, monkeypatch):
        try:
            code = app(line.split(), standalone_mode=False) or 0
        except typer.Exit as ended:
            code = ended.exit_code
        code = signals.status(code)
    out, err = capsys.readouterr()
    assert code == (3 if how == "limit" else 128 + getattr(signal, how)), err
    assert re.search(found, out + err), out + err
    if how != "limit":
        assert "interrupted" in out + err
        return
    assert re.search("time limit|time_limit|stopped|undecided", out + err)
