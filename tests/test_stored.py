"""Journals and certificates that released versions wrote are read, continued and verified by this one."""

import json
import re
import shutil
from pathlib import Path

import pytest
from pages import ROOT
from storing import COVER, HALF, STORED, WHOLE, folder_of

import satpuzzle as sp
from satpuzzle.errors import CertificateError
from satpuzzle.search.journal.audit import audit
from satpuzzle.search.journal.journal import Journal

FOLDERS = sorted(path for path in STORED.iterdir() if path.is_dir())
CERTIFICATES = [path for folder in FOLDERS for path in sorted(folder.iterdir()) if path.is_dir()]
KNOWN = {"steinhaus": 2, "soma": 240, "tetravex": 1, "graceful": 32, "slothouber": 1}  # up to isometries


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
