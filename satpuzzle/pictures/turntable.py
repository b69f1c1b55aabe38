"""Turntables: animations in which a solution turns round once."""

import numpy as np

from satpuzzle.errors import PuzzleError
from satpuzzle.pictures import panel
from satpuzzle.pictures.animation import WIDTH, frames
from satpuzzle.pictures.paper import moved
from satpuzzle.pictures.printed import Picture
from satpuzzle.pictures.scene import Scene
from satpuzzle.solutions.solution import Solution

STYLES = {"solid": panel.solid, "exploded": panel.exploded}
PICTURES = 48
SECONDS = 0.1  # the time of a picture


def turntable(
    solution: Solution,
    style: str = "solid",
    *,
    background: str | None = None,
    colour_by: str | None = None,
    width: int = WIDTH,
) -> list[Picture]:
    """Return pictures of a solution from all sides, for `write_animation`; `width` is in pixels.

    `style` is `solid` or `exploded`; `background` and `colour_by` are as in `draw`.  Raises PuzzleError for an invalid
    argument.
    """
    if style not in STYLES:
        raise PuzzleError(f"style {style}: a turntable shows {' or '.join(STYLES)}")
    scene = Scene.of(solution, colour_by=colour_by)
    panels = []
    for angle in np.linspace(0, 360, PICTURES, endpoint=False):
        eye = panel.around(angle)
        right, down = (eye[:2] @ scene.board.centre).tolist()
        panels.append(moved(STYLES[style](scene, eye), -right, -down))  # it turns about its centre
    return frames(panels, scene.title, background, width)
