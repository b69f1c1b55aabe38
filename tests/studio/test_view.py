"""What the page of `view` begins with."""

import json
import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from satpuzzle import PuzzleError, Solution, assemble, load, solve, view
from satpuzzle.data import files
from satpuzzle.motion.assembly import Verdict
from satpuzzle.results import View
from satpuzzle.studio.notebook import page
from satpuzzle.studio.page import beginning, page_data


@cache
def first(name: str, number: int = 1) -> list[Solution]:
    return list(solve(name, limit=number))


def begin(made: View) -> dict[str, Any]:
    (found,) = re.findall(r'<script type="application/json" id="begin">(.*?)</script>', made.html, re.DOTALL)
    loaded: dict[str, Any] = json.loads(found)["begin"]
    return loaded


@pytest.mark.parametrize("name", ["galakub", "pentominoes-6x10", "iq-pyramid-5"])
def test_the_page_holds_every_piece_of_every_solution(name: str) -> None:
    solutions = first(name, 3)
    given = begin(view(solutions))["given"]
    for solution, placed in zip(solutions, given["solutions"], strict=True):
        pieces = solution.puzzle.pieces
        assert [(pieces[number].name, cells) for number, cells, _ in placed] == [
            (piece.name, cells.tolist()) for piece, cells in solution.pieces
        ]
    assert given["steps"] == [None] * len(solutions)


def test_the_page_knows_steps_what_is_stuck_and_opens_on_what_comes_apart() -> None:
    one, other = first("galakub")[0], first("galakub")[0]
    stuck = replace(assemble(one), verdict=Verdict.NO, steps=(), core=(0, 1))
    steps = [{"pieces": [3, 2], "direction": [1, 0, 0], "distance": "out"}]
    given = begin(view([one, other], [stuck, steps]))["given"]
    assert given["first"] == 1
    assert given["notes"] == [{"core": [0, 1], "tried": "out"}, None]
    undecided = replace(stuck, verdict=Verdict.UNKNOWN, states=9)
    assert begin(view(one, [undecided]))["given"]["notes"] == [{"core": [0, 1], "tried": "positions", "many": 9}]
    assert given["steps"][1] == steps
    found = assemble(one)
    assert begin(view(one, [found]))["given"]["steps"] == [found.as_dict()["steps"]]


def test_colours_are_those_of_pieces_or_copies() -> None:
    (galakub,) = first("galakub")
    assert begin(view(galakub))["given"]["colourBy"] == "piece"
    assert begin(view(galakub, colour_by="copy"))["given"]["colourBy"] == "copy"
    with pytest.raises(PuzzleError, match=r"^colour_by cell: choose from piece, copy$"):
        view(galakub, colour_by="cell")


def test_steps_that_make_no_sense_are_refused() -> None:
    (solution,) = first("galakub")
    good = {"pieces": [0], "direction": [0, 0, 1], "distance": "out"}
    for wrong, message in (
        ({"pieces": []}, r"^steps: pieces \[\]: allowed are 0 to 7$"),
        ({"pieces": [8]}, r"^steps: pieces \[8\]: allowed are 0 to 7$"),
        ({"direction": [0, 0, 0]}, r"^steps: direction \[0, 0, 0\] is not a direction$"),
        ({"direction": [1, 0]}, r"^steps: a step is "),
        ({"distance": "far"}, r"^steps: a step is "),
    ):
        with pytest.raises(PuzzleError, match=message):
            view(solution, [[good | wrong]])
    with pytest.raises(PuzzleError, match=r"^steps for 2 solutions, there are 1$"):
        view(solution, [None, None])


def test_nothing_and_a_mixture_cannot_be_viewed() -> None:
    with pytest.raises(PuzzleError, match=r"^there is no solution to view$"):
        view([])
    with pytest.raises(PuzzleError, match=r"^the solutions of a view must be of one puzzle$"):
        view([*first("soma"), *first("galakub")])


def test_a_puzzle_that_the_page_cannot_show_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_text('grid = "square"\nbox = [200, 200]\npieces = [{ name = "A", cells = "*", min = 0 }]')
    with pytest.raises(PuzzleError, match=r"^large: has 40000 cells, the page takes at most 20000$"):
        beginning(load(path))


def test_a_page_has_the_grid_of_its_puzzle_if_it_is_not_bundled(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(files("grids")["kites"].read_text().replace('"Kites"', '"My kites"'))
    path = tmp_path / "mine.toml"
    path.write_text('grid = "own.toml"\nbox = [1, 1]\npieces = [{ name = "A", cells = "**", count = 3 }]')
    said = begin(view(list(solve(path))))
    assert said["grid"]["name"] == "My kites" and said["grid"]["written"] == said["puzzle"]["grid"]
    grids = dict(line.split("\t") for line in page_data()["grids"].splitlines())
    kites = json.loads(grids["kites"])
    assert {**said["grid"], "written": 0, "name": "kites"} == {**kites, "written": 0}
    assert "grid" not in begin(view(first("galakub")))


def test_a_name_cannot_end_the_script(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text('title = "</script><b>"\nbox = [2, 1, 1]\npieces = [{ name = "</script>$three", cells = "**" }]')
    made = view(list(solve(path)))
    assert begin(made)["puzzle"]["pieces"][0]["name"] == "</script>$three"
    assert made.html.count("</script>") == 5  # of the page itself
    assert "<b>" not in made.html


def test_characters_that_html_does_not_allow_do_no_harm(tmp_path: Path) -> None:
    (solution,) = first("galakub")
    pieces = tuple(replace(piece, name=f"\x00{piece.name}\ud800\x1b\uffff") for piece in solution.puzzle.pieces)
    puzzle = replace(solution.puzzle, title="a\x00\x08\ud800\udfff\ufffeb", pieces=pieces)
    made = view(replace(solution, puzzle=puzzle))
    made.save(tmp_path / "page.html")
    assert made.title == "ab"
    made._repr_html_().encode()


@pytest.mark.parametrize(
    ("title", "heading"), [("g", "soma"), ("Problem", "soma"), ("", "soma"), ("Two boxes", "Two boxes")]
)
def test_a_title_that_tells_nothing_gives_way_to_the_name(title: str, heading: str) -> None:
    (solution,) = first("soma")
    made = view(replace(solution, puzzle=replace(solution.puzzle, title=title)))
    assert (made.title, begin(made)["puzzle"]["title"]) == (heading, heading)


def test_the_page_asks_for_nothing_from_elsewhere() -> None:
    class Links(HTMLParser):
        found: list[str]

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.found += [value or "" for name, value in attrs if name in ("src", "href")]

    links = Links()
    links.found = []
    links.feed(view(first("galakub")).html)
    assert links.found == []


def test_a_notebook_shows_the_page_in_a_frame_and_gets_what_pages_share_once() -> None:
    made = view(first("galakub"), library=True)
    frame = made._repr_html_()
    assert frame.startswith('<iframe srcdoc="&lt;!DOCTYPE html&gt;')
    assert frame.count('"') == 4
    assert len(view(first("galakub"), library=False)._repr_html_()) < 60_000 < 600_000 < len(frame)
    assert "<title>a &amp; b</title>" in page("a &amp; b", {}, False)
