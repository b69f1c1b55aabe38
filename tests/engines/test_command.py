"""Solvers that are commands: what they read, what they answer, and what is said if they do not."""

import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from clocks import over_once
from commands import run as run_command
from skips import lacks

import satpuzzle as sp
from satpuzzle.engines.command import Command, _answered
from satpuzzle.errors import BackendError, PuzzleError
from satpuzzle.search.report import facts, verdict

SAT = """
import sys
from pysat.formula import CNF
from pysat.solvers import Solver
formula = CNF(from_file=sys.argv[1])
with Solver(name="cadical195", bootstrap_with=formula.clauses) as solver:
    if not solver.solve():
        answer, status = "s UNSATISFIABLE\\n", 20
    else:
        answer = "c a remark\\ns SATISFIABLE\\nv " + " ".join(map(str, solver.get_model())) + " 0\\n"
        status = 10
"""
PRINTING = SAT + "print(answer, end='')\nsys.exit(status)\n"
WRITING = SAT + (
    "open(sys.argv[2], 'w').write('UNSAT\\n' if status == 20 else 'SAT\\n' + answer.split('\\nv ')[1])\n"
    "sys.exit(status)\n"
)
PSEUDO_BOOLEAN = """
import re, sys
from ortools.sat.python import cp_model
model = cp_model.CpModel()
names = {}
for line in open(sys.argv[1]):
    if line.startswith("*"):
        continue
    terms, relation, bound = re.fullmatch(r"(.*) (>=|=) (-?[0-9]+) ;", line.strip()).groups()
    total = sum(int(c) * names.setdefault(v, model.new_bool_var(v)) for c, v in zip(*[iter(terms.split())] * 2))
    model.add(total == int(bound) if relation == "=" else total >= int(bound))
solver = cp_model.CpSolver()
if solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
    print("s SATISFIABLE")
    print("v", *(v if solver.value(x) else "-" + v for v, x in names.items()))
else:
    print("s UNSATISFIABLE")
"""


def command(tmp_path: Path, script: str, places: str) -> str:
    """Return a command that runs a script on the files at these places."""
    path = tmp_path / "solver of mine.py"
    path.write_text(script)
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))} {places}"


@pytest.fixture
def tray(tmp_path: Path) -> Path:
    """A small puzzle with two solutions."""
    path = tmp_path / "tray.toml"
    path.write_text('grid = "square"\nbox = [3, 4]\npieces = [{ name = "L", cells = "**\\n*", count = 4 }]')
    return path


@pytest.mark.full
@pytest.mark.parametrize(
    ("script", "places"), [(PRINTING, "{cnf}"), (WRITING, "{cnf} {out}"), (PSEUDO_BOOLEAN, "{opb}")]
)
def test_a_command_finds_all_solutions(tmp_path: Path, tray: Path, script: str, places: str) -> None:
    run = sp.solve(tray, command(tmp_path, script, places))
    solutions = {solution.options for solution in run}
    assert solutions == {solution.options for solution in sp.solve(tray)}
    assert run.counts == sp.Counts(4, 2, 2)


def test_pieces_that_may_be_left_out_are_blocked_with_what_could_join(tmp_path: Path) -> None:
    text = 'grid = "square"\nboard = "*?*\\n?*?"\npieces = [{ name = "I", cells = "**", max = 3 },'
    (tmp_path / "mine.toml").write_text(text + ' { name = "V", cells = "**\\n*", max = 1 }]')
    counts = sp.count(tmp_path / "mine.toml", command(tmp_path, PRINTING, "{cnf}"))
    assert counts == sp.count(tmp_path / "mine.toml")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("no-such-program {cnf}", "there is no program no-such-program"),
        ("cat", "name one of {cnf}, {opb}, {mzn}, {xml}, and {out} if it writes a file"),
        ("cat {cnf} {opb}", "name one of"),
        ("cat {cnf} {in}", "name one of"),
        ("cat '{cnf}", "no closing quotation"),
    ],
)
def test_a_command_that_makes_no_sense_is_refused_in_one_line(given: str, said: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        Command(given)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("print('c no idea')", "ended with status 0 and gave no answer (put {out} in"),
        ("import sys; sys.exit('out of luck')", "writes its answer to a file): out of luck"),
        ("print('s UNKNOWN')", "file): s UNKNOWN"),
        ("print('s SATISFIABLE\\nv 1 2 3 0')", "is covered"),
        ("print('s SATISFIABLE\\nv 1 ' + '9' * 4400)", 'ended with status 0: the answer has "99999999'),
        ("print('SAT\\n1 b 0')", 'the answer has "b", allowed are literals'),
        (
            "print('s SATISFIABLE\\nv 0\\ns UNSATISFIABLE')",
            "a contradictory answer: it said both s SATISFIABLE and s UNSATISFIABLE",
        ),
        (
            "import sys; print('s UNSATISFIABLE'); sys.exit(1)",
            "a contradictory answer: it said UNSATISFIABLE and ended with status 1, allowed are 0 and 20",
        ),
        ("import sys; print('UNSATISFIABLE'); sys.exit(10)", "ended with status 10, allowed are 0 and 20"),
        (
            "import sys; print('s SATISFIABLE\\nv 1 0'); sys.exit(20)",
            "it said SATISFIABLE and ended with status 20, allowed are any but 20",
        ),
    ],
)
def test_a_program_without_an_answer_is_quoted(tmp_path: Path, tray: Path, script: str, said: str) -> None:
    run = sp.solve(tray, command(tmp_path, script, "{cnf}"))
    with pytest.raises(BackendError) as caught:
        run.exhaust()
    assert "RuntimeError" not in str(caught.value)
    assert said in str(caught.value) or "breaks the bounds of an item" in str(caught.value)


def test_an_answer_without_end_is_refused(tmp_path: Path, tray: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satpuzzle.data.LARGE", 3 << 20)
    long = "import sys\nopen(sys.argv[2], 'w').write('x' * (4 << 20))\n"
    with pytest.raises(BackendError, match="answered more than 3 MiB, which is the limit"):
        _answered(shlex.split(command(tmp_path, long, "{cnf} {out}")), {"cnf": tray, "out": tmp_path / "out"})


def test_a_program_that_contradicts_its_file_is_refused(tmp_path: Path, tray: Path) -> None:
    script = "import sys; open(sys.argv[2], 'w').write('UNSAT\\n'); print('SATISFIABLE')"
    with pytest.raises(BackendError, match="it said both SATISFIABLE and UNSAT"):
        sp.count(tray, command(tmp_path, script, "{cnf} {out}"))


@pytest.mark.full
def test_a_command_is_compared_with_other_backends(tmp_path: Path) -> None:
    compared = sp.compare("slothouber-graatsma", ["native", command(tmp_path, PRINTING, "{cnf}")])
    assert [row["solutions"] for row in compared.rows()] == [1, 1]


@pytest.mark.full
def test_a_record_has_the_version_of_a_program_and_the_sizes_of_its_file(tmp_path: Path, tray: Path) -> None:
    by_clauses = sp.compare(tray, [command(tmp_path, PRINTING, "{cnf}")]).records[0]
    assert by_clauses["versions"][Path(sys.executable).name] == platform.python_version()
    assert by_clauses["variables"] >= by_clauses["placements"] and by_clauses["clauses"] > 0
    run = sp.solve(tray, command(tmp_path, PSEUDO_BOOLEAN, "{opb}"), limit=1)
    assert len(list(run)) == 1 and run.stats["constraints"] == 13  # a cell each, and the piece


@pytest.mark.full
def test_a_count_says_by_whose_word_it_is_final(tmp_path: Path) -> None:
    run = sp.solve("slothouber-graatsma", command(tmp_path, PRINTING, "{cnf}"))
    run.exhaust()
    name = Path(sys.executable).name
    assert facts(run)["by_the_word_of"] == name
    assert f"search exhausted, the count is final by the word of {name}, unproved; symmetry" in verdict(run)
    assert run.stats["calls"] == run.stats["candidates"] + run.stats["parts"]
    one = sp.solve("slothouber-graatsma", command(tmp_path, PRINTING, "{cnf}"), limit=1)
    assert len([*one]) == 1 and facts(one)["by_the_word_of"] is None
    for own in (sp.solve("slothouber-graatsma"), sp.solve("slothouber-graatsma", "cadical")):
        own.exhaust()
        assert facts(own)["by_the_word_of"] is None and "word" not in verdict(own)


def test_what_is_impossible_before_any_search_is_by_nobodys_word(tmp_path: Path) -> None:
    puzzle = sp.make_puzzle(box=[3, 3], grid="square", pieces={"D": "**"})
    run = sp.solve(puzzle, command(tmp_path, PRINTING, "{cnf}"))
    run.exhaust()
    assert run.reason is not None and facts(run)["by_the_word_of"] is None


@pytest.mark.full
def test_an_answer_says_by_whose_word_there_is_no_other_solution(tmp_path: Path) -> None:
    given = command(tmp_path, PRINTING, "{cnf}")
    name = Path(sys.executable).name
    ended = run_command("unique", "slothouber-graatsma", "-b", given)
    assert ended.stdout.endswith(f"there is no other solution is by the word of {name}, unproved\n")
    ended = run_command("unique", "slothouber-graatsma", "-b", given, "--format", "json")
    assert json.loads(ended.stdout)["by_the_word_of"] == name
    assert "word" not in run_command("unique", "slothouber-graatsma").stdout


@pytest.mark.full
@pytest.mark.parametrize("question", ["unique", "explain", "hint"])
def test_an_answer_that_shows_another_solution_is_by_nobodys_word(tmp_path: Path, tray: Path, question: str) -> None:
    ended = run_command(question, tray, "-b", command(tmp_path, PRINTING, "{cnf}"))
    assert ended.stdout and "word" not in ended.stdout


@pytest.mark.skipif(os.name != "posix", reason="needs process groups")
def test_a_program_ends_with_the_run(tmp_path: Path) -> None:
    mark = tmp_path / "started"
    script = f"import os, time; open({str(mark)!r}, 'w').write(str(os.getpid())); time.sleep(3600)"
    begun = over_once(lambda _: mark.exists() and mark.read_text())
    run = sp.solve("soma", command(tmp_path, script, "{cnf}"), time_limit=600, watch=begun)
    run.exhaust()
    assert str(run.status) == "time_limit"
    process = int(mark.read_text())
    until = time.monotonic() + 600
    while Path(f"/proc/{process}").exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert not Path(f"/proc/{process}").exists()


DEBIAN = ["cadical -q {cnf}", "minisat {cnf} {out}", "clasp {cnf}", "clasp {opb}", "minisat+ {opb}", "minizinc {mzn}"]


@pytest.mark.slow
@pytest.mark.parametrize("given", DEBIAN)
def test_a_solver_of_the_distribution_finds_galakub(given: str) -> None:
    if shutil.which(given.split()[0]) is None:
        lacks(given.split()[0])
    assert sp.count("galakub", given) == sp.Counts(8, 1, 1)


@pytest.mark.slow
def test_an_external_solver_finds_all_240_solutions_of_soma(tmp_path: Path) -> None:
    given = "cadical -q {cnf}" if shutil.which("cadical") else command(tmp_path, PRINTING, "{cnf}")
    ran = subprocess.run(
        [sys.executable, "-m", "satpuzzle", "count", "soma", "-b", given],
        capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert "isometries 240" in ran.stdout
