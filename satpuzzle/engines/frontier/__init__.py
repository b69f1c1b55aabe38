"""Counts the solutions of a cover by a frontier (dynamic programming), without listing them."""
