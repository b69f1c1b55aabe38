"""A packing puzzle: a grid, the cells of a board, and pieces with copies.

Puzzles and pieces are exact and immutable.  Their fields are checked when they are made, by a file or by a program.

The number of copies of a piece is a range: `min` = `max` = k for k equal copies, `min` = 0 for a piece that
may be left out.  A board has cells to fill and optional cells.  A frame consists of solid cells that do not move; it
matters when pieces are moved.

Cells of pieces and of the board may have colours, numbers from 1; 0 means no colour, and may lie on every colour.
`pairs` lists the pairs (colour of a piece's cell, colour of the board's cell below it) that are allowed.  A packing
consists of the cells that each piece covers and the colours that the piece gives them: a domino with one painted end
can cover two cells in two ways.  Symmetries of the board keep the colours of its cells.

A board on a flat grid may wrap round (`wrapping.py`).  A board may have several parts (`parts.py`).  All pieces may be
*tiles*: pieces of one cell whose sides have colours, which must match (`tiles.py`).  Pieces may belong to *groups*:
pieces of one group need not be taken apart from each other.  Further rules are in `rules/`.
"""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from math import gcd

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import wide
from satpuzzle.display import Drawn
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle import checks, drawing
from satpuzzle.puzzle.cells import Up, place_of
from satpuzzle.puzzle.chains import check_chain
from satpuzzle.puzzle.counts import CONVENTIONS as CONVENTIONS  # exported from here
from satpuzzle.puzzle.counts import Counts as Counts
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.parts import SEPARATE, TOGETHER
from satpuzzle.puzzle.piece import Colours, colours_of, keep, said
from satpuzzle.puzzle.piece import Piece as Piece  # exported from here
from satpuzzle.puzzle.piece import PieceSet as PieceSet
from satpuzzle.puzzle.rules import Ground, Items, Rule, rules_of
from satpuzzle.puzzle.tiles import FACING, RULES, around, opposites
from satpuzzle.puzzle.up import upward
from satpuzzle.puzzle.wrapping import Periods, Wrapping

_FEW = 8  # as many times as many cells must be optional, in excess of those to fill, if empty ones are to be counted
LABEL = "*"  # the mark of a cell with a label in a drawing of a solution


@dataclass(frozen=True, eq=False, repr=False)
class Puzzle(Drawn):
    """A board to be packed with pieces; `make_puzzle` makes one from drawings and lists.

    Puzzles are equal if all that their files would say is equal.

    Raises PuzzleError for fields that are invalid or contradict each other.
    """

    name: str
    grid: Grid
    board: Points  # (n, 3), cells to fill and optional cells, in lexicographic order
    optional: np.ndarray[tuple[int], np.dtype[np.bool_]]  # (n,), True where a cell may stay empty
    pieces: tuple[Piece, ...]
    title: str = ""
    published: Counts = field(default_factory=Counts)
    source: str = ""
    frame: Points = field(default_factory=lambda: np.zeros((0, 3), np.int64))  # solid cells outside the board
    colours: Colours = field(
        default_factory=lambda: np.zeros(0, np.int64)
    )  # (n,), of each cell of the board, or (0,) for a board without colours
    pairs: frozenset[tuple[int, int]] | None = None  # allowed (colour of a piece, colour below it); None: all
    empty: int | None = None  # the largest number of empty optional cells; None: all may be empty
    also: tuple[str, ...] = ()  # other names of the puzzle
    labels: tuple[tuple[tuple[int, ...], str], ...] = ()  # (cell outside the board, word to show on it)
    border: str = ""  # the colour of all sides of tiles on the border, one of RULES, or "" for no rule
    rotate: bool = True  # whether tiles may be rotated; of other pieces each says it
    match: bool | str = True  # whether colours match where tiles meet; OPPOSITE or pairs of colours: opposite ones do
    interchangeable: tuple[str, ...] = ()  # sets of colours of tiles that may be exchanged for each other
    rules: tuple[Rule, ...] = ()  # further rules; texts are converted
    hues: tuple[str, ...] = ()  # how colours 1, 2, ... of cells are drawn, as "#rrggbb"; by default, from a palette
    wrap: str | Periods = (
        ""  # the axes along which the board is joined to itself, one of WRAPS, "" for none; or periods
    )
    up: str | tuple[int, ...] = ""  # which side is up: an axis, as "z" or "-y", a vector, or "" for none
    parts: str = TOGETHER  # whether symmetries move the parts of the board together, or each by itself: one of PARTS

    def __post_init__(self) -> None:
        for key, kind in (("name", str), ("title", str), ("source", str), ("grid", Grid), ("published", Counts)):
            if not isinstance(found := getattr(self, key), kind):
                a_name = "; make_puzzle takes its name" if key == "grid" else ""
                raise PuzzleError(f"{key} is {found!r}, allowed is a {kind.__name__}{a_name}")
        board, frame = checks.cells_of(self.board, "board"), checks.cells_of(self.frame, "frame")
        if not len(board):
            raise PuzzleError("board has no cells, at least one is needed")
        checks.check_ascending(board, "board")
        checks.check_different(frame, "frame")
        checks.check_on_grid(board, self.grid, "board")
        checks.check_on_grid(frame, self.grid, "frame")
        checks.check_apart(board, frame)
        checks.check_hues(self.hues)
        if self.empty is not None:
            checks.whole(self.empty, 0, checks.MOST_CELLS, "empty")
        keep(self, board=board, frame=frame)
        self._check_pieces()
        self._check_parts()
        keep(
            self,
            pieces=tuple(self.pieces),
            optional=checks.one_for_each(self.optional, board, bool, "optional"),
            colours=colours_of(self.colours, board, "colours"),
        )
        self._check_rules()

    def _check_pieces(self) -> None:
        for piece in self.pieces if isinstance(self.pieces, (tuple, list)) else [self.pieces]:
            if not isinstance(piece, Piece):
                raise PuzzleError(
                    f"pieces has {piece!r}, allowed are Piece objects; make_puzzle takes drawings and lists"
                )
        if not self.pieces:
            raise PuzzleError("has no pieces, at least one is needed")
        if not self.grid.contains(np.concatenate([piece.cells for piece in self.pieces])).all():
            for piece in self.pieces:
                checks.check_on_grid(piece.cells, self.grid, f"piece {piece.name}: cells")
        checks.check_names(piece.name for piece in self.pieces)
        for piece in self.pieces:
            if piece.chain is not None:
                check_chain(piece.chain, piece.cells, self.grid, f"piece {piece.name}: chain")
        self._check_turns()
        self._check_tiles()

    def _check_turns(self) -> None:
        grid = self.grid
        for piece in self.pieces:
            if piece.rotate is True:
                continue
            if piece.rotate and grid.about_z % piece.rotate:
                allowed = [str(many) for many in range(2, grid.about_z + 1) if grid.about_z % many == 0]
                raise PuzzleError(
                    f"piece {piece.name}: rotate is {piece.rotate}, allowed on the grid {grid.name} are true, false,"
                    f" {', '.join(allowed)}"
                )
            if piece.sides:
                raise PuzzleError(f"tile {piece.name}: rotate is for all tiles of a puzzle, not for one")
            self.refuse(parts=f'piece {piece.name}: rotate: parts is "{SEPARATE}", where all pieces may be turned')

    def _check_tiles(self) -> None:
        plain = next((piece.name for piece in self.pieces if not piece.sides), None)
        if not self.tiled:
            for key, asked in (
                ("border", self.border),
                ("rotate", not self.rotate),
                ("match", self.match is not True),
                ("interchangeable", self.interchangeable),
            ):
                if asked:
                    raise PuzzleError(f"{key} is for tiles, the puzzle has none")
            return
        if plain is not None:
            raise PuzzleError(f"piece {plain}: has no sides, others have: all pieces are tiles or none is")
        checks.check_takes_tiles(self.grid)
        checks.check_round(around(self.board, self.grid), self.board, self.wrapping)
        if not self.rotate and len(self.grid.kinds) > 1:
            raise PuzzleError(f"rotate is false: on the grid {self.grid.name} tiles fit all cells only if rotated")
        for piece in self.pieces:
            checks.check_sides(piece.name, piece.sides, self.grid)
        used = sorted({colour for piece in self.pieces for colour in piece.sides})
        if self.border not in ("", *RULES, *used):
            rules = ", ".join(f'"{rule}"' for rule in RULES)
            raise PuzzleError(f'border is "{self.border}", allowed are {rules} and colours of tiles: {" ".join(used)}')
        if self.wrapping.glide is not None and self.border in FACING:
            raise PuzzleError(f'border is "{self.border}", but once round a board with a flip a side faces another way')
        checks.check_match(self.match)
        checks.check_interchangeable(self.interchangeable, [colour for colour in used if colour != self.border])
        checks.check_exchanges(self.interchangeable, self.opposite, self.border)

    def _check_parts(self) -> None:
        if {"frame", "wrap"} <= self.features:
            raise PuzzleError("frame: a board that wraps round has none")
        checks.check_parts(self.parts)
        if self.parts == SEPARATE:
            why = f'parts is "{SEPARATE}", which is not for boards with'
            self.refuse(tiles=f"{why} tiles", wrap=f"{why} wrap", frame=f"{why} a frame")

    def _check_up(self) -> None:
        if self.up:
            keep(self, up=self.up if isinstance(self.up, str) else tuple(self.up))
            self.refuse(tiles="up is for pieces, and not for tiles")
            self.refuse(parts=f'up: parts is "{SEPARATE}", where parts are moved each by itself')
        if self.upward is None and self.up:
            raise PuzzleError(f"up is {self.up!r}, which no translation of the grid {self.grid.name} leads to")
        if self.upward is not None and self.wrapping.glide is not None:
            up = np.array([self.upward])
            if (self.wrapping.reflected(up) != up).any():
                raise PuzzleError(f"up: once round a board with a flip, {up[0].tolist()} leads another way")

    def _check_rules(self) -> None:
        if not isinstance(self.rules, (tuple, list)):
            raise PuzzleError(f'rules is {self.rules!r}, allowed is a list of texts such as "no crossroads"')
        keep(self, rules=rules_of(self.rules))
        self._check_up()
        for rule in self.rules:
            self.refuse(tiles=f"{rule.key} is for pieces, and not for tiles")
            if rule.rigid:
                self.refuse(chain=f"{rule.key} is not for puzzles with a chain")
            if rule.edged:
                self.refuse(wrap=f"{rule.key} is not for boards that wrap round")
            if not rule.moves:
                self.refuse(parts=f'{rule.key}: parts is "{SEPARATE}", and the rule is for the whole board')
            rule.check(self.ground)

    @cached_property
    def ground(self) -> Ground:
        """What the rules see of the puzzle."""
        return Ground(
            grid=self.grid,
            board=self.board,
            optional=self.optional,
            below=self.below,
            within=self.within,
            frame=self.frame,
            pieces=self.pieces,
            wrapping=self.wrapping,
            pairs=self.pairs,
            turning=self.turning,
            up=self.upward,
        )

    @cached_property
    def upward(self) -> Up:
        """The translation of the grid that leads upward, which symmetries keep; None if no side is up."""
        if self.up or any(rule.falls for rule in self.rules):
            return upward(self.grid, self.up)
        return None

    @cached_property
    def rule_items(self) -> tuple[Items, ...]:
        """The items that each rule adds."""
        return tuple(rule.items(self.ground) for rule in self.rules)

    @cached_property
    def filters(self) -> tuple[Rule, ...]:
        """The rules that judge whole packings."""
        return tuple(rule for rule in self.rules if rule.judges(self.ground))

    @cached_property
    def wrapping(self) -> Wrapping:
        """Which cells of the grid are the same cell, on a board that wraps round."""
        return Wrapping.of(self.board, self.grid, self.wrap)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return self is other or (
            (self.title or self.name, len(self.board)) == (other.title or other.name, len(other.board))
            and (self.grid.name, self.grid.written) == (other.grid.name, other.grid.written)
            and said(self, "name", "title", "grid") == said(other, "name", "title", "grid")
        )

    def __hash__(self) -> int:
        return hash((self.title or self.name, len(self.board), self.pieces))

    def __repr__(self) -> str:
        return f"<puzzle {self.name}: {self.grid.name}, cells {len(self.board)}, pieces {len(self.pieces)}>"

    @cached_property
    def symbols(self) -> tuple[tuple[str, ...], ...]:
        """Return for each piece the characters that stand for its copies in drawings.

        A piece with one copy whose name is one character has this character, unless it has a special meaning in text.
        """
        single = [p.name if len(p.name) == 1 and p.name not in ".?#:;[{*" and p.max == 1 else "" for p in self.pieces]
        ranges = (("A", "Z"), ("a", "z"), ("0", "9"), ("Α", "Ω"), ("α", "ω"), ("А", "я"))
        alphabet = chain.from_iterable((chr(c) for c in range(ord(a), ord(b) + 1)) for a, b in ranges)
        free = (mark for mark in alphabet if mark not in single and mark.isprintable())
        return tuple(
            (mark,) if mark else tuple(next(free, "#") for _ in range(min(piece.max, len(self.board))))
            for mark, piece in zip(single, self.pieces, strict=True)
        )

    @property
    def legend(self) -> str:
        """Return the characters of pieces with other names, and of labels, as one line: `A B = bar; * = Jan 25`."""
        named = zip(self.symbols, self.pieces, strict=True)
        said = [f"{' '.join(marks)} = {piece.name}" for marks, piece in named if marks != (piece.name,)]
        if self.labels:
            said.append(f"{LABEL} = {' '.join(label for _, label in self.labels)}")
        return "; ".join(said)

    def blank(self) -> dict[tuple[int, ...], str]:
        """Return the characters of a drawing without pieces, by cell: `.` on the board, `*` on cells with a label."""
        cells = {tuple(cell): drawing.EMPTY for cell in self.board.tolist()}
        return cells | {cell: LABEL for cell, _ in self.labels}

    @cached_property
    def below(self) -> Colours:
        """The colour of each cell of the board as far as it matters, (n,): 0 if it restricts no piece."""
        plain = self.pairs is None or not len(self.colours)
        return np.zeros(len(self.board), np.int64) if plain else self.colours

    @cached_property
    def within(self) -> NDArray[np.int64]:
        """Numbers of cells, (n,), equal for cells that are in the same regions of rules; 0 without such rules."""
        found = np.zeros(len(self.board), np.int64)
        for cells in chain.from_iterable(rule.regions for rule in self.rules):
            inside = np.zeros(len(self.board), np.int64)
            there = place_of(self.board, self.wrapping.home(np.array(cells)))
            inside[there[there >= 0]] = 1
            found = wide(np.unique(2 * found + inside, return_inverse=True)[1].reshape(-1))
        return found

    @property
    def turning(self) -> tuple[bool, bool | int]:
        """Which motions all pieces may make: whether over, and how else, as `Piece.mirror` and `Piece.rotate` say."""
        limits = [int(piece.rotate) or 1 for piece in self.pieces if piece.rotate is not True]
        rotate: bool | int = gcd(*limits) if limits else True
        return all(piece.mirror for piece in self.pieces), False if rotate == 1 and limits else rotate

    @property
    def tiled(self) -> bool:
        """Whether the pieces are tiles, whose sides have colours."""
        return any(piece.sides for piece in self.pieces)

    @property
    def opposite(self) -> dict[str, str]:
        """The opposite of each colour of tiles; nothing unless opposite colours meet."""
        return opposites(self.match, sorted({colour for piece in self.pieces for colour in piece.sides}))

    @cached_property
    def features(self) -> frozenset[str]:
        """What this puzzle has and most have not.

        Any of `tiles`, `chain` (a piece that is folded), `wrap`, `parts` (moved separately), `frame`.
        """
        every = {
            "tiles": self.tiled,
            "chain": any(piece.chain is not None for piece in self.pieces),
            "wrap": self.wrapping.round,
            "parts": self.parts == SEPARATE,
            "frame": len(self.frame) > 0,
        }
        return frozenset(feature for feature, here in every.items() if here)

    @property
    def alone(self) -> Piece | None:
        """The chain that is the only piece and lies on the board once, so that its foldings are the packings.

        None for other puzzles, and for those with rules, a seam or parts that are moved separately.
        """
        (piece, *others), plain = self.pieces, not self.rules and not {"wrap", "parts"} & self.features
        chain = piece.chain is not None and piece.min == piece.max == 1 and not others
        return piece if chain and plain else None

    def refuse(self, **why: str) -> None:
        """Raise PuzzleError with the message of the first of these features (see `features`) that the puzzle has."""
        for feature, message in why.items():
            if feature in self.features:
                raise PuzzleError(message)

    @property
    def least_filled(self) -> int:
        """Return the smallest number of cells that a packing must cover."""
        empty = int(self.optional.sum())
        return len(self.board) - (empty if self.empty is None else min(empty, self.empty))

    @cached_property
    def volumes(self) -> tuple[int, int]:
        """Return the smallest and the largest number of cells of all pieces together."""
        sizes = [len(piece.cells) for piece in self.pieces]
        least = sum(size * piece.min for size, piece in zip(sizes, self.pieces, strict=True))
        return least, sum(size * piece.max for size, piece in zip(sizes, self.pieces, strict=True))

    @cached_property
    def empties(self) -> tuple[int, int] | None:
        """Return the smallest and the largest number of empty cells if a cover counts them, otherwise None.

        It does if pieces and cells alone could leave more of them empty than allowed, if a rule has items for them, and
        if there can be few of them on a board of mostly optional cells, since then the search is shorter.
        """
        (least, most), cells, free = self.volumes, len(self.board), int(self.optional.sum())
        highest = min(cells - self.least_filled, cells - least)
        limited = highest < min(cells - least, free)
        few = 0 <= _FEW * highest <= max(0, 2 * free - cells)
        asked = limited or few or (highest >= 0 and any(items.empties for items in self.rule_items))
        return (min(highest, max(0, cells - most)), highest) if free and asked else None

    @cached_property
    def free(self) -> NDArray[np.bool_]:
        """The cells for which a cover has an option by which they stay empty, (n,)."""
        return self.optional & bool(self.empties and self.empties[1])

    def impossible(self) -> str | None:
        """Return why the volumes of board and pieces exclude a solution, None if they do not."""
        (least, most), cells, required = self.volumes, len(self.board), self.least_filled
        sizes = [len(piece.cells) for piece in self.pieces]
        if least > cells:
            return f"the pieces have at least {least} cells, the board has only {cells}"
        if most < required:
            return f"the pieces have at most {most} cells, the board has {required} to fill"
        reachable = 1 << least  # bit v: whether some choice of copies has v cells in total
        for size, piece in zip(sizes, self.pieces, strict=True):
            for _ in range(min(piece.max - piece.min, cells // size)):
                reachable |= reachable << size
                reachable &= (1 << (cells + 1)) - 1
        if not reachable >> required:
            wanted = str(required) if required == cells else f"{required} to {cells}"
            return f"no choice of pieces has {wanted} cells in all"
        return None
