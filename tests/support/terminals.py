"""Commands on a pseudo-terminal, as wide as is wanted.

All of them are run by one process that has imported what they need, each in a fork of it: nothing else runs there.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

from commands import ENVIRONMENT

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_FORKS = """
import fcntl, json, os, struct, sys, termios
from satpuzzle.cli import main
from satpuzzle.cli import assemble, compare, count, draw, list, show, solve
for number, (columns, arguments) in enumerate(json.loads(sys.argv[1])):
    print(f"\\x00{number}\\x00", end="", flush=True)
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    if (child := os.fork()) == 0:
        sys.argv = ["satpuzzle", *arguments.split()]
        try:
            main()
        except SystemExit as end:
            print(f"\\x00{end.code or 0}", end="", flush=True)
        sys.stderr.flush()
        os._exit(0)
    os.waitpid(child, 0)
"""

Screens = dict[tuple[int, str], tuple[int, str]]  # by the columns and the command: its status, and what it wrote


def screens(wanted: Iterable[tuple[int, str]]) -> Screens:
    """Run commands on terminals of so many columns, both streams of them; return what came there, with all escapes."""
    import pty

    asked = list(wanted)
    ours, theirs = pty.openpty()
    streams: dict[str, Any] = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
    environment = {**ENVIRONMENT, "TERM": "xterm-256color"}
    environment.pop("COLUMNS", None)
    with subprocess.Popen([sys.executable, "-c", _FORKS, json.dumps(asked)], env=environment, **streams):
        os.close(theirs)
        octets = b""
        try:
            while some := os.read(ours, 65536):
                octets += some
        except OSError:  # they have closed their end
            pass
        os.close(ours)
    _, *found = octets.decode().split("\x00")
    return {asked[int(number)]: (int(status), text) for number, text, status in zip(*[iter(found)] * 3, strict=True)}


def lines(text: str) -> list[str]:
    """Return what stood on a terminal, line by line, every state of a line that was written over."""
    return [part for line in _ESCAPES.sub("", text).split("\n") for part in line.split("\r") if part.strip()]
