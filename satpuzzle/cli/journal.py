"""The command `satpuzzle journal`."""

from pathlib import Path
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.exits import FAILED, complain
from satpuzzle.cli.options import Output, TextOrJson, check_choice
from satpuzzle.cli.output import open_output
from satpuzzle.cli.terminal import folded
from satpuzzle.cover.describe import numbered
from satpuzzle.errors import JournalError, PuzzleError
from satpuzzle.proofs.journaled import check_trees
from satpuzzle.search.journal.audit import audit, verify
from satpuzzle.search.journal.header import TREE
from satpuzzle.search.journal.journal import Journal
from satpuzzle.search.journal.survey import as_text, survey
from satpuzzle.search.journal.survey import solutions as solutions_of
from satpuzzle.structured import as_json

_NOTHING = "nothing is recorded there yet"


@app.command("journal")
def journal(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A journal that solve, count or certify wrote.")],
    solutions: Annotated[
        bool, typer.Option("--solutions", help="Write the solutions of the finished parts instead.")
    ] = (False),
    check: Annotated[
        bool, typer.Option("--check", help="Recompute everything in the journal and report the first fault.")
    ] = False,
    output: Output = None,
    format: TextOrJson = "text",
) -> None:
    """Show the progress and the results in a journal.

    The output has the finished parts, the solutions found, the time used, and the remaining parts.
    """
    check_choice("format", format, ("text", "json"))
    if solutions and check:
        raise PuzzleError("--check: not allowed with --solutions")
    with Journal(file) as opened:
        if not opened.begun:  # the disk was full, or the process ended, before the plan was written
            if not check:
                raise PuzzleError(f"{file}: {_NOTHING}")
            print(f"RIGHT: {_NOTHING}")
            return
        if check:
            try:
                print(f"RIGHT: {_checked(opened)}")
            except (JournalError, PuzzleError) as error:
                complain(f"NOT RIGHT: {error}")
                raise typer.Exit(FAILED) from None
            return
        if solutions and opened.header.up_to == TREE:
            raise PuzzleError(f"{file}: has the parts of a certificate; its solutions will be in the certificate")
        if solutions and opened.header.count_only:
            raise PuzzleError(f"{file}: has only the numbers of solutions (--count-only), not the solutions")
        with open_output(output, streamed=solutions) as out:
            if not solutions:
                facts = survey(opened)
                text = as_json(facts) if format == "json" else folded(as_text(facts), out)
                out.write(text + "\n")
                return
            for solution in solutions_of(opened):
                if format == "json":
                    out.write(as_json({"solution": solution.as_list()}) + "\n")
                else:
                    out.write(f"{solution}\n\n")


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
