"""Pictures of all steps of a disassembly."""

import re
from pathlib import Path

import pytest
from commands import complaint, run
from packings import drawn

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.motion.assembly import Assembly
from satpuzzle.pictures.unpacking import save_steps

GLASS = 'fill-opacity=".15"'
PAIR = "AA\n.B\n\nAB\n.B"


def test_all_steps_are_on_a_sheet_or_each_in_a_file_of_one_size(tmp_path: Path) -> None:
    found = sp.assemble(drawn(PAIR))
    assert save_steps(found, tmp_path / "steps.svg") == [tmp_path / "steps.svg"]
    sheet = (tmp_path / "steps.svg").read_text()
    assert re.findall(r">(\d+): ([A-Z ]+) [a-z ]+(?: and out| by \d)<", sheet) == [("1", "A")]
    paths = save_steps(found, tmp_path / "one.svg", separate=True)
    assert [path.name for path in paths] == ["one-0.svg", "one-1.svg"]
    assert len({re.findall(r'viewBox="[^"]*"', path.read_text())[0] for path in paths}) == 1


def test_an_animation_moves_smoothly(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    save_steps(sp.assemble(drawn(PAIR)), tmp_path / "steps.gif")
    with image.open(tmp_path / "steps.gif") as shown:
        assert shown.n_frames == 1 + 6


def test_what_has_no_steps_or_another_ending_is_refused(tmp_path: Path) -> None:
    alone, found = sp.assemble(drawn("A")), sp.assemble(drawn("AB"))
    for assembly, name, separate, reason in (
        (alone, "a.svg", False, "there is no step to draw"),
        (found, "a.doc", False, "end in .svg, .png, .pdf, .html, .gif, .apng"),
        (found, "a.gif", True, "an animation is one file"),
    ):
        with pytest.raises(PuzzleError, match=reason):
            save_steps(assembly, tmp_path / name, separate)
    assert not [*tmp_path.iterdir()]


@pytest.mark.full
def test_assemble_draws_the_steps_of_the_best_packing(tmp_path: Path) -> None:
    ended = run("assemble", "dubois-burr", "-q", "--draw", tmp_path / "steps.svg", "--separate")
    assert (ended.returncode, len([*tmp_path.iterdir()])) == (0, 14)
    ended = run("assemble", "dubois-burr", "-q", "--moves", "single", "--draw", tmp_path / "none.svg")
    assert "nothing is drawn, because no packing comes apart" in ended.stderr
    assert "--separate: needs --draw" in complaint(run("assemble", "soma", "--separate"))
    asked = complaint(run("assemble", "soma", "--draw", "steps.doc"))
    assert asked == "--draw .doc: choose from .svg, .png, .pdf, .html, .gif, .apng"


def framed(grid: str, board: str) -> Assembly:
    """Return how one piece leaves a frame."""
    puzzle = sp.make_puzzle(grid=grid, board=board, pieces={"A": "*"})
    return sp.assemble(next(iter(sp.solve(puzzle))))


@pytest.mark.parametrize(
    ("grid", "board", "mark"),
    [
        ("cubic", "##\n##\n\n#*\n##", GLASS),
        ("square", "##\n#*", 'fill="#8a8a8a"'),
        ("fcc", "#*\n##", 'class="empty"'),
    ],
)
def test_a_frame_is_drawn_in_each_step(grid: str, board: str, mark: str, tmp_path: Path) -> None:
    """In space it is of glass, and what is behind it is seen; of balls there are outlines; a tray is grey."""
    paths = save_steps(framed(grid, board), tmp_path / "steps.svg", separate=True)
    assert len(paths) == 2 and all(mark in path.read_text() for path in paths)


def test_a_box_with_an_open_side_is_drawn_in_each_step(tmp_path: Path) -> None:
    packing = next(iter(sp.solve(sp.make_puzzle(box=[2, 1, 1], pieces={"A": "*", "B": "*"}))))
    paths = save_steps(sp.assemble(packing, open="+z"), tmp_path / "steps.svg", separate=True)
    assert len(paths) == 3 and all(GLASS in path.read_text() for path in paths)
    assert GLASS not in save_steps(sp.assemble(packing), tmp_path / "free.svg")[0].read_text()
