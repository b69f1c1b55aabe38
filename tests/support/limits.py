"""The table of limits: commands with each backend on slow inputs, stopped by a limit, by SIGTERM, by Ctrl-C.

Processor time counts, that of all children included, since a busy machine makes a command wait; so the commands run by
a clock of work (`working.py`).  A command with a limit of t seconds takes at most 1.5 t and half a second; after a
signal it goes on for at most one second, and so it works at most one second between two looks at the clock.  It may
take more in proportion on a machine that takes long to start a command.

    PYTHONPATH=tests/support python tests/support/limits.py [WORD ...]    all rows, or those with these words

prints a row for each that breaks its limit, is not stopped, or says nothing; then the largest numbers.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import psutil
from burrs import burr, problem, voxel
from commands import ENVIRONMENT
from wide import SLOW
from working import below

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


INPUTS: dict[str, Callable[[], str]] = {
    "shape.toml": lambda: f'{BOX}[[pieces]]\nname = "A"\ncells = """\n{FULL}\n"""\n',
    "board.toml": lambda: f'board = """\n{FULL}\n"""\n{DOMINOES}',
    "box.toml": lambda: BOX + DOMINOES,
    "pieces.json": many_pieces,
    "shape.xmpuzzle": lambda: burr([voxel(SHAPE, "#" * VOLUME)] * 2, [problem("0", 1)]),
    "box.xmpuzzle": lambda: burr([voxel((2, 2, 1), "###_"), voxel(SHAPE, "#" * VOLUME)], [problem("0:0-333333", 1)]),
    "cover.dlx": many_options,
    **SLOW,
}
TWELVE = (
    "board.toml", "pieces.json", "presents-42.toml", "tiles.toml", "apart.toml", "corners.json", "painted.json",
    "frame.json", "rhombic.json", "strip.json", "polyominoes.json", "edges.json",
)  # fmt: skip
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
ASKED = ("count", "solve", "unique", "best", "hint", "explain")  # commands that are asked of several backends
SEVERAL = ("cadical", "glucose", "gluecard", "cpsat", "clingo")
SLACK = 0.5  # seconds, as above, ...
USUAL = 0.35  # ... if it takes so many to start and to solve a small puzzle; on a slow machine, in proportion
AFTER = 1.0  # seconds that a command may work after a signal, or without a look at the clock
COMMAND = [sys.executable, str(Path(__file__).with_name("working.py"))]


@dataclass(frozen=True)
class Row:
    """A command on an input; `number` is the signal that stops it, or None for a limit."""

    command: str
    name: str
    backend: str = ""
    number: int | None = None

    def line(self) -> list[str]:
        """Return the arguments of the command."""
        more = [*LIMITED[self.command].split(), *[self.name] * (self.command == "choose")]
        by = ["-b", self.backend] if self.backend else []
        limit = ["-t", str(LIMIT)] if self.number is None else []
        return [self.command.split()[0], self.name, *more, *by, *limit]

    def __str__(self) -> str:
        kind = "limit" if self.number is None else signal.Signals(self.number).name
        return f"{self.command:22} {self.backend:13} {self.name:18} {kind:8}"


def rows(backends: list[str]) -> Iterator[Row]:
    """Yield all rows: each command by its usual backend, some by several, `count` by every one of these.

    A row with a signal takes as long as one with a limit, so these are a third; backends that differ by the solver in a
    child process only are asked of two inputs each.
    """
    signals = [signal.SIGTERM, signal.SIGINT]
    others = [one for one in backends if one not in ("native", *SEVERAL)]
    for at, name in enumerate(TWELVE):
        for place, command in enumerate(LIMITED):
            yield Row(command, name)
            if (at + place) % 3 == 0:
                yield Row(command, name, "", signals[place % 2])
        for number, command in enumerate(ASKED):
            for place, backend in enumerate(SEVERAL):
                yield Row(command, name, backend)
                if (number + place) % 3 == at % 3:
                    yield Row(command, name, backend, signals[at // 3 % 2])
        for place, backend in enumerate(others[at % 6 :: 6]):
            yield Row("count", name, backend)
            yield Row("count", name, backend, signals[place % 2])


@dataclass(frozen=True)
class Ending:
    """How a command ended: its status, its processor time in all and after the signal, what it said."""

    status: int
    seconds: float
    after: float
    stretch: float  # the longest without a look at the clock
    where: str
    said: str


def write(folder: Path, name: str) -> None:
    """Write an input, unless it is there."""
    if not (folder / name).exists():
        (folder / name).write_text(INPUTS[name]())


def ended(folder: Path, *arguments: str, number: int | None = None, patience: float = 60.0) -> Ending:
    """Run a command in a folder; send a signal, if one is given, after LIMIT seconds of work.

    It is killed after `patience` seconds of work.
    """
    said, stretch = folder / f"said-{time.monotonic_ns()}", folder / f"stretch-{time.monotonic_ns()}"
    stretch.write_text("0 none")
    with said.open("w") as out:
        process = subprocess.Popen(
            [*COMMAND, *arguments], stdout=out, stderr=out, cwd=folder,
            env=ENVIRONMENT | {"WORKING": str(stretch)},
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )  # fmt: skip
    before = 0.0
    while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        worked = _worked(process.pid)
        if number is not None and not before and worked >= LIMIT:
            before = worked
            process.send_signal(number)
        if worked > patience:
            process.kill()
        time.sleep(0.5 if number is None or before else 0.1)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds, text = used.ru_utime + used.ru_stime, said.read_text()
    longest, _, where = stretch.read_text().partition(" ")
    return Ending(process.returncode, seconds, seconds - before if before else 0.0, float(longest), where, text)


def _worked(number: int) -> float:
    """Return the processor time of a process and of all that it has started."""
    try:
        process = psutil.Process(number)
        return float(sum(process.cpu_times()[:4])) + below(process)
    except psutil.Error:
        return 0.0


def slack_now(folder: Path) -> float:
    """Return the seconds that a command may take longer on this machine, as busy as it is."""
    return SLACK * max(1.0, ended(folder, "count", "soma", "-j", "1").seconds / USUAL)


slack = cache(slack_now)


def wrong(row: Row, end: Ending, more: float) -> str:
    """Return what is wrong with an ending, "" if nothing is; `more` is the slack."""
    if end.status in (1, 2) and ("memory" in end.said or row.number is not None or end.seconds < LIMIT):
        return ""  # too large, or not for this command
    if "Traceback" in end.said:
        return "traceback"
    if row.number is None and end.seconds > 1.5 * LIMIT + more:
        return "limit not kept"
    if end.after > AFTER * more / SLACK:
        return "signal not kept"
    if end.stretch > AFTER * more / SLACK:
        return f"{end.stretch:.1f} s without a look at the clock, until {end.where}"
    if end.status in (3, 128 + (row.number or 0)) and not end.said.strip():
        return "says nothing"
    return "" if end.status in (0, 1, 2, 3, 128 + (row.number or 0)) else f"status {end.status}"


def main(words: list[str]) -> None:
    """Measure the rows that have all the words, and print what is wrong."""
    from satpuzzle.engines import BACKENDS

    with TemporaryDirectory() as place:
        folder = Path(place)
        available = [name for name, engine in BACKENDS.items() if engine.missing() is None]
        chosen = [row for row in rows(available) if all(word in str(row).split() for word in words)]
        Random(0).shuffle(chosen)  # so that a run that is cut short is a sample
        for row in chosen:
            write(folder, row.name)
        more = slack(folder)

        def measured(row: Row) -> tuple[Row, Ending]:
            with TemporaryDirectory(dir=folder) as own:
                (Path(own) / row.name).symlink_to(folder / row.name)
                return row, ended(Path(own), *row.line(), number=row.number)

        broken, largest = 0, {"limit": 0.0, "signal": 0.0, "stretch": 0.0}
        with ThreadPoolExecutor(int(os.environ.get("JOBS", "1"))) as pool:
            for at, (row, end) in enumerate(pool.map(measured, chosen), 1):
                if at % 20 == 0:
                    print(f"{at} of {len(chosen)} rows, {broken} wrong", file=sys.stderr, flush=True)
                largest["limit"] = max(largest["limit"], end.seconds if row.number is None else 0.0)
                largest["signal"] = max(largest["signal"], end.after)
                largest["stretch"] = max(largest["stretch"], end.stretch)
                if what := wrong(row, end, more):
                    broken += 1
                    last = (end.said.strip().splitlines() or [""])[-1][:90]
                    print(f"{row} {end.seconds:6.2f} {end.after:6.2f} {end.status:4} {what}: {last}", flush=True)
        print(f"{len(chosen)} rows, {broken} wrong; slack {more:.2f} s; most {largest}")


if __name__ == "__main__":
    main(sys.argv[1:])
