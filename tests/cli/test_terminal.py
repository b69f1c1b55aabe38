"""What stands on a terminal of 80 columns and of 120."""

import contextlib
import io
import re
import sys
import time
from itertools import product
from typing import Any

import pytest
from classics import tetrominoes
from terminals import Screens, lines, screens

import satpuzzle as sp
from satpuzzle.cli.compare import _live
from satpuzzle.cli.guide import COMMANDS
from satpuzzle.cli.progress import Progress
from satpuzzle.cli.terminal import fitting, folded, table
from satpuzzle.measure.compare import Comparison
from satpuzzle.search.decisions import decisions
from satpuzzle.settings import GROUPS, MAKING

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
WIDTHS = (80, 120)
ROWS: list[dict[str, Any]] = [
    {"puzzle": "soma", "solver": "native", "solutions": 240, "all s": 0.5, "nodes": 4872, "clauses": None},
    {
        "puzzle": "n-pentacubes-5x5x5",
        "solver": "cadical",
        "solutions": "≥ 4",
        "all s": None,
        "nodes": None,
        "clauses": 9,
    },
]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(params=WIDTHS)
def columns(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setenv("COLUMNS", str(request.param))
    monkeypatch.setenv("TERM", "xterm-256color")
    return int(request.param)


REFUSED = {
    "slove soma": "solve",
    "list backend": "backends",
    "solve soma -s mvr": "mrv",
    "compare soma -s scam": "scan",
}
COMMON = [
    "list",
    "--help",
    "solve --help-all",
    "count --help",
    "draw --help",
    "show galakub",
    "solve soma -b x",
    *REFUSED,
]
SEARCHES = ["solve soma -n 1 -v", "assemble soma"]
ASKED = [*product(WIDTHS, COMMON), *product(WIDTHS[:1], SEARCHES)]


@pytest.fixture(scope="module")
def terminal() -> Screens:
    return screens(ASKED)


@pytest.mark.few(3)
@pytest.mark.parametrize("asked", ASKED, ids=str)
def test_no_line_is_longer_than_the_terminal_is_wide(asked: tuple[int, str], terminal: Screens) -> None:
    status, text = terminal[asked]
    assert status == (2 if asked[1] in REFUSED or asked[1].endswith("-b x") else 0), text
    stood = lines(text)
    assert stood
    assert max(map(len, stood)) <= asked[0]
    assert "Traceback" not in text


def test_the_help_of_all_commands_is_a_line_each(terminal: Screens) -> None:
    stood = lines(terminal[80, "--help"][1])
    assert [line for line in stood if line.startswith("  ")][-len(COMMANDS) :] == [
        f"  {name:<9}  {says}" for name, says in COMMANDS.items()
    ]
    assert "--install-completion" in terminal[80, "--help"][1]


def test_options_stand_in_groups_and_name_their_choices(terminal: Screens) -> None:
    stood = lines(terminal[80, "solve --help-all"][1])
    titles = [line.removesuffix(":") for line in stood if re.fullmatch(r"\S.*:", line)]
    assert titles == ["Arguments", "Options", *(group for group in GROUPS if group != MAKING), "Examples"]
    text = "\n".join(stood)
    assert "--format text|json|ndjson" in text
    assert "--moves auto|single|group|steps" in text


@pytest.mark.parametrize("arguments", REFUSED)
def test_what_is_misspelt_gets_a_suggestion(arguments: str, terminal: Screens) -> None:
    assert f"(did you mean {REFUSED[arguments]}?)" in " ".join(lines(terminal[120, arguments][1]))


def test_a_list_has_no_marks_of_docstrings(terminal: Screens) -> None:
    text = terminal[80, "list"][1]
    assert "`" not in text
    assert "PuzzleError" not in text


def test_a_search_says_in_three_lines_what_was_decided(terminal: Screens) -> None:
    stood = lines(terminal[80, "solve soma -n 1 -v"][1])
    assert [line.split(":")[1].strip() for line in stood[:3]] == ["symmetry", "search", "parts"]


def test_columns_that_do_not_fit_are_left_out_and_named(columns: int) -> None:
    spare = ("clauses", "nodes", "all s")
    found, left_out = fitting(ROWS, 50, ("puzzle", "solver"), spare)
    assert left_out == ["clauses", "nodes"]
    assert [column.header for column in found.columns] == ["puzzle", "solver", "solutions", "all s"]
    text = table(ROWS, Terminal(), ("puzzle", "solver"), spare)
    assert "no room" not in text
    assert "n-pentacubes-5x5x5" in text


def test_words_are_not_broken(columns: int) -> None:
    text = "word " * 40
    broken = folded(text, Terminal()).split("\n")
    assert max(map(len, broken)) <= columns
    assert " ".join(broken).split() == text.split()
    assert all(line.startswith("  ") for line in broken[1:])
    assert folded(text, io.StringIO()) == text


def lines_of_progress(run: sp.results.Run) -> list[str]:
    """Run to the end as if much time went by, and once more when it is there; return what stood on the terminal."""
    with contextlib.redirect_stderr(Terminal()) as screen:
        progress = Progress("auto")
        progress.began = time.monotonic() - 1
        progress.last = 0.0
        run.watch = progress.update
        run.exhaust()
        progress.last = 0.0
        progress.update(run)
        progress.clear()
    return lines(screen.getvalue())


@pytest.mark.full
@pytest.mark.parametrize("backend", ["native", "minisat22"])
def test_progress_tells_parts_and_the_share_that_is_done(backend: str, columns: int) -> None:
    stood = lines_of_progress(sp.solve("slothouber-graatsma", backend, parts=5))
    assert max(map(len, stood)) < columns
    found = re.match(r"slothouber-graatsma: ━+ 100%, (\d+) of \1 parts, 1 solution", stood[-1])
    assert found
    assert int(found[1]) >= 5


def test_a_long_search_begins_with_its_estimate(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satpuzzle.search.progress._LONG", 0.0)
    first = " ".join(lines_of_progress(sp.solve("soma", strategy="mrv"))[:2])
    assert re.match(r"satpuzzle: soma: about .* nodes by random samples \(likely .* to .*\)", first)


def test_three_lines_say_what_was_decided_and_why() -> None:
    symmetry, search, parts = decisions(sp.solve("pentominoes-3x20", strategy="mrv", parts=4))
    assert re.match(r"symmetry: (piece|cell) \S+ is tried in \d+ of its \d+ placements, one per class", symmetry)
    assert search.startswith("search: strategy mrv, as asked")
    assert re.fullmatch(r"parts: \d+; 4 were requested", parts)
    _, search, parts = decisions(sp.solve("soma", "cadical"))
    assert search == "search: cadical with the encoding default, chosen by the number of placements"
    assert re.match(r"parts: \w+, too short to be split", parts)
    assert decisions(sp.solve(tetrominoes()))[0].startswith("no search: ")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("satpuzzle sol", ["solve"]),
        ("satpuzzle solve gal", ["galakub"]),
        ("satpuzzle solve soma --backend cads", []),
        ("satpuzzle solve soma --backend cadical1", ["cadical103", "cadical153", "cadical195"]),
        ("satpuzzle solve soma --strategy pieces-", ["pieces-isolated", "pieces-pockets"]),
        ("satpuzzle compare soma -e b", ["bimander", "binary-colours", "bitwise", "block-all"]),
        ("satpuzzle solve soma --up-to r", ["rotations", "raw"]),
    ],
)
def test_a_shell_completes_names(
    typed: str, offered: list[str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from satpuzzle.cli import main

    monkeypatch.setattr("sys.argv", ["satpuzzle"])
    monkeypatch.setenv("_SATPUZZLE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split()) - 1))
    with pytest.raises(SystemExit):
        main()
    assert capfd.readouterr().out.split() == offered


def test_the_live_table_of_compare_shows_whole_words(columns: int) -> None:
    ended = {"repeat": 0, "status": "exhausted", "first": 0.123, "user": 12.3, "peak_mb": 194}
    more = {"nodes": 2134, "conflicts": 27471, "variables": 3877, "clauses": 110288}
    runs = [
        {"puzzle": "pentominoes-6x10", "solver": solver, "solutions": 2339, "seconds": 1234.5, **ended, **more}
        for solver in ("native", "cadical", "glucose ladder")
    ]
    with contextlib.redirect_stderr(Terminal()) as screen, _live() as show:
        show(Comparison(runs), {"puzzle": "n-pentacubes-5x5x5", "solver": "clingo", "solutions": 7, "seconds": 3.25})
    text = "\n".join(stood := lines(screen.getvalue()))
    assert max(map(len, stood)) <= columns
    assert "…" not in text
    for word in ("pentominoes-6x10", "n-pentacubes-5x5x5", "glucose ladder", "1234.500", "≥ 7", "3.2", "exhausted"):
        assert word in text
