"""Searches: a puzzle and a way to solve it in, solutions one a symmetry class and counts out."""
