"""The steps of weights, derived from a statement for the checker of trees only.

An option may cover an item several times.  Each weight above 1 that occurs at an item is a *step*, with a number of its
own: options of at least this weight have it.  So how often some options cover the item is how many they are, and for
each step those that have it times what it is more than the step before.  A step is an item, too: covered as often as
its item is, and full when an option that has it would be too much.
"""

from itertools import pairwise

from satpuzzle.proofs.check.geometry import Statement


class Steps:
    """The steps of the items of a statement, numbered from `first` on, item by item; those of an item ascend.

    `start` has the first step of each item, (items + 1,).  The other lists are by steps: how much the weight is more
    than that of the step before, or than 1, and how often the item may be covered before the step is full.
    """

    def __init__(self, statement: Statement, first: int) -> None:
        self.start, self.more, self.upper = list[int](), list[int](), list[int]()
        self._statement, self._least = statement, dict[int, int]()
        every = sorted({pair for own in statement.weights for pair in own.items() if pair[1] > 1})
        for item, (_, most) in enumerate(statement.bounds):
            own = [times for one, times in every if one == item] if every else []
            self.start.append(first + len(self.more))
            self._least |= dict(enumerate(own, self.start[-1]))
            self.more += [one - before for before, one in pairwise([1, *own])]
            self.upper += [most - least + 1 for least in own]
        self.start.append(first + len(self.more))

    def _of(self, item: int) -> range:
        return range(self.start[item], self.start[item + 1])

    def covered(self, option: int) -> list[tuple[int, int]]:
        """Return how often an option covers its items and all their steps."""
        own = [(item, self._statement.times(option, item)) for item in self._statement.options[option]]
        return own + [(step, times) for item, times in own for step in self._of(item)]

    def having(self, option: int) -> list[int]:
        """Return the steps that an option has."""
        return [step for step, times in self.covered(option) if times >= self._least.get(step, times + 1)]

    def too_heavy(self, option: int) -> bool:
        """Tell whether an option alone covers an item more often than it may be covered."""
        own, bounds = self._statement.options[option], self._statement.bounds
        return any(self._statement.times(option, item) > bounds[item][1] for item in own)
