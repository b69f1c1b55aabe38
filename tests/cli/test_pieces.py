"""`pieces` makes sets, and `choose` takes them as pools."""

import re
from pathlib import Path

import pytest
from commands import complaint, run, said

import satpuzzle as sp
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.library import piece_set, sets
from satpuzzle.puzzle.polyforms import every_piece
from satpuzzle.puzzle.shape import normalised


@pytest.mark.parametrize(
    ("name", "size", "grid", "one_sided"),
    [
        ("pentominoes", 5, "square", False),
        ("one-sided-pentominoes", 5, "square", True),
        ("hexiamonds", 6, "triangular", False),
        ("heptiamonds", 7, "triangular", False),
        ("tetrahexes", 4, "hexagonal", False),
        ("pentahexes", 5, "hexagonal", False),
        ("tetracubes", 4, "cubic", True),
        ("tetraprisms", 4, "prisms", True),
        ("rhombic-trios", 3, "rhombic", True),
    ],
)
def test_common_sets_are_made_again(name: str, size: int, grid: str, one_sided: bool) -> None:
    on = GRIDS[grid]
    images = on.rotations if one_sided else on.isometries

    def shapes(pieces: tuple[sp.Piece, ...]) -> set[bytes]:
        turned = (
            images(piece.cells, mirror=False) if one_sided else images(piece.cells)  # type: ignore[call-arg]
            for piece in pieces
        )
        return {min(image.tobytes() for image in normalised(some, on)) for some in turned}

    assert shapes(every_piece(size, on, one_sided).pieces) == shapes(piece_set(name).pieces)


def test_there_are_29_pentacubes_and_23_up_to_mirror_images() -> None:
    assert said(run("pieces", "5", "--grid", "cubic")).splitlines()[-1].startswith("29 pieces of 5 cells")
    assert said(run("pieces", "5", "--grid", "cubic", "--free")).splitlines()[-1].startswith("23 pieces of 5 cells")


@pytest.mark.full
@pytest.mark.parametrize("ending", ["toml", "json"])
def test_a_set_that_was_written_is_a_pool(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"pool.{ending}"
    said(run("pieces", "5", "--grid", "cubic", "-o", file))
    assert len(piece_set(str(file)).pieces) == 29
    board = tmp_path / "board.toml"
    board.write_text('grid = "cubic"\nbox = [5, 5, 1]\n')  # no pieces: the pool has them
    assert "up to isometries" in said(run("choose", file, "--board", board, "-n", "1"))
    filled = tmp_path / "filled.toml"
    said(run("convert", board, filled, "--pool", file))
    assert [(piece.min, piece.max) for piece in sp.load(filled).pieces] == 29 * [(0, 1)]


@pytest.mark.full
def test_sets_are_sorted_by_how_hard_they_are(tmp_path: Path) -> None:
    board = tmp_path / "board.toml"
    board.write_text('grid = "square"\nbox = [5, 3]\n')
    *sets, last = said(
        run("choose", "pentominoes", "--board", board, "--unique", "--sort", "rate", "-n", "5")
    ).splitlines()
    effort = re.compile(r"effort (\d+) moves \(95 %: (\d+) to (\d+) moves\)$")
    efforts = [[*map(int, found.groups())] for line in sets if (found := effort.search(line))]
    assert len(efforts) == 5 and efforts == sorted(efforts, reverse=True) and efforts[0] > efforts[-1]
    assert all(low <= effort <= high for effort, low, high in efforts)
    easy = said(run("choose", "pentominoes", "--board", board, "--unique", "--easiest", "-n", "5")).splitlines()
    assert easy[-1] == "5 sets of 7, the easiest first" and easy[0] not in sets[:2]
    assert [int(line.split("effort ")[1].split()[0]) for line in easy[:-1]] == [3, 3, 3, 3, 4]
    assert (len(sets), last) == (5, "5 sets of 7, the hardest first")
    tray = tmp_path / "tray.toml"
    asked = ("choose", "pentominoes", "--board", board, "--unique", "--sort", "rate", "-o", tray)
    assert said(run(*asked)).splitlines()[-1] == "1 set of 7, the hardest first; -n 0 writes all"
    said(run(*asked, "-n", "0"))
    assert len(list(tmp_path.glob("tray-*.toml"))) == 7


@pytest.mark.full
def test_the_common_sets_are_listed_and_are_pools(tmp_path: Path) -> None:
    listed = said(run("list", "sets"))
    assert all(f"\n{name} " in listed for name in sets())
    tray = tmp_path / "tray.toml"
    said(run("choose", "pentominoes", "--board", "docs/designing/tray.toml", "--unique", "--seed", "7", "-o", tray))
    assert "tray: unique up to isometries" in said(run("unique", tray))
    said(run("choose", "pentominoes", "--board", "y-pentominoes-5x10", "-n", "2", "-o", tray))
    assert [sp.load(tmp_path / f"tray-{number}.toml").pieces[0].name for number in (1, 2)] == ["F", "F"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("choose", "pentominoes", "--board", "slothouber-graatsma"), "27 cells to fill are no multiple of 5"),
        (("choose", "pentominoes", "--board", "hexiamonds-6x6"), "is on the grid triangular, the pool on square"),
        (("choose", "pentominos", "--board", "soma"), "no bundled puzzle has this name (did you mean pentominoes?)"),
        (("choose", "PENTO", "--board", "soma"), "PENTO: no bundled puzzle has this name (did you mean pentominoes?)"),
        (("pieces", "4", "-o", "x.txt"), "x.txt: a file of pieces ends in .toml, .json, .xmpuzzle, .scad or .heesch"),
        (("pieces", "4", "--grid", "cubik"), '--grid is "cubik" (did you mean cubic?)'),
    ],
)
def test_what_makes_no_sense_gets_a_line(arguments: tuple[str, ...], words: str) -> None:
    assert words in complaint(run(*arguments))
