"""Comparisons: several backends solve the same puzzles, and their results are compared.

All backends use the same numbers for the same placements, so the sets of solutions are compared, not only their sizes.
The count of a run that was cut short is a lower bound; its solutions must be among those of the complete runs.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from satpuzzle.clock import Status
from satpuzzle.cnf.recipe import Recipe
from satpuzzle.cover.describe import numbered
from satpuzzle.cover.placements import place
from satpuzzle.errors import Stopped
from satpuzzle.extras import need
from satpuzzle.measure.runner import Found, rounds
from satpuzzle.measure.table import grouped, markdown, middle, solutions, telling
from satpuzzle.measure.trial import Contender, Puzzles, Record, Trial, contenders, trials
from satpuzzle.questions.question import ALONE, Asking, Context, function, question
from satpuzzle.rows import again, argument, option, positional
from satpuzzle.settings import HOW, LimitRow, TimeLimitRow
from satpuzzle.solutions.solution import Solution

if TYPE_CHECKING:
    import pandas

USUAL = ("native", "cadical", "cpsat")  # the backends that are compared by default


@dataclass(repr=False)
class Comparison:
    """The records of all runs, and a text for each disagreement between them.  It prints as a table."""

    records: list[Record] = field(default_factory=list)
    disagreements: list[str] = field(default_factory=list)
    interrupted: bool = False
    _found: dict[str, list[tuple[str, Status, Found]]] = field(default_factory=dict)

    @property
    def agree(self) -> bool:
        """Whether no two runs contradict each other."""
        return not self.disagreements

    def add(self, trial: Trial, record: Record, found: Found) -> None:
        """Add a run, and compare its solutions with those of earlier runs of the same puzzle."""
        self.records.append(record)
        if record["status"] == "failed":
            return
        name, solver, status = trial.puzzle.name, record["solver"], Status(record["status"])
        earlier = self._found.setdefault(name, [])
        found = next((theirs for _, _, theirs in earlier if theirs == found), found)  # equal sets share memory
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
        """Return a row for each puzzle and solver, in the order of the runs, with medians over repeated runs."""
        return [_row(runs) for runs in grouped(self.records, "puzzle", "solver")]

    def table(self) -> str:
        """Return the rows as a Markdown table."""
        return markdown(self.rows())

    @property
    def remarks(self) -> list[str]:
        """A sentence that says that the comparison was interrupted, if it was."""
        return ["interrupted: only the runs that ended so far are compared"] * self.interrupted

    @property
    def timed(self) -> str:
        """A sentence that says what the columns of times have, empty if there are no rows."""
        return (
            "first s, all s: elapsed time, with the start of a solver's process (Python and its library);"
            " work s: CPU time without this start; user s: with it" * bool(self.records)
        )

    @property
    def agreement(self) -> str:
        """A sentence that says how far the runs agree, if none of them disagree."""
        if len(self.records) < 2:
            return f"{'one run' if self.records else 'no run'}, with nothing to compare it with"
        if failed := sum(record["status"] == "failed" for record in self.records):
            return f"{numbered(failed, 'run')} failed; the others do not contradict each other"
        cut = self.interrupted or any(record["status"] != Status.EXHAUSTED for record in self.records)
        return "the solutions found do not contradict each other" if cut else "all runs found the same solutions"

    def __repr__(self) -> str:
        return "\n\n".join([self.table(), *self.remarks, *self.disagreements])

    def _repr_markdown_(self) -> str:
        return "\n\n".join([self.table(), *self.remarks, *(f"```\n{text}\n```" for text in self.disagreements)])

    def frame(self) -> "pandas.DataFrame":
        """Return the records as a pandas DataFrame, a row for each run; needs pandas (extra `notebook`)."""
        need("frames need", "pandas", "notebook")
        import pandas

        return pandas.DataFrame(
            [
                {key: value for key, value in record.items() if key != "versions"}
                | {"final": record["status"] == Status.EXHAUSTED}
                for record in self.records
            ]
        )


def _row(runs: list[Record]) -> dict[str, Any]:
    last = telling(runs)
    final = last["status"] == Status.EXHAUSTED
    return {
        "puzzle": last["puzzle"],
        "solver": last["solver"],
        "solutions": solutions(runs),
        "first s": middle(runs, "first"),
        "all s": middle(runs, "seconds") if final else None,
        "work s": middle(runs, "work"),
        "user s": middle(runs, "user"),
        "peak MB": last.get("peak_mb"),
        "nodes": last.get("nodes"),
        "conflicts": last.get("conflicts"),
        "variables": last.get("variables"),
        "clauses": last.get("clauses", last.get("constraints")),
        "status": last["status"] if last["status"] != "failed" else f"failed: {last['error']}",
    }


Watch = Callable[[Comparison, Record], None]
MOST_ROUNDS = 1000


# fmt: off
@question
class CompareQuestion(Asking, LimitRow):
    """Solve puzzles with several backends in interleaved rounds, and compare the solutions and times.

    SAT backends run once with each of the `encodings`, the native search once with each of the `strategies`, all on one
    core.  Times begin with the placements in memory and include the start of a solver's process, about 0.1 s.  A
    record's `work` is the CPU seconds of the whole run without this start, `first_work` those until the first solution.

    A run stops after `time_limit` seconds of search, or at `limit` solutions.  With `seeds`, each repeat has its own
    seed, for the solvers that accept one.  Unless `patient`, a run is not repeated after a time limit cut it short.

    `watch` is called several times a second, with the comparison so far and the latest report of the current run; the
    last report of a run has a `status`.  Ctrl-C and the clock end the comparison, which keeps the completed runs.
    """

    puzzles: Puzzles = argument("PUZZLE...", "Names of bundled puzzles, or files.", kw_only=False, among="puzzles")
    backends: Sequence[str | Contender] = positional(
        option(
            USUAL, "--backend -b NAME", HOW, "A backend, or a command line such as 'kissat {cnf}'; may be repeated.",
            among="backends"), default=USUAL, kw_only=False)
    encodings: Sequence[str | Recipe] = option(
        (), "--encoding -e NAME", HOW, "An encoding for the SAT backends; may be repeated.", among="encodings")
    strategies: Sequence[str] = option(
        (), "--strategy -s NAME", HOW, "A strategy of the native search; may be repeated.", among="strategies")
    repeat: int = option(1, "-r N", None, "How often each run is repeated.", least=1, most=MOST_ROUNDS)
    time_limit: float | None = again(TimeLimitRow, "time_limit", says="Stop each run after this many seconds.")
    seeds: bool = field(default=False, kw_only=True)
    patient: bool = field(default=True, kw_only=True)
    # fmt: on

    @property
    def context(self) -> Context:
        """The context, whose clock is for all runs together."""
        return Context(self.clock, self.watch)

    def ask(self, context: Context = ALONE) -> Comparison:
        """Return the comparison.

        Raises PuzzleError for invalid arguments, and Stopped if reading a puzzle takes longer than `time_limit`.
        """
        clock = context.clock
        solvers = [contender for contender in self.backends if isinstance(contender, Contender)]
        if names := [name for name in self.backends if isinstance(name, str)]:
            solvers += contenders(names, self.encodings, self.strategies)
        todo = trials(
            self.puzzles, solvers, time_limit=self.time_limit, limit=self.limit, collect=True, clock=clock
        )
        comparison = Comparison()
        try:
            for trial, report, found in rounds(
                todo, self.repeat, seeds=self.seeds, patient=self.patient, clock=clock
            ):
                record = {"puzzle": trial.puzzle.name, "solver": str(trial.contender)} | report
                if found is not None:
                    comparison.add(trial, record, found)
                context.watch(comparison, record)
        except (KeyboardInterrupt, Stopped):
            comparison.interrupted = True
        return comparison


compare = function(CompareQuestion, "compare")
