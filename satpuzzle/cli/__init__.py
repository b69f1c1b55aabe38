"""The command line: one file a command."""

from importlib import import_module

from satpuzzle.cli.app import app, main

__all__ = ["app", "main"]

for _name in (
    "list",
    "show",
    "solve",
    "count",
    "draw",
    "view",
    "compare",
    "bench",
    "export",
):  # in the order of the help
    import_module(f"satpuzzle.cli.{_name}")
