"""The common content of all certificates: a puzzle (with its piece set) or a cover, its solutions, and a manifest.

The manifest has the claims, and the sizes and hashes of the other files.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import BackendError, CertificateError, PuzzleError, Stopped
from satpuzzle.proofs.check.acting import Pose
from satpuzzle.proofs.check.reading import cell
from satpuzzle.proofs.check.subject import COVER, SET, SOURCES, Subject, copied
from satpuzzle.proofs.check.unpack import LONGEST
from satpuzzle.puzzle.formats.json import parse as parse_json
from satpuzzle.puzzle.formats.json import shown
from satpuzzle.puzzle.formats.reading import set_named
from satpuzzle.puzzle.model import Counts

_Result = TypeVar("_Result")

_BLOCK = 1 << 16  # bytes that are hashed at a time
SOLUTIONS, MANIFEST = "solutions.ndjson", "manifest.json"
_KEYS = ("satpuzzle certificate", "puzzle", "counts", "symmetry", "files")  # of every manifest


def guarded(check: Callable[[], _Result]) -> _Result:
    """Run a check of untrusted files; errors in the files, of whatever kind, become CertificateErrors.

    The files may have any content, and those that cannot be read prove nothing.
    """
    try:
        return check()
    except (CertificateError, BackendError, MemoryError, Stopped):  # what this machine lacks is no error of theirs
        raise
    except Exception as error:
        reason = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        raise CertificateError(reason) from None


def written(folder: Path, content: dict[str, Any]) -> str:
    """Return the text of a manifest: the claims in `content`, and the size and hash of each file in the folder."""
    entries = {path.name: _entry(path) for path in sorted(folder.iterdir()) if path.name != MANIFEST}
    return json.dumps(content | {"files": entries}, ensure_ascii=False, indent=2) + "\n"


def claimed(counts: Counts) -> dict[str, int | None]:
    """Return counts as the table that a manifest contains."""
    return {"raw": counts.raw, "rotations": counts.rotations, "isometries": counts.isometries} | counts.known()


def check_version(claims: Mapping[str, Any], current: int) -> None:
    """Raise CertificateError unless a manifest has the current version of its form.

    Earlier versions counted some solutions and their mirror images twice: those under rules or with pieces that have no
    mirror image.
    """
    version = claims.get("satpuzzle certificate")
    if version == current:
        return
    if type(version) is int and 0 < version < current:
        raise CertificateError(
            f"{MANIFEST}: the certificate has version {version}, by which other solutions are of the same class than by"
            f" version {current}: write it again with certify"
        )
    raise CertificateError(
        f"{MANIFEST}: the certificate has version {shown(version)}, and only version {current} can be read"
    )


def file_hash(path: Path, clock: Clock = UNLIMITED) -> str:
    """Return the SHA-256 of a file in hexadecimal digits; raises Stopped if the clock stops."""
    found = hashlib.sha256()
    with path.open("rb") as file:
        for block in clock.each(iter(partial(file.read, _BLOCK), b"")):
            found.update(block)
    return found.hexdigest()


def _entry(path: Path, clock: Clock = UNLIMITED) -> dict[str, int | str]:
    return {"bytes": path.stat().st_size, "sha256": file_hash(path, clock)}


@dataclass(frozen=True)
class Contents:
    """The content of a certificate whose files have the sizes and hashes in its manifest."""

    folder: Path
    manifest: str  # the text of the manifest
    claims: dict[str, Any]  # the content of the manifest
    source: Path  # the file of the puzzle or cover
    sets: Mapping[str, Path]  # the file of the piece set that the puzzle names, if it names one
    subject: Subject

    def expect(self, keys: Collection[str], files: Collection[str]) -> None:
        """Raise CertificateError unless the manifest has exactly these keys and the folder exactly these files.

        `keys` are the keys besides those of all forms of certificates; `files` are the files besides the manifest, the
        puzzle and its piece set.
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
            raise CertificateError(f"{name}: a certificate of this form does not have this file")
        for name in sorted(wanted - found):
            raise _missing(name)

    def agree(self, counts: Counts) -> None:
        """Raise CertificateError if the counts in the puzzle's file differ from the proved counts."""
        self.subject.check_published(counts, self.source.name)


def opened(folder: Path, clock: Clock = UNLIMITED) -> Contents:
    """Return a folder's content; raises CertificateError if a file is missing or differs from the manifest's entry.

    Raises Stopped if the clock stops.
    """
    sources = [folder / name for name in SOURCES if (folder / name).exists()]
    if len(sources) != 1:
        raise CertificateError(f"{folder}: there must be one of {', '.join(SOURCES)}")
    (source,) = sources
    for path in folder.iterdir():
        if not path.is_file():
            raise CertificateError(f"{path.name}: it is not a regular file")
        read_whole = path in (folder / MANIFEST, source) or path.name.startswith(SET)
        if read_whole and path.stat().st_size > LONGEST:
            raise CertificateError(f"{path.name}: it is larger than {LONGEST >> 20} MiB")
    if not (folder / MANIFEST).exists():
        raise _missing(MANIFEST)
    manifest = (folder / MANIFEST).read_text(encoding="utf-8")
    claims = _claims(manifest)
    for name, entry in claims["files"].items():
        path = folder / Path(name).name
        if not path.exists():
            raise _missing(name)
        if _entry(path, clock) != entry:
            raise CertificateError(f"{name}: its size or hash differs from the manifest")
    sets = {}
    if source.suffix != COVER and (named := set_named(source)) is not None:
        sets[named] = folder / f"{SET}{named}.toml"
        if not sets[named].exists():
            raise _missing(sets[named].name)
    return Contents(folder, manifest, claims, source, sets, copied(source, claims["puzzle"], sets))


def _missing(name: str) -> CertificateError:
    """Return the error for a missing file of a certificate."""
    if name.startswith(SET):
        return CertificateError(f"{name}: the piece set is missing; write the certificate again")
    return CertificateError(f"{name}: the file is missing")


def _claims(manifest: str) -> dict[str, Any]:
    """Return the content of a manifest; raises CertificateError unless it is an object with a name and files."""
    try:
        claims = parse_json(manifest)
    except PuzzleError as error:
        raise CertificateError(f"{MANIFEST}: {error}") from None
    if not isinstance(claims, dict):
        raise CertificateError(f"{MANIFEST}: it is not a JSON object")
    for key, kind, what in (("puzzle", str, "text"), ("files", dict, "a table")):
        if not isinstance(claims.get(key), kind):
            raise CertificateError(f"{MANIFEST}: {key} is {shown(claims.get(key))}, allowed is {what}")
    return claims


def parts(line: str) -> list[object]:
    """Parse one line of the file of solutions, which must hold a JSON list; raises ValueError otherwise."""
    content = parse_json(line)
    if not isinstance(content, list):
        raise ValueError(f"{shown(content)}: a solution is a list of placed pieces")
    return content


def option_number(part: object, many: int) -> int:
    """Return an entry of a solution of a bare cover, which must be an option's number from 0 to `many` - 1.

    Raises ValueError otherwise.
    """
    if type(part) is not int or not 0 <= part < many:
        raise ValueError(f"{shown(part)}: an option is a number from 0 to {many - 1}")
    return part


def placed(part: object) -> tuple[str, list[tuple[int, int, int]], Pose]:
    """Return the name, the cells and the pose of a placed piece, an entry of a solution in a certificate.

    An entry is `{"piece": name, "cells": [[x, y, z], ...]}`; tiles also have `"sides": "ABCB"`, and pieces with
    coloured cells `"colours": [1, 0, ...]`.  Raises ValueError for other keys and for numbers that are not integers.
    """
    keys = {*part} - {"piece", "cells"} if isinstance(part, dict) else {""}
    whole = isinstance(part, dict) and isinstance(part.get("piece"), str) and "cells" in part
    if not isinstance(part, dict) or not whole or keys not in (set(), {"sides"}, {"colours"}):
        raise ValueError(f'{shown(part)}: a placed piece is {{"piece": name, "cells": [[x, y, z], ...]}}')
    cells = part["cells"]
    if not isinstance(cells, list):
        raise ValueError(f"cells is {shown(cells)}, allowed is a list of [x, y, z]")
    return part["piece"], [*map(cell, cells)], _pose(part, len(cells))


def _pose(part: dict[str, Any], cells: int) -> Pose:
    """Return the colours of a placed tile's sides, or of a placed piece's cells; None if it has neither."""
    sides, colours = part.get("sides"), part.get("colours")
    if "sides" in part and not isinstance(sides, str):
        raise ValueError(f"sides is {shown(sides)}, allowed is text")
    if "colours" in part:
        if not isinstance(colours, list) or len(colours) != cells or not all(type(hue) is int for hue in colours):
            raise ValueError(f"colours is {shown(colours)}, allowed are {cells} integers")
        return tuple(colours)
    return sides
