"""The conditions of a measurement: commit, processor, memory, system, versions, load."""

import os
import platform
import subprocess
from pathlib import Path

from satpuzzle import machine


def header() -> str:
    """Return one line with commit, processor, memory, system, versions and load, for the top of a notebook."""
    about = machine.surroundings()
    average = load()
    said = [
        f"commit {commit()}",
        f"{about['machine']}, {machine.cores()} of {os.cpu_count()} cores",
        f"{machine.total() / 2**30:.0f} GiB of memory",
        f"{platform.system()} {platform.release()}",
        f"Python {about['python']}",
        ", ".join(f"{name} {version}" for name, version in about["versions"].items()),
        "load unknown" if average is None else f"load average {average:.1f}",
    ]
    return " | ".join(said)


def load() -> float | None:
    """Return the load average of the last minute, None on Windows, which has none."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def commit() -> str:
    """Return the short hash of the current commit, with `+` if source files have changed since; "none" without git."""
    folder = Path(__file__).parents[1]

    def asked(*arguments: str) -> str:
        return subprocess.run(
            ["git", *arguments], cwd=folder, capture_output=True, text=True, check=True
        ).stdout.strip()

    try:
        changed = asked("status", "--porcelain", "--untracked-files=no", "--", ".")
        return asked("rev-parse", "--short=7", "HEAD") + "+" * bool(changed)
    except (OSError, subprocess.CalledProcessError):
        return "none"
