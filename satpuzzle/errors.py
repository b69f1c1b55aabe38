"""What can go wrong, one family: `except SatpuzzleError` catches all that satpuzzle raises on purpose."""

from collections.abc import Iterable


def closest(word: str, allowed: Iterable[str]) -> str:
    """Return a hint at the allowed word that looks most like this one, or nothing."""
    from difflib import get_close_matches

    near = get_close_matches(word, allowed, n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def printable(text: str) -> str:
    """Return a text in one line that any terminal or picture can show; other characters are written `\\x1b`."""
    line = " ".join(text.split())
    if line.isprintable():
        return line
    return "".join(mark if mark.isprintable() else mark.encode("unicode_escape").decode() for mark in line)


class SatpuzzleError(Exception):
    """Something that satpuzzle raises on purpose; the message is one line, fit for a user's eyes."""

    def __init__(self, message: str = "") -> None:
        super().__init__(printable(message))


class PuzzleError(SatpuzzleError, ValueError):
    """A file or an argument that makes no sense."""


class BackendError(SatpuzzleError, RuntimeError):
    """A solver failed in mid-run; what it had found before was handed out and is still right."""


class JournalError(SatpuzzleError):
    """A journal cannot be written, or does not fit together; what it holds stays there."""


class FrontierError(SatpuzzleError):
    """The count is not to be had by a frontier; the message says why."""


class CertificateError(SatpuzzleError, ValueError):
    """A certificate shows less than it claims; the message says what is wrong first."""


class ProofError(CertificateError):
    """A step of a proof does not follow, or the proof does not end with the empty clause."""


class Stopped(SatpuzzleError):
    """A computation was stopped from outside, by a limit or because somebody asked; what it had is not final."""


class ConsumedError(SatpuzzleError, RuntimeError):
    """A run is iterated over a second time; its solutions are not kept."""
