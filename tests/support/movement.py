"""The kernel of movement against the search in Python: the moves in each state, and the splits, in their order."""

from random import Random
from typing import Any

from packings import random_packing

from satpuzzle.clock import UNLIMITED
from satpuzzle.motion.compiled import BUDGET_SPENT, CompiledSearch, Shared
from satpuzzle.motion.rules import Rules, Surroundings, surroundings
from satpuzzle.motion.search import MotionSearch
from satpuzzle.motion.split import OutOfStates, Part, Split, SplitSearch, Step, beginning
from satpuzzle.solutions.solution import Solution

Moves = list[Step]  # what can move in a state


class Watched(MotionSearch):
    """The search in Python, which notes what can move in each state."""

    seen: list[Moves]

    def _moves(self, *arguments: Any) -> Any:
        self.seen.append([])
        for move in super()._moves(*arguments):
            self.seen[-1].append(move)
            yield move


class WatchedKernel(CompiledSearch):
    """The search by the kernel, which comes back after each group, so that it can be noted."""

    seen: list[Moves]

    def _run(self, room: Any) -> int:
        call = room.call
        room.budget = 1
        before = call["states"], [call[field] for field in _PLACE], call["groups"]
        outcome = super()._run(room)
        state, direction, groups = call["looked_at"], call["direction"], call["groups"]
        while before[0] and len(self.seen) <= state:
            self.seen.append([])
        if outcome == BUDGET_SPENT and before[0] and before[1:] == ([call[field] for field in _PLACE], groups - 1):
            group = int(room._group[groups - 1])
            if groups > 1 and (call["held"] or group != (1 << call["count"]) - 1):
                assert (call["moving"], call["step"]) == (group, 0)
                place = (call["a"], call["b"]) if direction >= call["directions"] else (0, 0)
                self.seen[state].append((group, direction, call["distance"], place))
        return outcome


_PLACE = ("looked_at", "direction", "a", "b", "opposite")


def streamed(search: SplitSearch, part: Part, held: bool) -> list[Split | str | None]:
    found: list[Split | str | None] = []
    try:
        found.extend(search.splits(part, beginning(len(part)), held))
    except OutOfStates:
        found.append("out of states")
    return found


def assert_alike(solution: Solution, around: Surroundings, far: bool, part: Part, states: int, shared: Shared) -> int:
    """Compare both searches for one part; return the number of states."""
    slow = Watched(solution.pieces, around, far, states, UNLIMITED, shared.turns)
    fast = WatchedKernel(solution.pieces, around, far, states, UNLIMITED, shared)
    slow.seen, fast.seen = [], []
    assert streamed(fast, part, around.holding) == streamed(slow, part, around.holding)
    assert fast.states == slow.states
    assert [_from_the_first(moves) for moves in fast.seen] == [_from_the_first(moves) for moves in slow.seen]
    return slow.states


def _from_the_first(moves: Moves) -> Moves:
    """Return moves with lines as seen from the first line along each axis, for the searches have different origins."""
    first: dict[int, tuple[int, int]] = {}
    found = []
    for group, way, steps, (a, b) in moves:
        p, q = first.setdefault(way // 2, (a, b))
        found.append((group, way, steps, (a - p, b - q)))
    return found


def compare(seed: int, states: int = 100) -> int:
    """Compare both searches for a random packing and a part of it; return the number of states.

    With turns, which are slow in Python, they look at a fifth of the states.
    """
    random = Random(seed)
    solution = random_packing(random)
    side = None if len(solution.puzzle.frame) else random.choice([None, *solution.puzzle.grid.sides])
    rules = Rules(random.choice(["group", "steps", "steps", "turns"][: 3 + solution.puzzle.grid.turns]), side)
    (around,) = surroundings(solution.puzzle, rules)
    pieces, shared = len(solution.pieces), Shared(around, rules.moves == "turns")
    states = states // 5 if shared.turns else states
    some = tuple(sorted(random.sample(range(pieces), random.randint(1, pieces))))
    return sum(assert_alike(solution, around, rules.far, part, states, shared) for part in (tuple(range(pieces)), some))
