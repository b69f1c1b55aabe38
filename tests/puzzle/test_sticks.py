"""Sticks of six-piece burrs by number: the published sets and counts, and what is refused."""

from collections import Counter
from itertools import product

import pytest
from in_node import in_node

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


SIX = """......\n......\n.****.\n.****.\n......\n......

..**..\n..**..\n.*??*.\n.*??*.\n..**..\n..**..

..**..\n**??**\n*????*\n*????*\n**??**\n..**.."""


def test_a_cage_is_the_union_of_its_sticks_and_optional_where_they_cross() -> None:
    first, second, third = SIX.split("\n\n")
    assert sticks.cage("burr") == sticks.cage("burr 6") == "\n\n".join((first, second, third, third, second, first))
    for sticks_of, length in product((6, 12, 18), range(2, 15)):
        rows, half = sticks_of // 6, length // 2
        count: Counter[tuple[int, ...]] = Counter()
        for row, column, along in product(range(rows), (-2, 0), range(-half, half)):  # each stick, cube by cube
            for wide, high in product(range(column, column + 2), range(2 * row - rows, 2 * row - rows + 2)):
                count.update([(along, wide, high), (high, along, wide), (wide, high, along)])
        drawn = sticks.cage(f"burr {sticks_of} {length}")
        if length % 2 or length <= max(4, 2 * rows):
            assert drawn is None
            continue
        assert drawn is not None
        board = sp.make_puzzle(board=drawn, grid="cubic", pieces=["*"])
        at = (board.board - half).tolist()
        assert {tuple(cell): may for cell, may in zip(at, board.optional.tolist(), strict=True)} == {
            cell: many > 1 for cell, many in count.items()
        }


def test_the_cage_of_18_sticks_has_as_many_cells_as_those_of_published_burrs() -> None:
    board = sp.loads('board = "burr 18"\npieces = "burr 1"')  # Alfons Eyckmans' Rhinoceros and Save the Gorilla
    assert (len(board.board), int(board.optional.sum())) == (352, 160)


@pytest.mark.full
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
        ('pieces = "burr 1"\nboard = "burr 7"', 'board is "burr 7", allowed is burr, followed by 6, 12 or 18 sticks'),
        ('pieces = "burr 1"\nboard = "burr 18 7"', 'board is "burr 18 7", allowed is burr, followed by 6, 12 or 18'),
        ('pieces = "burr x"', 'pieces is "burr x": choose from '),
    ],
)
def test_what_is_no_number_is_refused_in_one_line(keys: str, words: str) -> None:
    with pytest.raises(sp.PuzzleError) as caught:
        sp.loads(keys if "board" in keys else f'board = "burr"\n{keys}')
    assert words in str(caught.value)


def test_the_page_draws_the_same_sticks_and_cages() -> None:
    texts = ["burr", *(f"burr {many}{length}" for many in (6, 7, 12, 18) for length in ("", " 6", " 7", " 10", " 60"))]
    numbers = [1, 975, 4096, *(1 + (1 << cube) for cube in range(16)), 65536]
    script = "answer([input.texts.map(cage), input.numbers.map((burr) => stick({ burr }).cells)]);"
    cages, drawn = in_node(script, "sticks.js", texts=texts, numbers=numbers)
    assert cages == [sticks.cage(text) for text in texts]
    assert drawn == [sticks.drawn(number) for number in numbers]
