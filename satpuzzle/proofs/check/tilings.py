"""Checks a folder of certificates of tilings: a file for each shape, with the verdict and what shows it.

A file may also be about strips of one width (`strips.py`).

Every claim of a file is checked by `patches.py` but those that rest on a complete search: that no period has fewer
copies, that no tiling has fewer orbits, and how far an open shape was searched.
"""

import hashlib
import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from satpuzzle import data
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import CertificateError, PuzzleError, Stopped
from satpuzzle.proofs.check import strips
from satpuzzle.proofs.check.contents import file_hash
from satpuzzle.proofs.check.lrat import check_proof
from satpuzzle.proofs.check.motions import Cell
from satpuzzle.proofs.check.patches import Hole, NoCoronas, Shape, check_coronas, check_tiling, has_sticks, orbits
from satpuzzle.proofs.check.reading import LARGEST, MOST_COPIES, cells, integer, listed, table, text, truth
from satpuzzle.proofs.check.unpack import lines
from satpuzzle.puzzle.formats.json import parse, shown
from satpuzzle.puzzle.grids import GRIDS, Grid

FORM, VERSION = "satpuzzle tiling", 1
MOST_CELLS, MOST_CORONAS = 5000, 100  # of a shape, of a patch
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
    "Trusted are the grid's data, the checkers in proofs/check/: patches.py, tilings.py, strips.py, reading.py,"
    " motions.py, polygons.py and lrat.py, and Python.  Not certified is that no period has fewer"
    " copies and no tiling fewer orbits."
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
        told = [f"{shapes} shape{'s' * (shapes != 1)}: {', '.join(parts)}"] if shapes else []
        if self.strips:
            widths = f"{self.strips} width{'s' * (self.strips != 1)}"
            told.append(f"the numbers of tilings of strips of every length, {widths}")
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
        except (PuzzleError, OSError) as error:
            raise CertificateError(f"{path.name}: {error}") from None
    return Checked(found, widths)


def check_strip(said: dict[str, Any], clock: Clock = UNLIMITED) -> None:
    """Check the certificate of strips of one width; raises CertificateError and Stopped."""
    _check_version(said, STRIPS)
    table(said, _STRIP_KEYS, "it")
    grid = _grid(said["grid"])
    shapes = listed(said["pieces"], lambda piece: _piece(grid, piece, clock), "pieces", 1, strips.MOST_PIECES)
    width = listed(said["width"], lambda one: integer(one, "width", 1, strips.WIDEST), "width", 1, 2)
    states = integer(said["states"], "states", 1, strips.MOST_STATES)
    numerator, denominator = (_polynomial(said[key], key) for key in ("numerator", "denominator"))
    strips.check(grid, shapes, width, states, numerator, denominator, clock)


def _piece(grid: Grid, said: object, clock: Clock) -> Shape:
    piece = table(said, {"cells", "mirror"}, "a piece")
    shape = _shape(grid, piece["cells"], piece["mirror"], clock)
    if not shape.connected:
        raise CertificateError("the cells of a piece are not connected")
    return shape


def _polynomial(said: object, key: str) -> list[int]:
    """Return the coefficients of a polynomial; the last one is not 0."""
    found = listed(said, lambda one: integer(one, key, -LARGEST, LARGEST), key, 1, 2 * strips.MOST_STATES)
    if found[-1] == 0:
        raise CertificateError(f"{key} ends with 0: the last coefficient is that of the highest power")
    return found


def _check_version(said: dict[str, Any], form: str) -> None:
    if not _same(said.get(form), VERSION):
        raise CertificateError(f"its version is {shown(said.get(form))}, and only version {VERSION} can be read")


def _grid(said: object) -> Grid:
    if not isinstance(said, str) or said not in GRIDS or has_sticks(GRIDS[said]):
        raise CertificateError(f"grid is {shown(said)}, allowed is the name of a grid whose cells have an area")
    return GRIDS[said]


def _shape(grid: Grid, said: object, mirror: object, clock: Clock) -> Shape:
    """Return a shape on a grid; raises CertificateError if it is none."""
    shape = Shape(grid, cells(said, most=MOST_CELLS), truth(mirror, "mirror"), clock)
    if not shape.is_copy(shape.cells):
        raise CertificateError("cells are not different cells of the grid")
    return shape


def check(said: dict[str, Any], folder: Path, clock: Clock = UNLIMITED) -> str:
    """Check the certificate of one shape, whose proofs are in a folder; return its verdict.

    Raises CertificateError for a claim that it does not show and for data of a wrong form, and Stopped.
    """
    if isinstance(said, dict):
        _check_version(said, FORM)
    table(said, _KEYS, "it")
    text(said["piece"], "piece")
    integer(said["tried"], "tried", 0, MOST_COPIES)
    proofs = listed(said["proofs"], lambda proof: _proof(proof, folder, clock), "proofs")
    shape = _shape(_grid(said["grid"]), said["cells"], said["mirror"], clock)
    if said["hole"] is not shape.has_hole(shape.cells):
        raise CertificateError(f"hole is {shown(said['hole'])}")
    refuted = [_check_refuted(shape, proof, folder, clock) for proof in proofs]
    least = _check_patch(shape, said["patch"], 0)
    loose = _check_patch(shape, said["loose_patch"], 1)
    settled = any(whole == 0 for _, whole in refuted)
    most = min((many - 1 for many, _ in refuted), default=None)
    most_loose = min((many - (whole < many) for many, whole in refuted), default=None)
    claims = {
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
        claims |= {"coronas": None} | _tilings_of(shape, said)
    for key, value in claims.items():
        if not _same(said[key], value):
            raise CertificateError(f"{key} is {shown(said[key])}, the certificate shows {shown(value)}")
    isohedral = said["tiling"] is not None and said["isohedral_tiling"] is not None
    if (said["isohedral"] is True) != isohedral or isohedral != (said["isohedral_tiling"] is not None):
        raise CertificateError(f"isohedral is {shown(said['isohedral'])}, and the tilings do not show it")
    return str(said["verdict"])


def _same(found: Any, value: Any) -> bool:
    """Tell whether two values are the same, and written in the same way: 1 is not true, nor 1.0."""
    return json.dumps(found) == json.dumps(value)


def _tilings_of(shape: Shape, said: dict[str, Any]) -> dict[str, Any]:
    """Check the tilings of a shape; return what they show."""
    for key, orbit in (("tiling", None), ("isohedral_tiling", 1)):
        if (tiling := said[key]) is None:
            continue
        table(tiling, {"periods", "copies", "orbits"}, key)
        periods, copies = cells(tiling["periods"], "periods", 3), listed(tiling["copies"], cells, "copies", 1)
        check_tiling(shape, periods, copies)
        if not _same(tiling["orbits"], orbits(shape, periods, copies)) or orbit not in (None, tiling["orbits"]):
            raise CertificateError(f"{key}: orbits is {shown(tiling['orbits'])}, which is wrong")
    found = said["isohedral_tiling"] or said["tiling"]
    return {"verdict": "tiles", "copies": len(said["tiling"]["copies"]), "orbits": found["orbits"]}


def _check_patch(shape: Shape, patch: Any, allowed: int) -> int:
    """Check coronas of which the last `allowed` may leave holes; return their number, 0 for none."""
    if patch is None:
        return 0
    coronas = listed(patch, lambda corona: listed(corona, cells, "a corona"), "a patch", 1, MOST_CORONAS + 1)
    if len(coronas[0]) != 1:
        raise CertificateError("the coronas do not begin with the shape itself")
    many = len(coronas) - 1
    check_coronas(_at(shape, coronas[0][0]), coronas, many - allowed)
    return many


def _at(shape: Shape, there: tuple[Cell, ...]) -> Shape:
    """Return the same shape at another place; raises CertificateError if it is another shape."""
    if not shape.is_copy(there):
        raise CertificateError(f"{shown(there)} is no copy of the shape")
    return replace(shape, cells=there)


def _hole(said: object) -> Hole:
    hole = table(said, {"cells", "ring"}, "a hole")
    return Hole(frozenset(cells(hole["cells"])), tuple(listed(hole["ring"], _level, "ring")))


def _level(said: object) -> tuple[frozenset[Cell], int]:
    one = table(said, {"copy", "corona"}, "a ring")
    return frozenset(cells(one["copy"], "copy")), integer(one["corona"], "corona", 1, MOST_CORONAS)


def _proof(said: object, folder: Path, clock: Clock) -> dict[str, Any]:
    """Return what is said of a proof, whose file has the hash that is said; all before there is any work."""
    claim = table(said, {"coronas", "whole", "holes", "proof", "sha256"}, "a proof")
    integer(claim["whole"], "whole", 0, integer(claim["coronas"], "coronas", 1, MOST_CORONAS))
    if text(claim["proof"], "proof") not in {path.name for path in folder.iterdir() if path.is_file()}:
        raise CertificateError(f"{shown(claim['proof'])} is no file of the folder")
    if file_hash(folder / claim["proof"], clock) != claim["sha256"]:
        raise CertificateError(f"{claim['proof']}: its hash differs")
    return claim


def _check_refuted(shape: Shape, claim: dict[str, Any], folder: Path, clock: Clock) -> tuple[int, int]:
    """Check a proof that there are no coronas of some kind; return how many, and up to which without holes."""
    many, whole = claim["coronas"], claim["whole"]
    if whole and shape.has_hole(shape.cells):
        raise CertificateError("holes of coronas are excluded, and the shape has one")
    excluded = listed(claim["holes"], _hole, "holes")
    formula = NoCoronas(shape, many)
    clauses = [*formula.clauses, *(formula.filled(hole, whole) for hole in excluded)]
    check_proof(clauses, clock.each(lines(folder / claim["proof"])))
    return many, whole
