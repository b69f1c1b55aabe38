"""Certificates that are made and verified by both checkers, and what forges them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import satpuzzle as sp
from satpuzzle.errors import CertificateError
from satpuzzle.proofs.contents import MANIFEST, SOLUTIONS, written
from satpuzzle.puzzle.model import Counts, Puzzle


def certified(what: Puzzle | sp.ExactCover | Path, folder: Path, **options: Any) -> Counts:
    """Certify and verify, by the compiled and by the plain checker; return the counts that both show."""
    counts = sp.certify(what, folder, jobs=1, **options)
    verdicts = [sp.verify(folder)] + ([sp.verify(folder, plain=True)] if options.get("form") != "lrat" else [])
    assert [verdict.counts for verdict in verdicts] == [counts] * len(verdicts)
    return counts


def refused(folder: Path) -> bool:
    """Let the sizes and hashes of the manifest fit the files, and tell whether the certificate is refused."""
    claims = json.loads((folder / MANIFEST).read_text())
    del claims["files"]
    (folder / MANIFEST).write_text(written(folder, claims))
    try:
        sp.verify(folder)
    except CertificateError as error:
        assert "\n" not in str(error)
        return True
    return False


def replaced(file: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        content = (folder / file).read_text()
        assert old in content, content[:200]
        (folder / file).write_text(content.replace(old, new, 1))

    return change


def without_a_solution(folder: Path) -> None:
    lines = (folder / SOLUTIONS).read_text().splitlines(keepends=True)
    (folder / SOLUTIONS).write_text("".join(lines[1:]))


def retold(change: Callable[[Any], None]) -> Callable[[Path], None]:
    """Return what changes the first piece of the first solution."""

    def damage(folder: Path) -> None:
        first, *others = (folder / SOLUTIONS).read_text().splitlines(keepends=True)
        solution = json.loads(first)
        change(solution[0])
        (folder / SOLUTIONS).write_text("".join([json.dumps(solution) + "\n", *others]))

    return damage
