"""Proofs that no packing is better: a second reader accepts them, and refuses them when something is changed."""

from pathlib import Path
from typing import Any

import pytest
from commands import complaint, run
from pseudo_boolean import Refused, checked

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import PuzzleError
from satpuzzle.proofs.write.bounds import certify
from satpuzzle.proofs.write.veripb import FORMULA, PROOF
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.best import Best
from satpuzzle.questions.goal import Counted, Goal


def pieces(*cells: str, **more: Any) -> list[dict[str, Any]]:
    return [{"name": name, "cells": each, "min": 0} | more for name, each in zip("LIT", cells, strict=False)]


def puzzle(*box: int, drawn: tuple[str, ...] = ("**\n*.",), **more: Any) -> Puzzle:
    return sp.make_puzzle(grid="square", box=list(box), pieces=pieces(*drawn, **more))


def written(found: Best, folder: Path) -> tuple[str, str]:
    certify(found, folder)
    return (folder / FORMULA).read_text(), (folder / PROOF).read_text()


VALUES = sp.make_puzzle(
    grid="square",
    box=[4, 4],
    pieces=[
        {"name": "L", "cells": "**\n*.", "count": 3, "value": 5},
        {"name": "I", "cells": "***", "count": 2, "value": 4},
        {"name": "O", "cells": "**\n**", "value": 8},
    ],
)


SUMS = [
    {"place": "row", "length": 3, "weight": "colours", "bounds": "at least 3"},
    {"place": "board", "weight": "cells", "bounds": "at most 10"},
]
WEIGHED = sp.make_puzzle(
    grid="square",
    board="?**?\n****\n?**?",
    pieces={"D": {"cells": "1*", "min": 0, "max": 6}, "E": {"cells": "2*", "min": 0, "max": 6}},
    rules=[{"title": "sums", "sentence": "so", "items": SUMS}],  # type: ignore[list-item]
)


@pytest.mark.parametrize(
    ("asked", "how"),
    [
        (WEIGHED, {"minimise": "pieces"}),
        (puzzle(4, 4, count=9), {"maximise": "pieces", "partial": True}),
        (puzzle(4, 5, count=9), {"minimise": "empty", "partial": True}),
        (puzzle(3, 4, drawn=("**\n*.", "**"), max="any"), {"minimise": "pieces"}),
        (puzzle(3, 4, drawn=("**\n*.", "**"), max="any"), {"maximise": "pieces"}),
        (puzzle(5, 5, drawn=("***\n*..", "***\n.*."), count=4), {"maximise": "cells", "partial": True}),
        (VALUES, {"maximise": "value", "partial": True}),
        (VALUES, {"minimise": "value", "partial": True}),
        (puzzle(2, 2, count=2), {"maximise": "pieces"}),
        (puzzle(4, 4, drawn=("***\n*..", "**\n**"), max="any", value=-3), {"maximise": "value"}),
    ],
)
def test_what_is_best_is_proved(asked: Puzzle, how: dict[str, Any], tmp_path: Path) -> None:
    found = sp.best(asked, "native", **how)
    formula, proof = written(found, tmp_path / "new")
    shown = checked(formula, proof)
    if found.number is None:
        assert shown is None and "BOUNDS INF" in proof
        return
    goal = Goal(Tables.of(Counted.of(found.puzzle)), found.puzzle, found.objective, found.sense == "maximise")
    assert shown is not None and goal.number(-shown) == found.number
    assert proof.count("soli ") == proof.count("pol ") == 1
    lines = proof.split("\n")
    for rule in ("soli", "pol", "rup"):
        place = next(number for number, line in enumerate(lines) if line.startswith(rule))
        with pytest.raises((Refused, KeyError)):
            checked(formula, "\n".join([*lines[:place], *lines[place + 1 :]]))
    with pytest.raises(Refused):
        checked(formula, proof.replace(f"BOUNDS {shown}", f"BOUNDS {shown - 1}"))


def test_a_worse_packing_cannot_be_proved_to_be_the_best(tmp_path: Path) -> None:
    found = sp.best(puzzle(4, 4, count=9), "native", maximise="pieces", partial=True)
    formula, proof = written(found, tmp_path / "new")
    lines = proof.split("\n")
    place = next(number for number, line in enumerate(lines) if line.startswith("soli"))
    assert found.number == 5
    empty = " ".join(["soli", *(word if word[0] == "~" else f"~{word}" for word in lines[place].split()[1:-1]), ";"])
    with pytest.raises(Refused, match="soli"):
        checked(formula, "\n".join([*lines[:place], empty, *lines[place + 1 :]]))


def test_the_command_writes_such_a_proof(tmp_path: Path) -> None:
    asked = ("best", "slothouber-graatsma", "--minimise", "empty", "--certificate", tmp_path / "new")
    assert "no packing has fewer" in run(*asked).stdout
    assert checked(*((tmp_path / "new" / name).read_text() for name in (FORMULA, PROOF))) is not None
    assert complaint(run(*asked, "--given", "A: 0,0,0")).endswith("new: not allowed with --given")
    with pytest.raises(PuzzleError, match="a proof for other programs, as in: veripb "):
        sp.verify(tmp_path / "new")
    with pytest.raises(PuzzleError, match="what is best is not known"):
        certify(Best(sp.load("soma"), "pieces", "maximise"), tmp_path / "other")
