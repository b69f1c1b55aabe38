"""What somebody comes for: eight goals, each reached by pointing and typing, and told by what is shown."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from firefox import Firefox
from person import InChromium, InFirefox, Person, pages
from studio import Studio

import satpuzzle as sp
from satpuzzle.puzzle.formats.xmpuzzle.converting import burr_of
from satpuzzle.puzzle.formats.xmpuzzle.writing import save

# Strokes that paint the five tetrominoes.
TETROMINOES = [
    [(0, 0), (3, 0)],
    [(0, 0), (1, 0), (1, 1), (0, 1)],
    [(0, 0), (2, 0), (1, 0), (1, 1)],
    [(0, 0), (2, 0), (2, 1)],
    [(0, 0), (1, 0), (1, 1), (2, 1)],
]
# Strokes that paint the pieces of a Soma cube, on each layer.
SOMA = [
    [[(0, 0), (1, 0), (1, 1)]],
    [[(0, 0), (2, 0), (2, 1)]],
    [[(0, 0), (2, 0), (1, 0), (1, 1)]],
    [[(0, 0), (1, 0), (1, 1), (2, 1)]],
    [[(0, 0), (1, 0), (1, 1)], [(0, 0)]],
    [[(0, 0), (1, 0), (1, 1)], [(1, 1)]],
    [[(0, 0), (1, 0), (1, 1)], [(1, 0)]],
]
_PIECES = "new Set([...document.querySelectorAll('#sheet [data-placed]')].map((each) => each.dataset.placed)).size"


@pytest.fixture(params=["Chromium", pytest.param("Firefox", marks=pytest.mark.slow)])
def person(request: pytest.FixtureRequest, studio_path: Path) -> Iterator[Person]:
    """Somebody who has never been at the page."""
    found: Any
    if request.param == "Chromium":
        found = Studio(request.getfixturevalue("studio_browser"), studio_path, in_space=True)
        yield InChromium(found)
    else:
        found = Firefox()
        yield InFirefox(found, studio_path)
    found.close()


def begin(person: Person, *sizes: int, grid: str = "square") -> None:
    """Draw an empty puzzle on a board of these sizes."""
    person.click("[data-key=choose]")
    person.click("[data-key=own]")
    person.enter("[data-key=grid]", grid)
    for axis, size in enumerate(sizes):
        person.enter(f"[data-key=size{axis}]", str(size))
    person.click("[data-key=Fill]")


def paint(person: Person, *cells: tuple[float, float]) -> None:
    """Paint cells in one stroke."""
    person.stroke(*(person.at(*cell) for cell in cells))


def hints(person: Person, many: int) -> None:
    """Ask for pieces, one after another."""
    for _ in range(many):
        before = person.run(_PIECES)
        person.until("document.querySelector('#finish.good') !== null")
        person.click("[data-key=hint]")
        person.until(f"{_PIECES} === {before + 1}")


@pytest.mark.full
def test_why_do_the_five_tetrominoes_not_fill_a_rectangle(person: Person) -> None:
    begin(person, 5, 4)
    for cells in TETROMINOES:
        person.click("[data-key=add]")
        paint(person, *cells)
    person.see("#sums", "The pieces have 20 cells, and so has the board.")
    person.mode("solve")
    person.click("#solve")
    person.see("#status", "like a chessboard: the board has 10 dark cells and 10 light ones")
    person.see("#status", "cover 9 or 11 dark cells.")
    assert person.run("document.querySelectorAll('#sheet .dark').length") == 10
    assert person.texts(".legend .share") == ["2 + 2", "2 + 2", "3 + 1", "2 + 2", "2 + 2"]


@pytest.mark.full
def test_why_do_31_dominoes_not_cover_a_chessboard_without_two_corners_and_how_much_do_they(person: Person) -> None:
    begin(person, 8, 8)
    person.click("[aria-label='Erase cells']")
    for corner in ((0, 0), (7, 7)):
        paint(person, corner)
    person.click("[data-key=add]")
    paint(person, (0, 0), (1, 0))
    person.enter("[data-key=copies0]", "31")
    person.see("#sums", "The pieces have 62 cells, and so has the board.")
    person.mode("solve")
    person.click("#solve")
    person.see("#status", "the board has 32 dark cells and 30 light ones")
    person.see("#status", "cover 31 dark cells.")
    assert person.texts(".legend .share") == ["1 + 1"]
    person.click("[data-key=fill]")
    person.see("#filled", "Leaves 2 cells empty")
    assert person.run("document.querySelectorAll('#sheet .gap').length") == 2


@pytest.mark.full
def test_how_does_my_half_filled_kanoodle_go_on(person: Person) -> None:
    person.choose("kanoodle", "iq-rectangle")
    person.mode("play")
    hints(person, 8)
    person.click("[data-key=fix]")
    assert person.run("document.querySelectorAll('#sheet .piece.fixed').length") == 8
    person.see("#finish", "This can be finished.")
    person.click("[data-key=ways]")
    person.see("#ways", " way")
    hints(person, 1)
    person.see("#toast", "may go here")
    person.click("[data-key=clear]")
    person.until(f"{_PIECES} === 8")
    person.click("[data-key=finish]")
    person.see("#finish", "Solved by this page.")


@pytest.mark.full
def test_which_way_is_mine_to_solve_the_calendar_of_a_day(person: Person) -> None:
    person.choose("calendar", "a-puzzle-a-day")
    today = person.run("new Date().toLocaleDateString('en-US', { month: 'short', day: 'numeric' })")
    assert person.run("document.getElementById('title').value") == f"A-Puzzle-A-Day: {today}"
    person.enter("[data-key=day0]", "Jan")
    person.enter("[data-key=day1]", "25")
    person.mode("play")
    hints(person, 7)
    person.until("document.querySelector('#finish.good') !== null")
    hints(person, 1)
    person.see("#finish", "of 216.")
    assert person.text("#finish").startswith("Solved: solution ")


def test_does_this_burr_come_apart_and_how(person: Person, tmp_path: Path) -> None:
    save(burr_of(sp.load("dubois-burr")), tmp_path / "dubois.xmpuzzle")
    person.give(tmp_path / "dubois.xmpuzzle")
    person.see("#status", "2 packings")
    person.see("#assembled", "1 can be assembled, level 6.4.")
    person.see("#note", "It comes apart. Level 6.4.")
    person.until("document.querySelector('#space canvas, #sheet svg') !== null")
    if not person.run("document.querySelector('#space canvas')?.clientWidth"):  # a browser without WebGL shows layers
        return
    person.click("[aria-label='One step forward']")
    person.see("#stepping", "1 of ")


@pytest.mark.full
def test_is_my_own_puzzle_unique_and_can_i_send_it(person: Person) -> None:
    begin(person, 3, 1)
    person.click("[data-key=hues]")
    for hues in ([1, 2, 2], [1, 2], [2]):
        for x, hue in enumerate(hues):
            person.click(f"[data-key=hue{hue}]")
            paint(person, (x, 0))
        person.click("[data-key=add]")
    person.click("[aria-label='Remove piece C']")
    person.mode("solve")
    person.click("#solve")
    person.see("#status", "This is the only one")
    assert person.run("document.querySelectorAll('#sheet g.piece').length") == 2
    person.click("[data-key=Link]")
    person.until("document.querySelector('dialog textarea') !== null")
    link = person.run("document.querySelector('dialog textarea').value")
    person.visit(link[link.index("#") :])
    person.see("#finish", "This can be finished.")
    assert person.run("document.querySelectorAll('.tray .thumb').length") == 2


@pytest.mark.full
def test_my_wooden_cube_is_entered_and_built_from_a_printed_sheet(person: Person) -> None:
    begin(person, 3, 3, 3, grid="cubic")
    for layers in SOMA:
        person.click("[data-key=add]")
        for number, cells in enumerate(layers):
            if number:
                person.click("[aria-label='One layer up']")
            paint(person, *cells)
    person.see("#sums", "The pieces have 27 cells, and so has the board.")
    person.mode("solve")
    person.click("#solve")
    person.see("#status", "240 solutions")
    person.click("[data-key=build]")
    person.until("document.querySelectorAll('#dialog .steps figure').length === 6")
    person.run("void (window.print = () => { window.printed = document.querySelector('.printed').innerText; })")
    person.click("#dialog [data-key=print]")
    person.until("window.printed")
    printed = person.run("window.printed")
    assert all(each in printed for each in ("layer 1 (bottom)", "layer 3 (top)", "Putting it together", "6: add "))
    assert len(re.findall(r"from above", printed)) == 6
    person.run("dispatchEvent(new Event('afterprint'))")
    assert pages(person.print()) == 1


@pytest.mark.slow
def test_how_does_a_search_work(person: Person) -> None:
    person.choose("genius square", "genius-square")
    person.mode("solve")
    person.click("[data-key=watch]")
    person.click("[data-key=walking]")
    while "it tries piece" not in person.text("#walk"):
        person.click("[data-key=step]")
    assert person.run("document.querySelectorAll('#sheet g.piece').length") > 0
    person.click("[data-key=compare]")
    person.until("document.querySelector('[data-key=walking]').getAttribute('aria-label') === 'Play'")  # all have ended
    assert person.texts("[data-order=fewest] td") == ["8,428", "3,730", "307"]
    assert person.texts("[data-order=cells] td")[0] == "≥ 33,335"
