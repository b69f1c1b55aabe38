"""Drawing over a photo in a browser: what is seen, by its pixels."""

import base64
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from studio import Studio

RED, BLUE = (230, 40, 30), (20, 60, 220)
_DROP = """([name, text]) => {
    const bytes = Uint8Array.from(atob(text), (mark) => mark.charCodeAt(0));
    const files = new DataTransfer();
    files.items.add(new File([bytes], "photo.png", { type: "image/png" }));
    const how = { bubbles: true, cancelable: true };
    const event = name === "paste" ? new ClipboardEvent(name, { ...how, clipboardData: files })
        : new DragEvent(name, { ...how, dataTransfer: files });
    document.body.dispatchEvent(event);
}"""


def photo() -> bytes:
    """Return a picture, twice as wide as high, that is red on the left and blue on the right."""
    image = pytest.importorskip("PIL.Image")
    made, file = image.new("RGB", (200, 100), RED), BytesIO()
    made.paste(BLUE, (100, 0, 200, 100))
    made.save(file, "PNG")
    return file.getvalue()


def choose(studio: Studio, content: bytes, name: str = "photo.png") -> None:
    """Choose a file as the photo."""
    studio.page.set_input_files("#photo", {"name": name, "mimeType": "image/png", "buffer": content})


def seen(studio: Studio, *points: tuple[float, float]) -> list[str]:
    """Return which colour of the photo is seen at points of the sheet, in lengths of the grid, "" for none."""
    image = pytest.importorskip("PIL.Image")
    with image.open(BytesIO(studio.page.screenshot())) as shot:
        found = []
        for point in points:
            red, _, blue = shot.convert("RGB").getpixel(tuple(map(round, studio.at(*point))))
            found.append("red" if red > blue + 25 else "blue" if blue > red + 25 else "")
    return found


def begin(studio: Studio) -> None:
    """Draw an empty board with the photo, whose middle is that of the sheet."""
    studio.begin("square")
    studio.page.click("[aria-label='Clear']")
    choose(studio, photo())
    studio.page.wait_for_selector("#sheet .photo")


def test_a_photo_lies_under_the_grid_and_is_moved_scaled_faded_and_removed(studio: Studio) -> None:
    page = studio.page
    begin(studio)
    assert "stays in this page" in studio.said()
    assert len(page.query_selector_all("#tools .tracing > *")) == 3
    spots = ((-1.3, -0.3), (1.3, -0.3), (-1.3, 3.6))  # none of them lies on a line of the grid
    assert seen(studio, *spots) == ["red", "blue", ""]
    studio.paint((-2, 0), (2.5, 0))  # to drag it by 4.5 cells
    assert seen(studio, *spots) == ["", "red", ""]
    studio.paint((2.5, 0), (-2, 0))
    page.mouse.move(*studio.at(0, 0))
    page.mouse.wheel(0, 100)
    for _ in range(26):
        page.keyboard.press("-")
    assert seen(studio, *spots, (-0.3, 0.2), (0.3, 0.2)) == ["", "", "", "red", "blue"]
    for _ in range(30):
        page.keyboard.press("+")
    assert seen(studio, *spots) == ["red", "blue", ""]
    page.keyboard.press("ArrowDown")
    page.fill("[data-key=faint]", "0")
    assert seen(studio, *spots) == ["", "", ""]
    page.fill("[data-key=faint]", "50")
    page.click("[aria-label='Paint cells']")
    studio.paint((-1, 0), (1, 0))
    assert len(page.query_selector_all("#sheet .cell.on")) == 3
    assert seen(studio, *spots) == ["red", "blue", ""]  # it is seen through what is painted
    page.click("[aria-label='Remove the photo']")
    assert seen(studio, *spots) == ["", "", ""]
    assert page.is_visible("[aria-label='A photo to draw over']")


def test_a_photo_is_dropped_or_pasted_and_outlives_modes_and_grids_but_not_the_page(studio: Studio) -> None:
    page = studio.page
    studio.choose("soma")
    for name in ("drop", "paste"):
        studio.mode("solve")
        page.evaluate(_DROP, [name, base64.b64encode(photo()).decode()])
        page.wait_for_selector("body[data-mode=draw] #sheet .photo")
    studio.mode("play")
    assert not page.query_selector(".photo")
    studio.begin("hexagonal", 3, 3)
    assert seen(studio, (-1.3, -2.5), (1.3, -2.5)) == ["red", "blue"] or page.query_selector("#sheet .photo")
    studio.load()
    studio.mode("draw")
    assert not studio.page.query_selector(".photo")


def test_a_photo_is_in_no_link_and_in_no_file(studio: Studio) -> None:
    page = studio.page
    begin(studio)
    page.click("[data-key=Link]")
    assert len(page.input_value("#dialog textarea")) < 400
    page.keyboard.press("Escape")
    page.click("[data-key=Save]")
    with page.expect_download() as got:
        page.click("#dialog >> text=picture")
    text = Path(got.value.path()).read_text(encoding="utf-8")
    assert "<path" in text and "<image" not in text and "blob:" not in text
    choose(studio, b"no picture", "words.txt")
    studio.until_said("words.txt is no picture that this browser can show.")
    assert page.query_selector("#sheet .photo")


@pytest.mark.full
def test_two_fingers_scale_a_photo_on_a_phone(studio_browser: Any, studio_path: Path) -> None:
    phone = Studio(studio_browser, studio_path, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    begin(phone)
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 360
    hand = phone.context.new_cdp_session(phone.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        """Send where fingers are."""
        at = [dict(zip("xy", phone.at(*point), strict=True)) | {"id": i} for i, point in enumerate(points)]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", (0, 0), (3, 0))
    for far in (2.4, 1.8, 1.2, 0.6):
        touch("touchMove", (0, 0), (far, 0))
    touch("touchEnd")
    assert seen(phone, (-1.3, 0.2), (-0.3, 0.2), (0.3, 0.2), (1.3, 0.2)) == ["", "red", "blue", ""]
    phone.close()
