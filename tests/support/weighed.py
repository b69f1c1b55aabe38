"""Small covers with weights, bounds and colours, and all their solutions by plain recursion over sets of options."""

from random import Random

from brute_force import suited
from hypothesis import strategies as st

from satpuzzle.cover.colours import Coloured
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.weights import Weighted

Option = dict[str, int | str]  # its items, each with a weight or a colour
Bounds = dict[str, tuple[int, int]]
Problem = tuple[list[Option], Bounds]

_BOUNDS = [(1, 1), (1, 1), (0, 1), (2, 3), (0, 4), (3, 3), (2, 6), (5, 5), (4, 9), (0, 9)]


@st.composite
def problems(draw: st.DrawFn, most_options: int = 9) -> Problem:
    """Draw options that cover some items several times, perhaps more often than is allowed, or in a colour."""
    dice = Random(draw(st.integers(0, 1 << 48)))
    plain = {f"p{number}": dice.choice(_BOUNDS) for number in range(dice.randint(1, 5))}
    painted = [f"x{number}" for number in range(dice.randint(0, 2))]
    options: list[Option] = []
    for _ in range(dice.randint(1, most_options)):
        option: Option = {}
        for item in dice.sample([*plain], dice.randint(1, len(plain))):
            heavy = plain[item][1] > 1 and dice.random() < 0.6
            option[item] = dice.randint(1, plain[item][1] + 1) if heavy else 1
        for item in dice.sample(painted, dice.randint(0, len(painted))):
            option[item] = dice.choice("ab")
        options.append(option)
    items = [*plain, *painted]
    dice.shuffle(items)
    return options, {item: plain.get(item, (0, 1)) for item in items}


def solutions(options: list[Option], bounds: Bounds) -> list[tuple[int, ...]]:
    """Return every set of options in which each item has a sum of weights within its bounds, or one colour."""

    def suits(item: str, said: list[int | str]) -> bool:
        hues, weights = [one for one in said if isinstance(one, str)], [one for one in said if isinstance(one, int)]
        if item.startswith("x"):
            return len(set(hues)) <= 1
        return bounds[item][0] <= sum(weights) <= bounds[item][1]

    return suited(options, bounds, suits)


def as_cover(options: list[Option], bounds: Bounds) -> ExactCover:
    """Return a problem as a cover."""
    sets = [
        [Coloured(item, said) if isinstance(said, str) else Weighted(item, said) for item, said in option.items()]
        for option in options
    ]
    return ExactCover.of_sets(sets, bounds)
