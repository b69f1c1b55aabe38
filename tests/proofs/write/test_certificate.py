"""Certificates: what is right is verified, and any damage is found."""

import hashlib
import json
import lzma
import os
import random
import re
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from children import within
from commands import COMMAND, ENVIRONMENT, complaint, run
from published import agree

import satpuzzle as sp
import satpuzzle.__main__
from satpuzzle.data import files
from satpuzzle.errors import CertificateError, Stopped
from satpuzzle.proofs.check.contents import MANIFEST, SOLUTIONS
from satpuzzle.proofs.check.trees import TREE
from satpuzzle.proofs.check.unpack import lines, unpacked
from satpuzzle.proofs.verdict import verify as verdict
from satpuzzle.proofs.write import trees
from satpuzzle.proofs.write.certificate import CLAUSES, PROOF, Problem, certify, manifest, verify
from satpuzzle.proofs.write.folder import new_folder
from satpuzzle.proofs.write.subject import subject_of
from satpuzzle.puzzle.model import Counts


def source(name: str) -> Path:
    return files("puzzles")[name]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificates") / "steinhaus"
    certify(source("steinhaus"), folder)
    return folder


@pytest.fixture
def copy(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "copy"))


def problem_of(name: str) -> Problem:
    subject = subject_of(name)
    return Problem(subject, subject.tables())


@cache
def problem(name: str) -> Problem:
    return problem_of(name)


def lie(
    folder: Path,
    change: Callable[[Any], None] = lambda claims: None,
    name: str = "steinhaus",
    counts: Counts | None = None,
) -> None:
    """Write a manifest that fits the files as they are, and then change it."""
    claims = json.loads(manifest(folder, problem(name), counts or Counts(48, 2, 2)))
    change(claims)
    (folder / MANIFEST).write_text(json.dumps(claims, ensure_ascii=False, indent=2) + "\n")


def edit(path: Path, change: Callable[[list[str]], list[str]]) -> None:
    opened: Any = lzma.open if path.suffix == ".xz" else open
    with opened(path, "rt") as file:
        lines = file.read().splitlines(keepends=True)
    with opened(path, "wt") as file:
        file.writelines(change(lines))


@pytest.mark.full
def test_a_certificate_shows_the_counts(original: Path) -> None:
    assert str(verify(original)) == "raw 48, rotations 2, isometries 2"
    assert sorted(path.name for path in original.iterdir()) == sorted(
        [CLAUSES, PROOF, SOLUTIONS, MANIFEST, "puzzle.toml"]
    )


def test_the_same_certificate_is_made_again(original: Path, copy: Path) -> None:
    lie(copy)
    assert (copy / MANIFEST).read_text() == (original / MANIFEST).read_text()


_LARGER = [pytest.param(name, marks=pytest.mark.slow) for name in ("galakub", "soma", "pentominoes-3x20")]


@pytest.mark.full
@pytest.mark.parametrize("name", ["slothouber-graatsma", "iq-pyramid-4", "y-pentominoes-5x10", *_LARGER])
def test_puzzles_of_all_kinds_can_be_certified(name: str, tmp_path: Path) -> None:
    counts = certify(source(name), tmp_path / "new")
    assert verify(tmp_path / "new").known() == counts.known()
    assert agree(counts, sp.load(name).published)


@pytest.mark.full
@pytest.mark.parametrize("encoding", ["product", "literal", "ladder", "totalizer"])
def test_any_encoding_serves(encoding: str, tmp_path: Path) -> None:
    certify(source("diabolical-cube"), tmp_path / "new", encoding)
    assert verify(tmp_path / "new").isometries == 13


SMALL = 'grid = "square"\nboard = "****"\npieces = [{ name = "I", cells = "**", count = 2 }]'


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (SMALL, 1),
        (SMALL.replace("****", "*****"), 0),
        (SMALL.replace("****", "**.*").replace("count = 2", "max = 1"), 0),
        (SMALL.replace("****", "????").replace("count = 2", "min = 0, max = 2"), 4),
    ],
)
def test_small_and_impossible_puzzles_can_be_certified(text: str, number: int, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(text)
    certify(tmp_path / "mine.toml", tmp_path / "new")
    assert verify(tmp_path / "new").isometries == number


def test_a_search_that_is_stopped_is_not_certified(tmp_path: Path) -> None:
    with pytest.raises(Stopped, match="the time limit was reached"):
        certify(source("pentominoes-6x10"), tmp_path / "new", time_limit=1e-9)
    assert not (tmp_path / "new").exists()


def test_the_puzzle_is_read_and_tabulated_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def counted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def called(*arguments: Any) -> Any:
            done.append(name)
            return function(*arguments)

        return called

    for module, name in (("puzzle.library", "load_file"), ("cover.tables", "place")):
        where = sys.modules[f"satpuzzle.{module}"]
        monkeypatch.setattr(where, name, counted(name, getattr(where, name)))
    certify(shutil.copy(files("puzzles")["steinhaus"], tmp_path), tmp_path / "new")
    assert done == ["load_file", "place"]


# The piece set

SET = 'grid = "square"\nbox = [2, 2]\npieces = "tetrominoes"'
TETROMINO = '[[pieces]]\nname = "O"\ncells = """\n**\n**\n"""\n'


@pytest.fixture
def with_a_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the certificate of a puzzle whose pieces are a set that is installed, and no longer when it is checked."""
    (tmp_path / "tetrominoes.toml").write_text(TETROMINO)
    (tmp_path / "mine.toml").write_text(SET)
    with monkeypatch.context() as installed:
        sets = {"tetrominoes": tmp_path / "tetrominoes.toml"}
        for module in ("satpuzzle.proofs.write.subject", "satpuzzle.puzzle.library"):
            installed.setattr(sys.modules[module], "files", lambda name: sets if name == "puzzles/sets" else {})
        certify(tmp_path / "mine.toml", tmp_path / "new")
    return tmp_path / "new"


def _forget(folder: Path, name: str) -> None:
    claims = json.loads((folder / MANIFEST).read_text())
    del claims["files"][name]
    (folder / MANIFEST).write_text(json.dumps(claims, ensure_ascii=False, indent=2) + "\n")
    (folder / name).unlink()


def test_a_certificate_carries_the_piece_set_that_its_puzzle_names(with_a_set: Path) -> None:
    assert (with_a_set / "pieces-tetrominoes.toml").read_text() == TETROMINO
    assert verify(with_a_set).isometries == 1
    (with_a_set / "pieces-tetrominoes.toml").write_text(TETROMINO.replace("O", "Q"))
    with pytest.raises(CertificateError, match=r"pieces-tetrominoes\.toml: its size or hash differs from the manifest"):
        verify(with_a_set)
    _forget(with_a_set, "pieces-tetrominoes.toml")
    with pytest.raises(CertificateError, match="the piece set is missing; write the certificate again"):
        verify(with_a_set)


def test_a_piece_set_that_is_installed_here_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('grid = "square"\nbox = [2, 2]\npieces = "pentominoes"')
    certify(tmp_path / "mine.toml", tmp_path / "new")
    assert verify(tmp_path / "new").isometries == 0
    _forget(tmp_path / "new", "pieces-pentominoes.toml")
    with pytest.raises(CertificateError, match=r"pieces-pentominoes\.toml: the piece set is missing"):
        verify(tmp_path / "new")


def test_a_certificate_describes_the_grid_in_the_file_that_its_puzzle_names(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(files("grids")["kites"].read_text().replace('"Kites"', '"My kites"'))
    (tmp_path / "mine.toml").write_text(
        'grid = "own.toml"\nbox = [2, 2]\npieces = [{ name = "A", cells = "**", count = 12 }]'
    )
    certify(tmp_path / "mine.toml", tmp_path / "new")
    assert verify(tmp_path / "new").isometries == 7
    claims = json.loads((tmp_path / "new" / MANIFEST).read_text())
    shutil.copyfile(tmp_path / "mine.toml", tmp_path / "new" / "puzzle.toml")
    content = (tmp_path / "mine.toml").read_bytes()
    claims["files"]["puzzle.toml"] = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    (tmp_path / "new" / MANIFEST).write_text(json.dumps(claims, ensure_ascii=False, indent=2) + "\n")
    with pytest.raises(CertificateError, match=r"puzzle\.toml: grid has own\.toml: a certificate has its grid"):
        verify(tmp_path / "new")


# The folder


def test_a_folder_that_is_not_empty_is_refused_before_the_search(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("satpuzzle.proofs.write.certificate._write")
    (tmp_path / "file").touch()
    for name, text in [
        ("some", None),
        ("broken", "{"),
        ("other", '{"files": {}}'),
        ("list", "[3]"),
        ("text", '"files"'),
    ]:
        (tmp_path / name).mkdir()
        (tmp_path / name / ("notes" if text is None else MANIFEST)).write_text(text or "mine")
    (copy / "notes").touch()
    for name in ("copy", "file", "some", "broken", "other", "list", "text"):
        with pytest.raises(
            sp.PuzzleError, match="is neither empty nor a certificate; choose a new folder, an empty one or an"
        ):
            certify(source("steinhaus"), tmp_path / name)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    with pytest.raises(sp.PuzzleError, match="cannot be replaced as a whole"):
        certify(source("steinhaus"), Path())
    assert len(list(copy.iterdir())) == 6
    assert list(tmp_path.rglob("*.part")) == []


def test_a_certificate_takes_the_place_of_an_older_one_when_it_is_complete(copy: Path) -> None:
    assert verdict(copy).puzzle == "steinhaus"
    before = {path.name: path.read_bytes() for path in copy.iterdir()}
    with pytest.raises(Stopped, match="the time limit was reached"):
        certify("pentominoes-6x10", copy, time_limit=1e-9)
    assert {path.name: path.read_bytes() for path in copy.iterdir()} == before
    (copy / PROOF).unlink()  # as if it had been killed while the older one was cleared away
    trees.certify("dubois-burr", copy, jobs=1)
    assert verdict(copy).puzzle == "dubois-burr"
    assert [path.name for path in copy.parent.iterdir()] == ["copy"]


@pytest.mark.full
def test_an_empty_folder_will_do(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    certify("steinhaus", tmp_path / "empty")
    assert verify(tmp_path / "empty").raw == 48


@pytest.mark.parametrize("problem", [KeyboardInterrupt, MemoryError, OSError, Stopped])
def test_what_ends_early_leaves_nothing(problem: type[BaseException], tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    with pytest.raises(problem), new_folder(tmp_path / "old" / "a" / "b") as folder:
        (folder / "begun").touch()
        assert [path.name for path in tmp_path.rglob("*")] == ["old", "a", ".b.part", "begun"]
        raise problem
    assert [path.name for path in tmp_path.rglob("*")] == ["old"]


def test_ctrl_c_before_anything_is_written_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any) -> None:
        assert [path.name for path in tmp_path.iterdir()] == [".new.part"]
        raise KeyboardInterrupt

    monkeypatch.setattr("satpuzzle.proofs.write.folder._locked", interrupted)
    with pytest.raises(KeyboardInterrupt), new_folder(tmp_path / "new"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_left_is_taken_over_and_what_a_live_one_writes_is_not(tmp_path: Path) -> None:
    (tmp_path / ".new.part").mkdir()
    (tmp_path / ".new.part" / "left").touch()
    with new_folder(tmp_path / "new") as folder:
        (folder / "mine").touch()
        with pytest.raises(sp.PuzzleError, match="another process is writing it"), new_folder(tmp_path / "new"):
            pass
    assert [path.name for path in tmp_path.rglob("*")] == ["new", "mine"]


@pytest.mark.full
@pytest.mark.parametrize(
    ("number", "status", "left"),
    [pytest.param(signal.SIGINT, 130, [], marks=pytest.mark.slow), (signal.SIGKILL, -9, [".new.part"])],
)
def test_an_interrupted_search_leaves_no_folder_that_a_second_try_refuses(
    number: int, status: int, left: list[str], tmp_path: Path
) -> None:
    command = [*COMMAND, "certify", "bedlam", "-o", str(tmp_path / "new")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT) as process:
        assert within(600, lambda: (tmp_path / ".new.part" / TREE).exists())
        process.send_signal(number)
        _, told = process.communicate(timeout=600)
    assert process.returncode == status
    assert told == ("satpuzzle: interrupted, no certificate\n" if status > 0 else "")
    assert [path.name for path in tmp_path.iterdir()] == left
    certify("steinhaus", tmp_path / "new")
    assert [path.name for path in tmp_path.iterdir()] == ["new"]
    assert verify(tmp_path / "new").raw == 48


def test_a_search_that_was_interrupted_is_no_bad_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any, **options: Any) -> sp.results.Run:
        run: sp.results.Run = sp.solve(*arguments, **options)
        run.interrupt()
        return run

    monkeypatch.setattr("satpuzzle.proofs.write.certificate.solve", interrupted)
    with pytest.raises(Stopped, match="interrupted"):
        certify("steinhaus", tmp_path / "new")


# Damage; each time once as it is, when the manifest's hashes tell, and once with a manifest that fits


def _drop(number: int) -> Callable[[list[str]], list[str]]:
    return lambda lines: lines[:number] + lines[number + 1 :]


def _moved(lines: list[str]) -> list[str]:
    pieces = json.loads(lines[0])
    pieces[0]["cells"], pieces[1]["cells"] = pieces[1]["cells"], pieces[0]["cells"]
    return [json.dumps(pieces) + "\n", *lines[1:]]


def _turned(lines: list[str]) -> list[str]:
    pieces = json.loads(lines[0])
    for piece in pieces:
        piece["cells"] = [[y, 2 - x, z] for x, y, z in piece["cells"]]
    return [*lines, json.dumps(pieces) + "\n"]


def _without_a_piece(lines: list[str]) -> list[str]:
    return [json.dumps(json.loads(lines[0])[1:]) + "\n", *lines[1:]]


def _negated(lines: list[str]) -> list[str]:
    return [*lines[:-1], "-" + lines[-1]]


def _other_hint(lines: list[str]) -> list[str]:
    number = next(n for n, line in enumerate(lines) if " d " not in line and n > 20)
    fields = lines[number].split()
    return [*lines[:number], " ".join([*fields[:-2], "1", "0\n"]), *lines[number + 1 :]]


DAMAGE: dict[str, tuple[str, Callable[[list[str]], list[str]], str]] = {
    "a missing solution": (SOLUTIONS, _drop(1), "clauses.cnf.xz"),
    "a wrong solution": (SOLUTIONS, _moved, "solutions.ndjson, line 1: "),
    "an incomplete solution": (SOLUTIONS, _without_a_piece, "solutions.ndjson, line 1: not a solution"),
    "a solution twice": (SOLUTIONS, lambda lines: [*lines, lines[0]], "images of each other"),
    "a solution and its image": (SOLUTIONS, _turned, "images of each other"),
    "a missing clause": (CLAUSES, _drop(-5), "clauses.cnf.xz, line"),
    "a changed clause": (CLAUSES, _negated, "clauses.cnf.xz, line"),
    "a clause too many": (CLAUSES, lambda lines: [*lines, "1 0\n"], "more clauses than"),
    "a changed meaning": (CLAUSES, lambda lines: [*lines[:3], "c 1 A 0,0,0\n", *lines[4:]], "line 4"),
    "a truncated proof": (PROOF, lambda lines: lines[:-1], "without the empty clause"),
    "an empty proof": (PROOF, lambda lines: [], "without the empty clause"),
    "a missing step": (PROOF, lambda lines: lines[:5] + lines[len(lines) // 2 :], "proof, line"),
    "a wrong hint": (PROOF, _other_hint, "proof, line"),
    "just the end": (PROOF, lambda lines: ["999999 0 1 2 0\n"], "proof, line 1"),
    "another puzzle": ("puzzle.toml", lambda lines: [line.replace("title", "source", 1) for line in lines], "."),
}


@pytest.mark.few(3)
@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_found_even_if_the_manifest_fits_it(name: str, copy: Path) -> None:
    file, change, message = DAMAGE[name]
    edit(copy / file, change)
    with pytest.raises(CertificateError, match=f"{file}: its size or hash differs from the manifest"):
        verify(copy)
    lie(copy)
    with pytest.raises(CertificateError, match=message):
        verify(copy)


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "change",
    [
        lambda claims: claims["counts"].update(isometries=3),
        lambda claims: claims["counts"].update(raw=49),
        lambda claims: claims["symmetry"].update(rotations=1),
        lambda claims: claims.update(restricted=None),
        lambda claims: claims.update(extra=1),
        lambda claims: claims.update({"satpuzzle certificate": 9}),
        lambda claims: claims["encoding"].update(at_most_one="ladder"),
        lambda claims: claims["encoding"].update(at_most_one="lader"),
        lambda claims: claims["encoding"].update(at_most_one="native"),
        lambda claims: claims["files"].pop(PROOF),
        lambda claims: claims["files"].update({"../manifest.json": claims["files"][PROOF]}),
        lambda claims: claims.pop("encoding"),
        lambda claims: claims.update(files=3),
    ],
)
def test_a_manifest_that_lies_is_found(change: Callable[[Any], None], copy: Path) -> None:
    lie(copy, change)
    with pytest.raises(CertificateError):
        verify(copy)


@pytest.mark.parametrize("file", [CLAUSES, PROOF, SOLUTIONS, MANIFEST, "puzzle.toml"])
def test_a_missing_file_is_found(file: str, copy: Path) -> None:
    (copy / file).unlink()
    with pytest.raises(CertificateError):
        verify(copy)


@pytest.mark.parametrize("file", [CLAUSES, PROOF, SOLUTIONS, MANIFEST, "puzzle.toml"])
def test_random_changes_of_a_byte_are_found(file: str, original: Path, copy: Path) -> None:
    chance = random.Random(f"flip {file}")
    content = (original / file).read_bytes()
    for _ in range(20):
        place, bit = chance.randrange(len(content)), 1 << chance.randrange(8)
        (copy / file).write_bytes(content[:place] + bytes([content[place] ^ bit]) + content[place + 1 :])
        with pytest.raises(CertificateError):
            verify(copy)
        (copy / file).write_bytes(content[: max(place, 1)])
        with pytest.raises(CertificateError):
            verify(copy)


def test_random_changes_of_a_proof_step_are_found_or_do_no_harm(tmp_path: Path) -> None:
    """A proof with a superfluous hint still proves; what may never happen is another outcome."""
    chance, copy, name = random.Random("steps"), tmp_path / "copy", "slothouber-graatsma"
    counts = certify(name, copy)
    with lzma.open(copy / PROOF, "rt") as file:
        text = file.read()
    found = 0
    for _ in range(15):
        number = chance.choice(list(re.finditer(r"\d+", text[: 1 << 16])))
        with lzma.open(copy / PROOF, "wt", preset=0) as file:
            file.write(text[: number.start()] + str(chance.randrange(1, 3000)) + text[number.end() :])
        lie(copy, name=name, counts=counts)
        try:
            assert verify(copy) == counts
        except CertificateError:
            found += 1
    assert found > 5


def test_symmetries_that_are_none_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satpuzzle.cover.tables._known", {})  # what is changed here is for nobody else
    monkeypatch.setattr("satpuzzle.cover.tables._MANY", 0)
    problem = problem_of("soma")
    problem.check_symmetry()
    problem.symmetry.options[5, [3, 4]] = problem.symmetry.options[5, [4, 3]]
    with pytest.raises(CertificateError, match="does not map placements to placements"):
        problem.check_symmetry()
    problem = problem_of("soma")
    kept = np.flatnonzero(problem.restricted.live & problem.cover.covers(problem.item or 0))
    problem.restricted.live[kept[0]] = False
    with pytest.raises(CertificateError, match="is left out, and so are all its images"):
        problem.check_symmetry()
    problem = problem_of("soma")
    other = np.flatnonzero(problem.restricted.live & ~problem.cover.covers(problem.item or 0))
    problem.restricted.live[other[0]] = False
    with pytest.raises(CertificateError, match="is left out without a reason"):
        problem.check_symmetry()


@pytest.mark.parametrize(("says", "accepted"), [("s VERIFIED UNSAT", True), ("c failed", False)])
def test_another_checker_may_be_asked(
    says: str, accepted: bool, copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "cake_lpr"
    program.write_text(f"#!/bin/sh\n! grep -q '^c' $1 && grep -q '^p cnf' $1 && grep -q ' d ' $2 && echo '{says}'\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    if accepted:
        assert verify(copy, "cake_lpr").raw == 48
    else:
        with pytest.raises(CertificateError, match="cake_lpr does not accept the proof: c failed"):
            verify(copy, "cake_lpr")


def test_a_checker_that_is_not_there_says_nothing_about_the_certificate(copy: Path) -> None:
    with pytest.raises(sp.PuzzleError, match="checker nobody: there is no such program") as raised:
        verify(copy, "nobody")
    assert not isinstance(raised.value, CertificateError)
    told = complaint(run("verify", copy, "--checker", "nobody"), status=2)
    assert told == "checker nobody: there is no such program on the PATH"


# What does not fit


def test_too_little_memory_says_nothing_about_the_certificate(
    copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*arguments: Any) -> None:
        raise MemoryError

    monkeypatch.setattr("satpuzzle.proofs.write.certificate.check_proof", full)
    with pytest.raises(MemoryError):
        verify(copy)
    monkeypatch.setattr(sys, "argv", ["satpuzzle", "verify", str(copy)])
    with pytest.raises(SystemExit) as ended:
        satpuzzle.__main__.main()
    assert (ended.value.code, capsys.readouterr().err) == (1, "satpuzzle: out of memory\n")


@pytest.mark.full
@pytest.mark.parametrize("name", [CLAUSES, PROOF, SOLUTIONS])
def test_an_endless_line_is_refused(name: str, copy: Path) -> None:
    opened: Any = lzma.open if name.endswith(".xz") else open
    with opened(copy / name, "wb") as file:
        for _ in range(20):
            file.write(b"1 " * (1 << 19))
    lie(copy)
    with pytest.raises(CertificateError, match=f"{name}, line 1: it is longer than 16 MiB"):
        verify(copy)


@pytest.mark.parametrize("name", [MANIFEST, "puzzle.toml"])
def test_files_that_are_read_as_a_whole_are_small(name: str, copy: Path) -> None:
    os.truncate(copy / name, 1 << 40)
    with pytest.raises(CertificateError, match=f"{name}: it is larger than 16 MiB"):
        verify(copy)


def test_unpacking_takes_little_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "zeros.xz"
    with lzma.open(path, "wb", preset=0) as file:
        for _ in range(40):
            file.write(bytes(1 << 20))
    assert path.stat().st_size < 20_000
    assert max(map(len, unpacked(path))) <= 1 << 20
    monkeypatch.setattr("satpuzzle.proofs.check.unpack._MEMORY", 1 << 16)
    with pytest.raises(CertificateError, match=r"zeros.xz: Memory usage limit exceeded"):
        next(unpacked(path))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda content: content[:-7], "its end is missing"),
        (lambda content: content[:40], "its end is missing"),
        (lambda content: content + b"x", "there is something after its end"),
        (lambda content: content + content, "there is something after its end"),
        (lambda content: b"x" + content, "Input format not supported"),
    ],
)
def test_a_damaged_archive_is_refused(change: Callable[[bytes], bytes], message: str, tmp_path: Path) -> None:
    path = tmp_path / "lines.xz"
    path.write_bytes(lzma.compress(b"one\ntwo\nthree"))
    assert list(lines(path)) == ["one", "two", "three"]
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(CertificateError, match=message):
        list(lines(path))


def test_what_is_no_regular_file_is_not_opened(copy: Path) -> None:
    (copy / PROOF).unlink()
    os.mkfifo(copy / PROOF)
    with pytest.raises(CertificateError, match=f"{PROOF}: it is not a regular file"):
        verify(copy)
    (copy / PROOF).unlink()
    (copy / PROOF).symlink_to("/dev/zero")
    with pytest.raises(CertificateError, match=f"{PROOF}: it is not a regular file"):
        verify(copy)


def test_a_solution_is_not_the_name_of_a_file(copy: Path, tmp_path: Path) -> None:
    (tmp_path / "first.json").write_text((copy / SOLUTIONS).read_text().splitlines()[0])
    edit(copy / SOLUTIONS, lambda lines: [f"{tmp_path / 'first.json'}\n", *lines[1:]])
    lie(copy)
    with pytest.raises(CertificateError, match="line 1: not JSON"):
        verify(copy)


def test_names_that_are_no_text_do_no_harm(tmp_path: Path) -> None:
    for number, name in enumerate((b"\xff.toml", b"a\nb.toml")):
        path = tmp_path / os.fsdecode(name)
        path.write_text(SMALL)
        certify(path, tmp_path / str(number))
        assert verify(tmp_path / str(number)).isometries == 1
    (tmp_path / "mine.toml").write_text(SMALL)
    folder = tmp_path / os.fsdecode(b"new \xff")
    certify(tmp_path / "mine.toml", folder)
    assert verify(folder).isometries == 1
