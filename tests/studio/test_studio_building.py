"""Building a solution: its layers on every device, the steps to it, and the sheet of paper that has both."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from codes import modules, text_of
from person import pages
from studio import Studio

from satpuzzle.puzzle.formats.link import unpack
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.studio.page import page

_BASE = "https://example.org/studio.html"
_PRINT = "() => { window.print = () => { window.printed = true; }; }"


def texts(studio: Studio, selector: str) -> list[str]:
    """Return the texts of some elements."""
    found: list[str] = studio.page.eval_on_selector_all(selector, "all => all.map(each => each.textContent)")
    return found


@contextmanager
def printing(studio: Studio) -> Iterator[None]:
    """Show the sheet, as if by the browser's menu."""
    studio.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    yield
    studio.page.evaluate("dispatchEvent(new Event('afterprint'))")


def test_without_webgl_the_layers_of_a_solution_are_the_picture(studio: Studio) -> None:
    studio.choose("soma")
    studio.solve()
    assert studio.page.is_visible("#sheet") and not studio.page.is_visible("#space")
    assert texts(studio, "#sheet .caption") == ["1 (bottom)", "2", "3"]
    letters = texts(studio, "#sheet g.piece text")
    assert {*letters} == {*"VLTZABP"} and len(letters) == len(studio.page.query_selector_all("#sheet g.piece"))
    first = studio.page.inner_html("#sheet")
    studio.page.click("[aria-label='Next solution']")
    assert studio.page.inner_html("#sheet") != first
    assert not studio.complaints


def test_how_to_build_it_is_told_step_by_step(visitor: Studio) -> None:
    visitor.choose("soma")
    visitor.mode("solve")
    more = "[...document.querySelectorAll('.more button')].map((each) => each.dataset.key)"
    before = visitor.page.evaluate(more)
    visitor.solve()
    assert before == ["build", "watch", "assemble", "fill"]  # in one order, before and after
    assert visitor.page.evaluate(more) == before[:3]
    visitor.page.click("[data-key=build]")
    layers = ["layer 1 (bottom)", "layer 2", "layer 3 (top)"]
    assert [each for each in texts(visitor, "#dialog figcaption") if each.startswith("layer")] == layers
    told = texts(visitor, "#dialog .steps figcaption")
    first = re.fullmatch(r"1: take (\w), add (\w) from above", told[0])
    others = [re.fullmatch(rf"{number}: add (\w) from above", text) for number, text in enumerate(told[1:], 2)]
    assert first and "".join(sorted([*first.groups(), *(other[1] for other in others if other)])) == "ABLPTVZ"
    shown = visitor.page.eval_on_selector_all(
        "#dialog .steps svg",
        "all => all.map((each) => [each.querySelectorAll('text').length, each.querySelectorAll('.arrow').length])",
    )
    assert shown == [[pieces, 1] for pieces in range(2, 8)]  # a letter for each piece that is there, and an arrow
    visitor.page.click("#dialog [aria-label=Close]")


def test_ctrl_p_finds_the_steps_before_it_prints(studio: Studio) -> None:
    studio.page.evaluate(_PRINT)
    for asked in (True, False):  # by the key, or by the browser's menu, which waits for nothing
        studio.choose("dubois-burr")
        studio.solve()
        studio.page.click("[aria-label='Next solution']")
        if asked:
            studio.page.keyboard.press("Control+p")
            studio.until("window.printed")
        else:
            with printing(studio):
                assert texts(studio, ".printed .steps p") == [
                    "The steps are being found: print again in a few seconds."
                ]
            studio.until("document.getElementById('note')?.textContent.startsWith('It comes apart')")
            studio.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert len(texts(studio, ".printed .steps figcaption")) == 13
        studio.page.evaluate("dispatchEvent(new Event('afterprint'))")


@pytest.mark.full
def test_what_does_not_go_in_from_above_is_built_as_it_comes_apart(studio: Studio) -> None:
    studio.choose("dubois-burr")
    studio.solve()
    studio.page.click("[data-key=build]")
    studio.until(
        "/are stuck/.test(document.querySelector('#dialog .steps')?.textContent)"
    )  # only the other comes apart
    studio.page.click("#dialog [aria-label=Close]")
    studio.page.click("[aria-label='Next solution']")
    studio.page.click("[data-key=build]")
    studio.until("document.querySelectorAll('#dialog .steps svg').length > 0")
    told = texts(studio, "#dialog .steps figcaption")
    assert len(told) == 13 and any(re.search(r"slide \w and \w together .+ by 1", text) for text in told)
    studio.page.click("#dialog [aria-label=Close]")


@pytest.mark.full
def test_the_sheet_is_printed_with_a_code_that_opens_the_puzzle(studio_browser: Any, tmp_path: Path) -> None:
    (tmp_path / "studio.html").write_text(page(None, _BASE), encoding="utf-8")
    visitor = Studio(studio_browser, tmp_path / "studio.html")
    visitor.page.evaluate(_PRINT)
    visitor.choose("soma")
    visitor.solve()
    visitor.page.click("[data-key=build]")
    visitor.page.click("#dialog [data-key=print]")
    visitor.until("window.printed")
    visitor.page.emulate_media(media="print", color_scheme="dark")
    assert visitor.page.is_visible(".printed") and not visitor.page.is_visible("#main, #dialog")
    said = visitor.page.inner_text(".printed")
    for text in (
        "Soma cube",
        "J. H. Conway",
        "Pieces",
        "Solution",
        "layer 1 (bottom)",
        "Putting it together",
        "6: add ",
    ):
        assert text in said
    assert len(visitor.page.query_selector_all(".printed .small figure")) == 7
    link = text_of(modules(visitor.page.get_attribute(".printed .qr path", "d")))
    assert link.startswith(f"{_BASE}#p=") and unpack(link) == {"name": "soma"}
    visitor.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert visitor.page.query_selector(".printed") is None
    visitor.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert "Putting it together" in visitor.page.inner_text(".printed")
    visitor.load(link.removeprefix(_BASE))
    assert visitor.page.input_value("#title") == "Soma cube" and not visitor.complaints
    visitor.close()


def test_pictures_on_a_printed_sheet_are_as_large_as_its_pages_allow(studio: Studio) -> None:
    studio.choose("galakub")
    studio.solve()
    assert pages(studio.page.pdf(format="Letter")) == 1
    with printing(studio):
        sizes = studio.page.eval_on_selector_all(".printed section", "all => all.map((each) => each.style.cssText)")
    assert len(sizes) == 3 and max(float(re.findall(r"[\d.]+", size)[0]) for size in sizes) > 1


def test_a_puzzle_that_is_not_solved_is_printed_with_its_board_and_the_pieces_that_are_left(studio: Studio) -> None:
    studio.choose("pentominoes-6x10")
    for mode, placed in (("draw", 0), ("solve", 0), ("play", 2)):
        studio.mode(mode)
        if placed:
            studio.hints(placed)
        with printing(studio):
            assert texts(studio, ".printed h2") == ["Board", "Pieces"]
            assert len(studio.page.query_selector_all(".printed .picture .piece")) == placed
            assert len(studio.page.query_selector_all(".printed .small figure")) == 12 - placed
        assert pages(studio.page.pdf(format="A4")) == 1
    studio.page.evaluate(_PRINT)
    studio.page.click("[data-key=Save]")
    studio.page.click("[data-key=Print]")
    studio.until("window.printed")
    studio.page.evaluate("dispatchEvent(new Event('afterprint'))")


@pytest.mark.slow
def test_the_sheet_of_each_bundled_puzzle_fits_on_a_page(studio: Studio) -> None:
    studio.page.click("[data-key=choose]")
    names = studio.page.eval_on_selector_all("[data-name]", "all => all.map(each => each.dataset.name)")
    studio.page.keyboard.press("Escape")
    studio.mode("draw")
    for name in names:
        studio.choose(name)
        assert pages(studio.page.pdf(format="Letter")) == 1, name
    assert not studio.complaints


@pytest.mark.full
def test_half_cubes_are_built_cube_layer_by_cube_layer(studio: Studio) -> None:
    half = GRIDS["half-cubes"].forms[0]
    piece = {"name": "W", "cells": half.tolist(), "count": 4}
    studio.open_file("wedges.json", json.dumps({"grid": "half-cubes", "box": [1, 1, 2], "pieces": [piece]}))
    studio.solve()
    assert texts(studio, "#sheet figcaption") == ["1 (bottom)", "2"]
    faces = [len(texts(studio, f"#sheet figure:nth-of-type({number}) .face")) for number in (1, 2)]
    assert 0 < faces[0] < faces[1]
    studio.page.click("[data-key=build]")
    said = texts(studio, "#dialog section:nth-of-type(2) figcaption")
    assert said == ["layer 1 (bottom)", "layer 2 (top)", "moved apart"]
    studio.page.click("#dialog [aria-label=Close]")


@pytest.mark.full
def test_where_cells_hide_others_from_above_a_sheet_shows_the_pieces_apart(studio: Studio) -> None:
    studio.choose("stella-octangula")
    studio.solve()
    studio.page.click("[data-key=build]")
    assert texts(studio, "#dialog section:nth-of-type(2) figcaption")[-1] == "moved apart"
    letters = texts(studio, "#dialog .double text")
    assert {*letters} == {*texts(studio, "#dialog section:nth-of-type(2) .sketch text")} and len({*letters}) > 1
    studio.page.click("#dialog [aria-label=Close]")


@pytest.mark.full
def test_taking_apart_plays_when_it_is_opened_unless_one_wants_no_motion(
    studio_browser: Any, studio_path: Path
) -> None:
    step = "Number(document.getElementById('step')?.value ?? -1)"
    visitor = Studio(studio_browser, studio_path, in_space=True, reduced_motion="no-preference")
    visitor.choose("galakub")
    visitor.solve()
    visitor.page.click("[data-key=part]")
    visitor.until(f"{step} > 0.3")
    assert not visitor.page.is_visible("[data-key=apart]")  # one slider at a time
    visitor.page.click("[data-key=spread]")
    assert visitor.page.is_visible("[data-key=apart]")
    visitor.page.emulate_media(reduced_motion="reduce")
    visitor.page.click("[data-key=part]")
    visitor.page.wait_for_timeout(300)
    assert visitor.page.evaluate(step) == 0
    visitor.close()
