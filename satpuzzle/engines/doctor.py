"""What an installation has: kernels, backends, and the libraries of the extras."""

import platform
import re
from importlib import metadata
from typing import Any

from satpuzzle.engines import BACKENDS
from satpuzzle.engines.library import described, missing
from satpuzzle.extras import installing
from satpuzzle.machine import cores
from satpuzzle.version import __version__

_OF_DEVELOPERS = ("dev", "docs", "site")  # extras that are of no use to who solves puzzles


def examined() -> dict[str, Any]:
    """Return what is installed as plain data: of each backend and extra, what it lacks, or null if nothing."""
    return {
        "satpuzzle": __version__,
        "python": platform.python_version(),
        "cores": cores(),
        "kernels": {"found": missing() is None, "which": described()},
        "backends": {name: engine.missing() for name, engine in BACKENDS.items()},
        "extras": {name: _lacking(libraries) for name, libraries in sorted(_extras().items())},
    }


def _extras() -> dict[str, list[str]]:
    """Return the libraries of each extra; none if satpuzzle was not installed but is only on the path."""
    found: dict[str, list[str]] = {}
    try:
        wanted = metadata.requires("satpuzzle") or []
    except metadata.PackageNotFoundError:
        wanted = []
    for line in wanted:
        extra = re.search(r"extra\s*==\s*['\"]([\w-]+)['\"]", line)
        library = re.match(r"[\w.-]+", line)
        if extra is not None and library is not None and extra[1] not in _OF_DEVELOPERS and library[0] != "satpuzzle":
            found.setdefault(extra[1], []).append(library[0])
    return found


def _lacking(libraries: list[str]) -> str | None:
    """Return the names of the libraries that are not installed, or None if all are."""
    absent = []
    for library in libraries:
        try:
            metadata.version(library)
        except metadata.PackageNotFoundError:
            absent.append(library)
    return ", ".join(absent) or None


def sentences(found: dict[str, Any]) -> str:
    """Return what was examined as lines of text."""
    lines = [
        f"satpuzzle {found['satpuzzle']}, Python {found['python']}, {found['cores']} cores",
        f"kernels: {found['kernels']['which']}",
        f"backends: {', '.join(name for name, lacks in found['backends'].items() if lacks is None)}",
    ]
    lines += [f"backend {name}: needs {lacks}" for name, lacks in found["backends"].items() if lacks is not None]
    for name, lacks in found["extras"].items():
        how = f"not installed: {lacks}; {installing(name, name)}"
        lines.append(f"extra {name}: {'installed' if lacks is None else how}")
    return "\n".join(lines)
