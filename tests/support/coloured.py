"""Small covers with colours and bounds, and all their solutions by plain recursion over sets of items and colours."""

from dataclasses import replace
from random import Random

from brute_force import suited
from hypothesis import strategies as st

from satpuzzle.cover.colours import Coloured
from satpuzzle.cover.exact_cover import ExactCover

Option = dict[str, str | None]  # its items, with a colour or None
Bounds = dict[str, tuple[int, int]]
Problem = tuple[list[Option], Bounds]

_BOUNDS = [(1, 1), (1, 1), (1, 1), (0, 1), (2, 2), (1, 2), (0, 2), (1, 9), (0, 9)]


@st.composite
def problems(draw: st.DrawFn, most_options: int = 9) -> Problem:
    """Draw options whose items have bounds, or colours in some of the options."""
    dice = Random(draw(st.integers(0, 1 << 48)))
    plain = [f"p{number}" for number in range(dice.randint(1, 4))]
    painted = {f"x{number}": dice.choice((1, 2, 3, 5, 9)) for number in range(dice.randint(1, 4))}
    bounds = {item: dice.choice(_BOUNDS) for item in plain} | dict.fromkeys(painted, (0, 1))
    blank = dice.choice((0.0, 0.2, 0.5))
    options: list[Option] = []
    for _ in range(dice.randint(1, most_options)):
        option: Option = dict.fromkeys(dice.sample(plain, dice.randint(0, min(3, len(plain)))))
        for item in dice.sample(sorted(painted), dice.randint(0, len(painted))):
            option[item] = None if dice.random() < blank else "abcdefghi"[dice.randrange(painted[item])]
        options.append(option or {plain[0]: None})
    items = [*bounds]
    dice.shuffle(items)
    return options, {item: bounds[item] for item in items}


def solutions(options: list[Option], bounds: Bounds) -> list[tuple[int, ...]]:
    """Return every set of options that covers each item as often as it may, and in one colour if in several options."""
    painted = {item for option in options for item, colour in option.items() if colour is not None}

    def suits(item: str, colours: list[str | None]) -> bool:
        if item in painted and len(colours) > 1:
            return None not in colours and len(set(colours)) == 1
        return bounds[item][0] <= len(colours) <= bounds[item][1]

    return suited(options, bounds, suits)


def as_cover(options: list[Option], bounds: Bounds) -> ExactCover:
    """Return a problem as a cover."""
    sets = [[item if hue is None else Coloured(item, hue) for item, hue in option.items()] for option in options]
    return ExactCover.of_sets(sets, bounds)


def strip(seed: int, mirrored: bool = False) -> ExactCover:
    """Return cells in a row, pieces in one or several copies, and edges between cells on whose colour pieces agree.

    A strip that is mirrored keeps the mirror images of its options beside them: option 2 k + 1 is that of option 2 k.
    """
    dice = Random(seed)
    cells, pieces, hues = dice.randint(2, 6 if mirrored else 9), dice.randint(1, 4), dice.randint(1, 5)
    blank = dice.choice((0.0, 0.0, 0.2))
    options: list[list[object]] = []
    for start in range(cells):
        for _ in range(dice.randint(1, 3 if mirrored else 9)):
            piece = dice.randrange(pieces)
            covered = {start} if piece % 2 else {start, min(start + dice.randint(1, 2), cells - 1)}
            if len(covered) != 2 - piece % 2:
                continue  # a piece has as many cells wherever it lies
            edges = {cell + side for cell in covered for side in (0, 1)} | {dice.randrange(cells + 1)} - {start + 2}
            kept = [edge for edge in edges if dice.random() < 0.8]
            painted = {edge: None if dice.random() < blank else dice.randrange(hues) for edge in kept}
            for turned in (False, True)[: 1 + mirrored]:
                options.append([cells - 1 - cell if turned else cell for cell in covered])
                options[-1].append(("piece", piece))
                for edge, hue in painted.items():
                    item = ("edge", cells - edge if turned else edge)
                    options[-1].append(item if hue is None else Coloured(item, hue))
    optional = dice.choice((0.0, 0.0, 0.3))
    least = [0 if dice.random() < optional else 1 for _ in range(cells)]
    bounds: dict[object, tuple[int, int]] = {
        cell: (least[min(cell, cells - 1 - cell) if mirrored else cell], 1) for cell in range(cells)
    }
    bounds |= {("piece", piece): dice.choice(((1, 1), (0, 1), (0, cells), (2, 3), (0, 5))) for piece in range(pieces)}
    bounds |= {("edge", edge): (0, 1) for edge in range(cells + 1)}
    cover = ExactCover.of_sets(options, bounds)
    return replace(cover, families={"cells": range(cells), "pieces": range(cells, cells + pieces)})
