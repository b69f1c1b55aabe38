from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, settings
from hypothesis import given as drawn
from hypothesis import strategies as st
from marks import compiled
from strategies import SHAPES, box_cells, make_piece, make_puzzle, puzzles
from witnessed import Packing, cells_of, group, orbits, packings

import satpuzzle as sp
from satpuzzle.cover.canon import Branch, Canon, reduce
from satpuzzle.cover.classes import Symmetry
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.group import symmetry_of
from satpuzzle.cover.placements import place
from satpuzzle.cover.tables import Tables
from satpuzzle.engines import library
from satpuzzle.engines.native import scan
from satpuzzle.puzzle.model import Counts, Piece, Puzzle
from satpuzzle.solutions.solution import Solution


def symmetry(puzzle: Puzzle) -> tuple[ExactCover, Symmetry]:
    cover = cover_of(puzzle, place(puzzle))
    return cover, symmetry_of(puzzle, cover)


def orders(puzzle: Puzzle) -> tuple[int, int]:
    """Return how many rotations and how many isometries there are."""
    found = symmetry(puzzle)[1].orders
    return found["rotations"], found["isometries"]


def piece(name: str, grid: str, shape: str | None = None, **details: Any) -> Piece:
    return make_piece(name, SHAPES[shape or name], grid, **details)


def packed(solution: Solution) -> Packing:
    return frozenset((piece.name, frozenset(cells_of(cells.tolist()))) for piece, cells in solution.pieces)


# Group orders

ORDERS = {  # rotations, isometries
    "bedlam": (24, 24),
    "conway-6-6-5": (24, 48),
    "conway-blocks": (24, 48),
    "ct-puzzle": (4, 4),
    "diabolical-cube": (24, 48),
    "dubois-burr": (12, 12),
    "galakub": (24, 24),
    "hexiamonds-4x9": (2, 2),
    "hexiamonds-6x6": (4, 4),
    "iq-pyramid-4": (4, 8),
    "iq-pyramid-5": (4, 8),
    "iq-rectangle": (4, 4),
    "iq-triangle": (2, 2),
    "n-pentacubes-5x5x5": (24, 48),
    "one-sided-pentominoes-3x30": (2, 4),
    "pentominoes-3x20": (4, 4),
    "pentominoes-4x15": (4, 4),
    "pentominoes-5x12": (4, 4),
    "pentominoes-6x10": (4, 4),
    "pentominoes-8x8": (8, 8),
    "prisms-hexagon": (12, 24),
    "prisms-triangle": (6, 12),
    "rhombic-cube": (24, 48),
    "rhombic-dodecahedron": (24, 48),
    "slothouber-graatsma": (24, 48),
    "solid-pentominoes-2x3x10": (4, 8),
    "solid-pentominoes-2x5x6": (4, 8),
    "soma": (24, 48),
    "steinhaus": (24, 24),
    "stella-octangula": (24, 48),
    "stella-octangula-any": (24, 48),
    "tetracubes-2x4x4": (8, 16),
    "tetrahexes-4x7": (2, 2),
    "tetrahexes-triangle": (6, 6),
    "tetris-cube": (24, 24),
    "twin-box": (8, 16),
    "y-pentacubes-5x5x5": (24, 48),
    "y-pentominoes-5x10": (4, 4),
}


@pytest.mark.parametrize("name", ORDERS)
def test_the_bundled_puzzles_have_their_symmetry(name: str) -> None:
    assert orders(sp.load(name)) == ORDERS[name]


BOARD = box_cells("square", 4, 4)


def test_a_square_board_has_8_symmetries_if_pieces_may_be_turned_over() -> None:
    assert orders(make_puzzle("square", BOARD, [piece("el", "square")])) == (8, 8)


def test_one_sided_pieces_leave_a_square_board_its_quarter_turns() -> None:
    assert orders(make_puzzle("square", BOARD, [piece("el", "square", mirror=False)])) == (4, 4)


def test_a_square_board_may_be_reflected_if_one_sided_pieces_come_in_mirror_pairs() -> None:
    pair = [piece("el", "square", mirror=False), piece("je", "square", mirror=False)]
    assert orders(make_puzzle("square", BOARD, pair)) == (4, 8)
    assert orders(make_puzzle("square", box_cells("square", 4, 5), pair)) == (2, 4)


def test_a_one_sided_piece_with_a_mirror_line_is_its_own_mirror_image() -> None:
    assert orders(make_puzzle("square", BOARD, [piece("corner", "square", mirror=False)])) == (4, 8)


def test_one_one_sided_piece_among_others_keeps_the_board_face_up() -> None:
    corner, el = piece("corner", "square"), piece("el", "square", mirror=False)
    assert orders(make_puzzle("square", BOARD, [corner, el])) == (4, 4)


def test_turning_a_box_over_is_a_rotation_where_one_cube_is_thick() -> None:
    assert orders(make_puzzle("cubic", box_cells("cubic", 4, 4, 1), [piece("el", "cubic")])) == (8, 8)


def total(puzzle: Puzzle) -> int:
    """Return how many isometries carry every solution to a solution."""
    return int(symmetry(puzzle)[1].total.sum())


def test_chiral_pieces_forbid_reflections_unless_their_mirror_images_may_be_there_as_often() -> None:
    cube = box_cells("cubic", 3, 3, 3)
    screw, swerc = piece("screw", "cubic"), piece("swerc", "cubic")
    assert orders(make_puzzle("cubic", cube, [screw])) == (24, 24)
    assert orders(make_puzzle("cubic", cube, [screw, swerc])) == (24, 48)
    assert orders(make_puzzle("cubic", cube, [screw, piece("swerc", "cubic", min=2, max=2)])) == (24, 24)
    assert orders(make_puzzle("cubic", cube, [screw, piece("swerc", "cubic", min=0)])) == (24, 48)
    assert orders(make_puzzle("cubic", cube, [piece("screw", "cubic", min=0)])) == (24, 48)


def test_reflections_are_partial_where_mirror_images_are_missing_or_not_there_as_often() -> None:
    cube = box_cells("cubic", 3, 3, 3)
    screw, swerc, some = piece("screw", "cubic"), piece("swerc", "cubic"), piece("swerc", "cubic", min=0)
    assert total(make_puzzle("cubic", cube, [screw, swerc])) == 48
    assert total(make_puzzle("cubic", cube, [screw, some])) == 24
    assert total(make_puzzle("cubic", cube, [some])) == 24


def test_two_pairs_of_mirror_images_are_matched_whatever_their_order() -> None:
    box = box_cells("cubic", 2, 2, 3)
    names = ["screw", "swerc", "swerc", "screw"]
    pieces = [piece(f"{name}{number}", "cubic", name, min=0) for number, name in enumerate(names)]
    assert orders(make_puzzle("cubic", box, pieces)) == (8, 16)
    assert total(make_puzzle("cubic", box, pieces)) == 16
    assert total(make_puzzle("cubic", box, pieces[:3])) == 8


def test_mirror_images_of_equal_bounds_are_matched_before_others() -> None:
    box = box_cells("cubic", 2, 2, 3)
    pieces = [
        piece(f"{name}{most}", "cubic", name, min=0, max=most)
        for name, most in (("screw", 1), ("screw", 2), ("swerc", 2), ("swerc", 1))
    ]
    assert total(make_puzzle("cubic", box, pieces)) == 16
    cover, found = symmetry(make_puzzle("cubic", box, pieces[:3]))
    assert (found.items[-1, 12:] == (-1, 14, 13)).all()
    (condition,) = found.conditions
    (counted,) = condition.covering[:, :-1]
    assert (counted == cover.covers(12)).all() and condition.upper.tolist() == [0]


def test_an_optional_cell_breaks_the_symmetry_that_moves_it() -> None:
    pieces = [piece("corner", "square")]
    assert orders(make_puzzle("square", BOARD, pieces, optional=[(0, 0, 0)])) == (2, 2)
    assert orders(make_puzzle("square", BOARD, pieces, optional=[(1, 0, 0)])) == (1, 1)
    assert orders(make_puzzle("square", BOARD, pieces, optional=[(0, 0, 0), (3, 3, 0)])) == (4, 4)
    assert orders(make_puzzle("square", BOARD, pieces, optional=BOARD)) == (8, 8)


def test_a_board_in_two_parts_has_the_symmetry_of_both_together() -> None:
    parts = [(x + shift, y, 0) for shift in (0, 7) for x in range(2) for y in range(2)]
    assert orders(make_puzzle("square", parts, [piece("two", "square")])) == (4, 4)


def test_a_hexagon_of_balls_turns_by_60_degrees() -> None:
    hexagon = [(0, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, -1), (0, -1, 1), (-1, 0, -1), (-1, -1, 0)]
    assert orders(make_puzzle("fcc", hexagon, [piece("two", "fcc")])) == (12, 12)


def test_a_tetrahedron_of_balls_has_12_rotations_and_24_isometries() -> None:
    corners = [(0, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1)]
    assert orders(make_puzzle("fcc", corners, [piece("two", "fcc")])) == (12, 24)


# The group acts


@pytest.mark.parametrize("name", ["bedlam", "soma", "iq-pyramid-4", "pentominoes-8x8", "tetracubes-2x4x4"])
def test_the_bundled_puzzles_groups_act(name: str) -> None:
    check_action(sp.load(name))


@pytest.mark.full
@settings(deadline=None, max_examples=50)
@drawn(puzzles())
def test_random_puzzles_groups_act(puzzle: Puzzle) -> None:
    check_action(puzzle)


def check_action(puzzle: Puzzle) -> None:
    cover, found = symmetry(puzzle)
    items, options = found.items, found.options[:, :-1]
    members = cover.members()
    # The first element is the identity, the padding stays where it is.
    assert (items[0] == np.arange(len(cover.names))).all()
    assert (options[0] == np.arange(len(cover.rows))).all()
    assert (found.options[:, -1] == len(cover.rows)).all()
    assert found.rotation[0]
    assert found.total[found.rotation].all()
    assert (not found.conditions) == found.total.all()
    for item_image, option_image, whole in zip(items, options, found.total, strict=True):
        # Every element carries the items of an option to those of its image, and a total one is a permutation that
        # keeps bounds.
        there = (item_image >= 0).all() and (cover.lower[item_image] == cover.lower).all()
        assert whole == (there and (cover.upper[item_image] == cover.upper).all())
        left_out = members[:, item_image < 0].any(axis=1)
        assert ((option_image < 0) == left_out).all()
        for image in (item_image[item_image >= 0], option_image[~left_out]):
            assert len(np.unique(image)) == len(image)
        moved = np.zeros_like(members)
        moved[:, item_image[item_image >= 0]] = members[:, item_image >= 0]
        assert (moved[~left_out] == members[option_image[~left_out]]).all()
    # Rotations keep each piece; products and inverses are elements, and rotations make rotations.
    cells = len(puzzle.board)
    assert (items[found.rotation, cells:] == np.arange(cells, len(cover.names))).all()
    elements = {i[:cells].tobytes(): (i, o, r) for i, o, r in zip(items, found.options, found.rotation, strict=True)}
    assert len(elements) == len(items)
    for i, o, r in zip(items, found.options, found.rotation, strict=True):
        for j, p, s in zip(items, found.options, found.rotation, strict=True):
            whole_items, whole_options, product = elements[i[j[:cells]].tobytes()]
            assert (i[j[j >= 0]] == whole_items[j >= 0])[i[j[j >= 0]] >= 0].all()
            assert (o[p[p >= 0]] == whole_options[p >= 0])[o[p[p >= 0]] >= 0].all()
            assert product or not (r and s)
            assert not (product and r != s)


# Counting by hand


def test_two_equal_shapes_with_different_names_are_told_apart() -> None:
    row = make_puzzle("square", box_cells("square", 1, 4), [piece("a", "square", "two"), piece("b", "square", "two")])
    twins = make_puzzle("square", box_cells("square", 1, 4), [piece("two", "square", min=2, max=2)])
    assert sp.count(row) == Counts(raw=2, rotations=1, isometries=1)
    assert sp.count(twins) == Counts(raw=1, rotations=1, isometries=1)


def test_a_solution_that_a_symmetry_keeps_is_a_class_of_its_own() -> None:
    # Dominoes on 2x2: side by side in two ways, which a quarter turn swaps.
    dominoes = [piece("two", "square", min=2, max=2)]
    assert sp.count(make_puzzle("square", box_cells("square", 2, 2), dominoes)) == Counts(2, 1, 1)
    # On 2x3: three ways; one keeps all four symmetries, the other two are turned into each other.
    three = [piece("two", "square", min=3, max=3)]
    assert sp.count(make_puzzle("square", box_cells("square", 2, 3), three)) == Counts(3, 2, 2)


def test_dominoes_tile_rectangles_as_often_as_kasteleyn_says() -> None:
    tilings = {(2, 2): 2, (2, 5): 8, (4, 4): 36, (4, 5): 95, (6, 6): 6728}  # OEIS A099390
    for sizes, number in tilings.items():
        board = box_cells("square", *sizes)
        dominoes = piece("two", "square", min=len(board) // 2, max=len(board) // 2)
        assert sp.count(make_puzzle("square", board, [dominoes])).raw == number


def test_dominoes_tile_squares_in_the_known_number_of_ways_up_to_symmetry() -> None:
    for side, classes in {2: 1, 4: 9, 6: 930}.items():  # OEIS A004003, A018807
        board = box_cells("square", side, side)
        dominoes = piece("two", "square", min=side * side // 2, max=side * side // 2)
        assert sp.count(make_puzzle("square", board, [dominoes])).isometries == classes


def test_a_reflection_may_swap_two_pieces_but_not_move_a_single_chiral_one() -> None:
    # A screw lies in a 2x2x2 cube in 12 ways, and so does its mirror image.
    cube = box_cells("cubic", 2, 2, 2)
    screw, swerc = piece("screw", "cubic"), piece("swerc", "cubic")
    either = [piece(name, "cubic", min=0) for name in ("screw", "swerc")]
    assert sp.count(make_puzzle("cubic", cube, [screw], optional=cube)) == Counts(12, 1, 1)
    assert sp.count(make_puzzle("cubic", cube, [screw, swerc], optional=cube)) == Counts(0, 0, 0)
    assert sp.count(make_puzzle("cubic", cube, either, optional=cube)) == Counts(25, 3, 2)


# Counting by brute force


def check_counts(
    puzzle: Puzzle, solutions: list[Packing], run: sp.results.Run, elements: tuple[list[Any], list[Any]]
) -> None:
    rotations, isometries = elements
    found = run.exhaust()
    assert run.symmetry == {"rotations": len(rotations), "isometries": len(isometries)}
    assert run.status == "exhausted"
    assert found == Counts(len(solutions), len(orbits(solutions, rotations)), len(orbits(solutions, isometries)))
    assert len(set(solutions)) == len(solutions)
    if solutions:
        assert run.reason is None


def counts_agree(puzzle: Puzzle) -> None:
    assume(len(place(puzzle)) <= 60)
    solutions, elements = packings(puzzle), group(puzzle)
    check_counts(puzzle, solutions, sp.solve(puzzle), elements)
    if library.missing() is None and scan.refusal(symmetry(puzzle)[0]) is None:
        check_counts(puzzle, solutions, sp.solve(puzzle, strategy="scan"), elements)


@pytest.mark.full
@settings(deadline=None, max_examples=60)
@drawn(puzzles())
def test_the_three_counts_are_those_of_brute_force_and_of_a_scan(puzzle: Puzzle) -> None:
    counts_agree(puzzle)


@pytest.mark.slow
@settings(deadline=None, max_examples=1000)
@drawn(puzzles())
def test_the_three_counts_of_many_puzzles_are_those_of_brute_force_and_of_a_scan(puzzle: Puzzle) -> None:
    counts_agree(puzzle)


def check_listing(run: sp.results.Run, solutions: list[Packing], elements: list[Any]) -> None:
    listed = [packed(solution) for solution in run]
    assert run.status == "exhausted"
    assert set(listed) <= set(solutions)
    times = Counter(listed)
    for orbit in orbits(solutions, elements):
        assert sum(times[member] for member in orbit) == 1


def listings_agree(puzzle: Puzzle) -> None:
    assume(len(place(puzzle)) <= 60)
    solutions = packings(puzzle)
    rotations, isometries = group(puzzle)
    check_listing(sp.solve(puzzle, up_to="raw"), solutions, [lambda packing: packing])
    check_listing(sp.solve(puzzle, up_to="rotations"), solutions, rotations)
    check_listing(sp.solve(puzzle, up_to="isometries"), solutions, isometries)


@pytest.mark.full
@settings(deadline=None, max_examples=40)
@drawn(puzzles())
def test_each_class_of_solutions_is_listed_once(puzzle: Puzzle) -> None:
    listings_agree(puzzle)


@pytest.mark.slow
@settings(deadline=None, max_examples=1000)
@drawn(puzzles())
def test_each_class_of_solutions_of_many_puzzles_is_listed_once(puzzle: Puzzle) -> None:
    listings_agree(puzzle)


def solutions_with_given_pieces_agree(puzzle: Puzzle, data: st.DataObject) -> None:
    assume(len(place(puzzle)) <= 60)
    solutions = packings(puzzle)
    assume(solutions)
    whole = data.draw(st.sampled_from(solutions))
    size = data.draw(st.integers(0, len(whole)))
    given = frozenset(sorted(whole, key=str)[:size])
    hint = [{"piece": name, "cells": [list(cell) for cell in sorted(cells)]} for name, cells in given]
    left = [solution for solution in solutions if given <= solution]
    rotations, isometries = ([element for element in elements if element(given) == given] for elements in group(puzzle))
    check_counts(puzzle, left, sp.solve(puzzle, given=hint), (rotations, isometries))
    check_listing(sp.solve(puzzle, given=hint, up_to="raw"), left, [lambda packing: packing])
    check_listing(sp.solve(puzzle, given=hint, up_to="rotations"), left, rotations)
    check_listing(sp.solve(puzzle, given=hint), left, isometries)


@pytest.mark.full
@settings(deadline=None, max_examples=30)
@drawn(puzzles(), st.data())
def test_given_pieces_leave_the_solutions_that_have_them(puzzle: Puzzle, data: st.DataObject) -> None:
    solutions_with_given_pieces_agree(puzzle, data)


@pytest.mark.slow
@settings(deadline=None, max_examples=1000)
@drawn(puzzles(), st.data())
def test_given_pieces_of_many_puzzles_leave_the_solutions_that_have_them(puzzle: Puzzle, data: st.DataObject) -> None:
    solutions_with_given_pieces_agree(puzzle, data)


@pytest.mark.full
@settings(deadline=None, max_examples=40)
@drawn(puzzles())
def test_restricting_any_item_loses_no_class(puzzle: Puzzle) -> None:
    assume(len(place(puzzle)) <= 60)
    cover, found = symmetry(puzzle)
    placements = place(puzzle)
    solutions = packings(puzzle)
    expected = [orbits(solutions, elements) for elements in group(puzzle)]
    for item, restricted in found.restrictions(cover)[:4]:
        if item is None:
            assert restricted is cover
        else:
            assert (cover.lower[item], cover.upper[item]) == (1, 1)
            assert 0 < (restricted.live & cover.covers(item)).sum() < cover.covers(item).sum()
            assert (restricted.live | cover.covers(item)).all()
        batch = np.concatenate(list(sp.solve(restricted, "native").batches()) or [np.zeros((0, 1), np.int64)])
        kept = [packed(Solution(tuple(o for o in row if o >= 0), puzzle, placements)) for row in batch.tolist()]
        assert all(orbit & set(kept) for orbit in expected[1])
        canonical, fixed, fixed_by_rotations = Canon(found, cover, () if item is None else (item,)).classify(batch)
        assert sum(canonical) == len(expected[1])
        counts = found.counts(batch[canonical], fixed[canonical], fixed_by_rotations[canonical])
        assert counts == Counts(len(solutions), len(expected[0]), len(expected[1]))


@pytest.mark.full
@pytest.mark.parametrize("name", ["soma", "iq-pyramid-4", "tetracubes-2x4x4", "slothouber-graatsma"])
def test_every_restriction_of_a_bundled_puzzle_gives_the_published_counts(name: str) -> None:
    puzzle = sp.load(name)
    cover, found = symmetry(puzzle)
    for item, restricted in found.restrictions(cover):
        assert item is not None
        canon = Canon(found, cover, (item,))
        counted = np.zeros(3, np.int64)
        for batch in sp.solve(restricted, "native").batches():
            canonical, fixed, fixed_by_rotations = canon.classify(batch)
            counts = found.counts(batch[canonical], fixed[canonical], fixed_by_rotations[canonical])
            counted += [counts.raw or 0, counts.rotations or 0, counts.isometries or 0]
        raw, rotations, isometries = counted.tolist()
        assert puzzle.published.known().items() <= Counts(raw, rotations, isometries).known().items()


@pytest.mark.full
@pytest.mark.parametrize("depth", [1, 9])
@settings(deadline=None, max_examples=60)
@drawn(puzzle=puzzles())
def test_breaking_the_symmetry_that_is_left_loses_no_class(depth: int, puzzle: Puzzle) -> None:
    assume(len(place(puzzle)) <= 60)
    cover, found = symmetry(puzzle)
    placements = place(puzzle)
    solutions = packings(puzzle)
    expected = [orbits(solutions, elements) for elements in group(puzzle)]
    for item, restricted in found.restrictions(cover)[:4]:
        listed: list[Packing] = []
        counted = np.zeros(3, np.int64)
        for branch in reduce(found, Branch(restricted, () if item is None else (item,)), depth=depth):
            canon = Canon(found, cover, branch.leaders)
            for batch in sp.solve(branch.cover, "native").batches():
                canonical, fixed, fixed_by_rotations = canon.classify(batch)
                counts = found.counts(batch[canonical], fixed[canonical], fixed_by_rotations[canonical])
                counted += [counts.raw or 0, counts.rotations or 0, counts.isometries or 0]
                rows = batch[canonical].tolist()
                listed += [packed(Solution(tuple(o for o in row if o >= 0), puzzle, placements)) for row in rows]
        assert all(len(orbit & set(listed)) == 1 for orbit in expected[1])
        assert len(listed) == len(set(listed)) == len(expected[1])
        assert counted.tolist() == [len(solutions), len(expected[0]), len(expected[1])]


NODES = {  # without, once, and as often as there is symmetry
    "soma": (4872, 4371, 4371),
    "n-pentacubes-5x5x5": (1720068, 608477, 608477),
    "conway-blocks": (530817, 349499, 345138),
    "conway-6-6-5": (142413, 45098, 34099),
}


@pytest.mark.full
@compiled  # plain Python shaves no lists
@pytest.mark.parametrize("name", NODES)
def test_breaking_what_is_left_visits_fewer_nodes(name: str) -> None:
    cover, found = symmetry(sp.load(name))
    item, restricted = found.restrictions(cover)[0]
    assert item is not None
    nodes = []
    for depth in (0, 1, 9):
        branches = reduce(found, Branch(restricted, (item,)), depth=depth)
        runs = [sp.solve(branch.cover, strategy="mrv", parts=1) for branch in branches]
        for run in runs:
            run.exhaust()
        nodes.append(sum(run.stats["nodes"] for run in runs))
    assert tuple(nodes) == NODES[name]


def test_symmetry_is_broken_less_often_if_there_would_be_too_many_branches(monkeypatch: pytest.MonkeyPatch) -> None:
    cover, found = symmetry(sp.load("conway-6-6-5"))
    item, restricted = found.restrictions(cover)[0]
    assert item is not None
    start = Branch(restricted, (item,))
    every = [len(reduce(found, start, depth=depth)) for depth in range(9)]
    assert every == [1, 4, 10, 23, 39, 62, 96, 122, 122]
    for most, expected in ((1, 1), (5, 4), (70, 62), (1000, 122)):
        monkeypatch.setattr("satpuzzle.cover.canon._MOST", most)
        assert len(reduce(found, start)) == expected


CLASSES = {  # the sizes of the conjugacy classes; those of rotations of a cube are in every book on groups
    "bedlam": [1, 3, 6, 6, 8],
    "soma": [1, 1, 3, 3, 6, 6, 6, 6, 8, 8],
    "dubois-burr": [1, 3, 4, 4],
    "iq-pyramid-5": [1, 1, 2, 2, 2],
    "hexiamonds-6x6": [1, 1, 1, 1],
    "tetravex-3x3": [1],
}


@pytest.mark.parametrize("name", CLASSES)
def test_conjugate_elements_are_in_one_class(name: str) -> None:
    conjugate = symmetry(sp.load(name))[1].conjugate
    assert sorted(Counter(conjugate.tolist()).values()) == CLASSES[name]
    assert (conjugate <= np.arange(len(conjugate))).all()


def test_the_tables_of_a_puzzle_are_kept_as_long_as_no_other_puzzle_is_asked_for() -> None:
    puzzle = sp.load("soma")
    first, found = Tables.of(puzzle), sp.solve(puzzle).first()
    assert sp.solve(puzzle).tabulate() is first
    assert found is not None
    assert Tables.of(puzzle, must_preserve=np.zeros((1, 3), np.int64)) is not first
    given = Tables.of(puzzle, found.as_list()[:1])
    assert given.placements is first.placements
    assert given.cover.chosen
    assert Tables.of(replace(puzzle, name="other")) is not first
    assert Tables.of(puzzle) is not first


def test_the_trivial_group_counts_every_solution_by_itself() -> None:
    puzzle = sp.load("soma")
    cover = cover_of(puzzle, place(puzzle))
    trivial = Symmetry.trivial(cover)
    assert trivial.orders == {"rotations": 1, "isometries": 1}
    batch = np.array(list(sp.solve(cover, "native", limit=10)))
    canonical, fixed, fixed_by_rotations = Canon(trivial, cover).classify(batch)
    assert canonical.all()
    assert trivial.counts(batch, fixed, fixed_by_rotations) == Counts(10, 10, 10)
