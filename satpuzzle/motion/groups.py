"""Groups of pieces that may stay together: pieces of one group need not come apart from each other.

At the end several parts may stay together, each as one group.  The puzzle says for each piece how many of its copies
each group may contain.  As in BurrTools, a part that may stay together is not taken apart.
"""

from collections import Counter
from collections.abc import Sequence

from satpuzzle.motion.split import Part
from satpuzzle.puzzle.model import Piece


class Groups:
    """Decides which parts of one packing may stay together; `pieces` has the piece of each placed copy, in order."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self._name = [piece.name for piece in pieces]
        self._room = {(piece.name, group): copies for piece in pieces for group, copies in piece.groups}
        self._groups = sorted({group for _, group in self._room})

    def __len__(self) -> int:
        """Return the number of placed copies."""
        return len(self._name)

    def __bool__(self) -> bool:
        """Whether any piece is in a group."""
        return bool(self._groups)

    def allow(self, parts: Sequence[Part]) -> bool:
        """Tell whether all these parts may stay together, each as a group."""
        return self._fit([Counter(self._name[piece] for piece in part) for part in parts], Counter())

    def _fit(self, parts: list[Counter[str]], used: Counter[tuple[str, int]]) -> bool:
        if not parts:
            return True
        first, *rest = parts
        for group in self._groups:
            after = used + Counter({(name, group): copies for name, copies in first.items()})
            if all(after[name, group] <= self._room.get((name, group), 0) for name in first) and self._fit(rest, after):
                return True
        return False
