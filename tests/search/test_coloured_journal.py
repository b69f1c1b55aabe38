"""Journals of covers with colours: they go on, and another colour makes another problem."""

from pathlib import Path

import pytest
from classic_colours import graceful_path

import satpuzzle as sp
from satpuzzle.cover.colours import Coloured
from satpuzzle.errors import PuzzleError


def test_a_journal_goes_on_and_refuses_other_colours(tmp_path: Path) -> None:
    options, bounds = graceful_path(7)
    cover, journal = sp.ExactCover.of_sets(options, bounds), tmp_path / "path.journal"
    first = sp.solve(cover, journal=journal, limit=5, parts=9)
    assert len([*first]) == 5
    assert sp.count(cover, journal=journal).raw == 32
    option = next(option for option in options if ("vertex", 0) in [getattr(entry, "item", None) for entry in option])
    changed = [
        Coloured(entry.item, 3) if isinstance(entry, Coloured) and entry.item == ("vertex", 0) else entry
        for entry in option
    ]
    other = [changed if each is option else each for each in options]
    with pytest.raises(PuzzleError, match="journal"):
        sp.solve(sp.ExactCover.of_sets(other, bounds), journal=journal).exhaust()
