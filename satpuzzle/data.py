"""Files: where the bundled ones lie, how any of them is read, and how one is written.

Whatever is read is a regular file of bounded size in UTF-8; for anything else there is one line that says what is
wrong, before a device or a pipe without end is opened.

What is written appears under its name when it is complete, and not before: a kill, a full disk or Ctrl-C leave what
was there.  Something short goes into a temporary file beside its place, which is then moved there (`writing`, `write`).
Something long, which is worth having before its end, grows under the name FILE.part (`streaming`).

A wheel carries the bundled folders inside the package; in a checkout they lie beside it.
"""

import contextlib
import os
import stat
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, TextIO

from satpuzzle.errors import PuzzleError

SMALL = 2 << 20  # bytes of a puzzle, a recipe, a hint
LARGE = 256 << 20  # bytes of a file of solutions

_PACKAGE = Path(__file__).parent
_KINDS = {
    stat.S_IFDIR: "a directory",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
}
_OPENED = ("/dev/std", "/dev/fd/", "/proc/")  # names of what is open already, which cannot be moved to


@cache
def folder(name: str) -> Path:
    """Return the folder of bundled data with this name, `puzzles` or `encodings`."""
    installed = _PACKAGE / "_data" / name
    return installed if installed.is_dir() else _PACKAGE.parent / name


@cache
def files(name: str) -> Mapping[str, Path]:
    """Return the bundled TOML files of a data folder by their short names, in alphabetical order."""
    where = folder(name)
    stems = sorted(file.removesuffix(".toml") for file in os.listdir(where) if file.endswith(".toml"))
    return MappingProxyType({stem: where / f"{stem}.toml" for stem in stems})


def is_file(name: str) -> bool:
    """Tell whether a text is the name of a regular file, which it need not be at all."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # too long for a name, or a character that no name has
        return False


def read(path: Path, most: int = SMALL) -> str:
    """Return the text of a regular file of at most so many bytes.

    Raises PuzzleError, with a one-line message, if it is none or not UTF-8.
    """
    with _opened(path) as file:
        return decoded(file, str(path), most)


def read_bytes(path: Path, most: int = SMALL) -> bytes:
    """Return the content of a regular file of at most so many bytes; raises PuzzleError if it is none."""
    with _opened(path) as file:
        return _bounded(file, str(path), most)


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """Open a regular file; what goes wrong with files is one line."""
    try:
        kind = _KINDS.get(stat.S_IFMT(path.stat().st_mode))
        if kind is not None:
            raise PuzzleError(f"{path}: is {kind}, not a file")
        with path.open("rb") as file:
            yield file
    except PuzzleError:
        raise
    except (OSError, ValueError) as error:  # a ValueError is a character that no name has
        raise PuzzleError(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def _bounded(file: BinaryIO, name: str, most: int) -> bytes:
    octets = file.read(most + 1)
    if len(octets) > most:
        raise PuzzleError(f"{name}: more than {most >> 20} MiB, which is all that is read")
    return octets


def decoded(file: BinaryIO, name: str, most: int = SMALL) -> str:
    """Return what is left in an open file; raises PuzzleError, with its name, if that is too much or not UTF-8."""
    octets = _bounded(file, name, most)
    try:
        return octets.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PuzzleError(f"{name}: not UTF-8 (byte {error.start})") from None


def write(path: str | Path, content: str | bytes) -> None:
    """Write a file, which appears under its name when it is complete.

    Raises OSError if it cannot be written; then whatever the file held before is still there.
    """
    with writing(Path(path)) as out:
        if isinstance(content, bytes):
            out.buffer.write(content)
        else:
            out.write(content)


@contextlib.contextmanager
def writing(path: Path, streamed: bool = False) -> Iterator[TextIO]:
    """Open a temporary file beside `path` and move it there at the end; an exception takes it away.

    If it is `streamed`, it is called `part(path)`, and an exception leaves it there.  What cannot be replaced, like a
    pipe or a device, is written at once.  Raises OSError if the file cannot be written.
    """
    target = _target(path)
    if target is None:
        with path.open("w", encoding="utf-8", errors="backslashreplace") as out:
            yield out
        return
    temporary = part(path) if streamed else None
    if temporary is None:
        temporary = target.parent / f".satpuzzle-{os.urandom(6).hex()}.tmp"
    else:
        temporary.unlink(missing_ok=True)
    try:
        with _created(temporary, target, path) as out:
            yield out
            with _named(path):
                out.flush()
                os.fsync(out.fileno())  # only then does a full disk complain
        with _named(path):
            temporary.replace(target)
    except BaseException:
        if not streamed:
            temporary.unlink(missing_ok=True)
        raise


def part(path: Path) -> Path | None:
    """Return where something streamed to a path lies until its end, or None if it is written at once."""
    target = _target(path)
    return target and target.with_name(f"{target.name}.part")


def _target(path: Path) -> Path | None:
    """Return the file that a path leads to, or None if there is something that cannot be moved to: then it is opened.

    That is what is no regular file, or may not be written, or lies in a folder in which nothing may be made.
    """
    if os.path.abspath(path).startswith(_OPENED):
        return None
    target = Path(os.path.realpath(path))
    try:
        if not stat.S_ISREG(target.stat().st_mode) or not os.access(target, os.W_OK):
            return None
    except FileNotFoundError:
        pass
    except (OSError, ValueError):
        return None
    return target if os.access(target.parent, os.W_OK | os.X_OK) else None


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    """Let the name in a complaint be that of the file which is meant."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _created(path: Path, like: Path, name: Path) -> TextIO:
    """Create a file with the owner and the permissions of another, or those of a new file if there is no other."""
    with _named(name):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    with contextlib.suppress(OSError):  # there is no other
        old, new = like.stat(), os.fstat(descriptor)
        with contextlib.suppress(OSError, AttributeError):  # not ours to give away; not on this system
            if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
                os.fchown(descriptor, old.st_uid, old.st_gid)
        with contextlib.suppress(AttributeError):
            os.fchmod(descriptor, stat.S_IMODE(old.st_mode))
    return open(descriptor, "w", encoding="utf-8", errors="backslashreplace")
