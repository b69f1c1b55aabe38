"""The page in a notebook, and the *library*: the scripts and data that all views of a notebook share.

The library has about 0.9 MB: three.js, the page's own scripts, and the page's data.  A view without it has about
0.03 MB.  The first view in a notebook contains the library and stores it in the window around all views; later views
read it there.  If the cell of that view is run again, its new view contains the library again, because the first output
is gone.  If the running cell is unknown, or each output has a window of its own (Colab), every view contains it.  If
the view with the library is deleted, the other views work until the notebook is closed.  When the notebook is opened
again, they tell what to do: run a cell again in a new kernel, where its view is the first one, or ask for the library.
"""

import sys
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any
from zlib import crc32

from satpuzzle.studio.page import contents, drawing, framed, json_of, scripts

_carrier: tuple[str, int] | None = None  # the cell whose view contains the library, and the number of its run


def page(title: str, begin: Mapping[str, Any], carried: bool | None = None) -> str:
    """Return the text of a page that contains the library or reads it from another view in the notebook.

    `begin` is what the page shows first (see `page.page`).  `carried` tells whether the page contains the library; if
    it is None, the rule in the module's docstring decides.
    """
    own = f'<script type="application/json" id="library">{_library()}</script>\n'
    parts = own * (_is_first() if carried is None else carried) + '<p id="lost" hidden></p>'
    return framed(title, {"begin": begin, "base": None}, parts, [_loader()], [*scripts(), drawing()])


@cache
def _library() -> str:
    return json_of({"contents": contents(), "scripts": scripts()})


@cache
def _loader() -> str:
    text = (files("satpuzzle.studio") / "notebook.js").read_text(encoding="utf-8")
    return Template(text).substitute(key=f"satpuzzle-{crc32(_library().encode()):08x}")  # each version has its own key


def _is_first() -> bool:
    """Tell whether the view that is made now must contain the library, by the rule in the module's docstring."""
    global _carrier
    cell = _running()
    if cell is not None and _carrier is not None and (cell[0] != _carrier[0] or cell == _carrier):
        return False
    _carrier = cell
    return True


def _running() -> tuple[str, int] | None:
    """Return (identifier or else the text of the running notebook cell, execution count), None if unknown."""
    ipython: Any = sys.modules.get("IPython")
    shell = ipython and ipython.get_ipython()
    if not hasattr(shell, "get_parent") or "google.colab" in sys.modules:
        return None
    asked = shell.get_parent()
    name = asked.get("metadata", {}).get("cellId") or asked.get("content", {}).get("code")
    return (str(name), int(shell.execution_count)) if name else None
