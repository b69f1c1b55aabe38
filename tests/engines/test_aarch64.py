"""The kernels on another processor: what they did here, they do there, call by call, where QEMU pretends to be one."""

import re
import shutil
import signal
import subprocess
from pathlib import Path

import fuzzing
import movement
import pytest
from recording import DRIVER, KERNELS, Recording, recorded
from skips import lacks

import satpuzzle as sp
from satpuzzle.clock import UNLIMITED
from satpuzzle.cover.tables import Tables
from satpuzzle.engines import build
from satpuzzle.engines.base import Offer, Stats
from satpuzzle.engines.library import missing
from satpuzzle.engines.native.sweep import sweeps
from satpuzzle.measure.instances import filled
from satpuzzle.motion.assembly import Assembler
from satpuzzle.motion.rules import Rules
from satpuzzle.proofs.verdict import verify
from satpuzzle.proofs.write.trees import certify
from satpuzzle.search import classifier

AARCH64 = ["-target", "aarch64-linux-musl", "-mcpu=generic", "-static", "-DLEVEL=neon"]


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """Return calls of every kernel: random covers, movements, and puzzles that are classified and certified."""
    if (reason := missing()) is not None:
        pytest.skip(reason)
    folder = tmp_path_factory.mktemp("certificate")
    with pytest.MonkeyPatch.context() as monkeypatch, recorded(monkeypatch) as calls:
        for seed in range(40):
            fuzzing.compare(fuzzing.any_cover(seed), seed)
        for seed in range(10):
            movement.compare(seed)
        for name in ("dubois-burr", "soma"):
            packings = [*sp.solve(name, limit=20)]
            assert len([*Assembler(packings[0].puzzle, Rules()).levels(packings)]) == len(packings)
        monkeypatch.setattr(classifier, "_MANY", 0)
        for name in ("tetracubes-2x4x4", "soma", "galakub"):
            assert sp.count(name).final
            assert sp.count(name, method="memo").final
        for strategy in ("scan", "scan:hotspot,plus,holes,hard-2,filter,endings"):
            assert sp.count("pentominoes-3x20", strategy=strategy).isometries == 2
        assert sp.count("nine-cards", strategy="edges").isometries == 1
        assert sp.count("snake-cube").isometries == 1
        assert all(found.verdict == "solvable" for found in sp.explain_each("a-puzzle-a-day"))
        tables = Tables.of(filled("L", (9, 15), ((0, 0), (0, 1), (1, 0))))
        assert len(next(sweeps(Offer([(None, tables.cover)], tables.points, 1), Stats(), UNLIMITED)))
        certify("steinhaus", folder / "certificate")
        verify(folder / "certificate")
    assert {*calls.many} == {*KERNELS}
    return calls


def replayed(recording: Recording, compiler: list[str], before: list[str], folder: Path) -> None:
    """Compile the kernels with their driver, run what was recorded, and compare."""
    recording.write(folder / "calls")
    sources = [str(source) for source in build.sources() if source.stem != "level"]
    driver = str(folder / "replay")
    build.run([*compiler, *build.FLAGS, f"-I{build.SOURCES}", *sources, str(DRIVER), "-o", driver])
    command = [*before, driver, str(folder / "calls"), str(folder / "results")]
    ended = subprocess.run(command, capture_output=True, text=True)
    if ended.returncode == -signal.SIGILL:
        pytest.skip("this processor has other instructions")
    assert ended.returncode == 0, (ended.returncode, ended.stderr)
    recording.compare(folder / "results")


def test_the_driver_has_each_kernel() -> None:
    texts = [path.read_text(encoding="utf-8") for path in build.sources()]
    assert sorted(KERNELS) == sorted(name for text in texts for name in re.findall(r"^KERNEL\((\w+)\)", text, re.M))


@pytest.mark.slow
@pytest.mark.parametrize("level", build.levels())
def test_every_call_comes_out_alike_at_every_level(level: str, recording: Recording, tmp_path: Path) -> None:
    if (compiler := build.system_compiler()) is None:
        lacks("a C compiler")
    replayed(recording, [*compiler, f"-DLEVEL={level}", build.levels()[level][0]], [], tmp_path)


@pytest.mark.slow
def test_every_call_comes_out_alike_on_aarch64(recording: Recording, tmp_path: Path) -> None:
    zig, qemu = build.zig(), shutil.which("qemu-aarch64")
    if zig is None:
        lacks("ziglang")
    if qemu is None:
        lacks("QEMU")
    replayed(recording, [*zig, *AARCH64], [qemu], tmp_path)
