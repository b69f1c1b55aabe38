"""The programs that peers.py times, and how each is called.

A program of others reads an exact cover in Knuth's notation from its standard input and prints the number of solutions:

- `simd`: the search of BurrTools' `SimdExactCover` (September 2026), peer_filter.cpp, which says only the number;
- `ssxcc`, `ssmcc`, `dlx6`: Knuth's programs, which say "Altogether N solutions";
- `xcover` is a package of the extra `bench`; `dxz` is a folder in which pip has installed the package of that name;
- `pentomino ROWS COLUMNS [ROUNDS]`: sugyan's solver with the small table, as a program that says how many classes;
- `burrtxt`: BurrTools' program for the command line;
- `before`: the root of another checkout of satpuzzle, with its kernels built.
"""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parent
SETS = ("sse2", "avx2", "avx512")  # instruction sets; a processor that has one has those before it
Measured = dict[str, Any]


def timed(command: list[str], file: Path | None = None, **more: str) -> tuple[float, float, str]:
    """Run a program; return its CPU seconds, those of them in user mode, and what it printed."""
    reads = file.open("rb") if file else None
    process = subprocess.Popen(
        command, stdin=reads, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=os.environ | more
    )
    assert process.stdout is not None
    with process.stdout as out:
        text = out.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if reads:
        reads.close()
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command, text)
    return used.ru_utime + used.ru_stime, used.ru_utime, text


# Workers: they run in a process of their own, `peers.py --worker NAME ARGUMENTS`.


def ours(way: str, name: str) -> Measured:
    """Count the solutions of an instance twice in this process, each time placing the pieces anew.

    `way` is a method of `count`.
    """
    import satpuzzle as sp

    found: Measured = {}
    loaded = puzzle(name)
    for column in ("first", "cpu"):
        subject = replace(loaded, name=f"{name}, {column}")  # a puzzle that is equal has known tables
        began = time.process_time()
        if way == "search":
            run = sp.solve(subject, jobs=1)
            counts, stats = run.exhaust(), run.stats
        else:
            counts, stats = sp.count(subject, jobs=1, method=way), {}
        found[column] = time.process_time() - began
    count = counts.isometries if way == "search" else counts.raw
    return found | {"solutions": count, "nodes": stats.get("nodes"), "strategy": stats.get("strategy")}


def in_python(count: Callable[[np.ndarray], int], files: tuple[str, ...]) -> Measured:
    """Count by a function of a matrix, less the time for a matrix with one more column, which no row covers."""
    matrices = [matrix(Path(file)) for file in files]
    count(matrix_of([[0, 1], [1, 2], [0], [2]]))  # imports and compiles
    solutions, cpu = 0, 0.0
    for members in matrices:
        hopeless = np.pad(members, ((0, 0), (0, 1)))
        for each, sign in ((hopeless, -1), (members, 1)):
            began = time.process_time()
            solutions += count(each)
            cpu += sign * (time.process_time() - began)
    return {"solutions": solutions, "cpu": max(cpu, 0.0)}


def by_xcover(*files: str) -> Measured:
    """Count by xcover."""
    import xcover

    return in_python(lambda members: sum(1 for _ in xcover.covers_bool(members.astype(bool))), files)


def by_dxz(folder: str, *files: str) -> Measured:
    """Count by dxz, which gets a flat list."""
    sys.path.insert(0, folder)
    import dxz

    return in_python(lambda members: int(dxz.dxz_count(*members.shape, members.astype(int).ravel().tolist())), files)


WORKERS: dict[str, Callable[..., Measured]] = {"ours": ours, "xcover": by_xcover, "dxz": by_dxz}


def worker(name: str, *arguments: str, **more: str) -> Measured:
    """Return what a worker found, in a new process."""
    command = [sys.executable, str(HERE / "peers.py"), "--worker", name, *arguments]
    out = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True, env=os.environ | more).stdout
    found: Measured = json.loads(out.splitlines()[-1])
    return found


# Instances and matrices


def puzzle(name: str) -> Any:
    """Return a bundled puzzle, or a box to be filled with equal pieces, such as `V3-3x3x4`."""
    import satpuzzle as sp
    from satpuzzle.measure.instances import DOMINO, P5, filled

    shapes = {"domino": DOMINO, "V3": ((0, 0), (1, 0), (0, 1)), "L4": ((0, 0), (1, 0), (2, 0), (2, 1)), "P5": P5}
    kind, _, sides = name.partition("-")
    return filled(kind, [*map(int, sides.split("x"))], shapes[kind]) if kind in shapes else sp.load(name)


def covers(table: str, name: str) -> Iterator[Any]:
    """Yield the covers that others get: those that the plan searches, or the whole one if it is to be counted."""
    import satpuzzle as sp
    from satpuzzle.measure.instances import cells_of

    if table == "count":
        yield cells_of(puzzle(name))
        return
    run = sp.solve(puzzle(name), jobs=1)
    run.tabulate()
    for branch in run.plan().branches:
        yield needed(branch.cover.residual()[1])


def needed(cover: Any) -> Any:
    """Return a cover without items that nothing covers, or whose number of options follows from the volumes."""
    from satpuzzle.cover.exact_cover import ExactCover

    members = cover.members()
    keep = members.any(axis=0) | (cover.lower > 0)
    several = np.flatnonzero(keep & (cover.upper > 1))
    if len(several) == 1 and len({*members[:, keep & (cover.upper == 1)].sum(axis=1).tolist()}) == 1:
        keep[several] = False
    bounds = [(int(cover.lower[item]), int(cover.upper[item])) for item in np.flatnonzero(keep)]
    return ExactCover.of_sets([np.flatnonzero(row).tolist() for row in members[:, keep]], bounds)


def written(table: str, name: str, folder: Path) -> list[Path]:
    """Write the covers of an instance, and beside each, `.none`, the same with an item that nothing covers."""
    from satpuzzle.cover.dlx import write

    files = []
    for number, cover in enumerate(covers(table, name)):
        items, *options = write(cover)
        files.append(folder / f"{table}-{name}-{number}.dlx")
        files[-1].write_text("\n".join([items, *options, ""]), encoding="utf-8")
        files[-1].with_suffix(".none").write_text("\n".join([f"{items} none", *options, ""]), encoding="utf-8")
    return files


def matrix(file: Path) -> np.ndarray:
    """Return the matrix of a file without bounds."""
    items, *options = file.read_text(encoding="utf-8").splitlines()
    number = {item: place for place, item in enumerate(items.split())}
    return matrix_of([[number[item] for item in option.split()] for option in options])


def matrix_of(options: list[list[int]]) -> np.ndarray:
    """Return a row for each option."""
    members = np.zeros((len(options), 1 + max(map(max, options))), np.uint8)
    for row, option in zip(members, options, strict=True):
        row[option] = 1
    return members


# Programs


@dataclass(frozen=True)
class Program:
    """A program, what its path is if one is needed, which instances it takes, and how it is run."""

    name: str
    path: str
    takes: Callable[[str, list[Path], dict[str, Path]], bool]
    run: Callable[[str, str, list[Path], dict[str, Path]], Measured]


def counted(files: list[Path]) -> bool:
    """Tell whether some item has bounds."""
    return any("|" in file.read_text(encoding="utf-8").partition("\n")[0] for file in files)


def reader(name: str, path: str, bounds: bool = False) -> Program:
    """Return a program that reads a file and prints the number of solutions."""

    def run(table: str, instance: str, files: list[Path], paths: dict[str, Path]) -> Measured:
        solutions, cpu, user = 0, 0.0, 0.0
        for file in files:
            start, start_user, _ = timed([str(paths[name])], file.with_suffix(".none"))
            whole, whole_user, text = timed([str(paths[name])], file)
            said = re.findall(r"^(?:Altogether )?(\d+)(?: solutions?,|$)", text, re.MULTILINE)
            solutions, cpu, user = solutions + int(said[-1]), cpu + whole - start, user + whole_user - start_user
        return {"solutions": solutions, "cpu": max(cpu, 0.0), "user": max(user, 0.0)}

    return Program(name, path, lambda instance, files, paths: counted(files) == bounds, run)


def package(name: str, path: str) -> Program:
    """Return a program that is a Python package."""

    def run(table: str, instance: str, files: list[Path], paths: dict[str, Path]) -> Measured:
        return worker(name, *([str(paths[name])] if path else []), *map(str, files))

    return Program(name, path, lambda instance, files, paths: not counted(files), run)


def level(name: str, kernels: str | None, way: str = "search", path: str = "") -> Program:
    """Return satpuzzle with the kernels of an instruction set (None: the best one here), by a method, in a checkout."""

    def run(table: str, instance: str, files: list[Path], paths: dict[str, Path]) -> Measured:
        more = ({"SATPUZZLE_KERNELS": kernels} if kernels else {}) | ({"PYTHONPATH": str(paths[name])} if path else {})
        return worker("ours", way, instance, **more)

    def takes(instance: str, files: list[Path], paths: dict[str, Path]) -> bool:
        from satpuzzle.engines import library

        return kernels is None or library.level() in SETS[SETS.index(kernels) :]

    return Program(name, path, takes, run)


def _pentomino(table: str, instance: str, files: list[Path], paths: dict[str, Path]) -> Measured:
    sides = instance.rpartition("-")[2].split("x")
    start, start_user, _ = timed([str(paths["pentomino"]), *sides, "0"])
    whole, user, text = timed([str(paths["pentomino"]), *sides, "10"])  # ten times, since it takes no time
    return {"solutions": int(text), "cpu": max(whole - start, 0.0) / 10, "user": max(user - start_user, 0.0) / 10}


def _assemble(table: str, instance: str, files: list[Path], paths: dict[str, Path]) -> Measured:
    from peers import BURRS

    words, said = ["count"], r"isometries (\d+)\)"
    if table == "burrs":
        words, said = ["assemble", "--moves", "steps", "-n", "0"], r": (\d+) of \d+ packings? examined"
    of = [str(paths["burrs"] / f"{instance}.xmpuzzle"), "--problem", str(BURRS[instance]), "-j", "1"]
    cpu, user, text = timed([sys.executable, "-m", "satpuzzle", *words, *of])
    return {"solutions": int(re.findall(said, text)[-1]), "cpu": cpu, "user": user}


def _burrtxt(table: str, instance: str, files: list[Path], paths: dict[str, Path]) -> Measured:
    from peers import BURRS

    file, number = str(paths["burrs"] / f"{instance}.xmpuzzle"), str(BURRS[instance] - 1)
    apart, said = (["-d"], r"and (\d+) solutions found") if table == "burrs" else ([], r"(\d+) assemblies")
    cpu, user, text = timed([str(paths["burrtxt"]), *apart, "-r", "-q", "-o", number, file])
    return {"solutions": int(re.findall(said, text)[-1]), "cpu": cpu, "user": user}


def _is_rectangle(instance: str, files: list[Path], paths: dict[str, Path]) -> bool:
    return instance.startswith("pentominoes-")


def _there(instance: str, files: list[Path], paths: dict[str, Path]) -> bool:
    return (paths["burrs"] / f"{instance}.xmpuzzle").exists()


PROGRAMS = {
    program.name: program
    for program in (
        level("avx512", "avx512"),
        level("avx2", "avx2"),
        level("sse2", "sse2"),
        level("before", None, path="another checkout of satpuzzle"),
        reader("simd", "the search of BurrTools' SimdExactCover"),
        reader("ssxcc", "Knuth's SSXCC"),
        reader("ssmcc", "Knuth's SSMCC", bounds=True),
        package("xcover", ""),
        Program("pentomino", "sugyan's solver of pentomino rectangles", _is_rectangle, _pentomino),
        level("count", None, "auto"),
        level("frontier", None, "frontier"),
        package("dxz", "a folder with the package dxz"),
        reader("dlx6", "Knuth's DLX6"),
        Program("assemble", "", _there, _assemble),
        Program("burrtxt", "BurrTools' burrTxt", _there, _burrtxt),
    )
}
