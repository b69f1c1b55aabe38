"""The table of formats: each row says what its module can do, and files and texts are told by it."""

import re
from pathlib import Path

import pytest
from commands import complaint, run, said

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.table import (
    BOARDS,
    COVERS,
    FORMATS,
    PIECES,
    PUZZLES,
    Format,
    format_named,
    format_of_file,
    format_of_text,
)
from satpuzzle.puzzle.library import format_of

MODULES = [each for each in FORMATS if each.module]


@pytest.mark.parametrize("each", MODULES, ids=lambda each: each.name)
def test_a_row_says_what_its_module_can_do(each: Format) -> None:
    other = PUZZLES in each.writes and not each.own
    can = {
        "parse": each.tables,
        "table": each.tables and (each.several or each.key is not None),
        **dict.fromkeys(("open_file", "open_text"), each.stores),
        "write": each.own,
        **dict.fromkeys(("written", "left_out"), other),
        "written_set": PIECES in each.writes and not each.own,
    }
    assert {name: hasattr(each.code, name) for name in can} == can


def test_a_table_with_a_row_twice_or_without_an_ending_would_be_seen() -> None:
    assert len({each.name for each in FORMATS}) == len(FORMATS)
    ended: dict[str, list[Format]] = {}
    for each in FORMATS:
        assert re.fullmatch(r"\.[a-z]+", each.ending) and {*each.reads, *each.writes} <= {
            PUZZLES,
            PIECES,
            BOARDS,
            COVERS,
        }
        ended.setdefault(each.ending, []).append(each)
    assert all(each.key is not None for same in ended.values() for each in same[1:]), "told by the key alone"


@pytest.mark.parametrize(
    ("start", "name"),
    [("{", "json"), (" [1", "json"), ("\ufeff{", "json"), ("<?xml", "xmpuzzle"), ("box = [1]", "toml"), ("", "toml")],
)
def test_a_text_is_told_by_its_first_characters(start: str, name: str) -> None:
    assert format_of_text(start).name == format_of(start).name == format_of(start.encode()).name == name


def test_endings_are_told_in_any_case(tmp_path: Path) -> None:
    assert format_of_file("A.TOML") is format_named("toml") and format_of_file("a.obj") is None
    sp.save(sp.load("soma"), tmp_path / "SOMA.JSON")
    assert sp.load(tmp_path / "SOMA.JSON").pieces == sp.load("soma").pieces


def test_every_format_that_is_written_can_be_saved_and_printed(tmp_path: Path) -> None:
    for ending in {each.ending for each in FORMATS if PUZZLES in each.writes}:
        sp.save(sp.load("soma"), tmp_path / f"soma{ending}")
        assert sp.count(sp.load(tmp_path / f"soma{ending}")).isometries == 240
    assert said(run("convert", "soma", "--format", "xmpuzzle")).startswith('<?xml version="1.0"?>')
    assert run("convert", "soma", "--format", "puzzlecad").stdout.startswith("include <puzzlecad.scad>")


def test_what_no_format_writes_is_refused_with_what_some_do(tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match=r"a.dlx: a file of puzzles ends in .toml, .json or .xmpuzzle$"):
        sp.save(sp.load("soma"), "a.dlx")
    why = complaint(run("convert", "soma", tmp_path / "soma.txt"))
    assert why.endswith("soma.txt: a file of puzzles or pieces ends in .toml, .json, .xmpuzzle, .scad or .heesch")
    wrong = complaint(run("convert", "soma", tmp_path / "soma.toml", "--format", "puzzle-studio"))
    assert wrong.endswith("soma.toml: the name of a file of Puzzle Studio ends in .json")
    with pytest.raises(PuzzleError, match=r"format 'jsn' \(did you mean json\?\): choose from toml, json, xmpuzzle"):
        format_named("jsn")
