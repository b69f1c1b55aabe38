"""Checks a folder of certificates of tilings: a file for each shape, with the verdict and what shows it.

A file may also be about strips of one width (`strips.py`).

Every claim of a file is checked by `patches.py` but those that rest on a complete search: that no period has fewer
copies, that no tiling has fewer orbits, and how far an open shape was searched.
"""

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satpuzzle import data
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.describe import numbered
from satpuzzle.errors import CertificateError, PuzzleError, Stopped
from satpuzzle.proofs import strips
from satpuzzle.proofs.lrat import check_proof
from satpuzzle.proofs.motions import Cell
from satpuzzle.proofs.patches import Hole, NoCoronas, Shape, check_coronas, check_tiling, has_sticks, orbits
from satpuzzle.proofs.unpack import lines
from satpuzzle.puzzle.formats.json import parse
from satpuzzle.puzzle.grids import GRIDS

FORM, VERSION = "satpuzzle tiling", 1
_KEYS = {
    FORM, "piece", "grid", "mirror", "cells", "verdict", "hole", "copies", "isohedral", "orbits", "heesch",
    "heesch_with_holes", "coronas", "tried", "stopped", "tiling", "isohedral_tiling", "patch", "loose_patch", "refuted",
    "proofs",
}  # fmt: skip
STRIPS, _STRIP_KEYS = (
    "satpuzzle strips",
    {"satpuzzle strips", "grid", "pieces", "width", "states", "numerator", "denominator"},
)
TRUSTED = (
    "Trusted are the grid's data, the checkers proofs/patches.py, proofs/tilings.py, proofs/strips.py,"
    " proofs/motions.py and proofs/lrat.py, and Python.  Not certified is that no period has fewer copies and no tiling"
    " fewer orbits, and that no recurrence of the tilings of strips has a lower order."
)


def file_of(said: dict[str, Any], ending: str) -> str:
    """Return the name of a file about a shape: its name, made safe, and the first digits of a hash of its cells."""
    shape = json.dumps([said["grid"], said["mirror"], said["cells"]])
    return f"{re.sub('[^A-Za-z0-9]+', '-', said['piece'])}-{hashlib.sha256(shape.encode()).hexdigest()[:8]}{ending}"


@dataclass(frozen=True)
class Checked:
    """What the certificates in a folder prove."""

    verdicts: dict[str, int]
    strips: int = 0  # how many widths have their numbers of tilings, for all lengths
    trusted: str = TRUSTED

    def __str__(self) -> str:
        shapes = sum(self.verdicts.values())
        parts = [f"{many} {word}" for word, many in self.verdicts.items() if many]
        told = [f"{numbered(shapes, 'shape')}: {', '.join(parts)}"] if shapes else []
        if self.strips:
            told.append(f"the numbers of tilings of strips of every length, {numbered(self.strips, 'width')}")
        return "; ".join(told)


def is_folder(folder: Path) -> bool:
    """Tell whether a folder has certificates of tilings."""
    return folder.is_dir() and not (folder / "manifest.json").exists() and any(folder.glob("*.json"))


def verify(folder: str | Path, clock: Clock = UNLIMITED) -> Checked:
    """Check all certificates of tilings in a folder; raises CertificateError with the first error, and Stopped."""
    folder = Path(folder)
    words = {"tiles": "tile", "no": "do not", "open": "open"}
    found, widths = dict.fromkeys(words.values(), 0), 0
    for path in sorted(folder.glob("*.json")):
        clock.check()
        try:
            said = parse(data.read(path, data.LARGE))
            if isinstance(said, dict) and STRIPS in said:
                check_strip(said, clock)
                widths += 1
                continue
            found[words[check(said, folder, clock)]] += 1
        except CertificateError as error:
            raise CertificateError(f"{path.name}: {error}") from None
        except Stopped:
            raise
        except (PuzzleError, ValueError, TypeError, LookupError, RecursionError, AttributeError, OSError) as error:
            raise CertificateError(f"{path.name}: {type(error).__name__}: {error}") from None
    return Checked(found, widths)


def check_strip(said: dict[str, Any], clock: Clock = UNLIMITED) -> None:
    """Check the certificate of strips of one width; raises errors as `check` does."""
    _check_version(said, STRIPS)
    _check_keys(said, _STRIP_KEYS, "it")
    if not said["pieces"]:
        raise CertificateError(f"pieces are {said['pieces']!r}")
    shapes = []
    for piece in said["pieces"]:
        _check_keys(piece, {"cells", "mirror"}, "a piece")
        shapes.append(_shape(said["grid"], piece["cells"], piece["mirror"]))
        if not shapes[-1].connected:
            raise CertificateError("the cells of a piece are not connected")
    lists = said["width"], said["numerator"], said["denominator"]
    if not all(isinstance(each, list) and each for each in lists) or not all(
        type(number) is int for each in (*lists, [said["states"]]) for number in each
    ):
        raise CertificateError("width, numerator and denominator are lists of integers, and states is one")
    strips.check(GRIDS[said["grid"]], shapes, said["width"], said["states"], *lists[1:], clock)


def _check_version(said: dict[str, Any], form: str) -> None:
    if not _same(said.get(form), VERSION):
        raise CertificateError(f"its version is {said.get(form)!r}, and only version {VERSION} can be read")


def _shape(grid: str, cells: Any, mirror: Any) -> Shape:
    """Return a shape on a grid; raises CertificateError if it is none."""
    if type(mirror) is not bool:
        raise CertificateError(f"mirror is {mirror!r}")
    if grid not in GRIDS or has_sticks(GRIDS[grid]):
        raise CertificateError(f"grid is {grid!r}")
    shape = Shape(GRIDS[grid], _cells(cells), mirror)
    if not shape.cells or not shape.is_copy(shape.cells):
        raise CertificateError("cells are not different cells of the grid")
    return shape


def check(said: dict[str, Any], folder: Path, clock: Clock = UNLIMITED) -> str:
    """Check the certificate of one shape, whose proofs are in a folder; return its verdict.

    Raises CertificateError for a claim that it does not show, and other errors for data of a wrong form.
    """
    if isinstance(said, dict):
        _check_version(said, FORM)
    _check_keys(said, _KEYS, "it")
    shape = _shape(said["grid"], said["cells"], said["mirror"])
    if said["hole"] is not shape.has_hole(shape.cells):
        raise CertificateError(f"hole is {said['hole']!r}")
    refuted = [_check_refuted(shape, proof, folder, clock) for proof in said["proofs"]]
    least = _check_patch(shape, said["patch"], 0)
    loose = _check_patch(shape, said["loose_patch"], 1)
    settled = any(whole == 0 for _, whole in refuted)
    most = min((many - 1 for many, _ in refuted), default=None)
    most_loose = min((many - (whole < many) for many, whole in refuted), default=None)
    shown = {
        "verdict": "no" if settled else "open",
        "copies": None,
        "orbits": None,
        "coronas": least,
        "heesch": least if settled and least == most else None,
        "heesch_with_holes": loose if settled and loose == most_loose else None,
        "refuted": [[many, whole] for many, whole in refuted],
        "stopped": False,
    }
    if said["tiling"] is not None:
        shown |= {"coronas": None} | _tilings_of(shape, said)
    for key, value in shown.items():
        if not _same(said[key], value):
            raise CertificateError(f"{key} is {said[key]!r}, the certificate shows {value!r}")
    isohedral = said["tiling"] is not None and said["isohedral_tiling"] is not None
    if (said["isohedral"] is True) != isohedral or isohedral != (said["isohedral_tiling"] is not None):
        raise CertificateError(f"isohedral is {said['isohedral']!r}, and the tilings do not show it")
    return str(said["verdict"])


def _same(found: Any, value: Any) -> bool:
    """Tell whether two values are the same, and written in the same way: 1 is not true, nor 1.0."""
    return json.dumps(found) == json.dumps(value)


def _check_keys(said: Any, keys: set[str], what: str) -> None:
    if not isinstance(said, dict) or said.keys() != keys:
        found = sorted(said.keys() ^ keys) if isinstance(said, dict) else said
        raise CertificateError(f"{what} has other keys than {', '.join(sorted(keys))}: {found!r}")


def _cells(listed: Any) -> tuple[Cell, ...]:
    cells = tuple(tuple(cell) for cell in listed)
    if not all(len(cell) == 3 and all(type(x) is int for x in cell) for cell in cells):
        raise CertificateError("a cell is three integers [x, y, z]")
    if len({*cells}) < len(cells):
        raise CertificateError("a cell is listed twice")
    return cells


def _tilings_of(shape: Shape, said: dict[str, Any]) -> dict[str, Any]:
    """Check the tilings of a shape; return what they show."""
    for key, orbit in (("tiling", None), ("isohedral_tiling", 1)):
        if (tiling := said[key]) is None:
            continue
        _check_keys(tiling, {"periods", "copies", "orbits"}, key)
        periods, copies = _cells(tiling["periods"]), [_cells(copy) for copy in tiling["copies"]]
        check_tiling(shape, periods, copies)
        if not _same(tiling["orbits"], orbits(shape, periods, copies)) or orbit not in (None, tiling["orbits"]):
            raise CertificateError(f"{key}: orbits is {tiling['orbits']!r}, which is wrong")
    found = said["isohedral_tiling"] or said["tiling"]
    return {"verdict": "tiles", "copies": len(said["tiling"]["copies"]), "orbits": found["orbits"]}


def _check_patch(shape: Shape, patch: Any, allowed: int) -> int:
    """Check coronas of which the last `allowed` may leave holes; return their number, 0 for none."""
    if patch is None:
        return 0
    coronas = [[_cells(copy) for copy in corona] for corona in patch]
    if not coronas or len(coronas[0]) != 1:
        raise CertificateError("the coronas do not begin with the shape itself")
    many = len(coronas) - 1
    check_coronas(_at(shape, coronas[0][0]), coronas, many - allowed)
    return many


def _at(shape: Shape, cells: tuple[Cell, ...]) -> Shape:
    """Return the same shape at another place; raises CertificateError if it is another shape."""
    if not shape.is_copy(cells):
        raise CertificateError(f"{cells} is no copy of the shape")
    return Shape(shape.grid, cells, shape.mirror)


def _hole(said: Any) -> Hole:
    _check_keys(said, {"cells", "ring"}, "a hole")
    for one in said["ring"]:
        _check_keys(one, {"copy", "corona"}, "a ring")
        if type(one["corona"]) is not int:
            raise CertificateError(f"corona is {one['corona']!r}")
    ring = tuple((frozenset(_cells(one["copy"])), one["corona"]) for one in said["ring"])
    return Hole(frozenset(_cells(said["cells"])), ring)


def _check_refuted(shape: Shape, claim: dict[str, Any], folder: Path, clock: Clock) -> tuple[int, int]:
    """Check a proof that there are no coronas of some kind; return how many, and up to which without holes."""
    _check_keys(claim, {"coronas", "whole", "holes", "proof", "sha256"}, "a proof")
    many, whole = claim["coronas"], claim["whole"]
    if type(many) is not int or type(whole) is not int or not 0 <= whole <= many or many < 1:
        raise CertificateError(f"coronas is {many!r}, whole is {whole!r}")
    if whole and shape.has_hole(shape.cells):
        raise CertificateError("holes of coronas are excluded, and the shape has one")
    formula = NoCoronas(shape, many)
    excluded = [*map(_hole, claim["holes"])]
    clauses = [*formula.clauses, *(formula.filled(hole, whole) for hole in excluded)]
    if claim["proof"] not in {path.name for path in folder.iterdir() if path.is_file()}:
        raise CertificateError(f"{claim['proof']!r} is no file of the folder")
    path = folder / claim["proof"]
    if hashlib.sha256(path.read_bytes()).hexdigest() != claim["sha256"]:
        raise CertificateError(f"{path.name}: its hash differs")
    check_proof(clauses, clock.each(lines(path)))
    return many, whole
