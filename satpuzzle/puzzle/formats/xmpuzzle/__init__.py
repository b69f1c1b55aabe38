"""Reads and writes BurrTools files, `.xmpuzzle`.

`xml` decompresses and parses files, within limits.  `reading` converts XML to plain data (`burr.py`), and `writing`
plain data to files.  `problem` converts a problem to a puzzle, `converting` a puzzle to a file, and `turning` placed
pieces to the notation of assemblies and back.  `format` has what the table of formats asks for.
"""
