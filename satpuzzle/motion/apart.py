"""Takes one packing apart: splits it into two parts, splits these parts again, and so on.

This ends when all pieces that must come apart are separate.  The first separation that is found decides whether a
packing comes apart: moves that take a part apart also take every subset of it apart, because fewer pieces block less.
To find the smallest number of moves, more must be searched: a part may fall into two in several equally short ways, and
after one of them the following separations may need fewer moves than after another.  So the ways are compared as
BurrTools compares disassemblies: first by the number of moves to the first separation, then by the numbers for the part
that stays, then by those for the part that has left.

There can be very many ways, and only a limited number of them is compared.  So a level is the lowest one that was
found.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from satpuzzle.motion.groups import Groups
from satpuzzle.motion.levels import Levels, numbers
from satpuzzle.motion.split import Move, OutOfStates, Part, Position, Split, SplitSearch, beginning, normal

Disassembly = list[tuple[Split, "Disassembly"]]  # (a separation, the disassembly of the part that has left), in order
Together = tuple[Part, ...]  # parts that need not come apart

_PARTS = 400  # the largest number of parts of a packing for which ways are compared
_STATES = 2_000  # positions that may be searched for the comparison; as many as for the first way, if these are more


class Apart:
    """Takes one packing apart.  `held` says that a frame or box holds the packing: then all pieces must leave it."""

    def __init__(self, search: SplitSearch, groups: Groups, held: bool) -> None:
        self.groups = groups
        self.together: Together = ()
        self.least = True  # whether all ways were compared, so that the levels are the least
        self._search = search
        self._held = held
        self._whole: tuple[Part, Position] = tuple(range(len(groups))), beginning(len(groups))
        self._splits: dict[tuple[Part, Position, bool], _Splits] = {}
        self._parts = 0
        self._known: dict[tuple[Part, Position, bool, Together], _Known] = {}
        self._above: dict[tuple[Part, Position, bool, Together], list[int]] = {}  # bounds that were too low

    def comes_apart(self) -> bool:
        """Tell whether the packing comes apart.

        Raises OutOfStates if this is undecided after the allowed number of positions, and Stopped if the clock stops.
        """
        return not self._first(*self._whole, self._held, [])

    def run(self) -> tuple[list[Move], Levels, Part]:
        """Return the moves, the levels, and the pieces that do not come apart.

        If there are such pieces, the levels are empty.  Raises OutOfStates, with the moves so far and the undecided
        pieces, if the allowed number of positions does not suffice, and Stopped if the clock stops.
        """
        whole, start = self._whole
        disassembly: Disassembly = []
        try:
            stuck = self._first(whole, start, self._held, disassembly)
        except OutOfStates as ended:
            raise OutOfStates(_moves(disassembly), *ended.args) from None
        if stuck:
            return _moves(disassembly), [], stuck
        found = numbers(_levels(disassembly))
        if any(moves > 1 for moves in found[1:]):
            self._search.most = self._search.states + max(_STATES, self._search.states)
            least = self._least(whole, start, self._held, (), found)
            if least is not None:
                disassembly, self.together = least.disassembly, least.together
        return _moves(disassembly), _levels(disassembly), ()

    def _first(self, part: Part, position: Position, held: bool, disassembly: Disassembly) -> Part:
        """Take a part apart by the first splits found, append them to `disassembly`, and return the stuck pieces."""
        while len(part) > (0 if held else 1):
            if self._may_stay(part, held, self.together):
                self.together = (*self.together, part)
                break
            try:
                split = next(self._ways(part, position, held).within(None), None)
            except OutOfStates:
                raise OutOfStates(part) from None
            if split is None:
                return part
            disassembly.append((split, []))
            removed = split.moves[-1].pieces
            stuck = self._first(removed, split.removed, False, disassembly[-1][1])
            if stuck:
                return stuck
            part, position = _without(part, removed), split.left
        return ()

    def _least(
        self, part: Part, position: Position, held: bool, together: Together, bound: list[int] | None
    ) -> "_Known | None":
        """Return the disassembly of a part whose numbers of moves are smallest, compared one by one from the first.

        `held` tells whether the part lies in a frame that stays.  `together` has the parts that stay together in the
        rest of the packing.  The result is None if no disassembly is found, or if its numbers are larger than `bound`.
        """
        if len(part) <= (0 if held else 1):
            return _Known([], together, [])
        if self._may_stay(part, held, together):
            return _Known([], (*together, part), [])
        key = part, self._search.same(position, held), held, together
        if key in self._known:
            known = self._known[key]
            return known if bound is None or known.numbers <= bound else None
        self._parts += 1
        if self._parts > _PARTS:
            self.least = False
            return None
        if bound == [] or (bound is not None and bound <= self._above.get(key, [])):
            return None
        least = self._tried(part, position, held, together, bound)
        if least is not None:
            self._known[key] = least
        elif bound is not None:
            self._above[key] = bound
        return least

    def _tried(
        self, part: Part, position: Position, held: bool, together: Together, bound: list[int] | None
    ) -> "_Known | None":
        """Try the ways to split a part; return the disassembly that is best, or None."""
        least, wanted = None, bound
        try:
            for split in self._ways(part, position, held).within(wanted[0] if wanted else None):
                found = self._followed(part, split, held, together, wanted)
                if found is not None and (least is None or found.numbers < least.numbers):
                    least, wanted = found, found.numbers
                    if all(moves == 1 for moves in wanted[1:]):
                        break
        except OutOfStates:  # keep the best way so far
            self.least = False
        return least

    def _followed(
        self, part: Part, split: Split, held: bool, together: Together, bound: list[int] | None
    ) -> "_Known | None":
        """Return the best disassembly of a part whose first step is `split`, or None if there is none.

        The other arguments, and a result that is too large for `bound`, are as in `_least`.
        """
        removed, moves = split.moves[-1].pieces, len(split.moves)
        staying = _without(part, removed)
        after = _rest([moves], bound)
        left = self._least(staying, split.left, held, together, after and after[: len(staying) - (not held)])
        if left is None:
            return None
        below = self._least(removed, split.removed, False, left.together, _rest([moves, *left.numbers], bound))
        if below is None:
            return None
        return _Known(
            [(split, below.disassembly), *left.disassembly], below.together, [moves, *left.numbers, *below.numbers]
        )

    def _may_stay(self, part: Part, held: bool, together: Together) -> bool:
        return bool(self.groups) and not held and self.groups.allow([*together, part])

    def _ways(self, part: Part, position: Position, held: bool) -> "_Splits":
        key = part, self._search.same(position, held), held
        if key not in self._splits:
            self._splits[key] = _Splits(self._search.splits(part, position, held), held)
        return self._splits[key]


@dataclass(frozen=True)
class _Known:
    """A disassembly of a part, its numbers of moves, and the parts that stay together."""

    disassembly: Disassembly
    together: Together
    numbers: list[int]


class _Splits:
    """The shortest ways to split one part from one position, kept in a list that is extended when more are needed."""

    def __init__(self, found: Iterator[Split | None], held: bool) -> None:
        self._found = found
        self._held = held
        self._known: list[Split] = []
        self._different: set[tuple[Part, Position, Position]] = set()
        self._passed = 0  # numbers of moves up to this one are too few

    def within(self, moves: int | None) -> Iterator[Split]:
        """Yield the splits with at most `moves` moves; None means any number of moves.

        Raises OutOfStates if the allowed number of positions does not suffice.
        """
        if moves is not None and self._known and moves <= self._passed:
            return
        yield from self._known
        while self._known or moves is None or self._passed < moves:
            try:
                split = next(self._found)
            except StopIteration:
                return
            if split is None:
                self._passed += 1
                continue
            key = split.moves[-1].pieces, normal(split.left, self._held), normal(split.removed, False)
            if key not in self._different:
                self._different.add(key)
                self._known.append(split)
                yield split


def _moves(disassembly: Disassembly) -> list[Move]:
    """Return the moves in order; a part that has left is taken apart before the part that stays."""
    return [move for split, below in disassembly for move in (*split.moves, *_moves(below))]


def _levels(disassembly: Disassembly) -> Levels:
    return [(len(split.moves), _levels(below)) for split, below in disassembly]


def _without(part: Part, removed: Part) -> Part:
    return tuple(piece for piece in part if piece not in removed)


def _rest(found: list[int], bound: list[int] | None) -> list[int] | None:
    """Return the bound for the numbers after those in `found`, or None if any numbers may follow.

    Any may follow if there is no bound, or if `found` is smaller than the beginning of the bound.
    """
    return None if bound is None or found < bound[: len(found)] else bound[len(found) :]
