"""Takes the pictures of docs/studio.md in a browser without a screen: `python docs/studio_pictures.py [NAME ...]`.

The pictures are `studio/NAME.webp`, at most 40 kB each; if all are taken, two of them make `studio.png` of the README.
Needs the extra `dev` and Chromium.
"""

import io
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

import satpuzzle as sp
from satpuzzle.puzzle.formats.xmpuzzle.converting import burr_of
from satpuzzle.puzzle.formats.xmpuzzle.writing import save
from satpuzzle.studio.page import page

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))
from browsing import started
from studio import Studio

FOLDER = Path(__file__).parent / "studio"
README = FOLDER.with_suffix(".png")
MOST = 40_000  # bytes
DESKTOP: dict[str, Any] = {"viewport": {"width": 1060, "height": 680}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2}
DARK: dict[str, Any] = {"color_scheme": "dark"}
FIVE = {
    "title": "The five tetrominoes",
    "grid": "square",
    "box": [5, 4],
    "pieces": [
        {"name": name, "cells": cells}
        for name, cells in {"I": "****", "O": "**\n**", "T": "***\n.*.", "L": "***\n..*", "S": "**.\n.**"}.items()
    ],
}


def first(studio: Studio) -> None:
    """The first sight: a solved puzzle."""
    studio.choose("soma")


def gallery(studio: Studio) -> None:
    """The bundled puzzles."""
    studio.page.click("[data-key=choose]")


def draw(studio: Studio) -> None:
    """A coloured board is drawn."""
    studio.choose("draughtboard")
    studio.mode("draw")


def proof(studio: Studio) -> None:
    """A chessboard shows that there is no solution."""
    studio.open_file("five.json", json.dumps(FIVE))
    studio.mode("solve")
    studio.page.click("#solve")
    studio.page.wait_for_selector("#status.impossible")


def solved(studio: Studio) -> None:
    """All solutions."""
    studio.choose("pentominoes-6x10")
    studio.solve()


def burr(studio: Studio) -> None:
    """A burr that comes apart."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "Dubois.xmpuzzle"
        save(burr_of(sp.load("dubois-burr")), path)
        studio.open_file(path.name, path.read_bytes())
    studio.until("/level/.test(document.getElementById('assembled')?.textContent)")
    for _ in range(9):
        studio.page.click("[aria-label='One step forward']")


def watch(studio: Studio) -> None:
    """A search, and how it compares with others."""
    studio.choose("genius-square")
    studio.mode("solve")
    studio.page.click("[data-key=watch]")
    studio.page.click("[data-key=compare]")
    studio.until("document.querySelector('[data-key=walking][aria-label=Play]') !== null")  # all have ended
    studio.page.select_option("[data-key=order]", "fewest")
    studio.page.click("[data-key=walking]")
    for _ in range(9):
        studio.page.click("[data-key=step]")


def play(studio: Studio) -> None:
    """A calendar, on a phone."""
    studio.choose("a-puzzle-a-day")
    studio.page.select_option("[data-key=day0]", "Jan")
    studio.page.select_option("[data-key=day1]", "25")
    studio.mode("play")
    studio.hints(5)
    studio.until_finish("This can be finished.")


def space(studio: Studio) -> None:
    """Play in space."""
    studio.choose("iq-pyramid-5")
    studio.mode("play")
    studio.hints(6)
    studio.until_finish("This can be finished.")


def done(studio: Studio) -> None:
    """A puzzle that was solved, on a phone."""
    studio.choose("genius-square")
    studio.mode("play")
    studio.hints(9)
    studio.until_finish("Solved: ")


def link(studio: Studio) -> None:
    """A link with its QR code."""
    studio.choose("tangram-square")
    studio.page.click("[data-key=Link]")


def bedlam(studio: Studio) -> None:
    """All solutions in space, moved apart."""
    studio.choose("bedlam")
    studio.solve()
    studio.page.fill("[data-key=apart]", "0.35")


SCENES: dict[str, tuple[Callable[[Studio], None], dict[str, Any]]] = {
    "first": (first, DESKTOP),
    "gallery": (gallery, DESKTOP),
    "draw": (draw, DESKTOP),
    "proof": (proof, DESKTOP),
    "solved": (solved, DESKTOP),
    "burr": (burr, DESKTOP),
    "watch": (watch, DESKTOP),
    "play": (play, PHONE),
    "space": (space, DESKTOP | DARK),
    "done": (done, PHONE | DARK),
    "link": (link, DESKTOP),
    "bedlam": (bedlam, DESKTOP | DARK),
}


def taken(studio: Studio) -> Image.Image:
    """Return what is shown, without what was said before."""
    studio.page.evaluate("document.getElementById('toast').hidden = true")
    studio.page.mouse.move(1, 1)
    studio.page.wait_for_timeout(500)
    shown = Image.open(io.BytesIO(studio.page.screenshot())).convert("RGB")
    shown.thumbnail((800, 1000), Image.Resampling.LANCZOS)
    return shown


def small(picture: Image.Image) -> bytes:
    """Return a picture as WebP of at most `MOST` bytes."""
    for quality in range(90, 0, -5):
        written = io.BytesIO()
        picture.save(written, "webp", quality=quality, method=6)
        if written.tell() <= MOST:
            break
    return written.getvalue()


def beside(left: Image.Image, right: Image.Image) -> Image.Image:
    """Return two pictures of one height side by side."""
    high = left.height
    right = right.resize((right.width * high // right.height, high), Image.Resampling.LANCZOS)
    both = Image.new("RGB", (left.width + 12 + right.width, high), "white")
    both.paste(left, (0, 0))
    both.paste(right, (left.width + 12, 0))
    return both


def main(names: list[str]) -> None:
    """Take the pictures with these names, or all."""
    FOLDER.mkdir(exist_ok=True)
    pictures = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        started(playwright.chromium, "--webgl-antialiasing-mode=msaa") as browser,
    ):
        path = Path(folder) / "studio.html"
        path.write_text(page(base="https://example.org/studio.html"), encoding="utf-8")
        for name in names or SCENES:
            scene, how = SCENES[name]
            studio = Studio(browser, path, in_space=True, **how)
            scene(studio)
            pictures[name] = taken(studio)
            studio.close()
            (FOLDER / f"{name}.webp").write_bytes(small(pictures[name]))
    if not names:
        both = beside(pictures["bedlam"], pictures["done"])
        both.quantize(128, dither=Image.Dither.NONE).save(README, optimize=True)


if __name__ == "__main__":
    main(sys.argv[1:])
