"""Commands on BurrTools files and on Knuth's text."""

import json
from pathlib import Path

import pytest
from burrs import burr, problem, voxel, written
from commands import complaint, run, said

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


def test_show_lists_problems_and_says_what_is_stored(one: Path, two: Path) -> None:
    assert "BurrTools: 1 assembly\nstored assemblies: 1, 1 of them right\n" in said(run("show", one))
    assert json.loads(said(run("show", one, "--format", "json")))["burrtools"]["right"] == 1
    assert said(run("show", two)).startswith(f"{two}: 2 problems, 3 shapes, lattice cubic\n")
    assert "stored assemblies: 0\n" in said(run("show", two, "--problem", "a"))


def test_solve_writes_a_file_with_solutions_and_separations(one: Path, tmp_path: Path) -> None:
    ended = run("solve", one, "-o", tmp_path / "out.xmpuzzle", "-q")
    assert ended.returncode == 0
    (found,) = read(tmp_path / "out.xmpuzzle").problems
    assert (found.state, found.assemblies, found.solutions, len(found.stored)) == (2, 1, 1, 1)
    assert found.stored[0].separation is not None
    assert len(found.stored[0].separation.states) == 2


def test_convert_goes_both_ways(one: Path, two: Path, tmp_path: Path) -> None:
    ended = run("convert", one, tmp_path / "one.toml")
    assert "stored solutions, 1, are left out" in ended.stderr
    said(run("convert", tmp_path / "one.toml", tmp_path / "again.xmpuzzle"))
    assert said(run("count", tmp_path / "again.xmpuzzle")).splitlines()[-1] == "BurrTools: 1 assembly"
    said(run("convert", two, tmp_path / "all.xmpuzzle"))
    assert len(read(tmp_path / "all.xmpuzzle").problems) == 2


def test_view_and_draw_show_what_is_stored(one: Path, tmp_path: Path) -> None:
    wrong = written(
        tmp_path / "wrong.xmpuzzle", burr(PIECES, [problem("1:2", more=STORED.replace("1 0 0<", "9 0 0<"))])
    )
    assert "1 of its stored assemblies do not fit" in run("draw", wrong, "-o", tmp_path / "wrong.svg").stderr
    said(run("draw", one, "-o", tmp_path / "one.svg"))
    said(run("view", one, "--no-show", "-o", tmp_path / "one.html"))


def test_a_certificate_of_a_problem_is_verified(two: Path, tmp_path: Path) -> None:
    said(run("certify", two, "--problem", "2", "-o", tmp_path / "folder"))
    assert said(run("verify", tmp_path / "folder")).startswith("VERIFIED: two-2, complete list of 1 solution")


def test_items_and_options_are_solved_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "mine.dlx"
    path.write_text("a b | p\na p\nb p\nb\n")
    assert said(run("solve", path, "-q")) == "a p\nb\n\n"
    assert json.loads(said(run("count", path, "--format", "json")))["counts"]["raw"] == 1
    assert "items and options are no puzzle" in complaint(run("show", path))


def test_meshes_of_pieces_and_solutions_are_written(tmp_path: Path) -> None:
    pytest.importorskip("manifold3d")
    said(run("draw", "soma", "-o", tmp_path / "soma.glb"))
    said(run("draw", "soma", "--pieces", "--separate", "--cell", "20", "-o", tmp_path / "p.stl"))
    assert len([*tmp_path.glob("p-*.stl")]) == 7
    assert "goes with -o and a file of meshes" in complaint(run("draw", "soma", "--gap", "1"))
