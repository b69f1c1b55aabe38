"""A picture and its files: SVG, PNG, and pages that are printed, PDF and HTML.

resvg makes PNG from SVG.  A page of a PDF is that at 300 dots per inch.  The words beside its figures are written
over it once more, unseen, so that a reader can search and copy them.  Letters on pieces are not: they would stand
between the words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from satpuzzle import data
from satpuzzle.errors import PuzzleError
from satpuzzle.extras import need
from satpuzzle.pictures import panel
from satpuzzle.pictures.markup import escaped

ENDINGS = (".svg", ".png", ".pdf", ".html")  # of the files of a picture
WHOLE = (".pdf", ".html")  # the endings of files that hold several pages
MM = 96 / 25.4  # pixels of an SVG file in a millimetre
_POINT = 72 / 96  # points in a pixel
_DOTS = 300 / 96  # dots of an image in a pixel
_MOST_DOTS = 10_000  # on a side of an image, which takes no more memory then
_UNSEEN = 3  # how PDF renders text that is only searched
_FONT = "Helvetica"  # which every reader has; it has the characters of Windows-1252
_ENCODING = "cp1252"
_FAMILIES = "Arial,Helvetica,'Liberation Sans','DejaVu Sans','Noto Sans','Open Sans',Roboto,Ubuntu,FreeSans,sans-serif"
_SVG = "{http://www.w3.org/2000/svg}"
_SIZES = {"note": panel.LETTER, "name": 1.0}  # of the letters of each class of words, see `panel.STYLE`
_CHANGE = re.compile(r"(translate|scale)\(([-.\d]+)(?:[ ,]+([-.\d]+))?\)")


@dataclass(frozen=True)
class Picture:
    """A picture; `svg` is its text, and notebooks display it."""

    svg: str = field(repr=False)
    zoom: float = field(default=2.0, repr=False)  # pixels of a PNG per pixel of the SVG

    def _repr_svg_(self) -> str:
        return self.svg

    @property
    def title(self) -> str:
        """Return the title, which notebooks and browsers show."""
        found = re.search("<title>(.*?)</title>", self.svg)
        return unescape(found[1]) if found else ""

    @property
    def size(self) -> tuple[int, int]:
        """Return width and height in pixels."""
        width, height = re.findall(r' (?:width|height)="(\d+)"', self.svg.partition(">")[0])
        return int(width), int(height)

    def scaled(self, width: int) -> "Picture":
        """Return the same picture with this width in pixels, which holds for its SVG and its PNG."""
        head, tag, rest = self.svg.partition(">")
        height = max(1, round(width * self.size[1] / self.size[0]))
        head = re.sub(r' width="\d+" height="\d+"', f' width="{width}" height="{height}"', head)
        return Picture(head + tag + rest, zoom=1.0)

    def png(self, zoom: float | None = None) -> bytes:
        """Return the picture as PNG, enlarged by the factor `zoom`, by default the attribute `zoom`.

        Letters are drawn only if the machine has a font.
        """
        need("PNG needs", "resvg_py", None, "resvg-py")
        from resvg_py import svg_to_bytes

        # resvg takes the generic family for Arial, which few Linux machines have.
        return bytes(
            svg_to_bytes(svg_string=self.svg.replace("px sans-serif", f"px {_FAMILIES}"), zoom=zoom or self.zoom)
        )

    def save(self, path: str | Path) -> None:
        """Write the picture to a file with one of ENDINGS; raises PuzzleError for other names.

        A PDF has one page, as large as the picture.
        """
        save([self], path, self.title)


def save(pages: Sequence[Picture], path: str | Path, title: str, margin: float = 0.0) -> list[Path]:
    """Write pictures as pages to a file with one of ENDINGS, and return the files.

    A PDF has a margin of so many millimetres around each.  If there are several, each has its own .svg or .png file,
    with its number added to the name.  Raises PuzzleError for other names, and if a library is missing.
    """
    path = Path(path)
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise PuzzleError(f"{path}: a picture's name ends in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}")
    if ending in WHOLE:
        made = {path: pdf(pages, title, margin) if ending == ".pdf" else html(pages, title)}
    else:
        made = {
            each: page.png() if ending == ".png" else page.svg + "\n"
            for page, each in zip(pages, numbered(path, len(pages)), strict=True)
        }
    for each, content in made.items():
        data.write(each, content)
    return [*made]


def numbered(path: Path, many: int, first: int = 1) -> list[Path]:
    """Return the names of so many files: the path itself, or its name with the number of each added."""
    if many == 1:
        return [path]
    digits = len(str(first + many - 1))
    return [path.with_name(f"{path.stem}-{number:0{digits}}{path.suffix}") for number in range(first, first + many)]


class Word(NamedTuple):
    """A text beside the figures of a picture: where its baseline begins or has its middle, and its size, in pixels."""

    text: str
    x: float
    y: float
    size: float
    centred: bool


def check_pdf() -> None:
    """Raise PuzzleError if the library that writes PDF is not installed."""
    need("PDF needs", "reportlab", "print")


def pdf(pages: Sequence[Picture], title: str, margin: float = 0.0) -> bytes:
    """Return a PDF in which each picture is a page, with a margin of so many millimetres around it.

    Raises PuzzleError if reportlab is not installed.
    """
    check_pdf()
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    file, edge = BytesIO(), margin * MM * _POINT
    canvas = Canvas(file)
    canvas.setTitle(title)
    for page in pages:
        width, height = (side * _POINT for side in page.size)
        canvas.setPageSize((width + 2 * edge, height + 2 * edge))
        canvas.drawImage(
            ImageReader(BytesIO(page.png(min(_DOTS, _MOST_DOTS / max(page.size))))), edge, edge, width, height
        )
        for word in words(page):
            text, size = word.text.encode(_ENCODING, "ignore").decode(_ENCODING), word.size * _POINT
            before = canvas.stringWidth(text, _FONT, size) / 2 if word.centred else 0
            written = canvas.beginText(edge + word.x * _POINT - before, edge + height - word.y * _POINT)
            written.setFont(_FONT, size)
            written.setTextRenderMode(_UNSEEN)
            written.textOut(text)
            canvas.drawText(written)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def html(pages: Sequence[Picture], title: str) -> str:
    """Return an HTML page with the pictures, each of which is printed on a page of paper."""
    style = (
        "body{margin:0}section{padding:1rem}svg{display:block;margin:auto;max-width:100%;height:auto}"
        "@page{margin:15mm}@media print{section{padding:0}svg{max-height:100vh}section+section{break-before:page}}"
    )
    inside = "\n".join(f"<section>\n{page.svg}\n</section>" for page in pages)
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{escaped(title)}</title>\n'
        f"<style>{style}</style>\n{inside}\n</html>\n"
    )


def words(page: Picture) -> Iterator[Word]:
    """Yield the texts of a picture that have a class of words, in their order."""
    root = ElementTree.fromstring(page.svg)
    left, top, width, _ = map(float, root.attrib["viewBox"].split())
    scale = page.size[0] / width
    yield from _words(root, scale, -left * scale, -top * scale)


def _words(element: ElementTree.Element, scale: float, x: float, y: float) -> Iterator[Word]:
    """Yield the texts inside an element, whose point (p, q) is at (scale * p + x, scale * q + y) on the picture."""
    for change, first, second in _CHANGE.findall(element.get("transform", "")):
        if change == "scale":
            scale *= float(first)
        else:
            x, y = x + scale * float(first), y + scale * float(second or 0)
    kind = element.get("class", "") if element.tag == f"{_SVG}text" else ""
    if kind in _SIZES:
        said = re.search(r"font-size:([.\d]+)px", element.get("style", ""))
        size = float(said[1]) if said else _SIZES[kind]
        at_x, at_y = (scale * float(element.get(axis, 0)) for axis in "xy")
        yield Word(element.text or "", x + at_x, y + at_y, scale * size, kind == "note")
    for each in element:
        yield from _words(each, scale, x, y)
