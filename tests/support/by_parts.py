"""Classes of packings of a board whose parts are moved each by itself, by every product of their isometries."""

from collections.abc import Iterator

from by_hand import Cell, Element, Moves, cells_of, element, keeps, mirror_names, moves_onto

from satpuzzle.puzzle.model import Puzzle

Parts = list[frozenset[Cell]]


def group(puzzle: Puzzle, parts: Parts) -> tuple[list[Element], list[Element]]:
    """Return the rotations, and all isometries, as maps of packings; what they make of one may be none."""
    own = [*_products(puzzle, parts)]
    names = mirror_names(puzzle, *max(own, key=lambda each: len(each[1])))
    elements = [(element(moves, names, on), on) for moves, on in own]
    return [each for each, on in elements if not on], [each for each, _ in elements]


def _products(puzzle: Puzzle, parts: Parts) -> Iterator[tuple[Moves, frozenset[Cell]]]:
    """Yield the image of each cell, and the cells of the parts that are reflected."""
    kind = dict(zip(cells_of(puzzle.board.tolist()), puzzle.optional.tolist(), strict=True))

    def several(left: Parts, free: Parts) -> Iterator[tuple[Moves, frozenset[Cell]]]:
        if not left:
            yield {}, frozenset()
            return
        for other in free:
            for moves, reflected in _isometries(puzzle, left[0], other):
                if keeps(moves, kind):
                    for more, on in several(left[1:], [each for each in free if each != other]):
                        yield moves | more, on | left[0] if reflected else on

    yield from several(parts, parts)


def _isometries(puzzle: Puzzle, part: frozenset[Cell], other: frozenset[Cell]) -> Iterator[tuple[Moves, bool]]:
    """Yield the isometries from one part to another, and whether each is a reflection."""
    over = all(piece.mirror for piece in puzzle.pieces)
    turns, every = (
        moves_onto(tuple(sorted(part)), tuple(sorted(other)), puzzle.grid.name, over, mirror)
        for mirror in (False, True)
    )
    yield from ((moves, False) for moves in turns)
    yield from ((moves, True) for moves in every if moves not in turns)
