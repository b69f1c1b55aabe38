"""Error messages for unknown keywords of public functions, which list the allowed ones.

Python suggests a keyword only from version 3.13 on, and never lists them.
"""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from satpuzzle.errors import closest

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def named(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Decorate a function without `**keywords`: for an unknown keyword, its TypeError suggests a parameter."""
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
