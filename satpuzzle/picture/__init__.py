"""Pictures: solutions as SVG and PNG, and as a page in which they can be turned and taken apart."""

from satpuzzle.picture.sheet import STYLES, Picture, draw
from satpuzzle.picture.view import View, view

__all__ = ["STYLES", "Picture", "View", "draw", "view"]
