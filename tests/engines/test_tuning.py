"""The constants by which a search is planned."""

from dataclasses import fields

import pytest

import satpuzzle as sp
from satpuzzle.engines.native import plan
from satpuzzle.engines.native.tuning import Tuning, tuned


def test_every_default_is_in_its_range() -> None:
    for one in fields(Tuning):
        assert one.metadata["row"].least <= one.default <= one.metadata["row"].most


def test_a_text_sets_some_constants_and_leaves_the_others() -> None:
    assert tuned("") == Tuning()
    assert tuned("close=2.5 most_items=3") == Tuning(close=2.5, most_items=3)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("closs=2", r"closs \(did you mean close\?\): choose from one_look, narrow, "),
        ("close=0.5", "close=0.5: allowed are numbers from 1 to 100"),
        ("close", "close: allowed are numbers from 1 to 100"),
        ("most_items=2.5", "most_items=2.5: allowed are numbers from 1 to 1000"),
    ],
)
def test_what_is_not_allowed_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(sp.PuzzleError, match=f"^SATPUZZLE_TUNING: {complaint}"):
        tuned(text)


def test_counts_do_not_depend_on_constants(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = sp.count("pentominoes-4x15")
    for text in ("one_look=1 narrow_one_look=1 wide_one_look=1", "items_from=0 table_from=0 close=100"):
        monkeypatch.setattr(plan, "TUNING", tuned(text))
        assert sp.count("pentominoes-4x15") == counts
