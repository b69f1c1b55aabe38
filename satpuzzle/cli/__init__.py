"""The command line: one module for each command, which is imported when the command is run."""

from satpuzzle.cli.app import app, main

__all__ = ["app", "main"]
