"""The oracle: all solutions of a small exact cover by plain recursion, knowing nothing of satpuzzle."""

from collections.abc import Collection, Iterator, Sequence


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
