"""Registries: tables of named objects, each of which is made when it is first asked for.

So the names are known at once, and a command imports only what it uses.
"""

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from functools import cache
from typing import TypeVar

Made = TypeVar("Made")


class Registry(MutableMapping[str, Made]):
    """Objects by name; for each one, a function without arguments that makes it."""

    def __init__(self, makers: Mapping[str, Callable[[], Made]]) -> None:
        self._makers = {name: cache(maker) for name, maker in makers.items()}

    def __getitem__(self, name: str) -> Made:
        return self._makers[name]()

    def __setitem__(self, name: str, made: Made) -> None:
        self._makers[name] = cache(lambda: made)

    def __delitem__(self, name: str) -> None:
        del self._makers[name]

    def __contains__(self, name: object) -> bool:  # a Mapping would make the object
        return name in self._makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)
