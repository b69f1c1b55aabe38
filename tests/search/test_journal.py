"""Journals: what a part has found is there for good, whoever goes on, and listed alike."""

import contextlib
import dataclasses
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import psutil
import pytest
from children import children
from clocks import over_for_the_first
from commands import COMMAND, ENVIRONMENT, complaint, run, said
from damage import changed, sealed

import satpuzzle as sp
from satpuzzle.clock import Clock, Status
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import JournalError, PuzzleError
from satpuzzle.search.journal import survey as listing
from satpuzzle.search.journal.audit import audit, verify
from satpuzzle.search.journal.header import option_names, renumbered
from satpuzzle.search.journal.journal import DONE, Journal, Share
from satpuzzle.search.journal.merge import merge
from satpuzzle.search.journal.packing import pack, unpack
from satpuzzle.search.journal.schema import FORMAT, MARK
from satpuzzle.search.journal.survey import as_text, survey
from satpuzzle.search.progress import duration

NAME, PARTS = "tetracubes-2x4x4", 40


def drawn(found: sp.results.Run) -> list[str]:
    return [str(solution) for solution in found]


@pytest.fixture(scope="module")
def plain() -> list[str]:
    return drawn(sp.solve(NAME, parts=PARTS, jobs=1))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of all of it."""
    path = tmp_path_factory.mktemp("journal") / "whole"
    sp.count(NAME, parts=PARTS, journal=path)
    return path


def begun(path: Path, parts: int = 5, puzzle: str | sp.Puzzle = NAME, **options: Any) -> Path:
    """Write a journal of which some parts are done."""
    search = sp.solve(puzzle, parts=PARTS, jobs=1, journal=path, **options)
    record, recorded = Journal.record, []

    def stopping(journal: Journal, place: bytes, *more: Any) -> None:
        record(journal, place, *more)
        recorded.append(place)
        if len(recorded) == parts:
            search.interrupt()

    with patch.object(Journal, "record", stopping):
        search.exhaust()
    return path


def done(path: Path) -> dict[bytes, tuple[float, int]]:
    """Return when each part was done that is, and how often it was begun."""
    with Journal(path) as journal:
        return {
            place: (finished, times)
            for place, finished, times in journal.ask(
                "SELECT path, finished, begun FROM outcomes JOIN parts USING (path)"
            )
        }


@pytest.mark.full
@pytest.mark.parametrize("jobs", [1, 3])
def test_a_journal_changes_nothing_in_what_is_listed_and_counted(jobs: int, plain: list[str], tmp_path: Path) -> None:
    search = sp.solve(NAME, parts=PARTS, jobs=jobs, journal=tmp_path / "j")
    assert drawn(search) == plain
    assert (search.status, search.counts) == (Status.EXHAUSTED, sp.count(NAME))


def test_what_is_done_is_not_done_again(whole: Path, plain: list[str]) -> None:
    before = done(whole)
    search = sp.solve(NAME, journal=whole)
    assert drawn(search) == plain
    assert search.counts.final
    assert done(whole) == before
    assert all(times == 1 for _, times in before.values())


@pytest.mark.full
@pytest.mark.parametrize("backend", ["cadical", "native"])
def test_another_backend_or_strategy_goes_on(backend: str, plain: list[str], tmp_path: Path) -> None:
    path = begun(tmp_path / "j")
    before = done(path)
    assert 5 <= len(before) < PARTS
    strategy = "item" if backend == "native" else "auto"
    search = sp.solve(NAME, backend, jobs=2, journal=path, strategy=strategy)
    assert sorted(drawn(search)) == sorted(plain)
    assert search.counts == sp.count(NAME)
    assert before.items() <= done(path).items()


def test_the_first_solutions_can_be_had_of_a_journal(plain: list[str], tmp_path: Path) -> None:
    search = sp.solve(NAME, parts=PARTS, limit=7, journal=tmp_path / "j")
    assert drawn(search) == plain[:7]
    assert search.status is Status.SOLUTION_LIMIT


def test_a_count_by_a_journal_is_not_left_to_a_frontier(tmp_path: Path) -> None:
    assert sp.count("soma", journal=tmp_path / "j") == sp.count("soma")
    with pytest.raises(sp.SatpuzzleError, match="a frontier has no parts"):
        sp.count("soma", journal=tmp_path / "k", method="frontier")


def test_packings_that_cannot_be_put_together_do_not_count(tmp_path: Path) -> None:
    plain = sp.solve("soma", assemblable=True)
    plain.exhaust()
    for _ in range(2):
        search = sp.solve("soma", assemblable=True, journal=tmp_path / "j")
        assert len(list(search)) == plain.counts.isometries
        assert (search.counts, search.packings) == (plain.counts, plain.packings)


def test_given_pieces_are_the_same_on_going_on(tmp_path: Path) -> None:
    given = next(iter(sp.solve("soma"))).as_list()[:2]
    plain = sp.count("soma", given=given)
    for _ in range(2):
        assert sp.count("soma", given=given, journal=tmp_path / "j") == plain
    with pytest.raises(PuzzleError, match="begun with another given pieces"):
        sp.count("soma", given=given[:1], journal=tmp_path / "j")


@pytest.mark.full
def test_a_bare_cover_has_a_journal_too(tmp_path: Path) -> None:
    cover = Tables.of(sp.load("soma")).cover
    plain = sorted(sp.solve(cover, parts=8))
    for _ in range(2):
        assert sorted(sp.solve(cover, parts=8, journal=tmp_path / "j")) == plain


# Refused in one line


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["galakub"], 'begun with another puzzle: "tetracubes-2x4x4", here "galakub"'),
        ([NAME, "--up-to", "raw"], 'begun with another convention: "isometries", here "raw"'),
        ([NAME, "--assemblable"], "begun with another filter: none, here"),
        ([NAME, "--parts", "41"], "begun with another number of parts: 40, here 41"),
    ],
)
def test_another_search_is_refused(arguments: list[str], line: str, whole: Path) -> None:
    before = whole.read_bytes()
    assert f"{whole}: {line}" in complaint(run("solve", *arguments, "--journal", whole))
    assert whole.read_bytes() == before


def test_a_puzzle_of_the_same_name_with_other_pieces_is_refused(tmp_path: Path, whole: Path) -> None:
    other = tmp_path / f"{NAME}.json"
    sp.save(sp.load("soma"), other)
    with pytest.raises(PuzzleError, match="begun for another puzzle of the name"):
        sp.count(other, journal=whole)


@pytest.mark.full
def test_what_is_no_journal_is_refused(tmp_path: Path, whole: Path) -> None:
    text, foreign, later = (tmp_path / name for name in ("text", "foreign", "later"))
    text.write_text("all my parts\n" * 100)
    with contextlib.closing(sqlite3.connect(foreign)) as db:
        db.execute("CREATE TABLE parts (path)")
    shutil.copy(whole, later)
    with contextlib.closing(sqlite3.connect(later)) as db:
        db.execute(f"PRAGMA user_version = {FORMAT + 1}")
    for path, line in (
        (text, "no journal"),
        (foreign, "is no journal of satpuzzle"),
        (later, "begun by a later version"),
    ):
        before = path.read_bytes()
        for arguments in (["count", NAME, "--journal", path], ["journal", "show", path]):
            assert line in complaint(run(*map(str, arguments)))
        assert path.read_bytes() == before
    assert "there is no such journal" in complaint(run("journal", "show", tmp_path / "nothing"))


def test_a_journal_in_which_pieces_were_numbered_otherwise_goes_on(tmp_path: Path, plain: list[str]) -> None:
    """As if another version placed the pieces in another order: its numbers are taken over."""
    puzzle = sp.load(NAME)
    turned = dataclasses.replace(puzzle, pieces=puzzle.pieces[::-1])
    path = begun(tmp_path / "j", puzzle=turned)
    assert 5 <= len(done(path)) < PARTS
    ours, theirs = Tables.of(puzzle), Tables.of(turned)
    assert option_names(ours) != option_names(theirs)
    assert renumbered(ours, option_names(theirs)).meaning.options == theirs.meaning.options
    search = sp.solve(puzzle, journal=path)
    assert len(set(drawn(search))) == len(plain)
    assert search.counts == sp.count(NAME)
    with Journal(path) as journal:
        audit(journal)


# Accidents


def rounds(path: Path, number: int, dice: random.Random) -> None:
    """Run a search and kill it so often: the main process, a solver's process, or all."""
    command = [*COMMAND, "count", NAME, "-b", "cadical", "-j", "2", "--parts", str(PARTS), "--journal", str(path), "-q"]
    kills = 0
    while kills < number:
        known = done(path) if path.exists() and path.stat().st_size and started(path) else {}
        process = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wanted = len(known) + dice.choice([0, 0, 1, 2])
        while process.poll() is None and count(path) < wanted:
            time.sleep(0.02)
        time.sleep(dice.random() * (0.3 if known else 2.0))
        who = dice.choice(["main", "workers", "both"])
        victims = children(process.pid) if process.poll() is None and who != "main" else []
        for victim in [*victims, *([process.pid] if who != "workers" or not victims else [])]:
            with contextlib.suppress(psutil.Error):
                psutil.Process(victim).kill()
        if who == "workers":
            process.send_signal(signal.SIGKILL) if dice.random() < 0.5 else process.wait(600)
        process.wait(600)
        kills += 1
        if started(path):
            assert known.items() <= done(path).items()


def started(path: Path) -> bool:
    try:
        with Journal(path) as journal:
            return journal.begun
    except PuzzleError:
        return False


def count(path: Path) -> int:
    return len(done(path)) if started(path) else -1


@pytest.mark.full
@pytest.mark.parametrize("number", [2, pytest.param(20, marks=pytest.mark.slow)])
def test_a_search_survives_being_killed_again_and_again(
    number: int, seed: int, plain: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "j"
    rounds(path, number, random.Random(number + seed))
    before = done(path) if started(path) else {}
    told = said(run("solve", NAME, "-b", "cadical", "--parts", str(PARTS), "--journal", path, "--format", "ndjson"))
    undisturbed = said(run("solve", NAME, "-b", "cadical", "--parts", str(PARTS), "-j", "1", "--format", "ndjson"))
    assert told.splitlines()[:-1] == undisturbed.splitlines()[:-1]
    assert len(told.splitlines()) == 1 + len(plain)
    assert before.items() <= done(path).items()
    with Journal(path) as journal:
        assert audit(journal) == (survey(journal)["parts"], len(plain))


@pytest.mark.full
def test_two_processes_share_a_journal(tmp_path: Path, plain: list[str]) -> None:
    path = tmp_path / "j"
    command = [*COMMAND, "count", NAME, "-b", "cadical", "-j", "1", "--parts", str(PARTS), "--journal", str(path), "-q"]
    both = [subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, encoding="utf-8") for _ in range(2)]
    answers = {process.communicate(timeout=600)[0] for process in both}
    assert answers == {f"{sp.count(NAME)}\n"}
    assert all(times == 1 for _, times in done(path).values())


def test_what_a_living_process_holds_is_left_to_it_and_what_a_dead_one_held_is_taken_over(tmp_path: Path) -> None:
    path = begun(tmp_path / "j", 1)
    script = (
        "import sys, time; from pathlib import Path; from satpuzzle.search.journal.journal import Journal, Share\n"
        f"journal = Journal(Path({str(path)!r}), work=True); journal.enter()\n"
        "print(len(journal.lease(3, Share())), flush=True)\n"
        "time.sleep(3600)"
    )
    holder = subprocess.Popen([sys.executable, "-c", script], env=ENVIRONMENT, stdout=subprocess.PIPE, encoding="utf-8")
    try:
        assert holder.stdout is not None and holder.stdout.readline() == "3\n"
        search = sp.solve(NAME, journal=path)
        ended = threading.Thread(target=search.exhaust)
        ended.start()
        while (parts := search.stats.get("parts")) is None or search.stats["parts_done"] < parts - 3:
            time.sleep(0.02)
        time.sleep(0.3)
        assert search.stats["parts_done"] == parts - 3
    finally:
        holder.kill()
        holder.wait()
        if holder.stdout is not None:
            holder.stdout.close()
    ended.join(600)
    assert search.counts == sp.count(NAME)


@pytest.mark.parametrize(
    "lease",
    [
        "UPDATE parts SET lease = 77 WHERE state = 0",  # there is none of that number
        "INSERT INTO leases VALUES (1, 'here', -5, 'long ago', {inode}, 0); UPDATE parts SET lease = 1 WHERE state = 0",
        "INSERT INTO leases VALUES (1, 'x', 1, 1, {inode}, 1e12); UPDATE parts SET lease = 1 WHERE state = 0",
    ],
)
def test_a_lease_that_nobody_can_have_holds_nothing(lease: str, tmp_path: Path) -> None:
    path = begun(tmp_path / "j", 1)
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.executescript(lease.replace("here", socket.gethostname()).format(inode=path.stat().st_ino))
    assert sp.count(NAME, journal=path, time_limit=600) == sp.count(NAME)


def test_leases_in_a_copy_belong_to_nobody(tmp_path: Path) -> None:
    path = begun(tmp_path / "j", 1)
    with Journal(path, work=True) as journal:
        journal.enter()
        assert len(journal.lease(3, Share())) == 3
        copy = tmp_path / "copy"
        for ending in ("", "-wal"):
            shutil.copy(f"{path}{ending}", f"{copy}{ending}")
        assert sp.count(NAME, journal=copy) == sp.count(NAME)
        with Journal(copy) as copied:
            audit(copied)


@pytest.mark.full
@pytest.mark.parametrize("size", [100, 5000, 20000])
def test_a_truncated_journal_is_refused_in_one_line(size: int, whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "j"
    path.write_bytes(whole.read_bytes()[:size])
    for arguments in (["journal", "check", path], ["count", NAME, "--journal", path]):
        assert "is damaged, or no journal" in complaint(run(*map(str, arguments)))
    assert path.stat().st_size == size


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A small disk."""
    place = tmp_path / "small"
    place.mkdir()
    if os.name != "posix" or subprocess.call(
        ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", place], stderr=subprocess.DEVNULL
    ):
        pytest.skip("a disk can be mounted by root only")
    yield place
    subprocess.check_call(["umount", place])


def test_a_full_disk_loses_nothing(small: Path, plain: list[str]) -> None:
    path = small / "j"
    line = complaint(run("count", NAME, "--parts", str(PARTS), "--journal", path, "-q"), 1)
    assert line == f"{path}: database or disk is full; what was recorded stays there"
    before = done(path)
    with Journal(path) as journal:
        assert 0 < survey(journal)["done"] < survey(journal)["parts"]
    subprocess.check_call(["mount", "-o", "remount,size=10m", small])
    assert drawn(sp.solve(NAME, journal=path)) == plain
    assert before.items() <= done(path).items()
    subprocess.check_call(["mount", "-o", "remount,ro", small])
    assert said(run("journal", "show", path)).startswith(f"{NAME}: ")
    assert complaint(run("count", NAME, "--journal", path), 1).startswith(f"{path}: ")


def test_a_disk_that_fills_while_a_part_is_written_leaves_the_part_undone(tmp_path: Path) -> None:
    path = begun(tmp_path / "j", 1)
    before = done(path)
    with Journal(path, work=True) as journal:
        journal.enter()
        pages = journal.ask("PRAGMA page_count")[0][0]
        journal.ask(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(JournalError, match="full"):
            for number in range(10_000):
                with journal.transaction() as db:
                    db.execute("INSERT INTO facts VALUES (?, ?, 0)", (f"ballast {number}", "x" * 1000))
    assert done(path) == before


def test_a_process_of_another_host_keeps_its_parts_as_long_as_it_is_heard(tmp_path: Path) -> None:
    path = begun(tmp_path / "j")
    with Journal(path, work=True) as there, Journal(path, work=True) as here:
        there.enter()
        assert there.lease(1, Share())
        there.ask("UPDATE leases SET host = 'elsewhere', heard = 0")
        there.heartbeat()
        here.enter()
        assert survey(here)["at_work"] == 1
        there.ask("UPDATE leases SET heard = 0 WHERE host = 'elsewhere'")
        here.heartbeat()
        assert survey(here)["at_work"] == 0


# Long parts, shares, merging


@pytest.mark.full
def test_a_part_that_takes_long_is_split_and_loses_nothing(plain: list[str], tmp_path: Path) -> None:
    path = tmp_path / "j"
    with over_for_the_first(3):
        assert sorted(drawn(sp.solve(NAME, "cadical", parts=2, journal=path, jobs=1))) == sorted(plain)
    with Journal(path) as journal:
        facts = survey(journal)
        assert facts["split"] == 3
        assert facts["final"]
        assert audit(journal) == (facts["parts"], len(plain))


def shares(folder: Path, number: int = 3) -> list[Path]:
    paths = [folder / f"share{share}" for share in range(1, number + 1)]
    for share, path in enumerate(paths, 1):
        search = sp.solve(NAME, parts=PARTS, journal=path, share=(share, number))
        search.exhaust()
        assert search.status is Status.SHARE
        assert not search.counts.final
    return paths


def test_shares_are_the_whole_together(tmp_path: Path, plain: list[str]) -> None:
    paths = shares(tmp_path)
    merge(tmp_path / "all", [*paths, paths[0]])
    with Journal(tmp_path / "all") as journal:
        assert survey(journal)["final"]
        assert audit(journal)[1] == len(plain)
    assert drawn(sp.solve(NAME, journal=tmp_path / "all")) == plain
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all", "share1", "share2", "share3"]


def test_a_part_with_two_outcomes_is_named(tmp_path: Path, whole: Path) -> None:
    other = tmp_path / "other"
    shutil.copy(whole, other)
    with contextlib.closing(sqlite3.connect(other)) as db:
        path, name = db.execute(
            "SELECT path, lower(hex(id)) FROM parts JOIN outcomes USING (path) WHERE raw > 0"
        ).fetchone()
        db.execute("UPDATE outcomes SET raw = raw + 1 WHERE path = ?", (path,))
        db.commit()
    sealed(other)
    with pytest.raises(JournalError, match=f"the part {name} has two different outcomes"):
        merge(tmp_path / "all", [whole, other])
    assert not (tmp_path / "all").exists()
    with Journal(other) as journal, pytest.raises(JournalError, match=f"part {name} counts"):
        audit(journal)


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ("stats = json_set(stats, '$.patterns', json_extract(stats, '$.patterns') + 1)", ", patterns "),
        ("all_rotations = all_rotations + 1", " packings"),
    ],
)
def test_a_part_with_two_outcomes_is_found_by_each_of_its_counts(tmp_path: Path, counts: str, words: str) -> None:
    tiles = [{"sides": "BBBA", "min": 0, "max": 3}, {"sides": "AAAB", "min": 0, "max": 3}]
    puzzle = sp.make_puzzle(
        box=[2, 2], grid="square", border="different on each side", interchangeable="AB", tiles=tiles
    )
    one, all_ = tmp_path / "one", tmp_path / "all"
    assert sp.count(puzzle, journal=one, parts=3).patterns == 3
    other = changed(one, tmp_path / "other", f"UPDATE outcomes SET {counts} WHERE raw > 0")
    sealed(other)
    with pytest.raises(JournalError, match=f"two different outcomes: .*{words}"):
        merge(all_, [one, other])
    if "patterns" in counts:
        with Journal(other) as journal, pytest.raises(JournalError, match=r"counts .* patterns"):
            audit(journal)


def with_a_split(path: Path, whole: Path) -> Path:
    """Write a journal of the same search in which nothing is done, but the first part is split."""
    with Journal(path, work=True) as journal, Journal(whole) as done_there:
        tables = Tables.of(sp.load(NAME))
        parts = [done_there.part(place) for place, _ in done_there.walk(b"", Share())]
        journal.begin(done_there.header, tables, parts, {})
        journal.enter()
        (first,) = journal.lease(1, Share())
        journal.split(first.path, first.part.children(tables))
        journal.leave()
    return path


def test_a_part_that_one_share_has_split_and_another_has_not_begun_is_split(
    tmp_path: Path, whole: Path, plain: list[str]
) -> None:
    one, other = with_a_split(tmp_path / "one", whole), tmp_path / "other"
    for path, share in ((one, 1), (other, 2)):
        sp.solve(NAME, parts=PARTS, journal=path, share=(share, 2)).exhaust()
    for order in ([one, other], [other, one]):
        out = tmp_path / f"out-{order[0].name}"
        merge(out, order)
        with Journal(out) as joined:
            assert survey(joined)["split"] == 1
            assert survey(joined)["final"]
            assert audit(joined)[1] == len(plain)


def test_a_part_done_as_a_whole_and_one_that_was_split_go_together(tmp_path: Path, whole: Path) -> None:
    split = with_a_split(tmp_path / "split", whole)
    search = sp.solve(NAME, journal=split, share=(1, PARTS))
    search.exhaust()
    for order in ([whole, split], [split, whole]):
        out = tmp_path / f"out-{order[0].name}"
        merge(out, order)
        with Journal(out) as joined:
            audit(joined)
            assert survey(joined)["final"]
            assert survey(joined)["split"] == 0


def test_what_does_not_belong_together_is_not_joined(tmp_path: Path, whole: Path) -> None:
    sp.count("soma", journal=tmp_path / "soma")
    assert "begun with another puzzle" in complaint(
        run("journal", "merge", "-o", tmp_path / "out", whole, tmp_path / "soma")
    )
    assert "already exists" in complaint(run("journal", "merge", "-o", whole, whole, whole))


@pytest.mark.parametrize("share", ["0/3", "4/3", "x", "1", "1/x"])
def test_a_share_that_there_is_not_is_refused(share: str, tmp_path: Path) -> None:
    assert "allowed are 1/N to N/N" in complaint(run("count", "soma", "--share", share, "--journal", tmp_path / "j"))


def test_options_of_journals_go_with_a_journal() -> None:
    assert complaint(run("count", "soma", "--share", "1/2")) == "--share 1/2: needs --journal"
    assert complaint(run("count", "soma", "--part-seconds", "3")) == "--part-seconds 3.0: needs --journal"


# What a journal tells


def test_a_journal_tells_how_far_it_is(tmp_path: Path) -> None:
    path = begun(tmp_path / "j")
    with Journal(path) as journal:
        facts = survey(journal)
        text = as_text(facts)
    assert 5 <= facts["done"] < facts["parts"]
    assert not facts["final"]
    low, high = facts["left_cpu_seconds"][1:]
    assert 0 <= low <= facts["left_cpu_seconds"][0] <= high
    assert len(facts["slowest"]) == text.count("\nslowest: ") == 5
    assert text.startswith(f"{NAME}: {facts['done']} of {facts['parts']} parts done; raw ≥ ")
    assert said(run("journal", "show", path, "--format", "json")).startswith(
        '{"schema": 1, "puzzle": "tetracubes-2x4x4"'
    )


def test_what_is_left_follows_from_the_times_of_the_parts_that_are_done(tmp_path: Path) -> None:
    path = changed(
        begun(tmp_path / "begun"),
        tmp_path / "j",
        "UPDATE outcomes SET cpu = 2.0,"
        " finished = 10.0 * (SELECT count(*) FROM parts WHERE state = 1 AND parts.path < outcomes.path)",
    )
    sealed(path)
    with Journal(path) as journal:
        facts = survey(journal)
    left = facts["parts"] - facts["done"]
    assert facts["left_cpu_seconds"] == [2.0 * left] * 3  # all parts took as long: nothing is uncertain
    assert facts["left_seconds"] == [10.0 * left] * 3
    assert facts["parts_an_hour"] == 360.0
    assert f"left: about {duration(2 * left)} of CPU" in as_text(facts)


def test_solutions_can_be_taken_out_of_a_journal(whole: Path, plain: list[str]) -> None:
    assert said(run("journal", "show", whole, "--solutions")) == "".join(f"{text}\n\n" for text in plain)
    assert len(said(run("journal", "show", whole, "--solutions", "--format", "json")).splitlines()) == len(plain)


LOST = {
    "DELETE FROM outcomes": "is done and has no outcome",
    "DELETE FROM outcomes WHERE path = (SELECT max(path) FROM outcomes)": "is done and has no outcome",
    "UPDATE outcomes SET raw = raw + 1 WHERE path = (SELECT max(path) FROM outcomes)": "has a wrong checksum",
    "UPDATE outcomes SET path = zeroblob(5) WHERE path = (SELECT max(path) FROM outcomes)": "a part that is not done",
    "DELETE FROM solutions": "has a wrong checksum",
    "UPDATE solutions SET options = (SELECT max(options) FROM solutions)": "have a wrong checksum",
    "DELETE FROM parts WHERE root = 3": "the parts are not those that were planned",
    "UPDATE parts SET state = 0 WHERE root = 2": "it has an outcome of a part that is not done",
    "UPDATE parts SET state = 2 WHERE root = 2": "was split into other parts",
    "UPDATE parts SET state = 3 WHERE root = 2": "has the state 3",
    "UPDATE parts SET chosen = zeroblob(3) WHERE root = 2": "has a wrong checksum",
    "DELETE FROM branches": "is of a branch that does not exist",
    "UPDATE branches SET ruled_out = leaders": "has a wrong checksum",
    "UPDATE facts SET value = value - 1 WHERE name = 'planned'": "its planned is lost or has a wrong checksum",
    "DROP INDEX free": "its tables are not those of a journal",
}


@pytest.mark.parametrize(("change", "fault"), LOST.items())
def test_what_is_not_as_it_was_written_is_refused(change: str, fault: str, whole: Path, tmp_path: Path) -> None:
    path = changed(whole, tmp_path / "j", change)
    before = path.read_bytes()
    for attempt in (
        lambda journal: sp.count(NAME, journal=path),
        lambda journal: survey(journal),
        lambda journal: [*listing.solutions(journal)],
        lambda journal: merge(tmp_path / "joined", [whole, path]),
        lambda journal: merge(tmp_path / "joined", [path]),
    ):
        with Journal(path) as journal, pytest.raises(PuzzleError, match=f"is damaged, .*{fault}.*journal check"):
            attempt(journal)
    with Journal(path) as journal, pytest.raises(JournalError, match=f"is damaged, .*{fault}"):
        audit(journal)
    assert path.read_bytes() == before


def test_children_without_their_parent_are_found(whole: Path, tmp_path: Path) -> None:
    split = with_a_split(tmp_path / "split", whole)
    path = changed(split, tmp_path / "j", "UPDATE parts SET state = 0 WHERE state = 2")
    with Journal(path) as journal, pytest.raises(JournalError, match="is of a part that was not split"):
        audit(journal)


def test_a_journal_that_lost_all_its_tables_is_damaged(tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "j")) as db:
        db.execute(f"PRAGMA application_id = {MARK}")
    with pytest.raises(PuzzleError, match=r"is damaged, it has no tables$"):
        Journal(tmp_path / "j")


@pytest.mark.parametrize("octets", [b"", b"\x03", b"\x02", b"\x02no archive"])
def test_bytes_that_are_no_table_are_refused(octets: bytes) -> None:
    assert unpack(pack(np.array([[3, -1], [70000, 0]])), 2).tolist() == [[3, -1], [70000, 0]]
    with pytest.raises(ValueError):
        unpack(octets, 1)


def test_what_a_table_unpacks_to_is_bounded_by_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = pack(np.zeros((100_000, 2), np.int64))
    monkeypatch.setattr("satpuzzle.machine.total", lambda: 1 << 20)
    with pytest.raises(ValueError, match="too large for the memory"):
        unpack(packed, 2)


def test_a_journal_without_outcomes_is_refused_in_one_line_that_says_how_to_learn_more(
    whole: Path, tmp_path: Path
) -> None:
    path = changed(whole, tmp_path / "j", "DELETE FROM outcomes")
    for arguments in (
        ["count", NAME, "--journal", path],
        ["journal", "show", path],
        ["journal", "show", path, "--solutions"],
    ):
        line = complaint(run(*map(str, arguments)))
        assert line.startswith(f"{path}: is damaged, part ")
        assert line.endswith(f"`satpuzzle journal check {path}` lists all faults")
    line = complaint(run("journal", "check", path), 1)
    assert re.fullmatch(
        rf"NOT RIGHT: {path}: is damaged, part \w+ is done and has no outcome \(\d+ faults in all\)", line
    )


@pytest.mark.few(1, "name")
@pytest.mark.parametrize("name", ["header", "items"])
@pytest.mark.parametrize(
    "change", ["value = substr(value, 2)", "value = 7", "value = replace(value, 'e', 'f')", "name = 'x'"]
)
def test_a_damaged_header_or_item_name_is_one_line(name: str, change: str, whole: Path, tmp_path: Path) -> None:
    path = changed(whole, tmp_path / "j", f"UPDATE facts SET {change} WHERE name = '{name}'")
    for arguments in (["count", NAME, "--journal", path], ["journal", "show", path]):
        assert "is damaged" in complaint(run(*map(str, arguments)))
    assert "is damaged" in complaint(run("journal", "check", path), 1)


def test_an_audit_works_out_what_checksums_say_nothing_of(whole: Path, tmp_path: Path) -> None:
    assert run("journal", "check", whole).stdout.startswith("RIGHT: ")
    changes = {
        "is not what its name says": "UPDATE parts SET chosen = (SELECT chosen FROM parts p WHERE p.root = 1)",
        "counts": "DELETE FROM solutions WHERE path = (SELECT min(path) FROM solutions)",
        "has a wrong solution": "UPDATE solutions SET options = (SELECT max(options) FROM solutions)",
    }
    for number, (complaint_, change) in enumerate(changes.items()):
        path = changed(whole, tmp_path / str(number), change)
        sealed(path)
        with Journal(path) as journal:
            verify(journal)
            with pytest.raises(JournalError, match=complaint_):
                audit(journal)


def test_a_record_that_agrees_is_taken_twice_and_counted_once(whole: Path, tmp_path: Path) -> None:
    from satpuzzle.engines.config import solver_config
    from satpuzzle.search.plan import make_plan
    from satpuzzle.search.solve import solve_part

    path = tmp_path / "j"
    shutil.copy(whole, path)
    with Journal(path, work=True) as journal:
        place = next(place for place, state in journal.walk(b"", Share()) if state == DONE)
        before = journal.totals()
        plan = make_plan(Tables.of(sp.load(NAME)), solver_config("cadical"), Clock(), divide=False)
        outcome = solve_part(plan, journal.part(place))
        journal.record(place, outcome, "again")
        assert journal.totals() == before


def test_a_journal_that_somebody_else_is_about_to_begin_is_empty_and_not_wrong(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with Journal(path, work=True):  # the file is there, and nothing in it
        assert path.stat().st_size > 0
        with Journal(path) as other:
            assert not other.begun
        assert sp.count(NAME, parts=PARTS, journal=path) == sp.count(NAME)
