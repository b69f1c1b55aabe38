"""Random puzzles that mix all rules: the same seed gives the same puzzle, as the keys of its file.

Most are made from a solution, which is then disturbed: pieces may be missing, doubled, mirrored or in any number, cells
may stay empty, colours may disagree.  So there are few solutions, often none of the obvious ones, and mirror images
that are pieces of their own.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import permutations, product
from random import Random
from typing import Any

from witness.bodies import GRIDS, Body, Cell, Grid, Matrix, shifted, turned
from witness.counting import RULES, Problem, Refused, TooMany
from witness.resting import NoTranslation, step_up
from witness.ruling import TURNED, kinds_of, lines
from witness.turning import about_axis, turns

Keys = dict[str, Any]
Painted = list[tuple[Cell, int]]
# Rules for boards that move as a whole.
WHOLE = ("anti-slide", "apart at corners", "colours", "connected", "fault-free", "symmetric", "touch")
MOST, STEPS, PLACEMENTS = 150, 4000, 120  # of a puzzle: its solutions, the steps of the plain search, the placements


def mixed(seed: int, grid_name: str | None = None) -> Keys:
    """Return a puzzle, on any grid or on the one that is named; one in six or so has no solution."""
    dice = Random(f"{seed} {grid_name}")
    while True:
        grid = GRIDS[grid_name or dice.choice([*GRIDS])]
        kind = dice.choice([*[_with_tiles] * 3, _handed, _handed, _in_parts, *[_plain] * 3, _fixed, _fixed])
        if kind is _with_tiles and not grid.sides:
            continue
        for _ in range(4):  # there are more small boards than large ones with few solutions
            keys = kind(grid, dice)
            if is_wanted(Problem(keys), dice):
                return keys


def gliding(seed: int, grid_name: str | None = None) -> Keys:
    """Return a puzzle on a board that is a Möbius strip or a Klein bottle."""
    dice = Random(f"gliding {seed} {grid_name}")
    # On the others the witness has cells of another form, so that the middle of a board may be elsewhere.
    grids = [name for name, grid in GRIDS.items() if grid.flat and name not in ("octasquares", "snub-square")]
    while True:
        grid = GRIDS[grid_name or dice.choice([*["square"] * 6, *grids])]
        kind = dice.choice([*[_with_tiles] * 4, _handed, *[_plain] * 3, _fixed])
        if kind is _with_tiles and not grid.sides:
            continue
        for _ in range(4):
            keys = kind(grid, dice, glides=True)
            if "wrap" in keys and is_wanted(Problem(keys), dice):
                return keys


def tiled(seed: int) -> Keys:
    """Return a puzzle of tiles, whose sides often meet opposite colours."""
    dice = Random(f"tiled {seed}")
    while True:
        keys = _with_tiles(GRIDS[dice.choice([name for name, grid in GRIDS.items() if grid.sides])], dice)
        opposite = isinstance(keys.get("match"), str) or dice.random() < 0.3
        if opposite and is_wanted(Problem(keys), dice):
            return keys


def ruled(seed: int, grid_name: str | None = None) -> Keys:
    """Return a puzzle of pieces with one to three rules of all, more often than not with cells that may stay empty."""
    dice = Random(f"ruled {seed} {grid_name}")
    while True:
        grid = GRIDS[grid_name or dice.choice([*GRIDS])]
        keys = dice.choice([_handed, _handed, _in_parts, _plain, _plain, _plain, _fixed])(grid, dice)
        keys.pop("rules", None)
        if dice.random() < 0.4 and not {"optional", "frame"} & keys.keys():
            loosen(keys, dice)
        if dice.random() < 0.25 and "parts" not in keys:
            keys["up"] = upward(grid, dice)
        try:
            possible = _possible(grid, keys, dice)
        except Refused:
            continue
        keys["rules"] = dice.sample(possible, min(dice.choice([1, 1, 2, 2, 3]), len(possible)))
        kinds = [rule.partition(": ")[2] for rule in keys["rules"] if rule.startswith("symmetric")]
        if kinds and Problem(keys).up and not (grid.flat and {*kinds} <= {*kinds_of(Problem(keys))}):
            continue  # another rule says what is up; in space the program tells kinds by cells alone
        if is_wanted(Problem(keys), dice):
            return keys


def loosen(keys: Keys, dice: Random) -> None:
    """Let some cells stay empty, sometimes only a few of them at a time."""
    share = dice.choice([0.3, 0.6, 1.0])
    keys["optional"] = [cell for cell in keys["board"] if dice.random() < share] or keys["board"][:1]
    keys |= {"empty": dice.randint(1, 4)} if dice.random() < 0.5 else {}


def upward(grid: Grid, dice: Random) -> str | list[int]:
    """Return what is up: an axis, or a vector of which some multiple is a translation of the grid."""
    while True:
        vector = [dice.randint(-2, 2) for _ in range(3)]
        said = vector if dice.random() < 0.2 else dice.choice(["x", "-x", "y", "-y", "z", "-z"])
        with suppress(NoTranslation, ZeroDivisionError):
            step_up(grid, said)
            return said


def thinned(seed: int) -> Keys:
    """Return a puzzle whose rules take placements of some pieces away, on a board with an inside that may stay empty.

    Some pieces are mirror images of each other, or may be turned in some ways only; packings have one or two pieces.
    """
    dice = Random(f"thinned {seed}")
    while True:
        grid = GRIDS[dice.choice(["square", "square", "hexagonal", "triangular", "cubic"])]
        cells = grid.box(dice.choice([(4, 4), (4, 5), (5, 5)]) if grid.flat else (3, 3, 3))
        board = [*map(list, cells)]
        keys: Keys = {"grid": grid.name, "board": board, "optional": board} | ({"mirror": False} if grid.flat else {})
        size = dice.choice([2, 3, 4, 4]) if grid.flat else 2
        pieces = [_piece([(cell, 0) for cell in _grown(grid, cells, size, dice)], {"max": 1})]
        _mirror(grid, pieces, dice)
        if dice.random() < 0.4:
            _fix(grid, pieces, keys, dice)
        for number, piece in enumerate(pieces):
            piece |= {"name": "ABCDEFGH"[number]} | ({} if "max" in piece else {"min": 0, "max": 1})
        names = [piece["name"] for piece in pieces]
        asked = " ".join(dice.sample(names, dice.choice([1, 1, 1, 2])))
        keys["rules"] = [f"at border: {dice.choice([asked, asked, asked, 'none'])}"]
        keys["rules"].append(f"together: {' '.join(names)} exactly {dice.choice([1, 1, 1, 2])}")
        keys["rules"] += [f"together: {dice.choice(names)} exactly 0"] * (dice.random() < 0.2)
        keys["pieces"] = pieces
        with suppress(TooMany):
            if len(Problem(keys).placements) <= PLACEMENTS and Problem(keys).solutions(MOST, 5 * STEPS):
                return keys


def folded(seed: int) -> Keys:
    """Return a puzzle with one to three chains, some of which read the same backwards, beside small pieces."""
    dice = Random(f"folded {seed}")
    while True:
        grid = GRIDS[dice.choice(["square", "square", "hexagonal", "cubic", "cubic", "fcc"])]
        cells = grid.box(dice.choice([box for box in grid.boxes if len(grid.box(box)) <= 9]))
        board, left = [*map(list, cells)], len(cells)
        keys: Keys = {"grid": grid.name, "board": board}
        if dice.random() < 0.3:
            keys["optional"] = [cell for cell in board if dice.random() < 0.5] or board[:1]
        elif grid.flat and grid.along and dice.random() < 0.3:
            keys["wrap"] = dice.choice(["x", "y", "xy"])
        pieces: list[Keys] = []
        while left > 0 and len(pieces) < 4:
            size = left if dice.random() < 0.3 else min(left, dice.choice([1, 2, 3, 4, 5]))
            piece: Keys = {"chain": _word(size, dice)} if size > 1 and dice.random() < 0.8 else {"cells": [[0, 0, 0]]}
            pieces.append(piece | dice.choice([{}, {}, {}, {"count": 2}, {"min": 0, "max": 1}]))
            left -= size if "chain" in piece else 1
        keys["pieces"] = [{"name": "ABCD"[number]} | piece for number, piece in enumerate(pieces)]
        if dice.random() < 0.2:
            keys["rules"] = [f"together: {dice.choice('ABCD'[: len(pieces)])} at least 1"]
        if grid.flat and dice.random() < 0.2:
            keys["mirror"] = False
        if any("chain" in piece for piece in pieces) and is_wanted(Problem(keys), dice):
            return keys


def paired(seed: int, grid_name: str | None = None) -> Keys:
    """Return a board, often with holes or symmetries, for any number of each of one or two pieces of two cells."""
    dice = Random(f"paired {seed} {grid_name}")
    while True:
        grid = GRIDS[grid_name or dice.choice([*["square"] * 8, *GRIDS])]
        cells = {*grid.box(dice.choice([(4, 4), (4, 5), (3, 6), (5, 5)] if grid.name == "square" else grid.boxes))}
        reflections = _reflections(grid, tuple(sorted(cells)))
        there = dice.choice(reflections) if reflections and dice.random() < 0.7 else {}
        for _ in range(dice.choice([0, 0, 1, 1, 2, 3])):
            hole = dice.choice(sorted(cells))
            cells = cells - {hole, there.get(hole, hole)} or cells
        pieces = [_grown(grid, sorted(cells), 2, dice) for _ in range(dice.choice([1, 1, 1, 2]))]
        if any(len(piece) < 2 for piece in pieces):
            continue
        any_number = {"min": 0, "max": len(cells) // 2} | ({"rotate": False} if dice.random() < 0.2 else {})
        keys: Keys = {"grid": grid.name, "board": sorted(map(list, cells)), "pieces": []}
        for number, piece in enumerate(pieces):
            keys["pieces"].append({"name": "AB"[number], **any_number, "cells": [*map(list, piece)]})
        if is_wanted(Problem(keys), dice):
            return keys


def _word(size: int, dice: Random) -> str | list[int]:
    """Return a chain of so many cells, as a word or as the lengths of its straight parts."""
    word = "".join(dice.choice("SBBB??") for _ in range(size - 2))
    if dice.random() < 0.4:
        word = word[: len(word) // 2] + word[: len(word) - len(word) // 2][::-1]
    lengths = [len(part) + 2 for part in word.split("B")]
    return word if "?" in word or dice.random() < 0.7 else lengths


def _possible(grid: Grid, keys: Keys, dice: Random) -> list[str]:
    """Return rules that a puzzle can have, one of each kind."""
    found, together = dict[str, str](), {key: keys[key] for key in keys if key != "parts"}
    for _ in range(6):
        _rule(grid, together, dice)
        found |= {rule.partition(":")[0]: rule for rule in together.pop("rules")}
    names = [piece["name"] for piece in keys["pieces"]]
    found["apart"] = f"apart: {' '.join(sorted(dice.sample(names, min(2, len(names)))))}"
    found["colours"] = f"colours: {dice.choice([2, 3])}{dice.choice(['', ' strongly']) if grid.flat else ''}"
    if "optional" in keys:
        found["connected"] = "connected: empty cells"
    if grid.name in TURNED and not {"wrap", "parts"} & keys.keys():
        found["symmetric"] = f"symmetric: {dice.choice(kinds_of(Problem(keys)))}"
    else:
        found.pop("symmetric", None)
    with suppress(Refused):
        if Problem({**keys, "rules": ["supported"]}).up and not keys.get("parts"):
            found["supported"] = dice.choice(["supported", "supported: everywhere"])
    if keys.get("parts"):
        found = {word: rule for word, rule in found.items() if word not in WHOLE}
    return sorted(found.values())


def is_wanted(problem: Problem, dice: Random) -> bool:
    try:
        few = len(problem.placements) <= PLACEMENTS and ("parts" not in problem.keys or problem.elements)
        return bool(few) and (bool(problem.solutions(MOST, STEPS)) or dice.random() < 0.3)
    except TooMany:
        return False


def _plain(grid: Grid, dice: Random, glides: bool = False) -> Keys:
    return _with_pieces(grid, _board(grid, dice, dice.choice([6, 8, 10, 12])), dice, glides=glides)


def _in_parts(grid: Grid, dice: Random, glides: bool = False) -> Keys:
    return _with_pieces(grid, _parts(grid, dice), dice, glides=glides)


def _handed(grid: Grid, dice: Random, glides: bool = False) -> Keys:
    """Return a board with a reflection, one-sided pieces and their mirror images."""
    return _with_pieces(grid, _mirrored_board(grid, dice), dice, handed=True, glides=glides)


def _fixed(grid: Grid, dice: Random, glides: bool = False) -> Keys:
    """Return a board with pieces that may be turned in some ways only."""
    cells = _mirrored_board(grid, dice) if dice.random() < 0.6 else _board(grid, dice, dice.choice([6, 8, 9]))
    return _with_pieces(grid, cells, dice, fixed=True, glides=glides)


# Boards


@cache
def _reflections(grid: Grid, box: tuple[Cell, ...]) -> list[dict[Cell, Cell]]:
    """Return what reflections of a box, which are no rotations of it, make of its cells."""
    problem = Problem({"grid": grid.name, "board": box, "mirror": False, "pieces": [{"cells": box[:1]}]})
    names = {body: cell for cell, body in problem.body.items()}
    return [{names[a]: names[b] for a, b in one.cells.items()} for one in problem.elements[1]]


def _mirrored_board(grid: Grid, dice: Random) -> list[Cell]:
    """Return cells of a box that a reflection keeps; any cells if a few tries find none, as on pentagons of Cairo."""
    for _ in range(40):
        box = grid.box(dice.choice(grid.boxes))
        size = dice.choice([4, 5, 6, 6])
        cells = set(_grown(grid, box, size, dice))
        if reflections := _reflections(grid, tuple(box)):
            there = dice.choice(reflections)
            while len(more := cells | {there[cell] for cell in cells}) > len(cells):
                cells = more
        if 6 <= len(cells) <= 12 and reflections:
            return sorted(cells)
    return _board(grid, dice, 8)


def _board(grid: Grid, dice: Random, most: int) -> list[Cell]:
    """Return some of the cells of a box, all of them if they are few."""
    cells = grid.box(dice.choice(grid.boxes))
    while len(cells) > most and dice.random() < 0.9 and len(cells) <= 24:
        cells = grid.box(dice.choice(grid.boxes))
        if len(grid.unit) > 4:
            break
    if len(cells) > most:
        return sorted(_grown(grid, cells, dice.randint(3, most), dice))
    for _ in range(dice.choice([0, 0, 0, 1, 1, 2])):
        cells.remove(dice.choice(cells))
    return cells or grid.box(grid.boxes[0])[:1]


def _grown(grid: Grid, among: list[Cell], size: int, dice: Random) -> list[Cell]:
    """Return cells that hang together, as many as are wanted or as there are."""
    found = [dice.choice(among)]
    while len(found) < size:
        near = [
            cell
            for cell in among
            if cell not in found and any(grid.touch(grid.body(cell), grid.body(one)) for one in found)
        ]
        if not near:
            break
        found.append(dice.choice(near))
    return found


def _parts(grid: Grid, dice: Random) -> list[Cell]:
    """Return a board in two or three parts, some of which are images of others."""
    first = _board(grid, dice, 6)
    cells = list(first)
    for number in range(1, dice.choice([2, 2, 3])):
        part = first if dice.random() < 0.6 else _board(grid, dice, 5)
        if dice.random() < 0.5:
            part = [cell for cell, _ in _turned(grid, [(cell, 0) for cell in part], dice, proper=False)]
        cells += [_moved(cell, grid.far, number) for cell in part]
    return sorted(cells)


def _moved(cell: Cell, step: Cell, times: int = 1) -> Cell:
    x, y, z = (c + times * s for c, s in zip(cell, step, strict=True))
    return x, y, z


@cache
def _names(grid: Grid) -> dict[Body, Cell]:
    """Return the names of all bodies near the origin."""
    size = 2 if len(grid.unit) > 4 else 6
    cells = grid.box((size,) * (2 if grid.flat else 3))
    return {grid.body(cell): cell for cell in cells}


def _turned(grid: Grid, painted: Painted, dice: Random, proper: bool, only: list[Matrix] | None = None) -> Painted:
    """Return the image of cells under a random motion; their own list if none of a few tries leads near the origin."""
    names, matrices = _names(grid), only or grid.matrices(proper)
    for _ in range(12):
        matrix, target = dice.choice(matrices), dice.choice([*names])
        images = [turned(matrix, grid.body(cell)) for cell, _ in painted]
        step = tuple(b - a for a, b in zip(min(images[0]), min(target), strict=True))
        there = [shifted(image, step) for image in images]
        if all(body in names for body in there):
            return [(names[body], hue) for body, (_, hue) in zip(there, painted, strict=True)]
    return painted


# Rules that puzzles of pieces and of tiles have in common


def _common(grid: Grid, cells: list[Cell], dice: Random) -> Keys:
    keys: Keys = {"grid": grid.name, "board": [*map(list, cells)]}
    if dice.random() < 0.35:
        share = dice.choice([0.2, 0.4, 1.0])
        keys["optional"] = [list(cell) for cell in cells if dice.random() < share]
        if not keys["optional"]:
            del keys["optional"]
        elif dice.random() < 0.6:
            keys["empty"] = dice.randint(0, 3)
    elif dice.random() < 0.05:
        keys["empty"] = dice.randint(0, 2)
    return keys


def _range(count: int, dice: Random) -> Keys:
    """Return the number of copies of a piece that is there so often in the solution a puzzle is made from."""
    if dice.random() < 0.6:
        return {"count": count} if count > 1 else {}
    return {"min": max(0, count - dice.choice([0, 0, 1, 1, 2])), "max": count + dice.choice([0, 0, 0, 1, 2])}


# Pieces


def _with_pieces(
    grid: Grid, cells: list[Cell], dice: Random, handed: bool = False, fixed: bool = False, glides: bool = False
) -> Keys:
    keys = _common(grid, cells, dice)
    if handed and "optional" in keys:
        keys["optional"] = keys["board"]
    if glides:
        keys |= _glides(grid, cells, dice)
    elif grid.flat and dice.random() < 0.3:
        keys["wrap"] = dice.choice(["x", "y", "xy", _periods(cells, dice)])
    elif not handed and dice.random() < 0.1:
        around = [cell for cell in _names(grid).values() if cell not in cells]
        keys["frame"] = sorted(map(list, dice.sample(around, min(dice.randint(1, 3), len(around))))) or None
        if keys["frame"] is None:
            del keys["frame"]
    if grid.flat and (handed or dice.random() < 0.4):
        keys["mirror"] = False
    hues = dict.fromkeys(cells, 0)
    if dice.random() < (0.1 if handed else 0.3):
        rule: Callable[[Cell], int] = dice.choice(
            [lambda cell: dice.choice([0, 1, 2]), lambda cell: 1 + sum(cell) % 2, lambda cell: dice.choice([1, 1, 2])]
        )
        hues = {cell: rule(cell) for cell in cells}
    filled = [cell for cell in cells if list(cell) not in keys.get("optional", []) or dice.random() < 0.6]
    shapes = _partition(grid, filled, len(cells) <= 8 and not handed, dice)
    pieces = _counted(grid, [[(cell, hues.get(cell, 0)) for cell in shape] for shape in shapes], keys, dice, fixed)
    if fixed:
        _fix(grid, pieces, keys, dice)
    for _ in range(2 * handed):
        _mirror(grid, pieces, dice)
    _disturb(grid, pieces, keys, dice)
    dice.shuffle(pieces)
    for number, piece in enumerate(pieces):
        if grid.flat and dice.random() < 0.1:
            piece["mirror"] = dice.random() < 0.5
        piece["name"] = "ABCDEFGHIJKLMNOPQRSTUVW"[number]
    keys["pieces"] = pieces
    if any(hues.values()):
        _paint(keys, hues, dice)
    if dice.random() < 0.25:
        names = [piece["name"] for piece in pieces]
        keys["apart"] = [
            sorted(dice.sample(names, min(dice.choice([1, 1, 2, 2, 3]), len(names))))
            for _ in range(dice.choice([1, 1, 2]))
        ]
    if dice.random() < 0.35:
        _rule(grid, keys, dice)
    elif grid.sticks:
        keys["rules"] = ["no crossing"] if dice.random() < 0.5 else []
    if (
        not {"wrap", "frame", "rules"} & keys.keys()
        and not fixed
        and dice.random() < (0.6 if len(Problem(keys).parts) > 1 else 0.03)
    ):
        keys["parts"] = "separate"
    return keys


def _periods(cells: list[Cell], dice: Random) -> Any:
    """Return one or two periods by which no two of the cells differ, x if a few tries find none."""
    apart = {(a[0] - b[0], a[1] - b[1]) for a in cells for b in cells if a[2] == b[2]} - {(0, 0)}
    for _ in range(30):
        found = [[dice.randint(-4, 6), dice.randint(-4, 6)] for _ in range(dice.choice([1, 2, 2]))]
        (a, b), (c, d) = found[0], found[-1]
        if not any((a, b)) or (len(found) == 2 and a * d == b * c):
            continue
        whole = a * d - b * c
        if len(found) == 1:
            same = any(x * b == y * a and max(abs(x), abs(y)) % max(abs(a), abs(b)) == 0 for x, y in apart)
        else:
            same = any((x * d - y * c) % whole == 0 and (a * y - b * x) % whole == 0 for x, y in apart)
        if not same:
            return found
    return "x"


def _glides(grid: Grid, cells: list[Cell], dice: Random, tiled: bool = False) -> Keys:
    """Return periods of which one is a glide, and by which no two cells are equal; nothing if a few tries find none.

    With tiles, the cells beside a cell are different ones, too.
    """
    for _ in range(30):
        wrap: Any = dice.choice(["moebius", "klein", "moebius x", "moebius y", "klein x", "klein y"])
        if dice.random() < 0.6:
            vectors = [[x, y] for x in range(-5, 8) for y in range(-5, 8) if x or y]
            wrap = [[*dice.choice(vectors), "flip"]]
            wrap += [dice.choice(_across(grid, wrap[0], vectors) or vectors)] * (dice.random() < 0.6)
            dice.shuffle(wrap)
        board = [list(cell) for cell in cells]
        problem = Problem({"grid": grid.name, "board": board, "pieces": [{"cells": [grid.unit[0]]}]})
        problem.wrap = wrap
        with suppress(Refused):
            homes = {problem.home(grid.body(cell)) for cell in cells}
            if len(homes) == len(cells) and not (tiled and _meets_itself(problem)):
                return {"wrap": wrap}
    return {}


def _across(grid: Grid, vector: list[Any], among: list[list[int]]) -> list[list[int]]:
    """Return those of some steps that are perpendicular to one."""
    (a, b, _), (c, d, _) = grid.along
    points = {(x, y): (x * a + y * c, x * b + y * d) for x, y in [(vector[0], vector[1]), *map(tuple, among)]}
    (p, q), gram = points[vector[0], vector[1]], grid.gram
    return [
        [x, y]
        for x, y in map(tuple, among)
        for r, s in [points[x, y]]
        if p * r * gram[0][0] + (p * s + q * r) * gram[0][1] + q * s * gram[1][1] == 0
    ]


def _meets_itself(problem: Problem) -> bool:
    """Tell whether two of the cells beside a cell are the same one, or the cell itself."""
    around = [(x, y, kind) for x in (-1, 0, 1) for y in (-1, 0, 1) for _, _, kind in problem.grid.unit]
    for a, b, own in problem.cells:
        body = problem.grid.body((a, b, own))
        near = [problem.grid.body((a + x, b + y, kind)) for x, y, kind in around]
        homes = [problem.home(other) for other in near if problem.grid.touch(body, other)]
        if len({problem.home(body), *homes}) <= len(homes):
            return True
    return False


def _rule(grid: Grid, keys: Keys, dice: Random) -> None:
    """Add one rule or two."""
    names = [piece["name"] for piece in keys["pieces"]]
    some = sorted(dice.sample(names, min(dice.choice([1, 2, 3]), len(names))))
    low, high = (sum(_copies(piece)[end] for piece in keys["pieces"] if piece["name"] in some) for end in (0, 1))
    number = dice.randint(low, high)
    kinds = [
        f"at border: {dice.choice(['all', 'all', 'none', ' '.join(some)])}",
        f"together: {' '.join(some)} {dice.choice(['at most', 'at least', 'exactly'])} {number}",
    ]
    if len(names) > 1:
        kinds.append(f"touch: {' '.join(dice.sample(names, 2))}")
    if grid.flat:
        kinds.append(f"apart at corners: {' '.join(some)}")
    if grid.name in (
        "square",
        "triangular",
        "half-squares",
        "kites",
        "drafters",
        "trihexes",
        "cairo",
        "sticks",
        "trigs",
    ):
        kinds += ["no crossroads"] * 3
    kinds += ["no crossing"] * 3 * grid.sticks
    if not grid.balls and not grid.sticks and "wrap" not in keys and lines(Problem(keys)):
        kinds += ["fault-free"] * 2
    if grid.name in ("square", "cubic") and "wrap" not in keys:
        kinds.append("anti-slide")
    if grid.name in TURNED and "wrap" not in keys and dice.random() < 0.5:
        kinds += [f"symmetric: {kind}" for kind in kinds_of(Problem(keys))]
    keys["rules"] = dice.sample(sorted({*kinds}), dice.choice([1, 1, 2]))


def _copies(piece: Keys) -> tuple[int, int]:
    most: int = piece["max"] if "max" in piece else piece.get("count", 1)
    least: int = piece.get("min", 0 if "max" in piece else most)
    return least, most


def _partition(grid: Grid, cells: list[Cell], few: bool, dice: Random) -> list[list[Cell]]:
    """Return cells in shapes of one to five cells that hang together, of `few` cells if told."""
    left, found = list(cells), []
    while left:
        size = dice.choice([1, 2, 2, 3, 3, 4] if few else [2, 3, 3, 4, 4, 5])
        found.append(_grown(grid, left, size, dice))
        left = [cell for cell in left if cell not in found[-1]]
    return found or [[cells[0] if cells else grid.unit[0]]]


def _fix(grid: Grid, pieces: list[Keys], keys: Keys, dice: Random) -> None:
    """Say how pieces may be turned, and add some of them turned, as pieces of their own."""
    many = len(about_axis(grid))
    ways = [False, False, 1, *(n for n in range(2, many + 1) if many % n == 0)]
    keys["rotate"] = dice.choice(ways)
    for _ in range(dice.choice([0, 1, 1, 2])):
        shape = _turned(grid, _some(pieces, dice), dice, proper=False, only=turns(grid, many, grid.flat))
        copies = dice.choice([{}, {"min": 0, "max": 1}, {"min": 0, "max": 2}])
        pieces.append(_piece(shape, copies))
    for piece in pieces:
        if dice.random() < 0.3:
            piece["rotate"] = dice.choice([True, *ways])


def _counted(grid: Grid, shapes: list[Painted], keys: Keys, dice: Random, fixed: bool) -> list[Keys]:
    """Return shapes as pieces: often turned unless they are fixed, and equal ones often as copies of one piece."""
    proper = not grid.flat or keys.get("mirror") is False
    found: dict[object, list[Painted]] = {}
    for number, shape in enumerate(shapes):
        together = dice.random() < 0.7
        form: object = _at_origin([(grid.body(cell), hue) for cell, hue in shape]) if fixed else None
        found.setdefault((form or _forms(grid, shape, proper)) if together else number, []).append(shape)
    pieces = []
    for same in found.values():
        shape = _turned(grid, same[0], dice, proper) if not fixed and dice.random() < 0.7 else same[0]
        pieces.append(_piece(shape, _range(len(same), dice)))
    return pieces


def _forms(grid: Grid, shape: Painted, proper: bool) -> frozenset[object]:
    """Return all images of a shape under matrices of the grid, each at the origin; congruent shapes have the same."""
    return frozenset(
        _at_origin([(turned(m, grid.body(cell)), hue) for cell, hue in shape]) for m in grid.matrices(proper)
    )


def _at_origin(bodies: list[tuple[Body, int]]) -> object:
    back = tuple(-x for x in min(min(body) for body, _ in bodies))
    return frozenset((shifted(body, back), hue) for body, hue in bodies)


def _piece(shape: Painted, copies: Keys) -> Keys:
    """Return the keys of a piece; its colours are listed in the order of its cells."""
    return {**copies, "cells": [list(cell) for cell, _ in shape], "colours": [hue for _, hue in shape]}


def _some(pieces: list[Keys], dice: Random) -> Painted:
    one = dice.choice(pieces)
    return [((c[0], c[1], c[2]), hue) for c, hue in zip(one["cells"], one["colours"], strict=True)]


def _mirror(grid: Grid, pieces: list[Keys], dice: Random) -> None:
    """Add the mirror image of a piece, of one that it differs from if a few tries find one."""
    for _ in range(8):
        shape = _some(pieces, dice)
        mirrored = _turned(grid, shape, dice, proper=False)
        if _at_origin([(grid.body(cell), hue) for cell, hue in mirrored]) not in _forms(grid, shape, proper=True):
            break
    pieces.append(_piece(mirrored, dice.choice([{"min": 0, "max": 1}, {"min": 0, "max": 1}, {"min": 0, "max": 2}, {}])))


def _disturb(grid: Grid, pieces: list[Keys], keys: Keys, dice: Random) -> None:
    """Add pieces that are mirror images, doubles or new, and leave one out."""
    if dice.random() < 0.3:
        _mirror(grid, pieces, dice)
    if dice.random() < 0.2:
        pieces.append(_piece(_some(pieces, dice), {"min": 0, "max": dice.choice([1, 1, 3])}))
    if dice.random() < 0.2:
        cell = (keys["board"][0][0], keys["board"][0][1], keys["board"][0][2])
        pieces.append(_piece([(cell, dice.choice([0, 0, 1]))], {"min": 0, "max": dice.choice([1, 2])}))
    if len(pieces) > 1 and dice.random() < 0.1:
        pieces.remove(dice.choice(pieces))


def _paint(keys: Keys, hues: dict[Cell, int], dice: Random) -> None:
    """Give the board its colours, take or exchange some of the pieces', and say which go together."""
    if dice.random() < 0.85:
        keys["colours"] = [hues[cell[0], cell[1], cell[2]] for cell in keys["board"]]
    for piece in keys["pieces"]:
        if dice.random() < 0.2:
            piece["colours"] = [dice.choice([0, hue, hue, 1, 2]) for hue in piece["colours"]]
        if dice.random() < 0.2:
            del piece["colours"]
    pairs = dice.choice(["equal", "equal", "all", "list", "list", None])
    if pairs == "list":
        keys["pairs"] = [[a, b] for a in (1, 2, 3) for b in (1, 2) if dice.random() < (0.9 if a == b else 0.4)]
    elif pairs:
        keys["pairs"] = pairs


# Tiles


def _with_tiles(grid: Grid, dice: Random, glides: bool = False) -> Keys:
    flat_wrap = glides or (grid.flat and dice.random() < 0.25)
    exchanging = not flat_wrap and dice.random() < 0.3
    cells = _board(grid, dice, 9 if flat_wrap else 6 if grid.flat and not exchanging else 4)
    keys = _common(grid, cells, dice)
    if glides:
        keys |= _glides(grid, cells, dice, tiled=True)
    elif flat_wrap:
        sizes = [1 + max(c[a] for c in cells) - min(c[a] for c in cells) for a in (0, 1)]
        around = [name for name, long in (("x", [sizes[0]]), ("y", [sizes[1]]), ("xy", sizes)) if min(long) >= 3]
        keys |= {"wrap": dice.choice(around)} if around else {}
    keys |= {"mirror": False} if dice.random() < 0.5 else {}
    keys |= {"match": dice.choice([False, False, "opposite", "AB", "BC aD"])} if dice.random() < 0.5 else {}
    keys |= {"rotate": False} if len(grid.unit) == 1 and dice.random() < 0.2 else {}
    letters = dice.choice(["AB", "ABC", "ABCD"] if exchanging else ["A", "AB", "AB", "ABC", "ABCD"])
    if isinstance(keys.get("match"), str) and dice.random() < 0.7:
        letters = dice.choice(["Aa", "AaB", "Aa1", "AaBb"])
    rule = dice.choice(["", "", "", "A", *RULES[: 1 if glides else None]])
    problem = Problem({**keys, "border": rule, "tiles": [{"sides": "A"}]})
    words = _words(problem, letters, rule, dice)
    tiles: list[Keys] = [{"sides": word, **_range(words.count(word), dice)} for word in dict.fromkeys(words)]
    if dice.random() < 0.3:
        extra = "".join(dice.choice(letters) for _ in words[0])
        tiles.append({"sides": extra, "min": 0, "max": dice.choice([1, 2])})
    used = {letter for tile in tiles for letter in tile["sides"]}
    if rule in (*RULES, *used):
        keys["border"] = rule
    free = "".join(sorted(used - {keys.get("border")}))
    if len(free) >= 2 and exchanging:
        keys["interchangeable"] = dice.choice(
            [free[:2], free, f"{free[:2]} {free[2:]}" if len(free) == 4 else free[:2]]
        )
        tiles = _closed(tiles, keys["interchangeable"], dice)
    dice.shuffle(tiles)
    for number, tile in enumerate(tiles):
        if grid.flat and dice.random() < 0.1:
            tile["mirror"] = dice.random() < 0.5
        tile["name"] = f"t{number}"
    return {**keys, "tiles": tiles}


def _words(problem: Problem, letters: str, rule: str, dice: Random) -> list[str]:
    """Return tiles that fill the board of a puzzle, whose own tiles do not matter."""
    grid, keys = problem.grid, problem.keys
    facing: dict[Any, str] = {}
    painted: dict[Any, str] = {}
    for number, side in enumerate(problem.towards):
        own: Any = side[1] if keys.get("match", True) is True else side
        letter = dice.choice(letters)
        if side in problem.border:
            if rule in ("A", "same"):
                letter = "A"
            elif rule == "same on each side":
                letter = facing.setdefault(problem.towards[side], letter)
            elif rule and dice.random() < 0.8:
                letter = letters[number % len(letters)]
        met = [painted[other] for other in painted if own == side and other[1] == side[1]]
        painted.setdefault(own, problem.opposite(met[0]) if met and keys.get("match") else letter)
    words = []
    first = grid.unit[0]
    turning = not (grid.flat and keys.get("mirror", True))
    for cell in problem.cells:
        motions = [
            move
            for matrix, move in grid.carried([grid.body(first)], [grid.body(cell)], turning)
            if keys.get("rotate", True) or matrix == ((1, 0, 0), (0, 1, 0), (0, 0, 1))
        ]
        move, body = dice.choice(motions), problem.body[cell]
        sides = [problem.home(move(facet)) for facet in grid.facets(first)]
        words.append("".join(painted[facet if keys.get("match", True) is True else (body, facet)] for facet in sides))
    return words


def _closed(tiles: list[Keys], sets: str, dice: Random) -> list[Keys]:
    """Return tiles such that colours can be exchanged, mostly: what each becomes is there as often as it."""
    found = {tile["sides"]: tile for tile in tiles}
    for tile in tiles:
        for orders in product(*map(permutations, sets.split())):
            letters = dict(zip(sets.replace(" ", ""), "".join(map("".join, orders)), strict=True))
            word = "".join(letters.get(letter, letter) for letter in tile["sides"])
            found.setdefault(word, {**tile, "sides": word})
    every = {"min": 0, "max": dice.choice([1, 1, 2])}
    return [{"sides": word, **every} if dice.random() < 0.95 else tile for word, tile in found.items()]
