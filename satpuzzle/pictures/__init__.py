"""Pictures: solutions as SVG and PNG, and as a page in which they can be turned and taken apart."""

from satpuzzle.pictures.sheet import STYLES, Picture, draw
from satpuzzle.pictures.view import View, view

__all__ = ["STYLES", "Picture", "View", "draw", "view"]
