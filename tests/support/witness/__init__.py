"""A witness of what the program counts: all rules of puzzle files at once, by sets of exact corners of cells.

`bodies` has the cells of each grid as sets of integer points and the motions that keep distances; `counting` reads a
puzzle as a table of keys, finds its solutions by plain search, and counts classes by the definition in
docs/counting.md; `mixing` draws puzzles that mix all rules; `shrinking` makes a puzzle small that shows a disagreement.
None of these imports anything of the program, which `asking` asks in all its ways.
"""
