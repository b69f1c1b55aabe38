"""A benchmark: exact covers of many kinds, written in formats for many solvers, with the known results for each.

`benchmark.toml` lists the instances: names of bundled puzzles, and members of families, which are generated from sizes
and seeds.  Every instance is the whole matrix, without symmetry breaking and presolving, so counts are raw.
"""

import csv
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from satpuzzle import data
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cnf.recipe import Recipe
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import place
from satpuzzle.engines.exports import MODELS, Instance
from satpuzzle.errors import PuzzleError
from satpuzzle.measure.designs import DESIGNS
from satpuzzle.measure.instances import L5, N5, P5, STUDY, Y5, box, edge_matching, filled
from satpuzzle.puzzle.formats import toml
from satpuzzle.puzzle.formats.table import format_named
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.library import load
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.polyforms import every_piece

XML = "xmpuzzle"
FORMATS = (*MODELS, XML)
MANIFEST = "manifest.json"
VERSION = 2  # of the manifest; 1 had no effort
SOLVER = "satpuzzle's native search, strategy mrv, one core"
EFFORT = ("name", "nodes", "cpu_seconds", "finished", "estimated_nodes")  # the columns of effort.csv

_PENTACUBES = {"L": L5, "N": N5, "P": P5, "Y": Y5}


def pentacubes(kind: str, *sides: int) -> Puzzle:
    """Return the puzzle of filling a box with copies of the flat pentacube `kind`: L, N, P or Y."""
    return filled(f"{kind}5", sides, _PENTACUBES[kind])


def polyominoes(width: int, height: int, *sizes: int) -> Puzzle:
    """Return the puzzle of filling a rectangle with all free polyominoes of these sizes, one of each."""
    sets = [every_piece(size, GRIDS["square"]).pieces for size in sizes]
    pieces = [
        replace(piece, name=f"{piece.name}{size}") for size, some in zip(sizes, sets, strict=True) for piece in some
    ]
    return box(f"polyominoes-{width}x{height}", (width, height), pieces)


FAMILIES: Mapping[str, Callable[..., Puzzle | ExactCover]] = {
    "bundled": load,
    "pentacubes": pentacubes,
    "polyominoes": polyominoes,
    "edge-matching": edge_matching,
    **{f"study-{name}": make for name, make in STUDY.items()},
    **DESIGNS,
}


@dataclass(frozen=True)
class Entry:
    """An instance of the benchmark: how it is made, and the known results for it."""

    name: str
    family: str  # a key of FAMILIES
    arguments: tuple[Any, ...]  # the arguments of the family's function: sizes and seeds
    raw: int | None  # the number of solutions; None if it is unknown
    source: str  # the source of the number
    known: str = ""  # partial results, if the number is unknown

    def make(self) -> Puzzle | ExactCover:
        """Return the instance itself."""
        return FAMILIES[self.family](*self.arguments)


@cache
def entries() -> tuple[Entry, ...]:
    """Return all instances, in the order of `benchmark.toml`."""
    return tuple(map(_entry, toml.load(Path(__file__).with_suffix(".toml"))["instances"]))


def _entry(said: Mapping[str, Any]) -> Entry:
    family, arguments = said.get("family", "bundled"), tuple(said.get("arguments", ()))
    raw, source = said.get("raw"), said.get("source", "")
    if family == "bundled":
        puzzle = load(said["name"])
        arguments, raw, source = (said["name"],), puzzle.published.raw, puzzle.source
    return Entry(said["name"], family, arguments, raw, source, said.get("known", ""))


@cache
def efforts() -> dict[str, dict[str, Any]]:
    """Return the effort that `effort.py` measured for each instance, as it is written to the manifest.

    The keys are the names of the instances; an effort has nodes, CPU seconds and whether the search finished.
    """
    return {
        row["name"]: {
            "solver": SOLVER,
            "nodes": int(row["nodes"]),
            "cpu_seconds": float(row["cpu_seconds"]),
            "finished": row["finished"] == "yes",
            "estimated_nodes": float(row["estimated_nodes"]) if row["estimated_nodes"] else None,
        }
        for row in csv.DictReader(data.read(Path(__file__).with_name("effort.csv")).splitlines())
    }


class Written(NamedTuple):
    """An instance that was written to files: its entry in the manifest, and the total number of bytes."""

    facts: dict[str, Any]
    bytes: int


def write(
    folder: Path, recipe: Recipe, formats: Sequence[str] = FORMATS, clock: Clock = UNLIMITED
) -> Iterator[Written]:
    """Write every instance in these formats to a folder, and yield it; at the end write the manifest and a README.

    If a format cannot express an instance, there is no file for them, and the manifest has the reason.  Raises
    PuzzleError if the folder is not empty, OSError if a file cannot be written, and Stopped if the clock stops; then
    there is no manifest.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise PuzzleError(f"{folder}: is not empty; allowed is a new or an empty folder")
    every = []
    for entry in entries():
        clock.check()
        every.append(_write(folder, entry, recipe, formats, clock))
        yield every[-1]
    content = {"version": VERSION, "encoding": asdict(recipe), "instances": [written.facts for written in every]}
    data.write(folder / "README.md", (Path(__file__).with_suffix(".md")).read_text(encoding="utf-8"))
    data.write(folder / MANIFEST, json.dumps(content, ensure_ascii=False, indent=1) + "\n")


def _write(folder: Path, entry: Entry, recipe: Recipe, formats: Sequence[str], clock: Clock) -> Written:
    what = entry.make()
    puzzle = what if isinstance(what, Puzzle) else None
    cover = cover_of(what, place(what)) if isinstance(what, Puzzle) else what
    instance = Instance(cover, title=entry.name, recipe=recipe, clock=clock)
    files: dict[str, Any] = {}
    total = 0
    for format in formats:
        ending = MODELS[format].ending if format in MODELS else format_named(format).ending
        path = folder / format / f"{entry.name}{ending}"
        path.parent.mkdir(exist_ok=True)
        try:
            lines = _burr(puzzle) if format == XML else MODELS[format].lines(instance)
            _save(path, clock.each(lines))
            if format in MODELS:
                MODELS[format].put_beside(path)
        except PuzzleError as error:
            files[format] = {"missing": str(error)}
            continue
        content = path.read_bytes()
        total += len(content)
        files[format] = {
            "path": f"{format}/{path.name}", "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest(),
        }  # fmt: skip
    facts: dict[str, Any] = {
        "name": entry.name, "family": entry.family, "arguments": list(entry.arguments),
        "kind": "puzzle" if puzzle else "exact cover", "grid": puzzle.grid.name if puzzle else None,
        "items": len(cover.names), "options": len(cover.rows), "colours": bool(cover.colours),
        "solutions": entry.raw, "known": entry.known, "source": entry.source, "licence": "MIT",
        "effort": efforts().get(entry.name),
        "files": files,
    }  # fmt: skip
    return Written(facts, total)


def _burr(puzzle: Puzzle | None) -> Iterator[str]:
    if puzzle is None:
        raise PuzzleError("a BurrTools file needs a puzzle, and this is an exact cover without one")
    yield from text(puzzle, XML).splitlines()


def _save(path: Path, lines: Iterator[str]) -> None:
    """Write lines to a file, which gets its name only when it is complete."""
    with data.writing(path) as out:
        out.writelines(line + "\n" for line in lines)
