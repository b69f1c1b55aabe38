"""A puzzle from the keys of its file, its solutions by plain search, and its classes by their definition.

A placement is a piece with what it covers: bodies with the colours it gives them and, for a tile, sides with theirs.
Which two placements may lie beside each other is decided once for each pair; a solution is a set of placements that may
all lie beside each other, as many of each piece as allowed, that leave no more cells empty than allowed.

Classes are those of docs/counting.md.  An isometry of the board keeps what cells are (to be filled or optional, their
colours), the frame, and the periods of a board that wraps round; it may move the parts of a board separately.  A
rotation is one that every piece may make; it keeps the pieces.  Any other isometry makes a piece another one, such as
its mirror image, if there is one.  Two solutions are in one class if an isometry carries one to the other; images that
are no solutions do not count.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, reduce
from itertools import combinations, islice, pairwise, permutations, product
from operator import eq, or_
from typing import Any, NamedTuple

from witness.bodies import GRIDS, Body, Cell, Grid, Matrix, Move, Point, shifted, sign, times, turned
from witness.resting import NoTranslation, asks, keeps, stands, step_up
from witness.ruling import judges
from witness.turning import turns

Keys = Mapping[str, Any]  # of a puzzle file
Side = tuple[Body, Body]  # a cell and one of its sides
RULES = ("same", "same on each side", "different on each side")


class TooMany(Exception):
    """The puzzle has more solutions, or takes more steps, than are wanted."""


class Refused(Exception):
    """The puzzle makes no sense: colours that are to be exchanged, and tiles that do not allow it."""


class Placement(NamedTuple):
    piece: int
    cells: frozenset[tuple[Body, int]]  # with the piece's colour on each
    sides: frozenset[tuple[Side, str]] = frozenset()  # of a tile, with their colours
    links: frozenset[tuple[Body, Body]] = (
        frozenset()
    )  # of a chain, from each cell to the next; both ways if ends are alike


@dataclass(frozen=True)
class Element:
    """A motion as a map of bodies and sides, with the piece that each piece becomes, None if there is none."""

    cells: Mapping[Body, Body]
    sides: Mapping[Side, Side]
    pieces: tuple[int | None, ...]
    letters: Mapping[str, str] = field(default_factory=dict)
    kept: frozenset[Body] = frozenset()  # where pieces stay the same piece, if parts of the board are moved separately

    def image(self, one: Placement) -> Placement | None:
        piece = one.piece if min(one.cells)[0] in self.kept else self.pieces[one.piece]
        return None if piece is None else self.moved(one)._replace(piece=piece)

    def moved(self, one: Placement) -> Placement:
        """Return a placement of the same piece with the images of cells, sides and letters."""
        return one._replace(
            cells=frozenset((self.cells[body], hue) for body, hue in one.cells),
            sides=frozenset((self.sides[side], self.letters.get(hue, hue)) for side, hue in one.sides),
            links=frozenset((self.cells[body], self.cells[after]) for body, after in one.links),
        )


class Problem:
    """A puzzle.  Cells are listed, not drawn; tiles are tables."""

    def __init__(self, keys: Keys) -> None:
        self.keys = keys
        self.grid: Grid = GRIDS[keys["grid"]]
        self.optional = {self._cell(cell) for cell in keys.get("optional", [])}
        self.cells = sorted({self._cell(cell) for cell in keys["board"]} | self.optional)
        self.wrap: str | list[Any] = keys.get("wrap", "")
        self.pieces: list[Keys] = keys.get("tiles") or keys["pieces"]
        self.tiled = "tiles" in keys
        self.rules: list[str | Keys] = keys.get("rules", ["no crossing"] if self.grid.sticks else [])
        self._homes = dict[Body, Body]()
        self._on_border = dict[Placement, list[tuple[Point, str]]]()
        self.bounds = [_bounds(piece) for piece in self.pieces]
        self.body: dict[Cell, Body] = {cell: self.home(self.grid.body(cell)) for cell in self.cells}
        self.board: list[Body] = list(self.body.values())
        self.frame = [self.grid.body(self._cell(cell)) for cell in keys.get("frame", [])]
        self.hue = {self.body[cell]: hue for cell, hue in zip(map(self._cell, keys["board"]), self._hues, strict=False)}

    @staticmethod
    def _cell(cell: Iterable[int]) -> Cell:
        x, y, z = cell
        return x, y, z

    @property
    def _hues(self) -> list[int]:
        return list(self.keys.get("colours", []))

    @cached_property
    def pairs(self) -> set[tuple[int, int]] | None:
        """Return which colours of pieces go on which of the board; None if colours mean nothing."""
        used = {*self._hues, *(hue for piece in self.pieces for hue in piece.get("colours", []))} - {0}
        found = self.keys.get("pairs", "equal")
        if not used or found == "all":
            return None
        return {(hue, hue) for hue in used} if found == "equal" else {(a, b) for a, b in found}

    @cached_property
    def hues_of_pieces(self) -> set[int]:
        """Return the colours of cells of pieces, 0 if some cell has none, or if colours mean nothing."""
        return {hue for piece in self.pieces for hue in piece.get("colours", [0])} if self.pairs else {0}

    # Boards that wrap round

    @cached_property
    def joined(self) -> list[tuple[Point, bool]]:
        """Return the periods in the coordinates of corners, each with whether it is a glide."""
        ends: list[Any] = list(self.wrap)
        if isinstance(self.wrap, str) and len(self.wrap) > 2:
            surface, axis = f"{self.wrap} x".split()[:2]
            ends = [(axis, "flip"), ("yx"["xy".index(axis)],)][: 1 + (surface == "klein")]
        found, at = list[tuple[Point, bool]](), [*zip(*self.cells, strict=True)]
        long = [max(some) - min(some) + 1 for some in at]
        (a, b, _), (c, d, _) = self.grid.along or ((0, 0, 0), (0, 0, 0))
        for end in ends:
            x, y = {"x": (long[0], 0), "y": (0, long[1])}[end[0]] if isinstance(end[0], str) else end[:2]
            found.append(((x * a + y * c, x * b + y * d, 0), end[-1] == "flip"))
        return found

    @cached_property
    def periods(self) -> list[Point]:
        """Return those that are translations, and twice the vector of one that is a glide."""
        return [tuple((1 + glides) * x for x in period) for period, glides in self.joined]

    @cached_property
    def glide(self) -> tuple[Matrix, Point] | None:
        """Return the glide among the periods as a matrix and a step, which carry points to points.

        Of all integer steps after the reflection it is the one by which the glide, done twice, moves by twice its
        vector, and which carries the middle of the board to itself.  How far a point is from a line along the vector is
        told by a determinant.  Raises Refused if there is none, or if the other period is not perpendicular.
        """
        vectors = [period for period, glides in self.joined if glides]
        if not vectors:
            return None
        ((x, y, _),) = vectors
        away = sorted(x * b - y * a for cell in self.cells for a, b, _ in self.grid.body(cell))
        middle = away[0] + away[-1]  # twice how far it is
        reach = 1 + max(abs(c) for cell in self.cells for point in self.grid.body(cell) for c in point)
        around = range(-4 * reach - 2 * abs(x) - 2 * abs(y), 4 * reach + 2 * abs(x) + 2 * abs(y) + 1)
        steps = [(a, b, 0) for a, b in product(around, repeat=2) if x * b - y * a == middle]
        others = [period for period, glides in self.joined if not glides]
        for matrix in self.grid.matrices(proper=False):
            if sign(matrix) > 0 or times(matrix, vectors[0]) != vectors[0]:
                continue
            if any(times(matrix, other) != (-other[0], -other[1], 0) for other in others):
                continue
            for step in steps:
                if _sum([times(matrix, step), step]) == (2 * x, 2 * y, 0) and all(
                    self._is_cell(_glided(matrix, step, self.grid.body(c))) for c in self.grid.unit
                ):
                    return matrix, step
        raise Refused(self.wrap)

    def _is_cell(self, body: Body) -> bool:
        """Tell whether a body is a cell of the grid: the translate of one of a unit."""
        (a, b, _), (c, d, _) = self.grid.along
        whole = a * d - b * c
        for one in map(self.grid.body, self.grid.unit):
            x, y = (to - at for to, at in zip(min(body)[:2], min(one)[:2], strict=True))
            if (x * d - y * c) % whole == (a * y - b * x) % whole == 0 and shifted(one, (x, y, 0)) == body:
                return True
        return False

    def _glide_of(self, body: Body) -> Body:
        assert self.glide is not None
        return _glided(*self.glide, body)

    def copies(self, body: Body) -> Iterator[Body]:
        """Yield bodies that are the same as one on the board: its images under the shortest sums of periods."""
        for one in (body, self._glide_of(body)) if self.glide else (body,):
            yield from (shifted(one, step) for step in self.shifts)

    @cached_property
    def targets(self) -> list[Body]:
        """Return where a motion may carry a cell: to a cell, or to what a glide makes of it."""
        return [*self.board, *(self._glide_of(body) for body in (self.board if self.glide else []))]

    def keeps_equal(self, move: Move) -> bool:
        """Tell whether a motion carries points that a glide makes equal to equal points.

        It is enough to look at points that lie nowhere special.
        """
        special: Any = (Fraction(1, 7), Fraction(2, 7), Fraction(1, 11)), (Fraction(2, 11), Fraction(1, 13))
        points = [frozenset([(x, y, 0)]) for x, y in product(*special)]
        return all(self.home(move(self._glide_of(one))) == self.home(move(one)) for one in points)

    def _times(self, point: Point) -> list[tuple[int, int]]:
        """Return how many of each period a point is away from the origin, as fractions (numerator, denominator)."""
        x, y, _ = point
        if len(self.periods) == 1:
            ((a, b, _),) = self.periods
            return [(a * x + b * y, a * a + b * b)]
        (a, b, _), (c, d, _) = self.periods
        whole = a * d - b * c
        return [(sign * n, sign * whole) for n in (x * d - y * c, a * y - b * x) for sign in [1 if whole > 0 else -1]]

    def home(self, body: Body) -> Body:
        """Return the one of all translates by periods that begins in the first of them; of two the lesser one."""
        if not self.wrap:
            return body
        if (known := self._homes.get(body)) is not None:
            return known
        found = []
        for one in (body, self._glide_of(body)) if self.glide else (body,):
            many = [n // whole for n, whole in self._times(min(one))]
            found.append(shifted(one, self._sum(-n for n in many)))
        self._homes[body] = min(found, key=sorted)
        return self._homes[body]

    def _sum(self, many: Iterable[int]) -> Point:
        x, y = 0, 0
        for n, (a, b, _) in zip(many, self.periods, strict=True):
            x, y = x + n * a, y + n * b
        return x, y, 0

    def keeps_periods(self, matrix: Matrix | None) -> bool:
        images = [times(matrix, vector) for vector in self.periods if matrix]
        fractions = [(image, self._times(image)) for image in images]
        return all(
            all(n % whole == 0 for n, whole in found) and self._sum(n // whole for n, whole in found) == tuple(image)
            for image, found in fractions
        )

    @cached_property
    def shifts(self) -> list[Point]:
        """Return the shortest sums of periods; of two long ones a short one may be the sum of many."""
        every = (self._sum(many) for many in product(range(-12, 13), repeat=len(self.periods)))
        return sorted(every, key=lambda step: sum(x * x for x in step))[: 7 ** len(self.periods)]

    @cached_property
    def beside(self) -> dict[Body, set[Body]]:
        """Return for each body those that have a side in common with it."""
        return {
            one: {
                other
                for other in self.board
                if other != one and any(self.grid.touch(one, copy) for copy in self.copies(other))
            }
            for one in self.board
        }

    # Gravity

    @cached_property
    def up(self) -> Point | None:
        """Return the step up, None if nothing says what is up.  Raises Refused."""
        asked = any(map(asks, self.rules))
        said = self.keys.get("up", ("-y" if self.grid.flat else "z") if asked else None)
        try:
            step = None if said is None else step_up(self.grid, said)
        except NoTranslation:
            raise Refused(said) from None
        if step and asked and not stands(self.grid, step):
            raise Refused(said)
        return step

    # Tiles

    @cached_property
    def towards(self) -> dict[Side, Point]:
        """Return in which direction each side of each cell faces."""
        found = {}
        for cell in self.cells if self.tiled else []:
            body = self.grid.body(cell)
            for facet in self.grid.facets(cell):
                middles = zip(_sum(facet), _sum(body), strict=True)
                direction = tuple(len(body) * a - len(facet) * b for a, b in middles)
                found[self.home(body), self.home(facet)] = direction
        return found

    @cached_property
    def border(self) -> set[Side]:
        facets = [facet for _, facet in self.towards]
        return {(body, facet) for body, facet in self.towards if facets.count(facet) == 1}

    def opposite(self, letter: str) -> str:
        """Return the colour that meets this one: the same, or its opposite."""
        match = self.keys.get("match", True)
        if match == "opposite":
            return letter.upper() if letter.islower() else letter.lower()
        pairs = match.split() if isinstance(match, str) else []
        return next((pair.replace(letter, "") for pair in pairs if letter in pair), letter)

    def on_border(self, one: Placement) -> list[tuple[Point, str]]:
        """Return the directions and colours of a tile's sides on the border."""
        if one not in self._on_border:
            sides = [(self.towards[side], letter) for side, letter in one.sides if side in self.border]
            self._on_border[one] = sides
        return self._on_border[one]

    def obeys_border(self, *tiles: Placement) -> bool:
        """Tell whether the sides on the border obey its rule, of one placement or of two."""
        rule = self.keys.get("border", "")
        sides = [side for tile in tiles for side in self.on_border(tile)] if rule else []
        if rule == "same":
            return len({letter for _, letter in sides}) <= 1
        if rule in RULES:
            both = combinations(sides, 2)
            return all((a == b) == (rule == "same on each side") for (d, a), (e, b) in both if d == e)
        return all(letter == rule for _, letter in sides)

    # Placements

    @cached_property
    def placements(self) -> list[Placement]:
        found = [one for piece in range(len(self.pieces)) for one in sorted(self._placed(piece), key=_order)]
        return [one for one in found if self.obeys_border(one)] if self.tiled else found

    def _placed(self, number: int) -> set[Placement]:
        piece, found = self.pieces[number], set[Placement]()
        if "chain" in piece:
            return set(self._folded(number, word_of(piece)))
        proper = not (self.grid.flat and self.turned_over(piece))
        cells = [self._cell(cell) for cell in piece.get("cells", [self.grid.unit[0]])]
        bodies = [self.grid.body(cell) for cell in cells]
        hues = piece.get("colours", []) if self.pairs is not None else []
        facets = self.grid.facets(cells[0]) if self.tiled else []
        turned = None if self.rotate(piece) is True else turns(self.grid, self.rotate(piece), self.turned_over(piece))
        for matrix, move in self.grid.carried(bodies, set(self.board), proper, self.home, turned, self.targets):
            if self.tiled and not self.keys.get("rotate", True) and not _still(matrix):
                continue
            there = [self.home(move(body)) for body in bodies]
            sides = [(there[0], self.home(move(facet))) for facet in facets]
            one = Placement(
                number,
                frozenset(zip(there, hues or [0] * len(there), strict=True)),
                frozenset(zip(sides, piece["sides"], strict=True)) if self.tiled else frozenset(),
            )
            if len(one.cells) == len(bodies) and len(set(there)) == len(there) and self._suits(one):
                found.add(one)
        return found

    def _folded(self, number: int, word: str) -> Iterator[Placement]:
        """Yield all foldings of a chain: walks of different cells, whose steps go on or bend as the word says."""
        near = [(x, y, z) for x, y, z in product((-1, 0, 1), repeat=3) if z == 0 or not self.grid.flat]
        first = self.cells[0]
        steps = [step for step in near if self.grid.touch(self.grid.body(first), self.grid.body(_after(first, step)))]
        ends, board = word == word[::-1], set(self.board)

        def walks(cell: Cell, bodies: tuple[Body, ...], last: Cell | None) -> Iterator[Placement]:
            if len(bodies) == len(word) + 2:
                links = {*pairwise(bodies), *(pairwise(bodies[::-1]) if ends else ())}
                yield Placement(number, frozenset((body, 0) for body in bodies), links=frozenset(links))
                return
            letter = word[len(bodies) - 2] if last else "?"
            for step in steps:
                if letter == "?" or (letter == "S") == (step == last):
                    body = self.home(self.grid.body(_after(cell, step)))
                    if body in board and body not in bodies:
                        yield from walks(_after(cell, step), (*bodies, body), step)

        for cell in self.cells:
            yield from walks(cell, (self.body[cell],), None)

    def turned_over(self, piece: Keys) -> bool:
        if "chain" in piece:
            return True
        return bool(piece.get("mirror", self.keys.get("mirror", True)))

    def rotate(self, piece: Keys) -> bool | int:
        """Return how a piece may be turned: in every way, not at all, or by multiples of a part of a full turn."""
        found: bool | int = (
            True if self.tiled or "chain" in piece else piece.get("rotate", self.keys.get("rotate", True))
        )
        return found

    def _suits(self, one: Placement) -> bool:
        below = [(hue, self.hue.get(body, 0)) for body, hue in one.cells]
        return self.pairs is None or all(not a or not b or (a, b) in self.pairs for a, b in below)

    @cached_property
    def apart(self) -> set[tuple[int, int]]:
        """Return the pairs of pieces that must not touch each other."""
        names = [piece.get("name") for piece in self.pieces]
        return {
            (names.index(a), names.index(b))
            for group in self.keys.get("apart", [])
            for a, b in product(group, repeat=2)
        }

    def agree(self, one: Placement, other: Placement) -> bool:
        """Tell whether two placements that cover no cell both may be in one solution."""
        if (one.piece, other.piece) in self.apart:
            there = {body for body, _ in other.cells}
            return not any(self.beside[body] & there for body, _ in one.cells)
        if self.tiled and self.keys.get("match", True):
            letters = {facet: self.opposite(letter) for (_, facet), letter in one.sides}
            if any(letters.get(facet, letter) != letter for (_, facet), letter in other.sides):
                return False
        return not self.tiled or self.obeys_border(one, other)

    # Solutions

    def solutions(self, most: int = 10_000, steps: int = 1_000_000) -> list[frozenset[int]]:
        """Return all solutions, as sets of numbers of placements.  Raises TooMany."""
        laws = judges(self, self.rules)
        packings = ((one, [self.placements[number] for number in one]) for one in self.search(steps))
        found = list(islice((one for one, packing in packings if all(law(packing) for law in laws)), most + 1))
        if len(found) > most:
            raise TooMany
        return found

    def search(self, steps: int = 1_000_000) -> Iterator[frozenset[int]]:
        """Yield the solutions, cell by cell: the first one that is not decided is covered in every way, or left empty.

        Raises TooMany after so many steps.
        """
        every, number = self.placements, {body: at for at, body in enumerate(self.board)}
        where = [sorted(number[body] for body, _ in one.cells) for one in every]
        covering, of = [0] * len(self.board), [0] * len(self.pieces)
        for k, cells in enumerate(where):
            of[every[k].piece] |= 1 << k
            for at in cells:
                covering[at] |= 1 << k
        barred = [reduce(or_, (covering[at] for at in cells)) for cells in where]  # whom a placement excludes
        if self.tiled or "apart" in self.keys:
            for a, b in combinations(range(len(every)), 2):
                if not barred[a] >> b & 1 and not self.agree(every[a], every[b]):
                    barred[a] |= 1 << b
                    barred[b] |= 1 << a
        free = [cell in self.optional for cell in self.cells]
        left = [steps]

        def extended(
            at: int, chosen: tuple[int, ...], may: int, filled: int, holes: int, many: tuple[int, ...]
        ) -> Iterator[frozenset[int]]:
            left[0] -= 1
            if left[0] < 0:
                raise TooMany
            while at < len(self.board) and filled >> at & 1:
                at += 1
            if at == len(self.board):
                if all(low <= copies for copies, (low, _) in zip(many, self.bounds, strict=True)):
                    yield frozenset(chosen)
                return
            for k in _bits(covering[at] & may):
                piece = every[k].piece
                more = (*many[:piece], many[piece] + 1, *many[piece + 1 :])
                rest = may & ~barred[k] & ~(of[piece] if more[piece] == self.bounds[piece][1] else 0)
                yield from extended(at + 1, (*chosen, k), rest, filled | sum(1 << c for c in where[k]), holes, more)
            if free[at] and holes:
                yield from extended(at + 1, chosen, may & ~covering[at], filled, holes - 1, many)

        holes, none = self.keys.get("empty", len(self.board)), (0,) * len(self.pieces)
        yield from extended(0, (), (1 << len(every)) - 1, 0, holes, none)

    # Classes

    def motions(self, proper: bool, matrices: list[Matrix] | None = None) -> dict[Any, Element]:
        """Return the isometries of the board, by what they do to cells and sides.

        They are the proper ones only if told, and those by some matrices only.
        """
        if self.tiled and not self.keys.get("rotate", True):
            still = {body: body for body in self.board}
            return {0: Element(still, {side: side for side in self.towards}, tuple(range(len(self.pieces))))}
        every, found = set(self.board) | set(self.frame), dict[Any, Element]()
        for matrix, move in self._carried(every, proper, matrices):
            cells = {body: self.home(move(body)) for body in self.board}
            if self.glide and not self.keeps_equal(move):
                continue
            kept = set(cells.values()) == set(self.board) and self._keeps(cells) and self._keeps_regions(cells)
            if kept and self.keeps_periods(matrix):
                sides = {(body, facet): (cells[body], self.home(move(facet))) for body, facet in self.towards}
                key = (*cells.values(), *sides.values())
                found[key] = Element(cells, sides, tuple(range(len(self.pieces))))
        return found

    def _carried(
        self, every: set[Body], proper: bool, matrices: list[Matrix] | None
    ) -> Iterator[tuple[Matrix | None, Move]]:
        """Yield the motions that carry board and frame to themselves, and up to up.

        Balls have no matrix; what is above the first one is carried to what is above its image.
        """
        source, up = [*self.board, *self.frame], self.up
        above = {body: shifted(body, up) for body in source} if up else {}
        if up and self.grid.balls and matrices is None:
            for _, move in self.grid.carried([*source, above[source[0]]], every | {*above.values()}, proper, self.home):
                if all(move(body) in every for body in source) and move(above[source[0]]) == above[move(source[0])]:
                    yield None, move
            return
        onto = self.targets if self.glide else every
        for matrix, move in self.grid.carried(source, every, proper, self.home, matrices, onto):
            if not up or (matrix and keeps(matrix, up)):
                yield matrix, move

    def _keeps(self, cells: Mapping[Body, Body]) -> bool:
        optional = {self.body[cell] for cell in self.optional}
        same_hues = self.pairs is None or all(self.hue.get(a, 0) == self.hue.get(b, 0) for a, b in cells.items())
        return same_hues and all((a in optional) == (b in optional) for a, b in cells.items())

    @cached_property
    def regions(self) -> list[set[Body]]:
        """Return the regions that rules name."""
        tables = [rule for rule in self.rules if not isinstance(rule, str)]
        rows = (row for table in tables for form in table.get("form", [table]) for row in form["items"])
        listed = [region for row in rows for region in row.get("regions", [])]
        return [{self.body[self._cell(cell)] for cell in region} for region in listed]

    def _keeps_regions(self, cells: Mapping[Body, Body]) -> bool:
        return all({cells[body] for body in region} == region for region in self.regions)

    @cached_property
    def elements(self) -> tuple[list[Element], list[Element]]:
        """Return the rotations, and the other isometries."""
        if self.moved_apart:
            return self.separate()
        isometries = self.motions(proper=False)
        if any(self.rotate(piece) is not True for piece in self.pieces):
            may = [turns(self.grid, self.rotate(piece), self.turned_over(piece)) for piece in self.pieces]
            rotations = self.motions(False, [matrix for matrix in may[0] if all(matrix in some for some in may)])
            others = [one for key, one in isometries.items() if key not in rotations]
            return [*rotations.values()], self._becoming(others)
        every = self.grid.flat and all(map(self.turned_over, self.pieces))
        rotations = isometries if every else self.motions(proper=True)
        others = [self._mirroring(one) for key, one in isometries.items() if key not in rotations]
        return [*rotations.values()], others

    @cached_property
    def parts(self) -> list[list[Body]]:
        """Return the parts of the board: cells that sides join."""
        left, found = list(self.board), []
        while left:
            part = [left[0]]
            for body in part:
                part += [other for other in left if other in self.beside[body] and other not in part]
            left = [body for body in left if body not in part]
            found.append(part)
        return found

    @property
    def moved_apart(self) -> bool:
        """Whether symmetries move several parts, each by itself."""
        return self.keys.get("parts") == "separate" and len(self.parts) > 1

    def separate(self, most: int = 600) -> tuple[list[Element], list[Element]]:
        """Return the rotations and the others if each part is moved by itself, onto itself or another part.

        Pieces become their mirror images in the parts that are reflected; what these are is told by what the pieces
        can do in all parts that can be.  Raises Refused if a piece can lie in two parts, and TooMany if there are more.
        """
        if any({body for body, _ in one.cells} - set(part) for one in self.placements for part in self.parts
               if min(one.cells)[0] in part):  # fmt: skip
            raise Refused
        every, places = self.grid.flat and all(map(self.turned_over, self.pieces)), range(len(self.parts))
        ways: dict[tuple[int, int], dict[tuple[Body, ...], bool]] = {}
        for (a, part), (b, other) in product(enumerate(self.parts), repeat=2):
            way = ways[a, b] = {}
            for proper in (False, True) if len(part) == len(other) else ():
                for _, move in self.grid.carried(part, set(other), proper):
                    image = tuple(map(move, part))
                    if self._keeps(dict(zip(part, image, strict=True))):
                        way[image] = proper or every
        products = [
            list(zip(order, images, strict=True))
            for order in permutations(places)
            for images in islice(product(*(ways[a, b] for a, b in zip(places, order, strict=True))), most + 1)
        ]
        if len(products) > most:
            raise TooMany
        found = []
        for images in products:
            cells = {
                a: b
                for part, (_, image) in zip(self.parts, images, strict=True)
                for a, b in zip(part, image, strict=True)
            }
            kept = [body for a, (b, image) in enumerate(images) for body in self.parts[a] if ways[a, b][image]]
            if self._keeps_regions(cells):
                found.append(Element(cells, {}, tuple(range(len(self.pieces))), kept=frozenset(kept)))
        widest = min(found, key=lambda one: len(one.kept))
        mirrors = self._mirroring(widest).pieces
        rotations = [one for one in found if len(one.kept) == len(self.board)]
        return rotations, [replace(one, pieces=mirrors) for one in found if one not in rotations]

    @cached_property
    def of_piece(self) -> list[frozenset[Placement]]:
        """Return the placements of each piece, as if all were one piece."""
        found = [set[Placement]() for _ in self.pieces]
        for one in self.placements:
            found[one.piece].add(one._replace(piece=0))
        return [frozenset(some) for some in found]

    def _mirroring(self, one: Element) -> Element:
        """Return a reflection with the mirror image of each piece: itself if possible, else the first that fits."""
        own = [frozenset(p for p in some if not one.kept & {body for body, _ in p.cells}) for some in self.of_piece]
        moved = [frozenset(map(one.moved, some)) for some in own]
        to: list[int | None] = [k if moved[k] == own[k] else None for k in range(len(own))]
        for alike in (eq, _meet):
            for k, other in permutations(range(len(own)), 2):
                free = to[k] is None and to[other] is None
                if free and moved[k] == own[other] and alike(self.bounds[k], self.bounds[other]):
                    to[k], to[other] = other, k
        return replace(one, pieces=tuple(to))

    def _becoming(self, others: list[Element]) -> list[Element]:
        """Return isometries with what each piece becomes: one of its mates, of which each has other placements.

        Mates are pieces whose placements an isometry makes of a piece's; the first that fits is taken.
        """
        own, many = self.of_piece, range(len(self.pieces))
        images = [[frozenset(map(one.moved, some)) for some in own] for one in others]
        mates = [{k} for k in many]
        for alike in (eq, _meet):
            for k, other in permutations(many, 2):
                wanted = own[other] in {image[k] for image in images} - {own[mate] for mate in mates[k]}
                if wanted and len(mates[other]) == 1 and alike(self.bounds[k], self.bounds[other]):
                    mates[k].add(other)
                    mates[other] = mates[k]
        to = [[next((mate for mate in mates[k] if own[mate] == image[k]), None) for k in many] for image in images]
        return [replace(one, pieces=tuple(pieces)) for one, pieces in zip(others, to, strict=True)]

    def exchanges(self) -> list[Element]:
        """Return the exchanges of colours that keep the puzzle.  Raises Refused if one does not."""
        sets = str(self.keys.get("interchangeable", "")).split()
        found, ranks = [], _ranked([*zip(self.of_piece, self.bounds, strict=True)])
        still = {body: body for body in self.board}, {side: side for side in self.towards}
        for orders in product(*map(permutations, sets)):
            letters = dict(zip("".join(sets), "".join(map("".join, orders)), strict=True))
            for letter, there in {**letters}.items():
                letters.setdefault(self.opposite(letter), self.opposite(there))
            if any(
                letters.get(self.opposite(a), self.opposite(a)) != self.opposite(b) for a, b in letters.items()
            ) or any(a != b == self.keys.get("border") for a, b in letters.items()):
                raise Refused(letters)
            plain = Element(*still, tuple(range(len(self.pieces))), letters)
            images = [frozenset(map(plain.moved, some)) for some in self.of_piece]
            pieces = [
                ranks.index(one) if one in ranks else None for one in _ranked([*zip(images, self.bounds, strict=True)])
            ]
            if None in pieces:
                raise Refused(letters)
            found.append(Element(*still, tuple(pieces), letters))
        for exchange, other in product(found, self.elements[1]):
            if [exchange.pieces[k] if k is not None else None for k in other.pieces] != [
                other.pieces[k] for k in exchange.pieces if k is not None
            ]:
                raise Refused(exchange.letters)
        return found

    def counts(self, most: int = 10_000) -> dict[str, int]:
        """Return the numbers of solutions: raw, and of classes.  Raises TooMany and Refused."""
        exchanges = self.exchanges() if self.keys.get("interchangeable") else []
        found = self.solutions(most)
        rotations, others = self.elements
        self._refuse_exchanged(others)
        counts = {
            "raw": len(found),
            "rotations": len(self.classes(found, rotations)),
            "isometries": len(self.classes(found, [*rotations, *others])),
        }
        if exchanges:
            counts["patterns"] = len(self.classes(found, [*rotations, *others, *exchanges]))
        return counts

    @cached_property
    def symmetries(self) -> tuple[list[Element], list[Element]]:
        """Return the rotations, and the other isometries without those that carry no solution to one.

        So may be, for the numbers of copies; where pieces may be turned in some ways only, all are there if one is.
        """
        rotations, others = self.elements
        able = [one for one in others if self._may_carry(one)]
        fixed = any(self.rotate(piece) is not True for piece in self.pieces)
        return rotations, others if self.moved_apart or (able and fixed) else able

    def orders(self) -> dict[str, int]:
        """Return how many symmetries there are: rotations, isometries, and with exchanged colours."""
        rotations, others = self.symmetries
        turned = {self._as_symmetry(one) for one in rotations}
        found = {"rotations": len(turned), "isometries": len(turned | {self._as_symmetry(one) for one in others})}
        exchanges = len(self.exchanges()) if self.keys.get("interchangeable") else 0
        return found | ({"patterns": exchanges * found["isometries"]} if exchanges else {})

    def _as_symmetry(self, one: Element) -> Any:
        """Return what tells an isometry from others: what becomes of cells, and of edges of tiles.

        Those on the border are edges if no rule is about them; if it is about each direction, the directions are told.
        """
        rule = self.keys.get("border", "")
        ends: list[Any] = [(side, there) for side, there in one.sides.items() if side in self.border]
        if rule:
            ends = [(self.towards[side], self.towards[there]) for side, there in ends] if rule in RULES[1:] else []
        inner = frozenset((side, there) for side, there in one.sides.items() if side not in self.border)
        return frozenset(one.cells.items()), inner, frozenset(ends), one.kept

    def _refuse_exchanged(self, others: list[Element]) -> None:
        """Raise Refused if a rule that judges packings names a piece that has another one as its mirror image.

        It does not matter of isometries under which no packing has copies as many as allowed.
        """
        names = [piece.get("name") for piece in self.pieces]
        for rule in (rule for rule in self.rules if isinstance(rule, str)):
            asked = rule.removeprefix("touch:").split() if rule.startswith("touch:") else []
            numbers = [names.index(name) for name in asked]
            if any(one.pieces[k] not in (k, None) for one in others if self._may_carry(one) for k in numbers):
                raise Refused(rule)

    def _may_carry(self, one: Element) -> bool:
        """Tell whether there is a number of copies that is allowed of each piece and of what it becomes."""
        return all(_meet(self.bounds[k], (0, 0) if to is None else self.bounds[to]) for k, to in enumerate(one.pieces))

    def classes(self, found: list[frozenset[int]], elements: list[Element]) -> list[list[frozenset[int]]]:
        """Return the solutions in classes: images of each other, over any number of elements and images between."""
        number = {one: k for k, one in enumerate(self.placements)}
        leader = {solution: solution for solution in found}

        def first(one: frozenset[int]) -> frozenset[int]:
            while leader[one] != one:
                one = leader[one]
            return one

        for element in elements:
            there = [element.image(one) for one in self.placements]
            to = [number.get(one, -1) if one else -1 for one in there]
            for solution in found:
                image = frozenset(to[k] for k in solution)
                if image in leader:
                    leader[first(solution)] = first(image)
        classes: dict[frozenset[int], list[frozenset[int]]] = {}
        for solution in found:
            classes.setdefault(first(solution), []).append(solution)
        return [*classes.values()]


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return max(one[0], other[0]) <= min(one[1], other[1])


def word_of(piece: Keys) -> str:
    """Return the word of a chain that has it, or the lengths of straight parts, each with both of its ends."""
    chain: str | list[int] = piece["chain"]
    return chain if isinstance(chain, str) else "B".join("S" * (length - 2) for length in chain)


def _after(cell: Cell, step: Cell) -> Cell:
    return cell[0] + step[0], cell[1] + step[1], cell[2] + step[2]


def _bounds(piece: Keys) -> tuple[int, int]:
    count = piece.get("count", 1)
    most = piece.get("max", count)
    return piece.get("min", 0 if "max" in piece else most), most


def _glided(matrix: Matrix, step: Point, body: Body) -> Body:
    return shifted(turned(matrix, body), step)


def _still(matrix: Matrix | None) -> bool:
    return matrix == ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def _sum(points: Iterable[Point]) -> Point:
    return tuple(map(sum, zip(*points, strict=True)))


def _order(one: Placement) -> Any:
    return (
        sorted((sorted(body), hue) for body, hue in one.cells),
        sorted((sorted(f), hue) for (_, f), hue in one.sides),
        sorted((sorted(body), sorted(after)) for body, after in one.links),
    )


def _bits(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


def _ranked(names: list[Any]) -> list[tuple[Any, int]]:
    return [(name, names[:k].count(name)) for k, name in enumerate(names)]
