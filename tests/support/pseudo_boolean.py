"""Reads a proof in the VeriPB format (version 3.0) as its page describes it, and checks it; for small proofs.

It knows the rules that `proofs/veripb.py` uses: `f`, `rup`, `solx`, `del id`, `output`, `conclusion`.
"""

from collections.abc import Iterable

Constraint = tuple[dict[int, int], int]  # coefficients of literals (minus for a negated variable), and the least sum


class Refused(Exception):
    """A step of the proof does not follow."""


def parsed(text: str) -> Constraint:
    """Return the constraint in a text such as `1 x1 1 ~x2 >= 1`."""
    left, least = text.split(">=")
    words = left.split()
    return {_literal(word): int(many) for many, word in zip(words[::2], words[1::2], strict=True)}, int(least)


def _literal(word: str) -> int:
    return -int(word[2:]) if word[0] == "~" else int(word[1:])


class Database:
    """The constraints by their numbers, and those that have each literal."""

    def __init__(self, formula: str) -> None:
        self.constraints: dict[int, Constraint] = {}
        self.having: dict[int, set[int]] = {}
        self.last = 0
        for line in formula.splitlines():
            if line[0] != "*":
                self.add(parsed(line.rstrip(" ;")))
        self.given = self.last

    def add(self, constraint: Constraint) -> None:
        self.last += 1
        self.constraints[self.last] = constraint
        for literal in constraint[0]:
            self.having.setdefault(literal, set()).add(self.last)

    def delete(self, number: int) -> None:
        for literal in self.constraints.pop(number)[0]:
            self.having[literal].discard(number)

    def contradicts(self, assumed: Iterable[int]) -> set[int] | None:
        """Return None if unit propagation from some literals meets a contradiction, otherwise all true literals."""
        true, waiting = set[int](), [*assumed]
        numbers = set(self.constraints)
        while numbers or waiting:
            while waiting:
                literal = waiting.pop()
                if -literal in true:
                    return None
                true.add(literal)
                numbers |= self.having.get(-literal, set())
            number = numbers.pop() if numbers else None
            if number is None:
                break
            terms, least = self.constraints[number]
            slack = sum(many for literal, many in terms.items() if -literal not in true) - least
            if slack < 0:
                return None
            waiting += [x for x, many in terms.items() if many > slack and x not in true and -x not in true]
        return true


def checked(formula: str, proof: str) -> int:
    """Return the number of solutions that a proof shows to be all.  Raises Refused if it does not."""
    database = Database(formula)
    variables = int(formula.split()[2])
    head, *lines, output, conclusion, end = proof.splitlines()
    if (head, output, end) != ("pseudo-Boolean proof version 3.0", "output NONE ;", "end pseudo-Boolean proof ;"):
        raise Refused("the first or the last lines")
    logged, solutions = set[int](), set[tuple[int, ...]]()
    for line in lines:
        rule, _, rest = line.removesuffix(" ;").partition(" ")
        if rule == "f" and int(rest) == database.given and database.last == database.given:
            continue
        if rule == "rup":
            terms, least = parsed(rest)
            if set(terms.values()) - {1} or least != 1 or database.contradicts(-x for x in terms) is not None:
                raise Refused(line)
            database.add((terms, least))
        elif rule == "solx":
            literals = [_literal(word) for word in rest.split()]
            if len({abs(x) for x in literals}) != variables or database.contradicts(literals) is None:
                raise Refused(line)
            solutions.add(tuple(sorted(literals)))
            database.add(({-x: 1 for x in literals}, 1))
            logged.add(database.last)
        elif line.startswith("del id "):
            for number in map(int, line.split()[2:-1]):
                if number <= database.given or number in logged:
                    raise Refused(line)  # the solutions and the formula must stay
                database.delete(number)
        else:
            raise Refused(line)
    told = f"ENUMERATION_COMPLETE {len(solutions)}" if solutions else "UNSAT"
    if conclusion != f"conclusion {told} : {database.last} ;" or database.constraints[database.last] != ({}, 1):
        raise Refused(conclusion)
    return len(solutions)
