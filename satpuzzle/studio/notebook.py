"""The page in a notebook, and how the views of one share what they have in common.

That is a megabyte: three.js, the page's own scripts and what it knows; a view without it has about 0.03 MB.  The first
view that a notebook shows carries it and puts it on the window around all views; later ones look for it there.  If a
cell is run again, its view carries the library again if it did so before, for the first output is gone then.  Where the
running cell is unknown, or where each output has a window of its own (Colab), every view carries it.  If the view that
carried the library was deleted, the others go on until the notebook is closed.  When it is opened again they say what
to do: run a cell again in a new kernel, where its view is the first one, or ask for the library.
"""

import sys
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any
from zlib import crc32

from satpuzzle.studio.page import contents, framed, json_of, scripts

_carrier: tuple[str, int] | None = None  # the cell of this process whose view carries the library, and which run of it


def page(title: str, begin: Mapping[str, Any], carried: bool | None = None) -> str:
    """Return the text of a page that brings along what views share, or takes it from another view.

    It brings that if it is to be `carried`; if that is None, by the rule of this module.
    """
    own = f'<script type="application/json" id="library">{_library()}</script>\n'
    parts = own * (_is_first() if carried is None else carried) + '<p id="lost" hidden></p>'
    return framed(title, {"begin": begin, "base": None}, parts, [_loader()], scripts())


@cache
def _library() -> str:
    return json_of({"contents": contents(), "scripts": scripts()})


@cache
def _loader() -> str:
    text = (files("satpuzzle.studio") / "notebook.js").read_text(encoding="utf-8")
    return Template(text).substitute(key=f"satpuzzle-{crc32(_library().encode()):08x}")  # another version is another


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
