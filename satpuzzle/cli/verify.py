"""The command `satpuzzle verify`."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.exits import CTRL_C, FAILED, LIMIT, complain
from satpuzzle.cli.options import TimeLimit
from satpuzzle.cli.terminal import folded
from satpuzzle.errors import CertificateError, Stopped
from satpuzzle.proofs.verdict import verify as check_certificate


@app.command("verify")
def verify(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that satpuzzle certify wrote.")],
    checker: Annotated[
        str | None,
        typer.Option(
            "--checker",
            metavar="PROGRAM",
            help="Check an LRAT proof with this program, cake_lpr or lrat-check, instead of the built-in checker.",
        ),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Check a tree in plain Python, without compiled code.")
    ] = False,
    time_limit: TimeLimit = None,
) -> None:
    """Check a certificate that certify wrote.

    The files of the puzzle (or cover) and of its piece set are trusted; all other files of the folder are checked.
    """
    try:
        verdict = check_certificate(folder, checker, plain, time_limit=time_limit)
    except CertificateError as error:
        complain(f"NOT VERIFIED: {error}")
        raise typer.Exit(FAILED) from None
    except Stopped as error:
        complain(f"{error}, nothing verified")
        raise typer.Exit(LIMIT) from None
    except KeyboardInterrupt:
        complain("interrupted, nothing verified")
        raise typer.Exit(CTRL_C) from None
    print(folded(f"VERIFIED: {verdict}\n{verdict.trusted}", sys.stdout))
