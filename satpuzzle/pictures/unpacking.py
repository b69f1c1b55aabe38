"""A disassembly as a strip of pictures: the packing, and the rest after each step, with the step in words."""

from satpuzzle.motion import Assembly
from satpuzzle.pictures import panel
from satpuzzle.pictures.panel import Panel
from satpuzzle.pictures.paper import Picture, captioned, grid, squarest, written
from satpuzzle.pictures.scene import Scene
from satpuzzle.solutions.solution import Solution

MOST = 30  # steps that are drawn


def strip(assembly: Assembly, solution: Solution) -> Picture:
    """Draw a disassembly of a solution, one picture per step."""
    scene = Scene.of(solution, assembly.as_dict()["steps"])
    flat, gone = scene.board.flat, set[int]()
    frames = [captioned(panel.seen(scene.figures, flat), f"{assembly.verdict}, {assembly.rules}")]
    for number, move in enumerate(scene.moves[:MOST], 1):
        there = [figure for place, figure in enumerate(scene.after(number)) if place not in gone]
        letters = " ".join(copy.letter for place in move.figures if (copy := scene.figures[place].copy))
        turns = "turn " if move.turn else ""
        frames.append(captioned(panel.seen(there, flat), f"{number}: {letters} {turns}{move.words}"))
        gone |= set(move.figures) if move.out else set()
    if len(scene.moves) > MOST:
        frames.append(_more(len(scene.moves) - MOST))
    return written(grid(frames, squarest(frames)), scene.title)


def _more(number: int) -> Panel:
    return captioned(Panel([], (0, 0, 1, 1)), f"and {number} more")
