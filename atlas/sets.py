"""Sets of pieces of the atlas: what is asked about each, what is published, and what was found.

`sets/NAME.toml` is the question: pieces as `tile strip` takes them, tables of what to find, and published numbers.
`found/NAME.jsonl` is the answer, a journal with a line for each thing found; `make.py` continues it.
"""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any, get_args, get_origin

from satpuzzle import data
from satpuzzle.errors import PuzzleError
from satpuzzle.questions.tilings.journal import asked_of, opened
from satpuzzle.questions.tilings.prototile import Prototile
from satpuzzle.questions.tilings.shapes import prototiles, sizes_in
from satpuzzle.questions.tilings.torus import turned_boxes

HERE = Path(__file__).parent
Sizes = tuple[int, ...]
_MOST = 1000  # of a size
_TOML: dict[Any, str] = {str: "a string", int: "an integer", bool: "true or false", list: "an array"}
_ORDERS, _CLASSES = ("antidiagonals", "triangle", "squares"), ("raw", "rotations", "isometries")


@dataclass(frozen=True)
class Asked:
    """What to find: of some widths or boards, such as 1..8 or 1..8x1..8; a `large` one only if asked for."""

    sizes: str
    length: int = 0  # of the longest strip
    method: str = "frontier"
    certified: bool = False
    beyond: str = ""  # a published table that does not have these boards
    large: bool = False


@dataclass(frozen=True)
class Published:
    """Numbers that others published.

    `order` says which they are: `antidiagonals` of a square array from A(first, first) on, `triangle` for its rows
    T(n, k) with k <= n, `squares` and `width W` for the lengths first, first + step, ...
    """

    name: str
    order: str
    terms: str
    about: str
    first: int = 0
    step: int = 1
    times: int = 1  # the first side of an antidiagonal's boards
    counts: str = "raw"
    wrong: str = ""  # why the numbers differ

    def __post_init__(self) -> None:
        if self.order not in _ORDERS and not self.order.startswith("width "):
            raise ValueError(f"order {self.order}: choose from {', '.join(_ORDERS)}, width W")
        if self.counts not in _CLASSES:
            raise ValueError(f"counts {self.counts}: choose from {', '.join(_CLASSES)}")
        if strange := [word for word in self._words if not word.isdecimal()]:
            raise ValueError(f"terms has {strange[0]}: allowed are numbers and commas")

    @property
    def _words(self) -> list[str]:
        return self.terms.replace(",", " ").split()

    @property
    def numbers(self) -> list[int]:
        """The published numbers."""
        return [int(word) for word in self._words]

    def boards(self, dimension: int) -> Iterator[Sizes]:
        """Yield the board of each number, without end."""
        for n in count(self.first, self.step):
            if self.order == "antidiagonals":
                yield from ((self.times * (n + self.first - k), k) for k in range(self.first, n + 1))
            elif self.order == "triangle":
                yield from ((n, k) for k in range(1, n + 1))
            elif self.order == "squares":
                yield (n,) * dimension
            else:
                yield (n, *size(self.order.removeprefix("width "), dimension - 1))


@dataclass(frozen=True)
class PieceSet:
    """A set of pieces of the atlas."""

    name: str
    title: str
    pieces: tuple[str, ...] = ()
    grid: str | None = None
    size: str | int | None = None
    fixed: bool = False
    about: str = ""
    counts: tuple[Asked, ...] = ()
    series: tuple[Asked, ...] = ()
    boards: tuple[Asked, ...] = ()
    published: tuple[Published, ...] = ()
    formula: str = ""
    folder: Path = field(default=HERE, repr=False)

    @cached_property
    def tiles(self) -> list[Prototile]:
        """The shapes."""
        return prototiles(self.pieces, self.grid, self.size, fixed=self.fixed)

    @cached_property
    def dimension(self) -> int:
        """The dimension of the grid."""
        return len(self.tiles[0].grid.basis)

    @cached_property
    def _orders(self) -> tuple[Sizes, ...]:
        return turned_boxes(self.tiles)

    def turned(self, sizes: Sizes) -> list[Sizes]:
        """Return the boards that are the same with sides exchanged, this one first."""
        return [*dict.fromkeys(tuple(sizes[axis] for axis in order) for order in self._orders)]

    @property
    def path(self) -> Path:
        """The file of the set."""
        return self.folder / "sets" / f"{self.name}.toml"

    @property
    def found(self) -> Path:
        """The journal of what was found."""
        return self.folder / "found" / f"{self.name}.jsonl"

    def opened(self) -> Any:
        """Open the journal to add to it, as a context manager; raises JournalError."""
        self.found.parent.mkdir(exist_ok=True)
        return opened(self.found, {**asked_of("atlas", self.tiles), "set": self.name})

    @cached_property
    def known(self) -> "Known":
        """What was found until now; read without a lock."""
        lines = data.read(self.found, data.LARGE).splitlines()[1:] if self.found.exists() else []
        return Known(self, {said["key"]: said["answer"] for said in map(data.parsed, lines)})

    def widths(self, asked: Asked) -> list[Sizes]:
        """Return widths, in space cross-sections; of those that are the same with exchanged sides, the first one."""
        same = [tuple(axis - 1 for axis in order[1:]) for order in self._orders if order[0] == 0]
        return [
            each
            for each in _sizes(asked.sizes, self.dimension - 1)
            if each == min(tuple(each[axis] for axis in order) for order in same)
        ]

    def sizes(self, asked: Asked) -> list[Sizes]:
        """Return boards; of those that are the same with exchanged sides, the first one."""
        return [each for each in _sizes(asked.sizes, self.dimension) if each == min(self.turned(each))]


@dataclass(frozen=True)
class Known:
    """What was found about a set, by keys: `lengths W`, `series W`, `classes W`, `board AxB`, `certificate AxB`."""

    of: PieceSet
    done: dict[str, Any]

    def at(self, sizes: Sizes) -> dict[str, int]:
        """Return by method the numbers of tilings of a board that were found."""
        found = {"empty": 1} if 0 in sizes else {}
        for length, *section in self.of.turned(sizes):
            counts = self.done.get(f"lengths {written(section)}", {"counts": []})["counts"]
            if length < len(counts):
                found[f"width {written(section)}"] = counts[length]
        for kind in ("board", "certificate"):
            if answer := self.done.get(f"{kind} {written(min(self.of.turned(sizes)))}"):
                found[answer.get("method", kind)] = answer["raw"]
        return found

    def one(self, sizes: Sizes, which: str = "raw") -> int | None:
        """Return the number of tilings of a board, None if it was not found."""
        if which == "raw":
            return next(iter(self.at(sizes).values()), None)
        answer = self.done.get(f"board {written(min(self.of.turned(sizes)))}")
        return answer and answer[which]


def written(sizes: Sequence[int]) -> str:
    """Return sizes as text, such as 2x3."""
    return "x".join(map(str, sizes))


def size(text: str, many: int) -> Sizes:
    """Return sizes such as 2x3."""
    (found,) = _sizes(text, many)
    return found


def _sizes(text: str, many: int) -> list[Sizes]:
    found = sizes_in(text, many, _MOST)
    if found is None:
        raise PuzzleError(f"sizes {text}: allowed is {'x'.join(['N'] * many)}, each N a number or a range such as 1..3")
    return found


def load(path: Path) -> PieceSet:
    """Read the file of a set; raises PuzzleError for one that is wrong."""
    try:
        said = tomllib.loads(data.read(path))
    except tomllib.TOMLDecodeError as error:
        raise PuzzleError(f"{path}: {error}") from None
    rows: dict[str, Any] = dict.fromkeys(("counts", "series", "boards"), Asked) | {"published": Published}
    for name, kind in rows.items():
        some = said.get(name, [])
        if not isinstance(some, list):
            raise PuzzleError(f"{path}: {name} is {some!r}: allowed are tables [[{name}]]")
        said[name] = [_made(f"{path}: {name}", kind, row) for row in some]
    return _made(str(path), PieceSet, said, name=path.stem, folder=path.parent.parent)


def _made(where: str, kind: Any, said: Any, **more: Any) -> Any:
    """Return an object of a kind, whose fields are what a table says, and `more`."""
    if not isinstance(said, dict):
        raise PuzzleError(f"{where} has {said!r}: allowed is a table")
    allowed = {one.name: one for one in fields(kind) if one.name not in more}
    for key, value in said.items():
        if key not in allowed:
            raise PuzzleError(f"{where}: key {key}: allowed are {', '.join(allowed)}")
        kinds = [list] if get_origin(of := allowed[key].type) is tuple else [*(get_args(of) or (of,))]
        if type(value) not in kinds:
            names = " or ".join(_TOML[kind] for kind in kinds if kind in _TOML)
            raise PuzzleError(f"{where}: key {key} is {value!r}: allowed is {names}")
    if missing := [key for key, one in allowed.items() if one.default is MISSING and key not in said]:
        raise PuzzleError(f"{where}: key {missing[0]} is missing")
    try:
        return kind(**{key: tuple(value) if isinstance(value, list) else value for key, value in said.items()}, **more)
    except ValueError as error:
        raise PuzzleError(f"{where}: {error}") from None


def every(folder: Path = HERE) -> list[PieceSet]:
    """Return all sets, by their names."""
    return [load(path) for path in sorted((folder / "sets").glob("*.toml"))]
