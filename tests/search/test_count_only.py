"""Journals with only the numbers of solutions: they count like all others, and have no solutions."""

import contextlib
import pickle
import shutil
import sqlite3
import weakref
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from clocks import over_for_the_first
from commands import complaint, run, said
from damage import changed, sealed
from judges import Slow
from storing import COVER

import satpuzzle as sp
from satpuzzle.clock import Clock, Status
from satpuzzle.cover.dlx import load_dlx
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import JournalError, PuzzleError
from satpuzzle.search import solve
from satpuzzle.search.journal.audit import audit
from satpuzzle.search.journal.journal import Journal, Share
from satpuzzle.search.journal.merge import merge
from satpuzzle.search.journal.survey import as_text, survey
from satpuzzle.search.part import WHOLE, Outcome
from satpuzzle.search.solve import solve_part, stream_part

NAME, PARTS, CLASSES = "tetracubes-2x4x4", 40, 695


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of all of it, with only the numbers of solutions."""
    path = tmp_path_factory.mktemp("journal") / "numbers"
    assert sp.count(NAME, parts=PARTS, journal=path, count_only=True) == sp.count(NAME)
    return path


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of all of it, with the solutions."""
    path = tmp_path_factory.mktemp("journal") / "whole"
    sp.count(NAME, parts=PARTS, journal=path)
    return path


def has_no_solutions(path: Path) -> bool:
    with Journal(path) as journal:
        return journal.ask("SELECT count(*) FROM solutions") == [(0,)]


# Counting


def soma_cover() -> sp.ExactCover:
    return Tables.of(sp.load("soma")).cover


def exchangeable() -> sp.Puzzle:
    """A puzzle two of whose colours can be exchanged."""
    tiles = [{"sides": f"AA{x}A", "min": 0, "max": 2} for x in "ABC"]
    return sp.make_puzzle(box=[2, 1], grid="square", border="A", interchangeable="BC", tiles=tiles)


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("subject", "options"),
    [
        (lambda: "soma", {}),
        (lambda: "soma", {"up_to": "raw"}),
        (lambda: "soma", {"backend": "cadical", "jobs": 3}),
        (lambda: "dubois-burr", {"assemblable": True, "parts": 4}),
        (exchangeable, {}),
        (lambda: load_dlx(COVER), {}),
        (soma_cover, {"parts": 8}),
    ],
    ids=["soma", "raw", "cadical", "assemblable", "patterns", "dlx", "cover"],
)
def test_the_counts_are_those_without_a_journal(
    subject: Callable[[], Any], options: dict[str, Any], tmp_path: Path
) -> None:
    path, plain = tmp_path / "j", sp.count(subject(), **options)
    assert (plain.raw or 0) > 0
    for _ in range(2):  # begun, and read again
        assert sp.count(subject(), journal=path, count_only=True, **options) == plain
    assert has_no_solutions(path)
    with Journal(path) as journal:
        assert survey(journal)["counts"] == plain.known()
        if journal.header.puzzle is not None:  # a journal of a bare cover cannot be audited
            assert audit(journal) == (journal.totals().parts, plain.isometries)


def test_all_that_is_recorded_but_the_solutions_is_as_in_another_journal(numbers: Path, whole: Path) -> None:
    counts = "SELECT path, raw, rotations, isometries, all_raw, all_rotations, all_isometries FROM outcomes"
    parts = "SELECT path, root, id, branch, chosen, state FROM parts"
    with Journal(numbers) as one, Journal(whole) as other:
        for question in (counts, parts, "SELECT * FROM branches"):
            assert one.ask(question) == other.ask(question)
        assert other.ask("SELECT count(*) FROM solutions") > [(0,)]


def test_a_count_that_was_stopped_goes_on(tmp_path: Path) -> None:
    path, clock, record, recorded = tmp_path / "j", Clock(), Journal.record, []

    def stopping(journal: Journal, place: bytes, *more: Any) -> None:
        record(journal, place, *more)
        recorded.append(place)
        if len(recorded) == 5:
            clock.stop()

    with patch.object(Journal, "record", stopping):
        assert not sp.count(NAME, parts=PARTS, jobs=1, journal=path, count_only=True, clock=clock).final
    with Journal(path) as journal:
        assert 5 <= journal.totals().done < journal.totals().parts
    assert str(sp.count(NAME)) in said(run("count", NAME, "--journal", path, "--count-only"))
    assert has_no_solutions(path)


@pytest.mark.full
def test_a_part_that_takes_long_is_split_and_its_children_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with over_for_the_first(3):
        assert sp.count(NAME, "cadical", parts=2, jobs=1, journal=path, count_only=True) == sp.count(NAME)
    assert has_no_solutions(path)
    with Journal(path) as journal:
        facts = survey(journal)
        assert facts["split"] == 3
        assert audit(journal) == (facts["parts"], CLASSES)


def test_solutions_are_dropped_as_they_are_found() -> None:
    plan, found, most = sp.solve(soma_cover()).plan(), list[Any](), 0

    def watched(*arguments: Any) -> Generator[Any, None, Outcome]:
        nonlocal most
        stream = stream_part(*arguments)
        while True:
            try:
                one = next(stream)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            if one is not None:
                found.append(weakref.ref(one.solutions))
                most = max(most, sum(each() is not None for each in found))
            yield one

    with patch.object(solve, "stream_part", watched):
        outcome = solve_part(plan, WHOLE, judge=Slow(0.0), count_only=True)  # a judge gets portions of 256
        assert len(found) > 20
        assert most <= 3
    assert (outcome.status, outcome.counts) == (Status.EXHAUSTED, sp.count(soma_cover()))
    assert outcome.solutions.size == 0
    assert len(pickle.dumps(outcome)) < 2000 < solve_part(plan, WHOLE).solutions.nbytes


# What belongs together


@pytest.mark.parametrize("command", ["count", "solve"])
def test_a_journal_of_numbers_is_continued_only_as_such(command: str, numbers: Path) -> None:
    before = numbers.read_bytes()
    line = complaint(run(command, NAME, "--journal", numbers))
    assert line == f"{numbers}: has only the numbers of solutions; `satpuzzle count --count-only` continues it"
    assert numbers.read_bytes() == before


def test_a_journal_with_solutions_is_not_continued_as_one_of_numbers(whole: Path) -> None:
    before = whole.read_bytes()
    line = complaint(run("count", NAME, "--journal", whole, "--count-only"))
    assert line == f"{whole}: has solutions; continue it without --count-only, or begin another journal"
    assert whole.read_bytes() == before


def test_another_puzzle_is_refused_as_such(numbers: Path) -> None:
    assert "begun with another puzzle" in complaint(run("count", "soma", "--journal", numbers))


def test_options_that_do_not_go_with_it_are_refused(tmp_path: Path) -> None:
    assert complaint(run("count", "soma", "--count-only")) == "--count-only: needs --journal"
    for by in ("pieces", "level"):
        line = complaint(run("count", "soma", "--count-only", "--journal", tmp_path / "j", "--by", by))
        assert line == f"--by {by}: not allowed with --count-only"
    with pytest.raises(PuzzleError, match=r"^count_only: needs journal$"):
        sp.count("soma", count_only=True)
    with pytest.raises(PuzzleError, match="limit 3: not allowed with count_only, which lists no solutions"):
        sp.count("soma", journal=tmp_path / "j", count_only=True, limit=3)
    assert not (tmp_path / "j").exists()


# Showing and checking


def test_a_journal_tells_that_it_has_only_numbers(numbers: Path, whole: Path) -> None:
    for path, only in ((numbers, True), (whole, False)):
        with Journal(path) as journal:
            facts = survey(journal)
        assert facts["count_only"] is only
        assert facts["final"]
        assert ("only the numbers of solutions are recorded" in as_text(facts)) is only
    line = complaint(run("journal", "show", numbers, "--solutions"))
    assert line == f"{numbers}: has only the numbers of solutions (--count-only), not the solutions"


def test_a_check_says_that_the_counts_cannot_be_recomputed(numbers: Path) -> None:
    with Journal(numbers) as journal:
        parts = journal.totals().parts
    assert said(run("journal", "check", numbers)) == (
        f"RIGHT: {parts} parts with {CLASSES} solutions up to isometries, all as they were recorded;"
        " without the solutions, the counts cannot be recomputed\n"
    )


@pytest.mark.full
@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("UPDATE outcomes SET raw = raw + 1 WHERE path = (SELECT max(path) FROM outcomes)", "has a wrong checksum"),
        ("DELETE FROM outcomes WHERE path = (SELECT max(path) FROM outcomes)", "is done and has no outcome"),
        (
            "UPDATE facts SET value = replace(value, 'true', 'false') WHERE name = 'header'",
            "its header has a wrong checksum",
        ),
        ("INSERT INTO solutions SELECT path, 1, x'', 0 FROM outcomes LIMIT 1", "have a wrong checksum"),
    ],
)
def test_what_is_not_as_it_was_written_is_refused(change: str, fault: str, numbers: Path, tmp_path: Path) -> None:
    path = changed(numbers, tmp_path / "j", change)
    assert f"NOT RIGHT: {path}: is damaged, " in (line := complaint(run("journal", "check", path), 1))
    assert fault in line
    with pytest.raises(PuzzleError, match="is damaged"):
        sp.count(NAME, journal=path, count_only=True)


def test_a_check_finds_what_checksums_do_not(numbers: Path, whole: Path, tmp_path: Path) -> None:
    moved = "UPDATE parts SET chosen = (SELECT chosen FROM parts p WHERE p.root = 1)"
    path = changed(numbers, tmp_path / "moved", moved)
    sealed(path)
    with Journal(path) as journal, pytest.raises(JournalError, match="is not what its name says"):
        audit(journal)
    path = tmp_path / "both"
    shutil.copy(numbers, path)
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("ATTACH ? AS whole", (str(whole),))
        db.execute("INSERT INTO solutions SELECT * FROM whole.solutions LIMIT 1")
        db.commit()
    sealed(path)
    with Journal(path) as journal, pytest.raises(JournalError, match="has solutions, although the journal is one of"):
        audit(journal)


# Merging


def test_shares_are_the_whole_together(tmp_path: Path) -> None:
    paths = [tmp_path / "one", tmp_path / "two"]
    for share, path in enumerate(paths, 1):
        assert not sp.count(NAME, parts=PARTS, journal=path, share=(share, 2), count_only=True).final
    whole = tmp_path / "all.journal"
    assert str(sp.count(NAME)) in said(run("journal", "merge", "-o", whole, *paths, paths[0]))
    assert has_no_solutions(whole)
    with Journal(whole) as joined:
        assert audit(joined) == (joined.totals().parts, CLASSES)
    assert sp.count(NAME, journal=whole, count_only=True) == sp.count(NAME)


@pytest.mark.full
def test_an_option_of_another_work_is_refused(numbers: Path, tmp_path: Path) -> None:
    for asked, line in (
        (("check", numbers, "-o", "x.txt"), "--output x.txt: not allowed with check"),
        (("check", numbers, "--solutions"), "--solutions: not allowed with check"),
        (("merge", numbers, "-o", tmp_path / "x", "--json"), "--format json: not allowed with merge"),
        (("merges", numbers), "show|check|merge merges (did you mean merge?): choose from show, check, merge"),
    ):
        assert complaint(run("journal", *asked)) == line


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "command",
    [
        "count slothouber-graatsma --method search",
        "count y-pentominoes-5x10 --method memo",
        "solve steinhaus",
        "certify steinhaus -o certificate",
        "tile plane **/*.",
        "tile rectangle **/*. --up-to 3x4",
        "choose pentominoes --board pentominoes-6x10 --divide 1 -n 1",
    ],
)
def test_a_journal_that_is_begun_is_told_once(command: str, tmp_path: Path) -> None:
    for told in (True, False):
        ended = run(*command.split(), "--journal", "some.journal", cwd=tmp_path)
        assert ("satpuzzle: some.journal: a new journal\n" in ended.stderr) == told
    quiet = run(*command.split(), "-q", "--journal", "other.journal", cwd=tmp_path)
    assert "new journal" not in quiet.stderr


def test_numbers_and_solutions_do_not_go_together(numbers: Path, whole: Path, tmp_path: Path) -> None:
    for one, other in ((numbers, whole), (whole, numbers)):
        line = complaint(run("journal", "merge", "-o", tmp_path / "all", one, other))
        assert line == f"{other} and {one}: one has solutions, the other only their numbers (--count-only)"


def test_a_part_with_two_outcomes_is_named(numbers: Path, tmp_path: Path) -> None:
    with Journal(numbers) as journal:
        ((path, name),) = journal.ask(
            "SELECT path, lower(hex(id)) FROM parts JOIN outcomes USING (path) WHERE raw > 0 LIMIT 1"
        )
    other = changed(numbers, tmp_path / "other", f"UPDATE outcomes SET raw = raw + 1 WHERE path = x'{path.hex()}'")
    sealed(other)
    with pytest.raises(JournalError, match=f"the part {name} has two different outcomes"):
        merge(tmp_path / "all", [numbers, other])


@pytest.fixture
def split(numbers: Path, tmp_path: Path) -> Path:
    """A journal of which one part was split, and all of its children but the last are done."""
    path, tables = tmp_path / "split", Tables.of(sp.load(NAME))
    plan = sp.solve(NAME).plan()
    with Journal(path, work=True) as journal, Journal(numbers) as there:
        journal.begin(there.header, tables, [there.part(place) for place, _ in there.walk(b"", Share())], {})
        ((place,),) = there.ask("SELECT path FROM outcomes ORDER BY raw DESC LIMIT 1")
        journal.split(place, there.part(place).children(tables))
        children = journal.ask("SELECT path FROM parts WHERE path > ? AND path < ?", place, place + b"\xff" * 5)
        for (child,) in children[:-1]:
            journal.record(child, solve_part(plan, journal.part(child), count_only=True), "by hand")
        assert journal.totals().found.raw
    return path


def test_a_part_done_as_a_whole_and_one_that_was_split_go_together(split: Path, numbers: Path, tmp_path: Path) -> None:
    for order in ([numbers, split], [split, numbers]):
        out = tmp_path / f"out-{order[0].name}"
        merge(out, order)
        with Journal(out) as joined:
            assert audit(joined) == (joined.totals().parts, CLASSES)
            assert survey(joined)["split"] == 0
        assert has_no_solutions(out)


def test_children_have_no_more_solutions_than_their_part(split: Path, numbers: Path, tmp_path: Path) -> None:
    most = "raw = raw + 20000, rotations = rotations + 20000, isometries = isometries + 20000"
    other = changed(
        split, tmp_path / "other", f"UPDATE outcomes SET {most} WHERE path = (SELECT min(path) FROM outcomes)"
    )
    sealed(other)
    for order in ([numbers, other], [other, numbers]):
        with pytest.raises(
            JournalError, match=r"has two different outcomes: \d+ solutions .* as a whole, 20\d+ solutions"
        ):
            merge(tmp_path / "out", order)


def test_children_that_are_all_done_have_as_many_solutions_as_their_part(
    split: Path, numbers: Path, tmp_path: Path
) -> None:
    sp.count(NAME, journal=split, count_only=True)
    merge(tmp_path / "out", [numbers, split])
    lost = "raw = raw - 1 WHERE path = (SELECT path FROM outcomes WHERE length(path) > 4 AND raw > 0 LIMIT 1)"
    other = changed(split, tmp_path / "other", f"UPDATE outcomes SET {lost}")
    sealed(other)
    with pytest.raises(JournalError, match="has two different outcomes"):
        merge(tmp_path / "more", [numbers, other])
