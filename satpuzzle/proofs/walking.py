"""The compiled checker of trees: `walk` of `tree.py`, with sets of options as words of 64 bits.

The kernel is `engines/native/kernels/tree.c`.
"""

from typing import Any

from satpuzzle.engines.library import Call
from satpuzzle.proofs.check.tree import WRONG


def walk(numbers: Any, at: int, state: Any, found: Any) -> tuple[int, int]:
    """Do the same as `tree.walk`. Raises ValueError at the first error."""
    rows, live, head, chosen, branched, used, lower, upper, members, times, part, steps, more = state
    call = Call(
        "tree",
        {
            "numbers": numbers, "rows": rows, "live": live, "head": head, "chosen": chosen, "branched": branched,
            "used": used, "lower": lower, "upper": upper, "members": members, "times": times, "part": part,
            "steps": steps,
            "more": more, "found": found,
            "items": len(lower), "words": rows.shape[1], "length": len(numbers), "found_rows": len(found),
            "found_width": found.shape[1], "at": at,
        },
    )  # fmt: skip
    if wrong := call():
        raise ValueError(WRONG[wrong - 1])
    return call["at"], call["solutions"]
