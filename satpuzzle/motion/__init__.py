"""Motion: decides whether the pieces of a packing can be moved to their places, and in which order."""
