"""CONTRIBUTING.md is followed word by word in a fresh copy: its files are written, its registry lines added, its
commands run."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pages import ROOT

from satpuzzle.cli.guide import COMMANDS

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (Add an? .*?)\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL))
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "node_modules")  # not .so files, which would be built anew


def add_backend(copy: Path) -> None:
    shutil.copy(copy / "tests/support/toy_engine.py", copy / "satpuzzle/engines/toy_engine.py")
    change(
        copy / "satpuzzle/engines/__init__.py",
        ('"Clingo"),\n', '"Clingo"),\n        "toy": partial(_engine, "toy_engine", "Toy"),\n'),
    )


def add_option(copy: Path) -> None:
    row, of, act = blocks("Add an option", "py")
    add_row(copy, row, of, act)


def add_row(copy: Path, row: str, of: str, act: str) -> None:
    """Add a row to the settings and to what acts on it, as told; assert that these are two files."""
    before = dict(texts(copy))
    settings, request = copy / "satpuzzle/settings.py", copy / "satpuzzle/search/request.py"
    lines = settings.read_text(encoding="utf-8").splitlines(True)
    cluster = next(line for line in lines if "    cluster: Any = " in line)
    change(settings, (cluster, row + cluster), ("    cluster: Any\n", f"    cluster: Any\n{of}"))
    acting = next(line for line in request.read_text(encoding="utf-8").splitlines(True) if GUARD in line)
    change(request, (acting, act))
    assert GUARD in act, "the guard of a limit of nodes is gone"
    assert [path for path, text in texts(copy) if before[path] != text] == [request, settings]


GUARD = "        return 1 if self.node_limit is not None else "


def texts(copy: Path) -> list[tuple[Path, str]]:
    """Return all modules of the package with their texts."""
    return [(path, path.read_text(encoding="utf-8")) for path in sorted((copy / "satpuzzle").rglob("*.py"))]


# Sections that ask for more than files; what their commands print, apart from the tests.
BY_HAND: dict[str, Callable[[Path], None]] = {
    "Add a backend": add_backend,
    "Add an option": add_option,
}
PRINTED = {
    "Add a puzzle": "",
    "Add an option": "soma: 240 solutions up to isometries",
    "Add an encoding": "soma: 240 solutions up to isometries",
    "Add a strategy": "soma: 240 solutions up to isometries",
    "Add a rule": "slothouber-graatsma: 1 solution up to isometries",
    "Add a backend": "slothouber-graatsma: 1 solution up to isometries",
    "Add a grid": "2 pieces of 2 cells",
}


def change(path: Path, *replaced: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in replaced:
        assert text.count(old) == 1
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def blocks(section: str, *languages: str) -> list[str]:
    return re.findall(rf"^```(?:{'|'.join(languages)})\n(.*?)^```$", SECTIONS[section], re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    fresh = tmp_path_factory.mktemp("fresh") / "copy"
    shutil.copytree(ROOT, fresh, ignore=LEFT_OUT)
    return fresh


@pytest.mark.slow
@pytest.mark.parametrize("section", PRINTED)
def test_what_is_added_as_told_works(section: str, copy: Path) -> None:
    for text in blocks(section, "toml", "python"):
        path = text.partition("\n")[0].removeprefix("# ")
        assert not (copy / path).exists()
        (copy / path).write_text(text, encoding="utf-8")
    if section in BY_HAND:
        BY_HAND[section](copy)
    lines = "".join(blocks(section, "sh")).splitlines()
    assert lines
    for line in lines:
        printed = python(copy, line.removeprefix(".venv/bin/python"))
        if "manual.py" not in line:
            assert " passed" in printed if "pytest" in line else PRINTED[section] in printed
    if section == "Add a puzzle":
        number = len(list((ROOT / "puzzles").glob("*.toml")))
        assert f"{number + 1} puzzles come with it" in (copy / "README.md").read_text(encoding="utf-8")


def test_every_way_to_add_something_is_tried_but_a_format_and_a_carrier() -> None:
    assert SECTIONS.keys() == {*PRINTED, "Add a format for other solvers", "Add a carrier"}


# What is said is tried with other things than those in the text, too.

OPTION = (
    '    most_jobs: int | None = option(None, "N", HOW, "No search uses more than N cores.", least=1, rare=True)\n',
    "    most_jobs: int | None\n",
    f"{GUARD}min(self.jobs or cores(), self.most_jobs or cores())\n",
)


@pytest.mark.slow
def test_another_option_is_shown_by_the_commands_that_obey_it_and_by_no_other(copy: Path) -> None:
    add_row(copy, *OPTION)
    shown = [command for command in COMMANDS if "--most-jobs" in python(copy, f"-m satpuzzle {command} --help-all")]
    assert {*shown} == {"count", "solve"}
    assert "soma: 240 solutions" in python(copy, "-m satpuzzle count soma --most-jobs 2")
    told = "from satpuzzle import solve; print(solve('soma', jobs=9, most_jobs=4).request.threads)"
    assert python(copy, f'-c "{told}"') == "4\n"
    assert " passed" in python(copy, "-m pytest -q -n 0 tests/search/test_node_limit.py")


EMPTY_APART = '''"""Empty apart: no two empty cells have a side in common."""

from dataclasses import dataclass
from typing import ClassVar

from satpuzzle.puzzle.rules._base import Ground, Items, Numbers, Rule, Table


@dataclass(frozen=True)
class EmptyApart(Rule):
    """No two empty cells have a side in common."""

    word: ClassVar[str] = "empty apart"

    def said(self) -> str:
        """Return a sentence for people."""
        return "no two empty cells have a side in common"

    def items(self, ground: Ground) -> Items:
        """Return an item for each side, which empty cells cover."""

        def covered(inside: Table, piece: Numbers) -> Table:
            found: Table = inside[:, ground.sides].any(axis=2)
            return found

        sides = ground.sides.tolist()
        names, about = [ground.name(pair) for pair in sides], [frozenset([frozenset(pair)]) for pair in sides]
        return Items(names, [(0, 1)] * len(sides), about, [frozenset([-1])] * len(sides), covered, empties=True)


rule = EmptyApart
'''
TWIN = '''"""Empty apart: an item for each two cells that share a face, which empty cells cover."""

from satpuzzle.proofs.check.motions import Cell
from satpuzzle.proofs.check.rules._base import Item, Scene
from satpuzzle.proofs.check.rules._touching import touching
from satpuzzle.puzzle.rules.empty_apart import EmptyApart


def counts_empty(rule: EmptyApart) -> bool:
    """Tell that cells that stay empty cover items."""
    return True


def derived(rule: EmptyApart, scene: Scene) -> list[Item]:
    """Return the items."""
    near = {(min(a, b), max(a, b)) for a, beside in touching(scene.grid, scene.board) for b in beside}
    return [_item(a, b) for a, b in sorted(near) if {a, b} <= {*scene.board}]


def _item(a: Cell, b: Cell) -> Item:
    about = frozenset([frozenset([a, b])])
    return Item((0, 1), about, frozenset([-1]), lambda piece, cells: bool({a, b} & cells))
'''


@pytest.mark.slow
@pytest.mark.parametrize(
    ("right", "wrong"), [("", ""), ("frozenset([-1])", "frozenset([0])"), ("return True", "return False")]
)
def test_a_rule_about_empty_cells_is_held_to_its_twin(right: str, wrong: str, copy: Path) -> None:
    (copy / "satpuzzle/puzzle/rules/empty_apart.py").write_text(EMPTY_APART, encoding="utf-8")
    (copy / "satpuzzle/proofs/check/rules/empty_apart.py").write_text(TWIN.replace(right, wrong), encoding="utf-8")
    said = python(copy, "-m pytest -q -n 0 tests/puzzle/test_derived_rules.py -k empty", status=int(bool(right)))
    assert (" failed" in said) == bool(right) and " passed" in said
    if not right:
        cells = "[[x, y, 0] for x in range(3) for y in range(3)]"
        made = f"sp.make_puzzle(grid='square', board=[], optional={cells}, pieces={ONES}, rules=['empty apart'])"
        told = f"import satpuzzle as sp; print(sp.count({made}))"
        # Sets of squares of 3x3 no two of which touch: A006506.
        assert python(copy, f'-c "{told}"').startswith("raw 63,")


ONES = "{'o': {'cells': '*', 'max': 'any'}}"
GRIDS = {
    "drawn-out": (  # hexagons that are drawn out: six neighbours
        'title = "Long hexagons"\nperiods = [[3, 1], [3, -1]]\ndrawing = [[1, 0], [0, 1]]\n'
        'cells = [{ name = "hexagon", at = [0, 0], corners = [[0, 0], [2, 0], [3, 1], [2, 2], [0, 2], [-1, 1]] }]\n'
    ),
    "halved": (  # right triangles: three neighbours
        'title = "Halves of squares"\nperiods = [[1, 0], [0, 1]]\ndrawing = [[2, 0], [0, 1]]\n'
        'cells = [{ name = "lower", at = [0, 0], corners = [[0, 0], [1, 0], [0, 1]] },\n'
        '    { name = "upper", at = [1, 0], corners = [[1, 0], [1, 1], [0, 1]] }]\n'
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", GRIDS)
def test_a_grid_whose_cells_have_not_four_neighbours_is_checked_by_the_tests_of_grids(name: str, copy: Path) -> None:
    (copy / f"grids/{name}.toml").write_text(GRIDS[name], encoding="utf-8")
    assert " passed" in python(copy, f"-m pytest -q -n 0 tests/puzzle -k {name}")
    assert "pieces of 2 cells" in python(copy, f"-m satpuzzle pieces 2 --grid {name}")


def python(copy: Path, arguments: str, status: int = 0) -> str:
    """Run Python in the copy; return what it prints."""
    environment = os.environ | {"PYTHONPATH": str(copy), "PYTHONWARNINGS": "ignore"}
    command = f"{shlex.quote(sys.executable)} {arguments}"
    ended = subprocess.run(command, shell=True, cwd=copy, env=environment, capture_output=True, text=True)
    assert ended.returncode == status, (arguments, ended.stdout, ended.stderr)
    return ended.stdout
