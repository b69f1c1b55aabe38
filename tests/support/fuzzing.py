"""Random covers go through all kernels, and what comes out is held to plain Python.

    python tests/support/fuzzing.py SECONDS SEED [LIBRARY]

It takes the library of kernels from a file, if one is named, and prints how many covers there were.
"""

import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import movement
import numpy as np
from coloured import strip

from satpuzzle.cover.colours import Coloured
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.weights import Weighted
from satpuzzle.engines import build
from satpuzzle.engines.frontier.count import Counting
from satpuzzle.engines.memo.count import Remembering
from satpuzzle.engines.native import shared
from satpuzzle.engines.native.interpreted import Interpreted
from satpuzzle.engines.native.mrv import Mrv
from satpuzzle.engines.native.record import Recorder
from satpuzzle.engines.state import BUDGET_SPENT, EXHAUSTED, FOUND_FULL, STACK_FULL
from satpuzzle.engines.strategies import STRATEGIES, find
from satpuzzle.errors import FrontierError
from satpuzzle.search.check import Checker

_BOUNDS = [(1, 1)] * 9 + [(0, 1), (2, 2), (1, 2), (0, 2), (1, 9), (0, 9), (3, 3)]
_MOST, _FEW = 500, 30  # nodes of a search that is compared, and of one by lists that are shaved
_SECONDS = 1e-3  # of a count without listing, by the work that is done
_LEAST = 6  # covers that are compared at least


def random_cover(dice: Random) -> ExactCover:
    """Return a cover of up to a few hundred items; some have a solution, and lie along a line as a scan needs it."""
    items = dice.choice((3, 6, 12, 30, 62, 70, 130, 200, 400))
    whole, sets = [*range(items)], list[set[int]]()
    reach = dice.choice((4, 60, items))
    for _ in range(dice.randint(1, 5)):
        left = whole[:]
        if reach == items:
            dice.shuffle(left)
        while left:
            taken = {left[0], *dice.sample(left[:reach], min(len(left), dice.randint(1, 4)))}
            sets.append(taken)
            left = [item for item in left if item not in taken]
    bounds = [dice.choice(_BOUNDS) if dice.random() < dice.choice((0.0, 0.3)) else (1, 1) for _ in whole]
    dice.shuffle(sets)
    return ExactCover.of_sets(sets[: dice.choice((len(sets), 40))], bounds).residual()[1]


def random_puzzle(dice: Random) -> ExactCover:
    """Return a cover of cells in a line, some of which may stay empty, and of pieces, some in several copies."""
    cells, pieces = dice.choice((4, 9, 20, 63, 64, 65, 90)), dice.randint(1, 9)
    shapes = [{0, *dice.sample(range(1, 7), dice.randint(0, 3))} for _ in range(pieces)]
    sets = [
        {*({start + step for step in shape} - {*range(cells, cells + 9)}), cells + piece}
        for piece, shape in enumerate(shapes)
        for start in range(cells)
        if start + max(shape) < cells and dice.random() < dice.choice((1.0, 0.4))
    ]
    optional = dice.choice((0.0, 0.0, 0.2))
    bounds = [(0, 1) if dice.random() < optional else (1, 1) for _ in range(cells)]
    bounds += [dice.choice(((1, 1), (0, 1), (0, cells), (2, 3), (0, 5))) for _ in range(pieces)]
    cover = ExactCover.of_sets(sets, bounds)
    return replace(cover, families={"cells": range(cells), "pieces": range(cells, cells + pieces)}).residual()[1]


def random_colours(dice: Random) -> ExactCover:
    """Return a cover of up to two hundred items, and others with colours; some have a solution."""
    items, painted = dice.choice((3, 9, 30, 61, 62, 63, 64, 130, 200)), dice.choice((1, 2, 5, 9, 33, 90))
    hues, blank = dice.choice((1, 2, 3, 4, 5, 16, 17)), dice.choice((0.0, 0.0, 0.1, 0.5))
    options: list[list[object]] = []
    for _ in range(dice.randint(1, 6)):
        left, colour = [*range(items)], [dice.randrange(hues) for _ in range(painted)]
        dice.shuffle(left)
        while left:
            taken: list[object] = [left.pop() for _ in range(min(len(left), dice.randint(1, 4)))]
            for item in dice.sample(range(painted), dice.randint(0, min(4, painted))):
                hue = colour[item] if dice.random() < 0.95 else dice.randrange(hues)
                taken.append(("x", item) if dice.random() < blank else Coloured(("x", item), hue))
            options.append(taken)
    bounds: dict[object, tuple[int, int]] = {
        item: dice.choice(_BOUNDS) if dice.random() < dice.choice((0.0, 0.3)) else (1, 1) for item in range(items)
    }
    bounds |= {("x", item): (0, 1) for item in range(painted)}
    order = [*bounds]
    if dice.random() < 0.3:
        dice.shuffle(order)
    dice.shuffle(options)
    return ExactCover.of_sets(options, {item: bounds[item] for item in order}).residual()[1]


def random_sums(dice: Random) -> ExactCover:
    """Return a cover of up to two hundred items, and of sums that options add to; many have a solution."""
    items, sums = dice.choice((4, 12, 30, 61, 64, 130, 200)), dice.choice((1, 2, 5, 12))
    heaviest, share = dice.choice((2, 3, 9, 30)), dice.choice((0.2, 0.6, 1.0))
    options: list[list[object]] = []
    totals = [0] * sums
    for turn in range(dice.randint(1, 5)):
        left = [*range(items)]
        dice.shuffle(left)
        while left:
            taken: list[object] = [left.pop() for _ in range(min(len(left), dice.randint(1, 4)))]
            for number in range(sums):
                if dice.random() < share:
                    weight = dice.randint(1, heaviest)
                    totals[number] += weight * (turn == 0)
                    taken.append(Weighted(("sum", number), weight))
            options.append(taken)
    bounds: dict[object, tuple[int, int]] = {
        ("sum", number): dice.choice([(total, total), (total, total + 3), (0, total), (max(0, total - 2), total)])
        for number, total in enumerate(max(1, total) for total in totals)
    }
    bounds |= dict.fromkeys(range(items), (1, 1))
    dice.shuffle(options)
    return ExactCover.of_sets(options, bounds).residual()[1]


def random_strip(dice: Random) -> ExactCover:
    """Return cells in a row and edges between them in colours, as a scan needs it."""
    return strip(dice.randrange(1 << 40)).residual()[1]


def any_cover(seed: int) -> ExactCover:
    """Return one of these."""
    dice = Random(seed)
    return dice.choice((random_cover, random_puzzle, random_colours, random_strip, random_sums))(dice)


def course(state: Any, dice: Random, most: int) -> tuple[list[int], list[list[int]], bool]:
    """Return the nodes at each stop, the solutions in their order, and whether the search came to its end."""
    state.work = 1 << 60  # which plain Python spends faster than a kernel
    stops, solutions = [], list[list[int]]()
    found = np.full((dice.choice((1, 3, 64)), state.longest), -7, np.int64)
    while state.nodes < most:
        until, kept = state.nodes + dice.choice((1, 7, 100, 1000)), 0
        while True:
            outcome, many = state.advance(until - state.nodes, found[kept:])
            kept += many
            if outcome != STACK_FULL:
                break
            state.grow()
        solutions += found[:kept].tolist()
        stops.append(state.nodes)
        assert outcome in (BUDGET_SPENT, FOUND_FULL, EXHAUSTED)
        if outcome == EXHAUSTED:
            return stops, solutions, True
    return stops, solutions, False


def throw(state: Any, seed: int) -> list[float]:
    """Return what random probes find."""
    state.dice[:], state.weight[0] = (seed, 20), 1
    found = np.full((1, state.longest), -7, np.int64)
    while (outcome := state.advance(1000, found)[0]) != EXHAUSTED:
        if outcome == STACK_FULL:
            state.grow()
            state.dice[:], state.weight[:], state.head[:2] = (seed, 20), 0, (-1, 0)
            state.weight[0] = 1
    return [float(sum) for sum in state.weight[[-1, -3]]]


def compare(cover: ExactCover, seed: int) -> None:
    """Search a cover by all kernels."""
    recorder, codes = Recorder(cover, "<u2"), Random(seed).choice((1, 50, 5000))
    found = np.full((Random(seed).choice((1, 9)), recorder.longest), -7, np.int64)
    shared._WEEDED = Random(seed).choice((2, 10, 100))
    recorder.weeded = seed % 2 == 0
    for _ in range(300):
        outcome, _ = recorder.advance(codes, found)
        if outcome == STACK_FULL:
            recorder.grow()
        if outcome == EXHAUSTED:
            break
    if cover.hopeless() is not None:
        return
    stops, solutions, ended = course(Mrv(cover), Random(seed), _MOST)
    assert (stops, solutions, ended) == course(Interpreted(cover), Random(seed), _MOST)
    shaved = Mrv(cover), Interpreted(cover)
    for state in shaved:
        state.shaved = seed % 4
    assert course(shaved[0], Random(seed), _FEW) == course(shaved[1], Random(seed), _FEW)
    weeded = Mrv(cover), Interpreted(cover)
    for state in weeded:
        state.shaved, state.weeded = seed % 3 - 1, True
    probes = [throw(state, seed + 1) for state in weeded]
    assert probes[0] == probes[1]
    for state in weeded:
        state.dice[:], state.head[:2] = 0, (-1, 0)
    assert course(weeded[0], Random(seed), _FEW) == course(weeded[1], Random(seed), _FEW)
    probed = throw(Mrv(cover), seed + 1)
    assert probed == throw(Interpreted(cover), seed + 1)
    batch = np.array(solutions or np.zeros((0, 1)), np.int64)
    if len(batch):
        checker = Checker(cover)
        assert checker.accepts(batch)
        batch[-1, 0] = Random(seed).randint(-3, len(cover.rows) + 3)
        plain = True
        try:
            cover.check(batch)
        except AssertionError:
            plain = False
        assert checker.accepts(batch) == plain
    for strategy in map(find, STRATEGIES):
        if strategy.refused(cover) is None:
            throw(strategy.state(cover, effort=50), seed + 1)
            first = Random(seed).choice((None, *np.flatnonzero((cover.lower == 1) & (cover.upper == 1)).tolist()))
            _, others, all = course(
                strategy.state(cover, first=first, effort=Random(seed).choice((1, 50, 5000))), Random(seed), _MOST
            )
            if ended and all:
                assert sorted(rows(others)) == sorted(rows(solutions)), strategy.name
    if "pieces" in cover.families:
        with suppress(FrontierError):
            counting = Counting(cover, np.arange(len(cover.families["cells"])), 1 << 24)
            while not counting.done and counting.spent < _SECONDS:
                counting.advance()
            assert not (ended and counting.done) or counting.finish().packings == len(solutions)
    remembered = Remembering(cover, Random(seed).choice((1 << 16, 1 << 24))).advance(_SECONDS)
    assert not ended or remembered is None or remembered.packings == len(solutions)


def rows(solutions: list[list[int]]) -> list[tuple[int, ...]]:
    """Return solutions as ascending numbers of options."""
    return [tuple(option for option in sorted(row) if option >= 0) for row in solutions]


def main() -> None:
    """Compare covers, and packings, for so many seconds, and a few of them in any case."""
    until, seed = time.monotonic() + float(sys.argv[1]), int(sys.argv[2])
    if sys.argv[3:]:

        def given(target: build.Target | None = None) -> Path:
            return Path(sys.argv[3])

        build.place = given
    covers = 0
    while covers < _LEAST or time.monotonic() < until:
        try:
            compare(any_cover(seed + covers), seed + covers)
            movement.compare(seed + covers)
        except BaseException:
            print(f"seed {seed + covers}", file=sys.stderr)
            raise
        covers += 1
    print(covers)


if __name__ == "__main__":
    main()
