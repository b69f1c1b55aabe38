"""The command `satpuzzle verify`."""

import sys
from dataclasses import dataclass
from pathlib import Path

import typer

from satpuzzle.cli.exits import FAILED, complain, leave
from satpuzzle.cli.options import command, refuse_others
from satpuzzle.cli.terminal import folded
from satpuzzle.clock import Clock
from satpuzzle.errors import CertificateError, Stopped
from satpuzzle.proofs.check import tilings
from satpuzzle.proofs.check.tilings import Checked
from satpuzzle.proofs.verdict import Verdict
from satpuzzle.proofs.verdict import verify as check_certificate
from satpuzzle.rows import argument, option
from satpuzzle.settings import TimeLimitRow


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(TimeLimitRow):
    """The options of `verify`."""

    folder: Path = argument("DIR", "A folder that satpuzzle certify wrote.")
    checker: str | None = option(
        None, "PROGRAM", None,
        "Check an LRAT proof with this program, cake_lpr or lrat-check, instead of the built-in checker.")
    plain: bool = option(False, "", None, "Check a tree in plain Python, without compiled code.")
# fmt: on


@command
def verify(asked: Asked) -> None:
    """Check a certificate that certify wrote.

    The files of the puzzle (or cover) and of its piece set are trusted; all other files of the folder are checked.
    """
    try:
        verdict: Verdict | Checked
        if tilings.is_folder(asked.folder):
            refuse_others(asked, ("folder", "time_limit"), "not allowed with certificates of tilings")
            verdict = tilings.verify(asked.folder, Clock(asked.time_limit).start())
        else:
            verdict = check_certificate(asked.folder, asked.checker, asked.plain, time_limit=asked.time_limit)
    except CertificateError as error:
        complain(f"NOT VERIFIED: {error}")
        raise typer.Exit(FAILED) from None
    except (Stopped, KeyboardInterrupt) as error:
        leave(error, ", nothing verified")
    print(folded(f"VERIFIED: {verdict}\n{verdict.trusted}", sys.stdout))
