"""`satpuzzle` and `python -m satpuzzle`: the set-up before the command line is imported."""

import gc
import os
import signal
import sys


def main() -> None:
    """Run the command line; a signal during its import, or while Python exits, ends the process at once."""
    _leave_at_signals()
    _open_standard_streams()
    gc.disable()  # until the command is imported: what imports make stays, and looking for garbage there takes 13 ms
    try:
        from satpuzzle import cli

        cli.main()
    except KeyboardInterrupt:
        sys.exit(CTRL_C)
    except ImportError as error:  # a package is missing, or has an unsuitable version
        sys.exit(f"satpuzzle: {error}")
    finally:
        _leave_at_signals()


CTRL_C = 130


def _leave_at_signals() -> None:
    """Exit at once on Ctrl-C, SIGTERM or SIGHUP, unless the signal is ignored (in the background, with `nohup`)."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
            signal.signal(number, _leave)


def _leave(number: int, frame: object) -> None:
    os._exit(128 + number)


def _open_standard_streams() -> None:
    """Open the standard streams that the caller has closed; otherwise files would get their descriptors.

    Messages on a closed standard error are lost.  Standard output stays closed for Python, so that writing to it fails.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # gets the lowest free descriptor
    sys.stdin = sys.stdin or os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8", closefd=False)


if __name__ == "__main__":
    main()
