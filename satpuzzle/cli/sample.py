"""The command `satpuzzle sample`."""

from dataclasses import dataclass

import typer

from satpuzzle.cli import odds
from satpuzzle.cli.asking import answer, check_picture, save_solutions, with_legend
from satpuzzle.cli.exits import LIMIT, OK
from satpuzzle.cli.options import command
from satpuzzle.cover.describe import numbered
from satpuzzle.errors import PuzzleError
from satpuzzle.rows import option
from satpuzzle.settings import SeedRow


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(odds.Asked, SeedRow):
    """The options of `sample`."""

    limit: int = option(1, "-n N", None, "How many packings.", least=1)
    different: bool = option(
        False, "", None, "Packings that share few placements: each next one shares fewest with those before.")
    nth: int | None = option(
        None, "K", None, "The K-th packing and those after it, in an order that is always the same.", least=1)
# fmt: on


@command
def sample(asked: Asked) -> None:
    """Draw packings at random, each equally likely.

    All packings count, also those that symmetries map to each other. The same seed draws the same ones.
    """
    check_picture(asked.draw)
    if asked.different and asked.nth is not None:
        raise PuzzleError("--nth: not allowed with --different")
    packings = odds.packings_of(asked)
    if (nth := asked.nth) is None:
        some = (packings.different if asked.different else packings.sample)(asked.limit, asked.seed)
    elif nth > packings.total:
        raise PuzzleError(f"nth {nth}: {packings.puzzle.name} has {numbered(packings.total, 'packing')}")
    else:
        some = packings.some(range(nth - 1, min(nth - 1 + asked.limit, packings.total)))
    save_solutions(asked.draw, tuple(some))
    facts = {
        "puzzle": packings.puzzle.name,
        "packings": packings.total,
        "final": packings.final,
        "seed": asked.seed,
        "nth": nth,
        "solutions": [solution.as_list() for solution in some],
    }
    total = f"{'' if packings.final else '≥ '}{packings.total}"
    last = "" if nth is None or len(some) == 1 else f" to {nth - 1 + len(some)}"
    many = f"{len(some)} of {total} packings" if nth is None else f"packing {nth}{last} of {total}"
    drawn = "\n\n".join([*map(str, some), f"{packings.puzzle.name}: {many}"])
    answer(asked, facts, lambda: with_legend(packings.puzzle, drawn, asked.quiet))
    raise typer.Exit(OK if packings.final else LIMIT)
