"""A checker for LRAT proofs, short enough to be read as a whole, since `verify` rests on it.

A proof that clauses are unsatisfiable is a list of steps.  A step `id literals 0 hints 0` adds a clause that follows by
unit propagation: assume that all its literals are false; each hint names a clause with one literal left, which must
then be true, and the last hint a clause with no literal left.  A step `id d ids 0` deletes clauses, to save memory.
The proof is complete when a step adds the empty clause.

Luís Cruz-Filipe, Marijn Heule, Warren Hunt, Matt Kaufmann and Peter Schneider-Kamp, Efficient Certified RAT
Verification, CADE 2017.  The format also has RAT steps, which this checker rejects.
"""

import sys
from collections.abc import Iterable, Sequence

from satpuzzle.errors import ProofError


def check_proof(formula: Iterable[Sequence[int]], proof: Iterable[str]) -> int:
    """Return the number of steps of a proof, read line by line, that the formula is unsatisfiable.

    The formula's clauses have the numbers 1, 2, ... in the proof.  Raises ProofError at the first error.
    """
    live = {number: tuple(clause) for number, clause in enumerate(formula, 1)}
    proven = () in live.values()
    steps = 0
    for steps, line in enumerate(proof, 1):
        try:
            proven |= _step(live, line.split())
        except (ValueError, KeyError) as error:
            reason = f"no live clause {error}" if isinstance(error, KeyError) else str(error)
            raise ProofError(f"proof, line {steps}: {reason}") from None
    if not proven:
        raise ProofError(f"the proof ends after {steps} lines without the empty clause")
    return steps


def _step(live: dict[int, tuple[int, ...]], fields: list[str]) -> bool:
    """Check one step and apply it to the live clauses; return whether it added the empty clause."""
    deleting = fields[1:2] == ["d"]
    number, *numbers = _numbers(fields[:1] + fields[2 if deleting else 1 :])
    if not numbers or numbers.pop() != 0:
        raise ValueError("it does not end with 0")
    if deleting:
        for old in numbers:
            del live[old]
        return False
    if 0 not in numbers:
        raise ValueError("it has one 0, a clause and its hints end with 0 each")
    end = numbers.index(0)
    clause = tuple(numbers[:end])
    false = set(clause)
    for hint in numbers[end + 1 :]:
        left = [literal for literal in live[hint] if literal not in false]
        if len(left) > 1:
            raise ValueError(f"clause {hint} has {len(left)} literals left")
        if not left:
            break
        false.add(-left[0])
    else:
        raise ValueError("the hints lead to no conflict")
    if number in live:
        raise ValueError(f"there is a clause {number} already")
    live[number] = clause
    return not clause


def _numbers(fields: list[str]) -> list[int]:
    """Return the numbers in the fields of a step, at least one."""
    try:
        found = [int(field) for field in fields]
    except ValueError:
        most = sys.get_int_max_str_digits()
        raise ValueError(f"it has a word that is no integer, or a number of more than {most} digits") from None
    if not found:
        raise ValueError("it is empty")
    return found
