"""How packings that a command shows come apart; if none does, a later one that does is looked for."""

import contextlib

from satpuzzle.api import solve
from satpuzzle.cli.common import interruptible
from satpuzzle.cli.exits import complain
from satpuzzle.clock import UNLIMITED, Clock, Status
from satpuzzle.engines.base import Engine
from satpuzzle.errors import Stopped
from satpuzzle.machine import cores
from satpuzzle.motion.assembly import Assembler, Assembly, Verdict
from satpuzzle.motion.rules import Rules
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.burrs import Ranking
from satpuzzle.solutions.solution import Solution

_SECONDS = 10.0  # for which a packing that comes apart is looked for, if the first ones do not


def taken_apart(
    found: list[Solution],
    rules: Rules,
    backend: str | Engine,
    further: bool,
    first: bool = False,
    clock: Clock = UNLIMITED,
) -> list[Assembly]:
    """Return how packings of a puzzle come apart.

    With `further`, and if none of them does, the search goes on for some seconds, and a later one that comes apart is
    put before them.  With `first`, the first that comes apart is the last.  Raises Stopped if the clock stops.
    """
    assembler, apart = Assembler(found[0].puzzle, rules, cores()), list[Assembly]()
    for assembly in assembler.assemblies(found, clock):
        apart.append(assembly)
        if first and assembly.verdict is Verdict.YES:
            break
    if not further or any(assembly.verdict is Verdict.YES for assembly in apart):
        return apart
    return [*_later(assembler, found[0].puzzle, backend, len(found)), *apart]


def _later(assembler: Assembler, puzzle: Puzzle, backend: str | Engine, before: int) -> list[Assembly]:
    """Search a few seconds for a packing that comes apart; print a message about the result.

    `before` packings were examined already, and none of them comes apart.
    """
    clock = Clock(_SECONDS)
    ranking = Ranking(most=1)
    run = solve(puzzle, backend, clock=clock)
    with interruptible(clock), contextlib.suppress(Stopped):
        for assembly in ranking.taking(assembler.assemblies(run, clock)):
            if assembly.verdict is Verdict.YES:
                complain(f"none of the first {before} packings comes apart; a later one, which does, is shown")
                return [assembly]
    looked = sum(ranking.counted.values())
    time = f" in {_SECONDS:g} seconds" if clock.status is Status.TIME_LIMIT else ""
    complain(f"none of the {looked} packings that were tried{time} comes apart {assembler.rules}")
    return []
