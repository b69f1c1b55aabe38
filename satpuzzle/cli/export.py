"""The command `satpuzzle export`."""

from dataclasses import dataclass
from pathlib import Path

from satpuzzle.cli.common import asked_about
from satpuzzle.cli.exits import complain
from satpuzzle.cli.guide import asks_for
from satpuzzle.cli.options import check_choice, command, refuse_others
from satpuzzle.cli.output import open_output
from satpuzzle.clock import Clock
from satpuzzle.cnf.recipe import load_recipe
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import place
from satpuzzle.engines.exports import MODELS, Instance, Model
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.checks import range_of
from satpuzzle.rows import argument, option
from satpuzzle.settings import OUT, OutputRow, SubjectRows, TimeLimitRow

_WRITTEN = ("output", "format", "encoding", "time_limit")  # obeyed whatever is exported
_LARGEST = 1000  # the largest size of a member of a family


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(SubjectRows, TimeLimitRow, OutputRow):
    """The options of `export`."""

    puzzle: str = argument("[PUZZLE]", "The name or title of a bundled puzzle, or a file.", default="", among="puzzles")
    all: bool = option(
        False, "", None,
        "Write the benchmark, more than 50 instances in all formats, to the folder that --output names.")
    family: str | None = option(
        None, "NAME", None,
        "Write members of a growing family, such as dominoes or queens, each as NAME-SIZE, to the folder that --output"
        " names.")
    size: str | None = option(
        None, "N", None, "Which members of the family: those of the sizes N, or N..M.", needs=("family",))
    format: str | None = option(
        None, "", OUT,
        "The format; by default it follows from the ending of the output file: "
        + ", ".join(f"{model.ending} {model.name}" for model in MODELS.values())
        + ".", allowed=tuple(MODELS))
    encoding: str | None = option(
        None, "-e NAME", None,
        "The encoding for clauses (dimacs); by default the encoding `default`, and `product` for the benchmark.",
        among="encodings")
# fmt: on


@command
def export(asked: Asked) -> None:
    """Write the exact cover of a puzzle or .dlx file for other solvers.

    The formats are SAT clauses, pseudo-Boolean inequalities, constraint models, and Knuth's items and options.
    """
    clock = Clock(asked.time_limit).start()
    puzzle, encoding, output = asked.puzzle, asked.encoding, asked.output
    if asked.all:
        refuse_others(asked, ("all", *_WRITTEN), "not allowed with --all, which writes the benchmark")
        _benchmark(output, asked.format, encoding or "product", clock)
        return
    if asked.family is not None:
        refuse_others(asked, ("family", "size", *_WRITTEN), "not allowed with --family, which writes its members")
        _family(asked.family, asked.size or "", output, asked.format, encoding or "default", clock)
        return
    if not puzzle:
        raise PuzzleError(asks_for("export", "PUZZLE"))
    model = _model(asked.format, output)
    if encoding is not None and model.name != "dimacs":
        raise PuzzleError(f"--encoding {encoding}: is for clauses, the format dimacs, not for {model.name}")
    recipe, about = load_recipe(encoding or "default"), asked_about(asked, clock)
    for remark in about.remarks:
        complain(remark)
    if isinstance(about.what, ExactCover):
        instance = Instance(about.what, title=Path(about.name).stem, recipe=recipe, clock=clock)
    else:
        loaded = about.what
        cover = cover_of(loaded, place(loaded, clock), clock=clock)
        instance = Instance(cover, title=f"{loaded.name}: {loaded.title}", recipe=recipe, clock=clock)
    _save(model, instance, output)


def _save(model: Model, instance: Instance, output: Path | None) -> None:
    """Write an instance to a file, and what solvers read with it beside it; or to standard output."""
    with open_output(output) as out:
        for line in instance.clock.each(model.lines(instance)):
            out.write(line + "\n")
    if output is not None:
        model.put_beside(output)


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


def _family(name: str, sizes: str, folder: Path | None, format: str | None, encoding: str, clock: Clock) -> None:
    """Write members of a growing family to a folder, and print a line for each."""
    from satpuzzle.measure.instances import check_grows, grown

    check_grows(name)
    if not sizes:
        raise PuzzleError("--family: needs --size, which members, such as 5..20")
    if folder is None or format is None:
        raise PuzzleError("--family: needs -o DIR, the folder for its members, and --format")
    if not (every := range_of(sizes, _LARGEST)):
        raise PuzzleError(f"--size {sizes}: allowed is a number from 1 to {_LARGEST}, or a range such as 5..20")
    model, recipe = MODELS[format], load_recipe(encoding)
    folder.mkdir(parents=True, exist_ok=True)
    for size in every:
        clock.check()
        cover, path = grown(name, size), folder / f"{name}-{size}{model.ending}"
        _save(model, Instance(cover, path.stem, recipe, clock), path)
        print(f"{path}: {len(cover.names)} items, {len(cover.rows)} options", flush=True)


def _model(format: str | None, output: Path | None) -> Model:
    """Return the requested format or, if none is requested, that of the file name's suffix."""
    if format is not None:
        return MODELS[format]
    endings = {model.ending: model for model in MODELS.values()}
    if output is not None and output.suffix in endings:
        return endings[output.suffix]
    found = f"-o {output}" if output is not None else "no file"
    raise PuzzleError(f"{found}: name a file that ends in {', '.join(endings)}, or give --format {'|'.join(MODELS)}")
