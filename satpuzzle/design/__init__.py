"""Design: questions of those who make puzzles, each answered by searches of one exact cover under assumptions.

Comes in: a puzzle, and what is given.  Goes out: a verdict as plain data, with solutions or reasons as witnesses.
"""
