"""The values of a puzzle file's keys: each is checked; an error is a one-line message that names the file."""

import contextlib
import shlex
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from satpuzzle.errors import PuzzleError, closest
from satpuzzle.puzzle.checks import FURTHEST, MOST_COPIES, number_of
from satpuzzle.puzzle.formats.json import shown as _shown
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.wrapping import FLIP, GLIDES, WRAPS, Periods

MOTIONS = "motions"  # a key in place of `mirror` and `rotate`
TRANSLATIONS = "translations"  # its value


def kind(value: object) -> str:
    """Return the type of a value in words for an error message, such as `a list`."""
    names = {
        dict: "a table",
        list: "a list",
        str: "text",
        bool: "a truth value",
        int: "an integer",
        float: "a real number",
    }
    return names.get(type(value), "nothing" if value is None else f"a {type(value).__name__}")


ANY = "any"  # as many copies as the board has room for
_RENAMED = {"lattice": "grid", "holes": "empty"}  # keys of files of the past


class Values:
    """Reads the values of keys, except cells.

    An invalid value raises PuzzleError; the message begins with the file's name, and with `where`, such as a piece.
    """

    def __init__(self, file: str, folder: Path | None = None) -> None:
        self.file, self.folder = file, folder  # files that are named lie there; none is opened without a folder
        self.room: int | None = None  # the number of cells of the board, once it is read

    def fail(self, message: str) -> NoReturn:
        """Raise PuzzleError with a message that names the file."""
        raise PuzzleError(f"{self.file}: {message}")

    @contextlib.contextmanager
    def complaining(self) -> Iterator[None]:
        """Prefix the message of a PuzzleError in the `with` block with the name of the file."""
        try:
            yield
        except PuzzleError as error:
            raise PuzzleError(f"{self.file}: {error}") from None

    def known(
        self, table: Mapping[str, Any], allowed: Collection[str], where: str, notes: Collection[str] = ()
    ) -> None:
        """Raise PuzzleError if a table has a key that is neither in `allowed` nor in `notes`, which are ignored."""
        for key in table:
            if key not in allowed and key not in notes:
                if _RENAMED.get(key) in allowed:
                    self.fail(f"{where}the key {key} is {_RENAMED[key]} now")
                near = closest(str(key), allowed)
                self.fail(f"{where}unknown key {_shown(key)}{near}: choose from {', '.join(sorted(allowed))}")

    def truth(self, table: Mapping[str, Any], key: str, default: bool, where: str = "") -> bool:
        """Return the value of a key, which must be a truth value; `default` if the key is missing."""
        value = table.get(key, default)
        if not isinstance(value, bool):
            self.fail(f"{where}{key} is {_shown(value)}, allowed are true and false")
        return value

    def whole(self, table: Mapping[str, Any], key: str, least: int, most: int, where: str = "") -> int:
        """Return the value of a key, which must be an integer from `least` to `most`."""
        value = table[key]
        if type(value) is not int or not least <= value <= most:
            self.fail(f"{where}{key} is {_shown(value)}, allowed are integers from {least} to {most}")
        return value

    def value(self, table: Mapping[str, Any], where: str) -> int:
        """Return what a copy of a piece is worth, 1 by default."""
        return self.whole(table, "value", -MOST_COPIES, MOST_COPIES, where) if "value" in table else 1

    def text(self, table: Mapping[str, Any], key: str, default: str) -> str:
        """Return the value of a key, which must be text, with all white space as single spaces."""
        value = table.get(key, default)
        if not isinstance(value, str):
            self.fail(f"{key} is {_shown(value)}, allowed is text")
        line = " ".join(value.split())
        if not line.isprintable():
            self.fail(f"{key} is {_shown(value)}, allowed is text without control characters")
        return line

    def texts(self, table: Mapping[str, Any], key: str) -> tuple[str, ...]:
        """Return the value of a key, which must be a list of texts; () if the key is missing."""
        found = table.get(key, [])
        if not isinstance(found, list) or not all(isinstance(each, str) and each.strip() for each in found):
            self.fail(f"{key} is {_shown(found)}, allowed is a list of texts")
        return tuple(self.text({key: each}, key, "") for each in found)

    def groups(self, table: Mapping[str, Any], where: str) -> tuple[tuple[int, int], ...]:
        """Return the pairs (number of a group, number of copies of the piece that may belong to it) of a piece."""
        found = table.get("groups", {})
        numbers = {group: number_of(group, MOST_COPIES) for group in found} if isinstance(found, dict) else {"": None}
        if None in numbers.values() or len({*numbers.values()}) < len(numbers):  # "1" and "01" are one group
            self.fail(
                f"{where}groups is {_shown(found)}, allowed is a table of numbers of copies by different numbers of"
                f" groups, up to {MOST_COPIES}"
            )
        return tuple(
            sorted(
                (number, self.whole(found, group, 1, MOST_COPIES, f"{where}group "))
                for group, number in numbers.items()
                if number is not None
            )
        )

    def turning(self, table: Mapping[str, Any], default: bool | int, where: str = "") -> bool | int:
        """Return the value of the key `rotate`, which must be a truth value or a number; `default` if it is missing."""
        found = table.get("rotate", default)
        if not isinstance(found, bool) and (type(found) is not int or found < 1):
            self.fail(f"{where}rotate is {_shown(found)}, allowed are true, false and a number of turns")
        return found

    def moving(self, table: Mapping[str, Any], where: str = "") -> Mapping[str, Any]:
        """Return a table in which `mirror` and `rotate` stand for the key `motions`, if it has that."""
        if MOTIONS not in table:
            return table
        if (found := table[MOTIONS]) != TRANSLATIONS:
            self.fail(f"{where}{MOTIONS} is {_shown(found)}, allowed is {TRANSLATIONS}")
        if beside := [key for key in ("mirror", "rotate") if key in table]:
            self.fail(f"{where}has both {MOTIONS} and {beside[0]}, one of them is allowed")
        rest = {key: value for key, value in table.items() if key != MOTIONS}
        return rest | {"mirror": False, "rotate": False}

    def copies(self, table: Mapping[str, Any], where: str, cells: int) -> tuple[int, int]:
        """Return the smallest and the largest number of copies of a piece of so many cells.

        They are told by the keys `count`, `min` and `max`.
        """
        if "count" in table and "max" in table:
            self.fail(f"{where}has both count and max, one of them is allowed")
        if table.get("max") == ANY:
            if self.room is None:
                self.fail(f'{where}max is "{ANY}", which is for pieces of a puzzle, whose board has room for some')
            table = {**table, "max": max(1, min(self.room // cells, MOST_COPIES))}
        for key, least in (("count", 1), ("max", 1), ("min", 0)):
            if key in table:
                self.whole(table, key, least, MOST_COPIES, where)
        most = table.get("max", table.get("count", 1))
        least = table.get("min", 0 if "max" in table else most)
        if least > most:
            self.fail(f"{where}min is {least}, which is more than the {most} copies allowed")
        return least, most

    def wrap(self, content: Mapping[str, Any]) -> str | Periods:
        """Return the axes along which a board wraps round, as text, or its periods."""
        found = content.get("wrap", "")
        if not isinstance(found, list):
            return self.text(content, "wrap", "")
        periods = [each for each in found if isinstance(each, list) and [*map(type, each[:2])] == [int, int]]
        periods = [each for each in periods if each[2:] in ([], [FLIP])]
        if (
            len(periods) < len(found)
            or len(periods) not in (1, 2)
            or max(abs(end) for period in periods for end in period[:2]) > FURTHEST
        ):
            allowed = ", ".join((*WRAPS, *GLIDES))
            self.fail(
                f"wrap is {_shown(found)}, allowed are {allowed}, and one or two periods such as [[6, 0], [2, 5]]"
                f' or [[6, 0, "{FLIP}"]]'
            )
        return tuple((x, y, *flip) for x, y, *flip in periods)

    def up(self, content: Mapping[str, Any]) -> str | tuple[int, ...]:
        """Return which side is up, as text or as a vector."""
        found = content.get("up", "")
        if not isinstance(found, list) or [*map(type, found)] != [int] * 3:
            return self.text(content, "up", "")
        return tuple(found)

    def rules(self, content: Mapping[str, Any], grid: Grid) -> tuple[Any, ...]:
        """Return the rules under the key `rules`: texts, tables, and in a program functions; else the grid's rules."""
        found = content.get("rules", [*grid.rules])
        if not isinstance(found, list):
            self.fail(f"rules is {_shown(found)}, allowed is a list of texts")
        said = [self.text({"rules": each}, "rules", "") if isinstance(each, str) else each for each in found]
        if not said:
            return ()
        from satpuzzle.puzzle.rules import rule_of

        with self.complaining():
            return tuple(rule_of(each, self.folder) for each in said)

    def apart(self, content: Mapping[str, Any]) -> tuple[str, ...]:
        """Return rules for the key `apart`: groups of names of pieces that must not touch each other."""
        found = content.get("apart", [])
        groups: list[Any] = found if isinstance(found, list) else [None]
        for group in groups:
            if not isinstance(group, list) or not group or not all(isinstance(name, str) for name in group):
                self.fail(f"apart is {_shown(found)}, allowed is a list of groups, each a list of names of pieces")
        return tuple(f"apart: {shlex.join(group)}" for group in groups)
