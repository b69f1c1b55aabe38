"""Certifies and verifies all bundled puzzles, and writes the table of docs/certificates.md.

    python docs/certificates.py [PUZZLE ...]

Times are user CPU of whole commands, with one job, after a first run that compiles.
"""

import hashlib
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from satpuzzle.data import files

PAGE = Path(__file__).with_suffix(".md")
BEGIN, END = "<!-- table -->\n", "<!-- end of table -->\n"
HEAD = (
    "| puzzle | solutions | nodes | tree, bytes | search, s | certify, s | verify, s | manifest, SHA-256 |\n"
    "|---|---:|---:|---:|---:|---:|---:|---|\n"
)


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
    size, digest = claims["files"]["tree.xz"]["bytes"], hashlib.sha256(manifest).hexdigest()
    return (
        f"| {name} | {claims['counts']['isometries']} | {claims['nodes']} | {size} | {search:.1f} | {writing:.1f}"
        f" | {checking:.1f} | `{digest[:16]}` |\n"
    )


def main() -> None:
    """Measure, and write the table to the page, or for some puzzles only, to standard output."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for warming in ("certify", "verify"):
            there = str(Path(folder, "warm"))
            user_seconds(warming, *(["steinhaus", "-o", there] if warming == "certify" else [there]))
        for name in sys.argv[1:] or files("puzzles"):
            rows.append(row(name, Path(folder, name)))
            print(rows[-1], end="", flush=True)
    if not sys.argv[1:]:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        after = rest.partition(END)[2]
        PAGE.write_text(before + BEGIN + HEAD + "".join(rows) + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
