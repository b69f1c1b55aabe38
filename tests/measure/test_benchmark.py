"""The benchmark: what is written is what is said of it, and programs that are not ours read it and count the same."""

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from lab.effort import measured

import satpuzzle as sp
from satpuzzle.cover.dlx import load_dlx
from satpuzzle.measure import benchmark
from satpuzzle.measure.designs import DESIGNS

KNOWN = {  # of small sizes, by the sequences that the functions name
    ("langford", 7): 2 * 26, ("langford", 6): 0, ("queens", 6): 4, ("queens", 8): 92, ("steiner-triples", 7): 30,
    ("steiner-triples", 8): 0, ("steiner-triples", 9): 840, ("one-factorizations", 6): 6,
    ("one-factorizations", 8): 6240, ("latin-squares", 4): 4, ("latin-squares", 5): 56, ("partridge", 3): 0,
    ("distinct-oblongs", 6): 3620, ("distinct-oblongs", 7): 87216,
}  # fmt: skip
TEN = (
    "diabolical-cube", "galakub", "slothouber-graatsma", "y-pentominoes-5x10", "stella-octangula",
    "tetrahexes-triangle", "rhombic-cube", "mutilated-0", "queens-8", "latin-squares-5",
)  # fmt: skip
SHAPES = (  # instances that BurrTools can read
    "diabolical-cube", "galakub", "slothouber-graatsma", "y-pentominoes-5x10", "stella-octangula", "rhombic-cube",
    "soma", "steinhaus", "prisms-hexagon", "pentominoes-3x20", "iq-pyramid-4", "tetracubes-2x4x4",
)  # fmt: skip


@pytest.mark.parametrize(("family", "size"), KNOWN)
def test_designs_have_their_published_numbers(family: str, size: int) -> None:
    assert sp.count(DESIGNS[family](size)).raw == KNOWN[family, size]


def test_there_are_fifty_instances_with_names_of_their_own() -> None:
    names = [entry.name for entry in benchmark.entries()]
    assert len(names) == len(set(names)) >= 50


def test_every_count_that_nobody_knows_says_what_is_known() -> None:
    for entry in benchmark.entries():
        assert entry.source if entry.raw is not None else entry.known, entry.name


def test_every_instance_has_an_effort_and_the_small_ones_take_as_many_nodes_as_it_says() -> None:
    found = benchmark.efforts()
    every = {entry.name: entry for entry in benchmark.entries()}
    assert found.keys() == every.keys()
    for name in TEN:
        row = measured(every[name], 60.0)
        assert (row[1], row[3]) == (found[name]["nodes"], "yes")
        assert found[name]["finished"]


def written(folder: Path, names: Sequence[str], formats: Sequence[str] = benchmark.FORMATS) -> Path:
    """Write some instances to a new folder, and return it."""
    few = tuple(entry for entry in benchmark.entries() if entry.name in names)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(benchmark, "entries", lambda: few)
        assert len([*benchmark.write(folder, sp.load_recipe("product"), formats)]) == len(names)
    return folder


@pytest.fixture(scope="module")
def some(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the ten small instances."""
    return written(tmp_path_factory.mktemp("benchmark") / "all", TEN)


def manifest(folder: Path) -> dict[str, dict[str, Any]]:
    content = json.loads((folder / benchmark.MANIFEST).read_text())
    return {each["name"]: each for each in content["instances"]}


@pytest.mark.full
def test_the_manifest_has_the_digest_of_every_file_and_a_reason_for_each_that_is_missing(some: Path) -> None:
    found = manifest(some)
    listed = set()
    for each in found.values():
        assert set(each["files"]) == set(benchmark.FORMATS)
        for file in each["files"].values():
            if "path" in file:
                content = (some / file["path"]).read_bytes()
                assert hashlib.sha256(content).hexdigest() == file["sha256"]
                listed.add(some / file["path"])
    assert listed == {
        path for path in some.rglob("*") if path.is_file() and path.parent != some and path.name != "packing.mzn"
    }
    assert "needs a puzzle" in found["queens-8"]["files"]["xmpuzzle"]["missing"]


def test_our_own_readers_find_the_counts_in_files_of_puzzles_and_options(some: Path) -> None:
    for name in ("diabolical-cube", "galakub", "queens-8"):
        wanted = manifest(some)[name]["solutions"]
        assert sp.count(load_dlx(some / f"dlx/{name}.dlx")).raw == wanted
    assert sp.count(sp.load(some / "xmpuzzle/galakub.xmpuzzle")).raw == manifest(some)["galakub"]["solutions"]


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("")
    with pytest.raises(sp.PuzzleError, match="is not empty"):
        next(benchmark.write(tmp_path, sp.load_recipe("default")))


def test_pysat_reads_every_file_of_clauses_and_decides_it(some: Path) -> None:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    for name, facts in manifest(some).items():
        with Solver(
            name="cadical195", bootstrap_with=CNF(from_file=str(some / f"dimacs/{name}.cnf")).clauses
        ) as solver:
            assert solver.solve() == bool(facts["solutions"])


def counted(pattern: str, *command: str | Path, text: str | None = None) -> int:
    """Run a program, with a text as its input, and return the number that it prints."""
    ran = subprocess.run(list(map(str, command)), input=text, capture_output=True, text=True, timeout=600)
    plain = re.sub(r"\x1b\[\d*m", "", ran.stdout + ran.stderr)
    found = re.findall(pattern, plain)
    assert found or "UNSATISFIABLE" in plain, plain[-500:]
    return int(found[-1].replace(",", "")) if found else 0


def skip_without(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")


@pytest.mark.slow
@pytest.mark.parametrize("name", TEN)
def test_clasp_counts_the_same_in_inequalities(some: Path, name: str) -> None:
    skip_without("clasp")
    found = counted(r"Models\s*:\s*(\d+)", "clasp", "-n", "0", "-q", some / f"opb/{name}.opb")
    assert found == manifest(some)[name]["solutions"]


@pytest.mark.slow
@pytest.mark.parametrize("name", TEN)
def test_gecode_counts_the_same_in_both_minizinc_models(some: Path, name: str) -> None:
    skip_without("minizinc")
    for files in ([some / f"minizinc/{name}.mzn"], [some / "table/packing.mzn", some / f"table/{name}.dzn"]):
        if all(file.exists() for file in files):
            found = counted(r"nSolutions=(\d+)", "minizinc", "--solver", "gecode", "-a", "-s", "-O0", *files)
            assert found == manifest(some)[name]["solutions"]


@pytest.mark.slow
@pytest.mark.parametrize("name", TEN)
def test_ace_counts_the_same_in_an_xcsp3_instance(some: Path, name: str) -> None:
    skip_without("java")
    spec = find_spec("pycsp3")
    if spec is None or spec.origin is None:
        pytest.skip("pycsp3, which has the solver ACE, is not installed")
    (solver,) = (Path(spec.origin).parent / "solvers" / "ace").glob("*.jar")
    found = counted(r"FOUND SOLUTIONS\s+([\d,]+)", "java", "-jar", solver, some / f"xcsp3/{name}.xml", "-s=all")
    assert found == manifest(some)[name]["solutions"]


@pytest.mark.slow
@pytest.mark.parametrize("name", TEN)
def test_dlx3_of_knuth_counts_the_same_in_items_and_options(some: Path, name: str) -> None:
    skip_without("dlx3")
    found = counted(r"Altogether (\d+) solution", "dlx3", text=(some / f"dlx/{name}.dlx").read_text())
    assert found == manifest(some)[name]["solutions"]


@pytest.mark.slow
def test_burrtools_counts_the_same_in_shapes(tmp_path: Path) -> None:
    skip_without("burrTxt")
    paths = [*written(tmp_path / "all", SHAPES, ["xmpuzzle"]).glob("xmpuzzle/*")]
    assert len(paths) == len(SHAPES)
    for path in paths:
        found = counted(r"(\d+) assemblies", "burrTxt", "-q", path)
        assert found == sp.count(sp.load(path)).isometries, path


@pytest.mark.slow
@pytest.mark.parametrize("name", TEN)
def test_ganak_counts_the_same_in_clauses(some: Path, name: str) -> None:
    pyganak = pytest.importorskip("pyganak")
    lines = (some / f"dimacs/{name}.cnf").read_text().splitlines()
    shown = next(line for line in lines if line.startswith("c p show")).split()[3:-1]
    counter = pyganak.Counter()
    for line in lines:
        if line[0] not in "cp":
            counter.add_clause(list(map(int, line.split()[:-1])))
    counter.set_sampling_set(list(map(int, shown)))
    assert counter.count() == manifest(some)[name]["solutions"]
