"""`satpuzzle` and `python -m satpuzzle`: what must be in order before the command line is there."""

import os
import signal
import sys


def main() -> None:
    """Run the command line; Ctrl-C while it is being imported, or while Python cleans up, is no failure either."""
    asked = signal.getsignal(signal.SIGINT)
    if asked is signal.default_int_handler:  # not where a shell has it ignored, as for commands in the background
        signal.signal(signal.SIGINT, _leave)
    _open_standard_streams()
    try:
        from satpuzzle import cli

        signal.signal(signal.SIGINT, asked)
        cli.main()
    except KeyboardInterrupt:
        sys.exit(CTRL_C)
    except RuntimeError as error:  # what Python before 3.12 makes of it if it comes while a class is made
        if not isinstance(error.__cause__, KeyboardInterrupt):
            raise
        sys.exit(CTRL_C)
    except ImportError as error:  # something is not installed, or in a version that cannot be used
        sys.exit(f"satpuzzle: {error}")
    finally:
        if asked is signal.default_int_handler:
            signal.signal(signal.SIGINT, _leave)


CTRL_C = 130


def _leave(number: int, frame: object) -> None:
    os._exit(CTRL_C)


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
