"""How far a run is: what was found so far, what is left, and what the probes expected."""

from typing import Any

from satpuzzle.cover.describe import numbered
from satpuzzle.search.run import Search


def fraction_done(run: Search) -> float | None:
    """Return about which share of a search is done, or None if there is no telling.

    As soon as parts are done, they tell; before that, a native search goes by the nodes that the probes expect.
    """
    stats = run.stats
    if "parts_done" in stats:
        return stats["parts_done"] / max(stats["parts"], 1) if run.account is None else run.account.share()
    if "estimated_nodes" not in stats or "nodes" not in stats:
        return None
    left = max(stats["estimated_nodes"] - stats["nodes"], 0.01 * stats["nodes"] * stats["parts"])
    return stats["nodes"] / max(stats["nodes"] + left, 1.0)


def seconds_left(run: Search, fraction: float | None) -> float | None:
    """Return how long a run is likely to take from now on, or None if there is no telling."""
    stats = run.stats
    if not run.request.journaled:
        worked = stats.get("seconds", 0.0)  # without preparation
        return worked / fraction - worked if fraction else None
    if run.request.cluster is not None or not stats.get("parts_done"):
        return None
    each = stats["cpu"] / stats["parts_done"]  # of this run and earlier ones
    return each * (stats["parts"] - stats["parts_done"]) / run.request.threads


def state_of(run: Search, elapsed: float) -> dict[str, Any]:
    """Return how far a run is, as plain data; the fraction and what is left are None where there is no telling."""
    fraction = fraction_done(run)
    left = seconds_left(run, fraction)
    return {
        "puzzle": run.request.name,
        "found": run.counts.known(),
        **{key: value for key, value in run.stats.items() if key in (*_WORK, *_PARTS, *_EXPECTED)},
        "elapsed": round(elapsed, 2),
        "fraction": fraction and round(fraction, 4),
        "left": left if left is None else round(left, 1),
    }


_WORK = ("nodes", "conflicts", "states")
_PARTS = ("parts", "parts_done")
_EXPECTED = ("estimated_nodes", "estimated_nodes_error", "estimated_solutions", "estimated_solutions_error")


def words(run: Search, elapsed: float) -> list[str]:
    """Return how far a run is, in a few words each, the most telling first."""
    state = state_of(run, elapsed)
    if state["fraction"] is None:
        phrases = [("" if "preparation" in run.stats else "preparing, ") + duration(elapsed)]
    else:
        phrases = [f"{state['fraction']:.0%}" + _left(state["left"]) * (state["fraction"] < 1)]
    if state.get("parts", 1) > 1:
        phrases.append(f"{state.get('parts_done', 0)} of {state['parts']} parts")
    if state["found"] and (set(state) & set(_WORK) or any(state["found"].values())):
        phrases.append(_found(run))
    worked = run.stats.get("seconds") or elapsed
    phrases += [f"{short(state[key])} {key}, {short(state[key] / worked)} a second" for key in _WORK if key in state]
    return phrases


def _left(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f", about {duration(seconds)} left" if seconds >= 1 else ", less than 1 s left"


def _found(run: Search) -> str:
    """Return how many solutions there are so far, by the convention of the listing or the nearest that is known."""
    known = run.counts.known()
    number = known.get(run.request.up_to, next(reversed(known.values())))
    return numbered(number, "solution")


def expectation(run: Search) -> str | None:
    """Return what the probes say about a long search; None if it is short, stops early, or there were no probes."""
    stats = run.stats
    if run.request.limit is not None or stats.get("estimated_seconds", 0.0) < _LONG:
        return None
    mean, error = stats["estimated_nodes"], stats["estimated_nodes_error"]
    likely = f"{short(max(mean - 2 * error, 0))} to {short(mean + 2 * error)}"
    text = f"{run.request.name}: about {short(mean)} nodes by random samples (likely {likely})"
    mean, error = stats["estimated_solutions"], stats["estimated_solutions_error"]
    return text + f" and {short(mean)} solutions" if mean > 2 * error else text


_LONG = 1.0  # seconds of a search that is worth a word before it; probes promise too little rather than too much


def short(number: float) -> str:
    """Return a number with two or three digits that count: 12, 3.4k, 120M, 5.6e+12."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if size <= number < 1000 * size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.0f}" if number < 1000 else f"{number:.2g}"


def duration(seconds: float) -> str:
    """Return a time as people say it: 8 s, 3 min, 5 h, 12 days, 4e+06 years."""
    if 0 < seconds < 1:
        return "less than 1 s"
    for name, unit in (("years", 365.25 * 86400), ("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * unit:
            return f"{seconds / unit:.2g} {name}"
    return f"{seconds:.0f} s"
