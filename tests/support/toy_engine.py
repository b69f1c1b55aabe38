"""A toy engine: backtracking over sets, to see that an engine is one file and one line."""

from collections.abc import Iterator

import numpy as np

from satpuzzle.clock import Clock
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.engines.base import NOTHING, Engine, Offer, Prepared, Solver, SolverConfig, Stats, relabelled


class Toy(Engine):
    """Option after option, chosen or not."""

    name = "toy"
    description = "Backtracking over sets"

    def prepare(self, offer: Offer, config: SolverConfig, clock: Clock) -> Prepared:
        return Prepared(0, config.parts or 1, Backtracker(), offer.covers[0][1], {}, config)


class Backtracker(Solver):
    def __call__(self, cover: ExactCover, stats: Stats) -> Iterator[Batch]:
        stats["nodes"] = 0
        yield from relabelled(cover, lambda rest: _search(rest, rest.members(), (), 0, stats))


def _search(
    cover: ExactCover, members: np.ndarray, chosen: tuple[int, ...], following: int, stats: Stats
) -> Iterator[Batch]:
    covered = members[list(chosen)].sum(axis=0)
    if (covered + members[following:].sum(axis=0) < cover.lower).any():
        return
    stats["nodes"] += 1
    if (covered >= cover.lower).all():
        yield np.array([chosen or (-1,)], dtype=np.int64)
    yield NOTHING
    for option in range(following, len(members)):
        if (covered + members[option] <= cover.upper).all():
            yield from _search(cover, members, (*chosen, option), option + 1, stats)
