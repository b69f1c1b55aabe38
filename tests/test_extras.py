"""Libraries that only some functions need: one line says which is missing and how to install it."""

import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import satpuzzle as sp
from satpuzzle.cli import mcp
from satpuzzle.engines.config import engine_of
from satpuzzle.engines.rules import Node
from satpuzzle.exercises import register
from satpuzzle.measure.compare import Comparison
from satpuzzle.measure.peers import PEERS
from satpuzzle.measure.plots import pyplot
from satpuzzle.pictures.animation import check_installed
from satpuzzle.pictures.codes import code
from satpuzzle.pictures.mesh import trimesh
from satpuzzle.pictures.outlines import manifold
from satpuzzle.pictures.printed import Picture, check_pdf
from satpuzzle.search.carriers.cluster import LOCAL

ROOT = Path(__file__).parents[1]
PACKAGE = Path(sp.__file__).parent


def first(view: Node) -> int:
    """A strategy that is not compiled without Numba."""
    return -1


# The module with each use, what Python imports, what needs it, and the message.
USES: tuple[tuple[str, str, Callable[[], Any], str], ...] = (
    ("pictures/mesh", "trimesh", trimesh, "meshes need the library trimesh: pip install 'satpuzzle[mesh]'"),
    (
        "pictures/outlines",
        "manifold3d",
        manifold,
        "meshes and outlines need the library manifold3d: pip install 'satpuzzle[mesh]'",
    ),
    (
        "pictures/animation",
        "PIL",
        check_installed,
        "animations need the library Pillow: pip install 'satpuzzle[animation]'",
    ),
    ("pictures/printed", "resvg_py", Picture("<svg/>").png, "PNG needs the library resvg-py: pip install resvg-py"),
    (
        "pictures/codes",
        "reportlab",
        lambda: code("x"),
        "QR codes need the library reportlab: pip install 'satpuzzle[print]'",
    ),
    ("pictures/printed", "reportlab", check_pdf, "PDF needs the library reportlab: pip install 'satpuzzle[print]'"),
    (
        "engines/clingo",
        "clingo",
        lambda: engine_of("clingo"),
        "backend clingo needs the library clingo: pip install 'satpuzzle[asp]'",
    ),
    (
        "engines/pysat",
        "pycryptosat",
        lambda: engine_of("cryptominisat"),
        "backend cryptominisat needs the library pycryptosat: pip install pycryptosat",
    ),
    (
        "search/carriers/cluster",
        "distributed",
        lambda: sp.count("soma", cluster=LOCAL),
        "--cluster needs the library dask.distributed: pip install 'satpuzzle[dask]'",
    ),
    (
        "measure/compare",
        "pandas",
        Comparison().frame,
        "frames need the library pandas: pip install 'satpuzzle[notebook]'",
    ),
    (
        "measure/plots",
        "matplotlib",
        pyplot,
        "plots need the library matplotlib: pip install 'satpuzzle[notebook]'",
    ),
    (
        "questions/tilings/coronas",
        "pysat",
        lambda: sp.tilings.plane(size=7),
        "coronas need the library python-sat: pip install python-sat",
    ),
    (
        "cli/mcp",
        "mcp",
        mcp.server,
        "a server for assistants needs the library mcp: pip install 'satpuzzle[mcp]'",
    ),
    (
        "exercises",
        "reasoning_gym",
        register,
        "data sets of Reasoning Gym need the library reasoning-gym: pip install reasoning-gym",
    ),
    *(
        (
            "measure/peers",
            peer.package,
            peer.check,
            f"peer {peer.name} needs the library {peer.package}: pip install 'satpuzzle[bench]'",
        )
        for peer in PEERS.values()
    ),
    (
        "engines/rules",
        "numba",
        lambda: sp.count("slothouber-graatsma", strategy=first),
        "strategy first: runs as plain Python; compiling it needs the library numba:"
        " pip install 'satpuzzle[strategies]'",
    ),
)


@pytest.mark.parametrize(("use", "module", "needs", "message"), USES, ids=[f"{each[0]}-{each[1]}" for each in USES])
def test_a_missing_library_is_said_in_one_line_with_the_way_to_install_it(
    use: str,
    module: str,
    needs: Callable[[], Any],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    try:
        needs()
    except sp.PuzzleError as error:
        assert str(error) == message
    else:
        assert caplog.messages == [message]


def test_every_use_is_tested_and_all_use_the_same_words() -> None:
    texts = {path.relative_to(PACKAGE).with_suffix("").as_posix(): path.read_text() for path in PACKAGE.rglob("*.py")}
    assert {name for name, text in texts.items() if "from satpuzzle.extras import" in text} == {
        *(use[0] for use in USES),
        "engines/doctor",  # which looks for all of them
    }
    assert {name for name, text in texts.items() if "pip install" in text} == {"extras"}


def test_each_extra_that_is_named_has_the_library() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for *_, message in USES:
        found = re.search(r"the library (?:dask\.)?(\S+): pip install (?:'satpuzzle\[(\w+)\]'|\1)$", message)
        assert found is not None, message
        library, extra = found[1].lower().replace("_", "-"), found[2]
        assert extra is None or any(re.match(rf"{library}\b", needed) for needed in extras[extra]), message
