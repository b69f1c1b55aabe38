"""Plots of the notebooks: those of the package, medians with their quartiles, and heat maps."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from satpuzzle.measure.plots import LINES, axes, beside, cactus, scatter
from satpuzzle.solutions.palette import OUTLINE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["LINES", "axes", "banded", "beside", "cactus", "heat", "scatter"]


def banded(one: "Axes", places: Sequence[float], spreads: Iterable[Any], label: str) -> None:
    """Draw the medians of `spreads` as a curve, each with a bar between its quartiles; a None is left out."""
    known = [(place, spread) for place, spread in zip(places, spreads, strict=True) if spread is not None]
    middle = [spread.middle for _, spread in known]
    below = [spread.middle - spread.low for _, spread in known]
    above = [spread.high - spread.middle for _, spread in known]
    one.errorbar([place for place, _ in known], middle, [below, above], label=label, capsize=2)


def heat(one: "Axes", values: Mapping[tuple[str, str], float | None], form: str = "{:.2g}") -> None:
    """Draw numbers by (row, column) as a heat map on a log scale; None is a cross, and a missing entry is blank."""
    rows, columns = (list(dict.fromkeys(key[place] for key in values)) for place in (0, 1))
    table = np.array([[values.get((row, column)) or np.nan for column in columns] for row in rows], float)
    one.imshow(np.log(table), cmap="Greys", aspect="auto", vmax=float(np.nanmax(np.log(table))) + 0.7)
    middle = np.nanmean(np.log(table))
    for row in range(len(rows)):
        for column in range(len(columns)):
            value = table[row, column]
            dark = not np.isnan(value) and np.log(value) > middle + 0.5
            unknown = "×" if (rows[row], columns[column]) in values else ""
            text = unknown if np.isnan(value) else form.format(value)
            one.text(column, row, text, ha="center", va="center", fontsize=8, color="white" if dark else OUTLINE)
    one.set_xticks(range(len(columns)), columns, rotation=30, ha="right")
    one.set_yticks(range(len(rows)), rows)
    one.grid(False)
