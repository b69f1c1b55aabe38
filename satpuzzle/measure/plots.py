"""Plots of measurements in one style: the colours of the pictures, and legends beside the curves.

Curves differ in colour, lightness, dashes and markers, so they can also be told apart in grey.  A cactus plot, known
from the SAT competitions, shows how many instances each solver solves within a time; a scatter plot compares solvers
instance by instance.  Needs matplotlib (extra `notebook`).
"""

import io
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satpuzzle import data
from satpuzzle.errors import PuzzleError
from satpuzzle.extras import need
from satpuzzle.measure.table import ended, grouped, middle, telling
from satpuzzle.measure.trial import Record
from satpuzzle.pictures.printed import ENDINGS, Picture
from satpuzzle.solutions.palette import COLOURS, OUTLINE, luminance, shaded

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_DASHES = ("-", "--", "-.", ":")
_MARKS = "osD^vPX*<>"
_DOTS = 180  # per inch, of a .png file
_SHORTEST = 0.001  # seconds; shorter times are drawn at this value
_DARK = 0.3  # luminance up to which a line can be read on white
LINES = tuple(
    next(shade for light in (1.0, 0.85, 0.7, 0.55, 0.4) if luminance(shade := shaded(colour, light)) <= _DARK)
    for colour in COLOURS[:10]
)


def axes(columns: int = 1, width: float = 6.0, height: float = 3.4, **options: Any) -> "list[Axes]":
    """Return `columns` axes side by side; `options` are those of matplotlib's `subplots`.

    Raises PuzzleError if matplotlib is not installed.
    """
    plt = pyplot()
    from cycler import cycler

    count = len(LINES)
    dashes, marks = [_DASHES[n % len(_DASHES)] for n in range(count)], [_MARKS[n] for n in range(count)]
    plt.rcParams.update(
        {
            "axes.prop_cycle": cycler(color=LINES, linestyle=dashes, marker=marks),
            "axes.edgecolor": OUTLINE,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "grid.alpha": 0.3,
            "lines.markersize": 4,
            "lines.linewidth": 1.4,
            "legend.frameon": False,
            "font.size": 9,
            "axes.titlesize": 10,
            "figure.dpi": 90,
        }
    )
    _, found = plt.subplots(
        1, columns, figsize=(width * columns, height), layout="constrained", squeeze=False, **options
    )
    return list(found[0])


def pyplot() -> Any:
    """Return matplotlib's module pyplot.  Raises PuzzleError if it is not installed."""
    need("plots need", "matplotlib", "notebook")
    import matplotlib.pyplot as plt

    return plt


def beside(one: "Axes", **options: Any) -> None:
    """Put the legend of these axes to their right."""
    one.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), **options)


def cactus(
    one: "Axes", records: Iterable[Record], limit: float, key: str = "cpu", number: int | None = None
) -> dict[str, int]:
    """Draw how many instances each solver solves within a time; return how many it solves within the limit.

    The times are the values under `key`; times and `limit` are in seconds.  There must be one run per instance and
    solver.  The axis says that an instance is solved when `number` solutions, or all, are found.
    """
    from matplotlib.ticker import MaxNLocator

    solved = {}
    for runs in grouped(records, "solver"):
        times = sorted(max(run[key], _SHORTEST) for run in runs if ended(run, limit, key))
        solved[runs[0]["solver"]] = len(times)
        one.plot(times, range(1, len(times) + 1), label=runs[0]["solver"], markevery=max(1, len(times) // 10))
    one.axvline(limit, color=OUTLINE, linewidth=0.8, linestyle="-", marker="")
    one.set(
        xscale="log",
        xlabel="time (s)" if key == "seconds" else "CPU time (s)",
        ylabel=f"instances solved\n({_solved(number)})",
        ylim=(0, None),
    )
    one.yaxis.set_major_locator(MaxNLocator(integer=True))
    beside(one, title="solver")
    return solved


def _solved(number: int | None) -> str:
    """Return when an instance is solved, in words."""
    if number is None:
        return "all solutions found"
    return "first solution found, or none" if number == 1 else f"{number} solutions found, or all"


def scatter(one: "Axes", records: Iterable[Record], limit: float, key: str = "cpu") -> None:
    """Draw the times of the first solver against those of each other one, with a point for each instance that both ran.

    Below the diagonal the other solver is faster.  If a solver did not solve an instance within the limit, its point
    lies on the line of the limit.  There must be one run per instance and solver.
    """
    times: dict[str, dict[str, float]] = {}
    records = list(records)
    for run in records:
        spent = min(max(run[key], _SHORTEST), limit) if ended(run, limit, key) else limit
        times.setdefault(run["solver"], {})[run["puzzle"]] = spent
    (first, across), *others = times.items()
    for number, (name, up) in enumerate(others, 1):  # with the colours and markers that `cactus` gives them
        both = [puzzle for puzzle in across if puzzle in up]
        (points,) = one.plot([across[puzzle] for puzzle in both], [up[puzzle] for puzzle in both], label=name)
        points.set(color=LINES[number % len(LINES)], marker=_MARKS[number % len(_MARKS)], linestyle="")
    one.axline((limit, limit), slope=1, color=OUTLINE, linewidth=0.8, linestyle="-", marker="")
    for line in (one.axhline, one.axvline):
        line(limit, color=OUTLINE, linewidth=0.8, linestyle=":", marker="")
    least = min(spent for solver in times.values() for spent in solver.values()) / 2
    span = (least, 2 * limit)
    one.set(xscale="log", yscale="log", xlim=span, ylim=span, xlabel=f"{first} (s)", ylabel="another solver (s)")
    cut = any(not ended(run, limit, key) for run in records)
    beside(one, title="solver" + "\n(on dotted lines: not solved)" * cut)


def save(
    records: Iterable[Record], path: str | Path, key: str, limit: float | None = None, number: int | None = None
) -> None:
    """Write a cactus plot, and a scatter plot if there are several solvers, to a file of a picture.

    Repeated runs count as one run with the median time.  If `limit`, in seconds, is None, it is the longest time.  The
    runs were to find `number` solutions, or all if that is None.
    Raises PuzzleError for another suffix, if there are no times, or if matplotlib is not installed.
    """
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise PuzzleError(f"{path}: the name of a plot ends in {', '.join(ENDINGS)}")
    groups = grouped(records, "puzzle", "solver")
    runs = [telling(group) | {key: middle(group, key)} for group in groups if middle(group, key) is not None]
    if not runs:
        raise PuzzleError(f"{path}: there are no times to draw")
    several = len({run["solver"] for run in runs}) > 1
    found = axes(1 + several, 5.0)
    most = limit or 1.1 * max(max(run[key] for run in runs), _SHORTEST)
    cactus(found[0], runs, most, key, number)
    if several:
        scatter(found[1], runs, most, key)
    file = io.BytesIO()
    figure = pyplot().gcf()
    figure.savefig(file, format="svg" if ending == ".html" else ending[1:], dpi=_DOTS)
    pyplot().close(figure)
    if ending == ".html":
        text = file.getvalue().decode()
        Picture(text[text.index("<svg") :]).save(path)  # inside a page a declaration of XML is none
    else:
        data.write(path, file.getvalue())
