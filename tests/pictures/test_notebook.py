"""What notebooks show: a picture of each kind of object, and a line of text where there is no picture."""

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.pictures.matrix import MOST_COLUMNS, MOST_ROWS
from satpuzzle.pictures.notebook import MOST
from satpuzzle.pictures.overview import MOST_CELLS
from satpuzzle.studio import notebook as carrying

SVG = "{http://www.w3.org/2000/svg}"


def words(svg: str | None) -> list[str]:
    """Return the words of a picture, which is well-formed."""
    assert svg is not None
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def shown(thing: Any) -> dict[str, str]:
    """Return what IPython makes of an object, by its kind."""
    formatters = pytest.importorskip("IPython.core.formatters")
    found, _ = formatters.DisplayFormatter().format(thing)
    return dict(found)


@pytest.mark.full
def test_a_notebook_shows_each_kind_of_object_in_its_way_and_short_text_besides() -> None:
    puzzle, run = sp.load("soma"), sp.solve("soma")
    some = run.take(2)
    cover = Tables.of(puzzle).cover
    for thing in (puzzle, some[0], some, sp.assemble(some[0]), cover, sp.draw(some[0]), sp.draw(puzzle)):
        found = shown(thing)
        assert set(found) == {"text/plain", "image/svg+xml"}
        assert len(found["text/plain"]) < 120
        ElementTree.fromstring(found["image/svg+xml"])
    assert set(shown(run)) == {"text/plain", "text/html"}


def test_a_puzzle_is_drawn_with_its_layers_and_each_piece_with_its_copies() -> None:
    found = words(sp.load("galakub")._repr_svg_())
    layers = [f"layer {number}" for number in range(1, 5)]
    assert [word for word in found if len(word) > 1] == [*layers, "3 × J", "3 × Z", "2 × Q"]
    assert {word for word in found if len(word) == 1} == {"A", "D", "G"}  # the first letter of each piece
    ranged = sp.make_puzzle(board="**?", pieces={"T": {"cells": "*", "min": 0, "max": 2}, "I": "**"}, grid="square")
    assert words(ranged._repr_svg_()) == ["?", "A", "0 to 2 × T", "I", "I"]


@pytest.mark.few(3)
@pytest.mark.parametrize("name", sp.puzzles())
def test_every_bundled_puzzle_is_drawn(name: str) -> None:
    puzzle = sp.load(name)
    found = words(puzzle._repr_svg_())
    assert all(piece.name in " ".join(found) for piece in puzzle.pieces)


def test_a_frame_and_cells_that_may_stay_empty_look_different() -> None:
    drawn = sp.draw(sp.make_puzzle(board="#*?", pieces=["*"], grid="square"), background="#abcdef").svg
    fills = re.findall(r'<path fill="(#\w+)" d=', drawn)
    assert len(set(fills)) == len(fills) == 4  # the cell, the optional one, the frame, the piece
    assert 'fill="#abcdef"' in drawn


def test_balls_of_all_colours_have_gradients() -> None:
    svg = sp.load("iq-pyramid-4")._repr_svg_() or ""
    used, defined = set(re.findall(r"url\(#([\w-]+)\)", svg)), set(re.findall(r'id="([\w-]+)"', svg))
    assert used == defined and len(used) == 13  # twelve pieces and the cells of the board


def test_a_puzzle_of_many_cells_has_no_picture_but_its_line() -> None:
    large = sp.make_puzzle(box=(MOST_CELLS + 1, 1, 1), pieces=["*"], name="large")
    assert large._repr_svg_() is None
    with pytest.raises(sp.PuzzleError, match=rf"^large: has too many cells for a picture, at most {MOST_CELLS} "):
        sp.draw(large)


@pytest.mark.full
def test_a_sheet_has_so_many_solutions_at_most_and_none_of_none() -> None:
    every = sp.solve("pentominoes-3x20", up_to="raw").take(9)
    numbers = [word for word in words(every._repr_svg_()) if word.isdigit()]
    assert numbers == [*map(str, range(1, 9))]
    many = sp.results.Solutions(every * 7)
    assert [word for word in words(many._repr_svg_()) if word.isdigit()][-1] == str(MOST)
    assert sp.results.Solutions()._repr_svg_() is None
    assert set(shown(sp.results.Solutions())) == {"text/plain"}


def test_an_assembly_is_drawn_step_by_step_with_the_steps_in_words() -> None:
    solution = sp.solve("soma", assemblable=True).first()
    assert solution is not None
    found = sp.assemble(solution)
    captions = [word for word in words(found._repr_svg_()) if " " in word]
    assert captions[0] == "yes, piece by piece"
    assert [caption.split(":")[0] for caption in captions[1:]] == [*map(str, range(1, len(found.steps) + 1))]
    assert all(" and out" in caption for caption in captions[1:])
    assert repr(found) == "<assembly: yes, piece by piece, steps 6, level 1>"
    assert str(found).startswith("assemblable: yes, piece by piece\n")


def test_a_packing_that_does_not_come_apart_is_drawn_whole_and_says_no() -> None:
    solution = sp.solve("dubois-burr").first()
    assert solution is not None
    captions = [word for word in words(sp.assemble(solution)._repr_svg_()) if " " in word]
    assert captions == ["no, in several moves"]
    assert replace(sp.assemble(solution), solution=None)._repr_svg_() is None


def test_a_cover_is_drawn_as_its_matrix_within_bounds() -> None:
    small = sp.ExactCover.of_sets([{"a", "b"}, {"b", "c"}, {"a"}, {"c"}])
    svg = small._repr_svg_() or ""
    assert svg.count("M") == 6  # ones
    assert words(svg) == ["4 options (rows), 3 items (columns)"]
    assert repr(small) == "<exact cover: items 3, options 4>"
    part = small.given([0])
    assert repr(part) == "<exact cover: items 3, options 4, 1 left, 1 chosen>"
    assert len(re.findall("<path", part._repr_svg_() or "")) == 3  # chosen, possible, and ruled out
    large = sp.ExactCover.of_sets([{n, n + 1} for n in range(10_000)])
    drawn = large._repr_svg_() or ""
    assert drawn.count("M") == 2 * MOST_ROWS
    assert words(drawn) == [
        f"the first {MOST_ROWS} of 10000 options (rows), the first {MOST_COLUMNS} of 10001 items (columns)"
    ]


def test_a_run_reports_what_it_has_found_so_far() -> None:
    run = sp.solve("soma")
    assert "not begun" in run._repr_html_()
    run.take(3)
    assert "soma: 3 solutions; there may be more" in run._repr_html_()
    run = sp.solve("soma")
    run.exhaust()
    assert "240 solutions up to isometries (raw 11520, rotations 480, isometries 240)" in run._repr_html_()
    cover = sp.solve(sp.ExactCover.of_sets([{"a"}]))
    assert "cover: ≥ 0 solutions" in cover._repr_html_()


def test_names_that_are_markup_are_shown_as_they_are() -> None:
    odd = sp.make_puzzle(board="**", pieces={"<b>&": "**"}, grid="square", name="<i>")
    assert "<b>&" in words(odd._repr_svg_())
    assert "&lt;i&gt;: ≥ 0 solutions" in sp.solve(odd)._repr_html_()


def test_arrays_are_nowhere_in_the_text_of_an_object() -> None:
    puzzle = sp.load("bedlam")
    for thing in (puzzle, puzzle.pieces[0], sp.place(puzzle), Tables.of(puzzle).cover, sp.unique("galakub")):
        assert "array" not in repr(thing)


@pytest.mark.full
def test_answers_are_shown_as_a_picture_and_a_sentence_and_have_short_text() -> None:
    first = sp.solve("pentominoes-6x10").first()
    assert first is not None
    given = replace(first, options=first.options[:5])
    hint, unique, several = sp.hint("pentominoes-6x10", str(given)), sp.unique("galakub"), sp.unique("soma")
    explained = sp.explain("soma")
    assert repr(hint) == "<hint: pentominoes-6x10: Y goes here; it is in every solution>"
    assert str(hint).endswith("Y goes here, in capital letters; it is in every solution")
    picture = hint.picture()
    assert picture is not None and sorted(words(picture.svg)) == ["F", "I", "L", "N", "P", "Y"]
    assert repr(unique) == "<uniqueness: galakub: unique up to isometries>"
    assert repr(explained) == "<explanation: soma: there are solutions, and so nothing to explain>"
    for answer in (hint, unique, several, explained):
        found = answer._repr_html_()
        assert set(shown(answer)) == {"text/plain", "text/html"}
        assert found.startswith("<div><svg") and f"<pre>{answer.sentence}</pre>" in found


def test_sets_and_forecasts_have_short_text() -> None:
    assert repr(sp.choose("pentominoes", ["y-pentominoes-5x10"])) == "<sets: 0 of 66 tried, 0 found so far>"
    assert repr(sp.estimate("soma")).startswith("<forecast of soma: about 4.")


def test_answers_without_a_picture_are_shown_as_text() -> None:
    hints = sp.hints("pentominoes-3x20")
    assert (
        repr(hints)
        == "<hints: pentominoes-3x20: 1 given piece leaves one solution; fewer are never enough, 48 such sets>"
    )
    assert len(words(hints._repr_html_().removeprefix("<div>").partition("<pre>")[0])) == 12
    rating = sp.rate("soma", tries=5)
    assert repr(rating).startswith("<rating: soma: effort ")
    assert rating._repr_html_() == f"<div><pre>{rating}</pre></div>"
    impossible = sp.explain(sp.make_puzzle(board="***", pieces={"<": "**", "L": "**\n*."}, grid="square", name="<i>"))
    assert impossible.verdict == "impossible"
    assert impossible._repr_html_().startswith("<div><pre>") and "&lt;i&gt;: impossible" in impossible._repr_html_()
    done = sp.hint("pentominoes-3x20", str(sp.solve("pentominoes-3x20").first()))
    assert (done.picture(), str(done)) == (None, "pentominoes-3x20: all pieces are in place")


def test_a_hint_that_is_wrong_shows_in_colour_what_to_take_back() -> None:
    every = sp.solve("pentominoes-3x20", up_to="raw").take(2)
    mixed = replace(every[0], options=(every[0].options[0], every[1].options[1]))
    found = sp.hint("pentominoes-3x20", mixed.as_list())
    assert found.verdict == "wrong" and found.take_back is not None
    fills = re.findall(r'<path fill="(#\w+)" d=', found._repr_html_())
    assert len(set(fills)) == 1 + len(found.take_back.options)  # the others are grey


# The library of views


def carried(view: sp.results.View) -> bool:
    """Tell whether what a notebook is given holds the library."""
    return len(view._repr_html_()) > 600_000


@pytest.mark.parametrize("known", ["metadata", "content"])
def test_the_first_view_of_a_notebook_carries_the_library_and_so_does_its_cell_when_it_is_run_again(
    known: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ipython = pytest.importorskip("IPython")
    shell = SimpleNamespace(execution_count=0, get_parent=dict)
    monkeypatch.setattr(ipython, "get_ipython", lambda: shell)
    monkeypatch.setattr(carrying, "_carrier", None)
    made = sp.view(sp.solve("galakub").take(1)[0])

    def run(cell: str, views: int) -> list[bool]:
        shell.execution_count += 1
        shell.get_parent = lambda: {known: {"cellId" if known == "metadata" else "code": cell}}
        return [carried(made) for _ in range(views)]

    assert run("first", 3) == [True, False, False]
    assert run("second", 1) == [False]
    assert run("first", 2) == [True, False]  # its output is a new one
    assert run("second", 1) == [False]
    assert carried(replace(made, library=True)) and not carried(replace(made, library=False))


def test_every_view_carries_the_library_where_no_cell_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carrying, "_carrier", None)
    made = sp.view(sp.solve("galakub").take(1)[0])
    assert carried(made) and carried(made)
    assert carrying._carrier is None


@pytest.mark.full
def test_a_kernel_gives_a_notebook_the_library_once() -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    sources = ['import satpuzzle as sp; (found,) = sp.solve("galakub"); sp.view(found)', "sp.view(found)", "found"]
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    notebook = nbformat.v4.new_notebook(cells=cells)
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
    first, second, third = (cell.outputs[0]["data"] for cell in notebook.cells)
    assert len(first["text/html"]) > 600_000 > 60_000 > len(second["text/html"])
    assert third["image/svg+xml"].startswith("<svg ")
