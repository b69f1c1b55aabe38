"""Counting by a frontier: a cover goes in, the number of its solutions comes out."""
