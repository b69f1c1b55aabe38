"""Files for laser cutters and 3D printers, by command."""

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from commands import complaint, run, said

import satpuzzle as sp
from satpuzzle import extras
from satpuzzle.cli.making import Making
from satpuzzle.errors import PuzzleError

pytest.importorskip("manifold3d")
PATH = "{http://www.w3.org/2000/svg}path"
TEXT = "{http://www.w3.org/2000/svg}text"


def lines(svg: str) -> int:
    return sum(path.attrib["d"].count("M") for path in ElementTree.fromstring(svg).iter(PATH))


@pytest.mark.full
def test_outlines_of_pieces_and_tray_and_of_a_solution_in_place(tmp_path: Path) -> None:
    apart = said(run("draw", "pentominoes-6x10", "--pieces", "--cut", "--box", "--kerf", "0.15"))
    assert lines(apart) == 12 + 3  # a frame has two
    said(run("draw", "pentominoes-6x10", "--pieces", "--box", "-o", tmp_path / "all.dxf"))
    assert (tmp_path / "all.dxf").read_text().count("POLYLINE") == 15
    in_place = said(run("draw", "pentominoes-6x10", "--cut"))
    assert lines(in_place) < 60
    assert lines(said(run("draw", "pentominoes-6x10", "--cut", "--box"))) == lines(in_place) + 2
    said(run("draw", "pentominoes-6x10", "--pieces", "--box", "--separate", "-o", tmp_path / "one.dxf"))
    assert len([*tmp_path.glob("one-*.dxf")]) == 14


def test_a_calendar_is_made_for_all_days_or_for_one() -> None:
    made = ["draw", "a-puzzle-a-day", "--pieces", "--cut", "--box"]
    words = [
        [text.text for text in ElementTree.fromstring(said(run(*made, *member))).iter(TEXT)]
        for member in ([], ["--member", "Jan 25"])
    ]
    assert len(words[0]) == 12 + 31
    assert words[1] == ["Jan", "25"]


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "arguments, reason",
    [
        ("draw soma --pieces --cut", "soma: outlines need flat pieces"),
        ("draw soma --cut -o soma.stl", "--cut: needs -o and a file of outlines"),
        ("draw soma --cut -o soma.png", "--cut: needs -o and a file of outlines"),
        ("draw soma --cell 20", "--cell: needs outlines"),
        ("draw soma --gap 1", "--gap: needs outlines of --pieces, or meshes"),
        ("draw pentominoes-6x10 --cut --kerf 1", "--kerf: needs outlines of --pieces"),
        ("draw pentominoes-6x10 --cut --pieces --thickness 1", "--thickness: needs meshes"),
        ("draw soma -o soma.stl --thickness 1", "--thickness: needs flat pieces"),
        ("draw soma --box -o soma.stl", "--box: needs outlines"),
        ("draw soma --pieces --wall 1 -o soma.stl", "--wall: needs --box"),
        ("draw soma --separate -o soma.stl", "--separate: needs --pieces"),
        ("draw soma --pieces --cell 0 -o soma.stl", "cell 0 and gap 0.2 millimetres"),
        (
            "draw a-puzzle-a-day --pieces --cut --problem 1",
            "problem 1: a-puzzle-a-day: only files of BurrTools or Puzzle Studio have",
        ),
        ("draw a-puzzle-a-day --pieces --cut -n 3", "--limit 3: draws solutions, and --pieces draws none"),
        ("draw a-puzzle-a-day --pieces --cut --no-legend", "--no-legend: draws solutions, and --pieces draws none"),
        ("draw soma all.ndjson --pieces", "all.ndjson: draws solutions, and --pieces draws none"),
        ("draw soma --pieces --style stack", "--style stack: draws solutions, and --pieces draws none"),
    ],
)
def test_options_that_do_not_go_together_are_refused_in_one_line(
    arguments: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert re.match(re.escape(reason), complaint(run(*arguments.split())))
    assert not [*tmp_path.iterdir()]


@pytest.mark.full
def test_an_edge_of_four_faces_is_said_and_the_mesh_is_written(tmp_path: Path) -> None:
    for text in ("**.\n***\n\n.*.\n..*", "**.\n***\n*.*"):
        path, made = tmp_path / "touching.toml", tmp_path / "touching.stl"
        grid = "cubic" if "\n\n" in text else "square"
        path.write_text(
            f'grid = "{grid}"\nboard = """\n{text}\n"""\npieces = [{{ name = "A", cells = """\n{text}\n""" }}]\n'
        )
        for options in (["--pieces"], []):
            done = run("draw", path, *options, "--gap", "0", "-o", made)
            edged = (
                "piece A: without a gap, 1 edge of its mesh has four faces, such as that of the cells" in done.stderr
            )
            assert (done.returncode, edged) == (0, grid == "cubic") and made.exists()
            assert not run("draw", path, *options, "-o", made).stderr


@pytest.mark.full
@pytest.mark.some(1)
@pytest.mark.parametrize("ending", ["gif", "apng"])
def test_a_solution_turns_round(ending: str, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    path = tmp_path / f"turning.{ending}"
    said(run("draw", "slothouber-graatsma", "--style", "exploded", "--width", "60", "-o", path))
    with image.open(path) as shown:
        assert (shown.n_frames, shown.size[0]) == (48, 60)


def test_only_outlines_that_are_moved_need_a_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda module: None)
    plan, sizes = tmp_path / "plan.dxf", dict.fromkeys(("cell", "gap", "kerf", "thickness", "wall"))
    in_place = Making(plan, pieces=False, cut=False, box=False, separate=False, sizes=sizes)
    in_place.check_installed()
    in_place.solution(next(iter(sp.solve("pentominoes-3x20", limit=1))))
    assert plan.read_text().count("POLYLINE") > 10
    for other in (replace(in_place, pieces=True), replace(in_place, box=True), replace(in_place, output=Path("x.stl"))):
        with pytest.raises(PuzzleError, match=r"pip install 'satpuzzle\[mesh\]'$"):
            other.check_installed()
