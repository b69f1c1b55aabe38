"""The command `satpuzzle certify`."""

import contextlib
from dataclasses import dataclass
from pathlib import Path

import typer

from satpuzzle.cli.common import asked_about, interruptible, name_of
from satpuzzle.cli.exits import FAILED, complain, leave
from satpuzzle.cli.options import command
from satpuzzle.clock import Clock
from satpuzzle.errors import BackendError, CertificateError, ShareFinished, Stopped
from satpuzzle.proofs.check.contents import MANIFEST
from satpuzzle.proofs.write.forms import FORMS
from satpuzzle.proofs.write.forms import certify as write_certificate
from satpuzzle.rows import option, required
from satpuzzle.settings import JobsRow, JournalRows, SubjectRows, TimeLimitRow


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(SubjectRows, JobsRow, TimeLimitRow, JournalRows):
    """The options of `certify`."""

    output: Path = required("-o DIR", None, "The folder for the certificate; an older certificate is replaced.")
    form: str = option(
        "tree", "", None,
        "The form of the proof: the search tree of the native search, clauses with an LRAT proof, a count by the states"
        " of a frontier, without a list, or inequalities with a proof for checkers of the format VeriPB.",
        allowed=FORMS)
    count_only: bool = option(
        False, "", None, "With --form tree: certify the number of solutions, without a list of them.")
    backend: str | None = option(
        None, "-b NAME", None,
        "With --form lrat: find the solutions with this backend, and let CaDiCaL write the proof, or the backend if it"
        " is a command with {proof}.", among="backends")
    encoding: str | None = option(
        None, "-e NAME", None, "With --form lrat: encode the clauses in this way, and let CaDiCaL write the proof.",
        among="encodings")
# fmt: on


@command
def certify(asked: Asked) -> None:
    """Write a certificate that no solution of a puzzle is missing.

    The puzzle is solved to the end; the certificate has the list of solutions and a proof.  `verify` checks it.  The
    checker in C, in the folder checker of the sources, needs a puzzle in a .json file, as `convert` writes it.
    """
    clock = Clock(asked.time_limit).start()
    output = asked.output
    try:
        with contextlib.nullcontext() if asked.journal is None else interruptible(clock):
            counts = write_certificate(
                asked_about(asked, clock).what if asked.puzzle == "-" or asked.rule else name_of(asked),
                output,
                asked.form,
                backend=asked.backend,
                encoding=asked.encoding,
                count_only=asked.count_only,
                problem=None if asked.rule else asked.problem,
                jobs=asked.jobs,
                clock=clock,
                journal=asked.journal,
                share=asked.share,
                part_seconds=asked.part_seconds,
            )
    except ShareFinished as error:
        complain(f"{error}, no certificate yet")
        return
    except (BackendError, CertificateError) as error:
        complain(str(error))
        raise typer.Exit(FAILED) from None
    except (Stopped, KeyboardInterrupt) as error:
        leave(error, ", no certificate")
    size = sum(path.stat().st_size for path in output.iterdir())
    print(f"{output / MANIFEST}: {counts}; {size / 1e6:.1f} MB")
