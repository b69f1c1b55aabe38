"""Values in OpenSCAD files that are read and never run: what is written out, names of values, and simple calls.

A name stands for what the file assigns to it at the start of a line.  A call is one of a function of the file whose
body is a value in which its parameters stand, or of these functions of puzzlecad: `generalized_altekruse`,
`burr_stick`, `repeat`, `copies`, `str_interpolate` and `concat`.
"""

import re
from collections.abc import Mapping
from typing import Any

from satpuzzle.errors import PuzzleError

_TOKEN = re.compile(r'\s*([\[\],()=]|"(?:\\.|[^"\\])*"|\d+(?:\.\d+)?|[$\w]+)')
_ASSIGNED = re.compile(r"^(\$?[A-Za-z_]\w*)\s*=(?!=)", re.MULTILINE)
_FUNCTION = re.compile(r"^function\s+(\w+)\s*\(", re.MULTILINE)
_DEEPEST = 50  # calls in calls
_MOST = 10_000  # elements of a list


class Values:
    """Reads values at places of a code whose comments are blank."""

    def __init__(self, code: str) -> None:
        self.code = code
        self._assigned = {found[1]: found.end() for found in _ASSIGNED.finditer(code)}
        self._functions = {found[1]: found.end() for found in _FUNCTION.finditer(code)}

    def arguments(self, at: int, where: str) -> tuple[list[Any], dict[str, int]]:
        """Return the values between the parentheses of a call, and where the values of its keywords are."""
        return self._arguments(at, where, {}, 0, lazy=True)[:2]

    def value(self, at: int, where: str, names: Mapping[str, Any] | None = None, depth: int = 0) -> tuple[Any, int]:
        """Return the value at a place, and where it ends.  Raises PuzzleError if it is calculated."""
        token, end = self._token(at)
        if token == "[" and depth < _DEEPEST:
            return self._list(end, where, names or {}, depth + 1)
        if token[:1] == '"':
            return token[1:-1], end
        if token[:1].isdigit():
            return (float(token) if "." in token else int(token[:9])), end
        if names and token in names:
            return names[token], end
        if self._token(end)[0] == "(" and token:
            values, keywords, end = self._arguments(self._token(end)[1], where, names or {}, depth)
            return self._call(token, values, keywords, where, depth), end
        if token in self._assigned and depth < _DEEPEST:
            return self.value(self._assigned[token], where, None, depth + 1)[0], end
        raise PuzzleError(
            f"{where}: allowed are numbers, texts, lists, names of them and simple calls, no calculations"
        )

    def _token(self, at: int) -> tuple[str, int]:
        found = _TOKEN.match(self.code, at)
        return (found[1], found.end()) if found else ("", at)

    def _list(self, at: int, where: str, names: Mapping[str, Any], depth: int) -> tuple[Any, int]:
        values: list[Any] = []
        while self._token(at)[0] != "]":
            value, at = self.value(at, where, names, depth)
            values.append(value)
            token, end = self._token(at)
            if token == ",":
                at = end
            elif token != "]":
                raise PuzzleError(f"{where}: allowed are lists of values, not calculations")
        return values, self._token(at)[1]

    def _arguments(
        self, at: int, where: str, names: Mapping[str, Any], depth: int, lazy: bool = False
    ) -> tuple[list[Any], dict[str, Any], int]:
        values: list[Any] = []
        keywords: dict[str, Any] = {}
        while (token := self._token(at))[0] != ")":
            key, end = token
            follows, after = self._token(end)
            if follows == "=":
                keywords[key] = after if lazy else None
                if lazy:
                    break  # keywords stand last, and most of them say how a piece is printed
                keywords[key], at = self.value(after, where, names, depth)
            else:
                value, at = self.value(at, where, names, depth)
                values.append(value)
            token = self._token(at)
            if token[0] == ",":
                at = token[1]
            elif token[0] != ")":
                raise PuzzleError(f"{where}: allowed are values, not calculations")
        return values, keywords, self._token(at)[1]

    def _call(self, name: str, values: list[Any], keywords: dict[str, Any], where: str, depth: int) -> Any:
        if name in self._functions and depth < _DEEPEST:
            return self._own(name, values, keywords, where, depth)
        try:
            return _KNOWN[name](*values, **keywords)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            raise PuzzleError(f"{where}: {name}(...): allowed are calls of {', '.join(_KNOWN)}") from None

    def _own(self, name: str, values: list[Any], keywords: dict[str, Any], where: str, depth: int) -> Any:
        at, given, known = self._functions[name], iter(values), dict[str, Any]()
        while (token := self._token(at))[0] != ")":
            key, at = token
            follows, after = self._token(at)
            if follows == "=":
                known[key], at = self.value(after, where, None, depth + 1)
            known[key] = keywords[key] if key in keywords else next(given, known.get(key))
            at = self._token(at)[1] if self._token(at)[0] == "," else at
            if not key:
                raise PuzzleError(f"{where}: {name}(...): its parameters are not names")
        equals, at = self._token(token[1])
        if equals != "=":
            raise PuzzleError(f"{where}: {name}(...): it is not a value")
        value, at = self.value(at, where, known, depth + 1)
        if self.code[at : at + 50].lstrip()[:1] != ";":
            raise PuzzleError(f"{where}: {name}(...): it calculates, allowed are values")
        return value


def _altekruse(signature: str, outer_width: int = 1) -> list[str]:
    """Return the layers of a generalized Altekruse piece: a text tells where each groove is solid."""
    outer = "x" * int(outer_width)

    def row(solid: str) -> str:
        return outer + "".join("xx" if mark in solid else ".." for mark in signature) + outer

    return [f"{row('df')}|{row('db')}", f"{row('uf')}|{row('ub')}"]


def _stick(number: int, stick_length: int = 6, **more: Any) -> int:
    if stick_length != 6:
        raise ValueError(stick_length)
    return int(number)


def _repeat(many: int, item: Any) -> list[Any]:
    if many > _MOST:
        raise ValueError(many)
    return [item] * int(many)


def _interpolated(text: str, values: list[Any]) -> str:
    return re.sub(r"\$(\d)", lambda found: str(values[int(found[1])]), text)


def _concat(*lists: list[Any]) -> list[Any]:
    return [each for some in lists for each in some]


_KNOWN: dict[str, Any] = {
    "generalized_altekruse": _altekruse, "burr_stick": _stick, "repeat": _repeat, "str_interpolate": _interpolated,
    "concat": _concat, "copies": _repeat,
}  # fmt: skip
