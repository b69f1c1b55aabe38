"""`satpuzzle studio`, and links on the command line."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from again import link
from commands import complaint, run, said

import satpuzzle as sp
from satpuzzle.data import files
from satpuzzle.puzzle.formats.link import pack
from satpuzzle.puzzle.formats.writing import content


def begin(path: Path) -> Any:
    """Return what a page begins with."""
    (found,) = re.findall(
        r'<script type="application/json" id="begin">(.*?)</script>', path.read_text(encoding="utf-8"), re.DOTALL
    )
    return json.loads(found)["begin"]


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ((), None),
        (("soma",), {"name": "soma"}),
        (("Soma Cube",), {"name": "soma"}),
        (("a-puzzle-a-day",), {"name": "a-puzzle-a-day"}),
    ],
)
def test_a_page_is_written(tmp_path: Path, name: tuple[str, ...], expected: Any) -> None:
    path = tmp_path / "studio.html"
    ended = run("studio", *name, "-o", str(path))
    assert (ended.returncode, ended.stderr) == (0, f"{path}\n")
    assert begin(path) == expected


@pytest.mark.full
def test_a_page_begins_with_a_file_a_member_or_a_link(tmp_path: Path) -> None:
    path = tmp_path / "studio.html"
    run("convert", "soma", str(tmp_path / "mine.toml"))
    assert run("studio", str(tmp_path / "mine.toml"), "-o", str(path)).returncode == 0
    assert begin(path)["puzzle"]["title"] == "Soma cube"
    assert run("studio", "a-puzzle-a-day#25 Jan", "-o", str(path)).returncode == 0
    assert begin(path)["day"] == ["a-puzzle-a-day", ["Jan", "25"]]
    begun = {"puzzle": content(sp.load("soma"), drawn=False), "placed": [[0, [[0, 0, 0]]]]}
    assert run("studio", f"https://example.org/{pack(begun)}", "-o", str(path)).returncode == 0
    assert begin(path) == begun


@pytest.mark.full
def test_a_page_has_the_grid_of_a_file_or_link_and_none_that_a_link_has_besides(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(files("grids")["kites"].read_text().replace('"Kites"', '"My kites"'))
    (tmp_path / "mine.toml").write_text('grid = "own.toml"\nbox = [1, 1]\npieces = [{ name = "A", cells = "***" }]')
    path = tmp_path / "studio.html"
    assert run("studio", str(tmp_path / "mine.toml"), "-o", str(path)).returncode == 0
    said = begin(path)
    assert said["grid"]["name"] == "My kites"
    assert run("studio", pack({"puzzle": said["puzzle"], "grid": 3}), "-o", str(path)).returncode == 0
    assert begin(path) == said
    plain = {"puzzle": content(sp.load("soma"), drawn=False)}
    assert run("studio", pack({**plain, "grid": said["grid"]}), "-o", str(path)).returncode == 0
    assert begin(path) == plain


def test_a_link_is_solved() -> None:
    assert "(raw 11520, rotations 480, isometries 240)" in said(run("count", link(sp.load("soma"))))


def test_what_makes_no_sense_is_refused_in_one_line(tmp_path: Path) -> None:
    assert complaint(run("studio", "#p=AAAA")).startswith("the link is damaged")
    assert "no bundled puzzle has this name" in complaint(run("studio", "sooma"))
    assert not list(tmp_path.iterdir())
