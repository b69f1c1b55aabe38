"""Counting by a frontier: a cover in, the number of its solutions out."""
