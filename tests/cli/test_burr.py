"""Commands on BurrTools files and on Knuth's text."""

import json
from pathlib import Path

import pytest
from burrs import burr, problem, voxel, written
from commands import complaint, run, said

import satpuzzle as sp
from satpuzzle.puzzle.formats.xmpuzzle.reading import read

PIECES = [voxel((2, 2, 1), "####"), voxel((2, 1, 1), "##", name="D"), voxel((1, 1, 1), "#")]
STORED = "<solutions><solution><assembly>0 0 0 0 0 1 0 0</assembly></solution></solutions>"


@pytest.fixture
def one(tmp_path: Path) -> Path:
    whole = problem("1:2", more=STORED, assemblies=1).replace('state="0"', 'state="2"')
    return written(tmp_path / "one.xmpuzzle", burr(PIECES, [whole]), packed=True)


@pytest.fixture
def two(tmp_path: Path) -> Path:
    return written(tmp_path / "two.xmpuzzle", burr(PIECES, [problem("1:2", name="a"), problem("1:1 2:2")]))


def test_count_says_what_burrtools_would_say(one: Path, two: Path) -> None:
    assert said(run("count", one)).splitlines()[-1] == "BurrTools: 1 assembly"
    assert json.loads(said(run("count", one, "--format", "json")))["burrtools"] == {"assemblies": 1}
    table = said(run("count", two, "--problem", "all")).splitlines()
    assert [line.split()[-1] for line in table[1:]] == ["1", "1"]
    listed = json.loads(said(run("count", two, "--problem", "all", "--format", "json")))
    assert [entry["burrtools"]["assemblies"] for entry in listed] == [1, 1]
    assert "has 2 problems, choose one with --problem: 1 (a), 2" in complaint(run("count", two))


def test_count_goes_on_past_a_problem_that_is_no_puzzle(tmp_path: Path) -> None:
    lacking = problem("1:1", name="b").replace('<result id="0"/>', "")
    path = written(tmp_path / "mine.xmpuzzle", burr(PIECES, [problem("1:2", name="a"), lacking, problem("1:1 2:2")]))
    rows = [line.split(maxsplit=2) for line in said(run("count", path, "--problem", "all")).splitlines()]
    assert [row[0] for row in rows] == ["problem", "1", "2", "3"]
    assert rows[2] == ["2", "b", "has no result"]
    listed = json.loads(said(run("count", path, "--problem", "all", "--format", "json")))
    assert listed[1] == {"schema": 1, "problem": 2, "name": "b", "error": "has no result"}
    assert [entry["counts"]["raw"] for entry in (listed[0], listed[2])] == [2, 4]
    none = written(tmp_path / "none.xmpuzzle", burr(PIECES, [lacking, lacking]))
    assert "problem 1: has no result; problem 2: has no result" in complaint(run("count", none, "--problem", "all"))
    assert "problem 2: has no result\n" in said(run("show", path))


ASKED = [
    ("unique", "several-1: several solutions", "several-2: no solution"),
    ("explain", "several-1: there are solutions", "several-2: impossible"),
    ("rate", "several-1: effort", "several-2: effort"),
    ("count --estimate --strategy mrv", "several-1: ", "several-2: "),
    ("hint", "several-1: D goes here", "several-2: there is no solution"),
    ("hint --fewest", "several-1: 2 given pieces leave one solution", "several-2: there is no solution"),
    ("challenge", "several-1: 12 cards", "several-2: there is no solution"),
]


@pytest.mark.few(3)
@pytest.mark.parametrize(("command", "first", "second"), ASKED)
def test_questions_are_asked_of_one_problem(command: str, first: str, second: str, tmp_path: Path) -> None:
    shapes = [voxel((4, 4, 1), "#" * 16), voxel((2, 1, 1), "##", name="D"), voxel((4, 4, 1), "_" + "#" * 14 + "_")]
    text = burr(shapes, [problem("1:8", name="a"), problem("1:7", 2, name="mutilated")])
    path = written(tmp_path / "several.xmpuzzle", text)
    ended = [run(*command.split(), path, "--problem", number) for number in ("a", "2")]
    assert first in ended[0].stdout
    assert second in ended[1].stdout + ended[1].stderr
    assert "has 2 problems, choose one with --problem: 1 (a), 2" in complaint(run(*command.split(), path))


def test_show_lists_problems_and_says_what_is_stored(one: Path, two: Path) -> None:
    assert "BurrTools: 1 assembly\nstored assemblies: 1, 1 of them right\n" in said(run("show", one))
    assert json.loads(said(run("show", one, "--format", "json")))["burrtools"]["right"] == 1
    assert said(run("show", two)).startswith(f"{two}: 2 problems, 3 shapes, grid cubic\n")
    assert "stored assemblies: 0\n" in said(run("show", two, "--problem", "a"))


def test_solve_writes_a_file_with_solutions_and_separations(one: Path, tmp_path: Path) -> None:
    ended = run("solve", one, "-o", tmp_path / "out.xmpuzzle", "-q")
    assert ended.returncode == 0
    (found,) = read(tmp_path / "out.xmpuzzle").problems
    assert (found.state, found.assemblies, found.solutions, len(found.stored)) == (2, 1, 1, 1)
    assert found.stored[0].separation is not None
    assert len(found.stored[0].separation.states) == 2


def test_separations_of_a_problem_with_ranges_begin_where_the_assembly_is(tmp_path: Path) -> None:
    shapes = [voxel((2, 2, 1), "####"), voxel((1, 1, 1), "#"), voxel((2, 1, 1), "##")]
    mine = written(tmp_path / "mine.xmpuzzle", burr(shapes, [problem("1:0-5 2:0-3")]))
    assert run("solve", mine, "-o", tmp_path / "out.xmpuzzle", "-q").returncode == 0
    (found,) = read(tmp_path / "out.xmpuzzle").problems
    assert len(found.stored) == found.solutions == found.assemblies == 3
    for stored in found.stored:
        there = {copy: place.place for copy, place in enumerate(stored.assembly) if place is not None}
        assert len(stored.assembly) == 8
        assert stored.separation is not None
        assert dict(zip(stored.separation.pieces, stored.separation.states[0], strict=True)) == there


def test_some_of_the_solutions_are_written_as_a_part_of_the_result(tmp_path: Path) -> None:
    shapes = [voxel((4, 2, 1), "########"), voxel((2, 1, 1), "##")]
    mine = written(tmp_path / "mine.xmpuzzle", burr(shapes, [problem("1:4")]))
    out = tmp_path / "out.xmpuzzle"
    run("solve", mine, "-n", "2", "-o", out, "-q")
    (found,) = read(out).problems
    assert (found.state, found.assemblies, found.assembler, len(found.stored)) == (3, 2, None, 2)
    assert "BurrTools: 2 assemblies so far (partly solved)" in said(run("show", out))
    run("solve", out, "-o", out, "-q")
    assert (read(out).problems[0].state, len(read(out).problems[0].stored)) == (2, 4)


def test_convert_goes_both_ways(one: Path, two: Path, tmp_path: Path) -> None:
    ended = run("convert", one, tmp_path / "one.toml")
    assert "stored solutions, 1, are left out" in ended.stderr
    said(run("convert", tmp_path / "one.toml", tmp_path / "again.xmpuzzle"))
    assert said(run("count", tmp_path / "again.xmpuzzle")).splitlines()[-1] == "BurrTools: 1 assembly"
    said(run("convert", two, tmp_path / "all.xmpuzzle"))
    assert len(read(tmp_path / "all.xmpuzzle").problems) == 2


@pytest.mark.full
def test_view_and_draw_show_what_is_stored(one: Path, tmp_path: Path) -> None:
    wrong = written(
        tmp_path / "wrong.xmpuzzle", burr(PIECES, [problem("1:2", more=STORED.replace("1 0 0<", "9 0 0<"))])
    )
    assert "1 of its stored assemblies do not fit" in run("draw", wrong, "-o", tmp_path / "wrong.svg").stderr
    said(run("draw", one, "-o", tmp_path / "one.svg"))
    said(run("view", one, "--no-show", "-o", tmp_path / "one.html"))


def test_a_certificate_of_a_problem_is_verified(two: Path, tmp_path: Path) -> None:
    said(run("certify", two, "--problem", "2", "-o", tmp_path / "folder"))
    shown = said(run("verify", tmp_path / "folder"))
    assert shown.startswith('VERIFIED: puzzle.toml (unverified name "two-2"), complete list of 1 solution')


def test_items_and_options_are_solved_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "mine.dlx"
    path.write_text("a b | p\na p\nb p\nb\n")
    assert said(run("solve", path, "-q")) == "a p\nb\n\n"
    assert json.loads(said(run("count", path, "--format", "json")))["counts"]["raw"] == 1
    assert "items and options are no puzzle" in complaint(run("rate", path))


@pytest.mark.full
def test_meshes_of_pieces_and_solutions_are_written(tmp_path: Path) -> None:
    pytest.importorskip("manifold3d")
    said(run("draw", "soma", "-o", tmp_path / "soma.glb"))
    said(run("draw", "soma", "--pieces", "--separate", "--cell", "20", "-o", tmp_path / "p.stl"))
    assert len([*tmp_path.glob("p-*.stl")]) == 7
    said(run("draw", "soma", "--pieces", "--box", "--separate", "--wall", "2", "-o", tmp_path / "boxed.stl"))
    assert len([*tmp_path.glob("boxed-*.stl")]) == 9


DOMINO = """
pieces = [{ name = "D", cells = [[0, 0, 0], [1, 0, 0]], colours = [1, 1] }]
board = [[0, 0, 0], [1, 0, 0]]
colours = [1, 2]
pairs = "all"
"""
HOLES = """
pieces = [{ name = "D", cells = "**" }]
board = "?*?"
empty = 1
"""


@pytest.mark.full
def test_what_no_solution_depends_on_is_left_out_and_said(tmp_path: Path) -> None:
    kept = {
        DOMINO: 'the colours of cells are left out: with pairs = "all" they do not restrict where pieces lie',
        HOLES: "empty = 1 is left out: no piece has a range (cells that stay empty: 1)",
    }
    for text, says in kept.items():
        (tmp_path / "a.toml").write_text(text)
        for command in (["convert", "a.toml", "a.xmpuzzle"], ["solve", "a.toml", "-o", "a.xmpuzzle", "-q"]):
            ended = run(*command, cwd=tmp_path)
            assert (ended.returncode, ended.stderr) == (0, f"satpuzzle: a.xmpuzzle: {says}\n")
            one, other = (said(run("count", name, "-q", cwd=tmp_path)) for name in ("a.toml", "a.xmpuzzle"))
            assert one == other


def test_a_limit_of_holes_that_burrtools_would_not_heed_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(HOLES.replace("empty = 1", "empty = 0"))
    assert complaint(run("convert", "a.toml", "a.xmpuzzle", cwd=tmp_path)) == (
        "a: a BurrTools file cannot express this: empty = 0, since no piece has a range (cells that stay empty: 1)"
    )


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("solve soma -n 1 -o a.xyz", "a file that ends in .txt, .json, .ndjson, .xmpuzzle, or give --format"),
        ("count soma -o a.xmpuzzle", "a file that ends in .txt, .json, or give --format"),
        ("choose soma --board soma -o a.scad", "a file that ends in .txt, .toml, .json, .xmpuzzle, or give --format"),
        ("convert soma a.foo", "a.foo: a file of puzzles or pieces ends in .toml, .json, .xmpuzzle, .scad or .heesch"),
    ],
)
def test_the_ending_of_an_output_file_must_be_one_that_is_written(command: str, says: str, tmp_path: Path) -> None:
    assert complaint(run(*command.split(), cwd=tmp_path)).endswith(says)
    assert not list(tmp_path.iterdir())
    if "format" in says:
        run(*command.split(), "--format", "json", cwd=tmp_path)
        assert [file.name for file in tmp_path.iterdir()] == [command.split()[-1]]


def test_it_is_said_that_pieces_of_a_tray_are_lifted_out_elsewhere(tmp_path: Path) -> None:
    for name, lost in (("pentominoes-3x20", True), ("slothouber-graatsma", False)):
        ended = run("convert", name, "a.xmpuzzle", cwd=tmp_path)
        told = "satpuzzle: a.xmpuzzle: that pieces stay flat is left out: BurrTools lifts them out of their layer when"
        assert (ended.returncode, ended.stderr.startswith(told)) == (0, lost)


def test_a_frame_is_written_as_a_piece_by_convert_and_solve(tmp_path: Path) -> None:
    (tmp_path / "cage.toml").write_text(
        'board = ".....\\n.***.\\n....."\nframe = "*****\\n*...\\n*****"\npieces = [{ name = "I", cells = "***" }]\n'
    )
    for command in ("convert", "solve"):
        ended = run(command, tmp_path / "cage.toml", *["-o"] * (command == "solve"), tmp_path / f"{command}.xmpuzzle")
        assert ended.returncode == 0
        assert "the frame is written as a piece that must fill its place" in ended.stderr
        assert [piece.name for piece in sp.load(tmp_path / f"{command}.xmpuzzle").pieces] == ["I", "frame"]
    (found,) = read(tmp_path / "solve.xmpuzzle").problems
    assert (found.assemblies, len(found.stored)) == (1, 1)
    assert found.stored[0].separation is not None
