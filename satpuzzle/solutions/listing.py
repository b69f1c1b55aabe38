"""The problems of a BurrTools file, and how many of their stored solutions are right."""

from pathlib import Path
from typing import Any

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.burr import FULL, Problem
from satpuzzle.puzzle.formats.xmpuzzle.problem import GRID_NAMES, Opened, occurring, opened
from satpuzzle.puzzle.formats.xmpuzzle.reading import read
from satpuzzle.solutions.stored import stored_solutions

_STATES = ("unsolved", "being solved", "solved", "partly solved")


def problems(path: Path) -> dict[str, Any]:
    """Return the facts about all problems of a file; raises PuzzleError if it cannot be read."""
    burr = read(path)
    listed = []
    for number, problem in enumerate(burr.problems, 1):
        row = _row(number, problem)
        try:
            row["right"] = says(opened(burr, path.stem, number))["right"]
        except PuzzleError as error:
            row["reason"] = str(error).removeprefix(f"problem {number}: ")
        listed.append(row)
    return {
        "file": str(path),
        "lattice": GRID_NAMES[burr.grid],
        "shapes": len(burr.shapes),
        "comment": burr.comment,
        "problems": listed,
    }


def _row(number: int, problem: Problem) -> dict[str, Any]:
    parts = occurring(problem)
    least, most = (sum(getattr(part, key) for part in parts) for key in ("minimum", "maximum"))
    return {
        "problem": number,
        "name": problem.name,
        "pieces": most if least == most else f"{least} to {most}",
        "result": None if problem.result is None else f"S{problem.result + 1}",
        "state": _STATES[min(problem.state, len(_STATES) - 1)],
        "assemblies": problem.assemblies,
        "solutions": problem.solutions,
        "stored": len(problem.stored),
        "right": None,
    }


def says(problem: Opened) -> dict[str, Any]:
    """Return the facts about one problem, and how many of its stored assemblies are right."""
    right, wrong = stored_solutions(problem)
    return {
        "assemblies": problem.problem.assemblies,
        "solutions": problem.problem.solutions,
        "state": _STATES[min(problem.problem.state, len(_STATES) - 1)],
        "stored": len(right) + wrong,
        "right": len(right),
    }


def sentences(said: dict[str, Any]) -> str:
    """Return the result of `says` as lines of text."""
    lines = []
    if said["assemblies"] is not None:
        lines.append(f"BurrTools: {said['assemblies']} {'assembly' if said['assemblies'] == 1 else 'assemblies'}")
        if said["state"] != _STATES[FULL]:
            lines[-1] += f" so far ({said['state']})"
        if said["solutions"] is not None:
            lines.append(f"of which come apart: {said['solutions']}")
    lines.append(f"stored assemblies: {said['stored']}" + f", {said['right']} of them right" * bool(said["stored"]))
    return "".join(line + "\n" for line in lines)
