"""Links and files from strangers, browsers that lack something, workers that break down: clear words, nothing lost."""

import json
from pathlib import Path
from typing import Any

import pytest
from studio import Studio

import satpuzzle as sp
from satpuzzle.puzzle.formats.link import pack
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.formats.xmpuzzle.converting import burr_of
from satpuzzle.puzzle.formats.xmpuzzle.writing import save
from satpuzzle.studio.page import page

EVIL = "</script><img src=x onerror=alert(1)><b>A</b> \u202e \x1b[31m ${x} &amp; ]]> \\u003c"


@pytest.mark.few(1, "ending")
@pytest.mark.parametrize("ending", [".toml", ".json"])
@pytest.mark.parametrize("name", ["soma", "hexiamonds-4x9", "iq-pyramid-4", "prisms-triangle", "stella-octangula-any"])
def test_a_file_that_python_writes_is_opened(studio: Studio, name: str, ending: str) -> None:
    studio.open_file(f"file{ending}", text(sp.load(name), ending))
    studio.mode("draw")
    assert studio.page.inner_text(".shapes strong + .note").startswith(f"{len(sp.load(name).board)} cells")
    assert len(studio.page.query_selector_all(".shapes > li")) == 1 + len(sp.load(name).pieces)


@pytest.mark.full
@pytest.mark.parametrize("name", ["iq-pyramid-4", "prisms-hexagon", "rhombic-cube"])
def test_a_file_of_burrtools_is_opened(studio: Studio, tmp_path: Path, name: str) -> None:
    path = tmp_path / "file.xmpuzzle"
    save(burr_of(sp.load(name)), path)
    studio.open_file("file.xmpuzzle", path.read_bytes())
    studio.solve()
    assert studio.counts() == sp.count(name).known()


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("a.xmpuzzle", "<puzzle", "not a BurrTools file"),
        ("a.xmpuzzle", "<!DOCTYPE x [<!ENTITY a 'b'>]><puzzle>&a;</puzzle>", "not a BurrTools file"),
        ("a.xmpuzzle", "\x1f\x8b", "not a BurrTools file"),
        ("a.xmpuzzle", '<puzzle version="2"></puzzle>', "no problem that is a puzzle"),
        ("a.txt", "", "A puzzle file ends in .toml, .json or .xmpuzzle."),
        ("a.json", "{", "This is not JSON."),
        ("a.json", "[]", "This is not a puzzle."),
        ("a.json", "[" * 100_000, "This is not JSON."),
        ("a.json", '{"grid": "qubic"}', 'The grid "qubic" is not known.'),
        ("a.json", '{"lattice": "square"}', "The key “lattice” is not known. Known are box, board"),
        ("a.json", '{"box": [1, 1, 1], "pieces": [{"name": "A", "cell": "*"}]}', "The key “cell” is not known."),
        ("a.json", '{"grid": "square", "box": [1, 1], "tiles": [{"side": "AAAA"}]}', "The key “side” is not known."),
        ("a.json", '{"grid": "__proto__"}', 'The grid "__proto__" is not known.'),
        ("a.json", '{"box": [100, 100, 100], "pieces": []}', "The puzzle has 1,000,000 cells"),
        ("a.json", '{"box": [1e9, 1e9, 1e9], "pieces": []}', "The puzzle has 1,000,000,000"),
        ("a.json", '{"board": [[0, 0, 1e300]], "pieces": []}', "which is no cell of the grid cubic"),
        ("a.json", '{"board": [[0, 0, 0], [0, 0, 0]], "pieces": []}', "has a cell twice"),
        ("a.json", '{"box": [1, 1, 1], "pieces": [{"name": "A", "cells": "*", "count": 0}]}', "is not allowed"),
        ("a.toml", "a = ", "Line 1 is not valid TOML for a puzzle file."),
        ("a.toml", "a = [" * 10_000, "Line 1 is not valid TOML for a puzzle file."),
        ("a.toml", 'board = "%"', "has the mark"),
        ("a.toml", 'board = "* *"\ngrid = "sticks"', "could be several shapes further on"),
        ("a.toml", 'board = """\n*\n\n*"""\ngrid = "square"', "several layers"),
        ("a.json", " " * 3_000_000, "The file is too large for a puzzle or a diary."),
    ],
)
def test_a_file_that_makes_no_sense_is_refused_in_words(
    studio: Studio, name: str, content: str, complaint: str
) -> None:
    before = studio.page.input_value("#title")
    studio.drop(name, content)
    studio.until_said(complaint)
    assert studio.page.input_value("#title") == before


@pytest.mark.full
def test_names_are_text_never_markup(studio_browser: Any, studio_path: Path, tmp_path: Path) -> None:
    content = {
        "title": EVIL,
        "box": [2, 1, 1],
        "pieces": [{"name": EVIL, "cells": [[0, 0, 0]]}, {"name": "__proto__", "cells": [[0, 0, 0]]}],
    }
    made = tmp_path / "studio.html"
    made.write_text(page({"puzzle": content}), encoding="utf-8")
    for path, fragment in ((made, ""), (studio_path, pack({"puzzle": content}))):
        visitor = Studio(studio_browser, path, fragment)
        assert visitor.page.input_value("#title").startswith("</script><img src=x onerror=alert(1)><b>A</b>")
        visitor.solve()
        assert visitor.counts()["raw"] == 2
        for mode in ("draw", "play", "solve"):
            visitor.mode(mode)
            assert visitor.page.evaluate("document.querySelectorAll('img, b').length") == 0
        visitor.close()


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("fragment", "complaint"),
    [
        ("#p=AAAA", "The link is damaged"),
        ("#xyz", "The link is damaged"),
        (pack({"puzzle": {"box": [2, 2]}, "x": "y" * 200})[:-30], "The link is damaged"),
        ("#p=" + "A" * 2_100_000, "The link is too long for a puzzle."),
        (pack({"x": "y" * 9_000_000}), "The link is too long for a puzzle."),
        (pack({"puzzle": {"box": [200, 200, 200], "pieces": []}}), "The puzzle has 8,000,000 cells"),
        (pack({"puzzle": None}), "This is not a puzzle."),
        (
            pack({"puzzle": {"box": [1, 1, 1], "pieces": [], "rules": ["no such rule"]}}),
            "“rules” has “no such rule”: choose from ",
        ),
        (pack({"day": ["a-puzzle-a-day", ["constructor", "1"]]}), "This is not a puzzle."),
        (pack({"day": ["toString", []]}), "There is no puzzle with the name toString."),
    ],
)
def test_a_bad_link_is_refused_in_words(studio: Studio, fragment: str, complaint: str) -> None:
    before = studio.page.input_value("#title")
    studio.page.evaluate(
        "(fragment) => { document.getElementById('toast').textContent = ''; location.hash = fragment; }", fragment
    )
    studio.until_said(complaint)
    assert studio.page.input_value("#title") == before


@pytest.mark.full
def test_pieces_of_a_link_that_lie_nowhere_do_no_harm(studio_browser: Any, studio_path: Path) -> None:
    content = {"box": [2, 1, 1], "pieces": [{"name": "A", "cells": [[0, 0, 0]], "count": 2}]}
    placed = [[0, [[9, 9, 9]]], [7, []], [0, []], [0, "x"], "x", [0, [[0, 0, 0]]], [0, [[0, 0, 0]]]]
    visitor = Studio(studio_browser, studio_path, pack({"puzzle": content, "placed": placed}))
    visitor.until("document.getElementById('finish') !== null")
    assert len(visitor.page.query_selector_all("#sheet [data-placed]")) == 1
    visitor.close()


@pytest.mark.full
def test_a_worker_that_breaks_down_is_said_and_the_page_lives(visitor: Studio) -> None:
    visitor.page.evaluate("""() => {
        const own = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message) {
            own.call(this, message.kind === "prepare" ? { kind: "nonsense" } : message);
            if (message.kind === "prepare") Worker.prototype.postMessage = own;
        };
    }""")
    visitor.solve("failed")
    assert "The search failed" in visitor.page.inner_text("#status")
    assert visitor.page.inner_text("#solve") == "Try again"
    visitor.page.click("#solve")
    visitor.page.wait_for_selector("#status.complete")
    assert visitor.counts()["isometries"] == 240


@pytest.mark.full
def test_a_search_without_memory_says_so_and_the_page_lives(studio_browser: Any, studio_path: Path) -> None:
    context = studio_browser.new_context()
    context.add_init_script("""
        const Own = Blob;
        const lacking = "WebAssembly.Memory.prototype.grow = () => { throw new RangeError('out of memory'); };";
        window.Blob = function (parts, how) {
            return new Own(/javascript/.test(how?.type) ? [lacking, ...parts] : parts, how);
        };
    """)
    opened = context.new_page()
    opened.goto(studio_path.as_uri())
    opened.wait_for_selector("body[data-ready]")
    opened.click("#solve")
    opened.wait_for_selector("#status.failed")
    assert "no more memory" in opened.inner_text("#status")
    opened.click("#modes [data-key=draw]")
    assert opened.inner_text("#sums").startswith("The pieces have 27 cells")
    context.close()


@pytest.mark.full
def test_a_change_that_makes_no_sense_is_refused_in_words(visitor: Studio) -> None:
    tiles = {"grid": "square", "box": [3, 3], "wrap": "x", "tiles": "ABAB*9", "mirror": False}
    visitor.open_file("round.json", json.dumps(tiles))
    visitor.mode("draw")
    visitor.page.fill("[data-key=size0]", "2")
    visitor.page.click("[data-key=Fill]")
    visitor.until_said("at least 3 cells on each way round")
    assert visitor.page.inner_text(".shapes strong + .note").startswith("9 cells")


@pytest.mark.full
def test_a_file_is_dropped_on_the_page(visitor: Studio, tmp_path: Path) -> None:
    path = tmp_path / "file.xmpuzzle"
    save(burr_of(sp.load("iq-pyramid-4")), path)
    visitor.page.evaluate(
        """(bytes) => {
            const dropped = new DataTransfer();
            dropped.items.add(new File([new Uint8Array(bytes)], "dropped.xmpuzzle"));
            const how = { dataTransfer: dropped, bubbles: true, cancelable: true };
            document.body.dispatchEvent(new DragEvent("drop", how));
        }""",
        list(path.read_bytes()),
    )
    visitor.until_said("dropped.xmpuzzle was opened")
    visitor.solve()
    assert visitor.counts() == sp.count("iq-pyramid-4").known()


@pytest.mark.full
def test_a_file_of_burrtools_with_colours_is_solved(visitor: Studio, tmp_path: Path) -> None:
    path = tmp_path / "file.xmpuzzle"
    domino = {"name": "domino", "cells": [[0, 0, 0], [1, 0, 0]], "colours": [1, 2], "count": 3}
    board = [[x, y, 0] for x in range(3) for y in range(2)]
    said = {"board": board, "colours": [1, 2, 2, 1, 1, 2], "pieces": [domino]}
    puzzle = parsed(json.dumps(said), ".json", "chequered")
    save(burr_of(puzzle), path)
    visitor.open_file("file.xmpuzzle", path.read_bytes())
    visitor.solve()
    assert visitor.counts() == sp.count(puzzle).known()


@pytest.mark.full
def test_a_puzzle_of_too_many_placements_is_refused_in_words(visitor: Studio) -> None:
    cells = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1]]
    pieces = [{"name": f"P{x}", "cells": [*cells, [x, 1, 1]], "count": 320} for x in range(2, 7)]
    visitor.open_file("large.json", json.dumps({"box": [20, 20, 20], "pieces": pieces}))
    visitor.solve("failed")
    assert "more than 400,000 placements" in visitor.page.inner_text("#status")


@pytest.mark.full
def test_a_browser_that_keeps_nothing_is_no_hindrance(visitor: Studio) -> None:
    visitor.context.add_init_script("indexedDB.open = () => { throw new Error('QuotaExceededError'); }")
    visitor.load()
    visitor.mode("draw")
    visitor.solve()
    visitor.until_said("could not store this")


def test_no_test_waits_in_a_way_that_the_policy_of_the_page_forbids() -> None:
    waiting = f".wait_for_{'function'}("
    assert not [path for path in Path(__file__).parents[1].rglob("*.py") if waiting in path.read_text(encoding="utf-8")]


def test_the_policy_allows_the_page_alone(studio_path: Path) -> None:
    content = studio_path.read_text(encoding="utf-8")
    assert "unsafe-inline" not in content.partition("</head>")[0][:3000] and "'unsafe-eval'" not in content[:3000]
    assert "default-src 'none'" in content[:3000]
    assert len(content.encode()) <= 1_000_000 and content.isascii()
