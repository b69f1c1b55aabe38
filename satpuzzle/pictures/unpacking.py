"""A disassembly as pictures: the packing, and then the figures after each step, with the step in words.

A frame or a box that holds the pieces is drawn, too, in space as if of glass.

They are a strip for a notebook, a sheet, numbered files, or an animation.  All pictures have one size, and equal
coordinates are at the same position in all of them.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import starmap
from pathlib import Path

from satpuzzle.errors import PuzzleError
from satpuzzle.motion.assembly import Assembly
from satpuzzle.pictures import panel
from satpuzzle.pictures.animation import ENDINGS as ANIMATIONS
from satpuzzle.pictures.animation import MOST as MOST_FRAMES
from satpuzzle.pictures.animation import frames, write_animation
from satpuzzle.pictures.instructions import stages, steps
from satpuzzle.pictures.panel import Panel
from satpuzzle.pictures.paper import captioned, grid, squarest, written
from satpuzzle.pictures.printed import ENDINGS as PICTURES
from satpuzzle.pictures.printed import Picture, numbered
from satpuzzle.pictures.scene import Figure, Scene, surrounding
from satpuzzle.solutions.solution import Solution

MOST = 30  # the largest number of steps that are drawn in a notebook
ENDINGS = (*PICTURES, *ANIMATIONS)
_SMOOTH = 6  # pictures per step in an animation; fewer if the animation would be too long
_STEP, _REST = 0.9, 1.5  # seconds for a step in an animation, and for the first and the last picture


def strip(assembly: Assembly, solution: Solution) -> Picture:
    """Draw a disassembly of a solution, one picture per step."""
    scene = Scene.of(solution, assembly.as_dict()["steps"])
    shown = _stages(scene, f"{assembly.verdict}, {assembly.rules}", surrounding(solution.puzzle, assembly.side))
    shown = shown[: MOST + 1]
    if len(scene.moves) > MOST:
        shown.append(captioned(Panel([], (0, 0, 1, 1)), f"and {len(scene.moves) - MOST} more"))
    return written(grid(shown, squarest(shown)), scene.title)


def save_steps(assembly: Assembly, path: str | Path, separate: bool = False, reverse: bool = False) -> list[Path]:
    """Draw all steps of a disassembly, on one sheet or as an animation (.gif, .apng); return the files.

    With `separate`, each step is drawn in a file of its own, with its number added to the name.  With `reverse`, the
    steps are those of putting the pieces together, and arrows show where pieces go.
    Raises PuzzleError for another suffix, and if there is no step to draw.
    """
    path = Path(path)
    moving = path.suffix.lower() in ANIMATIONS
    if path.suffix.lower() not in ENDINGS:
        raise PuzzleError(f"{path}: pictures of steps end in {', '.join(ENDINGS)}")
    if separate and moving:
        raise PuzzleError(f"{path}: an animation is one file, only {', '.join(PICTURES)} can be separate")
    if assembly.solution is None or not assembly.steps:
        raise PuzzleError(f"{path}: there is no step to draw")
    scene = Scene.of(assembly.solution, assembly.as_dict()["steps"])
    caption, around = f"{assembly.verdict}, {assembly.rules}", surrounding(assembly.solution.puzzle, assembly.side)
    if moving:
        between = max(1, min(_SMOOTH, (MOST_FRAMES - 1) // len(scene.moves)))
        shown = _stages(scene, caption, around, between, reverse)
        seconds = [_STEP / between] * len(shown)
        seconds[0] = seconds[-1] = _REST
        write_animation(frames(shown[::-1] if reverse else shown, scene.title), path, seconds)
        return [path]
    shown = [*starmap(captioned, steps(scene, around))] if reverse else _stages(scene, caption, around)
    if not separate:
        written(grid(shown, squarest(shown)), scene.title).save(path)
        return [path]
    paths = numbered(path, len(shown), first=int(reverse))  # else the first shows all pieces together
    for each, one in zip(shown, paths, strict=True):
        written(each, scene.title).save(one)
    return paths


def _stages(
    scene: Scene, caption: str, around: tuple[Figure, ...], between: int = 1, reverse: bool = False
) -> list[Panel]:
    """Return panels of one size: the packing with this caption, and then `between` panels for each step.

    What is `around` the pieces, a frame or a box, is in all of them.  With `reverse`, the words are those of putting
    the pieces together, for panels that are shown from the last to the first.
    """
    there = stages(scene, bool(around)) if reverse else []
    together = {stage.number: f"{place}: {stage.sentence}" for place, stage in enumerate(there, 1)}
    eye = panel.natural(scene)
    words, shown = [caption], [panel.projected([*scene.figures, *around], eye)]
    for number, figures in _seen(scene, between):
        shown.append(panel.projected([*figures, *around], eye))
        if reverse:
            words.append(together.get(number, ""))
            continue
        letters = " ".join(
            copy.letter for each in scene.moves[number - 1].figures if (copy := scene.figures[each].copy)
        )
        turns = "turn " * (scene.moves[number - 1].turn is not None)
        words.append(f"{number}: {letters} {turns}{scene.moves[number - 1].words}")
    lefts, tops, rights, bottoms = zip(*(each.box for each in shown), strict=True)
    box = (min(lefts), min(tops), max(rights), max(bottoms))
    panels = [captioned(Panel(each.parts, box), word) for each, word in zip(shown, words, strict=True)]
    widest = max((each.box for each in panels), key=lambda found: found[2] - found[0])
    return [Panel(each.parts, widest) for each in panels]


def _seen(scene: Scene, between: int) -> Iterator[tuple[int, list[Figure]]]:
    """Yield (number of the step, figures), `between` times for each step, at equal distances along the move.

    Figures that make a quarter turn are only shown before and after it.
    """
    positions, gone = scene.positions(), set[int]()
    for number, move in enumerate(scene.moves, 1):
        for part in range(1, between + 1):
            places = positions[number - 1] + (positions[number] - positions[number - 1]) * part / between
            figures = scene.after(number if part == between else number - 1)
            if move.turn is None:
                figures = [replace(figure, place=place) for figure, place in zip(figures, places, strict=True)]
            yield number, [figure for i, figure in enumerate(figures) if i not in gone]
        gone |= set(move.figures) if move.out else set()
