"""Benchmarks: medians of the user CPU time of one search, by satpuzzle and by other programs (peers).

The time starts with the raw exact cover in memory and ends after the last solution.  It includes the restriction to
orbit representatives, planning and the canonical filter, but not imports and compilation; the times for placements and
symmetry tables are reported separately.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from satpuzzle.clock import UNLIMITED, Clock, Status
from satpuzzle.engines.config import engine_of
from satpuzzle.engines.strategy import AUTO
from satpuzzle.errors import PuzzleError, closest
from satpuzzle.measure.peers import PEERS, Peer
from satpuzzle.measure.runner import rounds
from satpuzzle.measure.table import grouped, markdown, middle, solutions, telling
from satpuzzle.measure.trial import Contender, Puzzles, Record, Trial, contenders, trials

Work = tuple[str, bool, int | str]  # a puzzle, whether its cover is raw, and the number of solutions that were found

OURS = "native"  # the backend that is measured by default


def solvers(
    backends: Sequence[str] = (OURS,),
    strategies: Sequence[str] = (),
    peers: Sequence[str] = (),
    *,
    raw: bool = False,
) -> list[Contender | Peer]:
    """Return the named peers, and each backend with each strategy that it accepts.

    Beside peers, all get the same cover: with symmetry broken once or, with `raw`, all placements.  Raises PuzzleError
    for unknown names.
    """
    for name in peers:
        if name not in PEERS:
            raise PuzzleError(f"peer {name}{closest(name, PEERS)}: choose from {', '.join(PEERS)}")
    others = [replace(PEERS[name], raw=raw) for name in dict.fromkeys(peers)]
    ours = contenders(backends, strategies=strategies)
    return [*others, *(replace(one, raw=raw) for one in ours)] if others else [*ours]


def bench(
    puzzles: Puzzles, solvers: Sequence[Contender | Peer], repeat: int = 5, clock: Clock = UNLIMITED
) -> Iterator[Record]:
    """Solve puzzles with each solver in interleaved rounds, each run in its own process; yield a record of each run.

    A record's `cpu` is in user seconds and includes processes that solvers start; `chosen` is the strategy if it was
    chosen automatically.  Raises PuzzleError for invalid arguments, and Stopped if the clock stops.
    """
    for trial, report, found in rounds(trials(puzzles, solvers, clock=clock), repeat, clock=clock):
        if found is not None:
            yield _record(trial, report)


def _record(trial: Trial, report: Record) -> Record:
    contender = trial.contender
    about: Record = {"puzzle": trial.puzzle.name}
    if isinstance(contender, Peer):
        about |= {"solver": contender.name, "strategy": AUTO, "raw": contender.raw}
    else:
        about |= {"solver": contender.backend, "strategy": contender.strategy or AUTO, "raw": bool(contender.raw)}
    about["repeat"] = report["repeat"]
    if report["status"] != "failed":
        about["cpu"] = report["user"]
        if isinstance(contender, Contender):
            about["nodes"] = report.get(engine_of(contender.backend).unit)
            about["chosen"] = report.get("strategy", about["strategy"])
    return about | {key: value for key, value in report.items() if key not in about and key != "user"}


def rows(records: Iterable[Record], against: str = "xcover") -> list[dict[str, Any]]:
    """Return a row for each puzzle and solver: medians of its runs, and how its time compares with another solver's.

    The ratio is the time of the solver `against` divided by the time of the row's solver.  There is none if they did
    not search the same cover, or found different numbers of solutions.
    """
    groups = grouped(records, "puzzle", "solver", "strategy", "raw")
    base: dict[Work, float | None] = {}
    for runs in groups:
        if runs[0]["solver"] == against:
            base.setdefault(_work(runs), _seconds(runs))
    return [_row(runs, against, base.get(_work(runs))) for runs in groups]


def disagreements(records: Iterable[Record]) -> list[str]:
    """Return a sentence for each cover of which complete searches found different numbers of solutions."""
    found = []
    for runs in grouped([one for one in records if one["status"] == Status.EXHAUSTED], "puzzle", "raw"):
        if len({run["solutions"] for run in runs}) > 1:
            said = dict.fromkeys(f"{name_of(run)} {run['solutions']}" for run in runs)
            found.append(f"{runs[0]['puzzle']}: different numbers of solutions: {', '.join(said)}")
    return found


def _work(runs: list[Record]) -> Work:
    return runs[0]["puzzle"], runs[0]["raw"], solutions(runs)


def name_of(record: Record) -> str:
    """Return the name of the solver in a record, with its strategy if one was requested."""
    solver, strategy = str(record["solver"]), str(record["strategy"])
    return solver + ", raw" * bool(record["raw"]) + f", {strategy}" * (strategy != AUTO)


def _row(runs: list[Record], against: str, base: float | None) -> dict[str, Any]:
    last, seconds = telling(runs), _seconds(runs)
    failed = last["status"] == "failed"
    return {
        "puzzle": last["puzzle"],
        "solver": name_of(last | {"strategy": last.get("chosen", last["strategy"])}),
        "solutions": f"failed: {last['error']}" if failed else solutions(runs),
        "nodes": last.get("nodes") or None,
        "user s": seconds,
        f"times faster than {against}": None if seconds is None or base is None else f"{base / max(seconds, 1e-9):.1f}",
        "peak MB": last.get("peak_mb"),
    }


def _seconds(runs: list[Record]) -> float | None:
    """Return the median of the user seconds, or None if a run failed."""
    return None if telling(runs)["status"] == "failed" else middle(runs, "cpu")


def table(records: Iterable[Record], against: str = "xcover") -> str:
    """Return a Markdown table of the rows that `rows` computes."""
    return markdown(rows(records, against))
