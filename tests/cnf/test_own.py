"""Encodings of one's own: files in place of building blocks, whose meaning is checked before they are used."""

from pathlib import Path

import numpy as np
import pytest
from pysat.solvers import Solver

import satpuzzle as sp
from satpuzzle.cnf.at_most_one import AT_MOST_ONE
from satpuzzle.cnf.cardinality import CARDINALITY
from satpuzzle.cnf.own import at_most_one_of, cardinality_of

PAIRS = """
from itertools import combinations

def at_most_one(formula, literals):
    yield []
    yield from ([[-a, -b]] for a, b in combinations(literals.tolist(), 2))
"""
LADDER = """
def at_most_one(formula, literals):
    steps = formula.fresh(max(len(literals) - 1, 0))
    for i, step in enumerate(steps):
        yield [[-literals[i], step], [-step, -literals[i + 1]]]
        if i:
            yield [[-steps[i - 1], step]]
"""
COUNTED = """
from satpuzzle.cnf.cardinality.totalizer import between
"""


def file_of(tmp_path: Path, text: str) -> str:
    file = tmp_path / "mine.py"
    file.write_text(text)
    return str(file)


@pytest.mark.parametrize(("text", "like"), [(PAIRS, "pairwise"), (LADDER, "sequential")])
def test_an_own_encoding_has_the_size_of_the_same_one_in_the_package(text: str, like: str, tmp_path: Path) -> None:
    own = at_most_one_of(file_of(tmp_path, text))
    assert [own.size(count) for count in range(2, 30)] == [AT_MOST_ONE[like].size(count) for count in range(2, 30)]
    counted = cardinality_of(file_of(tmp_path, text + COUNTED))
    for bounds in ((5, 1, 3), (9, 4, 4), (12, 0, 2)):
        assert counted.size(*bounds) == CARDINALITY["totalizer"].size(*bounds)


@pytest.mark.full
def test_a_recipe_with_own_encodings_counts_like_others(tmp_path: Path) -> None:
    file_of(tmp_path, LADDER + COUNTED)
    recipe = tmp_path / "recipe.toml"
    recipe.write_text('at_most_one = "mine.py"\ncardinality = "mine.py"\n')
    assert sp.count("galakub", "cadical", encoding=str(recipe)) == sp.count("galakub")
    own = sp.Recipe("own", at_most_one=str(tmp_path / "mine.py"), cardinality="totalizer")
    like = sp.Recipe("like", at_most_one="sequential", cardinality="totalizer")
    assert sp.encode("galakub", own).sizes() == sp.encode("galakub", like).sizes()
    assert sp.count("steinhaus", "glucose", encoding=own) == sp.count("steinhaus")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("def at_most_one(formula, literals):\n    yield from ()\n", "with 2 literals, .* 2 can be true: 1 2$"),
        (f"{PAIRS}    yield [[-literals[0]]] if len(literals) else []\n", "with 1 literals, .* 1 cannot be true: 1$"),
        (
            f"{PAIRS}    if len(literals) > 10:\n        yield [[literals[0]]]\n",
            "with 17 literals, .* 0 cannot be .*none",
        ),
        (
            "def at_most_one(formula, literals):\n    formula.bound(literals, 1)\n    yield from ()\n",
            "native cardinality",
        ),
        (
            "def at_most_one(formula, literals):\n    yield []\n    yield [*-literals[:2]]\n",
            r"with 1 literals: ValueError: what it yields must be clauses of one length, such as \[\[-1, -2\], ",
        ),
        ("def at_most_one(formula, literals):\n    yield [[1], [1, 2]]\n", "clauses of one length, such as "),
        ("def at_most_one(formula):\n    pass\n", r"with 0 literals: TypeError: at_most_one\(\) takes 1"),
        ("def between(formula):\n    pass\n", "has no function at_most_one$"),
        ("1 / 0", "cannot be run: ZeroDivisionError: division by zero$"),
    ],
)
def test_an_own_encoding_with_another_meaning_is_refused_in_one_line(text: str, complaint: str, tmp_path: Path) -> None:
    file = file_of(tmp_path, text)
    with pytest.raises(sp.PuzzleError, match=rf"^{file}: .*{complaint}"):
        sp.count("soma", "cadical", encoding=sp.Recipe("own", at_most_one=file))


def test_a_counter_with_another_meaning_is_refused(tmp_path: Path) -> None:
    text = "from satpuzzle.cnf.cardinality.totalizer import between as right\n\n"
    wrong = file_of(tmp_path, f"{text}def between(f, x, low, high):\n    yield from right(f, x, 0, high)\n")
    with pytest.raises(sp.PuzzleError, match="between: with 1 literals, of which 1 to 1 may be true, 0 can be true"):
        cardinality_of(wrong)


def test_a_file_that_is_not_there_is_no_encoding() -> None:
    with pytest.raises(sp.PuzzleError, match=r'at_most_one = "none.py": choose from .*, or a \.py file$'):
        sp.Recipe("own", at_most_one="none.py")
    with pytest.raises(sp.PuzzleError, match=r'blocking = "none.py": choose from chosen, all$'):
        sp.Recipe("own", blocking="none.py")


def test_the_clauses_of_a_puzzle_and_of_a_cover_are_handed_out() -> None:
    formula = sp.encode("steinhaus", "literal")
    with Solver("cadical153") as solver:
        formula.load(solver)
        assert solver.solve()
        chosen = [literal - 1 for literal in solver.get_model() if 0 < literal <= len(sp.place(sp.load("steinhaus")))]
    assert {tuple(chosen)} <= {*sp.solve("steinhaus", up_to="raw").options()}
    cover = sp.ExactCover.of_sets([{"a"}, {"a", "b"}, {"b"}])
    clauses = np.concatenate([*sp.encode(cover, "default").blocks()]).tolist()
    assert sorted(map(sorted, clauses)) == [[-3, -2], [-2, -1], [1, 2], [2, 3]]
    with pytest.raises(sp.PuzzleError, match=r"^there is no solution: item a has too few options$"):
        sp.encode(sp.ExactCover.of_sets([{"a"}], bounds={"a": (2, 2)}))
