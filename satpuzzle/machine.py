"""The machine: how much memory it has, in bytes, what processes use of it and of its time, and what it is.

Linux tells in `/proc`.  Elsewhere psutil asks the system; it is imported when it is needed, as it takes 0.04 s.
"""

import os
import platform
from functools import cache
from typing import Any


@cache
def total() -> int:
    """Return the size of the machine's memory."""
    return _entry("/proc/meminfo", "MemTotal") or _virtual_memory().total


def free() -> int:
    """Return how much memory is free."""
    return _entry("/proc/meminfo", "MemAvailable") or _virtual_memory().available


def peak(process: int | None = None) -> int:
    """Return the most memory that a process, by default this one, has had so far; 0 if it has ended.

    The peak in `getrusage` is of no use: it survives `exec`, so that a child begins with what its parent had.  Where
    the system keeps no other, this is what the process has now.
    """
    if most := _entry(f"/proc/{process or 'self'}/status", "VmHWM"):
        return most
    import psutil

    try:
        memory = psutil.Process(process).memory_info()
    except psutil.Error:
        return 0
    return int(getattr(memory, "peak_wset", memory.rss))


def user_seconds() -> float:
    """Return the user CPU time of this process and, except on Windows, of its children that have ended."""
    try:
        import resource
    except ImportError:
        import psutil

        return float(psutil.Process().cpu_times().user)
    return sum(resource.getrusage(who).ru_utime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def surroundings() -> dict[str, Any]:
    """Return what a measurement depends on besides the program: processor, Python, versions of packages."""
    return {"machine": _processor(), "python": platform.python_version(), "versions": _versions()}


def _entry(file: str, key: str) -> int:
    """Return a size from a file of lines like `VmHWM:   12345 kB`, 0 if it is not there."""
    try:
        with open(file) as lines:
            return next((int(line.split()[1]) << 10 for line in lines if line.startswith(key)), 0)
    except OSError:
        return 0


def _virtual_memory() -> Any:
    import psutil

    return psutil.virtual_memory()


def _processor() -> str:
    try:
        with open("/proc/cpuinfo") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _versions() -> dict[str, str]:
    from importlib.metadata import PackageNotFoundError, version  # which takes long to import itself

    found = {}
    for package in ("satpuzzle", "numba", "numpy", "python-sat", "ortools", "clingo", "xcover", "exact-cover"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def cores() -> int:
    """Return how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # only Linux tells
        return os.cpu_count() or 1
