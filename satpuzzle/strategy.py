"""Names for writing a search strategy of your own; see `satpuzzle.engines.rules`."""

from satpuzzle.engines.rules import (
    ANY,
    GIVE_UP,
    Node,
    fewest_options,
    first_needed,
    fits,
    free_neighbours,
    options_left,
)

__all__ = ["ANY", "GIVE_UP", "Node", "fewest_options", "first_needed", "fits", "free_neighbours", "options_left"]
