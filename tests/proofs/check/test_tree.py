"""Trees: what is recorded is complete, what is checked is checked from the puzzle on, and damage is found."""

import ast
import json
import lzma
import os
import random
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import brute_force
import by_the_page
import coloured
import numpy as np
import pytest
from certified import statement_of
from checking import check as check_in_c
from coloured import Problem
from commands import COMMAND, ENVIRONMENT, run
from hypothesis import example, given, settings
from published import agree
from strategies import Bounds, Sets, boards, covers, puzzles

import satpuzzle as sp
import satpuzzle.__main__
from satpuzzle.clock import Clock
from satpuzzle.cnf.blocking import chosen
from satpuzzle.cnf.encode import encode
from satpuzzle.cnf.recipe import load_recipe
from satpuzzle.cover.colours import Coloured
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.tables import Tables
from satpuzzle.data import files
from satpuzzle.errors import CertificateError, ProofError, Stopped
from satpuzzle.proofs import walking
from satpuzzle.proofs.check.contents import MANIFEST, SOLUTIONS
from satpuzzle.proofs.check.geometry import Statement, inexpressible, statement
from satpuzzle.proofs.check.lrat import check_proof
from satpuzzle.proofs.check.symmetry import Classes, Reduction, reduction
from satpuzzle.proofs.check.tree import DEAD_END, RESTRICTION, check
from satpuzzle.proofs.check.trees import TREE, kind_of
from satpuzzle.proofs.verdict import verify
from satpuzzle.proofs.write import certificate, recording
from satpuzzle.proofs.write.derive import derive
from satpuzzle.proofs.write.recording import ordered, put_together, top
from satpuzzle.proofs.write.trees import certify
from satpuzzle.puzzle.model import Puzzle

NAMES = [name for name in files("puzzles") if inexpressible(sp.load(name)) is None]
TOO_MANY = ["macmahon-triangles"]  # 11,853,792 solutions
SHORT = ["dubois-burr", "galakub", "slothouber-graatsma", "steinhaus", "y-pentominoes-5x10"]
COMPILED = walking.walk

Tree = tuple[dict[tuple[int, ...], int], list[int]]  # the restrictions and the numbers


def recorded(tables: Tables, jobs: int = 1) -> Tree:
    upper = top(tables, Clock(), jobs)
    content = b"".join(one.codes for one in put_together(tables, upper.pieces, Clock(), jobs))
    return upper.restricted, np.frombuffer(content, kind_of(len(tables.cover.names))).tolist()


def of_puzzle(puzzle: Puzzle, jobs: int = 1) -> Tree:
    tables, _ = ordered(Tables.of(puzzle))
    return recorded(tables, jobs)


def shown(asked: Statement, tree: Tree, compiled: bool = False, at_a_time: int = 1 << 16) -> tuple[Classes, Sets]:
    """Check a tree, in chunks of so many numbers; return the classes, and the solutions in the order of the tree."""
    return walked(reduction(asked, tree[0]), tree[1], compiled, at_a_time)


def walked(
    reduced: Reduction, codes: Sequence[int], compiled: bool = False, at_a_time: int = 1 << 16
) -> tuple[Classes, Sets]:
    """Check the numbers of a tree as `shown` does."""
    found = list[set[int]]()
    classes, numbers = Classes(reduced), np.array(codes, np.int64)

    def take(solutions: Any) -> None:
        classes.take(solutions)
        found.extend(
            {option for option in row if option < len(reduced.statement.options)} for row in solutions.tolist()
        )

    chunks = (numbers[start : start + at_a_time] for start in range(0, len(numbers), at_a_time))
    nodes = check(reduced, chunks, take, COMPILED if compiled else None)
    assert nodes == len(numbers) - len(reduced.restricted)
    return classes, found


# The second enumeration


def enumerations_agree(puzzle: Puzzle) -> bool:
    (tables, order), asked = ordered(Tables.of(puzzle)), statement(puzzle)
    cover, marks = tables.cover, tables.placements.marks
    group = [(tuple(to.tolist()), bool(turn)) for to, turn in zip(*_moved(tables), strict=True)]
    upper = cover.upper.copy()
    upper[list(cover.colours.items)] = [len(order) if names else 1 for names in cover.colours.names]
    assert asked.options == [tuple(np.flatnonzero(row).tolist()) for row in cover.members()]
    if puzzle.tiled:
        letters = ["", *sorted({letter for piece in puzzle.pieces for letter in piece.sides})]
        each = map(cover.colours_of, range(len(order)))
        assert asked.colours == [{item: letters.index(hue) for item, hue in hues.items()} for hues in each]
    else:
        painted = marks[order].tolist() if len(marks) else [[] for _ in order]
        hues = [{cell: hue for cell, hue in own.items() if cell < len(puzzle.board)} for own in asked.colours]
        assert hues == [{cell: hue for cell, hue in enumerate(row) if hue} for row in painted]
        assert asked.weights == [cover.weights_of(option) for option in range(len(order))]
    return sorted(group) == sorted(asked.symmetries) and asked.bounds == [*zip(cover.lower, upper, strict=True)]


def _moved(tables: Tables) -> tuple[Any, Any]:
    return tables.symmetry.items, tables.symmetry.rotation


@pytest.mark.few(3)
@pytest.mark.some(20)
@pytest.mark.parametrize("name", NAMES)
def test_two_enumerations_agree_on_a_bundled_puzzle(name: str) -> None:
    assert enumerations_agree(sp.load(name))


@pytest.mark.full
@given(puzzles())
@settings(max_examples=60)
def test_two_enumerations_agree_on_random_puzzles_of_every_grid(puzzle: Puzzle) -> None:
    assert enumerations_agree(puzzle)


# Recording and checking


def _cover_is_certified(cover: tuple[Sets, Bounds]) -> None:
    sets, bounds = cover
    options = sorted({tuple(sorted(items)) for items in sets})
    identity = [(tuple(range(len(bounds))), True)]
    bare = ExactCover.of_sets(options, bounds)
    tree = recorded(Tables.bare(bare))
    for compiled, at_a_time in ((False, 1), (True, 3)):
        _, found = shown(Statement(bounds, options, identity), tree, compiled, at_a_time)
        assert sorted(map(sorted, found)) == sorted(map(list, brute_force.solutions(options, bounds)))


@given(covers() | boards())
@settings(max_examples=25, deadline=None)
def test_random_covers_are_certified(cover: tuple[Sets, Bounds]) -> None:
    _cover_is_certified(cover)


@pytest.mark.slow
@given(covers(8, 12) | boards())
@settings(max_examples=1000, deadline=None)
def test_many_random_covers_are_certified(cover: tuple[Sets, Bounds]) -> None:
    _cover_is_certified(cover)


def weeding() -> ExitStack:
    """Weed lists of two options or more in all searches that are recorded."""
    stack = ExitStack()
    stack.enter_context(patch("satpuzzle.engines.native.trial.weeds", lambda *_: True))
    stack.enter_context(patch("satpuzzle.engines.native.shared._WEEDED", 2))
    return stack


@given(covers() | boards())
@settings(max_examples=25, deadline=None)
def test_random_covers_are_certified_by_searches_that_weed(cover: tuple[Sets, Bounds]) -> None:
    with weeding():
        _cover_is_certified(cover)


@pytest.mark.parametrize("name", ["galakub", "y-pentominoes-5x10"])
def test_a_search_that_weeds_records_another_tree(name: str, tmp_path: Path, checker: Path) -> None:
    plain = of_puzzle(sp.load(name))
    with weeding():
        assert of_puzzle(sp.load(name)) != plain
        sp.save(sp.load(name), tmp_path / "puzzle.json")
        counts = certify(tmp_path / "puzzle.json", tmp_path / "new")
    assert check_in_c(checker, tmp_path / "new")[0] == 0
    assert verify(tmp_path / "new", plain=True).counts == verify(tmp_path / "new").counts == counts
    assert agree(counts, sp.load(name).published)


def _puzzle_is_certified(puzzle: Puzzle) -> None:
    asked, known = statement(puzzle), sp.solve(puzzle, strategy="mrv").exhaust()
    for jobs in (1, 2):
        classes, _ = shown(asked, of_puzzle(puzzle, jobs), compiled=jobs == 2)
        assert classes.counts() == known
    assert known.raw == len(brute_force.solutions(asked.options, asked.bounds))


@pytest.mark.full
@given(puzzles())
@settings(max_examples=25, deadline=None)
def test_random_puzzles_of_every_grid_are_certified(puzzle: Puzzle) -> None:
    _puzzle_is_certified(puzzle)


@pytest.mark.slow
@given(puzzles())
@settings(max_examples=1000, deadline=None)
def test_many_random_puzzles_of_every_grid_are_certified(puzzle: Puzzle) -> None:
    _puzzle_is_certified(puzzle)


@pytest.mark.full
def test_a_checker_that_is_written_from_the_page_alone_agrees() -> None:
    asked, (restricted, numbers) = statement(sp.load("galakub")), of_puzzle(sp.load("galakub"))
    _, found = shown(asked, (restricted, numbers), compiled=True)
    assert [{*solution} for solution in by_the_page.solutions(asked, restricted, numbers)] == found
    assert len(found) == 4


def test_symmetry_is_used_below_what_is_chosen() -> None:
    restricted, numbers = of_puzzle(sp.load("galakub"))
    assert {len(path) for path in restricted} > {0}
    assert len(numbers) == len(of_puzzle(sp.load("galakub"), jobs=2)[1])


@pytest.mark.parametrize("name", ["galakub", "slothouber-graatsma"])
def test_symmetry_may_be_used_at_few_nodes(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    everywhere = len(of_puzzle(sp.load(name))[0])
    monkeypatch.setattr(recording, "_RESTRICTED", 2)
    assert len(of_puzzle(sp.load(name))[0]) == 2 < everywhere
    counts = certify(name, tmp_path / "new")
    assert verify(tmp_path / "new", plain=True).counts == verify(tmp_path / "new").counts == counts
    assert agree(counts, sp.load(name).published)


def test_a_number_beyond_255_takes_two_bytes() -> None:
    assert [kind_of(items) for items in (253, 254, 65533, 65534)] == ["<u1", "<u2", "<u2", "<u4"]
    bare = ExactCover.of_sets([{item} for item in range(300)], [(1, 1)] * 300)
    _, numbers = recorded(Tables.bare(bare))
    assert numbers == [*range(301)]


# Folders


@pytest.mark.few(2, "count_only")
@pytest.mark.parametrize("name", SHORT)
@pytest.mark.parametrize("count_only", [False, True])
def test_bundled_puzzles_are_certified_and_both_checkers_agree(name: str, count_only: bool, tmp_path: Path) -> None:
    counts = certify(name, tmp_path / "new", jobs=1, count_only=count_only)
    assert (tmp_path / "new" / SOLUTIONS).exists() is not count_only
    for plain in (False, True):
        verdict = verify(tmp_path / "new", plain=plain)
        assert (verdict.counts, verdict.listed) == (counts, not count_only)
    assert agree(counts, sp.load(name).published)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name not in SHORT + TOO_MANY])
def test_larger_puzzles_are_certified(name: str, tmp_path: Path) -> None:
    counts = certify(name, tmp_path / "new")
    verdict = verify(tmp_path / "new")
    assert verdict.counts == counts
    assert agree(counts, sp.load(name).published)
    if json.loads((tmp_path / "new" / MANIFEST).read_text())["nodes"] < 1_000_000:
        assert verify(tmp_path / "new", plain=True).counts == counts


OCTAHEDRA = """
grid = "tetra-octa"
mirror = false
board = [[2, 2, 2], [2, 2, 3], [2, 3, 2], [2, 3, 3], [3, 2, 2], [3, 2, 3], [3, 3, 2], [3, 3, 3]]
pieces = [
    {name = "octant", min = 1, max = 5, cells = [[0, 2, 0]]},
    {name = "chain", min = 0, max = 2, cells = [[5, 2, -1], [5, 2, 0], [6, 2, 0], [6, 3, 0]]},
]
"""


def test_a_class_that_parts_with_solutions_of_other_lengths_find_again_is_counted_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(OCTAHEDRA)
    assert certify(path, tmp_path / "new", jobs=1) == verify(tmp_path / "new").counts == sp.Counts(12, 1, 1)


def test_a_class_that_is_kept_by_a_conjugate_of_a_rotation_only_is_counted_right(tmp_path: Path) -> None:
    # Two single cubes that are turned by half turns only: (28 + 4) / 2 pairs of cells up to the half turn about z.
    path = tmp_path / "mine.toml"
    cells = [list(cell) for cell in product(range(2), repeat=3)]
    piece = '{name = "one", cells = [[0, 0, 0]], rotate = 2, count = 2}'
    path.write_text(f'grid = "cubic"\nboard = []\noptional = {cells}\npieces = [{piece}]\n')
    assert certify(path, tmp_path / "new", jobs=1) == verify(tmp_path / "new").counts == sp.Counts(28, 16, 3)


def test_the_command_says_what_was_shown_and_what_is_trusted(originals: dict[str, Path]) -> None:
    shown, trusted = run("verify", originals["steinhaus"], "--plain").stdout.splitlines()
    assert shown.startswith(
        "VERIFIED: steinhaus, complete list of 2 solutions (raw 48, rotations 2, isometries 2), by a search tree"
    )
    assert trusted.startswith("Trusted are the reading of the puzzle file")
    with pytest.raises(sp.PuzzleError, match="checks LRAT proofs"):
        verify(originals["steinhaus"], "true")


@pytest.mark.parametrize("more", ["-b cadical", "-e product", "--form lrat --count-only", "--form tre"])
def test_options_that_do_not_go_together_are_refused(
    more: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["satpuzzle", "certify", "steinhaus", "-o", str(tmp_path / "new"), *more.split()])
    with pytest.raises(SystemExit) as ended:
        satpuzzle.__main__.main()
    assert (ended.value.code, capsys.readouterr().err.count("\n")) == (2, 1)
    assert not (tmp_path / "new").exists()


def test_a_search_that_takes_too_long_is_not_certified(tmp_path: Path) -> None:
    with pytest.raises(Stopped, match="the time limit was reached"):
        certify("bedlam", tmp_path / "new", time_limit=0.2)
    assert not list(tmp_path.iterdir())


@pytest.mark.full
def test_a_killed_certify_leaves_nothing_that_a_second_try_stumbles_over(tmp_path: Path) -> None:
    command = [*COMMAND, "certify", "bedlam", "-o", str(tmp_path / "new"), "-j", "1"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, env=ENVIRONMENT) as process:
        while not (begun := tmp_path / ".new.part" / TREE).exists() and process.poll() is None:
            time.sleep(0.05)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    assert begun.exists()
    assert run("certify", "steinhaus", "-o", tmp_path / "new").returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["new"]
    assert verify(tmp_path / "new").counts.raw == 48


# LRAT


def _cover_becomes_lrat(cover: tuple[Sets, Bounds]) -> None:
    sets, bounds = cover
    options = sorted({tuple(sorted(items)) for items in sets})
    bare = ExactCover.of_sets(options, bounds)
    if bare.hopeless() is not None:
        return
    clauses = [clause for block in encode(bare, load_recipe("default")).blocks() for clause in block.tolist()]
    clauses += [chosen(bare, sorted(solution)) for solution in brute_force.solutions(options, bounds)]
    if [] not in clauses:
        check_proof(clauses, derive(bare, clauses, Clock()))


@given(covers() | boards())
@example(([{0}, {1, 2}, {1, 3}, {1, 2, 3}, {3}], [(1, 1), (2, 2), (2, 2), (3, 3)]))  # one item forbids, another demands
@settings(max_examples=25, deadline=None)
def test_trees_of_random_covers_become_lrat_whatever_must_be_counted(cover: tuple[Sets, Bounds]) -> None:
    _cover_becomes_lrat(cover)


@pytest.mark.slow
@given(covers(8, 12) | boards())
@settings(max_examples=1000, deadline=None)
def test_many_trees_of_random_covers_become_lrat(cover: tuple[Sets, Bounds]) -> None:
    _cover_becomes_lrat(cover)


@pytest.mark.parametrize(
    "name", ["slothouber-graatsma", "y-pentominoes-5x10", pytest.param("galakub", marks=pytest.mark.slow)]
)
def test_a_tree_becomes_lrat(name: str, tmp_path: Path) -> None:
    counts = certificate.certify(name, tmp_path / "new", "default", by_tree=True)
    assert counts.raw == sp.load(name).published.raw
    verdict = verify(tmp_path / "new")
    assert (verdict.form, verdict.counts) == ("an LRAT proof", counts)


@pytest.mark.full
def test_the_command_writes_either_form(tmp_path: Path) -> None:
    for more, form in ((["-j", "1"], "a search tree of 18 nodes"), (["--form", "lrat"], "an LRAT proof")):
        told = run("certify", "dubois-burr", "-o", tmp_path / "new", *more).stdout
        assert told.startswith(f"{tmp_path / 'new' / MANIFEST}: raw 24, rotations 2, isometries 2; ")
        assert verify(tmp_path / "new").form == form


# Damage


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    made = {name: tmp_path_factory.mktemp("trees") / name for name in ("galakub", "pentominoes-3x20", "steinhaus")}
    for name, folder in made.items():
        certify(name, folder, jobs=1)
    return made


def refit(folder: Path, change: Callable[[Any], None] = lambda claims: None) -> None:
    """Let sizes and hashes of the manifest fit the files as they are, and change it."""
    from satpuzzle.proofs.check.contents import written

    claims = json.loads((folder / MANIFEST).read_text())
    del claims["files"]
    change(claims)
    (folder / MANIFEST).write_text(written(folder, claims))


def refuted(folder: Path) -> bool:
    try:
        verify(folder)
    except CertificateError:
        return True
    return False


def _flip(numbers: bytearray, dice: random.Random) -> None:
    numbers[dice.randrange(len(numbers))] ^= 1 << dice.randrange(8)


def _drop(numbers: bytearray, dice: random.Random) -> None:
    del numbers[dice.randrange(len(numbers))]


def _insert(numbers: bytearray, dice: random.Random) -> None:
    numbers.insert(dice.randrange(len(numbers) + 1), dice.randrange(80))


def _leave_out(numbers: bytearray, dice: random.Random) -> None:
    first, last = sorted(dice.sample(range(len(numbers) + 1), 2))
    del numbers[first:last]


def _double(numbers: bytearray, dice: random.Random) -> None:
    first, last = sorted(dice.sample(range(len(numbers) + 1), 2))
    numbers[last:last] = numbers[first:last]


CHANGES = [_flip, _drop, _insert, _leave_out, _double]


def _damaged(original: Path, times: int, seed: int = 0) -> Iterator[bytes]:
    """Yield the numbers of a tree, and then as often with a random change."""
    dice, tree = random.Random(f"{original.name} {seed}"), lzma.decompress((original / TREE).read_bytes())
    yield tree
    for _ in range(times):
        numbers = bytearray(tree)
        dice.choice(CHANGES)(numbers, dice)
        yield bytes(numbers)


def _damage_to_the_tree_is_found(original: Path, times: int, by_the_page_too: bool, seed: int = 0) -> tuple[int, int]:
    """Check changed trees; return how many were none any longer, and how many are still complete ones."""
    asked, known = statement(sp.load(original.name)), sp.load(original.name).published.known()
    claims, verdicts = json.loads((original / MANIFEST).read_text()), Counter[bool]()
    restricted = {tuple(path): item for path, item in claims["restrictions"]}
    reduced = reduction(asked, restricted)
    tree, *changed = _damaged(original, times, seed)
    for numbers in (numbers for numbers in changed if numbers != tree):
        right = True
        try:
            classes, _ = walked(reduced, [*numbers], compiled=True)
            assert {key: classes.counts().known()[key] for key in known} == known
        except ProofError:
            right = False
        if right or by_the_page_too:
            try:
                by_the_page.solutions(asked, restricted, numbers)
            except ValueError:
                assert not right, "it is no tree, and it was accepted"
            else:
                assert right, "it is a tree, and it was refused"
        verdicts[right] += 1
    return verdicts[False], verdicts[True]


@pytest.mark.full
@pytest.mark.parametrize("name", ["galakub", "pentominoes-3x20"])
def test_random_damage_to_a_tree_is_found(name: str, originals: dict[str, Path], tmp_path: Path) -> None:
    found, harmless = _damage_to_the_tree_is_found(originals[name], 25, by_the_page_too=False)
    assert found > 18 > harmless
    restrictions = len(json.loads((originals[name] / MANIFEST).read_text())["restrictions"])
    for number, numbers in enumerate(_damaged(originals[name], 4)):
        copy = Path(shutil.copytree(originals[name], tmp_path / str(number)))
        (copy / TREE).write_bytes(lzma.compress(numbers, preset=0))
        refit(copy, partial(_with_nodes, len(numbers) - restrictions))
        assert refuted(copy) is (number > 0)


def _with_nodes(nodes: int, claims: Any) -> None:
    claims["nodes"] = nodes


@pytest.mark.slow
@pytest.mark.parametrize("name", ["galakub", "pentominoes-3x20"])
def test_much_random_damage_to_a_tree_is_found(name: str, seed: int, originals: dict[str, Path]) -> None:
    found, harmless = _damage_to_the_tree_is_found(originals[name], 1000, name == "galakub", seed)
    assert found > 900 > harmless
    print(name, found, harmless)


def _lines(change: Callable[[list[str]], list[str]]) -> Callable[[Path], None]:
    def damage(folder: Path) -> None:
        lines = (folder / SOLUTIONS).read_text().splitlines(keepends=True)
        (folder / SOLUTIONS).write_text("".join(change(lines)))

    return damage


def _claim(**other: Any) -> Callable[[Path], None]:
    return lambda folder: refit(folder, lambda claims: claims.update(other))


def _image(lines: list[str]) -> list[str]:
    turned = [{**part, "cells": [[y, 2 - x, z] for x, y, z in part["cells"]]} for part in json.loads(lines[0])]
    return [*lines, json.dumps(turned) + "\n"]


def _swap(lines: list[str]) -> list[str]:
    first, other, *rest = json.loads(lines[0])
    first["cells"], other["cells"] = other["cells"], first["cells"]
    return [json.dumps([first, other, *rest]) + "\n", *lines[1:]]


def _puzzle(old: str, new: str) -> Callable[[Path], None]:
    def damage(folder: Path) -> None:
        for path in folder.glob("p*.toml"):
            path.write_text(path.read_text().replace(old, new, 1))

    return damage


DAMAGE: dict[str, Callable[[Path], object]] = {
    "a solution dropped": _lines(lambda lines: lines[1:]),
    "a solution twice": _lines(lambda lines: [*lines, lines[0]]),
    "a solution and its image": _lines(_image),
    "two pieces exchanged": _lines(_swap),
    "an empty list": _lines(lambda lines: []),
    "a packing that is none": _lines(lambda lines: [*lines, json.dumps(json.loads(lines[0])[:1]) + "\n"]),
    "no text": lambda folder: (folder / SOLUTIONS).write_bytes(b"\xff\n"),
    "no JSON": _lines(lambda lines: ["[", *lines]),
    "a count off by one": _claim(counts={"raw": 48, "rotations": 2, "isometries": 1}),
    "another group": _claim(symmetry={"rotations": 24, "isometries": 48}),
    "a restriction dropped": _claim(restrictions=[]),
    "a restriction of a piece that is elsewhere": _claim(restrictions=[[[], 0]]),
    "a restriction below nothing": _claim(restrictions=[[[3], 30]]),
    "a restriction below no option": lambda folder: refit(
        folder, lambda claims: claims["restrictions"].append([[1000], claims["restrictions"][0][1]])
    ),
    "a restriction of no item": _claim(restrictions=[[[], 1000]]),
    "nodes off by one": _claim(nodes=1),
    "a list that is said not to be there": _claim(listed=False),
    "a claim too many": _claim(more=1),
    "another form": _claim(form="lrat"),
    "another version": _claim(**{"satpuzzle certificate": 2}),
    "a larger box": _puzzle("[3, 3, 3]", "[3, 3, 4]"),
    "a piece with another name": _puzzle('name = "', 'name = "x'),
}


@pytest.mark.few(3)
@pytest.mark.parametrize("name", DAMAGE)
def test_damage_beside_the_tree_is_found(name: str, originals: dict[str, Path], tmp_path: Path) -> None:
    copy = Path(shutil.copytree(originals["steinhaus"], tmp_path / "copy"))
    assert not refuted(copy)
    before = {path.name: path.read_bytes() for path in copy.iterdir()}
    DAMAGE[name](copy)
    assert before != {path.name: path.read_bytes() for path in copy.iterdir()}
    refit(copy)
    assert refuted(copy)


def test_solutions_may_be_laid_out_in_another_way(tmp_path: Path) -> None:
    pieces = '{ name = "}, {", cells = "**", min = 0, max = 2 }'
    (tmp_path / "mine.toml").write_text(f'grid = "square"\nboard = "????"\npieces = [{pieces}]')
    certify(tmp_path / "mine.toml", tmp_path / "new", jobs=1)
    assert verify(tmp_path / "new").counts.raw == 5
    _lines(lambda lines: [json.dumps(json.loads(line)[::-1], separators=(" , ", ":")) + "\n" for line in lines])(
        tmp_path / "new"
    )
    refit(tmp_path / "new")
    assert verify(tmp_path / "new").counts.raw == 5
    for wrong in ("[]", "{}", "[{}]", "[[]]", "[{]", "[3]", '[{"piece": "}, {"}]', "["):
        _lines(lambda lines, wrong=wrong: [*lines[:-1], wrong + "\n"])(tmp_path / "new")  # type: ignore[misc]
        refit(tmp_path / "new")
        assert refuted(tmp_path / "new"), wrong


@pytest.mark.parametrize("file", [TREE, SOLUTIONS, MANIFEST, "puzzle.toml"])
def test_any_change_of_a_byte_is_found(file: str, originals: dict[str, Path], tmp_path: Path) -> None:
    copy, dice = Path(shutil.copytree(originals["steinhaus"], tmp_path / "copy")), random.Random(file)
    content = (copy / file).read_bytes()
    for _ in range(10):
        place = dice.randrange(len(content))
        changed = content[:place] + bytes([content[place] ^ 1 << dice.randrange(8)]) + content[place + 1 :]
        (copy / file).write_bytes(changed)
        assert refuted(copy)


def test_a_symmetry_that_is_none_is_refused() -> None:
    asked = statement(sp.load("slothouber-graatsma"))
    (identity, _), *others = asked.symmetries
    wrong = (1, 0, *identity[2:])
    with pytest.raises(ProofError, match="symmetries are no group"):
        reduction(Statement(asked.bounds, asked.options, asked.symmetries[:-1]), {})
    with pytest.raises(ProofError, match="does not map options to options"):
        reduction(Statement(asked.bounds, asked.options, [(identity, True), (wrong, True)]), {})
    assert len(others) == 47
    once = asked.bounds.index((1, 1))
    with pytest.raises(ProofError, match=r"there is a restriction below \[0, 1\], but none above it"):
        reduction(asked, {(): once, (0, 1): once})


def test_symmetries_of_separate_parts_that_are_none_are_refused() -> None:
    pieces = [{"name": "L", "cells": "***\n*.."}, {"name": "J", "cells": "***\n..*"}]
    board = [[x + 8 * part, y, 0] for part in range(2) for x in range(3) for y in range(2)]
    free = [cell for cell in board if cell[1:] == [1, 0] and cell[0] in (1, 9)]
    said: dict[str, Any] = {"grid": "square", "board": board, "optional": free, "parts": "separate", "mirror": False}
    asked = statement(sp.make_puzzle(**said, pieces=[piece | {"min": 0, "max": 2} for piece in pieces]))
    assert reduction(asked, {}).orders == {"rotations": 2, "isometries": 8}
    first, other = asked.mates
    assert (first, other) == (asked.pieces[1], asked.pieces[0])
    with pytest.raises(ProofError, match="the mirror images of pieces are no pairs"):
        reduction(replace(asked, mates=(first, first)), {})
    with pytest.raises(ProofError, match="a rotation mirrors pieces, or a reflection mirrors none"):
        reduction(replace(asked, reflected=asked.reflected[::-1]), {})
    with pytest.raises(ProofError, match="the symmetries are no group"):
        reduction(replace(asked, symmetries=asked.symmetries[:-1], reflected=asked.reflected[:-1]), {})


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ([], "ends after 0 nodes"),
        ([0], "ends after 1 nodes"),
        ([0, 1, 2, 1, 2, 2], "continues after its end"),
        ([0, 0], "an item that lacks nothing"),
        ([2], "a solution here, but an item lacks options"),
        ([3], "a dead end here that is none"),
        ([0, 3], "a dead end here that is none"),
        ([4], "a restriction where none is allowed"),
        ([5], "or an unknown number"),
    ],
)
def test_numbers_that_make_no_tree_are_refused(numbers: list[int], message: str) -> None:
    asked = Statement([(1, 1), (1, 1)], [(0,), (1,)], [((0, 1), True)])
    assert len(shown(asked, ({}, [0, 1, 2]))[1]) == 1
    for compiled in (False, True):
        with pytest.raises(ProofError, match=message):
            shown(asked, ({}, numbers), compiled)


@pytest.mark.full
def test_a_restriction_left_out_or_said_twice_or_elsewhere_is_refused() -> None:
    asked, (restricted, numbers) = statement(sp.load("galakub")), of_puzzle(sp.load("galakub"))
    said = len(asked.bounds) + RESTRICTION
    places = [place for place, number in enumerate(numbers) if number == said]
    assert len(places) == len(restricted) > 1
    for place in (places[0], places[-1]):
        before, after = numbers[:place], numbers[place + 1 :]
        for other in ([*before, *after], [*before, said, said, *after], [*before, after[0], said, *after[1:]]):
            for compiled in (False, True):
                with pytest.raises(ProofError):
                    shown(asked, (restricted, other), compiled)


def test_a_dead_end_may_lack_several_of_a_kind() -> None:
    asked = Statement([(3, 3), (0, 1)], [(0,), (0, 1)], [((0, 1), True)])
    for compiled in (False, True):
        assert shown(asked, ({}, [len(asked.bounds) + DEAD_END]), compiled)[1] == []


def test_the_checker_is_short_and_needs_nothing_of_the_search() -> None:
    folder = Path(sp.__file__).parent
    assert len((folder / "proofs" / "check" / "tree.py").read_text().splitlines()) <= 137
    elsewhere = {"satpuzzle", "satpuzzle.display"}  # they import what is asked for: a public name, a picture
    seen, waiting = set[str](), ["satpuzzle.proofs.check.tree"]
    while waiting:
        name = waiting.pop()
        path = folder.parent.joinpath(*name.split("."))
        source = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
        if name in seen or name in elsewhere or not source.exists():
            continue
        seen.add(name)
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                waiting += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            elif isinstance(node, ast.Import):
                waiting += [alias.name for alias in node.names]
    assert {"satpuzzle.proofs.check.geometry", "satpuzzle.proofs.check.symmetry"} <= seen
    assert not [name for name in seen if name.split(".")[1:2] in (["cover"], ["engines"], ["cnf"], ["search"])]


def test_a_tree_that_ends_within_a_number_or_is_cut_is_refused(originals: dict[str, Path], tmp_path: Path) -> None:
    copy = Path(shutil.copytree(originals["steinhaus"], tmp_path / "copy"))
    os.truncate(copy / TREE, (copy / TREE).stat().st_size - 9)
    refit(copy)
    with pytest.raises(CertificateError, match="its end is missing"):
        verify(copy)
    certify(ExactCover.of_sets([{item} for item in range(300)]), tmp_path / "two-bytes", jobs=1)
    tree = tmp_path / "two-bytes" / TREE
    tree.write_bytes(lzma.compress(lzma.decompress(tree.read_bytes())[:-1]))
    refit(tmp_path / "two-bytes")
    with pytest.raises(CertificateError, match="it ends within a number"):
        verify(tmp_path / "two-bytes")


def test_a_class_that_is_met_too_rarely_is_refused() -> None:
    asked, tree = statement(sp.load("slothouber-graatsma")), of_puzzle(sp.load("slothouber-graatsma"))
    (solution, *_) = shown(asked, tree)[1]
    classes = Classes(reduction(asked, {}))  # nothing is left out, so the tree must meet every image
    classes.take(np.array([sorted(solution)]))
    with pytest.raises(ProofError, match="was not found the right number of times"):
        classes.counts()


# Colours


def _coloured_cover_is_certified(problem: Problem) -> None:
    """The tree of a search is checked, and becomes a proof in clauses, whatever says which colours agree."""
    options, bounds = problem
    known = coloured.solutions(options, bounds)
    cover = coloured.as_cover(options, bounds)
    tree, asked = recorded(Tables.bare(cover)), statement_of(options, bounds)
    if len({tuple(sorted(option.items(), key=str)) for option in options}) < len(options):
        return  # symmetries tell options by what they cover
    for compiled, at_a_time in ((False, 1), (True, 3)):
        _, found = shown(asked, tree, compiled, at_a_time)
        assert sorted(tuple(sorted(chosen)) for chosen in found) == known
    if cover.hopeless() is None:
        for recipe in ("default", "binary-colours", "pairwise-colours"):
            clauses = [one for block in encode(cover, load_recipe(recipe)).blocks() for one in block.tolist()]
            clauses += [chosen(cover, sorted(solution)) for solution in known]
            if [] not in clauses:
                check_proof(clauses, derive(cover, clauses, Clock()))


@given(coloured.problems(8))
@settings(max_examples=25, deadline=None)
def test_random_covers_with_colours_are_certified(problem: Problem) -> None:
    _coloured_cover_is_certified(problem)


@pytest.mark.slow
@given(coloured.problems(11))
@settings(max_examples=1000, deadline=None)
def test_many_random_covers_with_colours_are_certified(problem: Problem) -> None:
    _coloured_cover_is_certified(problem)


def test_a_tree_of_other_colours_is_refused() -> None:
    sets = [["a", Coloured("x", 0)], ["b", Coloured("x", 0)], ["b", "c", Coloured("x", 1)]]
    cover = ExactCover.of_sets(sets, {"a": (1, 1), "x": (0, 1), "b": (1, 1), "c": (0, 1)})
    tree = recorded(Tables.bare(cover))
    bounds, identity = [(1, 1), (0, 3), (1, 1), (0, 1)], [((*range(4),), True)]

    def asked(*colours: int) -> Statement:
        covered: list[tuple[int, ...]] = [(0, 1), (1, 2), (1, 2, 3)]
        return Statement(bounds, covered, identity, [{1: colour} for colour in colours])

    assert shown(asked(0, 0, 1), tree)[1] == [{0, 1}]
    assert shown(asked(0, 1, 0), tree)[1] == [{0, 2}]
    with pytest.raises(ProofError, match="before all options are tried"):  # the third option could join as well
        shown(asked(0, 0, 0), tree)


def test_symmetries_carry_colours() -> None:
    options: list[tuple[int, ...]] = [(0, 1), (0, 1), (1, 2), (1, 2)]
    bounds = [(1, 1), (0, 4), (1, 1)]
    turn: list[tuple[tuple[int, ...], bool]] = [((0, 1, 2), True), ((2, 1, 0), False)]
    alike = Statement(bounds, options, turn, [{1: 0}, {1: 1}, {1: 1}, {1: 0}])
    assert reduction(alike, {}).moves.tolist() == [[0, 1, 2, 3, 4], [3, 2, 1, 0, 4]]
    with pytest.raises(ProofError, match="a symmetry does not map options to options"):
        reduction(replace(alike, colours=[{1: 0}, {1: 1}, {1: 2}, {1: 0}]), {})
