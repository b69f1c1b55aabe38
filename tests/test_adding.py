"""The pages of docs/adding/ are followed in a fresh copy, and so are their steps for something else (tests/adding/).

What went wrong once is asked again: a change that deletes a condition, a rule about empty cells whose twin nobody
compares, a grid whose cells have not four neighbours.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from pages import ROOT
from recipes import blocks, changed, changes, follow

HERE = Path(__file__).parent / "adding"
PAGES = {page.stem: page for page in sorted((ROOT / "docs" / "adding").glob("*.md"))}
del PAGES["README"], PAGES["inside"]  # which list the others, and tell of what there is
OTHERS = {page.stem: page for page in sorted(HERE.glob("*.md"))}
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__", "build", "node_modules")  # not .so files
NEED = {"text": "npm"}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A fresh copy of the project, which shares the tools for JavaScript."""
    fresh = tmp_path / "copy"
    shutil.copytree(ROOT, fresh, ignore=LEFT_OUT)
    modules = Path("tools/javascript/node_modules")
    if (ROOT / modules).exists():
        (fresh / modules).symlink_to((ROOT / modules).resolve())
    return fresh


@pytest.mark.slow
@pytest.mark.parametrize("name", [*PAGES, *OTHERS])
def test_what_is_added_as_told_works(name: str, copy: Path) -> None:
    if (tool := NEED.get(name.partition("-")[0])) is not None and shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    follow(PAGES.get(name) or OTHERS[name], copy)


def test_each_page_is_tried_with_something_else_too() -> None:
    assert {name.partition("-")[0] for name in OTHERS} == {*PAGES}
    listed = (ROOT / "docs/adding/README.md").read_text(encoding="utf-8")
    assert [page for page in re.findall(r"\((\w+)\.md\)", listed) if page not in PAGES] == ["inside"]
    assert all(f"({page}.md)" in listed for page in PAGES)


@pytest.mark.parametrize("page", [*PAGES.values(), *OTHERS.values()], ids=lambda page: page.stem)
def test_a_change_fits_and_takes_nothing_away(page: Path) -> None:
    """What a changed line said stands in the new lines: a condition that is dropped is a fault that nobody sees."""
    files: dict[str, str] = {}
    for change in (each for language, text in blocks(page) if language == "diff" for each in changes(text)):
        files[change.path] = changed(change, files.get(change.path) or (ROOT / change.path).read_text(encoding="utf-8"))
        bounds = change.path.startswith("tests/")  # how many there are
        assert bounds or {*re.findall(r"\w+", change.old)} <= {*re.findall(r"\w+", change.new)}, change.path


RULE = "rule-empty-apart"
TWIN = Path("satpuzzle/proofs/check/rules/empty_apart.py")


@pytest.mark.slow
@pytest.mark.parametrize(("right", "wrong"), [("frozenset([-1])", "frozenset([0])"), ("return True", "return False")])
def test_a_twin_that_is_wrong_about_empty_cells_is_found(right: str, wrong: str, copy: Path) -> None:
    for _, text in blocks(OTHERS[RULE]):
        if (file := re.match(r"# (\S+)\n", text)) is not None:
            (copy / file[1]).write_text(text, encoding="utf-8")
    text = (copy / TWIN).read_text(encoding="utf-8")
    assert text.count(right) == 1
    (copy / TWIN).write_text(text.replace(right, wrong), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "tests/puzzle/test_derived_rules.py", "-k", "empty"]
    surroundings = os.environ | {"PYTHONPATH": str(copy)}
    ended = subprocess.run(command, cwd=copy, env=surroundings, capture_output=True, text=True)
    assert ended.returncode == 1 and " failed" in ended.stdout and " passed" in ended.stdout
