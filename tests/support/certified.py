"""Certificates that are made and verified by both checkers, and what forges them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import coloured

import satpuzzle as sp
from satpuzzle.errors import CertificateError
from satpuzzle.proofs.check.contents import MANIFEST, SOLUTIONS, written
from satpuzzle.proofs.check.geometry import Statement
from satpuzzle.puzzle.model import Counts, Puzzle


def certified(what: Puzzle | sp.ExactCover | Path, folder: Path, **options: Any) -> Counts:
    """Certify and verify, by the compiled and by the plain checker; return the counts that both show."""
    counts = sp.certify(what, folder, jobs=1, **options)
    verdicts = [sp.verify(folder)] + ([sp.verify(folder, plain=True)] if options.get("form") != "lrat" else [])
    assert [verdict.counts for verdict in verdicts] == [counts] * len(verdicts)
    return counts


def statement_of(options: list[coloured.Option], bounds: coloured.Bounds) -> Statement:
    """Return what checkers are told of a cover with colours, which has no symmetries."""
    items, painted = [*bounds], {item for option in options for item, hue in option.items() if hue is not None}
    return Statement(
        [(0, len(options)) if item in painted else bounds[item] for item in items],
        [tuple(sorted(map(items.index, option))) for option in options],
        [(tuple(range(len(items))), True)],
        [
            {items.index(item): -1 if hue is None else ord(hue) for item, hue in option.items() if item in painted}
            for option in options
        ],
    )


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


def refused_strip(folder: Path) -> bool:
    """Tell whether a certificate of strips is refused."""
    try:
        sp.tilings.verify(folder)
    except CertificateError:
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
