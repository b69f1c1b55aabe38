"""The command line: one file a command, which is imported when the command is given."""

from satpuzzle.cli.app import app, main

__all__ = ["app", "main"]
