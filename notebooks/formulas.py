"""How large the formula of each recipe is on one puzzle, at each step from the cover to what a solver gets.

    python notebooks/formulas.py galakub

A recipe has several sizes on the same puzzle, each right in its place:

    all placements     what `satpuzzle export` writes
    one a class        one item has a placement of each symmetry class only
    presolved          without the placements that leave some cell or piece without any, too
    searched           what `solve --stats` adds up: a part for the first step of symmetry breaking, and perhaps more
"""

import argparse
import csv
import sys
from collections.abc import Iterator
from typing import Any

import satpuzzle as sp
from satpuzzle import data
from satpuzzle.cnf.encode import encode
from satpuzzle.cover.presolve import presolve

STEPS = ("all placements", "one a class", "presolved", "searched")


def covers(puzzle: sp.Puzzle) -> dict[str, list[sp.ExactCover]]:
    """Return the covers of a puzzle at each step; the last step has a cover for each part."""
    whole = sp.cover_of(puzzle, sp.place(puzzle))
    restricted = sp.symmetry_of(puzzle, whole).restrictions(whole)[0][1]
    plan = sp.solve(puzzle, "cadical", encoding="product", parts=1).plan()
    steps = [whole], [restricted], [presolve(restricted)], [plan.cover(part) for part in plan.parts]
    plan.solver.close()
    return dict(zip(STEPS, steps, strict=True))


def sizes(puzzle: sp.Puzzle) -> Iterator[dict[str, Any]]:
    """Yield the variables and clauses of each recipe at each step; of `native`, constraints are clauses, too."""
    steps = covers(puzzle)
    for name in data.files("encodings"):
        row: dict[str, Any] = {"recipe": name}
        for step, some in steps.items():
            formulas = [encode(cover.residual()[1], sp.load_recipe(name)) for cover in some]
            row[f"{step}: variables"] = sum(formula.variables for formula in formulas)
            row[f"{step}: clauses"] = sum(map(len, formulas))
        yield row


def main() -> None:
    """Print the table of a puzzle as CSV."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzle")
    puzzle = sp.load(parser.parse_args().puzzle)
    columns = ["recipe", *(f"{step}: {what}" for step in STEPS for what in ("variables", "clauses"))]
    writer = csv.DictWriter(sys.stdout, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(sizes(puzzle))


if __name__ == "__main__":
    try:
        main()
    except sp.PuzzleError as error:
        sys.exit(str(error))
