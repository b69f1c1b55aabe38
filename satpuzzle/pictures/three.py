"""three.js, the library that draws views, and how the views of a notebook share it.

It has 0.6 MB; a view without it has about 0.05 MB. The first view that a notebook shows carries it and puts it on the
window around all views; later ones look for it there.  If a cell is run again, its view carries the library again if it
did so before, for the first output is gone then.  Where it is unknown which cell runs, or where each output has its
own window (Colab), every view carries it.  If the view that carried the library was deleted, the others go on until the
notebook is closed.  When it is opened again they say what to do: run a cell again in a new kernel, where its view is
the first one, or ask for the library.
"""

import sys
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any
from zlib import crc32

_carrier: tuple[str, int] | None = None  # the cell of this process whose view carries the library, and which run of it


@cache
def read(name: str) -> str:
    """Return a file of the folder `page`."""
    return (files("satpuzzle.pictures") / "page" / name).read_text(encoding="utf-8")


def text() -> str:
    """Return the library."""
    return read("three.min.js")


def shared(script: str, carried: bool | None = None) -> str:
    """Return the elements that run a script after the library, which they bring along or take from another view.

    They bring it if it is to be `carried`; if that is None, by the rule of this module.
    """
    key = f"satpuzzle-three-{crc32(text().encode()):08x}"  # another version is another library
    own = f'<script type="text/plain" id="library">{text()}</script>\n'
    return (
        own * (_is_first() if carried is None else carried)
        + f'<script type="text/plain" id="script">{script}</script>\n<p id="lost" hidden></p>\n'
        + f"<script>{Template(read('shared.js')).substitute(key=key)}</script>"
    )


def _is_first() -> bool:
    """Tell whether what is shown now is the first view of its notebook, or of a new run of the cell that had that."""
    global _carrier
    cell = _running()
    if cell is not None and _carrier is not None and (cell[0] != _carrier[0] or cell == _carrier):
        return False
    _carrier = cell
    return True


def _running() -> tuple[str, int] | None:
    """Return the cell that runs, by its name or its text, and the number of this run; None if that is not known."""
    ipython: Any = sys.modules.get("IPython")
    shell = ipython and ipython.get_ipython()
    if not hasattr(shell, "get_parent") or "google.colab" in sys.modules:
        return None
    asked = shell.get_parent()
    name = asked.get("metadata", {}).get("cellId") or asked.get("content", {}).get("code")
    return (str(name), int(shell.execution_count)) if name else None
