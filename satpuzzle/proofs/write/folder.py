"""Writes a folder that appears only when it is complete: it has a temporary name and is renamed at the end.

Ctrl-C and errors delete it and leave an older certificate unchanged.  A process that is killed leaves `.NAME.part`,
which the next process that writes NAME reuses, unless it is still locked.
"""

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from satpuzzle import data
from satpuzzle.errors import PuzzleError
from satpuzzle.proofs.check.contents import MANIFEST


@contextlib.contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Provide an empty folder that is renamed to `folder` on success; it replaces a certificate there.

    Raises PuzzleError if `folder` is something else, or if another process is writing it.
    """
    check_replaceable(folder)
    place = folder.resolve()
    made = [parent for parent in place.parents if not parent.exists()]
    place.parent.mkdir(parents=True, exist_ok=True)
    written = place.with_name(f".{place.name}.part")
    try:
        written.mkdir(exist_ok=True)
        with _locked(written, folder):
            try:
                for left in written.iterdir():
                    left.unlink()
                with data.named(folder):
                    yield written
                for old in _older(place, folder):
                    old.unlink()
                if place.exists():
                    place.rmdir()
                written.rename(place)
            except BaseException:
                shutil.rmtree(written, ignore_errors=True)
                raise
    except BaseException as error:
        if not isinstance(error, PuzzleError):  # a PuzzleError says that another process is writing there
            with contextlib.suppress(OSError):  # the folder is not empty
                written.rmdir()
        for parent in made:
            with contextlib.suppress(OSError):  # another process uses it by now
                parent.rmdir()
        raise


def check_replaceable(folder: Path) -> None:
    """Raise PuzzleError unless `folder` does not exist, is empty or is a certificate, and can be renamed."""
    place = folder.resolve()
    _older(place, folder)
    if place == Path.cwd() or os.path.ismount(place):
        raise PuzzleError(f"{folder}: cannot be replaced as a whole, name a folder in it")


def _older(place: Path, folder: Path) -> list[Path]:
    """Return the files of an older certificate, the manifest last; none for an empty folder.

    Raises PuzzleError if the folder has other files.
    """
    if not place.exists() or (place.is_dir() and not any(place.iterdir())):
        return []
    with contextlib.suppress(OSError, LookupError, ValueError, TypeError):
        claims = data.parsed(data.read_bytes(place / MANIFEST, data.LARGE))
        named = {MANIFEST, *claims["files"]} if claims["satpuzzle certificate"] else set[str]()
        found = sorted(place.iterdir(), key=lambda path: path.name == MANIFEST)
        if all(path.is_file() and path.name in named for path in found):
            return found
    raise PuzzleError(
        f"{folder}: is neither empty nor a certificate; choose a new folder, an empty one or an older certificate"
    )


@contextlib.contextmanager
def _locked(written: Path, folder: Path) -> Iterator[None]:
    """Lock the folder, if the system supports it; the lock ends with the process."""
    if os.name == "nt":  # a folder cannot be opened
        yield
        return
    lock = os.open(written, os.O_RDONLY)
    try:
        try:
            data.locked(lock, folder)
        except BlockingIOError as error:
            raise PuzzleError(str(error)) from None
        yield
    finally:
        os.close(lock)
