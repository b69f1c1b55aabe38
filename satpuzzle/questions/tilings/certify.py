"""Certificates of verdicts: a file for each shape, and LRAT proofs that there are no more coronas; and of strips.

The clauses of a proof are those of the checker, `proofs/check/patches.py`, which derives them from the shape.  If
coronas must not have holes, clauses that exclude single holes are added until there is no model; the file lists these
holes.
"""

import hashlib
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from satpuzzle import data
from satpuzzle.clock import Clock
from satpuzzle.engines.prover import prove
from satpuzzle.errors import PuzzleError
from satpuzzle.proofs.check.patches import Hole, NoCoronas, Shape
from satpuzzle.proofs.check.tilings import FORM, STRIPS, VERSION, file_of
from satpuzzle.proofs.check.unpack import xz
from satpuzzle.questions.tilings.coronas import model_of
from satpuzzle.questions.tilings.plane import Verdict
from satpuzzle.questions.tilings.prototile import Prototile, around, beside, decoded, encoded, holes
from satpuzzle.questions.tilings.strip import Strip


def certify(verdict: Verdict, folder: Path, clock: Clock) -> Path:
    """Write the certificate of a verdict into a folder, if it is not there; return its path.  Raises Stopped.

    The certificate of another verdict on the same shape, such as one with lower limits, is replaced.
    """
    said = verdict.as_dict()
    certificate = folder / file_of(said, ".json")
    if _says(certificate, said):
        return certificate
    lzma = xz()
    folder.mkdir(parents=True, exist_ok=True)
    proofs = []
    for many, whole in verdict.refuted:
        formula, found = refuted(verdict.tile, many, whole, clock)
        path = folder / file_of(said, f"-{many}-{whole}.lrat.xz")
        clauses = [*formula.clauses, *(formula.filled(hole, whole) for hole in found)]
        data.write(path, lzma.compress(_proof(clauses, clock)))
        proofs.append(
            {
                "coronas": many,
                "whole": whole,
                "holes": [_plain(hole) for hole in found],
                "proof": path.name,
                "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            }
        )
    data.write(certificate, json.dumps({FORM: VERSION} | said | {"proofs": proofs}, ensure_ascii=False) + "\n")
    return certificate


def certify_strip(strip: Strip, folder: Path) -> Path:
    """Write the certificate of the numbers of tilings of a strip into a folder; return its path.

    Raises PuzzleError if these are numbers up to symmetry, or if the search was stopped.
    """
    if strip.classes:
        raise PuzzleError("a certificate of strips counts each tiling, also those that are the same up to symmetry")
    if strip.series is None:
        raise PuzzleError(f"strips of width {strip.width}: {strip.known}, so there is nothing to certify")
    said = {
        STRIPS: VERSION,
        "grid": strip.tiles[0].grid.name,
        "pieces": [{"cells": tile.cells.tolist(), "mirror": tile.mirror} for tile in _different(strip.tiles)],
        "width": list(strip.section),
        "states": strip.states,
        "numerator": list(strip.series.numerator),
        "denominator": list(strip.series.denominator),
    }
    about = json.dumps([said["grid"], said["pieces"]])
    path = folder / f"strip-{strip.width}-{hashlib.sha256(about.encode()).hexdigest()[:8]}.json"
    folder.mkdir(parents=True, exist_ok=True)
    data.write(path, json.dumps(said) + "\n")
    return path


def _different(tiles: Sequence[Prototile]) -> list[Prototile]:
    """Return the shapes of which no two have a copy in common; those with mirror images come before others."""
    found, seen = list[Prototile](), set[tuple[int, ...]]()
    for tile in sorted(tiles, key=lambda tile: not tile.mirror):
        if seen.isdisjoint(tile.orientations):
            found.append(tile)
            seen |= {*tile.orientations}
    return found


def _says(certificate: Path, said: dict[str, Any]) -> bool:
    """Tell whether a file is the certificate of a verdict."""
    if not certificate.exists():
        return False
    try:
        found = data.parsed(data.read(certificate, data.LARGE))
    except (PuzzleError, ValueError):
        return False
    return isinstance(found, dict) and json.loads(json.dumps(said)).items() <= found.items()


def _proof(clauses: list[list[int]], clock: Clock) -> bytes:
    """Return an LRAT proof; if a clause is empty, there is nothing to prove."""
    if [] in clauses:
        return b""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, "proof")
        prove(clauses, str(path), clock)
        return path.read_bytes()


def refuted(tile: Prototile, many: int, whole: int, clock: Clock) -> tuple[NoCoronas, list[Hole]]:
    """Return clauses without a model, and the holes that must be excluded so that they have none."""
    from pysat.solvers import Solver

    formula = NoCoronas(Shape(tile.grid, tuple(map(tuple, tile.cells.tolist())), tile.mirror), many)
    excluded = list[Hole]()
    with Solver(name="glucose4", bootstrap_with=formula.clauses) as solver:
        while (model := model_of(solver, clock)) is not None:
            there = [level for level, variable in formula.number.items() if model[variable - 1] > 0]
            there.append((frozenset(formula.shape.cells), 0))
            found = [hole for last in range(1, whole + 1) for hole in _holes(tile, there, last)]
            if not found:
                raise AssertionError(f"{tile.name} has {many} coronas after all")
            excluded += found
            for hole in found:
                solver.add_clause(formula.filled(hole, whole))
    return formula, excluded


def _holes(tile: Prototile, there: list[tuple[frozenset[tuple[int, ...]], int]], last: int) -> list[Hole]:
    """Return the holes that the copies up to a corona leave."""
    at = {
        cell: (copy, level)
        for copy, level in there
        if level <= last
        for cell in encoded(tile.grid, np.array(sorted(copy))).tolist()
    }
    found = []
    for part in holes(tile.grid, at):
        ring = {at[cell] for cell in around(tile.grid, part, beside)}
        cells = decoded(tile.grid, sorted(part)).tolist()
        ordered = sorted((level, sorted(copy)) for copy, level in ring if level)
        found.append(Hole(frozenset(map(tuple, cells)), tuple((frozenset(copy), level) for level, copy in ordered)))
    return found


def _plain(hole: Hole) -> dict[str, Any]:
    ring = [{"corona": level, "copy": sorted(map(list, copy))} for copy, level in hole.ring]
    return {"cells": sorted(map(list, hole.cells)), "ring": ring}
