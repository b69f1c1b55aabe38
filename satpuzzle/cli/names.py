"""The names that a shell can complete; each kind is looked up when it is needed."""


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
    from satpuzzle.engines.strategies import STRATEGIES
    from satpuzzle.engines.strategy import AUTO

    return (AUTO, *STRATEGIES)


def rules() -> tuple[str, ...]:
    """Return the words of the rules that a puzzle may have."""
    from satpuzzle.puzzle.rules import kinds

    return tuple(kind.word for kind in kinds())


def sides() -> tuple[str, ...]:
    """Return the sides at which a box may be open."""
    return ("+x", "-x", "+y", "-y", "+z", "-z", "any")


def methods() -> tuple[str, ...]:
    """Return the ways to count."""
    from satpuzzle.search.count import METHODS

    return METHODS
