"""The version of satpuzzle; `pyproject.toml` has it too."""

__version__ = "1.2.0"
