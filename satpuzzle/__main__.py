"""`satpuzzle` and `python -m satpuzzle`."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C while it is being imported is no failure either."""
    try:
        from satpuzzle import cli

        cli.main()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
