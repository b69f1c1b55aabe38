"""Given pieces: whatever prints a solution can be handed back, and what cannot be read is said in one line."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import satpuzzle as sp
from satpuzzle import Puzzle, PuzzleError, Solution, load, place, solve
from satpuzzle.cover.given import given_options
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.formats.plain import make_puzzle
from satpuzzle.results import Placements

Given = str | Path | list[dict[str, Any]]

CORNER = "V: 0,0,0 1,0,0 0,1,0"  # the piece V of the Soma cube in a corner


@cache
def packed(name: str) -> tuple[Puzzle, Placements, Solution]:
    puzzle = load(name)
    return puzzle, place(puzzle), next(iter(solve(puzzle, limit=1)))


def options(name: str, given: Given) -> list[int]:
    puzzle, placements, _ = packed(name)
    return sorted(given_options(puzzle, placements, given))


def complaint(name: str, given: Given) -> str:
    with pytest.raises(PuzzleError) as caught:
        options(name, given)
    assert len(str(caught.value).splitlines()) == 1, str(caught.value)
    return str(caught.value)


def from_text(tmp_path: Path, text: str) -> Puzzle:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    return load(path)


# What is written


def below_each_other(solution: Solution) -> str:
    layers = drawing.draw(solution.marks(), solution.puzzle.grid)
    return "\n\n".join("\n".join(rows) for rows in layers)


def with_crlf(solution: Solution) -> str:
    return str(solution).replace("\n", "\r\n") + "\r\n"


def in_lines(solution: Solution, between: str = "\n") -> str:
    return between.join(
        f"{piece.name}: {' '.join(','.join(map(str, cell)) for cell in cells.tolist())}"
        for piece, cells in solution.pieces
    )


FORMS: dict[str, Callable[[Solution], Given]] = {
    "the printed drawing": str,
    "the printed drawing with CRLF": with_crlf,
    "the printed drawing between blank lines": lambda solution: f"\n{solution}\n\n",
    "layers below each other": below_each_other,
    "one line": lambda solution: in_lines(solution, "; "),
    "one line a piece": in_lines,
    "a list": Solution.as_list,
    "JSON": lambda solution: json.dumps(solution.as_list()),
    "JSON over several lines": lambda solution: json.dumps(solution.as_list(), indent=2),
    "what solve prints as JSON": lambda solution: json.dumps({"solutions": [solution.as_list()], "final": True}),
    "what solve prints as ndjson": lambda solution: json.dumps({"solution": solution.as_list()}) + "\n",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "name",
    ["soma", "galakub", "conway-6-6-5", "iq-pyramid-4", "pentominoes-3x20", "pentominoes-8x8", "iq-triangle"],
)
def test_a_printed_solution_can_be_handed_back(name: str, form: str) -> None:
    solution = packed(name)[2]
    assert options(name, FORMS[form](solution)) == sorted(solution.options)


@pytest.mark.parametrize("form", ["the printed drawing", "one line", "JSON"])
@pytest.mark.parametrize("file", ["given.txt", "given.json"])
def test_a_solution_is_read_from_a_file(tmp_path: Path, form: str, file: str) -> None:
    solution = packed("soma")[2]
    path = tmp_path / file
    path.write_text(f"\ufeff{FORMS[form](solution)}", encoding="utf-8")
    assert options("soma", path) == options("soma", str(path)) == sorted(solution.options)


@pytest.mark.parametrize("name", ["soma", "galakub", "iq-pyramid-4", "pentominoes-3x20"])
def test_dots_are_cells_still_open(name: str) -> None:
    solution = packed(name)[2]
    first = solution.symbols()[0]
    others = "".join(solution.symbols()[1:])
    for text in (str(solution), below_each_other(solution)):
        assert options(name, text.translate(str.maketrans(others, "." * len(others)))) == [solution.options[0]]
    assert first not in others


def test_a_few_rows_typed_with_spaces_as_on_a_terminal_are_not_taken_for_every_second_column() -> None:
    dots = "VV.\nV.."
    assert options("soma", "V V\nV") == options("soma", dots)
    assert options("pentominoes-6x10", "F F\n  F F\n  F") == options("pentominoes-6x10", "FF\n.FF\n.F")


@pytest.mark.parametrize("given", ["", "  \n", "...", [], "[]", '{"solutions": []}'])
def test_nothing_given_is_nothing_chosen(given: Given) -> None:
    assert options("soma", given) == []


def test_layers_below_each_other_may_be_indented() -> None:
    assert options("soma", "\n    VV.\n    V..\n\n    ...\n") == options("soma", CORNER)


def test_rows_and_layers_may_be_left_out_at_the_end() -> None:
    assert options("soma", "VV\nV") == options("soma", "VV.\nV..\n...\n\n...\n...\n...") == options("soma", CORNER)


def test_on_a_flat_lattice_two_coordinates_suffice() -> None:
    three = "I: 0,0,0 1,0,0 2,0,0 3,0,0 4,0,0"
    assert options("pentominoes-3x20", three.replace(",0 ", " ")[:-2]) == options("pentominoes-3x20", three)


def test_a_drawing_begins_at_the_first_column_row_and_layer_of_the_board(tmp_path: Path) -> None:
    puzzle = from_text(tmp_path, 'board = [[5, 6, 7], [6, 6, 7], [5, 6, 8]]\npieces = [{ name = "A", cells = "**" }]')
    placements = place(puzzle)
    assert given_options(puzzle, placements, "AA") == given_options(puzzle, placements, "A: 5,6,7 6,6,7")


def test_equal_copies_have_characters_of_their_own() -> None:
    solution = packed("galakub")[2]
    assert solution.symbols() == list("ABCDEFGH")
    assert options("galakub", str(solution).translate(str.maketrans("ABDEFGH", "......."))) == [solution.options[2]]


def test_cells_may_come_in_any_order() -> None:
    assert options("soma", "V: 0,1,0 0,0,0 1,0,0") == options("soma", CORNER)


def test_a_run_with_given_pieces_finds_what_is_left() -> None:
    puzzle, _, solution = packed("soma")
    given = solution.as_list()[:4]
    run = solve(puzzle, given=given, up_to="raw")
    found = list(run)
    assert run.counts.final
    assert run.counts.raw == len(found) >= 1
    assert all(entry in other.as_list() for other in found for entry in given)
    assert solution.options in [other.options for other in found]


# Boards and names that a drawing can mistake


@pytest.mark.parametrize("grid", ["square", "cubic"])
def test_a_row_without_cells_is_no_end_of_a_layer(tmp_path: Path, grid: str) -> None:
    text = f'grid = "{grid}"\nboard = "**\\n..\\n**"\npieces = [{{ name = "A", cells = "**", count = 2 }}]'
    solution = next(iter(solve(from_text(tmp_path, text))))
    assert sorted(given_options(solution.puzzle, solution.placements, str(solution))) == sorted(solution.options)


@pytest.mark.parametrize("name", [":", "[", "{", ";", "#", "*", "ß", "a:b", "a;b", "x.json", "two words"])
@pytest.mark.parametrize("form", ["the printed drawing", "JSON", "a list"])
def test_a_piece_may_have_an_odd_name(tmp_path: Path, name: str, form: str) -> None:
    puzzle = from_text(tmp_path, f'box = [2, 1, 1]\npieces = [{{ name = "{name}", cells = "**" }}]')
    solution = next(iter(solve(puzzle)))
    assert given_options(puzzle, solution.placements, FORMS[form](solution)) == list(solution.options)


# What makes no sense


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("X: 0,0,0", 'there is no piece "X": choose from V, L, T, Z, A, B, P'),
        ("V: 9,0,0 0,0,0 1,0,0", "piece V: [9, 0, 0] is not a cell of the board"),
        ("V: 0,0 1,0 0,1", "piece V: [0, 0] is not a cell of the board"),
        (f"V: {10**30},0,0", f"piece V: [{10**30}, 0, 0] is not a cell of the board"),
        ("V: 0,0,0", "piece V has 3 cells, you gave 1"),
        ("V: 0,0,0 1,0,0 2,0,0", "piece V cannot lie on the cells 0,0,0 1,0,0 2,0,0: `show` draws its shape"),
        ("V:", '"V:": a placed piece is NAME: x,y,z x,y,z ...'),
        (f"{CORNER}; T: 0,0,0 0,0,1 0,0,2 0,1,1", "pieces V and T both cover [0, 0, 0]"),
        (f"{CORNER} 0,0,0", "pieces V and V both cover [0, 0, 0]"),
        (f"{CORNER}; V: 2,2,2 1,2,2 2,1,2", "piece V is placed more often than it occurs"),
        ("V: a,b,c", '"V: a,b,c": a placed piece is NAME: x,y,z x,y,z ...'),
        ("V: 0,0,0.5", '"V: 0,0,0.5": a placed piece is NAME: x,y,z x,y,z ...'),
        (f"{CORNER}\nand so on", '"and so on": a placed piece is NAME: x,y,z x,y,z ...'),
        ("VVx", '"x" stands for no piece: choose from V L T Z A B P'),
        ("V..", "piece V has 3 cells, you gave 1"),
        ("VVV", "piece V cannot lie on the cells 0,0,0 1,0,0 2,0,0: `show` draws its shape"),
        ("VV.\nV..\n...\nL..", "piece L: [0, 3, 0] is not a cell of the board"),
    ],
)
def test_what_cannot_be_placed_is_refused_in_one_line(given: str, message: str) -> None:
    assert complaint("soma", given) == f"given: {message}"


@pytest.mark.parametrize("given", ["...V", "VV.V\nV", "VV.V  ...   ...\nV..   ...   ...", "VV. V...   ..."])
def test_what_stands_beside_the_board_is_not_passed_over(given: str) -> None:
    assert complaint("soma", given).startswith("given: ")


@pytest.mark.parametrize("text", ['[{"piece"', "[", "{", "[]]"])
def test_broken_json_is_refused_in_one_line(text: str) -> None:
    assert complaint("soma", text).startswith("given: not JSON: ")


@pytest.mark.parametrize(
    "content",
    [
        [3],
        {},
        {"summary": {}},
        {"solutions": None},
        [{"piece": "V"}],
        [{"cells": []}],
        [{"piece": "V", "cells": None}],
        [{"piece": "V", "cells": "0,0,0"}],
    ],
)
def test_json_that_says_something_else_is_told_what_a_placed_piece_is(content: object) -> None:
    message = complaint("soma", json.dumps(content))
    assert message == 'given: a placed piece is {"piece": name, "cells": [[x, y, z], ...]}'


@pytest.mark.parametrize(
    "cell", [[], [0, 0], [0, 0, 0, 0], ["0", "0", "0"], [None, 0, 0], [[0], 0, 0], [{}, 0, 0], 3, {}]
)
def test_json_with_cells_that_are_none_is_refused_in_one_line(cell: object) -> None:
    message = complaint("soma", json.dumps([{"piece": "V", "cells": [cell, [1, 0, 0], [0, 1, 0]]}]))
    assert message.startswith("given: ")


@pytest.mark.parametrize("text", ["[" * 100_000, "[" * 100_000 + "]" * 100_000], ids=["open", "closed"])
def test_deep_nesting_is_refused_in_one_short_line(text: str) -> None:
    assert len(complaint("soma", text)) < 300


def test_an_unknown_piece_of_two_lines_is_refused_in_one_line() -> None:
    complaint("soma", [{"piece": "two\nlines", "cells": [[0, 0, 0]]}])


def test_a_flat_puzzle_has_no_second_layer() -> None:
    message = complaint("pentominoes-3x20", "V" * 45)
    assert (
        message == "given: marks outside the board: draw all of it, 1 layer of 20 columns, with a dot for an empty cell"
    )


# Files that cannot be read


@pytest.mark.parametrize("file", ["nowhere.json", "nowhere.txt"])
def test_a_missing_file_is_named_in_one_line(tmp_path: Path, file: str) -> None:
    path = tmp_path / file
    assert complaint("soma", path) == complaint("soma", str(path)) == f"{path}: No such file or directory"


def test_a_directory_is_refused_in_one_line(tmp_path: Path) -> None:
    assert complaint("soma", tmp_path) == f"{tmp_path}: is a directory, not a file"


def test_a_file_that_is_not_utf8_is_told_where(tmp_path: Path) -> None:
    path = tmp_path / "given.txt"
    path.write_bytes(b"VV.\xff")
    assert complaint("soma", path) == f"{path}: not UTF-8 (byte 3)"


def test_a_complaint_about_what_a_file_says_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "given.txt"
    path.write_text("X: 0,0,0")
    assert complaint("soma", path).startswith(f'{path}: there is no piece "X"')


@pytest.mark.parametrize("file", ["a\0b.json", "two\nlines.txt", pytest.param("x" * 5000 + ".txt", id="long")])
def test_a_file_name_that_no_file_has_is_refused_in_one_line(file: str) -> None:
    complaint("soma", Path(file))


# Whatever the program prints is taken


def spaced(drawn: str) -> str:
    """Return a drawing as a terminal shows it, with a space after each character."""
    return "\n".join("".join(f"{mark} " for mark in line) for line in drawn.splitlines())


def in_blocks(solution: Solution) -> str:
    """Return a solution as a terminal shows it that has room for two layers only."""
    layers = drawing.draw(solution.marks(), solution.puzzle.grid)
    shown = drawing.blocks(layers, 2 * (2 * len(layers[0][0]) + 3))
    return "\n\n".join("\n".join([header] * bool(header) + [spaced("\n".join(lines))]) for header, lines in shown)


@pytest.mark.parametrize("name", ["soma", "pentominoes-3x20", "iq-pyramid-4", "tetrahexes-4x7", "hexiamonds-6x6"])
@pytest.mark.parametrize(
    "form",
    [
        str,
        lambda solution: spaced(str(solution)),
        lambda solution: str(solution).lower(),
        lambda solution: f"\x1b[1;30m{solution}\x1b[0m\n\n{solution.puzzle.name}: 1 solution; there may be more",
        lambda solution: f"{solution.legend}\n\n{solution}\n\n{solution}\n\nsearch exhausted; symmetry: 24 rotations",
        in_blocks,
        lambda solution: json.dumps({"solution": solution.as_list()}) + '\n{"summary": {"puzzle": "x"}}',
        lambda solution: json.dumps({"solutions": [solution.as_list()] * 2, "status": "exhausted"}),
        lambda solution: "; ".join(
            f"{piece.name}: {' '.join(','.join(map(str, cell)) for cell in cells.tolist())}"
            for piece, cells in solution.pieces
        ),
    ],
    ids=["drawing", "spaced", "small", "coloured", "with legend", "in blocks", "ndjson", "json", "in words"],
)
def test_given_pieces_are_taken_as_they_were_printed(name: str, form: Callable[[Solution], str]) -> None:
    solution = next(iter(solve(name, limit=1)))
    text = form(solution)
    assert sorted(given_options(solution.puzzle, solution.placements, text)) == sorted(solution.options)


def test_small_letters_name_a_piece_too_unless_they_name_another() -> None:
    assert options("soma", "v: 0,0,0 1,0,0 0,1,0") == options("soma", "V: 0,0,0 1,0,0 0,1,0")
    both = make_puzzle(box=[2, 2], pieces={"a": "**", "A": "**"}, grid="square")
    placed = [given_options(both, place(both), f"{name}: 0,0 1,0") for name in "aA"]
    assert placed[0] != placed[1]


# What contradicts itself


TETRAVEX = "FCE\nGI\nAHB"


def given_to_all(puzzle: Puzzle | str, given: Given) -> set[str]:
    """Return what all functions say of given pieces that cannot be placed together."""
    said = set()
    functions: list[Callable[..., object]] = [sp.count, sp.solve, sp.unique, sp.explain, sp.rate, sp.estimate]
    for function in functions:
        with pytest.raises(PuzzleError) as caught:
            _ = [*sp.solve(puzzle, given=given)] if function is sp.solve else function(puzzle, given=given)
        said.add(str(caught.value))
    return said


def test_given_tiles_whose_colours_contradict_each_other_are_refused_in_one_line(tmp_path: Path) -> None:
    wrong = "pieces 6363 and 4122 cannot be placed together: at 0,0,0/0,1,0 one has the colour 6, the other 4"
    assert given_to_all("tetravex-3x3", TETRAVEX) == {f"given: {wrong}"}
    (tmp_path / "tiles.txt").write_text(TETRAVEX)
    assert given_to_all("tetravex-3x3", tmp_path / "tiles.txt") == {f"{tmp_path / 'tiles.txt'}: {wrong}"}
    assert sp.hint("tetravex-3x3", given=TETRAVEX).verdict == "wrong"


def test_given_pieces_that_must_not_touch_are_refused_in_one_line(tmp_path: Path) -> None:
    puzzle = from_text(
        tmp_path,
        """
        grid = "square"
        box = [4, 1]
        apart = [["A", "B"]]
        pieces = [{ name = "A", cells = "*" }, { name = "B", cells = "*" }, { name = "C", cells = "**" }]
        """,
    )
    assert given_to_all(puzzle, "A: 0,0; B: 1,0") == {"given: pieces A and B cannot be placed together"}
    assert sp.count(puzzle, given="A: 0,0; B: 3,0").raw == 1


@pytest.mark.parametrize(
    "given",
    [
        [{"piece": "V", "cells": [[10**5000, 0, 0]]}],
        [{"piece": "V", "cells": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "colours": [10**30, -1, 0]}],
        [{"piece": "V", "cells": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "colours": []}],
        [{"piece": "V", "cells": [[]]}],
        [{"piece": "V", "cells": [[0], [1], [2]]}],
        [{"piece": "V", "cells": []}],
        "V: 0,0,0 1,0,0 0,1," + "9" * 5000,
        "V: 0,0,0 1,0,0 0,1,-" + "9" * 400,
        '[{"piece": "V", "cells": [[' + "9" * 5000 + ",0,0]]}]",
        "V: ٣,٣,٣",
    ],
)
def test_numbers_that_no_cell_has_are_refused_in_one_line(given: Given) -> None:
    assert len(complaint("soma", given)) < 1000
