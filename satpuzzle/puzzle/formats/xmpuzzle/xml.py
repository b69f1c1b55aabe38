"""Parses untrusted XML with expat into a tree, within limits.

A file may be compressed by gzip.  It may be UTF-8 or Latin-1; BurrTools' files do not name their encoding.  Document
types are rejected, so a file cannot define entities, which could grow without limit.  The numbers of bytes, gzip
members and elements, and the depth, are limited.
"""

import re
import zlib
from dataclasses import dataclass, field
from xml.parsers import expat

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import PuzzleError

MOST_BYTES = 64 << 20  # the largest size of a file, and of its decompressed content
MOST_MEMBERS = 10  # the largest number of gzip members in a file; BurrTools writes one
MOST_ELEMENTS = 1_000_000
DEEPEST = 200
_PORTION = 1 << 20  # bytes that are parsed between two checks of the clock
_GZIP = b"\x1f\x8b"
_DECLARED = re.compile(rb"""\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.-]+)["']""")
_LATIN = ("iso-8859-1", "latin-1", "latin1", "windows-1252", "cp1252")


@dataclass(slots=True)
class Element:
    """An element with its attributes, its children, and its text up to the first child."""

    tag: str
    attributes: dict[str, str]
    children: list["Element"] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Return the text before the first child."""
        return "".join(self.pieces)

    def all(self, tag: str) -> list["Element"]:
        """Return all children with this tag."""
        return [child for child in self.children if child.tag == tag]

    def first(self, tag: str) -> "Element | None":
        """Return the first child with this tag, None if there is none."""
        return next((child for child in self.children if child.tag == tag), None)


def unpacked(octets: bytes, clock: Clock = UNLIMITED) -> bytes:
    """Return the bytes of a file, decompressed if they are gzip.  Raises PuzzleError if they are damaged or too many.

    Raises Stopped if the clock stops.
    """
    if not octets.startswith(_GZIP):
        return octets
    found = b""
    for _ in range(MOST_MEMBERS):
        clock.check()
        unpacker = zlib.decompressobj(wbits=31)
        try:
            found += unpacker.decompress(octets, MOST_BYTES + 1 - len(found))
        except zlib.error as error:
            raise PuzzleError(f"damaged gzip ({error})") from None
        if len(found) > MOST_BYTES:
            raise PuzzleError(f"unpacks to more than {MOST_BYTES >> 20} MiB, which is the limit")
        if not unpacker.eof:
            raise PuzzleError("damaged gzip (it ends too early)")
        octets = unpacker.unused_data
        if not octets.startswith(_GZIP):
            return found
    raise PuzzleError(f"more than {MOST_MEMBERS} gzip members, which is the limit")


def parse(content: str | bytes, clock: Clock = UNLIMITED) -> Element:
    """Return the root element of an XML text.  Raises PuzzleError if it is malformed or exceeds the limits.

    Raises Stopped if the clock stops.
    """
    tree = _Tree()
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = tree.doctype
    parser.StartElementHandler = tree.start
    parser.EndElementHandler = tree.end
    parser.CharacterDataHandler = tree.characters
    try:
        text = memoryview((content if isinstance(content, str) else _text(content)).encode())
        for start in range(0, len(text), _PORTION):
            clock.check()
            parser.Parse(text[start : start + _PORTION], False)
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise PuzzleError(f"not XML: {error}") from None
    assert tree.root is not None  # otherwise expat raises an error
    return tree.root


def _text(octets: bytes) -> str:
    declared = _DECLARED.match(octets)
    if declared and declared.group(1).decode().lower() in _LATIN:
        return octets.decode("latin-1")
    try:
        return octets.decode("utf-8-sig")
    except UnicodeDecodeError:
        return octets.decode("latin-1")


class _Tree:
    """Builds a tree from expat's events."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self.open: list[Element] = []
        self.elements = 0

    def doctype(self, *rest: object) -> None:
        raise PuzzleError("declares a document type, which is not read")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.elements += 1
        if self.elements > MOST_ELEMENTS:
            raise PuzzleError(f"more than {MOST_ELEMENTS} elements, which is the limit")
        if len(self.open) == DEEPEST:
            raise PuzzleError(f"elements more than {DEEPEST} deep, which is the limit")
        element = Element(tag, attributes)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def end(self, tag: str) -> None:
        self.open.pop()

    def characters(self, text: str) -> None:
        if not self.open[-1].children:
            self.open[-1].pieces.append(text)
