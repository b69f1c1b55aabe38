"""BurrTools files made for these tests: what is read, what it means, and what is rejected."""

import gzip
import math
import random
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from burrs import FOLDER, burr, needs_folder, problem, voxel, written

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.editing import with_frame_as_piece
from satpuzzle.puzzle.formats.burr import Burr, Placed
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.formats.writing import text as text_of
from satpuzzle.puzzle.formats.xmpuzzle import turning, xml
from satpuzzle.puzzle.formats.xmpuzzle.converting import as_opened, burr_of
from satpuzzle.puzzle.formats.xmpuzzle.problem import open_file
from satpuzzle.puzzle.formats.xmpuzzle.problem import puzzle as opened_as
from satpuzzle.puzzle.formats.xmpuzzle.reading import read
from satpuzzle.puzzle.formats.xmpuzzle.writing import save
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.grids.cubic import CUBIC
from satpuzzle.puzzle.grids.fcc import FCC
from satpuzzle.solutions.stored import assembly_of, stored_solutions, with_solutions

DOMINO, TRAY = voxel((2, 1, 1), "##"), voxel((2, 2, 1), "####")
SMALL = burr([TRAY, DOMINO], [problem("1:2")])


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], Path]:
    return lambda text: written(tmp_path / "mine.xmpuzzle", text)


def counts(path: Path, backend: str = "native", number: int | None = None) -> tuple[int | None, ...]:
    found = sp.count(sp.load(path, number), backend)
    return found.raw, found.rotations, found.isometries


def content(burr: Burr) -> tuple[object, ...]:
    shapes = [(s.voxels.tolist(), s.colours.tolist(), s.name, s.hotspot, s.weight) for s in burr.shapes]
    return burr.grid, burr.colours, shapes, burr.problems, burr.comment, burr.popup


def test_a_file_is_a_puzzle_packed_or_plain(tmp_path: Path) -> None:
    for packed in (False, True):
        path = written(tmp_path / "two.xmpuzzle", SMALL, packed)
        assert counts(path) == (2, 1, 1)
        assert sp.load(path).grid is CUBIC


@pytest.mark.parametrize("octets", ["ö".encode("latin-1"), "ö".encode()])
def test_a_name_may_be_latin_1_or_utf_8(octets: bytes, tmp_path: Path) -> None:
    path = tmp_path / "mine.xmpuzzle"
    path.write_bytes(
        SMALL.encode().replace(b'count="2"', b'count="2" q="1"').replace(b"state=", b'name="G' + octets + b'" state=')
    )
    assert sp.load(path).title == "Gö"


@pytest.mark.parametrize("old", ['<gridType type="axy_ortho"/>', "", "<blank/>"])
def test_old_files_name_the_grid_of_cubes_otherwise_or_not_at_all(old: str, file: Callable[[str], Path]) -> None:
    text = SMALL.replace('<gridType type="0"/>', old).replace('version="2"', 'version="1"')
    assert counts(file(text)) == (2, 1, 1)


def test_variable_voxels_of_the_result_may_stay_empty(file: Callable[[str], Path]) -> None:
    path = file(burr([voxel((3, 1, 1), "#++"), DOMINO], [problem("1")]))
    assert sp.load(path).optional.tolist() == [False, True, True]
    assert counts(path) == (1, 1, 1)


def test_a_shape_without_voxels_that_no_problem_uses_is_read_and_written(
    file: Callable[[str], Path], tmp_path: Path
) -> None:
    path = file(burr([TRAY, DOMINO, voxel((0, 0, 0), ""), voxel((0, 2, 1), "")], [problem("1:2"), problem("1 2")]))
    assert counts(path, number=1) == (2, 1, 1)
    save(read(path), tmp_path / "again.xmpuzzle")
    assert content(read(tmp_path / "again.xmpuzzle")) == content(read(path))
    with pytest.raises(PuzzleError, match="problem 2: shape 2 has no voxels"):
        sp.load(path, 2)


def test_at_most_so_many_cells_stay_empty(file: Callable[[str], Path]) -> None:
    shapes = [voxel((5, 1, 1), "+++++"), voxel((1, 1, 1), "#"), DOMINO]
    few = problem("1:0-1 2:0-1", maxHoles=1)
    text = burr(shapes, [problem("1:0-2 2:0-2"), problem("1:0-2 2:0-2", maxHoles=1), few])
    path = file(text)
    for backend in ("native", "cadical", "cpsat", "clingo"):
        every = [*sp.solve(sp.load(path, 1), backend, up_to="raw")]
        full = [s for s in every if sum(len(cells) for _, cells in s.pieces) >= 4]
        assert len(every) > len(full) > 0
        assert counts(path, backend, 2)[0] == len(full)
    assert sp.load(path, 3).impossible() == "the pieces have at most 3 cells, the board has 4 to fill"


def test_holes_are_limited_only_where_a_piece_has_a_range(file: Callable[[str], Path]) -> None:
    shapes = [voxel((5, 1, 1), "+++++"), voxel((1, 1, 1), "#"), DOMINO]
    path = file(burr(shapes, [problem("1 2", maxHoles=1), problem("1 2"), problem("1:0-1 2", maxHoles=2)]))
    assert counts(path, number=1) == counts(path, number=2) == (12, 6, 6)  # as BurrTools 0.7.1
    assert open_file(path, 1).remarks == ["maxHoles = 1 does not count, as in BurrTools: no piece has a range"]
    assert open_file(path, 2).remarks == open_file(path, 3).remarks == []
    assert open_file(path, 1).problem.empty == 1


@pytest.mark.parametrize("seed", range(12))
def test_each_voxel_must_go_with_the_colour_below(seed: int, file: Callable[[str], Path]) -> None:
    dice = random.Random(seed)
    board = [dice.randint(0, 2) for _ in range(9)]
    piece = [dice.randint(0, 2) for _ in range(3)]
    pairs = [(a, b) for a in (1, 2) for b in (1, 2) if dice.random() < 0.5]
    text = "".join(f"#{colour or ''}" for colour in board)
    bar = "".join(f"#{colour or ''}" for colour in piece)
    bitmap = "<bitmap>" + "".join(f'<pair piece="{a - 1}" result="{b - 1}"/>' for a, b in pairs) + "</bitmap>"
    path = file(burr([voxel((3, 3, 1), text), voxel((3, 1, 1), bar)], [problem("1:3", more=bitmap)], colours=2))
    lines = [[(x, y) for x in range(3)] for y in range(3)], [[(x, y) for y in range(3)] for x in range(3)]

    def ways(line: list[tuple[int, int]]) -> int:
        below = [board[x + 3 * y] for x, y in line]
        return sum(
            all(not a or not b or (a, b) in pairs for a, b in zip(way, below, strict=True))
            for way in {tuple(piece), tuple(piece[::-1])}
        )

    expected = sum(math.prod(map(ways, three)) for three in lines)
    for backend in ("native", "cadical"):
        assert counts(path, backend)[0] == expected


def test_without_colours_in_the_file_all_go_together_and_unlisted_pairs_do_not(file: Callable[[str], Path]) -> None:
    shapes = [voxel((2, 1, 1), "#1#1"), voxel((2, 1, 1), "#1#1")]
    assert counts(file(burr(shapes, [problem("1")], colours=1))) == (0, 0, 0)
    allowed = '<bitmap><pair piece="0" result="0"/></bitmap>'
    assert counts(file(burr(shapes, [problem("1", more=allowed)], colours=1))) == (1, 1, 1)


def test_burrtools_counts_up_to_isometries(file: Callable[[str], Path]) -> None:
    left, right = voxel((2, 2, 2), "##_##___"), voxel((2, 2, 2), "###__#__")
    box = voxel((3, 2, 2), "#" * 12)
    text = burr([box, left, right, DOMINO], [problem("1 2 3:2"), problem("1:2 3:2")])
    assert counts(file(text), number=1) == (32, 4, 3)  # 3 by BurrTools 0.7.1, and 4 with mirror images kept
    assert counts(file(text), number=2) == (40, 7, 7)  # 7 by BurrTools, with mirror images kept or not


def test_a_problem_is_chosen_by_number_or_name_and_must_be_if_there_are_several(file: Callable[[str], Path]) -> None:
    path = file(burr([TRAY, DOMINO], [problem("1:2", name="one"), problem("1:1", name="two")]))
    assert sp.load(path, 2).title == sp.load(path, "two").title == "two"
    for wrong, said in ((None, "has 2 problems, choose one with --problem: 1 (one), 2 (two)"), (3, "has no problem 3")):
        with pytest.raises(PuzzleError) as caught:
            sp.load(path, wrong)
        assert said in str(caught.value)


RANGED = """<solutions><solution><assembly>0 0 0 0 x 0 1 0 0</assembly>
<separation><pieces count="2">0 2</pieces><state><dx>0 0</dx><dy>0 1</dy><dz>0 0</dz></state>
<state><dx>0 0</dx><dy>0 20001</dy><dz>0 0</dz></state></separation></solution></solutions>"""
REFUSED = {
    "a document type": (SMALL.replace("<puzzle", '<!DOCTYPE p [<!ENTITY a "aa">]><puzzle'), "document type"),
    "another root": ("<a/>", "the root element is"),
    "another version": (SMALL.replace('version="2"', 'version="3"'), 'version "3", allowed are 1 and 2'),
    "no XML": ("pentominoes", "not XML"),
    "an unknown grid": (SMALL.replace('gridType type="0"', 'gridType type="7"'), 'type = "7"'),
    "too few voxels": (SMALL.replace("####", "###"), "voxel 0: has 3 voxels, 2 times 2 times 1 are 4"),
    "other marks": (SMALL.replace("####", "##x#"), 'voxel 0: has "x", allowed are _ # +'),
    "too many voxels": (SMALL.replace('x="2" y="2"', 'x="99999" y="99999"'), "at most 1000000 are allowed"),
    "an unknown colour": (SMALL.replace("####", "###5#"), "colour 5, there are 0 colours"),
    "an unknown shape": (SMALL.replace('shape id="1"', 'shape id="9"'), 'id = "9", allowed are integers from 0 to 1'),
    "absurd counts": (SMALL.replace('count="2"', 'count="99999999999"'), "allowed are integers from 0 to"),
    "no result": (SMALL.replace('<result id="0"/>', ""), "problem 1: has no result"),
    "no pieces": (SMALL.replace('count="2"', 'count="0"'), "problem 1: has no pieces"),
    "no problem": (re.sub("<problem .*</problem>", "", SMALL), "has no problem"),
    "deep nesting": ("<puzzle>" + "<a>" * 300, "elements more than 200 deep"),
    "a piece with variable voxels": (SMALL.replace(">##<", ">#+<"), "problem 1: the piece S2 has variable voxels"),
    "an empty result": (SMALL.replace("####", "____"), "problem 1: the result has no voxels"),
    "a separation of what is not placed": (
        burr([TRAY, DOMINO], [problem("1:0-3", more=RANGED.replace("0 2<", "0 1<"))]),
        "problem 1: solution 1: a separation has the pieces [0, 1], allowed are different numbers of [0, 2]",
    ),
    "a voxel beside the grid": (
        SMALL.replace('gridType type="0"', 'gridType type="2"'),
        "which is no cell of the grid fcc",
    ),
}


@pytest.mark.parametrize("text, said", REFUSED.values(), ids=REFUSED)
def test_what_makes_no_sense_is_refused_in_one_line(text: str, said: str, file: Callable[[str], Path]) -> None:
    path = file(text)
    with pytest.raises(PuzzleError) as caught:
        sp.load(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_damaged_and_endless_archives_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xml, "MOST_BYTES", 1 << 16)
    monkeypatch.setattr(xml, "MOST_ELEMENTS", 100)
    path = tmp_path / "mine.xmpuzzle"
    packed = gzip.compress(SMALL.encode())
    for octets, said in (
        (packed[:-9], "ends too early"),
        (packed[:20] + b"xxxx" + packed[24:], "damaged gzip"),
        (gzip.compress(b" " * (1 << 17)), "unpacks to more than"),
        (b" " * (1 << 17), "which is the limit"),
        (b"<puzzle>" + b"<a/>" * 101, "more than 100 elements"),
    ):
        path.write_bytes(octets)
        with pytest.raises(PuzzleError, match=said):
            sp.load(path)


def test_an_archive_may_have_several_members_but_not_any_number(tmp_path: Path) -> None:
    path, text = tmp_path / "mine.xmpuzzle", SMALL.encode()
    path.write_bytes(gzip.compress(text[:50]) + gzip.compress(b"") + gzip.compress(text[50:]) + b"what follows")
    assert counts(path) == (2, 1, 1)
    path.write_bytes(gzip.compress(b"") * 400_000)
    with pytest.raises(PuzzleError, match="more than 10 gzip members, which is the limit"):
        sp.load(path)


SEPARATED = """<solutions><solution asmNum="3" solNum="2"><assembly>0 0 0 0 0 1 0 0</assembly>
<separation><pieces count="2">0 1</pieces><state><dx>0 0</dx><dy>0 1</dy><dz>0 0</dz></state>
<state><dx>0 0</dx><dy>0 20001</dy><dz>0 0</dz></state></separation></solution>
<solution><assembly>0 0 0 1 x</assembly><separationInfo>2 1</separationInfo></solution>
<solution><assembly>0 0 0 0 0 1 0 99</assembly></solution></solutions>"""


@pytest.mark.parametrize("files", [50, pytest.param(2000, marks=pytest.mark.slow)])
def test_a_damaged_file_is_one_line_or_an_answer(files: int, seed: int, tmp_path: Path) -> None:
    dice = random.Random(files + seed)
    piece, result = voxel((3, 1, 1), "#1#_", name="a", weight=3), voxel((2, 2, 1), "##2#+")
    whole = burr([result, piece], [problem("1:1-2", more=SEPARATED, maxHoles=2)], colours=2).encode()
    absurd = [b"99999999999", b"-1", b"", b"1e9", b"63", b"1000000"]
    path, answers = tmp_path / "mine.xmpuzzle", 0
    for _ in range(files):
        octets = bytearray(whole)
        for _ in range(dice.randint(1, 3)):
            if not octets:
                break
            numbers = [*re.finditer(rb"\d+", octets)]
            elements = [*re.finditer(rb"<(\w+)[^<>]*?(/>|>[^<]*</\1>)", octets)]
            kind = dice.randrange(4)
            if kind == 0:
                octets[dice.randrange(len(octets))] = dice.randrange(256)
            elif kind == 1 and numbers:
                octets[slice(*dice.choice(numbers).span())] = dice.choice(absurd)
            elif kind == 2 and elements:
                del octets[slice(*dice.choice(elements).span())]
            else:
                del octets[dice.randrange(len(octets)) + 1 :]
        path.write_bytes(octets)
        try:
            opened = open_file(path)
            stored_solutions(opened)
            answers += bool(list(sp.solve(opened.puzzle, limit=1, time_limit=600)))
        except PuzzleError as error:
            assert "\n" not in str(error)
    assert answers > files // 60


def test_what_is_read_and_written_again_is_the_same(file: Callable[[str], Path], tmp_path: Path) -> None:
    nested = '<shape id="1" min="0" max="2"><group group="1" count="1"/><group group="2" count="2"/></shape>'
    text = burr(
        [TRAY, voxel((2, 1, 1), "#1+2", name="&lt;a&gt; &amp; &#34;b&#34;&#10;", hx=1, hz=-2, weight=7)],
        [
            problem("1:2", more=SEPARATED, name="ä", time=3),
            problem("1:0-2", 1, maxHoles=0).replace("<shapes>", "<shapes>" + nested),
        ],
        colours=2,
        comment="two\nlines &amp; more",
    )
    before = read(file(text))
    save(before, tmp_path / "again.xmpuzzle")
    after = read(tmp_path / "again.xmpuzzle")
    assert content(before) == content(after)
    assert before.problems[0].stored[0].separation is not None
    assert before.problems[1].parts[0].groups == ((1, 1), (2, 2))
    assert before.problems[1].empty == 0


def test_a_separation_numbers_all_copies_that_could_be_there(file: Callable[[str], Path], tmp_path: Path) -> None:
    before = read(file(burr([TRAY, DOMINO], [problem("1:0-3", more=RANGED)])))
    (stored,) = before.problems[0].stored
    assert stored.separation is not None and stored.separation.pieces == (0, 2)
    save(before, tmp_path / "again.xmpuzzle")
    assert read(tmp_path / "again.xmpuzzle").problems == before.problems


def test_stored_assemblies_are_placed_and_those_that_do_not_fit_are_dropped(file: Callable[[str], Path]) -> None:
    opened = open_file(file(burr([TRAY, DOMINO], [problem("1:2", more=SEPARATED)])))
    right, wrong = stored_solutions(opened)
    assert (len(right), wrong) == (1, 2)
    assert [cells.tolist() for _, cells in right[0][0].pieces] == [[[0, 0, 0], [1, 0, 0]], [[0, 1, 0], [1, 1, 0]]]


@pytest.mark.parametrize("number, grid", [(0, CUBIC), (2, FCC)])
def test_what_turns_a_piece_is_stored_as_it_is_read(number: int, grid: Grid) -> None:
    piece = np.array([(0, 0, 0), (1, 1, 0), (2, 2, 0), (2, 1, 1)])
    images = {np.unique(image - image.min(axis=0), axis=0).tobytes() for image in grid.rotations(piece)}
    hotspot = np.array((5, -3, 2))
    seen: set[bytes] = set()
    for turn in range(turning.rotations(number)):
        placed = Placed((4, 0, 8), turn)
        covered = turning.cells(number, piece, hotspot, placed)
        if covered is None:
            continue
        stored = turning.as_stored(number, piece, hotspot, covered)
        assert stored is not None and stored.turn <= turn
        again = turning.cells(number, piece, hotspot, stored)
        assert again is not None and sorted(again.tolist()) == sorted(covered.tolist())
        seen.add(np.unique(covered - covered.min(axis=0), axis=0).tobytes())
    assert seen == images


def test_puzzles_of_ours_are_written_with_their_solutions(tmp_path: Path) -> None:
    for name, grid in (("galakub", CUBIC), ("pentominoes-3x20", CUBIC), ("iq-pyramid-4", FCC)):
        puzzle = sp.load(name)
        opened, shift = as_opened(puzzle)
        found = [*sp.solve(puzzle, limit=2)]
        path = tmp_path / f"{name}.xmpuzzle"
        told = [(assembly_of(opened, solution, shift), None) for solution in found]
        save(with_solutions(opened, told, 2, final=False, separated=False), path)
        again = open_file(path)
        right, wrong = stored_solutions(again)
        assert (len(right), wrong) == (len(found), 0)
        assert again.puzzle.grid is grid
        assert len(sp.place(again.puzzle)) == len(sp.place(puzzle))


def test_what_burrtools_cannot_say_is_named() -> None:
    puzzle = sp.load("pentominoes-3x20")
    fixed = replace(puzzle, pieces=tuple(replace(piece, mirror=False) for piece in puzzle.pieces))
    with pytest.raises(PuzzleError, match=r"cannot express this: that pieces are not turned over"):
        burr_of(fixed)
    with pytest.raises(PuzzleError, match=r"cannot express this: the frame"):
        burr_of(replace(puzzle, frame=np.array([(-1, 0, 0)])))
    for wrong, says in (
        ({"name": "two\nlines"}, r'piece two lines: name "two\\nlines", it would be "two lines"'),
        ({"weight": 10**7}, "allowed are integers from -1000000 to 1000000"),
        ({"groups": ((1, 2), (1, 2), (0, 1))}, "group = "),
    ):
        with pytest.raises(PuzzleError, match=says):
            burr_of(replace(puzzle, pieces=(replace(puzzle.pieces[0], **wrong), *puzzle.pieces[1:])))


@pytest.mark.parametrize("name", ["bar-in-a-cross", "framed"])
def test_a_frame_becomes_a_piece_with_the_same_packings(name: str) -> None:
    box = np.argwhere(np.ones((4, 4, 1)))
    inside = ((box[:, :2] > 0) & (box[:, :2] < 3)).all(axis=1)
    domino = sp.Piece("domino", np.array([(0, 0, 0), (1, 0, 0)]), max=2, weight=3)
    framed = sp.Puzzle("framed", CUBIC, box[inside], np.zeros(4, np.bool_), (domino,), frame=box[~inside][:-1])
    puzzle = framed if name == "framed" else sp.load(name)
    opened = opened_as(burr_of(with_frame_as_piece(puzzle)), 1, name)
    assert (opened.pieces[-1].name, opened.frame.size) == ("frame", 0)
    assert opened.pieces[-1].weight > max(piece.weight for piece in puzzle.pieces)
    assert sp.count(opened).raw == sp.count(puzzle).raw


def test_pairs_with_no_colour_or_with_one_that_no_cell_has_are_not_written() -> None:
    puzzle = sp.load("pentominoes-3x20")
    pairs = frozenset({(0, 1), (1, 0), (1, 1), (2, 1), (1, 63)})
    painted = replace(puzzle, colours=np.ones(60, np.int64), pairs=pairs)
    assert burr_of(painted).problems[0].pairs == ((1, 1),)


@pytest.mark.parametrize("ending", [".toml", ".json"])
def test_other_files_say_all_that_a_problem_goes_by(ending: str, file: Callable[[str], Path]) -> None:
    text = burr(
        [voxel((3, 1, 1), "#1#+"), voxel((2, 1, 1), "##1", weight=-2), voxel((1, 1, 1), "#")],
        [problem("1:0-1 2", maxHoles=1, more='<bitmap><pair piece="0" result="0"/></bitmap>')],
        colours=1,
    ).replace('max="1"', 'max="1" group="3"')
    puzzle = sp.load(file(text))
    assert (puzzle.empty, puzzle.pieces[0].weight, puzzle.pieces[0].groups) == (1, -2, ((3, 1),))
    assert puzzle.pairs == frozenset({(1, 1)})
    again = parsed(text_of(puzzle, ending), ending, puzzle.name)
    assert_same(again, puzzle)
    assert_same(as_opened(again)[0].puzzle, puzzle)


@needs_folder
@pytest.mark.parametrize("ending", [".toml", ".json"])
def test_real_problems_come_back_from_other_files(ending: str) -> None:
    assert FOLDER is not None
    problems = 0
    for path in sorted(FOLDER.glob("*.xmpuzzle")):
        for number in range(1, len(read(path).problems) + 1):
            try:
                puzzle = open_file(path, number).puzzle
            except PuzzleError:
                continue  # no problem that has solutions
            problems += 1
            again = parsed(text_of(puzzle, ending), ending, puzzle.name)
            assert_same(again, puzzle)
            assert len(sp.place(as_opened(again)[0].puzzle)) == len(sp.place(puzzle))
    assert problems > 15


def assert_same(one: sp.Puzzle, other: sp.Puzzle) -> None:
    for name in ("board", "optional"):
        assert np.array_equal(getattr(one, name), getattr(other, name))
    assert numbers(one.colours) == numbers(other.colours)
    assert (one.grid, one.pairs, one.empty, one.title) == (other.grid, other.pairs, other.empty, other.title)
    for piece, same in zip(one.pieces, other.pieces, strict=True):
        for name in ("name", "min", "max", "groups", "weight", "mirror"):
            assert getattr(piece, name) == getattr(same, name)
        assert np.array_equal(piece.cells, same.cells)
        assert numbers(piece.colours) == numbers(same.colours)


def numbers(colours: np.ndarray[tuple[int], np.dtype[np.int64]]) -> list[int]:
    """Return the colours of cells, [] if none has one."""
    return colours.tolist() if colours.any() else []


@pytest.mark.parametrize("ending", [".toml", ".json"])
def test_the_colours_of_a_file_come_back_and_are_drawn(ending: str, file: Callable[[str], Path]) -> None:
    text = burr(
        [voxel((2, 1, 1), "#1#2"), voxel((1, 1, 1), "#1", name="one"), voxel((1, 1, 1), "#2", name="two")],
        [problem("1 2", more='<bitmap><pair piece="0" result="0"/><pair piece="1" result="1"/></bitmap>')],
    ).replace("<colors>", '<colors><color red="255" green="128" blue="0"/><color red="0" green="128" blue="255"/>')
    puzzle = sp.load(file(text))
    assert puzzle.hues == ("#ff8000", "#0080ff")
    again = parsed(text_of(puzzle, ending), ending, puzzle.name)
    assert again.hues == puzzle.hues
    assert as_opened(again)[0].burr.colours == ((255, 128, 0), (0, 128, 255))
    assert burr_of(replace(again, hues=("#ff8000",))).colours[0] == (255, 128, 0)
    drawn = sp.draw(sp.solve(again).take(1)).svg
    assert any(shaded in drawn for shaded in ("#ff8000", "#0080ff"))
    for wrong in ("red", "#ff800", ""):
        with pytest.raises(PuzzleError, match="hues has"):
            replace(puzzle, hues=(wrong,))
