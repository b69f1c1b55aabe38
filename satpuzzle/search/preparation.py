"""From a puzzle to what a backend is given: the cover, its symmetries, one item restricted, the backend's options."""

from dataclasses import dataclass, replace
from typing import Any

from satpuzzle.cnf.recipe import Recipe
from satpuzzle.cover.classes import Symmetry
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.given import Given, given_options
from satpuzzle.cover.group import symmetry_of
from satpuzzle.cover.placements import Placements, place
from satpuzzle.cover.presolve import presolve as presolved
from satpuzzle.engines import native as bitmask
from satpuzzle.engines.base import Stats
from satpuzzle.puzzle.lattice import Points
from satpuzzle.puzzle.model import Puzzle

_MANY, _PARTS = 1200, 600  # options from which a foreign solver gets the problem in so many parts


@dataclass(frozen=True)
class Tables:
    """A puzzle written down: all placements, the cover with the given pieces in place, and what keeps both."""

    puzzle: Puzzle
    placements: Placements
    cover: ExactCover
    symmetry: Symmetry

    @classmethod
    def of(cls, puzzle: Puzzle, given: Given = None, beside: Points | None = None) -> "Tables":
        """Write down placements and symmetries, which keep the frame or the points that are given as `beside`.

        Raises PuzzleError if the puzzle is too large or the given pieces make no sense.
        """
        placements = place(puzzle)
        cover = ExactCover.of(puzzle, placements)
        symmetry = symmetry_of(puzzle, cover, beside)
        if given is not None:
            cover = cover.given(given_options(puzzle, placements, given))
            symmetry = symmetry.stabiliser(cover.chosen)
        return cls(puzzle, placements, cover, symmetry)

    def impossible(self) -> str | None:
        """Return why there cannot be a solution, if volumes or placements show it, else None."""
        puzzle, cover = self.puzzle, self.cover
        reason = puzzle.impossible()
        item = cover.hopeless()
        if reason is not None or item is None:
            return reason
        cells = len(puzzle.board)
        if item < cells:
            return f"no piece can cover the cell {puzzle.board[item].tolist()}"
        piece, fits = puzzle.pieces[item - cells], int((cover.live & cover.covers(item)).sum())
        if fits == 0:
            return f"piece {piece.name} fits nowhere"
        return f"piece {piece.name} must lie {piece.minimum} times and has only {fits} placements"


@dataclass(frozen=True)
class Plan:
    """What a backend is given: a cover in which an item is restricted to orbit representatives, and options."""

    cover: ExactCover
    symmetry: Symmetry  # that finds one of each class among the cover's solutions
    options: dict[str, Any]
    stats: Stats  # what is known before the search

    @classmethod
    def native(cls, tables: Tables, strategy: bitmask.Rule, presolve: bool, parts: int | None) -> "Plan":
        """Plan the native search: which item and which strategy promise the shortest, by random probes."""
        candidates = tables.symmetry.restrictions(tables.cover)
        if presolve:
            candidates = [(item, presolved(cover)) for item, cover in candidates]
        number, options, stats = bitmask.choose(candidates, tables.puzzle.board, strategy)
        if parts is not None:
            options |= {"parts": parts, "state": None}
        item, cover = candidates[number]
        return cls(cover, tables.symmetry.led_by(item, cover), options, stats | {"options": int(cover.live.sum())})

    @classmethod
    def foreign(cls, tables: Tables, encoding: Recipe | None, presolve: bool, parts: int | None) -> "Plan":
        """Plan a foreign solver's search: the item with the smallest share of representatives, hopeless options out."""
        item, cover = tables.symmetry.restrictions(tables.cover)[0]
        options: dict[str, Any] = {}
        stats: Stats = {"options": int(cover.live.sum())}
        if presolve:
            cover = presolved(cover)
            stats["presolved"] = int(cover.live.sum())
        if encoding is not None:
            options["encoding"] = encoding
            stats["encoding"] = encoding.name
            if encoding.blocking == "images":
                cover = replace(cover, automorphisms=tables.symmetry.options[:, :-1])
        options["parts"] = parts = parts or (_PARTS if int(cover.live.sum()) > _MANY else 1)
        options["look_ahead"] = presolve and parts > 1
        return cls(cover, tables.symmetry.led_by(item, cover), options, stats)
