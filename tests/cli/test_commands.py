"""Commands are imported when they are given; the help knows them without."""

import subprocess
import sys
from importlib import import_module

import pytest

from satpuzzle.cli.app import app
from satpuzzle.cli.guide import COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_says_of_a_command_what_it_says_itself(name: str) -> None:
    import_module(f"satpuzzle.cli.{name}")
    (info,) = (info for info in app.registered_commands if info.name == name)
    assert info.callback is not None
    assert (info.callback.__doc__ or "").splitlines()[0] == COMMANDS[name]


def test_the_help_needs_no_numpy() -> None:
    script = (
        "import sys\nsys.argv = ['satpuzzle', '--help']\nfrom satpuzzle.__main__ import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    sys.exit(end.code or 'numpy' in sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert all(f"\n  {name} " in ended.stdout for name in COMMANDS)
