"""Reads a tree as docs/certificates.md describes it, by recursion over sets of options; for small trees."""

from collections import Counter
from collections.abc import Sequence

from satpuzzle.proofs.check.geometry import Statement

Path = tuple[int, ...]


def solutions(asked: Statement, restrictions: dict[Path, int], numbers: Sequence[int]) -> list[Path]:
    """Return the solutions of a tree in its order; ValueError if it is not a complete tree."""
    options, many, found = asked.options, len(asked.bounds), list[Path]()
    covering = [{option for option, items in enumerate(options) if item in items} for item in range(many)]
    left_out = {path: _larger(asked, path, item) for path, item in restrictions.items()}
    ahead = iter(numbers)

    def node(chosen: Path, live: set[int], branched: int) -> None:
        number = next(ahead, -1)
        if number == many + 2 and chosen in left_out and (not chosen or restrictions[chosen[:-1]] == branched):
            live = live - left_out.pop(chosen)
            number = next(ahead, -1)
        covered = Counter(item for option in chosen for item in options[option])
        lacking = {item: low - covered[item] for item, (low, _) in enumerate(asked.bounds) if covered[item] < low}
        if 0 <= number < many and number in lacking:
            into = sorted(live & covering[number])
        elif number == many and not lacking:
            found.append(chosen)
            into = sorted(live)
        elif number == many + 1 and any(len(covering[i] & live) < lack for i, lack in lacking.items()):
            into = []
        else:
            raise ValueError(f"{number} cannot stand below {chosen}")
        for option in into:
            live = live - {option}
            full = [item for item in options[option] if covered[item] + 1 == asked.bounds[item][1]]
            other = [_disagreeing(asked, option, item) & covering[item] for item in options[option]]
            node((*chosen, option), live.difference(*(covering[item] for item in full), *other), number)

    node((), set(range(len(options))), -1)
    if left_out or next(ahead, None) is not None:
        raise ValueError("not all is said or too much")
    return found


def _disagreeing(asked: Statement, option: int, item: int) -> set[int]:
    """Return the options that have another colour of the item, or none, if the option has one or must have one."""
    colours = asked.colours or [{} for _ in asked.options]
    mine = colours[option].get(item)
    return {o for o in range(len(asked.options)) if mine is not None and (colours[o].get(item) != mine or mine < 0)}


def _larger(asked: Statement, path: Path, item: int) -> set[int]:
    """Return what becomes smaller of an item's options by a total symmetry that keeps the item and a path's options."""
    colours = asked.colours or [{} for _ in asked.options]
    number = {tuple((i, colours[o].get(i)) for i in items): o for o, items in enumerate(asked.options)}

    def image(to: Path, option: int) -> int:
        return number[tuple(sorted((to[i], colours[option].get(i)) for i in asked.options[option]))]

    total = [to for to, _ in asked.symmetries if -1 not in to and [asked.bounds[i] for i in to] == asked.bounds]
    keeping = [to for to in total if to[item] == item and all(image(to, o) == o for o in path)]
    return {o for o, items in enumerate(asked.options) if item in items and any(image(to, o) < o for to in keeping)}
