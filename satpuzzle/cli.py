"""The command line: reads, calls, prints.

Exit status: 0 when a search ran to its end or to the wanted number, 1 when output could not be written or a
solver broke down, 2 for bad usage or input, 3 when a limit stopped a search first, 130 after Ctrl-C.
"""

import contextlib
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, NoReturn, TextIO

import typer

from satpuzzle import __version__, library
from satpuzzle.backends import BACKENDS, BackendError, Status
from satpuzzle.backends.bitmask import STRATEGIES
from satpuzzle.bench import PEERS, Task, run_all, table
from satpuzzle.cover import ExactCover
from satpuzzle.describe import columns, description, entry, text
from satpuzzle.export import FORMATS
from satpuzzle.frontier import FrontierError
from satpuzzle.given import Given
from satpuzzle.output import FEW, Json, NdJson, Progress, Text, Writer, verdict
from satpuzzle.placements import place
from satpuzzle.puzzle import PuzzleError
from satpuzzle.recipe import load_recipe
from satpuzzle.run import CONVENTIONS, METHODS, Run

app = typer.Typer(
    help="Packing puzzles by SAT, CP-SAT and a native search.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

PuzzleName = Annotated[str, typer.Argument(metavar="PUZZLE", help="A bundled name or a .toml or .json file.")]
Backend = Annotated[str, typer.Option("--backend", "-b", help="Which solver; `satpuzzle list backends` names them.")]
Encoding = Annotated[str | None, typer.Option("--encoding", "-e", help="How SAT backends write the clauses.")]
Strategy = Annotated[
    str, typer.Option("--strategy", "-s", help=f"How the native search goes: {', '.join(STRATEGIES)}.")
]
Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", metavar="N", min=1, help="Cores for a long native search; all by default.")
]
TimeLimit = Annotated[
    float | None, typer.Option("--time-limit", "-t", metavar="SECONDS", help="Stop searching after this.")
]
GivenPieces = Annotated[
    str | None,
    typer.Option("--given", metavar="FILE-OR-TEXT", help="Pieces already placed: JSON, drawing or NAME: x,y,z ..."),
]
Output = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the data here.")]
Stats = Annotated[bool, typer.Option("--stats", help="Show what the search did, on standard error.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Data only: no summary, no progress, no remarks.")]

_OK, _FAILED, _USAGE, _LIMIT, _CTRL_C = 0, 1, 2, 3, 130


def _version(wanted: bool) -> None:
    if wanted:
        print(f"satpuzzle {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


@app.command("list")
def list_(
    kind: Annotated[
        str, typer.Argument(metavar="[KIND]", help="puzzles, encodings or backends; all by default.")
    ] = "all",
    format: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
) -> None:
    """List the bundled puzzles, the encodings and the backends."""
    _choose("format", format, ("text", "json"))
    _choose("kind", kind, ("all", "puzzles", "encodings", "backends"))
    tables: dict[str, list[dict[str, Any]]] = {}
    if kind in ("all", "puzzles"):
        tables["puzzles"] = [entry(library.load(name)) for name in library.files("puzzles")]
    if kind in ("all", "encodings"):
        recipes = map(load_recipe, library.files("encodings"))
        tables["encodings"] = [{"name": recipe.name, "description": recipe.description} for recipe in recipes]
    if kind in ("all", "backends"):
        tables["backends"] = [{"name": name, "description": _backend(name)} for name in BACKENDS]
    with _output(None) as out:
        if format == "json":
            out.write(json.dumps(tables, ensure_ascii=False) + "\n")
            return
        titled = kind == "all"
        out.write("\n".join(f"{title.upper()}\n" * titled + columns(rows) for title, rows in tables.items()))


def _backend(name: str) -> str:
    solver = getattr(BACKENDS[name], "keywords", {}).get("solver")
    if solver is None:
        return (getattr(BACKENDS[name], "__doc__", "") or "").splitlines()[0]
    return f"PySAT, {solver}"


@app.command()
def show(
    puzzle: PuzzleName,
    format: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
) -> None:
    """Show a puzzle: board, pieces, placements, symmetries and known counts."""
    _choose("format", format, ("text", "json"))
    loaded = library.load(puzzle)
    with _output(None) as out:
        out.write(json.dumps(description(loaded), ensure_ascii=False) + "\n" if format == "json" else text(loaded))


@app.command()
def solve(
    puzzle: PuzzleName,
    backend: Backend = "bitmask",
    models: Annotated[
        int, typer.Option("-n", "--models", metavar="N", min=0, help="Stop after N solutions; 0 is all.")
    ] = 0,
    up_to: Annotated[
        str, typer.Option("--up-to", help="What counts as different: raw, rotations or isometries.")
    ] = "isometries",
    encoding: Encoding = None,
    strategy: Strategy = "auto",
    jobs: Jobs = None,
    time_limit: TimeLimit = None,
    given: GivenPieces = None,
    output: Output = None,
    format: Annotated[str, typer.Option("--format", help="text, json or ndjson.")] = "text",
    stats: Stats = False,
    quiet: Quiet = False,
) -> None:
    """Find the solutions of a puzzle, all distinct ones by default, and print them as they come."""
    _choose("format", format, ("text", "json", "ndjson"))
    run, progress = _run(puzzle, backend, encoding, strategy, jobs, up_to, models or None, time_limit, given, quiet)
    with _output(output) as out, _interruptible(run), progress.of(run):
        few = FEW if out.isatty() and not models else None
        writers: dict[str, Callable[[], Writer]] = {
            "text": lambda: Text(out, few, quiet),
            "json": lambda: Json(out, listing=True),
            "ndjson": lambda: NdJson(out),
        }
        writer = writers[format]()
        failure = None
        try:
            for solution in run:
                if out.isatty():
                    progress.clear()
                writer.solution(solution)
        except BackendError as error:
            failure = str(error)
        progress.clear()
        writer.summary(run)
        if output is not None and format == "text" and not quiet:
            print(verdict(run), file=sys.stderr)
    _finish(run, failure, stats)


@app.command()
def count(
    puzzle: PuzzleName,
    backend: Backend = "bitmask",
    encoding: Encoding = None,
    strategy: Strategy = "auto",
    jobs: Jobs = None,
    method: Annotated[
        str, typer.Option("--method", help="search, or frontier: raw packings without listing them.")
    ] = "search",
    memory: Annotated[
        int | None, typer.Option("--memory", metavar="MIB", min=1, help="Room for a frontier; half of what is free.")
    ] = None,
    time_limit: TimeLimit = None,
    given: GivenPieces = None,
    output: Output = None,
    format: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
    stats: Stats = False,
    quiet: Quiet = False,
) -> None:
    """Count the solutions of a puzzle by all three conventions."""
    _choose("method", method, METHODS)
    _choose("format", format, ("text", "json"))
    run, progress = _run(puzzle, backend, encoding, strategy, jobs, "isometries", None, time_limit, given, quiet)
    with _output(output) as out, _interruptible(run), progress.of(run):
        failure = None
        try:
            if method == "frontier":
                try:
                    run.sweep(memory and memory << 20)
                except FrontierError as error:
                    _complain(f"{error}; searching instead")
                    method = "search"
            if method == "search":
                run.exhaust()
        except BackendError as error:
            failure = str(error)
        progress.clear()
        if format == "json":
            Json(out, listing=False).summary(run)
        else:
            out.write((str(run.counts) if quiet else verdict(run)) + "\n")
    _finish(run, failure, stats)


@app.command()
def bench(
    puzzles: Annotated[list[str], typer.Argument(metavar="PUZZLE...", help="What to solve to the end.")],
    backend: Annotated[list[str] | None, typer.Option("--backend", "-b", help="Backends; bitmask by default.")] = None,
    strategy: Annotated[list[str] | None, typer.Option("--strategy", "-s", help="Strategies of bitmask.")] = None,
    peer: Annotated[list[str] | None, typer.Option("--peer", "-p", help=f"Peers: {', '.join(PEERS)}.")] = None,
    pinned: Annotated[bool, typer.Option("--pinned", help="Give peers a matrix with one item restricted.")] = False,
    repeat: Annotated[int, typer.Option("--repeat", "-r", min=1, help="Rounds; medians are shown.")] = 5,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="JSON lines, one a run.")
    ] = None,
) -> None:
    """Measure solvers side by side: user CPU time, each run in a process of its own."""
    for name in puzzles:
        library.load(name)
    for name in backend or ():
        _choose("backend", name, BACKENDS)
    for name in peer or ():
        _choose("peer", name, PEERS)
    for name in strategy or ():
        _choose("strategy", name, STRATEGIES)
    tasks = [
        task
        for name in puzzles
        for task in [
            *(Task(name, other, pinned=pinned) for other in peer or ()),
            *(
                Task(name, chosen, way)
                for chosen in backend or ["bitmask"]
                for way in ((strategy or ["auto"]) if chosen == "bitmask" else ["auto"])
            ),
        ]
    ]
    records = []
    with contextlib.ExitStack() as stack:
        lines = stack.enter_context(_output(output)) if output is not None else None
        for record in run_all(tasks, repeat):
            records.append(record)
            if lines is not None:
                print(json.dumps(record), file=lines, flush=True)
    with _output(None) as out:
        out.write(table(records, (peer or ["bitmask"])[0]) + "\n")


@app.command()
def export(
    puzzle: PuzzleName,
    format: Annotated[str, typer.Option("--format", help=f"{' or '.join(FORMATS)}.")],
    encoding: Annotated[str, typer.Option("--encoding", "-e", help="How DIMACS clauses are written.")] = "default",
    output: Output = None,
) -> None:
    """Write the exact cover for other programs: its CNF, or Knuth's items and options."""
    _choose("format", format, FORMATS)
    loaded, recipe = library.load(puzzle), load_recipe(encoding)
    cover = ExactCover.of(loaded, place(loaded))
    with _output(output) as out:
        for line in FORMATS[format](loaded, cover, recipe):
            out.write(line + "\n")


def _run(
    puzzle: str,
    backend: str,
    encoding: str | None,
    strategy: str,
    jobs: int | None,
    up_to: str,
    limit: int | None,
    seconds: float | None,
    given: str | None,
    quiet: bool,
) -> tuple[Run, Progress]:
    _choose("up-to", up_to, CONVENTIONS)
    progress = Progress(quiet)
    hints: Given = Path(given) if given is not None and _is_file(given) else given
    run = Run(
        library.load(puzzle),
        backend,
        encoding=encoding,
        strategy=strategy,
        jobs=jobs,
        up_to=up_to,
        limit=limit,
        seconds=seconds,
        given=hints,
        watch=progress.update,
    )
    run.tabulate()  # complaints come before anything is written
    return run, progress


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a name, or a character that no name has
        return False


def _choose(what: str, found: str, allowed: Any) -> None:
    if found not in allowed:
        raise PuzzleError(f"--{what} {found}: choose from {', '.join(allowed)}")


def _finish(run: Run, failure: str | None, stats: bool) -> None:
    if stats:
        for key, value in run.stats.items():
            print(
                f"{key:>14}  {value:.3f}" if isinstance(value, float) else f"{key:>14}  {value}",
                file=sys.stderr,
            )
    if failure is not None:
        _complain(failure)
        raise typer.Exit(_FAILED)
    codes = {Status.TIME_LIMIT: _LIMIT, Status.INTERRUPTED: _CTRL_C}
    raise typer.Exit(codes.get(run.status or Status.EXHAUSTED, _OK))


@contextlib.contextmanager
def _interruptible(run: Run) -> Iterator[None]:
    """Let Ctrl-C stop the run and report it; a second one stops everything."""

    def stop(number: int, frame: object) -> None:
        run.interrupt()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def _output(path: Path | None) -> Iterator[TextIO]:
    """Open where the data goes."""
    if path is None:
        yield sys.stdout
        sys.stdout.flush()
        return
    with path.open("w", encoding="utf-8", errors="backslashreplace") as out:
        yield out


def _complain(message: str) -> None:
    print(f"satpuzzle: {message}", file=sys.stderr)


def _leave(code: int) -> NoReturn:
    """Exit without another attempt to write what could not be written."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def main() -> None:
    """Run the command line; every complaint is one line."""
    if sys.stdout is None:  # closed by the caller
        sys.exit(_FAILED)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        sys.exit(app(standalone_mode=False))
    except PuzzleError as error:
        _complain(str(error))
        sys.exit(_USAGE)
    except OSError as error:
        _complain(f"{error.filename or 'output'}: {error.strerror or error}")
        _leave(_FAILED)
    except MemoryError:
        _complain("out of memory")
        sys.exit(_FAILED)
    except Exception as error:
        if not hasattr(error, "format_message"):  # a usage error, whose class has moved between versions of typer
            raise
        _complain(error.format_message())
        sys.exit(_USAGE)
