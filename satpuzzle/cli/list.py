"""`satpuzzle list`."""

import json
import sys
from typing import Annotated, Any

import typer

from satpuzzle import data
from satpuzzle.cli.app import app
from satpuzzle.cli.options import TextOrJson, check_choice
from satpuzzle.cli.output import open_output
from satpuzzle.cli.terminal import table
from satpuzzle.cnf.recipe import load_recipe
from satpuzzle.cover.describe import columns, entry
from satpuzzle.engines import BACKENDS
from satpuzzle.engines.strategies import STRATEGIES, describe
from satpuzzle.puzzle import library

_KINDS = ("all", "puzzles", "encodings", "backends", "strategies")
_FOLDED = ("title", "description")
_SPARE = ("title", "lattice")


@app.command("list")
def list_(
    kind: Annotated[
        str, typer.Argument(metavar="[KIND]", help=f"{', '.join(_KINDS[1:])} or all.", autocompletion=lambda: _KINDS)
    ] = "all",
    format: TextOrJson = "text",
) -> None:
    """List the bundled puzzles, encodings, backends and strategies."""
    check_choice("format", format, ("text", "json"))
    check_choice("KIND", kind, _KINDS)
    tables: dict[str, list[dict[str, Any]]] = {}
    if kind in ("all", "puzzles"):
        tables["puzzles"] = [entry(library.load(name)) for name in data.files("puzzles")]
    if kind in ("all", "encodings"):
        recipes = map(load_recipe, data.files("encodings"))
        tables["encodings"] = [_described(recipe.name, recipe.description) for recipe in recipes]
    if kind in ("all", "backends"):
        tables["backends"] = [_described(name, engine.description) for name, engine in BACKENDS.items()]
    if kind in ("all", "strategies"):
        tables["strategies"] = [_described(name, describe(name)) for name in STRATEGIES]
    with open_output(None) as out:
        if format == "json":
            out.write(json.dumps(tables, ensure_ascii=False) + "\n")
            return
        for number, (title, rows) in enumerate(tables.items()):
            out.write("\n" * bool(number) + f"{title.upper()}\n" * (kind == "all"))
            out.write(table(rows, sys.stdout, _FOLDED, _SPARE) if out.isatty() else columns(rows))


def _described(name: str, description: str) -> dict[str, str]:
    """Return a row; descriptions come from docstrings and recipes, whose marks and full stops are not for a table."""
    return {"name": name, "description": description.replace("`", "").rstrip(".")}
