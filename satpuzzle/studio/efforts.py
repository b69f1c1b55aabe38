"""How hard each bundled puzzle is, for the page's gallery; `python -m satpuzzle.studio.efforts` prints the table.

With names of puzzles, only these are played, and the others have their old numbers.

The number is the effort of `satpuzzle rate PUZZLE` (`questions/rate.py`): the mean number of moves until a careful
player succeeds, of 100 tries with seed 0; if none of them succeeded, as if about one had.  Calendars, which differ from
day to day, have none, nor have puzzles without a solution and those that no move solves: an empty board is a solution.
"""

import json
import sys
from collections.abc import Collection
from importlib.resources import files

import numpy as np

from satpuzzle.puzzle.library import puzzles
from satpuzzle.questions.ask import Asker
from satpuzzle.questions.rate import TRIES, play
from satpuzzle.studio.page import page_data

FILE = files("satpuzzle.studio") / "js" / "efforts.json"


def effort(name: str) -> float:
    """Return the effort that `satpuzzle rate` tells of a bundled puzzle."""
    return round(play(Asker(name).cover(None), TRIES, np.random.default_rng(0)).effort, 1)


def efforts(only: Collection[str] = ()) -> dict[str, float]:
    """Return the effort of each bundled puzzle that has a solution, by name; none is 0.

    If only some are played, that of each other one is the number in the file.
    """
    known = page_data()["puzzles"]
    unsolvable = {name for name, content in known.items() if content.get("counts", {}).get("isometries") == 0}
    old = json.loads(FILE.read_text(encoding="utf-8")) if only else {}
    names = [name for name in puzzles() if name in known and name not in unsolvable]
    told = {name: effort(name) if name in only or not only else old.get(name, 0) for name in names}
    return {name: moves for name, moves in told.items() if moves}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(efforts(sys.argv[1:]), indent=0) + "\n")
