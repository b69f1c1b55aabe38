"""The command `satpuzzle explain`."""

from dataclasses import dataclass
from pathlib import Path

from satpuzzle.cli.asking import answered, posed, reply
from satpuzzle.cli.boards import every_board
from satpuzzle.cli.options import command
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.table import BOARDS, PUZZLES, endings_said
from satpuzzle.questions.boards import ExplainEachQuestion
from satpuzzle.questions.explain import ExplainQuestion
from satpuzzle.questions.many import many_boards
from satpuzzle.rows import CSV, JSON, NDJSON, TEXT, again
from satpuzzle.settings import FORMATS, FormatRow, RunRows, SubjectRows

_OF_ALL = (NDJSON, CSV)  # formats with a line for each board


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(RunRows, ExplainQuestion):
    """The options of `explain`."""

    puzzle: str = again(
        SubjectRows, "puzzle",
        says=f"The name or title of a bundled puzzle, a {endings_said(PUZZLES)} file, a family of boards, a"
        f" {endings_said(BOARDS)} file of many boards, or - for standard input.")
    format: str = again(
        FormatRow, "format",
        says="The format: text by default; of many boards, ndjson and csv have a line for each. A file of"
        " --output that ends in .json, .ndjson or .csv gets that.",
        allowed=(TEXT, JSON, *_OF_ALL), follows=FORMATS | {".csv": CSV})
    journal: Path | None = again(
        ExplainEachQuestion, "journal",
        says="Of many boards: record each one that is decided in FILE; if FILE exists, continue from it.")
# fmt: on


@command
def explain(asked: Asked) -> None:
    """Explain why a puzzle has no solution, or show one.

    The reason is the simplest one that holds, such as a colouring of the board.  For a file of many boards or a family,
    such as a calendar, there is a line for each board: whether its pieces fit, and why.
    """
    if asked.member is None and (boards := many_boards(asked.puzzle, asked.rule or ())) is not None:
        every_board(asked, boards)
    if asked.journal is not None:
        raise PuzzleError(f"--journal: is for many boards, {asked.puzzle} is one puzzle")
    if asked.format in _OF_ALL:
        raise PuzzleError(f"--format {asked.format}: is for many boards, {asked.puzzle} is one puzzle")
    reply(asked, answered(asked, posed(ExplainQuestion, asked)), asked.backend)
