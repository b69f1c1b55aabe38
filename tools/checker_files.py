"""Writes checker/files.c: what the checker in C needs of the folders `grids` and `rules`, as tables of JSON.

    python tools/checker_files.py

Run it after a change of one of these files.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FILE = ROOT / "checker" / "files.c"
HEAD = """\
/* Files of the folders `grids` and `rules`: what this program needs of them, as tables of JSON.  Made by
 * tools/checker_files.py. */
#include "checker.h"
"""


def grids() -> dict[str, Any]:
    """Return for each grid its cells with their corners, and default rules."""
    return {
        name: _kept(table, "frame", "periods", "grid", "rules", "cells") for name, table in _tables("grids").items()
    }


def rules() -> dict[str, Any]:
    """Return for each rule, by its title, its rows: all but its words for people."""
    return {table["title"]: _kept(table, "text", "items", "form") for table in _tables("rules").values()}


def text() -> str:
    """Return the text of the file."""
    return "\n".join((HEAD, _array("GRIDS", grids()), _array("RULES", rules())))


def _tables(folder: str) -> dict[str, dict[str, Any]]:
    files = sorted((ROOT / folder).glob("*.toml"))
    return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in files}


def _kept(table: dict[str, Any], *keys: str) -> dict[str, Any]:
    kept = {key: table[key] for key in keys if key in table}
    if "cells" in kept:
        kept["cells"] = [{"corners": cell["corners"]} for cell in kept["cells"]]
    if "form" in kept:
        kept["form"] = [_kept(form, "text", "items") for form in kept["form"]]
    return kept


def _array(name: str, tables: dict[str, Any]) -> str:
    rows = (f'    {{"{name}",\n{_literal(table)}}},' for name, table in tables.items())
    return "\n".join((f"const char *const {name}[][2] = {{", *rows, "    {NULL, NULL}};", ""))


def _literal(table: dict[str, Any]) -> str:
    """Return a table as a literal of C, with a line for each cell, form or row."""
    said = json.dumps(table, separators=(",", ":"), ensure_ascii=False).replace('"', '\\"')
    parts = said.replace("[{", "[\n{").replace("},{", "},\n{").split("\n")
    return "\n".join(f'     "{part}"' for part in parts)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
