"""Layer by layer, in a layer the cell with the fewest empty neighbours next.

Ralf Kleberhoff's trick "H" in his entry to the contest of c't 7/2003, with his test for isolated cells.
"""

from satpuzzle.engines.native.walk import ANY, GIVE_UP, Node, free_neighbours, strategy_of


def choose(view: Node) -> int:
    """Return the cell of the lowest layer with an empty cell that has the fewest empty neighbours."""
    best, fewest, layer = ANY, 0, 0
    for cell in view.cells:
        if not view.needed[cell]:
            continue
        free = free_neighbours(view, cell)
        if free == 0:
            return GIVE_UP
        here = view.layer[cell]
        if best == ANY or here < layer or (here == layer and free < fewest):
            best, fewest, layer = cell, free, here
    return best


strategy = strategy_of(choose)
