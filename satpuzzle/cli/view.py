"""The command `satpuzzle view`."""

import sys
import tempfile
import webbrowser
from dataclasses import dataclass
from pathlib import Path

import typer

from satpuzzle import data
from satpuzzle.cli.apart import taken_apart
from satpuzzle.cli.common import opened, rules_of, solutions_of
from satpuzzle.cli.draw import SolutionsRows
from satpuzzle.cli.exits import CTRL_C, complain
from satpuzzle.cli.options import command
from satpuzzle.engines.base import Engine
from satpuzzle.errors import PuzzleError
from satpuzzle.motion.assembly import Assembly
from satpuzzle.motion.rules import Rules
from satpuzzle.puzzle.formats import json
from satpuzzle.rows import again, option
from satpuzzle.settings import BackendRow, MotionRows, PageRows, SubjectRows
from satpuzzle.solutions.solution import Solution
from satpuzzle.studio.view import view as page


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(SubjectRows, SolutionsRows, BackendRow, MotionRows, PageRows):
    """The options of `view`."""

    backend: str | Engine = again(BackendRow, "backend", without=("solutions",))
    limit: int = option(20, "-n N", None, "How many solutions to find.", least=1, without=("solutions",))
    steps: Path | None = option(
        None, "FILE", None,
        "Read the moves that take the first solution apart from FILE: a list such as `steps` in the output of assemble"
        " --format json.")
# fmt: on


@command
def view(asked: Asked) -> None:
    """Make a page for rotating solutions and taking them apart.

    The page opens in a browser and works without a network.  It opens on a solution that comes apart, if one is found.
    """
    rules = rules_of(asked) or Rules()
    given = None if asked.steps is None else _read(asked.steps)
    about = opened(asked)
    found, interrupted = solutions_of(about, asked.solutions, asked.limit, asked.backend)
    made = page(*_apart(asked, rules, found, given, interrupted), colour_by=asked.colour_by)
    path = asked.output or Path(tempfile.mkdtemp(prefix="satpuzzle-")) / f"{found[0].puzzle.name}.html"
    made.save(path)
    if interrupted:
        complain(f"interrupted; {path} shows what was found until then, {len(found)} of {asked.limit}")
        raise typer.Exit(CTRL_C)
    if asked.show and not webbrowser.open(path.absolute().as_uri()):
        complain(f"no browser was found; open {path}")
    elif asked.output is None:
        print(path, file=sys.stderr)


def _apart(
    asked: Asked, rules: Rules, found: list[Solution], given: list[dict[str, object]] | None, interrupted: bool
) -> tuple[list[Solution], list[Assembly | list[dict[str, object]]] | None]:
    """Return the solutions that are shown, and how each comes apart; None if there are chains, which are folded."""
    if "chain" in found[0].puzzle.features:
        if given is not None:
            raise PuzzleError(f"--steps {asked.steps}: {found[0].puzzle.name} has a chain, which is folded")
        return found, None
    further = not given and not interrupted and not asked.solutions and len(found) == asked.limit
    apart = taken_apart(found, rules, asked.backend, further)
    shown = [assembly.solution for assembly in apart if assembly.solution is not None]
    return shown, [given or apart[0], *apart[1:]]


def _read(path: Path) -> list[dict[str, object]]:
    text = data.read(path, data.LARGE)
    try:
        content = json.parse(text)
    except PuzzleError as error:
        raise PuzzleError(f"{path}: {error}") from None
    if not isinstance(content, list):
        raise PuzzleError(f"{path}: the steps must be a list of objects")
    return content
