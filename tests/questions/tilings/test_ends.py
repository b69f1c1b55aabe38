"""Strips from both ends: lengths against automata, fillings, shapes without kernels and with wide states."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from satpuzzle.errors import PuzzleError
from satpuzzle.questions.tilings.column import TooManyStates
from satpuzzle.questions.tilings.ends import Ends, named
from satpuzzle.questions.tilings.prototile import Prototile
from satpuzzle.questions.tilings.shapes import prototiles
from satpuzzle.questions.tilings.transfer import automaton

STRIPS: list[tuple[list[str], dict[str, Any], tuple[int, ...], int]] = [
    (["pentominoes#Y"], {}, (5,), 20),
    (["pentominoes#Y"], {}, (9,), 30),
    (["**/*."], {}, (4,), 9),
    (["**", "**/*."], {}, (3,), 6),
    (["***/*..", "**"], {"fixed": True}, (3,), 7),  # the mirrored strip has other copies
    (["***/*.."], {"one_sided": True}, (4,), 8),
    (["*"], {}, (2,), 3),
    (["*.*", "*"], {}, (2,), 5),
    (["***********/*.........."], {}, (6,), 14),  # states of two words
    (["************************/*......................."], {}, (6,), 28),  # states of more than two words
    (["**/*.//*./.."], {"grid": "cubic"}, (2, 2), 6),
    (["tetrahexes"], {}, (3,), 6),
    (["hexiamonds"], {}, (2,), 6),
    (["tetraboloes"], {}, (2,), 4),
]


@pytest.mark.few(6)
@pytest.mark.parametrize(("pieces", "asked", "section", "most"), STRIPS)
def test_lengths_are_those_of_the_automaton_and_have_fillings(
    pieces: list[str],
    asked: dict[str, Any],
    section: tuple[int, ...],
    most: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tiles = prototiles(pieces, **asked)
    counts = [*islice(automaton(tiles, section).walks(), most + 1)]
    _check(tiles, section, counts)
    monkeypatch.setattr("satpuzzle.questions.tilings.ends.missing", lambda: "none")
    _check(tiles, section, counts)


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", range(12))
def test_lengths_and_fillings_of_random_shapes(seed: int) -> None:
    random = Random(seed)
    rows = ["".join(random.choice("**.") for _ in range(random.randint(2, 4))) for _ in range(random.randint(1, 3))]
    drawn = "/".join([f"*{rows[0]}", *(f".{row}" for row in rows[1:])])
    tiles = prototiles([drawn, random.choice(["**", "***", "**/*."])], fixed=random.random() < 0.5)
    section = (random.randint(1, 4),)
    _check(tiles, section, [*islice(automaton(tiles, section).walks(), 9)])


def _check(tiles: list[Prototile], section: tuple[int, ...], counts: list[int]) -> None:
    ends = Ends(tiles, section)
    for length in range(1, len(counts)):
        assert ends.fills(length, 10**5) == (counts[length] > 0), length
        if counts[length]:
            box = (length, *section)
            tiling = named(tiles, ends.filling(length, 10**5), box, box)
            board = tiles[0].grid.box(box).tolist()
            assert sorted(list(cell) for _, cells in tiling for cell in cells) == sorted(board)
            for name, cells in tiling:
                (tile,) = (tile for tile in tiles if tile.name == name)
                assert tile.found(cells)


def test_too_many_states_are_refused_once_and_allowed_later() -> None:
    ends = Ends(prototiles("pentominoes#Y"), (10,))
    for _ in range(2):
        with pytest.raises(TooManyStates, match="more than 100 states"):
            ends.fills(23, 100)
    assert ends.fills(23, 10**4) and not ends.fills(22, 10**4)
    assert issubclass(TooManyStates, PuzzleError)


@pytest.mark.few(6)
@pytest.mark.parametrize(("pieces", "asked", "section", "most"), STRIPS)
def test_what_a_beam_finds_are_fillings(
    pieces: list[str], asked: dict[str, Any], section: tuple[int, ...], most: int
) -> None:
    tiles = prototiles(pieces, **asked)
    counts = [*islice(automaton(tiles, section).walks(), most + 1)]
    for beam in (1, 5, 10**6):
        ends = Ends(tiles, section, beam=beam)
        if not ends.compiled:
            return
        for length in range(1, most + 1):
            found = ends.fills(length, 10**6)
            assert found == (counts[length] > 0) or not (found or ends.complete), (beam, length)
            assert ends.complete or beam < 10
            if found:
                tiling = named(tiles, ends.filling(length, 10**6), (length, *section), (length, *section))
                board = tiles[0].grid.box((length, *section)).tolist()
                assert sorted(list(cell) for _, cells in tiling for cell in cells) == sorted(board)


@pytest.mark.full
def test_a_beam_fills_strips_of_many_states() -> None:
    tiles = prototiles("pentominoes#Y")
    ends = Ends(tiles, (16,), beam=1 << 15)
    with pytest.raises(TooManyStates):
        Ends(tiles, (16,)).fills(25, 1 << 17)
    assert ends.fills(25, 1 << 20)
    assert len(ends.filling(25, 1 << 20)) == 80


def test_a_filling_of_the_turned_box() -> None:
    tiles = prototiles("**/*.")
    tiling = named(tiles, Ends(tiles, (2,)).filling(3, 100), (3, 2), (2, 3))
    assert sorted(cell for _, cells in tiling for cell in cells) == [(x, y, 0) for x in range(2) for y in range(3)]
