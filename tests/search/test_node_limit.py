"""A limit of nodes: it stops the native search at the same node each time, and what was found is a lower bound."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import satpuzzle as sp
from satpuzzle.clock import Status
from satpuzzle.errors import FrontierError, PuzzleError
from satpuzzle.search import request
from satpuzzle.search.report import verdict

WALKS = ("cell", "scan:hotspot,plus", "item", "pieces", "pieces-isolated", "pieces-pockets", "rows")
OTHERS = ("mrv", "scan", "scan:plain")


def searched(nodes: int, strategy: str, **options: Any) -> tuple[list[tuple[int, ...]], Any, Any]:
    run = sp.solve("soma", strategy=strategy, node_limit=nodes, **options)
    found = [solution.options for solution in run]
    return found, run.stats, run.status


@pytest.mark.parametrize("strategy", [*WALKS, *OTHERS])
def test_a_search_stops_at_its_limit_and_finds_the_same_each_time(strategy: str) -> None:
    (found, stats, status), again = searched(3000, strategy), searched(3000, strategy)
    assert status is Status.NODE_LIMIT
    assert again[0] == found
    assert again[1]["nodes"] == stats["nodes"]
    if strategy in WALKS:
        assert stats["nodes"] == 3000
    else:  # a scan counts all placements of an item at once, and these kernels may go on to the end of a step
        assert 3000 <= stats["nodes"] < 3000 + 688


@pytest.mark.few(3)
@pytest.mark.parametrize("strategy", WALKS)
def test_a_longer_search_begins_with_a_shorter_one(strategy: str) -> None:
    ends = [searched(nodes, strategy, limit=1000)[0] for nodes in (500, 5000, 50_000)]
    for shorter, longer in pairwise(ends):
        assert longer[: len(shorter)] == shorter
    assert len(ends[0]) < len(ends[-1])


@pytest.mark.parametrize("parts", [None, 7])
def test_the_limit_is_that_of_all_parts_together(parts: int | None) -> None:
    whole = sp.solve("soma", strategy="item", parts=parts, jobs=1)
    counts, nodes = whole.exhaust(), whole.stats["nodes"]
    run = sp.solve("soma", strategy="item", parts=parts, node_limit=nodes + 1)
    assert run.exhaust() == counts
    assert (run.status, run.stats["nodes"]) == (Status.EXHAUSTED, nodes)
    run = sp.solve("soma", strategy="item", parts=parts, node_limit=nodes - 1)
    assert not run.exhaust().final
    assert (run.status, run.stats["nodes"]) == (Status.NODE_LIMIT, nodes - 1)


def test_a_limited_search_takes_its_parts_one_after_the_other_on_any_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts that are searched at the same time would share what is left of the limit by chance."""
    monkeypatch.setattr(request, "cores", lambda: 16)
    run = sp.solve("soma", parts=16, node_limit=1000)
    assert (run.request.threads, sp.solve("soma", parts=16).request.threads) == (1, 16)
    assert sp.solve("soma", parts=16, node_limit=1000, jobs=1).request.threads == 1


def test_what_was_found_is_a_lower_bound_and_says_so() -> None:
    run = sp.solve("soma", node_limit=1000)
    counts = run.exhaust()
    assert counts.isometries in range(1, 240)
    assert "≥" in str(counts)
    assert "stopped at the node limit, not final" in verdict(run)
    assert sp.count("soma", node_limit=1000) == counts


def test_the_limit_of_solutions_may_come_first() -> None:
    run = sp.solve("soma", node_limit=10**6, limit=3)
    assert (len(list(run)), run.status) == (3, Status.SOLUTION_LIMIT)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"node_limit": 0}, "node_limit 0: allowed are integers from 1"),
        ({"backend": "cadical"}, "node_limit 9: the backend cadical has no limit of nodes, native has"),
        ({"jobs": 2}, "node_limit 9: allowed with one job, not 2"),
        ({"journal": Path("none.journal")}, "node_limit 9: not allowed with a journal"),
    ],
)
def test_what_has_no_limit_of_nodes_says_so(options: Any, complaint: str) -> None:
    with pytest.raises(PuzzleError, match=complaint):
        sp.solve("soma", **{"node_limit": 9} | options)


def test_a_frontier_has_no_nodes() -> None:
    with pytest.raises(FrontierError, match="searches no nodes"):
        sp.count("soma", method="frontier", node_limit=9)
