"""Heaps divided into sets: each division against brute force, and searches that stop and go on."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import hypothesis.strategies as hypothesis
import pytest
from clocks import Countdown
from commands import complaint, run, said
from hypothesis import given, settings
from strategies import SHAPES, box_cells, make_piece, make_puzzle

import satpuzzle as sp
from satpuzzle.errors import JournalError, Stopped
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.divide import Divisions, divide

Used = tuple[int, ...]
HEAP = (1024, 188, 1, 768, 824, 976, 480, 704, 960, 704, 512, 412)  # two burrs
BURR = 'board = "burr"\n'


def parts(left: Used, fits: Callable[[Used], bool], into: int) -> Iterator[Counter[Used]]:
    """Yield each way, perhaps several times, to divide a multiset into multisets that fit."""
    if not into:
        if not any(left):
            yield Counter()
        return
    for used in product(*(range(copies + 1) for copies in left)):
        if any(used) and fits(used):
            for rest in parts(tuple(a - b for a, b in zip(left, used, strict=True)), fits, into - 1):
                yield rest + Counter([used])


def brute_force(pool: Puzzle, board: Puzzle, into: int, assemblable: bool = False, unique: bool = False) -> set[str]:
    """Return all divisions of a pool, each set counted as a puzzle with the rules that are about its pieces."""

    @cache
    def fits(used: Used) -> bool:
        pieces = [replace(piece, min=n, max=n) for piece, n in zip(pool.pieces, used, strict=True) if n]
        volume = sum(len(piece.cells) * piece.max for piece in pieces)
        if not board.least_filled <= volume <= len(board.board):
            return False
        names = [piece.name for piece in pieces]
        rules = tuple(filter(None, (rule.among(names) for rule in board.rules)))
        puzzle = replace(board, pieces=tuple(pieces), rules=rules)
        found = sp.count(puzzle, assemblable=assemblable).isometries or 0
        return found == 1 if unique else found > 0

    copies = tuple(piece.max for piece in pool.pieces)
    return {named(pool, division) for division in parts(copies, fits, into)}


def named(pool: Puzzle, division: Counter[Used]) -> str:
    names = [piece.name for piece in pool.pieces]
    sets = [
        sorted(name for name, copies in zip(names, used, strict=True) for _ in range(copies))
        for used in division.elements()
    ]
    return str(sorted(sets))


def found(divisions: Divisions) -> list[str]:
    every = []
    for division in divisions:
        sets = [sorted(piece.name for piece in one.pieces for _ in range(piece.max)) for one in division.sets]
        every.append(str(sorted(sets)))
    return every


def alone(divisions: list[str]) -> set[str]:
    assert len({*divisions}) == len(divisions), "a division came twice"
    return {*divisions}


small = hypothesis.lists(
    hypothesis.tuples(hypothesis.sampled_from(["mono", "two", "three", "corner", "el"]), hypothesis.integers(1, 3)),
    min_size=2,
    max_size=4,
    unique_by=lambda each: each[0],
)


@pytest.mark.full
@settings(max_examples=12, deadline=None)
@given(
    small,
    hypothesis.sampled_from([(2, 2), (3, 2), (4, 2), (3, 3)]),
    hypothesis.integers(0, 3),
    hypothesis.booleans(),
    hypothesis.booleans(),
)
def test_divisions_are_those_of_brute_force(
    heap: list[tuple[str, int]], size: tuple[int, int], optional: int, assemblable: bool, unique: bool
) -> None:
    pieces = [make_piece(shape, SHAPES[shape], "square", max=copies) for shape, copies in heap]
    cells = box_cells("square", *size)
    board = make_puzzle("square", cells, pieces, cells[len(cells) - optional :])
    volume = sum(len(piece.cells) * piece.max for piece in pieces)
    for into in range(-(-volume // len(cells)), volume // board.least_filled + 1):
        search = divide(board, [board], into, assemblable=assemblable, unique=unique)
        assert alone(found(search)) == brute_force(board, board, into, assemblable, unique)
        assert search.final


@pytest.mark.slow
def test_two_burrs_of_twelve_sticks_are_found_as_by_brute_force() -> None:
    heap = sp.loads(f'board = "burr"\npieces = "burr {" ".join(map(str, HEAP))}"\n')

    @cache
    def fits(used: Used) -> bool:
        pieces = [replace(piece, min=n, max=n) for piece, n in zip(heap.pieces, used, strict=True) if n]
        return any(sp.solve(replace(heap, pieces=tuple(pieces)), assemblable=True, limit=1, jobs=1))

    wanted = set()
    for used in product(*(range(piece.max + 1) for piece in heap.pieces)):
        other = tuple(piece.max - copies for piece, copies in zip(heap.pieces, used, strict=True))
        if sum(used) == 6 and fits(max(used, other)) and fits(min(used, other)):
            wanted.add(named(heap, Counter([used, other])))
    search = divide(heap, [heap], 2, assemblable=True)
    assert alone(found(search)) == wanted and len(wanted) == 4
    assert search.final and not search.undecided


def flat() -> Puzzle:
    """A heap of 24 cells and a board of 12."""
    shapes = (("two", 3), ("corner", 2), ("el", 2), ("three", 1), ("mono", 1))
    pieces = [make_piece(shape, SHAPES[shape], "square", max=copies) for shape, copies in shapes]
    return make_puzzle("square", box_cells("square", 3, 4), pieces)


def a_single_cell_beside_no_corner(packing: list[tuple[str, list[tuple[int, ...]]]]) -> bool:
    """Tell whether a piece of one cell lies elsewhere than in a corner of a board of 2 by 4."""
    return any(len(cells) == 1 and cells[0][0] in (1, 2) for _, cells in packing)


@pytest.mark.parametrize("unique", [False, True])
def test_sets_have_packings_that_keep_rules_about_whole_packings(unique: bool) -> None:
    heap = {"mono": 4, "three": 2, "corner": 2}
    pieces = [make_piece(shape, SHAPES[shape], "square", max=copies) for shape, copies in heap.items()]
    board = make_puzzle("square", box_cells("square", 4, 2), pieces)
    ruled = sp.with_rules(board, [a_single_cell_beside_no_corner])
    wanted = brute_force(ruled, ruled, 2, unique=unique)
    assert alone(found(divide(ruled, [ruled], 2, unique=unique))) == wanted
    assert len(wanted) == 1 < len(brute_force(board, board, 2))


def test_each_of_several_boards_has_a_set() -> None:
    heap = flat()
    low, high = (make_puzzle("square", box_cells("square", *size), list(heap.pieces)) for size in ((2, 3), (3, 3)))
    for division in (divisions := list(divide(heap, [high, low, high]))):
        assert sorted(len(one.solutions[0].puzzle.board) for one in division.sets) == [6, 9, 9]
    assert len(divisions) == len({*map(str, divisions)}) > 1


def heap_file(tmp_path: Path) -> tuple[Path, Path]:
    heap, cage = tmp_path / "heap.toml", tmp_path / "cage.toml"
    heap.write_text(f'grid = "cubic"\npieces = "burr {" ".join(map(str, HEAP))}"\n')
    cage.write_text('board = "burr"\n')
    return heap, cage


@pytest.mark.full
def test_a_search_that_is_stopped_again_and_again_finds_the_same(tmp_path: Path) -> None:
    heap, notes, runs = flat(), tmp_path / "notes", 0
    whole, so_far = list(map(str, divide(heap, [heap], 2))), list[str]()
    while len(so_far) < len(whole):
        runs += 1
        so_far = []
        with suppress(Stopped):
            for division in divide(heap, [heap], 2, journal=notes, clock=Countdown(60 + 10 * runs)):
                so_far.append(str(division))
        assert so_far == whole[: len(so_far)]
    assert len(whole) > 3 and runs > 2
    assert list(map(str, divide(heap, [heap], 2, journal=notes))) == whole
    content = notes.read_text(encoding="utf-8").splitlines()
    notes.write_text("\n".join([content[0].replace(sp.__version__, "0.0"), *content[1:]])[:-3], encoding="utf-8")
    other = divide(heap, [heap], 2, journal=notes)  # another version's, with a line cut short
    assert sorted(map(str, other)) == sorted(whole)
    with pytest.raises(JournalError, match="the journal of another question: other asked; move it away to start again"):
        divide(heap, [heap], 2, journal=notes, unique=True)


def changed(line: str, dice: Random, way: int) -> str | None:
    """Return a line of notes as somebody might change it by hand, None for a line that is gone."""
    said = json.loads(line)
    key = next(iter(said))
    share = dice.randrange(len(said[key]))
    match way:
        case 0:
            return None
        case 1:
            return f"{line}\n{line}"
        case 2:
            said[key][share][0] += 7
        case 3:
            said[key][share][1] = -1
        case 4:
            said[key][share][2][0] += 1
        case 5:
            said[key][share][2] = "three"
        case 6:
            del said[key][share]
        case 7:
            said = {"at" if key == "found" else "found": said[key], "check": said["check"]}
        case _:
            said = said[key]
    return json.dumps(said)


def test_notes_that_were_changed_are_refused(tmp_path: Path, seed: int) -> None:
    heap, notes, dice = flat(), tmp_path / "notes", Random(seed)
    whole = list(map(str, divide(heap, [heap], 2, journal=notes)))
    content = notes.read_text(encoding="utf-8").splitlines()
    for way in range(9):
        where = dice.randrange(1, len(content) - 1)
        line = changed(content[where], dice, way)
        mended = [*content[:where], *([] if line is None else [line]), *content[where + 1 :]]
        notes.write_text("\n".join(mended) + "\n", encoding="utf-8")
        with pytest.raises(JournalError, match="was changed; move the file away to start again") as told:
            divide(heap, [heap], 2, journal=notes)
        assert str(told.value).startswith(f"{notes}: line {where + 1 + (way == 1)} is ")
    notes.write_text("\n".join([content[0], "[" * 100_000, *content[1:-1]]) + "\n", encoding="utf-8")  # and one is lost
    assert list(map(str, divide(heap, [heap], 2, journal=notes))) == whole


@pytest.mark.full
def test_the_command_divides_and_writes_puzzles(tmp_path: Path) -> None:
    heap, cage = heap_file(tmp_path)
    command = ("choose", heap, "--board", cage, "--divide", "2", "--assemblable")
    told = said(run(*command))
    assert told.count("up to isometries") == 8 and told.endswith("\n\n4 divisions\n")
    facts = json.loads(said(run(*command, "--json", "-n", "1")))
    assert (facts["final"], facts["into"], len(facts["divisions"])) == (False, 2, 1)
    assert sum(sum(one["pieces"].values()) for one in facts["divisions"][0]["sets"]) == 12
    assert said(run(*command, "-o", tmp_path / "burr.toml")).endswith("\n\n1 division; there may be more\n")
    burrs = [sp.load(tmp_path / f"burr-{number}.toml") for number in (1, 2)]
    assert [sum(piece.max for piece in burr.pieces) for burr in burrs] == [6, 6]
    assert all(sp.count(burr, assemblable=True).raw for burr in burrs)
    said(run(*command, "-n", "2", "-o", tmp_path / "burr.toml"))
    assert (tmp_path / "burr-2-1.toml").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--divide 3", "heap: its pieces have 200 cells, 3 boards have 216 to 312 to fill"),
        ("--divide 3 --board CAGE", "2 boards for 3 sets: allowed are one board and 3"),
        ("--divide 1000000000", "Invalid value for '--divide': Input should be less than or equal to 200"),
        ("--divide 2 --sort rate", "--sort rate: not allowed with --divide 2"),
        ("--journal notes", "--journal notes: needs --divide"),
        ("--divide 2 --rule x", "No such option: --rule"),
    ],
)
def test_what_cannot_be_divided_is_refused(words: str, message: str, tmp_path: Path) -> None:
    heap, cage = heap_file(tmp_path)
    told = complaint(run("choose", heap, "--board", cage, *words.replace("CAGE", str(cage)).split()))
    assert message in told


def test_a_search_for_divisions_stops_at_its_time_limit(tmp_path: Path) -> None:
    heap, cage = heap_file(tmp_path)
    command = ("choose", heap, "--board", cage, "--divide", "2")
    assert "the time limit was reached before there was an answer" in complaint(run(*command, "-t", "1e-9"), status=3)


@pytest.mark.slow
def test_nine_burrs_are_divided_for_any_seed(seed: int) -> None:
    for number in range(seed, seed + 5):
        division = next(
            divide("docs/designing/heap.toml", [sp.loads(f'{BURR}pieces = "burr 1"')], 9, assemblable=True, seed=number)
        )
        assert sum(piece.max for one in division.sets for piece in one.pieces) == 54
