"""Meshes for 3D printers and viewers: pieces and solutions as STL, 3MF, GLB, PLY or OBJ.

A piece is the union of its cells' bodies.  So that printed pieces fit, half of the gap is removed all over its surface:
around each face, a slab is subtracted that extends by half of the gap to both sides and beyond the edges of the face.
This moves the surface inwards along convex and concave edges, and separates cells that touch only along an edge.  Balls
are smaller by the gap, and joined by bonds.  Flat pieces have the outline that a laser would cut, and any thickness.

The axes of a printer point to the right, away from the viewer and up.  In drawings the y axis points towards the
viewer, so y changes its sign.

Manifold (Emmett Lalish, manifoldcad.org) computes the unions, and guarantees closed surfaces; trimesh (Michael
Dawson-Haggerty) writes the files.  Both are in the extra `mesh`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from satpuzzle import data
from satpuzzle.errors import PuzzleError
from satpuzzle.extras import need
from satpuzzle.pictures.bevel import wedges
from satpuzzle.pictures.body import BOND, Body, balls, solid
from satpuzzle.pictures.geometry import Face, faces, places, round_cells
from satpuzzle.pictures.outlines import check_stays, copies, manifold, section, shrunk
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
_USUAL = Sizes()


def bodies_of(puzzle: Puzzle, sizes: Sizes = _USUAL) -> dict[str, "Trimesh"]:
    """Return a mesh for each copy of each piece, by name, in millimetres.

    Raises PuzzleError if a package for meshes is not installed.
    """
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
    if grid.single_layer:
        _check(grid, sizes)
        return mesh_of(shrunk(section(cells, grid, sizes), sizes.gap).extrude(sizes.thick))
    _check(grid, sizes)
    library, size = manifold(), np.array([sizes.cell, sizes.cell, sizes.layer])
    at, half = places(cells, grid), sizes.gap / 2
    if round_cells(grid):
        whole = _balls(balls(at), sizes.gap / sizes.cell, library).scale(size.tolist())
    else:
        at = at * size
        outlines = [
            [Face(face.step * size, face.corners * size) for face in faces(grid, kind)]
            for kind in grid.kind(cells).tolist()
        ]
        whole = library.Manifold.batch_boolean(
            [
                library.Manifold.hull_points(centre + np.concatenate([face.corners for face in outline]))
                for centre, outline in zip(at, outlines, strict=True)
            ],
            library.OpType.Add,
        )
        cuts = []
        if half:
            surface = solid(at, outlines, lambda _: False)
            cuts += [_slab(surface, number, half, library) for number in range(len(surface.faces))]
        if sizes.bevel:
            cuts += wedges(cells, size, half, sizes.bevel, library)
        if cuts:
            whole -= library.Manifold.batch_boolean(cuts, library.OpType.Add)
    return mesh_of(whole.scale((1, -1, 1)))


def _check(grid: Grid, sizes: Sizes) -> None:
    """Raise PuzzleError for sizes that solids of other cells than cubes cannot have."""
    if grid.name != "cubic":
        for name, said in (("bevel", sizes.bevel), ("height", sizes.height)):
            if said:
                raise PuzzleError(f"--{name} {said:g}: is for solids of cubes, not for those of the grid {grid.name}")


def mesh_of(whole: Any) -> "Trimesh":
    """Convert a body of the library Manifold to a mesh of the library trimesh."""
    made = whole.to_mesh64()
    return trimesh().Trimesh(made.vert_properties[:, :3], made.tri_verts, process=False)


def save(meshes: "Trimesh | Scene", path: str | Path) -> None:
    """Write a file in the format given by the suffix of its name.

    Raises PuzzleError for an unknown suffix, OSError if the file cannot be written.
    """
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise PuzzleError(f"{path}: the name of a mesh file ends in {', '.join(ENDINGS)}")
    written = meshes.export(file_type=ending[1:])
    data.write(path, written if isinstance(written, bytes) else str(written))


def _slab(surface: Body, number: int, half: float, library: Any) -> Any:
    """Return a slab around face `number` of the surface; it extends by `half` to both sides and beyond the edges."""
    face = surface.faces[number]
    corners = surface.vertices[list(face.corners)]
    before, after = corners - np.roll(corners, 1, axis=0), np.roll(corners, -1, axis=0) - corners
    before, after = (edge / np.linalg.norm(edge, axis=1)[:, None] for edge in (before, after))
    # Both edges at a corner move outwards by `half`, so the corner moves along their bisector.
    outwards = np.cross(before, face.normal) + np.cross(after, face.normal)
    wider = corners + half * 2 * outwards / (outwards**2).sum(axis=1)[:, None]
    return library.Manifold.hull_points(np.concatenate([wider - half * face.normal, wider + half * face.normal]))


def _balls(joined: Body, gap: float, library: Any) -> Any:
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
