"""The command `satpuzzle mcp`: a server for assistants that speak the Model Context Protocol.

Six tools run the commands of the same names, each call in a process of its own, and return their JSON.  A puzzle is the
name of a bundled one, or the text of a puzzle file: no call opens a file, and each has limits of time and size.
"""

import asyncio
import json
import re
import sys
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

from satpuzzle.cli.names import puzzles
from satpuzzle.cli.options import command
from satpuzzle.clock import Clock
from satpuzzle.errors import PuzzleError, SatpuzzleError
from satpuzzle.extras import need
from satpuzzle.puzzle.formats.plain import to_dict
from satpuzzle.puzzle.library import loads
from satpuzzle.rows import option
from satpuzzle.version import __version__

Answer = dict[str, Any]
Tool = Callable[..., Awaitable[Answer]]
MOST_TEXT = 100_000  # characters of a puzzle, or of given pieces
MOST_ANSWER, MOST_SOLUTIONS = 1_000_000, 100  # bytes of an answer, and solutions in it
_STARTING = 20.0  # seconds, beyond those of its search, after which a process is ended
_ALONE = ("--jobs", "1")  # several calls may be answered at a time
_GIVEN = re.compile(r"(?:[^\n:]{1,80}: ?-?\d+(?:,-?\d+){1,2}(?: -?\d+(?:,-?\d+){1,2})*\n?)+")
_ABOUT = (
    "Packing puzzles: solve, count, explain. A puzzle is the name of a bundled one (see the tool list), or the text of"
    ' a puzzle file, such as: grid = "square", board = """***\\n***""", pieces = [{ name = "L", cells = "**\\\\n*.",'
    " count = 2 }], each key on a line of its own. A count is final only if the answer says so."
)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """The options of `mcp`."""

    seconds: int = option(60, "N", None, "The most seconds of search that a call may ask for.", least=1, most=3600)


@command
def mcp(asked: Asked) -> None:
    """Serve assistants by the Model Context Protocol.

    The server reads standard input and writes standard output.  An assistant may list, show, count, solve and explain
    puzzles, and ask for hints.  It can open no file.
    """
    server(asked.seconds).run()


def server(seconds: int = 60) -> Any:
    """Return the server, whose searches take at most so many seconds.  Raises PuzzleError without the library mcp."""
    need("a server for assistants needs", "mcp", "mcp")
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError

    def told(tool: Tool) -> Tool:
        @wraps(tool)
        async def tell(**about: Any) -> Answer:
            try:
                return await tool(**about)
            except SatpuzzleError as error:
                raise ToolError(str(error)) from None  # a message, not a fault

        return tell

    made = MCPServer("satpuzzle", version=__version__, instructions=_ABOUT)
    for name in ("list", "show", "count", "solve", "explain", "hint"):
        made.tool(name)(told(getattr(Tools(seconds), name)))
    return made


@dataclass(frozen=True)
class Tools:
    """What an assistant may ask; the docstrings are what it reads."""

    most: int  # seconds of a search

    async def list(self, kind: str = "puzzles", text: str = "") -> Answer:
        """List puzzles, sets, grids, encodings, backends, strategies or rules that have a text in their names."""
        return await self._answer(["list", "--", kind, text[:80]])

    async def show(self, puzzle: str) -> Answer:
        """Show a puzzle: board, pieces, placements, symmetries, known counts."""
        return await self._answer(["show"], puzzle)

    async def count(self, puzzle: str, seconds: int = 10) -> Answer:
        """Count all solutions: raw, up to rotations, up to isometries; final is false if the time was too short."""
        return await self._answer(["count", *_ALONE], puzzle, seconds)

    async def solve(self, puzzle: str, solutions: int = 1, seconds: int = 10) -> Answer:
        """Find a number of solutions; each is a list of pieces with their cells."""
        if not 1 <= solutions <= MOST_SOLUTIONS:
            raise PuzzleError(f"solutions {solutions}: allowed are integers from 1 to {MOST_SOLUTIONS}")
        return await self._answer(["solve", *_ALONE, "-n", str(solutions)], puzzle, seconds)

    async def explain(self, puzzle: str, seconds: int = 10) -> Answer:
        """Explain why a puzzle has no solution, or show one."""
        return await self._answer(["explain", *_ALONE], puzzle, seconds)

    async def hint(self, puzzle: str, given: str = "", seconds: int = 10) -> Answer:
        """Suggest the next piece, or name those to take back; given has a line "NAME: x,y x,y" for each in place."""
        if len(given) > MOST_TEXT or (given and not _GIVEN.fullmatch(given)):
            raise PuzzleError("given: allowed are lines such as F: 0,0 1,0 1,1, each a piece and its cells")
        return await self._answer(["hint", *(["--given", given] if given else [])], puzzle, seconds)

    async def _answer(self, words: Sequence[str], puzzle: str | None = None, seconds: int | None = None) -> Answer:
        """Return the JSON of a command.  Raises PuzzleError with its message if there is none, or if a limit is met."""
        if seconds is not None:
            if not 1 <= seconds <= self.most:
                raise PuzzleError(f"seconds {seconds}: allowed are integers from 1 to {self.most}")
            words = [*words, "--time-limit", str(seconds), "--quiet"]
        text = b""
        if puzzle is not None and puzzle not in puzzles():
            text, puzzle = json.dumps(await asyncio.to_thread(_read, puzzle)).encode(), "-"
        words = words if puzzle is None else [*words, puzzle]
        with tempfile.TemporaryDirectory(prefix="satpuzzle-") as empty:
            line = (sys.executable, "-m", "satpuzzle", words[0], "--json", *words[1:])
            process = await asyncio.create_subprocess_exec(*line, stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=empty)
            try:
                out, told = await asyncio.wait_for(process.communicate(text), (seconds or 0) + _STARTING)
            except TimeoutError:
                raise PuzzleError(f"{words[0]}: stopped after {(seconds or 0) + _STARTING:g} s") from None
            finally:
                if process.returncode is None:
                    process.kill()
        if len(out) > MOST_ANSWER:
            raise PuzzleError(f"{words[0]}: the answer has more than {MOST_ANSWER} bytes; ask for less")
        if not out.strip():
            raise PuzzleError((told.decode(errors="replace").splitlines() or ["no answer"])[-1])
        return dict(json.loads(out))


def _read(text: str) -> Answer:
    """Return the keys of a puzzle from its text, which opens no file."""
    if len(text) > MOST_TEXT:
        raise PuzzleError(f"a puzzle of {len(text)} characters: allowed are {MOST_TEXT}")
    try:
        return to_dict(loads(text, clock=Clock(5.0)))
    except SatpuzzleError as error:
        known = "" if "=" in text or "{" in text else f"; no bundled puzzle has this name: {text[:40]}"
        raise PuzzleError(f"{error}{known}") from None
