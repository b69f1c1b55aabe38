"""OPB files as exact covers: what `export` writes has the same solutions, and strange files are refused in one line."""

from pathlib import Path

import pytest
from commands import run, said
from hypothesis import HealthCheck, given, settings
from weighed import Problem, as_cover, problems, solutions

import satpuzzle as sp
from satpuzzle.cover import opb
from satpuzzle.engines.exports import MODELS
from satpuzzle.engines.exports.base import Instance


@given(problem=problems())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_cover_that_export_writes_has_the_same_solutions(problem: Problem) -> None:
    options, bounds = problem
    if any(item.startswith("x") for item in bounds):
        options = [{item: said for item, said in option.items() if item[0] != "x"} for option in options]
        bounds = {item: pair for item, pair in bounds.items() if item[0] != "x"}
    cover = as_cover(options, bounds)
    again = opb.parse("\n".join(MODELS["opb"].lines(Instance(cover))))
    assert sorted(sp.solve(again)) == solutions(options, bounds)


def test_words_are_those_of_the_comments() -> None:
    cover = opb.parse("* #variable= 2 #constraint= 2\n* x1: a 2|b\n* x2: b\n+1 x1 = 1 ;\n+2 x1 +1 x2 >= 2 ;\n")
    assert [cover.words(option) for option in range(2)] == [["a", "2|b"], ["b"]]
    assert [*sp.solve(cover)] == [(0,), (0, 1)]


def test_without_comments_an_option_has_its_variable_as_a_word() -> None:
    cover = opb.parse("* #variable= 3 #constraint= 1\nmin: +2 x1 +1 x2 ;\n+1 x1 +1 x2 >= 1 ;\n-1 x1 -1 x2 >= -1 ;\n")
    assert [*sp.solve(cover)] == [(0,), (0, 2), (1,), (1, 2)]  # x3 is free
    best = sp.best(cover, minimise="cost")
    assert (best.number, best.solution.as_list()[0]) == (1, ["c1", "x2"])
    assert sp.count(opb.parse("+1 x1 >= 2 ;\n")).raw == sp.count(opb.parse("+1 x1 = 0 ;\n+1 x1 = 1 ;\n")).raw == 0
    assert [*sp.solve(opb.parse("+1 x1 +1 x2 = 0 ;\n+1 x3 = 1 ;\n"))] == [(2,)]


def test_commands_take_what_export_writes(tmp_path: Path) -> None:
    said(run("export", "galakub", "-o", "galakub.opb", cwd=tmp_path))
    raw = sp.count("galakub").raw
    assert f"{raw} solutions" in said(run("count", "galakub.opb", cwd=tmp_path))
    assert "no solution has fewer" in run("best", "galakub.opb", "--minimise", "options", cwd=tmp_path).stdout
    said(run("certify", "galakub.opb", "-o", "proof", cwd=tmp_path))
    assert str(raw) in said(run("verify", "proof", cwd=tmp_path))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("+1 x1 -1 x2 >= 0 ;", "line 1: a sum with both signs"),
        ("+1 x1 +1 x1 >= 0 ;", "line 1: each variable"),
        ("+1 x0 >= 0 ;", "line 1: each variable"),
        ("\n+1 x1 <= 1 ;", "line 2: .*allowed are sums"),
        ("+2000000 x1 >= 0 ;", "line 1: a weight is at most"),
        ("min: -1 x1 ;", "line 1: costs are integers from 0"),
        ("+1 x99999999 >= 1 ;", "variables: the most is"),
    ],
)
def test_what_is_no_cover_is_refused(text: str, message: str) -> None:
    with pytest.raises(sp.PuzzleError, match=message):
        opb.parse(text)
