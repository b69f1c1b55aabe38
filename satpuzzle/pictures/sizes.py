"""Sizes of printed and cut pieces: of a cell, of the gap between pieces, of walls, and of a laser's cut."""

import math
from dataclasses import dataclass, fields

from satpuzzle.errors import PuzzleError


@dataclass(frozen=True)
class Sizes:
    """Sizes in millimetres.  Raises PuzzleError for sizes with which pieces cannot be made."""

    cell: float = 10.0  # distance of the nearest cells of one kind
    gap: float = 0.2  # between two pieces, and between a piece and a wall
    kerf: float = 0.0  # width of a laser's cut
    thickness: float | None = None  # of flat pieces; None means half a cell
    wall: float = 3.0  # thickness of the walls and the floor of a box or tray
    height: float | None = None  # of a layer of solids; None means that of a cell
    bevel: float = 0.0  # how much of each of two faces is cut off along their edge

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None and not (isinstance(value, (int, float)) and math.isfinite(value)):
                raise PuzzleError(f"{field.name} {value}: allowed are numbers, in millimetres")
        if not self.cell > 0 or not 0 <= self.gap < self.cell / 2:
            raise PuzzleError(
                f"cell {self.cell:g} and gap {self.gap:g} millimetres: a cell must be larger than 0,"
                " a gap less than half of it"
            )
        if not 0 <= self.kerf < self.cell / 2:
            raise PuzzleError(f"kerf {self.kerf:g} millimetres: must be at least 0, and less than half of a cell")
        for name, size in (("thickness", self.thick), ("wall", self.wall), ("height", self.layer)):
            if not size > 0:
                raise PuzzleError(f"{name} {size:g} millimetres: must be larger than 0")
        least = min(self.cell, self.layer)
        if not self.gap < least / 2:
            raise PuzzleError(f"height {self.layer:g} and gap {self.gap:g} millimetres: a gap is less than half of it")
        if not 0 <= self.bevel < (least - self.gap) / 2:
            raise PuzzleError(
                f"bevel {self.bevel:g} millimetres: must be at least 0, and less than {(least - self.gap) / 2:g}, half"
                " of what the gap leaves of a cell"
            )

    @property
    def layer(self) -> float:
        """Return the height of a layer of solids."""
        return self.cell if self.height is None else self.height

    @property
    def thick(self) -> float:
        """Return the thickness of flat pieces."""
        return self.cell / 2 if self.thickness is None else self.thickness
