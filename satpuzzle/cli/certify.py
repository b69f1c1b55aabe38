"""`satpuzzle certify`."""

from pathlib import Path
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.common import member_of
from satpuzzle.cli.exits import CTRL_C, FAILED, LIMIT, complain
from satpuzzle.cli.options import Jobs, MemberName, Problem, PuzzleName, TimeLimit, check_choice, choice
from satpuzzle.clock import Clock
from satpuzzle.errors import BackendError, CertificateError, Stopped
from satpuzzle.proofs.contents import MANIFEST
from satpuzzle.proofs.forms import FORMS
from satpuzzle.proofs.forms import certify as write_certificate


@app.command("certify")
def certify(
    puzzle: PuzzleName,
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="DIR", help="The folder for the certificate; an older certificate is replaced."
        ),
    ],
    problem: Problem = None,
    member: MemberName = None,
    form: Annotated[
        str, choice("--form", allowed=FORMS, help="The proof: the tree of the native search, or clauses.")
    ] = "tree",
    count_only: Annotated[bool, typer.Option("--count-only", help="Write a tree without a list of solutions.")] = False,
    backend: Annotated[
        str | None,
        typer.Option("--backend", "-b", help="For lrat: search with this solver; CaDiCaL writes the proof."),
    ] = None,
    encoding: Annotated[
        str | None, typer.Option("--encoding", "-e", help="For lrat by CaDiCaL: the encoding of the clauses.")
    ] = None,
    jobs: Jobs = None,
    time_limit: TimeLimit = None,
) -> None:
    """Write a certificate that no solution of a puzzle is missing.

    It solves the puzzle to the end and writes the list of solutions with a proof.
    """
    clock = Clock(time_limit).start()
    check_choice("form", form, FORMS)
    try:
        counts = write_certificate(
            member_of(puzzle, member),
            output,
            form,
            backend=backend,
            encoding=encoding,
            count_only=count_only,
            problem=problem,
            jobs=jobs,
            clock=clock,
        )
    except (BackendError, CertificateError) as error:
        complain(str(error))
        raise typer.Exit(FAILED) from None
    except Stopped as error:
        complain(f"{error}, no certificate")
        raise typer.Exit(LIMIT if error.by_limit else CTRL_C) from None
    except KeyboardInterrupt:
        complain("interrupted, no certificate")
        raise typer.Exit(CTRL_C) from None
    size = sum(path.stat().st_size for path in output.iterdir())
    print(f"{output / MANIFEST}: {counts}; {size / 1e6:.1f} MB")
