"""Compiled kernels are kept, and whatever happens to what was kept, they are compiled again."""

import importlib
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numba
import numpy as np
import pytest
from commands import ENVIRONMENT
from numba.core.caching import FunctionCache

from satpuzzle.engines import compiled
from satpuzzle.engines.native import endgame

TINY = """
from satpuzzle.engines.compiled import kernel


@kernel
def double(x):
    return x + x
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    path = tmp_path / "tiny.py"
    path.write_text(TINY)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield path
    sys.modules.pop("tiny", None)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "kept"))
    yield tmp_path / "kept"
    compiled._sources.cache_clear()


def doubled(module: Path, number: float = 21) -> tuple[float, int]:
    """Import the module anew, call its kernel, and return the result and how often code was taken from the cache."""
    sys.modules.pop(module.stem, None)
    tiny: Any = importlib.import_module(module.stem)
    return tiny.double(number), sum(tiny.double.stats.cache_hits.values())


def kept(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_each_signature_is_compiled_once(module: Path, folder: Path) -> None:
    assert [doubled(module) for _ in range(2)] == [(42, 0), (42, 1)]
    assert [doubled(module, 0.5) for _ in range(2)] == [(1.0, 0), (1.0, 1)]
    assert doubled(module) == (42, 1)
    assert len(kept(folder)) == 2


def _without_a_page(content: bytes) -> bytes:
    return content[:4096] + bytes(4096) + content[8192:]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "nothing in it": lambda content: b"",
    "the first half": lambda content: content[: len(content) // 2],
    "all but a byte": lambda content: content[:-1],
    "zeros": lambda content: bytes(len(content)),
    "a page of zeros": _without_a_page,
    "something else": lambda content: b"something else",
    "another bit": lambda content: content[:5000] + bytes([content[5000] ^ 1]) + content[5001:],
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_file_is_replaced(name: str, module: Path, folder: Path) -> None:
    doubled(module)
    (file,) = kept(folder)
    content = file.read_bytes()
    file.write_bytes(DAMAGE[name](content))
    assert file.read_bytes() != content
    assert [doubled(module) for _ in range(2)] == [(42, 0), (42, 1)]
    assert kept(folder) == [file]


def test_what_cannot_be_replaced_is_left_alone(module: Path, folder: Path) -> None:
    doubled(module)
    (file,) = kept(folder)
    file.unlink()
    file.mkdir()
    assert [doubled(module) for _ in range(2)] == [(42, 0), (42, 0)]
    assert kept(folder) == []


def test_code_made_from_other_sources_is_not_run(
    module: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    doubled(module)
    other = tmp_path / "other"
    other.mkdir()
    (other / "compiled.py").write_text("# another version\n")
    compiled._sources.cache_clear()
    monkeypatch.setattr(compiled, "__file__", str(other / "compiled.py"))
    assert [doubled(module) for _ in range(2)] == [(42, 0), (42, 1)]
    module.write_text(TINY.replace("x + x", "x + x + 1"))
    assert doubled(module) == (43, 0)
    assert len(kept(folder)) == 1


def test_a_kernel_runs_where_nothing_can_be_kept(
    module: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for place in (folder, tmp_path / "__pycache__", tmp_path / "home"):
        place.write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert [doubled(module) for _ in range(2)] == [(42, 0), (42, 0)]


def test_a_real_kernel_is_mended(folder: Path) -> None:
    results = []
    for damage in (b"", b"damage"):
        mixed = compiled.kernel(cast(Any, endgame.mix).py_func)
        results.append(mixed(np.uint64(5), np.uint64(9)))
        assert cast(Any, mixed).stats.cache_hits.total() == 0
        (file,) = kept(folder)
        file.write_bytes(damage)
    assert results == [endgame.mix(np.uint64(5), np.uint64(9))] * 2


def _started(module: Path, folder: Path, code: str, **more: Any) -> subprocess.Popen[str]:
    environment = ENVIRONMENT | {"NUMBA_CACHE_DIR": str(folder)}
    environment["PYTHONPATH"] += os.pathsep + str(module.parent)
    return subprocess.Popen(
        [sys.executable, "-c", f"import tiny; {code}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        **more,
    )


def test_processes_that_compile_at_once_do_not_mix_their_code(module: Path, folder: Path) -> None:
    both = [_started(module, folder, f"print(tiny.double({number}))") for number in (21, 0.5)]
    assert [process.communicate(timeout=100) for process in both] == [("42\n", ""), ("1.0\n", "")]
    assert [doubled(module), doubled(module, 0.5)] == [(42, 1), (1.0, 1)]


def _no_room() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


def test_a_full_disk_keeps_nothing_and_stops_nothing(module: Path, folder: Path) -> None:
    process = _started(module, folder, "print(tiny.double(21), tiny.double(0.5))", preexec_fn=_no_room)
    assert process.communicate(timeout=100) == ("42 1.0\n", "")
    assert kept(folder) == []
    assert doubled(module) == (42, 0)


def test_another_numba_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(self: Any, function: Any) -> None:
        self._py_func = function

    monkeypatch.setattr(FunctionCache, "__init__", other)
    with pytest.raises(
        ImportError, match=r"^numba .* cannot be used: its _Cache has no _cache_file; install a version"
    ):
        compiled.kernel(lambda x: x)
    monkeypatch.undo()
    monkeypatch.setattr(numba, "njit", lambda **options: lambda function: SimpleNamespace())
    with pytest.raises(ImportError, match="its SimpleNamespace has no _cache;"):
        compiled.kernel(lambda x: x)


def test_the_command_line_refuses_another_numba_in_one_line() -> None:
    code = "import numba.core.caching as caching; del caching.FunctionCache; import satpuzzle.__main__ as m; m.main()"
    ended = subprocess.run(
        [sys.executable, "-c", code, "count", "steinhaus"], capture_output=True, text=True, env=ENVIRONMENT
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith("satpuzzle: cannot import name 'FunctionCache' from 'numba.core.caching'")
    assert ended.stderr.count("\n") == 1
