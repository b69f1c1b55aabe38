"""Tells what is in a journal: its solutions, the progress, the results, the time used and the time left.

The time left is the number of open parts times the mean time of finished parts, with a 90 % interval for log-normal
times.  The largest parts come first, so the estimate is more often too high than too low; parts that will be split make
it too low.
"""

import math
from collections.abc import Iterator
from typing import Any

from satpuzzle.cover.describe import numbered
from satpuzzle.search.journal.audit import verify
from satpuzzle.search.journal.header import TREE, renumbered
from satpuzzle.search.journal.journal import DONE, Journal, Share
from satpuzzle.search.progress import duration
from satpuzzle.solutions.solution import Solution

_SLOWEST = 5  # the number of slowest parts in the summary
_RECENT = 200  # the number of latest parts from which the present speed is computed
_NINE_OF_TEN = 1.645  # half the width of a 90 % interval, in standard deviations


def survey(journal: Journal) -> dict[str, Any]:
    """Return the summary of a journal as plain data; numbers that are not known yet are None.

    Raises PuzzleError if the journal is damaged.
    """
    verify(journal)
    header, now = journal.header, journal.totals()
    rows = journal.ask("SELECT count(*), avg(cpu), avg(cpu * cpu) FROM outcomes")
    split = journal.ask("SELECT count(*) FROM parts WHERE state = 2")[0][0]
    held = journal.ask("SELECT count(*) FROM parts WHERE state = 0 AND lease IS NOT NULL")[0][0]
    recent = journal.ask("SELECT cpu, finished FROM outcomes ORDER BY finished DESC LIMIT ?", _RECENT)
    slowest = journal.ask(
        "SELECT lower(hex(parts.id)), cpu, nodes, isometries, config FROM outcomes JOIN parts USING (path)"
        " ORDER BY cpu DESC LIMIT ?",
        _SLOWEST,
    )
    left = _left(now.parts - now.done, *rows[0])
    span = recent[0][1] - recent[-1][1] if len(recent) > 1 else 0.0
    pace = sum(cpu for cpu, _ in recent[:-1]) / span if span > 0 else None  # CPU seconds per second
    return {
        "puzzle": header.name,
        "problem": header.problem,
        "up_to": header.up_to,
        "given": header.given,
        "assemblable": header.judge,
        "version": header.version,
        "count_only": header.count_only,
        "parts": now.parts,
        "done": now.done,
        "at_work": held,
        "split": split,
        "counts": now.found.known(),
        "packings": now.packings.known(),
        "undecided": now.undecided,
        "final": now.done == now.parts and not now.undecided,
        "cpu_seconds": round(now.cpu, 3),
        "nodes": now.nodes,
        "nodes_a_second": round(now.nodes / now.cpu) if now.cpu else None,
        "parts_an_hour": round(3600 * (len(recent) - 1) / span, 1) if span > 0 else None,
        "left_cpu_seconds": left and [round(seconds, 1) for seconds in left],  # expected value, ends of the interval
        "left_seconds": left and pace and [round(seconds / pace, 1) for seconds in left],  # at the present speed
        "slowest": [
            dict(zip(("part", "cpu_seconds", "nodes", "isometries", "way"), row, strict=True)) for row in slowest
        ],
    }


def _left(parts: int, done: int, mean: float | None, square: float | None) -> tuple[float, float, float] | None:
    if not parts:
        return 0.0, 0.0, 0.0
    if done < 2 or not mean or square is None:
        return None
    spread = max(square / mean**2 - 1, 0.0) * (1 / parts + 1 / done)  # relative variance of the estimated sum
    factor = math.exp(_NINE_OF_TEN * math.sqrt(math.log1p(spread)))
    return parts * mean, parts * mean / factor, parts * mean * factor


def as_text(found: dict[str, Any]) -> str:
    """Return the result of `survey` as a few lines of text."""
    bound = "" if found["final"] else "≥ "
    counts, packings = (
        ", ".join(f"{name} {bound}{number}" for name, number in found[key].items()) for key in ("counts", "packings")
    )
    if found["up_to"] == TREE:
        counts = f"the parts of a certificate's tree, which meets {bound}{numbered(found['counts']['raw'], 'solution')}"
    lines = [f"{found['puzzle']}: {found['done']} of {found['parts']} parts done; {counts}"]
    if found["assemblable"] is not None:
        lines.append(f"that can be put together, of all packings ({packings}); {found['undecided']} undecided")
    if found["count_only"]:
        lines.append("only the numbers of solutions are recorded, not the solutions")
    if found["given"]:
        lines.append(f"{len(found['given'])} pieces given")
    work = [f"{duration(found['cpu_seconds'])} of CPU"]
    if found["nodes_a_second"]:
        work.append(f"{found['nodes']} nodes, {found['nodes_a_second']} a second")
    if found["parts_an_hour"]:
        work.append(f"{found['parts_an_hour']:.0f} parts an hour recently")
    lines.append("; ".join(work))
    if found["final"] and found["up_to"] == TREE:
        lines.append("all parts are recorded; `satpuzzle certify` puts them together")
    elif found["final"]:
        lines.append("search exhausted, the count is final")
    elif found["left_cpu_seconds"]:
        mean, low, high = map(duration, found["left_cpu_seconds"])
        lines.append(f"left: about {mean} of CPU ({low} to {high})")
        if found["left_seconds"]:
            lines[-1] += f", {duration(found['left_seconds'][0])} at the recent pace"
    for part in found["slowest"]:
        what = f"{numbered(part['isometries'], 'solution')}, {part['way']}"
        lines.append(f"slowest: {part['part']}  {part['cpu_seconds']:.2f} s, {what}")
    return "\n".join(lines)


def solutions(journal: Journal) -> Iterator[Solution]:
    """Yield the solutions of the finished parts, in the order of the plan.

    Solutions that are the same by the journal's convention are listed once.  Raises PuzzleError if the journal is
    damaged, or of a bare cover.
    """
    verify(journal)
    header, puzzle, at = journal.header, journal.header.loaded(), b""
    tables = renumbered(header.tables(), journal.fact("options"))
    while rows := journal.walk(at, Share()):
        for at, state in rows:
            batch = journal.solutions(at)
            if state != DONE or not len(batch):
                continue
            for row in tables.symmetry.expand(batch, header.up_to).tolist():
                yield Solution(tuple(option for option in row if option >= 0), puzzle, tables.placements)
