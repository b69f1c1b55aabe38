"""Clauses: a formula, the building blocks of encodings, and the encoder that puts them together."""
