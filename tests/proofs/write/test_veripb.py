"""Proofs in the VeriPB format: a second reader accepts them, and refuses them when something is changed."""

import random
import subprocess
from pathlib import Path
from shutil import which
from typing import Any

import brute_force
import coloured
import pytest
import weighed
from commands import run
from hypothesis import given, settings
from pseudo_boolean import Refused, checked
from strategies import Bounds, Sets, boards, covers

import satpuzzle as sp
from satpuzzle.clock import Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.errors import PuzzleError
from satpuzzle.proofs.write.veripb import FORMULA, PROOF, _Proof, certify, constraints


def written(cover: ExactCover) -> tuple[str, str]:
    """Return the formula and the proof of a cover."""
    given = [*constraints(cover)]
    proof = _Proof(cover, len(given), Clock())
    lines = [line for some in proof.lines() for line in some.split("\n")]
    head = f"* #variable= {len(cover.rows)} #constraint= {len(given)}"
    every = f"preserved: {' '.join(f'x{option + 1}' for option in range(len(cover.rows)))} ;"
    return "\n".join([head, every, *given]), "\n".join(lines)


@given(covers() | boards())
@settings(max_examples=80, deadline=None)
def test_proofs_of_random_covers_are_accepted(cover: tuple[Sets, Bounds]) -> None:
    sets, bounds = cover
    options = sorted({tuple(sorted(items)) for items in sets})
    if options:
        assert checked(*written(ExactCover.of_sets(options, bounds))) == len(brute_force.solutions(options, bounds))


@given(coloured.problems(8))
@settings(max_examples=60, deadline=None)
def test_proofs_of_random_covers_with_colours_are_accepted(problem: coloured.Problem) -> None:
    assert checked(*written(coloured.as_cover(*problem))) == len(coloured.solutions(*problem))


@given(weighed.problems(8))
@settings(max_examples=60, deadline=None)
def test_proofs_of_random_covers_with_weights_are_accepted(problem: weighed.Problem) -> None:
    if (cover := weighed.as_cover(*problem)).live.all():
        assert checked(*written(cover)) == len(weighed.solutions(*problem))


def test_a_proof_of_a_puzzle_is_accepted_and_a_changed_one_is_refused(tmp_path: Path) -> None:
    assert certify("slothouber-graatsma", tmp_path / "new").raw == 8
    formula, proof = ((tmp_path / "new" / name).read_text() for name in (FORMULA, PROOF))
    assert checked(formula, proof) == 8
    lines = proof.split("\n")
    for rule in ("solx", "rup", "core"):
        for place in [number for number, line in enumerate(lines) if line.startswith(rule)][
            :: 40 if rule == "rup" else 1
        ]:
            with pytest.raises((Refused, KeyError)):
                checked(formula, "\n".join([*lines[:place], *lines[place + 1 :]]))
    with pytest.raises(Refused):
        checked(formula, proof.replace("COMPLETE 8", "COMPLETE 7"))


def _without(proof: str, place: int) -> str:
    """Return a proof without its solution at this place, whose other numbers fit."""
    lines, dropped = proof.split("\n"), 0
    number, found = 0, list[str]()
    seen = 0
    for line in lines:
        if line.startswith("f "):
            number = int(line.split()[1])
        if line.startswith(("solx", "rup")):
            number += 1
        if line.startswith("solx"):
            seen += 1
            if seen == place + 1:
                dropped = number
                continue
        words = line.split()
        if dropped and line.startswith(("core id", "del id", "conclusion")):
            first = 4 if line.startswith("conclusion") else 2
            words[first:-1] = [
                str(int(word) - (int(word) > dropped)) for word in words[first:-1] if int(word) != dropped
            ]
            if words[1] == "ENUMERATION_COMPLETE":
                words[2] = str(int(words[2]) - 1)
        found.append(" ".join(words))
    return "\n".join(found)


def test_a_solution_that_is_left_out_is_missed(tmp_path: Path) -> None:
    certify("slothouber-graatsma", tmp_path / "new")
    formula, proof = ((tmp_path / "new" / name).read_text() for name in (FORMULA, PROOF))
    for place in range(8):
        with pytest.raises(Refused, match="rup"):
            checked(formula, _without(proof, place))


@pytest.mark.full
def test_a_changed_literal_is_found(tmp_path: Path) -> None:
    certify("slothouber-graatsma", tmp_path / "new")
    formula, proof = ((tmp_path / "new" / name).read_text() for name in (FORMULA, PROOF))
    dice, refused = random.Random(1), 0
    lines = proof.split("\n")
    for _ in range(40):
        place = dice.choice([number for number, line in enumerate(lines) if line.startswith("solx")])
        words = lines[place].split()
        which_one = dice.randrange(1, len(words) - 1)
        words[which_one] = words[which_one][1:] if words[which_one][0] == "~" else f"~{words[which_one]}"
        try:
            checked(formula, "\n".join([*lines[:place], " ".join(words), *lines[place + 1 :]]))
        except Refused:
            refused += 1
    assert refused == 40


def test_a_puzzle_without_solutions_is_unsatisfiable(tmp_path: Path) -> None:
    piece: dict[str, Any] = {"name": "T", "cells": "***\n.*.", "count": 3}
    assert certify(sp.make_puzzle(grid="square", box=[3, 4], pieces=[piece]), tmp_path / "new").raw == 0
    formula, proof = ((tmp_path / "new" / name).read_text() for name in (FORMULA, PROOF))
    assert "conclusion UNSAT : " in proof
    assert checked(formula, proof) == 0


def test_the_command_writes_such_a_proof_and_verify_names_its_checker(tmp_path: Path) -> None:
    told = run("certify", "slothouber-graatsma", "-o", tmp_path / "new", "--form", "veripb").stdout
    assert told.startswith(f"{tmp_path / 'new' / 'manifest.json'}: raw 8; ")
    with pytest.raises(PuzzleError, match="a proof for other programs, as in: veripb "):
        sp.verify(tmp_path / "new")


def test_a_number_without_a_list_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match="count_only needs the form tree or frontier; the form veripb lists the sol"):
        sp.certify("soma", tmp_path / "new", "veripb", count_only=True)


@pytest.mark.skipif(which("veripb") is None, reason="needs VeriPB")
def test_veripb_accepts_a_proof(tmp_path: Path) -> None:
    certify("slothouber-graatsma", tmp_path / "new")
    asked = ["veripb", str(tmp_path / "new" / FORMULA), str(tmp_path / "new" / PROOF)]
    told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    assert "s VERIFIED COMPLETE ENUMERATION OF 8 SOLUTIONS" in told
