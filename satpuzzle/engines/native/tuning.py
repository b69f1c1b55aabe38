"""The constants by which a search is planned: each with default, range, what it does and what it was measured by.

For an experiment, the environment variable SATPUZZLE_TUNING sets some of them: `SATPUZZLE_TUNING="items_from=10
close=2"`.  Counts do not depend on them, only nodes and times.  Where no measurement is named, none is on record.
"""

import os
from dataclasses import dataclass, field, fields
from typing import Any

from satpuzzle.errors import PuzzleError
from satpuzzle.keywords import near

VARIABLE = "SATPUZZLE_TUNING"


@dataclass(frozen=True)
class Row:
    """What a constant does, its range, and what it was measured by."""

    least: float
    most: float
    says: str
    measured: str = ""


def constant(default: Any, least: float, most: float, says: str, measured: str = "") -> Any:
    """Return the field of a constant."""
    return field(default=default, metadata={"row": Row(least, most, says, measured)})


_SMALL = "pentominoes 8x8 (no look at a scan) and 4x15 (none at mrv)"
_SHORT = "solid-pentominoes-2x3x10: 0.79 of the time"


# fmt: off
@dataclass(frozen=True)
class Tuning:
    """All constants.  Seconds are estimated times of a search, by the looks so far."""

    one_look: float = constant(
        0.0005, 0, 1, "up to this time, another look would take longer than the search", _SHORT)
    narrow: float = constant(5, 0, 100, "on fronts of up to so many cells a scan is usually best", _SMALL)
    narrow_one_look: float = constant(0.02, 0, 10, "on a narrow front, up to this time there is one look", _SMALL)
    wide: float = constant(7, 0, 100, "on fronts of so many cells or more a scan is rarely best", _SMALL)
    wide_one_look: float = constant(0.004, 0, 10, "on a wide front, up to this time a scan gets no look", _SMALL)
    full_look: float = constant(
        0.02, 1e-6, 10, "from this time on, a look has its full number of nodes; below, in proportion", _SHORT)
    look_nodes: int = constant(1000, 10, 1e6, "nodes of a first look", "pentominoes-4x15: 0.51 of the time")
    cheap: int = constant(8, 1, 100, "the factor of nodes for strategies whose nodes are cheap")
    look_seconds: float = constant(
        0.1, 1e-3, 10, "time limit in seconds of a look, if all its nodes took as long as the first")
    close: float = constant(3, 1, 100, "a strategy whose time is up to so many times the shortest gets another look")
    table_from: float = constant(0.001, 0, 10, "from this time on, a table of endings is considered")
    entries: int = constant(2_000_000, 0, 1e9, "entries of a table, per second of the search without it")
    most_entries: int = constant(1 << 22, 0, 1 << 30, "entries of a table, at most")
    sample_entries: int = constant(1 << 20, 0, 1 << 30, "the largest table for comparing strategies")
    trial_entries: int = constant(1 << 18, 0, 1 << 30, "the largest table for comparing items")
    items_from: float = constant(
        3.5, 0, 1e9, "from this time on, other items are tried", "tetris-cube: 30 instead of 68 million nodes")
    items_up_to: float = constant(1e9, 0, 1e30, "from this time on, nothing helps")
    weed_from: float = constant(
        0.2, 0, 1e9, "from this time on, parts are searched with and without weeding", "y-pentacubes: 0.5 of the time")
    full_heats: float = constant(15.0, 1e-3, 1e9, "from this time on, each look at an item has all its nodes")
    most_items: int = constant(12, 1, 1000, "the largest number of items that are compared")
# fmt: on


def tuned(text: str) -> Tuning:
    """Return the constants with those that a text such as `close=2 wide=8` sets.

    Raises PuzzleError for a name or a value that is not allowed.
    """
    known = {one.name: one for one in fields(Tuning)}
    said: dict[str, Any] = {}
    for word in text.split():
        name, _, value = word.partition("=")
        if name not in known:
            raise PuzzleError(f"{VARIABLE}: {name}{near(name, known)}: choose from {', '.join(known)}")
        row: Row = known[name].metadata["row"]
        try:
            said[name] = (int if known[name].type in (int, "int") else float)(value)
        except ValueError:
            said[name] = float("nan")
        if not row.least <= said[name] <= row.most:
            raise PuzzleError(f"{VARIABLE}: {word[:60]}: allowed are numbers from {row.least:g} to {row.most:g}")
    return Tuning(**said)


TUNING = tuned(os.environ.get(VARIABLE, ""))
