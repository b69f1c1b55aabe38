"""What needs no geometry takes exact covers: each answer against plain recursion, as a function and as a command."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from commands import complaint, run, said
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from weighed import Problem, as_cover, problems, solutions

import satpuzzle as sp
from satpuzzle.cover import dlx
from satpuzzle.cover.describe import cover_text
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.questions.option_odds import OptionOdds

ENGINES = ["native", "cpsat", "cadical"]
TEXT = "a b c\na b |3\nc |1\na |1\nb c |1 |1\n"  # two solutions, of the costs 4 and 3
quick = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("sense", ["minimise", "maximise"])
@given(problem=problems(), costs=st.lists(st.integers(0, 9), min_size=9, max_size=9))
@quick
def test_the_best_number_of_options_and_cost_are_those_of_plain_recursion(
    sense: str, problem: Problem, costs: list[int]
) -> None:
    options, bounds = problem
    cover = replace(as_cover(options, bounds), costs=np.array(costs[: len(options)], np.int64))
    every = solutions(options, bounds)
    pick = min if sense == "minimise" else max
    worth: dict[str, Callable[[tuple[int, ...]], int]] = {
        "options": len,
        "cost": lambda chosen: sum(costs[option] for option in chosen),
    }
    for objective, of in worth.items():
        expected = pick(map(of, every)) if every else None
        for backend in [None, *ENGINES]:
            if (objective, backend) == ("cost", "native"):
                continue
            found = sp.best(cover, backend, jobs=1, **{sense: objective})  # type: ignore[arg-type]
            assert (found.verdict, found.number) == ("best" if every else "impossible", expected), (objective, backend)
            if found.solution is not None:
                assert found.solution.options in every and of(found.solution.options) == expected


@given(problem=problems())
@quick
def test_odds_samples_and_hints_are_those_of_plain_recursion(problem: Problem) -> None:
    cover, every = as_cover(*problem), solutions(*problem)
    each = Counter(option for chosen in every for option in chosen)
    for method in ("search", "auto"):
        found = sp.diagram(cover, method=method).odds()
        assert isinstance(found, OptionOdds)
        assert found.solutions == len(every)
        assert {option: number for option, number in enumerate(found.each) if number} == dict(each)
    assert sorted(one.options for one in sp.diagram(cover).sample(len(every) + 1, seed=3)) == sorted(every)
    hint = sp.hint(cover)
    always = [option for option, number in each.items() if number == len(every)]
    if not every:
        assert (hint.verdict, sp.explain(cover).verdict) == ("wrong", "impossible")
        return
    assert sp.explain(cover).solution.options in every
    if hint.verdict == "complete":
        assert () in every
    else:
        [option] = hint.piece.options
        assert (option in always) if hint.verdict == "forced" else each[option]
    assert (hint.verdict == "forced") == bool(always) or hint.verdict == "complete"


@given(problem=problems())
@quick
def test_what_is_said_of_a_cover_is_text(problem: Problem) -> None:
    cover, many = as_cover(*problem), len(solutions(*problem))
    found = sp.unique(cover)
    assert found.verdict == ("none", "unique", "several")[min(many, 2)]
    assert found.text().endswith(found.sentence)
    assert cover_text(cover).startswith(f"{cover.name}: ")


def test_two_solutions_of_different_lengths_are_side_by_side() -> None:
    assert sp.unique(dlx.parse("a b\na b\na\nb\n")).drawing == "a b     |     a\n        |     b"
    assert "each option covers 1 item\n" in cover_text(dlx.parse("a\na\n"))


def test_given_options_are_told_by_their_words_in_any_order() -> None:
    cover = dlx.parse("a b 2|c | x\na 2|c x:red\nb\nb x:red\na b x:blue\n2|c\n")
    assert sp.count(cover).raw == 3
    for some in ("x:red a 2|c", [["2|c", "x:red", "a"]], '{"solutions": [[["a", "2|c", "x:red"]]]}'):
        assert [*sp.solve(cover, given=some)] == [(0, 1), (0, 2)]
    assert sp.hint(cover, given="2|c").piece.options == (3,)
    back = sp.hint(cover, given="2|c\nb")
    assert (back.verdict, back.take_back.names) == ("wrong", ["b"])
    twice = sp.ExactCover.of_sets([["a"], ["a"]], {"a": (2, 2)})
    assert [*sp.solve(twice, given="a\na")] == [(0, 1)]
    for wrong in ("a", "b\nb", "b c", [["b", 3]], '{"solution": "b"}'):
        with pytest.raises(sp.PuzzleError, match="option"):
            sp.hint(cover, given=wrong)
    with pytest.raises(sp.PuzzleError, match="together"):
        list(sp.solve(cover, given="a 2|c x:red\na b x:blue"))


def test_what_solve_prints_can_be_given(tmp_path: Path) -> None:
    (tmp_path / "c.dlx").write_text(TEXT)
    for name in ("found.txt", "found.json", "found.ndjson"):
        assert run("solve", "c.dlx", "-n1", "-o", name, cwd=tmp_path).returncode == 0
        assert "all options are in place" in said(run("hint", "c.dlx", "--given", name, cwd=tmp_path)), name


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("best c.dlx --minimise options", "cover: 2 options, and no solution has fewer"),
        ("best c.dlx --minimise cost", "cover: a cost of 3, and no solution has less"),
        ("best c.dlx --maximise cost -b cadical", "cover: a cost of 4, and no solution has more"),
        ("odds c.dlx --given a", "b c             1  100.0 %"),
        ("sample c.dlx -n 9", "cover: 2 of 2 solutions"),
        ("sample c.dlx --nth 2", "cover: solution 2 of 2"),
        ("hint c.dlx --given c", "cover: a b is next; it is in every solution"),
        ("hint c.dlx --fewest", "cover: 1 given option leaves one solution; fewer are never enough, 4 such sets"),
        ("explain c.dlx", "cover: there are solutions, and so nothing to explain"),
        ("unique c.dlx --given a", "cover: unique"),
        ("show c.dlx", "options cost up to 3"),
        ("count c.dlx --given a", "cover: 1 solution"),
    ],
)
def test_commands_take_files_of_items_and_options(tmp_path: Path, command: str, line: str) -> None:
    (tmp_path / "c.dlx").write_text(TEXT)
    assert line in run(*command.split(), cwd=tmp_path).stdout.splitlines()


def test_functions_take_the_names_of_files_as_commands_do(tmp_path: Path) -> None:
    path = tmp_path / "c.dlx"
    path.write_text(TEXT)
    assert sp.best(str(path), minimise="cost").as_dict()["solution"] == [["a"], ["b", "c"]]
    assert (sp.count(path).raw, sp.unique(path).verdict, sp.estimate(path).parts > 0) == (2, "several", True)
    assert (
        json.loads(said(run("odds", path, "--format", "json")))["options"]
        == sp.diagram(path).odds().as_dict()["options"]
    )


@pytest.mark.parametrize("command", ["rate", "draw", "challenge", "view", "assemble", "compare", "convert -o x.toml"])
def test_what_needs_geometry_names_what_a_cover_is_good_for(tmp_path: Path, command: str) -> None:
    (tmp_path / "c.dlx").write_text(TEXT)
    name, *options = command.split()
    found = complaint(run(name, "c.dlx", *options, cwd=tmp_path))
    assert "items and options are no puzzle" in found and "best, odds, sample" in found
    with pytest.raises(sp.PuzzleError, match="no puzzle"):
        sp.rate(dlx.parse(TEXT))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"minimise": "pieces"}, "minimise pieces: of an exact cover, choose from options, cost"),
        ({"minimise": "options", "partial": True}, "partial: is for puzzles"),
        ({"minimise": "cost", "backend": "native"}, "backend native: minimises no costs"),
    ],
)
def test_best_refuses_what_covers_have_not(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(sp.PuzzleError, match=message):
        sp.best(dlx.parse(TEXT), **arguments)  # type: ignore[arg-type]
    with pytest.raises(sp.PuzzleError, match="minimise cost: of a puzzle, choose from pieces"):
        sp.best("soma", minimise="cost")


@given(problem=problems(), costs=st.lists(st.integers(0, 1_000_000), min_size=9, max_size=9))
@quick
def test_costs_are_written_and_read_again(problem: Problem, costs: list[int]) -> None:
    cover = replace(as_cover(*problem), costs=np.array(costs[: len(problem[0])], np.int64))
    again = dlx.parse("\n".join(dlx.write(cover)))
    assert sorted(again.costs.tolist() or [0] * len(again.rows)) == sorted(cover.costs[cover.live].tolist())
    assert not len(dlx.parse(dlx.without_costs("\n".join(dlx.write(cover)))).costs)


@pytest.mark.parametrize("word", ["|", "|x", "|-1", "|1000001", "|999999 |2", "|1.5"])
def test_a_wrong_cost_is_refused_with_its_line(word: str) -> None:
    with pytest.raises(sp.PuzzleError, match=r"line 2: .*a cost is"):
        dlx.parse(f"a b\na b {word}\n")
    for costs in ([1], [1, -1], [1, 0.5], [1, True, 2]):
        with pytest.raises(sp.PuzzleError, match="cost"):
            ExactCover.of_sets([["a"], ["b"]], costs=costs)  # type: ignore[arg-type]


def test_a_certificate_leaves_costs_out(tmp_path: Path) -> None:
    (tmp_path / "c.dlx").write_text(TEXT)
    said(run("certify", "c.dlx", "-o", "proof", cwd=tmp_path))
    assert "|" not in (tmp_path / "proof" / "cover.dlx").read_text()
    assert "2" in said(run("verify", "proof", cwd=tmp_path))


def test_a_core_of_a_cover_names_its_items() -> None:
    cover = dlx.parse("a b c d\na b\nb c\na c\nd\n")
    found = sp.explain(cover)
    assert found.verdict == "impossible" and found.reason is not None
    assert "cells" not in found.sentence and "pieces" not in found.sentence


def test_numbers_of_a_search_that_was_stopped_are_bounds() -> None:
    cover = sp.ExactCover.of_sets([["a", "b"], ["a"], ["b"]])
    assert OptionOdds(cover, [1, 1, 1], 2, complete=False).sentence.count("≥ ") == 4
    assert "≥" not in OptionOdds(cover, [1, 1, 1], 2, complete=True).sentence
