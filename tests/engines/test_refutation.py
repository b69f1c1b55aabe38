"""Proofs that solvers write become LRAT, and wrong ones become nothing."""

import shlex
import sys
from pathlib import Path
from random import Random

import pytest
from pysat.solvers import Solver

import satpuzzle as sp
from satpuzzle.clock import UNLIMITED
from satpuzzle.engines.command import Command
from satpuzzle.engines.refutation import as_lrat
from satpuzzle.errors import BackendError, PuzzleError
from satpuzzle.proofs.check.lrat import check_proof

ALL = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
SOLVER = """
import sys
from pysat.formula import CNF
from pysat.solvers import Solver
with Solver("glucose4", bootstrap_with=CNF(from_file=sys.argv[1]).clauses, with_proof=True) as solver:
    if solver.solve():
        print("s SATISFIABLE\\nv", *solver.get_model(), 0)
    else:
        print("s UNSATISFIABLE")
        open(sys.argv[2], "w").write("\\n".join(solver.get_proof()))
"""


def in_bytes(lines: list[str]) -> bytes:
    """Return a proof in the binary form of DRAT."""
    proof = bytearray()
    for line in lines:
        words = line.split()
        deletes = words[0] == "d"
        proof += b"d" if deletes else b"a"
        for literal in map(int, words[deletes:]):
            number = 2 * abs(literal) + (literal < 0)
            while number > 127:
                proof.append(number & 127 | 128)
                number >>= 7
            proof.append(number)
    return bytes(proof)


def test_what_a_solver_learned_follows_by_hints_that_the_checker_accepts() -> None:
    dice, refuted = Random(0), 0
    for _ in range(40):
        many = dice.randint(1, 70)
        clauses = [
            [dice.choice((1, -1)) * x for x in dice.sample(range(1, many + 1), min(many, dice.choice((1, 2, 3, 3, 3))))]
            for _ in range(5 * many + 4)
        ]
        with Solver(dice.choice(("glucose3", "glucose4")), bootstrap_with=clauses, with_proof=True) as solver:
            if solver.solve():
                continue
            lines = solver.get_proof()
        proof = [*as_lrat(clauses, "\n".join(lines).encode())]
        assert check_proof(clauses, proof) and proof == [*as_lrat(clauses, in_bytes(lines))]
        assert proof == [*as_lrat(clauses, "\n".join(proof).encode())]
        refuted += 1
    assert refuted > 30


def test_what_no_longer_holds_without_a_clause_is_refused() -> None:
    proof = b"1 0\nd 1 2 0\nd 1 -2 0\n0\n"  # 1 is true for ever, whatever becomes of the clauses that made it so
    assert check_proof(ALL, as_lrat(ALL, proof))
    for number in range(4):
        with pytest.raises(BackendError, match=r"does not follow|without the empty clause"):
            [*as_lrat(ALL[:number] + ALL[number + 1 :], proof)]


@pytest.mark.parametrize(
    ("proof", "said"),
    [
        (b"", "proof: it ends without the empty clause"),
        (b"c nothing\n-1 2 3 0\n", "proof: it ends without the empty clause"),
        (b"3 1 0\n", "proof, step 1: 3 1 0 does not follow by unit propagation (steps of the kind RAT are not read)"),
        (b"c one\n1 2\n", "proof, line 2: '1 2', allowed are literals and a 0 at the end"),
        (b"1 x 0\n", "proof, line 1: '1 x 0', allowed are literals and a 0 at the end"),
        (b"a\3\4\6\0e\2\0", "proof, byte 5: b'e', allowed are 'a' and 'd' (LRAT is read as text only)"),
        (b"a\3\4\6\0a\x80", "proof: it ends within a clause"),
    ],
)
def test_a_proof_of_nothing_is_refused_in_one_line(proof: bytes, said: str) -> None:
    with pytest.raises(BackendError) as raised:
        [*as_lrat([[1, 2, 3], [-1, 2]], proof)]
    assert str(raised.value) == said


def _command(folder: Path, script: str) -> str:
    (folder / "solver.py").write_text(script)
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(folder / 'solver.py'))} {{cnf}} {{proof}}"


@pytest.mark.full
def test_a_proof_by_a_command_is_kept_in_the_certificate(tmp_path: Path) -> None:
    (tmp_path / "tray.toml").write_text(
        'grid = "square"\nbox = [3, 4]\npieces = [{ name = "L", cells = "**\\n*", count = 4 }]'
    )
    folder = tmp_path / "new"
    counts = sp.certify(tmp_path / "tray.toml", folder, "lrat", backend=_command(tmp_path, SOLVER))
    assert counts == sp.Counts(4, 2, 2) == sp.verify(folder).counts


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("print('s SATISFIABLE')", "did not say that there is no other solution: s SATISFIABLE"),
        ("", "did not say that there is no other solution: nothing"),
        ("print('s UNSATISFIABLE'); sys.exit(10)", "said UNSATISFIABLE and ended with status 10"),
        ("print('s UNSATISFIABLE')", "wrote no proof"),
        ("print('UNSAT'); open(sys.argv[2], 'w').write('3 0\\n0\\n')", "proof, step 1: 3 0 does not follow"),
    ],
)
def test_a_command_that_proves_nothing_is_refused(tmp_path: Path, does: str, said: str) -> None:
    with pytest.raises(BackendError, match=said):
        Command(_command(tmp_path, f"import sys; {does}")).prove(ALL, str(tmp_path / "proof"), UNLIMITED)


@pytest.mark.full
def test_a_wrong_proof_in_lrat_is_refused_before_it_is_kept(tmp_path: Path) -> None:
    script = SOLVER.replace('"\\n".join(solver.get_proof())', '"999999 0 1 2 0\\n"')
    assert script != SOLVER
    with pytest.raises(BackendError, match="proof, line 1: clause 1 has"):
        sp.certify("slothouber-graatsma", tmp_path / "new", "lrat", backend=_command(tmp_path, script))
    assert not (tmp_path / "new").exists()


def test_a_proof_is_one_about_clauses(tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match=r"a \{proof\} is one about the clauses of \{cnf\}"):
        Command("cat {opb} {proof}")
