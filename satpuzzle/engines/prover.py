"""Proofs that clauses are unsatisfiable, written by CaDiCaL in the format LRAT.

Each step of an LRAT proof names the clauses from which it follows.  PySAT's public interface writes proofs without
them, so this module calls the C functions below it.
"""

import itertools
import os
from mmap import ACCESS_READ, mmap
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
    _trim(path, len(clauses))


def _trim(path: str, count: int) -> None:
    """Keep the steps of a proof that are needed, with new numbers; delete each clause after it was used last.

    Input clauses get the numbers 1 to `count`, as LRAT requires.  CaDiCaL shortens those that follow a unit clause, and
    gives the shorter clauses numbers in between.
    """
    needed, derived, kept = set[int](), set[int](), list[tuple[slice, set[int]]]()
    with open(path, "rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as proof, open(path + ".new", "w") as out:
        end = len(proof)
        while end:  # from the last line to the first
            line = slice(proof.rfind(b"\n", 0, end - 1) + 1, end)
            number, word, _ = proof[line].split(None, 2)
            if word != b"d":
                derived.add(int(number))
                if (not kept and word == b"0") or int(number) in needed:
                    _, _, hints = _parsed(proof[line])
                    kept.append((line, {*hints} - needed))
                    needed.update(hints)
            end = line.start
        given = (number for number in itertools.count(1) if number not in derived)
        new = {number: at for at, number in enumerate(itertools.islice(given, count), 1)}
        for line, last in reversed(kept):
            old, literals, hints = _parsed(proof[line])
            new[old] = step = len(new) + 1
            print(step, *literals, 0, *(new[hint] for hint in hints), 0, file=out)
            if last and literals:
                print(step, "d", *sorted(new[one] for one in last), 0, file=out)
    os.replace(path + ".new", path)


def _parsed(line: bytes) -> tuple[int, list[int], list[int]]:
    """Return the number of a step, its literals and its hints."""
    number, *fields = map(int, line.split())
    end = fields.index(0)
    return number, fields[:end], fields[end + 1 : -1]
