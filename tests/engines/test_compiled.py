"""Compiled kernels are kept, and whatever happens to what was kept, they are compiled again."""

import importlib
import os
import pickle
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, cast

import numba
import numpy as np
import pytest
from commands import ENVIRONMENT

from satpuzzle.engines import compiled, objects, processor
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
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    yield tmp_path / "kept"
    objects._sources.cache_clear()


def doubled(module: Path, number: float = 21) -> tuple[float, int]:
    """Import the module anew, call its kernel, and return the result and how often code was taken from the cache."""
    sys.modules.pop(module.stem, None)
    tiny: Any = importlib.import_module(module.stem)
    result = tiny.double(number)
    assert tiny.double.loaded + tiny.double.compiled == 1
    return result, tiny.double.loaded


def kept(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "satpuzzle.lock")


def test_each_signature_is_compiled_once(module: Path, folder: Path) -> None:
    assert [doubled(module) for _ in range(2)] == [(42, 0), (42, 1)]
    assert [doubled(module, 0.5) for _ in range(2)] == [(1.0, 0), (1.0, 1)]
    assert doubled(module) == (42, 1)
    assert len(kept(folder)) == 2


def test_an_array_of_one_row_takes_the_code_of_one_of_more(folder: Path) -> None:
    total: Any = compiled.kernel(_corner)
    for rows, columns in ((2, 3), (1, 3), (0, 3), (2, 1), (1, 1)):
        table = np.arange(rows * columns).reshape(rows, columns)
        assert total(table) == _corner(table)
    assert total.compiled == 1
    other_order = np.arange(6).reshape(2, 3).T
    assert total(other_order) == _corner(other_order) == 5
    assert total.compiled == 2


def _corner(table: Any) -> Any:
    return table[-1, -1] if table.size else -1


def _without_a_page(content: bytes) -> bytes:
    return content[:4096] + bytes(4096) + content[8192:]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "nothing in it": lambda content: b"",
    "the first half": lambda content: content[: len(content) // 2],
    "all but a byte": lambda content: content[:-1],
    "zeros": lambda content: bytes(len(content)),
    "a page of zeros": _without_a_page,
    "something else": lambda content: b"something else",
    "another bit": lambda content: content[:3000] + bytes([content[3000] ^ 1]) + content[3001:],
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
    (other / "objects.py").write_text("# another version\n")
    objects._sources.cache_clear()
    monkeypatch.setattr(objects, "__file__", str(other / "objects.py"))
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
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert [doubled(module) for _ in range(2)] == [(42, 0), (42, 0)]


def test_where_nothing_is_said_code_is_kept_beside_the_module_or_else_at_home(
    module: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "home"))
    beside = tmp_path / "__pycache__"
    assert [doubled(module) for _ in range(2)] == [(42, 0), (42, 1)]
    assert len(list(beside.glob("*.kernel"))) == 1
    shutil.rmtree(beside)
    beside.write_text("no folder")
    assert [doubled(module) for _ in range(2)] == [(42, 0), (42, 1)]
    assert len(kept(tmp_path / "home")) == 1


def test_a_real_kernel_is_mended(folder: Path) -> None:
    results = []
    for damage in (b"", b"damage"):
        mixed: Any = compiled.kernel(cast(Any, endgame.mix).function)
        results.append(mixed(np.uint64(5), np.uint64(9)))
        assert (mixed.loaded, mixed.compiled) == (0, 1)
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


@pytest.mark.skipif(os.name == "nt", reason="locks are those of POSIX")
def test_processes_that_need_the_same_code_at_once_compile_it_once(module: Path, folder: Path) -> None:
    code = "tiny.double(21); print(tiny.double.loaded, tiny.double.compiled)"
    every = [_started(module, folder, code) for _ in range(3)]
    said = sorted(process.communicate(timeout=100) for process in every)
    assert said == [("0 1\n", ""), ("1 0\n", ""), ("1 0\n", "")]


def test_threads_that_call_at_once_compile_once(module: Path, folder: Path) -> None:
    tiny: Any = importlib.import_module(module.stem)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(tiny.double, range(100))) == list(range(0, 200, 2))
    assert (tiny.double.loaded, tiny.double.compiled) == (0, 1)


def _no_room() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


def test_a_full_disk_keeps_nothing_and_stops_nothing(module: Path, folder: Path) -> None:
    process = _started(module, folder, "print(tiny.double(21), tiny.double(0.5))", preexec_fn=_no_room)
    assert process.communicate(timeout=100) == ("42 1.0\n", "")
    assert kept(folder) == []
    assert doubled(module) == (42, 0)


def test_code_for_another_processor_is_not_run(module: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    doubled(module)
    with monkeypatch.context() as patch:
        patch.setattr(processor, "here", lambda: ("another", "processor", ""))
        assert [doubled(module) for _ in range(2)] == [(42, 0), (42, 1)]
    assert doubled(module) == (42, 1)
    first, second = kept(folder)
    content = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(content)
    assert doubled(module) == (42, 0)


def test_code_made_by_other_settings_is_not_run(module: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    doubled(module)
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert [doubled(module) for _ in range(2)] == [(42, 0), (42, 1)]
    monkeypatch.delenv("NUMBA_BOUNDSCHECK")
    assert doubled(module) == (42, 1)


def test_a_function_is_left_as_it_is_where_numba_is_disabled(monkeypatch: pytest.MonkeyPatch) -> None:
    def function(x: int) -> int:
        return x

    assert compiled.kernel(function) is not function
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    assert compiled.kernel(function) is function


def test_a_kernel_is_pickled_by_its_name() -> None:
    assert pickle.loads(pickle.dumps(endgame.mix)) is endgame.mix


class Pair(NamedTuple):
    one: Any
    other: Any


def _hand_over(arrays: Any, pair: Any, whole: Any, part: Any, word: Any, sure: Any) -> Any:
    first, second = arrays
    second[0, 1] = first[-1] + pair.other[1]
    return second.sum(), whole - pair.one, word, part / 2, not sure, len(first) > 3


@pytest.mark.parametrize("step", [1, 2, -1])
@pytest.mark.parametrize(
    "scalar", [(-3, 2.5, np.uint64(2**64 - 1), True), (np.int64(7), np.float64(0), np.uint64(0), np.True_)]
)
def test_what_a_kernel_gets_and_returns_is_what_the_function_does(step: int, scalar: tuple[Any, ...]) -> None:
    def arguments() -> tuple[Any, ...]:
        table = np.arange(24, dtype=np.int64).reshape(4, 6)[:, ::step]
        first = np.arange(9, dtype=np.int32)[::step]
        first.flags.writeable = False
        return (first, table), Pair(5, (1, 4)), *scalar

    made = compiled.kernel(_hand_over, cache=True)
    ours, plain = arguments(), arguments()
    assert made(*ours) == _hand_over(*plain)
    assert (ours[0][1] == plain[0][1]).all()
    assert made(*arguments()) == made(*arguments())
    assert cast(Any, made).loaded + cast(Any, made).compiled == 1


def test_what_is_handed_over_in_another_way_is_left_to_numba() -> None:
    def large(x: Any) -> Any:
        return x + x

    made = cast(Any, compiled.kernel(large))
    assert [made(2**63 - 1), made(1j), made(np.float32(0.5)), made("a")] == [-2, 2j, 1.0, "aa"]
    assert (made(np.ones(2)) == 2).all()  # an array is nothing that comes back in words


def _refuse(x: Any) -> Any:
    if x[0] == 3:
        raise ValueError("three")
    if x[0] == 5:
        raise KeyError(x[0])
    return np.empty(x[0], np.int64)[:2].shape[0]


def test_what_a_kernel_raises_is_what_the_function_raises() -> None:
    made = cast(Any, compiled.kernel(_refuse))
    assert made(np.array([4])) == 2
    with pytest.raises(ValueError, match=r"^three$"):
        made(np.array([3]))
    with pytest.raises(KeyError):
        made(np.array([5]))
    with pytest.raises(MemoryError):
        made(np.array([1 << 58]))


WARM = """
import sys
import satpuzzle as sp
from satpuzzle.cli import main
for arguments in (
    ["count", "soma"],
    ["solve", "galakub", "--strategy", "cell"],
    ["count", "pentominoes-3x20", "--strategy", "scan"],
    ["count", "slothouber-graatsma", "--method", "frontier"],
    ["certify", "steinhaus", "-o", "certificate"],
    ["verify", "certificate"],
):
    sys.argv = ["satpuzzle", *arguments]
    try:
        main()
    except SystemExit as left:
        assert not left.code
    for module in {"numba", "numpy.random"} & set(sys.modules):
        print(module, *arguments, file=sys.stderr)
"""


def test_where_all_is_compiled_nothing_slow_is_imported(tmp_path: Path) -> None:
    environment = {name: value for name, value in ENVIRONMENT.items() if name != "NUMBA_CACHE_DIR"}
    said = ["not run yet"]
    for folder in (tmp_path / "first", tmp_path / "second"):  # nothing may be compiled yet at first
        if said:
            folder.mkdir()
            ended = subprocess.run(
                [sys.executable, "-c", WARM], capture_output=True, text=True, env=environment, cwd=folder
            )
            assert ended.returncode == 0, ended.stderr
            assert "240 solutions" in ended.stdout
            assert "VERIFIED" in ended.stdout
            said = ended.stderr.splitlines()
    assert not said


def test_another_numba_is_refused(module: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("numba.core.codegen.CodeLibrary._get_compiled_object")
    with pytest.raises(
        ImportError, match=r"^numba .* cannot be used: its .*CodeLibrary has no _get_compiled_object; install a version"
    ):
        doubled(module)


def test_the_command_line_refuses_another_numba_in_one_line(tmp_path: Path) -> None:
    code = "import numba.core.codegen as codegen; del codegen.CodeLibrary._get_compiled_object;"
    ended = subprocess.run(
        [
            sys.executable,
            "-c",
            f"{code} import satpuzzle.__main__ as m; m.main()",
            "count",
            "steinhaus",
            "--strategy",
            "mrv",
        ],
        capture_output=True,
        text=True,
        env=ENVIRONMENT | {"NUMBA_CACHE_DIR": str(tmp_path)},
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith("satpuzzle: numba ")
    assert ended.stderr.count("\n") == 1
