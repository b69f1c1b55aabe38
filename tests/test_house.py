"""The house: which way imports go, and how large a room may be."""

import ast
import inspect
import re
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
    "extras keywords display structured",
    "machine data sandbox",
    "puzzle",
    "cover",
    "solutions",
    "cnf",
    "models",
    "engines strategy",
    "settings",
    "search",
    "motion pictures",
    "api",
    "measure proofs design studio",
    "cli",
    "__main__",
)
RANK = {room: rank for rank, line in enumerate(LAYERS) for room in line.split()}
MODULES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}


# Arrows that go up: each is an import in a function, made when its result is wanted.  Whoever only solves makes none.
LAZY = {
    ("satpuzzle.display", "satpuzzle.pictures.notebook"): "notebooks ask objects for their pictures",
    ("satpuzzle.puzzle.model", "satpuzzle.puzzle.formats.plain"): "Puzzle.of takes what files say, by their rules",
    ("satpuzzle.solutions.solution", "satpuzzle.pictures.sheet"): "solution.draw() is short for it",
    ("satpuzzle.solutions.solution", "satpuzzle.studio.view"): "solution.view() is short for it",
}
# What `import satpuzzle` offers, with the modules that have it; there is a version besides, which is a text.
OFFERED = {name: f"satpuzzle.{module}" for module, names in sp._NAMES.items() for name in names.split()}  # type: ignore[attr-defined]
CONSTANTS = {"__version__"}


def imported(name: str, inside: ast.AST | None = None) -> set[str]:
    """Return the modules of the package that a module imports, in functions as well, or only `inside` a part of it.

    What is taken from the package itself is looked up: there it is only passed on.
    """
    tree = inside or ast.parse(MODULES[name].read_text(encoding="utf-8"))
    found, called = set(), set()  # `called` is what the module calls the package
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
            called |= {
                alias.asname or "satpuzzle" for alias in node.names if alias.name.partition(".")[0] == "satpuzzle"
            }
        elif isinstance(node, ast.ImportFrom) and node.module == "satpuzzle":
            found |= {offered(alias.name) for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in MODULES else node.module for name in names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in called:
            found.add(offered(node.attr))
    return {module for module in found if module in MODULES and module != "satpuzzle"}


def offered(name: str) -> str:
    """Return the module that has what the package offers by this name."""
    if name in CONSTANTS:
        return "satpuzzle"
    module = OFFERED.get(name, f"satpuzzle.{name}")
    assert module in MODULES, name
    return module


def straight(name: str) -> set[str]:
    """Return what a module imports but for the lazy arrows."""
    return {other for other in imported(name) if (name, other) not in LAZY}


def room(name: str) -> str:
    return name.split(".")[1]


def test_no_import_goes_against_the_path() -> None:
    names = [name for name in MODULES if name != "satpuzzle"]
    assert {room(name) for name in names} <= RANK.keys()
    wrong = [(name, other) for name in names for other in straight(name) if RANK[room(other)] > RANK[room(name)]]
    assert wrong == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    left = {name: straight(name) - {name} for name in MODULES if name != "satpuzzle"}
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    assert not left


@pytest.mark.parametrize(("name", "other"), LAZY, ids=str)
def test_an_arrow_upwards_is_made_in_a_function_and_nowhere_else(name: str, other: str) -> None:
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert any(other in imported(name, function) for function in functions)
    for statement in tree.body:
        inside = isinstance(statement, (ast.FunctionDef, ast.ClassDef))
        types = isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING"
        assert inside or types or other not in imported(name, statement)


def test_what_a_module_takes_from_the_package_itself_is_seen() -> None:
    for text in ("import satpuzzle\nsatpuzzle.draw", "import satpuzzle as sp\nsp.draw", "from satpuzzle import draw"):
        assert imported("", ast.parse(text)) == {"satpuzzle.pictures"}
    assert imported("", ast.parse("from satpuzzle import data")) == {"satpuzzle.data"}
    assert imported("", ast.parse("from satpuzzle import __version__")) == set()


def test_a_room_is_small() -> None:
    lines = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in MODULES.items()}
    assert {name: number for name, number in lines.items() if number > 400} == {}


def test_a_search_has_little_to_remember() -> None:
    assert len(inspect.getsource(Search).splitlines()) < 150
    assert len(vars(sp.solve("soma"))) <= 10


def test_only_engines_know_engines_by_their_names() -> None:
    asked = re.compile(r'[!=]= "native"|"native" [!=]=|in \("native"')
    for name, path in MODULES.items():
        assert room(name + ".") == "engines" or not asked.search(path.read_text(encoding="utf-8")), name


def test_what_lies_in_the_native_engine_is_the_engines_own() -> None:
    outside = [name for name in MODULES if room(name + ".") != "engines"]
    assert not [
        (name, other) for name in outside for other in imported(name) if other.startswith("satpuzzle.engines.native")
    ]
