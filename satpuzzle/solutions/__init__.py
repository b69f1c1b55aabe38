"""Solutions: option numbers in, pieces in place out, as text and data."""
