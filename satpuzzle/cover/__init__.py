"""The exact cover: a puzzle in, its placements, the cover and what keeps it the same out."""
