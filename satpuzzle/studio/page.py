"""Writes the studio: one page that needs no server, no network and no Python.

The page contains a reader of TOML, a writer of QR codes, its own script, and data that are compressed as a whole: the
tables of grids, the content of the bundled puzzles' files, texts, the kernels as WebAssembly, the script of workers
that search, and three.js.  Each of them is read when it is needed first (`js/data.js`), and three.js with the first
view in space.
A content security policy allows only these scripts, by their hashes, and no network connection.
"""

import base64
import hashlib
import json
import re
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
from satpuzzle.puzzle.formats.link import pack
from satpuzzle.puzzle.formats.reading import KEYS, NOTES, PIECE_KEYS
from satpuzzle.puzzle.formats.tiles import TILE_KEYS
from satpuzzle.puzzle.formats.writing import content
from satpuzzle.puzzle.grids import GRIDS, Grid
from satpuzzle.puzzle.grids import said as grid_said
from satpuzzle.puzzle.grids.tables import table
from satpuzzle.puzzle.library import bundled_name, calendars, family_named, load
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.tiles import sides_table
from satpuzzle.solutions import palette
from satpuzzle.studio.bundle import bundle, read

_OTHERS = re.compile(r"[^\x00-\x7f]+")
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
    """Return the HTML text of a page with these scripts, in ASCII, which browsers read faster than other texts.

    Its content security policy allows them, and also the scripts in `allowed`, which may be added later.  `begin` is
    what the page shows first, and `parts` the elements with further data.
    """
    style = read("style.css")
    hashes = " ".join(hash_of(script) for script in (*scripts, *allowed))
    page = Template(read("page.html")).substitute(
        policy=escape(
            f"default-src 'none'; script-src {hashes} 'wasm-unsafe-eval'; style-src {hash_of(style)}; worker-src blob:;"
            " img-src data: blob:; base-uri 'none'; form-action 'none'",
            quote=False,
        ),
        title=title,
        style=style,
        begin=json_of({**begin, "old": _for_old_browsers()}),
        parts=parts,
        scripts="\n".join(f"<script>{script}</script>" for script in scripts),
    )
    return page.encode("ascii", "xmlcharrefreplace").decode()


def _for_old_browsers() -> dict[str, dict[str, str]]:
    """Return the texts that are said where the data cannot be unpacked, by language."""
    return {name: {key: said[key] for key in ("lang", "noDecompression")} for name, said in texts().items()}


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


def link_of(puzzle: Puzzle, base: str) -> str:
    """Return a link that opens a puzzle in the studio at the address `base`; of a bundled one it has only the name.

    Raises PuzzleError if the page cannot show the puzzle, or its grid is not bundled.
    """
    begin = beginning(puzzle)
    if "grid" in begin:
        raise PuzzleError(f"{puzzle.name}: its grid is not bundled, so that a link cannot have it")
    bundled = bundled_name(puzzle.name)
    same = bundled == puzzle.name and "day" not in begin and beginning(load(bundled)) == begin
    return base + pack({"name": bundled} if same else begin)


def own_grid(puzzle: Puzzle) -> dict[str, Any]:
    """Return what the page needs besides for a puzzle on a grid that is not bundled: `grid`, its geometry and keys."""
    written = grid_said(puzzle.grid)
    return {} if isinstance(written, str) else {"grid": _geometry(puzzle.grid) | {"written": written}}


@cache
def scripts() -> tuple[str, ...]:
    """Return the scripts of the page: a reader of TOML, a writer of QR codes, and its own."""
    return _library("toml"), _library("qr"), _strict(bundle("main.js"))


@cache
def drawing() -> str:
    """Return the script that draws in space, three.js, which the page unpacks when it is needed first."""
    return _library("three")


def _library(name: str) -> str:
    return (files("satpuzzle.studio") / "libraries" / f"{name}.min.js").read_text(encoding="utf-8")


@cache
def contents() -> dict[str, str]:
    """Return what all pages share, as JSON texts: `data`, whose parts js/data.js reads, compressed."""
    parts = {name: (part if isinstance(part, str) else _json(part)).encode() for name, part in _parts().items()}
    parts |= {"kernels": MODULE.read_bytes(), "checker": CHECKER.read_bytes()}
    head = _json({name: len(part) for name, part in parts.items()}).encode()
    return {"data": json_of(_compressed(head + b"\n" + b"".join(parts.values())))}


def _parts() -> dict[str, Any]:
    """Return the parts of the data that are texts, or become JSON texts."""
    data = {name: part for name, part in page_data().items() if name != "words"}
    said = {f"words {language}": words for language, words in texts().items()}
    return {**data, **said, "worker": _strict(bundle("worker.js")), "three": drawing()}


def _strict(script: str) -> str:
    return _ascii(f'"use strict";\n(() => {{\n{script}\n}})();')


@cache
def texts() -> dict[str, Any]:
    """Return the texts of the page, by language."""
    folder = files("satpuzzle.studio") / "words"
    found = sorted((path.name, path) for path in folder.iterdir())
    return {name.removesuffix(".json"): json.loads(path.read_text(encoding="utf-8")) for name, path in found}


@cache
def page_data() -> dict[str, Any]:
    """Return the data of all pages: grids, puzzles with titles, pictures and efforts, piece sets, colours, texts.

    Grids are a text, with a line for each: its name, a tab, and its table as JSON.
    """
    return {
        "grids": "\n".join(f"{name}\t{_json(_geometry(grid))}" for name, grid in GRIDS.items()),
        "puzzles": _files("puzzles") | _files("puzzles/calendars"),
        "titles": {language: toml.load(path) for language, path in data.files("puzzles/titles").items()},
        "sets": _files("puzzles/sets"),
        "rules": _rules(),
        "words": texts(),
        "languages": {language: said["ownName"] for language, said in texts().items()},
        "keys": {"puzzle": [*KEYS, *NOTES], "piece": PIECE_KEYS, "tile": TILE_KEYS},
        "colours": palette.COLOURS,
        "pictures": json.loads(read("pictures.json")),
        "efforts": json.loads(read("efforts.json")),
        "fields": fields(),
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
    return _ascii(_json(content).replace("<", "\\u003c").encode("utf-8", "replace").decode())


def _ascii(text: str) -> str:
    """Return a script or JSON in which escapes stand for what is not ASCII."""
    return _OTHERS.sub(lambda found: json.dumps(found[0])[1:-1], text)


def _json(content: Any) -> str:
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False)
