"""Certifies and verifies bundled puzzles, all or some, and writes their rows in the table of docs/certificates.md.

    python docs/certificates.py [PUZZLE ...]

Trees of less than a million nodes are verified in plain Python as well, and all counts must be the same.  Times are
user CPU with one job, after a first run that compiles, without the start of Python; but *command* is `satpuzzle verify`
as a whole, in a process of its own, and *memory* is its peak (Linux).
"""

import hashlib
import json
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tables import enter

import satpuzzle as sp
from satpuzzle.data import files
from satpuzzle.proofs.check.contents import MANIFEST
from satpuzzle.proofs.verdict import verify
from satpuzzle.proofs.write.trees import TREE, certify
from satpuzzle.puzzle.model import Counts

PAGE = Path(__file__).with_suffix(".md")
HEAD = (
    "| puzzle | solutions | nodes | tree, bytes | search, s | mrv, s | certify, s | verify, s | command, s | memory, MB"
    " | plain, s | manifest, SHA-256 |\n"
    "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|\n"
)
PLAIN = 1_000_000  # nodes that are few enough for plain Python
COMMAND = """
import re, resource, sys
from pathlib import Path
from satpuzzle.__main__ import main
sys.argv[0] = "satpuzzle"
try:
    main()
except SystemExit as ended:
    assert not ended.code
peak = int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_utime:.2f} | {peak / 1000:.0f}")
"""


def timed(action: Callable[[], Counts]) -> tuple[Counts, str]:
    """Return what an action returns, and its user CPU time in seconds."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    counts = action()
    return counts, f"{resource.getrusage(resource.RUSAGE_SELF).ru_utime - before:.2f}"


def row(name: str, folder: Path) -> str:
    """Return a puzzle's line of the table."""
    actions = [
        lambda: sp.solve(name, jobs=1).exhaust(),
        lambda: sp.solve(name, strategy="mrv", jobs=1).exhaust(),
        lambda: certify(name, folder, jobs=1),
        lambda: verify(folder).counts,
        lambda: verify(folder, plain=True).counts,
    ]
    for strategy in ("auto", "mrv"):  # compile what this puzzle needs
        sp.solve(name, strategy=strategy, jobs=1, time_limit=1).exhaust()
    done = [timed(action) for action in actions[:4]]
    times = " | ".join(seconds for _, seconds in done)
    counts, shown = done[2][0], done[3][0]
    command = [sys.executable, "-c", COMMAND, "verify", str(folder)]
    whole = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1]
    manifest = (folder / MANIFEST).read_bytes()
    claims = json.loads(manifest)
    again, plain = timed(actions[4]) if claims["nodes"] < PLAIN else (shown, "")
    assert counts == shown == again, name
    size, digest = claims["files"][TREE]["bytes"], hashlib.sha256(manifest).hexdigest()
    return (
        f"| {name} | {counts.isometries} | {claims['nodes']} | {size} | {times} | {whole} | {plain}"
        f" | `{digest[:16]}` |\n"
    )


def main() -> None:
    """Measure puzzles and write each one's row to the page and to standard output as soon as it is known."""
    with tempfile.TemporaryDirectory() as folder:
        row("steinhaus", Path(folder, "warm"))
        for name in sys.argv[1:] or files("puzzles"):
            found = row(name, Path(folder, name))
            print(found, end="", flush=True)
            enter(PAGE, HEAD, found, lambda line: line.split("|")[1])
            shutil.rmtree(Path(folder, name))


if __name__ == "__main__":
    main()
