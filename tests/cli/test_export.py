"""`export` and `decode`: a cover to another solver, and its answer back."""

from pathlib import Path

import pytest
from commands import complaint, run, said
from pysat.formula import CNF
from pysat.solvers import Solver

import satpuzzle as sp
from satpuzzle.measure.instances import grown


@pytest.mark.full
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
    assert complaint(run("export", "galakub")).startswith(
        "no file: name a file that ends in .cnf, .opb, .mzn, .dzn, .xml"
    )


@pytest.mark.full
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


def test_members_of_a_growing_family_are_written_each_to_a_file(tmp_path: Path) -> None:
    written = said(run("export", "--family", "y-rectangle", "--size", "9..11", "--format", "dlx", "-o", tmp_path))
    assert written.splitlines()[1] == f"{tmp_path / 'y-rectangle-10.dlx'}: 51 items, 184 options"
    found = {path.stem: sp.count(sp.load_dlx(path)).raw for path in tmp_path.glob("*.dlx")}
    assert found == {"y-rectangle-9": 0, "y-rectangle-10": 10, "y-rectangle-11": 0}
    run("export", "--family", "queens", "--size", "6", "--format", "dimacs", "-o", tmp_path, "-e", "ladder")
    with Solver(name="cadical195", bootstrap_with=CNF(from_file=str(tmp_path / "queens-6.cnf")).clauses) as solver:
        assert solver.solve()


@pytest.mark.parametrize(
    ("family", "counts"),
    [
        ("dominoes", {2: 2, 3: 0, 4: 36}),
        ("mutilated", {4: 0}),
        ("trominoes", {6: 162}),
        ("queens", {4: 2, 6: 4}),
        ("langford", {2: 0, 3: 2, 4: 2}),
        ("latin-squares", {3: 1, 4: 4}),
    ],
)
def test_families_have_the_known_numbers_of_solutions(family: str, counts: dict[int, int]) -> None:
    for size, raw in counts.items():
        assert sp.count(grown(family, size)).raw == raw


@pytest.mark.parametrize(
    ("words", "complaint_"),
    [
        (("--family", "quens", "--size", "3"), "family quens (did you mean queens?): choose from dominoes, "),
        (("--family", "quens"), "family quens (did you mean queens?): choose from dominoes, "),
        (("--family", "queens"), "--family: needs --size"),
        (("--size", "3"), "--size 3: needs --family"),
        (("--family", "queens", "--size", "3-5"), "--size 3-5: allowed is a number from 1 to 1000, or a range"),
        (("--family", "langford", "--size", "1"), "family langford: has no member of the size 1"),
        (("--family", "one-factorizations", "--size", "3"), "family one-factorizations: has no member of the size 3"),
        (("soma", "--family", "queens", "--size", "3"), "PUZZLE soma: not allowed with --family"),
    ],
)
def test_a_family_or_a_size_that_is_none_is_refused_in_one_line(
    words: tuple[str, ...], complaint_: str, tmp_path: Path
) -> None:
    assert complaint(run("export", *words, "--format", "dlx", "-o", tmp_path)).startswith(complaint_)
    assert complaint(run("export", "--family", "queens", "--size", "3", "-o", tmp_path)).startswith(
        "--family: needs -o"
    )
