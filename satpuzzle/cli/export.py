"""`satpuzzle export`."""

from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.common import opened
from satpuzzle.cli.options import Output, Problem, PuzzleName, check_choice, choice
from satpuzzle.cli.output import open_output
from satpuzzle.cnf.export import FORMATS
from satpuzzle.cnf.recipe import load_recipe
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.placements import place
from satpuzzle.errors import PuzzleError


@app.command("export")
def export(
    puzzle: PuzzleName,
    format: Annotated[
        str,
        choice("--format", allowed=tuple(FORMATS), help="What is written; dimacs: clauses, dlx: items and options."),
    ],
    problem: Problem = None,
    encoding: Annotated[str, typer.Option("--encoding", "-e", help="How DIMACS clauses are written.")] = "default",
    output: Output = None,
) -> None:
    """Write the exact cover for other programs.

    As CNF, or as Knuth's items and options.
    """
    check_choice("format", format, FORMATS)
    loaded, recipe = opened(puzzle, problem).puzzle, load_recipe(encoding)
    if loaded.counts_empty:
        raise PuzzleError(f"{puzzle}: an exact cover cannot say this: maxHoles = {loaded.most_empty}")
    cover = ExactCover.of(loaded, place(loaded))
    with open_output(output) as out:
        for line in FORMATS[format](loaded, cover, recipe):
            out.write(line + "\n")
