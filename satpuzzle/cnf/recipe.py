"""Recipes: a file in `encodings/` says how an exact cover is encoded.

A recipe chooses among named building blocks and contains no logic.  Its values are the names of the modules and
functions that implement them; in place of a module of the package there may be a Python file of one's own.
"""

import dataclasses
from dataclasses import dataclass
from pathlib import Path

from satpuzzle import data
from satpuzzle.errors import PuzzleError, closest
from satpuzzle.puzzle.formats import toml
from satpuzzle.puzzle.formats.json import shown

_FOLDER = Path(__file__).parent
CHOICES = {
    "at_least_one": ("all", "pieces"),
    "at_most_one": data.modules(_FOLDER / "at_most_one"),
    "cardinality": data.modules(_FOLDER / "cardinality"),
    "colours": ("direct", "binary", "pairwise"),
    "blocking": ("chosen", "all"),
    "decisions": ("auto", "static", "activity"),
    "constraints": ("exactly_one", "linear"),
}
OWN = ("at_most_one", "cardinality")  # the keys whose value may be a Python file (`own.py`)


@dataclass(frozen=True)
class Recipe:
    """The names of the building blocks of an encoding.

    Raises PuzzleError for a value that a field does not allow.
    """

    name: str
    description: str = ""
    at_least_one: str = "all"  # items with an at-least-one clause; "pieces" omits cells whose clauses follow by volume
    at_most_one: str = "pairwise"  # at-most-one encoding of an item that is covered at most once
    cardinality: str = "sequential"  # encoding of the number of copies of a piece
    colours: str = "direct"  # encoding of an item with colours: a variable for each, binary digits, or no variables
    blocking: str = "chosen"  # clauses that block solutions already found
    decisions: str = "auto"  # branching: "static" by cells in scan order, "activity" by recent conflicts
    most_clauses: int = 2_000_000  # an encoding that may make more clauses is rejected
    constraints: str = "exactly_one"  # CP-SAT's constraints: "exactly_one" are Boolean, "linear" are sums

    def __post_init__(self) -> None:
        for key in ("name", "description", *CHOICES, "most_clauses"):
            value = getattr(self, key)
            if key == "most_clauses":
                right, allowed = type(value) is int and value >= 1, "allowed are integers from 1"
            elif key in CHOICES:
                right, allowed = value in CHOICES[key], f"choose from {', '.join(CHOICES[key])}"
                if key in OWN:
                    right = right or (isinstance(value, str) and value.endswith(".py") and data.is_file(value))
                    allowed += ", or a .py file"
            else:
                right, allowed = isinstance(value, str), "allowed is text"
            if not right:
                raise PuzzleError(f"encoding {self.name}: {key} = {shown(value)}: {allowed}")

    def differing(self) -> set[str]:
        """Return the keys of `CHOICES` whose values differ from the default."""
        return {key for key in CHOICES if getattr(self, key) != getattr(Recipe, key)}

    @property
    def bounds(self) -> bool:
        """Whether the recipe uses native cardinality constraints, which only some solvers have."""
        return "native" in (self.at_most_one, self.cardinality)

    def check_clauses(self) -> None:
        """Raise PuzzleError if the recipe makes constraints other than clauses."""
        if self.bounds:
            raise PuzzleError(
                f"encoding {self.name}: uses native cardinality constraints; allowed here are encodings in clauses"
            )


def load_recipe(name_or_path: str) -> Recipe:
    """Load a bundled recipe by its name, or a recipe from a `.toml` file.

    A path in the file begins at its folder.  Raises PuzzleError if there is no such recipe, or if the file has unknown
    keys or values.
    """
    bundled = data.files("encodings")
    path = bundled.get(name_or_path, Path(name_or_path))
    if path.suffix != ".toml":
        allowed = ", ".join(["auto", *bundled])
        raise PuzzleError(
            f"encoding {name_or_path}{closest(name_or_path, bundled)}: choose from {allowed}, or a .toml file"
        )
    content = toml.load(path)
    keys = sorted(field.name for field in dataclasses.fields(Recipe) if field.name != "name")
    for key in content:
        if key not in keys:
            raise PuzzleError(f'{path}: unknown key "{key}": choose from {", ".join(keys)}')
    for key in OWN:
        if (
            isinstance(value := content.get(key), str)
            and value.endswith(".py")
            and data.is_file(str(path.parent / value))
        ):
            content[key] = str((path.parent / value).absolute())
    try:
        return Recipe(name=path.stem, **content)
    except PuzzleError as error:
        raise PuzzleError(f"{path}: {str(error).removeprefix(f'encoding {path.stem}: ')}") from None
