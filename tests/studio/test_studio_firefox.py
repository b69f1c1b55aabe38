"""The page in another browser: solved, played, drawn, with nothing refused by the policy."""

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from again import link
from firefox import Firefox

import satpuzzle as sp
from satpuzzle.puzzle.formats.xmpuzzle.converting import burr_of
from satpuzzle.puzzle.formats.xmpuzzle.writing import save

_CLICK = "document.querySelector({!r}).click()"
_CAN = "document.querySelector('#finish')?.textContent === 'This can be finished.'"
_DROP = """
const dropped = new DataTransfer(), bytes = Uint8Array.from(atob({content!r}), (letter) => letter.charCodeAt(0));
dropped.items.add(new File([bytes], "dropped.xmpuzzle"));
document.body.dispatchEvent(new DragEvent("drop", {{ dataTransfer: dropped, bubbles: true, cancelable: true }}));
"""


@pytest.fixture
def firefox() -> Iterator[Firefox]:
    """A browser."""
    found = Firefox()
    yield found
    found.close()


def click(firefox: Firefox, *selectors: str) -> None:
    for selector in selectors:
        firefox.run(_CLICK.format(selector))


def enter(firefox: Firefox, selector: str, value: str) -> None:
    """Choose or write a value."""
    firefox.run(
        f"const field = document.querySelector({selector!r}); field.value = {value!r};"
        "field.dispatchEvent(new Event('change'));"
    )


def choose(firefox: Firefox, name: str) -> None:
    click(firefox, "[data-key=choose]", f"[data-name='{name}']")


def solved(firefox: Firefox) -> dict[str, int]:
    """Solve the puzzle and return the counts."""
    click(firefox, "#modes [data-key=solve]")
    if not firefox.run(
        "return document.querySelector('#panel:has(.preparing, .searching, .complete)') !== null;"
    ):  # a burr file
        click(firefox, "#solve")
    firefox.until("document.querySelector('#status.complete') !== null")
    found = firefox.run(
        "return JSON.stringify(Object.fromEntries([...document.querySelectorAll('[data-count]')]"
        ".map((cell) => [cell.dataset.count, Number(cell.textContent.replaceAll(',', ''))])));"
    )
    counts: dict[str, int] = json.loads(found)
    return counts


@pytest.mark.slow
def test_a_puzzle_is_solved_and_played_in_firefox(firefox: Firefox, studio_path: Path) -> None:
    firefox.open(studio_path)
    for name, count in (("soma", "240 solutions"), ("pentominoes-6x10", "2,339 solutions")):
        choose(firefox, name)
        click(firefox, "#modes [data-key=solve]", "#solve")
        assert firefox.until("document.querySelector('#status.complete #found')?.textContent") == count
    click(firefox, "#modes [data-key=play]")
    firefox.until(_CAN)
    click(firefox, "[data-key=hint]")
    firefox.until("document.querySelectorAll('#sheet [data-placed]').length === 1")
    click(firefox, "#modes [data-key=draw]")
    assert firefox.run("return document.getElementById('sums').textContent;").startswith("The pieces have 60 cells")


@pytest.mark.slow
def test_puzzles_are_drawn_dropped_and_opened_in_firefox(firefox: Firefox, studio_path: Path, tmp_path: Path) -> None:
    firefox.open(studio_path)
    click(firefox, "#modes [data-key=draw]")
    enter(firefox, "[data-key=grid]", "cubic")
    for axis in range(3):
        enter(firefox, f"[data-key=size{axis}]", "3")
    click(firefox, "[data-key=Fill]")
    enter(firefox, "[data-key=set]", "soma")
    assert solved(firefox) == {"raw": 11520, "rotations": 480, "isometries": 240}
    for name in ("galakub", "tetrahexes-4x7", "hexiamonds-4x9", "iq-pyramid-4"):
        choose(firefox, name)
        assert solved(firefox) == sp.count(name).known()
    save(burr_of(sp.load("galakub")), tmp_path / "dropped.xmpuzzle")
    firefox.run(_DROP.format(content=base64.b64encode((tmp_path / "dropped.xmpuzzle").read_bytes()).decode()))
    firefox.until("document.getElementById('toast').textContent.includes('was opened')")
    assert solved(firefox) == sp.count("galakub").known()
    choose(firefox, "a-puzzle-a-day")
    today = firefox.run("return new Date().toLocaleDateString('en-US', { month: 'short', day: 'numeric' });")
    assert firefox.run("return document.getElementById('title').value;") == f"A-Puzzle-A-Day: {today}"
    click(firefox, "#modes [data-key=draw]")
    pieces = "return document.querySelectorAll('.shapes > li').length;"
    before = firefox.run(pieces)
    for _ in range(10):
        click(firefox, "[data-key=add]")
    assert firefox.run(pieces) == before + 10
    for _ in range(10):
        click(firefox, "[aria-label=Undo]")
    assert firefox.run(pieces) == before


@pytest.mark.slow
def test_a_search_goes_on_when_the_page_is_opened_again_in_firefox(firefox: Firefox, studio_path: Path) -> None:
    firefox.open(studio_path)
    choose(firefox, "bedlam")
    click(firefox, "#solve")
    firefox.until("document.querySelector('progress')?.value > 0.2")
    click(firefox, "#solve")
    firefox.until("document.querySelector('#status.paused') !== null")
    firefox.run("return new Promise((resolve) => setTimeout(resolve, 1000));")
    firefox.open(studio_path)
    firefox.until("document.querySelector('#status.paused') !== null")
    click(firefox, "#solve")
    firefox.until("document.querySelector('#status.complete #found')?.textContent === '19,186 solutions'")


def test_a_link_is_opened_in_a_fresh_firefox(firefox: Firefox, studio_path: Path) -> None:
    fragment = link(sp.load("pentominoes-3x20"))
    firefox.ask("WebDriver:Navigate", {"url": studio_path.as_uri() + fragment})
    firefox.until("document.body.dataset.ready")
    assert firefox.run("return document.getElementById('title').value;") == "Pentominoes 3x20"
    firefox.until(_CAN)
    firefox.run(
        "const piece = document.querySelector('.tray [data-piece=X]');"
        "piece.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));"
        "document.querySelector('#sheet svg').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));"
    )
    firefox.until("document.querySelector('#finish')?.textContent === 'This cannot be finished any more.'")
