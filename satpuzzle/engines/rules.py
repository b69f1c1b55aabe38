"""Rules: functions that choose the item to cover next, for the search in `native/walk.py`.

A *rule* is a function of a `Node`.  It returns the number of an item that must still be covered, ANY to leave the
choice to the search, or GIVE_UP if it knows that the node has no solution.  The rules of the bundled strategies are
written in C (`kernels/walk.c`).  A user's rule is a Python function that the kernel calls at each node.  If Numba is
installed (the extra `strategies`), it compiles the rule and the functions below that the rule calls.  Without Numba, or
if it cannot compile the rule, the rule runs as plain Python, which takes 10 to 190 times as long, and a warning says
so.
"""

import ctypes
import logging
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.bits import Ints, Words
from satpuzzle.extras import lacking

_log = logging.getLogger(__name__)

ANY, GIVE_UP = -1, -2  # the values other than items that a rule may return


class Node(NamedTuple):
    """A node of the search, as a rule sees it.

    Items are numbered, first the cells, then the pieces.  A rule must not change the arrays.
    """

    needed: NDArray[np.bool_]  # (items,): whether the item must still be covered, once or more
    cells: Ints  # the numbers of the cells, in the order of a scan
    pieces: Ints  # the numbers of the pieces
    items: Ints  # cells, pieces, then all other items, such as items with colours; a rule must not return the latter
    points: Ints  # (cells, 3): the coordinates of the cells
    layer: Ints  # (cells,): the number of each cell's layer; layers are perpendicular to the longest side
    start: Ints  # (items + 2,): the options of item i are options[start[i]:start[i + 1]]; the last range has all
    options: Ints
    neighbour_start: Ints  # (cells + 1,): the neighbours of cell c are neighbours[start[c]:start[c + 1]]
    neighbours: Ints  # every option that covers c covers one of its neighbours too
    rows: Words  # (options, words): the items of each option, as bits
    full: Words  # (words,): the items that cannot be covered again, as bits
    out: Ints  # (options,): above 0 if the option is excluded because it was tried before


Rule = Callable[[Node], int]


def fits(view: Node, option: int) -> bool:
    """Tell whether an option can be chosen at this node."""
    for w in range(len(view.full)):
        if view.rows[option, w] & view.full[w]:
            return False
    return bool(view.out[option] == 0)


def options_left(view: Node, item: int) -> int:
    """Return how many of the options that cover an item can be chosen at this node."""
    number = 0
    for place in range(view.start[item], view.start[item + 1]):
        number += fits(view, view.options[place])
    return number


def free_neighbours(view: Node, cell: int) -> int:
    """Return how many neighbours of a cell can be covered at this node."""
    number = 0
    for place in range(view.neighbour_start[cell], view.neighbour_start[cell + 1]):
        other = view.neighbours[place]
        number += (view.full[other >> 6] >> np.uint64(other & 63)) & np.uint64(1) == 0
    return number


def first_needed(view: Node, items: Ints) -> int:
    """Return the first of these items that must still be covered, or ANY if none must."""
    for item in items:
        if view.needed[item]:
            return int(item)
    return ANY


def fewest_options(view: Node, items: Ints) -> int:
    """Return which of these items that must still be covered has the fewest options left, or ANY if none must.

    In a tie, it is the first of them.
    """
    best, fewest = ANY, len(view.rows) + 1
    for item in items:
        if view.needed[item]:
            number = options_left(view, item)
            if number < fewest:
                best, fewest = item, number
    return best


_HELPERS = (fits, options_left, free_neighbours, first_needed, fewest_options)
_NO_ITEM = -3  # stands for an exception or an invalid result of a rule


class Called:
    """A rule that a kernel calls: the address of its code, and the exception that it raised if it is plain Python.

    `slowness` says about how often a rule takes as long as reading all options once.
    """

    def __init__(self, rule: Rule, view: Node) -> None:
        self.error: BaseException | None = None
        if (lacks := lacking("numba", "strategies")) is not None:
            _advise(rule, lacks)
        elif (code := _compiled(rule)) is not None:
            self._code = code
            self.address: int = code.address
            self.slowness = 8
            return

        def run(*structure: int) -> int:
            try:
                return int(rule(view))
            except BaseException as error:
                self.error = error
                return _NO_ITEM

        self.slowness = 4096
        self._code = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 4)(run)
        self.address = ctypes.cast(self._code, ctypes.c_void_p).value or 0


@cache
def _advise(rule: Rule, lacks: str) -> None:
    """Warn, once for each rule, that it runs uncompiled because a library is missing."""
    name = getattr(rule, "__name__", "of yours")
    _log.warning(f"strategy {name}: runs as plain Python; compiling it needs {lacks}")


@cache
def _compiled(rule: Rule) -> Any:
    """Return a rule compiled by Numba as a function that C can call; None, with a warning, if it cannot be compiled.

    The kernel passes the address of one structure of 64-bit words as four arguments, which have different pointer
    types.  So the compiled code can read each word as a number, or as a pointer to truth values, to words or to
    integers.  The structure begins with the arrays of a `Node`, followed by six sizes.
    """
    from numba import boolean, carray, cfunc, int64, njit, types, uint64
    from numba.core.errors import NumbaError

    _let_rules_call_helpers()
    choose, sizes = njit(nogil=True)(rule), len(Node._fields)

    def asked(numbers, truths, words, ints):  # type: ignore[no-untyped-def]
        items, cells, pieces = numbers[sizes], numbers[sizes + 1], numbers[sizes + 2]
        points, options, width = numbers[sizes + 3], numbers[sizes + 4], numbers[sizes + 5]
        start, neighbour_start = carray(ints[6], items + 2), carray(ints[8], cells + 1)
        view = Node(
            carray(truths[0], items),
            carray(ints[1], cells),
            carray(ints[2], pieces),
            carray(ints[3], items),
            carray(ints[4], (points, 3)),
            carray(ints[5], points),
            start,
            carray(ints[7], start[items + 1]),
            neighbour_start,
            carray(ints[9], neighbour_start[cells]),
            carray(words[10], (options, width)),
            carray(words[11], width),
            carray(ints[12], options),
        )
        return int64(choose(view))

    pointers = [types.CPointer(types.CPointer(kind)) for kind in (boolean, uint64, int64)]
    try:
        return cfunc(int64(types.CPointer(int64), *pointers), nopython=True)(asked)
    except NumbaError as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        why = " ".join(lines[1:3])
        if "yield in a closure" in why:
            why = "Numba knows no generator expressions, such as min(... for ...); a loop in its place is compiled"
        _log.warning(f"strategy {rule.__name__}: runs as plain Python, it cannot be compiled: {why}")
        return None


@cache
def _let_rules_call_helpers() -> None:
    """Register the functions of this module with Numba, so that compiled rules can call them."""
    from numba.extending import register_jitable

    for helper in _HELPERS:
        register_jitable(helper)
