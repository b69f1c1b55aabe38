"""Builds the library of kernels from C sources, once for each instruction set that the processor may have.

`native/kernels/*.c`, and the sources of the other FOLDERS, are compiled for *levels* of the machine's architecture
(such as `sse2` and `avx2`) and linked into one library, which is stored in `native/kernels/`.  For this machine these
are the level of its processor and the lowest one, with which the library works on other machines too; a wheel that is
published has all levels, and so has what this file builds as a program.  The library's name contains a
checksum of its sources, so after a change of a source it is built again.  It is called by ctypes and works with any
version of Python.

The compiler is the system's (GCC from version 12 on, or Clang) or Zig's from the package `ziglang`, which includes
Clang.  This module imports only the standard library, since `tools/hatch_build.py` runs it before satpuzzle is
installed.  What only building needs is imported there, since every search asks this module for the path of the library.
"""

import contextlib
import os
import platform
import shlex
import shutil
import subprocess
import sys
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

VARIABLE, NONE = "SATPUZZLE_KERNELS", "none"  # selects a level, or no library; see `library.py`
SOURCES = Path(__file__).parent / "native" / "kernels"
FOLDERS = (SOURCES, Path(__file__).parents[1] / "motion" / "kernels")
# For each architecture its levels, the lowest first, each with the compiler options of GCC and Clang, and of Zig.
LEVELS = {
    "x86_64": {
        "sse2": ("-march=x86-64", "-mcpu=x86_64"),
        "avx2": ("-march=x86-64-v3", "-mcpu=x86_64_v3"),
        "avx512": ("-march=x86-64-v4", "-mcpu=x86_64_v4"),
    },
    "aarch64": {"neon": ("-march=armv8-a", "-mcpu=generic")},
    "wasm32": {"wasm": ("-msimd128 -mbulk-memory", "-mcpu=generic+simd128+bulk_memory")},
}
_OTHERS = {"plain": ("", "-mcpu=baseline")}
_NAMES = {"amd64": "x86_64", "arm64": "aarch64"}
_ENDINGS = {"win32": "dll", "darwin": "dylib"}


class Target(NamedTuple):
    """A kind of machine for which the library is compiled."""

    architecture: str
    system: str  # as in `sys.platform`
    zig: str  # its name for Zig

    @property
    def levels(self) -> dict[str, tuple[str, str]]:
        """The levels of the architecture, the lowest first."""
        return LEVELS.get(self.architecture, _OTHERS)


# The kinds of machines for which there are wheels, by their platform tags.
TARGETS = {
    "manylinux_2_28_x86_64": Target("x86_64", "linux", "x86_64-linux-gnu.2.28"),
    "manylinux_2_28_aarch64": Target("aarch64", "linux", "aarch64-linux-gnu.2.28"),
    "musllinux_1_2_x86_64": Target("x86_64", "linux", "x86_64-linux-musl"),
    "musllinux_1_2_aarch64": Target("aarch64", "linux", "aarch64-linux-musl"),
    "macosx_10_15_x86_64": Target("x86_64", "darwin", "x86_64-macos.10.15"),
    "macosx_11_0_arm64": Target("aarch64", "darwin", "aarch64-macos.11.0"),
    "win_amd64": Target("x86_64", "win32", "x86_64-windows-gnu"),
    "pyemscripten_2026_0_wasm32": Target("wasm32", "emscripten", "wasm32-freestanding"),  # Pyodide
}
# Floating-point contraction is off, so that the sums of a probe's weights are the same on all machines.  GCC does not
# vectorise automatically: lists are short, and a search with AVX-512 would take 8 % longer.
FLAGS = ["-std=gnu11", "-O3", "-ffp-contract=off", "-fvisibility=hidden", "-Wall", "-Wextra"]
_GCC_FLAGS = ["-fno-tree-vectorize", "-Wno-psabi"]


class BuildError(Exception):
    """Raised if the library cannot be built; the message is one line."""


def architecture() -> str:
    """Return the name of the processor's architecture, such as `x86_64`."""
    machine = platform.machine().lower()
    return _NAMES.get(machine, machine)


def here() -> Target:
    """Return this machine; for Zig, with any version of its C library."""
    system = {"win32": "windows-gnu", "darwin": "macos"}.get(
        sys.platform
    ) or f"linux-{'musl' if _has_musl() else 'gnu'}"
    return Target(architecture(), sys.platform, f"{architecture()}-{system}")


def levels() -> dict[str, tuple[str, str]]:
    """Return the instruction sets of this architecture, the smallest first, each with its compiler options."""
    return here().levels


def place(target: Target | None = None) -> Path:
    """Return the path of the library that belongs to the present sources; it may not exist yet.

    It is that for this machine unless a target is given.
    """
    target = target or here()
    checksum = zlib.crc32(Path(__file__).read_bytes())
    for path in sources("*.[ch]"):
        checksum = zlib.crc32(path.read_bytes(), checksum)
    return SOURCES / f"kernels-{target.architecture}-{checksum:08x}.{_ENDINGS.get(target.system, 'so')}"


def sources(pattern: str = "*.c") -> list[Path]:
    """Return the source files of the library, folder by folder."""
    return [path for folder in FOLDERS for path in sorted(folder.glob(pattern))]


def system_compiler() -> list[str] | None:
    """Return the command of a C compiler that can build the library: $CC if it is set, else cc, gcc or clang.

    The result is None if there is none.
    """
    asked = shlex.split(os.environ.get("CC", ""))
    for command in [asked] if asked else [["cc"], ["gcc"], ["clang"]]:
        if shutil.which(command[0]) and _level(tuple(command)) is not None:
            return command
    return None


def zig() -> list[str] | None:
    """Return the command of Zig's C compiler, or None if the package `ziglang` is not installed."""
    return [sys.executable, "-m", "ziglang", "cc"] if find_spec("ziglang") else None


def build(
    compiler: list[str] | None = None,
    folder: Path = SOURCES,
    flags: Sequence[str] = (),
    target: Target | None = None,
    levels: Sequence[str] | None = None,
) -> Path:
    """Compile the library into a folder, unless it exists there; return its path.

    Libraries in the folder that were built from other sources are deleted.  `flags` are additional options for compiler
    and linker.  For another `target` than this machine, the compiler is Zig's.  `levels` are compiled, and replace a
    library that exists; without them, all levels of a target, and for this machine its own and the lowest one.  Raises
    BuildError if there is no compiler, or if the compiler fails.
    """
    import tempfile

    library = folder / place(target).name
    compiler = compiler or (system_compiler() if target is None else None) or zig()
    if compiler is None:
        wanted = "the package ziglang" if target is not None else "GCC 12, Clang or the package ziglang"
        raise BuildError(f"there is no C compiler: install {wanted}")
    with _alone(folder):
        if levels is not None or not library.exists():
            levels = levels or (list(target.levels) if target is not None else _ours(compiler))
            with tempfile.TemporaryDirectory(prefix="building-", dir=folder) as rooms:
                _link(compiler, Path(rooms), library, [*flags], target or here(), levels)
            for other in folder.glob(f"{library.name.rpartition('-')[0]}-*{library.suffix}"):
                if other != library:
                    with contextlib.suppress(OSError):
                        other.unlink()
    return library


def _link(
    compiler: list[str], rooms: Path, library: Path, flags: list[str], target: Target, levels: Sequence[str]
) -> None:
    """Compile each source for each level, link the library in the folder `rooms`, and move it to its path.

    Long sources are begun first, so that all cores end together.
    """
    from concurrent.futures import ThreadPoolExecutor

    named = ["-target", target.zig] if _is_zig(compiler) else []
    common = [*compiler, *FLAGS, *flags, *named, f"-I{SOURCES}"]
    if not _is_clang(tuple(compiler)):
        common += _GCC_FLAGS
    commands, objects = [], []
    for source in sorted(sources(), key=lambda source: -source.stat().st_size):
        for level in levels:
            objects.append(str(rooms / f"{source.stem}-{level}.o"))
            flag = target.levels[level][_is_zig(compiler)]
            commands.append([*common, *filter(None, [flag]), f"-DLEVEL={level}", "-c", str(source), "-o", objects[-1]])
            if source.stem == "level":
                break  # compiled once: it finds out which level the processor supports
    if target.system != "win32":
        commands = [[*command, "-fPIC"] for command in commands]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(run, commands))
    made = rooms / library.name
    # Kernels use no C library, and Zig would build one first.
    alone = ["-nostdlib"] if named and target.system in ("linux", "emscripten") else []
    options = [*flags, *named, "-shared", "-s", *alone]
    run([*compiler, *options, *objects, "-o", str(made)])
    made.replace(library)


def _has_musl() -> bool:
    """Tell whether the C library is musl: GNU's has a version, and to ask sysconfig would take 1 ms in each process."""
    try:
        return not os.confstr("CS_GNU_LIBC_VERSION")
    except (AttributeError, ValueError, OSError):
        return True


def _is_zig(compiler: list[str]) -> bool:
    return "ziglang" in compiler or Path(compiler[0]).stem == "zig"


@cache
def _is_clang(compiler: tuple[str, ...]) -> bool:
    said = subprocess.run([*compiler, "-dM", "-E", "-xc", os.devnull], capture_output=True, text=True).stdout
    return "__clang__" in said


def _ours(compiler: list[str]) -> list[str]:
    """Return the lowest level and that of this processor."""
    return [list(levels())[number] for number in sorted({0, _level(tuple(compiler)) or 0})]


@cache
def _level(compiler: tuple[str, ...]) -> int | None:
    """Return the number of this processor's level, or None if the compiler cannot build kernels.

    It cannot if it does not support the vector extensions that kernels use, or does not link a library.
    """
    import ctypes
    import tempfile

    flag = next(iter(levels().values()))[_is_zig(list(compiler))]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as rooms:  # Windows keeps a library that is loaded
        made = Path(rooms, f"level.{_ENDINGS.get(sys.platform, 'so')}")
        arguments = ["-shared", "-DLEVEL=any", str(SOURCES / "level.c"), "-o", str(made)]
        if sys.platform != "win32":
            arguments.append("-fPIC")
        try:
            run([*compiler, *FLAGS, *filter(None, [flag]), *arguments])
            return int(ctypes.CDLL(str(made)).satpuzzle_level())
        except (BuildError, OSError):
            return None


def run(command: list[str]) -> None:
    """Run a compiler; raise BuildError with its first error message if it fails."""
    try:
        ended = subprocess.run(command, capture_output=True, text=True, errors="replace")
    except OSError as error:
        raise BuildError(f"{command[0]}: {error.strerror}") from None
    if ended.returncode:
        said = (ended.stderr + ended.stdout).strip().splitlines()
        first = next((line for line in said if "error" in line), said[0] if said else f"status {ended.returncode}")
        raise BuildError(f"{shlex.join(command[:4])} ...: {first}")


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold a lock, so that only one process builds the library; the lock is released if this process dies."""
    with contextlib.ExitStack() as held:
        with contextlib.suppress(ImportError, OSError):  # no locks: Windows, and some file systems
            import fcntl

            lock = held.enter_context((folder / "building.lock").open("ab"))
            fcntl.lockf(lock, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    try:
        print(build(levels=[*levels()]))
    except BuildError as error:
        sys.exit(f"build: {error}")
