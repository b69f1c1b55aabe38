"""Rules that are files of a user: what they mean, how they are read and written, and what is refused in one line."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from certified import refused
from commands import run

import satpuzzle as sp
from satpuzzle import data
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import CertificateError, PuzzleError
from satpuzzle.proofs.check.geometry import inexpressible, statement
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.rules import kinds, rule_of

GRIDS = "square hexagonal triangular cubic prisms fcc rhombic kites octasquares sticks trigs"


UNKNOWN = {("prisms", "line"), ("rhombic", "line")}  # to checkers


@pytest.mark.few(3)
@pytest.mark.parametrize("grid", GRIDS.split())
def test_both_programs_find_the_same_places_on_all_grids(grid: str) -> None:
    from test_derived_rules import assert_derived

    size = [3, 2, 2] if grid in ("cubic", "prisms", "fcc") else [2, 2, 2][: len(sp.GRIDS[grid].basis)]
    first = sp.GRIDS[grid].kinds[:1].tolist()
    bare = sp.make_puzzle(grid=grid, box=size, pieces={"o": {"cells": first, "min": 0, "max": 2}})
    for place in ("board", "border", "cell", "corner", "crossing", "line", "row", "side"):
        row = {"place": place, "bounds": "at most 2", **({"length": 2} if place == "row" else {})}
        try:
            puzzle = sp.with_rules(bare, [rule_of({"title": "own", "sentence": "so", "items": [row]})])
        except PuzzleError:
            continue
        if (grid, place) in UNKNOWN:
            assert inexpressible(puzzle) == f"own on the grid {grid}"
            continue
        assert_derived(puzzle)
        assert statement(puzzle).rules


# Files


THREE = """
title = "no three in a row"
sentence = "no piece has three cells in a row"
items = [{ place = "row", length = 3, covers = "all", bounds = "exactly 0" }]
"""
NEAR = """
title = "near"
text = "NAMES within NUMBER"
sentence = "of {names}, at most {number} have cells in one row of three"
items = [{ place = "row", length = 3, bounds = "at most NUMBER" }]
"""
PUZZLE = """
grid = "square"
box = [4, 3]
rules = ["./three.toml", "near.toml: L I within 2"]
[[pieces]]
name = "L"
cells = [[0, 0, 0], [1, 0, 0], [1, 1, 0]]
max = 4
[[pieces]]
name = "I"
cells = [[0, 0, 0], [1, 0, 0], [2, 0, 0]]
max = 4
[[pieces]]
name = "o"
cells = [[0, 0, 0]]
max = 4
"""


@pytest.fixture
def puzzle_file(tmp_path: Path) -> Path:
    for name, content in (("three.toml", THREE), ("near.toml", NEAR), ("puzzle.toml", PUZZLE)):
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path / "puzzle.toml"


def test_a_file_beside_a_puzzle_is_a_rule(puzzle_file: Path) -> None:
    puzzle = sp.load(str(puzzle_file))
    assert [str(rule) for rule in puzzle.rules] == ["near: I L within 2", "no three in a row"]
    assert [rule.said() for rule in puzzle.rules] == [
        "of I, L, at most 2 have cells in one row of three",
        "no piece has three cells in a row",
    ]
    for ending in (".toml", ".json"):
        written = text(puzzle, ending)
        assert ".toml" not in written
        (puzzle_file.parent / f"again{ending}").write_text(written, encoding="utf-8")
        again = sp.load(str(puzzle_file.parent / f"again{ending}"))
        assert again.rules == puzzle.rules and sp.count(again) == sp.count(puzzle)
    found, all_packings = sp.count(puzzle).raw, sp.count(replace(puzzle, rules=())).raw
    assert found is not None and all_packings is not None and 0 < found < all_packings


def test_a_certificate_has_the_rule_itself(puzzle_file: Path) -> None:
    folder = puzzle_file.parent / "certificate"
    counts = sp.certify(str(puzzle_file), folder)
    assert {path.name for path in folder.iterdir()} == {"puzzle.toml", "manifest.json", "solutions.ndjson", "tree.xz"}
    assert sp.verify(folder).counts == counts
    said = (folder / "puzzle.toml").read_text(encoding="utf-8")
    (folder / "puzzle.toml").write_text(said.replace('"exactly 0"', '"at most 1"'), encoding="utf-8")
    assert refused(folder)


def test_a_certificate_names_no_file(puzzle_file: Path) -> None:
    folder = puzzle_file.parent / "certificate"
    sp.certify(str(puzzle_file), folder)
    (folder / "puzzle.toml").write_text(PUZZLE, encoding="utf-8")
    refused(folder)
    with pytest.raises(CertificateError, match=r"puzzle.toml: rules has ./three.toml: a certificate has its grid and"):
        sp.verify(folder)


def test_commands_take_a_file_as_a_rule(puzzle_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(puzzle_file.parent)
    assert "isometries" in run("count", "soma", "--rule", "./near.toml: L within 3").stdout
    assert "rule: no piece has three cells in a row" in run("show", "puzzle.toml").stdout


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"sentence": 3}, "sentence is 3, allowed is text in one line"),
    ({"sentence": "of {names}"}, 'sentence is "of {names}", braces are only for what text has: {names}, {number}'),
    ({"items": []}, "items is [], allowed is a list of 1 to 100 tables"),
    ({"rows": []}, 'unknown key "rows": choose from form, items, sentence, source, text, title'),
    ({"title": "no crossroads"}, 'title is "no crossroads", which a bundled rule has'),
    ({"title": "a: b"}, 'title is "a: b", allowed are words without a colon, and not the name of a file'),
    ({"text": "NUMBER NAMES"}, 'text is "NUMBER NAMES", allowed are words with NAMES once and NUMBER at the end'),
    ({"form": []}, "sentence stands beside form: with forms, each has its own"),
    ({"place": "point"}, 'items 1: place is "point": choose from beneath, board, border, cell,'),
    (
        {"bounds": None},
        'items 1: bounds is missing, allowed are texts such as "at least 1", "at most 1" and "exactly 1"',
    ),
    ({"bounds": "at most NUMBER"}, 'items 1: bounds is "at most NUMBER", allowed are texts such as'),
    ({"covers": "some"}, 'items 1: covers is "some", allowed are texts such as "at least 1", "at most 1" and'),
    ({"pieces": "named"}, 'items 1: pieces is "named": choose from all, empty, all and empty'),
    ({"pieces": "empty", "bounds": "exactly 0"}, 'items 1: bounds is "exactly 0", and cells that stay empty need'),
    ({"length": 3}, "items 1: length is for the place row"),
    ({"place": "row"}, "items 1: length is missing"),
    ({"place": "row", "length": 1}, "items 1: length is 1, allowed are 2 to 100"),
    (
        {"place": "region", "regions": [[[0, 0]]]},
        "items 1: regions is [[[0, 0]]], allowed is a list of lists of cells [x, y, z]",
    ),
    ({"filled": 1}, "items 1: filled is 1, allowed are true and false"),
    ({"weights": 2}, 'items 1: unknown key "weights": choose from bounds, colours, covers,'),
]


@pytest.mark.parametrize(("change", "says"), WRONG, ids=lambda value: str(value)[:30])
def test_a_file_that_is_no_rule_is_refused_in_one_line(change: dict[str, Any], says: str) -> None:
    table: dict[str, Any] = {"title": "own", "sentence": "so", "items": [{"place": "side", "bounds": "at most 1"}]}
    for key, value in change.items():
        (table if key in ("title", "text", "sentence", "items", "rows", "form") else table["items"][0])[key] = value
    with pytest.raises(PuzzleError) as error:
        rule_of(table)
    assert str(error.value).startswith((f"rules: {says}", f"rules: {table['title']}: {says}")) and "\n" not in str(
        error.value
    )


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("./none.toml", 'rules has "./none.toml": there is no such file'),
        ({"title": "own", "said": 3}, "rules: said is 3, allowed is text"),
        ("no rule", 'rules has "no rule": choose from anti-slide, apart,'),
        ({"title": "own", "sentence": "so",
          "items": [{"place": "region", "regions": [[[9, 0, 0]]], "bounds": "at most 1"}]},
         'rules: "own" has regions with [9, 0, 0], which is no cell of the board'),
        ({"title": "own", "sentence": "so", "items": [{"place": "crossing", "bounds": "at most 1"}]},
         'rules: "own" is for sticks, and not for the grid square'),
    ],
    ids=str,
)  # fmt: skip
def test_a_rule_that_a_puzzle_cannot_have_is_refused_in_one_line(rule: object, says: str) -> None:
    with pytest.raises(PuzzleError) as error:
        sp.make_puzzle(grid="square", box=[2, 2], pieces={"o": "*"}, rules=[rule])  # type: ignore[list-item]
    assert says in str(error.value) and "\n" not in str(error.value)


def test_the_page_has_the_rule_itself(puzzle_file: Path) -> None:
    page = puzzle_file.parent / "page.html"
    assert run("studio", puzzle_file, "-o", page).returncode == 0
    assert '"title":"near"' in page.read_text(encoding="utf-8")


def test_no_file_is_opened_for_a_link(puzzle_file: Path) -> None:
    from satpuzzle.puzzle.formats.reading import parsed

    with pytest.raises(PuzzleError, match="not allowed here, where no file is opened; give its keys as a table"):
        parsed(PUZZLE, ".toml", "p")


def test_bundled_rules_are_files_with_their_titles() -> None:
    names = [*data.files("rules")]
    words = {kind.word for kind in kinds()}
    assert len(names) == 8 and {name.replace("-", " ") for name in names} <= {word.replace("-", " ") for word in words}


def test_rules_of_one_title_are_not_taken_for_each_other() -> None:
    border = {"place": "border", "bounds": "at least 1"}
    never = {"place": "board", "bounds": "exactly 0", "weight": "colours"}
    rules = [{"title": "own", "sentence": "it is so", "items": [row]} for row in (border, never)]
    piece = {"name": "A", "cells": [[0, 0, 0]], "min": 0, "max": 2}
    keys = {"grid": "square", "board": [], "optional": [[0, 0, 0], [1, 0, 0]], "pairs": "equal", "rules": rules}
    puzzle = sp.from_dict(keys | {"pieces": [piece | {"colours": [1]}, piece | {"name": "B", "colours": [0]}]})
    assert len(statement(puzzle).options) == len(sp.cover_of(puzzle, sp.place(puzzle)).rows) == 2


def test_a_row_about_all_pieces_does_not_count_those_that_are_named(tmp_path: Path) -> None:
    pieces = "".join(f'[[pieces]]\nname = "{name}"\ncells = "*"\nmin = 0\nmax = 1\n' for name in "PQ")
    (tmp_path / "mine.toml").write_text(f'grid = "square"\nboard = "???"\nrules = ["./two.toml: P"]\n{pieces}')
    row = '[[items]]\nplace = "board"\nbounds = "at least 2"\n'
    rule = f'title = "two"\ntext = "NAMES"\nsentence = "{{names}} are so"\n{row}'
    (tmp_path / "two.toml").write_text(f'{rule}pieces = "all"\n')
    assert sp.count(tmp_path / "mine.toml").raw == 6
    (tmp_path / "two.toml").write_text(f'{rule}pieces = "named"\n')
    with pytest.raises(PuzzleError, match=r"there are 0 to 1 of them"):
        sp.load(tmp_path / "mine.toml")


def test_items_of_rules_of_one_title_have_images_of_their_own(tmp_path: Path) -> None:
    weights = [[0, 1, 0, 2], [0, 2, 0, 1]]
    rules = [
        {"title": "own", "sentence": "it is so", "items": [{"place": "board", "weight": each, "bounds": "at most 3"}]}
        for each in weights
    ]
    ends = [{"name": "A", "cells": [[0, 0, 0], [1, 0, 0]], "colours": [hue, 0], "min": 0, "max": 2} for hue in (1, 3)]
    pieces = [*ends, {"name": "o", "cells": [[0, 0, 0]], "min": 0, "max": 2}]
    pieces[1]["name"] = "B"
    keys = {"grid": "square", "board": [[x, y, 0] for x in range(3) for y in range(2)], "pairs": "equal"}
    puzzle = sp.from_dict(keys | {"pieces": pieces, "rules": rules})
    named = sp.from_dict(keys | {"pieces": pieces, "rules": [rules[0], rules[1] | {"title": "other"}]})
    assert Tables.of(puzzle).symmetry.total.all()
    assert sp.certify(puzzle, tmp_path / "c", jobs=1) == sp.verify(tmp_path / "c").counts == sp.count(named)
