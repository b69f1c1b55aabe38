"""Proofs that clauses are unsatisfiable, written by CaDiCaL in LRAT.

PySAT can log proofs, but asks CaDiCaL for hints only through the C functions below its public interface.
"""

import os
from typing import Any

from satpuzzle.sandbox import Sandbox, Send

PROVER = "cadical195"  # its PySAT name


def prove(clauses: list[list[int]], path: str) -> None:
    """Write to `path` an LRAT proof that the clauses are unsatisfiable, in a process of its own.

    Raises BackendError if they are satisfiable or the solver fails.
    """
    with Sandbox("the solver") as sandbox:
        for _ in sandbox.call(write_proof, clauses, path):
            pass


def write_proof(send: Send, clauses: list[list[int]], path: str) -> None:
    """Do it; the child's side, which has nothing to send."""
    import pysolvers

    api: Any = pysolvers
    solver = api.cadical195_new()
    api.cadical195_set(solver, "lrat", 1)  # before the file is named
    api.cadical195_set(solver, "binary", 0)
    with open(path, "w+b") as file:
        trace = api.cadical195_tracepr(solver, file)
        for clause in clauses:
            api.cadical195_add_cl(solver, clause)
        if api.cadical195_solve(solver, [], 1):
            raise RuntimeError("the clauses have a model: the list of solutions is not complete")
        api.flushpr(trace)
        api.cadical195_del(solver, file)
    _renumber(path, len(clauses))


def _renumber(path: str, count: int) -> None:
    """Let the clauses that were given have the numbers 1 to `count`.

    After a unit clause CaDiCaL shortens those that follow at once, and gives the shorter ones numbers in between.
    """
    with open(path) as proof:
        derived = {int(line.split(None, 2)[0]) for line in proof if " d " not in line}
    if min(derived) > count:
        return
    last, left = 0, count
    while left:
        last += 1
        left -= last not in derived
    given = [number for number in range(1, last + 1) if number not in derived]
    between = [number for number in range(1, last + 1) if number in derived]
    new = {str(old): str(number) for number, old in enumerate([*given, *between], 1) if old != number}
    os.rename(path, path + ".old")
    with open(path + ".old") as proof, open(path, "w") as out:
        for line in proof:
            number, _, rest = line.partition(" ")
            literals, _, hints = rest.partition("0 ") if rest.startswith("0 ") else rest.partition(" 0 ")
            if rest.startswith("d "):
                literals, hints = "d", rest[2:]
            elif literals:
                literals += " 0"
            else:
                literals = "0"
            renumbered = " ".join(new.get(hint, hint) for hint in hints.split())
            out.write(f"{new.get(number, number)} {literals} {renumbered}\n")
    os.remove(path + ".old")
