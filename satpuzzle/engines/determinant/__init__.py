"""Counts perfect matchings of planar graphs, such as tilings by dominoes, by a determinant."""
