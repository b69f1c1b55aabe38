"""Puzzles: a file goes in; a grid, board cells and pieces with numbers of copies come out."""
