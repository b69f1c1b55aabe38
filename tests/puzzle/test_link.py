"""Links of the studio."""

import base64
import zlib

import pytest
from again import link

import satpuzzle as sp
from satpuzzle import PuzzleError
from satpuzzle.puzzle.formats.link import is_link, pack, unpack
from satpuzzle.puzzle.library import calendars


@pytest.mark.parametrize("name", ["soma", "iq-pyramid-4", "stella-octangula-any"])
def test_what_is_packed_is_unpacked(name: str) -> None:
    for text in (
        link(sp.load(name)),
        f"https://example.org/studio{link(sp.load(name))}",
        f"file:///tmp/a%20b.html{link(sp.load(name))}",
    ):
        assert is_link(text)
        found, puzzle = sp.load(text), sp.load(name)
        assert (found.board == puzzle.board).all()
        assert [piece.cells.tolist() for piece in found.pieces] == [sorted(p.cells.tolist()) for p in puzzle.pieces]
        assert found.published == puzzle.published


def test_a_link_is_solved_like_its_puzzle() -> None:
    assert sp.count(link(sp.load("soma"))) == sp.count("soma")


@pytest.mark.parametrize("name", calendars())
def test_a_link_with_the_name_of_a_calendar_is_its_puzzle_of_today(name: str) -> None:
    found = sp.load(pack({"name": name}))
    assert found.name == sp.load(f"{name}#today").name and (found.board == sp.load(f"{name}#today").board).all()


def test_names_and_members_of_families_are_no_links() -> None:
    assert not any(
        is_link(text) for text in ("soma", "a-puzzle-a-day#Jan 25", "a.toml", "https://example.org/", "#q=ab")
    )


def packed(text: bytes) -> str:
    return "#p=" + base64.urlsafe_b64encode(zlib.compress(text, 9, -15)).decode().rstrip("=")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("#p=", "the link is damaged: part of it"),
        (link(sp.load("soma"))[:-20], "the link is damaged: part of it"),
        ("#p=A", "the link is damaged: part of it"),
        ("#p=%%%", "the link is damaged: after #p="),
        (packed(b"[]"), "the link has no puzzle"),
        (packed(b"{"), "the link is not JSON"),
        (packed(b'{"name": "../soma"}'), "link: no bundled puzzle has the name '../soma'"),
        (packed(b'{"puzzle": {"grid": "qubic"}}'), "link: grid is"),
        (packed(b" " * 9_000_000), "the link unpacks to more than 8000000 bytes"),
        ("#p=" + "A" * 3_000_000, "the link has 3000003 characters"),
    ],
)
def test_a_bad_link_is_refused_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        sp.load(text)
    assert str(caught.value).startswith(complaint)
    assert "\n" not in str(caught.value)


def test_the_pieces_on_the_board_are_said_too() -> None:
    said = {"puzzle": {"box": [1, 1, 1], "pieces": []}, "placed": [[0, [[0, 0, 0]]]]}
    assert unpack(pack(said)) == said
