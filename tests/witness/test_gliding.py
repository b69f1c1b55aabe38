"""Random puzzles on Möbius strips and Klein bottles, in all ways the program can be asked, against the witness."""

from collections import Counter

import pytest
from witness.__main__ import IN_TURN, check
from witness.asking import WAYS
from witness.counting import Problem
from witness.mixing import gliding

from satpuzzle.cover.tables import Tables
from satpuzzle.puzzle.formats.reading import of_table

ALWAYS = ("frontier", "memo", "cadical")
SHARES = (("toml", "strategy"), ("json", "cpsat"), ("certificate", "link"), ("lrat", "clingo"), ("by symmetry",))
MANY, FOLD = 40, 4


@pytest.mark.few(1)
@pytest.mark.parametrize("fold", range(FOLD))
def test_puzzles_with_a_glide_have_the_options_the_group_and_the_counts_of_the_witness(fold: int) -> None:
    for seed in range(fold, MANY, FOLD):
        keys = gliding(seed)
        check(keys, seed, [*ALWAYS, *SHARES[seed // FOLD % len(SHARES)]], Counter())
        problem, tables = Problem(keys), Tables.of(of_table({**keys}, "gliding"))
        placed = tables.placements if tables.placements.possible is None else tables.placements.possible
        assert (placed.piece >= 0).sum() == len(problem.placements)
        if not problem.tiled:  # whose isometries the witness tells apart by what is beyond the border, too
            rotations, others = problem.elements
            orders = tables.symmetry.orders
            assert orders["rotations"] == len(rotations)
            assert orders["isometries"] in (len(rotations), len(rotations) + len(others))


def test_surfaces_of_all_kinds_are_mixed() -> None:
    keys = [gliding(seed) for seed in range(60)]
    met = Counter(key for each in keys for key in each)
    assert all(met[key] for key in ("optional", "mirror", "rotate", "tiles", "rules", "colours", "border"))
    assert len({each["grid"] for each in keys}) >= 8
    said = [each["wrap"] if isinstance(each["wrap"], str) else f"{len(each['wrap'])} periods" for each in keys]
    assert {"1 periods", "2 periods"} < {*said} and {one[:5] for one in said} > {"moebi", "klein"}


@pytest.mark.slow
def test_thousands_of_new_puzzles_with_a_glide_are_answered_alike(seed: int) -> None:
    counted = Counter[str]()
    for each in range(seed, seed + 5000):
        ways = [way for way in WAYS if way not in IN_TURN or way == IN_TURN[each % len(IN_TURN)]]
        check(gliding(each), each, ways, counted)
    print(dict(counted))
