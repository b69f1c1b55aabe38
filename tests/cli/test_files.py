"""Commands and their files: what is left when a command is stopped, and what is not read at all."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from children import children, within
from commands import COMMAND, ENVIRONMENT, complaint, run, said
from forking import Ended

import satpuzzle as sp
from satpuzzle.cli import app
from satpuzzle.clock import Status

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")

SMALL = 'grid = "square"\nbox = [4, 3]\npieces = [{ name = "L", cells = "**\\n*", count = 4 }]\n'
LONG = ["y-pentacubes-5x5x5", "-b", "cadical"]  # takes minutes to its end
MANY = ["macmahon-squares", "-b", "cadical"]  # finds some at once, and goes on for minutes

# A program that presses Ctrl-C when a certain thing happens.
INTERRUPTED_IMPORT = """
import os, signal, sys
class Finder:
    def find_spec(name, *rest):
        if name == WHEN:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder)
sys.argv = ["satpuzzle", "list"]
from satpuzzle.__main__ import main
main()
"""
INTERRUPTED_AT_EXIT = """
import atexit, os, signal, sys
atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))
sys.argv = ["satpuzzle", "--version"]
from satpuzzle.__main__ import main
main()
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return path


def interrupted(*arguments: str | Path, when: Callable[[int], object]) -> Ended:
    """Return how a command ends after Ctrl-C, which comes as soon as something holds of its process."""
    with subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=ENVIRONMENT,
    ) as process:
        assert within(600, lambda: when(process.pid))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=600)
    assert "Traceback" not in err
    return Ended(process.args, process.returncode, out, err)


# Converting


def test_convert_writes_the_format_that_the_name_says_and_prints_else(small: Path, tmp_path: Path) -> None:
    said(run("convert", small, tmp_path / "small.json"))
    listed = (tmp_path / "small.json").read_text()
    assert json.loads(listed)["box"] == [4, 3]
    drawn = said(run("convert", tmp_path / "small.json"))
    assert drawn.endswith('[[pieces]]\nname = "L"\ncount = 4\ncells = """\n**\n*.\n"""\n')
    assert said(run("convert", tmp_path / "small.json", "-", "--format", "json")) == listed
    said(run("convert", small, "-o", tmp_path / "again.json"))
    assert (tmp_path / "again.json").read_text() == listed


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["small.toml", "small.yaml"],
            "small.yaml: a file of puzzles or pieces ends in .toml, .json, .xmpuzzle, .scad or .heesch",
        ),
        (
            ["small.toml", "--format", "yaml"],
            "--format yaml: choose from toml, json, xmpuzzle, puzzle-studio, puzzlecad, "
            "heesch-sat, dimacs, opb, minizinc, table, xcsp3",
        ),
        (["small.toml", "a.json", "-o", "b.json"], "--output b.json: OUT names a file already, a.json"),
        (["nowhere.toml"], "nowhere.toml: No such file or directory"),
    ],
)
def test_what_cannot_be_converted_is_refused_in_one_line(small: Path, arguments: list[str], says: str) -> None:
    assert complaint(run("convert", *arguments, cwd=small.parent)) == says


# Files that are none


@posix
def test_pipes_and_devices_are_not_read_as_files(small: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "zero.toml").symlink_to("/dev/zero")
    assert complaint(run("count", tmp_path / "pipe.toml")) == f"{tmp_path}/pipe.toml: is a pipe, not a file"
    assert complaint(run("show", tmp_path / "zero.toml")) == f"{tmp_path}/zero.toml: is a device, not a file"
    assert complaint(run("count", small, "--given", tmp_path / "pipe.json")).endswith(
        "pipe.json: is a pipe, not a file"
    )
    assert complaint(run("draw", small, tmp_path / "pipe.json")).endswith("pipe.json: is a pipe, not a file")
    assert complaint(run("view", small, "--steps", "/dev/zero")) == "/dev/zero: is a device, not a file"
    assert complaint(run("assemble", small, "--solution", "/dev/zero")) == "/dev/zero: is a device, not a file"
    ended = run("count", small, "-b", "cadical", "-e", tmp_path / "zero.toml")
    assert complaint(ended) == f"{tmp_path}/zero.toml: is a device, not a file"


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other names")
@pytest.mark.parametrize("command", ["draw", "view"])
def test_a_file_name_that_is_no_text_can_be_drawn(small: Path, tmp_path: Path, command: str) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.toml")
    Path(path).write_text(SMALL)
    out = tmp_path / ("out.svg" if command == "draw" else "out.html")
    said(run(command, path, "-b", "cadical", "-o", out, *(["--no-show"] if command == "view" else [])))
    assert out.read_bytes().decode("utf-8")


def test_a_puzzle_too_far_apart_to_be_drawn_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "far.toml"
    path.write_text('board = [[0, 0, 0], [20000, 20000, 20000]]\npieces = [{ name = "A", cells = "*", count = 2 }]\n')
    assert "at most 4000000 are allowed" in complaint(run("show", path))


# Ctrl-C


@pytest.mark.full
@posix
def test_what_a_stopped_search_has_written_lies_beside_the_old_file(tmp_path: Path) -> None:
    out, part = tmp_path / "out.ndjson", tmp_path / "out.ndjson.part"
    out.write_text("precious")
    ended = interrupted(
        "solve", *MANY, "--format", "ndjson", "-o", out, when=lambda _: part.exists() and part.stat().st_size
    )
    assert complaint(ended, 130) == f"stopped early; the output until then is in {part}"
    assert out.read_text() == "precious"
    *solutions, summary = map(json.loads, part.read_text().splitlines())
    assert summary["summary"]["status"] == "interrupted"
    assert len(solutions) == summary["summary"]["counts"]["isometries"]


@pytest.mark.full
@posix
def test_a_killed_search_leaves_the_old_file(tmp_path: Path) -> None:
    out, part = tmp_path / "out", tmp_path / "out.part"
    out.write_text("precious")
    with subprocess.Popen([*COMMAND, "solve", *MANY, "-o", out], env=ENVIRONMENT) as process:
        assert within(600, lambda: part.exists() and part.stat().st_size)
        process.kill()
    assert out.read_text() == "precious"
    assert part.stat().st_size


@pytest.mark.full
def test_a_limit_is_an_end_like_another(tmp_path: Path) -> None:
    for limit, status in (([*MANY, "-n", "1"], 0), ([*LONG, "-t", "1"], 3)):
        ended = run("solve", *limit, "-q", "-o", tmp_path / "out")
        assert ended.returncode == status
        assert [*tmp_path.iterdir()] == [tmp_path / "out"]


@pytest.mark.full
@posix
@pytest.mark.parametrize(
    ("command", "name"), [("draw", "out.svg"), pytest.param("view", "out.html", marks=pytest.mark.slow)]
)
def test_ctrl_c_before_a_solution_leaves_the_old_picture(tmp_path: Path, command: str, name: str) -> None:
    out = tmp_path / name
    out.write_text("precious")
    ended = interrupted(command, "n-pentacubes-5x5x5", "-b", "cadical", "-o", out, when=children)
    assert complaint(ended, 130) == "n-pentacubes-5x5x5: interrupted before a solution was found, nothing is written"
    assert out.read_text() == "precious"


@posix
def test_ctrl_c_leaves_the_old_export_and_nothing_beside_it(tmp_path: Path) -> None:
    out = tmp_path / "out.cnf"
    out.write_text("precious")
    export: list[str | Path] = ["export", "bedlam", "--format", "dimacs", "-o", out]  # writes for many seconds
    ended = interrupted(*export, when=lambda _: len([*tmp_path.iterdir()]) > 1)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "satpuzzle: interrupted\n")
    assert out.read_text() == "precious"
    assert [*tmp_path.iterdir()] == [out]


class StoppedAfterTwo:
    """A run that Ctrl-C ended when it had found two solutions."""

    status = Status.INTERRUPTED

    def __init__(self, puzzle: str, *options: object, **more: object) -> None:
        self.found = list(sp.solve(puzzle, "cadical", limit=2))

    def __iter__(self) -> Iterator[sp.Solution]:
        return iter(self.found)

    def interrupt(self) -> None:
        raise AssertionError("nothing interrupts it now")


@pytest.mark.full
@pytest.mark.parametrize(("command", "name"), [("draw", "out.svg"), ("view", "out.html")])
def test_ctrl_c_after_some_solutions_shows_these_and_says_so(
    small: Path,
    tmp_path: Path,
    command: str,
    name: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("satpuzzle.cli.common.solve", StoppedAfterTwo)
    out = tmp_path / name
    assert app([command, str(small), "-n", "9", "-o", str(out)], standalone_mode=False) == 130
    assert capsys.readouterr().err == f"satpuzzle: interrupted; {out} shows what was found until then, 2 of 9\n"
    assert out.stat().st_size > 1000


@posix
@pytest.mark.parametrize("when", ["typer", "numpy", "numpy.linalg", "satpuzzle.cli.app", "satpuzzle.cover.describe"])
def test_ctrl_c_while_modules_are_loaded_is_one_line_at_most(when: str) -> None:
    program = INTERRUPTED_IMPORT.replace("WHEN", repr(when))
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, env=ENVIRONMENT, timeout=600)
    assert (ended.returncode, ended.stdout) == (130, b"")
    assert ended.stderr in (b"", b"satpuzzle: interrupted\n")


@posix
def test_ctrl_c_while_python_cleans_up_is_quiet() -> None:
    command = [sys.executable, "-c", INTERRUPTED_AT_EXIT]
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", env=ENVIRONMENT, timeout=600)
    assert (ended.returncode, ended.stderr) == (130, "")


@pytest.mark.full
@posix
def test_ctrl_c_is_not_for_a_command_in_the_background() -> None:
    shell = 'trap "" INT; exec "$@"'
    program = INTERRUPTED_IMPORT.replace("WHEN", "'numpy'")
    command = ["sh", "-c", shell, "sh", sys.executable, "-c", program]
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", env=ENVIRONMENT, timeout=600)
    assert (ended.returncode, ended.stderr) == (0, "")


# A full disk, closed streams


@pytest.mark.full
@posix
@pytest.mark.parametrize("arguments", ["export soma --format dlx", "draw soma", "solve soma -n 50 --format ndjson"])
def test_a_full_disk_leaves_the_old_file(tmp_path: Path, arguments: str) -> None:
    out = tmp_path / "out.svg"
    out.write_text("precious")
    shell = ["sh", "-c", 'ulimit -f 1; exec "$@"', "sh", *COMMAND, *arguments.split(), "-b", "cadical", "-o", str(out)]
    command = [word for word in shell if "export" not in arguments or word not in ("-b", "cadical")]
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", env=ENVIRONMENT, timeout=600)
    assert ended.returncode == 1
    assert "File too large" in ended.stderr
    assert out.read_text() == "precious"
    with contextlib.suppress(FileNotFoundError):
        (tmp_path / "out.svg.part").unlink()
    assert [*tmp_path.iterdir()] == [out]


@pytest.mark.full
@posix
@pytest.mark.parametrize("closed", ["2>&-", "<&-", "<&- 2>&-"])
def test_closed_streams_are_missed_by_nobody(small: Path, closed: str) -> None:
    arguments = [*COMMAND, "solve", str(small), "-n", "1", "-q"]
    shell = ["sh", "-c", f'exec "$@" {closed}', "sh", *arguments]
    ended = subprocess.run(shell, capture_output=True, encoding="utf-8", env=ENVIRONMENT, timeout=600)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert len(ended.stdout.split()) == 3


@posix
def test_a_complaint_to_a_closed_standard_error_does_not_get_into_the_data(tmp_path: Path) -> None:
    shell = ["sh", "-c", 'exec "$@" 2>&-', "sh", *COMMAND, "solve", "nowhere", "-o", str(tmp_path / "out")]
    ended = subprocess.run(shell, capture_output=True, encoding="utf-8", env=ENVIRONMENT, timeout=600)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert not [*tmp_path.iterdir()]
