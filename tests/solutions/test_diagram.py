"""Diagrams of sets of solutions, against Python's sets."""

import json
from itertools import combinations, islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from clocks import Countdown

from satpuzzle.engines.burnside import powers
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.solutions.diagram import Diagram
from satpuzzle.solutions.fixed import fixed

Family = set[tuple[int, ...]]


def rows(family: Family, dice: Random) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Return the sets as rows in any order, each in any order, some of them twice."""
    listed = [*family, *dice.sample(sorted(family), min(2, len(family)))]
    dice.shuffle(listed)
    found = np.full((len(listed), max(map(len, listed), default=0)), -1)
    for row, options in zip(found, listed, strict=True):
        row[: len(options)] = dice.sample(options, len(options))
    return found


def some(dice: Random, many: int) -> Family:
    every = [each for size in range(many + 1) for each in combinations(range(many), size)]
    return {*dice.sample(every, dice.randint(0, min(len(every), 30)))}


@pytest.mark.few(3)
@pytest.mark.parametrize("seed", range(60))
def test_what_a_diagram_answers_is_what_the_list_answers(seed: int, tmp_path: Path) -> None:
    dice = Random(seed)
    many = dice.randint(1, 8)
    order = np.array(dice.sample(range(many), many))
    family, others = some(dice, many), some(dice, many)
    one, other = Diagram.of(rows(family, dice), order), Diagram.of(rows(others, dice), order)
    assert {*one} == family and one.count() == len([*one]) == len(family)
    assert {*(one & other)} == family & others
    assert {*(one - other)} == family - others
    assert (one | other) == Diagram.of(rows(family | others, dice), order)
    given = dice.sample(range(many), dice.randint(0, min(many, 2)))
    without = [option for option in dice.sample(range(many), min(many, 2)) if option not in given]
    left = {each for each in family if {*given} <= {*each} and not {*without} & {*each}}
    assert one.count(given, without) == len(left)
    assert one.where(given, without) == Diagram.of(rows(left, dice), order)
    assert {*one.numbered(range(len(left)), given, without)} == left
    occurs = one.occurrences(given, without).tolist()
    assert occurs == [sum(option in each for each in left) for option in order.tolist()]
    weights = [dice.randint(-5, 5) for _ in range(many)]
    sums = {each: sum(weights[option] for option in each) for each in family}
    best = one.best(weights)
    assert best is None if not family else best is not None and best[0] == max(sums.values()) == sums[best[1]]
    least = one.best([-weight for weight in weights])
    assert least is None if not family else least is not None and -least[0] == min(sums.values())
    for drawn in (one.sample(5, seed), [*islice(one.different(seed), 5)]):
        assert {*drawn} <= family and len({*drawn}) == len(drawn) == min(5, len(family))
    one.save(tmp_path / "some.zdd", "these")
    assert Diagram.load(tmp_path / "some.zdd", "these") == one


def test_numbers_beyond_64_bits_are_exact() -> None:
    many = 70
    level = np.arange(many)[::-1].astype(np.int32)
    below = np.arange(1, many + 1).astype(np.int32)
    all_sets = Diagram(np.arange(many), level, below, below, many + 1)
    assert all_sets.count() == 2**many
    assert all_sets.count([3, 5], [4]) == 2 ** (many - 3)
    assert all_sets.occurrences().tolist() == [2 ** (many - 1)] * many
    assert all_sets.numbered([0, 2**many - 1]) == [(), tuple(range(many))]


def test_each_next_different_one_shares_least_with_those_before_and_their_images() -> None:
    family = [*combinations(range(6), 2)]
    diagram = Diagram.of(np.array(family), np.arange(6))
    first, second, third, *_ = diagram.different(1)
    assert len({*first, *second, *third}) == 6

    def images(pair: tuple[int, ...]) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
        return np.array([sorted((option + turn) % 6 for option in pair) for turn in range(6)])

    classes = [*diagram.different(1, images)]
    assert sorted((b - a, 6 - b + a)[b - a > 3] for a, b in classes) == [1, 2, 3]  # one of each distance on a ring


@pytest.mark.parametrize("seed", range(30))
def test_solutions_that_a_permutation_fixes_are_counted(seed: int) -> None:
    dice = Random(seed)
    many = dice.randint(2, 8)
    to = dice.sample(range(many), many)

    def moved(each: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(to[option] for option in each))

    family = some(dice, many)
    for _ in range(6):
        family |= {moved(each) for each in family}
    order = np.array(dice.sample(range(many), many))
    diagram = Diagram.of(rows(family, dice), order)
    assert fixed(diagram, powers(np.array(to))) == sum(moved(each) == each for each in family)


def test_samples_are_equally_likely() -> None:
    family = [*combinations(range(6), 3)]
    diagram = Diagram.of(np.array(family), np.arange(6))
    drawn = [diagram.sample(1, seed)[0] for seed in range(2000)]
    expected = 2000 / len(family)
    chi = sum((drawn.count(each) - expected) ** 2 / expected for each in family)
    assert chi < 36.2  # of 19 degrees of freedom, at 1 %; the seeds are fixed


def test_a_sample_without_seats_for_all_is_a_sample_of_all() -> None:
    diagram = Diagram.of(np.array([[0, 1], [2, 3]]), np.arange(4))
    assert {*diagram.sample(9)} == {(0, 1), (2, 3)}
    assert Diagram.of(np.zeros((0, 0), np.int64), np.arange(4)).sample(3) == []


def _damage_is_refused(path: Path, times: int, seed: int) -> int:
    """Read a file that was damaged in so many ways; return how often it was refused."""
    dice = Random(seed)
    family: Family = {*combinations(range(9), 4)}
    Diagram.of(rows(family, dice), np.arange(9)).save(path, "these")
    whole = path.read_bytes()
    refused = 0
    for _ in range(times):
        damaged = bytearray(whole)
        damaged[dice.randrange(len(whole))] ^= 1 << dice.randrange(8)
        path.write_bytes(damaged if dice.random() < 0.8 else damaged[: dice.randrange(len(whole))])
        try:
            assert {*Diagram.load(path, "these")} == family  # what was changed is not read, such as a time
        except PuzzleError as error:
            refused += str(error).startswith(str(path)) and "\n" not in str(error)
    return refused


def test_a_damaged_file_gives_an_error_and_no_number(tmp_path: Path) -> None:
    assert _damage_is_refused(tmp_path / "some.zdd", 300, 7) > 200


@pytest.mark.slow
def test_thousands_of_damaged_files_give_an_error_and_no_number(tmp_path: Path, seed: int) -> None:
    assert _damage_is_refused(tmp_path / "some.zdd", 10_000, seed) > 7000


def test_a_file_of_another_problem_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.zdd"
    Diagram.of(np.array([[0, 1]]), np.arange(2)).save(path, "these")
    with pytest.raises(PuzzleError, match="a diagram of another problem"):
        Diagram.load(path, "those")
    path.write_text("no diagram")
    with pytest.raises(PuzzleError, match="no diagram, or a damaged one"):
        Diagram.load(path, "these")
    with pytest.raises(PuzzleError, match="No such file"):
        Diagram.load(tmp_path / "none.zdd", "these")


def test_what_a_diagram_does_not_know_is_told() -> None:
    diagram = Diagram.of(np.array([[0, 1]]), np.arange(2))
    with pytest.raises(PuzzleError, match="solution 1: there are 1, the first one is 0"):
        diagram.numbered([1])
    with pytest.raises(PuzzleError, match="option 2: the diagram does not know it"):
        diagram.count([2])
    with pytest.raises(PuzzleError, match="the same options in the same order"):
        diagram & Diagram.of(np.array([[0, 1]]), np.array([1, 0]))


def test_a_file_that_says_to_be_encrypted_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.zdd"
    Diagram.of(np.array([[0, 1]]), np.arange(2)).save(path, "these")
    content = bytearray(path.read_bytes())
    for mark, flags in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        content[content.index(mark) + flags] |= 1
    path.write_bytes(content)
    with pytest.raises(PuzzleError, match="no diagram, or a damaged one"):
        Diagram.load(path, "these")


def _forged(path: Path, about: str, size: int) -> None:
    """Write a file whose head is right, and whose arrays have so many zeros."""
    head = {"format": "satpuzzle diagram 1", "about": about, "root": 0, "sha256": ""}
    zeros = dict.fromkeys(("order", "level_of", "low", "high"), np.zeros(size, np.int64))
    with path.open("wb") as file:
        np.savez_compressed(file, head=np.frombuffer(json.dumps(head).encode(), np.uint8), **zeros)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("about", "said"), [("those", "a diagram of another problem"), ("these", "order has 80128 bytes, at most 4096 are")]
)
def test_what_a_file_unpacks_to_is_looked_at_before_it_is_unpacked(
    about: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, read = tmp_path / "bomb.zdd", list[int]()
    _forged(path, about, 10_000)
    one = np.lib.format.read_array

    def counted(*arguments: Any, **options: Any) -> Any:
        found = one(*arguments, **options)
        read.append(found.nbytes)
        return found

    monkeypatch.setattr(np.lib.format, "read_array", counted)
    monkeypatch.setattr("satpuzzle.machine.free", lambda: 1 << 16)
    with pytest.raises(PuzzleError, match=said):
        Diagram.load(path, "these")
    assert len(read) == 1 and read[0] < 200


def test_a_diagram_is_read_from_regular_files_only() -> None:
    with pytest.raises(PuzzleError, match="/dev/zero: is a device, not a file"):
        Diagram.load("/dev/zero", "these")


def test_reading_a_diagram_obeys_the_clock(tmp_path: Path) -> None:
    path = tmp_path / "some.zdd"
    Diagram.of(np.array([[0, 1]]), np.arange(2)).save(path, "these")
    with pytest.raises(Stopped):
        Diagram.load(path, "these", Countdown(2))
