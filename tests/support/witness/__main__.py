"""Many random puzzles, each asked in all ways; a puzzle on which the program disagrees is made small and printed.

    PYTHONPATH=tests/support python -m witness KIND NUMBER SEED

KIND is one of `KINDS`.  Prints how many there were after every thousand, so that a run that is ended tells how far it
came, and goes on after a puzzle that is answered otherwise.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from witness.asking import WAYS, disagreements, family_disagreements, small_disagreement, strangers
from witness.families import family
from witness.mixing import Keys, mixed, paired, ruled, thinned, tiled
from witness.rows import stacked, weighed
from witness.shrinking import as_toml

KINDS: dict[str, Callable[[int], Keys]] = {
    "mixed": mixed, "tiled": tiled, "ruled": ruled, "thinned": thinned, "weighed": weighed, "stacked": stacked,
    "family": family, "paired": paired,
}  # fmt: skip
IN_TURN = ("cpsat", "clingo", "lrat", "")


def run(kind: str, number: int, seed: int, program: Path | None = None) -> Counter[str]:
    """Ask about so many puzzles of a kind, from a seed on, in all ways but three of which each has its turn.

    What they have is counted, and those that are answered otherwise, as `wrong`.
    """
    counted = Counter[str]()
    for each in range(seed, seed + number):
        keys = KINDS[kind](each)
        counted.update(keys.keys())
        counted.update(name_of(rule) for rule in keys.get("rules", []))
        ways = [way for way in WAYS if way not in IN_TURN or way == IN_TURN[each % len(IN_TURN)]]
        try:
            check(keys, each, ways, counted, program)
        except AssertionError as error:
            counted["wrong"] += 1
            print(f"{kind} {error}", flush=True)
        if (each + 1 - seed) % 1000 == 0:
            print(each + 1 - seed, dict(counted), flush=True)
    return counted


def name_of(rule: str | Keys) -> str:
    """Return a rule's word, or the kinds of places of its rows."""
    return rule.partition(":")[0] if isinstance(rule, str) else " ".join(row["place"] for row in rule["items"])


def check(
    keys: Keys, seed: int, ways: Sequence[str], counted: Counter[str] | None = None, program: Path | None = None
) -> None:
    """Ask about a puzzle in some ways, also the checker in C if its program is given, and count the answers.

    Of a family, each member is asked about.  Raises AssertionError with a small puzzle if an answer is wrong.
    """
    counted, dice = Counter() if counted is None else counted, Random(seed)
    asked = {way: WAYS[way] for way in ways} | (strangers(program) if program else {})
    with tempfile.TemporaryDirectory() as folder:
        if "family" in keys:
            found = family_disagreements(keys, Path(folder), dice, counted)
            assert not found, f"seed {seed}: {found}\n\n{as_toml(keys)}"
            return
        found = disagreements(keys, Path(folder), asked, dice, counted)
    if found:
        raise AssertionError(f"seed {seed}: {small_disagreement(keys, found, seed, asked)}")


if __name__ == "__main__":
    print(dict(run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
