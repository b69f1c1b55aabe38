"""Files for making puzzles: outlines for laser cutters and meshes for 3D printers, which `draw` writes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satpuzzle.cli.exits import complain
from satpuzzle.cli.output import open_output
from satpuzzle.errors import PuzzleError
from satpuzzle.pictures import plan
from satpuzzle.pictures.mesh import ENDINGS as MESHES
from satpuzzle.pictures.outlines import Label
from satpuzzle.pictures.sizes import Sizes
from satpuzzle.puzzle import library
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.rows import common, option
from satpuzzle.settings import MAKING
from satpuzzle.solutions.solution import Solution

_USUAL = Sizes()


# fmt: off
@common
class MakingRows:
    """The options for outlines and meshes."""

    pieces: bool = option(
        False, "", MAKING,
        "Draw the board and the pieces instead of a solution; files of outlines and meshes have only the pieces, side"
        " by side, and need 'satpuzzle[mesh]'.")
    cut: bool = option(
        False, "", MAKING,
        "Write outlines for a laser cutter, as SVG in millimetres (a .dxf file always has them); without --pieces,"
        " those of a solution, each line once.")
    box: bool = option(
        False, "", MAKING, "Add a tray (for flat pieces) or a box with a lid (for solid pieces).", rare=True)
    separate: bool = option(
        False, "", MAKING, "With --pieces: write a file of its own for each piece and each part of the box.", rare=True)
    cell: float | None = option(None, "MM", MAKING, f"Size of a cell; {_USUAL.cell:g} by default.", rare=True)
    gap: float | None = option(None, "MM", MAKING, f"Gap between pieces; {_USUAL.gap:g} by default.", rare=True)
    kerf: float | None = option(None, "MM", MAKING, f"Width of a laser's cut; {_USUAL.kerf:g} by default.", rare=True)
    thickness: float | None = option(
        None, "MM", MAKING, "Thickness of flat pieces of a mesh; half a cell by default.", rare=True)
    height: float | None = option(
        None, "MM", MAKING, "Height of a layer of cubes of a mesh; that of a cell by default.", rare=True)
    bevel: float | None = option(
        None, "MM", MAKING, "How much is cut off along the edges of cubes of a mesh; nothing by default.", rare=True)
    wall: float | None = option(
        None, "MM", MAKING, f"With --box: thickness of its walls; {_USUAL.wall:g} by default.", rare=True)
# fmt: on


@dataclass(frozen=True)
class Making:
    """Writes files of outlines and meshes.  Raises PuzzleError for options that exclude each other."""

    output: Path | None
    pieces: bool
    cut: bool
    box: bool
    separate: bool
    sizes: dict[str, float | None]

    def __post_init__(self) -> None:
        given = [name for name, value in self.sizes.items() if value is not None]
        given += [name for name in ("box", "separate") if getattr(self, name)]
        wrong = next((f"--{name}: {_NEEDS[name][0]}" for name in given if not _NEEDS[name][1](self)), None)
        if wrong is None and self.cut and self.ending not in ("", *plan.ENDINGS):
            wrong = f"--cut: needs -o and a file of outlines, {' or '.join(plan.ENDINGS)}, not {self.ending}"
        if wrong is not None:
            raise PuzzleError(wrong)

    @property
    def ending(self) -> str:
        """Return the suffix of the output file's name, or "" if there is no file."""
        return "" if self.output is None else self.output.suffix.lower()

    @property
    def outlined(self) -> bool:
        """Whether the output is outlines."""
        return self.cut or self.ending == ".dxf"

    @property
    def meshed(self) -> bool:
        """Whether the output is meshes."""
        return self.ending in MESHES

    @property
    def wanted(self) -> bool:
        """Whether the output is outlines or meshes, not a picture."""
        return self.outlined or self.meshed

    def check_installed(self) -> None:
        """Raise PuzzleError if a library that writes the output is not installed."""
        if self.meshed:
            from satpuzzle.pictures.mesh import trimesh

            trimesh()
        if self.meshed or (self.outlined and (self.pieces or self.box)):
            from satpuzzle.pictures.outlines import manifold

            manifold()

    @property
    def chosen(self) -> Sizes:
        """Return all sizes: those that the user gave, and defaults for the others."""
        return Sizes(**{name: value for name, value in self.sizes.items() if value is not None})

    def solution(self, solution: Solution) -> None:
        """Write a solution as a mesh, or as the outlines of its pieces in their places."""
        self._check(solution.puzzle)
        from satpuzzle.pictures.mesh import packed, save
        from satpuzzle.pictures.outlines import in_place

        if self.meshed and self.output is not None:
            save(packed(solution, self.chosen), self.output)
            self._say_faults(solution.puzzle)
        else:
            self._save(solution.puzzle, in_place(solution, self.chosen, self.box))

    def puzzle(self, puzzle: Puzzle, labels: Sequence[Label] | None) -> None:
        """Write the pieces of a puzzle, and with --box its box.

        `labels` are those engraved in a tray, see `outlines.tray`; None for none.
        """
        self._check(puzzle)
        from satpuzzle.pictures.boxes import box_of
        from satpuzzle.pictures.mesh import bodies_of, names, plate, save
        from satpuzzle.pictures.outlines import pieces, tray

        if self.meshed and self.output is not None:
            self._say_faults(puzzle)
            bodies = bodies_of(puzzle, self.chosen) | (box_of(puzzle, self.chosen) if self.box else {})
            if not self.separate:
                save(plate(bodies, self.chosen), self.output)
                return
            for path, mesh in zip(names([*bodies], self.output), bodies.values(), strict=True):
                save(mesh, path)
            return
        parts = [*(tray(puzzle, self.chosen, labels) if self.box else ()), *pieces(puzzle, self.chosen)]
        if not self.separate:
            self._save(puzzle, parts)
        elif self.output is not None:
            for path, part in zip(names([part.name for part in parts], self.output), parts, strict=True):
                plan.Plan.of(part.name, [part]).save(path)

    def _say_faults(self, puzzle: Puzzle) -> None:
        """Print what is wrong with the meshes of pieces."""
        from satpuzzle.pictures.mesh import faults

        for piece in puzzle.pieces:
            for fault in faults(piece.cells, puzzle.grid, self.chosen):
                complain(f"piece {piece.name}: {fault}")

    def _check(self, puzzle: Puzzle) -> None:
        if self.sizes["thickness"] is not None and not puzzle.grid.single_layer:
            raise PuzzleError(f"--thickness: needs flat pieces; those of {puzzle.name} are as thick as their cells")

    def _save(self, puzzle: Puzzle, parts: Sequence[Any]) -> None:
        made = plan.Plan.of(puzzle.title or puzzle.name, parts)
        if self.output is not None:
            made.save(self.output)
        else:
            with open_output(None) as out:
                out.write(made.svg + "\n")


_MADE = f"needs outlines (--cut, or -o and a .dxf file) or meshes (-o and a file {', '.join(MESHES)})"
_NEEDS: dict[str, tuple[str, Callable[[Making], bool]]] = {
    "cell": (_MADE, lambda making: making.wanted),
    "gap": (
        "needs outlines of --pieces, or meshes; in place, each line is cut once, and the kerf is the gap",
        lambda making: making.meshed or (making.outlined and making.pieces),
    ),
    "kerf": (
        "needs outlines of --pieces; in place, each line is cut once, and the kerf is the gap",
        lambda making: making.outlined and making.pieces,
    ),
    "thickness": (f"needs meshes, -o and a file {', '.join(MESHES)}", lambda making: making.meshed),
    "height": (f"needs meshes, -o and a file {', '.join(MESHES)}", lambda making: making.meshed),
    "bevel": (f"needs meshes, -o and a file {', '.join(MESHES)}", lambda making: making.meshed),
    "wall": ("needs --box", lambda making: making.box),
    "box": (
        "needs outlines (--cut, or -o and a .dxf file) or meshes, of --pieces",
        lambda making: making.outlined or (making.meshed and making.pieces),
    ),
    "separate": (
        "needs --pieces, -o, and outlines or meshes",
        lambda making: making.pieces and making.wanted and making.output is not None,
    ),
}


def whole_board(name: str) -> tuple[Puzzle, Sequence[Label]] | None:
    """Return the board and the labels of a family, or None if the name is that of a single puzzle."""
    family = None if "#" in name else library.family_named(name)
    return None if family is None else (family.whole, family.labels)
