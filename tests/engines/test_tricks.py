"""A scan with tricks: each of them changes the tree and never the solutions."""

from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from strategies import puzzles
from test_scan import all_of

import satpuzzle as sp
from satpuzzle.clock import UNLIMITED
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import place
from satpuzzle.engines.native import tricks
from satpuzzle.engines.native.probe import estimate
from satpuzzle.engines.native.tricks import Tricks
from satpuzzle.engines.strategies import find
from satpuzzle.engines.strategies._tricks import ONE_BY_ONE, PLAIN, TRICKS
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.model import Puzzle

EACH = ("hotspot", "hotspot-2", "holes", "pairs", "lines", "colours", "gaps", "plus", "hard-2", "hard-3", "endings")
TOGETHER = (
    *("hotspot,plus,holes,hard", "hotspot-2,plus,pairs", "plus,endings,hard-2,filter", "holes,hard,endings,one-by-one"),
    *("hotspot,plus,holes,pairs,hard-2,filter,endings", "gaps,colours,lines,hard-3,filter,endings"),
)


def state_of(name: str, words: str, first: int | None = None, effort: int = 0) -> Tricks:
    puzzle = sp.load(name)
    state = find(f"scan:{words}").state(cover_of(puzzle, place(puzzle)), puzzle.board, first, effort)
    assert isinstance(state, Tricks)
    return state


@pytest.mark.few(1, "words")
@pytest.mark.parametrize("name", ["soma", "tetracubes-2x4x4", "pentominoes-3x20", "diabolical-cube", "iq-pyramid-4"])
@pytest.mark.parametrize("words", [*EACH, *TOGETHER])
def test_tricks_change_no_count(name: str, words: str) -> None:
    puzzle = sp.load(name)
    strategy, cover = find(f"scan:{words}"), cover_of(puzzle, place(puzzle))
    reason = strategy.refused(cover, puzzle.board)
    if reason is not None:
        assert name in ("diabolical-cube", "iq-pyramid-4")
        assert {*words.split(",")} & {"pairs", "colours"}
        return
    run = sp.solve(name, strategy=f"scan:{words}")
    assert run.exhaust() == sp.count(name)
    if ONE_BY_ONE in words:
        assert int(run.stats["tested"]) >= int(run.stats["nodes"])


@pytest.mark.full
@settings(deadline=None, max_examples=80)
@drawn(puzzles(), st.data())
def test_tricks_find_what_another_search_finds(puzzle: Puzzle, data: st.DataObject) -> None:
    chosen = data.draw(st.sets(st.sampled_from(["holes", "pairs", "lines", "colours", "gaps", "plus", "endings"])))
    chosen |= {*data.draw(st.sampled_from([(), ("hotspot",), ("hotspot-2",)]))}
    chosen |= {*data.draw(st.sampled_from([(), ("hard",), ("hard-2", "filter"), ("hard-3",)]))}
    _, cover = cover_of(puzzle, place(puzzle)).residual()
    strategy = find(",".join(["scan:" + ONE_BY_ONE, *sorted(chosen)]))
    if cover.hopeless() is None and len(cover.rows) and strategy.refused(cover, puzzle.board) is None:
        first = data.draw(st.none() | st.sampled_from(range(len(cover.names))))
        state = strategy.state(cover, puzzle.board, first, data.draw(st.sampled_from([0, 16, 4096])))
        assert all_of(state) == all_of(find("mrv").state(cover, puzzle.board))


@pytest.mark.few(1, "words")
@pytest.mark.parametrize("words", ["plain", "holes", "holes,hard"])
@pytest.mark.parametrize("name", ["soma", "pentominoes-3x20", "tetracubes-2x4x4"])
def test_one_by_one_tries_what_many_at_a_time_do(name: str, words: str) -> None:
    puzzle = sp.load(name)
    cover, first = cover_of(puzzle, place(puzzle)), len(puzzle.board) + 1
    together = find(f"scan:{words}").state(cover, puzzle.board, first)
    single = state_of(name, f"{words},one-by-one", first)
    assert all_of(together) == all_of(single)
    assert together.nodes == single.nodes


@pytest.mark.full
@pytest.mark.parametrize("words", ["hotspot", "hotspot,plus", "hotspot,holes,hard"])
def test_a_table_of_hotspots_has_what_is_found_without(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with_table = state_of("soma", words, 30)
    monkeypatch.setattr(tricks, "_TALL", 0)
    without = state_of("soma", words, 30)
    assert len(with_table.spot) > 500 > len(without.spot)
    assert all_of(with_table) == all_of(without)
    assert with_table.nodes == without.nodes


@pytest.mark.parametrize(
    ("without", "with_it"),
    [("one-by-one", "plus"), ("hotspot", "hotspot,plus"), ("hotspot,endings", "hotspot,plus,endings")],
)
def test_the_plus_index_spares_tests_and_no_nodes(without: str, with_it: str) -> None:
    states = [state_of("soma", words, effort=512) for words in (without, with_it)]  # the table begins inside a layer
    assert all_of(states[0]) == all_of(states[1])
    assert states[0].nodes == states[1].nodes
    assert states[1].figures["tested"] < 0.7 * states[0].figures["tested"]


def test_a_filter_spares_tests_and_no_nodes() -> None:
    states = [state_of("soma", f"hard-2,{words}", 30) for words in ("holes", "holes,filter")]
    assert all_of(states[0]) == all_of(states[1])
    assert states[0].nodes == states[1].nodes
    assert states[1].figures["tested"] < 0.8 * states[0].figures["tested"]


@pytest.mark.parametrize("more", [False, True])
def test_a_section_has_the_groups_that_cover_empty_neighbours_only(more: bool) -> None:
    groups, sections = tricks._sections(more)
    assert len(groups) == 18 or more
    assert {*sections} == {pattern for pattern in range(16) if more or pattern.bit_count() <= 2}
    for pattern, (start, end) in sections.items():
        assert sorted(groups[start:end]) == [group for group in range(16) if not group & ~pattern]


def test_balances_are_those_of_all_choices() -> None:
    dice = Random(3)
    for _ in range(50):
        possible = [{dice.randrange(-3, 4) for _ in range(dice.randrange(1, 3))} for _ in range(5)]
        for used, word in enumerate(tricks._balances(possible).tolist()):
            left = [some for piece, some in enumerate(possible) if not used >> piece & 1]
            assert {bit - 32 for bit in range(64) if word >> bit & 1} == {sum(one) for one in product(*left)}


def test_what_tests_cut_is_counted_by_depth() -> None:
    state = state_of("tetracubes-2x4x4", "holes,pairs,lines,colours,gaps,endings", effort=4096)
    assert len(all_of(state)) == 11120
    assert (state.cuts.sum(axis=1) > 0).all()
    assert {f"cut_by_{test}": n for test, n in zip(tricks.TESTS, state.cuts.sum(axis=1), strict=True)} == {
        key: many for key, many in state.figures.items() if key.startswith("cut")
    }
    assert state.figures["lookups"] >= state.figures["cut_by_endings"]
    assert (state.cuts[:, state.longest + 1] == 0).all()


@pytest.mark.full
@pytest.mark.parametrize("words", ["hotspot,plus,holes,hard-2,filter,endings", "gaps"])
def test_a_search_goes_on_where_it_stopped_and_probes_leave_no_trace(words: str) -> None:
    whole = state_of("tetracubes-2x4x4", words, 33, 4096)
    solutions = all_of(whole)
    probed = state_of("tetracubes-2x4x4", words, 33, 4096)
    seen = estimate(probed, 4000, UNLIMITED)
    assert abs(seen.nodes - whole.nodes) < 5 * seen.nodes_error
    found: list[tuple[int, ...]] = []
    while True:
        batch = np.full((3, probed.longest), -1, np.int64)
        outcome, count = probed.advance(50, batch)
        found += [tuple(sorted(option for option in row if option >= 0)) for row in batch[:count].tolist()]
        if outcome == 1:
            break
    assert sorted(found) == solutions
    assert (probed.nodes, probed.figures) == (whole.nodes, whole.figures)


def test_parts_share_a_table_and_find_the_same() -> None:
    words = "hotspot,plus,holes,hard-2,filter,endings"
    runs = [sp.solve("tetracubes-2x4x4", strategy=f"scan:{words}", parts=parts) for parts in (1, 20)]
    assert runs[0].exhaust() == runs[1].exhaust() == sp.count("tetracubes-2x4x4")
    assert runs[1].stats["parts"] > 10
    assert runs[1].stats["lookups"] > 0


@pytest.mark.parametrize(
    ("strategy", "says"),
    [
        (
            "scan:holez",
            "holez after the colon; allowed are axes, x, y and z in some order, the slowest first, and plain",
        ),
        ("scan:", "nothing after the colon"),
        ("scan:xyz,zyx", "xyz and zyx after the colon"),
        ("scan:hard,hard-2", "hard and hard-2 exclude each other"),
        ("scan:hotspot,hotspot-2", "hotspot and hotspot-2 exclude each other"),
        ("scan:plain,holes", "plain and holes exclude each other"),
        ("scan:filter", "filter is allowed with hard, hard-2 or hard-3"),
        ("mrv:holes", "mrv takes no axes and no tricks, scan does"),
    ],
)
def test_wrong_tricks_are_refused_in_one_line(strategy: str, says: str) -> None:
    with pytest.raises(PuzzleError, match=says.replace("(", r"\(")):
        sp.count("soma", strategy=strategy)


@pytest.mark.parametrize(
    ("name", "words", "says"),
    [
        ("galakub", "plus", "each piece is used at most once"),
        ("iq-pyramid-5", "pairs", "connected and has at least three cells"),
        ("one-sided-pentominoes-5x18", "hotspot", "at most 64 of them"),
        ("diabolical-cube", "pairs", "at least three cells"),
    ],
)
def test_a_trick_says_where_it_is_allowed(name: str, words: str, says: str) -> None:
    puzzle = "docs/one-sided-pentominoes-5x18.toml" if name.startswith("one-sided") else name
    with pytest.raises(PuzzleError, match=says):
        sp.count(puzzle, strategy=f"scan:{words}")


def test_every_trick_is_tested() -> None:
    tried = {word for words in (*EACH, *TOGETHER) for word in words.split(",")}
    assert {*TRICKS} == tried | {PLAIN}


@pytest.mark.full
@pytest.mark.parametrize("words", ["hotspot", "holes,hard-2,filter,hotspot"])
def test_a_layer_that_is_only_partly_in_the_table_loses_no_node_by_the_plus_index(words: str) -> None:
    puzzle = sp.load("ct-puzzle")  # layers of 12 cells
    cover, dice = cover_of(puzzle, place(puzzle)), Random(5)
    whole = [state_of("ct-puzzle", f"endings,{words}{more}", 60, 4000) for more in ("", ",plus")]
    assert whole[0].endings.first % 12 == 7
    solution = next(iter(sp.solve(puzzle))).options
    for _ in range(10):
        part = cover.given(dice.sample(solution, 3))
        _, rest = part.residual()
        states = [state.for_part(rest, cover.members()[list(part.chosen)]) for state in whole]
        assert all_of(states[0]) == all_of(states[1])
        assert states[0].nodes == states[1].nodes
