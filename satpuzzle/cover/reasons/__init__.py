"""Reasons: why an exact cover has no solution, each found somehow and then checked with integers.

Comes in: a cover, and the puzzle that it stands for, if any.  Goes out: a `Reason`, or None, which says nothing.
"""

from satpuzzle.cover.reasons.base import Reason
from satpuzzle.cover.reasons.colouring import LARGE, MANY, colouring
from satpuzzle.cover.reasons.simple import no_place, volumes
from satpuzzle.cover.reasons.weighing import weighing

__all__ = ["LARGE", "MANY", "Reason", "colouring", "no_place", "volumes", "weighing"]
