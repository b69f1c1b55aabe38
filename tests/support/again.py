"""A puzzle that is written in a format, and read again."""

from collections.abc import Callable
from pathlib import Path

import satpuzzle as sp
from satpuzzle.puzzle.formats import puzzlestudio
from satpuzzle.puzzle.formats.endings import BURR
from satpuzzle.puzzle.formats.link import pack
from satpuzzle.puzzle.formats.writing import content
from satpuzzle.puzzle.formats.xmpuzzle.converting import burr_of
from satpuzzle.puzzle.formats.xmpuzzle.writing import save as save_burr
from satpuzzle.puzzle.model import Puzzle

Again = Callable[[Puzzle, Path], Puzzle]  # writes a puzzle to a folder


def link(puzzle: Puzzle) -> str:
    """Return the end of a link to the studio that has the puzzle."""
    return pack({"puzzle": content(puzzle, drawn=False)})


def _by_file(ending: str) -> Again:
    def again(puzzle: Puzzle, folder: Path) -> Puzzle:
        sp.save(puzzle, folder / f"puzzle{ending}")
        return sp.load(folder / f"puzzle{ending}")

    return again


def _by_burrtools(puzzle: Puzzle, folder: Path) -> Puzzle:
    save_burr(burr_of(puzzle), folder / "puzzle.xmpuzzle")
    return sp.load(folder / "puzzle.xmpuzzle")


def _by_puzzle_studio(puzzle: Puzzle, folder: Path) -> Puzzle:
    (folder / "studio.json").write_text(puzzlestudio.written(puzzle), encoding="utf-8")
    return sp.load(folder / "studio.json")


AGAIN: dict[str, Again] = {
    ".toml": _by_file(".toml"),
    ".json": _by_file(".json"),
    "link": lambda puzzle, folder: sp.load(link(puzzle)),
    BURR: _by_burrtools,
    puzzlestudio.FORMAT: _by_puzzle_studio,
}
