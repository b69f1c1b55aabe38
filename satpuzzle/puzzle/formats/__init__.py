"""File formats: a text comes in and a puzzle goes out, and the other way round.

`toml` and `json` are the two notations, texts to tables and back; `reading` and `writing` know what the tables mean.
"""
