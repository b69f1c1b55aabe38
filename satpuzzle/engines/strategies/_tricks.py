"""The tricks of a scan, each with a sentence; letters in parentheses are those of Ralf Kleberhoff (c't 7/2003)."""

USUAL = ("holes", "hard", "endings")
PLAIN, ONE_BY_ONE = "plain", "one-by-one"

TRICKS = {
    PLAIN: "no trick: the first empty cell, and all pieces that fit there",
    "holes": "gives up if an empty cell has no empty neighbour (o)",
    "pairs": "gives up if two empty cells have no other empty neighbour (8)",
    "hard": "the hardest piece before all cells (X)",
    "hard-2": "the two hardest pieces before all cells (XT)",
    "hard-3": "the three hardest pieces before all cells",
    "filter": "drops the placements that clash with these pieces from the lists (F)",
    "hotspot": "the cell with the fewest empty neighbours in the lowest layer that is not full (H)",
    "hotspot-2": "the same, looking at the layer above too",
    "plus": "a list of placements for each pattern of empty neighbours in the layer (+)",
    "endings": "gives up if the rest is not in a table of the packings of the last cells (E)",
    "colours": "gives up if the pieces left have not as many black and white cells as are empty",
    "gaps": "gives up if an empty cell has no placement",
    "lines": "gives up if a piece left is longer than all straight gaps",
    ONE_BY_ONE: "tests placements one by one, as the articles do, and not a vector at a time",
}
