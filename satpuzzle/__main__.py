"""`satpuzzle` and `python -m satpuzzle`."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C while it is being imported is no failure either."""
    try:
        from satpuzzle import cli

        cli.main()
    except KeyboardInterrupt:
        sys.exit(130)
    except ImportError as error:  # something is not installed, or in a version that cannot be used
        sys.exit(f"satpuzzle: {error}")


if __name__ == "__main__":
    main()
