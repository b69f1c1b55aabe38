"""What a counting search is to its host: it works for a while and comes back."""

from typing import Protocol

from satpuzzle.clock import Clock

DONE, GOES_ON, OVERFLOW = range(3)
UNBOUNDED = 1 << 62  # nodes


class Counting(Protocol):
    """The state of a counting search."""

    @property
    def nodes(self) -> int:
        """The number of options tried so far."""

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
