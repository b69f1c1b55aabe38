"""Strips: published generating functions, numbers of tilings against the frontier, random recurrences."""

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from clocks import Countdown
from commands import complaint, run

import satpuzzle as sp
from satpuzzle.engines.frontier.table import Sweep
from satpuzzle.engines.library import missing
from satpuzzle.errors import PuzzleError
from satpuzzle.questions.tilings import transfer
from satpuzzle.questions.tilings.certify import certify_strip
from satpuzzle.questions.tilings.ends import lengths
from satpuzzle.questions.tilings.folded import classes_of
from satpuzzle.questions.tilings.rectangles import rectangles
from satpuzzle.questions.tilings.series import Series, polynomial, series_of
from satpuzzle.questions.tilings.shapes import prototiles
from satpuzzle.questions.tilings.strip import puzzle_of, sections_of, strip_of
from satpuzzle.questions.tilings.strips import strip, strips
from satpuzzle.questions.tilings.transfer import Automaton, automaton

DOMINO, TROMINO = "**", "**/*."
# numerator and denominator; of the OEIS A001835, A005178, A028468, A165791; and L nonominoes, polyominoes.org
PUBLISHED = {
    (DOMINO, 3): ("1 - x^2", "1 - 4 x^2 + x^4"),
    (DOMINO, 4): ("1 - x^2", "1 - x - 5 x^2 - x^3 + x^4"),
    (TROMINO, 4): ("1 - 6 x^3", "1 - 10 x^3 + 22 x^6 + 4 x^9"),
    ("********/*.......", 10): (
        "1 - 96 x^9 + 2048 x^18",
        "1 - 128 x^9 + 5112 x^18 - 64768 x^27 - 16528 x^36",
    ),
}


@pytest.mark.parametrize(("piece", "width"), PUBLISHED)
def test_published_generating_functions(piece: str, width: int) -> None:
    found = strip(piece, width)
    assert found.series is not None
    assert (polynomial(found.series.numerator), polynomial(found.series.denominator)) == PUBLISHED[piece, width]


@pytest.mark.parametrize(
    ("pieces", "grid", "section"),
    [
        ([DOMINO, TROMINO], "square", (3,)),
        (["***/*..", "**/**"], "square", (4,)),
        (["tetrahexes"], "hexagonal", (3,)),
        (["hexiamonds"], "triangular", (2,)),
        (["**/*.//*./.."], "cubic", (2, 2)),
        (["tetracubes#L"], "cubic", (2, 3)),
        (["tetraprisms"], "prisms", (1, 2)),
        (["tetrakites"], "kites", (2,)),
        (["tetraboloes"], "half-squares", (2,)),
    ],
)
def test_the_numbers_are_those_that_other_methods_count(pieces: list[str], grid: str, section: tuple[int, ...]) -> None:
    tiles = prototiles(pieces, grid=grid)
    terms = [*islice(series_of(automaton(tiles, section)).terms(), 6)]
    assert strip_of(tiles, section, terms=5).counts == terms
    for length, many in enumerate(terms[1:], 1):
        assert sp.count(puzzle_of(tiles, (length, *section))).raw == many


@pytest.mark.parametrize(
    ("pieces", "grid", "section", "sides"),
    [
        ([DOMINO], "square", (3,), {}),
        ([DOMINO, TROMINO], "square", (3,), {}),
        (["***/*..", "**/**"], "square", (4,), {}),  # the same rectangle by two pairs of L tetrominoes
        (["*.*", "*"], "square", (2,), {}),  # copies across the middle that do not cover it
        (["***/*..", "****"], "square", (3,), {"one_sided": True}),  # only some tilings have mirror images
        (["**/.*", DOMINO], "square", (2,), {"one_sided": True}),
        (["***/.*.", "*./**/*.", "*"], "square", (3,), {"fixed": True}),  # a reflection for each shape, none for both
        ([".*/**", "**/*.", "**"], "square", (2,), {"fixed": True}),
        (["tetrahexes"], "hexagonal", (3,), {}),
        (["hexiamonds"], "triangular", (2,), {}),
        (["**/*.//*./.."], "cubic", (2, 2), {}),  # a quarter turn that reverses the columns
        (["tetraprisms"], "prisms", (1, 2), {}),
        (["tetrakites"], "kites", (2,), {}),
        (["tetraboloes"], "half-squares", (2,), {}),
    ],
)
def test_tilings_up_to_symmetry_are_those_that_the_search_counts(
    pieces: list[str], grid: str, section: tuple[int, ...], sides: dict[str, Any]
) -> None:
    tiles = prototiles(pieces, grid=grid, **sides)
    terms = [*islice(series_of(classes_of(tiles, section).automaton()).terms(), 6)]
    assert strip_of(tiles, section, terms=5, classes=True).counts == terms
    for length, many in enumerate(terms):
        if length > max(section):  # a square has more symmetries, and so may two hexagons
            assert sp.count(puzzle_of(tiles, (length, *section))).isometries == many


@pytest.mark.parametrize(
    ("pieces", "grid", "section"),
    [
        (["***", "****"], "square", (3,)),
        ([DOMINO, TROMINO, "*"], "square", (2,)),
        (["**/.*", "***/*..", DOMINO], "square", (3,)),
        (["*/*", "**/*."], "cubic", (2, 2)),
    ],
)
@pytest.mark.parametrize("classes", [False, True])
def test_tilings_in_which_each_shape_occurs_are_those_that_the_search_counts(
    pieces: list[str], grid: str, section: tuple[int, ...], classes: bool
) -> None:
    tiles = prototiles(pieces, grid=grid)
    known = strip_of(tiles, section, length=5, classes=classes, each=True)
    assert known.final and known.counts == strip_of(tiles, section, terms=5, classes=classes, each=True).counts
    for length, many in enumerate(known.counts):
        if length > max(section):
            puzzle = puzzle_of(tiles, (length, *section))
            counts = sp.count(replace(puzzle, pieces=tuple(replace(piece, min=1) for piece in puzzle.pieces)))
            assert (counts.isometries if classes else counts.raw) == many


@pytest.mark.parametrize("classes", [False, True])
def test_units_whose_cells_have_other_homes_are_columns(classes: bool) -> None:
    tiles = prototiles([], grid="tetra-octa", size="1..2")
    for length, many in enumerate(strip_of(tiles, (1, 1), terms=2, classes=classes).counts):
        if length > classes:
            counts = sp.count(puzzle_of(tiles, (length, 1, 1)))
            assert (counts.isometries if classes else counts.raw) == many > 1


@pytest.mark.parametrize("classes", [False, True])
def test_copies_of_fixed_shapes_are_not_turned(classes: bool) -> None:
    tiles = prototiles([DOMINO, "**/.*", "*/*"], fixed=True)
    assert [len(tile.orientations) for tile in tiles] == [1, 1, 1]
    for length, many in enumerate(strip_of(tiles, (3,), length=6, classes=classes).counts):
        if length > 3:
            counts = sp.count(puzzle_of(tiles, (length, 3)))
            assert (counts.isometries if classes else counts.raw) == many
    assert [one.sizes for one in rectangles(TROMINO, "3x4", fixed=True).rectangles if one.filled] == []
    assert [one.sizes for one in rectangles(DOMINO, "2x2", fixed=True).rectangles if one.filled] == [(2, 1), (2, 2)]
    for words in ("--one-sided", "--certificates", "d"), ("--certificates", "d"):
        assert "not allowed with" in complaint(run("tile", "strip", DOMINO, "--width", "2", "--fixed", *words))


def test_at_most_so_many_shapes_occur_each() -> None:
    with pytest.raises(PuzzleError, match="each: 12 shapes, the most are 10"):
        strip("pentominoes", 2, each=True)


def test_published_numbers_of_tilings_up_to_symmetry() -> None:
    """A359020 of the OEIS, squares of all sides, whose comments say 18 for the symmetries of rectangles; A001224."""
    squares = ["*", "**/**", "***/***/***", "****/****/****/****"]
    found = strip(squares, 4, length=15, classes=True)
    assert found.counts == [1, 1, 4, 6, 18, 39, 115, 295, 861, 2403, 7048, 20377, 60008, 175978, 519589, 1532455]
    assert strip(DOMINO, 2, length=12, classes=True).counts[1:] == [1, 2, 2, 4, 5, 9, 12, 21, 30, 51, 76, 127]


def test_mirror_images_in_space_are_pieces_of_their_own() -> None:
    (one,), (both,) = (prototiles("**/*.//*./..", grid="cubic", one_sided=sided) for sided in (True, False))
    assert len(puzzle_of([one], (2, 2, 2)).pieces) == 1
    (chiral,) = prototiles("**/*.//.*/..", grid="cubic", one_sided=False)
    assert [len(puzzle_of([tile], (2, 2, 2)).pieces) for tile in (both, chiral)] == [1, 2]


def test_the_lengths_of_strips_are_those_with_a_tiling() -> None:
    tiles = prototiles("pentominoes#Y")
    assert lengths(tiles, (5,), range(1, 31), 1000) == {10, 20, 30}
    assert lengths(tiles, (5,), [30], 5) is None
    assert lengths(prototiles(TROMINO), (9,), range(1, 10), 10**6) == {2, 4, 5, 6, 7, 8, 9}


def test_the_shortest_recurrences_of_random_series(seed: int) -> None:
    dice = Random(seed)
    for _ in range(30):
        many = dice.randint(1, 7)
        ways = [tuple((goal, dice.randint(1, 3)) for goal in range(many) if dice.random() < 0.4) for _ in range(many)]
        walks = Automaton(tuple(ways), many)
        found = series_of(walks)
        terms = [*islice(walks.walks(), 30)]
        assert [*islice(found.terms(), 30)] == terms
        assert found.order <= many
        assert not any(_satisfies(terms, order, found.start) for order in range(found.order))


def _satisfies(terms: list[int], order: int, start: int) -> bool:
    """Tell whether a recurrence of an order holds, by the rank of a Hankel matrix modulo a prime."""
    prime, rows = 1_000_003, [terms[at - order : at + 1] for at in range(max(order, start), len(terms))]
    rank, left = 0, [[value % prime for value in row] for row in rows]
    for column in range(order):
        pivot = next((row for row in left[rank:] if row[column]), None)
        if pivot is None:
            continue
        left.remove(pivot)
        left.insert(rank, pivot)
        inverse = pow(pivot[column], -1, prime)
        for row in left[rank + 1 :]:
            factor = row[column] * inverse % prime
            row[:] = [(a - factor * b) % prime for a, b in zip(row, pivot, strict=True)]
        rank += 1
    return not any(row[-1] for row in left[rank:])


def test_texts_of_polynomials_and_series() -> None:
    assert polynomial((1, 0, -96)) == "1 - 96 x^2" and polynomial((0, -1)) == "-x" and polynomial((0,)) == "0"
    assert Series((1,), (1, 0, -1)).text == "1/(1 - x^2)" and Series((1, -1), (1,)).text == "(1 - x)"
    assert Series((1,), (1, -1, 2)).recurrence == "a(n) = a(n-1) - 2 a(n-2)"


def test_a_strip_without_a_tiling() -> None:
    found = strip("***/*.*", 3)
    assert found.series == Series((1,), (1,)) and found.picture() is None
    assert "only the empty strip has a tiling" in found.sentence


@pytest.mark.parametrize(
    ("width", "grid"),
    [("x", "square"), ("0", "square"), ("2x2", "square"), ("3..2", "square"), ("1..", "square"), ("3", "cubic")],
)
def test_widths_that_make_no_sense_are_refused(width: str, grid: str) -> None:
    with pytest.raises(PuzzleError, match=f"width {width}: allowed on the grid {grid} are numbers"):
        sections_of(width, sp.GRIDS[grid])


def test_a_table_of_several_widths() -> None:
    found = strips(DOMINO, "1..4", length=4)
    table = {(one.width, length): many for one in found.strips for length, many in enumerate(one.counts)}
    assert found.final and [table["4", length] for length in range(5)] == [1, 1, 5, 11, 36]
    assert all(table[str(one), other] == table[str(other), one] for one in range(1, 5) for other in range(1, 5))
    assert found.csv.splitlines()[-1] == "4,4,36" and len(found.csv.splitlines()) == 1 + 4 * 5
    in_space = strips("*/*", "1..2x2", grid="cubic", length=3)
    assert [one.section for one in in_space.strips] == [(1, 2), (2, 2)] and in_space.strips[1].counts == [1, 2, 9, 32]


def test_widths_that_are_too_wide_or_too_late_are_said_with_those_that_have_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(PuzzleError, match=r"^width 1\.\.4: one width, not 4; strips takes several"):
        strip(DOMINO, "1..4")
    late = strips(DOMINO, "1..12", clock=Countdown(100))
    assert not late.final and late.strips and late.left[-1] == "width 12: the search was stopped"
    assert [one.final for one in late.strips] == [True] * (len(late.strips) - 1) + [False]
    assert f"width {late.strips[-1].width}: the search was stopped, known are " in late.sentence
    monkeypatch.setattr(transfer, "MOST_STATES", 10)
    found = strips(DOMINO, "4..6")
    assert [one.final for one in found.strips] == [True, False, False] and not found.final
    assert {one.left for one in found.strips[1:]} == {"more than 10 states"}
    assert [one.counts[4] for one in found.strips] == [36, 95, 281]


@pytest.mark.parametrize("classes", [False, True])
def test_a_strip_that_is_stopped_has_the_first_numbers(classes: bool) -> None:
    whole = strip(DOMINO, 8, classes=classes, clock=(clock := Countdown()))
    lasts = [1, *(clock.looks * part // 8 for part in range(1, 8)), clock.looks - 1]
    late = [strip(DOMINO, 8, classes=classes, clock=Countdown(last)) for last in lasts]
    assert all(one.counts == whole.counts[: len(one.counts)] and one.counts and not one.final for one in late)
    assert len(late[-1].counts) == 21
    assert all(one.as_dict()["order"] is None and one.picture() is None for one in late)
    first, *_ = late[0].sentence.splitlines()
    assert first.endswith("the search was stopped, known are the numbers of tilings up to length 0")
    with pytest.raises(PuzzleError, match="so there is nothing to certify" if not classes else "counts each tiling"):
        certify_strip(late[0], Path("none"))


@pytest.mark.parametrize(("pieces", "width", "grid"), [
    (DOMINO, "40", "square"), ("***/*..", "30", "square"), ("**", "5x5", "cubic"),
])  # fmt: skip
@pytest.mark.parametrize("classes", [False, True])
def test_the_clock_stops_a_strip_while_a_column_is_filled(pieces: str, width: str, grid: str, classes: bool) -> None:
    clock = Countdown(50)
    found = strip(pieces, width, grid=grid, classes=classes, clock=clock)
    assert not found.final and found.counts in ([1], [1, 0]) and clock.looks == 50


def test_long_sums_are_shortened_for_a_terminal() -> None:
    found = strip([DOMINO, TROMINO], 5)
    assert found.series is not None
    brief = found.brief().sentence.splitlines()
    terms = sum(value != 0 for value in found.series.denominator)
    assert terms > 10 and f" + ... ({terms - 10} more term" in brief[0] and brief[2:] == found.sentence.splitlines()[2:]
    assert found.series.text in found.sentence and found.brief().as_dict() == found.as_dict()
    assert polynomial((1, 0, 2, -3), 2) == "1 + 2 x^2 + ... (1 more term)" and polynomial((1, 2), 2) == "1 + 2 x"
    both = strips([DOMINO, TROMINO], "3..5")
    assert brief[0].split(": ")[1] in both.brief().sentence and found.series.text in both.sentence


def test_strips_have_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(
        PuzzleError, match=r"length 30000: from 20167 on, numbers of tilings have more than 4200 digits"
    ):
        strip(DOMINO, 2, length=30_000)
    with pytest.raises(PuzzleError, match="length 1000001: allowed are integers from 0 to 100000"):
        strip(DOMINO, 2, length=1_000_001)
    assert lengths(prototiles(DOMINO), (40,), [4], 100) is None  # each rectangle is searched by itself
    assert rectangles("**/*.", "30x3").final
    for name, limit in ("transfer.MOST_STEPS", "100 steps between states"), ("transfer.MOST_STATES", "10 states"):
        with monkeypatch.context() as patch:
            patch.setattr(f"satpuzzle.questions.tilings.{name}", int(limit.split()[0]))
            found = strip(DOMINO, 8)
        assert found.left == f"more than {limit}" and not found.final
        assert [found.counts[length] for length in (0, 2, 4, 8)] == [1, 34, 2245, 12988816]


def test_numbers_without_a_recurrence() -> None:
    """A230031 of the OEIS, free tetrominoes in rectangles: width 7 has two million steps between its states."""
    found = strip([], 7, size=4, terms=12)
    assert found.final and found.series is None
    assert [found.counts[length] for length in (4, 8, 12)] == [9157, 657253434, 58480141962875]
    assert strip([], 8, size=4, terms=8).counts[8] == 19077209438
    assert "no recurrence was looked for, known are the numbers of tilings up to length 12" in found.sentence
    with pytest.raises(PuzzleError, match="length 5: not allowed with terms"):
        strip(DOMINO, 2, terms=3, length=5)
    with pytest.raises(PuzzleError, match="not allowed with terms"):
        strip(DOMINO, 2, terms=3, certificates="none")


@pytest.mark.parametrize("pieces", [DOMINO, [DOMINO, TROMINO], "****"])
def test_tables_and_sums_of_whole_numbers_sweep_alike(pieces: str | list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    kernel, classes = strip(pieces, 5, terms=30).counts, strip(pieces, 5, terms=30, classes=True).counts
    monkeypatch.setattr("satpuzzle.questions.tilings.sweep.missing", lambda: "the kernels were not compiled")
    assert strip(pieces, 5, terms=30).counts == kernel
    assert strip(pieces, 5, terms=30, classes=True).counts == classes


@pytest.mark.parametrize("keywords", [{}, {"classes": True}, {"each": True}, {"classes": True, "each": True}], ids=str)
def test_all_sweeps_together_have_half_of_the_free_memory(
    keywords: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = list[int]()

    def begun(table: Any, widest: int, memory: int, clock: Any) -> Sweep:
        given.append(memory)
        return Sweep(table, widest, memory, clock)

    monkeypatch.setattr("satpuzzle.questions.tilings.sweep.machine.free", lambda: 1 << 31)
    monkeypatch.setattr("satpuzzle.questions.tilings.sweep.Sweep", begun)
    assert strip([DOMINO, TROMINO], 3, terms=4, **keywords).final
    assert sum(given) <= 1 << 30 and (given or missing() is not None)


def test_states_that_have_no_table_are_limited_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satpuzzle.questions.tilings.sweep.MOST_WITHIN", 1000)
    found = strip("***", 64, terms=9)
    assert found.counts == [1] and found.left == "more than 1000 states while a column is filled"


def test_the_states_of_a_wide_strip_may_not_fit_into_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satpuzzle.questions.tilings.sweep.machine.free", lambda: 1 << 21)
    found = strip(DOMINO, 20, terms=20)
    assert found.counts == [1, 1] and not found.final and "more do not fit into 1 MiB" in found.sentence


def test_the_command(tmp_path: Path) -> None:
    ended = run("tile", "strip", "*/*", "--width", "2", "--length", "5", "-o", "a.b", "--draw", "a.svg", cwd=tmp_path)
    assert ended.returncode == 0
    assert (tmp_path / "a.b").read_text() == "0 1\n1 1\n2 2\n3 3\n4 5\n5 8\n"
    assert (tmp_path / "a.svg").exists()
    said = json.loads(run("tile", "strip", "*/*", "--width", "2", "--json").stdout)
    assert (said["numerator"], said["denominator"], said["order"]) == ([1], [1, -1, -1], 2)
    assert run("tile", "strip", "*/*", "--width", "2", "--format", "csv", "--length", "1").stdout.endswith("0,1\n1,1\n")
    said = json.loads(run("tile", "strip", "*/*", "--width", "2", "--classes", "--length", "4", "--json").stdout)
    assert said["counts"] == [1, 1, 2, 2, 4]
    table = run("tile", "strip", "*/*", "--width", "1..2", "--format", "csv", "--length", "1")
    assert table.stdout.splitlines()[1:] == ["1,0,1", "1,1,0", "2,0,1", "2,1,1"]
    assert "not allowed with several widths" in complaint(
        run("tile", "strip", "*/*", "--width", "1..2", "--format", "b-file")
    )
    assert complaint(run("tile", "strip", "*/*")).startswith("tile strip: --width or --sizes is missing")
    assert (
        complaint(run("tile", "strip", "*/*", "--width", "2", "--copies", "3"))
        == "--copies: not allowed with tile strip, an option of tile plane"
    )
