"""What a notebook shows of our objects in place of their text: Jupyter asks them for `_repr_svg_` or `_repr_html_`.

Pictures lie above all that they show, so that nothing of what is shown knows them: they are looked up here, when a
notebook asks.  None stands for no picture; then the notebook shows the text.
"""


class Drawn:
    """Something that notebooks show as a picture."""

    def _repr_svg_(self) -> str | None:
        from satpuzzle.pictures.notebook import svg

        return svg(self)


class Reported:
    """Something that notebooks show as a report in words and numbers."""

    def _repr_html_(self) -> str:
        from satpuzzle.pictures.notebook import html

        return html(self)
