"""Reads untrusted files, compressed or not, in bounded memory."""

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from satpuzzle.errors import BackendError, CertificateError

LONGEST = 1 << 24  # the largest number of bytes of a line
_MEMORY = 1 << 27  # limit in bytes of the memory for decompression; files made by `xz -9` need half of it
_CHUNK = 1 << 20  # bytes that are decompressed at a time


def lines(path: Path) -> Iterator[str]:
    """Yield the lines of a file without line ends, decompressed if its name ends in .xz.

    Raises CertificateError if it is damaged, is not UTF-8 or has a line that is too long.
    """
    number, rest = 1, b""
    for chunk in unpacked(path):
        whole, end, rest = (rest + chunk).rpartition(b"\n")
        if end:
            found = _text(path, whole).split("\n")
            number += len(found)
            yield from found
        if len(rest) > LONGEST:
            raise CertificateError(f"{path.name}, line {number}: it is longer than {LONGEST >> 20} MiB")
    if rest:
        yield _text(path, rest)


def unpacked(path: Path) -> Iterator[bytes]:
    """Yield the content of a file, decompressed if its name ends in .xz.  Raises CertificateError if it is damaged."""
    with path.open("rb") as file:
        if path.suffix != ".xz":
            while chunk := file.read(_CHUNK):
                yield chunk
            return
        lzma = xz()
        unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MEMORY)
        try:
            while not unpacker.eof:
                packed = file.read(_CHUNK) if unpacker.needs_input else b""
                if unpacker.needs_input and not packed:
                    raise CertificateError(f"{path.name}: its end is missing")
                yield unpacker.decompress(packed, _CHUNK)
        except lzma.LZMAError as error:
            raise CertificateError(f"{path.name}: {error}") from None
        if unpacker.unused_data or file.read(1):
            raise CertificateError(f"{path.name}: there is something after its end")


def xz() -> ModuleType:
    """Return Python's module lzma; raises BackendError if this Python has none, as in some browsers."""
    try:
        import lzma
    except ModuleNotFoundError:
        raise BackendError("certificates need the module lzma, which this Python does not have") from None
    return lzma


def _text(path: Path, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise CertificateError(f"{path.name}: not UTF-8") from None
