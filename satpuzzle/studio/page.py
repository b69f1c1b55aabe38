"""Writes the studio: one page that needs no server, no network and no Python.

The page contains a reader of TOML, a writer of QR codes, its own script, and compressed data: three.js, which is
unpacked with the first view in space, the tables of grids, the content of the bundled puzzles' files, the kernels as
WebAssembly, and the script of workers that search.
A content security policy allows only these scripts, by their hashes, and no network connection.
"""

import base64
import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from satpuzzle import data
from satpuzzle.engines.webassembly import CHECKER, MODULE, fields
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats import toml
from satpuzzle.puzzle.formats.reading import KEYS, NOTES, PIECE_KEYS
from satpuzzle.puzzle.formats.tiles import TILE_KEYS
from satpuzzle.puzzle.formats.writing import content
from satpuzzle.puzzle.grids import GRIDS, Grid
from satpuzzle.puzzle.grids import said as grid_said
from satpuzzle.puzzle.grids.tables import table
from satpuzzle.puzzle.library import calendars, family_named
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.tiles import sides_table
from satpuzzle.solutions import palette
from satpuzzle.studio.bundle import bundle, read

MOST_CELLS, MOST_PIECES = 20_000, 500  # the most cells of a board, and the most pieces without copies (js/puzzle.js)


def page(begin: Mapping[str, Any] | None = None, base: str | None = None) -> str:
    """Return the text of the page of the studio.

    `begin` describes the puzzle that the page shows first: the content of a link (`puzzle/formats/link.py`), perhaps
    with the additions of `view` and `own_grid`, or an object with the `name` of a bundled puzzle or calendar.  `base`
    is the address of a studio on the web; links that the page copies begin with it.
    """
    parts = "\n".join(
        f'<script type="application/json" id="{name}">{text}</script>' for name, text in contents().items()
    )
    return framed("satpuzzle studio", {"begin": begin, "base": base}, parts, scripts(), [drawing()])


def framed(
    title: str, begin: Mapping[str, Any], parts: str, scripts: Sequence[str], allowed: Sequence[str] = ()
) -> str:
    """Return the HTML text of a page with these scripts.

    Its content security policy allows them, and also the scripts in `allowed`, which may be added later.  `begin` is
    what the page shows first, and `parts` the elements with further data.
    """
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


def beginning(puzzle: Puzzle) -> dict[str, Any]:
    """Return the argument `begin` of `page` for a puzzle; for a member of a family, with the labels that stay open.

    Raises PuzzleError if the page cannot show the puzzle.
    """
    if "chain" in puzzle.features and puzzle.wrap:
        raise PuzzleError(f"{puzzle.name}: has a chain on a board that wraps round, which the page does not fold")
    for what, found, most in (("cells", len(puzzle.board), MOST_CELLS), ("pieces", len(puzzle.pieces), MOST_PIECES)):
        if found > most:
            raise PuzzleError(f"{puzzle.name}: has {found} {what}, the page takes at most {most}")
    said: dict[str, Any] = {"puzzle": content(puzzle, drawn=False), **own_grid(puzzle)}
    name, _, member = puzzle.name.partition("#")
    family = family_named(name) if member and name in calendars() else None
    return said if family is None else said | {"day": [name, list(family.named[member])]}


def own_grid(puzzle: Puzzle) -> dict[str, Any]:
    """Return what the page needs besides for a puzzle on a grid that is not bundled: `grid`, its geometry and keys."""
    written = grid_said(puzzle.grid)
    return {} if isinstance(written, str) else {"grid": _geometry(puzzle.grid) | {"written": written}}


@cache
def scripts() -> tuple[str, ...]:
    """Return the scripts of the page: a reader of TOML, a writer of QR codes, and its own."""
    return _library("toml"), _library("qr"), f'"use strict";\n(() => {{\n{bundle("main.js")}\n}})();'


@cache
def drawing() -> str:
    """Return the script that draws in space, three.js, which the page unpacks when it is needed first."""
    return _library("three")


def _library(name: str) -> str:
    return (files("satpuzzle.studio") / "libraries" / f"{name}.min.js").read_text(encoding="utf-8")


@cache
def contents() -> dict[str, str]:
    """Return what all pages share, compressed, as JSON texts: `three`, and `data` with the script of the workers."""
    worker = f'"use strict";\n(() => {{\n{bundle("worker.js")}\n}})();'
    return {
        "data": json_of(_compressed(json_of(page_data() | {"worker": worker}).encode())),
        "three": json_of(_compressed(drawing().encode())),
    }


@cache
def page_data() -> dict[str, Any]:
    """Return the data of all pages: grids, bundled puzzles with pictures and efforts, piece sets, colours, kernels."""
    return {
        "grids": [_geometry(grid) for grid in GRIDS.values()],
        "puzzles": _files("puzzles") | _files("puzzles/calendars"),
        "sets": _files("puzzles/sets"),
        "rules": _rules(),
        "keys": {"puzzle": [*KEYS, *NOTES], "piece": PIECE_KEYS, "tile": TILE_KEYS},
        "colours": palette.COLOURS,
        "pictures": json.loads(read("pictures.json")),
        "efforts": json.loads(read("efforts.json")),
        "fields": fields(),
        "kernels": _compressed(MODULE.read_bytes()),
        "checker": _compressed(CHECKER.read_bytes()),
    }


def _rules() -> dict[str, Any]:
    """Return the forms of each rule that is a file, by its title: what follows the word, and sentences by language."""
    languages = {language: toml.load(path) for language, path in data.files("rules/sentences").items()}
    tables = [toml.load(path) for path in data.files("rules").values()]
    return {table["title"]: {"form": [*_forms(table, languages)]} for table in tables}


def _forms(table: Mapping[str, Any], languages: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for i, form in enumerate(table.get("form", [table])):
        said = {language: sentences[table["title"]] for language, sentences in languages.items()}
        yield {
            "text": form.get("text", ""),
            "sentence": form["sentence"],
            "sentences": {language: each[i] if "form" in table else each for language, each in said.items()},
        }


def _geometry(grid: Grid) -> dict[str, Any]:
    return table(grid) | {"sides": sides_table(grid)}


def _compressed(content: bytes) -> str:
    return base64.b64encode(zlib.compress(content, 9, -zlib.MAX_WBITS)).decode()


def _files(folder: str) -> dict[str, Any]:
    return {name: toml.load(path) for name, path in data.files(folder).items()}


def hash_of(script: str) -> str:
    """Return the hash of a script in the form of a content security policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def json_of(content: Any) -> str:
    """Return JSON that can stand in a script element: it contains no end tag, and is valid Unicode."""
    text = json.dumps(content, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    return text.encode("utf-8", "replace").decode()
