"""The Python examples of the README run, and print what their comments say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import satpuzzle as sp

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_runs_and_prints_what_it_says(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(example, "README.md", "exec"), {"__name__": "readme"})
    printed = capsys.readouterr().out
    promised = re.findall(r"^ *print\(.*\)  # (.*)$", example, re.MULTILINE)
    for line in promised:
        beginning = line.partition(" (")[0].partition(", ...")[0]
        assert beginning in printed


def test_public_names_are_imported_on_first_use() -> None:
    assert all(hasattr(sp, name) and name in dir(sp) for name in sp.__all__)
    assert not hasattr(sp, "nonsense")
    light = "import sys, satpuzzle; sys.exit('numpy' in sys.modules or not satpuzzle.machine.surroundings)"
    assert subprocess.run([sys.executable, "-c", light]).returncode == 0
