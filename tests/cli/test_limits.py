"""Each command that takes a time limit keeps within it from its start, whatever takes long: reading, placing, solving.

Processor time is compared, since a busy machine makes a command wait: it is at most 1.5 times the limit and half a
second, and more on a machine that takes long to start a command.
"""

import sys
from pathlib import Path

import pytest
from commands import run
from limits import INPUTS, LIMIT, LIMITED, SEVERAL, SLACK, TWELVE, Row, ended, rows, slack, slack_now, write

from satpuzzle.cli.app import KINDS, command_of
from satpuzzle.cli.guide import names
from satpuzzle.rows import rows as rows_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no wait4")

SHORT = [("choose", "shape.toml"), ("solve", "shape.xmpuzzle"), ("certify", "board.toml"), ("rate", "pieces.json")]
CASES = [
    (command, name)
    for name in INPUTS
    for command in LIMITED
    if not name.endswith(".dlx") or command in ("solve", "count", "count by cadical", "count estimate", "export")
    if (command, name) != ("assemble", "torus.json")  # on a board that wraps round nothing is taken apart
    if command != "choose" or not name.startswith("presents")  # there is nothing to fill
]
FOUND = {  # what one packing answers, which is found sooner or later
    (command, "presents-30.toml") for command in ("unique", "explain", "best", "best as it is", "hint")
}


BUSY = 2.5  # how much more a command may work on a machine that is busy with other tests than the table says


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("inputs")


def check(folder: Path, *arguments: str, answered: bool = False) -> None:
    """Run a command with a limit, which it reaches unless it may have `answered` before.

    The best of three tries counts: another program can slow down any of them, by its use of memory too, but a command
    that does not look at the clock fails in each.
    """
    for attempt in range(3):
        end = ended(folder, *arguments, "-t", str(LIMIT))
        if end.status in (1, 2) and "of memory" in end.said:  # too little is free beside other tests
            pytest.skip(end.said)
        if not (answered and end.status in (0, 1)):
            assert end.status == 3, end.said
            assert "limit" in end.said or "stopped" in end.said
        more = slack_now(folder) if attempt else slack(folder)
        if end.seconds <= 1.5 * LIMIT + BUSY * more and end.stretch <= BUSY * more / SLACK:
            return
    pytest.fail(f"{end}, with {more:.2f} s of slack")


@pytest.mark.full
@pytest.mark.parametrize(
    ("command", "name"), [case if case in SHORT else pytest.param(*case, marks=pytest.mark.slow) for case in CASES]
)
def test_a_limit_holds_from_the_start_of_a_command(command: str, name: str, inputs: Path) -> None:
    write(inputs, name)
    (inputs / "journal").unlink(missing_ok=True)
    check(inputs, *Row(command, name).line()[:-2], answered=(command, name) in FOUND)


@pytest.mark.slow
def test_a_limit_holds_while_a_certificate_is_verified(inputs: Path) -> None:
    side = "\n\n".join(["\n".join(["*" * 50] * 50)] * 50)
    (inputs / "cube.toml").write_text(f'box = [50, 50, 50]\n[[pieces]]\nname = "A"\ncells = """\n{side}\n"""\n')
    assert run("certify", "cube.toml", "-o", "certificate", cwd=inputs).returncode == 0
    check(inputs, "verify", "certificate")


@pytest.mark.full
def test_a_limit_holds_while_pieces_are_made(tmp_path: Path) -> None:
    check(tmp_path, "pieces", "14", "--grid", "cubic")


def test_every_command_with_a_limit_is_in_the_table() -> None:
    for name in names():
        command_of(name)
    limited = {name for name in names() if "time_limit" in rows_of(KINDS[name])}
    tilings = {name for name in names() if name.startswith("tile ")}
    assert limited == {*(command.split()[0] for command in LIMITED), "verify", "pieces", *tilings}


def test_the_table_has_every_command_on_twelve_inputs_with_several_backends() -> None:
    table = [*rows(["native", "cadical", "minisat22"])]
    assert {(row.command, row.name) for row in table} >= {(command, name) for command in LIMITED for name in TWELVE}
    assert {row.backend for row in table} == {"", *SEVERAL, "minisat22"}
    assert len(table) == len({str(row) for row in table})
