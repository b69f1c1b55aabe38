"""Cards are proved, differ, come again by their seed; the player is careful and sometimes lucky."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from commands import complaint, run, said
from hypothesis import HealthCheck, given, settings
from strategies import box_cells, make_piece, make_puzzle, puzzles

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.challenge import challenge
from satpuzzle.questions.rate import LEVELS, Tries, play, rate
from satpuzzle.solutions.solution import Solution


def test_each_card_has_one_solution_and_none_is_another_turned() -> None:
    booklet = challenge("pentominoes-3x20", 4, 3, seed=1)
    symmetry = Tables.of(booklet.puzzle).symmetry
    classes = set()
    for card in booklet.cards:
        assert len(card.given.options) == 3
        found = list(sp.solve(booklet.puzzle, given=card.given.as_list(), up_to="raw"))
        assert [solution.options for solution in found] == [card.solution.options]
        classes.add(symmetry.smallest(np.array([card.given.options])).tobytes())
    assert len(classes) == len(booklet.cards) == 4
    efforts = [card.grade for card in booklet.cards]
    assert efforts == sorted(efforts)


@pytest.mark.full
def test_a_puzzle_with_one_solution_has_several_cards_with_the_fewest_given_pieces() -> None:
    booklet = challenge("docs/designing/tray.toml", 5, seed=1)
    assert {len(card.given.options) for card in booklet.cards} == {1}
    assert len({card.given.pieces[0][0].name for card in booklet.cards}) == len(booklet.cards) == 5
    for card in booklet.cards:
        assert sp.count(booklet.puzzle, given=card.given.as_list()).raw == 1
    every = challenge("docs/designing/tray.toml", 20, 1, seed=1)
    assert 5 < len(every.cards) <= len(every.puzzle.pieces)  # then there are no others


def test_cards_rise_evenly_between_two_levels() -> None:
    booklet = challenge("pentominoes-3x20", 6, easiest="starter", hardest="expert", seed=1)
    levels = [LEVELS.index(card.level) for card in booklet.cards]
    assert len(levels) == 6 and levels == sorted(levels) and {*levels} == {0, 1, 2}
    loads = [card.load for card in booklet.cards]
    assert max(after / before for before, after in pairwise(loads)) < 4
    for card in booklet.cards:
        assert sp.count(booklet.puzzle, given=card.given.as_list()).raw == 1
    with pytest.raises(PuzzleError, match="easiest master: is harder than hardest junior"):
        challenge("soma", 2, easiest="master", hardest="junior")
    with pytest.raises(PuzzleError, match="no card of the levels wizard to wizard was found"):
        challenge("slothouber-graatsma", 2, easiest="wizard")
    assert complaint(run("challenge", "soma", "--from", "easy")).startswith("--from easy: choose from starter, junior")


def test_cards_come_again_by_their_seed() -> None:
    first, again, other = (challenge("soma", 2, seed=seed).as_dict()["cards"] for seed in (3, 3, 4))
    assert first == again != other


def test_cards_of_different_solutions_share_fewest_placements() -> None:
    booklet = challenge("pentominoes-3x20", 5, different=True, seed=2)
    symmetry = Tables.of(booklet.puzzle).symmetry
    classes = {symmetry.smallest(np.array([card.solution.options])).tobytes() for card in booklet.cards}
    assert len(classes) == len(booklet.cards) == 2  # as many as there are
    many = challenge("soma", 3, different=True, seed=2).cards
    assert not set.intersection(*({*card.solution.options} for card in many))
    three = sp.make_puzzle(grid="square", box=[3, 3], pieces=[{"name": "I", "cells": "**", "count": 4}])
    with pytest.raises(PuzzleError, match="there is no solution"):
        challenge(three, different=True)


def test_a_puzzle_with_one_solution_up_to_isometries_is_a_card_itself() -> None:
    assert sp.unique("galakub").verdict == "unique" and sp.count("galakub").raw == 8
    (card,) = challenge("galakub", 1, 0).cards
    assert not card.given.options and card.place == 8
    with pytest.raises(PuzzleError, match="soma: no card with 0 given pieces"):
        challenge("soma", 1, 0)


@pytest.mark.full
def test_cards_that_cannot_be_dealt_are_refused() -> None:
    with pytest.raises(PuzzleError, match="given 9: soma has room for 7 pieces"):
        challenge("soma", given=9)
    with pytest.raises(PuzzleError, match="no card with 1 given pieces was found; a card has one solution as it"):
        challenge("soma", given=1)


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(puzzles())
def test_the_player_wins_only_what_can_be_won(puzzle: Puzzle) -> None:
    tries = play(Tables.of(puzzle).cover, 10, np.random.default_rng(0))
    number = sp.count(puzzle, jobs=1).raw
    assert number or not tries.solved


def test_a_puzzle_of_forced_moves_is_always_won() -> None:
    puzzle = sp.load("galakub")
    [solution] = sp.solve(puzzle)
    cover = Tables.of(puzzle, solution.as_list()[:-1]).cover
    tries = play(cover, 5, np.random.default_rng(0))
    assert (tries.solved, tries.forced, tries.branchings) == (5, 1, 0)


def test_nodes_are_those_until_the_first_solution() -> None:
    # A chain of dominoes: each strategy tries the only option of its cell, cell after cell.
    domino = make_piece("domino", [(0, 0, 0), (1, 0, 0)], "square", min=4, max=4)
    assert rate(make_puzzle("square", box_cells("square", 1, 8), [domino]), tries=1).nodes == {"mrv": 4, "scan": 4}
    assert set(rate("conway-6-6-5", tries=1).nodes) == {"mrv"}  # more cells than a scan has room for


@pytest.mark.full
def test_a_rating_tells_how_many_packings_are_left_after_each_move() -> None:
    found = rate("soma", tries=10).left
    assert found is not None and found.tries[0][0] == 11520 and len(found.tries) == 10
    for one in found.tries:
        assert one == sorted(one, reverse=True)
        assert (one[-1] == 0) == (len(one) < 8 or 0 in one)
    assert found.means[0] == 11520 and found.idle is not None
    given = "P: 0,0,0 1,0,0 0,1,0 0,0,1"
    some = rate("soma", given, tries=3).left
    assert some is not None and [one[0] for one in some.tries] == [1218] * 3
    assert rate("tetris-cube", tries=1).left is None  # a search for all packings is expected to take long


def test_luck_has_wilsons_interval() -> None:
    share, low, high = Tries(10, 1, 1.0, 1.0, 2.0).luck
    assert (share, round(low, 3), round(high, 3)) == (0.1, 0.018, 0.404)


def test_the_commands_challenge_and_rate(tmp_path: Path) -> None:
    said(run("challenge", "pentominoes-3x20", "-n", "2", "--given", "2", "-o", tmp_path / "cards.svg"))
    assert {path.name for path in tmp_path.iterdir()} == {"cards.svg", "cards-solutions.svg"}
    assert "soma has room for 7 pieces" in complaint(run("challenge", "soma", "--given", "8"))
    told = json.loads(said(run("rate", "galakub", "--tries", "5", "--format", "json")))
    assert told["tries"] == 5
    assert set(told["nodes"]) == {"mrv", "scan"}


def test_levels_are_graded_by_steps_and_of_one_kind() -> None:
    booklet = challenge("pentominoes-3x20", 6, place=8, grade="steps", band="1..6", seed=1)
    assert [card.left for card in booklet.cards] == sorted(card.left for card in booklet.cards)
    for card in booklet.cards:
        assert (card.place, card.tries) == (8, None) and 1 <= card.left <= 6
        assert card.steps == steps_of(card.given)
    rated = challenge("pentominoes-3x20", 3, 4, band="10..60", seed=1).cards
    assert all(card.tries and card.tries.ranked and 10 <= card.tries.effort <= 60 for card in rated)


def steps_of(given: Solution) -> int:
    """Count forced moves from a definition: of the rarest item, one option is left that leaves each other item one."""
    tables = Tables.of(given.puzzle)
    items = [set(tables.cover.items_of(option)) for option in range(len(tables.cover.rows))]
    live = [one for one in range(len(items)) if all(items[one].isdisjoint(items[other]) for other in given.options)]
    need = set(range(len(tables.cover.names))) - {item for option in given.options for item in items[option]}
    steps = 0
    while need:
        rarest = min(sorted(need), key=lambda item: sum(item in items[option] for option in live))
        rest = {
            option: [other for other in live if items[other].isdisjoint(items[option])]
            for option in live
            if rarest in items[option]
        }
        kept = [
            option
            for option, others in rest.items()
            if need - items[option] <= {item for other in others for item in items[other]}
        ]
        if len(kept) != 1:
            break
        live, need, steps = rest[kept[0]], need - items[kept[0]], steps + 1
    return steps


@pytest.mark.parametrize("said", ["9..3", "5", "a..b", "-1..2"])
def test_a_band_is_two_numbers(said: str) -> None:
    with pytest.raises(PuzzleError, match="allowed are two numbers, the lower one first"):
        challenge("soma", band=said)
