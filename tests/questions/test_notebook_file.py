"""Notebooks: what is appended is read again, and a line that was changed or not finished is not believed."""

from pathlib import Path

import pytest

from satpuzzle.errors import JournalError
from satpuzzle.questions.notebook import DROPPED, TAKEN, Notebook

HEAD = {"numbers": 1, "of": "primes"}
SAID = [{"number": number} for number in (2, 3, 5, 7)]


def written(path: Path, shared: bool = False) -> list[str]:
    """Write a notebook; return its lines."""
    notebook = Notebook(path, HEAD, shared=shared)
    for number, said in enumerate(SAID):
        notebook.add(said, sure=number % 2 == 0)
    notebook.close()
    return path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("left", [1, 4])  # 1: only the end of the line is missing
def test_what_was_added_is_there(left: int, shared: bool, tmp_path: Path) -> None:
    path = tmp_path / "notes"
    assert len(written(path, shared)) == 5
    path.write_bytes(path.read_bytes()[:-left])  # by a process that was killed
    notebook = Notebook(path, HEAD, shared=shared)
    assert notebook.there == (SAID if left == 1 else SAID[:-1])
    for said in SAID[len(notebook.there) :]:
        notebook.add(said)
    notebook.add({"name": "Zeile\u2028ä"})
    notebook.close()
    assert Notebook(path, HEAD, shared=shared).there == [*SAID, {"name": "Zeile\u2028ä"}]


@pytest.mark.parametrize("shared", [False, True])
def test_a_changed_line_is_refused(shared: bool, tmp_path: Path) -> None:
    path = tmp_path / "notes"
    lines = written(path, shared)
    ways = [[*lines[:2], lines[2].replace("3", "4", 1), *lines[3:]], [*lines[:2], "[3]", *lines[3:]]]
    ways += [] if shared else [[*lines[:2], *lines[3:]], [*lines[:3], *lines[2:]]]
    for changed in ways:
        path.write_text("\n".join(changed) + "\n", encoding="utf-8")
        with pytest.raises(JournalError, match=r"notes: line [34] is .* was changed; move the file away"):
            Notebook(path, HEAD, shared=shared)


def test_a_notebook_of_another_question_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    written(path)
    for head, said in (
        ({"numbers": 2, "of": "primes"}, "another question: numbers is 1, not 2"),
        ({"numbers": 1, "of": "squares"}, "another question: other of"),
        ({"letters": 1}, "no journal of such a question"),
    ):
        with pytest.raises(JournalError, match=said):
            Notebook(path, head)
    assert Notebook(path, HEAD | {"version": "2"}).head == HEAD


def test_only_a_shared_notebook_is_opened_twice(tmp_path: Path) -> None:
    written(tmp_path / "one")
    first = Notebook(tmp_path / "one", HEAD)
    with pytest.raises(JournalError, match="another process is writing it"):
        Notebook(tmp_path / "one", HEAD)
    first.close()
    written(tmp_path / "many", shared=True)
    both = [Notebook(tmp_path / "many", HEAD, shared=True) for _ in range(2)]
    for notebook, number in zip(both, (11, 13), strict=True):
        notebook.add({"number": number})
    assert Notebook(tmp_path / "many", HEAD, shared=True).there == [*SAID, {"number": 11}, {"number": 13}]


def test_lines_without_a_checksum_are_dropped_or_taken_above_those_that_have_one(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    lines = written(path)
    path.write_text("\n".join([lines[0], '{"number": 1}', *lines[1:]]) + "\n", encoding="utf-8")
    assert Notebook(path, HEAD, unsigned=TAKEN).there == [{"number": 1}, *SAID]
    assert Notebook(path, HEAD, unsigned=DROPPED).there == SAID
    with pytest.raises(JournalError, match="line 2 is"):
        Notebook(path, HEAD)
    path.write_text("\n".join([*lines, '{"number": 1}']) + "\n", encoding="utf-8")
    with pytest.raises(JournalError, match="line 6 is"):
        Notebook(path, HEAD, unsigned=TAKEN)
