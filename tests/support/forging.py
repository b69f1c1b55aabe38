"""Certificates that are forged at random: any number, line or claim may be another one."""

import json
import lzma
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

MANIFEST, SOLUTIONS, TREE, PUZZLE = "manifest.json", "solutions.ndjson", "tree.xz", "puzzle.json"


def forge(folder: Path, dice: Random) -> str:
    """Change a certificate whose puzzle is in JSON somehow, seldom into another that is right; return how."""
    ways = WAYS if (folder / TREE).exists() else WITHOUT_A_TREE
    while True:
        way = dice.choice(ways)
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        way(folder, dice)
        if before != {path.name: path.read_bytes() for path in folder.iterdir()}:
            return way.__name__.strip("_")


def _tree(change: Callable[[bytearray, Random], None]) -> Callable[[Path, Random], None]:
    def forged(folder: Path, dice: Random) -> None:
        tree = bytearray(lzma.decompress((folder / TREE).read_bytes()))
        change(tree, dice)
        (folder / TREE).write_bytes(lzma.compress(bytes(tree)))

    forged.__name__ = change.__name__
    return forged


@_tree
def _another_number(tree: bytearray, dice: Random) -> None:
    if tree:
        at, most = dice.randrange(len(tree)), max(tree)
        tree[at] = dice.choice([dice.randrange(256), dice.choice(tree), most, max(most - 1, 0), min(most + 1, 255)])


@_tree
def _a_node_less(tree: bytearray, dice: Random) -> None:
    if tree:
        at = dice.randrange(len(tree))
        del tree[at : at + dice.choice([1, 1, 2, 5])]


@_tree
def _a_node_more(tree: bytearray, dice: Random) -> None:
    tree.insert(dice.randint(0, len(tree)), dice.choice(tree) if tree else 0)


def _claims(change: Callable[[dict[str, Any], Random], None]) -> Callable[[Path, Random], None]:
    def forged(folder: Path, dice: Random) -> None:
        before = (folder / MANIFEST).read_text()
        claims = json.loads(before)
        change(claims, dice)
        if claims != json.loads(before):
            (folder / MANIFEST).write_text(json.dumps(claims))

    forged.__name__ = change.__name__
    return forged


def _other(number: int, dice: Random) -> int:
    return dice.choice([0, 1, 2 * number, number // 2, max(number - 1, 0), number + 1])


@_claims
def _other_counts(claims: dict[str, Any], dice: Random) -> None:
    table = claims[dice.choice(["counts", "symmetry"])]
    name = dice.choice([*table])
    table[name] = _other(table[name], dice) if table[name] is not None else dice.randrange(3)


@_claims
def _a_count_less(claims: dict[str, Any], dice: Random) -> None:
    claims["counts"][dice.choice([*claims["counts"]])] = None


@_claims
def _other_states(claims: dict[str, Any], dice: Random) -> None:
    name = dice.choice(["states", "widest"])
    claims[name] = _other(claims[name], dice)


@_claims
def _another_order(claims: dict[str, Any], dice: Random) -> None:
    order, way = claims["order"], dice.randrange(5)
    if not order:
        return
    at = dice.randrange(len(order))
    if way == 0:
        del order[at]
    elif way == 1:
        order.insert(at, dice.choice(order))
    elif way == 2:
        order[at] = dice.randrange(-1, 2 * len(order))
    elif way == 3:
        dice.shuffle(order)
    else:
        order.append(len(order) + dice.randrange(9))


@_claims
def _other_nodes(claims: dict[str, Any], dice: Random) -> None:
    claims["nodes"] = _other(claims["nodes"], dice)


@_claims
def _another_restriction(claims: dict[str, Any], dice: Random) -> None:
    restrictions = claims["restrictions"]
    way, items = dice.randrange(5), 30
    if way == 0 or not restrictions:
        restrictions.append([[], dice.randrange(items)])
    elif way == 1:
        del restrictions[dice.randrange(len(restrictions))]
    elif way == 2:
        dice.choice(restrictions)[1] = dice.randrange(items)
    elif way == 3:
        dice.choice(restrictions)[0].append(dice.randrange(items))
    elif path := dice.choice(restrictions)[0]:
        path[dice.randrange(len(path))] = dice.randrange(items)


def _restricted(folder: Path, dice: Random) -> None:
    """Restrict at a node whose tree has it: both agree, only the counting can tell."""
    _another_restriction(folder, dice)
    claims, tree = json.loads((folder / MANIFEST).read_text()), lzma.decompress((folder / TREE).read_bytes())
    if not claims["restrictions"] or not tree:
        return
    marks = [*range(max(tree) - 1, min(max(tree) + 4, 256))]
    (folder / TREE).write_bytes(lzma.compress(bytes([dice.choice(marks)]) + tree))


def _list(change: Callable[[list[str], Random], None]) -> Callable[[Path, Random], None]:
    def forged(folder: Path, dice: Random) -> None:
        lines = (folder / SOLUTIONS).read_text().splitlines(keepends=True)
        change(lines, dice)
        (folder / SOLUTIONS).write_text("".join(lines))

    forged.__name__ = change.__name__
    return forged


@_list
def _a_solution_less(lines: list[str], dice: Random) -> None:
    if lines:
        del lines[dice.randrange(len(lines))]


@_list
def _a_solution_twice(lines: list[str], dice: Random) -> None:
    if lines:
        lines.insert(0, dice.choice(lines))


@_list
def _another_solution(lines: list[str], dice: Random) -> None:
    if lines:
        at = dice.randrange(len(lines))
        solution = json.loads(lines[at])
        if not solution:
            return
        placed = dice.choice(solution)
        way = dice.randrange(4)
        if way == 0:
            solution.remove(placed)
        elif way == 1:
            placed["piece"] = dice.choice(solution)["piece"]
        elif way == 2:
            dice.choice(placed["cells"])[dice.randrange(2)] += dice.choice([-1, 1])
        else:
            other = dice.choice(solution)
            placed["cells"], other["cells"] = other["cells"], placed["cells"]
        lines[at] = json.dumps(solution) + "\n"


def _another_puzzle(folder: Path, dice: Random) -> None:
    keys = json.loads((folder / PUZZLE).read_text())
    if not keys.get("pieces"):
        return
    piece = dice.choice(keys["pieces"])
    if dice.random() >= 0.5:
        piece.pop("count", None)
        piece["min"], piece["max"] = sorted([dice.randint(0, 2), dice.randint(1, 2)])
    elif "chain" in piece:
        piece["chain"] = "".join(dice.choice("SB?") for _ in piece["chain"])
    else:
        cell = dice.choice(piece["cells"])
        step = dice.choice(piece["cells"])
        cell[:] = [2 * a - b for a, b in zip(cell, step, strict=True)]
    (folder / PUZZLE).write_text(json.dumps(keys))


WAYS: tuple[Callable[[Path, Random], None], ...] = (
    *[_another_number] * 6,
    _a_node_less,
    _a_node_more,
    *[_other_counts] * 2,
    _other_nodes,
    *[_another_restriction] * 2,
    *[_restricted] * 2,
    _a_solution_less,
    _a_solution_twice,
    *[_another_solution] * 2,
    *[_another_puzzle] * 2,
)
WITHOUT_A_TREE: tuple[Callable[[Path, Random], None], ...] = (
    *[_other_counts] * 2,
    _a_count_less,
    *[_other_states] * 2,
    *[_another_order] * 3,
    *[_another_puzzle] * 2,
)
