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
