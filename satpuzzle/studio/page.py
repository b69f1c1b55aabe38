"""Writes the studio: one page that needs no server, no network and no Python.

The page holds the grids' tables, the bundled puzzles as their files have them, the kernels as WebAssembly, three.js,
which draws in space, and two scripts: the page's own, and that of the workers that search.  A content security policy
allows these scripts alone, by their hashes, and no connection to anywhere.
"""

import base64
import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

import numpy as np

from satpuzzle import data
from satpuzzle.engines.webassembly import MODULE, fields
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats import toml
from satpuzzle.puzzle.formats.writing import content
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.grids.tables import table
from satpuzzle.puzzle.library import calendars, family_named, load
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.solutions import palette
from satpuzzle.studio.bundle import bundle, read

MOST_CELLS, MOST_PIECES = 20_000, 500  # of a board, and kinds of pieces (js/puzzle.js)


def beyond(puzzle: Puzzle) -> str | None:
    """Return the key of a rule of a puzzle that the page does not know, None if it knows all."""
    rules = {"tiles": puzzle.tiled, "wrap": bool(puzzle.wrap), "colours": puzzle.coloured, "apart": bool(puzzle.apart)}
    return next((key for key, there in rules.items() if there), None)


def page(begin: Mapping[str, Any] | None = None, base: str | None = None) -> str:
    """Return the text of the page, which begins with a puzzle if it is told which.

    `begin` is what a link says (`puzzle/formats/link.py`), perhaps with what `view` adds, or has the `name` of a
    bundled puzzle or calendar.  `base` is the address of a studio on the web, which links that are copied begin with.
    """
    parts = "\n".join(
        f'<script type="application/json" id="{name}">{text}</script>' for name, text in contents().items()
    )
    return framed("satpuzzle studio", {"begin": begin, "base": base}, parts, scripts())


def framed(
    title: str, begin: Mapping[str, Any], parts: str, scripts: Sequence[str], allowed: Sequence[str] = ()
) -> str:
    """Return a page of these scripts; its policy allows them, and others that are `allowed` to come later."""
    style = read("style.css")
    hashes = " ".join(hash_of(script) for script in (*scripts, *allowed))
    return Template(read("page.html")).substitute(
        policy=escape(
            f"default-src 'none'; script-src {hashes} 'wasm-unsafe-eval'; style-src {hash_of(style)}; worker-src blob:;"
            " img-src data: blob:; base-uri 'none'; form-action 'none'",
            quote=False,
        ),
        title=title,
        style=style,
        begin=json_of(begin),
        parts=parts,
        scripts="\n".join(f"<script>{script}</script>" for script in scripts),
    )


def beginning(puzzle: Puzzle, only_shown: bool = False) -> dict[str, Any]:
    """Return what a page that begins with a puzzle is told; a member of a family is known by its labels.

    Where solutions are `only_shown`, the puzzle may have rules that the page does not know; it is told without them.
    Raises PuzzleError if the page cannot show the puzzle.
    """
    for what, found, most in (("cells", len(puzzle.board), MOST_CELLS), ("pieces", len(puzzle.pieces), MOST_PIECES)):
        if found > most:
            raise PuzzleError(f"{puzzle.name}: has {found} {what}, the page takes at most {most}")
    key = beyond(puzzle)
    if key is not None and not only_shown:
        raise PuzzleError(f"{puzzle.name}: the studio does not support the rule {key}")
    if key is not None:
        return {"puzzle": content(_without_rules(puzzle), drawn=False), "only": key}
    said: dict[str, Any] = {"puzzle": content(puzzle, drawn=False)}
    name, _, member = puzzle.name.partition("#")
    family = family_named(name) if member and name in calendars() else None
    return said if family is None else said | {"day": [name, list(family.named[member])]}


def _without_rules(puzzle: Puzzle) -> Puzzle:
    """Return the shapes of a puzzle without tiles, colours and seams."""
    none = np.zeros(0, np.int64)
    pieces = tuple(replace(piece, sides="", colours=none) for piece in puzzle.pieces)
    return replace(
        puzzle, pieces=pieces, border="", rotate=True, match=True, wrap="", colours=none, pairs=None, apart=()
    )


@cache
def scripts() -> tuple[str, str]:
    """Return the scripts of the page: three.js, and its own."""
    three = (files("satpuzzle.studio") / "three" / "three.min.js").read_text(encoding="utf-8")
    return three, f'"use strict";\n(() => {{\n{bundle("main.js")}\n}})();'


@cache
def contents() -> dict[str, str]:
    """Return what all pages hold besides, by name: as JSON what they know, and the script of workers."""
    worker = f'"use strict";\n(() => {{\n{bundle("worker.js")}\n}})();'
    return {"data": json_of(page_data()), "worker": json_of(worker)}


@cache
def page_data() -> dict[str, Any]:
    """Return what all pages know: grids, bundled puzzles and sets, colours, and the kernels."""
    days = _files("puzzles/calendars")
    return {
        "grids": [table(grid) for grid in GRIDS.values()],
        "puzzles": {name: said for name, said in _files("puzzles").items() if beyond(load(name)) is None} | days,
        "sets": _files("puzzles/sets"),
        "colours": palette.COLOURS,
        "pictures": json.loads(read("pictures.json")),
        "fields": fields(),
        "kernels": base64.b64encode(zlib.compress(MODULE.read_bytes(), 9, -15)).decode(),
    }


def _files(folder: str) -> dict[str, Any]:
    return {name: toml.parse(data.read(path)) for name, path in data.files(folder).items()}


def hash_of(script: str) -> str:
    """Return a script as policies name it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def json_of(content: Any) -> str:
    """Return JSON that may stand in a page: it cannot end the element that it is in, and is valid Unicode."""
    text = json.dumps(content, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    return text.encode("utf-8", "replace").decode()
