"""Display of objects in notebooks.

Jupyter calls `_repr_svg_` or `_repr_html_` of an object.  `pictures/notebook.py` imports the classes that it draws, so
these cannot import it: `satpuzzle/__init__.py` sets `pictures`, which returns that module.  If there is no picture, the
methods return None, and the notebook shows the text.
"""

from collections.abc import Callable

TYPE_CHECKING = False  # importing `typing` would double the time before a command begins
if TYPE_CHECKING:
    from typing import Any


def _nothing() -> "Any":
    raise NotImplementedError


pictures: "Callable[[], Any]" = _nothing


class Drawn:
    """An object that notebooks display as a picture."""

    def _repr_svg_(self) -> str | None:
        picture: str | None = pictures().svg(self)
        return picture


class Reported:
    """An object that notebooks display as a report in words and numbers."""

    def _repr_html_(self) -> str:
        report: str = pictures().html(self)
        return report
