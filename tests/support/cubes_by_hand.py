"""Cubes with coloured faces by hand: solutions as colours of the faces of cells, found by trying all.

Shares nothing with the package but the keys of puzzle files and the order of faces.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

from hypothesis import strategies as st

Cell = tuple[int, ...]
Faces = frozenset[tuple[Cell, Cell, str]]  # a cell, the direction of a face, its colour
Matrix = tuple[tuple[int, ...], ...]

BACK_RIGHT_FRONT_LEFT_TOP_BOTTOM = ((0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1))
BORDERS = ("", "A", "same", "same on each side", "different on each side")


def isometries() -> list[tuple[Matrix, int]]:
    """Return the 48 isometries of a cube as matrices, each with its determinant."""
    found = []
    for axes, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        inversions = sum(axes[a] > axes[b] for a in range(3) for b in range(a + 1, 3))
        matrix = tuple(tuple(signs[row] * (axes[row] == column) for column in range(3)) for row in range(3))
        found.append((matrix, (-1) ** inversions * signs[0] * signs[1] * signs[2]))
    return found


EVERY = isometries()
ROTATIONS = [matrix for matrix, sign in EVERY if sign > 0]


def moved(matrix: Matrix, vector: Cell) -> Cell:
    return tuple(sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix)


def beyond(cell: Cell, direction: Cell) -> Cell:
    return tuple(a + b for a, b in zip(cell, direction, strict=True))


def ways(word: str) -> set[str]:
    """Return how a cube can lie."""
    order = BACK_RIGHT_FRONT_LEFT_TOP_BOTTOM
    found = set()
    for matrix in ROTATIONS:
        there = {moved(matrix, face): letter for face, letter in zip(order, word, strict=True)}
        found.add("".join(there[face] for face in order))
    return found


@dataclass(frozen=True)
class Problem:
    """A puzzle of cubes, each of which is there once; equal ones are copies."""

    cells: tuple[Cell, ...]
    cubes: tuple[str, ...]
    border: str
    match: bool
    rotate: bool

    @property
    def said(self) -> dict[str, Any]:
        """The keys of a puzzle file."""
        said: dict[str, Any] = {"grid": "cubic", "board": [*map(list, self.cells)], "tiles": " ".join(self.cubes)}
        return said | {"border": self.border, "match": self.match, "rotate": self.rotate}

    def obeyed(self, faces: Faces) -> bool:
        colour = {(cell, face): letter for cell, face, letter in faces}
        towards = defaultdict(list)
        for (cell, face), letter in colour.items():
            back: Cell = tuple(-x for x in face)
            if beyond(cell, face) not in self.cells:
                towards[face].append(letter)
            elif self.match and colour.get((beyond(cell, face), back), letter) != letter:
                return False
        if self.border == "different on each side":
            return all(len(set(letters)) == len(letters) for letters in towards.values())
        if self.border == "same on each side":
            return all(len(set(letters)) == 1 for letters in towards.values())
        every = {letter for letters in towards.values() for letter in letters}
        return len(every) <= 1 if self.border == "same" else not self.border or every <= {self.border}


def solutions(problem: Problem) -> set[Faces]:
    """Return all solutions."""
    kinds = [frozenset(ways(cube)) if problem.rotate else frozenset([cube]) for cube in problem.cubes]

    def placed(at: int, left: list[frozenset[str]], faces: Faces) -> Iterator[Faces]:
        if at == len(problem.cells):
            yield faces
            return
        for kind in set(left):
            rest = list(left)
            rest.remove(kind)
            for way in kind:
                each = zip(BACK_RIGHT_FRONT_LEFT_TOP_BOTTOM, way, strict=True)
                more = faces | {(problem.cells[at], face, letter) for face, letter in each}
                if problem.obeyed(more):
                    yield from placed(at + 1, rest, more)

    return set(placed(0, kinds, frozenset()))


def classes(problem: Problem, found: set[Faces], reflected: bool) -> int:
    """Return how many solutions there are up to rotations, and up to reflections too if told."""
    still: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    motions = [matrix for matrix, sign in EVERY if sign > 0 or reflected] if problem.rotate else [still]
    board = sorted(problem.cells)
    useful = []
    for matrix in motions:
        there = sorted(moved(matrix, cell) for cell in board)
        back: Cell = tuple(b - a for a, b in zip(there[0], board[0], strict=True))
        if [beyond(cell, back) for cell in there] == board:
            sides: Iterator[tuple[Cell, Cell]] = product(board, BACK_RIGHT_FRONT_LEFT_TOP_BOTTOM)
            useful.append({(c, face): (beyond(moved(matrix, c), back), moved(matrix, face)) for c, face in sides})

    def images(faces: Faces) -> set[Faces]:
        return {frozenset((*there[cell, face], colour) for cell, face, colour in faces) for there in useful}

    return len({min(tuple(sorted(image)) for image in images(one) & found) for one in found})


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Return a puzzle of few cubes; it has a solution if no border is asked for or all are of one colour."""
    boxes = [(1, 1, 3), (1, 2, 2), (2, 2, 1), (3, 1, 1), (2, 1, 2)]
    sizes = draw(st.sampled_from(boxes))
    every: list[Cell] = [*product(*map(range, sizes))]
    cells = draw(st.lists(st.sampled_from(every), min_size=1, max_size=3, unique=True).map(sorted))
    rule, match = draw(st.sampled_from(BORDERS)), draw(st.booleans())
    cells = cells if match or rule else cells[:2]  # nothing is asked there
    colours = draw(st.sampled_from(["A", "AB", "ABC"] if rule != "different on each side" else ["AB", "ABC"]))
    painted: dict[tuple[Cell, Cell], str] = {}
    for cell, face in product(cells, BACK_RIGHT_FRONT_LEFT_TOP_BOTTOM):
        back: Cell = tuple(-x for x in face)
        letter = draw(st.sampled_from(colours)) if rule == "" or beyond(cell, face) in cells else "A"
        if rule == "different on each side":
            letter = colours[sum(cell) % len(colours)]
        painted[cell, face] = painted.get((beyond(cell, face), back), letter) if match else letter
    words = ["".join(painted[cell, face] for face in BACK_RIGHT_FRONT_LEFT_TOP_BOTTOM) for cell in cells]
    rotate = draw(st.sampled_from([True, True, False]))
    cubes = [draw(st.sampled_from(sorted(ways(word)))) if rotate else word for word in words]
    used = "".join(cubes)
    rule = rule if rule != "A" or "A" in used else ""
    return Problem(tuple(cells), tuple(draw(st.permutations(cubes))), rule, match, rotate)
