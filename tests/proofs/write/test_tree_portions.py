"""The numbers of a tree are checked in portions that are shorter if the cover is wide."""

import lzma
from pathlib import Path

import numpy as np
import pytest
from clocks import Countdown

from satpuzzle.errors import Stopped
from satpuzzle.proofs.check.trees import _numbers


def test_portions_of_a_tree_of_a_wide_cover_are_short(tmp_path: Path) -> None:
    numbers = np.arange(200_000) % 3000
    (path := tmp_path / "tree.xz").write_bytes(lzma.compress(numbers.astype("<u2").tobytes()))
    for options, most in ((64, 1 << 16), (60_000, 100)):
        portions = list(_numbers(path, 3000, options, clock := Countdown()))
        assert np.concatenate(portions).tolist() == numbers.tolist()
        assert max(map(len, portions)) <= most
        assert clock.looks == len(portions)
    with pytest.raises(Stopped):
        list(_numbers(path, 3000, 60_000, Countdown(5)))
