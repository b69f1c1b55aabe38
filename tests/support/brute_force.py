"""The oracle: all solutions of a small exact cover by plain recursion, knowing nothing of satpuzzle."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

Said = TypeVar("Said")


def solutions(options: Sequence[Collection[int]], bounds: Sequence[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Return every ascending choice of options that covers each item as often as its bounds say."""

    def extended(chosen: tuple[int, ...], first: int, left: list[int]) -> Iterator[tuple[int, ...]]:
        if all(upper - rest >= lower for (lower, upper), rest in zip(bounds, left, strict=True)):
            yield chosen
        for option in range(first, len(options)):
            if all(left[item] > 0 for item in options[option]):
                fewer = [rest - (item in options[option]) for item, rest in enumerate(left)]
                yield from extended((*chosen, option), option + 1, fewer)

    return list(extended((), 0, [upper for _, upper in bounds]))


def suited(
    options: Sequence[Mapping[str, Said]], items: Iterable[str], suits: Callable[[str, list[Said]], bool]
) -> list[tuple[int, ...]]:
    """Return every set of options in which all items suit, judged by what the options that have an item say of it."""
    every = [*items]
    return sorted(
        chosen
        for size in range(len(options) + 1)
        for chosen in combinations(range(len(options)), size)
        if all(suits(item, [options[o][item] for o in chosen if item in options[o]]) for item in every)
    )
