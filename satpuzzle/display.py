"""Display of objects in notebooks.

Jupyter calls `_repr_svg_` or `_repr_html_` of an object.  The package `pictures` imports the classes that it draws, so
these cannot import it; it is imported here, when a notebook displays an object.  If there is no picture, the methods
return None, and the notebook shows the text.
"""


class Drawn:
    """An object that notebooks display as a picture."""

    def _repr_svg_(self) -> str | None:
        from satpuzzle.pictures.notebook import svg

        return svg(self)


class Reported:
    """An object that notebooks display as a report in words and numbers."""

    def _repr_html_(self) -> str:
        from satpuzzle.pictures.notebook import html

        return html(self)
