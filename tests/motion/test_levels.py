"""Levels as burrs are rated."""

import pytest

from satpuzzle.motion.levels import Levels, text


@pytest.mark.parametrize(
    ("levels", "rated"),
    [
        ([], "0"),
        ([(1, []), (1, []), (1, [])], "1"),
        ([(5, []), (2, []), (1, [])], "5.2"),
        ([(1, []), (1, []), (3, [])], "1.1.3"),
        ([(4, [(2, [])]), (1, [(1, [])])], "4.2"),
        ([(4, [(2, [(3, [])])]), (6, []), (1, [])], "4.6.2.3"),
    ],
)
def test_parts_that_need_one_move_only_are_not_mentioned(levels: Levels, rated: str) -> None:
    assert text(levels) == rated
