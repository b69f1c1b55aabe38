"""The command `satpuzzle show`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satpuzzle.cli.common import opened
from satpuzzle.cli.options import command
from satpuzzle.cli.output import open_output
from satpuzzle.cli.subject import Subject
from satpuzzle.cli.terminal import folded
from satpuzzle.cover.describe import (
    board_description,
    board_text,
    columns,
    cover_description,
    cover_text,
    description,
    numbered,
    text,
)
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.puzzle.library import bare_board, storing_format
from satpuzzle.settings import FormatRow, SubjectRows
from satpuzzle.structured import as_json


@dataclass(frozen=True, kw_only=True)
class Asked(SubjectRows, FormatRow):
    """The options of `show`."""


@command
def show(asked: Asked) -> None:
    """Show a puzzle: board, pieces, placements, symmetries, counts.

    If a file has several problems, they are listed.
    """
    content, written = _about(asked)
    with open_output(None) as out:
        out.write(as_json(content) + "\n" if asked.format == "json" else folded(written, out))


def _about(asked: Asked) -> tuple[dict[str, Any], str]:
    """Return what is shown as data and, unless the format is JSON, as text."""
    if storing_format(asked.puzzle) is None:
        if not asked.rule and (board := bare_board(asked.puzzle)) is not None:
            return (board_description(board), "") if asked.format == "json" else ({}, board_text(board))
        return _described(opened(asked, covers=True), asked.format)
    from satpuzzle.solutions.listing import problems, sentences, stored_facts

    if asked.problem is None and len((listed := problems(Path(asked.puzzle)))["problems"]) != 1:
        return listed, _listed(listed)
    about = opened(asked)
    content, written = _described(about, asked.format)
    if about.opened is None:
        return content, written
    said = stored_facts(about.opened)
    return content | {"burrtools": said}, written + sentences(said)


def _described(about: Subject, format: str) -> tuple[dict[str, Any], str]:
    if isinstance(about.what, ExactCover):
        return (cover_description(about.what), "") if format == "json" else ({}, cover_text(about.what))
    return (description(about.puzzle), "") if format == "json" else ({}, text(about.puzzle))


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
