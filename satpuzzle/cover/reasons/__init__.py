"""Reasons: proofs that an exact cover has no solution, each verified in integer arithmetic.

Each function takes a cover, or the puzzle that it comes from, and returns a `Reason`, or None if it finds none.
"""

from satpuzzle.cover.reasons.base import Reason
from satpuzzle.cover.reasons.colouring import LARGE, MANY, colouring
from satpuzzle.cover.reasons.pairing import pairing
from satpuzzle.cover.reasons.simple import no_place, volumes
from satpuzzle.cover.reasons.weighing import weighing

__all__ = ["LARGE", "MANY", "Reason", "colouring", "no_place", "pairing", "volumes", "weighing"]
