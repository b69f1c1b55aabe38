"""Descriptions of puzzles and exact covers, as data and as text, for the commands `list` and `show`."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import bincount
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.group import moves_of_board
from satpuzzle.cover.reasons import colouring, volumes
from satpuzzle.cover.tables import Tables
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.model import Piece, Puzzle


def entry(puzzle: Puzzle) -> dict[str, Any]:
    """Return what a list of puzzles shows of a puzzle: name, title, grid, sizes and published counts."""
    counts = puzzle.published
    return {
        "name": puzzle.name,
        "title": puzzle.title,
        "grid": puzzle.grid.name,
        "cells": len(puzzle.board),
        "pieces": sum(piece.max for piece in puzzle.pieces),
        "raw": counts.raw,
        "rotations": counts.rotations,
        "isometries": counts.isometries,
    } | ({} if counts.patterns is None else {"patterns": counts.patterns})


def description(puzzle: Puzzle) -> dict[str, Any]:
    """Return the `entry` of a puzzle and also its board, pieces, number of placements, symmetries and source."""
    from satpuzzle.puzzle.piece_facts import facts_of

    if puzzle.alone is None:
        tables = Tables.of(puzzle)
        reason, symmetry = tables.reason or colouring(tables.cover), tables.symmetry.orders
        placed = tables.placements.piece[tables.placements.piece >= 0]
        each, many = bincount(placed, minlength=len(puzzle.pieces)).tolist(), len(placed)
    else:  # its placements are the foldings, which are found by a search
        moves, rotation = moves_of_board(puzzle)
        reason, symmetry = volumes(puzzle), {"rotations": int(rotation.sum()), "isometries": len(moves)}
        each, many = [None], None
    facts: list[dict[str, Any]] = [found.as_dict() for found in facts_of(puzzle)] or [{}] * len(puzzle.pieces)
    return entry(puzzle) | {
        "source": puzzle.source,
        "board": puzzle.board.tolist(),
        **({"colours": puzzle.colours.tolist()} if puzzle.colours.any() else {}),
        "optional": puzzle.board[puzzle.optional].tolist(),
        "frame": puzzle.frame.tolist(),
        "wrap": puzzle.wrapping.written,
        "up": puzzle.up if isinstance(puzzle.up, str) else list(puzzle.up),
        "pieces": [
            {"name": p.name, "min": p.min, "max": p.max, "cells": p.cells.tolist(), "placements": number}
            | ({} if p.rotate is True else {"rotate": p.rotate})
            | ({} if p.chain is None else {"chain": p.chain})
            | ({"colours": p.colours.tolist()} if p.colours.any() else {})
            | found
            for p, number, found in zip(puzzle.pieces, each, facts, strict=True)
        ],
        "rules": [str(rule) for rule in puzzle.rules],
        "placements": many,
        "symmetry": symmetry,
        "reason": reason and reason.text,
    }


def board_description(puzzle: Puzzle) -> dict[str, Any]:
    """Return the board of a file without pieces: name, title, grid, cells, those that may stay empty, symmetries."""
    return {
        "name": puzzle.name,
        "title": puzzle.title,
        "grid": puzzle.grid.name,
        "board": puzzle.board.tolist(),
        "optional": puzzle.board[puzzle.optional].tolist(),
        "frame": puzzle.frame.tolist(),
        "wrap": puzzle.wrapping.written,
        "symmetry": Tables.of(puzzle).symmetry.orders,
    }


def board_text(puzzle: Puzzle) -> str:
    """Return the description of a board without pieces as text, with a drawing."""
    lines = [f"{puzzle.title} ({puzzle.name})", "", *_board(puzzle), "", "pieces: none, the file has a board alone"]
    return "\n".join([*lines, f"symmetries: {in_words(Tables.of(puzzle).symmetry.orders)}"]) + "\n"


def _board(puzzle: Puzzle) -> list[str]:
    """Return a line about the board, and its drawing."""
    grid, optional = puzzle.grid, int(puzzle.optional.sum())
    marks = _marks(puzzle.board, puzzle.colours)
    marks |= {tuple(cell): "?" for cell in puzzle.board[puzzle.optional].tolist()}
    cells = f"board: {len(marks)} cells, {grid.summary}" + f", {optional} may stay empty" * bool(optional)
    marks |= {tuple(cell): "#" for cell in puzzle.frame.tolist()}
    cells += f", frame of {len(puzzle.frame)} cells" * bool(len(puzzle.frame)) + puzzle.wrapping.said
    return [cells, drawing.fold(drawing.draw(marks, grid))]


def _marks(cells: Points, colours: NDArray[np.int64]) -> dict[tuple[int, ...], str]:
    """Return for each cell its colour where a digit says it, as in a puzzle file, else a star."""
    hues = colours.tolist() if len(colours) else [0] * len(cells)
    return {tuple(cell): str(hue) if 0 < hue < 10 else "*" for cell, hue in zip(cells.tolist(), hues, strict=True)}


def cover_description(cover: ExactCover) -> dict[str, Any]:
    """Return the number of options of a bare cover, its items with their bounds, and why it is impossible."""
    tables = Tables.bare(cover)
    reason = tables.reason or colouring(cover)
    numbers = cover.members()[cover.live].sum(axis=0).tolist()
    bounds = zip(cover.names, cover.lower.tolist(), cover.upper.tolist(), numbers, strict=True)
    painted = dict(zip(cover.colours.items, cover.colours.names, strict=True))
    named = [(name, low, min(high, many), many) for name, low, high, many in bounds]
    return {
        "name": cover.name,
        "options": len(cover.rows),
        "live": int(cover.live.sum()),
        "items": [
            {"name": name, "min": low, "max": high, "options": many}
            | ({"colours": sorted(painted[item])} if item in painted else {})
            | ({"largest_weight": int(cover.times(item).max())} if item in cover.weights.items else {})
            for item, (name, low, high, many) in enumerate(named)
        ],
        "largest_cost": int(cover.costs.max()) if len(cover.costs) else 0,
        "reason": reason and reason.text,
    }


def cover_text(cover: ExactCover) -> str:
    """Return the description of a bare cover as text."""
    content = cover_description(cover)
    items, groups = content["items"], dict[str, list[str]]()
    for item in items:
        low, high = item["min"], item["max"]
        often = {(1, 1): "once", (0, 1): "at most once"}.get((low, high), f"{low} to {high} times")
        often = f"{low} times" if low == high != 1 else often
        groups.setdefault("in one colour" if "colours" in item else often, []).append(item["name"])
    lines = [f"{content['name']}: {numbered(len(items), 'item')}, {numbered(content['options'], 'option')}", ""]
    lines += [f"{numbered(len(names), 'item')} covered {often}: {' '.join(names)}" for often, names in groups.items()]
    sizes = cover.members().sum(axis=1).tolist()
    if sizes:
        fewest, most = min(sizes), max(sizes)
        spread = f"{fewest} to {most} items" if fewest < most else numbered(most, "item")
        lines.append(f"each option covers {spread}")
    heavy = [f"{item['name']} up to {item['largest_weight']} times" for item in items if "largest_weight" in item]
    lines += [f"some options cover {', '.join(heavy)}"] if heavy else []
    lines += [f"options cost up to {content['largest_cost']}"] if content["largest_cost"] else []
    if content["reason"]:
        lines.append(f"impossible: {content['reason']}")
    return "\n".join(lines) + "\n"


def text(puzzle: Puzzle) -> str:
    """Return the description as text, with drawings."""
    from satpuzzle.puzzle.piece_facts import facts_of, sentences

    content, grid = description(puzzle), puzzle.grid
    lines = [
        f"{puzzle.title} ({puzzle.name})",
        "",
        *_board(puzzle),
        "",
        f"pieces: {numbered(len(puzzle.pieces), 'shape')}{_placements(content['placements'])}",
    ]
    for piece, found in zip(puzzle.pieces, content["pieces"], strict=True):
        several = "" if piece.min == piece.max == 1 else f", {_copies(piece.min, piece.max)}"
        many = f"{numbered(len(piece.cells), 'cell')}{several}{_placements(found['placements'])}"
        lines += [
            "",
            f"{piece.name}: {many}{limits_in_words(piece, grid)}",
            *(() if piece.chain is None else [f"a chain, stretched: {piece.chain or 'of two cells'}"]),
            drawing.fold(drawing.draw(_marks(piece.cells, piece.colours), grid)),
        ]
    orders = content["symmetry"]
    about = sentences(puzzle, facts_of(puzzle))
    lines += ["", *about, f"symmetries: {in_words(orders)}"]
    lines += [f"rule: {rule.said()}" for rule in puzzle.rules]
    lines.append(f"known counts: {str(puzzle.published) or 'none'}")
    if content["reason"]:
        lines.append(f"impossible: {content['reason']}")
    if puzzle.source:
        lines.append(f"source: {puzzle.source}")
    return "\n".join(lines) + "\n"


def _placements(many: int | None) -> str:
    """Return a number of placements as the end of a phrase, nothing if they are not listed."""
    return "" if many is None else f", {numbered(many, 'placement')}"


def numbered(number: int, noun: str) -> str:
    """Return a number with its noun in the singular or plural: 1 piece, 2 pieces."""
    return f"{number} {noun}{'s' * (number != 1)}"


def written_sizes(sizes: Sequence[int]) -> str:
    """Return the sizes of a box or rectangle as text, such as 6x10."""
    return "x".join(map(str, sizes))


def limits_in_words(piece: Piece, grid: Grid) -> str:
    """Return how a piece may not be moved, as the end of a phrase; nothing if it may be moved in every way."""
    over = "" if piece.mirror or not grid.two_sided else ", not to be turned over"
    return over + ("" if piece.rotate is True else f", {turns_in_words(piece.rotate)}")


def turns_in_words(rotate: bool | int) -> str:
    """Return how a piece may be turned, `Piece.rotate`, if not in every way."""
    return f"turned by multiples of {360 // rotate} degrees" if rotate else "not to be turned"


def _copies(least: int, most: int) -> str:
    return f"{most if least == most else f'{least} to {most}'} copies"


def in_words(orders: dict[str, int]) -> str:
    """Return the orders of a group: 24 rotations, 48 isometries; or 1 rotation, 1 isometry."""
    names = {"rotations": "rotation", "isometries": "isometry"}
    known = [f"{orders[name]} {one if orders[name] == 1 else name}" for name, one in names.items() if name in orders]
    exchanging = [f"{number} with exchanged colours" for name, number in orders.items() if name == "patterns"]
    return ", ".join(known + exchanging)


def columns(rows: list[dict[str, Any]]) -> str:
    """Return rows with the same keys as a text table with aligned columns; lines are never cut."""
    header = {key: key for key in rows[0]}
    shown = [{key: "" if value is None else str(value) for key, value in row.items()} for row in rows]
    widths = {key: max(len(row[key]) for row in [header, *shown]) for key in header}
    numeric = {key for key in header if all(row[key].isdigit() or not row[key] for row in shown)}
    return "".join(
        "  ".join(
            row[key].rjust(widths[key]) if key in numeric else row[key].ljust(widths[key]) for key in header
        ).rstrip()
        + "\n"
        for row in [header, *shown]
    )
