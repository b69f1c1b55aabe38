"""The outcome of a run as plain data and as a sentence or two."""

from typing import Any

from satpuzzle.clock import Status
from satpuzzle.cover.describe import in_words, numbered
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.puzzle.parts import SEPARATE, TOGETHER, parts_of
from satpuzzle.search.run import Search

_LARGE = 50_000  # cells, of which it takes a few hundredths of a second to find the parts


def facts(run: Search) -> dict[str, Any]:
    """Return the outcome of a run as plain data; the keys are the same in future versions."""
    counts = run.counts
    recipe, judge = run.config.recipe, run.request.judge
    found: dict[str, Any] = {
        "puzzle": run.request.name,
        "backend": run.config.engine.name,
        "encoding": recipe and recipe.name,
        "method": run.stats.get("method", "search"),
        "up_to": run.request.up_to,
        "status": run.status,
        "counts": {"raw": counts.raw, "rotations": counts.rotations, "isometries": counts.isometries} | counts.known(),
        "final": counts.final,
        "by_the_word_of": word_of(run),
        "reason": run.reason,
        "symmetry": run.symmetry,
        "parts": parts_moved(run),
        "stats": {key: round(value, 6) if isinstance(value, float) else value for key, value in run.stats.items()},
    }
    return found if judge is None else found | {"assemblable": judge.facts(), "packings": run.packings.known()}


def parts_moved(run: Search) -> dict[str, Any] | None:
    """Return the number of parts of a puzzle's board and how symmetries move them; None if there is one part.

    A very large board counts as one part.
    """
    puzzle = run.request.subject
    if not isinstance(puzzle, Puzzle) or len(puzzle.board) > _LARGE:
        return None
    many = int(parts_of(puzzle.board, puzzle.grid, puzzle.wrapping).max()) + 1
    return {"number": many, "moved": puzzle.parts} if many > 1 else None


def word_of(run: Search) -> str | None:
    """Return the name of an external program by whose word there are no more solutions, None if it is not needed.

    A program whose answers are not proved is needed if it was called, and the search is exhausted.
    """
    engine, called = run.config.engine, "calls" in run.stats or run.request.journaled
    unproved = not engine.trusted and called and run.reason is None and "method" not in run.stats
    return engine.name if unproved and run.status is Status.EXHAUSTED else None


def verdict(run: Search) -> str:
    """Return the outcome of a run as lines of text: the number of solutions, and whether it is final.

    If the search stopped at its limit of solutions, the text has only their number.
    """
    counts = run.counts
    if run.status is Status.SOLUTION_LIMIT:
        known = counts.known()
        number = numbered(known.get(run.request.up_to, next(reversed(known.values()))), "solution")
        assembled = " that can be put together" * (run.request.judge is not None)
        return f"{run.request.name}: {number}{assembled}; there may be more"
    convention, found = [each for each in counts.known().items() if each[0] != "patterns"][-1]
    number = f"{found}" if counts.final else f"≥ {found}"
    kind = "solution" if found == 1 else "solutions"
    if isinstance(run.request.subject, Puzzle):
        kind += f" {'on the fixed board' if convention == 'raw' else 'up to isometries'} ({counts})"
    lines = [f"{run.request.name}: {number} {kind}"]
    judge, undecided = run.request.judge, run.stats.get("undecided", 0)
    if judge is not None:
        lines.append(
            f"{judge}, of all packings ({run.packings})"
            + (f"; {undecided} up to isometries stay undecided" if undecided else "")
        )
    if run.reason:
        lines.append(f"impossible: {run.reason}")
    orders, ending = in_words(run.symmetry), _ending(run)
    lines.append(f"{ending}; symmetry: {orders}" if orders else ending)
    if (parts := parts_moved(run)) is not None:
        how = {
            TOGETHER: f'symmetries move all together; with parts = "{SEPARATE}" in the puzzle file, each by itself',
            SEPARATE: "symmetries move each by itself",
        }[parts["moved"]]
        lines.append(f"the board has {parts['number']} parts: {how}")
    if isinstance(run.request.subject, Puzzle) and run.request.given is None and run.request.must_preserve is None:
        lines += _against_published(run.packings if judge else counts, run.puzzle.published)
    return "\n".join(lines)


def _against_published(counts: Counts, published: Counts) -> list[str]:
    found = counts.known() if counts.final else {}
    differing = [
        f"{name} {number}, published {published.known()[name]}"
        for name, number in found.items()
        if published.known().get(name, number) != number
    ]
    return [f"WARNING: this differs from the published counts: {'; '.join(differing)}"] if differing else []


def _ending(run: Search) -> str:
    """Return why the search ended, and whether the count is final."""
    endings = {
        Status.EXHAUSTED: "search exhausted, the count is final",
        Status.TIME_LIMIT: "stopped at the time limit, not final",
        Status.NODE_LIMIT: "stopped at the node limit, not final",
        Status.INTERRUPTED: "interrupted, not final",
        Status.SHARE: "this share of the search is done, not final",
        None: "not begun",
    }
    ending = endings[run.status]
    if (method := run.stats.get("method")) and run.status is Status.EXHAUSTED:
        ending = f"counted by a {method}, the count is final"
    if (program := word_of(run)) is not None:
        ending += f" by the word of {program}, unproved"
    if run.status is Status.EXHAUSTED and not run.counts.final:
        ending = "search exhausted, but some packings are undecided, not final"
    return ending
