"""Packings whose pieces hold each other: by one move nothing comes off but one piece, the key."""

from itertools import combinations
from random import Random

import pytest
from by_moving import TOWARDS_BALLS, Cell, Pieces, along_axes, balls_collide, cubes_collide, shifted, slide
from commands import complaint, run, said

import satpuzzle as sp
from satpuzzle.motion.assembly import Assembler
from satpuzzle.motion.rules import Rules

REACH = 12
QUARTET = {  # Stewart Coffin's four pieces that hold each other in a cube of 3 x 3 x 3
    "A": [[2, 0, 0], [0, 1, 0], [1, 1, 0], [2, 1, 0], [0, 2, 0], [0, 2, 1], [0, 2, 2], [0, 1, 2]],
    "B": [[0, 0, 0], [0, 1, 0], [1, 1, 0], [2, 1, 0], [0, 2, 0], [2, 2, 0], [0, 2, 1]],
    "C": [[0, 0, 0], [0, 1, 0], [1, 1, 0], [2, 1, 0], [2, 1, 1], [2, 2, 1]],
    "D": [[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 1, 1], [-1, 1, 1], [-1, 2, 1]],
}


def parts_that_come_off(pieces: Pieces, frame: frozenset[Cell], balls: bool) -> set[tuple[int, ...]]:
    """Return the sets of pieces that leave the rest by one move, found by sliding them cell by cell."""
    directions = TOWARDS_BALLS if balls else along_axes(3)
    found = set()
    for size in range(1, len(pieces) + bool(frame)):
        for part in combinations(range(len(pieces)), size):
            moving = [cell for piece in part for cell in pieces[piece]]
            others = [cell for i, piece in enumerate(pieces) if i not in part for cell in piece] + [*frame]
            for direction in directions:
                collide = balls_collide if balls else cubes_collide
                if REACH in slide(moving, others, direction, collide, REACH):
                    found.add(part)
    return found


def holds(pieces: Pieces, frame: frozenset[Cell], balls: bool) -> bool:
    """Tell by the definition in docs/assembling.md whether pieces hold each other."""
    every, off = range(len(pieces)), parts_that_come_off(pieces, frame, balls)
    keys = [{(key,)} if frame else {(key,), tuple(i for i in every if i != key)} for key in every]
    return len(pieces) + bool(frame) > 2 and any(off <= allowed for allowed in keys)


def cut(cells: list[Cell], pieces: int, dice: Random, steps: list[Cell]) -> Pieces:
    """Return these cells, cut into pieces at random, each of which grows from a cell of its own."""
    owner = dict(zip(dice.sample(cells, pieces), range(pieces), strict=True))
    while len(owner) < len(cells):
        edge = [(cell, piece) for cell, piece in owner.items() for step in steps if shifted(cell, step) in cells]
        cell, piece = dice.choice(edge)
        owner.setdefault(shifted(cell, dice.choice(steps)), piece) if dice.random() < 0.9 else None
        owner = {cell: piece for cell, piece in owner.items() if cell in cells}
    return tuple(frozenset(cell for cell, one in owner.items() if one == piece) for piece in range(pieces))


@pytest.mark.few(2)
@pytest.mark.parametrize("grid", ["cubic", "fcc"])
@pytest.mark.parametrize("framed", [False, True])
def test_what_interlocks_is_what_sliding_each_part_finds(grid: str, framed: bool) -> None:
    dice, seen = Random(f"{grid} {framed}"), set()
    steps = TOWARDS_BALLS[:12] if grid == "fcc" else along_axes(3)
    box: list[Cell] = [(x, y, z) for x in range(3) for y in range(3) for z in range(3)]
    whole = [cell for cell in box if grid == "cubic" or not sum(cell) % 2]
    for number in range(40):
        pieces = cut(whole, dice.randint(2, 5), dice, steps)
        beside = sorted({shifted(cell, step) for cell in whole for step in steps} - {*whole})
        frame = frozenset(dice.sample(beside, dice.randint(len(beside) // 4, len(beside) - 4)) if framed else ())
        puzzle = sp.make_puzzle(
            grid=grid, board=[*map(list, whole)], frame=[*map(list, frame)] or None,
            pieces={f"p{i}": sorted(map(list, piece)) for i, piece in enumerate(pieces)},
        )  # fmt: skip
        placed = "\n".join(
            f"p{i}: " + " ".join(",".join(map(str, cell)) for cell in sorted(piece)) for i, piece in enumerate(pieces)
        )
        (packing,) = sp.solve(puzzle, given=placed, limit=1)
        loose, strict = (sp.assemble(packing, interlocking=asked) for asked in (False, True))
        ours = [tuple(sorted(map(tuple, cells.tolist()))) for _, cells in packing.pieces]
        held = holds(tuple(map(frozenset, ours)), frame, grid == "fcc")
        assert (strict.verdict == "yes") == (loose.verdict == "yes" and held)
        assert strict.loose == (loose.verdict == "yes" and not held)
        seen.add((str(loose.verdict), held))
        if number >= 20 and len(seen) > 1:
            break
    assert len(seen) > 1


def test_coffins_quartet_interlocks_and_steinhaus_cube_does_not() -> None:
    (packing,) = sp.solve(sp.make_puzzle(box=[3, 3, 3], pieces=QUARTET))
    found = sp.assemble(packing, interlocking=True)
    assert found.verdict == "yes" and found.as_dict()["interlocking"]
    loose = [sp.assemble(packing, interlocking=True) for packing in sp.solve("steinhaus")]
    assert all(one.loose and one.verdict == "no" and "does not interlock" in str(one) for one in loose)


def test_searches_lists_and_levels_agree() -> None:
    rules = Rules(interlocking=True)
    counts = sp.count("dubois-burr", assemblable=True, rules=rules)
    assert (counts.raw, counts.isometries) == (12, 1)
    for name in ("dubois-burr", "soma"):
        packings = [*sp.solve(name, assemblable=True, limit=60)]
        assembler = Assembler(packings[0].puzzle, rules)
        verdicts = [one.verdict for one in assembler.assemblies(packings)]
        assert verdicts == [one.verdict for one in assembler.levels(packings)]
        assert verdicts.count(verdicts[0]) == len(verdicts) and (verdicts[0] == "yes") == (name == "dubois-burr")


def test_choose_finds_sets_that_interlock() -> None:
    board = sp.make_puzzle(box=[3, 3, 3], pieces=QUARTET)
    (only,) = sp.choose(board, [board], assemblable=True, interlocking=True)
    assert len(only.pieces) == 4
    assert not [*sp.choose("steinhaus", ["steinhaus"], assemblable=True, interlocking=True)]


def test_a_box_with_an_open_side_holds_what_is_below() -> None:
    """Three plates in a box are lifted out from the top, but the two lower ones not by themselves."""
    plates = sp.make_puzzle(
        box=[2, 2, 3], pieces={name: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]] for name in "ABC"}
    )
    (packing,) = sp.solve(plates, limit=1)
    assert sp.assemble(packing, open="+z", interlocking=True).loose  # the upper two come off together
    assert sp.assemble(packing, interlocking=True).loose


def test_the_condition_stands_beside_assemblable() -> None:
    assert "--interlocking: needs --assemblable" in complaint(run("count", "soma", "--interlocking"))
    told = said(run("count", "dubois-burr", "--by", "level", "--interlocking"))
    assert "level 6.4: raw 12" in told and "do not come apart, or do not interlock: raw 12" in told
