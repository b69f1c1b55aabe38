"""Challenge cards on paper."""

import json
import re
import sys
from pathlib import Path

import pytest
from commands import complaint, run, said

from satpuzzle.cli.challenge import Asked as Cards
from satpuzzle.cli.challenge import challenge as make
from satpuzzle.cli.draw import Asked as Drawn
from satpuzzle.cli.draw import draw
from satpuzzle.errors import PuzzleError
from satpuzzle.pictures.printed import html, words
from satpuzzle.questions.cards import _arranged, cards, pages, sheet
from satpuzzle.questions.challenge import Booklet, challenge
from satpuzzle.questions.rate import LEVELS


@pytest.fixture(scope="module")
def soma() -> Booklet:
    return challenge("soma", 3, seed=1)


def test_a_card_has_a_level_its_layers_and_the_pieces_to_place(soma: Booklet) -> None:
    for number, (card, picture) in enumerate(zip(soma.cards, cards(soma), strict=True), 1):
        assert card.level.removesuffix(" or harder") in LEVELS
        words = re.findall(r">([^<>]+)</text>", picture.svg)
        assert f"{number}: {card.level}" in words
        assert [word for word in words if word.startswith("layer")] == ["layer 1", "layer 2", "layer 3"]
        left = len(card.solution.options) - len(card.given.options)
        assert left > 0
        names = [piece.name for piece, _ in card.solution.pieces]
        given = [piece.name for piece, _ in card.given.pieces]
        assert all(name in words for name in names if name not in given)


def test_an_empty_cell_is_outlined_by_itself(soma: Booklet) -> None:
    card, picture = soma.cards[0], cards(soma)[0]
    empty = 27 - sum(len(cells) for _, cells in card.given.pieces)
    outlines = re.findall(r'class="empty" d="([^"]*)"', picture.svg)
    assert sum(path.count("M") for path in outlines) == 4 * empty


def test_a_solution_has_no_empty_cell_and_nothing_to_place(soma: Booklet) -> None:
    for picture in cards(soma, solved=True):
        assert 'class="empty"' not in picture.svg
        assert "scale(" not in picture.svg


def test_pages_have_all_cards_then_all_solutions(soma: Booklet) -> None:
    made = pages(soma, per_page=2)
    titles = [page.title for page in made]
    assert titles == ["Soma cube (1 of 2)", "Soma cube (2 of 2)", "Solutions: Soma cube"]
    numbers = [[text.partition(":")[0] for text, *_ in words(page) if text[:2] in ("1:", "2:", "3:")] for page in made]
    assert numbers == [["1", "2"], ["3"], ["1", "2", "3"]]
    assert {page.size for page in made} == {(680, 1009)}  # A4 without its margins, at 96 pixels to the inch
    assert "<script" not in html(made, "Soma")


def test_a_sheet_has_all_cards(soma: Booklet) -> None:
    assert all(f"{number}: " in sheet(soma).svg for number in (1, 2, 3))


@pytest.mark.full
@pytest.mark.parametrize("ending", ["html", "json", "svg", "png", "pdf"])
def test_the_command_writes_each_form(ending: str, tmp_path: Path) -> None:
    if ending == "pdf":
        pytest.importorskip("reportlab")
    said(run("challenge", "galakub", "-n", "1", "-o", tmp_path / f"cards.{ending}"))
    assert (tmp_path / f"cards.{ending}").stat().st_size > 500


def test_too_few_cards_are_said_and_are_a_status_of_their_own(tmp_path: Path) -> None:
    small = tmp_path / "small.toml"
    small.write_text(
        'grid = "square"\nbox = [3, 1]\npieces = [{ name = "A", cells = "**" }, { name = "B", cells = "*" }]\n'
    )
    ended = run("challenge", small, "-n", "5")
    assert ended.returncode == 1
    assert re.search(
        r"small.toml: only \d of 5 cards were found: 60 random solutions in a row gave no new card\n",
        ended.stderr,
    )


@pytest.mark.full
@pytest.mark.parametrize(("given", "better"), [((), "2"), (("--given", "1"), "2"), (("--given", "7"), "6")])
def test_a_number_of_given_pieces_that_has_more_cards_is_named(given: tuple[str, ...], better: str) -> None:
    ended = run("challenge", "galakub", "-n", "9", *given)
    assert ended.returncode == 1 and ended.stderr.endswith(f"; with --given {better} there may be more\n")
    assert len(json.loads(said(run("challenge", "galakub", "-n", "9", "--given", better, "--json")))["cards"]) == 9


@pytest.mark.full
def test_no_advice_is_given_where_no_number_has_more_cards() -> None:
    ended = run("challenge", "galakub", "-n", "99", "--given", "4")
    assert ended.returncode == 1 and ended.stderr.endswith(" gave no new card\n")


def test_a_missing_library_for_pdf_is_said_before_the_search(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "reportlab", None)
    monkeypatch.setattr("satpuzzle.cli.challenge.opened", lambda *args: pytest.fail("it searched"))
    with pytest.raises(PuzzleError, match=r"^PDF needs the library reportlab: pip install 'satpuzzle\[print\]'$"):
        make(Cards(puzzle="soma", output=tmp_path / "cards.pdf"))


@pytest.mark.parametrize(
    ("ending", "library"), [(".gif", "Pillow"), (".apng", "Pillow"), (".stl", "trimesh"), (".dxf", "manifold3d")]
)
def test_a_missing_library_for_a_picture_is_said_before_the_search(
    ending: str, library: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    monkeypatch.setitem(sys.modules, "trimesh", None)
    monkeypatch.setitem(sys.modules, "manifold3d", None)
    monkeypatch.setattr("satpuzzle.cli.draw.solutions_of", lambda *args: pytest.fail("it searched"))
    with pytest.raises(PuzzleError, match=f"need the library {library}: pip install 'satpuzzle"):
        draw(Drawn(puzzle="soma", output=tmp_path / f"soma{ending}", pieces=ending == ".dxf"))


def test_another_ending_is_refused() -> None:
    asked = complaint(run("challenge", "soma", "-o", "cards.doc"))
    assert asked == "--output .doc: choose from .svg, .png, .pdf, .html, .json"


def test_a_level_rises_with_the_moves_that_a_player_needs(soma: Booklet) -> None:
    ranks = [
        LEVELS.index(card.level.removesuffix(" or harder"))
        for card in sorted(soma.cards, key=lambda card: card.grade[1])
    ]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize(
    ("size", "per_page", "arranged"),
    [((1000, 200), 4, (1, 4)), ((300, 400), 4, (2, 2)), ((200, 900), 4, (4, 1)), ((300, 400), 1, (1, 1))],
)
def test_cards_are_arranged_so_that_they_are_largest(
    size: tuple[int, int], per_page: int, arranged: tuple[int, int]
) -> None:
    assert _arranged(per_page, *size, 180, 267) == arranged
