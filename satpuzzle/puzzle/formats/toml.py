"""TOML, read by the standard library and written in a readable form: drawings as lines of text, pieces as tables.

Tom Preston-Werner, Pradyun Gedam et al., TOML v1.0.0, 2021.  A JSON value is also a TOML value, except for tables and
for text of several lines.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from satpuzzle import data
from satpuzzle.errors import PuzzleError

_WIDTH = 100  # the largest width of a list that is written in one line
_MOST_PARTS = 64  # the largest number of parts of a key a.b.c: the time of the standard library grows with its square
# Each part of these patterns can match in one way only, and fails early, so that a search takes linear time.
# (Possessive quantifiers would guarantee this, but before Python 3.11.5 some of them are wrong.)
_STRING = re.compile(
    r'"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*(?:"""|\Z)'
    r"|'''[^']*(?:'(?!'')[^']*)*(?:'''|\Z)"
    r'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|' + r"'[^'\n]*'?|#[^\n]*",
    re.DOTALL,
)
_LONG_KEY = re.compile(rf"(?<![\w-])(?:[\w-]+[ \t]*\.[ \t]*){{{_MOST_PARTS}}}")


def parse(text: str) -> dict[str, Any]:
    """Return the table that a TOML text describes.  Raises PuzzleError if the text is invalid."""
    if _LONG_KEY.search(_STRING.sub("_", text)):
        raise PuzzleError(f"unsupported TOML: a key of more than {_MOST_PARTS} parts")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise PuzzleError("unsupported TOML: nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        raise PuzzleError(f"not TOML: {error}") from None
    except ValueError:  # an integer with more digits than the interpreter converts
        raise PuzzleError(f"unsupported TOML: a number of more than {sys.get_int_max_str_digits()} digits") from None


def load(path: Path) -> dict[str, Any]:
    """Return the table in a file.  Raises PuzzleError, which begins with the path, if the file is invalid."""
    text = data.read(path)
    try:
        return parse(text)
    except PuzzleError as error:
        raise PuzzleError(f"{path}: {error}") from None


def write(content: Mapping[str, Any]) -> str:
    """Return a table as TOML text: its plain values first, then its tables, then its lists of tables."""
    return "\n".join(_lines(content)) + "\n"


def _lines(content: Mapping[str, Any]) -> Iterator[str]:
    tables = {key: value for key, value in content.items() if isinstance(value, Mapping) and not _is_deep(value)}
    lists = {key: value for key, value in content.items() if isinstance(value, list)}
    several = {key: value for key, value in lists.items() if value and all(isinstance(each, Mapping) for each in value)}
    for key, value in content.items():
        if key not in tables and key not in several:
            yield f"{key} = {_value(value)}"
    for key, table in tables.items():
        yield from ("", f"[{key}]", *_lines(table))
    for key, each in several.items():
        for table in each:  # tables inside lists of tables are written in one line
            yield from ("", f"[[{key}]]", *(f"{name} = {_value(value)}" for name, value in table.items()))


def _is_deep(table: Mapping[str, Any]) -> bool:
    """Tell whether a table has tables; it is written as a value, in one line."""
    return any(isinstance(each, Mapping) for value in table.values() if isinstance(value, list) for each in value)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{json.dumps(key)} = {_value(entry)}' for key, entry in value.items())} }}"
    short = json.dumps(value, ensure_ascii=False)
    if isinstance(value, str) and "\n" in value and not {'"', "\\"} & set(value):
        return f'"""\n{value}\n"""'
    if isinstance(value, list) and any(isinstance(entry, Mapping) for entry in value):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, list) and len(short) > _WIDTH:
        return "[\n" + "".join(f"    {_value(entry)},\n" for entry in value) + "]"
    return short
