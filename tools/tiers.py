"""Shows where the time of the tests goes, by tier and room.

    python -m pytest -m '' --costs=costs.jsonl
    python tools/tiers.py costs.jsonl [NUMBER]

Prints a table of CPU seconds, a line for each folder of tests.  Then come, of each tier, the NUMBER files (by default
12) and the NUMBER tests that take the most CPU seconds, and the tests that wait longest.
"""

import json
import sys
from collections import Counter
from pathlib import Path, PurePosixPath

TIERS = ("quick", "full", "slow")


def room(test: str) -> str:
    """Return the folder of a test below `tests`, or `tests` itself."""
    parts = PurePosixPath(test.partition("::")[0]).parts
    return parts[1] if len(parts) > 2 else "tests"


def main(path: str, number: int = 12) -> None:
    """Print the tables of a file of costs."""
    rows = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    spent, many = Counter[tuple[str, str]](), Counter[str]()
    for row in rows:
        many[row["tier"]] += 1
        for name in (room(row["test"]), "all"):
            spent[row["tier"], name] += row["cpu"]
    names = sorted({name for _, name in spent}, key=lambda name: -sum(spent[tier, name] for tier in TIERS))
    print(f"{'CPU s':14}" + "".join(f"{tier:>9}" for tier in TIERS))
    for name in names:
        print(f"{name:14}" + "".join(f"{spent[tier, name]:9.1f}" for tier in TIERS))
    print(f"{'tests':14}" + "".join(f"{many[tier]:9}" for tier in TIERS))
    for tier in TIERS:
        files, tests, waiting = Counter[str](), Counter[str](), Counter[str]()
        for row in rows:
            if row["tier"] == tier:
                files[row["test"].partition("::")[0]] += row["cpu"]
                tests[row["test"]] += row["cpu"]
                waiting[row["test"]] += row["wall"] - row["cpu"]
        for what, seconds_of in (("files", files), ("tests", tests), (f"wait, {waiting.total():.0f} in all", waiting)):
            print(f"\n{tier}: {what}")
            for name, seconds in seconds_of.most_common(number):
                print(f"{seconds:9.1f}  {name}")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]))
