"""Links of the studio: a puzzle in the fragment of an address.

`ADDRESS#p=...` contains JSON, compressed (raw deflate, RFC 1951) and encoded in base64url without padding (RFC 4648).
The JSON has the keys `puzzle`, with the keys of a puzzle file, or `name`, that of a bundled one or of a calendar, which
is opened at today's date; `placed`, pairs of a piece's number and its cells; and `day`, the name and the labels of a
member of a bundled family, if it is one.  The fragment alone is a link too.
A title may follow, `&t=Soma-cube`, for people.
"""

import base64
import binascii
import re
import zlib
from collections.abc import Mapping
from typing import Any

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats import json

LONGEST = 2_000_000  # the largest number of characters of a link
_LARGEST = 8_000_000  # the largest number of bytes of its JSON
_LINK = r"(?ai)(?:[a-z][a-z0-9+.-]*:[^#]*)?#p=([\w-]*)(?:&t=[\w%-]*)?"


def is_link(text: str) -> bool:
    """Tell whether a text is a link of the studio, or the fragment of one."""
    return "#" in text and re.match(_LINK, text) is not None


def pack(content: Mapping[str, Any]) -> str:
    """Return the fragment of an address, `#p=...`, that contains these keys and values."""
    pressed = zlib.compress(json.write(content).encode(), 9, -zlib.MAX_WBITS)
    return "#p=" + base64.urlsafe_b64encode(pressed).decode().rstrip("=")


def unpack(link: str) -> dict[str, Any]:
    """Return the keys and values in a link.  Raises PuzzleError if the text is no link, damaged, or too large."""
    if len(link) > LONGEST:
        raise PuzzleError(f"the link has {len(link)} characters, at most {LONGEST} are allowed")
    found = re.fullmatch(_LINK, link)
    if found is None:
        raise PuzzleError("the link is damaged: after #p= come letters, digits, - and _ only")
    try:
        pressed = base64.urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4))
        unpacking = zlib.decompressobj(-zlib.MAX_WBITS)
        said = unpacking.decompress(pressed, _LARGEST)
        whole = unpacking.eof and not unpacking.unused_data
        text = said.decode()
    except (binascii.Error, zlib.error, ValueError):
        whole, text = False, ""
    else:
        if not whole and unpacking.unconsumed_tail:
            raise PuzzleError(f"the link unpacks to more than {_LARGEST} bytes")
    if not whole:
        raise PuzzleError("the link is damaged: part of it is missing or was changed")
    try:
        content = json.parse(text)
    except PuzzleError as error:
        raise PuzzleError(f"the link is {error}") from None
    if not isinstance(content, dict) or not (
        isinstance(content.get("puzzle"), dict) or isinstance(content.get("name"), str)
    ):
        raise PuzzleError("the link has no puzzle")
    return content
