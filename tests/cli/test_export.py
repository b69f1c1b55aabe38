"""`export` and `decode`: a cover to another solver, and its answer back."""

from pathlib import Path

import pytest
from commands import complaint, run, said
from pysat.formula import CNF
from pysat.solvers import Solver

import satpuzzle as sp


def test_the_ending_of_the_file_says_the_format(tmp_path: Path) -> None:
    for ending, first in {
        ".cnf": "c ",
        ".opb": "* #variable=",
        ".mzn": "% ",
        ".xml": "<instance",
        ".dlx": "| ",
    }.items():
        run("export", "galakub", "-o", tmp_path / f"out{ending}")
        assert (tmp_path / f"out{ending}").read_text().startswith(first)


def test_without_a_format_and_an_ending_one_is_asked_for() -> None:
    assert complaint(run("export", "galakub")).startswith("no file: name a file that ends in .cnf, .opb, .mzn, .xml")


def test_an_answer_is_decoded_into_the_solution(tmp_path: Path) -> None:
    run("export", "galakub", "-o", tmp_path / "cover.cnf")
    with Solver(name="cadical195", bootstrap_with=CNF(from_file=str(tmp_path / "cover.cnf")).clauses) as solver:
        assert solver.solve()
        model = " ".join(map(str, solver.get_model() or []))
    (tmp_path / "answer").write_text(f"s SATISFIABLE\nv {model} 0\n")
    (tmp_path / "solution.txt").write_text(said(run("convert", "galakub", "--answer", tmp_path / "answer")))
    from satpuzzle.solutions.read import solutions

    (found,) = solutions(sp.load("galakub"), tmp_path / "solution.txt")
    assert len(found.pieces) == 8


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("s UNKNOWN\n", "says neither that there is a solution nor that there is none: s UNKNOWN"),
        ("s SATISFIABLE\nv 1 2 0\n", "is no solution of galakub: "),
        (
            "s SATISFIABLE\nv 1 2 a 0\n",
            'answer: the answer has "a", allowed are literals of the variables 1 to 2147483647',
        ),
        (f"s SATISFIABLE\nv {'9' * 4400} 0\n", "allowed are literals of the variables 1 to 2147483647"),
    ],
)
def test_a_wrong_answer_is_refused_in_one_line(tmp_path: Path, answer: str, words: str) -> None:
    (tmp_path / "answer").write_text(answer)
    assert words in complaint(run("convert", "galakub", "--answer", tmp_path / "answer"))


def test_an_answer_without_a_solution_is_said(tmp_path: Path) -> None:
    (tmp_path / "answer").write_text("s UNSATISFIABLE\n")
    assert (
        said(run("convert", "galakub", "--answer", tmp_path / "answer"))
        == "galakub: the solver says that there is no solution\n"
    )
