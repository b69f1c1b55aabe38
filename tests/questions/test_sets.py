"""Sets of pieces and families of boards: each count against the search of one set, or of one member."""

import json
from collections import Counter
from dataclasses import replace
from itertools import product
from math import comb
from operator import mul
from pathlib import Path
from typing import Any

import hypothesis.strategies as hypothesis
import pytest
from clocks import Countdown
from commands import complaint, run, said
from hypothesis import given, settings
from strategies import SHAPES, box_cells, make_piece, make_puzzle
from typer.main import get_command

import satpuzzle as sp
from satpuzzle.cli.app import app
from satpuzzle.cli.count import Asked
from satpuzzle.clock import Clock
from satpuzzle.data import files
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.puzzle.families import Family
from satpuzzle.puzzle.library import family_named, load
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.family import count_members
from satpuzzle.questions.sets import Multisets, _shuffled, choose, count_by_pieces, spelled
from satpuzzle.rows import rows


def family(name: str) -> Family:
    found = family_named(name)
    assert found is not None
    return found


def pool() -> Puzzle:
    shapes = ("two", "corner", "el", "square", "three")
    pieces = [make_piece(shape, SHAPES[shape], "square", max=2) for shape in shapes]
    return make_puzzle("square", box_cells("square", 3, 4), pieces)


def test_solutions_are_counted_by_their_pieces() -> None:
    run = sp.solve("iq-pyramid-4")
    groups = count_by_pieces(run)
    listed = Counter(
        tuple(piece.name for piece, _ in solution.pieces) for solution in sp.solve("iq-pyramid-4", up_to="raw")
    )
    assert {tuple(spelled(run.puzzle, used).split()): counts.raw for used, counts in groups.items()} == listed
    assert sum(counts.isometries or 0 for counts in groups.values()) == 23


def by_pieces(pool: Puzzle, board: Puzzle) -> dict[tuple[int, ...], int | None]:
    """Return the number of solutions, up to isometries, of each set of pieces that fills a board."""
    every = count_by_pieces(sp.solve(replace(board, pieces=tuple(replace(piece, min=0) for piece in pool.pieces))))
    return {used: counts.isometries for used, counts in every.items()}


def chosen(pool: Puzzle, board: Puzzle, unique: bool = True) -> dict[tuple[int, ...], int | None]:
    """Return what `by_pieces` does, for the sets that `choose` finds."""
    found = {}
    for choice in choose(pool, [board], unique=unique):
        copies = {piece.name: piece.max for piece in choice.pieces}
        found[tuple(copies.get(piece.name, 0) for piece in pool.pieces)] = choice.counts[0].isometries
    return found


@pytest.mark.full
def test_33_of_the_495_sets_of_eight_pentominoes_fill_a_tray_in_one_way() -> None:
    pentominoes, tray = load("pentominoes-6x10"), load("docs/designing/tray.toml")
    alone = {used: counts for used, counts in by_pieces(pentominoes, tray).items() if counts == 1}
    assert len(alone) == 33
    assert chosen(pentominoes, tray) == alone


@pytest.mark.parametrize("rule", ["no crossroads", "colours: 3"])
def test_sets_with_one_solution_that_keeps_a_rule_are_found(rule: str) -> None:
    board = sp.with_rules(pool(), [rule])
    every = by_pieces(board, board)
    assert chosen(board, board) == {used: counts for used, counts in every.items() if counts == 1}


@pytest.mark.parametrize("unique", [False, True])
@pytest.mark.parametrize(
    "rule",
    [
        "apart: three two",
        "at border: corner el",
        "together: el square at least 1",
        "together: two at most 1",
        "touch: three square two",
    ],
)
def test_a_rule_about_pieces_holds_for_those_in_a_set(rule: str, unique: bool) -> None:
    board = sp.with_rules(pool(), [rule])
    every = by_pieces(board, board)
    if rule.startswith("touch"):  # in a puzzle all three must be there, in a set the first must touch the others
        names = [piece.name for piece in pool().pieces]
        without = {
            others: by_pieces(some, some)
            for others in ("", "square", "two")
            for some in [sp.with_rules(pool(), [f"touch: three {others}"]) if others else pool()]
        }
        for others, found in without.items():
            for used, counts in found.items():
                here = {name for name, times in zip(names, used, strict=True) if times}
                if others == " ".join(sorted(here & {"square", "two"} if "three" in here else ())):
                    every[used] = counts
    assert chosen(board, board, unique) == {used: counts for used, counts in every.items() if counts == 1 or not unique}
    assert len(every) > 5


def test_a_board_without_pieces_may_have_rules_about_those_of_a_pool(tmp_path: Path) -> None:
    (tmp_path / "tray.toml").write_text('grid = "square"\nbox = [5, 5]\nrules = ["at border: I", "touch: X V"]\n')
    (tmp_path / "wrong.toml").write_text('grid = "square"\nbox = [5, 5]\napart = [["F", "Q"]]\n')
    found = choose("pentominoes", [tmp_path / "tray.toml"], seed=1)
    assert [str(next(found)) for _ in range(2)]
    assert "at border: I" in said(run("convert", tmp_path / "tray.toml", "-", "--pool", "pentominoes"))
    for command in (("choose", "pentominoes", "--board"), ("convert", "--pool", "pentominoes")):
        assert 'there is no piece "Q": choose from F, I' in complaint(run(*command, tmp_path / "wrong.toml"))


@pytest.mark.parametrize("empty", [0, 2, None])
@pytest.mark.parametrize("unique", [False, True])
def test_sets_of_every_size_that_may_fill_a_board_are_found(empty: int | None, unique: bool) -> None:
    cells, pieces = box_cells("square", 2, 4), pool().pieces
    board = replace(make_puzzle("square", cells, list(pieces), cells[5:]), empty=empty)
    wanted = {used: counts for used, counts in by_pieces(pool(), board).items() if counts == 1 or not unique}
    assert chosen(pool(), board, unique) == wanted


def test_sets_that_fill_two_boards_fill_each() -> None:
    one, other = (
        make_puzzle("square", box_cells("square", *sizes), [make_piece("any", SHAPES["mono"], "square")])
        for sizes in ((2, 6), (3, 4))
    )
    both = {str(choice).split(":")[0] for choice in choose(pool(), [one, other])}
    alone = [{str(choice).split(":")[0] for choice in choose(pool(), [board])} for board in (one, other)]
    assert both == alone[0] & alone[1]


def test_boards_of_different_sizes_are_refused_and_the_clock_is_heard() -> None:
    clock = Clock()
    clock.stop()
    with pytest.raises(Stopped):
        list(choose("soma", ["soma"], clock=clock))
    with pytest.raises(PuzzleError, match="boards of 27, 64 cells"):
        list(choose("soma", ["soma", "galakub"]))


def test_a_puzzle_a_day_has_67_solutions_a_day_on_average() -> None:
    found = count_members(family("a-puzzle-a-day"))
    assert (len(found.counts), found.total, found.final) == (366, 24405, True)
    assert found.extremes() == [(("Oct", "6"), 7), (("Jan", "25"), 216)]
    for day in (("Oct", "6"), ("Feb", "29"), ("Jan", "25")):
        assert sp.count(f"a-puzzle-a-day#{' '.join(day)}").raw == found.counts[day]


@pytest.mark.slow
def test_two_engines_count_every_day_alike() -> None:
    calendar = family("a-puzzle-a-day")
    assert count_members(calendar, "cpsat").counts == count_members(calendar).counts


def test_a_member_is_found_by_its_labels_in_any_order() -> None:
    calendar = family("weekday-calendar")
    assert len(calendar.named) == 366 * 7
    assert calendar.member("25 Jan  Sat").name == "weekday-calendar#Jan 25 Sat"
    assert len(calendar.member("Jan 25 Sat").board) == 47


@pytest.mark.parametrize("name", files("puzzles/calendars"))
def test_a_bundled_family_is_no_puzzle_but_its_members_are(name: str) -> None:
    assert family(name).whole.source
    first = next(iter(family(name).named))
    assert load(f"{name}#{first}").impossible() is None
    with pytest.raises(PuzzleError, match="is a family of boards: choose a member"):
        load(name)
    with pytest.raises(PuzzleError, match=f"{name}: (there is no member|the member) 'Feb 30'"):
        load(f"{name}#Feb 30")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("[family]\ngroups = 3", "family: groups is 3"),
        ("[family.groups.day]\n1 = [9, 0, 0]", "which is not a cell of the board"),
        (
            "[family.groups.day]\n1 = [0, 0, 0]\n[family.groups.month]\nJan = [0, 0, 0]",
            'the same cell: "1" of group "day" and "Jan" of group "month"',
        ),
        ("[family.groups.day]\n1 = [0, 0, 0]\n[family.groups.hour]\n1 = [1, 0, 0]", 'two groups have the label "1"'),
        ('[family]\nwithout = ["Feb"]\n[family.groups.day]\n1 = [0, 0, 0]', "family: without is"),
        ("[family]\nrest = 1\n[family.groups.day]\n1 = [0, 0, 0]", "unknown key"),
        ('[family.groups.day]\n"1 2" = [0, 0, 0]', "has a space"),
    ],
)
def test_a_family_that_makes_no_sense_is_refused(said: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(f'grid = "square"\nbox = [3, 2]\npieces = [{{name = "A", cells = "**"}}]\n{said}\n')
    with pytest.raises(PuzzleError, match=told):
        family(str(path))


def test_the_commands_count_families_and_sets(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(
        'grid = "square"\nbox = [3, 1]\npieces = [{name = "A", cells = "**"}]\n'
        "[family.groups.hole]\nleft = [0, 0, 0]\nmiddle = [1, 0, 0]\nright = [2, 0, 0]\n"
    )
    found = json.loads(said(run("count", path, "--format", "json", "--draw", tmp_path / "heat.svg")))
    assert found["members"] == {"left": 1, "middle": 0, "right": 1}
    assert (tmp_path / "heat.svg").read_text(encoding="utf-8").count("<rect") == 3
    assert "unique up to isometries" in said(run("unique", path, "--member", "left"))
    assert "there is no member 'top': choose from left to right" in complaint(run("solve", path, "--member", "top"))
    told = json.loads(said(run("count", "iq-pyramid-4", "--by", "pieces", "--format", "json")))
    assert len(told["by_pieces"]) == told["sets"] == told["sets_up_to_mirror_images"] == 9
    path.write_text(
        'grid = "square"\nbox = [4, 2]\n[[pieces]]\nname = "L"\ncells = "**\\n*.\\n*."\nmirror = false\nmin = 0\n'
        '[[pieces]]\nname = "J"\ncells = "**\\n.*\\n.*"\nmirror = false\nmin = 0\n'
        '[[pieces]]\nname = "I"\ncells = "**"\nmin = 0\nmax = 4\n'
    )
    lines = said(run("count", path, "--by", "pieces")).splitlines()
    assert lines[1:3] == ["J 2×I: raw 4, rotations 2, isometries 2", "L 2×I: raw 4, rotations 2, isometries 2"]
    assert lines[-3] == "3 sets of pieces, 2 up to mirror images"
    assert complaint(run("count", "soma", "--by", "colour")) == "--by colour: choose from pieces, level, symmetry"


# The options that count all members as well, and values of the others.
FOR_ALL = (
    "backend",
    "encoding",
    "strategy",
    "time_limit",
    "draw",
    "output",
    "format",
    "progress",
    "quiet",
    "member",
    "rule",
)
BY_THEMSELVES = {name for name, (_, _, row) in rows(Asked).items() if row.needs} | {"json", "help_all", "estimate"}
VALUES = {"by": "pieces", "method": "frontier", "moves": "single", "slack": "0.2", "problem": "all"}
COUNT = get_command(app).get_command(None, "count")  # type: ignore[attr-defined]


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "option",
    [each for each in COUNT.params if each.name not in {"puzzle", *FOR_ALL, *BY_THEMSELVES}],
    ids=lambda option: option.name,
)
def test_an_option_for_one_board_is_refused_for_all_of_a_family(
    option: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in (*option.opts[:1], *option.secondary_opts):
        words = [name] if option.is_flag else [name, VALUES.get(option.name, "1")]
        with pytest.raises(PuzzleError) as error:
            app(["count", "a-puzzle-a-day", *words], standalone_mode=False)
        said = f"{' '.join(words)}: allowed for one board of a family, not for all; choose one with --member"
        if option.name == "problem":
            said = "--problem all: a-puzzle-a-day is no .xmpuzzle file, and only these are counted as a whole"
        assert str(error.value) == said
    assert capsys.readouterr().out == ""


@pytest.mark.full
def test_a_family_is_counted_with_a_strategy_or_an_encoding(tmp_path: Path) -> None:
    calendar = family("a-puzzle-a-day")
    assert count_members(calendar, strategy="scan").total == 24405
    assert "backend cadical takes no strategy" in complaint(
        run("count", "a-puzzle-a-day", "-b", "cadical", "-s", "mrv")
    )
    path = tmp_path / "small.toml"
    path.write_text(
        'grid = "square"\nbox = [3, 1]\npieces = [{name = "A", cells = "**"}]\n'
        "[family.groups.hole]\nleft = [0, 0, 0]\nright = [2, 0, 0]\n"
    )
    assert said(run("count", path, "-q", "-b", "cadical", "-e", "ladder")) == "left: 1\nright: 1\n"


@settings(max_examples=70, deadline=None)
@given(hypothesis.lists(hypothesis.tuples(hypothesis.integers(1, 6), hypothesis.integers(1, 4)), max_size=5))
def test_sets_of_a_volume_are_all_found_by_their_numbers(pieces: list[tuple[int, int]]) -> None:
    cells, most = [each for each, _ in pieces], [copies for _, copies in pieces]
    every = list(product(*(range(copies, -1, -1) for copies in most)))
    for size, empty in product(range(13), range(3)):
        sizes = range(max(0, size - empty), size + 1)
        sets = Multisets(sizes, cells, most)
        wanted = [used for used in every if sum(map(mul, used, cells)) in sizes]
        assert [sets[number] for number in range(sets.total)] == wanted
        assert [sets.index(used) for used in wanted] == list(range(sets.total))


def test_of_very_many_sets_the_first_come_at_once() -> None:
    many = make_puzzle(
        "square",
        box_cells("square", 40, 40),
        [make_piece(f"{number}", SHAPES["two"], "square", max=800) for number in range(60)],
    )
    said: list[str] = []
    clock = Countdown(60 * 7 + 20)

    def watch(text: str) -> None:
        said.append(text)
        clock.last = 0

    with pytest.raises(Stopped):
        next(choose(many, [many], seed=1, clock=clock, watch=watch))
    assert said[0] == f"set 1 of {comb(859, 59):.2g}, 0 found"


def test_a_seed_tries_each_set_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for most in (1_000_000, 1):
        monkeypatch.setattr("satpuzzle.questions.sets._SHUFFLED", most)
        assert sorted(_shuffled(50, 3)) == list(range(50))
        assert list(_shuffled(50, 3)) == list(_shuffled(50, 3)) != list(_shuffled(50, 4)) != list(range(50))


def test_a_board_that_no_pieces_of_the_pool_fill_by_volume_is_refused() -> None:
    board = make_puzzle("square", box_cells("square", 37, 1), [make_piece("any", SHAPES["mono"], "square")])
    with pytest.raises(PuzzleError, match="37 cells to fill are no multiple of 5, the size of a piece"):
        choose("pentominoes-6x10", [board])


def test_a_board_on_which_nothing_must_be_filled_is_refused(tmp_path: Path) -> None:
    board = tmp_path / "open.toml"
    board.write_text('board = "??"\n[[pieces]]\nname = "A"\ncells = "*"\ncount = 2\n')
    with pytest.raises(PuzzleError, match="open: all of its cells may stay empty, so there is nothing to fill"):
        choose(board, [board])


def test_with_a_format_the_sets_are_written_to_a_file_of_any_name(tmp_path: Path) -> None:
    file = tmp_path / "sets.lst"
    said(run("choose", "soma", "--board", "soma", "-o", file, "--format", "text"))
    assert file.read_text(encoding="utf-8").endswith("1 set\n")


def test_choosing_says_how_many_of_how_many_sets_were_tried() -> None:
    soma = ("choose", "soma", "--board", "soma")
    assert said(run(*soma)).endswith("1 set\n")
    pool = ("choose", "pentominoes-6x10", "--board", "docs/designing/tray.toml", "--seed", "7")
    assert said(run(*pool, "-n", "1")).endswith("1 set; 1 of 495 were tried\n")
    found = json.loads(said(run(*pool, "-n", "1", "--format", "json")))
    assert (found["final"], found["tried"], found["total"], len(found["sets"])) == (False, 1, 495, 1)
    assert "the time limit was reached before" in complaint(run(*pool, "-t", "1e-9"), status=3)


SMALL_FAMILY = """grid = "square"
box = [3, 4]
pieces = [{ name = "I", cells = "**", min = 0, max = 5 }, { name = "V", cells = "**\\n*.", min = 0, max = 3 }]
[family.groups.first]
left = [0, 0, 0]
middle = [1, 1, 0]
[family.groups.second]
right = [2, 3, 0]
low = [2, 1, 0]
"""


@pytest.mark.parametrize(
    "rule", ["no crossroads", "at border: V", "touch: V I", "together: I V at most 4", "apart: V", "fault-free"]
)
def test_each_member_of_a_family_keeps_the_rules(rule: str, tmp_path: Path) -> None:
    path = tmp_path / "family.toml"
    path.write_text(SMALL_FAMILY)
    plain = family(str(path))
    each = {
        labels: sp.count(sp.with_rules(plain.member(name), [rule])).raw or 0 for name, labels in plain.named.items()
    }
    assert 0 < sum(each.values()) <= count_members(plain).total
    path.write_text(f'rules = ["{rule}"]\n{SMALL_FAMILY}')
    ruled = family(str(path))
    assert count_members(ruled).counts == count_members(ruled, "cadical").counts == each
    path.write_text(SMALL_FAMILY)
    assert said(run("count", path, "--rule", rule, "-q")).splitlines() == [
        f"{' '.join(labels)}: {number}" for labels, number in each.items()
    ]


def test_a_rule_that_a_member_cannot_have_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "family.toml"
    path.write_text(SMALL_FAMILY)
    found = complaint(run("count", path, "--rule", "symmetric: half turn"))
    assert found.startswith('rules: "symmetric: half turn": the board has no such symmetry')


def test_one_board_may_stand_for_a_list_of_one() -> None:
    board = sp.load("a-puzzle-a-day#Jan 25")
    some = [next(iter(sp.choose("a-puzzle-a-day", boards))) for boards in (board, [board], "a-puzzle-a-day#Jan 25")]
    assert len(set(map(str, some))) == 1
