"""What a text of puzzlecad says of a printed part: its cells, and the joints by which parts are glued to a piece.

A cube is a letter or `+`, and `.` none.  `{components=...}` leaves of a cube some of 24 tetrahedra, those of the grid
rhombic: `z+y-` is the one at the upper face beside the edge towards y-, `z+` all four at this face, and `sz+y-` a
slice, half of the cube.  `{connect=mz+y-,clabel=A}` is a joint: male or female, on the face z+, turned so that the
second direction of one lies on that of the other; `{connect=mz+,clabel=Ay-}` is the same in old files.  `dm` and `df`
are joints on the plane between two tetrahedra, such as z+y- and y-z+, with `~` moved by half a cube.  Each male joint
is glued to a female one with the same label, or to one without.

Parts are kept as *orthoschemes*, halves of these tetrahedra, of which a cube has 48: they stay the same set when all is
moved by half a cube along all axes, as one part may be towards another.  With cubes of the edge 8, the centre of each
is that of its cube plus (3, 2, 1) in any order and with any signs: 3 towards a face, 2 towards an edge, 1 to a corner.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import NamedTuple

from satpuzzle.errors import PuzzleError

Vector = tuple[int, int, int]
Matrix = tuple[Vector, Vector, Vector]  # its columns: the images of the axes

FACES = {axis + sign: (axis, 1 if sign == "+" else -1) for axis in "xyz" for sign in "-+"}
_PRINTED = {"label_orient", "label_text", "label_font", "label_hoffset", "label_voffset", "label_scale", "circle"}
_JOINT = re.compile(r"(d?)([mf])([xyz][-+])([xyz][-+])?(~?)")
EDGE = 8  # of a cube, whose centre is (4, 4, 4)
_NAME = re.compile(r"(?:[xyz][-+]){1,3}")


class Joint(NamedTuple):
    """A joint, in coordinates in which a cube has the edge 8."""

    male: bool
    label: str
    diagonal: bool
    at: Vector  # the centre of the cube that it is on, moved if it is twisted
    face: Vector
    edge: Vector | None  # the second direction; None: turned in any way

    def moved(self, turn: Matrix, step: Vector) -> "Joint":
        """Return the joint after a motion."""
        edge = None if self.edge is None else _turned(turn, self.edge)
        return self._replace(at=_sum(_turned(turn, self.at), step), face=_turned(turn, self.face), edge=edge)

    def suits(self, other: "Joint") -> bool:
        """Tell whether it may be glued to another one, if they are brought together."""
        alike = self.label == other.label or not (self.label and other.label)
        return alike and self.male != other.male and self.diagonal == other.diagonal

    def meets(self, other: "Joint") -> bool:
        """Tell whether it is where the other one belongs."""
        if self.diagonal:
            return (self.at, self.face, self.edge) == (other.at, other.edge, other.face)
        apart = _times(other.face, EDGE)
        fits = self.at == _sum(other.at, apart) and self.face == _times(other.face, -1)
        return fits and (None in (self.edge, other.edge) or self.edge == other.edge)


class Part(NamedTuple):
    """A printed part: the centres of its orthoschemes, and its joints."""

    cells: frozenset[Vector]
    joints: tuple[Joint, ...]
    call: int  # the number of the call that prints it
    cut: bool  # whether it has more than whole cubes

    def moved(self, turn: Matrix, step: Vector) -> "Part":
        """Return the part after a motion."""
        cells = frozenset(_sum(_turned(turn, cell), step) for cell in self.cells)
        return self._replace(cells=cells, joints=tuple(joint.moved(turn, step) for joint in self.joints))


def part_of(layers: Sequence[str], call: int, where: str) -> Part:
    """Return the part that texts for its layers say.  Raises PuzzleError if they are not of puzzlecad's form."""
    known = layers[0][1:-1] if layers[0].startswith("{") else None
    cells, joints, cut = set[Vector](), list[Joint](), False
    for z, layer in enumerate(layers[known is not None :]):
        for x, y, mark, said in _cubes(layer, known, where):
            notes = _annotations(said, where)
            centre = _sum(_times((x, y, z), EDGE), (EDGE // 2,) * 3)
            if mark != ".":
                cut |= "components" in notes
                cells |= {_sum(centre, cell) for cell in _orthoschemes(notes.get("components"), where)}
            joints += _joints(notes, centre, where)
    return Part(frozenset(cells), tuple(joints), call, cut)


def glued(parts: list[Part]) -> list[Part]:
    """Return the pieces of which these are the printed parts.

    A file may print a puzzle in several ways, with the same labels.  So parts of one call are glued to each other first
    if they are all that it takes, then if *tips* are: parts with one joint each, of a call that has no others.  A tip,
    or at last any part with one joint, of another call is there as often as it is asked for.  Raises PuzzleError for a
    joint without a match.
    """
    left, pieces = list(parts), list[Part]()
    tips = [part for part in parts if all(len(other.joints) == 1 for other in parts if other.call == part.call)]
    calls = dict.fromkeys(part.call for part in parts)
    for lent, call in product(([], tips), calls):
        own = [part for part in left if part.call == call]
        others = [part for part in left if part.call != call]
        with suppress(PuzzleError):
            spare = [part for part in others if part in lent]
            found, used = _glued(own, spare, [] if own and own[0] in tips else lent)
            pieces += found
            left = [part for part in others if not any(part is each for each in used)]
    return pieces + _glued(left, [], [part for part in parts if len(part.joints) == 1])[0]


def _glued(own: list[Part], spare: list[Part], copied: list[Part]) -> tuple[list[Part], list[Part]]:
    """Return the pieces that have all parts of a list, and which spare parts they have; a copied part stays there."""
    left, pieces, used = list(own), list[Part](), list[Part]()
    while left:  # parts with many joints first, to which others are glued
        body = left.pop(max(range(len(left)), key=lambda k: (len(left[k].joints), len(left[k].cells), -k)))
        while body.joints:
            free = [part for part in spare if not any(part is each for each in used)]
            found = _matching(body, left) or _matching(body, free)
            found = found or _matching(body, [part for part in copied if part.call != body.call])
            if found is None:
                raise PuzzleError(f'a joint with the label "{body.joints[0].label}" has no match')
            part, body = found
            left = [each for each in left if each is not part]
            used += [each for each in free if each is part]
        pieces.append(body)
    return pieces, used


def _matching(body: Part, others: list[Part]) -> tuple[Part | None, Part] | None:
    """Return a part that is glued to the first joint of a piece and the piece with it, None if there is none.

    Of several ways the one is taken that closes most joints, first of those of parts in the same call.
    """
    joint, rest = body.joints[0], body.joints[1:]
    for other in rest:  # parts that are glued already
        if joint.suits(other) and joint.meets(other):
            return None, body._replace(joints=tuple(each for each in rest if each is not other))
    best: tuple[tuple[bool, int], Part, Part] | None = None
    for part in others:
        for other in part.joints:
            for turn, step in _ways(other, joint) if joint.suits(other) else ():
                there = part.moved(turn, step)
                if there.cells & body.cells:
                    continue
                open_ones = _open([*body.joints], [*there.joints])
                rank = (part.call == body.call, len(body.joints) + len(there.joints) - len(open_ones))
                if best is None or rank > best[0]:
                    cells, cut = body.cells | there.cells, body.cut or part.cut
                    best = rank, part, Part(cells, tuple(open_ones), body.call, cut)
    return None if best is None else best[1:]


def _open(own: list[Joint], others: list[Joint]) -> list[Joint]:
    """Return the joints of two parts that do not meet each other."""
    left = list(others)
    found = []
    for joint in own:
        k = next((k for k, other in enumerate(left) if joint.suits(other) and joint.meets(other)), None)
        if k is None:
            found.append(joint)
        else:
            del left[k]
    return found + left


def _ways(joint: Joint, onto: Joint) -> Iterator[tuple[Matrix, Vector]]:
    """Yield the motions that bring a joint to where it meets another one."""
    for edge in [joint.edge] if joint.edge is not None else _around(joint.face):
        for target in [onto.edge] if onto.edge is not None else _around(onto.face)[:1]:
            if onto.diagonal:
                turn, at = _turning((joint.face, edge), (target, onto.face)), onto.at
            else:
                turn = _turning((joint.face, edge), (_times(onto.face, -1), target))
                at = _sum(onto.at, _times(onto.face, EDGE))
            yield turn, _sum(at, _times(_turned(turn, joint.at), -1))


def _around(face: Vector) -> list[Vector]:
    units = [_unit(name) for name in FACES]
    return [unit for unit in units if not any(a * b for a, b in zip(unit, face, strict=True))]


def _turning(pair: tuple[Vector, Vector], to: tuple[Vector, Vector]) -> Matrix:
    """Return the rotation that carries two perpendicular units to two others."""
    own, there = (*pair, _cross(*pair)), (*to, _cross(*to))
    x, y, z = ([sum(own[k][axis] * there[k][row] for k in range(3)) for row in range(3)] for axis in range(3))
    return (x[0], x[1], x[2]), (y[0], y[1], y[2]), (z[0], z[1], z[2])


def _turned(turn: Matrix, place: Vector) -> Vector:
    x, y, z = (sum(turn[axis][row] * place[axis] for axis in range(3)) for row in range(3))
    return x, y, z


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _sum(a: Sequence[int], b: Sequence[int]) -> Vector:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _times(a: Vector, many: int) -> Vector:
    return many * a[0], many * a[1], many * a[2]


def _unit(face: str) -> Vector:
    axis, sign = FACES[face]
    return sign * (axis == "x"), sign * (axis == "y"), sign * (axis == "z")


def _cubes(layer: str, known: str | None, where: str) -> Iterator[tuple[int, int, str, str]]:
    """Yield the column, the row, the mark and the annotations of each cube of a layer."""
    x = y = at = 0
    while at < len(layer):
        mark, at = layer[at], at + 1
        if mark == "|":
            x, y = 0, y + 1
            continue
        said = ""
        if layer[at : at + 1] == "{":
            end = _closing(layer, at + 1, where)
            said, at = layer[at + 1 : end], end + 1
        if mark == "#" and known is not None:
            yield x, y, mark, known
        elif mark in ".+" or (mark.isascii() and mark.islower()):
            yield x, y, mark, said
        else:
            raise PuzzleError(f'{where}: "{mark}" in "{layer[:40]}": allowed are a to z, +, ., | and annotations')
        x += 1


def _closing(layer: str, at: int, where: str) -> int:
    """Return where the brace that was opened before a place is closed."""
    depth = 1
    for end in range(at, len(layer)):
        depth += {"{": 1, "}": -1}.get(layer[end], 0)
        if not depth:
            return end
    raise PuzzleError(f'{where}: "{layer[:40]}" has a brace that is not closed')


def _annotations(said: str, where: str) -> dict[str, str]:
    """Return what is said of a cube that changes the piece."""
    found = {}
    for annotation in re.split(r",(?![^{]*\})", said) if said else []:
        key, _, value = annotation.partition("=")
        if key in ("components", "connect", "clabel"):
            found[key] = value
        elif key not in _PRINTED:
            raise PuzzleError(f"{where}: {{{annotation}}}: no annotation of puzzlecad ({key})")
    return found


def _listed(value: str) -> list[str]:
    return [each.strip() for each in value.strip("{}").split(",") if each.strip()]


def _orthoschemes(said: str | None, where: str) -> set[Vector]:
    """Return the orthoschemes of a cube around the origin: all, or those of the components."""
    every = {(f, e, v) for f, e, v in product(FACES, repeat=3) if len({f[0], e[0], v[0]}) == 3}
    if said is not None:
        wanted = set[str]()
        for name in _listed(said):
            bare = name.removeprefix("s")
            if _NAME.fullmatch(bare) and len({*bare[::2]}) == len(bare) // 2 and (bare == name or len(bare) == 4):
                wanted |= {name} if bare == name else {*_slice(bare[:2], bare[2:])}
            else:
                raise PuzzleError(f"{where}: components={said}: allowed are tetrahedra such as z+ and z+y-")
        every = {(f, e, v) for f, e, v in every if {f, f + e, f + e + v} & wanted}
    return {_sum(_times(_unit(f), 3), _sum(_times(_unit(e), 2), _unit(v))) for f, e, v in every}


def _slice(one: str, other: str) -> list[str]:
    """Return the components of half a cube."""
    sides = [face + edge for face in FACES for edge in (one, other) if face[0] not in (one[0], other[0])]
    return [one, other, *sides]


def _joints(notes: dict[str, str], at: Vector, where: str) -> Iterator[Joint]:
    labels = _listed(notes.get("clabel", ""))
    for number, said in enumerate(_listed(notes.get("connect", ""))):
        found = _JOINT.fullmatch(said)
        if found is None or (found[1] and not found[4]) or (found[4] and found[3][0] == found[4][0]):
            raise PuzzleError(f"{where}: connect={said}: no joint of puzzlecad, such as mz+y- and dfx+z-")
        place = _sum(at, (-EDGE // 2,) * 3) if found[5] else at
        label = labels[min(number, len(labels) - 1)] if labels else ""
        edge = found[4] or label[1:]  # of old files: the printed letter tells how a joint is turned, as in Ay-
        if edge and (edge not in FACES or edge[0] == found[3][0]):
            raise PuzzleError(f"{where}: clabel={label}: allowed is a letter, or one with a direction such as Ay-")
        yield Joint(found[2] == "m", label[:1], bool(found[1]), place, _unit(found[3]), _unit(edge) if edge else None)
