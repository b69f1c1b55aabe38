"""Checks tree certificates: a folder with the puzzle, the solutions, the tree of a complete search, and a manifest.

docs/certificates.md describes the format.  `tree.py` and `symmetry.py` check the tree with the options from a second
enumeration (`geometry.py`).
"""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import CertificateError
from satpuzzle.proofs.check.acting import ends_alike
from satpuzzle.proofs.check.chains import from_one_end
from satpuzzle.proofs.check.contents import (
    MANIFEST,
    SOLUTIONS,
    Contents,
    check_version,
    claimed,
    option_number,
    parts,
    placed,
    written,
)
from satpuzzle.proofs.check.geometry import Statement
from satpuzzle.proofs.check.reading import integer
from satpuzzle.proofs.check.reading import listed as members
from satpuzzle.proofs.check.symmetry import Classes, reduction
from satpuzzle.proofs.check.tree import RESTRICTION, check
from satpuzzle.proofs.check.unpack import lines, unpacked
from satpuzzle.puzzle.formats.json import parse as parse_json
from satpuzzle.puzzle.formats.json import shown
from satpuzzle.puzzle.model import Counts, Puzzle

TREE = "tree.xz"
VERSION = 4  # of the manifest
_CHUNK = 1 << 16  # how many numbers of a tree are checked at a time, at most
_WORK = 1 << 27  # how many words are read meanwhile; a dead end of a wide cover reads a row for each item


def kind_of(items: int) -> str:
    """Return the NumPy type of the numbers of a tree for a cover with this many items: one, two or four bytes."""
    largest = items + RESTRICTION
    return "<u1" if largest < 1 << 8 else "<u2" if largest < 1 << 16 else "<u4"


def manifest(
    folder: Path,
    name: str,
    restricted: dict[tuple[int, ...], int],
    counts: Counts,
    orders: dict[str, int],
    nodes: int,
    listed: bool,
) -> str:
    """Return the text of the manifest; `nodes` is the number of nodes of the tree.

    `restricted` has the restricted item of each node, by the options chosen before it, and `orders` are the numbers of
    symmetries.
    """
    content = {
        "satpuzzle certificate": VERSION,
        "form": "tree",
        "puzzle": name,
        "counts": claimed(counts),
        "symmetry": orders,
        "nodes": nodes,
        "listed": listed,
        "restrictions": [[list(path), item] for path, item in restricted.items()],
    }
    return written(folder, content)


def verify(contents: Contents, compiled: Any, clock: Clock = UNLIMITED) -> tuple[Counts, int]:
    """Check a tree certificate; return the counts that it proves and the number of nodes.

    `compiled` is what runs in place of `tree.walk`, if there is such code.  Raises CertificateError with
    the first error that is found, and Stopped if the clock stops.
    """
    folder, claims = contents.folder, contents.claims
    check_version(claims, VERSION)
    listed = claims.get("listed") is True
    contents.expect(("form", "nodes", "listed", "restrictions"), (TREE, SOLUTIONS) if listed else (TREE,))
    asked = contents.subject.statement(clock)
    restricted = dict(members(claims["restrictions"], _restriction, "restrictions"))
    reduced = reduction(asked, restricted)
    classes = Classes(reduced, _listed(folder, contents.subject.puzzle, asked, clock) if listed else None)
    tree = _numbers(folder / TREE, len(asked.bounds), len(asked.options), clock)
    nodes = check(reduced, tree, classes.take, compiled)
    counts = classes.counts()
    contents.agree(counts)
    if contents.manifest != manifest(folder, contents.subject.name, restricted, counts, reduced.orders, nodes, listed):
        raise CertificateError(f"{MANIFEST}: its claims differ from what the other files prove")
    return counts, nodes


def _restriction(said: object) -> tuple[tuple[int, ...], int]:
    """Return a path of choices, and the item whose options are restricted there."""
    if not isinstance(said, list) or len(said) != 2:
        raise CertificateError(f"a restriction is {shown(said)}, allowed is a pair of a path and an item")
    path, item = said
    most = 2**31 - 1
    choices = members(path, lambda one: integer(one, "a choice", 0, most), "a path")
    return tuple(choices), integer(item, "an item", 0, most)


def _numbers(path: Path, items: int, options: int, clock: Clock) -> Iterator[Any]:
    """Yield the numbers of a tree, in arrays of bounded length."""
    kind, rest = np.dtype(kind_of(items)), b""
    most = min(_CHUNK, _WORK // max(1, items * (1 + options // 64)))
    for chunk in unpacked(path):
        content = rest + chunk
        whole = len(content) // kind.itemsize * kind.itemsize
        rest = content[whole:]
        numbers = np.frombuffer(content[:whole], kind)
        for some in clock.slices(len(numbers), most):
            yield numbers[some].astype(np.int64)
    if rest:
        raise CertificateError(f"{path.name}: it ends within a number")


def _listed(folder: Path, puzzle: Puzzle | None, asked: Statement, clock: Clock) -> Iterator[list[int]]:
    """Yield each solution that the certificate lists, as options of the statement `asked`.

    Raises CertificateError for an invalid line.
    """
    option = partial(option_number, many=len(asked.options)) if puzzle is None else _options(puzzle, asked)
    last = len(asked.bounds) if puzzle is None else len(puzzle.board) + len(puzzle.pieces)
    empty = {items[0]: number for number, items in enumerate(asked.options) if last in asked.pieces and last in items}
    known = lru_cache(len(asked.options))(lambda text: option(parse_json(f"{{{text}}}")))
    for number, line in enumerate(clock.each(lines(folder / SOLUTIONS)), 1):
        try:
            try:  # most texts occur many times, so they are looked up
                texts = line[2:-2].split("}, {") if line[:2] + line[-2:] == "[{}]" else ["not so"]
                solution = [known(text) for text in texts]
            except ValueError:
                solution = [option(part) for part in parts(line)]
        except KeyError:
            raise CertificateError(f"{SOLUTIONS}, line {number}: no placed pieces of this puzzle") from None
        except ValueError as error:
            raise CertificateError(f"{SOLUTIONS}, line {number}: {error}") from None
        filled = {item for number in solution for item in asked.options[number]} if empty else set[int]()
        yield solution + [number for cell, number in empty.items() if cell not in filled]


def _options(puzzle: Puzzle, asked: Statement) -> Callable[[object], int]:
    """Return a function that finds the option of a placed piece, as `contents.placed` reads it.

    The function raises KeyError if there is no such option.
    """
    cells = {tuple(cell): number for number, cell in enumerate(puzzle.board.tolist())}
    pieces = {piece.name: len(cells) + number for number, piece in enumerate(puzzle.pieces)}
    chains = {piece.name: twofold for piece, twofold in zip(puzzle.pieces, ends_alike(puzzle), strict=True)
              if piece.chain is not None}  # fmt: skip
    first = len(cells) + len(pieces)
    options = {
        (tuple(item for item in items if item < first), pose): number
        for number, (items, pose) in enumerate(zip(asked.options, asked.poses, strict=True))
    }

    def option(part: object) -> int:
        name, covered, pose = placed(part)
        numbers = [cells[cell] for cell in covered]
        if name in chains:
            pose = _along(numbers, chains[name]) if pose is None else ""
        elif isinstance(pose, tuple):
            pose = tuple(colour for _, colour in sorted(zip(numbers, pose, strict=True)))
        return options[(*sorted(numbers), pieces[name]), pose]

    return option


def _along(cells: list[int], alike: bool) -> tuple[int, ...]:
    """Return the numbers of cells along a chain, which are listed in their order, by ascending cells."""
    numbers = tuple(number for _, number in sorted((cell, number) for number, cell in enumerate(cells, 1)))
    return from_one_end(numbers) if alike else numbers
