"""Converts any text to text of XML and HTML.

XML cannot represent most control characters, and UTF-8 cannot represent lone surrogates (Extensible Markup Language
1.0, production Char).  They are removed, so that every puzzle has a picture.
"""

import re
from html import escape

_NOT_ALLOWED = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def allowed(text: str) -> str:
    """Return a text without the characters that XML does not allow."""
    return _NOT_ALLOWED.sub("", text)


def escaped(text: str) -> str:
    """Return a text escaped for use between tags or in quoted attributes."""
    return escape(allowed(text), quote=True)
