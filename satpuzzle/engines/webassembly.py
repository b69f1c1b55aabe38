"""Builds the kernels as a WebAssembly module for web pages; run `python -m satpuzzle.engines.webassembly`.

The module is built from the same sources as the library (`build.py`) by one version of Zig, so that its bytes are
reproducible.  It has no imports.  It exports the kernels that the page calls, its memory, and `__heap_base`, the
address at which free memory begins.
"""

import sys
from pathlib import Path

from satpuzzle.engines import build, structure

ZIG = "0.17.1"  # the version of the package `ziglang`
LEVEL = "wasm"
MODULE = build.SOURCES / "kernels.wasm"
KERNELS = ("motion", "mrv")  # those that the page calls
SOURCES = (*KERNELS, "lists", "rarest")  # what they are made of
_FLAGS = [
    *("-target", "wasm32-freestanding", "-mcpu=generic+simd128+bulk_memory", "-nostdlib"),
    *("-g0", "-s"),  # no debug information, which would contain the name of the folder
    *("-Wl,--no-entry", "-Wl,--export-memory", "-Wl,--export=__heap_base"),
]


def exports() -> list[str]:
    """Return the names of the kernels that the module exports."""
    return [f"{name}_{LEVEL}" for name in KERNELS]


def fields() -> dict[str, list[str]]:
    """Return the names of the fields of each kernel's structure, in their order; each field is one word."""
    return {kernel: list(structure.fields(kernel)) for kernel in KERNELS}


def make(module: Path = MODULE) -> None:
    """Build the module.  Raises BuildError unless the right version of Zig is installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        found = version("ziglang")
    except PackageNotFoundError:
        found = "none"
    zig = build.zig()
    if zig is None or found != ZIG:
        raise build.BuildError(f"the package ziglang is needed in version {ZIG}, found: {found}")
    sources = [str(path) for path in build.sources() if path.stem in SOURCES]
    names = [f"-Wl,--export={name}" for name in exports()]
    build.run(
        [*zig, *build.FLAGS, *_FLAGS, *names, f"-I{build.SOURCES}", f"-DLEVEL={LEVEL}", *sources, "-o", str(module)]
    )


if __name__ == "__main__":
    try:
        make()
    except build.BuildError as error:
        sys.exit(f"webassembly: {error}")
    print(f"{MODULE}: {MODULE.stat().st_size} bytes")
