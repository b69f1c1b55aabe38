"""The types of what functions of satpuzzle return, for annotations; programs do not make these objects themselves."""

from satpuzzle import stub

_PUBLIC = stub.names(__file__)
__all__ = sorted(_PUBLIC)


def __getattr__(name: str) -> object:
    if name not in _PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = stub.found(name, _PUBLIC)
    return value


def __dir__() -> list[str]:
    return __all__
