"""Packings that are the same solid, and sets of pieces that come apart in one packing only."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from commands import complaint, run, said

import satpuzzle as sp
from satpuzzle.motion.assembly import Assembler
from satpuzzle.motion.rules import Rules
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.burrs import best
from satpuzzle.questions.solids import once, solid_of


def test_a_solid_is_listed_once_wherever_it_lies() -> None:
    """As in the guide of BurrTools: one square in a board of 4x4 squares."""
    square = sp.make_puzzle(board="????\n????\n????\n????", pieces={"I": "*"}, grid="square")
    assert sp.count(square).isometries == 3
    assert len([*once(sp.solve(square))]) == 1


@pytest.mark.full
def test_the_piece_generator_of_burrtools_has_1024_solutions() -> None:
    """As in its guide, with the expensive rotation check and with mirror images kept."""
    cells = np.array([*product((0, 1), range(6), (0, 1))])
    x, y, z = cells.T
    inside = (y >= 1) & (y <= 4)
    optional = inside & ((z == 1) | ((x == 1) & (y >= 2) & (y <= 3)))
    core, cube = sp.Piece("core", cells[~optional]), sp.Piece("cube", np.array([(0, 0, 0)]), 0, 10)
    puzzle = Puzzle("guide", sp.GRIDS["cubic"], cells, optional, (core, cube))
    packings = list(sp.solve(puzzle, up_to="rotations"))
    assert len([*once(packings, mirrored=False)]) == 1024


@pytest.mark.full
@pytest.mark.parametrize("name", ["steinhaus", "pentominoes-3x20", "diabolical-cube", "galakub"])
def test_on_a_full_board_solids_are_classes(name: str) -> None:
    packings, counts = list(sp.solve(name, up_to="raw")), sp.count(name)
    assert len({solid_of(packing) for packing in packings}) == counts.isometries
    assert len({solid_of(packing, mirrored=False) for packing in packings}) == counts.rotations


def test_only_sets_of_pieces_with_one_packing_are_unique(tmp_path: Path) -> None:
    """Three bars fill the board in two ways that come apart, the others in one each."""
    puzzle = sp.make_puzzle(
        board="***\n***",
        pieces=[
            {"name": "I", "cells": "***", "min": 0, "max": 2},
            {"name": "D", "cells": "**", "min": 0, "max": 3},
            {"name": "L", "cells": "**\n*.", "min": 0, "max": 2},
        ],
        grid="square",
    )
    packings = list(sp.solve(puzzle))
    used = [tuple(sorted(piece.name for piece, _ in packing.pieces)) for packing in packings]
    assembler = Assembler(puzzle, Rules())
    every = best(assembler.assemblies(packings), "pieces")
    alone = best(assembler.assemblies(packings), "pieces", unique=True)
    names = [tuple(sorted(piece.name for piece, _ in found.solution.pieces)) for found in alone if found.solution]
    assert len(every) == len(packings) > len(alone)
    assert sorted(names) == sorted(one for one in used if used.count(one) == 1)
    sp.save(puzzle, tmp_path / "bars.toml")
    told = run("solve", "bars.toml", "--sort", "pieces", "--unique", "--once", "-q", cwd=tmp_path)
    assert said(told).count("\n\n") == len(alone)


def test_what_makes_no_sense_is_refused_in_one_line() -> None:
    assert complaint(run("solve", "soma", "--unique")) == "--unique: needs --sort"
    assert complaint(run("solve", "soma", "--once", "-n", "2")).startswith("--once: needs all solutions")
    assert "twin-box has a frame" in complaint(run("solve", "twin-box", "--once"))
