"""The manual is short, and no sentence in it is long."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pages import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
MOST_WORDS = 35  # of a sentence
MOST = 52_500  # of all pages of docs/, with tables and code; what was measured belongs into dated notes
MADE = {"gallery.md"}  # by a script, of the titles of puzzles
TABLES = {"atlas.md"}  # by a script, of data
_CODE = re.compile(r"^ *```.*?^ *```", re.DOTALL | re.MULTILINE)
_LINE = re.compile(r"\s*(?:[-*+]|\d+\.)\s+|\s*$|#|\s*\||\s*<|\s*>")  # a new item, paragraph, heading, row, or tag
_END = re.compile(r"(?<=[.!?])[)*_”\"]*\s+(?=[(*_“\"]*(?:[A-Z0-9`\[]|satpuzzle|xcover))")
_SHORT = re.compile(
    r"\b(?:cf|vol|p(?=\. \d)|no|al|[A-Z](?=\. [A-Z]\.))\.(?=\s)|(?<=[a-z.] [A-Z])\.(?= [A-Z][a-z]+,| [A-Z][a-z]+ and)"
)
_TAG = re.compile(r"</?[a-z][^>]*>")


def paragraphs(text: str) -> Iterator[str]:
    """Yield paragraphs and items of lists, without blocks of code, tables, headings and tags."""
    found: list[str] = []
    for line in [*_CODE.sub("", text).splitlines(), ""]:
        begins = _LINE.match(line)
        if begins and found:
            yield " ".join(found)
            found = []
        if begins is None or begins[0].strip("-*+.0123456789 ") == "":
            found += [line[begins.end() if begins else 0 :].strip()] if line.strip() else []


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a page; what stands in backticks is one word, and of a link its text counts."""
    for paragraph in paragraphs(text):
        plain = re.sub(r"`[^`]*`", "`x`", re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", _TAG.sub("", paragraph)))
        yield from _END.split(_SHORT.sub(lambda found: found[0][:-1], plain))


def words(sentence: str) -> int:
    """Return how many words a sentence has: what has a letter or a digit."""
    return sum(bool(re.search(r"\w", word)) for word in sentence.split())


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_no_sentence_is_long(page: Path) -> None:
    if page.name not in MADE:
        text = page.read_text(encoding="utf-8")
        assert [one for one in sentences(text) if words(one) > MOST_WORDS] == []


def test_the_manual_is_short() -> None:
    pages = [page for page in PAGES[1:] if page.name not in TABLES]
    assert sum(words(page.read_text(encoding="utf-8")) for page in pages) <= MOST


@pytest.mark.parametrize(
    ("text", "many"),
    [
        ("One two three.  Four\nfive `six seven eight`.\n\n- nine\n  ten\n- eleven", [3, 3, 2, 1]),
        ("```\nmany words in code\n```\n| in | a table |\n\n# A heading\n[two words](of a link) – and a dash.", [5]),
        ("By A. Author, vol. 2, p. 3 and so on! Then <b>a</b>\n tag.", [10, 3]),
    ],
)
def test_sentences_are_counted(text: str, many: list[int]) -> None:
    assert [words(one) for one in sentences(text)] == many
