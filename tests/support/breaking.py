"""What breaks a file: values of other types, numbers too large, keys missing, twice or unknown, bytes flipped.

Values are those of JSON.  Some changes make another file that is right; whoever breaks a file tells these apart.
"""

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

ODD: tuple[Any, ...] = (
    0, -1, 1, 2, 3, 7, 10**30, -(10**30), 2**31, 2**63, 2**64 + 1, 1.5, 1.0, 1e300, float("nan"), float("inf"),
    True, False, None, "", "x", "any", "all", "none", "same", "1", " ", "A B", 'a"b', "é", "\n", "\0", "\ud800",
    60 * "long", [], [0], [0, 0], [0, 0, 0], [[0, 0, 0]], [[]], ["x"], {}, {"x": 1}, {"name": "x"},
)  # fmt: skip
NUMBERS = (0, -1, 1, 2, 10**30, 2**31, 2**32 + 1, 2**63, 1.5, 1.0, True, "1", None, [1])
DIGITS = (
    "0", "-1", "1" + 30 * "0", "1.5", "1.0", "01", "+1", "-0", "1e3", "NaN", "Infinity", "0x1", "true", "null", '"1"',
    "[1]",
)  # fmt: skip
BLANKS = (
    b" ", b"\n", b"\t", b"\r", b"\f", b"\v", b"\xa0", b"\xc2\xa0", b"\xef\xbb\xbf", b"//", b",", b"\0",
)  # fmt: skip


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return all places in a value: a table or list, and the key or index in it."""
    keys: list[Any] = [*value] if isinstance(value, dict) else [*range(len(value))] if isinstance(value, list) else []
    return [place for key in keys for place in [(value, key), *places(value[key])]]


def paths(value: Any, most: int, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the keys and indices that lead to each value in a value, of each list to `most` members."""
    yield at
    keys = value if isinstance(value, dict) else range(min(len(value), most)) if isinstance(value, list) else ()
    for key in keys:
        yield from paths(value[key], most, (*at, key))


def changed(value: Any, at: tuple[Any, ...], new: Any) -> Any:
    """Return a value with another one in a place."""
    if not at:
        return new
    found = dict(value) if isinstance(value, dict) else [*value]
    found[at[0]] = changed(value[at[0]], at[1:], new)
    return found


def change_value(value: Any, dice: Random, odd: tuple[Any, ...] = ODD) -> str:
    """Change a table or list somewhere; return how."""
    among = places(value)
    if not among:
        return "nothing"
    where, key = dice.choice(among)
    if dice.random() < 0.5 and isinstance(value, dict):  # not only one of thousands of coordinates
        where, key = value, dice.choice([*value])
    way = dice.randrange(8)
    if way == 0:
        del where[key]
        return f"without {key}"
    if way == 1 and isinstance(where, list):
        where.insert(dice.randint(0, len(where)), json.loads(json.dumps(where[key])))
        return f"{key} twice"
    if way == 1 and isinstance(where, dict):
        where[dice.choice(["more", key + "x", key.upper(), ""])] = where[key]
        return f"another key {key}"
    if way == 2:
        there, other = dice.choice(among)
        where[key], there[other] = json.loads(json.dumps(there[other])), json.loads(json.dumps(where[key]))
        return f"{key} and {other} exchanged"
    if way == 3 and isinstance(where[key], int | float):
        where[key] = dice.choice(
            [where[key] + 1, where[key] - 1, -where[key], where[key] * 2, where[key] + 0.5, where[key] + 2**32]
        )
        return f"{key} is {str(where[key])[:20]}"
    where[key] = dice.choice(NUMBERS if isinstance(where[key], int) and dice.random() < 0.5 else odd)
    return f"{key} is {str(where[key])[:20]!r}"


def change_text(text: bytes, dice: Random) -> tuple[bytes, str]:
    """Change the bytes of a text somewhere; return them, and how."""
    name, change = dice.choice(TEXTS)
    return change(text, dice), name


def _flipped(text: bytes, dice: Random) -> bytes:
    found = bytearray(text)
    for _ in range(dice.choice([1, 1, 1, 2, 5])):
        if found:
            at = dice.randrange(len(found))
            found[at] = dice.choice(
                [found[at] ^ 1 << dice.randrange(8), dice.randrange(256), 0, dice.choice(b'[]{}",:0 -9')]
            )
    return bytes(found)


def _lines(change: Callable[[list[bytes], Random], None]) -> Callable[[bytes, Random], bytes]:
    def changed(text: bytes, dice: Random) -> bytes:
        lines = text.splitlines(keepends=True)
        if lines:
            change(lines, dice)
        return b"".join(lines)

    return changed


def _less(lines: list[bytes], dice: Random) -> None:
    del lines[dice.randrange(len(lines))]


def _exchange(lines: list[bytes], dice: Random) -> None:
    a, b = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]


def _number(text: bytes, dice: Random) -> bytes:
    found = [*re.finditer(rb"-?\d+", text)]
    if not found:
        return text
    one = dice.choice(found)
    return text[: one.start()] + dice.choice(DIGITS).encode() + text[one.end() :]


def _key_twice(text: bytes, dice: Random) -> bytes:
    found = [*re.finditer(rb'("\w+")(: ?)([^,{}\[\]]+),', text)]
    if not found:
        return text
    one = dice.choice(found)
    return text[: one.start()] + one[0] + dice.choice([b" ", b""]) + text[one.start() :]


def _blanks(text: bytes, dice: Random) -> bytes:
    at = dice.randint(0, len(text))
    return text[:at] + dice.choice(BLANKS) + text[at:]


TEXTS: tuple[tuple[str, Callable[[bytes, Random], bytes]], ...] = (
    *[("bytes flipped", _flipped)] * 3,
    ("truncated", lambda text, dice: text[: dice.randrange(len(text) + 1)]),
    ("a line less", _lines(_less)),
    ("a line twice", _lines(lambda lines, dice: lines.insert(dice.randint(0, len(lines)), dice.choice(lines)))),
    ("lines exchanged", _lines(_exchange)),
    *[("another number", _number)] * 3,
    ("a key twice", _key_twice),
    ("a blank", _blanks),
    ("nested", lambda text, dice: dice.choice([b"[", b'{"a":']) * dice.choice([60, 5000]) + text),
    ("nothing but bytes", lambda text, dice: dice.randbytes(dice.choice([0, 1, 40]))),
)
