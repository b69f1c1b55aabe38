"""Lists the problems of a BurrTools file, and how many of their stored assemblies are solutions."""

from pathlib import Path
from typing import Any

from satpuzzle.puzzle.formats.burr import FULL, Problem
from satpuzzle.puzzle.formats.xmpuzzle.problem import GRID_NAMES, Opened, each, occurring
from satpuzzle.puzzle.formats.xmpuzzle.reading import read
from satpuzzle.solutions.stored import stored_solutions

_STATES = ("unsolved", "being solved", "solved", "partly solved")


def problems(path: Path) -> dict[str, Any]:
    """Describe a BurrTools file as plain data: its name, grid, comment, number of shapes, and a row for each problem.

    Raises PuzzleError if the file cannot be read.
    """
    burr = read(path)
    listed = []
    for number, (problem, found) in enumerate(each(burr, path.stem), 1):
        more = {"reason": found} if isinstance(found, str) else {"right": stored_facts(found)["right"]}
        listed.append(_row(number, problem) | more)
    return {
        "file": str(path),
        "grid": GRID_NAMES[burr.grid],
        "shapes": len(burr.shapes),
        "comment": burr.comment,
        "problems": listed,
    }


def _row(number: int, problem: Problem) -> dict[str, Any]:
    parts = occurring(problem)
    least, most = (sum(getattr(part, key) for part in parts) for key in ("min", "max"))
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


def stored_facts(problem: Opened) -> dict[str, Any]:
    """Return what a file states about a problem: its counts and state, and the number of stored assemblies.

    The entry `right` is the number of stored assemblies that are solutions.
    """
    right, wrong = stored_solutions(problem)
    return {
        "assemblies": problem.problem.assemblies,
        "solutions": problem.problem.solutions,
        "state": _STATES[min(problem.problem.state, len(_STATES) - 1)],
        "stored": len(right) + wrong,
        "right": len(right),
    }


def sentences(said: dict[str, Any]) -> str:
    """Return the result of `stored_facts` as lines of text."""
    lines = []
    if said["assemblies"] is not None:
        lines.append(f"BurrTools: {said['assemblies']} {'assembly' if said['assemblies'] == 1 else 'assemblies'}")
        if said["state"] != _STATES[FULL]:
            lines[-1] += f" so far ({said['state']})"
        if said["solutions"] is not None:
            lines.append(f"of which come apart: {said['solutions']}")
    lines.append(f"stored assemblies: {said['stored']}" + f", {said['right']} of them right" * bool(said["stored"]))
    return "".join(line + "\n" for line in lines)
