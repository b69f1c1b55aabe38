"""Scans of boards longer than their window, and the table of endings that the parts of a search share."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from coloured import strip
from covers import searched
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from textbook import chain

import satpuzzle as sp
from satpuzzle.clock import Clock
from satpuzzle.cover.bits import from_words, to_words
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import place, scan_order
from satpuzzle.engines.library import Call
from satpuzzle.engines.native import holes, scan, shared
from satpuzzle.engines.native.engine import Fresh, Searcher
from satpuzzle.engines.native.holes import distances, neighbours
from satpuzzle.engines.native.scan import laid_out
from satpuzzle.engines.state import BUDGET_SPENT, EXHAUSTED, State
from satpuzzle.engines.strategies import find
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.measure.instances import edge_matching

SCANS = ("scan", "scan:holes,hard,filter", "scan:holes,hard", "scan:holes", "scan:plain", "scan:endings")


@st.composite
def long_boards(draw: st.DrawFn, kinds: tuple[str, ...] = ("once", "optional", "copies", "rules")) -> ExactCover:
    """Draw a line of cells that pieces of a few shapes can pack.

    Each piece has its place in a packing and perhaps that of another one of its shape, and all shapes lie within a few
    cells.  The pieces are used once, or some may be left out, or pieces of one shape are equal, or some must be in one
    of several places.
    """
    random = Random(draw(st.integers(0, 1 << 32)))
    kind = draw(st.sampled_from(kinds))
    length = draw(st.sampled_from([1, 30, 63, 64, 65, 100, *([128, 129, 150] if kind != "rules" else [])]))
    shapes = [[0, *sorted(random.sample(range(1, 9), random.randint(2, 4)))] for _ in range(3)]
    empty, bodies = set(range(length)), list[set[int]]()
    while empty:
        first = min(empty)
        fitting = [{first + step for step in shape} for shape in shapes if {first + step for step in shape} <= empty]
        bodies.append(random.choice(fitting) if fitting else set(sorted(empty)[: 1 if length < 60 else 3]))
        empty -= bodies[-1]
    alike = [tuple(sorted(cell - min(body) for cell in body)) for body in bodies]
    count = {shape: length + n for n, shape in enumerate(dict.fromkeys(alike))}
    options = []
    elsewhere = random.sample(range(len(bodies)), min(10, len(bodies)))  # pieces that have another place, too
    for number, shape in enumerate(alike):
        others = [other for other in elsewhere if alike[other] == shape and number in elsewhere]
        item = count[shape] if kind == "copies" else length + number
        options += [{*bodies[other], item} for other in {number, *random.sample(others, min(2, len(others)))}]
    if kind == "copies":
        options = [set(option) for option in dict.fromkeys(map(frozenset, options))]
        bounds = [(random.randint(0, alike.count(shape)), alike.count(shape)) for shape in count]
    else:
        bounds = [(random.randrange(2) if kind == "optional" else 1, 1) for _ in bodies]
    pieces = range(length, length + len(bounds))
    rules = range(pieces.stop, pieces.stop + 4 * (kind == "rules"))
    for item in rules:
        for option in random.sample(options, random.randint(min(2, len(options)), len(options))):
            option.add(item)
        bounds.append((1, len(options) + 1))
    cover = ExactCover.of_sets(options, [(1, 1)] * length + bounds)
    return replace(cover, families={"pieces": pieces, "rules": rules})


def by_first_cell(cover: ExactCover) -> list[tuple[int, ...]]:
    """Return all packings, found without any vectors or windows."""
    pieces, rules = cover.families["pieces"], list(cover.families["rules"])
    sets = [frozenset(cover.items_of(option).tolist()) - {*rules} for option in range(len(cover.rows))]
    at = {cell: [o for o in np.flatnonzero(cover.live).tolist() if min(sets[o]) == cell] for cell in range(pieces[0])}
    solutions = []

    def search(empty: list[int], left: dict[int, int], chosen: tuple[int, ...]) -> None:
        if not empty:
            if all(cover.upper[item] - left[item] >= cover.lower[item] for item in pieces):
                solutions.append(tuple(sorted(chosen)))
            return
        for option in at[empty[0]]:
            (piece,) = sets[option] & set(pieces)
            rest = [cell for cell in empty if cell not in sets[option]]
            if left[piece] and len(empty) - len(rest) == len(sets[option]) - 1:
                search(rest, left | {piece: left[piece] - 1}, (*chosen, option))

    spent = cover.coverage(cover.chosen)
    left = {item: int(cover.upper[item] - spent[item]) for item in pieces}
    search([cell for cell in range(pieces[0]) if not spent[cell]], left, cover.chosen)
    return sorted(solution for solution in solutions if cover.coverage(solution)[rules].all())


def all_of(state: State) -> list[tuple[int, ...]]:
    solutions: list[tuple[int, ...]] = []
    while True:
        found = np.full((1 << 12, state.longest), -1, np.int64)
        outcome, count = state.advance(1 << 40, found)
        solutions += [tuple(sorted(option for option in row if option >= 0)) for row in found[:count].tolist()]
        if outcome == EXHAUSTED:
            return sorted(solutions)


@settings(deadline=None, max_examples=30)
@drawn(long_boards(), st.sampled_from(SCANS))
def test_a_board_of_any_length_has_the_solutions_of_a_plain_search(cover: ExactCover, strategy: str) -> None:
    assert all_of(find(strategy).state(cover)) == by_first_cell(cover)


@settings(deadline=None, max_examples=30)
@drawn(long_boards(), st.sampled_from(SCANS), st.integers(0, 1 << 20), st.sampled_from([1, 20, 1 << 12]))
def test_what_goes_first_may_lie_anywhere_on_a_long_board(
    cover: ExactCover, strategy: str, number: int, effort: int
) -> None:
    single = np.flatnonzero((cover.lower == 1) & (cover.upper == 1))
    first = int(single[number % len(single)])
    assert all_of(find(strategy).state(cover, None, first, effort)) == by_first_cell(cover)


@pytest.mark.parametrize(
    ("name", "plain", "ruled"),
    [
        ("pentominoes-3x20", 5689, 5492),
        ("pentominoes-4x15", 32673, 30875),
        ("pentominoes-5x12", 241317, 156414),
        ("pentominoes-6x10", 573830, 366158),
    ],
)
def test_a_scan_leaves_a_corner_where_four_pieces_meet_at_once(name: str, plain: int, ruled: int) -> None:
    for rules, nodes in ((), plain), (("no crossroads",), ruled):
        run = sp.solve(sp.with_rules(sp.load(name), rules))
        run.exhaust()
        assert (run.stats["strategy"], run.stats["nodes"]) == ("scan", nodes)


@settings(deadline=None, max_examples=30)
@drawn(long_boards(("once", "rules")), st.data(), st.sampled_from([20, 1 << 12]))
def test_parts_that_share_a_table_of_endings_find_what_they_find_alone(
    cover: ExactCover, data: st.DataObject, effort: int
) -> None:
    strategy = find("scan")
    first = data.draw(st.none() | st.sampled_from(np.flatnonzero(cover.upper == 1).tolist()))
    state = strategy.state(cover, None, first, effort)
    part = cover
    for _ in range(data.draw(st.integers(1, 4))):  # what is chosen may lie anywhere
        left = np.flatnonzero(part.live).tolist()
        part = part.given([data.draw(st.sampled_from(left))]) if left else part
    numbers, rest = part.residual()
    if strategy.refused(rest) is None and rest.hopeless() is None:
        shared = state.for_part(rest, cover.members()[list(part.chosen)])
        assert shared is not None
        found = [tuple(sorted((*part.chosen, *numbers[list(one)].tolist()))) for one in all_of(shared)]
        assert sorted(found) == by_first_cell(part)


@pytest.mark.parametrize(("strategy", "fewer"), [("scan", True), ("scan:holes,hard", False), ("mrv", False)])
def test_a_table_that_is_made_after_a_look_is_that_made_at_once(strategy: str, fewer: bool) -> None:
    puzzle = sp.load("pentominoes-3x20")
    cover = cover_of(puzzle, place(puzzle))
    plain, at_once = (find(strategy).state(cover, puzzle.board, None, effort) for effort in (0, 4000))
    plain.advance(100, np.full((1, plain.longest), -1, np.int64))
    plain.head[:2] = -1, 0
    later = plain.with_table(4000)
    assert all_of(later) == all_of(at_once)
    assert later.nodes == at_once.nodes
    assert len(all_of(plain)) == 8
    assert (later.nodes < plain.nodes) == fewer


def test_a_part_with_other_options_than_the_table_of_endings_does_not_use_it() -> None:
    puzzle = sp.load("pentominoes-3x20")
    cover = cover_of(puzzle, place(puzzle))
    last = cover.covers(int(scan_order(puzzle.board)[-1]))
    half = cover.without(last)  # a table of these has no packing
    strategy, solutions, rest = find("scan"), set(searched(cover, "mrv")[0]), half.residual()[1]
    assert len(solutions) == 8
    for part in (cover, cover.given([option for option in min(solutions) if last[option]])):
        searcher = Searcher(strategy, puzzle.board, fresh=Fresh(half, rest, strategy.state(rest, puzzle.board)))
        found = {tuple(sorted(row[row >= 0].tolist())) for batch in searcher(part, {}) for row in batch}
        assert found == {solution for solution in solutions if set(part.chosen) <= set(solution)}


def test_a_chain_of_cells_may_be_as_long_as_it_likes() -> None:
    for length, count in ((65, 33), (129, 65), (200, 0), (1001, 501)):
        options, bounds = chain(length)
        cover = replace(ExactCover.of_sets(options, bounds), families={"pieces": range(length, length + 1)})
        assert len(all_of(find("scan").state(cover))) == count


def test_equal_pieces_on_a_long_board_are_counted() -> None:
    options = [*({x, x + 1, 100} for x in range(99)), *({x, 101} for x in range(100))]
    for singles, bounds in (((2, 2), (49, 49)), ((0, 3), (49, 50))):  # 49 dominoes and 2 single squares, or 50 dominoes
        cover = ExactCover.of_sets(options, [(1, 1)] * 100 + [bounds, singles])
        for strategy in ("scan:plain", "scan:holes,hard", "scan"):
            assert len(all_of(find(strategy).state(cover))) == 51 * 50 // 2 + (bounds[1] == 50)


def test_a_piece_must_lie_within_the_window() -> None:
    for far, allowed in ((63, True), (64, False)):
        cover = ExactCover.of_sets([{0, far}, *({cell} for cell in range(100))], [(1, 1)] * 100)
        assert (find("scan").refused(cover) is None) is allowed
    # Another order of the cells may bring them together.
    points = np.array([[x % 64, x // 64, 0] for x in range(128)])
    cover = ExactCover.of_sets([{x, x + 64} for x in range(64)], [(1, 1)] * 128)
    assert find("scan").refused(cover) is not None
    assert find("scan").refused(cover, points) is None
    assert find("scan:yx").refused(cover, points) is not None
    assert all_of(find("scan").state(cover, points)) == [tuple(range(64))]


def test_one_sided_pentominoes_are_scanned_on_a_board_of_90_cells() -> None:
    search = sp.solve("one-sided-pentominoes-3x30")
    assert search.exhaust().known() == {"raw": 184, "rotations": 92, "isometries": 46}
    assert search.stats["strategy"] == "scan"
    assert search.stats["nodes"] < 400_000  # 2,595,517 by fewest options


@pytest.mark.few(2, "name")
@pytest.mark.parametrize("name", ["scan", "scan:plain", "scan:holes,hard", "scan:holes,hard,filter"])
@pytest.mark.parametrize("seed", range(40))
def test_a_scan_of_cells_with_colours_between_them_finds_what_others_find(name: str, seed: int) -> None:
    cover = strip(seed)
    if find(name).refused(cover.residual()[1]) is None:
        assert sorted(sp.solve(cover, strategy=name)) == sorted(sp.solve(cover, strategy="mrv"))


@pytest.mark.parametrize(("columns", "rows", "colours"), [(3, 3, 3), (4, 3, 5), (2, 6, 9)])
def test_edge_matching_is_scanned(columns: int, rows: int, colours: int) -> None:
    cover = edge_matching(columns, rows, colours)
    assert find("scan").refused(cover) is None
    assert sp.count(cover, strategy="scan").raw == sp.count(cover, strategy="mrv").raw


def test_colours_that_do_not_fit_into_a_window_are_refused() -> None:
    cover = edge_matching(6, 6, 16)
    with pytest.raises(PuzzleError, match="the colours along the scan take at most 64 bits, here 96"):
        sp.solve(cover, strategy="scan").exhaust()


# What a scan makes of a cover


def greedy(options: list[set[int]], cell: int) -> set[int]:
    """Return the neighbours of a cell, found step by step."""
    left = [option - {cell} for option in options if cell in option]
    if not all(left) or not left:
        return {cell}
    found: set[int] = set()
    while left:
        others = sorted(set().union(*left), key=lambda other: (abs(other - cell), other))
        best = max(others, key=lambda other: sum(other in option for option in left))
        found.add(best)
        left = [option for option in left if best not in option]
    return found


def packed_options(options: list[set[int]], cells: int) -> NDArray[np.uint64]:
    table = np.array([[cell in option for cell in range(cells)] for option in options], np.bool_)
    return to_words(table.reshape(-1, cells), -(-cells // 64))


OPTIONS = st.integers(1, 130).flatmap(
    lambda cells: st.tuples(
        st.just(cells), st.lists(st.sets(st.integers(0, cells - 1), min_size=1, max_size=6), max_size=40)
    )
)


@pytest.mark.full
@settings(deadline=None, max_examples=100)
@drawn(OPTIONS)
def test_neighbours_are_chosen_greedily(drawn_options: tuple[int, list[set[int]]]) -> None:
    cells, options = drawn_options
    inside = packed_options(options, cells)
    pairs = [(number, cell) for number, option in enumerate(options) for cell in sorted(option)]
    number, covered = np.array(pairs, np.int64).reshape(-1, 2).T
    of, beside = neighbours(number, covered, len(options), cells)
    chosen = [[cell, other] for cell in range(cells) for other in sorted(greedy(options, cell))]
    assert np.stack([of, beside], axis=1).tolist() == chosen
    distance, without = distances(inside, cells)
    assert distance.tolist() == sorted(set(distance.tolist()), key=lambda step: (step < 0, step))
    steps = zip(distance.tolist(), without, strict=True)
    assert sorted([cell, cell + step] for step, none in steps for cell in np.flatnonzero(~none).tolist()) == chosen


def test_a_cell_has_its_neighbour_at_any_distance() -> None:
    of, beside = neighbours(np.array([0, 0]), np.array([0, 3000]), 1, 3001)
    assert (of[0], beside[0]) == (0, 3000)
    assert (of == np.arange(3001)).all()
    assert (beside[1:-1] == of[1:-1]).all()


def test_tables_are_alike_in_how_many_calls_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = sp.load("tetracubes-2x4x4")
    cover = cover_of(puzzle, place(puzzle))
    whole = find("scan").state(cover, puzzle.board, effort=1000)
    monkeypatch.setattr(shared, "WORK", 1)
    monkeypatch.setattr(scan, "WORK", 1)
    holes._distances.cache_clear()
    stepwise = find("scan").state(cover, puzzle.board, effort=1000)
    assert isinstance(whole, scan.Scan)
    assert isinstance(stepwise, scan.Scan)
    assert (whole.inland == stepwise.inland).all()
    assert (whole.body == stepwise.body).all()
    assert whole.endings.first == stepwise.endings.first < len(puzzle.board)
    assert (whole.endings.table == stepwise.endings.table).all()


@pytest.mark.parametrize("strategy", ["scan", "cell"])
def test_tables_are_not_made_when_the_time_is_over(strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = sp.load("tetracubes-2x4x4")
    cover = cover_of(puzzle, place(puzzle))
    holes._distances.cache_clear()
    clock, calls = Clock(), []

    def stopping(call: Call) -> int:
        calls.append(call)
        clock.stop()
        return BUDGET_SPENT

    monkeypatch.setattr(Call, "__call__", stopping)
    with pytest.raises(Stopped):
        find(strategy).state(cover, puzzle.board, clock=clock)
    assert len(calls) == 1


@pytest.mark.full
@settings(deadline=None, max_examples=100)
@drawn(OPTIONS, st.integers(0, 1 << 32))
def test_the_options_of_a_scan_are_bits_in_its_order(drawn_options: tuple[int, list[set[int]]], seed: int) -> None:
    items, options = drawn_options
    cover = ExactCover.of_sets(options, [(1, 1)] * items)
    order = np.random.default_rng(seed).permutation(items)
    many = max(items - 62, Random(seed).randint(0, items))
    cells, others = order[:many], order[many:][: Random(seed).randint(0, 62)]
    inside, leader, body, rest = laid_out(cover, cells, others)
    members = cover.members()
    assert (from_words(inside, len(cells)) == members[:, cells]).all()
    assert (from_words(rest[:, None], len(others)) == members[:, others]).all()
    for option, (first, bits) in enumerate(zip(leader.tolist(), body.tolist(), strict=True)):
        covered = np.flatnonzero(members[option, cells]).tolist()
        assert first == min(covered, default=0)
        assert bits == sum(1 << cell - first for cell in covered if cell - first < 64)
