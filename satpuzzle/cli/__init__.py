"""The command line: one file a command."""

from importlib import import_module

from satpuzzle.cli.app import app, main

__all__ = ["app", "main"]

_COMMANDS = (
    "list",
    "show",
    "solve",
    "count",
    "assemble",
    "draw",
    "view",
    "journal",
    "merge",
    "compare",
    "bench",
    "export",
    "convert",
    "certify",
    "verify",
)

for _name in _COMMANDS:  # in the order of the help
    import_module(f"satpuzzle.cli.{_name}")
