"""Measure what takes long: `python notebooks/measure.py [EXPERIMENT...]`, all by default.

Each experiment is a CSV file in `measurements/`, a row a run.  Runs are done one after the other on one core, each in a
process of its own with a limit of CPU time.  The script can be stopped at any time: a row that is there is not run
again.  `--plan` says what is left; `--core N` binds the runs to a core; `--folder` is where the files lie;
`--native` forgets the rows of the native search first, so that these are measured again, and `--again` all rows.

Nothing is measured while the load average is above 0.5 a core (`--busy` measures all the same).

`measurements/README.md` has the question of each experiment and the rule by which its instances were chosen.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
from lab import bare
from lab.about import wait_for_quiet
from lab.ledger import Ledger
from orders import AXES, orders

import satpuzzle as sp
from satpuzzle.cover.presolve import presolve
from satpuzzle.engines.strategies import STRATEGIES
from satpuzzle.errors import PuzzleError
from satpuzzle.measure.instances import DOMINO, I3, L5, N5, P5, STUDY, Y5, cells_of, filled
from satpuzzle.measure.runner import run_apart
from satpuzzle.measure.trial import Contender, Trial

FOLDER = Path(__file__).parent / "measurements"
COUNTED = ("status", "solutions", "cpu", "first_cpu", "conflicts", "decisions", "nodes", "error")

SCANNED = ("tested", "lookups")  # by a scan that tests placements one by one

Cover = sp.ExactCover


@dataclass(frozen=True)
class Job:
    """One run: what identifies it in the ledger, and what is run."""

    key: dict[str, Any]
    cover: Callable[[], Cover]
    solver: str
    options: dict[str, Any] = field(default_factory=dict)
    first: bool = False

    def run(self, limit: float) -> dict[str, Any]:
        """Run it."""
        return bare.run(self.cover(), self.solver, limit, self.first, **self.options)


@dataclass(frozen=True)
class Experiment:
    """Jobs with the same columns and the same limit of CPU seconds."""

    keys: tuple[str, ...]
    jobs: Callable[[], Iterator[Any]]
    limit: float
    values: tuple[str, ...] = COUNTED
    guess: float = 1.0  # CPU seconds of a run, by a pilot
    native: bool = False  # the native search alone, and so without a column for the solver


# Instances


@cache
def puzzle_of(name: str) -> sp.Puzzle:
    """Return a bundled puzzle or one of the boards below."""
    return BOARDS[name]() if name in BOARDS else sp.load(name)


@cache
def whole(name: str) -> Cover:
    """Return a puzzle's cover with all placements."""
    puzzle = puzzle_of(name)
    return sp.cover_of(puzzle, sp.place(puzzle))


@cache
def restricted(name: str) -> Cover:
    """Return what is left of a puzzle's cover when one item has a placement a symmetry class, and after presolve."""
    cover = sp.symmetry_of(puzzle_of(name), whole(name)).restrictions(whole(name))[0][1]
    return presolve(cover).residual()[1]


def shuffled(of: Callable[[str], Cover], name: str, seed: int | None) -> Cover:
    """Return a cover of a puzzle with its options shuffled by a seed, or in order without one."""
    return bare.shuffled(of(name), seed)


@cache
def only_cells(name: str) -> Cover:
    """Return the cover of a puzzle with one kind of piece: its items are the cells."""
    return cells_of(puzzle_of(name))


@cache
def once(name: str) -> Cover:
    """Return the same with items that are covered exactly once, without the count of equal pieces, if there is one."""
    cover = restricted(name)
    keep = np.flatnonzero((cover.lower == 1) & (cover.upper == 1))
    assert len(cover.names) - len(keep) <= 1, "volumes say how often one kind of piece is needed, not how often two are"
    return Cover.of_sets([np.flatnonzero(row).tolist() for row in cover.members()[:, keep]], [(1, 1)] * len(keep))


BOARDS: dict[str, Callable[[], sp.Puzzle]] = {
    board.name: (lambda board=board: board)  # type: ignore[misc]
    for board in [
        *(filled("domino", (n, n), DOMINO, 2) for n in (6, 8, 10)),
        *(filled("I3", (n, n), I3, 1) for n in (8, 11, 14)),
        *(filled("domino", (n, n, n), DOMINO, 2) for n in (4, 6)),
        *(filled(kind, box, cells) for kind, cells in (("N5", N5), ("P5", P5), ("L5", L5), ("Y5", Y5))
          for box in ((5, 5, 5), (5, 5, 6), (6, 6, 5))),
        filled("Y5", (5, 10), Y5),
    ]
}  # fmt: skip
MUTILATED = [name for name in BOARDS if "less" in name]


# Experiments


CADICAL, GLUECARD = {"name": "cadical195"}, {"name": "gluecard4", "recipe": "native"}
FIELD: dict[str, tuple[str, dict[str, Any]]] = {
    "native": ("native", {}),
    "xcover": ("xcover", {}),
    "cadical": ("pysat", CADICAL),
    "gluecard": ("pysat", GLUECARD),
    "clingo": ("clingo", {}),
    "cpsat": ("cpsat", {}),
}


def sat_or_exact_cover() -> Iterator[Job]:
    """50 instances of each class, first solution and all; the order of the options is shuffled once for all."""
    for number in range(50):
        for kind, make in STUDY.items():
            made = cache(lambda make=make, number=number: bare.shuffled(make(number), number))
            for want in ("all", "first")[: 1 + (kind != "mutilated")]:  # where there is none, both are the same search
                for name, (solver, options) in FIELD.items():
                    key = {"class": kind, "instance": number, "want": want, "solver": name}
                    yield Job(key, made, solver, options, want == "first")


def learning() -> Iterator[Job]:
    """clingo with all it learns, with next to nothing kept, and without lookback, in two orders of decisions."""
    puzzles = ["soma", "galakub", "iq-pyramid-4", "pentominoes-3x20", "Y5-5x10", *MUTILATED[:2], *MUTILATED[3:5]]
    by_first = ("--heuristic=None",)  # the first free variable
    ways: dict[tuple[str, str], dict[str, Any]] = {
        ("cells in order", "learns"): {"by_cells": True},
        ("cells in order", "forgets"): {"by_cells": True, "arguments": bare.CLINGO_FORGETS},
        ("activity", "learns"): {},
        ("activity", "forgets"): {"arguments": bare.CLINGO_FORGETS},
        ("first free", "learns"): {"by_cells": True, "arguments": by_first},
        ("first free", "forgets"): {"by_cells": True, "arguments": (*by_first, *bare.CLINGO_FORGETS)},
        ("first free", "no lookback"): {
            "by_cells": True,
            "arguments": (*by_first, "--no-lookback", "--lookahead=no", "--restarts=no", "--deletion=no"),
        },
    }
    for seed in range(5):
        for name in puzzles:
            for (order, memory), options in ways.items():
                key = {"puzzle": name, "order": order, "memory": memory, "seed": seed}
                yield Job(
                    key, partial(shuffled, restricted, name, seed), "clingo",
                    options | {"seed": seed},
                )  # fmt: skip


def colours() -> Iterator[Job]:
    """CP-SAT on mutilated boards: linear relaxation and presolve on and off, options in order and shuffled."""
    for seed in range(4):
        for name in MUTILATED:
            for order in ("as written", "shuffled"):
                for level in (0, 1, 2):
                    for simplify in (True, False):
                        key = {
                            "puzzle": name,
                            "options": order,
                            "seed": seed,
                            "linearization": level,
                            "presolve": simplify,
                        }
                        if order == "as written" and seed == 3:
                            continue
                        cover = partial(shuffled, whole, name, seed if order == "shuffled" else None)
                        parameters = {"linearization_level": level, "cp_model_presolve": simplify}
                        yield Job(key, cover, "cpsat", {"seed": seed, "parameters": parameters})


def same_matrix() -> Iterator[Job]:
    """Bundled puzzles, undivided: one matrix for all solvers, restricted by symmetry and presolved."""
    alone = {
        "cadical, by cells": ("pysat", CADICAL | {"by_cells": True}),
        "clingo, by cells": ("clingo", {"by_cells": True}),
        "native scan": ("native", {"strategy": "scan"}),
    }
    for repeat in range(3):
        for name in ("soma", "galakub", "iq-pyramid-4", "pentominoes-3x20", "pentominoes-8x8", "n-pentacubes-5x5x5"):
            for way, (solver, options) in (FIELD | alone).items():
                if way == "xcover" and name in ("galakub", "iq-pyramid-4"):
                    continue
                if way == "native scan":
                    if name not in ("pentominoes-3x20", "pentominoes-8x8"):
                        continue
                    options = options | {"points": puzzle_of(name).board.tolist()}
                plain = once if name not in ("galakub", "iq-pyramid-4") else restricted
                cover = partial(shuffled, plain, name, repeat)
                yield Job({"puzzle": name, "solver": way, "repeat": repeat}, cover, solver, options)


@dataclass(frozen=True)
class Divided:
    """A run of the library, which restricts, presolves and splits."""

    key: dict[str, Any]
    puzzle: sp.Puzzle
    way: Contender
    seed: int
    wanted: int | None = None  # solutions; None for all
    patience: float = 3.0

    def run(self, limit: float) -> dict[str, Any]:
        """Run it; more CPU time than the limit, or `patience` times as much wall-clock time, cuts it short."""
        found: dict[str, Any] = {}
        for report, _ in run_apart(Trial(self.puzzle, self.way, self.patience * limit, self.wanted).seeded(self.seed)):
            found = report
        cpu = found.get("work")
        status = bare.CUT if cpu is not None and cpu > limit else found["status"]
        return found | {
            "status": status, "cpu": cpu, "solver_cpu": found.get("process"), "made": found.get("parts"),
        }  # fmt: skip


def splitting() -> Iterator[Divided]:
    """What the library's splitting costs, and what it saves: CPU time in all and that of the solvers' processes."""
    from dataclasses import replace

    for repeat in range(3):
        for name in ("soma", "galakub", "iq-pyramid-4"):
            for way in ("native", "cadical activity", "gluecard native", "clingo default", "clingo static"):
                for parts in (1, 200, 1200):
                    key = {"puzzle": name, "solver": way, "parts": parts, "repeat": repeat}
                    yield Divided(key, puzzle_of(name), replace(Contender.named(way), parts=parts), repeat)


ARTICLES = (
    *("pentominoes-5x12", "iq-pyramid-4", "iq-pyramid-5", "iq-triangle", "iq-rectangle", "galakub"),
    *("n-pentacubes-5x5x5", "bedlam", "ct-puzzle"),
)
METHODS = (  # strategies of the native search, and other backends with an encoding
    *("auto", "mrv", "item", "cell", "rows", "pieces", "pieces-isolated", "pieces-pockets", "scan:plain", "scan:holes"),
    *("scan", "scan:hotspot,plus,holes,hard-2,filter,endings"),
    *("cadical", "cadical literal", "glucose", "gluecard native", "maplechrono", "minisat22", "cpsat", "clingo"),
)


@dataclass(frozen=True)
class Swept:
    """A count by a frontier, which lists nothing."""

    key: dict[str, Any]
    puzzle: sp.Puzzle

    def run(self, limit: float) -> dict[str, Any]:
        """Run it."""
        return bare.sweep(self.puzzle, limit)


def five_articles() -> Iterator[Divided | Swept]:
    """Every method on every puzzle of the articles, as `satpuzzle` runs it: for one solution, and for all."""
    strategies = {name for name in METHODS if name == "auto" or name.partition(":")[0] in STRATEGIES}
    for repeat in range(3):
        for name in ARTICLES:
            for want, most in (("first", 1), ("all", None)):
                for method in METHODS:
                    key = {"puzzle": name, "want": want, "method": method, "repeat": repeat}
                    native = Contender("native", strategy=None if method == "auto" else method)
                    way = native if method in strategies else Contender.named(method)
                    yield Divided(key, puzzle_of(name), way, repeat, most, 1.1)
            yield Swept({"puzzle": name, "want": "all", "method": "frontier", "repeat": repeat}, puzzle_of(name))


def cell_clauses() -> Iterator[Job]:
    """The clauses "some placement covers this cell" on and off, with solvers' own heuristics and by cells."""
    solvers = {
        "cadical": CADICAL, "cadical, by cells": CADICAL | {"by_cells": True}, "glucose": {"name": "glucose4"},
        "maplesat": {"name": "maplesat"},
    }  # fmt: skip
    for seed in range(8):
        for name in ("soma", "galakub"):
            for solver, options in solvers.items():
                for recipe in ("default", "literal"):
                    cover = partial(shuffled, restricted, name, seed)
                    key = {"puzzle": name, "solver": solver, "recipe": recipe, "seed": seed}
                    yield Job(key, cover, "pysat", options | {"recipe": recipe})


def encodings() -> Iterator[Job]:
    """Recipes with CaDiCaL by cells and by activity and with Glucose, undivided."""
    names = ("default", "ladder", "sequential", "bitwise", "product", "commander", "bimander", "totalizer", "labelled",
             "literal")  # fmt: skip
    for seed in range(8):
        for name in ("galakub", "soma"):
            for recipe in names:
                if name != "galakub" and recipe in ("totalizer", "labelled"):
                    continue
                ways = {
                    "cadical, by cells": CADICAL | {"by_cells": True},
                    "cadical": CADICAL,
                    "glucose": {"name": "glucose4"},
                }
                for way, options in ways.items():
                    cover = partial(shuffled, restricted, name, seed)
                    key = {"puzzle": name, "solver": way, "recipe": recipe, "seed": seed}
                    yield Job(key, cover, "pysat", options | {"recipe": recipe})
            key = {"puzzle": name, "solver": "gluecard", "recipe": "native", "seed": seed}
            yield Job(key, partial(shuffled, restricted, name, seed), "pysat", GLUECARD)


def first_solutions() -> Iterator[Job]:
    """25 or more equal pentacubes in a box, to the first solution; the comment's drawing may be N, P or L."""
    ways = {
        "native": ("native", {"early": True}),
        "xcover": ("xcover", {}),
        "clingo": ("clingo", {}),
        "clingo, by cells": ("clingo", {"by_cells": True}),
        "gluecard": ("pysat", GLUECARD),
    }
    for repeat in range(5):
        for name in (name for name in BOARDS if name.count("x") == 2 and "5" in name[:2]):
            for way, (solver, options) in ways.items():
                cover = partial(shuffled, only_cells, name, repeat)
                seeded = {"seed": repeat} if solver == "clingo" else {}
                yield Job({"puzzle": name, "solver": way, "repeat": repeat}, cover, solver, options | seeded, True)


FLAT = ("pentominoes-3x20", "pentominoes-4x15", "pentominoes-5x12", "pentominoes-6x10", "pentominoes-8x8", "soma")


def scan_orders() -> Iterator[Job]:
    """The same scan over one cover, all placements, with its cells in many orders."""
    for name in ("soma", *FLAT[:5][::-1]):  # the quick ones first
        for order, rank in orders(puzzle_of(name).board).items():
            points = [[int(place), 0, 0] for place in np.argsort(rank)]
            yield Job(
                {"puzzle": name, "order": order}, partial(whole, name), "native",
                {"strategy": "scan:holes", "points": points},
            )  # fmt: skip


@cache
def pinned(name: str, piece: str) -> tuple[int | None, Cover]:
    """Return a cover in which one piece has one placement a symmetry class, and the piece's item."""
    cover = whole(name)
    if not piece:
        return None, cover
    item = cover.names.index(piece, len(puzzle_of(name).board))
    for found, some in sp.symmetry_of(puzzle_of(name), cover).restrictions(cover):
        if found == item:
            return item, some
    raise LookupError(f"{name} has no restriction by {piece}")


def scan_axes() -> Iterator[Job]:
    """Axes of the scan by restricted piece: the restriction is the same along all axes."""
    pins = dict.fromkeys(FLAT[:5], ("", "X", "I", "V")) | {
        "soma": ("", "L", "T"), "solid-pentominoes-2x3x10": ("X", "I"), "solid-pentominoes-2x5x6": ("X", "I"),
    }  # fmt: skip
    for name, pieces in pins.items():
        for piece in pieces:
            for axes in AXES if name.startswith(("so",)) else (":xyz", ":yxz", ""):
                yield Job(
                    {"puzzle": name, "piece": piece, "axes": axes or "default"},
                    partial(itemgetter(1), pinned(name, piece)), "native",
                    {"strategy": f"scan:holes{axes.replace(':', ',')}", "points": puzzle_of(name).board.tolist()},
                )  # fmt: skip


def hardest_piece() -> Iterator[Job]:
    """Each piece restricted in turn: the scan without it before all cells, and with it."""
    for name in ("pentominoes-5x12", "pentominoes-6x10", "pentominoes-8x8", "pentominoes-4x15", "soma"):
        for piece in whole(name).names[len(puzzle_of(name).board) :]:
            item, cover = pinned(name, piece)
            for strategy in ("scan:holes", "scan:holes,hard"):
                places = int((cover.live & cover.covers(item)).sum()) if item is not None else 0
                yield Job(
                    {"puzzle": name, "piece": piece, "places": places, "strategy": strategy},
                    lambda cover=cover: cover, "native",
                    {"strategy": strategy, "points": puzzle_of(name).board.tolist(), "item": item},
                )  # fmt: skip


TRICKS = (  # of a scan; those that are compared differ by one
    *("plain,one-by-one", "holes,one-by-one", "holes,pairs", "holes,hotspot", "holes,hotspot,plus", "holes,hotspot-2"),
    *("holes,hard,one-by-one", "holes,hard-2", "holes,hard-2,filter", "holes,hard-3", "holes,hard,endings,one-by-one"),
    *("holes,colours", "holes,gaps", "holes,lines", "holes,hard"),
)


def tricks() -> Iterator[Job]:
    """Tricks of a scan on one cover, undivided, the piece with fewest placements restricted; searches are timed."""
    some = {
        "soma": "", "pentominoes-5x12": "X", "pentominoes-6x10": "X", "pentominoes-8x8": "X",
        "solid-pentominoes-2x5x6": "X",
    }  # fmt: skip
    for repeat in range(5):
        for name, piece in some.items():
            for chosen in TRICKS:
                item, cover = pinned(name, piece or fewest_places(name))
                yield Job(
                    {"puzzle": name, "strategy": f"scan:{chosen}", "repeat": repeat}, lambda cover=cover: cover,
                    "native", scanned(name, chosen, item),
                )  # fmt: skip


@dataclass(frozen=True)
class Probed:
    """Random probes of a search tree (Knuth 1975), which estimate its size."""

    key: dict[str, Any]
    cover: Callable[[], Cover]
    strategy: str
    nodes: int

    def run(self, limit: float) -> dict[str, Any]:
        """Visit about so many nodes, which takes less than the limit."""
        return {"status": "probed"} | bare.probed(self.cover(), self.strategy, self.nodes)


def bedlam() -> Iterator[Any]:
    """The programs of the article on the Mini Bedlam Cube, one more with pockets, and `mrv`."""
    from articles.bedlam import cover

    calls = {
        "pieces": 500_000_000, "pieces-isolated": 500_000_000, "pieces-pockets": 500_000_000, "cell": 10_000_000,
        "scan:plain": 500_000_000,
    }  # fmt: skip
    for strategy, most in calls.items():
        limit = {"strategy": strategy, "node_limit": most - 1}
        yield Job({"strategy": strategy, "run": f"{most} calls"}, cover, "native", limit)
        yield Probed({"strategy": strategy, "run": "probes"}, cover, strategy, most // 10)
    for strategy in ("mrv", "scan:plain"):
        yield Job({"strategy": strategy, "run": "whole"}, cover, "native", {"strategy": strategy})


@dataclass(frozen=True)
class Plain:
    """A search of the article on pentominoes in plain Python, whole or up to a limit of nodes."""

    key: dict[str, Any]
    variant: Any
    pieces: str
    node_limit: int | None

    def run(self, limit: float) -> dict[str, Any]:
        """Run it, however long it takes: nodes limit it."""
        from articles.pentominoes import PIECES, search

        height, width = map(int, self.key["board"].split("x"))
        began = time.process_time()
        found = search(height, width, {name: PIECES[name] for name in self.pieces}, self.variant, self.node_limit)
        return {
            "status": bare.ENDED if found.final else "node_limit", "cpu": time.process_time() - began,
            "nodes": found.nodes, "dead_ends": found.dead_ends, "solutions": len(found.solutions),
        }  # fmt: skip


def pentominoes() -> Iterator[Plain]:
    """Each set of the four optimisations of the article: small boards to the end, 5x12 for a while and once whole."""
    from articles.pentominoes import PIECES, VARIANTS

    for repeat in range(5):
        for board, pieces, most in (
            ("5x6", "IPNVWY", None),
            ("3x10", "LNPUVY", None),
            ("5x12", "".join(PIECES), 5000),
        ):
            for variant in VARIANTS:
                yield Plain(
                    {"board": board, "optimisations": str(variant), "node_limit": most, "repeat": repeat},
                    variant,
                    pieces,
                    most,
                )
    every = VARIANTS[-1]
    yield Plain(
        {"board": "5x12", "optimisations": str(every), "node_limit": None, "repeat": 0}, every, "".join(PIECES), None
    )


def scanned(name: str, chosen: str, item: int | None) -> dict[str, Any]:
    """Return the options of a search with these tricks."""
    return {"strategy": f"scan:{chosen}", "points": puzzle_of(name).board.tolist(), "item": item}


ALL = ("hotspot", "plus", "holes", "hard-2", "filter", "endings")  # Kleberhoff's tricks, but for those of any scan
ENTRIES = 1 << 20  # of the table of endings, the same for all
CONTEST = {
    "all": ALL,
    **{f"without {one}": tuple(trick for trick in ALL if trick != one) for one in ALL if one != "hard-2"},
    "with one piece first": ("hotspot", "plus", "holes", "hard", "endings"),
    "a vector at a time": ("holes", "hard", "endings"),
}


def contest() -> Iterator[Job]:
    """The c't puzzle by Kleberhoff's tricks together, then by all but one of them."""
    for name, chosen in CONTEST.items():
        item, cover = pinned("ct-puzzle", "W")  # every solution once: none of its placements is its own image
        options = scanned("ct-puzzle", ",".join(chosen), item) | {"entries": ENTRIES}
        yield Job({"tricks": name}, lambda cover=cover: cover, "native", options)


@cache
def fewest_places(name: str) -> str:
    """Return the piece with the fewest placements that symmetry leaves."""
    cover, cells = whole(name), len(puzzle_of(name).board)
    found = {
        item: int((some.live & some.covers(item)).sum())
        for item, some in sp.symmetry_of(puzzle_of(name), cover).restrictions(cover)
        if item is not None and item >= cells
    }
    return cover.names[min(found, key=lambda item: found[item])]


EXPERIMENTS = {  # the quick ones first
    "hardest-piece": Experiment(("puzzle", "piece", "places", "strategy"), hardest_piece, 20, guess=0.2, native=True),
    "scan-axes": Experiment(("puzzle", "piece", "axes"), scan_axes, 20, guess=2, native=True),
    "learning": Experiment(("puzzle", "order", "memory", "seed"), learning, 20, guess=0.2),
    "cell-clauses": Experiment(("puzzle", "solver", "recipe", "seed"), cell_clauses, 20, guess=1.2),
    "tricks": Experiment(("puzzle", "strategy", "repeat"), tricks, 20, (*COUNTED, *SCANNED), guess=0.8, native=True),
    "first-solutions": Experiment(("puzzle", "solver", "repeat"), first_solutions, 10, guess=0.8),
    "colours": Experiment(("puzzle", "options", "seed", "linearization", "presolve"), colours, 10, guess=0.7),
    "scan-orders": Experiment(("puzzle", "order"), scan_orders, 10, guess=1.5, native=True),
    "contest": Experiment(("tricks",), contest, 600, (*COUNTED, *SCANNED), guess=250, native=True),
    "splitting": Experiment(
        ("puzzle", "solver", "parts", "repeat"), splitting, 20, (*COUNTED, "solver_cpu", "made"), guess=2
    ),
    "five-articles": Experiment(
        ("puzzle", "want", "method", "repeat"),
        five_articles,
        20,
        (*COUNTED, "peak_mb", "variables", "clauses"),
        guess=3,
    ),
    "same-matrix": Experiment(("puzzle", "solver", "repeat"), same_matrix, 20, guess=3),
    "sat-or-exact-cover": Experiment(("class", "instance", "want", "solver"), sat_or_exact_cover, 10, guess=1.5),
    "bedlam": Experiment(
        ("strategy", "run"),
        bedlam,
        3600,
        (*COUNTED, *(f"estimated_{name}" for name in ("nodes", "nodes_error", "solutions", "solutions_error"))),
        guess=200,
        native=True,
    ),
    "pentominoes": Experiment(
        ("board", "optimisations", "node_limit", "repeat"),
        pentominoes,
        3600,
        ("status", "solutions", "cpu", "nodes", "dead_ends", "error"),
        guess=5,
    ),
    "encodings": Experiment(
        ("puzzle", "solver", "recipe", "seed"), encodings, 20, (*COUNTED, "variables", "clauses", "encoding"), guess=1.6
    ),
}
NATIVE = ("native", "native scan")
START = 0.5  # seconds to start a process


def ledger(name: str, folder: Path = FOLDER) -> Ledger:
    """Return the ledger of an experiment."""
    experiment = EXPERIMENTS[name]
    return Ledger(folder / f"{name}.csv", experiment.keys, experiment.values)


def wanted(book: Ledger, job: Any, limit: float) -> bool:
    """Tell whether a run is to be done: it is not in the ledger, and no earlier round of the same was cut short."""
    rounds = [key for key in ("seed", "repeat") if key in job.key]
    earlier = [job.key | {key: number} for key in rounds for number in range(job.key[key])]
    cut = any(row["status"] == bare.CUT for key in earlier if (row := book.row(key)))
    return not cut and book.lacks(job.key, limit)


def measure(name: str, folder: Path = FOLDER, most: float = np.inf, limit: float = np.inf) -> None:
    """Do the runs of an experiment that are not in its ledger, but for rounds from `most` on, with a lower limit."""
    experiment, book = EXPERIMENTS[name], ledger(name, folder)
    limit = min(limit, experiment.limit)
    for job in experiment.jobs():
        few = all(job.key.get(key, 0) < most for key in ("seed", "repeat", "instance"))
        if few and wanted(book, job, limit):
            began = time.monotonic()
            found = job.run(limit)
            had = found.get("cpu") or limit  # a limit of wall-clock time may cut a run short before the one of CPU time
            book.add(job.key, found, min(limit, had) if found["status"] == bare.CUT else limit)
            print(name, *job.key.values(), found["status"], f"{time.monotonic() - began:.1f} s", flush=True)


def plan(name: str, folder: Path = FOLDER) -> str:
    """Return how many runs an experiment has, how many are done, and about how long the rest takes."""
    experiment, book = EXPERIMENTS[name], ledger(name, folder)
    every = list(experiment.jobs())
    left = sum(wanted(book, job, experiment.limit) for job in every)
    minutes = left * (experiment.guess + START) / 60
    return f"{name:20} {len(every):5} runs, {left:5} left, about {minutes:.0f} min, limit {experiment.limit:g} s"


def main() -> None:
    """Run what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("experiment", nargs="*", metavar="EXPERIMENT", help=", ".join(EXPERIMENTS))
    parser.add_argument("--plan", action="store_true", help="say what is left, and do nothing")
    parser.add_argument("--core", type=int, help="bind the runs to this core")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the files lie")
    parser.add_argument("--most", type=int, default=np.inf, metavar="N", help="only the first N rounds or instances")
    parser.add_argument("--limit", type=float, default=np.inf, metavar="SECONDS", help="a lower limit of CPU seconds")
    parser.add_argument("--native", action="store_true", help="measure the native search again")
    parser.add_argument("--again", action="store_true", help="measure everything again")
    parser.add_argument("--busy", action="store_true", help="measure on a busy machine, too")
    asked = parser.parse_args()
    if unknown := [name for name in asked.experiment if name not in EXPERIMENTS]:
        parser.error(f"experiment {unknown[0]}: choose from {', '.join(EXPERIMENTS)}")
    if not (asked.busy or asked.plan):
        wait_for_quiet()
    if asked.core is not None:
        os.sched_setaffinity(0, {asked.core})
    for name in asked.experiment or EXPERIMENTS:
        if asked.again and not asked.plan:
            ledger(name, asked.folder).forget(lambda row: True)
        elif asked.native:
            alone = EXPERIMENTS[name].native
            ledger(name, asked.folder).forget(lambda row, alone=alone: alone or row.get("solver") in NATIVE)
        print(plan(name, asked.folder), flush=True)
        if not asked.plan:
            measure(name, asked.folder, asked.most, asked.limit)


if __name__ == "__main__":
    try:
        main()
    except PuzzleError as error:
        sys.exit(str(error))
