"""What the user asks of Numba, read without importing it."""

import os
import sys
from importlib import import_module


def settings() -> list[tuple[str, str]]:
    """Return what environment variables and a file ask of Numba, but for where it keeps code."""
    asked = [(name, value) for name, value in os.environ.items() if name.startswith("NUMBA_")]
    try:
        with open(".numba_config.yaml", encoding="utf-8", errors="replace") as file:
            asked.append(("", file.read()))
    except OSError:
        pass
    return sorted(pair for pair in asked if pair[0] != "NUMBA_CACHE_DIR")


def disabled() -> bool:
    """Tell whether nothing shall be compiled; Numba itself is asked if there is reason to."""
    asked = any(name in ("", "NUMBA_DISABLE_JIT") for name, _ in settings())
    return (asked or "numba" in sys.modules) and bool(import_module("numba").config.DISABLE_JIT)
