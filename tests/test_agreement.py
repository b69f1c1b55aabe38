"""Numbers that are said in two places agree, and sentences about all of a kind name all."""

import csv
import json
import re
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest
from pages import ROOT, tables

from satpuzzle.data import files
from satpuzzle.proofs.check.contents import MANIFEST
from satpuzzle.proofs.check.trees import TREE
from satpuzzle.proofs.write import frontiers
from satpuzzle.proofs.write.trees import certify
from satpuzzle.puzzle.rules import kinds
from satpuzzle.studio import page as studio

DOCS = sorted((ROOT / "docs").glob("*.md"))
ONCE = ("states", "tree, bytes", "frontier, bytes")  # columns of one table alone
OURS = {
    f"{column}, s" for column in ("AVX-512", "AVX2", "SSE2", "before", "count", "frontier", "satpuzzle")
}  # of the tables


def said(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def test_tables_agree_on_solutions_and_say_other_exact_figures_once() -> None:
    found = defaultdict(list)
    pages = (row for page in DOCS for table in tables(page.read_text(encoding="utf-8")) for row in table)
    for row in (*sizes(), *pages):
        for column in ("solutions", *ONCE):
            if row.get("puzzle") in files("puzzles") and row.get(column):
                found[row["puzzle"], column].append(row[column])
    assert len(found) > 200
    twice = {key: values for key, values in found.items() if len(values if key[1] in ONCE else {*values}) > 1}
    assert twice == {}


def sizes() -> list[dict[str, str]]:
    """Return the table of the certificates of bundled puzzles."""
    with (ROOT / "docs" / "certificates" / "sizes.csv").open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file)]


@pytest.mark.full
@pytest.mark.parametrize("row", [row for row in sizes() if int(row["nodes"]) < 3_000], ids=lambda row: row["puzzle"])
def test_certificates_are_as_large_as_the_table_says(row: dict[str, str], tmp_path: Path) -> None:
    counts = certify(row["puzzle"], tmp_path / "certificate", jobs=1)
    claims = json.loads((tmp_path / "certificate" / MANIFEST).read_bytes())
    found = (counts.isometries, claims["nodes"], claims["files"][TREE]["bytes"])
    assert found == tuple(int(row[column]) for column in ("solutions", "nodes", "tree, bytes"))


@pytest.mark.full
@pytest.mark.parametrize(
    "row", [row for row in sizes() if 0 < int(row["states"] or 0) < 5_000], ids=lambda row: row["puzzle"]
)
def test_frontiers_have_as_many_states_as_the_table_says(row: dict[str, str], tmp_path: Path) -> None:
    frontiers.certify(row["puzzle"], tmp_path / "certificate")
    claims = json.loads((tmp_path / "certificate" / MANIFEST).read_bytes())
    assert claims["states"] == int(row["states"])
    assert (tmp_path / "certificate" / MANIFEST).stat().st_size == pytest.approx(int(row["frontier, bytes"]), abs=20)


def test_the_page_of_proofs_says_how_many_puzzles_have_certificates() -> None:
    counted = sum(bool(row["states"]) for row in sizes())
    assert (
        f"Of the {len(files('puzzles'))} bundled puzzles, {counted} have such a certificate and {len(sizes())} a tree"
        in said("docs/proofs.md")
    )


def test_the_page_of_proofs_says_how_many_lines_each_checker_has() -> None:
    def lines(names: str) -> int:
        paths = [path for name in re.findall(r"`(\w+)(?:\.py|/)`", names) for path in sources(name)]
        return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)

    def sources(name: str) -> list[Path]:
        folder = ROOT / "satpuzzle" / "proofs" / "check" / name
        return sorted(folder.glob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]

    rows = next(table for table in tables(said("docs/proofs.md")) if "claim" in table[0])
    geometry = next(lines(row["checkers"]) for row in rows if row["claim"].startswith("the geometry"))
    checked = [row for row in rows if re.match(r"`\w+\.py`", row["checkers"]) and row["lines"][-1:].isdigit()]
    assert len(checked) == 6
    for row in checked:
        there = lines(row["checkers"]) + ("and the geometry" in row["checkers"]) * geometry
        assert int(row["lines"].replace(",", "")) == pytest.approx(there, rel=0.1, abs=50), row


def test_the_page_of_rules_names_all_filters_where_it_says_what_keeps_rules() -> None:
    text = said("docs/rules.md")
    sentence = text.partition("certificate keeps;")[2].partition("[filters]")[0]
    filters = {kind.word for kind in kinds() if kind.filters}
    assert set(re.findall(r"`([\w-]+)`", sentence)) == filters
    rows = next(table for table in tables(text) if "rule" in table[0])
    assert {re.findall(r"`([\w-]+)", row["rule"])[0] for row in rows if "filter" in row["as items"]} == filters


def test_metadata_name_only_systems_on_which_the_tests_run() -> None:
    rows = next(table for table in tables(said("docs/questions.md")) if "system" in table[0])
    tested = {row["system"].split()[0].strip(",") for row in rows if "all tests run" in row["state"]}
    classifiers = tomllib.loads(said("pyproject.toml"))["project"]["classifiers"]
    assert {one.rpartition(" :: ")[2] for one in classifiers if one.startswith("Operating System")} == tested
    assert tested == {"Linux"}


def test_the_page_of_notebooks_says_which_version_executed_each() -> None:
    rows = next(table for table in tables(said("notebooks/README.md")) if "notebook" in table[0])
    for row in rows:
        cells = json.loads(said(f"notebooks/{row['notebook'].strip('`')}.ipynb"))["cells"]
        header = "".join(next(cell for cell in cells if cell["cell_type"] == "code")["outputs"][0]["text"])
        version, load = re.findall(r"satpuzzle (\S+),.*load average ([\d.]+)", header)[0]
        assert (row["version"], row["load"]) == (version, load), row


def test_the_readme_says_how_many_times_as_fast_others_are_where_they_are_faster() -> None:
    rows = {
        row["puzzle"]: row
        for table in tables(said("docs/performance.md"))
        for row in table
        if "fastest other ÷ SSE2" in row or "DLX6, s" in row
    }
    for puzzle, column, sentence in (
        ("pentominoes-3x20", "fastest other ÷ AVX2", "pentominoes 3×20 sugyan's solver is {} times as fast"),
        ("soma", "fastest other ÷ AVX2", "Soma BurrTools' search {} times"),
        ("domino-6x7", "fastest other ÷ count", "dominoes on 6×7 are counted {} times as fast by dxz"),
    ):
        times = f"{1 / float(rows[puzzle][column]):.2g}"
        assert sentence.format(times) in " ".join(said("README.md").split()), (puzzle, times)


def test_the_page_of_performance_says_what_its_tables_say() -> None:
    page = " ".join(said("docs/performance.md").split())
    search, count, burrs, packings = (
        {next(iter(row.values())): row for row in table}
        for table in tables(said("docs/performance.md"))
        if any(" ÷ " in head and head.startswith("fastest other") for head in table[0])
    )

    def lost(rows: dict[str, dict[str, str]], ours: str) -> dict[str, str]:
        """Return who is the fastest on each row that is lost."""
        others = [head for head in next(iter(rows.values())) if head.endswith(", s") and head not in OURS]
        return {
            name: min((head for head in others if row[head]), key=lambda head: float(row[head]))
            for name, row in rows.items()
            if row[f"fastest other ÷ {ours}"] and float(row[f"fastest other ÷ {ours}"]) < 1
        }

    assert "lost there are rectangles of pentominoes, to sugyan's program, and soma, to BurrTools' search" in page
    assert {winner for name, winner in lost(search, "AVX2").items() if name.startswith("pentominoes-")} == {"sugyan, s"}
    assert [name for name in lost(search, "AVX2") if not name.startswith("pentominoes-")] == ["soma"]
    soma = {head: float(search["soma"][f"{head}, s"]) for head in ("BurrTools' search", "SSXCC", "AVX2")}
    assert soma["BurrTools' search"] < soma["SSXCC"] < soma["AVX2"]
    assert "boards of a few dozen cells, where preparing takes most of the time; there dxz is the fastest" in page
    assert {*lost(count, "count").values()} == {"dxz, s"} and not {"P5-10x10"} & {*lost(count, "count")}
    slow = [float(row["satpuzzle, s"]) for row in (burrs[name] for name in lost(burrs, "satpuzzle"))]
    assert "most of its time where BurrTools is faster, but for gargamel" in page
    assert sorted(slow)[-2] < 2 * 0.4 < float(burrs["eyckmans.gargamel"]["satpuzzle, s"]) == max(slow)
    assert "Where BurrTools is faster, satpuzzle's start takes most of its time" in page
    assert max(float(packings[name]["satpuzzle, s"]) for name in lost(packings, "satpuzzle")) < 2 * 0.4


def test_a_notebook_says_on_how_many_boxes_a_first_solution_comes_sooner_than_that_of_xcover() -> None:
    rows = next(table for table in tables(said("docs/performance.md")) if "satpuzzle ÷ xcover" in table[0])
    ratios = [float(row["satpuzzle ÷ xcover"]) for row in rows]
    sooner = f"sooner than xcover on {sum(ratio < 1 for ratio in ratios)} of the {len(ratios)} boxes"
    assert sooner in said("notebooks/2-sat-or-exact-cover.ipynb")


def test_the_page_of_the_studio_says_how_large_the_page_is() -> None:
    (said_megabytes,) = re.findall(r"one file of ([\d.]+) MB", said("docs/studio.md"))
    assert float(said_megabytes) == pytest.approx(len(studio.page().encode()) / 1e6, abs=0.06)
