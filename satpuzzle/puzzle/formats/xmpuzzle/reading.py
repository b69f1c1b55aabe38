"""Converts the XML tree of a BurrTools file to plain data.

It reads what BurrTools reads: versions 1 and 2, old grid names, elements in any order, and unknown elements, which are
ignored.  Errors are one-line messages that name the element.
"""

import re
from pathlib import Path
from typing import NoReturn

import numpy as np

from satpuzzle import data
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.checks import MOST_COLOURS
from satpuzzle.puzzle.formats.burr import (
    EMPTY,
    FIXED,
    VARIABLE,
    Burr,
    Part,
    Placed,
    Problem,
    Separation,
    Shape,
    Stored,
    Triple,
)
from satpuzzle.puzzle.formats.json import shown
from satpuzzle.puzzle.formats.xmpuzzle import xml
from satpuzzle.puzzle.formats.xmpuzzle.xml import Element, parse, unpacked

MOST_VOXELS = 1_000_000  # the largest number of voxels of a shape
MOST = 1_000_000  # the largest number in a file
MOST_PIECES = 10_000  # the largest number of pieces of a stored assembly
_OLD_GRIDS = ("axy_ortho", "axz_ortho", "ayz_ortho")
_MARKS = {"_": EMPTY, "#": FIXED, "+": VARIABLE}
_VOXEL = re.compile(r"([_#+])([0-9]{0,3})")
_NUMBER = re.compile(r"\s*[+-]?[0-9]{1,9}\s*")


def read(path: Path, clock: Clock = UNLIMITED) -> Burr:
    """Return the content of a BurrTools file.

    Raises PuzzleError, with a line that names the file, if it is invalid, and Stopped if the clock stops.
    """
    return read_text(data.read_bytes(path, xml.MOST_BYTES), str(path), clock)


def read_text(text: str | bytes, file: str, clock: Clock = UNLIMITED) -> Burr:
    """Return the content of a BurrTools file, given as text or as bytes; `file` is its name in messages.

    Raises PuzzleError, with a line that names the file, if it is invalid, and Stopped if the clock stops.
    """
    try:
        if len(text) > xml.MOST_BYTES:
            raise PuzzleError(f"more than {xml.MOST_BYTES >> 20} MiB, which is the limit")
        return burr(parse(text if isinstance(text, str) else unpacked(text, clock), clock), clock)
    except PuzzleError as error:
        raise PuzzleError(f"{file}: {error}") from None


def burr(root: Element, clock: Clock = UNLIMITED) -> Burr:
    """Return the content of the root element; raises PuzzleError, and Stopped if the clock stops."""
    if root.tag != "puzzle":
        raise PuzzleError(f"the root element is {shown(root.tag)}, in a BurrTools file it must be puzzle")
    version = root.attributes.get("version")
    if version not in ("1", "2"):
        raise PuzzleError(f"puzzle has the version {shown(version)}, allowed are 1 and 2")
    colours = tuple(
        _At(f"color {number}").triple(element, ("red", "green", "blue"), 0, 255)
        for number, element in enumerate(_children(root, "colors", "color"), 1)
    )
    if len(colours) > MOST_COLOURS:
        raise PuzzleError(f"{len(colours)} colours, at most {MOST_COLOURS} are allowed")
    shapes = tuple(
        _shape(element, _At(f"voxel {number}"), len(colours), clock)
        for number, element in enumerate(_children(root, "shapes", "voxel"))
    )
    problems = tuple(
        _problem(element, _At(f"problem {number}"), len(shapes), len(colours), clock)
        for number, element in enumerate(_children(root, "problems", "problem"), 1)
    )
    comment = root.first("comment")
    return Burr(
        grid=_grid(root),
        colours=colours,
        shapes=shapes,
        problems=problems,
        comment="" if comment is None else comment.text,
        popup=comment is not None and "popup" in comment.attributes,
    )


def _children(element: Element, tag: str, child: str) -> list[Element]:
    found = element.first(tag)
    return [] if found is None else found.all(child)


class _At:
    """Reads attributes and text of XML elements; error messages begin with `where`, the position in the file."""

    def __init__(self, where: str) -> None:
        self.where = where

    def fail(self, message: str) -> NoReturn:
        raise PuzzleError(f"{self.where}: {message}")

    def number(self, element: Element, key: str, least: int, most: int, default: int | None = None) -> int:
        """Return the attribute `key`, an integer from `least` to `most`.

        If the attribute is missing, the result is the default; without a default, this is an error.
        """
        found = element.attributes.get(key)
        if found is None and default is not None:
            return default
        if found is None or not _NUMBER.fullmatch(found) or not least <= int(found) <= most:
            self.fail(f"{element.tag} has {key} = {shown(found)}, allowed are integers from {least} to {most}")
        return int(found)

    def perhaps(self, element: Element, key: str, least: int, most: int) -> int | None:
        """Return the attribute `key` as a number, None if there is none."""
        return self.number(element, key, least, most) if key in element.attributes else None

    def triple(self, element: Element, keys: tuple[str, str, str], least: int, most: int, default: int = 0) -> Triple:
        """Return the three attributes `keys` as numbers; see `number`."""
        x, y, z = (self.number(element, key, least, most, default) for key in keys)
        return x, y, z

    def numbers(self, element: Element) -> list[int]:
        """Return the numbers in the text of an element."""
        words = element.text.split()
        for word in words:
            if not _NUMBER.fullmatch(word):
                self.fail(f"{element.tag} has {shown(word)}, allowed are integers")
        return [*map(int, words)]


def _grid(root: Element) -> int:
    element = root.first("gridType")
    if element is None:
        return 0
    found = element.attributes.get("type")
    if found in _OLD_GRIDS:
        return 0
    return _At("gridType").number(element, "type", 0, 4)


def _shape(element: Element, at: _At, colours: int, clock: Clock) -> Shape:
    clock.check()
    x, y, z = (at.number(element, key, 0, MOST_VOXELS) for key in "xyz")
    if x * y * z > MOST_VOXELS:
        at.fail(f"{x} times {y} times {z} voxels, at most {MOST_VOXELS} are allowed")
    if element.attributes.get("type") not in ("0", None):
        at.fail(f"type is {shown(element.attributes['type'])}, allowed is 0")
    text = element.text.strip()
    marks = _VOXEL.findall(text)
    if sum(1 + len(colour) for _, colour in marks) != len(text):
        wrong = _VOXEL.sub("", text)[:1]
        at.fail(f"has {shown(wrong)}, allowed are _ # +, each with the number of a colour after it")
    if len(marks) != x * y * z:
        at.fail(f"has {len(marks)} voxels, {x} times {y} times {z} are {x * y * z}")
    states = np.array([_MARKS[mark] for mark, _ in clock.each(marks)], np.uint8)
    painted = [int(colour or 0) for _, colour in clock.each(marks)]
    if max(painted, default=0) > colours:
        at.fail(f"has a voxel of colour {max(painted)}, there are {colours} colours")
    painted_voxels = np.where(states == EMPTY, 0, np.array(painted)).astype(np.uint8)
    return Shape(
        states.reshape((x, y, z), order="F"),
        painted_voxels.reshape((x, y, z), order="F"),
        element.attributes.get("name", ""),
        at.triple(element, ("hx", "hy", "hz"), -MOST, MOST),
        at.number(element, "weight", -MOST, MOST, 1),
    )


def _problem(element: Element, at: _At, shapes: int, colours: int, clock: Clock) -> Problem:
    result = element.first("result")
    found = None if result is None else at.number(result, "id", 0, 2**31, 2**31)
    empty = at.perhaps(element, "maxHoles", -1, MOST)
    parts = tuple(_part(part, at, shapes) for part in _children(element, "shapes", "shape"))
    assembler = element.first("assembler")
    copies = sum(part.max for part in parts)
    return Problem(
        name=element.attributes.get("name", ""),
        parts=parts,
        result=found if found is not None and found < shapes else None,
        state=at.number(element, "state", 0, 9, 0),
        assemblies=at.perhaps(element, "assemblies", 0, 10**9 - 1),
        solutions=at.perhaps(element, "solutions", 0, 10**9 - 1),
        seconds=at.perhaps(element, "time", -1, 10**9 - 1),
        empty=None if empty is None or empty < 0 else empty,
        pairs=tuple(
            (at.number(pair, "piece", 0, colours - 1) + 1, at.number(pair, "result", 0, colours - 1) + 1)
            for pair in _children(element, "bitmap", "pair")
        ),
        assembler=None if assembler is None else (assembler.attributes.get("version", ""), assembler.text),
        stored=tuple(
            _stored(solution, _At(f"{at.where}: solution {number}"), copies, clock)
            for number, solution in enumerate(_children(element, "solutions", "solution"), 1)
        ),
    )


def _part(element: Element, at: _At, shapes: int) -> Part:
    if not shapes:
        at.fail("has parts, but the file has no shapes")
    number = at.number(element, "id", 0, shapes - 1)
    count = at.number(element, "count", 0, MOST, 1)
    least, most = (at.number(element, key, 0, MOST, count) for key in ("min", "max"))
    if least > most:
        at.fail(f"shape {number} has min = {least}, more than max = {most}")
    groups = [
        (at.number(group, "group", 1, MOST), at.number(group, "count", 0, MOST, most)) for group in element.all("group")
    ]
    if "group" in element.attributes and (whole := at.number(element, "group", 0, MOST)):
        groups.append((whole, most))
    return Part(number, least, most, tuple(groups))


# Stored solutions


def _stored(element: Element, at: _At, copies: int, clock: Clock) -> Stored:
    clock.check()
    assembly = element.first("assembly")
    if assembly is None:
        at.fail("has no assembly")
    placed = _assembly(assembly, at)
    separation, info = element.first("separation"), element.first("separationInfo")
    there = [copy for copy, place in enumerate(placed) if place is not None]
    return Stored(
        placed,
        at.number(element, "asmNum", 0, 10**9 - 1, 0),
        at.number(element, "solNum", 0, 10**9 - 1, 0),
        None if separation is None else _separation(separation, at, there),
        None if info is None else info.text,
    )


def _assembly(element: Element, at: _At) -> tuple[Placed | None, ...]:
    words = iter(element.text.split())
    found: list[Placed | None] = []
    for word in words:
        if len(found) == MOST_PIECES:
            at.fail(f"the assembly has more than {MOST_PIECES} pieces, which is the limit")
        if word == "x":
            found.append(None)
            continue
        four = [word, next(words, ""), next(words, ""), next(words, "")]
        if not all(map(_NUMBER.fullmatch, four)) or max(abs(int(n)) for n in four) > MOST or int(four[3]) < 0:
            at.fail(f"the assembly has {shown(' '.join(four))}, a piece is four integers x y z turn, or x")
        x, y, z, turn = map(int, four)
        found.append(Placed((x, y, z), turn))
    return tuple(found)


def _separation(element: Element, at: _At, placed: list[int]) -> Separation:
    listed = element.first("pieces")
    if listed is None:
        at.fail("a separation has no pieces")
    pieces = at.numbers(listed)
    if not pieces or not set(pieces) <= set(placed) or len(set(pieces)) < len(pieces):
        at.fail(f"a separation has the pieces {shown(pieces)}, allowed are different numbers of {shown(placed)}")
    states = []
    for state in element.all("state"):
        axes = [child for child in (state.first("dx"), state.first("dy"), state.first("dz")) if child is not None]
        places = [at.numbers(axis) for axis in axes]
        if [*map(len, places)] != [len(pieces)] * 3:
            at.fail(f"a state of a separation does not have three numbers for each of its {len(pieces)} pieces")
        states.append(tuple((x, y, z) for x, y, z in zip(*places, strict=True)))
    if not states:
        at.fail("a separation has no states")
    parts = {child.attributes.get("type"): _separation(child, at, placed) for child in element.all("separation")}
    return Separation(tuple(pieces), tuple(states), parts.get("left"), parts.get("removed"))
