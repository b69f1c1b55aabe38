"""`satpuzzle certify`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.exits import CTRL_C, FAILED, complain
from satpuzzle.cli.options import Jobs, Problem, PuzzleName, TimeLimit, check_choice, choice
from satpuzzle.errors import BackendError, CertificateError, PuzzleError, Stopped
from satpuzzle.proofs import certificate, trees
from satpuzzle.proofs.contents import MANIFEST

FORMS = ("tree", "lrat")


@app.command("certify")
def certify(
    puzzle: PuzzleName,
    output: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="DIR", help="A folder for the certificate, new or of an older one."),
    ],
    problem: Problem = None,
    form: Annotated[
        str, choice("--form", allowed=FORMS, help="The proof: the tree of the native search, or clauses.")
    ] = "tree",
    count_only: Annotated[bool, typer.Option("--count-only", help="A tree without a list of solutions.")] = False,
    backend: Annotated[
        str | None,
        typer.Option("--backend", "-b", help="For lrat: this solver searches, and CaDiCaL writes the proof."),
    ] = None,
    encoding: Annotated[
        str | None, typer.Option("--encoding", "-e", help="For lrat by CaDiCaL: how the clauses are written.")
    ] = None,
    jobs: Jobs = None,
    seconds: TimeLimit = None,
) -> None:
    """Prove that the list of a puzzle's solutions is complete.

    It solves the puzzle to the end and writes a proof beside the list.
    """
    check_choice("form", form, FORMS)
    if form == "tree" and (backend or encoding):
        raise PuzzleError(f"--backend and --encoding go with --form lrat, {form} is recorded by the native search")
    if form != "tree" and count_only:
        raise PuzzleError(f"--count-only goes with --form tree, {form} has a list of the solutions")
    try:
        if form == "tree":
            counts = trees.certify(puzzle, output, problem=problem, jobs=jobs, seconds=seconds, count_only=count_only)
        else:
            by_cadical: dict[str, Any] = {"backend": backend, "encoding": encoding}
            asked = {name: value for name, value in by_cadical.items() if value} or {
                "encoding": "default",
                "by_tree": True,
            }
            counts = certificate.certify(puzzle, output, problem=problem, jobs=jobs, seconds=seconds, **asked)
    except (BackendError, CertificateError) as error:
        complain(str(error))
        raise typer.Exit(FAILED) from None
    except (KeyboardInterrupt, Stopped):
        complain("interrupted, no certificate")
        raise typer.Exit(CTRL_C) from None
    size = sum(path.stat().st_size for path in output.iterdir())
    print(f"{output / MANIFEST}: {counts}; {size / 1e6:.1f} MB")
