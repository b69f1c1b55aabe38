"""The command `satpuzzle journal`."""

import sys
from dataclasses import dataclass
from pathlib import Path

import typer

from satpuzzle.cli.exits import FAILED, complain
from satpuzzle.cli.options import check_choice, command
from satpuzzle.cli.output import open_output
from satpuzzle.cli.terminal import folded
from satpuzzle.cover.describe import numbered
from satpuzzle.errors import JournalError, PuzzleError
from satpuzzle.proofs.write.journaled import check_trees, gather
from satpuzzle.rows import again, argument, option
from satpuzzle.search.journal.audit import audit, verify
from satpuzzle.search.journal.header import TREE
from satpuzzle.search.journal.journal import Journal
from satpuzzle.search.journal.merge import merge
from satpuzzle.search.journal.survey import as_text, survey
from satpuzzle.search.journal.survey import solutions as solutions_of
from satpuzzle.settings import FormatRow, OutputRow
from satpuzzle.structured import as_json

_NOTHING = "nothing is recorded there yet"
_WORK = ("show", "check", "merge")


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(OutputRow, FormatRow):
    """The options of `journal`."""

    work: str = argument("show|check|merge", "What to do.", allowed=_WORK)
    output: Path | None = again(OutputRow, "output", only={"work": ("show", "merge")})
    format: str = again(FormatRow, "format", only={"work": ("show",)})
    files: list[Path] = argument(
        "FILE...", "Journals that solve, count or certify wrote; merge writes a new one, which -o names.")
    solutions: bool = option(
        False, "", None, "Write the solutions of the finished parts instead.", only={"work": ("show",)})
# fmt: on


@command
def journal(asked: Asked) -> None:
    """Show, check or merge the journals of long searches.

    show writes the finished parts, the solutions found, the time used, and the remaining parts.  check recomputes
    everything in a journal and reports the first fault.  merge joins journals of shares of one search into a new one;
    a part that is finished in several of them is counted once.
    """
    check_choice("WORK", asked.work, _WORK)
    if asked.work == "merge":
        _merge(asked.output, asked.files)
        return
    file, *others = asked.files
    if others:
        raise PuzzleError(f"{asked.work} {others[0]}: one journal at a time")
    with Journal(file) as opened:
        if asked.work == "check":
            _check(opened)
            return
        if not opened.begun:  # the disk was full, or the process ended, before the plan was written
            raise PuzzleError(f"{file}: {_NOTHING}")
        if asked.solutions and opened.header.up_to == TREE:
            raise PuzzleError(f"{file}: has the parts of a certificate; its solutions will be in the certificate")
        if asked.solutions and opened.header.count_only:
            raise PuzzleError(f"{file}: has only the numbers of solutions (--count-only), not the solutions")
        with open_output(asked.output, streamed=asked.solutions) as out:
            if not asked.solutions:
                facts = survey(opened)
                text = as_json(facts) if asked.format == "json" else folded(as_text(facts), out)
                out.write(text + "\n")
                return
            for solution in solutions_of(opened):
                if asked.format == "json":
                    out.write(as_json({"solution": solution.as_list()}) + "\n")
                else:
                    out.write(f"{solution}\n\n")


def _merge(output: Path | None, journals: list[Path]) -> None:
    """Write a new journal with the parts of several, and show its progress."""
    if output is None:
        raise PuzzleError("merge: needs -o FILE, the new journal")
    merge(output, journals)
    with Journal(output) as joined:
        if joined.header.up_to == TREE:
            gather(journals, output)
    with Journal(output) as joined:
        print(folded(as_text(survey(joined)), sys.stdout))


def _check(opened: Journal) -> None:
    """Print whether everything in a journal is right; end the command with a status if not."""
    try:
        print(f"RIGHT: {_checked(opened) if opened.begun else _NOTHING}")
    except (JournalError, PuzzleError) as error:
        complain(f"NOT RIGHT: {error}")
        raise typer.Exit(FAILED) from None


def _checked(journal: Journal) -> str:
    """Recompute what a journal contains, and return a line about it; raises PuzzleError if something is wrong."""
    if journal.header.up_to == TREE:
        verify(journal)
        check_trees(journal)
        return f"{numbered(journal.totals().done, 'part')} of a tree as they were recorded"
    parts, found = audit(journal)
    line = f"{numbered(parts, 'part')} with {numbered(found, 'solution')} up to isometries, all as they"
    if journal.header.count_only:
        return f"{line} were recorded; without the solutions, the counts cannot be recomputed"
    return f"{line} say"
