"""`satpuzzle list`."""

import json
from typing import Annotated, Any

import typer

from satpuzzle import data
from satpuzzle.cli.app import app
from satpuzzle.cli.options import TextOrJson, check_choice
from satpuzzle.cli.output import open_output
from satpuzzle.cnf.recipe import load_recipe
from satpuzzle.cover.describe import columns, entry
from satpuzzle.engines import BACKENDS
from satpuzzle.engines.native.registry import STRATEGIES, describe
from satpuzzle.puzzle import library


@app.command("list")
def list_(
    kind: Annotated[
        str, typer.Argument(metavar="[KIND]", help="puzzles, encodings, backends or strategies; all by default.")
    ] = "all",
    format: TextOrJson = "text",
) -> None:
    """List the bundled puzzles, the encodings, the backends and the strategies of the native search."""
    check_choice("format", format, ("text", "json"))
    check_choice("kind", kind, ("all", "puzzles", "encodings", "backends", "strategies"))
    tables: dict[str, list[dict[str, Any]]] = {}
    if kind in ("all", "puzzles"):
        tables["puzzles"] = [entry(library.load(name)) for name in data.files("puzzles")]
    if kind in ("all", "encodings"):
        recipes = map(load_recipe, data.files("encodings"))
        tables["encodings"] = [{"name": recipe.name, "description": recipe.description} for recipe in recipes]
    if kind in ("all", "backends"):
        tables["backends"] = [{"name": name, "description": engine.description} for name, engine in BACKENDS.items()]
    if kind in ("all", "strategies"):
        tables["strategies"] = [{"name": name, "description": describe(name)} for name in STRATEGIES]
    with open_output(None) as out:
        if format == "json":
            out.write(json.dumps(tables, ensure_ascii=False) + "\n")
            return
        titled = kind == "all"
        out.write("\n".join(f"{title.upper()}\n" * titled + columns(rows) for title, rows in tables.items()))
