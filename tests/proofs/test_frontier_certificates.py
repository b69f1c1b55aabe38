"""Certificates of counts: the checker counts as brute force does, and what is forged is refused."""

import json
import random
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import brute_force
import coloured
import pytest
from certified import statement_of
from commands import run
from hypothesis import given, settings
from published import agree
from strategies import Bounds, Sets, boards, covers, puzzles

import satpuzzle as sp
from satpuzzle import machine
from satpuzzle.clock import Clock
from satpuzzle.cover import dlx
from satpuzzle.data import files
from satpuzzle.errors import CertificateError, ProofError, PuzzleError, Stopped
from satpuzzle.proofs.check import frontier, frontiers
from satpuzzle.proofs.check.classes import counted
from satpuzzle.proofs.check.contents import MANIFEST, written
from satpuzzle.proofs.check.frontier import choices, count
from satpuzzle.proofs.check.geometry import Statement, inexpressible, statement
from satpuzzle.proofs.check.symmetry import reduction
from satpuzzle.proofs.verdict import verify
from satpuzzle.proofs.write.frontiers import certify
from satpuzzle.puzzle.model import Counts, Puzzle

ANY = 1 << 20  # states
SHORT = ["dominoes-torus", "dubois-burr", "hard-squares", "instant-insanity", "slothouber-graatsma", "steinhaus"]
TOO_WIDE = {
    "bedlam", "conway-6-6-5", "conway-blocks", "ct-puzzle", "draughtboard", "hexiamonds-6x6", "iq-pyramid-5",
    "iq-rectangle", "iq-triangle", "macmahon-cubes", "macmahon-squares", "macmahon-triangles", "n-pentacubes-5x5x5",
    "pentominoes-6x10", "pentominoes-8x8", "polytrigs-hexagon", "solid-pentominoes-2x5x6", "tetrasticks-5x5",
    "tetris-cube", "twin-box", "y-pentacubes-5x5x5",
}  # fmt: skip
DOMINO: dict[str, Any] = {"name": "I", "cells": "**"}
TROMINO: dict[str, Any] = {"name": "L", "cells": "**\n*."}


def strip(length: int) -> Puzzle:
    pieces = [piece | {"min": 0, "max": "any"} for piece in (DOMINO, TROMINO)]
    return sp.make_puzzle(grid="square", box=[4, length], pieces=pieces)


def counts_of(asked: Statement, order: list[int]) -> Counts:
    return counted(reduction(asked, {}), lambda bounds, given: count(bounds, given, order, ANY).solutions)


# Counting


def _counted_in_any_order(asked: Statement, known: int, dice: random.Random) -> None:
    single = choices(asked, [(option,) for option in range(len(asked.options))])
    for _ in range(3):
        order = dice.sample(range(len(asked.bounds)), len(asked.bounds))
        assert count(asked.bounds, single, order, ANY).solutions == known


@pytest.mark.full
@given(covers() | boards())
@settings(max_examples=75, deadline=None)
def test_random_covers_are_counted_in_any_order(cover: tuple[Sets, Bounds]) -> None:
    sets, bounds = cover
    options = [tuple(sorted(items)) for items in sets]
    identity = [(tuple(range(len(bounds))), True)]
    known = len(brute_force.solutions(options, bounds))
    _counted_in_any_order(Statement(bounds, options, identity), known, random.Random(len(options)))


@given(coloured.problems(8))
@settings(max_examples=60, deadline=None)
def test_random_covers_with_colours_are_counted_in_any_order(problem: coloured.Problem) -> None:
    options, bounds = problem
    asked = statement_of(options, bounds)
    _counted_in_any_order(asked, len(coloured.solutions(options, bounds)), random.Random(len(options)))


@pytest.mark.full
@given(puzzles())
@settings(max_examples=60, deadline=None)
def test_classes_of_random_puzzles_of_every_grid_are_counted(puzzle: Puzzle) -> None:
    asked, known = statement(puzzle), sp.solve(puzzle, strategy="mrv").exhaust()
    found = counts_of(asked, [*range(len(puzzle.board))])
    assert found == known or (not asked.normal and found == replace(known, isometries=None))


def test_an_upper_bound_that_cannot_be_exceeded_needs_no_states() -> None:
    few, many = (count_of_states(strip(length)) for length in (20, 40))
    assert many - few == 20 * 100  # a state remembers no number of pieces
    with_numbers = sp.make_puzzle(
        grid="square", box=[4, 6], pieces=[DOMINO | {"min": 0, "max": 9}, TROMINO | {"min": 0, "max": 4}]
    )
    assert count_of_states(with_numbers) > count_of_states(strip(6))
    assert counts_of(statement(with_numbers), [*range(24)]) == sp.solve(with_numbers).exhaust()


def count_of_states(puzzle: Puzzle) -> int:
    asked = statement(puzzle)
    single = choices(asked, [(option,) for option in range(len(asked.options))])
    order = sorted(range(len(puzzle.board)), key=lambda cell: puzzle.board[cell].tolist()[::-1])
    return count(asked.bounds, single, order, ANY).states


def test_orders_that_do_not_decide_every_option_once_are_refused() -> None:
    asked = statement(strip(3))
    single = choices(asked, [(option,) for option in range(len(asked.options))])
    none, missing = "an item twice, or one that is none", "an option covers no item of the order"
    wrong: list[tuple[list[int], str]] = [
        ([0, 0, *range(12)], none),
        ([*range(12), 99], none),
        ([-1, *range(12)], none),
        ([], missing),
        ([0], missing),
    ]
    for order, words in wrong:
        with pytest.raises(ProofError, match=words):
            count(asked.bounds, single, order, ANY)
    assert count(asked.bounds, single, [*range(11)], ANY).solutions == sp.count(strip(3)).raw
    assert count(asked.bounds, single, [*range(12)], ANY).solutions == sp.count(strip(3)).raw
    assert count(asked.bounds, single, [12, 13], ANY).solutions == sp.count(strip(3)).raw  # the pieces, one by one


def test_more_states_than_are_allowed_are_refused_and_a_clock_stops_the_count() -> None:
    asked = statement(strip(6))
    single = choices(asked, [(option,) for option in range(len(asked.options))])
    widest = count(asked.bounds, single, [*range(24)], ANY).widest
    assert count(asked.bounds, single, [*range(24)], widest).widest == widest
    with pytest.raises(ProofError, match=f"has more than {widest - 1} states"):
        count(asked.bounds, single, [*range(24)], widest - 1)
    clock = Clock()
    clock.stop()
    with pytest.raises(Stopped):
        count(asked.bounds, single, [*range(24)], ANY, clock)


# Folders


@pytest.mark.few(3)
@pytest.mark.parametrize("name", SHORT)
def test_counts_of_bundled_puzzles_are_certified(name: str, tmp_path: Path) -> None:
    counts = certify(name, tmp_path / "new")
    assert agree(counts, sp.load(name).published)
    verdict = verify(tmp_path / "new")
    assert (verdict.counts, verdict.listed) == (counts, False)
    assert {path.name for path in (tmp_path / "new").iterdir()} == {MANIFEST, "puzzle.toml"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [each for each in files("puzzles") if inexpressible(sp.load(each)) is None and each not in TOO_WIDE]
)
def test_counts_of_larger_puzzles_are_certified(name: str, tmp_path: Path) -> None:
    counts = certify(name, tmp_path / "new")
    assert agree(counts, sp.load(name).published) and verify(tmp_path / "new").counts == counts


@pytest.mark.full
def test_counts_that_no_list_could_hold_are_certified(tmp_path: Path) -> None:
    counts = certify(strip(60), tmp_path / "strip")
    assert counts == sp.count(strip(60), method="frontier")
    assert counts.raw is not None and counts.raw > 10**45
    assert verify(tmp_path / "strip").form == "a frontier of 12970 states"
    square = sp.make_puzzle(grid="square", box=[12, 12], pieces=[DOMINO | {"count": 72}])
    counts = certify(square, tmp_path / "square")
    assert counts.raw == 53_060_477_521_960_000  # P. W. Kasteleyn, 1961; OEIS A004003
    assert verify(tmp_path / "square").counts == counts


def test_a_bare_cover_and_a_puzzle_with_rules_are_certified(tmp_path: Path) -> None:
    (tmp_path / "some.dlx").write_text("a b | c\na c:1\nb c:1\nb c:2\na b\n")
    assert sp.certify(tmp_path / "some.dlx", tmp_path / "cover", "frontier").raw == 2
    verdict = verify(tmp_path / "cover")
    assert str(verdict).startswith('cover.dlx (unverified name "some"), there are 2 solutions, not listed, by a')
    assert "proofs/check/options.py" in verdict.trusted
    ruled = sp.make_puzzle(grid="square", box=[6, 8], pieces=[DOMINO | {"count": 24}], rules=["fault-free"])
    counts = certify(ruled, tmp_path / "ruled")
    assert verify(tmp_path / "ruled").counts == counts == sp.count(ruled, method="search")


ONE_SIDED = """
grid = "square"
mirror = false
board = "???\\n???"
pieces = [
    {name = "L", cells = "***\\n*..", min = 0, max = 1},
    {name = "J", cells = "***\\n..*", min = 0, max = 2},
    {name = "I", cells = "*", min = 0, max = 1},
]
"""


def test_an_empty_cell_covers_what_counts_empty_cells_only(tmp_path: Path) -> None:
    row = {"place": "beneath", "bounds": "exactly 1"}
    rule = {"title": "down", "sentence": "so", "items": [row | {"pieces": "all and empty"}, row]}
    pieces = [{"name": "P", "cells": "*", "max": 2}]
    said = {"grid": "square", "box": [1, 2], "optional": "all", "pieces": pieces, "rules": [rule]}
    puzzle = sp.from_dict(said)
    assert sp.count(puzzle).raw == len([*sp.solve(puzzle, "cadical")]) == 1
    certify(puzzle, tmp_path / "front")
    sp.certify(puzzle, tmp_path / "tree")
    for form in ("front", "tree"):
        assert verify(tmp_path / form).counts.raw == 1


def test_symmetries_that_map_some_solutions_to_solutions_are_counted(tmp_path: Path) -> None:
    (tmp_path / "handed.toml").write_text(ONE_SIDED)
    known = sp.solve(sp.load(tmp_path / "handed.toml")).exhaust()
    counts = certify(tmp_path / "handed.toml", tmp_path / "new")
    assert counts == known and counts.isometries is not None
    assert verify(tmp_path / "new").counts == known


@pytest.mark.parametrize(
    "rules",
    [
        ["together: J I exactly 1"],
        ["together: L I at least 1", "together: J at most 1"],
        ["apart: L I"],
        ["at border: J", "apart at corners: I J"],
    ],
)
def test_rules_without_a_mirror_image_are_kept_by_the_solutions_that_are_mapped(
    rules: list[str], tmp_path: Path
) -> None:
    pieces = [
        {"name": "L", "cells": "***\n*..", "min": 0, "max": 1},
        {"name": "J", "cells": "***\n..*", "min": 0, "max": 2},
        {"name": "I", "cells": "*", "min": 0, "max": 3},
    ]
    puzzle = sp.make_puzzle(grid="square", board="???\n???", mirror=False, pieces=pieces, rules=rules)
    known = sp.solve(puzzle).exhaust()
    rotations, isometries = known.rotations, known.isometries
    assert rotations is not None and isometries is not None and rotations != isometries
    assert certify(puzzle, tmp_path / "new") == verify(tmp_path / "new").counts == known
    claims = json.loads((tmp_path / "new" / MANIFEST).read_text())
    del claims["files"]
    for wrong in (rotations, isometries + 1, isometries - 1, None):
        claims["counts"]["isometries"] = wrong
        (tmp_path / "new" / MANIFEST).write_text(written(tmp_path / "new", claims))
        with pytest.raises(CertificateError):
            verify(tmp_path / "new")


def test_where_symmetries_are_partial_in_several_ways_only_some_numbers_are_known(tmp_path: Path) -> None:
    pieces = [{"name": "L", "cells": "***\n*.."}, {"name": "J", "cells": "***\n..*"}]
    board = [[x + 8 * part, y, 0] for part in range(2) for x in range(3) for y in range(2)]
    said: dict[str, Any] = {"grid": "square", "board": board, "optional": board, "parts": "separate", "mirror": False}
    puzzle = sp.make_puzzle(**said, pieces=[pieces[0] | {"min": 0, "max": 1}, pieces[1] | {"min": 0, "max": 2}])
    counts, known = certify(puzzle, tmp_path / "new"), sp.solve(puzzle).exhaust()
    assert (counts.raw, counts.rotations, counts.isometries) == (known.raw, known.rotations, None)
    verdict = verify(tmp_path / "new")
    assert verdict.counts == counts
    assert f"there are {known.raw} solutions, not listed (raw {known.raw}, rotations {known.rotations})" in str(verdict)


def test_what_a_certificate_of_a_count_cannot_have_is_told_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for wrong, words in (
        ({"backend": "cadical"}, "a backend and an encoding need the form lrat; a frontier asks no solver"),
        ({"journal": tmp_path / "some.journal"}, "a journal needs the form tree"),
    ):
        with pytest.raises(PuzzleError, match=words):
            sp.certify("steinhaus", tmp_path / "new", "frontier", **wrong)
    filtered = sp.make_puzzle(grid="square", box=[2, 3], pieces=[DOMINO | {"count": 3}], rules=["colours: 3"])
    with pytest.raises(PuzzleError, match="a certificate cannot express this: colours: 3"):
        certify(filtered, tmp_path / "new")
    certify("steinhaus", tmp_path / "kept")
    with pytest.raises(PuzzleError, match="it checks LRAT proofs, but this certificate has a frontier"):
        verify(tmp_path / "kept", checker="cat")
    monkeypatch.setattr(machine, "free", lambda: 800_000)
    with pytest.raises(PuzzleError, match=r"steinhaus: step \d+ has more than 1000 states, the most that fit"):
        certify("steinhaus", tmp_path / "new")
    with pytest.raises(MemoryError, match="has more than 1000 states, the most that fit into the memory"):
        verify(tmp_path / "kept")
    assert not (tmp_path / "new").exists()


def test_the_command_certifies_a_count(tmp_path: Path) -> None:
    told = run("certify", "dominoes-torus", "-o", tmp_path / "new", "--form", "frontier").stdout
    assert told.startswith(f"{tmp_path / 'new' / MANIFEST}: raw 90176, rotations 511, isometries 511; ")
    told = run("verify", tmp_path / "new").stdout
    assert told.startswith("VERIFIED: dominoes-torus, there are 511 solutions up to isometries, not listed (raw 90176,")
    assert "by a frontier of 23696 states" in told and "proofs/check/: frontier.py" in told


# Forgeries


@pytest.fixture(scope="module")
def genuine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("counts") / "new"
    certify(
        sp.make_puzzle(grid="square", box=[3, 4], pieces=[DOMINO | {"min": 0, "max": 6}, TROMINO | {"min": 0}]), folder
    )
    return folder


def _other(number: int, dice: random.Random) -> Any:
    """Return something else than a number of a manifest."""
    wrong = [
        number + 1,
        number - 1,
        -number - 1,
        2 * number + 1,
        number ^ 1 << dice.randrange(70),
        dice.randrange(10**9),
    ]
    return dice.choice([each for each in wrong if each != number] + [str(number), None, float(number), [number]])


def _forged_number(*path: str) -> Callable[[Any, random.Random], None]:
    def forge(claims: Any, dice: random.Random) -> None:
        *above, last = path
        for key in above:
            claims = claims[key]
        claims[last] = _other(claims[last], dice)

    return forge


def _forged_order(claims: Any, dice: random.Random) -> None:
    order, place = claims["order"], dice.randrange(len(claims["order"]))
    if (way := dice.randrange(5)) == 0:
        order.pop(place)
    elif way == 1:
        order.insert(place, dice.choice([-1, 0, 5, 12, 13, 99, "0", None, 1.0, True]))
    elif way == 2:
        order[place] = dice.choice([-1, 14, 99, "0", None, [], order[place - 1]])
    elif way == 3:
        dice.shuffle(order)
    else:
        claims["order"] = dice.choice([order[::-1], [], "012", None])


def _forged_key(claims: Any, dice: random.Random) -> None:
    key = dice.choice([*claims])
    if (way := dice.randrange(3)) == 0:
        del claims[key]
    elif way == 1:
        claims[key + dice.choice("xyz")] = claims[key]
    else:
        claims[key] = dice.choice([None, [], {}, "other", 0, -1])


FORGERIES: dict[str, Callable[[Any, random.Random], None]] = {
    "raw": _forged_number("counts", "raw"),
    "rotations": _forged_number("counts", "rotations"),
    "isometries": _forged_number("counts", "isometries"),
    "order of the rotations": _forged_number("symmetry", "rotations"),
    "order of the isometries": _forged_number("symmetry", "isometries"),
    "version": _forged_number("satpuzzle certificate"),
    "states": _forged_number("states"),
    "widest": _forged_number("widest"),
    "order": _forged_order,
    "keys": _forged_key,
}


def _forged(genuine: Path, field: str, dice: random.Random, place: Path) -> bool | None:
    """Forge a field; return whether the certificate is refused, None if it is as it was."""
    claims = json.loads((genuine / MANIFEST).read_text())
    FORGERIES[field](claims, dice)
    if claims.pop("files", None) is None or claims == {key: value for key, value in json.loads(
        (genuine / MANIFEST).read_text()).items() if key != "files"}:  # fmt: skip
        return None
    (place / MANIFEST).write_text(written(place, claims))
    try:
        verdict = verify(place)
    except CertificateError as error:
        assert "\n" not in str(error)
        return True
    assert verdict.counts == verify(genuine).counts
    return False


def _forgeries_are_refused(genuine: Path, many: int, seed: int, folder: Path) -> None:
    place = Path(shutil.copytree(genuine, folder / "copy"))
    for field in FORGERIES:
        dice, verdicts = random.Random(f"{field} {seed}"), Counter[bool]()
        while verdicts.total() < many:
            if (verdict := _forged(genuine, field, dice, place)) is not None:
                verdicts[verdict] += 1
        assert verdicts[False] == 0 or field in ("order", "keys"), (field, verdicts)
        # another order with as many states is a certificate, and so is one with another name
        assert verdicts[True] > 0.7 * many, (field, verdicts)


@pytest.mark.full
def test_forged_certificates_are_refused(genuine: Path, tmp_path: Path) -> None:
    _forgeries_are_refused(genuine, 20, 0, tmp_path)


@pytest.mark.slow
def test_hundreds_of_forgeries_of_each_field_are_refused(genuine: Path, tmp_path: Path, seed: int) -> None:
    _forgeries_are_refused(genuine, 500, seed, tmp_path)


@pytest.mark.parametrize("file", [MANIFEST, "puzzle.toml"])
def test_any_change_of_a_byte_is_found(file: str, genuine: Path, tmp_path: Path) -> None:
    copy, dice, found = Path(shutil.copytree(genuine, tmp_path / "copy")), random.Random(file), 0
    content = (copy / file).read_bytes()
    for _ in range(20):
        place = dice.randrange(len(content))
        changed = content[:place] + bytes([content[place] ^ 1 << dice.randrange(8)]) + content[place + 1 :]
        (copy / file).write_bytes(changed)
        try:
            assert verify(copy).puzzle != verify(genuine).puzzle  # the name, which is told as one that is not verified
        except CertificateError:
            found += 1
    assert found > 15


def test_another_puzzle_has_other_counts(genuine: Path, tmp_path: Path) -> None:
    for old, new in (("[3, 4]", "[2, 6]"), ("max = 6", "max = 5"), ('name = "I"', 'name = "L"'), ("**", "***")):
        copy = Path(shutil.copytree(genuine, tmp_path / new.replace('"', "")))
        text = (copy / "puzzle.toml").read_text()
        assert old in text
        (copy / "puzzle.toml").write_text(text.replace(old, new, 1))
        claims = json.loads((copy / MANIFEST).read_text())
        del claims["files"]
        (copy / MANIFEST).write_text(written(copy, claims))
        with pytest.raises(CertificateError):
            verify(copy)


def test_a_symmetry_that_is_none_is_refused() -> None:
    asked = statement(strip(3))
    with pytest.raises(ProofError, match="symmetries are no group"):
        counts_of(replace(asked, symmetries=asked.symmetries[:-1]), [*range(12)])


def test_the_checker_is_short() -> None:
    for module, most in ((frontier, 185), (frontiers, 150)):
        assert len(Path(str(module.__file__)).read_text().splitlines()) <= most


def test_a_cover_made_by_a_program_has_a_certificate(tmp_path: Path) -> None:
    cover = dlx.parse("a b\na\nb\na b\n")
    assert sp.certify(cover, tmp_path / "made", "frontier").raw == 2
    assert verify(tmp_path / "made").counts.raw == 2
