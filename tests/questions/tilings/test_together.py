"""Several shapes in one tiling of the plane."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from clocks import Countdown
from commands import complaint, run

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.polyforms import every_piece
from satpuzzle.questions.tilings.plane import NO, OPEN, TILES
from satpuzzle.questions.tilings.prototile import encoded
from satpuzzle.questions.tilings.together import together

BAD = ("*****/*...*", "***./..**/..*./..*.", "..*./..*./****/..*.")
RING = "***/*.*/**."


def check(found: sp.tilings.Together) -> None:
    """Check that each cell of the torus is covered once, by copies of the shapes, each of which occurs."""
    assert found.torus is not None
    tiling = found.as_dict()["tiling"]
    covered = Counter[int]()
    for copy in tiling["copies"]:
        covered.update(found.torus.homes(encoded(found.tiles[0].grid, np.array(copy["cells"]))).tolist())
        (tile,) = (tile for tile in found.tiles if tile.name == copy["piece"])
        tile.found(copy["cells"])
    assert covered == Counter(range(found.torus.size))
    assert {copy["piece"] for copy in tiling["copies"]} == {tile.name for tile in found.tiles}


def test_shapes_that_tile_together() -> None:
    found = together(("pentominoes#X", "pentominoes#T"))
    assert found.sentence == "X and T tile together with 3 copies in a period (2 T, 1 X)"
    check(found)
    assert found.picture() is not None


def test_tetrahedra_and_octahedra() -> None:
    """Neither tile space alone, both do together; a unit of the grid has 8 and 2 of them."""
    cells = every_piece(1, sp.GRIDS["tetra-octa"])
    assert [one.verdict for one in sp.tilings.plane(cells, coronas=2).verdicts] == [NO, NO]
    found = together(cells, copies=10, coronas=1)
    assert found.verdict == TILES and found.sentence.endswith("10 copies in a period (8 A, 2 B)")
    check(found)


def test_heptominoes_that_do_not_tile_alone() -> None:
    both = together(BAD[:2])
    assert both.sentence == "A and B tile together with 2 copies in a period (1 A, 1 B)"
    check(both)
    assert together(BAD[1:3]).sentence == "A and B do not tile together: A cannot be surrounded 2 times"
    assert together((BAD[0], RING)).refuted == ("B", 1)
    assert together((RING, "*")).verdict == TILES  # the cell fills the hole


def test_what_is_stopped_or_limited_is_open() -> None:
    stopped = together(("pentominoes#X", "pentominoes#T"), clock=Countdown(3))
    assert stopped.verdict == OPEN and not stopped.final and stopped.sentence.endswith("the search was stopped")
    limited = together(("pentominoes#X", "pentominoes#T"), copies=2, coronas=1)
    assert limited.final and limited.sentence == (
        "X and T are open: each has at least 1 corona, no tiling with at most 2 copies in a period"
    )
    assert limited.picture() is None and limited.as_dict()["tiling"] is None


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(PuzzleError, match="together are two shapes or more"):
        together("*")
    assert [tile.name for tile in together(("*", "*")).tiles] == ["A", "B"]
    twice = together(("pentominoes#X", "pentominoes#X"))
    assert [tile.name for tile in twice.tiles] == ["X1", "X2"]


def test_the_command(tmp_path: Path) -> None:
    ended = run("tile", "plane", "pentominoes#X", "*", "--together", "--draw", "a.svg", cwd=tmp_path)
    assert ended.returncode == 0 and "X and B tile together with 2 copies" in ended.stdout
    assert (tmp_path / "a.svg").exists()
    said = json.loads(run("tile", "plane", "pentominoes#X", "*", "--together", "--json").stdout)
    assert (said["verdict"], said["copies"]) == (TILES, 2)
    table = run("tile", "plane", "pentominoes#X", "*", "--together", "--format", "csv").stdout
    assert table.splitlines() == ["pieces,verdict,copies", "X and B,tiles,2"]
    for option in ("--journal", "--certificates"):
        refused = run("tile", "plane", "pentominoes#X", "*", "--together", option, "a", cwd=tmp_path)
        assert complaint(refused) == f"{option} a: not allowed with --together"
    alone = run("tile", "strip", "*", "--width", "1", "--together")
    assert complaint(alone) == "--together: not allowed with tile strip, an option of tile plane"
    assert "best FILE --board NxM finds the smallest rectangle in which each piece occurs" in " ".join(
        run("tile", "rectangle", "--help").stdout.split()
    )
