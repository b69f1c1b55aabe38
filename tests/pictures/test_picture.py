"""Pictures: geometry, colours, SVG and PNG."""

import math
import re
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from satpuzzle import Placements, Puzzle, PuzzleError, Solution, load, place, solve
from satpuzzle.cover.given import given_options
from satpuzzle.pictures import STYLES, draw, palette
from satpuzzle.pictures.geometry import faces, key, neighbours, places, surface
from satpuzzle.puzzle.lattice import CUBIC, FCC, LATTICES, SQUARE, Lattice

NAMES = ("galakub", "pentominoes-6x10", "iq-pyramid-5", "bedlam", "iq-pyramid-4")
SVG = "{http://www.w3.org/2000/svg}"


@cache
def first(name: str, number: int = 1) -> list[Solution]:
    return list(solve(name, limit=number))


@cache
def tables(name: str) -> tuple[Puzzle, Placements]:
    puzzle = load(name)
    return puzzle, place(puzzle)


def partial(name: str, given: str) -> Solution:
    puzzle, placements = tables(name)
    return Solution(tuple(given_options(puzzle, placements, given)), puzzle, placements)


def letters(svg: str) -> Counter[str]:
    return Counter(text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text"))


# Geometry


@pytest.mark.parametrize(("lattice", "number"), [(SQUARE, 4), (CUBIC, 6), (FCC, 12)])
def test_nearest_neighbours_are_at_distance_one(lattice: Lattice, number: int) -> None:
    found = neighbours(lattice)
    assert len(found) == number
    assert np.allclose(np.linalg.norm(found, axis=1), 1)


def test_columns_go_right_rows_come_near_and_layers_go_up() -> None:
    for lattice in LATTICES.values():
        steps = places(lattice.basis, lattice)
        assert all(steps[i, i] > 0 and np.allclose(steps[i, i + 1 :], 0) for i in range(len(steps)))


def test_a_cube_has_six_squares_and_a_slab_four_low_sides() -> None:
    for lattice, height in ((CUBIC, 1.0), (SQUARE, 0.5)):
        found = faces(lattice)
        assert [len(face.corners) for face in found] == [4] * 6
        volume = sum(
            np.linalg.norm(np.cross(face.corners[1] - face.corners[0], face.corners[2] - face.corners[1]))
            * (np.linalg.norm(face.step) / 2)
            / 3
            for face in found
        )
        assert math.isclose(volume, height)


def test_a_bar_of_two_cubes_has_ten_faces_and_twelve_edges() -> None:
    cells = places(np.array([[0, 0, 0], [1, 0, 0]]), CUBIC)
    found = surface(cells, CUBIC, map(key, cells))
    assert len(found) == 10
    outline = {
        frozenset((key(a), key(b)))
        for facet in found
        for a, b, drawn in zip(facet.corners, np.roll(facet.corners, -1, 0), facet.drawn, strict=True)
        if drawn
    }
    # The long edges are two unit edges each: 4 * 2 + 8.
    assert len(outline) == 16


# Colours


def test_letters_can_be_read_on_every_colour() -> None:
    for colour in palette.COLOURS:
        light, dark = sorted((palette.luminance(palette.ink(colour)), palette.luminance(colour)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, colour


def test_the_colours_of_a_usual_puzzle_differ_for_everyone() -> None:
    """Distances in OKLab as seen normally and with each dichromacy; 0.02 is about what can just be told apart."""
    machado = (
        ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
        ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
        ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    )
    rgb = np.array([palette.rgb(colour) for colour in palette.COLOURS])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    to_cones = [
        [0.41222147, 0.53633254, 0.05144599],
        [0.2119035, 0.68069955, 0.10739696],
        [0.08830246, 0.28171884, 0.6299787],
    ]
    to_lab = [
        [0.21045426, 0.79361779, -0.00407205],
        [1.9779985, -2.42859221, 0.45059371],
        [0.02590404, 0.78277177, -0.80867577],
    ]
    for seen in machado:
        cones = np.cbrt(np.clip(linear @ np.array(seen).T, 0, 1) @ np.array(to_cones).T)
        lab = cones @ np.array(to_lab).T
        distance = [float(np.linalg.norm(lab[a] - lab[b])) for a, b in combinations(range(24), 2)]
        among_first = [float(np.linalg.norm(lab[a] - lab[b])) for a, b in combinations(range(12), 2)]
        assert min(among_first) > 0.09
        assert min(distance) > 0.045


def test_no_colour_recurs_before_all_are_used() -> None:
    assert len({palette.colour(number) for number in range(len(palette.COLOURS))}) == 24
    assert palette.colour(24) == palette.colour(0)


# Pictures


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("style", STYLES)
def test_every_puzzle_can_be_drawn_in_every_style(name: str, style: str) -> None:
    (solution,) = first(name)
    svg = draw(solution, style).svg
    found = letters(svg)
    if style in ("layers", "stack", "both"):
        assert set(found) == set(solution.symbols())
    if solution.puzzle.lattice.balls and style in ("layers", "stack"):
        assert found == Counter(mark for mark in solution.marks().values() if mark != ".")


def test_a_flat_board_has_an_outline_for_each_piece_and_one_letter() -> None:
    (solution,) = first("pentominoes-6x10")
    svg = draw(solution).svg
    assert letters(svg) == Counter("FILNPTUVWXYZ")
    fills = {
        element.attrib["fill"] for element in ElementTree.fromstring(svg).iter(f"{SVG}path") if "fill" in element.attrib
    }
    assert fills == set(palette.COLOURS[:12])
    assert len(svg) < 10_000


def test_a_line_is_drawn_where_two_pieces_meet_and_nowhere_else() -> None:
    (solution,) = first("pentominoes-6x10")
    lines = "".join(
        element.attrib["d"]
        for element in ElementTree.fromstring(draw(solution).svg).iter(f"{SVG}path")
        if element.attrib.get("class") == "line"
    )
    drawn = {frozenset(pair) for pair in re.findall(r"M([^ML]+)L([^ML]+)", lines)}
    marks = solution.marks()
    expected = set()
    for (x, y, _), mark in marks.items():
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            if marks.get((x + dx, y + dy, 0)) != mark:
                centre, along = (x + dx / 2, y + dy / 2), (dy / 2, dx / 2)
                ends = [tuple(c + s * a for c, a in zip(centre, along, strict=True)) for s in (1, -1)]
                expected.add(frozenset(f"{a:g} {b:g}" for a, b in ends))
    left, top = min(expected_x(drawn)), min(expected_y(drawn))
    moved = {
        frozenset(f"{float(p.split()[0]) - left - 0.5:g} {float(p.split()[1]) - top - 0.5:g}" for p in pair)
        for pair in drawn
    }
    assert moved == expected


def expected_x(lines: set[frozenset[str]]) -> list[float]:
    return [float(point.split()[0]) for pair in lines for point in pair]


def expected_y(lines: set[frozenset[str]]) -> list[float]:
    return [float(point.split()[1]) for pair in lines for point in pair]


def test_what_is_nearer_is_drawn_later() -> None:
    """A tower in front of a floor: of the cells that look the same on the paper only the nearer is seen."""
    solution = partial("soma", "V: 0,0,0 1,0,0 0,1,0; L: 2,2,0 2,2,1 2,2,2 2,1,2")
    texts = [element.text for element in ElementTree.fromstring(draw(solution, "solid").svg).iter(f"{SVG}text")]
    assert texts.index("L") > texts.index("V")


def test_cells_that_stay_empty_are_outlined() -> None:
    solution = partial("soma", "V: 0,0,0 1,0,0 0,1,0")
    assert 'class="empty"' in draw(solution, "stack").svg
    assert 'class="empty"' not in draw(first("soma")[0], "stack").svg
    assert draw(partial("iq-pyramid-4", "J: 0,0,0 1,-1,0 2,-2,0 3,-3,0"), "layers").svg.count('class="empty"') == 26


def test_several_solutions_are_numbered_on_a_sheet() -> None:
    svg = draw(first("soma", 6), columns=3).svg
    found = letters(svg)
    assert all(found[str(number)] >= 1 for number in range(1, 7))
    wide, high = (draw(first("soma", 6), columns=columns).svg for columns in (6, 1))
    sizes = [list(map(float, ElementTree.fromstring(s).attrib["viewBox"].split()))[2:] for s in (wide, high)]
    assert sizes[0][0] > sizes[0][1]
    assert sizes[1][0] < sizes[1][1]


def test_a_piece_has_the_same_colour_in_every_solution() -> None:
    """Though some pieces are left out, as in the pyramid of four layers."""
    for solution in first("iq-pyramid-4", 5):
        names = [piece.name for piece in solution.puzzle.pieces]
        assert solution.copies() == [names.index(piece.name) for piece, _ in solution.pieces]


def test_equal_copies_have_colours_of_their_own() -> None:
    (solution,) = first("galakub")
    assert solution.copies() == list(range(8))


def test_the_paper_is_transparent_unless_asked() -> None:
    (solution,) = first("galakub")
    assert "<rect" not in draw(solution).svg
    assert 'fill="#123456"' in draw(solution, background="#123456").svg


def test_a_title_with_angle_brackets_is_escaped(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text('title = "<&>"\nlattice = "square"\nbox = [2, 1]\npieces = [{ name = "<", cells = "**" }]')
    svg = draw(list(solve(path))).svg
    assert ElementTree.fromstring(svg).findtext(f"{SVG}title") == "<&>"
    assert letters(svg) == Counter("<")


def test_notebooks_show_solutions_and_pictures() -> None:
    (solution,) = first("galakub")
    assert solution._repr_html_() == solution.draw()._repr_html_() == draw(solution).svg


def test_png_has_the_size_of_the_picture_times_zoom(tmp_path: Path) -> None:
    picture = draw(first("pentominoes-6x10")[0])
    picture.save(tmp_path / "board.png")
    data = (tmp_path / "board.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    root = ElementTree.fromstring(picture.svg)
    assert [int.from_bytes(data[i : i + 4], "big") for i in (16, 20)] == [
        2 * int(root.attrib[k]) for k in ("width", "height")
    ]


def test_svg_is_saved_as_it_is(tmp_path: Path) -> None:
    picture = draw(first("galakub")[0])
    picture.save(tmp_path / "box.svg")
    assert (tmp_path / "box.svg").read_text().strip() == picture.svg


def test_bad_calls_are_refused_in_one_line(tmp_path: Path) -> None:
    (solution,) = first("galakub")
    with pytest.raises(PuzzleError, match=r"^there is no solution to draw$"):
        draw([])
    with pytest.raises(PuzzleError, match=r"^style flat: choose from layers, stack, solid, both$"):
        draw(solution, "flat")
    with pytest.raises(PuzzleError, match=r"^columns 0: allowed are integers from 1$"):
        draw(solution, columns=0)
    with pytest.raises(PuzzleError, match=r"a picture's name ends in \.svg or \.png$"):
        draw(solution).save(tmp_path / "box.gif")


def test_the_readme_opens_with_what_the_command_draws() -> None:
    root = Path(__file__).parents[2]
    assert (root / "docs" / "galakub.svg").read_text() == draw(first("galakub"), "solid").svg + "\n"
    assert 'src="docs/galakub.svg"' in (root / "README.md").read_text()[:300]
