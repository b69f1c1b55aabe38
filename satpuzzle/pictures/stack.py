"""Stacks: the layers of a solid seen from a corner, in columns from the lowest to the highest.

The number of columns is such that the stack and the solid beside it have about the shape of a page.
"""

import math

from satpuzzle.pictures import panel
from satpuzzle.pictures.panel import Panel
from satpuzzle.pictures.paper import MARGIN, captioned, grid, largest
from satpuzzle.pictures.scene import Scene

_PAGE = 1.5  # width of a page, in multiples of its height


def stack(scene: Scene) -> Panel:
    """Return a panel of the layers, seen from a corner, each with its number if there are several."""
    layers = panel.named_layers(scene)
    if len(layers) == 1:
        return layers[0][1]
    panels = [captioned(layer, name) for name, layer in layers]
    columns = _columns(panels, panel.solid(scene))
    rows = -(-len(panels) // columns)
    # A grid is read from the top and from the left; a stack stands on its lowest layer.
    in_order = [column * rows + rows - 1 - row for row in range(rows) for column in range(columns)]
    return grid([panels[number] if number < len(panels) else None for number in in_order], columns)


def _columns(panels: list[Panel], beside: Panel) -> int:
    """Return the number of columns for which the panels and the panel `beside` them best fit the shape of a page."""
    (width, height), (wide, high) = largest(panels), largest([beside])

    def away(columns: int) -> float:
        rows = -(-len(panels) // columns)
        across = columns * (width + 2 * MARGIN) + wide
        return abs(math.log(across / max(rows * (height + 2 * MARGIN), high) / _PAGE))

    found = min(range(1, len(panels) + 1), key=away)
    return -(-len(panels) // -(-len(panels) // found))  # no column is empty
