"""Searches: take a puzzle and a solver's configuration; return a solution of each symmetry class, and the counts."""
