"""The journal of many boards: what was decided is not asked again, and the answers are the same."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from commands import complaint, run, said
from pages import ROOT

import satpuzzle as sp
from satpuzzle.errors import JournalError
from satpuzzle.questions import boards, many
from satpuzzle.questions.boards import OfMany, explain_each
from satpuzzle.questions.decided import Decided

CRATES = ROOT / "docs" / "designing" / "crates.txt"
DAYS = "a-puzzle-a-day"


def told(found: list[OfMany]) -> list[Any]:
    packings = [one.solution and one.solution.as_list() for one in found]
    return [*zip([one.as_dict() for one in found], packings, strict=True)]


def never(*arguments: Any, **options: Any) -> Any:
    raise AssertionError("a board is asked that was decided")


def test_a_file_that_was_stopped_is_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, whole = tmp_path / "crates", told(list(explain_each(CRATES)))
    for many_answers, searched in ((3, 7), (5, 5), (8, 3), (8, 0)):  # how many are read, and searched in all
        asked = list[str]()

        def search(puzzle: sp.Puzzle, *rest: Any, asked: list[str] = asked, **options: Any) -> Any:
            asked.append(puzzle.name)
            return sp.solve(puzzle, *rest, **options)

        monkeypatch.setattr(boards, "solve", search)
        found = explain_each(CRATES, journal=journal)
        assert told(list(islice(found, many_answers))) == whole[:many_answers]
        found.close()  # type: ignore[attr-defined]
        assert len(asked) <= searched
    assert len(journal.read_text().splitlines()) > 2


def test_a_family_that_was_stopped_is_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, whole = tmp_path / "days", told(list(islice(explain_each(DAYS), 40)))
    for _ in range(2):
        found = explain_each(DAYS, journal=journal)
        assert told(list(islice(found, 40))) == whole
        found.close()  # type: ignore[attr-defined]
    assert len(list(explain_each(DAYS, journal=journal))) == 366
    monkeypatch.setattr(many, "joint_cover", never)
    monkeypatch.setattr(boards, "solve", never)
    assert told(list(islice(explain_each(DAYS, journal=journal), 40))) == whole
    assert {one.verdict for one in explain_each(DAYS, journal=journal)} == {"solvable"}


def test_reasons_with_marks_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    square = {(x, y) for x in range(4) for y in range(4)} - {(0, 0), (3, 3)}
    board = "\n".join("".join(".*"[(x, y) in square] for x in range(4)) for y in range(4))
    puzzle = tmp_path / "chessboard.toml"
    puzzle.write_text(
        f'grid = "square"\nboard = """\n{board}\n"""\npieces = [{{name = "D", cells = "**", count = 7}}]\n'
    )
    puzzles, journal = [sp.load(puzzle), sp.load("soma")], tmp_path / "journal"
    whole = told(list(explain_each(puzzles, "cadical", journal=journal)))
    assert [one["verdict"] for one, _ in whole] == ["impossible", "solvable"]
    assert whole[0][0]["reason"]["modulus"] == 2
    monkeypatch.setattr(boards, "solve", never)
    assert told(list(explain_each(puzzles, "cadical", journal=journal))) == whole


def test_another_question_has_another_journal(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    list(explain_each(CRATES, journal=journal))
    other = tmp_path / "crates.txt"
    other.write_text(CRATES.read_text() + "9x9: 1 1 1\n")
    asked: list[tuple[Any, Any, str]] = [
        (other, "native", "boards"),
        (CRATES, "cadical", "backend"),
        (DAYS, "native", "boards"),
    ]
    for named, backend, key in asked:
        with pytest.raises(JournalError, match=f"it is the journal of another question: other {key}"):
            explain_each(named, backend, journal=journal)


def test_what_was_changed_in_a_journal_is_refused(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    list(explain_each(CRATES, journal=journal))
    written = journal.read_text()
    journal.write_text(written.replace("impossible", "solvable", 1))
    with pytest.raises(JournalError, match=r"line 2 is .*was changed"):
        explain_each(CRATES, journal=journal)
    journal.write_text(written[: len(written) - 9])  # a line that a killed process did not finish
    assert [one.verdict for one in explain_each(CRATES, journal=journal)].count("solvable") == 3


@pytest.mark.parametrize(
    "said", [[99, "solvable", None, None], [0, "perhaps", None, None], [1, "solvable", None, ["alone", 0, 1]], 7, [0]]
)
def test_a_line_that_is_no_answer_is_refused(said: Any, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    many_boards = many.many_boards(CRATES)
    assert many_boards is not None
    decided = Decided(journal, many_boards, "native")
    decided._new.append(said)
    decided.close()
    with pytest.raises(JournalError, match=r"the journal has .*: expected is an answer about a board"):
        list(explain_each(CRATES, journal=journal))


def test_another_version_takes_the_verdicts_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, whole = tmp_path / "journal", [one.verdict for one in explain_each(CRATES)]
    monkeypatch.setattr("satpuzzle.questions.decided.__version__", "0.9")
    list(explain_each(CRATES, journal=journal))
    monkeypatch.undo()
    found = list(explain_each(CRATES, journal=journal))
    assert [one.verdict for one in found] == whole
    assert {one.solution for one in found} == {None}


def test_the_command_explain_has_a_journal_for_many_boards(tmp_path: Path) -> None:
    journal, whole = tmp_path / "journal", said(run("explain", DAYS, "--json"))
    begun = run("explain", DAYS, "--journal", journal, "-t", "1e-9")
    assert (begun.returncode, begun.stderr) == (3, f"satpuzzle: {journal}: a new journal\n")
    for _ in range(2):
        assert said(run("explain", DAYS, "--json", "--journal", journal)) == whole
    assert json.loads(journal.read_text().splitlines()[0])["explain"] == 1
    line = complaint(run("explain", "soma", "--journal", journal))
    assert line == "--journal: is for many boards, soma is one puzzle"
    assert "another question: other boards" in complaint(run("explain", CRATES, "--journal", journal), 1)
