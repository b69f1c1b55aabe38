"""For each kind of rule a small puzzle, as the keys of its file, from which the rule takes packings away."""

from itertools import product
from typing import Any

Keys = dict[str, Any]


def _dominoes(*sizes: int, optional: bool = False) -> Keys:
    cells = [[*cell, 0] for cell in product(*map(range, sizes))]
    domino, single = [[0, 0, 0], [1, 0, 0]], {"cells": [[0, 0, 0]], "min": 0, "max": len(cells)}
    pieces = [{"name": "A", "cells": domino}, {"name": "B", "cells": domino}, {"name": "o", **single}]
    return {"grid": "square", "board": [], "optional" if optional else "board": cells, "pieces": pieces}


def _sticks() -> Keys:
    cells = [[*cell] for cell in product(range(2), repeat=3)]
    pieces = [{"name": "I", "cells": [[0, 0, 0], [1, 0, 0]], "count": 3}]
    return {"grid": "sticks", "board": [], "optional": cells, "pieces": pieces, "rules": []}


_PLAIN, _LOOSE = _dominoes(3, 2), _dominoes(3, 2, optional=True)
RULED: dict[str, tuple[Keys, str]] = {
    "anti-slide": (_LOOSE, "anti-slide"),
    "apart": (_PLAIN, "apart: A B"),
    "apart at corners": (_PLAIN, "apart at corners: A B"),
    "at border": (_dominoes(3, 3), "at border: A B o"),
    "colours": (_PLAIN, "colours: 2"),
    "connected": (_LOOSE, "connected: empty cells"),
    "fault-free": (_PLAIN, "fault-free"),
    "no crossing": (_sticks(), "no crossing"),
    "no crossroads": (_PLAIN, "no crossroads"),
    "supported": (_LOOSE, "supported"),
    "supported, everywhere": (_LOOSE, "supported: everywhere"),
    "symmetric": (_PLAIN, "symmetric: half turn"),
    "symmetric, a filter": (_PLAIN, "symmetric: any"),
    "together": (_LOOSE, "together: o A at most 2"),
    "touch": (_PLAIN, "touch: A B"),
}
