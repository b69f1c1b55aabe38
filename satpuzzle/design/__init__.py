"""Design: answers to questions of puzzle designers, by searches of one exact cover under assumptions.

The input is a puzzle with given pieces.  The output is an answer as plain data, with solutions or reasons as evidence.
"""
