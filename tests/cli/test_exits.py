"""The exit statuses are those of the table in docs/command-line.md."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from commands import run
from pages import ROOT

from satpuzzle.cli import exits
from satpuzzle.cli.guide import COMMANDS
from satpuzzle.questions.answer import Answer
from satpuzzle.questions.best import Best
from satpuzzle.questions.hint import Hint
from satpuzzle.questions.unique import Uniqueness

PAGE = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8").partition("## Exit statuses")[2]
ROWS = [[cell.strip() for cell in row.split("|")[1:-1]] for row in PAGE.splitlines() if row.startswith("| ")]
STATUSES = {row[0]: row[2].strip("`") for row in ROWS if row[0][0].isdecimal()}
ANSWERS = {command: row[1:] for row in ROWS for command in re.findall(r"`(\w+)`", row[0])}
# A command of whose module these names are in the code ends with this status by itself; others do by app.py alone, or
# by their answers: some are what a check is there to find, and any may be of a search that reached a limit.
NAMES = {"FAILED": (0, "FAILED(?![A-Z_])"), "LIMIT": (1, r"(?:LIMIT(?![A-Z_])|leave\(|asking\(|answered\()")}
ANSWERED = {"unique": Uniqueness, "hint": Hint, "best": Best}
WHOLE = {"count", "solve", "assemble"}  # these end as the table says of all commands, and the rows say when else


def test_the_table_has_the_statuses_of_the_code() -> None:
    numbers = {value for name, value in vars(exits).items() if name.isupper() and isinstance(value, int)}
    assert {*map(int, [one for one in STATUSES if one.isdecimal()])} == numbers - {exits.CTRL_C}
    assert str(exits.CTRL_C) in PAGE and exits.CTRL_C == 128 + 2


@pytest.mark.parametrize("status", [status for status, line in STATUSES.items() if line])
def test_an_example_ends_with_its_status(status: str, tmp_path: Path) -> None:
    assert run(*STATUSES[status].split(), cwd=tmp_path).returncode == int(status)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_that_ends_with_a_status_of_its_own_is_in_the_table(name: str) -> None:
    code = Path(import_module(f"satpuzzle.cli.{name}").__file__ or "").read_text(encoding="utf-8")
    for status, (column, word) in NAMES.items():
        own = re.search(rf"(?<![A-Za-z_.]){word}", re.sub(r"(?m)^from .* import .*$", "", code)) is not None
        said = bool(ANSWERS.get(name, ["", ""])[column])
        if name in WHOLE:
            assert name in ANSWERS
        else:
            assert (own or (status == "FAILED" and name in ANSWERED)) == said, (status, own)


def test_the_answers_that_end_a_command_with_1_are_those_of_the_table() -> None:
    for name in COMMANDS:
        import_module(f"satpuzzle.cli.{name}")
    assert {kind for kind in _kinds_of(Answer) if "passes" in vars(kind)} == {*ANSWERED.values()}


def _kinds_of(kind: type[object]) -> Iterator[type[object]]:
    for one in kind.__subclasses__():
        yield one
        yield from _kinds_of(one)
