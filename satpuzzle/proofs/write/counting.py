"""Unit propagation in clauses that count options, for the hints of a proof.

An encoding of "at least l and at most u of these options" has clauses with auxiliary variables.  For good encodings,
such as the sequential counter, unit propagation finds all consequences for the options.  A hint is found by assuming
some literals, propagating, and tracing back the clauses and assumptions that were needed.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

Hints = list[int]


class Counters:
    """The clauses that count options: those with auxiliary variables, which are numbered above `options`.

    Clauses that share auxiliary variables form a *counter*.
    """

    def __init__(self, clauses: Sequence[Sequence[int]], options: int) -> None:
        self.clauses = {n: c for n, c in enumerate(clauses, 1) if any(abs(literal) > options for literal in c)}
        self.having: dict[int, list[int]] = {}  # numbers of clauses, by literal
        for number, clause in self.clauses.items():
            for literal in clause:
                self.having.setdefault(literal, []).append(number)
        leader: dict[int, int] = {}  # the leader of the counter to which a variable belongs

        def led(variable: int) -> int:
            while (other := leader.setdefault(variable, variable)) != variable:
                leader[variable] = variable = leader[other]
            return variable

        for clause in self.clauses.values():
            first, *others = [led(abs(literal)) for literal in clause if abs(literal) > options]
            leader.update(dict.fromkeys(others, first))
        self.counting: dict[int, set[int]] = {}  # leaders, by option
        self.counter: dict[int, int] = {}  # the leader, by number of a clause
        self.at_once: dict[int, list[int]] = {}  # numbers of clauses with one literal, by leader
        for number, clause in self.clauses.items():
            counter = next(led(abs(literal)) for literal in clause if abs(literal) > options)
            self.counter[number] = counter
            if len(clause) == 1:
                self.at_once.setdefault(counter, []).append(number)
            for literal in clause:
                if abs(literal) <= options:
                    self.counting.setdefault(abs(literal) - 1, set()).add(counter)
        self._remembered = lru_cache(1 << 10)(self._followed)

    def no_more(self, chosen: frozenset[int], option: int) -> tuple[Hints, set[int]]:
        """Return a hint that the chosen options exclude `option`, and the chosen options that the hint needs.

        A hint is a list of clause numbers.  All its clauses belong to one counter, since those of another counter might
        require the option.
        """
        for counter in set.intersection(*(self.counting.get(each, set()) for each in chosen | {option})):
            reasons, _ = self._remembered(chosen, frozenset(), frozenset([counter]))
            if -option - 1 in reasons:
                hints, needed = self._traced(reasons, [-option - 1])
                return hints, {literal - 1 for literal in needed}
        raise AssertionError("clauses that do not count by unit propagation")

    def too_few(self, chosen: set[int], others: Sequence[int]) -> tuple[Hints, set[int], list[int]]:
        """Return a hint that too few options of an item are chosen if `chosen` are and `others` are not.

        The result is the hint, and the members of `chosen` and of `others` that it needs.
        """
        assumed = frozenset(chosen).union(others)
        counters = frozenset(counter for option in assumed for counter in self.counting.get(option, ()))
        reasons, conflict = self._followed(frozenset(chosen), frozenset(others) - chosen, counters)
        assert conflict is not None, "clauses that do not count by unit propagation"
        hints, needed = self._traced(reasons, [-literal for literal in self.clauses[conflict]])
        mine = {literal - 1 for literal in needed if literal > 0}
        return [*hints, conflict], mine, [option for option in others if -option - 1 in needed]

    def _followed(
        self, chosen: frozenset[int], others: frozenset[int], counters: frozenset[int]
    ) -> tuple[dict[int, int], int | None]:
        """Propagate units in the clauses of some counters, if `chosen` are chosen and `others` are not.

        Return the literals that follow, in order, each with the number of the clause that implies it (0 for an
        assumption), and the number of a violated clause, None if there is none.
        """
        assumed = [*(option + 1 for option in sorted(chosen)), *(-option - 1 for option in sorted(others))]
        reasons = dict.fromkeys(assumed, 0)
        waiting = [number for counter in sorted(counters) for number in self.at_once.get(counter, ())]
        waiting += [number for literal in assumed for number in self.having.get(-literal, ())]
        while waiting:
            number = waiting.pop()
            if self.counter[number] not in counters:
                continue
            left = [literal for literal in self.clauses[number] if -literal not in reasons]
            if not left:
                return reasons, number
            if len(left) == 1 and left[0] not in reasons:
                reasons[left[0]] = number
                waiting += self.having.get(-left[0], ())
        return reasons, None

    def _traced(self, reasons: dict[int, int], wanted: Iterable[int]) -> tuple[Hints, set[int]]:
        """Return the clauses, in order, that imply the wanted literals, and the assumptions that these clauses need."""
        needed, hints, assumed = set(wanted), Hints(), set[int]()
        for literal, number in reversed(reasons.items()):
            if literal in needed and number:
                hints.append(number)
                needed.update(-other for other in self.clauses[number] if other != literal)
            elif literal in needed:
                assumed.add(literal)
        return hints[::-1], assumed
