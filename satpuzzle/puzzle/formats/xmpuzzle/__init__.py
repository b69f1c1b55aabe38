"""BurrTools files, `.xmpuzzle`, both ways.

`xml` unpacks and parses them, within limits; `reading` makes plain data of them (`burr.py`) and `writing`
files of these.  `problem` makes a puzzle of a problem and `turning` knows how assemblies are told.
"""

ENDING = ".xmpuzzle"
