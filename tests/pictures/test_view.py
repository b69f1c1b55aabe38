"""The content of the page of `view`."""

import json
import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from satpuzzle import PuzzleError, Solution, solve
from satpuzzle.motion import Verdict, assembly
from satpuzzle.pictures import View, view
from satpuzzle.solutions import palette

NAMES = ("galakub", "pentominoes-6x10", "iq-pyramid-5", "bedlam")


@cache
def first(name: str, number: int = 1) -> list[Solution]:
    return list(solve(name, limit=number))


def content(made: View) -> dict[str, Any]:
    (found,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', made.html, re.DOTALL)
    loaded: dict[str, Any] = json.loads(found)
    return loaded


def test_the_page_holds_every_piece_of_every_solution() -> None:
    solutions = first("soma", 3)
    data = content(view(solutions))
    assert [[piece["copy"] for piece in one["pieces"]] for one in data["solutions"]] == [list(range(7))] * 3
    for solution, one in zip(solutions, data["solutions"], strict=True):
        for (_, cells), piece in zip(solution.pieces, one["pieces"], strict=True):
            vertices = np.array(data["bodies"][piece["body"]]["vertices"]) + piece["place"]
            assert vertices.min(axis=0).tolist() == (cells.min(axis=0) - 0.5).tolist()
            assert vertices.max(axis=0).tolist() == (cells.max(axis=0) + 0.5).tolist()
        assert one["moves"] == []
    assert [copy["name"] for copy in data["copies"]] == [piece.name for piece in solutions[0].puzzle.pieces]


def test_a_body_is_written_with_faces_lines_and_letters_or_with_balls_and_bonds() -> None:
    for name in NAMES:
        (solution,) = first(name)
        data = content(view(solution))
        for piece, (_, cells) in zip(data["solutions"][0]["pieces"], solution.pieces, strict=True):
            body = data["bodies"][piece["body"]]
            if solution.puzzle.grid.name == "fcc":
                assert len(body["balls"]) == len(cells)
                assert len(body["bonds"]) >= len(cells) - 1
                assert body["faces"] == body["lines"] == body["letters"] == []
            else:
                ends = {corner for line in body["lines"] for corner in line}
                assert ends <= set(range(len(body["vertices"])))
                assert {corner for face in body["faces"] for corner in face} == set(range(len(body["vertices"])))
                assert len(body["letters"]) >= (2 if solution.puzzle.grid.single_layer else 6)
                assert body["balls"] == body["bonds"] == []


def test_the_page_knows_the_colours_of_pieces_and_of_copies() -> None:
    (galakub,), (burr,) = first("galakub"), first("dubois-burr")
    data = content(view(galakub))
    styles = [copy["styles"] for copy in data["copies"]]
    assert [style["piece"]["colour"] for style in styles] == palette.colours(galakub.puzzle, "piece")
    assert [style["copy"]["colour"] for style in styles] == palette.colours(galakub.puzzle, "copy")
    assert data["colourBy"] == "piece"
    assert content(view(galakub, colour_by="copy"))["colourBy"] == "copy"
    assert content(view(burr))["named"]
    assert not content(view(first("soma")))["named"]
    with pytest.raises(PuzzleError, match=r"^colour_by cell: choose from piece, copy$"):
        view(galakub, colour_by="cell")


def test_solutions_share_bodies() -> None:
    data = content(view(first("pentominoes-6x10", 20)))
    assert len(data["bodies"]) <= 63
    assert len(view(first("bedlam", 20)).html) < 1_000_000


def test_steps_become_places_in_space() -> None:
    (solution,) = first("iq-pyramid-5")
    steps: list[dict[str, Any]] = [
        {"pieces": [3, 2], "direction": [1, 0, 1], "distance": "out"},
        {"pieces": [2], "direction": [1, 1, 0], "distance": 2},
    ]
    (found,) = content(solution.view(steps))["solutions"]
    assert [(move["pieces"], move["out"]) for move in found["moves"]] == [([3, 2], True), ([2], False)]
    assert [move["text"] for move in found["moves"]] == ["up to the front right and out", "to the right by 2"]
    places = [np.array(piece["place"]) for piece in found["pieces"]]
    out = found["moves"][0]["to"][0] - places[3]
    assert np.allclose(out / np.linalg.norm(out), [0.5, 0.5, 2**-0.5], atol=1e-3)
    assert np.allclose(found["moves"][0]["to"], [places[3] + out, places[2] + out], atol=1e-3)
    assert np.allclose(found["moves"][1]["to"], [places[2] + out + (2, 0, 0)], atol=1e-3)


def test_the_page_opens_on_a_solution_that_comes_apart_and_says_what_is_stuck() -> None:
    packings = first("dubois-burr", 2)
    found = [assembly(packing) for packing in packings]
    data = content(view(packings, found))
    apart = [each.verdict for each in found].index(Verdict.YES)
    assert data["first"] == apart == 1
    assert (len(data["solutions"][1]["moves"]), data["solutions"][1]["note"]) == (13, "")
    assert data["solutions"][0]["note"].startswith("stuck: A (120), B (160)")
    assert content(view(packings))["first"] == 0
    assert content(view(packings, [None, found[1].as_dict()["steps"]]))["first"] == 1


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


def test_a_name_cannot_end_the_script(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text('title = "</script><b>"\nbox = [2, 1, 1]\npieces = [{ name = "</script>$three", cells = "**" }]')
    made = view(list(solve(path)))
    assert content(made)["copies"][0]["name"] == "</script>$three"
    assert made.html.count("</script>") == 3
    assert "<b>" not in made.html


def test_characters_that_html_does_not_allow_are_left_out(tmp_path: Path) -> None:
    (solution,) = first("galakub")
    pieces = tuple(replace(piece, name=f"\x00{piece.name}\ud800\x1b\uffff") for piece in solution.puzzle.pieces)
    puzzle = replace(solution.puzzle, title="a\x00\x08\ud800\udfff\ufffeb", pieces=pieces)
    made = replace(solution, puzzle=puzzle).view()
    made.save(tmp_path / "page.html")
    assert "<title>ab</title>" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert {copy["name"] for copy in content(made)["copies"]} == {piece.name for piece in solution.puzzle.pieces}
    made._repr_html_().encode()


def test_the_page_asks_for_nothing_from_elsewhere() -> None:
    class Links(HTMLParser):
        found: list[str]

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.found += [value or "" for name, value in attrs if name in ("src", "href")]

    links = Links()
    links.found = []
    links.feed(view(first("galakub")).html)
    assert links.found == []


def test_a_notebook_shows_the_page_in_a_frame() -> None:
    made = view(first("galakub"))
    frame = made._repr_html_()
    assert frame.startswith('<iframe srcdoc="&lt;!DOCTYPE html&gt;')
    assert frame.count('"') == 4
