"""The decisions made before a search, and their reasons, as three lines of text."""

from satpuzzle.cover.describe import numbered
from satpuzzle.engines.library import missing
from satpuzzle.search.progress import duration
from satpuzzle.search.run import Search


def decisions(run: Search) -> list[str]:
    """Return three lines: the symmetry breaking, the solver with its settings, and the number of parts.

    The run must have its tables.  Its plan is made here, so the errors of `Search.plan` are raised here.
    """
    if run.reason is None:
        run.plan()
    if run.reason is not None:
        return [f"no search: {run.reason}"]
    return [_symmetry(run), _search(run), _parts(run)]


def _symmetry(run: Search) -> str:
    plan = run.plan()
    whole, first = plan.tables.cover, plan.branches[0]
    if not first.leaders:
        return f"symmetry: no item can be restricted by it; all {numbered(int(whole.live.sum()), 'placement')} stay"
    leader = first.leaders[0]
    kind = next((name.removesuffix("s") for name, items in whole.families.items() if leader in items), "item")
    covering = whole.covers(leader)
    kept, all = int((covering & plan.prepared.live).sum()), int((covering & whole.live).sum())
    presolved = run.stats.get("presolved")
    also = "" if presolved is None else f"; {numbered(presolved, 'placement')} left in all"
    return f"symmetry: {kind} {whole.names[leader]} is tried in {kept} of its {all} placements, one per class{also}"


def _search(run: Search) -> str:
    stats, config = run.stats, run.config
    if "strategy" not in stats:
        encoding = stats.get("encoding")
        recipe = "" if encoding is None else f" with the encoding {encoding}"
        chosen = "as asked"
        if run.request.config.recipe is None:
            chosen = "by the number of placements"
        elif encoding == config.engine.encoding:
            chosen = "since it is the default of this solver"
        return f"search: {config.engine.name}{recipe}" + f", chosen {chosen}" * bool(recipe) + _deciding(run)
    if run.request.config.strategy is not None:
        why = "as asked"
    elif "estimated_nodes" in stats:
        why = "by random samples the one with the shortest search"
    else:
        why = "which searched the whole tree at once"
    expected = f"; about {stats['estimated_nodes']:.3g} nodes" if "estimated_nodes" in stats else ""
    slow = "" if missing() is None else f"; in plain Python, since there are no compiled kernels: {missing()}"
    return f"search: strategy {stats['strategy']}, {why}{expected}{slow}"


def _deciding(run: Search) -> str:
    """Return how the solver branches, or "" unless a sample of the parts was solved in both ways to choose this."""
    from satpuzzle.cnf.recipe import Recipe

    asked, taken = run.request.config.recipe or Recipe(""), run.stats.get("deciding")
    if taken is None or asked.decisions != "auto":
        return ""
    what = {"static": "on cells in their order", "activity": "by its own heuristic"}[taken]
    return f"; it branches {what}, which was faster on a sample of the parts"


def _parts(run: Search) -> str:
    plan, asked = run.plan(), run.request.config.parts
    number = len(plan.parts)
    if asked is not None:
        return f"parts: {number}; {asked} were requested"
    seconds = run.stats.get("estimated_seconds")
    size = f"{duration(seconds)} expected" if seconds is not None else f"{run.stats['options']} placements"
    if not plan.parallel:
        return f"parts: {'one' if number == 1 else number}, too short to be split among cores ({size})"
    at_a_time = min(run.request.threads, number)
    return f"parts: {number}, the search is long ({size}); {at_a_time} at a time, the largest first"
