"""Comparisons: the same puzzles by several backends, measured and checked against each other.

Every run is a process of its own, and rounds are interleaved, as for benchmarks.  All backends choose among the same
placements by the same numbers, so what they find is compared as sets of solutions, not only counted.  A run that
was cut short has a lower bound to show; what it did find must be among the solutions of those that were not.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from satpuzzle.api import solve
from satpuzzle.clock import Status
from satpuzzle.cnf.recipe import Recipe, load_recipe
from satpuzzle.cover.placements import place
from satpuzzle.engines import BACKENDS
from satpuzzle.engines.native.registry import find
from satpuzzle.engines.native.strategy import AUTO
from satpuzzle.errors import PuzzleError
from satpuzzle.machine import surroundings
from satpuzzle.measure.trial import Contender, Found, Record, Trial, run_apart
from satpuzzle.puzzle.library import closest, load
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.solutions.solution import Solution

if TYPE_CHECKING:
    import pandas

_TEXTS = ("puzzle", "solver", "status")  # columns that are not numbers


def contenders(
    backends: Iterable[str], encodings: Sequence[str | Recipe] = (), strategies: Sequence[str] = ()
) -> list[Contender]:
    """Return each backend with each encoding or strategy, where it takes some.

    Raises PuzzleError for unknown names, and for encodings or strategies that no backend takes.
    """
    recipes = [one if isinstance(one, Recipe) else load_recipe(one) for one in encodings]
    for strategy in strategies:
        if strategy != AUTO:
            find(strategy)
    found: list[Contender] = []
    for backend in backends:
        if backend not in BACKENDS:
            raise PuzzleError(f"backend {backend}{closest(backend, BACKENDS)}: choose from {', '.join(BACKENDS)}")
        suited = [one for one in recipes if not one.differing() or one.differing() & set(BACKENDS[backend].reads)]
        if recipes and BACKENDS[backend].reads:
            found += [Contender(backend, encoding=recipe) for recipe in suited] or [Contender(backend)]
        elif strategies and BACKENDS[backend].strategies:
            found += [Contender(backend, strategy=strategy) for strategy in strategies]
        else:
            found.append(Contender(backend))
    if recipes and not any(one.encoding for one in found):
        raise PuzzleError("encodings are for SAT backends, and there is none")
    if strategies and not any(one.strategy for one in found):
        raise PuzzleError("strategies are for the backend bitmask, which is not compared")
    found = list(dict.fromkeys(found))
    _all_different("ways to solve", map(str, found))
    return found


def _all_different(what: str, names: Iterable[str]) -> None:
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise PuzzleError(f"two {what} are called {twice[0]}")


@dataclass(repr=False)
class Comparison:
    """What was measured, a record for each run, and the disagreements, a text for each; printed as a table."""

    records: list[Record] = field(default_factory=list)
    disagreements: list[str] = field(default_factory=list)
    interrupted: bool = False
    _found: dict[str, list[tuple[str, Status, Found]]] = field(default_factory=dict)

    @property
    def agree(self) -> bool:
        """Whether no two runs contradict each other."""
        return not self.disagreements

    def add(self, trial: Trial, record: Record, found: Found) -> None:
        """Add a run, and compare what it found with the runs of the same puzzle before it."""
        self.records.append(record)
        if record["status"] == "failed":
            return
        name, solver, status = trial.puzzle.name, record["solver"], Status(record["status"])
        earlier = self._found.setdefault(name, [])
        found = next((theirs for _, _, theirs in earlier if theirs == found), found)  # kept once
        for other, ended, theirs in earlier:
            for one, has, another, lacks, final in (
                (solver, found, other, theirs, ended is Status.EXHAUSTED),
                (other, theirs, solver, found, status is Status.EXHAUSTED),
            ):
                if final and (extra := has - lacks):
                    solution = Solution(min(extra), trial.puzzle, place(trial.puzzle))
                    self.disagreements.append(
                        f"{name}: of the solutions of {one}, {another} lacks {len(extra)}, first\n{solution}"
                    )
        if (solver, status, found) not in earlier:
            earlier.append((solver, status, found))

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each puzzle and solver: medians over the repeats, in the order in which they were run."""
        groups: dict[tuple[str, str], list[Record]] = {}
        for record in self.records:
            groups.setdefault((record["puzzle"], record["solver"]), []).append(record)
        return [_row(runs) for runs in groups.values()]

    def table(self) -> str:
        """Return the rows as a Markdown table."""
        rows = self.rows()
        if not rows:
            return ""
        cells = [list(rows[0]), *(list(map(shown, row.values())) for row in rows)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        left = [key in _TEXTS for key in rows[0]]
        lines = [
            " | ".join(
                cell.ljust(width) if text else cell.rjust(width)
                for cell, width, text in zip(row, widths, left, strict=True)
            )
            for row in cells
        ]
        rule = "|".join(
            "-" * (width + 2) if text else "-" * (width + 1) + ":" for width, text in zip(widths, left, strict=True)
        )
        return "\n".join([f"| {lines[0]} |", f"|{rule}|", *(f"| {line} |" for line in lines[1:])])

    def __repr__(self) -> str:
        return "\n\n".join([self.table(), *self.disagreements])

    def _repr_markdown_(self) -> str:
        return "\n\n".join([self.table(), *(f"```\n{text}\n```" for text in self.disagreements)])

    def frame(self) -> "pandas.DataFrame":
        """Return the records as a pandas DataFrame, a row for each run; needs pandas (extra `notebook`)."""
        try:
            import pandas
        except ImportError:
            raise PuzzleError("frames need the Python package pandas: pip install 'satpuzzle[notebook]'") from None
        return pandas.DataFrame(
            [{key: value for key, value in record.items() if key != "versions"} for record in self.records]
        )


def _row(runs: list[Record]) -> dict[str, Any]:
    last = next((run for run in runs if run["status"] != Status.EXHAUSTED), runs[-1])  # one cut short tells most
    done = [run for run in runs if run["status"] != "failed"]

    def middle(key: str) -> float | None:
        values = [run[key] for run in done if run.get(key) is not None]
        return float(median(values)) if values else None

    final = last["status"] == Status.EXHAUSTED
    return {
        "puzzle": last["puzzle"],
        "solver": last["solver"],
        "solutions": last["solutions"] if final else f"≥ {max((run['solutions'] for run in done), default=0)}",
        "first s": middle("first"),
        "all s": middle("seconds") if final else None,
        "user s": middle("user"),
        "peak MB": last.get("peak_mb"),
        "nodes": last.get("nodes"),
        "conflicts": last.get("conflicts"),
        "variables": last.get("variables"),
        "clauses": last.get("clauses", last.get("constraints")),
        "status": last["status"] if last["status"] != "failed" else f"failed: {last['error']}",
    }


def shown(value: Any) -> str:
    """Return a value as it stands in a table."""
    return "" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)


Watch = Callable[[Comparison, Record], None]


def compare(
    puzzles: Puzzle | str | Path | Iterable[Puzzle | str | Path],
    backends: Sequence[str] = ("bitmask", "cadical", "cpsat"),
    *,
    encodings: Sequence[str | Recipe] = (),
    strategies: Sequence[str] = (),
    seconds: float | None = None,
    limit: int | None = None,
    repeat: int = 1,
    watch: Watch | None = None,
) -> Comparison:
    """Solve puzzles by several backends, each run in a process of its own, round after round; return what came out.

    SAT backends run once for each of the `encodings`, bitmask for each of the `strategies`, all on one core.  Times
    begin with the placements in memory; the start of a solver's own process, about 0.1 s, is in them.  A run
    stops after so many `seconds` of search, or at `limit` solutions.  `watch` is called with what there is so far and
    the latest report of a run, several times a second and at the end of each, when the report has a `status`.
    Ctrl-C ends the comparison; the runs that had ended stay in it.
    Raises PuzzleError for arguments that make no sense.
    """
    one = isinstance(puzzles, Puzzle | str | Path)
    names: Iterable[Puzzle | str | Path] = [puzzles] if one else puzzles  # type: ignore[assignment, list-item]
    loaded = [puzzle if isinstance(puzzle, Puzzle) else load(puzzle) for puzzle in names]
    _all_different("puzzles", (puzzle.name for puzzle in loaded))
    ways = contenders(backends, encodings, strategies)
    if repeat < 1:
        raise PuzzleError(f"repeat {repeat}: allowed are integers from 1")
    trials = [Trial(puzzle, way, seconds, limit) for puzzle in loaded for way in ways]
    for trial in trials:
        solve(trial.puzzle, trial.contender.backend, seconds=seconds, limit=limit)  # complains before anything is run
    comparison, machine = Comparison(), surroundings()
    try:
        for number in range(repeat):
            for trial in trials:
                about = {"puzzle": trial.puzzle.name, "solver": str(trial.contender), "repeat": number}
                for report, found in run_apart(trial):
                    record = about | report
                    if found is not None:
                        record |= machine
                        comparison.add(trial, record, found)
                    if watch is not None:
                        watch(comparison, record)
    except KeyboardInterrupt:
        comparison.interrupted = True
    return comparison
