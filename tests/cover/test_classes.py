"""Classes where an isometry of the board carries some solutions to solutions, and others not."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from strategies import box_cells, make_puzzle
from witnessed import counts_of, group, one_sided, orbits, packings

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import CertificateError, ProofError, PuzzleError
from satpuzzle.proofs.check.acting import Items
from satpuzzle.proofs.check.geometry import statement
from satpuzzle.proofs.check.symmetry import reduction
from satpuzzle.proofs.verdict import verify
from satpuzzle.proofs.write import certificate, trees
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.model import Counts, Piece, Puzzle
from satpuzzle.questions.sets import count_by_pieces, up_to_mirror_images
from satpuzzle.search.journal.audit import audit
from satpuzzle.search.journal.journal import Journal
from satpuzzle.search.journal.merge import merge

L, J = [(0, 0), (0, 1), (0, 2), (1, 0)], [(0, 0), (0, 1), (0, 2), (-1, 0)]
CORNER, DOMINO = [(0, 0), (1, 0), (0, 1)], [(0, 0), (1, 0)]


def optional_piece(name: str, cells: list[tuple[int, int]], most: int) -> Piece:
    return Piece(name, np.array(sorted((x, y, 0) for x, y in cells)), 0, most, mirror=False)


def no_mirror_image() -> Puzzle:
    """L has no mirror image; without it the corners and dominoes can be mirrored."""
    pieces = [optional_piece("L", L, 1), optional_piece("V", CORNER, 2), optional_piece("I", DOMINO, 3)]
    return make_puzzle("square", box_cells("square", 2, 3), pieces)


def fewer_mirror_images() -> Puzzle:
    """Two L have a mirror image that is none, for there is one J."""
    pieces = [optional_piece("L", L, 2), optional_piece("J", J, 1), optional_piece("I", DOMINO, 4)]
    return make_puzzle("square", box_cells("square", 4, 2), pieces)


SMALL = {no_mirror_image: Counts(7, 5, 4), fewer_mirror_images: Counts(14, 9, 7)}
small = pytest.mark.parametrize(("made", "counts"), SMALL.items(), ids=[made.__name__ for made in SMALL])
Made = Callable[[], Puzzle]


def certified(puzzle: Puzzle, folder: Path, lrat: bool = False) -> Counts:
    """Write and check a certificate."""
    folder.mkdir(exist_ok=True)
    path = folder / "puzzle.json"
    path.write_text(text(puzzle, ".json"), encoding="utf-8")
    if lrat:
        certificate.certify(path, folder / "lrat", "default", by_tree=True)
        return verify(folder / "lrat").counts
    assert trees.certify(path, folder / "tree", jobs=1) == trees.certify(path, folder / "count", count_only=True)
    listed = verify(folder / "tree", plain=True).counts
    assert verify(folder / "count", plain=True).counts == listed
    return listed


# Two small puzzles


@small
def test_what_some_solutions_have_a_mirror_image_of_is_one_class_with_it(made: Made, counts: Counts) -> None:
    assert counts_of(made()) == counts
    for backend in ("native", "cadical", "cpsat"):
        assert sp.count(made(), backend, method="search") == counts
    assert sp.count(made(), method="frontier") == counts


@small
def test_every_convention_lists_as_many_as_it_counts(made: Made, counts: Counts) -> None:
    for up_to, number in counts.known().items():
        for limit in (None, 100):
            listed = [str(solution) for solution in sp.solve(made(), up_to=up_to, limit=limit)]
            assert len(listed) == len(set(listed)) == number
        if number > 2:
            assert len(list(sp.solve(made(), up_to=up_to, limit=2))) == 2


@small
def test_certificates_count_the_same(made: Made, counts: Counts, tmp_path: Path) -> None:
    assert certified(made(), tmp_path) == certified(made(), tmp_path, lrat=True) == counts


def older(subject: Puzzle, *more: Any, **options: Any) -> Tables:
    """Return tables with the symmetries that versions knew which asked that all options have images."""
    known = TABLES(subject, *more, **options)
    return replace(known, symmetry=known.symmetry.restricting)


TABLES = Tables.of


@small
def test_a_certificate_that_counts_mirror_images_apart_is_refused(made: Made, counts: Counts, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.json"
    path.write_text(text(made(), ".json"), encoding="utf-8")
    with patch.object(Tables, "of", older):
        assert trees.certify(path, tmp_path / "tree").isometries == counts.rotations
        assert certificate.certify(path, tmp_path / "lrat", by_tree=True).isometries == counts.rotations
    for form in ("tree", "lrat"):
        with pytest.raises(CertificateError, match=r"images|image"):
            verify(tmp_path / form)


def test_symmetries_that_are_no_group_where_they_have_images_are_refused() -> None:
    asked = statement(no_mirror_image())  # items 0 to 5 are cells, 6 is the L, 7 and 8 are their own mirror images
    identity, half_turn, *reflections = sorted(asked.symmetries, key=lambda symmetry: not symmetry[1])
    (one, _), (other, _) = reflections
    assert (one[6:], other[6:]) == ((-1, 7, 8), (-1, 7, 8))
    wrong: list[tuple[list[tuple[Items, bool]], str]] = [
        ([identity, half_turn, (one, False)], "are no group, or"),
        ([identity, half_turn, (one, True), (other, True)], "does not map each item to an item with equal bounds"),
        ([identity, half_turn, ((*one[:6], 7, 7, 8), False), (other, False)], "does not map items to items"),
        (
            [identity, ((*half_turn[0][:6], 6, -1, 8), False), *reflections],
            "are no group on the items that have images",
        ),
        (
            [identity, half_turn, ((*one[:6], -1, -1, 8), False), (other, False)],
            "are no group on the items that have images",
        ),
    ]
    for symmetries, message in wrong:
        with pytest.raises(ProofError, match=message):
            reduction(replace(asked, symmetries=symmetries), {})
    reduced = reduction(asked, {})
    for options in ((0,), (len(asked.options) - 1,)):  # an L, which has no image, and a piece that has
        images = reduced.moves[:, list(options)][:, None]
        assert (reduced.images.are_solutions(images) == (images >= 0).all(axis=2)).all()


def test_a_frontier_counts_where_no_piece_has_a_mirror_image() -> None:
    board = box_cells("square", 2, 4)
    puzzle = make_puzzle("square", board, [optional_piece("L", L, 2)], optional=board)
    assert sp.count(puzzle, method="frontier") == sp.count(puzzle, method="search") == counts_of(puzzle)


# Random puzzles


def check(puzzle: Puzzle, folder: Path, dice: Random) -> None:
    """Compare all ways to count a puzzle with what the witness says."""
    counts, found = counts_of(puzzle), packings(puzzle)
    assert sp.count(puzzle, method="search") == counts
    assert sp.count(puzzle, "cadical", method="search") == counts
    assert certified(puzzle, folder) == counts
    for up_to, number in counts.known().items():
        assert len({*map(str, sp.solve(puzzle, up_to=up_to))}) == number
    assert count_by_pieces(sp.solve(puzzle)) == by_pieces(puzzle)
    packing = dice.choice(sorted(found, key=str))
    given = frozenset(dice.sample(sorted(packing, key=str), k=dice.randrange(len(packing) + 1)))
    hint = [{"piece": name, "cells": [[*cell] for cell in sorted(cells)]} for name, cells in given]
    left = [other for other in found if given <= other]
    turns, isometries = ([move for move in moves if move(given) == given] for moves in group(puzzle))
    assert sp.count(puzzle, given=hint) == Counts(len(left), len(orbits(left, turns)), len(orbits(left, isometries)))


@pytest.mark.full
def test_random_puzzles_have_the_classes_of_the_witness(tmp_path: Path) -> None:
    for seed in range(0, 600, 200):
        check(one_sided(seed), tmp_path, Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize("more", range(10))
def test_many_random_puzzles_have_the_classes_of_the_witness(more: int, seed: int, tmp_path: Path) -> None:
    for number in range(200):
        puzzle = one_sided(100 * (seed + 200 * more + number))
        check(puzzle, tmp_path, Random(number))
        if number % 10 == 0:
            assert certified(puzzle, tmp_path, lrat=True) == counts_of(puzzle)


# Sets of pieces


def by_pieces(puzzle: Puzzle) -> dict[tuple[int, ...], Counts]:
    """Return the counts of the solutions that have the same numbers of pieces, and of the classes that have any."""
    every, (turns, isometries) = packings(puzzle), group(puzzle)
    used = {
        packing: tuple(sum(name == piece.name for name, _ in packing) for piece in puzzle.pieces) for packing in every
    }
    found: dict[tuple[int, ...], list[int]] = {}
    for members in orbits(every, isometries):
        for pieces in {used[member] for member in members}:
            own = {member for member in members if used[member] == pieces}
            entry = found.setdefault(pieces, [0, 0, 0])
            for place, number in enumerate((len(own), len(orbits(own, turns)), 1)):
                entry[place] += number
    return {pieces: Counts(raw, rotations, number) for pieces, (raw, rotations, number) in found.items()}


def test_a_set_of_pieces_and_its_mirror_images_are_counted_apart() -> None:
    one, two = (count_by_pieces(sp.solve(made())) for made in SMALL)
    assert one == {(0, 0, 3): Counts(3, 2, 2), (0, 2, 0): Counts(2, 2, 1), (1, 0, 1): Counts(2, 1, 1)}
    mirrored = {(1, 0, 2): Counts(4, 2, 2), (0, 1, 2): Counts(4, 2, 2)}
    assert two == mirrored | {(0, 0, 4): Counts(5, 4, 4), (2, 0, 0): Counts(1, 1, 1)}
    for made, groups, different in zip(SMALL, (one, two), (3, 3), strict=True):
        assert up_to_mirror_images(sp.solve(made()), groups) == different


# Journals


@small
def test_journals_of_shares_join_to_all_classes(made: Made, counts: Counts, tmp_path: Path) -> None:
    for share in (1, 2):
        sp.solve(made(), parts=4, journal=tmp_path / f"{share}", share=(share, 2)).exhaust()
    merge(tmp_path / "both", [tmp_path / "1", tmp_path / "2"])
    with Journal(tmp_path / "both") as journal:
        assert audit(journal)[1] == counts.isometries
    run = sp.solve(made(), parts=4, journal=tmp_path / "both")
    assert len(list(run)) == counts.isometries
    assert run.counts == counts


@small
def test_a_journal_of_pieces_in_another_order_goes_on(made: Made, counts: Counts, tmp_path: Path) -> None:
    puzzle = made()
    sp.solve(puzzle, parts=4, journal=tmp_path / "j", share=(1, 2)).exhaust()
    turned = replace(puzzle, pieces=puzzle.pieces[::-1])
    assert sp.count(turned, parts=4, journal=tmp_path / "j") == counts


@small
def test_a_journal_that_counts_mirror_images_apart_is_not_gone_on_with(
    made: Made, counts: Counts, tmp_path: Path
) -> None:
    with patch.object(Tables, "of", older):
        assert sp.count(made(), journal=tmp_path / "j").isometries == counts.rotations
    with pytest.raises(PuzzleError, match="begun for another puzzle of the name small, or other symmetries of it"):
        sp.count(made(), journal=tmp_path / "j")
