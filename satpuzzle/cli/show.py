"""The command `satpuzzle show`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satpuzzle.cli.common import opened
from satpuzzle.cli.options import command
from satpuzzle.cli.output import open_output
from satpuzzle.cli.subject import is_burr
from satpuzzle.cli.terminal import folded
from satpuzzle.cover.describe import columns, description, numbered, text
from satpuzzle.settings import FormatRow, SubjectRows
from satpuzzle.solutions.listing import problems, sentences, stored_facts
from satpuzzle.structured import as_json


@dataclass(frozen=True, kw_only=True)
class Asked(SubjectRows, FormatRow):
    """The options of `show`."""


@command
def show(asked: Asked) -> None:
    """Show a puzzle: board, pieces, placements, symmetries, counts.

    If a file has several problems, they are listed.
    """
    content: dict[str, Any]
    if (
        is_burr(asked.puzzle)
        and asked.problem is None
        and len((content := problems(Path(asked.puzzle)))["problems"]) != 1
    ):
        written = _listed(content)
    else:
        about = opened(asked)
        said = None if about.opened is None else stored_facts(about.opened)
        if asked.format == "json":
            content = description(about.puzzle) | ({} if said is None else {"burrtools": said})
        else:
            written = text(about.puzzle) + ("" if said is None else sentences(said))
    with open_output(None) as out:
        out.write(as_json(content) + "\n" if asked.format == "json" else folded(written, out))


def _listed(content: dict[str, Any]) -> str:
    """Return the problems of a file as a table, followed by error messages."""
    rows = content["problems"]
    found = f"{numbered(len(rows), 'problem')}, {numbered(content['shapes'], 'shape')}, grid {content['grid']}"
    lines = [f"{content['file']}: {found}\n"]
    if rows:
        lines += ["\n", columns([{key: value for key, value in row.items() if key != "reason"} for row in rows])]
    lines += [f"problem {row['problem']}: {row['reason']}\n" for row in rows if "reason" in row]
    if comment := content["comment"].strip():
        lines += ["\n", *(f"{line.strip()}\n" for line in comment.splitlines())]
    return "".join(lines)
