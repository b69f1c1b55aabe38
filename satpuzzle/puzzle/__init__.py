"""Puzzles: a file in, a grid, board cells and pieces with copies out."""
