"""Figures credited to the articles stand in `notebooks/articles/figures.toml`, as those of the articles or as ours."""

import re
import tomllib
from collections.abc import Iterator
from itertools import chain

import pytest
from pages import ROOT, tables

FIGURES = tomllib.loads((ROOT / "notebooks/articles/figures.toml").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "articles.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE))
CREDITED = ("found there", "his figure", "Kleberhoff")  # heads of columns
CREDITS = re.compile(r"\b(he|him|his|author|article|comment|father)\b", re.IGNORECASE)
NUMBER = re.compile(r"\d+(?:×\d+)+|\d+ million\b|\d+")


def numbers(text: str) -> set[str]:
    """Return the numbers of a text, those of links and code left out."""
    return set(
        NUMBER.findall(
            re.sub(
                r"`[^`]*`|\[notebooks? [\d, and]*\]|\([^)]*\.ipynb\)|notebooks? [\d, and]+", "", text.replace(",", "")
            )
        )
    )


def anchor(title: str) -> str:
    return re.sub(r"[^\w-]", "", title.lower().replace(" ", "-"))


def paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs and list items of a text, without tables and blocks."""
    prose = re.sub(r"```.*?```|^\|.*$", "", text, flags=re.DOTALL | re.MULTILINE)
    yield from (" ".join(paragraph.split()) for paragraph in re.split(r"\n\n|\n- ", prose))


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_that_a_page_credits_to_an_article_stands_there(name: str) -> None:
    stands, ours = (set(FIGURES[name][kind]) for kind in ("stands", "ours"))
    for row in chain.from_iterable(tables(SECTIONS[name])):
        for head in CREDITED:
            assert numbers(row.get(head, "")) <= stands, row
    for paragraph in paragraphs(SECTIONS[name]):
        if CREDITS.search(paragraph):
            assert numbers(paragraph) <= stands | ours, paragraph


def test_the_first_table_credits_each_article_with_its_own_figures() -> None:
    found = {
        row["article"].partition("(#")[2].partition(")")[0]: row["found there"]
        for row in chain.from_iterable(tables(PAGE.partition("\n## ")[0]))
    }
    assert found.keys() == {anchor(name) for name in FIGURES}
    for name, figures in FIGURES.items():
        assert numbers(found[anchor(name)]) <= set(figures["stands"]), name
