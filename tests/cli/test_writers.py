"""What terminals show: one colour a piece, and letters that say the same without colours."""

import re

import pytest

from satpuzzle import Solution, solve
from satpuzzle.cli.writers import _coloured

ESCAPE = re.compile(r"\x1b\[[\d;]*m")
CELL = re.compile(r"\x1b\[([\d;]+)m(\S) ")
TERMINALS = {
    "all colours": {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
    "256 colours": {"TERM": "xterm-256color", "COLORTERM": ""},
    "16 colours": {"TERM": "xterm", "COLORTERM": ""},
}


@pytest.fixture(scope="module", params=["bedlam", "galakub", "pentominoes-6x10", "iq-pyramid-4"])
def solution(request: pytest.FixtureRequest) -> Solution:
    (found,) = solve(str(request.param), limit=1)
    return found


def shown(solution: Solution, monkeypatch: pytest.MonkeyPatch, **environment: str) -> str:
    for name, value in {"FORCE_COLOR": "1", **environment}.items():
        monkeypatch.setenv(name, value)
    if "NO_COLOR" not in environment:
        monkeypatch.delenv("NO_COLOR", raising=False)
    return _coloured(solution, 1000)


@pytest.mark.parametrize("terminal", TERMINALS)
def test_letters_stand_where_they_stand_without_colour(
    solution: Solution, terminal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = ESCAPE.sub("", shown(solution, monkeypatch, **TERMINALS[terminal]))
    assert [line.rstrip() for line in text.splitlines()] == [
        "".join(f"{mark} " for mark in line).rstrip() for line in str(solution).splitlines()
    ]


@pytest.mark.parametrize("terminal", TERMINALS)
def test_a_piece_has_one_colour(solution: Solution, terminal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    styles: dict[str, set[str]] = {}
    for style, mark in CELL.findall(shown(solution, monkeypatch, **TERMINALS[terminal])):
        styles.setdefault(mark, set()).add(style)
    assert all(len(found) == 1 for found in styles.values())
    if terminal != "16 colours":  # where they recur, and letters tell the pieces apart
        assert len({found.copy().pop() for found in styles.values()}) == len(styles)


def test_no_colours_are_no_colours(solution: Solution, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" not in shown(solution, monkeypatch, NO_COLOR="1", TERM="xterm", COLORTERM="")


def test_layers_that_do_not_fit_come_in_numbered_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    (found,) = solve("bedlam", limit=1)
    text = _coloured(found, 24)
    assert [line for line in text.splitlines() if ":" in line] == ["layers 1 to 2:", "layers 3 to 4:"]
    assert max(map(len, text.splitlines())) <= 24
    assert len(text.splitlines()) == 11


def test_the_sides_of_tiles_have_their_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = solve("tetravex-3x3", limit=1)
    text = shown(found, monkeypatch, **TERMINALS["all colours"])
    assert "\n\nsides:\n" in text
    assert ESCAPE.sub("", text).splitlines()[-3:] == str(found).splitlines()[-3:]
    styles: dict[str, set[str]] = {}
    for style, mark in re.findall(r"\x1b\[([\d;]+)m(\d)", text.split("sides:")[1]):
        styles.setdefault(mark, set()).add(style)
    assert set(styles) == set("0123456") and all(len(each) == 1 for each in styles.values())
