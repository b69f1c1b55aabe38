"""Pictures of solutions: as SVG and PNG, as meshes, and as a page in which they can be rotated and taken apart."""

from satpuzzle.pictures.paper import Picture
from satpuzzle.pictures.sheet import STYLES, draw
from satpuzzle.pictures.view import View, view

__all__ = ["STYLES", "Picture", "View", "draw", "view"]
