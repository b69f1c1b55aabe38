"""Proofs that SAT solvers write, as LRAT.

A proof in the format DRAT has the clauses that a solver learned.  Each follows by unit propagation, but it does not say
from which clauses.  These are the hints of LRAT, so the propagation is done again: a step assumes that all literals of
its clause are false, and follows the two watched literals of each clause until one has no literal left.  The clauses
that were used are the hints.  A literal that is true without any assumption becomes a step of its own, which is never
deleted; so a proof may delete the clauses that made it true, as solvers do.

    1 -2 0        a clause                     the same in bytes:  a, the literals as 2x or -2x + 1, 0
    d 1 2 0       a clause is deleted                              d, the literals, 0
    5 1 0 3 4 0   LRAT: it is taken as it is

Steps of the kind RAT, with which solvers introduce new variables, are not read.  Nothing here need be trusted: whoever
keeps a proof lets a checker read it.

Nathan Wetzler, Marijn Heule and Warren Hunt, DRAT-trim, SAT 2014; Luís Cruz-Filipe, Marijn Heule, Warren Hunt, Matt
Kaufmann and Peter Schneider-Kamp, Efficient Certified RAT Verification, CADE 2017.
"""

from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Sequence

from satpuzzle.errors import BackendError

Step = tuple[bool, tuple[int, ...]]  # whether a clause is deleted or added, and its literals


def as_lrat(clauses: Sequence[Sequence[int]], proof: bytes) -> Iterator[str]:
    """Yield the lines of an LRAT proof that clauses are unsatisfiable, given a proof in LRAT or in DRAT.

    A proof in LRAT is not checked.  Raises BackendError if a step of another one does not follow, or cannot be read.
    """
    if b"\0" in proof:
        return _Elaboration(clauses).lines(_of_bytes(proof))
    lines = proof.decode("ascii", "replace").splitlines()
    words = next((words for line in lines if (words := line.split()) and words[0] not in ("c", "d")), [])
    if "d" in words or words.count("0") > 1:
        return iter(lines)
    return _Elaboration(clauses).lines(_of_lines(lines))


def _of_lines(lines: Iterable[str]) -> Iterator[Step]:
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        deletes = words[0] == "d"
        try:
            *literals, end = map(int, words[deletes:])
        except ValueError:
            end = -1
        if end != 0 or 0 in literals:
            raise BackendError(f"proof, line {number}: {line[:60]!r}, allowed are literals and a 0 at the end")
        yield deletes, tuple(literals)


def _of_bytes(proof: bytes) -> Iterator[Step]:
    at = 0
    while at < len(proof):
        if (mark := proof[at : at + 1]) not in (b"a", b"d"):
            raise BackendError(f"proof, byte {at}: {mark!r}, allowed are 'a' and 'd' (LRAT is read as text only)")
        literals, number, shift = list[int](), 0, 0
        for at in range(at + 1, len(proof)):  # noqa: B020
            number |= (proof[at] & 127) << shift
            shift += 7
            if proof[at] < 128:
                if number == 0:
                    break
                literals.append(-(number >> 1) if number & 1 else number >> 1)
                number = shift = 0
        else:
            raise BackendError("proof: it ends within a clause")
        at += 1
        yield mark == b"d", tuple(literals)


class _Elaboration:
    """Clauses with two watched literals each, of which the first two are those; and what is true by them alone."""

    def __init__(self, clauses: Sequence[Sequence[int]]) -> None:
        self.given = clauses
        self.last = len(clauses)
        self.clauses = dict[int, list[int]]()  # by number, those that are not true by themselves
        self.numbers = defaultdict[tuple[int, ...], list[int]](list)  # of the clauses with these literals
        self.watching = defaultdict[int, list[int]](list)  # the numbers of the clauses that watch a literal
        self.true = dict[int, int]()  # literals that are true, and why: the number of a clause, 0 if assumed
        self.trail = list[int]()  # these literals in order
        self.lasting = 0  # the number of those that are true without an assumption

    def lines(self, steps: Iterator[Step]) -> Iterator[str]:
        """Yield the steps of an LRAT proof."""
        for number, clause in enumerate(self.given, 1):
            if (yield from self._join(number, tuple(clause))):
                return
        for number, (deletes, clause) in enumerate(steps, 1):
            if deletes:
                yield from self._delete(clause)
            elif not any(-literal in clause for literal in clause):
                hints = self._hints(clause)
                if hints is None:
                    said = " ".join(map(str, (*clause[:20], 0)))
                    raise BackendError(
                        f"proof, step {number}: {said} does not follow by unit propagation"
                        " (steps of the kind RAT are not read)"
                    )
                self.last += 1
                yield _line(self.last, clause, hints)
                if not clause or (yield from self._join(self.last, clause)):
                    return
        raise BackendError("proof: it ends without the empty clause")

    def _join(self, number: int, clause: tuple[int, ...]) -> Generator[str, None, bool]:
        """Add a clause, and yield a step for each literal that is true now; return whether this is a contradiction."""
        literals = sorted({*clause}, key=lambda literal: -literal in self.true)
        self.numbers[tuple(sorted(literals))].append(number)
        if any(literal in self.true for literal in literals):
            return False
        self.clauses[number] = literals
        for literal in literals[:2] if len(literals) > 1 else ():
            self.watching[literal].append(number)
        conflict = None
        if len(literals) < 2 or -literals[1] in self.true:
            if not literals or -literals[0] in self.true:
                conflict = number
            else:
                self._assign(literals[0], number)
                conflict = self._propagate()
        while self.lasting < len(self.trail):
            literal = self.trail[self.lasting]
            self.lasting += 1
            by = self.true[literal]
            if len(self.clauses[by]) > 1:
                self.last += 1
                others = [self.true[-other] for other in self.clauses[by] if other != literal]
                yield _line(self.last, (literal,), [*others, by])
                self.true[literal] = self.last
                self.clauses[self.last] = [literal]
        if conflict is None:
            return False
        self.last += 1
        yield _line(self.last, (), [*(self.true[-literal] for literal in self.clauses[conflict]), conflict])
        return True

    def _delete(self, clause: tuple[int, ...]) -> Iterator[str]:
        """Delete a clause, if it is there."""
        literals = tuple(sorted({*clause}))
        if len(literals) > 1 and (numbers := self.numbers.get(literals)):
            number = numbers.pop()
            self.clauses.pop(number, None)
            yield f"{self.last} d {number} 0"

    def _assign(self, literal: int, by: int) -> None:
        self.true[literal] = by
        self.trail.append(literal)

    def _hints(self, clause: tuple[int, ...]) -> list[int] | None:
        """Return the numbers of the clauses from which a clause follows, or None."""
        known = next((self.true[literal] for literal in clause if literal in self.true), None)
        if known is not None:
            return [known]
        for literal in {*clause}:
            if -literal not in self.true:
                self._assign(-literal, 0)
        conflict = self._propagate()
        hints = None if conflict is None else self._used(conflict)
        for literal in self.trail[self.lasting :]:
            del self.true[literal]
        del self.trail[self.lasting :]
        return hints

    def _used(self, conflict: int) -> list[int]:
        """Return the clauses that lead to a conflict, in the order in which their literals became true."""
        needed, used = {*self.clauses[conflict]}, [conflict]
        for literal in reversed(self.trail):
            if -literal in needed and (by := self.true[literal]):
                used.append(by)
                needed.update(self.clauses[by])
        return used[::-1]

    def _propagate(self) -> int | None:
        """Follow the literals that became true last; return the number of a clause with no literal left, or None."""
        true, clauses, watching, trail = self.true, self.clauses, self.watching, self.trail
        at = self.lasting
        while at < len(trail):
            false = -trail[at]
            at += 1
            stay = list[int]()
            watching_it = watching[false]
            for place, number in enumerate(watching_it):
                clause = clauses.get(number)
                if clause is None:  # it was deleted
                    continue
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                first = clause[0]
                if first in true:
                    stay.append(number)
                    continue
                for other in range(2, len(clause)):
                    if -clause[other] not in true:
                        clause[1], clause[other] = clause[other], false
                        watching[clause[1]].append(number)
                        break
                else:
                    stay.append(number)
                    if -first in true:
                        watching[false] = stay + watching_it[place + 1 :]
                        return number
                    self._assign(first, number)
            watching[false] = stay
        return None


def _line(number: int, clause: Iterable[int], hints: Iterable[int]) -> str:
    return " ".join(map(str, (number, *clause, 0, *hints, 0)))
