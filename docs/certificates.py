"""Certifies and verifies bundled puzzles, all or some, and writes their rows in docs/certificates/sizes.csv.

    python docs/certificates.py [PUZZLE ...]

Trees of less than a million nodes are verified in plain Python as well, and all counts must be the same.  The last two
columns are of a certificate by a frontier, if one was made within two minutes.
"""

import csv
import json
import sys
import tempfile
from pathlib import Path

from satpuzzle.clock import Clock
from satpuzzle.data import files
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.proofs.check.contents import MANIFEST
from satpuzzle.proofs.check.trees import TREE
from satpuzzle.proofs.verdict import verify
from satpuzzle.proofs.write import frontiers
from satpuzzle.proofs.write.trees import certify

TABLE = Path(__file__).with_suffix("") / "sizes.csv"
PLAIN = 1_000_000  # nodes that are few enough for plain Python
LONGEST = 120  # seconds for a frontier


def row(name: str, folder: Path) -> dict[str, str]:
    """Return a puzzle's line of the table."""
    counts = certify(name, folder / "tree", jobs=1)
    shown = verify(folder / "tree").counts
    claims = json.loads((folder / "tree" / MANIFEST).read_bytes())
    again = verify(folder / "tree", plain=True).counts if claims["nodes"] < PLAIN else shown
    assert counts == shown == again, name
    size, states = frontier(name, folder / "frontier")
    return {
        "puzzle": name,
        "solutions": str(counts.isometries),
        "nodes": str(claims["nodes"]),
        "tree, bytes": str(claims["files"][TREE]["bytes"]),
        "frontier, bytes": size,
        "states": states,
    }


def frontier(name: str, folder: Path) -> tuple[str, str]:
    """Return the size of a certificate by a frontier and its number of states, both empty if there is none."""
    try:
        frontiers.certify(name, folder, clock=Clock(LONGEST))
    except (PuzzleError, Stopped):
        return "", ""
    made = folder / MANIFEST
    return str(made.stat().st_size), str(json.loads(made.read_bytes())["states"])


def main() -> None:
    """Measure puzzles and write each one's row to the table and to standard output as soon as it is known."""
    for name in sys.argv[1:] or files("puzzles"):
        with TABLE.open(encoding="utf-8", newline="") as file:
            rows = {line["puzzle"]: line for line in csv.DictReader(file)}
        with tempfile.TemporaryDirectory() as folder:
            rows[name] = row(name, Path(folder))
        print(*rows[name].values(), flush=True)
        with TABLE.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[name], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows[each] for each in sorted(rows))


if __name__ == "__main__":
    main()
