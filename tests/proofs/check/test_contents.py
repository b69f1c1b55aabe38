"""What a certificate says beside its proof is checked, or said to be unverified; whatever is too much is refused."""

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import complaint, run, said

from satpuzzle.data import files
from satpuzzle.errors import BackendError, CertificateError, PuzzleError
from satpuzzle.proofs.check.contents import MANIFEST, SOLUTIONS, written
from satpuzzle.proofs.verdict import verify
from satpuzzle.proofs.write import certificate, trees
from satpuzzle.proofs.write.forms import certify
from satpuzzle.puzzle.formats.json import parse as parse_json
from satpuzzle.puzzle.formats.toml import parse as parse_toml

FORMS: dict[str, Callable[..., Any]] = {"tree": trees.certify, "lrat": certificate.certify}
SOURCE = "puzzle.toml"


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("certificates")
    for form, written_by in FORMS.items():
        written_by("steinhaus", folder / form)
    return {form: folder / form for form in FORMS}


@pytest.fixture(params=FORMS)
def copy(request: pytest.FixtureRequest, originals: dict[str, Path], tmp_path: Path) -> Path:
    return Path(shutil.copytree(originals[request.param], tmp_path / "copy"))


@pytest.fixture
def tree(originals: dict[str, Path], tmp_path: Path) -> Path:
    return Path(shutil.copytree(originals["tree"], tmp_path / "copy"))


def refit(folder: Path, **other: Any) -> None:
    """Let the manifest fit the files as they are, and claim something else."""
    claims = json.loads((folder / MANIFEST).read_text())
    (folder / MANIFEST).write_text(written(folder, claims | other))


def change(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1))


@pytest.mark.full
def test_a_name_that_was_verified_is_said_as_it_is(copy: Path) -> None:
    verdict = verify(copy)
    assert (verdict.puzzle, verdict.bundled) == ("steinhaus", True)
    assert str(verdict).startswith("steinhaus, complete list of 2 solutions")


def test_a_name_that_nothing_shows_is_quoted_and_called_unverified(tree: Path) -> None:
    refit(tree, puzzle="bedlam")
    assert str(verify(tree)).startswith('puzzle.toml (unverified name "bedlam"), complete list of 2 solutions')
    refit(tree, puzzle="\x1b[31mred")
    with pytest.raises(CertificateError):
        verify(tree)


def test_a_copy_of_a_bundled_puzzle_with_another_piece_is_not_that_puzzle(tmp_path: Path) -> None:
    text = files("puzzles")["steinhaus"].read_text()
    for number, changed in enumerate((text, text.replace("[3, 3, 3]", "[3, 3, 4]"))):
        (tmp_path / "steinhaus.toml").write_text(changed.replace("raw = 48\nrotations = 2\nisometries = 2\n", ""))
        trees.certify(tmp_path / "steinhaus.toml", tmp_path / str(number))
        assert verify(tmp_path / str(number)).bundled is (number == 0)


def test_the_name_in_a_manifest_is_no_path_that_is_opened(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text("not a puzzle")
    refit(tree, puzzle=str(tmp_path / "other.toml"))
    assert not verify(tree).bundled


@pytest.mark.parametrize("name", ["notes.txt", "pieces-soma.toml", "tree.xz.old", "proof.lrat"])
def test_a_file_that_belongs_to_no_certificate_is_refused(name: str, copy: Path) -> None:
    (copy / name).write_text("")
    message = f"{name}: a certificate of this form does not have this file"
    with pytest.raises(CertificateError, match=message):
        verify(copy)
    refit(copy)
    with pytest.raises(CertificateError, match=message):
        verify(copy)


def test_a_file_that_is_missing_is_named(copy: Path) -> None:
    for path in sorted(copy.iterdir()):
        if path.name not in (SOURCE, MANIFEST):
            kept = path.read_bytes()
            path.unlink()
            with pytest.raises(CertificateError, match=f"^{path.name}: the file is missing$"):
                verify(copy)
            refit(copy)  # the manifest does not name it either
            with pytest.raises(CertificateError, match=f"^{path.name}: the file is missing$"):
                verify(copy)
            path.write_bytes(kept)
            refit(copy)
    verify(copy)


def test_a_manifest_that_is_missing_is_named(copy: Path) -> None:
    (copy / MANIFEST).unlink()
    with pytest.raises(CertificateError, match=rf"^{MANIFEST}: the file is missing$"):
        verify(copy)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"form": "x"}, "form x: choose from tree, lrat, frontier, veripb"),
        ({"share": (1, 2)}, "a share of a search needs a journal"),
    ],
)
def test_options_that_certify_does_not_have_are_refused(options: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match=f"^{message}$"):
        certify("steinhaus", tmp_path / "new", **options)


def test_a_key_that_is_unknown_missing_or_there_twice_is_named(copy: Path) -> None:
    refit(copy, more=1)
    with pytest.raises(CertificateError, match=r'^manifest\.json: unknown key "more": choose from .*counts'):
        verify(copy)
    claims = json.loads((copy / MANIFEST).read_text())
    del claims["more"], claims["symmetry"]
    (copy / MANIFEST).write_text(written(copy, claims))
    with pytest.raises(CertificateError, match=r"^manifest\.json: the key symmetry is missing$"):
        verify(copy)
    change(copy, MANIFEST, '"counts"', '"puzzle": "bedlam",\n  "counts"')
    with pytest.raises(CertificateError, match=r'^manifest\.json: the key "puzzle" is given twice$'):
        verify(copy)


PARTS = {
    "another truth": ("[[0, 0, 0]", "[[false, 0, 0]", "a cell is three integers"),
    "a real number": ("[[0, 0, 0]", "[[0, 0.0, 0]", "a cell is three integers"),
    "a negative zero": ("[[0, 0, 0]", "[[0, 0, -0.0]", "a cell is three integers"),
    "two coordinates": ("[[0, 0, 0]", "[[0, 0]", "a cell is three integers"),
    "a key twice": ('"piece"', '"piece": "A", "piece"', 'the key "piece" is given twice'),
    "an unknown key": ('"piece"', '"turned": 1, "piece"', "a placed piece is"),
    "no list of cells": ("[[0, 0, 0]", "[3, [0, 0, 0]", "a cell is three integers"),
    "a long number": ("[[0, 0, 0]", f"[[{'1' * 4301}, 0, 0]", "a number of more than 4300 digits"),
    "no list": ("[{", "{", "line 1: "),
}


@pytest.mark.few(3)
@pytest.mark.parametrize("name", PARTS)
def test_a_placed_piece_is_read_strictly(name: str, copy: Path) -> None:
    old, new, message = PARTS[name]
    change(copy, SOLUTIONS, old, new)
    refit(copy)
    with pytest.raises(CertificateError, match=rf"^{SOLUTIONS}, line 1: .*{message}|^{SOLUTIONS}, {message}"):
        verify(copy)


def test_counts_in_the_puzzle_that_are_wrong_are_refused(copy: Path) -> None:
    change(copy, SOURCE, "isometries = 2", "isometries = 3")
    refit(copy)
    with pytest.raises(CertificateError, match=r"^puzzle\.toml: its counts have isometries = 3, but there are 2$"):
        verify(copy)


@pytest.mark.parametrize("form", FORMS)
def test_a_puzzle_with_wrong_counts_is_not_certified(form: str, tmp_path: Path) -> None:
    text = files("puzzles")["steinhaus"].read_text()
    assert "raw = 48" in text
    (tmp_path / "mine.toml").write_text(text.replace("raw = 48", "raw = 47"))
    with pytest.raises(CertificateError, match=r"^mine: its counts have raw = 47, but there are 48$"):
        FORMS[form](tmp_path / "mine.toml", tmp_path / "new")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]


@pytest.mark.parametrize("form", FORMS)
def test_a_missing_piece_set_has_a_sentence_of_its_own(form: str, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('grid = "square"\nbox = [2, 2]\npieces = "pentominoes"')
    said(run("certify", tmp_path / "mine.toml", "-o", tmp_path / "new", "--form", form))
    (tmp_path / "new" / "pieces-pentominoes.toml").unlink()
    told = complaint(run("verify", tmp_path / "new"), status=1)
    assert told == ("NOT VERIFIED: pieces-pentominoes.toml: the piece set is missing; write the certificate again")


def test_a_number_that_is_too_long_is_said_to_be() -> None:
    for parse, text in ((parse_json, '{"a": %s}'), (parse_toml, "a = %s")):
        assert parse(text % ("1" * 4300))
        with pytest.raises(ValueError, match=r"unsupported (JSON|TOML): a number of more than 4300 digits$"):
            parse(text % ("1" * 4301))


def test_a_manifest_that_is_no_table_is_refused(copy: Path) -> None:
    for text, message in (
        ("[]", "it is not a JSON object"),
        ('{"puzzle": 3, "files": {}}', "puzzle is 3, allowed is text"),
        ('{"puzzle": "a", "files": []}', r"files is \[\], allowed is a table"),
        ('{"puzzle": %s}' % ("1" * 4301), "a number of more than 4300 digits"),
    ):
        (copy / MANIFEST).write_text(text)
        with pytest.raises(CertificateError, match=rf"^manifest\.json: .*{message}"):
            verify(copy)


def test_without_lzma_one_line_says_what_certificates_need(
    originals: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "lzma", None)
    for form, written_by in FORMS.items():
        with pytest.raises(BackendError, match="certificates need the module lzma, which this Python does not have"):
            written_by("steinhaus", tmp_path / form)
        with pytest.raises(BackendError, match="certificates need the module lzma"):
            verify(originals[form])
