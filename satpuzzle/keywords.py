"""Error messages for unknown keywords of public functions, which list the allowed ones, and what was renamed.

Python suggests a keyword only from version 3.13 on, and never lists them.
"""

from collections.abc import Callable, Collection
from functools import wraps
from typing import ParamSpec, TypeVar

from satpuzzle.errors import closest

RENAMED = {  # words that had another meaning or form once, and what to write now
    "--backend-command": "--backend",
    "--models": "--limit",
    "--part": "--share",
    "assembly": "assemble",
    "bench": "compare --times",
    "bitmask": "native",
    "decode": "convert --answer",
    "estimate": "count --estimate",
    "hints": "hint --fewest",
    "merge": "journal merge",
    "models": "limit",
    "part": "share",
    "seconds": "time_limit",
}

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def near(word: str, allowed: Collection[str]) -> str:
    """Return a hint for an unknown word: its new name if it was renamed, else the most similar allowed word, or ""."""
    new = RENAMED.get(word)
    return closest(word, allowed) if new is None or new not in allowed else f" (it is called {new} now)"


def refuse_unknown(function: str, given: Collection[str], known: Collection[str]) -> None:
    """Raise TypeError if a keyword that a function was given is unknown."""
    for name in given:
        if name not in known:
            raise TypeError(f"{function}() has no parameter {name}{near(name, known)}: choose from {', '.join(known)}")


def named(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Decorate a function without `**keywords`: for an unknown keyword, its TypeError suggests a parameter."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    known = [name for name in names if name not in ("self", "cls")]

    @wraps(function)
    def checked(*args: _Arguments.args, **keywords: _Arguments.kwargs) -> _Result:
        refuse_unknown(function.__qualname__, keywords, known)
        return function(*args, **keywords)

    return checked
