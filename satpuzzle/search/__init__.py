"""Searches: a puzzle and a solver's configuration go in; a solution of each symmetry class and the counts come out."""
