"""Files of Puzzle Studio: what its classes say is read, and what is written is read again; the rest is refused."""

import gzip
import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from commands import complaint, run, said

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.writing import text


def shape(number: int, voxels: str, label: str = "", **more: Any) -> dict[str, Any]:
    return {"type": "Shape", "id": number, "voxels": voxels, "bounds": "xSize:3 ySize:3 zSize:1", "label": label} | more


def problem(label: str, goal: int, **copies: Any) -> dict[str, Any]:
    counts = {name[1:]: count for name, count in copies.items()}
    return {"type": "AssemblyProblem", "id": 0, "label": label, "goalShapeId": goal, "shapeCounts": counts}


LINE, CORNER = "0,0,0; 1,0,0; 2,0,0", "0,0,0; 0,1,0; 1,0,0"
FILE: dict[str, Any] = {
    "type": "PuzzleFile",
    "author": "somebody",
    "description": "two lines\nof text",
    "puzzle": {
        "type": "Puzzle",
        "idCounters": {"shape": 9, "problem": 2},
        "grid": {"type": "SquareGrid", "flippable": True},
        "shapeTree": [
            shape(7, "0,0,0; 1,0,0; 2,0,0; 0,1,0; 1,1,0; 2,1,0", "2 by 3"),
            {"type": "ShapeAssembly", "id": 0, "label": "pieces", "shapes": [shape(2, LINE, "I", color="#ff8000")]},
            shape(3, f"{CORNER}; 0,1,0"),  # a voxel may be listed twice
            shape(4, "0,0,0", "I", color="orange"),
            shape(
                8,
                "-1,0,0; 0,0,0; 1,0,0; 2,0,0",
                "four",
                voxelAttributes={"optional": {"-1,0,0": True, "2,0,0": True, "1,0,0": False, "9,9,9": True}},
            ),
        ],
        "problems": [problem("whole", 7, s2=2, s3=0, s9=1), problem("ranges", 8, s2=1, s4={"min": 0, "max": 3}, s8=1)],
    },
}
WHOLE = FILE["puzzle"]["problems"][0]


def of_one(**changes: Any) -> dict[str, Any]:
    """Return the file with its first problem alone, with changed keys."""
    found = deepcopy(FILE)
    found["puzzle"]["problems"] = [deepcopy(WHOLE) | changes]
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "two.json"
    found.write_text(json.dumps(FILE))
    return found


def test_problems_are_chosen_by_number_or_name(path: Path) -> None:
    first = sp.load(path, 1)
    assert (first.name, first.title, first.source) == ("two-1", "whole", "somebody: two lines of text")
    assert [(piece.name, piece.min, piece.max, piece.paint) for piece in first.pieces] == [("I", 2, 2, "#ff8000")]
    assert sp.count(first) == sp.count(
        sp.make_puzzle(box=[3, 2], pieces={"I": {"cells": "***", "count": 2}}, grid="square")
    )
    second = sp.load(path, "ranges")
    assert [(piece.name, piece.min, piece.max) for piece in second.pieces] == [("I #1", 1, 1), ("I #2", 0, 3)]
    assert second.board[second.optional].tolist() == [[-1, 0, 0], [2, 0, 0]]
    assert sp.count(second).raw == 4  # each of two places of the line, with the cell beside it filled or empty
    assert said(run("count", path, "--problem", "2")).startswith("two-2: ")
    for chosen, why in (
        (None, "has 2 problems, choose one with --problem: 1 (whole), 2 (ranges)"),
        (3, "has no problem 3"),
    ):
        with pytest.raises(PuzzleError, match=rf"^\S*two.json: {why.split('(')[0]}"):
            sp.load(path, chosen)


def test_a_file_is_told_by_its_content_packed_or_not(path: Path) -> None:
    octets = path.read_bytes()
    wanted = sp.load(path, 2)
    for content in (octets, gzip.compress(octets), b"\xef\xbb\xbf" + octets):
        path.write_bytes(content)
        assert sp.load(path, 2) == wanted
        assert sp.loads(content, name="two", problem="ranges") == wanted
    assert sp.loads(octets.decode(), name="two", problem=2) == wanted
    counted = run("count", "-", "--problem", "1", input=octets.decode())
    assert "1 solution" in said(counted)
    path.write_bytes(gzip.compress(octets)[:40])
    assert complaint(run("count", path)).endswith("two.json: damaged gzip (it ends too early)")


@pytest.mark.parametrize(("grid", "raw"), [({"flippable": True}, 4), ({"flippable": False}, 2), ({}, 2)])
def test_squares_are_turned_over_if_they_are_flippable(grid: dict[str, bool], raw: int) -> None:
    found = of_one(shapeCounts={"4": 2, "5": 1})
    found["puzzle"]["grid"] = {"type": "SquareGrid", **grid}
    found["puzzle"]["shapeTree"].append(shape(5, "0,0,0; 0,1,0; 0,2,0; 1,0,0", "L"))
    assert sp.count(sp.loads(json.dumps(found))).raw == raw


def test_names_of_older_versions_are_read() -> None:
    found = of_one()
    tree = found["puzzle"].pop("shapeTree")
    group = tree[1] | {"type": "PieceAssembly", "pieces": [tree[1]["shapes"][0] | {"type": "Piece"}]}
    del group["shapes"]
    found["puzzle"]["pieces"] = [tree[0] | {"type": "Piece", "voxels": tree[0]["voxels"].split("; ")}, group]
    (old,) = found["puzzle"]["problems"]
    old["usedPieceCounts"], old["goalPieceId"] = old.pop("shapeCounts"), old.pop("goalShapeId")
    assert sp.loads(json.dumps(found)) == sp.loads(json.dumps(of_one()))


def test_a_group_of_pieces_that_limits_nothing_more_is_read() -> None:
    implied = {"_type": "piece-group", "shapeIds": [2, 2, 9], "count": {"min": 1, "max": 2}}
    nothing = {"_type": "piece-group", "shapeIds": [], "count": 9}
    assert sp.loads(json.dumps(of_one(constraints=[implied, nothing]))) == sp.loads(json.dumps(of_one()))


@pytest.mark.full
@pytest.mark.parametrize("name", ["soma", "dubois-burr", "pentominoes-6x10", "tetracubes-2x4x4"])
def test_what_is_written_is_read_again(name: str, tmp_path: Path) -> None:
    out = tmp_path / "puzzle.json"
    assert run("convert", name, out, "--format", "puzzle-studio").stderr == ""
    puzzle, again = sp.load(name), sp.load(out)
    assert again.grid == puzzle.grid and again.title == puzzle.title
    assert [piece.name for piece in again.pieces] == [piece.name for piece in puzzle.pieces]
    assert len({piece.paint for piece in again.pieces}) == len(again.pieces)
    assert sp.count(again, time_limit=60) == sp.count(puzzle, time_limit=60)
    assert said(run("convert", name, "--format", "puzzle-studio")) == out.read_text()


def test_what_is_written_has_the_classes_and_keys_of_puzzle_studio() -> None:
    puzzle = sp.from_dict(
        {
            "grid": "square",
            "mirror": False,
            "title": "T",
            "source": "me",
            "board": [[3, 1, 0], [4, 1, 0]],
            "optional": [[5, 1, 0]],
            "pieces": [{"name": "I", "cells": [[1, 0, 0], [0, 0, 0]], "min": 0, "max": 2, "paint": "#102030"}],
        }
    )
    content = json.loads(text(puzzle, "puzzle-studio"))
    assert content == {
        "type": "PuzzleFile",
        "description": "me",
        "puzzle": {
            "type": "Puzzle",
            "grid": {"type": "SquareGrid", "flippable": False},
            "shapeTree": [
                shape(0, "0,0,0; 1,0,0", "I", bounds="xSize:2 ySize:1 zSize:1", color="#102030"),
                shape(
                    1,
                    "0,0,0; 1,0,0; 2,0,0",
                    "T",
                    bounds="xSize:3 ySize:1 zSize:1",
                    color="#808080",
                    voxelAttributes={"optional": {"2,0,0": True}},
                ),
            ],
            "problems": [
                problem("T", 1, s0={"min": 0, "max": 2})
                | {
                    "solverId": "assembly",
                    "symmetryReduction": "rotation+mirror",
                    "disassemble": False,
                    "removeNoDisassembly": True,
                }
            ],
            "idCounters": {"shape": 2, "problem": 1},
        },
    }


def test_what_packings_do_not_need_is_left_out_in_words_and_a_frame_is_a_piece(tmp_path: Path) -> None:
    source, out = tmp_path / "mine.toml", tmp_path / "mine.json"
    source.write_text(
        'grid = "square"\nboard = "###\\n#**"\nempty = 3\n[[pieces]]\nname = "I"\ncells = "**"\nweight = 2\nvalue = 7\n'
    )
    told = run("convert", source, out, "--format", "puzzle-studio").stderr.splitlines()
    assert [line.partition(": ")[2].partition(": ")[2] for line in told] == [
        "the frame is written as a piece that must fill its place: Puzzle Studio has no frames; it has neither floor"
        " nor cover there, so pieces can be lifted out",
        "left out: groups and weights of pieces, values of pieces, empty = 3",
    ]
    again = sp.load(out)
    assert [len(piece.cells) for piece in again.pieces] == [2, 4]
    assert sp.count(again).isometries == sp.count(sp.load(source)).isometries == 1
    calendar = run("convert", "a-puzzle-a-day", "--member", "Jan 25", out, "--format", "puzzle-studio").stderr
    assert calendar == f"satpuzzle: {out}: left out: the labels of cells beside the board\n"


@pytest.mark.parametrize(
    ("name", "lost"),
    [
        ("hexiamonds-6x6", "the grid triangular"),
        ("macmahon-squares", "tiles with coloured edges"),
        ("dominoes-torus", "that the board wraps round"),
        ("draughtboard", "cells with colours"),
        ("hard-squares", ""),
    ],
)
def test_what_would_be_lost_is_named(name: str, lost: str, tmp_path: Path) -> None:
    why = complaint(run("convert", name, tmp_path / "out.json", "--format", "puzzle-studio"))
    assert f"a file of Puzzle Studio cannot express this: {lost}" in why
    assert not (tmp_path / "out.json").exists()


def test_the_format_is_for_json_files_and_one_problem_is_counted_at_a_time(path: Path) -> None:
    why = complaint(run("convert", "soma", "soma.toml", "--format", "puzzle-studio"))
    assert why.endswith("soma.toml: the name of a file of Puzzle Studio ends in .json")
    assert "is no .xmpuzzle file, and only these are counted as a whole" in complaint(
        run("count", path, "--problem", "all")
    )
    path.write_text('{"box": [1, 1, 1], "pieces": [{"name": "a", "cells": "*"}]}')
    assert "only files of BurrTools or Puzzle Studio have several" in complaint(run("count", path, "--problem", "1"))


def test_a_certificate_of_a_file_of_puzzle_studio_has_a_file_of_its_own(path: Path, tmp_path: Path) -> None:
    said(run("certify", path, "--problem", "2", "-o", tmp_path / "proof"))
    assert "VERIFIED: puzzle.toml" in said(run("verify", tmp_path / "proof"))


Change = Callable[[dict[str, Any]], object]


def at(*keys: Any, value: Any) -> Change:
    """Return a change that sets what lies under these keys of a file."""

    def change(content: Any) -> None:
        for key in keys[:-1]:
            content = content[key]
        content[keys[-1]] = value

    return change


TREE, ONE = ("puzzle", "shapeTree"), ("puzzle", "problems", 0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (at("puzzle", value=[]), "puzzle is a list, allowed is a table"),
        (at("puzzle", "type", value="Shape"), 'puzzle has the type "Shape", allowed are Puzzle'),
        (at("puzzle", "grid", value={}), "puzzle: grid has the type null, allowed are CubicGrid, SquareGrid"),
        (at("puzzle", "grid", "type", value="CylindricalGrid"), 'puzzle: grid has the type "CylindricalGrid"'),
        (at("puzzle", "grid", "type", value=["CubicGrid"]), 'puzzle: grid has the type ["CubicGrid"]'),
        (at("puzzle", "grid", "flippable", value=1), "puzzle: grid: flippable is 1, allowed are true and false"),
        (at("puzzle", "problems", value=[]), "has no problem"),
        (at("puzzle", "problems", value={}), "puzzle: problems is {}, allowed is a list of tables"),
        (at(*ONE, "type", value="Problem"), 'problem 1: type is "Problem", allowed is AssemblyProblem'),
        (
            at(*ONE, "goalShapeId", value=5),
            "problem 1: goalShapeId is 5, allowed are the ids of shapes: [7, 2, 3, 4, 8]",
        ),
        (at(*ONE, "goalShapeId", value=None), "problem 1: goalShapeId is null"),
        (at(*ONE, "goalShapeId", value=True), "problem 1: goalShapeId is true"),
        (at(*ONE, "shapeCounts", value={"7": 1, "2": 0, "5": 3}), "problem 1: has no pieces"),
        (at(*ONE, "shapeCounts", value=[1]), "problem 1: shapeCounts is [1], allowed is a table with ids of shapes"),
        (at(*ONE, "shapeCounts", value={"I": 1}), 'problem 1: shapeCounts is {"I": 1}'),
        (
            at(*ONE, "shapeCounts", "2", value=-1),
            "problem 1: shapeCounts: 2 is -1, allowed are integers from 0 to 1000000",
        ),
        (at(*ONE, "shapeCounts", "2", value={"min": 3, "max": 2}), 'shapeCounts: 2 is {"min": 3, "max": 2}'),
        (at(*ONE, "shapeCounts", "2", value=1.5), "problem 1: shapeCounts: 2 is 1.5"),
        (at(*ONE, "shapeCounts", "2", value=10**9), "problem 1: shapeCounts: 2 is 1000000000"),
        (at(*ONE, "constraints", value={}), "problem 1: constraints is {}, allowed is a list of tables"),
        (at(*ONE, "constraints", value=[{"_type": "sum"}]), 'problem 1: constraint 1: _type is "sum"'),
        (
            at(*ONE, "constraints", value=[{"_type": "piece-group", "shapeIds": [2, 3], "count": 1}]),
            "problem 1: constraint 1: limits the number of pieces of several shapes together, which has no rule here",
        ),
        (at(*ONE, "constraints", value=[{"_type": "piece-group", "shapeIds": 2}]), "constraint 1: shapeIds is 2"),
        (at("puzzle", "shapeTree", value=[7]), "puzzle: shapeTree is [7], allowed is a list of tables"),
        (at(*TREE, 0, "type", value="Grid"), 'puzzle: shapeTree: entry 1: type is "Grid", allowed are Shape and'),
        (at(*TREE, 1, "shapes", value=7), "puzzle: shapeTree: entry 2: shapes is 7, allowed is a list of tables"),
        (at(*TREE, 2, "id", value=2), "puzzle: shapeTree: entry 3: id is 2, allowed are integers, different for each"),
        (at(*TREE, 0, "voxels", value=""), "board has no cells"),
        (at(*TREE, 0, "voxels", value=7), "problem 1: the goal: voxels is 7, allowed is a text such as 0,0,0; 1,0,0"),
        (at(*TREE, 0, "voxels", value=[[0, 0, 0]]), "problem 1: the goal: voxels has [0, 0, 0]"),
        (at(*TREE, 0, "voxels", value="0,0,0;1,0,0"), 'the goal: voxels has "0,0,0;1,0,0", allowed are texts such as'),
        (at(*TREE, 0, "voxels", value="0,0,0; 0,0,999999"), "board has [0, 0, 999999], coordinates go up to"),
        (at(*TREE, 0, "voxels", value="0,0,1; 0,0,0"), "not a cell of the grid square"),
        (at(*TREE, 1, "shapes", 0, "voxels", value="0,0"), 'problem 1: piece "I": voxels has "0,0"'),
        (at(*TREE, 1, "shapes", 0, "voxels", value=""), "cells"),
        (
            at(*TREE, 1, "shapes", 0, "voxelAttributes", value={"optional": {"0,0,0": True}}),
            'problem 1: piece "I": has optional voxels, only a goal may have some',
        ),
        (at(*TREE, 0, "voxelAttributes", value={"hue": {}}), 'the goal: voxelAttributes is {"hue": {}}'),
        (at(*TREE, 0, "voxelAttributes", value=[1]), "the goal: voxelAttributes is [1]"),
        (at(*TREE, 0, "voxelAttributes", value={"optional": {"0,0,0": 1}}), "the goal: voxelAttributes: optional is"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(change: Change, message: str) -> None:
    content = of_one()
    change(content)
    with pytest.raises(PuzzleError) as error:
        sp.loads(json.dumps(content), name="mine.json")
    assert str(error.value).startswith("mine.json: ") and message in str(error.value)
    assert "\n" not in str(error.value) and len(str(error.value)) < 250


def damaged(value: Any, dice: Random) -> Any:
    """Return the content of a file in which some values and keys are others."""
    if dice.random() < 0.03:
        return dice.choice([None, True, 1, -1, 1.5, float("nan"), "x", "0,0,0", [], [[]], {}, {"type": []}, 10**30])
    if isinstance(value, dict):
        return {key if dice.random() > 0.02 else dice.choice(["type", "9"]): damaged(value[key], dice) for key in value}
    return [damaged(each, dice) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize("number", [300, pytest.param(20_000, marks=pytest.mark.slow)])
def test_a_damaged_file_is_read_or_refused_in_one_line(number: int, seed: int) -> None:
    dice, refused = Random(seed), 0
    for _ in range(number):
        content = damaged(FILE["puzzle"], dice)
        try:
            sp.loads(json.dumps({"type": "PuzzleFile", "puzzle": content}), problem=dice.choice([1, 2]))
        except PuzzleError as error:
            refused += 1
            assert "\n" not in str(error)
    assert number / 2 < refused < number
