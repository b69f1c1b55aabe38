"""Assembly: what a moving cell sweeps, piece by piece, groups, several moves, frames and open sides."""

from collections import Counter
from functools import cache
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from by_moving import (
    TOWARDS_BALLS,
    along_axes,
    balls_collide,
    comes_apart,
    cubes_collide,
    goes_in_from_above,
    least_levels,
    level,
    slide,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from packings import cells_of, drawn, packing, packings, random_packing
from strategies import make_piece, make_puzzle, puzzles

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.motion.assembly import Assembler, Verdict, report
from satpuzzle.motion.levels import text
from satpuzzle.motion.replay import hits, replay
from satpuzzle.motion.rules import Rules, surroundings
from satpuzzle.motion.split import Move
from satpuzzle.motion.sweep import free_steps, pairs
from satpuzzle.puzzle.grids import GRIDS, Grid
from satpuzzle.solutions.solution import Solution

SLOW: dict[str, Any] = {  # the ways of by_moving.py
    "square": (along_axes(2), cubes_collide),
    "cubic": (along_axes(3), cubes_collide),
    "fcc": (TOWARDS_BALLS, balls_collide),
}


@cache
def collide(grid: Grid) -> Any:
    """Return whether a cell hits another, tried in small steps of their bodies."""

    @cache
    def hit(kind: int, way: Any) -> set[tuple[int, ...]]:
        return {tuple(step) for step in hits(grid, kind, way).tolist()}

    @cache
    def crash(kind: int, way: Any, apart: Any) -> bool:
        return apart != (0, 0, 0) and apart in hit(kind, way)

    @cache
    def kind(cell: Any) -> int:
        return int(grid.kind(np.array(cell)))

    return lambda cell, way, other: crash(kind(cell), way, tuple(b - a for a, b in zip(cell, other, strict=True)))


def rings() -> Solution:
    """Two rings, one through the other, and a cube in a corner."""
    marks: dict[tuple[int, ...], str] = {}
    for x, y in product(range(3), repeat=2):
        if (x, y) != (1, 1):
            marks |= {(x, y, 1): "A", (x + 1, 1, y): "B"}
    rest = [cell for cell in product(range(4), range(3), range(3)) if cell not in marks]
    return packing("cubic", marks | dict.fromkeys(rest, ".") | {(0, 0, 0): "C"})


# Sweeping


@pytest.mark.parametrize("grid", sorted(SLOW))
def test_directions_lead_to_neighbours_and_along_the_axes(grid: str) -> None:
    assert sorted(GRIDS[grid].directions) == sorted(SLOW[grid][0])
    assert all(
        tuple(-x for x in d) in GRIDS[grid].directions[i - i % 2 : i - i % 2 + 2]
        for i, d in enumerate(GRIDS[grid].directions)
    )
    assert set(GRIDS[grid].sides.values()) <= set(GRIDS[grid].directions)


def cells_near(grid: str, far: int) -> list[tuple[int, ...]]:
    """Return the cells of a grid whose coordinates are not farther from 0 than this."""
    points = np.array([*product(range(-far, far + 1), repeat=3)])
    return [*map(tuple, points[GRIDS[grid].contains(points)].tolist())]


@pytest.mark.parametrize("grid", sorted(SLOW))
def test_a_cell_sweeps_what_it_overlaps_on_its_way(grid: str) -> None:
    _, collide = SLOW[grid]
    near = cells_near(grid, 4)
    for direction in GRIDS[grid].directions:
        hit = {cell for cell in near if cell != (0, 0, 0) and collide((0, 0, 0), direction, cell)}
        assert set(map(tuple, GRIDS[grid].swept(direction)[0].tolist())) == hit


def test_a_ball_that_moves_to_a_neighbour_needs_five_cells() -> None:
    assert set(map(tuple, GRIDS["fcc"].swept((1, 1, 0))[0].tolist())) == {
        (1, 1, 0),
        (1, 0, 1),
        (1, 0, -1),
        (0, 1, 1),
        (0, 1, -1),
    }


@pytest.mark.full
@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from(sorted(GRIDS)))
def test_free_steps_are_those_that_can_be_made_one_by_one(data: st.DataObject, grid: str) -> None:
    cells = cells_near(grid, 3)
    first = data.draw(st.sampled_from(cells))
    others = data.draw(st.sets(st.sampled_from([cell for cell in cells if cell != first]), min_size=1, max_size=4))
    hits = SLOW[grid][1] if grid in SLOW else collide(GRIDS[grid])
    found = free_steps(np.array([first]), np.array(sorted(others)), GRIDS[grid])
    for way, steps in zip(GRIDS[grid].directions, found, strict=True):
        made = len(list(slide([first], others, way, hits, 9)))
        assert made == (9 if steps is None else steps)


@settings(max_examples=20, deadline=None)
@given(st.data(), st.sampled_from(sorted(GRIDS)))
def test_pairs_are_all_cells_that_are_in_the_way_of_each_other(data: st.DataObject, grid: str) -> None:
    cells = cells_near(grid, 2)
    points = data.draw(st.lists(st.sampled_from(cells), min_size=1, max_size=8, unique=True))
    hits = SLOW[grid][1] if grid in SLOW else collide(GRIDS[grid])
    for way in GRIDS[grid].directions[:6]:
        found = set(zip(*(numbers.tolist() for numbers in pairs(np.array(points), GRIDS[grid], way)), strict=True))
        reached = {
            (p, q)
            for p, q in product(range(len(points)), repeat=2)
            if p != q and len(list(slide([points[p]], [points[q]], way, hits, 9))) < 9
        }
        assert found == reached


# Random packings against the slow way; `sp.assemble` replays each order that it returns


def assert_as_slowly(solution: Solution, moves: str) -> None:
    ways, collide = SLOW[solution.puzzle.grid.name]
    pieces = cells_of(solution)
    far, largest = moves == "steps", 1 if moves == "single" else None
    found = sp.assemble(solution, moves)
    if largest is None:
        assert (found.verdict == "yes") == comes_apart(pieces, ways, collide, far)
    else:
        assert (found.verdict == "yes") == peels(pieces, ways, collide)
    if found.verdict == "yes" and len(pieces) > 1:
        assert found.level is not None
        assert int(found.level.split(".")[0]) == level(pieces, ways, collide, far)
    else:
        assert len(found.core) != 1
    verdicts = Assembler(solution.puzzle, Rules(moves)).verdicts(solution.placements, np.array([solution.options]))
    assert verdicts == [found.verdict]


def peels(pieces: tuple[frozenset[tuple[int, ...]], ...], ways: Any, collide: Any) -> bool:
    """Try all orders of single pieces that leave."""
    if len(pieces) < 2:
        return True
    for piece in pieces:
        rest = tuple(other for other in pieces if other != piece)
        others = [cell for other in rest for cell in other]
        if any(len(list(slide(piece, others, way, collide, 12))) == 12 for way in ways) and peels(rest, ways, collide):
            return True
    return False


@pytest.mark.full
@settings(max_examples=40, deadline=None)
@given(packings())
def test_piece_by_piece_agrees_with_trying_all_orders(solution: Solution) -> None:
    assert_as_slowly(solution, "single")


@pytest.mark.full
@settings(max_examples=30, deadline=None)
@given(packings())
def test_groups_agree_with_trying_all_sets(solution: Solution) -> None:
    assert_as_slowly(solution, "group")


@settings(max_examples=25, deadline=None)
@given(packings(3))
def test_steps_and_levels_agree_with_trying_all_moves(solution: Solution) -> None:
    assert_as_slowly(solution, "steps")


@pytest.mark.full
@settings(max_examples=25, deadline=None)
@given(packings(3))
def test_levels_are_the_least_of_all_ways(solution: Solution) -> None:
    ways, collide = SLOW[solution.puzzle.grid.name]
    least = least_levels(cells_of(solution), ways, collide)
    rated = None if least is None else text([(moves, []) for moves in least])
    assert sp.assemble(solution, "steps").level == rated


@pytest.mark.full
@settings(max_examples=60, deadline=None)
@given(packings(3))
def test_three_pieces_never_need_a_group(solution: Solution) -> None:
    """What moves away from one piece is the same as that piece moving away."""
    assert sp.assemble(solution, "group").verdict == sp.assemble(solution, "single").verdict


# Known packings


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("name", "packings"),
    [
        ("galakub", 1),
        ("steinhaus", 2),
        ("slothouber-graatsma", 1),
        ("conway-6-6-5", 1),
        ("diabolical-cube", 13),
        ("soma", 240),
        ("solid-pentominoes-2x5x6", 264),
    ],
)
def test_all_packings_of_these_cubes_come_apart_piece_by_piece(name: str, packings: int) -> None:
    run = sp.solve(name, assemblable=True)
    found = list(run)
    assert len(found) == run.counts.isometries == run.packings.isometries == packings
    for solution in found:
        assert sp.assemble(solution).verdict == "yes"


@pytest.mark.parametrize(("name", "from_above"), [("soma", 240), ("diabolical-cube", 13), ("steinhaus", 2)])
def test_each_of_these_can_be_filled_in_from_above_when_it_is_turned_well(name: str, from_above: int) -> None:
    assert sp.count(name, assemblable=True, rules=Rules(open="any")).isometries == from_above


@pytest.mark.slow
def test_all_bedlam_packings_come_apart_but_62_cannot_be_filled_in_from_above() -> None:
    assert sp.count("bedlam", assemblable=True).rotations == 19186
    assert sp.count("bedlam", assemblable=True, rules=Rules(open="any")).rotations == 19186 - 62


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "from_above", "packings"),
    [
        ("soma", (11520, 1440), (11520, 1440)),
        ("diabolical-cube", (416, 52), (624, 78)),
        ("steinhaus", (32, 8), (48, 12)),
    ],
)
def test_from_above_as_it_lies_agrees_with_dropping_the_pieces_in_all_orders(
    name: str, from_above: tuple[int, int], packings: tuple[int, int]
) -> None:
    """A class is what the symmetries of the open box make of a packing; they keep the verdict."""
    rules = Rules(open="+z")
    run = sp.solve(name, rules=rules)
    dropped = [goes_in_from_above(cells_of(solution)) for solution in run]
    assert (run.counts.raw, len(dropped)) == packings
    asked = sp.solve(name, assemblable=True, rules=rules, up_to="raw")
    raw = list(asked)
    assert (len(raw), asked.counts.raw, asked.counts.isometries) == (from_above[0], *from_above)
    assert sum(dropped) == from_above[1]
    some = raw[:: len(raw) // 32]
    assert all(goes_in_from_above(cells_of(solution)) for solution in some)
    assert all(sp.assemble(solution, open="+z").verdict == "yes" for solution in some)


def test_an_interlocked_pair_stays_together_and_is_named() -> None:
    for moves in ("single", "group", "steps"):
        found = sp.assemble(rings(), moves)
        assert (found.verdict, found.core, found.level) == ("no", (0, 1), None)
        assert [step.pieces for step in found.steps] == [(2,)]
        tried = "by straight moves; turning" if moves == "steps" else "straight out; moves part of the way (steps)"
        assert f"stuck: A, B ({tried}" in report(found, rings())


def test_two_pairs_that_come_apart_only_as_pairs() -> None:
    solution = drawn("""
        .C..
        .CC.
        ..C.
        .CC.

        .C.D
        AA.D
        .BC.
        .C..

        A...
        ABDD
        .BC.
        ....

        AAA.
        BADC
        BBCC
        ....
    """)
    assert sp.assemble(solution, "single").core == (0, 1, 2, 3)
    found = sp.assemble(solution)
    assert found.rules.moves == "group"
    assert (found.verdict, found.level, len(found.steps[0].pieces), found.states) == ("yes", "1", 2, 0)


def piece_of_a_burr(number: int, length: int) -> list[tuple[int, ...]]:
    """Return the cells of a notched stick by its number, of B. Cutler and of IBM Research's Burr Puzzles Site."""
    at = length // 2 - 2
    upper = [(at + i, y, 1) for y in (0, 1) for i in range(4)]
    lower = [(at + i, y, 0) for y in (0, 1) for i in (1, 2)]
    gone = {cell for bit, cell in enumerate(upper + lower) if number - 1 >> bit & 1}
    return [cell for cell in product(range(length), (0, 1), (0, 1)) if cell not in gone]


def burr(numbers: list[int], length: int) -> sp.Puzzle:
    """Return the puzzle of six sticks through each other; cells of two sticks may stay empty."""
    wide, narrow = range(length // 2 - 2, length // 2 + 2), range(length // 2 - 1, length // 2 + 1)
    ranges = (range(length), wide, narrow)
    beams = [set(product(*(ranges[(axis - turn) % 3] for axis in range(3)))) for turn in range(3)]
    inner = {cell for beam in beams for cell in beam if sum(cell in other for other in beams) > 1}
    pieces = [
        make_piece(str(number), piece_of_a_burr(number, length), "cubic", min=copies, max=copies)
        for number, copies in Counter(numbers).items()
    ]
    return make_puzzle("cubic", set().union(*beams), pieces, inner)


@pytest.mark.full
@pytest.mark.parametrize(
    ("numbers", "length", "packings", "published"),
    [
        pytest.param([120, 160, 256, 512, 880, 960], 6, 2, "6.4", id="Philippe Dubois"),  # J. Rausch, Puzzle World
        pytest.param([88, 512, 768, 922, 1008, 1008], 6, 10, "9", id="Peter Marineau, Piston"),
        pytest.param([624, 702, 768, 883, 1015, 1024], 8, 7, "10", id="Bill Cutler, Computer's Choice Unique 10"),
        pytest.param([88, 512, 704, 960, 992, 1008], 6, 154, "12", id="Bruce Love, Love's Dozen"),
    ],
)
def test_burrs_have_their_published_levels(numbers: list[int], length: int, packings: int, published: str) -> None:
    """The highest level of a packing counts; B. Cutler: there are none of 11, and one of 12."""
    found = [sp.assemble(solution, "steps") for solution in sp.solve(burr(numbers, length))]
    assert len(found) == packings
    highest = max((a.level for a in found if a.level), key=lambda level: [int(n) for n in level.split(".")])
    assert highest.split(".")[: len(published.split("."))] == published.split(".")
    assert sum(a.verdict == "yes" for a in found) == 1 or packings == 154


def test_nothing_and_a_single_piece_need_no_steps() -> None:
    pieces = [make_piece("A", [(0, 0, 0)], "cubic", min=0)]
    puzzle = make_puzzle("cubic", [(0, 0, 0)], pieces, [(0, 0, 0)])
    for moves in ("single", "group", "steps"):
        found = [sp.assemble(solution, moves) for solution in sp.solve(puzzle)]
        assert [(a.verdict, a.steps, a.level) for a in found] == [("yes", (), "0")] * 2


# Frames and open sides


SLOT = """
    #####...
    #ABACA..
    #AAAAA..
    #####...
"""


def test_three_pieces_leave_a_slot_as_one_body() -> None:
    """B and C lie in notches of A, under the roof of the slot."""
    solution = drawn(SLOT, "square")
    stuck = sp.assemble(solution, "single")
    assert (stuck.verdict, stuck.core) == ("no", (0, 1, 2))
    found = sp.assemble(solution, "group")
    assert found.verdict == "yes"
    assert found.steps[0] == Move((0, 1, 2), (1, 0, 0), None)
    assert [abs(step.direction[1]) for step in found.steps[1:]] == [1, 1]
    assert sp.assemble(solution, "steps").level == "1"


def test_a_last_piece_must_leave_its_frame() -> None:
    free, locked = drawn("##.\n#A.\n##.", "square"), drawn("###\n#A#\n###", "square")
    assert [step.pieces for step in sp.assemble(free).steps] == [(0,)]
    for moves in ("single", "group", "steps"):
        assert sp.assemble(locked, moves).core == (0,)
    assert sp.assemble(drawn("A"), "steps").steps == ()


def test_under_a_lip_pieces_are_shifted_before_they_come_out() -> None:
    solution = drawn("""
        #####
        #####
        #####

        #####
        #AB.#
        #####

        #####
        ###.#
        #####
    """)
    assert sp.assemble(solution, "group").core == (0, 1)
    found = sp.assemble(solution, "steps")
    assert (found.verdict, found.level) == ("yes", "2.2")
    assert found.steps == (
        Move((1,), (1, 0, 0), 1),
        Move((1,), (0, 0, 1), None),
        Move((0,), (1, 0, 0), 2),
        Move((0,), (0, 0, 1), None),
    )
    assert "3. A  +x  by 2" in report(found, solution)


@pytest.mark.parametrize("mirrored", [False, True])
def test_of_separations_of_the_same_length_the_one_with_the_shorter_rest_is_taken(mirrored: bool) -> None:
    """B must make way for A; it can do so to both sides, but only on one side is its own exit."""
    rows = ["#..#.###", "#..BB..#", "####A###", "########"]
    found = sp.assemble(drawn("\n".join(row[::-1] if mirrored else row for row in rows), "square"), "steps")
    assert (found.level, len(found.steps)) == ("2", 3)
    assert found.steps[0] == Move((1,), (1 if mirrored else -1, 0, 0), 2)


@pytest.mark.full
@settings(max_examples=40, deadline=None)
@given(packings(3, frame=True), st.sampled_from(["single", "group", "steps"]))
def test_framed_packings_agree_with_a_frame_that_is_one_more_piece(solution: Solution, moves: str) -> None:
    """A frame stays, but what moves away from it is the same as its moving away: an unframed twin has it as a piece."""
    framed = sp.assemble(solution, moves)
    marks = {cell: mark for mark, cells in zip("ABC", cells_of(solution), strict=False) for cell in cells}
    frame = {tuple(cell): "Z" for cell in solution.puzzle.frame.tolist()}
    empty = dict.fromkeys(map(tuple, solution.puzzle.board.tolist()), ".")
    twin = sp.assemble(packing(solution.puzzle.grid.name, empty | marks | frame), moves)
    if moves == "single":  # the frame may not leave first
        assert twin.verdict == "yes" or framed.verdict == "no"
    else:
        assert framed.verdict == twin.verdict


@pytest.mark.full
@settings(max_examples=40, deadline=None)
@given(packings(4, ("cubic",)))
def test_an_open_box_agrees_with_dropping_the_pieces_in_all_orders(solution: Solution) -> None:
    pieces = cells_of(solution)
    assert (sp.assemble(solution, open="+z").verdict == "yes") == goes_in_from_above(pieces)
    turned = tuple(frozenset((z, x, y) for x, y, z in piece) for piece in pieces)  # y up
    assert (sp.assemble(solution, open="+y").verdict == "yes") == goes_in_from_above(turned)


def test_pieces_that_hold_each_other_down_leave_an_open_box_together() -> None:
    solution = drawn("AB\n\nBA")
    assert sp.assemble(solution, "single", "+z").core == (0, 1)
    for moves in ("group", "steps"):
        found = sp.assemble(solution, moves, "+z")
        assert found.steps == (Move((0, 1), (0, 0, 1), None), Move((0,), (0, 1, 0), None))


@pytest.mark.full
@settings(max_examples=40, deadline=None)
@given(packings(), st.sampled_from(["group", "steps"]))
def test_groups_leave_an_open_box_if_they_come_apart_at_all(solution: Solution, moves: str) -> None:
    assert sp.assemble(solution, moves, "+x").verdict == sp.assemble(solution, moves).verdict


def test_an_open_side_is_one_that_the_lattice_has() -> None:
    flat = drawn("AB", "square")
    with pytest.raises(PuzzleError, match=r"^open \+z: choose from \+x, -x, \+y, -y, any$"):
        sp.assemble(flat, open="+z")
    with pytest.raises(PuzzleError, match="has a frame of its own"):
        sp.assemble(drawn("A#", "square"), open="+x")
    with pytest.raises(PuzzleError, match="did you mean steps"):
        Rules("step")
    with pytest.raises(PuzzleError, match="max-states 0"):
        Rules("steps", max_states=0)
    assert sp.assemble(flat, open="any").side == "+x"
    assert sp.assemble(flat, open="-x").steps[0] == Move((0,), (-1, 0, 0), None)


@pytest.mark.full
@settings(max_examples=60, deadline=None)
@given(packings(3, frame=True))
def test_the_simplest_moves_that_do_have_the_verdict_and_the_levels_of_steps(solution: Solution) -> None:
    found, single, steps = (sp.assemble(solution, moves) for moves in ("auto", "single", "steps"))
    assert (found.verdict, found.levels, found.level) == (steps.verdict, steps.levels, steps.level)
    assert (found.rules.moves == "single") == (single.verdict is Verdict.YES)
    judge = Assembler(solution.puzzle, Rules())
    assert judge.verdicts(solution.placements, np.array([solution.options])) == [steps.verdict]


def test_an_open_box_is_filled_piece_by_piece() -> None:
    """All pieces together could always leave it as one body."""
    assert (Rules(open="+z").moves, Rules().moves, Rules("group", "any").moves) == ("single", "auto", "group")


# Symmetry


@pytest.mark.full
@settings(max_examples=60, deadline=None)
@given(packings(2, frame=True), st.sampled_from(["single", "steps"]))
def test_symmetries_keep_the_frame_and_so_the_verdict(solution: Solution, moves: str) -> None:
    puzzle = solution.puzzle
    assert_classes_agree(puzzle, Rules(moves))


@pytest.mark.full
@settings(max_examples=60, deadline=None)
@given(packings(3), st.sampled_from(["single", "group"]), st.sampled_from(["+x", "-y", "any"]))
def test_symmetries_keep_the_open_side_and_so_the_verdict(solution: Solution, moves: str, side: str) -> None:
    assert_classes_agree(solution.puzzle, Rules(moves, side))


@pytest.mark.full
@settings(max_examples=60, deadline=None)
@given(puzzles(), st.sampled_from(["single", "group", "steps"]), st.sampled_from([None, "any", "+x"]))
def test_symmetries_of_any_puzzle_keep_the_verdict(puzzle: sp.Puzzle, moves: str, side: str | None) -> None:
    assert_classes_agree(puzzle, Rules(moves, side))


def assert_classes_agree(puzzle: sp.Puzzle, rules: Rules) -> None:
    run = sp.solve(puzzle, rules=rules, assemblable=True, up_to="raw")
    kept = {solution.options for solution in run}
    every = list(sp.solve(puzzle, up_to="raw"))
    judge = Assembler(puzzle, rules)
    assert kept == {solution.options for solution in every if judge.assembly(solution).verdict == "yes"}
    assert (run.counts.raw, run.packings.raw) == (len(kept), len(every))


def test_what_is_solid_beside_a_board_takes_symmetries_away() -> None:
    board = product(range(2), range(2), range(2))
    puzzle = make_puzzle("cubic", list(board), [make_piece("A", [(0, 0, 0), (1, 0, 0)], "cubic", max=4, min=4)])
    assert sp.solve(puzzle).exhaust() == sp.Counts(9, 2, 2)
    orders = {}
    for name, frame in (
        ("none", []),
        ("floor", [(0, 0, -1), (0, 1, -1), (1, 0, -1), (1, 1, -1)]),
        ("post", [(0, 0, -1)]),
    ):
        cells = list(map(tuple, puzzle.board.tolist()))
        run = sp.solve(make_puzzle("cubic", cells, list(puzzle.pieces), frame=frame))
        run.tabulate()
        orders[name] = tuple(run.symmetry.values())
    assert orders == {"none": (24, 48), "floor": (4, 8), "post": (1, 2)}
    opened = sp.solve(puzzle, rules=Rules(open="-y"))
    opened.tabulate()
    assert tuple(opened.symmetry.values()) == (4, 8)


# Limits


def test_a_search_that_meets_its_limit_is_undecided_and_says_so() -> None:
    puzzle = sp.load("dubois-burr")
    run = sp.solve(puzzle, assemblable=True, rules=Rules("steps", max_states=3))
    assert list(run) == []
    assert (run.status, run.stats["undecided"], run.counts.final, run.packings.final) == ("exhausted", 1, False, True)
    found = [sp.assemble(solution, "steps", max_states=3) for solution in sp.solve(puzzle)]
    assert sorted(found[i].verdict for i in range(2)) == ["no", "unknown"]
    unknown = next(a for a in found if a.verdict is Verdict.UNKNOWN)
    assert (unknown.level, unknown.core, unknown.states) == (None, (0, 1, 2, 3, 4, 5), 3)


def test_a_run_stops_while_a_packing_is_searched() -> None:
    run = sp.solve("dubois-burr", assemblable=True, rules=Rules("steps"), watch=lambda run: run.interrupt())
    assert list(run) == []
    assert run.status == "interrupted"
    assert not run.counts.final


# Replay


def test_a_wrong_order_does_not_pass_the_replay() -> None:
    solution = drawn("ABC\nAAA", "square")
    around = surroundings(solution.puzzle, Rules())[0]
    cells = [where for _, where in solution.pieces]
    steps = sp.assemble(solution).steps
    replay(cells, around, steps, complete=True)
    with pytest.raises(AssertionError, match="in the way"):
        replay(cells, around, [Move((1,), (0, 1, 0), None)], complete=False)
    with pytest.raises(AssertionError, match="still together"):
        replay(cells, around, steps[:-1], complete=True)
    with pytest.raises(AssertionError, match="not together"):
        replay(cells, around, [*steps, Move((0, 1), (0, 1, 0), None)], complete=True)
    with pytest.raises(AssertionError, match=r"\[1, 1, 0\] is no direction of the grid square"):
        replay(cells, around, [Move((0,), (1, 1, 0), None)], complete=False)


@pytest.mark.full
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 1 << 30), st.data())
def test_the_replay_hits_what_cells_hit_one_by_one(seed: int, data: st.DataObject) -> None:
    solution = random_packing(Random(seed))
    grid, cells = solution.puzzle.grid, [where for _, where in solution.pieces]
    around = surroundings(solution.puzzle, Rules())[0]
    moving = data.draw(st.sampled_from(range(len(cells))))
    way, steps = data.draw(st.sampled_from(grid.directions)), data.draw(st.integers(1, 4))
    still = [*map(tuple, np.concatenate([*cells[:moving], *cells[moving + 1 :], around.frame]).tolist())]
    made = len(list(slide([*map(tuple, cells[moving].tolist())], still, way, collide(grid), steps)))
    try:
        replay(cells, around, [Move((moving,), way, steps)], complete=False)
        assert made == steps
    except AssertionError as error:
        assert str(error) == (
            f"there is nothing that {[moving]} could move away from"
            if not still
            else f"a cell is in the way of a move along {list(way)}"
        )
        assert not still or made < steps


def test_the_replay_sees_walls_and_balls() -> None:
    flat = drawn("AB", "square")
    cells = [where for _, where in flat.pieces]
    around = surroundings(flat.puzzle, Rules(open="+y"))[0]
    for wrong in (Move((0,), (-1, 0, 0), None), Move((0,), (0, 1, 0), 1)):
        with pytest.raises(AssertionError, match="do not leave through the open side"):
            replay(cells, around, [wrong], complete=False)
    balls = packing("fcc", {(0, 0, 0): "A", (1, 0, 1): "B"})
    cells = [where for _, where in balls.pieces]
    around = surroundings(balls.puzzle, Rules())[0]
    for direction in ((1, 0, 1), (1, 1, 0), (0, 1, 1)):
        with pytest.raises(AssertionError, match="cell is in the way"):
            replay(cells, around, [Move((0,), direction, None)], complete=False)
    replay(cells, around, [Move((0,), (-1, 0, 1), None)], complete=True)
