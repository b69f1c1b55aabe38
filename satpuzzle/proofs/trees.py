"""Tree certificates: a folder with the puzzle, the solutions, the tree of a complete search, and a manifest.

docs/certificates.md describes the format.  `recording.py` makes trees; `tree.py` and `symmetry.py` check them with the
options from a second enumeration (`geometry.py`).  The checks use no code of cover/ and engines/ except the module that
calls the compiled checker (`engines/library.py`).
"""

import lzma
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import NOTHING
from satpuzzle.engines.library import missing
from satpuzzle.errors import CertificateError
from satpuzzle.machine import cores
from satpuzzle.proofs import walking
from satpuzzle.proofs.contents import (
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
from satpuzzle.proofs.folder import check_replaceable, new_folder
from satpuzzle.proofs.geometry import Statement
from satpuzzle.proofs.journaled import Keeping, from_journal, record
from satpuzzle.proofs.reading import integer
from satpuzzle.proofs.reading import listed as members
from satpuzzle.proofs.recording import QUICK, Recorded, kind_of, ordered, put_together, top
from satpuzzle.proofs.subject import Subject, subject_of
from satpuzzle.proofs.symmetry import Classes, reduction
from satpuzzle.proofs.tree import check
from satpuzzle.proofs.unpack import lines, unpacked
from satpuzzle.puzzle.formats.json import parse as parse_json
from satpuzzle.puzzle.formats.json import shown
from satpuzzle.puzzle.model import Counts, Puzzle

TREE = "tree.xz"
VERSION = 4  # of the manifest
_SEVERAL = 2  # with a journal, a tree is divided as for this many jobs, so the parts do not depend on the machine
_CHUNK = 1 << 16  # how many numbers of a tree are checked at a time, at most
_WORK = 1 << 27  # how many words are read meanwhile; a dead end of a wide cover reads a row for each item


def certify(
    puzzle: Puzzle | ExactCover | str | Path,
    folder: Path,
    *,
    problem: str | None = None,
    jobs: int | None = None,
    time_limit: float | None = None,
    clock: Clock = UNLIMITED,
    count_only: bool = False,
    keeping: Keeping | None = None,
) -> Counts:
    """Search a puzzle and write the tree to a new folder; return the counts.

    `puzzle` is a puzzle, an exact cover, a bundled name or a path.  With `count_only`, solutions are not listed.  With
    `keeping`, finished parts are recorded in a journal, and those that are there already are not searched again.

    Raises PuzzleError for bad input, a folder that is not a certificate or a damaged journal, JournalError if the
    journal cannot be written, and Stopped after `time_limit` seconds, if the clock stops or if other shares of the
    search are not finished.  The folder appears when it is complete.
    """
    clock, jobs = Clock(time_limit, within=clock).start(), jobs or cores()
    subject = subject_of(puzzle, problem, clock)
    check_replaceable(folder)
    tables, numbers = ordered(subject.tables(clock), clock)
    upper = top(tables, clock, jobs if keeping is None else _SEVERAL)
    if keeping is not None:
        record(tables, subject.name, upper.pieces, keeping, jobs, clock)
    with new_folder(folder) as place:
        subject.copy(place, clock)
        if keeping is None:
            recorded = put_together(tables, upper.pieces, clock, jobs)
        else:
            recorded = from_journal(tables, upper.pieces, keeping.journal, clock)
        return _write(place, subject, tables, numbers, upper.restricted, recorded, count_only)


def _write(
    folder: Path,
    subject: Subject,
    tables: Tables,
    placement: NDArray[np.int64],
    restricted: dict[tuple[int, ...], int],
    tree: Iterator[Recorded],
    count_only: bool,
) -> Counts:
    """Write the files of a certificate, and return its counts.

    `placement` has the number of each option's placement in the puzzle's own order.
    """
    symmetry, items, listed = tables.symmetry, len(tables.cover.names), subject.listing(tables)
    placement = np.append(placement, -1)
    seen: set[bytes] = set()
    counts, nodes = symmetry.counts(NOTHING, *np.ones((2, 0), np.int64)), -len(restricted)
    with lzma.open(folder / TREE, "wb", filters=QUICK) as out:
        listing = None if count_only else (folder / SOLUTIONS).open("w", encoding="utf-8")
        try:
            for recorded in tree:
                out.write(recorded.codes)
                nodes += len(recorded.codes) // np.dtype(kind_of(items)).itemsize
                if not len(found := recorded.found):
                    continue
                new, fixed, turned = symmetry.discover(found, seen)
                counts += symmetry.counts(found[new], fixed[new], turned[new])
                if listing is not None:
                    for row in np.sort(placement[found[new]], axis=1).tolist():
                        listing.write(listed.line(row))
        finally:
            if listing is not None:
                listing.close()
    subject.check_published(counts)
    manifest = _manifest(folder, subject.name, restricted, counts, symmetry.orders, nodes, not count_only)
    (folder / MANIFEST).write_text(manifest, encoding="utf-8")
    return counts


def _manifest(
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


def verify(contents: Contents, plain: bool = False, clock: Clock = UNLIMITED) -> tuple[Counts, int]:
    """Check a tree certificate; return the counts that it proves and the number of nodes.

    With `plain`, the checker runs as Python, not as compiled code.  Raises CertificateError with the first error that
    is found, and Stopped if the clock stops.
    """
    folder, claims = contents.folder, contents.claims
    check_version(claims, VERSION)
    listed = claims.get("listed") is True
    contents.expect(("form", "nodes", "listed", "restrictions"), (TREE, SOLUTIONS) if listed else (TREE,))
    asked = contents.subject.statement(clock)
    restricted = dict(members(claims["restrictions"], _restriction, "restrictions"))
    reduced = reduction(asked, restricted)
    classes = Classes(reduced, _listed(folder, contents.subject.puzzle, asked, clock) if listed else None)
    compiled = None if plain or missing() is not None else walking.walk
    tree = _numbers(folder / TREE, len(asked.bounds), len(asked.options), clock)
    nodes = check(reduced, tree, classes.take, compiled)
    counts = classes.counts()
    contents.agree(counts)
    if contents.manifest != _manifest(folder, contents.subject.name, restricted, counts, reduced.orders, nodes, listed):
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
    first = len(cells) + len(pieces)
    options = {
        (tuple(item for item in items if item < first), pose): number
        for number, (items, pose) in enumerate(zip(asked.options, asked.poses, strict=True))
    }

    def option(part: object) -> int:
        name, covered, pose = placed(part)
        numbers = [cells[cell] for cell in covered]
        if isinstance(pose, tuple):
            pose = tuple(colour for _, colour in sorted(zip(numbers, pose, strict=True)))
        return options[(*sorted(numbers), pieces[name]), pose]

    return option
