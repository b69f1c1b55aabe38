"""Python in a browser, as Node runs it: there an address has 32 bits, and there are no threads and no processes.

What a script prints in Pyodide is what it prints here.  The packages of npm are Pyodide 0.25.1 (Python 3.11) and the
newest NumPy for it.
"""

import io
import re
import runpy
import shutil
import subprocess
import tomllib
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from skips import lacks

from satpuzzle.arrays import bincount, repeat, wide
from satpuzzle.engines import build
from satpuzzle.puzzle.library import puzzles

ROOT = Path(__file__).parents[2]
NPM = ROOT / "tools" / "javascript" / "node_modules"
TARGET = build.TARGETS["pyemscripten_2026_0_wasm32"]
DRIVER = ROOT / "tests" / "support" / "pyodide.js"
LONG = {"bedlam", "ct-puzzle", "macmahon-triangles", "tetrasticks-5x5", "tetris-cube", "twin-box"}
ASKED = (  # of the library
    "*sp.solve('soma').take(3)",
    "*sp.solve('pentominoes-6x10', strategy='scan', up_to='raw', limit=20).take(9)",
    "sp.draw(sp.solve('soma').first()).svg",
    "sp.draw(sp.load('hats')).svg",
    "sp.hint('soma')",
    "sp.hint('pentominoes-6x10')",
    "sp.hints('galakub')",
    "sp.explain('conway-6-6-5')",
    "sp.rate('galakub')",
    "sp.possible('soma')",
    "sp.unique('nine-cards')",
    "sp.best('pips', maximise='value')",
    "sp.count('pentominoes-6x10', method='frontier')",
    "sp.count('pentominoes-4x15', method='memo')",
    "sp.assemble(sp.solve('involute').first())",
    "sp.diagram('soma')",
    "sp.encode('soma')",
)

Run = Callable[[str], str]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a function that runs a script in Pyodide, and returns what it prints."""
    node = shutil.which("node")
    if node is None:
        lacks("Node")
    if not (NPM / "pyodide").exists():
        lacks("Pyodide")
    if find_spec("ziglang") is None:
        lacks("ziglang")
    folder = tmp_path_factory.mktemp("browser")
    lite = runpy.run_path(str(ROOT / "lite" / "build.py"))
    library = lite["numpy"](folder / "numpy")
    copied = shutil.ignore_patterns("__pycache__", "kernels-*", "building.*")
    for name in ("satpuzzle", "puzzles", "encodings", "grids", "rules"):
        shutil.copytree(ROOT / name, folder / "tree" / name, ignore=copied)
    build.build(folder=folder / "tree" / build.SOURCES.relative_to(ROOT), target=TARGET)
    lite["callers"](folder / "tree" / "callers.so", TARGET.zig)
    folders = [library, folder / "tree", ROOT / "tests" / "support"]
    begin = "import ctypes; ctypes.CDLL('/folder1/callers.so', ctypes.RTLD_GLOBAL)\n"

    def ran(script: str) -> str:
        command = [node, str(DRIVER), str(NPM / "pyodide" / "pyodide.mjs"), *map(str, folders)]
        ended = subprocess.run(command, input=begin + script, capture_output=True, text=True)
        assert ended.returncode == 0, ended.stderr[-3000:]
        return ended.stdout

    return ran


def here(script: str) -> str:
    """Run a script in this Python; return what it prints."""
    with redirect_stdout(io.StringIO()) as out:
        exec(script, {})
    return out.getvalue()


def test_narrow_numbers_are_counted_and_repeated_as_wide_ones() -> None:
    narrow = np.array([3, 1, 3, 0], np.int32)
    assert bincount(narrow, 5).tolist() == [1, 1, 0, 2, 0]
    assert repeat([7, 8, 9, 6], narrow).tolist() == [7, 7, 7, 8, 9, 9, 9]
    assert {bincount(narrow).dtype, wide(narrow).dtype} == {np.dtype(np.int64)}
    assert wide(numbers := np.arange(3, dtype=np.int64)) is numbers


@pytest.mark.slow
def test_bundled_puzzles_have_their_counts(run: Run) -> None:
    names = sorted({*puzzles()} - LONG)
    files = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in (ROOT / "puzzles").rglob("*.toml")}
    stated = {name: {key: n for key, n in files[name].get("counts", {}).items() if key != "patterns"} for name in names}
    assert len(stated) >= 70 and sum(map(bool, stated.values())) >= 70
    printed = run(
        f"""
import satpuzzle as sp
for name, stated in {stated}.items():
    counts = sp.count(name, time_limit=60)
    print(name, *(key for key, number in stated.items() if not counts.final or getattr(counts, key) != number))
"""
    )
    assert printed.split() == names


@pytest.mark.slow
def test_answers_are_those_of_other_machines(run: Run) -> None:
    script = "import satpuzzle as sp\n" + "".join(f"print({asked!r}, {asked}, sep='\\n')\n" for asked in ASKED)
    assert _rounded(run(script)) == _rounded(here(script))


def _rounded(text: str) -> str:
    """Return a text, its numbers with few digits: the last ones depend on the machine."""
    return re.sub(r"\d+\.\d+", lambda number: f"{float(number[0]):.6f}", text)


@pytest.mark.slow
def test_kernels_do_what_plain_python_does(run: Run) -> None:
    script = """
import sys
from unittest.mock import MagicMock
sys.modules["hypothesis"] = MagicMock()  # which is not there, and which these covers do not need
import fuzzing, movement
for seed in range(40):
    fuzzing.compare(fuzzing.any_cover(seed), seed)
for seed in range(6):
    movement.compare(seed)
print("done")
"""
    assert run(script) == "done\n"


@pytest.mark.slow
def test_what_a_browser_lacks_is_said_in_one_line(run: Run) -> None:
    printed = run(
        """
import asyncio, threading
import satpuzzle as sp
def asked(text):
    try:
        eval(text)
    except sp.SatpuzzleError as error:
        print(error)
for text in ("sp.count('soma', 'cpsat')", "sp.count('soma', 'cadical')", "sp.count('soma', journal='soma.journal')",
             "sp.draw(sp.load('soma')).png()"):
    asked(text)
assert len([solution async for solution in sp.solve("galakub", jobs=4)]) == 1
assert sp.count("pentominoes-8x8", jobs=4).raw == 520
assert len(threading.enumerate()) == 1
"""
    )
    lacking = ["the solver needs a process of its own"] * 2 + ["a journal needs threads"]
    assert printed.splitlines() == [
        *(f"{each}, which a browser does not have" for each in lacking),
        "PNG needs the library resvg-py: pip install resvg-py",
    ]
