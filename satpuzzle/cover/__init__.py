"""The exact cover of a puzzle: its placements, items and options, and its symmetry group."""
