"""The endings of the names of files, by which the module that reads a file is chosen before it is imported."""

BOARDS = ".txt"  # see `boards.py`
BURR = ".xmpuzzle"  # see `xmpuzzle/`
COVER = ".dlx"  # see `cover/dlx.py`
SCAD = ".scad"  # see `puzzlecad.py`
