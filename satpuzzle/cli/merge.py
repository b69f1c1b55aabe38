"""The command `satpuzzle merge`."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.terminal import folded
from satpuzzle.proofs.journaled import gather
from satpuzzle.search.journal.header import TREE
from satpuzzle.search.journal.journal import Journal
from satpuzzle.search.journal.merge import merge as join
from satpuzzle.search.journal.survey import as_text, survey


@app.command("merge")
def merge(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The new journal to write.")],
    journals: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="The journals to merge, of shares of one search.")
    ],
) -> None:
    """Merge journals of one search into a new one.

    A part that is finished in several journals is counted once.
    """
    join(out, journals)
    with Journal(out) as joined:
        if joined.header.up_to == TREE:
            gather(journals, out)
    with Journal(out) as joined:
        print(folded(as_text(survey(joined)), sys.stdout))
