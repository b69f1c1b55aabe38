"""The common content of all certificates: the puzzle with its piece set, solutions, and a manifest.

The manifest has the claims, and the sizes and hashes of the other files.
"""

import hashlib
import json
import shutil
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.data import files
from satpuzzle.errors import CertificateError, PuzzleError
from satpuzzle.proofs.unpack import LONGEST
from satpuzzle.puzzle.formats.json import parse as parse_json
from satpuzzle.puzzle.formats.json import shown
from satpuzzle.puzzle.formats.reading import load_file, set_named
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.model import Counts, Puzzle

SOLUTIONS, MANIFEST = "solutions.ndjson", "manifest.json"
_PUZZLES = ("puzzle.toml", "puzzle.json")
_SET = "pieces-"  # and the name of a piece set, if the puzzle names one
_KEYS = ("satpuzzle certificate", "puzzle", "counts", "symmetry", "files")  # of every manifest


def sayable(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle; raises PuzzleError if certificates do not support it."""
    if puzzle.coloured or puzzle.tiled or puzzle.counts_empty:
        lacking = "colours" if puzzle.coloured else "tiles" if puzzle.tiled else "maxHoles"
        raise PuzzleError(f"{puzzle.name}: a certificate cannot express this: {lacking}")
    return puzzle


def copy_puzzle(given: Puzzle | str | Path, puzzle: Puzzle, folder: Path, clock: Clock = UNLIMITED) -> None:
    """Copy a puzzle's file, as it was given, and that of the piece set that it names to the folder of a certificate.

    What is no file of ours, a puzzle made by a program, a member of a family or a problem of a BurrTools file, is
    written as one.  Raises Stopped if the clock stops.
    """
    source = Path() if isinstance(given, Puzzle) else files("puzzles").get(str(given), Path(given))
    if source.suffix not in (".toml", ".json"):
        (folder / "puzzle.toml").write_text(text(puzzle, ".toml", clock), encoding="utf-8")
        return
    shutil.copyfile(source, folder / f"puzzle{source.suffix}")
    if (named := set_named(source)) is not None:
        shutil.copyfile(files("puzzles/sets")[named], folder / f"{_SET}{named}.toml")


def written(folder: Path, content: dict[str, Any]) -> str:
    """Return a manifest with these claims and the files of the folder."""
    entries = {path.name: _entry(path) for path in sorted(folder.iterdir()) if path.name != MANIFEST}
    return json.dumps(content | {"files": entries}, ensure_ascii=False, indent=2) + "\n"


def claimed(counts: Counts) -> dict[str, int | None]:
    """Return counts in the form of a manifest."""
    return {"raw": counts.raw, "rotations": counts.rotations, "isometries": counts.isometries}


def refuse_older(claims: Any, orders: dict[str, int], total: dict[str, int]) -> None:
    """Raise CertificateError for a certificate that has only the total symmetries of a puzzle.

    `total` and the certificate's value are orders of groups.
    """
    if claims["symmetry"] == total != orders:
        raise CertificateError(
            f"{MANIFEST}: written by an older version, which counted some solutions and their mirror images twice:"
            " certify anew"
        )


def _entry(path: Path) -> dict[str, int | str]:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        return {"bytes": file.tell(), "sha256": digest}


@dataclass(frozen=True)
class Contents:
    """A certificate whose files agree with its manifest."""

    folder: Path
    said: str  # the manifest
    claims: dict[str, Any]  # what it says
    source: Path  # the puzzle's file
    sets: Mapping[str, Path]  # the file of the piece set that the puzzle names, if it names one
    puzzle: Puzzle

    def expect(self, keys: Collection[str], files: Collection[str]) -> None:
        """Raise CertificateError unless the manifest and the folder have exactly the keys and files of a form of
        certificate.

        `keys` are those of the manifest besides the ones that all forms have, `files` the files besides the puzzle.
        """
        allowed = [*_KEYS, *keys]
        for key in self.claims:
            if key not in allowed:
                raise CertificateError(f"{MANIFEST}: unknown key {shown(key)}: choose from {', '.join(allowed)}")
        for key in allowed:
            if key not in self.claims:
                raise CertificateError(f"{MANIFEST}: the key {key} is missing")
        wanted = {MANIFEST, self.source.name, *(path.name for path in self.sets.values()), *files}
        found = {path.name for path in self.folder.iterdir()}
        for name in sorted(found - wanted):
            raise CertificateError(f"{name}: the file is no part of such a certificate")
        for name in sorted(wanted - found):
            raise _missing(name)

    def agree(self, counts: Counts) -> None:
        """Raise CertificateError if the puzzle's file has other counts than the proved ones."""
        check_published(self.source.name, self.puzzle, counts)


def check_published(name: str, puzzle: Puzzle, counts: Counts) -> None:
    """Raise CertificateError if the file of a puzzle, called `name`, has other counts than these."""
    for convention, number in puzzle.published.known().items():
        if number != (right := counts.known()[convention]):
            raise CertificateError(f"{name}: counts says {convention} = {number}, but there are {right}")


def opened(folder: Path) -> Contents:
    """Return a folder's content; raises CertificateError if a file is missing or not as in the manifest."""
    sources = [folder / name for name in _PUZZLES if (folder / name).exists()]
    if len(sources) != 1:
        raise CertificateError(f"{folder}: there must be one of {' and '.join(_PUZZLES)}")
    (source,) = sources
    for path in folder.iterdir():
        if not path.is_file():
            raise CertificateError(f"{path.name}: it is not a regular file")
        read_whole = path in (folder / MANIFEST, source) or path.name.startswith(_SET)
        if read_whole and path.stat().st_size > LONGEST:
            raise CertificateError(f"{path.name}: it is larger than {LONGEST >> 20} MiB")
    if not (folder / MANIFEST).exists():
        raise _missing(MANIFEST)
    said = (folder / MANIFEST).read_text(encoding="utf-8")
    claims = _claims(said)
    for name, entry in claims["files"].items():
        path = folder / Path(name).name
        if not path.exists():
            raise _missing(name)
        if _entry(path) != entry:
            raise CertificateError(f"{name}: it is not the file that the manifest speaks of")
    sets = {}
    if (named := set_named(source)) is not None:
        sets[named] = folder / f"{_SET}{named}.toml"
        if not sets[named].exists():
            raise _missing(sets[named].name)
    return Contents(folder, said, claims, source, sets, load_file(source, claims["puzzle"], sets))


def _missing(name: str) -> CertificateError:
    """Return the error for a missing file of a certificate."""
    if name.startswith(_SET):
        return CertificateError(f"{name}: the piece set is missing, the certificate must be made anew")
    return CertificateError(f"{name}: the file is missing")


def _claims(said: str) -> dict[str, Any]:
    """Return the content of a manifest; raises CertificateError unless it is a table with a name and files."""
    try:
        claims = parse_json(said)
    except PuzzleError as error:
        raise CertificateError(f"{MANIFEST}: {error}") from None
    if not isinstance(claims, dict):
        raise CertificateError(f"{MANIFEST}: it is no table of keys")
    for key, kind, what in (("puzzle", str, "text"), ("files", dict, "a table")):
        if not isinstance(claims.get(key), kind):
            raise CertificateError(f"{MANIFEST}: {key} is {shown(claims.get(key))}, allowed is {what}")
    return claims


def parts(line: str) -> list[object]:
    """Return the list in a line of the listed solutions; raises ValueError if it is not a list."""
    content = parse_json(line)
    if not isinstance(content, list):
        raise ValueError(f"{shown(content)}: a solution is a list of placed pieces")
    return content


def placed(part: object) -> tuple[str, list[tuple[int, int, int]]]:
    """Return the name and the cells of a placed piece in a listed solution; raises ValueError if it is invalid.

    Its form is `{"piece": name, "cells": [[x, y, z], ...]}`; other keys, and coordinates that are not integers, are
    invalid.
    """
    if not isinstance(part, dict) or set(part) != {"piece", "cells"} or not isinstance(part["piece"], str):
        raise ValueError(f'{shown(part)}: a placed piece is {{"piece": name, "cells": [[x, y, z], ...]}}')
    cells = part["cells"]
    if not isinstance(cells, list):
        raise ValueError(f"cells is {shown(cells)}, allowed is a list of [x, y, z]")
    for cell in cells:
        if not isinstance(cell, list) or len(cell) != 3 or not all(type(x) is int for x in cell):
            raise ValueError(f"{shown(cell)}: a cell is three integers [x, y, z]")
    return part["piece"], [(x, y, z) for x, y, z in cells]
