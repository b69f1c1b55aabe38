"""The kernels as WebAssembly: the same nodes and solutions as the library has, and the same bytes at each build."""

import base64
import json
import re
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fuzzing import any_cover
from skips import lacks

import satpuzzle as sp
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import place
from satpuzzle.engines import build, webassembly
from satpuzzle.engines.library import Call
from satpuzzle.engines.native.shared import allow
from satpuzzle.engines.state import EXHAUSTED, STACK_FULL
from satpuzzle.engines.strategies import find

STUDIO = files("satpuzzle.studio") / "js"
DRIVER = Path(__file__).parents[1] / "support" / "kernels.js"
BUDGET = 1000


def in_node(state: Any) -> dict[str, Any]:
    """Search to the end in Node; return the nodes at each stop and the solutions."""
    node = shutil.which("node")
    if node is None:
        lacks("Node")
    call: Call = state._call
    found = np.zeros((64, state.longest), np.int64)
    allow(call, BUDGET, state.work, found)
    fields: list[tuple[str, Any]] = []
    for name in call._place:
        array = call._arrays.get(name)
        content = None if array is None else {"content": base64.b64encode(array.tobytes()).decode()}
        fields.append((name, call[name] if content is None else content))
    text = json.dumps({"kernel": f"{state.KERNEL}_{webassembly.LEVEL}", "fields": fields})
    ended = subprocess.run([node, DRIVER, webassembly.MODULE], input=text, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)  # type: ignore[no-any-return]


def here(state: Any, most: int | None = None) -> dict[str, Any] | None:
    """Search to the end with the library; return None if that takes more than a given number of stops."""
    stops, solutions = [], list[list[int]]()
    found = np.zeros((64, state.longest), np.int64)
    while True:
        outcome, many = state.advance(BUDGET, found)
        solutions += found[:many].tolist()
        if outcome == STACK_FULL:
            state.grow()
            continue
        stops.append(state.nodes)
        if outcome == EXHAUSTED:
            return {"stops": stops, "solutions": solutions}
        if len(stops) == most:
            return None


@pytest.mark.parametrize("name", ["soma", "tetracubes-2x4x4", "slothouber-graatsma", "galakub", "steinhaus"])
def test_a_puzzle_is_searched_alike_in_a_page(name: str) -> None:
    puzzle = sp.load(name)
    cover = cover_of(puzzle, place(puzzle))
    first, again = (find("mrv").state(cover) for _ in "ab")
    assert in_node(first) == here(again)


@pytest.mark.parametrize("name", ["soma", "iq-pyramid-4", "y-pentominoes-5x10", "galakub"])
def test_weeded_lists_are_searched_alike_in_a_page(name: str) -> None:
    puzzle = sp.load(name)
    cover = cover_of(puzzle, place(puzzle)).residual()[1]
    first, again, plain = (find(strategy).state(cover) for strategy in ("survivors", "survivors", "mrv"))
    found = here(again)
    assert in_node(first) == found != here(plain)


@pytest.mark.full
def test_random_covers_are_searched_alike_in_a_page() -> None:
    compared = 0
    for seed in range(30):
        cover = any_cover(seed)
        if cover.hopeless() is None and len(cover.rows) < 100:
            expected = here(find("mrv").state(cover), most=100)
            if expected is not None:  # one of them has 4,732,038 solutions
                assert in_node(find("mrv").state(cover)) == expected
                compared += 1
    assert compared >= 10


def test_the_module_has_the_kernels_that_the_page_calls() -> None:
    content = webassembly.MODULE.read_bytes()
    assert all(name.encode() in content for name in webassembly.exports())
    scripts = "".join(path.read_text(encoding="utf-8") for path in STUDIO.iterdir() if path.name.endswith(".js"))
    assert {*re.findall(r'new Call\(\w+, "(\w+)"', scripts)} == {*webassembly.KERNELS}


@pytest.mark.slow
def test_the_modules_are_what_zig_makes_of_the_sources(tmp_path: Path) -> None:
    try:
        webassembly.make(tmp_path / "kernels.wasm", tmp_path / "checker.wasm")
    except build.BuildError as error:
        if "the package ziglang is needed" in str(error):
            pytest.skip(str(error))
        raise
    for module in (webassembly.MODULE, webassembly.CHECKER):
        assert (tmp_path / module.name).read_bytes() == module.read_bytes(), module.name


def test_the_checker_as_a_module_has_no_imports_and_exports_few_functions() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed")
    script = """
        const module = new WebAssembly.Module(require("node:fs").readFileSync(process.argv[1]));
        const names = WebAssembly.Module.exports(module).map(({ name }) => name).sort();
        console.log(JSON.stringify([WebAssembly.Module.imports(module), names]));
    """
    said = subprocess.run([node, "-e", script, webassembly.CHECKER], capture_output=True, text=True, check=True).stdout
    assert json.loads(said) == [[], sorted((*webassembly.CALLED, "memory", "_initialize"))]
