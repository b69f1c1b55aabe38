"""Reads a proof in the VeriPB format (version 3.0) as its page describes it, and checks it; for small proofs.

It knows the rules that `veripb.py` and `bounds.py` of `proofs/write/` use: `f`, `rup`, `solx`, `soli`, `pol` with `+`
and `*`, `core id`, `del id`, `output`, `conclusion`.  The formula and what solutions exclude are the core: a constraint
of it is deleted only if unit propagation in the rest of the core shows it.
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
        self.objective: dict[int, int] | None = None
        self.preserved: set[int] = set()
        for line in formula.splitlines():
            head, _, rest = line.partition(" ")
            if head == "min:":
                self.objective = parsed(f"{rest.rstrip(' ;')} >= 0")[0]
            elif head == "preserved:":
                self.preserved = {_literal(word) for word in rest.rstrip(" ;").split()}
            elif head != "*":
                self.add(parsed(line.rstrip(" ;")))
        self.given = self.last
        self.core = {*self.constraints}

    def add(self, constraint: Constraint) -> None:
        self.last += 1
        self.constraints[self.last] = constraint
        for literal in constraint[0]:
            self.having.setdefault(literal, set()).add(self.last)

    def delete(self, number: int) -> None:
        terms, least = self.constraints.pop(number)
        for literal in terms:
            self.having[literal].discard(number)
        if number in self.core:
            self.core.discard(number)
            if {*terms.values(), least} != {1} or self.contradicts((-x for x in terms), self.core) is not None:
                raise Refused(f"del id {number}")

    def contradicts(self, assumed: Iterable[int], among: set[int] | None = None) -> set[int] | None:
        """Return None if unit propagation from some literals meets a contradiction, otherwise all true literals.

        Only constraints `among` these numbers are used, if they are given.
        """
        true, waiting = set[int](), [*assumed]
        numbers = set(self.constraints if among is None else among)
        while numbers or waiting:
            while waiting:
                literal = waiting.pop()
                if -literal in true:
                    return None
                true.add(literal)
                near = self.having.get(-literal, set())
                numbers |= near if among is None else near & among
            number = numbers.pop() if numbers else None
            if number is None:
                break
            terms, least = self.constraints[number]
            slack = sum(many for literal, many in terms.items() if -literal not in true) - least
            if slack < 0:
                return None
            waiting += [x for x, many in terms.items() if many > slack and x not in true and -x not in true]
        return true


def normal(terms: dict[int, int], least: int) -> Constraint:
    """Return the constraint with positive coefficients: a literal of a negative one is negated."""
    found: dict[int, int] = {}
    for literal, many in terms.items():
        variable, sign = abs(literal), 1 if literal > 0 else -1
        found[variable] = found.get(variable, 0) + sign * many
        least -= many if literal < 0 else 0  # m ~x is m - m x
    least += sum(-many for many in found.values() if many < 0)
    return {v if many > 0 else -v: abs(many) for v, many in found.items() if many}, least


def summed(database: Database, words: Iterable[str]) -> Constraint:
    """Return the result of a sum in reverse Polish notation."""
    stack: list[Constraint | int] = []
    for word in words:
        if word in "+*":
            second, first = stack.pop(), stack.pop()
            if word == "*":
                assert isinstance(second, int)
                terms, least = database.constraints[first] if isinstance(first, int) else first
                stack.append(({x: many * second for x, many in terms.items()}, least * second))
                continue
            one, other = (database.constraints[each] if isinstance(each, int) else each for each in (first, second))
            both = dict(one[0])
            for literal, many in other[0].items():
                both[literal] = both.get(literal, 0) + many
            stack.append(normal(both, one[1] + other[1]))
        else:
            stack.append(({_literal(word): 1}, 0) if word[0] in "x~" else int(word))
    (result,) = stack
    assert not isinstance(result, int)
    return normal(*result)


def checked(formula: str, proof: str) -> int | None:
    """Return the number of solutions that a proof shows to be all, or the least value of the objective if there is one.

    The least value is None if there is no solution.  Raises Refused if the proof does not show it.
    """
    database = Database(formula)
    objective, best = database.objective, None
    variables = int(formula.split()[2])
    head, *lines, output, conclusion, end = proof.splitlines()
    if (head, output, end) != ("pseudo-Boolean proof version 3.0", "output NONE ;", "end pseudo-Boolean proof ;"):
        raise Refused("the first or the last lines")
    solutions = set[tuple[int, ...]]()
    for line in lines:
        rule, _, rest = line.removesuffix(" ;").partition(" ")
        if rule == "f" and int(rest) == database.given and database.last == database.given:
            continue
        if rule == "rup":
            terms, least = parsed(rest)
            if set(terms.values()) - {1} or least != 1 or database.contradicts(-x for x in terms) is not None:
                raise Refused(line)
            database.add((terms, least))
        elif rule == "pol":
            database.add(summed(database, rest.split()))
        elif rule in ("solx", "soli"):
            literals = [_literal(word) for word in rest.split()]
            if len({abs(x) for x in literals}) != variables or database.contradicts(literals) is None:
                raise Refused(line)
            if rule == "soli" and objective is not None:
                best = sum(many for x, many in objective.items() if x in literals)
                database.add(normal({x: -many for x, many in objective.items()}, 1 - best))
            elif rule == "solx" and database.preserved == {*range(1, variables + 1)}:
                solutions.add(tuple(sorted(literals)))
                database.add(({-x: 1 for x in literals}, 1))
            else:
                raise Refused(line)
            database.core.add(database.last)
        elif line.startswith("core id "):
            database.core |= {number for number in map(int, line.split()[2:-1]) if database.constraints[number]}
        elif line.startswith("del id "):
            for number in map(int, line.split()[2:-1]):
                if number <= database.given:
                    raise Refused(line)  # the formula must stay
                database.delete(number)
        else:
            raise Refused(line)
    told = f"ENUMERATION_COMPLETE {len(solutions)}" if solutions else "UNSAT"
    bound = "INF" if best is None else str(best)
    told = f"{told} : {database.last}" if objective is None else f"BOUNDS {bound} : {database.last} {bound}"
    if conclusion != f"conclusion {told} ;" or database.constraints[database.last] != ({}, 1):
        raise Refused(conclusion)
    return len(solutions) if objective is None else best
