"""Meshes for 3D printers and viewers: pieces and solutions as STL, 3MF, GLB, PLY or OBJ.

A piece is bounded by the faces that only one of its cells has (`boundary.py`).  So that printed pieces fit, half of the
gap is removed all over its surface: a slab around each face is subtracted.  This moves the surface inwards along convex
and concave edges, and separates cells that touch only along an edge.  Balls are smaller by the gap, and joined by
bonds.  Flat pieces have the outline that a laser would cut, and any thickness.

The axes of a printer point to the right, away from the viewer and up.  In drawings the y axis points towards the
viewer, so y changes its sign.

Manifold (Emmett Lalish, manifoldcad.org) computes unions and differences, and guarantees closed surfaces; trimesh
(Michael Dawson-Haggerty) writes the files.  Both are in the extra `mesh`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from satpuzzle import data
from satpuzzle.errors import PuzzleError
from satpuzzle.extras import need
from satpuzzle.pictures.bevel import wedges
from satpuzzle.pictures.body import BOND, balls
from satpuzzle.pictures.boundary import Mesh, closed, number_of_bodies, pinched, slab, surface
from satpuzzle.pictures.geometry import Places, places, round_cells
from satpuzzle.pictures.outlines import check_rigid, check_stays, copies, manifold, section, shrunk
from satpuzzle.pictures.shelves import shelves
from satpuzzle.pictures.sizes import Sizes
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.solutions import palette
from satpuzzle.solutions.solution import Solution

if TYPE_CHECKING:
    from trimesh import Scene, Trimesh

ENDINGS = (".stl", ".3mf", ".glb", ".ply", ".obj")
_SEGMENTS = 32  # of a circle around a ball
_APART = 0.5  # distance of pieces on a plate, in cells
ROUNDED = 1e-5  # millimetres: by less than this, a surface may move when triangles are joined
_LEAST = 1e-3  # millimetres: the smallest gap
_USUAL = Sizes()


def bodies_of(puzzle: Puzzle, sizes: Sizes = _USUAL) -> dict[str, "Trimesh"]:
    """Return a mesh for each copy of each piece, by name, in millimetres.

    Raises PuzzleError if a package for meshes is not installed, and for a chain.
    """
    check_rigid(puzzle)
    found = {}
    for piece in puzzle.pieces:
        mesh = body(piece.cells, puzzle.grid, sizes)
        for number, name in enumerate(copies(piece)):
            found[name] = mesh.copy() if number else mesh
    return found


def plate(bodies: dict[str, "Trimesh"], sizes: Sizes = _USUAL) -> "Scene":
    """Return a scene with the bodies side by side on the plane z = 0, in rows that together form about a square."""
    scene = trimesh().Scene()
    at, _ = shelves([(float(mesh.extents[0]), float(mesh.extents[1])) for mesh in bodies.values()], _APART * sizes.cell)
    for number, ((name, mesh), (x, y)) in enumerate(zip(bodies.items(), at, strict=True)):
        moved = mesh.copy()
        moved.apply_translation(np.array([x, -y - mesh.extents[1], 0]) - mesh.bounds[0])
        _paint(moved, palette.colour(number))
        scene.add_geometry(moved, node_name=name, geom_name=name)
    return scene


def packed(solution: Solution, sizes: Sizes = _USUAL) -> "Scene":
    """Return a scene with each piece of a solution in its place and colour.  Raises PuzzleError as `bodies_of` does."""
    check_stays(solution.puzzle)
    scene = trimesh().Scene()
    colours, copies, marks = palette.colours(solution.puzzle), solution.copies(), solution.symbols()
    for (piece, cells), copy, mark in zip(solution.pieces, copies, marks, strict=True):
        mesh = body(cells, solution.puzzle.grid, sizes)
        _paint(mesh, colours[copy])
        scene.add_geometry(mesh, node_name=f"{piece.name} {mark}", geom_name=f"{piece.name} {mark}")
    return scene


def body(cells: Points, grid: Grid, sizes: Sizes = _USUAL) -> "Trimesh":
    """Return the union of cells as a closed mesh in millimetres.  Raises PuzzleError as `bodies_of` does."""
    _check(grid, sizes)
    if grid.single_layer:
        return mesh_of(shrunk(section(cells, grid, sizes), sizes.gap).extrude(sizes.thick))
    size = np.array([sizes.cell, sizes.cell, sizes.layer])
    whole = (
        _balls(cells, grid, sizes).scale(size.tolist()) if round_cells(grid) else _polyhedron(cells, grid, sizes, size)
    )
    return mesh_of(whole.scale((1, -1, 1)))


def faults(cells: Points, grid: Grid, sizes: Sizes = _USUAL) -> Iterator[str]:
    """Yield sentences that say what is wrong with the mesh of a piece: it is in parts, or an edge has four faces."""
    if (many := number_of_bodies(cells, grid)) > 1:
        yield f"its mesh is in {many} parts, for only a face in common joins two cells"
    pairs = [] if _half(sizes) or round_cells(grid) else pinched(surface(cells, grid))
    if pairs:
        one, other = (cells[number].tolist() for number in pairs[0])
        yield (
            f"without a gap, {len(pairs)} edge{'s' * (len(pairs) > 1)} of its mesh"
            f" {'have' if len(pairs) > 1 else 'has'} four faces, such as that of the cells {one} and {other};"
            " programs for printers may refuse it"
        )


def _polyhedron(cells: Points, grid: Grid, sizes: Sizes, size: Places) -> Any:
    library, half, whole = manifold(), _half(sizes), surface(cells, grid)
    whole = replace(whole, vertices=whole.vertices * size)
    outlines = [whole.vertices[list(face.corners)] for face in whole.faces]
    cuts = [_manifold(slab(outline, grid, half), library) for outline in outlines if half]
    cuts += wedges(cells, size, half, sizes.bevel, library) if sizes.bevel else []
    made = _manifold(closed(whole), library) - library.Manifold.batch_boolean(cuts, library.OpType.Add)
    return made.as_original().simplify(ROUNDED)  # triangles of one plane are joined, whatever cut they came from


def _half(sizes: Sizes) -> float:
    """Return half of the gap; a gap of less than a micrometre is none."""
    return sizes.gap / 2 if sizes.gap >= _LEAST else 0.0


def _manifold(mesh: Mesh, library: Any) -> Any:
    """Convert a closed mesh with convex faces to a body of the library Manifold."""
    points, turns = mesh
    triangles = [(turn[0], *ends) for turn in turns for ends in pairwise(turn[1:])]
    return library.Manifold(library.Mesh64(points, np.array(triangles, np.uint64)))


def _check(grid: Grid, sizes: Sizes) -> None:
    """Raise PuzzleError for sizes that solids of other cells than cubes cannot have."""
    if grid.name != "cubic":
        for name, said in (("bevel", sizes.bevel), ("height", sizes.height)):
            if said:
                raise PuzzleError(f"--{name} {said:g}: is for solids of cubes, not for those of the grid {grid.name}")


def mesh_of(whole: Any) -> "Trimesh":
    """Convert a body of the library Manifold to a mesh of the library trimesh."""
    made = whole.to_mesh64()
    points = made.vert_properties[:, :3]
    shaped = trimesh().Trimesh(points, _collapsed(points, made.tri_verts.astype(np.int64)), process=False)
    shaped.remove_unreferenced_vertices()
    return shaped


def _collapsed(points: Places, triangles: Points) -> Points:
    """Return triangles, (n, 3), without edges that are points in a file of single precision; Manifold leaves some."""
    ends = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    same = np.arange(len(points))
    for a, b in ends[np.linalg.norm(points[ends[:, 0]] - points[ends[:, 1]], axis=1) < ROUNDED]:
        same[same == same[a]] = same[b]
    joined: Points = same[triangles]
    kept: Points = joined[(joined != np.roll(joined, 1, axis=1)).all(axis=1)]
    return kept


def save(meshes: "Trimesh | Scene", path: str | Path) -> None:
    """Write a file in the format given by the suffix of its name.

    Raises PuzzleError for an unknown suffix, OSError if the file cannot be written.
    """
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise PuzzleError(f"{path}: the name of a mesh file ends in {', '.join(ENDINGS)}")
    written = meshes.export(file_type=ending[1:])
    data.write(path, written if isinstance(written, bytes) else str(written))


def _balls(cells: Points, grid: Grid, sizes: Sizes) -> Any:
    library, joined, gap = manifold(), balls(places(cells, grid)), sizes.gap / sizes.cell
    radius = (1 - gap) / 2
    ball = library.Manifold.sphere(radius, _SEGMENTS)
    parts = [ball.translate(centre.tolist()) for centre in joined.balls]
    for one, other in joined.bonds:
        start, towards = joined.balls[one], joined.balls[other] - joined.balls[one]
        length = float(np.linalg.norm(towards))
        across = np.linalg.svd(towards[None])[2]  # the last two rows are orthogonal to the bond
        frame = np.array([across[1], np.cross(towards / length, across[1]), towards / length]).T
        bond = library.Manifold.cylinder(length, BOND * (1 - gap), circular_segments=_SEGMENTS)
        parts.append(bond.transform(np.column_stack([frame, start])))
    return library.Manifold.batch_boolean(parts, library.OpType.Add)


def _paint(mesh: "Trimesh", colour: str) -> None:
    mesh.visual.vertex_colors = [*(int(colour[at : at + 2], 16) for at in (1, 3, 5)), 255]


def trimesh() -> Any:
    """Return the library trimesh; raises PuzzleError if it is not installed."""
    need("meshes need", "trimesh", "mesh")
    import trimesh as library

    return library


def names(bodies: Sequence[str], path: Path) -> list[Path]:
    """Return a path for each body: the path NAME.stl with the body's name added, NAME-BODY.stl."""
    plain = ["".join(mark if mark.isalnum() or mark in "-_" else "_" for mark in name) for name in bodies]
    return [
        path.with_name(f"{path.stem}-{name if plain.count(name) == 1 else f'{name}-{number}'}{path.suffix}")
        for number, name in enumerate(plain, 1)
    ]
