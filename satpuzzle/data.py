"""Files: finds the bundled ones, and reads and writes any others.

Only regular files of bounded size in UTF-8 are read.  Anything else is rejected with a one-line message, before an
endless device or pipe is opened.

A file that is written appears under its name only when it is complete: after a kill, a full disk or Ctrl-C the old
content is still there.  `write` and `writing` write a temporary file in the same folder, then rename it.  A long file
that is useful before it is complete is called FILE.part until then (`writing` with `streamed`).

A wheel has the bundled folders inside the package; in a checkout they are beside it.
"""

import contextlib
import errno
import json
import os
import stat
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO, TextIO

from satpuzzle.errors import PuzzleError

SMALL = 2 << 20  # largest size of a puzzle, a recipe, a hint, in bytes
LARGE = 256 << 20  # largest size of a file of solutions, in bytes

_PACKAGE = Path(__file__).parent
_KINDS = {
    stat.S_IFDIR: "a directory",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
}
_FULL = {getattr(errno, name) for name in ("ENOSPC", "EDQUOT", "EFBIG", "EIO") if hasattr(errno, name)}
_OPENED = ("/dev/std", "/dev/fd/", "/proc/")  # paths of files that are already open, which cannot be replaced


@cache
def folder(name: str) -> Path:
    """Return the path of a folder of bundled data: `puzzles`, `encodings`, `grids` or `rules`."""
    installed = _PACKAGE / "_data" / name
    return installed if installed.is_dir() else _PACKAGE.parent / name


@cache
def files(name: str) -> Mapping[str, Path]:
    """Return the path of each bundled TOML file in a data folder, by name without suffix, in alphabetical order."""
    where = folder(name)
    stems = sorted(file.removesuffix(".toml") for file in os.listdir(where) if file.endswith(".toml"))
    return MappingProxyType({stem: where / f"{stem}.toml" for stem in stems})


def modules(where: Path) -> tuple[str, ...]:
    """Return the names of the Python modules in a folder of the package, in alphabetical order."""
    return tuple(sorted(path.stem for path in where.glob("[a-z]*.py")))


def is_file(name: str) -> bool:
    """Return whether a text is the path of a regular file; False if it cannot be a path."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # too long, or a null character
        return False


def read(path: Path, most: int = SMALL) -> str:
    """Return the text of a regular file of at most `most` bytes.

    Raises PuzzleError if it is not a regular file, too large, or not UTF-8.
    """
    with opened(path) as file:
        return decoded(file, str(path), most)


def read_bytes(path: Path, most: int = SMALL) -> bytes:
    """Return the content of a regular file of at most `most` bytes.

    Raises PuzzleError if it is not a regular file or too large.
    """
    with opened(path) as file:
        return _bounded(file, str(path), most)


@contextlib.contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a regular file for reading; an OSError, also one in the `with` block, becomes a PuzzleError."""
    try:
        kind = _KINDS.get(stat.S_IFMT(path.stat().st_mode))
        if kind is not None:
            raise PuzzleError(f"{path}: is {kind}, not a file")
        with path.open("rb") as file:
            yield file
    except PuzzleError:
        raise
    except (OSError, ValueError) as error:  # a ValueError is a null character in the path
        raise PuzzleError(f"{path}: {getattr(error, 'strerror', None) or error}") from None


def _bounded(file: BinaryIO, name: str, most: int) -> bytes:
    octets = file.read(most + 1)
    if len(octets) > most:
        raise PuzzleError(f"{name}: more than {most >> 20} MiB, which is the limit")
    return octets


def decoded(file: BinaryIO, name: str, most: int = SMALL) -> str:
    """Return the rest of an open file as text.

    Raises PuzzleError, with `name` in the message, if it is larger than `most` bytes or not UTF-8.
    """
    octets = _bounded(file, name, most)
    try:
        return octets.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PuzzleError(f"{name}: not UTF-8 (byte {error.start})") from None


def parsed(text: str | bytes) -> Any:
    """Return the value of JSON that satpuzzle wrote.  Raises ValueError if it is damaged, however deep it is nested."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def locked(file: int, where: Path) -> None:
    """Lock an open file, given by its descriptor, until it is closed or the process ends, if the system has locks.

    Raises BlockingIOError, with a message about `where`, if another process holds it.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BlockingIOError(f"{where}: another process is writing it") from None
    except OSError:  # a file system without locks
        pass


def check_folder(path: Path) -> None:
    """Raise FileNotFoundError, which names the folder, if a file is to be written to one that is not there."""
    if not path.parent.exists():
        raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(path.parent))


def write(path: str | Path, content: str | bytes) -> None:
    """Write a file; until it is complete, it has a temporary name.

    Raises OSError if it cannot be written; the old content is then unchanged.
    """
    with writing(Path(path)) as out:
        if isinstance(content, bytes):
            out.buffer.write(content)
        else:
            out.write(content)


@contextlib.contextmanager
def writing(path: Path, streamed: bool = False) -> Iterator[TextIO]:
    """Open a temporary file in the folder of `path`, and rename it to `path` at the end; an exception deletes it.

    If `streamed`, the file is called `part(path)`, and an exception does not delete it.  If `path` cannot be replaced,
    like a pipe or a device, it is opened itself.  Lines end as on Linux, on every system.  Raises OSError if the file
    cannot be written.
    """
    target = _target(path)
    check_folder(path)
    if target is None:
        with named(path), path.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as out:
            yield out
        return
    temporary = part(path) if streamed else None
    if temporary is None:
        temporary = target.parent / f".satpuzzle-{os.urandom(6).hex()}.tmp"
    else:
        temporary.unlink(missing_ok=True)
    try:
        with named(path), _created(temporary, target, path) as out:
            yield out
            with _named(path):
                out.flush()
                os.fsync(out.fileno())  # reports a full disk
        with _named(path):
            temporary.replace(target)
    except BaseException:
        if not streamed:
            temporary.unlink(missing_ok=True)
        raise


def part(path: Path) -> Path | None:
    """Return the path that a streamed file has until it is complete; None if `path` itself is written to."""
    target = _target(path)
    return target and target.with_name(f"{target.name}.part")


def _target(path: Path) -> Path | None:
    """Return the path of the file to replace, with links resolved, or None if it cannot be replaced.

    A file cannot be replaced if it is not regular, not writable, or in a folder without permission to create files.
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
def named(path: Path) -> Iterator[None]:
    """Let an OSError of a full or broken disk in the `with` block, which names no file or a temporary one, name `path`.

    Others, such as those of standard output, stay as they are.
    """
    try:
        yield
    except OSError as error:
        if error.errno not in _FULL:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    """Replace the name of a temporary file, in an OSError raised in the `with` block, by `path`."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _created(path: Path, like: Path, name: Path) -> TextIO:
    """Create a file with the owner and permissions of the file `like`, or the default ones if there is none."""
    with _named(name):
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    with contextlib.suppress(OSError):  # no file `like`
        old, new = like.stat(), os.fstat(descriptor)
        with contextlib.suppress(OSError, AttributeError):  # no permission to change the owner; not on this system
            if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
                os.fchown(descriptor, old.st_uid, old.st_gid)
        with contextlib.suppress(AttributeError):
            os.fchmod(descriptor, stat.S_IMODE(old.st_mode))
    return open(descriptor, "w", encoding="utf-8", errors="backslashreplace", newline="\n")
