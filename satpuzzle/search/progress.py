"""How far a run is: what was found so far, what is left, and what the probes expected."""

from typing import Any

from satpuzzle.engines.base import Stats
from satpuzzle.search.run import Search


def fraction_done(stats: Stats) -> float | None:
    """Return which part of a search is done, roughly, or None if there is no telling.

    What is left is the estimate's share of the parts that are not done, less the nodes that these had already.
    """
    if "estimated_nodes" not in stats or "nodes" not in stats:
        return None
    parts, nodes = stats["parts"], stats["nodes"]
    open_parts = parts - stats.get("parts_done", 0)
    begun = nodes - stats.get("nodes_done", 0)
    left = max(stats["estimated_nodes"] * open_parts / max(parts, 1) - begun, 0.01 * nodes * open_parts)
    return nodes / max(nodes + left, 1.0)


def state_of(run: Search, elapsed: float) -> dict[str, Any]:
    """Return how far a run is, as plain data; the fraction and what is left are None where there is no telling."""
    fraction = fraction_done(run.stats)
    worked = run.stats.get("seconds", 0.0)  # without preparation
    left = worked / fraction - worked if fraction else None
    return {
        "puzzle": run.request.name,
        "found": run.counts.known(),
        **{key: value for key, value in run.stats.items() if key in (*_WORK, *_EXPECTED)},
        "elapsed": round(elapsed, 2),
        "fraction": fraction and round(fraction, 4),
        "left": left and round(left, 1),
    }


_WORK = ("nodes", "conflicts", "states")
_EXPECTED = ("estimated_nodes", "estimated_nodes_error", "estimated_solutions", "estimated_solutions_error")


def line(run: Search, elapsed: float) -> str:
    """Return how far a run is, in a line."""
    state = state_of(run, elapsed)
    time_left = duration(elapsed)
    if state["fraction"]:
        done = round(10 * state["fraction"])
        time_left = f"{'━' * done}{'╌' * (10 - done)} {state['fraction']:.0%}, about {duration(state['left'])} left"
    work = [f"{_short(state[key])} {key}, {_short(state[key] / elapsed)}/s" for key in _WORK if key in state]
    return ", ".join([f"{run.request.name}: {time_left}", *work, str(run.counts)])


def expectation(run: Search) -> str | None:
    """Return what the probes say about a long search, as intervals of two standard errors, or None if it is short."""
    if run.stats.get("estimated_seconds", 0.0) < _LONG:
        return None
    ranges = []
    for kind in ("nodes", "solutions"):
        mean, error = (float(run.stats[f"estimated_{kind}{suffix}"]) for suffix in ("", "_error"))  # type: ignore[literal-required]
        if error or mean:
            ranges.append(f"{_short(max(mean - 2 * error, 0))} to {_short(mean + 2 * error)} {kind}")
    return f"{run.request.name}: {', '.join(ranges)}, about {duration(run.stats['estimated_seconds'])} on one core"


_LONG = 5.0  # seconds of a search that is worth a word before it


def _short(number: float) -> str:
    """Return a number with two or three digits that count: 12, 3.4k, 120M, 5.6e+12."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if size <= number < 1000 * size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.0f}" if number < 1000 else f"{number:.2g}"


def duration(seconds: float) -> str:
    """Return a time as people say it: 8 s, 3 min, 5 h, 12 days, 4e+06 years."""
    for name, unit in (("years", 365.25 * 86400), ("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * unit:
            return f"{seconds / unit:.2g} {name}"
    return f"{seconds:.0f} s"
