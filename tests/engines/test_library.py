"""The library of kernels: how it is built and chosen, and that C and Python mean the same by what is handed over."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import ENVIRONMENT, complaint, run, said
from skips import lacks

import satpuzzle as sp
from satpuzzle.engines import build, library, rules
from satpuzzle.engines.rules import ANY, GIVE_UP, Node
from satpuzzle.engines.structure import fields, widths
from satpuzzle.proofs.write.trees import certify

X86 = pytest.mark.skipif(
    not Path("/proc/cpuinfo").exists() or build.architecture() != "x86_64", reason="names the levels of x86-64"
)
WITHOUT = ENVIRONMENT | {build.VARIABLE: "none"}
V3 = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "popcnt", "xsave"}
V4 = {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}


def best_level() -> str:
    flags = set(re.search(r"^flags\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)[1].split())  # type: ignore[index]
    return "avx512" if flags >= V3 | V4 else "avx2" if flags >= V3 else "sse2"


@X86
def test_the_best_level_that_the_system_knows_of_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(build.VARIABLE, raising=False)
    assert library._Library(build.SOURCES / build.place().name).level == best_level()


@X86
@pytest.mark.slow
def test_zig_builds_a_library_that_reads_the_level_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if (compiler := build.zig()) is None:
        lacks("ziglang")
    monkeypatch.delenv(build.VARIABLE, raising=False)
    made = library._Library(build.build(compiler, tmp_path))
    assert made.level == best_level()
    assert made.compiler.startswith("Clang")


@pytest.mark.slow
@pytest.mark.parametrize("level", build.levels())
def test_every_level_visits_the_same_nodes(level: str) -> None:
    script = """
import satpuzzle as sp
for strategy in ("mrv", "scan", "cell"):
    run = sp.solve("soma", strategy=strategy)
    print(run.exhaust().isometries, run.stats["nodes"])
"""
    command = [sys.executable, "-c", script]
    there = subprocess.run(command, env=ENVIRONMENT | {build.VARIABLE: level}, capture_output=True, text=True)
    if "this processor has" in there.stderr:
        pytest.skip(f"this processor has no {level}")
    assert there.stdout == "240 4872\n240 8911\n240 83992\n", there.stderr


def test_the_fields_of_a_kernel_are_those_of_its_structure_in_c() -> None:
    wide = {kernel: len(fields(kernel)) for kernel in ("canon", "checker", "holes", "mrv", "record", "motion")}
    assert fields("layout") == (
        *("rows", "place", "inside", "leader", "body", "rest"),
        *("options", "words", "items", "cell_words"),
    )
    assert wide == {"canon": 14, "checker": 19, "holes": 15, "mrv": 39, "record": 39, "motion": 87}
    with pytest.raises(KeyError, match="nothing"):
        library.Call("layout", {"nothing": 1})


# Building


@pytest.fixture
def compiler() -> list[str]:
    found = build.system_compiler()
    if found is None:
        lacks("a C compiler")
    return found


@pytest.fixture
def package(tmp_path: Path) -> Iterator[Path]:
    """Return a folder with a copy of the package, in which no library was built."""
    ignored = shutil.ignore_patterns("__pycache__", "kernels-*", "building*")
    for name in ("satpuzzle", "puzzles", "encodings", "grids", "rules"):
        shutil.copytree(Path(sp.__file__).parents[1] / name, tmp_path / name, ignore=ignored)
    yield tmp_path


def found_in(package: Path, first: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    script = f"{first}from satpuzzle.engines import library; print(library.described())"
    return subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        cwd=package,
        env=ENVIRONMENT | {"PYTHONPATH": str(package)} | environment,
    )


def libraries(package: Path) -> list[Path]:
    return sorted((package / "satpuzzle" / "engines" / "native" / "kernels").glob("kernels-*"))


def only_short_sources(package: Path) -> None:
    """Leave two sources, since all of them take ten seconds."""
    for folder in build.FOLDERS:
        for source in (package / folder.relative_to(Path(sp.__file__).parents[1])).glob("*.c"):
            if source.name not in ("level.c", "layout.c"):
                source.unlink()


@pytest.mark.full
def test_a_library_is_built_when_it_is_wanted_and_again_when_a_source_changes(
    package: Path, compiler: list[str]
) -> None:
    only_short_sources(package)
    assert "compiled by" in found_in(package).stdout
    (first,) = libraries(package)
    modified = first.stat().st_mtime_ns
    assert "compiled by" in found_in(package).stdout
    assert first.stat().st_mtime_ns == modified
    source = first.parent / "layout.c"
    source.write_text(source.read_text(encoding="utf-8") + "/* another version */\n", encoding="utf-8")
    assert "compiled by" in found_in(package).stdout
    (second,) = libraries(package)
    assert second.name != first.name


@pytest.mark.full
def first_words(level: str, levels: list[str]) -> str:
    return f"{level} of {', '.join(levels)}" if len(levels) > 1 else level


@X86
def test_a_library_has_the_lowest_level_and_that_of_the_processor_until_another_is_asked_for(
    package: Path, compiler: list[str]
) -> None:
    only_short_sources(package)
    known = list(build.levels())
    lowest, best = known[0], best_level()
    pair = list(dict.fromkeys([lowest, best]))
    assert found_in(package).stdout.startswith(f"{first_words(best, pair)}, compiled by ")
    between = known[known.index(best) - 1] if best != lowest else lowest
    assert found_in(package, **{build.VARIABLE: between}).stdout.startswith(f"{between}")
    assert len(libraries(package)) == 1
    all_of_them = [level for level in known if level in {*pair, between}]
    assert found_in(package).stdout.startswith(f"{first_words(best, all_of_them)}, ")


def test_how_to_get_better_kernels_is_said_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = library._found()
    if isinstance(found, str):
        pytest.skip(found)
    monkeypatch.setattr(build, "SOURCES", tmp_path)
    assert library.advice() is None
    monkeypatch.setattr(found, "best", "avx1024")
    assert str(library.advice()).startswith(f"this processor has avx1024, kernels use {found.level}: ")
    assert library.advice() is None


def test_without_a_compiler_one_line_says_what_to_do(package: Path) -> None:
    no_zig = "import sys; sys.modules['ziglang'] = None; "
    nowhere = found_in(package, no_zig, PATH="", CC="no-such-compiler")
    said = "none (there is no C compiler: install GCC 12, Clang or the package ziglang)\n"
    assert (nowhere.stdout, nowhere.stderr) == (said, "")
    assert libraries(package) == []


@pytest.mark.slow
def test_a_mistake_in_a_source_is_told_in_one_line(package: Path, compiler: list[str]) -> None:
    source = package / "satpuzzle" / "engines" / "native" / "kernels" / "checker.c"
    source.write_text(source.read_text(encoding="utf-8") + "int wrong = ;\n", encoding="utf-8")
    ended = found_in(package)
    assert ended.stdout.startswith("none (")
    assert "error: expected expression" in ended.stdout
    assert ended.stdout.count("\n") == 1
    assert libraries(package) == []


def test_a_compiler_that_cannot_build_it_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "cc"
    other.write_text("#!/bin/sh\nexit 1\n")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.delenv("CC", raising=False)
    build._level.cache_clear()
    assert build.system_compiler() != ["cc"]


@pytest.mark.full
@pytest.mark.parametrize(("level", "says"), [("fastest", "choose from "), ("", "")])
def test_another_level_is_asked_for_by_name(level: str, says: str) -> None:
    ended = run("count", "steinhaus", "--strategy", "mrv", env=ENVIRONMENT | {build.VARIABLE: level})
    if says:
        assert complaint(ended).startswith(f"{build.VARIABLE}={level}: {says}")
    else:
        assert "2 solutions" in said(ended)


# Where there are no kernels


@pytest.mark.full
def test_searches_go_without_kernels() -> None:
    ended = run("count", "steinhaus", "-v", env=WITHOUT)
    assert "2 solutions" in ended.stdout
    assert "in plain Python, since there are no compiled kernels: SATPUZZLE_KERNELS=none" in ended.stderr
    ended = run("count", "slothouber-graatsma", "--method", "frontier", env=WITHOUT)
    assert ended.stderr == "satpuzzle: there are no compiled kernels: SATPUZZLE_KERNELS=none; searching\n"
    assert "1 solution" in ended.stdout
    for name in ("slothouber-graatsma", "dubois-burr"):
        assert said(run("count", name, env=WITHOUT)) == said(run("count", name))


def test_the_version_says_whether_there_are_kernels() -> None:
    assert said(run("--version")) == f"satpuzzle {sp.__version__}\n"
    assert re.fullmatch(r"satpuzzle \S+\nkernels: \w+( of [\w, ]+)?, compiled by .+\n", said(run("--version", "-v")))
    assert said(run("--version", env=WITHOUT)).endswith("\nkernels: none (SATPUZZLE_KERNELS=none)\n")


@pytest.mark.full
@pytest.mark.parametrize(
    "arguments",
    [("count", "soma", "--strategy", "cell"), ("certify", "steinhaus", "-o", "certificate")],
)
def test_what_needs_kernels_says_so_in_one_line(arguments: tuple[str, ...], tmp_path: Path) -> None:
    ended = run(*arguments, cwd=tmp_path, env=WITHOUT)
    assert ended.returncode in (1, 2)
    assert ended.stderr.count("\n") == 1
    assert "compiled kernels" in ended.stderr


def test_a_certificate_is_verified_without_kernels(tmp_path: Path) -> None:
    certify("steinhaus", tmp_path / "certificate")
    ended = said(run("verify", tmp_path / "certificate", env=WITHOUT))
    assert "VERIFIED" in ended
    assert "run as they are" in ended


# Rules


def cell(view: Node) -> int:
    return rules.fewest_options(view, view.cells)


def item(view: Node) -> int:
    return rules.fewest_options(view, view.items)


def pieces(view: Node) -> int:
    return rules.first_needed(view, view.pieces)


def pieces_isolated(view: Node) -> int:
    for cell in view.cells:
        if view.needed[cell] and rules.free_neighbours(view, cell) == 0:
            return GIVE_UP
    return rules.first_needed(view, view.pieces)


def pieces_pockets(view: Node) -> int:
    for cell in view.cells:
        if view.needed[cell]:
            pocket = [cell]
            for one in pocket:  # which grows meanwhile
                for other in view.neighbours[view.neighbour_start[one] : view.neighbour_start[one + 1]]:
                    empty = (view.full[other >> 6] >> np.uint64(other & 63)) & np.uint64(1) == 0
                    if empty and other not in pocket and len(pocket) < 4:
                        pocket.append(other)
            if len(pocket) < 4 and rules.options_left(view, cell) == 0:
                return GIVE_UP
    return rules.first_needed(view, view.pieces)


def rows(view: Node) -> int:
    best, fewest = ANY, len(view.rows) + 1
    for head in view.cells:  # on a cube, lines are parallel to x
        line = [cell for cell in view.cells if (view.points[cell] == view.points[head])[1:].all()]
        if line[0] == head:
            cell = rules.first_needed(view, np.array(line))
            if cell != ANY and rules.options_left(view, cell) < fewest:
                best, fewest = cell, rules.options_left(view, cell)
    return int(best)


RULES = [cell, item, pieces, pieces_isolated, pieces_pockets, rows]


def searched(strategy: Any) -> tuple[list[tuple[int, ...]], int]:
    search = sp.solve("slothouber-graatsma", strategy=strategy)
    return [solution.options for solution in search], search.stats["nodes"]


@pytest.mark.few(3)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
@pytest.mark.parametrize("compiled", [pytest.param(True, marks=pytest.mark.slow), False])  # to compile takes a second
def test_a_rule_in_c_is_the_rule_in_python(
    rule: Callable[[Node], int], compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not compiled:
        monkeypatch.setitem(sys.modules, "numba", None)
    elif find_spec("numba") is None:
        lacks("numba")
    assert searched(rule) == searched(rule.__name__.replace("_", "-"))


def test_what_a_rule_raises_that_is_not_compiled_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)

    def broken(view: Node) -> int:
        raise KeyError("broken")

    with pytest.raises(KeyError, match="broken"):
        sp.count("soma", strategy=broken)


@pytest.mark.full
def test_a_rule_that_is_not_compiled_says_once_what_would_make_it_faster(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def plain(view: Node) -> int:
        return ANY

    sp.count("slothouber-graatsma", strategy="cell")
    if find_spec("numba") is not None:
        sp.count("slothouber-graatsma", strategy=pieces)
    assert not caplog.records
    monkeypatch.setitem(sys.modules, "numba", None)
    for _ in range(2):
        sp.count("slothouber-graatsma", strategy=plain, parts=3)
    (record,) = caplog.records
    assert record.getMessage().startswith(
        "strategy plain: runs as plain Python; compiling it needs the library numba: pip"
    )


def test_an_array_that_is_not_as_c_has_it_is_refused() -> None:
    with pytest.raises(AssertionError):
        library.address(np.zeros((4, 4))[:, ::2])


def test_where_integers_are_narrow_kernels_get_no_narrow_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    if (reason := library.missing()) is not None:
        pytest.skip(reason)
    monkeypatch.setattr(library, "_NARROW", True)
    assert sp.count("soma").raw == 11520 and sp.count("nine-cards").raw == 4
    library.Call("holes", {"start": np.zeros(3, np.int64), "open": np.zeros(3, np.bool_)})
    with pytest.raises(AssertionError, match=r"'start', dtype\('int32'\)"):
        library.Call("holes", {"start": np.zeros(3, np.int32)})
    assert widths("edges")["entries"] == 8 and widths("motion")["position"] == 2 and "arrival" not in widths("motion")
