"""Times other programs beside this one, on equal matrices: `python notebooks/peers.py --folder FOLDER --anew --write`.

A program is measured if it, or its source, lies in the folder (`peer_builds.py`), or if its path is given; how each is
called says `PROGRAMS` in peer_programs.py.  All runs are on one core, one after the other, in interleaved rounds; a run
is a row of `peers.csv`, and one that is there is not repeated, unless with `--anew`.  Nothing is measured while the
load average is above 0.5 a core (`--busy` tries it all the same).

CPU seconds are user and system time.  What a program needs to start and to read is left out on both sides: for others
it is the time that the same program needs for the same file with one more item, which nothing covers, so that the
search ends at once; for satpuzzle everything counts from the puzzle in memory to the last class of solutions, in a
process that has done the same before (`cpu`) or has not (`first`).  Burrs are whole commands on both sides.

`--write` puts the tables into docs/performance.md, between the marks that name them; lost rows come first.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import peer_builds
import peer_programs
from lab.about import wait_for_quiet
from lab.ledger import Ledger, provenance, read
from lab.spread import Spread
from peer_programs import PROGRAMS, Program

from satpuzzle.errors import PuzzleError

LEDGER = Path(__file__).parent / "peers.csv"
PAGE = Path(__file__).parents[1] / "docs" / "performance.md"
KEYS, VALUES = ("table", "instance", "program", "round"), ("solutions", "cpu", "user", "first", "nodes", "strategy")

# Instances, each with its number of rounds.
SEARCH = {
    "pentominoes-3x20": 5, "pentominoes-4x15": 5, "pentominoes-5x12": 5, "pentominoes-6x10": 5, "pentominoes-8x8": 5,
    "soma": 5, "galakub": 5, "conway-blocks": 5, "iq-pyramid-5": 5, "iq-triangle": 5, "iq-rectangle": 3,
    "n-pentacubes-5x5x5": 5, "y-pentacubes-5x5x5": 3, "bedlam": 2, "tetris-cube": 2, "ct-puzzle": 1,
}  # fmt: skip
COUNT = {
    "domino-6x7": 5, "domino-5x8": 5, "domino-3x3x4": 5, "V3-3x3x4": 5, "L4-6x8": 5, "P5-10x10": 3,
}  # fmt: skip
BURRS = {  # the file, and the number of the problem in it from 1
    "DraculasDentalDesaster": 1, "PelikanBurr": 1, "SolidSixPieceBurrs": 1, "demirhan.burrloop": 1,
    "eyckmans.rhinoceros": 1, "lohe.misused-key": 3, "lohe.key-trap": 1, "eyckmans.moiras-cube": 1, "HexSticks": 1,
    "PiecesOfEight": 3, "eyckmans.aracna": 1, "eyckmans.gargamel": 1, "eyckmans.save-the-gorilla": 1,
    "eyckmans.ankes-cube": 1, "eyckmans.arnes-cube": 1,
}  # fmt: skip
ASSEMBLED = ("HexSticks", "PiecesOfEight", "eyckmans.aracna")  # not taken apart: by BurrTools, or in a minute
SLOW = (  # which take BurrTools a quarter of a minute or more
    "eyckmans.moiras-cube", "eyckmans.save-the-gorilla", "eyckmans.ankes-cube", "eyckmans.arnes-cube",
)  # fmt: skip
FILES = {name: 1 if name in SLOW else 5 for name in BURRS}
LEFT_OUT = {  # these take minutes or more
    ("ssxcc", "ct-puzzle"), ("xcover", "ct-puzzle"), ("burrtxt", "eyckmans.arnes-cube"),
}  # fmt: skip
TABLES: dict[str, tuple[dict[str, int], list[str]]] = {
    "search": (SEARCH, ["avx512", "avx2", "sse2", "before", "simd", "ssxcc", "ssmcc", "xcover", "pentomino"]),
    "count": (COUNT, ["count", "frontier", "dxz", "dlx6", "ssxcc"]),
    "burrs": ({name: rounds for name, rounds in FILES.items() if name not in ASSEMBLED}, ["assemble", "burrtxt"]),
    "packings": (FILES, ["assemble", "burrtxt"]),
}
OF_FILES = ("burrs", "packings")  # tables of BurrTools files
OURS = ("avx512", "avx2", "sse2", "before", "count", "frontier", "assemble")


def instances(table: str, names: list[str]) -> dict[str, int]:
    """Return the instances of a table with their rounds, only those named, if any."""
    return {name: rounds for name, rounds in TABLES[table][0].items() if not names or name in names}


def ledger(path: Path = LEDGER) -> Ledger:
    """Return the ledger of all runs."""
    return Ledger(path, KEYS, VALUES)


def measure(table: str, paths: dict[str, Path], book: Ledger, names: list[str], most: int) -> None:
    """Run what is not in the ledger: round by round, and in a round one program after the other."""
    with tempfile.TemporaryDirectory() as folder:
        for name, rounds in instances(table, names).items():
            files = [] if table in OF_FILES else peer_programs.written(table, name, Path(folder))
            for turn in range(min(rounds, most)):
                for program in asked(table, name, files, paths):
                    key = {"table": table, "instance": name, "program": program.name, "round": turn}
                    if book.lacks(key, 0):
                        found = program.run(table, name, files, paths)
                        book.add(key, {"status": "exhausted"} | found, 0)
                        print(*key.values(), found["solutions"], f"{found['cpu']:.4f} s", flush=True)
            agree(book, table, name)


def asked(table: str, name: str, files: list[Path], paths: dict[str, Path]) -> Iterator[Program]:
    """Yield the programs of a table that can be run here and take this instance."""
    for each in TABLES[table][1]:
        program = PROGRAMS[each]
        there = each in paths or not program.path
        if there and (each, name) not in LEFT_OUT and program.takes(name, files, paths):
            yield program


def agree(book: Ledger, table: str, name: str) -> None:
    """Raise PuzzleError if two programs count differently.

    In the table `search`, others count the solutions of the matrix; these are compared with each other, and satpuzzle's
    classes with each other.  `pentomino` counts classes.
    """
    counts: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for row in book.rows.values():
        if (row["table"], row["instance"]) == (table, name):
            counts[table == "search" and row["program"] in (*OURS, "pentomino")][row["solutions"]] += 1
    if any(len(found) > 1 for found in counts.values()):
        raise PuzzleError(f"{table} {name}: programs count differently: {counts}")


# The page


def seconds(rows: list[dict[str, Any]], column: str = "cpu") -> Spread | None:
    """Return the spread of a column, None without rows or values."""
    values = [row[column] for row in rows if row[column] is not None]
    return Spread.of(values) if values else None


def shown(spread: Spread | None) -> str:
    """Return a median in seconds for a table."""
    return "" if spread is None else f"{spread.middle:.2g}" if spread.middle < 1 else f"{spread.middle:.1f}"


def rows_of(records: list[dict[str, Any]], table: str) -> dict[str, dict[str, list[dict[str, Any]]]]:
    """Return the rows of a table by instance and program, in the table's order."""
    found: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for name in TABLES[table][0]:
        for row in records:
            if (row["table"], row["instance"]) == (table, name):
                found.setdefault(name, {}).setdefault(row["program"], []).append(row)
    return found


HEADS = {
    "avx512": "AVX-512", "avx2": "AVX2", "sse2": "SSE2", "before": "before", "simd": "BurrTools' search",
    "ssxcc": "SSXCC", "xcover": "xcover", "pentomino": "sugyan", "count": "count", "frontier": "frontier",
    "dxz": "dxz", "dlx6": "DLX6", "assemble": "satpuzzle", "burrtxt": "BurrTools",
}  # fmt: skip


def best_ratio(by: dict[str, list[dict[str, Any]]], ours: str) -> str:
    """Return how many times as long as `ours` the fastest other program takes."""
    base = seconds(by.get(ours, []))
    others = [spread.middle for name, rows in by.items() if name not in OURS and (spread := seconds(rows))]
    return f"{min(others) / base.middle:.2g}" if base and others else ""


def _least_ratio(by: dict[str, list[dict[str, Any]]], ours: list[str]) -> float:
    """Return the least of the ratios of a row, by which rows are in order: those that are lost come first."""
    return min((float(ratio) for each in ours if (ratio := best_ratio(by, each))), default=0.0)


def lost(ours: str, found: dict[str, dict[str, list[dict[str, Any]]]]) -> str:
    """Return a sentence that names the instances on which another program is faster."""
    names = [name for name, by in found.items() if (ratio := best_ratio(by, ours)) and float(ratio) < 1]
    return f"Another program is faster than *{HEADS[ours]}* on {', '.join(names) or 'none of them'}."


def rounds(found: dict[str, dict[str, list[dict[str, Any]]]]) -> str:
    """Return a sentence that says of how many rounds the medians of each instance are."""
    names: dict[int, list[str]] = {}
    for name, by in found.items():
        names.setdefault(min(map(len, by.values())), []).append(name)
    most, *fewer = sorted(names, reverse=True)
    return f"Rounds: {'; '.join([f'{most}', *(f'{few} on ' + ', '.join(names[few]) for few in fewer)])}."


def table_of(records: list[dict[str, Any]], table: str) -> str:
    """Return a table of the page in Markdown, with a sentence that says where and when it was measured."""
    found = rows_of(records, table)
    used = {program for by in found.values() for program in by} - {"ssmcc"}
    columns = [each for each in TABLES[table][1] if each in used]
    ours = [each for each in columns if each in OURS and each != "before"]
    ratios = [f"fastest other ÷ {HEADS[each]}" for each in ours]
    text = {"search": ["puzzle", "solutions", "strategy", "nodes"], "count": ["puzzle", "solutions"]}
    text |= {"burrs": ["file", "come apart"], "packings": ["file", "packings"]}
    heads = [*text[table], *(f"{HEADS[each]}, s" for each in columns), *ratios]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for name, by in sorted(found.items(), key=lambda row: _least_ratio(row[1], ours)):
        first = next(rows[0] for each in (*ours, *columns) if (rows := by.get(each)))
        about = [name, str(first["solutions"])]
        about += [str(first["strategy"]), str(first["nodes"])] if table == "search" else []
        merged = by | {"ssxcc": by.get("ssxcc") or by.get("ssmcc") or []}
        if by.get("before") and by["before"][0]["nodes"] != first["nodes"]:
            merged["before"] = []  # another tree: the times of its nodes are not those of the same work
        times = [shown(seconds(merged.get(each, []))) for each in columns]
        lines.append(f"| {' | '.join([*about, *times, *(best_ratio(by, each) for each in ours)])} |")
    chosen = [row for row in records if row["table"] == table]
    return "\n".join([*lines, "", *map(lost, ours, [found] * len(ours)), rounds(found), f"{provenance(chosen)}."])


def write(page: Path = PAGE, path: Path = LEDGER) -> None:
    """Put the tables into the page; a table that was not measured is left as it is."""
    text, records = page.read_text(encoding="utf-8"), read(path) if path.exists() else []
    for table in TABLES:
        if any(row["table"] == table for row in records):
            mark = re.compile(rf"(<!-- {table}: .*? -->\n).*?(<!-- end of {table} -->)", re.DOTALL)
            if len(mark.findall(text)) != 1:
                raise PuzzleError(
                    f"{page}: no marks of the table {table}, <!-- {table}: ... -->, <!-- end of {table} -->"
                )
            new = table_of(records, table)
            text = mark.sub(lambda found, new=new: f"{found[1]}\n{new}\n\n{found[2]}", text)  # type: ignore[misc]
    page.write_text(text, encoding="utf-8")


def main() -> None:
    """Measure, or write the page."""
    if sys.argv[1:2] == ["--worker"]:
        print(json.dumps(peer_programs.WORKERS[sys.argv[2]](*sys.argv[3:])))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", nargs="*", metavar="TABLE", help=", ".join(TABLES))
    for name, program in PROGRAMS.items():
        if program.path:
            parser.add_argument(f"--{name}", type=Path, metavar="PATH", help=program.path)
    parser.add_argument("--folder", type=Path, help="where the programs of others, or their sources, lie")
    parser.add_argument("--burrs", type=Path, metavar="FOLDER", help="where the BurrTools files lie")
    parser.add_argument("--core", type=int, default=0, help="the core of all runs (0)")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="only this instance")
    parser.add_argument("--most", type=int, default=99, metavar="N", help="at most N rounds")
    parser.add_argument("--csv", type=Path, default=LEDGER, help="the ledger")
    parser.add_argument("--busy", action="store_true", help="measure on a busy machine, too, to try it")
    parser.add_argument("--anew", action="store_true", help="begin a new ledger")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/performance.md")
    given = parser.parse_args()
    if unknown := [name for name in given.table if name not in TABLES]:
        parser.error(f"table {unknown[0]}: choose from {', '.join(TABLES)}")
    if given.write and not given.folder:
        write(path=given.csv)
        return
    found = peer_builds.built(given.folder.resolve()) if given.folder else {}
    paths = found | {name: path.resolve() for name in (*PROGRAMS, "burrs") if (path := getattr(given, name, None))}
    if missing := [str(path) for path in paths.values() if not path.exists()]:
        parser.error(f"{missing[0]}: no such file")
    if not given.busy:
        wait_for_quiet()
    if given.anew:
        given.csv.unlink(missing_ok=True)
    os.sched_setaffinity(0, {given.core})
    for table in given.table or TABLES:
        if table not in OF_FILES or "burrs" in paths:
            measure(table, paths, ledger(given.csv), given.only, given.most)
    if given.write:
        write(path=given.csv)


if __name__ == "__main__":
    try:
        main()
    except (PuzzleError, subprocess.CalledProcessError) as error:
        sys.exit(str(error))
