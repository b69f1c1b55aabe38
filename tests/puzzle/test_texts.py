"""Puzzles from texts, bytes and tables of a program, as a server gets them from strangers, and back."""

import gzip
import inspect
import json
from pathlib import Path
from typing import Any

import pytest

import satpuzzle as sp
from satpuzzle.data import folder
from satpuzzle.puzzle.formats.link import pack
from satpuzzle.puzzle.formats.reading import KEYS
from satpuzzle.puzzle.formats.xmpuzzle.converting import burr_of
from satpuzzle.puzzle.formats.xmpuzzle.writing import text as xml_of

SOMA = sp.load("soma")
PAINTED: dict[str, Any] = {
    "title": "Painted",
    "also": ["coloured"],
    "grid": "square",
    "board": "11?\n22?",
    "empty": 2,
    "pairs": [[1, 1], [2, 2]],
    "hues": ["#ff0000", "#00ff00"],
    "labels": [["Jan", [3, 0, 0]], ["25", [0, 2, 0]]],
    "pieces": [{"name": "ends", "cells": "12", "count": 2}],
}


def in_all_forms(puzzle: sp.Puzzle) -> list[str | bytes]:
    """Return a puzzle as every kind of text that can be read."""
    said, xml = sp.to_dict(puzzle), xml_of(burr_of(puzzle))
    lines = (folder("puzzles") / f"{puzzle.name}.toml").read_text(encoding="utf-8")
    texts = [lines, json.dumps(said), xml, f"\ufeff{lines}", f"\n {json.dumps(said)}", pack({"puzzle": said})]
    return [*texts, *(text.encode() for text in texts[:5]), gzip.compress(xml.encode())]


def test_a_puzzle_is_read_from_text_or_bytes_of_any_format() -> None:
    for text in in_all_forms(SOMA):
        found = sp.loads(text, name="mine")
        assert (found.name, sp.count(found)) == ("mine", sp.count(SOMA)), text


def test_an_old_declaration_of_latin_letters_matters_for_bytes_only() -> None:
    xml = xml_of(burr_of(sp.make_puzzle(box=[1, 1, 2], pieces={"ö": {"cells": [[0, 0, 0]], "count": 2}})))
    declared = f'<?xml version="1.0" encoding="ISO-8859-1"?>{xml.partition("?>")[2]}'
    for text in (declared, declared.encode("latin-1"), xml.encode()):
        assert [piece.name for piece in sp.loads(text).pieces] == ["ö"]


def test_one_of_several_problems_is_chosen() -> None:
    xml = xml_of(burr_of(SOMA))
    assert len(sp.loads(xml, problem=1).pieces) == 7
    with pytest.raises(sp.PuzzleError, match=r"^puzzle: has no problem 2: choose from 1 "):
        sp.loads(xml, problem=2)
    with pytest.raises(sp.PuzzleError, match=r"^puzzle: problem 2: only files of BurrTools or Puzzle Studio have"):
        sp.loads("box = [1]", problem=2)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "mine: give exactly one of the keys box and board"),
        ("{", "mine: not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ("[]", "mine: holds a list, a puzzle is a table of keys"),
        ("soma", "mine: not TOML: Expected '=' after a key"),
        (b"\xff", "mine: not UTF-8 (byte 0)"),
        ("\ud800", "mine: not UTF-8 (byte 0)"),
        ("<puzzle>", "mine: not XML: no element found"),
        (b"\x1f\x8b", "mine: damaged gzip (it ends too early)"),
        ("#p=AAAA", "the link is damaged"),
        ("#" * (3 << 20), "mine: more than 2 MiB, which is the limit"),
        ({"box": [1]}, "mine: is a dict, allowed are text and bytes; from_dict takes a table"),
    ],
)
def test_a_text_that_is_no_puzzle_is_refused_in_one_line(text: Any, complaint: str) -> None:
    with pytest.raises(sp.PuzzleError) as error:
        sp.loads(text, name="mine")
    assert str(error.value).startswith(complaint)


def test_a_text_opens_no_file_unless_a_folder_is_given(tmp_path: Path) -> None:
    grid = tmp_path / "mine.toml"
    grid.write_text((folder("grids") / "kites.toml").read_text(encoding="utf-8"), encoding="utf-8")
    said = {"grid": str(grid), "box": [1, 1], "pieces": [{"name": "k", "cells": [[0, 0, 0]], "count": 6}]}
    refused = pytest.raises(sp.PuzzleError, match=r"grid is .*: not allowed here, where no file is opened; give its k")
    with refused:
        sp.loads(json.dumps(said))
    with refused:
        sp.from_dict(said)
    with refused:
        sp.load(pack({"puzzle": said}))
    assert sp.loads(json.dumps(said | {"grid": grid.name}), folder=tmp_path).grid.name == "Kites"
    (tmp_path / "puzzle.json").write_text(json.dumps(said | {"grid": grid.name}))
    again = sp.to_dict(sp.load(tmp_path / "puzzle.json"))
    assert sp.count(sp.from_dict(again)) == sp.count(sp.load(tmp_path / "puzzle.json"))


def test_a_table_makes_a_puzzle_and_a_puzzle_a_table() -> None:
    puzzle = sp.from_dict(PAINTED, name="painted")
    said = sp.to_dict(puzzle)
    assert json.loads(json.dumps(said)) == said
    assert sp.to_dict(sp.from_dict(said)) == said
    assert sp.count(sp.from_dict(said)) == sp.count(puzzle)
    assert sp.count(puzzle).raw == 1
    with pytest.raises(sp.PuzzleError, match=r'^painted: unknown key "lattices"'):
        sp.from_dict(PAINTED | {"lattices": 3}, name="painted")
    with pytest.raises(sp.PuzzleError, match=r"^puzzle: is a list, allowed is a table with the keys of a puzzle file"):
        sp.from_dict([])  # type: ignore[arg-type]


def test_every_key_of_a_file_is_a_keyword() -> None:
    assert inspect.signature(sp.make_puzzle).parameters.keys() == {*KEYS, "name"}
    puzzle = sp.make_puzzle(**PAINTED, name="painted")
    assert sp.to_dict(puzzle) == sp.to_dict(sp.from_dict(PAINTED))
    assert (puzzle.empty, puzzle.also, puzzle.hues) == (2, ("coloured",), ("#ff0000", "#00ff00"))
    assert puzzle.labels == (((3, 0, 0), "Jan"), ((0, 2, 0), "25")) and puzzle.legend.endswith("* = Jan 25")
