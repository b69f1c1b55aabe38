"""What is different on Windows, as far as it can be tried here: each branch is called as if this were Windows."""

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest
from lab import about, ledger

from satpuzzle import data, machine, sandbox
from satpuzzle.cli.app import _encoding
from satpuzzle.engines import build
from satpuzzle.engines.command import split
from satpuzzle.proofs.write import folder


class Pipe(io.StringIO):
    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def test_a_pipe_gets_utf_8_and_a_terminal_what_it_had(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    assert _encoding(Pipe(False), "win32") == {"newline": "\n", "encoding": "utf-8"}
    assert _encoding(Pipe(True), "win32") == _encoding(Pipe(False), "linux") == {}
    monkeypatch.setenv("PYTHONIOENCODING", "cp850")
    assert _encoding(Pipe(False), "win32") == {"newline": "\n"}
    stream: Any = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    monkeypatch.delenv("PYTHONIOENCODING")
    stream.reconfigure(errors="backslashreplace", **_encoding(stream, "win32"))
    stream.write("≥ 1\n")
    stream.flush()
    assert stream.buffer.getvalue() == "≥ 1\n".encode()


def test_files_have_the_same_bytes_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "linesep", "\r\n")
    data.write(tmp_path / "file", "a\nb\n")
    assert (tmp_path / "file").read_bytes() == b"a\nb\n"


def test_without_owners_and_permissions_files_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("fchmod", "fchown"):
        monkeypatch.delattr(os, name)
    for text in ("old", "new"):
        data.write(tmp_path / "file", text)
    assert (tmp_path / "file").read_text() == "new"


def test_a_command_line_may_have_backslashes() -> None:
    assert split(r"C:\bin\kissat.exe {cnf}", windows=True) == [r"C:\bin\kissat.exe", "{cnf}"]
    assert split(r'"C:\my bin\kissat.exe" -q {cnf}', windows=True) == [r"C:\my bin\kissat.exe", "-q", "{cnf}"]
    assert split("'my bin/kissat' {cnf}", windows=False) == ["my bin/kissat", "{cnf}"]
    with pytest.raises(ValueError, match="closing quotation"):
        split('"C:\\bin', windows=True)


def test_programs_of_a_killed_child_are_killed_without_process_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = "import subprocess, sys, time\n"
    begin += "p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(3600)'])\nprint(p.pid, flush=True)\n"
    with subprocess.Popen([sys.executable, "-c", begin + "time.sleep(3600)"], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        program = psutil.Process(int(child.stdout.readline()))
        monkeypatch.delattr(os, "killpg")
        sandbox._kill_group(child)
        assert child.wait(600) != 0
        psutil.wait_procs([program], 600)
        assert not program.is_running() or program.status() == psutil.STATUS_ZOMBIE


def test_cores_cpu_time_and_memory_are_known_without_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setitem(sys.modules, "resource", None)
    monkeypatch.setattr(machine, "_entry", lambda file, key: 0)
    assert machine.cores() == os.cpu_count()
    assert machine.user_seconds() > 0
    assert machine.free() > 0 and machine.peak() > 1 << 20


def test_there_need_not_be_a_load_average(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "getloadavg")
    assert about.load() is None
    assert "load unknown" in about.header()
    assert ledger.surroundings()["load"] is None
    known = {"date": "2026-11-23", "commit": "1", "processor": "x"}
    assert "load" not in ledger.provenance([known | {"load": None}])
    assert ledger.provenance([known | {"load": 0.5}]).endswith("load average 0.5 to 0.5")


def test_folders_are_written_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with folder._locked(tmp_path, tmp_path), build._alone(tmp_path):
        assert not (tmp_path / "building.lock").exists()


@pytest.mark.parametrize(
    ("tag", "name"),
    [("win_amd64", "kernels-x86_64-*.dll"), ("macosx_11_0_arm64", "kernels-aarch64-*.dylib")],
)
def test_a_library_has_the_ending_of_its_system(tag: str, name: str) -> None:
    assert build.place(build.TARGETS[tag]).match(name)
    assert build.place(build.TARGETS["manylinux_2_28_aarch64"]).name.endswith(".so")
    assert build.here().levels == build.levels()
