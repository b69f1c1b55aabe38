"""What a counting search is to its host: it works for a while and comes back."""

from typing import Protocol

from satpuzzle.clock import Clock
from satpuzzle.cover.bits import Words

DONE, GOES_ON, OVERFLOW = range(3)
UNBOUNDED = 1 << 62  # nodes


class Counting(Protocol):
    """The state of a counting search."""

    @property
    def nodes(self) -> int:
        """The number of options tried so far."""

    @property
    def met(self) -> int:
        """How often a state was met again."""

    @property
    def stretches(self) -> float:
        """The work that was done, as a multiple of what `advance` does at most."""

    @property
    def fraction(self) -> float:
        """The share of the tree that has been searched, if sibling nodes have subtrees of equal size."""

    @property
    def states(self) -> int:
        """The number of states in the table."""

    @property
    def total(self) -> int:
        """The number of solutions that were counted so far; all of them when the search is done."""

    def advance(self, clock: Clock, budget: int = UNBOUNDED) -> int:
        """Search about `budget` nodes, or for some hundredths of a second; return DONE, GOES_ON or OVERFLOW.

        OVERFLOW means that counts need more limbs.  Raises Stopped if the clock stops
        while the table grows.
        """


class Keeper(Protocol):
    """Keeps what a count has found so far, so that it can go on later, perhaps in another process."""

    def finished(self, problem: str) -> int | None:
        """Return the number of solutions of a problem, given by its name, or None if its count was not finished."""

    def finish(self, problem: str, packings: int) -> None:
        """Keep the number of solutions of a problem."""

    def kept(self, problem: str) -> tuple[int, Words] | None:
        """Return the limbs of a count that was not finished, and its states; None if there are none."""

    def keep(self, problem: str, limbs: int, states: Words) -> None:
        """Keep these states in place of those before."""

    def due(self) -> bool:
        """Tell whether it is time to keep the states of a count that is running."""
