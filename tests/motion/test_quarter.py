"""What a cube sweeps by a quarter turn, and rigid motions."""

from itertools import pairwise, product

import numpy as np
import pytest
from by_turning import swept_by_sampling, turned

from satpuzzle.motion.quarter import enters, swept
from satpuzzle.motion.replay import turned as matrix_of
from satpuzzle.motion.rigid import ROTATIONS, STILL, after, back, inverse, quarter_turn, rotated, then


def places(reach: int) -> list[tuple[int, int]]:
    return [(u, v) for u, v in product(range(-reach, reach + 1), repeat=2) if (u - v) % 2 == 0]


@pytest.mark.full
def test_a_square_sweeps_what_it_overlaps_at_many_angles() -> None:
    for u, v in places(3):
        assert frozenset(swept(u, v)) == swept_by_sampling(u, v)


@pytest.mark.slow
def test_squares_farther_away_sweep_what_they_overlap_at_many_angles() -> None:
    for u, v in places(9):
        if 0 <= v < u or u == v == 0:  # the others are images of these
            assert frozenset(swept(u, v)) == swept_by_sampling(u, v)


def test_a_square_about_its_centre_enters_all_four_neighbours() -> None:
    assert swept(0, 0) == ((-2, 0), (0, -2), (0, 0), (0, 2), (2, 0))


def test_a_square_about_its_corner_swings_over_two_squares_besides_where_it_was_and_will_be() -> None:
    assert set(swept(1, 1)) == {(1, 1), (-1, 1), (1, 3), (-1, 3)}


def test_slack_is_how_far_squares_may_reach_into_each_other() -> None:
    """The corner of a square that turns about its centre stands out by (sqrt 2 - 1) / 2 = 0.2071 cells."""
    assert len(swept(0, 0, 20)) == 5
    assert swept(0, 0, 21) == ((0, 0),)
    for u, v in places(5):
        sets = [set(swept(u, v, slack)) for slack in (0, 5, 10, 20, 30)]
        assert all(less <= more for more, less in pairwise(sets))
        assert {(u, v), (-v, u)} <= sets[-1]


def test_touching_is_not_entering() -> None:
    """The corner (3, 4) is 5 half cells away from the line, and so is the nearest side of the square at (6, 0)."""
    assert not enters(2, 3, 6, 1)
    assert not enters(2, 3, 6, -1)
    assert max(x for angle in range(33) for x, _ in turned(2, 3, angle)) <= 5


def test_what_is_swept_turns_with_the_square_and_is_mirrored_by_the_opposite_turn() -> None:
    for u, v in places(7):
        assert {(-y, x) for x, y in swept(u, v)} == set(swept(-v, u))
        # Mirrored and backwards, the way from (u, v) to (-v, u) is the one from (v, u) to (-u, v).
        assert {(-x, y) for x, y in swept(u, v)} == set(swept(v, u))


def test_whoever_enters_is_entered_by_the_other_turning_the_other_way() -> None:
    for (u, v), (x, y) in product(places(4), repeat=2):
        if (u - x) % 2 == 0:
            assert enters(u, v, x, y) == enters(x, -y, u, -v)


def test_rotations_are_a_group_and_motions_are_undone() -> None:
    assert len(ROTATIONS) == 24
    assert sorted(back(number) for number in range(24)) == [*range(24)]
    for first, second in product(range(24), repeat=2):
        point = (1, 2, 3)
        assert rotated(after(second, first), point) == rotated(second, rotated(first, point))
        motion = then((1, 2, 3, first), (-4, 5, 6, second))
        assert then(motion, inverse(motion)) == then(inverse(motion), motion) == STILL


def test_four_quarter_turns_about_a_line_are_none_and_agree_with_those_of_the_replay() -> None:
    for axis, opposite, place in product(range(3), (0, 1), [(0, 0), (1, 1), (4, -2), (-3, 5)]):
        turn = quarter_turn(axis, opposite, place)
        motion = STILL
        for _ in range(4):
            motion = then(motion, turn)
        assert motion == STILL != turn
        assert then(quarter_turn(axis, 1 - opposite, place), turn) == STILL
        direction, about = [0, 0, 0], [0, 0, 0]
        direction[axis] = -1 if opposite else 1
        about[(axis + 1) % 3], about[(axis + 2) % 3] = place
        matrix, offset = matrix_of((direction[0], direction[1], direction[2]), (about[0], about[1], about[2]))
        assert np.array_equal(matrix, ROTATIONS[turn[3]])
        assert tuple(offset) == turn[:3]
