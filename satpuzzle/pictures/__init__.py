"""Pictures of solutions: as SVG and PNG, and as meshes."""

from satpuzzle.pictures.printed import Picture
from satpuzzle.pictures.sheet import STYLES, draw

__all__ = ["STYLES", "Picture", "draw"]
