"""Counts the solutions of a cover by a frontier, without listing them."""
