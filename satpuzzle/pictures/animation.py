"""Animations: a file that shows pictures one after another, as GIF or as animated PNG (APNG).

Every program shows GIF, but a picture in it has at most 256 colours; APNG has all colours.  Pillow, which the extra
`animation` installs, writes both.
"""

from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from satpuzzle import data
from satpuzzle.errors import PuzzleError
from satpuzzle.extras import need
from satpuzzle.pictures.panel import Panel
from satpuzzle.pictures.paper import written
from satpuzzle.pictures.printed import Picture

ENDINGS = (".gif", ".apng")
WIDTH = 480  # pixels
MOST = 500  # the largest number of pictures in an animation


def frames(panels: Sequence[Panel], title: str, background: str | None = None, width: int = WIDTH) -> list[Picture]:
    """Return a picture of each panel; all have the same size in pixels, the same scale and the same origin.

    `background` is an SVG colour, white by default.  Raises PuzzleError if it is `none`.
    """
    if background == "none":
        raise PuzzleError("background none: an animation needs a colour")
    sides = list(zip(*(panel.box for panel in panels), strict=True))
    box = (min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3]))
    return [written(Panel(panel.parts, box), title, background).scaled(width) for panel in panels]


def write_animation(frames: Iterable[Picture], path: str | Path, seconds: float | Sequence[float] = 1.0) -> None:
    """Write pictures of one size as an endless animation.

    `seconds` is the time for which each picture is shown, or a list of these times; they are rounded to 0.01.

    Raises PuzzleError if the name does not end in .gif or .apng, if there are no pictures or too many, or if Pillow is
    not installed, and OSError if the file cannot be written.
    """
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise PuzzleError(f"{path}: the name of an animation ends in {' or '.join(ENDINGS)}")
    shown = list(frames)
    if not 0 < len(shown) <= MOST:
        raise PuzzleError(f"{path}: an animation of {len(shown)} pictures, allowed are 1 to {MOST}")
    times = [float(seconds)] * len(shown) if isinstance(seconds, (int, float)) else [float(each) for each in seconds]
    if len(times) != len(shown) or not all(0.01 <= each <= 60 for each in times):
        raise PuzzleError(f"{path}: seconds are a number from 0.01 to 60, or one for each of {len(shown)} pictures")
    first, *others = _images(shown)
    file = BytesIO()
    first.save(
        file,
        format="PNG" if ending == ".apng" else "GIF",
        save_all=True,
        append_images=others,
        duration=[round(each * 100) * 10 for each in times],
        loop=0,
    )
    data.write(path, file.getvalue())


def check_installed() -> None:
    """Raise PuzzleError if the library that writes animations is not installed."""
    need("animations need", "PIL", "animation", "Pillow")


def _images(shown: Sequence[Picture]) -> list[Any]:
    check_installed()
    from PIL import Image

    return [Image.open(BytesIO(picture.png())).convert("RGB") for picture in shown]
