"""Backends that fail, and a peer, for tests to register."""

import os
import signal
from typing import Any

from toy_engine import Toy

from satpuzzle.clock import Clock
from satpuzzle.engines.base import Offer, Prepared, SolverConfig


class Breaking(Toy):
    """Raises at the first step."""

    name = "breaking"

    def prepare(self, offer: Offer, config: SolverConfig, clock: Clock) -> Prepared:
        raise ArithmeticError("lost count | of everything")


class Dying(Toy):
    """Takes the process with it."""

    name = "dying"

    def prepare(self, offer: Offer, config: SolverConfig, clock: Clock) -> Prepared:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


def rows(members: Any) -> int:
    """Count options, which is no count of covers, but tells one matrix from another."""
    return len(members)


def covers(members: Any) -> int:
    """Count the exact covers of a Boolean matrix, column by column of those with the fewest rows."""
    if not members.shape[1]:
        return 1
    column = members.sum(axis=0).argmin()
    rest = ((members[(members & row).sum(axis=1) == 0], ~row) for row in members[members[:, column]])
    return sum(covers(others[:, open]) for others, open in rest)
