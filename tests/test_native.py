"""What is particular to the native search: strategies, probes, splitting, machines."""

import dataclasses
import os
import subprocess
import sys

import numpy as np
import pytest

import satpuzzle as sp
from satpuzzle.backends.bitmask import mrv, probe, scan
from satpuzzle.placements import scan_order
from satpuzzle.puzzle import PuzzleError
from satpuzzle.symmetry import symmetry_of

PUZZLES = ["soma", "steinhaus", "pentominoes-3x20", "iq-pyramid-4", "tetracubes-2x4x4", "galakub"]


def restrictions(name: str) -> list[tuple[int | None, sp.ExactCover]]:
    puzzle = sp.load(name)
    cover = sp.ExactCover.of(puzzle, sp.place(puzzle))
    return symmetry_of(puzzle, cover).restrictions(cover)


@pytest.mark.parametrize("name", PUZZLES)
def test_both_strategies_find_the_same_solutions(name: str) -> None:
    by_fewest, by_scan = ({s.options for s in sp.solve(name, strategy=strategy)} for strategy in ("mrv", "scan"))
    assert by_fewest == by_scan


@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize("parts", [2, 10, 100])
def test_the_parts_of_a_split_have_all_solutions_between_them_and_none_twice(name: str, parts: int) -> None:
    _, cover = restrictions(name)[0]
    whole = sorted(sp.BACKENDS["bitmask"](cover))
    split = [list(sp.BACKENDS["bitmask"](part)) for part in cover.split(parts)]
    assert sorted(solution for part in split for solution in part) == whole


@pytest.mark.parametrize("strategy", ["mrv", "scan"])
def test_solutions_come_in_one_order_whatever_the_number_of_jobs(strategy: str) -> None:
    first, cover = restrictions("pentominoes-8x8")[0]
    order = scan_order(sp.load("pentominoes-8x8"))
    one, two, three = (
        list(sp.BACKENDS["bitmask"](cover, strategy=strategy, order=order, first=first, parts=40, jobs=jobs))
        for jobs in (1, 2, 3)
    )
    assert one == two == three
    assert len(one) >= 65


@pytest.mark.parametrize("name", ["soma", "pentominoes-3x20", "iq-pyramid-4"])
@pytest.mark.parametrize("kernel", [mrv, scan])
def test_probes_estimate_the_size_of_the_tree(name: str, kernel: object) -> None:
    first, cover = restrictions(name)[0]
    order = scan_order(sp.load(name))
    _, rest = cover.residual()
    if kernel is scan:
        guess = probe.estimate(scan.State(rest, order, first), scan.advance, 60_000)
        search = sp.BACKENDS["bitmask"](cover, strategy="scan", order=order, first=first)
    else:
        guess = probe.estimate(mrv.State(rest), mrv.advance, 60_000)
        search = sp.BACKENDS["bitmask"](cover, strategy="mrv")
    list(search)
    assert abs(guess.nodes - float(search.stats["nodes"])) < 5 * guess.error + 1
    assert guess.error < 0.3 * guess.nodes


def test_probes_of_covers_with_copies_and_optional_items_leave_no_trace() -> None:
    cover = sp.ExactCover.of_sets([{0}, {0}, {0, 1}, {1}, {2}, {0, 2}], [(0, 3), (1, 2), (0, 1)])
    state = mrv.State(cover)
    before = state.stack.copy()
    probe.estimate(state, mrv.advance, 2000)
    assert (state.stack[: len(before)] == before)[: len(state.width) * int(state.level[0, 2])].all()


def test_a_scan_needs_few_cells() -> None:
    with pytest.raises(PuzzleError, match="strategy scan: allowed with up to 64 cells"):
        sp.count("n-pentacubes-5x5x5", strategy="scan")


def test_a_scan_needs_a_cell_to_fill_under_every_piece() -> None:
    cover = sp.ExactCover.of_sets([{0}, {1}], [(1, 1), (0, 1)])
    assert not scan.applies(cover)
    assert scan.applies(sp.ExactCover.of_sets([{0}, {0, 1}], [(1, 1), (0, 1)]))


@pytest.mark.parametrize("processor", ["generic", "haswell"])
@pytest.mark.skipif(
    not sys.platform.startswith("linux") or os.uname().machine != "x86_64", reason="names x86 processors"
)
def test_a_processor_without_compress_instructions_visits_the_same_nodes(processor: str) -> None:
    script = """
import satpuzzle as sp
for strategy in ("mrv", "scan"):
    run = sp.solve("soma", strategy=strategy)
    print(run.exhaust().isometries, run.stats["nodes"])
"""
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path))
    here = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    environment["NUMBA_CPU_NAME"] = processor
    there = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert here.stdout == there.stdout
    assert here.stdout.count("240") == 2


def test_solutions_that_fill_the_buffer_are_all_handed_over() -> None:
    dominoes = [{2 * row, 2 * row + 1} for row in range(14)] + [{2 * row, 2 * row + 1} for row in range(14)]
    cover = sp.ExactCover.of_sets(dominoes, [(1, 1)] * 28)
    for strategy in ("mrv", "scan"):
        batches = list(sp.BACKENDS["bitmask"](cover, strategy=strategy).batches())
        assert sum(map(len, batches)) == 2**14
        assert len(np.unique(np.concatenate([batch for batch in batches if len(batch)]), axis=0)) == 2**14


def test_cells_that_given_pieces_fill_take_no_room_in_a_scan() -> None:
    # 64 cells and 32 pieces are more than the bits of two words; what is filled already does not count.
    cover = sp.ExactCover.of_sets([{2 * i, 2 * i + 1, 64 + i} for i in range(32)], [(1, 1)] * 96)
    cover = dataclasses.replace(cover, families={"cells": range(64), "pieces": range(64, 96)})
    part = cover.given(range(25))
    assert scan.applies(part.residual()[1])
    assert list(sp.BACKENDS["bitmask"](part, strategy="scan")) == [tuple(range(32))]
