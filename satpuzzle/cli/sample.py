"""The command `satpuzzle sample`."""

from dataclasses import dataclass

import typer

from satpuzzle.cli import odds
from satpuzzle.cli.asking import answer, check_picture, save_solutions, with_legend
from satpuzzle.cli.exits import LIMIT, OK
from satpuzzle.cli.options import command
from satpuzzle.rows import option
from satpuzzle.settings import SeedRow


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(odds.Asked, SeedRow):
    """The options of `sample`."""

    limit: int = option(1, "-n N", None, "How many packings.", least=1)
    different: bool = option(
        False, "", None, "Packings that share few placements: each next one shares fewest with those before.")
# fmt: on


@command
def sample(asked: Asked) -> None:
    """Draw packings at random, each equally likely.

    All packings count, also those that symmetries map to each other. The same seed draws the same ones.
    """
    check_picture(asked.draw)
    packings = odds.packings_of(asked)
    some = (packings.different if asked.different else packings.sample)(asked.limit, asked.seed)
    save_solutions(asked.draw, tuple(some))
    facts = {
        "puzzle": packings.puzzle.name,
        "packings": packings.total,
        "final": packings.final,
        "seed": asked.seed,
        "solutions": [solution.as_list() for solution in some],
    }
    many = f"{len(some)} of {'' if packings.final else '≥ '}{packings.total}"
    drawn = "\n\n".join([*map(str, some), f"{packings.puzzle.name}: {many} packings"])
    answer(asked, facts, lambda: with_legend(packings.puzzle, drawn, asked.quiet))
    raise typer.Exit(OK if packings.final else LIMIT)
