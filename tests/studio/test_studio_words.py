"""The languages of the page."""

from pathlib import Path
from typing import Any

from studio import Studio

SOLVE = {"de": "Lösen", "ru": "Решать"}


def speaks(visitor: Studio, lang: str) -> bool:
    """Tell whether the page is in a language."""
    tab: str = visitor.page.inner_text("#modes [data-key=solve]")
    return visitor.page.get_attribute("html", "lang") == lang and tab == SOLVE[lang]


def test_the_browser_chooses_the_language_and_so_can_the_user(studio_browser: Any, studio_path: Path) -> None:
    visitor = Studio(studio_browser, studio_path, locale="de-AT")
    assert speaks(visitor, "de")
    visitor.page.select_option("[data-key=language]", "ru")
    assert speaks(visitor, "ru")
    visitor.load()
    assert speaks(visitor, "ru")
    visitor.close()
