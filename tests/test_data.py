"""Files: what is not read, and what is left behind when writing fails."""

import os
import socket
import stat
import sys
from pathlib import Path

import pytest

from satpuzzle import data
from satpuzzle.errors import PuzzleError, printable

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")


def complaint(path: Path, most: int = data.SMALL) -> str:
    with pytest.raises(PuzzleError) as caught:
        data.read(path, most)
    return str(caught.value).removeprefix(f"{path}: ")


# Reading


@posix
def test_only_a_regular_file_is_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
    (tmp_path / "link").symlink_to(tmp_path / "fifo")
    kinds = {"fifo": "a pipe", "socket": "a socket", "link": "a pipe", ".": "a directory"}
    assert {name: complaint(tmp_path / name) for name in kinds} == {
        name: f"is {kind}, not a file" for name, kind in kinds.items()
    }
    assert complaint(Path("/dev/zero")) == "is a device, not a file"


def test_a_file_too_large_is_refused_when_so_much_of_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(b"x" * (1 << 20))
    assert len(data.read(path, 1 << 20)) == 1 << 20
    path.write_bytes(b"x" * ((1 << 20) + 1))
    assert complaint(path, 1 << 20) == "more than 1 MiB, which is the limit"


def test_what_cannot_be_read_is_said_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"abc\xe9")
    assert complaint(tmp_path / "latin") == "not UTF-8 (byte 3)"
    assert complaint(tmp_path / "nowhere") == "No such file or directory"
    assert "null" in complaint(Path("a\0b"))


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "marked").write_bytes(b"\xef\xbb\xbfabc")
    assert data.read(tmp_path / "marked") == "abc"


def test_characters_that_cannot_be_shown_are_written_out() -> None:
    assert printable("Würfel  \n 立方体") == "Würfel 立方体"
    assert printable("\x1b[31m\udcff") == "\\x1b[31m\\udcff"
    assert str(PuzzleError("\x07.toml: no")) == "\\x07.toml: no"


# Writing


@pytest.mark.parametrize("content", ["new", b"new"])
def test_a_file_is_replaced_and_nothing_else_is_left(tmp_path: Path, content: str | bytes) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    data.write(path, content)
    assert path.read_text() == "new"
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_a_file_is_as_it_was_when_writing_fails(tmp_path: Path, error: type[BaseException]) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(error), data.writing(path) as out:
        out.write("new" * 100_000)
        assert path.read_text() == "old"
        raise error
    assert path.read_text() == "old"
    assert [*tmp_path.iterdir()] == [path]


def test_what_is_streamed_lies_beside_its_place_until_the_end(tmp_path: Path) -> None:
    path, part = tmp_path / "file", tmp_path / "file.part"
    path.write_text("old")
    assert data.part(path) == part
    with pytest.raises(KeyboardInterrupt), data.writing(path, streamed=True) as out:
        out.write("half")
        raise KeyboardInterrupt
    assert (path.read_text(), part.read_text()) == ("old", "half")
    with data.writing(path, streamed=True) as out:
        out.write("whole")
    assert path.read_text() == "whole"
    assert [*tmp_path.iterdir()] == [path]


@posix
def test_a_new_file_has_the_permissions_of_one_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    new, old = tmp_path / "new", tmp_path / "old"
    old.write_text("old")
    old.chmod(0o604)
    before = os.umask(0o027)
    try:
        data.write(new, "new")
        data.write(old, "new")
    finally:
        os.umask(before)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (new, old)] == [0o640, 0o604]


@posix
def test_links_are_followed(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for name in ("there", "not-yet"):
        (tmp_path / name).symlink_to(tmp_path / "folder" / name)
    (tmp_path / "folder" / "there").write_text("old")
    for name in ("there", "not-yet"):
        data.write(tmp_path / name, "new")
        assert (tmp_path / name).is_symlink()
        assert (tmp_path / "folder" / name).read_text() == "new"


@posix
def test_pipes_and_devices_are_written_at_once(tmp_path: Path) -> None:
    data.write("/dev/null", "new")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    end = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with data.writing(fifo, streamed=True) as out:
            out.write("new")
        assert os.read(end, 10) == b"new"
    finally:
        os.close(end)
    assert data.part(fifo) is None
    assert [*tmp_path.iterdir()] == [fifo]


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's /dev/fd")
def test_a_file_that_is_open_already_is_written_where_it_is(tmp_path: Path) -> None:
    with (tmp_path / "file").open("w+") as file:
        data.write(f"/dev/fd/{file.fileno()}", "new")
        assert file.read() == "new"


@posix
@pytest.mark.parametrize("streamed", [False, True])
def test_the_folder_of_a_file_that_cannot_be_made_is_named_as_it_was_given(tmp_path: Path, streamed: bool) -> None:
    path = tmp_path / "nowhere" / "file"
    with pytest.raises(FileNotFoundError) as caught, data.writing(path, streamed):
        pass
    assert str(caught.value.filename) == str(path.parent)
    (tmp_path / "folder").mkdir()
    with pytest.raises(IsADirectoryError), data.writing(tmp_path / "folder", streamed):
        pass


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"a":' * 100_000, "\x00"])
def test_damaged_json_is_a_value_error_however_deep_it_is_nested(text: str) -> None:
    with pytest.raises(ValueError):
        data.parsed(text)
