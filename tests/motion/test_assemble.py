"""`satpuzzle assemble`, and --assemblable of other commands, as another program sees them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from commands import complaint, run, said

from satpuzzle.cli.app import app
from satpuzzle.cover.tables import Tables
from satpuzzle.search.run import Search

# A corridor with a bend: pieces do not leave it by one straight move.
CORRIDOR = '''
    grid = "square"
    board = """
    #####
    #**?#
    ###?#
    ###?#
    """
    pieces = [{ name = "I", cells = "*" , count = 2 }]
'''


@pytest.fixture(scope="module")
def corridor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("puzzles") / "corridor.toml"
    path.write_text(CORRIDOR)
    return path


def test_galakub_is_put_together_piece_by_piece() -> None:
    legend, drawing, order, verdict = said(run("assemble", "galakub")).rstrip("\n").split("\n\n")
    assert legend == "A B C = J; D E F = Z; G H = Q"
    assert drawing.splitlines()[0] == "GGCC   GGCC   BBBF   BBBF"
    first, second, *steps = order.splitlines()
    assert first == "assemblable: yes, piece by piece"
    assert second == "taken apart; put together in the reverse order, against the directions:"
    assert [step.split(".")[0].strip() for step in steps] == list("1234567")
    assert steps[0] == "  1. A (J)  -z  out"
    assert verdict == "galakub: 1 of 1 packings examined can be put together piece by piece"


def test_what_assemble_writes_as_json_is_what_the_viewer_plays() -> None:
    content = json.loads(said(run("assemble", "dubois-burr", "--moves", "steps", "--format", "json")))
    (found,) = content.pop("assemblies")
    assert content == {
        "schema": 1,
        "puzzle": "dubois-burr",
        "rules": {"moves": "steps", "open": None, "max_states": 100000},
        "verdicts": {"yes": 1, "no": content["verdicts"]["no"], "unknown": 0},
        "status": "solution_limit",
        "no_packing": None,
    }
    assert set(found) == {"solution", "assembly"}
    assembly = found["assembly"]
    assert set(assembly) == {"assemblable", "moves", "open", "level", "levels", "steps", "core", "states"}
    assert (assembly["assemblable"], assembly["level"], assembly["core"]) == ("yes", "6.4", [])
    assert assembly["levels"] == [6, 4, 1, 1, 1]
    assert all(set(step) == {"pieces", "direction", "distance"} for step in assembly["steps"])
    assert [step["distance"] for step in assembly["steps"][:6]][-1] == "out"
    assert all(type(step["distance"]) is int for step in assembly["steps"][:5])


@pytest.mark.full
@pytest.mark.parametrize("format", ["text", "json", "ndjson"])
def test_the_solutions_of_a_file_are_all_reported(tmp_path: Path, format: str) -> None:
    said(run("solve", "steinhaus", "--format", format, "-o", tmp_path / "found", "-q"))
    told = said(run("assemble", "steinhaus", "--solution", tmp_path / "found", "--open", "+z", "--format", "ndjson"))
    *found, summary = map(json.loads, told.splitlines())
    assert [line["assembly"]["assemblable"] for line in found] == ["yes", "no"]
    assert summary["summary"]["verdicts"] == {"yes": 1, "no": 1, "unknown": 0}
    assert (found[1]["assembly"]["open"], found[1]["assembly"]["level"]) == ("+z", None)
    again = tmp_path / "again"
    again.write_text(told)
    assert said(run("assemble", "steinhaus", "--solution", again, "--open", "+z", "--format", "ndjson")) == told


def test_a_no_names_the_core_and_says_what_was_not_tried() -> None:
    told = said(run("assemble", "dubois-burr", "--moves", "single", "-n", "0", "-q"))
    assert told.count("assemblable: no, piece by piece\n") == 1
    assert told.count("stuck: A (120), B (160), C (256)") == 1
    assert "straight out; moves part of the way (steps) were not tried" in " ".join(told.split())
    assert told.splitlines()[-3:-1] == [
        "packings  come apart  stuck pieces  which",
        "       2  no                     6  1 to 2",
    ]


@pytest.fixture
def mistyped(tmp_path: Path) -> Path:
    """A solid burr of which one piece has a notch too many and is in two parts."""
    path = tmp_path / "mistyped.toml"
    path.write_text('board = "burr"\nempty = 0\npieces = "burr 120 160 256 1536 880 960"\n', encoding="utf-8")
    return path


def test_a_burr_without_a_packing_is_no_matter_of_moves(mistyped: Path) -> None:
    told = said(run("assemble", mistyped))
    assert told.splitlines() == [
        "mistyped: there is no packing, so nothing can be put together",
        "piece 1536 is in 2 parts",
        "the pieces have 97 cells, the board has 104 to fill",
    ]
    content = json.loads(said(run("assemble", mistyped, "--format", "json")))
    assert content["no_packing"] == told.splitlines()[1:]
    assert json.loads(said(run("assemble", "dubois-burr", "--format", "json")))["no_packing"] is None


def test_where_volumes_are_right_the_command_explain_is_named(tmp_path: Path) -> None:
    cells = ["***\\n*", "***\\n*", "**\\n**", ".**\\n**"]
    pieces = ", ".join(f'{{ name = "{name}", cells = "{one}" }}' for name, one in zip("ABCD", cells, strict=True))
    (tmp_path / "patio.toml").write_text(f"box = [4, 4, 1]\npieces = [{pieces}]\n")
    assert said(run("assemble", tmp_path / "patio.toml")).splitlines()[1:] == [
        "the pieces have 16 cells, the board has 16 to fill",
        "the command explain looks for a reason",
    ]


def test_no_packing_so_far_is_no_verdict(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    tabulate = Search.tabulate

    def stop_then(search: Search) -> Tables:
        found = tabulate(search)
        search.clock.stop()
        return found

    monkeypatch.setattr(Search, "tabulate", stop_then)
    assert app(["assemble", "dubois-burr"], standalone_mode=False) == 130
    assert capsys.readouterr().out == "dubois-burr: interrupted: no packing was found so far\n"


def test_several_moves_are_tried_where_pieces_are_stuck() -> None:
    told = said(run("assemble", "dubois-burr"))
    assert "assemblable: yes, in several moves, level 6.4" in told
    assert "packings examined can be put together in several moves\n" in told


def test_many_packings_are_a_table_the_best_first() -> None:
    told = said(run("assemble", "dubois-burr", "-n", "0"))
    assert told.count("assemblable:") == 1
    table = told[told.index("packings  ") :].splitlines()
    assert [line.split() for line in table[:3]] == [
        ["packings", "come", "apart", "level", "moves", "stuck", "pieces", "which"],
        ["1", "in", "several", "moves", "6.4", "13", "2"],
        ["1", "no", "6", "1"],
    ]
    told = said(run("assemble", "soma", "-n", "5"))
    assert told.count("assemblable: yes, piece by piece") == 5
    told = said(run("assemble", "soma", "-n", "0"))
    assert told.count("assemblable: yes, piece by piece") == 3
    assert "piece by piece      1      6  1 to 240\n\nsoma: 240 of 240 packings" in told
    assert "(237 of these are not shown; --sort level -n N shows N)" in " ".join(told.split())


def test_an_undecided_packing_ends_with_status_3(corridor: Path) -> None:
    told = said(run("assemble", "dubois-burr", "--moves", "steps", "--max-states", "2", "-n", "0"), status=3)
    assert "assemblable: unknown, in several moves" in told
    assert "undecided after 2 positions: A (120), B (160)" in told
    assert told.endswith("dubois-burr: 0 of 2 packings examined can be put together in several moves, 1 undecided\n")
    counted = said(run("count", "dubois-burr", "--assemblable", "--moves", "steps", "--max-states", "2"), 3)
    assert "dubois-burr: ≥ 0 solutions up to isometries (raw ≥ 0, rotations ≥ 0, isometries ≥ 0)" in counted
    assert "; 1 up to isometries stay undecided\nsearch exhausted, but some packings are undecided" in counted


def test_pieces_are_shifted_out_of_a_frame(corridor: Path) -> None:
    assert "1 solution " in said(run("count", corridor, "--assemblable", "--moves", "steps"))
    told = said(run("assemble", corridor, "--moves", "steps", "-q"))
    assert "assemblable: yes, in several moves, level 2.2\n" in told
    assert "  1. B (I)  +x  by 1\n  2. B (I)  +y  out\n  3. A (I)  +x  by 2\n  4. A (I)  +y  out\n" in told


def test_solve_and_count_keep_what_can_be_put_together() -> None:
    told = said(run("solve", "diabolical-cube", "--assemblable", "--open", "+z", "--format", "json"))
    content = json.loads(told)
    assert len(content["solutions"]) == 52
    assert content["counts"] == {"raw": 416, "rotations": 104, "isometries": 52}
    assert content["packings"] == {"raw": 624, "rotations": 156, "isometries": 78}
    assert content["assemblable"] == {"moves": "single", "open": "+z", "max_states": 100000}
    told = said(run("count", "soma", "--assemblable", "--open", "any"))
    assert told.splitlines() == [
        "soma: 240 solutions up to isometries (raw 11520, rotations 480, isometries 240)",
        "these can be put together piece by piece, one side open,"
        " of all packings (raw 11520, rotations 480, isometries 240)",
        "search exhausted, the count is final; symmetry: 24 rotations, 48 isometries",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("solve soma --moves group", "--moves group: needs --assemblable"),
        ("count soma --open +z", "--open +z: needs --assemblable"),
        ("count soma --assemblable --moves roll", "--moves roll: choose from auto, single, group, steps, turns"),
        ("assemble soma --open up", "open up: choose from +x, -x, +y, -y, +z, -z, any"),
        ("assemble pentominoes-3x20 --open +z", "open +z: choose from +x, -x, +y, -y, any"),
        ("assemble soma --format xml", "--format xml: choose from text, json, ndjson"),
        ("assemble soma --solution nowhere", "nowhere: No such file or directory"),
    ],
)
def test_wrong_words_are_refused_in_one_line(arguments: str, message: str) -> None:
    assert complaint(run(*arguments.split())) == message


def test_a_frontier_cannot_count_what_can_be_put_together() -> None:
    ended = run("count", "soma", "--assemblable", "--method", "frontier")
    assert ended.stderr == "satpuzzle: a frontier lists no packings, so none can be taken apart; searching\n"
    assert ended.stdout.startswith("soma: 240 solutions")


@pytest.mark.full
def test_view_looks_for_a_packing_that_comes_apart(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    ended = run("view", "dubois-burr", "-n", "1", "--no-show", "-o", page)
    assert ended.returncode == 0
    assert "none of the first 1 packings comes apart; a later one, which does, is shown" in ended.stderr
    assert '"first":0' in page.read_text()
    ended = run("view", "dubois-burr", "-n", "2", "--moves", "single", "--no-show", "-o", page)
    assert "none of the 2 packings that were tried comes apart piece by piece" in ended.stderr


def test_a_command_without_pictures_imports_none() -> None:
    script = "import runpy, sys; sys.argv = ['', 'assemble', 'galakub', '--moves', 'steps', '-j1']"
    script += "\ntry:\n    runpy.run_module('satpuzzle', run_name='__main__')\nexcept SystemExit:\n    pass"
    script += "\nprint('imported', *sorted({'numpy.ma', 'numpy.random', 'satpuzzle.pictures'} & {*sys.modules}))"
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True).stdout
    assert shown.splitlines()[-1] == "imported"
