"""Rules that a puzzle may have: published numbers, every engine, files, messages.  Random ones are in tests/witness."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ruled import RULED

import satpuzzle as sp
from satpuzzle.cover.reasons import no_place
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.burnside import powers
from satpuzzle.engines.memo.count import Remembering
from satpuzzle.engines.native.interpreted import Interpreted
from satpuzzle.engines.native.mrv import Mrv
from satpuzzle.engines.state import EXHAUSTED
from satpuzzle.errors import FrontierError, PuzzleError
from satpuzzle.puzzle.editing import with_rules
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.rules import kinds, rule_of

# The published numbers of these rectangles of twelve pentominoes.
PUBLISHED = [
    ("3x20", "no crossroads", 2),
    ("4x15", "no crossroads", 238),
    ("5x12", "no crossroads", 325),
    ("6x10", "no crossroads", 563),
    ("6x10", "fault-free", 2323),
    ("3x20", "at border: all", 2),
    ("6x10", "at border: all", 2),
]


@pytest.mark.parametrize(("size", "rule", "many"), PUBLISHED)
def test_pentomino_rectangles_with_a_rule_have_the_published_numbers(size: str, rule: str, many: int) -> None:
    assert sp.count(with_rules(sp.load(f"pentominoes-{size}"), [rule])).isometries == many


SMALL = [
    "no crossroads",
    "fault-free",
    "at border: all",
    "together: I V at most 1",
    "apart: L V",
    "apart at corners: L V",
    "symmetric: half turn",
]


def small(rule: str) -> sp.Puzzle:
    pieces = {"L": "***\n*..", "I": "***", "V": "**\n*.", "O": "**\n**", "D": "**"}
    ranges = {name: {"cells": cells, "min": 0, "max": 2} for name, cells in pieces.items()}
    return sp.make_puzzle(grid="square", box=[4, 4], pieces=ranges, rules=[rule])


@pytest.mark.few(3)
@pytest.mark.parametrize("rule", SMALL)
def test_every_engine_finds_the_same_packings(rule: str, tmp_path: Path) -> None:
    puzzle = small(rule)
    found = {tuple(sorted(s.options)) for s in sp.solve(puzzle, up_to="raw")}
    assert found and len(found) < (sp.count(replace(puzzle, rules=())).raw or 0)
    for backend in ("cadical", "cpsat", "clingo"):
        assert {tuple(sorted(s.options)) for s in sp.solve(puzzle, backend, up_to="raw")} == found
    for strategy in ("item", "cell", "pieces", *["scan"] * (not rule.startswith("symmetric"))):  # too many colours
        assert {tuple(sorted(s.options)) for s in sp.solve(puzzle, strategy=strategy, up_to="raw")} == found
    sp.certify(puzzle, tmp_path / "certificate")
    assert sp.verify(tmp_path / "certificate").counts == sp.count(puzzle)


@pytest.mark.parametrize("rule", SMALL)
def test_a_rule_is_written_to_files_and_read_again(rule: str) -> None:
    puzzle = small(rule)
    for ending in (".toml", ".json"):
        assert parsed(text(puzzle, ending), ending, "again").rules == puzzle.rules == (rule_of(rule),)


@pytest.mark.parametrize("rule", ["no crossroads", "fault-free"])
def test_the_kernel_and_its_twin_visit_the_same_nodes(rule: str) -> None:
    puzzle = with_rules(sp.load("pentominoes-3x20"), [rule])
    cover = sp.cover_of(puzzle, sp.place(puzzle))
    restricted = sp.symmetry_of(puzzle, cover).restrictions(cover)[0][1].residual()[1]
    nodes = []
    for state in (Mrv(restricted), Interpreted(restricted)):
        while state.advance(1 << 40, np.zeros((1 << 10, state.longest), np.int64))[0] != EXHAUSTED:
            pass
        nodes.append(state.nodes)
    assert nodes[0] == nodes[1] == {"no crossroads": 19602, "fault-free": 4377}[rule]


# Fault-free tilings with dominoes: rectangles by the definition, 8x8 in OEIS A124997
DOMINOES = [((5, 6), 6), ((6, 6), 0), ((6, 7), 124), ((6, 8), 62), ((8, 8), 25506)]


@pytest.mark.parametrize(("size", "many"), DOMINOES)
def test_a_frontier_counts_fault_free_tilings(size: tuple[int, int], many: int) -> None:
    pieces = {"D": {"cells": "**", "count": size[0] * size[1] // 2}}
    puzzle = sp.make_puzzle(grid="square", box=size, pieces=pieces, rules=["fault-free"])
    assert sp.count(puzzle, method="frontier").raw == many
    if size[0] * size[1] <= 42:
        assert sp.count(puzzle, method="frontier") == sp.count(puzzle, method="search")


@pytest.mark.parametrize("rule", ["no crossroads", "fault-free"])
def test_a_frontier_keeps_rules_on_rectangles_of_pentominoes(rule: str) -> None:
    puzzle = with_rules(sp.load("pentominoes-4x15"), [rule])
    assert sp.count(puzzle, method="frontier") == sp.count(puzzle, method="search")


def test_a_line_that_no_piece_can_cross_is_the_reason() -> None:
    puzzle = sp.make_puzzle(grid="square", box=[2, 1], pieces={"A": {"cells": "*", "count": 2}}, rules=["fault-free"])
    assert sp.count(puzzle).raw == 0
    reason = no_place(sp.cover_of(puzzle, sp.place(puzzle)), puzzle)
    assert (
        reason is not None and reason.text == "a rule asks for 1 placements, but their number is 0: fault-free: line 1"
    )


SAYS = [
    (
        "square",
        "no crosroads",
        'rules has "no crosroads": choose from anti-slide, apart, apart at corners',
    ),
    ("square", "fault free", 'rules has "fault free": choose from'),
    ("square", "no crossroads: A", 'rules has "no crossroads: A": nothing may follow it'),
    ("square", "at border", 'rules has "at border": allowed is "at border: all | none | NAMES"'),
    ("square", "at border: Q", 'rules: "at border: Q": there is no piece "Q": choose from A'),
    ("square", "together: A at least", 'rules has "together: A at least": allowed is "together: NAMES at most'),
    (
        "square",
        "together: A at least 9",
        'rules: "together: A at least 9": by their numbers of copies, there are 0 to 4',
    ),
    ("hexagonal", "no crossroads", 'rules: "no crossroads": on the grid hexagonal only 3 cells meet in a point'),
    ("hexagonal", "fault-free", 'rules: "fault-free": no straight line runs along sides of cells'),
    ("cubic", "no crossroads", 'rules: "no crossroads" is for flat grids, such as square, and not for cubic'),
]


@pytest.mark.parametrize(("grid", "rule", "says"), SAYS)
def test_a_rule_that_makes_no_sense_is_refused_in_one_line(grid: str, rule: str, says: str) -> None:
    cells = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]
    with pytest.raises(PuzzleError) as error:
        sp.make_puzzle(grid=grid, board=cells, pieces={"A": {"cells": cells[:1], "min": 0, "max": 4}}, rules=[rule])
    assert str(error.value).startswith(f"puzzle: {says}") and "\n" not in str(error.value)


def test_rules_are_for_pieces_and_for_boards_that_move_as_a_whole() -> None:
    with pytest.raises(PuzzleError, match=r'rules: "fault-free" is for pieces, and not for tiles'):
        sp.make_puzzle(grid="square", box=[2, 1], tiles=[{"sides": "ABCD", "count": 2}], rules=["fault-free"])
    parts = [[0, 0, 0], [1, 0, 0], [5, 0, 0], [6, 0, 0]]
    with pytest.raises(PuzzleError, match=r"parts is \"separate\", and the rule is for the whole board"):
        sp.make_puzzle(grid="square", board=parts, pieces=["**", "**"], parts="separate", rules=["fault-free"])


def test_a_corner_of_triangles_is_where_six_meet_and_at_most_three_pieces_may() -> None:
    hexagon = [[0, 1, 0], [0, 0, 1], [1, 0, 0], [1, 0, 1], [1, 1, 0], [0, 1, 1]]
    pieces: dict[str, Any] = {
        "one": {"cells": [[0, 0, 0]], "min": 0, "max": 6},
        "two": {"cells": [[0, 0, 0], [0, 0, 1]], "count": 2},
    }
    puzzle = sp.make_puzzle(grid="triangular", board=hexagon, pieces=pieces, rules=["no crossroads"])
    assert sp.count(puzzle).raw == 0
    pieces["two"] = {"cells": [[0, 0, 0], [0, 0, 1]], "min": 0, "max": 3}
    assert sp.count(sp.make_puzzle(grid="triangular", board=hexagon, pieces=pieces, rules=["no crossroads"])).raw == 2


def test_each_rule_says_what_it_means() -> None:
    assert len({kind.word for kind in kinds()}) == len(kinds()) >= 10
    assert all(rule_of(rule).said() for rule in SMALL)


# Filters


FILTERED = [("colours: 4", 2339), ("colours: 3", 1022), ("colours: 3 strongly", 94), ("colours: 2", 0)]


@pytest.mark.full
@pytest.mark.parametrize(("rule", "many"), FILTERED)
def test_rectangles_whose_pieces_can_be_coloured(rule: str, many: int) -> None:
    """Knuth, TAOCP 7.2.2.1, exercise 277, has 94 that are strongly three-colourable."""
    assert sp.count(with_rules(sp.load("pentominoes-6x10"), [rule])).isometries == many


def holes(rule: str) -> sp.Puzzle:
    board: dict[str, Any] = {"grid": "square", "board": [], "optional": [[x, y, 0] for x in range(4) for y in range(2)]}
    return sp.make_puzzle(**board, pieces={"D": {"cells": "**", "count": 2}}, rules=[rule])


def test_empty_cells_that_hang_together() -> None:
    puzzle = holes("connected: empty cells")
    free = replace(puzzle, rules=())

    def one(cells: set[tuple[int, int]]) -> bool:
        reached = {min(cells)}
        while more := {(x + a, y + b) for x, y in reached for a, b in STEPS} & cells - reached:
            reached |= more
        return reached == cells

    empty = [{(x, y) for x in range(4) for y in range(2)} - {tuple(cell[:2]) for _, cells in s.pieces
              for cell in cells.tolist()} for s in sp.solve(free, up_to="raw")]  # fmt: skip
    assert sp.count(puzzle).raw == sum(map(one, empty)) and 0 < sum(map(one, empty)) < len(empty)
    assert sp.count(puzzle, "cadical") == sp.count(puzzle, "clingo") == sp.count(puzzle)


def test_the_packing_without_pieces_is_judged_even_if_no_piece_has_a_place() -> None:
    cells = [[0, 0, 0], [2, 0, 0]]
    board: dict[str, Any] = {
        "grid": "square",
        "board": [],
        "optional": cells,
        "pieces": {"D": {"cells": "**", "min": 0}},
    }
    assert sp.count(sp.make_puzzle(**board, rules=["connected: empty cells"])).raw == 0
    assert sp.count(sp.make_puzzle(**board, rules=["colours: 1"])).raw == 1


STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def test_what_does_not_judge_whole_packings_refuses_such_a_rule(tmp_path: Path) -> None:
    puzzle = with_rules(sp.load("pentominoes-3x20"), ["colours: 3"])
    with pytest.raises(PuzzleError, match=r"a certificate cannot express this: colours: 3"):
        sp.certify(puzzle, tmp_path / "certificate")
    with pytest.raises(PuzzleError, match=r'rules: "colours: 3" judges whole packings'):
        sp.hint(puzzle)
    with pytest.raises(FrontierError, match=r"a frontier lists no packings, which the rule colours: 3 judges"):
        sp.count(puzzle, method="frontier")


def test_a_puzzle_whose_packings_all_break_a_rule_is_explained() -> None:
    puzzle = with_rules(sp.load("pentominoes-3x20"), ["colours: 2"])
    found = sp.explain(puzzle)
    assert found.reason is not None and 'keeps the rule "colours: 2"' in found.reason.text


def test_a_journal_of_another_rule_is_refused(tmp_path: Path) -> None:
    puzzle = sp.load("pentominoes-3x20")
    assert sp.count(with_rules(puzzle, ["colours: 3"]), journal=tmp_path / "journal").isometries == 2
    with pytest.raises(PuzzleError):
        sp.count(with_rules(puzzle, ["colours: 3 strongly"]), journal=tmp_path / "journal")


def test_a_function_judges_packings() -> None:
    def touching(packing: list[tuple[str, list[tuple[int, ...]]]]) -> bool:
        cells = {name: {*cells} for name, cells in packing}
        return any((x + a, y + b, z) in cells["V"] for x, y, z in cells["I"] for a, b in STEPS)

    puzzle = sp.load("pentominoes-3x20")
    together, apart = sp.with_rules(puzzle, [touching]), sp.with_rules(puzzle, ["apart: I V"])
    assert [sp.count(each).raw for each in (together, apart)] in ([0, 8], [8, 0], [4, 4])
    assert sp.count(puzzle).raw == 8
    with pytest.raises(PuzzleError, match=r'rules: "function: touching" is a function, which a file cannot have'):
        text(together, ".toml")


def test_a_function_that_sees_more_than_symmetry_allows_is_refused() -> None:
    puzzle = sp.with_rules(sp.load("pentominoes-3x20"), [lambda packing: min(packing[0][1]) < (10, 0, 0)])
    with pytest.raises(PuzzleError, match="two symmetric packings get different answers"):
        sp.count(puzzle)


SYMMETRIC = [
    # Of the 36 ways to fill 4x4 with dominoes, 12 are their own mirror images in a horizontal line, 12 in a vertical
    ("half turn", 8), ("quarter turn", 2), ("upright", 18), ("mirror", 18), ("diagonal", 0), ("any", 20),
]  # fmt: skip


LARGE = [
    # dominoes, counted as those that the symmetry keeps by another method (Burnside's lemma); 4x4 above by hand
    (8, "half turn", 5280), (8, "quarter turn", 44), (12, "half turn", 354990720), (12, "quarter turn", 10392),
]  # fmt: skip


@pytest.mark.parametrize(("size", "kind", "many"), LARGE)
def test_symmetric_packings_of_a_large_board_are_counted_in_its_quotient(size: int, kind: str, many: int) -> None:
    pieces = {"D": {"cells": "**", "count": size * size // 2}}
    board: dict[str, Any] = {"grid": "square", "box": [size, size], "pieces": pieces}
    assert sp.count(sp.make_puzzle(**board, rules=[f"symmetric: {kind}"])).raw == many
    tables = Tables.of(sp.make_puzzle(**board))
    order = {"half turn": 2, "quarter turn": 4}[kind]
    turns = [at for at, items in enumerate(tables.symmetry.items) if len(powers(items)) == order]
    turn = next(at for at in turns if (tables.symmetry.items[at][: size * size] != np.arange(size * size)).all())
    group = powers(tables.symmetry.items[turn]), powers(tables.symmetry.options[turn][:-1])
    if order == 4:
        assert Remembering(tables.cover, 1 << 28, under=group).finish().packings == many


def test_a_quotient_in_which_nothing_can_lie_has_no_packings() -> None:
    said: dict[str, Any] = {"grid": "square", "box": [2, 2], "pieces": {"V": {"cells": "**\n*.", "min": 0, "max": 2}}}
    assert sp.count(sp.make_puzzle(**said, rules=["symmetric: half turn"])).raw == 0


def test_the_quotient_counts_cells_that_stay_empty() -> None:
    cells = [[x, y, 0] for x in range(5) for y in range(3)]
    said: dict[str, Any] = {"grid": "square", "board": [], "optional": cells}
    pieces = {"L": {"cells": "**\n*.", "count": 2, "mirror": False}, "o": {"cells": "*", "min": 0, "max": 2}}
    whole = sp.make_puzzle(**said, pieces=pieces)

    def turned(packing: list[tuple[str, list[tuple[int, ...]]]]) -> bool:
        placed = {(name, frozenset(where)) for name, where in packing}
        return placed == {(name, frozenset((4 - x, 2 - y, z) for x, y, z in where)) for name, where in placed}

    ruled = with_rules(whole, ["symmetric: half turn"])
    assert not ruled.filters and ruled.empties is not None and whole.empties is None
    counts = sp.count(ruled)
    assert counts == sp.count(ruled, "clingo") == sp.count(with_rules(whole, [turned])) and (counts.raw or 0) > 20


@pytest.mark.parametrize(("kind", "many"), SYMMETRIC)
def test_symmetric_packings_are_those_that_an_isometry_keeps(kind: str, many: int) -> None:
    board: dict[str, Any] = {"grid": "square", "box": [4, 4], "pieces": {"D": {"cells": "**", "count": 8}}}
    puzzle = sp.make_puzzle(**board, rules=[f"symmetric: {kind}"])
    assert sp.count(puzzle).raw == sp.count(puzzle, "cadical").raw == many
    fixed = {"half turn": 8, "quarter turn": 2, "upright": 12, "diagonal": 0}  # by one isometry
    assert (36 + 8 + 2 * 2 + 2 * fixed["upright"] + 2 * 0) // 8 == sp.count(sp.make_puzzle(**board)).isometries == 9


def test_symmetries_that_others_exchange_are_named_together() -> None:
    with pytest.raises(PuzzleError, match=r"symmetries of the board carry it to others: say upright or mirror"):
        sp.make_puzzle(grid="square", box=[2, 2], pieces=["**", "**"], rules=["symmetric: horizontal"])
    with pytest.raises(PuzzleError, match=r"the board has no such symmetry: it has half turn, horizontal, mirror"):
        sp.make_puzzle(grid="square", box=[3, 2], pieces=["***", "***"], rules=["symmetric: quarter turn"])
    any_of = sp.make_puzzle(grid="square", box=[3, 2], pieces=["***", "***"], rules=["symmetric: any"])
    assert sp.count(any_of).raw == 2 and any_of.filters == any_of.rules


def test_in_space_a_packing_may_be_its_image_in_a_point() -> None:
    said: dict[str, Any] = {"box": [2, 2, 2], "pieces": {"D": {"cells": "**", "count": 4}}}
    kinds = ("half turn", "third turn", "quarter turn", "mirror", "point", "any")
    found = {kind: sp.count(sp.make_puzzle(**said, rules=[f"symmetric: {kind}"])).raw for kind in kinds}
    assert found == {"half turn": 9, "third turn": 0, "quarter turn": 3, "mirror": 9, "point": 3, "any": 9}


@pytest.mark.parametrize(
    ("size", "pieces", "rule", "words"),
    [
        ([4, 4], {"D": {"cells": "**", "count": 8}}, "fault-free", "and the rules are kept at fault-free: line"),
        ([4, 4], {"O": {"cells": "**\n**", "count": 4}}, "no crossroads", "the cells to fill and the rules"),
    ],
)
def test_a_puzzle_that_a_rule_makes_impossible_is_explained_by_the_rule(
    size: list[int], pieces: Any, rule: str, words: str
) -> None:
    puzzle = sp.make_puzzle(grid="square", box=size, pieces=pieces, rules=[rule])
    reason = sp.explain(puzzle).reason
    assert reason is not None and words in reason.text


BLOCKS = [  # a board, pieces, and in how many packings none of them can move
    ([3, 1], {"D": {"cells": "**", "count": 1}}, 0),
    ([3, 1], {"D": {"cells": "**", "count": 1}, "o": {"cells": "*", "count": 1}}, 2),
    ([3, 3], {"D": {"cells": "**", "count": 4}}, 2),  # round the empty cell in the middle, in both directions
    ([4, 2], {"D": {"cells": "**", "count": 3}}, 0),
]


@pytest.mark.parametrize(("size", "pieces", "many"), BLOCKS)
def test_packings_that_hold_when_they_are_shaken(size: list[int], pieces: Any, many: int) -> None:
    cells = [[x, y, 0] for x in range(size[0]) for y in range(size[1])]
    puzzle = sp.make_puzzle(grid="square", board=[], optional=cells, pieces=pieces, rules=["anti-slide"])
    assert sp.count(puzzle).raw == many


def test_few_packings_that_slide_are_looked_at() -> None:
    """Without the rule, a search finds 36."""
    keys, rule = RULED["anti-slide"]
    run = sp.solve(sp.with_rules(sp.from_dict(keys), [rule]), up_to="raw", strategy="mrv", jobs=1)
    assert (len([*run]), run.stats["candidates"]) == (22, 9)


@pytest.mark.full
@pytest.mark.parametrize(("blocks", "many"), [(15, 21), (14, 72), (13, 1), (12, 3)])
def test_blocks_in_a_box_hold_each_other(blocks: int, many: int) -> None:
    """William Strijbos, Anti-Slide; 21, 1 and 3 are published, and without the rule's items 14 blocks give 72, too."""
    cells = [[x, y, z] for x in range(4) for y in range(4) for z in range(4)]
    pieces = {"B": {"cells": "**\n**", "count": blocks}}
    assert sp.count(sp.make_puzzle(board=[], optional=cells, pieces=pieces, rules=["anti-slide"])).isometries == many
