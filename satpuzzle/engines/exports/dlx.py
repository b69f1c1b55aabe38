"""The export format `dlx`, Knuth's items and options; `cover/dlx.py` reads and writes the text."""

from collections.abc import Iterator

from satpuzzle.cover import dlx
from satpuzzle.engines.exports.base import Clause, Instance, Model
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.table import format_named


class Dlx(Model):
    """Items and options; blocked solutions cannot be stated."""

    name = "dlx"
    ending = format_named("dlx").ending
    description = "items and options for Knuth's programs"

    def lines(self, instance: Instance) -> Iterator[str]:
        """Yield the lines of the text."""
        return dlx.write(instance.cover, [instance.title] if instance.title else [])

    def with_clause(self, lines: list[str], clause: Clause) -> None:
        """Raise PuzzleError, since the format cannot state clauses."""
        raise PuzzleError("items and options cannot express that a solution is blocked")


DLX = Dlx()
