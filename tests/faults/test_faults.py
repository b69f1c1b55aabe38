"""Every n-th array without memory, and every n-th write on a full disk: one line, nothing lost, nothing wrong.

Ordinary tests look at some n of small puzzles, slow ones at all of them.
"""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from faulty import DISK, MEMORY, WRITE, Faults, told
from forking import Ended

PUZZLE = "tetracubes-2x4x4"
COUNTS = "raw 11120, rotations 1390, isometries 695"
TILES = "macmahon-cubes"
pytestmark = pytest.mark.skipif(sys.platform != "linux" or not shutil.which("cc"), reason="faults are made on Linux")


@pytest.fixture(scope="module")
def faults(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Faults]:
    found = Faults(tmp_path_factory.mktemp("faults"))
    yield found
    found.end()


def final(ended: Ended) -> bool:
    return ended.returncode == 0 and "the count is final" in ended.stdout


def counts_without_memory(faults: Faults, folder: Path, *arguments: str, counts: str = COUNTS, step: int = 1) -> None:
    """A count whose arrays find no memory says so, or counts right without them."""
    whole = faults.whole("count", *arguments, cwd=folder)
    assert counts in whole.stdout
    for _, ended in faults.runs(MEMORY, "count", *arguments, cwd=folder, step=step):
        if ended.returncode:
            assert told(ended) == "satpuzzle: out of memory"
            assert "final" not in ended.stdout
        else:
            assert counts in ended.stdout


def journals(faults: Faults, folder: Path, kind: str, *options: str, step: int = 1, first: int = 0) -> None:
    """A journal that could not be written passes its check, and the count continues to the right end."""
    count = ("count", PUZZLE, "-j", "1", *options, "--journal", "kept")
    for _, ended in faults.runs(kind, *count, cwd=folder, step=step, first=first):
        if ended.returncode:
            assert told(ended).startswith("satpuzzle: kept: ")
            assert "final" not in ended.stdout
        else:
            assert COUNTS in ended.stdout
        if (folder / "kept").exists():
            checked = faults.whole("journal", "check", "kept", cwd=folder)
            assert checked.stdout.startswith("RIGHT: ")
        again = faults.whole(*count, cwd=folder)
        assert final(again) and COUNTS in again.stdout
        for path in folder.glob("kept*"):
            path.unlink()


def certificates(faults: Faults, folder: Path, kind: str, *options: str, step: int = 1) -> None:
    """A certificate that could not be written is not there; an older one in its place is still right."""
    certify = ("certify", "slothouber-graatsma", *options, "-o", "proof")
    for _, ended in faults.runs(kind, *certify, cwd=folder, step=step):
        if ended.returncode:
            assert told(ended).startswith(("satpuzzle: proof: ", "satpuzzle: kept")) or kind == MEMORY
            assert not (folder / "proof").exists()
            faults.whole(*certify, cwd=folder)  # continues from a journal, if there is one
        faults.whole("verify", "proof", cwd=folder)
        assert not [*folder.glob(".*")]
        for path in folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    faults.whole(*certify, cwd=folder)
    for _, ended in faults.runs(kind, *certify, cwd=folder, step=step):
        assert ended.returncode == 0 or told(ended)
        faults.whole("verify", "proof", cwd=folder)


def files(faults: Faults, folder: Path, kind: str, name: str, *arguments: str, step: int = 1) -> None:
    """A file that could not be written keeps what it had, and no other file is left."""
    path, write = folder / name, (*arguments, "-o", name)
    faults.whole(*write, cwd=folder)
    whole = path.read_bytes()
    for old in (None, b"what was there before"):
        for _, ended in faults.runs(kind, *write, cwd=folder, step=step):
            assert ended.returncode == 0 or kind == MEMORY or told(ended).startswith(f"satpuzzle: {name}: ")
            assert not path.exists() or path.read_bytes() in (whole, old)
            assert path.exists() or ended.returncode
            path.unlink(missing_ok=True)
            Path(f"{path}.part").unlink(missing_ok=".part" not in ended.stderr)
            assert not [*folder.iterdir()]
            if old is not None:
                path.write_bytes(old)


@pytest.mark.full
def test_a_count_without_memory_for_an_array_says_so(faults: Faults, tmp_path: Path) -> None:
    counts_without_memory(faults, tmp_path, PUZZLE, "-j", "1", step=59)


@pytest.mark.full
def test_a_frontier_without_memory_for_an_array_says_so(faults: Faults, tmp_path: Path) -> None:
    counts = "raw 8, rotations 2, isometries 2"
    counts_without_memory(faults, tmp_path, "pentominoes-3x20", "--method", "frontier", counts=counts, step=197)


def test_a_journal_on_a_full_disk_passes_its_check_and_continues(faults: Faults, tmp_path: Path) -> None:
    journals(faults, tmp_path, DISK, "--parts", "6", step=61)


def test_a_journal_of_which_one_write_fails_passes_its_check_and_continues(faults: Faults, tmp_path: Path) -> None:
    journals(faults, tmp_path, WRITE, "--parts", "6", step=61, first=4)


@pytest.mark.full
def test_a_certificate_that_cannot_be_written_is_not_there(faults: Faults, tmp_path: Path) -> None:
    certificates(faults, tmp_path, DISK)


@pytest.mark.full
@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("a.svg", ["draw", "slothouber-graatsma"]),
        ("a.txt", ["solve", "slothouber-graatsma", "-j", "1"]),
        ("a.png", ["draw", "slothouber-graatsma"]),
        ("a.xmpuzzle", ["convert", "slothouber-graatsma"]),
    ],
)
def test_a_picture_or_a_file_on_a_full_disk_is_whole_or_as_before(
    name: str, arguments: list[str], faults: Faults, tmp_path: Path
) -> None:
    files(faults, tmp_path, DISK, name, *arguments)


@pytest.mark.slow
def test_a_picture_without_memory_is_not_written(faults: Faults, tmp_path: Path) -> None:
    files(faults, tmp_path, MEMORY, "a.svg", "draw", "slothouber-graatsma", step=499)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [["-j", "1"], ["-j", "2", "--parts", "9"], ["-b", "cadical"], ["-s", "scan", "-j", "1"]]
)
def test_every_array_of_a_count_may_lack_memory(options: list[str], faults: Faults, tmp_path: Path) -> None:
    counts_without_memory(faults, tmp_path, PUZZLE, *options)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [DISK, WRITE])
@pytest.mark.parametrize("options", [[], ["--parts", "20"], ["--count-only"]])
def test_every_write_of_a_journal_may_fail(kind: str, options: list[str], faults: Faults, tmp_path: Path) -> None:
    journals(faults, tmp_path, kind, *options)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [DISK, WRITE])
@pytest.mark.parametrize("options", [[], ["--journal", "kept"], ["--form", "lrat"]])
def test_every_write_of_a_certificate_may_fail(kind: str, options: list[str], faults: Faults, tmp_path: Path) -> None:
    certificates(faults, tmp_path, kind, *options)


@pytest.mark.slow
def test_every_array_of_a_certificate_may_lack_memory(faults: Faults, tmp_path: Path) -> None:
    certificates(faults, tmp_path, MEMORY)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a.svg", "a.png", "a.stl"])
def test_every_array_of_a_picture_may_lack_memory(name: str, faults: Faults, tmp_path: Path) -> None:
    files(faults, tmp_path, MEMORY, name, "draw", "soma")
