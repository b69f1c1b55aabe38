"""Pictures of all steps of a disassembly."""

import re
from pathlib import Path

import pytest
from commands import complaint, run
from packings import drawn

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.pictures.unpacking import save_steps

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
        (found, "a.pdf", False, "end in .svg, .png, .gif, .apng"),
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
    asked = complaint(run("assemble", "soma", "--draw", "steps.pdf"))
    assert asked == "--draw .pdf: choose from .svg, .png, .gif, .apng"
