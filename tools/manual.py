"""Writes from the command line itself: the man page, completion for three shells, help texts, a table of options.

From the facts of answers it writes the JSON Schemas of what commands print.

    python tools/manual.py

writes the folder `release/share`, which a wheel installs beside the program, and `tests/cli/help`, the help that each
command printed when it was last looked at.  Run it after a change of commands or options, and for a new version.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer.main

from satpuzzle import __version__
from satpuzzle.cli.app import _RANGES, ALL, KINDS, _named, app, command_of
from satpuzzle.cli.guide import EXAMPLES, FAMILIES, GROUPED, names
from satpuzzle.cli.options import flag_of
from satpuzzle.puzzle.formats.table import COVERS, FORMATS, PUZZLES, endings_said
from satpuzzle.questions.answer import Answer
from satpuzzle.questions.best import Best
from satpuzzle.questions.boards import Explained
from satpuzzle.questions.challenge import Booklet
from satpuzzle.questions.explain import Explanation
from satpuzzle.questions.facts import Told, schema_of
from satpuzzle.questions.forecast import Forecast
from satpuzzle.questions.hint import Hint, Possible
from satpuzzle.questions.hints import Hints
from satpuzzle.questions.option_odds import OptionOdds
from satpuzzle.questions.packings import Odds, Sample
from satpuzzle.questions.rate import Rating
from satpuzzle.questions.smallest import Smallest
from satpuzzle.questions.tilings import Census, Common, Rectangles, Strip, Strips, Table, Together
from satpuzzle.questions.unique import Uniqueness
from satpuzzle.rows import rows
from satpuzzle.settings import AssemblableRow, SearchRows, SolverRows

ROOT = Path(__file__).parents[1]
SHARE = ROOT / "release" / "share"
MAN = SHARE / "man" / "man1" / "satpuzzle.1"
COMPLETION = {
    "bash": SHARE / "bash-completion" / "completions" / "satpuzzle",
    "zsh": SHARE / "zsh" / "site-functions" / "_satpuzzle",
    "fish": SHARE / "fish" / "vendor_completions.d" / "satpuzzle.fish",
}
HELP = ROOT / "tests" / "cli" / "help"
PAGE = ROOT / "docs" / "command-line.md"
TABLES = re.compile(r"(<!-- (\w+): made by tools/manual.py -->\n).*?(<!-- end of \2 -->)", re.DOTALL)
OPTIONS = ROOT / "docs" / "schema" / "options.json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
SCHEMA_ID = "https://example.org/satpuzzle/schema/1/options.json"
WIDTH = 100  # columns of the help texts
STATUSES = """\
0  the search was exhausted, or the requested number of solutions was found
1  output could not be written, a solver failed, or the answer is no
2  invalid usage or input
3  the time limit, or another limit, was reached
128+N  signal N ended the command
"""


def roff(text: str) -> str:
    """Return a text for roff: no character is a command."""
    text = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return f"\\&{text}" if text.startswith(".") else text


def page() -> str:
    """Return the man page."""
    group = typer.main.get_command(app)
    context = typer.Context(group, info_name="satpuzzle")
    lines = [f'.TH SATPUZZLE 1 "" "satpuzzle {__version__}" "User Commands"']
    lines += [".SH NAME", "satpuzzle \\- solve, count, draw and take apart packing puzzles"]
    lines += [".SH SYNOPSIS", ".B satpuzzle", ".I COMMAND", "[OPTIONS] [ARGUMENTS]"]
    lines += [".SH DESCRIPTION", roff("satpuzzle solves packing puzzles: pieces that fill a board or a box.")]
    lines += [roff(f"A puzzle is the name of a bundled one, or a {endings_said(PUZZLES, COVERS)} file.")]
    for title, commands in GROUPED.items():
        lines.append(f".SH {roff(title).upper()}")
        for name in names(commands):
            lines += _command(name, command_of(name), context)
    lines += [".SH EXIT STATUS"]
    for line in STATUSES.splitlines():
        number, _, says = line.partition("  ")
        lines += [".TP", roff(number), roff(says)]
    return "\n".join(lines) + "\n"


def _command(name: str, command: Any, parent: typer.Context) -> Iterator[str]:
    """Yield the lines of one command: usage, description, arguments, options, examples."""
    context = typer.Context(command, info_name=name, parent=parent)
    yield f".SS satpuzzle {roff(name)} {roff(' '.join(command.collect_usage_pieces(context)))}"
    for paragraph in re.split(r"\n\s*\n", (command.help or "").strip()):
        yield from (roff(paragraph), ".PP")
    for parameter in command.get_params(context):
        if (entry := parameter.get_help_record(context)) is not None:
            named = _named(parameter) if parameter.param_type_name == "argument" else entry[0].partition(" <")[0]
            says = _RANGES.sub(lambda found: found[1] or "", entry[1]).replace("  [required]", "")
            yield from (".TP", f"\\fB{roff(named)}\\fR", roff(says))
    yield from (".PP", "Examples:", ".nf")
    yield from (f"    satpuzzle {roff(example)}" for example in EXAMPLES[name])
    yield ".fi"


def completion(shell: str) -> str:
    """Return the script by which a shell completes commands and options."""
    surroundings = os.environ | {"_SATPUZZLE_COMPLETE": f"source_{shell}"}
    command = [sys.executable, "-c", "from satpuzzle.cli.app import app; app(prog_name='satpuzzle')"]
    return subprocess.run(command, env=surroundings, capture_output=True, text=True, check=True).stdout.strip() + "\n"


def helps() -> dict[str, str]:
    """Return the help of all commands by their names, and that of the program by the name `satpuzzle`."""
    group = typer.main.get_command(app)
    context = typer.Context(group, info_name="satpuzzle", terminal_width=WIDTH)
    texts = {"satpuzzle": group.get_help(context)}
    for name in (*names(), *FAMILIES):
        command = command_of(name)
        for ending in ("", "-all"):
            context.meta[ALL] = bool(ending)
            text = command.get_help(typer.Context(command, info_name=name, parent=context, terminal_width=WIDTH))
            texts |= {f"{name}{ending}".replace(" ", "-"): text} if text not in texts.values() else {}
    return {name: f"{text.rstrip()}\n" for name, text in texts.items()}


def table() -> str:
    """Return the page of the command line with its tables."""
    made = {"formats": formats, "options": options}

    def filled(found: re.Match[str]) -> str:
        return found[1] + "".join(f"{line}\n" for line in made[found[2]]()) + found[3]

    return TABLES.sub(filled, PAGE.read_text(encoding="utf-8"))


def formats() -> list[str]:
    """Return the table of all formats of puzzles."""
    lines = ["| format | files | of | what a file has | reads | writes |", "|---|---|---|---|---|---|"]
    for each in FORMATS:
        words = (f"`{each.name}`", f"`{each.ending}`", each.program, each.has)
        lines.append(f"| {' | '.join((*words, ', '.join(each.reads), ', '.join(each.writes)))} |")
    return lines


def options() -> list[str]:
    """Return the table of all commands with their options."""
    lines = ["| command | options |", "|---|---|"]
    for name in names():
        command_of(name)
        flags = sorted(flag_of(row, option) for option, (_, _, row) in rows(KINDS[name]).items() if not row.argument)
        lines.append(f"| {name} | {' '.join(f'`{flag}`' for flag in flags)} |")
    return lines


TYPES = {"int": "integer", "float": "number", "bool": "boolean", "tuple[int,": "array"}


def schema() -> str:
    """Return the JSON Schema of the options of a search, as `solve` and `count` take them."""
    properties: dict[str, Any] = {}
    for kind in (SolverRows, SearchRows, AssemblableRow):
        for name, (of, default, row) in rows(kind).items():
            found: dict[str, Any] = {"type": TYPES.get(of.partition(" ")[0], "string"), "description": row.says}
            if " | None" in of or default is None:
                found["type"] = [found["type"], "null"]
            if row.least is not None:
                found["minimum" if "integer" in found["type"] else "exclusiveMinimum"] = row.least
            properties[name] = found | ({"enum": [*row.allowed]} if row.allowed else {}) | {"default": default}
    about = {"$schema": DIALECT, "$id": SCHEMA_ID, "title": "the options of solve and count", "type": "object"}
    return json.dumps(about | {"properties": properties, "additionalProperties": False}, indent=1) + "\n"


# Schemas in docs/schema that are made from the facts of answers: the title, the answers, what may be unproved.
ANSWERS: dict[str, tuple[str, list[type[Told]]]] = {
    "rate": ("rate --format json", [Rating]),
    "challenge": ("challenge --format json, and challenge -o FILE.json", [Booklet]),
    "explain": ("explain --format json, and a line of explain --format ndjson", [Explanation, Explained]),
    "best": ("best --format json", [Best]),
    "smallest": ("best --board SIZES --format json", [Smallest]),
    "unique": ("unique --format json", [Uniqueness]),
    "hint": ("hint --format json, and hint --all", [Hint, Possible, OptionOdds]),
    "hints": ("hint --fewest --format json", [Hints]),
    "odds": ("odds --format json", [Odds, OptionOdds]),
    "sample": ("sample --format json", [Sample]),
    "tile": ("tile --format json", [Census, Rectangles, Strip, Common, Strips, Table, Together]),
    "estimate": ("count --estimate --format json", [Forecast]),
}


def answers() -> Iterator[tuple[Path, str]]:
    """Yield the JSON Schemas of what commands print, and their files."""
    for name, (title, kinds) in ANSWERS.items():
        claims = [vars(kind).get("claim", Answer.claim) if "exhaustive" in vars(kind) else None for kind in kinds]
        each = [schema_of(kind.facts, claim) for kind, claim in zip(kinds, claims, strict=True)]
        about = {"$schema": DIALECT, "$id": SCHEMA_ID.replace("options", name), "title": title}
        whole = about | (each[0] if len(each) == 1 else {"anyOf": each})
        yield OPTIONS.with_name(f"{name}.json"), json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def files() -> Iterator[tuple[Path, str]]:
    """Yield each file with its content."""
    yield PAGE, table()
    yield OPTIONS, schema()
    yield from answers()
    for name, text in helps().items():
        yield HELP / f"{name}.txt", text
    yield MAN, page()
    for shell, path in COMPLETION.items():
        yield path, completion(shell)


if __name__ == "__main__":
    written = [*files()]  # all of them, before a text of help is deleted
    for old in HELP.glob("*.txt"):
        old.unlink()
    for path, text in written:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path)
