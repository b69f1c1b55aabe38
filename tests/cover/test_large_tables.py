"""Tables of large puzzles are made in blocks: they look at the clock, take little memory, and are refused in time."""

import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest
from clocks import Countdown
from hypothesis import given, settings
from hypothesis import strategies as st
from wide import apart, presents, tiles

from satpuzzle import machine
from satpuzzle.clock import Clock
from satpuzzle.cnf.encode import choose_recipe, encode
from satpuzzle.cnf.recipe import load_recipe
from satpuzzle.cover import action, bits, edges, exact_cover, ruled
from satpuzzle.cover.action import Action
from satpuzzle.cover.colours import ABSENT, ALONE, Coloured, Colours
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import packed, place
from satpuzzle.cover.reasons.colouring import colouring
from satpuzzle.engines.native import mrv
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.rate import _Board

PUZZLES = {"tiles": tiles(12), "tiles with a border": tiles(12, border="different on each side"), "apart": apart(12)}
every_puzzle = pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)


def in_small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edges, "_TILES", 100)
    for module, name in ((ruled, "_PORTION"), (action, "_PORTION"), (mrv, "_TABLE")):
        monkeypatch.setattr(module, name, 1 << 16)


@every_puzzle
def test_a_cover_is_the_same_in_portions_of_any_size(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    table = place(puzzle)
    whole = cover_of(puzzle, table)
    before, state = Action(whole), mrv.Mrv(whole)
    in_small_portions(monkeypatch)
    cover = cover_of(puzzle, table)
    assert (cover.rows == whole.rows).all()
    assert cover.names == whole.names
    after = Action(cover)
    assert (after.colours == before.colours).all()
    assert (after.members == before.members).all()
    many = state.level[0, 2] * state.words
    assert (mrv.Mrv(cover).stack[:many] == state.stack[:many]).all()


@every_puzzle
def test_tables_are_made_in_portions_and_look_at_the_clock_after_each(
    puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_portions(monkeypatch)
    table, never = place(puzzle), Countdown()
    cover = cover_of(puzzle, table, never)
    assert never.looks * (1 << 16) >= cover.rows.size * 4  # of tiles and of sides, of which each has many columns
    for make in (
        lambda clock: cover_of(puzzle, table, clock),
        lambda clock: Action(cover, clock=clock),
        lambda clock: mrv.Mrv(cover, clock),
        lambda clock: place(puzzle, clock),
    ):
        exact_cover._entries.clear()  # those of the cover asked for last are kept
        clock = Countdown()
        make(clock)
        for last in {1, clock.looks // 2 + 1, clock.looks}:
            exact_cover._entries.clear()
            with pytest.raises(Stopped):
                make(Countdown(last))


@pytest.mark.parametrize("puzzle", [tiles(20), apart(20)], ids=["tiles", "apart"])
def test_a_cover_takes_little_more_memory_than_its_rows(puzzle: Puzzle) -> None:
    table = place(puzzle)
    tracemalloc.start()
    rows = cover_of(puzzle, table).rows
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2 * rows.nbytes + (1 << 26)


@pytest.mark.parametrize(("puzzle", "fits"), [(tiles(20), 30), (apart(20), 60)], ids=["tiles", "apart"])
def test_a_puzzle_that_does_not_fit_is_refused_before_its_tables_are_made(
    puzzle: Puzzle, fits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit is half of the memory, and the cover has some 2000 options and 1200 or 2000 items."""
    monkeypatch.setattr(machine, "total", lambda: fits << 20)
    place(puzzle)
    monkeypatch.setattr(machine, "total", lambda: fits << 18)
    with pytest.raises(PuzzleError, match=r"the board has 400 cells, its placements do not fit into \d+ MiB"):
        place(puzzle)


def test_a_cover_of_given_options_looks_at_the_clock() -> None:
    options = [{item, Coloured(("c", item), item % 3)} for item in range(1000)]
    bounds = dict.fromkeys(range(1000), (1, 1)) | {("c", item): (0, 1) for item in range(1000)}
    never = Countdown()
    ExactCover.of_sets(options, bounds, clock=never)
    assert never.looks >= 4 * 1000 / 256  # options are read, parted from their colours, numbered and coloured
    for last in range(1, never.looks):
        with pytest.raises(Stopped):
            ExactCover.of_sets(options, bounds, clock=Countdown(last))


def looks(clock: Countdown, task: Callable[[Clock], object]) -> None:
    """Check that a task looks at the clock more than a few times, and ends when the clock stops in the middle."""
    exact_cover._entries.clear()  # those of the cover asked for last are kept
    task(clock)
    assert clock.looks > 2
    for last in (1, clock.looks // 2, clock.looks):
        exact_cover._entries.clear()
        with pytest.raises(Stopped):
            task(Countdown(last))


@pytest.mark.parametrize(
    "task",
    [
        colouring,
        lambda cover, clock: encode(cover, load_recipe("default"), clock),
        lambda cover, clock: choose_recipe(cover, "product", clock),
        _Board,
        ExactCover.entries,
    ],
    ids=["colouring", "encode", "recipe", "rate", "entries"],
)
def test_what_reads_all_options_looks_at_the_clock(
    task: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bits, "_ENTRIES", 100)
    monkeypatch.setattr(exact_cover, "_ROWS", 100)
    puzzle = presents(9, 2)
    cover = cover_of(puzzle, place(puzzle))
    looks(Countdown(), lambda clock: task(cover, clock=clock))


@settings(deadline=None)
@given(st.lists(st.sets(st.integers(0, 99), min_size=1, max_size=5), min_size=1, max_size=30), st.data())
def test_subproblems_of_narrow_and_of_wide_covers_are_the_same(sets: list[set[int]], data: st.DataObject) -> None:
    option = data.draw(st.integers(0, len(sets) - 1))
    cover = ExactCover.of_sets(sets, [(0, 1)] * 100)
    found = []
    for wide in (1, 8):
        with pytest.MonkeyPatch.context() as monkeypatch:
            monkeypatch.setattr(exact_cover, "_WIDE", wide)
            part = cover.given([option])
            found.append((part.live.tolist(), part.reached.tolist()))
    beside = [other for other in sets if not other & sets[option]]
    assert found[0] == found[1]
    assert found[0][0] == [not other & sets[option] for other in sets]
    assert found[0][1] == [any(item in other for other in beside) for item in range(100)]


@settings(deadline=None, max_examples=40)
@given(st.lists(st.sets(st.integers(0, 199)), max_size=30))
def test_entries_are_those_of_the_table_of_members(sets: list[set[int]]) -> None:
    cover = ExactCover.of_sets(sets, [(0, 1)] * 200)
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(bits, "_ENTRIES", 17)
        option, item = cover.entries()
    assert np.array_equal([option, item], np.nonzero(cover.members()))


def test_a_cover_with_colours_takes_no_table_of_all_options_and_items() -> None:
    options = [{item % 50, Coloured(("c", item % 500), item % 3)} for item in range(5000)]
    bounds = dict.fromkeys(range(50), (1, 1)) | {("c", item): (0, 1) for item in range(500)}
    tracemalloc.start()
    ExactCover.of_sets(options, bounds)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 5000 * 500 * 4


@given(st.integers(1, 6), st.integers(0, 40), st.integers(1, 384), st.integers(0, 1 << 30))
def test_the_bits_of_narrow_and_of_wide_rows_are_found(words: int, rows: int, count: int, seed: int) -> None:
    dice = np.random.default_rng(seed)
    table = dice.integers(0, 1 << 63, (rows, words), np.uint64) & dice.integers(0, 1 << 63, (rows, words), np.uint64)
    count = min(count, 64 * words)
    expected = np.nonzero(bits.from_words(table, count))
    assert all((one == other).all() for one, other in zip(bits.ones(table, count), expected, strict=True))


@given(st.lists(st.sets(st.integers(0, 200), min_size=3, max_size=3), max_size=6), st.integers(4, 100))
def test_bits_are_set_in_wide_rows_as_in_narrow_ones(sets: list[set[int]], words: int) -> None:
    members = np.array([sorted(some) for some in sets], np.int64).reshape(-1, 3)
    numbers = [sum(1 << bit for bit in some) for some in sets]
    assert [int.from_bytes(row.tobytes(), "little") for row in packed(members, words)] == numbers
    within = [sum(1 << bit for bit in {bit % 64 for bit in some}) for some in sets]
    assert packed(members % 64, 1)[:, 0].tolist() == within


@st.composite
def painted(draw: st.DrawFn) -> tuple[Colours, np.ndarray, int]:
    sizes = draw(st.lists(st.integers(0, 9), min_size=1, max_size=30))
    before = draw(st.integers(0, 70))
    colours = Colours.behind(before + len(sizes), range(before, before + len(sizes)), [["c"] * size for size in sizes])
    table = [[draw(st.integers(ABSENT, size - 1) if size else st.just(ALONE)) for size in sizes] for _ in range(4)]
    return colours, np.array(table, np.int64), before


@settings(deadline=None)
@given(painted())
def test_colours_are_read_as_they_were_written(drawn: tuple[Colours, np.ndarray, int]) -> None:
    colours, table, before = drawn
    rows = np.zeros((len(table), colours.words), np.uint64)
    options, numbers = np.nonzero(table != ABSENT)
    colours.give(rows, options, numbers, table[options, numbers])
    assert (colours.of(rows) == table).all()
    for number in range(len(colours.items)):
        assert (colours.of_item(number, rows) == table[:, number]).all()
    one_by_one = np.zeros_like(rows)
    for number in range(len(colours.items)):
        here = np.flatnonzero(table[:, number] != ABSENT)
        for colour in (np.full(len(here), ALONE), table[here, number]):  # the last one counts
            colours.give(one_by_one, here, np.full(len(here), number), colour)
    covers = np.unpackbits(one_by_one.view(np.uint8), axis=1, bitorder="little")[:, before : before + table.shape[1]]
    assert (covers == (table != ABSENT)).all()
    assert (one_by_one == rows).all()
