"""Builds the WebAssembly modules for web pages; run `python -m satpuzzle.engines.webassembly`.

`kernels.wasm` is built from the same sources as the library (`build.py`).  It exports the kernels that the page calls,
its memory, and `__heap_base`, the address at which free memory begins.  `checker.wasm` is what the checker of
certificates in C knows of geometry (`checker/module.c`).  Both are built by one version of Zig, so that their bytes
are reproducible, and have no imports.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from satpuzzle.engines import build, structure

ZIG = "0.17.1"  # the version of the package `ziglang`
LEVEL = "wasm"
MODULE = build.SOURCES / "kernels.wasm"
KERNELS = ("motion", "mrv")  # those that the page calls
SOURCES = (*KERNELS, "lists", "rarest", "weed")  # what they are made of
_FLAGS = [
    *("-g0", "-s"),  # no debug information, which would contain the name of the folder
    "-Wl,--export-memory",
]
_KERNEL_FLAGS = [
    *("-target", "wasm32-freestanding", "-mcpu=generic+simd128+bulk_memory", "-nostdlib"),
    *("-Wl,--no-entry", "-Wl,--export=__heap_base"),
]

GEOMETRY = Path(__file__).parents[2] / "checker"
CHECKER = Path(__file__).parents[1] / "studio" / "checker.wasm"
CALLED = ("room", "look", "said", "arrays", "symmetries")
_NO_GEOMETRY = ("relation", "tree", "folder", "main")  # they walk trees and read files
_CHECKER_FLAGS = ["-std=c11", "-Oz", *("-target", "wasm32-wasi", "-mexec-model=reactor")]


def exports() -> list[str]:
    """Return the names of the kernels that the module exports."""
    return [f"{name}_{LEVEL}" for name in KERNELS]


def fields() -> dict[str, list[str]]:
    """Return the names of the fields of each kernel's structure, in their order; each field is one word."""
    return {kernel: list(structure.fields(kernel)) for kernel in KERNELS}


def make(module: Path = MODULE, checker: Path = CHECKER) -> None:
    """Build both modules.  Raises BuildError unless the right version of Zig is installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        found = version("ziglang")
    except PackageNotFoundError:
        found = "none"
    zig = build.zig()
    if zig is None or found != ZIG:
        raise build.BuildError(f"the package ziglang is needed in version {ZIG}, found: {found}")
    kernels = [path for path in build.sources() if path.stem in SOURCES]
    flags = [*build.FLAGS, *_KERNEL_FLAGS, f"-I{build.SOURCES}", f"-DLEVEL={LEVEL}"]
    _compile(zig, flags, exports(), kernels, module)
    geometry = [path for path in sorted(GEOMETRY.glob("*.c")) if path.stem not in _NO_GEOMETRY]
    _compile(zig, _CHECKER_FLAGS, CALLED, geometry, checker)


def _compile(zig: list[str], flags: list[str], exported: Sequence[str], sources: list[Path], module: Path) -> None:
    names = [f"-Wl,--export={name}" for name in exported]
    build.run([*zig, *flags, *_FLAGS, *names, *map(str, sources), "-o", str(module)])


if __name__ == "__main__":
    try:
        make()
    except build.BuildError as error:
        sys.exit(f"webassembly: {error}")
    for path in (MODULE, CHECKER):
        print(f"{path}: {path.stat().st_size} bytes")
