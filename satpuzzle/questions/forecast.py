"""Estimates the cost of a search before it is run: nodes, CPU time, parts, and elapsed time by number of workers."""

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from satpuzzle.api import solve
from satpuzzle.cover.describe import numbered
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import Engine, SolverConfig
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.answer import Answer
from satpuzzle.questions.facts import COUNT, TEXT, Fact, every, having, shared
from satpuzzle.questions.question import ALONE, Asking, Context, function, question
from satpuzzle.rows import again, argument, positional
from satpuzzle.search.makespan import makespans
from satpuzzle.search.plan import Plan, make_plan
from satpuzzle.search.progress import duration, short
from satpuzzle.search.run import Search
from satpuzzle.search.sample import Interval, Sampler, sample
from satpuzzle.settings import BackendRow, EstimateRows, GivenRow, JournalRows, PartsRow, SeedRow, StrategyRow

_SPAN = shared("interval")
_LEAF = 100_000  # nodes of a subtree that is searched; one takes a few hundredths of a second
_FEWEST, _EACH, _SECONDS = 64, 8, 1.0  # parts at least; for each worker; seconds that one should take


@dataclass(frozen=True, repr=False)
class Forecast(Answer):
    """Estimates from a sample of a search, with 90 % intervals."""

    name: str
    strategy: str
    parts: int  # the number of parts to ask for
    nodes: Interval
    cpu_seconds: Interval
    makespans: dict[int, Interval]  # elapsed seconds, by the number of workers
    ends: dict[int, Interval]  # parts in total, including those that will be split, by the number of workers
    draws: int  # subtrees in the sample; 0 if the whole tree was searched
    searched: int  # nodes visited for this estimate
    facts: ClassVar[tuple[Fact, ...]] = (
        Fact("puzzle", TEXT, of=lambda self: self.name),
        Fact("strategy", TEXT),
        Fact("parts", COUNT),
        Fact("nodes", _SPAN, of=lambda self: asdict(self.nodes)),
        Fact("cpu_seconds", _SPAN, of=lambda self: asdict(self.cpu_seconds)),
        Fact(
            "makespans",
            every(having(Fact("workers", COUNT), Fact("seconds", _SPAN), Fact("parts", _SPAN))),
            of=lambda self: self._makespans,
        ),
        Fact("draws", COUNT),
        Fact("searched", COUNT),
    )

    @property
    def _makespans(self) -> list[dict[str, Any]]:
        return [
            {"workers": number, "seconds": asdict(self.makespans[number]), "parts": asdict(self.ends[number])}
            for number in self.makespans
        ]

    def __repr__(self) -> str:
        about, seconds = short(self.nodes.mean), self.cpu_seconds.mean
        return f"<forecast of {self.name}: about {about} nodes by {self.strategy}, {seconds:.2g} s of CPU>"

    @property
    def sentence(self) -> str:
        """The size of the search, and on further lines the time for each number of workers."""
        how = f"{self.draws} parts drawn" if self.draws else "searched to the end"
        lines = [
            f"{self.name}: {_nodes(self.nodes)} nodes by {self.strategy}, {_span(self.cpu_seconds)} of CPU,"
            f" {self.parts} parts; {how}"
        ]
        rows: list[tuple[list[int], str]] = []  # numbers of workers, and the text about all of them
        for number, span in self.makespans.items():
            said = f"{_span(span)}, {self.ends[number].mean:.0f} parts"
            if rows and rows[-1][1] == said:
                rows[-1][0].append(number)
            else:
                rows.append(([number], said))
        return "\n".join([*lines, *(f"{_workers(numbers):>20}  {said}" for numbers, said in rows)])


@question
class EstimateQuestion(Asking, StrategyRow, PartsRow, GivenRow, EstimateRows, SeedRow):
    """What a search for all solutions costs, and how long it takes with each number of workers.

    By default there are a few parts for each worker, or fewer if a part would otherwise take less than a second.  The
    time limit and the clock are for the estimate itself, which assumes cores as fast as this one, without other work.
    """

    subject: Puzzle | ExactCover | str | Path = argument(
        "PUZZLE", "A puzzle, its name or file, or a cover.", kw_only=False
    )
    backend: str | Engine = positional(again(BackendRow, "backend"), default="native", kw_only=False)
    part_seconds: float = again(
        JournalRows, "part_seconds", says="Split a part of the search that takes longer.", needs=()
    )

    def ask(self, context: Context = ALONE) -> Forecast:
        """Return the estimate.

        Raises PuzzleError for invalid options or if the backend is not the native search, and Stopped if the time is
        over before there is an estimate.
        """
        if not self.workers or min(self.workers) < 1:
            raise PuzzleError(f"workers {','.join(map(str, self.workers))}: allowed are integers from 1")
        search = solve(
            self.subject, self.backend, parts=self.parts, strategy=self.strategy, given=self.given, clock=context.clock
        )
        if not search.request.config.engine.estimates:
            raise PuzzleError(f"backend {self.backend}: it cannot be estimated, only the native search can")
        nothing = Interval(0.0, 0.0, 0.0)
        none = dict.fromkeys(self.workers, nothing)
        impossible = Forecast(search.request.name, "none", 0, nothing, nothing, none, none, 0, 0)
        context.watch(f"{search.request.name}: preparing")
        search.tabulate()
        if search.obstacle is not None:
            return impossible
        plan = _plan(search, replace(search.request.config, parts=self.parts or _parts(search, max(self.workers))))
        if plan.reason is not None:
            return impossible
        rough = (
            f"{search.request.name}: about {short(float(plan.stats.get('estimated_nodes', 0)))} nodes by first probes"
        )
        sampler = Sampler(plan, _LEAF, search.clock, watch=lambda text: context.watch(f"{rough}, {text}"))
        sampled = sample(sampler, self.draws, self.seed)
        spans = {number: makespans(sampled, number, self.part_seconds, self.seed) for number in self.workers}
        return Forecast(
            search.request.name,
            plan.stats["strategy"],
            len(plan.parts),
            sampled.nodes,
            sampled.seconds,
            {number: span for number, (span, _) in spans.items()},
            {number: end for number, (_, end) in spans.items()},
            sampled.draws,
            sampler.searched,
        )


estimate = function(EstimateQuestion, "estimate")


def _plan(search: Search, config: SolverConfig) -> Plan:
    return make_plan(search.tabulate(), config, search.clock)


def _parts(search: Search, workers: int) -> int:
    """Return a number of parts that keeps all workers busy without making parts too short, by the first probes."""
    rough = float(_plan(search, replace(search.request.config, parts=2)).stats.get("estimated_seconds", 0.0))
    return int(max(_FEWEST, min(_EACH * workers, rough / _SECONDS)))


def _workers(numbers: list[int]) -> str:
    return numbered(numbers[0], "worker") if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]} workers"


def _nodes(found: Interval) -> str:
    return short(found.mean) + (f" ({short(found.low)} to {short(found.high)})" if found.low < found.high else "")


def _span(found: Interval) -> str:
    low, mean, high = map(duration, (found.low, found.mean, found.high))
    return mean if low == high else f"{mean} ({low} to {high})"
