"""Scenes: figures and their positions over time."""

from collections import Counter
from functools import cache

import numpy as np
import pytest

from satpuzzle import PuzzleError, Solution, assemble, solve
from satpuzzle.pictures.geometry import keys, places
from satpuzzle.pictures.scene import Scene
from satpuzzle.results import Assembly


@cache
def first(name: str, number: int = 1) -> list[Solution]:
    return list(solve(name, limit=number))


@cache
def apart(name: str) -> Assembly:
    return assemble(first(name)[0])


NAMES = ("galakub", "pentominoes-6x10", "iq-pyramid-5")


@pytest.mark.parametrize("name", NAMES)
def test_there_is_a_figure_for_each_piece_where_its_cells_are(name: str) -> None:
    (solution,) = first(name)
    scene = Scene.of(solution)
    assert [figure.copy.letter for figure in scene.figures if figure.copy] == solution.symbols()
    assert [figure.copy.name for figure in scene.figures if figure.copy] == [piece.name for piece, _ in solution.pieces]
    for figure, (_, cells) in zip(scene.figures, solution.pieces, strict=True):
        assert np.allclose(figure.placed(figure.body.cells), places(cells, solution.puzzle.grid))


def test_pieces_that_lie_the_same_way_share_a_body() -> None:
    """The twelve pentominoes have 63 orientations, so there are at most 63 bodies."""
    scenes = [Scene.of(solution) for solution in first("pentominoes-6x10", 20)]
    bodies = Counter(figure.body for scene in scenes for figure in scene.figures)
    assert sum(bodies.values()) == 12 * 20
    assert len(bodies) <= 63


def test_figures_move_away_from_the_middle() -> None:
    scene = Scene.of(first("galakub")[0])
    assert np.allclose(scene.board.centre, 1.5)
    for figure, outward in zip(scene.figures, scene.outward, strict=True):
        middle = figure.placed(figure.body.cells).mean(axis=0)
        assert np.allclose(outward, 1.2 * (middle - 1.5))


@pytest.mark.parametrize("name", ["galakub", "iq-pyramid-5"])
def test_positions_over_time_are_those_of_the_steps_replayed(name: str) -> None:
    (solution,) = first(name)
    steps = apart(name).steps
    assert len(steps) > 5
    # Here a piece that leaves moves by three vectors.
    written = [{"pieces": step.pieces, "direction": step.direction, "distance": step.distance or 3} for step in steps]
    scene = Scene.of(solution, written)
    found = scene.positions()
    at = [cells.copy() for _, cells in solution.pieces]
    for number in range(len(steps) + 1):
        if number:
            for piece in written[number - 1]["pieces"]:  # type: ignore[attr-defined]
                at[piece] += np.array(steps[number - 1].direction) * written[number - 1]["distance"]
        now = np.array([places(cells, solution.puzzle.grid)[0] for cells in at])
        assert np.allclose(found[number], now)
    assert not any(move.out for move in scene.moves)


def test_what_leaves_is_a_cell_or_more_behind_the_whole_board() -> None:
    (solution,) = first("galakub")
    scene = Scene.of(solution, apart("galakub").as_dict()["steps"])
    left = {figure for move in scene.moves if move.out for figure in move.figures}
    assert len(left) == 7  # the last piece need not move
    for move, after in zip(scene.moves, scene.positions()[1:], strict=True):
        towards = move.by / np.linalg.norm(move.by)
        ahead = (scene.board.at @ towards).max()
        for figure in move.figures:
            cells = scene.figures[figure].body.cells + after[figure]
            assert (cells @ towards).min() >= ahead + 1.5 - 1e-9


def test_what_stands_behind_the_board_already_needs_to_go_no_farther_than_a_step() -> None:
    (solution,) = first("galakub")
    up = {"pieces": [0], "direction": [0, 0, 1]}
    scene = Scene.of(solution, [up | {"distance": 9}, up | {"distance": "out"}])
    assert [move.by.tolist() for move in scene.moves] == [[0, 0, 9], [0, 0, 1]]


def test_ways_are_told_in_words() -> None:
    (cubes,), (balls,) = first("galakub"), first("iq-pyramid-5")

    def told(solution: Solution, direction: list[int], distance: object) -> str:
        (move,) = Scene.of(solution, [{"pieces": [0], "direction": direction, "distance": distance}]).moves
        return move.words

    ways = ([0, 0, 1], [0, 0, -1], [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0])
    assert [told(cubes, way, "out").removesuffix(" and out") for way in ways] == [
        "up", "down", "to the right", "to the left", "to the front", "to the back"
    ]  # fmt: skip
    assert told(cubes, [0, 0, 1], -2) == "down by 2"
    assert told(balls, [1, 0, 1], 1) == "up to the front right by 1"


def test_a_distance_is_a_number() -> None:
    with pytest.raises(PuzzleError, match=r"^steps: a step is "):
        Scene.of(first("galakub")[0], [{"pieces": [0], "direction": [0, 0, 1], "distance": float("nan")}])


def test_layers_hold_every_cell_once() -> None:
    (solution,) = first("galakub")
    layers = Scene.of(solution).layers()
    assert len(layers) == 4
    cells = [key for layer in layers for figure in layer for key in keys(figure.placed(figure.body.cells))]
    assert sorted(cells) == sorted(keys(places(solution.puzzle.board, solution.puzzle.grid)))


def test_cells_that_no_piece_covers_are_a_figure_of_each_layer() -> None:
    full = first("galakub")[0]
    some = Solution(full.options[:3], full.puzzle, full.placements)
    layers = Scene.of(some).layers()
    empty = [sum(len(figure.body.cells) for figure in layer if figure.copy is None) for layer in layers]
    assert sum(empty) == 64 - sum(len(cells) for _, cells in some.pieces)
    assert sum(len(figure.body.cells) for layer in layers for figure in layer) == 64
