"""Certifies and verifies bundled puzzles, all or some, and writes their rows in the table of docs/certificates.md.

    python docs/certificates.py [PUZZLE ...]

Trees of less than a million nodes are verified in plain Python as well, and all counts must be the same.
"""

import json
import shutil
import sys
import tempfile
from pathlib import Path

from tables import enter

from satpuzzle.data import files
from satpuzzle.proofs.check.contents import MANIFEST
from satpuzzle.proofs.check.trees import TREE
from satpuzzle.proofs.verdict import verify
from satpuzzle.proofs.write.trees import certify

PAGE = Path(__file__).with_suffix(".md")
HEAD = "| puzzle | solutions | nodes | tree, bytes |\n|---|---:|---:|---:|\n"
PLAIN = 1_000_000  # nodes that are few enough for plain Python


def row(name: str, folder: Path) -> str:
    """Return a puzzle's line of the table."""
    counts = certify(name, folder, jobs=1)
    shown = verify(folder).counts
    claims = json.loads((folder / MANIFEST).read_bytes())
    again = verify(folder, plain=True).counts if claims["nodes"] < PLAIN else shown
    assert counts == shown == again, name
    size = claims["files"][TREE]["bytes"]
    return f"| {name} | {counts.isometries} | {claims['nodes']} | {size} |\n"


def main() -> None:
    """Measure puzzles and write each one's row to the page and to standard output as soon as it is known."""
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[1:] or files("puzzles"):
            found = row(name, Path(folder, name))
            print(found, end="", flush=True)
            enter(PAGE, HEAD, found, lambda line: line.split("|")[1])
            shutil.rmtree(Path(folder, name))


if __name__ == "__main__":
    main()
