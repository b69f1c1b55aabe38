"""Quarter turns: which sets of pieces turn, the levels, and how they are told, replayed and drawn."""

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest
from by_turning import cage, level
from commands import complaint, run
from in_node import in_node
from packings import Cell, cells_of, drawn, packing

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.motion.assembly import Assembler, Assembly
from satpuzzle.motion.replay import replay
from satpuzzle.motion.rules import Rules, surroundings
from satpuzzle.motion.split import Move
from satpuzzle.pictures.scene import Scene
from satpuzzle.pictures.unpacking import strip
from satpuzzle.solutions.solution import Solution

CROSS = """
#######
###.###
##...##
#.AAA.#
##...##
###.###
###.###
"""
TURN = Move((0,), (0, 0, 1), 1, (6, 6, 0))


def bar(walls: str = "#") -> Solution:
    """Return a bar in a flat cross with one long arm, which is open at its end."""
    solid = "\n".join(["#" * 7] * 7)
    return drawn(f"{solid}\n\n{CROSS}\n\n{solid}".replace("#", walls))


def judged(solution: Solution, moves: str = "turns", states: int = 300) -> Assembly:
    return sp.assemble(solution, moves, max_states=states)


def test_a_bar_that_lies_across_its_way_out_must_turn() -> None:
    assert judged(bar(), "steps").verdict == "no"
    found = judged(bar())
    assert (found.verdict, found.level, found.states) == ("yes", "2", 5)
    assert found.steps == (TURN, Move((0,), (0, 1, 0), None))


def test_walls_that_are_a_piece_are_taken_off_likewise() -> None:
    found = judged(bar("B"))
    assert (found.verdict, found.level) == ("yes", "2")
    assert found.steps == (TURN, Move((0,), (0, 1, 0), None))


def assert_as_slowly(solution: Solution) -> bool:
    """Compare the moves to the first separation with those of a search that tries everything."""
    pieces = cells_of(solution)
    if len(solution.puzzle.frame):
        pieces = (*pieces, frozenset(map(tuple, solution.puzzle.frame.tolist())))
    try:
        wanted = level(pieces, 60)
    except OverflowError:
        return False
    found = judged(solution)
    if found.verdict == "no" and wanted is not None:
        assert found.steps  # something leaves, but something else does not
    else:
        assert (found.level and int(found.level.split(".")[0])) == wanted
    return True


@pytest.mark.full
@pytest.mark.parametrize("seed", [2, 16])
def test_turns_agree_with_trying_every_set_about_every_line(seed: int) -> None:
    assert assert_as_slowly(cage(Random(seed)))


@pytest.mark.slow
def test_turns_in_many_cages_agree_with_trying_every_set_about_every_line(seed: int) -> None:
    assert sum(assert_as_slowly(cage(Random(number))) for number in range(seed, seed + 100)) > 50


TRAY = """
#######
#*****#
#*****#
#*****#
#*****#
#*****#
####..#
"""


def test_flat_pieces_turn_in_their_plane_alone() -> None:
    shapes = ["****\n*...", ".**\n**.", "***\n*..", "***\n*..\n*..", "**\n*.", "***\n.*."]
    puzzle = sp.make_puzzle(grid="square", board=TRAY, pieces=shapes)
    every = [*sp.solve(puzzle)]
    assert len(every) == 96
    found = [sp.assemble(solution, "turns", slack=0.21) for solution in every[75:90]]
    opened = [each for each in found if each.verdict == "yes"]
    assert len(opened) == 1
    turns = [step for step in opened[0].steps if step.about is not None]
    assert turns and {tuple(map(abs, step.direction)) for step in turns} == {(0, 0, 1)}


@pytest.mark.parametrize("seed", range(4))
def test_flat_turns_are_searched_alike_and_as_between_two_plates(seed: int) -> None:
    random = Random(seed)
    marks: dict[Cell, str] = {(x, y, 0): random.choice("ABC") for x in range(3) for y in range(3)}
    walls: dict[Cell, str] = {(x, y, 0): "#" for x in range(-1, 4) for y in range(-1, 4) if (x, y, 0) not in marks}
    del walls[random.choice([(3, 1, 0), (1, 3, 0)])]
    flat = packing("square", marks | walls)
    plates: dict[Cell, str] = {(x, y, z): "#" for x in range(-5, 8) for y in range(-5, 8) for z in (-1, 1)}
    solid = packing("cubic", marks | walls | plates)
    found, between = judged(flat), judged(solid)
    assert (found.verdict, found.level) == (between.verdict, between.level)


def test_turns_open_what_steps_do_not() -> None:
    found = judged(cage(Random(0)))
    assert judged(cage(Random(0)), "steps").verdict == "no"
    assert (found.verdict, found.level) == ("yes", "2")


def test_levels_of_what_comes_apart_without_turns_are_not_higher_with_them() -> None:
    for seed in (1, 5, 8):
        random = Random(seed)
        marks: dict[Cell, str] = {(x, y, z): random.choice("ABC") for x in range(3) for y in range(2) for z in range(2)}
        solution = packing("cubic", marks)
        with_turns, without = judged(solution), judged(solution, "steps")
        assert with_turns.verdict == without.verdict
        assert with_turns.levels <= without.levels


def test_turns_are_for_cubes_and_squares() -> None:
    for name, grid in (("hexiamonds-6x6", "triangular"), ("iq-pyramid-4", "fcc"), ("rhombic-cube", "rhombic")):
        with pytest.raises(PuzzleError, match=f"{name} is on the grid {grid}, allowed are cubic and square$"):
            Assembler(sp.load(name), Rules("turns"))


def test_a_search_with_turns_that_meets_its_limit_is_undecided() -> None:
    found = judged(bar(), states=2)
    assert (found.verdict, found.core, found.states) == ("unknown", (0,), 2)


# Published puzzles


@pytest.mark.full
@pytest.mark.parametrize(("name", "level"), [("convolution", "1.1.3.1.1.2"), ("involute", "1.2.1.2.1.1.2")])
def test_a_published_puzzle_needs_a_turn_and_rounded_edges(name: str, level: str) -> None:
    (solution,) = sp.solve(name)
    assert judged(solution, "steps").verdict == "no"
    assert judged(solution).verdict == "no"
    assert sp.assemble(solution, "turns", slack=0.2).verdict == "no"
    found = sp.assemble(solution, "turns", slack=0.21)
    assert (found.verdict, found.level) == ("yes", level)
    assert sum(step.about is not None for step in found.steps) == 1
    assert found.as_dict()["slack"] == 0.21


def test_slack_is_refused_where_it_means_nothing() -> None:
    for wrong, why in ((0.31, "from 0 to 0.3"), (-0.1, "from 0 to 0.3"), (0.005, "hundredths")):
        with pytest.raises(PuzzleError, match=why):
            Rules("turns", slack=wrong)
    with pytest.raises(PuzzleError, match=r"^slack 0\.1: goes with moves turns$"):
        Rules("steps", slack=0.1)
    assert Rules("steps").facts == {"moves": "steps", "open": None, "max_states": 100_000}
    assert Rules("turns", slack=0.21).facts["slack"] == 0.21


def test_a_turn_with_slack_does_not_pass_the_replay_without() -> None:
    (solution,) = sp.solve("convolution")
    steps = sp.assemble(solution, "turns", slack=0.21).steps
    (around,) = surroundings(solution.puzzle, Rules())
    cells = [where for _, where in solution.pieces]
    replay(cells, around, steps, complete=True, slack=0.21)
    with pytest.raises(AssertionError, match="in the way of a turn"):
        replay(cells, around, steps, complete=True)


# Told


def test_turns_are_told_in_text_and_as_data() -> None:
    found = judged(bar())
    assert "1. A  turn by 90° about the axis +z at x = 3, y = 3\n" in str(found)
    assert "in several moves and turns, level 2" in str(found)
    assert "turning pieces on the way was not tried" in str(judged(bar(), "steps"))
    turn, leaving = found.as_dict()["steps"]
    assert turn == {
        "pieces": [0],
        "turn": {
            "axis": [0, 0, 1],
            "through": [3.0, 3.0, 0.0],
            "matrix": [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
            "offset": [6, 0, 0],
        },
    }
    assert leaving == {"pieces": [0], "direction": [0, 1, 0], "distance": "out"}
    assert json.loads(json.dumps(found.as_dict()))["moves"] == "turns"


def test_the_cells_of_a_turn_are_those_of_its_matrix() -> None:
    solution = bar()
    ((_, cells),) = solution.pieces
    turn = judged(solution).as_dict()["steps"][0]["turn"]
    after = cells @ np.array(turn["matrix"]).T + turn["offset"]
    assert sorted(map(tuple, after.tolist())) == [(3, y, 1) for y in (2, 3, 4)]


# Replayed


@pytest.mark.full
def test_a_wrong_turn_does_not_pass_the_replay() -> None:
    solution = bar()
    (around,) = surroundings(solution.puzzle, Rules())
    cells = [where for _, where in solution.pieces]
    replay(cells, around, judged(solution).steps, complete=True)
    for wrong, why in (
        (Move((0,), (0, 0, 1), 1, (4, 6, 0)), "in the way of a turn"),
        (Move((0,), (1, 0, 0), 1, (0, 6, 2)), "in the way of a turn"),
        (Move((0,), (0, 0, 1), 1, (6, 5, 0)), "takes no cell to a cell"),
        (Move((0,), (0, 1, 1), 1, (6, 6, 0)), "takes no cell to a cell|nothing turns about"),
    ):
        with pytest.raises(AssertionError, match=why):
            replay(cells, around, [wrong], complete=False)
    with pytest.raises(AssertionError, match="in the way of a move"):
        replay(cells, around, [Move((0,), (0, 1, 0), None)], complete=False)


def test_what_has_left_turns_where_it_was(tmp_path: Path) -> None:
    """A cube on the walls is so heavy that they leave it with the bar, which turns afterwards."""
    solid = "\n".join(["*" * 7] * 7)
    free = CROSS.replace("A", "?").replace(".", "?").replace("#", "*")
    walls = CROSS.replace("A", ".").replace("#", "*")
    (tmp_path / "heavy.toml").write_text(
        f'grid = "cubic"\nboard = """\n{solid}\n\n{free}\n\n{solid}\n\n*\n"""\n'
        f'[[pieces]]\nname = "A"\ncells = "***"\n'
        f'[[pieces]]\nname = "B"\ncells = """\n{solid}\n\n{walls}\n\n{solid}\n"""\n'
        '[[pieces]]\nname = "C"\nweight = 9\ncells = "*"\n'
    )
    across = [[2, 3, 1], [3, 3, 1], [4, 3, 1]]
    solution = next(s for s in sp.solve(tmp_path / "heavy.toml", up_to="raw") if s.pieces[0][1].tolist() == across)
    found = judged(solution)
    assert (found.verdict, found.levels) == ("yes", (1, 2))
    assert found.steps[0].pieces == (0, 1)
    assert found.steps[1:] == (TURN, Move((0,), (0, 1, 0), None))
    scene = Scene.of(solution, found.as_dict()["steps"])
    away = scene.moves[0].by
    assert np.array_equal(scene.after(2)[0].place - away, [3, 2, 1])


# Drawn


def test_a_scene_turns_the_body_and_a_strip_shows_it() -> None:
    solution = bar()
    found = judged(solution)
    scene = Scene.of(solution, found.as_dict()["steps"])
    assert [move.words for move in scene.moves] == ["by 90° about the axis up", "to the front and out"]
    before, after = scene.figures[0], scene.after(1)[0]
    assert np.array_equal(np.ptp(before.body.cells, axis=0), [2, 0, 0])
    assert np.array_equal(np.ptp(after.body.cells, axis=0), [0, 2, 0])
    assert np.array_equal(sorted(after.placed(after.body.cells).tolist()), [[3, 2, 1], [3, 3, 1], [3, 4, 1]])
    assert "turn by 90° about the axis up" in strip(found, solution).svg


def test_a_view_has_the_line_of_a_turn() -> None:
    page = sp.view(bar(), [judged(bar())])
    steps = page.begin["given"]["steps"]
    assert steps[0][0]["turn"]["through"] == [3.0, 3.0, 0.0]


@pytest.mark.parametrize(
    ("turn", "complaint"),
    [
        ({"axis": [1, 1, 0], "through": [0, 0, 0]}, r"steps: axis \[1, 1, 0\]: allowed are those of length 1"),
        ({"axis": [0, 0, 0], "through": [0, 0, 0]}, r"steps: direction \[0, 0, 0\] is not a direction"),
        ({"axis": [0, 0, 1]}, "steps: a step is"),
        ("once", "steps: a step is"),
    ],
)
def test_a_step_that_is_no_turn_is_refused(turn: object, complaint: str) -> None:
    with pytest.raises(PuzzleError, match=complaint):
        sp.view(bar(), [[{"pieces": [0], "turn": turn}]])


def test_turns_are_drawn_of_cubes_and_of_squares_in_their_plane() -> None:
    turn = {"axis": [0, 0, 1], "through": [0, 0, 0]}
    with pytest.raises(PuzzleError, match="pieces turn on the grids cubic and square, not on triangular"):
        sp.view(drawn("AB", "triangular"), [[{"pieces": [0], "turn": turn}]])
    with pytest.raises(PuzzleError, match=r"axis \[1, 0, 0\]: allowed on the grid square are those along z"):
        sp.view(drawn("AB", "square"), [[{"pieces": [0], "turn": turn | {"axis": [1, 0, 0]}}]])


# Kept


def test_a_journal_keeps_verdicts_with_the_moves_they_were_judged_by(tmp_path: Path) -> None:
    puzzle = bar().puzzle
    journal = tmp_path / "bar.journal"
    run = sp.solve(puzzle, assemblable=True, rules=Rules("turns"), journal=journal)
    assert len(list(run)) == 1
    again = sp.solve(puzzle, assemblable=True, rules=Rules("turns"), journal=journal)
    assert len(list(again)) == 1
    with pytest.raises(PuzzleError, match="turns"):
        list(sp.solve(puzzle, assemblable=True, rules=Rules("steps"), journal=journal))


# The command line


@pytest.mark.full
def test_commands_take_turns(tmp_path: Path) -> None:
    said = run("assemble", "convolution", "--moves", "turns", "--slack", "0.21").stdout
    assert "G  turn by 90° about the axis -x at y = 2, z = 0" in said
    assert "in several moves and turns with a slack of 0.21" in said
    counted = run("count", "bar-in-a-cross", "--by", "level", "--moves", "turns").stdout
    assert "level 2: raw 1" in counted
    file = str(tmp_path / "convolution.xmpuzzle")
    written = run("solve", "convolution", "--moves", "turns", "--slack", "0.21", "--assemblable", "-o", file)
    assert "1 solutions are written without a separation: BurrTools has no turns" in written.stderr
    assert complaint(run("assemble", "soma", "--slack", "0.2")) == "slack 0.2: goes with moves turns"
    assert complaint(run("count", "soma", "--slack", "0.2")) == "--slack 0.2: needs --assemblable"


def test_the_page_turns_what_has_left_where_it_is() -> None:
    """The line of a turn is given as if leaving had not moved the piece; a turn about +z takes x to y."""
    script = """
    const grid = library.grids.get("cubic"), solution = [{ cells: [[0, 0, 0]] }, { cells: [[3, 0, 0]] }];
    const motions = motionsOf(input.steps, solution, { grid, board: [[0, 0, 0], [3, 0, 0]], frame: [] });
    answer([motions[0].by.map((far, axis) => far + motions[0].to[axis]), poseOf([0, 0, 0], 0, motions, 2).place]);
    """
    steps = [
        {"pieces": [0], "direction": [1, 0, 0], "distance": "out"},
        {"pieces": [0], "turn": {"axis": [0, 0, 1], "through": [0.5, 0.5, 0]}},
    ]
    away, place = in_node(script, "motion.js", steps=steps)
    assert np.allclose(np.array(place) - away, [1, 0, 0])
