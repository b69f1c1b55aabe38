"""The house: which way imports go."""

import ast
import re
from functools import cache
from pathlib import Path

import satpuzzle
from satpuzzle.proofs.verdict import _TREE

PACKAGE = Path(satpuzzle.__file__).parent
# From the bottom to the top: a module may import what stands in its own line or above it here.
LAYERS = (
    "errors stub version",
    "clock",
    "extras keywords display registry rows structured",
    "arrays machine data sandbox",
    "puzzle",
    "cover",
    "solutions",
    "cnf",
    "engines strategy",
    "settings",
    "search",
    "motion pictures",
    "api",
    "measure proofs studio questions",
    "exercises results",
    "cli",
    "__main__",
)
# What checkers import besides themselves: what a puzzle's file says, as it is read.
READ = {
    *(f"satpuzzle.{name}" for name in ("clock", "data", "errors")),
    *(f"satpuzzle.puzzle.{name}" for name in ("grids", "model", "parts", "rules", "tiles")),
    *(f"satpuzzle.puzzle.formats.{name}" for name in ("json", "reading", "table")),
    *(f"satpuzzle.puzzle.grids.{name}" for name in ("bodies", "fcc", "tiling")),
}
RANK = {room: rank for rank, line in enumerate(LAYERS) for room in line.split()}
MODULES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
    if path != PACKAGE / "__init__.py"
}


def imported(tree: ast.AST) -> set[str]:
    """Return the modules of the package that a module imports, in functions as well."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in MODULES or node.module == "satpuzzle" else node.module for name in names}
    return {name for name in found if name.partition(".")[0] == "satpuzzle"}


@cache
def imports() -> dict[str, set[str]]:
    """Return what each module imports."""
    return {name: imported(ast.parse(path.read_text(encoding="utf-8"))) - {name} for name, path in MODULES.items()}


def room(name: str) -> str:
    return name.split(".")[1]


def test_no_import_goes_against_the_path() -> None:
    assert {room(name) for name in MODULES} <= RANK.keys()
    for name, others in imports().items():
        assert others <= MODULES.keys(), f"{name} takes what the package only passes on"
        assert {other for other in others if RANK[room(other)] > RANK[room(name)]} == set(), name


def test_no_modules_import_each_other_in_a_circle() -> None:
    left = dict(imports())
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    assert not left


def test_what_lies_in_the_native_engine_is_the_engines_own() -> None:
    for name, others in imports().items():
        native = {other for other in others if other.startswith("satpuzzle.engines.native")}
        assert room(name) == "engines" or not native, name


def test_checkers_import_what_reads_files_and_each_other() -> None:
    checkers = {name for name in MODULES if name.startswith("satpuzzle.proofs.check.")}
    assert len(checkers) > 20
    for name in checkers:
        rules = {other for other in imports()[name] if other.startswith("satpuzzle.puzzle.rules.")}  # their classes
        assert imports()[name] - checkers - rules <= READ, name


def test_what_is_said_to_be_trusted_is_all_that_these_checkers_need() -> None:
    checkers = "satpuzzle.proofs.check."
    named = {checkers + name for name in re.findall(r"(\w+)\.py", _TREE.partition("{how}")[0])}
    needed, new = set[str](), named
    while new:
        needed |= new
        new = {other for name in new for other in imports()[name] if other.startswith(checkers)} - needed
    assert {name for name in needed if not name.startswith(checkers + "rules")} == named


def test_functions_of_numpy_that_refuse_wide_indices_in_a_browser_are_those_of_arrays() -> None:
    """`satpuzzle/arrays.py` says why; tests in Pyodide are slow."""
    asked = re.compile(r"np\.bincount\((?!index\()|\.reduceat\((?!.*index\()")
    wrong = [path.name for path in sorted(PACKAGE.rglob("*.py")) if asked.search(path.read_text(encoding="utf-8"))]
    assert wrong == []
