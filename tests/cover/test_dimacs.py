"""Clauses that `export` wrote are read as the cover that they were made of, or refused if they are not its clauses."""

from pathlib import Path

import pytest
from commands import complaint, run, said
from hypothesis import HealthCheck, given, settings
from weighed import Problem, as_cover, problems, solutions

import satpuzzle as sp
from satpuzzle.cnf.recipe import Recipe
from satpuzzle.cover import dimacs, dlx
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.covers import load_cover
from satpuzzle.engines.exports.base import Instance
from satpuzzle.engines.exports.dimacs import DIMACS
from satpuzzle.errors import PuzzleError

COLOURED = "2:3|p q 0:2|r | x y\n2|p q x:A\np r x:B\np q y\np y:C r\n2|p q r\n"


def written(cover: ExactCover, recipe: str = "default") -> str:
    return "".join(f"{line}\n" for line in DIMACS.lines(Instance(cover, "mine", Recipe(recipe))))


@given(problem=problems())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_cover_is_read_from_its_clauses(problem: Problem, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "c.cnf"
    path.write_text(written(as_cover(*problem)))
    assert sorted(sp.solve(load_cover(path))) == sorted(solutions(*problem))


@pytest.mark.parametrize("name", ["nine-cards", "hard-squares", "pips", "galakub"])  # colours, rules, weights, copies
def test_clauses_of_puzzles_are_read_again(name: str, tmp_path: Path) -> None:
    said(run("export", name, "-o", "a.cnf", cwd=tmp_path))
    found = load_cover(tmp_path / "a.cnf")
    assert sp.count(found).raw == sp.load(name).published.raw
    assert said(run("show", "a.cnf", cwd=tmp_path)).startswith("cover: ")


def test_names_that_are_no_words_get_numbers(tmp_path: Path) -> None:
    cover = ExactCover.of_sets(
        [["long bar", sp.Coloured("x", "dark red")], ["b"]], {"long bar": (1, 1), "b": (1, 1), "x": (0, 1)}
    )
    (tmp_path / "c.cnf").write_text(written(cover))
    assert [*sp.solve(load_cover(tmp_path / "c.cnf"))] == [(0, 1)]
    assert {"c 1 long bar x:dark red", "c words 1 #1 x:#1", "c words 2 b"} < {*written(cover).splitlines()}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace("c items ", "c "), "a .cnf file is an exact cover if `export` wrote it"),
        (lambda text: text.replace("c encoding", "c"), "a .cnf file is an exact cover if `export` wrote it"),
        (lambda text: text + "-1 0\n", "its clauses are not those of the items and options in its comments: '-1 0' in"),
        (lambda text: text.replace("0:2|r", "0:1|r"), "its clauses are not those of the items and options"),
        (lambda text: text.replace("0:2|r", "r"), "the comment that lists the items has 'r'"),
        (lambda text: text.replace("c 4 p", "c 4 nobody"), "the comments have 'nobody', which is none of the items"),
        (lambda text: text.replace("items 0 5", "items 0 6"), "the comment on families names more than 5 items"),
        (lambda text: text.replace("encoding default", "encoding nothing"), "nothing"),
        (lambda text: text.replace("encoding default", "encoding /etc/default"), "a .cnf file is an exact cover if"),
    ],
)
def test_clauses_that_are_not_those_of_the_comments_are_refused(tmp_path: Path, change, message: str) -> None:  # type: ignore[no-untyped-def]
    text = written(dlx.parse(COLOURED))
    assert change(text) != text
    (tmp_path / "c.cnf").write_text(change(text))
    with pytest.raises(PuzzleError, match=r"c\.cnf: ") as caught:
        load_cover(tmp_path / "c.cnf")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert complaint(run("count", "c.cnf", cwd=tmp_path)) == str(caught.value).replace(f"{tmp_path}/", "")


def test_the_comments_alone_tell_the_cover() -> None:
    cover, encoding = dimacs.parse(written(dlx.parse(COLOURED), "binary-colours"))
    assert encoding == "binary-colours"
    assert cover.names == ("p", "q", "r", "x", "y")
    assert cover.colours.names == (("A", "B"), ("C",))
