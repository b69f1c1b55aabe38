"""Commands are imported when they are given; the help knows them without."""

import subprocess
import sys
from pathlib import Path

import pytest
from commands import run

import satpuzzle as sp
from satpuzzle.cli.app import command_of
from satpuzzle.cli.guide import COMMANDS, FAMILIES, names


@pytest.mark.parametrize("name", names())
def test_the_help_says_of_a_command_what_it_says_itself(name: str) -> None:
    first, _, second = name.partition(" ")
    says = FAMILIES[first][second] if second else COMMANDS[first]
    assert command_of(name).help.splitlines()[0] == says


# Commands that have no --json, a file that each writes, or - for what it prints, and a text in it.
WITHOUT_JSON = [
    ("draw", "steinhaus -o drawn.svg", "drawn.svg", "<svg"),
    ("sheet", "steinhaus -o sheet.html", "sheet.html", "layer 1 (bottom)"),
    ("view", "steinhaus -o view.html", "view.html", "Steinhaus"),
    ("studio", "steinhaus -o studio.html", "studio.html", '{"name":"steinhaus"}'),
    ("pieces", "3", "-", "2 pieces of 3 cells"),
    ("convert", "steinhaus", "-", 'title = "Steinhaus'),
    ("export", "steinhaus -o out.cnf", "out.cnf", "p cnf "),
    ("certify", "steinhaus -o new", "new/manifest.json", '"raw": 48'),
    ("verify", "certificate", "-", "raw 48,"),
]


@pytest.mark.parametrize(("name", "arguments", "file", "text"), WITHOUT_JSON)
def test_a_command_writes_what_it_is_asked_for(name: str, arguments: str, file: str, text: str, tmp_path: Path) -> None:
    if name == "verify":
        sp.certify("steinhaus", tmp_path / "certificate")
    ended = run(name, *arguments.split(), cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert text in (ended.stdout if file == "-" else (tmp_path / file).read_text(encoding="utf-8"))


def test_the_help_needs_no_numpy() -> None:
    script = (
        "import sys\nsys.argv = ['satpuzzle', '--help']\nfrom satpuzzle.__main__ import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    sys.exit(end.code or 'numpy' in sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert all(f"\n  {name} " in ended.stdout for name in COMMANDS)
