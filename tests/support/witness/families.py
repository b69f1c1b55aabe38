"""Random families: a board with labels in groups, of which each member leaves one cell of each group away."""

from contextlib import suppress
from itertools import product
from random import Random

from witness.bodies import GRIDS, Cell
from witness.counting import Problem, Refused
from witness.mixing import Keys, _board, _with_pieces, is_wanted, upward

_ABOUT_THE_BOARD = ("fault-free", "symmetric")  # rules that some boards cannot have


def family(seed: int) -> Keys:
    """Return the keys of a family's file; at least one member is wanted, which may have no solution."""
    dice = Random(f"family {seed}")
    while True:
        grid = GRIDS[dice.choice(["square", "square", "cubic", *GRIDS])]
        cells = _board(grid, dice, dice.choice([8, 10, 12]))
        sizes = dice.choice([(1,), (3,), (4,), (2, 2), (3, 2), (2, 3), (2, 2, 2)])
        if len(cells) < sum(sizes) + 2:
            continue
        labelled = iter(dice.sample(cells, sum(sizes)))
        groups = [[next(labelled) for _ in range(size)] for size in sizes]
        left = [dice.choice(group) for group in groups]
        keys = _with_pieces(grid, [cell for cell in cells if cell not in left], dice)
        if (
            any(list(cell) in keys.get("frame", []) for cell in cells)
            or keys.get("wrap") in ("x", "y", "xy")
            or any(rule.startswith(_ABOUT_THE_BOARD) for rule in _words(keys))
        ):
            continue
        if "parts" not in keys and dice.random() < 0.2:
            keys["up"] = upward(grid, dice)
            keys["rules"] = [*keys.get("rules", []), *["supported"] * (dice.random() < 0.6)]
        if len({*Problem({**keys, "board": cells, "rules": []}).board}) < len(cells):
            continue  # the board of all members wraps round onto itself
        hues = dict(zip(map(tuple, keys["board"]), keys.get("colours", []), strict=False))
        keys["board"] = [*map(list, cells)]
        if hues:
            keys["colours"] = [hues.get(cell, dice.choice([0, 1])) for cell in cells]
        if "optional" in keys:
            keys["optional"] += [
                list(cell) for group in groups for cell in group if cell in left and dice.random() < 0.4
            ]
        names = iter("abcdefgh")
        said = {word: {next(names): list(cell) for cell in group} for word, group in zip("XYZ", groups, strict=False)}
        keys["family"] = {"groups": said}
        if len(groups) > 1 and dice.random() < 0.3:
            keys["family"]["without"] = [" ".join(dice.choice([*group]) for group in said.values())]
        with suppress(Refused):
            every = [Problem(one) for one in members(keys).values()]
            if all(problem.up is None or problem.up for problem in every) and is_wanted(dice.choice(every), dice):
                return keys


def _words(keys: Keys) -> list[str]:
    return [rule for rule in keys.get("rules", []) if isinstance(rule, str)]


def members(keys: Keys) -> dict[str, Keys]:
    """Return the puzzles of a family, by their names: one label of each group, those of the last one fastest."""
    said, found = keys["family"], dict[str, Keys]()
    without = [{*words.split()} for words in said.get("without", [])]
    for labels in product(*(group.items() for group in said["groups"].values())):
        names = [name for name, _ in labels]
        if not any(words <= {*names} for words in without):
            found[" ".join(names)] = _left_away(keys, [(x, y, z) for _, (x, y, z) in labels])
    return found


def _left_away(keys: Keys, away: list[Cell]) -> Keys:
    kept = [number for number, cell in enumerate(keys["board"]) if tuple(cell) not in away]
    member = {key: value for key, value in keys.items() if key != "family"}
    member |= {key: [keys[key][number] for number in kept] for key in ("board", "colours") if key in keys}
    optional = [cell for cell in keys.get("optional", []) if tuple(cell) not in away]
    return {**member, "optional": optional} if optional else {k: v for k, v in member.items() if k != "optional"}
