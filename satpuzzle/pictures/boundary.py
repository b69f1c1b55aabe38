"""Boundaries: the closed surface of a set of cells with its exact topology, and how it is moved inwards.

The boundary consists of the faces that only one cell has.  Where it touches itself, along an edge with more than two
faces or in a vertex, each side gets corners of its own; so each edge of what `closed` returns has two faces, and two
cells that meet in an edge only are two bodies.

Half of a gap is removed all over the surface: around each face lies a slab, whose faces are parallel to those of the
grid's cells, and half of the gap away.  Where planes of faces meet, slabs end in the same planes, so nothing is left
between them and no groove is cut.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeVar

import numpy as np

from satpuzzle.pictures.body import Body, Facet, solid
from satpuzzle.pictures.geometry import Key, Places, faces, keys, places, round_cells
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.grids.bodies import CLOSE, distinct, turn, vertices
from satpuzzle.puzzle.parts import number_of_parts

# Corners, (n, 3), and the numbers of the corners of each face, counter-clockwise as seen from outside.
Mesh = tuple[Places, list[tuple[int, ...]]]
Corner = tuple[int, int]  # a face and one of its vertices
Thing = TypeVar("Thing")


def surface(cells: Points, grid: Grid) -> Body:
    """Return the boundary of cells that are no balls, in cells, without letters."""
    return solid(places(cells, grid), [faces(grid, kind) for kind in grid.kind(cells).tolist()], lambda _: False)


def closed(body: Body) -> Mesh:
    """Return the boundary of a body as a mesh in which each edge has two faces, and no other edge has its two ends."""
    body = _halved(body)
    edges, same = _directed(body), dict[Corner, Corner]()
    for (a, b), here in edges.items():
        for face in here:
            other = _across(body, face, (a, b), edges[b, a])
            for end in (a, b):
                same[_first(same, (face, end))] = _first(same, (other, end))
    numbers: dict[Corner, int] = {}
    turns = [
        tuple(numbers.setdefault(_first(same, (number, end)), len(numbers)) for end in face.corners)
        for number, face in enumerate(body.faces)
    ]
    return body.vertices[[end for _, end in numbers]], turns


def pinched(body: Body) -> list[tuple[int, int]]:
    """Return the pairs of a body's cells, by their numbers, that meet in an edge with more than two faces."""
    several = (here for (a, b), here in _directed(body).items() if a < b)
    return sorted((body.faces[one].cell, body.faces[other].cell) for one, *others in several for other in others)


def number_of_bodies(cells: Points, grid: Grid) -> int:
    """Return the number of bodies that the cells form: sticks that meet in a point are neighbours, and no body."""
    if round_cells(grid):
        return number_of_parts(cells, grid)
    same, at = dict[int, int](), dict[Key, int]()
    for number, (centre, kind) in enumerate(zip(places(cells, grid), grid.kind(cells).tolist(), strict=True)):
        for key in keys(np.array([centre + face.corners.mean(axis=0) for face in faces(grid, kind)])):
            same[_first(same, number)] = _first(same, at.setdefault(key, number))
    return len({_first(same, number) for number in range(len(cells))})


def _halved(body: Body) -> Body:
    """Return a body with a vertex in the middle of each edge that has more than two faces.

    The sides of such an edge may be joined round both its ends; then only their middles tell the edges apart.
    """
    several = [(a, b) for (a, b), here in _directed(body).items() if a < b and len(here) > 1]
    middles = {frozenset(ends): number for number, ends in enumerate(several, len(body.vertices))}
    halves = body.vertices[np.array(several, int).reshape(-1, 2)].mean(axis=1)
    faces = tuple(_with_middles(face, middles) for face in body.faces)
    return replace(body, vertices=np.concatenate([body.vertices, halves]), faces=faces)


def _with_middles(face: Facet, middles: Mapping[frozenset[int], int]) -> Facet:
    """Return a face with the middles of its edges as corners, the first of which is a middle, if there is one.

    The fan of triangles from the middle of an edge has none without an area, whatever other edges have middles.
    """
    edges = [(a, onward, middles.get(frozenset((a, b)))) for a, b, onward in face.edges()]
    sides = [(corner, onward) for a, onward, middle in edges for corner in (a, middle) if corner is not None]
    first = sides.index(max(sides))  # middles have the largest numbers
    corners, onward = zip(*sides[first:], *sides[:first], strict=True)
    return replace(face, corners=corners, onward=onward)


def _directed(body: Body) -> dict[tuple[int, int], list[int]]:
    """Return the faces at each edge, by its ends in the order in which the face has them."""
    found: dict[tuple[int, int], list[int]] = {}
    for number, face in enumerate(body.faces):
        for a, b, _ in face.edges():
            found.setdefault((a, b), []).append(number)
    return found


def _across(body: Body, face: int, edge: tuple[int, int], others: Sequence[int]) -> int:
    """Return which of the other faces at an edge comes next when one turns round it, from a face through the solid."""
    start, end = body.vertices[list(edge)]
    normal = body.faces[face].normal
    inwards = np.cross(normal, end - start)

    def angle(other: int) -> float:
        there = np.cross(end - start, body.faces[other].normal)
        turned = float(np.arctan2(-there @ normal * np.linalg.norm(end - start), there @ inwards))
        return (turned - CLOSE) % (2 * np.pi)  # between two faces that lie on each other, it is a full turn

    return min(others, key=angle)


def _first(same: dict[Thing, Thing], thing: Thing) -> Thing:
    """Return what stands for all things that are the same (union-find)."""
    while (onward := same.get(thing, thing)) != thing:
        same[thing], thing = same.get(onward, onward), onward  # shortens the way for the next time
    return thing


@cache
def _normals(grid: Grid) -> Places:
    """Return the normals of all faces of a grid's cells and their opposites, (n, 3)."""
    steps = np.array([face.step for kind in range(len(grid.kinds)) for face in faces(grid, kind)])
    units = steps / np.linalg.norm(steps, axis=1)[:, None]
    return distinct(np.concatenate([units, -units]) + 0.0)


def slab(corners: Places, grid: Grid, half: float) -> Mesh:
    """Return the slab around a face of the boundary: all points that are at most `half` outside in each direction."""
    normals = _normals(grid)
    sides = (corners @ normals.T).max(axis=0) + half
    points = vertices(normals, sides)
    touching = [
        np.flatnonzero(abs(points @ normal - side) < CLOSE) for normal, side in zip(normals, sides, strict=True)
    ]
    turns = [
        tuple(on[turn(points[on], normal)].tolist())
        for on, normal in zip(touching, normals, strict=True)
        if len(on) > 2
    ]
    return points, turns
