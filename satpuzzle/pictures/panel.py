"""Panels: one projection of a solution each, as SVG elements.

A panel is an orthographic projection of the pieces' surfaces, drawn from back to front (painter's algorithm).  Sorting
by the depth of cell centres is correct: cells are Voronoi cells, so along a line of sight the depths of the centres are
monotone, whatever the shape of the cells.  An edge is drawn after all faces that it belongs to, and its tips again
after those in the same plane that meet it in a corner only.  Layers are seen from above, side by side; solids are seen
from a corner, or from beside it if some face would be seen edge-on or as if flat.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, groupby
from typing import NamedTuple

import numpy as np

from satpuzzle.pictures.body import DRAWN_BOND, RADIUS
from satpuzzle.pictures.geometry import Key, Places, faces, keys
from satpuzzle.pictures.markup import escaped
from satpuzzle.pictures.parted import parted
from satpuzzle.pictures.scene import Copy, Figure, Scene
from satpuzzle.pictures.shields import Shields
from satpuzzle.pictures.wedges import Paint
from satpuzzle.puzzle.grids import Grid
from satpuzzle.solutions.palette import GREY, OUTLINE, ink, shaded

# Lengths are in cells.
_LINE = 0.055  # width of a piece's outline
_SEAM = 0.05  # width of a stroke that closes the seam between two faces in one plane
_GLASS = f'fill="{GREY}" fill-opacity=".15"'
_TIP = 0.012  # width of a stroke that closes the seam between two parts of a line
_GAP = 0.5  # between layers
LETTER = 0.44  # largest size of letters
_WORD = 1.1  # largest size of a word on a cell, times its number of letters
_ROOM = 2.0  # largest size of a letter, in multiples of the radius of the circle inscribed in its face
NOTE_LINE, NOTE_HEIGHT = 0.6, 0.8  # distance of a note's baseline from the picture above, and height of a note
_ROUND = 9  # points of a half circle around a bond
_TIGHT = 0.8  # how far pieces are moved in space before they are moved apart on the paper, in multiples of `outward`
_SCALES = (1.5, 2.0, 3.0)  # how far pieces that are turned round are moved apart, in multiples of `Scene.outward`
_FACING = 1e-6  # a face is visible if the cosine between its normal and the direction to the viewer is larger


@dataclass(frozen=True)
class Panel:
    """SVG elements, and their bounding box: left, top, right, bottom."""

    parts: list[str]
    box: tuple[float, float, float, float]

    def larger(self, bottom: float) -> "Panel":
        """Return the panel with its bounding box extended downwards by `bottom`."""
        at = self.box
        return Panel(self.parts, (at[0], at[1], at[2], at[3] + bottom))


def note(x: float, y: float, text: str) -> str:
    """Return an SVG text element, centred at x, with its baseline at y."""
    return f'<text class="note" x="{x:.3f}" y="{y:.3f}">{escaped(text)}</text>'


def _eye(azimuth: float, elevation: float) -> Places:
    """Return a projection, (3, 3); its rows are the directions in space of right, down and towards the viewer.

    The viewer is `azimuth` degrees to the right of the front and `elevation` degrees above the horizon.
    """
    (sa, se), (ca, ce) = np.sin(angles := np.radians([azimuth, elevation])), np.cos(angles)
    return np.array([(ca, -sa, 0), (sa * se, ca * se, -ce), (sa * ce, ca * ce, se)])


_ABOVE = _eye(0, 90)
_CORNER = _eye(45, 35.264)  # isometric for cubes
_ELEVATION = 28.0  # degrees above the horizon, when solids turn round
_BESIDE = [_eye(azimuth, elevation) for azimuth in range(10, 81, 5) for elevation in range(20, 41, 5)]
_CLEAR = 0.05  # a face is clear if the cosine between its normal and the line of sight differs more from 0 and from 1


@cache
def corner(grid: Grid) -> Places:
    """Return the projection in which the solids of a grid are drawn: from a corner, or else from a better direction.

    From a corner some faces may be seen edge-on or straight on, so that a tetrahedron would look like a triangle.
    """
    normals = [face.step / np.linalg.norm(face.step) for kind in range(len(grid.kinds)) for face in faces(grid, kind)]

    def clear(eye: Places) -> float:
        cosines = abs(np.array(normals).reshape(-1, 3) @ eye[2])
        return round(float(min(cosines.min(initial=1), 1 - cosines.max(initial=0))), 9)  # the first of equal ones

    return _CORNER if clear(_CORNER) > _CLEAR or not normals else max(_BESIDE, key=clear)


def around(azimuth: float) -> Places:
    """Return the projection for a viewer at a fixed height, `azimuth` degrees to the right of the front."""
    return _eye(azimuth, _ELEVATION)


def layers(scene: Scene) -> Panel:
    """Return a panel of all layers, seen from above and side by side, the lowest first."""
    found = scene.layers()
    boxes = [_box(layer, _ABOVE) for layer in found]
    step = max(right - left for left, _, right, _ in boxes) + _GAP
    picture = projected(_apart(found, [np.array([number * step, 0, 0]) for number in range(len(found))]), _ABOVE)
    for number, (left, _, right, _) in enumerate(boxes if len(found) > 1 else ()):
        picture.parts.append(note((left + right) / 2 + number * step, picture.box[3] + NOTE_LINE, _name(number)))
    return picture.larger(bottom=NOTE_HEIGHT if len(found) > 1 else 0)


def each_layer(scene: Scene) -> list[Panel]:
    """Return a panel of each layer, seen from above, the lowest first; all have one size and equal positions."""
    found = scene.layers()
    boxes = np.array([_box(layer, _ABOVE) for layer in found])
    (left, top), (right, bottom) = boxes[:, :2].min(axis=0).tolist(), boxes[:, 2:].max(axis=0).tolist()
    return [Panel(projected(layer, _ABOVE).parts, (left, top, right, bottom)) for layer in found]


def _name(layer: int) -> str:
    return f"layer {layer + 1}"


def named_layers(scene: Scene) -> list[tuple[str, Panel]]:
    """Return (name, panel) for each layer, seen from a corner, the lowest first."""
    eye = corner(scene.board.grid)
    return [(_name(number), projected(layer, eye)) for number, layer in enumerate(scene.layers())]


def solid(scene: Scene, eye: Places | None = None) -> Panel:
    """Return a panel of the whole solution, by the projection `eye`, by default from a corner.

    If there are no pieces, it shows the cells of the board.
    """
    eye = corner(scene.board.grid) if eye is None else eye
    return projected(scene.figures or list(chain(*scene.layers())), eye)


def exploded(scene: Scene, eye: Places | None = None) -> Panel:
    """Return a panel of the pieces of a solution, moved apart, by the projection `eye`, by default from a corner.

    By default no two pieces overlap on the paper; with `eye`, they are only moved apart in space, so that all pictures
    of a turntable have the same positions.
    """
    if not scene.figures:
        return solid(scene, eye)
    if eye is None:
        eye = corner(scene.board.grid)
        pieces = _apart([[figure] for figure in scene.figures], _TIGHT * scene.outward)
        shifts = parted([_outline([figure], eye) for figure in pieces], _GAP) @ eye[:2]
        return projected(_apart([[figure] for figure in pieces], shifts), eye)
    for scale in _SCALES:
        apart = _apart([[figure] for figure in scene.figures], scale * scene.outward)
        if _clear(apart):
            break
    return projected(apart, eye)


def _clear(figures: Sequence[Figure]) -> bool:
    """Tell whether the bounding boxes in space of all figures are disjoint."""
    corners = [figure.placed(np.concatenate([figure.body.vertices, figure.body.balls])) for figure in figures]
    low, high = (np.array([limit(each, axis=0) for each in corners]) for limit in (np.min, np.max))
    both = (np.minimum(high[:, None], high) - np.maximum(low[:, None], low) > _FACING).all(axis=2)
    return not np.triu(both, 1).any()


def natural(scene: Scene) -> Places:
    """Return the projection in which single pieces are drawn: from above if the board is flat, else from a corner."""
    return _ABOVE if scene.board.flat else corner(scene.board.grid)


def _apart(layers: Sequence[Sequence[Figure]], shifts: Iterable[Places]) -> list[Figure]:
    """Return the figures of all layers, each layer moved by its shift."""
    return [
        replace(figure, place=figure.place + shift)
        for layer, shift in zip(layers, shifts, strict=True)
        for figure in layer
    ]


def _box(figures: Sequence[Figure], eye: Places) -> tuple[float, float, float, float]:
    """Return the bounding box of figures on the paper: left, top, right, bottom."""
    reached = _outline(figures, eye)
    (left, top), (right, bottom) = reached.min(axis=0).tolist(), reached.max(axis=0).tolist()
    return left, top, right, bottom


def _outline(figures: Sequence[Figure], eye: Places) -> Places:
    """Return points on the paper, (points, 2), whose convex hull contains the figures.

    They are the corners of faces, and for each ball those of a square around it.
    """
    corners = np.concatenate([figure.placed(figure.body.vertices) for figure in figures]) @ eye[:2].T
    balls = np.concatenate([figure.placed(figure.body.balls) for figure in figures]) @ eye[:2].T
    square = RADIUS * np.array([(-1, -1), (-1, 1), (1, -1), (1, 1)])
    return np.concatenate([corners, (balls[:, None] + square).reshape(-1, 2)])


@dataclass(frozen=True)
class _Item:
    """A path to draw, followed by further SVG elements (`more`)."""

    depth: float  # towards the viewer
    turn: int  # order among elements of equal depth: empty cells, faces, seams and paint, lines, letters
    style: str  # attributes of the path
    path: str = ""
    more: str = ""


class _Line(NamedTuple):
    """A line from one of its ends: the other end, the normal of a visible face that it bounds, and its depth."""

    other: Places
    normal: Places
    depth: float


_Ends = dict[Key, list[_Line]]  # the lines at each place


def projected(figures: Sequence[Figure], eye: Places) -> Panel:
    """Return a panel of the figures by the projection `eye`."""
    # Where two figures touch, the faces of both are hidden.
    pieces = [figure.placed(figure.body.middles) for figure in figures if figure.copy and not figure.glass]
    touching = Counter(keys(np.concatenate(pieces))) if pieces else Counter()
    visible = [_visible(figure, touching, eye) for figure in figures]
    lines: dict[Key, float] = {}  # by the midpoint of an edge, the largest depth of a visible face that it belongs to
    solids = [(figure, numbers) for figure, numbers in zip(figures, visible, strict=True) if not figure.glass]
    for figure, numbers in solids:
        for key, depth in _edges(figure, numbers, eye):
            lines[key] = max(depth, lines.get(key, depth))
    ends: _Ends = {}
    for figure, numbers in solids:
        for key, line in _ends(figure, numbers, lines):
            ends.setdefault(key, []).append(line)
    # Seen from above, no face hides another.
    shields = None if eye is _ABOVE else Shields.of([one for one, _ in solids], [seen for _, seen in solids], eye[2])
    drawn = chain.from_iterable(
        (*_faces(figure, numbers, lines, ends, eye, shields), *_balls(figure, eye))
        for figure, numbers in zip(figures, visible, strict=True)
    )
    parts: list[str] = []
    # Depths are rounded so that rounding errors do not change the order.
    in_order = sorted(drawn, key=lambda item: (round(item.depth, 6), item.turn))
    for style, run in groupby(in_order, key=lambda item: item.style):
        together = list(run)
        if path := "".join(item.path for item in together):
            parts.append(f'<path {style} d="{path}"/>')
        parts += [item.more for item in together if item.more]
    return Panel(parts, _box(figures, eye))


def _visible(figure: Figure, touching: Counter[Key], eye: Places) -> set[int]:
    """Return the faces of a figure that are drawn: those that face the viewer and touch no other figure."""
    body = figure.body
    if figure.copy is None:  # of empty cells, only the floor
        return {*np.flatnonzero(body.normals[:, 2] < -_FACING).tolist()}
    hidden = np.array([touching[key] > 1 for key in keys(figure.placed(body.middles))], np.bool_)
    return {*np.flatnonzero((body.normals @ eye[2] > _FACING) & ~hidden).tolist()}


def _edges(figure: Figure, seen: set[int], eye: Places) -> Iterator[tuple[Key, float]]:
    """Yield for each edge of a visible face the key of its midpoint and the depth of the face."""
    body = figure.body
    ends = [(number, a, b) for number in sorted(seen) for a, b, _ in body.faces[number].edges()]
    if ends:
        numbers, a, b = map(list, zip(*ends, strict=True))
        depths = figure.placed(body.cells[[body.faces[number].cell for number in numbers]]) @ eye[2]
        yield from zip(keys(figure.placed((body.vertices[a] + body.vertices[b]) / 2)), depths.tolist(), strict=True)


def _ends(figure: Figure, seen: set[int], lines: dict[Key, float]) -> Iterator[tuple[Key, _Line]]:
    """Yield for both ends of each line of a visible face the key of the end, and the line from there."""
    body = figure.body
    sides = [
        (number, a, b) for number in sorted(seen) for a, b, onward in body.faces[number].edges() if onward not in seen
    ]
    for number, *ends in sides if figure.copy else ():
        places = figure.placed(body.vertices[ends])
        depth = lines[keys(places.mean(axis=0)[None])[0]]
        for key, other in zip(keys(places), places[::-1], strict=True):
            yield key, _Line(other, body.faces[number].normal, depth)


def _faces(
    figure: Figure,
    seen: set[int],
    lines: dict[Key, float],
    ends_at: _Ends,
    eye: Places,
    shields: Shields | None,
) -> Iterator[_Item]:
    if figure.copy is None or figure.glass:
        yield from _empty(figure, seen, eye)
        return
    lettered = _lettered(figure, seen, shields) if figure.copy.letter else set()
    drawn = _Drawn.of(figure, seen, lines, ends_at, eye)
    for number in sorted(seen):
        yield from drawn.face(number, figure.copy)
        if number in lettered:
            yield drawn.letter(number, figure.copy)


def _empty(figure: Figure, seen: set[int], eye: Places) -> Iterator[_Item]:
    """Yield the outlines of faces of cells that no piece covers, and of glass the faces, too."""
    body = figure.body
    depths = (figure.placed(body.cells) @ eye[2]).tolist()
    point = [_point(place) for place in (figure.placed(body.vertices) @ eye[:2].T).tolist()]
    for number in sorted(seen):
        face = body.faces[number]
        ends = (f"M{point[a]}L{point[b]}" for a, b, onward in face.edges() if onward not in seen)
        if figure.glass:
            whole = "M" + "L".join(point[corner] for corner in face.corners) + "z"
            yield _Item(depths[face.cell], 5, _GLASS, whole)
        yield _Item(depths[face.cell], 6 * figure.glass, 'class="empty"', "".join(ends))


@dataclass(frozen=True)
class _Drawn:
    """The visible faces of a piece, and where its cells and corners are on the paper."""

    figure: Figure
    seen: set[int]
    lines: dict[Key, float]
    ends_at: _Ends
    eye: Places
    depths: list[float]  # of the cells
    paper: list[list[float]]  # of the corners
    one_path: bool  # faces at one depth that look into one direction are one path, which has no seams

    @classmethod
    def of(cls, figure: Figure, seen: set[int], lines: dict[Key, float], ends_at: _Ends, eye: Places) -> "_Drawn":
        body = figure.body
        depths = (figure.placed(body.cells) @ eye[2]).tolist()
        paper = (figure.placed(body.vertices) @ eye[:2].T).tolist()
        ways = {(round(depths[body.faces[number].cell], 6), *body.faces[number].normal) for number in seen}
        return cls(figure, seen, lines, ends_at, eye, depths, paper, len(ways) == 1)

    def paint(self, number: int, copy: Copy) -> tuple[Paint, float]:
        """Return the colours of a face, and how much light it has."""
        right, near, up = self.figure.body.faces[number].normal.tolist()
        paint = self.figure.paint[number] if self.figure.paint else Paint(copy.colour)
        return paint, 0.74 + 0.26 * up + 0.1 * near - 0.1 * right

    def face(self, number: int, copy: Copy) -> Iterator[_Item]:
        """Yield a face, its seams, the tips of lines in it, its wedges and its lines."""
        face = self.figure.body.faces[number]
        paint, light = self.paint(number, copy)
        fill, depth = shaded(paint.ground, light), self.depths[face.cell]
        whole = np.array([self.paper[corner] for corner in face.corners])
        yield _Item(depth, 1, f'fill="{fill}"', _outlined(whole))
        tips: list[_Item] = []
        for a, b, onward in face.edges():
            if onward in self.seen and onward < number and not self.one_path:
                yield from self.seam(number, (a, b), onward, fill, tips)
        tips += _tips(self.figure, number, face.corners, whole, depth, self.ends_at, self.eye)
        yield from dict.fromkeys(tips)
        for colour, wedge in paint.wedges:
            hue, outline = shaded(colour, light), self.figure.placed(wedge) @ self.eye[:2].T
            style = f'fill="{hue}" stroke="{hue}" stroke-width="{_SEAM / 5}"'
            yield _Item(depth, 2, style, _outlined(outline))
        yield from (self.line(a, b) for a, b, onward in face.edges() if onward not in self.seen and self.ruled(a, b))

    def seam(self, number: int, edge: tuple[int, int], onward: int, fill: str, tips: list[_Item]) -> Iterator[_Item]:
        """Yield what covers the seam of two faces; the tips of lines that it covers are added to `tips`."""
        faces, ends = self.figure.body.faces, np.array([self.paper[corner] for corner in edge])
        depth = max(self.depths[faces[number].cell], self.depths[faces[onward].cell])
        turns = [faces[side].corners for side in (onward, number)]
        halves = [_band(np.array([self.paper[corner] for corner in turn]), ends, _SEAM) for turn in turns]
        yield _Item(depth, 2, f'fill="{fill}"', "".join(map(_outlined, halves)))
        tips += [
            tip for half in halves for tip in _tips(self.figure, number, edge, half, depth, self.ends_at, self.eye)
        ]

    def middle(self, a: int, b: int) -> Places:
        vertices = self.figure.body.vertices
        return self.figure.placed((vertices[[a]] + vertices[[b]]) / 2)

    def ruled(self, a: int, b: int) -> bool:
        """Tell whether an edge is drawn; one where the piece is sewn together is not."""
        return not (self.figure.seams and keys(self.middle(a, b) * (1, 1, 0))[0] in self.figure.seams)

    def line(self, a: int, b: int) -> _Item:
        depth = self.lines[keys(self.middle(a, b))[0]]
        return _Item(depth, 3, 'class="line"', f"M{_point(self.paper[a])}L{_point(self.paper[b])}")

    def letter(self, number: int, copy: Copy) -> _Item:
        body, figure = self.figure.body, self.figure
        paint, light = self.paint(number, copy)
        turn = body.vertices[list(body.faces[number].corners)]
        edges = keys(figure.placed((turn + np.roll(turn, -1, axis=0)) / 2))
        place, size = (figure.placed(body.middles[number]) @ self.eye[:2].T).tolist(), _size(turn @ self.eye[:2].T)
        letter = _letter(copy.letter, place, shaded(paint.below, light), size)
        return _Item(max(self.lines[key] for key in edges), 4, "", more=letter)


def _tips(
    figure: Figure, number: int, corners: Sequence[int], covered: Places, depth: float, ends_at: _Ends, eye: Places
) -> Iterator[_Item]:
    """Yield the parts of lines that were covered at this depth, by a face or by a seam, `covered` on the paper.

    Lines have a width.  A line that ends at one of the corners, and bounds a face in the plane of this one, reaches
    into it if the corner is acute.
    """
    normal = figure.body.faces[number].normal
    places = figure.placed(figure.body.vertices[list(corners)])
    for key, corner in zip(keys(places), places, strict=True):
        for line in ends_at.get(key, ()):
            in_plane = normal @ line.normal > 1 - _FACING and abs((line.other - corner) @ normal) < _FACING
            if in_plane and round(line.depth, 6) < round(depth, 6):
                part = _band(covered, np.array([corner, line.other]) @ eye[:2].T, _LINE)
                style = f'fill="{OUTLINE}" stroke="{OUTLINE}" stroke-width="{_TIP}"'
                yield _Item(depth, 3, style, _outlined(part))


def _outlined(polygon: Places) -> str:
    """Return the path of a polygon; "" if it has no area."""
    return "M" + "L".join(map(_point, polygon.tolist())) + "z" if len(polygon) > 2 else ""


def _band(polygon: Places, ends: Places, width: float) -> Places:
    """Return what a line of this width covers of a convex polygon, (corners, 2), by Sutherland and Hodgman."""
    along = (ends[1] - ends[0]) / np.linalg.norm(ends[1] - ends[0])
    across = np.array([-along[1], along[0]])
    for normal, start, most in (
        (across, ends[0], width / 2),
        (-across, ends[0], width / 2),
        (along, ends[1], 0.0),
        (-along, ends[0], 0.0),
    ):
        beyond = (polygon - start) @ normal - most
        kept: list[Places] = []
        for at, (here, there) in enumerate(zip(beyond, np.roll(beyond, -1), strict=True)):
            kept += [polygon[at]] if here <= _FACING else []
            if min(here, there) < -_FACING and max(here, there) > _FACING:
                kept.append(polygon[at] + (polygon[(at + 1) % len(polygon)] - polygon[at]) * here / (here - there))
        polygon = np.array(kept).reshape(-1, 2)
    return polygon


def _size(corners: Places) -> float:
    """Return the largest suitable size of a letter on a face, given by its corners on the paper, (corners, 2)."""
    along, inward = np.roll(corners, -1, axis=0) - corners, corners.mean(axis=0) - corners
    away = abs(along[:, 0] * inward[:, 1] - along[:, 1] * inward[:, 0]) / np.linalg.norm(along, axis=1)
    return min(LETTER, _ROOM * float(away.min()))


def _lettered(figure: Figure, seen: set[int], shields: Shields | None) -> set[int]:
    """Return the faces that get a letter; at most one of each connected set of visible faces (`seen`).

    Upper faces are preferred, then those that other figures hide least, then those nearest to the middle.  A set
    whose best face is hidden more than that of another set gets no letter.
    """
    body = figure.body
    found: dict[int, int] = {}  # faces, and how much of them is hidden
    for cluster in body.clusters(seen):
        faces = [face for face in cluster if body.normals[face, 2] > _FACING] or cluster
        middle = body.middle(faces)
        away = np.linalg.norm(body.middles[faces] - body.middles[middle], axis=1).round(6).tolist()
        for _, face in sorted(zip(away, faces, strict=True)):
            hidden = 0 if shields is None else _hidden(figure, face, shields)
            if hidden < found.get(middle, hidden + 1):
                found.pop(middle, None)
                middle = face
                found[middle] = hidden
            if not hidden:
                break
    least = min(found.values(), default=0)
    return {face for face, hidden in found.items() if hidden == least}


def _hidden(figure: Figure, face: int, shields: Shields) -> int:
    return shields.hidden(figure.placed(figure.body.vertices[list(figure.body.faces[face].corners)]))


def _balls(figure: Figure, eye: Places) -> Iterator[_Item]:
    places, copy = figure.placed(figure.body.balls), figure.copy
    paper, depths = (places @ eye[:2].T).tolist(), (places @ eye[2]).tolist()
    style = 'class="empty"' if copy is None else f'class="ball" fill="url(#{gradient(copy.colour)})"'
    for (x, y), depth in zip(paper, depths, strict=True):
        ball = f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{RADIUS}" {style}/>'
        letter = _letter(copy.letter, (x, y), copy.colour) if copy and copy.letter else ""
        yield _Item(depth, 0, "", more=ball + letter)
    if copy is None:
        return
    style = f'class="bond" fill="{shaded(copy.colour, 0.88)}"'
    for pair in figure.body.bonds:
        near, far = sorted(pair, key=lambda ball: -depths[ball])
        if len(outline := _bond(places[[near, far]] @ eye.T)):
            yield _Item(depths[near], 1, style, "M" + "L".join(map(_point, outline.tolist())) + "z")


def _bond(balls: Places) -> Places:
    """Return the visible outline of the bond between two balls; it is empty if the bond is hidden.

    The balls are given in projection, (2, 3): right, down, towards the viewer, the nearer one first.  A bond is a
    cylinder.  Its half that faces the viewer is visible between the circle where it leaves the nearer ball and the
    circle where it enters the other one, except for the part that the nearer ball covers.
    """
    axis = balls[1] - balls[0]
    length, across = float(np.linalg.norm(axis)), float(np.linalg.norm(axis[:2]))
    if across < _FACING:
        return np.zeros((0, 2))
    slope, rise = across / length, -float(axis[2]) / length  # sine and cosine between the bond and the line of sight
    angle = np.linspace(0, np.pi, _ROUND)  # around the bond, from its left edge over the middle to the right edge
    aside, bulge = DRAWN_BOND * np.cos(angle), DRAWN_BOND * np.sin(angle)
    ring = math.sqrt(RADIUS**2 - DRAWN_BOND**2)  # distance of the circle from the ball's centre
    leaving = np.where(bulge * slope >= ring * rise, ring * slope + bulge * rise, np.sqrt(RADIUS**2 - aside**2))
    entering = (length - ring) * slope + bulge * rise
    if not (seen := entering > leaving).any():
        return np.zeros((0, 2))
    onward = axis[:2] / across
    frame = np.array([(-onward[1], onward[0]), onward])
    there, back = (np.column_stack([aside, along])[seen] @ frame for along in (leaving, entering))
    outline: Places = balls[0, :2] + np.concatenate([there, back[::-1]])
    return outline


def gradient(colour: str) -> str:
    """Return the id of the gradient that shades a circle of this colour as a ball."""
    return f"ball-{colour[1:]}"


def _letter(letter: str, place: Sequence[float], paper: str, size: float = LETTER) -> str:
    x, y = place
    size = min(size, _WORD / len(letter))
    small = f' style="font-size:{_number(size)}px"' if size < LETTER else ""
    at = f'x="{_number(x)}" y="{_number(y + size * 0.36)}"'
    return f'<text {at} fill="{ink(paper)}"{small}>{escaped(letter)}</text>'


def _point(place: Sequence[float]) -> str:
    return " ".join(map(_number, place))


def _number(value: float) -> str:
    exact = round(value, 9)  # without errors of rounding, which differ between machines
    return f"{exact:.3f}".rstrip("0").rstrip(".") if abs(exact) >= 5e-4 else "0"


STYLE = (
    f".satpuzzle .line{{fill:none;stroke:{OUTLINE};stroke-width:{_LINE};stroke-linecap:round}}"
    f".satpuzzle .empty{{fill:none;stroke:{GREY};stroke-width:.03;stroke-dasharray:.1 .08}}"
    ".satpuzzle path{stroke-linejoin:bevel}"  # mitred seams would stick out at sharp corners
    f".satpuzzle .ball,.satpuzzle .bond{{stroke:{OUTLINE};stroke-width:.02}}"
    f".satpuzzle text{{font:bold {LETTER}px sans-serif;text-anchor:middle}}"
    f".satpuzzle .note,.satpuzzle .name{{font-weight:normal;fill:{GREY}}}"
    ".satpuzzle .name{font-size:1px;text-anchor:start}"
    ".satpuzzle .tile{font-size:1px}"
)
