"""Proofs that clauses are unsatisfiable, written by CaDiCaL in the format LRAT.

Each step of an LRAT proof names the clauses from which it follows.  PySAT's public interface writes proofs without
them, so this module calls the C functions below it.
"""

import os
from typing import Any

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.sandbox import Sandbox, Send

PROVER = "cadical195"  # its PySAT name


def prove(clauses: list[list[int]], path: str, clock: Clock = UNLIMITED) -> None:
    """Write to `path` an LRAT proof that the clauses are unsatisfiable, in a child process.

    Raises BackendError if they are satisfiable or the solver fails, and Stopped if the clock stops.
    """
    with Sandbox("the solver") as sandbox:
        for _ in sandbox.call(write_proof, clauses, path):
            clock.check()


def write_proof(send: Send, clauses: list[list[int]], path: str) -> None:
    """Write the proof in the child process; `send` is not used, and the other arguments are those of `prove`."""
    import pysolvers

    api: Any = pysolvers
    solver = api.cadical195_new()
    api.cadical195_set(solver, "lrat", 1)  # must precede the file
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
    """Renumber the clauses of a proof so that the input clauses have the numbers 1 to `count`, as LRAT requires.

    CaDiCaL shortens input clauses that follow a unit clause, and gives the shorter clauses numbers in between.
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
    os.replace(path, path + ".old")
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
