"""Geometry the slow way: what satpuzzle does with matrices and packed bits, done again with tuples and sets.

Cells are turned by closing a set under a few motions about one point, such as quarter turns, written down by hand
(those of triangles are from Polyform Puzzler).  Balls are turned by trying every point for every ball and keeping what
has the same distances and, unless the balls lie in a plane, the same handedness.
A packing is a set of (name, cells); an isometry carries it to another set, which is a packing or none.  Packings that
are carried to each other are a class.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from itertools import combinations

from brute_force import solutions

from satpuzzle.puzzle.model import Piece, Puzzle

Cell = tuple[int, ...]
Cells = frozenset[Cell]
Packing = frozenset[tuple[str, Cells]]
Turn = Callable[[Cell], Cell]
Moves = dict[Cell, Cell]  # where an isometry of the board carries each of its cells
Element = Callable[[Packing], Packing]


def cells_of(points: Iterable[Iterable[int]]) -> tuple[Cell, ...]:
    return tuple(tuple(int(x) for x in point) for point in points)


# Turning


def quarter_about_z(cell: Cell) -> Cell:
    return -cell[1], cell[0], cell[2]


def quarter_about_x(cell: Cell) -> Cell:
    return cell[0], -cell[2], cell[1]


def half_about_x(cell: Cell) -> Cell:
    return cell[0], -cell[1], -cell[2]


def mirrored(cell: Cell) -> Cell:
    return -cell[0], cell[1], cell[2]


def flipped_triangle(cell: Cell) -> Cell:
    x, y, z = cell
    return -(x + y + z) - 1, y, z


def sixth_of_triangles(cell: Cell) -> Cell:
    x, y, z = cell
    return -y - 1, x + y + z, 1 - z


def on_triangles(move: Turn) -> Turn:
    """Return a motion of triangles as one of prisms, which keeps their layer."""

    def moved(cell: Cell) -> Cell:
        x, y, z = cell
        down = (x + y) % 2
        column, row, kind = move(((x - y - down) // 2, y, down))
        return 2 * column + row + kind, row, z

    return moved


def upside_down(cell: Cell) -> Cell:
    x, y, z = cell
    return x, y, -z


def within(twice: int, move: Turn) -> Turn:
    """Return a motion about a point of which each coordinate, doubled, is this."""

    def moved(cell: Cell) -> Cell:
        image = move(tuple(2 * x - twice for x in cell))
        return tuple((x + twice) // 2 for x in image)

    return moved


def after(first: Turn, then: Turn) -> Turn:
    return lambda cell: then(first(cell))


# Generators of the rotations that keep the upper side up, a rotation that does not, and a reflection.
TURNS: dict[str, tuple[Turn, Turn, Turn]] = {
    "square": (quarter_about_z, half_about_x, mirrored),
    "cubic": (quarter_about_z, quarter_about_x, mirrored),
    "hexagonal": (lambda c: (-c[1], c[0] + c[1], 0), lambda c: (-c[0], c[0] + c[1], 0), lambda c: (c[1], c[0], 0)),
    "triangular": (sixth_of_triangles, flipped_triangle, flipped_triangle),
    "prisms": (
        on_triangles(sixth_of_triangles),
        after(on_triangles(flipped_triangle), upside_down),
        upside_down,
    ),
    "rhombic": (within(4, quarter_about_z), within(4, quarter_about_x), within(4, mirrored)),
    "tetra-octa": (within(5, quarter_about_z), within(5, quarter_about_x), within(5, mirrored)),
}
CARRIES: dict[str, Callable[[Cell], bool]] = {  # whether a translation carries cells to cells
    "triangular": lambda step: step[2] == 0,
    "prisms": lambda step: (step[0] + step[1]) % 2 == 0,
    "rhombic": lambda step: all(x % 5 == 0 for x in step),
    "tetra-octa": lambda step: all(x % 3 == 0 for x in step) and sum(step) % 2 == 0,
}


def turned(cells: tuple[Cell, ...], grid: str, turn_over: bool, mirror: bool = False) -> set[tuple[Cell, ...]]:
    """Return the images of cells that are no balls; cell i of each is the image of cell i."""
    about_z, over, reflection = TURNS[grid]
    generators = [about_z]
    if turn_over or mirror or grid not in ("square", "hexagonal", "triangular"):
        generators.append(over)
    if mirror:
        generators.append(reflection)
    images = {cells}
    fresh = [cells]
    while fresh:
        fresh = [tuple(map(generator, image)) for image in fresh for generator in generators]
        fresh = [image for image in dict.fromkeys(fresh) if image not in images]
        images.update(fresh)
        assert len(images) <= 48, f"motions of {grid} that have no point in common"
    return images


def embeddings(cells: tuple[Cell, ...], points: Collection[Cell], mirror: bool = False) -> Iterator[tuple[Cell, ...]]:
    """Yield every way to lay balls on some of the points, in reflection too if `mirror`."""

    def extended(image: tuple[Cell, ...]) -> Iterator[tuple[Cell, ...]]:
        if len(image) == len(cells):
            if mirror or _same_hand(cells, image):
                yield image
            return
        for point in points:
            if all(_distance(point, p) == _distance(cells[len(image)], c) for p, c in zip(image, cells, strict=False)):
                yield from extended((*image, point))

    return extended(())


def _distance(a: Cell, b: Cell) -> int:
    return sum((x - y) ** 2 for x, y in zip(a, b, strict=True))


def _same_hand(cells: tuple[Cell, ...], image: tuple[Cell, ...]) -> bool:
    for four in combinations(range(len(cells)), 4):
        volume = _volume([cells[i] for i in four])
        if volume:
            return volume == _volume([image[i] for i in four])
    return True


def _volume(corners: list[Cell]) -> int:
    (a, b, c), (d, e, f), (g, h, i) = (tuple(x - y for x, y in zip(p, corners[0], strict=True)) for p in corners[1:])
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


# Placements


@lru_cache(maxsize=4096)
def placements(cells: tuple[Cell, ...], board: tuple[Cell, ...], grid: str, turn_over: bool = True) -> frozenset[Cells]:
    """Return all sets of board cells that the piece can cover."""
    if grid == "fcc":
        return frozenset(frozenset(image) for image in embeddings(cells, board))
    laid = (frozenset(moved) for image in turned(cells, grid, turn_over) for moved in laid_out(image, board, grid))
    return frozenset(filter(set(board).issuperset, laid))


def laid_out(image: tuple[Cell, ...], board: tuple[Cell, ...], grid: str) -> Iterator[tuple[Cell, ...]]:
    """Yield a set of cells in all places in which the first is on the board, if a translation leads there."""
    for target in board:
        if grid not in CARRIES or CARRIES[grid](tuple(t - s for s, t in zip(image[0], target, strict=True))):
            yield _shifted(image, image[0], target)


def _shifted(cells: Iterable[Cell], source: Cell, target: Cell) -> tuple[Cell, ...]:
    a, b, c = (t - s for s, t in zip(source, target, strict=True))
    return tuple((x + a, y + b, z + c) for x, y, z in cells)


# Packings


@lru_cache(maxsize=64)
def packings(puzzle: Puzzle) -> list[Packing]:
    """Return all solutions on the fixed board."""
    board = cells_of(puzzle.board.tolist())
    options = [(piece, cells) for piece, places in enumerate(places(puzzle)) for cells in places]
    sets = [{board.index(cell) for cell in cells} | {len(board) + piece} for piece, cells in options]
    bounds = [(int(not may), 1) for may in puzzle.optional] + [(p.min, p.max) for p in puzzle.pieces]
    return [
        frozenset((puzzle.pieces[options[number][0]].name, options[number][1]) for number in solution)
        for solution in solutions(sets, bounds)
    ]


def places(puzzle: Puzzle) -> list[frozenset[Cells]]:
    """Return the sets of cells that each piece can cover."""
    board = cells_of(puzzle.board.tolist())
    return [
        placements(cells_of(piece.cells.tolist()), board, puzzle.grid.name, piece.mirror) for piece in puzzle.pieces
    ]


# Symmetry


def group(puzzle: Puzzle) -> tuple[list[Element], list[Element]]:
    """Return the puzzle's rotations, and all its isometries, as maps of packings; what they make of one may be none.

    Reflections are there if the numbers of copies allow a packing to have an image that is one.
    """
    turns, others = board_moves(puzzle)
    same = {piece.name: piece.name for piece in puzzle.pieces}
    rotations = [element(moves, same) for moves in turns]
    reflections = [(moves, mirror_names(puzzle, moves)) for moves in others if moves not in turns]
    return rotations, [*rotations, *(element(*one) for one in reflections if may_have_images(puzzle, one[1]))]


@lru_cache(maxsize=64)
def board_moves(puzzle: Puzzle) -> tuple[list[Moves], list[Moves]]:
    """Return the motions of the board that every piece may make, and all its isometries."""
    board = cells_of(puzzle.board.tolist())
    may_stay_empty = dict(zip(board, puzzle.optional.tolist(), strict=True))
    every = all(piece.mirror for piece in puzzle.pieces)
    turns, isometries = (
        [moves for moves in moves_onto(board, board, puzzle.grid.name, every, mirror) if keeps(moves, may_stay_empty)]
        for mirror in (False, True)
    )
    return turns, isometries


def moves_onto(
    cells: tuple[Cell, ...], onto: tuple[Cell, ...], grid: str, turn_over: bool, mirror: bool
) -> list[Moves]:
    """Return the isometries that carry some cells onto others; reflections, too, if `mirror`."""
    found = []
    if grid == "fcc":
        images = set(embeddings(cells, onto, mirror))
    else:
        images = {laid for image in turned(cells, grid, turn_over, mirror) for laid in laid_out(image, onto, grid)}
    for image in images:
        if set(image) == set(onto):
            moves = dict(zip(cells, image, strict=True))
            if moves not in found:
                found.append(moves)
    return found


def keeps(moves: Moves, kind: dict[Cell, bool]) -> bool:
    """Tell whether each cell is carried to one of its kind."""
    return all(kind[cell] == kind[image] for cell, image in moves.items())


def mirror_names(puzzle: Puzzle, moves: Moves, among: Collection[Cell] | None = None) -> dict[str, str]:
    """Return which piece each becomes in reflection, if any; the piece itself if possible.

    Of several that are alike, those go together that may be there equally often, else those that can be.  With
    `among`, pieces are seen on these cells only.
    """
    every = zip((piece.name for piece in puzzle.pieces), places(puzzle), strict=True)
    lying = {name: {cells for cells in some if among is None or cells <= {*among}} for name, some in every}
    moved = {name: {frozenset(moves[c] for c in cells) for cells in some} for name, some in lying.items()}
    names = {name: name for name in lying if moved[name] == lying[name]}
    for as_often in (True, False):
        for one, other in combinations(puzzle.pieces, 2):
            alike = _copies(one) == _copies(other) if as_often else {*_copies(one)} & {*_copies(other)}
            if alike and not {one.name, other.name} & {*names} and moved[one.name] == lying[other.name]:
                names |= {one.name: other.name, other.name: one.name}
    return names


def _copies(piece: Piece) -> range:
    return range(piece.min, piece.max + 1)


def may_have_images(puzzle: Puzzle, names: dict[str, str]) -> bool:
    of = {piece.name: piece for piece in puzzle.pieces}
    return all(
        {*_copies(piece)} & ({*_copies(of[names[piece.name]])} if piece.name in names else {0})
        for piece in puzzle.pieces
    )


def element(moves: Moves, names: dict[str, str], among: Collection[Cell] | None = None) -> Element:
    """Return a map of packings; a piece that has no mirror image gets a name that no piece has.

    With `among`, pieces get other names on these cells only.
    """

    def name_of(name: str, cells: Cells) -> str:
        return names.get(name, f"mirrored {name}") if among is None or cells <= {*among} else name

    return lambda packing: frozenset(
        (name_of(name, cells), frozenset(moves[cell] for cell in cells)) for name, cells in packing
    )


def orbits(packings: Collection[Packing], elements: list[Element]) -> set[frozenset[Packing]]:
    """Return the classes of all packings of a puzzle."""
    every = frozenset(packings)
    return {every.intersection(element(packing) for element in elements) for packing in packings}
