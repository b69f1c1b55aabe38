"""`satpuzzle export`."""

from pathlib import Path
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.common import member_of
from satpuzzle.cli.exits import complain
from satpuzzle.cli.options import MemberName, Output, Problem, PuzzleName, check_choice, choice
from satpuzzle.cli.output import open_output
from satpuzzle.cli.subject import subject
from satpuzzle.cnf.recipe import load_recipe
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.placements import place
from satpuzzle.errors import PuzzleError
from satpuzzle.models import MODELS, Instance, Model


@app.command("export")
def export(
    puzzle: PuzzleName,
    format: Annotated[
        str | None,
        choice(
            "--format",
            allowed=tuple(MODELS),
            help="The format; by default it follows from the ending of OUT: "
            + ", ".join(f"{model.ending} {model.name}" for model in MODELS.values())
            + ".",
        ),
    ] = None,
    problem: Problem = None,
    member: MemberName = None,
    encoding: Annotated[str, typer.Option("--encoding", "-e", help="The encoding of DIMACS clauses.")] = "default",
    output: Output = None,
) -> None:
    """Write the exact cover of a puzzle or .dlx file for other solvers.

    The formats are clauses, inequalities, constraint models, and Knuth's items and options.
    """
    model = _model(format, output)
    recipe, about = load_recipe(encoding), subject(member_of(puzzle, member), problem)
    for remark in about.remarks:
        complain(remark)
    if isinstance(about.what, ExactCover):
        instance = Instance(about.what, title=Path(about.name).stem, recipe=recipe)
    else:
        loaded = about.what
        if loaded.counts_empty:
            raise PuzzleError(f"{puzzle}: an exact cover cannot express this: maxHoles = {loaded.most_empty}")
        cover = ExactCover.of(loaded, place(loaded))
        instance = Instance(cover, title=f"{loaded.name}: {loaded.title}", recipe=recipe)
    with open_output(output) as out:
        for line in model.lines(instance):
            out.write(line + "\n")


def _model(format: str | None, output: Path | None) -> Model:
    """Return the requested format, or the one of the file name's suffix."""
    if format is not None:
        check_choice("format", format, tuple(MODELS))
        return MODELS[format]
    endings = {model.ending: model for model in MODELS.values()}
    if output is not None and output.suffix in endings:
        return endings[output.suffix]
    found = f"-o {output}" if output is not None else "no file"
    raise PuzzleError(f"{found}: name a file that ends in {', '.join(endings)}, or say --format {'|'.join(MODELS)}")
