"""Stores files of each kind that the present version writes, which the tests of all later versions read.

    python tests/support/storing.py

writes `tests/stored/MAJOR.MINOR`.  Run it once when a minor version is released, and never change what it has written.
"""

import subprocess
import sys
from pathlib import Path

import satpuzzle as sp
from satpuzzle.puzzle.formats.link import pack
from satpuzzle.search.journal.journal import Journal

STORED = Path(__file__).parents[1] / "stored"
HALF, WHOLE = "soma-half.journal", "dubois-burr.journal"
COVER = Path(__file__).parents[2] / "docs" / "colours" / "graceful-path-7.dlx"
LINK, FILES = "link.txt", "files"
WRITING = """
tile plane ***/*.*/*.. ***/*.* --journal plane.journal --certificates plane
tile plane --size 3 --grid hexagonal --certificates hexagons
tile strip ** --width 1..4 --certificates dominoes
tile rectangle pentominoes#L --up-to 5x8 --journal rectangle.journal
count galakub --method memo --journal memo.journal
count dubois-burr --assemblable --by level --journal level.journal
solve soma -n 2 -o soma.txt
solve soma -n 2 -o soma.ndjson
solve soma -n 2 -o soma-found.json
solve soma -n 2 -o soma.xmpuzzle
convert galakub galakub.toml
convert galakub galakub.json
convert galakub galakub.scad
export slothouber-graatsma -o slothouber.dlx
odds steinhaus --save steinhaus.zdd
pieces 4 -o tetrominoes.toml
"""  # commands, a line each; their words have no spaces


def folder_of(version: str) -> Path:
    """Return the folder of a version."""
    return STORED / ".".join(version.split(".")[:2])


def store(folder: Path) -> None:
    """Write journals, of which one has half of the parts, certificates of each form, and other files."""
    folder.mkdir(parents=True)
    sp.count("soma", parts=12, share=(1, 2), journal=folder / HALF)
    sp.count("dubois-burr", assemblable=True, parts=4, journal=folder / WHOLE)
    for name in (HALF, WHOLE):
        with Journal(folder / name) as journal:
            journal.ask("PRAGMA wal_checkpoint(TRUNCATE)")
    sp.certify("steinhaus", folder / "steinhaus-tree")
    sp.certify("soma", folder / "soma-counted", count_only=True)
    sp.certify("tetravex-3x3", folder / "tetravex-tree")
    sp.certify(COVER, folder / "graceful-tree")
    sp.certify("slothouber-graatsma", folder / "slothouber-graatsma-lrat", "lrat")
    sp.certify("steinhaus", folder / "steinhaus-frontier", "frontier")
    write_files(folder / FILES)


def write_files(folder: Path) -> None:
    """Write what commands write, and a link, into a new folder."""
    folder.mkdir()
    for line in WRITING.split("\n")[1:-1]:
        subprocess.run([sys.executable, "-m", "satpuzzle", *line.split()], cwd=folder, check=True, capture_output=True)
    (folder / "level.journal").unlink()  # the levels beside it are of interest
    (folder / LINK).write_text(pack({"puzzle": sp.to_dict(sp.load("galakub"))}), encoding="utf-8")


if __name__ == "__main__":
    if "dev" in sp.__version__:
        sys.exit(f"{sp.__version__} is no version that is released; set its number first")
    store(folder_of(sp.__version__))
