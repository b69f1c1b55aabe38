"""Reads values of certificates, each with its type and bounds, so that nothing large is made of a small file.

All raise CertificateError, with what was found and what is allowed.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from satpuzzle.errors import CertificateError
from satpuzzle.proofs.check.polygons import Cell
from satpuzzle.puzzle.formats.json import shown

FARTHEST = 1_000_000  # the largest coordinate
MOST_COPIES = 100_000  # members of a list
LARGEST = 10**4000  # of the numbers that are counted
_Value = TypeVar("_Value")


def table(found: object, keys: Iterable[str], what: str) -> dict[str, Any]:
    """Return a table that has exactly these keys."""
    wanted = {*keys}
    if not isinstance(found, dict) or found.keys() != wanted:
        other = sorted(found.keys() ^ wanted) if isinstance(found, dict) else found
        raise CertificateError(f"{what} has other keys than {', '.join(sorted(wanted))}: {shown(other)}")
    return found


def listed(
    found: object, read: Callable[[object], _Value], what: str, least: int = 0, most: int = MOST_COPIES
) -> list[_Value]:
    """Return the members of a list, each as `read` reads it."""
    if not isinstance(found, list) or not least <= len(found) <= most:
        raise CertificateError(f"{what} is {shown(found)}, allowed is a list of {least} to {most} members")
    return [read(one) for one in found]


def integer(found: object, what: str, least: int, most: int) -> int:
    """Return an integer from `least` to `most`."""
    if type(found) is not int or not least <= found <= most:
        raise CertificateError(f"{what} is {shown(found)}, allowed are integers from {shown(least)} to {shown(most)}")
    return found


def text(found: object, what: str) -> str:
    """Return a text."""
    if not isinstance(found, str):
        raise CertificateError(f"{what} is {shown(found)}, allowed is text")
    return found


def truth(found: object, what: str) -> bool:
    """Return true or false."""
    if type(found) is not bool:
        raise CertificateError(f"{what} is {shown(found)}, allowed are true and false")
    return found


def cell(found: object) -> tuple[int, int, int]:
    """Return a cell."""
    if not isinstance(found, list) or len(found) != 3 or not all(type(x) is int for x in found):
        raise CertificateError(f"{shown(found)}: a cell is three integers [x, y, z]")
    if any(abs(x) > FARTHEST for x in found):
        raise CertificateError(f"{shown(found)}: coordinates are integers up to {FARTHEST}")
    x, y, z = found
    return x, y, z


def cells(found: object, what: str = "cells", most: int = MOST_COPIES) -> tuple[Cell, ...]:
    """Return a set of cells, in the order in which they are listed."""
    some = tuple(listed(found, cell, what, 1, most))
    if len({*some}) < len(some):
        raise CertificateError("a cell is listed twice")
    return some
