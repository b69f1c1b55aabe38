"""The house: which way imports go, and how large a room may be."""

import ast
import inspect
from pathlib import Path

import pytest

import satpuzzle
import satpuzzle as sp
from satpuzzle.search.run import Search

PACKAGE = Path(satpuzzle.__file__).parent
# From the bottom to the top: a module may import what stands in its own line or above it here.
LAYERS = (
    "errors",
    "clock",
    "machine data sandbox",
    "puzzle",
    "cover",
    "solutions",
    "cnf",
    "engines strategy",
    "search",
    "motion pictures",
    "api",
    "measure proofs design",
    "cli",
    "__main__",
)
RANK = {room: rank for rank, line in enumerate(LAYERS) for room in line.split()}
MODULES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}


def imported(name: str) -> set[str]:
    """Return the modules of the package that a module imports, in functions as well."""
    found = set()
    for node in ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in MODULES else node.module for name in names}
    return {module for module in found if module in MODULES and module != "satpuzzle"}


def room(name: str) -> str:
    return name.split(".")[1]


@pytest.mark.parametrize("name", [name for name in MODULES if name != "satpuzzle"])
def test_no_import_goes_against_the_path(name: str) -> None:
    assert room(name) in RANK
    wrong = {other for other in imported(name) if RANK[room(other)] > RANK[room(name)]}
    assert not wrong


def test_no_modules_import_each_other_in_a_circle() -> None:
    left = {name: imported(name) - {name} for name in MODULES if name != "satpuzzle"}
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    assert not left


@pytest.mark.parametrize("name", MODULES)
def test_a_room_is_small(name: str) -> None:
    assert len(MODULES[name].read_text(encoding="utf-8").splitlines()) <= 400


def test_a_search_has_little_to_remember() -> None:
    assert len(inspect.getsource(Search).splitlines()) < 150
    assert len(vars(sp.solve("soma"))) < 10


def test_only_engines_know_engines_by_their_names() -> None:
    for name, path in MODULES.items():
        lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if '"bitmask"' in line]
        assert room(name + ".") == "engines" or all("=" in line and "==" not in line for line in lines), name
