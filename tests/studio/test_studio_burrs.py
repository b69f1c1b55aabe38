"""BurrTools files and files with groups in a browser: what comes apart there comes apart as in Python."""

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from packings import random_packing
from studio import Studio

import satpuzzle as sp
from satpuzzle.puzzle.formats.burr import Burr
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.formats.xmpuzzle.converting import burr_of
from satpuzzle.puzzle.formats.xmpuzzle.writing import save
from satpuzzle.puzzle.grids.cubic import CUBIC

IN_SPACE = True

# Two pieces that hold each other for ever, as one ring through another would, and a cube beside them.
RING = [(x, y, 0) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
BAR = [(1, 1, z) for z in (-1, 0, 1)] + [(x, 1, z) for x in (0, 2) for z in (-1, 1)]
CUBE = [(0, 0, 1)]
# Of random packings: some have several levels, some do not come apart.
SEEDS = (11, 22)
MORE_SEEDS = (1, 8, 12, 17, 25, 31, 37, 42, 83, 97)

BURRS = (
    "convolution",
    "diabolical-cube",
    "dubois-burr",
    "galakub",
    "involute",
    "slothouber-graatsma",
    "steinhaus",
    "burr 154 160 888 960 1007 1024",  # 8 of 9 packings, levels 1 to 4
    "burr 160 512 615 880 960 1024",
    "burr 256 871 880 960 975 992",
    "burr 359 512 911 928 975 1007",  # none of 8
    "burr 856 871 880 960 975 1024",
)


def linked(groups: tuple[tuple[int, int], ...], weight: int = 1) -> sp.Puzzle:
    """Return the puzzle of the three; the first two are in these groups, and the cube has this weight."""
    pieces = (
        sp.Piece("ring", np.array(sorted(RING)), groups=groups),
        sp.Piece("bar", np.array(sorted(BAR)), groups=groups),
        sp.Piece("cube", np.array(CUBE), weight=weight),
    )
    board = np.array(sorted(RING + BAR + CUBE))
    return sp.Puzzle("linked", CUBIC, board, np.zeros(len(board), np.bool_), pieces)


def solve_file(studio: Studio, name: str, content: str | bytes) -> None:
    studio.open_file(name, content)
    studio.solve()


def note(studio: Studio) -> str:
    """Let the page take its solution apart, if it does not by itself, and return what it says then."""
    studio.page.evaluate("document.querySelector('[data-key=part]')?.click()")
    studio.until("!['', 'Thinking …'].includes(document.getElementById('note').textContent)")
    said: str = studio.page.inner_text("#note")
    return said


def burr_file(burr: Burr, folder: Path) -> bytes:
    save(burr, folder / "file.xmpuzzle")
    return (folder / "file.xmpuzzle").read_bytes()


@pytest.mark.full
@pytest.mark.some(2)
@pytest.mark.parametrize("ending", [".xmpuzzle", ".toml", ".json"])
def test_pieces_of_one_group_need_not_come_apart(studio: Studio, tmp_path: Path, ending: str) -> None:
    for puzzle, expected in (
        (linked(()), "It does not come apart"),
        (linked(((1, 1),), 2), "It comes apart. Level 1. "),
    ):
        content = burr_file(burr_of(puzzle), tmp_path) if ending == ".xmpuzzle" else text(puzzle, ending)
        solve_file(studio, f"linked{ending}", content)
        assert note(studio).startswith(expected)
    assert "A, B stay together as a group." in studio.page.inner_text("#note")
    studio.page.click("[aria-label='One step forward']")
    studio.until("document.getElementById('stepping').textContent.startsWith('1 of 1: A, B go')")  # the cube is heavier


@pytest.mark.full
@pytest.mark.parametrize("read", [".xmpuzzle", ".toml"])
def test_what_the_page_saves_keeps_groups_weights_and_values(studio: Studio, tmp_path: Path, read: str) -> None:
    puzzle = linked(((1, 1), (2, 1)), -3)
    if read == ".toml":  # the other format has no values
        puzzle = replace(puzzle, pieces=tuple(replace(piece, value=7) for piece in puzzle.pieces))
    content = text(puzzle, read) if read == ".toml" else burr_file(burr_of(puzzle), tmp_path)
    solve_file(studio, f"linked{read}", content)
    for key, ending in (("Puzzle file (TOML)", ".toml"), ("Puzzle file (JSON)", ".json")):
        studio.page.click("[data-key=Save]")
        with studio.page.expect_download() as download:
            studio.page.click(f"[data-key='{key}']")
        saved = Path(download.value.path()).read_text(encoding="utf-8")
        again = parsed(saved, ending, "linked")
        assert [(each.groups, each.weight, each.value) for each in again.pieces] == [
            (each.groups, each.weight, each.value) for each in puzzle.pieces
        ]
        solve_file(studio, f"again{ending}", saved)
        assert "stay together as a group" in note(studio)


@pytest.mark.full
@pytest.mark.some(1)
@pytest.mark.parametrize("seed", [6, 38, 909])
def test_the_level_is_that_of_the_command_line(studio: Studio, tmp_path: Path, seed: int) -> None:
    solution = random_packing(Random(seed), ("cubic",))
    expected = sp.assemble(solution, moves="steps")
    assert expected.verdict == "yes" and len(expected.levels) > 1
    solve_file(studio, "burr.xmpuzzle", burr_file(burr_of(solution.puzzle), tmp_path))
    assert note(studio).startswith(f"It comes apart. Level {expected.level}. ")


@pytest.mark.full
@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("title", "shown"), [("", "my-burr"), ("Gem", "Gem"), ("Problem", "my-burr"), ("g", "my-burr")]
)
def test_a_problem_without_a_title_has_the_name_of_its_file(
    studio: Studio, tmp_path: Path, title: str, shown: str
) -> None:
    burr = burr_of(linked(()))
    renamed = replace(burr, problems=(replace(burr.problems[0], name=title),))
    studio.open_file("my-burr.xmpuzzle", burr_file(renamed, tmp_path))
    assert studio.page.input_value("#title") == shown


def test_tables_on_one_line_are_read(studio: Studio) -> None:
    content = """
        grid = "square"
        box = [4, 1]
        pieces = [ { name = "I", cells = "**", count = 2, groups = { "1" = 2 } } ]
    """
    solve_file(studio, "short.toml", content)
    assert studio.counts()["raw"] == 1


@pytest.mark.full
def test_what_does_not_come_apart_by_straight_moves_turns(studio: Studio) -> None:
    studio.choose("bar-in-a-cross")
    studio.solve()
    assert note(studio).startswith("It comes apart. Level 2. ")
    studio.page.click("[aria-label='One step forward']")
    studio.until("document.getElementById('stepping').textContent === '1 of 2: turn I by 90° about the axis up'")


@pytest.mark.slow
def test_what_does_not_come_apart_by_turns_either_is_said(studio: Studio) -> None:
    studio.choose("convolution")
    studio.solve()
    assert note(studio).startswith("It does not come apart by straight moves and quarter turns: ")


def assembled(studio: Studio) -> str:
    """Return what the page says once all packings were taken apart."""
    studio.until("/^(None|[0-9,]+) can be assembled/.test(document.getElementById('assembled')?.textContent)")
    said: str = studio.page.inner_text("#assembled")
    return said


@pytest.mark.full
@pytest.mark.parametrize("seed", [*SEEDS, *(pytest.param(seed, marks=pytest.mark.slow) for seed in MORE_SEEDS)])
def test_all_packings_of_a_burr_file_are_taken_apart_the_highest_level_first(
    studio: Studio, tmp_path: Path, seed: int
) -> None:
    agree(studio, tmp_path, random_packing(Random(seed), ("cubic",)).puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("name", BURRS)
def test_as_many_packings_of_a_burr_can_be_assembled_as_on_the_command_line(
    studio: Studio, tmp_path: Path, name: str
) -> None:
    sticks = {"grid": "cubic", "board": "burr", "pieces": name}
    agree(studio, tmp_path, sp.from_dict(sticks) if name.startswith("burr ") else sp.load(name))


def agree(studio: Studio, tmp_path: Path, puzzle: sp.Puzzle) -> None:
    """Assert that the page and the command line agree which packings can be assembled, and with which level."""
    found = [sp.assemble(each, moves="steps") for each in sp.solve(puzzle)]
    levels = sorted((each.levels, each.level) for each in found if each.verdict == "yes")
    if len(puzzle.frame):  # which BurrTools files do not have
        studio.open_file("burr.json", text(puzzle, ".json"))
        studio.page.click("[data-key=assemble]")
    else:
        studio.open_file("burr.xmpuzzle", burr_file(burr_of(puzzle), tmp_path))
    said = assembled(studio)
    assert studio.page.inner_text("#found").startswith(f"{len(found)} packing")
    if not levels:
        assert said == "None can be assembled."
        return
    assert said.startswith(f"{len(levels)} can be assembled, ") and said.endswith(f" {levels[-1][1]}.")
    assert studio.page.inner_text(".flip .number") == f"1 of {len(levels)}"
    assert f" {levels[-1][1]}. " in studio.page.inner_text("#note")
    if len(levels) < len(found):
        studio.page.uncheck("#only")
        assert studio.page.inner_text(".flip .number") == f"1 of {len(found)}"


@pytest.mark.full
def test_what_left_the_puzzle_lies_on_the_ground_beside_it(studio: Studio) -> None:
    studio.choose("galakub")
    studio.solve()
    note(studio)
    last = int(float(studio.page.get_attribute("#step", "max")))
    for _ in range(last):
        studio.page.keyboard.press(".")
        studio.until("document.getElementById('play').getAttribute('aria-label') === 'Play'")
    label = studio.page.get_attribute("#space canvas", "aria-label")
    assert label.startswith("Galakub: 8 of 8 pieces are shown, 7 of them laid beside it")
    studio.page.click("[aria-label='Back to the start']")
    assert "beside" not in studio.page.get_attribute("#space canvas", "aria-label")


@pytest.mark.full
def test_the_packings_of_a_bundled_puzzle_are_taken_apart_when_one_asks(studio: Studio) -> None:
    studio.choose("slothouber-graatsma")
    studio.page.click("[data-key=assemble]")
    assert assembled(studio) == "1 can be assembled, level 1."
    assert studio.page.inner_text("#found") == "1 packing"


@pytest.mark.full
def test_a_solution_is_taken_apart(studio: Studio) -> None:
    studio.choose("galakub")
    studio.solve()
    assert studio.counts() == {"raw": 8, "rotations": 1, "isometries": 1}
    studio.page.click("[data-key=part]")
    studio.page.wait_for_selector("#step")
    assert studio.page.inner_text("#note").startswith("It comes apart. Level ")
    studio.page.click("[aria-label='One step forward']")
    studio.until("document.getElementById('stepping').textContent.startsWith('1 of ')")
