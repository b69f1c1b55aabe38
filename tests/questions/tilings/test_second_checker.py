"""Two checkers of certificates of tilings agree; another author wrote most of the second one from the page."""

import hashlib
import json
import lzma
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from commands import run, said
from pysat.solvers import Solver
from tilings_by_the_page import GRIDS, Refused, cells_in, verdicts
from tilings_by_the_page import Shape as SecondShape

from satpuzzle.proofs.check.patches import NoCoronas, Shape
from satpuzzle.questions.tilings.shapes import prototiles

WORDS = {"tiles": "tile", "no": "do not", "open": "open"}


def certificates(folder: Path, *words: str) -> Path:
    said(run("tile", "plane", *words, "-q", "-o", folder.with_suffix(".csv"), "--certificates", folder))
    return folder


def first_says(folder: Path) -> str:
    """Return what the first checker says of the shapes of a folder; '' if it refuses."""
    ended = run("verify", folder)
    assert ended.returncode in (0, 1), ended
    return ended.stdout.partition("\n")[0]


def second_says(folder: Path) -> str:
    try:
        counts = verdicts(folder)
    except Refused:
        return ""
    shapes = counts.total()
    parts = (f"{counts[verdict]} {word}" for verdict, word in WORDS.items() if counts[verdict])
    return f"VERIFIED: {shapes} shape{'s' * (shapes > 1)}: {', '.join(parts)}"


def agree(folder: Path) -> str:
    first, second = first_says(folder), second_says(folder)
    assert first == second, folder
    return second


# Forging: each way changes a certificate and the files beside it; what it leaves may be right.

Value = dict[str, Any]
Way = Callable[[Value, Path, Random], None]


def other(value: Any, random: Random) -> Any:
    """Return another value in place of one, which is not equal to it in Python either."""
    if isinstance(value, list):
        at = random.randrange(len(value) + 1)
        more: Any = random.choice([0, None, [], [0, 0, 0], {}])
        return random.choice(
            [value[:at] + value[at + 1 :], value[::-1], [*value[:at], more, *value[at:]], 0, str(value)]
        )
    if isinstance(value, bool):
        return random.choice([not value, None, "true", []])
    if isinstance(value, int):
        return random.choice([value + 1, value - 1, value + 2, value + 0.5, str(value), None, [value]])
    return random.choice([False, 3, -1, 5, "", "no", "tiles", "open", [[]], str(value) + "0"])


def anything(value: Value, folder: Path, random: Random) -> None:
    """Change something anywhere."""
    where: Any = value
    key: Any = random.choice(list(where))
    while isinstance(where[key], list | dict) and where[key] and random.random() < 0.85:
        where = where[key]
        key = random.choice(list(where)) if isinstance(where, dict) else random.randrange(len(where))
    match random.randrange(8) if isinstance(where, dict) else 2:
        case 0:
            del where[key]
        case 1:
            where[random.choice(["more", key + "s", key.upper()])] = where[key]
        case _:
            where[key] = other(where[key], random)


def copies_of(value: Value, random: Random) -> list[Any]:
    """Return a list of copies somewhere in a certificate."""
    lists = [each["copies"] for key in ("tiling", "isohedral_tiling") if (each := value[key])]
    lists += [corona for key in ("patch", "loose_patch") for corona in value[key] or ()]
    return random.choice(lists) if lists else []


def one_copy(value: Value, folder: Path, random: Random) -> None:
    """Move, turn or reflect a copy."""
    copies = copies_of(value, random)
    if copies:
        at = random.randrange(len(copies))
        by = [random.choice([-6, -5, -3, -1, 0, 0, 0, 1, 3, 5, 6]) for _ in range(3)]
        turn = random.choice([[0, 1, 2], [1, 0, 2], [0, 1, 2], [2, 1, 0]])
        sign = random.choice([1, 1, -1])
        copies[at] = [[sign * cell[turn[i]] + by[i] for i in range(3)] for cell in copies[at]]


def all_cells(value: Value, folder: Path, random: Random) -> None:
    """Move or turn everything in a copy, a tiling or the shape."""
    by = [random.choice([-6, -3, -1, 0, 0, 1, 3, 6, 15]) for _ in range(3)]
    flat = value["grid"] in ("square", "hexagonal", "triangular")
    by[2] *= not flat
    swap, sign = random.random() < 0.5, random.choice([1, 1, -1])

    def moved(what: Any) -> Any:
        if what and all(type(each) is int for each in what):
            x, y, z = what
            x, y = (y, x) if swap else (x, y)
            return [sign * x + by[0], sign * y + by[1], sign * z + by[2]]
        return [moved(each) for each in what]

    key = random.choice(["cells", "patch", "loose_patch", "tiling", "isohedral_tiling"])
    if key.endswith("tiling") and value[key]:
        value[key]["copies"] = moved(value[key]["copies"])
    elif value[key]:
        value[key] = moved(value[key])


def another_grid(value: Value, folder: Path, random: Random) -> None:
    value["grid"] = random.choice(
        ["square", "hexagonal", "cubic", "triangular", "fcc", "prisms", "rhombic", "tetra-octa"]
    )
    value["mirror"] = random.choice([True, False])


def another_period(value: Value, folder: Path, random: Random) -> None:
    tilings = [value[key] for key in ("tiling", "isohedral_tiling") if value[key]]
    if tilings:
        tiling = random.choice(tilings)
        periods = tiling["periods"]
        one, two = random.sample(range(len(periods)), 2)
        match random.randrange(5):
            case 0:  # the same lattice
                periods[one] = [a + b for a, b in zip(periods[one], periods[two], strict=True)]
            case 1:
                periods[one] = [2 * a for a in periods[one]]
            case 2:
                periods[one] = [a + random.choice([-1, 0, 1]) for a in periods[one]]
            case 3:
                periods[one] = [-a for a in periods[two]]
            case _:  # twice as many copies
                by = periods[one]
                tiling["copies"] += [
                    [[a + b for a, b in zip(c, by, strict=True)] for c in copy] for copy in tiling["copies"]
                ]
                periods[one] = [2 * a for a in by]
                if random.random() < 0.7 and value["copies"]:
                    value["copies"] *= 2


def without_tiling(value: Value, folder: Path, random: Random) -> None:
    key, others = random.sample(["tiling", "isohedral_tiling"], 2)
    value[key] = value[others] if random.random() < 0.4 else None
    if random.random() < 0.5:
        value["isohedral"] = random.choice([None, False, True])
    if random.random() < 0.3:
        value["tiling"] = value["isohedral_tiling"] = value["copies"] = value["orbits"] = None
        value["isohedral"] = random.choice([None, False])
        value["verdict"] = random.choice(["open", "no"])
        value["coronas"] = len(value["patch"]) - 1 if value["patch"] else 0


def other_coronas(value: Value, folder: Path, random: Random) -> None:
    key = random.choice(["patch", "loose_patch"])
    other = "loose_patch" if key == "patch" else "patch"
    match random.randrange(5):
        case 0:
            value[key] = value[other]
        case 1:
            value[key] = value[key] and value[key][:-1]
        case 2:
            value[key] = [*(value[key] or [[value["cells"]]]), []]
        case 3:
            value[key] = None
        case _:
            if value[key] and len(value[key]) > 2:
                coronas = value[key]
                coronas[-1:] = []
                coronas[-1] += random.choice([[], [coronas[-1][0]]])
    if random.random() < 0.5 and value["verdict"] != "tiles":
        value["coronas"] = len(value["patch"]) - 1 if value["patch"] else 0
        if random.random() < 0.5:
            value["heesch"] = random.choice([None, value["coronas"]])
            value["heesch_with_holes"] = random.choice([None, len(value["loose_patch"] or [0]) - 1])


def other_numbers(value: Value, folder: Path, random: Random) -> None:
    for key in random.sample(["heesch", "heesch_with_holes", "coronas", "copies", "orbits"], random.choice([1, 1, 2])):
        value[key] = random.choice([None, 0, 1, 2, 3])


def other_verdict(value: Value, folder: Path, random: Random) -> None:
    value["verdict"] = random.choice(["tiles", "no", "open"])
    value["hole"] = random.choice([value["hole"], value["hole"], not value["hole"]])


def other_claims(value: Value, folder: Path, random: Random) -> None:
    """Change what a proof shows, or the set of proofs."""
    if not value["proofs"]:
        return
    one = random.choice(value["proofs"])
    match random.randrange(5):
        case 0:
            one["coronas"] += random.choice([-1, 1])
        case 1:
            one["whole"] += random.choice([-1, 1, 2])
        case 2:
            value["proofs"].remove(one)
            value["refuted"] = [[each["coronas"], each["whole"]] for each in value["proofs"]]
            if random.random() < 0.7:
                never = any(not each["whole"] for each in value["proofs"])
                value["verdict"] = "no" if never else "open"
                value["heesch"] = value["heesch_with_holes"] = None
        case 3:
            value["proofs"].append(one)
        case _:
            others = random.choice(value["proofs"])
            one["proof"], one["sha256"] = others["proof"], others["sha256"]


def other_holes(value: Value, folder: Path, random: Random) -> None:
    holes = [(each, hole) for each in value["proofs"] for hole in each["holes"]]
    if not holes:
        return
    proof, hole = random.choice(holes)
    match random.randrange(7):
        case 0:
            proof["holes"].remove(hole)
        case 1:
            random.shuffle(hole["ring"])
        case 2:
            random.shuffle(hole["cells"])
        case 3:
            hole["ring"].pop(random.randrange(len(hole["ring"])))
        case 4:
            hole["cells"].pop(random.randrange(len(hole["cells"])))
        case 5:
            hole["ring"].append(random.choice(random.choice(holes)[1]["ring"]))
        case _:
            random.choice(hole["ring"])["corona"] = random.choice([0, 1, 2, 3])


def another_proof(value: Value, folder: Path, random: Random) -> None:
    """Change the text of a proof, or its file."""
    if not value["proofs"]:
        return
    one = random.choice(value["proofs"])
    path = folder / one["proof"]
    lines = lzma.decompress(path.read_bytes()).decode().splitlines()
    at = random.randrange(len(lines)) if lines else 0
    words = lines[at].split() if lines else []
    place = random.randrange(len(words)) if words else 0
    data = None
    match random.randrange(12):
        case 0:
            lines[at : at + 1] = []
        case 1:
            lines = lines[:-1]
        case 2:
            lines[at:at] = lines[at : at + 1]
        case 3 if words and words[place].lstrip("-").isdecimal():
            words[place] = str(int(words[place]) + random.choice([-1, 1, 7]))
            lines[at] = " ".join(words)
        case 4 if words:
            words[place : place + 1] = []
            lines[at] = " ".join(words)
        case 5 if words:
            words.insert(place, random.choice([words[place], "1", "0", "-1", "x", "d"]))
            lines[at] = " ".join(words)
        case 6:
            lines = [line for line in lines if line.split()[1] != "d"]
        case 7:
            lines = []
        case 8:
            lines.append(random.choice(["", "c a comment", "9999999 0 0", "9999998 5 0 1 0"]))
        case 9:
            data = "\n".join(lines).encode()
        case 10:
            data = path.read_bytes() + random.choice([b"\0" * 4, b"more", path.read_bytes()])
        case _:
            data = path.read_bytes()[: -random.choice([1, 4, 20])]
    path.write_bytes(lzma.compress("".join(line + "\n" for line in lines).encode()) if data is None else data)
    if random.random() < 0.85:
        one["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()


def other_files(value: Value, folder: Path, random: Random) -> None:
    files = [each for each in folder.iterdir() if each.suffix == ".xz"]
    match random.randrange(6):
        case 0 if files:
            random.choice(files).unlink()
        case 1 if files:
            path = random.choice(files)
            path.rename(path.with_name("other.lrat.xz"))
        case 2:
            (folder / random.choice(["more.txt", "more.lrat.xz", ".hidden"])).write_text("")
        case 3:
            (folder / "more").mkdir()
        case 4 if files and value["proofs"]:
            (folder / "sub").mkdir()
            path = random.choice(files)
            one = next(each for each in value["proofs"] if each["proof"] == path.name)
            one["proof"] = random.choice(["sub", f"sub/{path.name}", path.stem, ""])
        case _:
            value["cells"] = random.choice(
                [
                    value["cells"][::-1],
                    value["cells"] + value["cells"][:1],
                    value["cells"][1:],
                    [*value["cells"], [90, 90, 0]],
                ]
            )


WAYS: tuple[Way, ...] = (
    anything,
    anything,
    anything,
    one_copy,
    all_cells,
    another_grid,
    another_period,
    without_tiling,
    other_coronas,
    other_numbers,
    other_verdict,
    other_claims,
    other_holes,
    another_proof,
    another_proof,
    other_files,
)


def forge(path: Path, folder: Path, random: Random) -> str:
    """Copy a certificate to a folder, forged; return by which way."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    value = json.loads(path.read_text("utf-8"))
    for proof in value["proofs"]:
        shutil.copy(path.parent / proof["proof"], folder)
    before = json.dumps(value)
    way = random.choice(WAYS)
    way(value, folder, random)
    text = json.dumps(value)
    if text == before and random.random() < 0.3:
        text = random.choice([text[:-1], text + "\n", text + text, "[" + text + "]", text.replace(",", ",,", 1)])
    (folder / path.name).write_text(text, "utf-8")
    return way.__name__


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("shapes", "said"),
    [
        ("square 5", "12 shapes: 12 tile"),
        ("hexagonal 4", "7 shapes: 7 tile"),
        ("triangular 7", "24 shapes: 23 tile, 1 do not"),
        ("cubic 3", "2 shapes: 2 tile"),
        ("fcc 3", "4 shapes: 4 tile"),
        ("prisms 3", "3 shapes: 3 tile"),
        ("kites 3", "4 shapes: 4 tile"),
        ("half-squares 2", "3 shapes: 3 tile"),
        ("drafters 1", "1 shape: 1 tile"),
        ("octasquares 2", "2 shapes: 1 tile, 1 do not"),
        ("trihexes 2", "1 shape: 1 do not"),
        ("cairo 3", "5 shapes: 5 tile"),
        ("snub-square 2", "2 shapes: 2 do not"),
        pytest.param("square 7", "108 shapes: 104 tile, 4 do not", marks=pytest.mark.slow),
        pytest.param("hexagonal 5", "22 shapes: 22 tile", marks=pytest.mark.slow),
        pytest.param("square 8", "369 shapes: 343 tile, 26 do not", marks=pytest.mark.slow),
        pytest.param("hexagonal 6", "82 shapes: 77 tile, 5 do not", marks=pytest.mark.slow),
        pytest.param("rhombic 3", "6 shapes: 2 tile, 4 do not", marks=pytest.mark.slow),
        pytest.param("tetra-octa 3", "3 shapes: 3 do not", marks=pytest.mark.slow),
    ],
)
def test_both_checkers_accept_what_the_search_wrote(shapes: str, said: str, tmp_path: Path) -> None:
    grid, size = shapes.split()
    assert agree(certificates(tmp_path / "all", "--grid", grid, "--size", size)) == f"VERIFIED: {said}"


HEPTOMINOES = (
    "**/*./*./*./**",
    "*.../*.../****/.*..",
    "..*./..*./****/..*.",
    "***/*.*/**.",
)  # Heesch numbers 1, 1, 0; a hole


def forgeries(tmp_path: Path, seed: int, number: int) -> int:
    """Let both checkers judge so many forged certificates; return how many of them are right nevertheless."""
    folder = tmp_path / "all"
    for at, words in enumerate(
        [
            ["square", *HEPTOMINOES, "****/*..*", "*./**/*."],
            ["hexagonal", "--size", "3"],
            ["fcc", "--size", "3"],
            ["kites", "--size", "2"],
            ["cairo", "--size", "2"],
        ]
    ):
        certificates(folder.with_name(f"all{at}"), "--grid", *words)
    paths = sorted(tmp_path.glob("all?/*.json"), key=lambda path: path.name)
    random, right = Random(seed), 0
    for at in range(number):
        way = forge(paths[at % len(paths)], tmp_path / "forged", random)
        first, second = first_says(tmp_path / "forged"), second_says(tmp_path / "forged")
        assert first == second, (seed, at, way, paths[at % len(paths)].name)
        right += bool(second)
    return right


@pytest.mark.parametrize(("grid", "size", "tiles"), [("square", 3, 2), ("triangular", 2, 1), ("kites", 2, 1)])
def test_both_checkers_derive_the_same_clauses_about_three_coronas(grid: str, size: int, tiles: int) -> None:
    models = 0
    for tile in prototiles((), grid=grid, size=size):
        cells = tile.cells.tolist()
        clauses = NoCoronas(Shape(tile.grid, tuple(map(tuple, cells)), mirror=True), 3).clauses
        assert clauses == SecondShape(GRIDS[grid], cells_in(GRIDS[grid], cells), True).clauses(3, 0, [])
        with Solver(name="glucose4", bootstrap_with=clauses) as solver:
            models += solver.solve()
    assert models == tiles


@pytest.mark.full
def test_both_checkers_refuse_forged_certificates(tmp_path: Path, seed: int) -> None:
    assert 0 < forgeries(tmp_path, seed, 12) < 7


@pytest.mark.slow
def test_both_checkers_judge_a_thousand_forged_certificates_alike(tmp_path: Path, seed: int) -> None:
    assert 0 < forgeries(tmp_path, seed, 1000) < 500
