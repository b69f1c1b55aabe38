"""Groups and weights: what may stay together, and what stays where it is."""

from dataclasses import replace

import numpy as np
import pytest

import satpuzzle as sp
from satpuzzle.motion.assembly import Assembler, Verdict
from satpuzzle.motion.groups import Groups
from satpuzzle.motion.rules import Rules
from satpuzzle.motion.separations import OUT, separation
from satpuzzle.puzzle.grids.cubic import CUBIC
from satpuzzle.solutions.solution import Solution

# Two hooks that hold each other for ever, as one ring through another would, and a cube beside them.
RING = [(x, y, 0) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
BAR = [(1, 1, z) for z in (-1, 0, 1)] + [(x, 1, z) for x in (0, 2) for z in (-1, 1)]
CUBE = [(0, 0, 1)]


def packing(groups: tuple[tuple[int, int], ...], weights: tuple[int, int, int] = (1, 1, 1)) -> Solution:
    pieces = tuple(
        sp.Piece(name, np.array(sorted(cells)), groups=groups if name != "cube" else (), weight=weight)
        for (name, cells), weight in zip({"ring": RING, "bar": BAR, "cube": CUBE}.items(), weights, strict=True)
    )
    board = np.array(sorted(cell for piece in pieces for cell in map(tuple, piece.cells.tolist())))
    puzzle = sp.Puzzle("linked", CUBIC, board, np.zeros(len(board), np.bool_), pieces)
    return next(iter(sp.solve(puzzle, limit=1)))


@pytest.mark.parametrize("moves", ["single", "group", "steps"])
def test_what_is_of_one_group_need_not_come_apart(moves: str) -> None:
    alone, grouped = packing(()), packing(((1, 1),))
    assert Assembler(alone.puzzle, Rules(moves)).assembly(alone).verdict is Verdict.NO
    found = Assembler(grouped.puzzle, Rules(moves)).assembly(grouped)
    assert found.verdict is Verdict.YES
    assert [sorted(part) for part in found.together] == [[0, 1]]
    assert found.as_dict()["together"] == [[0, 1]]
    run = sp.solve(grouped.puzzle, assemblable=True, rules=Rules(moves))
    assert len(list(run)) == 1
    assert not list(sp.solve(alone.puzzle, assemblable=True, rules=Rules(moves)))


def test_a_piece_is_in_a_group_no_more_often_than_it_may_be() -> None:
    twice = sp.Piece("a", np.array([(0, 0, 0)]), 3, 3, groups=((1, 2), (2, 1)))
    other = replace(twice, name="b", groups=((2, 1),))
    groups = Groups([twice, twice, twice, other])
    assert groups.allow([(0, 1)])
    assert not groups.allow([(0, 1, 2)])
    assert groups.allow([(0, 1), (2, 3)])
    assert not groups.allow([(0, 3), (1, 2, 3)])
    assert not Groups([sp.Piece("a", np.array([(0, 0, 0)]))])


def test_the_heaviest_stays_where_it_is() -> None:
    for heavy in range(3):
        weights = tuple(2 if piece == heavy else 1 for piece in range(3))
        assert len(weights) == 3
        solution = packing(((1, 1),), weights)
        found = Assembler(solution.puzzle, Rules("steps")).assembly(solution)
        assert found.steps
        assert all(heavy not in step.pieces for step in found.steps)


def test_steps_make_a_tree_of_states() -> None:
    solution = packing(((1, 1),))
    found = Assembler(solution.puzzle, Rules("steps")).assembly(solution)
    places = [(0, 0, 0), (5, 0, 0), (0, 7, 0)]
    tree = separation(found.steps, places)
    assert tree is not None
    assert (tree.pieces, tree.states[0]) == ((0, 1, 2), tuple(places))
    gone = [piece for piece, place in zip(tree.pieces, tree.states[-1], strict=True) if max(map(abs, place)) > OUT // 2]
    assert gone == [2]
    assert (tree.left, tree.removed) == (None, None)  # the ring and the bar stay together
