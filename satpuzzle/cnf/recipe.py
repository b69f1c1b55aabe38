"""Recipes: `encodings/*.toml` says how an exact cover is written as clauses.

A recipe chooses among named building blocks and computes nothing.  Its words are the names of the
modules and functions that implement them.
"""

import dataclasses
from dataclasses import dataclass
from pathlib import Path

from satpuzzle import data
from satpuzzle.errors import PuzzleError, closest
from satpuzzle.puzzle.formats import toml

CHOICES = {
    "at_least_one": ("all", "pieces"),
    "at_most_one": ("pairwise", "ladder", "sequential", "bitwise", "product", "commander", "bimander", "native"),
    "cardinality": ("sequential", "totalizer", "labelled", "native"),
    "blocking": ("chosen", "all", "images"),
    "decisions": ("auto", "static", "activity"),
    "constraints": ("exactly_one", "linear"),
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
    decisions: str = "auto"  # what is branched on: cells in their order, or recent conflicts; or the solver knows
    most_clauses: int = 2_000_000  # a formula that may have more is refused
    constraints: str = "exactly_one"  # how CP-SAT, which takes no clauses, is told of the items

    def differing(self) -> set[str]:
        """Return the choices that differ from the default's."""
        return {key for key in CHOICES if getattr(self, key) != getattr(Recipe, key)}

    @property
    def bounds(self) -> bool:
        """Whether it makes bounds, which only some solvers take, and not clauses alone."""
        return "native" in (self.at_most_one, self.cardinality)

    def check_clauses(self) -> None:
        """Raise PuzzleError if it makes bounds."""
        if self.bounds:
            raise PuzzleError(f"encoding {self.name}: it makes bounds for solvers that count; allowed here are clauses")


def load_recipe(name_or_path: str) -> Recipe:
    """Load a recipe by its bundled name or from a `.toml` file; PuzzleError if that makes no sense."""
    bundled = data.files("encodings")
    path = bundled.get(name_or_path, Path(name_or_path))
    if path.suffix != ".toml":
        allowed = ", ".join(["auto", *bundled])
        raise PuzzleError(
            f"encoding {name_or_path}{closest(name_or_path, bundled)}: choose from {allowed}, or a .toml file"
        )
    text = data.read(path)
    try:
        content = toml.parse(text)
    except PuzzleError as error:
        raise PuzzleError(f"{path}: {error}") from None
    types = {field.name: field.type for field in dataclasses.fields(Recipe) if field.name != "name"}
    for key, value in content.items():
        if key not in types:
            raise PuzzleError(f'{path}: unknown key "{key}": choose from {", ".join(sorted(types))}')
        if types[key] is int:
            if type(value) is not int or value < 1:
                raise PuzzleError(f'{path}: {key} = "{value}": allowed are integers from 1')
        elif not isinstance(value, str) or value not in CHOICES.get(key, (value,)):
            raise PuzzleError(f'{path}: {key} = "{value}": choose from {", ".join(CHOICES.get(key, ("text",)))}')
    return Recipe(name=path.stem, **content)
