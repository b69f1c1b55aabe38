"""Animations, read back by the library that others read them with."""

from pathlib import Path

import pytest

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.pictures.animation import ENDINGS, MOST, frames, write_animation
from satpuzzle.pictures.panel import Panel
from satpuzzle.pictures.printed import Picture

pytest.importorskip("PIL")
SQUARES = [Panel([f'<rect x="{x}" width="1" height="1" fill="red"/>'], (x, 0, x + 1, 1)) for x in range(3)]


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_picture_is_in_the_file_for_its_time_and_it_goes_round(ending: str, tmp_path: Path) -> None:
    from PIL import Image

    path = tmp_path / f"squares{ending}"
    write_animation(frames(SQUARES, "squares", width=74), path, [0.5, 1, 0.25])
    with Image.open(path) as image:
        assert (image.n_frames, image.size, image.info["loop"]) == (3, (74, 34), 0)  # a margin of 0.35 around 3 x 1
        lasts, reds = [], []
        for number in range(3):
            image.seek(number)
            lasts.append(image.info["duration"])
            row = [image.convert("RGB").getpixel((x, 17)) for x in (17, 37, 57)]
            reds.append([pixel[1] < 60 for pixel in row])
        assert lasts == [500, 1000, 250]
        assert reds == [[number == place for place in range(3)] for number in range(3)]


@pytest.mark.parametrize(
    "name, shown, seconds, reason",
    [
        ("a.mp4", 1, 1.0, "ends in .gif or .apng"),
        ("a.gif", 0, 1.0, "of 0 pictures"),
        ("a.gif", MOST + 1, 1.0, f"of {MOST + 1} pictures"),
        ("a.gif", 2, [1.0], "one for each of 2 pictures"),
        ("a.gif", 1, 0.001, "from 0.01 to 60"),
        ("a.gif", 1, float("nan"), "from 0.01 to 60"),
    ],
)
def test_what_is_no_animation_is_refused(
    name: str, shown: int, seconds: float | list[float], reason: str, tmp_path: Path
) -> None:
    picture = sp.draw(sp.make_puzzle(board="**", pieces={"I": "**"}, grid="square"))
    with pytest.raises(PuzzleError, match=reason):
        write_animation([picture] * shown, tmp_path / name, seconds)
    assert not [*tmp_path.iterdir()]


def test_an_animation_has_paper() -> None:
    assert all(isinstance(picture, Picture) for picture in frames(SQUARES, "squares", "#ffe"))
    with pytest.raises(PuzzleError, match="needs a colour"):
        frames(SQUARES, "squares", "none")
