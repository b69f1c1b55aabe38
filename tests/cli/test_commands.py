"""Commands are imported when they are given; the help knows them without."""

import subprocess
import sys

import pytest

from satpuzzle.cli.app import command_of
from satpuzzle.cli.guide import COMMANDS, FAMILIES, names


@pytest.mark.parametrize("name", names())
def test_the_help_says_of_a_command_what_it_says_itself(name: str) -> None:
    first, _, second = name.partition(" ")
    says = FAMILIES[first][second] if second else COMMANDS[first]
    assert command_of(name).help.splitlines()[0] == says


def test_the_help_needs_no_numpy() -> None:
    script = (
        "import sys\nsys.argv = ['satpuzzle', '--help']\nfrom satpuzzle.__main__ import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    sys.exit(end.code or 'numpy' in sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert all(f"\n  {name} " in ended.stdout for name in COMMANDS)
