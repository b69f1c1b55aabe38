"""The command `satpuzzle export`."""

from pathlib import Path
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.common import member_of
from satpuzzle.cli.exits import complain
from satpuzzle.cli.guide import asks_for
from satpuzzle.cli.options import PUZZLE, MemberName, Output, Problem, TimeLimit, check_choice, choice
from satpuzzle.cli.output import open_output
from satpuzzle.cli.subject import subject
from satpuzzle.clock import Clock
from satpuzzle.cnf.recipe import load_recipe
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import place
from satpuzzle.errors import PuzzleError
from satpuzzle.models import MODELS, Instance, Model


@app.command("export")
def export(
    puzzle: Annotated[str | None, PUZZLE] = None,
    every: Annotated[
        bool,
        typer.Option(
            "--all",
            help="Write the benchmark, more than 50 instances in all formats, to the folder that --output names.",
        ),
    ] = False,
    format: Annotated[
        str | None,
        choice(
            "--format",
            allowed=tuple(MODELS),
            help="The format; by default it follows from the ending of the output file: "
            + ", ".join(f"{model.ending} {model.name}" for model in MODELS.values())
            + ".",
        ),
    ] = None,
    problem: Problem = None,
    member: MemberName = None,
    encoding: Annotated[
        str | None,
        typer.Option(
            "--encoding",
            "-e",
            help="The encoding for clauses (dimacs); by default the encoding `default`, and `product` for the"
            " benchmark.",
        ),
    ] = None,
    time_limit: TimeLimit = None,
    output: Output = None,
) -> None:
    """Write the exact cover of a puzzle or .dlx file for other solvers.

    The formats are SAT clauses, pseudo-Boolean inequalities, constraint models, and Knuth's items and options.
    """
    clock = Clock(time_limit).start()
    if every:
        if puzzle is not None or problem is not None or member is not None:
            raise PuzzleError("--all: writes the benchmark; a puzzle, --problem and --member cannot be given with it")
        _benchmark(output, format, encoding or "product", clock)
        return
    if puzzle is None:
        raise PuzzleError(asks_for("export", "PUZZLE"))
    model = _model(format, output)
    recipe, about = load_recipe(encoding or "default"), subject(member_of(puzzle, member), problem, clock)
    for remark in about.remarks:
        complain(remark)
    if isinstance(about.what, ExactCover):
        instance = Instance(about.what, title=Path(about.name).stem, recipe=recipe, clock=clock)
    else:
        loaded = about.what
        if loaded.counts_empty:
            raise PuzzleError(f"{puzzle}: an exact cover cannot express this: maxHoles = {loaded.empty}")
        cover = cover_of(loaded, place(loaded, clock), clock=clock)
        instance = Instance(cover, title=f"{loaded.name}: {loaded.title}", recipe=recipe, clock=clock)
    with open_output(output) as out:
        for line in clock.each(model.lines(instance)):
            out.write(line + "\n")


def _benchmark(folder: Path | None, format: str | None, encoding: str, clock: Clock) -> None:
    """Write the benchmark to a folder, and print a line for each of its instances."""
    from satpuzzle.measure import benchmark

    if folder is None:
        raise PuzzleError("--all: needs -o DIR, the folder for the benchmark")
    if format is not None:
        check_choice("format", format, benchmark.FORMATS)
    formats = benchmark.FORMATS if format is None else (format,)
    written = 0
    for facts, size in benchmark.write(folder, load_recipe(encoding), formats, clock):
        said = [name for name, file in facts["files"].items() if "path" in file]
        print(f"{facts['name']}: {facts['options']} options, {', '.join(said)}, {size / 1e6:.1f} MB", flush=True)
        written += 1
    print(f"{folder / benchmark.MANIFEST}: {written} instances")


def _model(format: str | None, output: Path | None) -> Model:
    """Return the requested format or, if none is requested, that of the file name's suffix."""
    if format is not None:
        check_choice("format", format, tuple(MODELS))
        return MODELS[format]
    endings = {model.ending: model for model in MODELS.values()}
    if output is not None and output.suffix in endings:
        return endings[output.suffix]
    found = f"-o {output}" if output is not None else "no file"
    raise PuzzleError(f"{found}: name a file that ends in {', '.join(endings)}, or give --format {'|'.join(MODELS)}")
