"""Pieces that may be turned in some ways only: the page keeps what a file says of them, and does not search."""

from in_node import in_node
from test_studio_counts import counted

import satpuzzle as sp
from satpuzzle.puzzle.formats.writing import content

READ = """
const known = (puzzle) => puzzle.pieces.map(({ name, min, max, rotate = true }) => [name, min, max, rotate]);
const tried = (read) => { try { return read(); } catch (error) { return error.message; } };
answer(input.files.map((file) => tried(() => {
  const puzzle = puzzleOf(file, library);
  return [known(puzzle), known(puzzleOf(contentOf(puzzle), library)), tried(() => coverOf(puzzle).options.length)];
})));
"""


def test_the_page_keeps_how_pieces_may_be_turned() -> None:
    pieces = [
        {"name": "A", "cells": [[0, 0, 0], [1, 0, 0]], "max": "any"},
        {"name": "B", "cells": [[0, 0, 0]], "rotate": 2},
        {"name": "C", "cells": [[0, 0, 0]], "rotate": True},
    ]
    files = [
        {"grid": "square", "box": [3, 3], "rotate": False, "pieces": pieces},
        {"grid": "square", "box": [3, 3], "pieces": pieces[:1]},
        {"grid": "square", "box": [3, 3], "rotate": "half", "pieces": pieces},
    ]
    kept = [["A", 0, 4, False], ["B", 1, 1, 2], ["C", 1, 1, True]]
    fixed, free, wrong = in_node(READ, "placements.js", files=files)
    assert fixed == [kept, kept, 6 + 9 + 9]
    assert free == [[["A", 0, 4, True]], [["A", 0, 4, True]], 12]
    assert wrong == "“rotate” has a value that is not allowed."


def test_the_page_reads_what_is_written_of_a_puzzle_with_fixed_pieces() -> None:
    puzzle = sp.make_puzzle(grid="square", box=[6, 10], rotate=2, pieces="pentominoes")
    ((kept, again, searched),) = in_node(READ, "placements.js", files=[content(puzzle, drawn=False)])
    assert kept == again == [[piece.name, 1, 1, 2] for piece in puzzle.pieces]
    assert searched == len(sp.place(puzzle))


def test_lying_and_standing_dominoes_are_counted_as_dominoes() -> None:
    cells = {"lies": [[0, 0, 0], [1, 0, 0]], "stands": [[0, 0, 0], [0, 1, 0]]}
    pieces = [{"name": name, "cells": some, "max": "any"} for name, some in cells.items()]
    (found,) = counted([{"grid": "square", "box": [6, 6], "rotate": False, "pieces": pieces}], parts=5)
    assert found is not None
    assert found["counts"] == found["divided"] == {"raw": 6728, "rotations": 3512, "isometries": 930}
