"""Levels that are kept beside a journal."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import run, said

import satpuzzle as sp
from satpuzzle.errors import JournalError
from satpuzzle.motion.assembly import Assembler, Assembly
from satpuzzle.motion.rules import Rules
from satpuzzle.questions.burrs import best, count_by_level
from satpuzzle.questions.kept import Kept


@pytest.fixture
def keep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Kept, list[Assembly]]]:
    def kept(rules: Rules | None = None, name: str = "dubois-burr") -> tuple[Kept, list[Assembly]]:
        assembler, judged = Assembler(sp.load(name), rules or Rules()), list[Assembly]()
        once = assembler.assembly

        def judging(*arguments: object) -> Assembly:
            judged.append(once(*arguments))  # type: ignore[arg-type]
            return judged[-1]

        monkeypatch.setattr(assembler, "assembly", judging)
        return Kept(sp.load(name), assembler, tmp_path / "j.levels"), judged

    return kept


def test_no_packing_is_taken_apart_twice(keep: Callable[..., tuple[Kept, list[Assembly]]]) -> None:
    for expected in (2, 0):
        kept, judged = keep()
        assert [*count_by_level(sp.solve("dubois-burr"), kept)] == ["6.4", "no"]
        assert len(judged) == expected
    for by in ("level", "moves", "pieces"):
        (one,) = best(keep()[0].assemblies(sp.solve("dubois-burr")), by)
        assert (one.level, one.levels) == ("6.4", (6, 4, 1, 1, 1))


def test_what_was_not_written_to_its_end_is_judged_again(
    keep: Callable[..., tuple[Kept, list[Assembly]]], tmp_path: Path
) -> None:
    kept, _ = keep()
    count_by_level(sp.solve("dubois-burr"), kept)
    path = tmp_path / "j.levels"
    for damage in (path.read_text()[:-5], path.read_text() + "null\n"):
        path.write_text(damage)
        kept, judged = keep()
        assert [*count_by_level(sp.solve("dubois-burr"), kept)] == ["6.4", "no"]
        assert len(judged) == (not damage.endswith("null\n"))


@pytest.mark.parametrize(
    ("old", "new"), [('"6.4"', '"9.4"'), ('"yes"', '"no"'), ("[6, 4", "[9, 4"), ('"least": true', '"least": false')]
)
def test_a_level_that_was_changed_is_not_believed(
    old: str, new: str, keep: Callable[..., tuple[Kept, list[Assembly]]], tmp_path: Path
) -> None:
    count_by_level(sp.solve("dubois-burr"), keep()[0])
    path = tmp_path / "j.levels"
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(JournalError, match=rf"^{path}: line [23] is .*: it was changed; move the file away to start"):
        keep()


def test_levels_without_checksums_are_found_again(
    keep: Callable[..., tuple[Kept, list[Assembly]]], tmp_path: Path
) -> None:
    count_by_level(sp.solve("dubois-burr"), keep()[0])
    path = tmp_path / "j.levels"
    path.write_text(re.sub(r', "check": \d+', "", path.read_text()).replace('"6.4"', '"9.4"'))
    kept, judged = keep()
    assert [*count_by_level(sp.solve("dubois-burr"), kept)] == ["6.4", "no"]
    assert len(judged) == 2


def test_levels_of_another_puzzle_or_by_other_rules_are_refused(
    keep: Callable[..., tuple[Kept, list[Assembly]]], tmp_path: Path
) -> None:
    keep()
    for rules, name in ((Rules("single"), "dubois-burr"), (Rules(), "soma")):
        with pytest.raises(JournalError, match="the journal of another question"):
            keep(rules, name)
    (tmp_path / "j.levels").write_text("something else")
    with pytest.raises(JournalError, match="no journal of such a question"):
        keep()


def test_a_search_for_the_best_goes_on_with_its_journal(tmp_path: Path) -> None:
    asked = ("solve", "dubois-burr", "--sort", "level", "--journal", "j", "--format", "json")
    first = run(*asked, cwd=tmp_path)
    lines = (tmp_path / "j.levels").read_text().splitlines()
    assert {json.loads(line)["level"] for line in lines[1:]} == {None, "6.4"}
    again = run(*asked, cwd=tmp_path)
    assert json.loads(again.stdout)["solutions"] == json.loads(first.stdout)["solutions"]
    assert (tmp_path / "j.levels").read_text().splitlines() == lines
    assert "level 6.4: raw 12" in said(run("count", "dubois-burr", "--by", "level", "--journal", "j", cwd=tmp_path))
    other = run("count", "dubois-burr", "--by", "level", "--journal", "j", "--max-states", "5", cwd=tmp_path)
    assert other.returncode == 1
    assert "j.levels: it is the journal of another question: other rules; move it away" in other.stderr
