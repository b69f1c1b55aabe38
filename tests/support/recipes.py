"""Pages that tell how something is added, and what follows them: files are written, changed, and commands run.

A block of `toml`, `python` or `js` whose first line is a comment with a path is that file.  A block of `diff` changes
files: `--- path` begins the changes of a file, `@@` stands between two places in it, lines with `+` and `-` are added
and removed, and all others stand there as they are.  In a block of `sh`, what stands after `# →` must be printed.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_BLOCKS = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"(?:#|//) (\S+/\S+)\n")


@dataclass(frozen=True)
class Change:
    """A place in a file, and what stands there afterwards."""

    path: str
    lines: tuple[str, ...]  # of the diff

    def _text(self, left_out: str) -> str:
        return "".join(f"{line[1:]}\n" for line in self.lines if line[:1] != left_out)

    @property
    def old(self) -> str:
        """The lines as they stand there."""
        return self._text("+")

    @property
    def new(self) -> str:
        """The lines afterwards."""
        return self._text("-")


def blocks(page: Path) -> list[tuple[str, str]]:
    """Return the blocks of a page, each with its language, in their order."""
    return _BLOCKS.findall(page.read_text(encoding="utf-8"))


def changes(diff: str) -> Iterator[Change]:
    """Yield the changes that a block of `diff` tells."""
    for part in re.split(r"^--- ", diff, flags=re.MULTILINE)[1:]:
        path, *lines = part.splitlines()
        for place in "\n".join(lines).split("\n@@\n"):
            yield Change(path, tuple(place.splitlines()))


def changed(change: Change, text: str) -> str:
    """Return the text of a file after a change, whose place must be there once."""
    assert text.count(change.old) == 1, f"{change.path} has {text.count(change.old)} times:\n{change.old}"
    return text.replace(change.old, change.new)


def follow(page: Path, root: Path) -> None:
    """Do in the project at `root` what a page says; raises AssertionError if something is not as it says."""
    for language, text in blocks(page):
        if language == "sh":
            for line in text.splitlines():
                _run(line, root)
        elif language == "diff":
            for change in changes(text):
                path = root / change.path
                path.write_text(changed(change, path.read_text(encoding="utf-8")), encoding="utf-8")
        elif (file := _FILE.match(text)) is not None:
            assert not (root / file[1]).exists(), file[1]
            (root / file[1]).write_text(text.partition("\n")[2] if language == "js" else text, encoding="utf-8")


def _run(line: str, root: Path) -> None:
    command, _, says = (part.strip() for part in line.partition("# →"))
    paths = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    surroundings = os.environ | {"PATH": paths, "PYTHONPATH": str(root), "PYTHONWARNINGS": "ignore", "COLUMNS": "200"}
    ended = subprocess.run(["bash", "-c", command], cwd=root, env=surroundings, capture_output=True, text=True)
    printed = ended.stdout + ended.stderr
    assert ended.returncode == 0, f"{command}\n{printed}"
    assert says in printed, f"{command}\n{says}\n{printed}"
