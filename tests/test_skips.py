"""What tests lack is told in one line, with the command that installs it."""

import sys
from pathlib import Path

from skips import FOR_SLOW, PACKAGES, told

BROWSER = "Skipped: a browser is not installed"
TRIMESH = "Skipped: could not import 'trimesh': No module named 'trimesh'"


def test_one_line_tells_how_many_tests_lack_what_and_one_command_installs_it() -> None:
    assert told([BROWSER, TRIMESH, BROWSER, "Skipped: a long search", "the library clingo: pip install 'x[asp]'"]) == (
        "skipped: 2 without a browser, 1 without trimesh, 1 without clingo, 1 for other reasons.  To install: "
        f"apt-get install chromium-headless-shell && {sys.executable} -m pip install -e '.[dev]'"
    )
    assert told(["Skipped: a long search"]) == "skipped: 1 for other reasons"


def test_contributing_names_the_packages() -> None:
    page = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for packages in (PACKAGES, FOR_SLOW):
        assert f"apt-get install {' '.join(packages.values())} " in page
