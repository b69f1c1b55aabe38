"""Certifies and verifies bundled puzzles, all or some, and writes their rows in the table of docs/certificates.md.

    python docs/certificates.py [PUZZLE ...]

Trees of less than a million nodes are verified in plain Python as well.  Times are user CPU of whole commands, with one
job, after a first run that compiles.
"""

import hashlib
import json
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from satpuzzle.data import files

PAGE = Path(__file__).with_suffix(".md")
BEGIN, END = "<!-- table -->\n", "<!-- end of table -->\n"
HEAD = (
    "| puzzle | solutions | nodes | tree, bytes | search, s | certify, s | verify, s | plain, s | manifest, SHA-256 |\n"
    "|---|---:|---:|---:|---:|---:|---:|---:|---|\n"
)
PLAIN = 1_000_000  # nodes that are few enough for plain Python


def user_seconds(*arguments: str) -> float:
    """Run a satpuzzle command and return its user CPU time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([sys.executable, "-m", "satpuzzle", *arguments], check=True, stdout=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def row(name: str, folder: Path) -> str:
    """Return a puzzle's line of the table."""
    search = user_seconds("count", name, "-q", "-j", "1", "--method", "search", "-s", "mrv")
    writing = user_seconds("certify", name, "-o", str(folder), "-j", "1")
    checking = user_seconds("verify", str(folder))
    manifest = (folder / "manifest.json").read_bytes()
    claims = json.loads(manifest)
    plain = f"{user_seconds('verify', str(folder), '--plain'):.1f}" if claims["nodes"] < PLAIN else ""
    size, digest = claims["files"]["tree.xz"]["bytes"], hashlib.sha256(manifest).hexdigest()
    return (
        f"| {name} | {claims['counts']['isometries']} | {claims['nodes']} | {size} | {search:.1f} | {writing:.1f}"
        f" | {checking:.1f} | {plain} | `{digest[:16]}` |\n"
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
        there = str(Path(folder, "warm"))
        user_seconds("certify", "steinhaus", "-o", there)
        user_seconds("verify", there)
        for name in sys.argv[1:] or files("puzzles"):
            found = row(name, Path(folder, name))
            print(found, end="", flush=True)
            enter(found)
            shutil.rmtree(Path(folder, name))


if __name__ == "__main__":
    main()
