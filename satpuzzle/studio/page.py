"""Writes the studio: one page that needs no server, no network and no Python.

The page holds the grids' tables, the bundled puzzles as their files have them, the kernels as WebAssembly, the library
that draws in space, and two scripts: the page's own, and that of the workers that search.  A content security policy
allows these scripts alone, by their hashes, and no connection to anywhere.
"""

import base64
import hashlib
import json
import zlib
from collections.abc import Mapping
from functools import cache
from html import escape
from string import Template
from typing import Any

from satpuzzle import data
from satpuzzle.engines.webassembly import MODULE, fields
from satpuzzle.pictures import three
from satpuzzle.puzzle.formats import toml
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.grids.tables import table
from satpuzzle.puzzle.library import load
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.solutions import palette
from satpuzzle.studio.bundle import bundle, read


def beyond(puzzle: Puzzle) -> str | None:
    """Return the key of a rule of a puzzle that the page does not know, None if it knows all."""
    rules = {"tiles": puzzle.tiled, "wrap": bool(puzzle.wrap), "colours": puzzle.coloured}
    return next((key for key, there in rules.items() if there), None)


def page(begin: Mapping[str, Any] | None = None, base: str | None = None) -> str:
    """Return the text of the page, which begins with a puzzle if it is told which.

    `begin` is what a link says (`puzzle/formats/link.py`), or has the `name` of a bundled puzzle or calendar.  `base`
    is the address of a studio on the web, which links that are copied begin with.
    """
    scripts = (three.text(), three.read("bodies.js"), _main())
    style = read("style.css")
    allowed = " ".join(_hash(script) for script in scripts)
    return Template(read("page.html")).substitute(
        policy=escape(
            f"default-src 'none'; script-src {allowed} 'wasm-unsafe-eval'; style-src {_hash(style)}; worker-src blob:;"
            " img-src data: blob:; base-uri 'none'; form-action 'none'",
            quote=False,
        ),
        style=style,
        data=_json(page_data() | {"begin": begin, "base": base}),
        worker=_json(_worker()),
        scripts="\n".join(f"<script>{script}</script>" for script in scripts),
    )


@cache
def _main() -> str:
    return f'"use strict";\n(() => {{\n{bundle("main.js")}\n}})();'


@cache
def _worker() -> str:
    return f'"use strict";\n(() => {{\n{bundle("worker.js")}\n}})();'


@cache
def page_data() -> dict[str, Any]:
    """Return what all pages know: grids, bundled puzzles and sets, colours, and the kernels."""
    calendars = _files("puzzles/calendars")
    return {
        "grids": [table(grid) for grid in GRIDS.values()],
        "puzzles": {name: said for name, said in _files("puzzles").items() if beyond(load(name)) is None} | calendars,
        "sets": _files("puzzles/sets"),
        "colours": palette.COLOURS,
        "pictures": json.loads(read("pictures.json")),
        "fields": fields(),
        "kernels": base64.b64encode(zlib.compress(MODULE.read_bytes(), 9, -15)).decode(),
    }


def _files(folder: str) -> dict[str, Any]:
    return {name: toml.parse(data.read(path)) for name, path in data.files(folder).items()}


def _hash(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def _json(content: Any) -> str:
    """Return JSON that may stand in a page: it cannot end the element that it is in."""
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
