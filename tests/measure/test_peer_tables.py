"""The script that times other programs: equal matrices, equal counts, and tables that the page has."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from platform import machine
from typing import Any

import numpy as np
import pytest

import satpuzzle as sp
from satpuzzle.cover.dlx import load_dlx
from satpuzzle.engines import library
from satpuzzle.errors import PuzzleError

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


@pytest.fixture(autouse=True)
def _scripts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(NOTEBOOKS))
    yield
    for name in ("peers", "peer_programs", "peer_builds"):
        sys.modules.pop(name, None)


def script(name: str) -> Any:
    return import_module(name)


def row(table: str, instance: str, program: str, solutions: int, cpu: float, **more: Any) -> dict[str, Any]:
    about = {"processor": "a processor", "date": "2026-11-25T10:00Z", "commit": "1234567", "load": 0.4}
    key = {"table": table, "instance": instance, "program": program, "round": 0}
    return key | about | {"solutions": solutions, "cpu": cpu} | more


@pytest.mark.skipif(library.level() not in ("sse2", "avx2", "avx512"), reason="no kernels of these instruction sets")
def test_each_instruction_set_up_to_that_in_use_is_measured() -> None:
    programs = script("peer_programs")
    taken = [each for each in programs.SETS if programs.PROGRAMS[each].takes("soma", [], {})]
    assert taken == list(programs.SETS[: programs.SETS.index(library.level()) + 1])


@pytest.mark.full
@pytest.mark.parametrize(("name", "covers"), [("soma", 1), ("y-pentominoes-5x10", 1), ("n-pentacubes-5x5x5", 3)])
def test_others_get_covers_without_bounds_that_have_a_solution_of_each_class(
    name: str, covers: int, tmp_path: Path
) -> None:
    files = script("peer_programs").written("search", name, tmp_path)
    found = [load_dlx(file) for file in files]
    assert len(found) == covers
    assert all((cover.lower == 1).all() and (cover.upper == 1).all() for cover in found)
    classes = sp.count(name, jobs=1).isometries
    assert classes is not None and classes <= sum(sp.count(cover, jobs=1).raw or 0 for cover in found) <= 2 * classes


def test_copies_of_several_pieces_stay_in_the_cover(tmp_path: Path) -> None:
    programs = script("peer_programs")
    files = programs.written("search", "galakub", tmp_path)
    assert programs.counted(files)
    assert not programs.PROGRAMS["ssxcc"].takes("galakub", files, {}) and programs.PROGRAMS["ssmcc"].takes(
        "", files, {}
    )


def test_the_start_is_timed_by_a_cover_that_ends_at_once(tmp_path: Path) -> None:
    (file,) = script("peer_programs").written("count", "domino-5x8", tmp_path)
    none = tmp_path / "none.dlx"
    none.write_bytes(file.with_suffix(".none").read_bytes())
    assert (sp.count(load_dlx(file), jobs=1).raw, sp.count(load_dlx(none), jobs=1).raw) == (14824, 0)


def test_a_worker_counts_in_a_process_of_its_own_and_so_does_a_program_that_reads(tmp_path: Path) -> None:
    programs = script("peer_programs")
    assert programs.worker("ours", "search", "slothouber-graatsma")["solutions"] == 1
    files = programs.written("count", "domino-5x8", tmp_path)
    says = tmp_path / "says"
    says.write_text("#!/bin/sh\ncat > /dev/null\necho 'Altogether 14824 solutions, 1 mems.'\n")
    says.chmod(0o755)
    assert programs.PROGRAMS["ssxcc"].run("count", "", files, {"ssxcc": says})["solutions"] == 14824


def test_a_matrix_has_the_options_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "one.dlx").write_text("a b c\na b\nb c\n")
    assert np.array_equal(script("peer_programs").matrix(tmp_path / "one.dlx"), [[1, 1, 0], [0, 1, 1]])


def test_programs_that_count_differently_stop_the_script(tmp_path: Path) -> None:
    peers = script("peers")
    book = peers.ledger(tmp_path / "peers.csv")
    book.add({"table": "search", "instance": "soma", "program": "avx2", "round": 0}, {"solutions": 240}, 0)
    for program, solutions in (("simd", 273), ("ssxcc", 273)):
        book.add({"table": "search", "instance": "soma", "program": program, "round": 0}, {"solutions": solutions}, 0)
    peers.agree(book, "search", "soma")
    book.add({"table": "search", "instance": "soma", "program": "xcover", "round": 0}, {"solutions": 272}, 0)
    with pytest.raises(PuzzleError, match="soma: programs count differently"):
        peers.agree(book, "search", "soma")


def test_a_table_says_where_others_are_faster_and_hides_times_of_another_tree() -> None:
    peers = script("peers")
    text = peers.table_of(
        [
            row("search", "soma", "avx2", 240, 0.002, nodes=4872, strategy="mrv"),
            row("search", "soma", "before", 240, 0.003, nodes=5000),
            row("search", "soma", "simd", 273, 0.001),
            row("search", "galakub", "avx2", 1, 0.002, nodes=2134, strategy="mrv"),
            row("search", "galakub", "before", 1, 0.004, nodes=2134),
            row("search", "galakub", "ssmcc", 4, 0.005),
            row("search", "galakub", "ssxcc", 4, 0.005),
        ],
        "search",
    )
    lines = text.splitlines()
    assert lines[0] == (
        "| puzzle | solutions | strategy | nodes | AVX2, s | before, s | BurrTools' search, s | SSXCC, s"
        " | fastest other ÷ AVX2 |"
    )
    assert lines[2] == "| soma | 240 | mrv | 4872 | 0.002 |  | 0.001 |  | 0.5 |"
    assert lines[3] == "| galakub | 1 | mrv | 2134 | 0.002 | 0.004 |  | 0.005 | 2.5 |"
    assert "Another program is faster than *AVX2* on soma." in text
    assert "\nRounds: 1.\n" in text


def test_a_table_says_on_which_instances_there_were_fewer_rounds() -> None:
    peers = script("peers")
    runs = [row("count", name, "count", 1, 0.1) for name in ("domino-6x7", "domino-6x7", "P5-10x10")]
    assert "\nRounds: 2; 1 on P5-10x10.\n" in peers.table_of(runs, "count")


def test_rows_that_are_lost_come_first() -> None:
    peers = script("peers")
    runs = [row("count", name, "count", 1, cpu) for name, cpu in (("domino-6x7", 0.1), ("P5-10x10", 0.3))]
    runs += [row("count", name, "dxz", 1, 0.2) for name in ("domino-6x7", "P5-10x10")]
    assert [line[:5] for line in peers.table_of(runs, "count").splitlines()[2:4]] == ["| P5-", "| dom"]


def test_what_lies_in_a_folder_is_built_once_and_what_cannot_be_built_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    builds, said = script("peer_builds"), list[str]()

    def build(source: Path, program: Path) -> None:
        if source.name == "broken":
            raise subprocess.CalledProcessError(1, "cc", stderr="one line\nno such header")
        assert not program.exists()
        program.write_text("a program")

    recipes = {"good": ("sources", build), "bad": ("broken", build), "away": ("nowhere", build)}
    monkeypatch.setattr(builds, "RECIPES", recipes)
    for name in ("sources", "broken", "dxz", "burr-tools/examples"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "burr-tools" / "examples" / "a.xmpuzzle").touch()
    for _ in range(2):
        found = builds.built(tmp_path, said.append)
        assert found == {"good": tmp_path / "bin" / "good", "dxz": tmp_path / "dxz", "burrs": tmp_path / "burrs"}
    assert said == ["bad: not built: no such header"] * 2
    assert (tmp_path / "burrs" / "a.xmpuzzle").exists()


@pytest.mark.full
@pytest.mark.skipif(shutil.which("c++") is None or machine() != "x86_64", reason="needs a C++ compiler and AVX2")
def test_the_search_that_filters_rows_counts_the_solutions_of_a_cover(tmp_path: Path) -> None:
    programs, builds = script("peer_programs"), script("peer_builds")
    files = programs.written("count", "domino-5x8", tmp_path)
    paths = {name: path for name, path in builds.built(tmp_path).items() if name == "simd"}
    assert programs.PROGRAMS["simd"].run("count", "", files, paths)["solutions"] == 14824


def test_the_page_has_the_tables_that_were_measured(tmp_path: Path) -> None:
    peers = script("peers")
    page = tmp_path / "performance.md"
    before = peers.PAGE.read_text(encoding="utf-8")
    page.write_text(before, encoding="utf-8")
    peers.write(page)
    assert page.read_text(encoding="utf-8") == before, "run python notebooks/peers.py --write"
    book = peers.ledger(tmp_path / "peers.csv")
    key = {"table": "burrs", "instance": "PelikanBurr", "program": "assemble", "round": 0}
    book.add(key, {"solutions": 1, "cpu": 0.2}, 0)
    peers.write(page, tmp_path / "peers.csv")
    assert "| PelikanBurr | 1 | 0.2 |" in page.read_text(encoding="utf-8")
    assert json.dumps([*peers.TABLES]) == '["search", "count", "burrs", "packings"]'
