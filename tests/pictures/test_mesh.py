"""Meshes: closed surfaces with the volumes given by cells and gaps."""

from collections import Counter
from io import BytesIO
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from skips import needs

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.pictures import mesh
from satpuzzle.pictures.boundary import closed, surface
from satpuzzle.pictures.boxes import box_of
from satpuzzle.pictures.outlines import manifold
from satpuzzle.pictures.sizes import Sizes
from satpuzzle.puzzle.grids import GRIDS, Grid, Points
from satpuzzle.puzzle.grids.bodies import Polyhedron
from satpuzzle.puzzle.grids.cubic import CUBIC
from satpuzzle.puzzle.grids.fcc import FCC
from satpuzzle.puzzle.grids.rhombic import RHOMBIC

pytest.importorskip("manifold3d")
pytestmark = needs("trimesh")
# Of an edge that two cubes of this ring have in common, the sides are joined round both ends.
RING = np.array([(-1, 0, 0), (0, 0, 0), (1, 0, 0), (1, 0, 1), (1, -1, 1), (0, -1, 1), (-1, -1, 1), (-1, -1, 0)])
IN_SPACE = [name for name, grid in GRIDS.items() if not grid.single_layer and isinstance(grid.bodies[0], Polyhedron)]


def eroded(cells: set[tuple[int, ...]], cell: float, gap: float) -> float:
    """Return the volume of cubes without a layer of half the gap at the surface, summed over parts of each cube."""
    total = 0.0
    sizes = {-1: gap / 2, 0: cell - gap, 1: gap / 2}
    for at in cells:
        for corner in product((-1, 0, 1), repeat=3):
            near = product(*({0, step} for step in corner))
            if all(tuple(np.add(at, step).tolist()) in cells for step in near):
                total += float(np.prod([sizes[step] for step in corner]))
    return total


@pytest.mark.few(3)
@pytest.mark.parametrize("name", ["soma", "galakub", "bedlam"])
@pytest.mark.parametrize("cell, gap", [(10.0, 0.0), (10.0, 0.3), (18.0, 1.0)])
def test_pieces_are_closed_and_have_their_volume_less_the_gap(name: str, cell: float, gap: float) -> None:
    puzzle = sp.load(name)
    assert len(mesh.bodies_of(puzzle, Sizes(cell, gap))) == sum(piece.max for piece in puzzle.pieces)
    for piece in puzzle.pieces:
        made = mesh.body(piece.cells, puzzle.grid, Sizes(cell, gap))
        assert made.is_watertight and made.is_winding_consistent
        assert made.volume == pytest.approx(eroded(set(map(tuple, piece.cells.tolist())), cell, gap))


def manifolds(made: Any) -> bool:
    """Tell whether each edge belongs to exactly two triangles, once in each direction."""
    edges = Counter(map(tuple, made.edges.tolist()))
    return all(copies == 1 and edges[end, start] == 1 for (start, end), copies in edges.items())


def grown(grid: Grid, size: int, chance: Random) -> Points:
    """Return a random piece of this size, each cell of which shares a face with one before."""
    cells = [tuple(chance.choice(grid.kinds.tolist()))]
    while len(cells) < size:
        cell = np.array(chance.choice(cells))
        beside = tuple(cell + chance.choice(grid.neighbours(int(grid.kind(cell))).tolist()))
        cells += [beside] * (beside not in cells)
    return np.array(cells)


def area_and_volume(cells: Points, grid: Grid) -> tuple[float, float]:
    """Return the area of the faces behind which there is no cell, and the volume of the pyramids below all faces."""
    there = {*map(tuple, cells.tolist())}
    area = volume = 0.0
    for cell in cells:
        for face in grid.bodies[int(grid.kind(cell))].faces:  # type: ignore[attr-defined]
            spokes = face.corners[1:] - face.corners[0]
            size = float(np.linalg.norm(np.cross(spokes[:-1], spokes[1:]).sum(axis=0))) / 2
            area += size * (tuple((cell + face.behind).tolist()) not in there)
            volume += size * abs(float(face.corners[0] @ face.step)) / float(np.linalg.norm(face.step)) / 3
    return area, volume


def check_loses_no_triangle(cells: Points, grid: Grid, volume: float) -> None:
    """Hold what the library makes of the boundary to it: it has all triangles, and the volume."""
    points, turns = closed(surface(cells, grid))
    made = mesh._manifold((points, turns), manifold())
    assert made.volume() == pytest.approx(volume)
    assert made.num_tri() == sum(len(turn) - 2 for turn in turns)


def check_is_one_body(cells: Points, grid: Grid, gap: float) -> None:
    """Hold a mesh to its cells: one shell, in the file too, where near points are one; the area and the volume."""
    import trimesh

    made = mesh.body(cells, grid, Sizes(10, gap))
    area, volume = area_and_volume(cells, grid)
    check_loses_no_triangle(cells, grid, volume)
    assert manifolds(made)
    assert made.is_watertight and made.is_winding_consistent and len(made.split(only_watertight=False)) == 1
    read = trimesh.load(BytesIO(made.export(file_type="stl")), file_type="stl", force="mesh")
    assert gap == 0 or (read.is_watertight and len(read.split(only_watertight=False)) == 1)
    assert gap > 0 or made.area == pytest.approx(100 * area)
    lost = 100 * area * gap / 2  # less or more than that along edges, in proportion to the square of the gap
    assert made.volume == pytest.approx(1000 * volume - lost, abs=1e-3 + 60 * len(cells) * gap**2)


@pytest.mark.few(1, "name")
@pytest.mark.parametrize("gap", [0, 0.05, 0.6])
@pytest.mark.parametrize("name", IN_SPACE)
def test_a_connected_piece_is_one_body_on_every_grid_in_space(name: str, gap: float) -> None:
    chance = Random(f"{name} {gap}")
    for size in (1, 2, 3, 5, 8):
        check_is_one_body(grown(GRIDS[name], size, chance), GRIDS[name], gap)


@pytest.mark.parametrize("gap", [0, 0.02, 0.6])
def test_a_piece_is_one_body_if_the_sides_of_an_edge_are_joined_round_both_ends(gap: float) -> None:
    check_is_one_body(RING, CUBIC, gap)
    assert gap == 0 or mesh.body(RING, CUBIC, Sizes(10, gap)).euler_number == 0  # without a gap, the hole is a slit


def test_no_edge_is_a_point_in_a_file_of_single_precision() -> None:
    half_cubes = np.array([(3, 2, 0), (3, 2, -1), (2, 3, 0), (1, 2, 0), (4, 2, 1), (4, 3, 2)])
    check_is_one_body(half_cubes, GRIDS["half-cubes"], 0.02)


@pytest.mark.slow
def test_random_pieces_are_one_body_on_every_grid_in_space(seed: int) -> None:
    chance = Random(seed)
    for _ in range(300):
        grid = GRIDS[chance.choice(IN_SPACE)]
        check_is_one_body(grown(grid, chance.randint(1, 24), chance), grid, chance.choice([0, 0.02, 0.2, 0.7]))


@pytest.mark.full
@pytest.mark.parametrize("name", ["prisms-hexagon", "half-cubes-2x2x2", "rhombic-cube", "stella-octangula"])
def test_pieces_of_prisms_and_tetrahedra_have_no_walls_inside(name: str) -> None:
    puzzle = sp.load(name)
    for piece in puzzle.pieces[:5]:
        check_is_one_body(piece.cells, puzzle.grid, 0.2)


def test_a_block_of_two_cubes_of_tetrahedra_is_a_block() -> None:
    cells = np.concatenate([RHOMBIC.kinds, RHOMBIC.kinds + np.array([5, 0, 0])])
    made = mesh.body(cells, RHOMBIC, Sizes(10, 0))
    assert (made.area, made.volume) == (pytest.approx(1000), pytest.approx(2000)) and len(made.faces) == 12
    made = mesh.body(cells, RHOMBIC, Sizes(10, 0.5))
    assert made.volume == pytest.approx(19.5 * 9.5 * 9.5) and len(made.faces) == 12


def test_a_hollow_piece_has_two_shells() -> None:
    hollow = np.array([cell for cell in product(range(3), repeat=3) if cell != (1, 1, 1)])
    made = mesh.body(hollow, CUBIC, Sizes(10, 1))
    assert len(made.split(only_watertight=False)) == 2 and made.volume == pytest.approx(29**3 - 11**3)


@pytest.mark.parametrize("gap", [0, 0.2])
def test_an_edge_of_four_faces_is_said_if_there_is_no_gap(gap: float) -> None:
    cells = np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 0, 1), (1, 1, 1)])
    said = [*mesh.faults(cells, CUBIC, Sizes(10, gap))]
    assert len(said) == (gap == 0) and all(
        "four faces, such as that of the cells [0, 0, 1] and [1, 1, 1]" in x for x in said
    )
    made = mesh.body(cells, CUBIC, Sizes(10, gap))
    assert manifolds(made) and len(made.split(only_watertight=False)) == 1


def test_it_is_said_that_a_piece_falls_into_parts() -> None:
    for name, parts in (("tetrasticks-5x5", 4), ("polytwigs-hexagon", 1), ("soma", 1), ("iq-pyramid-4", 1)):
        puzzle = sp.load(name)
        said = {fault for piece in puzzle.pieces for fault in mesh.faults(piece.cells, puzzle.grid)}
        assert (f"its mesh is in {parts} parts, for only a face in common joins two cells" in said) == (parts > 1)
        assert parts > 1 or not said


@pytest.mark.parametrize("gap", [0, 0.4])
@pytest.mark.parametrize("bevel", [0.5, 1, 2])
@pytest.mark.parametrize("height", [10, 14])
def test_a_bar_loses_a_wedge_along_each_edge(gap: float, bevel: float, height: float) -> None:
    bar = np.array([(x, 0, z) for x in range(3) for z in range(2)])
    made = mesh.body(bar, CUBIC, Sizes(10, gap, height=height, bevel=bevel))
    sides = np.array([30, 10, 2 * height]) - gap
    assert manifolds(made) and made.extents == pytest.approx(sides)
    # Four edges in each direction lose half a square along their length; at a corner three wedges have 3/4 in common.
    assert made.volume == pytest.approx(float(sides.prod() - 2 * bevel**2 * sides.sum() + 8 * 0.75 * bevel**3))


@pytest.mark.parametrize("gap", [0, 0.4])
@pytest.mark.parametrize("turned", [(0, 1, 2), (1, 2, 0), (2, 0, 1)])
def test_two_bevels_meet_in_an_inner_corner(gap: float, turned: tuple[int, ...]) -> None:
    cell, bevel = 10, 1.5
    corner = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0)])[:, turned]
    made = mesh.body(corner, CUBIC, Sizes(cell, gap, bevel=bevel))
    whole = mesh.body(corner, CUBIC, Sizes(cell, gap))
    short = cell - gap
    edges = 5 * short + 2 * (2 * (2 * cell - gap) + 2 * short + 2 * cell)
    lost = edges * bevel**2 / 2 - 10 * 0.75 * bevel**3 + 2 * bevel**3 / 3
    assert manifolds(made) and whole.volume - made.volume == pytest.approx(lost)


@pytest.mark.full
@pytest.mark.parametrize("name", ["dubois-burr", "soma", "bedlam", "bar-in-a-cross"])
def test_bevelled_pieces_are_closed_and_nothing_but_their_edges_is_lost(name: str) -> None:
    for made, whole in zip(
        mesh.bodies_of(sp.load(name), Sizes(10, 0.3, bevel=1.2)).values(),
        mesh.bodies_of(sp.load(name), Sizes(10, 0.3)).values(),
        strict=True,
    ):
        assert manifolds(made) and made.bounds == pytest.approx(whole.bounds)
        assert made.euler_number == whole.euler_number  # one body, as before
        assert 0.9 * whole.volume < made.volume < whole.volume


def test_bevels_and_heights_are_for_cubes_and_not_too_large() -> None:
    for sizes in ({"bevel": 1.0}, {"height": 12.0}):
        for name in ("pentominoes-6x10", "iq-pyramid-4", "rhombic-cube"):
            with pytest.raises(PuzzleError, match="is for solids of cubes, not for those of the grid"):
                mesh.bodies_of(sp.load(name), Sizes(**sizes))
    with pytest.raises(PuzzleError, match=r"bevel 4\.9 millimetres: must be at least 0, and less than 4\.9, half of"):
        Sizes(10, 0.2, bevel=4.9)
    with pytest.raises(PuzzleError, match=r"height 0\.3 and gap 0\.2 millimetres"):
        Sizes(10, 0.2, height=0.3)


def test_balls_are_closed_too_and_smaller_by_the_gap() -> None:
    ball = mesh.body(np.array([(0, 0, 0)]), FCC, Sizes(10, 1))
    assert ball.is_watertight
    assert ball.extents.tolist() == pytest.approx([9, 9, 9])
    assert mesh.body(np.array([(0, 0, 0), (1, 1, 0), (2, 0, 0)]), FCC, Sizes(10, 1)).is_watertight


def test_cells_that_touch_along_an_edge_come_apart_by_the_gap() -> None:
    made = mesh.body(np.array([(0, 0, 0), (1, 1, 0)]), CUBIC, Sizes(10, 1))
    assert made.is_watertight
    assert made.volume == pytest.approx(2 * 9**3)


@pytest.mark.parametrize("ending", mesh.ENDINGS)
def test_a_solution_is_written_and_read_again(ending: str, tmp_path: Path) -> None:
    import trimesh

    solution = next(iter(sp.solve("soma", limit=1)))
    mesh.save(mesh.packed(solution), tmp_path / f"soma{ending}")
    again = trimesh.load_scene(tmp_path / f"soma{ending}")
    assert np.sort(again.extents) == pytest.approx([29.8, 29.8, 29.8], abs=1e-3)


def test_pieces_on_a_plate_do_not_touch() -> None:
    bodies = mesh.bodies_of(sp.load("soma"))
    boxes = [made.bounds for made in mesh.plate(bodies).geometry.values()]
    assert len(boxes) == len(bodies)
    for i, (low, high) in enumerate(boxes):
        assert low[2] == pytest.approx(0)
        assert all((low[:2] >= other[1][:2]).any() or (high[:2] <= other[0][:2]).any() for other in boxes[:i])


@pytest.mark.parametrize("cell, gap", [(0, 0), (10, 5), (10, -1), (float("nan"), 0), (float("inf"), 0)])
def test_sizes_that_make_no_sense_are_refused(cell: float, gap: float) -> None:
    with pytest.raises(PuzzleError, match=r"a cell must be larger than 0|allowed are numbers"):
        Sizes(cell, gap)


@pytest.mark.parametrize(
    "size, value, reason",
    [
        ("kerf", 5, "less than half of a cell"),
        ("kerf", -0.1, "at least 0"),
        ("wall", 0, "larger than 0"),
        ("thickness", -1, "larger than 0"),
    ],
)
def test_other_sizes_that_make_no_sense_are_refused(size: str, value: float, reason: str) -> None:
    with pytest.raises(PuzzleError, match=f"^{size} {value:g} millimetres: .*{reason}"):
        Sizes(**{size: value})


def test_a_mesh_is_no_mirror_image_of_the_picture() -> None:
    drawn = sp.make_puzzle(board="***\n*..", pieces={"L": "***\n*.."}, grid="square")
    (low, high) = mesh.body(drawn.pieces[0].cells, drawn.grid, Sizes(10, 0, thickness=3)).bounds
    assert low.tolist() == [-5, -15, 0] and high.tolist() == [25, 5, 3]  # the second line is nearer: lower y
    screw = np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)])  # right, then near, then up
    low, high = mesh.body(screw, CUBIC, Sizes(10, 0)).bounds
    assert low.tolist() == [-5, -15, -5] and high.tolist() == [15, 5, 15]


@pytest.mark.parametrize(
    "name, area",
    [("pentominoes-3x20", 5.0), ("tetrahexes-4x7", 2 * 3**0.5), ("hexiamonds-4x9", 1.5 * 3**0.5)],
)
def test_flat_pieces_have_the_thickness_and_the_area_of_their_cells(name: str, area: float) -> None:
    bodies = mesh.bodies_of(sp.load(name), Sizes(10, 0, thickness=4))
    for made in bodies.values():
        assert made.is_watertight and made.extents[2] == pytest.approx(4)
        assert made.volume == pytest.approx(100 * area * 4)


def test_a_solid_has_a_box_with_a_lid_that_fits() -> None:
    parts = box_of(sp.load("soma"), Sizes(cell=20, gap=0.5, wall=2))
    box, lid = parts["box"], parts["lid"]
    inside = 3 * 20 + 0.5
    assert box.is_watertight and lid.is_watertight
    assert box.extents.tolist() == pytest.approx([inside + 4, inside + 4, 2 + inside + 2])
    assert box.volume == pytest.approx((inside + 4) ** 2 * (inside + 4) - inside**2 * (inside + 2))
    assert lid.extents.tolist() == pytest.approx([inside + 4, inside + 4, 4])
    assert lid.volume == pytest.approx((inside + 4) ** 2 * 2 + (inside - 0.5) ** 2 * 2)


def test_a_pyramid_of_balls_has_a_box_as_large_as_it() -> None:
    box = box_of(sp.load("iq-pyramid-5"), Sizes(cell=10, gap=0, wall=3))["box"]
    assert box.is_watertight
    assert box.extents.tolist() == pytest.approx([56, 56, 10 + 4 * 10 / 2**0.5 + 6], abs=0.05)


@pytest.mark.parametrize("name", ["pentominoes-8x8", "tetrahexes-triangle", "hexiamonds-6x6"])
def test_flat_pieces_have_a_tray_with_room_for_all_of_them(name: str) -> None:
    puzzle, sizes = sp.load(name), Sizes(10, 0, thickness=4, wall=3)
    tray = box_of(puzzle, sizes)["tray"]
    cells = mesh.body(puzzle.board, puzzle.grid, sizes).volume
    assert tray.is_watertight
    assert tray.extents[2] == pytest.approx(7)
    assert tray.volume == pytest.approx(float(np.prod(tray.extents)) - cells)


@pytest.mark.parametrize("ending", ["stl", "3mf"])
def test_a_tray_with_gaps_is_closed_in_a_file_where_near_points_are_one(ending: str) -> None:
    import trimesh

    framed = sp.make_puzzle(board="#####\n#...#\n#####".replace(".", "*"), pieces=["***"], grid="square")
    for puzzle in (sp.load("pentominoes-6x10"), sp.load("tetrahexes-triangle"), framed):
        tray = box_of(puzzle, Sizes(10, 0.2))["tray"]
        read = trimesh.load(BytesIO(tray.export(file_type=ending)), file_type=ending, force="mesh")
        assert read.is_watertight and read.is_winding_consistent
        assert read.volume == pytest.approx(tray.volume, rel=1e-5)


def test_a_puzzle_with_a_frame_has_that_as_its_box() -> None:
    framed = sp.make_puzzle(box=[2, 1, 1], pieces={"I": "**"}, frame=[[-1, 0, 0], [-1, 0, 1]])
    (name, frame), *others = box_of(framed, Sizes(10, 0)).items()
    assert (name, others) == ("frame", [])
    assert frame.volume == pytest.approx(2000)
    flat = sp.make_puzzle(box=[2, 1], pieces={"I": "**"}, frame=[[-1, 0, 0], [-1, 1, 0]], grid="square")
    assert box_of(flat, Sizes(10, 0, thickness=1, wall=1))["tray"].volume == pytest.approx(600 + 200)
