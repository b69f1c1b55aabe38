"""Builds and checks everything that is published: a wheel for each kind of machine, and the source distribution.

    python tools/wheels.py [FOLDER]

writes into FOLDER, by default `dist`.  Zig compiles the kernels for all machines, from this one.  The tools are
installed into an environment of their own, `build/wheels`, in pinned versions; it is made if it is not there.

The checks: `twine check --strict`, `check-wheel-contents`, the size of a wheel without three.js, and for Linux that the
library needs no other libraries and no symbols of a newer glibc than the tag of the wheel promises; for browsers
(Pyodide), that it is a side module.
"""

import os
import re
import runpy
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENVIRONMENT = ROOT / "build" / "wheels"
TOOLS = (
    "ziglang==0.17.1",
    "hatchling==1.33.0",
    "twine==7.0.0",
    "check-wheel-contents==0.6.3",
    "pyelftools==0.33",
)
VARIABLE = "SATPUZZLE_TARGET"  # as in tools/hatch_build.py
MOST = 3_000_000  # bytes of a wheel without three.js
THREE = "satpuzzle/studio/libraries/three.min.js"


def environment(folder: Path = ENVIRONMENT) -> Path:
    """Return the Python of an environment with the tools, which is made if it is not there."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *TOOLS], check=True)
    return python


def targets() -> list[str]:
    """Return the platform tags of the wheels."""
    return [*runpy.run_path(str(ROOT / "satpuzzle" / "engines" / "build.py"))["TARGETS"]]


def build(python: Path, folder: Path, tag: str | None) -> Path:
    """Build the wheel with this platform tag, or the source distribution for None; return its path."""
    kind = "sdist" if tag is None else "wheel"
    before = {*folder.glob("*")}
    surroundings = os.environ | ({} if tag is None else {VARIABLE: tag})
    command = [str(python), "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, env=surroundings, check=True, stdout=subprocess.DEVNULL)
    made = {*folder.glob("*")} - before
    return made.pop() if made else next(folder.glob("*.tar.gz" if tag is None else f"*{tag}.whl"))


def faults(wheel: Path) -> Iterator[str]:
    """Yield what is wrong with a wheel: its size, its library."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        size = wheel.stat().st_size - archive.getinfo(THREE).compress_size
        if size > MOST:
            yield f"{wheel.name}: {size} bytes without three.js, allowed are {MOST}"
        libraries = [name for name in names if re.search(r"kernels-\w+-[0-9a-f]{8}\.(so|dylib|dll)$", name)]
        if len(libraries) != 1:
            yield f"{wheel.name}: it has the libraries {libraries}, there must be one"
        for library in libraries:
            content = archive.read(library)
            if "wasm32" in wheel.name:
                yield from (
                    ()
                    if content[:4] == b"\0asm" and b"dylink.0" in content[:32]
                    else (f"{wheel.name}: the library is no side module of Emscripten",)
                )
            elif library.endswith(".so"):
                yield from needed(wheel.name, content)


def needed(name: str, library: bytes) -> Iterator[str]:
    """Yield the libraries and the versions of symbols that a Linux library needs and must not need."""
    from elftools.elf.elffile import ELFFile  # type: ignore[import-not-found]

    file = ELFFile(BytesIO(library))
    for tag in file.get_section_by_name(".dynamic").iter_tags("DT_NEEDED"):
        yield f"{name}: the library needs {tag.needed}"
    if (section := file.get_section_by_name(".gnu.version_r")) is not None:
        newest = tuple(map(int, re.findall(r"linux_(\d+)_(\d+)_", name)[0]))
        for _, versions in section.iter_versions():
            for version in versions:
                numbers = tuple(map(int, re.findall(r"\d+", version.name)))
                if "musl" in name or not version.name.startswith("GLIBC_") or numbers[:2] > newest:
                    yield f"{name}: the library needs symbols of {version.name}"


def complaint(wheels: list[str]) -> str | None:
    """Return what is wrong with these files, None if nothing is: an exit with an empty text has status 1."""
    return "\n".join(fault for wheel in wheels for fault in faults(Path(wheel))) or None


def check(python: Path, made: list[Path]) -> None:
    """Check everything that was built; exit with a message if something is wrong."""
    wheels = [path for path in made if path.suffix == ".whl"]
    subprocess.run([python, "-m", "twine", "check", "--strict", *made], check=True)
    # W004: the library is not a module of Python; ctypes loads it.
    subprocess.run([python, "-m", "check_wheel_contents", "--ignore", "W004", *wheels], check=True)
    script = "import sys; sys.path.insert(0, sys.argv[1]); import wheels; sys.exit(wheels.complaint(sys.argv[2:]))"
    subprocess.run([python, "-c", script, Path(__file__).parent, *wheels], check=True)
    for path in made:
        if path.suffix != ".whl":
            with tarfile.open(path) as archive:
                names = [name.partition("/")[2] for name in archive.getnames()]
            assert "satpuzzle/engines/native/kernels/mrv.c" in names and "tests/conftest.py" in names
        print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")


def main(folder: Path) -> None:
    """Build and check everything."""
    python = environment()
    folder.mkdir(parents=True, exist_ok=True)
    check(python, [build(python, folder, tag) for tag in [None, *targets()]])


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "dist").absolute())
