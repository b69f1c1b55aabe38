"""The names that a shell can complete, each kind looked up when it is asked for."""

from collections.abc import Iterable


def puzzles() -> tuple[str, ...]:
    """Return the names of the bundled puzzles."""
    from satpuzzle import data

    return tuple(data.files("puzzles"))


def encodings() -> tuple[str, ...]:
    """Return the names of the bundled encodings."""
    from satpuzzle import data

    return tuple(data.files("encodings"))


def backends() -> tuple[str, ...]:
    """Return the names of the backends."""
    from satpuzzle.engines import BACKENDS

    return tuple(BACKENDS)


def strategies() -> tuple[str, ...]:
    """Return the names of the strategies of the native search."""
    from satpuzzle.engines.native.registry import STRATEGIES
    from satpuzzle.engines.native.strategy import AUTO

    return (AUTO, *STRATEGIES)


def closest(word: str, allowed: Iterable[str]) -> str:
    """Return a hint at the allowed word that looks most like this one, or nothing."""
    from satpuzzle.puzzle.library import closest as hint

    return hint(word, allowed)
