"""Pictures of tilings: copies of shapes in groups, each of which has a colour."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from satpuzzle.cover.placements import Placements, packed
from satpuzzle.pictures import panel
from satpuzzle.pictures.panel import Panel
from satpuzzle.pictures.paper import captioned, grid, squarest, written
from satpuzzle.pictures.printed import Picture
from satpuzzle.pictures.scene import Scene
from satpuzzle.pictures.shades import shades
from satpuzzle.puzzle.checks import ordered
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.questions.tilings.coronas import Patch
from satpuzzle.questions.tilings.plane import Verdict
from satpuzzle.questions.tilings.prototile import Copy, Prototile, shifts
from satpuzzle.questions.tilings.torus import Copies, Torus
from satpuzzle.solutions.solution import Solution

Groups = Mapping[str, Sequence[Sequence[Sequence[int]]]]  # copies, each a list of cells, by the name of their group
_PERIODS = 2.2  # how many periods a picture shows in each direction
_FEWEST = 18  # copies that a picture of a tiling shows at least


def solution(name: str, on: Grid, groups: Groups) -> Solution:
    """Return copies as a packing of the cells that they cover, in which each group is a piece."""
    copies = [np.array(copy, np.int64) for group in groups.values() for copy in group]
    board = ordered(np.concatenate(copies))
    number = {tuple(cell): at for at, cell in enumerate(board.tolist())}
    words = -(-len(board) // 64)
    each = [[number[tuple(cell)] for cell in copy.tolist()] for copy in copies]
    covered = np.concatenate([packed(np.array([cells]), words) for cells in each])
    piece = np.repeat(np.arange(len(groups)), [len(group) for group in groups.values()])
    pieces = tuple(
        Piece(group, np.array(some[0]), min=len(some), max=len(some)) for group, some in groups.items() if some
    )
    puzzle = Puzzle(name, on, board, np.zeros(len(board), np.bool_), pieces)
    return Solution(tuple(range(len(each))), puzzle, Placements(covered, piece))


def groups_of(verdict: Verdict) -> Groups:
    """Return what a picture of a verdict shows: the copies of each orbit or corona."""
    tile = verdict.tile
    tiling = verdict.isohedral or verdict.tiling
    if tiling is not None:
        every = repeated(tile, tiling.torus, tiling.copies)
        return {f"{number}": tile.decoded(some) for number, some in enumerate(every, 1)}
    patch: Patch = verdict.loose or [[(tile.first, 0)]]
    return {f"corona {number}" if number else "shape": tile.decoded(corona) for number, corona in enumerate(patch)}


def repeated(tile: Prototile, torus: Torus, copies: Copies) -> list[list[Copy]]:
    """Return for each copy in a period its translates near the origin."""
    axes, cells = len(torus.matrix), len(tile.cells)
    least = max(_PERIODS**axes * torus.size, _FEWEST * cells)
    side = max(2, round((least / len(tile.grid.kinds)) ** (1 / axes)))
    every = shifts(tile.grid, np.indices((side,) * axes).reshape(axes, -1).T)
    homes = torus.homes(every)
    return [
        [(orientation, int(every[at])) for at in np.flatnonzero(homes == torus.homes(np.array([shift])))]
        for orientation, shift in copies
    ]


def picture(verdicts: Sequence[Verdict]) -> Picture:
    """Draw the tilings or coronas of shapes on one sheet, each with its name and verdict."""
    panels = [_panel(verdict) for verdict in verdicts]
    if len(panels) > 1:
        panels = [captioned(one, f"{verdict.tile.name}") for one, verdict in zip(panels, verdicts, strict=True)]
    sheet = grid(panels, squarest(panels)) if len(panels) > 1 else panels[0]
    return written(sheet, verdicts[0].sentence if len(verdicts) == 1 else f"{len(verdicts)} shapes")


def _panel(verdict: Verdict) -> Panel:
    packing = solution(verdict.tile.name, verdict.tile.grid, groups_of(verdict))
    return plain(packing)


def plain(packing: Solution) -> Panel:
    """Return a drawing of a packing without letters: copies in one group have shades of one colour."""
    scene = Scene.of(packing, colour_by="piece")
    figures = tuple(
        replace(figure, copy=figure.copy and replace(figure.copy.shaded(light), letter=""))
        for figure, light in zip(scene.figures, shades(packing), strict=True)
    )
    scene = replace(scene, figures=figures)
    return panel.layers(scene) if packing.puzzle.grid.single_layer else panel.solid(scene)
