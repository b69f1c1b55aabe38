"""Accessibility: axe-core finds nothing in any view, light or dark, in all languages."""

import json
from pathlib import Path
from typing import Any, Literal

import pytest
from skips import lacks
from studio import Studio
from test_studio_filling import FIVE

import satpuzzle
from satpuzzle.studio.page import texts

AXE = Path(satpuzzle.__file__).parents[1] / "tools/javascript/node_modules" / "axe-core" / "axe.min.js"
FINDINGS = "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map((each) => each.html)]))"


@pytest.fixture
def axe() -> str:
    if not AXE.exists():
        lacks("axe-core")
    return AXE.read_text(encoding="utf-8")


def check(studio: Studio) -> None:
    """Assert that nothing is found in what is shown."""
    assert studio.page.evaluate(FINDINGS) == []


def test_axe_finds_nothing_in_the_first_view_until_a_button_has_no_name(
    studio_browser: Any, studio_path: Path, axe: str
) -> None:
    visitor = Studio(studio_browser, studio_path, bypass_csp=True)
    visitor.page.evaluate(axe)
    check(visitor)
    visitor.page.evaluate("document.body.append(document.createElement('button'))")
    assert "button-name" in [name for name, _ in visitor.page.evaluate(FINDINGS)]
    visitor.close()


@pytest.mark.full
def test_axe_finds_nothing_on_a_phone_nor_after_a_victory(studio_browser: Any, studio_path: Path, axe: str) -> None:
    size = {"width": 360, "height": 640}
    visitor = Studio(studio_browser, studio_path, bypass_csp=True, viewport=size, has_touch=True, is_mobile=True)
    page = visitor.page
    page.evaluate(axe)
    visitor.choose("a-puzzle-a-day")
    visitor.mode("play")

    def check_in(scheme: Literal["dark", "light"]) -> None:
        page.emulate_media(color_scheme=scheme)
        check(visitor)

    visitor.until_finish("This can be finished.")
    page.tap("[data-key=further]")
    page.tap("[data-key=series]")
    page.select_option("[data-key=many]", "1")
    page.tap("[data-key=make]")
    page.wait_for_selector(".series li")
    check_in("dark")
    page.tap("[data-key=finish]")
    visitor.until("document.getElementById('over') === null")
    check_in("light")
    page.tap("[data-key=share]")
    page.wait_for_selector(".postcard")
    check_in("dark")
    visitor.close()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", texts())
def test_axe_finds_nothing_in_any_view(
    studio_browser: Any, studio_path: Path, axe: str, language: str, scheme: str
) -> None:
    visitor = Studio(studio_browser, studio_path, in_space=True, bypass_csp=True, locale=language, color_scheme=scheme)
    page = visitor.page
    page.evaluate(axe)
    for name in ("soma", "draughtboard", "a-puzzle-a-day"):
        page.click("[data-key=choose]")
        check(visitor)
        page.click(f"[data-name='{name}']")
        for mode in ("draw", "solve", "play"):
            visitor.mode(mode)
            check(visitor)
        visitor.solve()
        check(visitor)
        page.click("[data-key=build]")
        check(visitor)
        page.keyboard.press("Escape")
        page.click("[data-key=watch]")
        page.click("[data-key=walking]")
        check(visitor)
    visitor.drop("five.json", json.dumps(FIVE))
    visitor.until_said("five.json")  # was opened, in each language
    visitor.solve("impossible")
    page.click("[data-key=fill]")
    page.wait_for_selector("#filled.complete")
    check(visitor)
    visitor.mode("play")
    for name in ("macmahon-squares", "stella-octangula"):  # pieces with letters besides names, and in copies
        visitor.choose(name)
        check(visitor)
    for dialog in ("diary", "Save", "Link"):
        page.click(f"[data-key='{dialog}']")
        check(visitor)
        page.keyboard.press("Escape")
    visitor.close()
