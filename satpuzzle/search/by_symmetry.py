"""How many solutions are symmetric, and how: those that are their own images under exactly one subgroup.

The solutions that all elements of a subgroup map to themselves are counted in its quotient (a memo of orbits), without
listing them.  Of these, the ones with more symmetry are subtracted, from the largest subgroups down, which is Möbius
inversion over the subgroups (Gian-Carlo Rota, On the foundations of combinatorial theory I, 1964; such numbers are
Burnside's marks).  Where solutions must be listed anyway, each is asked which elements map it to itself.

Subgroups that are conjugate, as are the mirror images in two diagonals of a square, count as one.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from satpuzzle import machine
from satpuzzle.cover.subgroups import TRIVIAL, Subgroup, Subgroups
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.library import missing
from satpuzzle.engines.memo.count import Remembering
from satpuzzle.errors import Stopped
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.puzzle.rules.symmetric import name_of
from satpuzzle.search.count import count_solutions, replaceable
from satpuzzle.search.run import Run

NO_SYMMETRY = "no symmetry"
_MOST = 120  # elements of a group whose subgroups are looked for


@dataclass(frozen=True)
class Kept:
    """A subgroup, up to conjugacy, and how many solutions it and no larger one keeps."""

    name: str  # the kinds of its elements but for the identity
    order: int
    counts: Counts


def count_by_symmetry(
    run: Run, method: str = "auto", memory: int | None = None, remark: Callable[[str], None] = lambda text: None
) -> list[Kept]:
    """Count the solutions of each kind of symmetry, those without any first, then the smaller subgroups.

    The run ends, or reaches a limit.  By the method `search`, all solutions are listed; the other methods are those of
    `count_solutions`.
    """
    if method != "search" and missing() is None and replaceable(run) and _normal(run):
        fixed = _fixed(run, memory)
        total = count_solutions(run, method, memory, remark)
        found = {} if fixed is None else _exactly(run, fixed, total)
    else:
        found = _listed(run)
    final, tables = run.counts.final, run.tabulate()
    subgroups = Subgroups(tables.symmetry.isometries)
    return [
        Kept(_name(run.puzzle, tables, subgroups, group), len(group), replace(counts, final=final))
        for group, counts in sorted(found.items(), key=lambda entry: (len(entry[0]), sorted(entry[0])))
    ]


def _normal(run: Run) -> bool:
    """Tell whether all symmetries map all solutions to solutions, and mirror images carry turns to turns."""
    try:
        tables = run.tabulate()
    except Stopped:  # the search reports it
        return False
    symmetry = tables.symmetry
    return symmetry.normal and not symmetry.conditions and not tables.filters and len(symmetry.items) <= _MOST


def _fixed(run: Run, memory: int | None) -> dict[Subgroup, int] | None:
    """Return how many solutions all elements of each subgroup map to themselves; None if the time is over.

    Of conjugate subgroups there is one.  The trivial one is left out, and so are those that keep no solution.
    """
    tables, most, known = run.tabulate(), memory or machine.free() // 2, dict[Subgroup, int]()
    symmetry = tables.symmetry.isometries
    subgroups = Subgroups(symmetry)

    def kept(group: Subgroup) -> bool:
        if group == TRIVIAL:
            return run.reason is None
        if (leader := subgroups.leader(group)) not in known:
            some = sorted(leader, reverse=True)  # the identity last
            under = symmetry.items[some], symmetry.options[some, :-1]
            known[leader] = Remembering(tables.cover, most, run.clock, under=under).finish().packings
        return known[leader] > 0

    try:
        for _ in subgroups.grown(kept):
            run.clock.check()
    except Stopped:
        return None
    return {group: many for group, many in known.items() if many}


def _exactly(run: Run, fixed: dict[Subgroup, int], total: Counts) -> dict[Subgroup, Counts]:
    """Return how many solutions exactly one subgroup keeps, from the numbers of those that it keeps."""
    symmetry = run.tabulate().symmetry.isometries
    subgroups, turns = Subgroups(symmetry), {*np.flatnonzero(symmetry.rotation).tolist()}
    conjugates = {leader: subgroups.conjugates(leader) for leader in [TRIVIAL, *fixed]}
    fixed = {TRIVIAL: total.raw or 0, **fixed}
    exactly, found = dict[Subgroup, int](), dict[Subgroup, Counts]()
    for leader in sorted(fixed, key=len, reverse=True):
        larger = ((other, own) for other in exactly for own in conjugates[other] if leader < own)
        many = fixed[leader] - sum(exactly[other] for other, _ in larger)
        exactly[leader] = many = max(many, 0)  # below 0 only if a limit ended the search for all solutions
        raw = many * len(conjugates[leader])
        if raw:  # the orbit-stabiliser theorem
            rotations = raw * len(leader & turns) // len(turns)
            found[leader] = Counts(raw, rotations, raw * len(leader) // len(symmetry.items))
    return found


def _listed(run: Run) -> dict[Subgroup, Counts]:
    """Return the counts of the solutions that a run lists, by the subgroups that keep them."""
    found, leaders = dict[Subgroup, Counts](), dict[Subgroup, Subgroup]()
    subgroups: Subgroups | None = None
    for batch in run.batches():
        whole = run.tabulate().symmetry
        symmetry = whole.isometries
        subgroups = subgroups or Subgroups(symmetry)
        if symmetry is not whole and len(batch):  # exchanged colours make other solutions
            batch = whole.expand(batch, "isometries")
        carried = symmetry.carried(batch)
        images = symmetry.images(batch, carried)
        same = (images == images[0]).all(axis=2) & carried
        for number, keeping in enumerate(same.T):
            group = frozenset(np.flatnonzero(keeping).tolist())
            if group not in leaders:
                leaders[group] = group if group == TRIVIAL else subgroups.leader(group)
            leader = leaders[group]
            one = batch[number][None], same[:, number].sum()[None], same[symmetry.rotation, number].sum()[None]
            found[leader] = found.get(leader, Counts(0, 0, 0)) + symmetry.counts(*one)
    return found


def _name(puzzle: Puzzle, tables: Tables, subgroups: Subgroups, group: Subgroup) -> str:
    if group == TRIVIAL:
        return NO_SYMMETRY
    cells = tables.symmetry.isometries.items[:, : len(puzzle.board)]
    rigid = not {"wrap", "parts"} & puzzle.features
    return _spelled(
        name_of(puzzle.ground, cells[element].tolist(), subgroups.order(element))
        if rigid
        else f"order {subgroups.order(element)}"
        for element in sorted(group - TRIVIAL)
    )


def _spelled(names: Iterable[str]) -> str:
    return ", ".join(name if many == 1 else f"{many} × {name}" for name, many in sorted(Counter(names).items()))
