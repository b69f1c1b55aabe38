"""`python -m satpuzzle`."""

from satpuzzle.cli import main

main()
