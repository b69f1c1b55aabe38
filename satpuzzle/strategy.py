"""The names that a user's own search strategy needs; see `satpuzzle.engines.rules`."""

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
