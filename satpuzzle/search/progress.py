"""The progress of a run: the results so far, how much is left, and what random probes predicted."""

from typing import Any

from satpuzzle.cover.describe import numbered
from satpuzzle.search.run import Search


def fraction_done(run: Search) -> float | None:
    """Return an estimate of the share of a search that is done, from 0 to 1, or None if it is unknown.

    Until a part is finished, a native search compares its nodes with the number that random probes predicted; then the
    account of the parts gives the share.
    """
    stats = run.stats
    if "parts_done" in stats:
        return stats["parts_done"] / max(stats["parts"], 1) if run.account is None else run.account.share()
    if "estimated_nodes" not in stats or "nodes" not in stats:
        return None
    left = max(stats["estimated_nodes"] - stats["nodes"], 0.01 * stats["nodes"] * stats["parts"])
    return stats["nodes"] / max(stats["nodes"] + left, 1.0)


def seconds_left(run: Search, fraction: float | None) -> float | None:
    """Return the expected seconds until a run ends, or None if this is unknown."""
    stats = run.stats
    if not run.request.journaled:
        worked = stats.get("seconds", 0.0)  # seconds of the search, without its preparation
        return worked / fraction - worked if fraction else None
    if run.request.cluster is not None or not stats.get("parts_done"):
        return None
    each = stats["cpu"] / stats["parts_done"]  # CPU seconds per part, earlier runs of the journal included
    return each * (stats["parts"] - stats["parts_done"]) / run.request.threads


def state_of(run: Search, elapsed: float) -> dict[str, Any]:
    """Return the progress of a run as plain data; `fraction` and `left` (in seconds) are None if they are unknown."""
    fraction = fraction_done(run)
    left = seconds_left(run, fraction)
    told = (*_WORK, *_PARTS, *_EXPECTED, *(_SOLUTIONS if _tells_solutions(run) else ()))
    return {
        "puzzle": run.request.name,
        "found": run.counts.known(),
        **{key: value for key, value in run.stats.items() if key in told},
        "elapsed": round(elapsed, 2),
        "fraction": fraction and round(fraction, 4),
        "left": left if left is None else round(left, 1),
    }


_WORK = ("nodes", "conflicts", "states")
_PARTS = ("parts", "parts_done")
_EXPECTED = ("estimated_nodes", "estimated_nodes_error")
_SOLUTIONS = ("estimated_solutions", "estimated_solutions_error")


def _tells_solutions(run: Search) -> bool:
    """Tell whether the probes met so many solutions that their number says something; 0 means that they met none."""
    mean, error = run.stats.get("estimated_solutions", 0.0), run.stats.get("estimated_solutions_error", 0.0)
    return mean > 2 * error


def words(run: Search, elapsed: float) -> list[str]:
    """Return the progress of a run as short phrases, the most important first."""
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
    """Return the number of solutions so far as text.

    It is counted by the convention of the listing (raw, up to rotations or up to isometries) or, if that number is
    unknown, by another one.
    """
    known = run.counts.known()
    number = known.get(run.request.up_to, next(reversed(known.values())))
    return numbered(number, "solution")


def expectation(run: Search) -> str | None:
    """Return a sentence about the size of a long search that random probes predicted.

    The result is None if the search is short or stops at a number of solutions, or if there were no probes.
    """
    stats = run.stats
    if run.limit is not None or stats.get("estimated_seconds", 0.0) < _LONG:
        return None
    mean, error = stats["estimated_nodes"], stats["estimated_nodes_error"]
    likely = f"{short(max(mean - 2 * error, 0))} to {short(mean + 2 * error)}"
    text = f"{run.request.name}: about {short(mean)} nodes by random samples (likely {likely})"
    return text + f" and {short(stats['estimated_solutions'])} solutions" if _tells_solutions(run) else text


_LONG = 1.0  # expected seconds from which on a search is long; probes underestimate rather than overestimate


def short(number: float) -> str:
    """Return a number as text with two or three significant digits: 12, 3.4k, 120M, 5.6e+12."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if size <= number < 1000 * size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.0f}" if number < 1000 else f"{number:.2g}"


def duration(seconds: float) -> str:
    """Return a time as text in a suitable unit: 8 s, 3 min, 5 h, 12 days, 4e+06 years."""
    if 0 < seconds < 1:
        return "less than 1 s"
    for name, unit in (("years", 365.25 * 86400), ("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * unit:
            return f"{seconds / unit:.2g} {name}"
    return f"{seconds:.0f} s"
