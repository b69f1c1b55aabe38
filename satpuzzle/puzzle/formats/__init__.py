"""File formats: convert texts to puzzles, and puzzles to texts.

`toml` and `json` convert between text and tables; `reading` and `writing` convert between tables and puzzles.
"""
