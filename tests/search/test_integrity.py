"""Journals that suffer accidents: they are refused in one line, or go on to the right count; no other end."""

import random
from collections import Counter
from pathlib import Path

import pytest
from commands import complaint, run
from damage import Files, damaged

import satpuzzle as sp
from satpuzzle.clock import Status
from satpuzzle.errors import SatpuzzleError
from satpuzzle.puzzle.model import Counts
from satpuzzle.search.journal.audit import audit
from satpuzzle.search.journal.journal import Journal, Share
from satpuzzle.search.journal.survey import survey
from satpuzzle.search.solve import solve_part

NAME, PARTS = "tetracubes-2x4x4", 12
_LONG = 600.0  # seconds after which a search counts as one that hangs


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> list[Files]:
    """Journals that are done and half done, with parts that were split and without, with a log and without."""
    folder = tmp_path_factory.mktemp("journals")
    return [
        files for split in (0, 2) for done in (5, 10**6) for files in written(folder / f"{split}-{done}", split, done)
    ]


def written(path: Path, split: int, done: int) -> tuple[Files, Files]:
    """Write a journal of which so many parts are split, and so many done; return it while it was open, and then."""
    search = sp.solve(NAME, parts=PARTS, journal=path)
    tables, plan = search.tabulate(), search.plan()
    with Journal(path, work=True) as journal:
        journal.begin(search.request.header(tables), tables, plan.named(), {})
        journal.enter()
        for one in journal.lease(split, Share()):
            journal.split(one.path, one.part.children(tables))
        for one in journal.lease(done, Share()):
            journal.record(one.path, solve_part(plan, one.part), "by hand")
        during = Files.of(path)
        journal.leave()
    return during, Files.of(path)


def fate(path: Path, truth: Counts) -> str:
    """Do with a journal all that can be done; return what came of it, in one word."""
    try:
        with Journal(path) as journal:
            facts = survey(journal)
            assert not facts["final"] or facts["counts"] == truth.known()
            audit(journal)
    except SatpuzzleError as error:
        assert "\n" not in str(error)
    search = sp.solve(NAME, jobs=1, journal=path, time_limit=_LONG)
    try:
        counts = search.exhaust()
    except SatpuzzleError as error:
        assert "\n" not in str(error)
        assert not search.counts.final
        return "refused"
    assert search.status is Status.EXHAUSTED
    assert counts == truth
    return "right"


@pytest.mark.full
@pytest.mark.parametrize(
    "numbers",
    [range(50), *[pytest.param(range(k, k + 1000), marks=pytest.mark.slow) for k in range(0, 10_000, 1000)]],
    ids=str,
)
def test_no_accident_makes_a_journal_count_wrong(
    numbers: range, seed: int, journals: list[Files], tmp_path: Path
) -> None:
    truth, fates = sp.count(NAME), Counter[str]()
    for number in numbers:
        dice, path = random.Random(seed + number), tmp_path / "j"
        happened = damaged(dice.choice(journals), path, dice)
        try:
            fates[fate(path, truth)] += 1
        except BaseException as error:
            error.add_note(f"accident {seed + number}: {happened}")
            raise
    assert fates["refused"] > len(numbers) / 4
    assert fates["right"] > len(numbers) / 20


@pytest.mark.parametrize("times", [5, pytest.param(300, marks=pytest.mark.slow)])
def test_no_accident_makes_a_command_fail(times: int, seed: int, journals: list[Files], tmp_path: Path) -> None:
    truth = sp.count(NAME)
    for number in range(times):
        dice, path = random.Random(f"command {seed + number}"), tmp_path / "j"
        happened = damaged(dice.choice(journals), path, dice)
        for arguments in (["journal", "show"], ["journal", "check"], ["count", NAME, "-q", "-j", "1", "--journal"]):
            ended = run(*arguments, path)
            if ended.returncode == 0:
                assert ended.stderr == "", happened
            else:
                complaint(ended, ended.returncode)
                assert ended.returncode in (1, 2), happened
            if "count" in arguments:
                assert ended.stdout == ("" if ended.returncode else f"{truth}\n"), happened
