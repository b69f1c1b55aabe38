"""Puzzle files: their content, and the messages for invalid files."""

import json
import os
import sys
import tomllib
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import satpuzzle as sp
from satpuzzle import PuzzleError, load, place
from satpuzzle.data import files
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.formats.writing import text as written
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.shape import orientations

Read = Callable[..., Puzzle]
Refused = Callable[..., str]

BOX = "box = [3, 1, 1]\n"
PIECES = 'pieces = [{ name = "A", cells = "***" }]\n'
GOOD = BOX + PIECES
IN_JSON = '{"box": [3, 1, 1], "pieces": [{"name": "A", "cells": "***"}]}'


def with_board(board: str, grid: str = "cubic") -> str:
    return f'grid = "{grid}"\nboard = {board}\n{PIECES}'


def with_piece(keys: str) -> str:
    return f"{BOX}pieces = [{{ {keys} }}]\n"


def with_box(box: str, grid: str = "cubic") -> str:
    return f'grid = "{grid}"\nbox = {box}\n{PIECES}'


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def read(text: str, suffix: str = ".toml") -> Puzzle:
        path = tmp_path / f"mine{suffix}"
        path.write_bytes(text.encode())
        return load(path)

    return read


@pytest.fixture
def refused(tmp_path: Path) -> Refused:
    def refused(content: str | bytes, suffix: str = ".toml") -> str:
        path = tmp_path / f"mine{suffix}"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return complaint(path)

    return refused


def complaint(path: Path) -> str:
    """Return the error message for a file with this text, without the file's name."""
    with pytest.raises(PuzzleError) as caught:
        load(path)
    text = str(caught.value)
    assert len(text.splitlines()) == 1, text
    assert text.startswith(f"{path}: ")
    return text.removeprefix(f"{path}: ")


# Files that cannot be read


def test_all_cells_of_a_box_or_a_board_may_stay_empty() -> None:
    for keys in ({"box": [2, 2]}, {"board": "**\n.*"}):
        puzzle = sp.from_dict({"grid": "square", "optional": "all", "pieces": [{"name": "A", "cells": "**"}], **keys})
        assert puzzle.optional.all() and sp.from_dict(sp.to_dict(puzzle)) == puzzle
    with pytest.raises(PuzzleError, match="board has no cells"):
        sp.from_dict({"grid": "square", "board": [], "optional": "all", "pieces": [{"name": "A", "cells": "**"}]})


def test_a_missing_file_is_named_in_one_line(tmp_path: Path) -> None:
    assert complaint(tmp_path / "nowhere.toml") == "No such file or directory"


def test_a_directory_is_refused_in_one_line(tmp_path: Path) -> None:
    assert complaint(tmp_path).startswith("the name of a puzzle file ends in .toml, .json or .xmpuzzle, of an exact")


@pytest.mark.parametrize("suffix", [".toml", ".json"])
def test_a_directory_with_the_name_of_a_puzzle_file_is_called_a_directory(tmp_path: Path, suffix: str) -> None:
    (tmp_path / f"x{suffix}").mkdir()
    assert complaint(tmp_path / f"x{suffix}") == "is a directory, not a file"


def test_a_file_of_another_kind_is_told_how_puzzle_files_end(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.yaml"
    path.write_text("box: [1, 1, 1]")
    assert complaint(path).startswith("the name of a puzzle file ends in .toml, .json or .xmpuzzle, of an exact")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_a_file_that_may_not_be_read_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "locked.toml"
    path.write_text(GOOD)
    path.chmod(0)
    try:
        path.read_text()
    except PermissionError:
        assert complaint(path) == "Permission denied"
    else:
        pytest.skip("this user may read everything")


@pytest.mark.parametrize(
    "name",
    ["nowhere", "", "~", "sets", "a\0b", "zwölf Würfel", pytest.param("x" * 5000, id="long")],
)
def test_a_name_that_is_neither_bundled_nor_a_file_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        load(name)
    assert len(str(caught.value).splitlines()) == 1
    assert ".toml, .json or .xmpuzzle" in str(caught.value)


def test_a_misspelt_name_is_told_the_nearest_one() -> None:
    with pytest.raises(PuzzleError, match=r"^galacub: .*did you mean galakub\?"):
        load("galacub")


@pytest.mark.parametrize("suffix", [".toml", ".json"])
def test_a_file_that_is_not_utf8_is_told_where(refused: Refused, suffix: str) -> None:
    assert refused(b'title = "\xe9"', suffix) == "not UTF-8 (byte 9)"


@pytest.mark.parametrize("text", ["box = [", "box = [1, 1, 1]\nbox = [1, 1, 1]", "{}", "\0", "board = '''\n*\n"])
def test_broken_toml_is_refused_in_one_line(refused: Refused, text: str) -> None:
    assert refused(text).startswith("not TOML: ")


@pytest.mark.parametrize("text", ["", "{", "box = [1, 1, 1]", '{"box": [1, 1, 1],}', '{"board": "*\n*"}'])
def test_broken_json_is_refused_in_one_line(refused: Refused, text: str) -> None:
    assert refused(text, ".json").startswith("not JSON: ")


@pytest.mark.parametrize(
    ("text", "found"),
    [("[]", "a list"), ("null", "nothing"), ("3", "an integer"), ('"*"', "text"), ("true", "a truth value")],
)
def test_json_that_is_no_table_is_refused(refused: Refused, text: str, found: str) -> None:
    assert refused(text, ".json") == f"holds {found}, a puzzle is a table of keys"


@pytest.mark.parametrize("depth", [100, 100_000])
@pytest.mark.parametrize(("suffix", "form"), [(".json", '{{"box": {}}}'), (".toml", "box = {}")])
def test_deep_nesting_is_refused_in_one_short_line(refused: Refused, suffix: str, form: str, depth: int) -> None:
    assert len(refused(form.format("[" * depth + "]" * depth), suffix)) < 300


@pytest.mark.parametrize(("suffix", "form"), [(".json", '{{"box": [{}, 1, 1]}}'), (".toml", "box = [{}, 1, 1]")])
def test_a_number_too_long_to_convert_is_refused_in_one_short_line(refused: Refused, suffix: str, form: str) -> None:
    assert len(refused(form.format("9" * 5000), suffix)) < 300


@pytest.mark.parametrize("key", ["a" + ".a" * 100_000, '"a"' + '."a"' * 50_000, "[" + "'a' . " * 50_000 + "a]"])
def test_a_key_of_thousands_of_parts_is_refused_before_it_is_parsed(refused: Refused, key: str) -> None:
    assert refused(f"{GOOD}{key} = 1") == "unsupported TOML: a key of more than 64 parts"


def test_half_a_million_quotes_are_refused_at_once(refused: Refused) -> None:
    assert refused('\\"' * 500_000).startswith("not TOML: ")


def test_dots_in_drawings_texts_and_comments_are_no_key(read: Read) -> None:
    row = ".a" * 100
    dots = f'{GOOD}# it\'s "{row}\ntitle = "\\"{row}"\nsource = \'\'\'{row}" \'\'\'\nnotes = """\n{row}\\"""{row}""""\n'
    assert read(dots).title == f'"{row}'
    assert len(read(with_board('"' + "." * 300 + '***"')).board) == 3


def test_a_file_of_many_megabytes_is_refused_unread(refused: Refused) -> None:
    assert refused("\t" * 10_000_000) == "more than 2 MiB, which is the limit"


def test_tabs_that_would_become_a_long_drawing_are_refused(refused: Refused) -> None:
    tabs = "\t" * 1_000_000
    assert refused(with_board(f'"{tabs}*"')) == "board has a drawing of 8000001 characters, at most 4000000 are allowed"


def test_a_drawing_of_too_many_cells_is_refused(refused: Refused, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satpuzzle.puzzle.formats.reading.MOST_CELLS", 3)
    assert refused(with_piece('name = "A", cells = "****"')) == 'piece "A": cells has 4 cells, at most 3 are allowed'


@pytest.mark.parametrize("key", ["title", "source", "name"])
@pytest.mark.parametrize("text", ["\\u001b[31m", "\\u0007", "\\ud800", "\\u202e"])
def test_a_text_that_cannot_be_shown_is_refused(refused: Refused, key: str, text: str) -> None:
    said = refused(f'{{"{key}": "a{text}", {IN_JSON[1:]}', ".json")
    assert "allowed is text without control characters" in said
    assert said.isprintable()


@pytest.mark.parametrize("content", ['{"\\ud800": 1, "\\ud800": 2}', '{"box": "\\ud800"}', '{"\\ud800": 1}'])
def test_half_a_character_is_shown_as_its_number(refused: Refused, content: str) -> None:
    assert "\\ud800" in refused(content, ".json")


# Invalid content: the message names the key, the value and what is allowed


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param(
            f"{GOOD}colour = 1",
            ['unknown key "colour"', "board, border, box, colours, counts, empty, frame, grid"],
            id="unknown key",
        ),
        pytest.param(f'lattice = "square"\n{GOOD}', ["the key lattice is grid now"], id="a key that had another name"),
        pytest.param(f"{GOOD}holes = 1", ["the key holes is empty now"], id="another key that had another name"),
        pytest.param(
            f'{GOOD}"a\\nb" = 1', ['unknown key "a\\nb"', "board, border, box"], id="unknown key of two lines"
        ),
        pytest.param(f'grid = "pentagonal"\n{GOOD}', ["grid", '"pentagonal"', "square, cubic, fcc"], id="grid"),
        pytest.param(f"grid = 3\n{GOOD}", ["grid", "3", "square, cubic, fcc"], id="grid that is a number"),
        pytest.param(f"grid = []\n{GOOD}", ["grid", "[]", "square, cubic, fcc"], id="grid that is a list"),
        pytest.param(f'mirror = "no"\n{GOOD}', ["mirror", '"no"', "true and false"], id="mirror"),
        pytest.param(f"mirror = 0\n{GOOD}", ["mirror", "0", "true and false"], id="mirror that is a number"),
        pytest.param(f"labels = 3\n{GOOD}", ["labels is 3", '["Jan", [0, 0, 0]]'], id="labels"),
        pytest.param(f'labels = ["Jan"]\n{GOOD}', ['labels is ["Jan"]', "pairs"], id="labels without cells"),
        pytest.param(f"labels = [[3, [9, 9, 9]]]\n{GOOD}", ["labels is [3]", "texts"], id="a label that is a number"),
        pytest.param(f'labels = [["Jan", [9, 9]]]\n{GOOD}', ["labels has [9, 9]"], id="a label at no cell"),
        pytest.param(f'labels = [["Jan", [0, 0, 0]]]\n{GOOD}', ["labels has [0, 0, 0]", "board"], id="label on board"),
        pytest.param(f"counts = 3\n{GOOD}", ["counts", "an integer", "raw, rotations, isometries"], id="counts"),
        pytest.param(f"counts = []\n{GOOD}", ["counts", "a list", "raw, rotations, isometries"], id="counts: list"),
        pytest.param(
            f"counts = {{ all = 3 }}\n{GOOD}",
            ["counts", 'unknown key "all"', "isometries, patterns, raw, rotations"],
            id="counts: unknown key",
        ),
        pytest.param(f"counts = {{ raw = -1 }}\n{GOOD}", ["counts", "raw", "-1", "from 0"], id="counts: negative"),
        pytest.param(f"counts = {{ raw = 1.0 }}\n{GOOD}", ["counts", "raw", "1.0", "integers"], id="counts: real"),
        pytest.param(f"counts = {{ raw = true }}\n{GOOD}", ["counts", "raw", "true", "integers"], id="counts: truth"),
    ],
)
def test_a_wrong_key_is_told_what_is_allowed(refused: Refused, text: str, says: list[str]) -> None:
    message = refused(text)
    assert all(part in message for part in says), message


@pytest.mark.parametrize("text", [PIECES, f'{BOX}board = "***"\n{PIECES}', f"optional = [[0, 0, 0]]\n{PIECES}", ""])
def test_a_puzzle_has_either_a_box_or_a_board(refused: Refused, text: str) -> None:
    assert refused(text) == "give exactly one of the keys box and board"


@pytest.mark.parametrize(
    "box",
    ["3", '"3x1x1"', "[]", "[3, 1]", "[3, 1, 1, 1]", "[3, 1, 0]", "[3, 1, -1]", "[3, 1, 1.0]", "[true, 1, 1]", "[[3]]"],
)
def test_a_box_is_three_positive_integers(refused: Refused, box: str) -> None:
    message = refused(with_box(box))
    assert message == f"box is {box}, allowed is a list of 3 positive integers on the grid cubic"


def test_a_box_on_a_flat_lattice_is_two_positive_integers(refused: Refused) -> None:
    message = refused(with_box("[3, 1, 1]", "square"))
    assert message == "box is [3, 1, 1], allowed is a list of 2 positive integers on the grid square"


@pytest.mark.parametrize(
    ("box", "cells"),
    [("[100000, 100000, 100000]", 10**15), ("[1000001, 1, 1]", 1_000_001), (f"[{10**30}, 1, 1]", 10**30)],
)
def test_a_box_too_large_is_refused_before_its_cells_are_listed(refused: Refused, box: str, cells: int) -> None:
    assert refused(with_box(box)) == f"box is {box}, {cells} cells: at most 1000000 are allowed"


@pytest.mark.parametrize("board", ['""', '"..."', '"\\n \\n"', "[]"])
def test_a_board_has_at_least_one_cell(refused: Refused, board: str) -> None:
    assert refused(with_board(board)) == "board has no cells, at least one is needed"


@pytest.mark.parametrize("board", ['""', "[]"])
def test_all_cells_of_a_board_may_be_optional(board: str) -> None:
    cells = "optional = [[0, 0, 0], [1, 0, 0], [2, 0, 0]]"
    found = parsed(f"board = {board}\n{cells}\n{PIECES}", ".toml", "free")
    assert found.board.tolist() == [[0, 0, 0], [1, 0, 0], [2, 0, 0]] and found.optional.all()
    for ending in (".toml", ".json"):
        again = parsed(written(found, ending), ending, "free")
        assert (again.board == found.board).all() and again.optional.all()


@pytest.mark.parametrize(("board", "kind"), [("3", "an integer"), ("true", "a truth value"), ("{ x = 1 }", "a table")])
def test_a_board_is_a_drawing_or_a_list(refused: Refused, board: str, kind: str) -> None:
    assert refused(with_board(board)) == f"board is {kind}, allowed are a drawing and a list of [x, y, z]"


@pytest.mark.parametrize(
    "cell",
    ["[0, 0]", "[0, 0, 0, 0]", "[]", "[0.0, 0, 0]", "[true, 0, 0]", '["0", "0", "0"]', '"000"', "[[0], 0, 0]", "0"],
)
@pytest.mark.parametrize("grid", ["cubic", "square"])
def test_a_cell_is_three_integers(refused: Refused, cell: str, grid: str) -> None:
    assert refused(with_board(f"[{cell}]", grid)) == f"board has {cell}, a cell is three integers [x, y, z]"


@pytest.mark.parametrize("cell", ["[262144, 0, 0]", "[0, -262144, 0]", f"[0, 0, {10**19}]"])
def test_coordinates_have_a_limit(refused: Refused, cell: str) -> None:
    assert refused(with_board(f"[{cell}]")) == f"board has {cell}, coordinates go up to 262143"


def test_a_huge_number_is_not_shown_in_full(refused: Refused) -> None:
    message = refused(with_board(f"[[{'9' * 1000}, 0, 0]]"))
    assert "board has [999" in message
    assert len(message) < 200


@pytest.mark.parametrize("where", ["board", "optional", "cells"])
def test_a_repeated_cell_is_refused(refused: Refused, where: str) -> None:
    twice = "[[1, 2, 3], [0, 0, 0], [1, 2, 3]]"
    texts = {
        "board": with_board(twice),
        "optional": f"{GOOD}optional = {twice}",
        "cells": with_piece(f'name = "A", cells = {twice}'),
    }
    key = 'piece "A": cells' if where == "cells" else where
    assert refused(texts[where]) == f"{key} has the cell [1, 2, 3] more than once"


@pytest.mark.parametrize(("grid", "cell"), [("fcc", [1, 0, 0]), ("fcc", [1, 1, 1]), ("square", [0, 0, 1])])
def test_a_point_between_the_cells_of_the_lattice_is_refused(refused: Refused, grid: str, cell: list[int]) -> None:
    message = refused(with_board(f"[[0, 0, 0], {cell}]", grid))
    assert message == f"board has {cell}, not a cell of the grid {grid}"


def test_a_piece_between_the_cells_of_the_lattice_is_refused(refused: Refused) -> None:
    message = refused('grid = "fcc"\nboard = "**"\npieces = [{ name = "A", cells = [[0, 0, 0], [1, 0, 0]] }]')
    assert message == 'piece "A": cells has [1, 0, 0], not a cell of the grid fcc'


@pytest.mark.parametrize(
    "text",
    [
        with_board('"**\\n\\n**"', "square"),
        'grid = "square"\nbox = [3, 1]\npieces = [{ name = "A", cells = "**\\n\\n**" }]',
    ],
)
def test_a_flat_lattice_has_one_layer(refused: Refused, text: str) -> None:
    assert refused(text).endswith(" has 2 layers, on the flat grid square one is allowed")


def test_a_board_is_drawn_with_stars_and_question_marks(refused: Refused) -> None:
    assert refused(with_board('"*X*"')) == 'board is drawn with "X", allowed are * ? # 1-9 and .'


def test_a_cell_may_be_drawn_as_x_and_where_there_is_no_frame_as_a_hash(read: Read) -> None:
    drawn = read('grid = "square"\nboard = "x*#"\npieces = [{ name = "A", cells = "x#" }]')
    assert (drawn.board.tolist(), drawn.frame.tolist()) == ([[0, 0, 0], [1, 0, 0]], [[2, 0, 0]])
    assert drawn.pieces[0].cells.tolist() == [[0, 0, 0], [1, 0, 0]]


def test_a_piece_is_drawn_with_stars(refused: Refused) -> None:
    message = refused(with_piece('name = "A", cells = "*?"'))
    assert message == 'piece "A": cells is drawn with "?", allowed are * 1-9 and .'


@pytest.mark.parametrize("found", ["3", "true", "[]", "{ A = 1 }", '"nosuchset"', None])
def test_pieces_are_a_list_or_the_name_of_a_set(refused: Refused, found: str | None) -> None:
    message = refused(BOX if found is None else f"{BOX}pieces = {found}")
    assert message.startswith("pieces is ")
    assert "a list of pieces" in message or "or list them" in message


def test_an_unknown_set_is_told_which_there_are(refused: Refused) -> None:
    message = refused(f'{BOX}pieces = "pentomino"')
    assert message.startswith('pieces is "pentomino": choose from ')
    assert all(name in message for name in files("puzzles/sets"))


def test_a_board_without_pieces_is_told_what_to_give(refused: Refused) -> None:
    message = 'pieces is missing: give a list of pieces, the name of a set such as "pentominoes", or tiles'
    assert refused('grid = "square"\nbox = [2, 2]') == message


@pytest.mark.parametrize(("piece", "kind"), [('"A"', "text"), ("3", "an integer"), ("[[0, 0, 0]]", "a list")])
def test_a_piece_is_a_table(refused: Refused, piece: str, kind: str) -> None:
    message = refused(f"{BOX}pieces = [{piece}]")
    assert message.startswith(
        f"piece 1 is {kind}, allowed is a table with name, cells, burr, chain, count, min, max, mirror, "
    )


@pytest.mark.parametrize("name", ['""', '" "', '"a\\nb"', '"\\t"', "3", "[]", None])
def test_a_piece_has_a_name_in_one_line(refused: Refused, name: str | None) -> None:
    message = refused(with_piece('cells = "*"' if name is None else f'name = {name}, cells = "*"'))
    found = "null" if name is None else name
    assert message == f"piece 1 has the name {found}, allowed is text of at least one character in one line"


@pytest.mark.parametrize("keys", ['name = "A"', 'name = "A", cells = []', 'name = "A", cells = "..."'])
def test_a_piece_has_at_least_one_cell(refused: Refused, keys: str) -> None:
    message = refused(with_piece(keys))
    assert message.startswith('piece "A": ')
    assert message.endswith("has no cells, at least one is needed")


def test_an_unknown_key_of_a_piece_is_told_all_keys_of_pieces(refused: Refused) -> None:
    message = refused(with_piece('name = "A", cells = "*", colour = "red"'))
    assert message.startswith('piece "A": unknown key "colour" (did you mean colours?): choose from ')
    keys = {
        "name",
        "cells",
        "burr",
        "chain",
        "count",
        "min",
        "max",
        "mirror",
        "rotate",
        "groups",
        "weight",
        "value",
        "colours",
        "paint",
        "motions",
    }
    assert set(message.split("choose from ")[1].split(", ")) == keys


GROUPS = "allowed is a table of numbers of copies by different numbers of groups, up to 1000000"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (f"groups = {{ {'9' * 5000} = 1 }}", f'groups is {{"{"9" * 55}..., {GROUPS}'),
        ("groups = { 1000001 = 1 }", f'groups is {{"1000001": 1}}, {GROUPS}'),
        ("groups = 1", f"groups is 1, {GROUPS}"),
        ("groups = { 1 = 1, 01 = 2 }", f'groups is {{"1": 1, "01": 2}}, {GROUPS}'),
        ("groups = { a = 1 }", f'groups is {{"a": 1}}, {GROUPS}'),
        ("groups = { 1 = 0 }", "group 1 is 0, allowed are integers from 1 to 1000000"),
        ('weight = "heavy"', 'weight is "heavy", allowed are integers from -1000000 to 1000000'),
        ("value = 1.5", "value is 1.5, allowed are integers from -1000000 to 1000000"),
        ("colours = [1]", "colours needs a list of all cells, [x, y, z] each; in a drawing, draw digits"),
    ],
)
def test_wrong_values_of_a_piece_are_told(line: str, says: str, refused: Refused) -> None:
    assert refused(with_piece(f'name = "A", cells = "*", {line}')) == f'piece "A": {says}'


@pytest.mark.parametrize(
    ("colours", "says"),
    [
        ("[1]", "colours is [1], allowed is a list of 2 numbers, one for each cell"),
        ("[1, 64]", "colour is 64, allowed are integers from 0 to 63"),
        ("[1, true]", "colour is true, allowed are integers from 0 to 63"),
    ],
)
def test_a_colour_is_told_for_each_listed_cell(colours: str, says: str, refused: Refused) -> None:
    cells = "cells = [[1, 0, 0], [0, 0, 0]]"
    assert refused(with_piece(f'name = "A", {cells}, colours = {colours}')) == f'piece "A": {says}'


def test_a_wrong_mirror_of_a_piece_is_told_which_piece(refused: Refused) -> None:
    assert refused(with_piece('name = "A", cells = "*", mirror = 3')).startswith('piece "A": mirror is 3, ')


@pytest.mark.parametrize("value", ["0", "-1", "1.0", "true", '"2"', "1000001", f"{10**30}"])
@pytest.mark.parametrize("key", ["count", "max"])
def test_a_piece_occurs_at_least_once(refused: Refused, key: str, value: str) -> None:
    message = refused(with_piece(f'name = "A", cells = "*", {key} = {value}'))
    assert message == f'piece "A": {key} is {value}, allowed are integers from 1 to 1000000'


@pytest.mark.parametrize("value", ["-1", "0.5", "false"])
def test_a_minimum_is_an_integer_from_zero(refused: Refused, value: str) -> None:
    message = refused(with_piece(f'name = "A", cells = "*", min = {value}, max = 2'))
    assert message == f'piece "A": min is {value}, allowed are integers from 0 to 1000000'


@pytest.mark.parametrize(("keys", "copies"), [("min = 3, max = 2", 2), ("min = 3, count = 2", 2), ("min = 3", 1)])
def test_a_minimum_above_the_maximum_is_refused(refused: Refused, keys: str, copies: int) -> None:
    message = refused(with_piece(f'name = "A", cells = "*", {keys}'))
    assert message == f'piece "A": min is 3, which is more than the {copies} copies allowed'


def test_count_and_max_together_are_refused(refused: Refused) -> None:
    message = refused(with_piece('name = "A", cells = "*", count = 2, max = 2'))
    assert message == 'piece "A": has both count and max, one of them is allowed'


def test_two_pieces_of_one_name_are_refused(refused: Refused) -> None:
    message = refused(f'{BOX}pieces = [{{ name = "A", cells = "*" }}, {{ name = "A", cells = "**" }}]')
    assert message == '2 pieces have the name "A": use count for equal copies, other names otherwise'


# Boards whose placements do not fit into memory


def test_placements_that_do_not_fit_into_memory_are_refused_in_one_line(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = read("box = [20000, 1, 1]\n" + PIECES)
    monkeypatch.setattr("satpuzzle.machine.total", lambda: 4 << 20)
    with pytest.raises(PuzzleError) as caught:
        place(puzzle)
    assert str(caught.value) == (
        "mine: the board has 20000 cells, its placements do not fit into 2 MiB of memory, half of this machine's memory"
    )


def test_memory_is_counted_before_it_is_taken(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = read("box = [20000, 1, 1]\n" + PIECES)  # one orientation, 47 MiB
    monkeypatch.setattr("satpuzzle.machine.total", lambda: 4 << 20)
    tracemalloc.start()
    try:
        with pytest.raises(PuzzleError):
            place(puzzle)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20 << 20


# File names


@pytest.mark.parametrize("stem", ["two words", "пазл 立方体", "it's 100%", "a.b", "-n", "[1]", "soma"])
def test_a_file_may_have_an_odd_name(tmp_path: Path, stem: str) -> None:
    path = tmp_path / f"{stem}.toml"
    path.write_text(GOOD)
    assert load(str(path)).name == load(path).name == load(path).title == stem
    path.write_text("box = 3")
    assert complaint(path).startswith("box is 3")


def test_even_a_file_name_of_two_lines_gives_one_line(tmp_path: Path) -> None:
    with pytest.raises(PuzzleError) as caught:
        load(tmp_path / "two\nlines.toml")
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other names")
def test_a_file_name_that_is_no_text_gives_a_name_that_is(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\x1b.toml"))
    path.write_text(GOOD)
    assert load(path).name == load(path).title == "\\udcff\\x1b"


def test_a_bundled_name_comes_before_a_folder_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "soma").mkdir()
    (tmp_path / "soma.toml").write_text(GOOD)
    monkeypatch.chdir(tmp_path)
    assert len(load("soma").board) == 27
    assert len(load("soma.toml").board) == 3


# The content of files


def same(one: Puzzle, other: Puzzle) -> bool:
    return (
        one.grid is other.grid
        and np.array_equal(one.board, other.board)
        and np.array_equal(one.optional, other.optional)
        and len(one.pieces) == len(other.pieces)
        and all(
            (p.name, p.min, p.max, p.mirror) == (q.name, q.min, q.max, q.mirror) and np.array_equal(p.cells, q.cells)
            for p, q in zip(one.pieces, other.pieces, strict=True)
        )
    )


@pytest.mark.few(3)
@pytest.mark.parametrize("name", sorted(files("puzzles")))
def test_every_bundled_file_is_read_and_says_where_it_comes_from(name: str) -> None:
    puzzle = load(name)
    assert puzzle.name == name
    assert puzzle.title != name
    assert puzzle.source
    assert puzzle.published.raw is not None


@pytest.mark.parametrize("name", ["galakub", "iq-pyramid-4", "pentominoes-8x8", "conway-6-6-5"])
def test_toml_and_json_say_the_same(read: Read, name: str) -> None:
    content = tomllib.loads(files("puzzles")[name].read_text(encoding="utf-8"))
    puzzle = read(json.dumps(content), ".json")
    assert same(puzzle, load(name))
    assert (puzzle.title, puzzle.source, puzzle.published) == (
        load(name).title,
        load(name).source,
        load(name).published,
    )


@pytest.mark.parametrize(
    ("grid", "drawn", "listed"),
    [
        ("square", "**.\\n.**", [[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0]]),
        ("cubic", "**.\\n.**", [[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0]]),
        ("cubic", "**\\n\\n.*\\n.*", [[0, 0, 0], [1, 0, 0], [1, 0, 1], [1, 1, 1]]),
        ("fcc", "***\\n*..", [[0, 0, 0], [1, 1, 0], [2, 2, 0], [1, -1, 0]]),
        ("fcc", "**\\n**\\n\\n*", [[0, 0, 0], [1, 1, 0], [1, -1, 0], [2, 0, 0], [1, 0, 1]]),
    ],
)
def test_drawn_and_listed_cells_are_the_same(read: Read, grid: str, drawn: str, listed: list[list[int]]) -> None:
    pieces = 'pieces = [{{ name = "A", cells = {} }}]'
    by_drawing = read(f'grid = "{grid}"\nboard = "{drawn}"\n' + pieces.format(f'"{drawn}"'))
    by_list = read(f'grid = "{grid}"\nboard = {listed}\n' + pieces.format(listed))
    assert same(by_drawing, by_list)
    assert by_drawing.board.tolist() == by_drawing.pieces[0].cells.tolist() == sorted(listed)


@pytest.mark.parametrize(
    ("grid", "box", "drawn"),
    [
        ("square", "[3, 2]", "***\\n***"),
        ("cubic", "[3, 2, 1]", "***\\n***"),
        ("cubic", "[1, 2, 2]", "*\\n*\\n\\n*\\n*"),
        ("fcc", "[2, 2, 2]", "**\\n**\\n\\n**\\n**"),
    ],
)
def test_a_box_has_columns_rows_and_layers(read: Read, grid: str, box: str, drawn: str) -> None:
    assert same(read(with_box(box, grid)), read(with_board(f'"{drawn}"', grid)))


def test_a_question_mark_is_a_cell_that_may_stay_empty(read: Read) -> None:
    puzzle = read(with_board('"*?\\n?*"'))
    assert puzzle.board.tolist() == [[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]]
    assert puzzle.optional.tolist() == [False, True, True, False]


def test_a_frame_is_drawn_with_the_board_or_named(read: Read) -> None:
    drawn = read(with_board('"#?#\\n#**"'))
    named = read(f'board = [[1, 0, 0], [1, 1, 0], [2, 1, 0]]\noptional = [[1, 0, 0]]\nframe = "*.*\\n*.."\n{PIECES}')
    both = read(f'board = "#?.\\n.**"\nframe = [[0, 0, 0], [2, 0, 0], [0, 1, 0]]\n{PIECES}')
    for puzzle in (drawn, named, both):
        assert puzzle.frame.tolist() == [[0, 0, 0], [0, 1, 0], [2, 0, 0]]
        assert puzzle.board.tolist() == [[1, 0, 0], [1, 1, 0], [2, 1, 0]]
        assert puzzle.optional.tolist() == [True, False, False]
    assert read(GOOD).frame.shape == (0, 3)
    assert read(f"{BOX}frame = [[-1, 0, 0]]\n{PIECES}").frame.tolist() == [[-1, 0, 0]]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"{GOOD}frame = [[1, 0, 0]]", "frame has [1, 0, 0], which is a cell of the board"),
        (f'{GOOD}frame = "*"', "frame has [0, 0, 0], which is a cell of the board"),
        (f"{GOOD}frame = []", "frame has no cells, at least one is needed"),
        (f'{GOOD}frame = "..%"', 'frame is drawn with "%", allowed are * and .'),
        (f"{GOOD}frame = true", "frame is a truth value, allowed are a drawing and a list of [x, y, z]"),
        (f"{GOOD}frame = [[1, 2]]", "frame has [1, 2], a cell is three integers [x, y, z]"),
        (with_board('"###"'), "board has no cells, at least one is needed"),
        (
            f"{with_board('[[0, 0, 0]]', 'fcc')}frame = [[0, 0, 1]]",
            "frame has [0, 0, 1], not a cell of the grid fcc",
        ),
    ],
)
def test_a_frame_that_makes_no_sense_is_told_why(refused: Refused, text: str, says: str) -> None:
    assert refused(text) == says


@pytest.mark.parametrize("optional", ["[[2, 0, 0], [0, 0, 0]]", '"*.*"'])
@pytest.mark.parametrize("board", [BOX, 'board = "***"\n', 'board = "?**"\n'])
def test_optional_names_cells_that_may_stay_empty(read: Read, board: str, optional: str) -> None:
    puzzle = read(f"{board}optional = {optional}\n{PIECES}")
    assert puzzle.board.tolist() == [[0, 0, 0], [1, 0, 0], [2, 0, 0]]
    assert puzzle.optional.tolist() == [True, False, True]


@pytest.mark.parametrize(
    ("keys", "copies"),
    [
        ("", (1, 1)),
        ("count = 3", (3, 3)),
        ("max = 2", (0, 2)),
        ("min = 1, max = 3", (1, 3)),
        ("min = 2, max = 2", (2, 2)),
        ("min = 0", (0, 1)),
        ("min = 0, count = 2", (0, 2)),
    ],
)
def test_a_piece_says_how_often_it_occurs(read: Read, keys: str, copies: tuple[int, int]) -> None:
    (piece,) = read(with_piece(f'name = "A", cells = "*"{", " * bool(keys)}{keys}')).pieces
    assert (piece.min, piece.max) == copies


def turned(puzzle: Puzzle) -> list[int]:
    return [len(orientations(piece.cells, puzzle.grid, piece.mirror)) for piece in puzzle.pieces]


@pytest.mark.parametrize(
    ("grid", "box", "mirror", "expected"),
    [
        ("square", "[4, 4]", "", [8, 8, 4]),  # pieces may be turned over by default
        ("square", "[4, 4]", "mirror = true", [8, 8, 4]),
        ("square", "[4, 4]", "mirror = false", [4, 8, 4]),
        ("cubic", "[4, 4, 4]", "mirror = false", [24, 24, 24]),  # `mirror` has no effect in space
    ],
)
def test_square_pieces_of_one_side_have_fewer_orientations(
    read: Read, grid: str, box: str, mirror: str, expected: list[int]
) -> None:
    puzzle = read(f"""
        grid = "{grid}"
        box = {box}
        {mirror}
        pieces = [
            {{ name = "as the puzzle says", cells = "***\\n*" }},
            {{ name = "turned over", cells = "***\\n*", mirror = true }},
            {{ name = "face up", cells = "***\\n*", mirror = false }},
        ]
    """)
    assert turned(puzzle) == expected


def test_a_common_set_obeys_the_mirror_of_the_puzzle(read: Read) -> None:
    text = 'grid = "square"\nbox = [10, 6]\npieces = "pentominoes"\n'
    assert sum(turned(read(text))) == 63
    assert sum(turned(read(f"{text}mirror = false"))) == 41  # 63 less the mirror images of F, L, N, P, Y, Z


def test_a_common_set_lends_its_pieces(read: Read) -> None:
    assert same(read('box = [3, 3, 3]\npieces = "soma"'), load("soma"))


def test_keys_of_published_collections_are_read_past(read: Read) -> None:
    notes = 'name = "Three"\nraw_count = 3\nverified = true\nverified_by = ["x"]\nnotes = "n"\ncount_group = 1\n'
    puzzle = read(notes + GOOD)
    assert same(puzzle, read(GOOD))
    assert puzzle.title == "Three"


def test_the_title_is_the_file_name_unless_one_is_given(read: Read) -> None:
    assert read(GOOD).title == "mine"
    assert read(f'title = "Drei"\n{GOOD}').title == "Drei"


def test_published_counts_are_kept(read: Read) -> None:
    assert read(f"counts = {{ raw = 8, isometries = 0 }}\n{GOOD}").published.known() == {"raw": 8, "isometries": 0}
    assert read(GOOD).published.known() == {}


@pytest.mark.parametrize(
    "drawing",
    [
        '"""\n**.\n.**\n\n*..\n"""',
        '"""\n    **.\n    .**\n\n    *..\n"""',
        '"""\n\t**.\n\t.**\n \n\t*..\n\t"""',
        '"""\n\n\n**\n **\n   \n\n\n*\n\n"""',
        '"""\n**.  \n.**  \n\n*..  \n"""',
    ],
    ids=["plain", "indented", "by tabs", "spaces for dots", "spaces behind"],
)
@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_indentation_and_line_ends_do_not_matter(read: Read, drawing: str, ends: str) -> None:
    puzzle = read(with_board(drawing).replace("\n", ends))
    assert puzzle.board.tolist() == [[0, 0, 0], [0, 0, 1], [1, 0, 0], [1, 1, 0], [2, 1, 0]]


def test_a_byte_order_mark_does_not_matter(read: Read) -> None:
    assert same(read("\ufeff" + GOOD), read(GOOD))
    assert same(read("\ufeff" + IN_JSON, ".json"), read(GOOD))


def test_cells_come_in_lexicographic_order(read: Read) -> None:
    cells = [[0, 0, 1], [-1, 5, 0], [0, 0, -1], [3, 0, 0]]
    assert read(with_board(str(cells))).board.tolist() == sorted(cells)


@pytest.mark.parametrize(
    ("given", "what"), [("##\n#.", "a text of several lines"), ({"box": [2]}, "a dict"), (None, "a NoneType")]
)
def test_what_is_no_name_is_told_what_makes_a_puzzle(given: Any, what: str) -> None:
    with pytest.raises(PuzzleError, match=rf"^{what} is no name or path of a puzzle: make_puzzle"):
        load(given)
