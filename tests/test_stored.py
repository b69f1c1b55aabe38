"""What released versions wrote is read, continued and verified by this one."""

import json
import re
import shutil
from pathlib import Path

import pytest
from commands import run
from pages import ROOT
from storing import COVER, FILES, HALF, LINK, STORED, WHOLE, folder_of

import satpuzzle as sp
from satpuzzle.errors import CertificateError
from satpuzzle.search.journal.audit import audit
from satpuzzle.search.journal.journal import Journal

FOLDERS = sorted(path for path in STORED.iterdir() if path.is_dir())
CERTIFICATES = [path for folder in FOLDERS for path in sorted(folder.iterdir()) if (path / "manifest.json").exists()]
KNOWN = {"steinhaus": 2, "soma": 240, "tetravex": 1, "graceful": 32, "slothouber": 1}  # up to isometries
READING = (  # a command, which is given the folder with files, and what it says of them
    ("verify plane", "VERIFIED: 2 shapes: 2 tile"),
    ("verify hexagons", "VERIFIED: 3 shapes: 3 tile"),
    ("verify dominoes", "VERIFIED: the numbers of tilings of strips of every length, 4 widths"),
    ("tile plane ***/*.*/*.. ***/*.* --journal plane.journal", " 1     1          1"),
    ("tile rectangle pentominoes#L --up-to 5x8 --journal rectangle.journal", "prime: 2x5"),
    ("count galakub --method memo --journal memo.journal", "galakub: 1 solution up to isometries (raw 8"),
    ("count dubois-burr --assemblable --by level --journal level.journal", "(raw 24, rotations 2, isometries 2)"),
    ("solve soma --given soma.txt -n 1", "soma: 1 solution"),
    ("hint soma --given soma.txt", "all pieces are in place"),
    ("draw soma soma.ndjson -o soma.svg", ""),
    ("draw soma soma-found.json -o soma.svg", ""),
    ("count soma.xmpuzzle", "BurrTools: 240 assemblies"),
    ("count galakub.toml", "galakub: 1 solution up to isometries (raw 8"),
    ("count galakub.json", "galakub: 1 solution up to isometries (raw 8"),
    ("choose galakub.scad --board galakub", "1 set"),
    ("count slothouber.dlx", "8 solutions"),
    ("odds steinhaus --save steinhaus.zdd", "steinhaus: 48 packings"),
    ("choose tetrominoes.toml --board tetrominoes-cylinder", "1 set"),
)
STORING = sorted(STORED.glob(f"*/{FILES}"))


def named(path: Path) -> str:
    return str(path.relative_to(STORED))


def test_the_released_version_has_stored_its_files() -> None:
    cited = re.findall(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert folder_of(cited[0]) in FOLDERS, "run: python tests/support/storing.py"
    assert COVER.exists()


@pytest.mark.few(3)
@pytest.mark.parametrize("folder", CERTIFICATES, ids=named)
def test_a_stored_certificate_is_verified(folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "copy")
    assert sp.verify(copy).counts.isometries == KNOWN[folder.name.partition("-")[0]]
    manifest = json.loads((copy / "manifest.json").read_bytes())
    manifest["satpuzzle certificate"] = 9
    (copy / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(CertificateError, match=r"manifest\.json: the certificate has version 9, and only version "):
        sp.verify(copy)


@pytest.mark.parametrize("folder", FOLDERS, ids=named)
def test_a_stored_journal_is_right_and_can_be_continued(folder: Path, tmp_path: Path) -> None:
    half = Path(shutil.copy(folder / HALF, tmp_path))
    with Journal(half) as journal:
        parts, found = audit(journal)
        assert journal.header.version.startswith(folder.name)
    assert (parts, 0 < found < 240) == (6, True)
    assert sp.count("soma", journal=half).isometries == 240
    whole = Path(shutil.copy(folder / WHOLE, tmp_path))
    with Journal(whole) as journal:
        assert audit(journal)[1] == 1  # of two packings, one comes apart


@pytest.mark.parametrize("folder", STORING, ids=named)
def test_stored_files_are_read_by_the_commands_that_take_them(folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "copy")
    link = (copy / LINK).read_text(encoding="utf-8")
    for line, said in (*READING, (f"count {link}", ": 1 solution up to isometries (raw 8")):
        ended = run(*line.split(), cwd=copy)
        assert (ended.returncode, said in ended.stdout + ended.stderr) == (0, True), (line, ended)
    read = " ".join([LINK, *(line for line, _ in READING)])
    assert not [each.name for each in folder.iterdir() if each.name.removesuffix(".levels") not in read]
