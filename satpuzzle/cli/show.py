"""The command `satpuzzle show`."""

from pathlib import Path
from typing import Any

from satpuzzle.cli.app import app
from satpuzzle.cli.common import member_of, opened
from satpuzzle.cli.options import MemberName, Problem, PuzzleName, TextOrJson, check_choice
from satpuzzle.cli.output import open_output
from satpuzzle.cli.subject import is_burr
from satpuzzle.cli.terminal import folded
from satpuzzle.cover.describe import columns, description, numbered, text
from satpuzzle.solutions.listing import problems, sentences, stored_facts
from satpuzzle.structured import as_json


@app.command("show")
def show(
    puzzle: PuzzleName,
    problem: Problem = None,
    member: MemberName = None,
    format: TextOrJson = "text",
) -> None:
    """Show a puzzle: board, pieces, placements, symmetries, counts.

    If a file has several problems, they are listed.
    """
    check_choice("format", format, ("text", "json"))
    content: dict[str, Any]
    if is_burr(puzzle) and problem is None and len((content := problems(Path(puzzle)))["problems"]) != 1:
        written = _listed(content)
    else:
        about = opened(member_of(puzzle, member), problem)
        said = None if about.opened is None else stored_facts(about.opened)
        if format == "json":
            content = description(about.puzzle) | ({} if said is None else {"burrtools": said})
        else:
            written = text(about.puzzle) + ("" if said is None else sentences(said))
    with open_output(None) as out:
        out.write(as_json(content) + "\n" if format == "json" else folded(written, out))


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
