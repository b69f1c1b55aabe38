"""The command `satpuzzle certify`."""

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
        str,
        choice(
            "--form",
            allowed=FORMS,
            help="The form of the proof: the tree of the native search, or clauses with an LRAT proof.",
        ),
    ] = "tree",
    count_only: Annotated[
        bool,
        typer.Option("--count-only", help="With --form tree: certify the number of solutions, without a list of them."),
    ] = False,
    backend: Annotated[
        str | None,
        typer.Option(
            "--backend",
            "-b",
            help="With --form lrat: find the solutions with this backend, and let CaDiCaL write the proof.",
        ),
    ] = None,
    encoding: Annotated[
        str | None,
        typer.Option(
            "--encoding",
            "-e",
            help="With --form lrat: encode the clauses in this way, and let CaDiCaL write the proof.",
        ),
    ] = None,
    jobs: Jobs = None,
    time_limit: TimeLimit = None,
    journal: JournalFile = None,
    part: ShareOf = None,
    part_seconds: PartSeconds = None,
) -> None:
    """Write a certificate that no solution of a puzzle is missing.

    The puzzle is solved to the end; the certificate has the list of solutions and a proof.
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
