"""Certificates with a journal: finished parts are kept whatever happens, and the certificate is the same as without."""

import contextlib
import shutil
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest
from clocks import over_after
from commands import COMMAND, ENVIRONMENT, complaint, run, said

import satpuzzle as sp
from satpuzzle.cli import app
from satpuzzle.clock import Clock
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.proofs.check.trees import TREE
from satpuzzle.proofs.verdict import verify
from satpuzzle.proofs.write.journaled import Keeping, trees_of
from satpuzzle.proofs.write.trees import certify
from satpuzzle.search.journal.journal import Journal

NAME = "tetracubes-2x4x4"
COUNTS = "raw 11120, rotations 1390, isometries 695"


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate that was made without a journal."""
    folder = tmp_path_factory.mktemp("plain") / "certificate"
    certify(NAME, folder, jobs=2)
    return folder


@pytest.fixture(scope="module")
def complete(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with all parts, and its trees."""
    folder = tmp_path_factory.mktemp("journal")
    certify(NAME, folder / "certificate", keeping=Keeping(folder / "j"))
    return folder / "j"


def copied(journal: Path, folder: Path) -> Path:
    shutil.copyfile(journal, folder / "j")
    shutil.copytree(trees_of(journal), trees_of(folder / "j"))
    return folder / "j"


def finished(journal: Path) -> dict[bytes, tuple[float, int]]:
    """Return when each finished part was finished, and how often it was begun."""
    with contextlib.suppress(PuzzleError), Journal(journal) as opened:  # the file may be empty yet
        rows = opened.ask("SELECT path, finished, begun FROM outcomes JOIN parts USING (path)")
        return {path: (when, times) for path, when, times in rows}
    return {}


@pytest.mark.full
@pytest.mark.parametrize("jobs", [1, 3])
def test_a_journal_changes_no_byte_of_a_certificate(jobs: int, plain: Path, tmp_path: Path) -> None:
    certify(NAME, tmp_path / "certificate", jobs=jobs, keeping=Keeping(tmp_path / "j"))
    assert content(tmp_path / "certificate") == content(plain)


@pytest.mark.full
def test_parts_that_take_too_long_are_split_and_the_tree_is_the_same(tmp_path: Path) -> None:
    certify("steinhaus", tmp_path / "plain", jobs=1)
    certify("steinhaus", tmp_path / "certificate", jobs=1, keeping=Keeping(tmp_path / "j", part_seconds=1e-9))
    assert content(tmp_path / "certificate") == content(tmp_path / "plain")
    with Journal(tmp_path / "j") as journal:
        assert journal.ask("SELECT count(*) FROM parts WHERE state = 2")[0][0] > 50


@pytest.mark.full
@pytest.mark.parametrize("name", ["graceful", "steinhaus", "pentominoes-3x20"])
def test_covers_with_colours_and_puzzles_without_symmetry_are_recorded_too(name: str, tmp_path: Path) -> None:
    puzzle = "docs/colours/graceful-path-7.dlx" if name == "graceful" else name
    without, with_one = (
        sp.certify(puzzle, tmp_path / "a", jobs=2),
        sp.certify(puzzle, tmp_path / "b", journal=tmp_path / "j"),
    )
    assert without == with_one == verify(tmp_path / "b").counts
    assert content(tmp_path / "a") == content(tmp_path / "b")


@pytest.mark.full
def test_what_was_finished_is_not_searched_again(complete: Path, plain: Path, tmp_path: Path) -> None:
    journal = copied(complete, tmp_path)
    before = finished(journal)
    certify(NAME, tmp_path / "certificate", keeping=Keeping(journal), count_only=True)
    assert finished(journal) == before
    assert (tmp_path / "certificate" / TREE).read_bytes() == (plain / TREE).read_bytes()


@pytest.mark.full
def test_a_certify_that_is_killed_again_and_again_goes_on_where_it_was(plain: Path, tmp_path: Path) -> None:
    command = [
        *COMMAND,
        "certify",
        NAME,
        "-o",
        str(tmp_path / "certificate"),
        "--journal",
        str(tmp_path / "j"),
        "-j",
        "1",
    ]
    for _ in range(3):
        before = finished(tmp_path / "j")
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT
        ) as process:
            while process.poll() is None and len(finished(tmp_path / "j")) < len(before) + 20:
                time.sleep(0.01)
            process.kill()
        assert process.returncode == -signal.SIGKILL
        assert not (tmp_path / "certificate").exists()
        assert before.items() <= finished(tmp_path / "j").items()
    before = finished(tmp_path / "j")
    assert len(before) >= 60
    assert COUNTS in said(run(*command[len(COMMAND) :]))
    assert before.items() <= finished(tmp_path / "j").items()
    assert content(tmp_path / "certificate") == content(plain)
    assert verify(tmp_path / "certificate").counts == sp.count(NAME)
    assert {path.suffix for path in trees_of(tmp_path / "j").iterdir() if not path.name.startswith(".")} == {".xz"}


@pytest.mark.full
def test_two_processes_share_the_parts(plain: Path, tmp_path: Path) -> None:
    commands = [
        [*COMMAND, "certify", NAME, "-o", str(tmp_path / name), "--journal", str(tmp_path / "j"), "-j", "1"]
        for name in "ab"
    ]
    both = [subprocess.Popen(command, stdout=subprocess.DEVNULL, env=ENVIRONMENT) for command in commands]
    assert [process.wait(600) for process in both] == [0, 0]
    assert content(tmp_path / "a") == content(tmp_path / "b") == content(plain)
    assert all(times == 1 for _, times in finished(tmp_path / "j").values())


@pytest.mark.full
def test_shares_are_merged_into_one_certificate(plain: Path, tmp_path: Path) -> None:
    for number in (1, 2):
        ended = run(
            "certify", NAME, "-o", tmp_path / "c", "--journal", tmp_path / f"{number}", "--share", f"{number}/2"
        )
        assert ended.returncode == 0 and "parts, no certificate yet" in ended.stderr.splitlines()[-1]
    assert not (tmp_path / "c").exists()
    assert "all parts are recorded" in said(
        run("journal", "merge", "-o", tmp_path / "all", tmp_path / "1", tmp_path / "2")
    )
    before = finished(tmp_path / "all")
    certify(NAME, tmp_path / "c", keeping=Keeping(tmp_path / "all"))
    assert finished(tmp_path / "all") == before
    assert content(tmp_path / "c") == content(plain)


def test_a_limit_keeps_what_was_finished_and_says_how_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock(600)
    monkeypatch.setattr("satpuzzle.cli.certify.Clock", lambda seconds: clock)
    command = ["certify", NAME, "-o", str(tmp_path / "c"), "--journal", str(tmp_path / "j"), "-j", "1", "-t", "600"]
    with over_after(3, clock):
        assert app(command, standalone_mode=False) == 3
    told = capsys.readouterr().err
    assert told.splitlines()[-1].startswith("satpuzzle: the time limit was reached")
    assert f"{len(finished(tmp_path / 'j'))} of " in told
    assert len(finished(tmp_path / "j")) >= 3
    assert not (tmp_path / "c").exists()


def test_the_journal_tells_what_it_has(complete: Path) -> None:
    told = said(run("journal", "show", complete))
    assert "the parts of a certificate's tree, which meets 695 solutions" in told
    assert "all parts are recorded" in told
    assert said(run("journal", "check", complete)).startswith("RIGHT: ")
    assert "will be in the certificate" in complaint(run("journal", "show", complete, "--solutions"))


@pytest.mark.full
def test_a_tree_that_is_lost_or_changed_is_refused(complete: Path, tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / str(number)).mkdir()
        journal = copied(complete, tmp_path / str(number))
        tree = max(trees_of(journal).iterdir(), key=lambda path: path.stat().st_size)
        octets = tree.read_bytes()
        if number == 0:
            tree.unlink()
        elif number == 1:
            tree.write_bytes(octets[:-1])
        else:
            tree.write_bytes(octets[:40] + bytes([octets[40] ^ 1]) + octets[41:])
        wrong = "is lost" if number == 0 else "has a wrong checksum"
        message = f"{journal}: is damaged, j.trees/{tree.name} {wrong}"
        assert complaint(run("certify", NAME, "-o", tmp_path / "c", "--journal", journal)) == message
        assert complaint(run("journal", "check", journal), 1) == f"NOT RIGHT: {message}"
        assert not (tmp_path / "c").exists()


def test_a_row_that_is_changed_is_refused(complete: Path, tmp_path: Path) -> None:
    journal = copied(complete, tmp_path)
    with contextlib.closing(sqlite3.connect(journal)) as db:
        db.execute("DELETE FROM outcomes WHERE path IN (SELECT path FROM outcomes LIMIT 1)")
        db.commit()
    with pytest.raises(PuzzleError, match=r"is damaged, part \w+ is done and has no outcome"):
        certify(NAME, tmp_path / "c", keeping=Keeping(journal))


def test_journals_of_other_things_are_refused_both_ways(complete: Path, tmp_path: Path) -> None:
    sp.count(NAME, journal=tmp_path / "counted", parts=3)
    journal = copied(complete, tmp_path)
    ended = run("certify", NAME, "-o", tmp_path / "c", "--journal", tmp_path / "counted")
    assert 'begun with another convention: "isometries", here "tree"' in complaint(ended)
    assert 'begun with another convention: "tree", here "isometries"' in complaint(
        run("count", NAME, "--journal", journal)
    )
    assert "begun with another puzzle" in complaint(run("certify", "soma", "-o", tmp_path / "c", "--journal", journal))


def test_a_folder_that_cannot_be_replaced_is_refused_before_the_search(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("no certificate")
    ended = run("certify", "bedlam", "-o", tmp_path, "--journal", tmp_path / "j")
    assert "is neither empty nor a certificate" in complaint(ended)
    assert not (tmp_path / "j").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--share", "1/2"), "--share 1/2: needs --journal"),
        (("--part-seconds", "5"), "--part-seconds 5.0: needs --journal"),
        (("--journal", "j", "--form", "lrat"), "a journal needs the form tree"),
        (("--journal", "j", "--share", "3/2"), "part 3/2: allowed are 1/N to N/N"),
        (("--journal", "j", "--part-seconds", "0"), "--part-seconds 0.0: allowed are seconds above 0"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: tuple[str, ...], message: str, tmp_path: Path) -> None:
    assert complaint(run("certify", NAME, "-o", tmp_path / "c", *options, cwd=tmp_path)) == message
    assert not list(tmp_path.iterdir())


def test_a_stopped_certify_says_where_the_parts_are(tmp_path: Path) -> None:
    clock = Clock(600)
    with over_after(3, clock), pytest.raises(Stopped, match=r"j has [1-9]\d* of \d+ parts"):
        certify(NAME, tmp_path / "c", jobs=1, keeping=Keeping(tmp_path / "j"), clock=clock)
