"""Converts any text to text of XML and HTML.

XML cannot represent most control characters, and UTF-8 cannot represent lone surrogates (Extensible Markup Language
1.0, production Char).  They are removed, so that every puzzle has a picture.
"""

import re
from html import escape
from unicodedata import east_asian_width

_NOT_ALLOWED = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_WIDE = 0.6  # approximate width of a character


def allowed(text: str) -> str:
    """Return a text without the characters that XML does not allow."""
    return _NOT_ALLOWED.sub("", text)


def escaped(text: str) -> str:
    """Return a text escaped for use between tags or in quoted attributes."""
    return escape(allowed(text), quote=True)


def wide(text: str) -> float:
    """Return the approximate width of a text, in multiples of the size of its letters."""
    return _WIDE * sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
