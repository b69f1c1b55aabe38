"""`satpuzzle verify`."""

from pathlib import Path
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.exits import CTRL_C, FAILED, complain
from satpuzzle.errors import CertificateError
from satpuzzle.proofs.certificate import verify as check_certificate


@app.command("verify")
def verify(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="What `satpuzzle certify` has written.")],
    checker: Annotated[
        str | None,
        typer.Option("--checker", metavar="PROGRAM", help="Ask cake_lpr or lrat-check about the proof instead."),
    ] = None,
) -> None:
    """Check a certificate; all that is trusted of it is the puzzle, with its piece set."""
    try:
        counts = check_certificate(folder, checker)
    except CertificateError as error:
        complain(f"NOT VERIFIED: {error}")
        raise typer.Exit(FAILED) from None
    except KeyboardInterrupt:
        complain("interrupted, nothing verified")
        raise typer.Exit(CTRL_C) from None
    number = counts.isometries
    print(f"VERIFIED: complete list of {number} {'solution' if number == 1 else 'solutions'} ({counts})")
