"""Cells put on cells in the view in space, in a browser."""

from pathlib import Path
from typing import Any

import pytest
from studio import Studio

IN_SPACE = True

# Where sides are seen in space, found by moving the pointer over it.
_SIDES = """() => {
    const canvas = document.querySelector("#space canvas");
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const found = {};
    for (let y = 3; y < 100; y += 3) for (let x = 3; x < 100; x += 3) {
        const [clientX, clientY] = [left + (x * width) / 100, top + (y * height) / 100];
        canvas.dispatchEvent(new PointerEvent("pointermove", { clientX, clientY }));
        (found[canvas.dataset.side] ??= []).push([clientX, clientY]);
    }
    const middle = (some) => some[Math.floor(some.length / 2)];
    const all = Object.entries(found);
    return Object.fromEntries(all.flatMap(([side, some]) => (side ? [[side, middle(some)]] : [])));
}"""


def sides(studio: Studio) -> dict[str, tuple[float, float]]:
    """Return where in the window sides can be seen in space, each said as its cell and the one beyond it."""
    studio.until("document.querySelector('#space canvas')?.dataset.still === 'true'")
    found: dict[str, tuple[float, float]] = studio.page.evaluate(_SIDES)
    return found


def click(studio: Studio, side: str, **how: Any) -> None:
    """Click on a side in space."""
    studio.page.mouse.click(*sides(studio)[side], **how)


def number(studio: Studio) -> str:
    """Return how many cells the board has, as it is said."""
    text: str = studio.page.inner_text(".shapes strong + .note")
    return text


def test_a_click_on_a_face_in_space_puts_a_cube_on_it_or_takes_it_away(studio: Studio) -> None:
    page = studio.page
    studio.begin("cubic", 2, 2, 1)
    click(studio, "1,1,0>1,1,1")  # on the top of the cube in front
    assert number(studio) == "5 cells" and page.inner_text("#bar .number") == "Layer 2"
    click(studio, "1,1,1>1,1,2")
    click(studio, "1,1,2>2,1,2")  # on its right side, over nothing
    assert number(studio) == "7 cells" and page.inner_text("#bar .number") == "Layer 3"
    click(studio, "2,1,2>2,1,3", button="right")
    assert number(studio) == "6 cells"
    page.keyboard.down("Shift")
    click(studio, "1,1,2>1,1,3")
    page.keyboard.up("Shift")
    page.click("[aria-label='Erase cells']")
    click(studio, "1,1,1>1,1,2")
    assert number(studio) == "4 cells"
    page.click("[aria-label='Cells that may stay empty']")
    click(studio, "1,1,0>1,1,1")
    assert number(studio) == "4 cells, 1 may stay empty"
    page.click("[aria-label=Undo]")
    assert number(studio) == "4 cells"


def test_turning_the_view_puts_nothing(studio: Studio) -> None:
    page = studio.page
    studio.begin("cubic", 2, 2, 1)
    before = sides(studio)
    x, y = before["1,1,0>1,1,1"]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y)
    page.mouse.up()
    assert number(studio) == "4 cells" and sides(studio) != before
    studio.mode("solve")
    assert page.get_attribute("#space canvas", "title") == ""


@pytest.mark.full
def test_the_first_cell_of_a_piece_and_balls_on_balls_are_put_in_space(studio: Studio) -> None:
    page = studio.page
    for grid in ("fcc", "tetra-octa"):
        studio.begin(grid)
        page.click("[data-key=add]")
        page.wait_for_selector("#space canvas")
        box = page.query_selector("#space canvas").bounding_box()
        for many in (1, 2, 3):
            at = sides(studio) if many > 1 else {"": (box["x"] + 20, box["y"] + 20)}
            page.mouse.click(*at[min(at)])
            page.wait_for_selector(f"#sheet [aria-label^='A, {many} cell']")
    assert "In several parts" not in page.inner_text(".shapes")


@pytest.mark.full
def test_a_thumb_builds_on_a_phone(studio_browser: Any, studio_path: Path) -> None:
    phone = Studio(
        studio_browser,
        studio_path,
        in_space=True,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
    )
    phone.begin("cubic", 2, 2, 1)
    phone.page.touchscreen.tap(*sides(phone)["1,1,0>1,1,1"])
    assert number(phone) == "5 cells"
    phone.close()
