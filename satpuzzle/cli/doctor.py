"""The command `satpuzzle doctor`."""

from dataclasses import dataclass

from satpuzzle.cli.options import command
from satpuzzle.cli.output import open_output
from satpuzzle.cli.terminal import folded
from satpuzzle.engines.doctor import examined, sentences
from satpuzzle.settings import FormatRow
from satpuzzle.structured import as_json


@dataclass(frozen=True, kw_only=True)
class Asked(FormatRow):
    """The options of `doctor`."""


@command
def doctor(asked: Asked) -> None:
    """Tell which backends, extras and compiled kernels are there."""
    found = examined()
    with open_output(None) as out:
        out.write((as_json(found) if asked.format == "json" else folded(sentences(found), out)) + "\n")
