"""The exceptions of satpuzzle; all are subclasses of `SatpuzzleError`."""

from collections.abc import Iterable


def closest(word: str, allowed: Iterable[str]) -> str:
    """Return the hint " (did you mean WORD?)" with the most similar allowed word in any case, or "" if none is."""
    from difflib import get_close_matches

    folded = {one.casefold(): one for one in allowed}
    near = get_close_matches(word.casefold(), folded, n=1)
    return f" (did you mean {folded[near[0]]}?)" if near else ""


def printable(text: str) -> str:
    """Return a text on one line with its unprintable characters escaped, as in `\\x1b`."""
    line = " ".join(text.split())
    if line.isprintable():
        return line
    return "".join(mark if mark.isprintable() else mark.encode("unicode_escape").decode() for mark in line)


class SatpuzzleError(Exception):
    """Base class of all exceptions that satpuzzle raises on purpose; the message is one line for the user."""

    def __init__(self, message: str = "") -> None:
        super().__init__(printable(message))


class PuzzleError(SatpuzzleError, ValueError):
    """A file or an argument is invalid."""


class BackendError(SatpuzzleError, RuntimeError):
    """A solver failed during a run; the solutions that it found before are valid."""


class JournalError(SatpuzzleError):
    """A journal cannot be written or is inconsistent; its content is left unchanged."""


class MethodError(SatpuzzleError):
    """A method cannot count the solutions; the message gives the reason."""


class FrontierError(MethodError):
    """The frontier method cannot count the solutions."""


class WideError(FrontierError):
    """The states of a frontier do not fit into the memory."""


class CertificateError(SatpuzzleError, ValueError):
    """A certificate does not prove what it claims; the message names the first error."""


class ProofError(CertificateError):
    """A step of a proof does not follow, or the proof does not end with the empty clause."""


class Stopped(SatpuzzleError):
    """A computation was stopped, by a time limit (`by_limit`) or by a request; its results are incomplete."""

    def __init__(self, message: str = "", by_limit: bool = False) -> None:
        super().__init__(message)
        self.by_limit = by_limit


class ShareFinished(Stopped):
    """The share of a search that was asked for is finished, but other shares are not, so there is no result yet."""


class ConsumedError(SatpuzzleError, RuntimeError):
    """A run was iterated over a second time; a run does not store its solutions."""
