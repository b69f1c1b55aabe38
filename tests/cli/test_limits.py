"""Each command that takes a time limit keeps within it from its start, whatever takes long: reading, placing, solving.

Processor time is compared, since a busy machine makes a command wait: it is at most 1.5 times the limit and half a
second, and more on a machine that takes long to start a command.
"""

import json
import os
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from burrs import burr, problem, voxel
from commands import COMMAND, ENVIRONMENT, run
from wide import SLOW

from satpuzzle.cli.app import KINDS
from satpuzzle.cli.guide import COMMANDS
from satpuzzle.rows import rows

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no wait4")

LIMIT = 1.0  # seconds
WIDTH = 100  # of the largest box that is allowed
FULL = "\n\n".join(["\n".join(["*" * WIDTH] * WIDTH)] * WIDTH)
BOX = f"box = [{WIDTH}, {WIDTH}, {WIDTH}]\n"
DOMINOES = f'[[pieces]]\nname = "I"\ncells = "**"\ncount = {WIDTH**3 // 2}\n'
SHAPE, VOLUME = (WIDTH,) * 3, WIDTH**3


def connected(size: int, dice: Random) -> list[list[int]]:
    """Return the cells of a random polycube."""
    cells = {(0, 0, 0)}
    while len(cells) < size:
        axis, step = dice.randrange(3), dice.choice([-1, 1])
        cells.add(tuple(x + step * (at == axis) for at, x in enumerate(dice.choice(sorted(cells)))))  # type: ignore[arg-type]
    return [[*cell] for cell in sorted(cells)]


def many_pieces() -> str:
    dice = Random(1)
    pieces = [{"name": f"P{number}", "cells": connected(8, dice), "min": 0, "max": 9} for number in range(300)]
    return json.dumps({"box": [16, 16, 16], "pieces": pieces})


def many_options() -> str:
    dice = Random(1)
    options = (" ".join(f"i{item}" for item in sorted(dice.sample(range(2000), 8))) for _ in range(200_000))
    return "\n".join([" ".join(f"i{item}" for item in range(2000)), *options])


INPUTS = {
    "shape.toml": lambda: f'{BOX}[[pieces]]\nname = "A"\ncells = """\n{FULL}\n"""\n',
    "board.toml": lambda: f'board = """\n{FULL}\n"""\n{DOMINOES}',
    "box.toml": lambda: BOX + DOMINOES,
    "pieces.json": many_pieces,
    "shape.xmpuzzle": lambda: burr([voxel(SHAPE, "#" * VOLUME)] * 2, [problem("0", 1)]),
    "box.xmpuzzle": lambda: burr([voxel((2, 2, 1), "###_"), voxel(SHAPE, "#" * VOLUME)], [problem("0:0-333333", 1)]),
    "cover.dlx": many_options,
    **SLOW,
}
LIMITED = {  # commands with what they are told besides
    "solve": "-j 1",
    "count": "-j 1",
    "count by cadical": "-j 1 -b cadical",
    "count by a frontier": "--method frontier",
    "count in a journal": "-j 1 --journal journal",
    "unique": "-j 1",
    "explain": "-j 1",
    "best": "-j 1 --maximise pieces --partial",
    "best as it is": "-j 1 --minimise empty",
    "odds": "-j 1",
    "sample": "-j 1",
    "hint": "",
    "hint fewest": "--fewest",
    "challenge": "",
    "rate": "",
    "choose": "--board",
    "assemble": "-j 1",
    "count estimate": "--estimate",
    "compare": "-b native",
    "compare times": "--times -r 1",
    "export": "-o cover.cnf",
    "certify": "-j 1 -o folder",
}
QUICK = [("choose", "shape.toml"), ("solve", "shape.xmpuzzle"), ("certify", "board.toml"), ("rate", "pieces.json")]
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


SLACK = 1.25  # seconds that a command may take longer, on a busy machine, than one and a half times its limit ...
USUAL = 0.35  # ... if it takes so many seconds to start and to solve a small puzzle; on a slow machine, in proportion


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("inputs")


def seconds_of(folder: Path, *arguments: str) -> tuple[int, float, str]:
    """Run a command; return its status, its processor time, that of its children included, and what it said."""
    said = folder / "said"
    with said.open("w") as out:
        process = subprocess.Popen([*COMMAND, *arguments], stdout=out, stderr=out, cwd=folder, env=ENVIRONMENT)
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used.ru_utime + used.ru_stime, said.read_text()


@cache
def slack(folder: Path) -> float:
    """Return the seconds that a command may take longer on this machine."""
    _, seconds, _ = seconds_of(folder, "count", "soma", "-j", "1")
    return SLACK * max(1.0, seconds / USUAL)


def check(folder: Path, *arguments: str, answered: bool = False) -> None:
    """Run a command with a limit, which it reaches unless it may have `answered` before."""
    status, seconds, said = seconds_of(folder, *arguments, "-t", str(LIMIT))
    if status in (1, 2) and "of memory" in said:  # too little is free beside other tests
        pytest.skip(said)
    if not (answered and status in (0, 1)):
        assert status == 3, said
        assert "limit" in said or "stopped" in said
    assert seconds <= 1.5 * LIMIT + slack(folder), said


@pytest.mark.parametrize(
    ("command", "name"), [case if case in QUICK else pytest.param(*case, marks=pytest.mark.slow) for case in CASES]
)
def test_a_limit_holds_from_the_start_of_a_command(command: str, name: str, inputs: Path) -> None:
    path = inputs / name
    if not path.exists():
        path.write_text(INPUTS[name]())
    (inputs / "journal").unlink(missing_ok=True)
    more = [*LIMITED[command].split(), *[name] * (command == "choose")]
    check(inputs, command.split()[0], name, *more, answered=(command, name) in FOUND)


@pytest.mark.slow
def test_a_limit_holds_while_a_certificate_is_verified(inputs: Path) -> None:
    side = "\n\n".join(["\n".join(["*" * 50] * 50)] * 50)
    (inputs / "cube.toml").write_text(f'box = [50, 50, 50]\n[[pieces]]\nname = "A"\ncells = """\n{side}\n"""\n')
    assert run("certify", "cube.toml", "-o", "certificate", cwd=inputs).returncode == 0
    check(inputs, "verify", "certificate")


def test_a_limit_holds_while_pieces_are_made(tmp_path: Path) -> None:
    check(tmp_path, "pieces", "14", "--grid", "cubic")


def test_every_command_with_a_limit_is_in_the_table() -> None:
    for name in COMMANDS:
        import_module(f"satpuzzle.cli.{name}")
    limited = {name for name in COMMANDS if "time_limit" in rows(KINDS[name])}
    assert limited == {*(command.split()[0] for command in LIMITED), "verify", "pieces", "tile"}
