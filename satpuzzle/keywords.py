"""Keywords of public functions: one that a function does not have is refused with those that it has.

Python says which keyword was meant from version 3.13 on only, and never which there are.
"""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from satpuzzle.errors import closest

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def named(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Let a function without `**keywords` say in its TypeError which of its parameters an unknown keyword may mean."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    known = [name for name in names if name not in ("self", "cls")]

    @wraps(function)
    def checked(*args: _Arguments.args, **keywords: _Arguments.kwargs) -> _Result:
        for name in keywords:
            if name not in known:
                near = closest(name, known)
                raise TypeError(
                    f"{function.__qualname__}() has no parameter {name}{near}: choose from {', '.join(known)}"
                )
        return function(*args, **keywords)

    return checked
