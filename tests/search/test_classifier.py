"""The compiled classifier says of every solution what the plain one says."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import assume, settings
from hypothesis import given as drawn
from hypothesis import strategies as st
from strategies import box_cells, make_piece, make_puzzle, puzzles

import satpuzzle as sp
from satpuzzle.cover.canon import Branch, Canon, reduce
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.group import symmetry_of
from satpuzzle.cover.placements import place
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.search import classifier
from satpuzzle.search.classifier import CompiledCanon


@pytest.fixture(autouse=True)
def every_batch_goes_to_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classifier, "_MANY", 0)


def compare(puzzle: Puzzle, depth: float) -> int:
    """Classify the solutions of each branch of a puzzle by both, padded here and there; return how many there are."""
    cover = cover_of(puzzle, place(puzzle))
    symmetry, many = symmetry_of(puzzle, cover), 0
    item, restricted = symmetry.restrictions(cover)[0]
    for branch in reduce(symmetry, Branch(restricted, () if item is None else (item,)), depth=depth):
        plain = Canon(symmetry, cover, branch.leaders)
        compiled = CompiledCanon(symmetry, cover, branch.leaders)
        for batch in sp.solve(branch.cover).batches():
            padded = np.insert(batch, [0, batch.shape[1]], -1, axis=1)
            (canonical, *fixed), (expected, *expected_fixed) = compiled.classify(padded), plain.classify(batch)
            assert canonical.tolist() == expected.tolist()
            for counts, others in zip(fixed, expected_fixed, strict=True):
                assert counts[canonical].tolist() == others[expected].tolist()
            many += len(batch)
    return many


@pytest.mark.full
@settings(deadline=None, max_examples=40)
@drawn(puzzles(), st.sampled_from([0, 1, 9]))
def test_random_puzzles_are_classified_alike(puzzle: Puzzle, depth: float) -> None:
    assume(len(place(puzzle)) <= 60)
    compare(puzzle, depth)


@pytest.mark.parametrize("name", ["soma", "tetracubes-2x4x4", "stella-octangula"])
def test_bundled_puzzles_are_classified_alike(name: str) -> None:
    assert compare(sp.load(name), 1) > 0


def dominoes(*sizes: int) -> Puzzle:
    cells = box_cells("square", *sizes)
    piece = make_piece("domino", [(0, 0, 0), (1, 0, 0)], "square", min=len(cells) // 2, max=len(cells) // 2)
    return make_puzzle("square", cells, [piece])


@pytest.mark.parametrize("depth", [0, 9])
def test_solutions_with_symmetries_are_classified_alike(depth: float) -> None:
    assert compare(dominoes(4, 4), depth) >= 9
    assert sp.count(dominoes(6, 6)) == Counts(6728, 930, 930)


def test_long_solutions_that_differ_late_are_classified_alike() -> None:
    """Upright dominoes side by side, of which at most two neighbours lie flat: nearly an image of itself."""
    puzzle, width = dominoes(150, 2), 150
    cover = cover_of(puzzle, place(puzzle))
    symmetry = symmetry_of(puzzle, cover)
    at = {tuple(cell): item for item, cell in enumerate(puzzle.board[:, :2].tolist())}
    known = {frozenset(cover.items_of(option).tolist()) - {len(at)}: option for option in range(len(cover.rows))}
    upright = [known[frozenset({at[x, 0], at[x, 1]})] for x in range(width)]
    flat = [[known[frozenset({at[x, y], at[x + 1, y]})] for y in (0, 1)] for x in range(width - 1)]
    batch = np.array([upright, *(upright[:x] + flat[x] + upright[x + 2 :] for x in range(width - 1))])
    padded = np.insert(batch, [0, width], -1, axis=1)
    found, expected = CompiledCanon(symmetry, cover).classify(padded), Canon(symmetry, cover).classify(batch)
    canonical = expected[0]
    assert canonical.sum() == 1 + width // 2
    for counts, others in zip(found, expected, strict=True):
        assert counts[canonical].tolist() == others[canonical].tolist()
    assert found[0].tolist() == canonical.tolist()


def test_threads_classify_at_the_same_time() -> None:
    cover = cover_of(puzzle := sp.load("soma"), place(puzzle))
    symmetry = symmetry_of(puzzle, cover)
    batch = np.concatenate(list(sp.solve(cover).batches()))
    batches = [batch[:7000], batch[7000:]] * 50
    shared = CompiledCanon(symmetry, cover)
    with ThreadPoolExecutor(4) as threads:
        found = [canonical for canonical, _, _ in threads.map(shared.classify, batches)]
    expected = [canonical.tolist() for canonical, _, _ in map(Canon(symmetry, cover).classify, batches[:2])]
    assert [each.tolist() for each in found] == expected * 50
