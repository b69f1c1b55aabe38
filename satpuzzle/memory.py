"""How much memory the machine has, in bytes."""

import os


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


def _pages(name: str) -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf(name)
    except (AttributeError, ValueError, OSError):  # not every system tells
        return 8 << 30
