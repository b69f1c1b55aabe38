"""`satpuzzle certify`."""

import contextlib
from pathlib import Path
from typing import Annotated, Any

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.common import interruptible, member_of, share_of
from satpuzzle.cli.exits import CTRL_C, FAILED, LIMIT, complain
from satpuzzle.cli.options import (
    Jobs,
    JournalFile,
    MemberName,
    PartSeconds,
    Problem,
    PuzzleName,
    ShareOf,
    TimeLimit,
    check_choice,
    choice,
)
from satpuzzle.clock import Clock
from satpuzzle.errors import BackendError, CertificateError, PuzzleError, ShareFinished, Stopped
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
    journal: JournalFile = None,
    part: ShareOf = None,
    part_seconds: PartSeconds = None,
) -> None:
    """Write a certificate that no solution of a puzzle is missing.

    It solves the puzzle to the end and writes the list of solutions with a proof.
    """
    for name, value in (("part", part), ("part-seconds", part_seconds)):
        if value is not None and journal is None:
            raise PuzzleError(f"--{name} {value}: needs --journal")
    long: dict[str, Any] = {"journal": journal}
    if part is not None:
        long["share"] = share_of(part)
    if part_seconds is not None:
        long["part_seconds"] = part_seconds
    clock = Clock(time_limit).start()
    check_choice("form", form, FORMS)
    try:
        with contextlib.nullcontext() if journal is None else interruptible(clock):
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
                **long,
            )
    except ShareFinished as error:
        complain(f"{error}, no certificate yet")
        return
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
