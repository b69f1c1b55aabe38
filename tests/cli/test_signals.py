"""SIGTERM and SIGHUP end a command as Ctrl-C does: with what was found, a whole last line, and the status 128 + n."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from children import children, within
from commands import COMMAND, ENVIRONMENT, begin

import satpuzzle as sp
from satpuzzle.cli.guide import names

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sends signals")

SIGNALS = [signal.SIGTERM, signal.SIGHUP] if os.name == "posix" else []
ONE_OF_THEM = [*SIGNALS[:1], *(pytest.param(number, marks=pytest.mark.slow) for number in SIGNALS[1:])]
LONG = ["y-pentacubes-5x5x5", "-b", "cadical"]  # takes minutes to its end
MANY = ["macmahon-squares", "-b", "cadical"]  # finds some at once, and goes on for minutes

# A program that is a command, to which a signal comes as soon as the command's function is called.
SIGNALLED = """
import os, sys
from satpuzzle.__main__ import main
from satpuzzle.cli.app import app, command_of
number, name = int(sys.argv.pop()), sys.argv.pop()
command_of(name)
(command,) = (command for command in app.registered_commands if command.name == name)
begin = command.callback
def begun(*arguments, **options):
    os.kill(os.getpid(), number)
    begin(*arguments, **options)
begun.__signature__ = __import__("inspect").signature(begin)
command.callback = begun
main()
"""
# A program that is a command, to which a signal comes when it has said what is wrong.
COMPLAINED = """
import os, sys
import satpuzzle.cli.app
from satpuzzle.__main__ import main
app = sys.modules["satpuzzle.cli.app"]
number, complain = int(sys.argv.pop()), app.complain
def complained(message):
    complain(message)
    os.kill(os.getpid(), number)
app.complain = complained
main()
"""
# A program that is a command, to which a signal comes when its progress first has some words.
NOTED = """
import os, sys
from satpuzzle.__main__ import main
from satpuzzle.cli.progress import Progress
words, number = sys.argv.pop(), int(sys.argv.pop())
def note(shown, text, at_once=False):
    if words in text:
        Progress.note = lambda *arguments, **options: None
        os.kill(os.getpid(), number)
Progress.note = note
main()
"""
ARGUMENTS = {
    "list": "",
    "doctor": "",
    "journal": "show one",
    "choose": "soma --board soma",
    "compare": "soma",
    "convert": "soma",
    "certify": "soma -o folder",
    "verify": "folder",
    "pieces": "4",
    "tile rectangle": "** --up-to 2x2",
    "tile strip": "** --width 2",
    "export": "soma --format knuth",
}
OF_EACH_KIND = ("solve", "hint", "compare", "export")


@pytest.mark.full
@pytest.mark.parametrize(
    "name", [name if name in OF_EACH_KIND else pytest.param(name, marks=pytest.mark.slow) for name in names()]
)
def test_every_command_ends_with_the_status_of_the_signal(name: str, tmp_path: Path) -> None:
    number = SIGNALS[len(name) % 2]
    ended = subprocess.run(
        [sys.executable, "-c", SIGNALLED, *f"{name} {ARGUMENTS.get(name, 'soma')}".split(), name, str(int(number))],
        capture_output=True,
        encoding="utf-8",
        env=ENVIRONMENT,
        cwd=tmp_path,
        timeout=600,
    )
    assert ended.returncode == 128 + number, ended.stderr
    assert "Traceback" not in ended.stderr
    assert "interrupted" in ended.stdout + ended.stderr
    assert ended.stdout == "" or ended.stdout.endswith("\n")


def test_a_signal_that_comes_with_an_error_message_is_told_by_the_status() -> None:
    number = signal.SIGTERM
    command = [sys.executable, "-c", COMPLAINED, "solve", "nothing", str(int(number))]
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", env=ENVIRONMENT, timeout=600)
    assert ended.returncode == 128 + number
    assert ended.stderr.count("\n") == 1 and "nothing" in ended.stderr


@pytest.mark.full
@pytest.mark.parametrize("number", ONE_OF_THEM, ids=str)
def test_what_was_found_is_said_at_the_end(number: int, tmp_path: Path) -> None:
    counting = begin("count", *LONG, "-j", "1", "--format", "json", "--journal", tmp_path / "journal")
    listing = begin("solve", *MANY, "--format", "ndjson")
    for process in (counting, listing):
        assert within(600, lambda process=process: children(process.pid))  # type: ignore[misc]
    assert listing.stdout is not None
    one = listing.stdout.readline()
    for process in (counting, listing):
        process.send_signal(number)
    rest = listing.stdout.read()  # `communicate` would miss what was read with the first line
    said = [process.communicate(timeout=600) for process in (counting, listing)]
    assert [process.returncode for process in (counting, listing)] == [128 + number] * 2
    assert [err for _, err in said] == [f"satpuzzle: {tmp_path / 'journal'}: a new journal\n", ""]
    assert json.loads(said[0][0])["status"] == "interrupted"
    *solutions, summary = map(json.loads, [one, *rest.splitlines()])
    assert solutions[0]["schema"] == 1 and "solution" in solutions[0]
    assert summary["summary"]["status"] == "interrupted"
    assert len(solutions) == summary["summary"]["counts"]["isometries"]


@pytest.mark.full
@pytest.mark.parametrize("number", ONE_OF_THEM, ids=str)
@pytest.mark.parametrize(
    ("line", "words", "lines"),
    [
        ("count a-puzzle-a-day -q", "solutions", 366),
        ("hint soma --all", "solutions", None),
        ("challenge pentominoes-3x20 -n 3 --format json -q", "card 2", 1),
        ("choose pentominoes --board y-pentominoes-5x10 --seed 1 --format json -q", "1 found", 1),
    ],
)
def test_a_question_that_is_interrupted_is_answered_with_what_was_found(
    line: str, words: str, lines: int | None, number: int
) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", NOTED, *line.split(), str(int(number)), words],
        capture_output=True,
        encoding="utf-8",
        env=ENVIRONMENT,
        timeout=120,
    )
    assert ended.returncode == 128 + number
    assert ended.stderr in ("satpuzzle: interrupted\n", "")  # `choose` says it with the number of sets
    assert len(ended.stdout.splitlines()) == lines or lines is None
    if "json" not in line:
        assert all("≥" in line for line in ended.stdout.splitlines())
        return
    found = json.loads(ended.stdout)
    assert found.get("status") == "interrupted" or found["final"] is False
    assert len(found.get("cards", found.get("sets"))) == 1


@pytest.mark.full
def test_a_job_whose_processes_all_get_the_signal_ends_as_if_only_the_command_had(tmp_path: Path) -> None:
    process = begin("count", *LONG, "--format", "json")
    assert within(600, lambda: children(process.pid))
    for child in (*children(process.pid), process.pid):
        os.kill(child, signal.SIGTERM)
    out, err = process.communicate(timeout=600)
    assert (process.returncode, err) == (143, "")
    assert json.loads(out)["status"] == "interrupted"


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_a_terminal_that_is_closed_ends_a_search_and_its_file_is_whole(tmp_path: Path) -> None:
    import pty

    process, terminal = pty.fork()
    path = tmp_path / "found.ndjson"
    if not process:
        os.execvpe(COMMAND[0], [*COMMAND, "solve", *MANY, "--format", "ndjson", "-o", str(path)], ENVIRONMENT)
    part = Path(f"{path}.part")
    assert within(600, lambda: part.exists() and part.stat().st_size)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 129
    *solutions, summary = map(json.loads, part.read_text().splitlines())
    assert summary["summary"]["status"] == "interrupted"
    assert len(solutions) == summary["summary"]["counts"]["isometries"]


def test_a_command_that_was_started_to_ignore_a_signal_goes_on(tmp_path: Path) -> None:
    def ignore() -> None:
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)

    ignored = (signal.SIGHUP, signal.SIGINT)
    command = [*COMMAND, "count", "soma", "-q", "--journal", str(tmp_path / "journal")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, env=ENVIRONMENT, encoding="utf-8", preexec_fn=ignore
    ) as process:
        until = time.monotonic() + 600
        while process.poll() is None and time.monotonic() < until:
            for number in ignored:
                process.send_signal(number)
            time.sleep(0.05)
        out = process.communicate(timeout=600)[0]
    assert (process.returncode, out) == (0, f"{sp.count('soma')}\n")
