"""What all certificates hold: the puzzle with the piece set that it names, solutions, and a manifest.

The manifest has the claims, and the sizes and hashes of the other files.
"""

import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satpuzzle.data import files
from satpuzzle.errors import CertificateError, PuzzleError
from satpuzzle.proofs.unpack import LONGEST
from satpuzzle.puzzle.formats.reading import load_file, set_named
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.model import Counts, Puzzle

SOLUTIONS, MANIFEST = "solutions.ndjson", "manifest.json"
_PUZZLES = ("puzzle.toml", "puzzle.json")
_SET = "pieces-"  # and the name of a piece set, if the puzzle names one


def sayable(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle; PuzzleError if certificates have no words for it."""
    if puzzle.coloured or puzzle.counts_empty:
        raise PuzzleError(f"{puzzle.name}: a certificate cannot say this: colours that go together, maxHoles")
    return puzzle


def copy_puzzle(name: str | Path, puzzle: Puzzle, folder: Path) -> None:
    """Copy a puzzle's file and that of the piece set that it names to the folder of a certificate.

    What is no file of ours, a member of a family or a problem of a BurrTools file, is written as one.
    """
    source = files("puzzles").get(str(name), Path(name))
    if source.suffix not in (".toml", ".json"):
        (folder / "puzzle.toml").write_text(text(puzzle, ".toml"), encoding="utf-8")
        return
    shutil.copyfile(source, folder / f"puzzle{source.suffix}")
    if (named := set_named(source)) is not None:
        shutil.copyfile(files("puzzles/sets")[named], folder / f"{_SET}{named}.toml")


def written(folder: Path, content: dict[str, Any]) -> str:
    """Return a manifest with these claims and the files that the folder holds."""
    entries = {path.name: _entry(path) for path in sorted(folder.iterdir()) if path.name != MANIFEST}
    return json.dumps(content | {"files": entries}, ensure_ascii=False, indent=2) + "\n"


def claimed(counts: Counts) -> dict[str, int | None]:
    """Return counts as a manifest has them."""
    return {"raw": counts.raw, "rotations": counts.rotations, "isometries": counts.isometries}


def _entry(path: Path) -> dict[str, int | str]:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        return {"bytes": file.tell(), "sha256": digest}


@dataclass(frozen=True)
class Contents:
    """A certificate of which every file is the one that the manifest speaks of."""

    folder: Path
    said: str  # the manifest
    claims: Any  # what it says
    puzzle: Puzzle


def opened(folder: Path) -> Contents:
    """Return what a folder holds; raises CertificateError for what is missing, is no file or is not as it is told."""
    sources = [folder / name for name in _PUZZLES if (folder / name).exists()]
    if len(sources) != 1:
        raise CertificateError(f"{folder}: there must be one of {' and '.join(_PUZZLES)}")
    (source,) = sources
    sets = {path.stem.removeprefix(_SET): path for path in folder.glob(f"{_SET}*.toml")}
    for path in folder.iterdir():
        if not path.is_file():
            raise CertificateError(f"{path.name}: it is not a regular file")
        if path in (folder / MANIFEST, source, *sets.values()) and path.stat().st_size > LONGEST:
            raise CertificateError(f"{path.name}: it is larger than {LONGEST >> 20} MiB")
    said = (folder / MANIFEST).read_text(encoding="utf-8")
    claims = json.loads(said)
    for name, entry in claims["files"].items():
        if _entry(folder / Path(name).name) != entry:
            raise CertificateError(f"{name}: it is not the file that the manifest speaks of")
    named = set_named(source)
    if named is not None and named not in sets:
        raise CertificateError(f"{_SET}{named}.toml: the piece set is missing, the certificate must be made anew")
    return Contents(folder, said, claims, load_file(source, str(claims["puzzle"]), sets))
