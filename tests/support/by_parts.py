"""Classes of packings of a board whose parts are moved each by itself, by every product of their isometries."""

from collections.abc import Collection, Iterator

import by_hand
from by_hand import (
    Cell,
    Element,
    Moves,
    Packing,
    cells_of,
    embeddings,
    mirror_names,
    turned,
)

from satpuzzle.puzzle.model import Puzzle

Parts = list[frozenset[Cell]]


def group(puzzle: Puzzle, parts: Parts) -> tuple[list[Element], list[Element]]:
    """Return the rotations, and all isometries, as maps of packings; what they make of one may be none."""
    own = [(moves, on) for moves, on in _products(puzzle, parts)]
    moves, on = max(own, key=lambda each: len(each[1]))
    names = mirror_names(puzzle, moves, on)
    elements = [(_element(moves, on, names), on) for moves, on in own]
    return [element for element, on in elements if not on], [element for element, _ in elements]


def _products(puzzle: Puzzle, parts: Parts) -> Iterator[tuple[Moves, frozenset[Cell]]]:
    """Yield the image of each cell, and the cells of the parts that are reflected."""
    kind = dict(zip(cells_of(puzzle.board.tolist()), puzzle.optional.tolist(), strict=True))

    def several(left: Parts, free: Parts) -> Iterator[tuple[Moves, frozenset[Cell]]]:
        if not left:
            yield {}, frozenset()
            return
        for other in free:
            for moves, reflected in _isometries(puzzle, left[0], other):
                if all(kind[cell] == kind[image] for cell, image in moves.items()):
                    for more, on in several(left[1:], [each for each in free if each != other]):
                        yield moves | more, on | left[0] if reflected else on

    yield from several(parts, parts)


def _isometries(puzzle: Puzzle, part: frozenset[Cell], other: frozenset[Cell]) -> Iterator[tuple[Moves, bool]]:
    """Yield the isometries from one part to another, and whether each is a reflection."""
    cells, there = tuple(sorted(part)), tuple(sorted(other))
    over, grid = all(piece.turn_over for piece in puzzle.pieces), puzzle.grid.name
    if len(cells) != len(there):
        return
    known = set[tuple[Cell, ...]]()
    for reflected in (False, True):
        if grid == "fcc":
            images = {*embeddings(cells, there, reflected)}
        else:
            every = turned(cells, grid, over, reflected)
            images = {image for some in every for image in by_hand.laid_out(some, there, grid)}
        for image in sorted(images - known):
            if {*image} == other:
                known.add(image)
                yield dict(zip(cells, image, strict=True)), reflected


def _element(moves: Moves, on: Collection[Cell], names: dict[str, str]) -> Element:
    def image(packing: Packing) -> Packing:
        return frozenset(
            (
                names.get(name, f"mirrored {name}") if cells <= {*on} and on else name,
                frozenset(moves[cell] for cell in cells),
            )
            for name, cells in packing
        )

    return image
