"""A folder that appears complete: it is written under another name beside its place, and renamed at the end.

Ctrl-C and errors leave nothing behind.  A process that is killed leaves `.NAME.part`, which the next one that writes
NAME takes over, unless it is still locked.
"""

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from satpuzzle.errors import PuzzleError


@contextlib.contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Provide an empty folder that gets the name `folder` if all goes well.

    Raises PuzzleError if there is something else already, or if another process is writing there.
    """
    place = folder.resolve()
    if place.exists() and not (place.is_dir() and not any(place.iterdir())):
        raise PuzzleError(f"{folder}: there is something already, name a new folder or an empty one")
    if place == Path.cwd() or os.path.ismount(place):
        raise PuzzleError(f"{folder}: cannot be replaced as a whole, name a folder in it")
    made = [parent for parent in place.parents if not parent.exists()]
    place.parent.mkdir(parents=True, exist_ok=True)
    written = place.with_name(f".{place.name}.part")
    try:
        written.mkdir(exist_ok=True)
        with _locked(written, folder):
            try:
                for left in written.iterdir():
                    left.unlink()
                yield written
                if place.exists():
                    place.rmdir()
                written.rename(place)
            except BaseException:
                shutil.rmtree(written, ignore_errors=True)
                raise
    except BaseException:
        for parent in made:
            with contextlib.suppress(OSError):  # somebody else uses it by now
                parent.rmdir()
        raise


@contextlib.contextmanager
def _locked(written: Path, folder: Path) -> Iterator[None]:
    """Keep other processes out, where the system can; the lock ends with the process."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    lock = os.open(written, os.O_RDONLY)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PuzzleError(f"{folder}: another process is writing it") from None
        except OSError:  # a file system without locks
            pass
        yield
    finally:
        os.close(lock)
