"""What repeated measurements say, the instances they are made on, and plots of them."""

import math
from typing import Any

import numpy as np
import pytest
from lab import plots
from lab.spread import Growth, Spread, paired, plain, share, spreads

from satpuzzle import PuzzleError, compare, count, load, place, solve
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.reasons import colouring
from satpuzzle.measure.instances import DOMINO, I3, STUDY, box, cells_of, copies, filled, generated, pentacubes
from satpuzzle.measure.trial import Contender, Trial
from satpuzzle.solutions.palette import luminance


def record(puzzle: str, solver: str, repeat: int, status: str = "exhausted", **more: Any) -> dict[str, Any]:
    return {"puzzle": puzzle, "solver": solver, "repeat": repeat, "status": status} | more


def test_a_spread_has_the_median_and_the_quartiles() -> None:
    spread = Spread.of([5, 1, 3, 2, 4])
    assert (spread.low, spread.middle, spread.high, spread.count) == (2, 3, 4, 5)
    assert f"{spread:.1f}" == "3.0 (2.0–4.0)"
    assert str(Spread.of([7, 7])) == "7"


def test_equal_distributions_are_seldom_told_apart() -> None:
    dice = np.random.default_rng(3)
    draws = [np.exp(0.2 * dice.standard_normal((2, 5))) for _ in range(300)]
    apart = sum(Spread.of(one).apart(Spread.of(other)) for one, other in draws)
    assert apart <= 45  # a tenth is promised; quartiles that do not overlap would say so 57 times
    one, other = (Spread.of(values) for values in draws[0])
    assert one.over(other).low == pytest.approx(1 / other.over(one).high, rel=0.05)


def test_what_is_twice_as_long_is_told_apart_unless_many_are_compared() -> None:
    dice = np.random.default_rng(4)
    fast, slow = (Spread.of(factor * np.exp(0.3 * dice.standard_normal(20))) for factor in (1, 1.4))
    assert slow.over(fast).sure
    assert slow.over(fast).middle == pytest.approx(slow.middle / fast.middle)
    narrow, wide = slow.over(fast), slow.over(fast, comparisons=1000)
    assert wide.low < narrow.low
    assert wide.high > narrow.high


def test_a_group_with_a_run_that_was_cut_short_has_no_spread() -> None:
    runs = [
        record("soma", "a", 0, work=1.0),
        record("soma", "a", 1, work=2.0),
        record("soma", "b", 0, work=1.0),
        record("soma", "b", 1, "time_limit", work=9.0),
    ]
    assert spreads(runs, "work") == {("soma", "a"): Spread(1.25, 1.5, 1.75, 2), ("soma", "b"): None}
    assert spreads(runs, "work", ended=False)["soma", "b"] == Spread(3.0, 5.0, 7.0, 2)
    assert spreads(runs, "nodes")["soma", "a"] is None


def test_ratios_are_taken_round_by_round() -> None:
    runs = [record("soma", s, r, work=w) for s, r, w in (("a", 0, 8.0), ("b", 0, 2.0), ("a", 1, 1.0), ("b", 1, 1.0))]
    runs.append(record("soma", "a", 2, "time_limit", work=99.0))
    (ratio,) = paired(runs, "work", "a", "b").values()
    assert (ratio.middle, ratio.low, ratio.high, ratio.sure) == (2.5, 1.0, 4.0, False)


def test_a_share_that_is_all_may_still_be_less() -> None:
    found = share(20, 20)
    assert found.mean == found.high == 1.0
    assert 0.8 < found.low < 0.95
    assert share(0, 20).high == pytest.approx(1 - found.low)


def test_a_growth_is_found_with_its_interval() -> None:
    exact = Growth.of([1, 2, 3, 4], [3 * 2**n for n in (1, 2, 3, 4)])
    assert (exact.factor.mean, exact.start) == pytest.approx((2, 3))
    assert exact.at(10) == pytest.approx(3 * 2**10)
    dice = np.random.default_rng(1)
    hits = 0
    for _ in range(200):
        costs = np.exp(math.log(2) * np.arange(6) + 0.3 * dice.standard_normal(6))
        factor = Growth.of(range(6), costs.tolist()).factor
        hits += factor.low <= 2 <= factor.high
    assert 165 <= hits <= 195  # nine of ten
    with pytest.raises(PuzzleError, match="2 sizes"):
        Growth.of([1, 1, 2], [1, 2, 3])


def test_boxes_lose_corners_of_one_colour() -> None:
    assert count(filled("domino", (4, 4), DOMINO)).raw == 36
    cut = filled("domino", (4, 4), DOMINO, 2)
    assert cut.name == "domino-4x4-less-2"
    assert len({sum(cell) % 2 for cell in set(np.ndindex(4, 4, 1)) - set(map(tuple, cut.board.tolist()))}) == 1
    assert count(cut).raw == 0
    assert len(filled("I3", (5, 5), I3, 1).board) == 24
    with pytest.raises(PuzzleError, match="4 sides"):
        box("none", (1, 1, 1, 1), [copies("domino", DOMINO, 1)])


def test_generated_puzzles_are_flat_and_solid_and_only_some_have_solutions() -> None:
    puzzles = generated(6, sizes=(4, 5))
    assert [puzzle.grid.name for puzzle in puzzles] == ["square", "cubic"] * 3
    assert all(len(puzzle.board) == 5 * sum(piece.max for piece in puzzle.pieces) for puzzle in puzzles)
    assert [len(place(puzzle).piece) for puzzle in generated(6, sizes=(4, 5))] == [len(place(p).piece) for p in puzzles]
    assert {bool(count(puzzle).raw) for puzzle in generated(12)} == {True, False}


def test_a_seed_goes_to_solvers_that_take_one_and_only_to_them() -> None:
    made = [Trial(load("soma"), Contender(name)).seeded(3).seed for name in ("cadical", "glucose", "cpsat")]
    assert made == [3, 3, 3]
    assert Trial(load("soma"), Contender("native")).seeded(3).seed is None
    for seed, found in ((-1, "allowed are integers"), (10**9, "allowed are integers")):
        with pytest.raises(PuzzleError, match=found):
            solve("soma", "cadical", seed=seed)
    with pytest.raises(PuzzleError, match="native takes no seed"):
        solve("soma", seed=1)


@pytest.mark.full
def test_repeats_differ_by_their_seeds_and_find_the_same() -> None:
    made = compare("diabolical-cube", ["glucose"], repeat=2, seeds=True)
    assert made.agree
    assert [one["seed"] for one in made.records] == [0, 1]
    assert len({one["conflicts"] for one in made.records}) == 2
    for one in made.records:
        assert 0 < one["first_work"] <= one["work"]
        assert one["process"] < one["work"]


def test_lines_can_be_read_on_white() -> None:
    assert len(set(plots.LINES)) == len(plots.LINES) == 10
    assert all(luminance(colour) <= 0.3 for colour in plots.LINES)


def test_figures_in_sentences_have_no_exponent() -> None:
    assert [plain(x) for x in (427.3, 28_100.0, 0.1279, 1.0, 3.0)] == ["430", "28000", "0.13", "1", "3"]
    assert [plain(x, 3) for x in (6071.2, 1234567.0, 0.14333)] == ["6070", "1230000", "0.143"]


def test_a_cactus_counts_what_was_solved() -> None:
    pytest.importorskip("matplotlib").use("agg")
    runs = [record(f"p{n}", "a", 0, cpu=float(3 - n)) for n in range(3)]
    runs += [record("p0", "b", 0, cpu=0.5), record("p1", "b", 0, "time_limit"), record("p2", "b", 0, cpu=11.0)]
    (one, other) = plots.axes(2)
    assert plots.cactus(one, runs, 10.0) == {"a": 3, "b": 1}
    assert [list(line.get_xdata()) for line in one.lines] == [[1.0, 2.0, 3.0], [0.5], [10.0, 10.0]]  # type: ignore[arg-type]
    assert one.get_xlabel() == "CPU time (s)"
    plots.heat(other, {("a", "x"): 1.0, ("a", "y"): 100.0, ("b", "x"): None})
    assert [text.get_text() for text in other.texts] == ["1", "1e+02", "×", ""]
    plots.banded(one, [1, 2], [Spread.of([1, 2]), None], "banded")
    plots.beside(one)
    import matplotlib.pyplot as plt

    plt.close("all")


def test_shuffled_options_have_the_same_solutions() -> None:
    puzzle = load("steinhaus")
    cover = cover_of(puzzle, place(puzzle))
    order = np.random.default_rng(2).permutation(len(cover.rows))
    mixed = cover.reordered(order)
    found = {tuple(sorted(order[list(one)].tolist())) for one in solve(mixed)}
    assert found == set(solve(cover))
    with pytest.raises(ValueError, match="residual"):
        cover.given([0]).reordered(order)
    seeded = [solve(puzzle, name, encoding="block-all", seed=5).exhaust() for name in ("cadical", "glucose")]
    assert seeded == [count(puzzle)] * 2


def test_an_impatient_comparison_does_not_repeat_what_was_cut_short() -> None:
    solvers = [Contender.named("native"), Contender.named("glucose default")]
    made = compare(filled("domino", (6, 6, 6), DOMINO), solvers[1:], time_limit=0.3, repeat=3, patient=False)
    assert [one["status"] for one in made.records] == ["time_limit"]
    assert str(Contender("clingo", parts=9)) == "clingo in 9"
    assert list(map(str, solvers)) == ["native", "glucose default"]


@pytest.mark.parametrize("kind", STUDY)
def test_an_instance_of_the_study_is_the_same_each_time(kind: str) -> None:
    one, other, third = (STUDY[kind](number) for number in (0, 0, 2))
    assert (one.rows == other.rows).all()
    assert one.rows.shape != third.rows.shape or (one.rows != third.rows).any()
    assert (one.lower == 1).all()
    assert (one.upper == 1).all()


def test_instances_of_the_study_are_what_they_are_called() -> None:
    assert count(STUDY["pentominoes"](0)).raw
    assert all(colouring(STUDY["mutilated"](number)) is not None for number in range(4))
    assert STUDY["random"](1).members().sum(axis=1).tolist() == [5] * 350
    assert STUDY["pentacubes"](0).members().sum(axis=1).tolist() == [6] * len(STUDY["pentacubes"](0).rows)


def test_there_are_29_pentacubes() -> None:
    assert len(pentacubes()) == len(set(pentacubes())) == 29


def test_a_board_of_one_kind_of_piece_needs_its_cells_only() -> None:
    board = filled("domino", (4, 4), DOMINO)
    assert len(cells_of(board).names) == 16
    assert count(cells_of(board)).raw == count(board).raw == 36
