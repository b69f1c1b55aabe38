"""Puzzles with chains against the witness, which folds them step by step, in all ways the program can be asked."""

from collections import Counter
from pathlib import Path

import pytest
from witness.__main__ import check
from witness.asking import WAYS
from witness.counting import Problem
from witness.mixing import folded

SHARES = (("toml", "strategy"), ("json", "clingo"), ("certificate", "cpsat"), ("count certificate", "by symmetry"))
MANY, FOLD = 40, 4


@pytest.mark.parametrize("fold", range(FOLD))
@pytest.mark.few(1)
def test_puzzles_with_chains_have_the_solutions_and_the_counts_of_the_witness(fold: int) -> None:
    counted = Counter[str]()
    for seed in range(fold, MANY, FOLD):
        share = SHARES[seed // FOLD % len(SHARES)]
        check(folded(seed), seed, ["frontier", "memo", "cadical", *share], counted)
    assert counted["cadical"] == MANY // FOLD and not counted["refused"]


def test_there_are_chains_of_all_kinds_among_them() -> None:
    keys = [folded(seed) for seed in range(60)]
    assert {each["grid"] for each in keys} == {"square", "hexagonal", "cubic", "fcc"}
    assert {key for each in keys for key in each} >= {"optional", "wrap", "rules", "mirror"}
    chains = [piece["chain"] for each in keys for piece in each["pieces"] if "chain" in piece]
    assert {type(chain) for chain in chains} == {str, list}
    assert any(len(each["pieces"]) == 1 for each in keys) and any(len(Problem(each).solutions()) > 4 for each in keys)


@pytest.mark.slow
def test_thousands_of_new_puzzles_with_chains_are_answered_alike(seed: int, tmp_path: Path) -> None:
    print(f"seed {seed}")
    for number in range(seed, seed + 3000):
        check(folded(number), number, [*WAYS], Counter())
