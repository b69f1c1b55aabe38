"""Knuth's text of items and options, read: the same cover, for every engine."""

import json
import random
from pathlib import Path

import numpy as np
import pytest
from brute_force import solutions
from coloured import Problem, as_cover, problems
from coloured import solutions as solutions_in_colours
from commands import complaint, run, said
from hypothesis import given, settings

import satpuzzle as sp
from satpuzzle.cover import dlx
from satpuzzle.errors import PuzzleError
from satpuzzle.proofs.check.options import statement_of

TEXT = """| the first line is a remark
a b 0:2|c 2|d | p q
a b p
a c d
b c d q
d q

b d
"""
BACKENDS = ("native", "cadical", "cpsat", "clingo")


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


def test_a_cover_is_saved_and_read_again(tmp_path: Path) -> None:
    cover = sp.ExactCover.of_sets([["a", sp.Coloured("x", "r")], ["b", sp.Coloured("x", "r")]])
    sp.save_dlx(cover, tmp_path / "mine.dlx", ["by hand"])
    assert (tmp_path / "mine.dlx").read_text() == "| by hand\na b | x\na x:r\nx:r b\n"
    assert sp.count(sp.load_dlx(tmp_path / "mine.dlx")).raw == 1


# TAOCP 4B, page 89: one solution
COLOURED = """p q r | x y
p q x y:A
p r x:A y
p x:B
q x:A
r y:B
"""


@pytest.mark.parametrize("backend", BACKENDS)
def test_colours_are_read(backend: str) -> None:
    cover = dlx.parse(COLOURED)
    assert [*sp.solve(cover, backend)] == [(1, 3)]
    assert [*dlx.write(cover)] == COLOURED.splitlines()


@settings(deadline=None, max_examples=60)
@given(problems())
def test_colours_that_are_written_read_the_same(problem: Problem) -> None:
    cover = as_cover(*problem)
    again = dlx.parse("\n".join(dlx.write(cover)))
    assert len(again.names) - len(cover.names) in (0, 1)  # for options that have no primary item otherwise
    for option in range(len(cover.rows)):
        assert set(again.words(option)) - {"#"} == set(cover.words(option))
    assert sorted(sp.solve(again)) == solutions_in_colours(*problem)


def test_colours_are_single_characters_as_long_as_there_are_any() -> None:
    few = sp.ExactCover.of_sets([["a", sp.Coloured("x", hue)] for hue in ("white", "w", "wheat", "a b")])
    assert [*dlx.write(few)] == [
        "| colour a is white", "| colour b is wheat", "| colour c is a b", "a | x", "a x:a", "a x:w", "a x:b", "a x:c"
    ]  # fmt: skip
    many = sp.ExactCover.of_sets([["a", sp.Coloured("x", number)] for number in range(200)])
    again = dlx.parse("\n".join(dlx.write(many)))
    assert len(set(again.colours.names[0])) == 200
    assert sp.count(again).raw == 200


REFUSED = {
    "a primary item with a colour": ("a | p\na:red p", 'line 2: "a:red": a primary item has no colour'),
    "no colour behind a colon": ("a | p\na p:", 'line 2: "p:": a colour is a name without colons and bars'),
    "two colours": ("a | p\na p:x:y", 'line 2: "p:x:y": a colour is a name without colons and bars'),
    "an item in two colours": (
        "a | p\na p:x p:y",
        'line 2: the option has the item "p" twice, in the colours x, y; allowed is one',
    ),
    "the colour of an unknown item": ("a | p\na q:x", 'line 2: "q" is not an item; line 1 lists them: "a p"'),
    "no items": ("| nothing", "has no items"),
    "only a bar": ("|\n", "has no items"),
    "an unknown item": ("| x\na b\n\na c", 'line 4: "c" is not an item; line 2 lists them: "a b"'),
    "a comment of another kind": ("% x\na b\na", 'line 2: "a" is not an item; line 1 lists them: "% x"'),
    "an unknown item with a number sign": ("a b\na\n#3 b", 'line 3: "#3" is not an item; line 1 lists them: "a b"'),
    "an item twice in the list": ("a a", 'line 1: the item "a" is listed twice'),
    "an item twice in an option": ("a b\na a", 'line 2: the option has the item "a" twice'),
    "two bars": ("a | b | c", "line 1: has more than one bar"),
    "a colon in the name of an item": ("a:b c", 'line 1: "a:b": the name of an item must not contain a colon or a bar'),
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


COMMENTS = """// two dominoes on a board of three cells
# and their comments

  | with blanks before it
//a b c
## the items
a b c | # // #1
// a
a b
  # c
c #
# b c
#1 a
//
c // #1
"""


def test_comments_of_other_programs_are_skipped_unless_they_begin_with_an_item() -> None:
    cover = dlx.parse(COMMENTS)
    assert cover.names == ("a", "b", "c", "#", "//", "#1")
    found = [[cover.names[item] for item in cover.items_of(option)] for option in range(len(cover.rows))]
    lines = ["// a", "a b", "# c", "c #", "# b c", "#1 a", "//", "c // #1"]
    assert found == [sorted(line.split(), key=cover.names.index) for line in lines]


def test_the_second_reader_skips_the_same_comments() -> None:
    for text in (COMMENTS, TEXT, "// a\n# b\na b | p #\n // a\n## a\n#:x a\na p:y\n//\n  | a\nb #:y\n"):
        cover, asked = dlx.parse(text), statement_of(text)
        assert len(cover.rows) == len(asked.options)
        assert [*asked.options] == [tuple(cover.items_of(option).tolist()) for option in range(len(cover.rows))]


def test_names_that_are_made_up_differ_from_those_that_are_given() -> None:
    names = ["ü", "#0", "#1", "two words", "#3", "//x", "#", "##", "#8", "#9", "much too long", "", "a:b", "|"]
    cover = sp.ExactCover.of_sets([[number] for number in range(len(names))], [(1, 1)] * len(names), names)
    lines = [*dlx.write(cover)]
    listed = next(line.split() for line in lines if not line.startswith("|"))
    assert len({*listed}) == len(listed) == len(names)
    assert {"#0", "#1", "#3", "#8", "#9"} <= {*listed}
    assert not {"//x", "#", "##"} & {*listed}
    assert dlx.parse("\n".join(lines)).members().tolist() == cover.members().tolist()
    meant = [line.split(maxsplit=3)[1:] for line in lines if line.startswith("|")]
    assert ["#5", "is", "//x"] in meant


@pytest.mark.parametrize("name", ["two\nlines", "\r", "a\tb", "\x1b[2J", "\u2028", "\ud800"])
def test_names_of_several_lines_are_refused_when_a_cover_is_made(name: str) -> None:
    for options, names in (
        ([[name]], None),
        ([[0]], [name]),
        ([["a", sp.Coloured("x", name)]], None),
        ([["a", sp.Coloured(name, "x")]], None),
    ):
        with pytest.raises(PuzzleError, match="allowed is a name without line breaks and control characters"):
            sp.ExactCover.of_sets(options, None if names is None else [(1, 1)], names)


def test_a_remark_or_the_name_of_a_piece_cannot_break_a_line() -> None:
    piece = sp.Piece("two\nlines", np.array([(0, 0, 0)]))
    cover = sp.cover_of(puzzle := sp.make_puzzle(board="*", pieces=[piece]), sp.place(puzzle))
    lines = [*dlx.write(cover, ["a remark\nof two lines"])]
    assert lines[0] == "| a remark of two lines"
    assert sp.count(dlx.parse("\n".join(lines))).raw == 1


def test_a_line_of_optional_items_alone_is_no_comment() -> None:
    several: list[list[list[str]]] = [[], [[]], [["a"]]]
    for options in several:
        cover = sp.ExactCover.of_sets(options, {"a": (0, 1), "b": (0, 1)})
        assert sp.count(dlx.parse("\n".join(dlx.write(cover)))) == sp.count(cover)
    coloured = sp.ExactCover.of_sets([[sp.Coloured("a", "x")]])
    none = coloured.without(coloured.covers(0))
    assert sp.count(dlx.parse("\n".join(dlx.write(none)))).raw == 1


# Options that cover nothing

EMPTY = sp.ExactCover.of_sets([[], [0, 1], [0], [], [1], [2], [0, 1, 2], []], [(1, 1), (1, 1), (0, 2)])


@pytest.mark.parametrize("backend", [*BACKENDS, "minicard"])
def test_an_option_that_covers_nothing_is_in_no_solution(backend: str) -> None:
    # So count Knuth's programs, which skip the empty line, and Sage, exact_cover and the package dlx.
    assert sorted(sp.solve(EMPTY, backend)) == [(1,), (1, 5), (2, 4), (2, 4, 5), (5, 6), (6,)]
    assert sp.count(sp.ExactCover.of_sets([[]], [])).raw == 1


def test_an_option_that_covers_nothing_or_is_ruled_out_is_left_out_of_a_file() -> None:
    again = dlx.parse("\n".join(dlx.write(EMPTY)))
    assert len(again.rows) == 5
    assert sp.count(again) == sp.count(EMPTY)
    ruled_out = EMPTY.without(EMPTY.covers(2))
    assert sp.count(dlx.parse("\n".join(dlx.write(ruled_out)))) == sp.count(ruled_out) == sp.Counts(2, 2, 2)
    with pytest.raises(PuzzleError, match="needs a whole cover: in this one, options are chosen"):
        [*dlx.write(EMPTY.given([1]))]


# Whether a cover has one solution, and how long a search takes


def test_a_cover_has_one_solution_or_several_or_none() -> None:
    one = sp.unique(dlx.parse("2|a b\na b\na\n"))
    assert (one.verdict, one.sentence, str(one)) == ("unique", "cover: unique", "a b\na\n\ncover: unique")
    assert one.as_dict()["witnesses"] == [[["a", "b"], ["a"]]]
    several = sp.unique(dlx.parse("a b\na b\na\nb\n"))
    assert several.verdict == "several"
    assert {witness.options for witness in several.witnesses} == {(0,), (1, 2)}
    none = sp.unique(dlx.parse("a b c\na b\nb c\n"))
    assert none.verdict == "none" and none.reason is not None
    assert sp.unique(dlx.parse("a | p\na p:x\n"), "cadical").verdict == "unique"
    empty = sp.unique(sp.ExactCover.of_sets([[0]], [(0, 1)]))
    assert (empty.verdict, str(sp.unique(sp.ExactCover.of_sets([], [])))) == ("several", "cover: unique")


def test_unique_and_estimate_take_items_and_options(tmp_path: Path) -> None:
    (tmp_path / "mine.dlx").write_text(TEXT)
    found = run("unique", "mine.dlx", cwd=tmp_path)
    assert (found.returncode, found.stdout.splitlines()[-1]) == (1, "cover: several solutions, two of them above")
    assert said(run("count", "mine.dlx", "--estimate", cwd=tmp_path)).startswith("cover: ")
    estimated = json.loads(said(run("count", "mine.dlx", "--estimate", "--format", "json", cwd=tmp_path)))
    assert estimated["nodes"]["mean"] == sp.estimate(dlx.parse(TEXT)).nodes.mean
    assert 'there is no option "zz"' in complaint(run("unique", "mine.dlx", "--given=zz", cwd=tmp_path))
    assert "nothing to draw" in run("unique", "mine.dlx", "--draw=a.svg", cwd=tmp_path).stderr
