"""Sticks of six-piece burrs by number: the published sets and counts, and what is refused."""

import pytest

import satpuzzle as sp
from satpuzzle.puzzle import drawing, sticks
from satpuzzle.puzzle.grids import GRIDS, Points

CUBIC = GRIDS["cubic"]


def cells(number: int) -> Points:
    return drawing.marks_and_cells(drawing.split(sticks.drawn(number)), CUBIC)[1]


def test_the_sticks_of_dubois_are_as_they_were_drawn_from_his_burr() -> None:
    assert {number: sticks.drawn(number).replace("\n", " ") for number in (120, 160, 256, 512, 880, 960)} == {
        120: "****** ******  *...** *...**",
        160: "****** ******  *....* *.**.*",
        256: "****** ******  *....* *....*",
        512: "**.*** ******  *....* *....*",
        880: "**..** ******  *....* **..**",
        960: "**..** ******  *....* *..*.*",
    }


def test_314_burrs_without_holes_are_made_of_25_sticks() -> None:
    solid = sp.loads('board = "burr"\nempty = 0\npieces = "burr-25"')
    assert sp.count(solid).rotations == 1063
    assert sp.count(solid, assemblable=True).rotations == 314


def test_the_four_cubes_beside_those_of_the_lower_layer_have_the_last_numbers() -> None:
    assert [sticks.drawn(1 + (1 << cube)).replace("\n", " ") for cube in (12, 13, 14, 15)] == [
        "*.**** ******  ****** ******",
        "****.* ******  ****** ******",
        "****** *.****  ****** ******",
        "****** ****.*  ****** ******",
    ]
    assert len(cells(65536)) == 8 and sticks.number_of(cells(65536), CUBIC) == 65536


def test_a_stick_is_known_however_it_is_turned() -> None:
    for number in range(1, sticks.MOST + 1, 613):
        least = {sticks.number_of(image, CUBIC) for image in CUBIC.rotations(cells(number), False)}
        (found,) = least
        assert found is not None and found <= number and sticks.number_of(cells(found), CUBIC) == found
    assert [sticks.number_of(cells(number), CUBIC) for number in (1, 137, 1024)] == [1, 18, 1024]
    assert sticks.number_of(cells(1)[:-1], CUBIC) is None
    assert sticks.number_of(cells(1) * 2, CUBIC) is None


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("pieces = [{ burr = 65537 }]", "piece 1: burr is 65537, allowed are integers from 1 to 65536"),
        ('pieces = [{ burr = 1, cells = "*" }]', "piece 1: burr stands in place of cells, on the grid cubic"),
        ('pieces = "burr 0"', "piece 1: burr is 0, allowed are integers from 1 to 65536"),
        ('pieces = "burr x"', 'pieces is "burr x": choose from '),
    ],
)
def test_what_is_no_number_is_refused_in_one_line(keys: str, words: str) -> None:
    with pytest.raises(sp.PuzzleError) as caught:
        sp.loads(f'board = "burr"\n{keys}')
    assert words in str(caught.value)
