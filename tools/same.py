"""Compares two installations: counts, nodes and pictures of all bundled puzzles.

    python tools/same.py OLD/.venv/bin/satpuzzle NEW/.venv/bin/satpuzzle FOLDER [NAME ...]

Counts each puzzle (those that take more than a minute are left out and named) and draws its first solution, with both.
Prints a line for each difference and writes pictures that differ to FOLDER, to be looked at.  Exits with 1 if counts
or nodes differ.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

LIMIT = "60"


def printed(program: str, *words: str) -> str:
    """Return what a command prints; an empty text if it fails."""
    return subprocess.run([program, *words], capture_output=True, text=True).stdout


def counted(program: str, name: str) -> dict[str, Any] | None:
    """Return the counts, orders of the group and nodes of a puzzle, None if it takes too long."""
    found = json.loads(printed(program, "count", name, "--format", "json", "-j", "1", "-t", LIMIT) or "{}")
    if not found.get("final"):
        return None
    nodes = found["stats"].get("nodes")
    return {key: found[key] for key in ("counts", "symmetry")} | {"nodes": nodes}


def main(old: str, new: str, folder: str, *names: str) -> int:
    """Compare, and return the exit status."""
    place, wrong = Path(folder), 0
    place.mkdir(parents=True, exist_ok=True)
    listed = json.loads(printed(new, "list", "puzzles", "--format", "json"))
    every = names or tuple(entry["name"] for entry in listed["puzzles"])
    for name in every:
        one, other = counted(old, name), counted(new, name)
        if one is None or other is None:
            print(f"{name}: not compared, it takes too long for {'both' if one is other else 'one'}", flush=True)
        elif one != other:
            wrong += 1
            print(f"{name}: {one} is {other} now", flush=True)
        pictures = [printed(program, "draw", name) for program in (old, new)]
        if pictures[0] != pictures[1]:
            print(f"{name}: another picture", flush=True)
            for when, picture in zip(("old", "new"), pictures, strict=True):
                (place / f"{name}-{when}.svg").write_text(picture, encoding="utf-8")
    print(f"{len(every)} puzzles, {wrong} with other counts or nodes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
