"""CONTRIBUTING.md is followed word by word in a fresh copy: its files are written, its registry lines added, its
commands run."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pages import ROOT

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (Add an? .*?)\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL))
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "node_modules")  # not .so files, which would be built anew


def add_backend(copy: Path) -> None:
    shutil.copy(copy / "tests/support/toy_engine.py", copy / "satpuzzle/engines/toy_engine.py")
    change(
        copy / "satpuzzle/engines/__init__.py",
        ("\nBACKENDS", "\nfrom satpuzzle.engines.toy_engine import Toy\n\nBACKENDS"),
        ("Clingo())", "Clingo(), Toy())"),
    )


def add_option(copy: Path) -> None:
    row, of, act = blocks("Add an option", "py")
    before = dict(texts(copy))
    settings, request = copy / "satpuzzle/settings.py", copy / "satpuzzle/search/request.py"
    jobs = next(
        line for line in settings.read_text(encoding="utf-8").splitlines(True) if "    jobs: int | None = " in line
    )
    change(settings, (jobs, row + jobs), ("    jobs: int | None\n", f"    jobs: int | None\n{of}"))
    change(request, ("        return 1 if self.node_limit is not None else self.jobs or cores()\n", act))
    assert [path for path, text in texts(copy) if before[path] != text] == [request, settings]


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
    environment = os.environ | {"PYTHONPATH": str(copy), "PYTHONWARNINGS": "ignore"}
    lines = "".join(blocks(section, "sh")).splitlines()
    assert lines
    for line in lines:
        command = line.replace(".venv/bin/python", sys.executable)
        ended = subprocess.run(command, shell=True, cwd=copy, env=environment, capture_output=True, text=True)
        assert ended.returncode == 0, (line, ended.stdout, ended.stderr)
        if "manual.py" not in line:
            assert " passed" in ended.stdout if "pytest" in line else PRINTED[section] in ended.stdout
    if section == "Add a puzzle":
        number = len(list((ROOT / "puzzles").glob("*.toml")))
        assert f"{number + 1} puzzles come with it" in (copy / "README.md").read_text(encoding="utf-8")


def test_every_way_to_add_something_is_tried_but_a_format_and_a_carrier() -> None:
    assert SECTIONS.keys() == {*PRINTED, "Add a format for other solvers", "Add a carrier"}
