"""Notebooks: they run from a clean kernel at small sizes, and what is committed is the outcome of a whole run."""

import ast
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import satpuzzle as sp

nbformat = pytest.importorskip("nbformat")
pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

FOLDER = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
MOST_LINES = 10  # of a function
LONG = "1234567"  # notebooks that take more than a few seconds, at small sizes, too


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def code(path: Path) -> list[Any]:
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


@pytest.fixture
def measurements(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(FOLDER))
    return import_module("measure")


def test_every_measurement_names_commit_processor_versions_and_limit(measurements: Any) -> None:
    files = sorted((FOLDER / "measurements").glob("*.csv"))
    assert {path.stem for path in files} <= set(measurements.EXPERIMENTS)  # some have still to be measured
    for path in files:
        rows = measurements.ledger(path.stem).rows  # raises PuzzleError if the columns are others
        assert rows
        for row in rows.values():
            assert row["commit"] not in ("", "none")
            assert not row["commit"].endswith("+"), f"{path.name} was measured on sources that are not committed"
            assert row["processor"]
            assert float(row["limit"]) > 0
            assert row["versions"].startswith("python=3.")


def test_every_experiment_has_a_rule_by_which_its_instances_were_chosen(measurements: Any) -> None:
    rules = (FOLDER / "measurements" / "README.md").read_text(encoding="utf-8")
    assert [name for name in measurements.EXPERIMENTS if f"`{name}" not in rules] == []


def test_what_was_cut_short_in_one_round_is_not_run_in_the_next(measurements: Any, tmp_path: Path) -> None:
    book = measurements.ledger("learning", tmp_path)
    key = {"puzzle": "soma", "order": "activity", "memory": "learns"}
    book.add(key | {"seed": 0}, {"status": "time_limit"}, 5)
    for seed, limit, wanted in ((0, 5, False), (0, 20, True), (1, 20, False)):
        assert measurements.wanted(book, measurements.Job(key | {"seed": seed}, None, "clingo"), limit) == wanted


def executed(path: Path) -> bool:
    """Tell whether a notebook is committed with what came out of it."""
    return any(cell.execution_count is not None for cell in code(path))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_says_what_is_live_and_names_the_commit(path: Path) -> None:
    cells = read(path).cells
    prose = " ".join(cell.source for cell in cells if cell.cell_type == "markdown")
    assert "**live" in prose.lower()
    if executed(path):
        assert str(code(path)[0].outputs).count("commit ") == 1
    reads = "measurements" in "".join(cell.source for cell in code(path))
    assert reads == ("**Measured" in prose)


def test_the_page_of_notebooks_says_by_which_version_and_under_which_load_each_was_executed() -> None:
    rows = re.findall(
        r"^\| `(\S+)` \| .* \| (\S+) \| (\S+) \|$", (FOLDER / "README.md").read_text("utf-8"), re.MULTILINE
    )
    heads = {path.stem: str(code(path)[0].outputs) for path in NOTEBOOKS if executed(path)}
    ran = {
        name: re.search(r"satpuzzle (\S+?),.*?load average ([\d.]+)", head, re.DOTALL) for name, head in heads.items()
    }
    assert {name: tuple(said) for name, *said in rows if name in ran} == {
        name: at and at.groups() for name, at in ran.items()
    }
    assert {name for name, *_ in rows} == {path.stem for path in NOTEBOOKS}
    assert {at[1] for at in ran.values() if at} == {sp.__version__}, "execute them with this version"


def test_there_are_eight() -> None:
    assert [path.name[0] for path in NOTEBOOKS] == list("12345678")


@pytest.mark.full
@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=pytest.mark.slow if path.stem[0] in LONG else (), id=path.stem) for path in NOTEBOOKS],
)
def test_a_notebook_runs_at_small_sizes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.setenv("SATPUZZLE_SMALL", "1")
    done = import_module("execute").execute(path)
    assert [cell.execution_count for cell in done.cells if cell.cell_type == "code"] == list(
        range(1, len(code(path)) + 1)
    )


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_what_is_committed_is_one_clean_run_without_complaints(path: Path) -> None:
    if not executed(path):
        pytest.skip("its code has changed since it was executed; notebooks/execute.py does that")
    cells = code(path)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell.outputs]
    assert not [output for output in outputs if output.output_type == "error" or output.get("name") == "stderr"]
    assert cells[-1].outputs, "it ends with what was learned"
    assert "| Python 3" in str(cells[0].outputs), "it says on what machine"
    assert path.stat().st_size < 500_000


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_functions_in_notebooks_are_short(path: Path) -> None:
    for cell in code(path):
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.FunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                assert lines <= MOST_LINES, f"{node.name} has {lines} lines"


@pytest.mark.slow
@pytest.mark.parametrize("subject", ["exact-cover", "tilings"])
def test_a_lesson_for_a_class_says_what_it_said(subject: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))
    lesson = FOLDER.parent / "docs" / f"{subject}-for-a-class.ipynb"
    again = import_module("execute").execute(lesson)
    found, committed = (
        "".join(
            output.text for cell in page.cells for output in cell.get("outputs", ()) if output.output_type == "stream"
        )
        for page in (again, read(lesson))
    )
    assert found == committed
