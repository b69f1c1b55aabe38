"""Writes plain data as BurrTools files, with the order of elements and the white space of BurrTools."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from satpuzzle import data
from satpuzzle.puzzle.formats.burr import Burr, Part, Placed, Problem, Separation, Shape, Stored

_MARKS = "_#+"
_IN_TEXT = {"\r": "&#13;"}
_IN_ATTRIBUTES = _IN_TEXT | {"\n": "&#10;", "\t": "&#9;"}


def save(burr: Burr, path: str | Path) -> None:
    """Write a BurrTools file, compressed as BurrTools does.  Raises OSError if it cannot be written."""
    data.write(path, gzip.compress(text(burr).encode("utf-8", "replace"), mtime=0))


def text(burr: Burr) -> str:
    """Return the XML of a BurrTools file."""
    return "\n".join(_lines(burr)) + "\n"


def _lines(burr: Burr) -> Iterator[str]:
    yield '<?xml version="1.0"?>'
    yield '<puzzle version="2">'
    yield f'  <gridType type="{burr.grid}"/>'
    colours = [_tag("color", red=red, green=green, blue=blue) for red, green, blue in burr.colours]
    yield from _nested(2, "<colors>", colours)
    yield from _nested(2, "<shapes>", [_shape(shape) for shape in burr.shapes])
    yield from _nested(2, "<problems>", [line for problem in burr.problems for line in _problem(problem)])
    popup = ' popup=""' if burr.popup else ""
    yield f"  <comment{popup}>{escape(burr.comment, _IN_TEXT)}</comment>" if burr.comment else f"  <comment{popup}/>"
    yield "</puzzle>"


def _tag(name: str, /, **attributes: object) -> str:
    """Return an XML element without content; attributes that are None are left out."""
    given = {key: value for key, value in attributes.items() if value is not None}
    return f"<{name}{''.join(f' {key}={quoteattr(str(value), _IN_ATTRIBUTES)}' for key, value in given.items())}/>"


def _nested(depth: int, opening: str, lines: list[str]) -> Iterator[str]:
    """Yield the lines of an XML element, indented by `depth`: the opening tag, the given lines, the closing tag."""
    margin = " " * depth
    if not lines:
        yield f"{margin}{opening[:-1]}/>"
        return
    yield margin + opening
    yield from (f"{margin}  {line}" for line in lines)
    yield f"{margin}</{opening[1:-1].split(' ', 1)[0]}>"


def _opening(name: str, /, **attributes: object) -> str:
    return _tag(name, **attributes)[:-2] + ">"


def _shape(shape: Shape) -> str:
    x, y, z = shape.voxels.shape
    hotspot = {key: value or None for key, value in zip(("hx", "hy", "hz"), shape.hotspot, strict=True)}
    weight = None if shape.weight == 1 else shape.weight
    opening = _opening("voxel", x=x, y=y, z=z, **hotspot, weight=weight, name=shape.name or None, type=0)
    pairs = zip(shape.voxels.ravel(order="F").tolist(), shape.colours.ravel(order="F").tolist(), strict=True)
    return f"{opening}{''.join(_MARKS[state] + (str(colour) if colour else '') for state, colour in pairs)}</voxel>"


def _problem(problem: Problem) -> list[str]:
    opening = _opening(
        "problem",
        name=problem.name or None,
        state=problem.state,
        assemblies=problem.assemblies,
        solutions=problem.solutions,
        time=problem.seconds,
        maxHoles=problem.empty,
    )
    lines = [*_nested(0, "<shapes>", [line for part in problem.parts for line in _part(part)])]
    if problem.result is not None:
        lines.append(_tag("result", id=problem.result))
    lines += _nested(0, "<bitmap>", [_tag("pair", piece=own - 1, result=below - 1) for own, below in problem.pairs])
    if problem.assembler is not None:
        version, state = problem.assembler
        lines.append(f"{_opening('assembler', version=version)}{escape(state, _IN_TEXT)}</assembler>")
    if problem.stored:
        lines += _nested(0, "<solutions>", [line for stored in problem.stored for line in _stored(stored)])
    return [*_nested(0, opening, lines)]


def _part(part: Part) -> Iterator[str]:
    times: dict[str, object] = {"count": part.max}
    if part.min != part.max:
        times = {"min": part.min, "max": part.max}
    if len(part.groups) == 1 and part.groups[0][1] == part.max:
        yield _tag("shape", id=part.shape, **times, group=part.groups[0][0])
        return
    groups = [_tag("group", group=group, count=count) for group, count in part.groups]
    yield from _nested(0, _opening("shape", id=part.shape, **times), groups)


def _stored(stored: Stored) -> Iterator[str]:
    lines = [f"<assembly>{' '.join(map(_placed, stored.assembly))}</assembly>"]
    if stored.separation is not None:
        lines += _separation(stored.separation, None)
    if stored.info is not None:
        lines.append(f"<separationInfo>{escape(stored.info, _IN_TEXT)}</separationInfo>")
    numbers = {"asmNum": stored.assembly_number or None, "solNum": stored.solution_number or None}
    yield from _nested(0, _opening("solution", **numbers), lines)


def _placed(placed: Placed | None) -> str:
    return "x" if placed is None else " ".join(map(str, (*placed.place, placed.turn)))


def _separation(separation: Separation, kind: str | None) -> Iterator[str]:
    pieces = " ".join(map(str, separation.pieces))
    lines = [f'<pieces count="{len(separation.pieces)}">{pieces}</pieces>']
    for state in separation.states:
        axes = zip(("dx", "dy", "dz"), zip(*state, strict=True), strict=True)
        lines += _nested(0, "<state>", [f"<{name}>{' '.join(map(str, places))}</{name}>" for name, places in axes])
    for below, name in ((separation.removed, "removed"), (separation.left, "left")):
        if below is not None:
            lines += _separation(below, name)
    yield from _nested(0, _opening("separation", type=kind), lines)
