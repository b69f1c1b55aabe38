"""Splitting a cover into parts."""

import pytest
from clocks import Countdown

import satpuzzle as sp
from satpuzzle.cover.split import fewest_options, split
from satpuzzle.errors import Stopped


def test_each_part_is_made_after_a_look_at_the_clock() -> None:
    cover = sp.solve("soma").tabulate().cover
    item = fewest_options(cover)
    assert item is not None
    clock = Countdown()
    split([cover], 2, clock)  # one division, whose parts are the options of an item
    assert clock.looks >= len(cover.options_of(item)) > 10
    with pytest.raises(Stopped):
        split([cover], 2, Countdown(clock.looks))
