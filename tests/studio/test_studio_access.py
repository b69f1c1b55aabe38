"""Accessibility: axe-core finds nothing in any view, light or dark, in all languages."""

import json
from pathlib import Path
from typing import Any

import pytest
from in_node import in_node
from skips import lacks
from studio import Studio
from test_studio_filling import FIVE

import satpuzzle

AXE = Path(satpuzzle.__file__).parents[1] / "tools/javascript/node_modules" / "axe-core" / "axe.min.js"
FINDINGS = "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map((each) => each.html)]))"
LANGUAGES = [code for code, _ in in_node("answer(languages);", "words.js")]


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


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
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
        page.click("[data-key=watch]")
        page.click("[data-key=walking]")
        check(visitor)
    visitor.open_file("five.json", json.dumps(FIVE))
    visitor.solve("impossible")
    page.click("[data-key=fill]")
    page.wait_for_selector("#filled.complete")
    check(visitor)
    visitor.mode("play")
    for dialog in ("diary", "Save", "Link"):
        page.click(f"[data-key='{dialog}']")
        check(visitor)
        page.keyboard.press("Escape")
    visitor.close()
