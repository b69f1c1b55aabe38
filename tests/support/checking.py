"""The checker in C, compiled as its page says, and another time with the compiler's sanitizers."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from certified import refused
from forging import forge
from skips import lacks

from satpuzzle.engines.build import system_compiler
from satpuzzle.puzzle.model import Counts

SOURCES = Path(__file__).parents[2] / "checker"
SANITIZERS = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def library() -> tuple[Path, ...]:
    """Return the sources without those that are programs."""
    return tuple(file for file in sorted(SOURCES.glob("*.c")) if file.stem not in ("main", "module"))


def compiled(program: Path, *options: str, sources: tuple[Path, ...] = ()) -> Path:
    """Return the program, or one of other sources; a test that lacks a compiler, liblzma or sanitizers is skipped."""
    compiler = system_compiler()
    if compiler is None:
        lacks("a C compiler")
    files = map(str, sources or sorted(SOURCES.glob("*.c")))
    command = [*compiler, "-std=c11", "-O1", *options, "-o", str(program), *files, "-llzma"]
    made = subprocess.run(command, capture_output=True, text=True)
    if "lzma" in made.stderr:
        lacks("liblzma")
    if options and made.returncode:
        pytest.skip("no sanitizers")
    assert made.returncode == 0, made.stderr
    return program


@pytest.fixture(scope="session")
def checker() -> Path:
    return _kept("check")


@pytest.fixture(scope="session")
def sanitized() -> Path:
    return _kept("sanitized", *SANITIZERS)


def _kept(name: str, *options: str) -> Path:
    """Return the program, which is compiled again only if its sources change: not by each process that runs tests."""
    files = [Path(__file__), *sorted(SOURCES.glob("*.[ch]"))]  # how it is compiled is said here
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in files))
    program = SOURCES.parent / "build" / "checker" / f"{name}-{digest.hexdigest()[:16]}"
    if not program.exists():
        program.parent.mkdir(parents=True, exist_ok=True)
        compiled(program.with_suffix(f".{os.getpid()}"), *options).replace(program)
    return program


def told(counts: Counts) -> str:
    """Return the counts in the words of the checker."""
    return ", ".join(f"{name} {number}" for name, number in counts.known().items())


def check(checker: Path, folder: Path) -> tuple[int, str]:
    """Return the exit status of the checker, and what it says in one line."""
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}  # it gives its memory back when it ends
    said = subprocess.run([checker, folder], capture_output=True, text=True, errors="replace", env=environment)
    assert said.stdout.count("\n") == 1 and not said.stderr and said.returncode in (0, 1, 2), said
    return said.returncode, said.stdout.strip()


def judge_a_forged_one(checker: Path, place: Path, dice: Random, seed: int) -> bool:
    """Assert that the checker and `verify` judge a copy of a certificate alike that is changed at random; return how.

    True is that both refuse it.
    """
    copy = place.with_name("forged")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(place, copy)
    way = forge(copy, dice)
    wrong = refused(copy)
    assert check(checker, copy)[0] == wrong, (seed, way)
    return wrong
