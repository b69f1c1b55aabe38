"""What is known of the machine, with and without the files and modules that only some systems have."""

import subprocess
import sys

import psutil
import pytest
from commands import ENVIRONMENT

from satpuzzle import machine


@pytest.fixture
def no_proc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "_entry", lambda file, key: 0)


def test_memory_is_told_in_bytes() -> None:
    assert machine.total() == pytest.approx(psutil.virtual_memory().total, rel=0.01)
    assert 0 < machine.peak() < machine.total()
    assert 0 < machine.free() <= machine.total()


@pytest.mark.usefixtures("no_proc")
def test_where_there_is_no_proc_the_system_is_asked() -> None:
    assert machine.total() == psutil.virtual_memory().total
    assert 0 < machine.free() <= machine.total()
    assert 1 << 20 < machine.peak() < machine.total()
    assert machine.peak(1 << 30) == 0  # there is no such process


def test_user_seconds_are_told_without_the_module_resource(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = machine.user_seconds()
    monkeypatch.setitem(sys.modules, "resource", None)
    assert 0 < machine.user_seconds() < ours + 1


def test_nothing_is_imported_that_windows_does_not_have() -> None:
    posix = ("resource", "fcntl", "pwd", "grp", "termios", "pty", "tty")
    script = (
        f"import sys; sys.modules.update(dict.fromkeys({posix!r}))\n"
        "import satpuzzle.cli, satpuzzle.sandbox, satpuzzle.measure.runner, satpuzzle.engines.prover"
    )
    ended = subprocess.run([sys.executable, "-c", script], env=ENVIRONMENT, capture_output=True, text=True, timeout=600)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_machine_is_described_by_processor_python_and_versions() -> None:
    about = machine.surroundings()
    assert set(about) == {"machine", "python", "versions"}
    assert about["machine"]
    assert {"numpy", "python-sat", "ortools"} <= set(about["versions"])
