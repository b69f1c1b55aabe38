"""`satpuzzle certify`."""

from pathlib import Path
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.common import Backend, Jobs, Problem, PuzzleName
from satpuzzle.cli.exits import CTRL_C, FAILED, complain
from satpuzzle.errors import BackendError, CertificateError, Stopped
from satpuzzle.proofs.certificate import MANIFEST
from satpuzzle.proofs.certificate import certify as write_certificate


@app.command("certify")
def certify(
    puzzle: PuzzleName,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="A new folder for the certificate.")],
    problem: Problem = None,
    backend: Backend = "bitmask",
    encoding: Annotated[str, typer.Option("--encoding", "-e", help="How the clauses are written.")] = "auto",
    jobs: Jobs = None,
) -> None:
    """Solve a puzzle to the end and prove that the list of its solutions is complete."""
    try:
        counts = write_certificate(puzzle, output, encoding, backend, jobs=jobs, problem=problem)
    except (BackendError, CertificateError) as error:
        complain(str(error))
        raise typer.Exit(FAILED) from None
    except (KeyboardInterrupt, Stopped):
        complain("interrupted, no certificate")
        raise typer.Exit(CTRL_C) from None
    size = sum(path.stat().st_size for path in output.iterdir())
    print(f"{output / MANIFEST}: {counts}; {size / 1e6:.1f} MB")
