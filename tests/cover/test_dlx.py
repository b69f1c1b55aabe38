"""Knuth's text of items and options, read: the same cover, for every engine."""

import random
from pathlib import Path

import pytest
from brute_force import solutions

import satpuzzle as sp
from satpuzzle.cover import dlx
from satpuzzle.errors import PuzzleError

TEXT = """| the first line is a remark
a b 0:2|c 2|d | p q
a b p
a c d
b c d q
d q

b d
"""
BACKENDS = ("bitmask", "cadical", "cpsat", "clingo")


@pytest.mark.parametrize("backend", BACKENDS)
def test_every_engine_solves_what_a_file_holds(backend: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.dlx"
    path.write_text(TEXT)
    cover = sp.load_dlx(path)
    assert cover.names == ("a", "b", "c", "d", "p", "q")
    bounds = [*zip(cover.lower.tolist(), cover.upper.tolist(), strict=True)]
    assert bounds == [(1, 1), (1, 1), (0, 2), (2, 2), (0, 1), (0, 1)]
    options = [cover.items_of(option).tolist() for option in range(len(cover.rows))]
    found = sorted(tuple(sorted(chosen)) for chosen in sp.solve(cover, backend))
    assert found == sorted(solutions(options, bounds)) != []


@pytest.mark.parametrize("seed", range(20))
def test_what_is_written_reads_the_same(seed: int) -> None:
    dice = random.Random(seed)
    bounds = [dice.choice([(1, 1), (0, 1), (2, 2), (0, 3), (1, 2)]) for _ in range(6)]
    options = [dice.sample(range(6), dice.randint(1, 4)) for _ in range(10)]
    cover = sp.ExactCover.of_sets(options, bounds, names="abcdef")
    again = dlx.parse("\n".join(dlx.write(cover, ["a remark"])))
    place = [again.names.index(name) for name in cover.names]
    assert [(int(again.lower[i]), int(again.upper[i])) for i in place] == bounds
    assert (again.members()[:, place] == cover.members()).all()
    assert len([*sp.solve(again)]) == len(solutions(options, bounds))


REFUSED = {
    "colours": ("a | p\na p:red", 'line 2: "p:red": colours of items are not supported'),
    "no items": ("| nothing", "has no items"),
    "only a bar": ("|\n", "has no items"),
    "an unknown item": ("a b\na c", 'line 2: "c" is not an item of the first line'),
    "an item twice in the list": ("a a", 'line 1: the item "a" is listed twice'),
    "an item twice in an option": ("a b\na a", 'line 2: the option has the item "a" twice'),
    "two bars": ("a | b | c", "line 1: has more than one bar"),
    "bounds the wrong way round": ("3:2|a", "bounds are 0 <= low <= high"),
    "never to be covered": ("0|a", "high from 1"),
    "bounds of a secondary item": ("a | 1:2|b", "an item is a name"),
}


@pytest.mark.parametrize("text, said", REFUSED.values(), ids=REFUSED)
def test_what_makes_no_sense_is_refused_in_one_line(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.dlx"
    path.write_text(text)
    with pytest.raises(PuzzleError) as caught:
        sp.load_dlx(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert said in str(caught.value)
