"""What a search strategy of your own is written with; see `satpuzzle.engines.native.rules`."""

from satpuzzle.engines.native.rules import (
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
