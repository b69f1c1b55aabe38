"""Any text as text of XML and HTML.

XML has no way to write most control characters, and nothing that is encoded as UTF-8 can hold half of a surrogate pair
(Extensible Markup Language 1.0, production Char).  They are left out, so that a picture can be made of every puzzle.
"""

import re
from html import escape

_NOT_ALLOWED = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def allowed(text: str) -> str:
    """Return a text without the characters that XML does not allow."""
    return _NOT_ALLOWED.sub("", text)


def escaped(text: str) -> str:
    """Return a text as it stands between tags, or between quotes in one."""
    return escape(allowed(text), quote=True)
