"""`satpuzzle` and `python -m satpuzzle`: what must be in order before the command line is there."""

import os
import signal
import sys


def main() -> None:
    """Run the command line; a signal while it is being imported, or while Python cleans up, ends it at once."""
    _leave_at_signals()
    _open_standard_streams()
    try:
        from satpuzzle import cli

        cli.main()
    except KeyboardInterrupt:
        sys.exit(CTRL_C)
    except ImportError as error:  # something is not installed, or in a version that cannot be used
        sys.exit(f"satpuzzle: {error}")
    finally:
        _leave_at_signals()


CTRL_C = 130


def _leave_at_signals() -> None:
    """Exit at once at Ctrl-C, SIGTERM or SIGHUP, but not at those that are ignored: a shell's background, `nohup`."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
            signal.signal(number, _leave)


def _leave(number: int, frame: object) -> None:
    os._exit(128 + number)


def _open_standard_streams() -> None:
    """Open those of the three standard streams that the caller has closed: a file would come to lie in their place.

    What is said on standard error is lost then.  Standard output stays closed to Python, for it is missed.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # takes the lowest number that is free
    sys.stdin = sys.stdin or os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8", closefd=False)


if __name__ == "__main__":
    main()
