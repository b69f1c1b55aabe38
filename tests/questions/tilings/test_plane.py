"""Tilings of the plane: published tables, tori and coronas against brute force, journals, the command."""

import csv
import io
import json
import re
import subprocess
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from clocks import Countdown
from commands import begin, complaint, run

import satpuzzle as sp
from satpuzzle.clock import Clock
from satpuzzle.engines.config import solver_config
from satpuzzle.errors import JournalError, PuzzleError
from satpuzzle.proofs.check.patches import Shape
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.questions.question import Context
from satpuzzle.questions.tilings.census import PlaneQuestion
from satpuzzle.questions.tilings.coronas import Coronas, Search
from satpuzzle.questions.tilings.plane import NO, TILES, Verdict, decide
from satpuzzle.questions.tilings.prototile import Prototile, beside, decoded, encoded, holes, touching
from satpuzzle.questions.tilings.shapes import prototiles
from satpuzzle.questions.tilings.torus import Torus, canonical, every_lattice, point_group, tori, tori_of

CONFIG = solver_config("native")
EVERY = sorted(GRIDS)
# Craig S. Kaplan, Heesch numbers of unmarked polyforms, 2022: shapes without holes that do not tile, by Heesch number
ROWS = {("square", 7): (1, 2), ("hexagonal", 6): (0, 3, 1)}
LONG = {
    ("square", 8): (6, 14),
    ("square", 9): (75, 122, 1),
    ("hexagonal", 7): (5, 25, 6, 1),
    ("triangular", 10): (44, 55, 3, 1),
}


def heesch_numbers(grid: str, size: int) -> tuple[sp.tilings.Census, tuple[int, ...]]:
    census = sp.tilings.plane(grid=grid, size=size)
    assert census.final and census.counts["open"] == 0
    numbers = Counter(one.heesch for one in census.verdicts if one.verdict == NO and not one.hole)
    assert all(least == most for least, most in numbers)
    return census, tuple(numbers[many, many] for many in range(max(least for least, _ in numbers) + 1))


@pytest.mark.full
@pytest.mark.parametrize(("grid", "size"), ROWS)
def test_the_published_heesch_numbers_of_small_polyforms(grid: str, size: int) -> None:
    census, numbers = heesch_numbers(grid, size)
    assert numbers == ROWS[grid, size]
    assert sum(one.hole for one in census.verdicts) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("grid", "size"), LONG)
def test_the_published_heesch_numbers_of_larger_polyforms(grid: str, size: int) -> None:
    assert heesch_numbers(grid, size)[1] == LONG[grid, size]


# What each grid that is a file has: cells, shapes, how many tile.  A monokite tiles with twelve orientations, a hexagon
# of the tiling 3.6.3.6 leaves triangles that it cannot fill.
FILES = {"kites": [(1, 1), (2, 1), (4, 4)], "half-squares": [(1, 1), (3, 3)], "drafters": [(1, 1)], "cairo": [(1, 1)],
         "octasquares": [(2, 0), (2, 1)], "trihexes": [(2, 0), (1, 0), (4, 3)],
         "snub-square": [(2, 0), (2, 0)]}  # fmt: skip


@pytest.mark.parametrize("grid", FILES)
def test_shapes_on_grids_that_are_files(grid: str) -> None:
    for size, (shapes, tile) in enumerate(FILES[grid], 1):
        census = sp.tilings.plane(grid=grid, size=size)
        assert (census.shapes, census.counts["tiles"], census.counts["open"]) == (shapes, tile, 0)


def test_the_hat_has_no_tiling_with_few_copies_and_is_surrounded() -> None:
    """The hat of eight kites tiles, but without periods (Smith, Myers, Kaplan, Goodman-Strauss 2024)."""
    kites = [(0, 0, 1), (0, 0, 2), (0, 0, 3), (0, 0, 4), (0, 1, 0), (0, 1, 1), (1, 0, 4), (1, 0, 5)]
    verdict = decide(Prototile("hat", sp.GRIDS["kites"], np.array(kites)), copies=3, coronas=2)
    assert (verdict.sentence, verdict.tried) == (
        "hat is open: at least 2 coronas, no tiling with at most 3 copies in a period",
        3,
    )


def test_nothing_tiles_a_grid_of_sticks() -> None:
    with pytest.raises(PuzzleError, match="on the grid sticks, whose cells have no area: choose from square, cubic"):
        sp.tilings.plane(grid="sticks", size=2)
    with pytest.raises(PuzzleError, match=r"grid kite .did you mean kites.+: choose from square") as refused:
        sp.tilings.plane(grid="kite", size=2)
    assert "sticks" not in str(refused.value)


@pytest.mark.slow
def test_all_heptominoes_that_tile_are_isohedral_and_one_hexahex_is_not() -> None:
    # Joseph Myers, Polyform tiling: the smallest polyominoes that tile and are not isohedral have 8 cells, polyhexes 6
    squares, hexagons = (sp.tilings.plane(grid=grid, size=size) for grid, size in (("square", 7), ("hexagonal", 6)))
    assert [one.isohedral is not None for one in squares.verdicts].count(True) == squares.counts[TILES] == 104
    assert [one.orbits for one in hexagons.verdicts if one.verdict == TILES].count(2) == 1
    assert (hexagons.counts[TILES], Counter(one.orbits for one in hexagons.verdicts)[1]) == (77, 76)


# Geometry


@pytest.mark.parametrize("name", EVERY)
def test_cells_are_touched_by_those_that_touch_them_and_beside_them_are_some_of_these(name: str) -> None:
    grid = GRIDS[name]
    for table in (touching(grid), beside(grid)):
        for kind, steps in enumerate(table):
            assert all(-step in table[(kind + step) % len(table)] for step in steps)
    assert all({*near} <= {*every} for near, every in zip(beside(grid), touching(grid), strict=True))


def test_how_many_cells_touch_a_cell() -> None:
    many = {name: sorted({len(steps) for steps in touching(GRIDS[name])}) for name in EVERY}
    assert many["square"] == [8] and many["cubic"] == [26] and many["hexagonal"] == [6]
    assert many["triangular"] == [12] and many["prisms"] == [3 * 12 + 2] and many["fcc"] == [12 + 6]
    assert many["tetra-octa"] == [80, 98] and len(many["rhombic"]) == 1  # equal cells are touched by equally many


@pytest.mark.few(3)
@pytest.mark.parametrize("name", EVERY)
def test_the_checker_knows_the_same_cells_that_touch(name: str) -> None:
    grid = GRIDS[name]
    shape = Shape(grid, (tuple(grid.kinds[0].tolist()),), mirror=False)
    for kind, steps in enumerate(touching(grid)):
        near = decoded(grid, [kind + step for step in steps]).tolist()
        assert {*map(tuple, near)} == shape.halo([tuple(grid.home(grid.kinds)[kind].tolist())])


@pytest.mark.parametrize("name", EVERY)
def test_codes_of_cells(name: str) -> None:
    grid = GRIDS[name]
    cells = grid.box((4,) * len(grid.basis)) - 2 * grid.basis.sum(axis=0)
    assert np.array_equal(decoded(grid, encoded(grid, cells).tolist()), cells)
    tile = Prototile("A", grid, cells[:5])
    assert tile.found(cells[:5].tolist())[0] == tile.first
    for cell in tile.orientations[0]:
        through = [*tile.through(cell)]
        assert len(through) == len({*through}) and all(cell in tile.copy(copy) for copy in through)


def test_holes_are_what_cannot_be_left() -> None:
    ring = "***/*.*/***"
    corner = "***/*.*/**."
    for text, many in ((ring, 1), (corner, 1), ("***/*..", 0), ("*****/*.*.*/*****", 2)):
        (tile,) = prototiles(text)
        assert len(holes(tile.grid, tile.orientations[0])) == many
    (box,) = prototiles("***/***/***//***/*.*/***//***/***/***", grid="cubic")
    assert [len(hole) for hole in holes(box.grid, box.orientations[0])] == [1]
    (tunnel,) = prototiles("***/*.*/***//***/*.*/***", grid="cubic")
    assert not holes(tunnel.grid, tunnel.orientations[0])


# Tori


def test_the_number_of_lattices_of_an_index() -> None:
    for index in range(1, 30):
        divisors = [number for number in range(1, index + 1) if index % number == 0]
        flat = [*every_lattice(index, 2)]
        assert len({*flat}) == len(flat) == sum(divisors)
        assert all(canonical(matrix) == matrix for matrix in flat)
        # the numbers of sublattices of index n of Z^3: A001001
        assert len([*every_lattice(index, 3)]) == sum(d * sum(e for e in divisors if d % e == 0) for d in divisors)


@pytest.mark.parametrize(("name", "order"), [("square", 8), ("hexagonal", 12), ("triangular", 12), ("cubic", 48)])
def test_symmetries_of_tori(name: str, order: int) -> None:
    grid = GRIDS[name]
    assert len(point_group(grid)) == order
    for index in (1, 2, 3, 4, 6):
        assert sum(_images(torus) for torus in tori(grid, index, point_group(grid))) == len(
            [*every_lattice(index, len(grid.basis))]
        )
    *_, torus = tori(grid, 4, point_group(grid))
    assert {tuple(sorted(row)) for row in torus.symmetries.tolist()} == {tuple(range(torus.size))}


def _images(torus: Torus) -> int:
    rows = {
        canonical(tuple(map(tuple, (np.array(torus.matrix) @ np.array(steps)).tolist())))
        for _, steps in point_group(torus.grid)
    }
    return len(rows)


@pytest.mark.parametrize(("grid", "size"), [("square", 4), ("triangular", 4), ("hexagonal", 3)])
def test_tilings_of_tori_are_those_that_brute_force_finds(grid: str, size: int) -> None:
    for tile in prototiles((), grid=grid, size=size):
        for torus in tori_of([tile], 2 * size):
            _, cells = torus.copies(tile)
            every = [*map(frozenset, cells.tolist())]
            pairs = {frozenset((a, b)) for a, b in product(every, repeat=2) if len(a | b) == torus.size}
            found = [*torus.tilings(tile, CONFIG, Clock())]
            assert len(found) == len(pairs)
            orbits = [torus.orbits(tile, tiling) for tiling in found]
            assert (1 in orbits) == (torus.isohedral(tile, Clock()) is not None)


# Coronas


def test_first_coronas_are_those_that_brute_force_finds() -> None:
    for tile in prototiles((), size=5)[:4]:
        search = Search(Coronas(tile, 1), Clock())
        patch = search.patch(1)
        search.close()
        assert patch is not None
        union = [cell for corona in patch for copy in corona for cell in tile.copy(copy)]
        assert len({*union}) == len(union) and {*tile.halo((tile.first, 0))} <= {*union}
        assert not holes(tile.grid, union)


@pytest.mark.full
def test_a_shape_with_two_coronas_only_if_the_last_may_have_holes() -> None:
    found = [one for one in sp.tilings.plane(size=7).verdicts if one.heesch != one.heesch_loose]
    assert [(one.heesch, one.heesch_loose) for one in found if not one.hole] == [((0, 0), (1, 1))]


def test_mirror_images_may_be_left_out() -> None:
    free = sp.tilings.plane(size=6, one_sided=False)
    fixed = [decide(Prototile(one.tile.name, one.tile.grid, one.tile.cells, mirror=False)) for one in free.verdicts]
    assert all(one.verdict == TILES for one in free.verdicts)
    assert [len(one.tile.orientations) for one in fixed].count(8) == 0
    assert all(one.verdict == TILES or one.heesch[1] is not None for one in fixed)


def test_shapes_that_tile_by_translations_do_so_by_a_lattice() -> None:
    """A polyomino that tiles by translations has a tiling in which these form a lattice (Beauquier and Nivat, 1991)."""
    found = sp.tilings.plane(size="1..6", fixed=True)
    assert [row["tile"] for row in found.rows] == [1, 1, 2, 5, 9, 24]
    for verdict in found.verdicts:
        cells, many = verdict.tile.cells.tolist(), len(verdict.tile.cells)
        lattices = [(wide, by) for wide in range(1, many + 1) if many % wide == 0 for by in range(wide)]
        classes = [
            {((x - by * (y // (many // wide))) % wide, y % (many // wide)) for x, y, _ in cells}
            for wide, by in lattices
        ]
        assert (verdict.verdict == TILES) == any(len(each) == many for each in classes)
        assert verdict.isohedral is not None or verdict.verdict == NO
    dominoes = sp.tilings.together(["**", "*/*"], fixed=True)
    assert dominoes.verdict == TILES
    assert sp.tilings.plane("***", grid="triangular", fixed=True).counts["no"] == 1
    with pytest.raises(PuzzleError, match="certificates"):
        sp.tilings.plane("***", fixed=True, certificates="here")


@pytest.mark.parametrize(("name", "size"), [("cubic", 4), ("prisms", 3), ("fcc", 3)])
def test_shapes_in_space(name: str, size: int) -> None:
    census = sp.tilings.plane(grid=name, size=size)
    assert census.final and census.counts[TILES] == len(census.verdicts) > 0


# Sets, journals, limits


@pytest.mark.parametrize(
    ("pieces", "more", "says"),
    [
        ("nonsense", {}, "nonsense: no shape: name a set of pieces"),
        ("pentominoes#Q", {}, "pentominoes#Q: choose from F, I"),
        ((), {}, "no shape: "),
        ((), {"size": 0}, "size 0: allowed are"),
        ((), {"size": "3..2"}, "size 3..2: allowed are integers from 1 and ranges"),
        ("*", {"grid": "squar"}, "grid squar (did you mean square?)"),
        (("pentominoes", "tetrahexes"), {}, "shapes on the grids hexagonal and square"),
        ("*//*", {}, "*//*: 2 layers"),
    ],
)
def test_shapes_that_make_no_sense_are_refused(pieces: object, more: dict[str, object], says: str) -> None:
    with pytest.raises(PuzzleError) as error:
        sp.tilings.plane(pieces, **more)  # type: ignore[arg-type]
    assert str(error.value).startswith(says)


def test_a_stopped_question_is_continued_with_the_same_verdicts(tmp_path: Path) -> None:
    tiles, journal = prototiles((), size=6), tmp_path / "six"
    whole = [one.as_dict() for one in PlaneQuestion().verdicts(tiles)]
    for checks in (3, 20, 60):
        stopped = [*PlaneQuestion(journal=journal).verdicts(tiles, Context(Countdown(checks)))]
        assert stopped[-1].stopped and len(stopped) < len(tiles)
        lines = journal.read_bytes()
        journal.write_bytes(lines + b'{"key": "half a')  # a process that was killed
    assert [one.as_dict() for one in PlaneQuestion(journal=journal).verdicts(tiles)] == whole
    assert len(journal.read_text().splitlines()) == len(tiles) + 1
    with pytest.raises(JournalError, match="another question: copies is 8, not 3"):
        next(PlaneQuestion(copies=3, journal=journal).verdicts(tiles))
    other = tmp_path / "other"
    other.write_text("{}\n")
    with pytest.raises(JournalError, match="it is no journal of such a question"):
        next(PlaneQuestion(journal=other).verdicts(tiles))
    content = journal.read_text()
    journal.write_text(content.replace('"isohedral": true', '"isohedral": false', 1))
    with pytest.raises(JournalError, match=r"line \d+ is .*: it or one before it was changed"):
        next(PlaneQuestion(journal=journal).verdicts(tiles))
    journal.write_text(re.sub(r', "check": \d+', "", content))  # as version 1.1 wrote it
    assert [one.as_dict() for one in PlaneQuestion(journal=journal).verdicts(tiles)] == whole
    journal.write_text(re.sub(r', "check": \d+', "", content).replace('"answer"', '"other"', 1))
    with pytest.raises(JournalError, match="is no answer"):
        next(PlaneQuestion(journal=journal).verdicts(tiles))


@pytest.mark.slow
@pytest.mark.parametrize(
    "asked",
    [("plane", "--size", "7..8"), ("rectangle", "pentominoes#Y", "--up-to", "15x15")],
    ids=["plane", "rectangle"],
)
def test_what_is_killed_and_stopped_at_random_ends_with_the_same_table(
    asked: tuple[str, ...], tmp_path: Path, seed: int
) -> None:
    dice, table = Random(seed), [*asked, "--format", "csv", "-q"]
    whole = run("tile", *table).stdout
    journal = ("--journal", str(tmp_path / "journal"))
    for _ in range(12):
        process = begin("tile", *table, *journal, *(["-t", "1"] if dice.random() < 0.3 else []))
        try:
            process.communicate(timeout=dice.uniform(0.3, 3))
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
    assert run("tile", *table, *journal).stdout == whole


@pytest.mark.full
def test_shapes_of_several_sizes_make_a_table() -> None:
    census = sp.tilings.plane(size="6..7")
    assert [one.tile.name for one in census.verdicts[34:36]] == ["6P35", "7A"]
    assert census.rows == [
        {"cells": 6, "shapes": 35, "hole": 0, "tile": 35, "isohedral": 35, "Heesch 0": 0, "Heesch 1": 0},
        {"cells": 7, "shapes": 108, "hole": 1, "tile": 104, "isohedral": 104, "Heesch 0": 1, "Heesch 1": 2},
    ]
    assert census.sentence.splitlines()[2] == "cells  shapes  hole  tile  isohedral  Heesch 0  Heesch 1"


@pytest.mark.full
def test_verdicts_are_read_as_they_were_written() -> None:
    for one in sp.tilings.plane(size=7).verdicts[::9]:
        assert Verdict.read(json.loads(json.dumps(one.as_dict())), one.tile).as_dict() == one.as_dict()


@pytest.mark.full
def test_what_options_and_shapes_can_make_large_is_bounded() -> None:
    for asked, says in (
        (lambda: sp.tilings.plane("**", copies=10**9), "copies 1000000000: allowed are integers from 1 to 100"),
        (lambda: sp.tilings.plane("**", coronas=10**9), "coronas 1000000000: allowed are integers from 1 to 100"),
        (lambda: sp.tilings.together(["**", "***"], copies=101), "copies 101: allowed are integers from 1 to 100"),
        (lambda: sp.tilings.common("**", "***", cells=10**9), "cells 1000000000: allowed are integers from 1 to 1000"),
        (lambda: sp.tilings.plane("*" * 1001), "piece A is 1001 steps wide, the most is 1000"),
        (
            lambda: sp.tilings.rectangles("*/*", "999x999x999", grid="cubic"),
            "997002999 rectangles, the most are 100000",
        ),
    ):
        with pytest.raises(PuzzleError, match=says):
            asked()
    long = Prototile("A", GRIDS["cubic"], GRIDS["cubic"].box((1, 1, 1000)), mirror=False)
    verdict = decide(replace(long, cells=long.cells[::2]), copies=8, coronas=1, context=Context(Countdown(30)))
    assert verdict.stopped  # there are millions of lattices


def test_an_open_shape_says_how_far_it_was_tried() -> None:
    (verdict,) = sp.tilings.plane("**/*./*./*./**", coronas=1, copies=1).verdicts
    assert verdict.sentence == "A is open: at least 1 corona, no tiling with at most 1 copy in a period"


@pytest.mark.full
def test_the_command(tmp_path: Path) -> None:
    assert run("tile", "plane", "**/*./**").stdout.endswith("\n\nA tiles with 2 copies in a period, isohedral\n")
    ended = run("tile", "plane", "--size", "5", "-o", "5.csv", "--draw", "5.svg", cwd=tmp_path)
    rows = [*csv.DictReader(io.StringIO((tmp_path / "5.csv").read_text()))]
    assert ended.returncode == 0 and len(rows) == 12 and {row["verdict"] for row in rows} == {"tiles"}
    assert (tmp_path / "5.svg").read_text().count("<path") > 100
    assert complaint(run("tile", "line", "*")).startswith("tile line (did you mean plane?)")
    said = json.loads(run("tile", "plane", "pentominoes#X", "--json", "-q").stdout)
    assert said["counts"] == {"tiles": 1, "no": 0, "open": 0}
    assert said["verdicts"][0]["tiling"]["copies"] == [said["verdicts"][0]["tiling"]["copies"][0]]
    stopped = run("tile", "plane", "--size", "8", "-t", "0.5", "-q")
    assert stopped.returncode == 3
    assert "the others were not decided" in stopped.stdout or "before there was an answer" in stopped.stderr
