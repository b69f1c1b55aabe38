"""Certificates of strips: one for all lengths is accepted, a changed one is refused."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from clocks import Countdown
from commands import complaint, run

import satpuzzle as sp
from satpuzzle.errors import CertificateError, PuzzleError, Stopped
from satpuzzle.proofs.check import strips
from satpuzzle.proofs.check.tilings import check_strip
from satpuzzle.questions.tilings.certify import certify_strip
from satpuzzle.questions.tilings.strip import Strip

DOMINO, TROMINO = "**", "**/*."


def written(strip: Strip, folder: Path) -> tuple[Path, dict[str, Any]]:
    path = certify_strip(strip, folder)
    return path, json.loads(path.read_text())


@pytest.mark.parametrize(
    ("pieces", "width", "how"),
    [
        ([DOMINO], "1", {}),
        ([DOMINO], "6", {}),
        ([DOMINO, TROMINO], "4", {}),
        (["*../***"], "4", {"one_sided": True}),
        (["***/*.*"], "3", {}),  # no strip can be tiled
        (["***/*.*", "***/.*."], "5", {}),
        ([], "3", {"grid": "hexagonal", "size": 2}),
        ([], "2", {"grid": "triangular", "size": 3}),
        ([], "2x2", {"grid": "cubic", "size": 2}),
        ([], "2x2", {"grid": "cubic", "size": "1..2", "one_sided": True}),
    ],
)
def test_the_numbers_of_all_lengths_are_certified(
    pieces: list[str], width: str, how: dict[str, Any], tmp_path: Path
) -> None:
    strip = sp.tilings.strip(pieces, width, **how)
    path, said = written(strip, tmp_path / "new")
    assert str(sp.tilings.verify(tmp_path / "new")) == "the numbers of tilings of strips of every length, 1 width"
    last = len(said["denominator"]) - 1
    for key, value in (
        ("numerator", [*said["numerator"][:-1], said["numerator"][-1] + 1]),
        ("numerator", [*said["numerator"], 0, 0, 1]),
        ("denominator", [*said["denominator"], 1]),
        ("denominator", [*said["denominator"][:last], said["denominator"][-1] - 1][: last + 1]),
        ("states", said["states"] + 1),
        ("states", said["states"] - 1),
        ("satpuzzle strips", 2),
    ):
        path.write_text(json.dumps(said | {key: value}))
        with pytest.raises(CertificateError, match=f"^{path.name}: "):
            sp.tilings.verify(tmp_path / "new")


def test_the_numbers_are_those_of_certificates_of_single_boards(tmp_path: Path) -> None:
    strip = sp.tilings.strip([DOMINO, TROMINO], "4")
    assert strip.series is not None
    numbers = [*islice(strip.series.terms(), 201)]
    pieces = [{"name": n, "cells": c, "min": 0, "max": "any"} for n, c in (("I", DOMINO), ("L", "**\n*."))]
    for length in (2, 7, 30, 200):
        puzzle = sp.make_puzzle(grid="square", box=[4, length], pieces=pieces)
        assert sp.certify(puzzle, tmp_path / str(length), "frontier").raw == numbers[length]


def test_what_is_no_certificate_is_told(tmp_path: Path) -> None:
    path, said = written(sp.tilings.strip([DOMINO], "3"), tmp_path / "new")
    apart = [[0, 0, 0], [2, 0, 0]]
    for change, why in (
        ({"more": 1}, "it has other keys than denominator, grid, numerator, pieces, "),
        ({"grid": "round"}, 'grid is "round", allowed is the name of a grid'),
        ({"grid": ["square"]}, "grid is ..square.., allowed"),
        ({"pieces": []}, "pieces is .., allowed is a list of 1 to 2000 members"),
        ({"pieces": [{"cells": apart, "mirror": True}]}, "the cells of a piece are not connected"),
        ({"pieces": [{"cells": [[0, 0, 0]], "mirror": 1}]}, "mirror is 1, allowed are true and false"),
        ({"pieces": [{"cells": [[0, 0, 10**30]], "mirror": True}]}, "coordinates are integers up to 1000000"),
        ({"pieces": [{"cells": "none", "mirror": True}]}, 'cells is "none", allowed is a list'),
        ({"width": [3.0]}, "width is 3.0, allowed are integers from 1 to 64"),
        ({"width": [65]}, "width is 65, allowed are integers from 1 to 64"),
        ({"width": [10**30]}, "allowed are integers from 1 to 64"),
        ({"width": []}, "width is .., allowed is a list of 1 to 2 members"),
        ({"width": [1, 3]}, "width is no cross-section of a strip"),
        ({"denominator": [2, 1]}, "denominator does not begin with 1"),
        ({"states": True}, "states is true, allowed are integers from 1 to 200000"),
        ({"states": 10**30}, "allowed are integers from 1 to 200000"),
        ({"numerator": {}}, "numerator is .., allowed is a list"),
        ({"numerator": [1, "x"]}, 'numerator is "x", allowed are integers'),
    ):
        path.write_text(json.dumps(said | change))
        with pytest.raises(CertificateError, match=why):
            sp.tilings.verify(tmp_path / "new")


def test_a_claim_is_written_in_one_way_only(tmp_path: Path) -> None:
    strip = sp.tilings.strip([DOMINO, DOMINO, TROMINO], "3")
    path, said = written(strip, tmp_path / "new")
    assert len(said["pieces"]) == 2
    domino, tromino = said["pieces"]
    above, below = said["numerator"], said["denominator"]

    def times(one: list[int], other: list[int]) -> list[int]:
        found = [0] * (len(one) + len(other) - 1)
        for place, value in enumerate(one):
            for more, factor in enumerate(other):
                found[place + more] += value * factor
        return found

    turned = {"cells": [[0, 0, 0], [0, 1, 0]], "mirror": False}
    for change, why in (
        ({"pieces": [domino, tromino, domino]}, "pieces 1 and 3 have a copy in common"),
        ({"pieces": [domino, turned, tromino]}, "pieces 1 and 2 have a copy in common"),
        ({"numerator": [*above, 0]}, "numerator ends with 0"),
        ({"denominator": [*below, 0, 0]}, "denominator ends with 0"),
        ({"numerator": times(above, [1, 1]), "denominator": times(below, [1, 1])}, "have a common factor"),
        ({"numerator": times(above, [1, 0, -7]), "denominator": times(below, [1, 0, -7])}, "have a common factor"),
    ):
        path.write_text(json.dumps(said | change))
        with pytest.raises(CertificateError, match=why):
            sp.tilings.verify(tmp_path / "new")
    path.write_text(json.dumps(said))
    assert sp.tilings.verify(tmp_path / "new").strips == 1


def test_a_wide_strip_is_checked_within_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, said = written(sp.tilings.strip([DOMINO], "3"), tmp_path)
    with pytest.raises(Stopped):
        check_strip(said | {"width": [40]}, Countdown(200))
    monkeypatch.setattr(strips, "_WITHIN", 1000)
    with pytest.raises(CertificateError, match="more than 1000 states while a column is filled"):
        check_strip(said | {"width": [40]})
    monkeypatch.setattr(strips, "_MOST_STEPS", 50)
    with pytest.raises(CertificateError, match="more than 50 steps between states"):
        check_strip(said | {"width": [8], "states": 200})


def test_the_command_writes_a_certificate_of_each_width(tmp_path: Path) -> None:
    asked = ("tile", "strip", DOMINO, TROMINO, "--width", "1..3", "--certificates", tmp_path / "new")
    assert "width 3: " in run(*asked).stdout
    assert run("verify", tmp_path / "new").stdout.startswith(
        "VERIFIED: the numbers of tilings of strips of every length, 3 widths\n"
    )
    assert "--classes: not allowed with --certificates" in complaint(run(*asked, "--classes"))
    with pytest.raises(PuzzleError, match="a certificate of strips counts each tiling"):
        certify_strip(sp.tilings.strip(DOMINO, "2", classes=True), tmp_path / "new")
    assert "--certificates" in complaint(run("tile", "common", DOMINO, TROMINO, "--certificates", tmp_path))
