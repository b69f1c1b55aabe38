"""Memos with a journal: they go on where they were stopped, and the journal has the numbers in the end."""

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import run as command

import satpuzzle as sp
from satpuzzle.clock import Status
from satpuzzle.errors import MethodError, PuzzleError
from satpuzzle.puzzle.grids.square import SQUARE
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.search import journaled_memo
from satpuzzle.search.count import count_solutions
from satpuzzle.search.journal.journal import Journal, Share
from satpuzzle.search.journaled_memo import ENDING
from satpuzzle.search.run import Run

DOMINO = [(0, 0, 0), (1, 0, 0)]
P = [*DOMINO, (0, 1, 0), (1, 1, 0), (0, 2, 0)]
COUNTS = sp.Counts(378268, 47454, 47454)  # of P pentominoes in 10x10

STOPPED, WHOLE = 34916, 63126  # nodes until it is stopped, and of the whole count


def box(shape: list[tuple[int, int, int]], *sides: int) -> Puzzle:
    """Return a rectangle to be filled with copies of one piece."""
    board = np.array([(x, y, 0) for x, y in product(*map(range, sides))], dtype=np.int64)
    copies = len(board) // len(shape)
    piece = Piece("piece", np.array(shape, dtype=np.int64), copies, copies)
    return Puzzle("box", SQUARE, board, np.zeros(len(board), np.bool_), (piece,))


def counted(puzzle: Puzzle | str, path: Path, looks: int | None = None, **options: Any) -> Run:
    """Count by a memo with a journal; stop when the run is looked at for the `looks`-th time."""
    run = sp.solve(puzzle, journal=path, **options)
    left = looks

    def watch(run: Any) -> None:
        nonlocal left
        if left is not None:
            left -= 1
            if left <= 0:
                run.interrupt()

    run.watch = watch
    count_solutions(run, "memo")
    return run


def states(path: Path) -> Path:
    return path.with_name(path.name + ENDING)


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of a memo that was stopped, with its states beside it."""
    path = tmp_path_factory.mktemp("journal") / "stopped"
    assert counted(box(P, 10, 10), path, looks=6).stats["nodes"] == STOPPED
    return path


def copied(journal: Path, folder: Path) -> Path:
    for path in (journal, states(journal)):
        (folder / path.name).write_bytes(path.read_bytes())
    return folder / journal.name


def test_a_memo_that_was_stopped_goes_on(stopped: Path, tmp_path: Path) -> None:
    path = copied(stopped, tmp_path)
    run = counted(box(P, 10, 10), path)
    assert run.counts == COUNTS
    assert run.stats["nodes"] < WHOLE - STOPPED + 100  # from the root to where it was
    assert not states(path).exists()
    again = counted(box(P, 10, 10), path)
    assert again.counts == COUNTS
    assert "nodes" not in again.stats
    with Journal(path) as journal:
        assert journal.totals().found == COUNTS
        assert journal.header.count_only


@pytest.mark.parametrize("memory", [None, 1 << 16], ids=["enough", "little"])
def test_a_memo_may_be_stopped_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, memory: int | None) -> None:
    monkeypatch.setattr("satpuzzle.engines.memo.compiled.WORK", 1 << 17)
    puzzle, runs = box(DOMINO, 6, 8), 0
    status: Status | None = Status.INTERRUPTED
    while status is Status.INTERRUPTED:
        run = sp.solve(puzzle, journal=tmp_path / "often")
        run.watch = lambda run: run.interrupt()
        count_solutions(run, "memo", memory)
        status, runs = run.status, runs + 1
    assert run.counts == sp.count(puzzle, method="search")
    assert runs > 3


def test_states_are_written_while_a_memo_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journaled_memo, "_EVERY", 0.0)
    monkeypatch.setattr(journaled_memo, "_TIMES", 0)
    run = sp.solve(box(P, 10, 10), journal=tmp_path / "running")
    sizes = []
    run.watch = lambda run: sizes.append(states(tmp_path / "running").exists())
    count_solutions(run, "memo")
    assert any(sizes)


def test_numbers_that_are_too_large_for_a_journal_stay_beside_it(tmp_path: Path) -> None:
    path, puzzle = tmp_path / "large", box(DOMINO, 60, 4)
    run = counted(puzzle, path)
    assert (run.counts.raw or 0) > 1 << 64
    assert run.counts == sp.count(puzzle, method="memo")
    again = counted(puzzle, path)
    assert (again.counts, again.stats["nodes"]) == (run.counts, 0)


def test_a_search_continues_the_journal_of_a_memo(stopped: Path, tmp_path: Path) -> None:
    path = copied(stopped, tmp_path)
    assert sp.count(box(P, 10, 10), journal=path, count_only=True, method="search") == COUNTS


def flip(octets: bytes) -> bytes:
    return octets[:-5] + bytes([octets[-5] ^ 1]) + octets[-4:]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (flip, "is damaged; without it"),
        (lambda octets: octets[:-8], "cannot be read"),
        (lambda octets: octets[:-32], "is damaged; without it"),
        (lambda octets: octets.replace(b'"limbs": 1', b'"limbs": 2'), "is damaged; without it"),
        (lambda octets: b"", "cannot be read"),
        (lambda octets: b"[]\n", "cannot be read"),
    ],
)
def test_damaged_states_are_refused(
    stopped: Path, tmp_path: Path, change: Callable[[bytes], bytes], message: str
) -> None:
    path = copied(stopped, tmp_path)
    states(path).write_bytes(change(states(path).read_bytes()))
    with pytest.raises(PuzzleError, match=message):
        counted(box(P, 10, 10), path)
    states(path).unlink()
    assert counted(box(P, 10, 10), path).counts == COUNTS


def test_pieces_may_be_given(tmp_path: Path) -> None:
    given = "V: 0,0,0 1,0,0 0,1,0"
    assert counted("soma", tmp_path / "given", given=given).counts == sp.count("soma", given=given)


def test_what_has_no_journal_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sp.count("soma", parts=8, journal=tmp_path / "parts")
    with pytest.raises(MethodError, match="parts has the parts of a search"):
        sp.count("soma", method="memo", journal=tmp_path / "parts")
    sp.count("pentominoes-3x20", given="L: 0,0,0 1,0,0 2,0,0 3,0,0 3,1,0", journal=tmp_path / "one")
    with pytest.raises(MethodError, match="one has the parts of a search"):
        counted("pentominoes-3x20", tmp_path / "one", given="L: 0,0,0 1,0,0 2,0,0 3,0,0 3,1,0")
    with pytest.raises(MethodError, match="one table, which cannot be divided"):
        sp.count("soma", method="memo", journal=tmp_path / "share", share=(1, 2))
    monkeypatch.setattr(journaled_memo, "missing", lambda: "none")
    with pytest.raises(MethodError, match="without compiled kernels"):
        sp.count("soma", method="memo", journal=tmp_path / "none")


def test_two_processes_do_not_count_for_one_journal(stopped: Path, tmp_path: Path) -> None:
    path = copied(stopped, tmp_path)
    with Journal(path, work=True) as other:
        other.enter()
        assert other.lease(1, Share())
        with pytest.raises(PuzzleError, match="another process counts for it"):
            counted(box(P, 10, 10), path)


def test_the_command_counts_for_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "soma"
    ended = command("count", "soma", "--method", "memo", "--journal", path)
    assert "raw 11520, rotations 480, isometries 240)\ncounted by a memo" in ended.stdout
    assert "RIGHT: 1 part with 240 solutions" in command("journal", "check", path).stdout
