"""Recipes: `encodings/*.toml` says how an exact cover is written as clauses.

A recipe chooses among named building blocks and computes nothing.  Its words are the names of the
modules and functions that implement them.
"""

import dataclasses
import tomllib
from dataclasses import dataclass
from pathlib import Path

from satpuzzle.library import closest, files
from satpuzzle.puzzle import PuzzleError

CHOICES = {
    "at_least_one": ("all", "pieces"),
    "at_most_one": ("pairwise",),
    "cardinality": ("sequential",),
    "blocking": ("chosen",),
}


@dataclass(frozen=True)
class Recipe:
    """Which building blocks an encoding is made of."""

    name: str
    description: str = ""
    at_least_one: str = "all"  # items with a clause "at least one"; "pieces" leaves out cells that volumes imply
    at_most_one: str = "pairwise"  # how two options for one item exclude each other
    cardinality: str = "sequential"  # how the copies of a piece are counted
    blocking: str = "chosen"  # what keeps a solution from coming again


def load_recipe(name_or_path: str) -> Recipe:
    """Load a recipe by its bundled name or from a `.toml` file; PuzzleError if that makes no sense."""
    bundled = files("encodings")
    path = bundled.get(name_or_path, Path(name_or_path))
    if path.suffix != ".toml":
        allowed = ", ".join(bundled)
        raise PuzzleError(
            f"encoding {name_or_path}{closest(name_or_path, bundled)}: choose from {allowed}, or a .toml file"
        )
    try:
        content = tomllib.loads(path.read_bytes().decode())
    except OSError as error:
        raise PuzzleError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:  # not UTF-8, not TOML
        raise PuzzleError(f"{path}: {error}") from None
    keys = [field.name for field in dataclasses.fields(Recipe) if field.name != "name"]
    for key, value in content.items():
        if key not in keys:
            raise PuzzleError(f'{path}: unknown key "{key}": choose from {", ".join(sorted(keys))}')
        if not isinstance(value, str) or value not in CHOICES.get(key, (value,)):
            raise PuzzleError(f'{path}: {key} = "{value}": choose from {", ".join(CHOICES.get(key, ("text",)))}')
    return Recipe(name=path.stem, **content)
