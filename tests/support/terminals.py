"""Commands on a pseudo-terminal, as wide as is wanted."""

import os
import re
import struct
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from commands import ENVIRONMENT
from forking import Forks

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_FORKS = Forks({name: value for name, value in ENVIRONMENT.items() if name != "COLUMNS"} | {"TERM": "xterm-256color"})

Screens = dict[tuple[int, str], tuple[int, str]]  # by the columns and the command: its status, and what it wrote


def screens(wanted: Iterable[tuple[int, str]]) -> Screens:
    """Run commands on terminals of so many columns, both streams of them; return what came there, with all escapes."""
    return {(columns, command): _screen(columns, command.split()) for columns, command in wanted}


def _screen(columns: int, arguments: list[str]) -> tuple[int, str]:
    import fcntl
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    with ThreadPoolExecutor(1) as pool:
        written = pool.submit(_all_of, ours)
        try:
            status = _FORKS.status(arguments, Path.cwd(), [os.ttyname(theirs)] * 3)
        finally:
            os.close(theirs)
        return status, written.result().decode()


def _all_of(terminal: int) -> bytes:
    """Return what is written to a terminal until nobody has its other end."""
    octets = b""
    try:
        while some := os.read(terminal, 65536):
            octets += some
    except OSError:  # they have closed their end
        pass
    os.close(terminal)
    return octets


def lines(text: str) -> list[str]:
    """Return what stood on a terminal, line by line, every state of a line that was written over."""
    return [part for line in _ESCAPES.sub("", text).split("\n") for part in line.split("\r") if part.strip()]
