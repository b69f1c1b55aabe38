"""Counts the solutions of a cover by a search that remembers how many each subproblem has, without listing them."""
