"""Pages of the documentation: their commands and files, and a shell that runs them without starting Python each time.

In a block of `sh`, each line that begins with `satpuzzle` is run; what stands after `# →` must occur in what it prints.
In a block without a language, what stands after a line that begins with `$ ` is all that the command prints.  A block
of `toml` or `openscad` whose first line is a comment with `NAME.toml` or `NAME.scad` is that file.  Blocks of `py` need
other machines.
"""

import re
import shlex
import shutil
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from commands import ENVIRONMENT
from forking import Ended, Forks

ROOT = Path(__file__).parent.parent.parent
_BLOCKS = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
_NAMES = {"PUZZLE": "slothouber-graatsma", "$SLURM_ARRAY_TASK_ID": "1"}  # what stands for words of the reader
_FORKS = Forks({**ENVIRONMENT, "BROWSER": "true", "PYTHONWARNINGS": "ignore"})


@dataclass(frozen=True)
class Command:
    """A command of a page, and what the page says that it prints: a part of it, or all."""

    line: str
    part: str | None = None
    all: str | None = None


def blocks(page: Path, language: str) -> list[str]:
    """Return the blocks of a page in some language."""
    return [text for name, text in _BLOCKS.findall(page.read_text(encoding="utf-8")) if name == language]


def tables(text: str) -> Iterator[list[dict[str, str]]]:
    """Yield the tables of a text: for each row, its cells by the heads of their columns."""
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        head, _, *lines = ([cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines())
        yield [dict(zip(head, line, strict=False)) for line in lines]


def lines(page: Path) -> list[str]:
    """Return the commands in the blocks of a page, without the remarks behind them."""
    every = [line.partition(" # ")[0].strip() for text in blocks(page, "sh") for line in text.splitlines()]
    return [line for line in every if line and not line.startswith("#")]


def commands(page: Path) -> list[Command]:
    """Return the commands of a page that can be run."""
    found = []
    for language, text in _BLOCKS.findall(page.read_text(encoding="utf-8")):
        if language == "sh":
            for line in text.splitlines():
                if line.startswith("satpuzzle "):
                    command, _, remark = line.partition(" # ")
                    says = remark.partition("→ ")[2].strip() or None
                    pieces = command.split(" && ")
                    found += [Command(one.strip(), says if one is pieces[-1] else None) for one in pieces]
        elif language in ("", "console") and text.startswith("$ "):
            for one in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, _, printed = one.partition("\n")
                found.append(Command(command, all=printed))
    return found


def run(page: Path, folder: Path, left_out: Collection[str] = ()) -> list[tuple[Command, Ended]]:
    """Run commands of a page as in the root of a clone, where the files that pages name lie in docs/.

    All are run but those whose lines are left out.
    """
    for beside in (ROOT / "docs").iterdir():
        if beside.is_dir() and beside.with_suffix(".md").exists():
            shutil.copytree(beside, folder / "docs" / beside.name)
    for text in (*blocks(page, "toml"), *blocks(page, "openscad")):
        if name := re.match(r"(?:#|//) (\S+\.(?:toml|scad))\n", text):
            (folder / name[1]).write_text(text, encoding="utf-8")
    wanted = [command for command in commands(page) if command.line not in left_out]
    return [(command, _FORKS.run(_arguments(command.line, folder), folder)) for command in wanted]


def _arguments(line: str, folder: Path) -> list[str]:
    """Return the arguments of a command; files of the project that it names are copied to the folder."""
    for word, name in _NAMES.items():
        line = line.replace(word, name)
    arguments = shlex.split(line)[1:]
    for word in arguments:
        if (ROOT / word).is_file() and not (folder / word).exists():
            (folder / word).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / word, folder / word)
    return arguments
