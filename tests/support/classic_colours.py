"""Problems with colours from the literature, and a generator of edge matching puzzles."""

from itertools import product

from satpuzzle.cover.colours import Coloured

Options = list[list[object]]
Bounds = dict[object, tuple[int, int]]


def toy() -> tuple[Options, Bounds]:
    """TAOCP 4B, page 89: one solution."""
    options: Options = [
        ["p", "q", "x", Coloured("y", "A")],
        ["p", "r", Coloured("x", "A"), "y"],
        ["p", Coloured("x", "B")],
        ["q", Coloured("x", "A")],
        ["r", Coloured("y", "B")],
    ]
    return options, {"p": (1, 1), "q": (1, 1), "r": (1, 1), "x": (0, 1), "y": (0, 1)}


def memory_wheel() -> tuple[Options, Bounds]:
    """TAOCP 7.2.2.1, exercise 94: a cycle of bits x in which all words x[k] x[k + 1] x[k + 3] x[k + 4] differ."""
    options: Options = []
    for place, word in product(range(16), repeat=2):
        digits = f"{word:04b}"
        bits = [Coloured(("bit", (place + step) % 16), digit) for step, digit in zip((0, 1, 3, 4), digits, strict=True)]
        options.append([("place", place), ("word", word), *bits])
    bounds = {item: (1, 1) for option in options for item in option[:2]}
    return options, bounds | {("bit", place): (0, 1) for place in range(16)}


def graceful_path(vertices: int) -> tuple[Options, Bounds]:
    """Label a path's vertices 0 to n - 1 so that the differences along its edges are 1 to n - 1: OEIS A006967."""
    options: Options = []
    bounds: Bounds = {}
    for difference in range(1, vertices):
        bounds["difference", difference] = 1, 1
        for edge, low in product(range(vertices - 1), range(vertices - difference)):
            for left, right in ((low, low + difference), (low + difference, low)):
                ends = [Coloured(("vertex", edge), left), Coloured(("vertex", edge + 1), right)]
                names = [Coloured(("label", left), edge), Coloured(("label", right), edge + 1)]
                options.append([("difference", difference), ("edge", edge), *ends, *names])
    bounds |= {("edge", edge): (1, 1) for edge in range(vertices - 1)}
    bounds |= {(kind, number): (0, 1) for kind in ("vertex", "label") for number in range(vertices)}
    return options, bounds
