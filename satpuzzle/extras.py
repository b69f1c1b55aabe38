"""Libraries that only some functions need; an extra of satpuzzle installs each, such as `satpuzzle[mesh]`."""

from contextlib import suppress
from importlib.util import find_spec

from satpuzzle.errors import PuzzleError


def lacking(module: str, extra: str | None, library: str | None = None) -> str | None:
    """Return the name of a library and how to install it, or None if it is installed.

    `module` is the name that Python imports; `library` is the library's own name, if it differs.  Without an extra, the
    library itself is installed.
    """
    with suppress(ModuleNotFoundError):  # which Pyodide raises for a library that it could load
        if find_spec(module) is not None:
            return None
    name = library or module
    return f"the library {name}: {installing(name, extra)}"


def installing(name: str, extra: str | None) -> str:
    """Return the command that installs an extra, or without one the library `name`."""
    return "pip install " + (name if extra is None else f"'satpuzzle[{extra}]'")


def need(what: str, module: str, extra: str | None, library: str | None = None) -> None:
    """Raise PuzzleError if a library is not installed; `what` begins the message, such as "meshes need"."""
    if (lacks := lacking(module, extra, library)) is not None:
        raise PuzzleError(f"{what} {lacks}")
