"""An engine is one file and one line: a toy engine solves, counts and is compared (conformance runs over it too)."""

import pytest
from toy_engine import Toy

import satpuzzle as sp
from satpuzzle.engines import BACKENDS


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(BACKENDS, "toy", Toy())
    return "toy"


def test_a_toy_engine_solves_and_counts(toy: str) -> None:
    run = sp.solve("slothouber-graatsma", toy)
    assert len(list(run)) == 1
    assert run.stats["nodes"] > 0
    assert sp.count("slothouber-graatsma", toy) == sp.count("slothouber-graatsma")


@pytest.mark.full
def test_a_toy_engine_is_compared(toy: str) -> None:
    compared = sp.compare("slothouber-graatsma", [toy, "native"])
    assert compared.agree
    assert [record["status"] for record in compared.records] == ["exhausted", "exhausted"]
    assert [record["solutions"] for record in compared.records] == [1, 1]


def test_a_toy_engine_takes_no_encoding(toy: str) -> None:
    with pytest.raises(sp.PuzzleError, match="the backend toy takes no encoding"):
        sp.solve("soma", toy, encoding="default")
