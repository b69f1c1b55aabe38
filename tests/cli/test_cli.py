"""The command line, as another program sees it: what it prints where, and how it ends."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import typer
from children import alive, children, within
from commands import COMMAND, ENVIRONMENT, begin, complaint, run, said
from forking import Ended

import satpuzzle as sp
import satpuzzle.__main__
from satpuzzle import BACKENDS
from satpuzzle.cli.app import app, command_of
from satpuzzle.cli.common import finish
from satpuzzle.cli.draw import MOST
from satpuzzle.cli.guide import names
from satpuzzle.data import files
from satpuzzle.engines.strategies import STRATEGIES, TRICKS
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.rules import kinds

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's /proc")
full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")

FACTS = {"schema", "puzzle", "backend", "encoding", "method", "up_to", "status", "counts", "final"} | {
    *("by_the_word_of", "reason", "symmetry", "parts", "stats")
}

# Four L trominoes, face up: four tilings, three up to rotations, two up to reflections as well.
TROMINOES = """
    grid = "square"
    box = [4, 3]
    mirror = false
    pieces = [{ name = "L", cells = "**\\n*", count = 4 }]
"""
TOO_SMALL = 'box = [3, 1, 1]\npieces = [{ name = "I", cells = "**" }]'
FITS_NOWHERE = """
    box = [3, 1, 1]
    pieces = [{ name = "o", cells = "*", max = 3 }, { name = "V", cells = "**\\n*" }]
"""
LONG = ["y-pentacubes-5x5x5"]  # takes a solver minutes
LONG_NATIVE = ["ct-puzzle", "--strategy", "cell"]  # takes the native search minutes
BACKENDS_OF_EACH_KIND = ("native", "cadical", "cpsat")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("puzzles")
    (path / "trominoes.toml").write_text(TROMINOES)
    (path / "too-small.toml").write_text(TOO_SMALL)
    (path / "fits-nowhere.toml").write_text(FITS_NOWHERE)
    (path / "wrong-counts.toml").write_text(f"{TROMINOES}\ncounts = {{ raw = 5, rotations = 3 }}\n")
    return path


# Solving


@pytest.fixture(scope="module")
def galakub() -> dict[str, Ended]:
    formats = ("text", "json", "ndjson")
    with ThreadPoolExecutor() as pool:
        runs = pool.map(lambda format: run("solve", "galakub", "-b", "cadical", "--format", format), formats)
        return dict(zip(formats, runs, strict=True))


def is_the_solution_of_galakub(solution: list[dict[str, Any]]) -> bool:
    cells = [tuple(cell) for entry in solution for cell in entry["cells"]]
    return (
        all(set(entry) == {"piece", "cells"} for entry in solution)
        and sorted(entry["piece"] for entry in solution) == ["J", "J", "J", "Q", "Q", "Z", "Z", "Z"]
        and sorted(cells) == [(x, y, z) for x in range(4) for y in range(4) for z in range(4)]
    )


@pytest.mark.full
def test_galakub_as_text_is_a_drawing_and_a_verdict(galakub: dict[str, Ended]) -> None:
    legend, drawing, verdict = said(galakub["text"]).rstrip("\n").split("\n\n")
    assert legend == "A B C = J; D E F = Z; G H = Q"
    assert [len(layer) for row in drawing.splitlines() for layer in row.split("   ")] == [4] * 16
    assert set(drawing) == set("ABCDEFGH \n")
    assert verdict.splitlines() == [
        "galakub: 1 solution up to isometries (raw 8, rotations 1, isometries 1)",
        "search exhausted, the count is final; symmetry: 24 rotations, 24 isometries",
    ]


def test_galakub_as_json_is_one_object_with_the_documented_keys(galakub: dict[str, Ended]) -> None:
    content = json.loads(said(galakub["json"]))
    assert set(content) == FACTS | {"solutions"}
    assert {"placements", "seconds"} <= set(content["stats"])
    assert content["stats"]["placements"] == 747
    (solution,) = content.pop("solutions")
    assert is_the_solution_of_galakub(solution)
    del content["stats"]
    assert content == {
        "schema": 1,
        "puzzle": "galakub",
        "backend": "cadical",
        "encoding": "default",
        "method": "search",
        "up_to": "isometries",
        "status": "exhausted",
        "parts": None,
        "counts": {"raw": 8, "rotations": 1, "isometries": 1},
        "final": True,
        "by_the_word_of": None,
        "reason": None,
        "symmetry": {"rotations": 24, "isometries": 24},
    }


def test_galakub_as_ndjson_is_a_line_for_each_solution_and_one_for_the_summary(galakub: dict[str, Ended]) -> None:
    solution, summary = map(json.loads, said(galakub["ndjson"]).splitlines())
    assert list(solution) == ["schema", "solution"]
    assert is_the_solution_of_galakub(solution["solution"])
    assert list(summary) == ["schema", "summary"]
    assert set(summary["summary"]) == FACTS - {"schema"}
    assert summary["summary"]["counts"] == {"raw": 8, "rotations": 1, "isometries": 1}


def in_json(*arguments: str | Path, status: int = 0) -> dict[str, Any]:
    content = json.loads(said(run(*arguments, "--format", "json"), status))
    assert set(content) - {"solutions"} == FACTS
    return dict(content)


@pytest.mark.full
@pytest.mark.parametrize(("up_to", "number"), [("raw", 4), ("rotations", 3), ("isometries", 2)])
def test_up_to_says_which_solutions_are_the_same(folder: Path, up_to: str, number: int) -> None:
    content = in_json("solve", folder / "trominoes.toml", "--up-to", up_to, "-b", "cadical")
    assert len(content["solutions"]) == number == len({json.dumps(solution) for solution in content["solutions"]})
    assert content["up_to"] == up_to
    assert content["counts"] == {"raw": 4, "rotations": 3, "isometries": 2}
    assert content["symmetry"] == {"rotations": 2, "isometries": 4}


def test_n_stops_after_so_many_solutions(folder: Path) -> None:
    content = in_json("solve", folder / "trominoes.toml", "--up-to", "raw", "-n", "3")
    assert len(content["solutions"]) == 3
    assert (content["status"], content["final"]) == ("solution_limit", False)


def test_n_larger_than_the_number_of_solutions_finds_all(folder: Path) -> None:
    content = in_json("solve", folder / "trominoes.toml", "-b", "cadical", "-n", "3", "-e", "literal")
    assert len(content["solutions"]) == 2
    assert (content["status"], content["final"], content["encoding"]) == ("exhausted", True, "literal")


def test_quiet_prints_drawings_and_nothing_else_and_one_can_be_handed_back(folder: Path, tmp_path: Path) -> None:
    out = said(run("solve", folder / "trominoes.toml", "-q", "-n", "1"))
    assert re.fullmatch(r"([A-D]{4}\n){3}\n", out)
    given = tmp_path / "drawing"
    given.write_text(re.sub("[B-D]", ".", out))
    content = in_json("solve", folder / "trominoes.toml", "--given", given, "--up-to", "raw", "-b", "cadical")
    rows = out.split()
    first = [[column, row, 0] for column in range(4) for row in range(3) if rows[row][column] == "A"]
    assert content["final"]
    assert 1 <= content["counts"]["raw"] < 4
    assert all({"piece": "L", "cells": first} in solution for solution in content["solutions"])


def test_given_pieces_may_be_text(folder: Path) -> None:
    content = in_json("count", folder / "trominoes.toml", "--given", "L: 0,0 1,0 0,1", "-b", "cadical")
    assert content["counts"]["raw"] == 2
    assert content["symmetry"] == {"rotations": 1, "isometries": 1}


def test_output_goes_to_a_file_and_the_verdict_to_standard_error(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    ended = run("solve", folder / "trominoes.toml", "-o", path)
    assert (ended.returncode, ended.stdout) == (0, "")
    assert ended.stderr.startswith("trominoes: 2 solutions up to isometries (raw 4, rotations 3, isometries 2)\n")
    assert path.read_text().count("\n\n") == 3
    assert said(run("count", folder / "trominoes.toml", "-o", path, "--format", "json")) == ""
    assert json.loads(path.read_text())["counts"]["raw"] == 4


@pytest.mark.parametrize(
    ("name", "format", "begins"),
    [
        ("found.json", None, '{"schema": 1, "solutions"'),
        ("found.ndjson", None, '{"schema": 1, "solution"'),
        ("found.txt", None, "A B C = J"),
        ("found.json", "text", "A B C = J"),
        ("found.txt", "ndjson", '{"schema": 1, "solution"'),
    ],
)
def test_the_ending_of_a_file_tells_the_format_unless_an_option_does(
    name: str, format: str | None, begins: str, tmp_path: Path
) -> None:
    assert run("solve", "galakub", "-o", tmp_path / name, *(["--format", format] if format else [])).returncode == 0
    assert (tmp_path / name).read_text().startswith(begins)


def test_stats_go_to_standard_error(folder: Path) -> None:
    ended = run("count", folder / "trominoes.toml", "--stats", "-q", "-b", "cadical")
    assert ended.stdout == "raw 4, rotations 3, isometries 2\n"
    stats = dict(line.split() for line in ended.stderr.splitlines())
    assert {"placements", "seconds", "variables", "clauses", "conflicts"} <= set(stats)
    assert stats["placements"] == "24"


def test_large_statistics_have_no_decimals(capsys: pytest.CaptureFixture[str]) -> None:
    search = sp.solve("soma")
    search.stats["estimated_nodes"], search.stats["estimated_seconds"] = 327e9, 1.5
    with pytest.raises(typer.Exit):
        finish(search, None, stats=True)
    assert [line.split()[1] for line in capsys.readouterr().err.splitlines()] == ["327000000000", "1.500"]


def test_a_count_says_that_a_frontier_made_it() -> None:
    frontier = "count", "pentominoes-3x20", "--method", "frontier"
    assert "\ncounted by a frontier, the count is final; symmetry: " in said(run(*frontier))
    content = in_json(*frontier)
    assert (content["method"], content["final"]) == ("frontier", True)
    assert in_json("count", "pentominoes-3x20")["method"] == "search"


def test_counts_that_differ_from_the_published_ones_are_remarked_upon(folder: Path) -> None:
    lines = said(run("count", folder / "wrong-counts.toml", "-b", "cadical")).splitlines()
    assert lines[0] == "wrong-counts: 2 solutions up to isometries (raw 4, rotations 3, isometries 2)"
    assert lines[-1] == "WARNING: this differs from the published counts: raw 4, published 5"


@pytest.mark.parametrize(
    ("command", "name", "reason"),
    [
        ("solve", "too-small", "the pieces have at most 2 cells, the board has 3 to fill"),
        ("count", "fits-nowhere", "piece V fits nowhere"),
    ],
)
def test_an_impossible_puzzle_has_no_solutions_and_is_told_why(
    folder: Path, command: str, name: str, reason: str
) -> None:
    path = folder / f"{name}.toml"
    content = in_json(command, path, "-b", "cadical")
    assert content["counts"] == {"raw": 0, "rotations": 0, "isometries": 0}
    assert (content["status"], content["final"], content["reason"]) == ("exhausted", True, reason)
    assert content.get("solutions", []) == []
    lines = said(run(command, path)).splitlines()
    assert lines[:2] == [
        f"{name}: 0 solutions up to isometries (raw 0, rotations 0, isometries 0)",
        f"impossible: {reason}",
    ]


# Listing, showing, exporting


@pytest.mark.full
def test_list_names_every_puzzle_encoding_and_backend() -> None:
    text = said(run("list"))
    content = json.loads(said(run("list", "--format", "json")))
    assert content.pop("schema") == 1
    assert list(content) == ["puzzles", "sets", "grids", "encodings", "backends", "strategies", "rules"]
    names = {kind: [entry["name"] for entry in entries] for kind, entries in content.items()}
    assert names == {
        "puzzles": [*sorted(files("puzzles")), *sorted(files("puzzles/calendars"))],
        "sets": sorted(files("puzzles/sets")),
        "grids": [*GRIDS],
        "encodings": sorted(files("encodings")),
        "backends": [*BACKENDS],
        "strategies": [*STRATEGIES, *(f"scan:{trick}" for trick in TRICKS)],
        "rules": [kind.form() for kind in kinds()],
    }
    assert all(re.search(rf"^{re.escape(name)} ", text, re.MULTILINE) for name in chain.from_iterable(names.values()))
    (galakub,) = [entry for entry in content["puzzles"] if entry["name"] == "galakub"]
    assert galakub == {
        "name": "galakub",
        "title": "Galakub",
        "grid": "cubic",
        "cells": 64,
        "pieces": 8,
        "raw": 8,
        "rotations": 1,
        "isometries": 1,
    }


def test_list_lists_one_kind() -> None:
    lines = said(run("list", "encodings")).splitlines()
    assert [line.split()[0] for line in lines] == ["name", *files("encodings")]


def test_show_says_everything_about_a_puzzle(folder: Path) -> None:
    text = said(run("show", folder / "trominoes.toml"))
    assert text.startswith("trominoes (trominoes)\n\nboard: 12 cells, grid square\n****\n****\n****\n\n")
    assert "\nL: 3 cells, 4 copies, 24 placements, not to be turned over\n**\n*\n" in text
    assert "\nsymmetries: 2 rotations, 4 isometries\n" in text
    assert "\nknown counts: none\n" in text


def test_show_draws_the_colours_of_cells() -> None:
    text = said(run("show", "pegs"))
    assert "\n*1******\n*******4\n" in text and "\nC: 4 cells, 19 placements\n2662\n" in text
    shown = json.loads(said(run("show", "pegs", "--json")))
    assert [hue for hue in shown["colours"] if hue] == [1, 4, 4] and shown["pieces"][2]["colours"] == [2, 6, 6, 2]


def test_show_takes_a_board_without_pieces(tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text('grid = "square"\noptional = "?.?\\n???"\n'.replace("optional", "board"))
    text = said(run("show", "b.toml", cwd=tmp_path))
    assert "board: 5 cells, grid square, 5 may stay empty" in text and "pieces: none" in text
    shown = json.loads(said(run("show", "b.toml", "--format", "json", cwd=tmp_path)))
    assert (shown["name"], len(shown["board"]), "pieces" in shown) == ("b", 5, False)


def test_a_puzzle_given_to_tile_is_told_of_its_board(tmp_path: Path) -> None:
    (tmp_path / "i.toml").write_text('grid = "square"\nbox = [4, 4]\npieces = [{ name = "I", cells = "**" }]\n')
    for name in ("i.toml", "soma", "i.toml#I"):
        assert "is a puzzle with a board" in complaint(run("tile", "plane", name, cwd=tmp_path))


def test_show_says_the_same_in_json(folder: Path) -> None:
    content = json.loads(said(run("show", folder / "fits-nowhere.toml", "--format", "json")))
    facts = {"equal": [], "mirrored": [], "connected": True, "notchable": True, "burr": None}
    assert content == {
        "schema": 1,
        "name": "fits-nowhere",
        "title": "fits-nowhere",
        "grid": "cubic",
        "cells": 3,
        "raw": None,
        "rotations": None,
        "isometries": None,
        "source": "",
        "board": [[0, 0, 0], [1, 0, 0], [2, 0, 0]],
        "frame": [],
        "pieces": [
            {"name": "o", "min": 0, "max": 3, "cells": [[0, 0, 0]], "placements": 3} | facts,
            {"name": "V", "min": 1, "max": 1, "cells": [[0, 0, 0], [0, 1, 0], [1, 0, 0]], "placements": 0} | facts,
        ],
        "optional": [],
        "wrap": "",
        "up": "",
        "rules": [],
        "placements": 3,
        "symmetry": {"rotations": 2, "isometries": 2},
        "reason": "piece V fits nowhere",
    }


@pytest.mark.full
def test_draw_prints_svg_or_writes_the_file_whose_name_says_which(folder: Path, tmp_path: Path) -> None:
    assert said(run("draw", folder / "trominoes.toml")).startswith("<svg ")
    for name, head in (("sheet.svg", b"<svg "), ("sheet.png", b"\x89PNG")):
        assert said(run("draw", folder / "trominoes.toml", "-n", "2", "-o", tmp_path / name)) == ""
        assert (tmp_path / name).read_bytes().startswith(head)


@pytest.mark.full
def test_draw_takes_what_solve_has_written(folder: Path, tmp_path: Path) -> None:
    puzzle = folder / "trominoes.toml"
    (tmp_path / "all.json").write_text(said(run("solve", puzzle, "--format", "json")))
    from_file = said(run("draw", puzzle, tmp_path / "all.json"))
    from_pipe = said(run("draw", puzzle, "-", input=said(run("solve", puzzle, "--format", "ndjson"))))
    assert from_file == from_pipe == said(run("draw", puzzle, "-n", "9"))
    assert from_file.count(">L<") + from_file.count(">A<") > 0


@pytest.mark.full
def test_a_sheet_has_a_limit_that_is_said_and_can_be_moved(tmp_path: Path) -> None:
    strip, solutions = tmp_path / "strip.toml", tmp_path / "strip.ndjson"
    strip.write_text('grid = "square"\nbox = [10, 2]\npieces = [{ name = "I", cells = "**", count = 10 }]')
    said(run("solve", strip, "--up-to", "raw", "--format", "ndjson", "-o", solutions, "-q"))
    ended = run("draw", strip, solutions)
    assert ended.stderr == f"satpuzzle: the first {MOST} of 89 solutions are drawn; -n 89 draws all\n"
    assert f">{MOST}</text>" in ended.stdout
    assert f">{MOST + 1}</text>" not in ended.stdout
    assert f">{MOST + 1}</text>" in run("draw", strip, solutions, "-n", str(MOST + 1)).stdout


@pytest.mark.full
def test_view_writes_a_page(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "steps.json").write_text('[{"pieces": [0], "direction": [1, 0, 0], "distance": "out"}]')
    page = tmp_path / "page.html"
    arguments = ("--no-show", "-o", page, "--steps", tmp_path / "steps.json")
    assert said(run("view", folder / "trominoes.toml", *arguments)) == ""
    assert page.read_text().startswith("<!DOCTYPE html>")


@pytest.mark.full
def test_pictures_and_pages_colour_pieces_or_copies_and_name_them(tmp_path: Path) -> None:
    by_copy = ("slothouber-graatsma", "--colour-by", "copy")
    tiles = '<rect width="1.5" height="1.5" rx=".2" fill="'
    drawn = said(run("draw", *by_copy))
    assert len({part[:7] for part in drawn.split(tiles)[1:]}) == 9
    assert tiles not in said(run("draw", *by_copy, "--no-legend"))
    said(run("view", *by_copy, "-n", "1", "--no-show", "-o", tmp_path / "page.html"))
    assert '"colourBy":"copy"' in (tmp_path / "page.html").read_text()


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            "draw soma -o soma.bmp",
            "--output .bmp: choose from .svg, .png, .pdf, .html, .gif, .apng, .dxf, .stl, .3mf, .glb, .ply, .obj",
        ),
        (
            "draw soma -n 2 -o soma.gif",
            "-o soma.gif: an animation shows one solution from all sides, without --pieces and -n",
        ),
        ("draw soma --style layers -o soma.gif", "style layers: a turntable shows solid or exploded"),
        ("draw soma --style flat", "--style flat: choose from layers, stack, solid, both, exploded"),
        ("draw soma --colour-by cell", "--colour-by cell: choose from piece, copy"),
        ("view soma --colour-by cell", "--colour-by cell: choose from piece, copy"),
        ("best soma --maximise cells --draw x.gif", "--draw .gif: choose from .svg, .png, .pdf, .html"),
        ("unique bedlam --draw x.gif", "--draw .gif: choose from .svg, .png, .pdf, .html"),
        (
            "draw soma -o soma.doc",
            "--output .doc: choose from .svg, .png, .pdf, .html, .gif, .apng, .dxf, .stl, .3mf, .glb, .ply, .obj",
        ),
        ("draw soma nowhere.json", "nowhere.json: No such file or directory"),
        ("view soma --steps nowhere.json", "nowhere.json: No such file or directory"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_line(arguments: str, message: str) -> None:
    ended = run(*arguments.split())
    assert complaint(ended, ended.returncode) == message
    assert ended.returncode in (1, 2)


def test_export_writes_the_formats_of_other_programs(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "trominoes.cnf"
    assert said(run("export", folder / "trominoes.toml", "--format", "dimacs", "-e", "literal", "-o", path)) == ""
    lines = path.read_text().splitlines()
    assert lines[1].startswith("c encoding literal: ")
    (header,) = [line.split() for line in lines if line.startswith("p ")]
    assert int(header[3]) == sum(line.endswith(" 0") and line[0] != "c" for line in lines)
    dlx = said(run("export", folder / "trominoes.toml", "--format", "dlx")).splitlines()
    assert dlx[0] == "| trominoes: trominoes"
    assert len(dlx) == 2 + 24


# Bad input


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("solve nowhere.toml", "nowhere.toml: No such file or directory"),
        (
            "count tetracubes",
            "tetracubes: no bundled puzzle has this name (did you mean tetracubes-2x4x4?); tetracubes is",
        ),
        ("count galacub", "galacub: no bundled puzzle has this name (did you mean galakub?); a file's name ends in"),
        ("solve trominoes.toml --given nowhere.json", "nowhere.json: No such file or directory"),
        ("count trominoes.toml --given X:0,0", 'given: there is no piece "X": choose from L'),
        ("solve trominoes.toml -b nativ", "backend nativ (did you mean native?): choose from native, cpsat"),
        ("solve trominoes.toml -b cadical -e lateral", "encoding lateral (did you mean literal?): choose from auto"),
        ("solve trominoes.toml -e default", "encoding default: the backend native takes no encoding"),
        (
            "solve trominoes.toml --up-to reflections",
            "--up-to reflections (did you mean rotations?): choose from",
        ),
        ("count trominoes.toml -t 0", "time limit 0.0: allowed are seconds above 0"),
        ("export trominoes.toml --format smt", "--format smt: choose from dimacs, opb, minizinc, table, xcsp3, dlx"),
        ("list solvers", "KIND solvers: choose from all, puzzles, sets, grids, encodings, backends"),
    ],
)
def test_bad_input_is_refused_in_one_line(folder: Path, arguments: str, message: str) -> None:
    ended = run(*arguments.split(), cwd=folder)
    assert complaint(ended).startswith(message)
    assert ended.stdout == ""


@pytest.mark.parametrize("arguments", ["solve soma --colour", "count soma -t soon", "solve", "solv"])
def test_bad_usage_is_refused_in_one_line(arguments: str) -> None:
    ended = run(*arguments.split())
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.count("\n") == 1, ended.stderr


def test_a_puzzle_whose_name_is_too_long_for_a_file_is_refused_in_one_line() -> None:
    assert "no bundled puzzle has this name" in complaint(run("count", "x" * 5000))


def test_no_half_of_an_object_is_printed_before_a_complaint(folder: Path) -> None:
    ended = run("solve", folder / "trominoes.toml", "--given", "L: 9,9", "--format", "json")
    assert complaint(ended) == "given: piece L: [9, 9, 0] is not a cell of the board"
    assert ended.stdout == ""


@pytest.mark.parametrize("command", ["solve", "count"])
def test_bad_input_leaves_the_output_file_as_it_was(folder: Path, tmp_path: Path, command: str) -> None:
    path = tmp_path / "precious.json"
    path.write_text("{}")
    complaint(run(command, folder / "trominoes.toml", "--given", "L: 9,9", "--format", "json", "-o", path))
    assert path.read_text() == "{}"


@linux
def test_a_file_name_that_is_not_utf8_is_no_trouble(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff.toml"
    Path(os.fsdecode(path)).write_text(TROMINOES)
    out = tmp_path / "out.json"
    said(run("count", os.fsdecode(path), "--format", "json", "-o", out, "-b", "cadical"))
    assert json.loads(out.read_bytes().decode(errors="replace"))["counts"]["raw"] == 4


# Output that cannot be written


@pytest.mark.full
def test_a_list_has_only_what_mentions_a_text() -> None:
    listed = json.loads(said(run("list", "puzzles", "CALENDAR", "--format", "json")))["puzzles"]
    assert [row["name"] for row in listed] == ["a-puzzle-a-day", "weekday-calendar"]
    assert said(run("list", "all", "soma")).startswith("PUZZLES")
    traded = json.loads(said(run("list", "puzzles", "kanoodle", "--format", "json")))["puzzles"]
    assert [row["title"].partition(", also ")[2] for row in traded] == ["Kanoodle", "Kanoodle rectangle"]
    says = 'nothing listed has "no such thing" in its name, title or description'
    assert complaint(run("list", "puzzles", "no such thing")) == says


@pytest.mark.full
@full
@pytest.mark.parametrize("arguments", ["list", "count trominoes.toml -b cadical", "export soma --format dlx"])
def test_a_full_disk_is_reported_in_one_line(folder: Path, arguments: str) -> None:
    with Path("/dev/full").open("w") as out:
        ended = subprocess.run(
            [*COMMAND, *arguments.split()],
            stdout=out,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=ENVIRONMENT,
            cwd=folder,
            timeout=600,
        )
    assert complaint(ended, 1) == "output: No space left on device"


@pytest.mark.parametrize(
    ("file", "error"),
    [
        pytest.param("/dev/full", "No space left on device", marks=full),
        ("nowhere/out", "nowhere: there is no such folder"),
        pytest.param(".", "Is a directory", marks=posix),
    ],
)
def test_a_file_that_cannot_be_written_is_reported_in_one_line(folder: Path, file: str, error: str) -> None:
    assert error in complaint(run("solve", "soma", "--format", "json", "-o", file, cwd=folder), 1)


@pytest.mark.parametrize(
    "arguments",
    [
        "export slothouber-graatsma -o nowhere/a.opb",
        "draw slothouber-graatsma -o nowhere/a.svg",
        "convert slothouber-graatsma nowhere/a.toml",
        "count slothouber-graatsma --method search --journal nowhere/a",
        "count dubois-burr --by level --journal nowhere/a",
        "tile rectangle pentominoes#P --up-to 4x5 --journal nowhere/a",
        "choose pentominoes --board nowhere.toml --divide 1 --journal nowhere/a",
    ],
)
def test_a_folder_that_is_not_there_is_named(folder: Path, arguments: str) -> None:
    (folder / "nowhere.toml").write_text('grid = "square"\nbox = [5, 12]\n')
    ended = run(*arguments.split(), cwd=folder)
    assert ended.returncode == 1
    assert ended.stderr.endswith("satpuzzle: nowhere: there is no such folder\n")


@pytest.mark.full
@posix
@pytest.mark.parametrize("arguments", ["list", "solve soma --format ndjson", "export soma --format dlx"])
def test_a_closed_pipe_is_left_in_silence(arguments: str) -> None:
    read, write = os.pipe()
    with subprocess.Popen(
        [*COMMAND, *arguments.split()], stdout=write, stderr=subprocess.PIPE, env=ENVIRONMENT
    ) as process:
        os.close(write)
        os.close(read)
        _, err = process.communicate(timeout=600)
    assert err == b""
    assert process.returncode != 0


@posix
def test_the_head_of_a_long_output_is_all_that_is_said() -> None:
    with subprocess.Popen(
        [*COMMAND, "export", "galakub", "--format", "dimacs"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"c galakub: Galakub\n"
        process.stdout.close()
        assert process.stderr.read() == b""


@posix
def test_a_missing_standard_output_gives_no_traceback() -> None:
    shell = ["sh", "-c", 'exec "$@" >&-', "sh", *COMMAND, "list"]
    ended = subprocess.run(shell, stderr=subprocess.PIPE, encoding="utf-8", env=ENVIRONMENT, timeout=600)
    assert "Traceback" not in ended.stderr
    assert len(ended.stderr.splitlines()) <= 1


# Terminals


@pytest.mark.full
@pytest.mark.parametrize("arguments", ["solve --help", "solve soma -q -n 1", "count nowhere"])
def test_colours_do_not_get_into_pipes_even_when_forced(arguments: str) -> None:
    run(*arguments.split(), env={**ENVIRONMENT, "FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"})


@pytest.mark.full
@linux
def test_on_a_terminal_a_few_solutions_are_drawn_in_colour(folder: Path) -> None:
    ours, theirs = os.openpty()
    with subprocess.Popen(
        [*COMMAND, "solve", "trominoes.toml", "--up-to", "raw", "-b", "cadical"],
        stdout=theirs,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**ENVIRONMENT, "TERM": "xterm-256color"},
        cwd=folder,
    ) as process:
        os.close(theirs)
        drawn = b""
        with contextlib.suppress(OSError):  # the terminal is gone
            while octets := os.read(ours, 4096):
                drawn += octets
        _, err = process.communicate(timeout=600)
    os.close(ours)
    assert process.returncode == 0
    assert err == "1 more is not drawn: use -n, -o FILE or --format ndjson.\n"
    assert b"\x1b[" in drawn
    plain = re.sub(r"\x1b\[[0-9;]*m", "", drawn.decode())
    assert len(re.findall(r"^([A-D] ?){4}\s*$", plain, re.MULTILINE)) == 9


@pytest.mark.parametrize("name", names())
def test_what_is_not_said_needs_no_conversion(name: str) -> None:
    command = command_of(name)
    context = command.context_class(command)
    for parameter in command.params:
        if not parameter.required and parameter.nargs == 1 and not getattr(parameter, "multiple", False):
            made, unsaid = parameter.process_value(context, parameter.default), parameter.default
            assert (type(made), made) == (type(unsaid), unsaid), parameter.name


# Processes


def has_loaded(process: int, library: str) -> bool:
    with contextlib.suppress(OSError):
        return library in Path(f"/proc/{process}/maps").read_text()
    return False


def end(process: "subprocess.Popen[str]") -> Ended:
    with process:
        out, err = process.communicate(timeout=600)
    return Ended(process.args, process.returncode, out, err)


def wait_until_at_work(process: "subprocess.Popen[str]") -> None:
    """Return when the search has begun: a solver's process is there, or the kernels are loaded."""
    if sys.platform == "linux":
        assert within(600, lambda: children(process.pid) or has_loaded(process.pid, "kernels-"))
    else:
        time.sleep(5)


# Limits and interruptions


def long_for(backend: str) -> list[str]:
    return LONG_NATIVE if backend == "native" else LONG


@pytest.fixture(scope="module")
def limited() -> dict[str, Ended]:
    runs = [
        begin("count", *long_for(name), "-b", name, "-t", "1", "-j", "1", "--format", "json")
        for name in BACKENDS_OF_EACH_KIND
    ]
    return dict(zip(BACKENDS_OF_EACH_KIND, map(end, runs), strict=True))


@pytest.mark.full
@pytest.mark.parametrize("backend", BACKENDS_OF_EACH_KIND)
def test_a_time_limit_ends_with_status_3(limited: dict[str, Ended], backend: str) -> None:
    content = json.loads(said(limited[backend], 3))
    assert set(content) == FACTS
    assert (content["backend"], content["status"], content["final"]) == (backend, "time_limit", False)
    assert set(content["counts"]) == {"raw", "rotations", "isometries"}


@pytest.fixture(scope="module")
def interrupted() -> dict[str, Ended]:
    commands = {name: ["count", *long_for(name), "--format", "json", "-b", name] for name in BACKENDS_OF_EACH_KIND}
    commands["solve as json"] = ["solve", *LONG_NATIVE, "--format", "json"]
    commands["solve as ndjson"] = ["solve", *LONG, "--format", "ndjson", "-b", "cadical"]
    runs = {name: begin(*command) for name, command in commands.items()}
    for process in runs.values():
        wait_until_at_work(process)
    time.sleep(0.2)
    for process in runs.values():
        process.send_signal(signal.SIGINT)
    return {name: end(process) for name, process in runs.items()}


@pytest.mark.full
@posix
@pytest.mark.parametrize("backend", BACKENDS_OF_EACH_KIND)
def test_ctrl_c_ends_a_count_with_what_was_found(interrupted: dict[str, Ended], backend: str) -> None:
    content = json.loads(said(interrupted[backend], 130))
    assert set(content) == FACTS
    assert (content["backend"], content["status"], content["final"]) == (backend, "interrupted", False)


@posix
def test_ctrl_c_leaves_json_whole(interrupted: dict[str, Ended]) -> None:
    content = json.loads(said(interrupted["solve as json"], 130))
    assert content["status"] == "interrupted"
    assert len(content["solutions"]) == content["counts"]["isometries"]
    *solutions, summary = map(json.loads, said(interrupted["solve as ndjson"], 130).splitlines())
    assert summary["summary"]["status"] == "interrupted"
    assert len(solutions) == summary["summary"]["counts"]["isometries"]


# Processes that are killed


def solver_of(process: "subprocess.Popen[str]", library: str) -> int:
    """Return the process of the solver, once it is at work."""
    assert within(600, lambda: children(process.pid))
    (solver,) = children(process.pid)
    assert within(600, lambda: has_loaded(solver, library))
    return solver


@pytest.mark.full
@linux
@pytest.mark.parametrize(("backend", "library"), [("cadical", "pysolvers"), ("cpsat", "ortools")])
def test_no_solver_outlives_a_killed_parent(backend: str, library: str) -> None:
    process = begin("count", *LONG, "-b", backend)
    solver = solver_of(process, library)
    process.kill()
    end(process)
    assert within(600, lambda: not alive(solver))


@pytest.mark.full
@linux
def test_a_killed_solver_is_reported_in_one_line() -> None:
    process = begin("count", *LONG, "-b", "cadical", "--format", "json")
    solver = solver_of(process, "pysolvers")
    os.kill(solver, signal.SIGKILL)
    ended = end(process)
    assert complaint(ended, 1) == "the solver's process was killed by SIGKILL"
    assert json.loads(ended.stdout)["final"] is False
    assert not alive(solver)


@pytest.mark.full
@pytest.mark.usefixtures("told_at_once")
def test_progress_for_programs_is_one_object_a_line_on_standard_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("satpuzzle.engines.native.mrv.WORK", 1 << 16)  # the progress is shown after each stretch
    command = ["count", "pentominoes-6x10", "--method", "search", "-j", "1", "-s", "mrv", "--progress", "json"]
    assert not app(command, standalone_mode=False)
    states = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert states
    assert all({"puzzle", "found", "elapsed", "fraction", "left"} <= set(state) for state in states)
    assert any(state["fraction"] and 0 < state["fraction"] < 1 and state["nodes"] > 0 for state in states)


def test_progress_is_one_of_three() -> None:
    done = run("count", "soma", "--progress", "loud")
    assert (done.returncode, done.stderr) == (2, "satpuzzle: --progress loud: choose from auto, none, json\n")


@pytest.mark.parametrize("making_a_class", [False, True])
def test_ctrl_c_before_a_command_begins_ends_with_status_130(
    making_a_class: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(**options: object) -> None:
        if making_a_class:  # as Python says it before 3.12
            raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["satpuzzle.cli.app"], "app", interrupted)
    before = {number: signal.getsignal(number) for number in signal.valid_signals()}
    try:
        with pytest.raises(SystemExit) as ended:
            satpuzzle.__main__.main()
    finally:
        for number, handler in before.items():
            if signal.getsignal(number) != handler:
                signal.signal(number, handler)
    assert ended.value.code == 130
