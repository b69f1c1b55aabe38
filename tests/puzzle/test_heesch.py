"""The text form of heesch-sat: cells beside each other there and here, round trips, verdicts, what is refused."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from commands import complaint, run

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.heesch import GRIDS_THERE, parse, records, shape, written_set
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.polyforms import every_piece
from satpuzzle.questions.tilings.shapes import prototiles

# A cell of each grid and the cells that share a side with it, by the headers of heesch-sat.
BESIDE = {
    "O 3 -2": [(1, 0), (0, 1), (-1, 0), (0, -1)],
    "H 3 -2": [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)],
    "I 3 -3": [(1, 1), (-2, 1), (1, -2)],
    "I -2 4": [(-1, -1), (2, -1), (-1, 2)],
    "o 1 1": [(1, 0), (0, 1), (-1, 0), (0, -1)],
    "o 2 -1": [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)],
    "T 4 1": [(0, -1), (0, 1), (1, 0), (-1, 0), (1, -1), (-1, 1)],
    "T 1 0": [(0, 1), (1, -1), (-1, 0)],
    "T -1 0": [(1, 0), (-1, 1), (0, -1)],
    "K 1 0": [(1, 1), (2, -1), (-1, 1), (0, -1)],
    "K -1 1": [(-2, 1), (-1, 2), (0, -1), (1, 0)],
    "K 2 1": [(1, -2), (-1, -1), (1, 0), (-1, 1)],
    "D 2 1": [(2, 0), (-1, 1), (1, -2)],
    "D 8 2": [(1, -1), (0, 2), (-2, 1)],
}


@pytest.mark.parametrize("line", BESIDE)
def test_cells_that_share_a_side_there_share_one_here(line: str) -> None:
    letter, x, y = line.split()
    around = [f"{letter}? {x} {y} {int(x) + a} {int(y) + b}\n" for a, b in BESIDE[line]]
    (first, *_), *_ = found = [np.array(one.cells) for one in records("".join(around))]
    grid = next(records(around[0])).grid
    beside = {tuple(cell) for cell in (first + grid.neighbours(int(grid.kind(first)))).tolist()}
    assert {tuple(second.tolist()) for _, second in found} == beside


@pytest.mark.parametrize("grid", GRIDS_THERE)
def test_all_shapes_of_a_size_come_back(grid: str, tmp_path: Path) -> None:
    every = every_piece(3, GRIDS[grid])
    (tmp_path / "all.heesch").write_text(written_set(every))
    found = prototiles(str(tmp_path / "all.heesch"))
    known = prototiles((), grid=grid, size=3)
    assert [sorted(one.orientations) for one in found] == [sorted(one.orientations) for one in known]
    assert [one.grid for one in found] == [GRIDS[grid]] * len(known)


def test_a_file_with_verdicts_and_patches_is_read() -> None:
    text = (
        "O? 0 0 1 0 2 0 0 1 2 1\n"
        "0 0 1 0\nI 1 0\n"
        "O 0 0 1 0 0 -1\n~ 1 2 2\n1\n0 1 0 0 0 1 0\n2\n0 1 0 0 0 1 0\n1 -1 0 5 0 1 2\n\n"
        "O -1 7\n?\n"
    )
    found = [*records(text)]
    assert [one.verdict for one in found] == ["", "I 1", "~ 1 2", ""]
    assert found[0].cells == [[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0], [2, 1, 0]]
    table = parse(text)
    assert table["grid"] == "square" and [piece["name"] for piece in table["pieces"]] == ["1", "2", "3", "4"]


def test_verdicts_are_those_that_its_readme_prints(tmp_path: Path) -> None:
    """81 hexahexes without a hole: 76 tile isohedrally, 1 is not decided, Heesch numbers 1, 1, 1 and 2."""
    run("tile", "plane", "--grid", "hexagonal", "--size", "6", "-o", "6hex.heesch", cwd=tmp_path)
    text = (tmp_path / "6hex.heesch").read_text()
    verdicts = Counter(one.verdict for one in records(text))
    assert verdicts == {"O": 1, "I 1": 76, "# 2": 1, "~ 1 1": 3, "~ 2 2": 1}
    again = sp.tilings.plane(str(tmp_path / "6hex.heesch"))
    assert again.heesch == text and again.counts == {"tiles": 77, "no": 5, "open": 0}


def test_verdicts_on_heptominoes_are_those_that_kaplan_published() -> None:
    """Craig S. Kaplan, Heesch numbers of unmarked polyforms, 2022: 107 without a hole, of which 3 do not tile."""
    verdicts = Counter(one.verdict for one in records(sp.tilings.plane(size=7).heesch))
    assert verdicts == {"O": 1, "I 1": 104, "~ 0 1": 1, "~ 1 1": 2}


def test_the_command_converts_sets_and_refuses_other_answers(tmp_path: Path) -> None:
    assert run("tile", "plane", "**/*.", "--format", "heesch-sat").stdout == "O 0 0 1 0 0 1\nI 1 0\n"
    assert "not allowed with --together" in complaint(
        run("tile", "plane", "**", "***", "--together", "--format", "heesch-sat")
    )
    said = complaint(run("tile", "plane", "--grid", "cubic", "--size", "2", "--format", "heesch-sat"))
    assert "the grid cubic is not one of heesch-sat: choose from square, hexagonal" in said


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no shape"),
        ("\n \n", "has no shape"),
        ("hello", "line 1 is 'hello', allowed are a letter and the coordinates of cells"),
        ("O? 0 0 1", "line 1 has 3 coordinates, an even number is needed"),
        ("O? 0 0 0 0", "line 1 has a cell twice"),
        ("I? 0 1", "line 1: 0 1 is no cell of the grid I"),
        ("A? 0 0", "line 1: the grid A, polyaboloes, is not known: choose from O, H, I, o, T, K, D"),
        ("X? 0 0", "line 1: the grid X is not known"),
        ("O? 0 0\nH? 0 0", "has shapes on the grids hexagonal and square: choose one"),
        ("O 0 0", "line 2 is '', allowed is a verdict"),
        ("O 0 0\n~ 1 0", "line 2 is '~ 1 0', allowed is a verdict"),
        ("O 0 0\nI 1 1\nx", "line 3 is 'x', allowed is the number of copies of a patch"),
        ("O 0 0\nI 1 1", "line 3 is '', allowed is the number of copies of a patch"),
        ("O 0 0\nI 1 1\n3\n0 0", "line 3 says that a patch has 3 copies, 1 lines are left"),
        (f"O? 0 {9 * '9'}", "line 1 has 999999999, coordinates go up to 262143"),
        ("H? 0 0 -262144 0", "line 1 has -262144, coordinates go up to 262143"),
        (f"O? 0 {5000 * '9'}", "line 1 is 'O? 0 999"),
        (f"O 0 0\nI 1 {5000 * '9'}", "line 2 is 'I 1 999"),
        (f"O 0 0\nI 1 1\n{5000 * '9'}", "line 3 is '999"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(PuzzleError, match=message.replace("?", r"\?").replace("(", r"\(")):
        parse(text)


def test_a_shape_of_another_grid_is_refused() -> None:
    with pytest.raises(PuzzleError, match="the grid cubic is not one of heesch-sat"):
        shape(GRIDS["cubic"], np.zeros((1, 3), np.int64))
