"""Certifies and verifies bundled puzzles, all or some, and writes their rows in the table of docs/certificates.md.

    python docs/certificates.py [PUZZLE ...]

Trees of less than a million nodes are verified in plain Python as well, and all counts must be the same.  Times are
user CPU with one job, after a first run that compiles, without the start of Python.
"""

import hashlib
import json
import resource
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import satpuzzle as sp
from satpuzzle.data import files
from satpuzzle.proofs.contents import MANIFEST
from satpuzzle.proofs.trees import TREE, certify
from satpuzzle.proofs.verdict import verify
from satpuzzle.puzzle.model import Counts

PAGE = Path(__file__).with_suffix(".md")
BEGIN, END = "<!-- table -->\n", "<!-- end of table -->\n"
HEAD = (
    "| puzzle | solutions | nodes | tree, bytes | search, s | certify, s | verify, s | plain, s | manifest, SHA-256 |\n"
    "|---|---:|---:|---:|---:|---:|---:|---:|---|\n"
)
PLAIN = 1_000_000  # nodes that are few enough for plain Python


def timed(action: Callable[[], Counts]) -> tuple[Counts, str]:
    """Return what an action returns, and its user CPU time in seconds."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    counts = action()
    return counts, f"{resource.getrusage(resource.RUSAGE_SELF).ru_utime - before:.2f}"


def row(name: str, folder: Path) -> str:
    """Return a puzzle's line of the table."""
    actions = [
        lambda: sp.solve(name, strategy="mrv", jobs=1).exhaust(),
        lambda: certify(name, folder, jobs=1),
        lambda: verify(folder).counts,
        lambda: verify(folder, plain=True).counts,
    ]
    (_, searching), (counts, writing), (shown, checking) = map(timed, actions[:3])
    manifest = (folder / MANIFEST).read_bytes()
    claims = json.loads(manifest)
    again, plain = timed(actions[3]) if claims["nodes"] < PLAIN else (shown, "")
    assert counts == shown == again, name
    size, digest = claims["files"][TREE]["bytes"], hashlib.sha256(manifest).hexdigest()
    return (
        f"| {name} | {counts.isometries} | {claims['nodes']} | {size} | {searching} | {writing} | {checking} | {plain}"
        f" | `{digest[:16]}` |\n"
    )


def enter(row: str) -> None:
    """Put a row into the table of the page, in place of an older one of the same puzzle."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    table, _, after = rest.partition(END)
    puzzle = row.split("|")[1]
    others = [line for line in table.splitlines(keepends=True)[2:] if line.split("|")[1] != puzzle]
    PAGE.write_text(before + BEGIN + HEAD + "".join(sorted([*others, row])) + END + after, encoding="utf-8")


def main() -> None:
    """Measure puzzles and write each one's row to the page and to standard output as soon as it is known."""
    with tempfile.TemporaryDirectory() as folder:
        row("steinhaus", Path(folder, "warm"))
        for name in sys.argv[1:] or files("puzzles"):
            found = row(name, Path(folder, name))
            print(found, end="", flush=True)
            enter(found)
            shutil.rmtree(Path(folder, name))


if __name__ == "__main__":
    main()
