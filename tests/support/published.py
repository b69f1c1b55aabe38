"""Counts that were found, beside those that are published."""

from satpuzzle.puzzle.model import Counts


def agree(found: Counts, published: Counts) -> bool:
    """Tell whether something is published, and all of that was found."""
    return bool(published.known()) and published.known().items() <= found.known().items()
