"""Properties of the machine: memory in bytes, use of memory and CPU time by processes, cores, processor, versions.

On Linux they are read from `/proc`, elsewhere through psutil, which is imported when needed since that takes 0.04 s.
In a browser (Pyodide) there is no psutil; there are one core, half of what 32 bits can address, no threads and no
processes, and of the CPU time only the clock tells something.
"""

import os
import platform
import sys
import time
from functools import cache
from types import SimpleNamespace
from typing import Any

from satpuzzle.errors import BackendError
from satpuzzle.version import __version__

BROWSER = sys.platform == "emscripten"

_PACKAGES = ("numpy", "numba", "python-sat", "ortools", "clingo", "xcover", "exact-cover", "pyganak")


@cache
def total() -> int:
    """Return the total memory of the machine."""
    return _entry("/proc/meminfo", "MemTotal") or _virtual_memory().total


def free() -> int:
    """Return the available memory."""
    return _entry("/proc/meminfo", "MemAvailable") or _virtual_memory().available


def peak(process: int | None = None) -> int:
    """Return the peak memory of a process, by default this one; 0 if it has ended, and in a browser.

    The peak from `getrusage` cannot be used: it survives `exec`, so a child would start with its parent's peak.  On
    systems without another peak, this is the current memory of the process.
    """
    if most := _entry(f"/proc/{process or 'self'}/status", "VmHWM"):
        return most
    if BROWSER:
        return 0
    import psutil

    try:
        memory = psutil.Process(process).memory_info()
    except psutil.Error:
        return 0
    return int(getattr(memory, "peak_wset", memory.rss))


def user_seconds() -> float:
    """Return the user CPU time of this process and, except on Windows, of its children that have exited."""
    if BROWSER:
        return time.monotonic()
    try:
        import resource
    except ImportError:
        import psutil

        return float(psutil.Process().cpu_times().user)
    return sum(resource.getrusage(who).ru_utime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def surroundings() -> dict[str, Any]:
    """Return the processor, and the versions of Python and of packages, to be stored with a measurement."""
    return {"machine": _processor(), "python": platform.python_version(), "versions": _versions()}


def thread_seconds() -> float:
    """Return the CPU time of this thread."""
    return time.monotonic() if BROWSER else time.thread_time()


def _entry(file: str, key: str) -> int:
    """Return the size in bytes that a file in `/proc` gives for a key, in a line such as `VmHWM:   12345 kB`.

    The result is 0 if there is no such file or key.
    """
    try:
        with open(file) as lines:
            return next((int(line.split()[1]) << 10 for line in lines if line.startswith(key)), 0)
    except OSError:
        return 0


def _virtual_memory() -> Any:
    if BROWSER:
        return SimpleNamespace(total=1 << 31, available=1 << 31)
    import psutil

    return psutil.virtual_memory()


def _processor() -> str:
    try:
        with open("/proc/cpuinfo") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _versions() -> dict[str, str]:
    from importlib.metadata import PackageNotFoundError, version  # slow to import

    found = {"satpuzzle": __version__}  # of what runs, which an installation in place may have got after it was named
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def not_in_browser(what: str) -> None:
    """Raise BackendError in a browser; `what` says what is not possible there, such as "a journal needs threads"."""
    if BROWSER:
        raise BackendError(f"{what}, which a browser does not have")


def cores() -> int:
    """Return the number of cores that this process may use."""
    if BROWSER:
        return 1
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        return os.cpu_count() or 1
