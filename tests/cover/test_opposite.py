"""Opposite colours: sides of tiles that meet as heads and tails do."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import satpuzzle as sp
from satpuzzle.cover.tables import Tables

NINE = (
    "PQrs RQrs pqRS psQR pqPS rqPS SQpr pQSr pqRS"  # a public case: 16 solutions if the two equal cards are different
)


def by_hand(tiles: list[str]) -> Iterator[list[tuple[int, str]]]:
    """Yield the fillings of a square of 3 by 3 in which each capital letter meets its small one."""

    def filled(cards: list[tuple[int, str]]) -> Iterator[list[tuple[int, str]]]:
        if len(cards) == 9:
            yield cards
            return
        row, column = divmod(len(cards), 3)
        for number, tile in enumerate(tiles):
            for way in {tile[turn:] + tile[:turn] for turn in range(4)}:
                left = not column or cards[-1][1][1] == way[3].swapcase()
                above = not row or cards[-3][1][2] == way[0].swapcase()
                if left and above and number not in [other for other, _ in cards]:
                    yield from filled([*cards, (number, way)])

    return filled([])


def cards(tiles: Any, **more: Any) -> sp.Puzzle:
    keys: dict[str, Any] = {"grid": "square", "box": [3, 3], "mirror": False, "match": "opposite"}
    return sp.make_puzzle(**keys | more, tiles=tiles)


def test_nine_cards_have_the_solutions_found_by_hand() -> None:
    apart = [{"sides": word, "name": f"card {number}"} for number, word in enumerate(NINE.split())]
    assert sp.count(cards(apart)) == sp.Counts(16, 4, 4)
    assert len([*by_hand(NINE.split())]) == 16
    assert sp.count(cards(NINE)) == sp.Counts(8, 2, 2)  # equal cards are not told apart
    bundled = [piece.name for piece in sp.load("nine-cards").pieces]
    assert len([*by_hand(bundled)]) == sp.count("nine-cards").raw == 4


@pytest.mark.parametrize("backend", ["native", "cadical", "cpsat"])
def test_pairs_say_which_colours_meet(backend: str) -> None:
    """With H and T for A and a, and W and P for B and b, the puzzle is the same; X meets X."""
    words = "aAXX bAXA BaBX bABa aAXA aaBa"
    pairs = words.translate(str.maketrans("AaBb", "HTWP"))
    one = cards(words, box=[3, 2])
    other = cards(pairs, box=[3, 2], match="HT WP X1")
    assert sp.count(one, backend) == sp.count(other, backend) != sp.Counts(0, 0, 0)
    small = [s.as_list()[0]["sides"] for s in sp.solve(cards("XXXX XXXX", box=[2, 1], match="HT"), up_to="raw")]
    assert small == ["XXXX"]


def test_a_reflection_keeps_heads_and_tails() -> None:
    """A tile that may be turned over has its sides in the other order, and the same sides."""
    tiles = "ABca aCDD"
    one_sided = sp.count(cards(tiles, box=[2, 1]))
    two_sided = sp.count(cards(tiles, box=[2, 1], mirror=True))
    assert (one_sided.raw, two_sided.raw) == (4, 16)


def test_colours_are_exchanged_together_with_their_opposites() -> None:
    words = "AbbA BaaB BaBb AbAa"
    counts = sp.count(cards(words, box=[2, 2], interchangeable="AB"))
    assert counts == sp.Counts(40, 10, 5, 3)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"match": "opposed"}, 'match is "opposed", allowed are true, false, "opposite" and pairs of colours such as'),
        ({"match": "AB BC"}, 'match is "AB BC", allowed are'),
        ({"match": "AA"}, 'match is "AA", allowed are'),
        ({"match": 1}, "match is 1, allowed are true and false"),
        ({"interchangeable": "PR pR"}, 'interchangeable is "PR pR", allowed are colours of tiles'),
        ({"interchangeable": "PQ pr"}, 'interchangeable is "PQ pr", which does not keep'),
        ({"interchangeable": "PQ", "border": "p"}, 'interchangeable is "PQ", whose opposites have the border\'s p'),
        ({"tiles": None, "pieces": ["*"], "box": [1, 1]}, "match is for tiles, the puzzle has none"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(keys: dict[str, Any], message: str) -> None:
    said: dict[str, Any] = {"grid": "square", "box": [3, 3], "match": "opposite", "tiles": NINE} | keys
    with pytest.raises(sp.PuzzleError) as caught:
        sp.make_puzzle(**{key: value for key, value in said.items() if value is not None})
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_say_it_and_burrtools_cannot(tmp_path: Path) -> None:
    puzzle = cards(NINE)
    for match in ("opposite", "PR QS"):
        for ending in (".toml", ".json"):
            file = tmp_path / f"cards{ending}"
            sp.save(cards(NINE, match=match), file)
            assert sp.load(file).match == match
    assert json.loads(file.read_text())["match"] == "PR QS"
    with pytest.raises(sp.PuzzleError, match="tiles"):
        sp.save(puzzle, tmp_path / "cards.xmpuzzle")


def test_two_neighbours_cover_both_items_of_their_edge() -> None:
    cover = Tables.of(cards("AAAA aaaa", box=[2, 1])).cover
    assert len(cover.families["edges"]) == 2 + 6  # the edge inside for each of the two cells, and the border
    assert sorted(cover.words(0)[:3]) == ["0,0,0", "0,0,0/1,0,0:A", "AAAA"]
    assert [word for word in cover.words(0) if word.startswith("1,0,0/0,0,0")] == ["1,0,0/0,0,0:a"]
    assert sp.count(cards("AAAA aaaa", box=[2, 1])).raw == 2
    assert sp.count(cards("AAAA AAAA", box=[2, 1])).raw == 0
