"""Edits of all shapes of a puzzle keep what can be solved."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from commands import complaint, run, said
from strategies import make_puzzle

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.editing import cropped, minimized, mirrored, rotated, scaled
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.grids.fcc import FCC
from satpuzzle.puzzle.grids.written import load as load_grid
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.piece_facts import facts_of
from satpuzzle.puzzle.polyforms import every_piece
from satpuzzle.puzzle.shape import orientations


def alike(one: Puzzle, other: Puzzle) -> bool:
    return (
        np.array_equal(one.board, other.board)
        and np.array_equal(one.optional, other.optional)
        and np.array_equal(one.frame, other.frame)
        and all(np.array_equal(a.cells, b.cells) for a, b in zip(one.pieces, other.pieces, strict=True))
    )


@pytest.mark.parametrize("name", ["galakub", "steinhaus", "dubois-burr", "pentominoes-3x20", "twin-box"])
def test_what_was_scaled_is_scaled_down_again(name: str) -> None:
    puzzle = minimized(sp.load(name))
    for times in (1, 2, 3):
        larger = scaled(puzzle, times)
        assert len(larger.board) == len(puzzle.board) * times**puzzle.grid.dimension
        assert alike(minimized(larger), puzzle)


def test_a_scaled_puzzle_has_as_many_solutions_at_least() -> None:
    """Pieces of two cells a side could lie between two cells, but for a full box they do not."""
    assert sp.count(scaled(sp.load("steinhaus"), 2)).isometries == sp.count("steinhaus").isometries == 2


@pytest.mark.parametrize(
    "name", ["soma", "galakub", "prisms-hexagon", "rhombic-cube", "hexiamonds-6x6", "dubois-burr", "iq-pyramid-4"]
)
def test_mirror_images_and_rotations_have_as_many_solutions(name: str) -> None:
    puzzle = sp.load(name)
    counts = sp.count(puzzle)
    assert sp.count(mirrored(puzzle)) == sp.count(rotated(puzzle, "z")) == counts
    assert alike(mirrored(mirrored(minimized(puzzle))), minimized(puzzle)) if name in ("soma", "galakub") else True


def test_a_chiral_piece_becomes_its_mirror_image() -> None:
    steinhaus = sp.load("steinhaus")
    assert sp.count(mirrored(steinhaus)).known() == steinhaus.published.known()
    assert not alike(mirrored(steinhaus), minimized(steinhaus))


@pytest.mark.parametrize("name", ["kites", "half-squares", "cairo", "hexagonal"])
def test_a_chiral_piece_on_a_flat_grid_becomes_its_mirror_image(name: str) -> None:
    one_sided = {piece.cells.tobytes(): piece for piece in every_piece(4, GRIDS[name], one_sided=True).pieces}
    pieces = [piece for piece in one_sided.values() if piece.mirror is False]
    puzzle = make_puzzle(name, GRIDS[name].box((4, 4)).tolist(), pieces)
    chiral = [facts.mirrored for facts in facts_of(puzzle)]
    assert any(chiral)
    for piece, image, others in zip(pieces, mirrored(puzzle).pieces, chiral, strict=True):
        own, its = (orientations(one.cells, puzzle.grid, mirror=False) for one in (piece, image))
        assert np.array_equal(own, its) == (not others)


def test_a_grid_without_reflections_has_no_mirror_images(tmp_path: Path) -> None:
    whirl = "[0,0],[1,1],[3,-1],[4,0],[3,1],[5,3],[4,4],[3,3],[1,5],[0,4],[1,3],[-1,1]"
    (tmp_path / "whirls.toml").write_text(f"periods = [[4, 0], [0, 4]]\ncells = [{{ corners = [{whirl}] }}]\n")
    grid = load_grid(tmp_path / "whirls.toml")
    puzzle = sp.make_puzzle(grid=grid, box=[2, 2], pieces={"A": grid.box((1, 2))})
    with pytest.raises(PuzzleError, match="mirror: the grid whirls has no reflections"):
        mirrored(puzzle)
    assert sp.count(puzzle).raw == 0 and not any(facts.mirrored for facts in facts_of(puzzle))


def test_the_mirror_image_of_balls_is_that_of_each_piece() -> None:
    pieces = every_piece(4, FCC).pieces
    puzzle = make_puzzle("fcc", FCC.box((4, 4, 4)).tolist(), list(pieces))
    both = replace(puzzle, pieces=(*pieces, *(replace(p, name=p.name * 2) for p in mirrored(puzzle).pieces)))
    own = [facts.mirrored for facts in facts_of(puzzle)]
    assert sum(map(bool, own)) == 10  # five pieces and their mirror images
    for piece, mirror, facts in zip(pieces, own, facts_of(both), strict=False):
        assert piece.name * 2 in (facts.mirrored if mirror else facts.equal)


@pytest.mark.parametrize("name", ["iq-pyramid-4", "hexiamonds-6x6", "prisms-hexagon", "twin-box", "rhombic-cube"])
def test_what_was_moved_away_is_cropped(name: str) -> None:
    puzzle = cropped(sp.load(name))
    far = puzzle.grid.basis.sum(axis=0) * 3
    away = replace(
        puzzle,
        board=puzzle.board + far,
        frame=puzzle.frame + far,
        pieces=tuple(replace(piece, cells=piece.cells - far) for piece in puzzle.pieces),
    )
    assert alike(cropped(away), puzzle)
    assert min(np.concatenate([puzzle.board, puzzle.frame]).min(), *(piece.cells.min() for piece in puzzle.pieces)) >= 0


@pytest.mark.parametrize("name", ["tetrahexes-4x7", "iq-pyramid-4", "hexiamonds-4x9", "rhombic-cube"])
def test_only_squares_and_cubes_are_scaled(name: str) -> None:
    for edit in (minimized, lambda puzzle: scaled(puzzle, 2)):
        with pytest.raises(PuzzleError, match="are neither squares nor cubes"):
            edit(sp.load(name))


def test_convert_edits_all_shapes(tmp_path: Path) -> None:
    path, back = tmp_path / "larger.toml", tmp_path / "back.json"
    said(run("convert", "twin-box", path, "--scale", "2"))
    assert len(sp.load(path).frame) == 8 * 40
    said(run("convert", path, path, "--crop"))
    said(run("convert", path, back, "--minimize"))
    assert alike(sp.load(back), minimized(sp.load("twin-box")))
    said(run("convert", "dubois-burr", tmp_path / "turned.xmpuzzle", "--rotate", "x", "--mirror"))
    assert "1 solution " in said(run("count", tmp_path / "turned.xmpuzzle", "--assemblable", "--moves", "steps"))
    assert complaint(run("convert", "soma", "--rotate", "w")) == "--rotate w: choose from x, y, z"
    assert "rotate x: the grid square has no rotation" in complaint(run("convert", "pentominoes-3x20", "--rotate", "x"))


def test_a_huge_scale_is_refused_before_a_cell_is_made() -> None:
    with pytest.raises(PuzzleError, match="scale 1000000000: the board would have more than 1000000 cells"):
        scaled(sp.load("soma"), 10**9)


BOX = "###\n###\n###\n\n###\n#*#\n###"


def test_a_lid_is_a_part_of_the_frame(tmp_path: Path) -> None:
    """The piece leaves through a lid with a hole above it, and not if the hole is half a cell off or there is none."""
    (tmp_path / "box.toml").write_text(f'board = """\n{BOX}\n"""\npieces = [{{ name = "A", cells = "*" }}]\n')
    for name, scale, lid, comes in (
        ("whole", 1, "###\n#.#\n###", "yes"),
        ("closed", 1, "###\n###\n###", "no"),
        ("half", 2, "######\n######\n##..##\n##..##\n######\n######", "yes"),
        ("off", 2, "######\n######\n#..###\n#..###\n######\n######", "no"),
    ):
        (tmp_path / "lid.toml").write_text(f'pieces = [{{ name = "lid", cells = """\n{lid}\n""" }}]\n')
        out = f"{name}.toml"
        said(run("convert", "box.toml", out, "--scale", str(scale), "--lid", "lid.toml", cwd=tmp_path))
        made = sp.load(tmp_path / out)
        drawn = sp.make_puzzle(board=f"{BOX}\n\n{lid}", pieces={"A": "*"}) if scale == 1 else made
        assert np.array_equal(np.unique(made.frame, axis=0), np.unique(drawn.frame, axis=0))
        assert len(made.frame) == 17 * scale**3 + lid.count("#")
        assert sp.assemble(next(iter(sp.solve(made)))).verdict == comes


def test_a_lid_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "two.toml").write_text('pieces = [{ name = "A", cells = "*" }, { name = "B", cells = "**" }]\n')
    (tmp_path / "one.toml").write_text('pieces = [{ name = "A", cells = "*" }]\n')
    for puzzle, lid, reason in (
        ("soma", "two.toml", "lid two.toml: has 2 pieces, allowed is one, the lid"),
        ("pentominoes-6x10", "one.toml", "lid: the grid square is flat, a lid lies on a box in space"),
        ("iq-pyramid-4", "one.toml", "lid: the cells of the grid fcc are neither squares nor cubes"),
    ):
        assert complaint(run("convert", puzzle, "--lid", lid, cwd=tmp_path)) == reason
