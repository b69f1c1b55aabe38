"""A limit on the number of empty cells, as an item of the exact cover."""

import json
from pathlib import Path

import pytest
from commands import run, said

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.motion.assembly import Assembler
from satpuzzle.motion.rules import Rules
from satpuzzle.pictures.searching import searching
from satpuzzle.puzzle.formats.reading import of_table
from satpuzzle.puzzle.library import family_named
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.questions.burrs import count_by_level
from satpuzzle.questions.family import count_members
from satpuzzle.solutions.read import read

L, V = ({"name": name, "cells": cells, "min": 0, "max": 10} for name, cells in [("L", "*\n*\n**"), ("V", "*\n**")])
FREE = {"grid": "square", "board": [], "optional": "????\n????\n????".replace("?", "*")}
MANY = {"grid": "square", "board": [], "optional": "\n".join(["******"] * 5), "empty": 2, "pieces": [L, V]}


def puzzle(**keys: object) -> Puzzle:
    """Return a puzzle on a 4×3 board whose cells may stay empty."""
    return of_table({**FREE, "pieces": [L, V], **keys}, "mine")


def nodes(asked: Puzzle, strategy: str) -> tuple[Counts, int]:
    """Return the counts of a puzzle, and the nodes of the search."""
    search = sp.solve(asked, strategy=strategy)
    counts = search.exhaust()
    return counts, search.stats["nodes"]


def empty_cells(solution: sp.Solution) -> int:
    return len(solution.puzzle.board) - sum(len(cells) for _, cells in solution.pieces)


@pytest.mark.full
@pytest.mark.parametrize("strategy", ["mrv", "scan", "cell"])
def test_a_limit_is_searched_like_a_piece_of_one_cell(strategy: str) -> None:
    limited, found = nodes(of_table(MANY, "limited"), strategy)
    board, single = {"box": [6, 5]}, {"name": "o", "cells": "*", "min": 0, "max": 2}
    filled = nodes(of_table({"grid": "square", **board, "pieces": [L, V, single]}, "filled"), strategy)
    assert limited == filled[0] == Counts(196048, 49120, 49120)
    assert found == filled[1] < 2_000_000


def test_placements_keep_their_numbers_and_solutions_have_nothing_else() -> None:
    free, limited = puzzle(), puzzle(empty=2)
    placements = sp.place(limited)
    many = len(sp.place(free))
    assert (placements.piece[:many] == sp.place(free).piece).all()
    assert (placements.piece[many:] == -1).all() and len(placements) == many + 12
    every = {solution.options for solution in sp.solve(free, up_to="raw") if empty_cells(solution) <= 2}
    found = list(sp.solve(limited, up_to="raw"))
    assert {solution.options for solution in found} == every
    assert len(found) == len(every) > 0
    assert {piece["piece"] for solution in found for piece in solution.as_list()} == {"L", "V"}
    for solution in found[:5]:
        assert read(limited, str(solution), "text")[0] == solution
        assert read(limited, json.dumps(solution.as_list()), "JSON")[0] == solution


@pytest.mark.parametrize(
    ("keys", "bounds"),
    [
        ({}, None),
        ({"empty": 12}, None),
        ({"empty": 11}, (0, 11)),
        ({"empty": 0}, (0, 0)),
        ({"empty": 5, "pieces": [{**L, "max": 1}, {**V, "max": 1}]}, (5, 5)),
        ({"pieces": [{**L, "min": 2, "max": 2}, {**V, "min": 1, "max": 1}]}, (1, 1)),
        ({"pieces": [{**L, "min": 3, "max": 3}]}, (0, 0)),
        ({"empty": 9, "pieces": [{**L, "max": 1}, {**V, "min": 1, "max": 1}]}, None),
        ({"empty": 8, "pieces": [{**L, "max": 1}, {**V, "min": 1, "max": 1}]}, (5, 8)),
        ({"empty": 4, "pieces": [{**L, "max": 1}, {**V, "max": 1}]}, (4, 4)),
    ],
)
def test_empty_cells_are_counted_only_if_there_can_be_too_many(
    keys: dict[str, object], bounds: tuple[int, int] | None
) -> None:
    limited = puzzle(**keys)
    assert limited.empties == bounds
    tables = Tables.of(limited)
    empty = tables.cover.families.get("empty", range(0))
    assert [(tables.cover.lower[item], tables.cover.upper[item]) for item in empty] == [bounds] * bool(
        bounds and bounds[1]
    )
    counts = sp.count(limited)
    every = list(sp.solve(puzzle(**{**keys, "empty": 12}), up_to="raw"))
    assert counts.raw == sum(empty_cells(each) <= (12 if limited.empty is None else limited.empty) for each in every)


def test_a_piece_may_be_called_empty_and_have_one_cell() -> None:
    single = {"name": "empty", "cells": "*", "min": 0, "max": 3}
    limited = puzzle(pieces=[single, V], empty=1)
    tables = Tables.of(limited)
    assert len(set(tables.meaning.options)) == len(tables.cover.rows)
    every = [each for each in sp.solve(puzzle(pieces=[single, V]), up_to="raw") if empty_cells(each) <= 1]
    for method in ("search", "frontier"):
        assert sp.count(limited, method=method).raw == len(every) > 0


def test_hints_end_when_only_empty_cells_are_left() -> None:
    limited = puzzle(empty=3)
    whole = next(each.as_list() for each in sp.solve(limited) if empty_cells(each) == 2)
    assert sp.hint(limited, whole).verdict == "complete"
    for seed in range(5):
        assert (found := sp.hint(limited, whole[1:], seed=seed).piece) is not None
        assert len(found.pieces) == 1
    assert {len(placed.pieces) for placed, _ in sp.possible(limited, whole[1:]).placements} == {1}


def test_a_hint_is_a_piece_if_one_more_may_be_placed() -> None:
    limited, verdicts = puzzle(empty=3), set[str]()
    for whole in sp.solve(limited):  # what lies is a solution too
        found = sp.hint(limited, whole.as_list())
        verdicts.add(found.verdict)
        assert (found.piece is None) == (found.verdict == "complete")
    assert verdicts == {"complete", "possible"}


def test_solutions_differ_by_their_pieces() -> None:
    nothing = puzzle(pieces=[{**L, "min": 0, "max": 1}], optional="***\n***", empty=2)
    assert sp.unique(nothing).verdict == "unique"
    two = puzzle(pieces=[{"name": "I", "cells": "**", "min": 0, "max": 1}], optional="***", empty=2)
    assert (sp.unique(two, up_to="raw").verdict, sp.unique(two).verdict) == ("several", "unique")


def test_a_reason_may_be_that_too_few_cells_can_stay_empty(tmp_path: Path) -> None:
    board = {"grid": "square", "board": "**.", "optional": "..*", "empty": 0}
    missing = of_table({**board, "pieces": [{"name": "o", "cells": "*", "min": 0, "max": 2}]}, "missing")
    assert (
        sp.explain(missing).sentence == "missing: impossible: the pieces have at most 2 cells, the board has 3 to fill"
    )
    given = of_table(
        {"grid": "square", "board": "*..", "optional": ".***", "empty": 2, "pieces": [{**V, "cells": "**", "max": 1}]},
        "given",
    )
    lying = [{"piece": "V", "cells": [[1, 0, 0], [2, 0, 0]]}]
    reason = Tables.of(given, lying).reason
    assert reason is not None and reason.text == "no piece can cover the cell [0, 0, 0]"


def test_a_core_says_how_many_of_its_cells_may_be_empty() -> None:
    said = {"V": "***\n*\n*", "F": ".**\n**\n.*", "U": "*.*\n***", "X": ".*\n***\n.*"}
    pieces = [{"name": name, "cells": cells} for name, cells in said.items()]
    strip = of_table({"grid": "square", "board": [], "optional": "\n".join(["*******"] * 3), "pieces": pieces}, "strip")
    core = "all but at most 1 of the 7 cells drawn are covered and F, X are all placed"
    assert sp.explain(strip).sentence == f"strip: impossible: it cannot be that {core}, even if the others are ignored"


def test_all_members_of_a_family_keep_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "family.toml"
    for empty in range(4):
        path.write_text(
            f'grid = "square"\nempty = {empty}\nbox = [3, 3]\noptional = "**\\n**\\n.*"\n'
            'pieces = [{ name = "I", cells = "**", min = 0, max = 4 }]\n'
            "[family.groups.first]\nleft = [0, 0, 0]\nmiddle = [1, 0, 0]\nlow = [1, 1, 0]\n"
            "[family.groups.second]\nright = [2, 2, 0]\nleft_too = [0, 2, 0]\n"
        )
        family = family_named(str(path))
        assert family is not None
        each = {labels: sp.count(family.member(name)).raw for name, labels in family.named.items()}
        assert count_members(family).counts == each
        assert any(each.values()) or empty == 0


def test_the_steps_of_a_search_leave_cells_empty() -> None:
    page = searching(sp.solve(puzzle(empty=1))).html
    assert ": an empty cell." in page


def test_journals_and_certificates_list_pieces_only(tmp_path: Path) -> None:
    path, journal = tmp_path / "mine.toml", tmp_path / "mine.journal"
    sp.save(puzzle(empty=2), path)
    counts = sp.count(sp.load(path))
    assert said(run("count", path, "--journal", journal, "-q")).startswith(f"raw {counts.raw},")
    found = read(puzzle(empty=2), said(run("journal", "show", journal, "--solutions")), "journal")
    assert len(found) == counts.isometries
    assert said(run("journal", "check", journal))
    for form in ("tree", "lrat"):
        folder = tmp_path / form
        assert sp.certify(path, folder, form) == sp.verify(folder).counts == counts
        lines = (folder / "solutions.ndjson").read_text().splitlines()
        assert len(lines) == counts.isometries
        assert {piece["piece"] for line in lines for piece in json.loads(line)} == {"L", "V"}
        again = json.loads(lines[0])[1:]
        (folder / "solutions.ndjson").write_text("\n".join([json.dumps(again), *lines[1:]]) + "\n")
        with pytest.raises(sp.SatpuzzleError):
            sp.verify(folder)


def test_packings_with_empty_cells_are_taken_apart() -> None:
    pieces = [{"name": "C", "cells": "**\n*.\n**"}, {"name": "I", "cells": "**", "min": 0, "max": 2}]
    board = "***\n***\n***"
    free, limited = (
        of_table({"board": [], "optional": board, "pieces": pieces, "empty": empty}, "box") for empty in (9, 2)
    )
    rules = Rules(open="+x")
    every = [each for each in sp.solve(free, up_to="raw") if empty_cells(each) <= 2]
    apart = [each for each in every if sp.assemble(each, open="+x").verdict == "yes"]
    search = sp.solve(limited, up_to="raw", assemblable=True, rules=rules)
    assert {each.options for each in search} == {each.options for each in apart}
    assert 0 < len(apart) < len(every)
    by_level = count_by_level(sp.solve(limited, up_to="raw"), Assembler(limited, rules))
    assert sum(counts.raw or 0 for counts in by_level.values()) == len(every)


def test_tiles_none_of_which_can_lie_anywhere_leave_all_cells_empty_or_too_many() -> None:
    tiles = [{"sides": "BBAB", "max": 2}]  # the border wants three sides A
    row = {"grid": "square", "board": [], "optional": "**", "tiles": tiles, "border": "A"}
    assert sp.count(of_table(row, "row")).raw == 1
    assert sp.count(of_table(row | {"empty": 1}, "row")).raw == 0
