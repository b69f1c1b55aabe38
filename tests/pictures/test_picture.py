"""Pictures: SVG and PNG."""

import math
import re
import struct
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from satpuzzle import Puzzle, PuzzleError, Solution, load, place, solve, view
from satpuzzle.cover.given import given_options
from satpuzzle.pictures import STYLES, Picture, draw, panel
from satpuzzle.pictures.panel import _bond
from satpuzzle.pictures.scene import Scene
from satpuzzle.pictures.shields import Shields
from satpuzzle.puzzle.formats.plain import make_puzzle
from satpuzzle.results import Placements
from satpuzzle.solutions import palette

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
    """Return the letters on pieces, without notes beside the picture."""
    found = ElementTree.fromstring(svg).iter(f"{SVG}text")
    return Counter(text.text or "" for text in found if text.attrib.get("class") is None)


def said(svg: str, *styles: str) -> list[str]:
    """Return the texts with one of these styles, in order."""
    found = ElementTree.fromstring(svg).iter(f"{SVG}text")
    return [text.text or "" for text in found if text.attrib.get("class") in styles]


@pytest.mark.few(1, "style")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("style", STYLES)
def test_every_puzzle_can_be_drawn_in_every_style(name: str, style: str) -> None:
    (solution,) = first(name)
    svg = draw(solution, style).svg
    found = letters(svg)
    if style in ("layers", "stack", "both"):
        assert set(found) == set(solution.symbols())
    if solution.puzzle.grid.name == "fcc" and style in ("layers", "stack"):
        assert found == Counter(mark for mark in solution.marks().values() if mark != ".")


def test_a_puzzle_is_drawn_by_its_name_and_no_solution_is_said() -> None:
    assert draw("slothouber-graatsma").svg == draw(load("slothouber-graatsma")).svg
    with pytest.raises(PuzzleError, match=r"^there is no solution to draw$"):
        draw(None)


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
    """A tower in front of a floor: of cells with the same projection only the nearest is visible."""
    solution = partial("soma", "V: 0,0,0 1,0,0 0,1,0; L: 2,2,0 2,2,1 2,2,2 2,1,2")
    texts = [element.text for element in ElementTree.fromstring(draw(solution, "solid").svg).iter(f"{SVG}text")]
    assert texts.index("L") > texts.index("V")


def test_cells_that_stay_empty_are_outlined() -> None:
    solution = partial("soma", "V: 0,0,0 1,0,0 0,1,0")
    assert 'class="empty"' in draw(solution, "stack").svg
    assert 'class="empty"' not in draw(first("soma")[0], "stack").svg
    assert draw(partial("iq-pyramid-4", "J: 0,0,0 1,-1,0 2,-2,0 3,-3,0"), "layers").svg.count('class="empty"') == 26


@pytest.mark.full
def test_several_solutions_are_numbered_on_a_sheet() -> None:
    svg = draw(first("soma", 6), columns=3).svg
    assert said(svg, "note") == ["1", "2", "3", "4", "5", "6"]
    wide, high = (draw(first("soma", 6), columns=columns).svg for columns in (6, 1))
    sizes = [list(map(float, ElementTree.fromstring(s).attrib["viewBox"].split()))[2:] for s in (wide, high)]
    assert sizes[0][0] > sizes[0][1]
    assert sizes[1][0] < sizes[1][1]


def test_a_piece_has_the_same_colour_in_every_solution() -> None:
    """Some pieces may be left out, as in the pyramid of four layers."""
    for solution in first("iq-pyramid-4", 5):
        names = [piece.name for piece in solution.puzzle.pieces]
        assert solution.copies() == [names.index(piece.name) for piece, _ in solution.pieces]


def papers(svg: str) -> dict[str, str]:
    """Return the colours of a legend's letters."""
    tiles = [
        element for element in ElementTree.fromstring(svg).iter(f"{SVG}g") if element.find(f"{SVG}rect") is not None
    ]
    return {tile.findtext(f"{SVG}text") or "": tile[0].attrib["fill"] for tile in tiles}


def test_equal_copies_have_one_colour_unless_each_is_to_have_its_own() -> None:
    (solution,) = first("galakub")
    assert palette.colours(solution.puzzle) == palette.colours(solution.puzzle, "piece")
    assert papers(draw(solution, colour_by="piece").svg) == dict(
        zip("ABCDEFGH", map(palette.colour, (0, 0, 0, 1, 1, 1, 2, 2)), strict=True)
    )
    apart = draw(solution, colour_by="copy").svg
    assert papers(apart) == dict(zip("ABCDEFGH", map(palette.colour, range(8)), strict=True))
    with pytest.raises(PuzzleError, match=r"^colour_by cell: choose from piece, copy$"):
        draw(solution, colour_by="cell")


def test_equal_copies_that_touch_have_different_shades() -> None:
    puzzle = make_puzzle(
        box=[6, 1],
        pieces=[{"name": "I", "cells": "**", "count": 2}, {"name": "O", "cells": "*", "count": 2}],
        grid="square",
    )
    found = {"".join(mark for _, mark in sorted(solution.marks().items())): solution for solution in solve(puzzle)}
    touching, apart = (papers(draw(found[marks]).svg) for marks in ("AABBCD", "AACBBD"))
    one, other = map(palette.colour, (0, 1))
    assert apart == {"A": one, "B": one, "C": other, "D": other}
    assert touching == {"A": one, "B": palette.shaded(one, 0.76), "C": other, "D": palette.shaded(other, 0.76)}


def test_a_letter_is_on_a_face_that_nothing_hides() -> None:
    # From the corner, the upright cube in front hides the middle of the lower faces behind it.
    cells = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1]]
    screw = make_puzzle(board=cells, pieces={"A": cells})
    (solution,) = solve(screw)
    svg = draw(solution, "solid").svg
    at = [
        (float(text.attrib["x"]), float(text.attrib["y"]))
        for text in ElementTree.fromstring(svg).iter(f"{SVG}text")
        if text.text == "A"
    ]
    assert at
    scene = Scene.of(solution)
    (figure,) = scene.figures
    eye = panel.corner(scene.board.grid)
    visible = {number for number in range(len(figure.body.faces)) if figure.body.normals[number] @ eye[2] > 0}
    shields = Shields.of([figure], [visible], eye[2])
    for x, y in at:
        middles = figure.placed(figure.body.middles) @ eye[:2].T + (0, 0.36 * 0.44)
        face = min(visible, key=lambda number: float(np.hypot(*(middles[number] - (x, y)))))
        assert shields.hidden(figure.placed(figure.body.vertices[list(figure.body.faces[face].corners)])) == 0
    hidden = [shields.hidden(figure.placed(figure.body.vertices[list(figure.body.faces[n].corners)])) for n in visible]
    assert max(hidden) > 0


def test_a_solution_of_one_piece_out_of_several_has_a_colour_for_each_copy() -> None:
    (solution,) = first("rhombic-cube")
    assert len({piece.name for piece, _ in solution.pieces}) == 1
    assert len({figure.copy.colour for figure in Scene.of(solution).figures if figure.copy}) == 8


def test_copies_of_the_only_piece_have_colours_of_their_own() -> None:
    """One colour for all pieces would distinguish nothing."""
    puzzle = load("y-pentominoes-5x10")
    assert palette.colours(puzzle) == [palette.colour(number) for number in range(10)]
    assert set(palette.colours(puzzle, "piece")) == {palette.colour(0)}


@pytest.mark.full
def test_a_legend_names_the_pieces_where_letters_do_not() -> None:
    (burr,), (soma,) = first("dubois-burr"), first("soma")
    svg = draw(burr, "solid").svg
    assert said(svg, "tile") == [*"ABCDEF"]
    assert said(svg, "name") == ["120", "160", "256", "512", "880", "960"]
    assert not said(draw(soma).svg, "tile", "name")
    assert said(draw(soma, legend=True).svg, "name") == [piece.name for piece in soma.puzzle.pieces]
    assert not said(draw(burr, legend=False).svg, "tile", "name")


def test_a_legend_of_tiles_has_no_colours_because_colours_are_those_of_sides() -> None:
    assert set(papers(draw(first("tetravex-3x3")).svg).values()) == {"#ffffff"}
    assert "#ffffff" not in papers(draw(first("galakub"), "solid").svg).values()


def test_a_legend_names_only_pieces_that_are_there_and_stays_on_the_paper() -> None:
    svg = draw(partial("conway-blocks", "1x1x3: 0,0,0 1,0,0 2,0,0"), "solid").svg
    assert said(svg, "name") == ["1x1x3"]
    _, _, width, height = map(
        float, ElementTree.fromstring(draw(first("galakub"), "solid").svg).attrib["viewBox"].split()
    )
    tiles = re.findall(r'translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)"><rect', draw(first("galakub"), "solid").svg)
    assert len(tiles) == 8
    assert all(float(x) + 1.5 * float(size) < width and 1.5 * float(size) < height for x, _, size in tiles)


@pytest.mark.full
def test_letters_of_a_legend_are_as_large_on_a_sheet_of_many() -> None:
    pixels = []
    for number in (1, 40):
        svg = draw(first("galakub")[:1] * number, "solid", columns=number).svg
        root = ElementTree.fromstring(svg)
        scale = float(root.attrib["width"]) / float(root.attrib["viewBox"].split()[2])
        pixels.append(scale * float(re.findall(r"scale\(([\d.]+)\)", svg)[0]))
    assert pixels == [pytest.approx(17, rel=0.02), pytest.approx(11, rel=0.02)]


def test_layers_are_numbered_from_below_where_there_are_several() -> None:
    (box,), (board,) = first("galakub"), first("pentominoes-6x10")
    numbered = [f"layer {number}" for number in (1, 2, 3, 4)]
    assert said(draw(box, "layers").svg, "note") == numbered
    assert sorted(said(draw(box, "stack").svg, "note")) == numbered
    assert not said(draw(board).svg, "note")
    at: dict[str | None, tuple[float, float]] = {}
    for group in ElementTree.fromstring(draw(box, "stack").svg).iter(f"{SVG}g"):
        x, y = map(float, re.findall(r"[-\d.]+", group.attrib["transform"])[:2])
        words = [text for text in group.findall(f"{SVG}text") if text.attrib.get("class") == "note"]
        at |= {word.text: (x, round(y + float(word.attrib["y"]), 2)) for word in words}
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = (at[layer] for layer in numbered)
    assert x1 == x2 < x3 == x4  # two columns, each from below
    assert y1 == y3 > y2 == y4


def test_a_solid_of_one_layer_is_drawn_once() -> None:
    (solution,) = first("rhombic-cube")
    assert draw(solution).svg == draw(solution, "solid").svg


def bonds(svg: str) -> list[list[tuple[float, float]]]:
    paths = [path for path in ElementTree.fromstring(svg).iter(f"{SVG}path") if path.attrib.get("class") == "bond"]
    outlines = "".join(path.attrib["d"] for path in paths).split("M")[1:]
    return [[(float(x), float(y)) for x, y in re.findall(r"([-\d.]+) ([-\d.]+)", one)] for one in outlines]


def test_balls_of_one_piece_are_tied_together_and_others_are_not() -> None:
    straight = draw(partial("iq-pyramid-4", "J: 0,0,0 1,-1,0 2,-2,0 3,-3,0"), "solid").svg
    found = bonds(straight)
    assert len(found) == 3
    circles = ElementTree.fromstring(straight).iter(f"{SVG}circle")
    balls = [(float(ball.attrib["cx"]), float(ball.attrib["cy"])) for ball in circles]
    middles = [np.mean(outline, axis=0) for outline in found]
    ends = [sorted(sorted(range(4), key=lambda ball: math.dist(middle, balls[ball]))[:2]) for middle in middles]
    assert sorted(ends) == [[0, 1], [1, 2], [2, 3]]
    assert not bonds(draw(first("soma"), "solid").svg)


def test_the_nearer_ball_covers_a_bond_that_leads_away_from_the_eye() -> None:
    balls = np.array([(0.0, 0, 0), (0.0, 0, -1)])
    assert not len(_bond(balls))
    aslant = _bond(np.array([(0.0, 0, 0), (0.8, 0, -0.6)]))
    assert len(aslant)
    assert min(np.linalg.norm(aslant, axis=1)) > 0.4
    level = _bond(np.array([(0.0, 0, 0), (1.0, 0, 0)]))
    assert np.ptp(level, axis=0) == pytest.approx((1 - 2 * math.sqrt(0.49**2 - 0.22**2), 0.44))


def test_the_paper_is_white_unless_another_is_asked_for() -> None:
    (solution,) = first("pentominoes-6x10")
    assert draw(solution).svg.count("<rect") == 1
    assert 'fill="#ffffff"/>' in draw(solution).svg
    assert 'fill="#123456"' in draw(solution, background="#123456").svg
    assert "<rect" not in draw(solution, background="none").svg


def test_a_picture_has_the_width_that_is_wanted(tmp_path: Path) -> None:
    (solution,) = first("pentominoes-6x10")
    picture = draw(solution).scaled(300)
    root = ElementTree.fromstring(picture.svg)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert int(root.attrib["width"]) == 300
    assert int(root.attrib["height"]) == round(300 * height / width)
    assert struct.unpack(">II", picture.png()[16:24]) == (300, int(root.attrib["height"]))


def test_letters_are_drawn_into_a_png() -> None:
    (solution,) = first("pentominoes-6x10")
    picture = draw(solution)
    without = Picture(re.sub("<text.*?</text>", "", picture.svg))
    fonts = Path("/usr/share/fonts")
    if not (fonts.is_dir() and any(fonts.rglob("*.ttf"))):
        pytest.skip("there is no font on this machine")
    assert picture.png() != without.png()


def test_a_title_with_angle_brackets_is_escaped(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text('title = "<&>"\ngrid = "square"\nbox = [2, 1]\npieces = [{ name = "<", cells = "**" }]')
    svg = draw(list(solve(path))).svg
    assert ElementTree.fromstring(svg).findtext(f"{SVG}title") == "<&>"
    assert letters(svg) == Counter("<")


def test_characters_that_xml_does_not_allow_are_left_out(tmp_path: Path) -> None:
    (solution,) = first("galakub")
    puzzle = replace(solution.puzzle, title="a\x00\x1b[31m\ud800\uffffb\x7f\t&\U0001f9e9")
    picture = draw(replace(solution, puzzle=puzzle), background="\x00white\udfff")
    picture.save(tmp_path / "box.svg")
    found = ElementTree.parse(tmp_path / "box.svg").getroot()
    assert found.findtext(f"{SVG}title") == "a[31mb\x7f\t&\U0001f9e9"
    assert [paper.attrib["fill"] for paper in found.findall(f"{SVG}rect")] == ["white"]


def test_a_board_without_pieces_shows_its_cells() -> None:
    (solution,) = first("galakub")
    bare = replace(solution, options=())
    for style in STYLES:
        svg = draw(bare, style).svg
        assert 'class="empty"' in svg
        assert not letters(svg)


def test_pictures_do_not_depend_on_errors_of_rounding() -> None:
    """Elements of equal depth are drawn in the order of the pieces, so the picture is the same on every machine."""
    flat = draw(first("pentominoes-6x10")[0]).svg
    colours = re.findall(r'<path fill="(#\w+)" d=', flat)
    assert colours == [palette.colour(number) for number in range(12)]


def test_notebooks_show_solutions_and_pictures() -> None:
    (solution,) = first("galakub")
    assert solution._repr_svg_() == draw(solution).svg


@pytest.mark.full
@pytest.mark.parametrize("name", ["half-cubes-2x2x2", "prisms-hexagon", "rhombic-cube", "soma"])
def test_no_face_covers_a_line(name: str, tmp_path: Path) -> None:
    """In a convex solid nothing hides a line, so each is dark along its whole length, and over most of its width."""
    image = pytest.importorskip("PIL.Image")
    solution = solve(name, limit=1).first()
    assert solution is not None
    seen = panel.solid(Scene.of(solution))
    parts, scale = "".join(part for part in seen.parts if part.startswith("<path")), 200
    width, height = (round(seen.box[at + 2] - seen.box[at]) + 2 for at in range(2))
    (tmp_path / "solid.png").write_bytes(
        Picture(
            '<svg xmlns="http://www.w3.org/2000/svg" class="satpuzzle"'
            f' width="{width * scale}" height="{height * scale}"'
            f' viewBox="{seen.box[0] - 1} {seen.box[1] - 1} {width} {height}"><style>{panel.STYLE}</style>{parts}</svg>'
        ).png(1)
    )
    shown = np.asarray(image.open(tmp_path / "solid.png").convert("RGB")).max(axis=2)
    paths = re.findall(r'<path class="line" d="([^"]*)"', parts)
    lines = re.findall(r"M([-\d.]+) ([-\d.]+)L([-\d.]+) ([-\d.]+)", "".join(paths))
    assert len(lines) > 10
    for ends in np.array(lines, dtype=float).reshape(-1, 2, 2):
        along = ends[1] - ends[0]
        across = np.array([-along[1], along[0]]) / np.linalg.norm(along)
        for aside in (-0.6, 0, 0.6):
            points = ends[0] + np.linspace(0, 1, 100)[:, None] * along + aside * panel._LINE / 2 * across
            x, y = np.floor((points - seen.box[:2] + 1) * scale).astype(int).T
            assert shown[y, x].max() < 32, (name, ends.tolist())


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
    with pytest.raises(PuzzleError, match=r"^style flat: choose from layers, stack, solid, both, exploded$"):
        draw(solution, "flat")
    with pytest.raises(PuzzleError, match=r"^columns 0: allowed are integers from 1$"):
        draw(solution, columns=0)
    with pytest.raises(PuzzleError, match=r"a picture's name ends in \.svg, \.png, \.pdf or \.html$"):
        draw(solution).save(tmp_path / "box.gif")


@pytest.mark.parametrize("show", [draw, view])
def test_what_is_no_solution_is_told_what_to_take(show: Callable[[Any], object]) -> None:
    for wrong in (["soma"], 3, *(("soma", None) if show is view else ())):
        with pytest.raises(PuzzleError, match=r"is no solution: take one of solve\(\.\.\.\)"):
            show(wrong)


def test_the_readme_opens_with_what_the_command_draws() -> None:
    root = Path(__file__).parents[2]
    assert (root / "docs" / "galakub.svg").read_text() == draw(first("galakub"), "solid", legend=False).svg + "\n"
    assert 'src="docs/galakub.svg"' in (root / "README.md").read_text()[:300]
