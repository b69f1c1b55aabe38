"""Pages of the documentation: their commands and files, and a shell that runs them without starting Python each time.

In a block of `sh`, each line that begins with `satpuzzle` is run; what stands after `# →` must occur in what it prints.
A block of `shell` or `py` is of other machines, or takes an afternoon: it is not run.
In a block without a language, what stands after a line that begins with `$ ` is all that the command prints.  A block
of `toml` whose first line is `# NAME.toml` is that file.
"""

import json
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from commands import ENVIRONMENT

ROOT = Path(__file__).parent.parent.parent
_BLOCKS = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
_FORKS = """
import json, os, sys
import satpuzzle
from satpuzzle.cli import main
from satpuzzle.cli import assemble, count, draw, show, solve, view
satpuzzle.count("soma"), list(satpuzzle.solve("pentominoes-3x20", strategy="scan", limit=1))  # kernels are in memory
for number, words in enumerate(json.loads(sys.argv[1])):
    if (child := os.fork()) == 0:
        for stream in (1, 2):
            os.dup2(os.open(f"{number}.{stream}.printed", os.O_WRONLY | os.O_CREAT), stream)
        sys.argv = words
        main()
    with open(f"{number}.0.printed", "w") as status:
        status.write(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])))
"""


@dataclass(frozen=True)
class Command:
    """A command of a page, and what the page says that it prints: a part of it, or all."""

    line: str
    part: str | None = None
    all: str | None = None


@dataclass(frozen=True)
class Printed:
    """What came of a command."""

    status: int
    out: str
    err: str


def blocks(page: Path, language: str) -> list[str]:
    """Return the blocks of a page in some language."""
    return [text for name, text in _BLOCKS.findall(page.read_text(encoding="utf-8")) if name == language]


def commands(page: Path) -> list[Command]:
    """Return the commands of a page that are tested."""
    found = []
    for language, text in _BLOCKS.findall(page.read_text(encoding="utf-8")):
        if language == "sh":
            for line in text.splitlines():
                if line.startswith("satpuzzle "):
                    command, _, remark = line.partition(" # ")
                    says = remark.partition("→ ")[2].strip() or None
                    pieces = command.split(" && ")
                    found += [Command(one.strip(), says if one is pieces[-1] else None) for one in pieces]
        elif not language and text.startswith("$ "):
            for one in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, _, printed = one.partition("\n")
                found.append(Command(command, all=printed))
    return found


def run(page: Path, folder: Path) -> list[tuple[Command, Printed]]:
    """Run all commands of a page where its files are, and what lies in the folder of its name."""
    if (beside := page.with_suffix("")).is_dir():
        shutil.copytree(beside, folder / beside.name)
    for text in blocks(page, "toml"):
        if name := re.match(r"# (\S+\.toml)\n", text):
            (folder / name[1]).write_text(text, encoding="utf-8")
    asked = commands(page)
    words = [shlex.split(command.line) for command in asked]
    environment = {**ENVIRONMENT, "BROWSER": "true", "PYTHONWARNINGS": "ignore"}
    subprocess.run([sys.executable, "-c", _FORKS, json.dumps(words)], cwd=folder, env=environment, check=True)
    found = []
    for number, command in enumerate(asked):
        status, out, err = ((folder / f"{number}.{stream}.printed").read_text(encoding="utf-8") for stream in range(3))
        found.append((command, Printed(int(status), out, err)))
    return found
