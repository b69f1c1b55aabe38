"""Shades: equal pieces that touch each other get different shades of their colour, so that one can see the boundary."""

from satpuzzle.solutions.solution import Solution

_LIGHT = (1.0, 0.76, 1.3, 0.58, 1.55)  # factors for `shaded`; the first that no touching copy has is used


def shades(solution: Solution) -> list[float]:
    """Return for each placed piece the factor for the lightness of its colour; see `palette.shaded`."""
    grid, placed = solution.puzzle.grid, solution.pieces
    at = {tuple(cell): number for number, (_, cells) in enumerate(placed) for cell in cells.tolist()}
    taken: list[int] = []
    for number, (piece, cells) in enumerate(placed):
        near = set()
        for kind, cell in zip(grid.kind(cells).tolist(), cells, strict=True):
            near |= {at.get(tuple(other), number) for other in (cell + grid.neighbours(kind)).tolist()}
        touched = {taken[other] for other in near if other < number and placed[other][0] is piece}
        taken.append(next(shade for shade in range(len(touched) + 1) if shade not in touched))
    return [_LIGHT[shade % len(_LIGHT)] for shade in taken]
