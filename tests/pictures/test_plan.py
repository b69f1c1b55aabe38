"""Outlines to be cut, read by other programs: sizes, areas, and how long the laser's way is."""

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.pictures import mesh
from satpuzzle.pictures.outlines import Lines, in_place, pieces, tray
from satpuzzle.pictures.plan import Plan
from satpuzzle.pictures.sizes import Sizes
from satpuzzle.puzzle import library

pytest.importorskip("manifold3d")
FLAT = {"pentominoes-6x10": 1.0, "tetrahexes-4x7": 3**0.5 / 2, "hexiamonds-6x6": 3**0.5 / 4}  # with the area of a cell
SVG = "{http://www.w3.org/2000/svg}"


def area(loop: Lines) -> float:
    """Return the area inside a closed line; it is negative for a hole."""
    x, y = loop.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def length(loop: Lines) -> float:
    return float(np.linalg.norm(np.roll(loop, -1, axis=0) - loop, axis=1).sum())


@pytest.mark.parametrize("name", FLAT)
def test_an_outline_goes_around_the_cells_of_its_piece(name: str) -> None:
    puzzle = sp.load(name)
    found = [*pieces(puzzle, Sizes(10, 0))]
    assert [part.name for part in found] == [piece.name for piece in puzzle.pieces]
    for part, piece in zip(found, puzzle.pieces, strict=True):
        assert sum(map(area, part.lines)) == pytest.approx(100 * FLAT[name] * len(piece.cells))


@pytest.mark.parametrize("name", FLAT)
def test_kerf_makes_outlines_larger_and_the_gap_smaller(name: str) -> None:
    puzzle = sp.load(name)
    cut, burnt, loose = ([*pieces(puzzle, sizes)] for sizes in (Sizes(10, 0), Sizes(10, 0, 0.2), Sizes(10, 0.3, 0)))
    assert all(
        np.allclose(a, b)
        for part, other in zip(cut, pieces(puzzle, Sizes(10, 0.2, 0.2)), strict=True)
        for a, b in zip(part.lines, other.lines, strict=True)
    )
    for part, larger, smaller in zip(cut, burnt, loose, strict=True):
        (loop,), (out,), (inward,) = part.lines, larger.lines, smaller.lines
        # A strip along the outline, and what is more at convex corners than less at concave ones.
        assert area(out) - area(loop) == pytest.approx(0.1 * length(loop), rel=0.02)
        assert area(loop) - area(inward) == pytest.approx(0.15 * length(loop), rel=0.03)


@pytest.mark.parametrize(
    "drawn, areas",
    [("***\n*.*\n***", [-100, 900]), ("**\n.*\n*.", [100, 300]), ("****\n*.**\n**.*\n****", [-200, 1600])],
)
def test_holes_and_cells_that_touch_at_a_corner(drawn: str, areas: list[float]) -> None:
    puzzle = sp.make_puzzle(board=drawn, pieces={"O": drawn}, grid="square")
    (part,) = pieces(puzzle, Sizes(10, 0))
    assert sorted(map(area, part.lines)) == pytest.approx(areas)
    (loose,) = pieces(puzzle, Sizes(10, 1))
    assert sum(map(area, loose.lines)) < sum(areas)


def test_a_tray_is_the_board_with_a_gap_and_a_wall_around_it() -> None:
    frame, base = tray(sp.load("pentominoes-8x8"), Sizes(10, 0.4, 0.2, wall=5))
    outside, island, hole = sorted(frame.lines, key=area, reverse=True)
    # The square that is no part of the board stays, and is made smaller by the gap; lines are 0.1 off on all sides.
    sizes = [np.ptp(loop, axis=0).round(6).tolist() for loop in (outside, island, hole)]
    assert sizes == [[90.6, 90.6], [19.8, 19.8], [80.2, 80.2]]
    assert area(island) > 0 > area(hole)
    assert np.ptp(base.lines[0], axis=0).tolist() == pytest.approx([90.6, 90.6])


def test_all_of_a_calendar_is_cut_with_its_words() -> None:
    family = library.family_named("a-puzzle-a-day")
    assert family is not None
    frame, base = tray(family.whole, Sizes(), family.labels)
    assert not frame.words
    assert [word.text for word in base.words][:13] == [
        *["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
        "1",
    ]
    for one, other in combinations(base.words, 2):
        assert max(abs(one.x - other.x), abs(one.y - other.y)) >= 10 - 1e-6
    jan, jul = base.words[0], base.words[6]
    assert jan.y > jul.y  # up is away from the reader


@pytest.mark.parametrize("name", FLAT)
def test_in_place_each_line_between_two_pieces_is_cut_once(name: str) -> None:
    solution = next(iter(sp.solve(name, limit=1)))
    apart = sum(length(loop) for part in pieces(solution.puzzle, Sizes(10, 0)) for loop in part.lines)
    frame, _ = tray(solution.puzzle, Sizes(10, 0))
    around = min(frame.lines, key=area)
    (part,) = in_place(solution, Sizes(10, 0), framed=False)
    together = sum(float(np.linalg.norm(end - start)) for start, end in part.lines)
    assert together == pytest.approx((apart + length(around)) / 2)
    framed, base = in_place(solution, Sizes(10, 0), framed=True)
    assert len(framed.lines) == len(part.lines) + 1
    assert base.name == "base"


def test_straight_lines_are_cut_in_one_go() -> None:
    puzzle = sp.make_puzzle(box=[4, 2], pieces=[{"name": "I", "cells": "****", "count": 2}], grid="square")
    (part,) = in_place(next(iter(sp.solve(puzzle, limit=1))), Sizes(10, 0), framed=False)
    lengths = sorted(float(np.linalg.norm(end - start)) for start, end in part.lines)
    assert lengths == pytest.approx([20, 20, 40, 40, 40])


def plan(name: str, sizes: Sizes) -> Plan:
    puzzle = sp.load(name)
    return Plan.of(puzzle.title, [*tray(puzzle, sizes), *pieces(puzzle, sizes)])


@pytest.mark.parametrize("name", [*FLAT, "macmahon-triangles"])
def test_another_program_opens_the_dxf_without_complaint(name: str, tmp_path: Path) -> None:
    ezdxf = pytest.importorskip("ezdxf")
    made = plan(name, Sizes(10, 0.2, 0.1))
    made.save(tmp_path / "made.dxf")
    document = ezdxf.readfile(tmp_path / "made.dxf")
    assert not document.audit().errors
    assert document.units == ezdxf.units.MM
    lines = document.modelspace().query('POLYLINE[layer=="CUT"]')
    assert len(lines) == sum(len(part.lines) for part in made.parts)
    assert all(line.is_closed for line in lines)
    corners = np.array([vertex.dxf.location for line in lines for vertex in line.vertices])
    assert corners[:, :2].min(axis=0).tolist() == pytest.approx([3, 3], abs=1e-3)
    assert corners[:, :2].max(axis=0).tolist() == pytest.approx(np.array(made.size) - 3, abs=1e-3)
    words = document.modelspace().query('TEXT[layer=="ENGRAVE"]')
    assert len(words) == sum(len(part.words) for part in made.parts) == (72 if "macmahon" in name else 0)


def test_the_svg_has_the_size_in_millimetres_and_all_lines() -> None:
    made = plan("pentominoes-6x10", Sizes(10, 0, wall=4))
    root = ElementTree.fromstring(made.svg)
    assert root.attrib["width"] == f"{made.size[0]:g}mm"
    assert root.attrib["viewBox"] == f"0 0 {made.size[0]:g} {made.size[1]:g}"
    paths = [path.attrib["d"] for path in root.iter(f"{SVG}path")]
    assert len(paths) == 14
    numbers = [tuple(map(float, pair)) for pair in re.findall(r"([\d.]+) ([\d.]+)", paths[0])]
    width, height = np.ptp(np.array(numbers), axis=0).tolist()
    assert (width, height) == pytest.approx((108, 68))


def test_parts_do_not_overlap() -> None:
    made = plan("pentominoes-6x10", Sizes())
    boxes = [(np.concatenate(part.lines).min(axis=0), np.concatenate(part.lines).max(axis=0)) for part in made.parts]
    for (low, high), (other_low, other_high) in combinations(boxes, 2):
        assert (high < other_low).any() or (other_high < low).any()


def test_letters_beyond_ascii_are_kept_in_dxf() -> None:
    puzzle = sp.make_puzzle(board="*", pieces={"I": "*"}, grid="square")
    assert "M\\U+00E4r" in Plan.of("", tray(puzzle, Sizes(), [((0, 0, 0), "Mär")])).dxf


def test_solids_have_no_outlines() -> None:
    with pytest.raises(PuzzleError, match="soma: outlines need flat pieces"):
        [*pieces(sp.load("soma"), Sizes())]
    with pytest.raises(PuzzleError, match="soma: outlines need flat pieces"):
        tray(sp.load("soma"), Sizes())
    with pytest.raises(PuzzleError, match=r"ends in \.svg or \.dxf"):
        plan("pentominoes-6x10", Sizes()).save("plan.png")


def test_a_board_that_wraps_round_is_not_made_but_its_pieces_are() -> None:
    puzzle = sp.make_puzzle(box=[4, 2], wrap="x", pieces=[{"name": "O", "cells": "**\n**", "count": 2}], grid="square")
    (solution,) = sp.solve(puzzle, limit=1)
    assert len([*pieces(puzzle, Sizes())]) == 2
    with pytest.raises(PuzzleError, match="its board wraps round"):
        tray(puzzle, Sizes())
    with pytest.raises(PuzzleError, match="its board wraps round"):
        in_place(solution, Sizes(), framed=False)
    with pytest.raises(PuzzleError, match="its board wraps round"):
        mesh.packed(solution)
