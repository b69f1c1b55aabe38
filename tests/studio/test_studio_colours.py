"""Colours, borders, boards that wrap round, pieces that must not touch: the same in the page as in Python."""

import json
from contextlib import suppress
from itertools import count, islice
from typing import Any

import numpy as np
import pytest
from test_geometry import agree, any_puzzle, grown, tables_in_node
from test_studio_counts import check_counts_and_classes

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.formats.writing import content
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.tiles import RULES, takes_tiles

TILED = [name for name, grid in GRIDS.items() if takes_tiles(grid)]


def any_tiles(seed: int) -> Puzzle:
    """Return a puzzle of random tiles, with any rule of the border; the board may wrap round."""
    random = np.random.default_rng(seed)
    while True:
        grid = GRIDS[TILED[int(random.integers(len(TILED)))]]
        letters, sides = "ABC"[: int(random.integers(1, 4))], len(grid.neighbours())
        said: dict[str, Any] = {"mirror": bool(random.integers(2)), "match": bool(random.integers(5))}
        if grid.two_sided and not random.integers(4):
            said |= {"box": [3, int(random.integers(3, 5))], "wrap": str(random.choice(["x", "y", "xy"]))}
        else:
            cells = int(random.integers(2, 9 if len(letters) < 3 else 7))
            said["board"] = grown(grid.name, cells, int(random.integers(10**6)))
            said["board"] = np.array(said["board"])
        said["tiles"] = [
            {
                "name": f"T{number}",
                "sides": "".join(random.choice([*letters], sides)),
                "min": 0,
                "max": int(random.integers(1, 5)),
            }
            for number in range(int(random.integers(1, 7)))
        ]
        used = sorted(set("".join(tile["sides"] for tile in said["tiles"])))
        if random.integers(2):
            said["border"] = str(random.choice([*RULES, *used]))
        if len(grid.kinds) == 1 and not random.integers(4):
            said["rotate"] = False
        free = "".join(letter for letter in used if letter != said.get("border"))
        if len(free) > 1 and random.integers(2):  # all tiles that an exchange makes of these
            both = str.maketrans(free[0] + free[1], free[1] + free[0])
            more = [
                tile | {"name": f"{tile['name']}x", "sides": tile["sides"].translate(both)} for tile in said["tiles"]
            ]
            said |= {"tiles": said["tiles"] + more, "interchangeable": free[:2]}
        try:
            found = sp.make_puzzle(grid=grid, **said)
            sp.solve(found).tabulate()  # which is refused if exchanges match tiles in several ways
        except PuzzleError:
            continue
        return found


def any_painted(seed: int) -> Puzzle:
    """Return a puzzle whose pieces, and perhaps its board, have random colours."""
    random = np.random.default_rng(seed)
    grid = [*GRIDS][int(random.integers(len(GRIDS)))]
    said = content(any_puzzle(grid, seed), drawn=False)
    for table in said["pieces"]:
        table["colours"] = random.integers(0, 3, size=len(table["cells"])).tolist()
    if random.integers(4):
        board = said.get("board") or GRIDS[grid].box(said.pop("box")).tolist()
        said |= {"board": board, "colours": random.integers(0, 3, size=len(board)).tolist()}
    if not random.integers(3):
        said["pairs"] = [[1, 2], [2, 1], [2, 2]]
    return of_file(said)


def wrapped(said: dict[str, Any], grid: str, random: np.random.Generator) -> str | list[list[int]]:
    """Return axes, or periods by which no two cells of the board are the same."""
    if random.integers(2):
        return str(random.choice(["x", "y", "xy"]))
    while True:
        steps = random.integers(-6, 7, (int(random.integers(1, 3)), 2))
        periods: list[list[int]] = (steps @ GRIDS[grid].basis[:2, :2]).tolist()
        with suppress(PuzzleError):
            of_file({**said, "wrap": periods})
            return periods


def any_ruled(seed: int) -> Puzzle:
    """Return a puzzle on a board that wraps round, or whose pieces must not touch, or with few cells left empty."""
    random = np.random.default_rng(seed)
    rule = int(random.integers(3))
    grids = [name for name, grid in GRIDS.items() if grid.two_sided or rule]
    grid = grids[int(random.integers(len(grids)))]
    said = content(any_puzzle(grid, seed), drawn=False)
    names = [table["name"] for table in said["pieces"]]
    if rule == 0:
        said["wrap"] = wrapped(said, grid, random)
    elif rule == 1:
        said["apart"] = [names[: int(random.integers(1, len(names) + 1))]]
    else:
        cells = said.get("board") or GRIDS[grid].box(said.pop("box")).tolist()
        said |= {"board": cells, "optional": cells, "empty": int(random.integers(0, 4))}
        for table in said["pieces"]:
            table["min"] = 0
            table["max"] = table.pop("count", table.get("max", 1))
    return of_file(said)


def of_file(said: dict[str, Any]) -> Puzzle:
    """Return the puzzle of a file with this content."""
    return parsed(json.dumps(said), ".json", "any")


MANY = 2000  # solutions
KINDS = {"tiles": any_tiles, "painted": any_painted, "ruled": any_ruled}


@pytest.mark.parametrize("kind", KINDS)
def test_random_puzzles_have_the_same_placements_and_symmetries(kind: str, seed: int) -> None:
    puzzles = [KINDS[kind](seed + number) for number in range(8)]
    for puzzle, found in zip(puzzles, tables_in_node([content(p, drawn=False) for p in puzzles]), strict=True):
        agree(found, puzzle)
        check_written(found["written"], puzzle)


def check_written(said: dict[str, Any], puzzle: Puzzle) -> None:
    """Assert that what the page writes is read as the same puzzle."""
    again, expected = (content(each, drawn=False) for each in (of_file(said), puzzle))
    for key in ("title", "counts", "source"):
        again.pop(key, None), expected.pop(key, None)
    assert again == expected


def countable(kind: str, seed: int, many: int) -> list[Puzzle]:
    """Return so many puzzles, from a seed on, that have solutions, few enough for the page to list all in a moment."""

    def suits(puzzle: Puzzle) -> bool:
        return 0 < sum(1 for _ in sp.solve(puzzle, up_to="raw", limit=MANY)) < MANY

    return list(islice(filter(suits, (KINDS[kind](number) for number in count(seed))), many))


@pytest.mark.full
@pytest.mark.parametrize("kind", KINDS)
def test_random_puzzles_have_the_same_counts_and_classes(kind: str, seed: int) -> None:
    check_counts_and_classes(countable(kind, seed, 10), seed)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_random_puzzles_have_the_same_counts_and_classes(kind: str, seed: int) -> None:
    check_counts_and_classes(countable(kind, seed, 100), seed)
