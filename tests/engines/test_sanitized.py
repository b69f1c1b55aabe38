"""The kernels under sanitizers: random covers touch no memory that is not theirs, and nothing is left undefined."""

import subprocess
import sys
from pathlib import Path

import fuzzing
import pytest
from commands import ENVIRONMENT
from skips import lacks

from satpuzzle.engines import build

FLAGS = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def test_random_covers_are_searched_alike_by_all_kernels_and_in_python() -> None:
    for seed in range(12):
        fuzzing.compare(fuzzing.any_cover(seed), seed)


@pytest.mark.slow
@pytest.mark.parametrize("level", build.levels())
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="loads GCC's sanitizers before Python")
def test_random_covers_are_searched_under_sanitizers(level: str, seed: int, tmp_path: Path) -> None:
    compiler = build.system_compiler()
    if compiler is None:
        lacks("a C compiler")
    runtimes = [
        subprocess.run([*compiler, f"-print-file-name=lib{name}.so"], capture_output=True, text=True).stdout.strip()
        for name in ("asan", "ubsan")
    ]
    if not all(map(Path.exists, map(Path, runtimes))):
        pytest.skip(f"{compiler[0]} has no sanitizers")
    made = build.build(compiler, tmp_path, FLAGS, levels=[level])
    environment = {
        "LD_PRELOAD": " ".join(runtimes),
        "ASAN_OPTIONS": "detect_leaks=0",  # Python keeps much to its end
        build.VARIABLE: level,
    }
    command = [sys.executable, fuzzing.__file__, "60", str(seed), str(made)]
    ended = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT | environment)
    if f"{build.VARIABLE}={level}: this processor has" in ended.stderr:
        pytest.skip(f"this processor has no {level}")
    assert ended.returncode == 0, ended.stderr
    assert int(ended.stdout) >= fuzzing._LEAST
