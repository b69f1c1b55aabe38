"""Stores journals and certificates of the present version, which the tests of all later versions read.

    python tests/support/storing.py

writes `tests/stored/MAJOR.MINOR`.  Run it once when a minor version is released, and never change what it has written.
"""

import sys
from pathlib import Path

import satpuzzle as sp
from satpuzzle.search.journal.journal import Journal

STORED = Path(__file__).parents[1] / "stored"
HALF, WHOLE = "soma-half.journal", "dubois-burr.journal"
COVER = Path(__file__).parents[2] / "docs" / "colours" / "graceful-path-7.dlx"


def folder_of(version: str) -> Path:
    """Return the folder of a version."""
    return STORED / ".".join(version.split(".")[:2])


def store(folder: Path) -> None:
    """Write two journals, of which one has half of the parts, and certificates of each form, into a new folder."""
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


if __name__ == "__main__":
    if "dev" in sp.__version__:
        sys.exit(f"{sp.__version__} is no version that is released; set its number first")
    store(folder_of(sp.__version__))
