"""The pictures of bundled puzzles in the page."""

import numpy as np
from any_puzzles import restricting

import satpuzzle as sp
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import place
from satpuzzle.studio.page import page_data

UNSOLVABLE = ["mutilated-chessboard", "tetrahexes-triangle"]


def test_each_picture_is_a_solution() -> None:
    found = page_data()["pictures"]
    known = page_data()["puzzles"]
    assert set(found) == (set(sp.puzzles()) & set(known)) - {*UNSOLVABLE, "hard-squares"}
    for name, pieces in found.items():
        puzzle = sp.load(name)
        placements = place(puzzle)
        options = [
            placements.find(
                piece,
                [cell for cell in rest if isinstance(cell, int)],
                colours=[int(colour) for word in rest if isinstance(word, str) for colour in word.split(",")] or None
                if restricting(puzzle)
                else None,
                sides=rest[-1] if puzzle.tiled else None,
            )
            for piece, *rest in pieces
        ]
        folds = "chain" in puzzle.features  # then there may be several foldings on the same cells
        assert all(len(option) == 1 or (folds and option) for option in options), name
        for (piece, *cells), found_options in zip(pieces, options, strict=True):
            if puzzle.pieces[piece].chain:  # its cells are in its order
                assert cells in [placements.along(option).tolist() for option in found_options]
        cover_of(puzzle, placements).check(np.array([sorted(option[0] for option in options)]))
