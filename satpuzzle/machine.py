"""The machine: how much memory it has, in bytes, and what it is."""

import os
import platform
import resource
from importlib.metadata import PackageNotFoundError, version
from typing import Any


def total() -> int:
    """Return the size of the machine's memory."""
    return _pages("SC_PHYS_PAGES")


def free() -> int:
    """Return how much memory is free."""
    try:
        with open("/proc/meminfo") as file:
            return next(int(line.split()[1]) << 10 for line in file if line.startswith("MemAvailable"))
    except (OSError, StopIteration):
        return _pages("SC_AVPHYS_PAGES")


def peak() -> int:
    """Return how much memory this process has had at most; the system's own count may begin with that of its parent."""
    try:
        with open("/proc/self/status") as file:
            return next(int(line.split()[1]) << 10 for line in file if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def _pages(name: str) -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf(name)
    except (AttributeError, ValueError, OSError):  # not every system tells
        return 8 << 30


def surroundings() -> dict[str, Any]:
    """Return what a measurement depends on besides the program: processor, Python, versions of packages."""
    return {"machine": _processor(), "python": platform.python_version(), "versions": _versions()}


def _processor() -> str:
    try:
        with open("/proc/cpuinfo") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _versions() -> dict[str, str]:
    found = {}
    for package in ("satpuzzle", "numba", "numpy", "python-sat", "ortools", "xcover", "exact-cover"):
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
